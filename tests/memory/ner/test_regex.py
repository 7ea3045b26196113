import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory import ner
from tests.pace import is_brief, slowness


def found(text: str) -> list[tuple[str, str]]:
    return [(span.type, span.name) for span in ner.extract(text).entities]


@pytest.mark.parametrize(
    "text, expected",
    [
        ("ask @ann, please", [("person", "ann")]),
        ("(@José.García) and @Ann_Lee's", [("person", "José.García"), ("person", "Ann_Lee")]),
        ("@李雷 met @अनिता and @Øyvind.", [("person", "李雷"), ("person", "अनिता"), ("person", "Øyvind")]),
        ("@ann@bob", [("person", "ann")]),
        ("write to ann@example.com", [("email", "ann@example.com")]),
        ("Ann.B+x@Mail.Example.CO.uk.", [("email", "ann.b+x@mail.example.co.uk")]),
        ("foo@bar and foo@ bar @ baz @2 @_", []),
        ("@here @channel @everyone @all", []),
        ("npm i @scope/package", []),
    ],
)
def test_mentions_are_people_and_no_part_of_an_address(text, expected):
    assert found(text) == expected


@pytest.mark.parametrize(
    "text, expected",
    [
        ("about #apollo.", ["apollo"]),
        ("#100DaysOfCode (#naïve) #दिल्ली", ["100DaysOfCode", "naïve", "दिल्ली"]),
        ("#go-live, #v2_beta", ["go-live", "v2_beta"]),
        ("#dad #cafe #facade #decade #beef", ["dad", "cafe", "facade", "decade", "beef"]),
        ("issue #123, #1", []),
        ("colours #fff #FF5733 #a1b2c3 #aabbcc #abc #ffff #12345678", []),
        ("# Heading\n## Other\n#", []),
        ("https://a.org/page#part and x#y and a/#b and &#39;", []),
    ],
)
def test_hashtags_are_projects_unless_they_are_numbers_colours_or_anchors(text, expected):
    assert [name for type_, name in found(text) if type_ == "project"] == expected


@pytest.mark.parametrize(
    "text, written, name",
    [
        ("see https://example.com/a?b=c.", "https://example.com/a?b=c", "https://example.com/a?b=c"),
        ("(https://en.example.org/wiki/X_(y))", "https://en.example.org/wiki/X_(y)", None),
        ("[docs](http://a.org/d/), ok", "http://a.org/d/", "http://a.org/d"),
        ("<https://a.org/x>", "https://a.org/x", None),
        ("really https://a.org/x?!…", "https://a.org/x", None),
        ("HTTPS://User:secret@Example.COM:8443/P#top", None, "https://example.com:8443/P"),
        ("www.example.org/x works", "www.example.org/x", "https://www.example.org/x"),
        ("http://a.cn/你好。再见", "http://a.cn/你好", None),
        ("at http://127.0.0.1:8000/admin", "http://127.0.0.1:8000/admin", None),
        ("https://a.org/@ann/#part", "https://a.org/@ann/#part", "https://a.org/@ann"),
    ],
)
def test_urls_end_where_the_sentence_goes_on(text, written, name):
    (span,) = ner.extract(text).entities
    assert span.type == "url"
    assert text[span.start : span.end] == span.text
    if written:
        assert span.text == written
    assert span.name == (name or span.text)


@pytest.mark.parametrize("text", ["http://", "https://...", "www.", "www.example", "http://[::1", "http://a:99999999/"])
def test_what_is_no_address_is_no_url(text):
    assert found(text) == []


UNITS = [
    "@",
    "a@",
    "#",
    "http://",
    "@a.",
    "a.",
    "a@b.",
    "@a@",
    "#a-",
    "http://(",
    "www.",
    "a.a@",
    "#\u0301",
    "://",
    "@-",
]
LINES = ["http://a" + ")" * 262_144, "a" * 262_144 + "@", "a@" + "b" * 262_144, "a@" + "b." * 131_072]


@pytest.mark.timed
@pytest.mark.parametrize(
    "text", [unit * (262_144 // len(unit)) for unit in UNITS] + LINES, ids=lambda text: f"{text[:9]}…{text[-3:]}"
)
def test_hostile_text_of_the_largest_size_takes_no_time(text):
    assert is_brief(lambda: ner.extract(text), 0.5)


@given(st.text(alphabet=st.sampled_from("a@#.:/-_(w)é'1 \n")) | st.text())
def test_spans_point_into_the_text_in_order_without_overlap(text):
    end = 0
    for span in ner.extract(text).entities:
        assert span.start >= end
        assert text[span.start : span.end] == span.text
        assert span.name
        end = span.end


@pytest.mark.timed
def test_the_fast_strategy_loads_no_model_and_costs_microseconds():
    code = (
        "import sys, time; from django.conf import settings;"
        "settings.configure(MEMORY_NER_STRATEGIES={'fast': ['regex']});"
        "from memory import ner;"
        "text = 'Thanks @ann! Mail bob@example.com about #apollo, see https://example.com/a. '.ljust(200, 'x');"
        "ner.extract(text); started = time.process_time();"
        "[ner.extract(text) for _ in range(1000)];"
        "print(time.process_time() - started, sorted({'spacy', 'numpy', 'openai'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    seconds, modules = done.stdout.split(maxsplit=1)
    assert modules.strip() == "[]"
    assert float(seconds) < 0.2 * slowness()  # a thousand texts; 0.04 on an idle machine
