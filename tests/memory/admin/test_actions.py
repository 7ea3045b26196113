"""What curators do, one by one and in bulk, and that each of it can be taken back."""

from __future__ import annotations

import json
import uuid
from datetime import timedelta
from html import unescape

import pytest
from django.contrib import admin
from django.contrib.messages import get_messages
from django.core.cache import cache
from django.urls import reverse
from django.utils import timezone
from django_celery_beat.models import PeriodicTask

from maintenance import timetable as crontabs
from memory import tasks
from memory.admin import bulk, running
from memory.models import (
    ApiKey,
    Change,
    Entity,
    Event,
    EventKind,
    Memory,
    Operation,
    OperationKind,
    Review,
    ReviewReason,
    Session,
)
from memory.services import reviews
from memory.services.curating import deciding
from memory.services.handing import context
from memory.services.memories import facts
from memoryproj.celery import app
from reflection import timetable as reflection
from tests.store import CURATOR, contents, fresh, know, say


def act(client, desk, verb, fact=None, **sent):
    return client.post(reverse("admin:memory_act", args=[(fact or desk.fact).pk]), {"verb": verb, **sent})


def undo_last(client, desk, fact):
    seq = Event.objects.within(desk.namespace).about(fact.uid).last().seq
    return act(client, desk, "undo", fact, seq=seq)


def said(response):
    return " ".join(str(message) for message in get_messages(response.wsgi_request))


@pytest.mark.parametrize(
    ("verb", "sent"),
    [
        ("confirm", {}), ("protect", {}), ("retire", {"reason": "wrong"}), ("confidence", {"confidence": "0.25"}),
        ("tags", {"tags": "work, home"}),
    ],
)  # fmt: skip
def test_a_change_is_made_and_taken_back(verb, sent, desk, curator):
    before = fresh(desk.fact)
    act(curator, desk, verb, **sent)
    changed = fresh(desk.fact)
    assert _facets(changed) != _facets(before)
    undo_last(curator, desk, desk.fact)
    assert _facets(fresh(desk.fact)) == _facets(before)


def _facets(memory):
    return memory.active, memory.protected, memory.base_confidence, memory.tags


def test_a_correction_takes_the_place_and_is_taken_back_whole(desk, curator):
    page = act(curator, desk, "correct", content="Alice moved to Hamburg.", reason="she said so")
    new = Memory.objects.within(desk.namespace).get(content="Alice moved to Hamburg.")
    assert page["Location"] == reverse("admin:memory_memory_change", args=[new.pk])
    assert not fresh(desk.fact).active
    undo_last(curator, desk, desk.fact)
    assert fresh(desk.fact).active
    assert not fresh(new).active


def test_a_refusal_is_told_and_changes_nothing(desk, curator):
    refused = [("confidence", {"confidence": "2"}), ("confidence", {"confidence": "x"}), ("correct", {"content": " "})]
    for verb, sent in [*refused, ("undo", {"seq": "999999"}), ("dance", {})]:
        before = Event.objects.within(desk.namespace).count()
        assert act(curator, desk, verb, **sent).status_code == 302
        assert Event.objects.within(desk.namespace).count() == before


# --- Many at once -----------------------------------------------------------------------------------------------


def choose(client, action, *rows):
    return client.post(
        reverse("admin:memory_memory_changelist") + "?kind__exact=fact",
        {"action": f"bulk_{action}", "_selected_action": [row.pk for row in rows]},
    )


def confirm_bulk(client, page, value="", rows=None):
    sent = {
        "action": page.context["action"], "batch": page.context["batch"], "value": value,
        "rows": ",".join(map(str, rows or page.context["rows"])),
    }  # fmt: skip
    return client.post(reverse("admin:memory_bulk"), sent)


def test_a_bulk_action_shows_what_it_will_do_and_does_nothing_yet(desk, curator):
    page = choose(curator, "retire", desk.fact, desk.old)
    assert page.status_code == 200
    assert [effect for _, effect in page.context["sample"]] == ["agents no longer see it"] * 2
    assert fresh(desk.fact).active


