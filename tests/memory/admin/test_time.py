"""Another time on the pages of a fact, an entity and asking; a block of the ledger beside today's."""

from __future__ import annotations

from datetime import timedelta
from urllib.parse import urlencode

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from memory import background
from memory.admin.moments import MINUTE
from memory.models import HandedContext, Memory, Recall, Validity
from memory.services.curating import correcting
from memory.services.handing import context
from memory.services.memories import facts
from tests.memory.admin.conftest import furnish
from tests.store import AGENT, CURATOR, DAY, NOON, embed_all, know, say


def held(memory: Memory, since, until, known=None) -> Memory:
    """Let the store say of a memory that it held from `since` to `until`, known from `known` (else `since`) on."""
    Memory.everything.filter(pk=memory.pk).update(event_time=since, created_at=known or since)
    Validity.objects.filter(memory=memory).delete()
    Validity.objects.create(memory=memory, valid_from=since, valid_to=until, known_from=known or since)
    return memory


@pytest.fixture
def moved(desk):
    """@lena's desk was in hall 4; since day 10 it is in hall 9, which the store learnt on day 12."""
    old = know(desk.namespace, "@lena has her desk in hall 4.", event_time=NOON)
    new = correcting.correct(desk.namespace, old.uid, "@lena has her desk in hall 9.", actor=AGENT, kind="outdated")
    embed_all()
    return held(old, NOON, NOON + 10 * DAY), held(new, NOON + 10 * DAY, None, NOON + 12 * DAY)


def at(moment, name="valid_at"):
    return {name: moment.strftime(MINUTE)}


def fact_page(client, fact, **asked):
    return client.get(reverse("admin:memory_memory_change", args=[fact.pk]), asked)


def test_a_fact_says_what_it_was_then_and_what_held_instead(curator, moved):
    old, new = moved
    page = fact_page(curator, old, **at(NOON + DAY))
    assert (page.context["then"].held, page.context["then"].instead) == (True, [])
    assert page.context["then"].says == "It held from 2026-03-02 12:00 until 2026-03-12 12:00."
    page = fact_page(curator, old, **at(NOON + 13 * DAY))
    assert (page.context["then"].held, page.context["then"].instead) == (False, [new])
    assert "@lena has her desk in hall 9." in page.content.decode()
    page = fact_page(curator, new, **at(NOON + 5 * DAY))
    assert (page.context["then"].held, page.context["then"].instead) == (False, [old])
    # What was known on day 11 says nothing of the move's new place yet.
    page = fact_page(curator, new, **at(NOON + 11 * DAY, "known_at"))
    assert page.context["then"].says == "It was not known yet: it came in on 2026-03-14 12:00."
    page = fact_page(curator, new, valid_at=f"{NOON + 11 * DAY:{MINUTE}}", known_at=f"{NOON + 12 * DAY:{MINUTE}}")
    assert page.context["then"].held
    assert fact_page(curator, new).context["then"] is None


def test_a_turn_was_said_or_not_yet(curator, desk):
    (turn,) = say(desk.namespace, "s9", "The hall is cold.", event_time=NOON)
    assert not fact_page(curator, turn, **at(NOON + DAY, "known_at")).context["then"].held
    assert not fact_page(curator, turn, **at(NOON - DAY)).context["then"].held
    assert fact_page(curator, turn, **at(NOON + DAY)).context["then"].held


def test_the_confidence_of_then_is_told(curator, desk):
    fact = know(desk.namespace, "The heating is off.", confidence=0.8)
    facts.confirm(desk.namespace, fact.uid, actor=CURATOR)
    asked = {"known_at": (fact.created_at + timedelta(microseconds=10)).isoformat()}
    page = fact_page(curator, fact, **asked)
    assert page.context["confidence_then"] == pytest.approx(0.8, abs=0.01)
    assert "Its confidence was 0.80." in page.content.decode()


@pytest.mark.parametrize("page", ["fact", "entity", "ask"])
@pytest.mark.parametrize("text", ["yesterday", "2026-13-45T99:99", "9999-12-31T23:59", "0001-01-01T00:00", "x" * 16])
def test_what_is_no_time_is_said_beside_its_field(curator, desk, page, text):
    address = {
        "fact": reverse("admin:memory_memory_change", args=[desk.fact.pk]),
        "entity": reverse("admin:memory_entity_change", args=[desk.entity.pk]),
        "ask": reverse("admin:memory_ask"),
    }[page]
    for name in ("valid_at", "known_at"):
        answer = curator.get(address, {name: text, "q": "Where is Alice?"})
        assert answer.status_code == 200
        assert answer.content.decode().count('aria-invalid="true"') == 1


