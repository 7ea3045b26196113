"""What a clause is built of that tells how the assistant is to do things: signs in its words. Pure."""

from __future__ import annotations

import re

from memory.language.en.cues import UNMARKED_QUESTION
from memory.language.en.instructing import KINDS_OF_TEXT
from memory.language.en.manners import GENERAL, OF_CODE
from memory.language.en.vocabulary import STOP_WORDS

from .instructions import is_of_the_hour

MADE_OF = 0.6  # of the telling words of a wish without a verb: those that say in what manner
_CLAUSE = re.compile(r"(?:,|;| -| –) (?:so|but) |(?<=\w) but (?!not\b)", re.IGNORECASE)
# What follows such an "and" is asked for by itself, unless the sentence tells what somebody does.
_AND = re.compile(r",? and (?=(?:please |pls )?(?:don['’]?t|never|always) )", re.IGNORECASE)
_PLEASE = r"(?:(?<!if you )please|pls|plz|kindly)"
_ADDS = r"(?:(?:and|also|but|so|oh|well|btw|ah|ok|okay|hi|hey|hello|anyway)\b[ ,]*){0,2}"
# What the assistant does, or is to do, whenever it does such a thing.
OF_YOU = re.compile(
    r"\b(?:i(?:['’]d| would| should)? (?:rather|prefer|like|love|want|appreciate|hate|can['’]?t stand"
    r"|don['’]?t (?:like|want|need))"
    r" (?:it )?(?:(?:if|when|that) )?you(?:['’]d)?\b"
    r"|(?:it )?(?:drives? me \w+|annoys me|bothers me|irritates me|helps(?: me)?|confuses me|would (?:help|suit"
    r"|be)\b[^,.;]{0,30})"
    r" (?:if|when|that) you(?:['’]d)?\b|would be (?:a kindness|easier for me|better for me)\b"
    r"|(?:can|could) (?:you|we) (?:please )?(?:always|from now on|agree|(?:stick|keep) (?:to|with))\b"
    r"|you (?:can|may|could) (?:always )?(?:skip|drop|leave out|stop|omit)\b|you needn['’]?t\b"
    r"|you don['’]?t (?:have|need) to\b"
    r"|you (?:can|may) (?:ring|call|phone|text|e-?mail|message) (?:me|us)(?=[,.;!]|$| (?:again|any|by|now)\b)"
    r"|no need (?:to|for)\b|(?:hold|keep) yourself to\b|(?:has|have|needs?) to stop\b|must stop\b"
    r"|(?:when|whenever|any ?time|if|each time|every time|before|unless|while) (?:you|i ask)\b"
    r"(?!['’]re\b)(?! (?:can|could|have time|get|were|know|need|want|like|wish|feel|have"
    r"|are (?:done|finished|ready|free|there)"
    r"|finish|arrive|see)\b)"
    r"|(?:any|every|all|each)(?:thing)? (?:\w+ )?(?:(?:i have|i ask|for) )?you (?:to )?(?:draft|write|give|send"
    r"|make|calculate|plan|suggest|show)\b"
    r"|(?<!can )(?<!could )(?<!would )(?<!will )(?<!did )(?<!do )you (?:draft|write|give|make|plan"
    r"|send) (?:for )?(?:me|us)\b"
    r"|remember for next|(?:team|house) rule\b|rules? for (?:you|this channel)|(?:is|are) welcome\b"
    r"|in (?:all )?your (?:answers|replies|messages|mails?|e-?mails?|texts?|drafts?)\b)",
    re.IGNORECASE,
)
LASTING = re.compile(
    rf"^{_ADDS}(?:{_PLEASE},? )?(?:always|never)\b|(?:[,:;]|\b(?:and|you|to|but|please|clock)) (?:always|never)\b"
    r"|\b(?:from (?:now|here)(?: on)?(?= (?:you|only|no|never|always|use|write|give|just|please|all)\b|,)"
    r"|from (?:now|here) on|going forward|in (?:the )?future|every time|each time|whenever|throughout"
    r"|(?:mails|letters|texts|messages|msgs|recipes|invoices|quotes|drafts|posts|slides|reports|captions|replies"
    r"|answers) (?:always|never)|by default|at all times|as a rule|any ?more|no more|less of|for every(?:thing)?"
    r"|for all|unless i|(?<=t )ever)\b",
    re.IGNORECASE,
)
# "Finish each reply with a question", "at the end of every answer tell me how sure you are".
_ANSWERS = r"(?:each|every)(?: of your)? (?:answers?|repl(?:y|ies)|responses?)\b"
_OF_EACH_ANSWER = re.compile(
    rf"^{_ADDS}(?:{_PLEASE},? )?(?:(?:finish|start|begin|end|open|close) {_ANSWERS}"
    rf"|(?:put|add|include|give|tell|say|state)\b[^.?!]*? (?:with|in|after|before|at the (?:end|top) of) {_ANSWERS}"
    rf"|(?:with|in|after|before|at the (?:end|top) of) {_ANSWERS},? (?:{_PLEASE} )?"
    r"(?:put|add|include|give|tell|say|state|show|name|use|explain|cite|mention|no|never|always)\b)",
    re.IGNORECASE,
)
# "Anything about the trial, be brief": whatever it is.
_OF_A_MATTER = re.compile(
    rf"^{_ADDS}(?:{_PLEASE},? )?(?:anything|whatever) (?:at all )?(?:about|on|to do with) [^,.:;?]{{3,40}}[,:]? "
    rf"(?:please |pls )?(?:be|keep|leave|give|use|put|make|add|don['’]?t|do not|never|always|no|has|have|goes|in)\b"
    rf"|^{_ADDS}(?:if|when|whenever) (?:[^,.:;? ]+ ){{1,4}}comes? up,? [^.?]*\b(?:{_PLEASE}|don['’]?t|never|no)\b",
    re.IGNORECASE,
)
_DO = r"(?:don['’]?t|do not|never|always|say|just|keep|ask|tell|use|avoid|give|show|be)"
# "If you are not sure, say so", "when I'm on nights don't tell me to sleep", "Report comments: never two alike".
_IN_CASE = re.compile(
    rf"^{_ADDS}(?:if|when|whenever|while) (?:(?!(?:i|we)['’](?:d|ll) |id )[^,.:;? ]+ ){{2,12}}"
    r"(?<!\bi )(?<!\bwe )(?<!\byou )(?<!\bthey )"
    r"(?:don['’]?t|do not|never|always)\b"
    rf"|^{_ADDS}(?:if|when|whenever|while) [^,.:;?]{{3,60}}, {_DO}\b|^{_ADDS}[\w' -]{{3,30}}: (?:{_DO}|no|only"
    rf"|under|sign)\b",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"(?<!\w)(['\"“‘])[^'\"”’]{12,}['\"”’](?!\w)")
