"""Statistics of pairs, against published figures, brute force and simulation."""

from __future__ import annotations

import itertools
import math
import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from summy.errors import SummyError
from summy.lab.statistics import (
    Meeting,
    PairStatistics,
    SequentialTest,
    Verdict,
    bootstrap_interval,
    bradley_terry,
    elo_of_score,
    log_likelihood_ratio,
    normalised_elo,
    pentanomial,
    resampling,
    score_of_elo,
    sign_flip_test,
)

COUNTS = st.tuples(*[st.integers(0, 400)] * 5).filter(lambda counts: sum(counts) > 0)


@pytest.mark.parametrize(
    ("counts", "elo", "error"),
    [((352, 579, 1264, 743, 464), 24.25, 8.26), ((1, 10, 78, 48, 13), 132.30, 39.32)],
    ids=["6804 games", "300 games"],
)
def test_normalised_elo_as_other_programs_print_it(counts: tuple[int, ...], elo: float, error: float) -> None:
    """Outputs of fastchess, published with its matches of chess programs."""
    measured = normalised_elo(counts)
    assert measured.value == pytest.approx(elo, abs=0.006)
    assert measured.error == pytest.approx(error, abs=0.006)


def test_likelihood_ratio_as_other_programs_print_it() -> None:
    """The end of a published test of fastchess: LLR 4.60 in [9, 16], H1 accepted at error rates of 1 %."""
    counts = (352, 579, 1264, 743, 464)
    assert log_likelihood_ratio(counts, 9, 16) == pytest.approx(4.60, abs=0.005)
    assert SequentialTest(9, 16, 0.01, 0.01).verdict(counts)[0] is Verdict.ACCEPT_1
    assert SequentialTest(40, 60).verdict(counts)[0] is Verdict.ACCEPT_0


@given(COUNTS, st.floats(-20, 20), st.floats(0.5, 20))
@settings(max_examples=60, deadline=None)
def test_likelihood_ratio_turned_round(counts: tuple[int, ...], elo0: float, width: float) -> None:
    """Seen from the other player, hypotheses and results change sign and the ratio its meaning."""
    ratio = log_likelihood_ratio(counts, elo0, elo0 + width)
    turned = log_likelihood_ratio(counts[::-1], -elo0 - width, -elo0)
    assert ratio == pytest.approx(-turned, rel=1e-5, abs=1e-6)


@pytest.mark.parametrize("counts", [(352, 579, 1264, 743, 464), (88, 410, 980, 450, 84), (30, 20, 100, 20, 35)])
def test_likelihood_ratio_agrees_with_its_approximation(counts: tuple[int, ...]) -> None:
    """For many pairs and small differences: N/2 ln((1 + (t - t0)^2) / (1 + (t - t1)^2)), Van den Bergh, section 4.2."""
    pairs = sum(counts)
    mean = sum(index * count for index, count in enumerate(counts)) / pairs / 4
    variance = sum(count * (index / 4 - mean) ** 2 for index, count in enumerate(counts)) / pairs
    t = (mean - 0.5) / math.sqrt(variance)
    t1 = 5 / (800 / math.log(10)) * math.sqrt(2)
    near = pairs / 2 * math.log((1 + t**2) / (1 + (t - t1) ** 2))
    assert log_likelihood_ratio(counts, 0, 5) == pytest.approx(near, rel=0.02)


def test_sequential_test_keeps_its_error_rates() -> None:
    """Both hypotheses simulated with large steps: wrong answers stay near 5 %, far from the 50 % of a coin."""
    test = SequentialTest(0, 60)
    for shift, wrong in ((0.0, Verdict.ACCEPT_1), (60.0, Verdict.ACCEPT_0)):
        mistakes = sum(simulated(test, shift, number) is wrong for number in range(60))
        assert mistakes <= 10  # 5 % expected: 3; more than 10 of 60 has a chance below one in a thousand


def simulated(test: SequentialTest, elo: float, seed: int) -> Verdict:
    """The test run on made-up pairs of a known normalised Elo."""
    chooser = random.Random(seed)
    weights = np.array([1.0, 2.0, 4.0, 2.0, 1.0])
    tilt = next(
        tilt for tilt in np.arange(0, 2, 0.002) if normalised_elo(weights * np.exp(tilt * np.arange(5))).value >= elo
    )
    tilted = list(weights * np.exp(tilt * np.arange(5)))
    results: list[int] = []
    while True:
        results += chooser.choices(range(5), tilted, k=25)
        verdict, _ = test.verdict(pentanomial(results))
        if verdict is not Verdict.GO_ON:
            return verdict


