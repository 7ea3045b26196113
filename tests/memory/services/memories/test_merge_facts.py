"""One fact of several that say the same: its sources join, the others retire, and all of it is undone together."""

from itertools import pairwise

import pytest

from memory import background
from memory.models import BulkAction, Change, CorrectionDue, ErasedWhat
from memory.services.curating import bulk, deciding, undoing
from memory.services.errors import NotFound, StateConflict
from memory.services.memories import facts, off_record, tombstones
from memory.services.upkeep import erasures
from tests.memory.services.memories.test_lineage import sound
from tests.memory.services.memories.test_standing_again import learnt
from tests.store import AGENT, CURATOR, contents, fresh, know, lineage, say


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


@pytest.mark.parametrize("way", ["merge", "bulk"])
def test_a_duplicate_is_neither_withdrawn_nor_rejected(namespace, api, three, way):
    (keep, other, _), _ = three
    api.post("/context", {"prompt": "What does Ann like about tea?", "session_id": "told"})
    background.flush()
    if way == "merge":
        facts.merge(namespace, keep.uid, [other.uid], actor=CURATOR)
    else:
        bulk.change_each(BulkAction.MERGE, [keep, other], "", actor=CURATOR, batch="one")
    api.post("/context", {"prompt": "Tell me of tea leaves.", "session_id": "told"})
    background.flush()
    assert not CorrectionDue.objects.within(namespace).exists()
    assert tombstones.may_return(namespace, other.content)


def test_what_is_kept_holds_where_one_that_it_takes_over_had_its_place(namespace, three):
    (keep, other, _), _ = three
    deciding.resolve_pair(namespace, other.uid, keep.uid, actor=AGENT)
    facts.merge(namespace, keep.uid, [other.uid], actor=CURATOR)
    assert (fresh(keep).active, fresh(keep).superseded) == (True, False)
    undoing.undo(namespace, facts.events(namespace, other.uid)[-1].seq, actor=CURATOR)
    assert [(fresh(fact).active, fresh(fact).superseded) for fact in (keep, other)] == [(True, True), (True, False)]


@pytest.fixture
def jobs(namespace):
    """Four facts that each took the place of the one before."""
    texts = ["Ann works at Tidewater Labs", "Ann has joined Harbour Maps", "Ann was hired by Zeta Ropes"]
    facts_made = [
        learnt(namespace, "abcd"[day], text, day) for day, text in enumerate([*texts, "Ann is at Kelp Works"])
    ]
    for old, new in pairwise(facts_made):
        deciding.resolve_pair(namespace, new.uid, old.uid, actor=AGENT)
    return facts_made


def holding(*memories):
    return [fresh(memory).active and not fresh(memory).superseded for memory in memories]


def test_of_two_that_are_outdated_none_holds_when_they_are_merged(namespace, jobs):
    first, second, third, last = jobs
    facts.retire(namespace, last.uid, actor=CURATOR)
    facts.merge(namespace, first.uid, [second.uid], actor=CURATOR)
    assert holding(*jobs) == [False] * 4
    assert fresh(third).superseded
    assert sound()
    facts.restore(namespace, last.uid, actor=CURATOR)
    assert holding(*jobs) == [False, False, False, True]


@pytest.fixture
def flat(namespace):
    """Where Ann lived, where she moved, and the same in other words; they are of the sessions a, b and c."""
    texts = ["Ann lives in Hamburg", "Ann moved to Bremen", "Ann's home is a flat in Bremen"]
    made = [learnt(namespace, "abc"[day], text, day) for day, text in enumerate(texts)]
    deciding.resolve_pair(namespace, made[1].uid, made[0].uid, actor=AGENT)
    return made


def merged(namespace, way, keep, *others):
    if way == "merge":
        facts.merge(namespace, keep.uid, [one.uid for one in others], actor=CURATOR)
    else:
        bulk.change_each(BulkAction.MERGE, [keep, *others], "", actor=CURATOR, batch="one")
    return Change.objects.within(namespace).filter(events__kind="merged").last()


