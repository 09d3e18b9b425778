"""Positions, hands and damaged moves for tests: seeded generators, and Hypothesis strategies made from them.

Positions are in JSON form. `reference_course` plays random games with the slow reference alone, on small hands;
`scattered_position` strews tiles and closed squares that no game need ever have made, long segments included.
"""

from __future__ import annotations

import random
from collections import Counter
from functools import lru_cache
from typing import Any

from hypothesis import strategies as st

import reference
from reference.rulebook import RULEBOOK, Rules
from reference.table import Table, on_board

Json = dict[str, Any]

LINE_RULES = ("summy", "summy-127")
CROSSWORD_RULES = ("amath", "amath-70", "summy-draft")
ALL_RULES = (*LINE_RULES, *CROSSWORD_RULES)


# ------------------------------------------------------------------------------------------ positions, plainly


def start_position(rules: str, hand: list[str], options: Json | None = None) -> Json:
    """The table before the first turn, one side, the given hand, stock unknown."""
    first = RULEBOOK[rules]["first"]
    board = [] if first is None else [{"x": first[0], "y": first[1], "tile": "="}]
    return {"rules": rules, "options": options or {}, "board": board, "reserved": [], "hands": [hand]}


def with_hand(position: Json, hand: list[str]) -> Json:
    """The same table, another hand for the side to move."""
    hands = list(position["hands"])
    hands[position.get("to_move", 0)] = hand
    return {**position, "hands": hands}


def json_of(table: Table) -> Json:
    """A table of the reference as a position of one side."""
    rules = table.rules
    board = []
    for (x, y), (tile, face) in sorted(table.tiles.items()):
        board.append({"x": x, "y": y, "tile": tile} | ({"face": face} if face != tile else {}))
    return {
        "rules": rules["name"],
        "options": {"integer_steps": True} if rules["integer_steps"] else {},
        "board": board,
        "reserved": sorted([x, y] for x, y in table.reserved),
        "hands": [list(table.hand)],
    }


def random_hand(dice: random.Random, rules: Rules, size: int, blanks: int = 1) -> list[str]:
    """Tiles drawn from the set, but at most `blanks` blanks (they cost the reference dear)."""
    names = [name for name, count in rules["tiles"].items() for _ in range(count)]
    hand: list[str] = []
    while len(hand) < size:
        name = dice.choice(names)
        if name != "?" or hand.count("?") < blanks:
            hand.append(name)
    return hand


def useful_hand(dice: random.Random, rules: Rules, size: int) -> list[str]:
    """A hand that is likely to make a line: an `=`, an operator, digits, some of them equal."""
    hand = ["=", dice.choice(["+", "-", "x", ":"])][:size]
    while len(hand) < size:
        hand.append(str(dice.choice([0, 1, 1, 2, 2, 3, 4, 5, 6, 7, 8, 9])))
    return [name if name in rules["tiles"] else "x/:" for name in hand]


@lru_cache(maxsize=4096)
def reference_course(rules: str, seed: int, plays: int) -> tuple[Json, ...]:
    """The tables of one random game played with the reference, up to `plays` plays, hands of three to five tiles."""
    dice = random.Random(f"{rules} {seed}")
    options = {"integer_steps": True} if rules in LINE_RULES and seed % 5 == 4 else {}
    table = reference.read_position(start_position(rules, [], options))
    tables = [json_of(table)]
    for _ in range(plays * 3):
        make = dice.choice([random_hand, useful_hand])
        hand = make(dice, table.rules, dice.choice([3, 4, 4, 5]))
        found = reference.walked_plays(table._replace(hand=tuple(hand)))
        if found:
            play = found[0] if dice.random() < 0.3 else dice.choice(found)
            table = reference.table_after(table._replace(hand=tuple(hand)), play["tiles"], play["direction"])
            tables.append(json_of(table._replace(hand=())))
        if len(tables) > plays:
            break
    return tuple(tables)


