"""What only somebody is or does, told without its "I": "allergic to cats", "on a diet", "work as a nurse". Pure.

None of these is an order to an assistant, or asks for a thing: "vegan and quick, please" wants a meal, "don't drink and
drive" advises. Whom it is told of, `whose` says by what stands around it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ..grammar.health import AILMENTS
from ..grammar.lexicon import LASTING, PEOPLE, PETS

_POINTING = r"(?:it|this|that|these|those|them)\b"
_WITH = "|".join(sorted((word for word in PEOPLE | PETS if word.isalpha()), key=len, reverse=True))
# "Allergic to cats", "vegan since May".
_SUCH = re.compile(
    r"^(?:(?:just|also|still|now|currently|actually|really|mildly|severely|badly|very|super|completely|totally) )*"
    r"(?:(?:allergic|intolerant|addicted|married|engaged) to|obsessed with|(?:scared|terrified|afraid) of"
    rf"|(?:{'|'.join(sorted(LASTING))})"
    r"(?= (?:since (?!(?:the (?!age|start|summer|\w+ties)|there|it|this|that|they)\b)|myself\b|by the way\b)))"
    # "Allergic to change, our finance department": who is so stands behind it.
    rf"(?! (?:{_POINTING}|be\b|nothing\b|anything\b|my (?:job|work)\b|the idea\b))"
    # A mood passes.
    r"(?![^.;!?]* (?:today|tonight|rn|right now|atm|at the moment|tomorrow|on \w+day)\b)",
    re.I,
)
# "Not a fan of horror", "huge fan of Murakami".
_FOND = re.compile(
    r"^(?:(?:also|still|really|actually|just) )*(?:not (?:really |much of )?an?|no|an?(?: [a-z]+)?) (?:fan|lover) of "
    rf"(?!{_POINTING}|your\b|the\b)",
    re.I,
)
_VERY_FOND = re.compile(rf"^(?:big|huge|massive) (?:fan|lover) of (?!{_POINTING}|your\b|the\b)", re.I)
# What was done to somebody: nobody "made redundant" anything. "Promoted to production" tells of a release.
_POST = (
    "senior|junior|lead|head|deputy|principal|chief|assistant|associate|managing|team|shift|store|floor|vice|manager"
    "|director|supervisor|partner|sergeant|captain|professor|consultant"
)
_UNDERGONE = re.compile(
    r"^(?:(?:just|recently|finally|also|actually|officially) )*(?:made redundant|laid off|furloughed"
    rf"|promoted to (?:an? )?(?:{_POST})\b(?!:)|diagnosed with (?:[\w-]+ ){{0,2}}(?:{'|'.join(sorted(AILMENTS))})\b)",
    re.I,
)
_TRADE = (
    "hr|it|tech|finance|sales|marketing|healthcare|education|retail|hospitality|construction|insurance|banking"
    "|logistics|childcare|social care|catering|publishing|advertising|recruitment|telecoms"
)
# "Work as a paramedic", "live with my sisters". "Work in small steps" may be an order, and "work for 25 minutes".
_EARNS = re.compile(
    r"^(?:(?:also|still|currently|now|mostly|usually) )*"
    r"(?:(?:work|volunteer(?! for\b)) (?:as an? (?!(?:team|group|whole|pair|unit|result|rule|example|backup)\b)"
    rf"|at (?!{_POINTING}|least\b|once\b|an? )"
    rf"|for (?!{_POINTING}|\d|(?:me|us|now|free|people)\b|an? )|in (?:{_TRADE})\b"
    r"|from home(?=[,.!]|$| (?:on|most|mostly|since|now|so|but|because|and|full|part|two|three|four|\d|every|a few)\b)"
    r"|(?:nights|evenings|weekends|shifts|part[- ]time|full[- ]time)\b)"
    rf"|live (?:with (?:[\w-]+ ){{0,3}}(?:{_WITH}|(?:flat|house|room)mates?)(?:s\b|\b)|near |alone\b|by myself\b"
    r"|on my own\b|in (?!the (?!uk\b|us\b|usa\b|city\b|country|suburbs\b|north\b|south\b|east\b|west\b)"
    r"|(?:concert|hope|peace|fear|harmony|production|prod|staging|beta|dev|testing|a (?:country|world|time))\b)))",
    re.I,
)
# "Don't eat pork": of something, whenever it may be. "Don't eat the mushrooms", "don't drink after ten" advise.
_GOES_WITHOUT = re.compile(
    r"^(?:(?:also|still|really|actually|just) )*don't (?:really |even )?(?:eat|drink|smoke|speak|own)"
    r"(?! (?:and|or|too|after|before|until|till|while|when|if|much|more|less|the|your|my|a|any|anything|food|here|there"
    rf"|in|out|tonight|today|now|indoors|inside|outside|{_POINTING})\b)"
    r"(?: [a-z]+){1,2}(?: or [a-z]+)?(?=[,.!]|$| (?:any ?more|at all|because|so|but)\b)",
    re.I,
)
_ON_A = re.compile(
    r"^(?:(?:also|still|currently|now|back|just) )*on (?:(?:an?|the|my) )?(?:[\w-]+ ){0,3}"
    r"(?:diet|waiting list|waitlist|pill|(?:mat|maternity|paternity|parental|sick|study) leave|crutches|antibiotics"
    r"|chemo|dialysis|probation)(?=[,.!]|$"
    r"| (?:for|since|till|until|at|now|again|because|so|but|and|this|next|with|from)\b)",
    re.I,
)
# "On sertraline 50 mg since March".
_DOSED = re.compile(
    r"^(?:(?:also|still|currently|now|back) )*on [a-z-]{4,25},? \d[\d.]{0,5} ?(?:mg|mcg|micrograms?|ml|units?)\b", re.I
)
_UNABLE = re.compile(
    r"^(?:(?:also|still|really|actually) )*(?:can't|cannot) (?:swim|drive|cook|sing|ski|skate|ride a bike|read music)"
    r"(?=[,.!]|$| (?:at all|because|so|but)\b)",
    re.I,
)
_BACK_AT = re.compile(
    r"^(?:(?:now|finally|just) )*back (?:at|in|to) (?:work|school|uni|university|college|the office)"
    r"(?=[.!]|$| (?:since|from|on|after|next|now|again|full[- ]time|part[- ]time)\b)",
    re.I,
)

# Each with what it leaves out.
OF_ONESELF: tuple[tuple[re.Pattern[str], str], ...] = (
    (_SUCH, "I am "),
    (_FOND, "I am "),
    (_VERY_FOND, "I am a "),
    (_UNDERGONE, "I was "),
    (_EARNS, "I "),
    (_GOES_WITHOUT, "I "),
    (_ON_A, "I am "),
    (_DOSED, "I am "),
    (_UNABLE, "I "),
    (_BACK_AT, "I am "),
)

# A label or a question, whoever reads it, a title, what somebody else says.
_NOT_OF_ONESELF = re.compile(
    r":|\?|\(|\b(?:you|your|yours|yourself)\b|\bby (?-i:[A-Z])|\b(?:tips|guide|ideas|recipes?|checklist)\b"
    r"|, (?:says?|said|told|according to)\b"
    # "Allergic to bees, she carries a pen", "on a diet since May, Lena lost a stone": who is so stands behind it.
    r"|, (?:he|she|it|they|who|the|our|my|his|her|their|some|most|many)\b"
    r"|, (?-i:[A-Z])[\w'-]+ (?!(?:and|or|in|at|on|by|for|from|with|since|until|till|because|so|but)\b)(?-i:[a-z])"
    r"|, [a-z]{2,20}s [a-z]{2,20}(?:ed|s)\b"
    r"|, (?!(?:so|but|and|because|since|as|which|i|i'm|we)\b)(?:[\w'-]+ ){1,3}"
    r"(?:must|may|can|can't|will|should|has|have|had|get|gets|was|were|is|are)\b",
    re.I,
)
# "Live in London was recorded in May", "work at height needs a permit": a name, of which something is told.
_IS_SUBJECT = re.compile(
    r"^(?:(?!\b(?:because|so|but|and|since|as|when|if|that|which|who|where|while|until|till|i|we|my|our)\b)"
    r"[^,.;!?]){1,120}?"
    r" (?:is|are|was|were|has|had|will|would|can|could|must|should|isn't|needs|starts|means|broke)\b",
    re.I,
)
# "Work nights to qualify": what it is done for, of an order as well.
_ORDER = re.compile(r"^(?:(?:[a-z]+ )?(?:work|live|volunteer)|do(?:n't|nt| not))\b", re.I)
_FOR_A_PURPOSE = re.compile(r"(?<!due)(?<!next)(?<!close)(?<!up)(?<!nine)(?<!\d) to (?!\d)[a-z]", re.I)
_ADVISED = re.compile(
    r"\b(?:if|before|unless|when|whenever|until it|until the)\b|, [a-z]+[.!]*$"
    r"|\bbecause (?!i\b|i'm\b|my\b|we\b|of my\b)",
    re.I,
)
# Whoever types in haste leaves out the capital or the stop as well.
_WITH_CARE = re.compile(r"^(?-i:[A-Z]).*[.!]$", re.S)
_OPENER = (
    r"(?:hi|hey|hello|hiya|yo|morning|ok|okay|so|well|and|but|also|btw|fyi|yes|yeah|no|nope|sure|thanks|lol)\b"
    r"(?: (?:there|all|everyone|guys|again)\b)?"
)
_GREETING = re.compile(rf"^(?:{_OPENER}[,.! ]*){{1,4}}$", re.I)
_I_TELL = re.compile(rf"^(?:{_OPENER}[, ]*){{0,4}}(?:i|i'm|im|i've|ive|we|we're|i'll|i'd)\b", re.I)
_SOMEBODY = re.compile(rf"\b(?:(?:{_WITH})s?|he|she|they|his|her|their|him|them)\b|(?<=[a-z,] )[A-Z][a-z]", re.I)
# "Can you tell me what Leo eats?" asks of Leo.
_WANTS_TOLD = re.compile(
    r"\b(?:can|could|would|will|do|did) you (?:please |also )?"
    r"(?:tell|say|give|share|describe|confirm|let|remind|know|remember|think|mean|want me)\b",
    re.I,
)
_OF_ANOTHER = re.compile(
    r"\b(?:he|she|it|they|him|her|them|his|their|i|me|we)\b"
    r"|\byour (?!(?:own|job|work|diet|dietary|health|occupation|situation|meds|medication|living|eating)\b)",
    re.I,
)
_OF_A_THING = re.compile(r"\b(?:the|an?|this|that)\b|(?-i:(?<=[a-z] )[A-Z])|\w's\b", re.I)
_LAST_ASKED = re.compile(
    r"(?:^|[.!?:\n])([^.!?:\n]{1,400})\?[\s\W]*$|^(tell me (?:more )?about [^.!?\n]{1,200})[.!]*$", re.I
)


def whose(sentences: Iterable[str], question: str = "") -> Iterator[tuple[str, bool]]:
    """The sentences of a turn as they were typed, each with whether it may leave out its "I". It may not behind what is
    told, or asked in the turn before, of somebody else: "my cat is old. Scared of vets"."""
    asked = asks_of_another(question)
    own = True
    for sentence in sentences:
        free = own and not asked and _stands_for_itself(sentence)
        yield sentence, free
        if _I_TELL.match(sentence):
            own = _SOMEBODY.search(sentence) is None
        elif not _GREETING.match(sentence):
            own = free and any(pattern.match(sentence) for pattern, _ in OF_ONESELF)


def asks_of_another(talk: str) -> bool:
    """Whether it ends with a question about somebody else, or a thing, than who is asked."""
    last = _LAST_ASKED.search(talk.replace("’", "'").strip()[-600:])
    if last is None:
        return False
    question = _WANTS_TOLD.sub("", last[1] or last[2])
    if _OF_ANOTHER.search(question):
        return True
    return not re.search(r"\byou\b", question, re.I) and _OF_A_THING.search(question.strip()) is not None


def _stands_for_itself(sentence: str) -> bool:
    sentence = sentence.replace("’", "'").strip()
    if _NOT_OF_ONESELF.search(sentence) or _IS_SUBJECT.match(sentence):
        return False
    is_order = _ORDER.match(sentence) and (
        _WITH_CARE.match(sentence) or _FOR_A_PURPOSE.search(sentence) or _ADVISED.search(sentence)
    )
    return not is_order
