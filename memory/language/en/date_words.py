"""The words of dates in English, as parts of the patterns that find them. Pure."""

from __future__ import annotations

from collections.abc import Iterable

from ..dates import Granularity
from .vocabulary import CARDINALS, MONTHS, ORDINALS, WEEKDAY_NAMES, WEEKDAYS

UNITS: dict[str, Granularity] = {
    "minute": "hour", "hour": "hour", "day": "day", "night": "day", "week": "week", "weekend": "day", "month": "month",
    "year": "year", "fortnight": "week",
}  # fmt: skip
BACK = frozenset({"last", "past", "previous", "this past"})
AHEAD = frozenset({"next", "coming", "following", "this coming"})
COUNTED = {**dict.fromkeys(BACK, -1), **dict.fromkeys(AHEAD, 1)}
COUNTS = {word: number for word, number in CARDINALS.items() if number} | {"a": 1, "an": 1, "couple": 2, "few": 3}
# Which of the times of a kind is meant: "two weekends ago" shares none of them with what was said there.
_PARTS_OF_TIME = frozenset(
    "beginning start middle end early late mid half halves quarter quarters several recent other time"
    " around between since".split()
)
COUNTING_TIME = frozenset(
    {*BACK, *AHEAD, *COUNTS, *UNITS, *(f"{unit}s" for unit in UNITS), "this", "ago", "back", *ORDINALS, *_PARTS_OF_TIME}
)
# "What did we do before June?" asks for another time than June.
BESIDE_A_TIME = frozenset({"before", "after", "since", "until", "till", "by"})


def any_of(words: Iterable[str]) -> str:
    """The source of a pattern that finds any of these words, the longest that stands there."""
    return "(?:" + "|".join(sorted(words, key=len, reverse=True)) + ")"


# The stop behind "Oct." belongs to it, the one behind "October." ends the sentence.
MONTH = rf"(?P<month>{any_of(MONTHS)})(?:(?<!\bmay)(?:(?<=\b[a-z]{{3}})|(?<=\bsept))\.)?"
WEEKDAY = rf"(?P<weekday>{any_of(WEEKDAYS)})(?:(?:(?<=\b[a-z]{{3}})|(?<=\b[a-z]{{4}})|(?<=\bthurs))\.)?"
WEEKDAY_NAME = rf"(?P<weekday>{any_of(WEEKDAY_NAMES)})"
DAY = r"(?P<day>[0-3]?\d)(?:st|nd|rd|th)?"
YEAR = r"(?P<year>(?:19|20)\d\d)"
GAP = r"[ \t\u00a0]{1,2}"
# "27 Feb, 2000 words" counts words, and "12 June of 2027" is of that year.
OF_YEAR = (
    rf"(?:,?{GAP}(?:of{GAP})?{YEAR}(?!{GAP}(?:words?|people|guests?|members?|pages?|steps|euros?|dollars?|pounds?|quid"
    r"|kroner|kr|calories|k?m|miles|met(?:re|er)s|k?g|grams?|mg|ml|units?|tickets|points)\b))?"
)
COUNT = rf"(?P<count>\d{{1,3}}|{any_of(COUNTS)})(?:{GAP}of)?"
UNIT = r"(?P<unit>minute|hour|day|night|fortnight|week|weekend|month|year)s?"
# What must stand before a bare month or year, since "may", "march" and 2023 are often something else.
WHEN = rf"(?P<when>in|since|until|till|by|during|from|of|before|after|around|early|late|mid|this|for|to|back{GAP}in)"
# What stands before a weekday, or a day of no month, that a sentence's tense dates: "this is the 5th" may be a count.
_IT_COMES = "comes?|starts?|leaves?|arrives?|flies|due"
ON = rf"(?P<when>on|by|until|till|since|from|to|for|{_IT_COMES})"
ON_DAY = (
    rf"on|by|until|till|since|to|before|after|not|{_IT_COMES}|begins?|ends?|expires?"
    r"|(?<!\bthis )(?<!\bthat )is|it['’]s"
)
WHICH = r"(?P<which>this past|this coming|last|past|previous|this|current|next|coming|following)"
# What may follow a day that stands for itself: "the 15th floor", "the 3rd of every month" are none.
NTH_DAY = rf"the{GAP}(?P<day>[0-3]?\d)(?:st|nd|rd|th)"
NTH = rf"(?P<said>{NTH_DAY})"
_AFTER_DAY = "at|in|and|we|i|he|she|they|you|it|my|our|because|so|but|for|with|to|not|instead|when|while|if"
ENDS_DAY = rf"[ \t\u00a0]{{0,2}}(?:$|[.,;:!?)\"”–—\n]|\b(?:{_AFTER_DAY})\b)"
# What is on one day, or begins on it. A trip, a course or a holiday lasts.
EVENT = (
    "(?:appointment|exam|test|interview|wedding|party|flight|deadline|meeting|launch|hearing|operation|surgery|scan"
    "|funeral|christening|birthday|graduation|concert|viewing|race|marathon|match|check-?up|delivery|last day)"
)
WHEN_YOUNG = (
    rf"when (?:i|we|he|she|they) (?:was|were) (?:an?|at|in|only|just|young|little|small|\d+|{any_of(CARDINALS)})"
)
# Births, deaths and weddings are told years later, too: "my dad was born at Christmas".
OF_A_LIFE = (
    rf"\b(?:born|died|pass(?:ed)? away|killed|lost|buried|proposed|married|engaged|wed|divorced|widowed|first met"
    rf"|{WHEN_YOUNG})\b"
)
# "On Wednesday mornings" is no one day.
PART = rf"(?!{GAP}(?:mornings|afternoons|evenings|nights)\b)(?:{GAP}(?:morning|afternoon|evening|night))?"

# A search without regard to case takes these for the letters behind them, and no table knows "auguſt".
_LOOKED_LIKE = str.maketrans("ſıİ\u212a", "siIK")


def in_plain_letters(text: str) -> str:
    """`text`, as long as before, without letters that a search without regard to case takes for ASCII ones: a scanned
    page has "Auguſt", a Turkish keyboard "Aprıl"."""
    return text if text.isascii() else text.translate(_LOOKED_LIKE)
