"""Who and what memories speak of: found by name or alias, merged, split, renamed; each taken back again."""

import pytest

from memory.models import Change, Entity, EntityAlias, Event
from memory.services import namespaces
from memory.services.errors import InvalidInput, NotFound, StateConflict
from memory.services.graph import entities, entity_undoing, likeness, linking
from memory.services.memories import facts
from tests.store import AGENT, CURATOR, know, make_entity, say


def names(found):
    return sorted(alias.alias for alias in found.aliases.all())


def snapshot(namespace):
    """Everything that merging and splitting may change, without the ids of alias rows."""
    return {
        e.uid: (e.canonical_name, e.type, e.mention_count, names(e), sorted(e.memories.values_list("uid", flat=True)))
        for e in Entity.objects.within(namespace)
    }


def last(namespace, kind):
    return Event.objects.within(namespace).filter(kind=kind).order_by("-seq")[0].seq


@pytest.fixture
def both(namespace):
    """ann, with an alias and two memories, one of them shared with annie."""
    ann, annie = make_entity(namespace, "ann"), make_entity(namespace, "annie")
    entities.add_alias(namespace, ann.uid, "Ann Lee", actor=AGENT)
    say(namespace, "s1", "@ann called", "@annie called", "@ann is @annie")
    return ann, annie


def test_an_entity_is_found_by_id_name_and_alias(namespace, both):
    ann, _ = both
    for name in (ann.uid, "Ann", "  @ANN ", "ann  lee"):
        assert entities.named(namespace, name) == ann
    for name in ("", "joann", "An"):
        with pytest.raises(NotFound):
            entities.named(namespace, name)


def test_info_shows_facts_before_turns_and_the_newest_first(namespace, both):
    first = know(namespace, "@ann likes tea.")
    second = know(namespace, "@ann owns a boat.")
    found = entities.info(namespace, "ann", limit=3).memories
    assert [m.pk for m in found[:2]] == [second.pk, first.pk]
    assert found[2].kind == "episode"


def test_names_belong_to_their_namespace(namespace, both):
    bob = namespaces.ensure("acme/bob")
    with pytest.raises(NotFound):
        entities.named(bob, "ann")
    with pytest.raises(NotFound):
        entities.get_entity(bob, both[0].uid)
    assert make_entity(bob, "ann").pk != both[0].pk


def test_a_known_name_in_the_text_is_linked_and_not_one_inside_another(namespace, both):
    ann, _ = both
    assert linking.link(know(namespace, "Joanna and Hannah met")) == 0
    assert [e.pk for e in know(namespace, "Then Ann Lee came").entities.all()] == [ann.pk]


def test_linking_twice_links_once(namespace):
    fact = know(namespace, "@zoe and @yan")
    assert linking.link(fact, [("Zoe", "person"), ("zoe", "person"), ("Xi", "person")]) == 3
    assert linking.link(fact) == 3


def test_merging_makes_the_one_an_alias_of_the_other(namespace, both):
    ann, annie = both
    merged = entities.merge(namespace, annie.uid, ann.uid, actor=CURATOR)
    assert merged.mention_count == 3  # memories that speak of either
    assert names(merged) == ["Ann Lee", "annie"]
    assert merged.memories.count() == 3
    assert entities.named(namespace, "annie") == ann
    say(namespace, "s1", "@annie again")
    assert merged.memories.count() == 4


def test_a_merge_is_taken_back_whole(namespace, both):
    ann, annie = both
    before = snapshot(namespace)
    entities.merge(namespace, ann.uid, annie.uid, actor=CURATOR)
    entity_undoing.undo(namespace, last(namespace, "merged"), actor=CURATOR)
    assert snapshot(namespace) == before
    with pytest.raises(StateConflict, match="already"):
        entity_undoing.undo(namespace, last(namespace, "merged"), actor=CURATOR)


def test_taking_a_merge_back_leaves_the_aliases_that_were_there_before(namespace):
    person, project = make_entity(namespace, "apollo"), make_entity(namespace, "moonshot", "project")
    entities.add_alias(namespace, project.uid, "apollo", actor=AGENT)
    before = snapshot(namespace)
    entities.merge(namespace, person.uid, project.uid, actor=CURATOR)
    entity_undoing.undo(namespace, last(namespace, "merged"), actor=CURATOR)
    assert snapshot(namespace) == before