@pytest.mark.parametrize("name", ["confirm", "confidence", "protect", "tag", "retire", "merge"])
def test_a_bulk_action_is_done_and_taken_back_whole(name, desk, curator):
    rows = [desk.fact, desk.old, know(desk.namespace, "Alice has a cat called Momo.")]
    before = [_facets(fresh(row)) for row in rows]
    value = {"confidence": "0.5", "tag": "checked", "retire": "spring cleaning"}.get(name, "")
    done = confirm_bulk(curator, choose(curator, name, *rows), value)
    changed = [_facets(fresh(row)) for row in rows]
    assert sum(a != b for a, b in zip(before, changed, strict=True)) == (2 if name == "merge" else 3)
    assert curator.get(done["Location"]).status_code == 200
    curator.post(done["Location"])
    assert [_facets(fresh(row)) for row in rows] == before


def test_a_bulk_action_may_be_sent_in_pieces(desk, curator):
    page = choose(curator, "tag", desk.fact, desk.old)
    for row in page.context["rows"]:
        confirm_bulk(curator, page, "checked", [row])
    assert Event.objects.within(desk.namespace).filter(change__batch=page.context["batch"]).count() == 2


def test_unprotect_untag_and_restore_touch_only_what_they_concern(desk, curator):
    act(curator, desk, "protect")
    act(curator, desk, "tags", tags="work")
    act(curator, desk, "retire", desk.old)
    confirm_bulk(curator, choose(curator, "unprotect", desk.fact, desk.new))
    confirm_bulk(curator, choose(curator, "untag", desk.fact, desk.new), "work")
    assert _facets(fresh(desk.fact))[1:] == (False, 1.0, [])
    sent = {"action": "restore", "batch": "a" * 24, "rows": f"{desk.old.pk},{desk.new.pk}"}
    assert curator.post(reverse("admin:memory_bulk_part"), sent).json() == {"kind": "done", "done": 1, "refused": []}
    assert fresh(desk.old).active


@pytest.mark.parametrize("name", ["confirm", "retire", "merge"])
def test_a_piece_that_is_sent_again_changes_nothing_more(name, desk, curator):
    sent = {"action": name, "batch": "a" * 24, "rows": f"{desk.fact.pk},{desk.old.pk}"}
    told = [curator.post(reverse("admin:memory_bulk_part"), sent).json() for _ in range(2)]
    assert told == [{"kind": "done", "done": 2, "refused": []}] * 2
    assert Event.objects.within(desk.namespace).filter(change__batch="a" * 24).count() == 2


def test_a_piece_never_joins_a_colleagues_bulk_action(desk, curator, sign_in):
    sent = {"action": "retire", "batch": "a" * 24}
    curator.post(reverse("admin:memory_bulk_part"), sent | {"rows": str(desk.fact.pk)})
    colleague = sign_in("curator", "acme/alice", name="bob")
    told = colleague.post(reverse("admin:memory_bulk_part"), sent | {"rows": str(desk.old.pk)}).json()
    assert (told["done"], len(told["refused"])) == (0, 1)
    assert fresh(desk.old).active


def test_a_bulk_action_tells_what_was_erased_since_it_was_chosen(desk, curator):
    rows = f"{desk.fact.pk},{desk.old.pk}"
    Memory.objects.within(desk.namespace).filter(pk=desk.old.pk).delete()
    sent = {"action": "tag", "value": "home", "batch": uuid.uuid4().hex, "rows": rows}
    told = curator.post(reverse("admin:memory_bulk_part"), sent).json()
    assert (told["done"], told["refused"]) == (1, ["one that was chosen is not there any more"])


def test_many_that_are_gone_hide_no_other_refusal(desk, curator):
    facts.retire(desk.namespace, desk.old.uid, actor=CURATOR)
    rows = ",".join(map(str, [*range(999_990, 999_999), desk.fact.pk, desk.old.pk]))
    sent = {"action": "tag", "value": "home", "batch": uuid.uuid4().hex, "rows": rows}
    page = curator.post(reverse("admin:memory_bulk"), sent, follow=True)
    told = [str(message) for message in page.context["messages"]]
    assert told[0] == "1 changed."
    assert any("it is retired" in text for text in told)
    assert "9 that were chosen are not there any more" in told


def test_a_bulk_action_of_an_unknown_kind_is_refused(desk, curator):
    for sent in (
        {"action": "erase", "batch": "a" * 24},
        {"action": "retire", "batch": "correct:1:1"},
    ):
        answer = curator.post(reverse("admin:memory_bulk_part"), sent | {"rows": str(desk.fact.pk)})
        assert (answer.status_code, answer.json()["kind"]) == (400, "unreadable")
        assert "no such action" in said(curator.post(reverse("admin:memory_bulk"), sent)).lower()
    assert fresh(desk.fact).active


