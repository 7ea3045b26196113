"""What kind of thing a name is, by the words beside it, by its own words, and by the lists of first names and places.

A small model takes Porto and Redis for people and Kenji for a town. What the words beside a name say is surest; then
come the name's own words ("Baines & Partners"), then the lists.
"""

from __future__ import annotations

import re

from memory.language.en.gazetteer import is_given_name, is_place
from memory.language.en.software import programs_in

from .lexicon import FAMILY_NAMES, PEOPLE, PETS, word_set

_PERSON, _PLACE, _ORGANIZATION, _OTHER = "person", "location", "organization", "other"

# ---- before the name

# "Moved to Porto", "a flight from Porto", "lives near Porto".
_GOING = re.compile(
    r"\b(?:live|lives|lived|living|move|moves|moved|moving|stay|stays|stayed|staying|born|fly|flies|flew|flying|flight"
    r"|travel\w*|trip|train|ferry|drive|drives|drove|commut\w+|holiday|weekend|home|house|flat|apartment)"
    r"(?: [a-z]+){0,2} (?:in|to|from|near) $",
    re.I,
)
# "Uses Redis", "runs on Nomad", "switched from Jenkins to Redis".
_TOOL = re.compile(
    r"\b(?:use|uses|used|using|install|installs|installed|deploy|deploys|deployed|upgrade|upgraded|migrate|migrated"
    r"|migrating|run|runs|running|written|programs?|codes?|switched)(?: [a-z]+){0,2}(?: (?:on|to|from|in|with))? $",
    re.I,
)
# "Uses Neovim", "switched from Jenkins": nobody uses a town, but much is run, written and deployed in one.
_USING = re.compile(r"\b(?:uses?|used|using|installs?|installed|switched (?:from|to)) $", re.I)
# "Sold the Golf.", "drives a Skoda": nobody's name has an article, and "the Hale account" names an account.
_ARTICLE = re.compile(r"\b(?:the|an?) $", re.I)
_ONE_OF = re.compile(r"\ban? $", re.I)  # of a place: "the Alps" are one
_STANDS_ALONE = re.compile(
    r"$|[.,;:!?)\n]| (?:is|was|has|had|will|needs|died|broke|in|on|at|to|for|from|with|and|or|but|again|yesterday)\b"
)
# "A shop in Bethany", "her Elantra": these are what a model says, though a list has them as somebody's first name.
_WITHIN = re.compile(r"\b(?:in|near|across|throughout) $", re.I)
_DETERMINED = re.compile(r"(?:\b(?:an?|my|our|your|his|her|their)|['’]s) $", re.I)
# "On the old NAS", "the NAS died": a thing in the house.
_AT_HAND = re.compile(r"\b(?:on|onto) (?:the user's|the|an?|my|our|their|his|her)(?: [a-z]+)? $", re.I)
_FAILING = re.compile(r" (?:died|crashed|broke|failed|is full|is broken|was replaced|is dead)\b")
_CODED = re.compile(r"\b(?:written|coded|programmed|programming|built) (?:in|with) $", re.I)
# "Reading Middlemarch", "watched Severance"; "watched Arsenal" is of a club.
_READ = re.compile(r"\b(?:reading|rereading|binge[ds]?(?:-watch(?:ed|ing))?) $", re.I)
_WATCHED = re.compile(rf"{_READ.pattern}|\b(?:re)?watch(?:es|ed|ing)? $", re.I)

