"""Registration of the app that hands out engine work."""

from django.apps import AppConfig


class WorkersConfig(AppConfig):
    """Leased jobs for the worker processes."""

    default_auto_field = "django.db.models.BigAutoField"
    name = "summy.web.workers"
    label = "workers"
