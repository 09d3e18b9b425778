"""All addresses of the site."""

from __future__ import annotations

from django.contrib import admin
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import include, path
from django.views.decorators.cache import never_cache

from summy.web import limits
from summy.web.errors import too_often
from summy.web.games.models import Heartbeat


@never_cache
def healthz(_request: HttpRequest) -> JsonResponse:
    """Whether this process answers and reaches its database; for supervisors and load balancers."""
    beat = Heartbeat.objects.first()
    return JsonResponse({"status": "ok", "alive_at_ms": beat.alive_at_ms if beat else None})


def admin_login(request: HttpRequest) -> HttpResponse:
    """The sign-in page of the administration; passwords can't be tried without end."""
    if request.method == "POST" and not limits.allow(limits.SIGN_INS, "", request.META.get("REMOTE_ADDR", "")):
        return too_often(request)
    return admin.site.login(request)


urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("", include("summy.web.people.urls")),
    path("", include("summy.web.games.urls")),
    path("admin/login/", admin_login),
    path("admin/", admin.site.urls),
    path("", include("summy.web.lobby.urls")),
]

handler400 = "summy.web.errors.bad_request"
handler403 = "summy.web.errors.forbidden"
handler404 = "summy.web.errors.not_found"
handler500 = "summy.web.errors.broken"
