"""What a person typed is never lost: to a login that ended, a page older than the login, a quicker colleague."""

from __future__ import annotations

import json
import re

import pytest
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session as Login
from django.test import Client
from django.urls import reverse

from memory.admin import addresses, one_memory
from memory.admin.base import ALREADY
from memory.models import Memory, Namespace, Origin
from memory.services.actors import Actor
from memory.services.curating import correcting
from memory.services.graph import entities
from memory.services.memories import facts
from memory.templatetags.field_names import field_name
from tests.memory.admin.test_namespaces import EMPTY
from tests.store import CURATOR, contents, fresh

PASSWORD = "not a secret 7"
TYPED = "Alice moved to Hamburg, after all."
OWN_SITE = {"Sec-Fetch-Site": "same-origin"}


@pytest.fixture
def carla(curator):
    person = User.objects.get(username="carla")
    person.set_password(PASSWORD)
    person.save()
    curator.force_login(person)
    return curator


def act(client, fact, **sent):
    return client.post(reverse("admin:memory_act", args=[fact.pk]), sent)


def test_a_correction_without_a_login_is_there_to_be_sent_after_it(desk, carla):
    Login.objects.all().delete()
    asked = act(carla, desk.fact, verb="correct", content=TYPED, reason="she said so")
    assert asked.status_code == 401
    kept = asked.context["kept"]
    wrong = carla.post(reverse("admin:login"), {"username": "carla", "password": "wrong", "kept": kept})
    assert wrong.context["kept"] == kept
    again = carla.post(reverse("admin:login"), {"username": "carla", "password": PASSWORD, "kept": kept})
    assert TYPED in again.content.decode()
    assert contents(desk.namespace).count(TYPED) == 0
    sent = dict(again.context["typed"]) | dict(again.context["own"])
    assert carla.post(again.context["path"], sent).status_code == 302
    assert TYPED in contents(desk.namespace)


@pytest.mark.parametrize(
    ("sent", "label"),
    [
        ("namespace_pattern", "Namespace pattern"), ("content", "Content"), ("password2", "Password 2"),
        ("namespace_grants-1-pattern", "Pattern 2"), ("expires_at_0", "Expires at (day)"), ("x1_1", "X 1 (time)"),
        ("_", ""), ("-", ""), ("q", "Q"),
    ],
)  # fmt: skip
def test_a_field_is_named_as_people_read_it(sent, label):
    assert field_name(sent) == label


def test_the_page_of_what_is_not_stored_yet_shows_no_raw_names(desk, sign_in):
    client = sign_in("administrator", name="boss")
    User.objects.filter(username="boss").update(is_active=True)
    Login.objects.all().delete()
    person = User.objects.get(username="boss")
    rows = {"TOTAL_FORMS": "1", "INITIAL_FORMS": "0", "MIN_NUM_FORMS": "0", "MAX_NUM_FORMS": "1000"}
    grants = {f"namespace_grants-{name}": value for name, value in rows.items()} | {
        "namespace_grants-0-pattern": "acme/*", "namespace_grants-0-id": "", "namespace_grants-0-user": str(person.pk),
        "namespace_grants-__prefix__-pattern": "",
    }  # fmt: skip
    sent = {"username": "boss", "first_name": "Bo", "is_active": "on", **grants}
    person.set_password(PASSWORD)
    person.save()
    kept = client.post(reverse("admin:auth_user_change", args=[person.pk]), sent).context["kept"]
    page = client.post(reverse("admin:login"), {"username": "boss", "password": PASSWORD, "kept": kept})
    labels = re.findall(r'<label for="typed-\d+">([^<]*)</label>', page.content.decode())
    assert labels == ["Username", "First name", "Is active", "Pattern 1"]
    assert sent.items() <= (dict(page.context["typed"]) | dict(page.context["own"])).items()  # all of it is sent again


def test_a_password_is_not_handed_back(carla):
    Login.objects.all().delete()
    sent = {"username": "bob", "usable_password": "true", "password1": PASSWORD, "password2": PASSWORD}
    page = carla.post(reverse("admin:auth_user_add"), sent)
    assert page.status_code == 401
    assert json.loads(page.context["kept"])["fields"] == [["username", "bob"], ["usable_password", "true"]]
    assert PASSWORD not in page.content.decode()


def fields_asked_for(page):
    """The names of the password fields that have to be filled before a browser sends the page's form."""
    inputs = re.findall(r"<input[^>]*>", page.content.decode())
    asked = [one for one in inputs if 'type="password"' in one and re.search(r"\brequired\b", one)]
    return [re.search(r'name="([^"]*)"', one)[1] for one in asked]


