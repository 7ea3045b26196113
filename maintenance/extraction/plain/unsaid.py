"""Statements whose "I" is left out ("got a dog"), and orders that a parser misreads, made whole. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass

from memory.language.en.vocabulary import MONTH_NAMES, WEEKDAY_NAMES

from .of_oneself import OF_ONESELF
from .verbless import with_owner, with_verb
from .with_me import speaker_first

_DAY = rf"(?:{'|'.join(WEEKDAY_NAMES)})s"

# "Been busy", "Researching schools", "Got a dog": statements whose "I" is left out.
UNSAID: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"^(?:just |really |still |also )*been\b(?! there)", re.I), "I have "),
    (
        re.compile(
            r"^(?:just |still |currently |now |also |always )*(?!looking forward)(?:going to|[a-z]{2,}ing)\b"
            r"(?! (?:\w+ )?(?:belongs?|stays?|lives?|sits?|costs?|runs?|starts?|begins?|ends?|opens?|closes?"
            r"|happens?|goes|comes|went|came|finish(?:es)?"
            r"|stopped)\b)"
            r"(?![^;]*,\s*(?:i|we|he|she|they|my|our|it)\b)"
            r"(?![^,;]*\b(?:is|was|are|were|be|can|has|have|had|will|would|could|makes?|made"
            r"|helps?|helped|gives?|gave|brings?|brought|"
            r"means?|meant|sounds?|looks?|feels?|felt|seems?|takes?|took|reminds?|keeps?|lets?"
            r"|allows?|allowed|must|might|does|did|teaches|shows|boosts?|isn't|wasn't|aren't"
            r"|won't|can't|doesn't|hasn't)\b)"
            r"(?![^,;]*'s (?:so|a|the|really|been|key)\b)"
            # "Climbing moved to Wednesdays" has its doer: the doing itself.
            r"(?! [a-z]+ed (?:to|from|at|on|by|up|down|off|out|until|till)\b)"
            r"(?! (?:got|went|came|became|began|ran|costs?|starts|ends|runs|goes)\b)"
            # "Pricing, timeline" answers what was asked.
            r"(?!(?:,| and| or) [\w-]+(?:[,.!]|$| (?:and|or)\b))"
            # So has "coding camp cancelled".
            r"(?! (?:[a-z]+ ){1,2}(?:cancelled|canceled|postponed|delayed|moved|rescheduled|booked|sorted)\b)",
            re.I,
        ),
        "I am ",
    ),
    (
        re.compile(
            r"^(?:just |recently |finally |also |only |already |actually )*(?:got|had|went|took"
            r"|started|finished|met|saw|bought|made|"
            r"found|tried|joined|signed|ended|lost|won|quit|moved|spent|came|did|watched|visited|booked|ordered|"
            r"decided|realized|realised|forgot|left(?! (?:eye|ear|hand|arm|leg|knee|foot|shoulder|wrist"
            r"|hip|side|one|lung)\b)|grew|wrote|built|began|gave|sold|caught|broke"
            r"|planned|wanted|used to|"
            r"rang|phoned|adopted|attended|picked|turned|passed|hit|ran|sent|drove|flew|learned|learnt|worked|talked|received)\b"
            r"(?!:| (?:me|you|by|your|it)\b)",
            re.I,
        ),
        "I ",
    ),
    (
        re.compile(
            r"^(?:really |also |still |absolutely )*(?:love|hate|prefer|want|need|hope|miss|enjoy"
            r"|can't wait|don't like|"
            r"don't want|don't have|can't stand|would love|would rather|never liked|used to)\b(?! (?:you|your|me)\b)",
            re.I,
        ),
        "I ",
    ),
)
# "Cancelled my membership", "just fixed the mortgage with Santander": a past verb and what it was done to. What was
# done to somebody else stands with "his" or "her", and an order that looks like a past ("put", "cut") is none.
_OBJECT = (
    r"(?: (?:all |both |half )?(?:of )?(?:my|our|the|an?|some|another)\b| (?-i:[A-Z])"
    r"| (?:up|off|out|back|down|over|away|in) (?:(?:of|to|from|with|on) )?(?:(?:my|our|the|an?)\b|(?-i:[A-Z])))"
)
_DONE = re.compile(
    r"^(?:(?:just|recently|finally|also|only|already|actually|then|eventually|officially) )*"
    r"(?!(?:provided|supposed|assumed|granted|named|called|awarded|offered|considered|allowed|asked|need|attached"
    r"|enclosed|pasted|hundred)\b)"
    rf"(?:[a-z]{{2,}}[^\We]ed|bought|sold|paid|chose|threw|taught|brought|kept|wrote|drew|won|lost|gave)(?={_OBJECT})",
    re.I,
)
# Whoever "switched to Octopus" did that; what was "moved to Friday" is another thing.
_WENT_OVER = re.compile(
    r"^(?:(?:just|recently|finally|also|only|already|actually|then|eventually|officially) )*"
    r"(?:switched|changed|upgraded|downgraded|migrated|relocated|rebooked|transferred|converted|reverted|returned)"
    r" (?:back |over )?(?:to|from|into|onto|with) "
    r"(?!(?:the )?(?:\d|next\b|tomorrow|tonight|today|(?:mon|tues|wednes|thurs|fri|satur|sun)day))",
    re.I,
)
# "Can't do coffee", "haven't told my boss": no order is denied so; of "won't start" the subject is another.
_DENIED = re.compile(
    r"^(?:still |really |just )?(?:can't|cannot|couldn't|didn't|haven't|hadn't)(?: even| really| yet)? [a-z]{2,}"
    r" (?!(?:me|us|you|properly|again|at all|anymore|any more|today|now)\b)\w",
    re.I,
)
# "Mondays off", "off the melatonin, it gave me weird dreams".
_HAS_FREE = re.compile(
    rf"^{_DAY}(?: and {_DAY})?(?: (?:morning|afternoon)s?)? off(?= now\b|[,.!]|$| from\b| since\b| because\b)", re.I
)
_OFF = re.compile(
    r"^off (?:the |my )?(?!to\b|topic\b|course\b|it\b|out\b|of\b|for\b)[a-z-]{4,20}(?= now\b|[,.!]|$| since\b"
    r"| because\b)",
    re.I,
)
# "Down to 2 coffees a day", "back on 5 mg".
_DOWN_TO = re.compile(r"^(?:back )?(?:(?:down|up) to|on) (?:about |only |just )?\d[\d.,]{0,6} ?[a-z]", re.I)
# "Ramipril 5 mg every morning": what is told with its dose is taken.
_DOSE = re.compile(
    r"^(?!(?:the|my|our|his|her|their|with|of|and|or|is|take|takes|taking|for|from|to)\b)[a-z]{4,25}(?: [a-z]{3,15})? "
    r"\d{1,5}(?:\.\d{1,2})? ?(?:mg|mcg|micrograms?|milligrams?|units?|ml|iu)(?: (?:a day|daily|every|once|twice"
    r"|at night"
    r"|in the (?:morning|evening)|mornings|evenings|nightly|before|with|on (?:mon|tues|wednes|thurs|fri|satur"
    r"|sun)days?)\b|$)",
    re.I,
)
# "Back from Lisbon since Tuesday".
_BACK = re.compile(r"^(?:just |finally |now |safely )*(?:back|home) from (?-i:[A-Z])(?!\w+, (?:he|she|they)\b)", re.I)
UNSAID = (
    *OF_ONESELF,
    *UNSAID,
    (_BACK, "I am "),
    (_DOWN_TO, "I am "),
    (_DOSE, "I take "),
    (_DONE, "I "),
    (_WENT_OVER, "I "),
    (_DENIED, "I "),
    (_HAS_FREE, "I have "),
    (_OFF, "I am "),
)
# "Locking hell", "parking trouble": a heading, as often as what somebody does.
_HEADING = re.compile(r"^[a-z]+ing [a-z]+(?<!s)[.! ]*$", re.I)
_NOT_UNSAID = re.compile(
    r"^(?:having|taking in|giving|sharing|imagining|"
    r"loving|wishing|sending|sounding|nothing|everything|something|anything|evening|morning|during|according|"
    r"including|regarding|considering|having said|speaking of|being|seeing|hearing|knowing"
    r"|amazing|inspiring|interesting|"
    r"exciting|touching|stunning|charming|king|thing|string|spring|sling|ring|wing|sing|bring"
    r"|cling|swing|fling|sting|wedding|building|meeting|ceiling|training|flooring|heating|housing|painting|clothing"
    r"|opening|ending)\b|^[a-z]+ing's\b"
    # "Miss Lowe's on leave", "Miss Lowe teaches maths" are of her.
    r"|^miss (?-i:[A-Z])[\w-]+(?:'s (?:on|in|at|off|back|away|out|ill|sick|not|my|our|an?|the|been|so"
    r"|[a-z]+ing (?:to|us|me|back|away|off))\b"
    r"| (?:is|was|has|had|will|can|says|said|wants?|teaches|taught|thinks|told|asked|gave|gives)\b)"
    # "Judging June 6" is when it is.
    rf"|^(?!(?:starting|leaving|flying|moving|going|returning|coming|arriving)\b)"
    rf"[a-z]+ing (?:on )?(?:\d|(?:{'|'.join(MONTH_NAMES)})\b)",
    re.I,
)
_LOOKING_FORWARD = re.compile(
    r"^(?:(?:so|really|super|very) )*(?:excited|thrilled|stoked|pumped)\b(?= (?:to|for|about)\b)", re.I
)
_SHORT_ORDER = re.compile(
    r"^(?:avoid|answer|reply|respond|write|explain|use|keep|speak|talk|sign|format|limit"
    r"|stick)\b(?: [\w'-]+){1,3}[.!]?$",
    re.I,
)
# "Could you always answer in German?" asks for something that lasts: an instruction, not a question.
_ASKED_FOR_GOOD = re.compile(r"^(?:could|can|would|will) you (?:please |also |just )*(?=(?:always|never)\b)", re.I)


@dataclass(frozen=True, slots=True)
class Plain:
    """A sentence ready to be parsed; `unsaid` where an "I" that was left out has been put in front."""

    text: str
    unsaid: bool = False


_OF_ONESELF = frozenset(pattern for pattern, _ in OF_ONESELF)


def with_subject(sentence: str, of_oneself: bool = True) -> Plain:
    """The sentence with its unsaid "I", if it has one. Not `of_oneself` where it may as well be told of another."""
    sentence = speaker_first(with_owner(with_verb(sentence[0].upper() + sentence[1:])))
    if _LOOKING_FORWARD.match(sentence):
        return Plain(f"I am {sentence[0].lower()}{sentence[1:]}", unsaid=True)
    if standing := _ASKED_FOR_GOOD.match(sentence):
        order = sentence[standing.end() :].rstrip("?!. ")
        return Plain(f"{order[0].upper()}{order[1:]}.")
    if _SHORT_ORDER.match(sentence):
        # The parser takes a two-word imperative for a noun; a polite one it gets right.
        return Plain(f"Please {sentence[0].lower()}{sentence[1:]}")
    if not sentence.endswith("?") and " please" not in sentence.lower() and not _is_no_deed(sentence):
        for pattern, lead in UNSAID:
            if (of_oneself or pattern not in _OF_ONESELF) and pattern.match(sentence):
                told = sentence if pattern is _HAS_FREE else sentence[0].lower() + sentence[1:]
                return Plain(lead + told, unsaid=True)
    return Plain(sentence)


def _is_no_deed(sentence: str) -> bool:
    return _NOT_UNSAID.match(sentence) is not None or _HEADING.match(sentence) is not None
