"""Backups as operators see them: by the schedule and by hand, shown everywhere, taken before a migration, restored."""

from __future__ import annotations

import json
from datetime import timedelta
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection, connections
from django.db.migrations.recorder import MigrationRecorder
from django.test import override_settings
from django.utils import timezone

from memory import health, tasks
from memory.management.commands import migrate
from memory.models import Memory, Operation
from memory.services.errors import NotFound
from memory.services.upkeep import backups, doctor
from memoryproj import schema, throwaway
from memoryproj.sqlite.backups import Why
from tests.conftest import Api
from tests.store import committed, embed_all, know, say

__all__ = ["committed"]


@pytest.fixture
def place(committed, tmp_path):
    with override_settings(MEMORY_BACKUP_DIR=str(tmp_path / "backups")):
        yield tmp_path / "backups"


def printed(*words: str) -> str:
    out = StringIO()
    call_command(*words, stdout=out)
    return out.getvalue()


def test_a_backup_by_hand_is_a_run_like_others_and_says_what_it_holds(committed, place):
    know(committed, "Ann likes tea.")
    said = printed("backup")
    (made,) = backups.listing()
    assert str(made.path) in said
    assert made.path.parent == place
    run = Operation.objects.get(kind="backup")
    assert (run.status, run.requested_by) == ("succeeded", "command line")
    assert run.counts["rows"] == made.rows > 0
    assert made.path.name in printed("backup", "--list")
    assert "is whole" in printed("backup", "--verify", "latest")
    (listed,) = json.loads(printed("backup", "--list", "--json"))
    assert (listed["path"], listed["rows"], listed["schema"]) == (str(made.path), made.rows, made.schema)
    assert json.loads(printed("backup", "--verify", "latest", "--json")) == listed
    assert json.loads(printed("backup", "--json"))["why"] == Why.HAND


def test_the_scheduled_one_is_made_once_a_slot(committed, place):
    tasks.execute_backup()
    tasks.execute_backup()
    run = Operation.objects.get(kind="backup")
    assert (run.status, run.error) == ("succeeded", "")
    assert [one.why for one in backups.listing()] == [Why.SCHEDULE]


def test_one_that_fails_is_a_failed_run_and_keeps_the_older_ones(committed, place):
    kept = backups.make(Why.HAND)
    with override_settings(MEMORY_FREE_BYTES=1 << 62):
        with pytest.raises(CommandError, match="no room"):
            call_command("backup")
        tasks.execute_backup()
    assert [run.status for run in Operation.objects.filter(kind="backup")] == ["failed", "failed"]
    assert "no room" in Operation.objects.filter(kind="backup").latest("pk").error
    assert backups.listing() == [kept]


def test_a_failed_nights_backup_is_tried_again(committed, place):
    with override_settings(MEMORY_FREE_BYTES=1 << 62):
        tasks.execute_backup()
    run = Operation.objects.get(kind="backup")
    Operation.objects.update(finished_at=run.finished_at - timedelta(hours=4))
    from maintenance.tasks import sweep

    sweep()
    tasks.run_operations()
    run.refresh_from_db()
    assert run.status == "succeeded"


def test_its_age_is_told_by_the_probe_the_metrics_and_the_desk(committed, place, make_key, admin_client):
    api = Api(make_key("*", scopes=["admin"]))

    def probe():
        return api.client.get("/readyz", headers=api.headers).json()["backup"]

    assert probe() == {"newest": None, "age_seconds": None}
    assert "memory_backup_age_seconds" not in [line.split(" ")[0] for line in health.metrics().splitlines()]
    assert "There is no backup" in admin_client.get("/admin/system/").content.decode()
    made = backups.make(Why.HAND)
    assert probe()["newest"] == made.path.name
    assert 0 <= probe()["age_seconds"] < 60
    assert any(line.startswith("memory_backup_age_seconds ") for line in health.metrics().splitlines())
    assert made.path.name in admin_client.get("/admin/system/").content.decode()


