"""Promise 20: a schedule slot runs once: two beats that ring together, overlapping workers, days of 23 and 25 hours."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections import Counter
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import connections
from django_celery_beat.models import CrontabSchedule, IntervalSchedule, PeriodicTask

from maintenance import tasks
from maintenance import timetable as maintenance_timetable
from memory.models import Operation
from memory.services import operations, schedule
from reflection import timetable as reflection_timetable

from . import store
from .outcome import Outcome

# (zone, the day on which its clocks change, the hour that is there twice or not at all)
DAYS = (
    ("Europe/Berlin", (2026, 3, 29), 2), ("Europe/Berlin", (2026, 10, 25), 2), ("America/New_York", (2026, 3, 8), 2),
    ("America/New_York", (2026, 11, 1), 1), ("Australia/Lord_Howe", (2026, 4, 5), 1), ("UTC", (2026, 6, 1), 3),
)  # fmt: skip


def run(quick: bool) -> Outcome:
    outcome = Outcome()
    _overlapping(outcome, rounds=3 if quick else 40)
    _days(outcome, DAYS[:2] if quick else DAYS)
    if not quick:
        _real_beats(outcome, minutes=3)
    outcome.note = f"{outcome.cases} slots, {len(outcome.broken)} run twice or not at all"
    return outcome


def _overlapping(outcome: Outcome, rounds: int) -> None:
    """Four processes get the same ring at the same moment; each also runs whatever waits."""
    with store.fresh():
        maintenance_timetable.seed(CrontabSchedule, IntervalSchedule, PeriodicTask)
        reflection_timetable.seed(CrontabSchedule, PeriodicTask)
        for number in range(rounds):
            outcome.cases += 1
            before = Operation.objects.count()
            moment = datetime(2026, 1, 1, 4, tzinfo=UTC) + timedelta(days=number)
            ring = time.time() + 0.2
            rung = [store.fork(partial(_ring, moment, ring)) for _ in range(4)]
            outcome.expect(not any(map(store.wait, rung)), "a worker failed")
            made = Operation.objects.order_by("pk")[before:]
            outcome.expect(len(made) == 1, f"{moment}: {len(made)} records")
            outcome.expect(all(one.status == "succeeded" for one in made), f"{moment}: not done")
        ran = store.scratch().read_text().split()
        outcome.expect(max(Counter(ran).values()) == 1 and len(ran) == rounds, f"{len(ran)} runs of {rounds} slots")


def _ring(moment: datetime, at: float) -> None:
    def noted(operation: Operation) -> None:
        with store.scratch().open("a") as notes:
            notes.write(f"{operation.slot}\n")
        tasks.run(operation)

    time.sleep(max(at - time.time(), 0))
    operations.request_slot("decay", schedule.current_slot(tasks.DECAY, moment))
    operations.run_all(tasks.UPKEEP, noted)


def _days(outcome: Outcome, days: tuple[tuple[str, tuple[int, int, int], int], ...]) -> None:
    """Every minute around the change of clocks both beats ring if the crontab names it; late by up to two minutes."""
    for zone, day, hour in days:
        with store.fresh():
            crontab = CrontabSchedule.objects.create(minute="30", hour=str(hour), timezone=zone)
            PeriodicTask.objects.filter(task=tasks.DECAY).delete()
            PeriodicTask.objects.create(name="Decay", task=tasks.DECAY, crontab=crontab)
            start = datetime(*day, tzinfo=ZoneInfo(zone)).astimezone(UTC) - timedelta(hours=6)
            wanted = set()
            for minute in range(36 * 60):
                moment = start + timedelta(minutes=minute)
                local = moment.astimezone(ZoneInfo(zone))
                if (local.hour, local.minute) == (hour, 30):
                    wanted.add(local.date())
                    for late in (0, 1, 65):
                        slot = schedule.current_slot(tasks.DECAY, moment + timedelta(seconds=late))
                        operations.request_slot("decay", slot)
            outcome.cases += 1
            made = Operation.objects.filter(kind="decay").count()
            outcome.expect(made == len(wanted), f"{zone} {day}: {made} slots on {len(wanted)} days")


def _real_beats(outcome: Outcome, minutes: int) -> None:
    """Two beats and two workers of the real kind, on the embedded broker, with a decay every minute."""
    with store.fresh() as path:
        crontab = CrontabSchedule.objects.create(timezone="UTC")  # every minute
        PeriodicTask.objects.exclude(task=tasks.DECAY).update(enabled=False)
        PeriodicTask.objects.filter(task=tasks.DECAY).update(crontab=crontab)
        connections.close_all()
        _ring_by_themselves(path, minutes)
        slots = Counter(Operation.objects.filter(kind="decay").values_list("slot", flat=True))
        done = Operation.objects.filter(kind="decay", status="succeeded").count()
    outcome.cases += len(slots)
    outcome.expect(len(slots) >= minutes, f"two real beats: {len(slots)} slots in {minutes} minutes")
    outcome.expect(max(slots.values(), default=0) <= 1, "two real beats: a slot ran twice")
    outcome.expect(done >= len(slots) - 1, f"two real beats: {done} of {len(slots)} done")


def _ring_by_themselves(path: Path, minutes: int) -> None:
    """Let beats and workers work on the store at `path` for so many minutes."""
    folder = path.parent
    environment = {
        **os.environ, "DJANGO_SETTINGS_MODULE": "memoryproj.settings",
        "MEMORY_SECRET_KEY": "of a store that is thrown away, and of no other",
        "MEMORY_BROKER_URL": "filesystem://", "MEMORY_BACKGROUND_THREAD": "1",
        "MEMORY_LOG_LEVEL": "ERROR", **store.elsewhere(path),
    }  # fmt: skip
    celery = [sys.executable, "-m", "celery", "--quiet", "--app", "memoryproj"]
    for name in ("messages", "processed", "control"):
        (folder / "queue" / name).mkdir(parents=True)
    # Two beats, as two machines would have them: each believes that it is alone.
    commands = [[*celery, "beat", "--pidfile=", "--schedule=", "--max-interval", "5"]] * 2
    commands += [
        [*celery, "worker", "--concurrency", "1", "--queues", "maintenance", "--hostname", f"w{number}@%h",
         "--without-gossip", "--without-mingle"]
        for number in range(2)
    ]  # fmt: skip
    processes = [
        subprocess.Popen(command, env=environment, cwd=settings.BASE_DIR, stderr=subprocess.DEVNULL)
        for command in commands
    ]
    time.sleep(60 * minutes + 20)
    for process in processes:
        process.terminate()
    for process in processes:
        process.wait(60)
