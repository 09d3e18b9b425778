"""The exact end game: the stock is empty, two sides remain, and both hands are known.

`solve` proves the final difference and a line of best play, or gives the bounds that it could prove within its limits.
What it says is proved rests on legal plays and on the rules of `summy.referee.ending` alone, on no estimate.

"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from summy.board import Direction, Square
from summy.engine.hidden import with_both_hands
from summy.engine.kernel.crossword_plays import KINDS_BY_NAME
from summy.engine.kernel.crossword_position import CrosswordPosition
from summy.engine.kernel.endgame import Endgame
from summy.engine.kernel.endgame_crossword import CrosswordEnd
from summy.engine.kernel.endgame_line import LineEnd
from summy.engine.kernel.endgame_memory import Memory
from summy.engine.kernel.endgame_table import EndTable
from summy.engine.kernel.position import LinePosition
from summy.engine.line import SYMBOLS
from summy.engine.movegen import any_play, kernel_position
from summy.errors import SummyError
from summy.move import Move, Pass, Placement, Play
from summy.position import Position
from summy.referee import accept, outcome, untrue_line
from summy.rulesets import Ruleset

ToldMove = tuple[bool, tuple[tuple[int, int, str, str], ...], bool]
"""A play as the kernel tells it: whether it goes down, `(x, y, tile, face)` of its tiles, whether the direction is part
of the move."""

FoundMove = tuple[ToldMove | None, int | None, int | None, int, list[ToldMove | None]]
"""A move (None for a pass), proved bounds of what it gains, the best guess, the line that begins with it."""

MEMORY_POSITIONS = 1 << 18
"""Positions that a solver remembers, of about 100 bytes each."""


class NoEndgame(SummyError):
    """A position that the end game search is not made for."""

    def __init__(self, reason: str) -> None:
        super().__init__("no_endgame", f"this is no end game that can be solved: {reason}")


@dataclass(frozen=True, slots=True)
class EndgameLimits:
    """What one search may use."""

    nodes: int = 2_000_000
    """Most positions to look at. Searches that end by this limit are the same on every machine."""

    seconds: float | None = None
    """Most time; None for no limit. Where the time decides, results are not reproducible."""

    lines: int = 1
    """How many moves are searched for their exact value."""


@dataclass(frozen=True, slots=True)
class EndgameLine:
    """One move, with what is proved of it. Differences are final: the mover's score less the other side's."""

    move: Move
    lower: int | None
    """No play of the other side leads to less than this; None where nothing is proved."""

    upper: int | None
    """No play of the mover leads to more than this; None where nothing is proved."""

    line: tuple[Move, ...]
    """Best play of both sides from this move to the end of the game; the move alone while its value is not proved,
    and broken off where the limits ended the search."""

    @property
    def proved(self) -> bool:
        """Whether the final difference after this move is known."""
        return self.lower is not None and self.lower == self.upper


@dataclass(frozen=True, slots=True)
class EndgameResult:
    """What a search found. Differences are final: the score of the side to move less the other side's."""

    proved: bool
    """Whether `difference` is what best play of both sides leads to, and `line` such play."""

    lower: int | None
    """The side to move can reach at least this; None where nothing is proved."""

    upper: int | None
    """The other side can hold it to this; None where nothing is proved."""

    estimate: int
    """The difference if proved, else the search's best guess, which proves nothing."""

    lines: tuple[EndgameLine, ...]
    """The best moves, best first: as many as were asked for or as there are."""

    nodes: int
    """Positions looked at."""

    complete: bool
    """Whether each of `lines` is proved and none of the other moves is better than these."""

    @property
    def difference(self) -> int | None:
        """The final difference under best play, None while it is not proved."""
        return self.lower if self.proved else None

    @property
    def line(self) -> tuple[Move, ...]:
        """The best line."""
        return self.lines[0].line


@dataclass(frozen=True, slots=True)
class Gain:
    """What the side to move gains on the other from an end game on."""

    points: int
    """Exact if `proved`, else the best guess within the bounds that were found."""

    proved: bool
    nodes: int
    """Positions looked at."""


def solve(position: Position, limits: EndgameLimits | None = None) -> EndgameResult:
    """Search an end game for the side to move; see `EndgameSolver.solve`."""
    return EndgameSolver(position.ruleset).solve(position, limits)


