"""The clock of a record as a value and as text."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from summy.record import (
    RecordClock,
    format_clock,
    format_record,
    parse_clock,
    read_records,
    record_of,
    record_to_json_lines,
)
from summy.rulesets import load_ruleset

numbers = st.integers(1, 999_999)
overtimes = st.one_of(st.just((0, 0)), st.tuples(numbers, numbers))
clocks = st.one_of(
    st.builds(lambda seconds: RecordClock(turn_s=seconds), numbers),
    st.builds(lambda days: RecordClock(days=days), numbers),
    st.builds(
        lambda total, more, over: RecordClock(
            total_s=total, increment_s=more, overtime_points=over[0], overtime_minutes=over[1]
        ),
        numbers,
        st.integers(0, 999_999),
        overtimes,
    ),
)


@given(clocks)
def test_a_clock_is_read_as_it_was_written(clock: RecordClock) -> None:
    assert parse_clock(format_clock(clock)) == clock


@given(clocks)
def test_a_clock_comes_through_both_forms_of_a_record(clock: RecordClock) -> None:
    record = record_of(load_ruleset("amath"), ("Ada", "Bia"), (), tags={"Clock": format_clock(clock)})
    lines = "".join(json.dumps(line) + "\n" for line in record_to_json_lines(record))
    for text in (format_record(record), lines):
        (read,) = read_records(text)
        assert not read.problems
        assert parse_clock(read.tag("Clock")) == clock


@pytest.mark.parametrize(
    ("text", "clock"),
    [
        ("turn 120 s", RecordClock(turn_s=120)),
        ("total 600 s + 10 s", RecordClock(total_s=600, increment_s=10)),
        (
            "total 1320 s + 0 s, overtime 10 points a minute, 5 minutes at most",
            RecordClock(total_s=1320, overtime_points=10, overtime_minutes=5),
        ),
        ("3 days a turn", RecordClock(days=3)),
    ],
)
def test_the_texts_of_the_formats_page(text: str, clock: RecordClock) -> None:
    assert parse_clock(text) == clock
    assert format_clock(clock) == text


@pytest.mark.parametrize(
    "text",
    ["", "half an hour each", "turn 120", "total 600 s", "total 0600 s + 0 s", "turn 1234567 s", "turn -5 s", "3 days"],
)
def test_somebodys_own_words_are_no_known_clock(text: str) -> None:
    assert parse_clock(text) is None
