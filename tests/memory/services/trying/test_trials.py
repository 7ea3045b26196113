"""Settings are tried on a copy that is gone afterwards: what it told and learnt is said, and nothing else changed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from datetime import timedelta
from io import StringIO
from pathlib import Path

import pytest
from django.conf import settings as django_settings
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone

from maintenance import tasks
from memory.models import Event, Memory, Namespace, OperationStatus, Recall, ReviewReason, Trial
from memory.models.erasures import ErasedWhat
from memory.services import namespaces, operations, reviews
from memory.services.errors import InvalidInput, StateConflict
from memory.services.handing import context, ledger
from memory.services.trying import memory_tests, trials
from memory.services.upkeep import erasures
from memoryproj import lock
from tests.openai_server import chat, openai_server
from tests.store import CURATOR, committed, embed_all, know, say

__all__ = ["committed", "openai_server"]
TURNS = (
    "I moved to Lisbon last spring.",
    "I prefer tea over coffee in the morning.",
    "My sister Ines works at the harbour.",
)
ASKED = "What is Alice's boat called?"


@pytest.fixture
def told(committed):
    """acme/alice with three turns, a fact that waits for a review, and a question about it."""
    say(committed, "s1", *TURNS)
    doubtful = know(committed, "Alice's boat is called Marlin.")
    reviews.open_review(committed, doubtful, ReviewReason.LOW_CONFIDENCE)
    memory_tests.add(committed, ASKED, ["Marlin"], [], actor=CURATOR)
    embed_all()
    return committed


@pytest.fixture(autouse=True)
def copies(tmp_path, settings):
    """Where the copies lie while trials last."""
    settings.MEMORY_DATA_DIR = tmp_path
    return tmp_path / "trials"


def left(copies):
    return sorted(copies.iterdir()) if copies.is_dir() else []


def trial(*arguments):
    out = StringIO()
    call_command("trial", *arguments, stdout=out)
    return out.getvalue()


def begin(namespace, change, **fields):
    return trials.begin(namespace, trials.tried(namespace, change), actor=CURATOR, **fields)


def leftover(copies, namespace):
    """What a process that was killed in the middle leaves."""
    folder = copies / "tri_left"
    folder.mkdir(parents=True)
    (folder / trials.ASKED).write_text(json.dumps({"namespace": namespace.name}))
    (folder / "memory.db").write_text("Alice's boat is called Marlin.")
    return folder


def test_blocks_and_facts_are_told_side_by_side_and_nothing_else_changed(told, copies):
    (unseen,) = say(told, "s1", "Hm")
    Memory.objects.within(told).filter(pk=unseen.pk).update(content="\u200b")  # taken by an earlier release
    told.settings = {"keep_prompts": True, "max_memories": 4, "daily_token_budget": 1}  # a copy has no quota
    told.save()
    handed = context.build(told, "Where does Ines work?")
    ledger.record_all(
        [ledger.Block("ctx_1", told.pk, "s9", "Where does Ines work?", True, handed.block, (), timezone.now())]
    )
    before = Memory.everything.count(), Event.everything.count(), Recall.objects.count()
    begun = begin(told, {"hand_out_waiting": False, "learn": ["preference"]}, questions=["Who likes tea?"], learn=500)
    tasks.run(begun.run)
    begun.refresh_from_db()
    found = trials.TrialFindings.of(begun.found)
    own, boat, ines = found.asked
    assert (own.question, boat.question, ines.question) == ("Who likes tea?", ASKED, "Where does Ines work?")
    assert "Marlin" in boat.now
    assert "Marlin" not in boat.then
    assert boat.differs
    assert ines.recorded == handed.block
    assert "harbour" in ines.recorded
    assert not boat.recorded
    assert any("Lisbon" in fact for fact in found.learnt.no_longer)
    assert not any("tea" in fact for fact in found.learnt.no_longer)
    assert found.learnt.both
    begun.run.refresh_from_db()
    assert begun.run.status == OperationStatus.SUCCEEDED
    assert begun.run.counts["differ"] >= 1
    assert before == (Memory.everything.count(), Event.everything.count(), Recall.objects.count())
    assert namespaces.for_reading(told.name).settings == told.settings
    assert Namespace.objects.count() == 1
    assert left(copies) == []


@pytest.fixture
def model(openai_server, monkeypatch):
    """A language model that learns of medicine where it is asked to, and of Lisbon else; the trial's process asks it,
    too."""
    prompts: list[str] = []

    def answer(request):
        system, user = (message["content"] for message in request.body["messages"])
        if "FACTS>>>" in user:
            return chat({"verdicts": []})
        prompts.append(system)
        source = next(row["id"] for row in map(json.loads, user.strip().splitlines()[1:-1]) if row["source"])
        told = "The user takes metformin." if "Doses of medicine" in system else "The user moved to Lisbon."
        return chat({"facts": [{"content": told, "source_ids": [source], "tags": ["health"], "confidence": 0.9}]})

    openai_server.otherwise = answer
    for name, value in (
        ("MEMORY_FACTS_PROVIDER", "openai"), ("MEMORY_OPENAI_BASE_URL", openai_server.url),
        ("MEMORY_OPENAI_API_KEY", "sk-test-0123456789"),
    ):  # fmt: skip
        monkeypatch.setenv(name, value)
    return prompts


def test_a_prompt_is_tried_as_settings_are(told, copies, model, tmp_path):
    begun = begin(told, {"learning_prompt": "- Doses of medicine."}, learn=500)
    tasks.run(begun.run)
    begun.refresh_from_db()
    learnt = trials.TrialFindings.of(begun.found).learnt
    assert (learnt.both, learnt.no_longer, learnt.newly) == (
        0, ["The user moved to Lisbon."], ["The user takes metformin."]
    )  # fmt: skip
    assert {"Doses of medicine" in prompt for prompt in model} == {True, False}
    assert Memory.objects.within(told).facts().count() == 1
    assert namespaces.for_reading(told.name).settings == {}
    file = tmp_path / "prompt.txt"
    file.write_text("- Doses of medicine.\n")
    said = trial(told.name, "--prompt", str(file), "--learn")
    assert "+ The user takes metformin." in said
    assert "- The user moved to Lisbon." in said
    trials.take_over(begun)
    assert namespaces.for_reading(told.name).own.learning_prompt == "- Doses of medicine."
    assert left(copies) == []


@pytest.mark.parametrize(("words", "refusal"), [(" \n", "is a text of at most"), ("x" * 4001, "is a text of at most")])
def test_a_prompt_that_no_namespace_may_set_is_refused(words, refusal, told, tmp_path):
    file = tmp_path / "prompt.txt"
    file.write_text(words)
    with pytest.raises(CommandError, match=refusal):
        trial(told.name, "--prompt", str(file))
    with pytest.raises(CommandError, match="cannot be read"):
        trial(told.name, "--prompt", str(tmp_path / "none.txt"))


def test_the_command_says_the_same_and_finds_no_difference_in_what_holds_anyway(told, copies):
    assert "0 of 1 blocks would differ" in trial(told.name, "--set", "hand_out_waiting=true")
    said = trial(told.name, "--set", 'learn=["preference"]', "--learn")
    assert "moved to Lisbon" in said, said
    assert "tea over coffee" not in said
    assert "would be learnt as now" in said
    assert Memory.objects.within(told).facts().count() == 1
    assert left(copies) == []


def test_tried_settings_are_taken_over_unless_they_were_changed_meanwhile(told):
    begun = begin(told, {"ranking": "rrf"})
    trials.take_over(begun)
    assert namespaces.for_reading(told.name).settings == {"ranking": "rrf"}
    assert Memory.objects.within(told).facts().count() == 1
    with pytest.raises(StateConflict, match="changed since"):
        trials.take_over(begun)


def test_one_trial_of_a_namespace_goes_on_at_a_time(told):
    first = begin(told, {"ranking": "rrf"})
    with pytest.raises(StateConflict, match="going on"):
        begin(told, {"ranking": "weighted"})
    operations.fail(first.run, "no")
    assert begin(told, {"ranking": "weighted"}).pk


def test_a_copy_that_nobody_works_on_is_removed_by_the_next_trial_the_sweep_and_the_start(told, copies, monkeypatch):
    def next_trial():
        monkeypatch.setattr(trials, "_lay_down", disk_is_full)
        with pytest.raises(OSError, match="full"):
            trials.compare(told, {})

    def disk_is_full(folder, *_):
        assert left(copies) == [folder]
        raise OSError("the disk is full")

    for clear in (tasks.sweep, trials.clear_leftovers, next_trial):
        folder = leftover(copies, told)
        with lock.hold(folder, "trial"):
            trials.clear_leftovers()
            assert folder.is_dir()
        clear()
        assert left(copies) == []


def test_what_was_told_is_gone_after_a_day(told):
    begun = begin(told, {"ranking": "rrf"})
    day_ago = timezone.now() - trials.KEPT
    Trial.everything.filter(pk=begun.pk).update(created_at=day_ago + timedelta(minutes=1))
    assert trials.kept(Trial.objects.within(told)).exists()
    assert trials.purge() == 0
    Trial.everything.filter(pk=begun.pk).update(created_at=day_ago)
    assert not trials.kept(Trial.objects.within(told)).exists()
    assert trials.purge() == 1
    assert not Trial.everything.exists()


def test_what_was_told_and_what_was_left_go_at_once_when_something_is_erased(told, copies):
    fact = Memory.objects.within(told).facts().get()
    begun = begin(told, {"ranking": "rrf"})
    asked = [{"question": ASKED, "recorded": "", "now": fact.content, "then": fact.content}]
    Trial.everything.filter(pk=begun.pk).update(found={"asked": asked, "learnt": None})
    other = namespaces.ensure("acme/bob")
    kept = begin(other, {"ranking": "rrf"})
    leftover(copies, told)
    theirs = copies / "tri_other"
    theirs.mkdir()
    (theirs / trials.ASKED).write_text(json.dumps({"namespace": other.name}))
    done = erasures.erase(told, ErasedWhat.MEMORY, fact.uid, actor=CURATOR)
    assert done.remaining == 0
    assert list(Trial.everything.values_list("pk", flat=True)) == [kept.pk]
    assert left(copies) == [theirs]


def test_a_trial_that_goes_on_ends_when_something_is_erased(told, copies, monkeypatch):
    fact = Memory.objects.within(told).facts().get()
    begun = begin(told, {"ranking": "rrf"})
    real, erased = subprocess.Popen, []

    def erase():
        erased.append(erasures.erase(told, ErasedWhat.MEMORY, fact.uid, actor=CURATOR))
        connection.close()

    def start(*args, **fields):
        child = real(*args, **fields)
        if "play_trial" in args[0]:
            eraser = threading.Thread(target=erase)
            eraser.start()
            eraser.join()
            began.append(child)
        return child

    began = []
    monkeypatch.setattr(trials.subprocess, "Popen", start)
    with pytest.raises(StateConflict, match="erased"):
        tasks.run(begun.run)
    assert erased[0].remaining == 0
    assert began[0].poll() is not None
    assert left(copies) == []
    assert not Trial.everything.exists()


def test_a_copys_process_ends_with_the_one_that_started_it(told, copies):
    """A worker that is killed leaves a folder, which the next look removes, and no process."""
    script = f"""
