"""Values of kept tiles: numbering, tables, files. Not here: whether the measured values are good (docs/leaves.md)."""

from __future__ import annotations

from array import array
from dataclasses import replace
from itertools import combinations_with_replacement
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from summy.engine.balance import balance_model
from summy.engine.kernel.leave_table import LeaveTable, entry_count, model_length
from summy.engine.kernel.multisets import every_multiset, how_many, rank, unrank
from summy.engine.leave_file import Leaves, fingerprint, read_leaves, write_leaves
from summy.engine.leaves import (
    balance_table,
    kernel_symbols,
    leave_table,
    leave_table_from,
    leave_value,
    settled,
    table_of,
    zero_table,
)
from summy.engine.measured_file import BadMeasurements
from summy.rulesets import Ruleset, load_ruleset, ruleset_names

pytestmark = pytest.mark.kernel

SUMMY = load_ruleset("summy")
AMATH = load_ruleset("amath")


def counted(tiles: tuple[int, ...], kinds: int) -> list[int]:
    return [tiles.count(kind) for kind in range(kinds)]


@pytest.mark.parametrize(("kinds", "size"), [(1, 0), (1, 5), (2, 3), (5, 4), (15, 3), (29, 2)])
def test_numbers_count_through_all_multisets(kinds: int, size: int) -> None:
    numbers = {rank(counted(tiles, kinds)) for tiles in combinations_with_replacement(range(kinds), size)}
    assert numbers == set(range(how_many(kinds, size)))
    assert all(rank(unrank(number, size, kinds)) == number for number in numbers)
    listed = every_multiset(range(kinds), size, [size] * kinds)
    hands = [tuple(listed[at : at + size]) for at in range(0, len(listed), size)] if size else []
    assert [rank(counted(hand, kinds)) for hand in hands] == sorted(numbers if size else [])


@given(st.lists(st.integers(0, 28), max_size=12))
def test_every_multiset_has_its_own_number(tiles: list[int]) -> None:
    counts = counted(tuple(tiles), 29)
    assert list(unrank(rank(counts), len(tiles), 29)) == counts


def test_listing_leaves_out_what_there_is_not_enough_of() -> None:
    assert bytes(every_multiset([7, 9], 2, [1, 2])) == bytes([7, 9, 9, 9])


def made_up(ruleset: Ruleset, exact_size: int) -> Leaves:
    kinds = tuple(ruleset.tiles.counts)
    entries = array("h", [(7 * number) % 1001 - 500 for number in range(entry_count(len(kinds), exact_size))])
    model = array("i", range(model_length(len(kinds))))
    return Leaves(ruleset.id, fingerprint(ruleset), kinds, exact_size, entries, model, {"boards": 1})


@pytest.mark.parametrize(("name", "exact_size"), [("summy", 4), ("amath", 2), ("summy-draft", 3)])
def test_files_hold_what_was_written(name: str, exact_size: int, tmp_path: Path) -> None:
    ruleset = load_ruleset(name)
    leaves = made_up(ruleset, exact_size)
    write_leaves(leaves, tmp_path / "x.leaves")
    assert read_leaves((tmp_path / "x.leaves").read_bytes(), "x") == leaves
    table = leave_table_from(tmp_path / "x.leaves", ruleset)
    for size in range(exact_size + 1):
        for names in list(combinations_with_replacement(leaves.kinds, size))[::7]:
            assert table.value(names) == leaves.entries[table.index(names)]


def test_files_of_other_rules_and_damaged_files_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "x.leaves"
    write_leaves(made_up(SUMMY, 2), file)
    with pytest.raises(BadMeasurements, match="measured under other rules than those of summy-127"):
        leave_table_from(file, load_ruleset("summy-127"))
    content = bytearray(file.read_bytes())
    content[-1] ^= 1
    with pytest.raises(BadMeasurements, match="damaged"):
        read_leaves(bytes(content), "x")
    with pytest.raises(BadMeasurements, match="not in the format summy-leaves 1"):
        read_leaves(b"summy-leaves 2\n", "x")


