"""Correcting a fact: the old one is retired, the new one takes its place, and all of it can be undone."""

import pytest

from memory.models import Conflict
from memory.services import namespaces
from memory.services.curating import correcting, deciding, undoing
from memory.services.errors import InvalidInput, NotFound, StateConflict
from memory.services.handing.retrieval import search
from memory.services.memories import facts
from tests.store import (
    AGENT,
    CURATOR,
    DAY,
    NOON,
    contents,
    embed_all,
    fresh,
    has_posting,
    know,
    lineage,
    say,
    vector_rows,
)


def test_the_replacement_keeps_sources_session_tags_and_time(namespace):
    (turn,) = say(namespace, "s1", "I live in Hamburg", event_time=NOON)
    old = know(
        namespace, "Ann lives in Hamburg", source_ids=[turn.uid], session_id="s1", tags=["biography"],
        confidence=0.4, decay_rate=0.02,
    )  # fmt: skip
    new = correcting.correct(namespace, old.uid, " Ann lives in Bremen ", actor=CURATOR, reason="moved")
    assert (new.content, new.session_id, new.tags, new.event_time) == ("Ann lives in Bremen", "s1", ["biography"], NOON)
    assert (new.confidence, new.decay_rate, new.origin) == (1.0, 0.02, "curator")
    assert [link.source for link in new.source_links.all()] == [turn]
    assert lineage(new)["supersedes"] == [old.uid]
    old = fresh(old)
    assert not old.active
    assert old.invalid_at == old.valid_until
    event = facts.events(namespace, old.uid)[-1]
    assert (event.kind, event.reason, event.after["replaced_by"]) == ("corrected", "moved", new.uid)


def test_posting_and_vector_of_the_old_fact_go(namespace):
    old = know(namespace, "Ann lives in Hamburg")
    embed_all()
    new = correcting.correct(namespace, old.uid, "Ann lives in Bremen", actor=AGENT)
    assert not has_posting(old, "hamburg")
    assert has_posting(new, "bremen")
    assert vector_rows() == set()
    embed_all()
    assert vector_rows() == {new.pk}


def test_correcting_a_successor_keeps_what_it_superseded_out_of_sight(namespace):
    oldest = know(namespace, "Ann works for Acme as a designer", event_time=NOON)
    newer = know(namespace, "Ann works for Tidewater Labs", event_time=NOON + DAY)

    deciding.resolve_pair(namespace, newer.uid, oldest.uid, actor=CURATOR)
    newest = correcting.correct(namespace, newer.uid, "Ann works for Tidewater Labs in Kiel", actor=AGENT)
    assert set(lineage(newest)["supersedes"]) == {oldest.uid, newer.uid}
    found = [hit.memory.uid for hit in search(namespace, "Where does Ann work, for Acme?").hits]
    assert found == [newest.uid]


def test_the_replacement_of_a_superseded_fact_stands_on_its_own(namespace):
    old, new = know(namespace, "Ann drinks tea daily"), know(namespace, "Ann hates hot drinks")
    deciding.resolve_pair(namespace, new.uid, old.uid, actor=CURATOR)
    replacement = correcting.correct(namespace, old.uid, "Ann drinks iced tea daily", actor=CURATOR)
    assert "superseded_by" not in lineage(replacement)


def test_saying_the_same_again_is_no_correction(namespace):
    old = know(namespace, "Ann lives in Hamburg")
    with pytest.raises(StateConflict):
        correcting.correct(namespace, old.uid, "Ann lives in Hamburg ", actor=AGENT)
    correcting.correct(namespace, old.uid, "Ann lives in HAMBURG!", actor=AGENT)
    assert contents(namespace) == ["Ann lives in HAMBURG!"]


def test_what_another_fact_says_already_is_refused(namespace):
    old, other = know(namespace, "Ann has a kite"), know(namespace, "Ann owns a blue bicycle")
    with pytest.raises(StateConflict, match=f"{other.uid} says this already"):
        correcting.correct(namespace, old.uid, "Ann owns a blue bicycle.", actor=CURATOR)
    assert set(contents(namespace)) == {"Ann has a kite", "Ann owns a blue bicycle"}
    facts.retire(namespace, other.uid, actor=CURATOR)
    assert correcting.correct(namespace, old.uid, "Ann owns a blue bicycle.", actor=CURATOR).active


