"""What is kept of a text for one call is kept no longer."""

from memory.language import one_call as module
from memory.language.one_call import asked_once, one_call


def counting():
    asked = []

    @asked_once
    def twice(number):
        asked.append(number)
        return number * 2

    return twice, asked


def test_a_function_is_asked_once_for_like_arguments_while_the_call_lasts():
    twice, asked = counting()
    with one_call():
        assert [twice(1), twice(1), twice(2)] == [2, 2, 4]
    assert asked == [1, 2]


def test_nothing_is_kept_outside_of_a_call_nor_from_one_to_the_next():
    twice, asked = counting()
    twice(1), twice(1)
    for _ in range(2):
        with one_call():
            twice(1)
    assert asked == [1, 1, 1, 1]


def test_a_call_within_a_call_shares_what_is_kept():
    twice, asked = counting()
    with one_call():
        twice(1)
        with one_call():
            twice(1)
        twice(1)
    assert asked == [1]


def test_a_call_keeps_the_latest_answers_only(monkeypatch):
    monkeypatch.setattr(module, "KEPT", 2)
    twice, asked = counting()
    with one_call():
        [twice(number) for number in (1, 2, 3, 1)]
    assert asked == [1, 2, 3, 1]
