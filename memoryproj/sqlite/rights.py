"""What a store's file tells of who may come in: read from a store that a restore replaced, and from newer backups.

The file may be of an older schema or a newer one, or damaged: only columns are read that every release had.
"""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from .driver import Database

Person = tuple[int, datetime]  # an account's id, and the moment at which it was made: a name can be changed

_KEYS = "SELECT prefix, revoked_at, expires_at FROM api_keys"
_PEOPLE = "SELECT id, date_joined, password, is_active, is_staff, is_superuser FROM auth_user"
_GRANTS = "SELECT u.id, u.date_joined, g.pattern FROM namespace_grants g JOIN auth_user u ON u.id = g.user_id"
_MEMBERS = (
    "SELECT u.id, u.date_joined, g.name FROM auth_user_groups m "
    "JOIN auth_user u ON u.id = m.user_id JOIN auth_group g ON g.id = m.group_id"
)
_OWN_PERMISSIONS = (
    "SELECT u.id, u.date_joined, c.app_label, p.codename FROM auth_user_user_permissions m "
    "JOIN auth_user u ON u.id = m.user_id JOIN auth_permission p ON p.id = m.permission_id "
    "JOIN django_content_type c ON c.id = p.content_type_id"
)
_GROUPS_PERMISSIONS = (
    "SELECT g.name, c.app_label, p.codename FROM auth_group_permissions m "
    "JOIN auth_group g ON g.id = m.group_id JOIN auth_permission p ON p.id = m.permission_id "
    "JOIN django_content_type c ON c.id = p.content_type_id"
)
_WEBHOOKS = "SELECT uid, is_paused FROM webhooks"
_BIRTH = "SELECT MIN(applied) FROM django_migrations WHERE app = 'memory' AND name = '0001_initial'"


@dataclass(frozen=True)
class Account:
    password: str  # its hash
    is_active: bool
    is_staff: bool
    is_superuser: bool


@dataclass(frozen=True)
class Rights:
    """Who might come in, as one file knew. `birth` is when its store was made, which its backups share: of another
    store's file nothing is to be learnt."""

    birth: str
    revoked: dict[str, datetime]  # by the keys' prefixes
    ends: dict[str, datetime | None]  # when keys expire, of all that it knew
    people: dict[Person, Account]
    grants: frozenset[tuple[Person, str]]
    members: frozenset[tuple[Person, str]]
    permissions: frozenset[tuple[Person, str, str]]
    group_permissions: frozenset[tuple[str, str, str]]
    webhooks: dict[str, bool]  # whether each is paused


def read(path: Path) -> Rights | None:
    """None where the file cannot be read, or is no store."""
    # `immutable` leaves no -shm beside a backup. A WAL that a killed process left is read, too.
    how = "mode=ro" if Path(f"{path}-wal").exists() else "immutable=1"
    try:
        with closing(Database.connect(f"{path.absolute().as_uri()}?{how}", uri=True)) as connection:
            return _read(connection)
    except Database.Error:
        return None


def _read(connection: Any) -> Rights:
    def rows(statement: str) -> list[tuple[Any, ...]]:
        return list(connection.execute(statement).fetchall())

    def of_people(statement: str) -> list[tuple[Any, ...]]:
        return [((pk, _moment(joined)), *rest) for pk, joined, *rest in rows(statement)]

    has_webhooks = rows("SELECT 1 FROM sqlite_schema WHERE name = 'webhooks'")  # an older release has none
    keys = rows(_KEYS)
    return Rights(
        birth=str(rows(_BIRTH)[0][0]),
        revoked={prefix: _moment(revoked) for prefix, revoked, _ in keys if revoked},
        ends={prefix: _moment(ends) if ends else None for prefix, _, ends in keys},
        people={person: Account(told[0], *map(bool, told[1:])) for person, *told in of_people(_PEOPLE)},
        grants=frozenset(of_people(_GRANTS)),
        members=frozenset(of_people(_MEMBERS)),
        permissions=frozenset(of_people(_OWN_PERMISSIONS)),
        group_permissions=frozenset(rows(_GROUPS_PERMISSIONS)),
        webhooks={uid: bool(paused) for uid, paused in rows(_WEBHOOKS)} if has_webhooks else {},
    )


def _moment(told: Any) -> datetime:
    """Moments are stored as text, in UTC."""
    return datetime.fromisoformat(str(told)).replace(tzinfo=UTC)
