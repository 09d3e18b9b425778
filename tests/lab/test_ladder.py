"""Ladders: meetings with seeds of their own, the same for any number of workers, ratings in order."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from command_line import assert_refused_as_bad_input, summy
from summy.engine.players import PLAYERS
from summy.errors import SummyError
from summy.lab.ladder import Ladder, ablations, climbing, everybody, play_ladder, share_of_pairs
from summy.lab.ladder_report import report, summary
from summy.rulesets import load_ruleset

pytestmark = pytest.mark.kernel

SUMMY = load_ruleset("summy")


def test_meetings_climb_or_are_all_against_all() -> None:
    assert climbing(("a", "b", "c")) == (("b", "a"), ("c", "b"))
    assert everybody(("a", "b", "c")) == (("b", "a"), ("c", "a"), ("c", "b"))
    assert len(climbing()) == len(PLAYERS) - 1
    seeds = [match.seed for match in Ladder(SUMMY, climbing(), 2, 3).matches()]
    assert len(set(seeds)) == len(seeds)


def test_better_players_are_rated_higher() -> None:
    result = play_ladder(Ladder(SUMMY, everybody(("lulu", "tess", "max")), 6, 1))
    told = summary(result)
    assert [each["player"] for each in told["ratings"]] == ["lulu", "tess", "max"]
    assert told["ratings"][0]["elo"] == 0
    for each in result.results:
        share = share_of_pairs(each)
        assert share.low <= share.value <= share.high
    assert "| tess - lulu |" in report(result)


def test_each_part_is_switched_off_alone() -> None:
    lacking = ablations("ada:iterations=2,minimum=2")
    assert lacking["exact end games"][1] == "ada:iterations=2,minimum=2,endgame=no"
    assert lacking["simulation"][1] == "max"
    assert len({other for _, other in lacking.values()}) == len(lacking)
    with pytest.raises(SummyError):
        ablations("pip")


def test_the_command_writes_the_same_for_any_number_of_workers(tmp_path: Path) -> None:
    written = []
    for workers in ("1", "2"):
        folder = tmp_path / workers
        ran = summy(
            "lab", "ladder", "lulu", "pip", "max", "--rules", "summy-draft", "--pairs", "6", "--workers", workers,
            "--out", str(folder),
        )  # fmt: skip
        assert (ran.code, ran.err) == (0, "")
        written.append({path.name: path.read_bytes() for path in folder.iterdir()} | {"printed": ran.out.encode()})
    assert written[0] == written[1]
    told = json.loads(written[0]["ladder.json"])
    assert [meeting["players"] for meeting in told["meetings"]] == [["pip", "lulu"], ["max", "pip"]]
    assert {"commit", "machine", "python", "seed"} <= set(told)
    assert written[0]["ladder.md"] == written[0]["printed"]


def test_wrong_players_are_refused() -> None:
    assert_refused_as_bad_input(summy("lab", "ladder", "pip", "nobody"))
    assert_refused_as_bad_input(summy("lab", "ladder", "pip"))
    assert_refused_as_bad_input(summy("lab", "ladder", "--ablate", "pip"))


@pytest.mark.nightly
@pytest.mark.parametrize("rules", ["summy", "amath"])
def test_every_level_beats_the_one_below(rules: str) -> None:
    # Master and expert differ by less than twenty pairs can show.
    for each in play_ladder(Ladder(load_ruleset(rules), climbing()[:-1], 20, 1)).results:
        assert share_of_pairs(each).value > 0.5, each.match
