"""API keys over time: rotated with an overlap, revoked, ended; from the command line and from the desk."""

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from memory.models import ApiKey
from tests.conftest import Api


def keys(*words):
    out, err = StringIO(), StringIO()
    call_command("keys", *words, stdout=out, stderr=err)
    return out.getvalue().strip()


def opens(text):
    return Api(text).get("/stats").status_code == 200


def test_both_keys_open_during_the_overlap_and_then_the_new_one_alone(make_key):
    old = make_key(scopes=["read"])
    text = keys("rotate", old[:12])
    assert opens(old)
    assert opens(text)
    new = ApiKey.objects.authenticate(text)
    assert (new.name, new.namespace_pattern, new.default_namespace, new.scopes, new.expires_at) == (
        "test", "acme/alice", "acme/alice", ["read"], None
    )  # fmt: skip
    row = ApiKey.objects.exclude(pk=new.pk).get()
    assert timedelta(hours=23) < row.expires_at - timezone.now() <= timedelta(days=1)
    row.expire(timezone.now())
    assert not opens(old)
    assert opens(text)


def test_an_overlap_lengthens_no_life(make_key):
    soon = timezone.now() + timedelta(hours=1)
    old = make_key(expires_at=soon)
    keys("rotate", old[:12], "--overlap", "30")
    assert ApiKey.objects.get(prefix=old[4:12]).expires_at == soon
    at_once = make_key()
    text = keys("rotate", at_once[:12], "--overlap", "0")
    assert not opens(at_once)
    assert opens(text)


def test_a_new_key_ends_when_the_old_one_would_have(make_key):
    end = timezone.now() + timedelta(days=7)
    text = keys("rotate", make_key(expires_at=end)[:12], "--overlap", "0")
    assert opens(text)
    assert ApiKey.objects.authenticate(text).expires_at == end


def test_a_name_means_the_key_that_opens_and_an_expired_one_where_there_is_no_other(make_key):
    old = make_key()
    first = keys("rotate", "test", "--overlap", "0")
    text = keys("rotate", "test", "--overlap", "0")
    assert not opens(first)
    assert opens(text)
    keys("expire", old[:12], "--days", "1")
    assert opens(old)
    with pytest.raises(CommandError, match="2 keys"):
        keys("revoke", "test")
    keys("revoke", old[:12])
    keys("revoke", first[:12])
    keys("expire", "test", "--days", "0")
    keys("expire", "test", "--days", "1")
    assert opens(text)


def test_revoked_and_ended_keys_open_nothing_and_are_not_rotated(make_key):
    one, two = make_key(), make_key()
    keys("revoke", one[:12])
    keys("expire", two[:12], "--days", "0")
    assert not opens(one)
    assert not opens(two)
    for key, said in ((one, "revoked"), (two, "expired")):
        with pytest.raises(CommandError, match=said):
            keys("rotate", key[:12])


def test_the_list_tells_state_and_last_use_and_no_secret(make_key):
    text = make_key()
    ApiKey.objects.update(last_used_at=timezone.now())
    told = keys("list")
    assert text[:12] in told
    assert "used 20" in told
    assert text not in told
    assert ApiKey.objects.get().hash not in told


@pytest.mark.parametrize("words", [["--days", "nan"], ["--days", "-1"], ["--days", "1e9"], ["--days", "soon"], []])
def test_a_bad_number_of_days_changes_nothing(make_key, words):
    text = make_key()
    with pytest.raises((CommandError, SystemExit)):
        keys("expire", text[:12], *words)
    assert ApiKey.objects.get().expires_at is None


def test_a_name_that_several_bear_is_refused(make_key):
    make_key(), make_key()
    with pytest.raises(CommandError, match="2 keys"):
        keys("revoke", "test")
    with pytest.raises(CommandError, match="No key"):
        keys("revoke", "nobody")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--namespace", "acme/*", "--scopes", "read,fly"], "--scopes: unknown: fly"),
        (["--namespace", "acme/*", "--hide-kind", "mood"], "--hide-kind: unknown: mood"),
        (["--namespace", "acme /"], "--namespace: "),
    ],
)
@pytest.mark.django_db
def test_a_key_that_cannot_be_made_names_the_argument(words, said):
    with pytest.raises(CommandError, match=said):
        call_command("create_api_key", "laptop", *words)
    assert not ApiKey.objects.exists()


def test_the_desk_replaces_a_key_and_shows_the_new_one_once(make_key, admin_user):
    old = make_key()
    row = ApiKey.objects.get()
    desk = Client()
    desk.force_login(admin_user)
    page = desk.post(reverse("admin:memory_key_replace", args=[row.pk]), follow=True).content.decode()
    new = ApiKey.objects.exclude(pk=row.pk).get()
    assert f"mem_{new.prefix}_" in page
    assert opens(old)
    assert desk.get(reverse("admin:memory_key_replace", args=[row.pk])).status_code == 405
    row.revoke()
    desk.post(reverse("admin:memory_key_replace", args=[row.pk]))
    assert ApiKey.objects.count() == 2


def test_what_a_key_may_is_read_anew_when_its_row_changes(make_key):
    text = make_key(scopes=["read"])
    first, second = (ApiKey.objects.authenticate(text) for _ in range(2))
    assert first is not second
    assert first.scopes is second.scopes  # what stands in the table as it did is not read again
    ApiKey.objects.filter(pk=first.pk).update(scopes=["write"])
    assert ApiKey.objects.authenticate(text).scopes == ["write"]
    assert not opens(text)


@pytest.mark.parametrize(
    "words",
    [
        ("create_api_key", "\udcff", "--namespace", "acme/*"),
        ("create_api_key", "laptop", "--namespace", "acme/*", "--purpose", "\udcff"),
        ("create_api_key", "laptop", "--namespace", "acme/*", "--subject", "\udcff"),
        ("create_api_key", "laptop", "--namespace", "acme/*", "--hide-tag", "\udcff"),
        ("keys", "rotate", "\udcff"),
        ("erase", "acme/alice", "session", "\udcff"),
    ],
)
def test_what_is_no_utf8_is_refused_by_its_argument(namespace, words):
    with pytest.raises(CommandError, match=r"(?i)surrogate"):
        call_command(*words)
    assert not ApiKey.objects.exists()
