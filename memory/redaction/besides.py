"""Secrets that are told by what they are for: the answer to a question that proves who somebody is, what is typed to
get in, and a password that is spelt out. A table of formats.

The patterns are in lower case, and begin as those of `spoken`.
"""

from __future__ import annotations

import re

from .formats import Format
from .grammar import MARKED, OF, OPEN
from .said_of_passwords import DESCRIBES, says_of_one
from .told_values import is_login, is_signed

_IS = r"\s(?:is|was|ist|war|lautet|est|es|era|é|è)"
_PROPER = r"(?:password|passphrase|passcode|passwort|kennwort|pw)"
# --- The answer to a question that proves who somebody is ---------------------------------------------------------

_QUESTION = (
    r"(?:(?:security|secret) questions?|sicherheitsfragen?|question (?:secrète|de sécurité)|pregunta (?:secreta|de "
    r"seguridad)|domanda (?:segreta|di sicurezza)|pergunta (?:secreta|de segurança))"
)
_NAMED = r"(?:answer|antwort|réponse|respuesta|risposta|resposta)"
# Nobody's of a firm's: "the answer to our security question is a new gateway".
_OF_SOMEBODY = r"(?:my|his|her|meine|seine|ihre|ma|sa|mi|su|mia|la mia|minha)"
# One to three words to the end of their sentence.
_ANSWER = r"[^\W_][\w’'&-]{1,24}(?:\s[^\W_][\w’'&-]{1,24}){0,2}"
_ENDED = r"(?=[\"'`”»*_]{0,3}(?:[.!](?!\w)|\s?$|\n))"
_SAYS_OF_ONE = frozenset(
    "yes no not none anything whatever maybe wrong right correct incorrect secret private stored hashed encrypted "
    "known unknown too in on at the that this it what when where how always never still only required optional "
    "case-sensitive easy hard same a an public long short below above here there missing guessable lost forgotten "
    "nein ja nicht falsch richtig bekannt oui non sí si faux vrai incorrecta incorrecte inconnue".split()
)


# What such a question is about. A list of what a seller is asked of security has questions and answers, too, of cities
# and schools as well.
_OF_A_LIFE = (
    r"\b(?:pet|haustier\w{0,2}|mascota|animal|animale|mother|mum|mom|mutter|mère|madre|mãe|father|dad|vater|père|padre|pai|"
    r"maiden|mädchenname|born|birth\w{0,5}|geburt\w{0,5}|geboren|naissance|naciste|nacimiento|nascita|nascimento|"
    r"nickname|spitzname|surnom|apodo|favou?rite|lieblings\w{1,15}|grew up|grow up|childhood|sibling|spouse|"
    r"grand(?:mother|father|ma|pa)|honeymoon|(?:my|your|first|best|oldest|dein\w{0,2}|erste\w?|premi(?:er|ère)|"
    r"primer[oa]?|prim[oa])\s(?:[\w'’]{1,15}\s)?(?:dog|cat|school|teacher|street|city|town|car|friend|cousin|brother|sister|"
    r"wife|husband|job|name|hund|katze|schule|lehrer\w{0,2}|straße|stadt|auto|école|rue|ville|voiture|perro|escuela|"
    r"calle|ciudad|coche|cane|scuola|via|città|escola|rua|cidade|carro))\b"
)


def is_answer(value: str) -> bool:
    """Whether words behind "answer:" are one, and say nothing of it."""
    return _SAYS_OF_ONE.isdisjoint(value.lower().split())


def is_told_answer(value: str) -> bool:
    """… behind "the answer is", where any sentence may go on: a name, or one word that describes nothing."""
    is_name = not value.islower()
    return is_answer(value) and (is_name or not (" " in value or says_of_one(value) or DESCRIBES.fullmatch(value)))


# --- What is typed to get in --------------------------------------------------------------------------------------

_GETS_IN = r"(?:get in(?! (?:touch|shape|line|contact)\b)|get into it|log ?in|log-in|sign in|unlock|open it)"
_CHARACTER = r"(?:(?!\]\()[^\s\"'`“”«»,;<])"  # a link's text ends before its address
_KEYSTROKE = re.compile(r"(?i:ctrl|alt|shift|cmd|strg|f\d{1,2}|esc|tab|enter|super|win|option)\+")
_OF_PATHS = frozenset("/:\\")
# Two names ("OpenID+Keycloak2", "Q3&Q4"), a setting ("port=8443"), the number of a thing ("ticket#4411"), a channel
# ("chat#support1"), a version ("node@18.19.0").
_OF_THINGS = re.compile(
    r"[A-Za-z]*(?:\d+[A-Za-z]*)?(?:[+&][A-Za-z]*(?:\d+[A-Za-z]*)?)+|[\w.-]+=[\w.,-]+|[A-Za-z-]+#\d+[A-Za-z]*|[a-z]+#[a-z]+\d*"
    r"|[\w-]+@v?\d+(?:\.\d+)*"
)


