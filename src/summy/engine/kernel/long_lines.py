"""Plays whose line may hold more than 38 digits, searched with Python's integers.

The same search as `straight.pyx`, for numbers that no machine integer holds. Such lines need a table segment
of more than two dozen digits, so this is about being right, not about being fast.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

PLUS, TIMES, DIVIDE, EQUALS, SYMBOLS, GAP = 10, 12, 13, 14, 15, 15

CHUNK = 10**1000
"""Numbers are turned into digits in pieces: Python refuses to write more than 4,300 digits at once."""


class Found(NamedTuple):
    """A completed line: squares filled before and behind the core, and the symbols laid, in line order."""

    before: int
    behind: int
    laid: tuple[int, ...]


class State(NamedTuple):
    """What stands of the left side: a sum, the present term (added by `sign`), the present number."""

    sum_top: int = 0
    sum_bottom: int = 1
    term_top: int = 1
    term_bottom: int = 1
    sign: int = 1
    dividing: bool = False
    number: int = 0
    digits: int = 0
    operators: int = 0


@dataclass
class LongSearch:
    """One pattern class and one hand (`counts` by symbol)."""

    cells: bytes
    right: int
    counts: list[int]
    operator_required: bool
    integer_steps: bool
    max_digits: int
    laid: list[int] = field(default_factory=list)

    def run(self, left: int) -> Iterator[Found]:
        """All ways to complete a line with at most `left` squares filled before the core."""
        for before in range(min(left, sum(self.counts)) + 1):
            for behind in self._left_side(-before, State()):
                yield Found(before, behind, tuple(self.laid))

    def _cell(self, at: int) -> int:
        return self.cells[at] if 0 <= at < len(self.cells) else GAP

    def _left_side(self, at: int, state: State) -> Iterator[int]:
        """Fill square `at` and all behind it; yields the number of squares filled behind the core."""
        while (fixed := self._cell(at)) != GAP:
            if fixed == EQUALS:
                yield from self._equate(at, state)
                return
            after = self._after(fixed, state)
            if after is None:
                return
            state = after
            at += 1
        if at >= len(self.cells) + self.right:
            return
        for symbol in range(SYMBOLS):
            if self.counts[symbol]:
                self.counts[symbol] -= 1
                self.laid.append(symbol)
                if symbol == EQUALS:
                    yield from self._equate(at, state)
                elif (after := self._after(symbol, state)) is not None:
                    yield from self._left_side(at + 1, after)
                self.laid.pop()
                self.counts[symbol] += 1

    def _after(self, symbol: int, state: State) -> State | None:
        """The state after one more digit or operator, None when the line cannot begin like this."""
        if symbol < PLUS:
            too_long = self.max_digits and state.digits == self.max_digits
            if too_long or (state.digits and state.number == 0):
                return None
            return state._replace(number=10 * state.number + symbol, digits=state.digits + 1)
        term = self._term(state)
        if term is None:
            return None
        top, bottom = term
        if symbol in (TIMES, DIVIDE):
            return state._replace(
                term_top=top,
                term_bottom=bottom,
                dividing=symbol == DIVIDE,
                number=0,
                digits=0,
                operators=state.operators + 1,
            )
        sum_top, sum_bottom = _sum(state, top, bottom)
        if self.integer_steps and sum_top < 0:
            return None
        return State(sum_top, sum_bottom, sign=1 if symbol == PLUS else -1, operators=state.operators + 1)

    def _term(self, state: State) -> tuple[int, int] | None:
        """The present term with the present number, as a fraction."""
        if state.digits == 0:
            return None
        if not state.dividing:
            return state.term_top * state.number, state.term_bottom
        if state.number == 0:
            return None
        top, bottom = state.term_top, state.term_bottom * state.number
        if not self.integer_steps:
            return top, bottom
        return None if top % bottom else (top // bottom, 1)

    def _equate(self, at: int, state: State) -> Iterator[int]:
        """The left side is complete, its equals sign stands on square `at`."""
        term = self._term(state)
        if term is None or (self.operator_required and not state.operators):
            return
        top, bottom = _sum(state, *term)
        if top >= 0 and top % bottom == 0:
            yield from self._right_side(at + 1, top // bottom)

    def _right_side(self, at: int, value: int) -> Iterator[int]:
        digits = _digits(value)
        behind = at + len(digits) - len(self.cells)
        if not 0 <= behind <= self.right or (self.max_digits and len(digits) > self.max_digits):
            return
        taken: list[int] = []
        for index, digit in enumerate(digits, at):
            fixed = self._cell(index)
            if fixed == GAP and self.counts[digit]:
                self.counts[digit] -= 1
                taken.append(digit)
            elif fixed != digit:
                break
        else:
            if self.laid or taken:
                self.laid.extend(taken)
                yield behind
                del self.laid[len(self.laid) - len(taken) :]
        for digit in taken:
            self.counts[digit] += 1


def _sum(state: State, top: int, bottom: int) -> tuple[int, int]:
    """The sum with a complete term."""
    return state.sum_top * bottom + state.sign * top * state.sum_bottom, state.sum_bottom * bottom


def _digits(value: int) -> list[int]:
    """Decimal digits of a number of any length."""
    pieces = []
    while value >= CHUNK:
        value, piece = divmod(value, CHUNK)
        pieces.append(f"{piece:01000d}")
    pieces.append(str(value))
    return [int(digit) for piece in reversed(pieces) for digit in piece]
