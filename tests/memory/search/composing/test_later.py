"""What was said later of the same thing leads, with the older behind it; what is of something else stands apart."""

from __future__ import annotations

from datetime import timedelta

import numpy as np
import pytest

from memory.context_block import BEHIND, token_estimate
from memory.language.porter import stem
from memory.search.candidates import Scored
from memory.search.composing import Replaced, Want, compose
from memory.search.composing.items import HEADING, Choice, Item, size_of
from memory.search.composing.later import Later
from memory.search.composing.layout import Layout
from memory.search.composing.statements import Statements
from memory.search.query import understood

from .test_choosing import MAY, fact, turn

JUNE = MAY + timedelta(days=30)
SUMMER = JUNE + timedelta(days=9)


def block(prompt, *pool, fitting=(), tokens=800, ranked=None, **given):
    """The lines for what was found, each speaking of the prompt as much as the best, or as `fitting` says by rowid."""
    shares = {c.rowid: 1.0 for c in pool} | dict(fitting)
    rowids = list(shares) if ranked is None else ranked
    order = [Scored(rowid, shares[rowid], {"coverage": shares[rowid]}) for rowid in rowids]
    want = Want(tokens, 5, **({"include": given.pop("include")} if "include" in given else {}))
    question = understood(prompt)
    return compose(question, order, list(pool), want, weights=dict.fromkeys(map(stem, question.words), 1.0), **given)


def threads(choice):
    """The lines, each with those that stand behind it."""
    found = []
    for line in choice.lines:
        if line.startswith(BEHIND):
            found[-1] += f"\n{line}"
        else:
            found.append(line)
    return found


def test_who_owns_up_to_a_mistake_tells_what_is_right_a_sentence_or_two_behind_it():
    old = turn(1, "Medicines, then. I am allergic to sulfa drugs, which gave me hives in 1987.", session="old")
    new = turn(
        2, "I have a correction. I told you the sulfa was 1987. I looked in the old Bible of Dorothy and it was 1979, "
        "the year that we had the Oldsmobile.", session="new", at=JUNE,
    )  # fmt: skip
    other = turn(
        3,
        "I looked in the old Bible of Dorothy. It was 1979 that we had the car.",
        session="b",
        at=JUNE,
    )
    prompt = "The hospital form wants my drug allergy and the year of it."
    assert "1979" in "\n".join(block(prompt, old, new, fitting={2: 0.25}).lines)
    assert "1979" not in "\n".join(block(prompt, old, other, fitting={3: 0.25}).lines)


def said(old, new, **fields):
    return turn(1, old, session="old"), turn(2, new, session="new", at=JUNE, **fields)


@pytest.mark.parametrize(
    ("prompt", "old", "new"),
    [
        ("What do I pay for the garage?", "The garage costs 90 a month.", "They put the garage up, it's 115 now."),
        ("When is the piano lesson?", "Piano lesson is at 5 pm.", "Piano moved to 6 pm."),
        ("Who mows the lawn?", "Otto mows the lawn for us.", "Otto gave up the lawn, his niece Pia does it instead."),
        ("Is the parade on?", "We march in the parade in July.", "The parade was cancelled."),
        ("What does the cat eat?", "The cat gets Fenwick tins.", "No more Fenwick tins, the cat gets dry food."),
    ],
)
def test_what_is_otherwise_since_leads_with_the_older_quote_behind_it_and_nowhere_else(prompt, old, new):
    choice = block(prompt, *said(old, new))
    assert choice.lines == [
        f'- m1 [2026-06-03] Ann: "{new}"',
        f'  - m2 [2026-05-04] (said earlier) Ann: "{old}"',
    ]
    assert [item.rowids for item in choice.items] == [(2,), (1,)]


def test_what_hardly_tells_of_a_change_stands_behind_the_older_quote_that_ranks_better():
    old, new = said("The piano lesson is on Tuesday.", "The piano tuner comes on Friday.")
    assert block("When is the piano lesson?", old, new, fitting={2: 0.4}.items()).lines == [
        '- m1 [2026-05-04] Ann: "The piano lesson is on Tuesday."',
        '  - m2 [2026-06-03] (said later) Ann: "The piano tuner comes on Friday."',
    ]


