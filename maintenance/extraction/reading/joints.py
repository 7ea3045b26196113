"""Statements that "and", "but" or a comma joins, each with a subject of its own: "I'm allergic to sesame and I get home
at six", "the ferry was full, my cousin drove us".

A small parser takes the last word of the one for the subject of the other now and then, and both are lost. Alone, each
is a short sentence that it gets right. A sentence is only divided where both parts are whole: "Sam and I went" is one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from memory.language.en.vocabulary import WEEKDAY_NAMES

from ..grammar.clauses import SUBJECTS, finite_verb
from ..grammar.lexicon import word_set
from ..grammar.mentions import THIRD_PERSON
from ..grammar.rewrite import NOMINATIVE
from ..keeping.guards import OF_SOMETHING
from .references import POINTING

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

# Joints of one sentence: each costs two parses. With 3 and with 12 the development talks give the same 897 facts.
MOST_TRIED = 6
_FINITE = frozenset(("VBD", "VBP", "VBZ", "MD"))
_JOINT = re.compile(
    r"(?:,| -)? (?:and|but|so(?! (?:I|we) (?:can|could|would|might|may|'d)\b)) (?=(?:I|we|my|our)\b)|; (?=(?:I|we"
    r"|my|our)\b)"
)
# What stands in front of two clauses may be said of both: a condition, a time, who said it.
_OPENED = re.compile(
    r"^(?:if|when|while|once|unless|until|after|before|because|since|although|though|as|whenever|whatever|whoever|wherever|however"
    r"|no matter|even|both|either"
    r"|not only)\b|\b(?:if|unless|whether|as long as|provided|in case|suppose|otherwise|so that)\b",
    re.I,
)
_QUOTING = re.compile(r"[\"“”]|(?<!\w)'")
# Verbs and adjectives whose clause may go on behind the joint: "she says that it rains and I need a coat".
GOVERNING = word_set(
    "say tell think know believe hope wish guess suppose feel imagine mean promise suggest hear read notice decide "
    "realise realize remember forget learn find see show prove worry fear claim report explain ask insist agree doubt "
    "dream pretend assume expect figure bet swear love hate like mind want prefer let make help"
)


def divided(doc: Doc, parse: Callable[[str], Doc]) -> Iterator[Doc]:
    """The sentence's parts that can each stand alone, left to right; the sentence itself where it is one."""
    if (told := _with_subject_again(doc) or _with_verb_again(doc) or _no_longer(doc)) is not None:
        yield from divided(parse(told), parse)
        return
    text = doc.text
    misread = _is_misread(doc)
    for start, end in [] if _QUOTING.search(text) else _joints(doc):
        left, right = text[:start], text[end:]
        if _OPENED.search(left) or left.count("(") > left.count(")"):
            continue
        first, second = parse(f"{left}."), parse(f"{right[0].upper()}{right[1:]}")
        spliced = text[start:end].strip() in (",", "")
        if _hangs_on(second, lost=_is_lost(doc)) if spliced else not misread and _leans_back(second):
            continue
        lost = spliced and _is_lost(doc) and not _NARROWS.match(right)
        opens = _is_whole(first) or _is_order(first) or (spliced and _only_names(first, second))
        if opens and not _governs_on(first) and (_is_whole(second) or lost):
            yield first
            yield from divided(second, parse)
            return
    yield doc


def _with_subject_again(doc: Doc) -> str | None:
    """ "I left Acme and I work at Bosch now" for "I left Acme and work at Bosch now", where the second verb is taken
    for a noun, or for one more thing that was stopped. None for any other sentence."""
    for word in doc[2:]:
        if word.dep_ != "conj" or word.tag_ not in ("NN", "VB") or word.nbor(-1).lower_ != "and":
            continue
        first = word.head.head if word.head.dep_ == "xcomp" and word.head.tag_ == "VBG" else word.head
        of_it = first.tag_ == "VBD" and (word.tag_ == "NN" or word.head != first)
        subject = _subject(first) if of_it else None
        behind = [token.lower_ for token in doc[word.i + 1 :]]
        is_now = behind[1:] and "now" in behind and doc[word.i + 1].pos_ in ("ADP", "NOUN", "PROPN", "DET")
        if is_now and subject is not None and subject.lower_ in ("i", "we"):
            return f"{doc.text[: word.idx]}{'I' if subject.lower_ == 'i' else 'we'} {doc.text[word.idx :]}"
    return None


def _no_longer(doc: Doc) -> str | None:
    """ "We do not ship to Norway any more" for "we no longer ship to Norway", where "ship" is taken for a noun. None
    for any other sentence."""
    root = next(iter(doc.sents)).root
    subject, before = _subject(root), doc[max(root.i - 2, 0) : root.i]
    if root.tag_ != "NN" or subject is None or subject.lower_ not in ("i", "we", "they") or root.i != subject.i + 3:
        return None
    if [token.lower_ for token in before] != ["no", "longer"]:
        return None
    return f"{doc[: subject.i + 1].text} do not {doc[root.i :].text.rstrip('. ')} any more."


