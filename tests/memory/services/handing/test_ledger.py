"""The ledger: what was handed out is given back exactly, to its own namespace, until its retention is over."""

import time
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from memory import background
from memory.context_block import token_estimate
from memory.models import ALL, HandedContext, HandedItem, Memory
from memory.models.erasures import ErasedWhat
from memory.services import namespaces, reflections
from memory.services.curating import correcting
from memory.services.errors import NotFound
from memory.services.handing import context, ledger
from memory.services.memories import facts
from memory.services.upkeep import erasures
from tests.store import AGENT, CURATOR, DAY, DERIVED, committed, fresh, know, read_only, say

__all__ = ["committed"]

DRINKS = ["tea", "coffee", "cocoa", "cider", "milk", "juice", "water", "wine", "beer", "mead"]


@pytest.fixture
def drinks(namespace):
    say(namespace, "old", "I drink tea before noon.", "My brother drinks cocoa.")
    for drink in DRINKS:
        know(namespace, f"Ann drinks {drink} in the morning.")
    return namespace


def hand_out(namespace, prompt="Does Ann drink tea?", **fields):
    return context.build(namespace, prompt, **fields)


def test_a_hundred_blocks_are_given_back_exactly(drinks):
    built = [
        (hand_out(drinks, f"Does Ann drink {DRINKS[i % 10]}?", session_id=f"s{i}", limit=1 + i % 7), f"s{i}")
        for i in range(100)
    ]
    background.flush()
    for changed in drinks_of(drinks)[:5]:
        correcting.correct(drinks, changed.uid, f"{changed.content} Sometimes.", actor=CURATOR)
    assert len({answer.id for answer, _ in built}) == 100
    assert len({answer.block for answer, _ in built}) > 20
    for answer, session in built:
        kept = ledger.whole([drinks], answer.id)[0]
        assert (kept.block, kept.session_id) == (answer.block, session)
        assert kept.tokens == token_estimate(answer.block)
        assert [(item.memory_id, item.mark, item.version) for item in ledger.items(kept)] == [
            (hit.memory.pk, answer.marks[hit.memory.pk], ledger.version(hit.memory.content)) for hit in answer.hits
        ]


def drinks_of(namespace):
    return list(Memory.objects.within(namespace).facts().active())


@pytest.mark.timed
def test_a_block_is_on_disk_within_a_second_without_anybody_asking(committed, settings):
    settings.MEMORY_BACKGROUND_THREAD = True
    know(committed, "Ann drinks tea.")
    answer = hand_out(committed)
    deadline = timezone.now() + timedelta(seconds=1)
    while not HandedContext.objects.within(committed).filter(uid=answer.id).exists():
        assert timezone.now() < deadline
        time.sleep(0.02)


def test_nothing_is_written_on_the_answers_path(drinks):
    hand_out(drinks)  # what is read once is read
    with CaptureQueriesContext(connection) as asked:
        hand_out(drinks)
    assert not [query["sql"] for query in asked if not query["sql"].lstrip().startswith(("SELECT", "WITH"))]
    assert not HandedContext.objects.within(drinks).exists()


def test_what_was_only_looked_at_and_what_was_empty_is_not_recorded(drinks):
    looks = [
        hand_out(drinks, explain=True), hand_out(drinks, record=False),
        hand_out(drinks, "What is the capital of Peru?"), hand_out(namespaces.for_reading("acme/never")),
    ]  # fmt: skip
    background.flush()
    assert [look.id for look in looks] == [None] * 4
    assert not HandedContext.objects.across(ALL).exists()


def test_the_insight_is_an_item_without_a_mark(drinks):
    reflection = reflections.save(drinks, "A week about tea.", [], actor=DERIVED)
    answer = hand_out(drinks, include=["facts", "reflection"])
    background.flush()
    *_, last = ledger.items(ledger.whole([drinks], answer.id)[0])
    assert (last.memory_id, last.mark) == (reflection.pk, "")


def test_the_specifications_block_is_recorded_too(drinks, settings):
    settings.MEMORY_CONTEXT = "facts"
    answer = hand_out(drinks)
    background.flush()
    kept = ledger.whole([drinks], answer.id)[0]
    assert kept.block == answer.block
    assert [item.memory_id for item in ledger.items(kept)] == [hit.memory.pk for hit in answer.hits]


