"""Promise 27: every block that was handed out can be given back exactly, and whoever was told wrong is told so once.

Clients ask a server for blocks and note what they got; others write, correct and erase meanwhile; the server, which
writes the ledger after each answer, is killed with signal 9 again and again. A block that was there when its last
writing began must be given back as it was, but for the lines of what was erased since; in the full tier one that was
more than a second old by then, too. The quick tier has its place on machines that are busy, where nothing is as quick.
Then a hundred facts are corrected that a session was told, and several processes ask for each session's next block at
once: one of them has the notice.
"""

from __future__ import annotations

import http.client
import json
import os
import random
import signal
import socket
import threading
import time
from collections import Counter
from functools import partial
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connections

from memory import background
from memory.context_block import CORRECTION_NOTE
from memory.models import ApiKey, Memory
from memory.models.erasures import ErasedWhat
from memory.services import embeddings
from memory.services.curating import correcting
from memory.services.errors import MemoryServiceError
from memory.services.handing import context, ledger
from memory.services.handing.ledger import WITHDRAWN
from memory.services.learning import saving
from memory.services.upkeep import erasures
from memory.tasks import run_operations

from . import store, web
from .outcome import Outcome

CLIENTS = 3
FACTS = 60
OLD_ENOUGH = 1.0  # seconds, by which a block is on disk
ASKERS = 3  # processes that ask for one session's next block at once
PATIENCE = 120  # seconds for what must happen at last


def run(quick: bool) -> Outcome:
    outcome = Outcome()
    with store.fresh() as path:
        # Most end after a few rounds; where few blocks are asked for in a round, more are played.
        sure = 0.0 if quick else OLD_ENOUGH
        blocks, lost = _given_back(outcome, path, rounds=50 if quick else 100, wanted=20 if quick else 1_000, sure=sure)
    with store.fresh():
        corrections = _told_once(outcome, 8 if quick else 100)
    outcome.cases = blocks + corrections
    outcome.note = (
        f"{blocks:,} blocks {'of before the last writing' if quick else f'older than {OLD_ENOUGH:.0f} s'}, {lost} not "
        f"given back; {corrections} corrections, {len(outcome.broken)} broken in all"
    )
    return outcome


# --- Blocks -------------------------------------------------------------------------------------------------------


def _given_back(outcome: Outcome, path: Path, rounds: int, wanted: int, sure: float) -> tuple[int, int]:
    """How many blocks were old enough when the server died, and how many of them were not given back. What was `sure`
    seconds old was; 0 where no age makes sure."""
    for number in range(FACTS):
        saving.remember(store.home(_settled()), store.claim(number), actor=store.AGENT)
    while embeddings.drain():
        pass
    _, key = ApiKey.objects.issue("torture", pattern=store.HOME, scopes=["read", "write", "erase"])
    chance = random.Random(27)
    tried = lost = withdrawn = 0
    for number in range(rounds):
        journal = path.with_name(f"blocks-{number}")
        died = _one_round(key, number, journal, chance)
        last = max(_last_writing(journal), died - sure if sure else 0.0)
        kept = [json.loads(line) for file in path.parent.glob(f"{journal.name}-*") for line in file.open()]
        for one in kept:
            if one["at"] > last or not one["block"]:
                continue
            tried += 1
            flaw = _flaw(one)
            lost += bool(flaw)
            withdrawn += flaw == "" and WITHDRAWN in _stored(one)
            outcome.expect(not flaw, f"kill {number}: {one['id']}: {flaw}")
        if tried >= wanted and withdrawn:
            break
    outcome.broken += store.unsound()
    outcome.expect(tried >= wanted, f"only {tried} blocks were handed out")
    outcome.expect(withdrawn, "nothing that was erased stood in a block")
    return tried, lost


def _settled() -> str:
    store.say("s", "Hello")
    return store.HOME


