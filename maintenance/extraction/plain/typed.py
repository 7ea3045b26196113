"""What is typed in haste, written out: "shes", "w my mum", "thurs", "its the 24th now". Pure.

A small parser knows none of these: it takes "shes" for a noun and "w" for a name, and the statement is lost or wrong.
Each pattern looks at the words beside it alone, so that what is written with care comes through as it is.
"""

from __future__ import annotations

import re

from memory.language.en.vocabulary import CARDINALS, MONTHS, WEEKDAYS

from ..grammar.lexicon import KIN
from .resumed import PERSON, without_second_subject

# Of these a person has one, so that an "s" behind them is no plural: "my mums place", "my boss is", "my dads coming".
_ONE_OF = (
    "mom|mum|mam|dad|wife|husband|boyfriend|girlfriend|partner|fiance|fiancee|landlord|landlady|manager|supervisor|gran"
    "|nan|grandma|grandpa|grandad|ex"
)
# What belongs to somebody: after these nobody reads a plural.
_OWNED = (
    "name|birthday|number|phone|e-?mail|address|place|house|flat|car|card|bike|school|teacher|class|lessons?|room|job"
    "|boss|wedding|surgery|operation|appointment|doctor|husband|wife|partner|boyfriend|girlfriend"
)
_DAYS = {short: name for short, at in WEEKDAYS.items() for name, same in WEEKDAYS.items()
         if same == at and name.endswith("day") and not short.endswith("day")}  # fmt: skip
_MONTHS = {short: name for short, at in MONTHS.items() for name, same in MONTHS.items()
           if same == at and len(name) > len(short)}  # fmt: skip
_SHORT_DAY = "|".join(_DAYS)
_SHORT_MONTH = "|".join(_MONTHS)
_DATED = rf"(?:{'|'.join(WEEKDAYS)})s?\b|(?:{'|'.join(MONTHS)})\b"
# "Sat", "sun" and "wed" are words as well: a day only where a day may stand.
_DAY = re.compile(
    rf"(?P<before>(?:^|, |/|\b(?:on|every|each|next|this|last|by|till|until|from|since|is|are|was|and|to|or|through|-)"
    rf" ?))(?P<day>{_SHORT_DAY})(?P<many>s?)\b\.?(?=$|[,;.!?)/]| ?-| \d| (?:usually|mostly|at|and|to|or|till|until"
    rf"|from|before|after"
    rf"|morning|afternoon|evening|night|mornings|evenings|now|instead|if|w|with|off|is|through|the|please|then|only"
    rf"|this|next|{_SHORT_DAY}|{'|'.join(name for name in WEEKDAYS if name.endswith('day'))})\b)",
    re.I,
)
# "Owned by Jun" and "a letter from Jan" tell of somebody; "in Jun", "by jun" and "from Jan until March" of a month.
_FROM_ON = rf"(?= \w{{3,4}} (?:(?:to|until|till|through) (?:{_SHORT_MONTH})[a-z]*\b|onwards?\b|on(?:[.,!]|$)))"
_MONTH = re.compile(
    rf"(?P<before>\b\d{{1,2}}(?:st|nd|rd|th)? (?:of )?|\b(?:end|start|beginning|middle|mid|early|late|in|since|until"
    rf"|till|(?:end|start|beginning|middle) of|from{_FROM_ON}"
    rf"|(?:from|by|of)(?! (?-i:J(?:an|un))\b)|next|last|this) )(?P<month>{_SHORT_MONTH})\b\.?"
    rf"|\b(?P<first>{_SHORT_MONTH})\b\.?(?= \d{{1,2}}\b)",
    re.I,
)
# "Tues to thurs", "mon and wed": two days stand by each other.
_DAYS_ON = re.compile(
    rf"\b(?P<day>{_SHORT_DAY})\b(?=(?: ?- ?| ?\+ ?| to | and | or | till | until |/|, ?)(?:{'|'.join(WEEKDAYS)})s?\b)",
    re.I,
)
# "Sat 28 march": before a date every one of them is a day.
_DAY_DATED = re.compile(
    rf"\b(?P<day>{_SHORT_DAY})\b\.?(?=,? (?:the )?\d{{1,2}}(?:st|nd|rd|th)?,? (?:of )?(?:{'|'.join(MONTHS)})\b)", re.I
)
_DAY_ALONE = re.compile(r"\b(?P<day>mon|tues?|weds?|thu|thurs?|fri)\b\.?(?=(?:,? (?:at )?|-)\d|[,;!?)]|\.?$)", re.I)
_DRAWN_OUT = re.compile(r"\b(?P<start>[a-z]{0,12}?)(?P<letter>[a-z])(?P=letter){2,}(?P<end>[a-z]{0,3})\b", re.I)
_COUNTED = {"yr": "year", "hr": "hour", "min": "minute", "wk": "week", "mth": "month", "sec": "second"}
_UNIT = re.compile(
    rf"\b(?P<number>\d{{1,5}}|two|three|four|five|six|ten|few) ?(?P<unit>{'|'.join(_COUNTED)})(?P<many>s?)\b\.?", re.I
)
# "Prof wants a draft": what a title stands before is no name there. "Dr Will" at the end and "Mrs Said is" are names.
_TITLE = re.compile(
    r"\b(?P<title>dr|mr|mrs|ms|prof)\.? (?!(?:is|was|has|had|will|would|can|and|or|in|on|at|to|for|from|who|that"
    r"|said|says|wants|wanted|thinks|told|asked|gave|put|sent|moved|likes|needs|wrote|called|set|changed|now|still|just|also)"
    r" (?!(?:is|was)\b)[a-z\d])"
    r"(?P<name>[a-z]{2,20})\b"
)
_CALLED = re.compile(
    r"(?P<before>\b(?:called|named|calls? me|(?:his|her|my|our) (?:(?:first|middle|last|maiden) )?name(?: is|'s)) )"
    r"(?P<name>[a-z]{3,20})\b(?=[,.!?]|$| and\b)"
)
_NO_NAME = frozenset(
    "in off out it the a an him her them me us you up back after for not and now again home round today yesterday "
    "tonight twice once earlier police time everyone everybody nobody later anytime asap maybe whenever first instead "
    "names sir boss mate bro dude babe user crazy mad old lazy weird silly boring picky paranoid biased sceptical "
    "lucky".split()
)

