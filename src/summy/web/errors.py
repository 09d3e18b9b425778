"""Error pages in the look of the site, in words that say what to do."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext


def _page(request: HttpRequest, status: int, heading: str, words: str) -> HttpResponse:
    context = {"digits": str(status), "heading": heading, "words": words}
    return render(request, "error.html", context, status=status)


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """400: the request could not be understood."""
    return _page(
        request,
        400,
        gettext("That did not arrive well."),
        gettext("The address or the form was damaged. Go back and try again."),
    )


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """403: not allowed."""
    return _page(request, 403, gettext("This is not for you."), gettext("Only somebody else may do or see that."))


def stale_form(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403 of a form without its token: cookies are off, or the page was open for very long."""
    return _page(
        request,
        403,
        gettext("This page was too old."),
        gettext("Go back, load the page again and send it once more. The site needs cookies to know your browser."),
    )


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """404: nothing there."""
    return _page(
        request,
        404,
        gettext("There is nothing here."),
        gettext("The address is wrong, or the table was closed before it began."),
    )


def too_often(request: HttpRequest) -> HttpResponse:
    """429: a rate limit."""
    response = _page(
        request,
        429,
        gettext("That was too often."),
        gettext("Wait a minute, then try again. Running games are not affected."),
    )
    response["Retry-After"] = "60"
    return response


def busy(request: HttpRequest) -> HttpResponse:
    """503: the database was busy, nothing was changed."""
    response = _page(
        request, 503, gettext("A moment, please."), gettext("The server is busy. Nothing was changed; try again.")
    )
    response["Retry-After"] = "2"
    return response


def broken(request: HttpRequest) -> HttpResponse:
    """500: our mistake. Uses as little of the site as it can, since some of it is broken."""
    try:
        return _page(
            request,
            500,
            gettext("Something broke on our side."),
            gettext("It has been noted. Games are safe: load your table again."),
        )
    except Exception:
        return HttpResponse("Internal server error", status=500, content_type="text/plain; charset=utf-8")
