"""The table of engine work. A row is one piece of work that is wanted; it goes when the work is done or void."""

from __future__ import annotations

from django.db import models

from summy.web.games.models import Game


class Purpose(models.TextChoices):
    """What a job is for."""

    MOVE = "move"
    """The move of a computer player whose turn it is."""
    PAR = "par"
    """What the engine scores alone on the deal of a solo game."""


class EngineJob(models.Model):
    """A piece of work, and who has it now.

    A worker holds the job while it knows the token and the lease has not run out. When a lease is lost the job is
    given out again with another token; the old one is worth nothing then.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="jobs")
    turn = models.PositiveIntegerField()
    """The turn of the game that the move is for."""
    purpose = models.CharField(max_length=8, choices=Purpose)
    player = models.CharField(max_length=20)
    token = models.CharField(max_length=43, null=True, blank=True, unique=True)
    leased_from_ms = models.BigIntegerField(null=True, blank=True)
    leased_until_ms = models.BigIntegerField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    """How often the job was given out."""
    created_ms = models.BigIntegerField()

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["game", "turn", "purpose"], name="job_once_for_a_turn"),
        ]

    def __str__(self) -> str:
        """Game, turn and purpose."""
        return f"{self.purpose} {self.game_id} turn {self.turn}"
