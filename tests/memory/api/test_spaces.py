"""Several namespaces in one read: `X-Memory-Namespaces`."""

import pytest
from django.utils import timezone

from memory import background
from memory.access import MAX_SPACES
from memory.models import HandedContext, Memory
from memory.models.erasures import ErasedWhat
from memory.services import namespaces
from memory.services.curating import correcting
from memory.services.errors import InvalidInput
from memory.services.handing import context, corrections
from memory.services.upkeep import erasures
from tests.conftest import Api, is_problem
from tests.store import CURATOR, DAY, embed_all, know, say

BOTH = {"X_Memory_Namespaces": "acme/alice,acme/team"}


@pytest.fixture
def team(db):
    return namespaces.ensure("acme/team")


@pytest.fixture
def client(make_key):
    return Api(make_key("acme/*"))


@pytest.fixture
def world(namespace, team):
    """What Alice keeps for herself, what the team knows, and what neither may see."""
    other = namespaces.ensure("acme/other")
    say(namespace, "old", "I told the printer people that my own desk is by the window.")
    say(team, "old", "The office printer stands on the second floor, beside the kitchen.")
    return {
        "own": know(namespace, "Alice prefers the green printer paper."),
        "team": know(team, "The office printer needs toner of the type K7."),
        "other": know(other, "The printer code of the other office is zanzibar."),
    }


def found(client, query="printer", **headers):
    response = client.post("/memories/search", {"query": query, "limit": 20}, **headers)
    assert response.status_code == 200, response.content
    return {hit["id"]: hit["namespace"] for hit in response.json()["results"]}


@pytest.mark.parametrize("ranking", ["weighted", "rrf"])
def test_a_search_of_several_says_of_each_hit_where_it_is_from(client, world, namespace, ranking):
    namespace.settings = {"ranking": ranking}
    namespace.save()
    embed_all()

    hits = found(client, **BOTH)

    assert hits[world["own"].uid] == "acme/alice"
    assert hits[world["team"].uid] == "acme/team"
    assert set(hits.values()) == {"acme/alice", "acme/team"}
    assert set(found(client, X_Memory_Namespace="acme/alice").values()) == {"acme/alice"}


def test_what_is_found_in_two_is_ranked_together_whichever_is_named_first(client, world, team):
    best = know(team, "Toner of the type K7 for the office printer is kept in cupboard nine.")
    question = "Where is the K7 toner of the office printer kept?"

    for names in ("acme/alice,acme/team", "acme/team,acme/alice"):
        first = next(iter(found(client, question, X_Memory_Namespaces=names)))
        assert first == best.uid


def test_two_sessions_of_one_name_are_two(client, namespace, team):
    for n in range(6):
        say(namespace, "s1", f"Alice's turn {n} on gardening.")
        say(team, "s1", f"The team's turn {n} on gardening.")

    hits = client.post("/memories/search", {"query": "gardening turn", "limit": 20}, **BOTH).json()["results"]

    assert len(hits) == 12
    assert all(("team's" in hit["content"]) == (hit["namespace"] == "acme/team") for hit in hits)


def test_a_block_of_several_is_given_back_whole_to_who_reads_all_and_in_part_to_others(client, world, namespace, team):
    asked = {"prompt": "What do I need to know about the office printer and its paper?", "session_id": "now"}
    answer = client.post("/context", asked, **BOTH).json()
    background.flush()

    block = answer["context"]
    assert "green printer paper" in block
    assert "K7" in block
    assert "zanzibar" not in block
    assert {memory["namespace"] for memory in answer["memories"]} == {"acme/alice", "acme/team"}
    whole = client.get(f"/contexts/{answer['id']}", **BOTH).json()
    assert whole["context"] == block
    assert {item["id"] for item in whole["memories"]} == {memory["id"] for memory in answer["memories"]}
    own = client.get(f"/contexts/{answer['id']}", X_Memory_Namespace="acme/alice").json()
    assert "green printer paper" in own["context"]
    assert "K7" not in own["context"]
    is_problem(client.get(f"/contexts/{answer['id']}", X_Memory_Namespace="acme/team"), 404)
    kept = HandedContext.objects.within(team).get()
    assert "K7" in kept.block
    assert "green" not in kept.block


def test_what_one_said_earlier_and_later_is_kept_by_that_one_alone(client, namespace, team):
    say(team, "old", "The garage costs 90 a month.", event_time=timezone.now() - 30 * DAY)
    say(team, "new", "They put the garage up, it's 115 now.")
    say(namespace, "own", "My garage is full of bicycles.")
    answer = client.post("/context", {"prompt": "What do we pay for the garage?", "session_id": "now"}, **BOTH).json()
    background.flush()

    assert any(line.startswith("  - m") for line in answer["context"].splitlines())
    assert client.get(f"/contexts/{answer['id']}", **BOTH).json()["context"] == answer["context"]
    kept = HandedContext.objects.within(namespace).get().block
    assert "bicycles" in kept
    assert "90" not in kept