@pytest.mark.parametrize(
    ("prompt", "old", "new"),
    [
        ("What do I pay for the garage?", "The garage costs 90 a month.", "My gym raised its fee, 30 a month now."),
        ("When is the piano lesson?", "Piano lesson is on Tuesday.", "The dentist is on Thursday."),
        ("Who mows the lawn?", "Otto mows the lawn for us.", "Pia plays the flute."),
        ("What does the cat eat?", "The cat gets Fenwick tins.", "Would tins of tuna be better for the cat now?"),
    ],
)
def test_what_is_of_something_else_or_only_asked_stands_alone(prompt, old, new):
    lines = block(prompt, *said(old, new), fitting={2: 0.05}).lines
    assert not any("said later" in line or "said earlier" in line for line in lines)


def test_what_one_says_of_their_own_does_not_follow_what_another_says():
    old, new = said("I live near the harbour.", "I moved away from the harbour.", speaker="Bob")
    assert len(block("Who lives near the harbour?", old, new).items) == 2
    old, new = said("The regatta is at Ulm.", "The regatta moved to Bonn.", speaker="Bob")
    assert block("Where is the regatta?", old, new).lines == [
        '- m1 [2026-06-03] Bob: "The regatta moved to Bonn."',
        '  - m2 [2026-05-04] (said earlier) Ann: "The regatta is at Ulm."',
    ]


def test_of_what_changed_twice_the_last_leads_with_the_others_in_the_order_of_time_behind_it():
    first, second = said("The garage costs 90 a month.", "They put the garage up, it's 115 now.")
    third = turn(3, "The garage went down to 100 a month.", session="third", at=JUNE + timedelta(days=30))
    (line,) = threads(block("What do I pay for the garage?", third, first, second))
    assert line.index("went down to 100") < line.index("90") < line.index("115")


def test_what_changed_again_is_followed_to_its_end_though_the_last_is_not_of_the_words_of_the_first():
    first = turn(1, "The dentist for Leo is at 3:15.", session="a")
    second = turn(2, "Practice rang, they pushed Leo's dentist to 3:40.", session="b", at=JUNE)
    third = turn(3, "Forget 3:40, Leo's practice says half past three, 3:30.", session="c", at=JUNE + timedelta(days=2))
    (line,) = threads(block("What time is Leo's dentist?", first, second, third, fitting={3: 0.2}.items()))
    assert line.index("pushed Leo's dentist to 3:40") < line.index("3:15") < line.index("3:30")


def test_the_last_of_a_chain_leads_though_it_and_the_one_before_have_few_words_of_the_prompt():
    first = turn(1, "Staging runs on kestrel-02.", session="a")
    second = turn(2, "Moved staging from kestrel-02 to osprey-01 in the cellar rack.", session="b", at=JUNE)
    third = turn(3, "The cellar rack lost osprey-01, staging moved to merlin-07.", session="c", at=SUMMER)
    fitting = {2: 0.45, 3: 0.45}
    lines = block("Where does staging run?", first, second, third, fitting=fitting.items()).lines
    assert [line.split("]")[0] for line in lines] == [
        "- m1 [2026-06-12", "  - m2 [2026-05-04", "  - m3 [2026-06-03",
    ]  # fmt: skip


def test_what_took_the_place_of_one_that_stands_behind_a_line_stands_before_that_line():
    first = turn(1, "The release goes out on 12 May.", session="a")
    second = turn(2, "The release goes out on 19 May instead.", session="b", at=JUNE)
    third = turn(3, "Legal is slow, 2 June.", session="c", at=SUMMER)
    now = fact(9, "The release will go out on 2 June.", at=SUMMER, sources=(3,))
    replaced = [Replaced(1, "The release goes out on 12 May.", 9, now.text, JUNE)]
    draft = drafted(first, second, third, now, replaced=replaced)
    draft.drop_quote(first.rowid)
    draft.drop_quote(now.rowid)
    draft.merged = {3: [9]}
    draft.places = {2: 0, 3: 1}
    draft.put_behind(2, [first])
    assert [item.rowids[0] for item in draft.items()] == [3, 2, 1]


