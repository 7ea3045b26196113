"""Which persons, things and places a sentence names, so that pronouns may stand for them."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import dropwhile
from typing import TYPE_CHECKING

from .conjoined import by_gender
from .discourse import Discourse, Gender, Mention, Place
from .given_names import MEN, WOMEN
from .health import names_illness
from .lexicon import ANYBODY, COLLECTIVE, COMPANIONS, EMPTY_NOUNS, FEMALE, KIN, MALE, PEOPLE, PETS, TIMES, word_set
from .rewrite import FIRST_PERSON, NOMINATIVE, POSSESSIVE, Voice

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

THIRD_PERSON = word_set("it its itself they them their theirs themselves he him his himself she her hers herself")
SECOND_PERSON = word_set("you your yours yourself yourselves u ur ya y'all")


def gender_of(lemma: str) -> Gender:
    """What pronoun a noun takes, as far as the word itself tells."""
    return "f" if lemma in FEMALE else "m" if lemma in MALE else "?"


def gender_beside(noun: Token) -> Gender:
    """What pronoun somebody takes by the noun, or by what stands beside a name: of "Kelly, my daughter" nobody says
    "he". Else by a title, or by the given name."""
    beside = [child for child in noun.children if child.dep_ in ("appos", "compound")]
    if noun.pos_ == "PROPN":
        first = next((one for one in (noun, *noun.conjuncts) if one.dep_ == "appos"), noun)
        beside += [first.head] if first.head.tag_ == "NNS" else []  # "my sons Leo and Max"
    told = (gender_of(one.lemma_.lower()) for one in (noun, *beside))
    by_word: Gender = next((gender for gender in told if gender != "?"), "?")
    if by_word != "?" or noun.pos_ != "PROPN":
        return by_word
    return _gender_of_name([word for word in noun.doc[noun.left_edge.i : noun.i + 1] if word.pos_ == "PROPN"])


def _gender_of_name(words: list[Token]) -> Gender:
    """Of "Mr Hale", "Lucy Hale": by the first word."""
    first = min(words, key=lambda word: word.i).lower_.rstrip(".") if words else ""
    by_name: Gender = "f" if first in WOMEN else "m" if first in MEN else "?"
    return _TITLES.get(first, by_name)


def is_person(token: Token) -> bool:
    """Whether a noun names somebody: a kin word, a role, a pet, or a name that is not governed like a place."""
    lemma = token.lemma_.lower()
    if lemma in PEOPLE or lemma in PETS or is_in_place_of_another(token):
        return True
    if token.pos_ == "PROPN":
        if any(child.lower_.rstrip(".") in TITLES for child in token.children):
            return True
        if token.dep_ == "appos" and token.head.lemma_.lower() in PEOPLE | PETS:
            return True
        if token.dep_ in ("nsubj", "dobj", "dative", "nsubjpass", "conj", "poss"):
            return token.text.istitle() and token.dep_ != "dobj"
        return token.dep_ == "pobj" and token.head.lower_ in ("with", "named", "called")
    # "My promotor is Professor Okonkwo"; a drink is Dr Pepper.
    is_role = _ROLE.search(lemma) is not None
    named = token.head.children if is_role and token.dep_ == "nsubj" and token.head.lemma_ == "be" else ()
    return any(c.dep_ == "attr" and c.pos_ == "PROPN" and is_person(c) for c in named)


def is_in_place_of_another(noun: Token) -> bool:
    """ "Ines's replacement" is somebody, and "my knee replacement" is not."""
    beside = {child.dep_ for child in noun.children}
    return noun.lemma_.lower() in _IN_PLACE and "poss" in beside and "compound" not in beside


def _called(noun: Token) -> str | None:
    """The name of who is in another's place, where the sentence tells it: "Ines's replacement is called Sofia"."""
    if noun.dep_ != "nsubjpass" or noun.head.lemma_ not in ("call", "name") or not is_in_place_of_another(noun):
        return None
    return next((child.text for child in noun.head.children if child.dep_ == "oprd" and child.pos_ == "PROPN"), None)


