from tests.conftest import is_problem


def test_a_search_says_what_became_of_one_memory(api):
    tea = api.remember("Maya drinks tea in the morning.")["id"]
    moon = api.remember("The moon is far.")["id"]

    def fate(uid, **fields):
        answer = api.post("/memories/search", {"query": "morning tea", "why_not": uid, "explain": True} | fields)
        assert answer.status_code == 200, answer.content
        return answer.json()["why_not"]

    assert fate(tea)["step"] == "shown"
    assert fate(tea, kind="episode")["step"] == "kind"
    assert fate(moon, limit=1)["step"] in {"limit", "not_reached"}
    assert fate("fact_unknown") == {
        "id": "fact_unknown", "step": "unknown", "detail": "There is no memory with this id in this namespace.",
        "place": None, "score": None, "score_needed": None, "by": None, "ranks": {}, "parts": {},
    }  # fmt: skip


def test_another_namespaces_memory_is_unknown(api, stranger):
    foreign = stranger.remember("Bob drinks tea.")["id"]
    answer = api.post("/memories/search", {"query": "tea", "why_not": foreign}).json()
    assert answer["why_not"]["step"] == "unknown"


def test_without_the_question_there_is_no_answer_to_it(api):
    api.remember("Maya drinks tea.")
    assert "why_not" not in api.post("/memories/search", {"query": "tea", "explain": True}).json()
    is_problem(api.post("/memories/search", {"query": "tea", "why_not": 5}), 422, "body", "why_not")
