"""What kind of thing a name in a fact is, by the words beside it: a small model takes Porto and Redis for people."""

from __future__ import annotations

import re

from .lexicon import KIN, PEOPLE, PETS, TIMES

_BESIDE = r"(?<![\w'-]){name}(?!\w)"
# "Moved to Porto", "a flight from Porto", "lives near Porto".
_GOING = (
    r"\b(?:live|lives|lived|living|move|moves|moved|moving|stay|stays|stayed|staying|born|fly|flies|flew|flying|flight"
    r"|travel\w*|trip|train|drive|drives|drove|commut\w+|holiday|weekend|home|house|flat|apartment)"
    r"(?: [a-z]+){0,2} (?:in|to|from|near) "
)
# "Uses Redis", "runs on Nomad", "switched from Jenkins to Redis".
_TOOL = (
    r"\b(?:use|uses|used|using|install|installs|installed|deploy|deploys|deployed|upgrade|upgraded|migrate|migrated"
    r"|migrating|run|runs|running|written|programs?|codes?|switched)(?: [a-z]+){0,2}(?: (?:on|to|from|in|with))? "
)
_KIN = re.compile(rf"\b(?:{'|'.join(sorted(map(re.escape, PEOPLE | PETS), key=len, reverse=True))}),? $", re.I)


_KIN_OR_PET = "|".join(sorted(map(re.escape, KIN | PETS), key=len, reverse=True))
_INTRODUCED = re.compile(
    rf"(?:['’]s?|\b[Aa]n?|\b[Tt]he) (?:[a-z]+ )?(?:{_KIN_OR_PET})"
    rf",?(?: called| named)? (?P<name>[A-Z][\w'-]*[a-z])(?!\w)"
)


def introduced(content: str) -> list[str]:
    """Names of relatives and pets that a fact gives: "the user's cat Miso", "a son called Finn"."""
    found = (one["name"].removesuffix("'s") for one in _INTRODUCED.finditer(content))
    return [name for name in found if name.lower() not in TIMES]


def kind_of(content: str, name: str, guessed: str) -> str:
    """The entity type of `name` in the fact `content`, of which a model `guessed`: another where the words beside it
    tell so, else the guess."""
    if guessed not in ("person", "location", "organization", "other"):
        return guessed
    for found in re.finditer(_BESIDE.format(name=re.escape(name)), content):
        before = content[: found.start()]
        if _KIN.search(before):
            return "person"
        if guessed != "location" and re.search(f"{_GOING}$", before, re.I):
            return "location"
        if guessed == "person" and re.search(f"{_TOOL}$", before, re.I):
            return "other"
    return guessed