def _called_beside(thing: Token) -> str | None:
    """The name in "a tool called Quillsync", "our app named Tandem"; None where there is none."""
    if thing.lemma_.lower() in PEOPLE | PETS | _TOLD_IN:
        return None
    calls = (c for c in thing.children if c.dep_ == "acl" and c.tag_ == "VBN" and c.lemma_ in ("call", "name"))
    names = (one for verb in calls for one in verb.children if one.dep_ == "oprd" and one.pos_ == "PROPN")
    name = next(names, None)
    return None if name is None else name.doc[name.left_edge.i : name.i + 1].text


_TOLD_IN = word_set("book novel film movie series show play story song game poem album opera musical")
_IN_PLACE = word_set("replacement successor predecessor substitute locum stand-in deputy")
_ROLE = re.compile(r"(?:er|or|ist|ian|ant|ent|eur|man|woman|coach|head|lead|vet|boss|nurse|guide|aide|chair)$")
_DAY = re.compile(r"\d+(?:st|nd|rd|th)")  # "due the 9th, it's on Hume": a day is not what "it" is


def can_be_named_again(token: Token) -> bool:
    """Whether a noun is definite enough for a pronoun to stand for it."""
    lemma = token.lemma_.lower()
    named = token.pos_ in ("NOUN", "PROPN") and lemma not in TIMES | EMPTY_NOUNS and not names_illness(token)
    return named and _DAY.fullmatch(lemma) is None


def _is_sought(thing: Token) -> bool:
    """Whether the speaker looks for such a thing: "I'm looking for a dentist", "we need a tutor"."""
    if not any(child.lower_ in ("a", "an") for child in thing.children):
        return False
    verb = thing.head.head if thing.dep_ == "pobj" and thing.head.lower_ == "for" else thing.head
    seeking = verb.lemma_ in ("look", "search", "hunt") if verb != thing.head else verb.lemma_ in ("need", "seek")
    return seeking and any(child.lower_ in ("i", "we") for child in verb.children)


def note_mentions(
    doc: Doc, place: Place, speaker: Voice, discourse: Discourse, small: frozenset[str] = frozenset()
) -> None:
    """Remember the things that a sentence names, and the names it introduces. Words of the `small` ones were typed
    without the capital that the sentence gave them: they are nobody's names."""
    discourse.note_unknown(doc, place)
    for chunk in doc.noun_chunks:
        root = chunk.root
        _note_holder(root, place, discourse)
        if _is_another_name(root):
            discourse.names.update(token.text for token in (root, *root.conjuncts) if token.pos_ == "PROPN")
            if root.dep_ == "appos" and root.conjuncts and root.head.tag_ == "NNS":
                # "My sons Leo and Max": the others come by themselves.
                discourse.add(replace(named_person(root, place), gender=gender_beside(root)))
            continue
        name = ""
        if (named := _introduced(root)) is not None:
            name = " ".join(
                [*(c.text for c in named.children if c.dep_ == "compound" and c.pos_ == "PROPN"), named.text]
            )
            discourse.add(replace(named_person(named, place), text=name, gender=gender_beside(root)))
        if not can_be_named_again(root) or chunk[0].lower_ in _NOTHING or (root.dep_ == "attr" and is_person(root)):
            # "She is a vet": nobody new.
            continue
        if _is_sought(root):
            discourse.sought = f"{chunk.text[0].lower()}{chunk.text[1:]}"
        # Of "a nurse called Berit" she is one, and not "the nurse" and "Berit".
        text = (
            (name if root.pos_ == "NOUN" else "")
            or _called(root)
            or _called_beside(root)
            or _name_again(list(chunk), root, speaker)
        )
        if text is None:
            if is_person(root) or root.pos_ == "PROPN":
                # "Her father", "his nephew Ross": somebody else whom "he" may be.
                somebody = replace(named_person(root, place), text=root.text if root.pos_ == "PROPN" else "")
                discourse.add(replace(somebody, gender=gender_beside(root)))
            continue
        conjoined = any(child.dep_ == "conj" for child in root.children)
        alone = text
        if conjoined and any(child.dep_ == "conj" and child.lower_ in NOMINATIVE for child in root.children):
            # "My sister and I": she is one of them, and "they" are not told of without the speaker.
            conjoined = False
        elif conjoined:
            text = (
                _name_again([t for t in root.subtree if t.dep_ not in ("relcl", "prep", "advcl")], root, speaker)
                or text
            )
        lemma = root.lemma_.lower()
        where = ""
        is_beside = root.head.head.pos_ == "ADV" and root.head.lower_ == "to"  # "she sits next to Beate"
        if (
            root.dep_ == "pobj"
            and root.head.lower_ in ("in", "at", "to")
            and lemma not in COLLECTIVE | PEOPLE
            and not (is_beside and root.pos_ == "PROPN")
        ):
            preposition = root.head.lower_
            if preposition == "to":
                preposition = "in" if root.pos_ == "PROPN" else "at"
            where = f"{preposition} {text}"
        mention = Mention(
            text=text.removesuffix(".") if text.endswith((" Co.", " Inc.", " Ltd.")) else text,
            head=lemma,
            plural=conjoined or _is_plural(root),
            person=not _is_small(root, small) and (is_person(root) or _is_whose_name(root)),
            gender=_gender(root),
            place=where,
            role=root.dep_,
            order=(*place, root.i),
            own=any(token.lower_ in POSSESSIVE for token in chunk),
        )
        discourse.add(mention)
        if conjoined and _are_persons(root):
            discourse.add(replace(mention, text=alone, plural=False, person=True))  # of "Lucy and Pete" Lucy alone
        if (owner := _owner(root, place, speaker)) is not None:
            discourse.add(owner)
    by_gender(doc, place, discourse)
    discourse.note_genders(doc, place)


