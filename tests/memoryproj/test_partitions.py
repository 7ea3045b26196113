"""`rememberd partition`: the memories of a PostgreSQL database divided by their namespaces, by processes of their own.

The whole suite runs on a divided database by `MEMORY_TEST_PARTITIONS=4 make test-postgres`.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from memory.search.backends.postgres.care import _naming_memories
from memoryproj import lock, throwaway
from memoryproj.postgresql import wall
from tests.store import empty_databases, needs_a_server

ROOT = Path(__file__).resolve().parent.parent.parent
NAMES = [f"acme/n{number}" for number in range(8)]
FILL = f"""
import django; django.setup()
from django.core.management import call_command
call_command("migrate", verbosity=0)
from memory.services import namespaces
from memory.services.curating import correcting
from memory.services.handing import context
from memory.services.memories import facts
from tests.store import CURATOR, embed_all, know, say
for name in {NAMES}:
    home = namespaces.ensure(name)
    say(home, "s1", *[f"@maya planted {{n}} tulips in garden {{n % 5}} of {{name}}" for n in range(12)])
    say(home, "long", " ".join(f"In chapter {{n}} a cat chases mouse {{n}}." for n in range(60)))
    kept = [know(home, f"Ann has {{n}} cups of sort {{n}}", tags=["cups"]) for n in range(6)]
    facts.retire(home, kept[0].uid, actor=CURATOR)
    correcting.correct(home, kept[1].uid, "Ann has a hundred cups", actor=CURATOR)
embed_all()
"""
ASK = f"""
import django, json; django.setup()
from memory.models import ALL, Memory, MemoryEntity, Supersession
from memory.search import Filters, hybrid_search
from memory.services import namespaces
from memory.services.upkeep import doctor
found = {{}}
for name in {NAMES}:
    home = namespaces.for_reading(name)
    for words in ("cups of sort 3", "tulips in garden 2", "mouse 40", "zeppelin"):
        found[f"{{name}} {{words}}"] = [hit.memory.uid for hit in hybrid_search(home, words, limit=10).hits]
    found[f"{{name}} tagged"] = [
        hit.memory.uid for hit in hybrid_search(home, "cups", filters=Filters(tags=("cups",)), limit=10).hits
    ]
print(json.dumps([
    found, Memory.objects.across(ALL).count(), MemoryEntity.objects.count(), Supersession.objects.count(),
    [str(flaw) for flaw in doctor.examine()],
]))
"""
WORK = """
import django; django.setup()
from memory.embedding import model_name
from memory.models import Memory
from memory.services import embeddings, namespaces
from memory.services.curating import correcting
from memory.services.memories import facts
from memory.services.upkeep import erasures
from memory.services.upkeep.erasures import ErasedWhat
from tests.store import CURATOR, embed_all, know, say
home = namespaces.for_reading("acme/n0")
say(home, "later", "The zeppelin was said after the store was divided", *[f"line {n}" for n in range(120)])
fact = know(home, "Ann flies a zeppelin")
correcting.correct(home, fact.uid, "Ann flies two zeppelins", actor=CURATOR)
erasures.erase(home, ErasedWhat.SESSION, "long", actor=CURATOR)
erasures.erase(namespaces.for_reading("acme/n1"), ErasedWhat.NAMESPACE, "acme/n1", actor=CURATOR)
embed_all()
embeddings.reembed()
"""


# The parts of `memories` and of the vectors that each statement of a search and of a context goes through.
TOUCHED = """
import django, json, re; django.setup()
from django.db import connection
from memory.services import namespaces
from memory.services.handing import context
home, seen = namespaces.for_reading("acme/n3"), {}
def note(execute, sql, params, many, given):
    if sql.lstrip().startswith(("SELECT", "WITH")) and "memories" in sql:
        with connection.connection.cursor() as cursor:
            plan = " ".join(row[0] for row in cursor.execute("EXPLAIN " + sql, params).fetchall())
        parts = seen.setdefault(" ".join(sql.split())[:200], set())
        parts |= set(re.findall("memories_(part[0-9]+)", plan))
    return execute(sql, params, many, given)
with connection.execute_wrapper(note):
    asked = "Which cups does Ann have, and what did maya plant in garden 2?"
    context.build(home, asked, session_id="now", record=False)
