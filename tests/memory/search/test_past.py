"""Searching another time than now: what held and was known then is found, also what was retired since."""

from __future__ import annotations

from datetime import datetime

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from memory.models import ALL, Memory, Validity
from memory.search import Filters, Scope, hybrid_search
from memory.search.vectors import LiveIndex
from memory.services import embeddings, namespaces
from memory.services.curating import correcting
from memory.services.handing import retrieval
from memory.services.memories import facts
from memory.services.upkeep import doctor
from tests.store import AGENT, DAY, NOON, embed_all, fresh, full_text_is_sound, know, say

pytestmark = pytest.mark.usefixtures("each_backend")


def held(
    memory: Memory, since: datetime, until: datetime | None, known: datetime | None = None, forgotten=None
) -> Memory:
    """Let the store say of a fact that it held from `since` to `until`, known from `known` (else `since`) on."""
    Validity.objects.filter(memory=memory).delete()
    Validity.objects.create(
        memory=memory, valid_from=since, valid_to=until, known_from=known or since, known_to=forgotten
    )
    return memory


def found(namespace, query, **fields):
    return [hit.memory for hit in hybrid_search(namespace, query, **fields).hits]


def ranks(namespace, query, memory, **fields):
    return next(
        (hit.ranks for hit in hybrid_search(namespace, query, limit=100, **fields).hits if hit.memory == memory), None
    )


@pytest.fixture
def moved(namespace):
    """Ann lived in Rome, and since day 10 in Oslo; the fact about Rome is retired."""
    rome = know(namespace, "@ann lives in Rome by the river")
    embed_all()
    oslo = correcting.correct(namespace, rome.uid, "@ann lives in Oslo by the fjord", actor=AGENT, kind="outdated")
    embed_all()
    return held(rome, NOON, NOON + 10 * DAY), held(oslo, NOON + 10 * DAY, None)


def test_what_held_then_is_found_by_every_arm_though_it_is_retired_now(namespace, moved):
    rome, oslo = moved
    asked = "where does Ann live, by the river"
    assert ranks(namespace, asked, rome, valid_at=NOON + DAY) == {"text": 1, "vector": 1, "entity": 1}
    assert found(namespace, asked, valid_at=NOON + DAY) == [rome]
    assert found(namespace, asked, valid_at=NOON + 20 * DAY) == [oslo]
    assert found(namespace, asked) == [oslo]


def test_an_interval_holds_its_beginning_and_not_its_end(namespace, moved):
    rome, oslo = moved
    assert found(namespace, "Ann lives by", valid_at=NOON) == [rome]
    assert found(namespace, "Ann lives by", valid_at=NOON + 10 * DAY) == [oslo]
    assert found(namespace, "Ann lives by", valid_at=NOON - DAY) == []


def test_what_was_not_known_yet_is_not_found(namespace, moved):
    rome, oslo = moved
    held(oslo, NOON + 10 * DAY, None, known=NOON + 15 * DAY)
    held(rome, NOON, NOON + 10 * DAY, known=NOON + 15 * DAY)
    Validity.objects.create(memory=rome, valid_from=NOON, known_from=NOON, known_to=NOON + 15 * DAY)
    twelfth = NOON + 12 * DAY
    assert found(namespace, "Ann lives by", valid_at=twelfth, known_at=NOON + 14 * DAY) == [rome]
    assert found(namespace, "Ann lives by", valid_at=twelfth, known_at=NOON + 15 * DAY) == [oslo]
    assert found(namespace, "Ann lives by", known_at=twelfth) == [rome]  # as a search would have answered then
    assert found(namespace, "Ann lives by", valid_at=twelfth) == [oslo]  # as far as is known now


def test_what_was_never_true_is_found_only_where_it_was_still_believed(namespace):
    wrong = know(namespace, "@ann lives in Paris")
    embed_all()
    facts.retire(namespace, wrong.uid, actor=AGENT)
    held(wrong, NOON, None, known=NOON, forgotten=NOON + 5 * DAY)
    assert found(namespace, "Ann lives in Paris", valid_at=NOON + DAY) == []
    assert found(namespace, "Ann lives in Paris", known_at=NOON + DAY) == [wrong]


