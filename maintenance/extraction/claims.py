"""What a sentence is about and which property it tells, read from its parse: the material of `changes`.

A statement is one clause with its subject, whoever owns that first ("Yara's passport" and "the passport of Yara" are
both "yara passport"), the verb, and the other telling words, each with the role in which it stands to the verb.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from django.conf import settings

from .clauses import SUBJECTS
from .lexicon import words

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc, Token

LONGEST = 600  # a fact is one sentence; what is longer tells many things
REMEMBERED = 2000  # parsed sentences kept: the facts about one subject are compared again and again

_NUMBERS = {
    word: str(number)
    for number, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
        "seventeen eighteen nineteen twenty".split()
    )
}
_DAYS = words("monday tuesday wednesday thursday friday saturday sunday")
MONTHS = words(
    "january february march april may june july august september october november december spring summer autumn winter"
)
TIMES = _DAYS | MONTHS | words("morning afternoon evening night noon midnight o'clock am pm weekend")
# Words that say when or how sure, not what.
_LIGHT = words(
    "now anymore currently still already just only also again instead too then there here so well ever today yesterday"
    " recently lately meanwhile finally actually really very quite"
)
_SIGN = re.compile(
    r"\b(?:now(?! that)|nowadays|these days|from now on|any ?more|no longer|instead|"
    r"(?:from|as of) \w+ on(?:wards?)?)\b",
    re.I,
)
_SIGN_WORDS = words("now nowadays these days from on any more anymore no longer long instead")
_REASONS = words("because since due despite after until thanks owing")
_PASSIVE = frozenset(("nsubjpass", "auxpass"))


@dataclass(frozen=True, slots=True)
class Word:
    """A telling word and its role: "obj", "be", "time", "do" for a verb that another governs, or a preposition.

    `of` is the noun that the preposition belongs to, as in "keys to the shed"; "" where it is the verb's.
    """

    lemma: str
    role: str
    is_head: bool = True
    of: str = ""


@dataclass(frozen=True, slots=True)
class Statement:
    """One clause. `because` are the words of its reasons, which are not of what it tells."""

    subject: tuple[str, ...]
    verb: str
    words: tuple[Word, ...]
    because: frozenset[str]
    is_negated: bool
    is_past: bool
    is_passive: bool
    is_now: bool
    text: str

    @property
    def told(self) -> frozenset[str]:
        """All words of the predicate but the verb."""
        return frozenset(word.lemma for word in self.words)

    @property
    def bag(self) -> frozenset[str]:
        return self.told | frozenset(self.subject) | ({self.verb} - {"be", "have"})

    def heads(self, *roles: str) -> frozenset[str]:
        return frozenset(word.lemma for word in self.words if word.is_head and (not roles or word.role in roles))

    def direct(self, *roles: str) -> frozenset[str]:
        """The heads in these roles that are the verb's own: of "tea with milk", tea; of "a cup of tea", both."""
        own = (word for word in self.words if not word.of or word.role == "of")
        return frozenset(word.lemma for word in own if word.is_head and word.role in roles)


@dataclass(frozen=True, slots=True)
class Reading:
    """A sentence: its statements, what it denies ("not on Monday") or left ("from Basel to …"), its telling words."""

    statements: tuple[Statement, ...]
    denied: tuple[frozenset[str], ...]
    left: tuple[frozenset[str], ...]
    bag: frozenset[str]


@functools.cache
def language(model: str) -> Language:
    """The parser. Raises OSError where its package is missing."""
    import spacy

    return spacy.load(model, exclude=["ner"])


@functools.lru_cache(REMEMBERED)
def read(content: str) -> Reading:
    """The reading of one English sentence, empty for one of more than LONGEST characters.

    Raises OSError where the parser's package is missing.
    """
    text = content.replace("’", "'").strip().rstrip(".!")
    if len(text) > LONGEST:
        return Reading((), (), (), frozenset())
    reading = _parsed(text)
    first, _, rest = text.partition(" ")
    if any(statement.subject for statement in reading.statements) or not first.isalpha() or not first[0].isupper():
        return reading
    # After a name the parser takes many a verb for a noun; after a pronoun it does not.
    return _parsed(f"She {rest}", first.lower())


def _parsed(text: str, name: str = "") -> Reading:
    """The reading of a sentence; `name` is whom the pronoun that opens it stands for."""
    doc = language(settings.MEMORY_SPACY_MODEL)(text)
    denied, left = _contrasts(doc)
    bag = frozenset(_lemma(token) for token in doc if _tells(token))
    return Reading(tuple(_statements(doc, name)), denied, left, bag | {name} if name else bag)


