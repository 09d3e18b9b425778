"""Language, colours, name, and going on with another device. Each form works without script."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from .. import limits
from ..errors import too_often
from . import services
from .names import NAME_LENGTH_MAX
from .visitor import set_theme, visitor_of

_YEAR_S: Final = 365 * 24 * 3600


def next_path(request: HttpRequest, default: str = "/") -> str:
    """Where a form wants to go afterwards, if that is a page of this site; else `default`."""
    wanted = request.POST.get("next") or request.GET.get("next") or ""
    # A path only: an address with a host could be somebody else's, and "//host" is one too.
    if wanted.startswith("/") and url_has_allowed_host_and_scheme(wanted, allowed_hosts=None):
        return wanted
    return default


@require_POST
def language(request: HttpRequest) -> HttpResponse:
    """Choose the language: a cookie for this browser, and the person's own setting."""
    code = request.POST.get("language", "")
    response = HttpResponseRedirect(next_path(request))
    if code in dict(settings.LANGUAGES):
        response.set_cookie(
            settings.LANGUAGE_COOKIE_NAME,
            code,
            max_age=_YEAR_S,
            secure=request.is_secure(),
            httponly=True,
            samesite="Lax",
        )
        person = visitor_of(request).person
        if person is not None:
            services.set_language(person, code)
    return response


@require_POST
def theme(request: HttpRequest) -> HttpResponse:
    """Choose light or dark colours; the page's script sends `fetch` and stays where it is."""
    if request.headers.get("Accept", "").startswith("application/json"):
        response = HttpResponse(status=204)
    else:
        response = HttpResponseRedirect(next_path(request))
    set_theme(request, response, request.POST.get("theme", ""))
    return response


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def name(request: HttpRequest) -> HttpResponse:
    """Change the name others see. A visitor becomes a guest by choosing one."""
    refusal = ""
    if request.method == "POST":
        if not limits.allow_request(limits.NAMES, request):
            return too_often(request)
        try:
            wanted = services.checked_name(request.POST.get("name", ""))
            services.rename(services.ensure_person(request), wanted)
            return HttpResponseRedirect(next_path(request))
        except services.NameRefused as refused:
            refusal = str(refused)
    context = {
        "refusal": refusal,
        "typed": request.POST.get("name", visitor_of(request).name),
        "next": next_path(request),
        "most": NAME_LENGTH_MAX,
    }
    return render(request, "people/name.html", context, status=400 if refusal else 200)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def device(request: HttpRequest, token: str) -> HttpResponse:
    """Go on as a person on this device. Opening the page uses nothing up, so a link preview does no harm."""
    if request.method == "POST":
        link = services.redeem_device_token(request, token)
        if link is not None:
            return HttpResponseRedirect(link.path)
    else:
        link = services.device_link(token)
    if link is None:
        return render(request, "people/device_used.html", {"home": reverse("lobby:home")}, status=410)
    return render(request, "people/device.html", {"link": link})