def is_typed(value: str) -> bool:
    """Whether what is typed to get in is a password: no chord of keys, address or path."""
    return (is_signed(value) or (value[-1] in "!$&*" and is_login(value))) and not _is_of_computers(value)


def is_paired(value: str) -> bool:
    """… the same of what stands beside a login's name, where a path or a version may stand, too."""
    return is_login(value) and not _SIGNS.isdisjoint(value) and not _is_of_computers(value)


def _is_of_computers(value: str) -> bool:
    value = value.rstrip(".,;:?!)/")
    is_of_things = _KEYSTROKE.match(value) or _OF_THINGS.fullmatch(value)
    return is_of_things is not None or not _OF_PATHS.isdisjoint(value)


_SIGNS = frozenset("!#$&*^~+=@?")

# --- A password that is spelt out ---------------------------------------------------------------------------------

_DIGIT = (
    r"(?:zero|oh|one|two|three|four|five|six|seven|eight|nine|null|eins|zwei|drei|vier|fünf|sechs|sieben|acht|neun)"
)
_ALPHABET = (
    r"(?:alpha|bravo|charlie|delta|echo|foxtrot|golf|hotel|india|juliett?|kilo|lima|mike|november|oscar|papa|quebec|"
    r"romeo|sierra|tango|uniform|victor|whiskey|x-ray|yankee|zulu)"
)
_MARK = (
    r"(?:exclamation (?:mark|point)|question mark|hash(?:tag)?|pound sign|dollar(?: sign)?|at(?: sign)?|ampersand|"
    r"underscore|dash|hyphen|minus|plus|star|asterisk|dot|period|slash|percent(?: sign)?|ausrufezeichen|"
    r"fragezeichen|bindestrich|unterstrich|raute|klammeraffe)"
)
_CASE = r"(?:(?:capital|uppercase|upper case|lowercase|lower case|big|small|gro(?:ß|ss)es|kleines)\s)"
_SPELT = rf"(?:{_DIGIT}|{_MARK}|{_CASE}?(?:{_ALPHABET}|\w))(?![\w’'])"
_SPELT_OUT = rf"{_SPELT}(?:(?:,\s?|\s|-){_SPELT}){{3,39}}+(?![\w'’-])"
_CLOSED = r"(?=[\"'`”»*_]{0,3}(?:[.,;!)]|\s?$|\n|\s(?:now|and|for|that|with|please)\b))"
_SPELLS = re.compile(r"(?:^|[\s,-])(?:[^\W\d_](?=$|[\s,-])|" + _ALPHABET + ")")

_BETWEEN = re.compile(r"[\W_]+")
_NAMES_OF_ONE = frozenset("password passphrase passcode passwort kennwort".split())  # how that is spelt


def is_spelt(value: str) -> bool:
    """Whether letters are told one by one: figures and marks alone may be a count or a table."""
    return len(_SPELLS.findall(value)) > 1 and _BETWEEN.sub("", value).lower() not in _NAMES_OF_ONE