def test_of_a_turn_with_several_values_each_that_changed_is_marked():
    old = turn(1, "Booked: flight to Oslo at 8:05, seat 14C, hotel Fjordvik for three nights.", session="old")
    changes = [
        "The airline moved my Oslo flight to 9:20.",
        "Paid for a better seat on the flight, 2A instead.",
        "Cancelled the hotel Fjordvik and took the Anker.",
    ]
    newer = [turn(n, text, session=f"s{n}", at=JUNE + timedelta(days=n)) for n, text in enumerate(changes, 2)]
    choice = block("What's my seat on the Oslo flight?", old, *newer)
    assert [(item.rowids, item.is_behind) for item in choice.items] == [
        ((4,), False), ((1,), True), ((2,), True), ((3,), False),
    ]  # fmt: skip
    assert choice.lines[1].endswith("(said later: m4)")


@pytest.mark.parametrize(
    ("prompt", "old", "new"),
    [
        ("What date is the wedding?", "We have a date, 19 September!", "Only the 26th was left, so the wedding moved."),
        ("How many singers go on the tour?", "34 singers signed on.", "Three dropped out, so the tour is for 31."),
    ],
)  # fmt: skip
def test_two_that_both_answer_the_prompt_need_no_word_in_common_but_lead_nothing(prompt, old, new):
    (line,) = threads(block(prompt, *said(old, new)))
    assert line.index(old) < line.index("said later") < line.index(new)


def test_among_few_turns_what_shares_no_rare_word_and_answers_nothing_stands_apart():
    old, new = said("My sister Elin got engaged last Saturday!", "I moved to Hamburg last Friday.")
    choice = block("Where do I live?", old, new)
    assert [item.is_behind for item in choice.items] == [False, False]


def test_two_values_that_do_not_answer_the_prompt_have_nothing_in_common_by_it():
    old, new = said("The barn was painted on 19 September.", "Rudi won 26 euros.")
    assert len(block("What date is the wedding?", old, new).lines) == 2


def test_what_is_handed_out_anyway_stands_behind_what_it_may_change():
    old, new = said(
        "Sam Brook handles our travel claims.", "Yusuf is overloaded, so claims are with Petra from this week."
    )
    prompt = "Who handles travel claims?"
    assert len(threads(block(prompt, old, new, fitting={2: 0.35}.items()))) == 1
    new = new._replace(text="Petra works on claims.")  # no sign of a change: not for its own sake
    assert "Petra" not in "".join(block(prompt, old, new, fitting={2: 0.05}.items()).lines)


def test_the_newer_is_told_though_it_hardly_speaks_of_the_prompt():
    old, new = said("The garage costs 90 a month.", "They put the garage up, it's 115 now.")
    assert "115" in threads(block("What do I pay for the garage?", old, new, fitting={2: 0.2}.items()))[0]


def test_what_goes_on_in_the_same_passage_needs_no_note():
    old, new = turn(1, "The garage costs 90 a month."), turn(2, "Wait no, the garage is 95 a month.")
    assert block("What do I pay for the garage?", old, new, ranked=[1, 2]).lines == [
        '- m1 [2026-05-04] Ann: "The garage costs 90 a month." "Wait no, the garage is 95 a month."'
    ]


def test_a_fact_stands_behind_what_was_said_after_its_source_alone():
    told = fact(9, "Ann's garage costs 90 a month.", sources=(1,))
    old, new = said("The garage costs 90 a month now.", "They put the garage up, it's 115 now.")
    choice = block("garage", told, old, new, include=frozenset({"facts", "turns"}), ranked=[9, 1, 2])
    assert [line.count("said earlier") for line in threads(choice)] == [1]
    only_facts = block("garage", told, old, new, include=frozenset({"facts"}), ranked=[9, 1, 2])
    assert only_facts.lines == ["- m1 [2026-05-04] Ann's garage costs 90 a month."]


def test_what_was_superseded_says_so_in_a_note_too():
    old, new = said("The garage costs 90 a month.", "They put the garage up, it's 115 now.")
    replaced = [Replaced(2, "Ann's garage costs 115.", None, "Ann has no garage.", None)]
    _, behind = block("What do I pay for the garage?", old, new, replaced=replaced).lines
    assert behind.endswith("""it's 115 now." (no longer true: "Ann's garage costs 115", now "Ann has no garage")""")


