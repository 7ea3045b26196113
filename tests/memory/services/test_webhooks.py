"""Webhooks: each change is told, signed, in order, at least once, whatever is killed; private addresses are refused."""

import contextlib
import hashlib
import hmac
import json
import math
import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from django.conf import settings as django_settings
from django.utils import timezone

from maintenance.tasks import sweep
from memory import outlet, tasks
from memory.models import DeadLetter, Event, Namespace, Webhook
from memory.outlet import Forbidden, NotTaken
from memory.services import namespaces, webhooks
from memory.services.errors import InvalidInput, NotFound, TooLarge
from memory.services.memories import facts
from tests.memory.mcp import environment
from tests.store import AGENT, committed, know

__all__ = ["committed"]

DELIVERER = """
import django; django.setup()
from memory.services import webhooks
while True:
    webhooks.deliver()
"""


class Receiver(ThreadingHTTPServer):
    """A real server that keeps what it is sent, and answers what `answers` says, else 204."""

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Taking)
        self.taken, self.answers, self.pause = [], [], 0.0
        self.url = f"http://127.0.0.1:{self.server_port}/hook?x=1"
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def ids(self):
        return [headers["X-Memory-Event"] for headers, _ in self.taken]


class Taking(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        time.sleep(self.server.pause)
        status = self.server.answers.pop(0) if self.server.answers else 204
        if status < 300:
            self.server.taken.append((dict(self.headers), body))
        self.send_response(status)
        if status == 302:
            self.send_header("Location", "http://127.0.0.1:1/")
        self.end_headers()

    def log_message(self, *words):
        pass


@pytest.fixture
def receiver():
    server = Receiver()
    yield server
    server.shutdown()
    server.server_close()


another = receiver


@pytest.fixture(autouse=True)
def long_turns(monkeypatch):
    """A turn ends where there is nothing more to tell, however busy the machine is."""
    monkeypatch.setattr(webhooks, "TURN_SECONDS", 60.0)


@pytest.fixture
def hook(namespace, receiver, settings):
    settings.MEMORY_WEBHOOKS_PRIVATE = True
    return webhooks.add(namespace, receiver.url)


def again_now(webhook):
    Webhook.everything.filter(pk=webhook.pk).update(next_try_at=timezone.now())


def expected(namespace, kinds=()):
    rows = Event.objects.within(namespace).order_by("seq")
    return [one["id"] for one in webhooks.told_of([row for row in rows if not kinds or row.kind in kinds], "x")]


def test_each_change_is_told_in_order_and_signed_and_holds_no_words(namespace, receiver, hook):
    webhook, secret = hook
    fact = know(namespace, "Ann drinks zanzibar tea.")
    facts.confirm(namespace, fact.uid, actor=AGENT)
    facts.retire(namespace, fact.uid, actor=AGENT, reason="zanzibar")

    assert tasks.deliver_webhooks() == 3

    assert receiver.ids == expected(namespace)
    for headers, body in receiver.taken:
        told = json.loads(body)
        assert told["namespace"] == "acme/alice"
        assert told["subject"] == fact.uid
        assert headers["X-Memory-Webhook"] == webhook.uid
        assert b"zanzibar" not in body
        moment, _, signed = headers["X-Memory-Signature"].partition(",v1=")
        moment = moment.removeprefix("t=")
        assert abs(int(moment) - time.time()) < 60
        assert signed == hmac.new(secret.encode(), f"{moment}.".encode() + body, hashlib.sha256).hexdigest()
    assert [json.loads(body)["kind"] for _, body in receiver.taken] == ["remembered", "confirmed", "retired"]
    assert webhooks.deliver() == 0


def test_only_what_is_wanted_of_one_namespace_and_from_then_on_is_told(namespace, receiver, settings):
    settings.MEMORY_WEBHOOKS_PRIVATE = True
    know(namespace, "Before.")
    webhooks.add(namespace, receiver.url, ["retired"])
    fact = know(namespace, "Ann drinks tea.")
    know(namespaces.ensure("acme/bob"), "Bob drinks tea.")
    facts.retire(namespace, fact.uid, actor=AGENT)
    webhooks.deliver()
    assert receiver.ids == expected(namespace, ["retired"])
    assert webhooks.deliver() == 0
    assert not webhooks.any_due()


def test_what_is_not_taken_stops_what_is_behind_it_and_is_tried_later_each_time(namespace, receiver, hook):
    webhook, _ = hook
    know(namespace, "Ann drinks tea.")
    know(namespace, "Ann owns a boat.")
    receiver.answers = [500, 302]
    pauses = []
    for _ in range(2):
        before = timezone.now()
        assert webhooks.deliver() == 0
        webhook.refresh_from_db()
        pauses.append(webhook.next_try_at - before)
        assert not webhooks.any_due()
        again_now(webhook)
    assert receiver.taken == []
    assert webhook.attempts == 2
    assert webhook.last_error == "answered 302"
    assert timedelta(seconds=9) < pauses[0] < timedelta(seconds=15) < pauses[1] < timedelta(seconds=25)
    assert webhooks.deliver() == 2
    assert receiver.ids == expected(namespace)


def test_after_the_last_try_it_is_a_dead_letter_that_can_be_sent_again(namespace, receiver, hook):
    webhook, _ = hook
    know(namespace, "Ann drinks tea.")
    know(namespace, "Ann owns a boat.")
    receiver.answers = [500] * webhooks.TRIES
    for _ in range(webhooks.TRIES):
        webhooks.deliver()
        again_now(webhook)
    letter = DeadLetter.objects.get()
    assert (letter.kind, letter.error) == ("remembered", "answered 500")
    webhooks.deliver()
    assert receiver.ids == expected(namespace)[1:]
    receiver.answers = [503]
    assert webhooks.send_again(namespace, webhook.uid) == 0
    assert webhooks.send_again(namespace, webhook.uid) == 1
    assert set(receiver.ids) == set(expected(namespace))
    assert not DeadLetter.objects.exists()


def test_a_paused_one_is_told_nothing_until_it_goes_on_and_then_all(namespace, receiver, hook):
    webhook, _ = hook
    webhooks.pause(namespace, webhook.uid, paused=True)
    know(namespace, "Ann drinks tea.")
    assert webhooks.deliver() == 0
    webhooks.pause(namespace, webhook.uid, paused=False)
    assert webhooks.deliver() == 1
    webhooks.remove(namespace, webhook.uid)
    know(namespace, "Ann owns a boat.")
    assert webhooks.deliver() == 0
    for gone in (lambda: webhooks.remove(namespace, webhook.uid), lambda: webhooks.send_again(namespace, "whk_0")):
        with pytest.raises(NotFound):
            gone()


def test_two_senders_do_not_tell_the_same_webhook(namespace, receiver, hook):
    webhook, _ = hook
    know(namespace, "Ann drinks tea.")
    stale = Webhook.everything.get(pk=webhook.pk)
    assert webhooks._drain(Webhook.everything.get(pk=webhook.pk), math.inf) == 1
    assert webhooks._drain(stale, math.inf) == 0
    assert len(receiver.taken) == 1


@pytest.fixture
def slow(monkeypatch):
    """Each answer takes a turn's whole time."""
    monkeypatch.setattr(webhooks, "TURN_SECONDS", 0.0)


def test_an_address_that_is_slow_has_one_answer_a_turn_and_the_others_theirs_in_between(
    namespace, receiver, another, hook, slow
):
    bob = namespaces.ensure("acme/bob")
    webhooks.add(bob, another.url)
    for number in range(3):
        know(namespace, f"Ann has {number} boats.")
    assert webhooks.deliver() == 1
    know(bob, "Bob drinks tea.")
    assert webhooks.deliver() == 1
    assert (len(receiver.taken), another.ids) == (1, expected(bob))
    assert [webhooks.deliver() for _ in range(3)] == [1, 1, 0]
    assert receiver.ids == expected(namespace)


def test_after_a_turn_others_have_the_worker_and_the_turns_of_one_sweep_come_to_an_end(
    namespace, receiver, hook, slow, monkeypatch
):
    woken = []
    monkeypatch.setattr(tasks.background, "wake", lambda *words: woken.append(words))
    for number in range(4):
        know(namespace, f"Ann has {number} boats.")
    woken.clear()
    assert tasks.deliver_webhooks() == 1
    ((name, until),) = woken
    assert name == webhooks.DELIVER_TASK
    assert time.time() < until <= time.time() + tasks.DELIVERING_SECONDS
    assert tasks.deliver_webhooks(until) == 1
    assert woken == [(name, until)] * 2
    assert tasks.deliver_webhooks(time.time()) == 1  # its time is over
    assert tasks.deliver_webhooks() == 1  # and now nothing is left
    assert len(woken) == 2


def test_the_sweep_finds_what_waits(namespace, receiver, hook, settings, monkeypatch):
    know(namespace, "Ann drinks tea.")
    woken = []
    monkeypatch.setattr("maintenance.tasks.background.wake", woken.append)
    sweep()
    assert webhooks.DELIVER_TASK in woken


@pytest.mark.parametrize(
    "url",
    [
        "http://hooks.example.org/", "https://127.0.0.1/", "https://10.1.2.3/x", "https://[::1]/", "https://169.254.169.254/",
        "https://[::ffff:10.0.0.1]/", "https://0.0.0.0/", "https://user:pw@hooks.example.org/", "ftp://hooks.example.org/",
        "https:///nowhere", "https://hooks.example.org:99999/", "https://hooks.example.org/#x", "https://h.example/a b",
        "javascript:alert(1)", "", "https://224.0.0.1/", "https://" + "a" * 600 + ".example/",
    ],
)  # fmt: skip
def test_an_address_that_must_not_be_told_is_refused(namespace, url):
    with pytest.raises(InvalidInput):
        webhooks.add(namespace, url)
    assert not Webhook.everything.exists()


NOT_PUBLIC = """
[64:ff9b::7f00:1] [64:ff9b:1::a00:1] [64:ff9b::808:808] [fec0::1] [::127.0.0.1] [::ffff:127.0.0.1] [::ffff:8.8.8.8]
[2002:7f00:1::] [2002:808:808::1] [2001:0:4136:e378:8000:63bf:3fff:fdd2] [2001:db8::1] [fe80::1] [fd00::1] [::1] [::]
[ff02::1] [100::1] [5f00::1] 0.0.0.0 0.1.2.3 100.64.0.1 10.0.0.1 127.1.2.3 169.254.169.254 172.16.0.1 192.168.0.1
192.88.99.1 198.18.0.1 224.0.0.1 240.0.0.1 255.255.255.255 127.0.0.1. localhost localhost. LOCALHOST a.localhost
a.localhost. nas.local metadata.google.internal router.home.arpa intranet intranet. 2130706433 0177.0.0.1 0x7f.1
0x7f000001 127.1 8.8.8 017700000001 8.8.8.8.8 010.8.8.8
""".split()


@pytest.mark.parametrize("host", NOT_PUBLIC)
def test_a_host_that_is_not_surely_public_is_refused_however_it_is_written(host):
    for port in ("", ":8443"):
        with pytest.raises(Forbidden):
            outlet.check(f"https://{host}{port}/x", private=False)
    outlet.check(f"https://{host}/x", private=True)


@pytest.mark.parametrize("host", ["8.8.8.8", "[2606:4700::1111]", "hooks.example.org", "hooks.example.org.", "a1.de"])
def test_a_public_host_is_taken(host):
    outlet.check(f"https://{host}/x", private=False)


@pytest.mark.parametrize("address", [host.strip("[]") for host in NOT_PUBLIC if host[0] == "["] + ["100.64.0.1"])
def test_a_name_that_leads_to_an_address_that_is_not_surely_public_is_told_nothing(address, monkeypatch):
    def resolved(*words, **options):
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (each, 443)) for each in ("8.8.8.8", address)]

    monkeypatch.setattr(socket, "getaddrinfo", resolved)
    monkeypatch.setattr(socket, "create_connection", lambda *words: pytest.fail("it was called"))
    with pytest.raises(Forbidden):
        outlet.post("https://hooks.example.org/", b"{}", {}, private=False)


