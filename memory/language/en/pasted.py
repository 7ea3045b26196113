"""What a turn holds that somebody else wrote and its speaker hands on, or a text to work on. Pure, and linear.

Whoever hands on a text announces it: "look what Ben sent me: …", "my son's essay: …", "fix the grammar: …". What
follows on the same line is another's where it opens with a greeting or speaks of its writer: "her reply: yes! We're
getting married" is the speaker's.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from .chat_logs import logs
from .writers import names_of

BEHIND = 160  # characters at the end of a turn, in which it says what to do with a text before
# Of the same length as what they stand for, so that places stay.
_PLAIN = str.maketrans("’‘“”„‟«»", '\'\'""""""')
_STARTS = r"(?:^|(?<=[.!?…] )|(?<=\") )"
_TO_THE_COLON = r"[^.!?\n:]{0,80}:(?=\s|\")"
_ADJECTIVES = r"(?:[\w&'-]+ ){0,3}?"
_TEXT = (
    r"(?:e-?mails?|mails?|letters?|messages?|msgs?|texts?|dms?|voice (?:memos?|notes?|messages?|mails?)"
    r"|voicemails?|posts?|tweets?|reviews?|testimonials?|articles?|essays?|homework|transcripts?|transcription|sms"
    r"|statements?|cover letters?|conversations?|convos?|chats?|threads?|tickets?|listings?|adverts?|memos?"
    r"|interviews?|extracts?|excerpts?|paragraphs?)"
)
# Of these one's own are no text: "the answer: I'm diabetic". Somebody else's are.
_WORDS = (
    rf"(?:{_TEXT}|answer|reply|response|profile|bio|caption|statement|words|story|speech|diary|blog|cv|application"
    r"|request|complaint|notes?|poem|song)"
)
# What somebody sends in, or puts below what another wrote. "My manager's comment: I need to rest" tells of the speaker.
_SENT_IN = rf"(?:{_TEXT}|questions?|comments?|complaints?|enquir(?:y|ies)|inquir(?:y|ies)|feedback|repl(?:y|ies))"
# One of many, by its number: "ticket 88", "complaint #7". What is handed in so is never a point of one's own list.
_NUMBERED = rf"(?:{_SENT_IN}|cases?) ?\(?(?:[\w-]{{1,20}} )?(?:#|nr?o?\.? )?\d{{1,8}}\)?"
# Who does something for a living, or is related.
_PERSON = r"(?:[a-z]{2,20}(?:er|or|ist|ant|ent|ee|ian|man|woman|person|guy)|guy|lady|friend|colleague)"
# Who is told of what an office wrote says it in their own words: "letter from the hospital: I have to come in".
_OFFICE = (
    r"(?:council|hospital|bank|school|hr|hmrc|office|surgery|clinic|court|insur\w+|police|gp|doctor|dentist|consultant"
    r"|lab|university|college|company|tax\w*|work)"
)
# What these write tells of whom they write to: "the lawyer's answer: I have to pay".
_OF_THE_READER = (
    r"(?:lawyer|solicitor|attorney|judge|notary|surgeon|nurse|vet|landlord|landlady|coach|tutor|teacher|airline)"
)
_NO_OFFICE = rf"(?!(?:the |my |our |a )?(?:\w+ )?(?:{_OFFICE}|me|myself|us)\b)"
_MY_OWN = (
    r"(?![^.!?\n:]{0,80}\b(?:(?:i|we) (?:just |have |had |want to |will |once )?(?:sent|send|wrote|write|posted|post)"
    r"|(?:of|by|about) (?:me|myself|my)|of fact|for you|my (?:[\w-]+ )?(?:diary|journal|notes?|notebook))\b)"
)
_OTHERS = (
    rf"(?:(?:my|our|the(?! (?:\w+ )?{_OF_THE_READER}\b)) (?!(?:\w+ )?{_OFFICE}\b)(?:[\w-]+ ){{0,2}}[\w-]+'s"
    r"|(?!(?:t?here|that|what|where|who|how|it|let)'s)(?-i:[A-Z])[\w-]+'s|his|her|their|somebody's|someone's)"
)
_ABOUT_IT = r"(?! (?:i|we)(?:'d| would| am|'m)? (?:need|want|like|writing|wrote|have to|must)\b)"
# What tells of whoever it is written for, and who that may be.
_ABOUT_ONESELF = r"(?:cover letters?|cvs?|resumes?|bios?|profiles?|personal statements?|applications?|essays?|homework)"
_OTHER_PERSON = (
    r"(?:my|our|his|her) (?:\w+'s )?(?:mum|mom|mother|dad|father|son|daughter|brother|sister|cousin|nephew|niece|uncle"
    r"|aunt|husband|wife|partner|boyfriend|girlfriend|friend|mate|flatmate|roommate|neighbou?r|colleague|boss|client"
    r"|student|pupil)\b|an? (?:friend|colleague|client|student|pupil|neighbou?r)\b"
)
_CHANNEL = (
    r"(?:slack|teams|discord|whats ?app|signal|telegram|messenger|imessage|zoom|insta(?:gram)?|facebook|linkedin|chat"
    r"|forum|reddit)"
)
_NO_SENDER = (
    r"me|myself|status|updates?|posts?|posted|notes?|reminders?|messages?|replied|wrote|said|sent|ask\w*|check|today"
    r"|yesterday|not|also|and|but|so|now|then|just|it|that|this|what|where|people|everyone|we"
)
# "The customer says I can have it on Friday" is told of the speaker.
_OUTSIDER_SAYS = (
    r"(?:customer|caller|tenant|buyer|seller|subscriber|passenger) (?:says?|said|writes?|wrote|claims?)(?: that)?,? "
    r"(?=i\b(?! (?:have to|need|can|must|should|may|might|will|was|am|get)\b|'(?:m|ll)\b))"
)
_SENT = (
    r"(?:sent|forwarded|wrote|texted|e-?mailed|messaged|posted|replied|answered|handed in|left|pasted|shared|copied)"
)
_THIS = (
    rf"(?:this|these|the following)(?= {_TEXT}\b|[,:\n]| (?:today|yesterday|this|last|on|in|from|via|by|about|just"
    r"|earlier|and|what|pls|please|can|could)\b)"
)
_HANDED_ON = re.compile(
    rf"{_STARTS}(?:(?:look|see|read|check|fyi|hey|hi|so|ok|and|btw|just)[,:]? (?:at )?){{0,2}}{_MY_OWN}(?:"
    # "Look what Ben sent me: …", "my brother forwarded me this, …".
    rf"(?:[^.!?\n:]{{0,40}}\b)?what (?!i\b|we\b)(?:[\w.'-]+ ){{1,4}}?{_SENT}\b[^.!?\n:]{{0,60}}(?::(?=\s|\")|\n)"
    rf"|(?!(?:i|we)\b)(?:[\w.'-]+ ){{1,5}}?{_SENT}(?: (?:me|us))? {_THIS}[^.!?:\n]{{0,80}}(?::(?=\s|\")|[.?!]?\n)"
    rf"|(?:(?:i|we) )?(?:just )?(?:got|received|found|copied|came across|saw) (?:this|these)(?: {_ADJECTIVES}{_TEXT}"
    rf"|(?= (?:from|on|in)\b))(?: from {_NO_OFFICE}[^.!?\n:]{{1,60}}| (?!from\b)[^.!?\n:]{{0,60}})?(?::(?=\s|\")|\n)"
    rf"|(?:pasting|quoting|copying|forwarding)\b(?! my (?!\w+'s))[^.!?\n:]{{0,80}}(?::(?=\s|\")|\n)"
    # "My son's essay: …", "this is his answer: …", "a review on Amazon says: …", "text from Mum: …".
    rf"|(?:(?:this|that|here|below)(?:'s| is| are) )?{_OTHERS} {_ADJECTIVES}{_WORDS}\b{_TO_THE_COLON}"
    rf"|(?:this|here|below)(?:'s| is| are) (?:{_OTHERS}|an?|the) {_ADJECTIVES}{_TEXT}\b"
    r"[^.!?\n:]{0,80}(?::(?=\s|\")|\n)"
    rf"|an? {_ADJECTIVES}(?:student|pupil|friend|colleague)s? [^.!?\n:]{{0,30}}\b{_TEXT}{_TO_THE_COLON}"
    rf"|(?:(?:an?|one|another|the|this|that|some) )?{_ADJECTIVES}{_TEXT}(?: from {_NO_OFFICE}"
    r"[^.!?\n:]{1,60}| (?:on|in|by|about|of (?:an?|the|one of)) [^.!?\n:]{1,60}"
    r"| (?:i|we) (?:found|saw|got|read|received)[^.!?\n:]{0,40}| (?:body|text|content|description)"
    r"| (?:says?|said|reads?|goes|was|went)):(?=\s|\")"
    # "Question from a reader: …", "ticket 88: …", "reviews:" above a list, "the seller on Signal: …".
    rf"|(?:(?:an?|one|another|the|this|that|some) )?{_ADJECTIVES}{_SENT_IN}"
    rf" (?:(?:from|by) {_NO_OFFICE}(?!my\b|our\b)|under )"
    r"[^.!?\n:]{1,60}(?::(?=\s|\")|\bbelow\n)"
    rf"|(?:(?:an?|the|this|that|from) )?(?!my\b|our\b){_ADJECTIVES}{_NUMBERED}:(?=\s|\")"
    r"|(?!my\b|our\b)(?:[\w-]+ ){0,2}(?:reviews|testimonials|comments|complaints|feedback|replies|responses):\n"
    rf"|from (?:the|an?) (?:[\w-]+ )?{_CHANNEL}:(?=\s|\")"
    rf"|(?:an?|the|this) (?:[\w-]+ )?{_PERSON} (?:on|in|via|over) (?:the )?(?:\w+ )?{_CHANNEL}:(?=\s|\")"
    rf"|(?:(?:an?|the|this|my) )?{_ADJECTIVES}{_ABOUT_ONESELF}(?: draft)? for (?:{_OTHER_PERSON})[^.!?\n:]{{0,40}}"
    rf":(?=[ \"]{{1,3}}(?:i|my)\b){_ABOUT_IT}"
    rf"|(?!(?:{_NO_SENDER})\b)(?-i:[A-Z])[\w-]+ (?:on|in|via|over) (?:the )?(?:\w+ )?{_CHANNEL}:"
    r"(?=\s|\")"
    # What is not quoted is, where a stranger to the speaker speaks of themselves.
    rf"|(?:an?|the|this|that|our) {_ADJECTIVES}{_OUTSIDER_SAYS}"
    rf"|(?:(?:an?|the) )?(?:transcripts?|transcription|testimonials?)\b(?! (?:arrived|came|is|was)\b){_TO_THE_COLON}"
    r"|(?:fwd?|forwarded(?: message)?|begin forwarded message):"
    r"|on [^\n]{5,120} wrote:(?=\s|\")"
    r")",
    re.I | re.M,
)
_HEADERS = re.compile(
    r"^(?:From|To|Subject|Sent|Cc): .*\n(?:(?:From|To|Subject|Sent|Date|Cc): .*(?:\n|\Z))+|^-{2,} ?(?:Original"
    r"|Forwarded)\b|^(?:From|To): [^\n]{1,80}? (?:Subject|Sent|Date|Cc): ",
    re.I | re.M,
)
_THIS_IS = r"(?:this|that|here|below)(?:'s| is| are) "
_POLITE = (
    r"(?:(?:hi|hey|hello|ok|okay)[,!]? )?(?:please |pls |(?:can|could|would|will) (?:you|u) (?:please |pls |also )?"
    r"|help me (?:to )?|now |then )*"
)
_LANGUAGE = r"(?:grammar|spelling|english|punctuation|wording|typos?|style|tone|mistakes|errors)"
# Whose language it is learns it: "improve my English: I want a tutor".
_NO_SKILL = rf"(?! my (?:\w+ )?{_LANGUAGE}\b)"
_REWORK = r"(?:translate|rewrite|rephrase|reword|summari[sz]e|proof-?read|paraphrase|shorten|polish)"
# Why somebody asks is their own: "is this correct? I don't speak Dutch".
_NO_REASON = (
    r"(?!(?:i(?:'m| am|'ve| have)? (?:do not|don't|can't|cannot|need|want|have to|must|not|no|wrote|got|received|found"
    r"|think|know|hope|trying|learning|sending|never)|i'll|my (?:english|german|french|spelling|grammar)|it'?s|it is"
    r"|that|there|thanks?|what|where|when|who|how|is|are|do|does|can|could|please)\b)"
)
# What is made of words, and read or gone on with as it stands: "explain this prompt: …", "continue this story: …".
_MADE_OF_WORDS = (
    rf"(?:{_WORDS}|prompts?|logs?|snippets?|passages?|sentences?|quotes?|scripts?|lyrics|dialogues?|scenes?"
    r"|instructions)"
)
# These come with it or stand below. What follows on the line is why: "compare these pages: I live in Oslo".
_HANDED_OVER = rf"(?:{_MADE_OF_WORDS}|documents?|pages?|files?)"
_READ_OR_CONTINUED = (
    r"(?:explain|analy[sz]e|interpret|evaluate|rate|score|discuss|annotate|classify|compare|continue|complete|finish"
    r"|extend|tidy(?: up)?|clean up|format)"
)
_TO_WORK_ON = re.compile(
    rf"{_STARTS}{_POLITE}(?:"
    rf"(?:{_REWORK}|edit|improve|correct|review|critique|grade|convert)\b{_NO_SKILL}{_TO_THE_COLON}"
    rf"|(?:fix|check|mind|correct|improve)\b{_NO_SKILL}[^.!?\n:]{{0,40}}\b{_LANGUAGE}\b[^.!?\n:]{{0,40}}(?::(?=\s|\")|\n)"
    # "Check my grammar: I has …" has the mistakes that are to be found.
    rf"|(?:check|correct|fix)\b my (?:grammar|spelling|punctuation|typos?|mistakes|errors):(?=\s|\")"
    r"|(?:make (?:this|it|that) (?:sound|more|less|shorter|longer|nicer|better|polite\w*)|(?:turn|put) this into an?"
    r" (?:\w+ )?(?:poem|song|story|haiku|limerick|rhyme|rap|joke))\b[^.!?\n:]{0,60}(?::(?=\s|\")| - |\n)"
    rf"|{_READ_OR_CONTINUED} (?:this|these|the following) {_ADJECTIVES}{_MADE_OF_WORDS}\b{_TO_THE_COLON}"
    rf"|(?:{_READ_OR_CONTINUED}|edit|improve|correct) (?:this|these|the following)(?: {_HANDED_OVER})?"
    r"(?: for me| please| pls){0,2}[?.!:]?[ ]?\n"
    rf"|{_REWORK}(?: (?:this|it|these|the following|below)(?: {_TEXT})?)?"
    r"(?: for me| please| pls| to \w+| into \w+){0,2}"
    r"(?:[?.!:]?[ ]?\n|[?.!] (?=\"))"
    rf"|is (?:this|it)\b[^.!?\n:]{{0,30}}\b(?:{_LANGUAGE}|grammatical(?:ly)?)\b[^.!?\n:]{{0,30}}"
    rf"(?:[?:] {_NO_REASON}|[?:]?\n)"
    r")",
    re.I | re.M,
)
# "Here's the bio for the website: … Can you shorten it?"
_WORDS_TO_WORK_ON = re.compile(
    rf"{_STARTS}(?:{_THIS_IS})?(?:(?:an?|the|this) )?(?!my\b|our\b){_ADJECTIVES}"
    rf"(?!notes?\b|words\b|answer\b|story\b){_WORDS}\b{_TO_THE_COLON}",
    re.I | re.M,
)
_ASKS_TO_WORK_ON_IT = re.compile(
    rf"\b(?:(?:can|could|would|will) you|pls|please)\b[^.!?\n]{{0,20}}\b(?:{_REWORK}|edit|improve|correct|review|check"
    r"|fix|tidy up|tighten) (?:it|this|that)\b[^.!?\n]{0,40}[.!?]*\s*$",
    re.I,
)
_MADE_UP = re.compile(
    rf"{_STARTS}(?:"
    r"for (?:the|my|our|an?|this|his|her) (?:[\w&'-]+ ){0,2}?(?:novel|(?:[a-z]+ )?story|fairy tale|screenplay|comic"
    r"|fan ?fic(?:tion)?|character|role-?play|poem|monologue)\b[^.!?\n:]{0,30}"
    r"|(?:(?:here(?:'s| is) )?(?:my|our|the|an?|his|her|their|this|some) (?:[\w&'-]+ ){0,3}?)?(?:role[- ]?play"
    r"(?! (?:group|club|night|meeting|session)s?\b)"
    r"|monologue|dialogue|lyrics|backstory|prologue|epilogue|scene \d+|fan ?fic(?:tion)?"
    r"|short story|fairy tale|writing prompt|character (?:sheet|profile|description))\b[^.!?\n:]{0,40}"
    rf"):{_ABOUT_IT}(?=\s|\")",
    re.I | re.M,
)
_ANNOUNCED = (_HANDED_ON, _TO_WORK_ON, _MADE_UP)
_GREETING = r"(?:hi|hey|hello|hallo|dear|good (?:morning|evening|afternoon))"
# A text of another's opens so, where it begins on the line that announces it.
_OPENS = re.compile(rf"[ \"]{{0,5}}(?:{_GREETING}\b|[^.!?\n]{{0,120}}?\b(?:i|im|ive|me|my|mine|we)\b)", re.I)
_PROMPT = re.compile(r"\b(?:prompts?|instructions)\b[^.!?\n:]{0,60}:\Z", re.I)
_REWORKED = re.compile(
    rf"\b{_REWORK} (?:this|these|it|(?:the )?following|the (?:sentence|text|line|note))\b[^.!?\n:]{{0,40}}:\Z", re.I
)
_LETTER = re.compile(rf"[ \"]{{0,5}}{_GREETING}\b", re.I)
_GREETED = re.compile(
    rf"(?:^|(?<=[.:] )){_GREETING} (?P<name>[^\W\d_]{{2,20}})(?=[ ,!.:-]|$)(?! (?:here|speaking)\b)", re.I | re.M
)
# Who is greeted by name may be a namesake, or oneself; who signs with another name is no one of them.
_SIGNS_OFF = (
    r"(?:^|(?<=[.!?,] )|(?<=\n))(?i:(?:(?:kind|best|warm|many) )?(?:regards|wishes|best|cheers|love"
    r"|yours(?: \w+)?|sincerely|thanks)[,.!]?\s{1,5}(?:(?:mr|mrs|ms|dr)\.? )?)"
)
_SIGNED = re.compile(rf"{_SIGNS_OFF}(?P<name>[^\W\d_]{{2,20}})\b", re.I)
# "Hi team, …", "Dear Ms Roy, …" to the name that ends a line: a mail to somebody else.
_TO_ANYBODY = re.compile(
    rf"(?:^|(?<=[.:] )){_GREETING} (?P<name>(?!there\b)[^\W\d_]{{2,20}})(?: [\w.&-]{{1,20}}){{0,3}}[,!](?=\s)",
    re.I | re.M,
)
_OF_MANY = frozenset("all both colleagues everybody everyone folks madam mr mrs ms neighbours sir team tenant".split())
_SIGNATURE = re.compile(
    rf"{_SIGNS_OFF}(?P<name>[A-Z][^\W\d_]{{1,20}})(?: [A-Z][\w.-]{{0,20}}){{0,2}}[ \t]{{0,20}}(?=\n|\Z)"
)
# A dash or dots stand for the colon before a greeting, and before "I" where words were sent. What "he sent me - I love
# it" may be a thing.
_OTHER_MARK = re.compile(rf" [-–—] (?=(?:{_GREETING}|i|i'm|i've|i'll|we|my|our)\b)|(?:\.{{3}}|…) (?=\w)", re.I)
_WORDS_SENT = r"(?:texted|e-?mailed|messaged|wrote|posted|replied|answered)"
_SAYS_WHAT = re.compile(
    rf"\b(?:{_WORDS_SENT}(?: (?:me|us))? (?:this|these|the following)"
    rf"|what (?!i\b|we\b)[^.!?\n:]{{1,40}} {_WORDS_SENT}\b[^.!?\n:]{{0,30}})$",
    re.I,
)
MOST_BEFORE = 100  # characters that an announcement has, and some more
# Where the speaker goes on in their own words: behind the mark that closes a quotation, or on a new paragraph.
_CLOSED = re.compile(r"\"(?=[.!?]?(?:\s+[A-Z]|\s*\n))")
_OWN_AGAIN = re.compile(
    r"\n[ \t]{0,20}\n(?=(?:(?:btw|by the way|anyway|from me|as for me|on another note|from now on)"
    r"|(?:also|and also|oh and|one more thing|p\.?s)\b[^\n]{0,60}\b(?:from now on|always|never|please|remember))\b)",
    re.I,
)
_PARAGRAPH = re.compile(r"\n[ \t]{0,20}\n")
_LINE_ENDS = re.compile(r"[ \t]{0,20}(?:\n|\Z)")
_SPEECH = re.compile(
    r"(?P<by>(?<![\w'])(?!i\b|we\b)[\w']{1,30} (?:says?|said|wrote|writes|texted|replied|answered|told (?:me|us)"
    r"|messaged)\b[^\"\n.!?]{0,30})\"[^\"\n]{1,1000}\"|\"[^\"\n]{1,1000}\" (?:said|says|cried|asked|replied|wrote)"
    r" (?!i\b|we\b)[^\"\n.!?]{0,30}(?:\"[^\"\n]{1,1000}\")?",
    re.I,
)


def without_pasted(text: str, speaker: str) -> str:
    """The text without what it hands on of somebody else's, and without texts to work on."""
    plain = _with_colons(text.translate(_PLAIN))
    kept = []
    at = 0
    for start, end in sorted(_pasted(plain, speaker)):
        if start >= at:
            kept.append(text[at:start])
        at = max(at, end)
    return "\n\n".join([*kept, text[at:]])