_SIGNS_OF_ANSWERS = (
    "security question", "secret question", "security answer", "sicherheitsfrage", "question secr", "question de s",
    "pregunta", "domanda s", "domanda di", "pergunta", "maiden name",
)  # fmt: skip
BESIDES = (
    # As a form has it …
    Format(
        "security answer",
        re.compile(
            rf"\b{_QUESTION}\b(?=[^\n]{{0,100}}?{_OF_A_LIFE})[^\n]{{0,100}}?[?.:,;)\s]{_NAMED}\s?[:=]\s{{0,2}}{OPEN}"
            rf"(?P<secret>{_ANSWER}){_ENDED}"
            r"|\b(?:(?<![\w'’]\s)|(?<=\bmy\s)|(?<=\bhis\s)|(?<=\bher\s))security(?:\squestion)?(?:['’]s)?\sanswer"
            rf"{OF}\s?[:=]\s{{0,2}}{OPEN}(?P<named>{_ANSWER}){_ENDED}"
        ),
        is_answer,
        _SIGNS_OF_ANSWERS,
        spoken=True,
    ),
    # … and as somebody tells it of their own.
    Format(
        "security answer",
        re.compile(
            rf"\b{_QUESTION}\b(?=[^\n]{{0,100}}?{_OF_A_LIFE})[^\n]{{0,60}}?\bmy\b[^\n]{{0,60}}?[?.:,;)\s](?:the\s)?"
            rf"{_NAMED}(?:['’]s|{_IS})\s{OPEN}(?P<mine>{_ANSWER}){_ENDED}"
            rf"|\b{_NAMED}\s(?:to|for|auf|zu|à|a|alla|de|para)\s{_OF_SOMEBODY}\s(?:[\w’'-]{{1,15}}\s)?{_QUESTION}"
            rf"(?<!questions)(?<!fragen){OF}(?:{_IS}\s|\s?[:=]\s{{0,2}}){OPEN}(?P<told>{_ANSWER}){_ENDED}"
            rf"|\b{_OF_SOMEBODY}\ssecurity(?:\squestion)?(?:['’]s)?\sanswer{OF}{_IS}\s{OPEN}(?P<own>{_ANSWER}){_ENDED}"
            rf"|\b{_QUESTION}[^\n.:;?]{{0,60}}?\bmy\s(?:[\w’'-]{{1,15}}\s){{0,2}}?(?:first|best|childhood|favou?rite|oldest|"
            r"primary|elementary|high|mother['’]s)\s"
            r"(?:pet|school|car|teacher|street|friend|city|town|dog|cat|maiden name)"
            rf"(?:{_IS}\s|\s?[:=]\s{{0,2}}){OPEN}(?P<first>{_ANSWER}){_ENDED}"
            r"|\bmaiden name\s(?:for|at|with)\s(?:the|my|our)\s(?:[\w-]{1,15}\s){0,2}?"
            rf"(?:bank|account|login|insurance|card|broker)(?:{_IS}\s|\s?[:=]\s{{0,2}}){OPEN}(?P<maiden>{_ANSWER}){_ENDED}"
        ),
        is_told_answer,
        _SIGNS_OF_ANSWERS,
        spoken=True,
    ),
    Format(
        "password",
        re.compile(
            rf"\b(?:type|enter|use|typing|with|try)\s{OPEN}(?P<secret>{_CHARACTER}{{8,64}})[\"'`”»]?\s"
            rf"(?:to\s{_GETS_IN}\b|when (?:it|they|he|she) asks? for (?:the|a|your) {_PROPER}\b)"
            rf"|\bto\s{_GETS_IN}\b[^\n.:;?]{{0,20}}?\s(?:type|enter|use)(?: in)?\s{OPEN}(?P<after>{_CHARACTER}{{8,64}})"
            rf"|\b(?:(?:get|log|sign)s? in|unlocks)\swith\s{OPEN}(?P<unlocks>{_CHARACTER}{{8,64}})"
        ),
        is_typed,
        (
            "get in", "gets in", "log in", "logs in", "login", "log-in", "sign in", "signs in", "unlock", "open it",
            "ask for", "asks for",
        ),
        spoken=True,
    ),
    # A name and its password, where both get somebody in: "the admin account is root / …"
    Format(
        "password",
        re.compile(
            r"\b(?:(?:admin|root|user|service|test|guest|demo|shared|e?-?mail)\saccount|log-?in)\b[^\n.:;?=]{0,40}?\s(?:is|are|use)\s"
            rf"[\w.@+-]{{2,40}}\s/\s(?P<secret>{_CHARACTER}{{8,64}})"
            rf"|\b(?:account|portal|log-?in)\suse\s[\w.@+-]{{2,40}}\s/\s(?P<used>{_CHARACTER}{{8,64}})"
        ),
        is_paired,
        ("account", "portal", "login", "log-in"),
        spoken=True,
    ),
    Format(
        "password",
        re.compile(
            rf"\b{_PROPER}{OF}(?:['’]s\s|{_IS}\s|\s?[:=]\s{{0,2}})(?:spelt |spelled )?{MARKED}"
            rf"(?P<secret>{_SPELT_OUT}){_CLOSED}"
            rf"|\bspel(?:t|led|ls)(?:\s(?:as|out))?:?\s{MARKED}(?P<before>{_SPELT_OUT}),?\s(?:that['’]s|that is|is)\s"
            rf"(?:the|my|our)\s(?:[\w-]{{1,15}}\s){{0,2}}?{_PROPER}\b"
        ),
        is_spelt,
        ("passw", "passp", "passc", "kennwort", "pw", "spel"),
        spoken=True,
    ),
)  # fmt: skip
