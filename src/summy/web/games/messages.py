"""The messages of a table's socket, both ways, as types: the one place that says what is in them.

Every message is a JSON object with `type`. docs/server.md has an example of each, and the tests send them.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

import msgspec

from .answers import CommandRefused

CHAT_MOST: Final = 300
"""Characters in one chat message."""

ClientId = Annotated[
    str, msgspec.Meta(pattern=r"^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$", max_length=36)
]
"""A UUID that the client made up: the same command sent twice is carried out once."""

OfferKind = Literal["draw", "rematch", "add_time"]


class _Incoming(msgspec.Struct, forbid_unknown_fields=True, tag_field="type"):
    """A message to the server."""


class Join(_Incoming, tag="join"):
    """Begin to listen. `since` is the last event the client has seen; null or 0 asks for the whole state."""

    since: Annotated[int, msgspec.Meta(ge=0, le=2**31)] | None = None


class Move(_Incoming, tag="move"):
    """Make a move. `expect_turn` is the `turn` of the view it was made for; `move` as in docs/formats.md."""

    client_id: ClientId
    expect_turn: Annotated[int, msgspec.Meta(ge=0, le=2**31)]
    move: dict[str, Any]


class Preview(_Incoming, tag="preview"):
    """Ask what a move would be worth. `id` comes back with the answer."""

    id: Annotated[int, msgspec.Meta(ge=0, le=2**53)]
    move: dict[str, Any]


class TentativeTile(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A tile put on the table but not played."""

    x: Annotated[int, msgspec.Meta(ge=-1_000_000, le=1_000_000)]
    y: Annotated[int, msgspec.Meta(ge=-1_000_000, le=1_000_000)]
    tile: Annotated[str, msgspec.Meta(max_length=3)]
    face: Annotated[str, msgspec.Meta(max_length=3)] | None = None


class Tentative(_Incoming, tag="tentative"):
    """The tiles the member has put on the table and not played; all of them, each time."""

    tiles: Annotated[list[TentativeTile], msgspec.Meta(max_length=12)]


class Offer(_Incoming, tag="offer"):
    """Propose something to the other sides."""

    client_id: ClientId
    what: OfferKind


class Answer(_Incoming, tag="answer"):
    """Accept or decline what another side has proposed."""

    client_id: ClientId
    what: OfferKind
    accept: bool


class Claim(_Incoming, tag="claim"):
    """The other side has left: claim the win, or a draw."""

    client_id: ClientId
    what: Literal["win", "draw"]


class Resign(_Incoming, tag="resign"):
    """Give up for the own side."""

    client_id: ClientId


class Chat(_Incoming, tag="chat"):
    """Say something, to everybody or to the own side."""

    client_id: ClientId
    text: str
    team: bool = False


class Ping(_Incoming, tag="ping"):
    """Ask how far the log goes and what time it is."""


Incoming = Join | Move | Preview | Tentative | Offer | Answer | Claim | Resign | Chat | Ping
"""Everything a client may send."""

_decoder = msgspec.json.Decoder(Incoming)


def read(text: str | bytes) -> Incoming:
    """The message in a frame. Raises `CommandRefused` with `bad_client_id` or `bad_message`, naming the problem."""
    try:
        return _decoder.decode(text)
    except msgspec.ValidationError as error:
        problem = str(error)
        if "$.client_id" in problem or "`client_id`" in problem:
            raise CommandRefused("bad_client_id") from None
        raise CommandRefused("bad_message", {"problem": problem}) from None
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise CommandRefused("bad_message", {"problem": "not JSON"}) from None


def client_id_in(text: str | bytes) -> str | None:
    """The `client_id` of a message that could not be read otherwise, so that its sender learns what became of it."""
    try:
        found = msgspec.json.decode(text, type=dict[str, Any]).get("client_id")
    except (msgspec.DecodeError, msgspec.ValidationError, UnicodeError, RecursionError):
        return None
    return found if isinstance(found, str) and len(found) <= 64 else None


def write(message: dict[str, Any]) -> str:
    """A message to a client as the text of a frame."""
    return msgspec.json.encode(message).decode()


def plain_tiles(tiles: list[TentativeTile]) -> list[dict[str, Any]]:
    """Tentative tiles as plain dictionaries; `face` only where it was given."""
    plain: list[dict[str, Any]] = msgspec.to_builtins(tiles)
    return plain
