"""A namespace's export and import: what goes, comes back the same; and nothing comes half."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path
from threading import Thread

import pytest
from django.apps import apps
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection

from maintenance.tasks import run_operations
from memory import background
from memory.models import (
    ApiKey,
    Conflict,
    Entity,
    EntityAlias,
    ErasedWhat,
    FactProperty,
    IdempotencyKey,
    InboxView,
    Kind,
    MailDigest,
    MailedDecision,
    Memory,
    Metadata,
    Namespace,
    NamespaceGrant,
    Origin,
    ReviewReason,
    Session,
    SessionStatus,
)
from memory.services import namespaces, reviews
from memory.services.actors import Actor
from memory.services.errors import InvalidInput, QuotaReached, StateConflict
from memory.services.graph import entities
from memory.services.memories import lineage
from memory.services.parcels import packing, unpacking
from memory.services.parcels.tables import LEFT_OUT, TABLES
from memory.services.upkeep import doctor, erasures
from memory.tasks import embed_pending
from tests.memory.mcp import environment
from tests.store import committed, know, make_entity, public_id

__all__ = ["committed"]

CURATOR = Actor("ana", Origin.CURATOR)
# What is not a namespace's.
STORES_OWN = {Namespace, ApiKey, IdempotencyKey, NamespaceGrant, Metadata, InboxView, MailDigest, MailedDecision}


@pytest.fixture
def lived(api, namespace):
    """A namespace in which something of everything happened."""
    api.say("chat-1", "My sister Ana lives in Lisbon.", "I met @bob and @bobby.", name="Maya",
            event_time="2026-03-02T18:05:00+01:00")  # fmt: skip
    api.post("/sessions/chat-1/consolidate")
    run_operations()
    api.say("chat-2", "Hello.", external_id="m1", attributes={"mood": {"deep": [1, None, "é"]}})
    tea = api.remember("Maya likes tea.", tags=["drink"], attributes={"a": 1})["id"]
    coffee = api.post(f"/memories/{tea}/correct", {"content": "Maya likes coffee.", "reason": "said so"}).json()["id"]
    api.post(f"/memories/{coffee}/confirm")
    gone = api.remember("Maya owns a boat.")["id"]
    api.delete(f"/memories/{gone}")
    api.post(f"/memories/{gone}/restore")
    api.remember("Maya works at Acme.")
    api.remember("Maya does not work at Acme.")
    new, old = (Memory.objects.within(namespace).get(content__contains=words) for words in (" not work", "works at"))
    conflict = Conflict.objects.create(
        namespace=namespace, new_fact=new, old_fact=old, kind="contradiction", found_by="test"
    )
    api.post(f"/conflicts/{public_id(conflict)}/resolve", {"decision": "new", "reason": "she left"})
    bob = Entity.objects.within(namespace).get(name_key="bob")
    bobby = Entity.objects.within(namespace).get(name_key="bobby")
    entities.merge(namespace, bobby.uid, bob.uid, actor=CURATOR)
    reviews.open_review(namespace, Memory.objects.within(namespace).get(uid=coffee), ReviewReason.LOW_CONFIDENCE)
    api.post("/memories/search", {"query": "coffee", "session_id": "chat-3"})
    api.post("/context", {"prompt": "What does Maya like?", "session_id": "chat-3"})
    background.flush()
    Namespace.objects.filter(pk=namespace.pk).update(settings={"timezone": "Europe/Lisbon"})
    return namespaces.for_reading(namespace.name)


def packed(namespace, tmp_path, name="parcel.jsonl"):
    file = tmp_path / name
    file.write_bytes(b"".join(packing.lines(namespace)))
    return file


def emptied(namespace):
    """As in another store: its rows are gone, without a trace."""
    for table in LEFT_OUT:
        way = "namespace" if any(one.name == "namespace" for one in table._meta.concrete_fields) else None
        if way:
            table._base_manager.filter(namespace=namespace).delete()
    for table in reversed(TABLES):
        if table.name == "changes":
            table.rows(namespace).update(conflict=None, undoes=None)
        if table.name in {"conflicts", "reviews", "entity_proposals"}:
            table.rows(namespace).update(decided_in=None)
        table.model._base_manager.filter(pk__in=[row.pk for row in table.rows(namespace)]).delete()
    namespace.delete()


def body(file):
    """The rows and the seal's counts, without the manifest, which tells when."""
    *rows, seal = file.read_text().splitlines()[1:]
    return rows, json.loads(seal)["seal"]["rows"]


