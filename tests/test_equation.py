"""One line of faces: which fault comes first, exact values, and sentences that name the place.

Two independent judges stand beside it: Python's own expression parser with fractions, and `tests/reference`, which was
written from the rules text alone.
"""

from __future__ import annotations

import re
from dataclasses import asdict, replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reference.arithmetic import fault_of_line
from summy.equation import find_fault, integer_of, right_number, shown_value, split_sides
from summy.rulesets import Grammar, load_ruleset
from summy.tiles import FACES, parse_token, split_line_text

SUMMY = load_ruleset("summy").grammar
AMATH = load_ruleset("amath").grammar
DRAFT = load_ruleset("summy-draft").grammar
WHOLE = load_ruleset("summy", {"integer_steps": True}).grammar

grammars = st.builds(
    Grammar,
    several_equals=st.booleans(),
    operator_required=st.booleans(),
    right_side_number=st.booleans(),
    sign=st.booleans(),
    max_digits=st.sampled_from([0, 1, 3]),
    integer_steps=st.booleans(),
).filter(lambda grammar: not (grammar.several_equals and grammar.right_side_number))


def faces_of(text: str) -> list[str]:
    return [parse_token(symbol).face for symbol in split_line_text(text)]


def code_of(text: str, grammar: Grammar) -> str | None:
    fault = find_fault(faces_of(text), grammar)
    return fault.refusal.code if fault else None


def message_of(text: str, grammar: Grammar) -> str:
    fault = find_fault(faces_of(text), grammar)
    assert fault is not None
    return fault.refusal.message()


def faulty_part(text: str, grammar: Grammar) -> str:
    """The tiles that the fault points at."""
    faces = faces_of(text)
    fault = find_fault(faces, grammar)
    assert fault is not None
    return "".join(faces[index] for index in fault.indices)


# ---------------------------------------------------------------------------------------------- order of judging

FIRST_FAULTS = [
    ("1+2", "no_equals", "1+2 has no =."),
    ("+", "no_equals", "+ has no =."),
    ("", "no_equals", " has no =."),
    ("1+1=2=2", "several_equals", "1+1=2=2 has more than one =."),
    ("==", "several_equals", "== has more than one =."),
    ("1+2=", "empty_side", "Nothing stands on one side of = in 1+2=."),
    ("=+", "empty_side", "Nothing stands on one side of = in =+."),
    ("-1+3=2", "operator_misplaced", "In -1+3=2 the - does not stand between two numbers."),
    ("x1=+", "operator_misplaced", "In x1=+ the x does not stand between two numbers."),
    ("1++2=3", "operator_misplaced", "In 1++2=3 the + does not stand between two numbers."),
    ("1+=1", "operator_misplaced", "In 1+=1 the + does not stand between two numbers."),
    ("-1:0=012", "operator_misplaced", "In -1:0=012 the - does not stand between two numbers."),
    ("5=5", "no_operator", "5=5 has no + - x or : before the =."),
    ("6=1+5", "no_operator", "6=1+5 has no + - x or : before the =."),
    ("05=-5", "no_operator", "05=-5 has no + - x or : before the =."),
    ("1-2=-1", "right_side_not_a_number", "After the = comes one number, not -1."),
    ("03+4=7-0", "right_side_not_a_number", "After the = comes one number, not 7-0."),
    ("4:0=-", "right_side_not_a_number", "After the = comes one number, not -."),
    ("15+12=027", "leading_zero", "027 starts with 0. A number can't start with 0."),
    ("00+1:0=1", "leading_zero", "00 starts with 0. A number can't start with 0."),
    ("4:0=0", "division_by_zero", "Nothing can be divided by 0: 4:0."),
    ("7:0x0=0", "division_by_zero", "Nothing can be divided by 0: 7:0x0."),
    ("8x15=121", "not_equal", "8x15 is 120, not 121"),
    ("5:2=2", "not_equal", "5:2 is 5/2, not 2"),
    ("1-2=1", "not_equal", "1-2 is -1, not 1"),
]


@pytest.mark.parametrize(("line", "code", "sentence"), FIRST_FAULTS)
def test_first_fault_of_a_summy_line(line: str, code: str, sentence: str) -> None:
    assert (code_of(line, SUMMY), message_of(line, SUMMY)) == (code, sentence)