def _with_verb_again(doc: Doc) -> str | None:
    """ "The plumber is coming Tuesday and the painter is coming Thursday" for "… and the painter Thursday", which a
    parser makes one statement of. None for any other sentence."""
    found = _EACH_ON_A_DAY.search(doc.text)
    verb = next(iter(doc.sents)).root
    subject = _subject(verb)
    if found is None or subject is None or verb.pos_ != "VERB" or verb.idx > found.start():
        return None
    group = [token for token in (*verb.children, verb) if token == verb or token.dep_ in ("aux", "prt")]
    told = " ".join(token.text for token in sorted(group, key=lambda token: token.i))
    if finite_verb(verb).tag_ not in _FINITE or subject.lower_ in NOMINATIVE:
        return None
    between = [token for token in doc[verb.i + 1 :] if token.idx < found.start() and token.dep_ != "prt"]
    if between:
        return None  # "he is visiting Rome Tuesday and Paris Thursday": another whom, and no other who
    return f"{doc.text[: found.start('when')]}{told} {doc.text[found.start('when') :]}"


_DAY = rf"(?:on )?(?i:{'|'.join(WEEKDAY_NAMES)})"
_EACH_ON_A_DAY = re.compile(
    rf"\b{_DAY},? (?:and|but) (?:(?i:the|my|our|his|her) [a-z]{{2,20}}|(?!(?:I|Back)\b)[A-Z][a-z]{{1,20}}(?<!day)) "
    rf"(?P<when>{_DAY})[.]?$"
)


def _only_names(first: Doc, second: Doc) -> bool:
    """ "Mira from the other team, she starts on Monday": an answer, and then what is told of whom it names."""
    verbless = not any(token.pos_ in ("VERB", "AUX") for token in first)
    return verbless and first[0].tag_ in ("NNP", "NN") and second[0].lower_ in ("he", "she")


def _joints(doc: Doc) -> list[tuple[int, int]]:
    """Where a statement may end and the next one begin, as positions in the text."""
    spans = {joint.span() for joint in _JOINT.finditer(doc.text)}
    spans |= {(_end_before(joint), joint.nbor().idx) for verb in doc if (joint := _lost_joint(verb)) is not None}
    spans |= {(token.idx, token.nbor().idx) for token in doc[:-1] if token.text == "," and _may_open(token.nbor())}
    spans |= {(before.idx + len(before), before.nbor().idx) for verb in doc if (before := _run_on(verb)) is not None}
    return sorted(span for span in spans if span[0] > 0)[:MOST_TRIED]


def _lost_joint(verb: Token) -> Token | None:
    """The "and" before a verb's own subject that was taken for a second object: "to penicillin and Ole carries"."""
    if verb.tag_ not in _FINITE or verb.pos_ not in ("VERB", "AUX") or _subject(verb) is not None or verb.i < 3:
        return None
    before = verb.nbor(-1)
    if before.dep_ != "conj" or before.pos_ not in ("NOUN", "PROPN") or before.head.dep_ in SUBJECTS:
        return None
    start = before.left_edge.i
    joint = before.doc[start - 1] if start else before
    return joint if joint.lower_ in ("and", "but") else None


def _run_on(verb: Token) -> Token | None:
    """The word before a statement that nothing joins to the one before it: "I can't eat corn it gives me a rash"."""
    subject = _subject(verb)
    # "Corn it gives me a rash" has its object: nothing of the corn is told that only a relative clause could tell.
    full = verb.dep_ == "relcl" and any(child.dep_ == "dobj" for child in verb.children)
    loose = (
        (full or verb.dep_ in ("ccomp", "parataxis", "dep"))
        and verb.i > verb.head.i
        and finite_verb(verb).tag_ in _FINITE
    )
    if not loose or subject is None or subject.lower_ not in _ALONE or verb.head.lemma_.lower() in GOVERNING:
        return None
    before = subject.nbor(-1)
    if before.lower_ in _NARROWED:
        return None
    return (
        before if before.pos_ in ("NOUN", "PROPN") and before.i >= verb.head.i and verb.left_edge == subject else None
    )


_ALONE = word_set("i we he she it they")
# What follows these says which: "it's the one I broke skiing".
_NARROWED = word_set("one ones thing things first last only all everything anything nothing something way time reason")


def _may_open(token: Token) -> bool:
    """Whether a statement may begin here: with what it is of, not with "which", "and", "then" or a verb."""
    return token.pos_ in _OPENING and token.lower_ not in _RELATIVE and not _opens_aside(token)


