"""Wishes on how the assistant is to do things that their build alone tells: "can you stop suggesting mushrooms?", "I
don't want small talk", "bullet points work best for me", "no meetings before 10". Pure, and linear in the sentence.
"""

from __future__ import annotations

import re

from memory.language.en.manners import GENERAL, OF_CODE
from memory.language.en.parts import BIDDING
from memory.language.en.vocabulary import MONTH_NAMES, WEEKDAYS

LEAD = r"(?:(?:and|also|but|so|oh|well|btw|ah|ok|okay|hi|hey|hello|please|pls)\b[ ,]*){0,3}"
_WOULD_YOU = (
    rf"^{LEAD}(?:can|could|would|will) (?:you|u) "
    r"(?:(?:please|pls|just|maybe|also|kindly|always|perhaps|try to) ){0,2}"
)
_ANSWERS = r"(?:answers|replies|responses|messages|explanations|texts|sentences|paragraphs)"
SHORT = (
    r"(?:(?:very|more|a bit|a little|nice and) )?(?:short|shorter|brief|briefer|concise|simple|simpler|plain|clear"
    r"|clearer|formal|casual|polite|long|longer|detailed)"
)
# Talk that nobody wants of an assistant, whatever it is about.
_CHAT = (
    r"(?:small[ -]talk|chit-?chat|pep[ -]talks?|pleasantries|preaching|moralizing|moralising|sugar-?coating|flattery)"
)
# What is in a text as well that is being worked on, so that it has to be said whose it is.
_TALK = (
    rf"(?:{_CHAT}|banter|jokes|puns|emojis|emoticons|smileys|fluff|waffle|filler|greetings|preambles?|introductions"
    r"|intros|summaries|recaps|disclaimers|caveats|lectures|lecturing|jargon|buzzwords|clich[eé]s|abbreviations"
    r"|acronyms|slang|exclamation marks|hashtags|long (?:answers|replies|explanations|texts|messages))"
)
_YOURS = rf"(?:from you|with me|in your {_ANSWERS}|when you (?:answer|reply|respond|explain|talk|write to me))"
# After what is wanted nothing stands but why, told of oneself: "in the essay" is of that essay.
_OVER = (
    r"(?=\s*[.!?]*$|,? (?:please|pls|thanks)\b\s*[.!?]*$"
    r"|, (?:just|only) (?:the )?(?:answers?|facts?|results?|numbers?|code|essentials)\b"
    r"|,? (?:because |as |since )?i (?:just|only|read|hate|find|prefer|don['’]?t (?:like|need|want))\b)"
)
_UNWANTED = rf"(?:(?:all |any )?(?:the |this |your )?{_CHAT}|your {_TALK}|(?:all |any |the )?{_TALK} {_YOURS}){_OVER}"
_STOPPED = (
    r"(?:(?:suggest|recommend|mention|propos)ing|bringing up|apologi[sz]ing|repeating (?=my |yourself|what i)"
    r"|(?:remind|ask|tell|call)ing me)"
)
_NOT_POINTED = (
    r"(?! ?(?:that|this|those|these|it|them)\b)"
    r"(?![^,;]*\b(?:in|from|on|at|to) (?:the|this|that|my|our|these|line)\b)"
)
_NO_NAMES = "|".join((*(f"{day}s?" for day in WEEKDAYS), *MONTH_NAMES))
# Names, and no days: "call me Friday".
_NAME = (
    rf"(?-i:(?!(?i:{_NO_NAMES}|tomorrow|today|later|back|an?|at|on|when|if|christmas|easter|xmas|asap|uber|lyft|bolt)\b)"
    r"(?:(?:Mr|Mrs|Ms|Dr|Prof|Sir|Miss)\.? )?[A-Z][\w-]{1,30}(?: [A-Z][\w-]{1,30})?)"
    r"(?=\s*(?:[?.!]*$|,)| (?:please|pls|instead of|rather than|not)\b)"
)
_ASKED = re.compile(
    rf"{_WOULD_YOU}(?:(?:keep|make) (?:all )?(?:of )?your {_ANSWERS} {SHORT}{_OVER}"
    rf"|(?:stop|quit) {_STOPPED}{_NOT_POINTED}"
    rf"|(?:leave out|skip|drop|cut(?: out)?|spare me|lose|do without|go easy on|avoid) {_UNWANTED}"
    rf"|(?:call|address) me (?:as )?(?:just )?{_NAME})",
    re.IGNORECASE,
)
_TO_BE_CALLED = re.compile(
    rf"^{LEAD}i(?:['’]d| would)? (?:like|love|want|prefer|need) you to (?:call|address) me (?:as )?(?:just )?{_NAME}",
    re.IGNORECASE,
)
_NOT_WANTED = re.compile(rf"^{LEAD}i (?:really |just )?(?:don['’]?t|do not) (?:want|need) {_UNWANTED}", re.IGNORECASE)
_SHAPES = (
    r"(?:bullet points|bullets|lists|numbered steps|(?:big|large) print|plain (?:language|english)"
    r"|(?:short|shorter|simple|plain) (?:sentences|paragraphs|answers|replies|words))"
)
_SUITS = re.compile(
    rf"(?:^{LEAD}|\b(?:so|as|because|since)[ ,]*|[,;] ){_SHAPES} "
    r"(?:(?:work|works|are|is|would be|would work) (?:best|better|easiest|easier) (?:to read )?for me"
    rf"|suits? me (?:best|better)|(?:help|helps) me (?:a lot|most|more|best))"
    rf"(?=\s*[.!]*$| (?:to read|please|in your {_ANSWERS})\s*[.!]*$)",
    re.IGNORECASE,
)
_HOUR = (
    r"(?:(?:about |around )?\d{1,2}(?:[:.]\d\d)?(?: ?(?:am|pm|a\.m\.|p\.m\.|o['’]?clock))?|noon|midday|lunch|lunchtime"
    rf"|dinner|bedtime|midnight|weekends|{'|'.join(f'{day}s' for day in WEEKDAYS)})"
)
_THEN = rf"(?:before|after|on|at|past|until|till|between|during) {_HOUR}(?:(?: and|,| or) {_HOUR})?"
_ARRANGED = (
    r"(?:meetings|calls|phone calls|video calls|appointments|bookings|reminders|messages|texts|notifications|pings"
    r"|e-?mails)"
)
# Why, if it is told, is told of oneself: "no bookings on Mondays, we're closed" tells a place's hours.
_NOT_THEN = re.compile(
    rf"^{LEAD}no (?:more )?{_ARRANGED} {_THEN}(?=(?:,? (?:please|pls))?\s*(?:[.!]*$|,? (?:because |as |since )?i\b))"
    rf"|^{LEAD}(?:i work\b[^,.;:!?]{{2,60}},? (?:so|and) )?(?:(?<=please )|(?:please|pls) )nothing {_THEN}\s*[.!]*$"
    rf"|^{LEAD}nothing {_THEN},? (?:please|pls)(?=\s*[.!]*$|, that['’]?s (?:my |our )?(?:\w+ )?(?:day|time)\b)",
    re.IGNORECASE,
)
# Kinds of text, of which there are many: "emails to Rita", "unit tests", and not "the email".
_KINDS = (
    r"(?:(?!the\b|this\b|that\b|these\b|those\b|last\b|next\b)[\w-]+ ){0,2}(?:e-?mails|mails|letters|texts|messages"
    r"|recipes|invoices|drafts|invitations|captions|tweets|posts|poems|songs|stories|newsletters|slides|presentations"
    r"|speeches|memos|essays|contracts|reports|reviews|menus|adverts|ads|listings|quotes|agendas|releases|notes|tests"
    r"|tickets|replies|commits|descriptions|comments|functions|scripts|queries|papers|summaries|code|sql)"
    r"(?: (?:to|for|from|about|on|with) (?!this\b|that\b)"
    r"(?:(?!\b(?:i|we|he|she|they|you|it)\b)[^,:;.!?]){2,30})?"
)
_ALWAYS = r"(?:please |pls )?(?:always|never)"
_EVER = r"(?:please |pls )?(?:always|never|don['’]?t|do not)"
_HOW = rf"(?:{BIDDING} \w|(?:in|with|as|under|by) \w|(?:no |any )?(?:{GENERAL.pattern}|{OF_CODE.pattern}))"
# How a text is to be, beside what GENERAL and OF_CODE name.
_MANNER = (
    rf"(?:{GENERAL.pattern}|{OF_CODE.pattern}"
    rf"|\b(?:keep|make) (?:it|them|things|everything) (?:very )?(?:{SHORT}|friendly|light|neutral|warm|factual"
    r"|professional|civil|upbeat|crisp|(?:under|below|to) (?:\d|a page|one|two|three|four|five|ten))"
    r"|\b(?:imperative|(?:past|present) tense|passive|active voice|first person|third person|upper-?case"
    r"|lower-?case|(?:title|sentence) case|initials)\b"
    rf"|\b(?:call|address) me (?:as )?(?:just )?{_NAME}|\buse my (?:full |first |last )?(?:name|title|initials))"
)
# What is there already is put into one text: "the Q3 numbers", "tell them we are closed".
_DEFINITE = (
    r"\b(?:that|this|those|these|him|her|he|she|we|they|i|tell them"
    r"|the(?! (?:imperative|passive|active|past|present|first person|third person|metric|imperial|oxford|24|12)))\b"
)
_INDEFINITE_MANNER = rf"(?=[^.;!?]{{0,80}}?{_MANNER})(?![^.;!?]{{0,80}}?{_DEFINITE})"
# "Unit tests: always use pytest", "In emails to Rita, keep it formal", "In reports, no jargon please".
_OF_A_KIND = re.compile(
    rf"^{LEAD}(?:{_KINDS}: ?(?:{_ALWAYS} |{_EVER} {_INDEFINITE_MANNER}){_HOW}"
    rf"|(?:in|for|on) {_KINDS}(?:,? {_ALWAYS} {BIDDING} \w|,? {_EVER} {_INDEFINITE_MANNER}{BIDDING} \w"
    rf"|, (?:please |pls )?{_INDEFINITE_MANNER}{BIDDING} \w"
    rf"|, (?:please |pls )?no (?:{GENERAL.pattern}|{OF_CODE.pattern})))",
    re.IGNORECASE,
)
# What an assistant does: it writes, names, answers, reminds. A gate, a pan or a key are others' matter.
_ITS_DOING = (
    rf"(?:(?![^.;!?]{{0,80}}?{_DEFINITE})(?=[^.;!?]{{0,80}}?{_MANNER})"
    r"|(?=[^.;!?]{0,60}?\b(?:my|his|her|our|their) (?:(?:full|first|last|middle|real|old|maiden) )?(?:name|surname"
    r"|nickname|title|initials)\b)"
    r"|(?=(?:b?cc|remind me|greet|spell|cite|quote|call me|address me|sign (?:off|with|as)"
    r"|(?:answer|reply|respond) (?:me\b|in\b|with\b|briefly)|suggest|recommend)\b)"
    r"|(?=[^.;!?]{0,80}?\bin (?:my|our|your) (?:slides|e?-?mails|letters|texts|messages|posts|reports|drafts|notes|code"
    r"|answers|replies|tests|commits)\b))"
)
# "Oh and by the way always cc Rita on those", "one more thing: never use tables".
_BY_THE_WAY = re.compile(
    r"^(?:(?:oh|and|thanks|great|ah),? (?:and )?){0,2}(?:by the way|btw|one (?:more|last|small) thing"
    rf"|p\.?s\.?|quick note|before i forget)[,:]? {_EVER} (?:ever )?{_ITS_DOING}{BIDDING} \w",
    re.IGNORECASE,
)
_IN_PASSING = re.compile(
    r", (?:(?:oh )?and,? (?=please |pls )|oh,? and )"
    rf"(?P<wish>(?:please |pls )?(?:always|never|(?:don['’]?t|do not) ever) {_ITS_DOING}{BIDDING} \w[^.;!?]*)[.!]*$",
    re.IGNORECASE,
)
# What an assistant makes, several of it: nobody asks for one of them so.
_WORKS = (
    r"(?P<works>(?:unit |integration )?tests|functions|scripts|queries|commits|commit messages"
    r"|pull requests|docstrings|comments|variable names|slides|presentations|decks|charts|graphs|diagrams|captions"
    r"|headlines|essays|summaries)"
)
_TEXTS = r"(?:(?:e-?)?mails|letters|posts|newsletters|reports|replies|memos|articles)"
# What is told of texts is no stretch of road: "posts must have at least 2 metres between them".
LENGTH = r"(?:\d+|[a-z]+) (?:words?|lines?|characters?|chars|letters|pages?|sentences?|paragraphs?|bullets?|points?)"
# "Slides without gradients please". Of "emails without attachments please" it may be those that are there.
_WITHOUT = re.compile(
    rf"^{LEAD}{_WORKS} without (?:any )?(?!(?:the|this|that|these|my|our|your|an?)\b)[\w-]+(?: [\w-]+)?"
    r",? (?:please|pls|thanks|thx|ty)[.! ]*$",
    re.IGNORECASE,
)
# "Tests should use pytest", "slides should have no more than 20 words". "Tests should pass" is hoped for.
_SHOULD = re.compile(
    rf"^{LEAD}(?:(?:all |my |our |your )?(?:{_WORKS}|{_TEXTS})) (?:should|must) "
    r"(?:(?:not|never|always) )?"
    r"(?:(?:use|follow|avoid|(?:start|begin|end|open|close) with)(?! (?:more|less|fewer)\b)"
    rf"|have (?=(?:no more than|at most|at least|under|between) {LENGTH}\b)"
    rf"|be (?:(?:written|named|formatted|kept) )?(?=in (?!today\b|tomorrow\b|an?\b)"
    rf"|(?:under|at most|shorter than) {LENGTH}\b)) ?"
    r"[^,;:!?]{2,60}[.! ]*$",
    re.IGNORECASE,
)
_WHERE_IN_IT = re.compile(r"\bat the (?:top|end|bottom|start|beginning)\b", re.IGNORECASE)
_ONES = re.compile(rf"{_DEFINITE}|\b(?:your|my|our|by|until|next|last|inbox|folder|{_NO_NAMES})\b", re.IGNORECASE)
# Of this once, or what somebody else wants.
_ONCE = re.compile(
    r"\b(?:today|tonight|tomorrow|(?:in|for|from) this|this (?:time|once|week|month|morning|afternoon|evening)"
    r"|for now|right now|just now|here|above|below|next (?:week|month|\w+day)|so far|yet)\b",
    re.IGNORECASE,
)
_BUILDS = (_ASKED, _TO_BE_CALLED, _NOT_WANTED, _SUITS, _NOT_THEN)


