"""Who holds a role of which somebody has one: a manager, a maths tutor, a landlord. Pure, and without a parser.

A wrong match retires somebody who still holds it. So a role counts only where one person has it, the value is a
person's name and nothing else, and the two names are of two people.
"""

from __future__ import annotations

import re

from ..grammar.lexicon import PEOPLE, word_set
from .shapes import DAYS

# Whom somebody has one of in a matter, which the word in front names: "maths tutor", "line manager". Of teachers,
# coaches, trainers, doctors, lawyers and editors one has several at once.
_ROLES = (
    r"supervisor|promotor|manager|boss|tutor|adviser|advisor|mentor|case ?worker|social worker|key worker|registrar"
    r"|accountant|bookkeeper|solicitor|therapist|physio|physiotherapist|counsell?or|psychologist|midwife"
    r"|health visitor|dentist|gp|vet|optician|hairdresser|barber|landlord|landlady|childminder|nanny|cleaner|gardener"
    r"|accompanist|goalkeeper|captain|deputy|successor|next of kin|emergency contact"
)
# "other tutor", "former boss": said of the one beside, or of the one before.
_BESIDE = (
    r"other|second|third|first|another|former|old|previous|past|next|future|ex|late|temporary|interim|stand|deputy|"
    r"assistant|acting|best|favou?rite|preferred|default|current|new|private|own"
)
ROLE = rf"(?:(?!(?:{_BESIDE})[ -])[a-z]+[ -])?(?:{_ROLES})"
_A_ROLE = re.compile(ROLE, re.IGNORECASE)

_TITLES = word_set("prof professor doctor dr mr mrs ms miss sir dame father sister frau herr")
_PARTICLES = word_set("van von de der den di da du del la le al el bin ibn ter ten")
_WORD = re.compile(r"[\w'-]+\.?")
# "Hill Surgery" is where one goes, and no one's name.
_PLACES = word_set(
    "surgery practice clinic hospital centre center group health dental ltd limited inc llc gmbh company agency trust "
    "associates partners partnership college university school council bank house road street lane services team"
)
# What somebody is, though it begins with a capital.
_DEMONYMS = word_set(
    "american argentinian australian austrian bangladeshi belgian brazilian british bulgarian canadian catalan chilean "
    "chinese colombian croatian cuban czech danish dutch egyptian english estonian ethiopian finnish french german "
    "ghanaian greek hungarian icelandic indian indonesian iranian iraqi irish israeli italian jamaican japanese kenyan "
    "korean latvian lebanese lithuanian malaysian mexican moroccan nepali nigerian norwegian pakistani peruvian "
    "filipino polish portuguese romanian russian scottish serbian slovak slovenian somali spanish swedish swiss syrian "
    "thai tunisian turkish ukrainian vietnamese welsh african asian european catholic protestant muslim jewish hindu "
    "buddhist sikh"
)


def is_role(slot: str) -> bool:
    """Whether a slot is a role that somebody holds."""
    return _A_ROLE.fullmatch(slot) is not None


def has_one(subject: str) -> bool:
    """Whether a subject, in its own letters, is one person, who has one holder of a role: "The user", "Ann Lee", "Ann's
    son". A clinic, a team and the children have several."""
    owner, _, kin = subject.rpartition("'s ")
    if owner:
        return kin.lower() in PEOPLE and has_one(owner)
    return subject.lower() == "the user" or all(word[:1].isupper() for word in subject.split())


def is_holder(value: str) -> bool:
    """Whether a value, in its own letters, is a person's name and nothing else."""
    if not all(map(_WORD.fullmatch, value.split())) or not (names := _names(value)):
        return False
    return all(name[0].isupper() for name in names) and not (_PLACES | _DEMONYMS | DAYS) & {
        name.lower() for name in names
    }


def may_be_one(one: str, other: str) -> bool:
    """Whether two values can name one person: "Lund", "Dr Lund", "D. Lund", "Dana Lund"."""
    left, right = ({name.lower() for name in _names(value) if len(name) > 1} for value in (one, other))
    return left <= right or right <= left


def are_one_person(one: str, other: str) -> bool:
    """Whether two subjects call one person so: Emil, and the user's son Emil. The user's nephew Emil is another."""
    if one.lower() == other.lower():
        return True
    left, right = map(_KIN_BY_NAME.match, (one, other))
    names = {found["name"] if found else whole for found, whole in ((left, one), (right, other))}
    return (left is None) != (right is None) and len(names) == 1


_KIN_BY_NAME = re.compile(rf"^(?:[Tt]he user|[A-Z][\w-]*)'s (?:{'|'.join(sorted(PEOPLE))}) (?P<name>[A-Z][\w-]*)$")


def _names(value: str) -> list[str]:
    """The words of a name without its titles and particles."""
    words = (word.rstrip(".") for word in value.split())
    return [word for word in words if word.lower() not in _TITLES | _PARTICLES]
