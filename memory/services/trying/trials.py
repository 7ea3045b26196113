"""Trying settings on a throwaway copy: what agents would be handed and what would be learnt, beside what is so now.

The copy is a store of its own, in a folder of its own. A separate process works on it (`trial_copies`) and cannot reach
the service's store: only its findings come back. No agent writes to the copy, no webhook hears of it, it records no
recalls and has no quota. The copy is deleted when the trial ends, however that ends. What a person was shown (`Trial`)
is kept for a day, and deleted at once when something of the namespace is erased.
"""

from __future__ import annotations

import copy
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from memoryproj import lock, throwaway

from ...models import Erasure, HandedContext, MemoryTest, Namespace, Operation, OperationKind, Trial
from ...models.ids import new_id
from ...models.namespace_settings import flaws
from ...redaction import mask
from ...text import BadText, check_content
from .. import operations
from ..actors import Actor
from ..errors import InvalidInput, StateConflict
from ..parcels import packing
from ..writing import writing

KEPT = timedelta(hours=24)
QUESTIONS = 100  # a person's own first, then the memory tests', then the newest prompts that the ledger kept
QUESTION_BYTES = 8 << 10  # of one, as of a memory test
MOST_OWN = 20  # questions of the person; chosen, not measured
MOST_TURNS = 10_000  # that are learnt from; a trial holds their facts in memory
LONGEST = 3600.0  # seconds that one trial may take
LOOK = 0.5  # seconds between two looks at the process
PARCEL, ASKED, TOLD, TROUBLE = "parcel", "asked.json", "told.json", "trouble"
# The quotas of the throwaway copy: it holds a part of what was allowed already.
UNLIMITED = {"max_memories": 0, "max_text_mib": 0, "max_waiting_sessions": 0, "daily_token_budget": 0}


@dataclass(frozen=True)
class TriedQuestion:
    """One question, the block as it is `now`, and as it would be `then`; of a kept prompt also the block that was
    handed out, as it is `recorded`."""

    question: str
    now: str
    then: str
    recorded: str = ""

    @property
    def differs(self) -> bool:
        return self.now != self.then


@dataclass(frozen=True)
class TriedLearning:
    """Facts that the same turns teach under both settings, under today's alone, under the tried ones alone."""

    both: int
    no_longer: list[str]
    newly: list[str]


@dataclass(frozen=True)
class TrialFindings:
    """What a trial found. `learnt` is None where nothing was to be learnt."""

    asked: list[TriedQuestion]
    learnt: TriedLearning | None

    @classmethod
    def of(cls, found: Mapping[str, Any]) -> TrialFindings:
        learnt = found["learnt"]
        return cls([TriedQuestion(**one) for one in found["asked"]], TriedLearning(**learnt) if learnt else None)


def tried(namespace: Namespace, change: Mapping[str, Any]) -> dict[str, Any]:
    """The namespace's settings with `change` made. Raises InvalidInput for what no settings can be."""
    found = {**namespace.settings, **change}
    _check(found)
    return found


def _check(found: Mapping[str, Any]) -> None:
    for name, what in flaws(found).items():
        raise InvalidInput(f"{name} {what}", name)


# --- Asked for by a person: a worker carries it out ---------------------------------------------------------------


def begin(
    namespace: Namespace, found: Mapping[str, Any], *, questions: Sequence[str] = (), learn: int = 0, actor: Actor
) -> Trial:
    """Let a worker try the settings `found`. Raises InvalidInput, and StateConflict while another trial of the
    namespace goes on."""
    _check(found)
    _check_learn(learn)
    own = [_question(text) for text in dict.fromkeys(map(str.strip, questions)) if text]
    if len(own) > MOST_OWN:
        raise InvalidInput(f"at most {MOST_OWN} questions of your own", "questions")
    with transaction.atomic():
        waiting = Trial.objects.within(namespace).filter(found__isnull=True).select_related("run")
        if any(trial.run is not None and trial.run.unfinished for trial in waiting):
            raise StateConflict("a trial of this namespace is going on; wait until it is done")
        run = operations.request(OperationKind.TRIAL, namespace=namespace, requested_by=actor.name)
        return Trial.objects.create(
            uid=new_id("tri"), namespace=namespace, before=namespace.settings, tried=dict(found), questions=own,
            learn=learn, by=actor.name, run=run,
        )  # fmt: skip


