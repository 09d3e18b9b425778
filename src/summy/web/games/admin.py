"""What a host sees at /admin/: tables and their logs, to look at only. Games change by their services alone."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from .models import ChatMessage, Game, GameEvent, Member


class ReadOnly(admin.ModelAdmin):  # type: ignore[type-arg]
    """A list and pages without any button that changes something."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Nothing is added here."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nothing is changed here."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nothing is removed here."""
        return False


@admin.register(Game)
class GameAdmin(ReadOnly):
    """Tables, newest first. Snapshot and deal are left out: an administrator may be playing."""

    list_display = ["id", "kind", "rules", "status", "turn", "people", "created_at"]
    list_filter = ["status"]
    search_fields = ["id", "members__person__name"]
    fields = ["id", "settings", "status", "seq", "turn", "created_at", "deadline_ms"]

    @admin.display(description="kind")
    def kind(self, game: Game) -> str:
        """Solo, computer, friend or open."""
        return game.table.kind

    @admin.display(description="rules")
    def rules(self, game: Game) -> str:
        """Name of the ruleset."""
        return game.table.rules

    @admin.display(description="members")
    def people(self, game: Game) -> str:
        """Who sits at the table."""
        return ", ".join(member.name for member in game.members.select_related("person"))


@admin.register(GameEvent)
class GameEventAdmin(ReadOnly):
    """Log entries without their hidden content."""

    list_display = ["game", "seq", "kind", "actor", "at_ms"]
    list_filter = ["kind"]
    search_fields = ["game__id"]
    fields = ["game", "seq", "kind", "actor", "at_ms"]


@admin.register(Member)
class MemberAdmin(ReadOnly):
    """Seats."""

    list_display = ["game", "code", "person", "engine", "left"]
    search_fields = ["game__id", "person__name"]


@admin.register(ChatMessage)
class ChatMessageAdmin(ReadOnly):
    """What was said, for a host who has to look into a complaint; a message can be removed."""

    list_display = ["game", "member", "text", "team", "at_ms"]
    search_fields = ["game__id", "text"]

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """A host may remove what somebody wrote."""
        return bool(request.user.is_active and request.user.has_perm("games.delete_chatmessage"))
