"""What a request leaves behind for later: wake-ups for the workers, recalls, a key's last use.

Publishing a message costs as much as the whole ingest transaction, so a request only sets a flag here. A thread of
the process sends at most one message per task each 100 ms. Nothing that matters is only in memory: what is pending is
a row, and the sweep finds it; recalls of the last 100 ms may be lost when a process is killed.
"""

from __future__ import annotations

import atexit
import logging
import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from celery import current_app
from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connections, transaction, utils

logger = logging.getLogger(__name__)

INTERVAL = 0.1  # seconds between two flushes
# A worker's task ends between two pieces of work after so many seconds, and goes on with a new message: RabbitMQ gives
# one that is not acknowledged within 30 minutes to another worker, Redis after its visibility timeout.
TASK_SECONDS = 1200
COMPLAINT_INTERVAL = 60.0  # seconds between two log lines about a queue that is down

_lock = threading.Lock()
_something = threading.Event()
_thread: threading.Thread | None = None
_tasks: set[str] = set()
_jobs: list[Callable[[], object]] = []
_keys: set[int] = set()
_last_complaint = 0.0
MAX_JOBS = 10_000


def wake(task: str) -> None:
    """Let a worker look for pending work of the kind that `task` (a Celery task's name) does.

    Inside a transaction the wake-up waits for the commit, and a rollback drops it: a worker that came before the
    commit would find nothing, and the work would lie until the sweep.
    """
    # Not `django.db.connection`: that proxy looks the thread's connection up at each attribute.
    if connections[DEFAULT_DB_ALIAS].in_atomic_block:
        transaction.on_commit(partial(_note, task))
    else:
        _note(task)


def _note(task: str) -> None:
    if task in _tasks and _thread is not None and _thread.is_alive():
        return  # the background thread has not published this wake-up yet, and will
    with _lock:
        _tasks.add(task)
    _start()


def later(job: Callable[[], object]) -> None:
    """Run `job` after the response is sent. It is dropped, with a log line, when thousands wait already."""
    with _lock:
        if len(_jobs) >= MAX_JOBS:
            logger.warning("background work is falling behind; one piece was dropped")
            return
        _jobs.append(job)
    _start()


def touch_key(pk: int) -> None:
    """Note that an API key was used."""
    with _lock:
        _keys.add(pk)
    _start()


def flush() -> None:
    """Do now all that waits. The background thread calls this; tests and commands call it too."""
    with _lock:
        tasks, jobs, keys = set(_tasks), list(_jobs), set(_keys)
        _tasks.clear()
        _jobs.clear()
        _keys.clear()
    for job in jobs:
        try:
            job()
        except utils.Error as error:
            # A read-only or busy store still answers requests. Its bookkeeping is lost, and the log says so.
            logger.warning("background bookkeeping failed: %s", error)
        except Exception:
            # One piece of work that fails must not stop the others, nor the wake-ups.
            logger.exception("background work failed")
    if keys:
        _touch(keys)
    for task in sorted(tasks):
        _publish(task)


def _touch(keys: set[int]) -> None:
    from .models.namespaces import LAST_USED_RESOLUTION, ApiKey

    now = datetime.now(UTC)
    try:
        ApiKey.objects.filter(pk__in=keys).exclude(last_used_at__gt=now - LAST_USED_RESOLUTION).update(last_used_at=now)
    except utils.Error as error:
        logger.warning("a key's last use was not noted: %s", error)


def _publish(task: str) -> None:
    global _last_complaint
    try:
        prepare_queue_folders()
        current_app.send_task(task, retry=False, ignore_result=True)
    except Exception as error:  # whatever the broker's client raises: the sweep will find the work
        now = time.monotonic()
        if now - _last_complaint > COMPLAINT_INTERVAL or not _last_complaint:
            _last_complaint = now
            logger.warning("the queue is down (%s); the sweep will pick the work up", error)


def prepare_queue_folders() -> None:
    """Make the folders of the filesystem broker; kombu expects to find them. Raises OSError on a read-only disk."""
    options = getattr(settings, "CELERY_BROKER_TRANSPORT_OPTIONS", {})
    for name in ("data_folder_in", "data_folder_out", "processed_folder", "control_folder"):
        if folder := options.get(name):
            Path(folder).mkdir(parents=True, exist_ok=True)


def _start() -> None:
    global _thread
    if not settings.MEMORY_BACKGROUND_THREAD:
        return
    _something.set()
    if _thread is None or not _thread.is_alive():
        with _lock:
            if _thread is None or not _thread.is_alive():
                _thread = threading.Thread(target=_run, name="memory-background", daemon=True)
                _thread.start()


def _run() -> None:
    while True:
        _something.wait()
        time.sleep(INTERVAL)
        _something.clear()
        try:
            flush()
        except Exception:
            logger.exception("background flush failed")


@atexit.register
def _flush_at_exit() -> None:
    if _thread is not None and (_tasks or _jobs or _keys):
        flush()
        connections[DEFAULT_DB_ALIAS].close()
