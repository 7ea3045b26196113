"""What every search backend owes, whatever it is made of: each test runs for each backend (see conftest.py).

A second backend is tested by running this folder under settings that name its database. Only `prepare` knows what a
backend wants done before its index answers.
"""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import example, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from memory import search
from memory.models import Memory, Namespace
from memory.models.purposes import Hidden
from memory.search import Filters, hybrid_search
from memory.search.backends import backend
from memory.search.entities import entities_in
from memory.search.scope import Scope
from memory.services import namespaces
from memory.services.curating import correcting, deciding
from memory.services.graph import entities
from memory.services.learning import saving
from memory.services.memories import facts
from tests.store import AGENT, DAY, NOON, embed_all, fresh, know, make_entity, say

pytestmark = pytest.mark.usefixtures("each_backend")


def prepare() -> None:
    embed_all()


def found(namespace, query, **fields) -> list[Memory]:
    return [hit.memory for hit in hybrid_search(namespace, query, **fields).hits]


def arms(namespace, query, memory, **fields) -> dict[str, int | None]:
    """The memory's rank in each arm; all None where it was not found at all."""
    for hit in hybrid_search(namespace, query, limit=100, **fields).hits:
        if hit.memory.pk == memory.pk:
            return hit.ranks
    return {"text": None, "vector": None, "entity": None}


NOWHERE = {"text": None, "vector": None, "entity": None}


# --- What is found ----------------------------------------------------------------------------------------------


def test_each_arm_finds_a_memory_in_its_own_way(namespace):
    by_word = know(namespace, "The quarterly invoice was archived")
    by_name = know(namespace, "@priya has a red bicycle")
    by_sense = know(namespace, "My dog is ill and needs a veterinarian")
    prepare()
    assert arms(namespace, "invoice", by_word)["text"] == 1
    assert arms(namespace, "What about Priya?", by_name)["entity"] == 1
    assert arms(namespace, "sick puppy", by_sense) == {"text": None, "vector": 1, "entity": None}


def test_words_are_found_by_their_stem_whatever_their_case(namespace):
    fact = know(namespace, "Maya is ALLERGIC to hazelnuts")
    assert arms(namespace, "allergic hazelnut", fact)["text"] == 1


def test_a_memory_that_more_arms_agree_on_comes_first(namespace):
    one = know(namespace, "tea is sold here")
    both = know(namespace, "@ann drinks tea")
    prepare()
    assert found(namespace, "does ann drink tea")[0] == both
    assert one in found(namespace, "does ann drink tea")


def test_the_newer_of_equals_comes_first(namespace):
    old, new = say(namespace, "s1", "the same words", "the same words", event_time=NOON)
    assert found(namespace, "same words") == [new, old] or found(namespace, "same words") == [old, new]
    assert found(namespace, "same words") == found(namespace, "same words")


def test_the_limit_is_kept_and_a_longer_list_begins_alike(namespace):
    say(namespace, "s1", *[f"tea with {word}" for word in ("milk", "lemon", "rum", "honey", "ginger", "salt")])
    prepare()
    assert len(found(namespace, "tea", limit=3)) == 3
    assert found(namespace, "tea", limit=6)[:3] == found(namespace, "tea", limit=3)


def test_ranks_and_trace_say_what_brought_a_hit(namespace):
    know(namespace, "@ann drinks tea")
    prepare()
    (hit,) = hybrid_search(namespace, "does Ann drink tea", explain=True).hits
    assert hit.ranks == {"text": 1, "vector": 1, "entity": 1}
    assert hit.score == pytest.approx(sum(hit.trace["shares"].values()))
    assert hit.trace["terms"] == ["ann", "drink", "tea"]
    assert hit.trace["arms"]["entity"] > 0
    assert hybrid_search(namespace, "tea").hits[0].trace is None


# --- Isolation --------------------------------------------------------------------------------------------------


def test_a_namespace_never_sees_anothers_rows_in_any_arm(namespace):
    bob = namespaces.ensure("acme/bob")
    mine, foreign = know(namespace, "@ann drinks tea"), know(bob, "@ann drinks tea")
    prepare()
    assert found(namespace, "does ann drink tea") == [mine]
    assert found(bob, "does ann drink tea") == [foreign]


