"""The text form of a position: one line, for people and test files (docs/formats.md).

`rules{options};board;reserved;hands;scores;to_move;stock;scoreless;discarded;pending`
"""

from __future__ import annotations

import json
from pathlib import Path

from summy.board import Board, Square, format_square, parse_square, reading_order
from summy.errors import FormatError
from summy.move import format_play, parse_move
from summy.position import (
    MAX_COUNT,
    MAX_SCORE_DIGITS,
    MAX_SIDES,
    Hand,
    Pending,
    Position,
    Stock,
    check_name,
    check_pending,
    check_reserved,
    check_token,
    checked_pending,
    read_ruleset,
)
from summy.rulesets import Ruleset
from summy.tiles import MAX_HAND, Token, format_faces, format_hand, parse_hand, shown, split_face, split_line_text


def format_position(position: Position) -> str:
    """The position as one line."""
    rules, board = position.ruleset, position.board
    bounded = rules.board.bounded
    options = json.dumps(dict(rules.options), sort_keys=True, separators=(",", ":")) if rules.options else ""
    laid = (f"{token.text}@{format_square(square, bounded=bounded)}" for square, token in board.sorted_tokens())
    closed = (format_square(square, bounded=bounded) for square in sorted(board.reserved, key=reading_order))
    fields = (
        rules.id + options,
        " ".join(laid),
        " ".join(closed),
        " ".join(_hand_text(hand) for hand in position.hands),
        " ".join(str(score) for score in position.scores),
        str(position.to_move),
        _stock_text(position.stock),
        str(position.scoreless),
        " ".join(_hand_text(hand) for hand in position.discarded),
        _pending_text(position.pending, position),
    )
    return ";".join(fields)


def _hand_text(hand: Hand) -> str:
    if hand is None:
        return "#"
    return format_hand(hand) if isinstance(hand, tuple) else f"#{hand}"


def _stock_text(stock: Stock) -> str:
    if stock is None:
        return "#"
    return "<" + format_faces(stock) if isinstance(stock, tuple) else str(stock)


def _pending_text(pending: Pending | None, position: Position) -> str:
    if pending is None:
        return "-"
    before = position.board.without(pending.move.squares)
    return f"{format_play(pending.move, before, position.ruleset)}/{_hand_text(pending.drawn)}"


def parse_position(text: str, *, ruleset_file: Path | None = None) -> Position:
    """A position from its text; FormatError names the faulty part."""
    rules, rest = _read_rules(text.strip("\r\n"), ruleset_file)
    fields = rest.split(";")
    if len(fields) != 9:
        raise FormatError(f"a position has 10 parts divided by ;, this one has {len(fields) + 1}")
    board, reserved, hands, scores, to_move, stock, scoreless, discarded, pending = fields
    read_hands = _read_hands(hands, rules, "hands", MAX_HAND)
    if not 1 <= len(read_hands) <= MAX_SIDES:
        raise FormatError(f"must have 1 to {MAX_SIDES} sides", key="hands")
    read_scores = tuple(_integer(word, f"scores[{index}]", signed=True) for index, word in enumerate(_words(scores)))
    read_discarded = _read_hands(discarded, rules, "discarded", rules.tiles.total)
    for key, values in (("scores", read_scores), ("discarded", read_discarded)):
        if len(values) not in (0, len(read_hands)):
            raise FormatError("must have one entry a side", key=key)
    side = _integer(to_move, "to_move")
    if side >= len(read_hands):
        raise FormatError("there is no such side", key="to_move")
    position = Position(
        ruleset=rules,
        board=Board(_read_board(board, rules), _read_reserved(reserved, rules)),
        hands=read_hands,
        scores=read_scores or (0,) * len(read_hands),
        to_move=side,
        stock=_read_stock(stock, rules),
        scoreless=_integer(scoreless, "scoreless"),
        discarded=read_discarded,
        pending=_read_pending(pending, rules),
    )
    check_pending(position)
    return position


