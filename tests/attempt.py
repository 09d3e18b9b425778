"""Trying something that may be refused: what came out, or the error, never anything else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from summy.errors import SummyError


def attempt(do: Callable[[], Any]) -> tuple[Any, SummyError | None]:
    """What `do` gives and None, or None and the refusal. Any other exception passes, and fails the test.

    A refusal must be one line with a code.
    """
    refusal: SummyError | None = None
    given = None
    try:
        given = do()
    except SummyError as error:
        refusal = error
    if refusal is not None:
        assert type(refusal) is not SummyError
        assert refusal.code.replace("_", "").isalpha()
        assert len(refusal.message.splitlines()) == 1
        assert refusal.message == str(refusal)
    return given, refusal
