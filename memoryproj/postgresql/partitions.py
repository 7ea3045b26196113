"""Tables divided by a hash of the namespace's key (`rememberd partition`): what one namespace asks reads one part.

PostgreSQL keeps a unique index of a divided table within each part, so the namespace's key becomes a part of it, and no
foreign key can point at a memory by its number alone. Triggers hold the same in their place, as late as the keys did:
at the end of the transaction.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from . import wall

MEMORIES = "memories"
KEY = "namespace_id"
LOCK_SECONDS = 10  # how long the tables are waited for; nobody but a service that runs holds them longer
MOST = 128  # parts
# A statement that names no namespace locks each part with all its indexes. The server has room for so many times the
# locks that it promises a transaction, while all its connections are at work: measured with the defaults of release 18.
ROOM = 6
THERE = "memory_is_there"  # how the triggers are called that stand in for foreign keys
NAMED = "memories_still_named"

_INDEXES = """
SELECT index.relname, pg_get_indexdef(pg_index.indexrelid), held.contype,
    array(SELECT attname FROM unnest(pg_index.indkey) WITH ORDINALITY AS part (number, place)
        JOIN pg_attribute ON attrelid = pg_index.indrelid AND attnum = part.number ORDER BY part.place)
FROM pg_index JOIN pg_class AS index ON index.oid = pg_index.indexrelid
LEFT JOIN pg_constraint AS held ON held.conindid = index.oid AND held.contype IN ('p', 'u')
WHERE pg_index.indrelid = %s::regclass ORDER BY held.contype = 'p' DESC, index.relname
"""
_KEYS_OUT = """
SELECT format('ALTER TABLE %%I ADD CONSTRAINT %%I %%s', %s, conname, pg_get_constraintdef(oid))
FROM pg_constraint WHERE conrelid = %s::regclass AND contype = 'f' AND conparentid = 0
"""
_KEYS_IN = """
SELECT conrelid::regclass::text, attname, conname FROM pg_constraint
JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1]
WHERE confrelid = %s::regclass AND contype = 'f' AND conparentid = 0 ORDER BY 1, 2
"""
_TRIGGERS = """
SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE tgrelid = %s::regclass AND NOT tgisinternal ORDER BY tgname
"""
_GRANTS = """
SELECT format('GRANT %%s ON %%I TO %%s', privilege_type, relname,
    CASE grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(grantee)) END)
FROM pg_class, aclexplode(relacl) WHERE pg_class.oid = %s::regclass AND grantee <> relowner
"""
_STAND_INS = f"""
SELECT tgrelid::regclass::text, attname FROM pg_trigger
JOIN pg_attribute ON attrelid = tgrelid AND attnum = tgattr[0]
WHERE tgname = '{THERE}_' || attname AND NOT tgisinternal ORDER BY 1, 2
"""  # noqa: S608  its parts are this file's own
# A row that went again within the transaction needs no memory.
_THERE = """
CREATE OR REPLACE FUNCTION "{function}"() RETURNS trigger LANGUAGE plpgsql
SECURITY DEFINER SET search_path = {schema}, pg_temp AS $$
BEGIN
    PERFORM 1 FROM memories WHERE rowid = new.{column} FOR KEY SHARE;
    IF NOT FOUND AND EXISTS (SELECT 1 FROM {table} WHERE {column} = new.{column}) THEN
        RAISE foreign_key_violation USING MESSAGE = '{table}.{column} names no memory: ' || new.{column};
    END IF;
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER {trigger} AFTER INSERT OR UPDATE OF {column} ON {table}
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.{column} IS NOT NULL) EXECUTE FUNCTION "{function}"()
"""
# A row that goes from one part to another is deleted and inserted.
_NAMED = """
CREATE OR REPLACE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql
SECURITY DEFINER SET search_path = {schema}, pg_temp AS $$
BEGIN
    IF ({named}) AND NOT EXISTS (SELECT 1 FROM memories WHERE rowid = old.rowid) THEN
        RAISE foreign_key_violation USING MESSAGE = 'memory ' || old.rowid || ' is still named by another row';
    END IF;
    RETURN NULL;
