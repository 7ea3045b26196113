"""What a sentence holds besides its statement: particles of chat, a question behind it, why it is mentioned. Pure."""

from __future__ import annotations

import re

from memory.language.en.vocabulary import MONTH_NAMES, WEEKDAY_NAMES

from ..grammar import announced
from .unmeant import FORBIDS

# Of the talk, not of what is told, wherever they stand.
_PARTICLES = re.compile(
    r"(?:,\s?|\s)(?:btw|by the way|tbh|lo+l|lmao|woo+[ph]|ha(?:ha)+|he(?:he)+|imo|imho|fyi|smh|ikr)\b"
    r"(?=\s?(?:[,.!?;:)]|$)|\s)",
    re.I,
)
_ASKING = r"(?:is|are|am|was|were|do|does|did|should|shall|can|could|would|will|have|has|may|might)(?:n't)?"
_WONDERING = r"(?:what|how|why|when|where|who|which|any|too|right|ok|okay|normal|yes|no|true|correct|agreed)"
# "The insurance is 640 a year, is this normal?": what stands before the comma is told, not asked.
_ASKED_AFTER = re.compile(
    rf",\s(?:(?:and|but|so|or)\s)?(?:{_ASKING}\s(?:i|we|you|he|she|it|they|that|this|there|my|our|the)\b[^.!?]{{0,80}}\?*"
    rf"|{_WONDERING}\b[^.!?]{{0,80}}\?+)$",
    re.I,
)
_OPENS_NO_STATEMENT = re.compile(
    rf"(?:{_ASKING}|{_WONDERING}|if|when|whenever|since|because|as|while|although|though|unless|until|once|after|before"
    r"|given|assuming|suppose|supposing|with|for|in|on|at|by|please|let)\b",
    re.I,
)
# "... if you're making notes", "... in case you need it": why it is said, and no condition of it.
_FOR_THE_RECORD = re.compile(
    r",?\s(?:just )?in case(?: (?:that|it|this)(?:'s| is| should)?(?: ever)? "
    r"(?:matters?|helps?|needed|useful|relevant|comes? up)"
    r"| (?:anyone|anybody|someone|somebody) (?:asks|needs it|wonders))?(?=\s?[.!;]*$)"
    r"|,?\s(?:if|in case) (?:you(?:'re| are)? (?:making|taking|keeping) (?:a )?(?:notes?|track|records?|lists?)"
    r"|you (?:must|want to|need to|care to) know|you(?:'re| are)? (?:wonder(?:ing)?|ask(?:ing)?|interested|curious)"
    r"|(?:that|it) (?:helps|matters|is of use)|anyone asks|i(?:'m| am) not mistaken"
    r"|i remember (?:right|rightly|correctly)|memory serves(?: me)?|you(?:'d| would)? ask me)(?=\s?[,.!;]|\s?$)",
    re.I,
)
# "My number is 555 2010 in case you lose it". An order stands under that condition: "call Ana in case you can't reach
# me".
_IN_CASE = re.compile(
    r"^(?P<told>(?:(?:and|also|oh|well|so|btw),? ){0,2}"
    r"(?:i|i'm|we|we're|it|it's|he|he's|she|she's|they|they're|there|(?:my|our|his|her|their|the) [\w-]{1,30}"
    r"|(?-i:[A-Z][\w-]{1,30})(?:'s [\w-]{1,30}"
    r"| (?=(?:is|has|can|will|lives|works|gets|keeps|takes|owns|pays|looks|stays|knows)\b))"
    r")(?!['’]?d?(?: would)? (?:want|like|need|prefer) you)(?:'s|\b)[^?!;]{2,160}?),?\s(?:just )?in case you(?:'re|'d)?"
    r" (?:ever |do |are |have |should ){0,2}"
    r"(?:(?P<sure>need|want|wonder(?:ing)?|ask|asked|curious|interested)\b"
    r"|(?P<likely>have to|can't reach|can not reach|cannot reach|lose|forget)\b|\w)[^.,!?;]{0,60}(?=\s?[.!;]*$)",
    re.I,
)
_HAS_VALUE = re.compile(r"\b(?:is|are|am)\b|'s |'m |'re |\d|@", re.I)
# "..., poor thing", "..., thank goodness": what the speaker feels about it.
_FEELING = (
    r",\s(?:the )?(?:poor (?:thing|soul|man|woman|guy|kid|love)|bless (?:her|him|them)|thank (?:god|goodness|heavens)"
    r"|touch wood|fingers crossed|rest in peace|at (?:long )?last|finally|phew|yay|alas|sadly|luckily|thankfully"
    r"|unfortunately|worse luck|no surprise|dreading (?:it|that)|can't wait|(?:absolutely |so )?(?:gutted|heartbroken"
    r"|devastated|chuffed|over the moon|buzzing))"
)
_FELT = re.compile(rf"{_FEELING}(?=\s?[.,!;]|\s?$)", re.I)
# "I work nights, sorry for the late reply", "he wants it in blue, don't ask": to whoever reads it.
_TO_THE_READER = re.compile(
    r"(?<=\w), (?:(?:so |and )?(?:sorry|apologies) (?:for|about|if|that) (?!loss)[^.!?;]{2,60}"
    r"|(?:so )?(?:please |pls )?(?:don't|do not) ask(?: me)?(?: (?:why|how))?)(?=[.! ]*$)",
    re.I,
)
# "Vera, bless her, stayed": who did it and what stand on both sides.
_FELT_BETWEEN = re.compile(rf"^(?P<whom>(?:(?:my|our|the) )?[\w'-]+){_FEELING},(?=\s)", re.I)
# "We'll have to go to £7 I'm afraid", "I'm afraid we're closed": regret, and no fear of it. Of what may yet come, or
# what others are doing, it may be one.
_REGRETTED = re.compile(r"(?<=\w),? (?:i'm|i am) afraid(?=[.! ]*$)", re.I)
_REGRETTING = re.compile(
    r"^(?:i'm|i am) afraid (?:that )?"
    r"(?=(?:(?:i|we|he|she|they|it|there)(?:'(?:m|s|re|ve|ll|d))?|my|our|the (?!dark\b|heights\b))\b)"
    r"(?!.*\b(?:might|could|would|won't|will|going to|(?<!in )(?<!\d )may(?! \d))\b|\w+'(?:ll|d)\b)"
    r"(?!(?!i\b|we\b).*(?:\b(?:is|are)|'s|'re) (?:[a-z]+ly )?[a-z]+ing\b)",
    re.I,
)
# "I've told Pritchard so": of what stands before it, which is mostly a piece of the sentence before that.
_TOLD_SO = re.compile(
    r"(?:^|,? (?:and |as )?)(?:i|we)(?:'ve| have)? (?:told|said|wrote) (?:(?:to )?[\w']+ )?so(?=[.! ]*$)", re.I
)
# What was said ends here, or somebody begins to tell.
_AND_THEN = r"[.! ]*$|,|:| (?:i(?!'m)|we|it|he|she|they)\b"
# "From here on out", "from here on we meet on Mondays", and not "ten minutes from here on Mill Street".
_HENCEFORTH = re.compile(
    rf"\bfrom (?:here|now|this point) on (?:out(?! of\b)|in(?={_AND_THEN}))"
    rf"|\bfrom (?:here|this point) (?:onwards?|on)(?={_AND_THEN})",
    re.I,
)
# A parser takes what follows "from now on" for its object ("on the bins"), but for a comma between.
_SINCE_WHEN = re.compile(
    r"^(?P<when>(?:(?:so|and|but|also|ok|okay),? )?(?:from now on|as (?:of|from) now|these days|nowadays)"
    r"(?= (?:i|we|he|she|it|they|the|my|our|his|her|their|(?-i:[A-Z])[a-z]+)(?:['’](?:m|s|re|ve|ll|d))? ))",
    re.I,
)
# "While I'm on: …", "while we're here, …".
_MEANWHILE = re.compile(
    r"^while (?:i'm|i am|we're|we are|you're) (?:on(?: it)?|here|at it|about it)(?: then)?[:,] ?(?=\w)", re.I
)
_A_TIME = rf"\b(?:{'|'.join((*WEEKDAY_NAMES, *MONTH_NAMES))}|weekday|weekend)s?\b"
# "Tom is diabetic, so no cake for him": what follows from it tells no more, and no parser finds a clause in it. How
# much or how long is more, and so is what whoever has it eats none of: "I have a nut allergy, so no satay".
_SO_NONE = re.compile(
    r"^(?!(?:(?:and|but|also),? )?(?:i|we)(?:'ve)? have\b)(?P<told>.*?),? (?:so|hence|therefore) "
    rf"(?:absolutely |definitely |obviously |strictly )?no (?!one\b|longer\b|(?:more|less|fewer|later) than\b)"
    rf"(?![^,;.!?]{{0,60}}(?:{_A_TIME}|\b(?:i|he|she|we|they)\b))"
    r"[^,;.!?\d]{2,60}(?=[.! ]*$)",
    re.I,
)
_DOUBTING = "think|believe|guess|suppose|reckon|imagine|fancy"
# "The surgeon, I nearly forgot, is called Whitcombe": what the speaker says of the telling alone.
_INSERTED = re.compile(
    r",\s(?:as )?(?:i|we)(?:'m| am)?(?: (?:must|have to|should|might|may|nearly|almost))*"
    r" (?:forgot|say|said|admit|confess|add|mention(?:ed)?|mean|know|told you|hasten to add)(?: (?:that|it))?,(?=\s)",
    re.I,
)
_AS_SAID = re.compile(
    r"^as (?:i|we)(?:'ve| have)? (?:mentioned|said|told you|explained|wrote|noted)"
    r"(?: (?:before|earlier|already|above|last time|yesterday))?, (?=\S)",
    re.I,
)
# "Her knee, I think, is better", "she has lost a stone, she says": whose opinion it is stands in front of what it is.
_OPINION = re.compile(
    rf",?\s(?P<opinion>i (?:{_DOUBTING})|(?<=,\s)(?:i|we) (?:hear|gather|understand|am told|'m told)"
    rf"|(?<=,\s)(?:he|she|they) (?:{_DOUBTING}|says?|tells? me|thinks|believes|reckons|supposes)(?=,))"
    r"(?P<end>,\s|[.!]*$)",
    re.I,
)
_MOST_BEFORE = 6  # words, none of them behind a comma, of which the whole of a sentence may be an opinion
# "5 mg, or possibly it is 10": the speaker does not know which.
_EITHER = re.compile(r"\bor (?:possibly|maybe|perhaps|was it|is it)\b", re.I)
_NAMED_DAYS = re.compile(
    rf"\b(?:{'|'.join((*WEEKDAY_NAMES, *(m for m in MONTH_NAMES if m not in ('May', 'March'))))})s?\b", re.I
)
# In lower case "may" and "march" are as often verbs.
_DATED_MONTH = re.compile(
    r"(?P<before>\b\d{1,2}(?:st|nd|rd|th)? (?:of )?|\b(?:end|start|beginning|middle) of |\b(?=\w+ \d{1,2}\b))"
    r"(?P<month>may|march)\b"
)


