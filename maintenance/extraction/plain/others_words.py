"""What a turn holds that is not said of the speaker's world: what is quoted, supposed or meant as a joke. Pure.

What somebody else wrote is out before (`memory.language.en.pasted`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import takewhile

from .unmeant import PERSON, meant

# What follows is to be said or answered: nobody says it of themselves. A "please" that was taken is not given back, or
# of each "can you please" there would be two readings.
DICTATED = re.compile(
    r"(?:^|[.!?] |\n)(?:(?:hi|hey|hello|ok|okay)[,!]? )?(?:please |(?:can|could|would|will) you (?:please |also )?+"
    r"|help me (?:to )?+|now |then )*+(?:reply to|respond to|say|write|type|repeat)\b[^.!?\n:]{0,80}:(?=\s|\")",
    re.I | re.M,
)
# "Kim said: I live in Bonn", "he says honey I don't want to move": what somebody else says of themselves, to the end of
# the line, or of the sentence.
_CALLED = (
    r"(?:honey|love|darling|dear|sweetie|mate|son|mum|mom|mummy|dad|daddy|well|look|listen|oh|no|yes|yeah|ok|okay"
    r"|sorry)"
)
_SAID_BY_ANOTHER = re.compile(
    r"(?P<by>(?:^|[.!?;,] )(?!(?:and |so |then |but )?(?:i|we)\b)[^.!?:;,\n]{1,60}?"
    r"\b(?:says?|said|wr(?:ites?|ote)|text(?:s|ed)|t(?:ells?|old)|repl(?:ies|ied)|answer(?:s|ed)|messaged|emailed|goes"
    r"|(?:was|is|were) like)\b(?: [\w']+){0,3}?)"
    r"(?:: (?=(?:i|we|my|our|you|your|mine)\b)[^\n]*"
    rf"|,? {_CALLED},? (?=(?:i|i'm|we|my|our|you|can i|may i)\b)[^.!?\n]*)",
    re.I | re.M,
)
# "He goes, I have a cold", "Mia was like I'm pregnant". "If she goes, I go" opens otherwise, "my brother is like I was"
# compares, and "Mum goes, my dad stays" tells of both.
_ACTED_OUT = re.compile(
    r"(?P<by>(?:^|[.!?;,] )(?:(?:and|so|but|then) ){0,2}(?!(?:it|that|this|there|what|life)\b)"
    rf"(?:he|she|they|someone|somebody|(?-i:[A-Z])|{PERSON})"
    r"(?:(?: just| then)? goes|(?:'s|'re| is| are| was| were)(?: just| all)? like))"
    r"(?:[,:] (?=i\b"
    r"|(?:my|our) \w{2,20}(?: \w{2,20} (?:me|us)|'s| is| are| was| were| has| have| isn't| can't| won't)\b)"
    r"| (?=i\b)(?!i (?:was|am|do|did|have|had|said|told|expected)\b))[^.!?\n]*",
    re.I | re.M,
)
# "My wife is like we are vegans, she checks every label": how she is, is not said.
_COMPARED = re.compile(
    rf"\b(?P<by>{PERSON} (?:is|are|was|were) like) (?:we|i) (?:are|were|am|was|do|did)\b[^.!?,;\n]*"
    r"(?:(?=, (?:he|she|they|we|i|it|so|and|but)\b)|[^.!?\n]*)",
    re.I,
)
# "Q: Can I pay by card? A: We no longer accept cards.": of whom, nobody knows.
_ASKED_AND_ANSWERED = re.compile(r"(?P<by>^|\bFAQs?:? )Q\d?[:.] [^?\n]{1,200}\?\s{1,3}A\d?[:.] [^\n]*", re.M)
# What is quoted over several sentences is nobody's who quotes it.
_QUOTED = re.compile(r'"([^"\n]{1,2000})"')
_ENDS = re.compile(r"[.!?] +\w")
# Nobody means it.
SARCASM = re.compile(
    r"(?:^|\s)/s\b|\byeah,? right\b|^oh,? (?:great|wonderful|fantastic|joy|perfect)\b|\bjust what "
    r"i (?:always )?(?:needed|wanted)\b"
    r"|\bbecause (?:who|i) (?:just )?(?:doesn't|don't|love|needs?) (?:love|being|having|getting"
    r"|it when)\b|\bas if i\b|\bsure,? because\b",
    re.I,
)
# A manner of speaking, no wish that lasts.
SAYING = re.compile(
    # What people tell each other, and themselves.
    r"^never say never\b"
    r"|^(?:always |never |just |so |and ){0,3}(?:look on the bright side|keep calm|stay calm|be yourself|carry on"
    r"|believe in yourself|follow your (?:heart|dreams?|gut)|trust your gut|hope for the best|expect the unexpected"
    r"|give up|look back|stop (?:learning|dreaming|believing)|keep smiling|judge a book by its cover"
    r"|look a gift horse in the mouth|put all your eggs in one basket|bite the hand that feeds you|go to bed angry"
    r"|meet your heroes|mix business (?:and|with) pleasure|change a (?:running|winning) (?:system|team)"
    r"|live and let live|look after yourself)"
    r"(?: and carry on| of life|,? (?:as )?(?:they|we|you) say|,? (?:right|eh|folks|everyone|guys|people|mate))?\W*$"
    r"|^(?:pls |please )?(?:don'?t|do not) ask me (?:why|how)\b"
    r"|^(?:pls |please )?(?:don'?t|do not) (?:ask(?: (?:me )?(?:why|how|about it))?|quote me(?: on (?:that|it"
    r"|this))?|judge(?: me)?"
    r"|laugh|worry(?: about it)?|get me started|@ me|at me|tell (?:anyone|anybody|him|her|them|my \w+)|mention it)\W*$",
    re.I,
)
# "In the novel, I killed the king", "I fell in my dream": not so in the world.
FICTION = re.compile(
    r"^in (?:the|my|our|this|that|a) (?:novel|story|game|film|movie|book|chapter|scene|play|script|campaign|simulation"
    r"|role-?play)\b[^,]{0,40}, "
    r"|\bin (?:the|my|our|this|that|an?|his|her) (?:dream|nightmare|example)\b|^as (?:the|my) character\b",
    re.I,
)
# "Pretend you are my landlord", "let's say I earn 90,000 euros": whatever the turn says from here on may be of that
# world. "Act as a senior developer" is none, as what follows it is the speaker's own.
PRETENCE = re.compile(
    r"^(?:(?:please|now|so|ok|okay|and|hey|hi)[, ]+)*(?:"
    r"(?:let'?s |let us )?(?:pretend|imagine|suppose|assume)(?: that)? (?:(?:i|you|we|he|she|they|it|there)\b(?! all\b)"
    r"|(?:my|our|your|the) [\w'-]+(?: [\w'-]+)? (?:is|are|was|were|has|have|had)\b)"
    r"|(?:let'?s|let us) say (?:that )?(?:i|we|you|he|she|they|my|our|your)\b"
    r"|(?:let'?s|let us|can we|could we|we could|we can|time for) [^.!?]{0,20}\brole[- ]?play\b(?! games?\b)"
    r"|you (?:play|be) (?:an?|the|my)\b|act as (?:if|though|my)\b"
    r"|(?:just )?for the (?:exercise|role-?play)\b|for the sake of (?:the |an )?(?:argument|example|exercise)\b"
    r"|hypothetically\b|in this (?:hypothetical|scenario)\b)",
    re.I,
)


# "Can you summarise this email?", "my aunt sent me this": what follows on the next lines is not the speaker's own.
_A_TEXT = (
    r"(?:e-?mails?|mails?|letters?|messages?|msgs?|texts?|notices?|articles?|pages?|posts?|tickets?|reviews?|listings?"
    r"|contracts?|leaflets?|newsletters?|invites?|memos?|threads?|adverts?|ads?|this|it|these)"
)
_HANDED_OVER = re.compile(
    r"^(?![^\n]{0,300}\b(?:remember|rules?|from now on|how i (?:want|like))\b)(?:"
    r"[^\n]{0,200}\b(?:summari[sz]e|translate|proofread|rewrite|rephrase|tidy(?: up)?|polish|shorten|explain|check|read"
    rf"|answer|reply to|respond to|tl;?dr)\b[^\n]{{0,60}}\b(?:{_A_TEXT}|him|her|them)\b[^\n]{{0,120}}"
    rf"|[^\n]{{0,200}}\b(?:is|are) {_A_TEXT}(?: {_A_TEXT})? (?:real|legit|true|genuine|a scam|spam)\b[^\n]{{0,120}}"
    r"|[^\n]{0,200}\b(?:sent|forwarded|wrote|texted|posted|got|received)(?: (?:me|us))? (?:this|these|the following)\b"
    r"[^\n]{0,200}"
    r"|tl;?dr"
    r")[?:.!,]{0,2}[ \t]*\n(?=[^\n]|\n)",
    re.I | re.M,
)
# Where the speaker goes on in their own words. Each gap is tried once, from its beginning.
_OWN_AGAIN = re.compile(
    r"(?<!\s)[^\S\n]*+\n[^\S\n]*+\n\s*+(?<=\n)"
    r"(?=(?:also|and also|oh and|from now on|btw|by the way|one more thing|anyway|p\.?s)\b)",
    re.I,
)
# A quotation opens behind no word and no end of a sentence: there one closes.
_LONG_QUOTE = re.compile(
    r"(?<![\w.!?,…])(?:\"[^\"]{60,4000}\"|“[^“”]{60,4000}”|«[^«»]{60,4000}»|»[^«»]{60,4000}«|‘[^‘’]{60,4000}’)"
    r"|(?:\A|(?<=\n))[\"“«‘][^\"“”«»‘]{60,4000}\Z"
)


def own_words(text: str) -> str:
    """The text without what is handed over to be read or worked on, and without long quotations."""
    if (handed := _HANDED_OVER.search(text)) is not None:
        rest = text[handed.end() :]
        again = _OWN_AGAIN.search(rest)
        text = text[: handed.end()] + (rest[again.end() :] if again else "")
    return _LONG_QUOTE.sub(" ", text)


def without_quoted(text: str) -> str:
    """The text without what others say of themselves in it, and without quotations of several sentences."""
    for of_another in (_ASKED_AND_ANSWERED, _SAID_BY_ANOTHER, _ACTED_OUT, _COMPARED):
        text = of_another.sub(r"\g<by>", text)
    return _QUOTED.sub(lambda quoted: '"…"' if _ENDS.search(quoted[1]) else quoted[0], text)


def asserted(sentences: Iterable[str]) -> Iterator[str]:
    """The sentences of a turn before the first that begins a pretence, without what they say is not so."""
    told = takewhile(lambda sentence: PRETENCE.match(sentence) is None, sentences)
    return filter(None, map(meant, told))
