"""One fact of several that say the same: its sources join, the others retire, and all of it is undone together."""

import pytest

from memory.services import facts, undoing
from memory.services.errors import NotFound, StateConflict
from tests.store import AGENT, CURATOR, contents, know, say


@pytest.fixture
def three(namespace):
    turns = say(namespace, "s1", "tea", "more tea", "tea again")
    texts = ["Ann likes tea.", "Ann is fond of tea leaves.", "Tea is what Ann drinks."]
    return [know(namespace, text, source_ids=[turn.uid]) for text, turn in zip(texts, turns, strict=True)], turns


def test_the_kept_fact_takes_over_the_sources(namespace, three):
    (keep, *others), turns = three
    facts.merge(namespace, keep.uid, [fact.uid for fact in others] + [keep.uid], actor=CURATOR)
    assert contents(namespace) == ["Ann likes tea."]
    assert {link.source for link in keep.source_links.all()} == set(turns)


def test_a_merge_is_undone_whole_from_any_of_its_events(namespace, three):
    (keep, *others), turns = three
    facts.merge(namespace, keep.uid, [fact.uid for fact in others], actor=CURATOR)
    undoing.undo(namespace, facts.events(namespace, others[1].uid)[-1].seq, actor=CURATOR)
    assert len(contents(namespace)) == 3
    assert [link.source for link in keep.source_links.all()] == [turns[0]]


def test_nothing_is_merged_when_one_of_them_cannot(namespace, three):
    (keep, other, gone), _ = three
    facts.retire(namespace, gone.uid, actor=AGENT)
    with pytest.raises(StateConflict):
        facts.merge(namespace, keep.uid, [other.uid, gone.uid], actor=CURATOR)
    with pytest.raises(NotFound):
        facts.merge(namespace, keep.uid, [other.uid, "fact_none"], actor=CURATOR)
    assert len(contents(namespace)) == 2
