"""What a request leaves behind for later: wake-ups for the workers, recalls, a key's last use.

Publishing a message costs as much as the whole ingest transaction, so a request only sets a flag here. A thread of
the process sends at most one message per task each 100 ms. Nothing that matters is only in memory: what is pending is
a row, and the sweep finds it; recalls and blocks of the last 100 ms may be lost when a process is killed.
"""

from __future__ import annotations

import atexit
import logging
import threading
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from celery import current_app
from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connections, transaction, utils

from memoryproj.refused import sqlite_code, why_refused

logger = logging.getLogger(__name__)

Piece = TypeVar("Piece")

INTERVAL = 0.1  # seconds between two flushes
# A worker's task ends between two pieces of work after so many seconds, and goes on with a new message: RabbitMQ gives
# one that is not acknowledged within 30 minutes to another worker, Redis after its visibility timeout.
TASK_SECONDS = 1200
COMPLAINT_INTERVAL = 60.0  # seconds between two log lines about a queue that is down, or a store that takes nothing

_lock = threading.Lock()
_something = threading.Event()
_thread: threading.Thread | None = None
_tasks: dict[str, tuple[Any, ...]] = {}  # {name: what its message tells}
_jobs: list[Callable[[], object]] = []
_gathered: dict[Callable[[Sequence[Any]], object], list[Any]] = {}
_keys: set[int] = set()
_complained: dict[str, float] = {}  # when, by message
PUBLISHED_AT = "published_at"  # the header of a message
_begun: dict[str, float] = {}  # when the last run of each task began in this process, by its name
MAX_JOBS = 10_000
# How many pieces one transaction writes: a block with its items takes some milliseconds, and no transaction may hold
# the writer for 250.
MOST_TOGETHER = 25


def wake(task: str, *told: Any) -> None:
    """Let a worker look for pending work of the kind that `task` (a Celery task's name) does; `told` are its arguments.

    Inside a transaction the wake-up waits for the commit, and a rollback drops it: a worker that came before the
    commit would find nothing, and the work would lie until the sweep.
    """
    # Not `django.db.connection`: that proxy looks the thread's connection up at each attribute.
    if connections[DEFAULT_DB_ALIAS].in_atomic_block:
        transaction.on_commit(partial(_note, task, *told))
    else:
        _note(task, *told)


def is_overtaken(task: Any) -> bool:
    """Whether a run of this Celery task began in this process after its present message was published: that run saw all
    that the message tells of. Else the present run counts as begun."""
    published_at = task.request.get(PUBLISHED_AT)
    if published_at is not None and published_at < _begun.get(task.name, 0.0):
        return True
    _begun[task.name] = time.time()
    return False


def _note(task: str, *told: Any) -> None:
    if task in _tasks and _thread is not None and _thread.is_alive():
        return  # the background thread has not published this wake-up yet, and will
    with _lock:
        _tasks[task] = told
    _start()


def later(job: Callable[[], object]) -> None:
    """Run `job` after the response is sent. It is dropped, with a log line, when thousands wait already."""
    with _lock:
        if len(_jobs) >= MAX_JOBS:
            logger.warning("background work is falling behind; one piece was dropped")
            return
        _jobs.append(job)
    _start()


def gather(write: Callable[[Sequence[Piece]], object], piece: Piece) -> None:
    """Let `write` have `piece` after the response is sent, together with what else waits for it, in one transaction of
    its own: with a commit for each, what follows every request would fall behind the requests.

    Where the store is busy, full or read-only the pieces wait for the next flush. Of several that fail otherwise each
    is tried alone. A piece is dropped, with a log line, when thousands wait already.
    """
    with _lock:
        waiting = _gathered.setdefault(write, [])
        if len(waiting) >= MAX_JOBS:
            logger.warning("background work is falling behind; one piece was dropped")
            return
        waiting.append(piece)
    _start()


def touch_key(pk: int) -> None:
    """Note that an API key was used."""
    with _lock:
        _keys.add(pk)
    _start()


def flush() -> None:
    """Do now all that waits. The background thread calls this; tests and commands call it too."""
    with _lock:
        tasks, jobs, gathered, keys = dict(_tasks), list(_jobs), dict(_gathered), set(_keys)
        _tasks.clear()
        _jobs.clear()
        _gathered.clear()
        _keys.clear()
    for write, pieces in gathered.items():
        _hand_over(write, pieces)
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
    for task, told in sorted(tasks.items()):
        _publish(task, *told)


def _hand_over(write: Callable[[Sequence[Any]], object], pieces: list[Any]) -> None:
    """Write the pieces, some at a time, as far as the store takes them; the rest waits for the next flush."""
    for start in range(0, len(pieces), MOST_TOGETHER):
        try:
            _write(write, pieces[start : start + MOST_TOGETHER])
        except utils.Error as error:
            _complain("background bookkeeping waits for the store: %s", error)
            with _lock:
                _gathered[write] = [*pieces[start:], *_gathered.get(write, [])][:MAX_JOBS]
            _start()
            return


def _write(write: Callable[[Sequence[Any]], object], pieces: list[Any]) -> None:
    """Raises what the store refused it with where it takes nothing now; what is wrong with one piece is logged."""
    try:
        write(pieces)
        return
    except Exception as error:
        if _takes_nothing(error):
            raise
        if len(pieces) == 1:
            logger.exception("background work failed")
            return
    for piece in pieces:
        _write(write, [piece])


def _takes_nothing(error: Exception) -> bool:
    """Whether the store is busy, full, read-only or gone. SQLite's driver calls a faulty statement operational, too,
    and PostgreSQL's a read-only store an internal error."""
    if not isinstance(error, utils.Error):
        return False
    return why_refused(error) is not None or isinstance(error, utils.OperationalError) and sqlite_code(error) is None


def _touch(keys: set[int]) -> None:
    from .models.namespaces import LAST_USED_RESOLUTION, ApiKey

    now = datetime.now(UTC)
    try:
        ApiKey.objects.filter(pk__in=keys).exclude(last_used_at__gt=now - LAST_USED_RESOLUTION).update(last_used_at=now)
    except utils.Error as error:
        logger.warning("a key's last use was not noted: %s", error)


def _publish(task: str, *told: Any) -> None:
    try:
        prepare_queue_folders()
        stamp = {PUBLISHED_AT: time.time()}
        current_app.send_task(task, args=told, headers=stamp, retry=False, ignore_result=True)
    except Exception as error:  # whatever the broker's client raises: the sweep will find the work
        _complain("the queue is down (%s); the sweep will pick the work up", error)


def _complain(message: str, error: Exception) -> None:
    """Log what is tried again at each flush; each message at most once in COMPLAINT_INTERVAL."""
    now = time.monotonic()
    if now - _complained.get(message, -COMPLAINT_INTERVAL) >= COMPLAINT_INTERVAL:
        _complained[message] = now
        logger.warning(message, error)


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
            connections[DEFAULT_DB_ALIAS].close_if_unusable_or_obsolete()  # a server that was started anew
            flush()
        except Exception:
            logger.exception("background flush failed")


@atexit.register
def _flush_at_exit() -> None:
    if _thread is not None and (_tasks or _jobs or _gathered or _keys):
        flush()
        connections[DEFAULT_DB_ALIAS].close()