# --- Decisions in the inbox, and conflicts ------------------------------------------------------------------------


def decide(client, review, decision=None, key="0" * 32, **sent):
    item = f"review-{review.pk}"
    return post_json(client, reverse("admin:memory_inbox_decide"), item=item, decision=decision, key=key, **sent)


def take_back(client, change):
    return post_json(client, reverse("admin:memory_inbox_undo"), change=change)


def post_json(client, address, **sent):
    return client.post(address, json.dumps(sent), content_type="application/json")


@pytest.mark.parametrize(
    ("decision", "status"), [("accept", "accepted"), ("reject", "rejected"), ("correct", "corrected")]
)
def test_a_decision_is_made_and_taken_back(decision, status, desk, curator):
    before, texts = _facets(fresh(desk.doubtful)), contents(desk.namespace)
    made = decide(curator, desk.review, decision, content="Alice likes opera.").json()
    assert (made["kind"], made["standing"]["status"], made["standing"]["by"]) == ("done", status, "carla")
    assert Review.everything.get(pk=desk.review.pk).status == status
    assert made["last"]["says"].startswith(f"{status} “Alice may like opera.”")
    back = take_back(curator, made["last"]["change"]).json()
    assert (back["kind"], [card["key"] for card in back["cards"]], back["last"]) == (
        "done", [f"review-{desk.review.pk}"], None,
    )  # fmt: skip
    assert _facets(fresh(desk.doubtful)) == before
    assert contents(desk.namespace) == texts


def test_a_decision_that_is_sent_twice_is_made_once(desk, curator):
    first, second = (decide(curator, desk.review, "reject") for _ in range(2))
    assert first.json() == second.json()
    assert Change.objects.within(desk.namespace).filter(kind="review").count() == 1
    other = decide(curator, desk.review, "accept")
    assert (other.status_code, other.json()["kind"]) == (409, "refused")
    late = decide(curator, desk.review, "accept", key="1" * 32).json()
    assert (late["kind"], late["standing"]) == (
        "refused", {"status": "rejected", "by": "carla", "key": "0" * 32},
    )  # fmt: skip


def test_an_undo_that_is_sent_twice_is_made_once(desk, curator):
    change = decide(curator, desk.review, "reject").json()["last"]["change"]
    assert [take_back(curator, change).json()["kind"] for _ in range(2)] == ["done", "done"]
    assert Change.objects.within(desk.namespace).filter(kind="undo").count() == 1


def test_undo_takes_back_ones_own_last_decision_alone(desk, curator, sign_in):
    colleague = sign_in("curator", "acme/alice", name="bob")
    other = reviews.open_review(desk.namespace, desk.fact, ReviewReason.SENSITIVE)
    mine = decide(curator, desk.review, "reject").json()["last"]["change"]
    theirs = decide(colleague, other, "accept", key="1" * 32).json()["last"]["change"]
    for client, change in ((curator, theirs), (colleague, mine), (curator, 999_999), (curator, None), (curator, True)):
        assert take_back(client, change).status_code in {400, 409}
    assert Change.objects.within(desk.namespace).filter(kind="undo").count() == 0
    assert take_back(curator, mine).status_code == 200
    assert Review.everything.get(pk=other.pk).status == "accepted"


def test_what_was_decided_on_the_conflicts_page_can_be_taken_back_too(desk, curator):
    curator.post(reverse("admin:memory_conflict_act", args=[desk.conflict.pk]), {"verb": "new"})
    own = curator.get(reverse("admin:memory_inbox")).context["begin"]["own"]
    assert own["says"].startswith("settled the conflict of “Alice's budget is 600 euros.”")
    assert take_back(curator, own["change"]).json()["kind"] == "done"
    desk.conflict.refresh_from_db()
    assert desk.conflict.status == "open"


def test_a_card_has_its_evidence(desk, curator):
    asked = {"item": f"review-{desk.review.pk}"}
    (card,) = curator.get(reverse("admin:memory_inbox_cards"), asked).json()["cards"]
    assert card["title"] == "Alice may like opera."
    assert card["sources"][0]["who"] == "Alice"


