"""Everything that changes a person: guest made, renamed, signed in on another device."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping
from datetime import timedelta
from typing import Any, Final

from django.http import HttpRequest
from django.utils import timezone, translation
from django.utils.translation import gettext

from .models import DeviceLink, Person
from .names import NAME_COUNT, NAME_LENGTH_MAX, clean_name, guest_name

SESSION_KEY: Final = "person"
"""The session holds the primary key of the person under this name."""

GUEST_COOKIE: Final = "guest"
"""Signed cookie with the number of the name a visitor would get; nothing is stored for a mere visitor."""

DEVICE_LINK_LIFE: Final = timedelta(minutes=10)
_SEEN_STEP: Final = timedelta(hours=1)


class NameRefused(ValueError):
    """A name that can't be used. `code` is `name_empty` or `name_too_long`; the message is for the person."""

    def __init__(self, code: str, message: str) -> None:
        """Keep the machine code beside the sentence."""
        super().__init__(message)
        self.code = code


def person_of(request_or_scope: HttpRequest | Mapping[str, Any]) -> Person | None:
    """The person of this request or socket scope, or None for a visitor. Never creates anybody.

    Reads the database: call it from synchronous code, or through `database_sync_to_async`.
    """
    if isinstance(request_or_scope, Mapping):
        session = request_or_scope.get("session")
    else:
        session = getattr(request_or_scope, "session", None)
    key = session.get(SESSION_KEY) if session is not None else None
    if key is None:
        return None
    person = Person.objects.filter(pk=key).first()
    if person is not None:
        _mark_seen(person)
    return person


def ensure_person(request: HttpRequest) -> Person:
    """The person of this request; a visitor becomes a guest with a friendly name and a fresh session key."""
    person = person_of(request)
    if person is not None:
        return person
    language = translation.get_language() or "en"
    person = Person.objects.create(name=guest_name(language, guest_number(request)), language=language)
    sign_in(request, person)
    return person


def sign_in(request: HttpRequest, person: Person) -> None:
    """Let this browser act as the person. The session key changes: a key planted before is worth nothing."""
    request.session.cycle_key()
    request.session[SESSION_KEY] = person.pk
    visitor = request.__dict__.get("visitor")
    if visitor is not None:
        visitor.forget()


def checked_name(name: str) -> str:
    """The name as it would be kept. Raises `NameRefused` when it is empty or longer than 24 characters."""
    cleaned = clean_name(name)
    if not cleaned:
        raise NameRefused(
            "name_empty", gettext("Write a name of 1 to %(most)d characters.") % {"most": NAME_LENGTH_MAX}
        )
    if len(cleaned) > NAME_LENGTH_MAX:
        raise NameRefused(
            "name_too_long",
            gettext("That name is too long: %(most)d characters at most.") % {"most": NAME_LENGTH_MAX},
        )
    return cleaned


def rename(person: Person, name: str) -> Person:
    """Give the person another name. Raises `NameRefused`, see `checked_name`."""
    person.name = checked_name(name)
    person.save(update_fields=["name"])
    return person


def set_language(person: Person, language: str) -> None:
    """Remember which language the person reads, for messages sent while the browser is closed."""
    Person.objects.filter(pk=person.pk).update(language=language)
    person.language = language


def guest_number(request: HttpRequest) -> int:
    """The number of the name this visitor is offered: from the cookie, else drawn now for this request."""
    known = request.__dict__.get("guest_number")
    if isinstance(known, int):
        return known
    try:
        number = int(request.get_signed_cookie(GUEST_COOKIE, default="") or "")
    except ValueError:  # no cookie, or one that we did not write
        number = secrets.randbelow(NAME_COUNT)
        request.__dict__["guest_number_is_new"] = True
    request.__dict__["guest_number"] = number % NAME_COUNT
    return number % NAME_COUNT


def make_device_token(person: Person, path: str = "/") -> str:
    """A token for `/device/<token>/` that signs one more browser in as the person, then goes to `path`.

    It works once and for ten minutes. The caller shows it only to the person (or a member of their own side).
    """
    now = timezone.now()
    DeviceLink.objects.filter(expires_at__lt=now - timedelta(days=1)).delete()
    token = secrets.token_urlsafe(24)
    DeviceLink.objects.create(digest=_digest(token), person=person, path=path, expires_at=now + DEVICE_LINK_LIFE)
    return token


def device_link(token: str) -> DeviceLink | None:
    """The link of this token while it can be used; looking does not use it up."""
    return (
        DeviceLink.objects.select_related("person")
        .filter(digest=_digest(token), used_at=None, expires_at__gt=timezone.now())
        .first()
    )


def redeem_device_token(request: HttpRequest, token: str) -> DeviceLink | None:
    """Sign this browser in by the token and return its link; None when it was used, is too old or unknown."""
    link = device_link(token)
    if link is None:
        return None
    # One statement decides who was first: two browsers can't both use the same link.
    if DeviceLink.objects.filter(pk=link.pk, used_at=None).update(used_at=timezone.now()) != 1:
        return None
    sign_in(request, link.person)
    return link


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def _mark_seen(person: Person) -> None:
    """Note the visit, at most once an hour: reading a page should not mean a write."""
    now = timezone.now()
    if now - person.seen_at > _SEEN_STEP:
        Person.objects.filter(pk=person.pk).update(seen_at=now)
        person.seen_at = now
