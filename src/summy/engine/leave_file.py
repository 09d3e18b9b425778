"""Files of measured leave values, `<ruleset id>.leaves` (`summy.engine.measured_file`).

The header names the ruleset, the `fingerprint` of what the values depend on, the kinds of tiles, how many kept tiles
have entries, and how the values were measured. The numbers are the entries, 16 bits each, and the model, 32 bits each.
"""

from __future__ import annotations

import hashlib
import json
from array import array
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from summy.engine.kernel.leave_table import entry_count, model_length
from summy.engine.measured_file import BadMeasurements, numbers_of, read_measured, write_measured
from summy.rulesets import Ruleset

FORMAT = "summy-leaves 1"


@dataclass(frozen=True)
class Leaves:
    """Measured leave values in hundredths of a point, as a file holds them."""

    ruleset: str
    """Id of the ruleset."""

    fingerprint: str
    """What the values depend on (`fingerprint`)."""

    kinds: tuple[str, ...]
    """The ruleset's tiles in canonical order."""

    exact_size: int
    """Most tiles of a leave with an entry of its own."""

    entries: array[int]
    """By number of tiles, then by number of the multiset (`kernel.multisets`); type code `h`."""

    model: array[int]
    """Constant, kinds and pairs for 0 to 12 tiles (`kernel.leave_table`); type code `i`."""

    measured: Mapping[str, object]
    """How: boards, rounds, seed."""


def fingerprint(ruleset: Ruleset) -> str:
    """SHA-256 of what measured values depend on: tiles, hand, board, grammar, placement, scoring, what may be changed.

    Options that do not touch these (who starts, challenges, clocks) share a table. So does `integer_steps`: it takes
    away a few lines, and values measured without it are much closer than a rule of thumb.
    """
    board, grammar, tiles, turn = ruleset.board, ruleset.grammar, ruleset.tiles, ruleset.turn
    described = (
        tuple(tiles.counts.items()),
        tuple(tiles.points.items()),
        tiles.blank_faces,
        ruleset.hand_size,
        (board.width, board.height, board.first and (tuple(board.first[0]), tuple(board.first[1])), board.premium_rows),
        (
            grammar.several_equals,
            grammar.operator_required,
            grammar.right_side_number,
            grammar.sign,
            grammar.max_digits,
        ),
        (ruleset.placement, ruleset.reserves_ends),
        (ruleset.scoring.result, ruleset.scoring.full_hand_bonus),
        (turn.discard, turn.exchange),
    )
    return hashlib.sha256(json.dumps(described).encode()).hexdigest()


def write_leaves(leaves: Leaves, file: Path) -> None:
    """Write a file that `read_leaves` reads."""
    header = {
        "ruleset": leaves.ruleset,
        "fingerprint": leaves.fingerprint,
        "kinds": leaves.kinds,
        "exact_size": leaves.exact_size,
        "measured": dict(leaves.measured),
    }
    write_measured(file, FORMAT, header, (leaves.entries, leaves.model))


def read_leaves(content: bytes, file: str) -> Leaves:
    """Leave values from the content of a file.

    Errors: BadMeasurements, which names the file, when it is of another format, cut short or changed.
    """
    header, numbers = read_measured(content, FORMAT, file)
    kinds = tuple(header["kinds"])
    split = array("h").itemsize * entry_count(len(kinds), header["exact_size"])
    entries, model = numbers_of("h", numbers[:split]), numbers_of("i", numbers[split:])
    if len(model) != model_length(len(kinds)):
        raise BadMeasurements(file, "is of another size than its header says")
    return Leaves(
        header["ruleset"], header["fingerprint"], kinds, header["exact_size"], entries, model, header["measured"]
    )


def require_match(leaves: Leaves, ruleset: Ruleset, file: str) -> None:
    """Raise BadMeasurements when values were measured under other rules."""
    if leaves.fingerprint != fingerprint(ruleset) or leaves.kinds != tuple(ruleset.tiles.counts):
        raise BadMeasurements(file, f"was measured under other rules than those of {ruleset.id}")
