"""Players by a line of text, as the lab's commands take them.

A specification is the name of a player, or `greedy`, `sim` or `cheat`, and after a colon what is to be different:
`ada`, `sim:iterations=200,plies=2`, `ada:leaves=no`, `cheat:candidates=20`.
"""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

from summy.engine.levels import GREEDY, LEVELS
from summy.engine.player import Player
from summy.engine.rollouts import Policy
from summy.engine.simulation_options import SimulationOptions
from summy.engine.thinking import Thinking
from summy.errors import SummyError

SIMULATING = Player("sim", "Simulation", "", "", thinking=Thinking())
CHEATING = Player(
    "cheat",
    "Cheat",
    "",
    "",
    thinking=Thinking(SimulationOptions(iterations=0, plies=-1, candidates=40, swaps=8, minimum=1, cheats=True)),
)
"""Sees all hands and the stock in its order, plays every candidate to the end of the game and takes the best."""

BASES = {player.id: player for player in (*LEVELS, GREEDY, SIMULATING, CHEATING)}

SWITCHES = {"yes": True, "no": False}


def player_from_spec(text: str) -> Player:
    """The player that a specification describes.

    Errors: SummyError (`unknown_player`, `bad_player`) that says what is wrong.
    """
    name, colon, rest = text.partition(":")
    if name not in BASES:
        raise SummyError("unknown_player", f"there is no player {name}; there are {', '.join(BASES)}")
    player = BASES[name]
    if not colon:
        return player
    if player.thinking is None:
        raise SummyError("bad_player", f"{name} does not look ahead: nothing about it can be set")
    thinking, simulation, policy = player.thinking, player.thinking.simulation, player.thinking.simulation.policy
    numbers = {field.name for field in fields(SimulationOptions) if field.type == "int"}
    for setting in rest.split(","):
        key, _, value = setting.partition("=")
        if key in numbers:
            changed: dict[str, Any] = {key: _number(key, value)}
            simulation = replace(simulation, **changed)
        elif key == "compared":
            policy = Policy(_number(key, value), policy.leaves)
        elif key == "confidence":
            simulation = replace(simulation, confidence=_share(key, value))
        elif key in ("chances", "leaves"):
            switched: dict[str, Any] = {key: _switch(key, value)}
            simulation = replace(simulation, **switched)
        elif key in ("endgame", "near"):
            ending: dict[str, Any] = {key: _switch(key, value)}
            thinking = replace(thinking, **ending)
        else:
            known = ", ".join(sorted({*numbers, "compared", "confidence", "chances", "leaves", "endgame", "near"}))
            raise SummyError("bad_player", f"{key or setting}: can be set are {known}")
    return replace(player, id=text, thinking=replace(thinking, simulation=replace(simulation, policy=policy)))


def _number(key: str, value: str) -> int:
    try:
        return int(value)
    except ValueError:
        raise SummyError("bad_player", f"{key} takes a whole number") from None


def _share(key: str, value: str) -> float:
    try:
        share = float(value)
    except ValueError:
        share = 2.0
    if not 0 < share < 1:
        raise SummyError("bad_player", f"{key} takes a number between 0 and 1")
    return share


def _switch(key: str, value: str) -> bool:
    if value not in SWITCHES:
        raise SummyError("bad_player", f"{key} takes yes or no")
    return SWITCHES[value]
