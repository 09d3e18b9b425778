"""Tables in lists and invitations, made from what `view_for` lets out."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final

from django.core.cache import cache
from django.urls import reverse
from django.utils.translation import get_language, gettext, ngettext

from ..games.models import Game, Status
from ..games.view import view_for
from ..people.models import Person
from .pictures import prints_obelus
from .table_form import clock_words, sign_of

TABLES_MOST: Final = 40
OWN_GAMES_MOST: Final = 12
_ROW_KEPT_S: Final = 5

MARKS: Final = ("a", "b", "c", "d")
"""Classes of the marks of the sides: disc, diamond, triangle, square."""


@dataclass(frozen=True)
class TableRow:
    """A table that waits for somebody."""

    title: str
    tile: str
    """The tile that stands for the game."""
    obelus: bool
    host: str
    away: bool
    """Whether the host has no page of the table open."""
    clock: str
    seats: str
    url: str
    mine: bool


@dataclass(frozen=True)
class OwnGame:
    """A game to get back to."""

    title: str
    tile: str
    """The tile that stands for the game."""
    obelus: bool
    names: str
    scores: str
    state: str
    mine: bool
    """Whether it is this person's turn."""
    url: str


@dataclass(frozen=True)
class Seat:
    """A side that can be chosen."""

    number: int
    label: str
    names: str
    full: bool
    chosen: bool
    mark: str


@dataclass(frozen=True)
class Invitation:
    """A table as somebody sees it who was sent the link."""

    game: Game
    view: dict[str, Any]

    @property
    def mine(self) -> bool:
        """Whether the reader sits there already."""
        return self.view["you"] is not None

    @property
    def waiting(self) -> bool:
        """Whether seats can still be taken."""
        return self.game.status == Status.WAITING

    @property
    def table_url(self) -> str:
        """The table itself."""
        return reverse("games:table", args=[self.game.pk])

    def context(self) -> dict[str, Any]:
        """What the page shows."""
        table = self.game.table
        facts = [clock_words(table.clock)]
        if table.members_per_side > 1:
            facts.append(gettext("teams of up to %(most)d") % {"most": table.members_per_side})
        return {
            "host": _host(self.view),
            "title": self.view["rules_title"],
            **_sign(self.game),
            "facts": " · ".join(facts),
            "seats": _seats(self.view),
            "rules_url": reverse("lobby:rules", args=[table.rules]),
        }


def open_tables(person: Person | None) -> list[TableRow]:
    """Tables open to anyone, those first whose host is there."""
    waiting = Game.objects.filter(listed=True, status=Status.WAITING).order_by("-created_at")[:TABLES_MOST]
    own = (
        set(Game.objects.filter(members__person=person, status=Status.WAITING).values_list("pk", flat=True))
        if person
        else set()
    )
    rows = [_own_row(game, row) if game.pk in own else row for game, row in ((game, _row(game)) for game in waiting)]
    return sorted(rows, key=lambda row: row.away)


def _own_row(game: Game, row: TableRow) -> TableRow:
    """The row as somebody sees it who sits at the table."""
    return replace(row, mine=True, url=reverse("games:table", args=[game.pk]))


def _row(game: Game) -> TableRow:
    """The row as everybody else sees it. Kept for some seconds: a whole class may look at the list at once."""
    key = f"lobby:row:{game.pk}:{game.seq}:{get_language()}"
    row: TableRow | None = cache.get(key)
    if row is None:
        row = _made_row(game, view_for(game, None))
        cache.set(key, row, _ROW_KEPT_S)
    return row


def _made_row(game: Game, view: dict[str, Any]) -> TableRow:
    first = _members(view)[0]
    return TableRow(
        title=view["rules_title"],
        **_sign(game),
        host=first["name"],
        away=not first["present"],
        clock=clock_words(game.table.clock),
        seats=_seats_words(view, teams=game.table.members_per_side > 1),
        url=reverse("lobby:join", args=[game.invite]),
        mine=False,
    )


