from tests.conftest import is_problem


def test_sessions_are_listed_newest_first_with_their_counts(api):
    api.say("chat-1", "1", "2")
    api.say("chat-2", "3")

    sessions = api.get("/sessions").json()["results"]

    assert [(s["session_id"], s["status"], s["episode_count"], s["pending_count"]) for s in sessions] == [
        ("chat-2", "open", 1, 1),
        ("chat-1", "pending", 2, 2),
    ]
    assert api.get("/sessions/chat-1").json() == sessions[1]


def test_they_are_narrowed_by_status_and_paged(api):
    for number in range(3):
        api.say(f"chat-{number}", "Hi")

    pending = api.get("/sessions?status=pending&limit=1").json()
    rest = api.get(f"/sessions?status=pending&cursor={pending['next']}").json()

    assert [s["session_id"] for s in pending["results"] + rest["results"]] == ["chat-1", "chat-0"]
    is_problem(api.get("/sessions?status=nice"), 422, "query", "status")


def test_an_unknown_session_is_missing_and_a_bad_id_invalid(api):
    is_problem(api.get("/sessions/nowhere"), 404)
    for bad in ("..", ".", "a/b", "a%2Fb", "x" * 201, ""):
        is_problem(api.get(f"/sessions/{bad}"), 422, "path", "session_id")


def test_consolidation_is_queued_and_the_operation_tells(api):
    api.say("chat-1", "I like tea")

    response = api.post("/sessions/chat-1/consolidate")

    assert response.status_code == 202
    operation = response.json()
    told = (operation["kind"], operation["status"], operation["subject"])
    assert told == ("consolidate_session", "pending", "chat-1")
    assert api.get(f"/operations/{operation['id']}").json() == operation
    assert api.get("/sessions/chat-1").json()["status"] == "pending"


def test_nothing_to_consolidate_is_missing(api):
    is_problem(api.post("/sessions/nowhere/consolidate"), 404)
