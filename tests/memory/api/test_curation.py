import pytest

from memory.models import Conflict, Memory
from memory.services import reviews
from tests.conftest import is_problem
from tests.store import public_id


@pytest.fixture
def pair(api, namespace):
    """(new fact's id, old fact's id, conflict)"""
    old, new = api.remember("Maya works in Rome."), api.remember("Maya is employed by a bank in Oslo.")
    rows = {m.uid: m for m in Memory.objects.within(namespace)}
    conflict = Conflict.objects.create(
        namespace=namespace, new_fact=rows[new["id"]], old_fact=rows[old["id"]], kind="update", found_by="test",
        reason="two places",
    )  # fmt: skip
    return new["id"], old["id"], conflict


def test_conflicts_are_listed_with_both_facts(api, pair):
    new, old, conflict = pair

    (listed,) = api.get("/conflicts?status=open").json()["results"]

    assert (listed["id"], listed["new"]["id"], listed["old"]["id"]) == (public_id(conflict), new, old)
    assert (listed["status"], listed["decision"], listed["reason"]) == ("open", None, "two places")
    assert api.get("/conflicts?status=resolved").json()["results"] == []


@pytest.mark.parametrize(
    "decision, status, loser", [("new", "resolved", "old"), ("old", "resolved", "new"), ("both", "dismissed", None)]
)
def test_a_decision_supersedes_what_loses(api, pair, decision, status, loser):
    settled = api.post(f"/conflicts/{public_id(pair[2])}/resolve", {"decision": decision, "reason": "asked her"}).json()

    assert (settled["status"], settled["decision"], settled["decided_by"]) == (status, decision, "key:test")
    for side in ("new", "old"):
        assert (settled[side]["invalid_at"] is not None) == (side == loser)
        assert settled[side]["confidence"] == (0.3 if side == loser else 1.0)


@pytest.mark.parametrize("gone, holds", [("new", "old"), ("old", "new")])
def test_what_has_a_retired_fact_waits_for_no_decision(api, pair, gone, holds):
    retired = pair[gone == "old"]
    api.delete(f"/memories/{retired}")

    assert api.get("/conflicts?status=open").json()["results"] == []
    for decision in (gone, "both"):
        is_problem(api.post(f"/conflicts/{public_id(pair[2])}/resolve", {"decision": decision}), 409)

    api.post(f"/memories/{retired}/restore")
    assert len(api.get("/conflicts?status=open").json()["results"]) == 1
    api.delete(f"/memories/{retired}")
    assert api.post(f"/conflicts/{public_id(pair[2])}/resolve", {"decision": holds}).json()["status"] == "resolved"


def test_a_conflict_is_settled_once(api, pair):
    api.post(f"/conflicts/{public_id(pair[2])}/resolve", {"decision": "both"})

    is_problem(api.post(f"/conflicts/{public_id(pair[2])}/resolve", {"decision": "new"}), 409)


@pytest.mark.parametrize("body", [{}, {"decision": "perhaps"}, {"decision": None}, {"decision": ["new"]}])
def test_a_bad_decision_is_refused(api, pair, body):
    is_problem(api.post(f"/conflicts/{public_id(pair[2])}/resolve", body), 422, "body", "decision")


@pytest.mark.parametrize("number", ["0", "x", "-1", "1.5", "99999999999999999999999", "%D9%A1"])
def test_what_cannot_be_an_id_is_missing(api, number):
    is_problem(api.post(f"/conflicts/{number}/resolve", {"decision": "new"}), 404)
    is_problem(api.post(f"/reviews/{number}", {"decision": "accept"}), 404)


@pytest.fixture
def review(api, namespace):
    fact = api.remember("Maya likes tea.", confidence=0.4)
    memory = Memory.objects.within(namespace).get(uid=fact["id"])
    return reviews.open_review(namespace, memory, "low_confidence", "confidence 0.40")


def test_reviews_are_listed_with_the_memory(api, review):
    (listed,) = api.get("/reviews?status=open").json()["results"]

    assert (listed["id"], listed["reason"]) == (public_id(review), "low_confidence")
    assert listed["memory"]["content"] == "Maya likes tea."


@pytest.mark.parametrize(
    "body, status",
    [
        ({"decision": "accept"}, "accepted"),
        ({"decision": "reject"}, "rejected"),
        ({"decision": "correct", "content": "Maya likes coffee."}, "corrected"),
    ],
)
def test_a_review_is_decided_and_the_fact_follows(api, review, body, status):
    decided = api.post(f"/reviews/{public_id(review)}", body).json()

    assert (decided["status"], decided["decided_by"]) == (status, "key:test")
    facts = {m["content"]: m for m in api.get("/memories?active=true").json()["results"]}
    assert list(facts) == {"accepted": ["Maya likes tea."], "rejected": [], "corrected": ["Maya likes coffee."]}[status]
    is_problem(api.post(f"/reviews/{public_id(review)}", body), 409)


@pytest.mark.parametrize("decision", ["accept", "reject"])
def test_a_text_that_no_decision_takes_is_not_dropped_without_a_word(api, review, decision):
    sent = {"decision": decision, "content": "Maya likes coffee."}
    is_problem(api.post(f"/reviews/{public_id(review)}", sent), 422, "body", "content")
    review.refresh_from_db()
    assert review.status == "open"
    assert api.post(f"/reviews/{public_id(review)}", {"decision": decision, "content": None}).status_code == 200


def test_a_correction_needs_its_content(api, review):
    is_problem(api.post(f"/reviews/{public_id(review)}", {"decision": "correct"}), 422, "body", "content")
