"""What a text from outside must be before it is stored."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.text import (
    QUERY_BYTES,
    SESSION_ID,
    BadText,
    check_characters,
    check_content,
    check_session_id,
    check_tags,
    cut_query,
    whole_number,
)


@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00")))
def test_every_other_character_is_kept(text):
    assert check_characters(text) == text


@given(st.text(), st.sampled_from(["\x00", "\ud800", "\udfff"]), st.text())
def test_nul_and_lone_surrogates_are_refused(before, bad, after):
    with pytest.raises(BadText, match=r"NUL|surrogate"):
        check_characters(before + bad + after)


UNSEEN = [" \u200b\u2060 ", "\ufeff", "\u00ad", "\u2800\u3164", "\U000e0041", "\ufe0f", "\u202e\u2066", "\x1b\x85"]


@pytest.mark.parametrize("blank", ["", " ", "\n\t", "\u2003", "\u3000", *UNSEEN])
def test_blank_content_is_refused(blank):
    with pytest.raises(BadText, match="empty"):
        check_content(blank, 100)


@pytest.mark.parametrize("unseen", UNSEEN)
def test_what_can_be_seen_beside_invisible_characters_is_kept(unseen):
    for seen in (".", "é", "漢", "👍🏽", "\u0301"):
        assert check_content(f"{unseen}{seen}", 100) == f"{unseen}{seen}"
    with pytest.raises(BadText, match="a tag"):
        check_tags([unseen])


def test_content_is_measured_in_bytes():
    assert check_content("漢" * 3, 9)
    with pytest.raises(BadText, match="9 bytes"):
        check_content("漢" * 3 + "x", 9)


@pytest.mark.parametrize("good", ["s", "a.b", "...", "user:1@host~x-Y_z", "x" * 200])
def test_session_ids_that_can_stand_in_a_url(good):
    assert check_session_id(good) == good


@pytest.mark.parametrize("bad", ["", ".", "..", "a/b", "a b", "ä", "a\n", "x" * 201, "a%2Fb", "a?b", "\x00"])
def test_session_ids_that_cannot(bad):
    with pytest.raises(BadText):
        check_session_id(bad)


@given(st.text(max_size=20))
def test_a_session_id_is_safe_or_refused(text):
    try:
        check_session_id(text)
    except BadText:
        assert text in {".", ".."} or not SESSION_ID.fullmatch(text)
    else:
        assert text.isascii()
        assert "/" not in text


@pytest.mark.parametrize(
    "text, number",
    [("0", 0), ("007", 7), (str(2**63 - 1), 2**63 - 1), (str(2**63), None), ("9" * 5000, None), ("²", None),
     ("٣", None), ("-1", None), ("+1", None), (" 1", None), ("1\n", None), ("", None)],
)  # fmt: skip
def test_a_whole_number_is_ascii_digits_of_at_most_64_bits(text, number):
    assert whole_number(text) == number


@given(st.text(alphabet=st.characters(codec="utf-8"), min_size=2000, max_size=5000))
def test_a_query_is_cut_between_characters(text):
    short = cut_query(text)
    assert text.startswith(short)
    assert len(short.encode()) <= QUERY_BYTES
    assert short == text or len(short.encode()) > QUERY_BYTES - 4


@given(st.text())
def test_a_cut_query_can_be_stored_whatever_was_asked(text):
    assert len(cut_query(f"\ud800{text}" * 50).encode()) <= QUERY_BYTES
