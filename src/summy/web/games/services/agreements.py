"""What sides settle between themselves: offers and answers, giving up, claiming a game that others have left."""

from __future__ import annotations

from django.db import transaction

from summy.move import Resign
from summy.web.games import absence
from summy.web.games.answers import CommandRefused, Done
from summy.web.games.course import Course, Offer
from summy.web.games.log_store import LockedGame, lock_game, repeated
from summy.web.games.models import Game
from summy.web.people.models import Person

from .common import append_all, command_of, decided, follow_up, side_in_play, sitting_of
from .tables import begin_if_full, opened, sit_down


def offer(game_id: str, person: Person, what: str, client_id: str) -> Done:
    """Propose a draw, more time or (after the end) another game.

    Where nobody has to be asked (only computer players sit opposite), more time and another game are granted at once.
    An offer of what the others have offered already accepts it. Raises `CommandRefused` or `TryAgain`.
    """
    with lock_game(game_id, command_of(person, client_id, {"do": "offer", "what": what})) as locked:
        earlier = repeated(locked)
        if earlier is not None:
            return Done(earlier)
        sitting = sitting_of(locked.course, person)
        side = _offering_side(locked.course, sitting.code, what)
        standing = locked.course.offer(what)
        if standing is not None and side in standing.accepted:
            raise CommandRefused("offered_already")
        if standing is not None:
            return Done(_accept(locked, standing, side, sitting.code))
        others = _asked(locked.course, what) - {side}
        if not others and what == "draw":
            raise CommandRefused("nobody_to_ask")
        seq = _append_offer(locked, what, side, sitting.code)
        if not others:
            _carry_out(locked, what, side, sitting.code)
        return Done(seq)


def _offering_side(course: Course, member: str, what: str) -> int:
    side = course.side_of(member)
    if what == "rematch":
        if course.status != "over" or side is None:
            raise CommandRefused("not_over")
        if course.rematch is not None:
            raise CommandRefused("offered_already")
        return side
    if course.status != "running" or side is None:
        raise CommandRefused("game_over" if course.status == "over" else "not_running")
    if side in course.running.left:
        raise CommandRefused("game_over")
    if what == "add_time" and course.table.clock.kind == "none":
        raise CommandRefused("no_clock")
    return side


def _asked(course: Course, what: str) -> frozenset[int]:
    """The sides that have to agree: those still in the game; to another game, also those that had given up."""
    if what != "rematch":
        return course.human_sides
    return frozenset(side for side in range(course.table.sides) if not course.engine_of(side))


def _append_offer(locked: LockedGame, what: str, side: int, member: str) -> int:
    if what == "rematch":
        return locked.append("rematch", {"step": "offer", "side": side, "member": member})
    return locked.append("offer", {"what": what, "side": side, "member": member})


def answer(game_id: str, person: Person, what: str, accept: bool, client_id: str) -> Done:
    """Accept or decline what another side has offered; what every side has accepted is carried out.

    Raises `CommandRefused` (`no_such_offer`, `own_offer`) or `TryAgain`.
    """
    payload = {"do": "answer", "what": what, "accept": accept}
    with lock_game(game_id, command_of(person, client_id, payload)) as locked:
        earlier = repeated(locked)
        if earlier is not None:
            return Done(earlier)
        sitting = sitting_of(locked.course, person)
        side = locked.course.side_of(sitting.code)
        standing = locked.course.offer(what)
        if standing is None or side is None:
            raise CommandRefused("no_such_offer")
        if side in standing.accepted:
            raise CommandRefused("own_offer")
        if accept:
            return Done(_accept(locked, standing, side, sitting.code))
        return Done(_append_answer(locked, what, side, sitting.code, accept=False))


def _append_answer(locked: LockedGame, what: str, side: int, member: str, *, accept: bool) -> int:
    said = {"side": side, "member": member, "accept": accept}
    if what == "rematch":
        return locked.append("rematch", {"step": "answer", **said})
    return locked.append("answer", {"what": what, **said})


def _accept(locked: LockedGame, standing: Offer, side: int, member: str) -> int:
    seq = _append_answer(locked, standing.kind, side, member, accept=True)
    agreed = locked.course.offer(standing.kind)
    if agreed is not None and _asked(locked.course, standing.kind) <= agreed.accepted:
        _carry_out(locked, standing.kind, standing.side, member)
    return seq


def _carry_out(locked: LockedGame, what: str, side: int, member: str) -> None:
    """Do what every side has agreed to; `side` is the one that proposed it."""
    if what == "draw":
        append_all(locked, decided(locked.course, "draw-agreed", side), {"member": member})
        follow_up(locked)
    elif what == "add_time":
        locked.append("add-time", {"side": side, "cause": "agreed"})
    else:
        locked.append("rematch", {"step": "made", "game": _rematch(locked).pk})


def _rematch(locked: LockedGame) -> Game:
    """Another game of the same people at the same table settings, on a fresh deal.

    A savepoint of the present transaction: either both games know of each other or neither does.
    """
    from summy.web.games.deals import new_deal

    old = locked.game
    with transaction.atomic():
        game = Game(settings=old.settings, deal=new_deal(locked.course.ruleset, locked.course.table.sides))
        fresh = opened(game, locked.command.actor)
        for sitting in locked.course.sittings:
            person = Person.objects.get(pk=sitting.person) if sitting.person is not None else None
            sit_down(fresh, sitting.seat, person, sitting.engine)
        begin_if_full(fresh)
        if fresh.course.status == "waiting":
            # A team was not complete the last time either: nobody else is waited for.
            from .tables import start

            start(fresh)
        fresh.save()
    return game


def resign(game_id: str, person: Person, client_id: str) -> Done:
    """Give up for the person's side. With three or four sides the others go on."""
    with lock_game(game_id, command_of(person, client_id, {"do": "resign"})) as locked:
        earlier = repeated(locked)
        if earlier is not None:
            return Done(earlier)
        sitting = sitting_of(locked.course, person)
        side = side_in_play(locked.course, sitting)
        if side in locked.course.running.left:
            raise CommandRefused("game_over")
        seq = append_all(locked, decided(locked.course, Resign(), side), {"member": sitting.code})
        follow_up(locked)
        return Done(seq)


def claim(game_id: str, person: Person, what: str, client_id: str) -> Done:
    """Claim the win, or a draw, when the other sides have left. Who is here is looked at within the transaction.

    Raises `CommandRefused` with `nothing_to_claim` while anybody may still come back, or `TryAgain`.
    """
    with lock_game(game_id, command_of(person, client_id, {"do": "claim", "what": what})) as locked:
        earlier = repeated(locked)
        if earlier is not None:
            return Done(earlier)
        sitting = sitting_of(locked.course, person)
        side = side_in_play(locked.course, sitting)
        gone = absence.gone_sides(locked.game.pk, locked.course, side, locked.at_ms)
        if not gone or (what == "draw" and set(gone) != locked.course.human_sides - {side}):
            raise CommandRefused("nothing_to_claim")
        if what == "draw":
            seq = append_all(locked, decided(locked.course, "draw-agreed", side), {"member": sitting.code})
        else:
            numbers = [
                append_all(locked, decided(locked.course, "abandoned", away), {"member": sitting.code})
                for away in gone
                if locked.course.running.ended is None
            ]
            seq = numbers[0]
        follow_up(locked)
        return Done(seq)
