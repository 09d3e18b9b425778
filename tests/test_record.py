"""Game records: both written forms, what is said of faulty lines, and where."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import wellformed
from attempt import attempt
from damage import anything, damaged, mangled
from journeys import KINDS, journey
from summy.errors import FormatError
from summy.log import LogEvent
from summy.record import (
    Problem,
    Record,
    RecordEvent,
    format_record,
    format_records,
    read_records,
    record_of,
    record_to_json_lines,
)
from summy.referee import Outcome
from summy.rulesets import load_ruleset
from wellformed import Dice

EXAMPLE = """\
[Format "1"]
[Rules "summy"]
[Sides "Ada" "engine: club"]
[Result "*"]

1 1 | 01238+x= | -3,0> 1+2(=)3 | +6 | 6
1 2 | #8       | discard #3    | +0 | 0 ; hm {equity -4.1}
"""
"""The record of the formats page."""


def one(text: str) -> Record:
    (record,) = read_records(text)
    return record


def problems(text: str) -> list[str]:
    return [str(problem) for record in read_records(text) for problem in record.problems]


def as_lines(record: Record) -> str:
    return "".join(json.dumps(line) + "\n" for line in record_to_json_lines(record))


# ---------------------------------------------------------------------------------------------- the formats page


def test_the_example_is_read() -> None:
    record = one(EXAMPLE)
    assert record.problems == ()
    assert record.tags == {
        "Format": ("1",), "Rules": ("summy",), "Sides": ("Ada", "engine: club"), "Result": ("*",),
    }  # fmt: skip
    assert record.events == (
        RecordEvent(1, 0, tuple("01238+x="), "-3,0> 1+2(=)3", 6, 6),
        RecordEvent(1, 1, 8, "discard #3", 0, 0, "hm", "equity -4.1"),
    )
    assert (record.line, [event.line for event in record.events]) == (1, [6, 7])


def test_the_example_is_written_as_it_stands() -> None:
    assert format_record(one(EXAMPLE)) == EXAMPLE


def test_the_example_in_json_lines() -> None:
    assert record_to_json_lines(one(EXAMPLE)) == [
        {"Format": "1", "Rules": "summy", "Sides": ["Ada", "engine: club"], "Result": "*"},
        {
            "turn": 1, "side": 1, "hand": ["0", "1", "2", "3", "8", "+", "x", "="], "event": "-3,0> 1+2(=)3",
            "points": 6, "total": 6,
        },
        {
            "turn": 1, "side": 2, "hand": 8, "event": "discard #3", "points": 0, "total": 0, "comment": "hm",
            "annotation": "equity -4.1",
        },
    ]  # fmt: skip
    assert one(as_lines(one(EXAMPLE))) == one(EXAMPLE)


# ---------------------------------------------------------------------------------------------- reading .sgr


@pytest.mark.parametrize(
    ("hand", "read"),
    [("#0", ()), ("#8", 8), ("#", None), ("01[12]?", ("0", "1", "12", "?")), ("?[12]10", ("0", "1", "12", "?"))],
)
def test_hands(hand: str, read: object) -> None:
    assert one(EXAMPLE.replace("#8      ", hand)).events[1].hand == read


@pytest.mark.parametrize(
    ("comment", "text", "annotation"),
    [
        ("", "", ""),
        (" ; hm", "hm", ""),
        (" ; {equity 3}", "", "equity 3"),
        (" ; one ; two {a}", "one ; two", "a"),
        (" ; a {b} c", "a {b} c", ""),
        (" ; a {b} {c}", "a {b}", "c"),
        (' ; a {"b": {"c": 1}}', "a", '"b": {"c": 1}'),
        (" ; a}", "a}", ""),
        (" ; }", "}", ""),
        (" ; {", "{", ""),
        (" ; {}", "", ""),
        (" ; a {}", "a", ""),
        (" ; a {} {}", "a {}", ""),
        (" ;  spaced   ", "spaced", ""),
        (" ; ×÷−  · 家族 👨‍👩‍👧", "×÷−  · 家族 👨‍👩‍👧", ""),
        (" ; a | b | c | d | e | f", "a | b | c | d | e | f", ""),
    ],
)
def test_comments_and_annotations(comment: str, text: str, annotation: str) -> None:
    record = one(EXAMPLE.replace(" ; hm {equity -4.1}", comment))
    assert record.problems == ()
    assert (record.events[1].comment, record.events[1].annotation) == (text, annotation)


def test_blanks_for_alignment_do_not_matter() -> None:
    loose = EXAMPLE.replace("1 2 | #8       |", "  1   2 |    #8 |").replace("| +0 | 0", "|   +0   |   0")
    assert loose != EXAMPLE
    assert one(loose) == one(EXAMPLE)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_ends_of_lines_of_every_system(end: str) -> None:
    assert one(EXAMPLE.replace("\n", end)) == one(EXAMPLE)
    assert one("\ufeff" + EXAMPLE.replace("\n", end)).events[1].line == 7


def test_quotes_and_backslashes_in_tags() -> None:
    names = ('Ada "the fast"', "back\\slash", '\\"', "", " ]", "[Format ")
    record = replace(one(EXAMPLE), tags={**one(EXAMPLE).tags, "Members1": names})
    text = format_record(record)
    assert '[Members1 "Ada \\"the fast\\"" "back\\\\slash" "\\\\\\"" "" " ]" "[Format "]' in text
    assert one(text) == record


def test_several_games_with_their_line_numbers() -> None:
    faulty = EXAMPLE.replace("+6", "6").replace('[Result "*"]', "[Result *]")
    records = read_records(f"{EXAMPLE}\n{faulty}\n\n{EXAMPLE}")
    assert [record.line for record in records] == [1, 9, 18]
    assert [[problem.line for problem in record.problems] for record in records] == [[], [12, 14, 9], []]
    assert records[2] == records[0]
    assert [event.line for event in records[2].events] == [23, 24]


def test_what_stands_before_the_first_game_is_a_game_of_its_own() -> None:
    junk, good = read_records(f"hello\n\n{EXAMPLE}")
    assert (junk.line, good.line, good.problems) == (1, 3, ())
    assert junk.problems[0].line == 1


@pytest.mark.parametrize("text", ["", "\n", " \n\t\n", "\ufeff"])
def test_nothing_holds_no_games(text: str) -> None:
    assert read_records(text) == []


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('[Format "1"]\n', "", "line 1: the tag Format is missing"),
        ('[Format "1"]', '[Format "2"]', "line 1: format '2' is not known"),
        ('[Format "1"]', '[Format "1" "1"]', "line 1: format '1 1' is not known"),
        ('[Rules "summy"]\n', "", "line 1: the tag Rules is missing"),
        ('[Sides "Ada" "engine: club"]\n', "", "line 1: the tag Sides is missing"),
        ('[Result "*"]\n', "", "line 1: the tag Result is missing"),
        ('[Result "*"]', '[Result "6 0"]', "line 1: the tag Winner is missing: the game is over"),
        ('[Rules "summy"]', '[Rules "summy"', 'line 2: \'[Rules "summy"\' is not a tag like [Name "value"]'),
        ('[Rules "summy"]', '[rules "summy"]', "is not a tag like"),
        ('[Rules "summy"]', "[Rules summy]", "is not a tag like"),
        ('[Rules "summy"]', '[Rules "sum"my"]', "is not a tag like"),
        ('[Rules "summy"]', '[Rules "sum\\my"]', "is not a tag like"),
        ('[Rules "summy"]', "[Rules]", "is not a tag like"),
        ('[Result "*"]', '[Result "*"]\n[Rules "amath"]', "line 5: there are two tags Rules"),
        ('"Ada"', '"A\tda"', "line 3: the tag Sides has a control character"),
        ("| +6 |", "| 6 |", "line 6: '6' is not points with a sign, like +6"),
        ("| +6 |", "| +06 |", "line 6: '+06' is not points with a sign, like +6"),
        ("| +6 |", "| +٦ |", "is not points with a sign"),
        ("+6 | 6", "+6 | +6", "line 6: '+6' is not a score"),
        ("+6 | 6", "+6 | six", "line 6: 'six' is not a score"),
        ("+6 | 6", "+6", "line 6: an event has 5 parts divided by ' | ', this one has 4"),
        ("+6 | 6", "+6|6", "this one has 4"),
        ("1 1 |", "0 1 |", "line 6: '0 1' is not a turn and a side, like 1 2"),
        ("1 1 |", "1 5 |", "is not a turn and a side"),
        ("1 1 |", "1 |", "is not a turn and a side"),
        ("1 1 |", "1000000 1 |", "is not a turn and a side"),
        ("01238+x=", "01238*[21]", "line 6: hand: '21' is not a tile"),
        ("01238+x=", "#13", "line 6: a hand has at most 12 tiles"),
        ("01238+x=", "0123456789012", "line 6: a hand has at most 12 tiles"),
        ("01238+x=", "", "line 6: an empty hand is written #0"),
        ("01238+x=", "[?>7]", "a tile in a hand has no face"),
        (" ; hm", " ; h\x07m", "line 7: there is a control character in this line"),
        (" ; hm", " ; h\u2028m", "line 7: there is a control character in this line"),
    ],
)
def test_faults_of_a_record_name_the_line(old: str, new: str, says: str) -> None:
    assert old in EXAMPLE
    assert any(says in problem for problem in problems(EXAMPLE.replace(old, new, 1)))


def test_a_faulty_line_spoils_no_other() -> None:
    record = one(EXAMPLE.replace("| +6 |", "| 6 |"))
    assert [event.event for event in record.events] == ["discard #3"]
    assert record.tags == one(EXAMPLE).tags


def test_blank_lines_between_events_are_passed_over() -> None:
    assert one(EXAMPLE.replace("\n1 2", "\n\n   \n1 2")) == one(EXAMPLE)


# ---------------------------------------------------------------------------------------------- reading JSON Lines


def test_json_lines_of_many_games() -> None:
    text = f"{as_lines(one(EXAMPLE))}\n{as_lines(one(EXAMPLE))}"
    records = read_records(text)
    assert records == [one(EXAMPLE)] * 2
    assert [record.line for record in records] == [1, 5]
    assert [event.line for event in records[1].events] == [6, 7]


GOOD_LINES = record_to_json_lines(one(EXAMPLE))


@pytest.mark.parametrize(
    ("number", "change", "says"),
    [
        (0, {"Rules": None}, "line 1: 'Rules' must be a tag with texts"),
        (0, {"rules": "x"}, "line 1: 'rules' must be a tag with texts"),
        (0, {"Sides": []}, "line 1: 'Sides' must be a tag with texts"),
        (0, {"Sides": ["a", 1]}, "line 1: 'Sides' must be a tag with texts"),
        (0, {"Rules": "a\nb"}, "line 1: the tag Rules has a control character"),
        (0, {"Rules": "\ud800"}, "line 1: the tag Rules has a control character"),
        (0, {"Result": "1 2"}, "line 1: the tag Winner is missing"),
        (1, {"turn": 0}, "line 2: there is no such turn or side"),
        (1, {"turn": 10**6}, "line 2: there is no such turn or side"),
        (1, {"side": 5}, "line 2: there is no such turn or side"),
        (1, {"turn": True}, "line 2: turn, side, points and total must be whole numbers"),
        (1, {"points": "6"}, "line 2: turn, side, points and total must be whole numbers"),
        (1, {"total": 10**100}, "line 2: turn, side, points and total must be whole numbers"),
        (1, {"event": None}, "line 2: event and comment must be texts without control characters"),
        (1, {"comment": "a\u2028b"}, "line 2: event and comment must be texts without control characters"),
        (1, {"annotation": 3}, "line 2: event and comment must be texts without control characters"),
        (1, {"hand": "01"}, "line 2: hand must be a list of tile names, a number or null"),
        (1, {"hand": [1]}, "line 2: hand must be a list of tile names, a number or null"),
        (1, {"hand": -1}, "line 2: hand must be a list of tile names, a number or null"),
        (1, {"hand": 13}, "line 2: a hand has at most 12 tiles"),
        (1, {"hand": ["21"]}, "line 2: hand: '21' is not a tile"),
        (1, {"hand": ["1]["]}, "line 2: hand"),
        (1, {"extra": 1}, "line 2: 'extra' is not a key of an event"),
    ],
)
def test_faults_of_json_lines_name_the_line(number: int, change: dict[str, Any], says: str) -> None:
    lines = [{**line, **(change if index == number else {})} for index, line in enumerate(GOOD_LINES)]
    assert any(says in problem for problem in problems("\n".join(map(json.dumps, lines))))


@pytest.mark.parametrize("line", ["{", "[]", "3", "null", '{"a":' * 50_000, '{"turn": ' + "9" * 5000 + "}", "{} {}"])
def test_a_line_that_is_no_object(line: str) -> None:
    text = "\n".join([json.dumps(GOOD_LINES[0]), line, json.dumps(GOOD_LINES[2])])
    record = one(text)
    assert [problem.line for problem in record.problems] == [2]
    assert len(record.events) == 1


# ---------------------------------------------------------------------------------------------- universal rules

plain_text = st.text(st.characters(exclude_categories=("Cc", "Cs", "Zl", "Zp")), max_size=12)
annotations = st.one_of(
    st.just(""),
    plain_text.filter(lambda text: "{" not in text and "}" not in text),
    st.just('{"a": {}}'),
    st.just("a {b}"),
)


@st.composite
def records(draw: st.DrawFn) -> Record:
    """Records with any texts that a line can hold; whether their events make sense is not looked at."""
    dice = Dice(draw(st.integers(0, 2**32)))
    rules = dice.choice(wellformed.RULESETS)
    tags: dict[str, tuple[str, ...]] = {"Format": ("1",), "Rules": (rules.id,), "Result": ("*",)}
    tags["Sides"] = tuple(draw(st.lists(plain_text, min_size=1, max_size=4)))
    for name in draw(st.sets(st.sampled_from(["Members1", "Clock", "Date", "Extra9", "Winner"]))):
        tags[name] = tuple(draw(st.lists(plain_text, min_size=1, max_size=2 if name != "Clock" else 1)))
    events = []
    for _ in range(draw(st.integers(0, 4))):
        position = wellformed.position(dice, rules)
        hand = position.hands[0]
        text = dice.choice(["pass", "timeout", "discard #3", "exchange 7 =", "-3,0> 1+2(=)3", "H8v [?>7](=)x/:", "?"])
        events.append(
            RecordEvent(
                dice.randint(1, 999_999),
                dice.randint(0, 3),
                hand,
                text,
                dice.choice([0, dice.randint(-99, 99), 10**60]),
                dice.choice([0, dice.randint(-99, 99), -(10**60)]),
                draw(plain_text),
                draw(annotations),
            )
        )
    return Record(tags, tuple(events))


@given(records())
def test_a_record_comes_back_from_its_text(record: Record) -> None:
    text = format_record(record)
    assert one(text) == record
    assert one(text).problems == ()
    assert format_record(one(text)) == text


@given(records())
def test_a_record_comes_back_from_its_json_lines(record: Record) -> None:
    assert one(as_lines(record)) == record
    assert one(as_lines(record)).problems == ()


@settings(max_examples=30)
@given(st.lists(records(), max_size=4))
def test_many_records_come_back_from_both_forms(given: list[Record]) -> None:
    assert read_records(format_records(given)) == given
    assert read_records("\n".join(map(as_lines, given))) == given


@settings(max_examples=300)
@given(st.one_of(mangled(EXAMPLE), mangled(as_lines(one(EXAMPLE))), st.text(max_size=40)))
def test_reading_any_text_never_raises(text: str) -> None:
    lines = max(1, text.count("\n") + text.count("\r") + 1)
    for record in read_records(text):
        assert 1 <= record.line <= lines
        assert all(0 <= problem.line <= lines and len(str(problem).splitlines()) == 1 for problem in record.problems)
        if not record.problems:
            again, error = attempt(lambda record=record: one(format_record(record)))  # type: ignore[misc]
            assert again == record or isinstance(error, FormatError)


@settings(max_examples=200)
@given(st.lists(st.sampled_from(GOOD_LINES).flatmap(damaged) | anything, max_size=4))
def test_reading_any_json_lines_never_raises(values: list[Any]) -> None:
    for record in read_records("\n".join(["{}", *map(json.dumps, values)])):
        assert record.tag("Rules") is not None


# ---------------------------------------------------------------------------------------------- writing


@pytest.mark.parametrize(
    "change",
    [
        {"comment": "a\nb"},
        {"comment": "\x00"},
        {"comment": "\ud800"},
        {"annotation": "a}b"},
        {"annotation": "a{b"},
        {"annotation": "\t"},
        {"event": "a | b"},
        {"event": "a ; b"},
        {"event": "a\rb"},
    ],
)
def test_what_no_line_can_hold_is_not_written(change: Mapping[str, Any]) -> None:
    record = one(EXAMPLE)
    broken = replace(record, events=(replace(record.events[0], **change),))
    with pytest.raises(FormatError):
        format_record(broken)


def test_a_tag_with_a_control_character_is_not_written() -> None:
    record = one(EXAMPLE)
    with pytest.raises(FormatError, match="the tag Date has a control character"):
        format_record(replace(record, tags={**record.tags, "Date": ("2026\n[Seed",)}))


def test_result_and_winner_stand_last_and_unknown_tags_are_kept() -> None:
    record = Record(
        {
            "Winner": ("1",), "Result": ("6 0",), "Zebra": ("z",), "Sides": ("Ada", "Bo"), "Rules": ("summy",),
            "Format": ("1",), "Termination": ("resigned",), "Seed": ("00",), "Deal": ("11",),
        }
    )  # fmt: skip
    names = [line[1 : line.index(" ")] for line in format_record(record).splitlines() if line]
    assert names == ["Format", "Rules", "Sides", "Deal", "Seed", "Zebra", "Result", "Winner", "Termination"]


def test_a_problem_is_shown_with_its_line() -> None:
    assert str(Problem(7, "is wrong")) == "line 7: is wrong"
    assert str(Problem(0, "is wrong")) == "is wrong"


def test_a_missing_tag_has_a_default() -> None:
    assert one(EXAMPLE).tag("Winner", "nobody") == "nobody"
    assert Record({"Empty": ()}).tag("Empty", "nothing") == "nothing"


# ---------------------------------------------------------------------------------------------- from a game


def test_the_record_of_a_game_is_complete() -> None:
    ruleset = load_ruleset("summy", {"integer_steps": True})
    event = LogEvent(0, "pass", 0, 4, None, "pass", ("1",))
    record = record_of(
        ruleset, ["Ada", "Bo"], [event], ended=Outcome((4, 6), 1, "finished"), tags={"Date": "2026-11-29"}
    )
    assert record.tags == {
        "Format": ("1",), "Rules": ("summy",), "Sides": ("Ada", "Bo"), "Options": ('{"integer_steps": true}',),
        "Date": ("2026-11-29",), "Result": ("4 6",), "Winner": ("2",),
    }  # fmt: skip
    resigned = record_of(ruleset, ["Ada", "Bo"], [], ended=Outcome((4, 4), None, "agreed"))
    assert (resigned.tag("Winner"), resigned.tag("Termination")) == ("draw", "agreed")
    assert record_of(ruleset, ["Ada", "Bo"], []).tag("Result") == "*"


def rounds(kinds: str, sides: int) -> str:
    """Rounds of events: `0` a turn of side 0, `c0` its challenge, `w1` a play of side 1 withdrawn, ..."""
    names = {"": "pass", "c": "challenge", "w": "withdrawn", "l": "lost-turn", "s": "settle", "r": "resign"}
    events = [LogEvent(int(word[-1]), names[word[:-1]], text="x") for word in kinds.split()]
    ruleset = load_ruleset("summy")
    return " ".join(str(event.turn) for event in record_of(ruleset, "ABCD"[:sides], events).events)


@pytest.mark.parametrize(
    ("kinds", "sides", "numbers"),
    [
        ("0 1 0 1", 2, "1 1 2 2"),
        ("1 0 1 0", 2, "1 1 2 2"),
        ("0 0 0", 1, "1 2 3"),
        ("0 1 2 0 1 2", 3, "1 1 1 2 2 2"),
        ("0 1 r2 0 1", 3, "1 1 1 2 2"),
        ("0 c1 w0 1 0", 2, "1 1 1 1 2"),
        ("0 c1 l1 0", 2, "1 1 1 2"),
        ("1 0 1 c0 w1 0", 2, "1 1 2 2 2 2"),
        ("1 0 c1 w0 1", 2, "1 1 2 2 2"),
        ("0 1 0 s0 s1", 2, "1 1 2 2 2"),
        ("s0", 2, "1"),
    ],
)
def test_a_new_round_begins_when_a_side_has_its_turn_again(kinds: str, sides: int, numbers: str) -> None:
    assert rounds(kinds, sides) == numbers


@pytest.mark.parametrize("kind", range(len(KINDS)))
@pytest.mark.parametrize("seed", range(3))
def test_records_of_games_come_back_from_both_forms(kind: int, seed: int) -> None:
    played = journey(kind, seed)
    position = played.begun.position
    record = record_of(
        position.ruleset, "ABCD"[: position.sides], played.events, ended=played.ended.ended, start=position
    )
    assert one(format_record(record)) == record
    assert one(as_lines(record)) == record
    turns = [event.turn for event in record.events]
    assert turns == sorted(turns)


# ---------------------------------------------------------------------------------------------- size


def test_long_texts_are_read_in_one_go() -> None:
    long = 'a{}\\"' * 100_000
    for text in (
        EXAMPLE.replace("hm", long),
        EXAMPLE.replace('"Ada"', '"' + "\\\\" * 200_000),
        EXAMPLE.replace('"Ada"', ' "a"' * 100_000),
        EXAMPLE.replace("#8", "1" * 300_000),
        EXAMPLE + "1 1 | " * 100_000,
        "[Format " * 100_000,
        ("[Format \n" * 50_000),
    ):
        assert read_records(text)
