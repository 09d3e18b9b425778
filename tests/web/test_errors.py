"""Error pages: in the look of the site, in words, in the reader's language."""

from __future__ import annotations

import pytest
from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory, override_settings
from django.urls import include, path

from summy.web import errors
from summy.web.games.answers import TryAgain
from summy.web.lobby import views

pytestmark = pytest.mark.django_db


def broken(_request: HttpRequest) -> HttpResponse:
    raise RuntimeError("a fault of ours")


def forbidden(_request: HttpRequest) -> HttpResponse:
    raise PermissionDenied


def suspicious(_request: HttpRequest) -> HttpResponse:
    raise SuspiciousOperation


urlpatterns = [
    path("broken/", broken),
    path("forbidden/", forbidden),
    path("suspicious/", suspicious),
    path("", include("summy.web.urls")),
]
handler400 = "summy.web.errors.bad_request"
handler403 = "summy.web.errors.forbidden"
handler404 = "summy.web.errors.not_found"
handler500 = "summy.web.errors.broken"


@pytest.mark.parametrize(
    ("address", "status", "words"),
    [
        ("/suspicious/", 400, "Go back and try again"),
        ("/forbidden/", 403, "This is not for you"),
        ("/nothing/here/", 404, "There is nothing here"),
        ("/broken/", 500, "Games are safe"),
    ],
)
@override_settings(ROOT_URLCONF=__name__)
def test_an_error_is_answered_by_a_page_in_words(address: str, status: int, words: str) -> None:
    client = Client(raise_request_exception=False)
    answer = client.get(address)
    assert answer.status_code == status
    assert words in answer.content.decode()
    assert b"site.css" in answer.content
    assert b"Traceback" not in answer.content
    assert b"RuntimeError" not in answer.content


def test_the_site_uses_these_pages() -> None:
    from summy.web import urls

    assert {urls.handler400, urls.handler403, urls.handler404, urls.handler500} == {
        f"{errors.__name__}.{name}" for name in ("bad_request", "forbidden", "not_found", "broken")
    }


def test_an_error_page_speaks_the_language_of_the_reader(client: Client) -> None:
    assert "Não há nada aqui" in client.get("/nothing/", HTTP_ACCEPT_LANGUAGE="pt-br").content.decode()


def test_a_form_without_its_token_says_what_to_do() -> None:
    answer = Client(enforce_csrf_checks=True).post("/new/", {"kind": "solo"})
    assert answer.status_code == 403
    assert b"load the page again" in answer.content


def test_an_answer_comes_even_when_pages_cannot_be_made(rf: RequestFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(errors, "render", broken)
    answer = errors.broken(rf.get("/"))
    assert answer.status_code == 500
    assert answer.content == b"Internal server error"


def test_a_busy_database_is_told_and_changes_nothing(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def busy(*_arguments: object) -> None:
        raise TryAgain

    monkeypatch.setattr(views.services, "create_table", busy)
    answer = client.post("/new/", {"kind": "solo"})
    assert answer.status_code == 503
    assert answer["Retry-After"] == "2"


@pytest.mark.parametrize("method", ["put", "delete", "patch"])
@pytest.mark.parametrize("address", ["/", "/new/", "/tables/", "/language/", "/theme/", "/name/", "/rules/summy/"])
def test_other_methods_are_refused(client: Client, method: str, address: str) -> None:
    assert getattr(client, method)(address).status_code == 405