_AND = re.compile(r"(?<=[\w,;.!?] )n(?= [a-zA-Z£$\d])|^n(?= [a-z])")

# "Ann's left hand hurts".
_SIDED = "(?:hand|arm|leg|foot|knee|eye|ear|hip|shoulder|wrist|ankle|elbow|thumb|finger|heel|lung|kidney|breast|side)"

SPELLINGS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern, re.I), replacement)
    for pattern, replacement in (
        (r"\bgonna\b", "going to"),
        (r"\bwanna\b", "want to"),
        (r"\bgotta\b", "have to"),
        (r"\bkinda\b", "kind of"),
        (r"\bsorta\b", "sort of"),
        (r"\blemme\b", "let me"),
        (r"\bgimme\b", "give me"),
        (r"\bdunno\b", "don't know"),
        (r"(?<!\w)['’]?(?:cause|cuz|coz)\b(?= (?:i|it|we|they|he|she|my|the|that|there|this)\b)", "because"),
        (r"(?<!\w)['’]cause\b", "because"),
        (r"\bim\b", "I'm"),
        # "She's like fifty", "it costs like 30".
        (
            rf"(?<=\w)( is| was| are|'s|'re|'m| costs?| weighs?| for| in| at| takes?) like"
            rf"(?= (?:\d|[£$€]|(?:{'|'.join(word for word, number in CARDINALS.items() if number > 1)})\b))",
            r"\1 about",
        ),
        # What owns no comma: "my wife, is from Chile".
        (r"^((?:my|our|his|her|the) [\w-]+), (?=(?:is|was|are|were|has) )", r"\1 "),
        (
            rf"\bin ({'|'.join(name for name in MONTHS if len(name) > 2)}),? the (\d{{1,2}})(?:st|nd|rd|th)?"
            r"(?![\w/.:-]*\d)\b",
            r"on \2 \1",
        ),
        (r"\bive\b", "I've"),
        (
            r"(?<!my )(?<!our )(?<!the )(?<!your )(?<!an )\bid\b(?= (?:like|love|rather|prefer|say|be|have|never"
            r"|appreciate|drop|go|get|take|do|give|move|pay|buy|keep|start|try|want|need|make|call|sell|stay|still"
            r"|probably|definitely)\b)",
            "I'd",
        ),
        (
            r"\b(he|they)d\b"
            r"(?= (?:[a-z]{1,12}ly )?(?:sooner|rather|better|like|love|prefer|never|be|been|have|go|want)\b)",
            r"\1'd",
        ),
        (r"\bshed\b(?= (?:sooner|rather|better|like to|love to|never|be|been|have)\b)", "she'd"),
        (r"\bthe us\b(?! (?:all|both|two|three|four)\b)", "the US"),
        (r"\bdont\b", "don't"),
        (r"\bdoesnt\b", "doesn't"),
        (r"\bdidnt\b", "didn't"),
        (r"\bcant\b", "can't"),
        (r"\bwont\b", "won't"),
        (r"\bisnt\b", "isn't"),
        (r"\bpls\b|\bplz\b", "please"),
        (r"\bshd\b", "should"),
        (r"\bwd\b(?= (?:i|you|it|he|she|we|they|be|have|like|love)\b)|(?<=\bi )wd\b", "would"),
        # "Kevs gone", "dannys leaving": of one, as what follows him tells.
        (r"^([a-z]{3,12}(?<!s))s (?=(?:gone|leaving|pregnant)\b)", r"\1 is "),
        (r"\b(?:do|does)(?:n't| not) can\b", "can't"),
        (r"^myself,? (?=i\b)", ""),
        (r"\b(?:bc|b/c)\b", "because"),
        # "Crumb & Co" is called so.
        (r"\s&\s(?!(?-i:Co|Company|Sons?|Daughters?|Bro(?:ther)?s|Partners|Associates)\b)", " and "),
        (r"(?<=[a-z]) \+ (?=[a-z])", " and "),
        (r"\bw/o\s", "without "),
        (r"(?<=\s)w/\s?", "with "),
        (r"(?<=\s)'em\b", "them"),
        (r"\bpics\b", "photos"),
        (r"\b(?:these days|nowadays)\b(?! of)", "now"),
        (r"\bw\.?e\.?f\.? (?=\d|the\b|next\b|this\b|(?-i:[A-Z]))|\bwith effect from\b", "from "),
        (r"\bfam\b", "family"),
        (r"\bher weekly(?=[.,!?]|$| (?:and|on|at)\b)", "her every week"),
        (r"\bher daily(?=[.,!?]|$| (?:and|on|at)\b)", "her every day"),
        (r"\bher monthly(?=[.,!?]|$| (?:and|on|at)\b)", "her every month"),
        (r"\b(\d[\d.,]{0,20}) ?quid\b", r"£\1"),
        (r"(?<=\w)- (?=\w)", " - "),
        (r"\b(\w+)'s been\b", r"\1 has been"),
        (
            r"\b(?!(?:it|that|he|she|what|there|here|who|let)\b)(\w+)'s (?=(?:just |finally |already |now )?"
            rf"(?:moved|left(?! {_SIDED}\b)|retired|quit|resigned|died|gone|started|stopped|changed|switched|become"
            r"|got|found)\b)",
            r"\1 has ",
        ),
        (
            r"\b(?!(?:it|that|he|she|what|there|here|who|let)\b)(\w+)'s (?=(?:home|back|pregnant|ill|broken|closed"
            r"|cancelled|canceled|delayed|postponed|booked|sold|finished|blocked|signed|approved|down|dead|due|late|empty"
            r"|fixed|working|running)(?: again| now| so\b| and\b| but\b| too\b| for\b| since\b| until\b|[.,!]|$))",
            r"\1 is ",
        ),
        (r"\b((?:my|our) \w+)'s (?=(?:Mr|Mrs|Ms|Dr|Prof)\b)", r"\1 is "),
        # "My dog's called Bess". The doctor's called back, and "Jo's called Anna" is no name of Jo.
        (
            r"\b((?:my|our|the) (?:\w+ )?\w+)'s (?=called (?-i:[A-Z])\w*(?: (?-i:[A-Z])\w*)?(?:[.,;!)]|$| and\b))",
            r"\1 is ",
        ),
        (r"\b(my (?:(?:first|middle|last|maiden) )?name)'s (?=(?-i:[A-Z])|not\b)", r"\1 is "),
        # "Everyone calls me Bex" tells of nobody but the speaker.
        (
            r"^(?:everyone|everybody|(?:most )?people)(?: (?:at|in) [a-z]+| here)? (?:just )?calls? me "
            r"(?=(?-i:[A-Z])[\w'-]+(?:[.,!]|$| now\b))",
            "I go by ",
        ),
        (
            rf"\b((?:my|our|his|her|their) (?:\w+ )?\w+)'s (?=(?:on )?(?:the )?(?:\d{{1,2}}(?:st|nd|rd|th)? (?:of )?"
            rf"(?:{'|'.join(MONTHS)})|(?:{'|'.join(MONTHS)}) \d)\b)",
            r"\1 is ",
        ),
        # "My son's starting school". What his training is, is another thing.
        (
            r"\b((?:(?:my|our|his|her) )?(?:"
            + "|".join(sorted(KIN))
            # His living room and her working hours are things of theirs.
            + r"))'s (?=(?:(?:starting|getting|having|leaving|doing|studying|expecting"
            r"|learning(?! (?:difficult|disab|curve)))|(?:going|moving|turning|coming|working|living|staying)(?=[,.!]|$"
            r"| (?:in|at|with|for|to|on|from|as|near|out|up|away|home|back|abroad|alone|here|there|again|nights|days"
            r"|shifts|off|over|round|into|today|tomorrow|this|next|soon|part|full|\d+)\b))\b"
            r"(?![^,.;!?]{0,80}\b(?:is|was|are|were|has|will)\b))",
            r"\1 is ",
        ),
        (
            r"\b(?!(?:it|that|he|she|what|there|here|who|let)\b)(\w+)'s (?=(?:a|an|the|so|my|our"
            r"|not|really|very|super|such|always)\b)",
            r"\1 is ",
        ),
        (r"\bi\b(?=['’ ])", "I"),
        (r"\b(he|she|that|there|who|what|where|how)s\b(?! up\b)", r"\1's"),
        (r"\b(they|you)re\b", r"\1're"),
        (r"\b(they|you|we)ve\b", r"\1've"),
        (r"\b(they|you|it|that)ll\b", r"\1'll"),
        (r"\b(has|have|had|are|was|were|could|would|should|must|need)nt\b", r"\1n't"),
        # "Jenny W is my boss" has an initial.
        (r"(?<=[^\d]\s)(?-i:w)(?= (?!is\b|was\b|has\b)[a-z])|^w(?= (?:my|our|the|a)\b)", "with"),
        (r"(?<=\s)@(?= ?\d)", "at"),
        (r"\b(?:tmrw?|tomoz)\b", "tomorrow"),
        (r"\b(?:yday|ystrday)\b", "yesterday"),
        (r"\btype (1|2|one|two)(?= diabet)", r"type-\1"),  # a parser takes "has type" for a perfect tense
        # "Ben's seven, allergic to eggs".
        (
            r"^(?!(?:it|that|he|she|what|there|here|who|let|one)\b)([a-z][\w-]{1,20})'s "
            rf"(?=(?:\d{{1,2}}|{'|'.join(word for word, number in CARDINALS.items() if 1 < number < 20)})"
            r"(?: now\b| (?:years|months) old|,))",
            r"\1 is ",
        ),
        (r"\bbday\b", "birthday"),
        (r"\bbp\b(?= (?:is|was|has|now|went|dropped|\d))", "blood pressure"),
        (r"\bxmas\b", "Christmas"),
        # Of the months these are words as well.
        *(
            (
                rf"\b(since|until|till|early|late|mid) {month}(?=[,.!?]|$| (?:and|but|so|because)\b)",
                rf"\1 {month.title()}",
            )
            for month in ("march", "may")
        ),
        (r"\bappt\b", "appointment"),
        (r"\bhubby\b", "husband"),
        (r"\b(my|our|his|her) sis\b", r"\1 sister"),
        (r"\b(my|our|his|her) bro\b", r"\1 brother"),
        (r"\b(my|his|her) gf\b", r"\1 girlfriend"),
        (r"\b(my|his|her) bf\b", r"\1 boyfriend"),
        (r"\bprobs?\b(?! (?:with|in|on|at)\b)", "probably"),
        (r"\bdef\b(?= [a-z])", "definitely"),
        (r"(?<!\w)['’]?til\b", "until"),
        (r"\b2x(?= )", "twice"),
        (r"\b(\d)x (?=a (?:day|week|month|year)\b|(?:dai|week|month|year)ly\b|now\b|every\b|per\b|$)", r"\1 times "),
        (r"\b(?:atm|rn)(?=[,.!?]|$| (?:and|but|so|lol|because)\b)", "at the moment"),
        (r"\b(?:ur)\b", "your"),
        (r"(?:^|(?<=[,;:] )|(?<=\s))u(?= (?:can|could|have|are|will|should|need|want|know|said|sent|guys)\b)", "you"),
        (r"(?<=\bcan )u\b|(?<=\bcould )u\b|(?<=\bdid )u\b|(?<=\bdo )u\b|(?<=\bwill )u\b", "you"),
        (
            r"(?<=[a-z]{4})(?<!week)(?<!month)(?<!year)(?<!day), (?=\d[\d.]{0,6} ?(?:mg|mcg|micrograms?|ml|units?)\b)",
            " ",
        ),
        # To whichever day it was pushed, that day lies ahead: "got pushed a week, so March 6".
        (
            rf"\b((?:pushed|moved|put|postponed|delayed|brought|shifted|slip(?:s|ped))(?: back| forward| out| up)?"
            rf"(?: (?:by )?(?:an?|one|two|three|\d{{1,2}}) (?:day|week|month|hour)s?)?),? so (?:it's |its |now )?"
            rf"(?=(?:on |the )*(?:\d{{1,2}}(?:st|nd|rd|th)?\b|{_DATED}))",
            r"\1 to ",
        ),
        # "Halved the bisoprolol, so that's two and a half now".
        (
            r"\b((?:halved|doubled|tripled|cut|lowered|upped|reduced|increased) (?:the|my|our) [a-z]{3,25}),?"
            r" so (?:that's|it's|that is|it is|I'm on|I am on|that makes it) (?:now )?(?:down to |up to )?"
            rf"(?=(?:\d[\d.]{{0,6}}|{'|'.join(CARDINALS)})\b(?!-| (?:year|month|week|day)s?\b))",
            r"\1 to ",
        ),
        # Who owns the app has a noun behind "its"; behind these there is none.
        (
            rf"\bits(?= (?:(?:an?|the|my|our|his|her|their|not|no longer|only|now|still|just|all|always|never|been|got"
            rf"|gone|on|in|at|from|with|by|for|about|over|off|out|up|down|back|due|me|us|(?-i:[A-Z][a-z]+)|{_DATED})\b"
            r"|[\d£$€]))",
            "it's",
        ),
        (
            r"(?:(?<=^)|(?<=[,;:] )|(?<=\bso )|(?<=\band )|(?<=\bbut ))its(?= [a-z]{3,15}(?: now| again"
            r"| already)?(?:[,.!?]|$))",
            "it's",
        ),
        (
            r"(?:(?<=^)|(?<=[,;:] )|(?<=\bso )|(?<=\band )|(?<=\bbut )|(?<=\bif )|(?<=\bno )|(?<=\byes )|(?<=\bwhen )"
            r"|(?<=\bas )|(?<=\bsince )|(?<=\bbecause ))were"
            r"(?= (?:(?!being\b)[a-z]{2,20}ing\b|at\b|in\b|on\b|not\b|all\b|about\b|back\b|both\b|off\b|out\b|done\b"
            r"|still\b|now\b|only\b|just\b|\d))",
            "we're",
        ),
        (
            r"\bill(?= (?:be|have|do|go|get|take|ask|try|see|let|send|come|make|need|pick|bring|call|ring|start"
            r"|finish|pay"
            r"|order|book|buy|move|keep|use|stay)\b)",
            "I'll",
        ),
        (
            rf"(?<!to )(?<!at )(?<!from )\b(my|our|his|her|their) ({_ONE_OF})s (?=(?:[a-z]{{2,20}}ing|not|in"
            r"|on|at|back|off|an?|still|now|very|really)\b"
            r"|\d)",
            r"\1 \2 is ",
        ),
        (
            rf"\b(my|our|his|her|their) ({_ONE_OF})s (?=(?!and\b|or\b|are\b|were\b|have\b|is\b|was\b|who\b|both\b|all\b"
            r"|do\b|will\b)[a-z])",
            r"\1 \2's ",
        ),
        (rf"\b((?:my|our|his|her|their) (?:{PERSON}))s (?=(?:{_OWNED})\b)", r"\1's "),
        # "Bro my laptop died" calls somebody, and owns no laptop.
        (r"^(?:bro|bruv|mate|dude|pal|buddy|fam) (?=(?:i|i'm|im|we|we're|my|our)\b)", ""),
        (rf"^((?!(?:ex)s)(?:{PERSON}))s (?=(?:{_OWNED}) (?:is|are|was|has)\b)", r"my \1's "),
    )
)


