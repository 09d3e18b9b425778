"""The record of a game, made from its log."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping

from summy.log import LogEvent
from summy.position import Position
from summy.position_text import format_position
from summy.record.value import Record, RecordEvent
from summy.referee import Outcome
from summy.rulesets import Ruleset


def record_of(
    ruleset: Ruleset,
    names: Iterable[str],
    events: Iterable[LogEvent],
    *,
    ended: Outcome | None = None,
    start: Position | None = None,
    tags: Mapping[str, str | tuple[str, ...]] | None = None,
) -> Record:
    """The record of a game.

    Args:
        ruleset: its rules.
        names: name of each side.
        events: its log.
        ended: how it ended; None while it is running.
        start: the position it began from, where that is not the usual one.
        tags: further tags, e.g. `Deal`, `Seed`, `Date`, `Clock`, `Members1`.
    """
    sides = tuple(names)
    written: dict[str, tuple[str, ...]] = {"Format": ("1",), "Rules": (ruleset.id,), "Sides": sides}
    if ruleset.options:
        written["Options"] = (json.dumps(dict(ruleset.options), sort_keys=True),)
    if start is not None:
        written["Start"] = (format_position(start),)
    for name, value in (tags or {}).items():
        written[name] = (value,) if isinstance(value, str) else value
    if ended is None:
        written["Result"] = ("*",)
    else:
        written["Result"] = (" ".join(str(score) for score in ended.scores),)
        written["Winner"] = ("draw" if ended.winner is None else str(ended.winner + 1),)
        if ended.reason != "finished":
            written["Termination"] = (ended.reason,)
    return Record(written, tuple(_numbered(events, len(sides))))


TURN_ENDING = ("play", "discard", "exchange", "pass", "timeout", "auto-pass", "lost-turn")
"""Kinds of event after which the turn goes to the next side."""


def _numbered(events: Iterable[LogEvent], sides: int) -> Iterator[RecordEvent]:
    """Record events with their rounds: a new round begins when a side has its turn again."""
    turns = [0] * sides
    turn = 1
    for event in events:
        if event.kind in (*TURN_ENDING, "challenge"):
            turn = max(turns[event.side] + 1, *turns)
        if event.kind in TURN_ENDING:
            turns[event.side] = turn
        yield RecordEvent(turn, event.side, event.hand, event.text, event.points, event.total)
