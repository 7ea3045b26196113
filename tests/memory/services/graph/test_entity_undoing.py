"""An entity's change is taken back after others came: it gives back what it took and no more, or is refused."""

from __future__ import annotations

import pytest

from memory.models import Entity, Event, MemoryEntity
from memory.services import namespaces
from memory.services.errors import NotFound, StateConflict
from memory.services.graph import entities, entity_undoing, linking
from tests.memory.services.graph.test_entities import last, names, snapshot
from tests.store import AGENT, CURATOR, know, make_entity


def speak(namespace, content, *spoken_of):
    """A memory that speaks of these and of nobody else."""
    memory = know(namespace, content)
    MemoryEntity.objects.filter(memory=memory).delete()
    MemoryEntity.objects.bulk_create([MemoryEntity(memory=memory, entity=one) for one in spoken_of])
    linking.recount([one.pk for one in Entity.objects.within(namespace)])
    return memory


def said_of(entity):
    return sorted(
        Entity.objects.across([entity.namespace_id]).get(uid=entity.uid).memories.values_list("content", flat=True)
    )


@pytest.fixture
def carl(namespace):
    carl, dan, rex = (make_entity(namespace, name) for name in ("carl", "dan", "rex"))
    entities.add_alias(namespace, carl.uid, "charly", actor=AGENT)
    speak(namespace, "They went to the vet.", rex, carl)
    speak(namespace, "They met at noon.", carl, dan)
    speak(namespace, "A bone was had.", rex)
    return carl


def named(namespace, name):
    return entities.named(namespace, name)


def refused(namespace, seq, match):
    before, told = snapshot(namespace), Event.objects.within(namespace).count()
    with pytest.raises(StateConflict, match=match):
        entity_undoing.undo(namespace, seq, actor=CURATOR)
    assert (snapshot(namespace), Event.objects.within(namespace).count()) == (before, told)


def test_a_split_waits_for_what_was_merged_into_the_new_entity_since(namespace, carl):
    before = snapshot(namespace)
    vet = carl.memories.get(content="They went to the vet.")
    karl = entities.split(namespace, carl.uid, ["charly"], [vet.uid], actor=CURATOR)
    split = last(namespace, "split")
    entities.merge(namespace, named(namespace, "rex").uid, karl.uid, actor=CURATOR)
    refused(namespace, split, "charly was changed since, by the merge of 'rex': undo that first")

    entity_undoing.undo(namespace, last(namespace, "merged"), actor=CURATOR)
    entity_undoing.undo(namespace, split, actor=CURATOR)
    assert snapshot(namespace) == before


@pytest.mark.parametrize("act", ["alias", "rename", "split"])
def test_a_split_waits_for_any_change_of_the_new_entity(namespace, carl, act):
    karl = entities.split(namespace, carl.uid, ["charly"], [one.uid for one in carl.memories.all()], actor=CURATOR)
    split = last(namespace, "split")
    if act == "alias":
        entities.add_alias(namespace, karl.uid, "karlchen", actor=CURATOR)
    if act == "rename":
        entities.rename(namespace, karl.uid, "Karl", actor=CURATOR)
    if act == "split":
        entities.split(namespace, karl.uid, [], [karl.memories.first().uid], actor=CURATOR, name="Karl")
    refused(namespace, split, "charly was changed since|Karl was changed since")


def test_a_split_that_is_taken_back_brings_what_was_told_of_the_new_entity_since(namespace, carl):
    karl = entities.split(namespace, carl.uid, ["charly"], [], actor=CURATOR)
    speak(namespace, "He swims.", karl)
    entity_undoing.undo(namespace, last(namespace, "split"), actor=CURATOR)
    assert said_of(carl) == ["He swims.", "They met at noon.", "They went to the vet."]


def test_a_split_cannot_be_taken_back_where_the_new_entity_became_another(namespace, carl):
    karl = entities.split(namespace, carl.uid, ["charly"], [], actor=CURATOR)
    entities.merge(namespace, karl.uid, named(namespace, "dan").uid, actor=CURATOR)
    refused(namespace, last(namespace, "split"), "is gone; if it was merged into another entity, undo that first")


def test_an_alias_that_an_entity_is_split_off_by_goes_with_it_and_comes_back_as_it_was(namespace, carl):
    origins = list(carl.aliases.values_list("alias", "origin"))
    made = entities.split(namespace, carl.uid, [], [], actor=CURATOR, name="Charly")
    assert (names(made), names(carl)) == ([], [])
    entity_undoing.undo(namespace, last(namespace, "split"), actor=CURATOR)
    assert list(carl.aliases.values_list("alias", "origin")) == origins == [("charly", "agent")]


