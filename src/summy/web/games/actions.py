"""Which actions the table offers to a member: the buttons that would not be refused."""

from __future__ import annotations

from summy.referee import ends_when_accepted, refusal_of_pass
from summy.refusals import Refusal

from .course import Course, Sitting


def possible(course: Course, member: Sitting | None, side: int | None, *, claimable: bool) -> list[str]:
    """Names of the actions, in the order in which a page shows them.

    Args:
        course: the game as it is now.
        member: where the viewer sits; None for a spectator.
        side: the viewer's side.
        claimable: whether others have left for long enough.
    """
    if member is None or side is None:
        return ["join"] if course.status == "waiting" else []
    if course.status == "waiting":
        may_begin = member.code == "m1" and all(course.sides)
        return ["chat", "leave", *(["begin"] if may_begin else [])]
    if course.status == "over":
        return ["chat", *_agreement(course, side, "rematch", "rematch", offered=course.rematch is not None)]
    if side in course.running.left:
        return ["chat"]
    return ["chat", *_turn(course, member, side), *_settling(course, side), *(["claim"] if claimable else [])]


def _turn(course: Course, member: Sitting, side: int) -> list[str]:
    """Moves, where it is this side's turn and the member may commit one."""
    if side != course.to_move or (course.table.captain_only and course.sides[side][0] != member):
        return []
    position, rules = course.running.position, course.ruleset.turn
    stock = position.stock_count or 0
    pass_refused: Refusal | None = refusal_of_pass(position)
    found = {
        "play": bool(position.hand) and not ends_when_accepted(position),
        "discard": rules.discard and stock > 0 and bool(position.hand),
        "exchange": rules.exchange and stock >= max(1, rules.exchange_min_stock) and bool(position.hand),
        "pass": pass_refused is None,
        "challenge": rules.challenge == "challenge" and position.pending is not None,
    }
    return [name for name, offered in found.items() if offered]


def _settling(course: Course, side: int) -> list[str]:
    others = course.human_sides - {side}
    found = ["resign"]
    if others:
        found += _agreement(course, side, "draw", "offer_draw")
    if course.table.clock.kind != "none":
        found += _agreement(course, side, "add_time", "offer_add_time")
    return found


def _agreement(course: Course, side: int, what: str, name: str, *, offered: bool = False) -> list[str]:
    """To propose something, or to answer where another side has proposed it."""
    standing = course.offer(what)
    if offered or (standing is not None and side in standing.accepted):
        return []
    return [name] if standing is None else [f"answer_{what}"]