def test_what_a_correction_may_contradict_waits_for_a_decision(namespace):
    """As with any fact that is stated; the one that it replaces is none of these."""
    two, three = know(namespace, "Dev has two parrots"), know(namespace, "Dev has three hamsters")
    new = correcting.correct(namespace, three.uid, "Dev has three parrots", actor=AGENT)
    (conflict,) = Conflict.objects.within(namespace).filter(Conflict.WAITING)
    assert (conflict.new_fact, conflict.old_fact) == (new, two)
    undoing.undo(namespace, facts.events(namespace, new.uid)[0].seq, actor=CURATOR)
    assert not Conflict.objects.within(namespace).filter(Conflict.WAITING).exists()


def test_the_sides_of_a_conflict_that_a_correction_settles_are_not_compared_again(namespace):
    know(namespace, "Ann has two cats")
    know(namespace, "Ann has three cats")
    (conflict,) = Conflict.objects.within(namespace)
    deciding.correct_side(namespace, conflict.pk, "new", "Ann has four cats", actor=CURATOR)
    assert not Conflict.objects.within(namespace).filter(Conflict.WAITING).exists()


def test_only_an_active_fact_of_this_namespace_is_corrected(namespace):
    fact = know(namespace, "Ann lives in Hamburg")
    (turn,) = say(namespace, "s1", "hello")
    with pytest.raises(NotFound):
        correcting.correct(namespaces.ensure("acme/bob"), fact.uid, "x", actor=AGENT)
    with pytest.raises(NotFound):
        correcting.correct(namespace, "fact_none", "x", actor=AGENT)
    with pytest.raises(StateConflict, match="not a fact"):
        correcting.correct(namespace, turn.uid, "x", actor=AGENT)
    with pytest.raises(InvalidInput):
        correcting.correct(namespace, fact.uid, " ", actor=AGENT)
    facts.retire(namespace, fact.uid, actor=AGENT)
    with pytest.raises(StateConflict, match="retired"):
        correcting.correct(namespace, fact.uid, "x", actor=AGENT)


def test_who_corrects_what_was_replaced_meanwhile_is_told_what_took_its_place(namespace):
    """Told to restore the old fact, an agent would put it beside the correction that was quicker."""
    old = know(namespace, "Maya's flat has two rooms.")
    first = correcting.correct(namespace, old.uid, "Maya's flat has three rooms.", actor=AGENT)
    last = correcting.correct(namespace, first.uid, "Maya's flat has four rooms.", actor=AGENT)
    for uid in (old.uid, first.uid):
        with pytest.raises(StateConflict, match=rf"^{uid} is retired: {last.uid} took its place$"):
            correcting.correct(namespace, uid, "Maya's flat has five rooms.", actor=AGENT)
    facts.retire(namespace, last.uid, actor=AGENT)
    with pytest.raises(StateConflict, match="restore it first"):
        correcting.correct(namespace, old.uid, "Maya's flat has five rooms.", actor=AGENT)


def test_a_correction_is_undone_whole_and_redone_by_undoing_that(namespace):
    old = know(namespace, "Ann lives in Hamburg")
    new = correcting.correct(namespace, old.uid, "Ann lives in Bremen", actor=AGENT)
    embed_all()
    back = undoing.undo(namespace, facts.events(namespace, new.uid)[0].seq, actor=CURATOR)
    assert back.pk == new.pk
    assert contents(namespace) == ["Ann lives in Hamburg"]
    assert has_posting(old, "hamburg")
    assert vector_rows() == set()  # the old fact's vector was made before no one needed it: it waits for the worker
    embed_all()
    assert vector_rows() == {old.pk}
    undoing.undo(namespace, facts.events(namespace, old.uid)[-1].seq, actor=CURATOR)
    assert contents(namespace) == ["Ann lives in Bremen"]
    assert vector_rows() == {new.pk}
