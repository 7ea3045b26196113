"""Closed classes of English words, each listed once. Folded; pure data."""

from __future__ import annotations


def _numbered(start: int, *names: str) -> dict[str, int]:
    """Each name of "one another" by its number, counted from `start`."""
    return {name: number for number, each in enumerate(names, start) for name in each.split()}


MONTH_NAMES = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip
MONTHS = _numbered(
    1, "january jan", "february feb", "march mar", "april apr", "may", "june jun", "july jul", "august aug",
    "september sept sep", "october oct", "november nov", "december dec",
)  # fmt: skip
WEEKDAYS = _numbered(
    0, "monday mon", "tuesday tues tue", "wednesday weds wed", "thursday thurs thur thu", "friday fri",
    "saturday sat", "sunday sun",
)  # fmt: skip
WEEKDAY_NAMES = tuple(name for name in WEEKDAYS if name.endswith("day"))
# The month in which each begins.
SEASONS = {"spring": 3, "summer": 6, "fall": 9, "autumn": 9, "winter": 12}
# The month in which each is kept, Easter in most years.
HOLIDAYS = {"christmas": 12, "thanksgiving": 11, "halloween": 10, "easter": 4}
CARDINALS = _numbered(
    0, "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty",
) | {"thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90}  # fmt: skip
LARGE = {"hundred": 100, "thousand": 1_000, "million": 1_000_000, "billion": 1_000_000_000}
ORDINALS = _numbered(1, "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
TIMES = {"once": 1, "twice": 2}
PARTS = {"half": None, "dozen": None}
# The figure that a word stands for; None where it stands for a part, or only counts in company.
NUMBERS: dict[str, int | None] = {
    **CARDINALS, **dict.fromkeys(LARGE), **dict.fromkeys(ORDINALS), **dict.fromkeys(TIMES), **PARTS,
}  # fmt: skip

ARTICLES = frozenset({"a", "an", "the"})
NEGATIONS = frozenset(
    """not no never none nobody nothing neither nor without cannot can't won't don't doesn't didn't isn't aren't wasn't
    weren't hasn't haven't hadn't shouldn't wouldn't couldn't mustn't stopped quit former formerly""".split()
)
AUXILIARIES = frozenset({"do", "does", "did", "any"})

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
JOINING = frozenset("and but or so".split())
RELATIVE_DAYS = frozenset({"yesterday", "today", "tonight", "tomorrow"})
# A reply of these and stop words says nothing.
ACKNOWLEDGING = frozenset(
    """
    noted got it understood thanks thank thx ta cheers great congratulations congrats sure okay ok yes yeah yep no
    nope nah perfect wonderful lovely nice cool done alright fine good glad welcome sorry hear know see apparently
    whatever exactly true indeed absolutely definitely certainly haha lol wow oh ah huh hm hmm hi hello hey bye
    night morning evening bless aww cheerful course problem worries worry brilliant amazing awesome super fantastic
    excellent impressive exciting interesting fair enough agreed deal right sounds sound makes sense will do
    remember keep mind pity shame dear moment proud funny k pleasure anytime please well quite idea really thought
    think telling letting let poor later soon anything else
    mm mmm mmmm mhm hmmm ooh ohh ahh aw whoa yay ugh phew oof yum woah gosh
    """.split()
)
# Words without which a sentence says the same. "Was" and "had" are none (she is a nurse, she was one), nor are "to" and
# "from", "or", "will" and "can", "his" and "her".
LIGHT_WORDS = frozenset(
    """am is are be been being do does has have of in on at that there also just very really quite so too now""".split()
)
# Words that say nothing of what a sentence is about.
FUNCTION_WORDS = frozenset(
    """am is are was were be been being do does did has have had will would can could should may might of to in on at
    for with and or that this it its his her their they them he she i you we as by from now also just very so too
    any""".split()
)
# Words that name a time beside months ("may" and "march" are more often verbs) and the names of the days.
DATE_WORDS = frozenset(
    {*WEEKDAY_NAMES, *(name.lower() for name in MONTH_NAMES if name != "May")}
    | set("""today tomorrow yesterday morning afternoon evening night weekend daily weekly monthly yearly""".split())
    | SEASONS.keys()
)
# Words with a capital at the beginning of a sentence that are nobody's name.
OPENING_WORDS = frozenset({"The", "A", "An", "On", "In", "At", "Since", "It", "This", "That", "There"})
