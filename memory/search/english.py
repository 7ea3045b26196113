"""What the ranking knows of English, in one place: words that say nothing, and the cues of a question and an answer.

In another language these find nothing, and the rest of the ranking (words, meaning, neighbours, session) decides.
"""

from __future__ import annotations

import re

# Words that say nothing of what is asked for, the halves of "don't" and "she'll" among them. Kept short: a rare word
# wrongly cut loses the answer.
STOP_WORDS = frozenset(
    """
    a about above after again against all am an and any are aren as at be because been before being below between both
    but by can cannot could couldn d did didn do does doesn doing don down during each few for from further had hadn has
    hasn have haven having he her here hers herself him himself his how i if in into is isn it its itself just let ll m
    me might mightn more most must mustn my myself need needn no nor not now o of off on once only or other ought our
    ours ourselves out over own re s same shan she should shouldn so some such t than that the their theirs them
    themselves then there these they this those through to too under until up ve very was wasn we were weren what when
    where which while who whom whose why will with won would wouldn y you your yours yourself yourselves
    """.split()
)

SENTENCE_END = re.compile(r"(?<=[.!?])\s+")
# Who speaks of themselves asks their memory; "give me" and "tell us" do not.
OWN_AFFAIRS = re.compile(r"\b(?:i|my|mine|we|our|ours)\b", re.IGNORECASE)
FIRST_PERSON = re.compile(r"\b(?:i|my|mine|me|we|our|us)\b", re.IGNORECASE)

# "You" is the assistant, but for "tell you" and the like, where it is told what the user wants found.
ASSISTANT_ADDRESSED = re.compile(
    r"\bassistant\b"
    r"|(?<!tell )(?<!told )(?<!ask )(?<!asked )(?<!to )(?<!with )(?<!for )(?<!from )(?<!give )(?<!gave )(?<!show )"
    r"\byou\b"
    r"|\byour (?:suggestion|advice|recommendation|list|plan|draft|recipe|code|example|explanation)s?\b",
    re.IGNORECASE,
)

# What a question asks for, and what a text that could answer it holds.
ASKS = {
    "time": re.compile(
        r"\b(?:when|what (?:date|day|month|year|time)|which (?:date|day|month|year|week)|how long|how old)\b",
        re.IGNORECASE,
    ),
    "number": re.compile(
        r"\b(?:how (?:many|much|often|big|large|long|old|far|tall)|what (?:number|amount|price))\b", re.IGNORECASE
    ),
    "name": re.compile(
        r"^\s*(?:in |at |to |from |with )?(?:who|whom|whose|where|which|what (?:is|are|was) the names?"
        r"|what (?:city|country|state|place|town|band|book|movie|company|brand|breed))\b",
        re.IGNORECASE,
    ),
}
_MONTH = "january|february|march|april|june|july|august|september|october|november|december"
# "time" and "number" look at lower case, which is several times faster than to ignore case.
_TELLS = {
    "time": re.compile(
        rf"\b(?:yesterday|today|tonight|tomorrow|{_MONTH}|\d{{1,2}}(?:st|nd|rd|th)?(?: of)? may|may \d{{1,2}}|in may"
        r"|\d{4}-\d\d-\d\d|(?:in|since|during|of|year) (?:19|20)\d\d"
        r"|(?:last|this|past|next|on) (?:week|weekend|month|year|night|spring|summer|autumn|fall|winter"
        r"|monday|tuesday|wednesday|thursday|friday|saturday|sunday)"
        r"|(?:\d+|a|an|one|two|three|four|five|six|seven|eight|nine|ten|few|couple|several)(?: of)?"
        r" (?:day|week|weekend|month|year)s? ago"
        r"|the other day|this morning)\b"
    ),
    "number": re.compile(
        r"\b(?:\d[\d.,]*|one|two|three|four|five|six|seven|eight|nine|ten|twice|once|dozen|hundred|thousand"
        r"|first|second|third)\b"
    ),
    # A capital letter that does not begin a sentence.
    "name": re.compile(r"(?<![.!?\"“:\n-])\s[\"“]?(?!I\b)[A-Z][\w'’]+"),
}

# A text without any of these tells no time.
_TIME_HINTS = (
    "day", "ago", "week", "month", "year", "night", "tomorrow", "morning", "19", "20", "may", "spring", "summer",
    "autumn", "fall", "winter", *_MONTH.split("|"),
)  # fmt: skip


def tells(kind: str, text: str) -> bool:
    """Whether a text holds the `kind` of thing that was asked for."""
    lower = text.lower()
    if kind == "time" and not any(hint in lower for hint in _TIME_HINTS):
        return False
    return _TELLS[kind].search(text if kind == "name" else lower) is not None


_SUFFIXES = (
    ("ies", "y"), ("ied", "y"), ("ings", ""), ("ing", ""), ("edly", ""), ("ed", ""), ("ly", ""), ("es", ""), ("s", ""),
    ("e", ""),
)  # fmt: skip


def stem(word: str) -> str:
    """A light stem: "camped", "camping" and "camps" meet. Measured as good as Porter's; only compared with itself."""
    if len(word) <= 3 or word.isdigit():
        return word
    for suffix, instead in _SUFFIXES:
        if word.endswith(suffix) and len(word) - len(suffix) >= 3 and not word.endswith("ss"):
            word = word.removesuffix(suffix) + instead
            break
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "lsz":
        word = word[:-1]
    return word[:-1] + "i" if len(word) > 3 and word.endswith("y") else word
