"""Registration of the app that runs the games."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Tables and their games."""

    default_auto_field = "django.db.models.BigAutoField"
    name = "summy.web.games"
    label = "games"

    def ready(self) -> None:
        """Register the system checks."""
        from . import checks  # noqa: F401 - importing registers them
