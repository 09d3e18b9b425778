"""`summy lab leaves` and `summy lab winprob`: files written, figures printed, faults in one line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from command_line import assert_refused_as_bad_input, summy
from summy.engine.leaves import leave_table_from
from summy.engine.win_file import read_chances
from summy.rulesets import load_ruleset

pytestmark = pytest.mark.kernel


def test_leaves_are_built_and_can_be_compared(tmp_path: Path) -> None:
    file = tmp_path / "x.leaves"
    ran = summy("lab", "leaves", "build", "summy-draft", "--boards", "1", "--rounds", "1", "--out", str(file), "--json")
    assert (ran.code, ran.err) == (0, "")
    shown = json.loads(ran.out)
    assert (shown["entries"], shown["boards"], shown["rounds"]) == (3876, 1, 1)
    table = leave_table_from(file, load_ruleset("summy-draft"))
    assert table.value(["7"]) == round(100 * shown["single_tiles"]["7"])
    ran = summy("lab", "leaves", "match", "summy-draft", "--values", str(file), "--against", "none", "--pairs", "3")
    assert ran.code == 0
    assert "3 pairs" in ran.out
    assert "points a game" in ran.out


def test_values_against_themselves_tie_every_pair() -> None:
    ran = summy("lab", "leaves", "match", "summy", "--against", "measured", "--pairs", "4", "--json")
    shown = json.loads(ran.out)
    assert shown["pentanomial"] == [0, 0, 4, 0, 0]
    assert shown["margin"] == 0


def test_values_of_other_rules_are_refused_in_one_line(tmp_path: Path) -> None:
    file = tmp_path / "x.leaves"
    summy("lab", "leaves", "build", "summy-draft", "--boards", "1", "--rounds", "1", "--out", str(file))
    refused = summy("lab", "leaves", "match", "amath", "--values", str(file), "--pairs", "2")
    assert_refused_as_bad_input(refused)
    assert "measured under other rules" in refused.err


def test_chances_are_fitted_and_judged(tmp_path: Path) -> None:
    file = tmp_path / "x.winprob"
    ran = summy("lab", "winprob", "fit", "summy", "--games", "20", "--out", str(file))
    assert ran.code == 0
    assert "from 20 games" in ran.out
    assert read_chances(file.read_bytes(), "x").measured["games"] == 20
    ran = summy("lab", "winprob", "judge", "summy", "--games", "80", "--plot", str(tmp_path / "x.png"), "--json")
    assert ran.code == 0
    assert 0 < json.loads(ran.out)["summy"]["brier"] < 0.25
    assert (tmp_path / "x.png").stat().st_size > 1000
