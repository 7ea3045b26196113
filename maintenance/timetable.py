"""The rows of the timetable that maintenance wants: seeded by its migration, and by tests that emptied the tables."""

from __future__ import annotations

from typing import Any

from memory.services.schedule import seed_crontab, seed_interval

CRONTABS = (
    ("Entity enrichment", "maintenance.tasks.execute_entity_enrichment", "0 2 * * *"),
    ("Consolidation", "maintenance.tasks.execute_consolidation", "0 3 * * *"),
    ("Decay", "maintenance.tasks.execute_decay", "0 4 * * *"),
    ("Backup", "memory.tasks.execute_backup", "30 1 * * *"),
    ("Mail of contradictions", "memory.tasks.mail_digests", "0 6 * * *"),
    ("Purge of kept answers", "memory.tasks.purge", "30 4 * * *"),
)
INTERVALS = (("Sweep", "maintenance.tasks.sweep", 60),)  # seconds: a lost wake-up costs no more (ADR 0024)


def seed(crontabs: Any, intervals: Any, tasks: Any) -> None:
    """Make the rows that are missing, through these models (a migration passes its historical ones)."""
    for name, task, cron in CRONTABS:
        seed_crontab(name, task, cron, models=(crontabs, tasks))
    for name, task, seconds in INTERVALS:
        seed_interval(name, task, seconds, models=(intervals, tasks))
