"""Decay: a pure function of base, rate and the last time a fact mattered; n runs are one run; a curator is asked."""

import math
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from memory.models import Event, Memory, Review, decayed
from memory.services import namespaces
from memory.services.curating import deciding
from memory.services.handing import recalls
from memory.services.learning import saving
from memory.services.memories import decay, facts
from tests.store import (
    AGENT,
    CURATOR,
    DAY,
    contents,
    embed_all,
    fresh,
    full_text_is_sound,
    has_posting,
    know,
    vector_rows,
)

# Far enough apart for ten wrong years of a clock in either direction, and for every daylight saving there is.
MOMENTS = st.datetimes(
    datetime(2016, 1, 1), datetime(2036, 1, 1),
    timezones=st.sampled_from([UTC, ZoneInfo("Europe/Berlin"), ZoneInfo("America/New_York")])
)  # fmt: skip
UNIT = st.floats(0, 1)
RATES = st.floats(0, 50)


@given(UNIT, RATES, st.floats(-4000, 4000), st.floats(0, 4000))
def test_the_function_is_monotone_and_never_above_its_base(base, rate, days, more):
    value = decayed(base, rate, days)
    assert 0 <= value <= base
    assert decayed(base, rate, days + more) <= value
    assert decayed(base, rate, 0) == base


@given(UNIT, RATES, st.floats(0, 100))
def test_twice_the_rate_is_twice_the_time(base, rate, days):
    assert decayed(base, 2 * rate, days) == pytest.approx(decayed(base, rate, 2 * days), abs=1e-12)


@given(MOMENTS, MOMENTS, st.none() | MOMENTS, st.none() | MOMENTS, UNIT, st.floats(0, 2))
def test_a_rows_confidence_counts_from_the_latest_of_three_moments(now, created, accessed, based, base, rate):
    row = Memory(created_at=created, last_accessed=accessed, base_set_at=based, base_confidence=base, decay_rate=rate)
    origin = max(moment for moment in (created, accessed, based) if moment is not None)
    days = max((now - origin).total_seconds(), 0) / 86400
    assert row.confidence_at(now) == pytest.approx(base * math.exp(-rate * days), abs=1e-12)


@hypothesis_settings(max_examples=60)
@given(MOMENTS, MOMENTS, st.none() | MOMENTS, st.none() | MOMENTS, UNIT, st.floats(0, 2))
def test_the_store_computes_what_the_function_says(namespace, now, created, accessed, based, base, rate):
    Memory.everything.all().delete()
    row = know(namespace, "Ann likes tea.")
    Memory.everything.filter(pk=row.pk).update(
        created_at=created, last_accessed=accessed, base_set_at=based, base_confidence=base, decay_rate=rate,
        confidence=base,
    )  # fmt: skip
    decay.run(namespace, now=now, threshold=0.0)
    first = fresh(row)
    assert first.confidence == pytest.approx(first.confidence_at(now), abs=1e-6)
    assert decay.run(namespace, now=now, threshold=0.0).updated == 0
    assert fresh(row).confidence == first.confidence


def test_running_every_night_equals_running_once(namespace):
    nightly, once = (
        know(namespace, "Ann likes tea.", confidence=0.9),
        know(namespace, "Bob owns a boat.", confidence=0.9),
    )
    begin = nightly.created_at
    Memory.everything.filter(pk=once.pk).update(created_at=begin, base_set_at=begin)
    Memory.everything.filter(pk=nightly.pk).update(created_at=begin, base_set_at=begin)
    for night in range(1, 20):
        decay.run(namespace, now=begin + night * DAY)
    assert fresh(nightly).confidence == pytest.approx(0.9 * math.exp(-0.1 * 19), abs=1e-6)
    assert fresh(nightly).confidence == fresh(once).confidence


def test_an_untouched_fact_lives_thirty_days_at_the_defaults(namespace):
    fact = know(namespace, "Ann likes tea.")
    decay.run(namespace, now=fact.created_at + timedelta(days=29, hours=20))
    assert contents(namespace)
    decay.run(namespace, now=fact.created_at + timedelta(days=30, hours=1))
    assert not contents(namespace)


