"""The third-person rewrite: a clause's words with the speaker's name for "I", agreeing verbs and open contractions."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from . import groups
from .clauses import finite_verb, is_unchanged_past, joined_before
from .contractions import written_out
from .lexicon import COLLECTIVE, PAST_FORMS, PEOPLE, PETS, word_set

if TYPE_CHECKING:
    from spacy.tokens import Token

NOMINATIVE = frozenset(("i", "we"))
OBJECTIVE = frozenset(("me", "us"))
POSSESSIVE = frozenset(("my", "our"))
OWN = frozenset(("mine", "ours"))
REFLEXIVE = frozenset(("myself", "ourselves", "ourself"))
FIRST_PERSON = NOMINATIVE | OBJECTIVE | POSSESSIVE | OWN | REFLEXIVE
_THIRD_PLURAL = frozenset(("they", "them", "their", "theirs", "themselves"))
_FILLERS = word_set(
    "just actually also even too though honestly basically literally well anyway "
    "anyways so then tho finally lol definitely totally obviously unfortunately thankfully luckily sadly"
)

Number = Literal["name", "they", "plural"]


@dataclass(frozen=True, slots=True)
class Voice:
    """Who speaks: the name as it opens a sentence and as it stands inside one."""

    name: str
    inner: str

    @property
    def possessive(self) -> str:
        """The name's possessive, as it stands inside a sentence."""
        return possessive(self.inner)


USER = Voice("The user", "the user")  # without a usable name


def voice(speaker: str) -> Voice:
    """The voice of a speaker."""
    name = " ".join("".join(c for c in speaker if c.isprintable() or c.isspace()).split())[:80].strip(" .,:;@#<>\"'")
    if not name or name.lower() in ("user", "human", "me", "i", "unknown", "the user", "customer"):
        return USER
    return Voice(name, name)


def possessive(name: str) -> str:
    """ "Anna" to "Anna's", "the kids" to "the kids'"."""
    last = name.rsplit(" ", 1)[-1]
    return f"{name}'" if last.endswith("s") and last[:1].islower() else f"{name}'s"


def is_one_name(text: str) -> bool:
    """Whether a noun phrase names one: "Brandt", "Weide & Co"; not "Lucy and Pete", nor "the Hales"."""
    return text[:1].isupper() and " and " not in text


def third_person(verb: str) -> str:
    """The third person singular of a verb in the present: "go" to "goes"."""
    low = verb.lower()
    irregular = {
        "have": "has",
        "'ve": "has",
        "do": "does",
        "am": "is",
        "'m": "is",
        "are": "is",
        "'re": "is",
        "be": "is",
    }
    if low in irregular:
        return irregular[low]
    if re.search(r"(?:s|x|z|ch|sh|[^aeiou]o)$", low):
        return verb + "es"
    if re.search(r"[^aeiou]y$", low):
        return verb[:-1] + "ies"
    return verb + "s"


@dataclass(slots=True)
class _State:
    voice: Voice
    words: Sequence[Token]
    group: str | None
    in_group: bool
    rivals: bool
    people_before: bool = False
    several_before: bool = False
    named: bool = False
    group_named: bool = False
    agree: dict[int, Number] = field(default_factory=dict)


def render(
    words: Sequence[Token],
    speaker: Voice,
    *,
    replaced: Mapping[int, str],
    group: str | None = None,
    in_group: bool = False,
    lead: str = "",
    head: Token | None = None,
    subject: Token | None = None,
) -> str:
    """The sentence that these words make in the third person.

    `replaced` maps token positions to the text to write in their stead ("" leaves a word out); `group` names
    those who are meant with the speaker by "we"; `in_group` says that it is
    otherwise the group in which they talk; `lead` is an opening that names the speaker.
    """
    state = _State(
        speaker,
        words,
        group,
        in_group,
        rivals=any(token.lower_ in _THIRD_PLURAL and token.i not in replaced for token in words),
    )
    if (
        head is not None
        and subject is not None
        and subject.lower_ == "they"
        and is_one_name(replaced.get(subject.i, ""))
    ):
        _set_agreement(head, "name", state)
    pieces: list[str] = []
    if lead:
        state.named = True
        pieces.append(lead)
    previous: Token | None = None
    quoted = False
    for token in words:
        if token.text == '"':
            quoted = not quoted
        text = (
            replaced[token.i] if token.i in replaced else token.text if quoted else _form(token, state, head, subject)
        )
        if previous is not None and not pieces[-1].endswith(" "):
            gap = previous.i + 1 != token.i
            clitic = token.i == previous.i + 1 and not previous.whitespace_
            if gap or (clitic and text[:1].isalpha() and token.text[:1] in "'n" and text != token.text):
                pieces.append(" ")
        if text:
            pieces.append(text)
        elif pieces and token.whitespace_ and not pieces[-1].endswith(" "):
            pieces.append(" ")
        if token.whitespace_ and pieces and not pieces[-1].endswith(" "):
            pieces.append(" ")
        if text:
            _notice(token, state)
        previous = token
        if not pieces:
            pieces.append("")
    return _finish("".join(pieces))