def test_before_a_migration_there_is_a_backup_and_only_then(committed, place, monkeypatch):
    know(committed, "Ann likes tea.")
    call_command("migrate", verbosity=0)
    assert not place.exists()
    newest = MigrationRecorder.Migration.objects.filter(app="memory").order_by("name").last()
    MigrationRecorder(connection).record_unapplied("memory", newest.name)
    begun = []
    monkeypatch.setattr(migrate.migrate.Command, "handle", lambda *args, **options: begun.append(1))
    call_command("migrate", "--plan", verbosity=0)
    assert not place.exists()
    call_command("migrate", verbosity=0)
    (made,) = backups.listing()
    assert made.why == Why.MIGRATION
    assert made.digest["memories"][0] == 1
    begun.clear()
    with override_settings(MEMORY_FREE_BYTES=1 << 62), pytest.raises(CommandError, match="not begun"):
        call_command("migrate", verbosity=0)
    assert begun == []
    MigrationRecorder(connection).record_applied("memory", newest.name)


@pytest.fixture
def own_store(committed, migrated):
    """A store that the test may put others in the place of."""
    connections.close_all()
    with throwaway.store(migrated) as path:
        yield path


def test_a_restored_store_answers_as_it_did_then(own_store):
    from memory.services import namespaces
    from memory.services.handing import retrieval

    alice = namespaces.ensure("acme/alice")
    tea = know(alice, "Ann likes green tea.")
    say(alice, "s", "My sister Ida lives in Lisbon.")
    embed_all()
    backups.make(Why.HAND)
    know(alice, "Ann likes black coffee.")
    out = printed("restore", "latest")
    assert "is the store now" in out
    assert [fact.uid for fact in Memory.objects.within(alice).facts()] == [tea.uid]
    assert doctor.examine() == []
    hits = retrieval.search(alice, "who lives in Lisbon?").hits
    assert any("Lisbon" in hit.memory.content for hit in hits)
    aside = next(own_store.parent.glob("memory-replaced-*.db"))
    assert str(aside) in out
    with throwaway.at(aside):
        assert Memory.objects.within(alice).facts().count() == 2


def test_a_restore_tells_programs_what_it_put_where(own_store):
    made = backups.make(Why.HAND)
    told = json.loads(printed("restore", "latest", "--json"))
    assert (told["restored"], told["erased_again"], told["found"]) == (made.path.name, 0, [])
    assert told["aside"] == str(next(own_store.parent.glob("memory-replaced-*.db")))


def test_what_cannot_be_restored_changes_nothing(own_store):
    with pytest.raises(CommandError, match="no backup yesterday"):
        call_command("restore", "yesterday")
    made = backups.make(Why.HAND)
    made.path.write_bytes(made.path.read_bytes()[:8192])
    with pytest.raises(CommandError, match="Nothing was restored"):
        call_command("restore", made.path.name)
    with pytest.raises(CommandError):
        call_command("backup", "--verify", "latest")
    with pytest.raises(CommandError, match="not allowed with"):
        call_command("backup", "--list", "--verify", "latest")
    assert not list(own_store.parent.glob("memory-replaced-*"))
    with pytest.raises(NotFound):
        backups.called("memory-nothing.db")


def test_a_backup_of_a_later_release_is_refused_before_anything_is_replaced(own_store):
    later = {"app": "memory", "name": "9999_of_tomorrow"}
    MigrationRecorder(connection).record_applied(**later)
    made = backups.make(Why.HAND)
    assert made.schema == later["name"]
    MigrationRecorder(connection).record_unapplied(**later)
    with pytest.raises(CommandError, match=f"{made.path.name} is of a later release .memory.9999_of_tomorrow."):
        call_command("restore", "latest")
    assert not list(own_store.parent.glob("memory-replaced-*"))
    assert schema.lack() is None


