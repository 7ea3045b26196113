"""The inbox: all that waits, in one list; each kind is decided, and taken back; who looks at what is seen."""

from __future__ import annotations

import json
from collections import Counter
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from memory.admin.inbox import claims, items
from memory.models import Change, Entity, EntityProposal, Event, Memory, Question, Review, ReviewReason, Session
from memory.services import reviews
from memory.services.graph import proposals
from memory.services.learning import saving
from memory.services.learning.saving import FactInput
from memory.services.memories import facts
from memory.services.talk import sessions
from tests.memory.admin.conftest import furnish
from tests.store import CURATOR, DERIVED, contents, fresh, know

MOST_QUERIES = 30


@pytest.fixture(autouse=True)
def nobody_reads():
    cache.delete(claims.KEY)


@pytest.fixture
def full(desk):
    """acme/alice with one item of each kind."""
    know(desk.namespace, "Alice met @zelda and @zeldá in Berlin.")
    assert proposals.refresh(desk.namespace) == 1
    desk.proposal = EntityProposal.objects.within(desk.namespace).get()
    Session.everything.filter(pk=desk.session.pk).update(status="failed", last_error="the model was silent", attempts=5)
    return desk


def ask(client, name, **query):
    return client.get(reverse(f"admin:memory_inbox_{name}"), query).json()


def send(client, name, **sent):
    address = reverse(f"admin:memory_inbox_{name}")
    return client.post(address, json.dumps({"key": "0" * 32, **sent}), content_type="application/json").json()


def keys(client, **query):
    return [row["key"] for row in ask(client, "list", **query)["rows"]]


def test_all_that_waits_is_listed_and_counted(full, curator):
    page = curator.get(reverse("admin:memory_inbox")).context
    expected = [
        f"review-{full.review.pk}", f"conflict-{full.conflict.pk}", f"proposal-{full.proposal.pk}",
        f"session-{full.session.pk}",
    ]  # fmt: skip
    assert [row["key"] for row in page["begin"]["rows"]] == expected
    assert page["begin"]["total"] == page["total"] == 4
    assert page["begin"]["first"] == expected[0]
    assert [card["key"] for card in page["begin"]["cards"]] == expected[:3]
    (kinds,) = [one["choices"] for one in page["choices"] if one["name"] == "kind"]
    assert [text[-3:] for _, text in kinds] == ["(1)"] * 4 + ["(0)"]


@pytest.mark.parametrize("kind", ["review", "conflict", "proposal", "session"])
def test_an_address_filters_and_begins_with_what_it_names(kind, full, curator):
    key = f"{kind}-{getattr(full, kind).pk}"
    assert keys(curator, kind=kind) == [key]
    assert curator.get(reverse("admin:memory_inbox"), {"first": key}).context["begin"]["first"] == key
    assert keys(curator, kind=kind, namespace="acme/bob") == []


def test_an_address_filters_by_reason_session_and_entity(full, curator):
    assert keys(curator, reason=full.review.reason) == [f"review-{full.review.pk}"]
    assert keys(curator, reason="imported") == []
    assert keys(curator, session="s1") == [f"session-{full.session.pk}"]
    assert keys(curator, entity=full.proposal.into) == [f"proposal-{full.proposal.pk}"]
    linked = full.doubtful.entities.first() or Entity.objects.within(full.namespace).get(name_key="tom")
    full.doubtful.entities.add(linked)
    assert f"review-{full.review.pk}" in keys(curator, entity=linked.uid)