_FOR_ONESELF = re.compile(
    rf"^{_ADDS}from (?:now|here) on,? (?:i|we)(?:['’]d| would| should)? (?:like|want|prefer|need)\b", re.IGNORECASE
)
_BIDS = re.compile(
    rf"^{_ADDS}(?:{_PLEASE},? )?(?:just )?"
    r"(?:use|write|cite|spell(?: out)?|refer to|address|call|weigh|measure|correct|check|ask|sign|keep|quote"
    r"|answer|reply|respond"
    r"|format|convert|round|name|mention|warn|confirm|speak|talk|explain|avoid|skip|drop|stop|put|start|end|begin"
    r"|give|show|tell"
    r"|state|stick|be|prefer|stay|leave out|assume|treat|post|cc|number|say|run|read|remember|remind|list|spare"
    r"|wrap|mark|flag)\b",
    re.IGNORECASE,
)
_LEAVES_OUT = re.compile(
    rf"^{_ADDS}(?:{_PLEASE},? )?(?:avoid|skip|drop|stop|leave out|spare(?: me)?|no more|less of)\b", re.IGNORECASE
)
_FORBIDS = re.compile(
    rf"^{_ADDS}(?:{_PLEASE},? )?(?:don['’]?t|do not|never|stop|no more)"
    r" (?!(?:say|tell)\w* (?:any|nobody|no one|a word|a thing|him|her|them|it|that)|tell (?:me|us) (?:that|about it)$)"
    r"(?:ever |just |you )?(?:suggest|recommend|mention|bring|ask|remind|tell|call|e-?mail|text|book|us(?:e|ing)"
    r"|send|say|start"
    r"|end|apologi[sz]|repeat|explain|assum|order|offer|schedul|plan|shar|show|put|add|quot|correct|summari[sz]"
    r"|delet|touch"
    r"|chang|push|commit|merg|post|writ|give (?!up|in)|making?|makes?|prais|flatter|lectur|sugar|messag|ping|ring"
    r"|wake|contact|disturb"
    r"|interrupt)\w*\b",
    re.IGNORECASE,
)
# What an answer is made of: "prices with VAT included", "times in Nairobi time".
_OUTPUTS = re.compile(
    r"\b(?:(?:all|any|my|our|your|the) )?(?:everything(?= (?:as|with|without)\b"
    r"| in (?!(?:the|my|your|our|an?)\b))|times|dates|prices|distances|temperatures|weights|lengths|heights"
    r"|speeds|amounts|sizes"
    r"|measurements|quantities|costs|numbers|figures|names|answers|replies|replys|letters|e-?mails|mails|texts"
    r"|messages|recipes"
    r"|ingredients|steps|functions|summaries|headings|drafts|reports|invoices|commits)\b",
    re.IGNORECASE,
)
_LABEL = re.compile(
    rf"^{_ADDS}(?:(?:code |house |writing |my |our )?(?:style|format|tone|units|language|spelling"
    rf"|rules?)(?: for [^:]{{1,40}})?"
    r"|(?:for |e-?mails? to |mails? to |letters? to |texts? to )[^:,]{3,40}"
    rf"|(?:all |any )?(?:{OF_CODE.pattern}|{KINDS_OF_TEXT}\b)"
    r"(?= ?:[^,]+,.*\b(?:no|not|never|nothing|only|always|under|max|every\w*)\b)) ?:",
    re.IGNORECASE,
)
# "Meeting notes: decisions first, always": what is to be in each text of a kind, without a verb.
_OF_A_KIND = re.compile(
    rf"^{_ADDS}(?:[\w'-]+ ){{0,2}}(?:{KINDS_OF_TEXT}|notes|minutes|stand-?ups|summar(?:y|ies)|updates|briefings)"
    r"(?: (?:to|for|of) [\w' -]{2,30})?: (?!(?:i|we|he|she|they|it)\b)"
    r"(?=[^:?]{0,120}\b(?:first|last|only|max|no|short|under|before|in|at most|one|two|three)\b)[^:?]{3,120}"
    r"(?:,| -| –) (?:always|ever|every time|each time|without exception)[.!]*$",
    re.IGNORECASE,
)
# An amount is told, and no unit asked for.
AMOUNT = re.compile(
    r"(?<!\d)(?<!\d[.,])\d[\d.,]*+\s?(?:k |m )?"
    r"(?:euros?|eur|dollars?|usd|gbp|chf|francs?|kron(?:er|or|a)|pesos?|yen|rupees?|kg|celsius"
    r"|fahrenheit|degrees|kilos?|grams?|km|miles?"
    r"|cm|inch(?:es)?|units?|litres?|liters?|lbs?|ounces?|kilomet(?:er|re)s?)\b",
    re.IGNORECASE,
)
# A sentence on somebody else, or on what the speaker does.
TOLD = re.compile(
    rf"^{_ADDS}(?:i|i['’]m|im|i['’]ve|ive|i['’]d|we|we['’]re|he|she|they|it|it['’]s|its|there|this|that|these"
    rf"|those|my|our|his|her|their"
    r"|the|a|an|some|somebody|someone|everybody|everyone|people|nobody|@\w+|what|which|who|how|why|where)(?!\w)"
    r"|^[\"“'‘]",
    re.IGNORECASE,
)
_REPORTED = re.compile(
    r"\b(?:says|(?:they|people|you|we|he|she|boss|doctor|doc|dr\.) say"
    r"|said|told|tells|asked|wants|wanted|demands?|demanded|used to|would say"
    r"|complains?|insists?)\b(?! (?:and so|on it)\b)",
    re.IGNORECASE,
)
# For this once.
_ONCE = re.compile(
    r"\bthen[.!]?$|\b(?:this|these|today|tonight|tomorrow|now|here|below|above|following|same again|again"
    r"|attached|so far|for once"
    r"|the (?:first|second|third|fourth|last|next|previous|whole|two|three)\b(?! time| name| letter)|just the"
    r"|(?:next|last) (?:mail|email|message|week|month|[a-z]+day))\b|\b\w+\.(?:py|js|ts|md|txt|csv|xlsx?|docx?|pdf"
    r"|html|css|c|go|rs)\b",
    re.IGNORECASE,
)
_NOT_ONCE = re.compile(
    r"\bfrom (?:now|here)(?: on)?\b|\bthis (?:channel|repo|team|project|chat)\b|\bnow and then\b|\bof us here\b"
    r"|\bnever\b.*\bagain\b",
    re.IGNORECASE,
)
# "The tweet", "the mail to Karen": one thing.
_ONE_THING = re.compile(
    r"\b(?:the|that|a|an) (?:[a-z]+ )?(?:mail|e-?mail|letter|report|draft|text|message|meeting|call|speech"
    r"|slides?|tweet|post|deck|essay"
    r"|table|list|recipe|summary|paragraph|document|file|page|chapter|article|invoice|form|invitation|menu|card"
    r"|note|poem|story"
    r"|conversation|exam|test|quiz|presentation|handout|caption|bio|cv|headline|title|temperature|price|distance"
    r"|one|hotels?)\b"
    r"(?! (?:at the|is for|before|when|whenever|every|each)\b)",
    re.IGNORECASE,
)
_POINTS = re.compile(
    r"\b(?:keep|make|leave|put|write) (?:it|them|that)\b|\b(?:it|them|that|those|him|her)[.!]?$", re.IGNORECASE
)
_IN_WAYS = re.compile(r" (?:in|with|as|under|by|without) | ['‘\"“]", re.IGNORECASE)
_CONTRAST = re.compile(r",? (?:not|instead of|rather than) \w", re.IGNORECASE)
_A_THING = re.compile(
    r"\b(?:a|an) (?!time\b|day\b|week\b|[a-z]+ (?:style|tone|way|format|clock)\b)[a-z]", re.IGNORECASE
)
_NAMED_SO = re.compile(r"\b(?:as|by) ['‘\"“]|\bby (?:first|last) name", re.IGNORECASE)
_ALONE_FROM_HERE_ON = re.compile(r"\b(?:only|no|never)\b.{0,40}\bfrom (?:now|here) on\b", re.IGNORECASE)
FEW_WORDS = 2  # "don't ask" asks for nothing
# "Bob: never use bullets" are Bob's words.
_NAMED_BY = re.compile(r"^(?-i:[A-Z])[\w.-]{1,30}(?: (?-i:[A-Z])[\w.-]{1,30})?: ")
MOST_WORDS = 12  # of what is wanted without a verb


