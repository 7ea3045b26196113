"""The whole loop through HTTP on the sample conversation: ingest, consolidate, ask, decay, enrich, reflect."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from typing import Any

import pytest

from maintenance import tasks as maintenance_tasks
from memory import background
from memory import tasks as memory_tasks
from memory.models import Memory
from memory.services import namespaces
from reflection import tasks as reflection_tasks
from tests.conftest import Api

SAMPLE = json.loads(files("memory").joinpath("data/sample_conversation.json").read_text(encoding="utf-8"))


def work() -> None:
    """What the workers do once everything is queued."""
    background.flush()
    maintenance_tasks.consolidate_pending()
    maintenance_tasks.run_operations()
    maintenance_tasks.run_upkeep()
    reflection_tasks.run_operations()
    memory_tasks.embed_pending()


def ask_for(api: Api, kind: str) -> dict[str, Any]:
    response = api.post(f"/maintenance/{kind}")
    assert response.status_code == 202, response.content
    work()
    done: dict[str, Any] = api.get(f"/operations/{response.json()['id']}").json()
    assert done["status"] == "succeeded", done
    return done


def has_words(text: str, words: list[str]) -> bool:
    return all(word.casefold() in text.casefold() for word in words)


@pytest.fixture
def maya(make_key) -> Api:
    return Api(make_key("demo/*"), **{"X-Memory-Namespace": SAMPLE["namespace"]})


@pytest.fixture
def learnt(maya) -> list[dict[str, Any]]:
    """All sessions ingested and consolidated; the facts as the API lists them."""
    for number, session in enumerate(SAMPLE["sessions"]):
        response = maya.post(f"/sessions/{session['session_id']}/messages", {"messages": session["messages"]})
        assert response.status_code == 201, response.content
        completed = response.json()["completed_sessions"]
        assert completed == ([SAMPLE["sessions"][number - 1]["session_id"]] if number else [])
        work()
    last = SAMPLE["sessions"][-1]["session_id"]
    assert maya.post(f"/sessions/{last}/consolidate").status_code == 202
    work()
    return facts(maya)


def facts(api: Api) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    cursor: str | None = ""
    while cursor is not None:
        page = api.get(
            f"/memories?kind=fact&limit=100&cursor={cursor}" if cursor else "/memories?kind=fact&limit=100"
        ).json()
        found += page["results"]
        cursor = page["next"]
    return found


def external_ids(api: Api, fact: dict[str, Any]) -> set[str]:
    return {
        Memory.everything.get(uid=uid).external_id or "" for uid in fact["source_ids"] if uid.startswith("ep_")
    }  # fmt: skip


def test_the_loop_on_the_sample_conversation(maya, learnt):
    # Everything was read, and nothing failed.
    sessions = maya.get("/sessions").json()["results"]
    assert {s["status"] for s in sessions} == {"consolidated"}
    assert {s["pending_count"] for s in sessions} == {0}

    # Of what a person would note at least 70 % is there, by its words and from the turn that says so.
    sources = {fact["id"]: external_ids(maya, fact) for fact in learnt}
    expected = SAMPLE["expected"]
    missing = [
        wanted["fact"]
        for wanted in expected
        if not any(wanted["source"] in sources[f["id"]] and has_words(f["content"], wanted["words"]) for f in learnt)
    ]
    assert len(missing) <= 0.3 * len(expected), missing

    # Small talk gave nothing, and nobody but the user was believed.
    assert set().union(*sources.values()).isdisjoint(SAMPLE["small_talk"])
    assert {fact["source_role"] for fact in learnt} == {"Maya"}
    assert all(fact["source_ids"] for fact in learnt)

    # Dates that were said relatively stand at their day.
    for wanted in expected:
        for fact in learnt:
            if (
                "event_date" in wanted
                and wanted["source"] in sources[fact["id"]]
                and has_words(fact["content"], wanted["words"])
            ):
                assert abs((_day(fact["event_time"]) - _day(wanted["event_date"])).days) <= 1, fact

    # The new employer took the old one's place.
    def about(side: str) -> list[dict[str, Any]]:
        wanted = SAMPLE["changed"][side]
        return [f for f in learnt if wanted["source"] in sources[f["id"]] and has_words(f["content"], wanted["words"])]

    old, new = about("old"), about("new")
    assert old
    assert new
    assert any(fact["invalid_at"] and fact["confidence"] <= 0.3 for fact in old)
    assert all(fact["invalid_at"] is None for fact in new)

    # What was said twice is one fact with two sources.
    repeated = SAMPLE["repeated"]
    assert any({repeated["first"], repeated["again"]} <= ids for ids in sources.values())

    # Nothing else gave way.
    gone = [fact["content"] for fact in learnt if fact["invalid_at"]]
    changed = ("Harbour Maps", "coffee", "22 May")
    assert [content for content in gone if not any(word in content for word in changed)] == []
    assert {word for word in changed if any(word in content for content in gone)} == set(changed)


def test_the_context_for_its_prompts(maya, learnt):
    answers = []
    for prompt in SAMPLE["prompts"]:
        response = maya.post("/context", {"prompt": prompt, "session_id": "new", "max_tokens": 400})
        assert response.status_code == 200
        body = response.json()
        assert body["degraded"] == []
        assert body["context"].startswith("## Relevant memory\n- m1 [2026-")
        assert len(body["memories"]) >= 1
        answers.append(body["context"])
    company, dessert, flight = answers
    assert "Tidewater Labs" in company
    current = [re.sub(r"\(before: .*\)", "", line) for line in company.splitlines() if "(no longer true: " not in line]
    assert not re.search(r"(works?|working) (as [\w ]+ )?(at|for) Harbour Maps", "\n".join(current))
    assert "hazelnut" in dessert
    assert "Lisbon" in flight


def test_the_nights_and_the_week_after(maya, learnt):
    decayed = ask_for(maya, "decay")
    assert decayed["result"]["retired"] == 0
    enriched = ask_for(maya, "enrich")
    assert enriched["result"]["memories"] > 0
    names = {e["canonical_name"] for e in maya.get("/entities?limit=100").json()["results"]}
    assert {"Hamburg", "Elin", "Lisbon", "Tidewater Labs"} <= names
    ask_for(maya, "reflect")
    body = maya.post("/context", {"prompt": "What is new with Jonas and Elin?", "max_tokens": 1200}).json()
    assert "## Weekly insight\n> " in body["context"]
    assert body["reflection"]["kind"] == "reflection"
    assert body["reflection"]["source_ids"]
    stats = maya.get("/stats").json()
    assert stats["counts"]["reflection"] == 1
    assert stats["counts"]["episode"] == sum(len(s["messages"]) for s in SAMPLE["sessions"])
    assert stats["embedding"]["coverage"] == 1.0


def test_sending_it_all_again_changes_nothing(maya, learnt):
    for session in SAMPLE["sessions"]:
        again = maya.post(f"/sessions/{session['session_id']}/messages", {"messages": session["messages"]})
        assert all(episode["duplicate"] for episode in again.json()["episodes"])
    work()
    assert [f["content"] for f in facts(maya)] == [f["content"] for f in learnt]
    assert namespaces.for_reading(SAMPLE["namespace"]).pk


def _day(text: str):
    from datetime import date

    return date.fromisoformat(text[:10])
