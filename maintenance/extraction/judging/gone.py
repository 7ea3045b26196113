"""What was used is gone: "Jenkins is gone, we're on Buildkite now", "Slack is history, it's Zulip now".

That a thing is gone says by itself neither whose it was nor what for. It ends what was told of the thing where the
sentence names another in its place, and with a known fact it is made whole. A limit ("gone from my phone", "closed this
week") leaves open what holds elsewhere and later.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from memory.language.en.change_words import HAVING

from ..grammar.alignment import complements, heads, is_time, key, keys, weekdays, when_it_was, who
from ..grammar.claims import reading_of
from ..grammar.lexicon import KIN, PEOPLE, word_set
from ..grammar.readings import Reading, Statement
from ..types import Verdict
from . import table

_LEAD = r"(?:(?:so|ok|okay|well|and|since|now that|sadly|apparently|finally|as of \w+),? ){0,2}"
_THING = r"(?:(?:the|our|my) )?(?P<{}>[\w][\w.&'+-]{{0,30}}?(?: [\w.&+-]{{1,30}}){{0,2}}?)"
# "Dead" may be down for an hour, a shop that "closed" may have closed for the night: what is there now tells.
GONE = re.compile(
    rf"^{_LEAD}(?:{_THING.format('thing')}(?:'s| is| are| has been| has| have)(?: now| finally| officially| all)? "
    r"(?:gone|history|no more|dead)"
    rf"|{_THING.format('closed')} (?:closed|shut|folded|went bust|went under|went out of business)(?: down| for good)?"
    rf"|(?:there's |there is )?(?:no more|bye(?: bye)?|goodbye) {_THING.format('no_more')}"
    rf"|(?:we're|we are|i'm|i am) (?:all )?done with {_THING.format('done')})$",
    re.I,
)
CLAUSE = re.compile(r"\s*(?:[,;:]\s|\s[-–—]+\s|\s(?:and|so|but)\s)\s*")
_SENTENCE = re.compile(r"(?<=[.!?…])\s+|\n+")
# What is used as long as one has it: with the thing itself behind the verb, or what it is done on, with or at.
_USING = HAVING - word_set("keep hold lease") | word_set("run host deploy bank track train go attend shop be")
_BY = ("obj", "on", "with", "at", "to", "by", "in")
_IS_WITH = ("on", "with")


# What it is so for, until it is back: nothing has ended.
_FOR_A_WHILE = re.compile(
    r"\b(?:only|temporar\w+|until|till|today|tonight|tomorrow|back|again"
    r"|for (?:now|the (?:moment|day|night|time|week\w*)"
    r"|an? (?:\w+ )?(?:while|bit|day|week|month)s?|\w+ (?:hours|days|weeks|months))|this (?:morning|week\w*|month))\b",
    re.I,
)


def thing_gone(clause: str) -> str | None:
    """What a clause says is gone, as it is said there; None for any other clause."""
    found = GONE.match(clause.strip().rstrip(".!…"))
    return None if found is None else next(name for name in found.groupdict().values() if name)


def named_gone(said: str) -> Iterator[str]:
    """What the clauses of some talk say is gone."""
    for sentence in _SENTENCE.split(said.replace("’", "'")):
        if not _FOR_A_WHILE.search(sentence):
            yield from filter(None, map(thing_gone, CLAUSE.split(sentence)))


def whole(sentence: str, said: str, mine: str, facts: Sequence[str]) -> list[str]:
    """The sentence of the turn `said` as those that tell what is used no longer, or what in its place, by the one known
    fact of the speaker's use of it (`mine` matches how facts call the speaker); empty for any other sentence.

    Raises OSError where the parser's package is missing.
    """
    clauses = CLAUSE.split(sentence.replace("’", "'").rstrip(".!"))
    if _FOR_A_WHILE.search(said):
        return []
    told_instead = next(filter(None, map(_IT_IS.match, clauses)), None)
    is_gone = thing_gone(clauses[0]) is not None
    if told_instead is None and (not is_gone or _MAY_BE_BACK.search(clauses[0]) or any(_instead_of_it(said))):
        return []
    things = [thing_gone(clauses[0])] if is_gone else [*named_gone(said)]
    known = [
        (thing, *uses) for fact in facts for thing in things if thing and (uses := _use_told(fact, thing, mine))
    ]  # fmt: skip
    if len(known) != 1:
        return []
    ((thing, whose, verb, told),) = known
    named = re.search(rf"\b{re.escape(thing)}\b", told, re.I)
    if named is None:
        return []
    if told_instead is None:
        only = f"{whose} no longer {verb} {told}." if named.start() == 0 else f"We no longer use {named[0]}."
        return [f"{whose} {verb} no longer {told}." if whose != "We" else only, sentence]
    now = f"{told[: named.start()]}{told_instead['other']}{told[named.end() :]}"
    rest = [one for one in clauses[is_gone:] if not _IT_IS.match(one)]
    return [f"{whose} {verb} {now} now, not {named[0]}.", *rest]


def _instead_of_it(said: str) -> Iterator[re.Match[str]]:
    for sentence in _SENTENCE.split(said.replace("’", "'")):
        yield from filter(None, (_IT_IS.match(clause.rstrip(".!")) for clause in CLAUSE.split(sentence)))


# What is "dead" may be down for an hour, and who "closed" may have closed for the day.
_MAY_BE_BACK = re.compile(r"\b(?:dead|closed|shut)$", re.I)
_IT_IS = re.compile(
    r"^(?i:(?:it's|it is|that's)(?: all)?|everything(?:'s| is) on) "
    r"(?P<other>[A-Z][\w.&+-]{0,30}(?: [A-Z][\w.&+-]{0,30})?) (?:now|these days|from now on|instead)$"
)


def _use_told(fact: str, thing: str, mine: str) -> tuple[str, str, str] | None:
    """What a fact tells of the speaker's use of the thing as (who, verb, rest), the way that they would say it."""
    if not re.match(mine, fact) or not re.search(rf"\b{re.escape(thing)}\b", fact, re.I):
        return None
    for told in reading_of(fact).statements:
        telling = re.search(rf" {re.escape(told.text)}\W*$", fact)
        if telling is not None and _is_used(told, thing):
            owner = re.fullmatch(rf"{mine}(?:'s (?P<own>[\w -]+))?", fact[: telling.start()])
            verb, _, rest = told.text.partition(" ")
            if owner is not None and not {*(owner["own"] or "").split()} & (KIN | PEOPLE):  # a sister's is hers
                base = verb if owner["own"] else "are" if told.verb == "be" else told.verb
                return f"Our {owner['own']}" if owner["own"] else "We", base, rest.replace("their ", "our ")
    return None


