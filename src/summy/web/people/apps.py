"""Registration of the app that knows who plays."""

from django.apps import AppConfig


class PeopleConfig(AppConfig):
    """Guests, their names and devices. Stands below the games and the lobby."""

    default_auto_field = "django.db.models.BigAutoField"
    name = "summy.web.people"
    label = "people"
