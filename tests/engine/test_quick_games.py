"""The highest equity, against trying everything; games by equity in the kernel, against the referee and the log."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from heapq import nlargest

import pytest

from courses import course, deal_of
from summy.engine.balance import HUNDREDTHS
from summy.engine.equity import (
    PASS,
    best_by_equity,
    best_equities,
    equity_chooser,
    highest_equities,
    swap_rules,
    take_turn,
)
from summy.engine.kernel.leave_table import LeaveTable
from summy.engine.kernel.rollout_crossword import CrosswordPlayout
from summy.engine.leaves import balance_table, kernel_symbols, leave_table
from summy.engine.movegen import discards, exchanges, generate, kernel_position
from summy.engine.quick_games import QuickGame
from summy.engine.rollouts import playout_as_seen
from summy.engine.selfplay import play_game, seen_by_mover, steps
from summy.log import start
from summy.position import Position

pytestmark = pytest.mark.kernel


@pytest.mark.parametrize("rules", ["summy", "summy-127", "summy-draft", "amath", "amath-70"])
def test_quick_games_are_the_games_of_the_log(rules: str) -> None:
    for seed in range(3):
        deal = deal_of(rules, seed, 2)
        table = balance_table(deal.ruleset)
        end = play_game(deal, [equity_chooser(table)] * 2)
        quick = QuickGame(deal, [table, table]).play()
        assert tuple(quick.scores) == end.position.scores
        assert len(quick.stock) == end.position.stock_count


def test_quick_games_of_four_sides_are_too() -> None:
    deal = deal_of("summy", 5, 4)
    table = balance_table(deal.ruleset)
    assert tuple(QuickGame(deal, [table] * 4).play().scores) == (
        play_game(deal, [equity_chooser(table)] * 4).position.scores
    )


def kept_worth(position: Position, table: LeaveTable, stock: int, used: tuple[str, ...]) -> int:
    """What the hand is worth without some tiles."""
    left = Counter(position.hand)
    left.subtract(used)
    return table.worth(left.elements(), stock)


def plain_equities(position: Position, table: LeaveTable, stock: int) -> list[int]:
    """The equity of every play, highest first."""
    plays = generate(position)
    worths: dict[tuple[str, ...], int] = {}
    found = []
    for index in range(len(plays)):
        used = tuple(sorted(placement.tile for placement in plays[index].tiles))
        if used not in worths:
            worths[used] = kept_worth(position, table, stock, used)
        found.append(HUNDREDTHS * plays.score(index) + worths[used])
    return sorted(found, reverse=True)


def plain_equity(position: Position, table: LeaveTable, stock: int) -> int | None:
    """The highest equity by looking at every play and swap; None where there is nothing but passing."""
    found = plain_equities(position, table, stock)[:1]
    swaps = (*discards(position), *exchanges(position))
    found += [kept_worth(position, table, stock, swap.tiles) for swap in swaps]
    return max(found, default=None)


@pytest.mark.parametrize(("rules", "seed"), [("summy", 1), ("summy-127", 2), ("summy-draft", 3), ("amath", 4)])
def test_the_highest_equity_is_the_best_of_everything(rules: str, seed: int) -> None:
    deal = deal_of(rules, seed, 2)
    table = balance_table(deal.ruleset)
    chooser = equity_chooser(table)
    positions = [state.position for _, state in steps(start(deal), [chooser, chooser])]
    checked = 0
    for position in positions[::2]:
        seen = seen_by_mover(position)
        if position.hand.count("?") > 1:
            continue  # some ten thousand plays: too slow to look at one by one here
        assert position.stock_count is not None
        turn = take_turn(kernel_position(seen), table, position.stock_count, swap_rules(deal.ruleset))
        best = plain_equity(seen, table, position.stock_count)
        assert best == (None if turn.kind == PASS else turn.equity)
        checked += 1
    assert checked > 2


@pytest.mark.parametrize("rules", ["summy", "amath"])
def test_many_hands_are_valued_like_one(rules: str) -> None:
    deal = deal_of(rules, 7, 2)
    table, ruleset = balance_table(deal.ruleset), deal.ruleset
    position = QuickGame(deal, [table, table]).play(6).position
    symbols = kernel_symbols(ruleset)
    tiles = [symbols.index(name) for name in deal.stock]
    hands = [tiles[at : at + 8] for at in range(0, 40, 8)]
    packed = b"".join(bytes(hand) for hand in hands)
    found = memoryview(best_equities(position, table, packed, 8, swap_rules(ruleset))).cast("q")
    whole = ruleset.tiles.total
    for hand, equity in zip(hands, found, strict=True):
        position.hand = tuple(hand)
        turn = take_turn(position, table, whole, swap_rules(ruleset))
        assert turn.equity == equity
        if turn.plays is not None:
            position.unmake()


def test_a_side_that_can_do_nothing_passes() -> None:
    deal = deal_of("summy", 1, 2)
    empty = replace(deal.start, stock=(), hands=(("0", "0"), ("1", "1")))
    table = balance_table(deal.ruleset)
    turn = take_turn(kernel_position(empty), table, 0, swap_rules(deal.ruleset))
    assert (turn.kind, turn.score, turn.gone) == (PASS, 0, ())


@pytest.mark.parametrize(
    ("rules", "seed"), [("summy", 1), ("summy-127", 2), ("summy-draft", 3), ("amath", 4), ("amath-70", 6)]
)
def test_the_plays_of_the_highest_equity_are_the_first_of_all(rules: str, seed: int) -> None:
    deal = deal_of(rules, seed, 2)
    table = leave_table(deal.ruleset)
    chooser = equity_chooser(table)
    checked = 0
    for _, state in steps(start(deal), [chooser, chooser]):
        position = state.position
        if state.ended is not None or position.hand.count("?") > 1:
            continue
        assert position.stock_count is not None
        seen, stock = seen_by_mover(position), position.stock_count
        every = plain_equities(seen, table, stock)
        for wanted in (1, 7, 64):
            best = highest_equities(kernel_position(seen), table, stock, wanted)
            assert len({best.text(index) for index in range(len(best))}) == len(best)
            equities = [
                HUNDREDTHS * best.score(index)
                + kept_worth(seen, table, stock, tuple(placement.tile for placement in best[index].tiles))
                for index in range(len(best))
            ]
            assert equities == every[:wanted]
        checked += 1
    assert checked > 2


def test_millions_of_plays_are_weighed_too() -> None:
    # Four blanks: more plays than one search keeps.
    position = course("amath", 2)[12].position
    hand = ("?", "?", "?", "?", "1", "2", "=", "+")
    hands = tuple(hand if side == position.to_move else other for side, other in enumerate(position.hands))
    seen, table = seen_by_mover(replace(position, hands=hands)), leave_table(position.ruleset)
    assert seen.stock_count is not None
    playout = playout_as_seen(seen)
    assert isinstance(playout, CrosswordPlayout)
    best = highest_equities(playout.position, table, seen.stock_count, 63)
    worths = playout.worths(best)  # type: ignore[arg-type]
    found = [HUNDREDTHS * best.score(index) + worths[index] for index in range(len(best))]
    every = playout.position.window(0, 1 << 22)
    assert (1 << 20) < len(every) <= 1 << 22
    worths = playout.worths(every)
    scores = every.scores
    assert found == nlargest(63, (HUNDREDTHS * scores[index] + worths[index] for index in range(len(every))))
    choice = best_by_equity(seen, table)
    assert choice is not None
    assert round(HUNDREDTHS * choice.evaluation) == found[0]
