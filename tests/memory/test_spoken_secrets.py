"""What people say of their passwords, PINs and codes: what is one is masked, and what is said about them stays."""

from __future__ import annotations

import pytest

from memory.redaction import mask


@pytest.mark.parametrize(
    "text,secret",
    [
        ("the API key for Mistral is IQqAzWOhsZvEhZ1i0mPWMM8d7RoA9bDT", "IQqAzWOhsZvEhZ1i0mPWMM8d7RoA9bDT"),
        ("The password for this server is Tulip!Rain72", "Tulip!Rain72"),
        ("Das Passwort für Christian ist Tulip!Rain72", "Tulip!Rain72"),
        ("The password for the guest-network is Tulip!Rain72", "Tulip!Rain72"),
        ("The password for Chris's desktop was Tulip!Rain72", "Tulip!Rain72"),
    ],
)
def test_a_password_is_told_behind_a_whole_word(text, secret):
    masked = mask(text)
    assert masked.secrets == 1
    assert secret not in masked.text


@pytest.mark.parametrize(
    "text",
    [
        "The password for Christian has 12 characters.",
        "The API key for Mistral lists 30 models.",
        "Das Passwort für Liste12 war zu lang.",
        "A password for the guest-network2 exists.",
    ],
)
def test_no_part_of_a_word_tells_a_password(text):
    assert mask(text).secrets == 0
