"""Short answers made whole: "Luna and Oliver!" after "What are your cats' names?" """

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from memory.language.en.manners import LANGUAGE

from ..grammar.clauses import SUBJECTS
from ..grammar.discourse import Discourse
from ..grammar.lexicon import EVALUATIONS, PAST, PEOPLE, PETS, TIMES, word_set
from ..grammar.mentions import THIRD_PERSON
from ..grammar.rewrite import POSSESSIVE, Voice, possessive, third_person
from ..keeping.guards import REQUESTED
from . import listed
from .asked import MONTH_ALONE

if TYPE_CHECKING:
    from spacy.tokens import Doc, Span, Token

# What is longer than a sentence is no mere answer. With 8 and with 32 the stories' build half learns the same.
MAX_ANSWER_WORDS = 16


def introduced(doc: Doc, speaker: Voice) -> str | None:
    """ "Our bookkeeper, Rosalind Achebe." as the sentence that says who that is to the speaker; None for any other
    phrase."""
    root = next(iter(doc.sents)).root
    own = next((c for c in root.children if c.dep_ == "poss" and c.lower_ in POSSESSIVE), None)
    if own is None:
        return None
    if root.pos_ == "PROPN":
        named = [c for c in root.children if c.dep_ == "compound" and c.lemma_.lower() in PEOPLE | PETS]
        kind = list(root.doc[own.i + 1 : named[0].i + 1]) if named else []
        name = [t for t in root.subtree if kind and t.i > kind[-1].i and not t.is_punct]
    else:
        beside = next((c for c in root.children if c.dep_ == "appos" and c.pos_ == "PROPN"), None)
        name = [] if beside is None else [t for t in beside.subtree if not t.is_punct]
        # Up to the name: "my brother-in-law Pieter" is no brother.
        kind = list(root.doc[own.i + 1 : name[0].i]) if name else []
    if not kind or not name or any(t.pos_ != "PROPN" for t in name):
        return None
    called = "".join(t.text_with_ws for t in kind).strip(" ,")
    return f"{possessive(speaker.name)} {called} is {' '.join(t.text for t in name)}."


