"""What a table's socket sends, made for its viewer: synchronous, one call for each time the database is needed.

A socket knows how far its client has come (`seq`). Whatever it is told by hints, it asks here what is new for its
viewer; a hint never says more than that there may be something.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from summy.web.people.models import Person

from . import services, tentative
from .answers import CommandRefused
from .course import step
from .log_store import NoSuchGame, course_at, events_between
from .models import ChatMessage, Game, GameEvent
from .moments import now_ms
from .services.common import line_extent
from .view import Sight, sight_of

EVENTS_MOST: Final = 200
"""A client that missed more events than this gets the whole state instead."""

CHAT_KEPT: Final = 100
"""How many chat messages a client that joins is sent."""

Message = dict[str, Any]


@dataclass(frozen=True)
class News:
    """Messages for one client."""

    messages: list[Message]
    seq: int | None = None
    """How far the client has come with them; None when they are not about the log."""
    look_again_ms: int | None = None
    """When there will be something new although nothing happens: a delayed event, or somebody away for long enough."""


def find(game_id: str) -> Game:
    """The game of an id. Raises `NoSuchGame`."""
    game = Game.objects.select_related("deal").filter(pk=game_id).first()
    if game is None:
        raise NoSuchGame(game_id)
    return game


def whole_state(game_id: str, person: Person | None, kind: str = "state", **extra: Any) -> News:
    """The whole game: view and log. `kind` is `state`, or `resync` with its reason."""
    game = find(game_id)
    sight = sight_of(game, person)
    message = {"type": kind, **extra, "view": sight.view(), "log": sight.log()}
    return News([message], sight.course.seq, _look_again_ms(sight))


def joined(game_id: str, person: Person | None, since: int) -> News:
    """What a client that has seen `since` events is sent: those it missed or the whole state, and what is beside it."""
    game = find(game_id)
    sight = sight_of(game, person)
    if 0 < since <= sight.course.seq and sight.course.seq - since <= EVENTS_MOST:
        news = missed(game_id, person, since)
        here = [{"type": "presence", **sight.presence()}]
    else:
        news = whole_state(game_id, person)
        here = []  # the view has it
    beside = [*here, *_tentative_of_team(sight), *_chat(sight, 0)]
    return News([*news.messages, *beside], news.seq, news.look_again_ms)


def missed(game_id: str, person: Person | None, since: int) -> News:
    """The events after `since`, each with the view of its moment; nothing when there are none."""
    game = find(game_id)
    sight = sight_of(game, person)
    last = sight.course
    messages: list[Message] = []
    course = course_at(game, since) if since < last.seq else last
    for event in events_between(game, since, last.seq):
        course = last if event.seq == last.seq else step(course, event.kind, event.data, event.at_ms)
        then = sight.stepped(course)
        public = then.events([event])[0]
        messages.append({"type": "event", "seq": event.seq, "turn": course.turn, "event": public, "view": then.view()})
    return News(messages, max(since, last.seq), _look_again_ms(sight))


def presence(game_id: str, person: Person | None) -> News:
    """Who is here."""
    sight = sight_of(find(game_id), person)
    return News([{"type": "presence", **sight.presence()}], look_again_ms=_look_again_ms(sight))


def how_far(game_id: str, person: Person | None) -> Message:
    """The answer to a ping: how far the log goes for this viewer, and what time it is for them."""
    sight = sight_of(find(game_id), person)
    return {"type": "pong", "seq": sight.course.seq, "server_ms": sight.at_ms}


def _look_again_ms(sight: Sight) -> int | None:
    """In how many milliseconds something will look different by itself."""
    moments = [sight.next_presence_change_ms()]
    if sight.delay_ms and sight.course.seq < sight.game.seq:
        following = GameEvent.objects.filter(game=sight.game, seq=sight.course.seq + 1).first()
        moments.append(following.at_ms + sight.delay_ms if following else None)
    soonest = min((moment for moment in moments if moment is not None), default=None)
    return None if soonest is None else max(soonest - now_ms(), 0) + 20


# ------------------------------------------------------------------------------------------- beside the log


def tentative_of(game_id: str, person: Person | None, member: str) -> News:
    """The tentative tiles of a member, if they are of the viewer's own side."""
    sight = sight_of(find(game_id), person)
    if sight.side is None or sight.course.side_of(member) != sight.side:
        return News([])
    return News([_tentative_message(sight, member)])


