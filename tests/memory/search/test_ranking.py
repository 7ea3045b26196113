"""The ranking's own rules, on values alone."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.search.arranging import arrange, related
from memory.search.candidates import Candidate, Scored
from memory.search.pool import places
from memory.search.query import Inquiry, understood
from memory.search.ranking import (
    ANSWER,
    ASSISTANT,
    FADED,
    HEAD,
    KERNEL,
    PERIOD,
    REACH,
    RECENCY,
    SUPERSEDED,
    VOICE,
    rank,
)

MAY = datetime(2023, 5, 8, 14, tzinfo=UTC)
DAY = timedelta(days=1)


def turn(rowid: int, text: str, **fields: Any) -> Candidate:
    defaults: dict[str, Any] = {"event_time": MAY, "session_id": "s", "position": rowid}
    return Candidate(rowid=rowid, text=text, **(defaults | fields))


def fact(rowid: int, text: str, **fields) -> Candidate:
    return Candidate(rowid=rowid, text=text, event_time=fields.pop("event_time", MAY), kind="fact", **fields)


def ranked(query: str, *pool: Candidate, speakers=(), now=MAY, frequency=None) -> dict[int, Scored]:
    """By rowid, best first."""
    question = understood(query, speakers, now)
    known = dict.fromkeys(question.words, 1) if frequency is None else frequency
    return {scored.rowid: scored for scored in rank(question, pool, known, 100)}


def unweighed(query: str) -> Inquiry:
    """Understood in a language that knows the rules of English, and no weights of words."""
    question = understood(query)
    cues = replace(question.language.cues, personal=None)
    return replace(question, language=replace(question.language, cues=cues))


def part(name: str, rowid: int, *args, **fields) -> float:
    return ranked(*args, **fields)[rowid].parts.get(name, 0.0)


# --- The sum ------------------------------------------------------------------------------------------------------

texts = st.text("abcde .?XYZ1", max_size=40)
pools = st.lists(
    st.tuples(
        texts, st.sampled_from(["s", "t", None]), st.integers(0, 20), st.none() | st.floats(-1, 1),
        st.sampled_from(["user", "assistant", ""]), st.integers(-400, 400), st.floats(0, 1),
    ),
    max_size=12,
)  # fmt: skip


def built(rows) -> list[Candidate]:
    return [
        Candidate(
            rowid, text, MAY + days * DAY, session_id=session, position=None if session is None else place,
            cosine=cosine, role=role, confidence=confidence,
        )
        for rowid, (text, session, place, cosine, role, days, confidence) in enumerate(rows, 1)
    ]  # fmt: skip


@given(pools, st.text("abcde ?XYZ1", max_size=40))
def test_the_parts_add_up_to_the_score_and_the_best_comes_first(rows, query):
    found = list(ranked(query, *built(rows)).values())
    assert len(found) == len(rows)
    for scored in found:
        assert scored.score == pytest.approx(sum(scored.parts.values()))
    assert [(-one.score, -one.rowid) for one in found] == sorted((-one.score, -one.rowid) for one in found)


@given(pools, st.text("abcde ?XYZ1", max_size=40))
def test_the_order_of_the_pool_does_not_matter(rows, query):
    pool = [candidate._replace(position=None) for candidate in built(rows)]
    assert list(ranked(query, *pool)) == list(ranked(query, *reversed(pool)))


def test_nothing_in_nothing_out():
    assert ranked("tea") == {}
    assert ranked("", turn(1, "tea"))[1].parts.get("coverage", 0.0) == 0.0


# --- Words --------------------------------------------------------------------------------------------------------


def test_a_memory_that_holds_all_words_has_coverage_one_and_rare_words_count_more():
    pool = [turn(n, text, session_id=text) for n, text in enumerate(("tea in Lisbon", "only tea", "Lisbon"), 1)]
    found = ranked("tea Lisbon", *pool, frequency={"tea": 60, "lisbon": 2})
    assert found[1].parts["coverage"] == pytest.approx(1.0)
    assert found[3].parts["coverage"] > found[2].parts["coverage"] > 0


@pytest.mark.parametrize("text", ["She camped", "camping", "They camp", "CAMPS!", "the camp-fire"])
def test_words_meet_by_their_stem(text):
    assert part("coverage", 1, "camps", turn(1, text)) == pytest.approx(1.0)


@pytest.mark.parametrize("text", ["scamp", "campus of the university"])
def test_a_word_inside_another_is_not_that_word(text):
    assert part("coverage", 1, "camp", turn(1, text)) == 0.0


def test_accents_do_not_part_words():
    assert part("coverage", 1, "cafe Ines", turn(1, "Inês in the café")) == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("asked", "text"),
    [("cancel", "We cancelled it"), ("cancelled", "cancel it"), ("happy", "happiness"), ("studies", "She studied"),
     ("possible", "a possibility"), ("rating", "they rate it"), ("apology", "apologies")],
)  # fmt: skip
def test_a_querys_word_meets_a_texts_as_it_does_in_the_index(asked, text):
    assert part("coverage", 1, asked, turn(1, text)) == pytest.approx(1.0)


def test_the_speakers_name_is_a_word_of_the_turn():
    assert part("coverage", 1, "Caroline", turn(1, "Hello", speaker="Caroline")) == pytest.approx(1.0)


def test_a_long_text_says_less_with_the_same_word():
    short, long = turn(1, "tea " * 29), turn(2, "tea " + "word " * 240, session_id="t")
    found = ranked("tea", short, long)
    assert found[1].parts["coverage"] == pytest.approx(1.0)
    assert found[2].parts["coverage"] < 0.6


def test_words_that_nobody_said_count_against_a_short_question_only():
    unsaid = [f"w{n}" for n in range(40)]
    short = ranked("tea w1", turn(1, "tea"), frequency={"tea": 5, "w1": 0})
    paste = ranked(" ".join(["tea", *unsaid]), turn(1, "tea"), frequency={"tea": 5} | dict.fromkeys(unsaid, 0))
    assert 0 < paste[1].parts["coverage"] < short[1].parts["coverage"] < 1


# --- Neighbours ---------------------------------------------------------------------------------------------------


def test_a_turn_has_a_share_of_its_neighbours_words():
    pool = [turn(n, "yes" if n != 3 else "the trip to Lisbon") for n in range(1, 7)]
    coverage = {rowid: one.parts.get("coverage", 0.0) for rowid, one in ranked("Lisbon trip", *pool).items()}
    assert [round(coverage[n], 3) for n in range(1, 7)] == [KERNEL[2], KERNEL[1], 1.0, KERNEL[1], KERNEL[2], 0.0]


@pytest.mark.parametrize("fields", [{"session_id": "other"}, {"position": 9}, {"position": None}])
def test_what_is_no_neighbour_lends_nothing(fields):
    assert part("coverage", 2, "Lisbon", turn(1, "Lisbon"), turn(2, "yes", **fields)) == 0.0


def test_a_neighbour_that_may_not_be_answered_lends_and_is_no_hit():
    found = ranked("Lisbon", turn(1, "Lisbon", eligible=False), turn(2, "yes"))
    assert list(found) == [2]
    assert found[2].parts["coverage"] == pytest.approx(KERNEL[1])


def test_a_fact_has_a_share_of_the_words_of_its_sources():
    pool = [turn(1, "Lisbon was lovely", eligible=False), fact(2, "Ann travelled", sources=(1,)), fact(3, "Ann sang")]
    coverage = {rowid: one.parts.get("coverage", 0.0) for rowid, one in ranked("Lisbon", *pool).items()}
    assert coverage == {2: pytest.approx(KERNEL[1]), 3: 0.0}


@given(st.lists(st.lists(st.integers(1, 60), min_size=1, max_size=5, unique=True).map(sorted), max_size=8))
def test_places_are_next_to_each_other_only_where_a_window_says_so(windows):
    # Windows of one session, as the index gives them: consecutive turns among all that are known.
    turns = sorted({turn for window in windows for turn in window})
    true = [turns[max(0, i - REACH) : i + REACH + 1] for i in range(0, len(turns), 2 * REACH + 3)]
    found = places(("s", window) for window in true)
    for window in true:
        assert [found[b] - found[a] for a, b in pairwise(window)] == [1] * (len(window) - 1)
    beyond = [(a[-1], b[0]) for a, b in pairwise(true) if a[-1] not in b]
    assert all(found[b] - found[a] > REACH for a, b in beyond)


# --- Who, when, what ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "query, speakers, wanted",
    [
        ("What did Ann cook?", ("Ann", "Bob"), [1]),
        ("What did Ann and Bob cook?", ("Ann", "Bob"), []),
        ("What did Joanna cook?", ("Ann", "Bob"), []),
        ("What did I cook?", (), [1, 2]),
        ("What did you suggest?", (), [3]),
        ("What did the assistant say?", (), [3]),
        ("What was cooked?", (), []),
    ],
)
def test_the_voice_that_is_asked_for_is_heard(query, speakers, wanted):
    pool = [turn(1, "x", speaker="Ann", role="user"), turn(2, "x", speaker="Bob", role="user"),
            turn(3, "x", role="assistant", speaker="Helper")]  # fmt: skip
    found = ranked(query, *pool, speakers=speakers)
    assert sorted(rowid for rowid, one in found.items() if one.parts.get("voice") == VOICE) == wanted


def test_a_named_speaker_is_left_out_of_what_is_embedded():
    assert understood("What did Ann cook for Bob's sister?", ("Ann",)).embedded == "What did cook for Bob s sister"
    assert understood("What was cooked?", ("Ann",)).embedded == "What was cooked?"
    assert understood("Ann", ("Ann",)).embedded == "Ann"


def test_an_assistants_turn_and_a_mere_question_stand_back():
    pool = [turn(1, "tea", role="user"), turn(2, "tea", role="assistant"), turn(3, "tea?", role="user")]
    found = ranked("tea", *pool)
    assert found[2].parts["assistant"] == -ASSISTANT
    assert found[3].parts["question"] < 0
    assert next(iter(found)) == 1
    assert part("assistant", 2, "what did you say about tea", *pool) == 0.0


def test_a_long_question_tells_something_too():
    told = "I moved to Bergen for the new job in the harbour office, can you find me a dentist there?"
    assert part("question", 1, "dentist", turn(1, told, role="user")) == 0.0


@pytest.mark.parametrize(
    ("query", "about"),
    [
        ("What did you suggest for the party?", "assistant"),
        ("Which recipes have you given me?", "assistant"),
        ("You said my plan was fine, why?", "assistant"),
        ("Show me your list again", "assistant"),
        ("Can you help me plan my party?", "user"),
        ("Could you tell me when my lease ends?", "user"),
        ("Thank you, what is my locker number?", "user"),
        ("Would you recommend a tent?", None),
    ],
)
def test_only_what_the_assistant_did_asks_for_its_turns(query, about):
    assert understood(query).role == about


def test_how_somebody_likes_things_counts_where_help_is_asked_for():
    pool = [
        turn(1, "Always add a vegetarian option when I ask for dinners.", role="user"),
        turn(2, "Our dinners were late this week.", role="user"),
        turn(3, "I always suggest soup for dinners.", role="assistant"),
        fact(4, "Maya prefers short dinners."),
    ]
    asked = "Can you help me plan dinners?"
    found = ranked(asked, *pool)
    assert [row for row in found if found[row].parts.get("preference")] == [1, 4]
    assert all("preference" not in scored.parts for scored in ranked("When are dinners served?", *pool).values())
    reminded = ranked("Can you remind me who cooks dinners?", *pool)
    assert all("preference" not in scored.parts for scored in reminded.values())


@pytest.mark.parametrize(
    "query, now, matches",
    [
        ("What happened in May 2023?", MAY, True),
        ("What happened on 8 May 2023?", MAY, True),
        ("What happened last week?", MAY + 7 * DAY, True),
        ("What happened in May?", MAY + 200 * DAY, True),
        ("What happened last year?", MAY + 365 * DAY, True),
        ("What happened in June 2022?", MAY, False),
        ("What happened yesterday?", MAY + 9 * DAY, False),
        ("What may have happened?", MAY, False),
    ],
)
def test_a_period_in_the_query_is_counted_from_the_reference(query, now, matches):
    assert part("period", 1, query, turn(1, "x"), now=now) == (PERIOD if matches else 0.0)


def test_a_date_in_the_text_counts_as_well_and_a_vague_one_does_not():
    told = turn(1, "We were there on 3 March 2022")
    vague = turn(2, "We were there in 2022", session_id="t")
    found = ranked("What happened on 3 March 2022?", told, vague)
    assert found[1].parts["period"] == PERIOD
    assert "period" not in found[2].parts


def test_the_days_after_a_period_count_less_and_less():
    days = [turn(1, "x", event_time=MAY.replace(hour=0) + n * DAY) for n in range(10)]
    parts = [part("period", 1, "What happened on 8 May 2023?", day) for day in days]
    assert parts[0] == PERIOD
    assert parts == sorted(parts, reverse=True)
    assert parts[9] == 0.0


@pytest.mark.parametrize(
    "query, text, kinds",
    [
        ("When did she leave?", "She left yesterday", 1),
        ("When did she leave?", "She left", 0),
        ("How many cats?", "three cats", 1),
        ("Who came?", "It was Bob", 1),
        ("Who came?", "Bob", 0),  # a capital at the beginning tells nothing
        ("How long did it take?", "two weeks ago", 2),
        ("She left", "yesterday, with Bob", 0),
    ],
)
def test_what_holds_the_kind_of_thing_asked_for_is_raised(query, text, kinds):
    assert part("answer", 1, query, turn(1, text)) == pytest.approx(kinds * ANSWER)


def test_what_fades_and_what_is_superseded_stands_back_by_a_bounded_share():
    pool = [fact(1, "tea"), fact(2, "tea", confidence=0.0), fact(3, "tea", superseded=True)]
    found = ranked("tea", *pool)
    assert next(iter(found)) == 1
    assert found[1].score - found[2].score == pytest.approx(FADED)
    assert found[1].score - found[3].score == pytest.approx(SUPERSEDED)


def test_cosines_are_stretched_so_that_models_compare():
    found = ranked("sense", *(turn(n, "x", session_id=str(n), cosine=x) for n, x in ((1, 0.71), (2, 0.69))))
    assert found[1].parts["cosine"] > 0
    assert "cosine" not in found[2].parts


def test_a_fact_that_is_not_embedded_yet_ranks_by_its_words_as_well_as_any_other():
    embedded = [
        fact(1, "Ann likes green tea", cosine=0.8), fact(2, "Ann likes tea", cosine=0.6),
        fact(3, "Ann swims", cosine=0.3), fact(4, "Bob swims", cosine=0.1),
    ]  # fmt: skip
    found = ranked("Ann green tea", *embedded, fact(5, "Ann likes green tea"), fact(6, "Bob swims"))
    assert {*list(found)[:2]} == {1, 5}
    assert found[5].score == pytest.approx(found[1].score, abs=0.05)
    assert found[6].score == pytest.approx(found[4].score, abs=0.05)


def test_without_any_vector_words_alone_count():
    found = ranked("green tea", fact(1, "green tea"), fact(2, "tea"))
    assert list(found) == [1, 2]
    assert all("cosine" not in scored.parts for scored in found.values())


# --- What is left out ---------------------------------------------------------------------------------------------


def arranged(*pool: Candidate, limit=10):
    order = [Scored(c.rowid, 1.0 - n / 100, {}) for n, c in enumerate(pool)]
    kept, left = arrange(order, pool, limit)
    return [scored.rowid for scored in kept], {rowid: (one.step, one.by) for rowid, one in left.items()}


def test_a_superseded_fact_gives_way_wherever_its_successor_stands():
    old, other, new = fact(1, "Ann lives in Rome", superseded=True), fact(2, "tea"), fact(3, "moved", supersedes=(1,))
    assert arranged(old, other, new, limit=2) == ([2, 3], {1: ("superseded", 3)})


def test_a_fact_and_its_source_are_one_hit_and_the_better_stands():
    said, drawn = turn(1, "I went to Rome"), fact(2, "Ann went to Rome in May", sources=(1,))
    assert arranged(drawn, said) == ([2], {1: ("merged", 2)})
    assert arranged(said, drawn) == ([1], {2: ("merged", 1)})


def test_near_duplicates_come_last_and_are_kept_where_there_is_room():
    texts = ("the garden needs water every single evening", "The garden needs water every single evening!", "tea")
    one, two, other = (turn(n, text) for n, text in enumerate(texts, 1))
    assert arranged(one, two, other) == ([1, 3, 2], {2: ("repeats", 1)})
    assert arranged(one, two, other, limit=2)[0] == [1, 3]


@pytest.mark.parametrize("change", [("500", "600"), ("is now", "is not now"), ("May", "June")])
def test_a_number_a_negation_or_a_date_makes_no_duplicate(change):
    one = "In May the budget for the house and the garden is now at 500 euros for every one of the months ahead"
    assert arranged(turn(1, one), turn(2, one.replace(*change)))[1] == {}


@given(pools, st.integers(1, 5))
def test_arranging_keeps_the_limit_and_invents_nothing(rows, limit):
    pool = built(rows)
    order = [Scored(c.rowid, 0.0, {}) for c in pool]
    kept, _ = arrange(order, pool, limit)
    rowids = [scored.rowid for scored in kept]
    assert len(rowids) == min(limit, len(pool))
    assert len(set(rowids)) == len(rowids)
    assert set(rowids) <= {c.rowid for c in pool}


@pytest.mark.parametrize(
    "query, coverage, cosines, tied",
    [
        ("capital of Mongolia", 0.0, [0.1, 0.12, 0.1, 0.2], False),
        ("capital of Mongolia", 0.3, [0.1, 0.12, 0.1, 0.2], False),  # one common word of three
        ("capital of Mongolia", 0.5, [0.1, 0.12, 0.1, 0.2], True),
        ("capital of Mongolia", 0.3, [0.1, 0.12, 0.1, 0.4], True),
        ("capital of Mongolia", 0.3, [None] * 5, True),
        ("sick puppy", 0.0, [0.1, 0.12, 0.1, 0.6], True),
        ("sick puppy", 0.0, [0.6, 0.62, 0.6, 0.65], False),  # a model whose cosines all lie high
        ("what is my capital", 0.0, [0.1, 0.1, 0.1, 0.1], True),
        ("give me a regular expression", 0.0, [0.1, 0.1, 0.1, 0.1], False),
        ("who drives us", 0.0, [0.1, 0.1, 0.1, 0.1], True),
        ("tell us of regular expressions", 0.0, [0.1, 0.1, 0.1, 0.1], False),
        (" ".join(f"w{n}" for n in range(20)), 0.0, [0.1] * 4, True),
        ("sick puppy", 0.0, [0.1], True),  # too few to compare
        ("sick puppy", 0.0, [None] * 5, False),  # no embedder, and no words
    ],
)
def test_a_prompt_that_nothing_ties_to_the_memories_is_told_apart(query, coverage, cosines, tied):
    pool = [fact(n, "x", cosine=cosine) for n, cosine in enumerate(cosines)]
    order = [Scored(c.rowid, 1.0, {"coverage": coverage}) for c in pool]
    assert related(query, unweighed(query), order, pool) is tied


@pytest.mark.parametrize(
    ("query", "told", "tied"),
    [
        ("Who coaches the team now?", "the team won on Saturday", True),
        ("Which font does Lumo use?", "Lumo is my reading app", True),
        ("When is flour delivered?", "flour comes on Fridays", True),
        ("What is the square root of 1764?", "we have a team", False),
        ("Who wrote One Hundred Years of Solitude?", "it took us years, one by one", False),  # a title's single words
        ("What's the difference between TCP and UDP?", "what a difference it made", False),
        ("How does a transistor work?", "the transistor is broken", False),  # no question after one's own
    ],
)
def test_a_question_after_a_thing_or_name_that_users_told_of_needs_less(query, told, tied):
    pool = [turn(n, told if n == 1 else "something else", cosine=0.1 + 0.05 * (n == 1)) for n in range(1, 6)]
    order = [Scored(c.rowid, 1.0, {"coverage": 0.35 if c.rowid == 1 else 0.0}) for c in pool]
    assert related(query, unweighed(query), order, pool) is tied
    asking = [turn(n, told, cosine=0.1, role="assistant") for n in range(1, 6)]
    assert not related(query, unweighed(query), order, asking)


@pytest.mark.parametrize(
    ("query", "coverage", "told", "tied"),
    [
        ("How do I reverse a linked list in C?", 0.0, "the tram is late", False),
        ("Can I freeze avocado?", 0.0, "the tram is late", False),
        ("What should I wear to an interview?", 0.0, "the tram is late", False),
        ("Write me a poem about autumn", 0.0, "the tram is late", False),
        ("Explain blockchain to me.", 0.0, "the tram is late", False),
        # A word of it is not enough where it names a thing that nobody told of.
        ("How do I fix the printer?", 0.6, "I fixed the tram", False),
        ("How do I fix the printer?", 0.35, "the printer is on the second floor", True),
        ("Can I pick up Ana by car?", 0.35, "Ana is afraid of cars", True),
        # Whose affairs it is about, or what was agreed, tells apart.
        ("How do I ask my boss?", 0.0, "the tram is late", True),
        ("When can we leave?", 0.0, "the tram is late", True),
        ("Where should I send it?", 0.0, "the tram is late", True),
        ("What do I take in the morning?", 0.0, "the tram is late", True),
        ("Write me an outline for the board", 0.0, "the tram is late", True),
    ],
)
def test_who_asks_how_to_do_a_thing_does_not_ask_of_their_own_affairs(query, coverage, told, tied):
    pool = [turn(n, told if n == 1 else "something else", cosine=0.1 + 0.05 * (n == 1)) for n in range(1, 6)]
    order = [Scored(c.rowid, 1.0, {"coverage": coverage if c.rowid == 1 else 0.0}) for c in pool]
    assert related(query, unweighed(query), order, pool) is tied


@pytest.mark.parametrize(
    ("query", "told", "tied"),
    [
        ("Add a metric to vole.", "vole is the log shipper, a Rust binary", True),
        ("restart kestrel-api", "kestrel-api times out after 30 s", True),
        ("draft release notes for wombat and send them", "we launch wombat in October", True),
        ("Add a metric to vole.", "the log shipper is a Rust binary", False),
        ("Add a metric to a vole.", "vole is the log shipper", False),  # any vole
        ("Write the toast", "toast is what I eat", True),  # the one that is known
        ("Write a wedding toast", "toast is what I eat", False),
        ("Put it on now", "now is the time", False),
    ],
)
def test_a_noun_that_a_prompt_uses_as_a_name_ties_it_to_what_users_told_of_it(query, told, tied):
    pool = [turn(n, told if n == 1 else "something else", cosine=0.1 + 0.05 * (n == 1)) for n in range(1, 6)]
    order = [Scored(c.rowid, 1.0, {"coverage": 0.35 if c.rowid == 1 else 0.0}) for c in pool]
    assert related(query, unweighed(query), order, pool) is tied


@pytest.mark.parametrize(
    ("query", "newest_leads"),
    [
        ("Which tram goes to the harbour?", True),
        ("book the tram to the harbour", True),
        ("Which tram did I take to the harbour?", False),
        ("Have I ever taken the tram to the harbour?", False),
    ],
)
def test_what_was_said_lately_leads_where_a_prompt_asks_how_things_are(query, newest_leads):
    """The first of twelve sessions tells it a little better than the last, and all between tell of something else."""
    near = {1: 0.9, 12: 0.8}
    pool = [
        turn(n, "The tram to the harbour is line 3." if n in near else f"Shed {n} is red.",
             session_id=f"s{n}", event_time=MAY + n * DAY, cosine=near.get(n, 0.1))
        for n in range(1, 13)
    ]  # fmt: skip
    order = ranked(query, *pool)
    assert next(iter(order)) == (12 if newest_leads else 1)
    assert order[12].parts.get("recency", 0.0) == (RECENCY if newest_leads else 0.0)
    by_rank = list(order.values())
    assert not any("recency" in scored.parts for scored in by_rank[HEAD:])
    assert [scored.score for scored in by_rank] == sorted((scored.score for scored in by_rank), reverse=True)


@pytest.mark.parametrize(
    ("query", "coverage", "entity", "tied"),
    [
        # Its words tell that it needs what is known, though no rule does.
        ("fill in the form for the surgery, same address as last time", 0.1, 0.0, True),
        ("same kennels as last summer, book the dog in", 0.1, 0.0, True),
        # And that it needs nothing, though a rule says so.
        ("Explain to us what the difference between a virus and a bacterium is", 0.0, 0.0, False),
        ("what is the square root of 1764, show me how to work it out", 0.0, 0.0, False),
        ("Explain to us what the difference between a virus and a bacterium is", 0.0, 1.0, True),  # names one known
        # The more it shares with what is known, the less its words have to say.
        ("write a short sign for the door", 0.0, 0.0, False),
        ("write a short sign for the door", 0.6, 0.0, True),
    ],
)
def test_the_words_of_a_prompt_tell_whether_it_needs_what_is_known(query, coverage, entity, tied):
    near = [0.1 + 0.1 * (n == 1) for n in range(1, 6)]
    pool = [turn(n, "something else", cosine=cosine, entity=entity) for n, cosine in enumerate(near, 1)]
    order = [Scored(c.rowid, 1.0, {"coverage": coverage if c.rowid == 1 else 0.0}) for c in pool]
    assert related(query, understood(query), order, pool) is tied


@pytest.mark.parametrize(("query", "entity", "tied"), [("ok, thanks!", 0.0, False), ("thanks, Ana!", 1.0, True)])
def test_who_only_greets_or_thanks_is_tied_to_nothing_that_has_the_word(query, entity, tied):
    pool = [turn(n, "ok, thanks", cosine=0.1 + 0.5 * (n == 1), entity=entity) for n in range(1, 6)]
    order = [Scored(c.rowid, 1.0, {"coverage": 1.0}) for c in pool]
    assert related(query, understood(query), order, pool) is tied


def test_who_asks_for_help_with_what_the_assistant_told_of_needs_as_much_as_for_anything_else():
    told = turn(1, "The projector hangs from the ceiling", role="assistant", cosine=0.15)
    pool = [told, *(turn(n, "something else", cosine=0.1) for n in range(2, 6))]
    query = "How do I start the projector?"
    for coverage, tied in ((0.6, True), (0.4, False)):
        order = [Scored(c.rowid, 1.0, {"coverage": coverage if c is told else 0.0}) for c in pool]
        assert related(query, unweighed(query), order, pool) is tied


@pytest.mark.parametrize(("tells", "coverage", "tied"), [(0.25, 0.46, True), (0.0, 0.46, False), (0.25, 0.4, False)])
def test_what_tells_the_kind_of_thing_asked_for_is_tied_by_a_little_less(tells, coverage, tied):
    pool = [turn(n, "Ulla leads" if n == 1 else "something else", cosine=0.1 + 0.05 * (n == 1)) for n in range(1, 6)]
    best = {"coverage": coverage, **({"answer": tells} if tells else {})}
    order = [Scored(c.rowid, 1.0, best if c.rowid == 1 else {}) for c in pool]
    query = "Who leads the choir?"
    assert related(query, unweighed(query), order, pool) is tied
