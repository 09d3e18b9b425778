"""Hypothesis strategies for input that is nearly right: JSON values and texts with a few parts damaged."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import strategies as st

GOOD: dict[str, Any] = {
    "rules": "summy",
    "options": {},
    "board": [
        {"x": -3, "y": 0, "tile": "1"},
        {"x": -2, "y": 0, "tile": "+"},
        {"x": -1, "y": 0, "tile": "2"},
        {"x": 0, "y": 0, "tile": "="},
        {"x": 1, "y": 0, "tile": "3"},
    ],
    "reserved": [[-4, 0], [2, 0]],
    "hands": [["0", "4", "5", "6", "8", "+", "x", "="], 8],
    "scores": [6, 0],
    "to_move": 0,
    "stock": 70,
    "scoreless": 0,
    "discarded": [[], 3],
    "pending": None,
}
"""A position with every key, as docs/formats.md shows it."""

GOOD_TEXT = "summy;1@-3,0 +@-2,0 2@-1,0 =@0,0 3@1,0;-4,0 2,0;04568+x= #8;6 0;0;70;0;#0 #3;-"
"""The same position as text."""

GOOD_MOVES = ("1,-1v 6(3)x8=504", "discard 0 4 =", "exchange 12", "pass", "challenge", "resign", "discard #3")

_SIGNS = ("", " ", ";", "[", "]", "(", ")", ",", "-", "#", "<", "=", "?", "{", '"', "|", "9", "x", "é", "\n")
_WORDS = ("summy", "amath", "summy-127", "=", "?", "+/-", "12", "x", "../summy", "summy.toml", "\ud800")

scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**25), 10**25),
    st.floats(),
    st.text(max_size=6),
    st.sampled_from(_WORDS),
)

anything = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=8,
)
"""Any JSON value."""


@st.composite
def damaged(draw: st.DrawFn, good: Any) -> Any:
    """A JSON value with one to three of its parts, at any depth, exchanged, removed, added or doubled."""
    value = json.loads(json.dumps(good))
    for _ in range(draw(st.integers(1, 3))):
        _damage(draw, _part(draw, value))
    return value


def _part(draw: st.DrawFn, value: Any) -> Any:
    """An object or list somewhere inside."""
    where = value
    while draw(st.integers(0, 2)):
        parts = where.values() if isinstance(where, dict) else where
        inner = [part for part in parts if isinstance(part, dict | list)]
        if not inner:
            break
        where = draw(st.sampled_from(inner))
    return where


def _damage(draw: st.DrawFn, where: Any) -> None:
    if isinstance(where, dict):
        key = draw(st.sampled_from([*sorted(where), "face", "extra"]))
        if draw(st.booleans()):
            where[key] = draw(anything)
        else:
            where.pop(key, None)
    elif not where or draw(st.booleans()):
        where.append(draw(anything))
    elif draw(st.booleans()):
        where.insert(draw(st.integers(0, len(where))), where[0])
    else:
        where[draw(st.integers(0, len(where) - 1))] = draw(anything)


@st.composite
def mangled(draw: st.DrawFn, good: str) -> str:
    """A text with one to four characters removed, put in or exchanged."""
    text = good
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(text)))
        text = text[:at] + draw(st.sampled_from(_SIGNS)) + text[at + draw(st.integers(0, 2)) :]
    return text