def test_a_decision_that_cannot_be_read_or_made_is_refused(desk, curator):
    for sent in ({}, {"decision": "accept", "key": "short"}, {"decision": 1}, {"decision": "dance"}):
        assert decide(curator, desk.review, **sent).json()["kind"] == "unreadable"
    assert decide(curator, desk.review, "correct", content=" ").json()["kind"] == "unreadable"
    for body in ("[]", "no", '"x"', "1" * 5000):
        answer = curator.post(reverse("admin:memory_inbox_decide"), body, content_type="application/json")
        assert answer.json()["kind"] == "unreadable"
    assert Review.everything.get(pk=desk.review.pk).status == "open"


@pytest.mark.parametrize("verb", ["new", "old", "both"])
def test_a_conflict_is_settled_and_opened_again(verb, desk, curator):
    target = reverse("admin:memory_conflict_act", args=[desk.conflict.pk])
    before = [_facets(fresh(row)) for row in (desk.old, desk.new)]
    curator.post(target, {"verb": verb})
    desk.conflict.refresh_from_db()
    assert (desk.conflict.decision, desk.conflict.decided_by) == (verb, "carla")
    curator.post(target, {"verb": "reopen"})
    desk.conflict.refresh_from_db()
    assert desk.conflict.status == "open"
    assert [_facets(fresh(row)) for row in (desk.old, desk.new)] == before


@pytest.mark.parametrize("side", ["old", "new"])
def test_a_side_is_corrected_instead_and_one_undo_takes_back_both(side, desk, curator):
    target = reverse("admin:memory_conflict_act", args=[desk.conflict.pk])
    page = reverse("admin:memory_conflict_change", args=[desk.conflict.pk])
    texts = contents(desk.namespace)
    curator.post(target, {"verb": "edit", "side": side, "content": "Alice's budget in 2025 was 550 euros."})
    desk.conflict.refresh_from_db()
    assert desk.conflict.decision == "both"
    assert "Alice's budget in 2025 was 550 euros." in contents(desk.namespace)
    shown = curator.get(page)
    assert shown.context["correction"]["side"] == getattr(desk, side).pk
    assert "Undo the decision and the correction" in shown.content.decode()
    curator.post(target, {"verb": "reopen"})
    desk.conflict.refresh_from_db()
    assert (desk.conflict.status, contents(desk.namespace)) == ("open", texts)
    assert curator.get(page).context["correction"] == {}


def test_a_correction_that_is_refused_leaves_the_conflict_open(desk, curator):
    target = reverse("admin:memory_conflict_act", args=[desk.conflict.pk])
    for sent in ({"side": "new", "content": " "}, {"side": "middle", "content": "x"}, {"content": "x"}):
        curator.post(target, {"verb": "edit"} | sent)
        desk.conflict.refresh_from_db()
        assert desk.conflict.status == "open"


def test_undoing_a_decision_on_a_facts_page_says_that_the_conflict_is_open_again(desk, curator):
    curator.post(reverse("admin:memory_conflict_act", args=[desk.conflict.pk]), {"verb": "new"})
    answer = undo_last(curator, desk, desk.old)
    assert "conflict is open again" in said(answer)
    desk.conflict.refresh_from_db()
    assert desk.conflict.status == "open"
    assert not fresh(desk.old).superseded
    act(curator, desk, "protect")
    assert said(undo_last(curator, desk, desk.fact)).endswith(" Taken back.")


# --- Entities, sessions, running --------------------------------------------------------------------------------


def shape(client, entity, verb, **sent):
    return client.post(reverse("admin:memory_entity_act", args=[entity.pk]), {"verb": verb, **sent})


def undo_shape(client, entity):
    return shape(client, entity, "undo", seq=Event.everything.filter(subject=entity.uid).latest("seq").seq)


def test_names_are_added_removed_changed_and_taken_back(desk, curator):
    shape(curator, desk.entity, "alias", alias="Tommy")
    assert desk.entity.aliases.get().alias == "Tommy"
    undo_shape(curator, desk.entity)
    assert not desk.entity.aliases.exists()
    shape(curator, desk.entity, "rename", name="Thomas", type="person")
    desk.entity.refresh_from_db()
    assert (desk.entity.canonical_name, desk.entity.aliases.get().alias) == ("Thomas", "tom")
    undo_shape(curator, desk.entity)
    desk.entity.refresh_from_db()
    assert desk.entity.canonical_name == "tom"