def test_a_clock_in_the_past_raises_nothing(namespace):
    fact = know(namespace, "Ann likes tea.", confidence=0.7)
    decay.run(namespace, now=fact.created_at - 3650 * DAY)
    assert fresh(fact).confidence == 0.7


def test_protected_facts_turns_and_retired_ones_never_move(namespace):
    protected = facts.confirm(namespace, know(namespace, "Ann likes tea.").uid, actor=AGENT)
    gone = facts.retire(namespace, know(namespace, "Bob owns a boat.", confidence=0.5).uid, actor=AGENT)
    result = decay.run(namespace, now=protected.created_at + 1000 * DAY)
    assert (result.updated, result.retired) == (0, 0)
    assert fresh(protected).confidence == 1.0
    assert fresh(gone).confidence == 0.5


def test_a_retired_fact_leaves_the_indexes_and_a_trace_in_history(namespace):
    fact = know(namespace, "Ann likes tea.")
    embed_all()
    when = fact.created_at + 40 * DAY
    result = decay.run(namespace, now=when)
    assert result.retired == 1
    assert fresh(fact).valid_until == when
    assert not has_posting(fact, "tea")
    assert vector_rows() == set()
    assert Event.objects.within(namespace).about(fact.uid).last().kind == "decayed"
    full_text_is_sound()


def test_a_superseded_fact_fades_from_its_lowered_base(namespace):
    old, new = know(namespace, "Ann lives in Hamburg"), know(namespace, "Ann has left for Bremen")
    deciding.resolve_pair(namespace, new.uid, old.uid, actor=CURATOR)
    decay.run(namespace, now=old.created_at + 10 * DAY)
    assert fresh(old).confidence == pytest.approx(0.3 * math.exp(-1), abs=1e-4)
    decay.run(namespace, now=old.created_at + 18 * DAY)
    assert contents(namespace) == [new.content]


def test_a_recall_between_writing_and_retiring_saves_a_fact(namespace):
    fact = know(namespace, "Ann likes tea.")
    later = fact.created_at + 40 * DAY

    def recalled(share: float) -> None:
        recalls.record_now([fact.pk], session_id="s1", via="search", at=later)

    assert decay.run(namespace, now=later, on_progress=recalled).retired == 0
    assert fresh(fact).confidence == 1.0


def test_one_namespace_alone(namespace):
    bob = namespaces.ensure("acme/bob")
    mine, other = know(namespace, "Ann likes tea."), know(bob, "Bob owns a boat.")
    decay.run(namespace, now=mine.created_at + 40 * DAY)
    assert (contents(namespace), contents(bob)) == ([], [other.content])
    assert decay.run(now=mine.created_at + 40 * DAY).retired == 1


def plenty(namespace, count: int = 30) -> Memory:
    saving.save_batch(
        namespace, [saving.FactInput(f"Parcel {n} weighs {n * n} kilos") for n in range(count)], actor=AGENT
    )
    Review.everything.all().delete()
    return Memory.objects.within(namespace).facts().order_by("rowid")[0]


def test_a_run_that_would_retire_too_much_stops_and_asks_once(namespace):
    later = plenty(namespace).created_at + 40 * DAY
    for _ in range(2):
        result = decay.run(now=later)
        assert (result.retired, result.stopped) == (0, ["acme/alice"])
    review = Review.objects.within(namespace).get()
    assert (review.reason, review.subject) == ("decay_stopped", None)
    assert "30 of 30" in review.detail
    assert len(contents(namespace)) == 30


def test_one_namespaces_stop_is_not_anothers(namespace):
    later = plenty(namespace).created_at + 40 * DAY
    bob = namespaces.ensure("acme/bob")
    know(bob, "Bob owns a boat.")
    assert decay.run(now=later).retired == 1
    assert contents(bob) == []


