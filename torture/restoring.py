"""Promise 17: a backup taken under load restores to a whole store, and what was erased since then is erased again.

Writers talk, a worker learns and embeds, and somebody erases, while one backup after the other is made. Afterwards each
is put in the store's place and compared: with its own file, row by row; with the journal of those who wrote and erased.
"""

from __future__ import annotations

import itertools
import json
import time
from collections import defaultdict
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from io import StringIO
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.db import connections
from django.test import override_settings

from maintenance.consolidation import consolidate_pending
from memory.models import ALL, ErasedWhat, Memory
from memory.services import embeddings
from memory.services.graph import entities
from memory.services.talk import sessions
from memory.services.upkeep import backups, erasures
from memoryproj.sqlite import backups as files
from memoryproj.sqlite import scanning
from memoryproj.sqlite.backups import Backup, Why

from . import store
from .journal import Journal
from .outcome import Outcome
from .provider import PATH

WRITERS = 3
PACE = 0.05  # seconds between two turns' batches of a writer
TURNS = 2  # of a session; the second names a tag of its own
LEARNT = 30  # each so many batches one is a person's, which facts are drawn from: to learn takes a worker longest
PATIENCE = 60  # seconds for an erasure to come between two backups

Place = tuple[str, str]  # a session, by its namespace and its id


@dataclass
class Session:
    """One batch of turns, as the journal tells of it. Times are those of its clock; `never` where it did not happen."""

    contents: tuple[str, ...]
    begun: float
    stored: float = float("inf")
    erasing: float = float("inf")
    erased: float = float("inf")
    gone: frozenset[str] = frozenset()  # those of the contents that were erased


@dataclass
class Made:
    """A backup with the time before it was begun and the one after it was done."""

    backup: Backup
    began: float
    ended: float


def run(quick: bool) -> Outcome:
    outcome = Outcome()
    with store.fresh() as path, _at_home(path):
        journal, stop = Journal(path.with_name("journal")), path.with_name("stop")
        for number in range(2 if quick else 20):  # more than one step of a copy
            texts = [store.claim(10_000_000 + number * 50 + turn) for turn in range(50)]
            store.say(f"long{number}", *texts, role="assistant")
        crew = [store.fork(partial(_write, writer, journal, stop)) for writer in range(WRITERS)]
        crew += [store.fork(partial(_learn, stop)), store.fork(partial(_erase, journal, stop))]
        try:
            tried = [_make(outcome, journal) for _ in range(2 if quick else 20)]
            outcome.expect(_erases(journal, 4), f"no four erasures in {PATIENCE} seconds")  # one of each kind
        finally:
            stop.touch()
            ends = list(map(store.wait, crew))
        outcome.expect(not any(ends), "a writer, the worker or the eraser failed")
        told = _sessions(journal)
        again = 0
        outcome.cases = len(tried)
        for number, one in enumerate(filter(None, tried)):
            again += _restore(outcome, one, told)
            if number % 10 == 0:
                _expect_learnt(outcome, one.backup.path.name)
    erased = sum(bool(one.gone) for one in told.values())
    outcome.expect(again, "no backup held anything that was erased after it")
    outcome.note = (
        f"{outcome.cases} backups beside {len(told)} batches of turns and {erased} erasures; "
        f"{again} erasures done again after a restore, {len(outcome.broken)} flaws"
    )
    return outcome


def _at_home(path: Path) -> override_settings:
    """The log of erasures beside the trial's store."""
    return override_settings(MEMORY_DATA_DIR=path.parent, MEMORY_FACTS_PROVIDER=PATH, MEMORY_BACKUP_DIR="")


# --- The load -----------------------------------------------------------------------------------------------------


def _write(writer: int, journal: Journal, stop: Path) -> None:
    for number in itertools.count():
        if stop.exists():
            return
        base = (writer * 100_000 + number) * TURNS
        contents = [store.claim(base), f"{store.claim(base + 1)} #{_tag(writer, number)}"]
        # Every seventh is a namespace of its own: it is erased as a whole.
        place = (f"acme/w{writer}n{number}" if number % 7 == 3 else store.HOME, f"w{writer}-{number}")
        journal.note("begin", [*place, contents])
        learnt = number % LEARNT == 0
        uids = store.say(place[1], *contents, name=place[0], role="user" if learnt else "assistant")
        journal.note("stored", [*place, uids, _tag(writer, number), learnt])
        time.sleep(PACE)


