"""The shipped JSON Schemas agree with the readers: what a reader takes and what a writer gives is valid."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from damage import GOOD, damaged
from summy.errors import SummyError
from summy.game import Game
from summy.move import move_from_json, move_to_json
from summy.position import position_from_json, position_to_json
from summy.record import read_records, record_of, record_to_json_lines
from summy.rulesets import load_ruleset, ruleset_names
from summy.schemas import NAMES, load_schema

REGISTRY: Any = Registry().with_resources(
    (load_schema(name)["$id"], Resource.from_contents(load_schema(name))) for name in NAMES
)
VALIDATORS = {name: Draft202012Validator(load_schema(name), registry=REGISTRY) for name in NAMES}
PLAY = {
    "kind": "play",
    "direction": "across",
    "tiles": [{"x": 1, "y": -1, "tile": "6"}, {"x": 2, "y": -1, "tile": "?", "face": "7"}],
}
MOVES = (PLAY, {"kind": "discard", "tiles": ["7", "+"]}, {"kind": "exchange", "tiles": 3}, {"kind": "pass"})
RECORD_LINES = (
    {"Format": "1", "Rules": "summy", "Sides": ["Ada", "Bo"], "Result": "*"},
    {"turn": 1, "side": 1, "hand": ["0", "1", "x"], "event": "pass", "points": 0, "total": 0, "comment": "hm"},
)


@pytest.mark.parametrize("name", NAMES)
def test_schema_is_a_schema(name: str) -> None:
    Draft202012Validator.check_schema(load_schema(name))


@pytest.mark.parametrize(
    ("name", "value"),
    [("position", GOOD), *(("move", move) for move in MOVES), *(("record", line) for line in RECORD_LINES)],
)
def test_good_values_are_valid(name: str, value: Any) -> None:
    VALIDATORS[name].validate(value)


@pytest.mark.parametrize("rules", ruleset_names())
def test_written_start_position_is_valid(rules: str) -> None:
    game = Game.new(load_ruleset(rules), seed=bytes(32))
    VALIDATORS["position"].validate(json.loads(json.dumps(position_to_json(game.position))))


def test_a_whole_game_is_valid_line_by_line() -> None:
    game = Game.new(load_ruleset("summy"), seed=bytes(31) + b"\1")
    while game.outcome is None:
        move = game.legal_moves().best() or game.legal_moves().others[-1]
        VALIDATORS["move"].validate(move_to_json(move, game.position.board))
        game.play(move)
        VALIDATORS["position"].validate(json.loads(json.dumps(position_to_json(game.position))))
    for line in record_to_json_lines(record_of(game.position.ruleset, ["Ada", "Bo"], game.events, ended=game.outcome)):
        VALIDATORS["record"].validate(line)


@settings(max_examples=1500)
@given(value=damaged(GOOD))
def test_position_that_the_reader_takes_is_valid(value: Any) -> None:
    try:
        position_from_json(value)
    except SummyError:
        return
    VALIDATORS["position"].validate(value)


@settings(max_examples=1500)
@given(value=st.sampled_from(MOVES).flatmap(damaged))
def test_move_that_the_reader_takes_is_valid(value: Any) -> None:
    if isinstance(value, str):
        return
    try:
        move_from_json(value)
    except SummyError:
        return
    VALIDATORS["move"].validate(value)


@settings(max_examples=1000)
@given(value=damaged(RECORD_LINES[1]))
def test_record_line_that_the_reader_takes_is_valid(value: Any) -> None:
    if not isinstance(value, dict) or "Format" in value:
        return
    read = read_records("\n".join(json.dumps(line) for line in (RECORD_LINES[0], value)))
    if not any(record.problems for record in read):
        VALIDATORS["record"].validate(value)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("position", {"rules": "summy", "board": []}),
        ("position", {**GOOD, "hands": [["0"] * 13]}),
        ("position", {**GOOD, "extra": 1}),
        ("move", {"kind": "play"}),
        ("move", {"kind": "pass", "tiles": []}),
        ("record", {"Format": "2", "Rules": "summy", "Sides": ["A"], "Result": "*"}),
        ("record", {**RECORD_LINES[1], "side": 0}),
    ],
)
def test_bad_values_are_not_valid(name: str, value: Any) -> None:
    assert not VALIDATORS[name].is_valid(value)
