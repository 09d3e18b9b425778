"""Players by their specifications, as the lab's commands take them."""

from __future__ import annotations

from functools import lru_cache

from summy.engine.players import Player, player_from_spec


@lru_cache(maxsize=256)
def named_player(text: str) -> Player:
    """The player of that specification (`summy.engine.player_specs`); SummyError when there is none."""
    return player_from_spec(text)
