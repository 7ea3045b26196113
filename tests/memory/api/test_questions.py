"""`question` in POST /context, and POST /questions/{id}."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from memory import background
from memory.models import Conflict, Memory, Question, Review, ReviewReason
from memory.models.erasures import ErasedWhat
from memory.services import reviews
from memory.services.curating import correcting, deciding, questions, undoing
from memory.services.handing import context
from memory.services.memories import facts
from memory.services.upkeep import erasures
from tests.conftest import is_problem
from tests.store import CURATOR, contents, embed_all, fresh, know


def ask(api, prompt="When is the dentist?", session="chat-1", **fields):
    answer = api.post("/context", {"prompt": prompt, "session_id": session, **fields})
    assert answer.status_code == 200, answer.content
    return answer.json()["question"]


def reply(api, question, answer, **fields):
    return api.post(f"/questions/{question['id']}", {"answer": answer, **fields})


@pytest.fixture
def moved(api, namespace):
    """The appointment of the dentist was on the 7th, and may be on the 9th."""
    old = api.remember("The dentist's appointment is on 7 May.")
    new = api.remember("The dentist's appointment is on 9 May.")
    rows = {memory.uid: memory for memory in Memory.objects.within(namespace)}
    conflict, _ = Conflict.objects.get_or_create_pair(
        namespace, rows[new["id"]], rows[old["id"]], kind="contradiction", found_by="test"
    )
    embed_all()
    return conflict


@pytest.fixture
def doubtful(api, namespace):
    """A fact that waits since the extractor was not sure of it."""
    api.remember("Maya has a cat named Nori.", confidence=0.4)
    row = Memory.objects.within(namespace).get(content="Maya has a cat named Nori.")
    review = reviews.open_review(namespace, row, ReviewReason.LOW_CONFIDENCE)
    embed_all()
    return review


def test_a_session_is_asked_once_about_what_bears_on_its_prompt(api, moved):
    assert ask(api, "Who sells red boats?") is None
    question = ask(api)
    assert question["text"] == (
        f"Is this so now: “{moved.new_fact.content}” Or is it still so that “{moved.old_fact.content}”"
    )
    assert question["about"] == [moved.new_fact.uid, moved.old_fact.uid]
    assert question["answers"] == ["yes", "no", "both", "unknown"]
    assert ask(api) is None
    assert ask(api, session="chat-2") is None  # it rests: another session was asked
    background.flush()
    assert ask(api) is None
    assert ask(api, session="chat-2") is None
    Question.everything.update(asked_at=timezone.now() - timedelta(days=8))
    assert ask(api, session="chat-2") is not None


def test_the_answer_waits_for_no_write_and_one_statement_tells_what_to_ask(api, namespace, moved, doubtful):
    ask(api, "Who sells red boats?")  # what the process learns once
    background.flush()
    built = context.build(namespace, "When is the dentist?", session_id="chat-1", record=False)
    for _ in range(2):  # also where the session was asked already
        with CaptureQueriesContext(connection) as sent:
            questions.offer(namespace, "chat-1", "When is the dentist?", built)
        assert [query["sql"].lstrip()[:6] for query in sent] == ["SELECT"]
        background.flush()
    assert Question.everything.get().session_id == "chat-1"


def test_a_question_is_answered_before_it_is_noted_and_another_is_told_none_meanwhile(api, moved):
    question = ask(api)
    assert not Question.everything.exists()
    assert ask(api) is None
    assert ask(api, session="chat-2") is None
    assert reply(api, question, "yes").status_code == 200
    background.flush()
    assert Question.everything.get().answer == "yes"


def test_of_two_processes_that_ask_one_session_one_is_kept(api, namespace, moved, doubtful):
    told = ask(api)
    questions.forget()  # the other process knows nothing of it
    other = ask(api, "What does Maya's cat eat?")
    background.flush()
    assert Question.everything.get().uid == told["id"]
    is_problem(reply(api, other, "yes"), 404)


def test_a_question_whose_fact_was_erased_meanwhile_is_not_kept(api, namespace, moved):
    question = ask(api)
    erasures.erase(namespace, ErasedWhat.MEMORY, moved.new_fact.uid, actor=CURATOR)
    is_problem(reply(api, question, "yes"), 404)


def test_without_a_session_and_of_another_time_nothing_is_asked(api, moved):
    assert ask(api, session=None) is None
    assert ask(api, explain=True) is None
    assert ask(api, known_at="2099-01-01T00:00:00Z") is None
    assert not Question.everything.exists()


@pytest.mark.parametrize(("said", "decision"), [("yes", "new"), ("no", "old"), ("both", "both")])
def test_an_answer_settles_the_conflict_and_can_be_undone(api, namespace, moved, said, decision):
    question = ask(api)
    assert reply(api, question, said).json()["answer"] == said
    moved.refresh_from_db()
    assert (moved.status, moved.decision) == ("dismissed" if said == "both" else "resolved", decision)
    assert reply(api, question, said).status_code == 200
    is_problem(reply(api, question, "unknown"), 409)
    undoing.undo_change(namespace, moved.decision_change, actor=CURATOR)
    moved.refresh_from_db()
    assert moved.status == "open"


def test_no_with_what_is_so_instead_corrects(api, namespace, moved):
    assert reply(api, ask(api), "no", content="The dentist's appointment is on 11 May.").status_code == 200
    assert "The dentist's appointment is on 11 May." in contents(namespace)
    assert not fresh(moved.new_fact).active
    moved.refresh_from_db()
    assert moved.decision == "both"  # the corrected one takes its place beside the old one


def test_unknown_leaves_it_to_a_curator(api, moved):
    question = ask(api)
    assert reply(api, question, "unknown").json()["answered_at"]
    moved.refresh_from_db()
    assert moved.status == "open"


@pytest.mark.parametrize(
    ("said", "content", "status", "left"),
    [
        ("yes", None, "accepted", ["Maya has a cat named Nori."]), ("no", None, "rejected", []),
        ("no", "Maya has a cat named Noodle.", "corrected", ["Maya has a cat named Noodle."]),
    ],
)  # fmt: skip
def test_a_fact_in_doubt_is_confirmed_rejected_or_corrected(api, namespace, doubtful, said, content, status, left):
    question = ask(api, "What does Maya's cat eat?")
    assert question["text"] == "Is this so: “Maya has a cat named Nori.”"
    assert question["answers"] == ["yes", "no", "unknown"]
    is_problem(reply(api, question, "both"), 422)
    assert reply(api, question, said, **({"content": content} if content else {})).status_code == 200
    doubtful.refresh_from_db()
    assert (doubtful.status, contents(namespace)) == (status, left)


def test_what_is_most_in_doubt_and_most_used_is_asked(api, namespace, moved, doubtful):
    prompt = "Is the dentist's appointment before Maya's cat is fed?"
    Memory.objects.within(namespace).filter(pk=doubtful.subject_id).update(access_count=40)
    assert ask(api, prompt)["about"] == [doubtful.subject.uid]
    background.flush()
    Question.everything.all().delete()
    Memory.objects.within(namespace).filter(pk=doubtful.subject_id).update(access_count=0)
    Memory.objects.within(namespace).filter(pk=moved.old_fact_id).update(access_count=40)
    assert ask(api, prompt)["about"] == [moved.new_fact.uid, moved.old_fact.uid]


def test_what_a_curator_alone_decides_or_decided_meanwhile_is_not_asked(api, namespace, moved, doubtful):
    Review.everything.filter(pk=doubtful.pk).update(reason=ReviewReason.QUARANTINED)
    assert ask(api, "What does Maya's cat eat?") is None
    question = ask(api)
    deciding.decide_conflict(namespace, moved.pk, "both", actor=CURATOR)
    is_problem(reply(api, question, "yes"), 409)
    assert ask(api, session="chat-3") is None


def test_what_is_no_answer_is_refused(api, moved):
    question = ask(api)
    for body in ({}, {"answer": "maybe"}, {"answer": "yes", "content": "x"}, {"answer": "no", "content": " "},
                 {"answer": "no", "more": 1}):  # fmt: skip
        is_problem(api.post(f"/questions/{question['id']}", body), 422)
    is_problem(reply(api, {"id": "qst_none"}, "yes"), 404)
    background.flush()
    assert Question.everything.get().answer == ""


def test_another_namespace_neither_is_asked_nor_answers(api, stranger, moved):
    question = ask(api)
    is_problem(reply(stranger, question, "yes"), 404)
    assert ask(stranger) is None
    moved.refresh_from_db()
    assert moved.status == "open"


def test_an_erasure_takes_the_question(api, namespace, moved):
    ask(api)
    background.flush()
    erasures.erase(namespace, ErasedWhat.MEMORY, moved.new_fact.uid, actor=CURATOR)
    assert not Question.everything.exists()


def test_a_question_tells_a_fact_in_one_line_and_cut(api, namespace, moved):
    correcting.correct(namespace, moved.old_fact.uid, "The dentist\n\n## says " + "so " * 200, actor=CURATOR)
    Conflict.everything.all().delete()
    row = Memory.objects.within(namespace).facts().active().latest("rowid")
    reviews.open_review(namespace, row, ReviewReason.LOW_CONFIDENCE)
    text = ask(api)["text"]
    assert "\n" not in text
    assert len(text) <= 330


def test_a_yes_to_what_was_retired_or_superseded_meanwhile_is_refused(api, namespace, doubtful):
    question = ask(api, "Does Maya have a cat?")
    background.flush()
    facts.retire(namespace, doubtful.subject.uid, actor=CURATOR)
    is_problem(reply(api, question, "yes"), 409)
    facts.restore(namespace, doubtful.subject.uid, actor=CURATOR)
    other = know(namespace, "Maya has a dog named Nori.")
    deciding.resolve_pair(namespace, other.uid, doubtful.subject.uid, actor=CURATOR)

    is_problem(reply(api, question, "yes"), 409)

    assert (Question.everything.get().answer, Review.everything.get(pk=doubtful.pk).status) == ("", "open")
    assert fresh(doubtful.subject).base_confidence == 0.3
    assert reply(api, question, "no").json()["answer"] == "no"
