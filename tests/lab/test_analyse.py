"""Analyses of positions, reviews of games."""

from __future__ import annotations

import json
from itertools import count
from pathlib import Path

import pytest

from command_line import Ran, assert_refused_as_bad_input, summy
from damage import GOOD_TEXT
from summy.engine.endgame import solve
from summy.engine.leaves import leave_value
from summy.engine.movegen import generate
from summy.engine.players import Limits, choose
from summy.engine.selfplay import seen_by_mover
from summy.errors import FormatError, SummyError
from summy.lab.analysis import analyse_static, weigh
from summy.lab.games import PlayedGame, play, seed_of_game
from summy.lab.named_players import named_player
from summy.lab.review import review
from summy.lab.searching import Effort, analyse
from summy.move import Discard, Pass, format_move, parse_move
from summy.position import Position
from summy.position_text import format_position, parse_position
from summy.record import format_record, read_records
from summy.refusals import Refused
from summy.rulesets import load_ruleset

pytestmark = pytest.mark.kernel

POSITION = parse_position(GOOD_TEXT.strip())
FEW = Effort(top=1, nodes=2000)
"""Little enough for a whole game in a second."""

OVER = "summy;=@0,0;;#0 #0;6 5;0;0;2;#0 #0;-"


@pytest.fixture(scope="module", params=["summy", "amath-70"])
def game(request: pytest.FixtureRequest) -> PlayedGame:
    ruleset = load_ruleset(request.param)
    return play(ruleset, seed_of_game(1, 1), [named_player("pip"), named_player("max")], ("pip", "max"))


def test_static_values_are_points_and_tiles_kept() -> None:
    analysis = analyse_static(POSITION, 400)
    values = [candidate.value for candidate in analysis.candidates]
    assert values == sorted(values, reverse=True)
    assert {candidate.text for candidate in analysis.candidates} >= set(generate(POSITION).texts)
    for candidate in analysis.candidates:
        verdict = weigh(POSITION, candidate.move)
        assert (candidate.points, candidate.value) == (verdict.points, pytest.approx(verdict.points + verdict.leave))
    swap = next(candidate for candidate in analysis.candidates if candidate.move == Discard(("0", "4", "5")))
    assert swap.leave == leave_value(["6", "8", "+", "x", "="], POSITION.ruleset, 70)
    assert swap.points == 0


def test_the_best_move_is_that_of_the_player_who_sees_everything() -> None:
    """Max weighs the same; among equals he draws lots, so values are compared."""
    choice = choose(named_player("max"), POSITION, Limits(1))
    best = analyse_static(POSITION, 1).best
    assert best is not None
    assert best.value == pytest.approx(choice.evaluation)


def test_moves_that_are_asked_for_are_judged_however_bad() -> None:
    bad = parse_move("discard 0 4 5 6 8 + x =", POSITION.ruleset)
    analysis = analyse(POSITION, Effort(top=2), [bad])
    assert len(analysis.candidates) == 3
    assert analysis.candidates[-1].move == bad
    again = analyse(POSITION, Effort(top=3), [analysis.candidates[0].move])
    assert len(again.candidates) == 3


def test_what_cannot_be_analysed() -> None:
    with pytest.raises(SummyError) as over:
        analyse_static(parse_position(OVER), 5)
    assert over.value.code == "game_over"
    with pytest.raises(FormatError):
        analyse_static(parse_position(GOOD_TEXT.strip().replace("04568+x= #8", "#8 #8")), 5)
    with pytest.raises(Refused):
        weigh(POSITION, Pass())


def test_a_review_finds_what_a_beginner_gave_away(game: PlayedGame) -> None:
    judged = review(game.record(), lambda position, also: analyse(position, FEW, also))
    beginner, strong = judged.sides
    played = [event for event in game.events if event.move is not None]
    assert [move.played.text for move in judged.moves] == [event.text for event in played]
    assert [move.played.points for move in judged.moves] == [event.points for event in played]
    assert (judged.skipped, beginner.moves + strong.moves) == (0, len(played))
    assert beginner.loss == pytest.approx(sum(move.loss for move in judged.moves if move.side == 0))
    assert beginner.loss > max(20, strong.loss)
    assert beginner.worst is not None
    assert beginner.worst.loss == max(move.loss for move in judged.moves if move.side == 0)
    for move, turn in zip(judged.moves, [turn for turn in game.turns if turn.events[0].move], strict=True):
        best = analyse(seen_by_mover(turn.before.position), FEW, [move.played.move]).best
        assert best is not None
        assert move.best.value == best.value


