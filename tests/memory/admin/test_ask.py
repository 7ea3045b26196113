"""The words that the ask page has for the parts of a score: those of all parts that searches are made of, no others."""

from __future__ import annotations

import pytest

from memory import cross_encoder
from memory.admin import ask
from memory.models import Memory, Namespace
from memory.search import hybrid_search
from memory.services.curating import deciding
from memory.services.handing import context
from memory.services.memories import properties
from tests.store import AGENT, DAY, NOON, embed_all, know, say


def parts(namespace: Namespace, query: str, **fields: object) -> set[str]:
    """The names under which the trace of a real search tells what each score is the sum of."""
    hits = hybrid_search(namespace, query, explain=True, **fields).hits  # type: ignore[arg-type]
    return {name for hit in hits for name in (hit.trace or {})["shares"]}


@pytest.fixture
def talk(namespace: Namespace) -> Namespace:
    """Something of every kind that a score looks at."""
    say(namespace, "s1", "I went to Lisbon with @ann on 3 May.", "Did @ann like Lisbon?", name="Maya", event_time=NOON)
    say(namespace, "s1", "Lisbon has trams.", role="assistant", event_time=NOON)
    say(namespace, "s2", "I prefer Lisbon in spring.", name="Tom", event_time=NOON - 40 * DAY)
    know(namespace, "Maya's flight to Lisbon costs 90 euros.", AGENT, confidence=0.4)
    old = know(namespace, "Maya lives in Lisbon near the park")
    new = know(namespace, "Maya lives in Porto since last spring, by the harbour")
    deciding.resolve_pair(namespace, new.uid, old.uid, actor=AGENT)
    embed_all()
    return namespace


def test_each_part_that_a_search_tells_has_words_for_people_and_no_words_are_left_over(talk, settings, monkeypatch):
    questions = [
        "When did I go to Lisbon with @ann?",
        "Please help me plan Lisbon",
        "What did Maya do in Lisbon last week?",
    ]
    told = set().union(*(parts(talk, query, as_of=NOON + 2 * DAY) for query in questions))
    settings.MEMORY_RANKING = "rrf"
    told |= parts(talk, "Lisbon with @ann")
    settings.MEMORY_RANKING = "weighted"
    monkeypatch.setattr(cross_encoder, "enabled", lambda: True)
    monkeypatch.setattr(cross_encoder, "scores", lambda query, texts: [float(len(text)) for text in texts])
    told |= parts(talk, "Lisbon")
    # What gave way to its successor is no hit; the page tells its parts where it says why it is not there.
    old = Memory.objects.within(talk).get(content__contains="near the park")
    built = context.build(talk, "Who lives near the park?", explain=True, record=False)
    told |= set(context.why_not(built, "Who lives near the park?", old.uid, limit=5).parts)
    home = Memory.objects.within(talk).facts().active().filter(invalid_at__isnull=True).first()
    properties.write([(home, [properties.Property("user", "home")])])
    told |= parts(talk, "Where do I live?")
    assert told == set(ask.PARTS)
