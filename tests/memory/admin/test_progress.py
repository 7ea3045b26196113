"""What is under way is shown as it goes: parts of pages, asked for again until nothing in them is unfinished."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from memory.models import Operation
from memory.services import operations
from tests.memory.admin.conftest import furnish

FRAGMENT_QUERIES = 9  # the login, the person, their permissions and grants, the namespace; and one or two for the rows


@pytest.fixture
def run(desk):
    return operations.start("decay", namespace=desk.namespace, requested_by="otto")


def page_of(run):
    return reverse("admin:memory_operation_change", args=[run.pk])


def part_of(run):
    return reverse("admin:memory_run_progress", args=[run.pk])


def follows(response):
    return "data-follow" in response.content.decode()


def test_a_run_is_followed_until_it_ends(run, curator):
    operations.progress(run, 0.4)
    for address in (page_of(run), part_of(run)):
        shown = curator.get(address)
        assert follows(shown)
        assert 'aria-valuenow="40"' in shown.content.decode()
    operations.finish(run, {"retired": 3})
    for address in (page_of(run), part_of(run)):
        shown = curator.get(address)
        assert not follows(shown)
        assert "3 retired" in shown.content.decode()


def test_a_run_that_failed_says_why_and_offers_operators_another(run, curator, operator):
    operations.fail(run, "the disk was full")
    for client, offered in ((curator, False), (operator, True)):
        for address in (page_of(run), part_of(run)):
            text = client.get(address).content.decode()
            assert "the disk was full" in text
            assert (reverse("admin:memory_run_again", args=[run.pk]) in text) is offered


def test_the_list_follows_what_runs_and_keeps_what_ended_in_view(run, curator):
    part = reverse("admin:memory_runs_progress")
    page = curator.get(reverse("admin:memory_running"))
    assert follows(page)
    shown = page.context["runs"]["shown"]
    assert shown == str(run.pk)
    operations.finish(run, {"retired": 3})
    after = curator.get(part, {"shown": shown})
    assert not follows(after)
    assert "3 retired" in after.content.decode()
    assert not curator.get(part, {"shown": "x,,²," + "9" * 30}).context["runs"]["rows"]


def test_a_session_follows_its_consolidation(desk, curator):
    page = reverse("admin:memory_session_change", args=[desk.session.pk])
    part = reverse("admin:memory_session_progress", args=[desk.session.pk])
    assert not follows(curator.get(page))
    curator.post(reverse("admin:memory_session_act", args=[desk.session.pk]), {"verb": "consolidate"})
    assert follows(curator.get(page))
    assert follows(curator.get(part))
    operations.finish(Operation.objects.get(kind="consolidate_session"), {})
    after = curator.get(part)
    assert not follows(after)
    assert "Show what was learnt" in after.content.decode()


def test_what_lies_in_another_namespace_is_not_told(desk, curator):
    bob = furnish("acme/bob")
    theirs = operations.start("decay", namespace=bob.namespace, requested_by="bob")
    assert curator.get(part_of(theirs)).status_code == 404
    assert curator.get(page_of(theirs)).status_code == 404
    assert curator.get(reverse("admin:memory_session_progress", args=[bob.session.pk])).status_code == 404
    listed = curator.get(reverse("admin:memory_runs_progress"), {"shown": f"{theirs.pk},{bob.failed.pk}"})
    assert listed.context["runs"]["rows"] == []


def test_what_a_run_over_all_cost_names_no_other_namespace(desk, curator):
    run = operations.start("consolidate")
    cost = {"tokens_in": 1200, "tokens_out": 80, "dollars": 0.0012, "by_namespace": {"acme/bob": 1280}}
    operations.finish(run, {"saved": 2}, cost)
    for address in (page_of(run), part_of(run)):
        text = curator.get(address).content.decode()
        assert "1200 tokens in, 80 out, $0.0012" in text
        assert "acme/bob" not in text


def test_asking_again_costs_little(run, desk, curator):
    for address in (
        part_of(run),
        reverse("admin:memory_runs_progress") + f"?shown={run.pk},{desk.failed.pk}",
        reverse("admin:memory_session_progress", args=[desk.session.pk]),
    ):
        with CaptureQueriesContext(connection) as asked:
            assert curator.get(address).status_code == 200
        assert len(asked) <= FRAGMENT_QUERIES, (address, [q["sql"][:100] for q in asked])