def _note_holder(name: Token, place: Place, discourse: Discourse) -> None:
    """Remember who is named as the one that holds a place: "the new vet is Tamsin". A relative is called by the
    kinship, and of "now it's Piet" only the talk knows whether it is somebody."""
    if name.dep_ != "attr" or name.pos_ != "PROPN" or name.head.lemma_ != "be" or name.lower_ in TIMES:
        return
    subject = next((child for child in name.head.children if child.dep_ == "nsubj"), None)
    if subject is None or subject.lemma_.lower() in KIN | PETS or not name.text.istitle():
        return
    words = [child.text for child in name.children if child.dep_ == "compound" and child.pos_ == "PROPN"]
    held = replace(named_person(name, place), text=" ".join([*words, name.text]), gender=_gender(name))
    if subject.lower_ == "it":
        discourse.add(replace(held, person=False, role="appos"))
    elif any(child.dep_ in ("det", "poss") for child in subject.children) and _is_somebody(subject, place, discourse):
        discourse.holder = held
        discourse.add(held)
        discourse.names.add(name.text)


def _is_somebody(holder: Token, place: Place, discourse: Discourse) -> bool:
    """Whether the noun names a person by itself, or by the talk: "our PM Lukas left, the new PM", "the new one"."""
    before = [one for one in discourse.mentions if one.order[:2] != place]
    if holder.lemma_ == "one":
        return bool(before) and before[-1].person
    return is_person(holder) or any(one.person and holder.lower_ in one.text.lower().split() for one in before)


def _are_persons(first: Token) -> bool:
    """Whether each of those who are named together is one: "Lucy and Pete", "my aunt and my uncle". Whom "I met Lucy
    and Pete" names first may be a person where the other is."""
    named = (first, *first.conjuncts)
    may_be = first.pos_ == "PROPN" and first.text.istitle() and first.dep_ in ("dobj", "pobj")
    may_be = may_be and first.head.lower_ not in ("in", "at") and all(one.pos_ == "PROPN" for one in first.conjuncts)
    return all(
        (is_person(one) or (may_be and one == first)) and not _is_plural(one) and one.lemma_.lower() not in COLLECTIVE
        for one in named
    )


def _is_plural(noun: Token) -> bool:
    """Whether several are named: "the Hales", and not "Ines"."""
    return noun.tag_ == "NNS" or (noun.tag_ == "NNPS" and noun.lower_ not in WOMEN | MEN)


# "No fish", "more sugar": nothing that is there.
_NOTHING = word_set("no any more less enough most much neither")


