"""From SQLite to PostgreSQL and back: a store is carried over by processes of their own, one of which is killed."""

from __future__ import annotations

import json
import os
import re
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from memory.management.commands.transfer import reason
from memoryproj import throwaway
from tests.store import empty_databases

ROOT = Path(__file__).resolve().parent.parent.parent
FILL = """
import django; django.setup()
from django.core.management import call_command
call_command("migrate", verbosity=0)
from memory.services import namespaces
from memory.services.curating import correcting
from memory.services.memories import facts
from tests.store import AGENT, CURATOR, embed_all, know, say
for name in ("acme/ann", "acme/bob"):
    home = namespaces.ensure(name)
    for n in range(30):
        say(home, f"s{n}", *[f"@maya planted {n * 30 + m} tulips in garden {n}" for m in range(20)])
    long = say(home, "long", " ".join(f"In chapter {n} a cat chases mouse {n}." for n in range(60)))
    kept = [know(home, f"Ann has {n} cups of sort {n}", tags=["cups"], attributes={"n": n}) for n in range(9)]
    facts.retire(home, kept[0].uid, actor=CURATOR)
    correcting.correct(home, kept[1].uid, "Ann has a hundred cups", actor=CURATOR)
embed_all()
"""
MORE = """
import django; django.setup()
from memory.models import ALL, Memory
from memory.services import namespaces
from memory.services.curating import correcting
from memory.services.memories import facts
from memory.services.upkeep import erasures
from memory.services.upkeep.erasures import ErasedWhat
from tests.store import CURATOR, embed_all, say
home = namespaces.for_reading("acme/ann")
planted = Memory.objects.within(home).filter(session_id="s3").first()
assert planted.entity_links.exists()
erasures.erase(home, ErasedWhat.MEMORY, planted.uid, actor=CURATOR)
say(home, "later", "The zeppelin was said after the first transfer")
facts.retire(home, Memory.objects.within(home).facts().active().first().uid, actor=CURATOR)
embed_all()
"""


@pytest.fixture
def target(django_db_blocker):
    """The address of an empty database on the server."""
    with empty_databases(django_db_blocker, "transferred") as (url,):
        yield url


@pytest.fixture
def run(tmp_path):
    """Runs Python or a command of the product to its end: on the SQLite store, or on what its variables name."""
    environment = {**os.environ, **throwaway.environment(tmp_path), "PYTHONPATH": str(ROOT)}

    def start(*words: str, **given: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, *words], cwd=ROOT, env=environment | given, text=True, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )  # fmt: skip

    def done(*words: str, **given: str) -> str:
        process = start(*words, **given)
        said, _ = process.communicate(timeout=300)
        assert process.returncode == 0, said
        return said

    done.start = start
    return done


def rows(url: str) -> int:
    import psycopg

    with psycopg.connect(url) as there:
        if there.execute("SELECT to_regclass('memories')").fetchone()[0] is None:
            return 0
        return int(there.execute("SELECT count(*) FROM memories").fetchone()[0])


def counted(url: str) -> bool:
    """Whether the server has looked how many rows there are, as it was told to."""
    import psycopg

    with psycopg.connect(url) as there:
        told = there.execute("SELECT last_analyze FROM pg_stat_user_tables WHERE relname = 'memories'").fetchone()
        return bool(told and told[0])


def test_a_store_is_carried_over_by_as_many_starts_as_it_takes(target, run):
    run("-c", FILL)
    killed = run.start("-m", "django", "transfer", target)
    until = time.monotonic() + 200
    while rows(target) == 0 and killed.poll() is None and time.monotonic() < until:
        time.sleep(0.02)
    killed.kill()
    killed.communicate()

    said = run("-m", "django", "transfer", target)
    assert "The store is carried over" in said
    assert "100 searches" in said
    assert rows(target) == 2 * (600 + 1 + 10)
    assert counted(target), "the planner knows nothing of the new rows"

    run("-c", MORE)
    again = run("-m", "django", "transfer", target)
    assert "The store is carried over" in again
    assert rows(target) == 2 * (600 + 1 + 10) + 1 - 1
    # What was there is only compared.
    assert int(again.split("memories: ")[1].split(", ")[1].split()[0]) < 20


