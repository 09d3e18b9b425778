"""The client of the line protocol, against the real program and against programs that misbehave."""

from __future__ import annotations

import sys

import pytest

from damage import GOOD_TEXT
from summy.deal import Deal
from summy.engine.movegen import any_play
from summy.engine.players import Limits, choose
from summy.engine.selfplay import seen_by_mover
from summy.errors import SummyError
from summy.lab.client import Engine, EngineGone
from summy.lab.games import seed_of_game
from summy.lab.named_players import named_player
from summy.log import decide, fold, start
from summy.position_text import parse_position
from summy.rulesets import load_ruleset

pytestmark = pytest.mark.kernel

POSITION = parse_position(GOOD_TEXT.strip())


def test_a_whole_game_against_the_program() -> None:
    """The program as side 1, another player as side 2; every move of the program is the one its player would choose."""
    pip, tess = named_player("pip"), named_player("tess")
    state = start(Deal(load_ruleset("summy-draft"), seed_of_game(2, 3), 2))
    asked = 0
    with Engine() as engine:
        engine.set_option("Player", "tess")
        engine.set_option("Seed", 7)
        while state.ended is None:
            seen = seen_by_mover(state.position)
            if seen.to_move == 0:
                move = engine.best_move(seen).move
                assert move == choose(tess, seen, Limits(7)).move
                asked += 1
            else:
                move = choose(pip, seen, Limits(7)).move
            state = fold(state, decide(state, move, seen.to_move, any_play=any_play))
    assert asked > 1


def test_analyses_and_errors() -> None:
    with Engine() as engine:
        assert engine.introduction[-1] == "summyok"
        answer = engine.best_move(POSITION, limits="iterations 16")
        assert answer.information[0].startswith("method simulation")
        with pytest.raises(SummyError) as unknown:
            engine.set_option("Player", "nobody")
        assert unknown.value.code == "unknown_player"
        with pytest.raises(SummyError) as hidden:
            engine.best_move(POSITION, ["1,-2v 6x(3)+40=58"])
        assert hidden.value.code == "bad_form"
        with pytest.raises(SummyError) as refused:
            engine.best_move(POSITION, ["pass"])
        assert refused.value.code == "stock_not_empty"
        assert engine.best_move(POSITION).text


def test_a_program_that_ends() -> None:
    with pytest.raises(EngineGone):
        Engine([sys.executable, "-c", "pass"])
    program = "import sys; print('summyok', flush=True); sys.stdin.readline(); sys.stdin.readline()"
    with Engine([sys.executable, "-c", program]) as engine, pytest.raises(EngineGone):
        engine.best_move(POSITION)
