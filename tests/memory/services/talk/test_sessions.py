"""The life of a session: completed, claimed under a lease, consolidated up to a watermark, failed in sight."""

from datetime import timedelta

import pytest
from django.utils import timezone

from memory.models import Event, Operation, Session, WaitingFor, session_key, session_subject
from memory.services import namespaces
from memory.services.errors import NotFound, StateConflict
from memory.services.learning import consolidation
from memory.services.learning.saving import FactInput
from memory.services.memories import facts
from memory.services.talk import sessions
from memory.services.talk.sessions import LeaseLost
from tests.store import AGENT, CURATOR, DERIVED, claim, contents, say


def state(namespace, session_id="s1") -> str:
    return sessions.get_session(namespace, session_id).status


def expire(lease) -> None:
    Session.everything.filter(pk=lease.pk).update(lease_until=timezone.now() - timedelta(seconds=1))


def test_the_listing_counts_turns_and_those_that_wait(namespace):
    rows = say(namespace, "s1", "one", "two", "three")
    say(namespace, "s2", "elsewhere")
    facts.retire(namespace, rows[0].uid, actor=AGENT)
    sessions.mark_consolidated(namespace, "s1", rows[1].pk)
    found = {s.session_id: (s.episode_count, s.pending_count) for s in sessions.counted(namespace)}
    assert found == {"s1": (2, 1), "s2": (1, 1)}
    assert list(sessions.counted(namespaces.for_reading("acme/none"))) == []


def test_completing_queues_once(namespace):
    say(namespace, "s1", "one")
    assert sessions.complete(namespace, "s1").status == "pending"
    at = sessions.get_session(namespace, "s1").completed_at
    assert sessions.complete(namespace, "s1").completed_at == at
    with pytest.raises(NotFound):
        sessions.complete(namespace, "none")
    with pytest.raises(NotFound):
        sessions.complete(namespaces.ensure("acme/bob"), "s1")


def test_idle_is_wall_clock_and_of_all_namespaces(namespace, settings):
    say(namespace, "s1", "one", event_time=timezone.now() - timedelta(days=900))
    say(namespaces.ensure("acme/bob"), "b1", "two")
    assert sessions.complete_idle() == 0
    Session.everything.update(last_seen_at=timezone.now() - timedelta(minutes=settings.MEMORY_SESSION_IDLE_MINUTES + 1))
    assert sessions.complete_idle() == 2
    assert sessions.complete_idle() == 0


def test_the_nightly_run_completes_whatever_is_open(namespace):
    say(namespace, "s1", "one")
    say(namespaces.ensure("acme/bob"), "b1", "two")
    assert sessions.complete_all(namespace) == 1
    assert sessions.complete_all() == 1


def test_pending_leaves_the_current_session_out(namespace):
    say(namespace, "s1", "one")
    say(namespace, "s2", "two")
    assert sessions.pending(namespace, "s2") == ["s1"]
    sessions.mark_consolidated(namespace, "s1")
    assert sessions.pending(namespace) == ["s2"]


def test_a_session_is_claimed_by_one(namespace):
    say(namespace, "s1", "one")
    lease = claim(namespace, "s1")
    assert sessions.claim_next() is None
    assert (state(namespace), lease.attempts, lease.token) == ("running", 1, 1)


def test_an_open_session_is_not_claimed(namespace):
    say(namespace, "s1", "one")
    assert sessions.claim_next() is None
    assert not sessions.any_claimable()


def test_the_one_that_waited_longest_is_claimed_first(namespace):
    for name in ("s1", "s2", "s3"):
        say(namespace, name, "x")
    sessions.complete(namespace, "s3")
    assert [sessions.claim_next().session_id for _ in range(3)] == ["s1", "s2", "s3"]


