"""What a ruleset says, as values. One dataclass a table of the file; `loader.py` fills them.

No code outside this package compares a ruleset's name: whatever differs between games is a field here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from summy.tiles import BLANK, CHOICES, Token

Xy = tuple[int, int]
"""A square as plain (x, y); `summy.board.Square` is one."""

LIMIT = 1_000_000
"""Largest size of a coordinate. The unlimited table goes so far in each direction."""


@dataclass(frozen=True, slots=True)
class TileSet:
    """The tiles of a game."""

    counts: Mapping[str, int]
    """Copies of each tile name, in canonical order of names."""

    points: Mapping[str, int]
    """Points of each tile name; a blank is worth its own points whatever its face."""

    blank_faces: tuple[str, ...]
    """The faces a blank may take, in canonical order; empty where the set has no blank."""

    @property
    def total(self) -> int:
        """Number of tiles."""
        return sum(self.counts.values())

    def all_tiles(self) -> tuple[str, ...]:
        """Every copy of every tile, in canonical order."""
        return tuple(name for name, count in self.counts.items() for _ in range(count))

    def faces(self, name: str) -> tuple[str, ...]:
        """The faces a tile of this set may take: one for ordinary tiles."""
        if name == BLANK:
            return self.blank_faces
        return CHOICES.get(name, (name,))


@dataclass(frozen=True, slots=True)
class BoardSpec:
    """The table before the first turn."""

    width: int | None
    """Squares across; None on the unlimited table."""

    height: int | None
    """Squares down; None on the unlimited table."""

    first: tuple[Token, Xy] | None
    """The tile that lies on the table from the start, and where."""

    premium_rows: tuple[tuple[str, ...], ...]
    """Premium squares by row: `2E`, `3E` (equation), `2P`, `3P` (tile) or an empty string. Empty without premiums."""

    @property
    def bounded(self) -> bool:
        """Whether the table has an edge."""
        return self.width is not None

    @property
    def centre(self) -> Xy:
        """The square that an opening play covers (bounded boards), else (0, 0)."""
        if self.width is None or self.height is None:
            return (0, 0)
        return (self.width // 2, self.height // 2)

    def contains(self, square: Xy) -> bool:
        """Whether the square is on the table; the unlimited one ends where coordinates do."""
        if self.width is None or self.height is None:
            return abs(square[0]) <= LIMIT and abs(square[1]) <= LIMIT
        return 0 <= square[0] < self.width and 0 <= square[1] < self.height

    def premium(self, square: Xy) -> str:
        """The premium of a square, an empty string where there is none."""
        if not self.premium_rows or not self.contains(square):
            return ""
        return self.premium_rows[square[1]][square[0]]


@dataclass(frozen=True, slots=True)
class Grammar:
    """Which lines are true equations."""

    several_equals: bool
    """Whether a line may hold more than one `=`."""

    operator_required: bool
    """Whether the left side needs an operator (`5=5` is then no sum)."""

    right_side_number: bool
    """Whether the right side is one number and nothing else."""

    sign: bool
    """Whether a minus sign may stand at the start of a side."""

    max_digits: int
    """Most digits of a number made of one-digit tiles; 0 = no limit."""

    integer_steps: bool
    """Whether every intermediate result must be a whole number not below zero."""


@dataclass(frozen=True, slots=True)
class Scoring:
    """What a line is worth beyond its tiles and premium squares."""

    result: bool
    """Whether the number right of `=` is added (before the equation is multiplied)."""

    full_hand_bonus: int
    """Points for placing at least a full hand in one turn, added after multiplying."""


@dataclass(frozen=True, slots=True)
class TurnRules:
    """What a side may do instead of playing."""

    discard: bool
    """Tiles may leave the game while the stock is not empty."""

    exchange: bool
    """Tiles may go back into the stock for others."""

    exchange_min_stock: int
    """Fewest tiles in the stock for an exchange."""

    pass_: str
    """When a side may pass: `always`, `stock_empty` or `never`."""

    challenge: str
    """`none` or `auto`: an untrue play is refused; `challenge`: it stands until somebody challenges it."""


@dataclass(frozen=True, slots=True)
class SideRules:
    """How many sides play."""

    minimum: int
    maximum: int
    default: int


@dataclass(frozen=True, slots=True)
class EndRules:
    """When the game ends and what is settled then."""

    scoreless_per_side: int
    """Turns in a row without a play, per side, that end the game."""

    scoreless_counts: str
    """Which turns count: `always`, or `stock_empty` (turns that began with an empty stock)."""

    scoreless_deduct: bool
    """Whether each side then loses the points left in its hand."""

    out: bool
    """Whether the game ends when the stock is empty and a side has no tiles."""

    out_bonus: int
    """That side gains this many times the points left in the other hands."""

    no_play: bool
    """Whether the game ends when the stock is empty and no side has a legal play."""


@dataclass(frozen=True, slots=True)
class ClockRules:
    """Clock figures of the game's own competitions; a table may choose them."""

    turn_seconds: int
    """Casual limit for one turn; 0 = none."""

    side_seconds: int
    """Time of one side for the whole game; 0 = none."""

    overtime_points: int
    """Points lost for each started minute over; 0 = running out loses at once."""

    overtime_limit_minutes: int
    """More overtime than this loses the game."""


@dataclass(frozen=True, slots=True)
class Option:
    """A field of the ruleset that a table may set."""

    name: str
    field: str
    """Dotted name of the field, e.g. `grammar.integer_steps`."""

    choices: tuple[object, ...]
    """Allowed values; the first is the default."""


@dataclass(frozen=True, slots=True)
class Ruleset:
    """A resolved ruleset: the data file with the table's options applied."""

    id: str
    version: int
    title: str
    tiles: TileSet
    hand_size: int
    board: BoardSpec
    grammar: Grammar
    placement: str
    """`line`: one line a turn, neighbours do not matter; `crossword`: every run through a new tile must be true."""

    reserves_ends: bool
    """Whether the squares before and after a played line are closed for good."""

    scoring: Scoring
    turn: TurnRules
    sides: SideRules
    first_side: str
    """Who starts: `random`, `lowest` (lowest digits in hand) or `draw` (highest tile drawn)."""

    end: EndRules
    clock: ClockRules
    available_options: Mapping[str, Option]
    """What a table may set, by name."""

    options: Mapping[str, object] = field(default_factory=dict)
    """The options that differ from the default."""

    digest: str = ""
    """SHA-256 of the resolved data, hexadecimal: two rulesets with equal digests play the same game."""

    def __hash__(self) -> int:
        return hash(self.digest)

    def __repr__(self) -> str:
        options = f", {dict(self.options)!r}" if self.options else ""
        return f"load_ruleset({self.id!r}{options})"
