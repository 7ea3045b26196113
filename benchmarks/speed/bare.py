"""The yardstick over HTTP: Django and ninja under the same server, with the same key check and the raw inserts alone.

An application of its own behind the product's gate; `http.serve` starts it.
"""

from __future__ import annotations

import os
import threading

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "benchmarks.speed.bare_settings")

from django.core.wsgi import get_wsgi_application

django_application = get_wsgi_application()

from django.contrib import admin  # noqa: E402
from django.http import HttpRequest  # noqa: E402
from django.urls import path  # noqa: E402
from ninja import NinjaAPI  # noqa: E402

from benchmarks.speed.raw import Place, connect  # noqa: E402
from memory.api.auth import WRITE  # noqa: E402
from memory.api.requests import Messages  # noqa: E402
from memoryproj import settings  # noqa: E402
from memoryproj.gate import Gate  # noqa: E402
from memoryproj.sqlite import checkpoints  # noqa: E402
from memoryproj.sqlite.checkpoints import SAFETY_NET  # noqa: E402

api = NinjaAPI(urls_namespace="bare", docs_url=None, openapi_url=None)
_here = threading.local()


def _place() -> Place:
    if not hasattr(_here, "place"):
        store = settings.MEMORY_DATA_DIR / "memory.db"
        connection = connect(store, settings.MEMORY_SQLITE_SYNCHRONOUS, wal_autocheckpoint=SAFETY_NET)
        _here.place = Place(connection, "bench/http", "s1")
    place: Place = _here.place
    return place


@api.post("/sessions/{session_id}/messages", auth=WRITE, response={201: None})
def add_messages(request: HttpRequest, session_id: str, payload: Messages) -> tuple[int, None]:
    for message in payload.messages:
        _place().add(message.content)
    return 201, None


urlpatterns = [path("api/v1/", api.urls), path("admin/", admin.site.urls)]  # the middlewares look the desk up
checkpoints.start()
application = Gate(django_application)
