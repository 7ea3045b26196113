"""From what somebody typed to plain English sentences: code, quotes, links and lists out, contractions open.

Pure. Every pattern is linear in its input, and both the turn's length and its number of sentences are bounded. The
patterns rely on `_printable`: after it a run of spaces is one space, and no line is empty.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from ..grammar.lexicon import LASTING
from . import bidden
from .abbreviated import carried, with_months
from .as_well import said_of_both
from .capitals import with_names
from .exchanged import exchanged, joined
from .in_a_row import told_in_a_row
from .of_oneself import whose
from .others_words import DICTATED, FICTION, SARCASM, SAYING, asserted, without_quoted
from .quoting_oneself import said_of_oneself
from .recast import recast
from .remarks import with_capitals, without_remarks
from .typed import spelled
from .unsaid import UNSAID, Plain, with_subject
from .verbless import with_article

# Bounds on the parser's work for one turn. What is longer is pasted, and says little of who pasted it; a "sentence" of
# more characters is a list or a table. Half and twice of each leave the development talks the same 897 facts.
MAX_TURN_CHARACTERS = 20_000
MAX_SENTENCES = 120
MAX_SENTENCE_CHARACTERS = 400
CODE_INDENT = 4  # spaces; CommonMark's rule for a line of code

_PAUSE = "\x1f"
_GAP = re.compile(r"\s++")  # whole runs: a search that may begin inside of one is quadratic
_FENCE = re.compile(r"(```|~~~).*?(?:\1|\Z)", re.S)
_INDENTED_OR_QUOTED = re.compile(r"^(?: |>|\||»).*$", re.M)
_INLINE_CODE = re.compile(r"`[^`\n]{1,200}`")
_URL = re.compile(r"(?:,?[ \n](?:see|via|at|here|link)\b:?[ \n]?)?\b(?:https?://|www\.)\S+", re.I)
_BRACKETED = re.compile(r"[(\[][^()\[\]\n]{0,200}[)\]]")
# What the service puts in the place of a secret. A sentence that lost its object tells nothing that is worth keeping.
_MASKED = re.compile(r"\[secret: [a-z ]+\]")
_BULLET = re.compile(r"^(?:[-*+•]|\d{1,2}[.)]) ", re.M)
_NUMBERED = re.compile(r"(?<=[.!?:]) \d{1,2}\) (?=\S)")  # "1) … 2) …" in one line
_HEADING = re.compile(r"^#{1,6} .*$", re.M)
_MARKUP = re.compile(r"(?<!\w)[*_~]{1,3}(?=\w)|(?<=[\w.!?:,)])[*_~]{1,3}(?!\w)")
_CODE_LINE = re.compile(
    r"[{};]\s*$|^\s*(?:def|class|import|from \S+ import|return|const|let|var|public|private|SELECT|INSERT|UPDATE"
    r"|FROM|WHERE|#include|function|\$|>>>|Traceback|File \")\b|=>|==|!=|::|\w\(\)|</?\w+>|^\s*[\w.]+\s*=\s*\S"
)
_LOG_LINE = re.compile(
    r"^\s*(?:(?:TO-?DO|FIX-?ME)\b|\[?\d{4}-\d\d-\d\d[T ]\d\d:|(?:ERROR|WARN|INFO|DEBUG)\b|\w*(?:Error|Exception):)"
)
_SPLIT = re.compile(r"(?<=[.!?…])[\"'”’)]*\s+(?=[\"'“‘(]?[A-Z0-9a-z])|(?<=[^\s.][.!?])(?=[A-Z][a-z]+[ ,!'])|\n+|;\s+")
_CONDITION = re.compile(r"(?:and |but |so )?(?:if|when|whenever|unless|once|in case)\b", re.I)
# "We'll be up to 600 she reckons".
_RECKONED = re.compile(r"\w,? (?:(?:he|she|they) (?:reckons?|claims?|swears?|insists?)|[A-Z][a-z]+ reckons)[.!]*$")
_NOT_TOLD_BY_THEM = (SARCASM, _RECKONED, _MASKED, FICTION)
# Gaps between the words of a clause before a colon: "my plan" tells nothing. With 1 the development talks give the same
# 897 facts; with 4 one of them reads worse ("has been promoted: they are head of the night team").
LEAST_TOLD = 2
_NOT_TOLD = re.compile(
    r"\b(?:if|when|whenever|unless|until|suppose|imagine|should|could|would|might|may|option|choice|idea|scenario|example"
    r"|instance|rule|draft|text|message|e?mail|letter|caption|line|lyrics|quote|answer|reply|question|title|joke|dream"
    r"|says?|said|wrote|writes|told|tells?|asked|asks|sang|sings)\b",
    re.I,
)
_DASH = re.compile(r" [-–—]{1,3} | ?— ?| ?--+ ?| [–-](?=[A-Za-z])|\.{3,} ?|… ?")
_CLAUSE_START = re.compile(
    r"(?:(?:and|but|so|plus|also|now|yesterday|last \w+|recently|just)\s+)?"
    r"(?:i|we|he|she|they|it|this|that|those|these|there|my|our|the|can't|so|super|love|such|what"
    r"|here)(?:['’]\w+)?\s+\w+",
    re.I,
)
_OPENERS = re.compile(
    r"^(?:(?:wow|whoa|woah|hey|hi|hello|hiya|heya|howdy|yo|yeah|yea|yep|yup|yes|yay|nah|nope|no"
    r"|oh|ooh|aw+|ah+|aah|ha(?:ha)+|"
    r"haha\w*|lol|lmao|omg|well|ok|okay|alright|sure|btw|by the way|anyways?|fyi|exactly|totally|absolutely|definitely|"
    r"of course|right|true|agreed|cool|nice|great|awesome|amazing|congrats|congratulations|sorry|gosh|man|dude|guys|"
    r"for the record|just so you know|as a side note|on another note|on a different note|funny "
    r"enough|honestly|actually|basically|frankly|to be honest|tbh|as you know|you know|i mean|look|listen|guess what|"
    r"(?:many )?thanks(?: so much| a lot| again| a bunch)?|thank you(?: so much| very much)?|good "
    r"(?:morning|evening|afternoon)|"
    r"for sure|so far so good|good question|speaking of which|in fact|for real|that being said|on that note|"
    r"and|but|so|plus|also|or)"
    r"(?:[,!.:…\-–—]+\s*|\s+(?=(?:and |but |so )?(?:i|i'm|i've|we|my|our|please|always|never(?! mind)|don't)\b))"
    r"|(?:on (?:a|an|the) (?:more |less )?[a-z]+ (?:note|subject|topic|front)"
    r"|one (?:(?:more|other|further|last|final) )?(?:thing|matter|point)|news|(?:quick )?question|quick one"
    r"|(?-i:[Tt]a)|cheers"
    r"|(?:morning|afternoon|evening)(?!,? (?:noon|afternoon|evening|night|and)\b))[,!:…]+\s*"
    # Typed without a comma: these are never part of what follows.
    r"|morning\s+(?=so |(?:good|bad|sad|great) news )|(?-i:[Tt]a\s+(?=[a-z]))"
    r"|(?:hiya|heya|yeah|yea|yh|yep|yup|ok|okay|oh|ooh|ugh|hmm*|lo+l|nah|nope|ah|aw)\s+(?=\w)"
    r"|(?:no|yes|well|right|hey|hi|morning)\s+(?=(?:he|she|it|they|that|there|we|you)(?:'\w+)? ))+",
    re.I,
)
_GREETED = (
    r"^(?:hey|hi|hello|hiya|heya|thanks(?: so much)?|thank you|sorry|wow|yeah|yep|oh|well|no|nah|sure|morning)"
    r"\s+{name}\b[,!.:…\-–— ]*"
)
# These lead in whatever follows: "fyi billing belongs to Ann", "heads up that we moved", "sad news, Rex died".
_LEAD_INS = re.compile(
    r"^(?:(?:just )?(?:a )?(?:heads[- ]up|quick update|small update|fyi|btw|by the way|guess what|reminder|update)"
    r"|(?:(?:some|big|bad|sad|good|great|exciting|terrible) )+news|oh wait|no,? wait|wait,? no|wait"
    r"|hang on|hold on|scrap that|quick context)"
    r"(?:[,!.:…\-–—]+\s*|\s+)(?:that (?=(?:i|we|my|our|the)\b))?(?!for\b|about\b|on\b|from\b|is\b|was\b|until\b"
    r"|till\b|to\b)",
    re.I,
)
# "Never mind the cost, I'll keep the flat" bids nothing.
_DISMISSED = re.compile(r"^never ?mind\b[^,;.!?]*[,;.!?]*\s*", re.I)
# "..., so bye Nationwide".
_FAREWELL = re.compile(r",? (?:so |and )?(?:bye|goodbye|farewell)(?: bye)?,? [A-Z][\w' -]{1,40}(?=[.!]*$)")
# "Hello Sam, Kim lives in York": whoever is greeted is not told of.
_GREETING = re.compile(
    r"^(?i:hello|hi|hey|dear|good (?:morning|evening|afternoon)),? (?:[A-Z]\w+|all|team|everyone|folks)(?: [A-Z]\w+)?"
    r"[,!] ?(?=\S)"
)
# "Don't call me, email me": two standing wishes.
_INSTEAD = re.compile(
    r"^((?:please )?(?:don't|do not|never) [^,;]{2,80})[,;] (?:but |rather |instead,? |just |please )*"
    r"(?!(?:i|we|he|she|they|it|you|this|that|and|or|so|because|if|when|unless|ok|okay|please|thanks)\b)"
    r"([a-z]{2,} (?:me|us|my|our|a|an|the|in|with|by|to|only|plain)\b)",
    re.I,
)
# "Grandma's in a care home", "Kim's vegetarian": what stands before a preposition or such an adjective owns nothing.
_IS = re.compile(
    r"^((?!(?:it|that|he|she|what|there|here|who|let|where|how)'s\b)(?:(?:my|our|the) (?:[a-z]+ )?)?\w+)'s "
    r"(?=(?:in|on|at|with|from|under|near|without|off|out|into) (?!(?:the )?(?:corner|way)\b)"
    rf"|(?:{'|'.join(map(re.escape, sorted(LASTING)))}|allergic)\b)",
    re.I,
)
_MONTHS = r"(?:jan(?:uary)?|feb(?:ruary)?|march|april|may|june|july|aug(?:ust)?|sep\w*|oct\w*|nov\w*|dec\w*)\b"
_DAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day\b"
# After a noun the parser takes these for another noun: "our flight leaves on 22 May". What "ends in 88" or "runs on
# Linux" names no time.
_SCHEDULED = re.compile(
    r"^((?:my|our|the|his|her|their) (?:[\w'-]+ ){1,4})"
    r"(leave|depart|arrive|land|start|end|open|close|return|move|run)s "
    rf"(?=(?:on (?:the )?(?:\d{{1,2}}\b|{_DAY}|{_MONTHS})"
    rf"|in (?:(?:early|mid|late) )?(?:{_MONTHS}|spring\b|summer\b|autumn\b|winter\b|20\d\d\b)"
    r"|in (?:\w+ ){1,2}(?:minutes?|hours?|days?|weeks?|months?|years?)\b"
    r"|until|at\b.*\b(?:tomorrow|tonight|today|on \d|on [a-z]+day)|tomorrow|tonight|today|next|this|\d"
    rf"|{_DAY})\b)",
    re.I,
)
# A train or a flight leaves once; an office closes every day.
_DEPARTS = re.compile(
    r"^((?:my|our|the|his|her|their) (?:[\w'-]+ ){1,4})(leave|depart|arrive|land)s "
    r"(?=at (?:\d{1,2}[:.]\d\d|\d{1,2} ?[ap]\.?m\b|noon\b|midnight\b))",
    re.I,
)
_LABELS = re.compile(
    r"^(?:(?:[\w'-]+ ){0,2}(?:notes|recap|status|summary)|update|correction|note|fyi|p\.?s\.?|edit|reminder"
    r"|heads up|quick update|news|side note"
    r"|fun fact|important)\s*:\s*",
    re.I,
)
_FOUND_OUT = re.compile(
    r"^(?:(?:as )?it turns out|turns out|as it turned out|turned out)(?: that)?,? (?=(?:i|we|my|our|the)\b)", re.I
)
# "Something else: I sing", "One more rule for you: keep it short".
_TOPIC = re.compile(
    r"^(?![^:]*\b(?:is|are|was|were|am|has|have|had|got|i|we|changed|switched|swapped"
    r"|found)\b)(?:[\w'-]+,? ){0,6}[\w'-]+:\s+"
    r"(?=(?:i|i'm|i've|i'll|we|we're|my|our|the|he|she|it|they|please|keep|use|never|always|don't|do not|when|if"
    r"|[A-Z][\w'-]+ (?:is|are|was|has|had|will))\b)",
    re.I,
)
# "New number, it ends in 8890", "New address: 5 Quay Lane", "New boss today: Helen".
_NEW_ONE = re.compile(
    r"^(?:(?:i|we) (?:have|'ve) (?:got )?an? |an? )?new (?P<noun>[a-z-]+(?: (?!to(?:day|night|morrow)|this\b)[a-z-]+)?)"
    r"(?: today| this (?:morning|week))?(?:, (?:it|he|she) (?P<verb>is|[a-z]+s)|, (?:it|he|she)'s|:|,(?= \d)) (?=\S)",
    re.I,
)
# "Or we rent one for 140 a day": one of several that may be.
_ALTERNATIVE = re.compile(r"^or\b,? (?!rather\b|actually\b|so\b|in other\b|better\b|something\b)", re.I)
_LINKERS = re.compile(r"^(?:and|but|so|plus|also|or(?: rather| actually)?|then|anyway|actually|honestly)\b,?\s+", re.I)
# "..., especially the small ones": which ones only the picture tells.
_ONES = re.compile(r",\s+(?:especially|particularly|like|even) (?:[\w'-]+ ){0,3}ones(?=[.!?,]*$)", re.I)
# "Priya leads, then Marek": of Marek nothing is told that stands by itself.
_NEXT_ONE = re.compile(r",? (?:and )?then (?:[A-Z][\w'-]{1,20}|me|you|us)(?=[.!]*$)")
_TAILS = re.compile(
    r",? (?:(?:so )?here (?:goes|we go)(?: nothing)?|you know|ya know|y'know|lol|lmao|ffs|smh|fml|omg|haha"
    r"|tho|though|too|as well|btw|by the way|of course"
    r"|same (?:time|place|day|hour|room|price)(?: as (?:before|always|usual|ever))?"
    r"|for sure|(?:so,? )?no thank(?:s| you)|to be honest|tbh|honestly|actually|right|huh|(?:would|will|could"
    r"|can) you)(?=[.!?,]*$)",
    re.I,
)
_CLIPPED = re.compile(r"\b(\w{2,})in'(?!\w)", re.I)
_OPENING_MARK = re.compile(r"(?<!\w)'(?!(?:cause|cuz|coz|em|til|n)\b)(?=\w)", re.I)
# A feeling that opens a sentence without its "I am" or "it is": a reaction, unless something is looked forward to.
_REACTION = re.compile(
    r"^(?:(?:so|really|super|very|pretty|how|that's|it's) )*(?:here|here's|glad|happy|cool|great"
    r"|nice|awesome|amazing|sorry|bet|hope|hoping|no wonder|too bad|"
    r"lucky|proud|good|wonderful|crazy|funny|sweet|congrats|kudos|way to go|thank|thanks|sounds"
    r"|looks|feels|seems|must|makes|made me|can't believe)\b",
    re.I,
)
_ORDER_START = re.compile(r"(?:please|don't|do not|never|always) \w+ \w+", re.I)
# A comma between two whole clauses: "I moved in May, it was hectic".
_SPLICE = re.compile(r", (?=(?:it|he|she|they|we|i|my|his|her|our)\b)", re.I)
# "Serena has asthma so it's urgent": what follows from a statement is another one.
_FOLLOWS = re.compile(r",? so (?=(?:it|he|she|that|they|there)(?:'s|'re| is| are) )", re.I)
# "I traded in my phone, got a Pixel instead": the speaker did both.
_ONES_OWN = re.compile(
    r"^(?P<first>(?:I|We|I've|We've) [^,]{4,80}|[A-Z][a-z]+ed (?:(?:in|off|up|out|away|back|over) )?(?:my|our"
    r"|the) [^,]{3,60}), (?:and |then )?(?=(?:got|bought|found|switched"
    r"|moved|went|took|started|joined|booked|rebooked|signed|ordered|hired|adopted) )"
)
_COPULA = re.compile(r"\b(?:is|was|are|were|has|have|had)\b", re.I)
_OPEN_CLAUSE = re.compile(
    r"^(?:when|if|after|before|since|because|as|while|although|though|even|once|until|till|last"
    r"|next|yesterday|today|on|in|at|by"
    r"|with|for|during|to|from|despite|besides|through|whenever|where|recently|lately|sometimes|this|every|each"
    r"|one|two|three|now|usually|first|then|later|growing|ever|apart|aside|instead|unlike|like|unless|whether"
    r"|given|being|having|not|of|some|back|within|without"
    r"|ago|right|these|those|\w+ing|honestly|thankfully|luckily|unfortunately|unless|in)\b"
    r"|\b(?:when|if|because|that|which|who|while|says?|said|told|although|though|whenever|like)\b",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Prose:
    """The sentences of a turn, and whether some were cut off by the bounds."""

    sentences: tuple[Plain, ...]
    truncated: bool


def prose(text: str, addressees: tuple[str, ...] = (), names: frozenset[str] = frozenset(), before: str = "") -> Prose:
    """The turn's sentences in plain words, without code, quotations, links, markup, greetings and names called out;
    `names` are those that the talk writes with a capital somewhere, `before` is the turn before."""
    truncated = len(text) > MAX_TURN_CHARACTERS
    text = with_names(_printable(text[:MAX_TURN_CHARACTERS]), names)
    text = _FENCE.sub("\n", text)
    if (dictated := DICTATED.search(text)) is not None:
        text = text[: dictated.start()]
    text = without_quoted(text)
    text = _HEADING.sub("\n", text)
    text = _INDENTED_OR_QUOTED.sub("\n", text)
    text = "\n".join("" if _CODE_LINE.search(line) or _LOG_LINE.search(line) else line for line in text.split("\n"))
    text = _URL.sub("", text)
    text = _BULLET.sub("", _NUMBERED.sub("\n", text))
    text = _MARKUP.sub("", text)
    sentences: list[Plain] = []
    for sentence, own in whose(asserted(_pieces(bidden.joined(joined(with_months(text))))), before):
        if len(sentences) >= MAX_SENTENCES:
            truncated = True
            break
        if len(sentence) > MAX_SENTENCE_CHARACTERS:
            truncated = True
            continue
        if _ALTERNATIVE.match(sentence) or sentences and _NAME_ALONE.match(sentence):
            continue
        if SAYING.match(sentence) or any(pattern.search(sentence) for pattern in _NOT_TOLD_BY_THEM):
            continue
        cleaned = _plain(sentence, addressees)
        sentences.extend(
            with_subject(part, own) for part in _at_splices(cleaned) if part.endswith("?") or not _REACTION.match(part)
        )
    return Prose(tuple(sentences), truncated)


# "My father in law": with gaps he would be taken for the father.
_IN_LAW = re.compile(
    r"\b(?P<kin>(?:father|mother|brother|sister|son|daughter)s?) in law\b"
    r"(?! (?:school|firm|office|enforcement|practice|class)\b)",
    re.I,
)
# Whose name "Name is Gordo" tells, the sentences before it say.
_NAME_ALONE = re.compile(r"name(?:'s| is) ", re.I)
# Marks of quotation as English, German and French write them.
_MARKS = str.maketrans("’‘“”„‟«»", '\'\'""""""')


def _printable(text: str) -> str:
    """The text's letters, marks and lines: no empty line, no run of spaces, one space before an indented line."""
    text = unicodedata.normalize("NFC", text)
    text = _IN_LAW.sub(r"\g<kin>-in-law", text)
    text = text.translate(_MARKS)
    kept = "".join(character if _is_printable(character) else _PAUSE for character in text)
    lines = []
    for line in _GAP.sub(_gap, kept).split("\n"):
        words = " ".join(line.split())
        indent = line[: len(line) - len(line.lstrip())]
        if words:
            lines.append(f" {words}" if "\t" in indent or len(indent) >= CODE_INDENT else words)
    return "\n".join(lines)


