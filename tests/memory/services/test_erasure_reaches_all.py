"""A word that came in by every way there is stands in no table after the erasure of its namespace, and of its fact."""

from django.db import connection

from maintenance.tasks import run_operations
from memory import background
from memory.models import Entity, ErasedWhat, Memory, Review, ReviewReason
from memory.services import entities, erasures, memory_tests, namespaces, notes, reviews
from tests.store import CURATOR, know

CANARY = "Zanzibarian"


def tables():
    """The tables in which the word stands, with the first row."""
    found = {}
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names():
            if "_fts" in table:  # their pages are written anew by the scrub, which the bytes' tests prove
                continue
            cursor.execute(f'SELECT * FROM "{table}"')
            rows = [row for row in cursor.fetchall() if CANARY.lower() in str(row).lower()]
            if rows:
                found[table] = str(rows[0])[:300]
    return found


def fill(api, namespace):
    """Answers a fact that says the word; other facts, turns and rows do, too."""
    namespace.settings = {"keep_prompts": True}
    namespace.save()
    namespaces._own.clear()
    spoken = f"I sail a {CANARY} boat with @{CANARY}bob."
    api.say("chat-1", spoken, name=f"Maya {CANARY}", attributes={CANARY: [CANARY]}, tags=[CANARY])
    api.post("/hooks/claude-code", {
        "hook_event_name": "SessionEnd", "session_id": "chat-h",
        "turns": [{"role": "user", "content": f"The {CANARY} boat leaks."}],
    })  # fmt: skip
    api.post("/sessions/chat-1/consolidate")
    run_operations()
    fact = api.remember(f"Maya owns a {CANARY} boat.", tags=["boat", CANARY], attributes={"of": CANARY})["id"]
    other = api.post(f"/memories/{fact}/correct", {
        "content": f"Maya owns two {CANARY} boats.", "reason": f"she said {CANARY}"}).json()["id"]  # fmt: skip
    api.patch(f"/memories/{other}", {"tags": [CANARY, "boats"]})
    api.post("/memories", {"content": f"Maya sold a {CANARY} mast."}, Idempotency_Key=f"sold-{CANARY}")
    harbour = {"name": f"{CANARY} Harbour", "entityType": "place", "observations": [f"{CANARY} Harbour is deep"]}
    api.post("/tools/create_entities", {"entities": [harbour]})
    doubtful = know(namespace, f"Maya dreams of {CANARY} sails.", confidence=0.4)
    review = reviews.open_review(namespace, doubtful, ReviewReason.LOW_CONFIDENCE, f"about {CANARY}")
    row = Review.objects.within(namespace).get(pk=review.pk)
    notes.write(row, assigned_to="carla", due=None, comment=f"ask of {CANARY}", version=0, actor=CURATOR)
    bob = Entity.objects.within(namespace).get(name_key=f"{CANARY}bob".lower())
    entities.add_alias(namespace, bob.uid, f"the {CANARY}", actor=CURATOR)
    memory_tests.add(namespace, f"What of {CANARY}?", [CANARY], [], actor=CURATOR)
    memory_tests.run_all(namespace)
    for session in ("chat-2", "chat-3"):
        asked = api.post("/context", {"prompt": f"What of {CANARY} sails and boats?", "session_id": session}).json()
        if asked.get("question"):
            api.post(f"/questions/{asked['question']['id']}", {"answer": "no", "content": f"No {CANARY} sails."})
    api.post("/memories/search", {"query": CANARY})
    background.flush()
    return other


def test_the_word_came_into_many_tables(api, namespace):
    fill(api, namespace)
    assert set(tables()) >= {
        "changes", "contexts", "entities", "entity_aliases", "events", "idempotency_keys", "inbox_notes", "memories",
        "memory_tests", "reviews",
    }  # fmt: skip


def test_nothing_of_an_erased_namespace_is_left(api, namespace):
    fill(api, namespace)
    erasures.erase(namespace, ErasedWhat.NAMESPACE, actor=CURATOR)
    assert tables() == {}


def test_nothing_is_left_where_each_memory_that_tells_of_it_is_erased(api, namespace):
    fill(api, namespace)
    for uid in Memory.objects.within(namespace).values_list("uid", flat=True):
        if Memory.objects.within(namespace).filter(uid=uid).exists():  # an erasure takes what was drawn from it
            erasures.erase(namespace, ErasedWhat.MEMORY, uid, actor=CURATOR)
    assert tables() == {}
