import re
from pathlib import Path

import pytest
import yaml
from django.db import OperationalError
from django.test import Client, override_settings
from django.utils import timezone

from memory import measuring
from memory.models import ALL, Metadata, Session
from memory.services.upkeep import backups, doctor
from memoryproj.sqlite.backups import Backup, Why
from tests.conftest import Api, is_problem

SHAPE = re.compile(r'# (HELP|TYPE) memory_\w+ .+|memory_\w+(\{\w+="[^"\\]+"(,\w+="[^"\\]+")*\})? [\d.]+')


@pytest.fixture
def operator(make_key):
    """A client for every namespace, at home in acme/alice."""
    return Api(make_key("*", default_namespace="acme/alice"))


def get(client, path):
    return client.client.get(path, headers=client.headers)


def test_livez_says_ok_to_everybody_without_the_database(client, django_assert_num_queries):
    response = client.get("/livez")

    assert (response.status_code, response.content) == (200, b"ok")


@pytest.mark.parametrize("path", ["/readyz", "/metrics"])
def test_the_others_want_an_admins_key(make_key, admin_client, path):
    assert get(Api(make_key("*", scopes=["admin"])), path).status_code == 200
    is_problem(get(Api(make_key(scopes=["read", "write"])), path), 403)
    is_problem(Client().get(path), 401)
    is_problem(admin_client.get(path), 401)
    is_problem(Client().post(path), 401)
    client = Api(make_key(scopes=["admin"]))
    is_problem(client.client.post(path, headers=client.headers), 405)


def test_readyz_tells_of_database_vectors_queue_and_pending_work(operator):
    operator.say("chat-1", "Hello")

    body = get(operator, "/readyz").json()

    assert body["status"] in {"ready", "degraded"}
    assert body["database"]["writable"] is True
    vectors = {"sqlite": "sqlite_vec", "postgresql": "pgvector"}[body["database"]["vendor"]]
    assert body["database"][vectors]
    assert body["pending"] == {"embeddings": 1, "screening": 0, "sessions": 0, "operations": 0}
    assert {"model", "dimensions", "coverage", "problem"} == set(body["vectors"])


def test_a_store_that_cannot_be_written_is_a_503_that_says_so(operator, monkeypatch):
    def full(*args):
        raise OperationalError("database or disk is full")

    monkeypatch.setattr(Metadata, "write", full)
    response = get(operator, "/readyz")

    assert response.status_code == 503
    assert response["Retry-After"]
    assert response.json()["database"]["problem"] == "database or disk is full"


def test_metrics_are_prometheus_text(operator):
    operator.say("chat-1", "Hello")
    operator.post("/maintenance/decay")

    lines = get(operator, "/metrics").content.decode().splitlines()

    assert 'memory_memories{kind="episode"} 1' in lines
    assert 'memory_operations{kind="decay",status="pending"} 1' in lines
    for line in lines:
        assert SHAPE.fullmatch(line), line


def test_the_root_leads_to_the_admin(client):
    assert client.get("/")["Location"] == "/admin/"


def test_a_tenants_key_sees_no_figure_of_the_whole_store(api, stranger):
    stranger.say("theirs", "Hello")
    is_problem(get(api, "/metrics"), 403)
    assert set(get(api, "/readyz").json()) == {"status", "version"}


def test_what_waits_how_long_and_what_became_of_facts_is_among_the_metrics(operator):
    operator.say("chat-1", "Hello")
    operator.post("/sessions/chat-1/complete")
    first = operator.remember("Ann likes green tea.")
    operator.request("DELETE", f"/memories/{first['id']}")
    lines = get(operator, "/metrics").content.decode().splitlines()
    waits = {line.split('"')[1]: float(line.split()[-1]) for line in lines if line.startswith("memory_oldest_pending")}
    assert set(waits) == {"sessions", "operations", "embeddings", "screening"}
    assert waits["embeddings"] >= 0
    assert 'memory_facts{state="retired"} 1' in lines


