"""What a command answers: done, refused, too late, or try again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils import translation
from django.utils.translation import gettext_lazy as _

from summy.language import translator
from summy.refusals import Refusal


@dataclass(frozen=True)
class Done:
    """The command was carried out and committed. Repeating it gives the same answer."""

    seq: int
    """Number of the event that it made."""


class CommandRefused(Exception):
    """The command broke a rule of the game or of the table. Nothing was stored.

    Attributes:
        code: machine code.
        params: what fills the sentence, for programs.
        squares: the squares concerned, as `[x, y]`.
    """

    def __init__(self, code: str, params: Mapping[str, Any] | None = None, *, of_rules: Refusal | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.params = dict(params or {})
        self.squares = [list(square) for square in of_rules.squares] if of_rules else []
        self._of_rules = of_rules

    @classmethod
    def by_rules(cls, refusal: Refusal) -> CommandRefused:
        """A refusal of the referee."""
        return cls(refusal.code, refusal.params, of_rules=refusal)

    @property
    def message(self) -> str:
        """The sentence, in the language that is active now."""
        if self._of_rules is not None:
            return self._of_rules.message(translator(translation.get_language() or "en"))
        return str(SENTENCES[self.code]) % self.params

    def __str__(self) -> str:
        return self.message


class StaleTurn(Exception):
    """The command was meant for a turn that is over: the client needs the present state.

    Attributes:
        by: name of the teammate who was faster, else None.
    """

    code = "turn_over"

    def __init__(self, by: str | None = None) -> None:
        super().__init__("this turn is over")
        self.by = by


class TryAgain(Exception):
    """The database was busy, or the server is stopping. Nothing was applied; the same command may come again."""


SENTENCES = {
    "bad_message": _("That message could not be read: %(problem)s"),
    "bad_client_id": _("A command needs a client_id in the form of a UUID."),
    "client_id_reused": _("This client_id was used for another command."),
    "not_a_member": _("You are not playing in this game."),
    "not_running": _("This game is not running."),
    "not_over": _("This game is not over yet."),
    "not_waiting": _("This game has begun."),
    "captain_only": _("At this table only the captain, %(name)s, plays for your side."),
    "no_free_seat": _("There is no free seat."),
    "side_full": _("That side is full."),
    "side_empty": _("Each side needs somebody before you can begin."),
    "not_host": _("Only the person who opened the table can do that."),
    "nobody_to_ask": _("There is nobody to ask."),
    "no_such_offer": _("There is no such offer."),
    "own_offer": _("Your side made this offer itself."),
    "offered_already": _("Your side has made this offer already."),
    "no_clock": _("There is no clock at this table."),
    "nothing_to_claim": _("The others are still here."),
    "too_often": _("That is too often. Wait a moment."),
    "empty_text": _("Write something first."),
    "text_too_long": _("That is too long: %(most)d characters at most."),
    "game_over": _("This game is over."),
}
"""Sentences of the refusals that are about the table; those about moves are the referee's."""
