"""What the words it, they, she and there stand for: the one thing just named that fits, or nothing."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

from memory.language.en.gazetteer import is_given_name, is_place

from .lexicon import ABSTRACT, COLLECTIVE, PEOPLE, TIMES, word_set

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

# Where a sentence stands: the turn's number and the sentence's within it.
Place = tuple[int, int]
Gender = Literal["f", "m", "?"]
_ROLE_ORDER = {"dobj": 0, "attr": 1, "pobj": 2, "nsubj": 3, "nsubjpass": 3, "conj": 4, "ROOT": 2}
_LEAST = 5


_GENDERED = frozenset(("he", "him", "his", "she", "her", "hers"))


@dataclass(frozen=True, slots=True)
class Mention:
    """A thing that was named: how to name it again, "" of somebody who has no name ("her father"), and what it can be
    referred to as."""

    text: str
    head: str
    plural: bool
    person: bool
    gender: Gender
    place: str
    role: str
    order: tuple[int, int, int]
    own: bool = False


@dataclass(slots=True)
class Discourse:
    """The mentions of one speaker's talk, newest last, of which only recent ones are looked at.

    `names` are those that were introduced as somebody of the speaker's; `sought` is what the speaker looks for, "a
    dentist"; `asked` is the one thing that the other has just asked about, "the rent"; `genders` are of those that "he"
    or "she" has stood for; `holder` is who was named last as the one that holds a place: "the new vet is Tamsin";
    `unknown` is where an object stands that may be somebody, for all one knows: "a wizard".
    """

    mentions: list[Mention] = field(default_factory=list)
    names: set[str] = field(default_factory=set)
    sought: str = ""
    asked: Mention | None = None
    genders: dict[str, Gender] = field(default_factory=dict)
    holder: Mention | None = None
    unknown: set[tuple[int, int, int]] = field(default_factory=set)

    def note_asked(self, place: Place, *, is_request: bool = False) -> None:
        """Remember the thing that the question at this place is about, or asks for, where it is one."""
        things = [m for m in self.mentions if m.order[:2] == place and m.role in ("nsubj", "nsubjpass", "attr")]
        if is_request and not things:
            things = [m for m in self.mentions if m.order[:2] == place and m.role == "dobj" and m.own]
        self.asked = things[0] if len(things) == 1 and not things[0].plural and not things[0].person else None

    def add(self, mention: Mention) -> None:
        """Note a mention, forgetting those too old to be referred to."""
        self.mentions.append(mention)
        if len(self.mentions) > 60:
            del self.mentions[:30]

    def note_unknown(self, doc: Doc, place: Place) -> None:
        """Remember where this sentence has an object that may be somebody."""
        recent = {order for order in self.unknown if place[0] - order[0] <= 2}
        self.unknown = recent | {(*place, word.i) for word in doc if _may_be_somebody(word)}

    def note_genders(self, doc: Doc, place: Place) -> None:
        """Remember by what pronoun this sentence goes on of whom it means: "Kerem can't, he is ill"."""
        for word in doc:
            if word.lower_ not in _GENDERED:
                continue
            found = self.resolve(word, *place)
            if word.dep_ in ("nsubj", "nsubjpass"):
                self.add(_meant_again(word, found, place))

    def resolve(self, pronoun: Token, turn: int, sentence: int) -> Mention | None:
        """What a third-person pronoun of this turn and sentence refers to; None unless exactly one recent mention
        fits."""
        word = pronoun.lower_
        if word in ("it", "its", "itself"):
            return self._thing(pronoun, turn, sentence)
        if word in ("they", "them", "their", "theirs", "themselves"):
            return self._several(pronoun, turn, sentence)
        if word in ("he", "him", "his", "himself"):
            return self._person(pronoun, turn, sentence, "m")
        if word in ("she", "her", "hers", "herself"):
            return self._person(pronoun, turn, sentence, "f")
        return None

    def owned(self, pronoun: Token, turn: int, sentence: int) -> Mention | None:
        """The one thing of the speaker's that was just named; None where there is none, or more than one."""
        return _only([m for m in self._recent(pronoun, turn, sentence, 1) if m.own and not m.plural and not m.person])

    def place(self, pronoun: Token, turn: int, sentence: int) -> Mention | None:
        """Where "there" is; None unless exactly one place was just named."""
        recent = [m for m in self._recent(pronoun, turn, sentence, 2) if m.place]
        return _only(recent)

    def _recent(self, pronoun: Token, turn: int, sentence: int, reach: int) -> list[Mention]:
        here = (turn, sentence, pronoun.i)
        return [m for m in self.mentions if m.order < here and m.order[0] == turn and sentence - m.order[1] <= reach]

    def _thing(self, pronoun: Token, turn: int, sentence: int) -> Mention | None:
        recent = [
            m
            for m in self._recent(pronoun, turn, sentence, 1)
            if not m.plural and not m.person and m.head not in ABSTRACT and not _is_bare_word(m)
        ]
        asked = self.asked
        if not recent and asked is not None and (asked.order[0], sentence) == (turn - 1, 0):
            return asked  # "What is the rent?", "it's 840 now"
        found = _closest(recent)
        return None if found is not None and _may_be_the_subject(pronoun, found, recent) else found

    def _several(self, pronoun: Token, turn: int, sentence: int) -> Mention | None:
        recent = [m for m in self._recent(pronoun, turn, sentence, 2) if m.plural or m.head in COLLECTIVE]
        people = [m for m in recent if m.person or m.head in COLLECTIVE]
        if not recent and _does_as_a_firm(pronoun):
            return self._firm(pronoun, turn, sentence)
        if people and len(people) < len(recent) and pronoun.dep_ != "nsubj":
            return None
        things = [m for m in recent if sentence - m.order[1] <= 1 and m.head not in ABSTRACT]
        return _only(people) if people else _only(things)

    def _firm(self, pronoun: Token, turn: int, sentence: int) -> Mention | None:
        """The one name that was just said, of a firm or another body: "flour is from Brandt, they deliver on Tuesdays".
        Of a town, and of somebody who is a he or a she, "they" are others."""
        named = [m for m in self._recent(pronoun, turn, sentence, 1) if m.text[:1].isupper() and m.head not in TIMES]
        firm = _only(named)
        if (
            firm is None
            or firm.gender != "?"
            or firm.role in ("dobj", "nsubj", "ROOT")
            or firm.text.lower() in self.genders
            or is_given_name(firm.text.split()[0])
        ):
            return None
        return None if firm.place.startswith("in ") or is_place(firm.text) or _is_bare_word(firm) else firm

    def _person(self, pronoun: Token, turn: int, sentence: int, gender: Gender) -> Mention | None:
        if (holder := self._holder(pronoun, turn, sentence, gender)) is not None:
            return holder
        doer = _doer(pronoun)
        fitting = [
            m
            for m in self.mentions
            if m.order < (turn, sentence, pronoun.i)
            and m.order != (turn, sentence, doer)
            and (m.order[0] == turn or turn - m.order[0] <= 2)
            and m.person
            and not m.plural
            and m.head not in COLLECTIVE
            and self.genders.get(m.text.lower(), m.gender) in (gender, "?")
            and not (_is_of_a_name(pronoun) and m.head not in PEOPLE)
        ]
        same_turn = [m for m in fitting if m.order[0] == turn]
        found = _only(same_turn or fitting)
        if found is None or not found.text or self._is_of_an_older_turn(found, turn):
            return None
        if any(not _is_same(m, found) for m in self._others(pronoun, turn, sentence, gender)):
            return None
        if found.own and _is_whose_thing(pronoun) and self._may_be_of_another(found, pronoun, turn, sentence):
            return None
        if found.head not in PEOPLE:
            self.genders[found.text.lower()] = gender
        return found

    def _may_be_of_another(self, found: Mention, pronoun: Token, turn: int, sentence: int) -> bool:
        """Of "my dad likes the mayor. His flat is in Rome" it may be the mayor's: no list has all who are somebody."""
        return any(found.order < order < (turn, sentence, pronoun.i) for order in self.unknown)

    def _holder(self, pronoun: Token, turn: int, sentence: int, gender: Gender) -> Mention | None:
        """Whom "the new vet is Tamsin" has just named: of her the talk goes on, and not of the vet before her."""
        named = self.holder
        if named is None or named not in self._recent(pronoun, turn, sentence, 1):
            return None
        if self.genders.get(named.text.lower(), named.gender) not in (gender, "?"):
            return None
        since = [m for m in self._others(pronoun, turn, sentence, gender) if m.order > named.order]
        return named if all(_is_same(m, named) for m in since) else None

    def _is_of_an_older_turn(self, found: Mention, turn: int) -> bool:
        """ "Gloria starts on Monday", and two turns on "she had avocado": as likely somebody else who is talked about
        all the time. Whom the other has just asked about is who is meant, but for "the physio", who says so."""
        return found.order[0] < turn and (found.order[0] < turn - 1 or found.text.startswith("the ") and not found.own)

    def _others(self, pronoun: Token, turn: int, sentence: int, gender: Gender) -> list[Mention]:
        """Who else was just named, or may be a person, beside who does to the pronoun what the verb says."""
        doer = (turn, sentence, _doer(pronoun))
        return [
            m
            for m in self._recent(pronoun, turn, sentence, 2)
            if m.order != doer
            and (m.person or _may_be_a_person(m))
            and not m.plural
            and self.genders.get(m.text.lower(), m.gender) in (gender, "?")
        ]