def test_games_played_on_give_chances_and_intervals() -> None:
    first = analyse(POSITION, Effort(seed=1, top=4, iterations=64))
    assert first == analyse(POSITION, Effort(seed=1, top=4, iterations=64))
    other = analyse(POSITION, Effort(seed=2, top=4, iterations=64))
    assert (first.method, len(first.candidates)) == ("simulation", 4)
    assert first.candidates[0].line
    values = {each.text: each for each in other.candidates}
    assert first.candidates != other.candidates
    for candidate in first.candidates:
        assert candidate.error is not None
        assert candidate.win is not None
        assert 0 < candidate.win < 1
        if candidate.text in values:
            error = candidate.error + (values[candidate.text].error or 0)
            assert abs(candidate.value - values[candidate.text].value) < 2 * error


def test_a_bad_move_is_tried_beside_the_best() -> None:
    bad = parse_move("discard 0 4 5 6 8 + x =", POSITION.ruleset)
    analysis = analyse(POSITION, Effort(seed=1, top=2, iterations=32), [bad])
    assert [candidate.move for candidate in analysis.candidates].index(bad) == 2
    assert analysis.candidates[0].value > analysis.candidates[2].value + 10


def test_a_simulation_that_is_stopped_before_it_began_leaves_points_and_leave() -> None:
    assert analyse(POSITION, Effort(iterations=64), stopped=lambda: True).method == "static"
    assert analyse(POSITION, Effort(seconds=0.3)).method == "simulation"


@pytest.fixture(scope="module")
def endings() -> list[Position]:
    """Positions of one game of A-Math with an empty stock, as the side to move sees them."""
    return endings_of_game(1)


def endings_of_game(number: int) -> list[Position]:
    ruleset = load_ruleset("amath-70")
    game = play(ruleset, seed_of_game(1, number), [named_player("tess"), named_player("max")], ("tess", "max"))
    states = [turn.before.position for turn in game.turns if turn.before.position.stock_empty]
    return [seen_by_mover(state) for state in states]


def test_end_games_have_exact_values(endings: list[Position]) -> None:
    for position in endings[1:]:
        analysis = analyse(position, Effort(top=3))
        best = analysis.best
        assert best is not None
        assert (analysis.method, analysis.proved) == ("endgame", True)
        assert best.value == solve(position).difference
        assert best.win == (1 if best.value > 0 else 0)


def test_a_move_of_an_end_game_is_worth_what_follows_from_it() -> None:
    # Which games end with a choice depends on the players: take the first that does.
    found = (ending for number in count(1) for ending in endings_of_game(number)[1:])
    position = next(ending for ending in found if 2 < len(generate(ending)) < 30)
    every = analyse(position, Effort(top=50)).candidates
    assert len(every) > 2
    for candidate in every:
        asked = analyse(position, Effort(top=1), [candidate.move]).candidates
        assert next(each.value for each in asked if each.text == candidate.text) == candidate.value


def test_an_end_game_that_cannot_be_proved_in_time_is_judged_by_points(endings: list[Position]) -> None:
    stopped = analyse(endings[0], Effort(nodes=1), stopped=lambda: True)
    assert (stopped.method, stopped.proved) == ("static", False)
    assert analyse(endings[1], Effort(nodes=0)).method == "static"
    guess = analyse(endings[0], Effort(nodes=1, endgame=True))
    assert (guess.method, guess.proved) == ("endgame", False)
    with pytest.raises(SummyError) as caught:
        analyse(POSITION, Effort(endgame=True))
    assert caught.value.code == "no_endgame"


