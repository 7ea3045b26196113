"""From a finished conversation to facts: the workflow, with the offline rules and with a model over real HTTP."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from maintenance import consolidation
from maintenance.consolidation import consolidate_pending
from maintenance.extraction import deadline, rules
from memory import context_block
from memory.models import Conflict, Memory, Operation, Session, UnreadTurn, WaitingFor
from memory.search import hybrid_search
from memory.services import namespaces, operations
from memory.services.learning import saving
from memory.services.learning.consolidation import CHUNK, FACTS_A_COMMIT, OVERLAP
from memory.services.memories import facts
from memory.services.talk import sessions
from tests.openai_server import FAILURES, Request, chat, error
from tests.pace import slowness, taken
from tests.store import AGENT, CURATOR, NOON, claim, contents, fresh, know, lineage, say

UNRELATED = {"verdicts": [{"number": one, "verdict": "unrelated", "reason": "other things"} for one in range(1, 13)]}


def run(namespace, session_id="s1") -> Operation:
    return consolidation.consolidate(claim(namespace, session_id))


def state(namespace, session_id="s1") -> Session:
    return sessions.get_session(namespace, session_id)


def fact(content, *ids, **fields):
    return {
        "content": content, "source_ids": list(ids), "event_time": None, "tags": ["habit"], "confidence": 0.9,
    } | fields  # fmt: skip


def shown(request: Request) -> list[dict[str, Any]]:
    """The turns that the prompt of a request quotes."""
    text = request.body["messages"][-1]["content"]
    return [json.loads(line) for line in text.splitlines() if line.startswith('{"id"')]


def things(count: int) -> list[str]:
    """So many made-up words, no two of them alike: facts about them have nothing to do with each other."""
    return ["zu" + "".join("bdfgklmnprst"[(i // 12**k) % 12] + "aeiou"[i % 5] for k in range(3)) for i in range(count)]


class Learner:
    """A model that states one fact for every source turn it is shown, and finds nothing in conflict."""

    def __init__(self) -> None:
        self.asked: list[list[dict[str, Any]]] = []

    def __call__(self, request: Request):
        turns = shown(request)
        if not turns:
            return chat(UNRELATED)
        self.asked.append(turns)
        return chat({"facts": [fact(t["text"], t["id"]) for t in turns if t["source"]]})


@pytest.fixture
def model(openai_server, settings):
    settings.MEMORY_FACTS_PROVIDER = "openai"
    settings.MEMORY_CONSOLIDATION_ATTEMPTS = 2
    learner = Learner()
    openai_server.otherwise = learner
    openai_server.learner = learner
    return openai_server


# --- With the offline rules -------------------------------------------------------------------------------------


def test_what_a_user_states_becomes_facts_with_their_sources(namespace):
    turns = say(
        namespace, "s1", "I live in Hamburg with my husband Jonas.", "Okay, thanks!", name="Maya", event_time=NOON
    )
    done = run(namespace)
    assert done.status == "succeeded"
    found = list(Memory.objects.within(namespace).facts())
    assert any("Maya" in f.content and "Hamburg" in f.content for f in found)
    assert {link.source for f in found for link in f.source_links.all()} == {turns[0]}
    assert all((f.session_id, f.source_role, f.origin) == ("s1", "Maya", "derived") for f in found)
    assert any(e.canonical_name == "Hamburg" for f in found for e in f.entities.all())
    assert (done.counts["episodes"], done.counts["saved"]) == (2, len(found))
    assert state(namespace).status == "consolidated"


def test_only_the_users_turns_are_learnt_from(namespace):
    say(namespace, "s1", "I live in Hamburg and I love tea.", role="assistant", name="Juno")
    say(namespace, "s1", "Maya lives in Bremen.", role="tool")
    done = run(namespace)
    assert (done.status, contents(namespace)) == ("succeeded", [])


def test_the_same_conversation_twice_adds_no_fact(namespace):
    lines = (
        "I live in Hamburg with my husband Jonas.", "I work as a product designer at Harbour Maps.",
        "I am allergic to hazelnuts.", "I run three times a week.", "My sister Elin lives in Uppsala.",
    )  # fmt: skip
    say(namespace, "s1", *lines, name="Maya", event_time=NOON)
    run(namespace)
    first = contents(namespace)
    assert len(first) >= 4
    say(namespace, "s2", *lines, name="Maya", event_time=NOON)
    done = run(namespace, "s2")
    assert contents(namespace) == first
    assert (done.counts["saved"], done.counts["conflicts"]) == (0, 0)
    assert done.counts["duplicates"] >= len(first)
    assert all(f.source_links.count() == 2 for f in Memory.objects.within(namespace).facts())


def test_a_new_employer_supersedes_the_old_one(namespace):
    say(namespace, "s1", "I work at Harbour Maps.", name="Maya", event_time=NOON)
    run(namespace)
    say(namespace, "s2", "I work at Tidewater Labs now.", name="Maya", event_time=NOON + timedelta(days=40))
    run(namespace, "s2")
    old, new = Memory.objects.within(namespace).facts().order_by("rowid")
    assert lineage(old)["superseded_by"] == new.uid
    assert Conflict.objects.within(namespace).get().status == "resolved"


def test_relative_dates_are_resolved_in_the_speakers_offset_else_the_namespaces_zone(namespace):
    late = datetime(2026, 5, 10, 22, 30, tzinfo=UTC)  # already the 11th in Berlin
    say(namespace, "s1", "I bought a touring bike yesterday.", name="Maya", event_time=late, event_offset=120)
    run(namespace)
    namespace.settings = {"timezone": "America/New_York"}  # still the 10th
    namespace.save()
    say(namespace, "s2", "I sold my old car yesterday.", name="Maya", event_time=late)
    run(namespace, "s2")
    bike, car = Memory.objects.within(namespace).facts().order_by("rowid")
    assert bike.event_time.astimezone(UTC).date().isoformat() in {"2026-05-09", "2026-05-10"}
    assert "10 May 2026" in bike.content or "2026-05-10" in bike.content
    assert "9 May 2026" in car.content or "2026-05-09" in car.content


def test_what_the_memory_injected_is_never_learnt_again(namespace):
    block, _, _ = context_block.render(
        [("2026-03-02", "Maya owns a yacht."), ("2026-03-02", "Maya lives in Monaco.")], "A week of luxury."
    )
    say(namespace, "s1", block, f"{block}\n\nI live in Hamburg.", name="Maya")
    run(namespace)
    assert [c for c in contents(namespace) if "Hamburg" in c]
    assert not [c for c in contents(namespace) if "yacht" in c or "Monaco" in c or "luxury" in c]
    assert state(namespace).status == "consolidated"


def test_a_session_in_another_language_waits_visibly(namespace):
    say(
        namespace, "s1", "Ich wohne seit drei Jahren mit meinem Mann in Hamburg und arbeite dort.",
        "Wir haben einen Hund, der Biscuit heißt, und zwei Katzen.", name="Maya",
    )  # fmt: skip
    done = run(namespace)
    waiting = state(namespace)
    assert (waiting.status, waiting.pending_count, waiting.attempts) == ("pending", 2, 0)
    assert waiting.waiting_for == WaitingFor.LANGUAGE
    assert "language" in waiting.last_error
    assert done.error.startswith("waits")
    assert contents(namespace) == []
    assert consolidate_pending() == []  # it rests; it is not tried each minute


def test_a_turn_in_another_language_among_english_ones_shows_on_the_session_and_in_the_run(namespace):
    turns = say(namespace, "s1", "I love Norwegian folk music.", "Ich wohne seit Jahren in Hamburg und arbeite dort.",
                "I bought a canoe in Bergen.")  # fmt: skip
    done = run(namespace)
    assert (done.status, done.counts["unread"], done.counts["saved"]) == ("succeeded", 1, 2)
    assert (state(namespace).unread_count, state(namespace).waiting_for) == (1, "")
    assert list(UnreadTurn.objects.values_list("memory", flat=True)) == [turns[1].pk]
    say(namespace, "s2", "I sing in a choir.", "I also swim.")
    run(namespace, "s2")
    assert state(namespace, "s2").unread_count == 0


def test_what_waits_for_its_language_is_found_meanwhile(namespace):
    namespace.settings = {"language": "de"}
    namespace.save()
    say(namespace, "s1", "Biscuit hat morgen einen Termin beim Tierarzt.", name="Maya")
    run(namespace)
    assert sessions.get_session(namespace, "s1").waiting_for == WaitingFor.LANGUAGE
    assert [hit.memory.session_id for hit in hybrid_search(namespace, "Wann muss Biscuit zum Tierarzt?").hits] == ["s1"]


def test_without_a_provider_a_session_waits_and_costs_no_attempt(namespace, settings):
    settings.MEMORY_SPACY_MODEL = "no_such_model"
    say(namespace, "s1", "I live in Hamburg.")
    done = run(namespace)
    assert "no_such_model" in done.error or "no-such-model" in done.error
    assert (state(namespace).status, state(namespace).attempts) == ("pending", 0)


def test_late_turns_are_pending_again_and_only_they_are_read(namespace):
    say(namespace, "s1", "I live in Hamburg.", name="Maya")
    run(namespace)
    say(namespace, "s1", "I play the cello.", name="Maya")
    assert state(namespace).pending_count == 1
    done = run(namespace)
    assert done.counts["episodes"] == 1
    assert any("cello" in c for c in contents(namespace))


def test_a_namespace_learns_only_what_it_wants(namespace):
    namespace.settings = {"learn": ["preference"]}
    namespace.save()
    say(namespace, "s1", "I live in Hamburg.", "I prefer window seats.", name="Maya")
    run(namespace)
    assert len(contents(namespace)) == 1
    assert "window seats" in contents(namespace)[0]


def test_every_waiting_session_is_consolidated_of_one_namespace_or_all(namespace):
    bob = namespaces.ensure("acme/bob")
    say(namespace, "s1", "I live in Hamburg.", name="Maya")
    say(namespace, "s2", "I play the cello.", name="Maya")
    say(bob, "b1", "I own a boat.", name="Bob")
    sessions.complete_all()
    seen = []
    assert len(consolidate_pending(namespace, lambda session, done: seen.append(session))) == 2
    assert seen == ["s1", "s2"]
    assert state(bob, "b1").status == "pending"
    assert len(consolidate_pending()) == 1
    assert contents(bob)
    assert not any("boat" in c for c in contents(namespace))


# --- With a model -----------------------------------------------------------------------------------------------


def test_a_long_session_is_read_in_chunks_with_an_overlap_that_is_not_learnt_from(namespace, model):
    turns = say(namespace, "s1", *things(70), name="Maya")
    done = run(namespace)
    asked = model.learner.asked
    assert [sum(t["source"] for t in chunk) for chunk in asked] == [CHUNK, CHUNK, 10]
    assert [len(chunk) for chunk in asked] == [CHUNK, CHUNK + OVERLAP, 10 + OVERLAP]
    assert [t["id"] for t in asked[1][:OVERLAP]] == [m.uid for m in turns[CHUNK - OVERLAP : CHUNK]]
    assert (done.counts["chunks"], done.counts["episodes"]) == (3, 70)
    assert len(contents(namespace)) == 70
    assert done.cost["tokens_in"] >= 300
    assert state(namespace).watermark == turns[-1].pk


def test_evidence_from_elsewhere_is_refused(namespace, model):
    (foreign,) = say(namespaces.ensure("acme/bob"), "b1", "secret")
    (other,) = say(namespace, "s0", "another session")
    (turn,) = say(namespace, "s1", "I like tea")
    model.script(
        chat(
            {
                "facts": [
                    fact("Maya likes tea.", turn.uid), fact("Made up.", "ep_made_up"), fact("Foreign.", foreign.uid),
                    fact("Elsewhere.", turn.uid, other.uid), fact("Nowhere."),
                ]
            }
        )
    )  # fmt: skip
    run(namespace)
    assert contents(namespace) == ["Maya likes tea."]


def test_a_reply_that_cannot_be_used_is_asked_for_again(namespace, model):
    say(namespace, "s1", "tea")
    model.script(FAILURES["malformed_json"](None))
    done = run(namespace)
    assert done.status == "succeeded"
    assert (done.counts["splits"], len(contents(namespace))) == (0, 1)


@pytest.mark.parametrize("failure", ["cut_json", "refusal", "length", "empty_content", "foreign_ids", "wrong_types"])
def test_then_the_chunk_is_split_so_that_one_bad_turn_hides_no_other(namespace, model, failure):
    words = things(7)
    say(namespace, "s1", *words[:4], "poison", *words[4:])
    learner = model.learner

    def poisoned(request):
        if any("poison" in t["text"] and t["source"] for t in shown(request)):
            return FAILURES[failure]({"facts": [fact("x", "y")]})
        return learner(request)

    model.otherwise = poisoned
    done = run(namespace)
    assert done.status == "failed"
    assert contents(namespace) == words[:4]
    waiting = state(namespace)
    assert (waiting.status, waiting.pending_count) == ("pending", 4)
    assert waiting.last_error
    for _ in range(2):  # what was learnt meanwhile had given it new attempts
        Session.everything.update(lease_until=None)
        assert [one.status for one in consolidate_pending()] == ["failed"]
    assert (state(namespace).status, state(namespace).pending_count) == ("failed", 4)
    assert consolidate_pending() == []
    sessions.skip(namespace, "s1", "poison", actor=CURATOR)
    assert state(namespace).pending_count == 0


def test_a_fact_keeps_the_name_of_the_rule_that_found_it(namespace):
    say(namespace, "s1", "I love Norwegian folk music.", "I bought a canoe in Bergen.")
    run(namespace)
    learnt = Memory.objects.within(namespace).facts().order_by("rowid")
    assert [fact.attributes["rule"] for fact in learnt] == ["liking", "deed"]


def test_a_turn_that_takes_too_long_is_split_off_and_its_session_marked_failed(namespace, monkeypatch, settings):
    settings.MEMORY_CONSOLIDATION_ATTEMPTS = 2
    now = [0.0]
    read = rules.prose

    def slow(text, *beside):
        now[0] += deadline.CHUNK_SECONDS * 2 if "pottery" in text else 0.01
        return read(text, *beside)

    monkeypatch.setattr(rules, "prose", slow)
    monkeypatch.setattr(deadline, "monotonic", lambda: now[0])
    say(namespace, "s1", "I live in Oslo.", "I work as a baker.", "I love pottery fairs.", "My sister owns a farm.")
    done = run(namespace)
    assert (done.status, done.error) == ("failed", "reading the turns took more than 60 s")
    assert len(contents(namespace)) == 2
    for _ in range(2):
        Session.everything.update(lease_until=None)
        assert [one.status for one in consolidate_pending()] == ["failed"]
    assert (state(namespace).status, state(namespace).pending_count) == ("failed", 2)
    assert "more than 60 s" in state(namespace).last_error


def test_facts_that_take_too_long_to_compare_are_split_off_and_what_was_committed_stays(
    namespace, monkeypatch, settings
):
    settings.MEMORY_CONSOLIDATION_ATTEMPTS = 1
    now = [0.0]
    compared = consolidation.mentions_of

    def slow(draft, known, said, spoken_by):
        now[0] += deadline.CHUNK_SECONDS * 2 if "pottery" in draft.content else 0.01
        return compared(draft, known, said, spoken_by)

    monkeypatch.setattr(consolidation, "mentions_of", slow)
    monkeypatch.setattr(deadline, "monotonic", lambda: now[0])
    say(namespace, "s1", "I live in Oslo.", "I work as a baker.", "I love pottery fairs.", "My sister owns a farm.")
    done = run(namespace)
    assert (done.status, done.error) == ("failed", "comparing the facts took more than 60 s")
    assert (len(contents(namespace)), done.counts["saved"], done.counts["episodes"]) == (2, 2, 2)
    assert (state(namespace).status, state(namespace).pending_count) == ("failed", 2)


@pytest.mark.timed
def test_a_long_turn_about_one_town_is_learnt_in_time(namespace):
    say(namespace, "s1", "My sister Anna lives in Lisbon. " + "We walked around Lisbon and it was sunny. " * 2_400)
    claimed = claim(namespace, "s1")
    assert taken(lambda: consolidation.consolidate(claimed)) < 20 * slowness()
    assert "The user's sister Anna lives in Lisbon." in contents(namespace)


@pytest.mark.timed
def test_a_long_turn_of_many_facts_is_compared_in_time(namespace):
    towns = ("Lisbon", "Porto", "Graz", "Oslo", "Bergen", "Rome")
    people = [f"{head}{tail}" for head in ("An", "Ber", "Cor", "Dor", "El") for tail in ("na", "ta", "la", "sa")]
    facts = [f"My friend {people[n % 20]} lives in {towns[n % 6]} and works at Firm {n}. " for n in range(60)]
    say(namespace, "s1", "".join(facts) + "The weather was fine and we had a good time. " * 4_500)
    claimed = claim(namespace, "s1")
    assert taken(lambda: consolidation.consolidate(claimed)) < 30 * slowness()


@pytest.mark.parametrize("failure", ["http_500", "connection_reset", "null_choices", "html", "broken_off"])
def test_a_server_that_fails_leaves_the_session_as_it_was_and_shows_why(namespace, model, failure):
    say(namespace, "s1", "tea")
    model.otherwise = lambda request: FAILURES[failure]({"facts": []})
    done = run(namespace)
    assert (done.status, contents(namespace)) == ("failed", [])
    assert done.error
    assert (state(namespace).status, state(namespace).pending_count) == ("pending", 1)
    model.otherwise = model.learner
    Session.everything.update(lease_until=None)
    assert [one.status for one in consolidate_pending()] == ["succeeded"]
    assert len(contents(namespace)) == 1


def test_no_facts_is_an_answer(namespace, model):
    say(namespace, "s1", "hello")
    model.script(chat({"facts": []}))
    assert run(namespace).status == "succeeded"
    assert state(namespace).status == "consolidated"


def test_what_was_read_before_a_failure_is_kept(namespace, model):
    say(namespace, "s1", *things(40))
    model.script(model.learner, error(500))
    done = run(namespace)
    assert (done.status, len(contents(namespace)), state(namespace).pending_count) == ("failed", 30, 10)
    assert done.cost["tokens_in"] == 100


def test_a_lost_lease_writes_nothing(namespace, model, monkeypatch):
    (turn,) = say(namespace, "s1", "tea")
    lease = claim(namespace, "s1")

    # Between the question and the commit another worker takes over.
    model.script(chat({"facts": [fact("Maya likes tea.", turn.uid)]}))
    judged = consolidation._judged

    def meanwhile(*args):
        Session.everything.update(lease_until=timezone.now() - timedelta(seconds=1))
        assert sessions.claim_next() is not None
        return judged(*args)

    monkeypatch.setattr(consolidation, "_judged", meanwhile)
    done = consolidation.consolidate(lease)
    assert (done.status, contents(namespace)) == ("failed", [])
    assert "lease" in done.error
    assert state(namespace).watermark == 0
    assert done.cost["tokens_in"] == 100


def test_the_models_judgement_settles_a_contradiction(namespace, model):
    old = know(namespace, "Maya drinks no coffee at all", event_time=NOON)
    (turn,) = say(namespace, "s1", "I drink coffee every day", event_time=NOON + timedelta(days=1))
    model.script(
        chat({"facts": [fact("Maya drinks coffee every day", turn.uid)]}),
        chat({"verdicts": [{"number": 1, "verdict": "contradicts", "reason": "she does now"}]}),
    )
    done = run(namespace)
    assert done.counts["conflicts"] == 1
    assert fresh(old).superseded
    assert Conflict.objects.within(namespace).get().reason == "she does now"
    assert done.cost["tokens_in"] == 200  # the judgement is paid for, too


def test_a_judge_that_fails_is_no_verdict_of_unrelated(namespace, model):
    know(namespace, "Maya drinks no coffee at all")
    (turn,) = say(namespace, "s1", "I drink coffee")
    model.script(chat({"facts": [fact("Maya drinks coffee all day", turn.uid)]}), error(500), error(500))
    done = run(namespace)
    assert done.status == "failed"
    assert len(contents(namespace)) == 1
    assert state(namespace).pending_count == 1


def test_injected_fields_do_nothing(namespace, model):
    (turn,) = say(namespace, "s1", "tea")
    model.script(FAILURES["injected"]({"facts": [fact("Maya likes tea.", turn.uid)]}))
    run(namespace)
    for row in Memory.objects.within(namespace).facts():
        assert not row.protected
        assert row.active
    assert state(namespace).status in {"consolidated", "pending"}


def test_the_days_budget_stops_between_chunks_and_the_rest_waits_till_tomorrow(namespace, model, settings):
    settings.MEMORY_LLM_DAILY_TOKEN_BUDGET = 200
    say(namespace, "s1", *things(70))
    done = run(namespace)
    waiting = state(namespace)
    assert waiting.status == "pending"
    assert "budget of 200 tokens" in waiting.last_error
    assert done.cost["tokens_in"] + done.cost["tokens_out"] >= 200
    assert len(contents(namespace)) == 60  # two chunks of 120 tokens each
    assert waiting.lease_until > timezone.now()
    assert waiting.attempts == 0
    say(namespace, "s2", "more")
    assert "budget" in run(namespace, "s2").error
    bob = namespaces.ensure("acme/bob")
    say(bob, "b1", "tea")
    assert run(bob, "b1").status == "succeeded"  # each namespace has its own


def test_yesterdays_tokens_are_not_todays(namespace, model, settings):
    settings.MEMORY_LLM_DAILY_TOKEN_BUDGET = 100
    spent = operations.start("consolidate_session", namespace=namespace)
    operations.finish(spent, {}, {"tokens_in": 90, "tokens_out": 20})
    say(namespace, "s1", "tea")
    assert "budget" in run(namespace).error
    Operation.objects.filter(pk=spent.pk).update(created_at=timezone.now() - timedelta(days=1, minutes=1))
    Session.everything.update(lease_until=None)
    assert [one.status for one in consolidate_pending()] == ["succeeded"]


def test_a_price_makes_the_cost_readable(namespace, model, settings):
    settings.MEMORY_LLM_PRICE_PER_MTOK = [1.0, 10.0]
    say(namespace, "s1", "tea")
    assert run(namespace).cost == {"tokens_in": 100, "tokens_out": 20, "dollars": 0.0003}


def test_a_session_whose_turns_were_all_retired_is_simply_done(namespace, model):
    (turn,) = say(namespace, "s1", "tea")
    facts.retire(namespace, turn.uid, actor=AGENT)
    assert run(namespace).status == "succeeded"
    assert model.requests == []


def test_a_mistake_of_ours_is_shown_and_leaves_nothing_claimed(namespace, settings):
    settings.MEMORY_FACTS_PROVIDER = "tests.maintenance.test_consolidation.Broken"
    say(namespace, "s1", "tea")
    done = run(namespace)
    assert done.error == "ZeroDivisionError: division by zero"
    assert state(namespace).status == "pending"


class Broken:
    @staticmethod
    def extract(turns, *, timezone, background):
        return 1 / 0


def test_many_facts_of_one_chunk_are_committed_a_part_after_the_other(namespace, model, monkeypatch):
    """Other writers wait for a commit. What was committed before a stop stays, and nothing is learnt twice."""
    said = things(CHUNK)
    say(namespace, "s1", *said)
    sizes = []
    real = saving.save_batch

    def watched(where, batch, **fields):
        sizes.append(len(batch))
        if len(sizes) == 2:
            raise RuntimeError("the process is gone")
        return real(where, batch, **fields)

    monkeypatch.setattr(saving, "save_batch", watched)
    assert run(namespace).error
    assert len(contents(namespace)) == sizes[0] == FACTS_A_COMMIT
    monkeypatch.setattr(saving, "save_batch", real)
    Session.everything.update(lease_until=None)
    assert [one.status for one in consolidate_pending()] == ["succeeded"]
    assert sorted(contents(namespace)) == sorted(said)