def test_a_curators_yes_lifts_the_stop(namespace):
    later = plenty(namespace).created_at + 40 * DAY
    decay.run(now=later)
    deciding.decide_review(namespace, Review.objects.within(namespace).get().pk, "accept", actor=CURATOR)
    assert decay.run(namespace, now=later, force=True).retired == 30


def test_a_few_may_always_go(namespace, settings):
    later = plenty(namespace, settings.MEMORY_DECAY_SAFE_COUNT).created_at + 40 * DAY
    assert decay.run(namespace, now=later).retired == settings.MEMORY_DECAY_SAFE_COUNT


def test_a_small_share_may_go_however_many_they_are(namespace, settings):
    settings.MEMORY_DECAY_SAFE_COUNT = 1
    later = plenty(namespace).created_at + 40 * DAY
    Memory.objects.within(namespace).filter(pk__in=[m.pk for m in Memory.objects.within(namespace)[9:]]).update(
        decay_rate=0
    )
    assert decay.run(namespace, now=later).retired == 9


def test_batches_cover_every_row(namespace, monkeypatch):
    monkeypatch.setattr(decay, "BATCH_ROWIDS", 7)
    monkeypatch.setattr(decay, "RETIRE_BATCH", 4)
    later = plenty(namespace).created_at + 40 * DAY
    assert decay.run(namespace, now=later, force=True).retired == 30
    assert contents(namespace) == []


def test_a_run_tells_how_far_it_is_and_is_one_change(namespace, monkeypatch):
    monkeypatch.setattr(decay, "BATCH_ROWIDS", 7)
    monkeypatch.setattr(decay, "RETIRE_BATCH", 4)
    later = plenty(namespace).created_at + 40 * DAY
    told = []
    first, last = decay._rowid_range()
    decay.run(namespace, now=later, force=True, on_progress=told.append)
    assert told == [0.8 * at / (last - first + 1) for at in range(0, last - first + 1, 7)] + [1.0]
    assert 0.5 < told[-2] < 0.8
    events = Event.objects.within(namespace).filter(kind="decayed")
    assert (events.count(), events.values("change").distinct().count()) == (30, 1)


def test_as_many_as_may_always_go_go_whatever_share_that_is(namespace, settings):
    later = plenty(namespace).created_at + 40 * DAY
    settings.MEMORY_DECAY_SAFE_COUNT, settings.MEMORY_DECAY_MAX_SHARE = 29, 0.0
    assert decay.run(namespace, now=later).stopped == ["acme/alice"]
    settings.MEMORY_DECAY_SAFE_COUNT = 30
    assert decay.run(namespace, now=later).retired == 30


def test_just_the_share_that_may_go_goes(namespace, settings):
    later = plenty(namespace).created_at + 40 * DAY
    settings.MEMORY_DECAY_SAFE_COUNT = 0
    settings.MEMORY_DECAY_MAX_SHARE = 1.0
    assert decay.run(namespace, now=later).retired == 30


def test_an_empty_store_is_fine(db):
    result = decay.run()
    assert (result.updated, result.retired, result.faded, result.stopped) == (0, 0, 0, [])


def test_the_forecast_says_what_will_be_gone(namespace):
    know(namespace, "Ann likes tea.")
    know(namespace, "Bob owns a boat.", decay_rate=0.0)
    assert decay.forecasts([namespace.pk], [1, 31]) == [0, 1]
    assert decay.falling_within(Memory.objects.within(namespace), 31).count() == 1


def test_the_forecast_is_of_the_namespaces_that_it_is_asked_for(namespace):
    know(namespace, "Ann likes tea.")
    bob = namespaces.ensure("acme/bob")
    know(bob, "Bob likes rain.")
    assert decay.forecasts([namespace.pk], [31]) == decay.forecasts([bob.pk], [31]) == [1]
    assert decay.forecasts([namespace.pk, bob.pk], [31, 31, 1]) == [2, 2, 0]
    assert decay.forecasts(None, [31]) == [2]
    assert decay.forecasts([None], [31]) == [0]
    assert decay.forecasts([namespace.pk], [31], threshold=1.0) == [1]
    assert decay.forecasts([namespace.pk], [0], threshold=1.0) == [0]


