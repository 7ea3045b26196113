"""What was taken back is told as that, on a fact's page and on that of a bulk action, and is not taken back again."""

from __future__ import annotations

from django.contrib.messages import get_messages
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from memory.admin import bulk
from memory.models import Entity, Event, EventKind, Memory
from memory.services.graph import entities
from tests.memory.admin.conftest import furnish
from tests.memory.admin.test_actions import act, choose, confirm_bulk, said, undo_last
from tests.store import CURATOR, fresh, know


def told(page):
    return [(row["event"].kind, row["taken_back"], row["undoable"]) for row in page.context["history"]]


def page_of(client, fact):
    return client.get(reverse("admin:memory_memory_change", args=[fact.pk]), follow=True)


def test_an_undo_that_is_sent_twice_says_that_it_was_taken_back_already(desk, curator):
    act(curator, desk, "confidence", confidence="0.25")
    seq = Event.objects.within(desk.namespace).about(desk.fact.uid).last().seq
    act(curator, desk, "undo", seq=seq)
    count = Event.objects.within(desk.namespace).count()
    again = act(curator, desk, "undo", seq=seq)
    last = list(get_messages(again.wsgi_request))[-1]
    assert (last.level_tag, str(last)) == ("info", "It was taken back already.")
    assert fresh(desk.fact).base_confidence == 1.0
    assert Event.objects.within(desk.namespace).count() == count


def test_a_stale_undo_does_not_take_back_a_later_change_to_the_same(desk, curator):
    act(curator, desk, "confidence", confidence="0.25")
    seq = Event.objects.within(desk.namespace).about(desk.fact.uid).last().seq
    act(curator, desk, "undo", seq=seq)
    act(curator, desk, "confidence", confidence="0.25")
    act(curator, desk, "undo", seq=seq)
    assert fresh(desk.fact).base_confidence == 0.25


def test_the_history_offers_to_undo_what_holds_alone(desk, curator):
    act(curator, desk, "confidence", confidence="0.25")
    undo_last(curator, desk, desk.fact)
    page = page_of(curator, desk.fact)
    assert told(page)[:2] == [("undone", False, True), ("edited", True, False)]
    undo_last(curator, desk, desk.fact)  # done again
    assert fresh(desk.fact).base_confidence == 0.25
    assert told(page_of(curator, desk.fact))[:3] == [
        ("undone", False, True), ("undone", True, False), ("edited", False, True),
    ]  # fmt: skip


def test_what_was_taken_back_and_restored_can_be_taken_back_again(desk, curator):
    fact = know(desk.namespace, "Alice owns a canoe.")
    undo_last(curator, desk, fact)
    assert told(page_of(curator, fact))[-1] == ("remembered", True, False)
    act(curator, desk, "restore", fact)
    assert told(page_of(curator, fact))[-1] == ("remembered", False, True)


def test_a_page_takes_no_change_of_another_memory_back(desk, curator):
    act(curator, desk, "retire", desk.old)
    seq = Event.objects.within(desk.namespace).about(desk.old.uid).filter(kind=EventKind.RETIRED).get().seq
    assert said(act(curator, desk, "undo", desk.fact, seq=seq)).endswith(f"No event {seq} of this memory.")
    assert not fresh(desk.old).active


def test_an_undone_correction_says_what_was_done_since_to_the_text_that_goes_with_it(desk, curator):
    act(curator, desk, "correct", content="Alice works at Vega now.")
    new = Memory.objects.within(desk.namespace).get(content="Alice works at Vega now.")
    corrected = Event.objects.within(desk.namespace).about(new.uid).filter(kind=EventKind.REMEMBERED).get().seq
    act(curator, desk, "tags", new, tags="work")
    act(curator, desk, "confidence", new, confidence="0.5")
    act(curator, desk, "confirm", new)
    undo_last(curator, desk, new)
    undone = act(curator, desk, "undo", new, seq=corrected)
    assert said(undone).endswith("Taken back, with 2 later changes of the corrected text.")
    assert not fresh(new).active
    assert fresh(desk.fact).active


