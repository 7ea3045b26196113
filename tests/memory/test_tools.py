"""The tools as functions: what they do, and whose memory they touch."""

import jsonschema
import pytest

from memory import background, tools
from memory.models import Memory, Namespace, Origin, Review, ReviewReason
from memory.services.actors import Actor
from memory.services.errors import InvalidInput, NotFound, StateConflict


@pytest.fixture
def bench(namespace):
    return tools.Bench(namespace.name, Actor.tool("tester"))


@pytest.fixture
def use(bench):
    def call(name, /, on=None, **arguments):
        return tools.REGISTRY[name].call(on or bench, arguments)

    return call


@pytest.mark.parametrize("tool", tools.REGISTRY.values(), ids=lambda tool: tool.name)
def test_each_schema_is_one_and_every_argument_is_described_or_typed(tool):
    schema = tool.parameters()

    jsonschema.Draft202012Validator.check_schema(schema)
    assert schema["type"] == "object"
    assert schema["additionalProperties"] is False
    assert "title" not in schema
    assert len(tool.description) > 40
    jsonschema.validate(tool.schema()["function"]["parameters"], {"type": "object"})


FREE = {"attributes"}  # objects of the caller's own


@pytest.mark.parametrize("tool", tools.REGISTRY.values(), ids=lambda tool: tool.name)
def test_no_part_of_the_arguments_takes_fields_that_it_does_not_know(tool):
    def open_parts(schema, name=""):
        if isinstance(schema, list):
            return [found for part in schema for found in open_parts(part, name)]
        if not isinstance(schema, dict):
            return []
        own = [name] if schema.get("type") == "object" and schema.get("additionalProperties") is not False else []
        named = schema.get("properties", {}).items()
        inner = [found for key, part in named for found in open_parts(part, key)]
        rest = [part for key, part in schema.items() if key != "properties"]
        return [*own, *inner, *open_parts(rest, name)]

    assert set(open_parts(tool.parameters())) <= FREE


def test_a_fact_is_remembered_found_confirmed_corrected_and_forgotten(use, namespace):
    fact = use("remember_fact", content="Maya likes tea.", tags=["preference"])
    assert fact["outcome"] == "created"
    assert use("remember_fact", content="Maya likes tea")["outcome"] == "repeated"
    assert Memory.objects.within(namespace).get().origin == Origin.TOOL

    assert [hit["id"] for hit in use("search_memory", query="tea")["results"]] == [fact["id"]]
    # Nobody but a model said so: making it permanent asks a curator.
    assert use("confirm_fact", fact_id=fact["id"])["protected"] is False
    assert Review.objects.within(namespace).get().reason == ReviewReason.CONFIRMATION

    new = use("correct_fact", fact_id=fact["id"], content="Maya likes coffee.", reason="she said so")
    assert new["attributes"]["supersedes"] == [fact["id"]]

    assert use("forget_fact", id=new["id"])["valid_until"] is not None
    assert use("search_memory", query="coffee")["results"] == []
    assert use("memory_stats")["counts"]["fact"] == 0


def test_a_turn_is_not_forgotten_as_if_it_were_a_fact(use, api):
    (episode,) = api.say("chat-1", "Hello")

    with pytest.raises(InvalidInput):
        use("forget_fact", fact_id=episode)


def test_what_a_fact_names_is_told_in_the_same_instant(use, namespace):
    use("remember_fact", content="Karin Holm repairs violins in Gothenburg.")

    told = use("get_entity_info", name="Karin Holm")

    assert told["entity"]["canonical_name"] == "Karin Holm"
    assert [memory["content"] for memory in told["memories"]] == ["Karin Holm repairs violins in Gothenburg."]
    assert Memory.objects.within(namespace).get().enriched_at is None  # the worker still looks with better eyes
    with pytest.raises(NotFound):
        use("get_entity_info", name="Karin Berg")


