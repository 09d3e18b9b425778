"""What must hold between searches of positions that are changed in a known way (crossword placement)."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from crossword_turns import SHARE, json_of, positions
from summy.board import Square
from summy.engine.crossword import crossword_position
from summy.engine.kernel.crossword_plays import KINDS_BY_NAME
from summy.engine.movegen import generate
from summy.move import Placement, Play
from summy.position import Position, position_from_json
from summy.tiles import Token

pytestmark = pytest.mark.kernel

Laid = frozenset[tuple[Square, Token]]


def sample(rules: str, count: int, *, blanks: int | None = 0, seed: int = 0) -> list[Position]:
    """Positions of games, with at least a few tiles on the table."""
    chosen = [position for position in positions(rules, 10, blanks) if len(position.board) > 5]
    return random.Random(seed).sample(chosen, min(max(1, count // SHARE), len(chosen)))


def with_hand(position: Position, hand: list[str]) -> Position:
    """The same table with another hand."""
    kinds = tuple(KINDS_BY_NAME[name] for name in hand)
    return position_from_json(json_of(position.ruleset.id, crossword_position(position), kinds))


def laid(play: Play) -> Laid:
    """The placed tiles without their order."""
    return frozenset((placement.square, placement.token) for placement in play.tiles)


def scored(position: Position) -> dict[Laid, int]:
    """All plays with their scores."""
    plays = generate(position)
    return {laid(play): score for play, score in zip(plays, plays.scores, strict=True)}


@pytest.mark.parametrize(("rules", "count"), [("amath", 60), ("amath-70", 40), ("summy-draft", 60)])
def test_transposed_tables_have_transposed_plays(rules: str, count: int) -> None:
    """The premium layout is symmetric."""
    checked = 0
    for position in sample(rules, count, blanks=None):
        board = [
            {"x": square.y, "y": square.x, "tile": token.tile, "face": token.face}
            for square, token in position.board.tokens.items()
        ]
        turned = position_from_json({"rules": rules, "board": board, "hands": [list(position.hand)]})
        plays, other = generate(position), generate(turned)
        assert len(plays) == len(other)
        assert (plays.sum_scores, plays.tiles_used) == (other.sum_scores, other.tiles_used)
        if len(plays) < 2000:
            expected = {
                frozenset((Square(square.y, square.x), token) for square, token in tiles): score
                for tiles, score in scored(position).items()
            }
            assert scored(turned) == expected
            checked += len(plays)
    assert checked > count // SHARE


@pytest.mark.parametrize("rules", ["amath", "summy-draft"])
def test_the_order_of_hand_and_table_does_not_matter(rules: str) -> None:
    dice = random.Random(1)
    for position in sample(rules, 30):
        entries = [
            {"x": square.x, "y": square.y, "tile": token.tile, "face": token.face}
            for square, token in position.board.tokens.items()
        ]
        hand = list(position.hand)
        dice.shuffle(entries)
        dice.shuffle(hand)
        shuffled = position_from_json({"rules": rules, "board": entries, "hands": [hand]})
        assert generate(shuffled).texts == generate(position).texts


@pytest.mark.parametrize(("rules", "blanks"), [("amath", 0), ("amath", 1), ("amath-70", 0), ("summy-draft", 0)])
def test_a_smaller_hand_has_the_plays_that_do_without_the_tile(rules: str, blanks: int) -> None:
    dice = random.Random(2)
    for position in sample(rules, 5 if blanks else 20, blanks=blanks):
        hand = list(position.hand)
        missing = hand.pop(dice.randrange(len(hand)))
        have = Counter(hand)

        def fits(play: Laid, have: Counter[str] = have) -> bool:
            return Counter(token.tile for _, token in play) <= have

        whole, size = scored(position), position.ruleset.hand_size
        bonus = position.ruleset.scoring.full_hand_bonus
        expected = {play: score for play, score in whole.items() if fits(play)}
        assert scored(with_hand(position, hand)) == expected
        assert all(len(play) < size or bonus == 0 or whole[play] >= bonus for play in whole)
        more = scored(with_hand(position, [*position.hand, missing]))
        assert whole.items() <= more.items()


def renamed(plays: dict[Laid, int], tile: str, points: int, position: Position, name: str) -> set[Laid]:
    """The plays that use a tile, with that tile called `name`."""
    return {
        frozenset((square, Token(name, token.face) if token.tile == tile else token) for square, token in play)
        for play in plays
        if any(token.tile == tile for _, token in play)
    }


def test_a_choice_tile_plays_as_either_of_its_signs() -> None:
    """Where the hand has no other such sign, its plays are those of a + and those of a -, relabelled."""
    for position in sample("amath", 25):
        rest = [name for name in position.hand if name not in ("+", "-", "+/-", "?")][:6]
        chosen = scored(with_hand(position, [*rest, "+/-"]))
        plus, minus = (scored(with_hand(position, [*rest, sign])) for sign in "+-")
        using = {play for play in chosen if any(token.tile == "+/-" for _, token in play)}
        assert using == renamed(plus, "+", 1, position, "+/-") | renamed(minus, "-", 1, position, "+/-")
        assert set(chosen) - using == {play for play in plus if all(token.tile != "+" for _, token in play)}


def test_a_blank_plays_as_any_face_for_nothing() -> None:
    """For each face that the hand lacks: the plays of a blank with it are those of the tile itself, worth less."""
    faces = ["7", "0", "12", "=", "x"]
    dice = random.Random(3)
    for position in sample("amath", 8):
        rest = [name for name in position.hand if name not in (*faces, "?", "x/:")][:5]
        with_blank = scored(with_hand(position, [*rest, "?"]))
        face = dice.choice(faces)
        with_tile = scored(with_hand(position, [*rest, face]))
        showing = {play for play in with_blank if any(token == Token("?", face) for _, token in play)}
        assert showing == renamed(with_tile, face, 0, position, "?")
        for play in showing:
            own = frozenset((square, Token(face, face) if token.tile == "?" else token) for square, token in play)
            assert with_blank[play] < with_tile[own]


def test_what_a_table_tile_is_made_of_changes_only_points() -> None:
    """A blank on the table that shows a face allows what the tile itself allows."""
    for position in sample("amath", 20):
        plain = [{"x": square.x, "y": square.y, "tile": token.face} for square, token in position.board.tokens.items()]
        blank = [entry | {"tile": "?", "face": entry["tile"]} for entry in plain]
        hand = list(position.hand)
        one = scored(position_from_json({"rules": "amath", "board": plain, "hands": [hand]}))
        other = scored(position_from_json({"rules": "amath", "board": blank, "hands": [hand]}))
        assert one.keys() == other.keys()
        assert all(one[play] > other[play] for play in one)


def test_a_lone_tile_that_makes_two_lines_is_one_play_that_scores_both() -> None:
    board = [{"x": x, "y": 7, "tile": tile} for x, tile in ((4, "1"), (5, "+"), (6, "2"), (7, "="))]
    board += [{"x": 8, "y": y, "tile": tile} for y, tile in ((3, "5"), (4, "-"), (5, "2"), (6, "="))]
    plays = generate(position_from_json({"rules": "amath", "board": board, "hands": [["3"]]}))
    assert plays.texts == ["E8> (1+2=)3"]
    assert plays[0] == Play((Placement(Square(8, 7), "3", "3"),))
    assert plays.score(0) == 6 + 7