def test_two_entities_become_one_and_two_again(desk, curator):
    know(desk.namespace, "Alice met @thomas in Berlin.")
    other = Entity.objects.within(desk.namespace).get(name_key="thomas")
    links = set(other.memories.values_list("pk", flat=True))
    shape(curator, other, "merge", into=desk.entity.uid)
    assert not Entity.everything.filter(pk=other.pk).exists()
    assert links <= set(desk.entity.memories.values_list("pk", flat=True))
    undo_shape(curator, desk.entity)
    again = Entity.objects.within(desk.namespace).get(name_key="thomas")
    assert set(again.memories.values_list("pk", flat=True)) == links
    assert not links & set(desk.entity.memories.values_list("pk", flat=True))


def test_a_merge_with_nothing_chosen_says_so(desk, curator):
    answer = shape(curator, desk.entity, "merge", into="")
    assert said(answer).startswith("Nothing was chosen: begin to type")
    answer = curator.post(reverse("admin:memory_bulk"), {"action": "merge", "batch": "a" * 24, "rows": ""})
    assert said(answer).endswith("Nothing was chosen.")
    assert answer.url.startswith(reverse("admin:memory_memory_changelist"))
    assert "Not stored" not in curator.get(answer.url).text
    assert Entity.everything.filter(pk=desk.entity.pk).exists()


def offered(client, entity):
    """The events of an entity whose undoing its page offers, newest first."""
    page = client.get(reverse("admin:memory_entity_change", args=[entity.pk]))
    return [row["event"].kind for row in page.context["history"] if row["undoable"]]


def test_what_was_taken_back_is_not_offered_to_be_taken_back_again(desk, curator):
    know(desk.namespace, "Alice met @thomas in Berlin.")
    other = Entity.objects.within(desk.namespace).get(name_key="thomas")
    shape(curator, other, "merge", into=desk.entity.uid)
    assert offered(curator, desk.entity) == ["merged"]
    undo_shape(curator, desk.entity)
    assert offered(curator, desk.entity) == []
    shape(curator, desk.entity, "alias", alias="Tommy")
    shape(curator, desk.entity, "rename", name="Thomas Jones", type="person")
    assert offered(curator, desk.entity) == ["renamed", "alias_added"]
    undo_shape(curator, desk.entity)
    shape(curator, desk.entity, "unalias", alias="Tommy")
    assert "alias_added" not in offered(curator, desk.entity)


def test_an_entity_that_a_merge_took_comes_back_under_its_old_address(desk, curator):
    know(desk.namespace, "Alice met @thomas in Berlin.")
    other = Entity.objects.within(desk.namespace).get(name_key="thomas")
    address = reverse("admin:memory_entity_change", args=[other.pk])
    shape(curator, other, "merge", into=desk.entity.uid)
    assert curator.get(address).status_code == 404
    undo_shape(curator, desk.entity)
    assert curator.get(address).context["entity"].canonical_name == "thomas"


def test_a_merge_of_what_is_out_of_sight_changes_nothing(desk, curator):
    sent = {"action": "merge", "batch": "a" * 24, "rows": "999999,999998"}
    gone = ["2 that were chosen are not there any more"]
    assert curator.post(reverse("admin:memory_bulk_part"), sent).json() == {"kind": "done", "done": 0, "refused": gone}
    assert curator.post(reverse("admin:memory_bulk"), sent).status_code == 302


def test_an_entity_is_split_and_made_whole(desk, curator):
    shape(curator, desk.entity, "alias", alias="Tom Jones")
    before = set(desk.entity.memories.values_list("pk", flat=True))
    sent = {"name": "Tom Jones", "type": "person", "aliases": ["Tom Jones"], "memories": [desk.fact.uid]}
    curator.post(reverse("admin:memory_entity_split", args=[desk.entity.pk]), {"verb": "split", **sent})
    made = Entity.objects.within(desk.namespace).get(name_key="tom jones")
    assert list(made.memories.values_list("pk", flat=True)) == [desk.fact.pk]
    undo_shape(curator, desk.entity)
    assert not Entity.everything.filter(pk=made.pk).exists()
    assert set(desk.entity.memories.values_list("pk", flat=True)) == before
    assert desk.entity.aliases.get().alias == "Tom Jones"