def _meant_again(pronoun: Token, found: Mention | None, place: Place) -> Mention:
    """Whom "he" stood for, named or not: of "he goes with a friend. He has a dog" the friend may not be the second."""
    order = (*place, pronoun.i)
    gender: Gender = "m" if pronoun.lower_ == "he" else "f"
    if found is not None:
        return replace(found, order=order, role=pronoun.dep_)
    return Mention(
        text="", head=pronoun.lower_, plural=False, person=True, gender=gender, place="", role=pronoun.dep_, order=order
    )


def _does_as_a_firm(pronoun: Token) -> bool:
    """Whether "they" do what a firm does, and nothing else that is several stands before it in the sentence: of "plants
    are from Obi, they need water" it is the plants, of "workers sync with Redis, they retry" the workers."""
    if pronoun.lower_ != "they" or pronoun.dep_ != "nsubj" or pronoun.head.tag_ != "VBP":
        return False
    several = any(word.tag_ in ("NNS", "NNPS") for word in pronoun.doc[: pronoun.i])
    return pronoun.head.lemma_ in _OF_A_FIRM and not several


_OF_A_FIRM = word_set("deliver ship send invoice bill charge want accept require expect collect")


def _may_be_somebody(noun: Token) -> bool:
    """Whether an object is somebody for all one knows: "the mayor", "with a barista"; not "in the hospital", nor what
    somebody had, "a stroke"."""
    if not any(c.dep_ in ("det", "poss") and c.lower_ not in ("his", "her", "their", "its") for c in noun.children):
        return False
    if noun.dep_ == "dobj":
        return noun.head.lemma_ != "have" or noun.head.tag_ != "VBD"
    return noun.dep_ == "pobj" and noun.head.lower_ in ("with", "for", "about", "to", "of", "by", "after", "like")