def test_a_merge_cannot_be_taken_back_when_its_name_was_given_anew(namespace):
    person, project = make_entity(namespace, "apollo"), make_entity(namespace, "apollo", "project")
    entities.merge(namespace, person.uid, project.uid, actor=CURATOR)
    make_entity(namespace, "apollo")
    with pytest.raises(StateConflict, match="by now"):
        entity_undoing.undo(namespace, last(namespace, "merged"), actor=CURATOR)


def test_a_merge_with_retired_memories_keeps_their_links(namespace, both):
    ann, annie = both
    fact = know(namespace, "@annie likes tea.")
    facts.retire(namespace, fact.uid, actor=AGENT)
    entities.merge(namespace, annie.uid, ann.uid, actor=CURATOR)
    facts.restore(namespace, fact.uid, actor=AGENT)
    assert fact.pk in [m.pk for m in entities.info(namespace, "ann").memories]


def test_merge_refusals(namespace, both):
    ann, annie = both
    with pytest.raises(StateConflict):
        entities.merge(namespace, ann.uid, ann.uid, actor=CURATOR)
    with pytest.raises(NotFound):
        entities.merge(namespaces.ensure("acme/bob"), ann.uid, annie.uid, actor=CURATOR)


def test_splitting_moves_aliases_and_memories_to_a_new_entity(namespace, both):
    ann, _ = both
    moved = ann.memories.order_by("rowid").first()
    made = entities.split(namespace, ann.uid, ["Ann Lee", "ann lee"], [moved.uid], actor=CURATOR, name="Ann Lee Smith")
    assert (made.canonical_name, made.type, made.mention_count) == ("Ann Lee Smith", "person", 1)
    assert [alias.lower() for alias in names(made)] == ["ann lee"]
    assert list(made.memories.all()) == [moved]
    assert moved not in ann.memories.all()
    assert names(ann) == []


def test_a_split_entity_is_called_by_its_first_alias(namespace, both):
    made = entities.split(namespace, both[0].uid, ["Ann Lee"], [], actor=CURATOR, kind="organization")
    assert (made.canonical_name, made.type, names(made)) == ("Ann Lee", "organization", [])


def test_a_split_is_taken_back(namespace, both):
    ann, _ = both
    before = snapshot(namespace)
    entities.split(namespace, ann.uid, ["Ann Lee"], [ann.memories.first().uid], actor=CURATOR)
    entity_undoing.undo(namespace, last(namespace, "split"), actor=CURATOR)
    assert snapshot(namespace) == before


def test_split_refusals(namespace, both):
    ann, annie = both
    other = annie.memories.exclude(pk__in=ann.memories.values("pk")).get()
    for aliases, uids, more in (
        ([], [], {}), (["Nobody"], [], {}), (["Ann Lee"], [other.uid], {}), (["Ann Lee"], ["ep_none"], {}),
        (["Ann Lee"], [], {"kind": "robot"}),
    ):  # fmt: skip
        with pytest.raises(InvalidInput):
            entities.split(namespace, ann.uid, aliases, uids, actor=CURATOR, **more)
    with pytest.raises(StateConflict):
        entities.split(namespace, ann.uid, ["Ann Lee"], [], actor=CURATOR, name="annie")
    assert names(ann) == ["Ann Lee"]


def test_an_alias_is_added_once_and_taken_away(namespace, both):
    ann, annie = both
    entities.add_alias(namespace, ann.uid, "ANN  lee", actor=CURATOR)
    assert EntityAlias.objects.filter(entity=ann).count() == 1
    with pytest.raises(StateConflict):
        entities.add_alias(namespace, annie.uid, "Ann Lee", actor=CURATOR)
    with pytest.raises(StateConflict, match="merge"):
        entities.add_alias(namespace, ann.uid, "Annie", actor=CURATOR)
    with pytest.raises(InvalidInput):
        entities.add_alias(namespace, ann.uid, " @ ", actor=CURATOR)
    entities.remove_alias(namespace, ann.uid, "ann lee", actor=CURATOR)
    with pytest.raises(NotFound):
        entities.named(namespace, "ann lee")
    entity_undoing.undo(namespace, last(namespace, "alias_removed"), actor=CURATOR)
    assert entities.named(namespace, "ann lee") == ann
    with pytest.raises(NotFound):
        entities.remove_alias(namespace, ann.uid, "nothing", actor=CURATOR)