def test_thousands_of_anothers_rows_push_nothing_out(namespace):
    bob = namespaces.ensure("acme/bob")
    mine = know(namespace, "@ann drinks tea")
    say(bob, "b1", *["@ann drinks tea"] * 120)
    prepare()
    assert arms(namespace, "does ann drink tea", mine) == {"text": 1, "vector": 1, "entity": 1}


def test_a_namespace_never_written_to_answers_nothing(db):
    answer = hybrid_search(Namespace(name="acme/none"), "tea")
    assert answer.hits == []


def test_several_namespaces_are_searched_in_one_ranking_by_every_arm(namespace):
    bob, carol = namespaces.ensure("acme/bob"), namespaces.ensure("acme/carol")
    say(namespace, "s1", *["@ann drinks tea"] * 50)
    theirs = know(bob, "@ann drinks tea in the evening")
    know(carol, "@ann drinks tea at noon")
    prepare()

    query = "does ann drink tea in the evening"
    hits = hybrid_search(namespace, query, limit=100, others=(bob,)).hits

    assert {hit.memory.namespace_id for hit in hits} == {namespace.pk, bob.pk}
    mine = next(hit for hit in hits if hit.memory == theirs)
    assert all(mine.ranks.values())
    assert hits[0].memory == theirs


HIDING = [Hidden.of([], ["crowd"]), Hidden.of(["episode"], []), Hidden.of(["episode", "reflection"], ["crowd"])]


@pytest.mark.parametrize("hidden", HIDING)
def test_what_is_hidden_from_a_key_takes_no_place_in_any_arm(namespace, hidden):
    fact = know(namespace, "@ann drinks tea in the evenings at the harbour with friends")
    turns = say(namespace, "new", *["@ann drinks tea"] * 1000, tags=["crowd"])
    drawn = saving.remember(namespace, "@ann likes tea", source_ids=[turns[0].uid], actor=AGENT).memory
    prepare()

    hits = hybrid_search(namespace, "does ann drink tea", limit=20, hidden=hidden).hits

    assert {hit.memory.pk for hit in hits} == {fact.pk} | (set() if hidden.tags else {drawn.pk})
    assert all(rank for hit in hits for rank in hit.ranks.values())


def test_nothing_is_told_of_a_hidden_successor_or_predecessor(namespace):
    was = know(namespace, "Ann drinks tea.")
    now = correcting.correct(namespace, was.uid, "Ann drinks coffee.", actor=AGENT)
    scope = Scope(namespace, None, Filters())
    assert [one.now for one in backend().replaced(scope, [was.pk])] == ["Ann drinks coffee."]
    for hidden in (now, was):
        Memory.objects.within(namespace).filter(pk=hidden.pk).update(tags=["secret"])
        assert backend().replaced(replace(scope, hidden=Hidden.of([], ["secret"])), [was.pk, now.pk]) == []
        Memory.objects.within(namespace).filter(pk=hidden.pk).update(tags=[])


# --- Filters act inside each arm --------------------------------------------------------------------------------


@pytest.fixture
def wanted(namespace):
    """One fact behind a thousand turns that are nearer to the query, and newer, in every arm."""
    fact = know(
        namespace, "@ann drinks tea in the evenings at the harbour with friends", tags=["habit", "food"],
        session_id="old", event_time=NOON - 100 * DAY, attributes={"source": "diary", "n": 1, "on": True},
    )  # fmt: skip
    say(namespace, "new", *["@ann drinks tea"] * 1000, event_time=NOON)
    prepare()
    return fact


BEHIND = [
    {"kind": "fact"},
    {"filters": Filters(tags=("habit",))},
    {"filters": Filters(exclude_session_id="new")},
    {"filters": Filters(session_id="old")},
    {"filters": Filters(event_before=NOON - DAY)},
    {"filters": Filters(attributes={"source": "diary"})},
    {"kind": "fact", "filters": Filters(exclude_session_id="new")},
    {"kind": "fact", "filters": Filters(("habit", "food"), "new", "old", NOON - 101 * DAY, NOON, {"on": True, "n": 1})},
]