def _tag(writer: int, number: int) -> str:
    return f"tag{store.claim(writer * 100_000 + number).split('son')[0].lower()}"


def _learn(stop: Path) -> None:
    while not stop.exists():
        sessions.complete_all()
        consolidate_pending()
        embeddings.drain()


def _erase(journal: Journal, stop: Path) -> None:
    """One after the other: a session, a turn, what speaks of an entity, a namespace. Old and new ones."""
    done: set[Place] = set()
    for number in itertools.count():
        stored = [note for note in journal.read() if note.what == "stored" and tuple(note.told[:2]) not in done]
        if stop.exists():
            return
        own = [note.told for note in stored if (note.told[0] != store.HOME) == (number % 4 == 3)]
        if not own:
            time.sleep(0.05)
            continue
        own = [told for told in own if told[4]] or own  # what was learnt from first: it has spread furthest
        name, session, uids, tag, _ = own[number * 7 % len(own) if number % 3 == 1 else 0]
        done.add((name, session))
        namespace = store.home(name)
        what, *targets = [
            (ErasedWhat.SESSION, session), (ErasedWhat.MEMORY, uids[0]), (ErasedWhat.ENTITY, tag),
            (ErasedWhat.NAMESPACE,),
        ][number % 4]  # fmt: skip
        if what == ErasedWhat.ENTITY:
            targets = [entities.named(namespace, tag).uid]
        journal.note("erasing", [name, session, {ErasedWhat.MEMORY: [0], ErasedWhat.ENTITY: [1]}.get(what, [0, 1])])
        erasures.erase(namespace, what, *targets, actor=store.AGENT)
        journal.note("erased", [name, session])


def _make(outcome: Outcome, journal: Journal) -> Made | None:
    """A backup made as the schedule makes it, and put where the rotation does not come: all are of one day."""
    outcome.expect(_erases(journal), f"nothing was erased in {PATIENCE} seconds")
    began = time.monotonic()
    try:
        made = backups.make(Why.HAND)
    except backups.BackupFailed as error:
        outcome.broken.append(str(error))
        return None
    ended = time.monotonic()
    kept = backups.folder().with_name("kept")
    kept.mkdir(exist_ok=True)
    for path in (made.path, made.manifest):
        path.rename(kept / path.name)
    return Made(Backup.read(kept / made.manifest.name), began, ended)


def _erases(journal: Journal, count: int = 1) -> bool:
    """Whether so many erasures that began after this was called end in time."""
    now = time.monotonic()
    deadline = now + PATIENCE
    while time.monotonic() < deadline:
        begun = {tuple(note.told[:2]) for note in journal.read() if note.what == "erasing" and note.at > now}
        if sum(note.what == "erased" and tuple(note.told) in begun for note in journal.read()) >= count:
            return True
        time.sleep(0.1)
    return False


# --- The comparison -----------------------------------------------------------------------------------------------


def _sessions(journal: Journal) -> dict[Place, Session]:
    found: dict[Place, Session] = {}
    for note in journal.read():
        place = (note.told[0], note.told[1])
        if note.what == "begin":
            found[place] = Session(tuple(note.told[2]), note.at)
        elif note.what == "stored":
            found[place].stored = note.at
        elif note.what == "erasing":
            found[place].erasing = note.at
            found[place].gone = frozenset(found[place].contents[turn] for turn in note.told[2])
        else:
            found[place].erased = note.at
    return found


