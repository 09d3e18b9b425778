"""Going on with another device by a link that works once."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from summy.web.people.models import DeviceLink, Person
from summy.web.people.services import DEVICE_LINK_LIFE, SESSION_KEY, make_device_token

pytestmark = pytest.mark.django_db


@pytest.fixture
def bia() -> Person:
    return Person.objects.create(name="Bia", language="en")


def test_the_link_signs_the_device_in_and_leads_to_the_game(client: Client, bia: Person) -> None:
    token = make_device_token(bia, "/g/abc/")
    page = client.get(f"/device/{token}/")
    assert b"Bia" in page.content
    answer = client.post(f"/device/{token}/")
    assert (answer.status_code, answer["Location"]) == (302, "/g/abc/")
    assert client.session[SESSION_KEY] == bia.pk


def test_looking_at_the_link_does_not_use_it_up(client: Client, bia: Person) -> None:
    token = make_device_token(bia)
    client.get(f"/device/{token}/")
    client.head(f"/device/{token}/")
    assert SESSION_KEY not in client.session
    assert client.post(f"/device/{token}/").status_code == 302


def test_the_link_works_once(bia: Person) -> None:
    token = make_device_token(bia)
    assert Client().post(f"/device/{token}/").status_code == 302
    second = Client()
    assert second.post(f"/device/{token}/").status_code == 410
    assert SESSION_KEY not in second.session


def test_the_link_dies_after_ten_minutes(client: Client, bia: Person) -> None:
    token = make_device_token(bia)
    DeviceLink.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert client.get(f"/device/{token}/").status_code == 410
    assert client.post(f"/device/{token}/").status_code == 410
    assert timedelta(minutes=10) == DEVICE_LINK_LIFE


def test_the_database_does_not_hold_the_token(bia: Person) -> None:
    token = make_device_token(bia)
    row = DeviceLink.objects.get()
    assert token not in (row.digest, row.path, str(row))


@pytest.mark.parametrize("token", ["x", "a" * 500, "%00", "é"])
def test_an_unknown_token_is_answered_in_words(client: Client, token: str) -> None:
    assert client.get(f"/device/{token}/").status_code in {404, 410}


def test_a_device_that_played_as_somebody_else_is_told_so(client: Client, bia: Person) -> None:
    client.post("/name/", {"name": "Rafa"})
    page = client.get(f"/device/{make_device_token(bia)}/")
    assert b"Rafa" in page.content


def test_the_session_key_changes_on_signing_in(client: Client, bia: Person) -> None:
    client.post("/name/", {"name": "Rafa"})
    before = client.session.session_key
    client.post(f"/device/{make_device_token(bia)}/")
    assert client.session.session_key != before


def test_links_that_have_long_been_dead_are_removed(bia: Person) -> None:
    make_device_token(bia)
    DeviceLink.objects.update(expires_at=timezone.now() - timedelta(days=2))
    make_device_token(bia)
    assert DeviceLink.objects.count() == 1
