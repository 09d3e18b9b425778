"""Chances to win: lookup, files, fitting. Not here: how good chances are (figures: docs/winning-chances.md)."""

from __future__ import annotations

import math
from array import array
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from summy.engine.kernel.win_table import CERTAIN, WinTable
from summy.engine.leave_file import fingerprint
from summy.engine.measured_file import BadMeasurements
from summy.engine.win_file import Chances, read_chances, write_chances
from summy.engine.winprob import plain_table, table_of, win_probability, win_table
from summy.lab.win_judging import judge, plot_calibration, result_of
from summy.lab.winprob import SPAN, Seen, WinRun, chances_of, fit, games_seen, tallied
from summy.rulesets import load_ruleset, ruleset_names

pytestmark = pytest.mark.kernel

SUMMY = load_ruleset("summy")


def test_chances_are_interpolated_and_end_at_the_edge() -> None:
    table = WinTable(1, 1, array("H", [0, 10_000, 20_000, 100, 200, 400]).tobytes())
    assert [table.chance(lead, 0) * CERTAIN for lead in (-100, 0, 100)] == pytest.approx([0, 10_000, 20_000])
    assert table.chance(50, 0) * CERTAIN == pytest.approx(15_000)
    assert table.chance(-25, 1) * CERTAIN == pytest.approx(175)
    assert table.chance(10_000, 1) == table.chance(100, 1)
    assert table.chance(-10_000, 1) == table.chance(-100, 1)
    assert table.chance(0, 99) == table.chance(0, 1)
    with pytest.raises(ValueError, match="another size"):
        WinTable(1, 1, bytes(10))


@given(
    st.sampled_from(ruleset_names()),
    st.integers(-70_000, 70_000),
    st.integers(0, 2000),
    st.integers(0, 130),
)
def test_chances_rise_with_the_lead_and_both_sides_add_up(name: str, lead: int, more: int, unseen: int) -> None:
    ruleset = load_ruleset(name)
    for table in (win_table(ruleset), plain_table(ruleset)):
        assert 0 <= table.chance(lead, unseen) <= table.chance(lead + more, unseen) <= 1
    difference = lead / 100
    both = win_probability(ruleset, difference, unseen) + win_probability(ruleset, -difference, unseen, to_move=False)
    assert both == pytest.approx(1)


@pytest.mark.parametrize("name", ruleset_names())
def test_shipped_chances_make_sense(name: str) -> None:
    ruleset = load_ruleset(name)
    assert win_table(ruleset).header is not None, "no fitted chances in the package"
    begin = ruleset.tiles.total - ruleset.hand_size
    assert 0.45 < win_probability(ruleset, 0, begin) < 0.8
    if ruleset.scoring.result:
        return  # no lead is safe where a play has no bound
    assert win_probability(ruleset, 120, 2 * ruleset.hand_size) > 0.9
    # The same lead is safer when less is to come.
    assert win_probability(ruleset, 40, ruleset.hand_size) > win_probability(ruleset, 40, begin)


def test_rulesets_of_others_have_the_plain_rule() -> None:
    other = replace(SUMMY, hand_size=6, digest="another")
    assert win_table(other).header is None
    assert win_probability(other, 0, 50) == pytest.approx(0.5, abs=1e-4)
    assert win_probability(other, 20, 10) > win_probability(other, 20, 80) > 0.5


def test_files_hold_what_was_written(tmp_path: Path) -> None:
    file = tmp_path / "x.winprob"
    chances = Chances("summy", fingerprint(SUMMY), 2, 1, array("H", range(10)), {"games": 1})
    write_chances(chances, file)
    assert read_chances(file.read_bytes(), "x") == chances
    assert table_of(chances).chance(200, 1) * CERTAIN == pytest.approx(9)
    with pytest.raises(BadMeasurements, match="damaged"):
        read_chances(file.read_bytes()[:-1], "x")


def test_a_chance_is_the_share_of_swings_that_keep_the_lead() -> None:
    tally = np.zeros((1, 2 * SPAN + 3), dtype=np.int64)
    for swing, count in ((-30, 25), (0, 25), (10, 50)):
        tally[0, swing + SPAN + 1] = count * 1000
    entries = chances_of(tally)[0] / CERTAIN
    for lead, share in ((-11, 0), (-10, 0.25), (-9, 0.5), (0, 0.625), (1, 0.75), (29, 0.75), (30, 0.875), (31, 1)):
        assert entries[lead + SPAN] == pytest.approx(share, abs=1e-4), lead
    assert (np.diff(entries) >= 0).all()


def test_rows_with_few_swings_take_in_their_neighbours() -> None:
    tally = np.zeros((50, 2 * SPAN + 3), dtype=np.int64)
    tally[:, SPAN + 1 + 20] = 1000
    tally[7] = 0
    entries = chances_of(tally)
    assert (entries[7] == entries[8]).all()


def test_swings_beyond_the_table_count_at_its_edge() -> None:
    tally = tallied(iter([[Seen(0, 3, 9999), Seen(0, 3, -9999), Seen(5, 2, -5)]]), 4)
    assert tally.sum() == 3
    assert tally[3, -1] == tally[3, 0] == tally[2, SPAN + 1 - 10] == 1


def test_what_is_fitted_does_not_depend_on_the_workers() -> None:
    run = WinRun(SUMMY, 60, seed=3)
    done: list[int] = []
    one = fit(run, 1, done.append)
    assert sum(done) == 60
    assert fit(run, 2) == one
    assert fit(replace(run, seed=4)) != one


def test_turns_are_seen_from_the_side_to_move() -> None:
    (game,) = games_seen(WinRun(SUMMY, 1, seed=2))
    assert game[0].lead == 0
    assert game[0].unseen == SUMMY.tiles.total - 1 - SUMMY.hand_size
    assert game[0].final == -game[1].final
    assert {turn.unseen for turn in game} <= set(range(SUMMY.tiles.total))


def test_judging_and_its_picture(tmp_path: Path) -> None:
    half = WinTable(1, 0, array("H", [0, CERTAIN // 2, CERTAIN]).tobytes())
    judged = judge([[Seen(0, 0, 5), Seen(0, 0, -5), Seen(0, 0, 0)], [Seen(2, 0, 1)]], half)
    assert judged.turns == 4
    assert judged.brier == pytest.approx(0.5 / 4, abs=1e-4)
    assert judged.log_loss == pytest.approx(3 * math.log(2) / 4, abs=1e-4)
    assert [count for _, _, count in judged.curve] == [3, 1]
    assert [result_of(final) for final in (3, 0, -1)] == [1, 0.5, 0]
    plot_calibration([("Summy", judged)], tmp_path / "x.png")
    assert (tmp_path / "x.png").read_bytes().startswith(b"\x89PNG")
