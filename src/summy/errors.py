"""Errors that people can cause: each has a code for programs and a sentence for people."""

from __future__ import annotations

from typing import Any


class SummyError(ValueError):
    """Bad input of any kind.

    Attributes:
        code: machine code, stable, lower case with underscores.
        message: one English sentence.
    """

    code: str
    message: str

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message

    def __reduce__(self) -> tuple[Any, ...]:
        """Errors go from one process to another with all they say, whatever their class is made from."""
        return _rebuilt, (type(self), self.args, self.__dict__)


def _rebuilt(kind: type[SummyError], arguments: tuple[object, ...], attributes: dict[str, object]) -> SummyError:
    error = kind.__new__(kind, *arguments)
    error.__dict__.update(attributes)
    return error


class FormatError(SummyError):
    """A text or JSON value that cannot be read.

    Attributes:
        key: where the fault lies, e.g. `board[3].tile` or `hands[0]`; empty when the whole text is meant.
    """

    key: str

    def __init__(self, message: str, *, key: str = "", code: str = "bad_form") -> None:
        super().__init__(code, f"{key}: {message}" if key else message)
        self.key = key


class RulesetError(SummyError):
    """A ruleset file or a ruleset option that cannot be used.

    Attributes:
        file: the ruleset file (or the name that was asked for).
        key: the dotted key inside the file; empty when the whole file is meant.
    """

    file: str
    key: str

    def __init__(self, file: str, key: str, message: str, *, code: str = "bad_ruleset") -> None:
        where = f"{file}: {key}" if key else file
        super().__init__(code, f"{where}: {message}")
        self.file = file
        self.key = key
