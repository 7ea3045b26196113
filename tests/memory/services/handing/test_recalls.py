"""Recalls: once per fact and session, or day; they restore confidence, off the response's path."""

from datetime import timedelta

from django.utils import timezone

from memory import background
from memory.models import Recall
from memory.services.handing import context, recalls
from memory.services.handing.retrieval import search
from memory.services.memories import decay, facts
from tests.store import AGENT, CURATOR, DAY, embed_all, fresh, know, read_only, say


def count(fact) -> int:
    return fresh(fact).access_count


def test_what_was_found_counts_once_a_session(namespace):
    fact = know(namespace, "Ann likes tea.")
    for _ in range(3):
        search(namespace, "tea", exclude_session_id="s1")
    background.flush()
    search(namespace, "tea", exclude_session_id="s2")
    context.build(namespace, "tea", session_id="s2")
    background.flush()
    assert count(fact) == 2
    assert sorted(Recall.objects.values_list("session_id", "via")) == [("s1", "search"), ("s2", "search")]


def test_without_a_session_it_counts_once_a_day(namespace):
    fact = know(namespace, "Ann likes tea.")
    now = timezone.now()
    for at in (now, now, now + DAY):
        recalls.record_now([fact.pk], session_id=None, via="search", at=at)
    assert count(fact) == 2


def test_nothing_is_written_before_the_flush(namespace):
    fact = know(namespace, "Ann likes tea.")
    search(namespace, "tea")
    assert count(fact) == 0
    background.flush()
    assert count(fact) == 1


def test_explaining_and_looking_do_not_count(namespace):
    fact = know(namespace, "Ann likes tea.")
    search(namespace, "tea", explain=True)
    search(namespace, "tea", record=False)
    context.build(namespace, "tea", explain=True)
    context.build(namespace, "tea", record=False)
    facts.any_memory(namespace, fact.uid)
    background.flush()
    assert count(fact) == 0


def test_a_recall_restores_the_base_and_puts_decay_off(namespace):
    fact = know(namespace, "Ann likes tea.", confidence=0.8)
    later = fact.created_at + 10 * DAY
    decay.run(namespace, now=later)
    assert fresh(fact).confidence < 0.3
    recalls.record_now([fact.pk], session_id="s1", via="search", at=later)
    assert fresh(fact).confidence == 0.8
    assert fresh(fact).last_accessed == later
    decay.run(namespace, now=later + timedelta(seconds=1))
    assert fresh(fact).confidence > 0.79


def test_only_active_facts_are_recalled(namespace):
    (turn,) = say(namespace, "s1", "tea")
    fact = know(namespace, "Ann likes tea.")
    facts.retire(namespace, fact.uid, actor=AGENT)
    recalls.record([turn, fact], session_id=None, via="search")
    background.flush()
    assert recalls.record_now([turn.pk, fact.pk, 10**9], session_id=None, via="search") == 0
    assert not Recall.objects.exists()


def test_the_same_fact_twice_in_one_list_counts_once(namespace):
    fact = know(namespace, "Ann likes tea.")
    assert recalls.record_now([fact.pk, fact.pk], session_id=None, via="search") == 1
    assert count(fact) == 1


def test_a_read_only_store_still_answers(namespace, caplog):
    know(namespace, "Ann likes tea.")
    with read_only():
        assert search(namespace, "tea").hits
        background.flush()
    assert "background bookkeeping waits" in caplog.text


SUBJECTS = (
    "Ann likes tea.", "Bob owns a boat.", "Kim plays chess.", "The attic needs paint.", "The cat hates water.",
    "Elin speaks Norwegian.",
)  # fmt: skip


def test_a_search_recalls_only_what_is_related_to_it(namespace):
    known = [know(namespace, content) for content in SUBJECTS]
    embed_all()
    found = search(namespace, "who has a boat?")
    assert len(found.hits) > 1
    background.flush()
    assert [fact.content for fact in known if count(fact)] == ["Bob owns a boat."]


def test_a_long_prompt_recalls_nothing_that_it_does_not_touch(namespace):
    known = [know(namespace, content) for content in SUBJECTS]
    embed_all()
    prompt = (
        "Please summarise quarterly revenue figures per region, group them by currency, then draft an email to finance"
    )
    context.build(namespace, prompt, session_id="s2")
    search(namespace, prompt)
    background.flush()
    assert [fact.content for fact in known if count(fact)] == []


def test_among_few_memories_meaning_alone_recalls(namespace):
    fact = know(namespace, "Ann likes tea.")
    embed_all()
    assert [hit.ranks["text"] for hit in search(namespace, "hot beverages").hits] == [None]
    background.flush()
    assert count(fact) == 1


def test_a_standing_instruction_is_recalled_by_every_prompt_that_it_bears_on(namespace):
    manner = know(namespace, "Answer in French.", tags=["instruction"], actor=CURATOR)
    for content in SUBJECTS:
        know(namespace, content)
    built = context.build(namespace, "who has a boat?", session_id="s2")
    assert manner.pk in built.marks
    background.flush()
    assert count(manner) == 1
