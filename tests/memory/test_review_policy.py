"""What in a fact's words asks for a person's look."""

from __future__ import annotations

import pytest

from memory import review_policy


@pytest.mark.parametrize("text", ["Maya was diagnosed with asthma.", "Sam's salary is high.", "Ann is pregnant."])
def test_a_sensitive_subject_is_named(text):
    assert review_policy.sensitive(text)


@pytest.mark.parametrize("text", ["Maya likes window seats.", "Sam has a new bike.", "Ann's flight is fair priced."])
def test_everyday_subjects_are_not_sensitive(text):
    assert review_policy.sensitive(text) == ""


def test_a_fact_in_other_forms_of_its_sources_words_is_supported():
    said = ["I'm training for the Berlin half marathon and I run three times a week."]
    assert review_policy.unsupported("Maya trains for the Berlin half marathon.", "Maya", said) == []
    assert review_policy.unsupported("Maya runs three times a week.", "Maya", said) == []


def test_a_fact_that_its_sources_do_not_speak_of_is_found_out():
    said = ["I'm training for the Berlin half marathon."]
    assert review_policy.unsupported("Maya owns several restaurants in Lisbon.", "Maya", said)


def test_nothing_is_found_where_there_is_nothing_to_compare():
    assert review_policy.unsupported("Maya is 40.", "Maya", ["I turned forty."]) == []
