"""Views of the inbox that are kept, notes on its items, and its files."""

from __future__ import annotations

import csv
import io
import json
import sys
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.timezone import localdate

from memory.admin.inbox import items
from memory.admin.inbox.export import harmless
from memory.models import InboxNote, InboxView, Memory, ReviewReason
from memory.models.erasures import ErasedWhat
from memory.services import reviews
from memory.services.curating import deciding
from memory.services.upkeep import erasures
from tests.memory.admin.conftest import furnish
from tests.store import CURATOR, know

TODAY = localdate()  # set anew by each test


@pytest.fixture(autouse=True)
def no_midnight(monkeypatch):
    """The day does not change while a test runs."""
    day = localdate()
    monkeypatch.setattr(items, "localdate", lambda: day)
    monkeypatch.setattr(sys.modules[__name__], "TODAY", day)


def keep(client, name, view="", **sent):
    return client.post(reverse("admin:memory_inbox_keep"), {"name": name, "view": view, **sent}, follow=True)


def write(client, item, **told):
    body = {"item": item, "person": "", "due": "", "comment": "", "version": 0, **told}
    return client.post(reverse("admin:memory_inbox_note"), json.dumps(body), content_type="application/json")


def inbox(client, **asked):
    return client.get(reverse("admin:memory_inbox"), asked)


def listed(client, **asked):
    return [row["key"] for row in inbox(client, **asked).context["begin"]["rows"]]


def exported(client, form, **asked):
    answer = client.get(reverse("admin:memory_inbox_export", args=[form]), asked)
    text = b"".join(answer.streaming_content).decode()
    return answer, (json.loads(text) if form == "json" else list(csv.DictReader(io.StringIO(text))))


@pytest.fixture
def waits(desk):
    """The keys of what waits in acme/alice."""
    desk.keys = {f"review-{desk.review.pk}", f"conflict-{desk.conflict.pk}"}
    desk.item = f"review-{desk.review.pk}"
    return desk


# --- Views ------------------------------------------------------------------------------------------------------


def test_a_view_is_kept_counted_and_forgotten(waits, curator):
    page = keep(curator, "Conflicts of alice", "namespace=acme/alice&kind=conflict&page=3&evil=1")
    (kept,) = page.context["kept"]
    assert (kept["name"], kept["count"], kept["here"]) == ("Conflicts of alice", 1, True)
    assert kept["address"] == "namespace=acme%2Falice&kind=conflict"
    assert not inbox(curator).context["kept"][0]["here"]
    keep(curator, "Conflicts of alice", "kind=session")
    assert InboxView.objects.get().address == "kind=session"
    assert inbox(curator).context["kept"][0]["count"] == 0
    assert keep(curator, "", "", forget=kept["pk"]).context["kept"] == []


def test_a_link_shows_to_each_what_they_were_granted(waits, curator, sign_in):
    furnish("acme/bob")
    bert = sign_in("curator", "acme/bob")
    address = keep(curator, "All facts", "kind=review").context["kept"][0]["address"]
    shown = bert.get(f"{reverse('admin:memory_inbox')}?{address}")
    assert {row["namespace"] for row in shown.context["begin"]["rows"]} == {"acme/bob"}
    assert shown.context["kept"] == []


def test_nobody_forgets_anothers_view_and_a_name_is_needed(waits, curator, sign_in):
    kept = keep(curator, "Mine", "kind=review").context["kept"][0]
    other = sign_in("curator", "acme/alice")
    keep(other, "", "", forget=kept["pk"])
    assert InboxView.objects.count() == 1
    for name in ("", " ", "x" * 81, "a\nb"):
        keep(curator, name, "kind=review")
    assert InboxView.objects.count() == 1
    for number in range(20):
        keep(curator, f"view {number}", "kind=review")
    assert InboxView.objects.count() == 12


# --- Notes ------------------------------------------------------------------------------------------------------


