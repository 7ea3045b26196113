import threading
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from memory import tasks
from memory.models import IdempotencyKey, Memory, Namespace
from tests.conftest import Api, is_problem
from tests.memory.api.catalogue import CALLS, furnish

POSTS = [call for call in CALLS if call.method == "POST" and call.operation not in {"build_context", "search_memories"}]


@pytest.mark.parametrize("call", POSTS, ids=lambda call: call.operation)
def test_a_write_that_comes_twice_is_done_once_and_answered_alike(call, api, namespace):
    ids = furnish(api, namespace)
    if call.operation == "restore_memory":
        api.delete(f"/memories/{ids['fact']}")

    first = api.post(call.url(ids), call.payload(ids), Idempotency_Key="k1")
    again = api.post(call.url(ids), call.payload(ids), Idempotency_Key="k1")

    assert first.status_code == again.status_code == call.status, first.content
    assert first.json() == again.json()
    assert "Idempotent-Replay" not in first
    assert again["Idempotent-Replay"] == "true"
    assert again["Content-Type"] == first["Content-Type"]


def test_the_same_key_with_another_body_is_a_409(api):
    api.post("/memories", {"content": "Tea."}, Idempotency_Key="k1")

    is_problem(api.post("/memories", {"content": "Coffee."}, Idempotency_Key="k1"), 409)


def test_white_space_and_the_order_of_keys_make_no_other_body(api):
    api.post("/memories", b'{"content": "Tea.", "tags": ["a"]}', Idempotency_Key="k1")

    again = api.post("/memories", b'{"tags":["a"],"content":"Tea."}', Idempotency_Key="k1")

    assert again["Idempotent-Replay"] == "true"


def test_its_scope_is_api_key_namespace_and_route(make_key):
    one, two = Api(make_key("acme/*")), Api(make_key("acme/*"))
    answers = [
        one.post("/memories", {"content": "Tea."}, Idempotency_Key="k1", X_Memory_Namespace="acme/a"),
        one.post("/memories", {"content": "Mate."}, Idempotency_Key="k1", X_Memory_Namespace="acme/b"),
        two.post("/memories", {"content": "Milk."}, Idempotency_Key="k1", X_Memory_Namespace="acme/a"),
        one.post("/tools/remember_fact", {"content": "Rum."}, Idempotency_Key="k1", X_Memory_Namespace="acme/a"),
    ]

    assert [a.status_code for a in answers] == [201, 201, 201, 200]
    assert len({a.json()["id"] for a in answers}) == 4


def test_a_failed_write_leaves_no_key_and_may_be_mended(api):
    is_problem(api.post("/memories", {"content": ""}, Idempotency_Key="k1"), 422)
    is_problem(api.post("/memories", {"content": "Tea.", "source_ids": ["ep_0"]}, Idempotency_Key="k1"), 422)

    assert not IdempotencyKey.objects.exists()
    assert api.post("/memories", {"content": "Tea."}, Idempotency_Key="k1").status_code == 201


def test_a_failed_first_write_leaves_no_namespace(make_key):
    client = Api(make_key("acme/*"), **{"X-Memory-Namespace": "acme/new"})

    client.post("/memories", {"content": "Tea.", "source_ids": ["ep_0"]}, Idempotency_Key="k1")

    assert not Namespace.objects.filter(name="acme/new").exists()


def test_after_a_day_the_key_is_free_again(api, namespace):
    api.post("/memories", {"content": "Tea."}, Idempotency_Key="k1")
    IdempotencyKey.objects.update(created_at=timezone.now() - timedelta(hours=25))

    response = api.post("/memories", {"content": "Coffee."}, Idempotency_Key="k1")

    assert response.status_code == 201
    assert "Idempotent-Replay" not in response
    assert Memory.objects.within(namespace).count() == 2


def test_while_the_first_is_running_the_second_is_a_409(api):
    api.post("/memories", {"content": "Tea."}, Idempotency_Key="k1")
    IdempotencyKey.objects.update(status=None, response=None)

    is_problem(api.post("/memories", {"content": "Tea."}, Idempotency_Key="k1"), 409)


@pytest.mark.parametrize("key", ["", "x" * 201])
def test_a_key_that_is_empty_or_too_long_is_refused(api, key):
    is_problem(api.post("/memories", {"content": "Tea."}, Idempotency_Key=key), 422, "header", "Idempotency-Key")


@pytest.mark.django_db(transaction=True)
def test_many_at_once_write_once(make_key):
    text = make_key()
    answers, together = [], threading.Barrier(6)

    def send():
        together.wait()
        try:
            body = {"messages": [{"role": "user", "content": "Hi"}]}
            answers.append(Api(text).post("/sessions/chat-1/messages", body, Idempotency_Key="k1"))
        finally:
            connection.close()

    threads = [threading.Thread(target=send) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)

    assert [answer.status_code for answer in answers] == [201] * 6, [answer.content for answer in answers]
    assert all(answer.json() == answers[0].json() for answer in answers)
    assert sum("Idempotent-Replay" in answer for answer in answers) == 5
    assert Memory.objects.within(Namespace.objects.get()).count() == 1


def test_an_erasure_that_comes_twice_is_done_once_and_its_own_key_stays(api):
    fact = api.remember("Maya owns a kayak.")
    api.post("/memories", {"content": "Maya owns a tent."}, Idempotency_Key="other")
    asked = {"memory_ids": [fact["id"]]}
    first = api.post("/erasures", asked, Idempotency_Key="k1")
    again = api.post("/erasures", asked, Idempotency_Key="k1")
    assert first.status_code == again.status_code == 202, first.content
    assert again["Idempotent-Replay"] == "true"
    assert first.json() == again.json()
    tasks.run_operations()
    assert IdempotencyKey.objects.count() == 1
    again = api.post("/erasures", asked, Idempotency_Key="k1")
    assert again["Idempotent-Replay"] == "true"
    assert first.json() == again.json()
    is_problem(api.post("/erasures", asked | {"dry_run": True}, Idempotency_Key="k1"), 409)


def test_an_erasure_that_failed_can_be_sent_again(api):
    assert api.post("/erasures", {"memory_ids": ["fact_none"]}, Idempotency_Key="k1").status_code == 404
    assert not IdempotencyKey.objects.exists()


def test_no_key_is_kept_as_it_was_sent(api):
    """Clients make keys of what they send, which may hold a secret that is none of known form without the rest."""
    for key in ("Mayas-kayak-Sakura#2291", "k1"):
        first = api.post("/memories", {"content": f"Maya paddles with {key}."}, Idempotency_Key=key)
        assert IdempotencyKey.objects.latest("id").key != key
        again = api.post("/memories", {"content": f"Maya paddles with {key}."}, Idempotency_Key=key)
        assert (first.json(), again["Idempotent-Replay"]) == (again.json(), "true")


def test_a_key_that_an_older_release_kept_as_it_was_sent_is_known_still(api):
    api.post("/memories", {"content": "Tea."}, Idempotency_Key="k1")
    IdempotencyKey.objects.update(key="k1")

    assert api.post("/memories", {"content": "Tea."}, Idempotency_Key="k1")["Idempotent-Replay"] == "true"
