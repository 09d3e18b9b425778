"""A position: everything that decides which moves are legal. Immutable, with a JSON and a text form."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from summy.board import Board, Square, reading_order
from summy.errors import FormatError, RulesetError
from summy.move import Play, format_play, move_from_json, move_to_json, read_coordinate, read_tile_entry
from summy.rulesets import Ruleset, load_ruleset
from summy.tiles import MAX_HAND, Token, has_own_face, may_show, shown, sort_tiles, tile_name

MAX_SIDES = 4

MAX_COUNT = 1_000_000
"""Largest size of a stock and of `scoreless`."""

MAX_SCORE_DIGITS = 100
"""Longest score. A ruleset may score the result of a line, so a score can be as long as a board is wide."""

Hand = tuple[str, ...] | int | None
"""Tile names in canonical order; a number where only the count is known; None where nothing is known."""

Stock = tuple[str, ...] | int | None
"""Tile names from the top (index 0); a number where only the count is known; None where nothing is known."""


@dataclass(frozen=True, slots=True)
class Pending:
    """The last play, while it may still be challenged. Its tiles lie on the board and its points are counted."""

    move: Play
    drawn: tuple[str, ...] | int
    """What its side drew after it: names in canonical order, or a number where they are not known."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "drawn", _settled(self.drawn))


@dataclass(frozen=True, slots=True)
class Position:
    """A game at one moment.

    Hands given as 0 are empty hands: they are kept as `()`.
    """

    ruleset: Ruleset
    board: Board
    hands: tuple[Hand, ...]
    """One entry a side, in order of play."""

    scores: tuple[int, ...]
    to_move: int = 0
    """Side to move, counted from 0."""

    stock: Stock = None
    scoreless: int = 0
    """Turns in a row without a play, as far as the ruleset counts them (`end.scoreless_counts`)."""

    discarded: tuple[Hand, ...] = ()
    """What each side has taken out of the game."""

    pending: Pending | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "hands", tuple(_settled(hand) for hand in self.hands))
        discarded = self.discarded or ((),) * len(self.hands)
        object.__setattr__(self, "discarded", tuple(_settled(hand) for hand in discarded))

    @property
    def sides(self) -> int:
        """Number of sides."""
        return len(self.hands)

    @property
    def hand(self) -> tuple[str, ...]:
        """The hand of the side to move; FormatError when it is not known."""
        hand = self.hands[self.to_move]
        if not isinstance(hand, tuple):
            raise FormatError("the hand of the side to move is not known", key=f"hands[{self.to_move}]")
        return hand

    @property
    def stock_count(self) -> int | None:
        """Tiles in the stock, None when unknown."""
        return len(self.stock) if isinstance(self.stock, tuple) else self.stock

    @property
    def stock_empty(self) -> bool:
        """Whether the stock is known to be empty."""
        return self.stock_count == 0


def _settled(hand: Hand) -> Hand:
    if hand == 0:
        return ()
    return sort_tiles(hand) if isinstance(hand, tuple) else hand


def hand_count(hand: Hand) -> int | None:
    """Tiles in a hand, None when unknown."""
    return len(hand) if isinstance(hand, tuple) else hand


# ---------------------------------------------------------------------------------------------------- JSON

_KEYS = (
    "rules",
    "options",
    "board",
    "reserved",
    "hands",
    "scores",
    "to_move",
    "stock",
    "scoreless",
    "discarded",
)


def position_to_json(position: Position) -> dict[str, Any]:
    """The JSON form (docs/formats.md), all keys given."""
    pending = position.pending
    return {
        "rules": position.ruleset.id,
        "options": dict(position.ruleset.options),
        "board": [_token_to_json(square, token) for square, token in position.board.sorted_tokens()],
        "reserved": [list(square) for square in sorted(position.board.reserved, key=reading_order)],
        "hands": [_listed(hand) for hand in position.hands],
        "scores": list(position.scores),
        "to_move": position.to_move,
        "stock": _listed(position.stock),
        "scoreless": position.scoreless,
        "discarded": [_listed(hand) for hand in position.discarded],
        "pending": None
        if pending is None
        else {"move": move_to_json(pending.move, position.board), "drawn": _listed(pending.drawn)},
    }


def _token_to_json(square: Square, token: Token) -> dict[str, Any]:
    entry: dict[str, Any] = {"x": square.x, "y": square.y, "tile": token.tile}
    if token.face != token.tile:
        entry["face"] = token.face
    return entry


def _listed(value: tuple[str, ...] | int | None) -> list[str] | int | None:
    return list(value) if isinstance(value, tuple) else value


