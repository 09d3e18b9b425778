"""Writing: JSON for programs, colours for people who look at a terminal."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from rich.console import Console


def print_json(value: object) -> None:
    """One line of JSON on standard output."""
    sys.stdout.write(json.dumps(value, ensure_ascii=False) + "\n")


def console() -> Console:
    """Standard output with colours; plain when it is not a terminal or NO_COLOR is set. Long lines stay whole."""
    from rich.console import Console

    return Console(highlight=False, soft_wrap=True, markup=False, emoji=False)


Item = TypeVar("Item")


def with_progress(items: Sequence[Item], what: str) -> Iterable[Item]:
    """The items one by one, with a progress bar on standard error for people who look at a terminal."""
    from rich.console import Console
    from rich.progress import track

    out = Console(stderr=True, highlight=False)
    return track(items, what, console=out, transient=True, disable=not out.is_terminal)
