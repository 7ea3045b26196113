"""A prompt that asks for several things, told apart: `asked_apart`. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..words import folded_words
from .asking import BE, DO
from .cues import FRAMING, UNMARKED_QUESTION
from .vocabulary import STOP_WORDS

MOST_CHARACTERS = 600  # a longer prompt tells of more than it asks for
MOST = 3  # things that are looked for apart: each costs a search

_SUBJECT = (
    r"(?:(?:i|you|we|they|he|she|it|this|that|there|anyone|anybody|somebody|someone|the|my|our|your|his|her|their|its|"
    r"any)\b|(?-i:[A-Z])[^\W\d_])"
)
_ASKING = r"(?:(?:in|on|at|to|from|for|by|with|of) )?(?:what|which|whom?|whose|why|where|when|how|whether)(?:['’]?s)?\b"
_QUESTION = rf"(?:{_ASKING}|{BE} {_SUBJECT}|{DO} {_SUBJECT})"
_ITS_OWN = r"(?:(?:my|our|his|her|their|its|the) |(?!(?:it|that|there|here|he|she|let)['’])[^\W\d_]{1,30}['’]s )"
_WANTS = (
    r"(?:(?:please )?(?:tell|remind|show|give|text|send) (?:me|us)\b|(?:can|could|would|will) you\b"
    rf"|(?:i |we )?(?:also )?need (?:to know\b|{_ITS_OWN})|(?:any|no) idea\b|(?:not sure|unsure)\b"
    r"|i (?:forgot|forget|can['’]?t remember|don['’]?t (?:know|remember|recall))\b)"
)
_AND = r"(?:(?:and|but|or|plus|also|then|as well as|oh),? )"
# Where a second question begins within a sentence.
_JOINT = re.compile(
    rf" ?; ?| [+&] | \((?={_QUESTION})|(?:,| [–—-]) {_AND}{{0,3}}(?={_QUESTION}|{_WANTS})"
    rf"| {_AND}{{1,2}}(?={_QUESTION}|{_WANTS})"
    # "… and her cat?": what ends a question with a thing of its own.
    rf"|, {_AND}(?:(?:what|how) about )?(?={_ITS_OWN}[^,?]{{1,40}}\?$)",
    re.IGNORECASE,
)
# Where things that are needed are told apart: "I need the date, the place and how many come."
_LISTED = re.compile(rf"(?:, ?(?:and )?| and )(?={_ITS_OWN}|{_ASKING})", re.IGNORECASE)
_NEEDS = re.compile(rf"\bneed (?:to know )?{_ITS_OWN}", re.IGNORECASE)
_SENTENCE = re.compile(r"(?<=[?!.]) ")
_DOTS = re.compile(r"\.{2,}|…")
# "When I sign up for something, what …": no question yet.
_CONDITION = re.compile(
    r"(?:when|whenever|if|while|since|before|after|as|now that) (?:i|we|you|he|she|they|the|my|our)\b", re.IGNORECASE
)
_BULLET = re.compile(r"^(?:[-*•–]|\(?\d{1,2}[.):]) ?")
_BEGINNING = rf"(?:[^,:.?!]{{1,60}}[,:] |so |hey |hi |ok |okay )?{_AND}{{0,3}}"
_ASKS = re.compile(rf"{_BEGINNING}(?:{_QUESTION}|{_WANTS})", re.IGNORECASE)
# A sentence without its mark that asks all the same: "Remind me …", "they ask when I fell", "It wants: where I live".
_WANTED = re.compile(rf"{_BEGINNING}{_WANTS}", re.IGNORECASE)
_INDIRECT = re.compile(
    rf"(?:\b(?:know|asks?|asked|asking|wonder|wonders|wondering|remember)(?: (?:me|us))?|:) {_ASKING}", re.IGNORECASE
)
_PRONOUN = re.compile(r"\b(?:(?P<own>his|its|her(?= [^\W\d_]))|he|she|it|him|her)\b(?!['’](?:ll|d)\b)", re.IGNORECASE)
# Whom or what a pronoun may stand for: a name, or somebody or something of one's own.
_NAME = re.compile(r"(?<=[\w,] )(?!I\b)[A-Z][^\W\d_]*[a-z][^\W\d_]*")
_OWN = re.compile(r"\b(?:my|our|the) (?!own\b)[^\W\d_]+(?! of\b)", re.IGNORECASE)


def asked_apart(prompt: str) -> list[str]:
    """The questions of a prompt that asks for two things or more, one text for each; else none.

    Where a question says "she" or "its", what those before it name stands in its place. What cannot be asked by itself,
    a bare "and why?", stays with the question before it.
    """
    if len(prompt) > MOST_CHARACTERS:
        return []
    found: list[str] = []
    said = ""
    for piece, asks in _pieces(prompt):
        named = _named(piece, said)
        said += f"{piece} "
        if not asks:
            continue
        if found and (len(found) == MOST or not (_tells(named) and _tells(found[-1]))):
            found[-1] += f" {piece}"
        else:
            found.append(named)
    return [f"{piece.rstrip(' .,:?')}?" for piece in found] if len(found) > 1 else []


def _pieces(prompt: str) -> Iterator[tuple[str, bool]]:
    """The prompt piece by piece, and whether something is asked with it: the sentences that only tell are whole."""
    asked = False
    for line in filter(None, (" ".join(_DOTS.sub(",", line).split()) for line in prompt.splitlines())):
        text = _BULLET.sub("", line)
        for sentence in _SENTENCE.split(text):
            asks = (
                (asked and text != line)
                or _INDIRECT.search(sentence) is not None
                or _WANTED.match(sentence) is not None
            )
            if sentence.endswith((".", "!")) and not asks and not UNMARKED_QUESTION.match(sentence):
                yield sentence, False
                continue
            joint = _LISTED if _NEEDS.search(sentence) else _JOINT
            pieces = list(filter(None, joint.split(sentence)))
            if len(pieces) > 1 and _CONDITION.match(pieces[0]):
                pieces[:2] = [f"{pieces[0]}, {pieces[1]}"]
            for piece in pieces:
                asks = asks or piece.endswith("?") or _ASKS.match(piece) is not None
                yield piece, asks
            asked = asked or asks


def _tells(piece: str) -> bool:
    """Whether a piece has a word to look for."""
    framing = {word for found in FRAMING.finditer(piece) for word in found.groups() if word}
    return any(word not in STOP_WORDS and word not in framing for word in folded_words(piece))


def _named(piece: str, said: str) -> str:
    """The piece with what its pronouns stand for, where what was said before names one alone of these."""
    names, own = (list(dict.fromkeys(found[0] for found in known.finditer(said))) for known in (_NAME, _OWN))

    def meant(found: re.Match[str]) -> str:
        if _NAME.search(piece, 0, found.start()) or _OWN.search(piece, 0, found.start()):
            return found[0]
        things = own if found[0].lower() in ("it", "its") else names or [one for one in own if one[:3].lower() != "the"]
        if len(things) != 1:
            return found[0]
        return f"{things[0]}'s" if found["own"] else things[0]

    return _PRONOUN.sub(meant, piece)
