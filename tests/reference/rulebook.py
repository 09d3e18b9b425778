"""The rules of each game as one dictionary, typed in from the rules text a second time.

The ruleset files of the library are *not* read here: a slip in a file would otherwise pass unseen.
"""

from typing import Any

Rules = dict[str, Any]

DIGITS = [str(digit) for digit in range(10)]
TWO_DIGITS = [str(number) for number in range(10, 21)]
OPERATORS = ["+", "-", "x", ":"]

# The upper half of the premium layout and its middle row; the lower half mirrors the upper one.
PREMIUM_ROWS = """
3E .. .. 2P .. .. .. 3E .. .. .. 2P .. .. 3E
.. 2E .. .. .. 3P .. .. .. 3P .. .. .. 2E ..
.. .. 2E .. .. .. 2P .. 2P .. .. .. 2E .. ..
2P .. .. 2E .. .. .. 2P .. .. .. 2E .. .. 2P
.. .. .. .. 3P .. .. .. .. .. 3P .. .. .. ..
.. 3P .. .. .. 3P .. .. .. 3P .. .. .. 3P ..
.. .. 2P .. .. .. 2P .. 2P .. .. .. 2P .. ..
3E .. .. 2P .. .. .. 3P .. .. .. 2P .. .. 3E
"""


def premium_squares() -> dict[tuple[int, int], str]:
    """The premium squares of the 15 x 15 board, by (x, y)."""
    upper = [row.split() for row in PREMIUM_ROWS.split("\n") if row]
    rows = upper + upper[-2::-1]
    assert [len(row) for row in rows] == [15] * 15
    return {(x, y): premium for y, row in enumerate(rows) for x, premium in enumerate(row) if premium != ".."}


def counts(text: str) -> dict[str, int]:
    """Read "0:5 1:6" style tables; a tile name may itself be or hold a colon, the last one divides."""
    pairs = [item.rsplit(":", 1) for item in text.split()]
    return {name: int(number) for name, number in pairs}


AMATH_POINTS = counts(
    "0:1 1:1 2:1 3:1 4:2 5:2 6:2 7:2 8:2 9:2 10:3 11:4 12:3 13:6 14:4 15:4 16:4 17:6 18:4 19:7 20:5 "
    "+:2 -:2 +/-:1 x:2 ::2 x/::1 =:1 ?:0"
)
AMATH_COUNTS = counts(
    "0:5 1:6 2:6 3:5 4:5 5:4 6:4 7:4 8:4 9:4 10:2 11:1 12:2 13:1 14:1 15:1 16:1 17:1 18:1 19:1 20:1 "
    "+:4 -:4 +/-:5 x:4 ::4 x/::4 =:11 ?:4"
)
AMATH_70_COUNTS = counts(
    "0:4 1:4 2:4 3:4 4:4 5:3 6:3 7:2 8:3 9:2 10:1 11:1 12:1 13:1 14:1 15:1 16:1 20:1 +:4 -:4 +/-:5 x/::4 =:8 ?:4"
)
SUMMY_COUNTS = dict.fromkeys(DIGITS, 6) | dict.fromkeys(OPERATORS, 5) | {"=": 14}
SUMMY_127_COUNTS = dict.fromkeys(DIGITS, 8) | dict.fromkeys(OPERATORS, 7) | {"=": 19}
PLAIN_FACES = {name: [name] for name in [*DIGITS, *OPERATORS, "="]}

SUMMY: Rules = {
    "name": "summy",
    "tiles": SUMMY_COUNTS,
    "faces": PLAIN_FACES,
    "placement": "line",
    "hand": 8,
    "size": None,  # the table has no edge
    "centre": None,
    "first": (0, 0),
    "premium": {},
    "several_equals": False,
    "operator_required": True,
    "right_side_number": True,
    "sign": False,
    "max_digits": None,
    "integer_steps": False,
    "score": "digits",
    "points": {},
    "bonus": 0,
}

SUMMY_127: Rules = SUMMY | {
    "name": "summy-127",
    "tiles": SUMMY_127_COUNTS,
    "size": (25, 25),
    "first": (12, 12),
}

AMATH: Rules = {
    "name": "amath",
    "tiles": AMATH_COUNTS,
    "faces": {name: [name] for name in AMATH_COUNTS}
    | {
        "+/-": ["+", "-"],
        "x/:": ["x", ":"],
        "?": [*DIGITS, *TWO_DIGITS, *OPERATORS, "="],
    },
    "placement": "crossword",
    "hand": 8,
    "size": (15, 15),
    "centre": (7, 7),
    "first": None,
    "premium": premium_squares(),
    "several_equals": True,
    "operator_required": False,
    "right_side_number": False,
    "sign": True,
    "max_digits": 3,
    "integer_steps": False,
    "score": "points",
    "points": AMATH_POINTS,
    "bonus": 40,
}

AMATH_70: Rules = AMATH | {
    "name": "amath-70",
    "tiles": AMATH_70_COUNTS,
    "faces": {name: [name] for name in AMATH_70_COUNTS}
    | {
        "+/-": ["+", "-"],
        "x/:": ["x", ":"],
        "?": [*DIGITS, *(name for name in TWO_DIGITS if name not in ("17", "18", "19")), *OPERATORS, "="],
    },
}

SUMMY_DRAFT: Rules = SUMMY | {
    "name": "summy-draft",
    "placement": "crossword",
    "hand": 5,
    "size": (15, 15),
    "centre": (7, 7),
    "first": None,
    "premium": premium_squares(),
    "operator_required": False,
    "score": "tiles_and_result",
}

RULEBOOK: dict[str, Rules] = {rules["name"]: rules for rules in (SUMMY, SUMMY_127, AMATH, AMATH_70, SUMMY_DRAFT)}

for _rules, _total in ((SUMMY, 94), (SUMMY_127, 127), (AMATH, 100), (AMATH_70, 70), (SUMMY_DRAFT, 94)):
    assert sum(_rules["tiles"].values()) == _total


def rules_of(name: str, options: dict[str, Any] | None = None) -> Rules:
    """The rules of a game, with the option `integer_steps` when it is given."""
    wanted = options or {}
    return RULEBOOK[name] | ({"integer_steps": True} if wanted.get("integer_steps") else {})