AMATH_FAULTS = [
    ("5", "no_equals", "5 has no =."),
    ("1==1", "empty_side", "Nothing stands on one side of = in 1==1."),
    ("1=1=", "empty_side", "Nothing stands on one side of = in 1=1=."),
    ("x1=1", "operator_misplaced", "In x1=1 the x does not stand between two numbers."),
    ("1=:1", "operator_misplaced", "In 1=:1 the : does not stand between two numbers."),
    ("1=1+", "operator_misplaced", "In 1=1+ the + does not stand between two numbers."),
    ("6+-[13]=-7", "operator_misplaced", "In 6+-[13]=-7 the - does not stand between two numbers."),
    ("--1=1", "operator_misplaced", "In --1=1 the - does not stand between two numbers."),
    ("-=1", "operator_misplaced", "In -=1 the - does not stand between two numbers."),
    ("01234=[12]1", "number_too_long", "01234 is too long: a number has at most 3 digits."),
    ("[12]1=01", "two_digit_tile_joined", "The tile 12 stands alone: no other number tile may be right beside it."),
    (
        "[10][10]=[20]",
        "two_digit_tile_joined",
        "The tile 10 stands alone: no other number tile may be right beside it.",
    ),
    ("+1=012", "leading_zero", "012 starts with 0. A number can't start with 0."),
    ("-0=+1", "sign_not_allowed", "A number needs no + in front of it: +1."),
    ("-0x789=0", "minus_zero", "There is no minus in front of 0: -0x789."),
    ("4=-0:0", "minus_zero", "There is no minus in front of 0: -0:0."),
    ("1=2=5:0", "division_by_zero", "Nothing can be divided by 0: 5:0."),
    ("3+4=8", "not_equal", "3+4=8, but 3+4 is 7"),
    ("8=3+4", "not_equal", "8=3+4, but 3+4 is 7"),
    ("1+2=3=4", "not_equal", "1+2=3=4, but 1+2 is 3"),
    ("1+2=3+1", "not_equal", "1+2=3+1, but 1+2 is 3 and 3+1 is 4"),
    ("1=1=2-3", "not_equal", "1=1=2-3, but 2-3 is -1"),
    ("5=7", "not_equal", "5 is not 7"),
    ("-5=7", "not_equal", "-5 is not 7"),
    ("[12]=-[12]", "not_equal", "[12] is not -[12]"),
]


@pytest.mark.parametrize(("line", "code", "sentence"), AMATH_FAULTS)
def test_first_fault_of_an_amath_line(line: str, code: str, sentence: str) -> None:
    assert (code_of(line, AMATH), message_of(line, AMATH)) == (code, sentence)


@pytest.mark.parametrize(
    "line",
    ["4=4", "1+1+2=4", "12=12", "0=0", "0:4=0", "3x4=12", "5:2x4=10"],
)
def test_lines_of_the_draft_need_no_operator(line: str) -> None:
    assert code_of(line, DRAFT) is None


@pytest.mark.parametrize(
    ("line", "code"),
    [("4=4=4", "several_equals"), ("-4=4", "operator_misplaced"), ("4=2+2", "right_side_not_a_number"),
     ("04=4", "leading_zero"), ("4=5", "not_equal"), ("1:0=1", "division_by_zero")],
)  # fmt: skip
def test_lines_of_the_draft_that_are_wrong(line: str, code: str) -> None:
    assert code_of(line, DRAFT) == code


def test_a_plain_wrong_number_is_not_explained_twice() -> None:
    assert message_of("4=5", DRAFT) == "4 is not 5"


# ---------------------------------------------------------------------------------------------- values


@pytest.mark.parametrize(
    "line",
    ["5:2x4=10", "1-3+5=3", "1:3x3=1", "0:5+2=2", "0x7=0", "2:4x8:2=2", "10:4:5x8=4", "3-5x2+10=3", "0-0=0",
     "70+118:2=129", "9x9x9=729", "100-99=1"],
)  # fmt: skip
def test_exact_values_of_summy(line: str) -> None:
    assert code_of(line, SUMMY) is None


@pytest.mark.parametrize(
    "line",
    ["1+2=3=6-3", "2:4=4:8", "1:3x3=1", "7:2+1=9:2", "0:7=0", "5-0=5", "0+6=6", "6=6", "-1=-1", "-1+2=1", "1=-1+2",
     "100=[10]x[10]", "-[12]+[20]=8", "999+0=999", "900x900=900x900"],
)  # fmt: skip
def test_exact_values_of_amath(line: str) -> None:
    assert code_of(line, AMATH) is None


