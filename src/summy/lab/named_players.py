"""Players by their specifications, as the lab's commands take them."""

from __future__ import annotations

from functools import lru_cache

from summy.engine.players import Player, player_from_spec


@lru_cache(maxsize=256)
def named_player(text: str) -> Player:
    """The player of that specification (`summy.engine.player_specs`); SummyError when there is none."""
    return player_from_spec(text)


def split_names(text: str) -> tuple[str, ...]:
    """Several players, divided by commas, which may also stand inside a player's options.

    >>> split_names("max,tess")
    ('max', 'tess')
    >>> split_names("sim:iterations=200,plies=2,max")
    ('sim:iterations=200,plies=2', 'max')
    """
    names: list[str] = []
    for part in text.split(","):
        if names and "=" in part and ":" not in part:
            names[-1] += f",{part}"
        else:
            names.append(part)
    return tuple(names)
