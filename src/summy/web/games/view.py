"""What a viewer may know of a game: the only way out of the server.

Pages, sockets, exports and logs show a game through a `Sight`, which is made for one viewer and holds everything that
is needed to tell them about it. The view is built up from nothing, field by field: what is not named here stays inside.
Hidden until the end are other hands, the order of the stock, the seed, discarded and exchanged tiles.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.db.models import Max
from django.urls import reverse

from summy.board import empty_board
from summy.engine.players import PLAYERS
from summy.position import Hand, Position, position_to_json
from summy.web.people.models import Person
from summy.web.workers import jobs

from . import absence, actions, deals
from .course import Course, Sitting
from .log_store import course_at, course_of, events_between
from .models import Game, GameEvent, Member, Status
from .moments import now_ms
from .public_events import Reader, public_event
from .ruleset_words import printed_signs, title_of


class NotShown(LookupError):
    """This viewer may not see this game (yet)."""


def view_for(game: Game, viewer: Person | None, as_of: int | None = None) -> dict[str, Any]:
    """The game as this viewer may see it, after its first `as_of` events (all of them when left out).

    Raises `NotShown`.
    """
    return sight_of(game, viewer, as_of).view()


def sight_of(game: Game, viewer: Person | None, as_of: int | None = None) -> Sight:
    """How a viewer sees a game. Raises `NotShown` for a table that was closed, or a finished game on a deal in play."""
    if game.status == Status.CANCELLED:
        raise NotShown(game.pk)
    if game.status == Status.OVER and not deals.may_see_finished(game, viewer.pk if viewer else None):
        raise NotShown(game.pk)
    at_ms = now_ms()
    present = course_of(game)
    member = next((s for s in present.sittings if viewer is not None and s.person == viewer.pk), None)
    seq = game.seq if as_of is None else min(as_of, game.seq)
    delay_ms = 0 if member is not None else game.table.spectator_delay_s * 1000
    if delay_ms:
        at_ms -= delay_ms
        seq = min(seq, _events_until(game, at_ms))
    course = present if seq == game.seq else course_at(game, seq)
    return Sight(game, course, member, at_ms, delay_ms)


def _events_until(game: Game, at_ms: int) -> int:
    """How many events a game had at a moment."""
    return GameEvent.objects.filter(game=game, at_ms__lte=at_ms).aggregate(last=Max("seq"))["last"] or 0


@dataclass(frozen=True)
class Sight:
    """A game as one viewer may see it at one point of its log."""

    game: Game
    course: Course
    member: Sitting | None
    """Where the viewer sits; None for a spectator."""
    at_ms: int
    """What time it is for this viewer: the past, for a spectator who sees everything later."""
    delay_ms: int

    @cached_property
    def side(self) -> int | None:
        """The viewer's side."""
        return None if self.member is None else self.course.side_of(self.member.code)

    @cached_property
    def members(self) -> dict[str, Member]:
        """Everybody who ever sat here, by member code."""
        return {member.code: member for member in Member.objects.filter(game=self.game).select_related("person")}

    @cached_property
    def reader(self) -> Reader:
        """The viewer, for the events of the log."""
        names = {code: member.name for code, member in self.members.items()}
        side = self.side if self.course.state is not None else None
        return Reader(side, self.course.status == "over", names)

    def stepped(self, course: Course) -> Sight:
        """The same viewer at another point of the log."""
        return Sight(self.game, course, self.member, self.at_ms, self.delay_ms)

    # ---------------------------------------------------------------------------------------------------- log

    def log(self) -> list[dict[str, Any]]:
        """The whole log so far, in public form."""
        return self.events(events_between(self.game, 0, self.course.seq))

    def events(self, events: Iterable[GameEvent]) -> list[dict[str, Any]]:
        """Some events of the log in public form."""
        return [public_event(event, self.course, self.reader) for event in events]

    # --------------------------------------------------------------------------------------------------- view

    def view(self) -> dict[str, Any]:
        """Everything the table shows."""
        course, ruleset = self.course, self.course.ruleset
        return {
            "id": self.game.pk,
            "seq": course.seq,
            "turn": course.turn,
            "status": course.status,
            "rules": ruleset.id,
            "rules_title": title_of(ruleset),
            "options": dict(ruleset.options),
            "table": self._table(),
            "position": self._position(),
            "sides": self.sides(),
            "you": None if self.member is None else {"side": self.side, "member": self.member.code},
            "to_move": course.to_move,
            "deadline_ms": course.deadline_ms,
            "server_ms": self.at_ms,
            "clock_running": self._clock_running(),
            "unseen": self._unseen(),
            "last": self._last(),
            "offers": [{"kind": offer.kind, "side": offer.side} for offer in course.offers],
            "claim": self.claim(),
            "result": self._result(),
            "deal": course.deal.commitment,
            "rematch_url": reverse("games:table", args=[course.rematch]) if course.rematch else None,
            "invite_url": self._invite_url(),
            "actions": self.actions(),
        }

    def _table(self) -> dict[str, Any]:
        table, ruleset = self.course.table, self.course.ruleset
        board, turn = ruleset.board, ruleset.turn
        return {
            "kind": table.kind,
            "clock": {**table.clock.to_json(), "overtime_ms": self.course.clock.overtime_ms},
            "show_unseen": table.show_unseen,
            "captain_only": table.captain_only,
            "hand_size": ruleset.hand_size,
            "board": {
                "bounded": board.bounded,
                "width": board.width,
                "height": board.height,
                "first": list(board.first[1]) if board.first else None,
                "premium": [list(row) for row in board.premium_rows] or None,
            },
            "can_discard": turn.discard,
            "can_exchange": turn.exchange,
            "crossword": ruleset.placement == "crossword",
            "challenge": turn.challenge == "challenge",
            "signs": printed_signs(ruleset),
            "points": dict(ruleset.tiles.points),
            "faces": {
                name: list(faces) for name in ruleset.tiles.counts if len(faces := ruleset.tiles.faces(name)) > 1
            },
        }

    def _position(self) -> dict[str, Any]:
        """The position with only what this viewer may see of hands, stock and tiles out of the game."""
        course = self.course
        if course.state is None:
            return _position_json(_before_the_deal(course), set(), stock_open=False)
        open_sides = {self.side} if self.side is not None else set()
        if self.reader.everything:
            open_sides = set(range(course.table.sides))
        return _position_json(course.state.position, open_sides, stock_open=course.seed_shown)

    def sides(self) -> list[dict[str, Any]]:
        """The sides in order of play (of seats, before the start) with their members, who is here, and clocks."""
        course = self.course
        position = course.state.position if course.state is not None else None
        hands = position.hands if position is not None else ((),) * course.table.sides
        return [
            {
                "side": side,
                "members": [self._member(sitting) for sitting in members],
                "size": course.table.members_per_side,
                "score": position.scores[side] if position is not None else 0,
                "hand_count": len(hands[side]),  # type: ignore[arg-type]
                "remaining_ms": self._remaining_ms(side),
                "gone": absence.claim_at_ms(self.game.pk, course, side, now_ms()) is not None,
            }
            for side, members in enumerate(course.sides)
        ]

    def _member(self, sitting: Sitting) -> dict[str, Any]:
        return {
            "member": sitting.code,
            "name": self.reader.names[sitting.code],
            "kind": "engine" if sitting.engine else "person",
            "present": absence.is_present(self.game.pk, sitting, now_ms()),
        }

    def _remaining_ms(self, side: int) -> int | None:
        clock, to_move = self.course.clock, self.course.to_move
        if clock.settings.kind == "total":
            used_ms = clock.used_ms(side, self.at_ms) if side == to_move and clock.runs_out else 0
            left_ms = clock.remaining_ms[side] + (clock.extra_ms if side == to_move else 0) - used_ms
            return max(-clock.overtime_ms, left_ms)
        deadline_ms = self.course.deadline_ms
        return max(0, deadline_ms - self.at_ms) if side == to_move and deadline_ms is not None else None

    def _clock_running(self) -> bool:
        if self.course.to_move is None or self.course.table.clock.kind == "none":
            return False
        return jobs.is_held(self.game) if self.course.engine_to_move else True

    def _unseen(self) -> dict[str, int] | None:
        """How many tiles of each kind the viewer has not seen: in other hands, in the stock, out of the game."""
        course = self.course
        if not course.table.show_unseen or course.state is None or self.reader.everything:
            return None
        left = dict(course.ruleset.tiles.counts)
        position = course.state.position
        seen = [token.tile for token in position.board.tokens.values()]
        if self.side is not None:
            seen += [*_tiles(position.hands[self.side]), *_tiles(position.discarded[self.side])]
        for tile in seen:
            left[tile] -= 1
        return left

    def _last(self) -> dict[str, Any] | None:
        last = self.course.last_play
        if last is None:
            return None
        line = {key: last.line[key] for key in ("x", "y", "direction", "length")}
        return {"seq": last.seq, "side": last.side, **line, "points": last.points}

    def claim(self) -> dict[str, Any] | None:
        """Which side has left, and from when on the viewer's side may claim the game; None while nobody has."""
        if self.side is None or self.course.seq != self.game.seq:
            return None
        for side in range(self.course.table.sides):
            from_ms = absence.claim_at_ms(self.game.pk, self.course, side, self.at_ms)
            if side != self.side and from_ms is not None:
                return {"side": side, "at_ms": from_ms}
        return None

    def _result(self) -> dict[str, Any] | None:
        outcome = self.course.outcome
        if outcome is None:
            return None
        draw = outcome.winner is None and len(outcome.scores) > 1
        return {
            "winner": "draw" if draw else outcome.winner,
            "scores": list(outcome.scores),
            "reason": outcome.reason,
            "seed": self.course.deal.seed.hex() if self.course.seed_shown else None,
            "par": self._par(),
        }

    def _par(self) -> dict[str, Any] | None:
        """What the computer makes of the same deal, beside the result of a solo game."""
        if self.course.table.kind != "solo":
            return None
        from .services.tables import PAR_PLAYER

        par = self.game.deal.pars.filter(player=PAR_PLAYER).first()
        return {"name": PLAYERS[PAR_PLAYER].name, "score": None if par is None else par.score}

    def _invite_url(self) -> str | None:
        """Where one sits down: for members to send on, and for everybody at a table that is listed as open."""
        if self.course.status != "waiting" or (self.member is None and not self.game.listed):
            return None
        return reverse("lobby:join", args=[self.game.invite])

    def actions(self) -> list[str]:
        """What the viewer may do now."""
        if self.course.seq != self.game.seq:
            return []
        claimable = self.side is not None and bool(absence.gone_sides(self.game.pk, self.course, self.side, self.at_ms))
        return actions.possible(self.course, self.member, self.side, claimable=claimable)

    def presence(self) -> dict[str, Any]:
        """What changes when somebody comes or goes."""
        return {"sides": self.sides(), "claim": self.claim(), "actions": self.actions()}

    def next_presence_change_ms(self) -> int | None:
        """When presence will look different although nobody comes or goes."""
        return absence.next_change_ms(self.game.pk, self.course, now_ms())


