"""Measuring leaves: the census against plain enumeration, sampled tallies against plain counting, reproducibility."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations
from math import comb

import numpy as np
import pytest

from searching import equation_map
from summy.deal import Deal
from summy.engine.balance import HUNDREDTHS
from summy.engine.equity import swap_rules, take_turn
from summy.engine.kernel.census import PARTS, UNKNOWN, Tally, credit, feature_count
from summy.engine.kernel.leave_table import LeaveTable, entry_count
from summy.engine.kernel.position import LinePosition
from summy.engine.leaves import kernel_symbols, table_of
from summy.engine.quick_games import QuickGame
from summy.lab.games import seed_of_game
from summy.lab.leave_boards import Board, sampled_board, sampled_hands
from summy.lab.leave_model import CensusSums, SampleSums, from_census, from_sample
from summy.lab.leaves import LeaveRun, build, census_of, starting_table
from summy.rulesets import Ruleset, TileSet, load_ruleset
from summy.rulesets.frozen import FrozenMapping
from summy.tiles import ORDER

pytestmark = pytest.mark.kernel


def tiny(name: str, hand_size: int, **tiles: int) -> Ruleset:
    """A ruleset with few tiles, so that everything can be gone through in Python."""
    ruleset = load_ruleset(name)
    names = {"plus": "+", "equals": "=", **{f"n{digit}": str(digit) for digit in range(10)}}
    counts = {names[word]: count for word, count in tiles.items()}
    ordered = {tile: counts[tile] for tile in ORDER if tile in counts}
    points = {tile: ruleset.tiles.points[tile] for tile in ordered}
    made = TileSet(FrozenMapping(ordered), FrozenMapping(points), ())
    return replace(ruleset, tiles=made, hand_size=hand_size, digest=f"tiny {name} {hand_size} {tiles}")


LINES = tiny("summy", 4, n1=3, n2=3, n3=2, n5=2, plus=3, equals=4)
CROSSWORDS = tiny("summy-draft", 4, n1=3, n2=3, n3=2, plus=3, equals=4)


def board_after(ruleset: Ruleset, turns: int) -> Board:
    table = starting_table(LeaveRun(ruleset, 1))
    game = QuickGame(Deal(ruleset, bytes(32), 2), [table, table]).play(turns)
    pool = Counter(game.stock)
    for hand in game.hands:
        pool.update(kernel_symbols(ruleset)[symbol] for symbol in hand)
    return Board(game.position, pool)


def valued(ruleset: Ruleset) -> LeaveTable:
    """A table with made-up values."""
    run = LeaveRun(ruleset, 1)
    entries = np.array([37 * number % 401 - 200 for number in range(entry_count(len(run.kinds), run.exact_size))])
    return LeaveTable(
        kernel_symbols(ruleset),
        run.kinds,
        ruleset.hand_size,
        exact_size=run.exact_size,
        entries=entries.astype(np.int16).tobytes(),
        model=[0] * (13 * feature_count(len(run.kinds))),
        settled={},
    )


@pytest.mark.parametrize(
    ("ruleset", "turns"), [(LINES, 0), (LINES, 2), (CROSSWORDS, 1)], ids=["opening", "line", "crossword"]
)
def test_a_census_is_the_mean_over_every_refill(ruleset: Ruleset, turns: int) -> None:
    board, table, size = board_after(ruleset, turns), valued(ruleset), ruleset.hand_size
    place = {name: symbol for symbol, name in enumerate(kernel_symbols(ruleset))}
    swaps, known = swap_rules(ruleset), {}

    def equity(hand: tuple[str, ...]) -> int:
        if hand not in known:
            board.position.hand = tuple(place[name] for name in hand)
            turn = take_turn(board.position, table, 1000, swaps)
            if turn.plays is not None:
                board.position.unmake()
            known[hand] = turn.equity
        return known[hand]

    def mean_with(kept: tuple[str, ...]) -> float:
        rest = board.pool - Counter(kept)
        refills = list(combinations(sorted(rest.elements()), size - len(kept)))
        return sum(equity(tuple(sorted(kept + refill))) for refill in refills) / len(refills)

    if isinstance(board.position, LinePosition):
        board.position.searcher.map = equation_map(8)
    measured = memoryview(census_of(board, ruleset, table)).cast("i")
    if ruleset.scoring.result:
        every = sorted(equity(hand) for hand in {tuple(sorted(h)) for h in combinations(board.pool.elements(), size)})
        highest = every[int(0.9 * (len(every) - 1))]
        known.update({hand: min(value, highest) for hand, value in known.items()})
    average = mean_with(())
    checked = 0
    for kept_size in range(size):
        for kept in {tuple(sorted(kept)) for kept in combinations(sorted(board.pool.elements()), kept_size)}:
            assert measured[table.index(kept)] / PARTS == pytest.approx(mean_with(kept) - average, abs=2 / PARTS)
            checked += 1
    assert checked == sum(value != UNKNOWN for value in measured) > 30


def test_sampled_hands_count_for_every_leave_they_hold() -> None:
    ruleset = LINES
    kinds = tuple(ruleset.tiles.counts)
    symbols = [kernel_symbols(ruleset).index(name) for name in kinds]
    hands = sampled_hands(board_after(ruleset, 1), ruleset, 3, 5, 40)
    equities = np.array([(31 * number) % 700 for number in range(40)], dtype=np.int64)
    tally = Tally(len(kinds), 2, 3)
    credit(hands, 4, equities, 300, symbols, tally)
    sums = memoryview(tally.sums).cast("q")
    counts = memoryview(tally.counts).cast("q")
    table = valued(ruleset)
    plain_sums: Counter[int] = Counter()
    plain_counts: Counter[int] = Counter()
    for number in range(40):
        names = [kinds[symbols.index(symbol)] for symbol in hands[4 * number : 4 * number + 4]]
        for size in range(3):
            for kept in combinations(names, size):
                plain_sums[table.index(kept)] += int(equities[number]) - 300
                plain_counts[table.index(kept)] += 1
    assert {at: value for at, value in enumerate(counts) if value} == plain_counts
    assert {at: sums[at] for at in plain_counts} == plain_sums
    assert tally.hands == 40
    assert tally.squares == int(((equities - 300) ** 2).sum())
    # The products are those of the summands' matrix.
    sample = SampleSums.of(tally, feature_count(len(kinds)))
    pairs = [(one, other) for one in range(len(kinds)) for other in range(one, len(kinds))]
    rows = []
    for number in range(40):
        tiles = [symbols.index(symbol) for symbol in hands[4 * number : 4 * number + 4]]
        for kept in combinations(tiles, 3):
            held = [kept.count(kind) for kind in range(len(kinds))]
            both = [held[one] * held[other] if one != other else comb(held[one], 2) for one, other in pairs]
            rows.append([1, *held, *both])
    matrix = np.array(rows)
    products = sample.products[2]
    assert (products + products.T - np.diag(sample.totals[2]) == matrix.T @ matrix).all()


def test_tallies_of_parts_add_up_to_the_whole() -> None:
    kinds, symbols = len(LINES.tiles.counts), [kernel_symbols(LINES).index(name) for name in LINES.tiles.counts]
    hands = sampled_hands(board_after(LINES, 0), LINES, 1, 1, 20)
    equities = np.arange(20, dtype=np.int64) * 50
    whole, first, second = (Tally(kinds, 2, 3) for _ in range(3))
    credit(hands, 4, equities, 475, symbols, whole)
    credit(hands[:32], 4, equities[:8], 475, symbols, first)
    credit(hands[32:], 4, equities[8:], 475, symbols, second)
    features = feature_count(kinds)
    total = SampleSums.of(first, features)
    total.add(SampleSums.of(second, features))
    assert from_sample(total, kinds, 2) == from_sample(SampleSums.of(whole, features), kinds, 2)


def test_a_sample_of_additive_values_finds_them_again() -> None:
    """Hands that are worth the sum of their tiles: a kept tile is worth its own value less the average tile's."""
    kinds = tuple(LINES.tiles.counts)
    symbols = [kernel_symbols(LINES).index(name) for name in kinds]
    board = board_after(LINES, 0)
    hands = sampled_hands(board, LINES, 1, 2, 6000)
    worth = {symbol: 100 * at for at, symbol in enumerate(symbols)}
    equities = np.array([sum(worth[s] for s in hands[at : at + 4]) for at in range(0, len(hands), 4)], dtype=np.int64)
    tally = Tally(len(kinds), 2, 3)
    credit(hands, 4, equities, int(equities.mean()), symbols, tally)
    entries, _ = from_sample(SampleSums.of(tally, feature_count(len(kinds))), len(kinds), 2)
    total = board.pool.total()
    average = sum(board.pool[name] * 100 * at for at, name in enumerate(kinds)) / total
    for at, name in enumerate(kinds):
        others = (total * average - 100 * at) / (total - 1)
        exact = 100 * at + 3 * others - 4 * average
        assert entries[valued(LINES).index((name,))] == pytest.approx(exact, abs=15)