def test_namespaces_take_turns_so_that_many_sessions_of_one_hold_up_no_other(namespace):
    for number in range(40):
        say(namespace, f"flood-{number}", "x")
    sessions.complete_all()
    say(namespaces.ensure("acme/bob"), "theirs", "x")
    say(namespaces.ensure("acme/eve"), "hers", "x")
    sessions.complete_all()
    turns: dict[int, int] = {}
    claimed = [sessions.claim_next(turns=turns).session_id for _ in range(42)]
    assert set(claimed[:3]) == {"flood-0", "theirs", "hers"}
    assert claimed[3:] == [f"flood-{number}" for number in range(1, 40)]
    say(namespaces.ensure("acme/bob"), "late", "x")
    say(namespace, "later", "x")
    sessions.complete_all()
    assert sessions.claim_next(turns=turns).session_id == "late"
    assert sessions.claim_next(turns=turns).session_id == "later"
    assert sessions.claim_next(turns=turns) is None


def test_claims_may_be_narrowed(namespace):
    say(namespace, "s1", "x")
    say(namespace, "s2", "x")
    sessions.complete_all()
    assert sessions.claim_next(namespaces.ensure("acme/bob")) is None
    assert sessions.claim_next(namespace, "s2").session_id == "s2"
    assert sessions.count_claimable(namespace) == 1


def test_a_lease_that_ran_out_goes_to_another_and_the_first_writes_nothing(namespace):
    rows = say(namespace, "s1", "one")
    stale = claim(namespace, "s1")
    expire(stale)
    second = sessions.claim_next()
    assert second.token == stale.token + 1
    for attempt in (
        lambda: sessions.hold(stale),
        lambda: sessions.finish(stale),
        lambda: sessions.give_up(stale, "x"),
        lambda: sessions.put_off(stale, WaitingFor.BUDGET, "x", timedelta(minutes=1)),
        lambda: consolidation.commit(stale, [FactInput("Ann likes tea.")], rows[0].pk, actor=DERIVED),
    ):
        with pytest.raises(LeaseLost):
            attempt()
    assert contents(namespace) == []
    assert sessions.watermark(second) == 0


def test_facts_and_watermark_are_committed_together(namespace):
    rows = say(namespace, "s1", "one", "two")
    lease = claim(namespace, "s1")
    consolidation.commit(lease, [FactInput("Ann likes tea.", [rows[0].uid])], rows[0].pk, actor=DERIVED)
    assert contents(namespace) == ["Ann likes tea."]
    assert sessions.watermark(lease) == rows[0].pk
    with pytest.raises(Exception, match="source"):
        consolidation.commit(lease, [FactInput("Bob", ["ep_x"])], rows[1].pk, actor=DERIVED)
    assert sessions.watermark(lease) == rows[0].pk


def test_chunks_go_up_from_the_watermark_with_a_little_context(namespace):
    rows = say(namespace, "s1", *[str(i) for i in range(10)])
    facts.retire(namespace, rows[3].uid, actor=AGENT)
    lease = claim(namespace, "s1")
    first = consolidation.next_chunk(lease, 5)
    assert [m.content for m in first.episodes] == ["0", "1", "2", "4", "5"]
    assert first.context == []
    sessions.advance(lease, first.upto)
    second = consolidation.next_chunk(lease, 50)
    assert [m.content for m in second.context] == ["1", "2", "4", "5"]
    assert [m.content for m in second.episodes] == ["6", "7", "8", "9"]
    sessions.advance(lease, second.upto)
    assert consolidation.next_chunk(lease) is None


def test_a_finished_session_is_consolidated(namespace):
    rows = say(namespace, "s1", "one")
    lease = claim(namespace, "s1")
    sessions.advance(lease, rows[0].pk)
    sessions.finish(lease)
    session = sessions.get_session(namespace, "s1")
    assert (session.status, session.pending_count, session.attempts, session.lease_until) == (
        "consolidated",
        0,
        0,
        None,
    )


def test_turns_that_came_meanwhile_leave_it_open(namespace):
    rows = say(namespace, "s1", "one")
    lease = claim(namespace, "s1")
    say(namespace, "s1", "late")
    assert state(namespace) == "running"
    sessions.advance(lease, rows[0].pk)
    sessions.finish(lease)
    assert state(namespace) == "open"