def _introduced(noun: Token) -> Token | None:
    """The name in "a woman named Rosalind", "that's Dinesh", "there's a girl Ruth"; None of any other noun."""
    is_attribute = noun.dep_ == "attr" and noun.head.lemma_ == "be"
    before = {child.lower_ for child in noun.head.children if is_attribute and child.dep_ in ("nsubj", "expl")}
    if noun.pos_ == "PROPN":
        return noun if before & {"that", "this", "there"} else None
    if noun.lemma_.lower() not in PEOPLE | ANYBODY:
        return None
    beside = [child for child in noun.children if child.dep_ == "appos" and "there" in before]
    named = (*beside, *(child for c in noun.children if c.lemma_ in ("name", "call") for child in c.children))
    return next((one for one in named if one.pos_ == "PROPN"), None)


def _gender(noun: Token) -> Gender:
    """By the noun, by what stands beside a name ("Kelly, my daughter"), or by the title of who it is: "our teacher is
    Mrs Albright"."""
    told = gender_beside(noun)
    if told != "?" or noun.dep_ != "nsubj" or noun.head.lemma_ != "be":
        return told
    titles = (c for name in noun.head.children if name.dep_ == "attr" for c in name.children)
    return next((_TITLES[low] for title in titles if (low := title.lower_.rstrip(".")) in _TITLES), told)


def _is_small(name: Token, small: frozenset[str]) -> bool:
    titled = any(child.lower_.rstrip(".") in TITLES for child in name.children)
    return name.pos_ == "PROPN" and name.lower_ in small and not titled


_TITLES: dict[str, Gender] = {"mr": "m", "mrs": "f", "ms": "f", "miss": "f"}
TITLES = frozenset((*_TITLES, "dr", "prof", "professor", "doctor"))


def _is_whose_name(noun: Token) -> bool:
    """Whether it is somebody's name: "my promotor is Okonkwo"."""
    subjects = (c for c in noun.head.children if c.dep_ == "nsubj") if noun.dep_ == "attr" else ()
    return noun.pos_ == "PROPN" and any(one.lemma_.lower() in PEOPLE for one in subjects)


def _owner(noun: Token, place: Place, speaker: Voice) -> Mention | None:
    """Whose relation or teacher somebody is: after "our son's teacher", "he" may be the son. After "Graham's test" it
    is Graham."""
    owner = next((c for c in noun.children if c.dep_ == "poss"), None)
    if owner is None or is_person(noun) != (owner.lemma_.lower() in PEOPLE):
        return None
    if owner.lemma_.lower() not in PEOPLE and (owner.pos_ != "PROPN" or owner.lower_ in TIMES):
        return None
    if any(child.lemma_.lower() in PEOPLE for child in noun.children if child != owner):
        return None  # of "Aino's mother sews", "sews" may be taken for what Aino has
    text = _name_again([token for token in owner.subtree if token.dep_ != "case"], owner, speaker)
    if text is None:
        return None
    return Mention(
        text=text, head=owner.lemma_.lower(), plural=owner.tag_ == "NNS", person=True,
        gender=gender_of(owner.lemma_.lower()), place="", role="poss", order=(*place, owner.i), own=True,
    )  # fmt: skip


def named_person(token: Token, place: Place) -> Mention:
    """A mention of somebody by a name alone."""
    return Mention(
        text=token.text, head=token.lower_, plural=False, person=True, gender="?", place="", role=token.dep_,
        order=(*place, token.i),
    )  # fmt: skip


