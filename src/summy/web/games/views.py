"""Pages of a table. The table itself is drawn by script from what its socket says."""

from __future__ import annotations

import io
from collections.abc import Callable
from functools import wraps

import segno
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from summy.web import limits
from summy.web.people.services import make_device_token, person_of

from . import services
from .answers import CommandRefused, TryAgain
from .log_store import NoSuchGame
from .models import Game
from .record_export import record_text
from .ruleset_words import printed_signs, title_of
from .stream import find
from .view import NotShown, Sight, sight_of

View = Callable[[HttpRequest, Sight], HttpResponse]


def _of_a_game(view: View) -> Callable[[HttpRequest, str], HttpResponse]:
    """A view that is given the game as the reader may see it; 404 for games they may not see."""

    @never_cache
    @wraps(view)
    def found(request: HttpRequest, game_id: str) -> HttpResponse:
        try:
            return view(request, sight_of(find(game_id), person_of(request)))
        except (NoSuchGame, NotShown):
            raise Http404 from None

    return found


@require_safe
@_of_a_game
def table(request: HttpRequest, sight: Sight) -> HttpResponse:
    """The table: live, over, or at an earlier turn (`#turn-11`)."""
    return render(request, "table.html", {"game": sight.game, "title": title_of(sight.course.ruleset)})


@require_safe
@_of_a_game
def record(request: HttpRequest, sight: Sight) -> HttpResponse:
    """The record of the game as far as the reader may see it."""
    if sight.course.state is None:
        raise Http404
    answer = HttpResponse(record_text(sight), content_type="text/plain; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{sight.course.ruleset.id}-{sight.game.pk}.sgr"'
    return answer


@require_safe
@_of_a_game
def deal(request: HttpRequest, sight: Sight) -> HttpResponse:
    """How anybody can prove that the deal was fixed before the game began."""
    course = sight.course
    shown = course.seed_shown
    context = {
        "game": sight.game,
        "commitment": course.deal.commitment,
        "seed": course.deal.seed.hex() if shown else None,
        "stock": course.deal.stock if shown else None,
        "seats": [seat + 1 for seat in course.deal.seats] if shown else None,
        "rules": course.ruleset.id,
        "obelus": printed_signs(course.ruleset)[":"] == "÷",
    }
    return render(request, "games/deal.html", context)


@require_POST
@_of_a_game
def begin(request: HttpRequest, sight: Sight) -> HttpResponse:
    """Begin although seats are free."""
    return _command(request, sight.game, services.begin)


@require_POST
@_of_a_game
def leave(request: HttpRequest, sight: Sight) -> HttpResponse:
    """Get up from a table that has not begun."""
    return _command(request, sight.game, services.leave_seat, reverse("lobby:home"))


def _command(request: HttpRequest, game: Game, command: Callable[..., object], then: str | None = None) -> HttpResponse:
    """Carry out a command of the reader on a game and lead on; what is refused is said."""
    person = person_of(request)
    try:
        if person is None:
            raise CommandRefused("not_a_member")
        if not limits.allow(limits.JOINS, request.session.session_key or "", request.META.get("REMOTE_ADDR", "")):
            raise CommandRefused("too_often")
        command(game, person)
    except CommandRefused as refused:
        return JsonResponse({"code": refused.code, "message": refused.message}, status=409)
    except TryAgain:
        return JsonResponse({"code": "retry", "message": ""}, status=503)
    return HttpResponseRedirect(then or reverse("games:table", args=[game.pk]))


@require_POST
@_of_a_game
def device(request: HttpRequest, sight: Sight) -> HttpResponse:
    """A one-time link that lets another device go on as this member."""
    person = person_of(request)
    if person is None or sight.member is None:
        return JsonResponse({"code": "not_a_member", "message": CommandRefused("not_a_member").message}, status=403)
    if not limits.allow(limits.TABLES, request.session.session_key or "", request.META.get("REMOTE_ADDR", "")):
        return JsonResponse({"code": "too_often", "message": CommandRefused("too_often").message}, status=429)
    token = make_device_token(person, reverse("games:table", args=[sight.game.pk]))
    return JsonResponse({"url": reverse("people:device", args=[token])})


@require_safe
def join_code(request: HttpRequest, invite: str) -> HttpResponse:
    """The invitation link of a table as a QR code."""
    return _code(request.build_absolute_uri(reverse("lobby:join", args=[invite])))


@never_cache
@require_safe
def device_code(request: HttpRequest, token: str) -> HttpResponse:
    """The link for another device as a QR code."""
    return _code(request.build_absolute_uri(reverse("people:device", args=[token])))


def _code(address: str) -> HttpResponse:
    """An address as a QR code; made from the address alone, so it tells nobody whether the link is good."""
    picture = io.BytesIO()
    segno.make(address, micro=False).save(picture, kind="svg", border=2, scale=4, light="#ffffff")
    return HttpResponse(picture.getvalue(), content_type="image/svg+xml")
