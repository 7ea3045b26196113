"""Sessions of a store from before the field: what they wait for is told by the words in which it was said."""

from importlib import import_module
from types import SimpleNamespace

from django.apps import apps
from django.db import connection

from memory.models import Session

GERMAN = "the turns are in a language that the offline extractor does not read; set MEMORY_FACTS_PROVIDER=openai"


def test_only_a_pending_session_that_waits_for_its_language_says_so(namespace):
    for name, status, error in (
        ("waits", "pending", GERMAN), ("done", "consolidated", GERMAN), ("tired", "pending", "the server is down"),
    ):  # fmt: skip
        Session.objects.create(namespace=namespace, session_id=name, status=status, last_error=error)

    migration = import_module("memory.migrations.0024_unread_turns")
    migration.tell_what_they_wait_for(apps, SimpleNamespace(connection=connection))

    told = dict(Session.objects.within(namespace).values_list("session_id", "waiting_for"))
    assert told == {"waits": "language", "done": "", "tired": ""}