@pytest.mark.parametrize("way", ["merge", "bulk"])
def test_the_kept_fact_takes_over_the_places_and_an_undo_gives_them_back(namespace, flat, way):
    hamburg, bremen, home = flat
    change = merged(namespace, way, home, bremen)
    assert (lineage(hamburg), lineage(home)) == ({"superseded_by": home.uid}, {"supersedes": [hamburg.uid]})
    assert sound()
    undoing.undo(namespace, change.events.last().seq, actor=CURATOR)
    assert (lineage(hamburg), lineage(home)) == ({"superseded_by": bremen.uid}, {})
    assert (holding(*flat), sound()) == ([False, True, True], True)
    undoing.undo_change(namespace, change.undone_by.get(), actor=CURATOR)
    assert (lineage(hamburg), holding(*flat)) == ({"superseded_by": home.uid}, [False, False, True])


def test_a_merge_of_many_that_a_worker_takes_back_in_pieces_goes_back_whole(namespace, flat):
    hamburg, bremen, home = flat
    change = merged(namespace, "bulk", home, bremen)
    told = list(change.events.order_by("-seq"))
    assert len(told) > 1
    counts = [undoing.undo_some(namespace, change, [event], actor=CURATOR) for event in told]
    assert counts == [(1, 0)] * len(told)
    assert (lineage(hamburg), lineage(home)) == ({"superseded_by": bremen.uid}, {})
    assert (holding(*flat), sound()) == ([False, True, True], True)


@pytest.mark.parametrize("way", ["merge", "bulk"])
def test_what_a_duplicate_had_superseded_does_not_hold_beside_the_kept_fact(namespace, settings, tmp_path, flat, way):
    settings.MEMORY_DATA_DIR = tmp_path
    hamburg, bremen, home = flat
    merged(namespace, way, home, bremen)
    off_record.drop(namespace, "b", actor=CURATOR)
    assert (holding(hamburg, home), sound()) == ([False, True], True)
    erasures.erase(namespace, ErasedWhat.MEMORY, bremen.uid, actor=CURATOR)
    assert (holding(hamburg, home), sound()) == ([False, True], True)
    erasures.erase(namespace, ErasedWhat.MEMORY, home.uid, actor=CURATOR)
    assert (holding(hamburg), sound()) == ([True], True)


def test_the_quote_of_what_a_duplicate_had_superseded_is_no_longer_true(namespace, api, flat):
    _, bremen, home = flat
    facts.merge(namespace, home.uid, [bremen.uid], actor=CURATOR)
    block = api.post("/context", {"prompt": "Where does Ann live, in Hamburg?"}).json()["context"]
    assert """no longer true: now "Ann's home is a flat in Bremen\"""" in block


def test_an_outdated_fact_stands_where_its_duplicate_stood(namespace, jobs):
    first, second, third, last = jobs
    facts.merge(namespace, first.uid, [third.uid], actor=CURATOR)
    assert (lineage(first)["superseded_by"], lineage(second)["superseded_by"]) == (last.uid, first.uid)
    assert sound()
    off_record.drop(namespace, "d", actor=CURATOR)
    assert (holding(*jobs), sound()) == ([True, False, False, False], True)


def test_a_duplicate_that_is_restored_holds_when_the_kept_fact_goes(namespace, flat):
    hamburg, bremen, home = flat
    facts.merge(namespace, home.uid, [bremen.uid], actor=CURATOR)
    facts.restore(namespace, bremen.uid, actor=CURATOR)
    off_record.drop(namespace, "c", actor=CURATOR)
    assert (holding(hamburg, bremen), sound()) == ([False, True], True)


def test_a_merge_that_is_done_again_takes_the_sources_and_the_place_again(namespace, jobs):
    first, *_, last = jobs
    change = merged(namespace, "merge", first, last)
    for _ in range(2):
        assert (holding(*jobs), first.source_links.count(), sound()) == ([True, False, False, False], 2, True)
        undone = undoing_of(namespace, change)
        assert (holding(*jobs), first.source_links.count(), sound()) == ([False, False, False, True], 1, True)
        change = undoing_of(namespace, undone)


def undoing_of(namespace, change):
    undoing.undo_change(namespace, change, actor=CURATOR)
    return change.undone_by.get()


def test_nothing_is_merged_when_one_of_them_cannot(namespace, three):
    (keep, other, gone), _ = three
    facts.retire(namespace, gone.uid, actor=AGENT)
    with pytest.raises(StateConflict):
        facts.merge(namespace, keep.uid, [other.uid, gone.uid], actor=CURATOR)
    with pytest.raises(NotFound):
        facts.merge(namespace, keep.uid, [other.uid, "fact_none"], actor=CURATOR)
    assert len(contents(namespace)) == 2
