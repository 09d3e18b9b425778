"""Fair deals: one seed decides every draw, anybody can repeat it, and both games of a pair meet the same tiles."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from summy.deal import Deal, Stream, commitment_of, opening_rank, parse_seed
from summy.errors import FormatError
from summy.move import parse_move
from summy.position import Position
from summy.referee import apply, draw
from summy.rulesets import Ruleset, load_ruleset
from summy.tiles import ORDER

FORMATS_PAGE = Path(__file__).parent.parent / "docs" / "formats.md"
seeds = st.binary(min_size=32, max_size=32)
RULESETS = [
    load_ruleset("summy"),
    load_ruleset("summy", {"first_side": "lowest"}),
    load_ruleset("summy-127", {"first_side": "lowest"}),
    load_ruleset("amath"),
    load_ruleset("amath", {"first_side": "random"}),
    load_ruleset("amath-70"),
    load_ruleset("summy-draft"),
]
rulesets = st.sampled_from(RULESETS)


@st.composite
def deals(draw: st.DrawFn) -> Deal:
    rules = draw(rulesets)
    return Deal(rules, draw(seeds), draw(st.integers(rules.sides.minimum, rules.sides.maximum)))


# ---------------------------------------------------------------------------------------------- the construction, again


def words(seed: bytes, ruleset: str, purpose: str) -> Iterator[int]:
    """SHA-256(seed || "summy-deal-1" || ruleset id || purpose || block as 8 bytes) as big-endian 64-bit words."""
    for block in range(10**6):
        digest = hashlib.sha256(seed + f"summy-deal-1{ruleset}{purpose}".encode() + block.to_bytes(8, "big")).digest()
        for place in (0, 8, 16, 24):
            yield int.from_bytes(digest[place : place + 8], "big")


def shuffled(seed: bytes, ruleset: str, purpose: str, tiles: list[str]) -> list[str]:
    """Fisher-Yates from the last index down, words at or above the largest multiple of the limit left out."""
    stream = words(seed, ruleset, purpose)
    for last in range(len(tiles) - 1, 0, -1):
        limit = last + 1
        word = next(word for word in stream if word < 2**64 // limit * limit)
        tiles[last], tiles[word % limit] = tiles[word % limit], tiles[last]
    return tiles


def canonical(rules: Ruleset) -> list[str]:
    """The set in canonical order, without the tile on the table."""
    tiles = [name for name in ORDER for _ in range(rules.tiles.counts.get(name, 0))]
    if rules.board.first:
        tiles.remove(rules.board.first[0].tile)
    return tiles


@settings(max_examples=60)
@given(deals())
def test_the_stock_is_that_of_an_independent_construction(deal: Deal) -> None:
    rules = deal.ruleset
    assert list(deal.stock) == shuffled(deal.seed, rules.id, "stock", canonical(rules))


@settings(max_examples=60)
@given(seeds, rulesets, st.integers(1, 99), st.integers(0, 60), st.integers(1, 8))
def test_a_return_is_that_of_an_independent_construction(
    seed: bytes, rules: Ruleset, count: int, left: int, back: int
) -> None:
    """The old order, then the returned tiles in canonical order, shuffled again."""
    deal = Deal(rules, seed, 2)
    stock, returned = deal.stock[:left], deal.stock[left : left + back]
    ordered = sorted(returned, key=ORDER.index)
    assert list(deal.reshuffled(stock, returned, count)) == shuffled(
        seed, rules.id, f"return:{count}", [*stock, *ordered]
    )
    assert deal.reshuffled(stock, returned[::-1], count) == deal.reshuffled(stock, returned, count)


@given(deals())
def test_who_starts_is_that_of_an_independent_construction(deal: Deal) -> None:
    rules, seed, sides = deal.ruleset, deal.seed, deal.sides
    if rules.first_side == "random":
        word = next(word for word in words(seed, rules.id, "start:1") if word < 2**64 // sides * sides)
        assert deal.seats[0] == word % sides
    elif rules.first_side == "draw":
        rank = {"?": 99, **{str(number): number for number in range(21)}}
        for turn in range(1, 100):
            drawn = [rank.get(tile, -1) for tile in shuffled(seed, rules.id, f"start:{turn}", canonical(rules))[:sides]]
            if drawn.count(max(drawn)) == 1:
                assert deal.seats[0] == drawn.index(max(drawn))
                assert len(deal.opening_draws) == turn
                return
            assert turn < 99
    assert deal.seats == tuple((deal.seats[0] + side) % sides for side in range(sides))


# ---------------------------------------------------------------------------------------------- the test vector

SEED = bytes(range(32))
VECTOR = Deal(load_ruleset("summy"), SEED, 2)


def test_the_vector_of_the_formats_page() -> None:
    page = FORMATS_PAGE.read_text(encoding="utf-8")
    assert "Deal(rules, bytes(range(32)), sides=2)" in page
    assert f"'{VECTOR.commitment}'" in page
    assert f"'{''.join(VECTOR.stock)}'" in page
    assert str(["".join(hand) for hand in VECTOR.start.hands if isinstance(hand, tuple)]) in page


def test_the_vector() -> None:
    assert VECTOR.commitment == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    assert "".join(VECTOR.stock) == (
        "241x53968-1++4870x=:=6=56=972+4:=-==:5=09x3:6x3=2+x99=1+707068728505203-13=8826=13474-5149:=-"
    )
    assert VECTOR.start.hands == (tuple("1234569x"), tuple("1459--:="))
    assert VECTOR.start.stock == VECTOR.stock[8:-8]
    assert VECTOR.seats == (0, 1)
    assert "".join(VECTOR.reshuffled(tuple("123"), ("=", "0"), 1)) == "".join(
        shuffled(SEED, "summy", "return:1", list("1230="))
    )


# ---------------------------------------------------------------------------------------------- words


@given(seeds, st.integers(1, 200))
def test_a_number_below_a_limit(seed: bytes, limit: int) -> None:
    stream = Stream(seed, "summy", "stock")
    assert all(0 <= stream.below(limit) < limit for _ in range(20))


def test_words_that_would_favour_some_numbers_are_left_out() -> None:
    """With a limit above half of all words, about half of them are; what is left is uniform."""
    limit = 2**63 + 1
    kept = [word for word, _ in zip(words(SEED, "summy", "stock"), range(400), strict=False) if word < limit]
    assert 100 < len(kept) < 300
    stream = Stream(SEED, "summy", "stock")
    assert [stream.below(limit) for _ in kept] == kept


def test_purposes_and_rulesets_and_seeds_give_other_words() -> None:
    purposes = ["stock", "start:1", "return:1", "return:2"]
    streams = [Stream(SEED, "summy", purpose) for purpose in purposes]
    streams += [Stream(SEED, "amath", "stock"), Stream(bytes(32), "summy", "stock")]
    assert len({stream.below(2**64) for stream in streams}) == len(streams)


def test_shuffles_are_even() -> None:
    """Each of three things stands in each place about equally often."""
    places = Counter(
        (place, item)
        for seed in range(1500)
        for place, item in enumerate(Stream(seed.to_bytes(32, "big"), "summy", "stock").shuffled("abc"))
    )
    assert len(places) == 9
    assert all(400 < count < 600 for count in places.values())


# ---------------------------------------------------------------------------------------------- dealing


@given(deals())
def test_a_deal_uses_every_tile_of_the_set_once(deal: Deal) -> None:
    start, rules = deal.start, deal.ruleset
    dealt = Counter(token.tile for token in start.board.tokens.values())
    for part in (*start.hands, start.stock):
        assert isinstance(part, tuple)
        dealt.update(part)
    assert dealt == Counter(rules.tiles.counts)
    assert (start.scores, start.to_move, start.scoreless, start.pending) == ((0,) * deal.sides, 0, 0, None)
    assert [len(hand) for hand in start.hands if isinstance(hand, tuple)] == [rules.hand_size] * deal.sides


@given(deals())
def test_the_same_seed_is_the_same_deal_and_the_commitment_binds_it(deal: Deal) -> None:
    again = Deal(deal.ruleset, parse_seed(deal.seed.hex()), deal.sides)
    assert again == deal
    assert (again.start, again.stock, again.seats) == (deal.start, deal.stock, deal.seats)
    assert deal.commitment == commitment_of(deal.seed) == hashlib.sha256(deal.seed).hexdigest()


@given(seeds)
def test_side_one_is_dealt_from_the_top_side_two_from_the_bottom_in_turn(seed: bytes) -> None:
    deal = Deal(load_ruleset("summy"), seed, 4)
    hands = [sorted(hand) for hand in deal.start.hands if isinstance(hand, tuple)]
    stock = deal.stock
    assert hands == [sorted(stock[:8]), sorted(stock[-8:]), sorted(stock[8:16]), sorted(stock[-16:-8])]
    assert deal.start.stock == stock[16:-16]


@given(seeds)
def test_both_games_of_a_pair_meet_the_same_tiles(seed: bytes) -> None:
    """Side one draws the same tiles whatever side two draws, up to the first return."""
    deal = Deal(load_ruleset("summy"), seed, 2)

    def drawn(discards: list[int]) -> list[Counter[str]]:
        """What each side met when the sides in turn discard so many tiles."""
        position, met = deal.start, [Counter(hand) for hand in deal.start.hands if isinstance(hand, tuple)]
        for count in discards:
            side, before = position.to_move, Counter(position.hand)
            move = parse_move("discard " + " ".join(position.hand[:count]))
            position = apply(position, move, deal)
            after = Counter(position.hands[side])  # type: ignore[arg-type]
            met[side] += after - (before - Counter(move.tiles))  # type: ignore[union-attr, operator]
        return met

    one, other = drawn([3, 1, 2, 1]), drawn([3, 8, 2, 8])
    assert one[0] == other[0]
    assert drawn([1, 5, 1, 2])[1] == drawn([8, 5, 8, 2])[1]


# ---------------------------------------------------------------------------------------------- who starts


@given(seeds, st.integers(1, 4))
def test_the_lowest_digits_begin(seed: bytes, sides: int) -> None:
    """Hands are dealt in the order of seats, and each seat keeps its end of the stock."""
    random_start = Deal(load_ruleset("summy"), seed, sides)
    deal = Deal(load_ruleset("summy", {"first_side": "lowest"}), seed, sides)
    in_order_of_seats = random_start.start.hands
    assert deal.start.hands == tuple(in_order_of_seats[seat] for seat in deal.seats)
    assert deal.start.stock == random_start.start.stock

    def digits(hand: object) -> list[int]:
        assert isinstance(hand, tuple)
        return [*sorted(int(tile) for tile in hand if tile.isdigit()), 10]

    assert digits(deal.start.hands[0]) == min(map(digits, in_order_of_seats))
    assert [deal.draws_from_bottom(side) for side in range(sides)] == [seat % 2 == 1 for seat in deal.seats]


class ArrangedDeal(Deal):
    """A deal whose stock is given, to arrange hands."""

    arranged: tuple[str, ...] = ()

    @property
    def stock(self) -> tuple[str, ...]:  # type: ignore[override]
        return self.arranged


@pytest.mark.parametrize(
    ("hands", "first"),
    [
        (("23456789", "13456789"), {1}),
        (("11345678", "12345678"), {0}),
        (("1234567+", "12345678"), {1}),
        (("++++++++", "9+++++++"), {1}),
        (("12345678", "12345678"), {0, 1}),
        (("23456789", "12345678", "99999999", "12345678"), {1, 3}),
    ],
)
def test_ties_of_lowest_digits_are_broken_digit_by_digit_then_by_chance_among_the_equal(
    hands: tuple[str, ...], first: set[int]
) -> None:
    """A side that runs out of digits first loses the comparison."""
    ends = [[*hands[::2]], [*hands[1::2]]]
    stock = tuple("".join(ends[0]) + "=" * 20 + "".join(reversed(ends[1])))
    begun = set()
    for number in range(40):
        deal = ArrangedDeal(load_ruleset("summy", {"first_side": "lowest"}), number.to_bytes(32, "big"), len(hands))
        object.__setattr__(deal, "arranged", stock)
        begun.add(deal.seats[0])
    assert begun == first


def test_ranks_of_the_opening_draw() -> None:
    ranks = [opening_rank(tile) for tile in ("?", *map(str, range(20, -1, -1)), "+")]
    assert ranks == sorted(ranks, reverse=True)
    assert len(set(ranks)) == len(ranks)
    assert len({opening_rank(sign) for sign in ("+", "-", "x", ":", "=", "+/-", "x/:")}) == 1


@given(seeds)
def test_the_highest_tile_of_the_draw_begins_and_ties_draw_again(seed: bytes) -> None:
    deal = Deal(load_ruleset("amath"), seed, 2)
    *ties, last = deal.opening_draws
    assert all(opening_rank(one) == opening_rank(other) for one, other in ties)
    assert opening_rank(last[deal.seats[0]]) > opening_rank(last[deal.seats[1]])
    assert not deal.draws_from_bottom(0)
    assert deal.draws_from_bottom(1)


def test_the_draw_does_not_touch_the_stock() -> None:
    drawn, chance = (Deal(load_ruleset("amath", {"first_side": rule}), SEED, 2) for rule in ("draw", "random"))
    assert drawn.stock == chance.stock
    assert drawn.start.hands == chance.start.hands
    assert chance.opening_draws == ()


# ---------------------------------------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    ("rules", "sides"), [("summy", 0), ("summy", 5), ("amath", 0), ("amath", 3), ("summy-draft", 4)]
)
def test_a_ruleset_says_how_many_sides_play(rules: str, sides: int) -> None:
    with pytest.raises(FormatError) as caught:
        Deal(load_ruleset(rules), SEED, sides)
    assert (caught.value.code, caught.value.key) == ("wrong_sides", "sides")


@pytest.mark.parametrize("seed", [b"", bytes(31), bytes(33)])
def test_a_seed_has_32_bytes(seed: bytes) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        Deal(load_ruleset("summy"), seed, 2)


@pytest.mark.parametrize(
    "text", ["", "00", "g" * 64, "A" * 64, "0" * 63, " " + "0" * 64, "0" * 32 + " " + "0" * 32, "٣" * 64]
)
def test_a_seed_is_64_small_hexadecimal_digits(text: str) -> None:
    with pytest.raises(FormatError) as caught:
        parse_seed(text)
    assert caught.value.key == "Seed"


def test_the_seed_is_not_shown() -> None:
    """Whoever prints a game in progress must not print what is still secret."""
    deal = Deal(load_ruleset("summy"), bytes([171] * 32), 2)
    assert "ab" * 8 not in repr(deal)
    assert "\\xab" not in repr(deal)


def test_a_game_with_fewer_tiles_than_hands_deals_what_there_is() -> None:
    rules = load_ruleset("summy")
    deal = Deal(rules, SEED, 2)
    position = Position(rules, deal.start.board, ((), ()), (0, 0), stock=("1", "2", "3"))
    names, position = draw(position, 0, deal)
    assert (names, position.stock) == (("1", "2", "3"), ())
