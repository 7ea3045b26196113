"""Of which property of whom a short English question asks, under the names that facts are kept by. Pure.

"Where do I work?" has one word in common with every evening at work, and none with "I'm at Kelpie Studio now". What
somebody has one of at a time (a home, an employer, an age) is kept by its name, so that it can be asked for by it.
"""

from __future__ import annotations

import re

from ..base import AskedProperty

MOST_CHARACTERS = 80
_NOW = r"(?:,? (?:now|again|currently|these days|at the moment|right now|nowadays))*"
_ADVERB = r"(?:(?:now|currently|actually|still) )?"
_WHO = r"(?P<who>i|we|(?:my|our) [a-z]{2,20}(?: [A-Z][a-z]+)?|[A-Z][\w'-]+(?: [A-Z][\w'-]+)?)"
_WHOSE = r"(?P<who>my|our|(?:my|our) [a-z]{2,20}(?: [A-Z][a-z]+)?['’]s|[A-Z][\w-]+(?: [A-Z][\w-]+)?['’]s)"
_OPENING = r"(?:(?:and|so|but|hey|ok|okay|sorry|remind me|tell me),? )?"
_JOB = ("employer", "occupation", "line of work", "job", "job title", "profession")
_TABLE = (
    (("home",), rf"where (?:do|does|am|is|are) {_WHO} {_ADVERB}(?:live|living|based)"),
    (("home",), rf"(?:what|which) (?:city|town|village|country|place|area|part of town) (?:do|does) {_WHO} live in"),
    (("home", "address", "home address"), rf"what(?:['’]s| is) {_WHOSE} (?:current |new |home |postal )*address"),
    (("employer",), rf"where (?:do|does|am|is|are) {_WHO} {_ADVERB}(?:work|working|employed)"),
    (("employer",), rf"(?:who|which company|what company|which firm) (?:do|does) {_WHO} {_ADVERB}work for"),
    (("employer",), rf"who(?:['’]s| is) {_WHOSE} (?:current |new )?employer"),
    (
        _JOB,
        rf"what (?:do|does) {_WHO} {_ADVERB}do (?:for (?:a living|work|a job)|at work|professionally)",
    ),
    (
        _JOB,
        rf"what(?:['’]s| is) {_WHOSE} (?:current |new )?(?:job|occupation|profession|job title)",
    ),
    (_JOB, rf"what (?:kind|sort|line|type) of (?:work|job) (?:do|does) {_WHO} {_ADVERB}(?:do|have)"),
    (_JOB, rf"what(?:['’]s| is) {_WHOSE} line of work"),
    (_JOB, rf"what does {_WHO} do"),
    (("birthday", "date of birth"), rf"when(?:['’]s| is| was) {_WHOSE} birthday"),
    (("birthday", "date of birth", "birth year"), rf"when (?:was|am) {_WHO} born"),
    (("age",), rf"how old (?:am|is|are) {_WHO}"),
)
_ASKS = tuple(
    (names, re.compile(rf"^{_OPENING}{pattern}{_NOW}\??$", re.IGNORECASE)) for names, pattern in _TABLE
)  # fmt: skip
# A verb is kept as well, with all that it was said of: "drives to work" is no employer.
_TOLD_BY_VERB = {
    "home": (("live", "lives in "), ("live", "lives at "), ("live", "is living in ")),
    "employer": (("work", "works at "), ("work", "works for "), ("work", "is working at "), ("work", "works as ")),
}
_ASKER = frozenset("i we my our".split())


def asked_properties(prompt: str) -> tuple[AskedProperty, ...]:
    """Empty of a prompt that asks for no such property. Whose it is, is empty for who asks."""
    text = prompt.strip()
    if len(text) > MOST_CHARACTERS:
        return ()
    for names, pattern in _ASKS:
        if found := pattern.match(text):
            wanted = [(name, "") for name in names] + [verb for name in names for verb in _TOLD_BY_VERB.get(name, ())]
            return tuple(AskedProperty(owner, *one) for owner in _owners(found["who"]) for one in wanted)
    return ()


def _owners(who: str) -> tuple[str, ...]:
    """As facts name them: Priya; the asker's sister, by both forms that they are kept in."""
    plain = re.sub(r"['’]s$", "", who).lower()
    if plain in _ASKER:
        return ("",)
    if (mine := re.match(r"(?:my|our) (.+)", plain)) is not None:
        return (f"user's {mine[1]}", f"user {mine[1]}")
    return (plain,)
