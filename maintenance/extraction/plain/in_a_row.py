"""Statements that go on without naming again whom or what they are told of, made whole: "Kofi is 5, carries an EpiPen",
"Anna's birthday is 3 May, Ben's is 9 June". Pure, and linear in the sentence."""

from __future__ import annotations

import re

# What is said of somebody goes on with one of these. A plural noun may look like any other verb.
_OF_ANOTHER = (
    r"(?:(?:also|now|still|never|always|usually|mostly) )?(?:lives|works|carries|takes|needs|has|eats|goes|plays"
    r"|studies|speaks|wants|likes|loves|hates|drives|sleeps|teaches|runs|owns|keeps|uses|drinks|wears|sings|swims|attends"
    r"|collects|earns|gets|cooks|does|doesn't|can|can't|cannot|won't)"
)
_OF_ONESELF = (
    r"(?:(?:also|now|still|never|always|usually|mostly) )?(?:live|work|have|take|need|eat|go|play|study|speak|want|like"
    r"|love|hate|drive|teach|run|own|keep|use|drink|don't|can|can't|cannot|won't)"
)
_SOMEBODY = r"(?:my|our) [\w'-]{2,20}?(?: (?-i:[A-Z])[\w-]{1,20})?|(?-i:[A-Z])[\w-]{1,20}|he|she"


# What else somebody is: "diabetic", "deaf in one ear", "a widower". "Rents a flat" has a verb that the list lacks.
_TOO = (
    r"(?:an? [a-z-]{2,20}(?: (?!is\b|has\b|are\b)[a-z-]{2,20}){0,2}"
    r"|(?![a-z]+s\b)[a-z-]{2,20}(?: (?:to|in|of|on|with|at|from|for) [^,]{1,40})?)"
)


def _row(who: str, be: str, verb: str) -> re.Pattern[str]:
    return re.compile(
        rf"^(?P<who>{who})(?P<first>{be} [^,]{{1,60}}(?:, (?!{verb} ){_TOO}){{0,2}}), (?:and )?"
        rf"(?P<rest>{verb} .{{2,200}})$",
        re.I,
    )


_ROWS = (
    (_row(_SOMEBODY, "(?:'s| is)", _OF_ANOTHER), re.compile(rf",? and (?={_OF_ANOTHER} )|, (?={_OF_ANOTHER} )", re.I)),
    (_row("i", "(?:'m| am)", _OF_ONESELF), re.compile(rf",? and (?={_OF_ONESELF} )|, (?={_OF_ONESELF} )", re.I)),
)
# "My mother is 80, my father is 82, lives in a home": of whom the rest is, only a reader knows.
_NO_ROW = re.compile(
    r"\b(?:if|when|unless|whether|who|which|that|says?|said|thinks?|there|it|like an?)\b|\?"
    r"|, (?:and )?(?:(?:my|our|his|her|their|its|he|she|they|we|i|you|the)\b|(?-i:[A-Z]))",
    re.I,
)
_NAME = r"[A-Z][\w.-]{1,20}(?: [A-Z][\w.-]{1,20})?"
# "Anna's birthday is 3 May, Ben's is 9 June".
_OF_EACH = re.compile(
    rf"^(?P<first>{_NAME}'s (?P<what>[a-z][a-z-]{{2,20}}(?: [a-z-]{{3,20}})?) is [^,]{{1,40}}?)"
    rf"(?:,(?: and)?| and) (?P<other>{_NAME})'s is (?P<value>[^,]{{1,40}})$"
)


def told_in_a_row(sentence: str) -> list[str] | None:
    """The statements of a sentence, each with its subject; None where it names them all."""
    if (each := _OF_EACH.match(sentence)) is not None:
        return [each["first"], f"{each['other']}'s {each['what']} is {each['value']}"]
    if _NO_ROW.search(sentence):
        return None
    for row, joint in _ROWS:
        if (found := row.match(sentence)) is not None:
            told = joint.split(found["rest"])
            return [f"{found['who']}{found['first']}", *(f"{found['who']} {part}" for part in told)]
    return None