END $$;
DROP TRIGGER IF EXISTS {name} ON memories;
CREATE CONSTRAINT TRIGGER {name} AFTER DELETE ON memories
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION {name}()
"""


class Undividable(Exception):
    """The store cannot be divided so; `str()` says why, and what to do."""


class Index(NamedTuple):
    name: str
    definition: str
    held: str | None  # 'p' of a primary key, 'u' of a unique constraint
    columns: list[str]

    @property
    def once(self) -> bool:
        return self.definition.startswith("CREATE UNIQUE")


def parts(cursor: Any, table: str = MEMORIES) -> int:
    """Into how many parts the table is divided; 0 of one that is whole."""
    cursor.execute("SELECT count(*) FROM pg_inherits WHERE inhparent = %s::regclass", [table])
    return int(cursor.fetchone()[0])


def divide_store(cursor: Any, number: int, role: str) -> Iterator[tuple[str, int]]:
    """Divide the memories and each table of vectors into `number` parts: (table, its rows), as each is done. `role` is
    the wall's, or empty. Raises OperationalError (55P03) where somebody works on the store, and Undividable. Called in
    a transaction."""
    tables = [MEMORIES, *wall.vector_tables(cursor)]
    _refuse_what_locks_too_much(cursor, tables, number)
    cursor.execute(f"SET LOCAL lock_timeout = '{LOCK_SECONDS}s'")
    cursor.execute(f"LOCK TABLE {', '.join(tables)} IN ACCESS EXCLUSIVE MODE")
    wall.take_down(cursor)  # policies of other tables look at the memories
    for table in tables:
        yield table, divide(cursor, table, number)
    if role:
        wall.lay(cursor, role)


def _refuse_what_locks_too_much(cursor: Any, tables: list[str], number: int) -> None:
    cursor.execute(
        "SELECT (SELECT count(*) FROM pg_index WHERE indrelid = ANY (%s::regclass[])) + %s, "
        "current_setting('max_locks_per_transaction')::int",
        [tables, len(tables)],
    )
    each, promised = cursor.fetchone()
    if number * each > ROOM * promised:
        raise Undividable(
            f"a statement over {number} parts takes {number * each} locks, and the server promises a transaction "
            f"{promised}: set max_locks_per_transaction to {-(-number * each // ROOM)} and start the server again, or "
            f"name at most {ROOM * promised // each} parts"
        )


def divide(cursor: Any, table: str, number: int) -> int:
    """Write the table anew as `number` parts, with its indexes, triggers and grants, and answer its rows. Row-level
    security is laid again by `wall.lay`. It is locked until the transaction ends, in which this has to be called, and
    needs its room twice until then.
    """
    cursor.execute(_INDEXES, [table])
    indexes = [Index(*row) for row in cursor.fetchall()]
    cursor.execute(_KEYS_IN, [table])
    keys_in = cursor.fetchall()
    behind = [
        *_texts(cursor, _KEYS_OUT, table, table),
        *_texts(cursor, _TRIGGERS, table),
        *_texts(cursor, _GRANTS, table),
    ]
    counter = _counter(cursor, table)

    for named_by, _, constraint in keys_in:
        cursor.execute(f'ALTER TABLE {named_by} DROP CONSTRAINT "{constraint}"')
    cursor.execute(
        f'CREATE TABLE "{table}_divided" (LIKE "{table}" INCLUDING ALL EXCLUDING INDEXES) PARTITION BY HASH ({KEY})'
    )
    cursor.execute(f'ALTER TABLE "{table}" RENAME TO "{table}_before"')
    cursor.execute(f'ALTER TABLE "{table}_divided" RENAME TO "{table}"')
    for name in _names(cursor, f"{table}_before"):
        cursor.execute(f'ALTER TABLE "{name}" RENAME TO "{name}_before"')
    for part in range(number):
        cursor.execute(
            f'CREATE TABLE "{table}_part{part}" PARTITION OF "{table}" '
            f"FOR VALUES WITH (MODULUS {number}, REMAINDER {part})"
        )
    cursor.execute(f'INSERT INTO "{table}" SELECT * FROM "{table}_before"')  # noqa: S608
    rows = int(cursor.rowcount)
    cursor.execute(f'DROP TABLE "{table}_before"')
    for index in indexes:
        cursor.execute(_anew(table, index))
    for statement in behind:
        cursor.execute(statement)
    if counter:
        _count_on(cursor, table, *counter)
    for named_by, column, _ in keys_in:
        refer(cursor, named_by, column)
    cursor.execute(f'ANALYZE "{table}"')
    return rows


def refer(cursor: Any, table: str, column: str) -> None:
    """Hold that `column` names memories that are there, as a foreign key does where `memories` is whole. A migration
    that adds such a column calls it where `parts` tells that they are divided."""
    schema = _schema(cursor)
    cursor.execute(
        _THERE.format(
            function=f"{table}_{column}_there", schema=schema, table=table, column=column, trigger=f"{THERE}_{column}"
        )
    )
    named = " OR ".join(
        f"EXISTS (SELECT 1 FROM {there} WHERE {by} = old.rowid)"  # noqa: S608
        for there, by in references(cursor)
    )
    cursor.execute(_NAMED.format(name=NAMED, schema=schema, named=named))


def references(cursor: Any) -> list[tuple[str, str]]:
    """[(table, column)] that triggers hold to name memories that are there; none where foreign keys do."""
    cursor.execute(_STAND_INS)
    return list(cursor.fetchall())


def _anew(table: str, index: Index) -> str:
    columns = ", ".join(f'"{name}"' for name in (*index.columns, *({KEY} - {*index.columns})))
    if index.held:
        kind = "PRIMARY KEY" if index.held == "p" else "UNIQUE"
        return f'ALTER TABLE "{table}" ADD CONSTRAINT "{index.name}" {kind} ({columns})'
    if index.once and KEY not in index.columns:
        raise Undividable(f"the index {index.name} is unique, and {KEY} is not in it: drop it, or add {KEY} to it")
    return index.definition.replace(" ON ONLY ", " ON ", 1)


def _texts(cursor: Any, query: str, *asked: str) -> list[str]:
    cursor.execute(query, asked)
    return [text for (text,) in cursor.fetchall()]


def _names(cursor: Any, table: str) -> list[str]:
    """The parts of a table, whose names the new ones get."""
    query = "SELECT relname FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid WHERE inhparent = %s::regclass"
    return _texts(cursor, query, table)


def _counter(cursor: Any, table: str) -> tuple[str, int, bool] | None:
    """(column, last number, whether it was given out) of what numbers the table's rows."""
    cursor.execute(
        "SELECT attname, pg_get_serial_sequence(%s, attname) FROM pg_attribute "
        "WHERE attrelid = %s::regclass AND attidentity <> ''",
        [table, table],
    )
    found = cursor.fetchone()
    if found is None:
        return None
    column, sequence = found
    cursor.execute(f"SELECT last_value, is_called FROM {sequence}")  # noqa: S608  the server quotes the name
    return (column, *cursor.fetchone())


def _count_on(cursor: Any, table: str, column: str, last: int, given: bool) -> None:
    cursor.execute("SELECT setval(pg_get_serial_sequence(%s, %s), %s, %s)", [table, column, last, given])


def _schema(cursor: Any) -> str:
    cursor.execute("SELECT quote_ident(current_schema())")
    return str(cursor.fetchone()[0])
