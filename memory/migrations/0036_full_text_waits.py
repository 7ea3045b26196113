"""Texts that wait for the full-text index: what one call brings beyond a part is indexed by the worker.

The views leave out what waits, so that triggers, `rebuild` and `integrity-check` agree that the index does not hold it.
"""

from django.db import migrations

from memoryproj.sqlite.migrations import RunSQLiteSQL

VIEW = """
CREATE VIEW {view} AS
SELECT rowid,
       'n' || namespace_id || ' ' || substr(kind, 1, 1) || namespace_id AS scope,
       CASE kind
           WHEN 'episode' THEN '[' || substr(event_time, 1, 10) || '] ' || source_role || ': ' || content
           ELSE content
       END AS content
FROM memories
WHERE valid_until {retired}{waits}
"""
WAITS = " AND NOT EXISTS (SELECT 1 FROM memories_unindexed WHERE memory_id = memories.rowid)"
VIEWS = {"memories_search": "IS NULL", "memories_past_search": "IS NOT NULL"}


def views(waits):
    return [
        statement.format(view=view, retired=retired, waits=waits)
        for view, retired in VIEWS.items()
        for statement in ("DROP VIEW {view}", VIEW)
    ]


PUT = """
    INSERT INTO memories_past_fts (rowid, scope, content)
    SELECT rowid, scope, content FROM memories_past_search WHERE rowid = new.rowid;
"""
# To retire a text takes it out of one index, which cannot wait. It comes into the other one later where it is long.
LATER = """
    INSERT OR IGNORE INTO memories_unindexed (memory_id)
    SELECT new.rowid WHERE octet_length(new.content) > 16384;
"""
DEFERRED = " AND NOT EXISTS (SELECT 1 FROM memory_metadata WHERE key = 'fts_defer')"
COLUMNS = "content, source_role, event_time, kind, namespace_id, valid_until"


def past_triggers(condition, later):
    return [
        "DROP TRIGGER memories_past_insert",
        "DROP TRIGGER memories_past_update_after",
        f"CREATE TRIGGER memories_past_insert AFTER INSERT ON memories WHEN new.valid_until IS NOT NULL{condition} "
        f"BEGIN {PUT} END;",
        f"CREATE TRIGGER memories_past_update_after AFTER UPDATE OF {COLUMNS} ON memories "
        f"WHEN new.valid_until IS NOT NULL BEGIN {later} {PUT} END;",
    ]


TABLE = [
    """
    CREATE TABLE memories_unindexed (
        memory_id integer NOT NULL PRIMARY KEY REFERENCES memories (rowid) DEFERRABLE INITIALLY DEFERRED
    )
    """,
    """
    CREATE TRIGGER memories_unindexed_delete AFTER DELETE ON memories BEGIN
        DELETE FROM memories_unindexed WHERE memory_id = old.rowid;
    END;
    """,
]
# The views forget first that anything waits; then it is indexed through them.
INDEXED = """
INSERT INTO {table} (rowid, scope, content)
SELECT rowid, scope, content FROM {view} WHERE rowid IN (SELECT memory_id FROM memories_unindexed)
"""
TABLE_REVERSE = [
    "DROP TRIGGER memories_unindexed_delete",
    INDEXED.format(table="memories_fts", view="memories_search"),
    INDEXED.format(table="memories_past_fts", view="memories_past_search"),
    "DROP TABLE memories_unindexed",
]


class Migration(migrations.Migration):
    dependencies = [("memory", "0035_refined_supersessions")]
    operations = [
        RunSQLiteSQL(TABLE, TABLE_REVERSE),
        RunSQLiteSQL(views(WAITS), views("")),
        RunSQLiteSQL(past_triggers(DEFERRED, LATER), past_triggers("", "")),
    ]
