"""A command whose arguments are taken as they stand, even when they begin with `-`."""

from __future__ import annotations

from typing import Any

from typer.core import TyperCommand


class VerbatimArguments(TyperCommand):
    """Only the command's own options count as options; everything else is an argument.

    A move such as `-3,0> 1+2(=)3` begins with a minus sign and would else be read as an option.
    """

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Put the options first, then `--`, then the arguments in their order."""
        flags = {name for parameter in self.get_params(ctx) for name in _flags(parameter)}
        with_value = {name for parameter in self.params for name in _names_with_value(parameter)}
        options: list[str] = []
        arguments: list[str] = []
        rest = iter(args)
        for word in rest:
            if word == "--":
                arguments.extend(rest)
            elif word in flags:
                options.append(word)
            elif word in with_value:
                options.append(word)
                options.extend([value] if (value := next(rest, None)) is not None else [])
            elif word.startswith("--") and word.partition("=")[0] in with_value:
                options.append(word)
            else:
                arguments.append(word)
        return super().parse_args(ctx, [*options, "--", *arguments])


def _flags(parameter: Any) -> list[str]:
    return [*parameter.opts, *parameter.secondary_opts] if getattr(parameter, "is_flag", False) else []


def _names_with_value(parameter: Any) -> list[str]:
    takes_value = parameter.param_type_name == "option" and not parameter.is_flag
    return list(parameter.opts) if takes_value else []