def scattered_position(rules: str, seed: int, hand: list[str]) -> Json:
    """Random segments, single tiles and closed squares; well formed, seldom reachable."""
    dice = random.Random(f"scattered {rules} {seed}")
    book = RULEBOOK[rules]
    table = reference.read_position(start_position(rules, []))
    middle = book["first"] or book["centre"]
    tiles: dict[tuple[int, int], tuple[str, str]] = dict(table.tiles)
    for _ in range(dice.randint(0, 5)):
        x, y = middle[0] + dice.randint(-6, 6), middle[1] + dice.randint(-6, 6)
        segment = random_segment(dice, book)
        step_x, step_y = dice.choice([(1, 0), (0, 1)])
        for step, token in enumerate(segment):
            square = (x + step * step_x, y + step * step_y)
            if dice.random() < 0.97 and on_board(table, square):
                tiles.setdefault(square, token)
    reserved = set()
    for _ in range(dice.choice([0, 0, 2, 5, 12])):
        square = (middle[0] + dice.randint(-7, 7), middle[1] + dice.randint(-7, 7))
        if book["placement"] == "line" and square not in tiles and on_board(table, square):
            reserved.add(square)
    return json_of(table._replace(tiles=tiles, reserved=frozenset(reserved), hand=tuple(hand)))


def random_segment(dice: random.Random, rules: Rules) -> list[tuple[str, str]]:
    """Tiles that lie in a row: a few at random, or a long piece of a sum whose numbers pass 64 bits."""
    if dice.random() < 0.7:
        return [random_token(dice, rules) for _ in range(dice.choice([1, 1, 2, 3, 5, 9]))]
    number = str(dice.randrange(1, 10 ** dice.choice([3, 10, 19, 24])))
    faces = dice.choice(
        [
            f"{number}-{number}",
            f"{number}:{number}",
            f"{number}x{number}x",
            f"0x{number}",
            f"{number}:{number}x7",
            f"{number}-{number}+1=",
            f"={number}",
            f"1:{number}x{number}",
            number,
            number + "x",
        ]
    )
    return [(face, face) for face in faces if face in rules["tiles"]]


def random_token(dice: random.Random, rules: Rules) -> tuple[str, str]:
    """A tile with a face it may show, digits favoured."""
    names = list(rules["tiles"])
    name = dice.choice(names[:10]) if dice.random() < 0.6 else dice.choice(names)
    return name, dice.choice(rules["faces"][name])


# ------------------------------------------------------------------------------------------ damaged moves


def damaged_play(dice: random.Random, table: Table, placed: list[Json], direction: str) -> tuple[list[Json], str]:
    """A play changed in one or two small ways: mostly illegal afterwards, for many different reasons."""
    tiles = [dict(item) for item in placed]
    for _ in range(dice.choice([1, 1, 2])):
        change = dice.choice(CHANGES)
        direction = change(dice, table, tiles, direction) or direction
    return tiles, direction


def _other_tile(dice: random.Random, table: Table, tiles: list[Json], direction: str) -> None:
    if tiles and table.hand:
        item = dice.choice(tiles)
        item["tile"] = dice.choice(table.hand)
        item["face"] = dice.choice(table.rules["faces"][item["tile"]])


def _lay_anew(dice: random.Random, table: Table, tiles: list[Json], direction: str) -> None:
    """Other tiles of the hand on the same squares: well laid, but seldom a true line."""
    for item, tile in zip(tiles, dice.sample(table.hand, min(len(tiles), len(table.hand))), strict=False):
        item["tile"], item["face"] = tile, dice.choice(table.rules["faces"][tile])


def _any_tile(dice: random.Random, table: Table, tiles: list[Json], direction: str) -> None:
    if tiles:
        item = dice.choice(tiles)
        item["tile"], item["face"] = random_token(dice, table.rules)