def test_a_fact_behind_a_thousand_nearer_turns_is_found_by_every_arm_under_every_filter(namespace, wanted):
    for narrowing in BEHIND:
        assert found(namespace, "does ann drink tea", limit=20, **narrowing) == [wanted], narrowing
        ranks = arms(namespace, "does ann drink tea", wanted, **narrowing)
        assert ranks == {"text": 1, "vector": 1, "entity": 1}, narrowing


@pytest.mark.parametrize(
    "narrowing",
    [
        {"kind": "reflection"},
        {"kind": "episode"},
        {"filters": Filters(tags=("habit", "work"))},
        {"filters": Filters(tags=("habi",))},
        {"filters": Filters(exclude_session_id="old")},
        {"filters": Filters(session_id="new")},
        {"filters": Filters(event_after=NOON)},
        {"filters": Filters(event_before=NOON - 100 * DAY)},  # the bound itself is outside
        {"filters": Filters(attributes={"source": "letter"})},
        {"filters": Filters(attributes={"n": "1"})},
        {"filters": Filters(attributes={"on": 1})},
        {"filters": Filters(attributes={"sour%": "diary"})},
    ],
)
def test_what_a_filter_excludes_is_found_by_no_arm(namespace, narrowing):
    fact = know(
        namespace, "@ann drinks tea", tags=["habit", "food"], session_id="old", event_time=NOON - 100 * DAY,
        attributes={"source": "diary", "n": 1, "on": True},
    )  # fmt: skip
    prepare()
    assert arms(namespace, "does ann drink tea", fact) == {"text": 1, "vector": 1, "entity": 1}
    assert arms(namespace, "does ann drink tea", fact, **narrowing) == NOWHERE


def test_the_lower_bound_of_time_is_inside(namespace):
    fact = know(namespace, "Ann drinks tea", event_time=NOON)
    assert found(namespace, "tea", filters=Filters(event_after=NOON)) == [fact]
    assert found(namespace, "tea", filters=Filters(event_after=NOON + timedelta(microseconds=1))) == []


def test_leaving_a_session_out_keeps_what_belongs_to_no_session(namespace):
    by_hand = know(namespace, "@ann drinks tea")
    know(namespace, "@ann drinks tea with milk", session_id="s1")
    prepare()
    ranks = arms(namespace, "does ann drink tea", by_hand, filters=Filters(exclude_session_id="s1"))
    assert ranks == {"text": 1, "vector": 1, "entity": 1}
    assert found(namespace, "does ann drink tea", filters=Filters(exclude_session_id="s1")) == [by_hand]


def test_attributes_compare_as_json(namespace):
    fact = know(
        namespace, "Ann drinks tea", attributes={"a": None, "b": [1, {"c": "d"}], "e.f": "g", "$": 2.5, "é": "ü"}
    )
    for key, value in (("a", None), ("b", [1, {"c": "d"}]), ("e.f", "g"), ("$", 2.5), ("é", "ü")):
        assert found(namespace, "tea", filters=Filters(attributes={key: value})) == [fact], key
    for key, value in (("z", None), ("b", [1]), ("e", "g"), ("$", "2.5")):
        assert found(namespace, "tea", filters=Filters(attributes={key: value})) == [], key


# --- Retiring, restoring, superseding ---------------------------------------------------------------------------


def test_a_retired_memory_is_found_by_no_arm_and_a_restored_one_by_all(namespace):
    fact = know(namespace, "@ann drinks tea")
    prepare()
    facts.retire(namespace, fact.uid, actor=AGENT)
    assert arms(namespace, "does ann drink tea", fact) == NOWHERE
    facts.restore(namespace, fact.uid, actor=AGENT)
    assert arms(namespace, "does ann drink tea", fact) == {"text": 1, "vector": 1, "entity": 1}


def test_a_deleted_memory_is_found_by_no_arm(namespace):
    fact = know(namespace, "@ann drinks tea")
    prepare()
    Memory.objects.within(namespace).filter(pk=fact.pk).delete()
    assert hybrid_search(namespace, "does ann drink tea").hits == []


def test_a_superseded_fact_gives_way_to_its_successor_and_the_list_stays_full(namespace):
    old = know(namespace, "Ann drinks tea at home")
    new = correcting.correct(
        namespace, know(namespace, "Ann drinks tea at work").uid, "Ann drinks tea at noon", actor=AGENT
    )
    deciding.resolve_pair(namespace, new.uid, old.uid, actor=AGENT)
    third = know(namespace, "Bob drinks tea too")
    assert set(found(namespace, "who drinks tea", limit=2)) == {new, third}


