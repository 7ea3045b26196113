import pytest

from memory.models import Memory
from memory.tools import REGISTRY
from tests.conftest import Api, is_problem

ORCHESTRATOR = {
    "get_context", "save_turns", "search_memory", "remember_fact", "correct_fact", "confirm_fact", "memory_stats",
    "get_entity_info", "forget_fact",
}  # fmt: skip
CONSOLIDATOR = {
    "get_episodes_for_consolidation", "save_facts_batch", "mark_session_consolidated", "is_session_consolidated",
    "detect_conflicts", "resolve_conflict",
}  # fmt: skip
GRAPH = {
    "create_entities", "create_relations", "add_observations", "delete_entities", "delete_observations",
    "delete_relations", "read_graph", "search_nodes", "open_nodes",
}  # fmt: skip


@pytest.mark.parametrize(
    "query, names",
    [
        ("", ORCHESTRATOR),
        ("?set=orchestrator", ORCHESTRATOR),
        ("?set=consolidator", CONSOLIDATOR),
        ("?set=graph", GRAPH),
    ],
)
def test_a_set_is_listed_in_the_function_calling_format(api, query, names):
    body = api.get(f"/tools{query}").json()

    assert {entry["function"]["name"] for entry in body["results"]} == names
    assert {entry["type"] for entry in body["results"]} == {"function"}
    assert body["next"] is None


def test_listing_needs_read_or_for_the_consolidators_admin(make_key):
    reader, admin = Api(make_key("*", scopes=["read"])), Api(make_key("*", scopes=["admin"]))

    assert reader.get("/tools").status_code == 200
    assert reader.get("/tools?set=graph").status_code == 200
    is_problem(reader.get("/tools?set=consolidator"), 403)
    assert admin.get("/tools?set=consolidator").status_code == 200
    is_problem(admin.get("/tools"), 403)
    is_problem(reader.get("/tools?set=other"), 422, "query", "set")


@pytest.mark.parametrize("tool", REGISTRY.values(), ids=lambda tool: tool.name)
def test_each_tool_wants_its_scope(make_key, tool):
    others = [scope for scope in ("read", "write", "admin", "erase") if scope != tool.scope]

    is_problem(Api(make_key(scopes=others)).post(f"/tools/{tool.name}", {}), 403)
    assert Api(make_key(scopes=[tool.scope])).post(f"/tools/{tool.name}", {}).status_code in {200, 422}


def test_an_unknown_tool_is_missing(api):
    is_problem(api.post("/tools/rm", {}), 404)


def test_what_a_consolidators_tool_refuses_is_said_by_the_arguments_own_name(api):
    api.say("s1", "Hello.")
    (foreign,) = api.say("s2", "Goodbye.")
    fact = api.remember("Maya likes tea.")["id"]
    pair = {"new_fact_id": fact, "old_fact_id": fact}
    none = [{"content": "Maya owns a boat.", "source_ids": ["ep_none"]}]
    for tool, body, name in (
        ("get_episodes_for_consolidation", {"session_id": "s1", "after": foreign}, "after"),
        ("mark_session_consolidated", {"session_id": "s1", "upto": foreign}, "upto"),
        ("save_facts_batch", {"session_id": "s1", "facts": none}, "facts"),
        ("resolve_conflict", pair, "old_fact_id"),
    ):
        is_problem(api.post(f"/tools/{tool}", body), 422, "body", name)


def test_bad_arguments_are_refused_by_name(api):
    is_problem(api.post("/tools/search_memory", {}), 422, "body", "query")
    is_problem(api.post("/tools/search_memory", {"query": "x", "limit": 1000}), 422, "body", "limit")
    is_problem(api.post("/tools/search_memory", {"query": "x", "nonsense": 1}), 422, "body", "nonsense")
    is_problem(api.post("/tools/search_memory", [1]), 422)
    is_problem(api.post("/tools/search_memory"), 422, "body", "query")


def test_a_null_is_an_argument_that_was_left_out(api, namespace):
    fact = api.post("/tools/remember_fact", {"content": "Maya likes tea.", "confidence": None, "tags": None}).json()
    assert (fact["confidence"], fact["tags"]) == (1.0, [])
    turn = {"role": "user", "content": "Hello.", "remember": None, "external_id": None, "attributes": None}
    assert api.post("/tools/save_turns", {"session_id": "a", "messages": [turn]}).status_code == 200
    found = api.post("/tools/search_memory", {"query": "tea", "limit": None, "kind": None}).json()
    assert found["results"][0]["id"] == fact["id"]
    assert api.post("/tools/get_entity_info", {"name": "Maya", "limit": None}).status_code == 200
    forgotten = api.post("/tools/forget_fact", {"fact_id": fact["id"], "reason": None}).json()
    assert forgotten["valid_until"] is not None
    is_problem(api.post("/tools/search_memory", {"query": None}), 422, "body", "query")
    is_problem(api.post("/tools/search_memory", {"query": "tea", "nonsense": None}), 422, "body", "nonsense")


@pytest.mark.parametrize(
    "tool, body",
    [
        ("forget_fact", {"fact_id": "Maya likes tea."}),
        ("correct_fact", {"fact_id": "fact_0", "content": "Maya likes coffee."}),
        ("get_entity_info", {"name": "Nobody"}),
        ("detect_conflicts", {"fact_id": "fact_0"}),
        ("is_session_consolidated", {"session_id": "nowhere"}),
    ],
)
def test_a_model_is_told_where_ids_and_names_come_from(api, tool, body):
    told = is_problem(api.post(f"/tools/{tool}", body), 404)
    assert told["detail"] == "There is no such thing here. Take ids and names as the other tools answer them."


@pytest.mark.parametrize("typo", ["remembr", "externalId", "eventTime"])
def test_a_turn_with_a_misspelt_field_is_not_kept(api, namespace, typo):
    said = {"role": "user", "content": "Keep this off the record: I am pregnant.", typo: False}
    refused = api.post("/tools/save_turns", {"session_id": "a", "messages": [said]})
    is_problem(refused, 422, "body", "messages", 0, typo)
    assert not Memory.objects.within(namespace).exists()


def test_a_tool_without_arguments_needs_no_body(api):
    assert api.post("/tools/memory_stats").status_code == 200
    assert api.post("/tools/memory_stats", {}).json()["counts"]["fact"] == 0