def without_remarks(sentence: str) -> str:
    """The statement alone, "" where nobody knows which of two it is. What only asks stays as it is."""
    sentence = _FELT_BETWEEN.sub(r"\g<whom>", _PARTICLES.sub("", sentence))
    sentence = announced.in_one_form(sentence)
    sentence = _SINCE_WHEN.sub(r"\g<when>,", _HENCEFORTH.sub("from now on", _MEANWHILE.sub("", sentence)))
    if not sentence.endswith("?"):
        sentence = _REGRETTING.sub("", _REGRETTED.sub("", _TOLD_SO.sub("", sentence)))
    if FORBIDS.search(sentence):
        sentence = _SO_NONE.sub(r"\g<told>", sentence)
    sentence = _FOR_THE_RECORD.sub("", _FELT.sub("", sentence))
    if not _OPENS_NO_STATEMENT.match(sentence):
        sentence = _TO_THE_READER.sub("", sentence)
    in_case = _IN_CASE.match(sentence)
    if in_case is not None:
        if not (in_case["sure"] or in_case["likely"] and _HAS_VALUE.search(in_case["told"])):
            return ""  # "Tom gets the dog in case you move abroad": nobody knows who "you" are
        sentence = in_case["told"] + sentence[in_case.end() :]
    if _EITHER.search(sentence) and not sentence.endswith("?"):
        return ""
    sentence = _with_opinion_first(_INSERTED.sub("", _AS_SAID.sub("", sentence)))
    asked = _ASKED_AFTER.search(sentence)
    if asked is not None and len(sentence[: asked.start()].split()) >= 2 and not _OPENS_NO_STATEMENT.match(sentence):
        sentence = sentence[: asked.start()]
    return sentence


