"""The map of equations for crossword placement: what is in it, and how its file is kept."""

from __future__ import annotations

import threading
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

from crossword_turns import positions
from summy.engine import crossword_maps
from summy.engine.crossword import crossword_position, crossword_rules
from summy.engine.crossword_maps import map_file, map_for_search, open_map, prepare
from summy.engine.equation_map import SETTING
from summy.engine.kernel.crossword_map import EquationMap
from summy.engine.kernel.crossword_plays import KINDS_BY_NAME
from summy.equation import find_fault
from summy.rulesets import Ruleset, load_ruleset
from summy.tiles import FACES

pytestmark = pytest.mark.kernel

AMATH = load_ruleset("amath")
DRAFT = load_ruleset("summy-draft")
GRAMMARS = {
    "amath": AMATH,
    "draft": DRAFT,
    "operator required": replace(AMATH, grammar=replace(AMATH.grammar, operator_required=True), digest="operator"),
    "whole steps": replace(AMATH, grammar=replace(AMATH.grammar, integer_steps=True), digest="whole"),
    "signed, number on the right": replace(DRAFT, grammar=replace(DRAFT.grammar, sign=True), digest="signed"),
}


def built(rules: Ruleset, faces: str, size: int) -> EquationMap:
    """A map over a few faces."""
    return EquationMap.build(crossword_rules(rules), [KINDS_BY_NAME[face] for face in faces.split()], size)


@pytest.mark.parametrize(
    ("faces", "size"), [("0 1 2 - x : =", 6), ("0 1 3 + : =", 6), ("0 10 12 - = 2", 6), ("1 1 0 + - =", 7)]
)
@pytest.mark.parametrize("grammar", GRAMMARS)
def test_a_map_holds_just_the_true_lines(grammar: str, faces: str, size: int) -> None:
    rules = GRAMMARS[grammar]
    names = sorted(set(faces.split()))
    true_lines = {
        line
        for length in range(3, size + 1)
        for line in product(names, repeat=length)
        if "=" in line and find_fault(line, rules.grammar) is None
    }
    found = [tuple(FACES[face] for face in line) for line in built(rules, faces, size)]
    assert len(found) == len(set(found))
    assert set(found) == true_lines


def test_figures_of_another_program() -> None:
    """12.1 million equations in 447,000 multisets: the count of a prototype with another way to find them."""
    found = EquationMap.build(crossword_rules(AMATH), range(len(FACES)), 9)
    assert (found.size, found.equations, found.multisets) == (9, 12_124_437, 446_867)
    assert found.nbytes == sum(memoryview(part).nbytes for part in found.parts()) < 111 * 10**6


def test_a_map_survives_its_file(tmp_path: Path) -> None:
    made = built(DRAFT, "0 1 2 3 + x =", 6)
    file = tmp_path / "some.map"
    file.write_bytes(b"".join(made.parts()))
    read = open_map(file)
    assert read is not None
    assert list(read) == list(made)
    assert (read.size, read.equations, read.multisets) == (made.size, made.equations, made.multisets)


def test_parts_keep_the_map() -> None:
    whole = b"".join(built(DRAFT, "0 1 2 + =", 5).parts())
    parts = built(DRAFT, "0 1 2 + =", 5).parts()
    assert b"".join(parts) == whole
    assert all(part.readonly for part in parts[1:] if isinstance(part, memoryview))


@pytest.mark.parametrize("damage", ["cut short", "longer", "empty", "another kind", "missing"])
def test_a_damaged_file_is_no_map(tmp_path: Path, damage: str) -> None:
    whole = b"".join(built(DRAFT, "0 1 2 + =", 5).parts())
    file = tmp_path / "some.map"
    if damage != "missing":
        changed = {"cut short": whole[:-8], "longer": whole + bytes(8), "empty": b"", "another kind": b"x" + whole[1:]}
        file.write_bytes(changed[damage])
    assert open_map(file) is None


@pytest.fixture
def fresh(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """No map in this process yet, and an empty cache directory."""
    monkeypatch.setattr(crossword_maps, "_grammars", {})
    monkeypatch.setenv(SETTING, str(tmp_path))
    return tmp_path


def test_the_small_map_is_built_after_some_searches(fresh: Path) -> None:
    rules = crossword_rules(DRAFT)
    assert all(map_for_search(DRAFT, rules) is None for _ in range(crossword_maps.WITHOUT))
    assert not list(fresh.iterdir())
    found = map_for_search(DRAFT, rules)
    assert found is not None
    assert found.size == crossword_maps.SMALL
    assert [file.name for file in fresh.iterdir()] == [map_file(DRAFT, crossword_maps.SMALL).name]
    assert map_for_search(DRAFT, rules) is found


def test_a_map_on_disk_is_opened_and_a_large_one_preferred(fresh: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = crossword_rules(DRAFT)
    prepare(DRAFT, rules)
    monkeypatch.setattr(crossword_maps, "_grammars", {})
    monkeypatch.setattr(crossword_maps, "WITHOUT", 0)
    found = map_for_search(DRAFT, rules)
    assert found is not None
    assert found.size == crossword_maps.LARGE
    assert [file.name for file in fresh.iterdir()] == [map_file(DRAFT, crossword_maps.LARGE).name]


def test_maps_can_be_switched_off(fresh: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(SETTING, "off")
    rules = crossword_rules(DRAFT)
    assert prepare(DRAFT, rules) is None
    assert all(map_for_search(DRAFT, rules) is None for _ in range(2 * crossword_maps.WITHOUT))


def test_a_directory_that_cannot_be_written_costs_only_the_file(fresh: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    occupied = fresh / "file"
    occupied.write_text("not a directory")
    monkeypatch.setenv(SETTING, str(occupied))
    found = prepare(DRAFT, crossword_rules(DRAFT), crossword_maps.SMALL)
    assert found is not None
    assert found.size == crossword_maps.SMALL


def test_grammars_share_a_map_and_others_do_not() -> None:
    assert map_file(AMATH, 9) == map_file(load_ruleset("amath-70"), 9)
    assert len({map_file(rules, 9) for rules in GRAMMARS.values()}) == len(GRAMMARS)


def test_threads_search_side_by_side_with_one_map(fresh: Path) -> None:
    """Each thread has its own kernel position; the map is only read."""
    sample = positions("amath", 2, blanks=0)[:30]
    expected = [sorted(crossword_position(position).generate().texts) for position in sample]
    failures: list[int] = []

    def search(offset: int) -> None:
        for index in range(len(sample)):
            at = (index + offset) % len(sample)
            if sorted(crossword_position(sample[at]).generate().texts) != expected[at]:
                failures.append(at)

    threads = [threading.Thread(target=search, args=(7 * number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures
