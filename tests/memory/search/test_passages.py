"""Long texts are found by their passages, as every backend owes it."""

from __future__ import annotations

import random
import re
from typing import NamedTuple

import pytest

from memory.context_block import one_line
from memory.embedding import embed
from memory.models import ALL, Memory, Passage, Validity
from memory.passages import MOST, cut, memory_of
from memory.search import Filters, hybrid_search, look
from memory.search.scope import Scope
from memory.search.vectors import LiveIndex
from memory.services import embeddings, namespaces, passages
from memory.services.curating import correcting
from memory.services.handing import context
from memory.services.memories import facts
from memory.services.upkeep import doctor
from tests.store import AGENT, CURATOR, DAY, NOON, embed_all, fresh, know, say

DAY_NOTE = re.compile(r" \(\d+ [A-Z][a-z]+ \d{4}\)")  # which day "on Friday" was, in a quote

pytestmark = pytest.mark.usefixtures("each_backend")


def log(lines: int, seed: int) -> str:
    """The log of a web server, about nothing but its pages."""
    dice = random.Random(seed)
    return "\n".join(
        f"12:{n // 60 % 60:02}:{n % 60:02} INFO page {dice.randrange(900)} was served in {dice.randrange(90)} ms"
        for n in range(lines)
    )


def code(functions: int) -> str:
    return "\n\n".join(
        f"def part_{n}(rows, width={n}):\n    found = [row[{n % 5}] for row in rows if row]\n    return found[:width]"
        for n in range(functions)
    )


def prose(paragraphs: int, seed: int) -> str:
    """Minutes of an office, a paragraph for each matter."""
    dice = random.Random(seed)
    who = ["The committee", "Our neighbour", "The printer", "A colleague", "The archive", "The caretaker"]
    did = ["sorted the minutes of", "copied the plan for", "asked again about", "put away the forms of", "counted"]
    what = ["the spring meeting", "the north wing", "the parking permits", "the lending desk", "the old cupboards"]
    return "\n\n".join(
        " ".join(f"{dice.choice(who)} {dice.choice(did)} {matter}." for _ in range(dice.randrange(4, 9)))
        for matter in (dice.choice(what) for _ in range(paragraphs))
    )


class Told(NamedTuple):
    """What stands around, what is told in it, what asks for that in other words, and the text's own gap."""

    around: str
    told: str
    asked: str
    gap: str


TOLD = {
    "log": Told(
        log(800, 3),
        "12:08:21 ERROR payment gateway: the customer's credit card was refused\n"
        "12:08:21 ERROR payment of 49 euros was not booked, the invoice stays open",
        "was my purchase declined by the bank",
        "\n",
    ),
    "code": Told(
        code(240),
        "# The thermostat of the aquarium must never go above 26 degrees, or the fish die.\nMOST_DEGREES = 26",
        "how warm may the water tank for my guppies get",
        "\n\n",
    ),
    "prose": Told(
        prose(120, 5),
        "My dog Bruno swallowed a sock on Monday. The veterinarian had to operate on him in the night, and he may come "
        "home from the clinic on Friday.",
        "did our pet need surgery at the animal hospital",
        "\n\n",
    ),
}


def hidden(kind: str, at: int = 15_000, length: int = 20_000) -> str:
    """A text of `length` characters in which something is told at character `at`."""
    around, told, _, gap = TOLD[kind]
    assert len(around) >= length
    start = around.rindex(gap, 0, at) + len(gap)
    return (around[:start] + told + gap + around[start:])[:length]


def first(namespace, query, **fields):
    return hybrid_search(namespace, query, **fields).hits[0]


@pytest.fixture
def crowd(namespace):
    """Other talk, and other long texts, one of each kind."""
    say(namespace, "small", *[f"I went home by tram {n} and read the paper" for n in range(40)], event_time=NOON)
    for around, *_ in TOLD.values():
        say(namespace, "long", around[:20_000], role="assistant", event_time=NOON)


@pytest.mark.parametrize("kind", TOLD)
def test_a_sentence_deep_in_a_long_message_is_found_by_other_words_and_quoted(namespace, crowd, kind):
    _, told, asked, _ = TOLD[kind]
    (turn,) = say(namespace, "s1", hidden(kind), role="user", event_time=NOON)
    embed_all()
    hit = first(namespace, asked)
    assert hit.memory == turn
    assert told in turn.content[hit.passage.start : hit.passage.end]
    block = DAY_NOTE.sub("", context.build(namespace, asked, max_tokens=300, record=False).block)
    for line in told.splitlines():
        assert one_line(line) in block


