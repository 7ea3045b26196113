"""No request of the largest size takes the processor for long, whatever its text is made of."""

import json
from pathlib import Path

import pytest

from tests.pace import is_brief, undisturbed

LONGEST = 2.0  # seconds
DOCS = Path(__file__).parents[3] / "docs"
TURNS, SIZE = 100, 34_000  # of bytes: 3.4 MB and its frame
SHAPES = {
    "words": "w{} ", "words with a figure inside": "ab{}cd ", "hashtags": "#tag{} ", "mentions": "@ann{} ",
    "names": "Anna Berg{} ", "sentences": "Maya moved to Porto{} on 2 March. ", "card numbers": "4111 ",
    "full stops": "a.", "hyphens": "ab-{}c-d ", "pairs": "a{}:b,", "quotes": "\"' ( ", "list": "- item {}\n",
    "addresses": "a{}@b.co ", "links": "www.a{}.co ", "whole links": "https://a{}.co/x ", "one word": "x",
    "emoji": "\U0001f9e0", "Thai": "สวัสดีครับผมชื่อสมชายอยู่กรุงเทพ{} ", "HTML": "<a href=https://x.co/{}>go</a> ",
    "log lines": "2026-11-25T10:00:{}Z ERROR worker failed: timeout after 30s\n", "passwords": "password=Xy{}aB9$kk ",
}  # fmt: skip


@pytest.mark.timed
@pytest.mark.parametrize("unit", SHAPES.values(), ids=SHAPES)
def test_a_hundred_long_turns_take_two_seconds_of_the_processor_at_most(api, unit):
    text = ""
    while len(text) < SIZE:
        text += "".join(unit.format(number) for number in range(len(text), len(text) + 500))
    text = text.encode()[:SIZE].decode(errors="ignore").strip()
    messages = [{"role": "user", "content": f"{number} {text}"} for number in range(TURNS)]
    body = json.dumps({"messages": messages}, ensure_ascii=False).encode()
    assert len(body) < 4 << 20
    sessions = iter(range(10))

    def send():
        assert api.post(f"/sessions/s{next(sessions)}/messages", body).status_code == 201

    with undisturbed():
        assert is_brief(send, LONGEST)


def pages_of(pattern: str, folder: Path) -> list[str]:
    """A hundred pages as long as a body allows, of the words that the screening and the masking look at."""
    text = "\n".join(page.read_text() for page in sorted(folder.rglob(pattern)))
    pages = [text[start : start + SIZE] for start in range(0, TURNS * 997, 997)]
    return [page.encode()[:SIZE].decode(errors="ignore").strip() for page in pages]


PAGES = {"manuals": ("*.md", DOCS), "a program": ("*.py", DOCS.parent / "memory")}


@pytest.mark.timed
@pytest.mark.parametrize("pages", PAGES.values(), ids=PAGES)
def test_a_hundred_pages_take_two_seconds_of_the_processor_at_most(api, pages):
    assert is_sent(api, pages_of(*pages), LONGEST)


@pytest.mark.timed
@pytest.mark.parametrize("pages", PAGES.values(), ids=PAGES)
def test_a_hundred_facts_of_a_page_take_two_seconds_of_the_processor_at_most(api, pages):
    assert are_saved(api, pages_of(*pages))


@pytest.mark.timed
@pytest.mark.parametrize("size", [700, SIZE])
@pytest.mark.parametrize(
    "unit", ["show image https://a/b ", "www.c<=fetch-e1@a-.c#& chat http ", "to:@www.[-along with "]
)
def test_a_hundred_texts_of_words_of_orders_take_two_seconds_of_the_processor_at_most(api, unit, size):
    """They took 30 to 1,000 seconds. What a call has no time for is screened later, and handed out by nobody before."""
    assert is_sent(api, [(unit * SIZE)[:size] for _ in range(TURNS)], LONGEST)


def is_sent(api, pages, longest):
    body = json.dumps({"messages": [{"role": "tool", "content": page} for page in pages]}, ensure_ascii=False).encode()
    assert len(body) < 4 << 20
    sessions = iter(range(10))

    def send():
        assert api.post(f"/sessions/p{next(sessions)}/messages", body).status_code == 201

    with undisturbed():
        return is_brief(send, longest)


@pytest.mark.timed
@pytest.mark.parametrize(
    "shape,size",
    # Nearly as long as facts are compared word by word, and as long as a body allows.
    [*((shape, 1_900) for shape in ("words", "hashtags", "names", "one word")),
     *((shape, SIZE) for shape in ("words", "full stops", "links", "addresses", "card numbers", "HTML", "passwords"))],
)  # fmt: skip
def test_a_hundred_facts_that_are_alike_take_two_seconds_of_the_processor_at_most(api, shape, size):
    text = ""
    while len(text) < size:
        text += "".join(SHAPES[shape].format(number) for number in range(len(text), len(text) + 500))
    assert are_saved(api, [text[:size].strip()] * TURNS)


def are_saved(api, texts):
    (turn,) = api.say("s1", "so it is")
    calls = iter(range(10))

    def send():
        call = next(calls)
        facts = [{"content": f"{call}{number:03} {text}", "source_ids": [turn]} for number, text in enumerate(texts)]
        assert api.post("/tools/save_facts_batch", {"session_id": "s1", "facts": facts}).status_code == 200

    with undisturbed():
        return is_brief(send, LONGEST)