def test_a_prompt_is_kept_as_a_hash_of_the_namespaces_own(drinks):
    other = namespaces.ensure("acme/bob")
    know(other, "Ann drinks tea.")
    answers = [hand_out(drinks), hand_out(drinks), hand_out(drinks, "Is it tea that Ann drinks?"), hand_out(other)]
    background.flush()
    kept = [HandedContext.objects.across(ALL).get(uid=answer.id) for answer in answers]
    assert {row.prompt for row in kept} == {""}
    same, again, another, elsewhere = (row.prompt_hash for row in kept)
    assert same == again
    assert len({same, another, elsewhere}) == 3


def test_the_hash_depends_on_the_installations_secret(namespace, settings):
    here = ledger.prompt_hash(namespace.pk, "tea")
    settings.SECRET_KEY = "another"
    assert ledger.prompt_hash(namespace.pk, "tea") != here


def test_a_prompt_is_kept_as_text_where_the_namespace_says_so(drinks):
    drinks.settings = {"keep_prompts": True}
    answer = hand_out(drinks)
    background.flush()
    assert ledger.whole([drinks], answer.id)[0].prompt == "Does Ann drink tea?"


def test_another_namespace_finds_no_such_block(drinks):
    answer = hand_out(drinks)
    background.flush()
    with pytest.raises(NotFound):
        ledger.whole([namespaces.ensure("acme/bob")], answer.id)[0]


def test_a_memory_knows_how_many_sessions_it_was_told(drinks):
    for session in ("s1", "s1", "s2", None):
        hand_out(drinks, session_id=session)
    background.flush()
    fact = next(memory for memory in drinks_of(drinks) if "tea" in memory.content)
    assert ledger.handed(fact).count() == 4
    with CaptureQueriesContext(connection) as asked:
        assert ledger.sessions_told(fact) == 2
    assert len(asked) == 1


def test_a_memory_that_is_gone_by_then_is_left_out(drinks):
    answer = hand_out(drinks)
    gone = answer.hits[0].memory
    gone_pk = gone.pk
    fresh(gone).delete()
    background.flush()
    kept = ledger.whole([drinks], answer.id)[0]
    mark = answer.marks[gone_pk]
    assert f"- {mark} (withdrawn)" in kept.block
    assert gone_pk not in {item.memory_id for item in ledger.items(kept)}


def test_blocks_are_forgotten_when_their_retention_is_over(drinks, settings, monkeypatch):
    monkeypatch.setattr(ledger, "PURGE_BATCH", 2)
    answers = [hand_out(drinks) for _ in range(6)]
    background.flush()
    old = [answer.id for answer in answers[:5]]
    HandedContext.objects.within(drinks).filter(uid__in=old).update(at=timezone.now() - 91 * DAY)
    settings.MEMORY_CONTEXT_RETENTION_DAYS = 0
    assert ledger.purge(drinks, timezone.now()) == 0
    settings.MEMORY_CONTEXT_RETENTION_DAYS = 90
    assert ledger.purge(drinks, timezone.now()) == 5
    assert [row.uid for row in HandedContext.objects.within(drinks)] == [answers[5].id]
    assert HandedItem.objects.count() == len(answers[5].hits)
    assert ledger.purge(drinks, timezone.now()) == 0


def test_a_read_only_store_still_answers(drinks, caplog):
    with read_only():
        assert hand_out(drinks).block
        background.flush()
    assert "background bookkeeping waits" in caplog.text


def test_retiring_takes_nothing_from_the_ledger(drinks):
    answer = hand_out(drinks)
    background.flush()
    facts.retire(drinks, answer.hits[0].memory.uid, actor=AGENT)
    assert ledger.whole([drinks], answer.id)[0].block == answer.block


def test_what_is_erased_is_cut_out_of_the_blocks_and_the_rest_stays(committed):
    say(committed, "old", "I keep bees in Selje.", "My brother sails a dinghy.")
    bees = know(committed, "Ann keeps bees in Selje.")
    boat = know(committed, "Ann's brother sails a dinghy.")
    built = hand_out(committed, "Where does Ann keep bees, and what does her brother sail?", session_id="s1")
    background.flush()
    before = ledger.whole([committed], built.id)[0]
    assert {bees.pk, boat.pk} <= {item.memory_id for item in ledger.items(before)}

    erasures.erase(committed, ErasedWhat.MEMORY, bees.uid, actor=CURATOR)

    after = ledger.whole([committed], built.id)[0]
    assert "bees" not in after.block
    assert after.prompt == ""
    kept = [line for line in before.block.splitlines() if "bees" not in line]
    assert [line for line in after.block.splitlines() if "(withdrawn)" not in line] == kept
    assert any("dinghy" in line for line in kept)
    assert after.block.count("(withdrawn)") == len(before.block.splitlines()) - len(kept)
    assert bees.pk not in {item.memory_id for item in ledger.items(after)}
    assert ledger.whole([committed], built.id)[0].session_id == "s1"


