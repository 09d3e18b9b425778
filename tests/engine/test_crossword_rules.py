"""Every switch of the grammar and of the scoring, on small boards, against the referee trying everything.

The rulesets are made here, so that nothing in the kernel can know their names. All three searches take part.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, permutations, product

import pytest

from crossword_turns import SHARE
from summy.board import Board, Square
from summy.engine.crossword import crossword_position, crossword_rules
from summy.engine.kernel.crossword_map import EquationMap
from summy.engine.kernel.crossword_plays import KINDS_BY_NAME
from summy.engine.movegen import UnsupportedRules, any_play, generate
from summy.move import Placement, Play, format_move
from summy.position import Position
from summy.referee import judge_play
from summy.rulesets import Ruleset, load_ruleset
from summy.tiles import FACES, Token

pytestmark = pytest.mark.kernel

AMATH = load_ruleset("amath")
DRAFT = load_ruleset("summy-draft")
SIDE = 6
PREMIUMS = ("2E", "3E", "2P", "3P", "", "", "", "")


def small(base: Ruleset, seed: int, **grammar: object) -> Ruleset:
    """A ruleset on a board of 6 x 6 with random premium squares and other rules for lines."""
    dice = random.Random(seed)
    rows = tuple(tuple(dice.choice(PREMIUMS) for _ in range(SIDE)) for _ in range(SIDE))
    board = replace(base.board, width=SIDE, height=SIDE, premium_rows=rows)
    lines = replace(base.grammar, **grammar)  # type: ignore[arg-type]
    return replace(base, board=board, grammar=lines, hand_size=3, digest=f"{base.id} {seed} {grammar}")


VARIANTS = {
    "amath": lambda seed: small(AMATH, seed),
    "one equals sign": lambda seed: small(AMATH, seed, several_equals=False),
    "no sign": lambda seed: small(AMATH, seed, sign=False),
    "operator required": lambda seed: small(AMATH, seed, operator_required=True),
    "two digits": lambda seed: small(AMATH, seed, max_digits=2),
    "any digits": lambda seed: small(AMATH, seed, max_digits=0),
    "whole steps": lambda seed: small(AMATH, seed, integer_steps=True),
    "number on the right": lambda seed: small(AMATH, seed, several_equals=False, right_side_number=True),
    "number on the right, signed, operator": lambda seed: small(
        AMATH, seed, several_equals=False, right_side_number=True, operator_required=True
    ),
    "draft": lambda seed: small(DRAFT, seed),
    "draft, operator, whole steps": lambda seed: small(DRAFT, seed, operator_required=True, integer_steps=True),
    "draft, signed": lambda seed: small(DRAFT, seed, sign=True),
    "draft with choice tiles": lambda seed: replace(small(DRAFT, seed), tiles=AMATH.tiles),
    "blanks show little": lambda seed: replace(
        small(AMATH, seed), tiles=replace(AMATH.tiles, blank_faces=("3", "12", "-", ":"))
    ),
    "blanks are worth most": lambda seed: replace(
        small(AMATH, seed), tiles=replace(AMATH.tiles, points={**AMATH.tiles.points, "?": 9, "+/-": 8})
    ),
    "ends are closed": lambda seed: replace(small(AMATH, seed), reserves_ends=True),
    "a tile lies there": lambda seed: replace(
        small(AMATH, seed), board=replace(small(AMATH, seed).board, first=(Token("=", "="), (2, 2)))
    ),
}


def everything(position: Position) -> dict[str, int]:
    """All legal plays, by trying all ways to lay up to the whole hand in a row or column."""
    rules, found = position.ruleset, {}
    for tiles in {chosen for size in (1, 2, 3) for chosen in combinations(position.hand, size)}:
        for squares in _stretches(position, len(tiles)):
            for order in set(permutations(tiles)):
                for faces in product(*(rules.tiles.faces(name) for name in order)):
                    placed = zip(squares, order, faces, strict=True)
                    play = Play(tuple(Placement(square, name, face) for square, name, face in placed))
                    verdict = judge_play(position, play)
                    if verdict.legal:
                        found[format_move(play, position.board, rules)] = verdict.score
    return found


def _stretches(position: Position, count: int) -> Iterator[tuple[Square, ...]]:
    """Squares of one row or column that so many tiles could fill without a gap."""
    free = {Square(x, y) for x in range(SIDE) for y in range(SIDE)} - set(position.board.tokens)
    for line in range(SIDE):
        for row in ([Square(at, line) for at in range(SIDE)], [Square(line, at) for at in range(SIDE)]):
            for squares in combinations([square for square in row if square in free], count):
                between = row[row.index(squares[0]) : row.index(squares[-1]) + 1]
                if all(square in squares or square in position.board for square in between):
                    yield squares


def random_position(rules: Ruleset, seed: int) -> Position:
    """A strewn small table (some of it true lines), and a hand of up to three tiles."""
    dice = random.Random(seed)
    tiles: dict[Square, Token] = {}
    names = [name for name in rules.tiles.counts if name != "?"]
    digits = ["0", "1", "2", "3"]
    for _ in range(dice.choice([0, 1, 1, 2, 3])):
        line = dice.choice(
            ["1=1", "2=2", "1+1=", "2-1=", "1x2", "0+1=", "=1", "1+2", "1x", "-1=", "0=0x3", "3=", "=", "12", "1"]
        )
        along, across, down = dice.randrange(SIDE - len(line) + 1), dice.randrange(SIDE), dice.random() < 0.5
        for at, face in enumerate(line, along):
            tiles.setdefault(Square(across, at) if down else Square(at, across), Token(face, face))
    if dice.random() < 0.3:
        name = dice.choice(names)
        square = Square(dice.randrange(SIDE), dice.randrange(SIDE))
        tiles.setdefault(square, Token(name, dice.choice(rules.tiles.faces(name))))
    if rules.board.first is not None:
        tiles.setdefault(Square(*rules.board.first[1]), rules.board.first[0])
    hand = [dice.choice(["=", "=", *digits]), dice.choice(digits), dice.choice([*digits, "=", "-", *names])]
    if "?" in rules.tiles.counts and dice.random() < 0.15:
        hand[1:] = ["?"]  # trying all faces of a blank takes long
    closed = [Square(dice.randrange(SIDE), dice.randrange(SIDE)) for _ in range(dice.choice([0, 0, 2]))]
    return Position(rules, Board(tiles, [square for square in closed if square not in tiles]), (tuple(hand),), (0,))


@pytest.mark.parametrize("variant", VARIANTS)
def test_all_searches_find_what_trying_everything_finds(variant: str) -> None:
    plays = 0
    for seed in range(0, 45, SHARE):
        rules = VARIANTS[variant](seed % 3)
        position = random_position(rules, seed)
        expected = everything(position)
        faces = [KINDS_BY_NAME[face] for face in FACES]
        map_of_rules = EquationMap.build(crossword_rules(rules), faces, 5) if seed % 3 == 0 else None
        made = crossword_position(position)
        for straight, map_used in ((True, None), (False, None), (False, map_of_rules)):
            made.straight, made.map = straight, map_used
            found = made.generate()
            assert dict(zip(found.texts, found.scores, strict=True)) == expected, str(position)
            assert len(found) == len(expected)
            best = made.generate(3)
            assert best.texts == [found.text(index) for index in found.ranked(3)]
            assert made.any_play() == bool(expected)
        plays += len(expected)
    assert plays > 5 or SHARE > 1


def test_closed_ends_stay_closed_until_the_play_is_taken_back() -> None:
    """Where the rules close the ends of lines, a play that is made closes those of all its lines."""
    rules = VARIANTS["ends are closed"](0)
    for seed in range(40):
        position = random_position(rules, seed)
        made = crossword_position(position)
        before = made.generate()
        if not len(before):
            continue
        made.make(before, seed % len(before))
        verdict = judge_play(position, before[seed % len(before)])
        closed = {square for line in verdict.lines for square in line.closes} | position.board.reserved
        laid = {placement.square: placement.token for placement in before[seed % len(before)].tiles}
        board = Board({**position.board.tokens, **laid}, closed - set(position.board.tokens) - set(laid))
        made.hand = tuple(KINDS_BY_NAME[name] for name in ("1", "1", "="))
        after = Position(rules, board, (("1", "1", "="),), (0,))
        assert sorted(made.generate().texts) == sorted(everything(after))
        made.unmake()
        made.hand = tuple(KINDS_BY_NAME[name] for name in position.hand)
        assert made.generate().texts == before.texts


def test_lines_of_26_squares_are_exact() -> None:
    """The widest board: a line longer than 64 bits can hold values of."""
    board = replace(DRAFT.board, width=26, height=26, premium_rows=())
    rules = replace(DRAFT, board=board, digest="wide")
    # 23 digits and signs lie there, two squares are free before them and one behind.
    line = "9" * 10 + "x1=" + "9" * 10
    tiles = {Square(2 + at, 3): Token(face, face) for at, face in enumerate(line)}
    for hand, text in (
        (("0", "+"), "0+"),
        (("1", "x"), "1x"),
        (("1", "+"), None),
        (("8", "9"), None),
        (("0", "x"), None),
    ):
        position = Position(rules, Board(tiles), (hand,), (0,))
        plays = generate(position)
        assert plays.texts == ([f"A4> {text}({line})"] if text else [])
        for play, score in zip(plays, plays.scores, strict=True):
            verdict = judge_play(position, play)
            assert (verdict.legal, verdict.score) == (True, score)
        assert generate(position, 1).texts == plays.texts
    # A gap in the middle that only one tile closes.
    del tiles[Square(12, 3)]
    plays = generate(Position(rules, Board(tiles), (("x", ":", "+"),), (0,)))
    assert sorted(plays.texts) == ["C4> (9999999999):(1=9999999999)", "C4> (9999999999)x(1=9999999999)"]


def test_boards_beyond_26_squares_are_refused() -> None:
    rules = replace(DRAFT, board=replace(DRAFT.board, width=26, height=27, premium_rows=()), digest="too high")
    position = Position(rules, Board(), (("1", "=", "1"),), (0,))
    with pytest.raises(UnsupportedRules):
        generate(position)
    with pytest.raises(UnsupportedRules):
        any_play(position)
