"""Deals as the site keeps them: when a seed is drawn, and when it may be shown."""

from __future__ import annotations

import secrets
from functools import lru_cache

from django.utils import timezone

from summy.deal import SEED_BYTES, Deal
from summy.rulesets import Ruleset, load_ruleset

from .models import DealRow, Game, Status


def new_seed() -> bytes:
    """A fresh seed from the system's randomness."""
    return secrets.token_bytes(SEED_BYTES)


def new_deal(ruleset: Ruleset, sides: int) -> DealRow:
    """A stored deal with a fresh seed."""
    deal = Deal(ruleset, new_seed(), sides)
    return DealRow.objects.create(
        rules=ruleset.id,
        options=dict(ruleset.options),
        sides=sides,
        seed=deal.seed.hex(),
        commitment=deal.commitment,
    )


def deal_of(row: DealRow) -> Deal:
    """The deal of a row. Deals are values, so each is made once and kept."""
    return _deal(row.rules, tuple(sorted(row.options.items())), row.seed, row.sides)


@lru_cache(maxsize=2000)
def _deal(rules: str, options: tuple[tuple[str, object], ...], seed: str, sides: int) -> Deal:
    return Deal(load_ruleset(rules, dict(options)), bytes.fromhex(seed), sides)


def is_open(row: DealRow, besides: str | None = None) -> bool:
    """Whether the seed may be known: every game on the deal is over, and nobody may begin another one.

    `besides` is a game that is being ended right now.
    """
    if row.open_until is not None and row.open_until > timezone.now():
        return False
    return not row.games.exclude(pk=besides).exclude(status__in=[Status.OVER, Status.CANCELLED]).exists()


def may_see_finished(game: Game, person: int | None) -> bool:
    """Whether somebody may look at this finished game: on a deal that others still play, those who have finished it."""
    if is_open(game.deal):
        return True
    if person is None:
        return False
    return Game.objects.filter(deal=game.deal_id, status=Status.OVER, members__person=person).exists()
