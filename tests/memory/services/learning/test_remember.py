"""Keeping one fact that a person or an agent states; a duplicate answers the fact that is there already."""

import pytest

from memory.models import ALL, Conflict, Memory, Namespace, Recall, Review, Trust
from memory.services import namespaces
from memory.services.curating import correcting, undoing
from memory.services.errors import InvalidInput
from memory.services.handing import recalls
from memory.services.learning import saving
from memory.services.memories import facts, lineage, repeating
from memory.text import MAX_TAGS
from tests.store import AGENT, CURATOR, DAY, DERIVED, NOON, contents, fresh, full_text_is_sound, has_posting, know, say


def test_a_fact_is_kept_with_what_was_said_of_it(namespace):
    (turn,) = say(namespace, "s1", "I like window seats", event_time=NOON)
    saved = saving.remember(
        namespace, "  Maya likes window seats. ", actor=AGENT, tags=["preference", "travel", "travel"],
        session_id="s1", confidence=0.8, source_ids=[turn.uid], attributes={"a": 1}, external_id="f1",
    )  # fmt: skip
    fact = fresh(saved.memory)
    assert saved.outcome == "created"
    assert fact.content == "Maya likes window seats."
    assert fact.tags == ["preference", "travel"]
    assert (fact.confidence, fact.base_confidence, fact.decay_rate) == (0.8, 0.8, 0.1)
    assert fact.event_time == NOON  # that of its source
    assert (fact.session_id, fact.external_id, fact.attributes, fact.origin) == ("s1", "f1", {"a": 1}, "agent")
    assert [link.source for link in fact.source_links.all()] == [turn]
    assert [event.kind for event in facts.events(namespace, fact.uid)] == ["remembered"]
    assert has_posting(fact, "window")
    full_text_is_sound()


def test_decay_rate_comes_from_the_call_else_the_namespace_else_the_setting(namespace, settings):
    settings.MEMORY_DECAY_RATE = 0.2
    assert know(namespace, "one apple").decay_rate == 0.2
    namespace.settings = {"decay_rate": 0.03}
    namespace.save()
    assert know(namespace, "two pears").decay_rate == 0.03
    assert know(namespace, "three figs", decay_rate=0.0).protected


def test_the_same_words_are_the_same_fact_and_count_as_a_recall(namespace):
    (first, second) = say(namespace, "s1", "I like tea", "really, tea")
    fact = know(namespace, "Ann likes the tea!", source_ids=[first.uid], confidence=0.5)
    Memory.objects.within(namespace).filter(pk=fact.pk).update(confidence=0.1)
    again = saving.remember(namespace, "ann likes tea", actor=AGENT, source_ids=[second.uid])
    assert (again.outcome, again.memory.pk) == ("repeated", fact.pk)
    assert {link.source_id for link in fact.source_links.all()} == {first.pk, second.pk}
    assert fresh(fact).confidence == 0.5
    assert fresh(fact).access_count == 1
    assert Recall.objects.get().via == "repeat"


def test_a_repetition_keeps_its_tags_and_its_protection_as_an_edit_that_can_be_undone(namespace):
    fact = know(namespace, "Ann likes tea.", tags=["drinks", "ann"], confidence=0.8)
    again = saving.remember(namespace, "ann likes tea", actor=CURATOR, tags=["ann", "breakfast"], decay_rate=0.0)
    assert again.memory.tags == fresh(fact).tags == ["drinks", "ann", "breakfast"]
    assert fresh(fact).protected
    assert fresh(fact).access_count == 1
    edited = facts.events(namespace, fact.uid)[-1]
    assert (edited.kind, edited.actor, edited.change.kind) == ("edited", CURATOR.name, "edit")
    assert edited.after["tags"] == ["drinks", "ann", "breakfast"]

    undoing.undo(namespace, edited.seq, actor=CURATOR)
    assert (fresh(fact).tags, fresh(fact).decay_rate) == (["drinks", "ann"], 0.1)


def test_a_repetition_that_asks_for_nothing_new_is_no_edit_and_takes_nothing_away(namespace):
    fact = know(namespace, "Ann likes tea.", tags=["drinks"], decay_rate=0.0)
    for tags in ([], ["drinks"]):
        saving.remember(namespace, "Ann likes tea.", actor=AGENT, tags=tags)
    assert (fresh(fact).tags, fresh(fact).protected) == (["drinks"], True)
    assert [event.kind for event in facts.events(namespace, fact.uid)] == ["remembered"]


