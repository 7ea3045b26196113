"""The bare statements of `make bench` fit the schema of today, and write what the product writes."""

from __future__ import annotations

import os
import secrets
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from benchmarks.speed import data, desk, migrating, raw, upkeep
from memory.models import Namespace, Origin
from memory.services.actors import Actor
from memory.services.learning import saving
from memory.services.memories.properties import Property
from memory.services.talk.episodes import ingest_turns
from memory.services.talk.turns import NewMessage
from memoryproj import throwaway

ROOT = Path(__file__).parents[2]
ACTOR = Actor("key:bench", Origin.AGENT)
# Written by triggers, and by FTS5 and vec0 inside.
INNER = ("memories_fts_", "memories_past_fts_", "vec_memories_", "sqlite_")


@pytest.fixture
def path(transactional_db: None, migrated: Path) -> Iterator[Path]:
    with throwaway.store(migrated) as path:
        ingest_turns("bench/one", "s1", [NewMessage("user", "@ann wrote #one")], ACTOR)
        yield path


@pytest.fixture
def driver(path: Path) -> Iterator[Any]:
    connection = raw.connect(path, "OFF")
    yield connection
    connection.close()


@pytest.fixture
def place(driver: Any) -> raw.Place:
    return raw.Place(driver, "bench/one", "s1")


def grown(driver: Any, work: Callable[[], object]) -> dict[str, int]:
    """{table: how many rows more it has after the work}."""
    before = _rows(driver)
    work()
    after = _rows(driver)
    return {table: after[table] - number for table, number in before.items() if after[table] != number}


def _rows(driver: Any) -> dict[str, int]:
    names = driver.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    tables = [name for (name,) in names if not name.startswith(INNER)]
    return {table: driver.execute(f'SELECT count(*) FROM "{table}"').fetchone()[0] for table in tables}


def test_a_bare_turn_adds_the_rows_of_a_turn_through_the_service(driver, place):
    message = NewMessage("user", "@ann wrote #one again")

    product = grown(driver, lambda: ingest_turns("bench/one", "s1", [message], ACTOR))

    assert product["memories"] == 1
    assert grown(driver, lambda: place.add(message.content)) == product


def test_many_bare_turns_add_the_rows_of_one_call(driver, place):
    contents = [f"turn number {number}" for number in range(20)]

    product = grown(
        driver, lambda: ingest_turns("bench/one", "s1", [NewMessage("user", content) for content in contents], ACTOR)
    )

    assert product["memories"] == 20
    assert grown(driver, lambda: place.add_all(contents)) == product


def test_a_bare_consolidation_adds_the_rows_of_saved_and_of_repeated_facts(driver, place):
    (source,) = driver.execute("SELECT id FROM memories").fetchone()
    namespace = Namespace.objects.get(name="bench/one")
    told = [Property("user", f"thing {number}", "is told") for number in range(raw.PROPERTIES_A_FACT)]
    facts = [
        saving.FactInput(content, [source], properties=told)
        for content in ("The user keeps bees.", "Somebody repaired that old boat in spring.")
    ]

    def save() -> None:
        saving.save_batch(namespace, facts, actor=ACTOR, session_id="s1")

    product = grown(driver, save)
    assert (product["memories"], product["fact_properties"]) == (2, 8)
    assert grown(driver, lambda: place.learn(2, 0, 1)) == product

    repeated = grown(driver, save)
    assert repeated == {"recalls": 2}
    assert grown(driver, lambda: place.learn(0, 2, 1)) == repeated


def test_the_bare_arms_vectors_and_pages_are_answered(driver, place):
    vector = bytes(4 * data.DIMENSIONS)
    (rowid,) = driver.execute("SELECT rowid FROM memories").fetchone()

    raw.put_vectors(driver, "none", [(rowid, place.namespace_id, "episode", vector)])
    for kind in (None, "episode"):
        raw.Arms(driver).ask(place.namespace_id, kind, ["wrote"], vector)
    for statement in (desk.FACTS, desk.SESSIONS, desk.ENTITIES, desk.REVIEWS, desk.WAITING, desk.FIGURES):
        driver.execute(statement).fetchall()
    driver.execute(upkeep.DECAY, ["2026-05-01"])

    assert driver.execute("SELECT count(*) FROM vec_memories").fetchone() == (1,)