def test_a_renaming_that_is_taken_back_leaves_no_name_behind(namespace, carl):
    before = snapshot(namespace)
    entities.rename(namespace, carl.uid, "Theo Brandt", actor=CURATOR)
    entity_undoing.undo(namespace, last(namespace, "renamed"), actor=CURATOR)
    assert snapshot(namespace) == before
    with pytest.raises(NotFound):
        named(namespace, "Theo Brandt")
    fact = know(namespace, "@theobrandt has diabetes.")
    assert carl not in fact.entities.all()


def test_a_name_that_was_an_alias_before_the_renaming_is_one_again(namespace, carl):
    before = snapshot(namespace)
    entities.rename(namespace, carl.uid, "Charly", actor=CURATOR, kind="other")
    renamed = last(namespace, "renamed")
    entity_undoing.undo(namespace, renamed, actor=CURATOR)
    assert snapshot(namespace) == before
    entity_undoing.undo(namespace, last(namespace, "renamed"), actor=CURATOR)
    assert (named(namespace, "charly").canonical_name, names(carl)) == ("Charly", ["carl"])
    entity_undoing.undo(namespace, renamed, actor=CURATOR)
    assert snapshot(namespace) == before


def test_a_renaming_of_old_that_did_not_tell_of_the_alias_leaves_the_name(namespace, carl):
    entities.rename(namespace, carl.uid, "Charly", actor=CURATOR)
    event = Event.objects.within(namespace).get(seq=last(namespace, "renamed"))
    del event.before["aliases"]
    event.save()
    entity_undoing.undo(namespace, event.seq, actor=CURATOR)
    assert (named(namespace, "charly").canonical_name, names(carl)) == ("carl", ["Charly"])


def test_an_older_renaming_waits_for_the_later_one(namespace, carl):
    entities.rename(namespace, carl.uid, "Karl", actor=CURATOR)
    first = last(namespace, "renamed")
    entities.rename(namespace, carl.uid, "Carlo", actor=CURATOR)
    refused(namespace, first, "the renaming to 'Carlo' came later")


def test_what_was_taken_back_is_not_taken_back_again_after_it_was_done_anew(namespace, carl):
    entities.merge(namespace, named(namespace, "rex").uid, carl.uid, actor=CURATOR)
    first = last(namespace, "merged")
    entity_undoing.undo(namespace, first, actor=CURATOR)
    entities.merge(namespace, named(namespace, "rex").uid, named(namespace, "dan").uid, actor=CURATOR)
    refused(namespace, first, "already")


@pytest.fixture
def roof(namespace):
    """Two that one memory speaks of, and a third that both are merged into."""
    bob, bobby, robert = (make_entity(namespace, name) for name in ("bob", "bobby", "robert"))
    speak(namespace, "I wrote to both about the roof.", bob, bobby)
    speak(namespace, "He fixed the roof.", robert)
    return bob, bobby, robert


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_of_two_merges_the_memory_of_both_stays_until_both_are_taken_back(namespace, roof, order):
    bob, bobby, robert = roof
    before = snapshot(namespace)
    seqs = []
    for one in (bob, bobby):
        entities.merge(namespace, one.uid, robert.uid, actor=CURATOR)
        seqs.append(last(namespace, "merged"))

    entity_undoing.undo(namespace, seqs[order[0]], actor=CURATOR)
    assert said_of(robert) == ["He fixed the roof.", "I wrote to both about the roof."]
    assert names(robert) == [("bob", "bobby")[order[1]]]
    entity_undoing.undo(namespace, seqs[order[1]], actor=CURATOR)
    assert snapshot(namespace) == before


def test_a_merge_that_is_taken_back_leaves_a_memory_that_was_there_before(namespace, roof):
    bob, bobby, robert = roof
    MemoryEntity.objects.create(memory=bob.memories.get(), entity=robert)
    linking.recount([robert.pk])
    before = snapshot(namespace)
    for one in (bob, bobby):
        entities.merge(namespace, one.uid, robert.uid, actor=CURATOR)
    for event in Event.objects.within(namespace).filter(kind="merged"):
        entity_undoing.undo(namespace, event.seq, actor=CURATOR)
    assert snapshot(namespace) == before


