"""`manage.py demo`: the whole loop in the terminal, on the conversation that ships with the project."""

from __future__ import annotations

import json
from datetime import datetime
from importlib.resources import files
from io import StringIO
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from tqdm import tqdm

from memory.models import Conflict, Memory, Namespace, Origin
from memory.services import embeddings, namespaces, reflections
from memory.services.actors import Actor
from memory.services.handing import context
from memory.services.talk import episodes
from memory.services.talk.turns import NewMessage
from memoryproj import throwaway

ACTOR = Actor("demo", Origin.AGENT)


class Command(BaseCommand):
    help = "Ingest, consolidate, enrich, reflect and ask, on a sample conversation, in a store of its own."
    requires_system_checks = []

    def handle(self, *args: Any, **options: Any) -> None:
        if connection.vendor != "sqlite":
            raise CommandError(
                "The demo plays on a SQLite file that it throws away, and DATABASE_URL names a server. Leave it out: "
                f"DATABASE_URL= {settings.MEMORY_COMMAND} demo"
            )
        sample = json.loads(files("memory").joinpath("data/sample_conversation.json").read_text(encoding="utf-8"))
        with throwaway.store():
            self.ingest(sample)
            self.title("What the nights do")
            for command in ("consolidate", "enrich"):
                call_command(command, stdout=self.stdout)
            while embeddings.drain():
                pass
            call_command("decay", stdout=StringIO())
            namespace = namespaces.for_reading(sample["namespace"])
            self.show_facts(namespace)
            self.show_conflicts(namespace)
            call_command("reflect", stdout=StringIO())
            self.show_reflection(namespace)
            self.ask(namespace, sample["prompts"])

    def title(self, text: str) -> None:
        self.stdout.write("\n" + self.style.MIGRATE_HEADING(text))

    def ingest(self, sample: dict[str, Any]) -> None:
        turns = [(one["session_id"], turn) for one in sample["sessions"] for turn in one["messages"]]
        self.title(f"{len(turns)} turns in {len(sample['sessions'])} sessions")
        for session_id, turn in tqdm(turns, desc="ingest", unit=" turn"):
            said = datetime.fromisoformat(turn["event_time"])
            offset = said.utcoffset()
            message = NewMessage(
                role=turn["role"], content=turn["content"], name=turn["name"], event_time=said,
                event_offset=int(offset.total_seconds() // 60) if offset else 0, external_id=turn["external_id"],
            )  # fmt: skip
            episodes.ingest_turns(sample["namespace"], session_id, [message], ACTOR)

    def show_facts(self, namespace: Namespace) -> None:
        facts = Memory.objects.within(namespace).active().facts().prefetch_related("source_links__source")
        self.title(f"What was learnt: {len(facts)} facts, each with the turn that it rests on")
        for fact in facts.order_by("rowid"):
            mark = " (superseded)" if fact.superseded else ""
            self.stdout.write(f"  {fact.event_time:%Y-%m-%d}  {fact.content}{mark}  [{', '.join(fact.tags)}]")
            for link in fact.source_links.all()[:1]:
                self.stdout.write(self.style.HTTP_INFO(f"              “{link.source.content[:100]}”"))

    def show_conflicts(self, namespace: Namespace) -> None:
        found = Conflict.objects.within(namespace).select_related("new_fact", "old_fact").order_by("pk")
        self.title(f"What conflicted: {len(found)}")
        for conflict in found:
            self.stdout.write(f"  new  {conflict.new_fact.content}")
            self.stdout.write(f"  old  {conflict.old_fact.content}")
            self.stdout.write(self.style.HTTP_INFO(f"       {conflict.kind}, {conflict.status}: {conflict.reason}"))

    def show_reflection(self, namespace: Namespace) -> None:
        self.title("The week in review")
        latest = reflections.latest(namespace)
        self.stdout.write(latest.content if latest else "  (too few facts)")

    def ask(self, namespace: Namespace, prompts: list[str]) -> None:
        for prompt in prompts:
            self.title(f"Before the answer to: {prompt}")
            built = context.build(namespace, prompt, session_id="today", max_tokens=300, record=False)
            self.stdout.write(built.block or "  (nothing)")