def _one_round(key: str, number: int, journal: Path, chance: random.Random) -> float:
    """Serve, ask and write for some seconds, then kill the server. Answers when it was."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen(64)
        port = listener.getsockname()[1]
        server = store.fork(partial(_serve, listener, journal))
    writer = store.fork(partial(_write, number))
    clients = store.fork(partial(_ask, port, key, number, journal))
    until = time.monotonic() + PATIENCE
    while (
        not any(file.stat().st_size for file in journal.parent.glob(f"{journal.name}-*")) and time.monotonic() < until
    ):
        time.sleep(0.05)  # it is not up yet
    time.sleep(chance.uniform(2, 4))
    died = time.time()
    os.kill(server, signal.SIGKILL)
    os.kill(writer, signal.SIGKILL)
    for process in (server, writer, clients):
        store.wait(process)
    return died


def _serve(listener: socket.socket, journal: Path) -> None:
    settings.MEMORY_BACKGROUND_THREAD = True  # it writes the ledger, as in the service
    write = background.flush

    def noted() -> None:
        began = time.time()
        write()
        with _writings(journal).open("a") as notes:
            notes.write(f"{began}\n")

    background.flush = noted
    web.serve(listener)


def _writings(journal: Path) -> Path:
    return journal.with_name(f"writings-of-{journal.name}")


def _last_writing(journal: Path) -> float:
    """When the last began that came to its end; 0 for none."""
    noted = _writings(journal).read_text().splitlines(keepends=True) if _writings(journal).exists() else []
    return max((float(line) for line in noted if line.endswith("\n")), default=0.0)


def _write(number: int) -> None:
    """Correct, erase and remember anew what stands in the blocks, until the end. Each keeps the name that is asked."""
    chance = random.Random(number)
    home = store.home()
    for count in range(100_000):
        one = chance.randrange(FACTS)
        name = store.claim(one).split()[0]
        text = store.claim(one, 1_000 + 1_000 * number + count)
        found = Memory.objects.within(home).facts().active().filter(content__startswith=f"{name} ").first()
        try:
            if found is None:
                saving.remember(home, text, actor=store.AGENT)
            elif count % 10 == 3:
                erasures.request(home, ErasedWhat.MEMORY, [found.uid], requested_by="torture")
                run_operations()
            else:
                correcting.correct(home, found.uid, text, actor=store.AGENT)
        except MemoryServiceError:
            continue  # the server's side changed it a moment ago
        embeddings.drain(8)
        time.sleep(0.05)


def _ask(port: int, key: str, number: int, journal: Path) -> None:
    connections.close_all()
    asked = [threading.Thread(target=_client, args=(port, key, number, one, journal)) for one in range(CLIENTS)]
    for thread in asked:
        thread.start()
    for thread in asked:
        thread.join()


def _client(port: int, key: str, number: int, client: int, journal: Path) -> None:
    """Ask until nobody answers; each block is noted with the time at which it was there."""
    headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}
    chance = random.Random(1_000 * number + client)
    with journal.with_name(f"{journal.name}-{client}").open("a") as notes:
        for count in range(100_000):
            prompt = f"Where does {store.claim(chance.randrange(FACTS)).split()[0]} live, and {chance.random()}?"
            body = {"prompt": prompt, "session_id": f"k{number}-{client}-{count // 5}", "limit": 1 + count % 5}
            link = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
            try:
                link.request("POST", "/api/v1/context", json.dumps(body), headers)
                answer = link.getresponse()
                told = json.loads(answer.read())
            except (OSError, http.client.HTTPException, ValueError):
                return
            if answer.status == 200:
                kept = {"at": time.time(), "id": told["id"], "block": told["context"], "session": body["session_id"]}
                notes.write(f"{json.dumps(kept)}\n")
                notes.flush()


def _flaw(noted: dict[str, Any]) -> str:
    """What of a block is not as it was noted; nothing where it is. The lines of what was erased are cut out."""
    try:
        kept, _ = ledger.whole([store.home()], noted["id"])
    except MemoryServiceError as error:
        return "" if _all_erased(noted) else f"it is gone: {error.detail}"
    if kept.session_id != noted["session"]:
        return "it is another session's"
    was, stands = noted["block"].split("\n"), kept.block.split("\n")
    if len(was) != len(stands):
        return f"{stands!r} is not {was!r}"
    for then, now in zip(was, stands, strict=True):
        if then != now and not (now.endswith(WITHDRAWN) and now.split(" ")[:2] == then.split(" ")[:2]):
            return f"{now!r} is not {then!r}"
    return ""


def _stored(noted: dict[str, Any]) -> str:
    try:
        return ledger.whole([store.home()], noted["id"])[0].block
    except MemoryServiceError:
        return WITHDRAWN


def _all_erased(noted: dict[str, Any]) -> bool:
    """Whether nothing that its lines told is left in the store: such a block goes as a whole."""
    told = [line.split("] ", 1)[1] for line in noted["block"].split("\n") if line.lstrip().startswith("- m")]
    left = set(Memory.objects.within(store.home()).values_list("content", flat=True))
    return not any(text in line for line in told for text in left)


# --- Corrections --------------------------------------------------------------------------------------------------


def _told_once(outcome: Outcome, count: int) -> int:
    """Answers how many corrections there were."""
    _settled()
    home = store.home()
    known = {f"c{n}": saving.remember(home, store.claim(n), actor=store.AGENT).memory for n in range(count)}
    while embeddings.drain():
        pass
    for session, fact in known.items():
        block = context.build(home, f"Where does {fact.content.split()[0]} live?", session_id=session).block
        outcome.expect(fact.content in block, f"{session} was not told {fact.content!r}")
    background.flush()
    for number, fact in enumerate(known.values()):
        correcting.correct(home, fact.uid, store.claim(number, 5_000 + number), actor=store.AGENT)
    askers = [store.fork(partial(_ask_all, list(known), asker)) for asker in range(ASKERS)]
    outcome.expect(not any(map(store.wait, askers)), "an asker failed")
    _ask_all(list(known), ASKERS)
    told = Counter(store.scratch().read_text().splitlines())
    for session, fact in known.items():
        notices = told[f"{session} {fact.content}"]
        outcome.expect(notices == 1, f"{session} was told {notices} times that {fact.content!r} is wrong")
    # A block tells of others, too, which are corrected as well: none of them is told twice.
    outcome.broken += [f"told {number} times: {notice}" for notice, number in told.items() if number > 1]
    return count


def _ask_all(sessions: list[str], asker: int) -> None:
    """Each session's next block; what it was told is noted, a notice on each line."""
    for number, session in enumerate(sessions):
        prompt = f"What does {store.claim(number).split()[0]} like, asks {asker}?"
        built = context.build(store.home(), prompt, session_id=session)
        notices = [line for line in built.block.split("\n") if CORRECTION_NOTE in line]
        assert len(notices) == len(built.corrections), built.block
        with store.scratch().open("a") as notes:
            notes.writelines(f"{session} {notice.memory.content}\n" for notice in built.corrections)
        background.flush()