def test_a_merge_waits_for_a_split_of_what_it_brought_and_for_a_name_that_was_taken_away(namespace, roof):
    bob, _, robert = roof
    entities.merge(namespace, bob.uid, robert.uid, actor=CURATOR)
    merged = last(namespace, "merged")
    memory = Entity.objects.within(namespace).get(uid=robert.uid).memories.get(content__startswith="I wrote")
    entities.split(namespace, robert.uid, [], [memory.uid], actor=CURATOR, name="rob")
    refused(namespace, merged, "a split came later")
    entity_undoing.undo(namespace, last(namespace, "split"), actor=CURATOR)
    entities.remove_alias(namespace, robert.uid, "bob", actor=CURATOR)
    refused(namespace, merged, "the removal of the name 'bob' came later")
    entity_undoing.undo(namespace, last(namespace, "alias_removed"), actor=CURATOR)
    entities.rename(namespace, robert.uid, "bob", actor=CURATOR)
    refused(namespace, merged, "the renaming to 'bob' came later")


def test_an_entity_that_is_part_of_another_one_keeps_its_changes(namespace, roof):
    bob, _, robert = roof
    entities.add_alias(namespace, bob.uid, "bo", actor=CURATOR)
    entities.merge(namespace, bob.uid, robert.uid, actor=CURATOR)
    refused(namespace, last(namespace, "alias_added"), "what was changed is gone; if it was merged")
    with pytest.raises(NotFound):
        entity_undoing.undo(namespaces.ensure("acme/bob"), last(namespace, "merged"), actor=CURATOR)


def test_a_name_that_another_has_by_now_is_not_given_back(namespace, roof):
    bob, bobby, _ = roof
    entities.add_alias(namespace, bob.uid, "bo", actor=CURATOR)
    entities.merge(namespace, bob.uid, make_entity(namespace, "the roofers", "project").uid, actor=CURATOR)
    merged = last(namespace, "merged")
    entities.add_alias(namespace, bobby.uid, "bo", actor=CURATOR)
    refused(namespace, merged, "another 'bo' by now: bobby, of type person")


# --- Types, each of which has its own names -----------------------------------------------------------------------


@pytest.fixture
def acme(namespace):
    """A person and a project that have the same alias."""
    bob, firm = make_entity(namespace, "bob"), make_entity(namespace, "Rex Co", "project")
    for one in (bob, firm):
        entities.add_alias(namespace, one.uid, "Acme", actor=CURATOR)
    return bob, firm


def test_an_entity_is_not_of_a_type_in_which_another_has_one_of_its_names(namespace, acme):
    bob, _ = acme
    before = snapshot(namespace)
    for name in ("bob", "Bob Smith"):
        with pytest.raises(StateConflict, match="'Acme' is a name of Rex Co too, of type project"):
            entities.rename(namespace, bob.uid, name, actor=CURATOR, kind="project")
    make_entity(namespace, "bob", "project")
    with pytest.raises(StateConflict, match="'bob' is a name of bob too"):
        entities.rename(namespace, bob.uid, "Bob Smith", actor=CURATOR, kind="project")
    assert snapshot(namespace).items() >= before.items()


def test_a_type_is_not_given_back_where_a_name_was_given_in_it_since(namespace, acme):
    bob, _ = acme
    entities.rename(namespace, bob.uid, "bob", actor=CURATOR, kind="other")
    entities.add_alias(namespace, make_entity(namespace, "ann").uid, "acme", actor=CURATOR)
    refused(namespace, last(namespace, "renamed"), "'Acme' is a name of ann too, of type person")


def test_a_part_is_not_split_off_to_a_type_in_which_another_has_the_name(namespace, acme):
    bob, _ = acme
    before = snapshot(namespace)
    for name in ("Acme", "Acme Ltd"):
        with pytest.raises(StateConflict, match="Rex Co, of type project, is called 'acme' already"):
            entities.split(namespace, bob.uid, ["Acme"], [], actor=CURATOR, name=name, kind="project")
    assert snapshot(namespace) == before


def test_a_merge_leaves_a_name_with_the_third_entity_that_has_it(namespace, acme):
    bob, firm = acme
    target = make_entity(namespace, "Bakers", "project")
    entities.merge(namespace, bob.uid, target.uid, actor=CURATOR)
    assert (names(target), names(firm)) == (["bob"], ["Acme"])
    make_entity(namespace, "Zed", "project")
    entities.merge(namespace, make_entity(namespace, "zed").uid, target.uid, actor=CURATOR)
    assert names(target) == ["bob"]


def test_what_an_entity_is_called_first_is_no_alias_of_it(namespace, acme):
    with pytest.raises(StateConflict, match="called 'bob' already"):
        entities.add_alias(namespace, acme[0].uid, "@Bob", actor=CURATOR)