def test_a_name_that_leads_into_a_private_network_is_not_followed(namespace, receiver, hook, settings):
    settings.MEMORY_WEBHOOKS_PRIVATE = False
    know(namespace, "Ann drinks tea.")
    webhooks.deliver()
    assert receiver.taken == []
    webhook = Webhook.everything.get()
    assert "https" in webhook.last_error
    with pytest.raises(Forbidden, match="private network"):
        outlet.post("https://127.0.0.1/", b"{}", {}, private=False)
    with pytest.raises(NotTaken):
        outlet.post("https://no-such-host.invalid/", b"{}", {}, private=False)


def test_nobody_who_listens_and_nobody_who_answers_in_time_is_an_error(receiver, monkeypatch):
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        with pytest.raises(NotTaken):
            outlet.post(f"http://127.0.0.1:{closed.getsockname()[1]}/", b"{}", {}, private=True)
    monkeypatch.setattr(outlet, "SECONDS", 0.2)
    receiver.pause = 10.0
    with pytest.raises(NotTaken, match=r"[Tt]ime"):
        outlet.post(receiver.url, b"{}", {}, private=True)


def test_an_answer_that_comes_by_single_bytes_is_waited_for_no_longer_than_another(monkeypatch):
    monkeypatch.setattr(outlet, "SECONDS", 0.3)
    with socket.create_server(("127.0.0.1", 0)) as server:

        def trickle():
            caller, _ = server.accept()
            with caller, contextlib.suppress(OSError):
                while True:
                    caller.send(b"x")
                    time.sleep(0.05)

        threading.Thread(target=trickle, daemon=True).start()
        with pytest.raises(NotTaken, match="in time"):
            outlet.post(f"http://127.0.0.1:{server.getsockname()[1]}/", b"{}", {}, private=True)