def test_a_fact_that_carries_all_the_tags_it_may_is_still_repeated(namespace):
    fact = know(namespace, "Ann likes tea.", tags=[str(i) for i in range(MAX_TAGS - 1)])
    again = saving.remember(namespace, "Ann likes tea.", actor=AGENT, tags=["one more", "too many"])
    assert again.outcome == "repeated"
    assert fresh(fact).tags[-1] == "one more"
    assert len(fresh(fact).tags) == MAX_TAGS


def test_nearly_the_same_words_are_the_same_fact(namespace):
    know(namespace, "Maya really likes small family hotels in old towns")
    assert saving.remember(
        namespace, "Maya likes small family hotels in old towns", actor=AGENT
    ).outcome == "repeated"  # fmt: skip


@pytest.mark.parametrize(
    ("old", "new", "asked"),
    [
        ("The budget of the project is 500 euros", "The budget of the project is 600 euros", True),
        ("Maya does drink coffee in the morning", "Maya does not drink coffee in the morning", True),
        ("The flight to Lisbon leaves on 22 May", "The flight to Lisbon leaves on 23 May", False),
        ("Maya met Priya in the office in Hamburg", "Maya met Elin in the office in Hamburg", False),
    ],
)
def test_a_different_number_date_name_or_negation_is_another_fact(namespace, old, new, asked):
    know(namespace, old)
    saved = saving.remember(namespace, new, actor=AGENT)
    assert contents(namespace) == [old, new]
    assert (saved.outcome == "conflict") is asked
    assert Conflict.objects.within(namespace).filter(status="open", found_by="guard").count() == asked


def test_a_namespaces_language_says_which_words_tell_nothing(namespace):
    namespace.settings = {"language": "de"}
    namespace.save()
    know(namespace, "Ann likes the tea of Kim.")
    assert saving.remember(namespace, "Ann likes a tea of Kim.", actor=AGENT).outcome == "created"
    namespace.settings = {"language": "en"}
    namespace.save()
    assert (
        saving.remember(namespaces.for_reading(namespace.name), "Ann likes tea of Kim.", actor=AGENT).outcome
        == "repeated"
    )


def test_a_retired_fact_is_no_duplicate(namespace):
    old = know(namespace, "Ann likes tea.")
    facts.retire(namespace, old.uid, actor=AGENT)
    assert saving.remember(namespace, "Ann likes tea.", actor=AGENT).outcome == "created"


def test_another_namespaces_fact_is_no_duplicate_and_no_source(namespace):
    bob = namespaces.ensure("acme/bob")
    (turn,) = say(bob, "s1", "I like tea")
    know(bob, "Ann likes tea.")
    assert saving.remember(namespace, "Ann likes tea.", actor=AGENT).outcome == "created"
    with pytest.raises(InvalidInput, match="source"):
        saving.remember(namespace, "Ann likes milk.", actor=AGENT, source_ids=[turn.uid])


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"content": "  "}, "content"),
        ({"content": "a\x00"}, "content"),
        ({"content": "x" * (256 * 1024 + 1)}, "content"),
        ({"confidence": 1.5}, "confidence"),
        ({"confidence": float("nan")}, "confidence"),
        ({"tags": ["x" * 101]}, "tags"),
        ({"tags": ["t\x00"]}, "tags"),
        ({"tags": [" "]}, "tags"),
        ({"tags": [str(i) for i in range(51)]}, "tags"),
        ({"source_ids": ["ep_unknown"]}, "source_ids"),
    ],
)
def test_what_cannot_be_kept_is_refused(namespace, fields, field):
    with pytest.raises(InvalidInput) as refusal:
        saving.remember(namespace, fields.pop("content", "Ann likes tea."), actor=AGENT, **fields)
    assert refusal.value.field == field
    assert contents(namespace) == []


def test_facts_without_words_are_not_all_the_same(namespace):
    drafts = [saving.FactInput("❤"), saving.FactInput("☂"), saving.FactInput("❤ ")]
    saved = saving.save_batch(namespace, drafts, actor=AGENT)
    assert [one.outcome for one in saved] == ["created", "created", "repeated"]


def test_patterns_and_known_names_in_the_text_are_linked(namespace):
    know(namespace, "@priya leads #apollo")
    fact = know(namespace, "Priya lives in Leeds")
    assert [e.canonical_name for e in fact.entities.all()] == ["priya"]


