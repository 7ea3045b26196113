"""One action on more memories than a page does itself: a worker's job, in one change that is taken back as one."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from memory import tasks
from memory.models import BulkAction, BulkJob, Change, Event, Memory, OperationStatus
from memory.services import namespaces
from memory.services.actors import Actor
from memory.services.curating import bulk
from memory.services.errors import InvalidInput, NotFound, StateConflict
from memory.services.memories import facts
from tests.store import CURATOR, fresh, know

pytestmark = pytest.mark.django_db


@pytest.fixture
def alice(db):
    return namespaces.ensure("acme/alice")


@pytest.fixture
def known(alice):
    return [know(alice, f"Alice keeps the {thing} in the shed.") for thing in ("ladder", "saw", "kayak", "tent", "axe")]


def begun(namespace, action, rows, value=""):
    job = bulk.draft(namespace, action, [row.pk for row in rows], actor=CURATOR)
    return job, bulk.begin(namespace, job.batch, value, actor=CURATOR)


def test_a_job_changes_all_that_was_chosen_and_is_taken_back_as_one(alice, known):
    job, run = begun(alice, BulkAction.TAG, known, "shed")
    assert [fresh(row).tags for row in known] == [[]] * 5
    tasks.run_operations()
    run.refresh_from_db()
    assert (run.status, run.progress, run.counts) == (OperationStatus.SUCCEEDED, 1.0, {"changed": 5, "refused": 0})
    assert [fresh(row).tags for row in known] == [["shed"]] * 5
    assert Change.objects.within(alice).filter(batch=job.batch).count() == 1
    assert not BulkJob.objects.within(alice).exists()

    back = bulk.take_back(alice, job.batch, actor=CURATOR)
    tasks.run_operations()
    back.refresh_from_db()
    assert (back.status, back.counts) == (OperationStatus.SUCCEEDED, {"taken_back": 5, "refused": 0})
    assert [fresh(row).tags for row in known] == [[]] * 5


def test_a_job_waits_for_its_next_turn_when_its_time_is_up_and_goes_on_where_it_was(alice, known, monkeypatch):
    monkeypatch.setattr(bulk, "PIECE", 2)
    monkeypatch.setattr(bulk, "SLICE", 0.0)  # one piece a turn
    job, run = begun(alice, BulkAction.RETIRE, known, "moved out")
    for active in (3, 1):
        tasks.run_operations()
        run.refresh_from_db()
        assert (run.status, run.counts["changed"]) == (OperationStatus.PENDING, 5 - active)
        assert sum(fresh(row).active for row in known) == active
    tasks.run_operations()
    run.refresh_from_db()
    assert (run.status, run.counts) == (OperationStatus.SUCCEEDED, {"changed": 5, "refused": 0})
    assert Event.objects.within(alice).filter(change__batch=job.batch).count() == 5

    back = bulk.take_back(alice, job.batch, actor=CURATOR)
    assert bulk.take_back(alice, job.batch, actor=CURATOR) == back
    for _ in range(4):
        tasks.run_operations()
    back.refresh_from_db()
    assert (back.status, back.counts) == (OperationStatus.SUCCEEDED, {"taken_back": 5, "refused": 0})
    assert all(fresh(row).active for row in known)


def test_what_a_worker_did_before_it_died_is_not_done_again(alice, known):
    job, run = begun(alice, BulkAction.TAG, known, "shed")
    bulk.change_each(BulkAction.TAG, known[:3], "shed", actor=CURATOR, batch=job.batch)  # and nobody noted it
    tasks.run_operations()
    assert Event.objects.within(alice).filter(change__batch=job.batch).count() == 5
    run.refresh_from_db()
    assert run.counts["changed"] == 5


def test_a_take_back_leaves_what_was_changed_again_since(alice, known):
    job, _ = begun(alice, BulkAction.TAG, known, "shed")
    tasks.run_operations()
    facts.edit(alice, known[2].uid, actor=CURATOR, tags=["attic"])
    back = bulk.take_back(alice, job.batch, actor=CURATOR)
    tasks.run_operations()
    back.refresh_from_db()
    assert back.counts == {"taken_back": 4, "refused": 1}
    assert [fresh(row).tags for row in known] == [[], [], ["attic"], [], []]
    again = bulk.take_back(alice, job.batch, actor=CURATOR)
    tasks.run_operations()
    again.refresh_from_db()
    assert [fresh(row).tags for row in known] == [[], [], ["attic"], [], []]


def test_a_job_is_begun_once_by_who_chose_and_for_its_namespace_alone(alice, known):
    job, run = begun(alice, BulkAction.TAG, known, "shed")
    assert bulk.begin(alice, job.batch, "other", actor=CURATOR) == run
    bulk.change_each(BulkAction.TAG, known[:1], "shed", actor=CURATOR, batch=job.batch)
    with pytest.raises(StateConflict):
        bulk.take_back(alice, job.batch, actor=CURATOR)
    other = namespaces.ensure("acme/bob")
    draft = bulk.draft(alice, BulkAction.RETIRE, [known[0].pk], actor=CURATOR)
    for namespace, actor in ((other, CURATOR), (alice, Actor("dora", CURATOR.origin))):
        with pytest.raises(NotFound):
            bulk.begin(namespace, draft.batch, "", actor=actor)
    with pytest.raises(NotFound):
        bulk.take_back(other, job.batch, actor=CURATOR)


def test_an_action_of_active_facts_tells_which_of_those_chosen_are_retired(alice, known):
    facts.retire(alice, known[1].uid, actor=CURATOR)
    rows = [fresh(row) for row in known[:3]]
    done, refused = bulk.change_each(BulkAction.TAG, rows, "shed", actor=CURATOR, batch="b")
    assert (done, refused) == (2, ["Alice keeps the saw in the shed.: it is retired"])
    assert bulk.change_each(BulkAction.RESTORE, rows, "", actor=CURATOR, batch="c") == (1, [])


def test_rows_of_another_namespace_are_not_touched(alice, known):
    bob = know(namespaces.ensure("acme/bob"), "Bob keeps a canoe in the shed.")
    _, run = begun(alice, BulkAction.RETIRE, [*known, bob])
    tasks.run_operations()
    run.refresh_from_db()
    assert run.counts["changed"] == 5
    assert fresh(bob).active


@pytest.mark.parametrize(
    ("action", "value"),
    [("confidence", "2"), ("confidence", "much"), ("tag", " "), ("tag", "x" * 501), ("retire", "a\x00b")],
)
def test_a_value_that_no_memory_can_take_is_refused_before_the_worker_starts(action, value, alice, known):
    with pytest.raises(InvalidInput):
        begun(alice, BulkAction(action), known, value)
    assert BulkJob.objects.within(alice).get().run is None


def test_many_are_not_merged_into_one_and_not_too_many_are_chosen(alice, known, monkeypatch):
    with pytest.raises(InvalidInput):
        bulk.draft(alice, BulkAction.MERGE, [row.pk for row in known], actor=CURATOR)
    monkeypatch.setattr(bulk, "MOST", 4)
    for rows in (known, []):
        with pytest.raises(InvalidInput):
            bulk.draft(alice, BulkAction.TAG, [row.pk for row in rows], actor=CURATOR)


def test_a_draft_that_nobody_begins_is_forgotten_after_a_day(alice, known):
    job = bulk.draft(alice, BulkAction.TAG, [row.pk for row in known], actor=CURATOR)
    tasks.purge()
    assert BulkJob.objects.within(alice).exists()
    BulkJob.everything.filter(pk=job.pk).update(created_at=timezone.now() - timedelta(hours=25))
    tasks.purge()
    assert not BulkJob.objects.within(alice).exists()


def test_a_secret_in_a_value_is_masked_before_it_waits(alice, known):
    job, _ = begun(alice, BulkAction.RETIRE, known, "AKIAIOSFODNN7EXAMPLE was in it")
    assert "AKIAIOSFODNN7EXAMPLE" not in BulkJob.everything.get(pk=job.pk).value


def test_an_erasure_ends_the_job_whose_words_could_tell(alice, known):
    begun(alice, BulkAction.RETIRE, known, "the kayak was sold")
    begun(alice, BulkAction.TAG, known, "checked")
    bulk.withdraw(alice, Memory.objects.within(alice).filter(content__contains="kayak").values_list("pk", flat=True))
    assert [job.value for job in BulkJob.objects.within(alice)] == ["checked"]


def test_a_tag_with_a_comma_is_not_added_and_one_that_was_stored_goes(alice, known):
    with pytest.raises(InvalidInput, match="no comma"):
        begun(alice, BulkAction.TAG, known, "p, q")
    told = bulk.change_each(BulkAction.TAG, known[:1], "p, q", actor=CURATOR, batch="0" * 24)
    assert (told[0], "no comma" in told[1][0]) == (0, True)
    Memory.objects.within(alice).filter(pk=known[0].pk).update(tags=["p, q", " pad ", "z"])
    for number, value in enumerate(("p, q", "pad"), 1):
        bulk.change_each(BulkAction.UNTAG, [fresh(known[0])], value, actor=CURATOR, batch=str(number) * 24)
    assert fresh(known[0]).tags == ["z"]
