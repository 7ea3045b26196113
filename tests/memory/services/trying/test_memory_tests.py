"""Memory tests: what a question's answer must hold and must not."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from django.core.management import CommandError, call_command

from memory import background, tasks
from memory.models import HandedContext, MemoryTest, Recall
from memory.models.erasures import ErasedWhat
from memory.services import namespaces
from memory.services.curating import correcting
from memory.services.errors import InvalidInput, NotFound
from memory.services.memories import facts
from memory.services.trying import memory_tests
from memory.services.upkeep import erasures
from tests.store import AGENT, CURATOR, embed_all, know


@pytest.fixture
def allergy(namespace):
    """Maya's allergy was corrected from hazelnuts to walnuts, and a test holds it."""
    old = know(namespace, "Maya is allergic to hazelnuts.")
    new = correcting.correct(namespace, old.uid, "Maya is allergic to walnuts.", actor=CURATOR)
    embed_all()
    return add(namespace, "What is Maya allergic to?", ["walnuts"], ["hazelnuts", "nuts"], about=new)


def add(namespace, question, must=(), must_not=(), **fields):
    return memory_tests.add(namespace, question, list(must), list(must_not), actor=CURATOR, **fields)


def test_what_must_and_must_not_stand_in_the_answer(namespace, allergy):
    result = memory_tests.run(allergy)
    assert result.passed, result.says
    facts.retire(namespace, allergy.about.uid, actor=AGENT)
    know(namespace, "Maya is allergic to nuts of any kind.")
    embed_all()
    (result,) = memory_tests.run_all(namespace)
    assert (result.missing, result.forbidden) == (["walnuts"], ["nuts"])
    assert result.says == "it does not say walnuts; it says nuts"
    kept = MemoryTest.objects.within(namespace).get()
    assert kept.passed is False
    assert "walnuts" in kept.before
    assert "nuts of any kind" in kept.answer


def test_words_stand_in_a_row_whatever_their_case(namespace, allergy):
    assert memory_tests.run(add(namespace, "What is Maya allergic to?", ["MAYA is  allergic"])).passed
    assert not memory_tests.run(add(namespace, "What is Maya allergic to?", ["allergic Maya"])).passed


def test_asking_hands_nothing_out(namespace, allergy):
    memory_tests.run_all(namespace)
    background.flush()
    assert not HandedContext.objects.within(namespace).exists()
    assert not Recall.objects.exists()


@pytest.mark.parametrize(
    ("question", "must", "must_not"),
    [
        ("", ["tea"], []), ("What?", [], []), ("What?", [" "], []), ("What?", ["tea"], ["tea"]), ("What?", ["?!"], []),
        ("What?", ["tea\x00"], []), ("x" * 9000, ["tea"], []), ("What?", ["x" * 501], []),
        ("What?", [f"w{n}" for n in range(21)], []),
    ],
)  # fmt: skip
def test_what_is_no_test_is_refused(namespace, question, must, must_not):
    with pytest.raises(InvalidInput):
        add(namespace, question, must, must_not)
    assert not MemoryTest.everything.exists()


def test_a_namespace_has_a_number_of_tests_and_its_own(namespace, monkeypatch):
    monkeypatch.setattr(memory_tests, "MOST", 2)
    first, _ = add(namespace, "One?", ["tea"]), add(namespace, "Two?", ["tea"])
    with pytest.raises(InvalidInput):
        add(namespace, "Three?", ["tea"])
    other = namespaces.ensure("acme/bob")
    with pytest.raises(NotFound):
        memory_tests.forget(other, first.uid)
    assert memory_tests.run_all(other) == []


def test_the_command_tells_what_failed_and_writes_junit(namespace, allergy, tmp_path, capsys):
    call_command("check", "--namespace", namespace.name)
    assert "1 of 1 memory tests passed" in capsys.readouterr().out
    add(namespace, "Where does <Maya> \x0b live?", ["Oslo"])
    file = tmp_path / "junit.xml"
    with pytest.raises(SystemExit) as ended:
        call_command("check", "--all-namespaces", "--junit", str(file))
    assert ended.value.code == 1
    assert "it does not say Oslo" in capsys.readouterr().out
    suite = ElementTree.parse(file).getroot()
    assert (suite.get("tests"), suite.get("failures")) == ("2", "1")
    failed = [case for case in suite if case.find("failure") is not None]
    assert [case.get("name") for case in failed] == ["Where does <Maya>  live?"]
    assert failed[0].get("classname") == namespace.name


def test_without_a_namespace_it_is_djangos_check(db, capsys):
    call_command("check")
    assert "memory tests" not in capsys.readouterr().out
    for wrong in (["--namespace", "acme/none"], ["--junit", "x.xml"]):
        with pytest.raises(CommandError):
            call_command("check", *wrong)


def test_a_run_counts_them(namespace, allergy):
    add(namespace, "Where does Maya live?", ["Oslo"])
    run = memory_tests.request(namespace, requested_by="carla")
    tasks.run_operations()
    run.refresh_from_db()
    assert (run.status, run.counts) == ("succeeded", {"passed": 1, "failed": 1})


def test_an_erasure_takes_what_tells_of_it(namespace, allergy):
    tea = know(namespace, "Theo likes tea.")
    kept = add(namespace, "Where is the lift?", ["cellar"])
    told = add(namespace, "What does Theo like?", ["tea"])
    MemoryTest.objects.within(namespace).update(answer="Theo likes tea.", before="Theo likes tea.")
    erasures.erase(namespace, ErasedWhat.MEMORY, tea.uid, actor=CURATOR)
    left = {test.pk: (test.answer, test.before) for test in MemoryTest.objects.within(namespace)}
    assert left == {kept.pk: ("", ""), allergy.pk: ("", "")}
    assert told.pk not in left
    erasures.erase(namespace, ErasedWhat.MEMORY, allergy.about.uid, actor=CURATOR)
    assert [test.pk for test in MemoryTest.objects.within(namespace)] == [kept.pk]