def _name_again(words: list[Token], root: Token, speaker: Voice) -> str | None:
    """A noun phrase as it is named a second time: "a dog" is then "the dog", "my dog" "Ann's dog"."""
    words = list(dropwhile(lambda word: word.pos_ == "ADV", words))  # "perhaps Dr Weiss"
    words = [word for word in words if not (word.dep_ in ("predet",) or (word.is_punct and word == words[-1]))]
    if not words or len(words) > 10:
        return None
    for child in root.children:
        if child.dep_ == "prep" and child.lower_ == "of" and child.i == words[-1].i + 1:
            words = words + list(child.subtree)
        elif child.dep_ == "appos" and child.pos_ == "PROPN" and root.lemma_.lower() in ANYBODY:
            return child.doc[child.left_edge.i : child.i + 1].text  # "the same guy, Dr Farr"
        elif child.dep_ == "appos" and child.pos_ == "PROPN" and 1 <= child.left_edge.i - words[-1].i <= 2:
            # Of "my aunt Lucy and uncle Pete" the uncle is another.
            words = words + [t for t in child.subtree if t.dep_ in ("compound", "appos") and t.head in (root, child)]
    while words[-1].i + 2 < len(root.doc) and root.doc[words[-1].i + 1].text == "-" and not words[-1].whitespace_:
        # "My brother-in-law".
        words = [*words, *root.doc[words[-1].i + 1 : words[-1].i + 3]]
    if len(words) > 12:
        return None
    parts: list[str] = []
    owned = (
        root.dep_ == "dobj"
        and root.head.lemma_ in ("have", "adopt", "own", "get")
        and any(c.lower_ in NOMINATIVE and c.dep_ == "nsubj" for c in root.head.children)
    )
    if any(word.lower_ in SECOND_PERSON | THIRD_PERSON | _RELATIVE for word in words):
        return None
    for position, word in enumerate(words):
        parts.append(_word_again(word, position == 0, owned, speaker))
        if word.whitespace_ or (position + 1 < len(words) and words[position + 1].i != word.i + 1):
            parts.append(" ")
    text = re.sub(r"\s+", " ", "".join(parts)).strip(" ,")
    if text.count('"') % 2:
        text = text.replace('"', "")
    if not text:
        return None
    if owned and words[0].dep_ == "nummod":
        return f"{speaker.possessive} {text}"
    if root.pos_ == "NOUN" and words[0].dep_ not in ("det", "poss", "compound", "amod", "nummod"):
        # A bare noun ("happiness", "kids") names a kind, not the one that a pronoun means.
        return None
    return text


_RELATIVE = word_set("whose which who whom what")


def _word_again(word: Token, is_first: bool, owned: bool, speaker: Voice) -> str:
    low = word.lower_
    if low in FIRST_PERSON:
        return speaker.possessive if low in POSSESSIVE else speaker.inner
    if is_first and low in ("a", "an", "some", "this", "that", "these", "those", "another"):
        return speaker.possessive if owned else "the"
    if not is_first and low in ("a", "an") and word.dep_ == "det":
        return "the"
    return low if word.i == 0 and word.pos_ != "PROPN" and word.text.istitle() else word.text


def companions(doc: Doc) -> str | None:
    """Those who are said to be with the speaker, as "we" will mean them: "their family", "the kids"; None where nobody
    is."""
    for token in doc:
        if token.lemma_.lower() not in COMPANIONS or token.pos_ not in ("NOUN", "PROPN"):
            continue
        own = next((c for c in token.children if c.dep_ in ("poss", "det") and c.lower_ in ("my", "our", "the")), None)
        joined = (
            (token.dep_ == "pobj" and token.head.lower_ == "with")
            or (token.dep_ == "dobj" and token.head.lemma_ in ("take", "bring", "join", "meet", "invite", "visit"))
            or (token.dep_ == "conj" and token.head.lower_ in NOMINATIVE)
            or (token.dep_ == "nsubj" and any(c.dep_ == "conj" and c.lower_ == "i" for c in token.children))
        )
        if own is not None and joined:
            if own.lower_ == "the" and token.lemma_.lower() not in KIN:
                # "With the gang": known to those who talk, and to nobody else.
                continue
            name = "the" if own.lower_ == "the" else "their"
            end = next((c.text for c in token.children if c.dep_ == "appos" and c.pos_ == "PROPN"), "")
            return f"{name} {token.text} {end}".strip()
    return None


def _is_another_name(noun: Token) -> bool:
    """Whether a name stands beside the noun it belongs to: "my sister Anna", "her name is Anna", "a dog called Max"."""
    if noun.pos_ != "PROPN":
        return False
    if noun.dep_ == "appos":
        return noun.head.pos_ == "NOUN"
    subject = next((c for c in noun.head.children if c.dep_ in ("nsubj", "nsubjpass")), None)
    if noun.dep_ == "attr":
        return subject is not None and (subject.lemma_ == "name" or is_person(subject))
    return noun.dep_ == "oprd" and noun.head.lemma_ in ("call", "name")