def is_once(sentence: str) -> bool:
    """Whether a sentence says that it is of this time."""
    return _ONCE.search(sentence) is not None


def is_attributed(sentence: str) -> bool:
    """Whether a sentence says whose words or rules it tells: "that's what our handbook says"."""
    return _ATTRIBUTED.search(sentence) is not None


def is_requested(sentence: str) -> bool:
    """Whether a sentence has the build of a lasting wish, so that no weight of its words is asked for."""
    if is_once(sentence):
        return False
    return any(build.search(sentence) for build in _BUILDS) or is_of_a_kind(sentence) or _is_by_the_way(sentence)


def is_of_a_kind(sentence: str) -> bool:
    """Whether a sentence wants something of one kind of text alone: "unit tests: always use pytest"."""
    return _OF_A_KIND.search(sentence) is not None and not is_attributed(sentence)


def _is_by_the_way(sentence: str) -> bool:
    return _BY_THE_WAY.search(sentence) is not None and not is_attributed(sentence)


def is_of_works(sentence: str, earlier: str) -> bool:
    """Whether a sentence tells how all that the assistant makes of a kind is to be: "slides without gradients please".
    Not where the talk before it is of such: then it is of these."""
    without = _WITHOUT.match(sentence)
    if without is not None:
        return re.search(rf"\b{re.escape(without['works'])}\b", earlier, re.IGNORECASE) is None
    if _SHOULD.match(sentence) is None or is_once(sentence) or is_attributed(sentence):
        return False
    return _ONES.search(_WHERE_IN_IT.sub("", sentence.split(" ", 1)[1])) is None