class EndgameSolver:
    """Solves end games of one ruleset and remembers what it found from one position of a game to the next."""

    def __init__(self, ruleset: Ruleset, positions: int = MEMORY_POSITIONS) -> None:
        self._ruleset = ruleset
        self._memory = Memory(positions)

    def solve(self, position: Position, limits: EndgameLimits | None = None) -> EndgameResult:
        """The final difference under best play, or bounds of it.

        Args:
            position: two sides, an empty stock, one or both hands known. A hand that is hidden is worked out from the
                tiles that are not seen. A pending play counts as accepted.
            limits: what the search may use.

        Errors: NoEndgame; `hidden.HandNotDeducible`; FormatError for positions that do not fit
        the set; `movegen.UnsupportedRules`.
        """
        limits = limits or EndgameLimits()
        position = ready(position)
        numbers = KINDS_BY_NAME if position.ruleset.placement == "crossword" else SYMBOLS
        hands = [[numbers[name] for name in hand] for hand in position.hands if isinstance(hand, tuple)]
        search = self._search(kernel_position(position), hands)
        mover = position.to_move
        lead = position.scores[mover] - position.scores[1 - mover]
        found = search.solve(
            mover, position.scoreless, nodes=limits.nodes, seconds=limits.seconds or 0.0, lines=limits.lines
        )
        return _result(search, found, lead)

    def gain(
        self,
        table: LinePosition | CrosswordPosition,
        hands: Sequence[Sequence[int]],
        side: int,
        scoreless: int,
        limits: EndgameLimits,
    ) -> Gain:
        """What a side gains on the other from here on: of an end game that the kernel has on its table already.

        Args:
            table: it is played on and restored; its own hand changes.
            hands: the kernel's symbols of both hands.
            side: whose turn it is. The game must not be over.
            scoreless: turns in a row without a play.
            limits: what the search may use.
        """
        search = self._search(table, hands)
        found = search.solve(side, scoreless, nodes=limits.nodes, seconds=limits.seconds or 0.0, lines=1)
        lower, upper = search.bounds()
        guess = found[0][3]
        guess = guess if lower is None else max(guess, lower)
        guess = guess if upper is None else min(guess, upper)
        return Gain(guess, lower is not None and lower == upper, search.nodes)

    def _search(self, made: LinePosition | CrosswordPosition, hands: Sequence[Sequence[int]]) -> Endgame:
        """A search of one end game in this solver's memory."""
        table: EndTable = CrosswordEnd(made, hands) if isinstance(made, CrosswordPosition) else LineEnd(made, hands)
        end = self._ruleset.end
        return Endgame(
            table,
            self._memory,
            scoreless=2 * end.scoreless_per_side,
            deduct=end.scoreless_deduct,
            out=end.out,
            out_bonus=end.out_bonus,
            no_play=end.no_play,
        )


def ready(position: Position) -> Position:
    """The position with both hands known and a pending play accepted; an error where it is no end game."""
    if position.sides != 2:
        raise NoEndgame("it has not two sides")
    if not position.stock_empty:
        raise NoEndgame("the stock is not empty")
    if position.ruleset.turn.pass_ == "never":
        raise NoEndgame("passing is not allowed, so a side without a play could not go on")
    if position.pending is not None and untrue_line(position, position.pending.move) is not None:
        raise NoEndgame("the pending play is not true and will be challenged")
    position = with_both_hands(accept(position))
    if outcome(position, any_play) is not None:
        raise NoEndgame("the game is over")
    return position


def _result(search: Endgame, found: Sequence[FoundMove], lead: int) -> EndgameResult:
    def moved(value: int | None) -> int | None:
        return None if value is None else value + lead

    lines = tuple(
        EndgameLine(as_move(move), moved(lower), moved(upper), tuple(map(as_move, line)) or (as_move(move),))
        for move, lower, upper, _, line in found
    )
    lower, upper = search.bounds()
    return EndgameResult(
        lower is not None and lower == upper,
        moved(lower),
        moved(upper),
        found[0][3] + lead,
        lines,
        search.nodes,
        search.complete,
    )


def as_move(told: ToldMove | None) -> Move:
    """A move from the kernel's description of it."""
    if told is None:
        return Pass()
    down, laid, line = told
    tiles = tuple(Placement(Square(x, y), tile, face) for x, y, tile, face in laid)
    return Play(tiles, (Direction.DOWN if down else Direction.ACROSS) if line else None)
