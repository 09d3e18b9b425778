"""System checks: settings under which games would go wrong refuse to start."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, register


@register()
def one_web_process_on_sqlite(**_kwargs: Any) -> list[CheckMessage]:
    """SQLite has no row locks and no hints between processes: one web process, or PostgreSQL and Redis."""
    processes: int = settings.WEB_PROCESSES
    errors: list[CheckMessage] = []
    if processes < 1:
        errors.append(Error("web_processes must be 1 or more.", id="games.E001"))
    if processes > 1 and settings.DATABASES["default"]["ENGINE"].endswith("sqlite3"):
        errors.append(
            Error(
                f"{processes} web processes can't share an SQLite database.",
                hint="Set database_url to a PostgreSQL database, or web_processes to 1.",
                id="games.E002",
            )
        )
    if processes > 1 and settings.CHANNEL_LAYERS["default"]["BACKEND"].endswith("InMemoryChannelLayer"):
        errors.append(
            Error(
                f"{processes} web processes can't pass hints to one another in memory.",
                hint="Set redis_url, or web_processes to 1.",
                id="games.E003",
            )
        )
    return errors
