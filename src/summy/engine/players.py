"""The computer players, and how one of them chooses a move.

None knows more than its side may see: the choice depends on the table, its own hand, the scores and the size of the
stock. With equal seeds they choose equally, as long as no clock cuts them short.

What a player may do instead of playing comes from the ruleset (discard, exchange, pass, challenge). Plays come from
`summy.engine.movegen`, which raises `UnsupportedRules` for rulesets it cannot generate.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from summy.engine.choice import Choice, Limits, NoLegalMove
from summy.engine.habits import Habits, choose_by_habits
from summy.engine.levels import LEVELS
from summy.engine.perception import lot
from summy.engine.player import Player
from summy.engine.player_specs import player_from_spec
from summy.engine.thinking import Thinking, choose_by_thinking
from summy.move import Challenge, Pass
from summy.position import Position
from summy.referee import ends_when_accepted, judge, outcome, untrue_line
from summy.refusals import Refused, refuse

__all__ = [
    "PLAYERS",
    "Choice",
    "Habits",
    "Limits",
    "NoLegalMove",
    "Player",
    "Thinking",
    "choose",
    "player_from_spec",
]

PLAYERS: Mapping[str, Player] = MappingProxyType({player.id: player for player in LEVELS})
"""The computer players by id, weakest first."""


def choose(player: Player, position: Position, limits: Limits) -> Choice:
    """The player's move.

    Args:
        player: one of `PLAYERS`, or any other.
        position: as the side to move sees it; parts that are hidden from it are not looked at (but by players that
            `sees_all` marks).
        limits: seed and time.

    Errors: Refused (`game_over`); FormatError when the hand of the side to move is unknown; UnsupportedRules;
    NoLegalMove where the rules leave nothing to do.
    """
    if outcome(position) is not None:
        raise Refused(refuse("game_over"))
    seed = _seed(player, position, limits)
    if _doubts_pending_play(player, position, seed):
        return Choice(Challenge(), 0.0)
    choice: Choice | None = None
    if not ends_when_accepted(position):
        if player.thinking is not None:
            own = int.from_bytes(seed[:7], "big")
            choice = choose_by_thinking(player.thinking, position, replace(limits, seed=own))
        elif player.habits is not None:
            choice = choose_by_habits(player.habits, position, seed)
    return choice or _pass(position)


def _seed(player: Player, position: Position, limits: Limits) -> bytes:
    """Key of the lots of one choice, from what the side to move may see."""
    seen = (
        player.id,
        limits.seed,
        position.to_move,
        position.scores,
        position.hand,
        position.stock_count,
        len(position.board),
        position.scoreless,
    )
    return hashlib.blake2b(repr(seen).encode(), digest_size=16).digest()


def _doubts_pending_play(player: Player, position: Position, seed: bytes) -> bool:
    pending = position.pending
    if pending is None or not judge(position, Challenge()).legal:
        return False
    return untrue_line(position, pending.move) is not None and lot(seed, "doubt") < player.doubt


def _pass(position: Position) -> Choice:
    """Pass, where the rules allow it."""
    if judge(position, Pass()).legal:
        return Choice(Pass(), 0.0)
    raise NoLegalMove
