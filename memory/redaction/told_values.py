"""Whether a word that stands where a password or a key is told is one, by its letters, figures and signs. Pure."""

from __future__ import annotations

import re

from .said_of_passwords import DESCRIBES, says_of_one
from .stand_ins import is_stand_in

_SIGNED = frozenset("!@#$&*+=^~")
_OF_PROGRAMS = frozenset("(){}[]<>%")
# "8文字以上", "8자 이상": how many signs, and nothing of another script behind it.
_COUNTED = re.compile(r"\d{1,3}(?:-[a-z]+|(?:文字|字|桁|位|个|個|자|글자|日|天|年|月|回|次|일)[^\dA-Za-z]*)")
_DATE = re.compile(r"(?:19|20)\d\d-\d\d-\d\d(?!\d)")  # "password changed: 2024-05-01"


def is_spoken(value: str) -> bool:
    """Whether a word that stands where a password is told is one: it has a digit or a sign among letters, or is a
    word that says nothing of passwords. A variable, a call of a program or a row of stars is none."""
    value = value.rstrip(".,;:!?)=\"'`”»")
    if not _may_be_one(value) or _COUNTED.fullmatch(value):
        return False
    return any(map(str.isdigit, value)) or not _SIGNED.isdisjoint(value)


def is_word(value: str) -> bool:
    value = value.rstrip(".,;:!?)\"'`”»")
    return _may_be_one(value) and not DESCRIBES.fullmatch(value)


def _may_be_one(value: str) -> bool:
    if (
        len(value) < 4
        or value[0] == "$"
        or _DATE.match(value)
        or not _OF_PROGRAMS.isdisjoint(value)
        or is_stand_in(value)
        or says_of_one(value.lower())
    ):
        return False
    return any(map(str.isalnum, value))


# A capital inside a word, or a word with a year or the like behind it: "gH7tisch", "Sommer2024".
_CAPITAL_INSIDE = re.compile(r"[a-z0-9][A-Z]|^[A-Z][a-z]+\d{2,}$")
_PRICE = re.compile(r"(?i:(?:us|nz|hk|mx|chf|[acrs]{1,2})?(?:\$\d[\d.,]*|\d[\d.,]*\$)(?:/[a-z]{1,10})?)")
_OF_COMPUTING = re.compile(r"(?i:base|utf|sha|aes|bip|windows|python|argon)-?\d+")


def is_mixed(value: str) -> bool:
    """Whether a word is a password even where nothing says that it is told: figures with signs or capitals."""
    value = value.rstrip(".,;:?)\"'`”»")
    if len(value) < 6 or not is_spoken(value) or _OF_COMPUTING.fullmatch(value) or _PRICE.fullmatch(value):
        return False
    has_both = any(map(str.isdigit, value)) and any(map(str.isalpha, value))
    return has_both and (not _SIGNED.isdisjoint(value) or _CAPITAL_INSIDE.search(value) is not None)


def is_signed(value: str) -> bool:
    """… in a language whose words are not known: letters, figures, and a sign between them. An address is none."""
    value = value.rstrip(".,;:?)\"'`”»")
    is_of_all = any(map(str.isdigit, value)) and re.search("[A-Za-z]", value) and _SIGN_INSIDE.search(value)
    return len(value) > 7 and bool(is_of_all) and _may_be_one(value) and not _NO_PASSWORD.search(value)


_SIGN_INSIDE = re.compile(r"[^\W_][!#$&*^~@+=]+[^\W_]")
# An address, and what programs and ways to log in are called: "OAuth2+PKCE".
_NO_PASSWORD = re.compile(
    r"@[\w-]+\.[A-Za-z]|://|(?<![A-Za-z\d])"
    r"(?i:(?:oauth|saml|fido)\d?|ldap|kerberos|sso|passkey|pkce|2fa|totp|oidc|c\+\+)(?![A-Za-z\d])"
)


def is_login(value: str) -> bool:
    return len(value) > 7 and is_mixed(value) and not (_NO_PASSWORD.search(value) or _OF_COMPUTING.match(value))


def is_network_key(value: str) -> bool:
    is_drawn = sum(map(str.isdigit, value)) > 1 or is_mixed(value)
    return is_drawn and is_spoken(value) and not (_OF_COMPUTING.match(value) or _NO_PASSWORD.search(value))


def is_key(value: str) -> bool:
    return any(map(str.isdigit, value)) and any(map(str.isalpha, value))


def is_mixed_key(value: str) -> bool:
    return is_key(value) and any(map(str.isupper, value)) and any(map(str.islower, value))