def test_what_only_a_time_brings_has_its_passage_too(namespace, crowd):
    asked = TOLD["log"].asked
    say(namespace, "asked", *[f"{asked}, number {n}?" for n in range(60)], event_time=NOON)
    (turn,) = say(namespace, "s1", hidden("log"), role="user", event_time=NOON - 10 * DAY)
    embed_all()
    done = look(Scope(namespace), f"{asked} ten days ago", 40, NOON)
    (found,) = (c for c in done.pool if c.rowid == turn.pk)
    assert turn.pk not in dict(done.arms["vector"])
    assert TOLD["log"].told in turn.content[found.passage.start : found.passage.end]


@pytest.mark.parametrize("kind", TOLD)
def test_the_words_of_a_passage_find_it_before_the_worker_has_been_there(namespace, crowd, kind):
    told = TOLD[kind].told
    (turn,) = say(namespace, "s1", hidden(kind), role="user", event_time=NOON)
    hit = first(namespace, told)
    assert hit.memory == turn
    assert told in turn.content[hit.passage.start : hit.passage.end]


def test_all_of_the_longest_message_is_found_by_words_and_by_meaning(namespace, settings):
    text = prose(1_500, 7)[: settings.MEMORY_MAX_CONTENT_BYTES - 200]
    (turn,) = say(namespace, "s1", f"{text} Bruno the dachshund swallowed a sock.", event_time=NOON)
    say(namespace, "s2", *[f"tram {n} was late" for n in range(30)])
    for _ in range(2):
        hit = first(namespace, "dachshund sock")
        assert hit.memory == turn
        assert "dachshund" in turn.content[hit.passage.start : hit.passage.end]
        embed_all()
    assert hit.ranks["vector"] == 1


def test_a_short_text_has_no_passage(namespace):
    say(namespace, "s1", "tea " * 100)
    embed_all()
    assert first(namespace, "tea").passage is None
    assert not Passage.objects.across(ALL).exists()


def test_the_passages_of_one_long_text_take_one_place(namespace):
    long, *short = say(namespace, "s1", "tea is green. " * 400, *[f"tea {n} is green" for n in range(20)])
    embed_all()
    found = [hit.memory.pk for hit in hybrid_search(namespace, "green tea", limit=30).hits]
    assert found.count(long.pk) == 1
    assert {turn.pk for turn in short} <= set(found)


def test_an_arm_brings_as_many_memories_as_are_asked_for_whatever_their_passages(namespace, each_backend):
    say(namespace, "s1", *["tea is green. " * 400] * 3, *[f"boat {n} sails" for n in range(30)])
    embed_all()
    scope, table = Scope(namespace, None, Filters()), LiveIndex.read().table
    near = each_backend.vector_arm(scope, table, embed(["green tea"])[0], 20)
    assert len(near.hits) == len({rowid for rowid, _ in near.hits}) == 20
    assert all(memory_of(key) == rowid for rowid, key in near.passages.items())
    cosines = [cosine for _, cosine in near.hits]
    assert cosines == sorted(cosines, reverse=True)


def test_filters_and_namespaces_hold_for_passages(namespace):
    bob = namespaces.ensure("acme/bob")
    (mine,) = say(namespace, "s1", hidden("prose"))
    say(bob, "s1", hidden("prose"))
    embed_all()
    asked = TOLD["prose"].asked
    assert [hit.memory for hit in hybrid_search(namespace, asked).hits] == [mine]
    assert hybrid_search(namespace, asked, filters=Filters(exclude_session_id="s1")).hits == []
    assert [hit.memory for hit in hybrid_search(namespace, asked, filters=Filters(session_id="s1")).hits] == [mine]


@pytest.fixture
def report(namespace):
    """A long fact."""
    fact = know(namespace, hidden("prose"), event_time=NOON)
    embed_all()
    return fact


def vectors(each_backend, memory) -> list[bool]:
    """Whether each of the memory's passages' vectors lies among the retired ones."""
    rows = each_backend.every_vector(LiveIndex.read().table)
    return [retired for key, _, _, retired, _ in rows if key < 0 and memory_of(key) == memory.pk]


