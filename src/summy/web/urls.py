"""All addresses of the site."""

from __future__ import annotations

from django.contrib import admin
from django.http import HttpRequest, JsonResponse
from django.urls import include, path
from django.views.decorators.cache import never_cache

from summy.web.games.models import Heartbeat


@never_cache
def healthz(_request: HttpRequest) -> JsonResponse:
    """Whether this process answers and reaches its database; for supervisors and load balancers."""
    beat = Heartbeat.objects.first()
    return JsonResponse({"status": "ok", "alive_at_ms": beat.alive_at_ms if beat else None})


urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("", include("summy.web.people.urls")),
    path("", include("summy.web.games.urls")),
    path("admin/", admin.site.urls),
    path("", include("summy.web.lobby.urls")),
]

handler400 = "summy.web.errors.bad_request"
handler403 = "summy.web.errors.forbidden"
handler404 = "summy.web.errors.not_found"
handler500 = "summy.web.errors.broken"