def test_the_rows_of_another_store_are_never_lost(target, run, tmp_path):
    run("-c", FILL)
    run("-m", "django", "transfer", target)
    before = rows(target)
    (tmp_path / "memory.db").unlink()
    run("-c", FILL.replace("acme/ann", "acme/eve"))
    refused = run.start("-m", "django", "transfer", target)
    said, _ = refused.communicate(timeout=300)
    assert refused.returncode
    assert "namespaces that this store has not" in said
    assert rows(target) == before


def in_file(folder: Path, sql: str) -> list[tuple[Any, ...]]:
    """What the SQLite store in a folder tells; nothing where there is none yet."""
    try:
        with closing(sqlite3.connect(f"file:{folder / 'memory.db'}?mode=ro", timeout=10, uri=True)) as store:
            return store.execute(sql).fetchall()
    except sqlite3.OperationalError:
        return []


def plain(row: tuple[Any, ...]) -> str:
    """A row as text, with its JSON read: a server keeps the keys of an object in an order of its own."""
    texts = [isinstance(value, str) and value[:1] in {"{", "["} for value in row]
    return repr([json.dumps(json.loads(v), sort_keys=True) if text else v for v, text in zip(row, texts, strict=True)])


def test_a_store_is_carried_back_into_a_file_by_as_many_starts_as_it_takes(target, run, tmp_path):
    """What was written on the server meanwhile, and what was erased there, is so in the file as well."""
    server, folder = {"DATABASE_URL": target}, tmp_path / "back"
    count = "SELECT count(*) FROM memories"
    run("-c", FILL, **server)
    killed = run.start("-m", "django", "transfer", str(folder), **server)
    until = time.monotonic() + 200
    while in_file(folder, count) in ([], [(0,)]) and killed.poll() is None and time.monotonic() < until:
        time.sleep(0.02)
    killed.kill()
    killed.communicate()
    begun = in_file(folder, count)[0][0]
    assert begun < 2 * (600 + 1 + 10), "it was killed too late"

    said = run("-m", "django", "transfer", str(folder), **server)
    assert f"set MEMORY_DATA_DIR={folder}" in said
    assert "100 searches" in said
    assert in_file(folder, count) == [(2 * (600 + 1 + 10),)]
    written = int(said.split("memories: ")[1].split(", ")[1].split()[0])
    assert written <= 2 * (600 + 1 + 10) - begun + 1, "what was there was written once more"

    run("-c", MORE, **server)
    again = run("-m", "django", "transfer", str(folder), **server)
    assert "The store is carried over" in again
    assert int(again.split("memories: ")[1].split(", ")[1].split()[0]) < 20
    believed = "SELECT stat FROM sqlite_stat1 WHERE idx = 'memories_newest'"
    assert in_file(folder, believed) == [("1000000 100000 1",)], "what the planner is to believe was measured over"

    there = {"MEMORY_DATA_DIR": str(folder)}
    assert "all is well" in run("-m", "django", "doctor", **there)
    # The file is a store to go on with: a new turn has a number of its own, and is found.
    run("-c", MORE.replace("s3", "s4").replace("zeppelin", "airship"), **there)
    newest = in_file(folder, "SELECT content FROM memories ORDER BY rowid DESC LIMIT 2")
    assert [content.split()[1] for (content,) in newest] == ["airship", "zeppelin"]


def test_there_and_back_again_every_row_is_as_it_was(target, run, tmp_path):
    run("-c", FILL)
    run("-m", "django", "transfer", target)
    run("-m", "django", "transfer", str(tmp_path / "back"), DATABASE_URL=target)
    tables = [name for (name,) in in_file(tmp_path, "SELECT name FROM sqlite_master WHERE type = 'table'")]
    own = re.compile("memories_(past_)?fts|vec_memories|sqlite_|django_migrations|memory_metadata")
    compared = [table for table in tables if not own.match(table)]
    assert len(compared) > 30
    for table in compared:
        ours, theirs = (
            sorted(map(plain, in_file(one, f'SELECT * FROM "{table}"'))) for one in (tmp_path, tmp_path / "back")
        )
        assert ours == theirs, table