@pytest.mark.parametrize("by", ["namespace", "kind", "session", "entity"])
def test_the_list_is_grouped_and_goes_on_where_it_ended(by, full, curator, monkeypatch):
    for number in range(7):
        doubtful = know(full.namespace, f"Alice collects {'abcdefg'[number] * 4} stamps.")
        reviews.open_review(full.namespace, doubtful, ReviewReason.SENSITIVE)
    everything = keys(curator, by=by)
    assert len(everything) == 11
    monkeypatch.setattr(items, "WINDOW", 3)
    walked, after = [], ""
    while rows := ask(curator, "list", by=by, **({"after": after} if after else {}))["rows"]:
        walked += rows
        after = json.dumps(rows[-1]["place"])
    assert [row["key"] for row in walked] == everything
    groups = [row["group"] for row in walked]
    assert len(set(groups)) == len([g for g, before in zip(groups, [None, *groups], strict=False) if g != before])
    assert ask(curator, "list", by=by)["groups"] == dict(Counter(groups))


def test_a_conflict_is_shown_in_the_place_of_the_review_that_waits_for_it(desk, curator):
    reviews.open_review(desk.namespace, desk.new, ReviewReason.CONFLICT)
    assert ask(curator, "list", reason="conflict")["rows"] == []
    send(curator, "decide", item=f"conflict-{desk.conflict.pk}", decision="both")
    assert not Review.objects.within(desk.namespace).filter(reason="conflict", status="open").exists()


@pytest.mark.parametrize(
    ("kind", "decision", "says"),
    [
        ("review", "reject", "rejected “Alice may like opera.”"), ("conflict", "old", "settled the conflict of"),
        ("conflict", "correct", "settled the conflict of"), ("proposal", "merge", "merged into"),
        ("proposal", "apart", "told “"), ("session", "leave", "left the session “s1”"),
    ],
)  # fmt: skip
def test_a_decision_of_each_kind_is_made_once_and_taken_back(kind, decision, says, full, curator):
    before, texts = _state(full), contents(full.namespace)
    key = f"{kind}-{getattr(full, kind).pk}"
    answers = [send(curator, "decide", item=key, decision=decision, content="Alice has 550 euros.") for _ in range(2)]
    assert answers[0] == answers[1]
    made = answers[0]
    assert (made["kind"], made["standing"]["by"], made["standing"]["key"]) == ("done", "carla", "0" * 32)
    assert made["last"]["says"].startswith(says)
    assert key not in keys(curator)
    late = send(curator, "decide", item=key, decision=decision, content="x", key="1" * 32)
    assert (late["kind"], late["standing"]["key"]) == ("refused", "0" * 32)
    back = send(curator, "undo", change=made["last"]["change"])
    assert (back["kind"], [row["key"] for row in back["rows"]], back["count"], back["last"]) == ("done", [key], 1, None)
    assert (_state(full), contents(full.namespace)) == (before, texts)
    assert key in keys(curator)


def _state(found):
    entity = Entity.objects.within(found.namespace)
    return (
        [type(row).everything.get(pk=row.pk).status for row in (found.review, found.conflict, found.proposal)],
        Session.everything.values_list("status", "watermark", "last_error").get(pk=found.session.pk),
        sorted(entity.values_list("uid", "canonical_name", "mention_count")),
        [Memory.everything.values_list("valid_until", "base_confidence").get(pk=row.pk) for row in (
            found.doubtful, found.old, found.new)],
    )  # fmt: skip


@pytest.mark.parametrize(("kind", "decision"), [("proposal", "merge"), ("proposal", "apart"), ("session", "leave")])
def test_a_decision_whose_history_is_kept_no_more_is_not_offered_to_be_taken_back(kind, decision, full, curator):
    made = send(curator, "decide", item=f"{kind}-{getattr(full, kind).pk}", decision=decision)
    Event.everything.all().delete()
    assert curator.get(reverse("admin:memory_inbox")).context["begin"]["own"] is None
    assert send(curator, "undo", change=made["last"]["change"])["kind"] == "refused"


def test_a_session_is_tried_again_and_history_says_who(full, curator):
    made = send(curator, "decide", item=f"session-{full.session.pk}", decision="retry")
    assert (made["kind"], made["standing"]["by"], made["last"]) == ("done", "carla", None)
    assert sessions.get_session(full.namespace, "s1").status == "pending"
    assert Event.objects.within(full.namespace).get(kind="session_retried").actor == "carla"