def test_leaves_that_never_occur_get_what_the_model_says() -> None:
    kinds, exact = 3, 2
    sums = CensusSums.empty(entry_count(kinds, exact))
    values = np.full(entry_count(kinds, exact), UNKNOWN, dtype=np.int32)
    additive = [0, 100, 200, -300, 200, 300, 400, -200, -100, -600]  # sizes 0, 1, 2 in order of the multisets
    values[:] = np.array(additive) * PARTS
    values[9] = UNKNOWN
    sums.add_board(values, UNKNOWN)
    entries, model = from_census(sums, kinds, exact, PARTS)
    assert entries[:9] == additive[:9]
    assert len(model) == 13 * feature_count(kinds)
    assert sums.counts[9] == 0


def test_boards_depend_on_seed_and_number_alone() -> None:
    table = starting_table(LeaveRun(LINES, 1))
    one, same, other = (sampled_board(LINES, table, 4, number) for number in (0, 0, 1))
    assert one.pool == same.pool
    assert sampled_hands(one, LINES, 4, 0, 5) == sampled_hands(same, LINES, 4, 0, 5)
    assert seed_of_game(4, 0) != seed_of_game(4, 1)
    assert sampled_hands(one, LINES, 4, 0, 5) != sampled_hands(other, LINES, 4, 1, 5)
    for size in (one.pool.total(), other.pool.total()):
        assert LINES.hand_size <= size < LINES.tiles.total


def test_rounds_use_boards_of_their_own() -> None:
    run = LeaveRun(LINES, 20, rounds=4)
    numbers = [number for round_ in range(4) for number in run.boards_of(round_)]
    assert numbers == list(range(run.all_boards))
    assert len(run.boards_of(3)) == 20 > len(run.boards_of(2)) > len(run.boards_of(1)) > len(run.boards_of(0)) > 0


def test_what_is_built_does_not_depend_on_the_workers() -> None:
    run = LeaveRun(LINES, 4, rounds=2, seed=9)
    done: list[int] = []
    one = build(run, 1, done.append)
    assert sum(done) == run.all_boards
    assert build(run, 3) == one
    assert build(replace(run, seed=10), 1) != one
    table = table_of(one, LINES)
    assert table.value(("5",)) > table.value(("+", "+", "+"))
    assert HUNDREDTHS == 100