def test_a_backup_whose_manifest_is_damaged_is_loud(own_store, capsys):
    older, newest = backups.make(Why.MIGRATION), backups.make(Why.HAND)  # rotation keeps both
    (newest.path.parent / "memory-notes.json").write_text("somebody's")
    newest.manifest.write_text("{")
    for command in (("restore",), ("backup", "--verify")):
        for name in ("latest", newest.path.name, str(newest.path)):
            with pytest.raises(CommandError, match=f"manifest of {newest.path.name} cannot be read"):
                call_command(*command, name)
    listed = printed("backup", "--list").splitlines()
    assert [line.split("  ")[0] for line in listed] == [str(older.path), str(newest.path)]
    assert "cannot be read" in listed[1]
    sound, damaged = json.loads(printed("backup", "--list", "--json"))
    assert (sound["path"], damaged["path"]) == (str(older.path), str(newest.path))
    assert "cannot be read" in damaged["problem"]
    with pytest.raises(SystemExit):
        call_command("doctor")
    assert f"1 × the manifest of {newest.path.name} cannot be read" in capsys.readouterr().out
    assert f"1 × the manifest of {newest.path.name} cannot be read" in printed("restore", older.path.name)
    assert "is whole" in printed("backup", "--verify", older.path.name)


def test_a_newer_backup_is_the_latest_whatever_became_of_an_older_one(committed, place, admin_client):
    older, newest = backups.make(Why.MIGRATION), backups.make(Why.HAND)  # rotation keeps both
    older.manifest.write_text("[]")
    assert backups.called("latest") == newest
    page = admin_client.get("/admin/system/").content.decode()
    assert older.path.name in page
    assert "cannot be read" in page
    older.manifest.write_text(newest.manifest.read_text().replace(f'"schema": "{newest.schema}"', '"schema": null'))
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("restore", older.path.name)
    older.path.unlink()  # what tells of no file is no backup
    assert backups.unreadable() == []


def test_no_name_is_no_backup(committed, place):
    for words in (("backup", "--verify", ""), ("restore", ""), ("restore",)):
        with pytest.raises(CommandError, match="name one that `backup --list` shows"):
            call_command(*words)
    assert backups.listing() == []


def test_a_store_without_a_file_can_be_restored(own_store):
    from memory.services import namespaces

    alice = namespaces.ensure("acme/alice")
    know(alice, "Ann likes tea.")
    backups.make(Why.HAND)
    connections.close_all()
    for path in own_store.parent.glob("memory.db*"):
        Path(path).unlink()
    printed("restore", "latest")
    assert Memory.objects.within(alice).facts().count() == 1


def test_what_was_taken_away_since_the_backup_stays_taken(own_store):
    from django.contrib.auth.models import Group, User

    from memory.models import ApiKey, NamespaceGrant, Webhook
    from memory.services import namespaces, webhooks

    home = namespaces.ensure("acme/alice")
    issue = ApiKey.objects.issue
    (gone, gone_text), (ended, ended_text), (_, kept_text) = (
        issue(name, pattern="acme/*", scopes=["read"]) for name in ("gone", "ended", "kept")
    )
    root = User.objects.create_superuser("root", password="old")
    out, left, deputy = (User.objects.create_user(name, password="old", is_staff=True) for name in ("out", "left", "d"))
    curators, _ = Group.objects.get_or_create(name="curator")
    deputy.groups.add(curators)
    NamespaceGrant.objects.create(user=deputy, pattern="acme/*")
    NamespaceGrant.objects.create(user=deputy, pattern="other/*")
    removed, paused, told = (webhooks.add(home, f"https://{name}.example.org/")[0] for name in ("a", "b", "c"))
    backups.make(Why.HAND)

    gone.revoke()
    ended.expire(timezone.now())
    issue("late", pattern="acme/*", scopes=["read"])
    root.set_password("new")
    root.username = "chief"
    root.save()
    User.objects.filter(pk=out.pk).update(is_active=False)
    left.delete()
    deputy.groups.remove(curators)
    NamespaceGrant.objects.filter(user=deputy, pattern="other/*").delete()
    webhooks.remove(home, removed.uid)
    webhooks.pause(home, paused.uid, paused=True)
    answer = json.loads(printed("restore", "latest", "--json"))["rights"]

    assert [bool(ApiKey.objects.authenticate(text)) for text in (gone_text, ended_text, kept_text)] == [0, 0, 1]
    people = {user.username: user for user in User.objects.all()}
    assert people["root"].check_password("new")
    assert {name for name, user in people.items() if user.is_active} == {"root", "d"}
    assert not people["d"].groups.exists()
    assert [grant.pattern for grant in NamespaceGrant.objects.all()] == ["acme/*"]
    assert [hook.uid for hook in Webhook.objects.within(home).filter(is_paused=False)] == [told.uid]
    assert answer.pop("upto") is not None
    assert answer == {"keys": 2, "people": 4, "webhooks": 2, "lost_keys": 1, "administrators": 1}


