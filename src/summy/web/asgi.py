"""The whole site as one ASGI application: pages, the socket of each table, and the endpoint of the workers."""

from __future__ import annotations

import os
import warnings
from typing import Any

from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import AllowedHostsOriginValidator
from channels.sessions import SessionMiddlewareStack
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "summy.web.settings")
# Static files are small and sent whole from a thread; that they are no asynchronous iterators does not matter.
warnings.filterwarnings("ignore", message="StreamingHttpResponse must consume synchronous iterators")

pages = get_asgi_application()

# Only now are the models there that the sockets import.
from summy.web.games.routing import websocket_urlpatterns  # noqa: E402
from summy.web.workers import endpoint  # noqa: E402


async def pages_and_workers(scope: Any, receive: Any, send: Any) -> None:
    """Calls of engine workers to their endpoint, everything else to the pages."""
    await (endpoint.application if scope["path"].startswith(endpoint.PREFIX) else pages)(scope, receive, send)


application = ProtocolTypeRouter(
    {
        "http": pages_and_workers,
        # A socket from another site's page would carry our cookie: only our own hosts are let in.
        "websocket": AllowedHostsOriginValidator(SessionMiddlewareStack(URLRouter(websocket_urlpatterns))),
    }
)