def test_a_note_counts_into_the_budget():
    old, new = said("The garage costs 90 a month.", "They put the garage up, it's 115 now, " + "and so on " * 5)
    for tokens in range(10, 120, 5):
        assert token_estimate(block("What do I pay for the garage?", old, new, tokens=tokens).block) <= tokens


def test_what_the_assistant_only_repeats_is_not_quoted():
    user = turn(1, "I like the aisle seat on trains.")
    echo = turn(2, "Aisle seat, got it.", speaker="", role="assistant")
    assert [item.rowids for item in block("Which seat?", user, echo, ranked=[2, 1]).items] == [(1,)]
    long = turn(
        2, "Symbicort two puffs in the morning and at night, spacer washed on Sundays, blue one only for wheezing.",
        speaker="", role="assistant",
    )  # fmt: skip
    dose = turn(
        1,
        "Symbicort is two puffs morning and night. I wash the spacer on Sundays. The blue one is for wheezing.",
    )
    assert [item.rowids for item in block("Which puffs?", dose, long, ranked=[2, 1]).items] == [(1,)]
    asks = turn(2, "Aisle seat, got it. Which class?", speaker="", role="assistant")
    tells = turn(2, "Aisle seats have more room for legs.", speaker="", role="assistant")
    for other in (asks, tells):
        shown = block("Which seat?", user, other, turn(3, "Second."), ranked=[2, 1])
        assert 2 in shown.items[0].rowids


def test_lines_that_one_newer_statement_leads_are_one():
    first = turn(1, "The garage costs 90 a month.", session="a")
    again = turn(2, "Garage money goes out on the 1st.", session="b", at=MAY + timedelta(days=9))
    new = turn(3, "They put the garage up, it's 115 a month now.", session="c", at=JUNE)
    pool = [first, again, new]
    draft = drafted(*pool)
    draft.drop_quote(new.rowid)
    draft.later.same_matter |= {(1, 3), (2, 3)}
    draft.later.worths |= {1: {3: 3.0}, 2: {3: 3.0}, 3: {}}
    for older in (first, again):
        draft.put_behind(older.rowid, [new])
    items = draft.items()
    assert [item.rowids for item in items] == [(3,), (1,), (2,)]
    assert [item.is_behind for item in items] == [False, True, True]
    assert draft.size().tokens >= HEADING.plus(*map(size_of, items)).tokens


def test_what_has_nothing_to_do_with_what_leads_the_line_gets_one_of_its_own():
    old = turn(1, "The garage costs 90 a month, and Otto has the key.", session="a")
    key = turn(2, "Pia has the key, Otto is in Rome.", session="b", at=MAY + timedelta(days=9))
    new = turn(3, "They put the rent up, it's 115.", session="c", at=JUNE)
    draft = drafted(old, key, new)
    for behind in (key, new):
        draft.drop_quote(behind.rowid)
    draft.put_behind(1, [key, new])
    draft.later.same_matter |= {(1, 3)}
    draft.later.worths |= {1: {2: 2.0, 3: 3.0}, 2: {}, 3: {}}
    assert Choice(draft.items(), []).lines == [
        '- m1 [2026-06-03] Ann: "They put the rent up, it\'s 115."',
        '  - m2 [2026-05-04] (said earlier) Ann: "The garage costs 90 a month, and Otto has the key." (said later: m3)',
        '- m3 [2026-05-13] Ann: "Pia has the key, Otto is in Rome."',
    ]
    whole = draft.size().tokens
    assert whole >= token_estimate(Choice(draft.items(), []).block)


def test_of_two_told_within_a_second_the_one_told_last_is_the_later_whatever_its_session_is_called():
    old, new = said("The garage costs 90 a month.", "They put the garage up, it's 115 now.")
    at_once = old._replace(session_id="chat-9", event_time=JUNE), new._replace(session_id="chat-10", event_time=JUNE)
    (line,) = threads(block("What do I pay for the garage?", *at_once))
    assert ("(said earlier)" in line) == (line.index("115") < line.index("90 a"))


def test_what_another_namespace_tells_is_said_later_of_nothing():
    old, new = said("The garage costs 90 a month.", "They put the garage up, it's 115 now.")
    elsewhere = new._replace(space=1)
    assert [*drafted(old, new).later.after(old)] == [2]
    assert [*drafted(old, elsewhere).later.after(old)] == []
    assert "(said" not in block("What do I pay for the garage?", old, elsewhere).block


