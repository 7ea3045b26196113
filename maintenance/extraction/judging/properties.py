"""What a fact is about and which properties it tells, under names that rivals share.

Most names are words of the sentence: the verb, the thing. A slot ("employer") and a group of states that exclude each
other ("single", "married") have one name, so that facts meet that share no word but the subject's.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from django.conf import settings

from memory.language import AUTO, ENGLISH, chosen

from ..grammar import claims
from ..grammar.alignment import key
from ..grammar.readings import Statement
from ..types import Told
from . import changes, jobs, occupations, offices, out_of_work, slots

# Under which a question for somebody's job finds it. It is no slot: who is a nurse may be a gardener as well.
LINE_OF_WORK = "line of work"


def properties_of(content: str) -> tuple[Told, ...]:
    """What a third-person sentence tells of whom, each property once. Nothing for another language than English, and
    none but its slot where the parser's package is missing."""
    if chosen(AUTO, content) is not ENGLISH:
        return ()
    found: dict[tuple[str, str], Told] = {}
    slot = slots.slot_of(content)
    if slot is not None:
        subject = re.sub(r"^the ", "", slot.subject)
        found[subject, slot.name] = Told(subject, slot.name, slot.value)
    if (worker := jobs.whose(content) or out_of_work.whose(content)) is not None:
        subject = re.sub(r"^the ", "", worker)
        found.setdefault((subject, "employer"), Told(subject, "employer", content))
    if (work := occupations.line_of_work(content)) is not None:
        subject = re.sub(r"^the ", "", work[0])
        found[subject, LINE_OF_WORK] = Told(subject, LINE_OF_WORK, work[1])
    if (office := offices.told_of(content)) is not None:
        found.setdefault((office.subject, office.name), office)
    try:
        claims.language(settings.MEMORY_SPACY_MODEL)
    except OSError:
        return tuple(found.values())
    for statement in claims.reading_of(content).statements:
        for subject, name in _named(statement):
            found.setdefault((subject, name), Told(subject, name, statement.text))
    return tuple(found.values())


def _named(statement: Statement) -> Iterator[tuple[str, str]]:
    if not statement.subject:
        return
    subject = " ".join(statement.subject)
    heads = [key(word.lemma) for word in statement.words if word.is_head and word.role != "time"]
    for name in (key(statement.verb.split()[0]), *heads, *changes.rivals(statement)):
        yield subject, name
    if statement.verb == "move in" and "user" in statement.heads("with"):
        yield "user", changes.HOME  # who lived alone does not any more
    if len(statement.subject) > 1:
        # "Yara's passport" is a property of Yara, too.
        yield from ((statement.subject[0], name) for name in (*map(key, statement.subject[1:]), *heads))
        yield from ((" ".join(statement.subject[:-1]), key(statement.subject[-1])),)
