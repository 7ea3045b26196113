"""Settings are tried on a copy that is gone afterwards: what it told and learnt is said, and nothing else changed."""

from __future__ import annotations

import tempfile
from contextlib import contextmanager
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from memory.models import Erasure, Event, Memory, Namespace, Recall, ReviewReason
from memory.models.ids import new_id
from memory.services import memory_tests, namespaces, reviews, trials
from memory.services.errors import InvalidInput, StateConflict
from memoryproj import throwaway
from tests.store import CURATOR, committed, embed_all, know, say

__all__ = ["committed"]
TURNS = (
    "I moved to Lisbon last spring.",
    "I prefer tea over coffee in the morning.",
    "My sister Ines works at the harbour.",
)


@pytest.fixture
def told(committed):
    """acme/alice with three turns, a fact that waits for a review, and a question about it."""
    say(committed, "s1", *TURNS)
    doubtful = know(committed, "Alice's boat is called Marlin.")
    reviews.open_review(committed, doubtful, ReviewReason.LOW_CONFIDENCE)
    memory_tests.add(committed, "What is Alice's boat called?", ["Marlin"], [], actor=CURATOR)
    embed_all()
    return committed


def trial(*arguments):
    out = StringIO()
    call_command("trial", *arguments, stdout=out)
    return out.getvalue()


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    """What is temporary lies apart from what other tests make and remove meanwhile."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setenv("TMPDIR", str(tmp_path))


def left():
    return sorted(Path(tempfile.gettempdir()).glob("memory-*"))


def test_blocks_are_told_side_by_side_and_nothing_else_changed(told):
    before = left(), Memory.everything.count(), Event.everything.count(), Recall.objects.count()
    (asked,) = trials.ask(told, trials.tried(told, {"hand_out_waiting": False}))
    assert "Marlin" in asked.now
    assert "Marlin" not in asked.then
    assert asked.differs
    assert before == (left(), Memory.everything.count(), Event.everything.count(), Recall.objects.count())
    assert namespaces.for_reading(told.name).settings == {}
    assert Namespace.objects.count() == 1


def test_a_trial_of_what_holds_anyway_finds_no_difference(told):
    (asked,) = trials.ask(told, trials.tried(told, {"hand_out_waiting": True}))
    assert not asked.differs


def test_what_would_be_learnt_is_told_side_by_side(told):
    said = trial(told.name, "--set", 'learn=["preference"]', "--learn")
    assert "- The user moved to Lisbon" in said or "- User moved to Lisbon" in said, said
    assert "tea over coffee" not in said
    assert "would be learnt as now" in said
    assert Memory.objects.within(told).facts().count() == 1


def test_a_copy_has_no_quota(told):
    told.settings = {"max_memories": 4, "daily_token_budget": 1}
    told.save()
    learnt = trials.learn(told, told.settings, lambda: call_command("consolidate", stdout=StringIO()), most=500)
    assert learnt.both >= 2
    assert not learnt.no_longer
    assert not learnt.newly


def test_nothing_is_told_where_something_was_erased_meanwhile(told, monkeypatch):
    real = throwaway.store

    @contextmanager
    def and_an_erasure():
        with real():
            yield
        Erasure.everything.create(uid=new_id("ers"), namespace=told, what="memory", target="fact_x", actor="carla")

    monkeypatch.setattr(trials.throwaway, "store", and_an_erasure)
    with pytest.raises(StateConflict, match="erased"):
        trials.ask(told, {})
    with pytest.raises(StateConflict, match="erased"):
        trials.learn(told, {}, lambda: None, most=1)


@pytest.mark.parametrize("most", [-5, 0, trials.MOST_TURNS + 1])
def test_a_number_of_turns_out_of_range_is_refused(told, most):
    with pytest.raises(InvalidInput, match="from 1 to"):
        trials.learn(told, told.settings, lambda: None, most=most)


def test_what_cannot_be_tried_is_refused(told):
    with pytest.raises(InvalidInput, match="is no setting"):
        trials.tried(told, {"colour": "blue"})
    for arguments, why in (
        ((told.name,), "Say what to try"),
        (("acme/nobody", "--set", "ranking=rrf"), "no namespace"),
        ((told.name, "--set", "ranking"), "NAME=VALUE"),
        ((told.name, "--set", "timezone=Mars/Base"), "timezone"),
    ):
        with pytest.raises(CommandError, match=why):
            trial(*arguments)