def drafted(*pool, replaced=()):
    """A layout of quotes that speak of the prompt one as much as the other."""
    question = understood("What do I pay for the garage?")
    later = Later(question, pool, {c.rowid: 1.0 for c in pool}, {})
    draft = Layout(question, pool, {}, replaced, {}, Statements(question, [], pool, {}, replaced), later)
    for c in pool:
        draft.keep_quote(c, c.text)
    return draft


def test_a_later_statement_that_stands_elsewhere_is_named_by_its_mark():
    first = turn(1, "The garage costs 90 a month.", session="a")
    other = turn(2, "The garage money goes out on the 1st.", session="b", at=MAY + timedelta(days=9))
    new = turn(3, "They put the garage up, it's 115 a month now.", session="c", at=JUNE)
    draft = drafted(first, other, new)
    draft.places = {1: 0, 2: 1, 3: 2}
    for older in (first, other):
        draft.put_behind(older.rowid, [new])
    assert Choice(draft.items(), []).lines == [
        '- m1 [2026-05-04] Ann: "The garage costs 90 a month."',
        '  - m2 [2026-06-03] (said later) Ann: "They put the garage up, it\'s 115 a month now."',
        '- m3 [2026-05-13] Ann: "The garage money goes out on the 1st." (said later: m2)',
    ]
    whole = token_estimate(Choice(draft.items(), []).block)
    assert [len(draft.within(tokens)) for tokens in (whole, whole - 1)] == [3, 2]


def test_an_instruction_keeps_its_place_and_names_what_was_said_later_of_the_same_thing():
    old, new = said(
        "No window seats for me, I want the aisle seat.", "I changed to window seats, the aisle seat is cold."
    )
    told = fact(9, 'Ann said: "No window seats for me, I want the aisle."', sources=(1,))
    for pool in ((old, new), (old, new, fact(8, "Ann takes window seats.", at=JUNE, sources=(2,)))):
        choice = block("Which seats?", *pool, instructions=[told])
        assert [item.rowids[0] for item in choice.items] == [9, 2]
        assert choice.lines[0].endswith("(said later: m2)")
    other = turn(2, "The boat is red.", session="new", at=JUNE)
    assert "said later" not in block("Which seats?", old, other, instructions=[told]).block
    elsewhere = turn(2, new.text, session="new", at=JUNE, space=1)
    assert "said later" not in block("Which seats?", old, elsewhere, instructions=[told]).block


def test_an_instruction_names_the_newer_one_on_the_same_thing():
    older = fact(8, "Ann wants the assistant to mark every change in brackets.")
    newer = fact(9, "Ann wants the assistant to keep to this: “you don't need to mark the changes”", at=JUNE)
    choice = block("Correct this", turn(1, "The boat is red."), ranked=[], instructions=[older, newer])
    assert [line.endswith("(said later: m2)") for line in choice.lines] == [True, False]


def test_what_was_said_on_one_day_of_one_session_is_one_line():
    first = turn(1, "The garage costs 90 a month.", session="a")
    newer = [turn(n, text, session="b", at=JUNE) for n, text in ((2, "It's 115 now."), (4, "It's paid by card."))]
    draft = drafted(first)
    draft.known |= {c.rowid: c for c in newer}
    draft.put_behind(1, newer)
    _, behind = Choice(draft.items(), []).lines
    assert behind == '  - m2 [2026-06-03] (said later) Ann: "It\'s 115 now." … "It\'s paid by card."'


def test_a_line_that_a_notice_tells_already_goes_unless_others_stand_behind_it():
    items = [
        Item("2026-06-03", "a", (1,)), Item("2026-06-03", "b", (2,), is_behind=True), Item("2026-06-03", "c", (3,)),
    ]  # fmt: skip
    left = Choice(items, []).without
    assert [item.content for item in left({3}).items] == ["a", "b"]
    assert [item.content for item in left({1, 3}).items] == ["a", "b"]
    assert [item.content for item in left({2}).items] == ["a", "c"]
    assert left({1, 2, 3}).items[:1] == items[:1]
    assert Choice([], []).without({1}).items == []


