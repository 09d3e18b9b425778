"""The socket of a table: reads messages, calls the services, sends what is new for its viewer.

Everything that touches the database runs in the database thread, in one call for each message. A hint from the
channel layer only says that there may be something new; what the viewer may know is read anew each time.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from typing import Any, Final, TypeVar

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.utils import translation
from django.utils.translation import trans_real

from summy.web import lifecycle, limits
from summy.web.people.models import Person
from summy.web.people.services import person_of

from . import goodbye, hints, messages, presence, services, stream
from .answers import CommandRefused, Done, StaleTurn, TryAgain
from .log_store import NoSuchGame, busy_means_try_again
from .moments import now_ms
from .stream import Message, News
from .view import NotShown, sight_of

SEND_LIMIT_S: Final = 5.0
"""A client that takes no message for so long is dropped: it would hold up its own queue for ever."""

RENEW_GROUP_S: Final = 3600.0
"""Channel layers forget group members after a day; by-turns tables stay open longer than that."""

CLOSE_NO_SUCH_GAME: Final = 4404
CLOSE_TOO_OFTEN: Final = 4429
CLOSE_RESTART: Final = 1012

T = TypeVar("T")
Hint = dict[str, Any]


class TableConsumer(AsyncWebsocketConsumer):  # type: ignore[misc]
    """One open page of a table."""

    async def connect(self) -> None:
        """Let the client in, unless there is no such game."""
        hints.attach_loop()
        self.game_id: str = self.scope["url_route"]["kwargs"]["game_id"]
        self.person: Person | None = None
        self.member: str | None = None
        self.seq: int | None = None
        """How far the client has come; None until it joins."""
        self.language = _language_of(self.scope)
        self.session_key = self.scope["session"].session_key or ""
        self.address = (self.scope.get("client") or [""])[0]
        self._look_again: asyncio.TimerHandle | None = None
        self._group_until = 0.0
        await self.accept()
        if lifecycle.is_stopping():
            await self.say_goodbye()
            return
        if not limits.allow(limits.JOINS, self.session_key, self.address):
            await self.close(CLOSE_TOO_OFTEN)
            return
        try:
            self.person, self.member = await self._in_database(self._find_viewer)
        except (NoSuchGame, NotShown):
            await self.close(CLOSE_NO_SUCH_GAME)
            return
        except TryAgain:
            await self.close(CLOSE_RESTART)
            return
        # A visitor without a session is counted by a number of this socket.
        self.session_key = self.session_key or f"socket-{id(self)}"
        await self._enter_group()
        goodbye.opened(self)
        self._let_in = True
        if self.member is not None and presence.arrive(self.game_id, self.member):
            hints.presence_changed(self.game_id)

    def _find_viewer(self) -> tuple[Person | None, str | None]:
        person = person_of(self.scope)
        sight = sight_of(stream.find(self.game_id), person)
        return person, sight.member.code if sight.member is not None else None

    async def _enter_group(self) -> None:
        now = asyncio.get_running_loop().time()
        if now >= self._group_until:
            await self.channel_layer.group_add(hints.group_of(self.game_id), self.channel_name)
            self._group_until = now + RENEW_GROUP_S

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Run the socket. However it ends, the member has left it then."""
        self._let_in = False
        try:
            await super().__call__(scope, receive, send)
        finally:
            await self._leave()

    async def disconnect(self, code: int) -> None:
        """The socket closed."""
        await self._leave()

    async def _leave(self) -> None:
        """The member is away now, unless another page of theirs is open."""
        if not self._let_in:
            return
        self._let_in = False
        goodbye.closed(self)
        if self._look_again is not None:
            self._look_again.cancel()
        await self.channel_layer.group_discard(hints.group_of(self.game_id), self.channel_name)
        if self.member is not None and presence.depart(self.game_id, self.member):
            hints.presence_changed(self.game_id)

    async def say_goodbye(self) -> None:
        """The server stops: the client comes back after a moment that differs from client to client."""
        await self._send({"type": "bye", "reconnect_ms": int(goodbye.RECONNECT_MS * random.uniform(0.5, 1.5))})
        await self.close(CLOSE_RESTART)

    # ------------------------------------------------------------------------------------------------ incoming

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """One message of the client. Whatever is wrong with it, the client gets an answer and the socket stays."""
        arrived_ms = now_ms()
        if not self._let_in:
            return  # the socket is being closed
        frame = text_data if text_data is not None else bytes_data or b""
        if not limits.allow(limits.MESSAGES, self.session_key, self.address):
            await self.close(CLOSE_TOO_OFTEN)
            return
        client_id: str | None = None
        message: messages.Incoming | None = None
        try:
            message = messages.read(frame)
            client_id = getattr(message, "client_id", None)
            self._check_limit(message)
            if client_id is None:
                await self._ask(message)
            else:
                await self._command(message, client_id, arrived_ms)
        except CommandRefused as refused:
            with translation.override(self.language):
                answer = _refusal(message, client_id or messages.client_id_in(frame), refused)
            await self._send(answer)
        except TryAgain:
            await self._send({"type": "retry", "client_id": client_id})
        except (NoSuchGame, NotShown):
            await self.close(CLOSE_NO_SUCH_GAME)

    def _check_limit(self, message: messages.Incoming) -> None:
        limit = _LIMITS.get(type(message))
        if limit is not None and not limits.allow(limit, self.session_key, self.address):
            raise CommandRefused("too_often")

    async def _ask(self, message: messages.Incoming) -> None:
        """Messages that change nothing in the log."""
        if isinstance(message, messages.Join):
            since = message.since or 0
            await self._tell(await self._in_database(stream.joined, self.game_id, self.person, since))
        elif isinstance(message, messages.Ping):
            await self._enter_group()
            await self._send(await self._in_database(stream.how_far, self.game_id, self.person))
        elif isinstance(message, messages.Preview):
            await self._send(
                await self._in_database(stream.preview_message, self.game_id, self.person, message.id, message.move)
            )
        elif isinstance(message, messages.Tentative):
            tiles = messages.plain_tiles(message.tiles)
            await self._in_database(self._keep_tentative, tiles)

    def _keep_tentative(self, tiles: list[dict[str, Any]]) -> None:
        services.tentative(stream.find(self.game_id), self._known_person(), tiles, self.channel_name)

    def _known_person(self) -> Person:
        if self.person is None:
            raise CommandRefused("not_a_member")
        return self.person

    async def _command(self, message: messages.Incoming, client_id: str, arrived_ms: int) -> None:
        """Messages that become events: acknowledged once they are committed."""
        if lifecycle.is_stopping():
            raise TryAgain
        try:
            seq = await self._in_database(self._carry_out, message, client_id, arrived_ms)
        except StaleTurn as stale:
            news = await self._in_database(
                stream.whole_state, self.game_id, self.person, "resync", reason=stale.code, by=stale.by
            )
            await self._tell(news)
            return
        await self._send({"type": "ack", "client_id": client_id, "seq": seq})

    def _carry_out(self, message: messages.Incoming, client_id: str, arrived_ms: int) -> int:
        """Call the service of a command; returns the number of its event (of the last one, for a chat message)."""
        game_id, person = self.game_id, self._known_person()
        done: Done
        match message:
            case messages.Move():
                done = services.move(game_id, person, message.move, client_id, message.expect_turn, arrived_ms)
            case messages.Offer():
                done = services.offer(game_id, person, message.what, client_id)
            case messages.Answer():
                done = services.answer(game_id, person, message.what, message.accept, client_id)
            case messages.Claim():
                done = services.claim(game_id, person, message.what, client_id)
            case messages.Resign():
                done = services.resign(game_id, person, client_id)
            case messages.Chat():
                services.chat(game_id, person, message.text, client_id, team=message.team)
                done = Done(self.seq or 0)
            case _:
                raise CommandRefused("bad_message", {"problem": "unknown type"})
        return done.seq

    # ------------------------------------------------------------------------------------------------- hints

    async def hint_log(self, hint: Hint) -> None:
        """There may be new events."""
        if self.seq is not None and hint["seq"] > self.seq:
            await self._news(stream.missed, self.seq)

    async def hint_table(self, _hint: Hint) -> None:
        """Something beside the log has changed."""
        await self._news(stream.whole_state)

    async def hint_chat(self, hint: Hint) -> None:
        """Somebody said something."""
        await self._news(stream.chat_message, hint["chat"])

    async def hint_tentative(self, hint: Hint) -> None:
        """A member has put tiles on the table or taken them back; the page where they did knows."""
        if hint["origin"] != self.channel_name:
            await self._news(stream.tentative_of, hint["member"])

    async def hint_presence(self, _hint: Hint) -> None:
        """Somebody came or went."""
        await self._news(stream.presence)

    async def hint_look(self, _hint: Hint) -> None:
        """Time has passed: somebody has been away for long enough, or a delayed event may be shown."""
        await self._news(stream.missed, self.seq or 0)
        await self._news(stream.presence)

    async def _news(self, read: Callable[..., News], *args: object) -> None:
        """Read what is new for a client that has joined, and send it."""
        if self.seq is None:
            return
        try:
            await self._tell(await self._in_database(read, self.game_id, self.person, *args))
        except TryAgain:
            pass  # the next hint or ping finds out
        except (NoSuchGame, NotShown):
            await self.close(CLOSE_NO_SUCH_GAME)

    # ------------------------------------------------------------------------------------------------ outgoing

    async def _in_database(self, call: Callable[..., T], *args: Any, **kwargs: Any) -> T:
        """Run in the database thread, in the language of the reader."""

        def in_language() -> T:
            with translation.override(self.language), busy_means_try_again():
                return call(*args, **kwargs)

        found: T = await database_sync_to_async(in_language)()
        return found

    async def _tell(self, news: News) -> None:
        if news.seq is not None:
            self.seq = max(self.seq or 0, news.seq)
        for message in news.messages:
            await self._send(message)
        if news.look_again_ms is not None:
            if self._look_again is not None:
                self._look_again.cancel()
            # Through the channel layer, so that it waits its turn behind other messages of this socket.
            self._look_again = asyncio.get_running_loop().call_later(
                news.look_again_ms / 1000,
                lambda: asyncio.ensure_future(self.channel_layer.send(self.channel_name, {"type": "hint.look"})),
            )

    async def _send(self, message: Message) -> None:
        try:
            await asyncio.wait_for(self.send(text_data=messages.write(message)), SEND_LIMIT_S)
        except TimeoutError:
            await self.close()
        except OSError:
            pass  # the client has gone; that it has is the next thing this socket is told


