"""People, their role and their namespaces on one page, and who may touch it."""

from __future__ import annotations

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group, User
from django.db import connection
from django.urls import reverse

from memory.admin import people
from memory.models import NamespaceGrant

NEW = reverse("admin:memory_person_add")


@pytest.fixture
def boss(sign_in):
    return sign_in("administrator", name="boss")


def sent(**more):
    given = {
        "name": "bea",
        "email": "bea@example.org",
        "role": "curator",
        "namespaces": "acme/*\nother",
        "active": "on",
    }
    return {**given, "password": "quite a long one 7", **more}


def page_of(person):
    return reverse("admin:memory_person", args=[person.pk])


def again(client, person, **more):
    """The form of a person as its page shows it, sent with changes."""
    initial = client.get(page_of(person)).context["form"].initial
    shown = {name: value for name, value in initial.items() if value is not False}
    return client.post(page_of(person), {**shown, **more})


def test_role_and_namespaces_are_given_at_once_and_listed_together(boss, client):
    assert boss.post(NEW, sent()).status_code == 302
    bea = User.objects.get(username="bea")
    assert [group.name for group in bea.groups.all()] == ["curator"]
    assert {grant.pattern for grant in bea.namespace_grants.all()} == {"acme/*", "other"}
    client.post(reverse("admin:login"), {"username": "bea", "password": "quite a long one 7"})
    assert client.get(reverse("admin:memory_inbox")).status_code == 200
    listed = boss.get(reverse("admin:memory_people")).content.decode()
    assert "curator" in listed
    assert "acme/*, other" in listed


def test_who_gave_a_role_is_kept_and_no_password(boss):
    boss.post(NEW, sent())
    again(boss, User.objects.get(username="bea"), role="viewer", namespaces="", active="")
    told = [(entry.user.username, entry.object_repr, entry.change_message) for entry in LogEntry.objects.order_by("pk")]
    assert told == [
        ("boss", "bea", "curator; namespaces: acme/*, other; with a new password"),
        ("boss", "bea", "viewer; namespaces: none; shut out"),
    ]
    listed = boss.get(reverse("admin:admin_logentry_changelist")).content.decode()
    assert "viewer; namespaces: none; shut out" in listed
    assert "quite a long one 7" not in listed


def test_a_change_takes_the_old_role_away_and_keeps_the_grants_that_stay(boss):
    boss.post(NEW, sent())
    bea = User.objects.get(username="bea")
    kept = bea.namespace_grants.get(pattern="other").pk
    again(boss, bea, role="viewer", namespaces="other\nacme/bob", password="")
    bea.refresh_from_db()
    assert [group.name for group in bea.groups.all()] == ["viewer"]
    assert bea.namespace_grants.get(pattern="other").pk == kept
    assert bea.check_password("quite a long one 7")
    again(boss, bea, role="", namespaces="")
    bea.refresh_from_db()
    assert (bea.is_staff, bea.groups.count(), bea.namespace_grants.count()) == (False, 0, 0)


