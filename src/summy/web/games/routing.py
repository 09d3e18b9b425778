"""Addresses of the sockets."""

from django.urls import path

from .consumers import TableConsumer

websocket_urlpatterns = [path("ws/g/<slug:game_id>/", TableConsumer.as_asgi())]
