"""What a tenant's key is told of the store's own numbers."""

import base64
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from memory import sealed
from memory.models import Conflict, Event, Memory
from memory.services import namespaces
from memory.services.curating import undoing
from memory.services.memories import facts
from tests.conftest import is_problem
from tests.store import AGENT, CURATOR, know, say

NUMBERS = st.integers(0, 2**52 - 1)


@given(NUMBERS, st.sampled_from(["conflict", "review", "memories"]))
def test_a_sealed_number_comes_back_and_fits_a_double(number, kind):
    told = sealed.seal(kind, number)
    assert 0 <= told < 2**52
    assert float(told) == told
    assert sealed.unseal(kind, told) == number


def test_neighbours_lie_far_apart_and_kinds_and_secrets_differ(settings):
    told = [sealed.seal("conflict", number) for number in range(1, 1001)]
    assert len(set(told)) == 1000
    assert told != sorted(told)
    assert sum(abs(a - b) < 2**32 for a, b in pairwise(told)) < 10
    assert sealed.seal("review", 1) != told[0]
    settings.SECRET_KEY = "another secret of the operator's, as long"
    assert sealed.seal("conflict", 1) != told[0]


def test_what_was_never_sealed_is_nothing():
    assert sealed.unseal("conflict", -1) is None
    assert sealed.unseal("conflict", 2**52) is None


def test_a_second_tenant_reads_the_same_figures_whatever_the_first_one_holds(api, stranger):
    """Everything that a tenant is told of numbers, before and after another one grew."""
    bob = namespaces.ensure("acme/bob")
    one, two = know(bob, "Ann has 2 cats"), None
    facts.edit(bob, one.uid, actor=CURATOR, tags=["pets"])
    first = stranger.get(f"/memories/{one.uid}/history").json()["results"]
    say(namespaces.ensure("acme/alice"), "s1", *[f"turn {i}" for i in range(30)])
    for number in range(5):
        know(namespaces.ensure("acme/alice"), f"Person{number} likes thing{number}", AGENT)
    two = know(bob, "Bob likes tea")
    facts.edit(bob, two.uid, actor=CURATOR, tags=["drinks"])
    second = stranger.get(f"/memories/{two.uid}/history").json()["results"]
    assert [event["seq"] for event in first] == [event["seq"] for event in second] == [1, 2]
    conflict = Conflict.objects.create(namespace=bob, new_fact=two, old_fact=one, kind="update", found_by="test")
    (listed,) = stranger.get("/conflicts").json()["results"]
    assert listed["id"] == sealed.seal(sealed.CONFLICT, conflict.pk) != conflict.pk
    cursor = stranger.get("/memories?limit=1").json()["next"]
    told = base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)).decode()
    assert str(Memory.objects.within(bob).order_by("-pk").first().pk) not in told.split(":")
    assert len(stranger.get(f"/memories?limit=1&cursor={cursor}").json()["results"]) == 1


def test_a_cursor_that_was_made_up_or_is_of_an_earlier_release_is_refused(api, namespace):
    api.say("s1", "one", "two")
    for text in ("memories:1", "memories:1:00000000", "memories:", "memories:1:2:3", "events:1:x"):
        cursor = base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")
        is_problem(api.get(f"/memories?cursor={cursor}"), 422, "query", "cursor")


def test_an_undo_names_the_event_by_its_place(api, namespace):
    fact = know(namespace, "Ann likes tea")
    facts.edit(namespace, fact.uid, actor=CURATOR, tags=["drinks"])
    last = Event.objects.within(namespace).about(fact.uid).last()
    undoing.undo(namespace, last.seq, actor=CURATOR)
    told = api.get(f"/memories/{fact.uid}/history?limit=1").json()
    rest = api.get(f"/memories/{fact.uid}/history?cursor={told['next']}").json()["results"]
    assert [event["seq"] for event in told["results"] + rest] == [1, 2, 3]
    assert rest[-1]["after"]["event"] == 2
