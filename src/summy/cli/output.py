"""Writing: JSON for programs, colours for people who look at a terminal."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console


def print_json(value: object) -> None:
    """One line of JSON on standard output."""
    sys.stdout.write(json.dumps(value, ensure_ascii=False) + "\n")


def console() -> Console:
    """Standard output with colours; plain when it is not a terminal or NO_COLOR is set. Long lines stay whole."""
    from rich.console import Console

    return Console(highlight=False, soft_wrap=True, markup=False, emoji=False)


def progress_console() -> Console:
    """Standard error, where the progress of long work is shown, to people only."""
    from rich.console import Console

    return Console(stderr=True, highlight=False)
