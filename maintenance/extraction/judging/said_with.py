"""What was said together with a new fact, and what that makes of an older one.

"Karim left, Elif is our product manager now": the fact of Elif alone does not say that Karim is it no longer, but
whoever said it named Karim beside her. A value that the turn names and the new fact does not, for the same property of
the same subject, is the one that holds no longer. "I misread it, …" says of what follows that what was told before was
wrong.
"""

from __future__ import annotations

import re
from dataclasses import replace

from memory.language import AUTO, ENGLISH, chosen
from memory.language.en.change_words import GATHERING, LIKING, ONE_AT_A_TIME, PLANNING
from memory.language.porter import stem

from ..grammar.alignment import (
    Sort,
    complements,
    everything,
    heads,
    is_hour,
    is_number,
    is_one_of_many,
    is_when,
    key,
    keys,
    sorts,
    weekdays,
    when_it_was,
    who,
)
from ..grammar.lexicon import PEOPLE
from ..grammar.readings import Reading, Statement, Word
from ..types import Verdict
from . import table
from .contrasts import mistaken
from .offices import LEADERS

# Characters of talk that are looked at around a fact: some three sentences. With 150 and with 600 the stories' build
# half learns and answers the same.
LONGEST = 300
_SENTENCE = re.compile(r"(?<=[.!?…])\s+|\n+")
_CLAUSE = re.compile(r"[.!?…;:,()\n–—]+\s|\n|\s(?:and|but|so|because|while|which|who|where|when|if|that)\s")
_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)?")
# Said of what the speaker told before, not of the world.
_CORRECTING = re.compile(
    r"\b(?:correction|typo|misprint|misspoke|mis(?:read|heard|remembered|took|typed)|my mistake|i was wrong|i meant"
    r"|i (?:got|had|gave|told|wrote|said|put)\b.{0,30}\bwrong\b"
    r"|(?:swapped|transposed|mixed up) (?:the|two|those|my|a couple of) (?:digits|numbers|figures|letters)"
    r"|\bwrong (?:number|day|date|name|time|room|address|one|year)"
    r"|mixed (?:it|that|them|those|this|the \w+|my \w+)? ?up|confused (?:it|that|them)|made a mistake)\b",
    re.I,
)
_FOUND_OUT = re.compile(r"\b(?:after all|turn(?:s|ed)? out|actually|in fact)\b", re.I)
_MIND = re.compile(r"\bchang(?:e|ed|ing) (?:my|her|his|their|our|its) minds?\b", re.I)
_REPLACED = Verdict("updates", "the talk names what it takes the place of")


def around(content: str, turn: str) -> str:
    """The sentence of the turn that has most of the fact's words, and the one before it; the turn where it is short."""
    turn = turn.strip()
    sentences = [part for part in _SENTENCE.split(turn) if part]
    if len(turn) <= LONGEST and len(sentences) <= 2:
        return turn
    words = _words(content)
    best = max(range(len(sentences)), key=lambda at: len(words & _words(sentences[at])), default=0)
    return " ".join(sentences[max(best - 1, 0) : best + 1])[-LONGEST:]


def judge(new: Reading, old: Reading, talk: str) -> Verdict | None:
    """What the new fact says of the older one, seen that it was said in this talk; None where that adds nothing."""
    corrected = _CORRECTING.search(talk) is not None
    minded = _MIND.search(talk) is not None
    changed = minded or tells_of_change(talk)
    if not (corrected or changed):
        return None
    if _are_two_occasions(new, old):
        return None
    named = _changed(talk) - new_words(new)
    for told_before in old.statements:
        if told_before.is_past or not told_before.subject:
            continue
        if corrected and (found := mistaken(new, told_before, corrected=True)) is not None:
            return found
        for statement in new.statements:
            if (found := _denied(statement, told_before, wrong=corrected or bool(_FOUND_OUT.search(talk)))) is not None:
                return found
            if (
                changed
                and not _is_gone_elsewhere(told_before, talk)
                and (found := _replaced(statement, told_before, named, minded=minded)) is not None
            ):
                return found
    return None