def test_an_erasure_in_one_cuts_its_words_out_of_the_block_of_both(client, world, team):
    asked = {"prompt": "Which paper and toner does the office printer take?", "session_id": "now"}
    answer = client.post("/context", asked, **BOTH).json()
    background.flush()
    assert "K7" in answer["context"]

    erasures.run(erasures.request(team, ErasedWhat.MEMORY, [world["team"].uid], requested_by="carla"))

    whole = client.get(f"/contexts/{answer['id']}", **BOTH).json()["context"]
    assert "K7" not in whole
    assert "green printer paper" in whole


def test_what_a_session_was_told_wrong_of_the_team_is_told_once_where_the_team_is_read(client, world, team):
    asked = {"prompt": "Which toner does the office printer need?", "session_id": "now"}
    assert "K7" in client.post("/context", asked, **BOTH).json()["context"]
    background.flush()
    correcting.correct(team, world["team"].uid, "The office printer needs toner of the type M2.", actor=CURATOR)

    alone = client.post("/context", asked, X_Memory_Namespace="acme/alice").json()
    both = client.post("/context", asked, **BOTH).json()

    assert alone["corrections"] == []
    assert "M2" not in alone["context"]
    assert [notice["was"] for notice in both["corrections"]] == [world["team"].content]


def test_memories_of_several_are_listed_page_by_page(client, world, namespace, team):
    listed, cursor = [], ""
    while cursor is not None:
        page = client.get(f"/memories?limit=2{cursor and f'&cursor={cursor}'}", **BOTH).json()
        listed += page["results"]
        cursor = page["next"]

    rows = Memory.objects.across([namespace, team]).order_by("-rowid")
    assert [one["id"] for one in listed] == [row.uid for row in rows]
    assert {one["id"]: one["namespace"] for one in listed} == {row.uid: row.namespace.name for row in rows}


def test_why_a_memory_is_not_there_is_told_of_each(client, world):
    asked = {"query": "green paper", "limit": 1, "why_not": world["team"].uid}
    told = client.post("/memories/search", asked, **BOTH).json()["why_not"]
    assert told["step"] != "unknown"
    told = client.post("/memories/search", asked, X_Memory_Namespace="acme/alice").json()["why_not"]
    assert told["step"] == "unknown"


def test_a_namespace_that_was_never_written_to_adds_nothing(client, world):
    for names in ("acme/alice,acme/never", "acme/never,acme/alice"):
        assert set(found(client, X_Memory_Namespaces=names).values()) == {"acme/alice"}
        answer = client.post("/context", {"prompt": "printer paper", "session_id": "s"}, X_Memory_Namespaces=names)
        assert "green" in answer.json()["context"]
    assert not found(client, X_Memory_Namespaces="acme/never,acme/void")


def test_what_names_them_badly_is_refused(client, world, make_key):
    query = {"query": "printer"}
    for names, status in {
        "acme/alice,other/team": 403,
        "acme/alice,acme/alice": 422,
        "acme/alice,acme/ bad": 422,
        ",".join(f"acme/n{n}" for n in range(MAX_SPACES + 1)): 422,
    }.items():
        is_problem(client.post("/memories/search", query, X_Memory_Namespaces=names), status)
    both = {"X_Memory_Namespace": "acme/alice", "X_Memory_Namespaces": "acme/alice,acme/team"}
    is_problem(client.post("/memories/search", query, **both), 400)
    # The refusal tells nothing of whether there is such a namespace.
    stranger = Api(make_key("acme/bob"))
    told = [
        stranger.post("/memories/search", query, X_Memory_Namespaces=f"acme/bob,{name}").json()
        for name in ("acme/alice", "acme/nowhere")
    ]
    assert told[0] == told[1]


def test_a_write_names_one(client, world, namespace, team):
    before = Memory.objects.across([namespace, team]).count()
    turn = {"messages": [{"role": "user", "content": "The printer is blue."}]}
    for path, body in (
        ("/sessions/s/messages", turn),
        ("/memories", {"content": "The printer is blue."}),
        ("/tools/save_turns", {"session_id": "s", **turn}),
        ("/tools/remember_fact", {"content": "The printer is blue."}),
    ):
        assert is_problem(client.post(path, body, **BOTH), 400)["code"] == "one_namespace"
    assert Memory.objects.across([namespace, team]).count() == before
    assert client.post("/memories", {"content": "It is blue."}, X_Memory_Namespaces="acme/team").status_code == 201


def test_the_tools_read_several(client, world):
    assert "K7" in client.post("/tools/get_context", {"prompt": "office printer toner"}, **BOTH).json()["context"]
    hits = client.post("/tools/search_memory", {"query": "printer"}, **BOTH).json()["results"]
    assert {hit["namespace"] for hit in hits} == {"acme/alice", "acme/team"}
    is_problem(client.post("/tools/memory_stats", {}, **BOTH), 400)


def test_the_specifications_block_is_of_one(namespace, team, settings):
    settings.MEMORY_CONTEXT = "facts"
    with pytest.raises(InvalidInput):
        context.build(namespace, "printer", others=[team])


def test_no_notice_of_another_namespace_waits_in_the_first(client, world, namespace, team):
    client.post("/context", {"prompt": "office printer", "session_id": "now"}, **BOTH)
    background.flush()
    correcting.correct(team, world["team"].uid, "It needs M2.", actor=CURATOR)
    assert not corrections.crossing().exists()