def _is_printable(character: str) -> bool:
    """Emoji, control characters and lone surrogates are not: each is a pause, never a letter."""
    category = unicodedata.category(character)
    return character in "\n\t`" or category[0] in "LNP" or category in ("Zs", "Sc", "Sm", "Mn", "Mc")


def _gap(gap: re.Match[str]) -> str:
    """White space as it is; with a pause in it, the end of a sentence where a capital follows."""
    if _PAUSE not in gap.group():
        return gap.group()
    follows = gap.string[gap.end() : gap.end() + 1]
    return "\n" if "A" <= follows <= "Z" else gap.group().replace(_PAUSE, " ")


def _pieces(text: str) -> list[str]:
    """Sentences, split also at a dash that begins a new clause."""
    wholes: list[list[str]] = []
    for part in filter(None, map(str.strip, _SPLIT.split(text))):
        if wholes and (before := carried(wholes[-1][-1], part)) is not None:
            wholes[-1][-1:] = [before, part]
        else:
            wholes.append([part])
    pieces = [piece for whole in wholes for piece in _at_dashes(" ".join(whole))]
    return [told for piece in pieces for whole in said_of_both(piece) or [piece] for told in _at_colon(whole)]


def _at_colon(sentence: str) -> list[str]:
    """ "They changed our booking: the flight leaves on Monday" is two statements; "if it rains: we stay in" is none."""
    left, colon, right = sentence.partition(": ")
    if colon and _CONDITION.match(left):
        return [f"{left}, {right}"]
    is_told = colon and _CLAUSE_START.match(left) and _CLAUSE_START.match(right) and left.count(" ") >= LEAST_TOLD
    return [left, right] if is_told and not _NOT_TOLD.search(left) else [sentence]


