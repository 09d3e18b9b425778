"""One line of faces: its grammar, its exact value, and why it is wrong.

Numbers may have any length and values are exact (`1:3x3=1` is true). `find_fault` gives the first fault in the
order of judging, so that the same line is always refused for the same reason.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from summy.refusals import Refusal, refuse
from summy.rulesets.model import Grammar
from summy.tiles import DIGITS, EQUALS, NUMBERS, OPERATORS, format_faces

_DIGITS = frozenset(DIGITS)
_NUMBERS = frozenset(NUMBERS)
_OPERATORS = frozenset(OPERATORS)


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with a line, and which of its tiles are concerned."""

    refusal: Refusal
    indices: tuple[int, ...]
    """Places in the line, counted from 0."""


@dataclass(frozen=True, slots=True)
class _Span:
    """A stretch of the line: `faces[start:end]`."""

    start: int
    end: int

    def indices(self) -> tuple[int, ...]:
        return tuple(range(self.start, self.end))


class _NotAValue(Exception):
    """A side has no value; carries the fault."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.refusal.code)
        self.fault = fault


def find_fault(faces: Sequence[str], grammar: Grammar) -> Fault | None:
    """The first fault of a line, or None when it is a true equation.

    Args:
        faces: the symbols of the whole line, e.g. `["8", "x", "1", "5", "=", "1", "2", "0"]`.
        grammar: the rules for lines.
    """
    sides = split_sides(faces)
    for check in (_fault_of_shape, _fault_of_numbers):
        fault = check(faces, sides, grammar)
        if fault is not None:
            return fault
    return _fault_of_values(faces, sides, grammar)


def split_sides(faces: Sequence[str]) -> list[_Span]:
    """The stretches between the `=` of a line (one stretch when there is none)."""
    cuts = [index for index, face in enumerate(faces) if face == EQUALS]
    return [_Span(start, end) for start, end in zip([0, *(c + 1 for c in cuts)], [*cuts, len(faces)], strict=True)]


def right_number(faces: Sequence[str]) -> int:
    """The number right of the last `=`; for lines whose right side is one number."""
    side = split_sides(faces)[-1]
    return integer_of("".join(faces[side.start : side.end]))


def _fault_of_shape(faces: Sequence[str], sides: list[_Span], grammar: Grammar) -> Fault | None:
    """Equals signs, empty sides, operators."""
    whole = _Span(0, len(faces))
    line = format_faces(faces)
    if len(sides) == 1:
        return Fault(refuse("no_equals", line=line), whole.indices())
    if len(sides) > 2 and not grammar.several_equals:
        places = tuple(index for index, face in enumerate(faces) if face == EQUALS)
        return Fault(refuse("several_equals", line=line), places)
    for side in sides:
        if side.start == side.end:
            return Fault(refuse("empty_side", line=line), (min(side.start, len(faces) - 1),))
    judged = sides[:-1] if grammar.right_side_number else sides
    for side in judged:
        for index in range(side.start, side.end):
            if faces[index] in _OPERATORS and not _operator_stands_well(faces, index, side, grammar):
                return Fault(refuse("operator_misplaced", line=line, operator=faces[index]), (index,))
    if grammar.operator_required and not any(face in _OPERATORS for face in _faces(faces, sides[0])):
        return Fault(refuse("no_operator", line=line), sides[0].indices())
    right = sides[-1]
    if grammar.right_side_number and any(face in _OPERATORS for face in _faces(faces, right)):
        return Fault(refuse("right_side_not_a_number", side=_text(faces, right)), right.indices())
    return None


def _operator_stands_well(faces: Sequence[str], index: int, side: _Span, grammar: Grammar) -> bool:
    if index == side.end - 1:
        return False
    if index == side.start:
        return grammar.sign and faces[index] in "+-"
    return faces[index - 1] in _NUMBERS


def _fault_of_numbers(faces: Sequence[str], sides: list[_Span], grammar: Grammar) -> Fault | None:
    """Length of numbers, two-digit tiles, leading zeros, signs; each over the whole line before the next."""
    numbers = [number for side in sides for number in _numbers(faces, side)]
    if grammar.max_digits:
        for number in numbers:
            for run in _digit_runs(faces, number):
                if run.end - run.start > grammar.max_digits:
                    most = grammar.max_digits
                    return Fault(refuse("number_too_long", number=_text(faces, run), most=most), run.indices())
    for number in numbers:
        if number.end - number.start > 1:
            for index in number.indices():
                if faces[index] not in _DIGITS:
                    return Fault(refuse("two_digit_tile_joined", tile=faces[index]), number.indices())
    for number in numbers:
        if number.end - number.start > 1 and faces[number.start] == "0":
            return Fault(refuse("leading_zero", number=_text(faces, number)), number.indices())
    signed = [side for side in sides if faces[side.start] in "+-"]
    for side in signed:
        if faces[side.start] == "+":
            return Fault(refuse("sign_not_allowed", side=_text(faces, side)), (side.start,))
    for side in signed:
        if faces[side.start + 1] == "0":
            return Fault(refuse("minus_zero", side=_text(faces, side)), (side.start, side.start + 1))
    return None


def _fault_of_values(faces: Sequence[str], sides: list[_Span], grammar: Grammar) -> Fault | None:
    values = []
    not_whole: Fault | None = None
    for side in sides:
        try:
            value, fault = _value(faces, side, grammar.integer_steps)
        except _NotAValue as error:
            return error.fault
        values.append(value)
        not_whole = not_whole or fault
    if not_whole is not None:
        return not_whole
    for index in range(1, len(sides)):
        if values[index] != values[0]:
            return _unequal(faces, sides, values, index, grammar)
    return None


def _unequal(faces: Sequence[str], sides: list[_Span], values: list[Fraction], index: int, grammar: Grammar) -> Fault:
    left, right = _text(faces, sides[0]), _text(faces, sides[index])
    value, other = shown_value(values[0]), shown_value(values[index])
    places = sides[index].indices() if grammar.right_side_number else _Span(0, len(faces)).indices()
    line = format_faces(faces)
    plain_left, plain_right = (_is_number(faces, side) for side in (sides[0], sides[index]))
    if plain_left and plain_right:
        refusal = refuse("not_equal", sentence="not_equal_numbers", left=left, right=right)
    elif grammar.right_side_number:
        refusal = refuse("not_equal", left=left, value=value, right=right)
    elif plain_left:
        refusal = refuse("not_equal", sentence="not_equal_line", line=line, left=right, value=other)
    elif plain_right:
        refusal = refuse("not_equal", sentence="not_equal_line", line=line, left=left, value=value)
    else:
        refusal = refuse(
            "not_equal", sentence="not_equal_sides", line=line, left=left, value=value, right=right, other=other
        )
    return Fault(refusal, places)


def _value(faces: Sequence[str], side: _Span, integer_steps: bool) -> tuple[Fraction, Fault | None]:
    """Exact value of a side, `x` and `:` before `+` and `-`, equal rank left to right.

    The second part is the first step that is not a whole number of at least 0, where `integer_steps` asks for it.
    """
    fault: Fault | None = None

    def note(step: Fraction) -> Fraction:
        nonlocal fault
        if integer_steps and fault is None and (step < 0 or step.denominator != 1):
            refusal = refuse("step_not_whole", side=_text(faces, side), value=shown_value(step))
            fault = Fault(refusal, side.indices())
        return step

    total: Fraction | None = None
    adding = "+"
    for sign, term in _terms(faces, side):
        product = _product(faces, side, term, note)
        if total is None:
            total = note(-product) if sign == "-" else product
        else:
            total = note(total + product if adding == "+" else total - product)
        adding = faces[term.end] if term.end < side.end else "+"
    assert total is not None
    return total, fault


def _terms(faces: Sequence[str], side: _Span) -> Iterator[tuple[str, _Span]]:
    """The stretches between the binary `+` and `-` of a side; the first with its sign."""
    sign = faces[side.start] if faces[side.start] in "+-" else "+"
    start = side.start + (faces[side.start] in "+-")
    for index in range(start, side.end + 1):
        if index == side.end or faces[index] in "+-":
            yield sign, _Span(start, index)
            sign, start = "+", index + 1


def _product(faces: Sequence[str], side: _Span, term: _Span, note: Callable[[Fraction], Fraction]) -> Fraction:
    value = Fraction(1)
    operator = "x"
    for position, number in enumerate(_numbers(faces, term)):
        factor = integer_of("".join(_faces(faces, number)))
        if operator == ":" and factor == 0:
            indices = (number.start - 1, *number.indices())
            raise _NotAValue(Fault(refuse("division_by_zero", side=_text(faces, side)), indices))
        value = value * factor if operator == "x" else value / factor
        if position:
            note(value)
        operator = faces[number.end] if number.end < term.end else "x"
    return value


def _numbers(faces: Sequence[str], span: _Span) -> Iterator[_Span]:
    """The maximal stretches of number tiles."""
    return _stretches(faces, span, _NUMBERS)


def _digit_runs(faces: Sequence[str], span: _Span) -> Iterator[_Span]:
    """The maximal stretches of one-digit tiles."""
    return _stretches(faces, span, _DIGITS)


def _stretches(faces: Sequence[str], span: _Span, wanted: frozenset[str]) -> Iterator[_Span]:
    start: int | None = None
    for index in range(span.start, span.end + 1):
        inside = index < span.end and faces[index] in wanted
        if inside and start is None:
            start = index
        elif not inside and start is not None:
            yield _Span(start, index)
            start = None


def _is_number(faces: Sequence[str], span: _Span) -> bool:
    """Whether a side is one number, with or without a sign: there is nothing to work out."""
    return all(face in _NUMBERS for face in faces[span.start + (faces[span.start] == "-") : span.end])


def _faces(faces: Sequence[str], span: _Span) -> Sequence[str]:
    return faces[span.start : span.end]


def _text(faces: Sequence[str], span: _Span) -> str:
    return format_faces(_faces(faces, span))


_MOST_DIGITS_AT_ONCE = 4000
"""Python refuses to read more decimal digits than 4,300 at once, since that takes quadratic time."""


def integer_of(digits: str) -> int:
    """The whole number that a row of digits spells, of any length: two halves, so that long ones stay quick."""
    if len(digits) <= _MOST_DIGITS_AT_ONCE:
        return int(digits)
    half = len(digits) // 2
    shift: int = 10**half
    return integer_of(digits[:-half]) * shift + integer_of(digits[-half:])


_LONGEST_SHOWN_BITS = 100
"""Longer values (above 30 digits) are shown by their first digits."""


def shown_value(value: Fraction) -> str:
    """A value for a sentence: `120`, `-3`, `7/2`; very long ones as `123456... (42 digits)`."""
    top = _shown_integer(value.numerator)
    return top if value.denominator == 1 else f"{top}/{_shown_integer(value.denominator)}"


def _shown_integer(value: int) -> str:
    if value.bit_length() <= _LONGEST_SHOWN_BITS:
        return str(value)
    size = abs(value)
    digits = int(size.bit_length() * 0.30102999566398120)  # log10(2), at most one digit short
    digits += size >= 10**digits
    lead = size // 10 ** (digits - 6)
    return f"{'-' if value < 0 else ''}{lead}... ({digits} digits)"
