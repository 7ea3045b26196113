"""The run table: asked for, claimed once, seen through; a slot runs once however many clocks ring."""

from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from memory import background
from memory.models import Operation
from memory.services import namespaces, operations
from memory.services.errors import InvalidInput, NotFound

TASK = "maintenance.tasks.run_operations"


def ask(kind="consolidate", **fields) -> Operation:
    return operations.request(kind, requested_by="test", **fields)


def test_a_request_is_a_row_and_a_wake_up(namespace, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        operation = ask(namespace=namespace)
        assert TASK not in background._tasks  # not before the commit
    assert (operation.status, operation.namespace, operation.uid[:3]) == ("pending", namespace, "op_")
    assert TASK in background._tasks
    with pytest.raises(InvalidInput):
        ask("dance")


def test_an_operation_is_seen_from_its_own_namespace_and_a_general_one_from_all(namespace):
    own, general = ask(namespace=namespace), ask()
    bob = namespaces.ensure("acme/bob")
    assert operations.get_operation(namespace, own.uid) == own
    assert operations.get_operation(bob, general.uid) == general
    for uid in (own.uid, "op_none"):
        with pytest.raises(NotFound):
            operations.get_operation(bob, uid)


def test_none_is_recorded_of_a_namespace_that_nothing_was_written_to(db):
    ghost = namespaces.for_reading("acme/ghost")
    with pytest.raises(NotFound):
        ask(namespace=ghost)
    with pytest.raises(NotFound):
        operations.start("consolidate", namespace=ghost)
    assert not Operation.objects.exists()


@pytest.mark.parametrize("command", ["enrich", "consolidate", "decay", "reflect"])
@pytest.mark.parametrize("name", ["acme/ghost", "a b"])
def test_a_command_for_no_namespace_ends_with_a_sentence(db, command, name):
    with pytest.raises(CommandError, match="namespace"):
        call_command(command, "--namespace", name)
    assert not Operation.objects.exists()


def test_a_slot_is_taken_once(db):
    assert operations.request_slot("decay", "2026-03-02T04:00Z") is not None
    assert operations.request_slot("decay", "2026-03-02T04:00Z") is None
    assert operations.request_slot("reflect", "2026-03-02T04:00Z") is not None
    assert Operation.objects.count() == 2


def test_all_that_waits_for_a_task_is_run_once_in_order(db):
    first, second, other = ask(), ask("enrich"), ask("reembed")
    ran = []

    def run(operation):
        ran.append(operation.pk)
        operations.finish(operation, {"n": 1}, {"tokens_in": 2})

    assert operations.run_all(TASK, run) == 2
    assert ran == [first.pk, second.pk]
    first.refresh_from_db()
    assert (first.status, first.progress, first.counts, first.cost) == ("succeeded", 1.0, {"n": 1}, {"tokens_in": 2})
    assert first.started_at <= first.finished_at
    other.refresh_from_db()
    assert other.status == "pending"


def test_an_error_ends_its_operation_visibly_and_not_the_others(db):
    ask("enrich")
    ask("consolidate")

    def run(operation):
        if operation.kind == "enrich":
            raise ValueError("broken")
        operations.finish(operation, {})

    operations.run_all(TASK, run)
    assert sorted(Operation.objects.values_list("kind", "status", "error")) == [
        ("consolidate", "succeeded", ""), ("enrich", "failed", "ValueError: broken"),
    ]  # fmt: skip


def test_what_is_put_back_waits_on_without_a_loop_and_ends_without_its_reason(db):
    operation = ask()
    ran = []

    def put_back(one):
        ran.append(one.pk)
        operations.put_back(one, "not yet")

    assert operations.run_all(TASK, put_back) == 1
    assert ran == [operation.pk]
    operation.refresh_from_db()
    assert (operation.status, operation.error) == ("pending", "not yet")
    operations.run_all(TASK, lambda one: operations.finish(one, {}))
    operation.refresh_from_db()
    assert (operation.status, operation.error) == ("succeeded", "")


def test_a_run_whose_worker_died_is_taken_up_again_and_a_living_one_is_not(db):
    operation = ask()
    claimed = operations._claim_next(TASK, set())
    assert claimed == operation
    assert operations.run_all(TASK, lambda one: None) == 0
    operations.progress(operation, 7.0, {"n": 3})
    operation.refresh_from_db()
    assert (operation.progress, operation.counts) == (1.0, {"n": 3})
    Operation.objects.update(heartbeat_at=timezone.now() - operations.STALE_AFTER - timedelta(seconds=1))
    assert operations.run_all(TASK, lambda one: operations.finish(one, {})) == 1


def test_the_sweep_wakes_whoever_has_work(db, django_capture_on_commit_callbacks):
    ask("enrich")
    ask("reflect")
    with django_capture_on_commit_callbacks(execute=True):
        operations.wake_waiting()
    assert set(background._tasks) == {TASK, "reflection.tasks.run_operations"}


def test_a_scheduled_run_waits_for_the_other_of_its_night(db):
    reflect = operations.request_slot("reflect", "2026-03-08T03:00Z")
    assert operations.must_wait_for("consolidate", reflect)  # it may not have rung yet
    consolidate = operations.request_slot("consolidate", "2026-03-08T03:00Z")
    assert operations.must_wait_for("consolidate", reflect)
    operations.fail(consolidate, "broken")
    assert not operations.must_wait_for("consolidate", reflect)


def test_it_does_not_wait_for_ever(db):
    reflect = operations.request_slot("reflect", "2026-03-08T03:00Z")
    Operation.objects.update(created_at=timezone.now() - operations.START_GRACE - timedelta(seconds=1))
    reflect.refresh_from_db()
    assert not operations.must_wait_for("consolidate", reflect)  # none rang tonight
    operations.request_slot("consolidate", "2026-03-08T03:00Z")
    assert operations.must_wait_for("consolidate", reflect)
    Operation.objects.update(created_at=timezone.now() - operations.LONGEST_WAIT - timedelta(seconds=1))
    reflect.refresh_from_db()
    assert not operations.must_wait_for("consolidate", reflect)


def test_what_was_asked_for_by_hand_does_not_wait(db):
    assert not operations.must_wait_for("consolidate", ask("reflect"))


def test_the_listing_shows_the_newest_first(db):
    first, second = ask(), ask()
    assert list(operations.newest_first()) == [second, first]