@pytest.mark.parametrize(
    "answer", [b"SSH-2.0-Greeting\r\n", b"\0\xffGreeting\r\n\r\n", b"HTTP/9.Greeting 200 OK\r\n\r\n"]
)
def test_nothing_is_kept_of_an_answer_that_is_no_http_and_the_try_counts(namespace, settings, answer):
    settings.MEMORY_WEBHOOKS_PRIVATE = True
    with socket.create_server(("127.0.0.1", 0)) as server:

        def greet():
            caller, _ = server.accept()
            with caller:
                caller.recv(4_096)
                caller.sendall(answer)

        threading.Thread(target=greet, daemon=True).start()
        webhook, _ = webhooks.add(namespace, f"http://127.0.0.1:{server.getsockname()[1]}/")
        know(namespace, "Ann likes tea.")
        webhooks.deliver()
    webhook.refresh_from_db()
    assert webhook.attempts == 1
    assert webhook.last_error.startswith("its answer is no HTTP (")
    assert "Greeting" not in webhook.last_error


def test_kinds_and_numbers_have_limits(namespace, receiver, settings, monkeypatch):
    settings.MEMORY_WEBHOOKS_PRIVATE = True
    with pytest.raises(InvalidInput):
        webhooks.add(namespace, receiver.url, ["sung"])
    monkeypatch.setattr(webhooks, "MOST", 1)
    webhooks.add(namespace, receiver.url)
    with pytest.raises(TooLarge):
        webhooks.add(namespace, receiver.url)


