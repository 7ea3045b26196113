"""Things that a number tells from their like, where something is told of them: "Phase 1 costs", "v1.2 is". Pure.

The number of a thing stands behind a noun, and before what is told of it. One that is told itself has its unit, a joint
or nothing behind it: "has 64 GB", "is in room 4", "lives in flat 3 of the tower".
"""

from __future__ import annotations

import re

from .past_verbs import BEHIND
from .vocabulary import CARDINALS, STOP_WORDS

# What is told of a thing in the present tense, but for "is", "has" and the like.
TELLING_VERBS = (
    r"costs?|weighs?|earns?|lasts?|measures?|contains?|holds?|seats?|needs?|requires?|takes?|starts?|begins?|ends?"
    r"|leaves?|departs?|arrives?|opens?|closes?|expires?|falls?|runs?"
)
_SURE = (
    r"is|are|was|were|has|have|had|will|would|can|could|may|might|must|should|shall|does|did|cannot"
    r"|(?:is|are|was|were|has|have|had|wo|ca|does|did|could|would|should)n['’]t"
)
_DETERMINERS = r"the|its|his|her|their|our|my|your"
# Many of these verbs are nouns too, "book 2 seats for the show": a verb has its object behind it. The same tells other
# verbs in "s" from nouns: "hosts the wiki", but "3 tickets for the show".
_TOLD = (
    rf"(?:(?:{_SURE})\b|{BEHIND.pattern}|(?:{TELLING_VERBS}) (?!(?:for|of|in|on|at|from|to|with|by|until|and|or)\b)\w"
    rf"|[a-z]+s (?:{_DETERMINERS})\b)"
)
# "They need 3 cups", "to drink 3 cups", "Ann and Bob drank": a verb, and no noun.
_BEFORE_VERBS = r"(?<!\bi )(?<!\bwe )(?<!\byou )(?<!\bthey )(?<!\bto )(?<!\bwill )(?<!\bcan )(?<!\bmust )(?<!\band )"
_NO_NOUN = (
    rf"(?:{'|'.join(sorted(STOP_WORDS))}|{'|'.join(sorted(CARDINALS))})\b|[a-z-]*(?:ly|(?<![sui])s)\b|{BEHIND.pattern}"
)
NUMBERED = re.compile(
    rf"{_BEFORE_VERBS}(?<![\w'’.-])(?!{_NO_NOUN})(?P<thing>[^\W\d_]+(?:-[^\W\d_]+)*)"
    rf"(?:(?: (?:no\.? ?|number )?#?)(?P<number>\d[\w.,-]*|(?:{'|'.join(CARDINALS)})\b)|(?P<mark>[_.-]?\d[\w.-]*))"
    rf" (?={_TOLD})",
    re.IGNORECASE,
)
