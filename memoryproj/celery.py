"""The Celery application. Tasks live in each app's `tasks` module; the queue only wakes, the tables are the truth."""

import os
import signal
from typing import Any

from celery import Celery
from celery.signals import worker_process_init

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memoryproj.settings")

app = Celery("memoryproj")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@worker_process_init.connect
def settle_in(**kwargs: Any) -> None:
    """Prepare a new pool process: it drops the SQLite connections of its parent, and ignores SIGTERM.

    SQLite's locks are lost when a connection is used after a fork. `up` sends SIGTERM to whole process groups; a pool
    process that ended by itself would leave its parent waiting for it, so that only the parent ends it.
    """
    from django.db import connections

    for connection in connections.all(initialized_only=True):
        connection.connection = None
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