def seen(api):
    """All that a client of the API can see of the namespace."""
    told = {path: api.get(f"{path}?limit=100").json() for path in ("/memories", "/entities", "/sessions", "/reviews")}
    for row in told["/memories"]["results"]:
        for part in ("history", "sources"):
            told[f"{row['id']}/{part}"] = api.get(f"/memories/{row['id']}/{part}").json()
    told["then"] = api.get("/memories?known_at=2026-01-01T00:00:00Z").json()
    text = json.dumps(told)
    return json.loads(text, object_hook=lambda value: {k: v for k, v in value.items() if k not in {"seq", "next"}})


def test_each_table_either_goes_or_stays_for_a_reason():
    ours = set(apps.get_app_config("memory").get_models())
    assert {table.model for table in TABLES} | set(LEFT_OUT) | STORES_OWN == ours


def test_what_goes_comes_back_the_same(lived, api, tmp_path):
    before, first = seen(api), packed(lived, tmp_path)
    emptied(lived)

    proof = unpacking.take_in(first, "acme/alice")

    second = packed(namespaces.for_reading("acme/alice"), tmp_path, "again.jsonl")
    assert body(second) == body(first)
    assert proof.rows == body(first)[1]
    assert {"memories", "memory_sources", "supersessions", "validity", "events", "changes", "entity_aliases",
            "conflicts", "reviews", "recalls"} <= set(proof.rows)  # fmt: skip
    assert namespaces.for_reading("acme/alice").settings == {"timezone": "Europe/Lisbon"}
    reviews_of = lambda told: [{k: v for k, v in row.items() if k != "id"} for row in told["/reviews"]["results"]]  # noqa: E731
    after = seen(api)
    assert reviews_of(after) == reviews_of(before)
    assert {k: v for k, v in after.items() if k != "/reviews"} == {k: v for k, v in before.items() if k != "/reviews"}
    assert doctor.examine() == []


def test_a_text_of_which_nothing_can_be_seen_comes_back_where_it_was_taken_once(lived, tmp_path):
    turn = Memory.objects.within(lived).filter(kind=Kind.EPISODE).first()
    Memory.objects.within(lived).filter(pk=turn.pk).update(content="\u200b")
    first = packed(lived, tmp_path)
    emptied(lived)
    unpacking.take_in(first, "acme/alice")
    assert Memory.objects.within(namespaces.for_reading("acme/alice")).get(uid=turn.uid).content == "\u200b"


def test_what_an_earlier_release_exported_comes_in_whole(api, namespace, tmp_path):
    """The file was written by `rememberd export` before sessions and turns could be kept off the record."""
    older = Path(__file__).parent / "data" / "older-parcel.jsonl"
    proof = unpacking.take_in(older, "acme/carol")
    rows, counts = body(older)
    assert proof.rows == counts
    carol = namespaces.for_reading("acme/carol")
    now, _ = body(packed(carol, tmp_path))
    added = set()
    for was, became in zip(map(json.loads, rows), map(json.loads, now), strict=True):
        ((table, before),), ((also, after),) = was.items(), became.items()
        assert (table, before) == (also, {name: after[name] for name in before})  # ids, times, lineage, history
        added |= {f"{table}.{name}" for name in after.keys() - before.keys()}
    assert "sessions_consolidations.off_record" in added
    assert not any(session.off_record for session in Session.objects.within(carol))
    assert doctor.examine() == []


def test_what_a_later_release_wrote_and_what_lacks_a_needed_column_is_refused(lived, tmp_path):
    lines = packed(lived, tmp_path).read_text().splitlines()
    ((table, row),) = json.loads(lines[1]).items()
    emptied(lived)
    for changed, words in (
        (row | {"dreamt": True}, "did a later one write it"),
        ({name: value for name, value in row.items() if name != "content"}, "no content"),
        ({name: value for name, value in row.items() if name not in {"uid", "kind"}}, "no uid, kind"),
    ):
        file = tmp_path / "changed.jsonl"
        file.write_bytes(sealed([lines[0], json.dumps({table: changed})]))
        with pytest.raises(InvalidInput, match=words):
            unpacking.take_in(file, "acme/carol")
    assert not Namespace.objects.exists()


