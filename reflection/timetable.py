"""The row of the timetable that reflection wants."""

from __future__ import annotations

from typing import Any

from memory.services.schedule import seed_crontab

CRONTABS = (("Weekly reflection", "reflection.tasks.execute_reflection", "0 3 * * sun"),)


def seed(crontabs: Any, tasks: Any) -> None:
    for name, task, cron in CRONTABS:
        seed_crontab(name, task, cron, models=(crontabs, tasks))
