"""What one namespace may take up: beyond it a write is refused, and nothing of it is kept."""

import pytest
from django.test import Client

from memory import access, allowances, health, tasks
from memory.models import ErasedWhat, Namespace
from memory.services import namespaces, quotas
from memory.services.errors import QuotaReached
from memory.services.learning import saving
from memory.services.learning.saving import FactInput
from memory.services.memories import facts
from memory.services.upkeep import erasures
from tests.conftest import is_problem
from tests.store import AGENT, CURATOR, DERIVED, contents, say


def limit(namespace, **settings):
    namespace.settings = settings
    namespace.save()
    namespaces._own.clear()


@pytest.fixture(autouse=True)
def nothing_is_remembered():
    namespaces._own.clear()
    allowances.forget()
    yield
    namespaces._own.clear()
    allowances.forget()


def used(namespace):
    row = Namespace.objects.get(pk=namespace.pk)
    return row.memories, row.text_bytes


def test_what_is_kept_is_counted_where_it_comes_and_goes(namespace):
    say(namespace, "s1", "tea", "grüße")
    saving.save_batch(namespace, [FactInput("Ann likes tea"), FactInput("ann likes tea.")], actor=AGENT)
    assert used(namespace) == (3, len("tea") + len("grüße".encode()) + len("Ann likes tea"))
    assert quotas.recount() == 0
    facts.retire(namespace, saving.remember(namespace, "Bob owns a boat", actor=AGENT).memory.uid, actor=AGENT)
    assert used(namespace)[0] == 4
    erasures.erase(namespace, ErasedWhat.SESSION, "s1", actor=CURATOR)
    assert used(namespace) == (2, len("Ann likes tea") + len("Bob owns a boat"))


def test_a_turn_beyond_the_memories_is_refused_and_nothing_of_the_call_is_kept(api, namespace):
    limit(namespace, max_memories=2)
    api.say("s1", "one")
    two = {"messages": [{"role": "user", "content": "two"}, {"role": "user", "content": "three"}]}
    told = is_problem(api.post("/sessions/s2/messages", two), 429)
    assert told["code"] == "quota_memories"
    assert used(namespace)[0] == 1
    assert api.get("/sessions/s2").status_code == 404
    api.remember("Ann likes tea")
    refused = api.post("/memories", {"content": "Bob owns a boat"}, Idempotency_Key="k")
    assert refused["Retry-After"] == "3600"
    is_problem(refused, 429)
    is_problem(api.post("/tools/remember_fact", {"content": "Bob owns a boat"}), 429)
    assert contents(namespace) == ["Ann likes tea"]
    # What is there can be read, repeated, corrected by a person, and erased.
    assert api.post("/memories", {"content": "Ann likes tea"}).status_code == 201
    assert api.post("/context", {"prompt": "tea"}).status_code == 200


def test_text_is_limited_by_its_bytes(api, namespace):
    limit(namespace, max_text_mib=1)
    for _ in range(4):
        assert api.post("/memories", {"content": "née " * 40_000}).status_code == 201  # the same one
    api.say("s1", "x" * 250_000, "y" * 250_000, "z" * 250_000)
    more = {"messages": [{"role": "user", "content": "w" * 250_000}]}
    told = is_problem(api.post("/sessions/s1/messages", more), 429)
    assert told["code"] == "quota_text"


def test_a_flood_of_sessions_that_wait_is_stopped_and_the_open_ones_go_on(api, namespace):
    limit(namespace, max_waiting_sessions=3)
    for number in range(4):
        api.say(f"s{number}", "hello")
    told = is_problem(api.post("/sessions/s9/messages", {"messages": [{"role": "user", "content": "hello"}]}), 429)
    assert told["code"] == "quota_sessions"
    assert "3 sessions" in told["detail"]
    api.say("s3", "one more")


def test_what_the_service_derives_is_counted_and_never_refused(namespace):
    limit(namespace, max_memories=1)
    saving.save_batch(namespace, [FactInput("Ann likes tea"), FactInput("Bob owns a boat")], actor=DERIVED)
    assert used(namespace)[0] == 2
    with pytest.raises(QuotaReached):
        saving.remember(namespace, "Carla has a cat", actor=AGENT)


def test_another_namespace_has_its_own(api, stranger, namespace):
    limit(namespace, max_memories=1)
    api.remember("Ann likes tea")
    is_problem(api.post("/memories", {"content": "Bob owns a boat"}), 429)
    stranger.remember("Bob owns a boat")


def test_the_defaults_are_on_and_zero_is_no_limit(api, namespace, settings):
    assert min(settings.MEMORY_MAX_MEMORIES, settings.MEMORY_MAX_TEXT_MIB, settings.MEMORY_MAX_WAITING_SESSIONS) > 0
    assert settings.MEMORY_LLM_DAILY_TOKEN_BUDGET > 0
    settings.MEMORY_MAX_MEMORIES = 1
    api.remember("Ann likes tea")
    is_problem(api.post("/memories", {"content": "Bob owns a boat"}), 429)
    limit(namespace, max_memories=0)
    api.remember("Bob owns a boat")


def test_a_keys_bodies_are_limited_by_the_minute(api, settings):
    settings.MEMORY_INTAKE_MIB = 1
    body = {"messages": [{"role": "user", "content": "x" * 200_000}] * 3}
    assert api.post("/sessions/s1/messages", body).status_code == 201
    refused = api.post("/sessions/s1/messages", body)
    assert is_problem(refused, 429)["code"] == "intake_limit"
    assert 0 < int(refused["Retry-After"]) <= 61
    assert api.get("/stats").status_code == 200


def test_the_intake_window_ends():
    access.check_intake(1, 900, 1000, now=0.0)
    with pytest.raises(access.Problem):
        access.check_intake(1, 900, 1000, now=59.0)
    access.check_intake(1, 900, 1000, now=60.1)
    access.check_intake(2, 5000, 1000, now=60.1)  # one body of any size that is allowed may always come
    access.check_intake(3, 5000, 0, now=60.1)


def test_the_metrics_and_the_desk_tell_how_full_it_is(namespace, admin_user):
    limit(namespace, max_memories=4)
    say(namespace, "s1", "one", "two")
    assert 'quota_used_share{quota="memories"} 0.5' in health.metrics()
    curator = Client()
    curator.force_login(admin_user)
    page = curator.get("/admin/memory/namespace/").content.decode()
    assert "2 of 4 memories" in page


def test_a_figure_that_went_wrong_is_counted_anew_by_night(namespace):
    say(namespace, "s1", "one")
    Namespace.objects.filter(pk=namespace.pk).update(memories=77)
    tasks.purge()
    assert used(namespace)[0] == 1


def test_saving_settings_does_not_forget_what_was_counted_meanwhile(namespace):
    stale = Namespace.objects.get(pk=namespace.pk)
    say(namespace, "s1", "one")
    limit(stale, max_memories=9)
    assert used(namespace) == (1, 3)