def said_oneself(text: str, speaker: str) -> str:
    """The same without what is quoted of others."""
    return _SPEECH.sub(lambda said: said["by"] or "", without_pasted(text, speaker).translate(_PLAIN))


def _pasted(plain: str, speaker: str) -> Iterator[tuple[int, int]]:
    """Where somebody else's words begin and end."""
    yield from logs(plain, speaker)
    found = [end for pattern in _ANNOUNCED if (end := _announced(pattern, plain)) is not None]
    if _ASKS_TO_WORK_ON_IT.search(plain, max(len(plain) - BEHIND, 0)):
        found += [told.end() for told in [_WORDS_TO_WORK_ON.search(plain)] if told]
    found += [headed.end() for headed in [_HEADERS.search(plain)] if headed]
    found += [letter for letter in [_letter(plain, names_of(speaker))] if letter is not None]
    if found:
        start = min(found)
        yield start, _end(plain, start)


def _announced(pattern: re.Pattern[str], plain: str) -> int | None:
    """Where the first text begins that is announced so."""
    ends = (announced.end() for announced in pattern.finditer(plain))
    return next((at for at in ends if _is_below(plain, at) or _OPENS.match(plain, at) or _is_told(plain, at)), None)


def _is_told(plain: str, at: int) -> bool:
    """Whether it is said up to there that a text follows: a prompt, which speaks to a model and of nobody, or what is
    to be put into other words, whoever it is of."""
    before = max(at - MOST_BEFORE, 0)
    return _PROMPT.search(plain, before, at) is not None or _REWORKED.search(plain, before, at) is not None