def test_an_item_is_given_to_somebody_with_a_day_and_a_comment(waits, curator, sign_in):
    sign_in("curator", "acme/alice", name="dora")
    day = (TODAY + timedelta(days=3)).isoformat()
    answer = write(curator, waits.item, person="dora", due=day, comment="Ask her about the opera.")
    assert answer.json()["kind"] == "done"
    cards = curator.get(reverse("admin:memory_inbox_cards"), {"item": waits.item}).json()["cards"]
    assert cards[0]["note"]["comment"] == "Ask her about the opera."
    assert cards[0]["people"] == ["carla", "dora"]
    assert listed(curator, person="dora") == [waits.item]
    assert waits.item not in listed(curator, person=items.NOBODY)
    assert listed(curator, due="soon") == [waits.item]
    assert listed(curator, due="over") == []
    assert inbox(curator, by="due").context["begin"]["rows"][0]["group"] == day
    assert inbox(curator, by="person").context["begin"]["rows"][0]["group"] == "dora"


def test_the_due_list_begins_with_what_is_late(waits, curator):
    conflict = f"conflict-{waits.conflict.pk}"
    write(curator, conflict, due=(TODAY - timedelta(days=1)).isoformat())
    write(curator, waits.item, due=TODAY.isoformat())
    rows = inbox(curator, by="due").context["begin"]["rows"]
    assert [(row["key"], row["group"]) for row in rows] == [(conflict, "Overdue"), (waits.item, "Today")]
    assert listed(curator, due="over") == [conflict]
    assert listed(curator, due="any", by="due") == [conflict, waits.item]


def test_who_wrote_without_having_seen_the_others_words_is_refused_and_shown_them(waits, curator, sign_in):
    other = sign_in("curator", "acme/alice", name="dora")
    assert write(curator, waits.item, comment="first").status_code == 200
    refused = write(other, waits.item, comment="second")
    assert refused.status_code == 409
    assert refused.json()["note"]["comment"] == "first"
    assert write(other, waits.item, comment="second", version=1).json()["note"]["comment"] == "second"
    assert InboxNote.everything.get().by == "dora"


@pytest.mark.parametrize(
    "told",
    [{"person": "stranger"}, {"person": 3}, {"due": "tomorrow"}, {"due": 5}, {"comment": "x" * 2001},
     {"comment": "no\x00"}, {"comment": None}, {"version": "1"}, {"version": True}],
)  # fmt: skip
def test_what_is_no_note_is_refused(waits, curator, sign_in, told):
    sign_in("curator", "acme/bob", name="stranger")
    assert write(curator, waits.item, **told).status_code == 400
    assert not InboxNote.everything.exists()


def test_a_secret_in_a_comment_is_masked(waits, curator):
    write(curator, waits.item, comment="the key is sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCD")
    assert "abcdefghijklmnop" not in InboxNote.everything.get().comment


def test_a_stranger_and_a_viewer_write_nothing(waits, sign_in):
    furnish("acme/bob")
    assert write(sign_in("curator", "acme/bob"), waits.item, comment="x").status_code == 404
    assert write(sign_in("viewer", "acme/alice"), waits.item, comment="x").status_code == 403
    assert not InboxNote.everything.exists()


def test_a_decision_leaves_the_note_and_undo_finds_it_again(waits, curator):
    write(curator, waits.item, comment="twice the same")
    deciding.decide_review(waits.namespace, waits.review.pk, "accept", actor=CURATOR)
    assert waits.item not in listed(curator)
    assert InboxNote.everything.get().comment == "twice the same"