def _question(text: str) -> str:
    try:
        return mask(check_content(text, QUESTION_BYTES)).text
    except BadText as error:
        raise InvalidInput(str(error), "questions") from None


def _check_learn(learn: int) -> None:
    if not 0 <= learn <= MOST_TURNS:
        raise InvalidInput(f"a trial learns from at most {MOST_TURNS:,} turns", "learn")


def carry_out(operation: Operation) -> None:
    """Do what `begin` noted. What was erased or forgotten meanwhile is told to nobody."""
    assert operation.namespace is not None
    trial = Trial.objects.within(operation.namespace).filter(run=operation).select_related("namespace").first()
    if trial is None:
        operations.finish(operation, {})
        return
    told = compare(
        trial.namespace, trial.tried, own=trial.questions, learn=trial.learn, alive=lambda: operations.alive(operation)
    )
    counts = {"questions": len(told.asked), "differ": sum(one.differs for one in told.asked)}
    if told.learnt is not None:
        counts |= {"no_longer_learnt": len(told.learnt.no_longer), "newly_learnt": len(told.learnt.newly)}
    Trial.objects.within(trial.namespace).filter(pk=trial.pk).update(found=asdict(told))
    operations.finish(operation, counts)


def kept(trials: Any) -> Any:
    """Those of `trials`, a queryset, whose day is not over."""
    return trials.filter(created_at__gt=timezone.now() - KEPT)


def take_over(trial: Trial) -> Namespace:
    """Let the tried settings be the namespace's, and answer it. Nothing else comes out of a trial. Raises StateConflict
    where the settings were changed since the trial was asked for."""
    with writing(trial.namespace):
        namespace = Namespace.objects.get(pk=trial.namespace_id)
        if namespace.settings != trial.before:
            raise StateConflict("the settings were changed since the trial was asked for: try them anew")
        _check(trial.tried)
        namespace.settings = trial.tried
        namespace.save(update_fields=["settings"])
        return namespace


def withdraw(namespace: Namespace) -> None:
    """Delete what trials told of the namespace. Call it before its memories are deleted, in their transaction, and
    `end_copies` after it."""
    Trial.objects.within(namespace).delete()


def purge() -> int:
    """Forget what was told a day ago, and remove what killed processes left; answers how many trials were forgotten."""
    clear_leftovers()
    return Trial.everything.filter(created_at__lte=timezone.now() - KEPT).delete()[0]


# --- The trial itself ---------------------------------------------------------------------------------------------


def compare(
    namespace: Namespace, found: Mapping[str, Any], *, own: Sequence[str] = (), learn: int = 0,
    alive: Callable[[], object] = lambda: None,
) -> TrialFindings:  # fmt: skip
    """Ask a copy of the namespace each question under its own settings and under those `found`; and let its newest
    `learn` turns be learnt anew under both. `alive` is called now and then while it goes on.

    Raises InvalidInput for a number out of range, and StateConflict where something of the namespace was erased
    meanwhile (nothing is told of it then), where it took too long, and where the copy's process failed.
    """
    _check_learn(learn)
    clear_leftovers()
    erased = _erasures(namespace)
    folder = _copies() / new_id("tri")
    folder.mkdir(parents=True, mode=0o700)
    try:
        with lock.hold(folder, "trial"):
            _lay_down(folder, namespace, found, own, learn)
            _play(folder, lambda: _refuse_after_an_erasure(namespace, erased), alive)
            _refuse_after_an_erasure(namespace, erased)
            return TrialFindings.of(json.loads((folder / TOLD).read_text(encoding="utf-8")))
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _lay_down(folder: Path, namespace: Namespace, found: Mapping[str, Any], own: Sequence[str], learn: int) -> None:
    """What the copy's process reads: the rows, and what is asked."""
    unlimited = copy.copy(namespace)  # a namespace may hold more than a quota that was set later
    unlimited.settings = {**namespace.settings, **UNLIMITED}
    with (folder / PARCEL).open("wb") as out:
        out.writelines(packing.lines(unlimited))
    asked = {
        "namespace": namespace.name, "now": namespace.settings, "then": dict(found), "learn": learn,
        "questions": _questions(namespace, own),
    }  # fmt: skip
    (folder / ASKED).write_text(json.dumps(asked), encoding="utf-8")


