"""What a short English question is after, and what a prompt names as known. Pure."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from ..base import AskedFor
from ..words import fold, folded_words
from .change_words import SAME_THING
from .details import DETAILS
from .other_names import OTHER_NAMES
from .vocabulary import MONTHS, RELATIVE_DAYS, STOP_WORDS, WEEKDAYS

MOST_CHARACTERS = 160  # a longer prompt tells of more than it asks for

BE = "(?:am|is|are|was|were)(?:n['’]?t)?"
DO = "(?:do|does|did|has|have|had|can|could|should|would|will)(?:n['’]?t)?"
_ASKS = re.compile(
    r"(?:(?:and|so|but|also|hey|ok|okay|sorry|wait),? )?(?:(?:in|on|at|to|from|for|by|with|of) )?"
    r"(?:(?:what|which|who|whom|whose|when|where|how (?:much|many|old|big|tall|high|long|far|often))\b['’]?s?"
    r"|(?P<how_to>(?:how (?:do|would|can|could|should|might)|(?P<may>can|could|should|may|shall)) (?:i|we|you|one)\b))",
    re.IGNORECASE,
)
# Who types in haste leaves the mark out: "what time is the import kicked off". "What I need is a list" and "when Ann is
# here, remind me" state something.
_TURNED_ROUND = re.compile(
    rf"^(?:[\w-]{{1,30}},? ){{0,2}}?(?:\w{{1,30}}['’]s\b|(?:(?:when|where|who|whom)|(?:what|which|whose|how \w{{1,10}})"
    rf"(?: (?!(?:i|we|you|they|he|she|it|there|the|an?|my|our|your|his|her|their|this|that)\b)[\w-]{{1,30}}){{0,4}}?)"
    rf" (?:{BE}|{DO})\b)",
    re.IGNORECASE,
)
# "How much salt can he have, I'm at Kroger": what is told with the question is not asked for. "My doctor, my dentist
# and my vet" tells nothing.
_STATED = re.compile(
    r", (?=(?:i|we)(?: |['’])|(?:it['’]?s|he['’]?s|she['’]?s|they['’]?re) "
    rf"|(?:my|our|the) (?:[\w'’-]{{1,30}} ){{1,3}}?(?:{BE}|{DO}|say|says|said|want|wants|need|needs|told)\b"
    # Who asks: "what date was the crash, Meera's asking".
    r"|(?:[\w'’-]{1,30} ){1,4}?(?:ask|asks|asked|asking|want|wants|need|needs|wonder|wonders|wondering)\b)",
    re.IGNORECASE,
)
_PURPOSE = re.compile(r", for [^,.;:?!]{2,40}[?! ]{0,4}$", re.IGNORECASE)  # "what are the opening hours, for Google"
# What follows says where, with whom and when; the thing itself stands before it.
_TAIL = re.compile(
    r" (?:in|at|on|for|with|from|to|about|during|since|by|after|before|against|into|than|as|because|besides|without"
    r"|who|that|which|when|where|while|if)\b",
    re.IGNORECASE,
)
_MOST = re.compile(
    r"\b(?:the (?:most|best|biggest|oldest|fastest|cheapest|safest)|in the world|called in)\b", re.IGNORECASE
)
# Of one's own things, or when something is to be: "which pet is easiest to keep" is of no pet that was told of.
_OF_ONES_OWN = re.compile(r"\b(?:my|our|i|we)\b|^(?:when(?:['’]s)?|what (?:day|time))\b", re.IGNORECASE)
_ASKS_WHO = re.compile(rf"who(?:['’]s| {BE}) ", re.IGNORECASE)
_POSSESSIVE = re.compile(r"(?<![^\W\d_])([^\W\d_]+)['’]s?(?= \w)")
_OF = re.compile(r"\bof (?:my |our |the )?([^\W\d_]+)")
# The subject: "does Tomo play", "how old is my sister", "do my parents live".
_SUBJECT = re.compile(r"\b(?:do|does|did|is|are|was|were|has|have|had|will) (?:(?:my|our) )?([^\W\d_]+)(?!['’])")
_PRONOUNS = frozenset("i you he she it we they my our your the a an there this that".split())
# "When do I train?" asks for no train; "When does the train leave?" does.
_VERB = re.compile(
    r"\b((?:do|does|did|can|could|should|shall|will|would|may|must)"
    r" (?:(?:my|our) )?(?!(?:the|an?|this|that|these|those|my|our|your|his|her|its|their|any)\b)[^\W\d_]+) "
    r"(?!earn\b)[^\W\d_]+",
    re.IGNORECASE,
)
# Whoever serves somebody asks for "the customer": that is the user, whom the talk names by no such word.
_SERVED = frozenset("user customer client caller".split())
# Of nouns in a row the last one is what is asked for: "what blood pressure medication am I on", "what's my dog food".
_IN_A_ROW = re.compile(
    rf"^(?:(?: |['’]?s | (?:is|are|was|were) )(?:my|our|the|his|her|their) | )"
    rf"((?:[^\W\d_]+ ){{1,3}}?)([^\W\d_]+?)(?<!ing)(?<!ed)(?:$| (?:{BE}|{DO}|called|named|again|now)\b)",
    re.IGNORECASE,
)
# What a determiner opens, up to three words.
_PHRASE = re.compile(
    r"\b(?:my|our|his|her|their|its|the|which|what|[^\W\d_]+['’]s) (?=((?:[^\W\d_]+(?: |$)){1,3}))",
    re.IGNORECASE,
)
_NAME = re.compile(r"(?<=[\w,] )(?!I\b)[A-Z][^\W\d_]*[a-z][^\W\d_]*")
# A noun without an article that ends what one is asked to do with it or to it is used as a name, however it is written:
# "to vole" of "Add a metric to vole", "kestrel-api" of "Restart kestrel-api".
_BARE = re.compile(
    r"(?:^(?:please )?[^\W\d_]+|\b(?:about|at|by|for|from|in|into|of|on|to|with)) "
    r"([^\W\d_][\w.-]*\w)(?=[.?!,]?\s*$|[.?!,] | (?:about|at|by|for|from|in|into|of|on|to|with|so|and|that)\b)",
    re.IGNORECASE,
)
_DATES = frozenset([*MONTHS, *WEEKDAYS, *(f"{day}s" for day in WEEKDAYS)])
_OTHER_NAMES: defaultdict[str, set[str]] = defaultdict(set)
for _word, _thing in SAME_THING.items():
    _OTHER_NAMES[_thing] |= {_thing, _word}
# Words after which a phrase is over, and nouns that say nothing of the thing itself.
_ENDS = STOP_WORDS | frozenset("called named again now last next new old going get".split())
_NOBODYS = _PRONOUNS | _SERVED | _ENDS
_LIGHT = frozenset(
    """name names number numbers day days date dates time times kind sort type year month week place thing things way
    part amount price cost people person size colour color version variety brand model make first latest current right
    best favourite favorite total usual moment present difference meaning example plural synonym point rules""".split()
)


def asked_for(prompt: str) -> AskedFor | None:
    """What a single short question is after; None of a prompt that is something else."""
    text = prompt.strip()
    if len(text) > MOST_CHARACTERS or "?" in text[:-1] or re.search(r"[.!:;\n]\s", text):
        return None
    opening = _ASKS.match(text)
    if opening is None or not (text.endswith("?") or _TURNED_ROUND.match(text)):
        return None
    text = _PURPOSE.sub("", _STATED.split(text, maxsplit=1)[0])
    rest = text[opening.end() :].rstrip("? ")
    focus = _TAIL.split(rest, maxsplit=1)[0] or rest
    names = frozenset(fold(name) for name in _NAME.findall(text)) - _DATES
    if opening["may"]:  # "Can I fly to Japan?" asks of oneself, whether or not the place was ever named
        names = frozenset()
    things = _VERB.sub(r"\1", opening[0] + focus)
    details = tuple(detail for detail in DETAILS if detail.asked.search(things))
    # Nor is who asks how to get a thing, or whether to, after what was told of it.
    if opening["how_to"] or _names_another_thing(opening[0], rest):
        details = ()
    itself = {word for detail in details for found in detail.asked.finditer(things) for word in folded_words(found[0])}
    owners = [owner for owner in _owners(focus, names) if owner not in itself]
    if _ASKS_WHO.match(text):  # "who is afraid of dogs" asks of nobody "afraid"
        owners = [owner for owner in owners if owner in names or _POSSESSIVE.search(focus)]
    named = frozenset(_things(f"{opening[0].split()[-1]}{rest}", focus))
    is_of_the_world = _MOST.search(text) is not None or _OF_ONES_OWN.search(text) is None
    others = frozenset[str]() if is_of_the_world else _other_names(named)
    return AskedFor(
        details=details,
        owner=frozenset(owners),
        names=names,
        things=named | others,
        other_names=others.difference(folded_words(text)),
    )


def _names_another_thing(opening: str, rest: str) -> bool:
    """Whether such a detail only says of what kind the thing asked for is, which has another name."""
    row = _IN_A_ROW.match(rest) if opening.lower().startswith(("what", "which")) else None
    if row is None or fold(row[2]) in _LIGHT or not _NOBODYS.isdisjoint(folded_words(row[1] + row[2])):
        return False
    kinds, thing = row.span(1), row.span(2)
    found = [one.span() for detail in DETAILS for one in detail.asked.finditer(rest)]
    return any(kinds[0] <= start and end <= kinds[1] for start, end in found) and not any(
        end >= thing[1] for _, end in found
    )


def _other_names(things: frozenset[str]) -> frozenset[str]:
    return frozenset(other for thing in things for other in OTHER_NAMES.get(thing, ()))


def named_as_known(prompt: str) -> frozenset[str]:
    """The folded nouns of what any prompt speaks of as known to who reads it, with their other names: "the dog" of
    "Order treats for the dog"; and those that it uses as names, "vole" of "Add a metric to vole"."""
    text = prompt[:MOST_CHARACTERS]
    bare = frozenset(word for name in _BARE.findall(text.strip()) for word in folded_words(name)) - _NOBODYS - _LIGHT
    return frozenset(_things(text, "")) | bare


def _owners(focus: str, names: frozenset[str]) -> Iterator[str]:
    """Whose it is: the last one named, "my brother's daughter's birthday" is the daughter's."""
    possessive = [fold(owner) for owner in _POSSESSIVE.findall(focus)]
    if possessive:
        if possessive[-1] not in _SERVED:
            yield possessive[-1]
        return
    for pattern in (_OF, _SUBJECT):
        for found in pattern.findall(focus):
            owner = fold(found)
            if owner in names or (pattern is _SUBJECT and owner not in _NOBODYS):
                yield owner
                return


def _things(text: str, focus: str) -> Iterator[str]:
    for phrase in (*_PHRASE.findall(text), *_SUBJECT.findall(focus)):
        for word in folded_words(phrase):
            if word in _ENDS and word != "of":
                break
            if word not in _LIGHT and word not in STOP_WORDS and word not in RELATIVE_DAYS and word not in _SERVED:
                yield word
                yield from _OTHER_NAMES.get(SAME_THING.get(word, word), ())
