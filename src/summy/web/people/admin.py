"""People in the administration: found by name, renamed where a name is not fit to be shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import admin
from django.http import HttpRequest

from .models import Person

if TYPE_CHECKING:
    PeopleInAdmin = admin.ModelAdmin[Person]
else:  # Django's class takes no type while it runs
    PeopleInAdmin = admin.ModelAdmin


@admin.register(Person)
class PersonAdmin(PeopleInAdmin):
    """A list of guests; only the name can be changed."""

    list_display = ("name", "public_id", "language", "created_at", "seen_at")
    search_fields = ("name", "public_id")
    readonly_fields = ("public_id", "language", "created_at", "seen_at")
    date_hierarchy = "created_at"

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Guests come by themselves."""
        return False
