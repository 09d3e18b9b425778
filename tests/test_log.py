"""The log of a game: what each action leads to, what follows by itself, and that the log alone gives the game again."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings

import wellformed
from journeys import KINDS, Journey, journey
from summy.board import Direction, Square
from summy.deal import Deal
from summy.log import ACTIONS, GameState, LogEvent, at, decide, evolve, fold, start
from summy.move import Challenge, Discard, Pass, Placement, Play, Resign, parse_move
from summy.position import Position, position_from_json, position_to_json
from summy.position_text import format_position, parse_position
from summy.referee import Outcome, judge
from summy.refusals import Refused
from summy.rulesets import load_ruleset
from wellformed import Dice, grown

GAMES = [(kind, seed) for kind in range(len(KINDS)) for seed in range(3)]
every_game = pytest.mark.parametrize(
    ("kind", "seed"), GAMES, ids=[f"{KINDS[kind][0]}-{kind}-{seed}" for kind, seed in GAMES]
)


def game(text: str) -> GameState:
    return at(parse_position(text))


def made(state: GameState, action: str, side: int | None = None) -> tuple[LogEvent, ...]:
    """The events of a move text, or of an action by its name."""
    move = action if action in ACTIONS else parse_move(action, state.position.ruleset)
    return decide(state, move, state.position.to_move if side is None else side)


def after(state: GameState, *actions: str) -> GameState:
    for action in actions:
        state = fold(state, made(state, action))
    return state


def kinds(events: tuple[LogEvent, ...]) -> list[str]:
    return [event.kind for event in events]


def refused_code(state: GameState, action: object, side: int) -> str:
    with pytest.raises(Refused) as caught:
        decide(state, action, side)  # type: ignore[arg-type]
    return caught.value.refusal.code


SUMMY = "summy;=@0,0;;123+4567 01234567;0 5;0;<9876543210;0;#0 #0;-"
THREE = "summy;=@0,0;;12 34 56;7 5 6;0;0;0;#0 #0 #0;-"
AMATH = "amath;1@G8 =@H8 1@I8;;0123456- 01234567;3 0;0;<789+72;0;#0 #0;-"
CHALLENGED = AMATH.replace("amath;", 'amath{"challenge":"challenge"};')


# ---------------------------------------------------------------------------------------------- single events


def test_a_play_is_one_event_with_everything_about_it() -> None:
    (event,) = made(game(SUMMY), "-3,0> 1+2(=)3")
    assert (event.side, event.kind, event.points, event.total) == (0, "play", 6, 6)
    assert event.text == "-3,0> 1+2(=)3"
    assert event.hand == tuple("1234567+")
    assert [line.text for line in event.lines] == ["1+2=3"]


@pytest.mark.parametrize(
    ("position", "text", "kind"),
    [(SUMMY, "discard 4 +", "discard"), (AMATH, "exchange 0 -", "exchange"), (AMATH, "pass", "pass")],
)
def test_other_turns_are_one_event(position: str, text: str, kind: str) -> None:
    (event,) = made(game(position), text)
    assert (event.kind, event.text, event.points, event.total) == (kind, text, 0, event.total)
    assert event.total == game(position).position.scores[0]


def test_the_texts_of_events_can_be_read_back() -> None:
    state = game(SUMMY)
    for action in ("-3,0> 1+2(=)3", "discard 7 0"):
        (event,) = made(state, action)
        assert parse_move(event.text, state.position.ruleset) == event.move
        state = evolve(state, event)


def test_a_lone_tile_without_a_direction_is_logged_in_the_direction_it_was_scored() -> None:
    board = "1@-3,0 +@-2,0 2@-1,0 =@0,0 5@1,-4 -@1,-3 2@1,-2 =@1,-1"
    state = game(f"summy;{board};;3 #8;0 0;0;9;0;#0 #0;-")
    lone = Play((Placement(Square(1, 0), "3", "3"),))
    (event,) = decide(state, lone, 0)
    assert (event.text, event.points) == ("1,-4v (5-2=)3", 10)
    assert event.move == replace(lone, direction=Direction.DOWN)
    assert evolve(state, event).position.scores == (10, 0)


@pytest.mark.parametrize("text", ["discard #3", "exchange #3"])
def test_who_holds_the_tiles_must_name_them(text: str) -> None:
    """`discard #3` is what others see; taken from a known hand it would hide the hand from its own side."""
    state = game(SUMMY if text.startswith("discard") else AMATH)
    assert judge(state.position, parse_move(text)).legal
    assert refused_code(state, parse_move(text), 0) == "nothing_placed"
    hidden = game((SUMMY if text.startswith("discard") else AMATH).replace("123+4567", "#8").replace("0123456-", "#8"))
    assert kinds(made(hidden, text)) == [text.split(" ")[0]]


# ---------------------------------------------------------------------------------------------- refusals


def test_what_the_referee_refuses_makes_no_event() -> None:
    state = game(SUMMY)
    assert refused_code(state, parse_move("-3,0> 1+2(=)4"), 0) == "not_equal"
    assert refused_code(state, Pass(), 1) == "not_your_turn"
    assert refused_code(state, "timeout", 1) == "not_your_turn"


@pytest.mark.parametrize("action", [Pass(), Resign(), *ACTIONS])
def test_after_the_end_nothing_happens(action: object) -> None:
    over = after(game(THREE), "pass", "pass", "pass")
    assert over.ended is not None
    assert refused_code(over, action, 0) == "game_over"


@pytest.mark.parametrize("action", [Resign(), "abandoned", "draw-agreed", "lost-on-time", "timeout"])
@pytest.mark.parametrize("side", [-1, 3, 9])
def test_a_side_that_is_not_there_does_nothing(action: object, side: int) -> None:
    assert refused_code(game(THREE), action, side) == "not_your_turn"


@pytest.mark.parametrize("action", [Resign(), "abandoned", Pass(), "timeout"])
def test_a_side_that_left_does_nothing_more(action: object) -> None:
    state = fold(game(THREE), decide(game(THREE), Resign(), 1))
    assert refused_code(state, action, 1) == "not_your_turn"


def test_a_text_that_is_no_action_is_an_error_of_the_caller() -> None:
    with pytest.raises(ValueError, match="unknown action"):
        decide(game(SUMMY), "explode", 0)


# ---------------------------------------------------------------------------------------------- the end


def test_a_game_without_settlement_ends_with_the_turn() -> None:
    state = after(game("summy;=@0,0;;12 34;7 5;0;0;0;#0 #0;-"), "pass", "pass")
    assert state.ended == Outcome((7, 5), 0, "finished")


def test_a_settlement_is_one_event_for_each_side_whose_points_change() -> None:
    events = made(game(AMATH.replace(";0;#0 #0", ";5;#0 #0")), "pass")
    assert [(event.kind, event.side, event.points) for event in events] == [
        ("pass", 0, 0), ("settle", 0, -12), ("settle", 1, -12),
    ]  # fmt: skip
    state = fold(game(AMATH), events)
    assert state.ended == Outcome((3 - 12, -12), 0, "finished")


def test_going_out_settles_for_the_side_that_did() -> None:
    state = game("amath;1@G8 =@H8 1@I8;;-0 [17];3 9;0;0;0;#0 #0;-")
    events = made(state, "G8> (1=1)-0")
    assert [(event.kind, event.side, event.points, event.total) for event in events] == [
        ("play", 0, 6, 9), ("settle", 0, 12, 21),
    ]  # fmt: skip
    assert fold(state, events).ended == Outcome((21, 9), 0, "finished")


def test_going_out_against_worthless_tiles_ends_at_once() -> None:
    state = game("amath;1@G8 =@H8 1@I8;;-0 ?;3 9;0;0;0;#0 #0;-")
    events = made(state, "G8> (1=1)-0")
    assert kinds(events) == ["play"]
    assert fold(state, events).ended == Outcome((9, 9), None, "finished")


def test_where_nobody_has_a_play_the_log_says_so() -> None:
    """Nothing in the position tells this end, so a settlement of 0 points stands in the log."""
    state = game("summy-draft;=@H8;;12 34;3 9;0;0;0;#0 #0;-")

    def any_play(position: Position) -> bool:
        return position.scoreless == 0

    events = decide(state, Pass(), 0, any_play)
    assert [(event.kind, event.side, event.points, event.total) for event in events] == [
        ("pass", 0, 0, 3), ("settle", 0, 0, 3),
    ]  # fmt: skip
    assert fold(state, events).ended == Outcome((3, 9), 1, "finished")
    with pytest.raises(Refused):
        decide(state, Pass(), 0, lambda position: False)


def test_a_side_without_tiles_passes_by_itself() -> None:
    state = game("summy;0@1,0 =@0,0;;00- 12;0 0;0;0;0;#0 #0;-")
    state = after(state, "-3,0> 0-0(=0)")
    events = made(state, "pass")
    assert kinds(events) == ["pass", "auto-pass"]
    assert [event.side for event in events] == [1, 0]
    assert fold(state, events).ended == Outcome((0, 0), None, "finished")


def test_when_nobody_has_tiles_all_pass_by_themselves() -> None:
    state = game("summy;0@1,0 =@0,0;;00- #0;4 3;0;0;0;#0 #0;-")
    events = made(state, "-3,0> 0-0(=0)")
    assert kinds(events) == ["play", "auto-pass", "auto-pass"]
    assert fold(state, events).ended == Outcome((4, 3), 0, "finished")


def test_a_lone_player_ends_the_game_by_one_pass() -> None:
    state = after(game("summy;=@0,0;;12;7;0;0;0;#0;-"), "pass")
    assert state.ended == Outcome((7,), None, "finished")


# ---------------------------------------------------------------------------------------------- time


def test_a_turn_that_runs_out_is_a_turn_without_a_play() -> None:
    state = after(game(SUMMY), "timeout")
    assert (state.position.to_move, state.position.scoreless, state.timeouts) == (1, 0, (1, 0))
    state = after(game(AMATH), "timeout")
    assert (state.position.to_move, state.position.scoreless) == (1, 1)
    state = after(game(SUMMY.replace(";<9876543210;", ";0;")), "timeout", "timeout")
    assert state.ended == Outcome((0, 5), 1, "finished")


def test_the_third_timeout_in_a_row_abandons_the_game() -> None:
    state = after(game(SUMMY), "timeout", "discard 0", "timeout", "discard 1")
    events = made(state, "timeout")
    assert kinds(events) == ["timeout", "abandoned"]
    assert fold(state, events).ended == Outcome((0, 5), 1, "timeout")


@pytest.mark.parametrize("between", ["discard 1", "-3,0> 1+2(=)3"])
def test_anything_done_in_between_begins_the_timeouts_anew(between: str) -> None:
    state = after(game(SUMMY), "timeout", "discard 0", "timeout", "discard 1", between, "discard 2")
    assert state.timeouts[0] == 0
    assert kinds(made(state, "timeout")) == ["timeout"]


def test_a_challenge_begins_the_timeouts_anew() -> None:
    state = after(game(CHALLENGED), "pass", "timeout", "pass", "timeout", "G8> (1=1)-0")
    assert state.timeouts == (0, 2)
    state = after(state, "challenge")
    assert state.timeouts == (0, 0)


def test_abandoning_comes_before_the_rules_of_the_end() -> None:
    """The third timeout would also end the game by the rules, with the other side behind."""
    state = game("summy;=@0,0;;12 34;9 5;0;0;1;#0 #0;-")
    state = replace(state, timeouts=(2, 0))
    events = made(state, "timeout")
    assert kinds(events) == ["timeout", "abandoned"]
    assert fold(state, events).ended == Outcome((9, 5), 1, "timeout")
    assert evolve(state, events[0]).ended is None
    alone = replace(game("summy;=@0,0;;12;7;0;0;0;#0;-"), timeouts=(2,))
    assert fold(alone, made(alone, "timeout")).ended == Outcome((7,), None, "timeout")


def test_running_out_of_the_whole_time_loses() -> None:
    state = game(SUMMY)
    (event,) = decide(state, "lost-on-time", 0)
    assert (event.kind, event.reason) == ("abandoned", "timeout")
    assert evolve(state, event).ended == Outcome((0, 5), 1, "timeout")


def test_a_penalty_for_time_changes_the_score_and_the_winner() -> None:
    penalty = LogEvent(0, "time-penalty", -10, -3)
    state = evolve(game("summy;=@0,0;;12 34;7 5;0;0;0;#0 #0;-"), penalty)
    assert (state.position.scores, state.ended, state.turn) == ((-3, 5), None, 0)
    over = after(game("summy;=@0,0;;12 34;7 5;0;0;0;#0 #0;-"), "pass", "pass")
    assert evolve(over, penalty).ended == Outcome((-3, 5), 1, "finished")
    resigned = fold(game(SUMMY), decide(game(SUMMY), Resign(), 1))
    assert evolve(resigned, penalty).ended == resigned.ended


# ---------------------------------------------------------------------------------------------- leaving


@pytest.mark.parametrize(
    ("action", "reason"), [(Resign(), "resigned"), ("abandoned", "abandoned"), ("lost-on-time", "timeout")]
)
@pytest.mark.parametrize("side", [0, 1])
def test_of_two_sides_the_other_one_wins_whatever_the_score(action: object, reason: str, side: int) -> None:
    state = game(SUMMY)
    events = decide(state, action, side)  # type: ignore[arg-type]
    assert fold(state, events).ended == Outcome((0, 5), 1 - side, reason)


def test_the_result_of_a_lone_player_stands() -> None:
    state = game("summy;=@0,0;;12;7;0;5;0;#0;-")
    assert fold(state, decide(state, Resign(), 0)).ended == Outcome((7,), None, "resigned")


def test_a_draw_that_was_agreed_on_has_no_winner() -> None:
    state = game(SUMMY)
    assert fold(state, decide(state, "draw-agreed", 1)).ended == Outcome((0, 5), None, "agreed")


def test_a_side_that_leaves_is_passed_over_and_its_hand_leaves_the_game() -> None:
    state = fold(game(THREE), decide(game(THREE), Resign(), 0))
    assert (state.left, state.position.to_move, state.ended) == ({0}, 1, None)
    assert state.position.hands[0] == ()
    assert state.position.discarded[0] == ("1", "2")
    state = after(state, "pass")
    assert state.position.to_move == 2
    state = after(state, "pass")
    assert state.ended == Outcome((7, 5, 6), 2, "finished")


def test_the_last_one_left_wins() -> None:
    state = game(THREE)
    for side in (0, 2):
        state = fold(state, decide(state, Resign(), side))
    assert state.ended == Outcome((7, 5, 6), 1, "resigned")


def test_a_side_that_left_cannot_win_by_its_score() -> None:
    state = fold(game(THREE), decide(game(THREE), Resign(), 0))
    assert after(state, "pass", "pass").ended == Outcome((7, 5, 6), 2, "finished")


@pytest.mark.parametrize(
    ("passes", "leaver", "scoreless", "to_move"),
    [(2, 0, 1, 2), (2, 1, 1, 2), (2, 2, 2, 0), (1, 0, 0, 1), (1, 1, 1, 2), (1, 2, 1, 1)],
)
def test_turns_of_a_side_that_left_no_longer_count(passes: int, leaver: int, scoreless: int, to_move: int) -> None:
    """After two passes of three sides one leaves: the third side still has its turn, unless it is the one that left."""
    state = after(game(THREE), *["pass"] * passes)
    state = fold(state, decide(state, Resign(), leaver))
    assert (state.position.scoreless, state.position.to_move) == (scoreless, to_move)
    assert (state.ended is not None) == (scoreless == 2)


# ---------------------------------------------------------------------------------------------- challenges


def test_a_challenge_that_succeeds_is_two_events() -> None:
    state = after(game(CHALLENGED), "G8> (1=1)2")
    events = made(state, "challenge")
    assert [(event.side, event.kind, event.points, event.total) for event in events] == [
        (1, "challenge", 0, 0), (0, "withdrawn", -4, 3),
    ]  # fmt: skip
    after_it = fold(state, events)
    assert (after_it.position.scores, after_it.position.to_move, after_it.returns) == ((3, 0), 1, 1)
    assert after_it.turn == state.turn + 1


def test_a_challenge_that_fails_is_two_events() -> None:
    state = after(game(CHALLENGED), "G8> (1=1)-0")
    events = made(state, "challenge")
    assert [(event.side, event.kind, event.points) for event in events] == [(1, "challenge", 0), (1, "lost-turn", 0)]
    assert fold(state, events).position.to_move == 0


def test_six_scoreless_turns_may_end_with_a_play_taken_back() -> None:
    state = game(CHALLENGED.replace(";0;#0 #0", ";5;#0 #0"))
    state = after(state, "G8> (1=1)2")
    events = made(state, "challenge")
    assert kinds(events) == ["challenge", "withdrawn", "settle", "settle"]
    assert fold(state, events).ended is not None


def test_a_challenge_after_going_out_with_an_empty_bag() -> None:
    """The other side may challenge or accept; only then are hands settled."""
    true = game('amath{"challenge":"challenge"};1@G8 =@H8 1@I8;;-0 [17];3 0;0;0;0;#0 #0;-')
    events = made(true, "G8> (1=1)-0")
    assert kinds(events) == ["play"]
    out = fold(true, events)
    assert out.ended is None
    assert refused_code(out, parse_move("exchange 17"), 1) == "game_over"
    assert kinds(made(out, "pass")) == ["pass", "settle"]
    assert kinds(made(out, "challenge")) == ["challenge", "lost-turn", "settle"]
    assert kinds(made(out, "timeout")) == ["timeout", "settle"]
    false = after(game('amath{"challenge":"challenge"};1@G8 =@H8 1@I8;;2 [17];3 0;0;0;0;#0 #0;-'), "G8> (1=1)2")
    assert kinds(made(false, "challenge")) == ["challenge", "withdrawn"]
    assert after(false, "challenge").position.to_move == 1


def test_leaving_while_a_play_waits_ends_a_game_of_two() -> None:
    state = after(game(CHALLENGED), "G8> (1=1)2")
    assert fold(state, decide(state, Resign(), 1)).ended == Outcome((7, 0), 0, "resigned")


# ---------------------------------------------------------------------------------------------- any position


def any_turns(dice: Dice) -> tuple[Position, int]:
    return wellformed.position(dice), dice.randrange(2**32)


@settings(max_examples=300)
@given(grown(any_turns))
def test_any_action_in_any_position_is_refused_or_leads_to_one_that_can_be_written(given: tuple[Position, int]) -> None:
    position, seed = given
    dice = Dice(seed)
    state = at(position)
    for _ in range(4):
        action = wellformed.move_in(dice, state.position) if dice.random() < 0.9 else dice.choice([*ACTIONS, Resign()])
        try:
            events = decide(state, action, state.position.to_move, lambda there: dice.random() < 0.5)
        except Refused:
            continue
        state = fold(state, events)
        assert parse_position(format_position(state.position)) == state.position
        assert position_from_json(position_to_json(state.position)) == state.position


# ---------------------------------------------------------------------------------------------- whole games


def test_the_games_hold_every_kind_of_event() -> None:
    seen = Counter(event.kind for kind, seed in GAMES for event in journey(kind, seed).events)
    assert {"play", "discard", "exchange", "pass", "timeout", "challenge", "withdrawn", "lost-turn", "settle"} <= set(
        seen
    )
    assert seen["play"] > 60


@every_game
def test_the_log_alone_gives_the_game_again(kind: int, seed: int) -> None:
    """Whole, event by event, and with moves read back from their texts."""
    played = journey(kind, seed)
    assert fold(played.begun, played.events) == played.ended
    ruleset = played.begun.position.ruleset
    reread = [
        replace(event, move=None if event.move is None else parse_move(event.text, ruleset), lines=())
        for event in played.events
    ]
    assert fold(played.begun, reread) == played.ended


@every_game
def test_totals_turns_and_tiles_of_a_game(kind: int, seed: int) -> None:
    played = journey(kind, seed)
    states = played.states()
    tiles = _tiles(states[0].position)
    for before, event, following in zip(states, played.events, states[1:], strict=False):
        assert event.hand == before.position.hands[event.side]
        assert event.total == following.position.scores[event.side]
        assert event.points == event.total - before.position.scores[event.side]
        assert _tiles(following.position) == tiles
        assert following.turn - before.turn == _changes_the_position(event, following)
        assert before.ended is None or event.kind == "settle"
        assert following.left >= before.left


def _changes_the_position(event: LogEvent, following: GameState) -> bool:
    """A side that leaves does too, unless the game is over with it."""
    if event.kind in ("resign", "abandoned"):
        return following.ended is None
    return event.kind not in ("challenge", "settle", "draw-agreed")


def _tiles(position: Position) -> Counter[str]:
    parts = (*position.hands, *position.discarded, position.stock)
    assert all(isinstance(part, tuple) for part in parts)
    laid = Counter(token.tile for token in position.board.tokens.values())
    return laid + Counter(tile for part in parts if isinstance(part, tuple) for tile in part)


@every_game
def test_a_game_that_is_over_says_who_won(kind: int, seed: int) -> None:
    played: Journey = journey(kind, seed)
    ended = played.ended.ended
    if ended is not None:
        assert ended.scores == played.ended.position.scores
        for action in (Pass(), Resign(), Challenge(), Discard(("1",)), *ACTIONS):
            assert refused_code(played.ended, action, 0) == "game_over"
    else:
        assert len(played.events) >= 60


def test_a_game_begins_with_its_deal() -> None:
    deal = Deal(load_ruleset("summy"), bytes(32), 3)
    state = start(deal)
    assert (state.position, state.drawing) == (deal.start, deal)
    assert (state.turn, state.returns, state.timeouts, state.left, state.ended) == (0, 0, (0, 0, 0), frozenset(), None)


def test_returns_are_counted_for_the_deal() -> None:
    deal = Deal(load_ruleset("amath"), bytes(32), 2)
    state = start(deal)
    for number in (1, 2):
        hand, stock = state.position.hand, state.position.stock
        assert isinstance(stock, tuple)
        taken = hand[:2]
        state = fold(state, decide(state, parse_move(f"exchange {' '.join(taken)}"), state.position.to_move))
        rest = stock[2:] if number == 1 else stock[:-2]
        assert state.position.stock == deal.reshuffled(rest, taken, number)
        assert state.returns == number