def test_what_was_said_since_is_not_lost_to_a_transfer_in_the_wrong_direction(target, run, tmp_path):
    run("-c", FILL)
    run("-m", "django", "transfer", target)
    run("-c", MORE, DATABASE_URL=target)
    wrong = run.start("-m", "django", "transfer", target)
    said, _ = wrong.communicate(timeout=300)
    assert wrong.returncode
    assert "newer than all of this store" in said
    assert rows(target) == 2 * (600 + 1 + 10)
    run("-m", "django", "transfer", target, "--overwrite")
    assert rows(target) == 2 * (600 + 1 + 10)
    assert "zeppelin" not in run("-m", "django", "dumpdata", "memory.memory", DATABASE_URL=target)


def test_the_store_itself_is_no_target(run, tmp_path):
    run("-m", "django", "migrate", "--verbosity", "0")
    refused = run.start("-m", "django", "transfer", str(tmp_path))
    said, _ = refused.communicate(timeout=300)
    assert refused.returncode
    assert "That is the store itself." in said


LAST_ONES = """
import django; django.setup()
from memory.models import ALL, Event, Memory
from memory.services import namespaces
from memory.services.upkeep import erasures
from memory.services.upkeep.erasures import ErasedWhat
from tests.store import CURATOR, say
home = namespaces.for_reading("acme/bob")
(last,) = say(home, "s1", "A secret that is the newest of all")
erasures.erase(home, ErasedWhat.MEMORY, last.uid, actor=CURATOR)
Event.objects.across(ALL).filter(seq=Event.objects.across(ALL).order_by("-seq").first().seq).delete()
assert Memory.everything.filter(pk__gte=last.pk).count() == 0
print(last.pk)
"""
NEXT_ONE = """
import django; django.setup()
from memory.services import namespaces
from tests.store import say
print(say(namespaces.for_reading("acme/bob"), "s1", "The next turn")[0].pk)
"""


def test_a_number_that_was_given_before_is_never_given_again(run, tmp_path):
    """A session's watermark has passed the newest turn. Another one of its number would never be read."""
    run("-c", FILL)
    erased = int(run("-c", LAST_ONES).split()[-1])
    run("-m", "django", "transfer", str(tmp_path / "there"))
    given = "SELECT name, seq FROM sqlite_sequence WHERE name IN ('memories', 'events') ORDER BY name"
    assert in_file(tmp_path / "there", given) == in_file(tmp_path, given)
    assert int(run("-c", NEXT_ONE, MEMORY_DATA_DIR=str(tmp_path / "there")).split()[-1]) == erased + 1


def test_a_server_and_the_way_back_give_no_number_again(target, run, tmp_path):
    server = {"DATABASE_URL": target}
    run("-c", FILL)
    erased = int(run("-c", LAST_ONES).split()[-1])
    run("-m", "django", "transfer", target)
    assert int(run("-c", NEXT_ONE, **server).split()[-1]) == erased + 1
    assert int(run("-c", LAST_ONES, **server).split()[-1]) == erased + 2
    run("-m", "django", "transfer", str(tmp_path / "back"), **server)
    assert int(run("-c", NEXT_ONE, MEMORY_DATA_DIR=str(tmp_path / "back")).split()[-1]) == erased + 3


def test_a_store_that_counts_from_behind_its_rows_makes_no_server_do_so(target, run, tmp_path):
    """Replication carries no sequences: a server that was filled by it begins at 1."""
    run("-c", FILL)
    with closing(sqlite3.connect(tmp_path / "memory.db")) as store, store:
        store.execute("UPDATE sqlite_sequence SET seq = 5 WHERE name = 'memories'")
        (last,) = store.execute("SELECT max(rowid) FROM memories").fetchone()
    run("-m", "django", "transfer", target)
    assert int(run("-c", NEXT_ONE, DATABASE_URL=target).split()[-1]) == last + 1


BUSY = """
import django; django.setup()
import itertools, time
from memory.services import namespaces
from tests.store import say
home = namespaces.for_reading("acme/bob")
for n in itertools.count():
    say(home, "meanwhile", f"A barge was painted with colour {n}")
    time.sleep(0.02)
"""


