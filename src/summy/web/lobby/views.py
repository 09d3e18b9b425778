"""The pages around the table."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_safe

from summy.rulesets import Ruleset, load_ruleset

from .. import limits
from ..errors import busy, too_often
from ..games import services
from ..games.answers import CommandRefused, TryAgain
from ..games.ruleset_words import title_of
from ..games.table_settings import TableRefused
from ..people.services import ensure_person
from ..people.visitor import visitor_of
from . import puzzles, table_form
from .facts import facts_of
from .listing import invitation, open_tables, own_games
from .pictures import prints_obelus
from .rule_pages import board_examples, sections_of, teasers


@never_cache
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Play at once, find people, get back to a running game."""
    asked = puzzles.ask(_small_number(request.GET.get("puzzle", "")))
    picked = next((answer for answer in asked.answers if answer.tile == request.GET.get("tile")), None)
    context = {
        "levels": table_form.levels(),
        "puzzle": asked,
        "picked": picked,
        "own_games": own_games(visitor_of(request).person),
        "tables": open_tables(visitor_of(request).person),
        "games": teasers(request.GET.get("rules", "")),
    }
    return render(request, "lobby/home.html", context)


@never_cache
@require_safe
def tables(request: HttpRequest) -> HttpResponse:
    """Tables that wait for somebody. Pages that show the list read it from here again and again."""
    context = {"tables": open_tables(visitor_of(request).person), "section": "tables"}
    only_the_list = request.headers.get("X-Requested-With") == "fetch"
    return render(request, "lobby/table_list.html" if only_the_list else "lobby/tables.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Open a table; against the computer or alone the game begins at once."""
    if request.method != "POST":
        return _table_form(request, {**_DEFAULTS, **request.GET.dict()})
    if not limits.allow_request(limits.TABLES, request):
        return too_often(request)
    data = request.POST.dict()
    try:
        settings = table_form.read_settings(data)
        game = services.create_table(ensure_person(request), settings)
    except TableRefused as refused:
        return _table_form(request, data, refused.message)
    except CommandRefused as refused:
        return _table_form(request, data, refused.message)
    except TryAgain:
        return busy(request)
    return HttpResponseRedirect(reverse("games:table", args=[game.pk]))


_DEFAULTS = {"kind": "friend", "show_unseen": "on", "clock": "none"}


def _table_form(request: HttpRequest, data: dict[str, str], refusal: str = "") -> HttpResponse:
    context = {
        "kind": data.get("kind") if data.get("kind") in table_form.KINDS else "friend",
        "against": data.get("against", "people"),
        "clock": _clock(data),
        "show_unseen": "show_unseen" in data,
        "captain_only": "captain_only" in data,
        "levels": table_form.levels(),
        "chosen_level": table_form.known_level(data.get("level", "")),
        "rulesets": table_form.rules_choices(data),
        "fields": table_form.number_fields(data),
        "refusal": refusal,
        "section": "new",
    }
    return render(request, "lobby/new.html", context, status=400 if refusal else 200)


def _clock(data: dict[str, str]) -> str:
    """The chosen clock: one that any game may have, or one of the chosen game itself."""
    clock = data.get("clock", "none")
    own = any(
        clock == choice.value for rules in table_form.rules_choices(data) if rules.chosen for choice in rules.clocks
    )
    return clock if own or clock in table_form.CLOCKS else "none"


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, invite: str) -> HttpResponse:
    """Join by link: who invites, what is played, which side. Looking does not take a seat."""
    visitor = visitor_of(request)
    invited = invitation(invite, visitor.person)
    if invited is None:
        raise Http404
    if invited.mine or not invited.waiting:
        return HttpResponseRedirect(invited.table_url)
    refusal = ""
    if request.method == "POST":
        if not limits.allow_request(limits.JOINS, request):
            return too_often(request)
        try:
            services.join(invited.game, ensure_person(request), _side(request.POST.get("side", "")))
        except CommandRefused as refused:
            refusal = refused.message
        except TryAgain:
            return busy(request)
        else:
            return HttpResponseRedirect(invited.table_url)
        invited = invitation(invite, visitor.person) or invited
    return render(request, "lobby/join.html", {**invited.context(), "refusal": refusal}, status=409 if refusal else 200)


@require_safe
def rules(request: HttpRequest, ruleset: str) -> HttpResponse:
    """The rules of any ruleset in words, with examples that the referee has just judged."""
    chosen = _ruleset(ruleset)
    context = {
        "ruleset": chosen.id,
        "title": title_of(chosen),
        "sections": sections_of(chosen),
        "minute": table_form.minute_of(chosen),
        "obelus": prints_obelus(chosen),
        "others": [
            {"id": other.id, "name": title_of(other)}
            for other in table_form.playable_rulesets()
            if other.id != chosen.id
        ],
        "section": "rules",
    }
    return render(request, "lobby/rules.html", context)


@require_safe
def all_rules(request: HttpRequest) -> HttpResponse:
    """The rules there are, each in one minute."""
    return render(request, "lobby/index.html", {"rulesets": table_form.rules_choices({}), "section": "rules"})


@require_safe
def games(request: HttpRequest) -> HttpResponse:
    """The games there are, each in one minute."""
    return render(request, "lobby/index.html", {"rulesets": table_form.rules_choices({}), "section": "games"})


@require_safe
def game(request: HttpRequest, ruleset: str) -> HttpResponse:
    """What kind of game it is: players, duration, complexity, how to play in a minute."""
    chosen = _ruleset(ruleset)
    context = {
        "ruleset": chosen.id,
        "title": title_of(chosen),
        "facts": facts_of(chosen),
        "minute": table_form.minute_of(chosen),
        "boards": board_examples(chosen)[:3],
    }
    return render(request, "lobby/game.html", context)


@require_GET
@cache_control(max_age=24 * 3600, public=True)
def robots(_request: HttpRequest) -> HttpResponse:
    """Search engines may read the pages, but neither tables nor links that were meant for one person."""
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in ("/g/", "/j/", "/device/", "/name/", "/admin/"))]
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")


@require_GET
@cache_control(max_age=24 * 3600, public=True)
def favicon(_request: HttpRequest) -> HttpResponse:
    """For browsers that ask for the icon by its old name."""
    return HttpResponseRedirect(static("site/mark.svg"))


def _ruleset(name: str) -> Ruleset:
    if name not in {ruleset.id for ruleset in table_form.playable_rulesets()}:
        raise Http404
    return load_ruleset(name)


def _small_number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else 0


def _side(text: str) -> int | None:
    return int(text) if text in {"0", "1", "2", "3"} else None
