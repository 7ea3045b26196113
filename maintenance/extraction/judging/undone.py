"""A change that was taken back: "we reversed that, it's Tuesdays again", "never mind, we're back to 9:30".

Such a sentence tells by itself neither what is so again nor whose it is. The change that is known does: the sentence
names the value of the former fact once more, or it says of the value that took its place that it was undone. The former
fact then holds again, in its own words. Where the sentence names anything besides, both stay as they are. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from memory.language import ENGLISH
from memory.language.en.vocabulary import MONTH_NAMES, WEEKDAYS
from memory.language.words import folded_words

from ..grammar.alignment import is_number, key
from ..grammar.lexicon import word_set
from ..grammar.rule import Rule
from ..types import Changed

RULE = Rule(
    "restored", "What holds again, as the change that ended it was taken back.",
    "We reversed that, it's Tuesdays again.", "My sister reversed that, it's Tuesdays again.",
    changed=("The review is on Tuesdays.", "The review is on Wednesdays now."),
)  # fmt: skip

_CLAUSE = re.compile(r"(?<=[.!?…])\s+|\n+")
_UNDOING = (
    r"(?:revers(?:ed|ing)|reverted|undid|undone|undo|rolled back|roll back|rolling back|scratch|scrap|scrapped"
    r"|called off|took back|taken back|backed out of|never ?mind|forget)"
)
# Bare, these take back whatever was said: "scratch that", "we reversed that", "never mind".
_BARE = re.compile(
    rf"^(?:(?:ok|okay|oh|so|well|actually|sorry|no|and|but|turns out|in the end|then),? ){{0,3}}"
    rf"(?:(?:we|i|they|you|it|that|this|he|she)(?:'ve| have|'s| has| was| got| had to)? ?(?:just |since |all |both )?)?"
    rf"{_UNDOING}(?: (?:that|it|this|all that|about that|the (?:change|switch|move|decision|whole thing)))?"
    r"(?: (?:again|after all|now|last week|this week|yesterday|since))?[\s,;:.!–-]*$",
    re.I,
)
_BEFORE = re.compile(r"[,;:]\s+|\s[–-]+\s|\s(?:and|so|because)\s")
_RETURN = re.compile(
    r"\bback (?:to|on|with|in|at|onto|for|into)\b|\bis back on\b|\b(?:again|after all|once more|as before|reinstated"
    r"|restored|returned to|reverted to|switched back|went back|going back|gone back|moved back)\b",
    re.I,
)
_KEPT = re.compile(r"\b(?:stays?|remains?|keeps?|sticks?|sticking|staying|keeping)\b", re.I)
_UNDONE = re.compile(
    rf"\b(?:(?:was|were|is|got|has been|have been) (?:all |since |now )?(?:reversed|reverted|undone|rolled back"
    rf"|scrapped|called off|taken back)|(?:we|i|they) (?:have |had to |'ve )?(?:since |now )?{_UNDOING})\b",
    re.I,
)
_ON_AGAIN = re.compile(r"\b(?:back on|on again|on after all|going ahead|happening after all)\b", re.I)
_CALLED_OFF = re.compile(r"\b(?:cancel(?:led|ed)|called off|is off|scrapped)\b", re.I)
# What may be, is wished for or asked, or is so for once, undoes nothing.
_UNSURE = re.compile(
    r"\?\s*$|\b(?:if|unless|maybe|perhaps|might|may|would|could|should|want|wants|wanted|wish|wishes|hope|hopes|hoping"
    r"|think|thinking|thought|considering|wonder|like to|try|trying|tempted|almost|nearly|until|till|while"
    r"|never(?! ?mind)|not|no longer|don't|doesn't|didn't|won't|isn't|aren't|wasn't|cannot|can't|today|tonight|tomorrow"
    r"|yesterday"
    r"|for (?:now|once|the|a|an|one|two)|just (?:this|for)|only|this (?:week|month|morning|evening|time|once)"
    r"|next (?:week|month|time|year)|asked|said|says|told|heard|reads?)\b",
    re.I,
)
# Said with any change, of whatever it is a change.
_SLIGHT = frozenset(map(key, word_set(
    "back again all after once more before go went gone going come get got be stay remain keep stick move switch "
    "return revert reverse undo undid undone roll scratch scrap call off take took nevermind never mind forget that it "
    "thing ahead change decision full old usual former original normal now actually turn out end well ok okay oh "
    "so sorry no since then finally sadly luckily happily thankfully good glad relieved we they one "
    "reinstate restore use have"
)))  # fmt: skip


def tells_of_return(said: str) -> bool:
    """Whether a turn may take back a change."""
    return any(pattern.search(said) for pattern in (_RETURN, _UNDONE, _ON_AGAIN)) or any(
        _BARE.match(clause) for clause in _clauses(said)
    )


def restored(sentence: str, said: str, before: str, speaker: str, changes: Sequence[Changed]) -> str | None:
    """The former fact that a sentence of the turn `said` tells to hold again; None where it is none, or may be one of
    several. `before` is what was said in the session before it, `changes` are the known ones, the newest first."""
    if _UNSURE.search(sentence.replace("’", "'")):
        return None
    if _BARE.match(sentence):
        named = [one for one in changes if not _own(one.now, one.before).isdisjoint(_keys(before))]
        return named[0].before if len(named) == 1 and _is_of(speaker, sentence, named[0]) else None
    undoes = _RETURN.search(sentence) or (_KEPT.search(sentence) and _takes_back(said))
    found = [
        one.before
        for one in changes
        if _is_of(speaker, sentence, one)
        and (
            (undoes and _names_again(sentence, one))
            or (_UNDONE.search(sentence) and _names_undone(sentence, said, one))
            or (_ON_AGAIN.search(sentence) and _CALLED_OFF.search(one.now) and _names_it_alone(sentence, one))
        )
    ]
    return found[0] if len(set(found)) == 1 else None


def _clauses(said: str) -> Iterator[str]:
    for sentence in _CLAUSE.split(said):
        yield from filter(None, (sentence, *_BEFORE.split(sentence)))


def _takes_back(said: str) -> bool:
    return any(map(_BARE.match, _clauses(said)))


def _is_of(speaker: str, sentence: str, change: Changed) -> bool:
    """Whether it may be said of what the former fact is about. What "I" am back on is the speaker's, and no train of
    Tom's; what "we" are back to may be the standup's hour."""
    if re.match(rf"(?:The user|{re.escape(speaker)})\b", change.before) or not _OURS.search(sentence):
        return True
    return _OF_A_THING.match(change.before) is not None and not _MINE.search(sentence)


_OURS = re.compile(r"\b(?:I|we|my|our|us|me)\b", re.I)
_MINE = re.compile(r"\b(?:I|my|me)\b", re.I)
_OF_A_THING = re.compile(r"[A-Z][\w' -]{0,60}? (?:is|are|was|were|runs|takes place|starts|begins|ends|opens|closes)\b")


def _names_again(sentence: str, change: Changed) -> bool:
    """Whether it names the value that the former fact has for itself, and nothing that neither fact tells."""
    named = _keys(sentence) - _SLIGHT
    own, other = _own(change.before, change.now), _own(change.now, change.before)
    values = _values(own, change.before)
    return (
        bool(own)
        and values <= named
        and named.isdisjoint(other)
        and named <= own | _keys(change.now) | _keys(change.before)
    )


def _names_undone(sentence: str, said: str, change: Changed) -> bool:
    """Whether it says of the value that took the former one's place that it was undone: by that value, or by the former
    one, which its turn names."""
    named = _keys(sentence) - _SLIGHT
    other = _own(change.now, change.before)
    own = _values(_own(change.before, change.now), change.before)
    told = _values(other, change.now) & named or (own and own <= _keys(said) and named & other)
    return bool(told) and named <= _keys(change.now) | _keys(change.before)


def _names_it_alone(sentence: str, change: Changed) -> bool:
    """Whether it names what was called off, and nothing else."""
    named = _keys(sentence) - _SLIGHT
    return bool(named) and named <= _keys(change.now) & _keys(change.before)


def _own(one: str, other: str) -> frozenset[str]:
    return _keys(one) - _keys(other) - _SLIGHT


def _values(own: frozenset[str], text: str) -> frozenset[str]:
    """Of what a fact tells for itself, its names, numbers and days; else all of it."""
    capital = {key(word.lower()) for word in re.findall(r"(?<!^)\b[A-Z][\w.+-]*", text)}
    told = {key(word) for word in folded_words(text) if is_number(word) or _is_day(word)}
    typed = own & (capital | told)
    return frozenset(typed) if typed else own


def _is_day(word: str) -> bool:
    return word.removesuffix("s") in WEEKDAYS or word in MONTH_NAMES


def _keys(text: str) -> frozenset[str]:
    words: Collection[str] = re.findall(r"[^\W_][\w:.,+-]*", text.replace("’", "'").replace("'s", "").lower())
    plain = (word.rstrip(".,:-") for word in words)
    return frozenset(key(word.removesuffix("s") if _is_day(word) else word) for word in plain if word not in _STOP)


_STOP = ENGLISH.stop_words | {"user", "the", "we're", "we", "i'm", "it's", "that's", "they're", "i've", "we've"}