def _statements(doc: Doc, name: str) -> Iterator[Statement]:
    last: tuple[str, ...] = (name,) if name else ()
    for verb in doc:
        if verb.pos_ not in ("VERB", "AUX") or not _stands(verb):
            continue
        subject_token = _subject_of(verb)
        subject = _key(subject_token) if subject_token is not None else last
        if subject_token is not None and subject_token.pos_ == "PRON":
            subject = last
        statement = _statement(verb, subject, subject_token)
        yield statement
        if subject_token is not None:
            for other in subject_token.conjuncts:
                yield replace(statement, subject=_key(other))
        last = subject or last
        yield from _as_owned(statement, verb)
        yield from _as_undergone(statement, verb)


def _stands(verb: Token) -> bool:
    """Whether a verb heads a clause of its own, which the sentence asserts."""
    if verb.dep_ == "ROOT":
        return True
    if verb.dep_ in ("conj", "parataxis", "dep") and verb.head.pos_ in ("VERB", "AUX"):
        return verb.dep_ == "conj" or _subject_of(verb) is not None
    if verb.dep_ == "relcl":
        return verb.head.dep_ in ("attr", "appos") and verb.head.head.lemma_ == "be"  # "it was Ann who called"
    return verb.dep_ == "ccomp" and verb.i < verb.head.i and _subject_of(verb) is not None


def _subject_of(verb: Token) -> Token | None:
    return next((child for child in verb.children if child.dep_ in SUBJECTS), None)


def _statement(verb: Token, subject: tuple[str, ...], subject_token: Token | None) -> Statement:
    told: list[Word] = []
    because: set[str] = set()
    own = [verb]
    for token in verb.subtree:
        if token == verb or not _governs(verb, token) or (
            subject_token is not None and (token == subject_token or subject_token.is_ancestor(token))
        ):  # fmt: skip
            continue
        own.append(token)
        if token.dep_ == "prt" or not _tells(token) or _after_but(token, verb):
            continue
        reason, role = _role(token, verb)
        if reason:
            because.add(_lemma(token))
        elif _lemma(token) != _lemma(verb) or role == "do":
            is_head = token.dep_ not in ("compound", "amod", "nummod", "poss", "nmod")
            told.append(Word(_lemma(token), role, is_head, _noun_of(token)))
    text = " ".join(token.text for token in sorted(own, key=lambda token: token.i))
    auxiliaries = [child for child in verb.children if child.dep_ in ("aux", "auxpass")]
    finite = auxiliaries[0] if auxiliaries else verb
    return Statement(
        subject=subject,
        verb=_verb(verb),
        words=tuple(told),
        because=frozenset(because),
        is_negated=any(_negates(token) for token in own),
        is_past=finite.tag_ in ("VBD", "VBN") or (finite.lemma_ == "have" and finite.dep_ == "aux"),
        is_passive=any(child.dep_ in _PASSIVE for child in verb.children),
        is_now=bool(_SIGN.search(text)) or any(_since(token) or _is_only(token) for token in own),
        text=text,
    )


def _as_owned(statement: Statement, verb: Token) -> Iterator[Statement]:
    """ "Heron has a budget of 70,000" says of Heron's budget that it is 70,000."""
    if verb.lemma_ not in ("have", "get") or statement.is_negated or not statement.subject:
        return
    thing = next((child for child in verb.children if child.dep_ == "dobj" and child.pos_ in ("NOUN", "PROPN")), None)
    if thing is None:
        return
    rest = tuple(replace(word, role="be") for word in statement.words if word.lemma != _lemma(thing))
    yield replace(statement, subject=(*statement.subject, _lemma(thing)), verb="be", words=rest)


def _as_undergone(statement: Statement, verb: Token) -> Iterator[Statement]:
    """ "Ann moved the release to June" says of the release that it was moved there."""
    thing = next((child for child in verb.children if child.dep_ == "dobj" and child.pos_ in ("NOUN", "PROPN")), None)
    if thing is None or statement.is_negated or not statement.is_past or statement.is_passive:
        return
    key = _key(thing)
    rest = tuple(word for word in statement.words if word.lemma not in key)
    if key:
        yield replace(statement, subject=key, words=rest, is_passive=True)


def _governs(verb: Token, token: Token) -> bool:
    """Whether no other clause that stands alone lies between the two."""
    return not any(
        other != verb and other.pos_ in ("VERB", "AUX") and verb.is_ancestor(other) and _stands(other)
        for other in (token, *token.ancestors)
        if other == token or verb.is_ancestor(other)
    )


def _after_but(token: Token, verb: Token) -> bool:
    """Whether a word stands in what is said instead: "not by the balancer but by a certificate"."""
    return any(
        above.dep_ == "conj" and any(child.dep_ == "cc" and child.lower_ == "but" for child in above.head.children)
        for above in (token, *token.ancestors)
        if verb.is_ancestor(above)
    )