def test_passages_go_with_their_memory_when_it_is_retired_and_restored(namespace, report, each_backend):
    count = len(cut(report.content))
    assert vectors(each_backend, report) == [False] * count
    facts.retire(namespace, report.uid, actor=AGENT)
    assert vectors(each_backend, report) == [True] * count
    assert hybrid_search(namespace, TOLD["prose"].asked).hits == []
    assert doctor.examine() == []
    facts.restore(namespace, report.uid, actor=AGENT)
    assert vectors(each_backend, report) == [False] * count
    assert TOLD["prose"].told in report.content[slice(*first(namespace, TOLD["prose"].asked).passage)]
    assert doctor.examine() == []


def test_the_passages_of_what_is_retired_are_found_in_the_past(namespace, report):
    facts.retire(namespace, report.uid, actor=AGENT)
    hit = first(namespace, TOLD["prose"].asked, known_at=fresh(report).created_at)
    assert hit.memory == report
    assert TOLD["prose"].told in report.content[hit.passage.start : hit.passage.end]


def test_deleting_leaves_no_passage(namespace, report, each_backend):
    Validity.objects.filter(memory=report).delete()
    Memory.objects.within(namespace).filter(pk=report.pk).delete()
    each_backend.remove_vectors(LiveIndex.read().table, [report.pk])
    assert not Passage.objects.across(ALL).exists()
    assert vectors(each_backend, report) == []
    assert doctor.examine() == []


def test_a_text_that_means_nothing_in_one_part_waits_no_longer(namespace):
    say(namespace, "s1", "tea is green. " * 100 + "\u200b" * 2_000)
    embed_all()
    assert not passages.any_waiting()
    assert doctor.examine() == []


def test_doctor_finds_and_mends_what_is_wrong_with_passages(namespace, report, each_backend):
    table = LiveIndex.read().table
    parts = Passage.objects.across(ALL)
    keys = list(parts.order_by("start").values_list("pk", flat=True))

    def mended(what: str) -> None:
        assert [flaw.what for flaw in doctor.examine()] == [what]
        doctor.repair()
        embed_all()
        assert doctor.examine() == []
        assert TOLD["prose"].told in report.content[slice(*first(namespace, TOLD["prose"].asked).passage)]

    each_backend.remove_vectors(table, keys[3:5])
    mended("memories that are missing in the vector index")
    parts.filter(pk=keys[2]).update(embedding=bytes(parts.get(pk=keys[3]).embedding or b""))
    mended("vectors that are not their memory's")
    parts.filter(pk=keys[2]).update(start=1)
    parts.filter(pk=keys[1]).update(end=7)
    assert "long memories whose passages are not their text's" in [flaw.what for flaw in doctor.examine()]
    doctor.repair()
    embed_all()
    assert doctor.examine() == []
    parts.filter(pk=keys[0]).update(embedding=b"\x01" * 12)
    assert "memories whose vector, or a passage's, is no unit vector of the index" in [
        flaw.what for flaw in doctor.examine()
    ]
    doctor.repair()
    embed_all()
    assert doctor.examine() == []
    assert parts.count() == len(keys)


def test_a_new_model_embeds_the_passages_anew(namespace, report, settings, each_backend):
    before = {key: vector for key, _, _, _, vector in each_backend.every_vector(LiveIndex.read().table)}
    settings.MEMORY_EMBEDDING_DIMENSIONS = 128
    embeddings.reembed()
    after = {key: vector for key, _, _, _, vector in each_backend.every_vector(LiveIndex.read().table)}
    assert after.keys() == before.keys()
    assert {len(vector) for vector in after.values()} == {4 * 128}
    assert doctor.examine() == []
    assert TOLD["prose"].told in report.content[slice(*first(namespace, TOLD["prose"].asked).passage)]


def test_a_fact_of_a_long_text_replaced_by_a_person_leaves_its_passages_in_the_past(namespace, report, each_backend):
    correcting.correct(namespace, report.uid, "Bruno is well.", actor=CURATOR)
    embed_all()
    assert vectors(each_backend, report) == [True] * len(cut(report.content))
    assert report.pk not in [hit.memory.pk for hit in hybrid_search(namespace, TOLD["prose"].asked).hits]


def test_reciprocal_rank_fusion_says_which_passage_was_found(namespace, report, settings):
    settings.MEMORY_RANKING = "rrf"
    hit = first(namespace, TOLD["prose"].asked)
    assert TOLD["prose"].told in report.content[hit.passage.start : hit.passage.end]
    assert hit.passage.end - hit.passage.start <= MOST
