"""What the exit codes of the command line mean."""

from __future__ import annotations

from typing import Final

DONE: Final = 0
"""Done; or the answer is yes."""

NO: Final = 1
"""The answer is no: an illegal move, a record with faults."""

BAD_INPUT: Final = 2
"""Something could not be read; one line on standard error says what."""

STOPPED: Final = 130
"""Stopped from the keyboard, as shells count it."""