@table.DENIED_IN_TALK.decides
def _denied(new: Statement, old: Statement, *, wrong: bool) -> Verdict | None:
    """ "Is not vegan", said with "I misspoke" or with a sign of change."""
    if not _is_denial(new, old):
        return None
    return Verdict("corrects", "it was a mistake") if wrong else Verdict("updates", "it holds no longer")


@table.REPLACED_IN_TALK.decides
def _replaced(new: Statement, old: Statement, named: frozenset[str], *, minded: bool) -> Verdict | None:
    """ "Elif is the user's product manager", said with "Karim left"."""
    return _REPLACED if _takes_its_place(new, old, named, minded=minded) else None


def _changed(talk: str) -> frozenset[str]:
    """What the clauses name that have a sure sign of a change themselves: of "Karim left, Elif is in Rome", Karim."""
    return _keys(" ".join(clause for clause in _CLAUSE.split(talk) if _sign(clause) == "telling"))


def _is_gone_elsewhere(old: Statement, talk: str) -> bool:
    """ "No longer use Firefox at home" beside "uses Firefox at work"."""
    where = keys(word for word in old.heads("at", "for", "in") if not is_when(word))
    clauses = (clause for clause in _CLAUSE.split(talk) if _sign(clause) == "telling")
    there = _keys(" ".join(found["where"] for clause in clauses for found in _WHERE.finditer(clause)))
    return bool(where and there) and there.isdisjoint(everything(old))


_WHERE = re.compile(r"\b(?:at|for|in) (?:(?:the|my|our) )?(?P<where>[a-z][\w'-]{1,30})")


def tells_of_change(talk: str) -> bool:
    """Whether the talk has a sign that something is otherwise than it was."""
    return _sign(talk) is not None


def is_said_besides(content: str, talk: str) -> bool:
    """Whether the clause of the talk that tells the new fact says that it is so besides: "… as well", "also has …". The
    fact itself leaves that out."""
    words = _words(content)
    nearest = max(_CLAUSE.split(talk), key=lambda said: len(words & _words(said)))
    return _AS_WELL.search(nearest) is not None


# "Also, the gym is in Oak Street now" opens what is said next.
_AS_WELL = re.compile(r"\w also\b|\b(?:too|as well)\W{0,3}$", re.I)
# What began, beside the signs of an end. "Has got" is "has", and "New York" is not new.
_CAME_ABOUT = re.compile(
    r"\b(?:again|new|came back|(?:has|have) (?:come|grown)|(?<!has )(?<!have )(?<!'s )got"
    r"|got (?:engaged|married|divorced)|became|become"
    r"|turn(?:s|ed) \d+|started|began|begun|(?<!is )(?<!was )(?<!'s )(?<!are )married|joined|graduated|gave birth"
    r"|had (?:(?:a|the|her|his|their) )?(?:bab(?:y|ies)(?! shower)|twins|birthday)"
    r"|(?:went|gone) (?:up|down)|[Cc]urrently)\b"
)
# Read as verbs these tell of a change, and here they rather say how or where somebody is.
_HOW_IT_IS = re.compile(r"\b(?:close (?:to|by)|shifts?|left[- ]hand\w*|double|cuts?|sells?|fixed|lower)\b", re.I)
# Who did it together opens one clause: "Priya and Dev got engaged".
_TOGETHER = re.compile(r"((?:^|[.!?…;] )\w+) and ")
_OPENING = r"(?:(?:oh|well|btw|yes|no|hey|since|now|then|apparently|i (?:heard|think)|by the way)\W+){0,2}"


def with_its_sign(verdict: Verdict, content: str, talk: str = "") -> Verdict:
    """The verdict on a new fact with whether the fact, or the talk that it was said in, tells of a change of those whom
    the fact is of. What decides by an event tells of one always; of other languages a model's word is taken."""
    if verdict.rule and verdict.rule not in table.BY_VALUE:
        return verdict
    if chosen(AUTO, content) is not ENGLISH:
        return replace(verdict, tells_of_change=verdict.kind == "updates")
    return replace(verdict, tells_of_change=has_its_sign(content, talk))


