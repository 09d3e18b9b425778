"""Visitors, guests and their sessions."""

from __future__ import annotations

import pytest
from django.test import Client, RequestFactory

from summy.web.people import services
from summy.web.people.models import Person
from summy.web.people.services import SESSION_KEY, person_of
from summy.web.people.visitor import Visitor, visitor_of

pytestmark = pytest.mark.django_db


def test_looking_creates_nobody_and_keeps_the_offered_name(client: Client) -> None:
    first = client.get("/name/").context["typed"]
    assert client.get("/name/").context["typed"] == first
    assert Person.objects.count() == 0
    assert "session" not in client.cookies


def test_a_forged_name_cookie_is_not_believed(client: Client) -> None:
    client.cookies["guest"] = "7:forged"
    assert client.get("/name/").status_code == 200
    assert client.cookies["guest"].value != "7:forged"


def test_choosing_a_name_makes_a_guest_of_that_name(client: Client) -> None:
    answer = client.post("/name/", {"name": "  Bia   R ", "next": "/tables/"})
    assert (answer.status_code, answer["Location"]) == (302, "/tables/")
    person = Person.objects.get()
    assert person.name == "Bia R"
    assert client.session[SESSION_KEY] == person.pk


def test_playing_keeps_the_name_that_was_shown(client: Client) -> None:
    shown = client.get("/name/").context["typed"]
    client.post("/new/", {"kind": "solo"})
    assert Person.objects.get().name == shown


@pytest.mark.parametrize("name", ["", "   ", "\u200b\u200b", "x" * 25])
def test_a_name_that_cannot_be_used_is_refused_in_words_and_makes_nobody(client: Client, name: str) -> None:
    answer = client.post("/name/", {"name": name})
    assert answer.status_code == 400
    assert "24" in answer.context["refusal"]
    assert Person.objects.count() == 0


def test_becoming_a_guest_changes_the_session_key(client: Client) -> None:
    session = client.session
    session["planted"] = True
    session.save()
    planted = session.session_key
    client.post("/name/", {"name": "Bia"})
    assert client.session.session_key != planted


def test_the_person_of_a_socket_scope_is_found_by_its_session(client: Client) -> None:
    client.post("/name/", {"name": "Bia"})
    person = person_of({"type": "websocket", "session": client.session})
    assert person is not None
    assert person.name == "Bia"
    assert person_of({"type": "websocket"}) is None


def test_a_person_who_is_gone_is_a_visitor_again(client: Client) -> None:
    client.post("/name/", {"name": "Bia"})
    Person.objects.all().delete()
    assert client.get("/").status_code == 200
    assert person_of({"session": client.session}) is None


def test_seen_at_is_written_once_an_hour_at_most(client: Client) -> None:
    client.post("/name/", {"name": "Bia"})
    person = Person.objects.get()
    before = person.seen_at
    person_of({"session": client.session})
    person.refresh_from_db()
    assert person.seen_at == before
    Person.objects.update(seen_at=before.replace(year=before.year - 1))
    person_of({"session": client.session})
    person.refresh_from_db()
    assert person.seen_at >= before


def test_language_is_kept_for_browser_and_person(client: Client) -> None:
    client.post("/name/", {"name": "Bia"})
    answer = client.post("/language/", {"language": "pt-br", "next": "/tables/"})
    assert answer["Location"] == "/tables/"
    assert Person.objects.get().language == "pt-br"
    assert b'lang="pt-br"' in client.get("/").content


def test_an_unknown_language_changes_nothing(client: Client) -> None:
    client.post("/language/", {"language": "xx"})
    assert "language" not in client.cookies


@pytest.mark.parametrize("wanted", ["//evil.example/", "https://evil.example/", "javascript:alert(1)", "\\\\evil", ""])
def test_a_form_leads_only_to_pages_of_this_site(client: Client, wanted: str) -> None:
    assert client.post("/theme/", {"theme": "dark", "next": wanted})["Location"] == "/"


def test_colours_are_kept_and_given_back_to_the_system(client: Client) -> None:
    client.post("/theme/", {"theme": "dark"})
    assert b'data-theme="dark"' in client.get("/").content
    client.post("/theme/", {"theme": "system"})
    assert b"data-theme" not in client.get("/").content


def test_the_script_gets_no_redirect_for_colours(client: Client) -> None:
    assert client.post("/theme/", {"theme": "dark"}, HTTP_ACCEPT="application/json").status_code == 204


def test_forms_need_their_token() -> None:
    strict = Client(enforce_csrf_checks=True)
    for address in ("/language/", "/theme/", "/name/", "/new/"):
        assert strict.post(address, {}).status_code == 403


def test_a_visitor_is_made_for_a_request_without_middleware(rf: RequestFactory) -> None:
    visitor = visitor_of(rf.get("/"))
    assert isinstance(visitor, Visitor)
    assert visitor.name
    assert visitor.theme == ""


def test_renaming_refuses_before_it_writes() -> None:
    person = Person.objects.create(name="Bia")
    with pytest.raises(services.NameRefused) as refused:
        services.rename(person, "x" * 30)
    assert refused.value.code == "name_too_long"
    person.refresh_from_db()
    assert person.name == "Bia"


def test_names_cannot_be_tried_without_end(client: Client) -> None:
    answers = [client.post("/name/", {"name": f"Bia {number}"}).status_code for number in range(20)]
    assert answers[0] == 302
    assert answers[-1] == 429


def test_people_can_be_looked_up_and_renamed_in_the_administration(admin_client: Client) -> None:
    person = Person.objects.create(name="Rude name")
    assert admin_client.get("/admin/people/person/?q=Rude").status_code == 200
    admin_client.post(f"/admin/people/person/{person.pk}/change/", {"name": "Bia"})
    person.refresh_from_db()
    assert person.name == "Bia"
    assert admin_client.get("/admin/people/person/add/").status_code == 403