import os, sys
os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
import django
django.setup()
from pathlib import Path
from django.conf import settings
from memory.services.trying import trials
settings.MEMORY_DATA_DIR = Path({str(copies.parent)!r})
folder = trials._copies() / "tri_one"
folder.mkdir(parents=True)
real = trials.subprocess.Popen
def start(*args, **fields):
    child = real(*args, **fields)
    print(child.pid, flush=True)
    return child
trials.subprocess.Popen = start
with trials.lock.hold(folder, "trial"):
    trials._play(folder, lambda: None, lambda: None)
"""
    starter = subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, text=True, cwd=django_settings.BASE_DIR,
        env=os.environ | {"MEMORY_TEST_DATABASE": ""},
    )  # fmt: skip
    child = int(starter.stdout.readline())
    assert trials.clear_leftovers() == 0
    starter.send_signal(signal.SIGKILL)
    starter.wait()
    starter.stdout.close()
    until = time.monotonic() + 20
    while Path(f"/proc/{child}").exists() and time.monotonic() < until:
        time.sleep(0.1)
    assert not Path(f"/proc/{child}").exists()
    assert trials.clear_leftovers() == 1


@pytest.mark.parametrize("learn", [-5, trials.MOST_TURNS + 1])
def test_a_number_of_turns_out_of_range_is_refused(told, learn):
    with pytest.raises(InvalidInput, match="at most 10,000 turns"):
        begin(told, {}, learn=learn)
    with pytest.raises(InvalidInput, match="at most 10,000 turns"):
        trials.compare(told, {}, learn=learn)


def test_what_cannot_be_tried_is_refused(told):
    with pytest.raises(InvalidInput, match="is no setting"):
        trials.tried(told, {"colour": "blue"})
    with pytest.raises(InvalidInput, match="is no setting"):
        trials.begin(told, {"colour": "blue"}, actor=CURATOR)
    with pytest.raises(InvalidInput, match="at most 20"):
        begin(told, {}, questions=[f"Question {number}?" for number in range(21)])
    for arguments, why in (
        ((told.name,), "Say what to try"),
        (("acme/nobody", "--set", "ranking=rrf"), "no namespace"),
        ((told.name, "--set", "ranking"), "NAME=VALUE"),
        ((told.name, "--set", "timezone=Mars/Base"), "timezone"),
    ):
        with pytest.raises(CommandError, match=why):
            trial(*arguments)


def test_a_copys_process_refuses_to_work_on_another_store(tmp_path):
    with pytest.raises(CommandError, match="of its own"):
        call_command("play_trial", str(tmp_path / "elsewhere"))