def test_an_erasure_takes_the_notes_that_tell_of_it_and_the_views_that_name_it(waits, curator):
    other = f"conflict-{waits.conflict.pk}"
    write(curator, waits.item, comment="of the erased fact itself")
    write(curator, other, comment="compare the opera thing", person="carla")
    keep(curator, "of s1", "session=s1")
    keep(curator, "conflicts", "kind=conflict")
    doubtful = Memory.everything.get(pk=waits.doubtful.pk)
    erasures.erase(waits.namespace, ErasedWhat.MEMORY, doubtful.uid, actor=CURATOR)
    (left,) = InboxNote.everything.all()
    assert (left.conflict_id, left.comment, left.assigned_to) == (waits.conflict.pk, "", "carla")
    assert InboxView.objects.count() == 2
    erasures.erase(waits.namespace, ErasedWhat.SESSION, "s1", actor=CURATOR)
    assert [view.name for view in InboxView.objects.all()] == ["conflicts"]


# --- Files ------------------------------------------------------------------------------------------------------


def test_a_view_is_a_file(waits, curator):
    write(curator, waits.item, comment='späte Frage, "quoted"', person="carla", due=TODAY.isoformat())
    answer, told = exported(curator, "json")
    assert told["left_off"] is False
    assert {row["item"] for row in told["rows"]} == waits.keys
    (row,) = [row for row in told["rows"] if row["item"] == waits.item]
    assert (row["text"], row["comment"]) == ("Alice may like opera.", 'späte Frage, "quoted"')
    assert (row["assigned_to"], row["due"], row["namespace"]) == ("carla", TODAY.isoformat(), "acme/alice")
    answer, rows = exported(curator, "csv", kind="review")
    assert [(row["item"], row["comment"]) for row in rows] == [(waits.item, 'späte Frage, "quoted"')]
    assert answer["X-Left-Off"] == "false"
    assert "attachment" in answer["Content-Disposition"]


def test_no_cell_is_a_formula(waits, curator):
    for text in ("=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "  =1", "＝1"):
        assert harmless(text).startswith("'")
    assert harmless("Alice - or Al - sings") == "Alice - or Al - sings"
    fact = know(waits.namespace, '=HYPERLINK("http://evil.example","Alice")')
    reviews.open_review(waits.namespace, fact, ReviewReason.LOW_CONFIDENCE)
    write(curator, waits.item, comment="=cmd|'/c calc'!A1")
    _, rows = exported(curator, "csv")
    for row in rows:
        for value in row.values():
            assert value[:1] not in {"=", "+", "-", "@"}
    _, told = exported(curator, "json")
    assert fact.content in [row["text"] for row in told["rows"]]


def test_a_file_holds_what_was_granted_and_says_where_it_ends(waits, curator, sign_in, monkeypatch):
    furnish("acme/bob")
    _, told = exported(curator, "json")
    assert {row["namespace"] for row in told["rows"]} == {"acme/alice"}
    monkeypatch.setattr(items, "MOST", 1)
    answer, rows = exported(curator, "csv")
    assert answer["X-Left-Off"] == "true"
    assert len(rows) == 2
    assert sign_in("viewer", "acme/alice").get(reverse("admin:memory_inbox_export", args=["csv"])).status_code == 403
    assert curator.get(reverse("admin:memory_inbox_export", args=["xlsx"])).status_code == 404


def test_notes_views_and_files_cost_a_fixed_number_of_statements(waits, curator):
    def count(act):
        with CaptureQueriesContext(connection) as queries:
            act()
        return len(queries)

    def more(first, last):
        for number in range(first, last):
            fact = know(waits.namespace, f"Alice may own boat {number} of yard {number + 40}.")
            review = reviews.open_review(waits.namespace, fact, ReviewReason.LOW_CONFIDENCE)
            write(curator, f"review-{review.pk}", comment=f"note {number}", due=TODAY.isoformat())
            keep(curator, f"view {number}", "kind=review")

    acts = [lambda: inbox(curator, kind="review"), lambda: exported(curator, "json")]
    more(0, 4)
    few = [count(act) for act in acts]
    more(4, 12)
    assert [count(act) for act in acts] == few
    assert max(few) <= 30
