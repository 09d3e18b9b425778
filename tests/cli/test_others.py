"""`summy perft`, `summy rules`, `summy bench`."""

from __future__ import annotations

import json

import pytest

import reference
from command_line import assert_refused_as_bad_input, summy
from damage import GOOD_TEXT
from summy import Deal, load_ruleset, parse_position, position_to_json, ruleset_names
from summy.engine.greedy import play_greedily
from summy.engine.movegen import greedy
from summy.engine.selfplay import play_game


def test_perft_equals_the_plain_reference() -> None:
    text = "summy;=@0,0;;123459++;0;0;#;0;#0;-"
    rows = reference.perft(json.loads(json.dumps(position_to_json(parse_position(text)))), 2)
    counted = summy("perft", "-", "2", "--json", stdin=text).json["depths"]
    assert [
        {"plays": row["plays"], "scores": row["scores"], "tiles": row["tiles"], "checksum": row["checksum"]}
        for row in counted
    ] == rows
    assert [row["depth"] for row in counted] == [1, 2]
    assert rows[1]["plays"] > 0


def test_perft_for_people_has_one_line_a_depth() -> None:
    lines = summy("perft", "-", "1", stdin=GOOD_TEXT).out.splitlines()
    assert lines[0].split() == ["depth", "plays", "scores", "tiles", "checksum"]
    assert lines[1].split() == ["1", "70", "1388", "422", "5275806270553829735"]


@pytest.mark.parametrize("rules", ruleset_names())
def test_rules_of_every_ruleset_in_words(rules: str) -> None:
    ran = summy("rules", rules)
    assert ran.code == 0
    assert all(len(line) <= 96 for line in ran.out.splitlines() if not line.startswith("      "))
    for section in summy("rules", rules, "--json").json["sections"]:
        assert section["title"] in ran.out


def test_examples_carry_the_verdict_of_the_referee() -> None:
    examples = [
        example
        for section in summy("rules", "summy", "--json").json["sections"]
        for rule in section["rules"]
        for example in rule["examples"]
    ]
    assert {"line": "8x15=120", "legal": True, "score": 17} in examples
    assert any(example["line"] == "5=5" and example["code"] == "no_operator" for example in examples)


def test_unknown_ruleset_names_those_there_are() -> None:
    ran = summy("rules", "go")
    assert_refused_as_bad_input(ran)
    assert "summy-127" in ran.err


def test_benchmarks_tell_machine_commit_and_figures() -> None:
    measured = summy("bench", "movegen", "--positions", "5", "--repeats", "1", "--json").json
    assert measured["positions"] == 5
    for name in ("machine", "python", "commit", "all_median_us", "all_p95_us", "ns_per_play", "best_median_us"):
        assert measured[name]
    played = summy("bench", "selfplay", "--games", "1", "--json").json
    assert played["games_per_second"] > 0
    assert "games per second" in summy("bench", "selfplay", "--games", "1").out


def test_benchmark_of_end_games_tells_time_work_and_what_was_proved() -> None:
    measured = summy("bench", "endgame", "--positions", "3", "--json").json
    assert (measured["positions"], measured["proved_percent"]) == (3, 100)
    assert measured["nodes_max"] >= measured["nodes_median"] > 0
    assert measured["max_ms"] >= measured["median_ms"] > 0
    assert "nodes median" in summy("bench", "endgame", "--positions", "1").out


def test_games_inside_the_move_generator_end_as_through_the_log() -> None:
    for number in range(12):
        deal = Deal(load_ruleset("summy"), number.to_bytes(32, "big"), 2)
        assert tuple(play_greedily(deal)) == play_game(deal, [greedy, greedy]).position.scores
