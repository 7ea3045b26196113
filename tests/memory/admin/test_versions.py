"""Two people at one form or one decision: the page that is older changes nothing that it did not show."""

import re
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group, User
from django.db import connections
from django.urls import reverse
from django.utils import timezone
from django_celery_beat.models import CrontabSchedule, IntervalSchedule, PeriodicTask

from memory.admin.versions import VersionedForm
from tests.memory.admin.conftest import SignIn
from tests.store import committed

__all__ = ["committed"]


@pytest.fixture
def otto(sign_in: SignIn) -> User:
    sign_in("operator", "acme/*", name="otto")
    return User.objects.get(username="otto")


def fields_shown(page):
    """What a browser would send of a page's form, untouched."""
    sent = {}
    forms = [page.context["adminform"].form]
    for inline in page.context["inline_admin_formsets"]:
        forms += [inline.formset.management_form, *inline.formset.forms]
    for field in (field for form in forms for field in form):
        value = field.value()
        if hasattr(field.field, "widget") and hasattr(field.field.widget, "widgets"):
            parts = value if isinstance(value, list) else field.field.widget.decompress(value)
            sent |= {f"{field.html_name}_{n}": part for n, part in enumerate(parts) if part is not None}
        elif isinstance(value, list):
            sent[field.html_name] = [getattr(one, "pk", one) for one in value]
        elif value not in (None, False):
            sent[field.html_name] = value
    return sent


def refused(answer):
    return "Not stored: this was changed after the page was opened" in answer.content.decode()


@pytest.mark.parametrize(
    "take",
    [
        lambda person: person.groups.clear(),
        lambda person: User.objects.filter(pk=person.pk).update(is_active=False),
        lambda person: person.namespace_grants.update(pattern="acme/bob"),
        lambda person: person.namespace_grants.create(pattern="acme/bob"),
    ],
)
def test_an_account_page_that_is_older_gives_no_right_back_that_was_taken(otto, sign_in, take):
    client, address = sign_in("administrator"), reverse("admin:auth_user_change", args=[otto.pk])
    sent = fields_shown(client.get(address)) | {"email": "otto@example.org"}
    take(otto)

    def rights():
        person = User.objects.get(pk=otto.pk)
        held = [list(rows.order_by("pk").values()) for rows in (person.groups, person.namespace_grants)]
        return person.is_active, *held

    before = rights()
    assert refused(client.post(address, sent))
    assert (rights(), User.objects.get(pk=otto.pk).email) == (before, "")
    sent = fields_shown(client.get(address)) | {"email": "otto@example.org"}
    assert client.post(address, sent).status_code == 302
    assert (rights(), User.objects.get(pk=otto.pk).email) == (before, "otto@example.org")


def test_a_login_in_between_makes_no_account_page_old(otto, sign_in):
    client, address = sign_in("administrator"), reverse("admin:auth_user_change", args=[otto.pk])
    sent = fields_shown(client.get(address)) | {"email": "otto@example.org"}
    sign_in("", name="other")
    otto.set_password("another-Password-7")
    otto.save()
    assert client.post(address, sent).status_code == 302
    assert User.objects.get(pk=otto.pk).email == "otto@example.org"


def test_a_form_that_is_sent_twice_or_asks_for_what_stands_is_stored(otto, sign_in):
    client, address = sign_in("administrator"), reverse("admin:auth_user_change", args=[otto.pk])
    sent = fields_shown(client.get(address)) | {
        "email": "otto@example.org",
        "groups": [Group.objects.get(name="curator").pk],
    }
    assert [client.post(address, sent).status_code for _ in range(2)] == [302, 302]
    grant = fields_shown(client.get(address)) | {"namespace_grants-1-pattern": "acme/bob"}
    assert client.post(address, grant).status_code == 302
    assert refused(client.post(address, grant))
    assert refused(client.post(address, sent))  # it asks for what stands, and would take no grant; it showed fewer
    assert list(otto.namespace_grants.order_by("pk").values_list("pattern", flat=True)) == ["acme/*", "acme/bob"]


def test_a_form_that_was_refused_for_its_content_is_stored_when_that_is_mended(otto, sign_in):
    client, address = sign_in("administrator"), reverse("admin:auth_user_change", args=[otto.pk])
    wrong = client.post(address, fields_shown(client.get(address)) | {"email": "nobody"})
    assert (wrong.status_code, refused(wrong)) == (200, False)
    otto.groups.clear()
    assert refused(client.post(address, fields_shown(wrong) | {"email": "otto@example.org"}))
    otto.groups.add(Group.objects.get(name="operator"))
    assert client.post(address, fields_shown(wrong) | {"email": "otto@example.org"}).status_code == 302


def test_an_account_page_puts_no_older_login_back_and_the_log_names_what_was_typed_alone(otto, sign_in):
    client, address = sign_in("administrator"), reverse("admin:auth_user_change", args=[otto.pk])
    sent = fields_shown(client.get(address)) | {"email": "otto@example.org"}
    User.objects.filter(pk=otto.pk).update(last_login=(now := timezone.now()))
    del sent["version"]  # of a page from before there were versions
    assert client.post(address, sent).status_code == 302
    assert User.objects.get(pk=otto.pk).last_login == now
    told = LogEntry.objects.order_by("-pk").values_list("change_message", flat=True)[0]
    assert "Email address" in told
    assert "ersion" not in told


def test_a_version_that_is_sent_with_a_new_row_means_nothing(sign_in):
    client = sign_in("administrator")
    sent = {"name": "readers", "version": "0-0"}
    assert client.post(reverse("admin:auth_group_add") + "?version=1", sent).status_code == 302