def signed(sentence: str, *, answers: bool = False) -> list[str]:
    """The clauses of a sentence that are built as a wish is."""
    after_and = [] if TOLD.match(sentence) else _AND.split(sentence)[1:]
    clauses = (sentence, *_CLAUSE.split(sentence)[1:], *after_and)
    return [clause for clause in clauses if _is_wish(clause, answers)]


def _is_wish(sentence: str, answers: bool) -> bool:
    text = REASON.sub("", _QUOTED.sub("…", sentence))  # what is quoted asks for nothing, nor does why it is asked
    of_you = OF_YOU.search(text) is not None
    lasting = LASTING.search(text) is not None
    is_told = TOLD.match(text) is not None
    if (text.endswith("?") or UNMARKED_QUESTION.match(text)) and not of_you and not _AGREED.search(text):
        return False
    if _REPORTED.search(text) and not (of_you and text[:2].lower() in ("i ", "i'", "it")):
        return False
    without = AMOUNT.sub(" ", text)
    manner = GENERAL.search(without) or OF_CODE.search(without)
    if is_of_the_hour(sentence) and not manner or is_of_somebody(text):
        return False
    if _ONCE.search(_NOT_ONCE.sub(" ", text)) and not lasting:
        return False
    if _OF_EACH_ANSWER.match(text) or _OF_A_MATTER.match(text) or _OF_A_KIND.match(text):
        return True
    if _FOR_ONESELF.match(text) or not is_told and _IN_CASE.match(text) and not _ONE_THING.search(text):
        return True
    if of_you:
        return not is_told or manner is not None or lasting or PLEASED.search(text) is not None
    if is_told or _POINTS.search(text) and not lasting:
        return False
    one_thing = _ONE_THING.search(text) is not None and not lasting
    if _FORBIDS.match(text) and len(text.split()) > FEW_WORDS or _LEAVES_OUT.match(text) and manner:
        return not one_thing
    if _BIDS.match(text):
        is_of_outputs = _OUTPUTS.search(text) is not None and _IN_WAYS.search(text) is not None
        named = _NAMED_SO.search(text) is not None
        one_thing = one_thing or _A_THING.search(text) is not None and not lasting
        one_thing = one_thing or not lasting and _is_of_one_matter(text)
        return not one_thing and bool(manner or lasting or is_of_outputs or named or _CONTRAST.search(text))
    if _ALONE_FROM_HERE_ON.search(text):
        return True
    if one_thing or manner is None or answers or len(text.split()) <= FEW_WORDS:
        return False
    # Without a verb: what is wanted, and nothing that is told.
    if _VERB.search(text) or (_FOR_ONE_THING.search(text) or is_for_one_work(text)) and not lasting:
        return False
    if _LABEL.match(text) or PLEASED.search(text) or lasting and _lasts(text):
        return True
    return without == text and len(text.split()) <= MOST_WORDS and _is_of_manners(text)