def in_passing(sentence: str) -> str | None:
    """What a sentence that tells something else wants at its end, "…, and please never use my full name"; None where it
    wants nothing."""
    found = _IN_PASSING.search(sentence)
    if found is None or is_once(found["wish"]) or _OF_OTHERS.search(sentence):
        return None
    return found["wish"]


_SAID = (
    r"\b(?:said|says?|saying|told|tells|asked|asks|wrote|writes|wants?|goes|went|preach(?:es|ed)?|insist(?:s|ed)?"
    r"|demands?|requires?)\b"
)
_OF_OTHERS = re.compile(rf"[\"“”:]|{_SAID}", re.IGNORECASE)
# "…: that's what our handbook says", "that's my teacher's rule", "… is what Ben always preaches".
_ATTRIBUTED = re.compile(
    rf"{_SAID}|\b(?:that|this|it)(?:['’]s| is) (?:what|how|from|by|the|our|their|his|her|my|(?-i:[A-Z]))"
    r"|\bis (?:what|how)\b|\b(?:according to|as per|per (?:the|our|my))\b"
    r"|[,:;–-] (?:so )?(?:(?:that['’]s )?(?:my|our|the|his|her|their)) [\w'’ ]{0,30}?(?:rules?|polic(?:y|ies)|guide"
    r"|handbook|motto|advice|words)\b",
    re.IGNORECASE,
)
