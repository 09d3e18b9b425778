"""Players by their names, as the lab's commands take them."""

from __future__ import annotations

from summy.engine.players import PLAYERS, Player
from summy.errors import SummyError


def named_player(text: str) -> Player:
    """The player of that name; SummyError (`unknown_player`) when there is none."""
    if text not in PLAYERS:
        raise SummyError("unknown_player", f"there is no player {text}; there are {', '.join(PLAYERS)}")
    return PLAYERS[text]