@pytest.mark.sqlite_alone("a process of its own on the test's file")
def test_nothing_is_lost_and_the_order_holds_over_kills(committed, receiver, settings):
    """kill -9 of the process that tells, at random moments, while facts come."""
    settings.MEMORY_WEBHOOKS_PRIVATE = True
    receiver.pause = 0.005
    webhooks.add(committed, receiver.url)
    chance = random.Random(7)
    env = environment(MEMORY_WEBHOOKS_PRIVATE="1")
    for turn in range(5):
        sender = subprocess.Popen([sys.executable, "-c", DELIVERER], env=env, cwd=django_settings.BASE_DIR)
        for number in range(12):
            know(committed, f"Fact number {turn} {number} of the tests.")
        told = len(set(receiver.ids))
        until = time.monotonic() + 60
        while len(set(receiver.ids)) <= told and time.monotonic() < until:
            time.sleep(chance.uniform(0.01, 0.05))
        os.kill(sender.pid, signal.SIGKILL)
        sender.wait()
        # What the killed one held is free when its lease has run out.
        Webhook.everything.update(next_try_at=timezone.now())
    while webhooks.deliver():
        pass
    wanted = expected(Namespace.objects.get(pk=committed.pk))
    assert len(wanted) == 60
    assert list(dict.fromkeys(receiver.ids)) == wanted