def test_a_role_page_that_is_older_gives_no_permission_back(sign_in):
    client, role = sign_in("administrator"), Group.objects.get(name="operator")
    address = reverse("admin:auth_group_change", args=[role.pk])
    sent = fields_shown(client.get(address))
    role.permissions.remove(role.permissions.first())
    left = role.permissions.count()
    assert refused(client.post(address, sent | {"name": "operators"}))
    assert (role.permissions.count(), Group.objects.get(pk=role.pk).name) == (left, "operator")
    assert client.post(reverse("admin:auth_group_add"), {"name": "readers"}).status_code == 302


def test_a_timetable_page_that_is_older_starts_nothing_that_was_stopped(sign_in):
    every, _ = IntervalSchedule.objects.get_or_create(every=5, period="minutes")
    task = PeriodicTask.objects.create(name="sweeping", task="maintenance.tasks.sweep", interval=every)
    client = sign_in("administrator")
    address = reverse("admin:django_celery_beat_periodictask_change", args=[task.pk])
    sent = fields_shown(client.get(address))
    PeriodicTask.objects.filter(pk=task.pk).update(enabled=False)
    assert refused(client.post(address, sent | {"description": "sweeps"}))
    assert not PeriodicTask.objects.get(pk=task.pk).enabled
    PeriodicTask.objects.filter(pk=task.pk).update(total_run_count=7)  # that it ran is nobody's change
    sent = fields_shown(client.get(address))
    PeriodicTask.objects.filter(pk=task.pk).update(total_run_count=8)
    assert client.post(address, sent | {"description": "sweeps"}).status_code == 302
    assert PeriodicTask.objects.get(pk=task.pk).description == "sweeps"


def test_a_page_of_a_time_that_is_older_puts_no_hour_back(sign_in):
    time, client = CrontabSchedule.objects.create(minute="5", hour="3"), sign_in("administrator")
    address = reverse("admin:django_celery_beat_crontabschedule_change", args=[time.pk])
    sent = fields_shown(client.get(address)) | {"minute": "7"}
    CrontabSchedule.objects.filter(pk=time.pk).update(hour="9")
    assert refused(client.post(address, sent))
    assert client.post(address, fields_shown(client.get(address)) | {"minute": "7"}).status_code == 302
    time.refresh_from_db()
    assert (time.minute, time.hour) == ("7", "9")


def test_who_may_only_look_at_the_timetable_sees_it(sign_in):
    every, _ = IntervalSchedule.objects.get_or_create(every=5, period="minutes")
    task = PeriodicTask.objects.create(name="sweeping", task="maintenance.tasks.sweep", interval=every)
    page = sign_in("operator", "acme/alice").get(
        reverse("admin:django_celery_beat_periodictask_change", args=[task.pk])
    )
    assert page.status_code == 200
    assert 'name="version"' not in page.content.decode()


def test_an_older_page_takes_no_decision_back_that_it_did_not_show(desk, curator, sign_in):
    conflict, bert = desk.conflict, sign_in("curator", "acme/alice", name="bert")
    page, address = (
        reverse(f"admin:memory_conflict_{name}", args=[conflict.pk]) for name in ("change", "act")
    )  # fmt: skip

    def shown_by(client):
        (was,) = re.findall(r'name="was" value="([^"]*)"', client.get(page).content.decode())
        return {"verb": "reopen", "was": was}

    def stands():
        conflict.refresh_from_db()
        return conflict.status, conflict.decided_by, conflict.decision

    curator.post(address, {"verb": "new"})
    older = shown_by(curator)
    bert.post(address, shown_by(bert))
    bert.post(address, {"verb": "old"})

    answer = curator.post(address, older, follow=True)

    told = [str(message) for message in answer.context["messages"]]
    assert told == ["This was decided anew meanwhile: look at the decision that stands."]
    assert stands() == ("resolved", "bert", "old")
    curator.post(address, shown_by(curator))
    assert stands()[0] == "open"


@pytest.mark.parametrize("was", ["", "None", "-3", "\uff19", "0"])
def test_what_no_page_writes_takes_no_decision_back(desk, curator, was):
    address = reverse("admin:memory_conflict_act", args=[desk.conflict.pk])
    curator.post(address, {"verb": "new"})
    curator.post(address, {"verb": "reopen", "was": was})
    desk.conflict.refresh_from_db()
    assert desk.conflict.status == "resolved"


def test_of_two_forms_that_arrive_together_one_is_stored(committed, sign_in, monkeypatch):
    every, _ = IntervalSchedule.objects.get_or_create(every=5, period="minutes")
    task = PeriodicTask.objects.create(name="sweeping", task="maintenance.tasks.sweep", interval=every)
    address = reverse("admin:django_celery_beat_periodictask_change", args=[task.pk])
    people = [sign_in("administrator", name=name) for name in ("ada", "bert")]
    sent = [
        fields_shown(client.get(address)) | {"description": name} for name, client in zip("ab", people, strict=True)
    ]
    both, checked = threading.Barrier(2), VersionedForm.clean

    def wait_for_the_other(form):
        found = checked(form)
        with suppress(threading.BrokenBarrierError):  # the other may not come so far while this one is at it
            both.wait(timeout=2)
        return found

    def post(client, fields):
        try:
            return client.post(address, fields)
        finally:
            connections.close_all()

    monkeypatch.setattr(VersionedForm, "clean", wait_for_the_other)
    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(post, people, sent))

    (stored,) = [n for n, answer in enumerate(answers) if answer.status_code == 302]
    assert refused(answers[1 - stored])
    assert PeriodicTask.objects.get(pk=task.pk).description == "ab"[stored]
