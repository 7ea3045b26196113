"""Promise 18: an erasure is physical: a canary for each way in which what was said spreads, and a scan of all bytes.

A turn is said, and all that the service makes of it is made, each with a word of its own that stands nowhere else.
Then it is erased as a memory, a session, an entity or a namespace, and the bytes of the database, its WAL, the logs and
the queue are looked through for every word. Those of the neighbours must still be there.
"""

from __future__ import annotations

import itertools
import json
import logging
import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from celery import current_app
from django.core.management import call_command
from django.test import Client, override_settings

from maintenance.consolidation import consolidate_pending
from memory import background, tasks
from memory.models import (
    ALL,
    ApiKey,
    BulkAction,
    Conflict,
    ConflictKind,
    ErasedWhat,
    Memory,
    Operation,
    Origin,
    ReviewReason,
)
from memory.services import embeddings, namespaces, reflections, reviews
from memory.services.actors import Actor
from memory.services.curating import bulk, correcting, notes
from memory.services.graph import entities, summaries
from memory.services.memories import facts
from memory.services.talk import sessions
from memory.services.trying import memory_tests, trials
from memory.services.upkeep import erasures
from memoryproj.sqlite import scanning

from . import store
from .outcome import Outcome
from .provider import PATH, scripted

CURATOR = Actor("carla", Origin.CURATOR)
LETTERS = "bcfhjkmpqvwxz"  # no word of any language, and no ending that the full-text index would cut off
LENGTH = 16
NAME = "an entity's name"
# A word's first letters may stand once for it and its neighbour in the full-text index, which keeps words by prefix.
SHARED = 4
WAYS = ("service", "http", "command")  # by which an erasure is asked for


@dataclass
class Canaries:
    """Words that stand nowhere else; each is known by where it was put."""

    chance: random.Random
    words: dict[str, str] = field(default_factory=dict)
    raw: dict[str, bytes] = field(default_factory=dict)

    def sow(self, place: str) -> str:
        self.words[place] = "".join(self.chance.choices(LETTERS, k=LENGTH))
        return self.words[place]

    def left(self, files: Sequence[Path]) -> set[str]:
        """The places whose words, or vectors, stand in `files`."""
        needles = {place: word[SHARED:].encode() for place, word in self.words.items()} | self.raw
        found = scanning.search(files, set(needles.values()))
        return {place for place, needle in needles.items() if needle in found}


