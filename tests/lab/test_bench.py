"""Thinking times of players: the figures hold together, and a player has to answer the same every time."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from command_line import assert_refused_as_bad_input, summy
from summy.engine.players import Choice, Limits, Player
from summy.errors import SummyError
from summy.lab import bench
from summy.lab.bench import bench_players
from summy.move import Discard
from summy.position import Position
from summy.rulesets import load_ruleset

pytestmark = pytest.mark.kernel


def test_figures_and_files(tmp_path: Path) -> None:
    arguments = ["--rules", "summy-draft", "--players", "max,sim:iterations=8,plies=1", "--positions", "6"]
    ran = summy("lab", "bench", *arguments, "--out", str(tmp_path))
    assert (ran.code, ran.err) == (0, "")
    told = json.loads((tmp_path / "bench.json").read_text())
    assert (tmp_path / "bench.txt").read_text() == ran.out
    assert list(told["players"]) == ["max", "sim:iterations=8,plies=1"]
    assert {"commit", "machine", "python", "seed", "rules_digest", "positions", "repeats"} <= set(told)
    for figures in told["players"].values():
        assert 0 < figures["median_ms"] <= figures["p95_ms"] <= figures["max_ms"]
        assert figures["moves_per_second"] >= 1000 / figures["max_ms"] * 0.99
    assert set(summy("lab", "bench", *arguments, "--json").json) == set(told)


def test_a_player_that_changes_its_mind_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    tiles = iter("0123456789")

    def fickle(player: Player, position: Position, limits: Limits) -> Choice:
        return Choice(Discard((next(tiles),)), 0.0)

    monkeypatch.setattr(bench, "choose", fickle)
    with pytest.raises(SummyError) as caught:
        bench_players(load_ruleset("summy-draft"), ["max"], 1)
    assert caught.value.code == "not_reproducible"


def test_bad_input_is_one_line() -> None:
    for arguments in (["--players", "nobody"], ["--players", "cheat"], ["--positions", "0"]):
        assert_refused_as_bad_input(summy("lab", "bench", *arguments))
