"""What a call that keeps a fact for good tells of what became of it: the same over HTTP and as a tool."""

import pytest

from memory import tools
from memory.models import Memory, Review, Trust
from memory.services.actors import Actor
from memory.services.curating import deciding
from tests.conftest import is_problem
from tests.store import CURATOR, fresh, know


@pytest.fixture(params=["api", "tool", "tool over http", "patch"])
def keep(request, api, namespace):
    """`keep(fact)`: it is to be made permanent, in each way; answers what was told."""

    def call(fact):
        if request.param == "api":
            return api.post(f"/memories/{fact.uid}/confirm").json()
        if request.param == "patch":
            return api.patch(f"/memories/{fact.uid}", {"protected": True}).json()
        if request.param == "tool over http":
            return api.post("/tools/confirm_fact", {"fact_id": fact.uid}).json()
        bench = tools.Bench(namespace.name, Actor("mcp", "tool"))
        return tools.REGISTRY["confirm_fact"].call(bench, {"fact_id": fact.uid})

    return call


@pytest.fixture
def fact(namespace):
    return know(namespace, "Maya is allergic to hazelnuts.", CURATOR)


def test_what_is_made_permanent_is_done(keep, fact):
    told = keep(fact)
    assert (told["outcome"], told["protected"], fresh(fact).protected) == ("done", True, True)


def test_who_may_not_is_told_that_a_curator_is_asked(keep, namespace, fact):
    Memory.everything.filter(pk=fact.pk).update(trust=Trust.IMPORT)
    told = keep(fact)
    assert (told["outcome"], told["protected"], fresh(fact).protected) == ("asked", False, False)
    assert Review.objects.within(namespace).get().reason == "confirmation"


def test_what_another_fact_took_the_place_of_is_told(keep, namespace, fact):
    other = know(namespace, "Maya can eat all nuts.", CURATOR)
    deciding.resolve_pair(namespace, other.uid, fact.uid, actor=CURATOR)
    told = keep(fact)
    assert (told["outcome"], fresh(fact).superseded) == ("superseded", True)


def test_a_change_of_other_marks_is_done(api, namespace, fact):
    Memory.everything.filter(pk=fact.pk).update(trust=Trust.IMPORT)
    for body in ({"tags": ["nuts"]}, {"protected": False}, {}):
        assert api.patch(f"/memories/{fact.uid}", body).json()["outcome"] == "done"
    is_problem(api.patch("/memories/fact_none", {"protected": True}), 404)
