"""Promise 1: what was answered with 2xx survives the death of any process.

Clients write over HTTP and note what was acknowledged; a worker embeds and consolidates; web and worker are killed with
signal 9 at random moments and started again. Afterwards the clients' journal is held against the database.
"""

from __future__ import annotations

import http.client
import json
import os
import random
import signal
import threading
import time
from functools import partial
from pathlib import Path

from django.db import connections
from django.test import override_settings

from maintenance.consolidation import consolidate_pending
from memory.models import ALL, ApiKey, Memory
from memory.services import embeddings
from memory.services.talk import sessions
from memory.services.upkeep import doctor

from . import store, web
from .outcome import Outcome
from .provider import PATH

CLIENTS = 3
PATIENCE = 120  # seconds for the first write behind a start, and for an answer


def run(quick: bool) -> Outcome:
    outcome = Outcome()
    chance = random.Random(1)
    acknowledged = 0
    with override_settings(MEMORY_FACTS_PROVIDER=PATH), store.fresh() as path:
        store.say("s", "Hello")
        _, key = ApiKey.objects.issue("torture", pattern=store.HOME, scopes=["read", "write"])
        for number in range(10 if quick else 200):
            outcome.cases += 1
            with web.listening() as listener:
                port = listener.getsockname()[1]
                server = store.fork(partial(web.serve, listener))
            worker = store.fork(_work)
            journal = path.with_name(f"journal-{number}")
            clients = store.fork(partial(_write, port, key, number, journal))
            _await_a_write(journal)
            time.sleep(chance.uniform(0.1, 1.0))
            for victim in chance.sample([server, worker], k=2):
                os.kill(victim, signal.SIGKILL)
                time.sleep(chance.uniform(0, 0.05))
            for process in (server, worker, clients):
                store.wait(process)
            acknowledged += _expect_kept(outcome, journal, number)
            store.let_leases_end()
        outcome.expect(acknowledged, "nothing was written")
        outcome.broken += [f"doctor: {flaw.what}" for flaw in doctor.examine()]
    outcome.note = f"{outcome.cases} kills, {acknowledged} acknowledged writes, {len(outcome.broken)} lost or unsound"
    return outcome


def _work() -> None:
    while True:
        sessions.complete_all()
        consolidate_pending()
        embeddings.drain(8)


def _write(port: int, key: str, number: int, journal: Path) -> None:
    """Until nobody answers any more; what was answered with 201 is on disk in the journal before the next is sent."""
    connections.close_all()
    threads = [threading.Thread(target=_client, args=(port, key, number, client, journal)) for client in range(CLIENTS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def _client(port: int, key: str, number: int, client: int, journal: Path) -> None:
    headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}
    with journal.with_name(f"{journal.name}-{client}").open("a") as notes:
        for count in range(10_000):
            text = store.claim(number * 100_000 + client * 10_000 + count)
            link = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
            try:
                if count % 4:
                    body = {"messages": [{"role": "user", "content": text}]}
                    link.request(
                        "POST", f"/api/v1/sessions/k{number}-{count // 20}/messages", json.dumps(body), headers
                    )
                else:
                    link.request("POST", "/api/v1/memories", json.dumps({"content": text}), headers)
                answer = link.getresponse()
                answer.read()
            except (OSError, http.client.HTTPException):
                return
            if answer.status == 201:
                notes.write(f"{text}\n")
                notes.flush()


def _await_a_write(journal: Path) -> None:
    """On a busy machine the first request alone takes longer than the time until the kill."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        if any(file.stat().st_size for file in journal.parent.glob(f"{journal.name}-*")):
            return
        time.sleep(0.05)


def _expect_kept(outcome: Outcome, journal: Path, number: int) -> int:
    """Answers how many writes were acknowledged."""
    told = [line for file in journal.parent.glob(f"{journal.name}-*") for line in file.read_text().splitlines()]
    kept = set(Memory.objects.across(ALL).filter(content__in=told).values_list("content", flat=True))
    outcome.expect(set(told) <= kept, f"kill {number}: {len(set(told) - kept)} acknowledged writes lost")
    outcome.broken += [f"kill {number}: {flaw}" for flaw in store.unsound()]
    return len(told)
