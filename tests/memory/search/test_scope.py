"""What a scope says of itself, and the rows that it stands for: the same ones as a query and as SQL."""

from dataclasses import replace

import pytest

from memory.models import Memory, ReviewReason
from memory.models.purposes import Hidden
from memory.search.scope import Filters, Scope
from memory.services import namespaces, reviews
from memory.services.memories import facts
from tests.store import CURATOR, DAY, NOON, know, say

SOME = Filters(tags=("drinks",))


@pytest.fixture
def store(namespace):
    """An ordinary fact, one that waits for a review, one that is retired, and a turn."""
    know(namespace, "Ann likes tea.", tags=["drinks"])
    waiting = know(namespace, "Ann likes rain.")
    reviews.open_review(namespace, waiting, ReviewReason.LOW_CONFIDENCE, "doubtful")
    retired = know(namespace, "Ann plays chess.")
    facts.retire(namespace, retired.uid, actor=CURATOR)
    say(namespace, "s1", "I like tea.")
    know(namespaces.ensure("acme/bob"), "Bob likes rain.")
    return namespace


def withholding(namespace):
    strict = type(namespace).objects.get(pk=namespace.pk)
    strict.settings = {**strict.settings, "hand_out_waiting": False}
    strict.save()
    return strict


def found(scope) -> list[str]:
    return sorted(scope.candidates.values_list("content", flat=True))


def in_sql(scope) -> list[str]:
    """By the SQL that the arms put into their own statements."""
    sql, params = scope.where
    rows = Memory.everything.extra(where=[sql], params=params)
    return sorted(rows.values_list("content", flat=True))


def there(scope) -> list[str]:
    sql, params = scope.there
    return sorted(Memory.everything.extra(where=[sql], params=params).values_list("content", flat=True))


def test_what_waits_for_a_review_is_kept_from_agents_where_the_namespace_says_so(store):
    assert Scope(store).withholds is False
    assert "Ann likes rain." in found(Scope(store))
    strict = withholding(store)
    assert Scope(strict).withholds is True
    assert found(Scope(strict)) == ["Ann likes tea.", "I like tea."]
    curators = Scope(strict, for_agents=False)
    assert curators.withholds is False
    assert "Ann likes rain." in found(curators)


def test_a_search_about_now_sees_what_is_active_and_one_of_the_past_what_held(store):
    assert Scope(store).past is False
    assert "Ann plays chess." not in found(Scope(store))
    fact = Memory.everything.get(content="Ann plays chess.")
    for scope in (Scope(store, valid_at=fact.event_time), Scope(store, known_at=fact.created_at)):
        assert scope.past is True
    before = Scope(store, known_at=fact.created_at, kind="fact")
    assert "Ann plays chess." in found(before)
    assert "Ann plays chess." in there(before)
    assert found(Scope(store, valid_at=NOON.replace(year=1999))) == []


def test_the_sql_stands_for_the_same_rows(store):
    strict = withholding(store)
    moment = Memory.everything.get(content="Ann plays chess.").created_at
    for scope in (
        Scope(store), Scope(store, kind="fact"), Scope(store, kind="episode"), Scope(store, filters=SOME),
        Scope(store, filters=Filters(exclude_session_id="s1")), Scope(strict),
        Scope(strict, filters=Filters(exclude_session_id="s1", tags=("drinks",))), Scope(store, known_at=moment),
        Scope(store, hidden=Hidden.of([], ["drinks"])), Scope(store, hidden=Hidden.of(["episode"], [])),
    ):  # fmt: skip
        assert in_sql(scope) == found(scope)
    assert in_sql(Scope(store, filters=Filters(exclude_session_id="s1"))) == ["Ann likes rain.", "Ann likes tea."]


def test_what_there_is_of_the_store_heeds_time_review_and_what_is_hidden(store):
    everything = ["Ann likes rain.", "Ann likes tea.", "Bob likes rain.", "I like tea."]
    assert Scope(store).there == ("memories.valid_until IS NULL", [])
    assert there(Scope(store)) == everything
    assert there(Scope(withholding(store))) == ["Ann likes tea.", "Bob likes rain.", "I like tea."]
    assert there(Scope(store, for_agents=False, hidden=Hidden.of([], ["drinks"]))) == [
        "Ann likes rain.", "Bob likes rain.", "I like tea.",
    ]  # fmt: skip


def test_a_scope_is_narrowed_by_anything_but_namespace_and_kind(store):
    assert Scope(store).narrowed is False
    assert Scope(store, kind="fact").narrowed is False
    assert Scope(store, filters=SOME).narrowed is True
    assert Scope(store, valid_at=NOON).narrowed is True
    assert Scope(store, known_at=NOON).narrowed is True
    assert Scope(store, hidden=Hidden.of([], ["drinks"])).narrowed is True
    assert Scope(withholding(store)).narrowed is True
    assert Scope(withholding(store), for_agents=False).narrowed is False


def test_of_several_namespaces_each_that_was_written_to_is_a_scope(store):
    bob, none = namespaces.for_reading("acme/bob"), namespaces.for_reading("acme/none")
    alone = Scope(store)
    assert alone.each == [alone]
    several = Scope(store, others=(bob, none), kind="fact")
    assert several.each == [replace(several, others=()), replace(several, namespace=bob, others=())]


def test_each_filter_narrows(namespace):
    know(namespace, "Ann likes tea.", tags=["drinks"], event_time=NOON, attributes={"from": "mail"})
    know(namespace, "Ann plays chess.", event_time=NOON + DAY)
    say(namespace, "s1", "I like tea.", event_time=NOON)

    def narrowed(**filters):
        return found(Scope(namespace, filters=Filters(**filters)))

    assert narrowed(session_id="s1") == ["I like tea."]
    assert narrowed(exclude_session_id="s1") == ["Ann likes tea.", "Ann plays chess."]
    assert narrowed(tags=("drinks",)) == narrowed(attributes={"from": "mail"}) == ["Ann likes tea."]
    assert narrowed(event_after=NOON + DAY) == ["Ann plays chess."]  # from then on
    assert narrowed(event_before=NOON + DAY) == ["Ann likes tea.", "I like tea."]  # before then
    assert narrowed(event_before=NOON) == []
    assert narrowed(among=Memory.objects.within(namespace).filter(content__contains="chess")) == ["Ann plays chess."]
