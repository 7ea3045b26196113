"""A session that was handed what is erased is told once that its lines were withdrawn, and nothing of their words."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db.models import F

from memory import background
from memory.context_block import CORRECTION_NOTE, strip, token_estimate
from memory.models import ALL, WithdrawnNotice
from memory.models.erasures import ErasedWhat
from memory.services import namespaces
from memory.services.handing import context, ledger, withdrawals
from memory.services.upkeep import erasures
from tests.store import CURATOR, DAY, know, read_only

PROMPT = "Where does Ann live?"
OTHER = "Does Ann drink tea?"


@pytest.fixture
def told(namespace):
    """What session s1 was told in line m1; of another line it was told of tea."""
    fact = know(namespace, "Ann lives in Bergen.")
    know(namespace, "Ann drinks green tea.")
    assert ask(namespace).marks[fact.pk] == "m1"
    return fact


def ask(namespace, prompt=PROMPT, session="s1", **fields):
    built = context.build(namespace, prompt, session_id=session, **fields)
    background.flush()
    return built


def erase(fact):
    erasures.erase(fact.namespace, ErasedWhat.MEMORY, fact.uid, actor=CURATOR)


def notices(built):
    return [line for line in built.block.splitlines() if CORRECTION_NOTE in line]


def test_the_next_block_says_which_line_was_withdrawn_and_nothing_more(namespace, told):
    erase(told)
    built = ask(namespace, OTHER)
    (line,) = notices(built)
    assert built.block.splitlines()[1] == line
    assert line.startswith("- m1 [")
    assert line.endswith(", m1 of it was withdrawn.")
    assert "Bergen" not in built.block
    assert "- m2 [" in built.block
    assert built.corrections == []  # there is no memory left to name


def test_it_is_told_once_and_again_to_the_same_prompt_within_a_minute(namespace, told):
    erase(told)
    assert len(notices(ask(namespace))) == 1
    assert len(notices(ask(namespace))) == 1
    assert notices(ask(namespace, OTHER)) == []
    WithdrawnNotice.objects.within(namespace).update(told_at=F("told_at") - timedelta(minutes=2))
    assert notices(ask(namespace)) == []


def test_only_the_session_that_was_told_is_told(namespace, told):
    other = namespaces.ensure("acme/bob")
    ask(other)
    erase(told)
    assert notices(ask(namespace, session="s2")) == []
    assert notices(ask(namespace, session=None)) == []
    assert notices(ask(other)) == []
    assert len(notices(ask(namespace))) == 1


def test_of_many_blocks_the_latest_is_named_and_of_one_all_its_lines(namespace, told):
    tea = know(namespace, "Ann drinks black tea with the neighbours on Sundays.")
    last = ask(namespace, "Does Ann drink tea with the neighbours in Bergen?")
    erasures.remove(namespace, [told.pk, tea.pk], [told.uid, tea.uid], owed=True)
    (line,) = notices(ask(namespace, OTHER))
    marks = sorted({last.marks[told.pk], last.marks[tea.pk]})
    assert line.endswith(f", {', '.join(marks)} of it were withdrawn.")
    assert not WithdrawnNotice.objects.within(namespace).filter(told_at__isnull=True).exists()


def test_what_expires_is_not_withdrawn(namespace, told):
    erasures.remove(namespace, [told.pk], [told.uid])
    assert notices(ask(namespace)) == []


def test_a_block_that_says_it_is_kept_as_it_was(namespace, told):
    erase(told)
    built = ask(namespace, "What is the capital of Peru?")
    assert len(built.block.splitlines()) == 2
    assert ledger.whole([namespace], built.id)[0].block == built.block
    assert strip(f"{built.block}\n\nI see.") == "I see."


def test_a_notice_that_does_not_fit_waits(namespace, told):
    erase(told)
    assert notices(ask(namespace, max_tokens=10)) == []
    built = ask(namespace, max_tokens=60)
    assert len(notices(built)) == 1
    assert token_estimate(built.block) <= 60


def test_looking_tells_nothing(namespace, told):
    erase(told)
    assert notices(ask(namespace, explain=True)) == notices(ask(namespace, record=False)) == []
    assert len(notices(ask(namespace))) == 1


def test_a_store_that_cannot_note_it_tells_it_later(namespace, told):
    erase(told)
    with read_only():
        built = context.build(namespace, OTHER, session_id="s1")
        assert notices(built) == []
        assert any("corrections" in one for one in built.degraded)
    assert len(notices(ask(namespace))) == 1


def test_the_specifications_block_says_so_too(namespace, settings):
    settings.MEMORY_CONTEXT = "facts"
    fact = know(namespace, "Ann lives in Bergen.")
    ask(namespace)
    erase(fact)
    (line,) = notices(ask(namespace))
    assert line.endswith(", something in it was withdrawn.")


def test_an_erased_session_is_owed_nothing(namespace, told):
    erase(told)
    withdrawals.forget(namespace, ["s1"])
    assert notices(ask(namespace)) == []


def test_notices_are_forgotten_with_the_blocks(namespace, told):
    erase(told)
    (row,) = WithdrawnNotice.objects.across(ALL)
    ledger.purge(namespace, row.at + 400 * DAY)
    assert not WithdrawnNotice.objects.across(ALL).exists()
