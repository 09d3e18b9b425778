"""Moves as values, with their text and JSON forms (docs/formats.md).

A move text can be read without a board; writing one needs the board, since a play is written as its whole line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from summy.board import Board, Direction, Square, format_square, parse_square, reading_order
from summy.errors import FormatError
from summy.rulesets.model import LIMIT, Ruleset
from summy.tiles import (
    MAX_HAND,
    Token,
    face_name,
    face_text,
    has_own_face,
    shown,
    sort_tiles,
    split_face,
    split_line_text,
    tile_name,
)


@dataclass(frozen=True, slots=True)
class Placement:
    """One tile of a play."""

    square: Square
    tile: str
    face: str | None
    """What the tile stands for; None when a blank or choice tile was given without a face (a refusal says so)."""

    @property
    def token(self) -> Token:
        """The laid tile; only for placements that have a face."""
        return Token(self.tile, self.face or self.tile)


@dataclass(frozen=True, slots=True)
class WrittenLine:
    """What a move text claims beyond the placed tiles: the extent of the line and the tiles that lie there already."""

    start: Square
    direction: Direction
    length: int
    table: tuple[tuple[Square, str, str | None], ...]
    """Square, face and tile name of each tile in parentheses; the name is None where only the face was given."""


@dataclass(frozen=True, slots=True)
class Play:
    """Placing tiles."""

    tiles: tuple[Placement, ...]
    """Placed tiles by row, then by column."""

    direction: Direction | None = None
    """Which line is played. Part of the move only where the placement is `line`; None in crossword placement,
    and where it was left out: then the judge takes the line that is legal (the better one when both are)."""

    written: WrittenLine | None = field(default=None, compare=False)
    """The line as the move text gave it, None for plays that come from elsewhere."""

    def __post_init__(self) -> None:
        ordered = tuple(sorted(self.tiles, key=lambda placement: reading_order(placement.square)))
        object.__setattr__(self, "tiles", ordered)

    @property
    def squares(self) -> tuple[Square, ...]:
        """Squares of the placed tiles."""
        return tuple(placement.square for placement in self.tiles)


@dataclass(frozen=True, slots=True)
class Discard:
    """Tiles leave the game face down; names in canonical order, `count` where they are hidden from the viewer."""

    tiles: tuple[str, ...]
    count: int = -1

    def __post_init__(self) -> None:
        _settle_tiles(self)


@dataclass(frozen=True, slots=True)
class Exchange:
    """Tiles go back into the stock; names in canonical order, `count` where they are hidden from the viewer."""

    tiles: tuple[str, ...]
    count: int = -1

    def __post_init__(self) -> None:
        _settle_tiles(self)


def _settle_tiles(move: Discard | Exchange) -> None:
    object.__setattr__(move, "tiles", sort_tiles(move.tiles))
    if move.count < 0 or move.tiles:
        object.__setattr__(move, "count", len(move.tiles))


@dataclass(frozen=True, slots=True)
class Pass:
    """Doing nothing."""


@dataclass(frozen=True, slots=True)
class Challenge:
    """Doubting the last play."""


@dataclass(frozen=True, slots=True)
class Resign:
    """Giving up."""


Move = Play | Discard | Exchange | Pass | Challenge | Resign

_WORDS: dict[str, type[Pass] | type[Challenge] | type[Resign]] = {
    "pass": Pass,
    "challenge": Challenge,
    "resign": Resign,
}
_SWAPS: dict[str, type[Discard] | type[Exchange]] = {"discard": Discard, "exchange": Exchange}
_DIRECTIONS = {direction.mark: direction for direction in Direction}
_PLAY = re.compile(r"(?P<square>[^ ]*)(?P<mark>[>v]) (?P<line>[^ ]+)")
_HIDDEN = re.compile(r"#(0|[1-9]|1[0-2])")  # up to MAX_HAND


# ---------------------------------------------------------------------------------------------------- text


def parse_move(text: str, ruleset: Ruleset | None = None, *, key: str = "move") -> Move:
    """A move from its text; FormatError when it cannot be read.

    With a ruleset, squares must have its form (`-3,0` or `H8`) and plays of a `crossword` game get no direction.

    >>> parse_move("discard 7 =")
    Discard(tiles=('7', '='), count=2)
    """
    if text in _WORDS:
        return _WORDS[text]()
    word, _, rest = text.partition(" ")
    if word in _SWAPS and rest:
        return _parse_swap(_SWAPS[word], rest, key)
    match = _PLAY.fullmatch(text)
    if match is None:
        raise FormatError(f"{shown(text)} is not a move", key=key)
    bounded = ruleset.board.bounded if ruleset is not None else None
    start = parse_square(match["square"], key=key, bounded=bounded)
    return _parse_line(start, _DIRECTIONS[match["mark"]], match["line"], ruleset, key)


def _parse_swap(kind: type[Discard] | type[Exchange], rest: str, key: str) -> Discard | Exchange:
    if match := _HIDDEN.fullmatch(rest):
        return kind((), int(match[1]))
    try:
        return kind(tuple(tile_name(name) for name in rest.split(" ")))
    except FormatError as error:
        raise FormatError(error.message, key=key, code=error.code) from None


def _parse_line(start: Square, direction: Direction, text: str, ruleset: Ruleset | None, key: str) -> Play:
    placed: list[Placement] = []
    table: list[tuple[Square, str, str | None]] = []
    square = start
    for symbol, inside in _symbols_with_parentheses(text, key):
        if max(square) > LIMIT:
            raise FormatError("the line goes too far away", key=key)
        name, face = split_face(symbol, key=key)
        if not inside:
            placed.append(Placement(square, name, face or (name if has_own_face(name) else None)))
        elif face is not None:
            table.append((square, face, name))
        elif has_own_face(name):
            table.append((square, name, None))
        else:
            raise FormatError(f"{name} in parentheses needs its face", key=key)
        square = square.moved(direction)
    written = WrittenLine(start, direction, len(placed) + len(table), tuple(table))
    crossword = ruleset is not None and ruleset.placement == "crossword"
    return Play(tuple(placed), None if crossword else direction, written)


def _symbols_with_parentheses(text: str, key: str) -> list[tuple[str, bool]]:
    """The symbols of a line, each with whether it stands in parentheses."""
    symbols: list[tuple[str, bool]] = []
    inside, group_start = False, 0
    for symbol in split_line_text(text, key=key):
        if symbol == "(" and not inside:
            inside, group_start = True, len(symbols)
        elif symbol == ")" and inside and len(symbols) > group_start:
            inside = False
        elif symbol in ("(", ")"):
            raise FormatError("the parentheses do not match", key=key)
        else:
            symbols.append((symbol, inside))
    if inside:
        raise FormatError("a parenthesis is not closed", key=key)
    return symbols


def format_move(move: Move, board: Board, ruleset: Ruleset) -> str:
    """The text of a move; `board` is the board before it.

    Raises FormatError for a play that does not lie in one unbroken line on free squares: it has no text.
    """
    if isinstance(move, Play):
        return format_play(move, board, ruleset)
    for word, swap in _SWAPS.items():
        if isinstance(move, swap):
            return f"{word} {' '.join(move.tiles) or f'#{move.count}'}"
    return next(word for word, kind in _WORDS.items() if isinstance(move, kind))


def format_play(play: Play, board: Board, ruleset: Ruleset) -> str:
    """The text of a play: first square, direction, whole line with table tiles in parentheses."""
    laid = {placement.square: placement for placement in play.tiles}
    free = all(square not in board and ruleset.board.contains(square) for square in laid)
    if not laid or len(laid) != len(play.tiles) or not free:
        raise FormatError("a play without free squares has no text", key="move")
    direction = line_direction(play, board)
    after = board.placing({square: placement.token for square, placement in laid.items()})
    run = after.run(play.tiles[0].square, direction) if direction else None
    if run is None or not set(laid).issubset(run.squares()):
        raise FormatError("a play that does not lie in one unbroken line has no text", key="move")
    parts: list[str] = []
    on_table = False
    for square, token in zip(run.squares(), run.tokens, strict=True):
        if (square not in laid) != on_table:
            parts.append(")" if on_table else "(")
            on_table = not on_table
        parts.append(face_text(token.face) if on_table else _placed_text(laid[square]))
    if on_table:
        parts.append(")")
    return f"{format_square(run.start, bounded=ruleset.board.bounded)}{run.direction.mark} {''.join(parts)}"


def _placed_text(placement: Placement) -> str:
    if placement.face is None:
        return face_text(placement.tile)
    return placement.token.text


def line_direction(play: Play, board: Board) -> Direction | None:
    """The direction of a play's line; None when its tiles are not in one row or column.

    A lone tile without a direction goes across when it then has a horizontal neighbour, else down.
    """
    if len({placement.square.y for placement in play.tiles}) == 1 and len(play.tiles) > 1:
        fits = Direction.ACROSS
    elif len({placement.square.x for placement in play.tiles}) == 1 and len(play.tiles) > 1:
        fits = Direction.DOWN
    elif len(play.tiles) == 1:
        if play.direction is not None:
            return play.direction
        left, right, _, _ = play.tiles[0].square.neighbours()
        return Direction.ACROSS if left in board or right in board else Direction.DOWN
    else:
        return None
    return fits if play.direction in (None, fits) else None


# ---------------------------------------------------------------------------------------------------- JSON


def move_to_json(move: Move, board: Board | None = None) -> dict[str, Any]:
    """The JSON form; with the board before it, a play also gets the direction of its line."""
    if isinstance(move, Play):
        direction = line_direction(move, board) if board is not None else move.direction
        shown_direction = {"direction": str(direction)} if direction is not None else {}
        return {"kind": "play", **shown_direction, "tiles": [placement_to_json(tile) for tile in move.tiles]}
    for word, swap in _SWAPS.items():
        if isinstance(move, swap):
            return {"kind": word, "tiles": list(move.tiles) if move.tiles or not move.count else move.count}
    return {"kind": next(word for word, kind in _WORDS.items() if isinstance(move, kind))}


def placement_to_json(placement: Placement) -> dict[str, Any]:
    """`{"x": 1, "y": -1, "tile": "6"}`, with `face` where it differs."""
    entry: dict[str, Any] = {"x": placement.square.x, "y": placement.square.y, "tile": placement.tile}
    if placement.face is not None and placement.face != placement.tile:
        entry["face"] = placement.face
    return entry


_KEYS = {"play": {"tiles", "direction"}, "discard": {"tiles"}, "exchange": {"tiles"}}
_DERIVED_KEYS = {"score", "text", "equations"}
"""Keys that lists of moves carry besides; they are accepted and ignored."""


def move_from_json(value: object, ruleset: Ruleset | None = None, *, key: str = "move") -> Move:
    """A move from JSON (or from a move text inside JSON); FormatError names the faulty key."""
    if isinstance(value, str):
        return parse_move(value, ruleset, key=key)
    if not isinstance(value, Mapping):
        raise FormatError("must be an object", key=key)
    kind = value.get("kind")
    if not isinstance(kind, str) or kind not in ("play", *_SWAPS, *_WORDS):
        raise FormatError(f"{shown(kind)} is not a kind of move", key=f"{key}.kind")
    for name in value:
        if name not in _KEYS.get(kind, set()) | {"kind"} | _DERIVED_KEYS:
            raise FormatError("is not a key of this move", key=f"{key}.{shown(name)}")
    if kind == "play":
        return _play_from_json(value, ruleset, key)
    if kind in _SWAPS:
        return _swap_from_json(_SWAPS[kind], value.get("tiles"), f"{key}.tiles")
    return _WORDS[kind]()


def _play_from_json(value: Mapping[str, object], ruleset: Ruleset | None, key: str) -> Play:
    tiles = value.get("tiles")
    if not isinstance(tiles, list | tuple):
        raise FormatError("must be a list", key=f"{key}.tiles")
    if len(tiles) > 100:
        raise FormatError("has too many tiles", key=f"{key}.tiles")
    placed = tuple(placement_from_json(entry, key=f"{key}.tiles[{index}]") for index, entry in enumerate(tiles))
    written = value.get("direction")
    if written is not None and written not in tuple(Direction):
        raise FormatError('must be "across" or "down"', key=f"{key}.direction")
    if ruleset is not None and ruleset.placement == "crossword":
        return Play(placed)
    play = Play(placed, Direction(str(written)) if written is not None else None)
    if play.direction is None and len(placed) > 1:
        return Play(placed, line_direction(play, Board()))
    return play


def placement_from_json(entry: object, *, key: str) -> Placement:
    """A placed tile: `x`, `y`, `tile` and, for blanks and choice tiles, `face`."""
    square, name, face = read_tile_entry(entry, key=key)
    return Placement(square, name, face or (name if has_own_face(name) else None))


def read_tile_entry(entry: object, *, key: str) -> tuple[Square, str, str | None]:
    """Square, name and face (None where not given) of `{"x", "y", "tile", "face"?}`."""
    if not isinstance(entry, Mapping):
        raise FormatError("must be an object", key=key)
    for name in entry:
        if name not in ("x", "y", "tile", "face"):
            raise FormatError("is not a key of a tile", key=f"{key}.{shown(name)}")
    square = Square(read_coordinate(entry.get("x"), f"{key}.x"), read_coordinate(entry.get("y"), f"{key}.y"))
    tile, face = entry.get("tile"), entry.get("face")
    if not isinstance(tile, str):
        raise FormatError("must be a tile name", key=f"{key}.tile")
    if face is not None and not isinstance(face, str):
        raise FormatError("must be a face", key=f"{key}.face")
    name = _named(tile_name, tile, f"{key}.tile")
    return square, name, _named(face_name, face, f"{key}.face") if face is not None else None


def _named(read: Callable[[str], str], text: str, key: str) -> str:
    """A tile or face by its name; errors name `key`."""
    try:
        return read(text)
    except FormatError as error:
        raise FormatError(error.message, key=key, code=error.code) from None


def read_coordinate(value: object, key: str) -> int:
    """A whole number at most 1,000,000 in size."""
    if type(value) is not int:
        raise FormatError("must be a whole number", key=key)
    if abs(value) > LIMIT:
        raise FormatError("is too far away", key=key)
    return value


def _swap_from_json(kind: type[Discard] | type[Exchange], tiles: object, key: str) -> Discard | Exchange:
    if type(tiles) is int and 0 <= tiles <= MAX_HAND:
        return kind((), tiles)
    if not isinstance(tiles, list | tuple) or len(tiles) > 100:
        raise FormatError("must be a list of tile names", key=key)
    names = []
    for index, name in enumerate(tiles):
        if not isinstance(name, str):
            raise FormatError("must be a tile name", key=f"{key}[{index}]")
        names.append(_named(tile_name, name, f"{key}[{index}]"))
    return kind(tuple(names))
