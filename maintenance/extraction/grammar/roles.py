"""What a parser's token is in its sentence: the form in which it is compared, its role, what a noun phrase names."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from memory.language.en.change_words import PARTICLES, PHRASAL_VERBS, SHIFTING
from memory.language.en.vocabulary import CARDINALS, MONTH_NAMES

from .lexicon import MONTHS, WEEKDAYS, word_set

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token


_NUMBERS = {word: str(number) for word, number in CARDINALS.items() if number <= 20}
MONTHS_AND_SEASONS = MONTHS | {"spring", "summer", "autumn", "winter"}
TIMES = WEEKDAYS | MONTHS_AND_SEASONS | word_set("morning afternoon evening night noon midnight o'clock am pm weekend")
# Words that say when or how sure, not what.
_LIGHT = word_set(
    "now anymore currently still already just only also again instead too then there here so well ever today yesterday"
    " recently lately meanwhile finally actually really very quite rather hardly barely scarcely once twice"
)
SIGN = re.compile(
    r"\b(?:now(?! that)|nowadays|these days|from now on|any ?more|no (?:longer|more)|instead|meanwhile|"
    r"(?:from|as of) (?:\w+ ){1,2}on(?:wards?)?|(?:from|as of) the (?:week|month|year) after\b|until \w+|till \w+|"
    r"(?:from|starting|as (?:of|from)|beginning|effective|with effect from) (?:the )?"
    r"(?:next \w+|(?:mon|tues|wednes|thurs|fri|satur|sun)day"
    rf"|{'|'.join(MONTH_NAMES)})\b"
    r"(?! (?:to|until|till|through|and)\b)|"
    r"as of \d{1,2} [A-Z][a-z]+|currently|at the moment|for (?:now|the time being)|(?:from|as of|starting) next \w+)\b",
    re.I,
)
_SIGN_WORDS = word_set("now nowadays these days from on any more anymore no longer long instead moment time being")
_REASONS = word_set("because since despite after thanks owing")
# After these one does something every day: "tea after dinner" has no reason in it.
_DAILY = TIMES | word_set(
    "breakfast brunch lunch dinner supper tea work school class practice training church bedtime dark"
)
# Where one of these stands right before a noun phrase, it tells the role, whatever the parser made of the two.
ARTICLES = ("the", "a", "an")
_PLAIN = word_set("to from until till with by into for at in on of about against as under near than over")


def is_after_but(token: Token, verb: Token) -> bool:
    """Whether a word stands in what is said instead: "not by the balancer but by a certificate"."""
    return any(
        above.dep_ == "conj" and any(child.dep_ == "cc" and child.lower_ == "but" for child in above.head.children)
        for above in (token, *token.ancestors)
        if verb.is_ancestor(above)
    )


def role_of(token: Token, verb: Token) -> tuple[bool, str]:
    """Whether a word belongs to a reason, and its role otherwise."""
    role = _preposition_before(token, verb)
    above = token
    while above != verb and above.head != above:
        if above.dep_ in ("advcl", "mark") or (_gives_reason(above) and above.i != particle_of(verb)):
            return True, ""
        if not role:
            if above.dep_ in ("prep", "agent") and above.i != particle_of(verb):
                role = above.lower_
            elif above.dep_ == "npadvmod":
                # "Was taken off metformin": what follows a particle at once is no time.
                role = "obj" if above.left_edge.i - 1 == particle_of(verb) else "time"
            elif above.dep_ in ("attr", "acomp", "oprd"):
                role = "be"
            elif above.dep_ == "xcomp":
                # "Uses Keep for notes": a name that the parser takes for a verb.
                role = "" if above != token else "obj" if verb.lemma_ == "use" and token.text[:1].isupper() else "do"
            elif above.dep_ in ("dobj", "dative", "appos") and above.head == verb:
                role = "obj"
        above = above.head
    return False, role or "obj"


def _gives_reason(token: Token) -> bool:
    if token.lower_ != "after":
        return token.lower_ in _REASONS
    return not any(
        child.dep_ == "pobj" and (child.lower_ in _DAILY or child.like_num) and not any(True for _ in child.children)
        for child in token.children
    )


def _preposition_before(token: Token, verb: Token) -> str:
    """The preposition of the noun phrase in which a word stands, read from the words alone."""
    if token.pos_ not in ("NOUN", "PROPN", "NUM", "ADJ", "X") and verb.lemma_ not in SHIFTING:
        return ""
    for before in reversed(list(token.doc[verb.i + 1 : token.i])):
        if before.lower_ in _PLAIN and before.i != particle_of(verb):
            return before.lower_
        inside = before.i < before.head.i <= token.i or token.head == before or _is_of_one_date(before, token)
        misread = before.pos_ == "VERB" and before.nbor(-1).lower_ == "to" and verb.lemma_ in SHIFTING
        if not (inside and (misread or before.pos_ in _IN_NOUN_PHRASES)):
            return ""
    return ""


def _is_of_one_date(before: Token, token: Token) -> bool:
    """ "10 May 2026", whose May a parser takes for a verb or a time of its own."""
    day = before.like_num and (token.lower_ in MONTHS or before.i + 2 == token.i and before.nbor().lower_ in MONTHS)
    return day or (before.lower_ in MONTHS and token.like_num)


_IN_NOUN_PHRASES = ("DET", "ADJ", "NUM", "NOUN", "PROPN", "SYM", "PART", "PRON")


def counts(token: Token) -> bool:
    """Whether a number says how many: "eleven people", not "ticket 11"."""
    return token.dep_ == "nummod" and token.i < token.head.i and token.head.tag_ in ("NNS", "NNPS")


def object_of(verb: Token) -> Token | None:
    """The noun that a verb is done to, also behind a particle that the parser takes for a preposition; None without
    one."""
    particle = particle_of(verb)
    for child in verb.children:
        if child.dep_ == "dobj":
            found = _governed(child, "of") if child.lower_ in _WHOLES else child
        elif child.i == particle and child.dep_ == "prep":
            found = next((one for one in child.children if one.dep_ == "pobj"), None)
        else:
            continue
        if found is not None and found.pos_ in ("NOUN", "PROPN"):
            return found
    return None


_WHOLES = word_set("all last rest")  # "the last of the carp" is the carp


def _governed(token: Token, preposition: str) -> Token | None:
    """The noun behind a preposition of this word's."""
    nouns = (
        one
        for child in token.children
        if child.dep_ == "prep" and child.lower_ == preposition
        for one in child.children
        if one.dep_ == "pobj"
    )
    return next(nouns, None)


