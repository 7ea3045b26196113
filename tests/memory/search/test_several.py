"""Several questions of one prompt are looked for apart, and ranked together."""

from datetime import UTC, datetime

import pytest

from memory.search import Scope, look, several
from memory.search.candidates import Candidate, Scored
from memory.services import namespaces
from memory.services.handing import context
from tests.store import embed_all, know, say

NOW = datetime(2026, 6, 1, tzinfo=UTC)


def test_the_best_of_each_ranking_stands_as_high_as_the_best_of_all():
    rare = [Scored(1, 2.0, {"coverage": 1.5, "cosine": 0.5}), Scored(2, 1.0, {"coverage": 1.0})]
    common = [Scored(3, 0.5, {"coverage": 0.5}), Scored(2, 0.4, {"coverage": 0.4})]
    order = several.evened([rare, common])
    assert [(one.rowid, one.score) for one in order] == [(3, 2.0), (1, 2.0), (2, 1.6)]
    assert all(sum(one.parts.values()) == pytest.approx(one.score) for one in order)
    assert several.evened([[], []]) == []
    below = [Scored(5, -0.2, {"superseded": -0.2})]  # nothing good was found: it is not raised
    assert several.evened([rare, below])[-1] == below[0]


def test_each_memory_stands_once_in_the_pool_as_near_as_it_is_to_any_question():
    def candidate(cosine, *, eligible=True):
        return Candidate(1, "text", NOW, cosine=cosine, eligible=eligible)

    assert several.pooled([[candidate(0.2)], [candidate(0.6)], [candidate(None)]]) == [candidate(0.6)]
    assert several.pooled([[candidate(0.9, eligible=False)], [candidate(0.1)]]) == [candidate(0.1)]


def test_the_turns_of_several_pools_are_counted_anew():
    def turns(session, *rowids):
        return [Candidate(rowid, "text", NOW, session_id=session, position=place) for place, rowid in rowids]

    first = [*turns("s1", (1, 10), (2, 11)), *turns("s2", (1, 90))]
    second = [*turns("s1", (1, 40), (2, 41)), Candidate(7, "a fact", NOW, kind="fact", session_id="s1")]
    third = turns("s1", (1, 11), (2, 12))
    placed = {c.rowid: c.position for c in several.pooled([first, second, third])}
    assert placed[7] is None
    assert [placed[rowid] - placed[10] for rowid in (10, 11, 12)] == [0, 1, 2]
    assert placed[41] - placed[40] == 1
    assert placed[40] - placed[12] > 2  # between them stand turns that no search found
    assert several.pooled([first]) == first


def test_what_each_arm_brought_stands_once_by_its_best_measure():
    arms = [{"text": [(1, 3.0), (2, 1.0)], "vector": []}, {"text": [(2, 4.0)], "vector": [(7, 0.5)]}]
    assert several.brought(arms) == {"text": [(2, 4.0), (1, 3.0)], "vector": [(7, 0.5)]}


@pytest.fixture
def household(namespace):
    for fact in ("Ann lives in Bergen.", "Ann drinks black tea with her neighbours.", "Ann has a dog called Rex."):
        know(namespace, fact)
    know(namespace, "The rent of the flat is 780 a month.")
    know(namespace, "The bins go out on Wednesday night.")
    embed_all()
    return namespace


@pytest.mark.parametrize(
    ("prompt", "told"),
    [
        ("Where does Ann live, and does Ann drink black tea with neighbours?", ["Bergen", "black tea"]),
        ("Does Ann drink black tea with neighbours? And where does she live?", ["Bergen", "black tea"]),
        ("I need to know when the bins go out and how much the rent is", ["Wednesday", "780"]),
    ],
)
def test_each_of_two_questions_is_answered(household, prompt, told):
    block = context.build(household, prompt, record=False).block
    assert all(words in block for words in told), block


def test_a_question_that_nobody_told_the_answer_to_takes_no_place_of_the_others(household):
    alone = look(Scope(household), "How much is the rent?", 40)
    both = look(Scope(household), "How much is the rent, and what is Ann's blood type?", 40)
    assert both.order[0].rowid == alone.order[0].rowid
    assert both.related


def test_the_questions_of_a_namespace_that_is_searched_as_well_are_looked_for_there(household):
    team = namespaces.ensure("acme/team")
    say(team, "s1", "The gate number is 4711.")
    embed_all()
    prompt = "What is the gate number, and how much is the rent of the flat?"
    block = context.build(household, prompt, others=[team], record=False).block
    assert "4711" in block
    assert "780" in block


def test_the_past_and_the_filters_hold_for_each_question(household):
    done = look(
        Scope(household, valid_at=datetime(2001, 1, 1, tzinfo=UTC)), "Where does Ann live? What is the rent?", 40
    )
    assert done.order == []
