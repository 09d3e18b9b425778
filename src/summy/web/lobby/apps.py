"""Registration of the lobby."""

from django.apps import AppConfig


class LobbyConfig(AppConfig):
    """Pages around the table. No models: it asks the games app and the ruleset files."""

    name = "summy.web.lobby"
    label = "lobby"
