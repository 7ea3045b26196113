"""Why a database refused a statement is read off its error's code: of real SQLite stores, of PostgreSQL by SQLSTATE."""

from contextlib import closing

import pytest
from django.db import DatabaseError, OperationalError

from memoryproj.refused import StatementRefused, sqlite_code, why_refused
from memoryproj.sqlite.driver import Database


@pytest.fixture
def store(tmp_path):
    path = tmp_path / "x.db"
    with closing(Database.connect(path, isolation_level=None)) as connection:
        connection.execute("CREATE TABLE t (a UNIQUE)")
    return path


def refusal(path, statement="INSERT INTO t VALUES (1)", **options):
    """What SQLite raises, and the same as Django wraps it."""
    with closing(Database.connect(path, isolation_level=None, timeout=0, **options)) as connection:
        with pytest.raises(Database.DatabaseError) as refused:
            connection.execute(statement)
        wrapped = OperationalError("in other words")
        wrapped.__cause__ = refused.value
        return refused.value, wrapped


def test_a_store_that_another_connection_writes_is_busy(store):
    with closing(Database.connect(store, isolation_level=None)) as writer:
        writer.execute("BEGIN EXCLUSIVE")
        found = refusal(store)
    assert [why_refused(error) for error in found] == [StatementRefused.BUSY] * 2


def test_a_store_that_may_only_be_read_is_unwritable(store):
    found = refusal(f"file:{store}?mode=ro", uri=True)
    assert [why_refused(error) for error in found] == [StatementRefused.UNWRITABLE] * 2


def test_a_file_that_is_no_store_is_unwritable(tmp_path):
    broken = tmp_path / "broken.db"
    broken.write_bytes(b"no database at all " * 100)
    assert why_refused(refusal(broken)[1]) == StatementRefused.UNWRITABLE


def test_a_statement_that_is_wrong_says_nothing_of_the_store(store):
    assert why_refused(refusal(store, "SELECT locked FROM t")[1]) is None
    error, _ = refusal(store, "INSERT INTO t VALUES (1), (1)")
    assert (why_refused(error), sqlite_code(error)) == (None, 19)


def test_the_words_of_an_error_decide_nothing():
    assert why_refused(OperationalError("database is locked")) is None
    assert why_refused(OperationalError("attempt to write a readonly database")) is None


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        ("55P03", StatementRefused.BUSY), ("40P01", StatementRefused.BUSY), ("40001", StatementRefused.BUSY),
        ("53300", StatementRefused.BUSY), ("57P01", StatementRefused.AWAY), ("57P03", StatementRefused.AWAY),
        ("08006", StatementRefused.AWAY), ("25006", StatementRefused.UNWRITABLE),
        ("53100", StatementRefused.UNWRITABLE), ("23505", None), ("42P01", None), (None, None),
    ],
)  # fmt: skip
def test_postgresqls_errors_are_told_by_their_state(state, expected):
    wrapped = DatabaseError("in other words")
    wrapped.__cause__ = Exception("the driver's, which names the state")
    wrapped.__cause__.sqlstate = state
    assert why_refused(wrapped) == expected


def test_a_server_that_is_not_reached_is_away_and_an_error_of_its_own_is_not(tmp_path):
    """The driver's errors about a connection have no code: a server that is stopped is known by that."""
    psycopg = pytest.importorskip("psycopg")
    with pytest.raises(psycopg.OperationalError) as lost:
        psycopg.connect(f"host={tmp_path} dbname=nothing connect_timeout=1")
    wrapped = OperationalError("in other words")
    wrapped.__cause__ = lost.value
    assert [why_refused(error) for error in (lost.value, wrapped)] == [StatementRefused.AWAY] * 2
    assert why_refused(psycopg.errors.UndefinedTable("no such table")) is None
    assert why_refused(psycopg.errors.DatatypeMismatch("no number")) is None