def noun_of(token: Token) -> str:
    """The lemma of the noun that `token` hangs on by a preposition: "cup" for the tea of "cup of tea"; "" for none."""
    for above in token.ancestors:
        if above.dep_ == "prep":
            return lemma_of(above.head) if above.head.pos_ in ("NOUN", "PROPN") else ""
    return ""


def key_of(noun: Token) -> tuple[str, ...]:
    """A noun phrase as its telling words, whoever owns it first."""
    owners: list[str] = []
    after: list[str] = []
    before: list[str] = []
    for child in noun.children:
        if child.dep_ == "poss" and child.pos_ != "PRON":
            owners += key_of(child)
        elif child.dep_ == "prep":
            keys = [lemma for grandchild in child.children if grandchild.dep_ == "pobj" for lemma in key_of(grandchild)]
            if child.lower_ == "of":
                owners += keys
            else:
                after += ["from", *keys] if child.lower_ == "from" else keys
        elif child.dep_ in ("compound", "amod", "nummod", "nmod", "appos") and tells(child) and not counts(child):
            (before if child.i < noun.i else after).append(lemma_of(child))
    own = [lemma_of(noun)] if tells(noun) else []
    return (*owners, *before, *own, *after)


def contrasts(doc: Doc) -> tuple[tuple[frozenset[str], ...], tuple[frozenset[str], ...]]:
    """What is denied beside what is said instead (", not on Monday"), and what was left ("from MySQL to …")."""
    denied, left = [], []
    for token in doc:
        following = doc[token.i + 1] if token.i + 1 < len(doc) else None
        beside = token.i and token.nbor(-1).text in (",", "(", "-", "–", "and")
        if (token.lower_ == "not" and beside) or (token.dep_ == "neg" and _but_follows(doc, token.i)):
            denied.append(_until_stop(doc, token.i + 1))
        elif token.lower_ in ("instead", "rather") and following is not None and following.lower_ in ("of", "than"):
            left.append(_until_stop(doc, token.i + 2))
        elif token.lower_ == "from" and any(child.dep_ == "pobj" for child in token.children):
            goals = (other for other in doc[token.i + 1 :] if other.lower_ in ("to", "into"))
            if any(goal.head in (token.head, token.head.head) for goal in goals):
                left.append(_until_stop(doc, token.i + 1))
    return tuple(filter(None, denied)), tuple(filter(None, left))