def test_a_vector_of_another_length_costs_neither_the_block_nor_what_the_others_tell():
    texts = ("We have skates.", "The paint is blue.", "He bought a ladder.", "Seeds came.", "My tent is torn.")
    near = [np.eye(8, dtype=np.float32)[place].tobytes() for place in range(5)]
    others = [turn(10 + n, text, session=f"s{n}", vector=near[n]) for n, text in enumerate(texts)]
    old, new = said("I drive the Fenwick.", "Sold it, we take the tram.", vector=near[0])
    pool = (old._replace(vector=near[0]), new, *others)
    lines = block("How do I get to work?", *pool).lines
    assert "said" in lines[1]
    for damaged in (b"abc", bytes(range(33)), np.full(16, 0.25, dtype=np.float32).tobytes()):
        other = turn(99, "Hm.", session="h", vector=damaged)
        assert block("How do I get to work?", *pool, other).lines[:2] == lines[:2]


def test_many_turns_of_one_wording_hide_no_change_among_the_others():
    same = (np.full(256, 0.999_999, dtype=np.float32) / 16).tobytes()
    rest = np.eye(256, dtype=np.float32)
    close = 0.8 * rest[0] + 0.6 * rest[1]
    old, new = said("The garage costs 90 a month.", "They put the garage up, it's 115 now.", vector=close.tobytes())
    pings = [turn(n, "The garage door is shut.", session=f"p{n}", vector=same) for n in range(10, 40)]
    lines = block("What do I pay for the garage?", old._replace(vector=rest[0].tobytes()), new, *pings).lines
    assert "(said " in "".join(line for line in lines if "115" in line or "90 a" in line)


def test_what_was_said_twice_in_the_same_words_stands_behind_its_line_once_for_both():
    pool = (
        turn(1, "The garage costs 90 a month.", session="a"),
        turn(2, "They put the garage up, it's 115 a month now.", session="b", at=JUNE),
        turn(3, "They put the garage up, it's 115 a month now!", session="c", at=JUNE + timedelta(days=3)),
        turn(4, "They lowered the garage again, it's 100 a month now.", session="d", at=JUNE + timedelta(days=9)),
    )
    choice = block("What do I pay for the garage each month?", *pool)
    assert "\n".join(choice.lines).count("it's 115") == 1
    assert next(item for item in choice.items if "115" in item.content)[:3] == (
        "2026-06-06", '(said earlier) Ann: "They put the garage up, it\'s 115 a month now!"', (3, 2),
    )  # fmt: skip
    tomorrow = [c._replace(text="They put the garage up to 115 tomorrow.") for c in pool[1:3]]
    choice = block("What do I pay for the garage each month?", pool[0], *tomorrow, pool[3])
    assert "\n".join(choice.lines).count("to 115 tomorrow") == 2


def test_of_what_we_do_another_of_us_tells_the_change():
    old = turn(1, "we page through Beacon, escalation after ten minutes", session="old", speaker="Devon")
    new = turn(2, "we dropped Beacon btw, it's Flare since the 1st", session="new", speaker="Luis", at=JUNE)
    other = turn(3, "the freeze starts on Monday for the audit", session="b", speaker="Theo", at=JUNE)
    told = threads(block("what do we page with", old, new, other, fitting={2: 0.8, 3: 0.05}))
    assert any("through Beacon" in thread and "Flare" in thread for thread in told)


def test_a_sign_and_the_day_that_is_asked_for_are_enough_without_a_word_of_both():
    unlike = [row.tobytes() for row in np.eye(6, dtype=np.float32)]
    old = turn(1, "The thesis I must give on 31 of May.", session="old", vector=unlike[0])
    new = turn(
        2, "He was kind and I got more time, so now it's the 12 of July.", session="new", at=JUNE, vector=unlike[1]
    )  # fmt: skip
    others = [turn(n, f"The dog ran by lake {n}.", session=f"s{n}", vector=unlike[n]) for n in (3, 4, 5)]
    told = threads(block("When do I hand it in?", old, new, *others, fitting={2: 0.8, 3: 0.1, 4: 0.1, 5: 0.1}))
    assert any("31 of May" in thread and "12 of July" in thread for thread in told)