def _is_whose_thing(pronoun: Token) -> bool:
    """ "His bed is in the hall": it tells of the thing."""
    return pronoun.dep_ == "poss" and pronoun.head.dep_ in ("nsubj", "nsubjpass")


def _is_same(one: Mention, other: Mention) -> bool:
    """Whether one may be named by the other's words: "Okonkwo", "Professor Okonkwo"."""
    a, b = one.text.lower(), other.text.lower()
    return bool(a and b) and (a in b or b in a)


def _is_bare_word(mention: Mention) -> bool:
    """ "E07. Tried unplugging it.": a phrase alone is an answer, and nothing that the talk is about."""
    return mention.role == "ROOT" and " " not in mention.text


def _may_be_a_person(mention: Mention) -> bool:
    """Whether a name that the parser does not know stands where a person's may: "our eldest, Carla", "the Maureen Ann,
    she is a coble". What something is ("the house is Casa Rosa"), and a word alone, are no persons."""
    the = "the " if mention.gender != "?" else ""
    is_in_place = mention.place and mention.gender == "?"  # "I went to Lena"
    named = mention.text.removeprefix(the)[:1].isupper() and not is_in_place and not mention.plural
    return named and mention.role != "attr" and not _is_bare_word(mention)


def _is_of_a_name(pronoun: Token) -> bool:
    """ "Her name is Zuzanna" tells the name of somebody who was not called by one."""
    return pronoun.dep_ == "poss" and pronoun.head.lemma_ == "name"


def _doer(pronoun: Token) -> int:
    """Where the subject of an object's clause stands, -1 where it has none: in "Pavel took over from her" she is not
    Pavel."""
    if pronoun.dep_ not in ("pobj", "dobj", "dative"):
        return -1
    verb = next((above for above in pronoun.ancestors if above.pos_ in ("VERB", "AUX")), pronoun)
    return next((child.i for child in verb.children if child.dep_ in ("nsubj", "nsubjpass")), -1)


def _only(mentions: list[Mention]) -> Mention | None:
    return mentions[-1] if len({m.text.lower() for m in mentions}) == 1 else None


def _closest(mentions: list[Mention]) -> Mention | None:
    """The one mention in the most prominent role, of the nearest sentence that has any."""
    if not mentions:
        return None
    newest = max(m.order[:2] for m in mentions)
    near = [m for m in mentions if m.order[:2] == newest]
    best = min(map(_standing, near))
    return _only([m for m in near if _standing(m) == best])


def _may_be_the_subject(pronoun: Token, found: Mention, recent: list[Mention]) -> bool:
    """Of "the concert clashes with the football, so it's on the 17th" it is as likely the one as the other."""
    if pronoun.dep_ != "nsubj" or found.role != "pobj":
        return False
    subjects = (m for m in recent if m.role == "nsubj" and m.order[:2] == found.order[:2])
    return any(m.text.lower() != found.text.lower() for m in subjects)


def _standing(mention: Mention) -> int:
    """How prominent it is, 0 the most: of "a studio in the west" the west is the least."""
    return _LEAST if mention.place else _ROLE_ORDER.get(mention.role, _LEAST)