def test_writers_are_let_in_between_two_batches_and_a_night_rests_for_moments_alone(namespace, monkeypatch):
    monkeypatch.setattr(decay, "BATCH_ROWIDS", 7)
    monkeypatch.setattr(decay, "RETIRE_BATCH", 4)
    later = plenty(namespace).created_at + 40 * DAY
    rests = []
    monkeypatch.setattr(decay.time, "sleep", rests.append)
    decay.run(namespace, now=later, force=True)
    first, last = decay._rowid_range()
    assert len(rests) == len(range(first, last + 1, 7)) + 8  # 30 facts, four at a time
    assert all(0 < rest < 0.02 for rest in rests)


def test_a_curators_no_lets_the_facts_begin_anew(namespace):
    later = plenty(namespace).created_at + 40 * DAY
    assert decay.run(now=later).stopped == ["acme/alice"]
    deciding.decide_review(namespace, Review.objects.within(namespace).get().pk, "reject", actor=CURATOR)
    spared = Memory.objects.within(namespace).facts().active()
    assert [fact.confidence for fact in spared] == [fact.base_confidence for fact in spared]
    assert Event.objects.within(namespace).get(kind="spared").after == {"facts": 30}
    # They were spared now, so that ten days from now nothing falls.
    assert decay.run(now=max(fact.base_set_at for fact in spared) + 10 * DAY).stopped == []


HEALTH = ("Maya is allergic to hazelnuts", "Maya takes ramipril", "Maya's sister is Elin")
ORDINARY = ("Maya likes tea", "Maya owns a kayak", "Maya plays chess with Kim", "Maya reads crime novels")


def before_a_holiday(namespace) -> Memory:
    """Nine facts of mixed kinds; answers the last."""
    first, second, third = (
        know(namespace, HEALTH[0]), know(namespace, HEALTH[1], tags=["health"]), know(namespace, HEALTH[2])
    )  # fmt: skip
    assert {first.durability, second.durability, third.durability} == {"lasting"}
    for content in ORDINARY:
        assert know(namespace, content).durability == "ordinary"
    know(namespace, "Maya is flying to Rome", tags=["plan"], event_time=timezone.now() + 10 * DAY)
    return know(namespace, "Maya is fixing the build", tags=["task"])


def test_a_holiday_does_not_erase_a_small_memory(namespace):
    later = before_a_holiday(namespace).created_at + 32 * DAY
    result = decay.run(now=later)
    assert (result.retired, result.stopped, result.faded) == (2, ["acme/alice"], 0)
    assert sorted(contents(namespace)) == sorted([*HEALTH, *ORDINARY])
    assert "4 of 7" in Review.objects.within(namespace).get().detail


def test_a_curators_yes_after_a_holiday_spares_what_lasts(namespace):
    later = before_a_holiday(namespace).created_at + 32 * DAY
    assert decay.run(namespace, now=later, force=True).retired == 6
    assert sorted(contents(namespace)) == sorted(HEALTH)


def test_one_forgotten_fact_of_many_goes_without_a_question(namespace):
    forgotten = know(namespace, "Maya owns a kayak")
    kept = plenty(namespace, 9)
    later = forgotten.created_at + 40 * DAY
    recalls.record_now([m.pk for m in Memory.objects.within(namespace) if m.pk >= kept.pk and m != forgotten],
                       session_id="s1", via="search", at=later)  # fmt: skip
    result = decay.run(namespace, now=later)
    assert (result.retired, result.stopped) == (1, [])
    assert not fresh(forgotten).active


