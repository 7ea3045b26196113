import base64

import pytest

from memory.models import Memory
from tests.conftest import is_problem


@pytest.fixture
def facts(api):
    return [api.remember(f"Number {word} is {word}.")["id"] for word in ("one", "two", "three", "four", "five")]


def ids(response):
    assert response.status_code == 200, response.content
    return [memory["id"] for memory in response.json()["results"]]


def test_every_memory_comes_once_newest_first_page_by_page(api, facts):
    seen: list[str] = []
    cursor: str | None = ""
    while cursor is not None:
        body = api.get(f"/memories?limit=2{cursor and f'&cursor={cursor}'}").json()
        seen += [memory["id"] for memory in body["results"]]
        cursor = body["next"]

    assert seen == facts[::-1]


def test_what_is_remembered_between_two_pages_moves_nothing(api, facts):
    body = api.get("/memories?limit=2").json()
    api.remember("Six is new.")

    assert ids(api.get(f"/memories?cursor={body['next']}")) == facts[::-1][2:]


def test_a_page_costs_as_many_queries_however_many_rows(api, facts, django_assert_num_queries):
    for limit in (1, 5):
        with django_assert_num_queries(6):  # key, namespace, memories, sources, entities, lineage
            api.get(f"/memories?limit={limit}")


def test_each_filter_narrows(api, namespace, facts):
    (episode,) = api.say("chat-1", "I told @ann about Number six", event_time="2020-01-01T12:00:00Z")
    tagged = api.remember("Seven is tagged.", tags=["a", "b"], session_id="chat-1", confidence=0.4)["id"]
    api.delete(f"/memories/{facts[0]}")
    api.post(f"/memories/{facts[1]}/confirm")
    entity = api.get("/entities?name=ann").json()["results"][0]["id"]

    for query, expected in {
        "kind=episode": [episode],
        "kind=reflection": [],
        "session_id=chat-1": [tagged, episode],
        "tag=a": [tagged],
        "tag=a&tag=b": [tagged],
        "tag=a&tag=c": [],
        f"entity_id={entity}": [episode],
        "entity_id=ent_0": [],
        "active=false": [facts[0]],
        "kind=fact&active=true": [tagged, *facts[:0:-1]],
        "kind=fact&protected=true": [facts[1]],
        "kind=fact&protected=false&min_confidence=0.5": [*facts[:1:-1], facts[0]],
        "kind=fact&min_confidence=1": facts[::-1],
        "event_before=2020-06-01": [episode],
        "event_after=2020-01-01T12:00:00Z&event_before=2020-01-01T12:00:01Z": [episode],
        "event_before=2020-01-01T12:00:00Z": [],
        "event_before=1590969600": [episode],
        "created_after=2999-01-01T00:00:00Z": [],
        "created_before=2999-01-01T00:00:00+00:00&kind=episode": [episode],
    }.items():
        assert ids(api.get(f"/memories?{query}")) == expected, query


@pytest.mark.parametrize(
    "query, name",
    [
        ("limit=0", "limit"),
        ("limit=101", "limit"),
        ("limit=x", "limit"),
        ("limit=9999999999999999999999", "limit"),
        ("kind=other", "kind"),
        ("active=maybe", "active"),
        ("min_confidence=nan", "min_confidence"),
        ("min_confidence=1.1", "min_confidence"),
        ("created_after=yesterday", "created_after"),
        ("created_after=1e400", "created_after"),
        ("event_before=99999999999999", "event_before"),
        ("cursor=", "cursor"),
        ("cursor=zz", "cursor"),
        ("cursor=%C3%A4", "cursor"),
        ("cursor=" + base64.urlsafe_b64encode(b"entities:1").decode(), "cursor"),
        ("cursor=" + base64.urlsafe_b64encode(b"memories:-1").decode(), "cursor"),
        ("cursor=" + base64.urlsafe_b64encode(b"memories:99999999999999999999").decode(), "cursor"),
        ("tag=", "tag"),
    ],
)
def test_a_bad_parameter_is_refused_by_name(api, query, name):
    body = is_problem(api.get(f"/memories?{query}"), 422)

    assert body["errors"][0]["loc"][:2] == ["query", name]


def test_reading_is_not_a_recall(api, namespace, facts):
    api.get("/memories")
    api.get(f"/memories/{facts[0]}")

    assert not Memory.objects.within(namespace).filter(access_count__gt=0).exists()


@pytest.mark.parametrize(
    "path, name",
    [
        ("/memories?tags=health", "tags"),
        ("/memories?kind=fact&sesion_id=chat-1", "sesion_id"),
        ("/sessions?session_id=chat-1", "session_id"),
        ("/entities?type=person&q=ann", "q"),
        ("/sessions/chat-1/messages?kind=episode", "kind"),
        ("/tools?sets=graph", "sets"),
    ],
)
def test_a_filter_that_the_list_does_not_have_is_refused_by_name(api, facts, path, name):
    """Who lists by a misspelt filter would get all rows, and may go on to retire them."""
    api.say("chat-1", "Hello.")
    told = is_problem(api.get(path), 422, "query", name)
    assert "which has " in told["errors"][0]["msg"]