def _at_dashes(sentence: str) -> list[str]:
    pieces: list[str] = []
    start = 0
    for dash in _DASH.finditer(sentence):
        if _CLAUSE_START.match(sentence, dash.end()) and dash.start() > start:
            pieces.append(sentence[start : dash.start()])
            start = dash.end()
    pieces.append(sentence[start:])
    return pieces


def _at_splices(sentence: str) -> list[str]:
    """The whole clauses that only a comma joins; a sentence without any comes back alone, an empty one not at all."""
    if not sentence:
        return []
    for told in (bidden.bidden, exchanged, said_of_oneself, recast, told_in_a_row):
        if parts := told(sentence):
            return parts
    if instead := _INSTEAD.match(sentence):
        return [instead[1], f"Always {sentence[instead.start(2) :]}"]
    if one := _ONES_OWN.match(sentence):
        return [sentence[: one.end("first")], sentence[one.end() :]]
    if (so := _FOLLOWS.search(sentence)) and not _OPEN_CLAUSE.search(sentence[: so.start()]):
        return [*_at_splices(sentence[: so.start()]), sentence[so.end() :]]
    parts, start = [], 0
    for comma in _SPLICE.finditer(sentence):
        left = sentence[start : comma.start()]
        whole = any(pattern.match(left) for pattern in (_ORDER_START, _CLAUSE_START, *(lead for lead, _ in UNSAID)))
        whole = whole or bool(_COPULA.search(left))
        if whole and len(left.split()) >= 3 and not any(_OPEN_CLAUSE.search(part) for part in left.split(", ")):
            parts.extend(bidden.bidden(left) or [left])
            start = comma.end()
    parts.append(sentence[start:])
    return parts