def has_its_sign(content: str, talk: str = "") -> bool:
    """Whether an English fact, or the talk that it was said in, tells of a change of those whom the fact is of."""
    first = _WORD.search(content)
    name = re.escape(first[0].removesuffix("'s")) if first else ""
    of_them = re.compile(rf"\W*{_OPENING}(?:{name}|she|he|they|her|his|their)\b", re.I)
    told = (_TOGETHER.sub(r"\1 & ", text) for text in (content, talk))
    clauses = (clause for text in told for clause in _CLAUSE.split(text) if of_them.match(clause))
    return any(map(_has_changed, clauses))


def _has_changed(clause: str) -> bool:
    """Whether a clause tells of a change. "Actually" and "it turns out" tell of a mistake."""
    told = _HOW_IT_IS.sub("", _FOUND_OUT.sub("", clause))
    return _sign(told) == "telling" or _CAME_ABOUT.search(told) is not None


def _sign(talk: str) -> str | None:
    words = [word.lower() for word in _WORD.findall(talk)]
    return ENGLISH.changes.sign(talk, words, frozenset(map(stem, words)))


def _words(text: str) -> frozenset[str]:
    return frozenset(word.lower().removesuffix("'s") for word in _WORD.findall(text))


def _keys(text: str) -> frozenset[str]:
    return keys(_words(text))


def new_words(new: Reading) -> frozenset[str]:
    """All that the new fact names itself: nothing of it is gone."""
    return keys(new.bag) | _keys(new.text)


def _is_denial(new: Statement, old: Statement) -> bool:
    return (
        new.is_negated
        and not old.is_negated
        and who(new) == who(old)
        and complements(new) == complements(old) != frozenset()
    )


def _takes_its_place(new: Statement, old: Statement, named: frozenset[str], *, minded: bool) -> bool:
    if new.is_past or old.is_negated or new.is_undergone or old.is_undergone or old.verb in LIKING:
        return False
    if new.is_negated:
        return _is_off(new, old, named)
    if is_one_of_many(old):
        return False
    gone, added = complements(old) - complements(new), complements(new) - complements(old)
    if _is_another_day_of_the_journey(new, old, named):
        return True
    if key(new.verb) != key(old.verb) or not _is_of_the_same(new, old):
        return _is_anothers(new, old, named)
    if minded and gone and added and new.verb in PLANNING and heads(new, "do") and heads(old, "do"):
        return True
    if not gone or not added or (old.verb in GATHERING and not heads(old, "obj") & gone):
        return False
    if _is_another_time(new, old, added, gone):
        return True
    lost = keys(word.lemma for word in old.words if key(word.lemma) in gone and word.role != "time") & named
    roles = ({word.role for word in one.words if key(word.lemma) in of} for one, of in ((new, added), (old, gone)))
    mine, theirs = roles
    return bool(mine & theirs) and _is_surely_gone(new, old, lost)


def _is_surely_gone(new: Statement, old: Statement, lost: frozenset[str]) -> bool:
    """Whether these words, of the older statement and of the talk, are what holds no longer. A number, and a thing of
    which somebody has many, as often stand there by chance: "two cats", and "2.5 mg" of something else."""
    anchored = (complements(new) & complements(old)) - when_it_was(new)
    if anchored or (len(new.subject) > 1 and who(new) == who(old)):
        return bool(lost)
    names = keys(re.findall(r"(?<=[\w,] )[A-Z][\w-]+", old.text))
    if lost & names:
        return True
    numbers = {word for word in lost if word[:1].isdigit()}
    return old.verb not in ("have", "get", "own", "be") and bool(lost - numbers)


_TRAVELLING = frozenset(("fly", "go", "leave", "travel", "drive", "sail", "depart", "come", "set off", "arrive"))


