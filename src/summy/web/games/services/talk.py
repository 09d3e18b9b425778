"""What is said and shown at a table without being part of the game: chat, and tiles that are not played yet."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Any

from django.db import transaction

from summy.web.games import hints
from summy.web.games import tentative as kept_tiles
from summy.web.games.answers import CommandRefused
from summy.web.games.log_store import busy_means_try_again, course_of
from summy.web.games.messages import CHAT_MOST
from summy.web.games.models import ChatMessage, Game, Member
from summy.web.games.moments import now_ms
from summy.web.people.models import Person

from .common import sitting_of


def chat(game_id: str, person: Person, text: str, client_id: str, *, team: bool = False) -> ChatMessage:
    """Say something at the table, to everybody or to the own side. Sending the same `client_id` again says it once.

    The text is kept as it is, without control characters; whoever shows it escapes it.
    Raises `CommandRefused` (`not_a_member`, `empty_text`, `text_too_long`) or `TryAgain`.
    """
    said = " ".join("".join(sign if is_text(sign) else " " for sign in text).split())
    if not said:
        raise CommandRefused("empty_text")
    if len(said) > CHAT_MOST:
        raise CommandRefused("text_too_long", {"most": CHAT_MOST})
    with busy_means_try_again(), transaction.atomic():
        member = Member.objects.filter(game=game_id, person=person, left=False).first()
        if member is None:
            raise CommandRefused("not_a_member")
        message, new = ChatMessage.objects.get_or_create(
            game_id=game_id,
            member=member,
            client_id=client_id,
            defaults={"text": said, "team": team, "at_ms": now_ms()},
        )
        if new:
            hints.chat_changed(game_id, message.pk)
    return message


def is_text(sign: str) -> bool:
    """Whether a character may stand in what people write: no control characters, no half characters."""
    return unicodedata.category(sign) not in {"Cc", "Cs", "Co"}


def tentative(game: Game, person: Person, tiles: Sequence[dict[str, Any]], origin: str = "") -> None:
    """Remember the tiles a member has put on the table without playing them, for their own side to see.

    Tiles that can't lie there are left out. `origin` names the socket they come from, which is not told.
    Raises `CommandRefused` with `not_a_member`.
    """
    course = course_of(game)
    sitting = sitting_of(course, person)
    side = course.side_of(sitting.code)
    if course.state is None or side is None:
        return
    hand = course.state.position.hands[side]
    assert isinstance(hand, tuple), "the server knows every hand"
    kept_tiles.keep(game.pk, sitting.code, kept_tiles.fitting(tiles, course.state.position, hand))
    hints.tentative_changed(game.pk, sitting.code, origin)
