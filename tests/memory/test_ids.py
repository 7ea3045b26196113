"""Public ids: of one form, in the order in which they were made, and never twice."""

import time

from memory.models import ids
from memory.models.ids import new_id

ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"


def test_an_id_tells_the_millisecond_in_which_it_was_made():
    before = time.time_ns() // 1_000_000
    prefix, text = new_id("ep").split("_")
    after = time.time_ns() // 1_000_000
    number = 0
    for letter in text:
        number = number * 32 + ALPHABET.index(letter)
    assert (prefix, len(text)) == ("ep", 26)
    assert before <= number >> 82 <= after


def test_ids_sort_as_they_were_made(monkeypatch):
    moments = iter([1, 7, 8, 9, 2**20, 2**20 + 1, 2**40, 2**47])
    monkeypatch.setattr(ids.time, "time_ns", lambda: next(moments) * 1_000_000)
    made = [new_id("fact") for _ in range(8)]
    assert made == sorted(made)


def test_many_ids_are_all_different_and_use_every_letter_in_every_place_of_chance():
    made = [new_id("ep") for _ in range(5_000)]
    assert len(set(made)) == 5_000
    assert all({uid[place] for uid in made} == set(ALPHABET) for place in range(13, 29))