def test_the_stores_of_the_benchmarks_can_be_filled(path, tmp_path):
    filled = tmp_path / "filled" / "memory.db"
    with throwaway.at(path):
        data.fill(filled, 30, 2)
        data.use(filled)
        desk._furnish(30)
        assert Namespace.objects.count() == 2


def test_what_a_migrated_store_is_asked_fits_the_schema_of_today(path):
    told = {what: migrating.told_by(path, sql) for what, sql in migrating.PAST.items()}
    (namespace,) = told["memories"]
    assert sum(told["memories"][namespace].values()) == 1
    assert migrating.history(path) == {}


def test_a_copied_row_of_the_release_has_ids_of_its_own_wherever_they_stand():
    columns = ["seq", "subject", "after", "operation", "namespace_id", "actor"]
    uid = "fact_06h04h10szhc6hake3h73d0bzr"
    row = [17, uid, f'{{"event": 12, "attributes": {{"supersedes": ["{uid}"]}}}}', "undo:12:1795334349160", 1, "carla"]
    seq, subject, after, operation, namespace, actor = migrating.copied(columns, {"seq", "namespace_id"}, row, 3)
    assert (seq, namespace, actor, operation) == (3_017, 3_001, "carla", "undo:3012:1795334349160")
    assert subject != uid
    assert len(subject) == len(uid)
    assert after == f'{{"event": 3012, "attributes": {{"supersedes": ["{subject}"]}}}}'
    assert list(migrating.without_ids([subject, uid, 5])) == ["…", "…", 5]


def test_the_turns_without_a_history_are_the_same_in_each_namespace_and_none_has_the_number_of_a_copied_row():
    rows = [row for number in range(2) for row in migrating.turns_of(number, f"turn {number}", b"", [1, 1_001, 2_001])]
    highest = 1_000 + 2 * migrating.APART  # of the rows of three copies
    assert len({row[0] for row in rows}) == len({row[1] for row in rows}) == 6
    assert min(row[0] for row in rows) > highest
    assert max(row[0] for row in rows) == migrating.row_of(1, 2, 3)
    told = {namespace: [row[3:7] for row in rows if row[2] == namespace] for namespace in (1, 1_001, 2_001)}
    assert told[1] == told[1_001] == told[2_001]
    assert len(told[1]) == 2
    assert [len(vector) for vector in migrating.unit_vectors(2)] == [4 * migrating.DIMENSIONS] * 2


def test_the_migrations_of_a_store_are_read_off_it_and_a_locked_or_older_one_answers_nothing(path, tmp_path):
    assert "0024_unread_turns" in migrating.applied(path)
    assert migrating.asked(tmp_path / "none.db", "SELECT 1 FROM supersessions") == []
    assert all(seconds >= migrating.TOLD_FROM for _, seconds in migrating.longest(path))


def test_the_yardstick_over_http_has_what_the_middlewares_look_up(tmp_path):
    """It runs behind the product's middlewares, and was a 500 from the day that one of them asked for the desk."""
    asked = "import django; django.setup(); from django.urls import reverse; print(reverse('admin:index'))"
    environment = os.environ | {
        "DJANGO_SETTINGS_MODULE": "benchmarks.speed.bare_settings", "MEMORY_DATA_DIR": str(tmp_path),
        "MEMORY_SECRET_KEY": secrets.token_urlsafe(60),
    }  # fmt: skip
    done = subprocess.run(
        [sys.executable, "-c", asked], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.stdout.strip() == "/admin/", done.stderr[-2000:]