def _opens_aside(token: Token) -> bool:
    """ "A daughter, Mia, and ...", "a new Anna, intern, started Monday": who it is, between two commas. Or one of a
    list: "nuts, eggs, and Tom is ..."."""
    noun = token if token.dep_ in _BESIDE else token.head
    if (
        noun.dep_ not in _BESIDE
        or noun.head.pos_ not in ("NOUN", "PROPN")
        or noun.left_edge != token
        or noun.head.i > token.i
    ):
        return False
    ends = (noun.i + 1, noun.right_edge.i + 1)
    return any(end < len(noun.doc) and noun.doc[end].lower_ in (",", "and") for end in ends)


_BESIDE = frozenset(("appos", "conj"))
_OPENING = frozenset(("NOUN", "PROPN", "PRON", "DET", "ADJ", "NUM", "X"))
_RELATIVE = word_set("who whom whose which what that")
_TAGGED = word_set("say think know guess believe suppose hope hear reckon bet see mean remember understand swear")


def _hangs_on(part: Doc, *, lost: bool) -> bool:
    """Whether what stands behind a comma is no statement by the side of the first: "she said", "the last one leaving",
    or does not begin with what it is of."""
    root = next(part.sents).root
    subject = _subject(root)
    if subject is None or subject.left_edge.i > 0:
        return not lost
    tells = any(child.dep_ in ("dobj", "ccomp", "xcomp", "prep", "dative") for child in root.children)
    return root.lemma_ in _TAGGED and not tells


def _end_before(joint: Token) -> int:
    last = joint.nbor(-1) if joint.i else joint
    if last.is_punct and last.i:
        last = last.nbor(-1)
    return last.idx + len(last)


def _is_misread(doc: Doc) -> bool:
    """Whether the parser made two sentences of one, or left a telling word without a role."""
    return len(list(doc.sents)) > 1 or _has_lost_words(doc)


def _has_lost_words(doc: Doc) -> bool:
    return any(token.dep_ == "punct" and token.pos_ in _TELLING for token in doc)


def _leans_back(part: Doc) -> bool:
    """Whether only the whole sentence tells who or what it means: "and it prints blank pages", "but I quit"."""
    root = next(part.sents).root
    objectless = not any(child.dep_ in ("dobj", "xcomp", "prt") for child in root.children)
    ended = root.lemma_ in OF_SOMETHING and objectless
    return ended or any(token.lower_ in THIRD_PERSON | POINTING for token in part)


def _is_whole(part: Doc) -> bool:
    """Whether it opens with one finite clause whose subject stands before its verb, and nothing lies outside of it."""
    sentences = list(part.sents)
    root = sentences[0].root
    subject = _subject(root)
    if len(sentences) > 1 or subject is None or subject.i > root.i:
        return False
    return finite_verb(root).tag_ in _FINITE and not _has_lost_words(part)


_TELLING = frozenset(("NOUN", "PROPN", "VERB", "ADJ", "PRON"))


def _is_order(part: Doc) -> bool:
    """ "Call me on the mobile", "please keep it short"."""
    root = next(part.sents).root
    return root.tag_ == "VB" and _subject(root) is None and not any(child.dep_ == "aux" for child in root.children)


def _is_lost(doc: Doc) -> bool:
    """Whether the parser found no statement in a sentence: what stands before a comma may be one all the same."""
    root = next(doc.sents).root
    return root.pos_ not in ("VERB", "AUX") or _has_lost_words(doc)


# What takes something back of what stands before it.
_NARROWS = re.compile(r"(?:except|unless|but|if|until|till|only|not|apart|besides|when|or|as long)\b", re.I)


def _subject(root: Token) -> Token | None:
    return next((child for child in root.children if child.dep_ in SUBJECTS), None)


def _governs_on(part: Doc) -> bool:
    """Whether the last verb that takes a clause has nothing behind it that the joint could not go on."""
    last = part[len(part) - 1]
    return any(
        verb.lemma_.lower() in GOVERNING and (_ends_in_clause(verb, last) or _ends_in_person(verb, last))
        for verb in part
        if verb.pos_ in ("VERB", "AUX")
    )


def _ends_in_clause(verb: Token, last: Token) -> bool:
    return any(child.dep_ in ("ccomp", "xcomp") and child.right_edge.i >= last.i - 1 for child in verb.children)


def _ends_in_person(verb: Token, last: Token) -> bool:
    """ "I think Sam", "I hope my wife": who may be the subject of what follows."""
    return any(
        child.dep_ in ("dobj", "dative", "oprd", "nsubj") and child.right_edge.i >= last.i - 1 and child.i > verb.i
        and (child.pos_ == "PROPN" or verb.lemma_.lower() in _SAYING)
        for child in verb.children
    )  # fmt: skip


_SAYING = word_set("say think know believe hope wish guess suppose feel imagine mean assume expect bet swear")