def position_from_json(value: object, *, ruleset: Ruleset | None = None, ruleset_file: Path | None = None) -> Position:
    """A position from its JSON form; FormatError names the faulty key.

    Args:
        value: parsed JSON.
        ruleset: a ruleset that replaces the one the position names (its options are then not read).
        ruleset_file: a ruleset file to read instead of the packaged ruleset of that name.
    """
    if not isinstance(value, Mapping):
        raise FormatError("a position is an object")
    for key in value:
        if key not in _KEYS and key != "pending":
            raise FormatError("is not a key of a position", key=shown(key))
    for key in ("rules", "board", "hands"):
        if key not in value:
            raise FormatError("is missing", key=key)
    rules = ruleset or read_ruleset(value["rules"], value.get("options"), ruleset_file)
    hands = _read_hands(value["hands"], rules, "hands")
    if not 1 <= len(hands) <= MAX_SIDES:
        raise FormatError(f"must have 1 to {MAX_SIDES} sides", key="hands")
    discarded = _read_hands(_or(value.get("discarded"), []), rules, "discarded", limit=rules.tiles.total)
    if discarded and len(discarded) != len(hands):
        raise FormatError("must have one entry a side", key="discarded")
    position = Position(
        ruleset=rules,
        board=Board(_read_board(value["board"], rules), _read_reserved(_or(value.get("reserved"), []), rules)),
        hands=hands,
        scores=_read_scores(_or(value.get("scores"), []), len(hands)),
        to_move=_read_count(_or(value.get("to_move"), 0), "to_move", most=len(hands) - 1),
        stock=_read_stock(value.get("stock"), rules),
        scoreless=_read_count(_or(value.get("scoreless"), 0), "scoreless", most=MAX_COUNT),
        discarded=discarded,
        pending=_read_pending(value.get("pending"), rules),
    )
    check_pending(position)
    return position


def _or(value: object, default: object) -> object:
    return default if value is None else value


def read_ruleset(name: object, options: object, file: Path | None = None) -> Ruleset:
    """The ruleset that a position or record names; FormatError for anything else."""
    if not isinstance(name, str):
        raise FormatError("must be the name of a ruleset", key="rules")
    if name.endswith(".toml"):
        raise FormatError("must be the name of a ruleset, not a file", key="rules")
    if options is not None and not isinstance(options, Mapping):
        raise FormatError("must be an object", key="options")
    for value in (options or {}).values():
        if not isinstance(value, bool | int | str):
            raise FormatError("must hold plain values", key="options")
    try:
        ruleset = load_ruleset(file or name, {str(key): value for key, value in (options or {}).items()})
    except RulesetError as error:
        key = "options" if error.code in ("unknown_option", "bad_option") else "rules"
        raise FormatError(error.message, key=key, code=error.code) from None
    if ruleset.id != name:
        raise FormatError(f"is {shown(name)}, but the ruleset file describes {ruleset.id}", key="rules")
    return ruleset


def _read_board(value: object, ruleset: Ruleset) -> dict[Square, Token]:
    if not isinstance(value, list | tuple):
        raise FormatError("must be a list", key="board")
    tokens: dict[Square, Token] = {}
    for index, entry in enumerate(value):
        key = f"board[{index}]"
        square, name, face = read_tile_entry(entry, key=key)
        if square in tokens:
            raise FormatError("there is already a tile on that square", key=key)
        tokens[square] = check_token(square, name, face, ruleset, key)
    return tokens


def check_token(square: Square, name: str, face: str | None, ruleset: Ruleset, key: str) -> Token:
    """A tile that may lie on a square of this ruleset's board; FormatError otherwise."""
    if name not in ruleset.tiles.counts:
        raise FormatError(f"{ruleset.id} has no tile {name}", key=key, code="unknown_tile")
    if not ruleset.board.contains(square):
        raise FormatError("is not on the board", key=key, code="off_board")
    if face is None and not has_own_face(name):
        raise FormatError(f"{name} on the board needs a face", key=key, code="face_missing")
    token = Token(name, face or name)
    if not may_show(name, token.face) or token.face not in ruleset.tiles.faces(name):
        raise FormatError(f"{name} cannot stand for {token.face}", key=key, code="face_not_allowed")
    return token


def _read_reserved(value: object, ruleset: Ruleset) -> set[Square]:
    if not isinstance(value, list | tuple):
        raise FormatError("must be a list", key="reserved")
    squares: set[Square] = set()
    for index, pair in enumerate(value):
        key = f"reserved[{index}]"
        if not isinstance(pair, list | tuple) or len(pair) != 2:
            raise FormatError("must be [x, y]", key=key)
        square = Square(read_coordinate(pair[0], key), read_coordinate(pair[1], key))
        check_reserved(square, ruleset, key)
        squares.add(square)
    return squares


def check_reserved(square: Square, ruleset: Ruleset, key: str) -> None:
    """FormatError for a closed square that is not on the board."""
    if not ruleset.board.contains(square):
        raise FormatError("is not on the board", key=key, code="off_board")


def _read_hands(value: object, ruleset: Ruleset, key: str, limit: int = MAX_HAND) -> tuple[Hand, ...]:
    if not isinstance(value, list | tuple):
        raise FormatError("must be a list with one entry a side", key=key)
    return tuple(_read_hand(hand, ruleset, f"{key}[{index}]", limit) for index, hand in enumerate(value))


def _read_hand(value: object, ruleset: Ruleset, key: str, limit: int) -> Hand:
    if value is None:
        return None
    if type(value) is int:
        return _read_count(value, key, most=limit)
    names = _read_names(value, ruleset, key)
    if len(names) > limit:
        raise FormatError(f"has more than {limit} tiles", key=key)
    return names