def _is_another_day_of_the_journey(new: Statement, old: Statement, named: frozenset[str]) -> bool:
    """ "Goes on 19 May" beside "flies to Faro on 12 May", said with "Faro got moved": where to, the talk names."""
    if who(new) != who(old) or not {new.verb, old.verb} <= _TRAVELLING or weekdays(new) or weekdays(old):
        return False
    goals = [keys(word for word in one.heads("to", "for") if not is_when(word)) for one in (new, old)]
    days = [frozenset(sorts(one.words).get(Sort.DATE, ())) for one in (new, old)]
    same_place = bool(goals[1]) and (goals[0] == goals[1] or (not goals[0] and goals[1] <= named))
    return same_place and all(days) and days[0] != days[1]


def _is_of_the_same(new: Statement, old: Statement) -> bool:
    """One subject; what "my favourite" leaves out, the older one tells."""
    if who(new) == who(old):
        return True
    shorter = len(new.subject) > 1 and new.subject[-1] in ("favourite", "favorite", "new", "current", "usual")
    return shorter and who(new) < who(old) and len(who(old) - who(new)) == 1


def _is_another_time(new: Statement, old: Statement, added: frozenset[str], gone: frozenset[str]) -> bool:
    """The same with another date or hour alone: "flies to Lisbon on 6 May", said with "had to rebook"."""
    given = [word for word in new.words if key(word.lemma) in added]
    had = [word for word in old.words if key(word.lemma) in gone]
    typed = set(sorts(given))
    if not typed or typed != set(sorts(had)) or not typed <= {Sort.DATE, Sort.HOUR, Sort.NUMBER}:
        return False
    if Sort.DATE in typed and len(_figures(given)) > 1 and len(_figures(had)) > 1:
        return False  # a table for six on one day, for eight on another
    if weekdays(new) and weekdays(old):
        return False  # on two days of the week, both may be
    anchored = (complements(new) & complements(old)) - when_it_was(new)
    return bool(anchored) or len(new.subject) > 1


def _are_two_occasions(new: Reading, old: Reading) -> bool:
    """ "Has a room for three in June" beside "has a room for two in May"."""
    if not (new.statements and old.statements):
        return False
    mine, theirs = new.statements[0], old.statements[0]
    if mine.verb != theirs.verb or who(mine) != who(theirs):
        return False
    now, before = sorts(mine.words), sorts(theirs.words)
    return all(sort in now and sort in before and now[sort] != before[sort] for sort in (Sort.DATE, Sort.NUMBER))


def _figures(found: list[Word]) -> list[str]:
    """The numbers among some words, hours and years aside."""
    numbers = (word.lemma for word in found if is_number(word.lemma) and word.role != "at")
    return [number for number in numbers if not (is_hour(number) or _YEAR.fullmatch(number))]


_YEAR = re.compile(r"(?:19|20)\d\d")


def _is_anothers(new: Statement, old: Statement, named: frozenset[str]) -> bool:
    """ "Elif is the user's product manager" beside "Karim is …", said with "Karim left"."""
    if (
        key(new.verb) != key(old.verb)
        or who(new) == who(old)
        or not complements(new)
        or complements(new) != complements(old)
    ):
        return False
    somebody = all(one.is_name or one.subject[-1] in PEOPLE for one in (new, old))
    charged = new.verb != "be" or bool(heads(new, "be") & keys(ONE_AT_A_TIME | LEADERS | PEOPLE))
    return somebody and charged and who(old) <= named | keys(["user"]) and bool(who(old) & named)


def _is_off(new: Statement, old: Statement, named: frozenset[str]) -> bool:
    """ "Is not going in October" beside "is going to Japan in October", said with "Japan is off"."""
    same = who(new) == who(old) and key(new.verb) == key(old.verb)
    missing = complements(old) - complements(new)
    return (
        same
        and complements(new) <= complements(old)
        and bool(missing)
        and missing <= named
        and bool(complements(new) or missing)
    )