def _plain(sentence: str, addressees: tuple[str, ...]) -> str:
    sentence = _BRACKETED.sub("", sentence)
    sentence = _INLINE_CODE.sub(lambda match: match.group().strip("`"), sentence)
    sentence = re.sub(r"\s+", " ", sentence).strip()
    sentence = _CLIPPED.sub(_unclipped, sentence)
    sentence = with_capitals(without_remarks(spelled(sentence)))
    previous = ""
    while previous != sentence:
        previous = sentence
        sentence = _DISMISSED.sub("", _LEAD_INS.sub("", _OPENERS.sub("", _GREETING.sub("", sentence))))
        for name in addressees:
            sentence = _called_out(sentence, name)
        sentence = _LINKERS.sub("", _TOPIC.sub("", _FOUND_OUT.sub("", _LABELS.sub("", sentence))))
        sentence = _FAREWELL.sub("", _NEXT_ONE.sub("", _ONES.sub("", _TAILS.sub("", sentence))))
    sentence = _NEW_ONE.sub(lambda found: f"My new {found['noun']} {found['verb'] or 'is'} ", sentence)
    sentence = _IS.sub(r"\1 is ", sentence)
    sentence = _DEPARTS.sub(r"\1will \2 ", sentence)
    sentence = _SCHEDULED.sub(r"\1will \2 ", sentence.strip(" ,-–—:"))
    if len(re.findall(r"[^\W_]+", sentence)) < 1:
        return ""
    sentence = with_article(sentence)
    return sentence[0].upper() + sentence[1:]


def _unclipped(word: re.Match[str]) -> str:
    """ "Goin'" is "going"; the mark that ends a quotation ('admin') is no clipped g."""
    return word.group() if _OPENING_MARK.search(word.string, 0, word.start() + 1) else f"{word.group(1)}ing"


def _called_out(sentence: str, name: str) -> str:
    escaped = re.escape(name)
    sentence = re.sub(_GREETED.format(name=escaped), "", sentence, flags=re.I)
    sentence = re.sub(rf"^{escaped}\s*(?:[,!.:…\-–—]+\s*|$)", "", sentence, flags=re.I)
    return re.sub(rf",\s+{escaped}(?=[.!?,]|$)", "", sentence, flags=re.I)
