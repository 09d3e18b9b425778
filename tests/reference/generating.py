"""All legal plays of a position, twice: by trying everything, and by walking along lines.

`every_play` tries every ordered choice of tiles and faces on every row and column and asks the judge: nothing to get
wrong, usable up to four or five tiles in hand. `walked_plays` lays tiles square by square and turns back as soon as the
faces laid so far cannot begin a legal line; the judge still decides on each line that it offers. The tests of this
package hold the two against each other.
"""

import itertools
from collections.abc import Iterator
from typing import Any

from .arithmetic import Faces, fault_of_line, is_number, sides_of, value_of
from .judging import direction_of, judge
from .notation import play_text
from .rulebook import OPERATORS, TWO_DIGITS, Rules
from .table import OTHER, Place, Table, moved, on_board, read_position, run_through

Placed = list[dict[str, Any]]


def discards(hand: tuple[str, ...]) -> set[tuple[str, ...]]:
    """Every multiset of one or more tiles of the hand, as a sorted tuple of names."""
    return {tuple(sorted(choice)) for size in range(1, len(hand) + 1) for choice in itertools.combinations(hand, size)}


def lane_starts(table: Table, direction: str) -> Iterator[Place]:
    """Every square on which a line of this direction, or its first placed tile, could lie."""
    if table.rules["placement"] == "crossword":
        width, height = table.rules["size"]
        yield from itertools.product(range(width), range(height))
        return
    # A line holds a table tile, so it begins at most a hand's length before one; where it begins with table tiles, the
    # first placed tile follows directly after one.
    reach = range(-len(table.hand), 2)
    starts = {moved(square, direction, distance) for square in table.tiles for distance in reach}
    yield from sorted(square for square in starts if on_board(table, square))


def described(table: Table, found: dict[Any, tuple[Placed, str]]) -> list[dict[str, Any]]:
    """The plays with score, text and equations, best first, ties by text."""
    listed = []
    for placed, direction in found.values():
        verdict = judge(table, placed, direction)
        listed.append(
            {
                "text": play_text(table, placed, direction),
                "score": verdict["score"],
                "equations": verdict["equations"],
                "direction": direction_of(table, placed, direction),
                "tiles": placed,
            }
        )
    return sorted(listed, key=lambda play: (-play["score"], play["text"]))


def identity(table: Table, placed: Placed, direction: str) -> Any:
    """What makes two plays the same: tiles and faces on squares, and the direction where the rules say `line`."""
    laid = frozenset((item["x"], item["y"], item["tile"], item["face"]) for item in placed)
    return (laid, direction) if table.rules["placement"] == "line" else laid


def every_play(table: Table) -> list[dict[str, Any]]:
    """All legal plays, found by trying every tile and face on every stretch of free squares."""
    found: dict[Any, tuple[Placed, str]] = {}
    for direction in ("across", "down"):
        for start in lane_starts(table, direction):
            if start in table.tiles:
                continue
            for size in range(1, len(table.hand) + 1):
                squares = free_squares(table, start, direction, size)
                for chosen in sorted(set(itertools.permutations(table.hand, size))):
                    for faces in itertools.product(*(table.rules["faces"][tile] for tile in chosen)):
                        placed = [
                            {"x": x, "y": y, "tile": tile, "face": face}
                            for (x, y), tile, face in zip(squares, chosen, faces, strict=True)
                        ]
                        if judge(table, placed, direction)["legal"]:
                            found.setdefault(identity(table, placed, direction), (placed, direction))
    return described(table, found)


def free_squares(table: Table, start: Place, direction: str, size: int) -> list[Place]:
    """The first `size` squares without a tile from `start` on, closed or off the board as they may be."""
    free = (moved(start, direction, distance) for distance in itertools.count())
    return list(itertools.islice((square for square in free if square not in table.tiles), size))


# What the faces laid so far end with; a number of digits is told by its length, up to the limit.
SIDE_BEGINS, AFTER_OPERATOR, AFTER_SIGN, AFTER_ZERO, AFTER_PAIR = "side", "operator", "sign", "zero", "pair"
State = tuple[int, bool, str | int]  # how many `=`, whether the left side has an operator, what it ends with
FIRST_STATE: State = (0, False, SIDE_BEGINS)


def next_state(state: State, face: str, rules: Rules) -> State | None:
    """The state after one more face, or None when no legal line begins like that."""
    equals, operator, last = state
    ends_with_number = isinstance(last, int) or last in (AFTER_ZERO, AFTER_PAIR)
    if face == "=":
        if not ends_with_number or (equals and not rules["several_equals"]):
            return None
        if rules["operator_required"] and not operator:
            return None
        return equals + 1, operator, SIDE_BEGINS
    if face in OPERATORS:
        if equals and rules["right_side_number"]:
            return None
        if ends_with_number:
            return equals, True, AFTER_OPERATOR
        if last == SIDE_BEGINS and face == "-" and rules["sign"]:
            return equals, operator, AFTER_SIGN
        return None
    if face in TWO_DIGITS:
        return None if ends_with_number else (equals, operator, AFTER_PAIR)
    if isinstance(last, int):
        limit = rules["max_digits"]
        return (equals, operator, last + 1) if limit is None or last < limit else None
    if ends_with_number:
        return None  # nothing joins a leading 0 or a two-digit tile
    if face == "0":
        return None if last == AFTER_SIGN else (equals, operator, AFTER_ZERO)
    return equals, operator, 1


