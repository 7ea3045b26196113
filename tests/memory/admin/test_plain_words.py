"""No page speaks of the service's insides: what a person reads are words that they know."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from memory.models import Conflict, Review
from memory.services import operations
from tests.browser.test_looks import pages

WORDS = "guards?|arms?|chunks?|watermarks?|leases?|rowids?|payloads?|tombstones?|cosine"
INSIDES = re.compile(rf"\b({WORDS})\b", re.IGNORECASE)
NOT_READ = re.compile(r"<(script|style)\b.*?</\1>|<[^>]*>", re.DOTALL)
SAID = re.compile(r"""(?:title|aria-label|placeholder|alt)="([^"]*)\"""")


def read(html: str) -> str:
    """What of a page people read, or have read to them."""
    return " ".join([NOT_READ.sub(" ", html), *SAID.findall(html)])


@pytest.fixture
def addresses(desk):
    desk.waiting = operations.start("reflect", namespace=desk.namespace, requested_by="otto")
    learnt = operations.start("consolidate", namespace=desk.namespace)
    operations.finish(learnt, {"chunks": 2, "episodes": 40, "saved": 3})
    assert Review.objects.within(desk.namespace).exists()
    assert Conflict.objects.within(desk.namespace).exists()
    found = pages(desk)
    spaces = reverse("admin:memory_namespace_change", args=[desk.namespace.pk])
    found |= {"run that learnt": reverse("admin:memory_operation_change", args=[learnt.pk])}
    return {**found, "settings": spaces, "not there": reverse("admin:memory_memory_change", args=[999_999])}


def test_no_page_speaks_of_the_services_insides(addresses, operator):
    for name, address in addresses.items():
        answer = operator.get(address, follow=True)
        assert answer.status_code in {200, 404}, name
        text = read(answer.content.decode())
        assert INSIDES.findall(text) == [], name
        assert name not in {"dashboard", "run that learnt"} or "2 parts, 40 turns, 3 saved" in text, name


def test_the_test_reads_what_people_read():
    html = '<p title="an arm">a <b>guard</b><script>chunk</script></p>'
    assert INSIDES.findall(read(html)) == ["guard", "arm"]
