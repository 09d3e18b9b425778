"""Every example in a docstring of the library runs."""

from __future__ import annotations

import doctest
import importlib
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parent.parent / "src"


def modules_with_examples() -> list[str]:
    """Names of all modules that show an example at a prompt; the server's need Django set up, as pytest has it."""
    files = sorted(path for path in (SOURCE / "summy").rglob("*.py") if ">>> " in path.read_text(encoding="utf-8"))
    names = [".".join(path.relative_to(SOURCE).with_suffix("").parts) for path in files]
    return [name.removesuffix(".__init__") for name in names]


@pytest.mark.parametrize("name", modules_with_examples())
def test_examples_of_a_module(name: str) -> None:
    result = doctest.testmod(importlib.import_module(name), optionflags=doctest.ELLIPSIS)
    assert result.attempted > 0
    assert result.failed == 0


def test_the_rules_have_examples() -> None:
    assert {"summy.tiles", "summy.board", "summy.move", "summy.referee.ending"} <= set(modules_with_examples())
