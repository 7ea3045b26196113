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
    """A pool process starts: no SQLite connection is carried over the fork, and it leaves stopping to its parent.

    `manage.py up` signals whole process groups; a pool process that died of it would leave its parent waiting.
    """
    from django.db import connections

    for connection in connections.all(initialized_only=True):
        connection.connection = None
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