@given(st.lists(st.integers(-9, 9), min_size=1, max_size=9))
def test_sign_flip_against_every_choice_of_signs(margins: list[int]) -> None:
    sums = [
        abs(sum(sign * margin for sign, margin in zip(signs, margins, strict=True)))
        for signs in itertools.product((1, -1), repeat=len(margins))
    ]
    expected = sum(total >= abs(sum(margins)) for total in sums) / len(sums)
    assert sign_flip_test(margins) == pytest.approx(expected, abs=1e-12)


def test_sign_flip_by_drawing_is_near_the_exact_value(monkeypatch: pytest.MonkeyPatch) -> None:
    chooser = random.Random(3)
    margins = [chooser.randint(-40, 46) for _ in range(120)]
    exact = sign_flip_test(margins)
    monkeypatch.setattr(resampling, "EXACT_WORK", 0)
    drawn = sign_flip_test(margins, seed=1)
    assert drawn == pytest.approx(exact, abs=0.02)
    assert drawn == sign_flip_test(margins, seed=1) != sign_flip_test(margins, seed=2)


def test_bootstrap_covers_the_mean_and_repeats() -> None:
    chooser = random.Random(5)
    values = [chooser.gauss(3, 10) for _ in range(400)]
    low, high = bootstrap_interval(values, seed=7)
    mean = sum(values) / len(values)
    assert low < mean < high
    assert high - low == pytest.approx(2 * 1.96 * 10 / 20, rel=0.15)
    assert (low, high) == bootstrap_interval(values, seed=7) != bootstrap_interval(values, seed=8)


def test_pair_statistics_of_a_small_match() -> None:
    results = [4, 2, 0, 3]
    statistics = PairStatistics(pentanomial(results), (10, 0, -4, 6))
    assert (statistics.pairs, statistics.score, statistics.margin) == (4, 9 / 16, 1.5)
    assert statistics.won_drawn_lost == (2, 1, 1)
    elo, low, high = statistics.elo
    assert low < elo < high
    assert score_of_elo(elo_of_score(0.3)) == pytest.approx(0.3)


def test_no_difference_at_all() -> None:
    """A player against itself: every pair tied with margin 0."""
    statistics = PairStatistics((0, 0, 9, 0, 0), (0,) * 9)
    assert statistics.elo == (0.0, 0.0, 0.0)
    assert statistics.margin_error == 0
    assert sign_flip_test(statistics.margins) == 1.0
    assert normalised_elo(statistics.counts).value == 0


def test_ratings_find_the_strengths_that_made_the_results() -> None:
    truth = {"a": 0.0, "b": 80.0, "c": 200.0, "d": 210.0}
    chooser = np.random.RandomState(1)
    meetings = []
    for one, other in itertools.combinations(truth, 2):
        win = score_of_elo(truth[one] - truth[other])
        halves = 2 * chooser.binomial(1, win, size=(2000, 2)).sum(axis=1)
        meetings.append(Meeting(one, other, pentanomial(halves)))
    ratings = bradley_terry(meetings, anchor="a", anchor_elo=1000)
    assert ratings.of("a") == 1000
    assert ratings.error("a") == 0
    for name, elo in truth.items():
        assert abs(ratings.of(name) - 1000 - elo) <= 1.5 * ratings.error(name)
        # Independent games: the error of a pair's mean is that of two binomial draws.
        assert ratings.error(name) < 12
    difference, error = ratings.difference("d", "c")
    assert difference == pytest.approx(ratings.of("d") - ratings.of("c"))
    assert abs(difference - 10) <= 1.5 * error


def test_ratings_of_a_player_who_won_everything_are_finite() -> None:
    ratings = bradley_terry([Meeting("strong", "weak", (0, 0, 0, 0, 50))], anchor="weak")
    assert 500 < ratings.of("strong") < 1200


def test_ratings_need_players_who_met() -> None:
    meetings = [Meeting("a", "b", (1, 1, 1, 1, 1)), Meeting("c", "d", (1, 1, 1, 1, 1))]
    with pytest.raises(SummyError) as caught:
        bradley_terry(meetings, anchor="a")
    assert caught.value.code == "not_connected"
    assert "c, d" in caught.value.message
    with pytest.raises(SummyError, match="x has played no game"):
        bradley_terry(meetings, anchor="x")


def test_a_sequential_test_needs_two_hypotheses() -> None:
    with pytest.raises(SummyError) as caught:
        SequentialTest(5, 5)
    assert caught.value.code == "bad_test"
