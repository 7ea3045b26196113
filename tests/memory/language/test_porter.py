"""The stemmer beside SQLite's own: the ranking must cut a word as the full-text index did."""

import random
import re
from pathlib import Path

import pytest
from django.db import connection

from memory.language import porter
from memory.language.porter import beginning, stem
from memory.language.words import fold, folded_words

ROOT = Path(__file__).resolve().parents[3]
ENDINGS = (
    "s es ed ing ings ational tional enci anci izer abli alli entli eli ousli ization ation ator alism iveness fulness "
    "ousness aliti iviti biliti icate ative alize iciti ical ful ness al ance ence er ic able ible ant ement ment ent "
    "ou ism ate iti ous ive ize sion tion ly logy logi bly ies ied y e ll eed eedly"
).split()


def vocabulary() -> list[str]:
    """Words of the documents and the code here, those with endings that nobody uses, and other scripts'."""
    files = [*sorted((ROOT / "docs").rglob("*.md")), *sorted((ROOT / "memory").glob("*.py"))]
    words = {word for file in files for word in re.findall("[a-z]+", file.read_text(encoding="utf-8").lower())}
    drawn = random.Random(7).sample(sorted(words), 600)
    words |= {word[:6] + ending for number, word in enumerate(drawn) for ending in ENDINGS[number % 5 :: 5]}
    others = "größes Häuser naïves любит людей 東京 éed İstanbul zażółcing über-cafés".split()
    return sorted(words | {part for word in others for part in folded_words(word)})


@pytest.mark.sqlite_alone("FTS5's stemmer; PostgreSQL's has a test below")
@pytest.mark.django_db
def test_every_word_is_cut_as_the_full_text_index_cuts_it():
    words = vocabulary()
    assert len(words) > 4_000
    with connection.cursor() as cursor:
        cursor.execute("CREATE VIRTUAL TABLE temp.cut USING fts5(word, tokenize = 'porter unicode61')")
        cursor.execute("CREATE VIRTUAL TABLE temp.cut_terms USING fts5vocab(temp, cut, 'instance')")
        cursor.executemany("INSERT INTO temp.cut (rowid, word) VALUES (%s, %s)", list(enumerate(words)))
        cursor.execute("SELECT doc, term FROM temp.cut_terms")
        indexed = dict(cursor.fetchall())
        cursor.execute("DROP TABLE temp.cut_terms")
        cursor.execute("DROP TABLE temp.cut")
    assert {word: indexed[number] for number, word in enumerate(words)} == {word: stem(word) for word in words}


@pytest.mark.skipif(connection.vendor != "postgresql", reason="PostgreSQL alone: its stemmer")
@pytest.mark.django_db
def test_postgresql_cuts_all_words_so_but_for_three_kinds():
    """Snowball's Porter is the first one: it knows neither -logy nor -bly, and cuts an s that leaves one letter. A text
    and a question are cut by the same, so that a word is always found by itself."""
    words = vocabulary()
    with connection.cursor() as cursor:
        cursor.execute("SELECT word, memory_stem(word) FROM unnest(%s::text[]) AS word", [words])
        unlike = {word for word, cut in cursor.fetchall() if cut != stem(word)}
    others = {word for word in unlike if not re.search(r"(log|bl)[iy]$|^.{1,3}$", word)}
    assert len(others) <= len(words) / 1000, others


def test_every_word_begins_with_its_stems_beginning():
    for word in [*vocabulary(), "i", "hi", "eying", "oyings"]:
        assert word.startswith(beginning(stem(word)))


@pytest.mark.parametrize("word", ["东京", "любит", "é", "ab", "x" * 65, "1234", fold("Ünï")])
def test_words_that_are_not_cut_are_their_own_stem(word):
    assert stem(word) == word


def test_a_word_with_no_end_that_any_rule_cuts_is_not_cut(monkeypatch):
    monkeypatch.setattr(porter, "_cut", None)  # cutting would raise
    porter.stem.cache_clear()
    assert [stem(word) for word in ("raft", "ok", "zebra", "b", "")] == ["raft", "ok", "zebra", "b", ""]