def _sign(game: Game) -> dict[str, Any]:
    """The tile that stands for the game, and whether it prints division as ÷."""
    ruleset = game.table.load()
    return {"tile": sign_of(ruleset), "obelus": prints_obelus(ruleset)}


def _members(view: dict[str, Any]) -> list[dict[str, Any]]:
    """Everybody at the table in order of sitting down, people before computer players."""
    members = [member for side in view["sides"] for member in side["members"]]
    return sorted(members, key=lambda member: (member["kind"] != "person", int(member["member"][1:])))


def _host(view: dict[str, Any]) -> str:
    name: str = _members(view)[0]["name"]
    return name


def _seats_words(view: dict[str, Any], *, teams: bool) -> str:
    taken = sum(len(side["members"]) for side in view["sides"])
    total = sum(_places(side) for side in view["sides"])
    if teams:
        count = len(view["sides"])
        return ngettext("%(taken)d of %(total)d, %(count)d team", "%(taken)d of %(total)d, %(count)d teams", count) % {
            "taken": taken,
            "total": total,
            "count": count,
        }
    return gettext("%(taken)d of %(total)d") % {"taken": taken, "total": total}


def _places(side: dict[str, Any]) -> int:
    """Seats of a side; a computer player needs one."""
    if any(member["kind"] == "engine" for member in side["members"]):
        return 1
    places: int = side["size"]
    return places


def _seats(view: dict[str, Any]) -> list[Seat]:
    seats = []
    chosen = _emptiest(view)
    for side in view["sides"]:
        number = side["side"]
        names = ", ".join(member["name"] for member in side["members"])
        seats.append(
            Seat(
                number=number,
                label=gettext("Side %(number)d") % {"number": number + 1},
                names=names or gettext("nobody yet"),
                full=len(side["members"]) >= _places(side),
                chosen=number == chosen,
                mark=MARKS[number % len(MARKS)],
            )
        )
    return seats


def _emptiest(view: dict[str, Any]) -> int | None:
    """The side with the most room, the first of several; None when all are full."""
    room = {side["side"]: _places(side) - len(side["members"]) for side in view["sides"]}
    best = max(room, key=lambda number: room[number])
    return best if room[best] > 0 else None


def own_games(person: Person | None) -> list[OwnGame]:
    """The person's games that are not over, those first in which it is their turn."""
    if person is None:
        return []
    games = (
        Game.objects.filter(members__person=person, members__left=False, status__in=[Status.WAITING, Status.RUNNING])
        .order_by("-created_at")
        .distinct()[:OWN_GAMES_MOST]
    )
    shown = [_own(game, view_for(game, person)) for game in games]
    return sorted(shown, key=lambda game: not game.mine)


def _own(game: Game, view: dict[str, Any]) -> OwnGame:
    you = view["you"] or {"side": None, "member": None}
    others = [member["name"] for member in _members(view) if member["member"] != you["member"]]
    mine = view["to_move"] is not None and view["to_move"] == you["side"]
    return OwnGame(
        title=view["rules_title"],
        **_sign(game),
        names=", ".join(others) or (gettext("Alone") if game.table.kind == "solo" else gettext("nobody yet")),
        scores=" : ".join(str(side["score"]) for side in view["sides"]),
        state=_state(view, mine),
        mine=mine,
        url=reverse("games:table", args=[game.pk]),
    )


def _state(view: dict[str, Any], mine: bool) -> str:
    if view["status"] == "waiting":
        return gettext("Waiting for others")
    if mine:
        return gettext("Your turn")
    names = ", ".join(
        member["name"] for side in view["sides"] if side["side"] == view["to_move"] for member in side["members"]
    )
    return gettext("%(name)s is thinking") % {"name": names}


def invitation(invite: str, person: Person | None) -> Invitation | None:
    """The table of an invitation link; None when there is none, or when it was closed before it began."""
    game = Game.objects.filter(invite=invite).exclude(status=Status.CANCELLED).first()
    if game is None:
        return None
    # A game that has begun needs no words here: whoever follows the link is shown the table.
    return Invitation(game, view_for(game, person) if game.status == Status.WAITING else {"you": None})