def test_a_key_stays_revoked_through_a_second_restore_and_where_the_store_is_lost(own_store):
    from memory.models import ApiKey

    key, text = ApiKey.objects.issue("old", pattern="acme/*", scopes=["read"])
    first = backups.make(Why.MIGRATION)  # of that kind several stay of one day
    key.revoke()
    second = backups.make(Why.HAND)

    def opens() -> bool:
        return ApiKey.objects.authenticate(text) is not None

    connections.close_all()
    own_store.write_bytes(b"damaged")
    assert f"as was known at {second.taken_at:%Y-%m-%d %H:%M:%S}" in printed("restore", first.path.name)
    assert not opens()
    second.manifest.unlink()  # it counts no more; the stores that were set aside do
    ApiKey.objects.update(revoked_at=None)
    printed("restore", first.path.name)
    assert opens()  # nothing knows it any more
    ApiKey.objects.get().revoke()
    printed("restore", first.path.name)
    ApiKey.objects.update(revoked_at=None)
    printed("restore", first.path.name)
    assert not opens()


def test_on_a_bare_machine_it_is_told_what_is_not_known_and_all_can_be_shut(own_store):
    from django.contrib.auth.models import User

    from memory.models import ApiKey
    from memory.services import namespaces, webhooks

    key, text = ApiKey.objects.issue("old", pattern="acme/*", scopes=["read"])
    User.objects.create_superuser("root", password="old")
    hook, _ = webhooks.add(namespaces.ensure("acme/alice"), "https://example.org/")
    backups.make(Why.HAND)
    key.revoke()
    connections.close_all()
    own_store.unlink()

    said = printed("restore", "latest")
    assert "not known here" in said
    assert "restore again with --shut" in said
    assert ApiKey.objects.authenticate(text)
    said = printed("restore", "latest", "--shut")
    assert "Shut were 1 keys, 1 accounts of the desk and 1 webhooks" in said
    assert "createsuperuser" in said
    assert ApiKey.objects.authenticate(text) is None
    assert not User.objects.get().is_active
    hook.refresh_from_db()
    assert hook.is_paused


def test_of_another_store_that_lies_there_nothing_is_taken_over(own_store):
    from memory.models import ApiKey

    _, text = ApiKey.objects.issue("old", pattern="acme/*", scopes=["read"])
    backups.make(Why.HAND)
    MigrationRecorder.Migration.objects.filter(app="memory", name="0001_initial").update(applied=timezone.now())
    assert "not known here" in printed("restore", "latest")
    assert ApiKey.objects.authenticate(text)


def test_a_machine_that_has_the_backups_alone_erases_again_by_the_log_beside_them(own_store, tmp_path, settings):
    from memory.models.erasures import ErasedWhat
    from memory.services import namespaces
    from memory.services.upkeep import erasures
    from tests.store import CURATOR

    settings.MEMORY_DATA_DIR = tmp_path / "first"
    settings.MEMORY_DATA_DIR.mkdir()
    home = namespaces.ensure("acme/alice")
    secret = know(home, "Ann hides the key below the third flower pot.")
    first = backups.make(Why.MIGRATION)
    erasures.erase(home, ErasedWhat.MEMORY, secret.uid, actor=CURATOR)
    backups.make(Why.HAND)
    settings.MEMORY_DATA_DIR = tmp_path / "second"
    settings.MEMORY_DATA_DIR.mkdir()
    said = printed("restore", first.path.name)
    assert "1 erasures since that backup were done again" in said
    assert "There is no erasures.jsonl" not in said
    assert not Memory.objects.within(home).filter(uid=secret.uid).exists()