def _restore(outcome: Outcome, made: Made, told: dict[Place, Session]) -> int:
    """Put one in the store's place, twice: alone, and by the command, which erases again. Answers how many erasures
    that were."""
    name = made.backup.path.name
    connections.close_all()
    _forget(files.restore(made.backup, backups.store()))
    outcome.expect(not _differing(made.backup.path, backups.store()), f"{name}: other rows than the backup's")
    held = _held()
    outcome.broken += [f"{name}: {flaw}" for flaw in _misremembered(made, told, held)]

    with override_settings(MEMORY_BACKUP_DIR=str(made.backup.path.parent)):
        out = StringIO()
        call_command("restore", name, "--json", stdout=out)
    answer = json.loads(out.getvalue())
    _forget(Path(answer["aside"]))
    outcome.expect(not answer["found"], f"{name}: the doctor finds {answer['found'][:3]}")
    outcome.broken += [f"{name}: {flaw}" for flaw in store.unsound()]
    gone = {place: one.gone for place, one in told.items() if one.gone}
    wanted = {place: left for place, there in held.items() if (left := there - gone.get(place, frozenset()))}
    outcome.expect(_held() == wanted, f"{name}: other turns after the erasures")
    back = sum(bool(held.get(place, set()) & lost) for place, lost in gone.items())
    outcome.expect(answer["erased_again"] == back, f"{name}: {answer['erased_again']} of {back} erased again")
    bytes_left = scanning.search(_store_files(), {text.encode() for lost in gone.values() for text in lost})
    outcome.expect(not bytes_left, f"{name}: {len(bytes_left)} erased texts in the restored store's bytes")
    return int(answer["erased_again"])


def _forget(aside: Path | None) -> None:
    for tail in ("", "-wal", "-shm"):
        Path(f"{aside}{tail}").unlink(missing_ok=True)


def _differing(one: Path, other: Path) -> list[str]:
    """The tables whose rows are not the same, row by row."""
    with closing(files.connect(one)) as first, closing(files.connect(other)) as second:
        schemas = [dict(each.execute("SELECT name, sql FROM sqlite_schema").fetchall()) for each in (first, second)]
        if schemas[0] != schemas[1]:
            return ["sqlite_schema"]
        own = [
            name
            for (name,) in first.execute(
                "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'shadow')"
            )
        ]
        query = 'SELECT * FROM "{}"'
        return [
            name
            for name in own
            if any(
                here != there
                for here, there in itertools.zip_longest(
                    first.execute(query.format(name)), second.execute(query.format(name))
                )
            )
        ]


def _held() -> dict[Place, set[str]]:
    """The writers' turns that are in the store."""
    found: dict[Place, set[str]] = defaultdict(set)
    turns = Memory.objects.across(ALL).episodes().filter(session_id__startswith="w")
    for name, session, content in turns.values_list("namespace__name", "session_id", "content"):
        found[name, str(session)].add(content)
    return dict(found)


def _misremembered(made: Made, told: dict[Place, Session], held: dict[Place, set[str]]) -> list[str]:
    """What the restored store has too much or too little of, for one moment while the backup was made."""
    flaws = [f"{place} was never told" for place in held.keys() - told.keys()]
    last = dict.fromkeys(range(WRITERS), -1)  # the youngest batch of each writer that is there
    for _, session in held:
        writer, number = _numbers(session)
        last[writer] = max(last[writer], number)
    for place, one in told.items():
        there, all_of_it = held.get(place, set()), set(one.contents)
        writer, number = _numbers(place[1])
        if one.begun > made.ended and there:
            flaws.append(f"{place} is of later")
        if one.erased < made.began:
            if there != all_of_it - one.gone:
                flaws.append(f"{place} was erased before, and {len(there)} turns are there")
        elif one.erasing > made.ended:
            # Either whole or, where it was not acknowledged yet, not there at all; and none is missing before another.
            acknowledged = one.stored < made.began or number < last[writer]
            if there != all_of_it and (there or acknowledged):
                flaws.append(f"{place}: {len(there)} of {len(all_of_it)} turns are there")
        elif there not in (all_of_it, all_of_it - one.gone, set()):
            flaws.append(f"{place}: half an erasure")
    return flaws


def _numbers(session: str) -> tuple[int, int]:
    writer, number = session.removeprefix("w").split("-")
    return int(writer), int(number)


def _expect_learnt(outcome: Outcome, name: str) -> None:
    """The workers go on where the backup left them: every turn is learnt from and has its vector."""
    store.let_leases_end()
    sessions.complete_all()
    consolidate_pending()
    while embeddings.drain():
        pass
    unread = Memory.objects.across(ALL).episodes().filter(source_role="user", derived_links__isnull=True).count()
    outcome.expect(not unread, f"{name}: {unread} turns are never learnt from")
    outcome.expect(embeddings.status().coverage == 1, f"{name}: not every memory has its vector again")


def _store_files() -> list[Any]:
    connections.close_all()
    path = backups.store()
    return [path, Path(f"{path}-wal")]