def _words(text: str) -> list[str]:
    return text.split(" ") if text else []


def _read_rules(text: str, ruleset_file: Path | None) -> tuple[Ruleset, str]:
    """The ruleset with its options, and what follows the first semicolon."""
    head, _, rest = text.partition(";")
    brace = head.find("{")
    if brace < 0:
        return read_ruleset(head, None, ruleset_file), rest
    try:
        options, end = json.JSONDecoder().raw_decode(text, brace)
    except (ValueError, RecursionError):
        raise FormatError("the options are not JSON", key="options") from None
    if text[end : end + 1] != ";":
        raise FormatError("a semicolon must follow the options", key="options")
    return read_ruleset(text[:brace], options, ruleset_file), text[end + 1 :]


def _read_board(text: str, ruleset: Ruleset) -> dict[Square, Token]:
    tokens: dict[Square, Token] = {}
    for word in _words(text):
        written, at, place = word.rpartition("@")
        symbols = list(split_line_text(written, key="board")) if at else []
        if len(symbols) != 1:
            raise FormatError(f"{shown(word)} is not a tile on a square", key="board")
        name, face = split_face(symbols[0], key="board")
        square = parse_square(place, key="board", bounded=ruleset.board.bounded)
        if square in tokens:
            raise FormatError(f"there are two tiles on {place}", key="board")
        tokens[square] = check_token(square, name, face, ruleset, f"board {place}")
    return tokens


def _read_reserved(text: str, ruleset: Ruleset) -> set[Square]:
    squares = {parse_square(word, key="reserved", bounded=ruleset.board.bounded) for word in _words(text)}
    for square in squares:
        check_reserved(square, ruleset, "reserved")
    return squares


def _read_hands(text: str, ruleset: Ruleset, key: str, limit: int) -> tuple[Hand, ...]:
    return tuple(_read_hand(word, ruleset, f"{key}[{index}]", limit) for index, word in enumerate(_words(text)))


def _read_hand(word: str, ruleset: Ruleset, key: str, limit: int) -> Hand:
    if word == "#":
        return None
    if word.startswith("#"):
        count = _integer(word[1:], key)
        if count > limit:
            raise FormatError(f"has more than {limit} tiles", key=key)
        return count
    names = parse_hand(word, key=key)
    if not 1 <= len(names) <= limit:
        raise FormatError(f"must have 1 to {limit} tiles", key=key)
    return tuple(check_name(name, ruleset, key) for name in names)


def _read_stock(text: str, ruleset: Ruleset) -> Stock:
    if text == "#":
        return None
    if not text.startswith("<"):
        return _integer(text, "stock")
    return tuple(check_name(symbol, ruleset, "stock") for symbol in split_line_text(text[1:], key="stock"))


def _read_pending(text: str, ruleset: Ruleset) -> Pending | None:
    """`-`, or a move and what was drawn, divided by the last slash outside brackets (a move may hold one, for `:`)."""
    if text == "-":
        return None
    depth, cut = 0, -1
    for index, character in enumerate(text):
        depth += (character == "[") - (character == "]")
        if character == "/" and not depth:
            cut = index
    if cut < 0:
        raise FormatError("must be - or MOVE/DRAWN", key="pending")
    drawn = _read_hand(text[cut + 1 :], ruleset, "pending.drawn", MAX_HAND)
    return checked_pending(parse_move(text[:cut], ruleset, key="pending.move"), drawn)


def _integer(text: str, key: str, *, signed: bool = False) -> int:
    """A whole number: a score where `signed`, else a count."""
    digits = text[1:] if signed and text.startswith("-") else text
    well_formed = digits.isascii() and digits.isdigit() and (digits == "0" or digits[0] != "0")
    if not well_formed or text == "-0":
        raise FormatError(f"{shown(text)} is not a whole number", key=key)
    if len(digits) > MAX_SCORE_DIGITS or not (signed or int(digits) <= MAX_COUNT):
        raise FormatError(f"{shown(text)} is too large", key=key)
    return int(text)