def _read_names(value: object, ruleset: Ruleset, key: str) -> tuple[str, ...]:
    if not isinstance(value, list | tuple):
        raise FormatError("must be a list of tile names, a number or null", key=key)
    names = []
    for index, name in enumerate(value):
        if not isinstance(name, str):
            raise FormatError("must be a tile name", key=f"{key}[{index}]")
        names.append(check_name(name, ruleset, f"{key}[{index}]"))
    return tuple(names)


def check_name(name: str, ruleset: Ruleset, key: str) -> str:
    """The canonical name of a tile of this ruleset; FormatError otherwise."""
    try:
        canonical = tile_name(name)
    except FormatError as error:
        raise FormatError(error.message, key=key, code=error.code) from None
    if canonical not in ruleset.tiles.counts:
        raise FormatError(f"{ruleset.id} has no tile {canonical}", key=key, code="unknown_tile")
    return canonical


def _read_scores(value: object, sides: int) -> tuple[int, ...]:
    if not isinstance(value, list | tuple):
        raise FormatError("must be a list of whole numbers", key="scores")
    for index, score in enumerate(value):
        if type(score) is not int or abs(score) >= 10**MAX_SCORE_DIGITS:
            raise FormatError(f"must be a whole number of at most {MAX_SCORE_DIGITS} digits", key=f"scores[{index}]")
    if value and len(value) != sides:
        raise FormatError("must have one entry a side", key="scores")
    return tuple(value) or (0,) * sides


def _read_count(value: object, key: str, *, most: int) -> int:
    if type(value) is not int or not 0 <= value <= most:
        raise FormatError(f"must be a whole number from 0 to {most}", key=key)
    return value


def _read_stock(value: object, ruleset: Ruleset) -> Stock:
    if value is None:
        return None
    if type(value) is int:
        return _read_count(value, "stock", most=MAX_COUNT)
    return _read_names(value, ruleset, "stock")


def _read_pending(value: object, ruleset: Ruleset) -> Pending | None:
    if value is None:
        return None
    if not isinstance(value, Mapping) or set(value) != {"move", "drawn"}:
        raise FormatError('must be null or {"move": ..., "drawn": ...}', key="pending")
    move = move_from_json(value["move"], ruleset, key="pending.move")
    drawn = _read_hand(value["drawn"], ruleset, "pending.drawn", MAX_HAND)
    return checked_pending(move, drawn)


def checked_pending(move: object, drawn: Hand) -> Pending:
    """A pending play; FormatError when it is not a play or when it is not known how many tiles were drawn."""
    if not isinstance(move, Play):
        raise FormatError("must be a play", key="pending.move")
    if drawn is None:
        raise FormatError("must be a list of tile names or a number", key="pending.drawn")
    return Pending(move, drawn)


def check_pending(position: Position) -> None:
    """FormatError when the pending play could not be taken back: it lies elsewhere, or its side has other tiles."""
    pending, board = position.pending, position.board
    if pending is None:
        return
    if position.sides != 2:
        raise FormatError("only two sides can challenge each other", key="pending")
    if any(board.get(placement.square) != placement.token for placement in pending.move.tiles):
        raise FormatError("does not lie on the board", key="pending.move")
    try:
        format_play(pending.move, board.without(pending.move.squares), position.ruleset)
    except FormatError:
        raise FormatError("does not lie in one unbroken line", key="pending.move") from None
    hand = position.hands[position.to_move - 1]
    count, drawn = hand_count(hand), hand_count(pending.drawn) or 0
    lacks = isinstance(hand, tuple) and isinstance(pending.drawn, tuple) and Counter(pending.drawn) - Counter(hand)
    if lacks or (count is not None and drawn > count):
        raise FormatError("is more than the side holds", key="pending.drawn")
    if count is not None and count - drawn + len(pending.move.tiles) > MAX_HAND:
        raise FormatError(f"comes from a hand of more than {MAX_HAND} tiles", key="pending.move")


# -------------------------------------------------------------------------------------------------- strict


def check_strict(position: Position) -> None:
    """FormatError when the tiles of a position cannot all come from one set.

    Refuses more copies of a tile than the set has, and totals that do not fit: all tiles together never exceed the
    set, and equal it when every part is known.
    """
    rules = position.ruleset
    seen: Counter[str] = Counter(token.tile for token in position.board.tokens.values())
    hidden = 0
    complete = True
    for part in (*position.hands, *position.discarded, position.stock):
        if isinstance(part, tuple):
            seen.update(part)
        elif part is None:
            complete = False
        else:
            hidden += part
    for name, count in seen.items():
        if count > (copies := rules.tiles.counts.get(name, 0)):
            raise FormatError(f"there are {count} tiles {name}, but the set has {copies}")
    total = sum(seen.values()) + hidden
    if total > rules.tiles.total or (complete and total != rules.tiles.total):
        raise FormatError(f"there are {total} tiles, but the set has {rules.tiles.total}")
