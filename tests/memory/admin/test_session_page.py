"""A session's page tells what it waits for, and which of its turns nothing could read."""

from __future__ import annotations

from datetime import timedelta

from django.urls import reverse

from memory.models import UnreadTurn, WaitingFor
from memory.services.talk import sessions
from tests.store import claim, say


def page(client, namespace):
    session = sessions.get_session(namespace, "s1")
    return client.get(reverse("admin:memory_session_change", args=[session.pk])).content.decode()


def test_a_turn_that_was_not_read_is_marked_where_it_stands(admin_client, namespace):
    turns = say(namespace, "s1", "I sing in a choir.", "Ich wohne seit Jahren in Hamburg.")
    sessions.finish(_read(namespace, turns[-1].pk))
    assert "not read" not in page(admin_client, namespace)

    UnreadTurn.objects.create(memory=turns[1])

    shown = page(admin_client, namespace)
    assert "1 not read: another language" in shown
    _, second = shown.split(f'id="turn-{turns[1].pk}"')
    assert shown.count('desk-warning">not read') == 1
    assert "not read: another language" in second


def test_what_a_session_waits_for_stands_on_its_page_and_in_the_api(admin_client, api, namespace):
    say(namespace, "s1", "Ich wohne seit Jahren in Hamburg.")
    sessions.put_off(claim(namespace, "s1"), WaitingFor.LANGUAGE, "nobody reads German here", timedelta(days=1))

    assert "waits for language" in page(admin_client, namespace)
    told = api.get("/sessions/s1").json()
    assert (told["status"], told["waiting_for"], told["unread"]) == ("pending", "language", 0)


def _read(namespace, upto):
    lease = claim(namespace, "s1")
    sessions.advance(lease, upto)
    return lease