def test_an_undone_decision_says_what_was_done_since_to_a_side_that_it_corrected(desk, curator):
    address = reverse("admin:memory_conflict_act", args=[desk.conflict.pk])
    curator.post(address, {"verb": "edit", "side": "old", "content": "Alice worked at Vega until May."})
    act(
        curator,
        desk,
        "tags",
        Memory.objects.within(desk.namespace).get(content="Alice worked at Vega until May."),
        tags="work",
    )
    undone = said(curator.post(address, {"verb": "reopen"}))
    assert undone.endswith("taken back, with what it changed, with 1 later change of the corrected text.")


def test_a_page_takes_no_change_of_another_entity_back(desk, curator):
    other = Entity.objects.create(namespace=desk.namespace, canonical_name="Bob", type="person")
    entities.add_alias(desk.namespace, other.uid, "Bobby", actor=CURATOR)
    seq = Event.objects.within(desk.namespace).about(other.uid).get().seq

    def undo(entity):
        page = reverse("admin:memory_entity_act", args=[entity.pk])
        return said(curator.post(page, {"verb": "undo", "seq": seq}))

    assert undo(desk.entity).endswith(f"No event {seq} of this entity.")
    assert other.aliases.filter(alias="Bobby").exists()
    assert undo(other).endswith("Taken back.")
    assert not other.aliases.filter(alias="Bobby").exists()


def test_the_page_of_a_bulk_action_says_what_was_taken_back(desk, curator):
    rows = [desk.fact, desk.old, know(desk.namespace, "Alice owns a canoe.")]
    done = confirm_bulk(curator, choose(curator, "tag", *rows), "checked")["Location"]
    assert "3 changes made</h2>" in curator.get(done).content.decode()

    undo_last(curator, desk, desk.old)
    page = curator.get(done)
    assert "3 changes made, 1 of them taken back since</h2>" in page.content.decode()
    assert [row["taken_back"] for _, row in page.context["sample"]] == [False, True, False]

    assert said(curator.post(done)) == "All of it was taken back."  # with one that was taken back alone
    assert [fresh(row).tags for row in rows] == [[], [], []]
    page = curator.get(done).content.decode()
    assert "3 changes made, and taken back since</h2>" in page
    assert "Undo all" not in page

    events = Event.objects.within(desk.namespace).count()
    assert "taken back already" in curator.post(done).content.decode()
    assert Event.objects.within(desk.namespace).count() == events


def test_what_stands_of_a_bulk_action_in_two_namespaces_is_taken_back_with_one_of_them_undone(desk, sign_in):
    client, bob = sign_in("curator", "*"), furnish("acme/bob")
    page = client.post(
        "/at/*" + reverse("admin:memory_memory_changelist") + "?kind__exact=fact",
        {"action": "bulk_tag", "_selected_action": [desk.fact.pk, bob.fact.pk]},
    )
    done = "/at/*" + reverse("admin:memory_bulk_done", args=[page.context["batch"]])
    rows = ",".join(map(str, page.context["rows"]))
    client.post(
        "/at/*" + reverse("admin:memory_bulk"),
        {"action": "tag", "batch": page.context["batch"], "value": "checked", "rows": rows},
    )
    undo_last(client, desk, desk.fact)
    assert "2 changes made, 1 of them taken back since</h2>" in client.get(done).content.decode()

    assert said(client.post(done)) == "All of it was taken back."
    assert [fresh(desk.fact).tags, fresh(bob.fact).tags] == [[], []]

    events = Event.everything.count()
    assert "taken back already" in client.post(done).content.decode()
    assert Event.everything.count() == events


def test_the_page_of_a_bulk_action_reads_the_values_of_its_sample_alone(desk, curator, monkeypatch):
    monkeypatch.setattr(bulk, "BULK_SAMPLE", 1)
    done = confirm_bulk(curator, choose(curator, "tag", desk.fact, desk.old), "checked")["Location"]
    undo_last(curator, desk, desk.old)
    with CaptureQueriesContext(connection) as asked:
        page = curator.get(done)
    assert "2 changes made, 1 of them taken back since</h2>" in page.content.decode()
    of_batch = [one["sql"] for one in asked if '"batch" =' in one["sql"] and "COUNT(" not in one["sql"]]
    assert of_batch
    assert all(sql.endswith("LIMIT 1") for sql in of_batch if '"before"' in sql)
