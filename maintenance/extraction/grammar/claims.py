"""What a sentence is about and which property it tells, read from its parse: the material of `changes`.

A statement is one clause with its subject, whoever owns that first ("Yara's passport" and "the passport of Yara" are
both "yara passport"), the verb, and the other telling words, each with the role in which it stands to the verb.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from django.conf import settings

from memory.language.en.vocabulary import CARDINALS

from .clauses import SUBJECTS
from .given_names import all_given
from .lexicon import FAMILY_NAMES, KIN, LASTING, word_set
from .readings import Reading, Statement, Word
from .restated import PERSONAL, is_name, restated
from .roles import (
    ARTICLES,
    SIGN,
    contrasts,
    counts,
    is_after_but,
    is_only,
    is_since,
    key_of,
    lemma_of,
    negates,
    noun_of,
    particle_of,
    role_of,
    tells,
    verb_of,
)

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc, Token

# Of the parts of these a parser makes words of their own: "I'm left-handed" is no passive of "leave".
# The model cuts "Wed" and "id" in two, as if they were "we'd" and "I'd".
WHOLE_WORDS = sorted([*(word for word in LASTING | KIN if "-" in word), "wed", "id"])

_USER = "The user "
_VERB_LIKE_A_NOUN = re.compile(r"^(?P<verb>[a-z]+[^s\W])s (?P<rest>(?:with|at|for|from|in|on|to)\b.*)$")
_OPENING_NOUN = re.compile(
    r"^(?:(?:The|A|An) |(?=[A-Z][a-z]+'s ))"
    r"(?P<noun>(?:\w+'s )?(?:[a-z]+ )?[A-Za-z]+(?: (?:to|for) (?:the )?[\w-]{1,40})?) (?=[a-z]+s\b)"
)
LONGEST = 600  # a fact is one sentence; what is longer tells many things
REMEMBERED = 2000  # parsed sentences kept: the facts about one subject are compared again and again

_ASIDE = re.compile(r",? after all\b|,? (?:actually|in fact)\b(?! of)| yet$")
_USED_TO_BE = re.compile(r"\bused to be\b")
_USED_TO = re.compile(r"\bused to (\w+)")
_ANNOUNCED = re.compile(r"^(?:correction|sorry|update|no|actually|news)[:,] ", re.I)
# "Cancelled the gym, too dear", "gave up on Spanish ages ago": why or when it was is no thing that it was done to.
_BESIDE_IT = re.compile(
    r"(?:, (?:(?:far|way|just|a bit) )?(?:too|so|very|really) [a-z]+"
    r"| (?:ages|yonks|a (?:long )?while|years|months|weeks) ago)$"
)
_LONGER = re.compile(r" (?:any longer|any more(?! [a-z])|by now)\b")
_PASSIVE = frozenset(("nsubjpass", "auxpass"))


@functools.cache
def language(model: str) -> Language:
    """The parser. Raises OSError where its package is missing."""
    import spacy

    parser = spacy.load(model, exclude=["ner"])
    tokenizer: Any = parser.tokenizer  # it has no types
    for word in WHOLE_WORDS:
        for form in (word, word.capitalize()):
            tokenizer.add_special_case(form, [{"ORTH": form}])
    # A tagger of written talk takes a short address ("x@y.example") for a mark.
    ruler: Any = parser.get_pipe("attribute_ruler")
    ruler.add([[{"LIKE_EMAIL": True}]], {"TAG": "NNP", "POS": "PROPN"})
    # "Ines is back", "Tomasz does the packaging": a name that it never saw is to it a thing, several, or how.
    names = sorted(name.capitalize() for name in all_given())
    ruler.add([[{"TEXT": {"IN": names}, "TAG": {"IN": ["NN", "NNS", "RB", "JJ"]}}]], {"TAG": "NNP", "POS": "PROPN"})
    opening = {"TEXT": {"IN": names}, "SENT_START": 1, "DEP": {"IN": ["advmod", "npadvmod", "amod"]}}
    ruler.add([[opening, {"TAG": {"IN": ["VBZ", "VBD", "MD"]}}]], {"DEP": "nsubj"}, index=0)
    return parser


@functools.lru_cache(REMEMBERED)
def reading_of(content: str) -> Reading:
    """The reading of one English sentence, empty for one of more than LONGEST characters.

    Raises OSError where the parser's package is missing.
    """
    if len(content) > LONGEST:
        return Reading((), (), (), frozenset())
    text = _BESIDE_IT.sub("", _ANNOUNCED.sub("", content.replace("’", "'").strip().rstrip(".!")))
    return replace(_read(text[:1].upper() + text[1:]), text=content)


def _read(text: str) -> Reading:
    if text.startswith(_USER):
        # A small parser takes "the user" for a verb now and then; a pronoun it does not.
        said = text.removeprefix(_USER)
        reading = _parsed(f"She {said}", "user")
        if reading.statements or (verbal := _VERB_LIKE_A_NOUN.match(said)) is None:
            return reading
        return _parsed(f"They {verbal['verb']} {verbal['rest']}", "user")  # "the user banks with Tindale"
    reading = _parsed(text)
    if reading.is_misread and _OPENING_NOUN.match(text):
        return _read_again(text) or reading
    first, _, rest = text.partition(" ")
    named = first.isalpha() and first[0].isupper() and first.lower() not in {*ARTICLES, *PERSONAL}
    if not reading.is_misread or not named:
        return reading
    # After a name the parser takes many a verb for a noun; after a pronoun it does not.
    numbered = _ITS_NUMBER.match(rest)
    if numbered is not None:  # "Release 4.2 slips to May"
        return _parsed(f"It {rest[numbered.end() :]}", first.lower(), numbered["number"])
    return _parsed(f"She {rest}", first.lower())


def _read_again(text: str) -> Reading | None:
    """The reading with a pronoun for the noun that opens the sentence, where its verb was taken for a noun, too."""
    found = _OPENING_NOUN.match(text)
    assert found is not None
    noun = found["noun"].lower().replace("'s ", " ").split()
    reading = _parsed(f"It {text[found.end() :]}", *(word for word in noun if word not in ("to", "for", "the")))
    return None if reading.is_misread else reading


_ITS_NUMBER = re.compile(r"(?P<number>\d{1,6}(?:\.\d{1,6}){0,3}) (?=[a-z])")
_HOUR = re.compile(r"\b(?P<hour>1[0-2]|0?[1-9])(?::(?P<minute>[0-5]\d))? ?(?P<half>[ap])\.?m\b\.?", re.I)


_TENS = {word: number for word, number in CARDINALS.items() if number >= 20}
_UNITS = {word: number for word, number in CARDINALS.items() if 1 <= number <= 9}
_NUMBER = re.compile(rf"\b(?P<tens>{'|'.join(_TENS)})(?:-(?P<unit>{'|'.join(_UNITS)}))?\b", re.I)
# "Is sown with clover this year": so it is now.
_THIS_TIME = re.compile(r" this (?:school )?(?:year|season|term|semester)$", re.I)
# "Bought a house, so no more renting on Alder Street".
_NO_MORE = re.compile(r",? (?:and |so )?no more (?P<doing>[a-z]{3,}ing)\b", re.I)
# "Has moved to Helix, no more Vim".
_NO_MORE_OF = re.compile(r", (?:and |so )?no more (?P<thing>[a-z][\w-]{1,30})$", re.I)
# Whoever lets a subscription run out has it no longer.
_LET_LAPSE = re.compile(
    r"\blet (?P<thing>(?:their|his|her|its|the|my|our) [\w' -]{2,60}?) (?:run out|lapse|expire)\b", re.I
)
# "Is off the melatonin", whatever else may be "off": a shift, work, on a day.
_IS_OFF = re.compile(
    r"\b(?:is|are) off (?!(?:on|to|for|in|at|with|until|till|since|from|because|work|school|sick|duty|now|again"
    r"|and|or)\b)"
    r"(?=[a-z])"
)
# "Has got a dog" is had; "has got a new job" came about.
_HAS_GOT = re.compile(r"\b(has|have) got (?=an? (?!new\b|job\b))")
_LEFT_OVER = re.compile(rf"\b((?:\d{{1,6}}|{'|'.join(_UNITS)}|[a-z]{{3,5}}teen|ten) [\w-]{{1,30}}) left$")


def _in_digits(found: re.Match[str]) -> str:
    return str(_TENS[found["tens"].lower()] + _UNITS.get((found["unit"] or "").lower(), 0))


def _by_clock(found: re.Match[str]) -> str:
    """ "6 pm" and "18:00" are one hour."""
    hour = int(found["hour"]) % 12 + (12 if found["half"].lower() == "p" else 0)
    return f"{hour}:{found['minute'] or '00'}"


def _parsed(text: str, *name: str) -> Reading:
    """The reading of a sentence; `name` is whom the pronoun that opens it stands for."""
    text = _LEFT_OVER.sub(r"\1 now", _THIS_TIME.sub(" now", _NUMBER.sub(_in_digits, _HOUR.sub(_by_clock, text))))
    text = _HAS_GOT.sub(r"\1 ", _IS_OFF.sub("came off ", text))
    text = _LET_LAPSE.sub(r"cancelled \g<thing>", _NO_MORE_OF.sub(r". She dropped the \g<thing>", text))
    text = _NO_MORE.sub(r". She stopped \g<doing>", text)
    text = _USED_TO.sub(r"does not \1 anymore", _USED_TO_BE.sub("is no longer", text.replace("; ", ". ")))
    doc = language(settings.MEMORY_SPACY_MODEL)(_ASIDE.sub("", _LONGER.sub(" anymore", text)))
    denied, left = contrasts(doc)
    bag = frozenset(lemma_of(token) for token in doc if tells(token))
    return Reading(tuple(_statements(doc, name)), denied, left, bag | frozenset(name))


def _statements(doc: Doc, name: tuple[str, ...]) -> Iterator[Statement]:
    last = name
    thing: tuple[str, ...] = ()
    for verb in doc:
        if verb.pos_ not in ("VERB", "AUX") or not _stands(verb):
            continue
        subject_token = _subject_of(verb)
        if subject_token is not None and subject_token.lower_ in ARTICLES:
            continue
        subject = key_of(subject_token) if subject_token is not None else last
        if subject_token is not None and subject_token.pos_ == "PRON":
            subject = thing if subject_token.lower_ == "it" and thing else last
        statement = _statement(verb, subject, subject_token)
        told = statement.words
        others = subject_token.conjuncts if subject_token is not None and subject_token.head == verb else ()
        statement = replace(statement, words=(*told, *(Word(lemma_of(other), "and") for other in others)))
        yield statement
        if (done := _came_to(verb)) is not None:
            came = replace(_statement(done, subject, None), is_past=True)
            yield came
            yield from restated(came, done)
        if subject_token is not None:
            for other in others:
                yield replace(statement, subject=key_of(other), words=(*told, Word(lemma_of(subject_token), "and")))
        last = subject or last
        for said in restated(statement, verb):
            thing = said.subject if said.is_undergone and said.is_passive else thing
            yield said


def _stands(verb: Token) -> bool:
    """Whether a verb heads a clause of its own, which the sentence asserts."""
    if verb.i and verb.nbor(-1).lower_ in ARTICLES:
        return False  # "the left speaker": no verb follows an article
    if verb.dep_ == "ROOT":
        return True
    if verb.dep_ in ("conj", "parataxis", "dep") and verb.head.pos_ in ("VERB", "AUX"):
        return verb.dep_ == "conj" or _subject_of(verb) is not None
    if verb.dep_ == "relcl":
        return verb.head.dep_ in ("attr", "appos") and verb.head.head.lemma_ == "be"  # "it was Ann who called"
    # Of "anyone who says they got advice" nobody asserts that they did.
    said = verb.i < verb.head.i or (verb.head.lemma_ in _REPORTING and _stands(verb.head))
    return verb.dep_ == "ccomp" and said and _subject_of(verb) is not None


def _came_to(verb: Token) -> Token | None:
    """What somebody came to do: "had to stop running", "decided to sell the boat", "has come to love it"."""
    if verb.lemma_ not in _COMING_TO or not (verb.tag_ in ("VBD", "VBN") or _has_auxiliary(verb, "have")):
        return None
    return next((child for child in verb.children if child.dep_ == "xcomp" and child.pos_ == "VERB"), None)


_COMING_TO = word_set("have decide choose come manage force oblige grow turn finish")
_REPORTING = word_set("show reveal confirm prove find learn discover say state turn mean")


def _has_auxiliary(verb: Token, lemma: str) -> bool:
    return any(child.dep_ == "aux" and child.lemma_ == lemma for child in verb.children)


def _subject_of(verb: Token) -> Token | None:
    return next((child for child in verb.children if child.dep_ in SUBJECTS), None) or _taken_for_object(verb)


def _taken_for_object(verb: Token) -> Token | None:
    """Pavel of "Noor left the lab and Pavel looks after the tanks", whom the parser joins to the lab."""
    before = verb.nbor(-1) if verb.i else verb
    joined = verb.dep_ == "conj" and verb.tag_ in ("VBZ", "VBD", "VBP") and before.dep_ == "conj"
    nouns = ("NOUN", "PROPN")
    if not joined or before.pos_ not in nouns or before.head.pos_ not in nouns or not verb.head.is_ancestor(before):
        return None
    return before


def _statement(verb: Token, subject: tuple[str, ...], subject_token: Token | None) -> Statement:
    told: list[Word] = []
    because: set[str] = set()
    own = [verb]
    particle = particle_of(verb)
    others = [
        token for other in verb.conjuncts if (doer := _taken_for_object(other)) is not None for token in doer.subtree
    ]
    if subject_token is not None:
        told += [Word(lemma_of(child), "count") for child in subject_token.children if counts(child)]
    for token in verb.subtree:
        if token == verb or not _governs(verb, token) or token in others or (
            subject_token is not None and (token == subject_token or subject_token.is_ancestor(token))
        ):  # fmt: skip
            continue
        own.append(token)
        if token.i == particle or token.dep_ == "prt" or not tells(token) or is_after_but(token, verb):
            continue
        reason, role = role_of(token, verb)
        if reason:
            because.add(lemma_of(token))
        elif lemma_of(token) != lemma_of(verb) or role == "do" or token.pos_ == "PROPN":  # "keeps notes in Keep"
            is_head = token.dep_ not in ("compound", "amod", "nummod", "poss", "nmod")
            told.append(Word(lemma_of(token), role, is_head, noun_of(token)))
    if len(subject) == 1 and subject[0] in FAMILY_NAMES:
        subject = ("user", *subject)  # "Grandma came home"
    text = " ".join(token.text for token in sorted(own, key=lambda token: token.i))
    auxiliaries = [child for child in verb.children if child.dep_ in ("aux", "auxpass")]
    finite = auxiliaries[0] if auxiliaries else verb
    perfect = finite.lemma_ == "have" and finite.dep_ == "aux" and not _goes_on(verb)
    return Statement(
        subject=subject,
        verb=verb_of(verb),
        words=tuple(told),
        because=frozenset(because),
        is_negated=any(negates(token) for token in own),
        is_past=finite.tag_ in ("VBD", "VBN") or perfect,
        is_passive=any(child.dep_ in _PASSIVE for child in verb.children),
        is_now=bool(SIGN.search(text)) or any(is_since(token) or is_only(token) for token in verb.subtree),
        is_name=subject == ("user",) or is_name(subject_token),
        text=text,
    )


def _goes_on(verb: Token) -> bool:
    """ "Has been cycling to work since April"."""
    return verb.tag_ == "VBG" and any(child.dep_ == "aux" and child.lower_ == "been" for child in verb.children)


def _governs(verb: Token, token: Token) -> bool:
    """Whether no other clause that stands alone lies between the two."""
    return not any(
        other != verb and other.pos_ in ("VERB", "AUX") and verb.is_ancestor(other) and _stands(other)
        for other in (token, *token.ancestors)
        if other == token or verb.is_ancestor(other)
    )
