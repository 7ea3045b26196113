"""What was taken back is told as that, on a fact's page and on that of a bulk action, and is not taken back again."""

from __future__ import annotations

from django.contrib.messages import get_messages
from django.urls import reverse

from memory.models import Event, EventKind
from tests.memory.admin.test_actions import act, choose, confirm_bulk, said, undo_last
from tests.store import fresh, know


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