@pytest.mark.parametrize(
    "wrong",
    [
        {"namespaces": "acme//x"}, {"namespaces": "a*b"}, {"role": "king"}, {"password": "12345"}, {"name": "BOSS"},
        {"name": "a b/c"}, {"email": "nobody"},
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused_and_stores_nothing(wrong, boss):
    answer = boss.post(NEW, sent(**wrong))
    assert answer.status_code == 200
    assert answer.context["form"].errors
    assert (User.objects.filter(username="bea").exists(), NamespaceGrant.objects.count()) == (False, 0)


@pytest.mark.parametrize(("group", "called"), [("auditor", "auditor"), ("", "permissions of their own")])
def test_a_role_that_the_form_does_not_know_stays_until_another_is_given(group, called, boss):
    audrey = User.objects.create(username="audrey", is_staff=True)
    if group:
        audrey.groups.add(Group.objects.create(name=group))
    assert f"<td>{called}</td>" in boss.get(reverse("admin:memory_people")).content.decode()
    stored = boss.get(again(boss, audrey, email="audrey@example.org")["Location"]).content.decode()
    assert f"audrey is stored: {called}." in stored
    audrey.refresh_from_db()
    assert (audrey.email, audrey.is_staff, audrey.is_superuser) == ("audrey@example.org", True, False)
    assert [one.name for one in audrey.groups.all()] == [group] * bool(group)
    again(boss, audrey, role="viewer")
    audrey.refresh_from_db()
    assert (audrey.is_staff, audrey.groups.filter(name="viewer").exists()) == (True, True)
    assert "own" not in dict(boss.get(page_of(audrey)).context["form"].fields["role"].choices)
    again(boss, audrey, role="")
    audrey.refresh_from_db()
    assert audrey.is_staff is False


def test_a_new_password_is_asked_for_again_where_something_else_was_refused(boss):
    boss.post(NEW, sent())
    bea = User.objects.get(username="bea")
    field = again(boss, bea, password="another long one 8", email="nobody").context["form"]["password"]
    assert field.errors == ["A password is not kept: it has to be typed again."]
    assert " required" in str(field)
    unasked = again(boss, bea, password="", email="nobody").context["form"]["password"]
    assert (unasked.errors, " required" in str(unasked)) == ([], False)


def test_a_page_that_is_older_than_a_colleagues_change_stores_nothing(boss):
    boss.post(NEW, sent())
    bea = User.objects.get(username="bea")
    old = boss.get(page_of(bea)).context["form"].initial
    again(boss, bea, role="operator")
    answer = boss.post(page_of(bea), {**old, "active": "on", "role": "viewer"})
    assert "meanwhile" in answer.content.decode()
    assert [group.name for group in bea.groups.all()] == ["operator"]


def test_a_person_who_is_stored_twice_by_one_form_is_told_as_stored(boss):
    boss.post(NEW, sent())
    bea = User.objects.get(username="bea")
    shown = boss.get(page_of(bea)).context["form"].initial
    change = {**shown, "active": "on", "namespaces": "acme/zoe\nacme/bea", "email": "b@example.org"}
    for _ in range(2):
        answer = boss.post(page_of(bea), change, follow=True)
        assert [str(message) for message in answer.context["messages"]][-1].startswith("bea is stored")
    answer = boss.post(page_of(bea), change | {"email": "other@example.org"})
    assert "meanwhile" in answer.content.decode()


@pytest.mark.parametrize("password", ["Tidewater-4711", ""])
def test_somebody_new_who_is_sent_twice_by_one_form_is_told_as_stored(boss, password):
    new = sent(password=password)
    for _ in range(2):
        answer = boss.post(NEW, new, follow=True)
        assert [str(message) for message in answer.context["messages"]] == ["bea is stored: curator."]
    assert LogEntry.objects.filter(object_repr="bea").count() == 1
    for other in (new | {"email": "other@example.org"}, new | {"password": "Another-4711-one"}, new | {"name": "BEA"}):
        assert "Somebody has this name already." in boss.post(NEW, other).content.decode()
    assert User.objects.get(username="bea").email == new["email"]


@pytest.mark.parametrize("usable", ["true", "false"])
def test_an_account_that_is_sent_twice_by_one_form_is_made_once(boss, usable):
    add = reverse("admin:auth_user_add")
    password = "Tidewater-4711" if usable == "true" else ""
    new = {"username": "ann", "usable_password": usable, "password1": password, "password2": password}
    first, second = (boss.post(add, new) for _ in range(2))
    assert (first.status_code, second.status_code) == (302, 302)
    assert second["Location"] == first["Location"]
    assert User.objects.filter(username="ann").count() == 1
    other = new | {"usable_password": "true", "password1": "Another-4711-one", "password2": "Another-4711-one"}
    assert boss.post(add, other).status_code == 200
    User.objects.filter(username="ann").update(is_staff=True)  # it is somebody by now
    assert boss.post(add, new).status_code == 200


def test_a_person_is_compared_with_the_page_and_stored_in_one_transaction(boss, monkeypatch):
    boss.post(NEW, sent())
    bea = User.objects.get(username="bea")
    shown = boss.get(page_of(bea)).context["form"].initial
    outside, inside = list(connection.savepoint_ids), []
    compare, store = people.PersonForm.clean, people.save

    def noted(act):
        return lambda form: inside.append(connection.savepoint_ids[len(outside) :]) or act(form)

    monkeypatch.setattr(people.PersonForm, "clean", noted(compare))
    monkeypatch.setattr(people, "save", noted(store))
    boss.post(page_of(bea), {**shown, "active": "on", "role": "viewer"})
    compared, stored = inside
    assert compared
    assert compared == stored


def test_nobody_shuts_themselves_out(boss):
    me = User.objects.get(username="boss")
    for change in ({"role": "viewer"}, {"active": ""}):
        assert "shut yourself out" in again(boss, me, **change).content.decode()
    me.refresh_from_db()
    assert (me.is_superuser, me.is_active) == (True, True)


@pytest.mark.parametrize("role", ["", "viewer", "curator", "operator"])
def test_nobody_but_an_administrator_sees_or_changes_people(role, sign_in):
    client = sign_in(role, "*", name="someone")
    me = User.objects.get(username="someone")
    for address in (reverse("admin:memory_people"), NEW, page_of(me)):
        assert client.get(address).status_code == 403
        assert client.post(address, sent(role="administrator")).status_code == 403
    me.refresh_from_db()
    assert (me.is_superuser, User.objects.count()) == (False, 1)


@pytest.mark.parametrize("role", ["", "viewer", "curator", "operator"])
def test_the_form_of_a_new_account_tells_nobody_else_whose_password_fits(role, sign_in):
    User.objects.create_user("ann", password="Tidewater-4711")
    client = sign_in(role, "*")
    for password in ("Tidewater-4711", "Another-4711-one"):
        new = {"username": "ann", "password1": password, "password2": password}
        assert client.post(reverse("admin:auth_user_add"), new).status_code == 403


def test_the_first_field_of_a_new_account_is_focused_by_the_script_alone(boss):
    page = boss.get(reverse("admin:auth_user_add")).content.decode()
    assert 'name="username"' in page
    assert "autofocus" not in page
