"""What is erased does not come back by a reflection: by none that is being written, and by none that was shown it."""

from datetime import timedelta

import pytest

from memory import llm
from memory.models import ErasedWhat, Memory, ShownMemory
from memory.services import reflections
from memory.services.errors import NotFound, StateConflict
from memory.services.graph import entities
from memory.services.upkeep import erasures
from reflection import digest, weekly
from tests.openai_server import chat
from tests.store import CURATOR, DERIVED, know, say

SECRET = "Ulf was treated for Kryptolalia."
LINES = (SECRET, "Ulf keeps tortoises in Bozen.", "Ulf sails on Sundays.", "Ulf likes plums.")


@pytest.fixture(autouse=True)
def folder(settings, tmp_path):
    settings.MEMORY_DATA_DIR = tmp_path


@pytest.fixture
def week(namespace) -> list[Memory]:
    return [know(namespace, text, tags=["habit"]) for text in LINES]


@pytest.fixture
def model(openai_server, settings):
    settings.MEMORY_FACTS_PROVIDER = "openai"
    return openai_server


def erase(memory):
    erasures.erase(memory.namespace, ErasedWhat.MEMORY, memory.uid, actor=CURATOR)


def made(namespace) -> list[Memory]:
    return list(Memory.objects.within(namespace).filter(kind="reflection").order_by("rowid"))


@pytest.fixture
def meanwhile(monkeypatch):
    """Do something once, between the model's answer and what is done with it."""

    def plan(act):
        ask = llm.complete

        def slow(*words, **named):
            answer = ask(*words, **named)
            act()
            monkeypatch.setattr(llm, "complete", ask)
            return answer

        monkeypatch.setattr(llm, "complete", slow)

    return plan


@pytest.mark.parametrize("named", [0, 1])
def test_a_model_that_was_shown_it_writes_nothing_and_is_asked_anew(namespace, week, model, meanwhile, named):
    model.script(chat({"reflection": f"A week of {SECRET}", "source_ids": [week[named].uid]}))
    meanwhile(lambda: erase(week[0]))

    done = weekly.reflect_due()

    assert (done.written, done.failed) == (0, {"acme/alice": reflections.ERASED})
    assert made(namespace) == []
    model.script(chat({"reflection": "A week of plums.", "source_ids": []}))
    assert weekly.reflect_due().written == 1
    assert "Kryptolalia" not in model.requests[-1].body["messages"][-1]["content"]


def test_a_turn_that_was_shown_counts_too(namespace, week, model, meanwhile):
    (turn,) = say(namespace, "s1", "I hear voices in Kryptolalian.")
    model.script(chat({"reflection": "It was said that voices are heard.", "source_ids": []}))
    meanwhile(lambda: erase(turn))
    assert weekly.reflect_due().written == 0
    assert made(namespace) == []


def test_a_digest_of_what_is_gone_is_not_kept(namespace, week, monkeypatch):
    write = digest.write

    def slow(material):
        told = write(material)
        erase(week[0])
        return told

    monkeypatch.setattr(digest, "write", slow)
    assert list(weekly.reflect_due().failed) == ["acme/alice"]
    assert made(namespace) == []


def test_a_source_that_goes_before_the_transaction_is_seen_there(namespace, week, monkeypatch):
    named = reflections.linking.names_in
    monkeypatch.setattr(reflections.linking, "names_in", lambda *words: (erase(week[0]), named(*words))[1])
    with pytest.raises(StateConflict):
        reflections.save(namespace, SECRET, [week[0].uid], actor=DERIVED)
    assert made(namespace) == []


def test_a_reflection_goes_with_what_its_model_was_shown_and_did_not_name(namespace, week, model):
    model.script(chat({"reflection": f"A week of {SECRET}", "source_ids": [week[1].uid]}))
    weekly.reflect_due()
    (reflection,) = made(namespace)
    assert [link.source for link in reflection.source_links.all()] == [week[1]]

    erase(week[0])

    assert made(namespace) == []
    assert not ShownMemory.objects.exists()


def test_so_does_the_one_after_it_which_was_shown_the_first(namespace, week, model):
    model.script(chat({"reflection": f"A week of {SECRET}", "source_ids": [week[0].uid]}))
    weekly.reflect_due()
    for row in Memory.objects.within(namespace):
        Memory.objects.within(namespace).filter(pk=row.pk).update(created_at=row.created_at - timedelta(days=8))
    news = [know(namespace, text) for text in ("Ulf bought a tent.", "Ulf plays whist.", "Ulf has a beagle.")]
    model.script(chat({"reflection": f"As before: {SECRET}", "source_ids": [news[0].uid]}))
    weekly.reflect_due()
    assert len(made(namespace)) == 2
    assert "Kryptolalia" in model.requests[-1].body["messages"][-1]["content"]

    erase(week[0])

    assert made(namespace) == []


def test_a_digest_of_much_goes_with_whom_it_names_and_notes_a_part_of_it(namespace, monkeypatch):
    monkeypatch.setattr(reflections, "SPEAKING_KEPT", 2)
    for text in ("Maya plays the cello.", "Maya likes plums.", "Maya owns a tent."):
        know(namespace, text)
    said = say(namespace, "s1", *(f"@zazzle and @bobbie called {number} times" for number in range(7)))
    also = say(namespace, "s2", "@bobbie sang", "@bobbie danced")
    weekly.reflect_due()
    (digested,) = made(namespace)
    kept = set(ShownMemory.objects.filter(reflection=digested).values_list("shown", flat=True))
    assert kept == {turn.pk for turn in [*said[-2:], *also]}

    erase(said[0])
    assert made(namespace) == [digested]
    erasures.erase(namespace, ErasedWhat.ENTITY, entities.named(namespace, "zazzle").uid, actor=CURATOR)
    assert made(namespace) == []


def test_a_digest_goes_with_whom_it_names(namespace):
    for text in ("Maya plays the cello.", "Maya likes plums.", "Maya owns a tent."):
        know(namespace, text)
    say(namespace, "s1", "@zazzle called", "@zazzle came")
    weekly.reflect_due()
    assert "zazzle" in made(namespace)[0].content

    erasures.erase(namespace, ErasedWhat.ENTITY, entities.named(namespace, "zazzle").uid, actor=CURATOR)

    assert made(namespace) == []
    with pytest.raises(NotFound):
        entities.named(namespace, "zazzle")
