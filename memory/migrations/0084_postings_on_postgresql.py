"""Full text on PostgreSQL: a row for each word of each memory, which an ordered index keeps.

The GIN index over an array of words gave a word's list as a whole alone, in no order, and each entry's row had to be
looked at: where a word is frequent that took a tenth of a second. Here the newest of a list come first, as many as are
wanted, out of the index alone.

A word is a number of 64 bits, the hash of what stood in the array ("12f:tea"): a third of the room. Where two words had
one number, a search would take one for the other, as with any two words of one stem; rows are read by their namespace.
"""

from django.db import migrations

from memoryproj.postgresql.migrations import RunPostgreSQL

TABLE = """
CREATE FUNCTION memory_word(lexeme text) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
    SELECT hashtextextended(lexeme COLLATE "C", 0)
$$;

CREATE FUNCTION memory_words(place text, kind text, event_time timestamptz, source_role text, content text)
RETURNS bigint[] LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT array_agg(DISTINCT memory_word(lexeme))
    FROM unnest(memory_lexemes(place, kind, event_time, source_role, content)) AS lexeme
$$;

ALTER TABLE memories_words RENAME TO memories_lexemes;
ALTER INDEX memories_words_pkey RENAME TO memories_lexemes_pkey;
CREATE TABLE memories_words (word bigint NOT NULL, memory_id bigint NOT NULL);
INSERT INTO memories_words (word, memory_id)
SELECT word, memory_id FROM memories_lexemes
CROSS JOIN LATERAL (SELECT DISTINCT memory_word(lexeme) FROM unnest(lexemes) AS lexeme) AS held (word);
DROP TABLE memories_lexemes;
ALTER TABLE memories_words ADD PRIMARY KEY (word, memory_id);
-- The index alone answers for rows that a vacuum has passed: it comes after each fiftieth part that is new, which is
-- what a search asks for first.
ALTER TABLE memories_words SET (autovacuum_vacuum_insert_scale_factor = 0.02);
"""

# What was indexed follows from the row as it was.
TRIGGERS = """
CREATE OR REPLACE FUNCTION memories_words_insert() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO memories_words (word, memory_id)
    SELECT unnest(memory_words(memory_place(namespace_id, kind, valid_until), kind, event_time, source_role, content)),
        rowid
    FROM inserted;
    RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION memories_words_update() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    before bigint[] := memory_words(
        memory_place(old.namespace_id, old.kind, old.valid_until), old.kind, old.event_time, old.source_role,
        old.content);
    now bigint[] := memory_words(
        memory_place(new.namespace_id, new.kind, new.valid_until), new.kind, new.event_time, new.source_role,
        new.content);
BEGIN
    DELETE FROM memories_words
    WHERE word = ANY (array(SELECT unnest(before) EXCEPT SELECT unnest(now))) AND memory_id = old.rowid;
    INSERT INTO memories_words (word, memory_id)
    SELECT word, new.rowid FROM (SELECT unnest(now) EXCEPT SELECT unnest(before)) AS come (word)
    ON CONFLICT DO NOTHING;
    RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION memories_words_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM memories_words USING (
        SELECT unnest(memory_words(
            memory_place(namespace_id, kind, valid_until), kind, event_time, source_role, content)) AS word, rowid
        FROM deleted
    ) AS gone
    WHERE memories_words.word = gone.word AND memories_words.memory_id = gone.rowid;
    RETURN NULL;
END $$;
"""

REVERSE = """
DROP TABLE memories_words;
DROP FUNCTION memory_words;
DROP FUNCTION memory_word;
CREATE TABLE memories_words (
    memory_id bigint PRIMARY KEY,
    lexemes text[] NOT NULL
);
INSERT INTO memories_words (memory_id, lexemes)
SELECT rowid, memory_lexemes(memory_place(namespace_id, kind, valid_until), kind, event_time, source_role, content)
FROM memories;
CREATE INDEX memories_words_lexemes ON memories_words USING gin (lexemes) WITH (fastupdate = off);

CREATE OR REPLACE FUNCTION memories_words_insert() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO memories_words (memory_id, lexemes)
    SELECT rowid, memory_lexemes(memory_place(namespace_id, kind, valid_until), kind, event_time, source_role, content)
    FROM inserted;
    RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION memories_words_update() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE memories_words SET lexemes = memory_lexemes(
        memory_place(new.namespace_id, new.kind, new.valid_until), new.kind, new.event_time, new.source_role,
        new.content)
    WHERE memory_id = new.rowid;
    RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION memories_words_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM memories_words USING deleted WHERE memory_id = deleted.rowid;
    RETURN NULL;
END $$;
"""


class Migration(migrations.Migration):
    dependencies = [("memory", "0083_shown_memories")]
    # As lists of one: the splitter behind RunSQL would cut a body at its semicolons.
    operations = [RunPostgreSQL([TABLE + TRIGGERS], [REVERSE])]
