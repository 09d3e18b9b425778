"""`summy replay` and `summy convert`: good games, games with faults, round trips."""

from __future__ import annotations

import json

import pytest

from command_line import assert_refused_as_bad_input, summy
from damage import GOOD, GOOD_TEXT
from summy import Game, format_record, load_ruleset
from summy.record import record_of


def game_text(seed: int, rules: str = "summy") -> str:
    """The record of a game in which every side takes the best play."""
    game = Game.new(load_ruleset(rules), seed=seed.to_bytes(32, "big"))
    assert game.deal is not None
    while game.outcome is None:
        game.play(game.legal_moves().best() or game.legal_moves().others[-1])
    tags: dict[str, str | tuple[str, ...]] = {"Deal": game.deal.commitment, "Seed": game.deal.seed.hex()}
    return format_record(
        record_of(game.position.ruleset, ["Ada", 'Bo \\ "B"'], game.events, ended=game.outcome, tags=tags)
    )


GAMES = "\n".join(game_text(seed) for seed in range(3))


def test_good_games_verify() -> None:
    ran = summy("replay", "-", "--verify-deal", "--json", stdin=GAMES)
    assert ran.code == 0
    assert [game["deal_verified"] for game in ran.json["games"]] == [True, True, True]
    assert all(game["problems"] == [] for game in ran.json["games"])


def test_one_line_a_game_for_people() -> None:
    ran = summy("replay", "-", stdin=GAMES)
    assert ran.code == 0
    assert [line.split(":")[0] for line in ran.out.splitlines()] == ["game 1", "game 2", "game 3"]


def test_tables_are_drawn_on_request() -> None:
    ran = summy("replay", "-", "--tables", stdin=game_text(1))
    assert ran.out.count("\n 0 ") > 5


def test_fault_is_told_with_its_line_and_exit_code_one() -> None:
    lines = game_text(1).splitlines()
    place = next(number for number, line in enumerate(lines) if line.startswith("1 1 "))
    head, points, total = lines[place].rsplit(" | ", 2)
    lines[place] = f"{head} | +99 | {total}"
    ran = summy("replay", "-", "--json", stdin="\n".join(lines))
    assert ran.code == 1
    assert ran.json["games"][0]["problems"][0] == {
        "line": place + 1,
        "message": f"{head.split(' | ')[2].strip()} gives {points} points, not +99",
    }


def test_deal_of_another_seed_does_not_verify() -> None:
    ours, other = game_text(1), (2).to_bytes(32, "big").hex()
    changed = ours.replace((1).to_bytes(32, "big").hex(), other)
    assert summy("replay", "-", stdin=changed).code == 0
    assert summy("replay", "-", "--verify-deal", stdin=changed).code == 1


def test_record_without_a_seed_cannot_be_verified() -> None:
    without = "\n".join(line for line in game_text(1).splitlines() if not line.startswith("[Seed"))
    ran = summy("replay", "-", "--verify-deal", stdin=without)
    assert ran.code == 1
    assert "Seed" in ran.out


@pytest.mark.parametrize("content", ["", "\n\n"])
def test_nothing_to_replay(content: str) -> None:
    assert_refused_as_bad_input(summy("replay", "-", stdin=content))


def test_records_to_json_lines_and_back() -> None:
    there = summy("convert", "-", stdin=GAMES)
    assert there.code == 0
    assert json.loads(there.out.splitlines()[0])["Sides"] == ["Ada", 'Bo \\ "B"']
    assert summy("replay", "-", "--verify-deal", stdin=there.out).code == 0
    assert summy("convert", "-", stdin=there.out).out == GAMES


@pytest.mark.parametrize("to", ["text", "json"])
def test_converting_into_the_form_it_has_is_allowed(to: str) -> None:
    text = summy("convert", "-", "--to", to, stdin=GAMES).out
    assert summy("convert", "-", "--to", to, stdin=text).out == text


def test_positions_to_text_and_back() -> None:
    there = summy("convert", "-", stdin=json.dumps(GOOD, indent=1))
    assert there.out == GOOD_TEXT + "\n"
    assert json.loads(summy("convert", "-", stdin=there.out).out) == GOOD


def test_many_positions_one_a_line() -> None:
    many = "\n".join([GOOD_TEXT, "", GOOD_TEXT.replace(";70;", ";69;")])
    there = summy("convert", "-", stdin=many)
    assert [json.loads(line)["stock"] for line in there.out.splitlines()] == [70, 69]
    assert summy("convert", "-", stdin=there.out).out == many.replace("\n\n", "\n") + "\n"


def test_fault_in_one_of_many_names_its_line() -> None:
    ran = summy("convert", "-", stdin=f"{GOOD_TEXT}\n{GOOD_TEXT.replace('summy', 'go')}\n")
    assert_refused_as_bad_input(ran)
    assert "line 2" in ran.err


def test_record_with_faults_is_not_converted() -> None:
    ran = summy("convert", "-", stdin=game_text(1).replace("+", "*"))
    assert_refused_as_bad_input(ran)
    assert "line " in ran.err