def test_a_password_that_was_left_out_is_asked_for_after_the_login(carla):
    Login.objects.all().delete()
    sent = {"name": "bob", "password": PASSWORD, "role": "viewer"}
    kept = carla.post(reverse("admin:memory_person_add"), sent).context["kept"]
    page = carla.post(reverse("admin:login"), {"username": "carla", "password": PASSWORD, "kept": kept})
    assert dict(page.context["typed"]) == {"name": "bob", "role": "viewer"}
    assert fields_asked_for(page) == ["password"]
    assert "has to be typed again" in page.content.decode()
    Login.objects.all().delete()
    kept = carla.post(reverse("admin:memory_person_add"), sent | {"password": ""}).context["kept"]
    page = carla.post(reverse("admin:login"), {"username": "carla", "password": PASSWORD, "kept": kept})
    assert (fields_asked_for(page), "typed again" in page.content.decode()) == ([], False)


def test_a_password_that_was_left_out_of_an_older_page_is_asked_for_and_stored(sign_in):
    boss, bob = sign_in("administrator"), User.objects.create_user("bob", password="the old one 7")
    page_of_bob = reverse("admin:auth_user_password_change", args=[bob.pk])
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = boss.cookies
    sent = {"password1": PASSWORD, "password2": PASSWORD, "usable_password": "true", "set-password": "Change password"}
    page = strict.post(page_of_bob, sent | {"csrfmiddlewaretoken": "old"}, headers=OWN_SITE)
    assert page.status_code == 403
    assert PASSWORD not in page.content.decode()
    assert fields_asked_for(page) == ["password1", "password2"]
    held = dict(page.context["typed"]) | dict(page.context["own"])
    assert held == {"usable_password": "true", "set-password": "Change password"}
    boss.post(page.context["path"], held | dict.fromkeys(page.context["passwords"], PASSWORD))
    assert User.objects.get(pk=bob.pk).check_password(PASSWORD)


@pytest.mark.parametrize(
    "kept",
    ["", "x", "[]", "{}", json.dumps({"path": "https://evil.example/", "fields": []}), '{"path": 1, "fields": 2}'],
)  # fmt: skip
def test_a_login_leads_nowhere_but_into_the_admin(carla, kept):
    Login.objects.all().delete()
    home = reverse("admin:index")
    answer = carla.post(reverse("admin:login"), {"username": "carla", "password": PASSWORD, "kept": kept, "next": home})
    assert (answer.status_code, answer["Location"]) == (302, reverse("admin:index"))


def test_a_page_that_is_older_than_the_login_gives_back_what_it_held(desk, carla):
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = carla.cookies
    address = reverse("admin:memory_act", args=[desk.fact.pk])
    sent = {"verb": "correct", "content": TYPED, "csrfmiddlewaretoken": "old"}
    page = strict.post(address, sent, headers=OWN_SITE)
    assert page.status_code == 403
    assert (page.context["path"], dict(page.context["typed"])) == (address, {"content": TYPED})
    for elsewhere in ({}, {"Sec-Fetch-Site": "cross-site"}):
        foreign = strict.post(address, sent, headers=elsewhere)
        assert foreign.status_code == 403
        assert TYPED not in foreign.content.decode()
    assert TYPED not in contents(desk.namespace)


def test_two_who_correct_one_fact_see_both_texts_and_merge_them(desk, carla):
    theirs = correcting.correct(desk.namespace, desk.fact.uid, "Alice moved to Hamburg.", actor=CURATOR)
    answer = act(carla, desk.fact, verb="correct", content=TYPED)
    assert answer["Location"] == reverse("admin:memory_memory_change", args=[theirs.pk])
    page = carla.get(answer["Location"])
    kept = page.context["desk_kept"]
    assert kept["path"] == reverse("admin:memory_act", args=[theirs.pk])
    assert ["content", TYPED] in kept["fields"]
    assert ["", ", after all"] not in kept["pieces"]
    assert TYPED in page.content.decode()
    assert "Alice moved to Hamburg." in page.content.decode()
    assert carla.get(answer["Location"]).context["desk_kept"] is None
    act(carla, theirs, verb="correct", content=TYPED)
    assert TYPED in contents(desk.namespace)
    assert not fresh(theirs).active


def test_a_double_click_on_correct_is_told_as_done(desk, carla):
    first = act(carla, desk.fact, verb="correct", content=TYPED)
    second = act(carla, desk.fact, verb="correct", content=f" {TYPED} ")
    assert second["Location"] == first["Location"]
    page = carla.get(second["Location"])
    assert page.context["desk_kept"] is None
    assert "Not stored" not in page.content.decode()
    assert "Corrected: the new text took the place" in page.content.decode()
    assert contents(desk.namespace).count(TYPED) == 1


