"""One line of faces: what is wrong with it, if anything. Exact fractions, no size limit."""

from fractions import Fraction
from functools import lru_cache
from itertools import pairwise

from .rulebook import DIGITS, OPERATORS, TWO_DIGITS, Rules

Faces = tuple[str, ...]


def is_number(face: str) -> bool:
    """Whether a face is a digit or a two-digit number."""
    return face in DIGITS or face in TWO_DIGITS


def sides_of(faces: Faces) -> list[Faces]:
    """The faces between the `=`, left to right."""
    sides: list[list[str]] = [[]]
    for face in faces:
        if face == "=":
            sides.append([])
        else:
            sides[-1].append(face)
    return [tuple(side) for side in sides]


def numbers_of(side: Faces) -> list[Faces]:
    """The maximal groups of neighbouring number faces."""
    groups: list[list[str]] = []
    inside = False
    for face in side:
        if is_number(face):
            if inside:
                groups[-1].append(face)
            else:
                groups.append([face])
        inside = is_number(face)
    return [tuple(group) for group in groups]


def longest_digit_run(number: Faces) -> int:
    """The most one-digit faces in a row: only these join into numbers."""
    runs = "".join(face if len(face) == 1 else " " for face in number).split()
    return max((len(run) for run in runs), default=0)


def operator_misplaced(side: Faces, rules: Rules) -> bool:
    """An operator at the start, at the end, or after another.

    Where signs exist, a plus or minus at the start is another matter.
    """
    starters = ("x", ":") if rules["sign"] else OPERATORS
    if side[0] in starters or side[-1] in OPERATORS:
        return True
    return any(one in OPERATORS and other in OPERATORS for one, other in pairwise(side))


def value_and_steps(side: Faces) -> tuple[Fraction | None, list[Fraction]]:
    """The exact value of a well-formed side (None: division by zero) and every result on the way to it."""
    negative = side[0] == "-"
    body = side[1:] if negative else side
    parts: list[str] = []
    for face in body:
        if parts and is_number(face) and parts[-1] not in OPERATORS:
            parts[-1] += face
        else:
            parts.append(face)
    steps = []
    # First x and : from left to right, then + and - from left to right.
    values = [Fraction(int(parts[0]))]
    waiting = []
    for operator, number in zip(parts[1::2], parts[2::2], strict=True):
        right = Fraction(int(number))
        if operator == "x":
            values[-1] *= right
            steps.append(values[-1])
        elif operator == ":":
            if right == 0:
                return None, steps
            values[-1] /= right
            steps.append(values[-1])
        else:
            waiting.append(operator)
            values.append(right)
    total = -values[0] if negative else values[0]
    if negative:
        steps.append(total)
    for operator, value in zip(waiting, values[1:], strict=True):
        total = total + value if operator == "+" else total - value
        steps.append(total)
    return total, steps


@lru_cache(maxsize=200_000)
def value_of(side: Faces) -> Fraction | None:
    """The exact value of a well-formed side, None when it divides by zero."""
    return value_and_steps(side)[0]


def fault_of_line(faces: Faces, rules: Rules) -> str | None:
    """The first code of the order of judging that applies to a whole line, or None for a right one."""
    if "=" not in faces:
        return "no_equals"
    if faces.count("=") > 1 and not rules["several_equals"]:
        return "several_equals"
    sides = sides_of(faces)
    if not all(sides):
        return "empty_side"
    judged_for_operators = sides[:1] if rules["right_side_number"] else sides
    if any(operator_misplaced(side, rules) for side in judged_for_operators):
        return "operator_misplaced"
    if rules["operator_required"] and not any(face in OPERATORS for face in sides[0]):
        return "no_operator"
    if rules["right_side_number"] and any(face in OPERATORS for face in sides[-1]):
        return "right_side_not_a_number"
    numbers = [number for side in sides for number in numbers_of(side)]
    if rules["max_digits"] and any(longest_digit_run(number) > rules["max_digits"] for number in numbers):
        return "number_too_long"
    if any(len(number) > 1 and any(face in TWO_DIGITS for face in number) for number in numbers):
        return "two_digit_tile_joined"
    if any(len(number) > 1 and number[0] == "0" for number in numbers):
        return "leading_zero"
    if any(side[0] == "+" for side in sides):
        return "sign_not_allowed"
    if any(side[0] == "-" and numbers_of(side)[0] == ("0",) for side in sides):
        return "minus_zero"
    results = [value_and_steps(side) for side in sides]
    if any(value is None for value, _ in results):
        return "division_by_zero"
    steps = [step for _, passed in results for step in passed]
    if rules["integer_steps"] and any(step < 0 or step.denominator != 1 for step in steps):
        return "step_not_whole"
    if any(value != results[0][0] for value, _ in results):
        return "not_equal"
    return None


def line_text(faces: Faces) -> str:
    """The line as text: faces of more than one character in brackets."""
    return "".join(face if len(face) == 1 else f"[{face}]" for face in faces)
