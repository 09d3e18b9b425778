"""Rewards: bounded, zero together, and in the order of the scores."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from summy import Ruleset, load_ruleset
from summy.envs.rewards import REWARDS, rewards
from summy.envs.table import Settings

SCORES = st.lists(st.integers(-(10**12), 10**12) | st.integers(-300, 300), min_size=2, max_size=4)


@pytest.mark.parametrize("kind", REWARDS)
@given(scores=SCORES, scale=st.floats(1.0, 1000.0))
def test_rewards_are_bounded_and_zero_together(kind: str, scores: list[int], scale: float) -> None:
    worth = rewards(scores, kind, scale)
    assert all(-1.0 <= reward <= 1.0 for reward in worth)
    assert sum(worth) == pytest.approx(0.0, abs=1e-12)
    for one, reward in zip(scores, worth, strict=True):
        for other, less in zip(scores, worth, strict=True):
            assert one < other or reward >= less - 1e-12
            assert one != other or reward == pytest.approx(less)


@pytest.mark.parametrize(
    ("scores", "kind", "expected"),
    [
        ((150, 50), "difference", (0.5, -0.5)),
        ((900, 50), "difference", (1.0, -1.0)),
        ((51, 50), "result", (1.0, -1.0)),
        ((50, 50), "result", (0.0, 0.0)),
        ((300, 200, 100), "difference", (0.75, 0.0, -0.75)),
        ((3, 2, 2, 1), "result", (1.0, 0.0, 0.0, -1.0)),
        ((100,), "difference", (0.5,)),
        ((900,), "difference", (1.0,)),
    ],
)
def test_what_scores_are_worth(scores: tuple[int, ...], kind: str, expected: tuple[float, ...]) -> None:
    assert rewards(scores, kind, 200.0) == expected


@pytest.mark.parametrize(
    ("field", "value"), [("reward", "glory"), ("scale", 0.0), ("scale", float("nan")), ("window", 0), ("sides", 9)]
)
def test_settings_that_mean_nothing_are_refused(field: str, value: object) -> None:
    ruleset: Ruleset = load_ruleset("summy")
    with pytest.raises(ValueError, match=r"reward|scale|window|sides"):
        Settings(**{"ruleset": ruleset, "sides": 2, field: value})  # type: ignore[arg-type]
