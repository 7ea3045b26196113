"""The entity linker: what a memory names is linked once, and an entity's mention count is the number of its links."""

from memory.models import ALL, Entity, Event, MemoryEntity
from memory.services.graph import enrichment, entities, entity_undoing, linking
from memory.services.memories import facts
from memory.services.upkeep import doctor
from tests.store import AGENT, CURATOR, know, make_entity, say


def counts(namespace):
    """{name: (mention count, links)} of every entity."""
    return {
        e.canonical_name: (e.mention_count, MemoryEntity.objects.filter(entity=e).count())
        for e in Entity.objects.within(namespace)
    }


def test_a_turn_is_counted_once_however_often_it_is_enriched(namespace):
    (turn,) = say(namespace, "s1", "@elin met Caroline Weber in Hamburg.")
    assert counts(namespace) == {"elin": (1, 1)}
    for _ in range(3):
        enrichment.enrich(turn)
    found = counts(namespace)
    assert {"elin", "Hamburg"} <= found.keys()
    assert set(found.values()) == {(1, 1)}


def test_a_known_name_in_a_fact_is_linked_and_counted_at_once(namespace):
    make_entity(namespace, "Elin")
    know(namespace, "Elin lives in Uppsala.")
    know(namespace, "Elin is a vegetarian.")
    assert counts(namespace) == {"Elin": (2, 2)}
    assert len(entities.info(namespace, "Elin").memories) == 2


def test_a_name_and_its_alias_in_one_turn_are_one_link(namespace):
    person = make_entity(namespace, "ann")
    entities.add_alias(namespace, person.uid, "annie", actor=AGENT)
    for _ in range(2):  # the second time, one of the names is remembered
        say(namespace, "s1", "@ann is @annie", "@annie called")
    assert counts(namespace) == {"ann": (4, 4)}


def test_counts_stay_the_number_of_links_through_every_change(namespace):
    say(namespace, "s1", "@ann called", "@annie called", "@ann is @annie", "@bob called @ann")
    ann, annie = (entities.named(namespace, name) for name in ("ann", "annie"))
    fact = know(namespace, "@ann likes tea.")

    def agree():
        assert all(counted == links for counted, links in counts(namespace).values()), counts(namespace)
        assert not linking.miscounted().exists()

    entities.merge(namespace, annie.uid, ann.uid, actor=CURATOR)
    agree()
    say(namespace, "s1", "@annie again")
    moved = [memory.uid for memory in entities.memories_of(namespace, ann)[:2]]
    entities.split(namespace, ann.uid, ["annie"], moved, actor=CURATOR)
    agree()
    for event in Event.objects.within(namespace).about(ann.uid).order_by("-seq"):
        if event.kind in {"split", "merged"}:
            entity_undoing.undo(namespace, event.seq, actor=CURATOR)
            agree()
    facts.retire(namespace, fact.uid, actor=AGENT)
    agree()


def test_the_doctor_finds_and_mends_a_count_that_is_wrong(namespace):
    say(namespace, "s1", "@ann called", "@bob called")
    Entity.objects.across(ALL).filter(canonical_name="ann").update(mention_count=7)
    (flaw,) = doctor.examine()
    assert "mention count" in flaw.what
    assert flaw.rows == 1
    doctor.repair()
    assert counts(namespace) == {"ann": (1, 1), "bob": (1, 1)}
    assert doctor.examine() == []