@pytest.mark.parametrize("forged", [5, "x", None, {"a": 1}, [[1]], ["fact_x", 7]])
def test_a_turns_attributes_cannot_hide_a_fact_or_break_a_search(namespace, forged):
    fact = know(namespace, "Ann drinks tea")
    say(namespace, "s1", "Ann drinks tea", attributes={"supersedes": [fact.uid]})
    say(namespace, "s1", "Ann drinks tea", attributes={"supersedes": forged})
    assert fact in found(namespace, "tea")


# --- Names ------------------------------------------------------------------------------------------------------


def named(namespace, text):
    return {e.canonical_name for e in entities_in(Scope(namespace, None, Filters()), text)}


@pytest.mark.parametrize(
    ("name", "text", "matches"),
    [
        ("Ann", "Is Ann here?", True),
        ("Ann", "is ANN's book here", True),
        ("Ann", "Joanna came", False),
        ("Ann", "Annie came", False),
        ("Ann", "channel", False),
        ("Ann", "(ann)", True),
        ("Ann", "ask @ann", True),
        ("Ann Lee", "did ann\n  lee call", True),
        ("Ann Lee", "did Ann call Lee", False),
        ("O'Neil", "what did o'neil say", True),
        ("C-3PO", "the c-3po unit", True),
        ("user@example.com", "mail user@example.com now", True),
        ("Straße", "in der STRASSE", True),
        ("Zoë", "is Zoe\u0308 here", True),
        ("Zoe", "is Zoe\u0308 here", False),
        ("सीता", "क्या सीता यहाँ है", True),
        ("सीत", "क्या सीता यहाँ है", False),
        ("東京", "東京 に 行く", True),
        ("नमस्ते", "नमस्ते!", True),
        ("Ann", "", False),
        ("Ann", "x " * 3000 + "Ann", False),  # names are looked for in a prompt's first hundred words
    ],
)
def test_a_name_is_matched_as_whole_words(namespace, name, text, matches):
    make_entity(namespace, name, "person")
    assert named(namespace, text) == ({name} if matches else set())


def test_the_longest_name_wins_over_those_inside_it(namespace):
    for name in ("New York", "York", "New York Times"):
        make_entity(namespace, name, "other")
    assert named(namespace, "I read the New York Times in York") == {"New York Times", "York"}


def test_an_alias_leads_to_its_entity(namespace):
    entity = make_entity(namespace, "Priya Nair", "person")
    entities.add_alias(namespace, entity.uid, "Pri", actor=AGENT)
    fact = know(namespace, "Priya Nair manages the team")
    assert arms(namespace, "ask Pri", fact)["entity"] == 1


def test_of_two_names_the_rarer_says_more(namespace):
    say(namespace, "s1", *["@common said hello"] * 30)
    rare = know(namespace, "@rare was there")
    assert arms(namespace, "rare and common", rare)["entity"] == 1


# --- Any text is a valid query ----------------------------------------------------------------------------------

HOSTILE = [
    "", " ", '"', "'", "*", "(", ")", "a AND", "NOT", "OR OR", "NEAR(a b", 'NEAR("a" "b", 2)', "content:x",
    "a^2", "{a b} : c", "-a +b", "a\x00b", "\ud800", "🦄", "%s %d {x}", "'; DROP TABLE memories; --", "\\",
    "scope : n1", "a" * 20_000, "x " * 9_000, "\u202eabc", "ﬁ ﬂ Ⅷ ² ①", "não çédille ß İ ı",
    "नमस्ते दुनिया", "日本語のテキスト", "_ __ a_b", "1e999 NaN", "I", "Hi", "y",
]  # fmt: skip


@pytest.mark.parametrize("query", HOSTILE, ids=range(len(HOSTILE)))
def test_a_hostile_query_is_answered(namespace, query):
    know(namespace, "Ann drinks tea")
    prepare()
    for narrowing in ({}, {"kind": "fact", "filters": Filters(tags=("a",), exclude_session_id="s1")}):
        hybrid_search(namespace, query, **narrowing)


