"""Replaying records: every event is judged, every hand, score and tile counted, every draw verified when asked for."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from damage import mangled
from journeys import KINDS, journey, no_play
from summy.deal import Deal
from summy.errors import FormatError
from summy.log import GameState, decide, fold, start
from summy.move import Exchange, parse_move
from summy.position import Position, hand_count
from summy.position_text import format_position
from summy.record import Record, RecordEvent, format_record, read_records, record_of
from summy.replaying import replay
from summy.rulesets import load_ruleset

EXAMPLE = """\
[Format "1"]
[Rules "summy"]
[Sides "Ada" "engine: club"]
[Result "*"]

1 1 | 01238+x= | -3,0> 1+2(=)3 | +6 | 6
1 2 | #8       | discard #3    | +0 | 0 ; hm {equity -4.1}
"""


def one(text: str) -> Record:
    (record,) = read_records(text)
    return record


def told(text: str, **how: Any) -> list[str]:
    """The problems of a record, as text."""
    return [str(problem) for problem in replay(one(text), **how).problems]


def with_events(*events: str, rules: str = "summy", start: str = "", tags: str = "") -> str:
    """A running game of two sides from a Start position, when one is given."""
    begin = f'[Start "{start.replace(chr(34), chr(92) + chr(34))}"]\n' if start else ""
    result = "" if "[Result" in tags else '[Result "*"]\n'
    return f'[Format "1"]\n[Rules "{rules}"]\n[Sides "Ada" "Bo"]\n{begin}{tags}{result}\n' + "\n".join(events) + "\n"


# ---------------------------------------------------------------------------------------------- good records


def test_the_example_is_right() -> None:
    played = replay(one(EXAMPLE))
    assert played.problems == ()
    assert played.scores == (6, 0)
    assert [line.text for line in played.steps[0].lines] == ["1+2=3"]
    assert played.start is not None
    assert played.start.hands == (8, 8)
    last = played.steps[-1].position
    assert (last.hands, last.stock, last.discarded) == ((8, 8), 70, ((), 3))
    assert last.board.reserved == {(-4, 0), (2, 0)}


@pytest.mark.parametrize("kind", range(len(KINDS)))
@pytest.mark.parametrize("seed", range(3))
def test_records_of_whole_games_are_right(kind: int, seed: int) -> None:
    """With the hands of all sides, of one side only, and of none."""
    played = journey(kind, seed)
    begin, last = played.begun.position, played.ended.position
    record = record_of(begin.ruleset, "ABCD"[: begin.sides], played.events, ended=played.ended.ended, start=begin)
    again = replay(one(format_record(record)), any_play=no_play)
    assert again.problems == ()
    assert (again.scores, len(again.steps)) == (last.scores, len(record.events))
    if again.steps:
        assert again.steps[-1].position.board == last.board
    for seen in (0, None):
        hands = tuple(hand if side == seen else hand_count(hand) for side, hand in enumerate(begin.hands))
        hidden = replace(begin, hands=hands, stock=begin.stock_count)
        events = tuple(_as_seen(event, seen) for event in record.events)
        tags = {**record.tags, "Start": (format_position(hidden),)}
        again = replay(replace(record, tags=tags, events=events), any_play=None)
        assert [problem.message for problem in again.problems] == []
        assert again.scores == last.scores


def _as_seen(event: RecordEvent, seen: int | None) -> RecordEvent:
    """An event as a side (or a spectator) sees it: other hands and swapped tiles are numbers."""
    if event.side == seen:
        return event
    word, _, names = event.event.partition(" ")
    text = f"{word} #{len(names.split())}" if word in ("discard", "exchange") else event.event
    return replace(event, event=text, hand=hand_count(event.hand) or ())


def dealt_game(rules: str, options: dict[str, object], seed: int, turns: int) -> tuple[Deal, Record, GameState]:
    """Some turns of a game on a deal: exchanges or discards and passes."""
    deal = Deal(load_ruleset(rules, options), seed.to_bytes(32, "big"), 2)
    state = start(deal)
    events = []
    for turn in range(turns):
        word = "exchange" if state.position.ruleset.turn.exchange else "discard"
        names = " ".join(state.position.hand[: 1 + turn % 3])
        made = decide(state, parse_move(f"{word} {names}"), state.position.to_move)
        state = fold(state, made)
        events += made
    tags = {"Deal": deal.commitment, "Seed": deal.seed.hex()}
    return deal, record_of(deal.ruleset, ("Ada", "Bo"), events, tags=tags), state


DEALT = [("summy", {}), ("summy", {"first_side": "lowest"}), ("amath", {}), ("summy-draft", {})]


@pytest.mark.parametrize(("rules", "options"), DEALT)
@pytest.mark.parametrize("seed", range(4))
def test_a_deal_is_verified_draw_by_draw(rules: str, options: dict[str, object], seed: int) -> None:
    _, record, state = dealt_game(rules, options, seed, 3)
    played = replay(one(format_record(record)), verify_deal=True)
    assert played.problems == ()
    assert played.steps[-1].position == state.position
    assert replay(record).problems == ()


@pytest.mark.parametrize(("rules", "options"), DEALT)
def test_another_hand_or_seed_is_noticed(rules: str, options: dict[str, object]) -> None:
    _, record, _ = dealt_game(rules, options, 7, 4)
    other_hand = replace(record.events[2], hand=record.events[1].hand)
    changed = replace(record, events=(*record.events[:2], other_hand, *record.events[3:]))
    problems = [problem.message for problem in replay(changed, verify_deal=True).problems]
    assert any("the hand of side 1 is" in message for message in problems)
    seedless = replace(record, tags={**record.tags, "Seed": ("00" * 32,)})
    assert [str(problem) for problem in replay(seedless, verify_deal=True).problems] == [
        "Deal: is not the commitment of this seed"
    ]


@pytest.mark.parametrize(
    ("tags", "says"),
    [
        ({"Seed": None}, "Seed: is not given: the draws cannot be verified"),
        ({"Seed": ("0",)}, "Seed: a seed is 64 hexadecimal digits, in lower case"),
        ({"Deal": None}, "Deal: is not the commitment of this seed"),
        ({"Sides": ("Ada",) * 5}, "Sides: summy is not played by 5 sides"),
        ({"Start": ("summy;=@0,0;;12 34;0 0;0;#;0;#0 #0;-",)}, "Start: is not a deal: the draws cannot be verified"),
    ],
)
def test_what_cannot_be_verified_is_said(tags: dict[str, Any], says: str) -> None:
    _, record, _ = dealt_game("summy", {}, 1, 1)
    merged = {name: values for name, values in {**record.tags, **tags}.items() if values is not None}
    played = replay(replace(record, tags=merged), verify_deal=True)
    assert [problem.message for problem in played.problems] == [says]
    assert (played.start, played.steps, played.scores) == (None, (), ())


def test_draws_after_a_hidden_swap_cannot_be_verified() -> None:
    _, record, _ = dealt_game("summy", {}, 1, 3)
    hidden = [replace(event, event=f"discard #{len(event.event.split()) - 1}") for event in record.events]
    played = replay(replace(record, events=tuple(hidden)), verify_deal=True)
    assert [problem.message for problem in played.problems] == [
        "discard #1 hides its tiles: the draws from here on cannot be verified"
    ]


# ---------------------------------------------------------------------------------------------- faulty records


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("+6 | 6", "+7 | 6", ["line 6: -3,0> 1+2(=)3 gives +6 points, not +7"]),
        ("+6 | 6", "+6 | 7", ["line 6: the score of side 1 is 6, not 7"]),
        (
            "+6 | 6",
            "+7 | 7",
            ["line 6: -3,0> 1+2(=)3 gives +6 points, not +7", "line 6: the score of side 1 is 6, not 7"],
        ),
        ("(=)3", "(=)8", ["line 6: -3,0> 1+2(=)8: 1+2 is 3, not 8 (not_equal)"]),
        (
            "1+2(=)3",
            "1+2(=)4",
            ["line 6: -3,0> 1+2(=)4: 4 is not in your hand, or not often enough. (tile_not_in_hand)"],
        ),
        ("-3,0>", "-3,0 >", ["line 6: move: '-3,0 > 1+2(=)3' is not a move"]),
        ("-3,0>", "H8>", ["line 6: move: 'H8' is not a square like -3,0"]),
        ("01238+x=", "#7", ["line 6: side 1 has 8 tiles, not 7"]),
        ("01238+x=", "0123+", ["line 6: side 1 has 8 tiles, not 5", "line 6: there are 91 tiles, but the set has 94"]),
        ("1 2 |", "1 1 |", ["line 7: discard #3: It is not your turn. (not_your_turn)"]),
        ("1 2 |", "1 3 |", ["line 7: there is no side 3"]),
        ("1 1 |", "2 1 |", ["line 7: turn 1 comes after turn 2"]),
        ("discard #3", "exchange #3", ["line 7: exchange #3: This game has no such move. (not_in_this_game)"]),
        ("discard #3", "discard #9", ["line 7: discard #9: Your hand has 8 tiles, not 9. (tile_not_in_hand)"]),
        ("discard #3", "pass", ["line 7: pass: You can pass only when the stock is empty. (stock_not_empty)"]),
        ("discard #3", "jump", ["line 7: move: 'jump' is not a move"]),
        ("discard #3", "auto-pass", ["line 7: a side passes by itself only with an empty hand and an empty stock"]),
        ("discard #3", "challenge", ["line 7: challenge: There is no play to challenge. (nothing_to_challenge)"]),
        ("discard #3", "withdrawn", ["line 7: withdrawn or lost-turn comes after a challenge, and only there"]),
        ("discard #3", "settle", ["line 7: the game is not over by its rules"]),
        ("discard #3", "time-penalty", ["line 7: +0 is no penalty for time in this game"]),
        ('"summy"', '"chess"', None),
        ('"summy"', '"summy.toml"', ["line 1: rules: must be the name of a ruleset, not a file"]),
        ('"Ada" ', '"Ada" "B" "C" "D" ', ["line 1: Sides: summy is not played by 5 sides"]),
        ('[Result "*"]', '[Result "*"]\n[Options "{"]', ["line 1: Options: is not JSON"]),
        ('[Result "*"]', '[Result "*"]\n[Options "[]"]', ["line 1: options: must be an object"]),
        ('[Result "*"]', '[Result "*"]\n[Start "summy"]', None),
        ('[Result "*"]', '[Result "6 0"]\n[Winner "1"]', ["line 1: the game is not over after the last event"]),
        ('[Result "*"]', '[Result "7 0"]\n[Winner "1"]\n[Termination "x"]', ["line 1: the result is 6 0, not 7 0"]),
    ],
)
def test_faults_name_the_line(old: str, new: str, says: list[str] | None) -> None:
    assert old in EXAMPLE
    problems = told(EXAMPLE.replace(old, new, 1))
    if says is None:
        assert len(problems) == 1
    else:
        assert problems == says


def test_a_wrong_play_is_the_last_step_that_is_followed() -> None:
    played = replay(one(EXAMPLE.replace("(=)3", "(=)8")))
    assert played.steps == ()
    assert played.start is not None


def test_more_copies_than_the_set_has_are_said_once() -> None:
    events = [
        "1 1 | ======== | discard = = = = = = = = | +0 | 0",
        "1 2 | =======0 | discard = | +0 | 0",
        "2 1 | #8 | discard #1 | +0 | 0",
    ]
    assert told(with_events(*events)) == ["line 7: there are 16 tiles =, but the set has 14"]


@pytest.mark.parametrize(
    ("second", "says"),
    [
        ("0123467=", []),
        ("01234678", ["line 8: side 1 still holds ="]),
        ("12346789", ["line 8: side 1 still holds 0 ="]),
    ],
)
def test_what_a_side_kept_is_in_its_next_hand(second: str, says: list[str]) -> None:
    events = [
        "1 1 | 0123+++= | discard + + + | +0 | 0",
        "1 2 | #8 | discard #1 | +0 | 0",
        f"2 1 | {second} | discard 1 | +0 | 0",
    ]
    assert told(with_events(*events)) == says


# ---------------------------------------------------------------------------------------------- start positions


def test_a_game_may_begin_from_a_position() -> None:
    begin = "summy;=@0,0;;123+ 45;10 20;1;0;0;#0 #0;-"
    text = with_events("1 2 | 45 | pass | +0 | 20", "1 1 | 123+ | -3,0> 1+2(=)3 | +6 | 16", start=begin)
    assert told(text) == []


@pytest.mark.parametrize(
    ("begin", "says"),
    [
        ("amath;=@H8;;12 34;0 0;0;#;0;#0 #0;-", "Start: has other rules or options than the tags Rules and Options"),
        ('summy{"integer_steps":true};=@0,0;;1 2;0 0;0;#;0;#0 #0;-', "Start: has other rules or options"),
        ("summy;=@0,0;;1 2 3;0 0 0;0;#;0;#0 #0 #0;-", "Start: has another number of sides than the tag Sides"),
    ],
)
def test_the_start_position_fits_the_tags(begin: str, says: str) -> None:
    (problem,) = told(with_events(start=begin))
    assert problem.startswith(f"line 1: {says}")


# ---------------------------------------------------------------------------------------------- challenges

WAITING = 'amath{"challenge":"challenge"};1@G8 =@H8 1@I8;;2-0 [17]3;3 0;0;0;0;#0 #0;-'
CHALLENGE_TAGS = '[Options "{\\"challenge\\": \\"challenge\\"}"]\n'


@pytest.mark.parametrize(
    ("events", "says"),
    [
        (["| G8> (1=1)2 | +4 | 7", "| challenge | +0 | 0", "| withdrawn | -4 | 3"], []),
        (["| G8> (1=1)2 | +4 | 7", "| challenge | +0 | 0", "| withdrawn | -3 | 3"],
         ["withdrawn gives -4 points, not -3"]),
        (["| G8> (1=1)2 | +4 | 7", "| challenge | +0 | 0", "| lost-turn | +0 | 0"],
         ["the challenge leads to withdrawn, not to lost-turn"]),
        (["| G8> (1=1)2 | +4 | 7", "| challenge | +0 | 0", "| pass | +0 | 0"],
         ["withdrawn or lost-turn comes after a challenge, and only there"]),
        (["| G8> (1=1)2 | +4 | 7", "| withdrawn | -4 | 3"],
         ["withdrawn or lost-turn comes after a challenge, and only there"]),
        (["| G8> (1=1)-0 | +6 | 9", "| challenge | +0 | 0", "| lost-turn | +0 | 0"], []),
        (["| G8> (1=1)-0 | +6 | 9", "| challenge | +0 | 0", "| withdrawn | -6 | 3"],
         ["the challenge leads to lost-turn, not to withdrawn"]),
    ],
)  # fmt: skip
def test_challenges_are_followed(events: list[str], says: list[str]) -> None:
    sides = {"challenge": 2, "lost-turn": 2, "pass": 2}
    lines = [f"1 {sides.get(event.split('|')[1].strip(), 1)} | # {event}" for event in events]
    problems = told(with_events(*lines, rules="amath", start=WAITING, tags=CHALLENGE_TAGS))
    assert [problem.partition(": ")[2] for problem in problems] == says


def test_a_withdrawn_play_belongs_to_its_side() -> None:
    events = ["1 1 | # | G8> (1=1)2 | +4 | 7", "1 2 | # | challenge | +0 | 0", "1 2 | # | withdrawn | -4 | -4"]
    (problem,) = told(with_events(*events, rules="amath", start=WAITING, tags=CHALLENGE_TAGS))
    assert problem == "line 10: withdrawn belongs to side 1"


# ---------------------------------------------------------------------------------------------- the end

GOING_OUT = "amath;1@G8 =@H8 1@I8;;-0 [17];3 0;0;0;0;#0 #0;-"


@pytest.mark.parametrize(
    ("events", "tags", "says"),
    [
        (["1 1 | # | settle | +12 | 21"], '[Result "21 0"]\n[Winner "1"]\n', []),
        (["1 1 | # | settle | +12 | 21"], "", ["line 1: the game is over, but the result is *"]),
        (["1 1 | # | settle | +11 | 20"], "", ["line 8: side 1 settles +12, not +11"]),
        (["1 2 | # | settle | -6 | -6"], "", ["line 8: side 2 has nothing to settle"]),
        (["1 1 | # | settle | +12 | 21", "1 1 | # | settle | +12 | 33"], "", ["line 9: side 1 has nothing to settle"]),
        (["1 1 | # | settle | +12 | 21"], '[Result "21 0"]\n[Winner "2"]\n', ["line 1: the winner is 1, not 2"]),
        (["1 1 | # | settle | +12 | 21"], '[Result "21 0"]\n[Winner "draw"]\n', ["line 1: the winner is 1, not draw"]),
        (["1 1 | # | settle | +12 | 21"], '[Result "9 0"]\n[Winner "1"]\n', ["line 1: the result is 21 0, not 9 0"]),
        (["1 2 | # | pass | +0 | 0"], "", ["line 8: pass: This game is over. (game_over)"]),
        (
            ["1 2 | # | time-penalty | -10 | -10", "1 1 | # | settle | +12 | 21"],
            '[Result "21 -10"]\n[Winner "1"]\n',
            [],
        ),
        (["1 1 | # | settle | +12 | 21", "1 1 | # | time-penalty | -50 | -29"], '[Result "-29 0"]\n[Winner "2"]\n', []),
        (["1 2 | # | time-penalty | -7 | -7"], "", ["line 8: -7 is no penalty for time in this game"]),
        (["1 2 | # | time-penalty | +10 | 10"], "", ["line 8: +10 is no penalty for time in this game"]),
    ],
)
def test_settlements_are_checked(events: list[str], tags: str, says: list[str]) -> None:
    text = with_events("1 1 | -0 | G8> (1=1)-0 | +6 | 9", *events, rules="amath", start=GOING_OUT, tags=tags)
    shift = tags.count("\n") - ("[Result" in tags)
    assert [_shifted(problem, -shift) for problem in told(text)] == says


def _shifted(problem: str, by: int) -> str:
    """The same problem as if its record had fewer lines of tags."""
    place, _, message = problem.partition(": ")
    number = int(place.removeprefix("line "))
    return f"line {number + by if number > 1 else number}: {message}"


def test_a_settlement_that_is_missing_is_said() -> None:
    begin = "amath;=@H8;;[17] 4;9 9;0;50;5;#0 #0;-"
    events = ["1 1 | [17] | pass | +0 | 9", "1 1 | # | settle | -6 | 3"]
    text = with_events(*events, rules="amath", start=begin, tags='[Result "3 9"]\n[Winner "2"]\n')
    assert told(text) == ["line 1: side 2 has not settled -2"]


@pytest.mark.parametrize("result", ['[Result "9 0"]\n[Winner "1"]\n', ""])
def test_a_game_that_is_over_and_not_settled(result: str) -> None:
    text = with_events("1 1 | -0 | G8> (1=1)-0 | +6 | 9", rules="amath", start=GOING_OUT, tags=result)
    assert told(text) == ["line 1: side 1 has not settled +12", *([] if result else [RUNNING])]


RUNNING = "line 1: the game is over, but the result is *"


def test_a_settlement_of_hidden_hands_is_taken_on_trust() -> None:
    begin = "amath;=@H8;;#3 #4;9 9;0;50;5;#0 #0;-"
    events = ["1 1 | # | pass | +0 | 9", "1 1 | # | settle | -6 | 3", "1 2 | # | settle | -7 | 2"]
    assert told(with_events(*events, rules="amath", start=begin, tags='[Result "3 2"]\n[Winner "1"]\n')) == []
    early = begin.replace(";5;", ";4;")
    assert told(with_events(*events, rules="amath", start=early)) == ["line 8: the game is not over by its rules"]


@pytest.mark.parametrize("word", ["timeout", "auto-pass", "resign", "draw-agreed", "abandoned", "settle", "pass"])
def test_nothing_comes_after_the_end(word: str) -> None:
    text = with_events("1 1 | # | resign | +0 | 0", f"1 2 | # | {word} | +0 | 0")
    assert len(replay(one(text)).steps) == 1
    assert any("over" in problem for problem in told(text))


@pytest.mark.parametrize(
    ("events", "result"),
    [
        (["1 1 | # | resign | +0 | 0"], '[Result "0 0"]\n[Winner "2"]\n[Termination "resigned"]\n'),
        (["1 2 | # | draw-agreed | +0 | 0"], '[Result "0 0"]\n[Winner "draw"]\n[Termination "agreed"]\n'),
        (["1 2 | # | abandoned | +0 | 0"], '[Result "0 0"]\n[Winner "1"]\n[Termination "timeout"]\n'),
        (
            [
                f"{1 + turn // 2} {1 + turn % 2} | # | {'discard #1' if turn % 2 else 'timeout'} | +0 | 0"
                for turn in range(5)
            ]
            + ["3 1 | # | abandoned | +0 | 0"],
            '[Result "0 0"]\n[Winner "2"]\n[Termination "timeout"]\n',
        ),
    ],
)
def test_other_ends_are_followed(events: list[str], result: str) -> None:
    assert told(with_events(*events, tags=result)) == []
    assert len(told(with_events(*events, tags=result.replace('[Winner "', '[Winner "3')))) == 1


def test_a_timeout_of_the_side_that_is_not_to_move_is_none() -> None:
    assert told(with_events("1 2 | # | timeout | +0 | 0")) == ["line 6: timeout: It is not your turn. (not_your_turn)"]


# ---------------------------------------------------------------------------------------------- universal rules


@settings(max_examples=150)
@given(st.sampled_from(["example", *range(len(KINDS))]), st.data())
def test_replaying_never_raises(kind: Any, data: st.DataObject) -> None:
    text = EXAMPLE if kind == "example" else _text_of(kind)
    for record in read_records(data.draw(mangled(text))):
        for verify_deal in (False, True):
            played = replay(record, any_play=no_play, verify_deal=verify_deal)
            assert len(played.steps) <= len(record.events)
            assert all(len(str(problem).splitlines()) == 1 for problem in played.problems)
            assert set(record.problems) <= set(played.problems)


def _text_of(kind: int) -> str:
    played = journey(kind, 0)
    position: Position = played.begun.position
    return format_record(record_of(position.ruleset, "ABCD"[: position.sides], played.events[:6], start=position))


def test_an_engine_that_cannot_look_for_plays_is_a_problem_not_an_error() -> None:
    def cannot(position: Position) -> bool:
        raise FormatError("plays of this game cannot be generated")

    text = with_events(
        "1 1 | 12 | pass | +0 | 0", rules="summy-draft", start="summy-draft;=@H8;;12 34;0 0;0;0;0;#0 #0;-"
    )
    assert told(text, any_play=cannot) == ["line 7: plays of this game cannot be generated"]
    nothing = with_events(rules="summy-draft", start="summy-draft;=@H8;;12 34;0 0;0;0;0;#0 #0;-")
    assert told(nothing, any_play=cannot) == ["line 1: plays of this game cannot be generated"]


def test_exchanges_of_unknown_hands_are_counted() -> None:
    events = ["1 1 | #8 | exchange #3 | +0 | 0", "1 2 | # | exchange #8 | +0 | 0"]
    played = replay(one(with_events(*events, rules="amath")))
    assert played.problems == ()
    assert (played.steps[-1].position.stock, played.steps[-1].position.hands) == (84, (8, 8))
    assert isinstance(parse_move("exchange #3"), Exchange)
