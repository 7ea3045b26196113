"""Of a page that somebody pastes a block compares the passage that was found, and its work is bounded by that."""

from __future__ import annotations

import base64
import random
from datetime import timedelta

import pytest

from memory.passages import Span
from memory.search.candidates import Scored
from memory.search.composing import Want, compose
from memory.search.composing.wording import compared_text, has_words
from memory.search.kept import LONGEST_KEPT
from memory.search.query import understood
from memory.search.ranking import rank, stem_weights
from tests.pace import is_brief

from .test_choosing import MAY, turn

SIZE, TURNS = 256 << 10, 50
PROMPT = "What failed in the deployment of the ferry planner on Tuesday?"
LONGEST = 0.6  # seconds; without the bound eight times as much
WORDS = (
    "the deployment server failed database backup ferry garden dentist moved Tuesday kitchen invoice number meeting "
    "project release broken pipeline weather Bergen passport ticket order parcel manager contract tested report planner"
).split()


def words(draw):
    return " ".join(draw.choice(WORDS) + ". " * (draw.random() < 0.1) for _ in range(SIZE // 6))


def html(draw):
    line = '<div class="c{}"><a href="/x/{}?q={}">{} {}</a></div>\n'
    return "".join(
        line.format(draw.randint(0, 99), draw.randint(0, 9_999), *draw.choices(WORDS, k=3)) for _ in range(SIZE // 60)
    )


def log(draw):
    return "".join(
        f"2026-05-1{draw.randint(0, 9)} 10:{draw.randint(10, 59)}:02 ERROR [{draw.choice(WORDS)}] "
        f"{draw.choice(WORDS)} {draw.choice(WORDS)} failed: code={draw.randint(0, 999)}\n"
        for _ in range(SIZE // 50)
    )


def code(draw):
    return "".join(
        f"def {draw.choice(WORDS)}_{draw.choice(WORDS)}(x={draw.randint(0, 9)}):\n"
        f"    return [{draw.choice(WORDS)}(i) for i in x]  # what? {draw.choice(WORDS)}\n"
        for _ in range(SIZE // 70)
    )


def one_line(draw):
    return "".join(draw.choices(WORDS, k=SIZE // 5))


def encoded(draw):
    return base64.b64encode(draw.randbytes(SIZE)).decode()


@pytest.mark.parametrize("material", [words, html, log, code, one_line, encoded])
def test_a_block_of_fifty_large_turns_is_brief(material):
    draw = random.Random(7)
    pool = [
        turn(
            number, material(draw)[:SIZE], session=f"s{number // 5}", position=number % 5 + 1, cosine=draw.random(),
            at=MAY + timedelta(hours=number),
        )._replace(role="user" if number % 2 else "assistant")
        for number in range(1, TURNS + 1)
    ]  # fmt: skip
    question = understood(PROMPT)
    order, weights = rank(question, pool, {}, TURNS), stem_weights(question, {}, TURNS)
    assert is_brief(lambda: compose(question, order, pool, Want(800, 5), weights=weights), LONGEST)


def test_a_page_is_compared_by_the_passage_that_answers_and_else_by_its_beginning():
    page = turn(1, "Rent is 740. " * 1_000)
    assert compared_text(page, {1: Span(13, 25)}) == "Rent is 740."
    assert compared_text(page, {}) == page.text[:LONGEST_KEPT]
    short = turn(2, "Rent is 740. " * 100)
    assert compared_text(short, {2: Span(13, 25)}) == short.text


def test_what_a_page_tells_in_another_passage_is_not_taken_for_a_later_state():
    old = turn(1, "The garage costs 90 a month.", session="old")
    change = "They put the garage up, it's 115 now."
    page = turn(2, f"{change}{' Nothing of note.' * 200} We had soup.", session="new", at=MAY + timedelta(days=30))
    question = understood("What do I pay for the garage?")
    weights = dict.fromkeys(("pai", "garag"), 1.0)

    def block(passage):
        order = [Scored(1, 1.0, {"coverage": 1.0}), Scored(2, 1.0, {"coverage": 1.0}, passage)]
        return compose(question, order, [old, page], Want(800, 5), weights=weights).block

    assert "(said earlier)" in block(Span(0, len(change)))
    assert "(said" not in block(Span(len(page.text) - 12, len(page.text)))


@pytest.mark.parametrize(("text", "count"), [("", 0), (" \n ", 0), ("one", 1), (" one  two ", 2), ("one two three", 3)])
def test_words_are_counted_no_further_than_asked(text, count):
    assert [least for least in range(1, 6) if has_words(text, least)] == list(range(1, count + 1))
