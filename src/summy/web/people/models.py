"""Who plays: a guest with a name, and the one-time links that sign in another device."""

from __future__ import annotations

import secrets

from django.db import models
from django.utils import timezone

from .names import NAME_LENGTH_MAX

PUBLIC_ID_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
"""Without 0, 1, i, l and o: an id can be read aloud and typed."""

PUBLIC_ID_LENGTH = 10


def new_public_id() -> str:
    """A random id that says nothing about when or how many people came (about 49 bits)."""
    return "".join(secrets.choice(PUBLIC_ID_ALPHABET) for _ in range(PUBLIC_ID_LENGTH))


class Person(models.Model):
    """Somebody who plays. Guests have no password: the session in their browser is what they own."""

    public_id = models.CharField(max_length=16, unique=True, default=new_public_id, editable=False)
    name = models.CharField(max_length=NAME_LENGTH_MAX)
    language = models.CharField(max_length=12, default="en")
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    seen_at = models.DateTimeField(default=timezone.now)

    class Meta:
        """Names in the admin."""

        verbose_name = "person"
        verbose_name_plural = "people"

    def __str__(self) -> str:
        """The name, as others see it."""
        return self.name


class DeviceLink(models.Model):
    """A link that signs one more device in as this person: used once, and only for some minutes.

    Only the hash of the token is stored, so that a copy of the database opens nobody's session.
    """

    digest = models.CharField(max_length=64, unique=True)
    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="device_links")
    path = models.CharField(max_length=200, default="/")
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        """Whose link it is; never the token."""
        return f"device link of {self.person_id}"
