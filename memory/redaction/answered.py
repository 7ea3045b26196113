"""A secret in a turn of its own, after a turn that asked for it or announced it: `mask_answer`. Pure; linear.

"What's the door code?" names what "It's 56785 now." tells. Such an answer is read as the end of the sentence that names
it: "the door code is 56785".
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from . import Masked, mask

LONGEST_ANSWER = 80  # characters; who writes more tells what it is
_END = 300  # characters of the turn before that may name it
# A word that is none alone: with a figure or a sign in it. Words of plain letters are left: "Sunshine" answers much.
_UNLIKE_A_WORD = re.compile(r"[\d@#&*+=^~$%]|\w!\w")
_ANSWER = re.compile(
    r"\s*(?:[A-Z][\w.-]{1,20}:\s{1,2})?"
    r"(?:(?:i think|i believe|pretty sure|probably|(?:it )?should be"
    r"|the (?:pin|pass(?:word|code)|code|new one|one from today)(?:\sis|\sshould be)?"
    r"|sure|ok|okay|yes|yep|yeah|here|oh|ah|hi|hey|so|well|right|just|and|use|try|enter"
    r"|(?P<tells>(?:it|that)(?:['’]?s|\sis)(?:\snow)?|now(?:\sit['’]?s)?|is|is now))[\s,.:!-]{1,3}){0,4}"
    r"[\"'`“*]{0,3}(?P<value>[^\s\"'`”]{3,64}?)[\"'`”*]{0,3}"
    r"(?:[\s,.;!-]{1,3}(?:(?:is|was)\s(?:it|the (?:new|current|right|latest|old) one)|first|should (?:work|do)"
    r"|since (?:last |this )?[a-z]{3,9}|now|again|thanks|thank you|please|pls|cheers|from now on|today"
    r"|i think|as of today)){0,3}"
    r"[\s.!?]{0,3}",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"[^.?!\n]{3,200}[.?!\n]?")
_OF_A_VALUE = re.compile(
    r"^\W*(?:(?:and|so|ok|okay|sorry|thanks|hi|hello|great|sure|well)[\s,]{1,2}){0,3}(?:please\s)?"
    r"(?:here(?:['’]s|\sis|\sare|\sit)|this is|enter|type|give|tell|send|share|provide|confirm|what|which"
    r"|may i|can i|could i)\b"
    r"|\b(?:i|we|you)(?:['’]ll)?(?: just| also| still)? need\b",
    re.IGNORECASE,
)
# "How many people know the PIN?" asks for another number.
_OF_ANOTHER = re.compile(
    r"^\W*(?:(?:and|so|but)\s)?(?:when|where|who|why)\b"
    r"|\b(?:how (?:many|much|long|old|often|far|big)|year|date|price|cost|budget|length|number of|digits?|amount)\b",
    re.IGNORECASE,
)
# What has one, and what names it.
_NAME = (
    r"(?:(?:pass)?codes?|pins?|passwords?|passwort|kennwort|passphrase|pwd?|"
    r"combination|combo|cvv2?|cvc2?|tokens?|otp|key)\b"
)
_NO_LINK = r"(?:(?!(?:of|for|to|with|behind|in|on|at|about|does|do|has|is)\b)[\w'’-]{1,20}\s)"
# Whoever asks for two things, or for what only has to do with a secret, may be told any: "Which user is the password
# for?", "What email and password?", "the pin code of the area".
_NOT_ALONE = re.compile(
    r"\w,?\s(?:and|or|und|plus|&)\s"
    rf"|\b(?:what|which)\s(?!(?:is|was|are)\b)(?!{_NO_LINK}{{0,4}}{_NAME})"
    rf"|\bwhat(?:['’]s|\sis|\swas|\sare)\s(?!{_NO_LINK}{{0,6}}{_NAME})"
    # … as "Which password should be rotated?"
    rf"|\b{_NAME}\s(?:should|must|can|could|has to|have to)\sbe\b"
    rf"|\bwhich\s{_NO_LINK}{{0,4}}{_NAME}\s(?:is|was|has|did|got)\b"
    r"|\bpin(?:[ -](?:code|number))?\s(?:of|for|in|at|on)\s(?!(?:[\w'’-]{1,20}\s){0,3}(?:card|phone|sim|accounts?|"
    r"tablet|i?pad|door|gate|alarm|app|bank|voicemail|safe|lock|laptop|garage|keypad)\b)",
    re.IGNORECASE,
)
_LATELY = r"(?:\s(?:yesterday|today|again|now))?$"
# What announces a secret without asking for it: it is another one now, and nothing more is said of it.
_RENEWED = re.compile(
    rf"\b(?:changed|reset|updated|replaced|renewed|switched|set|new)\b[^.]{{0,60}}\b{_NAME}{_LATELY}"
    rf"|\b{_NAME}[^.]{{0,40}}\s(?:changed|reset|updated|replaced|renewed|is new){_LATELY}",
    re.IGNORECASE,
)
# A year, a date, a time or a version answers another question.
_NO_SECRET = re.compile(
    r"(?:19|20)\d\d|v\d[\w.-]*|\d{1,4}(?:[.:/]\d{1,4}){1,3}|(?:19|20)\d\d-\d\d?-\d\d?", re.IGNORECASE
)
# What may stand behind the name of a secret without making it another thing's: "the PIN length".
_NAME_ENDS = re.compile(
    r"(?<=\w)(?=[\s,:;–—-]{0,3}(?:$|[.?!:\n]|,|\s(?:again|please|pls|now|then|so|to|for|that|which|you|i|we|is|if|when|and"
    r"|or|on|at|in|these|currently|today|below|as|should|shall|do|did|does|can|could|have|has|would)\b))",
    re.IGNORECASE,
)


def may_answer(text: str) -> bool:
    """Whether a turn is so short, and of such a word, that what stands before it may tell it to be a secret."""
    return (
        len(text) <= LONGEST_ANSWER and _UNLIKE_A_WORD.search(text) is not None and _ANSWER.fullmatch(text) is not None
    )


def mask_answer(text: str, before: str) -> Masked:
    """`text` with what it answers to the turn `before` masked, where that turn names it as a secret."""
    found = _ANSWER.fullmatch(text) if len(text) <= LONGEST_ANSWER else None
    if found is None or _UNLIKE_A_WORD.search(found["value"]) is None:
        return Masked(text, 0)
    value = found["value"].rstrip(".,;!?")
    if _NO_SECRET.fullmatch(value):
        return Masked(text, 0)
    for told in _readings(before[-_END:], is_told=found["tells"] is not None):
        masked = mask(f"{told} {value}").text
        if masked.startswith(f"{told} [secret: ") and masked.endswith("]"):
            start = found.start("value")
            return Masked(f"{text[:start]}{masked[len(told) + 1 :]}{text[start + len(value) :]}", 1)
    return Masked(text, 0)


def is_said_again(kept: str, sent: str) -> bool:
    """Whether a turn that is kept is the one that is sent now, though one of them has its answer masked: whether it has
    hangs on the turn before it, which may have come later, or before answers were masked at all."""
    return kept == sent or _is_without_answer(kept, sent) or _is_without_answer(sent, kept)


def _is_without_answer(masked: str, text: str) -> bool:
    head, opened, rest = masked.partition("[secret: ")
    tail = rest.partition("]")[2]
    is_shaped = len(text) > len(head) + len(tail) and text.startswith(head) and text.endswith(tail)
    return bool(opened) and "[secret: " not in text and is_shaped and may_answer(text)


def _readings(before: str, *, is_told: bool) -> Iterator[str]:
    """The sentences of a turn, the last first, as what tells a value goes on from them. Of a turn that asks twice it is
    not known which of the two is answered."""
    sentences = _SENTENCE.findall(before)
    asking = [one.rstrip().endswith(("?", ":")) or _OF_A_VALUE.search(one) is not None for one in sentences]
    if sum(asking) > 1:
        return
    for sentence, asks in zip(reversed(sentences), reversed(asking), strict=True):
        bare = sentence.strip().rstrip(".?!: \n")
        if "[secret: " in sentence or _OF_ANOTHER.search(sentence) or _NOT_ALONE.search(bare):
            continue
        if asks:
            yield from (f"{bare[: end.start()]} is" for end in _NAME_ENDS.finditer(bare))
        elif is_told and _RENEWED.search(bare):
            yield f"{bare}. It's"