def test_failures_are_retried_after_a_pause_and_then_shown(namespace, settings):
    settings.MEMORY_CONSOLIDATION_ATTEMPTS = 2
    say(namespace, "s1", "one")
    lease = claim(namespace, "s1")
    assert sessions.give_up(lease, "no luck") is False
    assert (state(namespace), sessions.get_session(namespace, "s1").last_error) == ("pending", "no luck")
    assert sessions.claim_next() is None  # it rests first
    expire(lease)
    again = sessions.claim_next()
    assert again.attempts == 2
    assert sessions.give_up(again, "no luck either") is True
    assert state(namespace) == "failed"
    expire(lease)
    assert sessions.claim_next() is None


def test_a_failed_session_is_retried_from_the_start_or_skipped_with_a_reason(namespace):
    rows = say(namespace, "s1", "one")
    sessions.give_up(claim(namespace, "s1"), "no luck", final=True)
    retried = sessions.retry(namespace, "s1", actor=CURATOR)
    assert (retried.status, retried.attempts, retried.last_error) == ("pending", 0, "")
    with pytest.raises(StateConflict):
        sessions.retry(namespace, "s1", actor=CURATOR)
    with pytest.raises(StateConflict):
        sessions.skip(namespace, "s1", "boring", actor=CURATOR)
    sessions.give_up(sessions.claim_next(), "no luck", final=True)
    skipped = sessions.skip(namespace, "s1", "boring", actor=CURATOR)
    assert (skipped.status, skipped.watermark, skipped.pending_count) == ("consolidated", rows[0].pk, 0)


def test_waiting_for_something_costs_no_attempt(namespace):
    say(namespace, "s1", "one")
    sessions.put_off(claim(namespace, "s1"), WaitingFor.PROVIDER, "no model", timedelta(hours=1))
    session = sessions.get_session(namespace, "s1")
    assert (session.status, session.attempts, session.last_error) == ("pending", 0, "no model")
    assert session.waiting_for == WaitingFor.PROVIDER
    assert sessions.claim_next() is None


def test_asking_for_consolidation_ends_the_rest(namespace):
    say(namespace, "s1", "one")
    sessions.put_off(claim(namespace, "s1"), WaitingFor.PROVIDER, "no model", timedelta(hours=1))
    operation = sessions.request_consolidation(namespace, "s1", "key:test")
    assert (operation.kind, operation.subject, operation.status) == ("consolidate_session", "s1", "pending")
    assert sessions.claim_next(namespace, "s1") is not None
    assert sessions.get_session(namespace, "s1").waiting_for == ""
    assert Operation.objects.count() == 1
    with pytest.raises(NotFound):
        sessions.request_consolidation(namespace, "none", "key:test")


def test_somebody_outside_may_mark_turns_as_consolidated(namespace):
    rows = say(namespace, "s1", "one", "two")
    assert sessions.mark_consolidated(namespace, "s1", rows[0].pk).status == "open"
    assert sessions.mark_consolidated(namespace, "s1").status == "consolidated"
    assert sessions.mark_consolidated(namespace, "s1", rows[0].pk).watermark == rows[1].pk  # never back
    say(namespace, "s1", "three")
    claim(namespace, "s1")
    with pytest.raises(StateConflict):
        sessions.mark_consolidated(namespace, "s1")


def test_two_sessions_with_the_same_long_beginning_have_histories_of_their_own(namespace):
    long = "a-conversation-of-the-support-team-with-a-customer"
    for tail in "12":
        say(namespace, long + tail, "hello")
        Session.everything.filter(session_id=long + tail).update(status="failed")
        sessions.skip(namespace, long + tail, "not worth it", actor=CURATOR)
    events = list(Event.objects.within(namespace).filter(kind="session_skipped").order_by("seq"))
    assert len({event.subject for event in events}) == 2
    assert [event.after["session_id"] for event in events] == [long + "1", long + "2"]
    subjects = [f"s:{sessions.get_session(namespace, long + tail).pk}" for tail in "12"]
    assert [event.subject for event in events] == subjects


def test_the_subject_of_a_sessions_event_is_read_back_and_no_public_id_is_taken_for_one():
    assert session_key(session_subject(17)) == 17
    others = ("17", "s:", "s:x", "s:²", "s:-1", "fact_s:17", "ent_06h04h10n8qr5j348wp57amevr")
    assert [session_key(subject) for subject in others] == [None] * len(others)
