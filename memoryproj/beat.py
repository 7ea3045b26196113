"""The schedule's clock: django-celery-beat's, without its habit of forgetting overdue entries, and of ending with the
database's server or with a row that nobody can read."""

import logging
import time
from collections.abc import Callable, Mapping
from typing import Any

from celery.beat import SchedulingError
from django.db import DatabaseError, close_old_connections
from django.db.models import Q
from django_celery_beat.schedulers import DatabaseScheduler

from .refused import why_refused

logger = logging.getLogger(__name__)

AWAY_SECONDS = 2.0  # between two looks whether a server that is away is back


class Scheduler(DatabaseScheduler):  # type: ignore[misc]
    _flaws: Mapping[str, str] = {}  # what is logged already

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self._unsent: dict[str, Any] = {}  # what the broker did not take, by the rows' names
        self._send_again_at = 0.0  # of the monotonic clock
        super().__init__(*args, **kwargs)

    def apply_entry(self, entry: Any, producer: Any = None) -> None:
        """Send what is due. One expects that a nightly run whose minute comes while the broker is away happens when
        that is back. Celery logs the error and waits for the next night; here it is sent again, and counts as run when
        it was sent. Where it is sent twice so, the slot's row makes one run of it."""
        try:
            self.apply_async(entry, producer=producer, advance=False)
        except SchedulingError as error:
            if entry.name not in self._unsent:
                logger.warning("the queue did not take %r, which is sent again until it does: %s", entry.name, error)
            self._unsent[entry.name] = entry
            self._dirty.discard(entry.name)
        else:
            self._unsent.pop(entry.name, None)
            self._dirty.add(entry.name)

    def tick(self, *args: Any, **kwargs: Any) -> Any:
        if self._unsent and time.monotonic() >= self._send_again_at:
            for entry in list(self._unsent.values()):
                self.apply_entry(entry, producer=self.producer)
            self._send_again_at = time.monotonic() + AWAY_SECONDS
        return super().tick(*args, **kwargs)

    def _get_crontab_exclude_query(self) -> Q:
        # One expects a nightly run that was missed while the service was down to happen at the next start. Since 2.8.1
        # django-celery-beat loads only the crontabs whose hour is within two hours of now, so that it waits for the
        # next night (https://github.com/celery/django-celery-beat/issues/956). This query excludes nothing: all are
        # loaded, which costs little, as there are a dozen.
        return Q(pk__in=[])

    def enabled_models_qs(self) -> Any:
        # Their times are read row by row: one in a zone that nobody knows would take all others along.
        return super().enabled_models_qs().prefetch_related(None)

    def all_as_schedule(self) -> dict[str, Any]:
        """The timetable. It is read at the start and after each change of it; django-celery-beat bears a store that
        refuses everywhere but here, and the clock's end would be the whole service's."""
        while True:
            try:
                return self._entries()
            except DatabaseError as error:
                if why_refused(error) is None:
                    raise
                logger.warning("the timetable waits for the store: %s", str(error).strip())
            time.sleep(AWAY_SECONDS)
            close_old_connections()  # the next look needs one that is not lost

    def _entries(self) -> dict[str, Any]:
        """What the clock rings for. A row that it cannot ring for is left out, and told: by django-celery-beat's own
        reading of it the clock would end, or ring without a pause."""
        from memory.services import schedule  # not before the apps are ready

        self.app.loader.init_worker()  # by which the tasks are known; `celery beat` did so at its start
        entries, flaws = {}, {}
        for row in self.enabled_models():
            why = schedule.flaw_of(row) or ("" if row.task in self.app.tasks else f"there is no task {row.task}")
            if why:
                flaws[row.name] = why
            else:
                entries[row.name] = self.Entry(row, app=self.app)
        self._tell(flaws, schedule.keep_flaws)
        return entries

    def _tell(self, flaws: Mapping[str, str], keep: Callable[[dict[str, str]], None]) -> None:
        for name, why in flaws.items():
            if self._flaws.get(name) != why:
                logger.error("the row %r of the timetable does not run: %s", name, why)
        self._flaws = flaws
        try:
            keep(dict(flaws))
        except DatabaseError as error:
            logger.warning("what is wrong with the timetable was not noted: %s", str(error).strip())