def test_of_what_was_said_earlier_and_later_each_line_is_cut_out_alone(committed):
    [old] = say(committed, "old", "The garage costs 90 a month.", event_time=timezone.now() - 30 * DAY)
    say(committed, "new", "The new owner put the garage up: I pay 115 for it now.")
    built = hand_out(committed, "What do I pay for the garage?", session_id="s1")
    background.flush()
    first, behind = built.block.splitlines()[1:]
    assert ("115" in first, "90" in behind, behind[:6]) == (True, True, "  - m2")

    erasures.erase(committed, ErasedWhat.MEMORY, old.uid, actor=CURATOR)

    assert ledger.whole([committed], built.id)[0].block.splitlines()[1:] == [first, "  - m2 (withdrawn)"]


def test_what_is_erased_before_its_block_is_recorded_is_cut_out_all_the_same(committed):
    say(committed, "old", "I keep bees in Selje.", "My brother sails a dinghy.")
    bees = know(committed, "Ann keeps bees in Selje.")
    know(committed, "Ann's brother sails a dinghy.")
    built = hand_out(committed, "Where does Ann keep bees, and what does her brother sail?", session_id="s1")
    for told in Memory.objects.within(committed).filter(content__contains="bees"):
        erasures.erase(committed, ErasedWhat.MEMORY, told.uid, actor=CURATOR)
    background.flush()

    kept = ledger.whole([committed], built.id)[0]
    assert "bees" not in kept.block
    assert "dinghy" in kept.block
    assert kept.block.count("(withdrawn)") == sum("bees" in line for line in built.block.splitlines()) > 0
    assert bees.pk not in {item.memory_id for item in ledger.items(kept)}
    assert "withdrawn" in hand_out(committed, "What does Ann's brother sail?", session_id="s1").block


def test_a_block_of_nothing_but_what_is_erased_is_never_recorded(committed):
    bees = know(committed, "Ann keeps bees in Selje.")
    built = hand_out(committed, "Where does Ann keep bees?", session_id="s1")
    erasures.erase(committed, ErasedWhat.MEMORY, bees.uid, actor=CURATOR)
    background.flush()
    with pytest.raises(NotFound):
        ledger.whole([committed], built.id)[0]


def test_blocks_of_one_moment_are_recorded_in_one_transaction(committed):
    know(committed, "Ann drinks tea.")
    built = [hand_out(committed, f"Does Ann drink tea, {number}?", session_id=f"s{number}") for number in range(10)]
    with CaptureQueriesContext(connection) as asked:
        background.flush()
    assert [query["sql"] for query in asked].count("BEGIN") + [query["sql"] for query in asked].count(
        "BEGIN IMMEDIATE"
    ) == 2  # blocks, and recalls
    assert all(ledger.whole([committed], one.id)[0].block == one.block for one in built)


def test_a_block_waits_for_a_store_that_takes_nothing(drinks):
    answer = hand_out(drinks, session_id="s1")
    with read_only():
        background.flush()
        background.flush()
    with pytest.raises(NotFound):
        ledger.whole([drinks], answer.id)[0]
    background.flush()
    assert ledger.whole([drinks], answer.id)[0].block == answer.block


def test_a_block_of_a_namespace_that_is_gone_takes_no_other_with_it(committed, caplog):
    know(committed, "Ann drinks tea.")
    answer = hand_out(committed, session_id="s1")
    lost = ledger.Block("ctx_x", 10**9, "", "p", False, "b", (), timezone.now())
    background._gathered[ledger.record_all].insert(0, lost)
    background.flush()
    assert ledger.whole([committed], answer.id)[0].block == answer.block
    assert caplog.text.count("background work failed") == 1


def test_a_block_that_does_not_tell_its_lines_apart_goes_as_a_whole(committed, settings):
    settings.MEMORY_CONTEXT = "facts"
    bees = know(committed, "Ann keeps bees in Selje.")
    built = hand_out(committed, "Where does Ann keep bees?", session_id="s1")
    background.flush()
    erasures.erase(committed, ErasedWhat.MEMORY, bees.uid, actor=CURATOR)
    with pytest.raises(NotFound):
        ledger.whole([committed], built.id)[0]
