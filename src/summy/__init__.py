"""Summy, a game of crossing sums: rules, moves, engine.

The names of the library are loaded on first use (PEP 562), so that `import summy` costs next to nothing.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from summy.board import Board as Board, Direction as Direction, Square as Square
    from summy.deal import Deal as Deal
    from summy.errors import FormatError as FormatError, RulesetError as RulesetError, SummyError as SummyError
    from summy.game import Game as Game, legal_moves as legal_moves
    from summy.log import LogEvent as LogEvent
    from summy.move import (
        Challenge as Challenge,
        Discard as Discard,
        Exchange as Exchange,
        Move as Move,
        Pass as Pass,
        Placement as Placement,
        Play as Play,
        Resign as Resign,
        format_move as format_move,
        move_from_json as move_from_json,
        move_to_json as move_to_json,
        parse_move as parse_move,
    )
    from summy.position import (
        Position as Position,
        position_from_json as position_from_json,
        position_to_json as position_to_json,
    )
    from summy.position_text import format_position as format_position, parse_position as parse_position
    from summy.record import Record as Record, format_record as format_record, read_records as read_records
    from summy.referee import (
        Line as Line,
        Outcome as Outcome,
        Verdict as Verdict,
        apply as apply,
        judge as judge,
        outcome as outcome,
        place as place,
    )
    from summy.refusals import Refusal as Refusal, Refused as Refused
    from summy.replay import replay as replay
    from summy.rulesets import Ruleset as Ruleset, load_ruleset as load_ruleset, ruleset_names as ruleset_names
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
    "replay": "summy.replay",
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
