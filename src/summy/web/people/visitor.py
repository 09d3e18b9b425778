"""What every page needs to know about who looks at it: name, theme, whether they are known."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.utils import translation

from .models import Person
from .names import guest_name
from .services import GUEST_COOKIE, guest_number, person_of

THEME_COOKIE: Final = "theme"
THEMES: Final = ("light", "dark")
_YEAR_S: Final = 365 * 24 * 3600


class Visitor:
    """The reader of a page, as `request.visitor`. Looks things up only when a template asks."""

    def __init__(self, request: HttpRequest) -> None:
        """Remember the request; nothing is read yet."""
        self._request = request

    @cached_property
    def person(self) -> Person | None:
        """The signed-in person, or None for somebody who only looks."""
        return person_of(self._request)

    @property
    def name(self) -> str:
        """The person's name, or the one a guest would get on playing."""
        if self.person is not None:
            return self.person.name
        return guest_name(translation.get_language() or "en", guest_number(self._request))

    @property
    def theme(self) -> str:
        """`light` or `dark` when chosen here, "" to follow the system."""
        chosen = self._request.COOKIES.get(THEME_COOKIE, "")
        return chosen if chosen in THEMES else ""

    def forget(self) -> None:
        """Look the person up again, after a sign-in within this request."""
        self.__dict__.pop("person", None)


def visitor_of(request: HttpRequest) -> Visitor:
    """The visitor of this request, made on first use."""
    visitor = request.__dict__.get("visitor")
    if not isinstance(visitor, Visitor):
        visitor = Visitor(request)
        request.__dict__["visitor"] = visitor
    return visitor


class VisitorMiddleware:
    """Puts `request.visitor` on each request; keeps the offered guest name in a signed cookie.

    Stands after the session and locale middleware.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        """Remember the next in the chain."""
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request, then set the cookie if a name was drawn while doing so."""
        visitor_of(request)
        response = self.get_response(request)
        if request.__dict__.get("guest_number_is_new"):
            response.set_signed_cookie(
                GUEST_COOKIE,
                str(guest_number(request)),
                max_age=_YEAR_S,
                secure=request.is_secure(),
                httponly=True,
                samesite="Lax",
            )
        return response


def set_theme(request: HttpRequest, response: HttpResponse, theme: str) -> None:
    """Keep the chosen theme for a year; anything but `light` and `dark` goes back to the system's."""
    if theme in THEMES:
        response.set_cookie(
            THEME_COOKIE, theme, max_age=_YEAR_S, secure=request.is_secure(), httponly=True, samesite="Lax"
        )
    else:
        response.delete_cookie(THEME_COOKIE, samesite="Lax")
