"""Facts that meet: two sessions at once, an older one learnt later, a person's fact, what was retired or restated."""

from datetime import UTC, datetime

import pytest

from maintenance import consolidation
from maintenance.extraction import Background, Extracted, FactDraft, Judged, Turn, Verdict, worth_judging
from maintenance.extraction.judging import verdicts
from memory.language import ENGLISH
from memory.models import Conflict, Memory
from memory.services.learning import consolidation as store
from memory.services.memories import facts
from memory.services.talk import sessions
from tests.store import AGENT, CURATOR, DAY, NOON, claim, contents, fresh, know, lineage, say


def learn(namespace, session_id, *said, when=NOON):
    rows = [say(namespace, session_id, text, name="Maya", event_time=when)[0] for text in said]
    run = consolidation.consolidate(claim(namespace, session_id))
    assert not run.error
    return rows


def test_two_sessions_side_by_side_find_each_others_conflict(namespace, monkeypatch):
    """The second commits while the first is between its judgement and its commit."""
    say(namespace, "one", "I live in Hamburg.", name="Maya", event_time=NOON)
    say(namespace, "two", "I live in Berlin.", name="Maya", event_time=NOON + DAY)
    lease = claim(namespace, "one")
    commit, times = store.commit, []

    def late(*args, **kwargs):
        if not times:
            times.append(1)
            consolidation.consolidate(claim(namespace, "two"))
        return commit(*args, **kwargs)

    monkeypatch.setattr(store, "commit", late)
    assert not consolidation.consolidate(lease).error

    (conflict,) = Conflict.objects.within(namespace)
    assert conflict.status == "resolved"
    hamburg, berlin = (Memory.objects.within(namespace).facts().get(content__contains=c) for c in ("Hamburg", "Berlin"))
    assert hamburg.superseded
    assert not berlin.superseded


def test_two_sessions_side_by_side_save_one_fact_once(namespace, monkeypatch):
    say(namespace, "one", "I live in Hamburg.", name="Maya")
    say(namespace, "two", "I live in Hamburg.", name="Maya")
    lease = claim(namespace, "one")
    commit, times = store.commit, []

    def late(*args, **kwargs):
        if not times:
            times.append(1)
            consolidation.consolidate(claim(namespace, "two"))
        return commit(*args, **kwargs)

    monkeypatch.setattr(store, "commit", late)
    consolidation.consolidate(lease)
    assert contents(namespace) == ["Maya lives in Hamburg."]
    assert Memory.objects.within(namespace).facts().get().source_links.count() == 2


def test_an_older_session_learnt_later_does_not_supersede_a_newer_one(namespace):
    learn(namespace, "new", "I live in Berlin.", when=NOON)
    learn(namespace, "old", "I live in Hamburg.", when=NOON - 300 * DAY)
    assert Memory.objects.within(namespace).facts().get(content__contains="Hamburg").superseded
    assert not Memory.objects.within(namespace).facts().get(content__contains="Berlin").superseded


class Verbatim:
    """Every turn is a fact as it stands; the rules judge, or what `verdict` says."""

    verdict: Verdict | None = None
    tokens = 0, 0

    def extract(self, turns: list[Turn], *, timezone: str, background: Background) -> Extracted:
        return Extracted([FactDraft(t.content, (t.id,), EVENTS.get(t.content), (), 0.9, "Maya") for t in turns])

    def judge(self, new, older) -> Judged:
        return Judged(tuple(self.verdict or verdicts.judge(new.content, old.content) for old in older), *self.tokens)


EVENTS = {
    "Maya's flight to Lisbon leaves on 23 May 2026.": datetime(2026, 5, 23, tzinfo=UTC),
    "Maya's flight to Lisbon leaves on 22 May 2026 now.": datetime(2026, 5, 22, tzinfo=UTC),
}
verbatim = Verbatim()


@pytest.fixture
def said_is_learnt(settings, monkeypatch):
    settings.MEMORY_FACTS_PROVIDER = f"{__name__}.verbatim"
    yield verbatim
    verbatim.verdict, verbatim.tokens = None, (0, 0)


def test_a_flight_that_was_brought_forward_supersedes_though_its_date_is_the_earlier(namespace, said_is_learnt):
    for number, text in enumerate(EVENTS):
        learn(namespace, f"s{number}", text, when=NOON + number * DAY)
    old, new = Memory.objects.within(namespace).facts().order_by("rowid")
    assert (old.superseded, new.superseded) == (True, False)


def test_one_turn_that_changes_its_mind_is_settled_within_the_chunk(namespace):
    learn(namespace, "one", "I live in Hamburg.", "I moved to Berlin.")
    assert Memory.objects.within(namespace).facts().get(content__contains="Hamburg").superseded


def test_a_persons_fact_waits_for_a_review(namespace):
    own = know(namespace, "Maya lives in Hamburg.", CURATOR, event_time=NOON)
    learn(namespace, "one", "I live in Berlin.", when=NOON + DAY)
    (conflict,) = Conflict.objects.within(namespace)
    assert conflict.status == "open"
    assert not fresh(own).superseded
    assert conflict.new_fact.reviews.get().reason == "conflict"


def test_what_a_person_retired_is_not_learnt_again_from_the_same_turns(namespace):
    (turn,) = learn(namespace, "one", "I live in Hamburg.")
    facts.retire(namespace, Memory.objects.within(namespace).facts().get().uid, actor=CURATOR)
    sessions.Session.objects.within(namespace).update(watermark=turn.pk - 1, status="open")
    run = consolidation.consolidate(claim(namespace, "one"))
    assert (run.counts["withheld"], run.counts["saved"]) == (1, 0)
    assert contents(namespace) == []


def test_what_is_said_again_after_it_was_superseded_holds_again(namespace):
    for number, city in enumerate(["Hamburg", "Berlin", "Hamburg"]):
        learn(namespace, f"s{number}", f"I live in {city}.", when=NOON + number * DAY)
    hamburg, berlin = Memory.objects.within(namespace).facts().order_by("rowid")
    assert not hamburg.superseded
    assert lineage(berlin)["superseded_by"] == hamburg.uid
    assert "superseded_by" not in lineage(hamburg)


def test_a_judge_cannot_make_two_numbers_the_same(namespace, said_is_learnt):
    said_is_learnt.verdict = Verdict("same", "all is one")
    said_is_learnt.tokens = 7, 2
    know(namespace, "Maya's budget is 500 euros.", AGENT)
    say(namespace, "one", "Maya's budget is 600 euros.", name="Maya")
    run = consolidation.consolidate(claim(namespace, "one"))
    assert len(contents(namespace)) == 2
    assert (run.counts["judged"], run.cost["tokens_in"], run.cost["tokens_out"]) == (1, 7, 2)


@pytest.mark.parametrize(
    ("new", "old"),
    [
        ("Maya works at Tidewater Labs now, as a design lead.", "Maya works as a product designer at Harbour Maps."),
        ("Maya drinks two cups of coffee every morning before work.", "Maya does not drink coffee."),
        ("Maya moved to Berlin.", "Maya lives in Hamburg."),
    ],
)
def test_what_may_conflict_is_worth_judging_though_few_words_are_shared(new, old):
    assert worth_judging(new, old, ENGLISH) > 0


def test_strangers_are_not_worth_judging():
    assert worth_judging("Maya likes tea.", "Tom owns a boat.", ENGLISH) == 0
    assert worth_judging("Tom lives in Oslo.", "Ann lives in Bonn.", ENGLISH) == 0
    assert worth_judging("Maya drinks tea every afternoon.", "Maya owns a boat in Kiel.", ENGLISH) == 0
