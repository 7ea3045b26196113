"""What the search for secrets in a store's bytes takes for one."""

from torture.secrecy import Pasted


def test_a_code_is_told_from_a_moments_microseconds_and_found_where_it_was_said():
    said = "(Your one-time code is 482913)"
    (needle,) = Pasted("code once", said, "Your one-time code is 482913", "482913").pieces
    assert needle not in b"2026-12-01 12:03:56.482913"
    assert needle in said.encode()


def test_a_longer_secret_is_found_whole_and_by_its_ends():
    whole = "0123456789abcdef-ghij-klmnopqrstuvwxyz"
    assert Pasted("key", whole, whole, whole).pieces == {whole.encode(), whole[:16].encode(), whole[-16:].encode()}
