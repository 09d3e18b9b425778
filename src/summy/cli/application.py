"""The table of commands, and what becomes of errors.

A command is a module of this package with a typer application `app`; it is imported when it is called. Its function
returns the exit code.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from summy import __version__
from summy.cli.exit_codes import BAD_INPUT, DONE, STOPPED
from summy.errors import SummyError

COMMANDS: dict[str, str] = {
    "play": "A game in the terminal, against the computer or alone.",
    "moves": "All legal moves of a position, best first.",
    "check": "Whether a move is legal, what it scores, or why it is not.",
    "analyse": "What the moves of a position are worth, and what those of a game gave away.",
    "endgame": "The exact end game: final difference and best line, proved.",
    "bingo": "Every true line that uses all of some tiles.",
    "rules": "The rules of a game in words, from its data.",
    "replay": "Play a game record again and check every line of it.",
    "convert": "Positions and records from text to JSON and back.",
    "perft": "Count all plays to a depth, with checksums.",
    "engine": "A line protocol, so that other programs can play against the computer players.",
    "lab": "Matches, self-play and measurements of players, on many cores or machines.",
    "bench": "Speed of the move generator, of self-play and of the end game.",
    "serve": "The web site.",
    "backup": "Copy everything a site keeps into one file, while it runs.",
    "restore": "Put a backup back.",
    "admin": "Accounts of the people who look after a site.",
}
"""Command -> its line in the list of commands."""

INDENT = 2


class CommandTable(TyperGroup):
    """The top of the command line: lists commands without importing them."""

    def list_commands(self, ctx: Any) -> list[str]:
        """Names of all commands, in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of that name, imported now; None when there is none."""
        if cmd_name not in COMMANDS:
            return None
        command = typer.main.get_command(import_module(f"summy.cli.{cmd_name}").app)
        command.name = cmd_name
        return command

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """The list of commands in the help text."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


app = typer.Typer(
    cls=CommandTable,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["--help", "-h"], "max_content_width": 100},
    epilog="Every command explains itself: summy moves --help",
)


def _show_version(wanted: bool) -> None:
    if wanted:
        print(f"summy {__version__}")
        raise typer.Exit


@app.callback()
def _summy(
    version: Annotated[
        bool,
        typer.Option("--version", help="Print the version.", is_eager=True, callback=_show_version, show_default=False),
    ] = False,
) -> None:
    """Summy, a game of crossing sums: rules, moves, computer players, web site."""


def run(arguments: Sequence[str]) -> int:
    """Run one command line; every error of the person's becomes one line on standard error."""
    command = typer.main.get_command(app)
    try:
        code = command.main(list(arguments) or ["--help"], prog_name="summy", standalone_mode=False)
        sys.stdout.flush()
    except SummyError as error:
        return complain(error.message)
    except typer.TyperException as error:
        return complain(error.format_message())
    except (typer.Abort, KeyboardInterrupt):
        print(file=sys.stderr)
        return STOPPED
    except BrokenPipeError:
        # The reader of a pipe has seen enough (summy moves ... | head). Python would complain once more at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except OSError as error:
        return complain(f"{error.filename}: {error.strerror}" if error.filename else str(error))
    except Exception as error:
        if sys.flags.dev_mode:
            raise
        return complain(
            f"a fault of summy itself, please report it: {type(error).__name__}: {error} "
            "(python -X dev -m summy ... shows where)"
        )
    return code if isinstance(code, int) else DONE


def complain(sentence: str) -> int:
    """Print one line about bad input on standard error; returns its exit code."""
    print("summy: " + " ".join(sentence.split()), file=sys.stderr)
    return BAD_INPUT