# Those whose name may be a firm's: "our supplier Ming Chuan Tools".
_EITHER = word_set("client customer employer tenant host member band broker agent contractor employee group guest")
_BEARERS = (PEOPLE | PETS) - _EITHER
_SOMEBODY = "|".join(sorted(map(re.escape, _BEARERS), key=len, reverse=True))
_KIN = re.compile(rf"\b(?:{_SOMEBODY})s?(?:,| called| named| is called| is| are)? $", re.I)
_CALLED = re.compile(
    r"\b(?:name(?:['’]s| is)|I['’]m|I am|people call me|(?:she|he|[Uu]ser) is called|(?:is|are) led by|reports? to"
    r"|met|married|dating|texted|babysits?|godson|goddaughter|adopted an? [a-z]+ (?:called|named)) $",
    re.I,
)
_TITLED = re.compile(
    r"\b(?:mrs?|ms|miss|mx|dr|prof(?:essor)?|sir|frau|herr|madame|monsieur|señora?|signora?)\.? $", re.I
)
_SUPPLIER = re.compile(
    r"\b(?:firm|company|employer|insurer|supplier|provider|agency|start-?up|charity|bank|wholesaler|retailer"
    r"|manufacturer|publisher|distributor|brand|competitor)(?:,| called| named| is)? $",
    re.I,
)
_WORKPLACE = re.compile(
    r"\b(?:(?:work|works|worked|working|job|position|role|internship|interview(?:ed|s)?|stud(?:y|ies|ied|ying)"
    r"|teach(?:es|ing)?|taught|plays?|played|enrolled|graduated?|intern(?:s|ed)?)"
    r"(?: as an? [a-z]+(?: [a-z]+)?)? (?:at|for|with|from)"
    r"|(?:offer|contract|loan|mortgage|invoice|insurance|policy|account|subscription) (?:at|from|with)"
    r"|(?:bank|banks|banked|banking|insured|fly|flies|flew|flying) (?:with|at)|founder of|(?:CEO|CTO|CFO) of"
    r"|(?:co-?)?founded|customer of|client of|(?:buys?|bought|orders?|ordered|gets?|got) [a-z]+ from) $"
)
_COMES_FROM = re.compile(r"\b(?:is|are|was|were|am|['’]m|['’]s|['’]re|comes?|came|originally|hails?) from $")

# ---- behind it

# "Thiago went home", "Thiago's mother": what no place does or has.
_DOING = re.compile(
    r"(?:['’]s (?:mother|father|mum|mom|dad|wife|husband|son|daughter|sister|brother|partner|birthday|teacher|boss)\b"
    r"| (?:is |has |will |cannot |does not )?(?:went home|says?|said|thinks?|wants?|told|gives?"
    r"|gave|brings?|bringing|works?"
    r"|worked|plays?|likes?|loves?|hates?|quit|retired|drives?|teaches|cooks?|swims?|moved in|moved out|helps|babysits"
    r"|allergic|vegetarian|vegan|pregnant|married)\b)"
)
# What no firm does or has either.
_LIVING = re.compile(
    r"(?:['’]s (?:mother|father|mum|mom|dad|wife|husband|son|daughter|sister|brother|birthday|girlfriend|boyfriend)\b"
    r"|['’]s (?:job|turn|allergic|pregnant)\b| and I\b|,? (?:she|he)(?:['’]s)? "
    r"| (?:went home|retired|swims?|babysits|moved in|moved out|ate|sleeps?|turns? (?:\d|one|two|three|four|five|six"
    r"|seven|eight|nine|ten)|(?:is|are|was|got|are getting|is getting) (?:allergic|vegetarian|vegan|pregnant|married"
    r"|engaged|divorced|ill|sick|born))\b)"
)
_IS_SOMEBODY = re.compile(
    rf"(?: is|,) (?:the user's|the|an?|my|our|their|his|her) (?:[a-z]+ ){{0,2}}?(?:{_SOMEBODY})\b(?!['’-])"
)
_IS_A_FIRM = re.compile(
    r"(?: is|,) (?:the user's|the|an?|my|our|their|his|her) (?:[a-z]+ ){0,3}?"
    r"(?:firm|company|agency|start-?up|charity|shop|bakery|bank|school|supplier|insurer|employer|business|nonprofit)\b"
)
_OFFICE = re.compile(r" (?:office|branch|airport|station|marathon)\b")
_LIES = re.compile(
    r" (?:lies|is (?:north|south|east|west) of|is an? (?:[a-z]+ )?(?:town|city|village|island|suburb))\b"
)

# ---- the name itself

_OF_FIRMS = word_set(
    "ltd limited inc llc llp plc corp corporation co company gmbh ag kg ug sa sarl srl bv nv ab oy aps partners "
    "associates brothers sons group holdings foods properties heating motors energy tools labs laboratories solutions "
    "systems technologies software studio studios media press publishing bank insurance airlines airways railways "
    "university college school academy institute primary council trust foundation society association union club fc "
    "church choir orchestra philharmonic singers theatre theater museum hospital clinic surgery pharmacy ministry "
    "department police nhs logistics consulting services industries bakery brewery cafe café restaurant hotel"
)
_INSIDE = re.compile(r"[a-z][A-Z]|\d")  # "MongoDB", "S3"; "McKay" and "DeShawn" are people
_OF_CLANS = re.compile(r"(?:Mc|Mac|De|Di|La|Le|Van|O['’])[A-Z]")
_JOINED = re.compile(r"(?:[A-Z][\w'’-]*(?:, (?:and |or )?| and | or | & ))+$")
_JOINS = re.compile(r"(?:,? (?:and|or|&) [A-Z][\w-]*| & [A-Z][\w-]*)")