print(json.dumps({sql: sorted(parts) for sql, parts in seen.items()}))
"""


@pytest.fixture
def store(django_db_blocker: Any, tmp_path: Path) -> Any:
    """Runs Python, or a command of the product, to its end on an empty database of the server."""
    with empty_databases(django_db_blocker, "divided") as (url,):
        yield _runner(url, tmp_path)


def _runner(url: str, folder: Path) -> Any:
    def run(*words: str, on: str = url) -> str:
        environment = {**os.environ, **throwaway.environment(folder, on), "PYTHONPATH": str(ROOT)}
        done = subprocess.run(
            [sys.executable, *words],
            cwd=ROOT,
            env=environment,
            text=True,
            capture_output=True,
            timeout=300,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    run.url = url  # type: ignore[attr-defined]
    return run


def connected(url: str) -> Any:
    import psycopg

    return psycopg.connect(url)


def test_a_divided_store_answers_as_before_and_goes_on(store):
    store("-c", FILL)
    before = json.loads(store("-c", ASK))
    assert before[-1] == []

    said = store("-m", "django", "partition", "4")
    assert f"memories: {before[1]:,} rows in 4 parts" in said
    assert json.loads(store("-c", ASK)) == before
    with connected(store.url) as there:
        held = [
            there.execute(f"SELECT count(DISTINCT namespace_id) FROM memories_part{part}").fetchone()[0]
            for part in range(4)
        ]
        plans = [
            " ".join(
                row[0] for row in there.execute(f"EXPLAIN SELECT 1 FROM {table} WHERE namespace_id = 3 AND {asked}")
            )
            for table, asked in (("memories", "session_id = 's1'"), ("vec_memories", "kind = 'fact'"))
        ]
    assert sum(held) == len(NAMES), "a namespace lies in one part"
    assert sum(bool(number) for number in held) > 1
    assert [len({f"part{n}" for n in range(4) if f"part{n}" in plan}) for plan in plans] == [1, 1], plans

    store("-m", "django", "partition", "7")
    assert json.loads(store("-c", ASK)) == before
    store("-c", WORK)
    after = json.loads(store("-c", ASK))
    assert after[-1] == []
    assert after[0]["acme/n0 zeppelin"]
    assert not after[0]["acme/n1 tulips in garden 2"]
    assert {key: hits for key, hits in after[0].items() if not key.startswith(("acme/n0", "acme/n1"))} == {
        key: hits for key, hits in before[0].items() if not key.startswith(("acme/n0", "acme/n1"))
    }
    with connected(store.url) as there:
        table = there.execute("SELECT value FROM memory_metadata WHERE key = 'vector_table'").fetchone()[0]
        inherits = "SELECT count(*) FROM pg_inherits WHERE inhparent = %s::regclass"
        assert there.execute(inherits, [table]).fetchone() == (7,), "a new table of vectors is divided, too"


def test_a_context_reads_one_part_alone(store):
    store("-c", FILL)
    store("-m", "django", "partition", "6")
    touched = json.loads(store("-c", TOUCHED))
    assert len(touched) >= 8, touched
    assert {statement: parts for statement, parts in touched.items() if len(parts) > 1} == {}


def test_what_names_a_memory_is_held_to_it_as_by_a_foreign_key(store):
    import psycopg

    store("-c", FILL)
    store("-m", "django", "partition", "3")
    with connected(store.url) as there:
        linked, entity = there.execute("SELECT memory_id, entity_id FROM memory_entities").fetchone()
        there.commit()
        with (
            pytest.raises(psycopg.errors.ForeignKeyViolation, match=r"memory_entities.memory_id names no memory: 9999"),
            there.transaction(),
        ):
            there.execute("INSERT INTO memory_entities (memory_id, entity_id) VALUES (999999, %s)", [entity])
        with (
            pytest.raises(psycopg.errors.ForeignKeyViolation, match=f"memory {linked} is still named"),
            there.transaction(),
        ):
            there.execute("DELETE FROM memories WHERE rowid = %s", [linked])
        with there.transaction():  # what is put right before the end is right
            there.execute("UPDATE memory_entities SET memory_id = 999999 WHERE memory_id = %s", [linked])
            there.execute("DELETE FROM memory_entities WHERE memory_id = 999999")
        keys = "SELECT count(*) FROM pg_constraint WHERE confrelid = 'memories'::regclass AND contype = 'f'"
        assert there.execute(keys).fetchone() == (0,)
        held = (
            "SELECT tgrelid::regclass::text || '.' || attname FROM pg_trigger JOIN pg_attribute ON attrelid = tgrelid "
        )
        held += "AND attnum = tgattr[0] WHERE tgname = 'memory_is_there_' || attname"
        assert {row[0] for row in there.execute(held)} == {
            f"{table}.{column}" for table, column, *_ in _naming_memories()
        }
        # Dropped, they hold nothing, and `doctor` finds what came of it.
        there.execute("DROP TRIGGER memory_is_there_memory_id ON memory_entities")
        there.execute("INSERT INTO memory_entities (memory_id, entity_id) VALUES (999999, %s)", [entity])
    assert "1 × memory_entities" in refused(store, "-m", "django", "doctor")


def test_a_later_table_that_names_memories_is_held_to_them_too(store, monkeypatch):
    monkeypatch.setenv("MEMORY_DATABASE_WALL", "")  # it is laid around the tables of today
    store("-m", "django", "migrate", "--verbosity", "0", "memory", "0082")
    store("-m", "django", "partition", "3")
    store("-m", "django", "migrate", "--verbosity", "0")
    with connected(store.url) as there:
        held = "SELECT tgname FROM pg_trigger WHERE tgrelid = 'shown_memories'::regclass AND NOT tgisinternal"
        assert {row[0] for row in there.execute(held)} == {
            "memory_is_there_reflection_id", "memory_is_there_shown_id",
        }  # fmt: skip


def test_the_wall_stands_around_a_divided_store(store):
    role = os.environ.get("MEMORY_DATABASE_WALL")
    if not role:
        pytest.skip("the tests on a server run with row-level security")
    store("-c", FILL)
    store("-m", "django", "partition", "3")
    with connected(store.url) as there:
        mine = there.execute("SELECT id FROM namespaces WHERE name = 'acme/n2'").fetchone()[0]
        there.execute(f"SET LOCAL ROLE {role}")
        there.execute(f"SET LOCAL {wall.SETTING} = 'acme/n2'")
        for table in ("memories", "vec_memories"):
            assert there.execute(f"SELECT DISTINCT namespace_id FROM {table}").fetchall() == [(mine,)]
        refused = "SELECT has_table_privilege(%s, %s, 'SELECT')"
        assert there.execute(refused, [role, "memories_part0"]).fetchone() == (False,)


def test_a_store_is_carried_over_into_a_divided_one(store):
    store("-c", FILL, on="")
    before = json.loads(store("-c", ASK, on=""))
    store("-m", "django", "migrate", "--verbosity", "0")
    store("-m", "django", "partition", "4")
    assert "The store is carried over" in store("-m", "django", "transfer", store.url, on="")
    assert json.loads(store("-c", ASK))[1:] == before[1:]


def refused(store: Any, *words: str) -> str:
    with pytest.raises(AssertionError) as told:
        store(*words)
    return str(told.value)


def test_what_the_server_has_no_room_for_is_refused(store):
    store("-m", "django", "migrate", "--verbosity", "0")
    said = refused(store, "-m", "django", "partition", "100")
    assert "set max_locks_per_transaction to" in said
    assert "or name at most 1" in said
    with connected(store.url) as there:
        there.execute("CREATE UNIQUE INDEX mine ON memories (content)")
    assert "the index mine is unique, and namespace_id is not in it" in refused(store, "-m", "django", "partition", "4")
    with connected(store.url) as there:
        assert there.execute("SELECT count(*) FROM pg_inherits").fetchone() == (0,)
        there.execute("DROP INDEX mine")
    store("-m", "django", "partition", "4")


@pytest.mark.sqlite_alone("it is refused there")
def test_sqlite_has_nothing_to_divide(db):
    with pytest.raises(CommandError, match="the store is SQLite's"):
        call_command("partition", "4")


@pytest.mark.parametrize("number", ["0", "1", "129", "-3"])
def test_the_number_of_parts_has_bounds(db, number):
    needs_a_server()
    with pytest.raises(CommandError, match="name 2 to 128 parts"):
        call_command("partition", "--", number)


def test_a_service_that_runs_is_stopped_first(db, settings, tmp_path):
    needs_a_server()
    settings.MEMORY_DATA_DIR = tmp_path
    with lock.hold(tmp_path, "up"), pytest.raises(CommandError, match=r"Stop the service first.*in use: up"):
        call_command("partition", "4")


@pytest.mark.parametrize("words", [("partition", "4"), ("restore",)])
def test_a_host_on_which_no_service_ever_ran_needs_no_folder_first(store, tmp_path, words):
    store("-m", "django", "migrate", "--verbosity", "0")
    elsewhere = _runner(store.url, tmp_path / "not" / "yet")
    elsewhere("-m", "django", *words)
    (tmp_path / "file").touch()
    assert "cannot be made (Not a directory)" in refused(
        _runner(store.url, tmp_path / "file" / "in"), "-m", "django", *words
    )