@pytest.mark.parametrize(
    ("line", "value"),
    [("5:2x4=10", "5/2"), ("1-3+5=3", "-2"), ("8:3+4:3=4", "8/3"), ("2x3-7+5=4", "-1"), ("1:3x3=1", "1/3")],
)
def test_whole_steps_are_asked_for_by_the_option_only(line: str, value: str) -> None:
    assert code_of(line, SUMMY) is None
    assert code_of(line, WHOLE) == "step_not_whole"
    side = line.partition("=")[0]
    sentence = f"In {side} a step gives {value}. Here each step must give a whole number, 0 or more."
    assert message_of(line, WHOLE) == sentence


@pytest.mark.parametrize("line", ["6:2x4=12", "5-3+1=3", "0:5+2=2", "8:2:2=2", "7-7=0"])
def test_whole_steps_that_are_whole(line: str) -> None:
    assert code_of(line, WHOLE) is None


def test_division_by_zero_comes_before_a_step_that_is_not_whole() -> None:
    assert code_of("1:2+3:0=1", WHOLE) == "division_by_zero"
    both_sides = replace(AMATH, integer_steps=True)
    assert code_of("1:2=3:0", both_sides) == "division_by_zero"
    assert code_of("1=1:2", both_sides) == "step_not_whole"


def test_sides_of_a_line_are_compared_with_the_first() -> None:
    assert faulty_part("1+1=2=3", AMATH) == "1+1=2=3"
    assert message_of("2=2=3=2", AMATH) == "2 is not 3"


@pytest.mark.parametrize(
    ("line", "grammar", "part"),
    [
        ("1+1=2=2", SUMMY, "=="),
        ("1+2=", SUMMY, "="),
        ("=1+2", SUMMY, "="),
        ("1++2=3", SUMMY, "+"),
        ("5=5", SUMMY, "5"),
        ("1-2=-1", SUMMY, "-1"),
        ("15+12=027", SUMMY, "027"),
        ("1+4:0=0", SUMMY, ":0"),
        ("8x15=121", SUMMY, "121"),
        ("1=[12]3", AMATH, "123"),
        ("1=12345", AMATH, "12345"),
        ("+1=1", AMATH, "+"),
        ("1=-0", AMATH, "-0"),
        ("3+4=8", AMATH, "3+4=8"),
        ("1+2:4=1", WHOLE, "1+2:4"),
    ],
)
def test_a_fault_points_at_its_tiles(line: str, grammar: Grammar, part: str) -> None:
    assert faulty_part(line, grammar) == part


# ---------------------------------------------------------------------------------------------- universal rules

number_faces = st.sampled_from([*"0123456789", "10", "12", "20"])
rough_lines = st.lists(
    st.one_of(st.sampled_from(FACES), st.sampled_from([*"0123456789+-x:="]), st.sampled_from(["=", "+", "1", "0"])),
    max_size=14,
)


@st.composite
def neat_lines(draw: st.DrawFn) -> list[str]:
    """Lines of the right shape, often true, sometimes spoilt in one place."""
    number = st.integers(0, 30).map(str)
    side = st.lists(number, min_size=1, max_size=4).flatmap(
        lambda numbers: st.lists(
            st.sampled_from("+-x:"), min_size=len(numbers) - 1, max_size=len(numbers) - 1
        ).map(lambda signs: "".join(n + s for n, s in zip(numbers, [*signs, ""], strict=True)))
    )  # fmt: skip
    left = draw(side)
    value = value_of(left)
    whole = value is not None and value.denominator == 1
    faces = [*left, "=", *(str(value) if whole and draw(st.booleans()) else draw(side))]
    if draw(st.integers(0, 3)) == 0:
        faces[draw(st.integers(0, len(faces) - 1))] = draw(st.sampled_from(FACES))
    return faces


def value_of(side: str) -> Fraction | None:
    """What Python makes of a side; None for what is no value."""
    expression = re.sub(r"[0-9]+", lambda digits: f"Fraction({int(digits[0])})", side)
    expression = expression.replace("x", "*").replace(":", "/")
    try:
        value = eval(expression, {"Fraction": Fraction})
    except ZeroDivisionError:
        return None
    assert isinstance(value, Fraction)
    return value