@table.REPLACED_IN_TALK.decides
def for_another(new: Reading, old: Reading, talk: str) -> Verdict | None:
    """The verdict where the sentence that tells what is used or done now says that what the older one names is gone.
    None where this rule does not decide."""
    for sentence in _SENTENCE.split(talk.replace("’", "'")):
        for thing in named_gone(sentence):
            for mine in new.statements:
                others = who(mine).isdisjoint(words_of(thing)) and complements(mine).isdisjoint(words_of(thing))
                over = any(
                    who(told) == who(mine) and (_is_used(told, thing) or _is_done_then(told, mine, thing))
                    for told in old.statements
                )
                if others and over and _is_instead(mine, sentence):
                    return Verdict("updates", "it is gone, and another is used")
    return None


def words_of(thing: str) -> frozenset[str]:
    """The keys of the words of some text."""
    return keys(re.findall(r"[\w.&+-]+", thing.lower()))


def _is_used(told: Statement, thing: str) -> bool:
    """Whether a statement tells that the thing is used: it alone, and not in some place only."""
    things = words_of(thing)
    if told.is_negated or told.is_past or told.is_undergone or told.verb not in _USING or _LISTED.search(told.text):
        return False
    at = {word.role for word in told.words if key(word.lemma) in things}
    places = [word for word in told.words if word.role in ("in", "at") and key(word.lemma) not in things]
    whole_of_it = bool(things) and things <= complements(told) and all(is_time(word.lemma) for word in places)
    return whole_of_it and at <= {*(_IS_WITH if told.verb == "be" else _BY)}


def _is_done_then(told: Statement, instead: Statement, thing: str) -> bool:
    """ "Plays squash on Thursdays", of which the squash court is gone, beside "climbs on Thursdays instead"."""
    done = heads(told) - keys(word.lemma for word in told.words if is_time(word.lemma))
    holds = not (told.is_negated or told.is_past or told.is_undergone)
    return holds and weekdays(told) == weekdays(instead) != frozenset() and bool(done & words_of(thing))


# Of what a fact lists, the rest holds.
_LISTED = re.compile(r"\b(?:and|or)\b|,")


def _is_instead(new: Statement, sentence: str) -> bool:
    """Whether it tells what is used or done from now on, in this sentence: no day or week alone, no plan."""
    if not new.is_now or new.is_negated or new.is_past or new.is_undergone or when_it_was(new):
        return False
    named = keys(word.lemma for word in new.words if word.is_head and not is_time(word.lemma))
    by_name = new.verb in _USING and re.search(r" (?:[A-Z]|\w+[A-Z])", new.text)
    used = by_name and new.heads(*(_IS_WITH if new.verb == "be" else _BY))
    is_said = bool(new.words) and named <= words_of(sentence)
    return is_said and bool(used or re.search(r"\binstead$", new.text))