def _refusal(message: messages.Incoming | None, client_id: str | None, refused: CommandRefused) -> Message:
    """The answer to a message that was refused; one to a preview goes where its asker looks for it."""
    if isinstance(message, messages.Preview):
        return stream.refused_preview(message.id, refused)
    return stream.refusal_message(client_id, refused)


def _language_of(scope: dict[str, Any]) -> str:
    """The language of the page that opened the socket: its cookie, else what the browser asks for."""
    from django.conf import settings

    known = dict(settings.LANGUAGES)
    chosen: str = scope.get("cookies", {}).get(settings.LANGUAGE_COOKIE_NAME, "")
    if chosen in known:
        return chosen
    headers = dict(scope.get("headers", []))
    for code, _quality in trans_real.parse_accept_lang_header(headers.get(b"accept-language", b"").decode("latin-1")):
        try:
            return translation.get_supported_language_variant(code)
        except LookupError:
            continue
    return settings.LANGUAGE_CODE


_LIMITS: Final = {
    messages.Join: limits.RESYNCS,
    messages.Move: limits.MOVES,
    messages.Offer: limits.MOVES,
    messages.Answer: limits.MOVES,
    messages.Claim: limits.MOVES,
    messages.Resign: limits.MOVES,
    messages.Preview: limits.PREVIEWS,
    messages.Tentative: limits.TENTATIVE,
    messages.Chat: limits.CHAT,
}
