"""`summy play`: whole games by script, loose ways of typing, help on request, records that verify."""

from __future__ import annotations

from pathlib import Path

import pytest

from command_line import assert_refused_as_bad_input, summy
from summy import Game, Play, format_move, load_ruleset, parse_position
from summy.cli.typed_moves import read_typed_move
from summy.engine.players import PLAYERS, Limits, choose
from summy.engine.selfplay import seen_by_mover
from summy.errors import FormatError
from summy.move import Discard

SEED = bytes(range(32))


def script_of_a_game(opponent: str | None) -> tuple[list[str], Game]:
    """What a person who always takes the best play types, and the game that follows."""
    game = Game.new(load_ruleset("summy"), seed=SEED, sides=1 if opponent is None else 2)
    assert game.deal is not None
    own = game.deal.seats.index(0)
    lines = []
    while game.outcome is None:
        position = game.position
        if position.to_move == own:
            move = game.legal_moves().best() or game.legal_moves().others[-1]
            text = format_move(move, position.board, position.ruleset)
            lines.append(text.replace("(", "").replace(")", ""))
        else:
            assert opponent is not None
            limits = Limits(int.from_bytes(SEED[:4], "big"))
            move = choose(PLAYERS[opponent], seen_by_mover(position), limits).move
        game.play(move)
    return lines, game


@pytest.mark.parametrize("opponent", ["pip", "tess", "max"])
def test_whole_game_against_the_computer(opponent: str, tmp_path: Path) -> None:
    lines, game = script_of_a_game(opponent)
    record = tmp_path / "game.sgr"
    ran = summy("play", "--against", opponent, "--seed", SEED.hex(), "--save", str(record), stdin="\n".join(lines))
    assert (ran.code, ran.err) == (0, "")
    assert game.outcome is not None
    for score in game.outcome.scores:
        assert str(score) in ran.out.splitlines()[-4]
    assert SEED.hex() in ran.out
    verified = summy("replay", str(record), "--verify-deal", "--json")
    assert verified.code == 0
    assert verified.json["games"][0]["scores"] == list(game.outcome.scores)


def test_game_alone_is_compared_with_the_computer_on_the_same_tiles() -> None:
    lines, game = script_of_a_game(None)
    ran = summy("play", "--against", "nobody", "--seed", SEED.hex(), stdin="\n".join(lines))
    assert ran.code == 0
    assert f"You {game.position.scores[0]}" in ran.out
    assert "Max makes" in ran.out


def test_other_hand_and_its_discards_stay_hidden() -> None:
    lines, game = script_of_a_game("tess")
    ran = summy("play", "--against", "tess", "--seed", SEED.hex(), stdin="\n".join(["log", *lines, "log"]))
    for event in game.events:
        if event.side != (game.deal.seats.index(0) if game.deal else 0) and event.kind == "discard":
            assert f"Tess: {event.text}" not in ran.out


def test_help_moves_and_wrong_moves_cost_nothing() -> None:
    typed = ["help", "moves 2", "moves", "table", "log", "nonsense", "0,0> 1", "pass", "rules", "save", "", "quit"]
    ran = summy("play", "--against", "nobody", "--seed", SEED.hex(), stdin="\n".join(typed))
    assert ran.code == 0
    assert "discard 7 +" in ran.out
    assert "That is not a move." in ran.out
    assert "There is already a tile at 0,0." in ran.out
    assert "You can pass only when the stock is empty." in ran.out
    assert "The game is left unfinished." in ran.out


def test_end_of_input_leaves_the_game() -> None:
    assert summy("play", "--against", "nobody").code == 0


@pytest.mark.parametrize("options", [["--against", "somebody"], ["--seed", "12"], ["--rules", "go"], ["--lang", "xx"]])
def test_bad_options(options: list[str]) -> None:
    assert_refused_as_bad_input(summy("play", *options))


POSITION = parse_position("summy;1@-3,0 +@-2,0 2@-1,0 =@0,0 3@1,0;-4,0 2,0;04568+x= #8;6 0;0;70;0;#0 #3;-")


@pytest.mark.parametrize("typed", ["1,-1v 6(3)x8=504", "1,-1v 63x8=504", "1,-1V63*8=504", "  1,-1v   63×8=504 "])
def test_parentheses_may_be_left_out(typed: str) -> None:
    move = read_typed_move(typed, POSITION)
    assert isinstance(move, Play)
    assert format_move(move, POSITION.board, POSITION.ruleset) == "1,-1v 6(3)x8=504"
    assert move.written is not None
    assert move.written.length == 8


@pytest.mark.parametrize("typed", ["discard 4 +", "discard 4+", "discard +4", "DISCARD 4+"])
def test_tiles_may_be_written_together(typed: str) -> None:
    assert read_typed_move(typed, POSITION) == Discard(("4", "+"))


@pytest.mark.parametrize("typed", ["", "1,-1", "63x8=504", "discard", "discard &", "1,-1v 6(3x8=504", ">"])
def test_what_is_no_move(typed: str) -> None:
    with pytest.raises(FormatError):
        read_typed_move(typed, POSITION)
