"""The schedule's clock: django-celery-beat's, without its habit of forgetting overdue entries, and of ending with the
database's server."""

import logging
import time
from typing import Any

from django.db import DatabaseError, close_old_connections
from django.db.models import Q
from django_celery_beat.schedulers import DatabaseScheduler

from .refused import StatementRefused, why_refused

logger = logging.getLogger(__name__)

AWAY_SECONDS = 2.0  # between two looks whether a server that is away is back


class Scheduler(DatabaseScheduler):  # type: ignore[misc]
    def _get_crontab_exclude_query(self) -> Q:
        # One expects a nightly run that was missed while the service was down to happen at the next start. Since 2.8.1
        # django-celery-beat loads only the crontabs whose hour is within two hours of now, so that it waits for the
        # next night (https://github.com/celery/django-celery-beat/issues/956). This query excludes nothing: all are
        # loaded, which costs little, as there are a dozen.
        return Q(pk__in=[])

    def all_as_schedule(self) -> dict[str, Any]:
        """The timetable. It is read at the start and after each change of it; django-celery-beat bears a server that is
        away everywhere but here, and the clock's end would be the whole service's."""
        while True:
            try:
                found: dict[str, Any] = super().all_as_schedule()
                return found
            except DatabaseError as error:
                if why_refused(error) != StatementRefused.AWAY:
                    raise
                logger.warning("the timetable waits for the store's server: %s", str(error).strip())
            time.sleep(AWAY_SECONDS)
            close_old_connections()  # the next look needs one that is not lost
