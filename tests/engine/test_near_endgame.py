"""The near end game: splits and their weights, sums over them against every deal one by one, cuts, limits, honesty."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import permutations
from math import comb, perm

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ending import near_endgame, plain_value
from summy.engine.endgame import NoEndgame
from summy.engine.near_endgame import NearLimits, solve, splits
from summy.move import Discard, Move, Pass, Play
from summy.position import Position
from summy.referee import apply
from summy.tiles import sort_tiles

pytestmark = pytest.mark.kernel

WHOLE = NearLimits(candidates=1000)


@given(st.lists(st.sampled_from("123="), min_size=0, max_size=7), st.data())
def test_splits_are_all_deals_once(tiles: list[str], data: st.DataObject) -> None:
    """Against dealing the tiles in every order: hand first, then the stock; the rest was discarded."""
    hand = data.draw(st.integers(0, len(tiles)))
    stock = data.draw(st.integers(0, len(tiles) - hand))
    dealt = Counter(
        (sort_tiles(order[:hand]), order[hand : hand + stock]) for order in permutations(tiles, hand + stock)
    )
    found = list(splits(Counter(tiles), hand, stock))
    assert len({(split.hand, split.stock) for split in found}) == len(found)
    orders_of_hand = perm(hand)
    assert {(split.hand, split.stock): split.deals * orders_of_hand for split in found} == dealt
    assert sum(split.deals for split in found) == comb(len(tiles), hand) * perm(len(tiles) - hand, stock)


def hidden(position: Position) -> Position:
    """As the side to move sees it."""
    mine, others = position.hands
    assert isinstance(others, tuple)
    return replace(position, hands=(mine, len(others)), stock=position.stock_count)


def final(position: Position, move: Move) -> int:
    """The final difference for the side to move by trying everything, once its move has taken the whole stock."""
    after = apply(position, move)
    assert after.stock_empty
    return after.scores[0] - after.scores[1] - plain_value(after)


@pytest.mark.parametrize("rules", ["amath", "amath-70", "summy", "summy-127"])
@pytest.mark.parametrize("number", [0, 1, 2, 3])
def test_sums_equal_every_deal_one_by_one(rules: str, number: int) -> None:
    """One tile in the stock: a play takes it, and the value is that of trying everything in each deal."""
    position = near_endgame(rules, number, stock=1, hand=3)
    unseen = (*position.hands[1], *position.stock)  # type: ignore[misc]
    found = solve(hidden(position), WHOLE)
    assert (found.all_moves, found.finished, found.deals) == (True, True, len(unseen))
    played = [candidate for candidate in found.candidates if isinstance(candidate.move, Play)]
    for candidate in played[:4]:
        assert candidate.exact
        if candidate.cut:
            continue
        values = []
        for index, tile in enumerate(unseen):
            hand = sort_tiles(unseen[:index] + unseen[index + 1 :])
            values.append(final(replace(position, hands=(position.hands[0], hand), stock=(tile,)), candidate.move))
        assert candidate.difference_sum == sum(values)
        expected = (sum(v > 0 for v in values), sum(v == 0 for v in values), sum(v < 0 for v in values))
        assert (candidate.won, candidate.drawn, candidate.lost) == expected


def test_moves_that_leave_tiles_in_the_stock_are_estimates() -> None:
    position = near_endgame("amath", 1, stock=3, hand=4)
    found = solve(hidden(position), WHOLE)
    assert found.deals == comb(7, 4) * perm(3)
    for candidate in found.candidates:
        laid = len(candidate.move.tiles) if isinstance(candidate.move, Play) else 0
        assert candidate.exact == (laid >= 3)
    assert not found.proved


def test_discards_face_down_make_estimates() -> None:
    position = near_endgame("summy", 2, stock=1, hand=3)
    found = solve(hidden(position), WHOLE)
    assert any(isinstance(candidate.move, Discard) for candidate in found.candidates)
    assert all(candidate.exact == isinstance(candidate.move, Play) for candidate in found.candidates)
    gone = position.discarded[1]
    assert isinstance(gone, tuple)
    one_hidden = replace(hidden(position), discarded=(1, gone[1:]))
    assert not any(candidate.exact for candidate in solve(one_hidden, NearLimits(candidates=2)).candidates)


def test_candidates_are_in_order_and_cut_ones_could_not_have_won() -> None:
    position = near_endgame("amath", 3, stock=1, hand=4)
    found = solve(hidden(position), WHOLE)
    whole = [candidate for candidate in found.candidates if not candidate.cut]
    assert whole == sorted(whole, key=lambda each: (-each.points, -each.difference))
    for candidate in found.candidates:
        if candidate.cut:
            most = candidate.won + (found.deals - candidate.deals)
            assert 2 * most + candidate.drawn < 2 * whole[0].won + whole[0].drawn


def test_limits_are_told_and_reproducible() -> None:
    position = hidden(near_endgame("amath", 1, stock=2, hand=5))
    few = NearLimits(candidates=3, nodes=60)
    found = solve(position, few)
    assert found == solve(position, few)
    assert not found.finished
    assert not found.proved
    assert not solve(position, NearLimits(seconds=0.001)).finished


def test_known_tiles_are_taken_as_they_are() -> None:
    position = near_endgame("amath", 1, stock=1, hand=4)
    assert solve(position, NearLimits(candidates=2)).splits == 1


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"stock": 0}, "stock"),
        ({"stock": 5}, "stock"),
        ({"scoreless": 6}, "over"),
        ({"hands": (("1",),), "scores": (0,), "discarded": ()}, "two sides"),
    ],
)
def test_what_is_no_near_end_game_is_refused(change: dict[str, object], reason: str) -> None:
    with pytest.raises(NoEndgame, match=reason):
        solve(replace(near_endgame("amath", 1, stock=1, hand=3), **change))  # type: ignore[arg-type]


def test_passing_is_a_candidate_where_there_is_no_play() -> None:
    position = replace(near_endgame("amath", 1, stock=1, hand=3), hands=(("17", "19"), ("18",)), discarded=((), ()))
    found = solve(position, WHOLE)
    assert [candidate.move for candidate in found.candidates] == [Pass()]
