"""Addresses about the person: language, colours, name, another device."""

from django.urls import path

from . import views

app_name = "people"
urlpatterns = [
    path("language/", views.language, name="language"),
    path("theme/", views.theme, name="theme"),
    path("name/", views.name, name="name"),
    path("device/<str:token>/", views.device, name="device"),
]
