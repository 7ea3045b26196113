"""No migration leaves a row that points to nothing: SQLite is asked after each, on a store that a release wrote."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
ROOT = HERE.parents[2]

# The release's rows come in after 0007.
FILLED = """
import json, sys
import django
django.setup()
from django.db import IntegrityError, connection
from django.db.migrations.executor import MigrationExecutor

def ask(sql):
    with connection.cursor() as cursor:
        cursor.execute(sql)
        return [list(row) for row in cursor.fetchall()]

MigrationExecutor(connection).migrate([("memory", "0007_lists")])
with connection.cursor() as cursor:
    for statement in open(sys.argv[1], encoding="utf-8").read().split(";\\n"):
        if statement.strip():
            cursor.execute(statement)
"""
WALK = """
seen = {}
def after_each(action, migration=None, fake=False):
    if action == "apply_success":
        seen[f"{migration.app_label}.{migration.name}"] = ask("PRAGMA foreign_key_check")

executor = MigrationExecutor(connection, after_each)
executor.migrate(executor.loader.graph.leaf_nodes())
print(json.dumps([seen, ask("PRAGMA foreign_keys"), ask("SELECT count(*) FROM memories")]))
"""
ORPHANS = """
before = ask("SELECT count(*) FROM namespaces")
try:
    with connection.schema_editor() as editor:
        editor.execute("DELETE FROM namespaces")
    told = "nothing"
except IntegrityError as error:
    told = str(error)
connection.close()
print(json.dumps([told, before, ask("SELECT count(*) FROM namespaces"), ask("PRAGMA foreign_keys")]))
"""


def run(folder: Path, script: str) -> Any:
    environment = {
        **os.environ, "MEMORY_DATA_DIR": str(folder),
        "MEMORY_SECRET_KEY": "for this test alone, and long enough for it",
        "MEMORY_BACKGROUND_THREAD": "0", "DJANGO_SETTINGS_MODULE": "memoryproj.settings", "MEMORY_TEST_DATABASE": "",
    }  # fmt: skip
    done = subprocess.run(
        [sys.executable, "-c", FILLED + script, str(HERE / "data" / "release_store.sql")], cwd=ROOT, env=environment,
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout.splitlines()[-1])


def test_every_row_points_to_one_that_is_there_after_each_migration(tmp_path):
    seen, enforced, memories = run(tmp_path, WALK)
    ours = {path.stem for path in (ROOT / "memory" / "migrations").glob("0*.py")}
    assert {f"memory.{name}" for name in ours if name >= "0008"} <= seen.keys()
    assert {name: rows for name, rows in seen.items() if rows} == {}
    assert enforced == [[1]]
    assert memories[0][0] > 0


def test_a_migration_that_leaves_rows_behind_is_refused_whole(tmp_path):
    told, before, after, enforced = run(tmp_path, ORPHANS)
    assert "invalid foreign key" in told
    assert (before, enforced) == (after, [[1]])
    assert before[0][0] > 0
