"""The pairs of sentences: their files hold together, and what becomes of a pair is told apart."""

from __future__ import annotations

from collections import Counter
from operator import lt

import pytest

from benchmarks.pairs import dataset, judged, report, saying
from benchmarks.pairs.dataset import CHANGES, Pair, Relation
from benchmarks.pairs.saying import Fate, Outcome

HALVES = {half: dataset.load(half) for half in dataset.HALVES}
PAIRS = [pair for half in HALVES.values() for pair in half]


def test_the_set_is_as_large_as_its_page_says():
    relations = Counter(pair.relation for pair in PAIRS)
    assert len(PAIRS) == len({pair.id for pair in PAIRS}) == len({(pair.older, pair.newer) for pair in PAIRS}) == 515
    assert sum(relations[relation] for relation in CHANGES) >= 100
    assert relations[Relation.UNRELATED] >= 300
    assert relations[Relation.SAME] >= 40
    assert len({pair.domain for pair in PAIRS}) == 12


def test_both_halves_hold_every_relation_in_every_domain():
    for relation in Relation:
        of = [{pair.domain for pair in half if pair.relation == relation} for half in HALVES.values()]
        assert of[0] == of[1]


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair.id)
def test_a_pair_is_two_sentences_and_both_turns_or_none(pair):
    assert pair.older != pair.newer
    assert all(sentence.endswith((".", "!")) for sentence in (pair.older, pair.newer))
    assert bool(pair.older_turn) == bool(pair.newer_turn)


# Of each set that is said as turns: changes, unrelated pairs, domains, at least.
SIZES = {
    "talk": (80, 50, 12), "talk_held": (80, 50, 12), "turns": (90, 18, 12), "turns_held": (20, 15, 9),
    "said": (29, 15, 12), "said_held": (28, 15, 12), "fresh": (30, 30, 7), "fresh_held": (30, 30, 7),
    "mixed": (90, 45, 12), "mixed_held": (69, 40, 12),
    "chat": (49, 36, 9), "chat_held": (29, 29, 7), "everyday": (70, 70, 12), "everyday_held": (70, 70, 12),
}  # fmt: skip


def test_the_spoken_sets_have_changes_and_neighbours_in_many_domains():
    halves = {name: dataset.load(name) for name in dataset.SPOKEN}
    sizes = {
        name: (
            sum(pair.relation in CHANGES for pair in half),
            sum(pair.relation == Relation.UNRELATED for pair in half),
            len({pair.domain for pair in half}),
        )
        for name, half in halves.items()
    }
    assert set(sizes) == set(SIZES)
    assert {name for name, size in sizes.items() if any(map(lt, size, SIZES[name]))} == set(), sizes
    assert all(pair.older_turn and pair.newer_turn for half in halves.values() for pair in half)
    told = [(pair.older, pair.newer) for half in halves.values() for pair in half]
    assert len(told) == len(set(told))


def made(older: str, newer: str, relation: Relation = Relation.OUTDATED) -> Pair:
    return Pair("made-01", "made", relation, older, newer, older, newer)


OTHERS = [
    Pair("other-01", "other", Relation.UNRELATED, "The user has a red kite.", "The user has a blue boat."),
    Pair("other-02", "other", Relation.SAME, "The user likes tea.", "The user is fond of tea."),
]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("older", "newer", "fate"),
    [
        ("The user lives in Ghent.", "The user lives in Namur now.", Fate.SUPERSEDED),
        ("The user has a piano.", "The user has a piano.", Fate.SWALLOWED),
        ("The user has a piano.", "The user was in Rome in May.", Fate.BOTH),
    ],
)
def test_what_becomes_of_two_facts(settings, older, newer, fate):
    settings.MEMORY_FACTS_PROVIDER = "benchmarks.pairs.stated.PROVIDER"
    outcome = saying.say_facts(made(older, newer), OTHERS, number=0)
    assert (outcome.fate, outcome.bystanders, outcome.harmed) == (fate, 1, 0)


@pytest.mark.django_db
def test_turns_are_learnt_by_the_rules_and_chatter_is_not():
    assert saying.say_turns(made("I live in Ghent.", "I moved to Namur.")).fate == Fate.SUPERSEDED
    chatter = Pair("made-02", "made", Relation.SAME, "a.", "b.", "I live in Ghent.", "Haha, okay!")
    assert saying.say_turns(chatter).fate == Fate.UNLEARNT
    said = "Ich wohne in Bergen und arbeite dort im Hafen.", "Ich wohne jetzt in Voss und arbeite dort."
    german = Pair("made-03", "made", Relation.OUTDATED, *said, *said)
    assert saying.say_turns(german).fate == Fate.UNLEARNT


def test_the_figures_count_what_was_learnt():
    change, same = made("a.", "b."), made("a.", "b.", Relation.SAME)
    printed = report.markdown(
        [Outcome(change, Fate.SUPERSEDED, 4, 1), Outcome(change, Fate.OPEN), Outcome(change, Fate.UNLEARNT),
         Outcome(same, Fate.SWALLOWED)], show=True,
    )  # fmt: skip
    assert "superseded 1 of 2 (50%)" in printed
    assert "left open for a person 1 of 2 (50%)" in printed
    assert "same recognised: 1 of 1 (100%)" in printed
    assert "disputed: 1 of 4" in printed
    assert "made-01 (same)" not in printed


def test_a_verdict_on_a_pair_is_right_where_its_author_says_so():
    change = Pair("a", "", Relation.OUTDATED, "Ticket 5521 is open.", "Ticket 5521 was closed yesterday.")
    near = Pair("b", "", Relation.UNRELATED, change.older, change.newer)
    said = Pair("c", "", Relation.OUTDATED, "", "", "My dentist is Dr. Lund.", "I have a new dentist, Dr. Ek.")
    found = [*judged.of_facts([change, near]), *judged.of_turns([said])]
    assert [(one.where, one.verdict.rule, one.right) for one in found] == [
        ("a", "other_state", True), ("b", "other_state", False), ("c", "new_one", True),
    ]  # fmt: skip
    table = "".join(judged.report(found, [], {}))
    assert "| other_state | " in table
    assert "On pairs: 3 decided, 2 of 3 right." in table


@pytest.mark.django_db(transaction=True)
def test_what_talk_is_judged_by_is_marked_by_a_reader_and_kept_without_its_words(tmp_path):
    pair = Pair("talk", "", Relation.OUTDATED, "", "", "My dentist is Dr. Lund.", "I have a new dentist, Dr. Ek.")
    (one,) = judged.while_learning(lambda: saying.say_turns(pair), "talk")
    assert (one.verdict.rule, one.right) == ("new_one", None)
    sheet, marks = tmp_path / "sheet.tsv", tmp_path / "marks.tsv"
    judged.draw([one], sheet)
    sheet.write_text(sheet.read_text(encoding="utf-8").replace(f"{one.digest}\t", f"{one.digest}\t0"), encoding="utf-8")
    judged.keep(sheet, marks)
    assert "Lund" in sheet.read_text(encoding="utf-8")
    assert "Lund" not in marks.read_text(encoding="utf-8")
    assert "On talk: 1 decided, 0 of 1 right." in "".join(judged.report([], [one], judged.kept(marks)))
