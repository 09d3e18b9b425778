"""Tile names, faces and their text.

A tile has a *name* (what is printed on it) and, once laid, a *face* (the symbol it stands for). Only choice tiles
(`+/-`, `x/:`) and the blank (`?`) have a face that differs from their name. Names are plain strings.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from summy.errors import FormatError

DIGITS: tuple[str, ...] = tuple(str(number) for number in range(10))
TWO_DIGIT: tuple[str, ...] = tuple(str(number) for number in range(10, 21))
NUMBERS: tuple[str, ...] = DIGITS + TWO_DIGIT
OPERATORS: tuple[str, ...] = ("+", "-", "x", ":")
EQUALS = "="
CHOICES: dict[str, tuple[str, ...]] = {"+/-": ("+", "-"), "x/:": ("x", ":")}
BLANK = "?"

FACES: tuple[str, ...] = (*NUMBERS, *OPERATORS, EQUALS)
"""Every symbol a laid tile can stand for, in canonical order."""

ORDER: tuple[str, ...] = (*FACES, *CHOICES, BLANK)
"""Every tile name in canonical order (hands, multisets, counts)."""

RANK: dict[str, int] = {name: rank for rank, name in enumerate(ORDER)}
"""Place of each tile name in the canonical order."""

MAX_HAND = 12
"""Most tiles of a hand in any position, whatever the ruleset's own hand size."""

ALIASES: dict[str, str] = {"*": "x", "X": "x", "×": "x", "/": ":", "÷": ":", "–": "-", "−": "-"}
"""Other spellings of a whole name that input may use."""


def tile_name(text: str) -> str:
    """The canonical name that `text` spells; FormatError when no tile is called so.

    >>> tile_name("×"), tile_name("12")
    ('x', '12')
    """
    name = ALIASES.get(text, text)
    if name not in RANK:
        raise FormatError(f"{shown(text)} is not a tile", code="unknown_tile")
    return name


def face_name(text: str) -> str:
    """Like `tile_name`, for a face: a choice tile or a blank is not a face."""
    name = ALIASES.get(text, text)
    if name not in FACES:
        raise FormatError(f"{shown(text)} is not a face", code="unknown_face")
    return name


def has_own_face(name: str) -> bool:
    """Whether a tile stands for itself (true for all but choice tiles and blanks)."""
    return name != BLANK and name not in CHOICES


def sort_tiles(names: Iterable[str]) -> tuple[str, ...]:
    """The names in canonical order.

    >>> sort_tiles(["=", "+", "7", "12", "0"])
    ('0', '7', '12', '+', '=')
    """
    return tuple(sorted(names, key=RANK.__getitem__))


class Token(NamedTuple):
    """A tile on the table: its name and the face it stands for."""

    tile: str
    face: str

    @property
    def text(self) -> str:
        """Line text: `7`, `[12]`, `[?>7]`, `[+/->-]`."""
        if self.tile == self.face:
            return face_text(self.face)
        return f"[{self.tile}>{self.face}]"


def face_text(face: str) -> str:
    """A face (or a tile name without a face) in line text: `7`, `[12]`."""
    return face if len(face) == 1 else f"[{face}]"


def format_faces(faces: Iterable[str]) -> str:
    """Faces as line text.

    >>> format_faces(["7", "x", "12", "=", "8", "4"])
    '7x[12]=84'
    """
    return "".join(face_text(face) for face in faces)


def format_hand(names: Iterable[str]) -> str:
    """Tile names as line text, in canonical order; an empty hand is `#0`.

    >>> format_hand(["x/:", "1", "+", "0"])
    '01+[x/:]'
    """
    return format_faces(sort_tiles(names)) or "#0"


def split_line_text(text: str, *, key: str = "") -> Iterator[str]:
    """The symbols of a line text: single characters and the insides of brackets. Errors name `key`."""
    index = 0
    while index < len(text):
        character = text[index]
        if character != "[":
            yield character
            index += 1
            continue
        end = text.find("]", index)
        if end < 0:
            raise FormatError("a bracket is not closed", key=key)
        symbol = text[index + 1 : end]
        if symbol in ("(", ")"):  # these have a meaning in moves, without brackets
            raise FormatError(f"{shown(symbol)} is not a tile", key=key, code="unknown_tile")
        yield symbol
        index = end + 1


def parse_token(symbol: str, *, key: str = "") -> Token:
    """A laid tile from one symbol of a line text: `7`, `12`, `?>7`, `+/->-`.

    A blank or choice tile without a face is refused: on the table it always has one.
    """
    name, face = split_face(symbol, key=key)
    if face is None:
        if not has_own_face(name):
            raise FormatError(f"{name} on the table needs a face, as in [{name}>...]", key=key, code="face_missing")
        face = name
    if not may_show(name, face):
        raise FormatError(f"{name} cannot stand for {face}", key=key, code="face_not_allowed")
    return Token(name, face)


def split_face(symbol: str, *, key: str = "") -> tuple[str, str | None]:
    """Name and face of a symbol (`?>7` gives `("?", "7")`, `7` gives `("7", None)`)."""
    try:
        if ">" in symbol and symbol not in RANK:
            name, _, face = symbol.partition(">")
            return tile_name(name), face_name(face)
        return tile_name(symbol), None
    except FormatError as error:
        raise FormatError(error.message, key=key, code=error.code) from None


def may_show(name: str, face: str) -> bool:
    """Whether a tile may stand for a face as far as its print goes (a ruleset may allow a blank less)."""
    if name == BLANK:
        return face in FACES
    return face in CHOICES.get(name, (name,))


def parse_hand(text: str, *, key: str = "hand") -> tuple[str, ...]:
    """Tile names from line text, in canonical order; `#0` is an empty hand."""
    if text == "#0":
        return ()
    names = []
    for symbol in split_line_text(text, key=key):
        name, face = split_face(symbol, key=key)
        if face is not None:
            raise FormatError("a tile in a hand has no face", key=key)
        names.append(name)
    return sort_tiles(names)


_SHOWN_LENGTH = 40


def shown(value: object) -> str:
    """A value from outside, short and printable, for an error sentence. Never raises, whatever comes in.

    >>> shown("a") + " " + shown(12) + " " + shown(["a"])
    "'a' 12 a list"
    """
    if isinstance(value, str):
        plain = repr(value[:_SHOWN_LENGTH])
        whole = len(plain) <= _SHOWN_LENGTH and len(value) <= _SHOWN_LENGTH
        return plain if whole else plain[: _SHOWN_LENGTH - 4] + "..." + plain[0]
    if isinstance(value, int) and value.bit_length() > 100:
        return "a very long number"
    if value is None or isinstance(value, bool | int | float):
        return repr(value)
    return "an object" if isinstance(value, Mapping) else "a list" if isinstance(value, list | tuple) else "a value"