def test_a_model_adds_a_constant_tiles_and_pairs() -> None:
    """The form of the model, with another way to add it up."""
    kinds = tuple(AMATH.tiles.counts)
    model = [(13 * number) % 97 - 48 for number in range(model_length(len(kinds)))]
    table = LeaveTable(kernel_symbols(AMATH), kinds, 8, model=model, settled={})
    pairs = {pair: at for at, pair in enumerate(combinations_with_replacement(range(len(kinds)), 2))}
    for names in (("?",), ("1", "1", "+"), ("=", "=", "=", "20"), ("0", "5", "5", "x/:", "+", "=", "?")):
        block = len(names) * (1 + len(kinds) + len(pairs))
        tiles = sorted(kinds.index(name) for name in names)
        value = model[block] + sum(model[block + 1 + tile] for tile in tiles)
        for at, one in enumerate(tiles):
            value += sum(model[block + 1 + len(kinds) + pairs[one, other]] for other in tiles[at + 1 :])
        assert table.value(names) == value


@pytest.mark.parametrize("name", ruleset_names())
def test_a_short_stock_counts_in_proportion_and_an_empty_one_by_the_settlement(name: str) -> None:
    ruleset = load_ruleset(name)
    table, kept = leave_table(ruleset), ("9", "=", "+")
    whole = table.worth(kept, ruleset.hand_size)
    assert whole == table.value(kept) == table.worth(kept, 1000)
    half = table.worth(kept, ruleset.hand_size // 2)
    assert abs(half) <= abs(whole)
    assert half == int(whole * (ruleset.hand_size // 2) / ruleset.hand_size)
    assert table.worth(kept, 0) == sum(settled(ruleset)[tile] for tile in kept)


def test_an_empty_stock_costs_points_only_where_hands_are_settled() -> None:
    assert leave_value(("9", "9"), SUMMY, 0) == 0
    assert leave_value(("9", "9"), AMATH, 0) == -4


def test_the_most_valuable_tiles_to_keep_are_found() -> None:
    table = balance_table(AMATH)
    hand = ("1", "1", "7", "13", "=", "=", "?", "+")
    for stock, least, most in ((50, 0, 7), (50, 3, 5), (4, 2, 7), (0, 0, 7)):
        kept = [tuple(name for at, name in enumerate(hand) if chosen >> at & 1) for chosen in range(1 << len(hand))]
        worth = max(table.worth(names, stock) for names in kept if least <= len(names) <= most)
        found = table.best_to_keep(hand, stock, least, most)
        assert found is not None
        assert found[0] == worth == table.worth(found[1], stock)
        assert least <= len(found[1]) <= most
    assert table.best_to_keep(hand, 50, 9, 12) is None


def test_rulesets_of_others_have_the_plain_rule() -> None:
    other = replace(SUMMY, hand_size=7, digest="another")
    assert fingerprint(other) != fingerprint(SUMMY)
    table = leave_table(other)
    assert table.header is None
    kept = ("1", "7", "=", "+")
    assert table.value(kept) == balance_table(other).value(kept) != 0
    assert len(balance_model(other)) == model_length(15)


def test_options_that_do_not_touch_the_tiles_share_a_table() -> None:
    for options in ({"integer_steps": True}, {"first_side": "lowest"}):
        assert fingerprint(load_ruleset("summy", options)) == fingerprint(SUMMY)


def test_no_values_are_no_values() -> None:
    assert zero_table(SUMMY).worth(("9", "="), 50) == 0


@pytest.mark.parametrize("name", [name for name in ruleset_names() if name != "summy-draft"])
def test_shipped_values_make_sense(name: str) -> None:
    ruleset = load_ruleset(name)
    table = leave_table(ruleset)
    assert table.header is not None, "no measured values in the package"
    assert table.value(()) == 0
    tiles = ruleset.tiles
    # An average tile is worth about nothing: the mean over the set, weighted by how many there are.
    mean = sum(count * table.value([kind]) for kind, count in tiles.counts.items()) / tiles.total
    assert abs(mean) < 60
    if tiles.blank_faces:
        assert table.value(["?"]) == max(table.value([kind]) for kind in tiles.counts)
    assert table.value(["="] * 4) < table.value(["1", "2", "3", "="])
    assert table_of(made_up(ruleset, 1), ruleset).header == {"boards": 1}
