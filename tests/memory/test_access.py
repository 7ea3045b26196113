"""The one door by itself: who is let in, with which scopes, into which namespaces, and in whose name."""

import pytest

from memory import access, allowances
from memory.access import MAX_SPACES, Caller
from memory.models import SCOPES, ApiKey, Origin
from memory.models.purposes import NOTHING_HIDDEN, Hidden
from memory.problems import Problem
from memory.services import namespaces

WHERE = ("namespace",)


@pytest.fixture(autouse=True)
def no_counts(db):
    allowances.forget()
    yield
    allowances.forget()


def issued(**fields):
    return ApiKey.objects.issue("test", **{"pattern": "acme/*", "scopes": ["read", "write"], **fields})


def holder(granted=None, **fields):
    return Caller(issued(**fields)[0], "mcp", granted)


def refused(status, ask, *args, code="", **kwargs):
    with pytest.raises(Problem) as raised:
        ask(*args, **kwargs)
    assert raised.value.status == status
    assert not code or raised.value.code == code
    return raised.value


def test_the_operator_may_all_and_goes_anywhere():
    operator = access.operator("cli")
    assert (operator.key, operator.door, operator.scopes, operator.hidden) == (None, "cli", SCOPES, NOTHING_HIDDEN)
    assert operator.sees_all is True
    assert (operator.actor.name, operator.actor.origin) == ("cli", Origin.AGENT)
    for scope in SCOPES:
        operator.require(scope)
    operator.charge(1 << 40)
    operator.enter("wherever/it-is")
    assert operator.namespace_name == "wherever/it-is"
    refused(400, operator.enter, None)


def test_a_key_has_its_scopes_and_a_token_those_of_both():
    key = holder()
    assert key.scopes == ["read", "write"]
    key.require("write")
    assert "key" in refused(403, key.require, "admin").detail
    token = holder(granted=frozenset({"read", "admin"}))
    assert token.scopes == ["read"]
    token.require("read")
    problem = refused(403, token.require, "write")
    assert "token" in problem.detail
    assert problem.headers["WWW-Authenticate"] == 'Bearer error="insufficient_scope", scope="write"'
    granted = refused(403, token.require, "admin")  # the token names it, and its key has none
    assert "key" in granted.detail


def test_changes_are_made_in_the_name_of_door_and_key():
    key = holder()
    assert (key.actor.name, key.actor.origin) == ("mcp:test", Origin.AGENT)
    assert key.tool_actor.name == "mcp:test"
    assert key.tool_actor != key.actor


def test_only_a_key_for_all_namespaces_sees_figures_of_all():
    assert holder(pattern="*").sees_all is True
    assert holder(pattern="acme/*").sees_all is False


def test_a_key_goes_where_its_pattern_lets_it():
    key = holder(default_namespace="acme/alice")
    key.enter("acme/bob")
    assert (key.namespace_name, key.other_names) == ("acme/bob", ())
    key.enter(None)
    assert key.namespace_name == "acme/alice"
    refused(403, key.enter, "other/bob")
    refused(422, key.enter, "acme/b ob", where=WHERE)
    refused(400, holder().enter, None)


def test_several_namespaces_are_entered_in_order():
    key = holder()
    key.enter_several("acme/a, acme/b ,acme/c", where=WHERE)
    assert (key.namespace_name, key.other_names) == ("acme/a", ("acme/b", "acme/c"))
    for name in ("acme/a", "acme/b"):
        namespaces.ensure(name)
    assert [namespace.name for namespace in key.read_namespaces] == ["acme/a", "acme/b", "acme/c"]
    refused(422, key.enter_several, "acme/a,acme/a", where=WHERE)
    refused(403, key.enter_several, "acme/a,other/b", where=WHERE)
    most = [f"acme/{number}" for number in range(MAX_SPACES)]
    key.enter_several(",".join(most), where=WHERE)
    assert len(key.other_names) == MAX_SPACES - 1
    refused(422, key.enter_several, ",".join([*most, "acme/more"]), where=WHERE)


def test_a_key_with_a_purpose_is_kept_to_what_heeds_it():
    key = holder(purpose="work", hidden=Hidden.of([], ["health"]))
    assert key.hidden == Hidden.of([], ["health"])
    refused(403, key.check_whole, code=access.PURPOSE)
    refused(403, key.enter, "acme/alice", code=access.PURPOSE)
    refused(403, key.enter_several, "acme/a,acme/b", where=WHERE, code=access.PURPOSE)
    key.enter("acme/alice", heeds_purpose=True)
    key.check_tool(heeds_purpose=True, spaces=False)
    refused(403, key.check_tool, heeds_purpose=False, spaces=False, code=access.PURPOSE)
    holder().check_whole()
    holder().enter("acme/alice")


def test_a_tool_that_works_in_one_namespace_is_not_called_in_several():
    key = holder()
    key.enter_several("acme/a,acme/b", where=WHERE)
    key.check_tool(heeds_purpose=False, spaces=True)
    refused(400, key.check_tool, heeds_purpose=False, spaces=False, code=access.ONE_NAMESPACE)
    key = holder()
    key.enter("acme/a")
    key.check_tool(heeds_purpose=False, spaces=False)


def test_a_key_lets_in_until_it_is_revoked(settings):
    settings.MEMORY_RATE_LIMIT = 0
    key, text = issued()
    found = access.caller(text, "api")
    assert (found.key, found.door, found.granted) == (key, "api", None)
    assert access.still_opens(text) is True
    key.revoke()
    refused(401, access.caller, text)
    assert access.still_opens(text) is False
    refused(401, access.caller, "mem_nothing")


def test_requests_and_bodies_are_counted_by_the_minute(settings):
    for count in range(3):
        access.check_rate(7, 3, 100.0 + count)
    again = refused(429, access.check_rate, 7, 3, 103.0, code=access.RATE_LIMIT)
    assert 0 < int(again.headers["Retry-After"]) <= 60
    access.check_rate(8, 3, 103.0)
    access.check_rate(7, 0, 103.0)
    access.check_rate(7, 3, 161.0)

    access.check_intake(7, 3 << 20, 4 << 20, 100.0)
    full = refused(429, access.check_intake, 7, 2 << 20, 4 << 20, 101.0, code=access.INTAKE_LIMIT)
    assert 0 < int(full.headers["Retry-After"]) <= 60
    assert "4 MiB" in full.detail
    access.check_intake(7, 2 << 20, 0, 101.0)
    settings.MEMORY_INTAKE_MIB = 1
    key = holder()
    key.charge(1 << 20)
    refused(429, key.charge, 1 << 20, code=access.INTAKE_LIMIT)


def test_only_this_process_marks_a_request_as_the_operators():
    marked = access.marked_as_operators({"PATH_INFO": "/"})
    assert marked["PATH_INFO"] == "/"
    assert access.is_operators(marked) is True
    assert access.is_operators({"PATH_INFO": "/", "rememberd.operator": "1"}) is False
    assert access.is_operators({}) is False
