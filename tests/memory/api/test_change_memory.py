import pytest

from tests.conftest import is_problem


def test_what_is_left_out_stays(api):
    fact = api.remember("Tea.", tags=["a"], attributes={"x": 1})

    changed = api.patch(f"/memories/{fact['id']}", {"tags": ["b"]}).json()

    assert (changed["tags"], changed["attributes"], changed["protected"]) == (["b"], {"x": 1}, False)
    assert api.patch(f"/memories/{fact['id']}", {}).json() == changed


def test_protection_goes_on_and_off(api):
    url = f"/memories/{api.remember('Tea.')['id']}"

    assert api.patch(url, {"protected": True}).json()["decay_rate"] == 0.0
    assert api.patch(url, {"protected": False}).json()["protected"] is False


def test_a_retired_memory_is_not_changed(api):
    url = f"/memories/{api.remember('Tea.')['id']}"
    api.delete(url)

    is_problem(api.patch(url, {"tags": ["b"]}), 409)


@pytest.mark.parametrize("change", [{"content": "Coffee."}, {"confidence": 1}, {"tags": [7]}, {"protected": "yes"}])
def test_other_fields_and_types_are_refused(api, change):
    is_problem(api.patch(f"/memories/{api.remember('Tea.')['id']}", change), 422)


def test_confirming_makes_a_fact_permanent(api):
    fact = api.remember("Tea.", confidence=0.4)

    confirmed = api.post(f"/memories/{fact['id']}/confirm").json()

    assert (confirmed["confidence"], confirmed["protected"]) == (1.0, True)


def test_an_episode_cannot_be_confirmed(api):
    (episode,) = api.say("chat-1", "Hello")

    is_problem(api.post(f"/memories/{episode}/confirm"), 409)
