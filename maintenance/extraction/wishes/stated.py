"""Wishes on all texts of a kind that are told as a statement: "I always want emails in German", "letters to the clinic
should always be in Swedish", "every report needs a summary at the top". Pure, and linear in the sentence.
"""

from __future__ import annotations

import re

from memory.language.en.manners import GENERAL, OF_CODE

from .requested import LEAD, LENGTH, SHORT, is_attributed, is_once
from .wish_signs import AMOUNT

# Texts that somebody writes at work or at home, many of them. What is read for pleasure is liked so, and not wanted.
_KINDS = (
    r"(?:(?!the\b|this\b|that\b|these\b|those\b|last\b|next\b)[\w-]+ ){0,2}(?:e-?mails|mails|letters|texts|messages"
    r"|recipes|invoices|drafts|invitations|captions|posts|newsletters|slides|presentations|memos|reports|agendas|notes"
    r"|minutes|tickets|replies|commits|descriptions|comments|summaries)"
)
_FOR = r"(?: (?:to|for|about|on) (?!this\b|that\b)(?:(?!\b(?:i|we|he|she|they|you|it)\b)[^,:;.!?]){2,30}?)?"
_COUNT = r"(?:\d+|one|two|three|four|five|six|eight|ten)"
# What an answer tells or is made of, as many of them.
_TOLD = (
    r"(?:(?:all|my|our|your) )?(?:answers|replies|responses|explanations|times|dates|prices|distances|temperatures"
    r"|amounts|measurements|quantities|costs|estimates|quotes|numbers|figures|units|options|examples|to-?do lists|lists"
    r"|to-?dos|checklists|plans|itineraries|commit messages|release notes|changelogs)"
)
_EACH = (
    r"(?:(?:every|each) (?:single )?(?:[\w-]+ )?(?:e-?mail|mail|letter|text|message|recipe|invoice|draft|invitation"
    r"|caption|post|newsletter|memo|report|agenda|answer|reply|response|summary|estimate|note|ticket|proposal|offer"
    r"|commit(?: message)?|pull request|function|script|table|chart|slide|presentation))"
)
_ALL = rf"(?:all (?:the |my |our )?{_KINDS})"
_TEXTS = rf"(?:(?:my |our |your )?{_KINDS}|{_TOLD})"
# How it is to be. Of one text something definite is told: "in the report", "from this list".
_LIMIT = rf"(?:under|below|at most|(?:no |not )?(?:shorter|longer|more) than|max(?:imum)?) (?:{LENGTH}|a page)"
_MANNER = (
    rf"(?:{GENERAL.pattern}|{OF_CODE.pattern}|{SHORT}\b|{_LIMIT}|(?<=in )(?-i:UTC|GMT|[A-Z]{{2,4}}T)\b"
    rf"|(?<=in )local time\b|(?<=for ){_COUNT}\b(?= ?(?:people|persons|servings)?\s*[,.!]*$)|(?<=in )(?:hours|days)\b"
    r"|(?<=in )(?:large|big|small) print\b|(?<=in )(?:the )?(?:imperative|past tense|present tense|active voice)\b)"
)
_HOW = rf"[^;:.!?]{{0,60}}?{_MANNER}"
# What an answer shows: "the sources", "the plan before you start".
_SHOWN = (
    r"the (?:sources?|references|diffs?|plan|steps|reasoning|calculations?|workings?|numbers|totals?|changes)"
    r"(?= (?:first|listed|shown|before you|at the (?:end|top|bottom))\b|\s*[.!]*$)"
)
# What the speaker wants: of all such texts, or at all times.
_WANT = re.compile(
    rf"^{LEAD}(?P<generally>(?:in general|generally|as a rule|by default|usually),? )?(?:i|we)(?:['’]d| would)? "
    r"(?:(?P<ever>always|only ever|only|never) )?(?:want|like|prefer|need|expect)"
    r"(?: to (?:see|have|get|read|be given))? ",
    re.IGNORECASE,
)
_WANTED = re.compile(
    rf"(?:{_TEXTS}|{_ALL}|{_EACH}){_HOW}|(?:an? )?{SHORT} (?:answers?|summar(?:y|ies)|replies|reply)\b|{_SHOWN}"
    r"|(?:an? )?walls? of text\b",
    re.IGNORECASE,
)
_WANTED_OF_ALL = re.compile(rf"(?:{_ALL}|{_EACH}|all {_TOLD}){_HOW}", re.IGNORECASE)
_MUST = r"(?:should|must|needs? to|ha(?:s|ve) to|(?:is|are) to|shall)"
_BE_SO = rf"(?:be|stay|go out|be (?:written|kept|sent|formatted)) (?=(?:in|under|at most|no longer|{SHORT})\b){_HOW}"
_SOMETHING = r"(?:have|contain|include|use|follow|avoid|(?:start|begin|end|open|close) with)"
_ANY = r"(?:anything|whatever|everything)(?: that)?(?: you (?:write|draft|send)| i send| goes(?: out)?)?"
_OF_TEXTS = re.compile(
    rf"^{LEAD}(?:(?:{_TEXTS}|{_ALL}|{_EACH}){_FOR} {_MUST} (?:(?:(?:always|never|not) )?{_BE_SO}"
    rf"|(?:always|never) {_SOMETHING} \w)|{_ANY}{_FOR} {_MUST} (?:(?:always|never) )?{_BE_SO})",
    re.IGNORECASE,
)
# What a paper at work is made of: "a docstring", "an executive summary at the top". Of a story it is a general truth.
_PAPER = (
    r"(?:report|e-?mail|letter|ticket|proposal|offer|invoice|quote|commit|pull request|pr|function|class|endpoint"
    r"|module|script|summary|entry|slide|chart|table|estimate|answer)"
)
_PART = (
    r"(?:an?|at least \w+) (?:[\w-]+ ){0,2}?(?:summary|docstring|title|heading|subject(?: line)?|table|date|deadline"
    r"|owner|priority|label|estimate|example|test|footer|header|signature|reference|source|link|changelog|comment|tl;?dr"
    r"|disclaimer)\b"
)
_NEEDS = re.compile(
    rf"^{LEAD}(?:all (?:my |our )?(?:[\w-]+ )?{_PAPER}(?:e?s)? (?:need|must have|should have)"
    rf"|(?:each|every) (?:[\w-]+ )?{_PAPER} (?:needs|must have|should have|has to have)) {_PART}",
    re.IGNORECASE,
)
_ONE = re.compile(
    r"\b(?:this|that|these|those|today|tonight|tomorrow|by (?:then|now|\w+day|noon|\d)|(?:next|last) \w+|inbox|folder"
    r"|used to|(?:my|our) old|if|when i was|by law|(?:at|on) (?:the|that|my|our) (?!(?:top|end|bottom|start"
    r"|beginning)\b)\w+)\b|\?\s*$|\bfor (?:the|my|our|his|her|their) [\w-]+(?: [\w-]+){0,2}[.!]*$",
    re.IGNORECASE,
)
_FROM_OTHERS = re.compile(rf"^{LEAD}[^,;:.!?]{{0,40}}?\bfrom (?!now\b)", re.IGNORECASE)
# Who else claims it, or what is thought of it: "…, or so my boss claims", "…, which is stupid".
_OF_OTHERS = re.compile(
    r"[,;–-] ?(?:or so|which|they|he|she|people|everyone|apparently|supposedly|allegedly)\b"
    r"|\b(?:claims?|reckons?|believes?|thinks?)\b",
    re.IGNORECASE,
)


def is_stated(sentence: str) -> bool:
    """Whether a sentence states how all texts of a kind are to be, so that no weight of its words is asked for."""
    if _ONE.search(sentence) or is_once(sentence) or _FROM_OTHERS.match(sentence):
        return False
    told = AMOUNT.sub(" ", sentence)  # "under 20 grams" wants no unit
    if (want := _WANT.match(told)) is not None:
        wanted = _WANTED if want["generally"] or want["ever"] else _WANTED_OF_ALL
        found = wanted.match(told, want.end())
    else:
        found = _OF_TEXTS.match(told) or _NEEDS.match(told)
    rest = told[found.end() :] if found else ""
    return found is not None and not is_attributed(rest) and _OF_OTHERS.search(rest) is None
