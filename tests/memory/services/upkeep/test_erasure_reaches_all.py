"""A word that came in by every way there is stands in no table after the erasure of its namespace, and of its fact."""

from django.db import connection
from django.test.utils import CaptureQueriesContext

from maintenance.tasks import run_operations
from memory import background
from memory.models import (
    Entity,
    EntityAlias,
    ErasedWhat,
    Event,
    EventKind,
    Memory,
    MemoryEntity,
    Namespace,
    Review,
    ReviewReason,
)
from memory.services import namespaces, reviews, sql
from memory.services.curating import notes
from memory.services.graph import entities, entity_undoing, summaries
from memory.services.parcels import unpacking
from memory.services.trying import memory_tests
from memory.services.upkeep import erased_entities, erasure_plans, erasures
from tests.memory.services.parcels.test_parcels import emptied, packed
from tests.store import CURATOR, know, make_entity

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


def merged(namespace):
    """An entity of the word, which is merged into Roberta; answers the facts that say the word, and Roberta."""
    said = [know(namespace, f"@{CANARY} {what}.") for what in ("keeps tortoises", "owes the bank", "has been ill")]
    know(namespace, "@roberta plays the cello.")
    source, target = entities.named(namespace, CANARY), entities.named(namespace, "roberta")
    summaries.write(source, f"{CANARY} keeps tortoises, owes the bank and has been ill.", said[-1].pk)
    entities.merge(namespace, source.uid, target.uid, actor=CURATOR)
    return said, target


def test_a_merged_entity_goes_with_the_last_that_speaks_of_it(namespace):
    said, target = merged(namespace)
    assert {"entity_aliases", "events"} <= tables().keys()

    erasures.erase(namespace, ErasedWhat.MEMORY, *[fact.uid for fact in said], actor=CURATOR)

    assert tables() == {}
    assert entities.named(namespace, "roberta") == target


def test_a_merged_entity_that_is_still_spoken_of_can_be_taken_back_without_its_summary(namespace):
    said, _ = merged(namespace)
    told = Event.objects.within(namespace).get(kind=EventKind.MERGED)
    told.before["entity"]["summary"] = f"{CANARY} has been ill."  # as merges of old kept it
    told.save()

    erasures.erase(namespace, ErasedWhat.MEMORY, said[2].uid, actor=CURATOR)

    assert "ill" not in str(Event.objects.within(namespace).get(kind=EventKind.MERGED).before)
    entity_undoing.undo(namespace, told.seq, actor=CURATOR)
    again = entities.named(namespace, CANARY)
    assert (again.canonical_name, again.summary, again.mention_count) == (CANARY, "", 2)


def test_of_merges_in_a_row_none_is_left_behind_an_erased_namespace(namespace):
    _, target = merged(namespace)
    know(namespace, "@ottokar sails on Sundays.")
    entities.merge(namespace, target.uid, entities.named(namespace, "ottokar").uid, actor=CURATOR)

    erasures.erase(namespace, ErasedWhat.NAMESPACE, actor=CURATOR)

    assert tables() == {}
    assert not Event.objects.within(namespace).exists()


def test_of_merges_in_a_row_the_first_goes_with_the_last_that_speaks_of_it(namespace):
    said, target = merged(namespace)
    know(namespace, "@ottokar sails on Sundays.")
    entities.merge(namespace, target.uid, entities.named(namespace, "ottokar").uid, actor=CURATOR)

    erasures.erase(namespace, ErasedWhat.MEMORY, *[fact.uid for fact in said], actor=CURATOR)

    assert tables() == {}
    assert entities.named(namespace, "roberta") == entities.named(namespace, "ottokar")