def _letter(plain: str, mine: frozenset[str]) -> int | None:
    """Where a letter to the speaker, or to others, begins, which somebody else signed."""
    greeted = next((greeted for greeted in _GREETED.finditer(plain) if greeted["name"].lower() in mine), None)
    if greeted is None:
        return _letter_to_others(plain, mine)
    signed = _SIGNED.search(plain, greeted.end())
    return greeted.start() if signed and signed["name"].lower() not in mine else None


def _letter_to_others(plain: str, mine: frozenset[str]) -> int | None:
    """Where a letter to somebody else begins. Who greets the assistant and signs may be the owner of an account that
    has no name, unless they write to many, or set the name below as in a mail."""
    greeted = _TO_ANYBODY.search(plain)
    signed = _SIGNATURE.search(plain, greeted.end()) if greeted else None
    if greeted is None or signed is None:
        return None
    name, to = signed["name"].lower(), greeted["name"].lower()
    is_to_others = bool(mine) or to in _OF_MANY or "\n" in signed[0]
    return greeted.start() if is_to_others and name not in mine and name != to else None


def _with_colons(plain: str) -> str:
    """With a colon where a dash or dots announce somebody's words. Places stay as they are."""

    def mark(found: re.Match[str]) -> str:
        before = plain[max(found.start() - MOST_BEFORE, 0) : found.start()]
        is_one = _LETTER.match(plain, found.end()) or _SAYS_WHAT.search(before)
        return ":".ljust(len(found[0])) if is_one else found[0]

    return _OTHER_MARK.sub(mark, plain)


def _is_below(plain: str, at: int) -> bool:
    """Whether a text that is announced up to there stands on lines of its own."""
    return plain[at - 1 : at] == "\n" or _LINE_ENDS.match(plain, at) is not None


def _end(plain: str, start: int) -> int:
    """Where a text that begins there is over: with the quotation that it is, where the speaker goes on, or with its
    paragraph, unless it is a letter or stands below."""
    opening = start + len(plain[start:]) - len(plain[start:].lstrip())
    closed = _CLOSED.search(plain, opening + 1) if plain[opening : opening + 1] == '"' else None
    if closed is not None and '"' not in plain[closed.end() :]:
        return closed.end()
    is_whole = start == 0 or _is_below(plain, start) or _LETTER.match(plain, start)
    again = (_OWN_AGAIN if is_whole else _PARAGRAPH).search(plain, start)
    return again.end() if again else len(plain)