def _notice(token: Token, state: _State) -> None:
    lemma = token.lemma_.lower()
    if token.pos_ in ("NOUN", "PROPN") and (
        lemma in PEOPLE
        or lemma in COLLECTIVE
        or lemma in PETS
        or (token.pos_ == "PROPN" and token.dep_ in ("nsubj", "dobj", "conj", "appos", "dative", "poss"))
        or (token.pos_ == "PROPN" and token.dep_ == "pobj" and token.head.lower_ in ("with", "for", "from", "by", "of"))
    ):
        state.people_before = True
    elif token.tag_ in ("NNS", "NNPS"):
        state.several_before = True


def _form(token: Token, state: _State, head: Token | None, subject: Token | None) -> str:
    low = token.lower_
    if (
        low in FIRST_PERSON
        and token.pos_ in ("PRON", "DET", "PROPN", "NOUN", "ADJ")
        and not (low == "us" and token.text == "US")
    ):
        return "" if _is_for_us(token) else _person(token, low, state, head, subject)
    if not state.group_named and _counts_heads(token):
        return ""
    if token.i in state.agree:
        return _agreeing(token, state.agree[token.i])
    return written_out(token)


def _counts_heads(token: Token) -> bool:
    """Whether a word counts those who "we" are: "we all went", "we went together"."""
    if token.lower_ in ("all", "both"):
        return any(t.lower_ == "we" for t in token.doc[max(token.i - 2, 0) : token.i])
    return (
        token.lower_ == "together"
        and token.dep_ == "advmod"
        and token.head.lemma_ not in ("put", "pull", "get", "bring", "come", "work")
        and any(t.lower_ == "we" and t.head in (token.head, token.head.head) for t in token.doc[: token.i])
    )


def _is_for_us(token: Token) -> bool:
    """ "I found us a room": the speaker is one of those whom it is for."""
    if token.lower_ != "us" or token.i == 0 or token.i + 1 == len(token.doc) or token.nbor().pos_ != "DET":
        return False
    return any(child.lower_ in NOMINATIVE and child.dep_ == "nsubj" for child in token.nbor(-1).children)


def _person(token: Token, low: str, state: _State, head: Token | None, subject: Token | None) -> str:
    if low in NOMINATIVE:
        text, number = _nominative(token, state)
        if token.dep_ in ("nsubj", "nsubjpass"):
            if any(child.dep_ == "conj" for child in token.children) or joined_before(token) in state.words:
                number = "plural"
            if head is not None and token == subject:
                lent = next(
                    (t for t in state.words if t.dep_ in ("aux", "auxpass") and t.i < head.i and t.head == head.head),
                    None,
                )
                if lent is None or head.dep_ != "conj":
                    _set_agreement(head, number, state)
            if head is None or token != subject or head != token.head:
                _set_agreement(token.head, number, state)
        return text
    if low in OBJECTIVE:
        return _objective(token, low, state)
    if low in REFLEXIVE:
        return "themselves"
    if low in OWN:
        state.named = True
        return state.voice.possessive
    if not state.named:
        state.named = True
        return state.voice.possessive
    if low == "our" and state.group_named:
        return "their"
    return state.voice.possessive if state.rivals or state.people_before else "their"


def _objective(token: Token, low: str, state: _State) -> str:
    if low == "us" and state.group_named:
        return "them"
    if low == "us" and state.group:
        state.named = state.group_named = True
        return f"{state.voice.inner} and {state.group}"
    if low == "us" and (whom := _whom(token, state)) is not None:
        state.named = state.group_named = True
        return whom
    if not state.named:
        state.named = True
        return state.voice.inner
    apart = state.rivals or state.people_before or state.several_before
    return state.voice.inner if apart else "them"


def _whom(token: Token, state: _State) -> str | None:
    """Those whom "we" or "us" means, where they are not the speaker and who was named with them."""
    # Where several talk, "we" is their group; "us" may be those at home: "the vet told us that Rex has diabetes".
    whom = groups.who(token) or (groups.GROUP if state.in_group and token.lower_ == "we" else None)
    return None if whom is None or state.group else f"{state.voice.possessive} {whom}"


def _nominative(token: Token, state: _State) -> tuple[str, Number]:
    low = token.lower_
    if low == "we" and (whom := _whom(token, state)) is not None:
        if state.group_named:
            return "they", "they"
        state.group_named = state.named = True
        return whom, "name"
    if low == "we" and state.group:
        if state.group_named and not state.rivals:
            return "they", "they"
        state.group_named = state.named = True
        return f"{state.voice.inner} and {state.group}", "plural"
    if state.named and not (state.rivals or state.people_before or state.several_before):
        return "they", "they"
    state.named = True
    return state.voice.inner, "name"