def test_suggestions_come_with_their_reason(desk, curator):
    know(desk.namespace, "Alice met @tomas and @tomás.")
    page = curator.get(reverse("admin:memory_duplicates"))
    assert {s.reason for s in page.context["suggestions"]} == {"the same but for punctuation or accents"}


def test_a_session_is_consolidated_on_demand_retried_and_skipped(desk, curator):
    target = reverse("admin:memory_session_act", args=[desk.session.pk])
    curator.post(target, {"verb": "consolidate"})
    assert Operation.objects.get(kind="consolidate_session").requested_by == "carla"
    for verb, status in (("retry", "pending"), ("skip", "consolidated")):
        Session.everything.filter(pk=desk.session.pk).update(status="failed", last_error="no")
        curator.post(target, {"verb": verb, "reason": "noise"})
        assert Session.everything.get(pk=desk.session.pk).status == status
    Session.everything.filter(pk=desk.session.pk).update(status="failed", last_error="no")
    curator.post(reverse("admin:memory_retry_sessions"))
    assert Session.everything.get(pk=desk.session.pk).status == "pending"
    retried = Event.objects.within(desk.namespace).filter(kind=EventKind.SESSION_RETRIED)
    assert [event.actor for event in retried] == ["carla", "carla"]


def test_work_is_run_now_for_the_picked_namespace_and_failed_work_again(desk, operator):
    operator.post(reverse("admin:memory_run_again", args=[desk.failed.pk]))
    operator.post(reverse("admin:memory_run"), {"kind": "decay"})
    first, asked = Operation.objects.filter(requested_by="otto").order_by("pk")
    assert (first.kind, first.asked) == (desk.failed.kind, desk.failed.asked)
    assert (asked.kind, asked.namespace) == ("decay", desk.namespace)
    refused = operator.post(reverse("admin:memory_run"), {"kind": "dance"})
    assert "unknown operation" in said(refused).lower()


def test_moving_every_vector_takes_a_grant_for_everything(desk, operator, sign_in):
    operator.post(reverse("admin:memory_run"), {"kind": "reembed"})
    assert not Operation.objects.filter(kind="reembed").exists()
    sign_in("operator", "*").post(reverse("admin:memory_run"), {"kind": "reembed"})
    assert Operation.objects.get(kind="reembed").namespace is None


def test_the_timetable_offers_the_desks_own_run_now_alone(desk, sign_in):
    """The schedule package's own runs a task under its last slot, which is taken: nothing would happen."""
    client = sign_in("administrator", "*")
    client.get(reverse("admin:memory_running"))
    changelist = reverse("admin:django_celery_beat_periodictask_changelist")
    task = PeriodicTask.objects.get(task="maintenance.tasks.execute_decay")
    page = client.get(changelist)
    assert "run_tasks" not in page.content.decode()
    before = Operation.objects.count()
    client.post(changelist, {"action": "run_tasks", "_selected_action": [task.pk]})
    assert Operation.objects.count() == before
    assert not {model.__name__ for model in admin.site._registry} & {"ClockedSchedule", "SolarSchedule"}
    client.post(reverse("admin:memory_run"), {"kind": "decay"})
    assert Operation.objects.count() == before + 1


def test_the_timetable_is_said_in_plain_words(desk, curator):
    rows = {row["task"].name: row["words"] for row in curator.get(reverse("admin:memory_running")).context["timetable"]}
    assert rows["Decay"] == "daily at 04:00 UTC"
    assert rows["Sweep"] == "every minute"


def test_the_timetable_names_the_kind_of_each_task_that_is_there(desk, curator):
    known = {**running.TASKS, **running.UPKEEP}
    assert known.keys() == {task for _, task, _ in [*crontabs.CRONTABS, *crontabs.INTERVALS, *reflection.CRONTABS]}
    app.loader.import_default_modules()
    assert known.keys() <= app.tasks.keys()
    assert running.KINDS.keys() == set(OperationKind)


