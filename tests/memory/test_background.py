"""What a request leaves for later: done at the flush, never lost silently, never in the request's way."""

import threading
import time

import pytest
from celery import current_app
from django.db import InternalError, OperationalError, connection, transaction
from django.utils import timezone

from memory import background
from memory.models import ApiKey
from tests.conftest import Api
from tests.store import committed, read_only

__all__ = ["committed"]


@pytest.fixture
def sent(monkeypatch):
    names = []
    monkeypatch.setattr(current_app._get_current_object(), "send_task", lambda name, **kwargs: names.append(name))
    return names


def test_many_wake_ups_are_one_message(sent):
    for _ in range(50):
        background.wake("a.task")
    background.wake("b.task")
    assert sent == []
    background.flush()
    background.flush()
    assert sent == ["a.task", "b.task"]


def test_a_message_tells_what_its_wake_up_told(committed, monkeypatch):
    sent = []
    broker = current_app._get_current_object()
    monkeypatch.setattr(broker, "send_task", lambda name, args, **kwargs: sent.append((name, args)))
    with transaction.atomic():
        background.wake("a.task", 1.5)
    background.wake("b.task")
    background.flush()
    assert sent == [("a.task", (1.5,)), ("b.task", ())]


def test_a_wake_up_inside_a_transaction_waits_for_its_commit(committed, sent):
    with transaction.atomic():
        background.wake("a.task")
        background.flush()
        assert sent == []
    background.flush()
    assert sent == ["a.task"]


def test_a_transaction_that_is_rolled_back_wakes_nobody(committed, sent):
    with transaction.atomic():
        background.wake("a.task")
        transaction.set_rollback(True)
    background.flush()
    assert sent == []


@pytest.mark.parametrize(
    "work, task",
    [
        (lambda api: api.remember("Maya likes tea."), "memory.tasks.embed_pending"),
        (lambda api: api.post("/maintenance/decay"), "maintenance.tasks.run_upkeep"),
        (lambda api: api.post("/sessions/s1/consolidate"), "maintenance.tasks.consolidate_pending"),
        (lambda api: api.say("s2", "hello"), "memory.tasks.embed_pending"),
    ],
    ids=["a fact", "maintenance", "a session", "a turn"],
)
def test_a_request_that_may_come_twice_wakes_after_its_commit(committed, make_key, monkeypatch, sent, work, task):
    api = Api(make_key())
    api.say("s1", "hello")
    background.flush()
    sent.clear()
    seen = []
    monkeypatch.setattr(background, "_note", lambda name: seen.append((name, connection.in_atomic_block)))
    api.headers["Idempotency-Key"] = "k1"
    work(api)
    assert (task, False) in seen
    assert not any(inside for _, inside in seen)


def test_a_queue_that_is_down_is_named_once_a_minute(monkeypatch, caplog):
    def refuse(name, **kwargs):
        raise ConnectionError("no broker")

    monkeypatch.setattr(current_app._get_current_object(), "send_task", refuse)
    for _ in range(3):
        background.wake("a.task")
        background.flush()
    assert caplog.text.count("the queue is down") == 1


@pytest.mark.parametrize("error", [OperationalError("database is locked"), ValueError("a bug")])
def test_one_job_that_fails_takes_no_other_with_it(sent, caplog, error):
    done = []

    def fail():
        raise error

    background.later(fail)
    background.later(lambda: done.append(1))
    background.wake("a.task")
    background.flush()
    assert (done, sent) == ([1], ["a.task"])
    assert str(error) in caplog.text


def test_what_is_gathered_is_written_together_some_at_a_time(monkeypatch):
    monkeypatch.setattr(background, "MOST_TOGETHER", 3)
    written = []
    for number in range(7):
        background.gather(written.append, number)
    background.flush()
    background.flush()
    assert written == [[0, 1, 2], [3, 4, 5], [6]]


def refused_by_a_server() -> InternalError:
    """What Django raises where a PostgreSQL server takes no writes."""
    error = InternalError("cannot execute INSERT in a read-only transaction")
    error.__cause__ = Exception()
    error.__cause__.sqlstate = "25006"  # type: ignore[attr-defined]
    return error


@pytest.mark.parametrize(
    "error",
    [OperationalError("database is locked"), OperationalError("the server is gone"), refused_by_a_server()],
    ids=["busy", "gone", "read-only server"],
)
def test_what_is_gathered_waits_for_a_store_that_takes_nothing(monkeypatch, caplog, error):
    monkeypatch.setattr(background, "MOST_TOGETHER", 2)
    written, tries = [], []

    def write(pieces):
        tries.append(pieces)
        if len(tries) in {2, 3}:
            raise error
        written.extend(pieces)

    for number in range(5):
        background.gather(write, number)
    background.flush()
    background.gather(write, 5)
    background.flush()
    background.flush()
    assert written == [0, 1, 2, 3, 4, 5]
    assert tries == [[0, 1], [2, 3], [2, 3], [2, 3], [4, 5]]
    assert caplog.text.count(str(error)) == 1


@pytest.mark.parametrize("cause", [None, refused_by_a_server()], ids=["a bug", "what a service made of a refusal"])
def test_one_piece_that_cannot_be_written_takes_no_other_with_it(caplog, cause):
    written = []

    def write(pieces):
        if 1 in pieces:
            raise ValueError("a bug") from cause.__cause__ if cause else None
        written.extend(pieces)

    for number in range(3):
        background.gather(write, number)
    background.flush()
    background.flush()
    assert written == [0, 2]
    assert caplog.text.count("background work failed") == 1


def test_a_faulty_statement_is_not_tried_for_ever(db, caplog):
    def write(pieces):
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SELECT * FROM no_such_table")

    background.gather(write, 1)
    with transaction.atomic():
        background.flush()
    assert "background work failed" in caplog.text
    assert not background._gathered


def test_when_it_falls_behind_it_drops_loudly(monkeypatch, caplog):
    monkeypatch.setattr(background, "MAX_JOBS", 2)
    for _ in range(3):
        background.later(lambda: None)
    assert len(background._jobs) == 2
    assert caplog.text.count("falling behind") == 1
    for number in range(3):
        background.gather(len, number)
    assert background._gathered[len] == [0, 1]
    assert caplog.text.count("falling behind") == 2


def test_a_keys_use_is_noted_once_a_minute(db):
    key, _ = ApiKey.objects.issue("k", pattern="acme/*", scopes=["read"])
    background.touch_key(key.pk)
    background.flush()
    key.refresh_from_db()
    first = key.last_used_at
    assert (timezone.now() - first).total_seconds() < 5
    background.touch_key(key.pk)
    background.flush()
    key.refresh_from_db()
    assert key.last_used_at == first


def test_a_read_only_store_loses_that_note_loudly(db, caplog):
    key, _ = ApiKey.objects.issue("k", pattern="acme/*", scopes=["read"])
    background.touch_key(key.pk)
    with read_only():
        background.flush()
    assert "last use was not noted" in caplog.text


def test_the_thread_flushes_by_itself(settings, sent, monkeypatch):
    settings.MEMORY_BACKGROUND_THREAD = True
    monkeypatch.setattr(background, "INTERVAL", 0.001)
    monkeypatch.setattr(background, "_thread", None)
    done = threading.Event()
    background.later(done.set)
    background.wake("a.task")
    assert done.wait(60)
    deadline = time.monotonic() + 60
    while "a.task" not in sent and time.monotonic() < deadline:
        threading.Event().wait(0.005)
    assert sent == ["a.task"]