def is_for_one_work(text: str) -> bool:
    """Whether it orders one thing to be made, or one matter to be told, in whichever manner."""
    makes_one = _MAKES_ONE.match(text) is not None and not _OUTPUTS.search(text)
    return makes_one or _MAKES_A_THING.match(text) is not None or _is_of_one_matter(text)


def _is_of_one_matter(text: str) -> bool:
    asked = _MATTER.match(text)
    return asked is not None and _ANY_MATTER.search(asked["of"]) is None


def is_of_somebody(sentence: str) -> bool:
    """Whether a name before it says whose words they are."""
    return _NAMED_BY.match(sentence) is not None and not _LABEL.match(sentence)


def _lasts(text: str) -> bool:
    """Whether it is a manner that lasts: of "kotlin, postgres 14, deploys on Tuesdays, never Friday" none does."""
    parts = _PARTS.split(text)
    of_manners = [GENERAL.search(part) is not None or OF_CODE.search(part) is not None for part in parts]
    near = (any(of_manners[max(at - 1, 0) : at + 2]) for at, part in enumerate(parts) if LASTING.search(part))
    return any(near) and not text.lower().startswith("never")


def _is_of_manners(text: str) -> bool:
    """Whether a sentence without a verb is made of little but manners ("no emojis, short answers"), and of no bare one
    that a thing is named by ("direct train")."""
    if _IS_SO.search(text):
        return False
    if _RATHER.match(text):
        return True
    manners = [*GENERAL.finditer(text), *OF_CODE.finditer(text), *_OUTPUTS.finditer(text)]
    telling = [m for m in _WORD.finditer(text.lower()) if m[0] not in _BESIDE_MANNERS]
    covered = [word for word in telling if any(m.start() <= word.start() < m.end() for m in manners)]
    return len(covered) >= MADE_OF * len(telling)


