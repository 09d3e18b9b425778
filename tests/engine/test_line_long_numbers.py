"""Numbers of any length: beyond 64 bits, beyond 128 bits, beyond what Python writes at once."""

from __future__ import annotations

import random

import pytest

from searching import all_searchers, kernel_of, listed
from summy.board import Direction
from summy.engine.kernel.long_lines import LongSearch
from summy.engine.movegen import generate
from summy.position import Position, position_from_json
from summy.referee import judge_play

pytestmark = pytest.mark.kernel

SYMBOLS = "0123456789+-x:="


def row(pieces: dict[int, str], hand: str, closed: list[int] | None = None) -> Position:
    """A table of one row: texts by the place of their first tile."""
    board = [
        {"x": x + index, "y": 0, "tile": symbol} for x, text in pieces.items() for index, symbol in enumerate(text)
    ]
    reserved = [[x, 0] for x in closed or []]
    return position_from_json({"rules": "summy", "board": board, "reserved": reserved, "hands": [list(hand)]})


def texts(position: Position) -> set[str]:
    return {text.partition(" ")[2] for text in generate(position).texts}


@pytest.mark.parametrize("digits", [5, 17, 18, 19, 20, 36, 37, 38, 39, 60, 300, 5000])
def test_a_long_sum_is_found_whatever_its_length(digits: int) -> None:
    number = "9" * digits
    after = "1" + "0" * digits
    # NUMBER+1=AFTER with the operator and the last tile missing: the gap can be nothing else.
    position = row({0: number, digits + 1: f"1={after[:-1]}"}, "+0-x", closed=[-1])
    assert f"({number})+(1={after[:-1]})0" in texts(position)


@pytest.mark.parametrize("digits", [8, 17, 18, 19, 37, 38, 39, 120])
def test_a_long_product_and_a_long_quotient_are_found(digits: int) -> None:
    dice = random.Random(digits)
    number = dice.randrange(10 ** (digits - 1), 10**digits)
    product = str(number * 7)
    position = row({0: f"{number}", digits + 2: f"={product}"}, "7x", closed=[-1, digits + 3 + len(product)])
    assert texts(position) == {f"({number})x7(={product})"}
    position = row({0: product, len(product) + 2: f"={number}"}, "7:", closed=[-1, len(product) + 3 + digits])
    assert texts(position) == {f"({product}):7(={number})"}


def test_a_number_one_off_beyond_every_machine_integer_is_not_equal() -> None:
    for digits in (19, 20, 39, 40, 80):
        left = "1" + "0" * (digits - 1)
        wrong = left[:-1] + "2"
        position = row({0: left, digits + 2: f"={wrong}"}, "1+", closed=[-1, digits + 3 + digits])
        assert texts(position) == set()


def test_values_that_overflow_64_bits_on_the_way_are_exact() -> None:
    # 18446744073709551616 is 2^64: times 3 minus its triple leaves 5 only without overflow.
    left = "18446744073709551616x3-55340232221128654848+5"
    position = row({0: left, len(left) + 1: "5"}, "=", closed=[-1, len(left) + 2])
    assert texts(position) == {f"({left})=(5)"}


def test_the_searches_agree_on_long_lines() -> None:
    """Straight search, structure search and map on lines of 12 to 38 digits, both sides of the 64-bit limit."""
    dice = random.Random(64)
    searchers = all_searchers(9)
    plays = 0
    for _ in range(60):
        number = "".join(dice.choice("123456789") for _ in range(dice.randint(6, 16)))
        result = str(int(number) * dice.choice([1, 2, 3, 10]) + dice.choice([0, 0, 1, 5]))
        left, gap = dice.choice([(number, 2), (number, 3), (number[:-1], 4)])
        cut = dice.randint(0, 2)
        pieces = {0: left, len(left) + gap: f"={result[: len(result) - cut]}"}
        position = row(pieces, dice.choice(["x2=+0", "13+5", "10x+", "20:48x", "+-195", "3x0+1"]))
        found = {name: listed(kernel_of(position, by).generate()) for name, by in searchers.items()}
        assert found["structure"] == found["straight"] == found["map 9"]
        plays += len([text for _, text in found["straight"] if f"({left})" in text])
    assert plays > 20


def test_python_integers_find_what_machine_integers_find() -> None:
    """The search for lines beyond 128 bits on short lines, where the straight search knows the answer."""
    dice = random.Random(128)
    plays = 0
    for _ in range(300):
        line = true_line(dice)
        # Some of its tiles lie on the table, the others are in the hand, with one more.
        kept = sorted(dice.sample(range(len(line)), dice.randint(1, len(line) - 3)))
        core = "".join(line[at] if at in kept else " " for at in range(kept[0], kept[-1] + 1))
        hand = "".join(line[at] for at in range(len(line)) if at not in kept) + dice.choice(SYMBOLS)
        whole = lines_over(row(pieces_of(core), hand, closed=[-3, len(core) + 2]), len(core))
        assert long_way(core, hand) == whole
        plays += len(whole)
    assert plays > 300


def true_line(dice: random.Random) -> str:
    """A short true line with one or two operators."""
    first, second, third = dice.randint(0, 30), dice.randint(1, 12), dice.randint(0, 9)
    return dice.choice(
        [
            f"{first}+{second}={first + second}",
            f"{first + second}-{second}={first}",
            f"{first}x{second}={first * second}",
            f"{first * second}:{second}={first}",
            f"{first}+{second}x{third}={first + second * third}",
        ]
    )


def long_way(core: str, hand: str) -> set[tuple[int, str]]:
    """Lines through a core with room for two tiles before and behind it, by Python's integers: start and text."""
    cells = bytes(15 if symbol == " " else SYMBOLS.index(symbol) for symbol in core)
    search = LongSearch(cells, 2, [hand.count(symbol) for symbol in SYMBOLS], True, False, 0)
    lines = set()
    for found in search.run(2):
        tiles = iter(found.laid)
        line = [
            core[at] if 0 <= at < len(core) and core[at] != " " else SYMBOLS[next(tiles)]
            for at in range(-found.before, len(core) + found.behind)
        ]
        lines.add((-found.before, "".join(line)))
    return lines


def lines_over(position: Position, length: int) -> set[tuple[int, str]]:
    """Lines of the generated plays that cover the first `length` squares of the row: start and text."""
    lines = set()
    for play in generate(position):
        line = judge_play(position, play).lines[0]
        in_row = line.start.y == 0 and line.direction is Direction.ACROSS
        if in_row and line.start.x <= 0 and line.start.x + len(line.tokens) >= length:
            lines.add((line.start.x, line.text))
    return lines


def pieces_of(core: str) -> dict[int, str]:
    return {index: symbol for index, symbol in enumerate(core) if symbol != " "}


def test_a_segment_of_ten_thousand_tiles_is_no_obstacle() -> None:
    position = row({0: "7" * 10_000, 10_001: "1"}, "=+126")
    found = texts(position)
    assert "1+(7)=8" not in found
    assert "1+6=(7)" in found
    assert all("(" + "7" * 100 not in text for text in found)
