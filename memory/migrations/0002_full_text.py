"""The link table WITHOUT ROWID, and full text: a view that builds the text, FTS5 over it, triggers that keep it.

FTS5's content is the view, not the table: an episode is indexed with its date and speaker, and `rebuild` and
`integrity-check` then agree with the triggers. The view holds active rows alone, so retiring removes the posting.
`scope` carries the namespace and the kind as tokens, so that one tenant's words never slow another's search.

All of it is SQLite's own, and made there alone. PostgreSQL gets its vectors here, and its full text in 0033.
"""

from django.db import migrations

from memoryproj.postgresql.migrations import RunPostgreSQL
from memoryproj.sqlite.migrations import RunSQLiteSQL

LINKS = """
DROP TABLE memory_entities;
CREATE TABLE memory_entities (
    memory_id integer NOT NULL REFERENCES memories (rowid) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
    entity_id integer NOT NULL REFERENCES entities (rowid) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
    PRIMARY KEY (memory_id, entity_id)
) WITHOUT ROWID;
CREATE INDEX idx_me_entity ON memory_entities (entity_id, memory_id);
"""
LINKS_REVERSE = """
DROP TABLE memory_entities;
CREATE TABLE memory_entities (
    memory_id integer NOT NULL REFERENCES memories (rowid) DEFERRABLE INITIALLY DEFERRED,
    entity_id integer NOT NULL REFERENCES entities (rowid) DEFERRABLE INITIALLY DEFERRED,
    PRIMARY KEY (memory_id, entity_id)
);
"""

VIEW = """
CREATE VIEW memories_search AS
SELECT rowid,
       'n' || namespace_id || ' ' || substr(kind, 1, 1) || namespace_id AS scope,
       CASE kind
           WHEN 'episode'
           THEN '[' || substr(event_time, 1, 10) || '] ' || source_role || ': ' || substr(content, 1, 16384)
           ELSE substr(content, 1, 16384)
       END AS content
FROM memories
WHERE valid_until IS NULL;

CREATE VIRTUAL TABLE memories_fts USING fts5(
    scope, content, content='memories_search', content_rowid='rowid', tokenize='porter unicode61'
);
"""
VIEW_REVERSE = "DROP TABLE memories_fts; DROP VIEW memories_search;"

TRIGGERS = """
CREATE TRIGGER memories_fts_insert AFTER INSERT ON memories
WHEN NOT EXISTS (SELECT 1 FROM memory_metadata WHERE key = 'fts_defer')
BEGIN
    INSERT INTO memories_fts (rowid, scope, content)
    SELECT rowid, scope, content FROM memories_search WHERE rowid = new.rowid;
END;
CREATE TRIGGER memories_fts_update_before
BEFORE UPDATE OF content, source_role, event_time, kind, namespace_id, valid_until ON memories
BEGIN
    INSERT INTO memories_fts (memories_fts, rowid, scope, content)
    SELECT 'delete', rowid, scope, content FROM memories_search WHERE rowid = old.rowid;
END;
CREATE TRIGGER memories_fts_update_after
AFTER UPDATE OF content, source_role, event_time, kind, namespace_id, valid_until ON memories
BEGIN
    INSERT INTO memories_fts (rowid, scope, content)
    SELECT rowid, scope, content FROM memories_search WHERE rowid = new.rowid;
END;
CREATE TRIGGER memories_fts_delete BEFORE DELETE ON memories
BEGIN
    INSERT INTO memories_fts (memories_fts, rowid, scope, content)
    SELECT 'delete', rowid, scope, content FROM memories_search WHERE rowid = old.rowid;
END;
"""
TRIGGERS_REVERSE = """
DROP TRIGGER memories_fts_insert;
DROP TRIGGER memories_fts_update_before;
DROP TRIGGER memories_fts_update_after;
DROP TRIGGER memories_fts_delete;
"""


class Migration(migrations.Migration):
    dependencies = [("memory", "0001_initial")]
    operations = [
        RunPostgreSQL("CREATE EXTENSION IF NOT EXISTS vector", migrations.RunSQL.noop),
        RunSQLiteSQL(LINKS, LINKS_REVERSE),
        RunSQLiteSQL(VIEW, VIEW_REVERSE),
        # One statement a trigger: the splitter behind RunSQL would cut a body at its semicolons.
        RunSQLiteSQL([t + "END;" for t in TRIGGERS.split("END;\n") if t.strip()], TRIGGERS_REVERSE),
    ]
