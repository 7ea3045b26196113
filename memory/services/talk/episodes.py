"""The hot path: take the turns of a conversation in. One transaction, no model, no embedding.

It speaks SQL through the driver's own cursor because the ORM costs ten times as much here. The statements run on SQLite
and PostgreSQL alike. docs/performance.md has what each part costs.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from datetime import UTC, datetime, timedelta
from functools import cache, partial
from typing import Any, NamedTuple

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections, transaction
from django.db.models import Q

from ... import background
from ...models import Kind, Memory, Namespace, NamespaceSettings, QuarantineReason
from ...models.ids import new_id
from ...models.memories import PREFIXES, MemoryQuerySet
from ...redaction.answered import is_said_again, may_answer
from ...screening import Finding
from ...search.backends import backend
from ...signals import session_completed
from ...text import MAX_INTEGER
from .. import namespaces, quarantine, quotas
from ..actors import Actor
from ..errors import ReplayConflict
from ..graph import linking
from ..namespaces import check_name
from ..quotas import Used
from ..sql import marks
from . import turns
from .turns import NewMessage, ReadTurn

EMBED_TASK = "memory.tasks.embed_pending"
MAX_COMPLETED_SESSIONS = 20  # in one call: a client that comes back after months must not wait for hundreds
LAST_SEEN_RESOLUTION = timedelta(seconds=1)
MANY = 8  # from this many turns on, one statement for the full-text index is cheaper than a trigger for each turn
_PREFIX = PREFIXES[Kind.EPISODE]


class IngestedEpisode(NamedTuple):
    """`quarantine` says why a turn is kept from every model; None for a turn like any other, and for a duplicate.
    `masked` counts the secrets in what was sent."""

    id: str
    external_id: str | None
    duplicate: bool = False
    quarantine: QuarantineReason | None = None
    masked: int = 0


class Ingested(NamedTuple):
    session_id: str
    episodes: list[IngestedEpisode]
    completed_sessions: list[str]
    not_kept: int = 0  # turns that are not to be remembered


def ingest_turns(namespace_name: str, session_id: str, messages: Sequence[NewMessage], actor: Actor) -> Ingested:
    """Keep `messages` as episodes of one session: all of them, or none. Of those that are not to be remembered, or
    whose session is not, nothing is kept; they are counted.

    Raises InvalidInput for a message that cannot be kept, TooLarge for too many, ReplayConflict when an
    `external_id` of this session comes again with other content. The first message of a new session completes the
    namespace's other open sessions.
    """
    turns.check(session_id, messages)
    sent = len(messages)
    messages = [message for message in messages if message.remember]
    if not messages:
        check_name(namespace_name)
        return Ingested(session_id, [], [], sent)
    own = namespaces.own_of(namespace_name)
    before = _said_before(namespace_name, session_id, messages[0])
    read = turns.read_all(messages, own, actor.origin, before)
    moment = datetime.now(UTC)
    now = _db_time(moment)
    completed: list[str] = []
    with _transaction() as cursor:
        namespace_id, is_lively, used, off_record = _place(cursor, namespace_name, session_id, moment, now)
        if off_record:
            return Ingested(session_id, [], [], sent)
        new, answers = _sort_out(read, _known_turns(cursor, namespace_id, session_id, messages))
        if new:
            _count(cursor, namespace_id, own, used, [turn.message.content for turn in new.values()])
            if not is_lively and _touch_session(cursor, namespace_id, session_id, now):
                if _wait(cursor, namespace_id, own.max_waiting_sessions):
                    raise quotas.too_many_wait(own)
                completed = _complete_others(cursor, namespace_id, session_id, moment, now)
            rowids = _insert_episodes(cursor, namespace_id, session_id, new, actor.origin.value, now)
            if rowids:
                _ask_curators(cursor, namespace_id, [(rowids[uid], new[uid].finding) for uid in rowids], now)
                linking.link_new(cursor, namespace_id, [(rowids[uid], new[uid].names) for uid in rowids], now)
    if new:
        background.wake(EMBED_TASK)
        if any(turn.finding and quarantine.waits(turn.finding) for turn in new.values()):
            background.wake(quarantine.SCREEN_TASK)
    for other in completed:
        # The signal follows the commit. Where the caller has a transaction open, that one must commit first.
        transaction.on_commit(partial(session_completed.send, sender=None, namespace_id=namespace_id, session_id=other))
    return Ingested(session_id, answers, completed, sent - len(messages))


def _said_before(namespace_name: str, session_id: str, message: NewMessage) -> str:
    """The turn that stands before this one in its session, where it may ask for what this one tells. No statement for
    any but a short answer with a figure or a sign in it. A replay has the same turn before it as it had at first."""
    if not may_answer(message.content):
        return ""
    here = f"namespace_id = (SELECT id FROM namespaces WHERE name = %s) AND session_id = %s AND kind = '{Kind.EPISODE}'"
    with connections[DEFAULT_DB_ALIAS].cursor() as cursor:
        cursor.execute(
            f"""
            SELECT content FROM memories WHERE {here}
                AND rowid < COALESCE((SELECT rowid FROM memories WHERE {here} AND external_id = %s), {MAX_INTEGER})
            ORDER BY rowid DESC LIMIT 1
            """,
            [namespace_name, session_id, namespace_name, session_id, message.external_id],
        )
        row = cursor.fetchone()
    return str(row[0]) if row else ""


@contextmanager
def _transaction() -> Iterator[Any]:
    """A write transaction on the driver's own cursor. Inside it the ORM must not be used.

    Django's `atomic` and its cursor cost as much as all the statements of a turn, so they serve only where the caller
    has a transaction open already.
    """
    # Not `django.db.connection`: that proxy looks the thread's connection up at each attribute.
    here = connections[DEFAULT_DB_ALIAS]
    if here.in_atomic_block:
        with transaction.atomic(), here.cursor() as wrapped, here.wrap_database_errors:
            yield wrapped.cursor
        return
    if here.connection is None:
        here.ensure_connection()
    with here.wrap_database_errors:
        cursor = here.create_cursor()
        cursor.execute("BEGIN IMMEDIATE" if _is_sqlite() else "BEGIN")
        try:
            yield cursor
            cursor.execute("COMMIT")
        except BaseException:
            try:
                with here.wrap_database_errors:
                    cursor.execute("ROLLBACK")
            except DatabaseError:
                # On a full disk SQLite rolls back by itself, and then ROLLBACK fails. Whatever it was, the next request
                # gets a new connection.
                here.close()
            raise


def _place(cursor: Any, name: str, session_id: str, moment: datetime, now: Any) -> tuple[int, bool, Used, bool]:
    """(the namespace's id, whether the session was noted as open within the last second, what the namespace takes up,
    whether the session is not to be remembered). Makes a new namespace. No other writes to it until the commit."""
    cursor.execute(_looked_up(), [_db_time(moment - LAST_SEEN_RESOLUTION), session_id, name])
    if row := cursor.fetchone():
        return int(row[0]), bool(row[1]), Used(row[2], row[3]), bool(row[4])
    check_name(name)
    cursor.execute(
        "INSERT INTO namespaces (name, settings, created_at) VALUES (%s, '{}', %s) "
        "ON CONFLICT (name) DO UPDATE SET name = excluded.name RETURNING id",
        [name, now],
    )
    return int(cursor.fetchone()[0]), False, Used(0, 0), False


def _count(cursor: Any, namespace_id: int, own: NamespaceSettings, used: Used, texts: Sequence[str]) -> None:
    """Note what the new turns take up. Raises QuotaReached."""
    size = quotas.size_of(texts)
    quotas.check(own, Used(used.memories + len(texts), used.text_bytes + size))
    cursor.execute(
        "UPDATE namespaces SET memories = memories + %s, text_bytes = text_bytes + %s WHERE id = %s",
        [len(texts), size, namespace_id],
    )


def _wait(cursor: Any, namespace_id: int, number: int) -> bool:
    """Whether so many sessions wait for consolidation; never for 0."""
    if not number:
        return False
    cursor.execute(
        "SELECT 1 FROM sessions_consolidations WHERE namespace_id = %s AND status = 'pending' LIMIT 1 OFFSET %s",
        [namespace_id, number - 1],
    )
    return cursor.fetchone() is not None


_Known = dict[str, tuple[str, str, str, str]]


def _known_turns(cursor: Any, namespace_id: int, session_id: str, messages: Sequence[NewMessage]) -> _Known:
    """{external_id: (id, content, role, speaker)} of the turns that this session has already."""
    wanted = [message.external_id for message in messages if message.external_id is not None]
    if not wanted:
        return {}
    cursor.execute(
        "SELECT external_id, id, content, role, source_role FROM memories "
        "WHERE namespace_id = %s AND session_id = %s AND external_id IS NOT NULL AND kind = 'episode' "
        f"AND external_id IN ({marks(wanted)})",
        [namespace_id, session_id, *wanted],
    )
    return {row[0]: (row[1], row[2], row[3], row[4]) for row in cursor.fetchall()}


def _sort_out(read: Sequence[ReadTurn], known: _Known) -> tuple[dict[str, ReadTurn], list[IngestedEpisode]]:
    """({id: turn} of what is new, in order; the answer for each turn). Raises ReplayConflict."""
    new: dict[str, ReadTurn] = {}
    answers = []
    for turn in read:
        message = turn.message
        key = message.external_id
        if key is not None and key in known:
            uid, *first = known[key]
            if first[1:] != [message.role, message.speaker] or not is_said_again(first[0], message.content):
                raise ReplayConflict(f"external_id {key!r} was used before with another message")
            answers.append(IngestedEpisode(uid, key, duplicate=True, masked=turn.secrets))
            continue
        uid = new_id(_PREFIX)
        new[uid] = turn
        reason = turn.finding.reason if turn.finding else None
        answers.append(IngestedEpisode(uid, key, quarantine=reason, masked=turn.secrets))
        if key is not None:
            known[key] = (uid, message.content, message.role, message.speaker)
    return new, answers


def _touch_session(cursor: Any, namespace_id: int, session_id: str, now: Any) -> bool:
    """Note that the session goes on; answers whether it is new. A completed session becomes open again."""
    cursor.execute(
        """
        INSERT INTO sessions_consolidations
            (namespace_id, session_id, first_seen_at, last_seen_at,
             watermark, lease_token, attempts, status, waiting_for, last_error)
        VALUES (%s, %s, %s, %s, 0, 0, 0, 'open', '', '')
        ON CONFLICT (namespace_id, session_id) DO UPDATE SET
            last_seen_at = excluded.last_seen_at,
            status = CASE WHEN sessions_consolidations.status = 'running' THEN 'running' ELSE 'open' END
        RETURNING first_seen_at = last_seen_at
        """,
        [namespace_id, session_id, now, now],
    )
    return bool(cursor.fetchone()[0])


def _insert_episodes(
    cursor: Any, namespace_id: int, session_id: str, new: Mapping[str, ReadTurn], origin: str, now: Any
) -> dict[str, int]:
    """Insert the turns; answers {id: rowid} of those that name somebody or are in quarantine, in their order."""
    rows = []
    asked = []
    for uid, (message, _, names, level, finding) in new.items():
        if names or finding:
            asked.append(uid)
        rows.append(
            [
                uid,
                namespace_id,
                message.content,
                session_id,
                message.role,
                message.name or message.role,
                message.external_id,
                _db_time(message.event_time) if message.event_time else now,
                message.event_offset,
                now,
                origin,
                json.dumps(list(dict.fromkeys(message.tags)), ensure_ascii=False) if message.tags else "[]",
                json.dumps(message.attributes, ensure_ascii=False) if message.attributes else "{}",
                int(level),
                finding.reason if finding else None,
                now if finding else None,
            ]
        )
    if len(rows) == 1 and _is_sqlite():
        cursor.execute(_INSERT_EPISODE, rows[0])
        # RETURNING would take a fifth longer. Rows that triggers insert do not change `lastrowid`.
        return dict.fromkeys(asked, cursor.lastrowid)
    many = len(rows) >= MANY or quotas.size_of(turn.message.content for turn in new.values()) > backend().at_once
    with backend().many_at_once(cursor) if many else nullcontext():
        cursor.executemany(_INSERT_EPISODE, rows)
    if not asked:
        return {}
    cursor.execute(f"SELECT id, rowid FROM memories WHERE id IN ({marks(asked)})", asked)
    rowids = dict(cursor.fetchall())
    return {uid: rowids[uid] for uid in asked}


_INSERT_EPISODE = """
    INSERT INTO memories
        (id, namespace_id, kind, content, session_id, role, source_role, external_id, event_time, event_offset,
         created_at, base_confidence, confidence, decay_rate, access_count, origin, tags, attributes,
         trust, quarantine, valid_until, embedding_model, embedding_error)
    VALUES (%s, %s, 'episode', %s, %s, %s, %s, %s, %s, %s, %s, 1.0, 1.0, 0.1, 0, %s, %s, %s, %s, %s, %s, '', '')