_PARTS = re.compile(r"[,;:]\s")
_RATHER = re.compile(rf"{_ADDS}(?:{GENERAL.pattern}|{OF_CODE.pattern}),? (?:not|instead of) \w", re.IGNORECASE)
_WORD = re.compile(r"[^\W_][\w'’+#/-]*")
# What joins manners, says how much, or only asks.
_BESIDE_MANNERS = STOP_WORDS - {"me", "you", "it"} | frozenset(
    "hi hey thanks ok okay though yes never only just always not no without less more per max under maximum minimum"
    " least everything everywhere anything answers answer use used using write give keep make style spelling format"
    " clock terms stuff things code coding way mode instead".split()
)
# "No sources yet", "no spaces left": it is so, and is not asked for.
_IS_SO = re.compile(
    r"^(?:about|re|regarding|as for) "
    r"|\b(?:(?:no|without) the|yet|left|so far|free|on me|(?:from|by|between) (?:me|us|you|him|her|them)|at all|again"
    r"|today|tonight|tomorrow|yesterday)\b",
    re.IGNORECASE,
)
_VERB = re.compile(r"\b(?:is|are|was|were|has|had|have|stays?|goes|went|got|makes?|made)\b", re.IGNORECASE)
_FOR_ONE_THING = re.compile(r"\bfor (?:the|my|our|his|her) [a-z]+(?<!s)\b", re.IGNORECASE)
REASON = re.compile(
    r"(?:,| -| –) (?:because|since|as|cos|i|i['’]m|im|i['’]ve|my|we|our|it|it['’]s|he|she|they|these are|this is"
    r"|that['’]?s|nobody|everybody)\b(?:(?!, (?:and|but|so) )[^.!?])*",
    re.IGNORECASE,
)
# What is to be made of one text: "translate 'see you soon' into Italian please", "one more in Swedish please".
_MAKES_ONE = re.compile(
    rf"^{_ADDS}(?:{_PLEASE},? )?"
    r"(?:(?:translate|rewrite|rephrase|reword|shorten|summari[sz]e|proofread|turn|transcribe)\b"
    r"(?! (?:any|every|all|each))"
    r"|(?:one|two|three|\d+) more\b(?! things?\b)|another\b|(?:and )?now\b|the same\b)",
    re.IGNORECASE,
)
# "Make me a packing list, in metric units please", "describe the bug in two lines": one thing is ordered.
_MAKES_A_THING = re.compile(
    rf"^{_ADDS}(?:{_PLEASE},? )?(?:make|write|draft|compose|create|design|describe|compare|suggest|recommend|plan|find"
    r"|spell check|(?:walk|talk|guide|take) me through) (?:(?:me|us|up|out) )?"
    r"(?:an?|the|this|that|these|those|my|our|his|her|their|one|two|three|four|five|\d+|\w+ing) ",
    re.IGNORECASE,
)
# "Explain photosynthesis in simple words" asks of one matter; "explain things step by step", "explain terms" of any.
_MATTER = re.compile(
    rf"^{_ADDS}(?:{_PLEASE},? )?(?:just )?"
    r"(?:explain|talk about|speak about|tell (?:me|us) about) (?:(?:to )?(?:me|us) )?(?P<of>[^,.;:?]+?)"
    r"(?= (?:in|with|as|under|by|without|like|to me|please|briefly|step|line|so|using|for)\b|[,.!?]|$)",
    re.IGNORECASE,
)
_ANY_MATTER = re.compile(
    r"^(?:things?|stuff|any|anything|everything|all|each|every|terms?|in|with|as|under|by|without|like|only|to|so|when|if"
    r"|what|how|why|step|briefly|simply|slowly)\b"
    r"|\b(?:it|them|everything|all|any\w*|each|every|code|stuff|yourself|your|you|(?!\w*(?:ss|sis|ics|us)\b)\w+s)$",
    re.IGNORECASE,
)
PLEASED = re.compile(rf"\b{_PLEASE}\b", re.IGNORECASE)
_AGREED = re.compile(r",? (?:ok|okay|yes|please|alright|right)\?$", re.IGNORECASE)