def _questions(namespace: Namespace, own: Sequence[str]) -> list[tuple[str, str]]:
    """(question, the block that was handed out on it; empty where none is recorded)."""
    tests = MemoryTest.objects.within(namespace).order_by("pk").values_list("question", flat=True)[:QUESTIONS]
    kept_prompts = HandedContext.objects.within(namespace).exclude(prompt="").order_by("-pk")
    recorded = dict(reversed(kept_prompts.values_list("prompt", "block")[: 5 * QUESTIONS]))  # of equals the newest
    newest = dict.fromkeys(reversed(recorded))
    return [(text, recorded.get(text, "")) for text in list(dict.fromkeys([*own, *tests, *newest]))[:QUESTIONS]]


def _play(folder: Path, refuse: Callable[[], None], alive: Callable[[], object]) -> None:
    """Let the copy's process do it. It ends with this one, whose end of the pipe it watches."""
    until = time.monotonic() + LONGEST
    with (folder / TROUBLE).open("wb") as trouble:
        child = subprocess.Popen(  # noqa: S603 - this Python, this program
            [sys.executable, "-m", "django", "play_trial", str(folder)], stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL, stderr=trouble, cwd=settings.BASE_DIR,
            env=os.environ | throwaway.environment(folder) | {"TMPDIR": str(folder)},
        )  # fmt: skip
        try:
            while True:
                try:
                    child.wait(LOOK)
                    break
                except subprocess.TimeoutExpired:
                    refuse()
                    alive()
                if time.monotonic() >= until:
                    raise StateConflict(f"the trial took longer than {LONGEST / 60:.0f} minutes")
        finally:
            child.kill()
            child.communicate()
    if child.returncode:
        refuse()  # an erasure takes the folder from under it
        said = (folder / TROUBLE).read_text(encoding="utf-8", errors="replace").strip().splitlines()[-1:]
        raise StateConflict(f"the trial failed: {' '.join(said)[:500]}")


def _erasures(namespace: Namespace) -> int:
    return Erasure.objects.within(namespace).count()


def _refuse_after_an_erasure(namespace: Namespace, before: int) -> None:
    if _erasures(namespace) != before:
        raise StateConflict("something was erased here meanwhile: try again")


# --- The folders of copies ----------------------------------------------------------------------------------------


def _copies() -> Path:
    return Path(settings.MEMORY_DATA_DIR) / "trials"


def clear_leftovers() -> int:
    """Remove the copies that no process works on any more: theirs was killed. Answers how many."""
    cleared = 0
    for folder in _folders():
        try:
            with lock.hold(folder, "clearing up"):
                shutil.rmtree(folder, ignore_errors=True)
                cleared += 1
        except (lock.Held, OSError):  # at work; gone meanwhile
            continue
    return cleared


def end_copies(namespace: Namespace) -> None:
    """Remove the copies of a namespace of which something was erased. Whoever works on one finds out by itself."""
    for folder in _folders():
        try:
            of = json.loads((folder / ASKED).read_text(encoding="utf-8"))["namespace"]
        except (OSError, ValueError):  # being laid down, or gone: in doubt it goes, too
            of = namespace.name
        if of == namespace.name:
            shutil.rmtree(folder, ignore_errors=True)


def _folders() -> list[Path]:
    copies = _copies()
    return [folder for folder in copies.iterdir() if folder.is_dir()] if copies.is_dir() else []
