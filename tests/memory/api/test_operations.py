import pytest

from memory.models import Operation
from memory.services import operations
from tests.conftest import is_problem


@pytest.mark.parametrize("kind", ["enrich", "consolidate", "decay", "reflect"])
def test_maintenance_is_queued_for_the_namespace(api, namespace, kind):
    response = api.post(f"/maintenance/{kind}")

    assert response.status_code == 202
    operation = Operation.objects.get(uid=response.json()["id"])
    assert (operation.kind, operation.namespace, operation.requested_by) == (kind, namespace, "key:test")
    assert api.get(f"/operations/{operation.uid}").json()["status"] == "pending"


def test_the_run_table_tells_what_ran_and_nothing_of_others(api, namespace, stranger):
    mine = operations.start("consolidate_session", namespace=namespace, subject="chat-1", requested_by="consolidation")
    operations.finish(mine, {"saved": 2}, {"tokens_in": 5, "tokens_out": 1, "dollars": 0.0})
    night = operations.start("reflect")
    operations.fail(night, "acme/alice: the server said no", {"failed": {"acme/alice": "no"}})

    own, others = (client.get("/operations").json()["results"] for client in (api, stranger))

    assert [(one["kind"], one["status"], one["result"]) for one in own] == [
        ("reflect", "failed", {}), ("consolidate_session", "succeeded", {"saved": 2}),
    ]  # fmt: skip
    assert own[1]["cost"]["tokens_in"] == 5
    assert [one["kind"] for one in others] == ["reflect"]
    assert "acme/alice" not in str(others)
    assert [one["kind"] for one in api.get("/operations?status=failed").json()["results"]] == ["reflect"]


@pytest.mark.parametrize("kind", ["reembed", "consolidate_session", "x", "%00"])
def test_other_kinds_are_not_run(api, kind):
    is_problem(api.post(f"/maintenance/{kind}"), 422)


def test_the_refusal_lists_the_kinds_as_they_are_sent(api):
    (flaw,) = api.post("/maintenance/foo").json()["errors"]
    assert flaw["msg"] == "Input should be 'enrich', 'consolidate', 'decay' or 'reflect'"


def test_stats_count_the_namespace_alone(api, stranger):
    stranger.say("chat-1", "Hello")
    empty = api.get("/stats").json()
    api.say("chat-1", "Hello @ann")
    api.remember("Tea.")

    stats = api.get("/stats").json()

    assert empty["counts"] == {"episode": 0, "fact": 0, "reflection": 0}
    assert empty["latest"] == {"episode": None, "fact": None, "reflection": None}
    assert stats["counts"] == {"episode": 1, "fact": 1, "reflection": 0}
    assert stats["latest"]["fact"].endswith("Z")
    assert (stats["entities"], stats["sessions"]["open"]) == (1, 1)
    assert stats["embedding"]["dimensions"] == 256