# "Always cc Rita and Bob", "forward anything about payroll to Ines": a parser knows neither for a verb.
_COPIED = re.compile(
    r"(?P<before>^|\b(?:always|never|please|pls|to|don't|do not|and) )(?P<cc>cc)(?= (?:(?-i:[A-Z])|me\b|us\b|my\b|our\b"
    r"|the\b|him\b|her\b|them\b|every))",
    re.I,
)
_FORWARDED = re.compile(
    r"(?P<before>^|\b(?:always|never|please|pls|don't|do not) )forward(?= (?:all|any|anything|everything|[a-z]{2,20}s"
    r"|my|our|the|[a-z]{2,20} [a-z]{2,20}s)\b)",
    re.I,
)


# "Tuesdays we eat at my parents'": without its "on" the parser takes the day for what is told of.
_EACH_DAY_FIRST = re.compile(
    rf"^(?P<days>(?:{'|'.join(name for name in WEEKDAYS if name.endswith('day'))})s(?: and \w{{3,6}}days)?"
    r"|weekends|weekdays),? (?=(?:i|we|he|she|my|our)\b)",
    re.I,
)


def spelled(sentence: str) -> str:
    """The sentence with its words written out."""
    sentence = _DRAWN_OUT.sub(r"\g<start>\g<letter>\g<end>", sentence)
    sentence = _AND.sub("and", sentence)
    sentence = _DAYS_ON.sub(lambda at: _DAYS[at["day"].lower()].capitalize(), sentence)
    for alone in (_DAY_DATED, _DAY_ALONE):
        sentence = alone.sub(lambda at: _DAYS[at["day"].lower()].capitalize(), sentence)
    sentence = _DAY.sub(lambda at: f"{at['before']}{_DAYS[at['day'].lower()].capitalize()}{at['many']}", sentence)
    sentence = _MONTH.sub(_full_month, sentence)
    sentence = _UNIT.sub(_full_unit, sentence)
    sentence = _TITLE.sub(lambda of: f"{of['title'].capitalize()} {of['name'].capitalize()}", sentence)
    sentence = _CALLED.sub(_capital, sentence)
    sentence = _COPIED.sub(lambda at: f"{at['before']}{'C' if at['cc'][0] == 'C' else 'c'}opy", sentence)
    sentence = _EACH_DAY_FIRST.sub(_on_those_days, sentence)
    sentence = _FORWARDED.sub(r"\g<before>send", sentence)
    for pattern, replacement in SPELLINGS:
        sentence = pattern.sub(replacement, sentence)
    return without_second_subject(sentence)


def _on_those_days(found: re.Match[str]) -> str:
    days = found["days"]
    if days.lower() in ("weekends", "weekdays"):
        return "At weekends " if days.lower() == "weekends" else "On weekdays "
    return f"On {days[0].upper()}{days[1:]} "


def _full_month(found: re.Match[str]) -> str:
    short = found["month"] or found["first"]
    return f"{found['before'] or ''}{_MONTHS[short.lower()].capitalize()}"


def _full_unit(found: re.Match[str]) -> str:
    unit = _COUNTED[found["unit"].lower()]
    return f"{found['number']} {unit}{'' if found['number'] == '1' and not found['many'] else 's'}"


def _capital(found: re.Match[str]) -> str:
    name = found["name"]
    return found.group() if name in _NO_NAME else f"{found['before']}{name.capitalize()}"