def test_what_is_written_meanwhile_is_the_next_transfers_and_fails_none(run, tmp_path):
    """Each pass carries and proves one moment of the store, however much is said while it lasts."""
    run("-c", FILL)
    count, barges = (f"SELECT count(*) FROM memories WHERE content LIKE '{word}'" for word in ("%", "A barge%"))
    writer = run.start("-c", BUSY)
    try:
        until = time.monotonic() + 100
        while in_file(tmp_path, barges) == [(0,)] and writer.poll() is None and time.monotonic() < until:
            time.sleep(0.02)
        said = run("-m", "django", "transfer", str(tmp_path / "there"))
        over = writer.poll()
    finally:
        writer.kill()
        told, _ = writer.communicate()
    assert over is None, told
    assert "The store is carried over" in said
    assert in_file(tmp_path / "there", barges)[0] < in_file(tmp_path, barges)[0]
    run("-m", "django", "transfer", str(tmp_path / "there"))
    assert in_file(tmp_path / "there", count) == in_file(tmp_path, count)


def test_a_database_of_another_program_is_refused_before_anything_is_written_there(run, tmp_path):
    """Both programs may have Django's accounts: theirs are not this store's to take away."""
    run("-m", "django", "migrate", "--verbosity", "0")
    shop = tmp_path / "shop"
    shop.mkdir()
    with closing(sqlite3.connect(shop / "memory.db")) as store:
        store.executescript(
            "CREATE TABLE auth_user (id, name); CREATE TABLE orders (id); INSERT INTO auth_user VALUES (1, 'eve')"
        )
    refused = run.start("-m", "django", "transfer", str(shop))
    said, _ = refused.communicate(timeout=300)
    assert refused.returncode
    assert "tables of another program (orders): name an empty database" in said
    assert sorted(in_file(shop, "SELECT name FROM sqlite_master")) == [("auth_user",), ("orders",)]
    assert in_file(shop, "SELECT name FROM auth_user") == [("eve",)]


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (
            "SystemCheckError: System check identified some issues:\n\nERRORS:\n"
            "?: (memory.E003) The encoding is LATIN1.\n\tHINT: Create it anew.\n\nINFOS:\n?: (memory.I001) Psycopg.\n",
            "?: (memory.E003) The encoding is LATIN1. HINT: Create it anew.",
        ),
        (
            "Traceback (most recent call last):\n  File x\npsycopg.errors.UndefinedFile: no vector\n\n"
            "The above exception was the cause:\n\nTraceback (most recent call last):\n  File y\n"
            "django.db.utils.NotSupportedError: no vector\nHINT:  Install it.\n",
            "django.db.utils.NotSupportedError: no vector HINT: Install it.",
        ),
        ("Killed\n", "Killed"),
        ("", ""),
    ],
)  # fmt: skip
def test_why_a_command_failed_is_told_in_one_line(said, told):
    assert reason(said) == told


def test_a_target_that_cannot_be_reached_is_told_as_that(run, tmp_path):
    run("-m", "django", "migrate", "--verbosity", "0")
    (tmp_path / "there").mkdir()
    (tmp_path / "there" / "memory.db").write_text("no database at all")
    refused = run.start("-m", "django", "transfer", str(tmp_path / "there"))
    said, _ = refused.communicate(timeout=300)
    assert refused.returncode
    assert said.strip().splitlines()[-1] == "CommandError: The target cannot be reached: file is not a database"


@pytest.mark.parametrize("of", ["a later", "an earlier"])
def test_a_store_of_another_release_is_not_carried_over(run, tmp_path, of):
    """A later release has tables that this one does not know: they would stay behind, and nothing would tell."""
    run("-m", "django", "migrate", "--verbosity", "0")
    with closing(sqlite3.connect(tmp_path / "memory.db")) as store, store:
        if of == "a later":
            store.execute(
                "INSERT INTO django_migrations (app, name, applied) VALUES ('memory', '9999_of_tomorrow', '2026-01-01')"
            )
        else:
            store.execute(
                "DELETE FROM django_migrations WHERE app = 'memory' AND name = "
                "(SELECT max(name) FROM django_migrations WHERE app = 'memory')"
            )
    refused = run.start("-m", "django", "transfer", str(tmp_path / "there"))
    said, _ = refused.communicate(timeout=300)
    assert refused.returncode
    assert "Nothing was carried over. The store" in said
    assert f"is of {of} release" in said
    assert not (tmp_path / "there").exists()
