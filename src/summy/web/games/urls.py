"""Addresses of the tables."""

from django.urls import path

from . import views

app_name = "games"
urlpatterns = [
    path("g/<slug:game_id>/", views.table, name="table"),
    path("g/<slug:game_id>/record.sgr", views.record, name="record"),
    path("g/<slug:game_id>/deal/", views.deal, name="deal"),
    path("g/<slug:game_id>/begin/", views.begin, name="begin"),
    path("g/<slug:game_id>/leave/", views.leave, name="leave"),
    path("g/<slug:game_id>/device/", views.device, name="device"),
    path("j/<slug:invite>/qr.svg", views.join_code, name="join-code"),
    path("device/<str:token>/qr.svg", views.device_code, name="device-code"),
]