def test_an_entity_shows_the_facts_that_held_then(curator, desk, moved):
    old, new = moved
    lena = new.entities.get()
    address = reverse("admin:memory_entity_change", args=[lena.pk])
    assert curator.get(address).context["facts"] == [new]
    assert curator.get(address, at(NOON + DAY)).context["facts"] == [old]
    assert curator.get(address, at(NOON + 11 * DAY, "known_at")).context["facts"] == []
    assert curator.get(address, at(NOON - DAY)).context["facts"] == []


def test_asking_at_another_time(curator, desk, moved):
    def block(**asked):
        page = curator.get(reverse("admin:memory_ask"), {"q": "Where is @lena's desk?", **asked})
        return page.context["context_block"]

    assert "hall 9" in block()
    then = block(**at(NOON + DAY))
    assert "hall 4" in then
    assert "hall 9" not in then
    background.flush()
    assert not HandedContext.objects.within(desk.namespace).exists()
    assert not Recall.objects.exists()


@pytest.fixture
def handed(desk, moved):
    """The block that told of hall 9, before a person corrected that."""
    prompt = "Where is @lena's desk?"
    answer = context.build(desk.namespace, prompt, session_id="s7")
    background.flush()
    new = correcting.correct(desk.namespace, moved[1].uid, "@lena has her desk in hall 12.", actor=CURATOR)
    embed_all()
    return answer, prompt, moved[1], new


def block_page(client, answer, **asked):
    return client.get(reverse("admin:memory_block", args=[answer.id]), asked)


def test_a_block_is_replayed_exactly_beside_todays(curator, desk, handed):
    answer, prompt, told, _ = handed
    page = block_page(curator, answer)
    assert page.context["kept"].block == answer.block
    assert [part["since"] for part in page.context["parts"] if part["memory"] == told] == [["retired", "superseded"]]
    assert page.context["today"] is None
    page = block_page(curator, answer, q=prompt)
    assert page.context["same"]
    assert "".join(line["then"] for line in page.context["lines"]) == answer.block.replace("\n", "")
    today = context.build(desk.namespace, prompt, session_id="s7", record=False).block
    assert "".join(line["now"] for line in page.context["lines"]) == today.replace("\n", "")
    assert "hall 12" in today
    other = block_page(curator, answer, q="Where is the lift?")
    assert not other.context["same"]
    background.flush()
    assert HandedContext.objects.within(desk.namespace).count() == 1


def test_a_prompt_that_is_kept_needs_no_typing_and_leads_to_the_knowledge_of_then(curator, desk, handed):
    answer, prompt, _, _ = handed
    HandedContext.objects.within(desk.namespace).update(prompt=prompt, at=timezone.now())
    page = block_page(curator, answer)
    assert page.context["same"]
    assert "hall 12" in page.context["today"].block
    assert (
        urlencode({"known_at": HandedContext.objects.within(desk.namespace).get().at.isoformat()})
        in (page.context["then"])
    )
    assert curator.get(page.context["then"]).context["asked"]


def test_the_way_to_a_block_leads_from_the_fact_and_the_palette(curator, desk, handed):
    answer, _, told, _ = handed
    address = reverse("admin:memory_block", args=[answer.id])
    assert address in fact_page(curator, told).content.decode()
    found = curator.get(reverse("admin:search"), {"s": answer.id, "extended": "1"})
    assert address in found.content.decode()


def test_a_block_of_another_namespace_is_not_there(curator, sign_in, handed):
    answer = handed[0]
    stranger = sign_in("curator", "acme/bob")
    furnish("acme/bob")
    assert block_page(stranger, answer).status_code == 404
    assert curator.get(reverse("admin:memory_block", args=["ctx_none"])).status_code == 404


def test_the_pages_of_another_time_cost_a_fixed_number_of_statements(curator, desk, moved):
    old, new = moved
    lena = new.entities.get()
    addresses = [
        reverse("admin:memory_memory_change", args=[old.pk]), reverse("admin:memory_entity_change", args=[lena.pk])
    ]  # fmt: skip

    def count(address):
        with CaptureQueriesContext(connection) as queries:
            assert curator.get(address, at(NOON + DAY)).status_code == 200
        return len(queries)

    few = [count(address) for address in addresses]
    for number in range(20):
        held(know(desk.namespace, f"@lena owns key {number} of cupboard {number + 30}."), NOON, None)
    assert [count(address) for address in addresses] == few
    assert max(few) <= 30