def test_what_was_told_apart_is_not_proposed_again_and_what_is_no_more_alike_goes(full, curator):
    send(curator, "decide", item=f"proposal-{full.proposal.pk}", decision="apart")
    assert proposals.refresh(full.namespace) == 0
    Entity.objects.within(full.namespace).filter(uid=full.proposal.entity).update(mention_count=99)  # the order turns
    assert proposals.refresh(full.namespace) == 0
    know(full.namespace, "Alice met @maria and @mariá.")
    assert proposals.refresh(full.namespace) == 1
    waiting = EntityProposal.objects.within(full.namespace).get(status="open")
    Entity.objects.within(full.namespace).filter(uid=waiting.into).update(canonical_name="Zoe", name_key="zoe")
    assert proposals.refresh(full.namespace) == 0


def test_a_decision_that_a_kind_does_not_know_is_refused(full, curator):
    for kind in ("review", "conflict", "proposal", "session"):
        for decision in ("dance", "", None, 1):
            answer = send(curator, "decide", item=f"{kind}-{getattr(full, kind).pk}", decision=decision)
            assert answer["kind"] == "unreadable", (kind, decision)
    for item in ("review-x", "dance-1", "review", "", None, 7, "review-" + "9" * 30):
        assert send(curator, "decide", item=item, decision="accept")["kind"] in {"unreadable", "gone"}


def test_what_the_page_of_suggestions_shows_goes_to_the_inbox(desk, curator):
    know(desk.namespace, "Alice met @zelda and @zeldá in Berlin.")
    assert keys(curator, kind="proposal") == []
    answer = curator.post(reverse("admin:memory_propose"))
    assert answer["Location"].endswith("?namespace=acme%2Falice&kind=proposal")
    (key,) = keys(curator, kind="proposal")
    send(curator, "decide", item=key, decision="apart")
    assert curator.get(reverse("admin:memory_duplicates")).context["suggestions"] == []


# --- All like this ----------------------------------------------------------------------------------------------


@pytest.fixture
def family(desk):
    """Six facts of one session and rule that wait for the same reason, and one of another rule."""
    texts = [f"Alice may like {what}." for what in ("chess", "rowing", "tennis", "pottery", "karate", "poker", "golf")]
    made = saving.save_batch(
        desk.namespace, [FactInput(text, [desk.turns[2].uid], confidence=0.4) for text in texts], actor=DERIVED,
        session_id="s9",
    )  # fmt: skip
    rows = [one.memory for one in made]
    for row in rows:
        row.attributes = {**row.attributes, "rule": "taste" if row is not rows[-1] else "guess"}
        row.save()
    return [Review.objects.within(desk.namespace).get(subject=row) for row in rows]


def test_a_family_is_previewed_decided_in_one_change_and_taken_back_as_one(desk, family, curator):
    (offered,) = [
        one for one in ask(curator, "alike", item=f"review-{family[0].pk}")["families"] if "session" in one["title"]
    ]
    members = [one["key"] for one in offered["members"]]
    assert (offered["count"], members) == (6, [f"review-{review.pk}" for review in family[:-1]])
    assert offered["members"][0]["text"] == "Alice may like chess."
    answers = [send(curator, "decide_alike", items=members[1:], decision="reject") for _ in range(2)]
    assert answers[0] == answers[1]
    assert sorted(answers[0]["decided"]) == sorted(members[1:])
    assert "and 4 more" in answers[0]["last"]["says"]
    assert Change.objects.within(desk.namespace).filter(kind="review").count() == 1
    assert [fresh(review.subject).active for review in family] == [True, *[False] * 5, True]
    back = send(curator, "undo", change=answers[0]["last"]["change"])
    assert (back["count"], sorted(row["key"] for row in back["rows"])) == (5, sorted(members[1:]))
    assert all(fresh(review.subject).active for review in family)


