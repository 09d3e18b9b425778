"""The library's front: a game played move by move, and its legal moves as a lazy sequence."""

from __future__ import annotations

import subprocess
import sys

import pytest

import summy
from summy import Discard, Exchange, Game, Pass, Resign, legal_moves, load_ruleset, parse_move, parse_position
from summy.engine.players import PLAYERS, Limits, choose
from summy.engine.selfplay import seen_by_mover
from summy.log import fold
from summy.move import Challenge, Move
from summy.position_text import format_position
from summy.refusals import Refused

EXAMPLE = parse_position("summy;1@-3,0 +@-2,0 2@-1,0 =@0,0 3@1,0;-4,0 2,0;04568+x= #8;6 0;0;70;0;#0 #3;-")
SMALL = parse_position("summy;=@0,0;;123+ #8;0 0;0;70;0;#0 #0;-")
OUT = parse_position('amath{"challenge":"challenge"};1@G8 =@H8 1@I8 2@J8;;#0 2[17];7 0;1;0;0;#0 #0;G8> (1=1)2/#0')


def move(text: str) -> Move:
    return parse_move(text)


# ---------------------------------------------------------------------------------------------- legal moves


def test_the_example_of_the_formats_page() -> None:
    found = legal_moves(EXAMPLE)
    assert len(found.plays) == 70
    best = found.best()
    assert best is not None
    assert summy.judge(EXAMPLE, best).score == 26
    assert len(found.others) == 2**8 - 1
    assert len(found) == 70 + 255


def test_moves_are_a_sequence() -> None:
    found = legal_moves(SMALL)
    listed = list(found)
    assert len(listed) == len(found) == 4 + 15
    assert [found[index] for index in range(len(found))] == listed
    assert [found[index] for index in range(-len(found), 0)] == listed
    assert (found[1:3], found[::-1]) == (listed[1:3], listed[::-1])
    assert "4 plays, 15 others" in repr(found)
    for index in (len(found), -len(found) - 1):
        with pytest.raises(IndexError):
            _ = found[index]


def test_plays_come_first_then_discards_then_the_pass() -> None:
    kinds = [type(each).__name__ for each in legal_moves(SMALL)]
    assert kinds == ["Play"] * 4 + ["Discard"] * 15
    empty = parse_position("summy;=@0,0;;123+ #8;0 0;0;0;0;#0 #0;-")
    assert [type(each).__name__ for each in legal_moves(empty)] == ["Play"] * 4 + ["Pass"]
    unknown = parse_position("summy;=@0,0;;11 #8;0 0;0;#;0;#0 #0;-")
    assert list(legal_moves(unknown)) == [Discard(("1",)), Discard(("1", "1"))]


def test_what_is_listed_is_legal_and_what_is_legal_is_in() -> None:
    found = legal_moves(SMALL)
    assert all(each in found and summy.judge(SMALL, each).legal for each in found)
    assert move("-3,0> 1+2(=)3") in found
    assert move("-3,0> 1+2(=)4") not in found
    assert move("discard 1 1") not in found
    for other in (move("discard #2"), move("resign"), move("challenge"), move("pass"), "discard 1", None):
        assert other not in found


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize(
    ("tiles", "hand"), [("=@{e},0", "123+"), ("1@{e},{e} =@0,{e}", "123+=-"), ("=@{e},3", "1123+-x")]
)
def test_no_play_leaves_the_unlimited_table(tiles: str, hand: str, sign: int) -> None:
    for edge in range(999_996, 1_000_001):
        board = tiles.format(e=sign * edge)
        position = parse_position(f"summy;{board};;{hand} #8;0 0;0;70;0;#0 #0;-")
        for play in legal_moves(position).plays:
            assert summy.judge(position, play).legal
            text = summy.format_move(play, position.board, position.ruleset)
            assert parse_move(text, position.ruleset) == play
    here = parse_position(f"summy;=@{sign * 999_997},0;;123+ #8;0 0;0;70;0;#0 #0;-")
    assert len(legal_moves(here).plays) == 4


def test_exchanges_of_amath() -> None:
    position = parse_position("amath;=@H8;;[17][17]? #8;0 0;0;5;0;#0 #0;-")
    *swaps, last = legal_moves(position).others
    multisets = [("17",), ("?",), ("17", "17"), ("17", "?"), ("17", "17", "?")]
    assert set(swaps) == {Exchange(tiles) for tiles in multisets}
    assert (len(swaps), last) == (5, Pass())
    few = parse_position("amath;=@H8;;[17][17]? #8;0 0;0;4;0;#0 #0;-")
    assert legal_moves(few).others == (Pass(),)
    never = parse_position('amath{"pass":"never"};=@H8;;[17] #8;0 0;0;4;0;#0 #0;-')
    assert list(legal_moves(never)) == []


