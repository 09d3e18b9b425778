"""The example of learning learns."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def example(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_little_training_beats_random_actions() -> None:
    bandit = example("train_bandit")
    weights = bandit.train(60)
    assert weights[2] < 0 < weights[3]  # discards less often, lays high digits more often
    lead, _ = bandit.lead_over_random(weights, 40)
    assert lead > 0


@pytest.mark.nightly
def test_the_whole_training_beats_random_actions_clearly() -> None:
    bandit = example("train_bandit")
    lead, error = bandit.lead_over_random(bandit.train(300), 200)
    assert lead > 3 * error


def test_the_clock_of_the_environments_runs() -> None:
    assert "turns/s" in example("time_envs").timed("amath-70", 1)
