"""A store of the release before `changes`, `validity` and `supersessions` migrates, answers the same, and can go on.

`data/release_store.sql` holds the rows that the release's own code wrote (chains, corrections, decisions, undone and
made again; merged, retired, decayed), `data/release_store.json` what its API answered of them.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parents[2]

# The release's tables, its rows, then the migrations; each stop is an error between two batches of a few rows.
MIGRATE = """
import importlib, json, sys
import django
django.setup()
from django.core.management import call_command
from django.db import connection
call_command("migrate", "memory", "0007", verbosity=0)
with connection.cursor() as cursor:
    for statement in open(sys.argv[1], encoding="utf-8").read().split(";\\n"):
        if statement.strip():
            cursor.execute(statement)
fill = importlib.import_module("memory.migrations." + sys.argv[2])
fill.BATCH = 5
atomic, left, stops = fill.atomic, 0, 0

def failing():
    global left
    left -= 1
    if left == 0:
        raise KeyboardInterrupt
    return atomic()

fill.atomic = failing
while True:
    left = 4 + 4 * stops
    try:
        call_command("migrate", verbosity=0)
        break
    except KeyboardInterrupt:
        stops += 1
print(json.dumps(stops))
"""
SHOW = """
import json, sys
import django
django.setup()
from memory import presentation, sealed
from memory.models import Conflict, Event, Memory, Namespace, Review
from memory.services.upkeep import doctor
# The release told the store's own numbers.
def history(events):
    return presentation.event_json(events, {event.seq: event.seq for event in events})
def unsealed(rows, kind):
    return [{**row, "id": sealed.unseal(kind, row["id"])} for row in rows]
namespace = Namespace.objects.get(name="acme/alice")
memories = list(Memory.objects.within(namespace).order_by("rowid"))
conflicts = Conflict.objects.within(namespace).select_related("new_fact", "old_fact").order_by("pk")
reviews = Review.objects.within(namespace).select_related("subject").order_by("pk")
print(json.dumps({
    "memories": presentation.memory_json(memories, namespace),
    "history": {m.uid: history(Event.objects.within(namespace).about(m.uid)) for m in memories},
    "conflicts": unsealed(presentation.conflict_json(conflicts, namespace), sealed.CONFLICT),
    "reviews": unsealed(presentation.review_json(reviews, namespace), sealed.REVIEW),
    "flaws": [flaw.what for flaw in doctor.examine()],
}))
"""
GO_ON = """
import json, sys
import django
django.setup()
from memory.models import Conflict, Event, Memory, Namespace, Origin, Review, Supersession
from memory.services.curating import undoing
from memory.services.upkeep import doctor
from memory.services.actors import Actor
carla = Actor("carla", Origin.CURATOR)
namespace = Namespace.objects.get(name="acme/alice")
def fact(text):
    return Memory.objects.within(namespace).facts().get(content=text)
def undo(text, kind):
    event = Event.objects.within(namespace).about(fact(text).uid).filter(kind=kind).last()
    undoing.undo(namespace, event.seq, actor=carla)
def active(*texts):
    return [fact(text).active for text in texts]
told = {}
undo("The cat is called Tom", "undone")  # a correction that was undone is made again
told["cat"] = active("The cat is called Tom", "The cat is called Tim")
undo("The dog is called Rex", "undone")  # one that was made again is undone
told["dog"] = active("The dog is called Rex", "The dog is called Max")
barn = Conflict.objects.within(namespace).get(old_fact=fact("The budget of the barn is 500 euros"))
undo("The budget of the barn is 500 euros", "undone")  # a decision that was undone is made again
barn.refresh_from_db()
review = Review.objects.within(namespace).get(subject=barn.new_fact, reason="conflict")
told["barn"] = [barn.status, barn.decision, review.status, fact("The budget of the barn is 500 euros").superseded]
for conflict in Conflict.objects.within(namespace).exclude(status="open").order_by("-pk"):
    try:
        undoing.reopen_conflict(namespace, conflict.pk, actor=carla)
    except Exception as error:
        told.setdefault("refused", []).append(f"{conflict.old_fact.content}: {error}")
told["open"] = Conflict.objects.within(namespace).exclude(status="open").count()
told["flaws"] = [flaw.what for flaw in doctor.examine() if "time" in flaw.what]
print(json.dumps(told))
"""
FILL = next(path.stem for path in (ROOT / "memory/migrations").glob("*_fill_time_and_lineage.py"))


def run(folder: Path, script: str, *arguments: str) -> Any:
    environment = {
        **os.environ, "MEMORY_DATA_DIR": str(folder),
        "MEMORY_SECRET_KEY": "for this test alone, and long enough for it",
        "MEMORY_BACKGROUND_THREAD": "0", "DJANGO_SETTINGS_MODULE": "memoryproj.settings", "MEMORY_TEST_DATABASE": "",
    }  # fmt: skip
    done = subprocess.run(
        [sys.executable, "-c", script, *arguments], cwd=ROOT, env=environment, capture_output=True, text=True,
        timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout.splitlines()[-1])


def without_empty(value: Any) -> Any:
    """An empty `supersedes` says nothing: the release left one behind where two facts had changed places. It did not
    know a `durability`, a `quarantine` or whom to `trust`."""
    if isinstance(value, dict):
        empty = (("supersedes", []), ("durability", None), ("quarantine", None))
        return {k: without_empty(v) for k, v in value.items() if (k, v) not in empty and k != "trust"}
    return [without_empty(item) for item in value] if isinstance(value, list) else value


@pytest.fixture(scope="module")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, int]:
    """A migrated store, and how often the migration was stopped on the way."""
    folder = tmp_path_factory.mktemp("release")
    return folder, run(folder, MIGRATE, str(HERE / "data/release_store.sql"), FILL)


def test_a_store_of_the_release_answers_as_before_though_its_migration_was_stopped_again_and_again(migrated):
    folder, stops = migrated
    assert stops > 3
    told = run(folder, SHOW)
    flaws = told.pop("flaws")
    before = json.loads((HERE / "data/release_store.json").read_text(encoding="utf-8"))
    for what in ("conflicts", "reviews", "history"):
        assert without_empty(told[what]) == without_empty(before[what])
    assert without_empty(told["memories"]) == without_empty(before["memories"])
    assert [flaw for flaw in flaws if "time" in flaw or "point" in flaw] == []


def test_what_the_release_undid_can_be_done_again_and_what_it_decided_be_undone(migrated):
    told = run(migrated[0], GO_ON)
    assert told["cat"] == [False, True]
    assert told["dog"] == [True, False]
    assert told["barn"] == ["resolved", "new", "accepted", True]
    assert told["flaws"] == []
    assert told.get("refused", []) == []