@given(neat_lines())
def test_a_line_without_other_faults_is_true_exactly_when_python_says_so(faces: list[str]) -> None:
    fault = find_fault(faces, AMATH)
    if fault is None or fault.refusal.code == "not_equal":
        values = [value_of(side) for side in "".join(faces).split("=")]
        assert (fault is None) == (len(set(values)) == 1)
        assert None not in values
    elif fault.refusal.code == "division_by_zero":
        assert None in [value_of(side) for side in "".join(faces).split("=")]


@settings(max_examples=300)
@given(faces=st.one_of(rough_lines, neat_lines()), grammar=grammars)
def test_first_fault_agrees_with_the_reference(faces: list[str], grammar: Grammar) -> None:
    fault = find_fault(faces, grammar)
    assert (fault.refusal.code if fault else None) == fault_of_line(tuple(faces), asdict(grammar))


@given(faces=st.one_of(rough_lines, neat_lines()), grammar=grammars)
def test_every_fault_has_a_whole_sentence_and_places_in_the_line(faces: list[str], grammar: Grammar) -> None:
    fault = find_fault(faces, grammar)
    if fault is not None:
        assert set(fault.indices) <= set(range(len(faces)))
        assert list(fault.indices) == sorted(set(fault.indices))
        assert bool(fault.indices) == bool(faces)
        message = fault.refusal.message()
        assert message
        assert "{" not in message


@given(st.one_of(rough_lines, neat_lines()))
def test_sides_and_equals_signs_make_up_the_line(faces: list[str]) -> None:
    sides = split_sides(faces)
    assert len(sides) == faces.count("=") + 1
    assert sum(side.end - side.start for side in sides) + faces.count("=") == len(faces)


# ---------------------------------------------------------------------------------------------- long numbers


@given(st.integers(0, 10**40), st.sampled_from([0, 3990, 3999, 4000, 4001, 8000, 9001]))
def test_a_row_of_digits_spells_its_number_however_long(number: int, zeros: int) -> None:
    assert integer_of(str(number) + "0" * zeros) == number * 10**zeros
    assert integer_of("0" * zeros + str(number)) == number


@settings(max_examples=10)
@given(st.integers(2, 9), st.integers(4000, 20_000))
def test_thousands_of_digits_are_exact(digit: int, length: int) -> None:
    """`ddd...d : d = 111...1`, and the same one off at the far end."""
    left, right = [*str(digit) * length, ":", str(digit)], [*"1" * length]
    assert find_fault([*left, "=", *right], SUMMY) is None
    fault = find_fault([*left, "=", *right[:-1], "2"], SUMMY)
    assert fault is not None
    assert fault.refusal.message().endswith(f" is 111111... ({length} digits), not {'1' * (length - 1)}2")


def test_a_long_chain_of_divisions_is_exact() -> None:
    chain = ["1", *":3" * 3000, *"x3" * 3000]
    assert find_fault([*chain, "=", "1"], SUMMY) is None
    assert find_fault([*chain, "=", "2"], SUMMY) is not None


def test_the_number_on_the_right() -> None:
    assert right_number(faces_of("2x6=12")) == 12
    assert right_number([*"1+0=1", *"0" * 9000]) == 10**9000


@given(st.integers(0, 10**120), st.booleans())
def test_values_above_thirty_digits_are_shown_by_their_first_six(size: int, negative: bool) -> None:
    value = -size if negative else size
    shown = shown_value(Fraction(value))
    if size < 10**30:
        assert shown == str(value)
    elif size > 2**100:
        sign = "-" if negative else ""
        assert shown == f"{sign}{str(size)[:6]}... ({len(str(size))} digits)"


@pytest.mark.parametrize("power", [31, 100, 4299, 4300, 4301, 20_000])
@pytest.mark.parametrize("off", [-1, 0, 1])
def test_the_number_of_digits_is_right_at_powers_of_ten(power: int, off: int) -> None:
    digits = power + (off >= 0)
    lead = "999999" if off < 0 else "100000"
    assert shown_value(Fraction(10**power + off)) == f"{lead}... ({digits} digits)"


def test_fractions_are_shown_in_lowest_terms() -> None:
    assert shown_value(Fraction(6, 4)) == "3/2"
    assert shown_value(Fraction(-1, 3)) == "-1/3"
    assert shown_value(Fraction(1, 10**40)) == "1/100000... (41 digits)"