def test_turns_are_known_from_the_day_that_they_came_in(namespace):
    early, late = say(namespace, "s1", "tea with milk", "tea with rum", event_time=NOON)
    Memory.objects.across(ALL).filter(pk=early.pk).update(created_at=NOON)
    Memory.objects.across(ALL).filter(pk=late.pk).update(created_at=NOON + 5 * DAY)
    embed_all()
    assert found(namespace, "tea", known_at=NOON + DAY) == [early]
    assert set(found(namespace, "tea", known_at=NOON + 5 * DAY)) == {early, late}
    assert found(namespace, "tea", valid_at=NOON - DAY) == []


def test_a_turn_that_was_not_known_yet_lends_no_words(namespace):
    first, second = say(namespace, "s1", "we loved it there", "the trams of Lisbon", event_time=NOON)
    Memory.objects.across(ALL).filter(pk=first.pk).update(created_at=NOON)
    embed_all()
    (hit,) = hybrid_search(namespace, "loved trams", known_at=NOON + DAY, explain=True).hits
    assert hit.memory == first
    now = {hit.memory: hit.trace["shares"] for hit in hybrid_search(namespace, "loved trams", explain=True).hits}
    assert hit.trace["shares"]["coverage"] < now[first]["coverage"]
    assert second in now


def test_filters_kinds_and_other_namespaces_hold_in_the_past_too(namespace, moved):
    rome, _ = moved
    bob = namespaces.ensure("acme/bob")
    foreign = know(bob, "@ann lives in Rome by the river")
    embed_all()
    facts.retire(bob, foreign.uid, actor=AGENT)
    held(foreign, NOON, None)
    then = {"valid_at": NOON + DAY}
    assert found(namespace, "Ann lives in Rome", kind="fact", **then) == [rome]
    assert found(namespace, "Ann lives in Rome", kind="episode", **then) == []
    assert found(namespace, "Ann lives in Rome", filters=Filters(("x",)), **then) == []
    assert found(bob, "Ann lives in Rome", **then) == [foreign]


def test_what_is_retired_now_is_neither_faded_nor_superseded_then(namespace, moved):
    rome, _ = moved
    Memory.objects.across(ALL).filter(pk=rome.pk).update(confidence=0.1, invalid_at=NOON + 10 * DAY)
    (hit,) = hybrid_search(namespace, "Ann lives in Rome", valid_at=NOON + DAY, explain=True).hits
    assert not {"confidence", "superseded"} & set(hit.trace["shares"])


def test_ranks_alone_find_the_past_too(namespace, moved):
    namespace.settings = {"ranking": "rrf"}
    assert found(namespace, "Ann lives by the river", valid_at=NOON + DAY) == [moved[0]]