def test_the_second_click_may_come_while_the_first_is_under_way(desk, carla, monkeypatch):
    found = one_memory.in_sight

    def before_the_first_is_done(request, pk):
        memory = found(request, pk)
        correcting.correct(desk.namespace, desk.fact.uid, TYPED, actor=Actor.curator(request.user))
        return memory

    monkeypatch.setattr(one_memory, "in_sight", before_the_first_is_done)
    answer = act(carla, desk.fact, verb="correct", content=TYPED)
    assert carla.get(answer["Location"]).context["desk_kept"] is None
    assert answer["Location"] != reverse("admin:memory_memory_change", args=[desk.fact.pk])
    assert contents(desk.namespace).count(TYPED) == 1


def test_tags_that_hold_commas_and_blanks_are_changed_by_the_form_that_shows_them(desk, carla):
    rows = Memory.objects.within(desk.namespace).filter(pk=desk.fact.pk)
    rows.update(tags=["work, shifts", " pad ", "home"])
    shown = re.search(
        r'name="was" value="([^"]*)"', carla.get(reverse("admin:memory_go", args=[desk.fact.uid])).content.decode()
    )[1]
    act(carla, desk.fact, verb="tags", tags=f"{shown}, rota", was=shown)
    assert fresh(desk.fact).tags == ["work, shifts", " pad ", "home", "rota"]
    shown = ", ".join(fresh(desk.fact).tags)
    act(carla, desk.fact, verb="tags", tags="work, pad", was=shown)
    assert fresh(desk.fact).tags == ["work", " pad "]
    rows.update(tags=[" pad "])
    listed = carla.get(reverse("admin:memory_memory_changelist"), {"tag": " pad "})
    assert [row.pk for row in listed.context["cl"].result_list] == [desk.fact.pk]


def test_the_same_words_of_a_colleague_are_no_double_click(desk, carla):
    correcting.correct(desk.namespace, desk.fact.uid, TYPED, actor=Actor("anna", Origin.CURATOR))
    page = carla.get(act(carla, desk.fact, verb="correct", content=TYPED)["Location"])
    assert ["content", TYPED] in page.context["desk_kept"]["fields"]


def test_words_that_a_colleague_corrected_since_are_no_double_click(desk, carla):
    act(carla, desk.fact, verb="correct", content=TYPED)
    mine = Memory.everything.get(content=TYPED)
    correcting.correct(desk.namespace, mine.uid, "Alice moved to Munich.", actor=Actor("anna", Origin.CURATOR))
    page = carla.get(act(carla, desk.fact, verb="correct", content=TYPED)["Location"])
    assert ["content", TYPED] in page.context["desk_kept"]["fields"]
    assert "Alice moved to Munich." in contents(desk.namespace)


def test_what_the_service_refuses_is_kept(desk, carla):
    facts.retire(desk.namespace, desk.fact.uid, actor=CURATOR)
    page = carla.get(act(carla, desk.fact, verb="correct", content=TYPED)["Location"])
    assert ["content", TYPED] in page.context["desk_kept"]["fields"]


def test_tags_that_a_colleague_changed_meanwhile_are_not_overwritten_unseen(desk, carla):
    facts.edit(desk.namespace, desk.fact.uid, actor=CURATOR, tags=["home"])
    page = carla.get(act(carla, desk.fact, verb="tags", tags="work", was="")["Location"])
    assert fresh(desk.fact).tags == ["home"]
    assert ["tags", "work"] in page.context["desk_kept"]["fields"]
    act(carla, desk.fact, verb="tags", tags="work, home", was="home")
    assert fresh(desk.fact).tags == ["work", "home"]
    assert Memory.objects.within(desk.namespace).get(pk=desk.fact.pk).tags == ["work", "home"]


def in_between(monkeypatch, module, name, act):
    """Let `act` happen after a request has read its row by `name`, and before it changes it."""
    found = getattr(module, name)

    def read(request, pk):
        row = found(request, pk)
        act()
        return row

    monkeypatch.setattr(module, name, read)


def test_tags_that_a_colleague_changes_at_the_same_moment_are_not_overwritten_unseen(desk, carla, monkeypatch):
    def colleague():
        facts.edit(desk.namespace, desk.fact.uid, actor=CURATOR, tags=["home"])

    with monkeypatch.context() as patched:
        in_between(patched, one_memory, "in_sight", colleague)
        answer = act(carla, desk.fact, verb="tags", tags="work", was="")
    page = carla.get(answer["Location"])
    (refusal,) = [str(message) for message in page.context["messages"]]
    assert refusal.startswith("Not stored: the tags were changed meanwhile, to home.")
    assert fresh(desk.fact).tags == ["home"]
    assert ["tags", "work"] in page.context["desk_kept"]["fields"]


