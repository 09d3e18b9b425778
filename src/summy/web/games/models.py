"""What is stored of a game. Only `services.py` and `log_store.py` write here, under `lock_game`.

The truth is `GameEvent`: append-only, numbered without gaps. The columns of `Game` that follow from it (status, seq,
turn, snapshot, deadline) are a copy for speed; `rebuild_games` makes them again.
"""

from __future__ import annotations

import secrets

from django.db import models
from django.utils import timezone

from summy.web.people.models import PUBLIC_ID_ALPHABET, Person

from .table_settings import TableSettings


def new_game_id() -> str:
    """A random game id, 12 characters that can be read aloud (about 59 bits)."""
    return "".join(secrets.choice(PUBLIC_ID_ALPHABET) for _ in range(12))


def new_invite() -> str:
    """A random word for the link that lets somebody join (about 98 bits)."""
    return "".join(secrets.choice(PUBLIC_ID_ALPHABET) for _ in range(20))


class DealRow(models.Model):
    """A deal: the seed that orders the stock of one game, or of all games that share it."""

    rules = models.CharField(max_length=40)
    options = models.JSONField(default=dict)
    sides = models.PositiveSmallIntegerField()
    seed = models.CharField(max_length=64)
    """Hexadecimal. Leaves the server only by `deals.revealed_seed`."""
    commitment = models.CharField(max_length=64, db_index=True)
    open_until = models.DateTimeField(null=True, blank=True)
    """Somebody may still begin a game on this deal until then; null: nobody new may."""

    class Meta:
        verbose_name = "deal"

    def __str__(self) -> str:
        """The commitment, never the seed."""
        return self.commitment[:12]


class Par(models.Model):
    """What a computer player scores alone on a deal; shown when a solo game on it is over."""

    deal = models.ForeignKey(DealRow, on_delete=models.CASCADE, related_name="pars")
    player = models.CharField(max_length=20)
    score = models.IntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["deal", "player"], name="par_once_for_a_player")]

    def __str__(self) -> str:
        """Player and score."""
        return f"{self.player} {self.score}"


class Status(models.TextChoices):
    """Where a table is in its life."""

    WAITING = "waiting"
    RUNNING = "running"
    OVER = "over"
    CANCELLED = "cancelled"
    """Given up before it began; shown to nobody."""


class Game(models.Model):
    """A table and its game."""

    id = models.CharField(max_length=16, primary_key=True, default=new_game_id, editable=False)
    settings = models.JSONField()
    """`TableSettings.to_json()`."""
    deal = models.ForeignKey(DealRow, on_delete=models.PROTECT, related_name="games")
    invite = models.CharField(max_length=24, unique=True, default=new_invite, editable=False)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    listed = models.BooleanField(default=False, db_index=True)
    """Among the open tables; false again once the game begins."""

    # The rest follows from the log.
    status = models.CharField(max_length=10, choices=Status, default=Status.WAITING, db_index=True)
    seq = models.PositiveIntegerField(default=0)
    turn = models.PositiveIntegerField(default=0)
    snapshot = models.JSONField(default=dict)
    deadline_ms = models.BigIntegerField(null=True, blank=True, db_index=True)
    """When the side to move has used up its time, in milliseconds since 1970; null while nothing runs out."""

    class Meta:
        ordering = ["-created_at"]

    def __str__(self) -> str:
        """Id and status."""
        return f"{self.id} ({self.status})"

    @property
    def table(self) -> TableSettings:
        """What was agreed at this table."""
        return TableSettings.from_json(self.settings)


class Member(models.Model):
    """Somebody, or a computer player, who sits at a table.

    The row stays when a person gets up before the game begins (`left`): the log still names them. Nobody changes
    sides once hands are dealt: who has seen one hand never sees another.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="members")
    code = models.CharField(max_length=8)
    """The member's public name within the game: `m1`, `m2`, ... in order of sitting down."""
    seat = models.PositiveSmallIntegerField()
    """Where they sat down. The side they play, in order of play, is decided when the game starts."""
    person = models.ForeignKey(Person, null=True, blank=True, on_delete=models.PROTECT, related_name="seats")
    engine = models.CharField(max_length=20, blank=True)
    """Name of the computer player; empty for a person."""
    left = models.BooleanField(default=False)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["game", "code"], name="member_code_once_in_a_game"),
            models.UniqueConstraint(fields=["game", "person"], name="person_once_in_a_game"),
        ]

    def __str__(self) -> str:
        """Member code and name."""
        return f"{self.code} {self.name}"

    @property
    def name(self) -> str:
        """The person's present name, or the computer player's."""
        if self.person is not None:
            return self.person.name
        from summy.engine.players import PLAYERS

        return PLAYERS[self.engine].name if self.engine in PLAYERS else self.engine


class GameEvent(models.Model):
    """One entry of a game's log. Written once, never changed, never removed."""

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="events")
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=16)
    actor = models.CharField(max_length=24)
    """Who caused it: `p` and the person's key, `e` and the member code of a computer player, or `server`."""
    client_id = models.CharField(max_length=36, null=True, blank=True)  # noqa: DJ001 - null keeps it out of the constraint
    payload_digest = models.CharField(max_length=64, blank=True)
    """Hash of the command's payload: the same `client_id` with another payload is refused."""
    at_ms = models.BigIntegerField()
    data = models.JSONField(default=dict)
    """Everything, hidden parts included. Leaves the server only through `public_events.py`."""

    class Meta:
        ordering = ["game", "seq"]
        constraints = [
            models.UniqueConstraint(fields=["game", "seq"], name="event_seq_once_in_a_game"),
            models.UniqueConstraint(fields=["game", "actor", "client_id"], name="command_once_in_a_game"),
        ]

    def __str__(self) -> str:
        """Number and kind; never the content."""
        return f"{self.seq} {self.kind}"


class ChatMessage(models.Model):
    """Something said at a table. Not part of the log: it goes on after the end, and decides nothing."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="chat")
    member = models.ForeignKey(Member, on_delete=models.CASCADE)
    client_id = models.CharField(max_length=36)
    text = models.CharField(max_length=300)
    team = models.BooleanField(default=False)
    """Only for the author's side, and for everybody once the game is over."""
    at_ms = models.BigIntegerField()

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["game", "member", "client_id"], name="chat_once_in_a_game"),
        ]

    def __str__(self) -> str:
        """Who said it."""
        return f"{self.member.code} at {self.at_ms}"


class Heartbeat(models.Model):
    """The single row that says when the server was last alive (`heartbeat.py`)."""

    alive_at_ms = models.BigIntegerField()
    mending_from_ms = models.BigIntegerField(null=True, blank=True)
    """Begin of an outage whose games are being extended; null when none is."""
    mending_until_ms = models.BigIntegerField(null=True, blank=True)

    def __str__(self) -> str:
        """The moment in milliseconds since 1970."""
        return str(self.alive_at_ms)