def test_an_entity_is_told_by_name_alias_or_id_and_that_is_a_recall(use, api, namespace):
    api.say("chat-1", "I met @ann")
    fact = use("remember_fact", content="@ann lives in Rome.")

    by_name = use("get_entity_info", name="ANN")

    assert by_name["entity"]["canonical_name"] == "ann"
    assert {m["kind"] for m in by_name["memories"]} == {"fact", "episode"}
    assert use("get_entity_info", name=by_name["entity"]["id"]) == by_name
    background.flush()
    assert Memory.objects.within(namespace).get(uid=fact["id"]).access_count == 1
    with pytest.raises(NotFound):
        use("get_entity_info", name="nobody")


def test_a_session_is_consolidated_by_hand(use, api, namespace):
    turns = api.say("chat-1", *[f"I own {n} boats" for n in range(35)])
    state = {"session_id": "chat-1", "consolidated": False, "pending_count": 35}
    assert use("is_session_consolidated", session_id="chat-1") == state

    first = use("get_episodes_for_consolidation", session_id="chat-1")
    second = use("get_episodes_for_consolidation", session_id="chat-1", after=first["next_after"])
    assert [e["id"] for e in first["episodes"] + second["episodes"]] == turns
    assert (len(first["episodes"]), second["next_after"]) == (30, None)

    saved = use(
        "save_facts_batch",
        session_id="chat-1",
        facts=[
            {"content": "The user owns 5 boats.", "source_ids": [turns[5]]},
            {"content": "The user owns 5 boats!", "source_ids": [turns[6]]},
        ],
    )
    assert [fact["outcome"] for fact in saved["facts"]] == ["created", "repeated"]
    assert {fact["session_id"] for fact in saved["facts"]} == {"chat-1"}

    part = use("mark_session_consolidated", session_id="chat-1", upto=turns[29])
    assert (part["consolidated"], part["pending_count"]) == (False, 5)
    assert len(use("get_episodes_for_consolidation", session_id="chat-1")["episodes"]) == 5
    assert use("mark_session_consolidated", session_id="chat-1")["consolidated"] is True

    api.say("chat-1", "one more")
    assert use("is_session_consolidated", session_id="chat-1")["pending_count"] == 1


def test_what_a_worker_is_consolidating_is_left_to_it(use, api, namespace):
    from memory.services.talk import sessions

    api.say("chat-1", "Hello")
    sessions.complete(namespace, "chat-1")
    assert sessions.claim_next(namespace, "chat-1")

    with pytest.raises(StateConflict):
        use("mark_session_consolidated", session_id="chat-1")


def test_a_conflict_is_detected_and_resolved(use):
    old = use("remember_fact", content="Maya works for Harbour Maps in Hamburg.")
    new = use("remember_fact", content="Maya works for Northwind in Hamburg now.")

    found = use("detect_conflicts", fact_id=new["id"])["candidates"]
    assert [candidate["id"] for candidate in found] == [old["id"]]
    assert 0 < found[0]["similarity"] < 1

    conflict = use("resolve_conflict", new_fact_id=new["id"], old_fact_id=old["id"], reason="she changed jobs")
    assert conflict["status"] == "resolved"
    assert conflict["old"]["confidence"] == 0.3
    assert conflict["new"]["attributes"]["supersedes"] == [old["id"]]


def test_a_tool_sees_its_own_namespace_alone(use, api):
    fact = use("remember_fact", content="The canary word is zanzibar.")
    (turn,) = api.say("chat-1", "zanzibar")
    elsewhere = tools.Bench("acme/bob", Actor.tool("tester"))

    assert use("search_memory", on=elsewhere, query="zanzibar")["results"] == []
    for name, arguments in {
        "correct_fact": {"fact_id": fact["id"], "content": "x"},
        "confirm_fact": {"fact_id": fact["id"]},
        "forget_fact": {"fact_id": fact["id"]},
        "detect_conflicts": {"fact_id": fact["id"]},
        "resolve_conflict": {"new_fact_id": fact["id"], "old_fact_id": fact["id"]},
        "get_episodes_for_consolidation": {"session_id": "chat-1"},
        "is_session_consolidated": {"session_id": "chat-1"},
        "mark_session_consolidated": {"session_id": "chat-1"},
        "save_facts_batch": {"session_id": "chat-1", "facts": [{"content": "x", "source_ids": [turn]}]},
    }.items():
        with pytest.raises(NotFound):
            use(name, on=elsewhere, **arguments)
    assert not Namespace.objects.filter(name="acme/bob").exists()
