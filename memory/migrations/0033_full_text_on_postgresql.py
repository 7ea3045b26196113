"""Full text on PostgreSQL: which words each memory holds, in a GIN index that triggers keep.

A word is stored with the namespace, the kind and the part (present or past) before it: "12f:tea" stands in the facts of
namespace 12 that hold now, "12F:tea" in those that are retired. So each list of the index is one scope's alone, and
neither another namespace nor the past makes it longer. "12f:" alone stands in each of them. An array, and no tsvector:
a tsvector holds one MiB, and a text may be longer.

Words are cut and folded as `memory.language.words` does, whatever the server's locale, and stemmed by Porter as FTS5
does.
"""

import re
import unicodedata

from django.db import migrations

from memoryproj.postgresql.migrations import RunPostgreSQL

WORDS = re.compile(r"[^\W_]+")
LONGEST = 128  # characters of a word: an index entry has little room


def word_characters():
    """What words are made of, as the inside of a bracket expression."""
    every = "".join(chr(number) for number in range(1, 0x110000) if not 0xD800 <= number <= 0xDFFF)
    runs = [match[0] for match in WORDS.finditer(every)]
    return "".join(run if len(run) < 3 else f"{run[0]}-{run[-1]}" for run in runs)


def accents():
    """(small letters with one accent, the same without)."""
    apart = [(chr(number), unicodedata.normalize("NFD", chr(number))) for number in range(0x80, 0x2000)]
    found = [(letter, bare[0]) for letter, bare in apart if len(bare) == 2 and bare[0].isascii() and letter.islower()]
    return "".join(letter for letter, _ in found), "".join(bare for _, bare in found)


def functions():
    accented, bare = accents()
    return f"""
CREATE TEXT SEARCH DICTIONARY memory_porter (TEMPLATE = snowball, LANGUAGE = porter);

CREATE FUNCTION memory_stem(word text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
    SELECT left(coalesce((ts_lexize('memory_porter', word))[1], word), {LONGEST})
$$;

CREATE FUNCTION memory_folded(content text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
    SELECT (CASE WHEN octet_length(content) = char_length(content) THEN lower(content)
        ELSE translate(lower(normalize(content, NFC) COLLATE "pg_c_utf8"), '{accented}ς', '{bare}σ')
    END) COLLATE "C"
$$;

CREATE FUNCTION memory_place(namespace bigint, kind text, valid_until timestamptz)
RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT namespace || CASE WHEN valid_until IS NULL THEN left(kind, 1) ELSE upper(left(kind, 1)) END || ':'
$$;

CREATE FUNCTION memory_lexemes(place text, kind text, event_time timestamptz, source_role text, content text)
RETURNS text[] LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT array_agg(DISTINCT place || memory_stem(word))
    FROM regexp_split_to_table(memory_folded(CASE kind
        WHEN 'episode' THEN ' ' || to_char(event_time AT TIME ZONE 'UTC', 'YYYY-MM-DD') || ' ' || source_role
            || ' ' || content
        ELSE ' ' || content
    END), '[^{word_characters()}]+' COLLATE "C") AS word
$$;
"""  # noqa: S608  its parts are this file's own


def make_functions(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(functions(), params=None)


FUNCTIONS_REVERSE = """
DROP FUNCTION memory_lexemes;
DROP FUNCTION memory_place;
DROP FUNCTION memory_folded;
DROP FUNCTION memory_stem;
DROP TEXT SEARCH DICTIONARY memory_porter;
"""

TABLE = """
CREATE TABLE memories_words (
    memory_id bigint PRIMARY KEY,
    lexemes text[] NOT NULL
);
CREATE INDEX memories_words_lexemes ON memories_words USING gin (lexemes) WITH (fastupdate = off);
CREATE INDEX memories_instructions_now ON memories (namespace_id, rowid)
WHERE kind = 'fact' AND tags @> '["instruction"]' AND valid_until IS NULL AND invalid_at IS NULL;
"""
TABLE_REVERSE = "DROP INDEX memories_instructions_now; DROP TABLE memories_words;"

# Of an insert and a delete one statement for all its rows; an update that touches none of the columns costs nothing.
TRIGGERS = """
CREATE FUNCTION memories_words_insert() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO memories_words (memory_id, lexemes)
    SELECT rowid, memory_lexemes(memory_place(namespace_id, kind, valid_until), kind, event_time, source_role, content)
    FROM inserted;
    RETURN NULL;
END $$;
CREATE TRIGGER memories_words_insert AFTER INSERT ON memories
REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION memories_words_insert();

CREATE FUNCTION memories_words_update() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE memories_words SET lexemes = memory_lexemes(
        memory_place(new.namespace_id, new.kind, new.valid_until), new.kind, new.event_time, new.source_role,
        new.content)
    WHERE memory_id = new.rowid;
    RETURN NULL;
END $$;
CREATE TRIGGER memories_words_update
AFTER UPDATE OF content, source_role, event_time, kind, namespace_id, valid_until ON memories FOR EACH ROW
WHEN ((old.content, old.source_role, old.event_time, old.kind, old.namespace_id, old.valid_until IS NULL)
    IS DISTINCT FROM
    (new.content, new.source_role, new.event_time, new.kind, new.namespace_id, new.valid_until IS NULL))
EXECUTE FUNCTION memories_words_update();

CREATE FUNCTION memories_words_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM memories_words USING deleted WHERE memory_id = deleted.rowid;
    RETURN NULL;
END $$;
CREATE TRIGGER memories_words_delete AFTER DELETE ON memories
REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION memories_words_delete();

CREATE FUNCTION memories_words_truncate() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    TRUNCATE memories_words;
    RETURN NULL;
END $$;
CREATE TRIGGER memories_words_truncate AFTER TRUNCATE ON memories
FOR EACH STATEMENT EXECUTE FUNCTION memories_words_truncate();

INSERT INTO memories_words (memory_id, lexemes)
SELECT rowid, memory_lexemes(memory_place(namespace_id, kind, valid_until), kind, event_time, source_role, content)
FROM memories;
"""
TRIGGERS_REVERSE = """
DROP TRIGGER memories_words_insert ON memories;
DROP TRIGGER memories_words_update ON memories;
DROP TRIGGER memories_words_delete ON memories;
DROP TRIGGER memories_words_truncate ON memories;
DROP FUNCTION memories_words_insert;
DROP FUNCTION memories_words_update;
DROP FUNCTION memories_words_delete;
DROP FUNCTION memories_words_truncate;
"""


class Migration(migrations.Migration):
    dependencies = [("memory", "0032_why_of_tombstones")]
    # As lists of one: the splitter behind RunSQL would cut a body at its semicolons.
    operations = [
        # Made when they are needed: what they are made of takes a tenth of a second.
        migrations.RunPython(make_functions, migrations.RunPython.noop),
        RunPostgreSQL(migrations.RunSQL.noop, [FUNCTIONS_REVERSE]),
        RunPostgreSQL([TABLE], [TABLE_REVERSE]),
        RunPostgreSQL([TRIGGERS], [TRIGGERS_REVERSE]),
    ]
