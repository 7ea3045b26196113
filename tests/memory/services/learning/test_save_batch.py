"""Saving what a session states: all or none, exact duplicates within the batch, verdicts acted on."""

import pytest

from memory.models import Conflict, Memory, Operation, Review
from memory.services.errors import InvalidInput
from memory.services.learning import saving
from memory.services.learning.saving import FactInput
from memory.services.memories import facts
from memory.services.memories.judgements import Judgement
from tests.store import AGENT, CURATOR, DAY, DERIVED, NOON, contents, fresh, know, lineage, say


def save(namespace, *inputs, **fields):
    return saving.save_batch(namespace, inputs, actor=DERIVED, **fields)


def test_an_exact_repeat_within_the_batch_adds_its_source(namespace):
    one, two = say(namespace, "s1", "tea", "tea!")
    saved = save(
        namespace,
        FactInput("Ann likes tea.", [one.uid]),
        FactInput("ann likes TEA", [two.uid]),
        FactInput("Ann owns a cat.", [two.uid, two.uid]),
    )
    assert [one.outcome for one in saved] == ["created", "repeated", "created"]
    assert saved[0].memory.pk == saved[1].memory.pk
    assert saved[0].memory.source_links.count() == 2
    assert saved[2].memory.source_links.count() == 1


def test_nearly_the_same_within_the_batch_is_found_by_the_index(namespace):
    saved = save(
        namespace, FactInput("Ann went to Oslo with Kim in May"), FactInput("In May Ann went to Oslo with Kim")
    )
    assert [one.outcome for one in saved] == ["created", "repeated"]


def test_one_bad_fact_refuses_them_all(namespace):
    with pytest.raises(InvalidInput):
        save(namespace, FactInput("Ann likes tea."), FactInput(""))
    with pytest.raises(InvalidInput):
        save(namespace, FactInput("Ann likes tea."), FactInput("Ann owns a cat.", ["ep_x"]))
    assert contents(namespace) == []


def test_an_empty_batch_saves_nothing(namespace):
    assert save(namespace) == []


def test_a_verdict_of_same_makes_a_duplicate(namespace):
    old = know(namespace, "Ann works for Harbour Maps as a designer")
    saved = save(namespace, FactInput("Ann designs at Harbour Maps", verdicts={old.uid: Judgement("same")}))
    assert saved[0].outcome == "repeated"
    assert contents(namespace) == [old.content]


@pytest.mark.parametrize(("verdict", "kind"), [("updates", "update"), ("contradicts", "contradiction")])
def test_a_judged_update_supersedes_the_older_fact(namespace, verdict, kind):
    old = know(namespace, "Ann works for Harbour Maps", event_time=NOON)
    new = FactInput(
        "Ann works for Tidewater Labs",
        event_time=NOON + DAY,
        verdicts={old.uid: Judgement(verdict, "a new job", "rules")},
    )
    (saved,) = save(namespace, new)
    assert saved.outcome == "superseded"
    old, kept = fresh(old), fresh(saved.memory)
    assert (old.base_confidence, old.confidence, old.invalid_at) == (0.3, 0.3, NOON + DAY)
    assert old.active
    assert lineage(kept)["supersedes"] == [old.uid]
    conflict = Conflict.objects.within(namespace).get()
    assert (conflict.kind, conflict.status, conflict.decision, conflict.found_by) == (kind, "resolved", "new", "rules")
    assert not Review.objects.within(namespace).exists()


def test_a_late_session_that_tells_of_an_older_state_does_not_win(namespace):
    now = know(namespace, "Ann works for Tidewater Labs", event_time=NOON)
    (saved,) = save(
        namespace,
        FactInput("Ann works for Harbour Maps", event_time=NOON - DAY, verdicts={now.uid: Judgement("contradicts")}),
    )
    assert fresh(now).invalid_at is None
    assert fresh(saved.memory).invalid_at == NOON
    assert lineage(fresh(now))["supersedes"] == [saved.memory.uid]
    assert Conflict.objects.within(namespace).get().decision == "old"


def test_a_derived_fact_never_replaces_a_persons_without_a_review(namespace):
    old = know(namespace, "Ann works for Harbour Maps", actor=CURATOR)
    (saved,) = save(namespace, FactInput("Ann works for Tidewater Labs", verdicts={old.uid: Judgement("contradicts")}))
    assert fresh(old).invalid_at is None
    assert Conflict.objects.within(namespace).get().status == "open"
    assert Review.objects.within(namespace).get().subject == saved.memory


def test_a_protected_fact_is_a_persons_too(namespace):
    old = know(namespace, "Ann works for Harbour Maps")
    facts.confirm(namespace, old.uid, actor=AGENT)
    save(namespace, FactInput("Ann works for Tidewater Labs", verdicts={old.uid: Judgement("updates")}))
    assert fresh(old).confidence == 1.0
    assert Conflict.objects.within(namespace).get().status == "open"


def test_doubtful_facts_go_to_review_by_the_namespaces_bound(namespace):
    save(namespace, FactInput("Ann may sell the car", confidence=0.4))
    assert Review.objects.within(namespace).get().reason == "low_confidence"
    namespace.settings = {"review_confidence": 0}
    namespace.save()
    save(namespace, FactInput("Bob might buy a boat", confidence=0.1))
    assert Review.objects.within(namespace).count() == 1


def test_what_an_agent_states_is_not_sent_to_review(namespace):
    know(namespace, "Ann may sell the car", confidence=0.1)
    assert not Review.objects.within(namespace).exists()


def test_a_verdict_about_a_fact_that_was_retired_meanwhile_is_ignored(namespace):
    old = know(namespace, "Ann works for Harbour Maps")
    facts.retire(namespace, old.uid, actor=AGENT)
    (saved,) = save(namespace, FactInput("Ann works for Tidewater Labs", verdicts={old.uid: Judgement("contradicts")}))
    assert saved.outcome == "created"
    assert not Conflict.objects.within(namespace).exists()


def test_names_that_the_caller_found_are_linked(namespace):
    (saved,) = save(namespace, FactInput("Ann met Elin", entities=[("Elin", "person"), ("", "person"), ("X", "robot")]))
    assert [e.canonical_name for e in saved.memory.entities.all()] == ["Elin"]


def test_the_run_stands_in_the_history(namespace):
    run = Operation.objects.create(namespace=namespace, kind="consolidate_session")
    (saved,) = save(namespace, FactInput("Ann likes tea."), run=run)
    (event,) = facts.events(namespace, saved.memory.uid)
    assert (event.change.run, event.actor, event.origin) == (run, "consolidation", "derived")
    assert event.after["content"] == "Ann likes tea."
    assert Memory.objects.within(namespace).get().pk == saved.memory.pk