def test_a_new_key_is_shown_once_works_and_is_revoked(desk, operator):
    operator.post(
        reverse("admin:memory_apikey_add"), {"name": "robot", "namespace_pattern": "acme/alice", "scopes": ["read"]}
    )
    shown = operator.get(reverse("admin:memory_apikey_changelist")).context["fresh_key"]
    assert ApiKey.objects.authenticate(shown).name == "robot"
    assert operator.get(reverse("admin:memory_apikey_changelist")).context["fresh_key"] == ""
    assert "It was never used." in operator.get(reverse("admin:memory_apikey_changelist")).content.decode()
    operator.post(reverse("admin:memory_key_revoke", args=[ApiKey.objects.get().pk]))
    assert ApiKey.objects.authenticate(shown) is None


def test_asking_keeps_nothing_alive(desk, curator):
    page = curator.get(reverse("admin:memory_ask") + "?q=Where+does+Alice+live")
    assert page.context["hits"]
    assert fresh(desk.fact).access_count == 0


def test_why_a_memory_is_not_there_is_what_the_service_says(desk, curator):
    act(curator, desk, "retire", desk.old)
    for uid, prompt, session in (
        (desk.old.uid, "opera", ""), (desk.doubtful.uid, "opera", ""), ("fact_none", "opera", ""),
        (desk.fact.uid, "Berlin", "s1"), (desk.turns[0].uid, "Berlin", ""), (desk.fact.uid, "xylophone", ""),
    ):  # fmt: skip
        page = curator.get(reverse("admin:memory_ask"), {"q": prompt, "why": uid, "session": session})
        built = context.build(desk.namespace, prompt, session_id=session or None, explain=True)
        said = context.why_not(built, prompt, uid, limit=5)
        assert page.context["why"]["fate"] == said
        assert said.detail in unescape(page.content.decode())


def test_what_a_score_is_made_of_is_shown_and_adds_up(desk, curator):
    hits = curator.get(reverse("admin:memory_ask"), {"q": "Where does Alice live?"}).context["hits"]
    assert hits
    for hit in hits:
        assert sum(float(part["value"]) for part in hit["parts"]) == pytest.approx(hit["score"], abs=0.01)
    why = curator.get(reverse("admin:memory_ask"), {"q": "Alice in Berlin", "why": desk.fact.uid}).context["why"]
    assert why["parts"]


@pytest.mark.parametrize("number", ["²", "٣", "-1", "1" * 19, "9" * 30, "9" * 5000, "x", ""])
def test_a_number_in_an_address_that_is_none_breaks_no_page(desk, curator, number):
    for address, fields in (
        (reverse("admin:memory_ask"), {"q": "opera", "limit": number}),
        (reverse("admin:memory_inbox_list"), {"after": number}),
        (reverse("admin:memory_inbox_cards"), {"item": f"review-{number}"}),
        (reverse("admin:memory_session_change", args=[desk.session.pk]), {"turn": number}),
        (reverse("admin:memory_session_change", args=[desk.session.pk]), {"page": number}),
        (reverse("admin:memory_session_of", args=[desk.namespace.pk]), {"id": "s1", "turn": number}),
        (reverse("admin:memory_runs_progress"), {"shown": number}),
        (reverse("admin:memory_memory_changelist"), {"p": number}),
        (reverse("admin:memory_session_changelist"), {"p": number}),
    ):
        page = curator.get(address, fields, follow=True)
        assert page.status_code == 200, (address, fields)


@pytest.mark.parametrize("number", ["²", "9" * 30])
def test_an_event_that_cannot_be_one_is_refused_in_words(desk, curator, number):
    for address in (
        reverse("admin:memory_act", args=[desk.fact.pk]),
        reverse("admin:memory_entity_act", args=[desk.entity.pk]),
    ):
        page = curator.post(address, {"verb": "undo", "seq": number}, follow=True)
        assert page.status_code == 200
        assert "No event 0" in page.content.decode() or "no event" in page.content.decode().lower()


def test_imported_history_lies_where_it_was_said(desk, curator):
    figures = reverse("admin:memory_figures")
    assert curator.get(figures).context["history"] == []
    today = timezone.now()
    for days in (400, 395, 100):
        say(desk.namespace, f"old-{days}", "We lived in Porto then.", event_time=today - timedelta(days=days))
    cache.clear()
    page = curator.get(figures)
    months = {bar.label: bar.value for bar in page.context["history"]}
    then = today - timedelta(days=100)
    assert months[f"{then:%b %Y}"] == 1
    assert sum(months.values()) == Memory.objects.within(desk.namespace).active().count()
    assert sum(bar.value for bar in page.context["growth"]) == sum(months.values()) - 3
    (link,) = [bar.link for bar in page.context["history"] if bar.label == f"{then:%b %Y}"]
    assert [row.session_id for row in curator.get(link).context["cl"].result_list] == ["old-100"]
    assert "A month" in page.text