def test_what_came_back_works_on(lived, api, tmp_path):
    file = packed(lived, tmp_path)
    waiting = Session.objects.within(lived).get(session_id="chat-1")
    emptied(lived)
    unpacking.take_in(file, "acme/alice")
    embed_pending()

    namespace = namespaces.for_reading("acme/alice")
    assert api.post("/memories/search", {"query": "coffee"}).json()["results"][0]["content"] == "Maya likes coffee."
    session = Session.objects.within(namespace).get(session_id="chat-1")
    assert (session.status, session.last_seen_at) == (waiting.status, waiting.last_seen_at)
    top = Memory.objects.within(namespace).filter(kind=Kind.EPISODE, session_id="chat-1").latest("rowid")
    assert session.watermark == top.rowid
    assert not Memory.objects.within(namespace).awaiting_embedding().exists()
    tea = Memory.objects.within(namespace).get(content="Maya likes tea.")
    assert lineage.holder(tea).content == "Maya likes coffee."
    again = {"role": "user", "content": "Hello.", "external_id": "m1"}
    assert api.post("/sessions/chat-2/messages", {"messages": [again]}).json()["episodes"][0]["duplicate"]


def test_another_namespace_of_the_same_store_cannot_take_the_same_ids(lived, tmp_path):
    file = packed(lived, tmp_path)
    with pytest.raises(StateConflict, match="in another namespace"):
        unpacking.take_in(file, "acme/bob")
    assert not namespaces.for_reading("acme/bob").pk
    with pytest.raises(StateConflict, match="not empty"):
        unpacking.take_in(file, "acme/alice")


def test_what_was_erased_for_good_does_not_come_back(lived, tmp_path):
    file = packed(lived, tmp_path)
    erasures.erase(lived, ErasedWhat.NAMESPACE, actor=CURATOR)
    with pytest.raises(StateConflict, match="here for good"):
        unpacking.take_in(file, "acme/alice")
    assert not Memory.objects.within(lived).exists()


def test_what_came_in_counts_towards_the_quotas(lived, tmp_path):
    file = packed(lived, tmp_path)
    used = (lived.memories, lived.text_bytes)
    emptied(lived)
    unpacking.take_in(file, "acme/alice")
    came = namespaces.for_reading("acme/alice")
    assert (came.memories, came.text_bytes) == used
    assert used[0] > 5
    Namespace.objects.filter(pk=came.pk).update(settings={"max_memories": 3})
    small = packed(namespaces.for_reading("acme/alice"), tmp_path, "small.jsonl")
    emptied(came)
    with pytest.raises(QuotaReached):
        unpacking.take_in(small, "acme/alice")
    assert not Namespace.objects.exists()


def test_a_running_session_waits_where_it_comes_to(lived, tmp_path):
    Session.objects.within(lived).filter(session_id="chat-2").update(status=SessionStatus.RUNNING)
    file = packed(lived, tmp_path)
    emptied(lived)
    unpacking.take_in(file, "acme/carol")
    session = Session.objects.within(namespaces.for_reading("acme/carol")).get(session_id="chat-2")
    assert (session.status, session.lease_until) == (SessionStatus.PENDING, None)


def sealed(lines):
    """`lines` with a seal that fits them."""
    rows = {}
    for line in lines[1:]:
        (name,) = json.loads(line)
        rows[name] = rows.get(name, 0) + 1
    text = "".join(f"{line}\n" for line in lines).encode()
    return text + json.dumps({"seal": {"rows": rows, "sha256": hashlib.sha256(text).hexdigest()}}).encode()


def change(line, **fields):
    ((table, row),) = json.loads(line).items()
    return json.dumps({table: row | fields})


@pytest.mark.parametrize(
    "spoil, words",
    [
        (lambda lines: [], "no export"),
        (lambda lines: ["{}"], "no export"),
        (lambda lines: ["[]"], "no JSON object"),
        (lambda lines: ["\x00"], "no JSON"),
        (lambda lines: [lines[0].replace('"version":2', '"version":3'), *lines[1:]], "version"),
        (lambda lines: [lines[0].replace("Europe/Lisbon", "Nowhere"), *lines[1:]], "settings"),
        (lambda lines: [lines[0], lines[-1]], "'sha"),
        (lambda lines: [lines[0], '{"keys": {}}'], "not expected"),
        (lambda lines: [lines[0], '{"memories": [1]}'], "other columns"),
        (lambda lines: [lines[0], '{"memories": {"uid": "x"}}'], "other columns"),
        (lambda lines: [lines[0], change(lines[1], kind="dream")], "kind cannot be"),
        (lambda lines: [lines[0], change(lines[1], content=" ")], "content"),
        (lambda lines: [lines[0], change(lines[1], content="a\x00b")], "NUL"),
        (lambda lines: [lines[0], change(lines[1], content=None)], "content is missing"),
        (lambda lines: [lines[0], change(lines[1], event_time="2026-01-01T00:00:00")], "time zone"),
        (lambda lines: [lines[0], change(lines[1], event_time="soon")], "event_time"),
        (lambda lines: [lines[0], change(lines[1], access_count=-1)], "access_count"),
        (lambda lines: [lines[0], change(lines[1], confidence=2.0)], "contradicts"),
        (lambda lines: [lines[0], lines[1], lines[1]], "contradicts"),
        (lambda lines: [lines[0], '{"memory_sources": {"memory": "fact_0", "source": "ep_0"}}'], "does not hold"),
        (lambda lines: [lines[0], '{"memory_sources": {"memory": null, "source": null}}'], "missing"),
    ],
)
def test_what_is_no_parcel_is_refused_with_its_line_and_leaves_nothing(lived, tmp_path, spoil, words):
    lines = packed(lived, tmp_path).read_text().splitlines()
    file = tmp_path / "spoilt.jsonl"
    emptied(lived)
    changed = spoil(lines)
    if "'sha" in words:  # an old seal below other rows
        file.write_text("\n".join(changed))
        words = "was changed"
    else:
        whole = len(changed) > 1 and '"memor' in changed[-1]
        file.write_bytes(sealed(changed) if whole else "\n".join(changed).encode())
    with pytest.raises(InvalidInput, match=words):
        unpacking.take_in(file, "acme/alice")
    assert not Namespace.objects.exists()


