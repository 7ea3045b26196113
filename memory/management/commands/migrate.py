"""`migrate` as Django's, after a backup of the store where the schema of one that is in use will change; with the
table in which failed logins are counted; and by one host at a time."""

from __future__ import annotations

from typing import Any

from django.core.management import call_command
from django.core.management.base import CommandError
from django.core.management.commands import migrate
from django.db import DatabaseError, connections
from django.db.migrations.executor import MigrationExecutor

from memory.services.upkeep import backups
from memoryproj.answering import in_one_line
from memoryproj.postgresql import locks
from memoryproj.sqlite.backups import Why


class Command(migrate.Command):
    def handle(self, *args: Any, **options: Any) -> Any:
        changes_nothing = options["plan"] or options["check_unapplied"] or options["fake"] or options["prune"]
        if changes_nothing:
            return self._migrate(*args, **options)
        self._back_up(options["database"], options["verbosity"])
        with locks.making_ready(self.stderr.write, options["database"]):
            done = self._migrate(*args, **options)
            call_command("createcachetable", database=options["database"], verbosity=0)
        return done

    def _migrate(self, *args: Any, **options: Any) -> Any:
        try:
            return super().handle(*args, **options)
        except DatabaseError as error:
            # Else the command line would look at the store, find it of an earlier release, and advise to migrate it.
            name = connections[options["database"]].settings_dict["NAME"]
            raise CommandError(f"The store {name} could not be migrated: {in_one_line(error)}") from error

    def _back_up(self, alias: str, verbosity: int) -> None:
        """Back the store up when migrations of ours are pending; a new store and another database are left alone."""
        connection = connections[alias]
        if connection.vendor != "sqlite":
            return
        loader = MigrationExecutor(connection).loader
        applied = sorted(name for app, name in loader.applied_migrations if app == "memory")
        known = {name for app, name in loader.graph.nodes if app == "memory"}
        if not applied or known <= set(applied):
            return
        try:
            made = backups.make(Why.MIGRATION)
        except backups.BackupFailed as error:
            raise CommandError(f"No backup was made before the migration, which was not begun: {error}") from error
        if verbosity:
            self.stdout.write(f"The store was backed up to {made.path}")