"""


def _ask_curators(cursor: Any, namespace_id: int, found: Iterable[tuple[int, Finding | None]], now: Any) -> None:
    """A card for each turn that stays in quarantine, as far as the queue has room."""
    held = [(rowid, finding.rule) for rowid, finding in found if finding and not quarantine.waits(finding)]
    if not held:
        return
    cursor.execute(
        "SELECT COUNT(*) FROM reviews WHERE namespace_id = %s AND status = 'open' AND reason = 'quarantined'",
        [namespace_id],
    )
    room = max(quarantine.MOST_CARDS - int(cursor.fetchone()[0]), 0)
    cursor.executemany(
        "INSERT INTO reviews (namespace_id, subject_id, reason, detail, status, created_at) "
        "VALUES (%s, %s, 'quarantined', %s, 'open', %s)",
        [[namespace_id, rowid, rule, now] for rowid, rule in held[:room]],
    )


def _complete_others(cursor: Any, namespace_id: int, session_id: str, moment: datetime, now: Any) -> list[str]:
    idle_since = moment - timedelta(seconds=settings.MEMORY_SESSION_SWITCH_IDLE)
    cursor.execute(
        """
        UPDATE sessions_consolidations SET status = 'pending', completed_at = %s, attempts = 0
        WHERE id IN (
            SELECT id FROM sessions_consolidations
            WHERE namespace_id = %s AND status = 'open' AND session_id <> %s AND last_seen_at <= %s
            ORDER BY last_seen_at LIMIT %s
        )
        RETURNING session_id
        """,
        [now, namespace_id, session_id, _db_time(idle_since), MAX_COMPLETED_SESSIONS],
    )
    return sorted(row[0] for row in cursor.fetchall())


def _db_time(moment: datetime) -> Any:
    """`moment` as Django writes it into the database. Django takes four times as long."""
    if not _is_sqlite():
        return moment
    in_utc = moment if moment.tzinfo is UTC else moment.astimezone(UTC)
    return str(in_utc)[:-6]  # without "+00:00"


@cache
def _looked_up() -> str:
    """The SELECT of `_place`. It holds the namespace's row, as `writing` does, but on SQLite, which has one writer."""
    here = connections[DEFAULT_DB_ALIAS]
    held = here.features.has_select_for_update
    return f"""
        SELECT namespaces.id, sessions.status = 'open' AND sessions.last_seen_at > %s,
            namespaces.memories, namespaces.text_bytes, sessions.off_record
        FROM namespaces LEFT JOIN sessions_consolidations AS sessions
            ON sessions.namespace_id = namespaces.id AND sessions.session_id = %s
        WHERE namespaces.name = %s {here.ops.for_update_sql(of=("namespaces",), no_key=True) if held else ""}
        """


@cache
def _is_sqlite() -> bool:
    return connections[DEFAULT_DB_ALIAS].vendor == "sqlite"


def turns_of(namespace: Namespace, session_id: str) -> MemoryQuerySet:
    """The active turns of one session, in the order in which they were said."""
    return Memory.objects.within(namespace).episodes().active().filter(session_id=session_id).order_by("rowid")


def transcript(namespace: Namespace, session_id: str) -> MemoryQuerySet:
    """As `turns_of`, with the turns that are in quarantine: whoever sent them may see what became of each."""
    kept = Q(valid_until__isnull=True) | Q(quarantine__isnull=False)
    return Memory.objects.within(namespace).episodes().filter(kept, session_id=session_id).order_by("rowid")