def test_a_type_that_a_colleague_gives_at_the_same_moment_is_not_put_back(desk, carla, monkeypatch):
    def colleague():
        entities.rename(desk.namespace, desk.entity.uid, "tom", kind="project", actor=CURATOR)

    address = reverse("admin:memory_entity_act", args=[desk.entity.pk])
    with monkeypatch.context() as patched:
        in_between(patched, addresses, "entity_in_sight", colleague)
        answer = carla.post(address, {"verb": "rename", "was": "person tom", "name": "Thomas", "type": "person"})
    (refusal,) = [str(message) for message in carla.get(answer["Location"]).context["messages"]]
    assert refusal.startswith("Not stored: it was changed meanwhile, to tom (Project).")
    desk.entity.refresh_from_db()
    assert (desk.entity.canonical_name, desk.entity.type) == ("tom", "project")


@pytest.mark.parametrize(
    ("page", "sent"),
    [
        ("memory_act", {"verb": "tags", "tags": "work, home", "was": ""}),
        ("memory_entity_act", {"verb": "rename", "was": "person tom", "name": "Thomas", "type": "project"}),
    ],
)
def test_a_form_that_is_sent_twice_is_not_told_as_not_stored(desk, carla, page, sent):
    address = reverse(f"admin:{page}", args=[(desk.fact if page == "memory_act" else desk.entity).pk])
    carla.post(address, sent, follow=True)
    second = carla.post(address, sent, follow=True)
    assert [str(message) for message in second.context["messages"]] == [ALREADY]
    assert second.context["desk_kept"] is None


def test_settings_that_are_sent_twice_are_not_told_as_not_stored(desk, operator):
    address = reverse("admin:memory_namespace_change", args=[desk.namespace.pk])
    version = operator.get(address).context["adminform"].form.initial["version"]
    sent = EMPTY | {"timezone": "Europe/Berlin", "max_memories": "500", "version": version}
    assert [operator.post(address, sent).status_code for _ in range(2)] == [302, 302]
    assert Namespace.objects.get(pk=desk.namespace.pk).settings["timezone"] == "Europe/Berlin"
    assert operator.post(address, sent | {"timezone": "Asia/Tokyo"}).status_code == 200


def test_a_button_is_not_told_as_something_that_was_typed(carla):
    page = carla.post(reverse("admin:memory_mail"), {"wanted": "yes"}, follow=True)
    assert "no e-mail address" in page.content.decode()
    assert page.context["desk_kept"] is None


def test_settings_that_a_colleague_changed_meanwhile_are_not_overwritten_unseen(desk, operator):
    address = reverse("admin:memory_namespace_change", args=[desk.namespace.pk])
    version = operator.get(address).context["adminform"].form.initial["version"]
    Namespace.objects.filter(pk=desk.namespace.pk).update(settings={"timezone": "Asia/Tokyo"})
    sent = EMPTY | {"timezone": "Europe/Berlin", "version": version}
    refused = operator.post(address, sent)
    assert refused.status_code == 200
    assert "timezone Asia/Tokyo" in refused.content.decode()
    assert Namespace.objects.get(pk=desk.namespace.pk).settings == {"timezone": "Asia/Tokyo"}
    form = refused.context["adminform"].form
    assert form["timezone"].value() == "Europe/Berlin"
    assert operator.post(address, sent | {"version": form["version"].value()}).status_code == 302
    assert Namespace.objects.get(pk=desk.namespace.pk).settings == {"timezone": "Europe/Berlin"}


def test_a_page_that_is_older_than_a_new_name_does_not_put_the_old_one_back(desk, carla):
    page = carla.get(reverse("admin:memory_entity_change", args=[desk.entity.pk])).content.decode()
    (shown,) = re.findall(r'name="was" value="([^"]*)"', page)
    address = reverse("admin:memory_entity_act", args=[desk.entity.pk])
    sent = {"verb": "rename", "was": shown}
    carla.post(address, {**sent, "name": "Thomas", "type": "person"}, follow=True)

    answer = carla.post(address, {**sent, "name": "tom", "type": "project"}, follow=True)

    (refusal,) = [str(message) for message in answer.context["messages"]]
    assert refusal.startswith("Not stored: it was changed meanwhile, to Thomas (Person).")
    desk.entity.refresh_from_db()
    assert (desk.entity.canonical_name, desk.entity.type) == ("Thomas", "person")
    carla.post(address, {"verb": "rename", "was": "person Thomas", "name": "Thomas", "type": "project"})
    desk.entity.refresh_from_db()
    assert (desk.entity.canonical_name, desk.entity.type) == ("Thomas", "project")