def test_every_list_of_the_dashboard_opens(desk, curator):
    page = curator.get(reverse("admin:memory_figures")).context
    links = [bar.link for name in ("growth", "confidence", "recalls", "top") for bar in page[name]]
    links += [row["link"] for row in page["forecast"]] + [row["link"] for row in page["totals"]]
    links += [need["link"] for need in curator.get(reverse("admin:memory_dashboard")).context["needs"]]
    for link in dict.fromkeys(links):
        assert curator.get(link).status_code == 200, link


def test_what_is_only_going_to_be_superseded_is_counted_apart(desk, curator):
    """`desk` has one fact that gave way."""

    def told() -> tuple[int, int, int]:
        cache.clear()
        totals = curator.get(reverse("admin:memory_figures")).context["totals"]
        [total] = [row for row in totals if row["title"] == "superseded"]
        listed = [curator.get(total["link"]), curator.get(total["link"].replace("=superseded", "=to_be_superseded"))]
        gave_way, will = (page.context["cl"].result_count for page in listed)
        return total["count"], gave_way, will

    before = told()
    assert before[0] == before[1]
    day = (timezone.now() + timedelta(days=20)).date()
    volvo = know(desk.namespace, "Ann works at Volvo.")
    ikea = know(desk.namespace, f"As of {day:%-d %B %Y}, Ann works at Ikea.")
    deciding.resolve_pair(desk.namespace, ikea.uid, volvo.uid, actor=CURATOR)
    assert told() == (before[0], before[1], before[2] + 1)


# --- More than a page does itself -------------------------------------------------------------------------------


def choose_all(client, action, query="?kind__exact=fact"):
    return client.post(
        reverse("admin:memory_memory_changelist") + query,
        {"action": f"bulk_{action}", "select_across": "1", "_selected_action": [0]},
    )


def test_all_of_a_long_list_is_changed_by_a_worker_and_taken_back_by_one(desk, curator, monkeypatch):
    monkeypatch.setattr(bulk, "BULK_LIMIT", 3)
    rows = list(Memory.objects.within(desk.namespace).facts().active())
    assert len(rows) > 3
    page = choose_all(curator, "tag")
    assert (page.context["count"], page.context["rows"]) == (len(rows), [])
    asked = {"batch": page.context["batch"], "value": "checked"}
    run = curator.post(reverse("admin:memory_bulk_begin"), asked)["Location"]
    assert curator.get(run).status_code == 200
    assert [fresh(row).tags for row in rows] == [[]] * len(rows)
    tasks.run_operations()
    assert [fresh(row).tags for row in rows] == [["checked"]] * len(rows)
    done = reverse("admin:memory_bulk_done", args=[asked["batch"]])
    assert done in curator.get(run).content.decode()
    assert curator.get(done).context["count"] == len(rows)
    assert curator.post(done)["Location"].startswith(reverse("admin:memory_operation_changelist"))
    tasks.run_operations()
    assert [fresh(row).tags for row in rows] == [[]] * len(rows)


def test_a_long_list_is_no_job_for_strangers_mergers_or_across_namespaces(desk, curator, sign_in, monkeypatch):
    monkeypatch.setattr(bulk, "BULK_LIMIT", 3)
    batch = choose_all(curator, "retire").context["batch"]
    for client in (sign_in("curator", "acme/alice", name="dora"), sign_in("curator", "acme/bob", name="bert")):
        client.post(reverse("admin:memory_bulk_begin"), {"batch": batch})
        client.post(reverse("admin:memory_bulk_begin"), {"batch": "x" * 400})
    tasks.run_operations()
    assert fresh(desk.fact).active
    assert "merged" in said(choose_all(curator, "merge"))
    everywhere = sign_in("curator", "*", name="anna")
    everywhere.post(reverse("admin:memory_pick_namespace"), {"namespace": "*"})
    assert "pick one namespace" in said(choose_all(everywhere, "retire")).lower()
