"""Plays whose line may hold more than 38 digits, searched with Python's integers.

The method is that of `structure.pyx`: first settle which squares become digits, operators and the equals sign,
with bounds on the values, then fill in all numbers but one and solve for that one. Nothing here has a limit. Such
lines need a table segment of more than two dozen digits, so this is about being right; the bounds see to it that
being right does not take for ever.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import NamedTuple

from summy.equation import integer_of

LETTERS = "0123456789+-x:="
PLUS, MINUS, TIMES, DIVIDE, EQUALS, GAP = 10, 11, 12, 13, 14, 15
FREE = "?"
"""A digit of the hand that is not settled yet."""

CHUNK = 10**1000
"""Numbers are turned into digits in pieces: Python refuses to write more than 4,300 digits at once."""


class Found(NamedTuple):
    """A completed line: squares filled before and behind the core, and the symbols laid, in line order."""

    before: int
    behind: int
    laid: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Bounds:
    """What a left side can be worth: the sum of the complete terms and the term that is being built."""

    sum_low: int = 0
    sum_high: int = 0
    term_low: int = 0
    term_high: int = 0
    minus: bool = False

    def total(self) -> tuple[int, int]:
        """Bounds of the whole, with the term."""
        if self.minus:
            return self.sum_low - self.term_high, self.sum_high - self.term_low
        return self.sum_low + self.term_low, self.sum_high + self.term_high


@dataclass(frozen=True, slots=True)
class Shape:
    """A line as far as it is settled: numbers with `FREE` for digits of the hand, and the signs between them."""

    at: int
    numbers: tuple[str, ...] = ()
    signs: tuple[int, ...] = ()
    current: str = ""
    laid: int = 0
    digits: int = 0
    bounds: Bounds = Bounds()
    shortest: int = 0
    longest: int = 0
    """Digits that the right side must have, once the left side stands."""

    @property
    def right_side(self) -> bool:
        """Whether the equals sign stands."""
        return bool(self.signs) and self.signs[-1] == EQUALS


@dataclass
class LongSearch:
    """One pattern class and one hand (`counts` by symbol)."""

    cells: bytes
    right: int
    counts: list[int]
    operator_required: bool
    integer_steps: bool
    max_digits: int
    run_ends: list[int] = field(default_factory=list)
    """From each square of the core: where its run of digits ends."""

    def __post_init__(self) -> None:
        self.text = "".join(LETTERS[cell] if cell != GAP else FREE for cell in self.cells)
        self.run_ends = list(range(len(self.cells)))
        for at in range(len(self.cells) - 1, -1, -1):
            if self.cells[at] < PLUS:
                more = at + 1 < len(self.cells) and self.cells[at + 1] < PLUS
                self.run_ends[at] = self.run_ends[at + 1] if more else at + 1
        self.size = sum(self.counts)
        self.hand_digits = [digit for digit in range(PLUS) if self.counts[digit]]
        self.most_digits = sum(self.counts[:PLUS])

    def run(self, left: int) -> Iterator[Found]:
        """All ways to complete a line with at most `left` squares filled before the core."""
        for before in range(min(left, self.size) + 1):
            for shape in self._shapes(Shape(-before)):
                for line in self._solutions((*shape.numbers, shape.current), shape.signs):
                    at = range(-before, shape.at)
                    laid = [LETTERS.index(line[place + before]) for place in at if self._cell(place) == GAP]
                    yield Found(before, shape.at - len(self.cells), tuple(laid))

    # ------------------------------------------------------------------------------------------ shapes

    def _cell(self, at: int) -> int:
        return self.cells[at] if 0 <= at < len(self.cells) else GAP

    def _shapes(self, shape: Shape) -> Iterator[Shape]:
        """All complete shapes that begin like this one."""
        at, behind = shape.at, shape.at - len(self.cells)
        if shape.right_side:
            if len(shape.current) > shape.longest:
                return
            if behind >= 0 and shape.laid and len(shape.current) >= max(1, shape.shortest):
                yield shape
        if behind >= self.right:
            return
        fixed = self._cell(at)
        if fixed < PLUS:
            yield from self._more_digits(shape, self.text[at : self.run_ends[at]])
        elif fixed != GAP:
            yield from self._sign(shape, fixed)
        elif shape.laid < self.size:
            laid = replace(shape, laid=shape.laid + 1)
            for symbol in range(PLUS, GAP):
                if self.counts[symbol] and not (symbol == EQUALS and EQUALS in self.cells):
                    self.counts[symbol] -= 1
                    yield from self._sign(laid, symbol)
                    self.counts[symbol] += 1
            if shape.digits < self.most_digits:
                yield from self._more_digits(replace(laid, digits=shape.digits + 1), FREE)

    def _more_digits(self, shape: Shape, digits: str) -> Iterator[Shape]:
        current = shape.current + digits
        too_long = self.max_digits and len(current) > self.max_digits
        if not too_long and not (current[0] == "0" and len(current) > 1):
            yield from self._shapes(replace(shape, at=shape.at + len(digits), current=current))

    def _sign(self, shape: Shape, symbol: int) -> Iterator[Shape]:
        """The number is complete, this operator or equals sign stands behind it."""
        if not shape.current or shape.right_side:
            return
        bounds = self._bounds(shape)
        if bounds is None:
            return
        after = replace(
            shape,
            at=shape.at + 1,
            numbers=(*shape.numbers, shape.current),
            signs=(*shape.signs, symbol),
            current="",
            bounds=bounds,
        )
        if symbol == EQUALS:
            low, high = bounds.total()
            if high < 0 or (self.operator_required and not shape.signs):
                return
            after = replace(after, shortest=_length(max(low, 0)), longest=_length(high))
            if self._room(after) < after.shortest:
                return
        yield from self._shapes(after)

    def _room(self, shape: Shape) -> int:
        """Most digits that can follow."""
        rest = self.cells[max(shape.at, 0) :]
        squares = rest.count(GAP) + self.right - max(0, shape.at - len(self.cells))
        return len(rest) - rest.count(GAP) + min(squares, self.most_digits - shape.digits)

    def _bounds(self, shape: Shape) -> Bounds | None:
        """The bounds with the number that is now complete; None when it divides and can only be 0."""
        before = shape.bounds
        low, high = self._least(shape.current), self._greatest(shape.current)
        sign = shape.signs[-1] if shape.signs else PLUS
        if sign == TIMES:
            return replace(before, term_low=before.term_low * low, term_high=before.term_high * high)
        if sign == DIVIDE:
            if high == 0:
                return None
            return replace(before, term_low=before.term_low // high, term_high=before.term_high // max(low, 1) + 1)
        sum_low, sum_high = before.total()
        return Bounds(sum_low, sum_high, low, high, sign == MINUS)

    def _least(self, number: str) -> int:
        smallest = self.hand_digits[0] if self.hand_digits else 0
        if number[0] == FREE and len(number) > 1:
            first = next((digit for digit in self.hand_digits if digit), 1)
            number = str(first) + number[1:]
        return integer_of(number.replace(FREE, str(smallest)))

    def _greatest(self, number: str) -> int:
        return integer_of(number.replace(FREE, str(self.hand_digits[-1] if self.hand_digits else 0)))

    # ------------------------------------------------------------------------------------------ numbers

    def _solutions(self, numbers: Sequence[str], signs: Sequence[int]) -> Iterator[str]:
        """All true lines of one shape that the hand can make."""
        free = [number.count(FREE) for number in numbers]
        # The number with most free squares is solved for, of equals the last.
        solved = max(range(len(numbers)), key=lambda index: (free[index], index))
        for filled in self._filled(list(numbers), 0, solved):
            for number in self._solved(filled, signs, solved):
                parts = [*filled[:solved], number, *filled[solved + 1 :]]
                if not self.integer_steps or _steps_whole(parts, signs):
                    yield "".join(number + (LETTERS[sign] if sign else "") for number, sign in _paired(parts, signs))

    def _filled(self, numbers: list[str], index: int, solved: int) -> Iterator[list[str]]:
        """The numbers with all but the solved one filled in, in every way."""
        if index == len(numbers):
            yield numbers
        elif index == solved:
            yield from self._filled(numbers, index + 1, solved)
        else:
            pattern = numbers[index]
            for number in self._fillings(pattern):
                numbers[index] = number
                yield from self._filled(numbers, index + 1, solved)
            numbers[index] = pattern

    def _fillings(self, pattern: str) -> Iterator[str]:
        """Every way to fill a number from the hand; its tiles are taken while the caller looks at it."""
        at = pattern.find(FREE)
        if at < 0:
            yield pattern
            return
        for digit in self.hand_digits:
            if self.counts[digit] and not (digit == 0 and at == 0 and len(pattern) > 1):
                self.counts[digit] -= 1
                yield from self._fillings(pattern[:at] + str(digit) + pattern[at + 1 :])
                self.counts[digit] += 1

    def _solved(self, numbers: Sequence[str], signs: Sequence[int], solved: int) -> Iterator[str]:
        """What the solved number can be."""
        total, coefficient, divides = Fraction(0), Fraction(0), False
        term, inside = Fraction(1), False
        for index, number in enumerate(numbers[:-1]):
            sign = signs[index - 1] if index else PLUS
            if sign in (PLUS, MINUS):
                total, coefficient = _closed(total, coefficient, term, inside) if index else (total, coefficient)
                term, inside = Fraction(-1 if sign == MINUS else 1), False
            if index == solved:
                inside, divides = True, sign == DIVIDE
            elif sign == DIVIDE:
                divisor = integer_of(number)
                if divisor == 0:
                    return
                term /= divisor
            else:
                term *= integer_of(number)
        total, coefficient = _closed(total, coefficient, term, inside)
        pattern = numbers[solved]
        if solved == len(numbers) - 1:
            value = total
        elif coefficient == 0:
            if total == integer_of(numbers[-1]):
                yield from (text for text in self._fillings(pattern) if not divides or integer_of(text))
            return
        else:
            rest = integer_of(numbers[-1]) - total
            if divides and rest == 0:
                return
            value = coefficient / rest if divides else rest / coefficient
        if value.denominator == 1 and value >= (1 if divides else 0):
            yield from self._matching(pattern, _digits(int(value)))

    def _matching(self, pattern: str, digits: str) -> Iterator[str]:
        """The number itself if table and hand have its digits."""
        if len(digits) != len(pattern):
            return
        wanted = [int(digit) for digit, place in zip(digits, pattern, strict=True) if place == FREE]
        fits = all(place in (FREE, digit) for digit, place in zip(digits, pattern, strict=True))
        if fits and all(wanted.count(digit) <= self.counts[digit] for digit in set(wanted)):
            yield digits


def _closed(total: Fraction, coefficient: Fraction, term: Fraction, inside: bool) -> tuple[Fraction, Fraction]:
    """A term is complete: part of the sum, or the coefficient of the solved number if that stands in it."""
    return (total, term) if inside else (total + term, coefficient)


def _paired(numbers: Sequence[str], signs: Sequence[int]) -> Iterator[tuple[str, int]]:
    """Each number with the sign behind it, 0 behind the last."""
    yield from zip(numbers, (*signs, 0), strict=True)


def _steps_whole(numbers: Sequence[str], signs: Sequence[int]) -> bool:
    """Whether every step of the left side gives a whole number not below zero."""
    total, term, minus = 0, integer_of(numbers[0]), False
    for sign, text in zip(signs[:-1], numbers[1:-1], strict=True):
        number = integer_of(text)
        if sign == TIMES:
            term *= number
        elif sign == DIVIDE:
            if term % number:
                return False
            term //= number
        else:
            total += -term if minus else term
            if total < 0:
                return False
            term, minus = number, sign == MINUS
    return total + (-term if minus else term) >= 0


def _digits(value: int) -> str:
    """Decimal digits of a number of any length."""
    pieces = []
    while value >= CHUNK:
        value, piece = divmod(value, CHUNK)
        pieces.append(f"{piece:01000d}")
    pieces.append(str(value))
    return "".join(reversed(pieces))


def _length(value: int) -> int:
    """How many decimal digits a number has."""
    guess = max(1, int(value.bit_length() * 0.30102999566398120))
    while value >= 10**guess:
        guess += 1
    return guess