def test_names_that_only_the_erased_told_leave_an_entity_and_its_history(namespace):
    """Of names that were added, taken away, split off and changed; what is still said, or was never said, stays."""
    know(namespace, "@roberta plays the cello.")
    secret = know(namespace, f"@roberta was {CANARY} once, and {CANARY} two, and {CANARY} three, and Bobbie.")
    know(namespace, "They call @roberta Bobbie.")
    uid = entities.named(namespace, "roberta").uid
    for alias in (CANARY, f"{CANARY} two", f"{CANARY} three", "Bobbie", "RQ"):
        entities.add_alias(namespace, uid, alias, actor=CURATOR)
    entities.split(namespace, uid, [f"{CANARY} two"], [secret.uid], actor=CURATOR)
    entities.remove_alias(namespace, uid, CANARY, actor=CURATOR)
    entities.rename(namespace, uid, f"{CANARY} three", actor=CURATOR)
    entities.rename(namespace, uid, "roberta", actor=CURATOR)
    assert {"entities", "entity_aliases", "events"} <= tables().keys()

    erasures.erase(namespace, ErasedWhat.MEMORY, secret.uid, actor=CURATOR)

    assert tables() == {}
    assert set(EntityAlias.objects.filter(entity__uid=uid).values_list("alias", flat=True)) == {"Bobbie", "RQ"}


def test_a_name_inside_a_word_is_not_said(namespace):
    gone = know(namespace, "@alan also plays chess, and is called Rob by his lover.")
    know(namespace, "@alan has a problem.")
    alan = entities.named(namespace, "alan")
    for name in ("Als", "Rob"):
        entities.add_alias(namespace, alan.uid, name, actor=CURATOR)
    erasures.erase(namespace, ErasedWhat.MEMORY, gone.uid, actor=CURATOR)
    assert set(EntityAlias.objects.filter(entity=alan).values_list("alias", flat=True)) == {"Als"}


def test_a_merge_that_was_imported_outlives_the_erasure_of_something_else(namespace, tmp_path):
    know(namespace, "@carol keeps tortoises.")
    know(namespace, "@roberta plays the cello.")
    unrelated = know(namespace, "@roberta sings.").uid
    carol, roberta = entities.named(namespace, "carol"), entities.named(namespace, "roberta")
    entities.merge(namespace, carol.uid, roberta.uid, actor=CURATOR)
    file = packed(namespace, tmp_path)
    emptied(namespace)
    unpacking.take_in(file, namespace.name)
    imported = Namespace.objects.get(name=namespace.name)
    erasures.erase(imported, ErasedWhat.MEMORY, unrelated, actor=CURATOR)
    assert Event.objects.within(imported).filter(kind=EventKind.MERGED).exists()


def test_more_is_erased_than_one_statement_takes(namespace, monkeypatch):
    facts = [know(namespace, f"@alan has {number} boats.") for number in range(4)]
    monkeypatch.setattr(sql, "MAX_MARKS", 2)
    planned = erasure_plans.plan(namespace, ErasedWhat.MEMORY, *(fact.uid for fact in facts))
    assert planned.rows == sorted(fact.pk for fact in facts)
    erasures.erase(namespace, ErasedWhat.MEMORY, *(fact.uid for fact in facts), actor=CURATOR)
    assert not Memory.objects.within(namespace).exists()
    assert not Entity.objects.within(namespace).exists()


def test_what_entities_keep_is_looked_up_for_all_of_them_at_once(namespace, monkeypatch):
    settle, asked = erased_entities.settle, []

    def counted(*given):
        with CaptureQueriesContext(connection) as queries:
            settle(*given)
        asked.append(len(queries))

    monkeypatch.setattr(erased_entities, "settle", counted)
    for number in (2, 30):
        secret = know(namespace, f"Nobody may read the words of list {number}")
        stays = know(namespace, f"There is a list of {number}, which many people stand on")
        for place in range(number):
            people = [make_entity(namespace, f"Person {number} {name} {place}") for name in ("one", "two")]
            MemoryEntity.objects.bulk_create([MemoryEntity(memory=secret, entity=one) for one in people])
            MemoryEntity.objects.create(memory=stays, entity=people[0])
            entities.add_alias(namespace, people[0].uid, f"words of list {number} {place}", actor=CURATOR)
            entities.merge(namespace, people[1].uid, people[0].uid, actor=CURATOR)
        erasures.erase(namespace, ErasedWhat.MEMORY, secret.uid, actor=CURATOR)
    assert asked[0] == asked[1]
