"""Summy, a game of crossing sums: rules, moves, engine.

The names of the library are loaded on first use (PEP 562), so that `import summy` costs next to nothing.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from summy.board import Board as Board
    from summy.board import Direction as Direction
    from summy.board import Square as Square
    from summy.deal import Deal as Deal
    from summy.errors import FormatError as FormatError
    from summy.errors import RulesetError as RulesetError
    from summy.errors import SummyError as SummyError
    from summy.game import Game as Game
    from summy.game import legal_moves as legal_moves
    from summy.log import LogEvent as LogEvent
    from summy.move import (
        Challenge as Challenge,
    )
    from summy.move import (
        Discard as Discard,
    )
    from summy.move import (
        Exchange as Exchange,
    )
    from summy.move import (
        Move as Move,
    )
    from summy.move import (
        Pass as Pass,
    )
    from summy.move import (
        Placement as Placement,
    )
    from summy.move import (
        Play as Play,
    )
    from summy.move import (
        Resign as Resign,
    )
    from summy.move import (
        format_move as format_move,
    )
    from summy.move import (
        move_from_json as move_from_json,
    )
    from summy.move import (
        move_to_json as move_to_json,
    )
    from summy.move import (
        parse_move as parse_move,
    )
    from summy.position import (
        Position as Position,
    )
    from summy.position import (
        position_from_json as position_from_json,
    )
    from summy.position import (
        position_to_json as position_to_json,
    )
    from summy.position_text import format_position as format_position
    from summy.position_text import parse_position as parse_position
    from summy.record import Record as Record
    from summy.record import format_record as format_record
    from summy.record import read_records as read_records
    from summy.referee import (
        Line as Line,
    )
    from summy.referee import (
        Outcome as Outcome,
    )
    from summy.referee import (
        Verdict as Verdict,
    )
    from summy.referee import (
        apply as apply,
    )
    from summy.referee import (
        judge as judge,
    )
    from summy.referee import (
        outcome as outcome,
    )
    from summy.referee import (
        place as place,
    )
    from summy.refusals import Refusal as Refusal
    from summy.refusals import Refused as Refused
    from summy.replaying import replay as replay
    from summy.rulesets import Ruleset as Ruleset
    from summy.rulesets import load_ruleset as load_ruleset
    from summy.rulesets import ruleset_names as ruleset_names
    from summy.tiles import Token as Token

_HOMES: dict[str, str] = {
    "Board": "summy.board",
    "Challenge": "summy.move",
    "Deal": "summy.deal",
    "Direction": "summy.board",
    "Discard": "summy.move",
    "Exchange": "summy.move",
    "FormatError": "summy.errors",
    "Game": "summy.game",
    "Line": "summy.referee",
    "LogEvent": "summy.log",
    "Move": "summy.move",
    "Outcome": "summy.referee",
    "Pass": "summy.move",
    "Placement": "summy.move",
    "Play": "summy.move",
    "Position": "summy.position",
    "Record": "summy.record",
    "Refusal": "summy.refusals",
    "Refused": "summy.refusals",
    "Resign": "summy.move",
    "Ruleset": "summy.rulesets",
    "RulesetError": "summy.errors",
    "Square": "summy.board",
    "SummyError": "summy.errors",
    "Token": "summy.tiles",
    "Verdict": "summy.referee",
    "apply": "summy.referee",
    "format_move": "summy.move",
    "format_position": "summy.position_text",
    "format_record": "summy.record",
    "judge": "summy.referee",
    "legal_moves": "summy.game",
    "load_ruleset": "summy.rulesets",
    "move_from_json": "summy.move",
    "move_to_json": "summy.move",
    "outcome": "summy.referee",
    "parse_move": "summy.move",
    "parse_position": "summy.position_text",
    "place": "summy.referee",
    "position_from_json": "summy.position",
    "position_to_json": "summy.position",
    "read_records": "summy.record",
    "replay": "summy.replaying",
    "ruleset_names": "summy.rulesets",
}
"""Public name -> module that defines it."""

__version__ = "0.1.0"
__all__ = ["__version__", *_HOMES]


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(home), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES})
