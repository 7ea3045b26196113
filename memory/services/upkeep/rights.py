"""What a restore must not give back: rights that were taken away since the backup.

A backup holds keys that were revoked later, people who were shut out, and webhooks that were removed. What the replaced
store, the stores set aside before it and newer backups tell is held against the restored one: each right that one
of them knows to be taken stays taken. Nothing is given that the backup did not hold.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.contrib.auth.models import Group, User
from django.contrib.sessions.models import Session as Login
from django.db import transaction
from django.utils import timezone

from memoryproj.sqlite import rights as files
from memoryproj.sqlite.backups import MOMENT, REPLACED, Backup
from memoryproj.sqlite.rights import Person, Rights

from ...models import ALL, ApiKey, MailedDecision, NamespaceGrant, Webhook
from . import backups

_OF_PERMISSION = "permission__content_type"
NOT_KNOWN = "It was not in the store that a restore replaced. Let it go on if it is still wanted."


@dataclass(frozen=True)
class Known:
    """What files of this store tell, the latest first; `upto` is the moment that the first of them tells of."""

    latest: Rights
    upto: datetime
    others: Sequence[Rights]


@dataclass(frozen=True)
class KeptShut:
    """How many rights of the backup were taken away again. `upto` is the moment up to which it was known what was
    taken: None where no file told it. `administrators` are those who may still sign in to the desk."""

    keys: int
    people: int
    webhooks: int
    lost_keys: int  # made since: they are gone, and their users need others
    administrators: int
    upto: datetime | None


def known(restored: Backup, aside: Path | None) -> Known | None:
    """What the files beside the store that `restored` is now tell of rights; `aside` is the replaced one. None where
    none can be read that is of this store."""
    own = files.read(restored.path)
    now, store = timezone.now(), backups.store()
    found = [(now, aside)] if aside is not None else []
    found += [(one.taken_at, one.path) for one in backups.listing() if one.taken_at > restored.taken_at]
    found += [(at, path) for at, path in _set_aside(store) if path != aside]
    told = [(at, read) for at, path in found if (read := files.read(path)) and own and read.birth == own.birth]
    if not told:
        return None
    told.sort(key=lambda one: one[0], reverse=True)
    return Known(told[0][1], told[0][0], [read for _, read in told[1:]])


def _set_aside(store: Path) -> Iterable[tuple[datetime, Path]]:
    for path in store.parent.glob(f"{store.stem}{REPLACED}*.db"):
        try:
            at = datetime.strptime(path.stem.removeprefix(f"{store.stem}{REPLACED}"), MOMENT).replace(tzinfo=UTC)
        except ValueError:
            continue  # somebody else's
        yield at, path


def keep_taken(told: Known | None) -> KeptShut:
    """Take away again what files tell to have been taken. Who was signed in signs in anew, and mailed links are void,
    as what was ended or used since cannot be told from what was not."""
    with transaction.atomic():
        _end_logins()
        if told is None:
            return KeptShut(0, 0, 0, 0, _administrators(), None)
        latest = told.latest
        lost = latest.ends.keys() - set(ApiKey.objects.values_list("prefix", flat=True)) - latest.revoked.keys()
        keys, people, hooks = _keys(told), _people(latest), _webhooks(latest.webhooks)
        return KeptShut(keys, people, hooks, len(lost), _administrators(), told.upto)


def shut() -> KeptShut:
    """Take all rights away: for a store of which nobody knows what was taken since its backup."""
    with transaction.atomic():
        _end_logins()
        keys = ApiKey.objects.filter(revoked_at=None).update(revoked_at=timezone.now())
        people = User.objects.filter(is_active=True).update(is_active=False)
        hooks = Webhook.objects.across(ALL).filter(is_paused=False).update(is_paused=True)
        return KeptShut(keys, people, hooks, 0, _administrators(), None)


def _end_logins() -> None:
    Login.objects.all().delete()
    MailedDecision.objects.all().delete()


def _administrators() -> int:
    return User.objects.filter(is_active=True, is_superuser=True).count()


def _keys(told: Known) -> int:
    """A key is revoked once and for all, so any file's word counts; its end may have been moved, so the latest does."""
    revoked: dict[str, datetime] = {}
    for one in [*told.others, told.latest]:
        revoked |= one.revoked
    changed = 0
    for key in ApiKey.objects.filter(revoked_at=None):
        ends = told.latest.ends.get(key.prefix)
        if at := revoked.get(key.prefix):
            ApiKey.objects.filter(pk=key.pk).update(revoked_at=at)
        elif ends is not None and (key.expires_at is None or ends < key.expires_at):
            key.expire(ends)
        else:
            continue
        changed += 1
    return changed


def _people(latest: Rights) -> int:
    """Who is not known any more, or was shut out, stays out; a role, a grant or a permission that was taken is taken.
    A password is the one of since: the older one may have been changed because others knew it."""
    changed = {user.pk for user in User.objects.all() if _settle_account(user, latest)}
    taken = [
        row
        for rows, held in (
            (User.groups.through.objects.select_related("user", "group"), latest.members),
            (User.user_permissions.through.objects.select_related("user", _OF_PERMISSION), latest.permissions),
            (NamespaceGrant.objects.select_related("user"), latest.grants),
        )
        for row in rows
        # Who is not known any more is shut out whole, and is found as before by whoever lets them in again.
        if _person(row.user) in latest.people and (_person(row.user), *_what(row)) not in held
    ]
    taken_from_groups = [
        row
        for row in Group.permissions.through.objects.select_related("group", _OF_PERMISSION)
        if (row.group.name, *_what(row)) not in latest.group_permissions
    ]
    for row in [*taken, *taken_from_groups]:
        row.delete()
    return len(changed | {row.user_id for row in taken})


def _what(row: Any) -> tuple[str, ...]:
    """What a person or a group was given by this row, as `Rights` tells it."""
    if hasattr(row, "pattern"):
        return (row.pattern,)
    if hasattr(row, "permission"):
        return (row.permission.content_type.app_label, row.permission.codename)
    return (row.group.name,)


def _person(user: User) -> Person:
    return (user.pk, user.date_joined)


def _settle_account(user: User, latest: Rights) -> bool:
    """Whether anything was taken from the person."""
    account = latest.people.get(_person(user))
    if account is None:
        was, user.is_active = user.is_active, False
        user.save(update_fields=["is_active"])
        return was
    now = {
        "password": account.password,
        "is_active": user.is_active and account.is_active,
        "is_staff": user.is_staff and account.is_staff,
        "is_superuser": user.is_superuser and account.is_superuser,
    }
    differing = [name for name, value in now.items() if getattr(user, name) != value]
    for name in differing:
        setattr(user, name, now[name])
    if differing:
        user.save(update_fields=differing)
    return bool(differing)


def _webhooks(latest: dict[str, bool]) -> int:
    """What was removed or paused is told nothing: a removed one is paused, so that whoever wants it still finds it."""
    changed = 0
    for hook in Webhook.objects.across(ALL).filter(is_paused=False):
        if hook.uid not in latest:
            hook.last_error = NOT_KNOWN
        elif not latest[hook.uid]:
            continue
        hook.is_paused = True
        hook.save(update_fields=["is_paused", "last_error"])
        changed += 1
    return changed
