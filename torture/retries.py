"""Promise 5: retries are idempotent: messages doubled and shuffled by four clients at once, over HTTP and directly."""

from __future__ import annotations

import json
import random
from functools import partial
from typing import Any

from django.test import Client

from memory.models import ALL, ApiKey, Memory
from memory.services.errors import ReplayConflict
from memory.services.talk import episodes
from memory.services.talk.turns import NewMessage

from . import store
from .outcome import Outcome

CLIENTS = 4


def run(quick: bool) -> Outcome:
    """Each distinct message is sent four times or more, in batches of another order each time."""
    outcome = Outcome()
    distinct = 60 if quick else 2_500
    with store.fresh():
        store.say("s0", "Hello")  # the namespace is there before four clients want to make it
        _, key = ApiKey.objects.issue("torture", pattern=store.HOME, scopes=["read", "write"])
        clients = [store.fork(partial(_send_all, distinct, number, key)) for number in range(CLIENTS)]
        outcome.expect(not any(map(store.wait, clients)), "a client got something other than 201")
        outcome.cases = distinct * CLIENTS
        rows = Memory.objects.across(ALL).episodes().filter(external_id__isnull=False)
        extra = rows.count() - distinct
        outcome.expect(extra == 0, f"{extra} rows too many")
        wrong = _send_otherwise(key, distinct)
        outcome.expect(not wrong, f"{wrong} other bodies under a known key were not refused with 409")
        outcome.expect(rows.count() == distinct, "a refused message left a row")
        outcome.broken += store.unsound()
    outcome.note = f"{outcome.cases} messages of {distinct}: {extra} extra rows, {wrong} other bodies let through"
    return outcome


def _message(number: int) -> dict[str, Any]:
    content = f"Message {number} for @bob #p{number % 7}"
    return {"role": "user", "name": "Ann", "content": content, "external_id": f"m{number}"}


def _session(number: int) -> str:
    return f"s{number % 5}"


def _send_all(distinct: int, client: int, key: str) -> None:
    shuffled = random.Random(client)
    numbers = list(range(distinct))
    shuffled.shuffle(numbers)
    http = Client(SERVER_NAME="127.0.0.1", headers={"Authorization": f"Bearer {key}"})
    while numbers:
        batch, numbers = numbers[: shuffled.randint(1, 12)], numbers[12:] if len(numbers) > 12 else []
        batch = list(range(max(batch) - len(batch), max(batch) + 1)) if shuffled.random() < 0.1 else batch
        _send(http, [n for n in batch if 0 <= n < distinct], by_http=shuffled.random() < 0.5)
    for number in range(client, distinct, CLIENTS):  # whatever the shuffling left out
        _send(http, [number, number], by_http=number % 2 == 0)


def _send(http: Client, numbers: list[int], *, by_http: bool) -> None:
    for session in {_session(n) for n in numbers}:
        messages = [_message(n) for n in numbers if _session(n) == session]
        if not by_http:
            episodes.ingest_turns(store.HOME, session, [NewMessage(**one) for one in messages], store.AGENT)
            continue
        answer = http.post(
            f"/api/v1/sessions/{session}/messages", json.dumps({"messages": messages}), content_type="application/json"
        )
        if answer.status_code != 201:
            raise AssertionError(answer.content)


def _send_otherwise(key: str, distinct: int) -> int:
    """How many messages with a known external id and another body were not refused."""
    http = Client(SERVER_NAME="127.0.0.1", headers={"Authorization": f"Bearer {key}"})
    wrong = 0
    for number in range(0, distinct, 3):
        message = {**_message(number), "content": "Something else"}
        answer = http.post(
            f"/api/v1/sessions/{_session(number)}/messages", json.dumps({"messages": [message]}),
            content_type="application/json",
        )  # fmt: skip
        try:
            episodes.ingest_turns(store.HOME, _session(number), [NewMessage(**message)], store.AGENT)
            wrong += 1
        except ReplayConflict:
            wrong += answer.status_code != 409
    return wrong
