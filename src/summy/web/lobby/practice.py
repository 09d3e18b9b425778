"""The page of bingo practice."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from .. import limits
from ..errors import too_often
from ..games.ruleset_words import written
from . import bingo
from .pictures import prints_obelus

_SHOWN_MOST = 120
"""Characters of what was typed that are shown again."""


@never_cache
@require_safe
def bingo_page(request: HttpRequest) -> HttpResponse:
    """Tiles to choose, and the lines that use all of them. Everything lies in the address."""
    data = request.GET.dict()
    if "draw" in data:
        if not limits.allow_request(limits.BINGO, request):
            return too_often(request)
        question = _question_or_empty({"rules": data.get("rules", "")})
        return HttpResponseRedirect(bingo.Question(question.ruleset, bingo.drawn(question.ruleset)).url())
    try:
        question = bingo.read_question(data)
    except bingo.BingoRefused as refused:
        typed = {name: data.get(name, "")[:_SHOWN_MOST] for name in ("tiles", "pattern", "target")}
        context = _form(_question_or_empty({"rules": data.get("rules", "")})) | {
            "refusal": refused.message,
            "text": typed["tiles"],
            "pattern": typed["pattern"],
            "target": typed["target"],
        }
        return render(request, "lobby/bingo.html", context, status=400)
    context = _form(question)
    if question.complete:
        if not limits.allow_request(limits.BINGO, request):
            return too_often(request)
        show = "show" in data
        context["found"] = bingo.found_of(question, show=show, chosen=data.get("line", ""))
        answer = data.get("answer", "")[:_SHOWN_MOST]
        context["answer"] = answer
        context["checked"] = bingo.check_answer(question, answer) if answer.strip() and not show else None
    return render(request, "lobby/bingo.html", context)


def _question_or_empty(data: dict[str, str]) -> bingo.Question:
    return bingo.read_question({**data, "tiles": ""})


def _form(question: bingo.Question) -> dict[str, Any]:
    return {
        "games": bingo.game_choices(question.ruleset),
        "rules": question.ruleset.id,
        "obelus": prints_obelus(question.ruleset),
        "text": " ".join(question.tiles),
        "chosen": question.tiles,
        "pad": list(question.ruleset.tiles.counts),
        "least": question.least,
        "most": bingo.TILES_MOST,
        "pattern": question.pattern,
        "target": question.target,
        "targets": [(tile, written(tile, question.ruleset)) for tile in question.ruleset.tiles.counts],
        "complete": question.complete,
        "section": "bingo",
    }
