"""Who may write facts can write what looks like a part of the graph: no such fact stops the graph's tools, and no call
of them holds others up or answers without end."""

import pytest

from memory import tools
from memory.services.actors import Actor
from memory.services.errors import TooLarge
from memory.services.learning import late_screening
from memory.tools import graph as graph_tools
from tests.conftest import is_problem
from tests.memory.services.learning.test_saving_is_brief import LONGEST, held  # noqa: F401
from tests.pace import is_brief, slowness
from tests.store import AGENT, CURATOR, fresh, know

ANN = {"name": "Ann", "entityType": "person"}
POSES = [
    ["name"], "name", 7, None, {"name": ["Ann"], "entityType": "person"}, {"name": "Ann", "entityType": 7},
    {"name": {"a": 1}, "entityType": None}, {**ANN, "observation": 7}, {**ANN, "observation": ["rows"]},
    {"from": ["Ann"], "to": "Bo", "relationType": "knows"}, {"from": "Ann", "to": None, "relationType": {}},
]  # fmt: skip


@pytest.fixture
def use(namespace):
    def call(name, /, **arguments):
        return tools.REGISTRY[name].call(tools.Bench("acme/alice", Actor.tool("tester")), arguments)

    return call


@pytest.mark.parametrize("pose", POSES, ids=str)
def test_a_fact_that_poses_as_a_part_of_the_graph_is_none(api, pose):
    entity = {**ANN, "observations": ["rows"]}
    assert api.post("/tools/create_entities", {"entities": [entity]}).status_code == 200
    fact = api.remember("Bo likes tea.", tags=["graph"], attributes={"graph": pose})
    api.patch(f"/memories/{fact['id']}", {"attributes": {"graph": pose}})
    for name, body in (
        ("read_graph", {}), ("search_nodes", {"query": "row"}), ("open_nodes", {"names": ["Ann"]}),
        ("add_observations", {"observations": [{"entityName": "Ann", "contents": ["rows"]}]}),
    ):  # fmt: skip
        response = api.post(f"/tools/{name}", body)
        assert response.status_code == 200, response.content
    assert api.post("/tools/read_graph", {}).json() == {"entities": [entity], "relations": []}


def test_a_tool_marks_no_fact_of_a_curator_as_a_part_of_the_graph(use, namespace):
    fact = know(namespace, "Ann rows.", CURATOR)
    other = know(namespace, "Ann owns a kayak.", AGENT)
    use("create_entities", entities=[{**ANN, "observations": ["Ann rows.", "Ann owns a kayak."]}])
    assert fresh(fact).tags == []
    assert fresh(other).tags == ["graph"]
    assert use("open_nodes", names=["Ann"])["entities"][0]["observations"] == ["Ann owns a kayak."]
    use("delete_entities", entityNames=["Ann"])
    assert fresh(fact).active
    assert not fresh(other).active


def test_an_answer_of_the_whole_graph_is_bounded(use, monkeypatch):
    monkeypatch.setattr(graph_tools, "MAX_ANSWER_BYTES", 2_000)
    for number in range(4):
        seen = [f"crate {number} of {word} stands in the shed " + "x" * 400 for word in ("tea", "salt")]
        use("create_entities", entities=[{"name": f"Shed {number}", "entityType": "place", "observations": seen}])
    with pytest.raises(TooLarge, match="open_nodes"):
        use("read_graph")
    with pytest.raises(TooLarge):
        use("search_nodes", query="shed")
    assert len(use("open_nodes", names=["Shed 2"])["entities"][0]["observations"]) == 2


def test_a_call_retires_a_bounded_number_of_facts_or_none(use):
    few = ["Ann rows on day " + letter * 3 for letter in "abcdef"]
    use("create_entities", entities=[{**ANN, "observations": few}])
    many = [f"Ann rows on day {letter * 4}" for letter in "abcdefghijklmnopqrstuvwxyz"]
    for start in range(0, 26, 13):
        use("add_observations", observations=[{"entityName": "Ann", "contents": many[start : start + 13]}])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(graph_tools, "MOST_RETIRED", 20)
        with pytest.raises(TooLarge, match="20 facts"):
            use("delete_entities", entityNames=["Ann"])
    assert len(use("open_nodes", names=["Ann"])["entities"][0]["observations"]) > 20
    use("delete_entities", entityNames=["Ann"])
    assert use("read_graph") == {"entities": [], "relations": []}


@pytest.mark.timed
def test_many_long_observations_hold_the_writer_briefly_also_with_an_idempotency_key(api, held):  # noqa: F811
    def text(number, size=9_000):
        return f"note {number} " + " ".join(f"w{number}x{word}" for word in range(size // 8))

    seen = [text(number) for number in range(99)]
    body = {"entities": [{**ANN, "observations": seen}]}
    held.clear()
    assert api.post("/tools/create_entities", body, Idempotency_Key="one").status_code == 200
    assert max(held) < LONGEST * slowness()
    is_problem(api.post("/tools/delete_entities", {"entityNames": ["Ann"]}, Idempotency_Key="two"), 413)
    late_screening.screen_waiting(60)  # of as long a call a slow machine leaves some to the worker
    longest = []
    for start in (0, 12, 24):  # Another program may disturb one of them.
        held.clear()
        part = {"deletions": [{"entityName": "Ann", "observations": seen[start : start + 12]}]}
        assert api.post("/tools/delete_observations", part, Idempotency_Key=f"from {start}").status_code == 200
        longest.append(max(held))
    assert min(longest) < LONGEST * slowness()

    def opened():
        return api.post("/tools/open_nodes", {"names": ["Ann"]}).json()["entities"][0]["observations"]

    assert len(opened()) == 63
    assert is_brief(opened, 2)