@hypothesis_settings(max_examples=150)
@given(st.text(max_size=60) | st.text(st.sampled_from("\"*()^:+-{}ANDORT ne'\\\x00"), max_size=30))
@example("\U0001e922")
def test_any_query_at_all_is_answered(namespace, query):
    if not Memory.objects.within(namespace).exists():
        know(namespace, "Ann drinks tea")
    hybrid_search(namespace, query)


@hypothesis_settings(max_examples=60)
@given(st.text(st.characters(categories=["L", "N"], max_codepoint=0x17F), min_size=1, max_size=12))
@example("một")
@example("ﬁ²ª")
@example("한국")
@example("йод")
@example("Ελλάδα")
@example("Ａｂｃ")
@example("I")
@example("taxi")
def test_a_word_that_was_stored_is_found_by_itself(namespace, word):
    Memory.everything.all().delete()
    (turn,) = say(namespace, "s1", f"first {word} last")
    assert arms(namespace, word, turn)["text"] == 1


def test_a_query_of_stop_words_alone_still_looks_for_them(namespace):
    fact = know(namespace, "To be or not to be")
    know(namespace, "Tea")
    assert found(namespace, "to be or not to be") == [fact]
    assert found(namespace, "the") == []


def test_stop_words_beside_telling_ones_are_left_out(namespace):
    fact = know(namespace, "Ann drinks tea")
    noise = know(namespace, "What is the what of the is")
    assert arms(namespace, "what is the tea", fact)["text"] == 1
    assert arms(namespace, "what is the tea", noise)["text"] is None


def test_a_long_prompt_is_cut_and_answered(namespace):
    fact = know(namespace, "Ann drinks tea")
    assert fact in found(namespace, "tea " + "filler " * 5000)


# --- Parts that are missing -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"MEMORY_EMBEDDER": ""}, "no embedder"),
        ({"MEMORY_EMBEDDING_DIMENSIONS": 128}, "reembed"),
        ({"MEMORY_EMBEDDER": "onnx", "MEMORY_ONNX_MODEL_DIR": "/nowhere"}, "vector"),
    ],
)
def test_a_missing_vector_arm_is_named_and_the_others_answer(namespace, settings, change, why):
    fact = know(namespace, "@ann drinks tea")
    prepare()
    for name, value in change.items():
        setattr(settings, name, value)
    answer = hybrid_search(namespace, "does ann drink tea")
    assert answer.hits[0].ranks == {"text": 1, "vector": None, "entity": 1}
    assert answer.hits[0].memory == fact
    assert len(answer.degraded) == 1
    assert re.search(why, answer.degraded[0])


def test_with_all_parts_nothing_is_degraded(namespace):
    know(namespace, "Ann drinks tea")
    prepare()
    assert hybrid_search(namespace, "tea").degraded == []
    assert hybrid_search(namespace, "🦄").degraded == []


def test_a_memory_without_a_vector_yet_is_found_by_its_words(namespace):
    fact = know(namespace, "Ann drinks tea")
    assert arms(namespace, "tea", fact) == {"text": 1, "vector": None, "entity": None}
    assert fresh(fact).embedding is None
    assert search.ARM_DEPTH >= 20


@pytest.mark.parametrize("odd", ["", "%", "_", "*", "?", "[a-z]", "]", "\\"])
def test_a_part_of_a_text_is_looked_for_as_it_is_written(odd, db):
    Namespace.objects.bulk_create(Namespace(name=name) for name in (f"acme/{odd}x", f"ACME/{odd}x", "acme/y", "acmey"))

    def found(**asked):
        return set(Namespace.objects.filter(**asked).values_list("name", flat=True))

    assert found(name__startswith=f"acme/{odd}") == {f"acme/{odd}x", *([] if odd else ["acme/y"])}
    assert found(name__contains=f"CME/{odd}") == {f"ACME/{odd}x"}
    assert found(name__endswith=f"/{odd}X") == set()
    assert found(name__endswith=f"/{odd}x") == {f"acme/{odd}x", f"ACME/{odd}x"}
    assert found(name__istartswith=f"ACME/{odd}x") == {f"acme/{odd}x", f"ACME/{odd}x"}