def kind_beside(before: str, after: str, name: str, guessed: str) -> str | None:
    """The entity type of `name` by what stands before and `after` it, of which a model `guessed`; None where nothing
    tells. In a list the words beside the list tell: "our twins Tobi and Ife"."""
    alone = _kind_beside(before, after, name, guessed)
    if alone is not None:
        return alone
    led = _JOINED.search(before)
    joined = _JOINS.match(after)
    if led is None and joined is None:
        return None
    before = before[: led.start()] if led else before
    return _kind_beside(before, after[joined.end() :] if joined else after, name, guessed)


def _kind_beside(before: str, after: str, name: str, guessed: str) -> str | None:
    if _KIN.search(before) or _TITLED.search(before):
        return _PERSON
    if guessed == _PLACE and _DOING.match(after):
        return _PERSON
    if guessed == _ORGANIZATION and name.isupper() and (_AT_HAND.search(before) or _FAILING.match(after)):
        return _OTHER
    if of_a_firm(name):
        return _ORGANIZATION
    if _LIES.match(after):
        return _PLACE
    if guessed != _PERSON and (_LIVING.match(after) or _IS_SOMEBODY.match(after) or _CALLED.search(before)):
        return _PERSON
    if guessed != _PLACE and not is_given_name(name) and (_GOING.search(before) or _COMES_FROM.search(before)):
        return _PLACE
    if guessed == _PERSON and (_TOOL.search(before) or _has_article(before, after, _ARTICLE)):
        return _OTHER
    if _is_work(before, after, name, guessed) or (guessed == _PLACE and _USING.search(before)):
        return _OTHER
    if guessed == _PLACE and not is_place(name) and (_CODED.search(before) or _has_article(before, after, _ONE_OF)):
        return _OTHER
    of_work = _SUPPLIER.search(before) or _WORKPLACE.search(before) or _IS_A_FIRM.match(after)
    if guessed != _ORGANIZATION and of_work and not is_given_name(name.split()[0]):
        return _ORGANIZATION
    if guessed != _PLACE and is_place(name) and _OFFICE.match(after):
        return _PLACE
    if (guessed == _PLACE and _WITHIN.search(before)) or (
        guessed in (_ORGANIZATION, _OTHER) and _DETERMINED.search(before)
    ):
        return guessed
    return None


def _is_work(before: str, after: str, name: str, guessed: str) -> bool:
    """Whether `name` is what somebody reads or watches. Somebody of that first name is watched, and read a story to."""
    if is_given_name(name.split()[0]):
        return _READ.search(before) is not None and _STANDS_ALONE.match(after) is not None
    return (_READ if guessed == _ORGANIZATION else _WATCHED).search(before) is not None


def _has_article(before: str, after: str, article: re.Pattern[str]) -> bool:
    return article.search(before) is not None and _STANDS_ALONE.match(after) is not None


def of_a_firm(name: str) -> bool:
    """Whether a name's last word says that it is a firm's or another body's: "Kranz GmbH", "Greenfield Primary"."""
    words = name.split()
    return len(words) > 1 and words[-1].casefold().rstrip(".") in _OF_FIRMS


def kind_alone(name: str, guessed: str) -> str:
    """The entity type of `name` by itself, of which a model `guessed`: by its letters and the lists, else the guess."""
    words = name.split()
    if not words or guessed not in (_PERSON, _PLACE, _ORGANIZATION, _OTHER):
        return guessed
    if programs_in(name).keys() == {name.lower()}:
        return _OTHER
    if len(words) == 1 and guessed in (_PERSON, _PLACE) and _INSIDE.search(name) and not _OF_CLANS.match(name):
        return _OTHER
    if name.casefold() in FAMILY_NAMES:
        return _PERSON
    if is_place(name):
        return _PLACE
    if is_given_name(words[0]) and (len(words) == 1 or (len(words) == 2 and guessed == _PLACE)):
        return _PERSON
    return guessed