_COURTESY = re.compile(r",? (?:please|thanks|thank you)(?=[.!, ]*$)", re.I)
_WEEKDAY = re.compile(r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?", re.I)


def past(verb: str) -> str:
    """A verb's past tense: irregular for the common ones."""
    if verb in PAST:
        return PAST[verb]
    if verb.endswith("e"):
        return verb + "d"
    if re.search(r"[^aeiou]y$", verb):
        return verb[:-1] + "ied"
    if re.fullmatch(r"[^aeiou]*[aeiou][bdgmnprt]", verb):
        return verb + verb[-1] + "ed"
    return verb + "ed"


def is_fragment(doc: Doc) -> bool:
    """Whether a sentence is a bare phrase that may answer a question."""
    if len(doc) > MAX_ANSWER_WORDS + 2 or not len(doc):
        return False
    root = next(iter(doc.sents)).root
    told = root.pos_ in ("NOUN", "PROPN", "NUM", "ADP") or root.lower_ in ("once", "twice")
    return told and not any(t.dep_ in SUBJECTS for t in doc)


def whole(
    question: Doc, answer: Doc, speaker: Voice, discourse: Discourse, order: tuple[int, int], *, affirmed: bool = False
) -> str | None:
    """The statement that a short answer makes of its question, or None if the two do not fit safely; `affirmed` says
    that a "yes" stood before the answer."""
    reply = _COURTESY.sub("", answer.text).strip(" .!,;")
    if any(
        t.lower_ in ("you", "your", "it", "that", "this", "they", "them", "i", "my", "me", "we", "our", "one", "ones")
        for t in answer
    ) or any(t.lower_ in THIRD_PERSON and not _is_named_before(t) for t in answer):
        return None
    is_name = answer[0].pos_ == "PROPN" or LANGUAGE.fullmatch(answer[0].text)  # "German, French"
    if reply[:1].isupper() and not is_name and not reply.isupper() and answer[0].lower_ != "i":
        reply = reply[0].lower() + reply[1:]
    if _WEEKDAY.fullmatch(reply):
        reply = f"on {reply}"
    elif MONTH_ALONE.match(reply):
        reply = f"in {reply}"
    root = next(reversed(list(question.sents))).root
    if listed.is_of_the_hour(question, root):
        return None
    return (
        listed.of_ours(question, root, reply, speaker)
        or _of_thing(question, root, reply, speaker, discourse, order)
        or _of_action(question, root, reply, speaker)
        or _how_often(question, root, reply, speaker)
        or _of_being_on(question, root, reply, speaker)
        or _of_any(question, root, reply, speaker)
        or _of_yes(question, root, reply, speaker)
        or _of_detail(question, answer, root, reply, speaker, affirmed=affirmed)
    )


def _is_named_before(pronoun: Token) -> bool:
    """Whether the answer itself names whom it means: "Luna and her sister", not "her favourite"."""
    return any(token.pos_ == "PROPN" or token.lemma_.lower() in PEOPLE | PETS for token in pronoun.doc[: pronoun.i])


def _of_any(question: Doc, root: Token, reply: str, speaker: Voice) -> str | None:
    """ "Any allergies?"."""
    words = [t for t in question if not t.is_punct]
    if root.pos_ != "NOUN" or len(words) < 2 or words[0].lower_ != "any":
        return None
    if root.lemma_.lower() in REQUESTED | listed.PASSING:
        return None
    if any(t.pos_ in ("VERB", "AUX", "PRON") or t.lower_ in ("other", "else", "more") for t in words[1:]):
        return None
    return f"{speaker.name} has {''.join(t.text_with_ws for t in question[1:]).strip(' ?')}: {reply}."


def _of_detail(question: Doc, answer: Doc, root: Token, reply: str, speaker: Voice, *, affirmed: bool) -> str | None:
    """ "Do you take folic acid?", "Yes, 400 micrograms a day"."""
    if not (affirmed or answer[0].like_num):
        return None
    stated = yes_or_no(question, root, speaker, yes=True)
    return None if stated is None else f"{stated[:-1]}: {reply}."


# What is asked about the talk itself, or offered: a "yes" to it says nothing of who answers.
_OF_THE_TALK = word_set(
    "want need mean know remember understand see think mind wish say try sound look agree believe feel"
)
_NOW = word_set("still already yet now today currently right just again else other more")


def yes_or_no(question: Doc, root: Token, speaker: Voice, *, yes: bool) -> str | None:
    """What a bare "yes" or "no" states of whoever was asked "Do you have a car?", or None."""
    you = next((c for c in root.children if c.lower_ == "you" and c.dep_ in SUBJECTS), None)
    if you is None or root.lemma_ in _OF_THE_TALK or any(t.tag_ in ("WP", "WDT", "WRB") for t in question):
        return None
    helps = [c for c in root.children if c.dep_ in ("aux", "auxpass") and c.i < you.i]
    rest = [t for t in question if t.i > max(root.i, you.i) and not t.is_punct]
    before = [t for t in question if you.i < t.i < root.i]
    if any(t.dep_ == "neg" or t.lower_ in _NOW or t.lower_ == "or" for t in question):
        return None
    if any(t.lower_ in _VAGUE or (t.lower_ in _PLACEHOLDERS and (yes or not t.lower_.startswith("any"))) for t in rest):
        return None
    if any(t.lemma_.lower() in REQUESTED | EVALUATIONS for t in rest):
        return None
    ever = any(t.lower_ in ("ever", "before") for t in (*rest, *before))
    rest = [t for t in rest if t.lower_ not in ("ever", "before") and not (yes and t.lower_ == "any")]
    if root.lemma_ == "be" and root.i < you.i:
        verb = "is" if yes else "is not"
    elif len(helps) != 1 or any(t.pos_ != "ADV" for t in before):
        return None
    elif helps[0].lower_ == "do":
        verb = third_person(root.lemma_) if yes else f"does not {root.lemma_}"
    elif helps[0].lower_ in ("have", "are"):
        helping = {"have": "has", "are": "is"}[helps[0].lower_]
        verb = f"{helping} {root.text}" if yes else f"{helping} {'never' if ever else 'not'} {root.text}"
    else:
        return None
    if (root.lemma_ == "be" and not rest) or (root.lemma_ in ("have", "be", "get") and not rest):
        return None
    return f"{speaker.name} {verb} {''.join(t.text_with_ws for t in rest)}".strip() + "."


def _of_thing(
    question: Doc, root: Token, reply: str, speaker: Voice, discourse: Discourse, order: tuple[int, int]
) -> str | None:
    """ "What is your job?", "What are their names?"."""
    if root.lemma_ != "be":
        return None
    wh = next(
        (t for t in question if t.lower_ in ("what", "who", "which", "where", "when") and t.head == root),
        None,
    )
    subject = next((c for c in root.children if c.dep_ in ("nsubj", "attr") and c.pos_ in ("NOUN", "PROPN")), None)
    if wh is None or subject is None:
        return None
    owner = next((c for c in subject.children if c.dep_ == "poss"), None)
    inner = owner and next((c for c in owner.children if c.dep_ == "poss"), None)
    if owner is None:
        return None
    words = list(subject.subtree)
    behind = ""
    if words[-1].tag_ == "IN":
        behind = f" {words.pop().text}"  # "what is your thesis about?"
    parts: list[str] = []
    for token in words:
        if token.lower_ == "your" and token in (owner, inner):
            parts.append(possessive(speaker.name) + " ")
        elif token == owner and token.lower_ in ("their", "his", "her", "its"):
            mention = discourse.resolve(token, order[0], order[1])
            if mention is None:
                return None
            parts.append(possessive(mention.text) + " ")
        elif token.lower_ in ("you", "my", "i", "me", "our"):
            return None
        else:
            parts.append(token.text_with_ws)
    name = "".join(parts).strip()
    verb = "are" if subject.tag_ in ("NNS", "NNPS") else "is"
    return f"{name} {verb}{behind} {reply}."


_PLACEHOLDERS = frozenset(("anything", "anyone", "anybody", "something", "someone", "somebody"))
_VAGUE = frozenset(("it", "that", "this", "them", "they", "there", "your", "me", "my", "i", "we", "us", "our"))


def _of_yes(question: Doc | Span, root: Token, reply: str, speaker: Voice) -> str | None:
    """ "Are you allergic to anything?", "Do you have any pets?", "Do you prefer tea or coffee?"."""
    you = next((c for c in root.children if c.lower_ == "you" and c.dep_ in SUBJECTS), None)
    helps = [c for c in root.children if c.dep_ == "aux" and you is not None and c.i < you.i]
    last = len(question)
    while last > 2 and (question[last - 1].is_punct or question[last - 1].lower_ in ("for", "it", "that", "this")):
        last -= 1  # "do you take anything for it?"
    question = question[:last]
    if you is None or any(t.tag_ in ("WP", "WDT", "WRB") or t.dep_ == "neg" or t.lower_ in _VAGUE for t in question):
        return None
    if root.lemma_ == "be" and root.i < you.i:
        verb = "is"
    elif len(helps) == 1 and helps[0].lower_ in ("do", "have", "are"):
        verb = {"do": third_person(root.lemma_), "have": f"has {root.text}", "are": f"is {root.text}"}[helps[0].lower_]
    else:
        return None
    after = [t for t in question if t.i > max(root.i, you.i) and not t.is_punct]
    rest = [t for t in after if t.lower_ not in ("ever", "currently")]
    open_word = next((t for t in rest if t.lower_ in _PLACEHOLDERS), None)
    if open_word is not None and open_word == rest[-1]:
        return f"{speaker.name} {verb} {''.join(t.text_with_ws for t in rest[:-1])}{reply}."
    if any(t.lower_ == "or" for t in rest):
        # Of the things to choose from, the one that is named.
        offered = {t.lower_ for t in rest}
        chosen = [word for word in reply.lower().split() if word not in ("the", "a", "an")]
        return f"{speaker.name} {verb} {reply}." if chosen and offered.issuperset(chosen) else None
    if len(rest) > 1 and rest[0].lower_ == "any":
        kind = "".join(t.text_with_ws for t in rest[1:]).strip()
        return f"{speaker.name} {verb} {kind}: {reply}."
    return None


_ARTICLED = re.compile(r"(?:an?|\d+|one|two|three|four|five|six|seven|eight|nine|ten) ", re.I)
_PREPOSED = re.compile(r"(?:to|for|at|with|on|in|about|by|of|from)\b", re.I)


_BEING_ON = word_set("medication medicine med tablet pill plan tariff tier package contract diet")


def _of_being_on(question: Doc, root: Token, reply: str, speaker: Voice) -> str | None:
    """ "Which medication are you on?", "5 mg of ramipril": what somebody is on is a dose or a plan."""
    words = [token for token in question if not token.is_punct]
    you = next((token for token in root.children if token.lower_ == "you" and token.dep_ in SUBJECTS), None)
    asked = len(words) > 3 and words[0].lower_ in ("what", "which") and words[-1].lower_ == "on"
    asked = asked and words[1].lemma_.lower() in _BEING_ON
    if not asked or root.lemma_ != "be" or you is None or words[-2] != you or _PREPOSED.match(reply):
        return None
    return f"{speaker.name} is on {reply}."


_HOW_OFTEN = re.compile(
    r"(?:about |around |at least |up to )?"
    r"(?:(?:once|twice|thrice|\w{1,8} times)(?: or \w{1,8})? (?:an?|every|each|per)|(?:every|each)(?! time)"
    r"|daily|weekly|monthly|rarely|never)\b"
    r"|on \w+days\b|\w+days\b",
    re.I,
)


_DAYS = re.compile(r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b", re.I)
_ADVERB = re.compile(r"^(?:Daily|Weekly|Monthly)\b")  # which the parser takes for a name


def _how_often(question: Doc, root: Token, reply: str, speaker: Voice) -> str | None:
    """ "How often do you train?", "twice a week"."""
    words = [token for token in question if not token.is_punct]
    if len(words) < 5 or [token.lower_ for token in words[:4]] != ["how", "often", "do", "you"] or words[4] != root:
        return None
    told = [token for token in words[5:] if token.lower_ not in ("now", "currently")]
    if any(t.lower_ in _VAGUE | THIRD_PERSON or t.dep_ == "neg" for t in told) or not _HOW_OFTEN.match(reply):
        return None
    if told and told[-1].lemma_ in TIMES:
        return None  # "how often do you train a week?"
    rest = " ".join([third_person(root.lemma_), *(token.text for token in told)])
    if _DAYS.match(reply):
        reply = f"on {reply[0].upper()}{reply[1:]}"
    return f"{speaker.name} {rest} {_ADVERB.sub(lambda found: found[0].lower(), reply)}."


def _of_action(question: Doc, root: Token, reply: str, speaker: Voice) -> str | None:
    """ "Where do you work?", "What did you paint?"."""
    you = next((c for c in root.children if c.lower_ == "you" and c.dep_ in SUBJECTS), None)
    wh = next((t for t in question if t.lower_ in ("what", "which", "where", "who", "when") and t.i < root.i), None)
    auxiliary = next((c for c in root.children if c.dep_ == "aux" and you is not None and c.i < you.i), None)
    if you is None or wh is None or auxiliary is None or any(c.dep_ == "neg" for c in root.children):
        return None
    if root.lemma_ in ("think", "do", "mean", "say", "feel", "know", "be", "like") and root.lemma_ != "like":
        return None
    if any(
        t.lower_
        in ("it", "that", "this", "them", "they", "there", "your", "me", "my", "i", "her", "him", "his", "he", "she")
        for t in question
        if t.i > you.i
    ):
        return None
    if auxiliary.lower_ in ("would", "can") or (wh.lower_ == "which" and wh.dep_ != "det"):
        # "Which would you prefer?": of what, only the talk tells.
        return None
    asked = auxiliary.lower_
    if asked == "do":
        verb = third_person(root.lemma_)
    elif asked == "did":
        verb = past(root.lemma_)
    elif asked in ("are", "have", "will", "would", "can", "were"):
        form = {"are": "is", "have": "has", "were": "was"}.get(asked, asked)
        verb = f"{form} {root.text}"
    else:
        return None
    rest = "".join(
        t.text_with_ws
        for t in question
        if t.i > root.i and not t.is_punct and t.lower_ not in ("recently", "lately", "so", "far", "then", "now")
    ).strip()
    if wh.lower_ in ("where", "when"):
        if wh.lower_ == "where" and not re.match(r"(?:in|at|to|on|near|by|from|with|up|down|around)\b", reply, re.I):
            return None
        return f"{speaker.name} {verb} {rest} {reply}.".replace("  ", " ")
    if re.search(r"\b(?:to|for|at|with|on|in|about|by|of)$", f"{root.text} {rest}") and _PREPOSED.match(reply):
        return None  # "which flights are you looking at?", "from Eindhoven"
    is_bare = not _ARTICLED.match(reply)  # "two cats" is whole without "pets"
    if root.lemma_ == "have" and wh.dep_ == "det" and wh.head.tag_ == "NNS" and not rest and is_bare:
        kinds = "".join(t.text_with_ws for t in question[wh.i + 1 : auxiliary.i]).strip()
        return f"{speaker.name} {verb} {kinds}: {reply}."  # "what allergies do you have?", "penicillin"
    if rest and re.match(r"(?:to|for|at|with|on|in|about|by|of)$", rest):
        return f"{speaker.name} {verb} {rest} {reply}."
    return f"{speaker.name} {verb} {reply} {rest}.".replace(" .", ".").replace("  ", " ")