class Walk:
    """One walk over all lines of a table in one direction."""

    def __init__(
        self,
        table: Table,
        direction: str,
        found: dict[Any, tuple[Placed, str]],
        line_faults: dict[Faces, bool],
    ) -> None:
        self.table = table
        self.direction = direction
        self.found = found
        self.line_faults = line_faults
        self.crossing_faults: dict[tuple[Place, str], bool] = {}

    def open_square(self, square: Place) -> bool:
        """Whether a tile may be laid there."""
        return square not in self.table.tiles and square not in self.table.reserved and on_board(self.table, square)

    def connects(self, square: Place) -> bool:
        """Whether a tile laid on this free square connects its line with the table (or covers the centre at first)."""
        table = self.table
        if table.rules["placement"] == "crossword" and not table.tiles:
            return bool(square == table.rules["centre"])
        directions = [self.direction] if table.rules["placement"] == "line" else ["across", "down"]
        return any(moved(square, way, step) in table.tiles for way in directions for step in (-1, 1))

    def free_squares_to_connection(self, square: Place) -> int | None:
        """How many free squares from here on must be filled to reach one that connects; None when none does."""
        count = 0
        while count <= len(self.table.hand):
            if square not in self.table.tiles:
                if not self.open_square(square):
                    return None
                count += 1
                if self.connects(square):
                    return count
            square = moved(square, self.direction, 1)
        return None

    def crossing_is_wrong(self, square: Place, face: str) -> bool:
        """In crossword placement: whether the face makes a wrong line in the other direction."""
        if self.table.rules["placement"] == "line":
            return False
        key = (square, face)
        if key not in self.crossing_faults:
            tiles = self.table.tiles | {square: (face, face)}
            run = run_through(tiles, square, OTHER[self.direction])
            faces = tuple(tiles[one][1] for one in run)
            self.crossing_faults[key] = len(run) > 1 and fault_of_line(faces, self.table.rules) is not None
        return self.crossing_faults[key]

    def sides_disagree(self, faces: Faces) -> bool:
        """At an `=`: whether a finished side has no value, another one than the first, or one no number has."""
        values = [value_of(side) for side in sides_of(faces)[:-1]]
        first = values[0]
        if first is None or any(value != first for value in values):
            return True
        return bool(self.table.rules["right_side_number"] and (first < 0 or first.denominator != 1))

    def right_side_is_too_big(self, faces: Faces) -> bool:
        """Where the right side is one number: whether its digits so far exceed the left side already."""
        if not self.table.rules["right_side_number"]:
            return False
        left, right = sides_of(faces)
        value = value_of(left)
        return value is not None and int("".join(right)) > value

    def equals_in_reach(self, square: Place, hand: list[str]) -> bool:
        """Whether the line can still get an `=`: from the hand, or from the lane ahead."""
        if any("=" in self.table.rules["faces"][tile] for tile in hand):
            return True
        free = 0
        while free <= len(hand):
            if square in self.table.tiles:
                if self.table.tiles[square][1] == "=":
                    return True
            else:
                free += 1
            square = moved(square, self.direction, 1)
        return False

    def start(self, square: Place) -> None:
        """Find the plays whose line begins exactly here."""
        if moved(square, self.direction, -1) in self.table.tiles:
            return
        needed = self.free_squares_to_connection(square)
        if needed is not None and needed <= len(self.table.hand):
            self.go(square, (), FIRST_STATE, [], list(self.table.hand), needed)

    def go(self, square: Place, faces: Faces, state: State, placed: Placed, hand: list[str], needed: int) -> None:
        """Continue a line at `square`; `needed` free squares are still to be filled before it connects."""
        if square in self.table.tiles:
            self.lay(square, self.table.tiles[square][1], faces, state, placed, hand, needed)
            return
        self.offer(faces, state, placed, needed)
        if not self.open_square(square) or needed > len(hand):
            return
        if not state[0] and not self.equals_in_reach(square, hand):
            return
        for tile in sorted(set(hand)):
            rest = list(hand)
            rest.remove(tile)
            for face in self.table.rules["faces"][tile]:
                if not self.crossing_is_wrong(square, face):
                    laid = {"x": square[0], "y": square[1], "tile": tile, "face": face}
                    self.lay(square, face, faces, state, [*placed, laid], rest, max(0, needed - 1))

    def lay(
        self,
        square: Place,
        face: str,
        faces: Faces,
        state: State,
        placed: Placed,
        hand: list[str],
        needed: int,
    ) -> None:
        """Take one more face into the line, unless no legal line begins like that."""
        after = next_state(state, face, self.table.rules)
        if after is None:
            return
        longer = (*faces, face)
        if face == "=" and self.sides_disagree(longer):
            return
        if face != "=" and after[0] and self.right_side_is_too_big(longer):
            return
        self.go(moved(square, self.direction, 1), longer, after, placed, hand, needed)

    def offer(self, faces: Faces, state: State, placed: Placed, needed: int) -> None:
        """Let the judge decide on the line as it stands, when it may be one."""
        if not placed or needed or not state[0] or not is_number(faces[-1]):
            return
        if faces not in self.line_faults:
            self.line_faults[faces] = fault_of_line(faces, self.table.rules) is not None
        if self.line_faults[faces]:
            return
        if judge(self.table, placed, self.direction)["legal"]:
            key = identity(self.table, placed, self.direction)
            self.found.setdefault(key, (list(placed), self.direction))


def walked_plays(table: Table) -> list[dict[str, Any]]:
    """All legal plays, found by walking along every line and turning back early."""
    found: dict[Any, tuple[Placed, str]] = {}
    line_faults: dict[Faces, bool] = {}
    for direction in ("across", "down"):
        walk = Walk(table, direction, found, line_faults)
        for square in lane_starts(table, direction):
            walk.start(square)
    return described(table, found)


def plays(position: dict[str, Any]) -> list[dict[str, Any]]:
    """All legal plays of a position in JSON form: `text`, `score`, `equations`, `direction`, `tiles`."""
    return walked_plays(read_position(position))
