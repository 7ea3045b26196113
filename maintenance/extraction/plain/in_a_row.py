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


def _row(who: str, be: str, verb: str) -> re.Pattern[str]:
    return re.compile(
        rf"^(?P<who>{who})(?P<first>{be} [^,]{{1,60}}(?:, (?!{verb} )[^,]{{1,60}}){{0,2}}), (?:and )?"
        rf"(?P<rest>{verb} .{{2,200}})$",
        re.I,
    )


_ROWS = (
    (_row(_SOMEBODY, "(?:'s| is)", _OF_ANOTHER), re.compile(rf",? and (?={_OF_ANOTHER} )|, (?={_OF_ANOTHER} )", re.I)),
    (_row("i", "(?:'m| am)", _OF_ONESELF), re.compile(rf",? and (?={_OF_ONESELF} )|, (?={_OF_ONESELF} )", re.I)),
)
_NO_ROW = re.compile(r"\b(?:if|when|unless|whether|who|which|that|says?|said|thinks?|there|it|like an?)\b|\?", re.I)
_NAME = r"[A-Z][\w.-]{1,20}(?: [A-Z][\w.-]{1,20})?"
# "Anna's birthday is 3 May, Ben's is 9 June".
_OF_EACH = re.compile(
    rf"^(?P<first>{_NAME}'s (?P<what>[a-z][a-z-]{{2,20}}(?: [a-z-]{{3,20}})?) is [^,]{{1,40}}?)"
    rf"(?:,(?: and)?| and) (?P<other>{_NAME})'s is (?P<value>[^,]{{1,40}})$"
)
# "Acme's contact is Lorna, Globex is Stefan": of whom or what is a name, the value is a name, too.
_OF_EACH_NAME = re.compile(
    rf"^(?P<first>{_NAME}'s (?P<what>[a-z][a-z-]{{2,20}}(?: [a-z-]{{3,20}})?) is {_NAME})"
    rf"(?:,(?: and)?| and) (?P<other>{_NAME}) is (?P<value>{_NAME})[.!]*$"
)


def told_in_a_row(sentence: str) -> list[str] | None:
    """The statements of a sentence, each with its subject; None where it names them all."""
    if (each := _OF_EACH.match(sentence) or _OF_EACH_NAME.match(sentence)) is not None:
        return [each["first"], f"{each['other']}'s {each['what']} is {each['value']}"]
    if _NO_ROW.search(sentence):
        return None
    for row, joint in _ROWS:
        if (found := row.match(sentence)) is not None:
            told = joint.split(found["rest"])
            return [f"{found['who']}{found['first']}", *(f"{found['who']} {part}" for part in told)]
    return None