def _other_face(dice: random.Random, table: Table, tiles: list[Json], direction: str) -> None:
    if tiles:
        item = dice.choice(tiles)
        item["face"] = dice.choice(["1", "9", "12", "+", "x", "="])


def _no_face(dice: random.Random, table: Table, tiles: list[Json], direction: str) -> None:
    if tiles:
        dice.choice(tiles).pop("face", None)


def _swap(dice: random.Random, table: Table, tiles: list[Json], direction: str) -> None:
    if len(tiles) > 1:
        one, other = dice.sample(tiles, 2)
        for key in ("x", "y"):
            one[key], other[key] = other[key], one[key]


def _shift_one(dice: random.Random, table: Table, tiles: list[Json], direction: str) -> None:
    if tiles:
        dice.choice(tiles)[dice.choice("xy")] += dice.choice([-1, 1])


def _shift_all(dice: random.Random, table: Table, tiles: list[Json], direction: str) -> None:
    key, by = dice.choice("xy"), dice.choice([-3, -2, -1, 1, 2, 3])
    for item in tiles:
        item[key] += by


def _far_away(dice: random.Random, table: Table, tiles: list[Json], direction: str) -> None:
    if tiles:
        dice.choice(tiles)[dice.choice("xy")] += dice.choice([-40, 40])


def _drop(dice: random.Random, table: Table, tiles: list[Json], direction: str) -> None:
    if tiles:
        tiles.remove(dice.choice(tiles))


def _add(dice: random.Random, table: Table, tiles: list[Json], direction: str) -> None:
    left = Counter(table.hand) - Counter(item["tile"] for item in tiles)
    if tiles and left:
        near = dice.choice(tiles)
        tile = dice.choice(sorted(left.elements()))
        x, y = near["x"] + dice.choice([-1, 0, 1]), near["y"] + dice.choice([-1, 0, 1])
        tiles.append({"x": x, "y": y, "tile": tile, "face": dice.choice(table.rules["faces"][tile])})


def _turn(dice: random.Random, table: Table, tiles: list[Json], direction: str) -> str:
    return "down" if direction == "across" else "across"


def _transpose(dice: random.Random, table: Table, tiles: list[Json], direction: str) -> str:
    for item in tiles:
        item["x"], item["y"] = item["y"], item["x"]
    return "down" if direction == "across" else "across"


CHANGES = (
    _lay_anew,
    _lay_anew,
    _lay_anew,
    _lay_anew,
    _lay_anew,
    _other_tile,
    _other_tile,
    _any_tile,
    _other_face,
    _no_face,
    _swap,
    _swap,
    _swap,
    _shift_one,
    _shift_all,
    _far_away,
    _drop,
    _add,
    _add,
    _turn,
    _transpose,
)


# ------------------------------------------------------------------------------------------ Hypothesis


@st.composite
def hands(draw: st.DrawFn, rules: str, least: int = 0, most: int = 12, blanks: int = 1) -> list[str]:
    """A hand from the tile set, sorted as drawn; at most `blanks` blanks and never more copies than the set has."""
    counts = RULEBOOK[rules]["tiles"]
    size = draw(st.integers(least, most))
    names = [name for name, count in counts.items() for _ in range(count if name != "?" else min(count, blanks))]
    places = draw(st.lists(st.integers(0, len(names) - 1), min_size=size, max_size=size, unique=True))
    return [names[place] for place in places]


@st.composite
def small_positions(draw: st.DrawFn, rules: str, most: int = 4, blanks: int = 1) -> Json:
    """Tables of random games or strewn tables, small hands: what the reference answers within milliseconds."""
    seed = draw(st.integers(0, 199))
    hand = draw(hands(rules, 0, most, blanks))
    if draw(st.booleans()):
        return scattered_position(rules, seed, hand)
    course = reference_course(rules, seed % 40, 8)
    return with_hand(course[draw(st.integers(0, len(course) - 1))], hand)