def _with_opinion_first(sentence: str) -> str:
    """ "I think her knee is better" for "her knee, I think, is better". Behind another comma it is unclear of how much
    it is the opinion: what stands behind that is left out."""
    told = _OPINION.search(sentence)
    if told is None or sentence.endswith("?") or told["end"].startswith(",") > told.group().startswith(","):
        return sentence
    before, after = sentence[: told.start()], sentence[told.end() :]
    if told["end"].startswith(",") and ("," in before or len(before.split()) > _MOST_BEFORE):
        return before.rpartition(",")[0] or before
    opinion = _DOUBTED.sub(r"\1 think", told["opinion"])
    front, comma, last = before.rpartition(", ")
    if not (after or told["end"].startswith(",")) and _PRONOUN.match(last):
        front, before = f"{front}{comma}", last  # of "a flat, it's dear, I think" it is how dear it is
    else:
        front = ""
    if _SMALL.match(before):
        before = before[:1].lower() + before[1:]
    return f"{front}{opinion} {before}{' ' if after else ''}{after}{told['end'].strip(', ')}"


_PRONOUN = re.compile(r"(?:it|he|she|they|we|i|this|that|there)\b", re.I)


# What opens a sentence and is no name.
_SMALL = re.compile(
    r"(?:the|an?|my|our|his|her|their|your|its|this|that|these|those|it|he|she|we|they|you|there|some|all|both|one)\b",
    re.I,
)
_DOUBTED = re.compile(rf"^(i) (?:{_DOUBTING})$", re.I)


def with_capitals(sentence: str) -> str:
    """The sentence with its days and months as names: a parser takes "thursdays" and "april" for common nouns."""
    sentence = _NAMED_DAYS.sub(lambda day: day.group().capitalize(), sentence)
    return _DATED_MONTH.sub(lambda dated: dated["before"] + dated["month"].capitalize(), sentence)