def _role(token: Token, verb: Token) -> tuple[bool, str]:
    """Whether a word belongs to a reason, and its role otherwise."""
    role = ""
    above = token
    while above != verb and above.head != above:
        if above.dep_ in ("advcl", "mark") or above.lower_ in _REASONS:
            return True, ""
        if not role:
            if above.dep_ == "prep" or above.dep_ == "agent":
                role = above.lower_
            elif above.dep_ == "npadvmod":
                role = "time"
            elif above.dep_ in ("attr", "acomp", "oprd"):
                role = "be"
            elif above.dep_ == "xcomp":
                role = "do" if above == token else ""
            elif above.dep_ in ("dobj", "dative", "appos") and above.head == verb:
                role = "obj"
        above = above.head
    return False, role or "obj"


def _noun_of(token: Token) -> str:
    for above in token.ancestors:
        if above.dep_ == "prep":
            return _lemma(above.head) if above.head.pos_ in ("NOUN", "PROPN") else ""
    return ""


def _key(noun: Token) -> tuple[str, ...]:
    """A noun phrase as its telling words, whoever owns it first."""
    owners: list[str] = []
    after: list[str] = []
    before: list[str] = []
    for child in noun.children:
        if child.dep_ == "poss" and child.pos_ != "PRON":
            owners += _key(child)
        elif child.dep_ == "prep":
            keys = [lemma for grandchild in child.children if grandchild.dep_ == "pobj" for lemma in _key(grandchild)]
            if child.lower_ == "of":
                owners += keys
            else:
                after += keys
        elif child.dep_ in ("compound", "amod", "nummod", "nmod", "appos") and _tells(child):
            (before if child.i < noun.i else after).append(_lemma(child))
    own = [_lemma(noun)] if _tells(noun) else []
    return (*owners, *before, *own, *after)


def _contrasts(doc: Doc) -> tuple[tuple[frozenset[str], ...], tuple[frozenset[str], ...]]:
    """What is denied beside what is said instead (", not on Monday"), and what was left ("from MySQL to …")."""
    denied, left = [], []
    for token in doc:
        following = doc[token.i + 1] if token.i + 1 < len(doc) else None
        if token.lower_ == "not" and token.i and token.nbor(-1).text in (",", "(", "-", "–"):
            denied.append(_until_stop(doc, token.i + 1))
        elif token.lower_ in ("instead", "rather") and following is not None and following.lower_ in ("of", "than"):
            left.append(_until_stop(doc, token.i + 2))
        elif token.lower_ == "from" and any(child.dep_ == "pobj" for child in token.children):
            goals = (other for other in doc[token.i + 1 :] if other.lower_ in ("to", "into"))
            if any(goal.head == token.head for goal in goals):
                left.append(_until_stop(doc, token.i + 1))
    return tuple(filter(None, denied)), tuple(filter(None, left))


def _until_stop(doc: Doc, start: int) -> frozenset[str]:
    found = set()
    for token in doc[start:]:
        if token.is_punct or token.lower_ in ("only", "but", "that", "to", "into", "and", "because", "since"):
            break
        if _tells(token):
            found.add(_lemma(token))
    return frozenset(found)


def _since(token: Token) -> bool:
    """Whether "since" tells from when on, not why: "since April", "since the birth of the twins"."""
    return token.lower_ == "since" and token.dep_ == "prep"


def _is_only(token: Token) -> bool:
    """Whether a number is said to be less than was thought: "only two days"."""
    return token.lower_ == "only" and token.i + 1 < len(token.doc) and token.nbor(1).like_num


def _negates(token: Token) -> bool:
    if token.dep_ == "neg" or token.lower_ in ("no", "never", "neither"):
        return not (token.i and token.nbor(-1).text in (",", "("))
    return False


def _tells(token: Token) -> bool:
    if token.is_punct or token.is_space or token.lower_ in _LIGHT or token.dep_ == "neg":
        return False
    if token.lower_ == "on" and token.i and token.nbor(-1).lower_ == "now":
        return False
    if token.lower_ in _SIGN_WORDS - {"on"} and _SIGN.search(token.sent.text):
        return False
    return token.pos_ in ("NOUN", "PROPN", "ADJ", "NUM", "VERB", "ADV", "X", "SYM") or token.like_num


def _verb(verb: Token) -> str:
    particle = next((child.lower_ for child in verb.children if child.dep_ == "prt"), "")
    return f"{_lemma(verb)} {particle}".strip()


def _lemma(token: Token) -> str:
    low = token.lower_.strip(".,")
    if low in _NUMBERS:
        return _NUMBERS[low]
    if re.fullmatch(r"\d+(?:st|nd|rd|th)", low):
        return low[:-2]
    if low[:1].isdigit():
        return low
    # The names of sciences and the like are no plurals, whatever the lemmatiser thinks.
    return low if token.pos_ == "PROPN" or low.endswith("ics") else token.lemma_.lower()