def test_requests_are_measured_by_route_and_status_never_by_path(operator, client):
    measuring.forget()
    operator.remember("Ann likes green tea.")
    operator.post("/memories/search", {"query": "tea"})
    operator.get("/memories/fact_nothing")
    client.get("/wp-login.php?x=1")
    client.get("/api/v1/memories")
    lines = get(operator, "/metrics").content.decode().splitlines()
    counts = [line for line in lines if line.startswith("memory_request_seconds_count")]
    assert 'memory_request_seconds_count{method="POST",route="/api/v1/memories",status="201"} 1' in counts
    assert 'memory_request_seconds_count{method="any",route="none",status="404"} 1' in counts
    assert not any("fact_nothing" in line or "wp-login" in line for line in lines)
    assert {line.split('"')[1] for line in lines if line.startswith("memory_search_arm_seconds_count")} == {
        "text", "embedding", "vector", "entity",
    }  # fmt: skip
    assert 'memory_denials_total{status="401"} 1' in lines


def test_every_request_has_an_id_which_a_caller_may_choose(client):
    assert client.get("/livez", headers={"X-Request-Id": "job-7"})["X-Request-Id"] == "job-7"
    for bad in ("a b", "x" * 101, "é", ""):
        given = client.get("/livez", headers={"X-Request-Id": bad})["X-Request-Id"]
        assert re.fullmatch(r"[0-9a-f]{32}", given)


RULES = yaml.safe_load((Path(__file__).parents[3] / "docs" / "alerts.yml").read_text(encoding="utf-8"))


def test_what_the_doctor_found_last_is_among_the_metrics(operator):
    assert "memory_mismatches" not in get(operator, "/metrics").content.decode()
    operator.say("chat-1", "Hello")
    doctor.examine()
    lines = get(operator, "/metrics").content.decode().splitlines()
    assert "memory_mismatches 0" in lines
    Session.objects.across(ALL).delete()
    found = doctor.examine()
    lines = get(operator, "/metrics").content.decode().splitlines()
    assert found
    assert f"memory_mismatches {sum(flaw.rows for flaw in found)}" in lines
    (age,) = (line for line in lines if line.startswith("memory_examined_age_seconds "))
    assert 0 <= float(age.split()[1]) < 60


@pytest.mark.sqlite_alone("one alert is about backups of the file")
def test_every_alert_speaks_of_metrics_that_there_are(operator, tmp_path):
    operator.remember("Ann likes green tea.")  # in an empty memory no arm is asked
    measuring.observe(measuring.WAITS, 0.0)  # the web server's gate does, which the tests' client passes by
    operator.post("/memories/search", {"query": "tea"})
    operator.request("GET", "/memories", Authorization="Bearer none")
    doctor.examine()
    with override_settings(MEMORY_BACKUP_DIR=str(tmp_path)):
        backups_made = backups.folder()
        backups_made.mkdir(exist_ok=True)
        stem = backups.store().stem
        made = Backup(backups_made / f"{stem}-x.db", timezone.now(), Why.HAND, "", 0, 0.0, {})
        made.path.write_bytes(b"")
        made.write_manifest()
        text = get(operator, "/metrics").content.decode()
    there = {re.split(r"[{ ]", line)[0] for line in text.splitlines() if not line.startswith("#")}
    rules = [rule for group in RULES["groups"] for rule in group["rules"]]
    assert len(rules) >= 10
    for rule in rules:
        named = set(re.findall(r"memory_\w+", rule["expr"]))
        assert named
        assert named <= there, rule["alert"]
        assert rule["annotations"]["summary"]
        assert rule["labels"]["severity"] in {"page", "ticket"}


def test_what_was_masked_is_counted(operator):
    measuring.forget()
    operator.say("chat-1", "The card is 4111 1111 1111 1111.")
    operator.remember("The card of the house is 5500 0000 0000 0004.")
    operator.say("chat-1", "Nothing to hide.")
    lines = get(operator, "/metrics").content.decode().splitlines()
    assert 'memory_redactions_total{kind="episode"} 1' in lines
    assert 'memory_redactions_total{kind="fact"} 1' in lines