def run(quick: bool) -> Outcome:
    outcome = Outcome()
    chance = random.Random(18)
    sown = kept = 0
    with override_settings(MEMORY_FACTS_PROVIDER=PATH):
        for number in range(4 if quick else 24):
            what, way = list(ErasedWhat)[number % 4], WAYS[number // 4 % 3]
            with store.fresh() as path, _at_home(path):
                secret, beside = Canaries(chance), Canaries(chance)
                told = _spread(secret, beside)
                files = [file for file in path.parent.rglob("*") if file.is_file()]
                unseen = secret.words.keys() - secret.left(files)
                outcome.expect(not unseen, f"never in the bytes, so that no scan can miss it: {sorted(unseen)}")
                _erase(outcome, what, way, told)
                # The files as they are while the service runs, with the WAL: no connection is closed before.
                files = [file for file in path.parent.rglob("*") if file.is_file()]
                left = secret.left(files)
                outcome.broken += [f"{what} by {way}: {place} is left in the bytes" for place in sorted(left)]
                lost = _lost(what, beside, files)
                outcome.broken += [f"{what} by {way}: the neighbour's {place} is gone" for place in sorted(lost)]
                outcome.cases += len(secret.words) + len(secret.raw)
                sown, kept = sown + len(secret.words) + len(secret.raw), kept + len(beside.words) - len(lost)
                outcome.broken += [f"{what} by {way}: {flaw}" for flaw in store.unsound()]
    outcome.note = (
        f"{sown} words and vectors, {len(secret.words)} ways, erased as {', '.join(ErasedWhat)}: "
        f"{len(outcome.broken)} flaws; {kept} of neighbours still there"
    )
    return outcome


@contextmanager
def _at_home(path: Path) -> Iterator[None]:
    """The queue's files, the logs and the erasures' own log beside the store; every line is logged."""
    queue = {
        "data_folder_in": str(path.parent / "queue"), "data_folder_out": str(path.parent / "queue"),
        "processed_folder": str(path.parent / "queue-done"), "control_folder": str(path.parent / "queue-control"),
    }  # fmt: skip
    current_app.conf.update(
        broker_url="filesystem://", broker_transport="memoryproj.broker:Transport", broker_transport_options=queue
    )
    log = logging.FileHandler(path.with_name("service.log"))
    root = logging.getLogger()
    before, disabled, handlers = root.level, logging.root.manager.disable, root.handlers[:]
    root.handlers = [log]
    root.setLevel(logging.INFO)
    logging.disable(logging.NOTSET)
    try:
        with override_settings(
            MEMORY_DATA_DIR=path.parent, MEMORY_BACKUP_DIR="", CELERY_BROKER_TRANSPORT_OPTIONS=queue
        ):
            yield
    finally:
        root.handlers = handlers
        root.setLevel(before)
        logging.disable(disabled)
        log.close()


# --- What is said, and everything that is made of it ----------------------------------------------------------------


@dataclass(frozen=True)
class Told:
    """The turn that is erased; its session, and the entity that it alone speaks of."""

    turn: Memory
    session: str
    entity: str
    http: Client


def _spread(secret: Canaries, beside: Canaries) -> Told:
    namespaces.ensure(store.HOME)
    _, key = ApiKey.objects.issue("torture", pattern="*", scopes=["read", "write", "erase"])
    http = Client(SERVER_NAME="127.0.0.1", headers={"Authorization": f"Bearer {key}", "X-Memory-Namespace": store.HOME})
    _neighbours(beside)
    tag = secret.sow(NAME)
    long = " ".join(f"{secret.sow(f'a passage, {n}')} and some plain words beside it, as one says." for n in range(12))
    turn = _said(http, secret, "the turn", f"My word is {secret.sow('a turn')} #{tag}.", name=secret.sow("a speaker"))
    _said(http, secret, "a long turn", f"#{tag} {long}")
    _learnt(secret)
    namespace = store.home()
    fact = Memory.objects.within(namespace).facts().filter(source_links__source=turn).get()
    _stated(http, secret, turn, tag)
    _changed(secret, fact)
    _curated(secret, fact)
    _handed(http, secret)
    background.flush()  # the queue holds what wakes the workers
    for row in Memory.objects.within(namespace).filter(session_id="told", embedding__isnull=False):
        secret.raw[f"the vector of {row.kind} {row.pk}"] = bytes(row.embedding or b"")[:64]
    return Told(turn, "told", entities.named(namespace, tag).uid, http)


def _neighbours(beside: Canaries) -> None:
    """Another namespace, and another session of the same."""
    store.say("theirs", f"I collect {beside.sow('another namespace')} #stamps", name="acme/bob")
    store.say("beside", f"The boat is {beside.sow('another session')} #boat")
    saved = facts.any_memory(store.home("acme/bob"), Memory.objects.across(ALL).episodes().order_by("pk")[0].uid)
    reflections.save(
        store.home("acme/bob"), f"It was {beside.sow('another reflection')}", [saved.uid], actor=store.AGENT
    )


def _post(http: Client, path: str, body: Any, **headers: str) -> Any:
    answer = http.post(f"/api/v1{path}", json.dumps(body), content_type="application/json", headers=headers)
    if answer.status_code not in {200, 201, 202}:
        raise AssertionError(f"{path}: {answer.status_code} {answer.content!r}")
    return answer.json()


def _said(http: Client, secret: Canaries, what: str, content: str, name: str = "Ann") -> Memory:
    message = {
        "role": "user", "name": name, "content": content, "external_id": secret.sow(f"{what}'s external id"),
        "attributes": {"note": secret.sow(f"{what}'s attribute")},
    }  # fmt: skip
    headers = {"Idempotency-Key": f"key-{what.replace(' ', '-')}"}
    _post(http, "/sessions/told/messages", {"messages": [message]}, **headers)
    return Memory.objects.within(store.home()).episodes().filter(session_id="told").order_by("-pk")[0]


def _learnt(secret: Canaries) -> None:
    """By the worker: facts in words of their own, and vectors."""
    tag, numbers = secret.words[NAME], itertools.count(1)

    def telling(text: str) -> str:
        return f"{secret.sow(f'a learnt fact, {next(numbers)}')} it is. #{tag}" if tag in text else text

    sessions.complete_all()
    scripted.telling = telling
    try:
        consolidate_pending()
    finally:
        scripted.telling = lambda text: text
    while embeddings.drain():
        pass


def _stated(http: Client, secret: Canaries, turn: Memory, tag: str) -> None:
    """By an agent that names the turn: the answer is kept for whoever asks twice."""
    body = {
        "content": f"She wears {secret.sow('a stated fact')} #{tag}", "source_ids": [turn.uid],
        "attributes": {"place": secret.sow("a fact's attribute")},
    }  # fmt: skip
    _post(http, "/memories", body, **{"Idempotency-Key": "key-1"})
    gone = {"content": f"He gave away {secret.sow('a retired fact')} #{tag}", "source_ids": [turn.uid]}
    facts.retire(store.home(), _post(http, "/memories", gone)["id"], actor=CURATOR)


def _changed(secret: Canaries, fact: Memory) -> None:
    """History: what a fact said before, why it changed, its tags."""
    namespace = store.home()
    tag = secret.words[NAME]
    facts.edit(namespace, fact.uid, actor=CURATOR, tags=[secret.sow("a fact's tag")])
    new = correcting.correct(
        namespace, fact.uid, f"In truth it is {secret.sow('a correction')} #{tag}", actor=CURATOR,
        reason=f"because {secret.sow('a reason')}",
    )  # fmt: skip
    fact.refresh_from_db()
    reflections.save(namespace, f"A week of {secret.sow('a reflection')}", [new.uid], actor=store.AGENT)
    entity = entities.named(namespace, tag)
    summaries.write(entity, f"It is about {secret.sow('a summary')}", new.pk)
    embeddings.drain()


def _curated(secret: Canaries, fact: Memory) -> None:
    """What persons wrote about it, and what waits for them."""
    namespace = store.home()
    word = secret.words["a correction"]
    live = Memory.objects.within(namespace).facts().active().get(content__contains=word)
    other = Memory.objects.within(namespace).facts().active().get(content__contains=secret.words["a stated fact"])
    waits = reviews.open_review(namespace, live, ReviewReason.LOW_CONFIDENCE)
    notes.write(
        waits, assigned_to="", due=None, comment=f"{secret.sow('a comment')} beside {word}", version=0, actor=CURATOR
    )
    Conflict.objects.create(
        namespace=namespace, new_fact=live, old_fact=other, kind=ConflictKind.CONTRADICTION, found_by="torture",
        reason=f"Not both: {secret.sow('a reason of a conflict')}",
    )  # fmt: skip
    test = memory_tests.add(
        namespace, f"Who says {word}?", [word], [secret.sow("a test's phrase")], actor=CURATOR, about=live
    )
    memory_tests.run(test)
    trials.begin(namespace, {}, questions=[f"What is {secret.sow('a question of a trial')}?"], actor=CURATOR)
    bulk.draft(namespace, BulkAction.RETIRE, [live.pk], actor=CURATOR)


def _handed(http: Client, secret: Canaries) -> None:
    """Blocks that other sessions were handed, searches, and what is noted of both."""
    namespace = store.home()
    namespace.settings = {**namespace.settings, "keep_prompts": True}
    namespace.save(update_fields=["settings"])
    for word in ("a correction", "a stated fact", "a turn"):
        _post(http, "/context", {"prompt": f"What is {secret.words[word]}?", "session_id": "asks"})
        _post(http, "/memories/search", {"query": secret.words[word]})
    background.flush()


# --- The erasure, and what is left ----------------------------------------------------------------------------------


def _erase(outcome: Outcome, what: ErasedWhat, way: str, told: Told) -> None:
    namespace = store.home()
    targets = {
        ErasedWhat.MEMORY: [row.uid for row in Memory.objects.within(namespace).episodes().filter(session_id="told")],
        ErasedWhat.SESSION: [told.session], ErasedWhat.ENTITY: [told.entity], ErasedWhat.NAMESPACE: [],
    }[what]  # fmt: skip
    if way == "service":
        erasures.erase(namespace, what, *targets, actor=CURATOR)
    elif way == "command" and what != ErasedWhat.MEMORY:
        call_command("erase", store.HOME, str(what), *(targets or [store.HOME]), stdout=_Silence())
    else:
        named = {
            ErasedWhat.MEMORY: {"memory_ids": targets}, ErasedWhat.SESSION: {"session_id": told.session},
            ErasedWhat.ENTITY: {"entity_id": told.entity}, ErasedWhat.NAMESPACE: {"namespace": store.HOME},
        }[what]  # fmt: skip
        _post(told.http, "/erasures", named, **{"Idempotency-Key": "erase-1"})
        tasks.run_operations()
    done = Operation.objects.filter(kind="erase").order_by("-pk").first()
    if done is not None:
        proved = done.counts.get("sought") and done.counts.get("remaining") == 0
        outcome.expect(proved, f"{what} by {way}: the service itself does not call it clean: {done.counts}")
    outcome.expect(not Memory.objects.within(namespace).filter(pk=told.turn.pk).exists(), f"{what} by {way}: not gone")


class _Silence:
    def write(self, text: str) -> None:
        """The table is all that is printed."""


def _lost(what: ErasedWhat, beside: Canaries, files: Sequence[Path]) -> set[str]:
    """The neighbours' words that are gone: from the bytes, or from the rows."""
    wanted = dict(beside.words)
    if what == ErasedWhat.NAMESPACE:
        del wanted["another session"]
        del beside.words["another session"]
    said = " ".join(Memory.objects.across(ALL).values_list("content", flat=True))
    return {place for place, word in wanted.items() if word not in said} | (wanted.keys() - beside.left(files))