def test_a_game_that_is_over_has_no_moves() -> None:
    for text in ("summy;=@0,0;;123+ #8;0 0;0;0;2;#0 #0;-", "amath;=@H8;;01 #0;0 0;0;0;0;#0 #0;-"):
        found = legal_moves(parse_position(text))
        assert (list(found), len(found), found.best()) == ([], 0, None)
        assert Pass() not in found


def test_a_play_that_went_out_can_only_be_accepted() -> None:
    found = legal_moves(OUT)
    assert list(found) == [Pass()]
    assert found.best() is None
    for player in PLAYERS.values():
        assert choose(player, OUT, Limits(seed=1)).move in (Pass(), Challenge())


def test_what_the_other_side_drew_is_hidden_from_a_computer_player() -> None:
    waiting = parse_position('amath{"challenge":"challenge"};1@G8 =@H8 1@I8;;0246 1357;3 0;1;<89;0;#0 #0;G8> 1=1/246')
    seen = seen_by_mover(waiting)
    assert format_position(seen) == (
        'amath{"challenge":"challenge"};1@G8 =@H8 1@I8;;#4 1357;3 0;1;2;0;#0 #0;G8> 1=1/#3'
    )


# ---------------------------------------------------------------------------------------------- a game


def test_a_game_is_its_events() -> None:
    game = Game.new(load_ruleset("summy"), seed=bytes(32))
    while game.outcome is None:
        best = game.legal_moves().best()
        before = game.position
        event = game.play(best or game.legal_moves()[-1])
        assert event.hand == before.hand
        assert event in game.events
    assert game.deal is not None
    assert fold(summy.log.start(game.deal), game.events) == game.state
    assert game.outcome.scores == game.position.scores
    assert "Summy" in repr(game)


def test_a_refused_move_changes_nothing() -> None:
    game = Game.from_position(SMALL)
    for refused, side in ((move("-3,0> 1+2(=)4"), None), (move("pass"), None), (move("-3,0> 1+2(=)3"), 1)):
        with pytest.raises(Refused):
            game.play(refused, side)
    assert (game.position, game.events) == (SMALL, [])
    assert game.play(move("-3,0> 1+2(=)3")).points == 6


def test_what_follows_by_itself_is_among_the_events() -> None:
    game = Game.from_position(parse_position("amath;1@G8 =@H8 1@I8;;-0 [17];3 9;0;0;0;#0 #0;-"))
    assert game.play(parse_move("G8> (1=1)-0", game.position.ruleset)).kind == "play"
    assert [event.kind for event in game.events] == ["play", "settle"]
    assert game.outcome is not None
    assert game.outcome.winner == 0


def test_after_the_end_nothing_is_legal() -> None:
    game = Game.from_position(SMALL)
    game.play(Resign())
    assert game.outcome is not None
    assert list(game.legal_moves()) == []
    refusal = game.judge(move("-3,0> 1+2(=)3")).refusal
    assert refusal is not None
    assert refusal.code == "game_over"
    with pytest.raises(Refused):
        game.play("timeout")


def test_actions_are_played_by_name() -> None:
    game = Game.new(load_ruleset("summy"), seed=bytes(32), sides=3)
    assert game.play("timeout").kind == "timeout"
    assert game.play(Resign(), side=0).side == 0
    assert game.state.left == {0}
    assert game.position.to_move == 1
    with pytest.raises(ValueError, match="unknown action"):
        game.play("-3,0> 1+2(=)3")


def test_the_default_number_of_sides_is_that_of_the_ruleset() -> None:
    assert Game.new(load_ruleset("summy-127"), seed=bytes(32)).position.sides == 2
    assert Game.new(load_ruleset("summy"), seed=bytes(32), sides=1).position.sides == 1


# ---------------------------------------------------------------------------------------------- the package


def test_every_public_name_can_be_loaded() -> None:
    for name in summy.__all__:
        assert getattr(summy, name) is not None
    assert set(summy.__all__) <= set(dir(summy))
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        _ = summy.nothing


def test_the_rules_do_not_load_the_engine() -> None:
    script = "import sys, summy; summy.judge, summy.replay, summy.Deal; print('summy.engine' in sys.modules)"
    answer = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert answer.stdout == "False\n"
