"""Addresses that engine workers call."""

from django.urls import path

from . import views

app_name = "workers"
urlpatterns = [
    path("claim", views.claim, name="claim"),
    path("heartbeat", views.heartbeat, name="heartbeat"),
    path("submit", views.submit, name="submit"),
    path("fail", views.fail, name="fail"),
]