def test_nothing_is_written_for_a_namespace_until_then(db):
    assert not Namespace.objects.filter(name="acme/none").exists()
    assert list(Memory.objects.within(namespaces.for_reading("acme/none"))) == []


def test_a_curators_word_is_kept_as_theirs(namespace):
    assert know(namespace, "Ann likes tea.", actor=CURATOR).origin == "curator"
    assert recalls.record_now([], session_id=None, via="search") == 0
    assert Memory.objects.across(ALL).count() == 1


def test_what_the_service_derives_marks_no_fact_that_a_person_stands_behind(namespace):
    fact = know(namespace, "Maya likes tea", actor=CURATOR)
    assert saving.remember(namespace, "Maya likes tea", actor=DERIVED, tags=["biography"]).outcome == "repeated"
    fact.refresh_from_db()
    assert fact.tags == []


def _stated(fact, stated, tags=(), sources=()):
    return repeating.Repeat(fact, stated, sources, tags, None, 0.9, NOON)


def test_who_may_not_mark_a_fact_neither_tags_nor_protects_it_by_saying_it_again(namespace):
    fact = know(namespace, "Ann likes tea.", actor=CURATOR)
    repeating.join(namespace, [_stated(fact, Trust.CURATOR, ["drinks"])], DERIVED, protects=True)
    assert (fresh(fact).tags, fresh(fact).protected) == ([], False)
    repeating.join(namespace, [_stated(fact, Trust.TOOL, ["drinks"])], AGENT, protects=True)
    assert (fresh(fact).tags, fresh(fact).protected) == ([], False)
    repeating.join(namespace, [_stated(fact, Trust.CURATOR, ["drinks"])], CURATOR, protects=True)
    assert (fresh(fact).tags, fresh(fact).protected) == (["drinks"], True)
    facts.retire(namespace, fact.uid, actor=CURATOR)
    repeating.join(namespace, [_stated(fresh(fact), Trust.CURATOR, ["late"])], CURATOR, protects=False)
    assert fresh(fact).tags == ["drinks"]


def test_a_source_that_says_it_twice_is_one_source_and_each_session_one_recall(namespace):
    turns = [*say(namespace, "s1", "I like tea."), *say(namespace, "s2", "Tea is what I like.")]
    fact = know(namespace, "Ann likes tea.", source_ids=[turns[0].uid])
    repeats = [_stated(fact, Trust.USER, sources=[turn]) for turn in (turns[0], turns[0], turns[1])]
    repeating.join(namespace, repeats, DERIVED, protects=False)
    assert sorted(fact.source_links.values_list("source__uid", flat=True)) == sorted(turn.uid for turn in turns)
    recalled = Recall.objects.filter(memory=fact).values_list("session_id", "via")
    assert sorted(recalled) == [("s1", "repeat"), ("s2", "repeat")]
    repeating.join(namespace, [], DERIVED, protects=True)
    assert Recall.objects.count() == 2


def test_what_was_replaced_holds_again_only_where_it_was_said_later(namespace):
    old = know(namespace, "Ann lives in Bergen.", event_time=NOON)
    correcting.correct(namespace, old.uid, "Ann lives in Voss.", actor=CURATOR)
    old = fresh(old)
    replaced_at = lineage.replaced_at(old)

    def said(moment, **fields):
        repeat = repeating.Repeat(old, Trust.CURATOR, [], [], None, 0.9, moment)
        return repeating.hold_again(namespace, repeat, CURATOR, **fields)

    assert said(replaced_at) is False
    assert not Review.objects.within(namespace).exists()
    assert said(replaced_at + DAY, ask=True) is False
    assert Review.objects.within(namespace).get().reason == "restated"
    assert said(replaced_at + DAY) is False  # a person decided: a person is asked
    assert Review.objects.within(namespace).count() == 1
    assert not fresh(old).active


def test_who_is_trusted_more_makes_a_fact_trusted_more_and_nobody_less(namespace):
    fact = know(namespace, "Ann likes tea.")
    first = fact.trusted
    for stated, now in ((Trust.IMPORT, first), (Trust.CURATOR, Trust.CURATOR), (Trust.USER, Trust.CURATOR)):
        repeating.hold_again(namespace, _stated(fresh(fact), stated), CURATOR)
        assert fresh(fact).trusted == now