def _tiles(hand: Hand) -> tuple[str, ...]:
    assert isinstance(hand, tuple), "the server knows every hand"
    return hand


def _position_json(position: Position, open_sides: set[int], *, stock_open: bool) -> dict[str, Any]:
    """The JSON form of a position; closed hands, discards and the stock are numbers."""
    full = position_to_json(position)
    pending = position.pending
    mover = (position.to_move - 1) % position.sides
    return {
        **{key: full[key] for key in ("rules", "options", "board", "reserved", "scores", "to_move", "scoreless")},
        "hands": [_open_or_count(hand, side in open_sides) for side, hand in enumerate(position.hands)],
        "discarded": [_open_or_count(tiles, side in open_sides) for side, tiles in enumerate(position.discarded)],
        "stock": _open_or_count(position.stock, stock_open),
        "pending": None
        if pending is None
        else {"move": full["pending"]["move"], "drawn": _open_or_count(pending.drawn, mover in open_sides)},
    }


def _open_or_count(tiles: tuple[str, ...] | int | None, is_open: bool) -> list[str] | int | None:
    if not isinstance(tiles, tuple):
        return tiles
    return list(tiles) if is_open else len(tiles)


def position_seen_by(course: Course, side: int) -> dict[str, Any]:
    """The position as a computer player of that side may see it."""
    return _position_json(course.running.position, {side}, stock_open=False)


def _before_the_deal(course: Course) -> Position:
    """An empty table: what there is before hands are dealt."""
    ruleset = course.ruleset
    sides = course.table.sides
    return Position(
        ruleset,
        empty_board(ruleset.board),
        ((),) * sides,
        (0,) * sides,
        stock=ruleset.tiles.total - (ruleset.board.first is not None),
    )


__all__ = ["NotShown", "Sight", "sight_of", "view_for"]