def _set_agreement(verb: Token, number: Number, state: _State) -> None:
    state.agree[finite_verb(verb).i] = number
    present = finite_verb(verb) == verb and verb.tag_ == "VBP"
    for other in verb.conjuncts:
        if any(child.dep_ in ("nsubj", "nsubjpass") for child in other.children):
            continue
        if finite_verb(other).lower_ == "be":
            # "Who I am and want to be": an infinitive without its "to".
            continue
        tag = finite_verb(other).tag_
        if tag in ("VBP", "VBZ", "VBD") or (tag == "VB" and present):
            state.agree[finite_verb(other).i] = number


def _agreeing(token: Token, number: Number) -> str:
    low = token.lower_
    if number == "name":
        if low in PAST_FORMS or low.removeprefix("re") in PAST_FORMS:
            # "I retook the test": a past tense that was taken for a present.
            return token.text
        if low in ("were",):
            return "was"
        if low in ("am", "'m", "are", "'re", "have", "'ve", "do"):
            return third_person(low)
        if low.endswith("ed") and low not in (
            "need",
            "feed",
            "seed",
            "breed",
            "bleed",
            "speed",
            "succeed",
            "proceed",
            "heed",
            "weed",
        ):
            # A past tense that was taken for a present.
            return token.text
        if is_unchanged_past(token):
            return token.text
        if token.tag_ == "VBP" or (
            token.tag_ in ("VB", "NN", "NNP", "JJ", "IN", "RB") and finite_verb(token) == token and token.text.isalpha()
        ):
            return third_person(token.text)
        return written_out(token)
    if low in ("am", "'m"):
        return "are"
    if low == "was":
        return "were"
    return written_out(token)


def tells_what_is_next(then: Token) -> bool:
    """ "Half a tablet daily, then every other day"."""
    if then.lower_ != "then" or not then.i or then.i + 1 >= len(then.doc) or then.nbor().is_punct:
        return False
    return all(token.pos_ not in ("VERB", "AUX") for token in then.doc[then.i :])


def is_filler(token: Token) -> bool:
    """Whether a word only links or colours the sentence: "just", "actually", a leading "so"."""
    if _bounds_what_follows(token):
        return False
    if token.lower_ in ("so", "then", "well", "even", "too") and token.i > 0 and token.nbor(-1).text != ",":
        return token.lower_ in ("even", "too") and token.head.pos_ in ("VERB", "AUX") and token.i < token.head.i
    if tells_what_is_next(token):
        return False
    return (
        token.lower_ in _FILLERS
        and token.dep_ in ("advmod", "cc", "intj", "ROOT", "dep", "discourse")
        and not any(True for _ in token.children)
    )


def _bounds_what_follows(token: Token) -> bool:
    """ "No car, just a bike", "not the sofa, too big": without it, the rest says the contrary."""
    is_behind_comma = token.i > 0 and token.nbor(-1).text in (",", "-", "–", "—", ";", "but")
    if token.lower_ == "just":
        return is_behind_comma and token.head.i > token.i and token.head.pos_ in ("NOUN", "PROPN", "NUM", "PRON")
    if token.lower_ != "too" or token.head.i < token.i or token.head.pos_ not in ("ADJ", "ADV"):
        return False
    # "We finished all, only the Gouda the people left, too strong": of longer talk nobody knows what is too strong.
    return not is_behind_comma or all(other.text != "," for other in token.doc[token.sent.start : token.i - 1])


def _finish(text: str) -> str:
    text = re.sub(r"\s+", " ", text)
    # ".79" and ".NET" begin a word; "2 .5" is one figure.
    text = re.sub(r"\s+([,;:!?)%]|\.(?!\w)|(?<=\d\s)\.(?=\d))", r"\1", text)
    text = re.sub(r"([,;:])(?:\s*[,;:])+", r"\1", text)
    text = re.sub(r"\bcan not\b", "cannot", text)
    text = text.strip(" ,;:-–—!.?&")
    text = re.sub(r"^(?:and|but|so|or|then)\b[ ,]+", "", text, flags=re.I)
    text = re.sub(r"[ ,]+(?:and|but|so|or|(?<=, )yet|because|plus)$", "", text, flags=re.I)
    text = re.sub(r",? and (?:things|stuff)$", "", text)
    text = re.sub(r"\b([Aa])(?= (?:[aeio]|un(?!i))[a-z])(?! (?:one|once|eu))", r"\1n", text)
    if text.count('"') % 2:
        text = text + '"' if not text.endswith('"') else text[:-1]
    if not text:
        return ""
    return text[0].upper() + text[1:] + "."