def test_a_lasting_fact_that_faded_waits_for_a_person_once(namespace):
    fact = know(namespace, "Maya is allergic to hazelnuts")
    assert fact.decay_rate == pytest.approx(0.01)
    later = fact.created_at + 310 * DAY
    assert [decay.run(now=later, force=True).faded for _ in range(2)] == [1, 0]
    review = Review.objects.within(namespace).get()
    assert (review.reason, review.subject, fresh(fact).active) == ("faded", fact, True)
    deciding.decide_review(namespace, review.pk, "accept", actor=CURATOR)
    assert fresh(fact).confidence == 1.0
    assert decay.run(now=fresh(fact).base_set_at + 310 * DAY).faded == 1
    deciding.decide_review(namespace, Review.objects.within(namespace).get(status="open").pk, "reject", actor=CURATOR)
    assert contents(namespace) == []


def test_lasting_facts_are_asked_about_in_one_namespace_alone(namespace):
    fact = know(namespace, "Maya is allergic to hazelnuts")
    know(namespaces.ensure("acme/bob"), "Bob is allergic to eggs")
    assert decay.run(namespace, now=fact.created_at + 310 * DAY).faded == 1
    assert [review.namespace for review in Review.everything.all()] == [namespace]


def test_the_forecast_leaves_out_what_is_put_before_a_person(namespace):
    know(namespace, "Maya is allergic to hazelnuts")
    assert decay.forecasts([namespace.pk], [400]) == [0]
    assert decay.falling_within(Memory.objects.within(namespace), 400).count() == 0


def test_a_plan_fades_fast_from_its_date_on_and_not_before(namespace):
    plan = know(namespace, "Maya is flying to Rome", tags=["plan"], event_time=timezone.now() + 60 * DAY)
    decay.run(now=plan.event_time - DAY)
    assert fresh(plan).confidence == 1.0
    decay.run(now=plan.event_time + 7 * DAY)
    assert fresh(plan).active
    decay.run(now=plan.event_time + 8 * DAY)
    assert not fresh(plan).active


def test_the_kinds_multiply_the_namespaces_rate_and_a_callers_own_stands(namespace):
    namespace.settings = {"decay_rate": 0.5}
    namespace.save()
    assert know(namespace, "Maya is allergic to hazelnuts").decay_rate == pytest.approx(0.05)
    assert know(namespace, "Maya is fixing the build", tags=["task"]).decay_rate == pytest.approx(2.0)
    told = know(namespace, "Maya is allergic to eggs", decay_rate=0.3)
    assert (told.decay_rate, told.durability) == (0.3, "lasting")


def test_a_fact_that_is_no_longer_protected_fades_as_its_kind_does(namespace):
    fact = know(namespace, "Maya is allergic to hazelnuts", decay_rate=0.0)
    assert facts.edit(namespace, fact.uid, actor=CURATOR, protected=False).decay_rate == pytest.approx(0.01)


def test_a_trickle_of_one_a_night_is_stopped_as_all_in_one_night_would_be(namespace):
    for number, content in enumerate((*ORDINARY, "Maya bakes rye bread", "Maya rents a garage", "Maya sings alto")):
        fact = know(namespace, content, decay_rate=0.1)
        Memory.objects.within(namespace).filter(pk=fact.pk).update(base_confidence=0.5 + 0.06 * number)
    start = Memory.objects.within(namespace).first().created_at
    runs = [decay.run(namespace, now=start + night * DAY) for night in range(1, 40)]
    assert sum(run.retired for run in runs) == 2
    assert runs[-1].stopped == [namespace.name]
    assert "after 2 within 30 days" in Review.objects.within(namespace).get().detail


def test_what_a_curator_agreed_to_begins_the_window_anew_and_so_does_a_month(namespace):
    assert not decay._retired_lately(namespace.pk, fresh(know(namespace, "Maya likes tea")).created_at)
    later = plenty(namespace).created_at + 40 * DAY
    decay.run(namespace, now=later)
    deciding.decide_review(namespace, Review.objects.within(namespace).get().pk, "accept", actor=CURATOR)
    decay.run(namespace, now=later, force=True)
    gone = Memory.objects.within(namespace).facts().filter(valid_until__isnull=False)
    assert gone.count() == 31
    moment = max(fact.valid_until for fact in gone)
    assert decay._retired_lately(namespace.pk, moment + 31 * DAY) == 0
