"""The public form of each kind of event: what a viewer may read of it, field by field.

Nothing of the stored data is passed on unless a form here names it. An event of which nothing is public (there is none
so far) would still be sent as an empty step, so that the numbers have no gaps.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.urls import reverse

from .course import GAME_KINDS, Course
from .models import GameEvent

Data = Mapping[str, Any]


@dataclass(frozen=True)
class Reader:
    """For whom an event is told."""

    side: int | None
    """The side whose hand the reader sees; None for a spectator."""
    everything: bool
    """Whether the game is over and its hidden parts may be shown."""
    names: Mapping[str, str]
    """Name of each member by code."""

    def sees_hand_of(self, side: int) -> bool:
        """Whether the reader may see the hand of a side."""
        return self.everything or side == self.side


def public_event(event: GameEvent, course: Course, reader: Reader) -> dict[str, Any]:
    """What the reader may know of an event; `course` is any course of the game that contains it."""
    data: Data = event.data
    member = data.get("member")
    side = data.get("side")
    if side is None and member is not None:
        side = course.side_of(member)
    shown = {
        "seq": event.seq,
        "turn": data.get("turn") if event.kind in GAME_KINDS else None,
        "kind": event.kind,
        "side": side,
        "member": member,
        "name": _name(course, reader, side, member),
        "at_ms": event.at_ms,
    }
    if event.kind in GAME_KINDS:
        shown |= _game_event(event.kind, data, reader)
    return shown | _FORMS.get(event.kind, _nothing)(data, reader)


def _name(course: Course, reader: Reader, side: int | None, member: str | None) -> str:
    """Who did it: the member, or else the members of the side."""
    if member is not None:
        return reader.names.get(member, "")
    if side is None or side >= len(course.sides):
        return ""
    return ", ".join(reader.names.get(sitting.code, "") for sitting in course.sides[side])


def _nothing(data: Data, reader: Reader) -> dict[str, Any]:
    return {}


def _game_event(kind: str, data: Data, reader: Reader) -> dict[str, Any]:
    """What every event of the game's own log shows: the points, and how many tiles the hand had."""
    hand = data["hand"]
    return {
        "points": data["points"],
        "total": data["total"],
        "scores": data["scores"],
        "hand": list(hand) if reader.sees_hand_of(data["side"]) else len(hand),
    }


def _play(data: Data, reader: Reader) -> dict[str, Any]:
    return {key: data[key] for key in ("text", "equations", "tiles", "closes", "line")}


def _swap(data: Data, reader: Reader) -> dict[str, Any]:
    tiles = data["move"]["tiles"]
    return {"count": len(tiles), **({"tiles": list(tiles)} if reader.sees_hand_of(data["side"]) else {})}


def _offer(data: Data, reader: Reader) -> dict[str, Any]:
    return {"what": data["what"]}


def _answer(data: Data, reader: Reader) -> dict[str, Any]:
    return {"what": data["what"], "accept": data["accept"]}


def _start(data: Data, reader: Reader) -> dict[str, Any]:
    return {key: data[key] for key in ("rules", "version", "options", "digest", "deal", "draws")}


def _add_time(data: Data, reader: Reader) -> dict[str, Any]:
    return {"cause": data["cause"], "extra_ms": data.get("extra_ms")}


def _end(data: Data, reader: Reader) -> dict[str, Any]:
    draw = data["winner"] is None and len(data["scores"]) > 1
    return {"reason": data["reason"], "winner": "draw" if draw else data["winner"], "scores": data["scores"]}


def _seed(data: Data, reader: Reader) -> dict[str, Any]:
    return {"seed": data["seed"]}


def _rematch(data: Data, reader: Reader) -> dict[str, Any]:
    shown = {"what": "rematch", "step": data["step"]}
    if data["step"] == "answer":
        shown["accept"] = data["accept"]
    if data["step"] == "made":
        shown["url"] = reverse("games:table", args=[data["game"]])
    return shown


def public_text(kind: str, data: Data, reader: Reader) -> str:
    """The text of a game's event for a record: tiles that the reader may not know are a number."""
    if kind in {"discard", "exchange"} and not reader.sees_hand_of(data["side"]):
        return f"{kind} #{len(data['move']['tiles'])}"
    return str(data["text"])


_FORMS: dict[str, Callable[[Data, Reader], dict[str, Any]]] = {
    "play": _play,
    "discard": _swap,
    "exchange": _swap,
    "offer": _offer,
    "answer": _answer,
    "start": _start,
    "add-time": _add_time,
    "end": _end,
    "seed": _seed,
    "rematch": _rematch,
}