def test_a_renamed_entity_keeps_its_old_name_as_an_alias(namespace, both):
    ann, _ = both
    entities.rename(namespace, ann.uid, "Ann Lee", actor=CURATOR)
    assert entities.named(namespace, "ann").canonical_name == "Ann Lee"
    entity_undoing.undo(namespace, last(namespace, "renamed"), actor=CURATOR)
    assert entities.named(namespace, "ann lee").canonical_name == "ann"
    for taken in ("annie", "Annie "):
        with pytest.raises(StateConflict):
            entities.rename(namespace, ann.uid, taken, actor=CURATOR)
    with pytest.raises(InvalidInput):
        entities.rename(namespace, ann.uid, " ", actor=CURATOR)


def test_a_name_that_is_too_long_is_refused_and_never_cut(namespace, both):
    uid, longest = both[0].uid, "a" * 200
    for change in (
        lambda name: entities.rename(namespace, uid, name, actor=CURATOR),
        lambda name: entities.add_alias(namespace, uid, name, actor=CURATOR),
        lambda name: entities.split(namespace, uid, [], [], actor=CURATOR, name=name),
    ):
        with pytest.raises(InvalidInput, match="at most 200 characters, and this one 201"):
            change(longest + "a")
    assert not EntityAlias.objects.filter(entity=both[0], alias__startswith="aa").exists()
    entities.add_alias(namespace, uid, longest, actor=CURATOR)
    assert entities.rename(namespace, uid, "b" * 200, actor=CURATOR).canonical_name == "b" * 200


def test_neighbours_share_memories(namespace, both):
    ann, _ = both
    say(namespace, "s1", "@ann and @bob", "@bob and @ann")
    assert [(e.canonical_name, n) for e, n in entities.neighbours(namespace, ann)] == [("bob", 2), ("annie", 1)]


def test_what_curators_know_feeds_the_extraction(namespace, both):
    known = entities.aliases_for_extraction(namespace)
    assert known["Ann Lee"] == ("ann", "person")
    assert known["annie"] == ("annie", "person")
    assert entities.aliases_for_extraction(namespaces.for_reading("acme/none")) == {}


def test_like_names_are_suggested_as_one(namespace):
    for name in ("Müller", "Muller", "Catherine", "Catherin"):
        make_entity(namespace, name)
    make_entity(namespace, "Catherine", "project")
    found = {(s.entity.canonical_name, s.into.canonical_name, s.reason) for s in likeness.suggest_duplicates(namespace)}
    assert ("Muller", "Müller", "the same but for punctuation or accents") in found
    assert ("Catherin", "Catherine", "one letter apart") in found
    assert ("Catherine", "Catherine", "the same name in two types") in found


@pytest.mark.parametrize("act", ["merged", "alias_added", "alias_removed", "renamed", "split"])
def test_taking_back_is_a_change_that_names_the_one_it_takes_back(namespace, act):
    ann, annie = make_entity(namespace, "Ann Lee"), make_entity(namespace, "annie")
    entities.add_alias(namespace, ann.uid, "AL", actor=CURATOR)
    if act == "merged":
        entities.merge(namespace, annie.uid, ann.uid, actor=CURATOR)
    if act == "alias_removed":
        entities.remove_alias(namespace, ann.uid, "AL", actor=CURATOR)
    if act == "renamed":
        entities.rename(namespace, ann.uid, "Ann Berg", actor=CURATOR)
    if act == "split":
        entities.split(namespace, ann.uid, ["AL"], [], actor=CURATOR)
    seq = last(namespace, act)
    done = Event.objects.within(namespace).get(seq=seq).change

    entity_undoing.undo(namespace, seq, actor=CURATOR)

    taken_back = Change.objects.within(namespace).latest("pk")
    assert (done.kind, taken_back.kind, taken_back.undoes) == ("entity", "undo", done)