def _but_follows(doc: Doc, start: int) -> bool:
    """ "Is not for 130 dollars but for 113"; "not only" denies nothing."""
    if start + 1 < len(doc) and doc[start + 1].lower_ == "only":
        return False
    return any(other.lower_ == "but" for other in doc[start + 1 : start + 8])


def _until_stop(doc: Doc, start: int) -> frozenset[str]:
    found = set()
    for token in doc[start:]:
        if token.i == start and token.pos_ in ("ADP", "PART"):
            continue  # "not to Anna"
        if token.is_punct or token.lower_ in ("only", "but", "that", "to", "into", "and", "because", "since"):
            break
        if token.i > start and token.lower_ in ("from", "as") and doc[token.i + 1 :][:1].text.lower() in _FROM_WHEN:
            break  # "rather than 900 from March"
        if tells(token):
            found.add(lemma_of(token))
    return frozenset(found)


_FROM_WHEN = MONTHS_AND_SEASONS | WEEKDAYS | {"of", "now", "tomorrow", "next"}


def is_since(token: Token) -> bool:
    """Whether a word tells from when on: "since April", "since the twins were born"."""
    return token.lower_ == "since"


def is_only(token: Token) -> bool:
    """Whether a number is said to be less than was thought: "only two days"."""
    return token.lower_ == "only" and token.i + 1 < len(token.doc) and token.nbor(1).like_num


def negates(token: Token) -> bool:
    """Whether the word denies its clause. After a comma, a bracket or "and" it only denies what follows."""
    if token.dep_ == "neg" or token.lower_ in ("no", "never", "neither", "hardly", "barely", "scarcely"):
        return not (token.i and token.nbor(-1).text in (",", "(", "and"))
    return False


def tells(token: Token) -> bool:
    """Whether the word says something of what a statement is about: no mark, no article, no sign of a change."""
    if token.is_punct or token.is_space or token.lower_ in _LIGHT or token.dep_ == "neg":
        return False
    if token.lower_ in ("one", "ones") and token.i and token.nbor(-1).pos_ in ("ADJ", "DET"):
        return False  # "the left one"
    if token.lower_ == "on" and token.i and token.nbor(-1).lower_ == "now":
        return False
    if token.lower_ in _SIGN_WORDS - {"on"} and SIGN.search(token.sent.text):
        return False
    return token.pos_ in ("NOUN", "PROPN", "ADJ", "NUM", "VERB", "ADV", "X", "SYM") or token.like_num


def verb_of(verb: Token) -> str:
    """The verb's lemma, with its particle where it has one: "give back"."""
    particle = particle_of(verb)
    return lemma_of(verb) if particle is None else f"{lemma_of(verb)} {verb.doc[particle].lower_}"


def particle_of(verb: Token) -> int | None:
    """The position in the sentence of the verb's particle, or None: what the parser takes for one, or what makes a
    known verb with it ("gave the camera back", "was turned up to 20 degrees")."""
    for token in verb.doc[verb.i + 1 : verb.i + 8]:
        if token.pos_ in ("VERB", "AUX") or token.is_punct:
            return None
        if token.lower_ == "on" and token.nbor(-1).lower_ == "now":
            return None
        if token.dep_ == "prt" and token.head == verb:
            return token.i
        near = token.i == verb.i + 1 or token.head == verb or token.i == len(token.doc) - 1
        if near and token.lower_ in PARTICLES and f"{verb.lemma_} {token.lower_}" in PHRASAL_VERBS:
            follows = token.i + 1 < len(token.doc) and token.nbor(1).pos_ in ("DET", "NOUN", "PROPN", "PRON", "NUM")
            if token.lower_ not in ("in", "on", "over", "through") or not follows:
                return token.i
    return None


def lemma_of(token: Token) -> str:
    """The word's lemma in lower case: a number as its figures, an ordinal without its ending, a name as it stands."""
    low = token.lower_.strip(".,")
    if low == "hates":
        return "hate"  # the lemmatiser of the small models says "hat"
    if low in _NUMBERS:
        return _NUMBERS[low]
    if re.fullmatch(r"\d+(?:st|nd|rd|th)", low):
        return low[:-2]
    if low[:1].isdigit():
        return low
    # The names of sciences and the like are no plurals, whatever the lemmatiser thinks.
    return low if token.pos_ == "PROPN" or low.endswith("ics") else token.lemma_.lower()
