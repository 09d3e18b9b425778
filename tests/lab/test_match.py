"""Matches of mirrored pairs: fair, repeatable, the same for any number of workers."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from command_line import assert_refused_as_bad_input, summy
from summy.errors import SummyError
from summy.lab import match as matches
from summy.lab.games import play, seed_of_game
from summy.lab.match import Match, play_match, play_pair
from summy.lab.match_report import report, summary
from summy.lab.named_players import named_player
from summy.lab.statistics import SequentialTest, Verdict
from summy.record import read_records
from summy.replaying import replay
from summy.rulesets import load_ruleset

pytestmark = pytest.mark.kernel

DRAFT = load_ruleset("summy-draft")


@pytest.mark.parametrize(("rules", "player"), [("summy-draft", "max"), ("summy-draft", "tess"), ("summy", "pip")])
def test_a_player_against_itself_ties_every_pair(rules: str, player: str) -> None:
    result = play_match(Match(load_ruleset(rules), player, player, 4, seed=3))
    assert result.statistics.counts == (0, 0, 4, 0, 0)
    assert set(result.statistics.margins) == {0}
    assert result.divergent == 0


def test_pairs_change_seats_on_one_deal() -> None:
    pair = play_pair(Match(DRAFT, "max", "pip", 9, seed=5), 7)
    seed = seed_of_game(5, 7)
    assert pair.deal == seed.hex()
    begun = play(DRAFT, seed, [named_player("max"), named_player("pip")], ("max", "pip"))
    followed = play(DRAFT, seed, [named_player("pip"), named_player("max")], ("pip", "max"))
    assert begun.turns[0].before.position == followed.turns[0].before.position
    assert pair.scores == (begun.scores, followed.scores[::-1])
    won = [begun.winner, None if followed.winner is None else 1 - followed.winner]
    assert pair.half_points == sum(1 if side is None else 2 * (side == 0) for side in won)
    assert pair.margin == begun.scores[0] - begun.scores[1] + followed.scores[1] - followed.scores[0]


def test_players_can_take_games_over_near_their_end() -> None:
    rules = load_ruleset("summy")
    for from_stock in (30, 4):
        match = Match(rules, "pip", "lulu", 2, seed=5, from_stock=from_stock)
        assert f"from {from_stock} tiles in the stock on" in report(play_match(match))
        seed = seed_of_game(5, 1)
        names = ("pip", "lulu")
        before = play(rules, seed, [named_player("max")] * 2, names)
        after = play(rules, seed, [named_player(name) for name in names], names, from_stock)
        openings = [turn for turn in before.turns if turn.before.position.stock_count > from_stock]
        assert 0 < len(openings) < len(after.turns)
        assert list(after.turns[: len(openings)]) == openings
        assert after.turns != before.turns
        scores = play_pair(match, 1).scores
        assert scores[0] == after.scores


def test_seen_from_the_other_player_everything_is_turned_round() -> None:
    one = play_match(Match(DRAFT, "max", "pip", 6, seed=2)).statistics
    other = play_match(Match(DRAFT, "pip", "max", 6, seed=2)).statistics
    assert one.counts == other.counts[::-1]
    assert one.margins == tuple(-margin for margin in other.margins)


def test_files_are_the_same_for_any_number_of_workers(tmp_path: Path) -> None:
    written = []
    for workers in ("1", "2"):
        folder = tmp_path / workers
        ran = summy(
            "lab", "match", "max", "tess", "--rules", "summy-draft", "--pairs", "12", "--workers", workers,
            "--out", str(folder), "--records",
        )  # fmt: skip
        assert (ran.code, ran.err) == (0, "")
        written.append({path.name: path.read_bytes() for path in folder.iterdir()} | {"printed": ran.out.encode()})
    assert written[0] == written[1]
    assert set(written[0]) == {"match.json", "match.txt", "pairs.csv", "margins.svg", "games.sgr", "printed"}
    check_files(written[0])


def check_files(files: dict[str, bytes]) -> None:
    """The table of pairs, the summary and the games tell the same."""
    rows = list(csv.DictReader(files["pairs.csv"].decode().splitlines()))
    told = json.loads(files["match.json"])
    assert [int(row["pair"]) for row in rows] == list(range(12))
    assert told["margin"] == pytest.approx(sum(int(row["margin"]) for row in rows) / 24, abs=1e-6)
    assert told["half_points"] == [sum(row["half_points"] == str(points) for row in rows) for points in range(5)]
    assert {"commit", "machine", "python", "seed", "players", "rules_digest"} <= set(told)
    records = read_records(files["games.sgr"].decode())
    assert len(records) == 24
    assert not any(replay(record, verify_deal=True).problems for record in records[:4])
    first = records[0]
    assert first.tags["Sides"] == ("max", "tess")
    assert first.tag("Result") == f"{rows[0]['one_first']} {rows[0]['other_first']}"
    assert b"<svg" in files["margins.svg"]


def test_a_sequential_test_stops_at_a_look_for_any_number_of_workers() -> None:
    match = Match(DRAFT, "max", "pip", 400, seed=1, test=SequentialTest(0, 200))
    one, two = play_match(match), play_match(match, workers=2)
    assert one == two
    assert one.verdict is Verdict.ACCEPT_1
    assert len(one.pairs) < match.pairs
    assert len(one.pairs) % matches.BATCH == 0
    assert "H1: at least 200" in report(one)
    assert "measure on with a new seed" in report(one)


def test_an_undecided_test_says_so() -> None:
    result = play_match(Match(DRAFT, "max", "max", 3, test=SequentialTest(-1, 1)))
    assert result.verdict is Verdict.GO_ON
    assert summary(result)["sequential"]["verdict"] == "go on"
    assert "undecided between -1 and 1" in report(result)


def test_command_for_programs() -> None:
    ran = summy("lab", "match", "max", "max", "--rules", "summy-draft", "--pairs", "2", "--json")
    assert ran.code == 0
    assert ran.json["half_points"] == [0, 0, 2, 0, 0]
    assert ran.json["elo"] == 0
    assert ran.json["sign_flip_p"] == 1


@pytest.mark.parametrize(
    "arguments",
    [
        ["nobody", "max"],
        ["max", "max", "--rules", "nonsense"],
        ["max", "max", "--sprt", "--elo0", "5", "--elo1", "5"],
        ["max", "max", "--records"],
        ["max", "max", "--workers", "0"],
    ],
    ids=" ".join,
)
def test_bad_input_is_one_line(arguments: list[str]) -> None:
    assert_refused_as_bad_input(summy("lab", "match", *arguments))


def test_without_the_extra_the_command_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("summy.cli.lab_runs.NEEDED", ("numpy", "a_package_that_nobody_has"))
    ran = summy("lab", "match", "max", "max")
    assert_refused_as_bad_input(ran)
    assert "pip install 'summy-games[lab]'" in ran.err


def test_unknown_player_has_a_code() -> None:
    with pytest.raises(SummyError) as caught:
        named_player("nobody")
    assert caught.value.code == "unknown_player"
