"""Contradictions by mail: who gets what, and what a link may do, for whom, how often and how long."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.contrib.auth.models import Group, Permission, User
from django.core import mail
from django.test import Client
from django.utils import timezone

from memory.admin import roles
from memory.models import Conflict, MailDigest, MailedDecision, Memory, NamespaceGrant
from memory.services import namespaces
from memory.services.actors import Actor
from memory.services.curating import correcting, deciding, mailing, undoing
from memory.services.errors import InvalidInput
from memory.services.learning import saving
from tests.store import AGENT, CURATOR, know

pytestmark = pytest.mark.django_db
OLD, NEW = "Alice's budget is 500 euros.", "Alice's budget is 600 euros."


@pytest.fixture(autouse=True)
def mailing_is_set_up(settings):
    settings.MEMORY_MAIL_URL, settings.MEMORY_PUBLIC_URL = "file:///nowhere", "https://memory.example.org"


def contradicting(name, *, quoted=True):
    namespace = namespaces.ensure(name)
    namespace.settings = {"memories_in_mail": quoted}
    namespace.save()
    know(namespace, OLD)
    saving.remember(namespace, NEW, actor=AGENT)
    return Conflict.objects.within(namespace).get()


def person(name, *patterns, role="curator", wants=True, email="@example.org"):
    roles.seed(Group, Permission)
    user = User.objects.create_user(name, email=name + email if email else "", is_staff=True)
    user.groups.add(Group.objects.get(name=role))
    for pattern in patterns:
        NamespaceGrant.objects.create(user=user, pattern=pattern)
    if wants:
        MailDigest.objects.create(user=user)
    return User.objects.get(pk=user.pk)


def links(message):
    return re.findall(r"https://memory\.example\.org(/decide/\S+)", message.body)


def link():
    mailing.send_digests()
    (message,) = mail.outbox
    (found,) = links(message)
    return found


def test_a_digest_quotes_both_facts_and_has_a_link_where_the_namespace_allows_it():
    contradicting("acme/alice")
    person("carla", "acme/*")
    assert mailing.send_digests() == 1
    (message,) = mail.outbox
    assert (message.to, message.subject) == (["carla@example.org"], "1 contradiction waits for you")
    assert OLD in message.body
    assert NEW in message.body
    assert len(links(message)) == 1


def test_where_the_namespace_does_not_allow_it_the_mail_tells_a_number_alone():
    contradicting("acme/alice", quoted=False)
    person("carla", "acme/*")
    mailing.send_digests()
    (message,) = mail.outbox
    assert "500" not in message.body + message.subject
    assert links(message) == []
    assert "1 waits in the inbox: https://memory.example.org/admin/inbox/?kind=conflict" in message.body
    MailDigest.objects.update(sent_at=timezone.now() - timedelta(days=1))
    Conflict.everything.update(created_at=timezone.now() - timedelta(days=2))
    assert mailing.send_digests() == 0  # nothing new since


def test_nobody_gets_a_mail_who_did_not_ask_may_not_decide_or_was_not_granted_it():
    contradicting("acme/alice")
    person("asked-for-none", "*", wants=False)
    person("looks-only", "*", role="viewer")
    person("elsewhere", "acme/bob", "acme/alicia")
    person("no-address", "*", email="")
    gone = person("gone", "*")
    gone.is_active = False
    gone.save()
    assert mailing.send_digests() == 0
    assert (mail.outbox, MailedDecision.objects.count()) == ([], 0)


@pytest.mark.parametrize("quoted", [True, False])
def test_a_grant_heeds_the_case_of_a_namespaces_name(quoted):
    contradicting("ACME/alice", quoted=quoted)
    person("in-small-letters", "acme/*")
    assert mailing.send_digests() == 0
    assert (mail.outbox, MailDigest.objects.get().error) == ([], "")


def test_nothing_is_sent_before_mail_is_set_up(settings):
    contradicting("acme/alice")
    person("carla", "*")
    settings.MEMORY_PUBLIC_URL = ""
    assert mailing.send_digests() == 0
    assert MailDigest.objects.get().sent_at is None


def test_a_digest_goes_once_a_day_and_tells_nothing_twice_while_its_links_live():
    contradicting("acme/alice")
    person("carla", "*")
    assert [mailing.send_digests() for _ in range(2)] == [1, 0]
    MailDigest.objects.update(sent_at=timezone.now() - timedelta(days=1))
    assert mailing.send_digests() == 0
    MailedDecision.objects.update(expires_at=timezone.now())
    assert mailing.send_digests() == 1


def test_a_mail_that_cannot_be_sent_leaves_no_link_says_why_and_is_tried_again(settings):
    contradicting("acme/alice")
    person("carla", "*")
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1  # nobody listens there
    assert mailing.send_digests() == 0
    digest = MailDigest.objects.get()
    assert (digest.sent_at, "refused" in digest.error, MailedDecision.objects.count()) == (None, True, 0)
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    assert mailing.send_digests() == 1
    assert MailDigest.objects.get().error == ""


def test_looking_changes_nothing_and_a_post_decides_once_under_the_persons_name():
    conflict = contradicting("acme/alice")
    carla = person("carla", "acme/alice")
    path, stranger = link(), Client(enforce_csrf_checks=True)
    for method in ("get", "head", "get"):
        answer = getattr(stranger, method)(path)
        assert answer.status_code == 200
    assert OLD in stranger.get(path).content.decode().replace("&#x27;", "'")
    assert (answer["Referrer-Policy"], "no-store" in answer["Cache-Control"]) == ("no-referrer", True)
    conflict.refresh_from_db()
    assert conflict.status == "open"

    assert stranger.post(path, {"decision": "perhaps"}).status_code == 400
    assert "Decided: the new one holds" in stranger.post(path, {"decision": "new"}).content.decode()
    conflict.refresh_from_db()
    assert (conflict.status, conflict.decision, conflict.decided_by) == ("resolved", "new", "carla")
    for method in ("get", "post"):
        assert getattr(stranger, method)(path, {"decision": "old"}).status_code == 410
    spaces = namespaces.for_reading("acme/alice").__class__.objects.filter(pk=conflict.namespace_id)
    undoing.take_back_own(spaces, conflict.decided_in_id, actor=Actor.curator(carla))
    conflict.refresh_from_db()
    assert conflict.status == "open"
    assert stranger.post(path, {"decision": "old"}).status_code == 410  # its one use is gone, and it is another version


def _expired(conflict, carla):
    MailedDecision.objects.update(expires_at=timezone.now())


def _corrected(conflict, carla):
    correcting.correct(conflict.namespace, conflict.new_fact.uid, "Alice's budget is 700 euros.", actor=CURATOR)


def _decided(conflict, carla):
    deciding.decide_conflict(conflict.namespace, conflict.pk, "both", actor=CURATOR)


def _reopened(conflict, carla):
    _decided(conflict, carla)
    undoing.reopen_conflict(conflict.namespace, conflict.pk, actor=CURATOR)


def _ungranted(conflict, carla):
    carla.namespace_grants.all().delete()
    NamespaceGrant.objects.create(user=carla, pattern="*")  # a grant of another day is no way back


def _narrowed(conflict, carla):
    carla.namespace_grants.update(pattern="acme/bob")


def _sent_away(conflict, carla):
    User.objects.filter(pk=carla.pk).update(is_active=False)


def _demoted(conflict, carla):
    carla.groups.set([Group.objects.get(name="viewer")])


def _no_more_in_mail(conflict, carla):
    conflict.namespace.settings = {}
    conflict.namespace.save()


def _stopped(conflict, carla):
    mailing.subscribe(carla, False)


def _forgotten(conflict, carla):
    Memory.objects.within(conflict.namespace).filter(pk=conflict.new_fact_id).delete()


@pytest.mark.parametrize(
    "change",
    [
        _expired, _corrected, _decided, _reopened, _ungranted, _narrowed, _sent_away, _demoted, _no_more_in_mail,
        _stopped, _forgotten,
    ],
)  # fmt: skip
def test_a_link_is_dead_when(change):
    conflict = contradicting("acme/alice")
    carla = person("carla", "acme/alice")
    path = link()
    assert Client().get(path).status_code == 200
    change(conflict, carla)
    before = list(Conflict.everything.values_list("status", "decided_in"))
    for answer in (Client().get(path), Client().post(path, {"decision": "new"})):
        assert answer.status_code == 410
        assert "500 euros" not in answer.content.decode()
    assert list(Conflict.everything.values_list("status", "decided_in")) == before


def test_a_link_decides_its_own_conflict_alone_and_a_made_up_one_none():
    mine, other = contradicting("acme/alice"), contradicting("acme/bob")
    person("carla", "acme/alice")
    path = link()
    Client().post(path, {"decision": "new", "conflict": other.pk, "namespace": "acme/bob"})
    for one, status in ((mine, "resolved"), (other, "open")):
        one.refresh_from_db()
        assert one.status == status
    for wrong in (path[:-2] + "x/", "/decide/1/", "/decide/%00/", f"/decide/{'x' * 5000}/"):
        assert Client().get(wrong).status_code in {410, 404, 400, 422}
        assert Client().post(wrong, {"decision": "new"}).status_code in {410, 404, 400, 422}


def test_of_a_token_the_hash_is_kept_alone():
    contradicting("acme/alice")
    person("carla", "acme/alice")
    token = link().split("/")[2]
    kept = MailedDecision.objects.values().get()
    assert token not in str(kept)
    assert len(token) >= 43
    assert kept["expires_at"] - timezone.now() <= timedelta(hours=72)


def test_no_log_tells_a_link(caplog):
    contradicting("acme/alice")
    person("carla", "acme/alice")
    path = link()
    with caplog.at_level("DEBUG"):
        for decision in ("perhaps", "new", "new"):
            Client().post(path, {"decision": decision})
    assert path.split("/")[2] not in caplog.text


def test_whoever_has_no_address_cannot_ask_for_mail():
    with pytest.raises(InvalidInput):
        mailing.subscribe(person("carla", "*", wants=False, email=""), True)


def test_the_page_of_ones_mail_turns_it_on_and_off(client):
    carla = person("carla", "acme/alice", wants=False)
    contradicting("acme/alice")
    client.force_login(carla)
    assert "acme/alice" in client.get("/admin/mail/").content.decode()
    client.post("/admin/mail/", {"wanted": "yes"})
    assert mailing.send_digests() == 1
    client.post("/admin/mail/", {"wanted": "no"})
    assert (MailDigest.objects.count(), MailedDecision.objects.count()) == (0, 0)