def test_hidden_tiles_are_not_judged() -> None:
    game = play(load_ruleset("summy"), seed_of_game(1, 1), [named_player("pip")] * 2, ("a", "b"))
    text = format_record(game.record())
    swap = next(event for event in game.record().events if event.event.startswith("discard"))
    assert isinstance(swap.hand, tuple)
    count = len(swap.event.split()) - 1
    tags = [line for line in text.splitlines() if not line.startswith(("[Deal", "[Seed"))]
    hidden = "\n".join(tags).replace(f"| {swap.event} ", f"| discard #{count} ", 1) + "\n"
    record = read_records(hidden)[0]
    judged = review(record, lambda position, also: analyse(position, Effort(top=1), also))
    assert judged.skipped == 1
    assert len(judged.moves) == sum(event.move is not None for event in game.events) - 1


def test_a_faulty_record_is_refused(game: PlayedGame) -> None:
    text = format_record(game.record()).replace("| +0 ", "| +1 ", 1)
    with pytest.raises(FormatError, match="the record has faults"):
        review(read_records(text)[0], lambda position, also: analyse(position, Effort(top=1), also))


# ------------------------------------------------------------------------------------------------ command line


def analysed(*arguments: str, stdin: str = GOOD_TEXT) -> Ran:
    ran = summy("analyse", "-", *arguments, stdin=stdin)
    assert (ran.code, ran.err) == (0, "")
    return ran


def test_position_for_programs() -> None:
    answer = analysed("--json", "--top", "3", "--player", "max").json
    assert answer["method"] == "simulation"
    assert len(answer["moves"]) == 3
    assert all(0 < move["win"] < 1 and move["error"] > 0 for move in answer["moves"])
    assert set(answer["moves"][0]) == {"kind", "text", "points", "leave", "value", "error", "win", "line"}
    assert answer["player"]["name"] == "max"
    assert analysed("--format", "json", "--top", "3", "--player", "max").json == answer


def test_position_for_people() -> None:
    ran = analysed("--top", "2", "--player", "max", "--iterations", "0")
    head, first, second, method, player = ran.out.splitlines()
    assert head.split() == ["points", "leave", "value"]
    assert first.split()[0] == second.split()[0] == "26"
    assert method == "325 moves weighed by points and tiles kept, without looking ahead"
    assert player.startswith("max plays ")
    portuguese = analysed("--top", "2", "--lang", "pt-br", "--iterations", "0").out
    assert portuguese.splitlines()[0] != head


def test_game_for_programs_and_people(game: PlayedGame, tmp_path: Path) -> None:
    file = tmp_path / "game.sgr"
    file.write_text(format_record(game.record()), encoding="utf-8")
    told = summy("analyse", str(file), "--json", "--nodes", "2000", "--iterations", "0").json["games"][0]
    assert [side["name"] for side in told["sides"]] == ["pip", "max"]
    assert told["sides"][0]["loss"] == pytest.approx(
        sum(move["loss"] for move in told["moves"] if move["side"] == 1), abs=0.1
    )
    assert told["sides"][0]["worst"]["loss"] == max(move["loss"] for move in told["moves"] if move["side"] == 1)
    printed = summy("analyse", str(file), "--nodes", "2000", "--iterations", "0").out.splitlines()
    assert printed[0] == "pip : max"
    assert sum(" less than " in line for line in printed) == sum(move["loss"] > 0 for move in told["moves"])
    assert printed[-2].startswith(f"pip: {told['sides'][0]['best']} of {told['sides'][0]['moves']} moves")


def test_bad_input_is_one_line(game: PlayedGame) -> None:
    record = format_record(game.record())
    for arguments, stdin in (
        ([], ""),
        ([], "nonsense"),
        ([], OVER),
        (["--player", "nobody"], GOOD_TEXT),
        (["--player", "max"], record),
        (["--top", "0"], GOOD_TEXT),
        ([], record.replace("| +0 ", "| +1 ", 1)),
    ):
        assert_refused_as_bad_input(summy("analyse", "-", *arguments, stdin=stdin))


def test_the_order_of_equal_moves_is_that_of_their_texts() -> None:
    candidates = analyse_static(POSITION, 50).candidates
    assert [each.text for each in candidates] == [
        each.text for each in sorted(candidates, key=lambda each: (-each.value, each.text))
    ]
    assert json.loads(json.dumps(format_position(POSITION))) == GOOD_TEXT.strip()
    assert format_move(candidates[0].move, POSITION.board, POSITION.ruleset) == candidates[0].text