def test_facts_of_one_shape_are_a_family_whomever_they_are_about(desk, curator):
    for name, what, rule in (("Ines", "nuts", "ally"), ("Otto", "sesame", "ally"), ("Mira", "Oslo", "home")):
        fact = know(desk.namespace, f"{name} has to do with {what}.", attributes={"rule": rule})
        reviews.open_review(desk.namespace, fact, ReviewReason.SENSITIVE)
    first, _, last = Review.objects.within(desk.namespace).filter(reason="sensitive").order_by("pk")

    def families(review):
        return {one["title"]: one for one in ask(curator, "alike", item=f"review-{review.pk}")["families"]}

    shape = families(first)["said in the same way, of whomever"]
    assert [one["text"] for one in shape["members"]] == ["Ines has to do with nuts.", "Otto has to do with sesame."]
    assert families(last) == {}


def test_what_a_user_was_asked_is_told_on_its_card_and_is_a_view(full, curator):
    def asked(session, answer="", **about):
        Question.everything.create(
            namespace=full.namespace, uid=f"q_{session}", session_id=session, answer=answer, **about
        )

    assert keys(curator, kind="question") == []
    asked("s7", conflict=full.conflict)
    asked("s8", answer="unknown", review=full.review)
    expected = [f"review-{full.review.pk}", f"conflict-{full.conflict.pk}"]
    assert keys(curator, kind="question") == expected
    page = curator.get(reverse("admin:memory_inbox"), {"kind": "question"})
    assert "Asked of the user (2)" in page.text
    told = {card["key"]: card["asked"] for card in page.context["begin"]["cards"]}
    day = timezone.now().date().isoformat()
    assert told == {
        expected[0]: f"The user was asked on {day} and did not know.",
        expected[1]: f"The user was asked on {day} and has not answered yet.",
    }
    assert keys(curator, kind="no such") == keys(curator)


def test_the_page_of_one_fact_says_that_the_whole_family_is_taken_back(desk, family, curator):
    members = [f"review-{review.pk}" for review in family]
    send(curator, "decide_alike", items=members, decision="reject")
    fact = family[0].subject
    seq = Event.objects.within(desk.namespace).about(fact.uid).last().seq
    page = curator.post(
        reverse("admin:memory_act", args=[fact.pk]), {"verb": "undo", "seq": seq}, follow=True
    ).content.decode()
    assert "Taken back, with what was decided of 6 others at once." in page
    assert all(fresh(review.subject).active for review in family)


def test_what_a_colleague_decided_meanwhile_is_left_out_of_a_family(desk, family, curator, sign_in):
    colleague = sign_in("curator", "acme/alice", name="bob")
    members = [f"review-{review.pk}" for review in family]
    send(colleague, "decide", item=members[0], decision="accept", key="1" * 32)
    assert set(send(curator, "decide_alike", items=members, decision="reject")["decided"]) == set(members[1:])
    assert fresh(family[0].subject).active
    assert send(curator, "decide_alike", items=members, decision="reject", key="2" * 32)["kind"] == "refused"


def test_a_family_is_accepted_or_rejected_within_bounds(desk, family, curator):
    members = [f"review-{review.pk}" for review in family]
    for sent in (
        {"items": members, "decision": "correct"}, {"items": members, "decision": None}, {"items": "review-1"},
        {"items": [], "decision": "accept"}, {"items": [1], "decision": "accept"},
        {"items": members, "decision": "accept", "key": "x"}, {"items": ["conflict-1"], "decision": "accept"},
    ):  # fmt: skip
        assert send(curator, "decide_alike", **sent)["kind"] in {"unreadable", "gone"}, sent
    assert Review.objects.within(desk.namespace).filter(status="open").count() == 8


# --- Who looks at what ------------------------------------------------------------------------------------------


