"""What the tiles kept in hand are worth, in points that they give more or less than an average hand.

Most rulesets that come with the package have measured values (docs/leaves.md, `summy lab leaves build`); all others are
valued by the plain rule of `summy.engine.balance`. Both come as a `LeaveTable`, which inner loops read without Python.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from importlib import resources
from pathlib import Path

from summy.engine.balance import HUNDREDTHS, balance_model
from summy.engine.kernel.leave_table import LeaveTable
from summy.engine.kernel.plays import NAMES
from summy.engine.leave_file import Leaves, fingerprint, read_leaves, require_match
from summy.rulesets import Ruleset
from summy.tiles import ORDER


@lru_cache(maxsize=64)
def leave_table(ruleset: Ruleset) -> LeaveTable:
    """The values of a ruleset: measured where they were measured under its rules, else those of the plain rule."""
    file = resources.files("summy.engine") / "data" / f"{ruleset.id}.leaves"
    if file.is_file():
        leaves = read_leaves(file.read_bytes(), f"{ruleset.id}.leaves")
        # A ruleset of somebody's own may have the name of one of ours.
        if leaves.fingerprint == fingerprint(ruleset):
            return table_of(leaves, ruleset)
    return balance_table(ruleset)


def leave_table_from(file: Path, ruleset: Ruleset) -> LeaveTable:
    """The values in a file.

    Errors: BadMeasurements when the file is damaged or its values were measured under other rules; OSError.
    """
    leaves = read_leaves(file.read_bytes(), str(file))
    require_match(leaves, ruleset, str(file))
    return table_of(leaves, ruleset)


def table_of(leaves: Leaves, ruleset: Ruleset) -> LeaveTable:
    """Measured values in the form that the kernel reads."""
    return LeaveTable(
        kernel_symbols(ruleset),
        leaves.kinds,
        ruleset.hand_size,
        exact_size=leaves.exact_size,
        entries=leaves.entries.tobytes(),
        model=leaves.model,
        settled=settled(ruleset),
        header=leaves.measured,
    )


def balance_table(ruleset: Ruleset) -> LeaveTable:
    """The plain rule, for any ruleset."""
    return LeaveTable(
        kernel_symbols(ruleset),
        tuple(ruleset.tiles.counts),
        ruleset.hand_size,
        model=balance_model(ruleset),
        settled=settled(ruleset),
    )


def zero_table(ruleset: Ruleset) -> LeaveTable:
    """No kept tile is worth anything, for comparing."""
    return LeaveTable(
        kernel_symbols(ruleset),
        tuple(ruleset.tiles.counts),
        ruleset.hand_size,
        model=[0] * len(balance_model(ruleset)),
        settled={},
    )


def kernel_symbols(ruleset: Ruleset) -> tuple[str, ...]:
    """Tile names in the order in which the kernel of the ruleset's placement numbers them."""
    return ORDER if ruleset.placement == "crossword" else NAMES


def settled(ruleset: Ruleset) -> dict[str, int]:
    """Hundredths of a point that each kept tile is worth once the stock is empty.

    Where the side that goes out first gains `out_bonus` times the points left in the other hands, a tile that is kept
    costs that much if the other side goes out first, and nothing if it is still laid: half of it is taken. Elsewhere
    tiles are worth nothing.
    """
    end = ruleset.end
    lost = end.out_bonus if end.out else 0
    return {name: -HUNDREDTHS * points * lost // 2 for name, points in ruleset.tiles.points.items()}


def leave_value(kept: Iterable[str], ruleset: Ruleset, stock: int) -> float:
    """Points that kept tiles are worth compared with an average hand (which is worth 0).

    Args:
        kept: names of the tiles that stay in hand.
        ruleset: whose values count.
        stock: how many tiles are left to draw.
    """
    return leave_table(ruleset).worth(kept, stock) / HUNDREDTHS