def _tentative_of_team(sight: Sight) -> list[Message]:
    if sight.side is None or sight.course.to_move is None:
        return []
    messages = [_tentative_message(sight, sitting.code) for sitting in sight.course.sides[sight.side]]
    return [message for message in messages if message["tiles"]]


def _tentative_message(sight: Sight, member: str) -> Message:
    """A member's tentative tiles that still fit: the rest has gone back to the hand."""
    state, side = sight.course.state, sight.side
    tiles = tentative.of_member(sight.game.pk, member)
    if state is not None and side is not None:
        hand = state.position.hands[side]
        tiles = tentative.fitting(tiles, state.position, hand if isinstance(hand, tuple) else ())
    return {"type": "tentative", "member": member, "tiles": tiles}


def chat_message(game_id: str, person: Person | None, chat_id: int) -> News:
    """A chat message, if the viewer may read it."""
    return News(_chat(sight_of(find(game_id), person), chat_id - 1, chat_id))


def _chat(sight: Sight, after: int, until: int | None = None) -> list[Message]:
    """Chat messages that the viewer may read: those to all and to the own side; every one, once the game is over."""
    said = ChatMessage.objects.filter(game=sight.game, pk__gt=after).select_related("member__person")
    if until is not None:
        said = said.filter(pk__lte=until)
    if sight.delay_ms:
        said = said.filter(at_ms__lte=sight.at_ms)
    if not sight.reader.everything:
        own_seat = -1 if sight.member is None else sight.member.seat
        said = said.filter(team=False) | said.filter(team=True, member__seat=own_seat)
    newest = list(said.order_by("-pk")[:CHAT_KEPT])
    return [
        {
            "type": "chat",
            "id": message.pk,
            "member": message.member.code,
            "name": message.member.name,
            "text": message.text,
            "at_ms": message.at_ms,
            "team": message.team,
        }
        for message in reversed(newest)
    ]


# ---------------------------------------------------------------------------------------------------- answers


def preview_message(game_id: str, person: Person | None, identity: int, move: Mapping[str, Any]) -> Message:
    """The answer to a preview: what a move would score, or why it is not legal."""
    try:
        if person is None:
            raise CommandRefused("not_a_member")
        verdict, both = services.preview(find(game_id), person, move)
        if verdict.refusal is not None:
            raise CommandRefused.by_rules(verdict.refusal)
    except CommandRefused as refused:
        return refused_preview(identity, refused)
    lines = verdict.lines
    return {
        "type": "preview",
        "id": identity,
        "legal": True,
        "direction": str(lines[0].direction) if lines else None,
        "both": both,
        "score": verdict.score,
        "equations": [line.text for line in lines],
        "lines": [{**line_extent(line), "text": line.text, "score": line.score} for line in lines],
        "closes": [list(square) for line in lines for square in line.closes],
    }


def refused_preview(identity: int, refused: CommandRefused) -> Message:
    """The answer to a preview of a move that is not legal, or that comes too often."""
    said = {"code": refused.code, "message": refused.message, "squares": refused.squares}
    return {"type": "preview", "id": identity, "legal": False, **said}


def refusal_message(client_id: str | None, refused: CommandRefused) -> Message:
    """A refusal as it is sent, in the language that is active now."""
    return {
        "type": "refused",
        "client_id": client_id,
        "code": refused.code,
        "params": _plain(refused.params),
        "message": refused.message,
        "squares": refused.squares,
    }


def _plain(params: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value if isinstance(value, int) else str(value) for name, value in params.items()}
