"""A review whose fact was retired waits nowhere: the inbox, the dashboard, the figures and the list say the same."""

from __future__ import annotations

import pytest
from django.urls import reverse

from memory import health
from memory.models import Conflict, Memory, Review
from memory.services import reviews
from memory.services.curating import deciding
from memory.services.memories import conflicts, facts
from tests.store import AGENT, CURATOR, know

LIST = reverse("admin:memory_review_changelist")


def needed(client):
    (need,) = [
        one for one in client.get(reverse("admin:memory_dashboard")).context["needs"] if "Reviews" in one["title"]
    ]
    return need


def listed(client, address=LIST):
    return [row.pk for row in client.get(address).context["cl"].result_list]


def in_inbox(client):
    return [row["key"] for row in client.get(reverse("admin:memory_inbox")).context["begin"]["rows"]]


def gauge():
    (line,) = [line for line in health.metrics().splitlines() if line.startswith("memory_reviews_open ")]
    return float(line.split()[-1])


def told(client):
    """Whether it is in the inbox and in the list, and how many the dashboard and the figures count."""
    pk = Review.everything.get().pk
    need = needed(client)
    assert listed(client, need["link"]) == listed(client)
    return f"review-{pk}" in in_inbox(client), pk in listed(client), need["count"], gauge()


def test_it_waits_until_its_fact_is_retired_and_again_once_that_is_restored(desk, curator):
    assert told(curator) == (True, True, "1", 1)
    facts.retire(desk.namespace, desk.doubtful.uid, actor=CURATOR)
    assert told(curator) == (False, False, "0", 0)
    facts.restore(desk.namespace, desk.doubtful.uid, actor=CURATOR)
    assert told(curator) == (True, True, "1", 1)


def test_the_list_has_it_under_its_own_filter_and_leads_to_its_fact(desk, curator):
    own = reverse("admin:memory_review_change", args=[desk.review.pk])
    assert curator.get(own)["Location"].endswith(f"?first=review-{desk.review.pk}")
    assert listed(curator, f"{LIST}?state=retired") == []

    facts.retire(desk.namespace, desk.doubtful.uid, actor=CURATOR)

    assert listed(curator, f"{LIST}?state=retired") == listed(curator, f"{LIST}?state=all") == [desk.review.pk]
    assert listed(curator, f"{LIST}?state=rejected") == []
    assert "nothing to decide" in curator.get(f"{LIST}?state=retired").content.decode()
    assert curator.get(own)["Location"] == reverse("admin:memory_memory_change", args=[desk.doubtful.pk])


@pytest.mark.parametrize("status", ["accepted", "corrected", "rejected"])
def test_what_was_decided_is_listed_by_its_decision(status, desk, curator):
    Review.objects.within(desk.namespace).update(status=status)
    assert listed(curator) == listed(curator, f"{LIST}?state=retired") == []
    assert listed(curator, f"{LIST}?state={status}") == listed(curator, f"{LIST}?state=all") == [desk.review.pk]


def test_in_quarantine_to_be_retired_is_how_it_waits(desk, curator):
    facts.retire(desk.namespace, desk.doubtful.uid, actor=CURATOR)
    Review.objects.within(desk.namespace).update(reason="quarantined")
    assert told(curator) == (True, True, "1", 1)
    assert listed(curator, f"{LIST}?state=retired") == []


# --- A fact whose conflict has nothing to choose between any more --------------------------------------------------


@pytest.fixture
def contradicting(desk):
    """(the new fact's card, the conflict of the two)"""
    return reviews.open_review(desk.namespace, desk.new, "conflict", "may contradict an older fact"), desk.conflict


def keys(client):
    """What the inbox lists of the new fact's card and its conflict."""
    card, conflict = Review.everything.get(reason="conflict"), Conflict.everything.order_by("pk").first()
    return {f"review-{card.pk}", f"conflict-{conflict.pk}"} & set(in_inbox(client))


def test_it_waits_by_itself_once_the_older_fact_is_retired(desk, curator, contradicting):
    card, conflict = contradicting
    own = reverse("admin:memory_review_change", args=[card.pk])
    assert keys(curator) == {f"conflict-{conflict.pk}"}
    assert curator.get(own)["Location"].endswith(f"?first=conflict-{conflict.pk}")

    facts.retire(desk.namespace, desk.old.uid, actor=AGENT)

    assert keys(curator) == {f"review-{card.pk}"}
    assert curator.get(own)["Location"].endswith(f"?first=review-{card.pk}")
    (shown,) = curator.get(f"{reverse('admin:memory_inbox_cards')}?item=review-{card.pk}").json()["cards"]
    assert f"Retired meanwhile: “{desk.old.content}”, which it contradicts." in shown["detail"]

    facts.restore(desk.namespace, desk.old.uid, actor=CURATOR)
    assert keys(curator) == {f"conflict-{conflict.pk}"}


def test_a_card_does_not_wait_for_a_conflict_that_has_a_retired_fact(desk, curator, contradicting):
    card, conflict = contradicting
    other = know(desk.namespace, "Alice's budget is 700 dollars.")
    conflicts.pair(desk.namespace, Memory.everything.get(pk=desk.new.pk), other, "contradiction", "", "test")
    facts.retire(desk.namespace, other.uid, actor=AGENT)

    deciding.decide_conflict(desk.namespace, conflict.pk, "new", actor=CURATOR)

    assert keys(curator) == set()
    assert reviews.get_review(desk.namespace, card.pk).status == "accepted"


def test_the_dashboard_counts_the_conflicts_that_its_link_lists(desk, curator):
    conflicts_list = reverse("admin:memory_conflict_changelist")

    def told():
        needs = curator.get(reverse("admin:memory_dashboard")).context["needs"]
        (need,) = [one for one in needs if "conflicts" in one["title"]]
        return need["count"], listed(curator, need["link"]), listed(curator, f"{conflicts_list}?state=retired")

    assert told() == ("1", [desk.conflict.pk], [])
    facts.retire(desk.namespace, desk.old.uid, actor=AGENT)
    assert told() == ("0", [], [desk.conflict.pk])
    assert listed(curator, conflicts_list) == [desk.conflict.pk]
    assert listed(curator, f"{conflicts_list}?state=resolved") == []
