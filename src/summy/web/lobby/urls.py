"""Addresses of the pages around the table."""

from django.urls import path
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page
from django.views.i18n import JavaScriptCatalog

from . import practice, views

# The sentences of the scripts: the browser asks each time whether its copy still holds, since the address is the same
# in every language.
sentences = conditional_page(cache_control(no_cache=True)(JavaScriptCatalog.as_view(packages=["summy.web.lobby"])))

app_name = "lobby"
urlpatterns = [
    path("", views.home, name="home"),
    path("new/", views.new, name="new"),
    path("tables/", views.tables, name="tables"),
    path("j/<str:invite>/", views.join, name="join"),
    path("rules/", views.all_rules, name="all_rules"),
    path("rules/<slug:ruleset>/", views.rules, name="rules"),
    path("games/", views.games, name="games"),
    path("games/<slug:ruleset>/", views.game, name="game"),
    path("bingo/", practice.bingo_page, name="bingo"),
    path("jsi18n/", sentences, name="jsi18n"),
    path("robots.txt", views.robots, name="robots"),
    path("favicon.ico", views.favicon, name="favicon"),
]
