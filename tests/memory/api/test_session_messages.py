from tests.conftest import is_problem


def test_the_turns_of_a_session_come_in_their_order_page_by_page(api):
    ids = api.say("chat-1", *[f"turn {n}" for n in range(5)])
    api.say("chat-2", "another")

    first = api.get("/sessions/chat-1/messages?limit=3").json()
    rest = api.get(f"/sessions/chat-1/messages?limit=3&cursor={first['next']}").json()

    assert [m["id"] for m in first["results"] + rest["results"]] == ids
    assert rest["next"] is None


def test_turns_that_come_between_two_pages_move_nothing(api):
    ids = api.say("chat-1", "1", "2")
    first = api.get("/sessions/chat-1/messages?limit=1").json()
    ids += api.say("chat-1", "3")

    rest = api.get(f"/sessions/chat-1/messages?cursor={first['next']}").json()

    assert [m["id"] for m in rest["results"]] == ids[1:]


def test_an_unknown_session_is_missing(api):
    is_problem(api.get("/sessions/nowhere/messages"), 404)


def test_another_namespaces_session_is_missing(api, stranger):
    api.say("chat-1", "Hello")

    assert api.get("/sessions/chat-1/messages").status_code == 200
    is_problem(stranger.get("/sessions/chat-1/messages"), 404)


def test_a_bad_session_id_is_invalid(api):
    is_problem(api.get("/sessions/a/b/messages"), 422, "path", "session_id")
