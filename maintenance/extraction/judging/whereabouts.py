"""Whether two things that something "is on", "in" or "at" are of one kind, so that one can take the other's place.

Who is on holiday is on the billing team still, and a car in the garage is in Ella's name: one preposition serves for
many properties. A team takes a team's place, a tariff a tariff's, one town or firm another's. What somebody is on by a
bare word may be a medicine, of which one has several; so there both must be known fields of work, or passing states.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from enum import StrEnum

from memory.language.en.change_words import VISITED

from ..grammar.alignment import Sort, sorts
from ..grammar.lexicon import PEOPLE, PETS, word_set
from ..grammar.readings import Statement, Word


class _Being(StrEnum):
    NAME = "name"  # "at Arup"
    FIELD = "field"  # "on backend"
    PASSING = "passing"  # "on holiday"
    BARE = "bare"  # "on sertraline", "in debt"
    PLACE = "place"  # "in the garage"


# What somebody or something is part of, or has, as long as it does not change: each line takes its own place alone.
_BELONGING = {
    word: line
    for line in (
        "plan tariff subscription tier package edition licence license",
        "team squad crew",
        "shift rota",
        "committee board council jury",
        "project course programme program",
        "diet",
        "medication medicine treatment pill tablet",
        "list",
        "budget",
        "contract payroll",
        "name",
        "band choir orchestra club party union army navy",
        "relationship marriage",
        "year grade class form",
    )
    for word in line.split()
}
# What passes within hours or months, and changes nothing of what holds besides.
_PASSING = word_set(
    "holiday vacation leave sabbatical break trip tour honeymoon call phone duty train bus plane ferry flight way road "
    "move run walk strike standby night meeting home work hospital hospice bed labour labor quarantine isolation rehab "
    "therapy recovery remission surgery theatre transit lunch dinner breakfast court jail prison detention mourning "
    "maintenance mode repair review test testing qa fire hold loan order display sale backorder stock use "
    "progress service"
)
_FIELDS = word_set(
    "backend frontend fullstack mobile infra infrastructure platform data security qa support ops devops operation "
    "billing payment search growth design marketing sale account accounting accounts finance procurement purchasing "
    "legal logistics research engineering hr it pr reception till "
    "production testing development checkout onboarding integration identity core web ios android analytics "
    "customer product content editorial admin administration days nights day night early late datum"
)
# What is on a product, not on a medicine: "the team is on Slack".
_RUNNING = word_set(
    "team company firm office group department server site website app service project repo repository database db "
    "backend frontend ci pipeline staging production prod laptop phone computer pc mac router tv build docs wiki blog "
    "shop store standup meeting call class course workshop lesson ticket"
)


def may_take_its_place(new: Statement, given: Sequence[Word], old: Statement, had: Sequence[Word]) -> bool:
    """Whether the value `given` is of the kind of `had`, where both say what something is on, in or at."""
    roles = {word.role for word in given}
    if "be" not in (new.verb, old.verb) or not roles <= _ROLES or Sort.WORD not in sorts(given):
        return True
    heads = [
        [word for word in one.words if word.role in roles and word.is_head and not word.of] for one in (new, old)
    ]  # fmt: skip
    lemmas = [{word.lemma for word in words} for words in heads]
    if lemmas[0] & lemmas[1]:
        return True  # "the design team", "the payments team"
    groups = [{_BELONGING[lemma] for lemma in of if lemma in _BELONGING} for of in lemmas]
    if any(groups):
        return groups[0] == groups[1]
    kinds = [{_kind(word, one) for word in words} for one, words in zip((new, old), heads, strict=True)]
    return kinds[0] == kinds[1] and not (_Being.BARE in kinds[0] and _may_be_alive(new, roles))


_ROLES = frozenset(("on", "in", "at"))


def _kind(word: Word, of: Statement) -> _Being:
    is_alive, said = _may_be_alive(of, {word.role}), re.escape(word.lemma)
    if is_alive and word.lemma in _FIELDS:
        return _Being.FIELD
    if is_alive and word.lemma in _PASSING | VISITED:
        return _Being.PASSING
    if re.search(rf"\b{word.role} {_DETERMINER} (?:[\w-]+ ){{0,3}}{said}", of.text, re.I):
        is_named = re.search(rf"\bthe (?:[A-Z][\w-]* )*{said.title()}", of.text) is not None
        return _Being.NAME if is_named else _Being.PLACE
    if word.lemma in _PASSING:
        return _Being.PASSING
    if re.search(rf"\b{word.role} [A-Z]", of.text):
        # "At Oakfield primary", and "on Ritalin": a name, and perhaps of a medicine.
        return _Being.BARE if is_alive and word.role == "on" else _Being.NAME
    return _Being.BARE


_DETERMINER = r"(?:an?|the|my|our|your|his|her|their|its|\w+['’]s?)"


def _may_be_alive(statement: Statement, roles: Collection[str]) -> bool:
    """Whether it may be somebody, who may be "on" a medicine. Not every name is known as one."""
    *_, last = statement.subject
    if "on" in roles:
        return last not in _RUNNING
    return last == "user" or last in PEOPLE | PETS or (statement.is_name and "user" not in statement.subject)