def test_a_file_that_was_cut_off_or_changed_is_known(lived, tmp_path):
    file = packed(lived, tmp_path)
    whole = file.read_bytes()
    emptied(lived)
    unsealed = whole.rsplit(b"\n", 2)[0] + b"\n"
    for spoilt in (whole[: len(whole) // 2], unsealed, whole.replace(b"coffee", b"cocoa"), whole + b"{}\n"):
        file.write_bytes(spoilt)
        with pytest.raises(InvalidInput, match="line"):
            unpacking.prove(file)
    assert not Namespace.objects.exists()


def test_names_that_only_a_secret_told_apart_stay_apart(namespace, tmp_path):
    for number in range(3):
        entities.add_alias(namespace, make_entity(namespace, f"Person {number}").uid, f"Alias {number}", actor=CURATOR)
    FactProperty.objects.create(
        memory=know(namespace, "Tea is hot"), namespace=namespace, subject_key="person 0", property_key="mood"
    )
    FactProperty.objects.create(
        memory=Memory.objects.within(namespace).get(), namespace=namespace, subject_key="person 1", property_key="mood"
    )
    text = packed(namespace, tmp_path).read_text()
    for number, letter in enumerate("abc"):
        for written in (f"Alias {number}", f"Person {number}", f"person {number}"):
            text = text.replace(f'"{written}"', f'"ghp_{letter * 36}"')
    file = tmp_path / "secrets.jsonl"
    file.write_bytes(sealed(text.splitlines()[:-1]))
    emptied(namespace)

    unpacking.take_in(file, "acme/new")

    new = namespaces.for_reading("acme/new")
    apart = ["[secret: github token]", "[secret: github token] 2", "[secret: github token] 3"]
    assert sorted(Entity.objects.within(new).values_list("canonical_name", flat=True)) == apart
    assert sorted(EntityAlias.objects.filter(namespace=new).values_list("alias", flat=True)) == apart
    mood = FactProperty.objects.filter(namespace=new, property_key="mood").values_list("subject_key", flat=True)
    assert sorted(mood) == apart[:2]


def test_the_commands_write_a_private_file_rehearse_and_take_in(lived, tmp_path, capsys):
    file = tmp_path / "alice.jsonl"
    call_command("export", "acme/alice", str(file))
    assert file.stat().st_mode & 0o777 == 0o600
    with pytest.raises(CommandError, match="there already"):
        call_command("export", "acme/alice", str(file))
    with pytest.raises(CommandError, match="no namespace"):
        call_command("export", "acme/nobody", str(tmp_path / "x"))
    with pytest.raises(CommandError, match="not empty"):
        call_command("import", str(file), "--dry-run")
    emptied(lived)
    call_command("import", str(file), "--dry-run")
    answer = capsys.readouterr()
    assert "memories" in answer.out
    assert "Nothing was kept" in answer.err
    assert not Namespace.objects.exists()
    assert not Memory.everything.exists()
    call_command("import", str(file), "--namespace", "acme/dora")
    assert Memory.objects.within(namespaces.for_reading("acme/dora")).exists()
    with pytest.raises(CommandError, match="Nothing was imported"):
        call_command("import", str(tmp_path / "nothing"))
    assert not list(tmp_path.glob("*.part"))


def test_an_export_leaves_alone_what_it_did_not_make(lived, tmp_path):
    file, victim = tmp_path / "alice.jsonl", tmp_path / "victim"
    victim.write_text("somebody's")
    beside = tmp_path / "alice.jsonl.part"
    beside.symlink_to(victim)

    call_command("export", "acme/alice", str(file))

    assert not file.is_symlink()
    assert file.stat().st_mode & 0o777 == 0o600
    assert unpacking.prove(file).namespace == "acme/alice"
    with pytest.raises(CommandError, match="there already"):
        call_command("export", "acme/alice", str(file))
    astray = tmp_path / "astray.jsonl"
    astray.symlink_to(tmp_path / "nothing")
    with pytest.raises(CommandError, match="there already"):
        call_command("export", "acme/alice", str(astray))
    assert beside.is_symlink()
    assert victim.read_text() == "somebody's"
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "alice.jsonl", "alice.jsonl.part", "astray.jsonl", "victim"
    ]  # fmt: skip


def test_a_file_that_came_while_the_export_was_written_stays(lived, tmp_path, monkeypatch):
    file, lines = tmp_path / "alice.jsonl", packing.lines

    def with_another(namespace):
        file.write_text("somebody's")
        yield from lines(namespace)

    monkeypatch.setattr(packing, "lines", with_another)
    with pytest.raises(CommandError, match="cannot be written: File exists"):
        call_command("export", "acme/alice", str(file))
    assert file.read_text() == "somebody's"
    assert list(tmp_path.iterdir()) == [file]


def test_an_export_to_nowhere_says_so(lived, tmp_path):
    for place, said in (("", "Name a file"), (str(tmp_path / "no" / "x"), "No such file"), (str(tmp_path), "already")):
        with pytest.raises(CommandError, match=said):
            call_command("export", "acme/alice", place)


@pytest.mark.parametrize("closed", [True, False])
def test_an_output_that_takes_no_more_is_told_without_a_traceback(committed, closed):
    for number in range(300):
        know(committed, f"Fact {number} is known. " + "It is long. " * 20)
    words = [sys.executable, "manage.py", "export", committed.name, "-"]
    with Path("/dev/full").open("wb") as full, subprocess.Popen(
        words, cwd=settings.BASE_DIR, env=environment(), stdout=subprocess.PIPE if closed else full,
        stderr=subprocess.PIPE,
    ) as exporting:  # fmt: skip
        if exporting.stdout:
            exporting.stdout.readline()
            exporting.stdout.close()
        said = exporting.stderr.read().decode()
    assert exporting.returncode == 1
    why = "Broken pipe" if closed else "No space left on device"
    assert said.strip() == f"CommandError: The output takes no more: {why}."


def test_a_pipe_is_refused_for_what_it_is(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = Thread(target=lambda: pipe.open("wb").close())
    writer.start()
    with pytest.raises(CommandError, match="read twice"):
        call_command("import", str(pipe))
    writer.join(timeout=60)


@pytest.mark.parametrize("time", ["9999-12-31T23:59:59-23:59", "0001-01-01T00:00:00+23:59"])
def test_a_time_of_no_year_in_utc_is_refused_by_its_line(lived, tmp_path, time):
    rows = packed(lived, tmp_path).read_text().splitlines()[:-1]
    line, row = next((number, json.loads(row)) for number, row in enumerate(rows, 1) if '"memories"' in row[:20])
    row["memories"]["created_at"] = time
    rows[line - 1] = json.dumps(row)
    file = tmp_path / "late.jsonl"
    file.write_bytes(sealed(rows))
    emptied(lived)
    with pytest.raises(InvalidInput, match=rf"line {line}: created_at: "):
        unpacking.take_in(file, "acme/new")
    assert not Namespace.objects.exists()


def test_an_export_tells_of_one_moment_and_stops_no_writer(committed, tmp_path):
    for number in range(3):
        know(committed, f"Fact {number} is known.")
    lines = packing.lines(committed)
    first = [next(lines) for _ in range(2)]  # the manifest and a row: the moment has come

    def write():
        know(committed, "Somebody wrote meanwhile.")
        connection.close()

    writer = Thread(target=write)
    writer.start()
    writer.join(timeout=60)
    assert not writer.is_alive()

    rest = list(lines)
    assert b"meanwhile" not in b"".join(first + rest)
    assert json.loads(rest[-1])["seal"]["rows"]["memories"] == 3
    file = tmp_path / "parcel.jsonl"
    file.write_bytes(b"".join(first + rest))
    assert unpacking.prove(file).rows["memories"] == 3
    assert Memory.objects.within(committed).count() == 4