def test_a_look_into_the_past_recalls_nothing(namespace, moved, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        retrieval.search(namespace, "Ann lives by the fjord", valid_at=NOON + 20 * DAY)
    assert fresh(moved[1]).last_accessed is None


def test_why_not_speaks_of_the_time_that_is_asked_about(namespace, moved):
    rome, oslo = moved

    def step(memory, **when):
        return retrieval.why_not(namespace, "Ann lives by the river", memory.uid, **when).step

    assert step(rome) == "retired"
    assert step(rome, valid_at=NOON + DAY) == "shown"
    assert step(oslo, valid_at=NOON + DAY) == "not_held"


# --- A search about now ---------------------------------------------------------------------------------------------


def test_a_search_about_now_reads_no_row_of_validity_and_nothing_retired(namespace, moved):
    with CaptureQueriesContext(connection) as statements:
        assert found(namespace, "Ann lives by the fjord", filters=Filters(event_after=NOON - DAY))
    said = [statement["sql"] for statement in statements]
    assert said
    assert [sql for sql in said if "validity" in sql or "_past_" in sql] == []
    with CaptureQueriesContext(connection) as statements:
        assert found(namespace, "Ann lives by the fjord", valid_at=NOON + 20 * DAY)
    assert [sql for sql in (statement["sql"] for statement in statements) if "validity" in sql]


def test_a_block_and_what_tools_read_about_now_read_no_row_of_validity(namespace, moved, api):
    with CaptureQueriesContext(connection) as statements:
        for path, body in (
            ("/context", {"prompt": "Where does Ann live, by the fjord?", "session_id": "s9"}),
            ("/memories/search", {"query": "Ann lives by the fjord"}),
            ("/tools/get_context", {"prompt": "Where does Ann live?"}),
            ("/tools/search_memory", {"query": "Ann lives by the fjord"}),
        ):
            assert api.post(path, body).status_code == 200, path
        assert api.get("/memories?kind=fact").status_code == 200
    said = [statement["sql"] for statement in statements]
    assert len(said) > 10
    assert [sql for sql in said if "validity" in sql or "_past_" in sql] == []


def test_its_statements_are_as_many_whatever_is_retired(namespace, moved, monkeypatch):
    def statements() -> list[str]:
        with CaptureQueriesContext(connection) as captured:
            found(namespace, "Ann lives by the fjord")
        return [query["sql"] for query in captured]

    # What ends later holds now, so that the statements name the moment.
    monkeypatch.setattr(Scope, "moment", timezone.now())
    before = statements()
    for number in range(30):
        facts.retire(namespace, know(namespace, f"@ann lives by the fjord number {number}").uid, actor=AGENT)
    assert statements() == before


# --- The part of the index that holds what is retired ---------------------------------------------------------------


def test_restoring_takes_a_fact_back_among_the_active(namespace, moved, each_backend):
    boat = know(namespace, "@ann owns a red boat")
    embed_all()
    facts.retire(namespace, boat.uid, actor=AGENT)
    assert boat not in found(namespace, "Ann owns a red boat")
    facts.restore(namespace, boat.uid, actor=AGENT)
    assert boat in found(namespace, "Ann owns a red boat")
    assert each_backend.misplaced_vectors(LiveIndex.read().table) == []
    full_text_is_sound()
    assert doctor.examine() == []


def test_what_is_retired_lies_in_the_index_and_doctor_compares_it(namespace, moved, each_backend):
    rome, _ = moved
    table = LiveIndex.read().table
    told = {rowid: retired for rowid, _, _, retired, _ in each_backend.every_vector(table)}
    assert told[rome.pk] is True
    assert doctor.examine() == []
    each_backend.put_vectors(table, [(rome.pk, namespace.pk, "fact", False, bytes(fresh(rome).embedding))])
    assert each_backend.misplaced_vectors(table) == [rome.pk]
    assert [flaw.what for flaw in doctor.examine()] == ["vectors that are not their memory's"]
    doctor.repair()
    assert doctor.examine() == []
    each_backend.remove_vectors(table, [rome.pk])
    assert [flaw.what for flaw in doctor.examine()] == ["memories that are missing in the vector index"]
    doctor.repair()
    assert ranks(namespace, "Ann lives in Rome by the river", rome, valid_at=NOON + DAY)["vector"] == 1


def test_a_deleted_memory_is_gone_from_the_past(namespace, moved, each_backend):
    rome, _ = moved
    Validity.objects.filter(memory=rome).delete()
    Memory.objects.within(namespace).filter(pk=rome.pk).delete()
    assert found(namespace, "Ann lives in Rome by the river", valid_at=NOON + DAY) == []
    full_text_is_sound()
    assert each_backend.full_text_flaw() == ""
    doctor.repair()
    assert rome.pk not in {row[0] for row in each_backend.every_vector(LiveIndex.read().table)}


def test_a_new_model_speaks_of_what_is_retired_too(namespace, moved, settings):
    rome, _ = moved
    Memory.objects.across(ALL).update(embedding_model="another")
    embeddings.reembed()
    assert doctor.examine() == []
    assert ranks(namespace, "Ann lives in Rome by the river", rome, valid_at=NOON + DAY)["vector"] == 1


def test_a_rolled_back_retirement_leaves_the_fact_where_it_was(namespace, moved):
    _, oslo = moved
    with transaction.atomic():
        facts.retire(namespace, oslo.uid, actor=AGENT)
        transaction.set_rollback(True)
    assert found(namespace, "Ann lives by the fjord") == [oslo]
    assert doctor.examine() == []


def test_now_is_the_default_of_what_is_known(namespace):
    fact = held(know(namespace, "Ann drinks tea"), NOON, None, known=timezone.now())
    assert found(namespace, "tea", valid_at=NOON + DAY) == [fact]


def test_what_a_correction_took_away_is_found_as_it_was_known_before(namespace):
    rome = know(namespace, "Ann lives in Rome")
    embed_all()
    before = timezone.now()
    oslo = correcting.correct(namespace, rome.uid, "Ann lives in Oslo", actor=AGENT)
    embed_all()
    assert found(namespace, "where does Ann live", known_at=before) == [rome]
    assert found(namespace, "where does Ann live", known_at=timezone.now()) == [oslo]
    assert found(namespace, "where does Ann live") == [oslo]
