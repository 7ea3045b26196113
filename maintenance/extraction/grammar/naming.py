"""What kind of thing a name in a fact is, by the words beside it: a small model takes Porto and Redis for people."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from itertools import islice

from .lexicon import KIN, PEOPLE, PETS, TIMES

# A turn may say one name thousands of times. Chosen: the longest words that tell of it fit into so many characters.
BESIDE = 120
MOST_LOOKED_AT = 200  # times that one text says the name; chosen
_BESIDE = r"(?<![\w'-]){name}(?!\w)"
# "Moved to Porto", "a flight from Porto", "lives near Porto".
_GOING = re.compile(
    r"\b(?:live|lives|lived|living|move|moves|moved|moving|stay|stays|stayed|staying|born|fly|flies|flew|flying|flight"
    r"|travel\w*|trip|train|drive|drives|drove|commut\w+|holiday|weekend|home|house|flat|apartment)"
    r"(?: [a-z]+){0,2} (?:in|to|from|near) $",
    re.I,
)
# "Uses Redis", "runs on Nomad", "switched from Jenkins to Redis".
_TOOL = re.compile(
    r"\b(?:use|uses|used|using|install|installs|installed|deploy|deploys|deployed|upgrade|upgraded|migrate|migrated"
    r"|migrating|run|runs|running|written|programs?|codes?|switched)(?: [a-z]+){0,2}(?: (?:on|to|from|in|with))? $",
    re.I,
)
# "Uses Neovim", "switched from Jenkins": nobody uses a town, but much is run, written and deployed in one.
_USING = re.compile(r"\b(?:uses?|used|using|installs?|installed|switched (?:from|to)) $", re.I)
# "Sold the Golf.", "the Dyson is fine": nobody's name has an article, and "the Hale account" names an account.
_THE = re.compile(r"\bthe $", re.I)
_STANDS_ALONE = re.compile(
    r"$|[.,;:!?)\n]| (?:is|was|has|had|will|needs|died|broke|in|on|at|to|for|from|with|and|or|but|again|yesterday)\b"
)
_KIN = re.compile(rf"\b(?:{'|'.join(sorted(map(re.escape, PEOPLE | PETS), key=len, reverse=True))}),? $", re.I)

# "Thiago went home", "Thiago's mother": what no place does or has.
_DOING = re.compile(
    r"(?:['’]s (?:mother|father|mum|mom|dad|wife|husband|son|daughter|sister|brother|partner|birthday|teacher|boss)\b"
    r"| (?:is |has |will |cannot |does not )?(?:went home|says?|said|thinks?|wants?|told|gives?"
    r"|gave|brings?|bringing|works?"
    r"|worked|plays?|likes?|loves?|hates?|quit|retired|drives?|teaches|cooks?|swims?|moved in|moved out|helps|babysits"
    r"|allergic|vegetarian|vegan|pregnant|married)\b)"
)
# "On the old NAS", "the NAS died": a thing in the house.
_AT_HAND = re.compile(r"\b(?:on|onto) (?:the user's|the|an?|my|our|their|his|her)(?: [a-z]+)? $", re.I)
_FAILING = re.compile(r" (?:died|crashed|broke|failed|is full|is broken|was replaced|is dead)\b")

_KIN_OR_PET = "|".join(sorted(map(re.escape, KIN | PETS), key=len, reverse=True))
_INTRODUCED = re.compile(
    rf"(?:['’]s?|\b[Aa]n?|\b[Tt]he) (?:[a-z]+ )?(?:{_KIN_OR_PET})"
    rf",?(?: called| named)? (?P<name>[A-Z][\w'-]*[a-z])(?!\w)"
)


def introduced(content: str) -> list[str]:
    """Names of relatives and pets that a fact gives: "the user's cat Miso", "a son called Finn"."""
    found = (one["name"].removesuffix("'s") for one in _INTRODUCED.finditer(content))
    return [name for name in found if name.lower() not in TIMES]


def kind_by_all(texts: Iterable[str], name: str, guessed: str) -> str:
    """The entity type of `name` by all that is said of it: what most of the texts tell that speak against the guess."""
    told = Counter(kind for text in texts if name in text and (kind := kind_of(text, name, guessed)) != guessed)
    return told.most_common(1)[0][0] if told else guessed


LEAST_TOLD = 2  # facts that speak against a kind that is known, before it is revised; chosen
_KINDS = ("person", "location", "organization", "other")


def kind_told(facts: Iterable[str], name: str, known: str) -> str:
    """The entity type of `name`, `known` as one: another where several facts tell so, and more than tell this one."""
    told: Counter[str] = Counter()
    for fact in facts:
        if name in fact:
            told.update({kind for guess in _KINDS if (kind := kind_of(fact, name, guess)) != guess})
    kind, times = told.most_common(1)[0] if told else (known, 0)
    return kind if times >= LEAST_TOLD and times > told[known] else known


def kind_of(content: str, name: str, guessed: str) -> str:
    """The entity type of `name` in the fact or turn `content`, of which a model `guessed`: another where the words
    beside it tell so, else the guess."""
    if guessed not in ("person", "location", "organization", "other"):
        return guessed
    for found in islice(re.finditer(_BESIDE.format(name=re.escape(name)), content), MOST_LOOKED_AT):
        start, end = found.span()
        before = content[max(start - BESIDE, 0) : start]
        if _KIN.search(before):
            return "person"
        if guessed == "location" and _DOING.match(content, end):
            return "person"
        if guessed == "organization" and name.isupper() and (_AT_HAND.search(before) or _FAILING.match(content, end)):
            return "other"
        if guessed != "location" and _GOING.search(before):
            return "location"
        if guessed == "person" and (_TOOL.search(before) or _has_article(before, content, end)):
            return "other"
        if guessed == "location" and _USING.search(before):
            return "other"
    return guessed


def _has_article(before: str, content: str, end: int) -> bool:
    return _THE.search(before) is not None and _STANDS_ALONE.match(content, end) is not None
