"""Full text of what is retired: a table of its own, so that a search about now neither reads nor counts it.

Its triggers mirror the active memories'. A row that was retired before this is not in the table until the next
migration puts it there, and may be restored meanwhile; FTS5 must not be told to delete what it does not hold. So each
trigger asks the table's own list of rows first (`memories_past_fts_docsize`).
"""

from django.db import migrations

from memoryproj.sqlite.migrations import RunSQLiteSQL

TABLE = """
CREATE VIEW memories_past_search AS
SELECT rowid,
       'n' || namespace_id || ' ' || substr(kind, 1, 1) || namespace_id AS scope,
       CASE kind
           WHEN 'episode'
           THEN '[' || substr(event_time, 1, 10) || '] ' || source_role || ': ' || substr(content, 1, 16384)
           ELSE substr(content, 1, 16384)
       END AS content
FROM memories
WHERE valid_until IS NOT NULL;

CREATE VIRTUAL TABLE memories_past_fts USING fts5(
    scope, content, content='memories_past_search', content_rowid='rowid', tokenize='porter unicode61'
);
"""
TABLE_REVERSE = "DROP TABLE memories_past_fts; DROP VIEW memories_past_search;"

PUT = """
    INSERT INTO memories_past_fts (rowid, scope, content)
    SELECT rowid, scope, content FROM memories_past_search WHERE rowid = new.rowid;
END;
"""
TAKE = """
    INSERT INTO memories_past_fts (memories_past_fts, rowid, scope, content)
    SELECT 'delete', rowid, scope, content FROM memories_past_search
    WHERE rowid = old.rowid AND EXISTS (SELECT 1 FROM memories_past_fts_docsize WHERE id = old.rowid);
END;
"""
COLUMNS = "content, source_role, event_time, kind, namespace_id, valid_until"
TRIGGERS = [
    f"CREATE TRIGGER memories_past_insert AFTER INSERT ON memories WHEN new.valid_until IS NOT NULL BEGIN {PUT}",
    f"CREATE TRIGGER memories_past_update_before BEFORE UPDATE OF {COLUMNS} ON memories "
    f"WHEN old.valid_until IS NOT NULL BEGIN {TAKE}",
    f"CREATE TRIGGER memories_past_update_after AFTER UPDATE OF {COLUMNS} ON memories "
    f"WHEN new.valid_until IS NOT NULL BEGIN {PUT}",
    f"CREATE TRIGGER memories_past_delete BEFORE DELETE ON memories WHEN old.valid_until IS NOT NULL BEGIN {TAKE}",
]
TRIGGERS_REVERSE = """
DROP TRIGGER memories_past_insert;
DROP TRIGGER memories_past_update_before;
DROP TRIGGER memories_past_update_after;
DROP TRIGGER memories_past_delete;
"""


class Migration(migrations.Migration):
    dependencies = [("memory", "0009_mentions_are_links")]
    operations = [RunSQLiteSQL(TABLE, TABLE_REVERSE), RunSQLiteSQL(TRIGGERS, TRIGGERS_REVERSE)]
