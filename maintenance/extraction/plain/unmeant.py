"""What a sentence itself says is not so: laughed off, thought and found wrong, or over as soon as it was said. Pure."""

from __future__ import annotations

import re

from ..grammar.lexicon import KIN

_LAUGH = r"(?:lo+l|lmao|rofl|(?:ha){2,6}h?|(?:he){2,6}|jk)"
# "I'm moving to Bristol, haha no", "keep me posted lol as if he would", "I'm marrying a prince, not really".
_LAUGHED_OFF = re.compile(
    rf"(?:,|\.\.\.| [-–—])? {_LAUGH}[,.! ]{{1,3}}"
    r"(?:no|nope|nah|naah|not|jk|as if(?: [^.!?]{1,60})?|just kidding|i wish)[.!…]*$"
    r"|(?:,|\.\.\.| [-–—]) ?(?:not really|as if|i wish|in my dreams|(?:just |only )(?:kidding|joking))[.!…]*$"
    r"|[, ] ?(?-i:jk)[.!…]*$",
    re.I,
)
PERSON = (
    r"(?:(?:my|our|the|his|her) (?:[a-z]+ )?(?:friends?|mates?|boss|neighbours?|neighbors?|colleagues?|flatmates?"
    rf"|{'|'.join(sorted(map(re.escape, KIN), key=len, reverse=True))})s?\b"
    r"|(?-i:(?!Dr\b|Doctor\b|GP\b|NHS\b)[A-Z]\w+)\b|everyone|everybody|people)"
)
_ONESELF = r"(?:i'm|i am|we're|we are|i have|i've|we have)"
# What somebody else says of the speaker, and the speaker laughs at: "apparently I'm vegan now, says my mum lol".
_HEARD = re.compile(
    rf"\b(?:apparently|supposedly|allegedly|according to {PERSON}|(?:says|reckons|thinks) {PERSON}"
    rf"|{PERSON} (?:says?|reckons?|thinks?|believes?|assumes?))",
    re.I,
)
_LAUGHED = re.compile(rf"[, ] ?{_LAUGH}\b|\bno idea why\b|, (?:but )?(?:i'm|i am|we're|i) (?:not|don't)[.!…]*$", re.I)
# No doctor's word: "according to my mum I'm a vegetarian".
_BY_OTHERS = re.compile(
    rf"^according to {PERSON},? {_ONESELF}\b|\b{_ONESELF} [^,.;]{{1,60}},? according to {PERSON}[.!…]*$", re.I
)
# "Mia's allergic to eggs, or was", "I work at Bosch, or did until Friday".
_OR_WAS = re.compile(
    r",? or (?:at least |rather )?(?:was|were|had|did|used to(?: be| have| do)?)"
    r"(?=\s?[,.;!)]|$| (?:un)?till?\b| before\b)"
    r"|, well,? (?:was|were|had|did|used to(?: be| have| do)?)(?=[,.;!)]|$)",
    re.I,
)
# "I thought Tom was vegan but he isn't": what was believed has turned out otherwise.
_BELIEVED = re.compile(
    r"^(?:(?:oh|ok|okay|so|and|well|ha|haha|funny|btw)[, ]+)*(?:i|we)(?:'d| had)?(?: (?:always|just|first|originally"
    r"|really|honestly|actually|somehow|only|even))*"
    r" (?:(?:thought|assumed|believed|figured|reckoned|expected|supposed|used to (?:think|believe|assume))"
    r"|(?:was|were) (?:so |quite |pretty )?(?:sure|certain|convinced|under the impression))"
    r" (?:that )?(?=(?:i|we|he|she|it|they|my|our|the|his|her)\b|(?-i:[A-Z]))(?P<what>.+)$",
    re.I,
)
_OTHERWISE = re.compile(
    r"(?:,|\s[-–—]| and)? (?:but|though|yet|however|(?:it )?turn(?:s|ed) out|in fact|except|until)\b"
    r"|, (?:he|she|it|they|i|we)(?:'s| is|'re| are|'m| am|) ?(?:isn't|aren't|doesn't|don't|didn't|wasn't|not)\b",
    re.I,
)
_OTHERS = re.compile(r"\b(?:he|him|his|she|her|hers|it|its|they|them|their|that|this|there|one)\b", re.I)


# What somebody must not have, or what ails them: to lose that may harm, so that no laugh takes it back.
_AILING = re.compile(
    r"\b(?:allerg\w*|intoleran\w*|coeliac|celiac|diabet\w*|epilep\w*|asthma\w*|anaphyla\w*|pregnant"
    r"|can(?:'t|not) (?:have|eat|take)|disease|disorder|diagnos\w*|cancer|epi-?pen)",
    re.I,
)


# What ails somebody, or what they eat nothing of.
FORBIDS = re.compile(
    rf"{_AILING.pattern}|\b(?:vegan|vegetarian|veggie|pescatarian|teetotal|halal|kosher|fasting)\b"
    r"|\boff (?:dairy|gluten|sugar|alcohol|caffeine|coffee|meat|wheat)\b",
    re.I,
)


def meant(sentence: str) -> str:
    """The sentence or what is left of it, "" where it says that what it states is not so."""
    if sentence.endswith("?"):
        return sentence
    if _AILING.search(sentence):
        return "" if _OR_WAS.search(sentence) else _found_out(sentence)
    if _LAUGHED_OFF.search(sentence) or _OR_WAS.search(sentence) or _BY_OTHERS.search(sentence):
        return ""
    if _HEARD.search(sentence) and _LAUGHED.search(sentence):
        return ""
    return _found_out(sentence)


def _found_out(sentence: str) -> str:
    """What is told behind a belief that was wrong. Who "she" in it was the belief told: without it nobody knows."""
    believed = _BELIEVED.match(sentence)
    otherwise = _OTHERWISE.search(sentence, believed.start("what")) if believed else None
    if otherwise is None:
        return sentence
    rest = sentence[otherwise.end() :].strip(" ,")
    if otherwise[0].strip(" ,").lower() not in ("but", "though", "yet", "however") or _OTHERS.search(rest):
        return ""
    return f"{rest[:1].upper()}{rest[1:]}"