def test_a_claim_is_seen_blocks_nobody_and_ends(full, curator, sign_in, monkeypatch):
    colleague, key = sign_in("curator", "acme/*", name="bob"), f"review-{full.review.pk}"
    assert send(curator, "claim", item=key)["held"] == {}
    begin = colleague.get(reverse("admin:memory_inbox")).context["begin"]
    assert begin["held"] == {key: "carla"}
    assert begin["first"] == f"conflict-{full.conflict.pk}"
    assert send(colleague, "claim", item=key)["held"] == {key: "carla"}
    assert send(colleague, "decide", item=key, decision="reject")["kind"] == "done"
    later = timezone.now() + timedelta(seconds=claims.LEASE + 1)
    monkeypatch.setattr(claims.time, "time", later.timestamp)
    assert ask(colleague, "list")["held"] == {}


def test_who_reads_in_another_namespace_is_not_told(full, curator, sign_in):
    other = furnish("acme/bob")
    send(sign_in("curator", "acme/bob", name="bert"), "claim", item=f"review-{other.review.pk}")
    assert ask(curator, "list")["held"] == {}
    assert ask(sign_in("curator", "*"), "list")["held"] == {f"review-{other.review.pk}": "bert"}


# --- The first page, and what it costs --------------------------------------------------------------------------


def test_the_first_page_is_the_inbox_of_those_who_decide(desk, sign_in):
    for role, name in (("viewer", "dashboard"), ("curator", "inbox"), ("operator", "inbox"), ("", "dashboard")):
        answer = sign_in(role, "acme/alice").get(reverse("admin:index"))
        assert (answer.status_code, answer["Location"]) == (302, reverse(f"admin:memory_{name}"))


def test_no_page_of_the_inbox_holds_a_script_of_its_own(full, curator):
    page = curator.get(reverse("admin:memory_inbox")).content.decode()
    desk_part = page[page.index('id="inbox"') :]
    assert "onchange=" not in desk_part
    assert "onclick=" not in desk_part


def test_twenty_namespaces_and_a_thousand_cards_take_as_many_queries(full, sign_in):
    client = sign_in("operator", "acme/*")
    for number in range(19):
        furnish(f"acme/{number:02d}")
    facts = Memory.everything.bulk_create(
        [
            Memory(
                uid=f"fact_{number:026d}", namespace=full.namespace, kind="fact", content=f"Fact number {number}.",
                event_time=timezone.now(), origin="derived",
            )
            for number in range(1000)
        ]
    )  # fmt: skip
    Review.everything.bulk_create(
        [Review(namespace=full.namespace, subject=fact, reason="sensitive") for fact in facts]
    )
    first = keys(client)[0]
    addresses = [
        reverse("admin:memory_inbox"), reverse("admin:memory_inbox") + "?by=entity&reason=sensitive",
        reverse("admin:memory_inbox_list") + "?by=session",
        reverse("admin:memory_inbox_cards") + f"?item={first}&item=proposal-{full.proposal.pk}",
        reverse("admin:memory_inbox_alike") + f"?item={first}",
    ]  # fmt: skip
    for address in addresses:
        client.get(address)
        with CaptureQueriesContext(connection) as asked:
            answer = client.get(address)
        assert len(asked) <= MOST_QUERIES, (address, len(asked))
        assert len(answer.content) <= 150 << 10
    assert client.get(addresses[0]).context["total"] == 1004 + 19 * 2


def test_a_conflict_with_a_retired_fact_is_no_card(full, curator):
    assert f"conflict-{full.conflict.pk}" in keys(curator)
    facts.retire(full.namespace, full.conflict.old_fact.uid, actor=CURATOR)
    assert f"conflict-{full.conflict.pk}" not in keys(curator)
    page = curator.get(reverse("admin:memory_conflict_change", args=[full.conflict.pk])).content.decode()
    assert "nothing is to be decided" in page
    assert "Both hold" not in page
