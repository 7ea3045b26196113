"""What a question in English wants, and what a text holds that could answer it. Pure."""

from __future__ import annotations

import re

from ..base import QuestionCues
from .asked_properties import asked_properties
from .asking import BE, DO, asked_for, named_as_known
from .instructing import (
    ASKS_FOR_TEXT,
    ASKS_OF_THINGS,
    ASKS_PLAINLY,
    CONDITION,
    MADE,
    ON_ANSWERS,
    ON_CODE,
    ON_INSTRUCTIONS,
    ON_TEXTS,
    SUBJECTS,
    UNSURE,
)
from .manners import AS_TOLD, GENERAL, IN_MEASURES, OF_CODE, OF_LANGUAGE
from .must_knows import KIN, MUST_KNOWS, urgency
from .needing_nothing import NEEDS_NOTHING
from .recipients import written_to
from .scopes import names_scope, scope_of
from .vocabulary import CARDINALS, MONTH_NAMES, SEASONS, WEEKDAY_NAMES
from .whose import ONESELF, WITH_ONESELF, asker, holder
from .wishers import is_ones_own, wisher

# Who speaks of themselves asks their memory, and who serves somebody asks for "the customer"; "give me" and "tell
# us" do not.
_GIVEN = "".join(f"(?<!{verb} )" for verb in "give tell show teach help send let ask remind explain".split())
_MADE_NEW = (
    "(?:(?:can|could) you )?(?:please )?(?:write|draft|compose|make|create|generate|design|suggest|recommend|find"
    "|give me|best|good|ideas?|any ideas|how|what (?:is|are|would be) (?:an?|some|the best)|what['’]?s (?:an?|the best)"
    ")\\b"
)
_EVERYBODYS = "moon|sun|sky|sea|ocean|earth|world|universe|internet|president|king|queen|pope|bible|weather|economy"
OWN_AFFAIRS = re.compile(
    rf"\b(?:i|my|mine|we|our|ours)\b|\b{_GIVEN}(?:me|us)\b|\bthe (?:user|customer|client|caller)(?:['’]s)?\b"
    # "Total spend for the job", "what colour are the tees": no other job or tees are known. What is to be made "for the
    # weekend" is new.
    rf"|^(?!{_MADE_NEW})[^.!?\n]{{3,80}}? for (?:the|this) (?!{_EVERYBODYS})[\w-]{{1,30}}(?: [\w-]{{1,30}})?"
    r"[?.! ]{0,4}$"
    r"|\b(?:what|which) (?:colou?r|size|brand|make|model|room|seat|day|date|time|number|flavou?r)s? "
    rf"(?:is|are|was|were) the (?!{_EVERYBODYS})[\w-]{{1,30}}[?.! ]{{0,4}}$"
    # "Need a bike fit booked": what is done for somebody.
    r"|^(?:need|want) (?:an?|the|some|this|that) (?:[\w'’-]{1,30} ){1,5}?(?:booked|ordered|sorted|arranged|rebooked"
    r"|cancelled|moved|renewed|paid|scheduled)\b",
    re.IGNORECASE,
)
# Who asks how to do a thing, or for a text, speaks of nobody's affairs yet: "How do I boil an egg?", "Write me a poem".
# "When can we leave?" and "Where should I send it?" ask for what was agreed, "for the board" names what is known.
ANYBODYS = re.compile(
    r"\A(?:(?:and|so|but|also|hey|ok|okay|please),? )?"
    r"(?!.{0,100}?\b(?:these days|nowadays|at the moment)\b)"
    r"(?:(?:how (?:do|would|can|could|should|shall|might|must)|where (?:can|could|might)"
    r"|(?:(?:what|which) (?:\w+ ){0,3}?)?(?:can|could|should|shall|may|might|must)) (?:i|we)\b"
    r"|(?:(?:can|could|would|will) you )?(?:please )?"
    r"(?:(?:write|draft|recommend|suggest|name|quote|sing|read|translate|define) (?:me|us)\b"
    r"(?!.{0,200}\b(?:the|this|that|these|those)\b)"
    r"|(?:explain|describe|define|translate) [^,.;:!?]{1,60} (?:to|for) (?:me|us)\b))",
    re.IGNORECASE,
)
# A sentence that asks turns its verb round: "when do we meet", and not "when we met". An order has no subject behind
# its verb ("do the dishes"), and "have the keys" no pronoun.
_PRONOUN = "(?:i|you|we|they|he|she|it|this|that|there|anyone|anybody|somebody|someone)"
UNMARKED_QUESTION = re.compile(
    r"^(?:(?:[a-z]+[,!:]|so|and|but|also|btw|hey|ok|okay|question) ){0,3}"
    rf"(?:(?:what|which|who|whose|why|where|when|how)(?: (?:much|many|long|old|far|often|big|late)(?: \w+)?)? "
    rf"(?:{BE}|{DO})\b|(?:what|who|where|when|how)['’]?s\b|{DO} {_PRONOUN}\b"
    rf"|{BE} {_PRONOUN}\b|(?:is|are|does|did) (?:the|my|our|your|his|her|their|any)\b)",
    re.IGNORECASE,
)
# "Send him the charger", "Her shoe size?": whoever is no more named than that is known. "Who was Ada Lovelace, and when
# did she die?" names her, and "a knight and his horse" are nobody's.
KNOWN_PERSON = re.compile(
    r"^(?!.{0,200}?\b[Aa]n? (?:[\w-]{1,30} ){1,3}?(?:(?:and|or|with) (?:his|her)|who (?:\w{1,30} )?(?:his|her|him))\b)"
    r"(?:[Hh](?:e|er|is|ers)|[Ss]he|.[^A-Z]*?\b(?:he|she|him|her|his|hers))\b"
)
FIRST_PERSON = re.compile(r"\b(?:i|my|mine|me|we|our|us)\b", re.IGNORECASE)

# "You" in a prompt is mostly politeness ("can you help me …"): only what the assistant did asks for its turns.
_DEEDS = {
    "say": "said", "tell": "told", "mention": "mentioned", "suggest": "suggested", "recommend": "recommended",
    "advise": "advised", "propose": "proposed", "explain": "explained", "describe": "described", "give": "gave",
    "write": "wrote", "list": "listed", "provide": "provided", "show": "showed", "outline": "outlined",
    "draft": "drafted", "make": "made", "create": "created", "generate": "generated", "design": "designed",
    "plan": "planned", "come up with": "came up with", "help": "helped", "answer": "answered", "promise": "promised",
}  # fmt: skip
_PARTICIPLES = ("given", "written", "shown", "come up with")
_DONE = "|".join([*_DEEDS.values(), *_PARTICIPLES])
_ADVERB = "(?:already|also|just|ever|previously|earlier|once|first|last|originally)"
ASSISTANT_ADDRESSED = re.compile(
    rf"\bassistant\b|\bdid you (?:{_ADVERB} )?(?:{'|'.join(_DEEDS)})\b|\b(?:have|had) you (?:{_ADVERB} )?(?:{_DONE})\b"
    rf"|\byou(?:'ve| have|'d| had)? (?:{_ADVERB} )?(?:{_DONE})\b"
    r"|\byour (?:suggestion|advice|recommendation|list|plan|draft|recipe|code|example|explanation|answer|reply)s?\b",
    re.IGNORECASE,
)

# What a question asks for, and what a text that could answer it holds.
ASKS = {
    "time": re.compile(
        r"\b(?:when|what (?:date|day|month|year|time)|which (?:date|day|month|year|week)|how long|how old)\b",
        re.IGNORECASE,
    ),
    "number": re.compile(
        r"\b(?:how (?:many|much|often|big|large|long|old|far|tall)|what (?:number|amount|price))\b", re.IGNORECASE
    ),
    "name": re.compile(
        r"^\s*(?:in |at |to |from |with )?(?:who|whom|whose|where|which|what (?:is|are|was) the names?"
        r"|what (?:city|country|state|place|town|band|book|movie|company|brand|breed))\b",
        re.IGNORECASE,
    ),
    # Who asks for help with something new wants it done as they like it. "Can you remind me …" asks for what was said.
    "preference": re.compile(
        r"\b(?:can|could|would|will) you (?!(?:please )?(?:tell|remind|remember|recall|list|confirm|summari[sz]e))"
        r"|\bhow (?:do|should|can|could|would|might) (?:i|we)\b|\bwhat (?:\w+ ){0,4}(?:should (?:i|we)|would you)\b"
        r"|\bwhat(?:['’]s| are| is) (?:some|the best|a good)\b|\b(?:help|show|teach|guide|walk) (?:me|us)\b"
        r"|\b(?:suggest|recommend)(?:ions?|ations?)?\b|\bplease\b|\bany (?:ideas?|tips|advice|thoughts)\b"
        r"|\b(?:i|we)(?: am| are|['’]m|['’]re) (?:trying|planning|looking|about|going) ",
        re.IGNORECASE,
    ),
}
_MONTH = "|".join(name.lower() for name in MONTH_NAMES if name != "May")
_WEEKDAY = "|".join(WEEKDAY_NAMES)
_SEASON = "|".join(SEASONS)
_SMALL = "|".join(word for word, number in CARDINALS.items() if 0 < number <= 10)
# All but "name" look at lower case, which is several times faster than to ignore case.
_TELLS = {
    "time": re.compile(
        rf"\b(?:yesterday|today|tonight|tomorrow|{_MONTH}|\d{{1,2}}(?:st|nd|rd|th)?(?: of)? may|may \d{{1,2}}|in may"
        r"|\d{4}-\d\d-\d\d|(?:in|since|during|of|year) (?:19|20)\d\d"
        rf"|(?:last|this|past|next|on) (?:week|weekend|month|year|night|{_SEASON}|{_WEEKDAY})"
        rf"|(?:\d+|a|an|{_SMALL}|few|couple|several)(?: of)?"
        r" (?:day|week|weekend|month|year)s? ago"
        r"|the other day|this morning)\b"
    ),
    "number": re.compile(rf"\b(?:\d[\d.,]*|{_SMALL}|twice|once|dozen|hundred|thousand|first|second|third)\b"),
    "preference": re.compile(
        r"\b(?:always|never|from now on|going forward|prefer(?:s|red|ence|ences)?|rather than|instead of|favou?rites?"
        r"|(?:i|we)(?:['’]d| would) rather|avoid(?:s|ing)?|make sure (?:to|you|that you)"
        r"|please (?:use|keep|include|make)|(?:don['’]t|do not) (?:ever|use|call|include)"
        r"|(?:i|we) (?:like|love|hate|dislike|can['’]t stand)"
        r"|(?:i|we) want you to|likes|loves|hates|dislikes|allergic|allergy|vegan|vegetarian)\b"
    ),
    # A capital letter that does not begin a sentence.
    "name": re.compile(r"(?<![.!?\"“:\n-])\s[\"“]?(?!I\b)[A-Z][\w'’]+"),
}

# A text without any of these tells no time.
_TIME_HINTS = (
    "day", "ago", "week", "month", "year", "night", "tomorrow", "morning", "19", "20", "may", *SEASONS,
    *_MONTH.split("|"),
)  # fmt: skip


def tells(kind: str, text: str) -> bool:
    """Whether a text holds the `kind` of thing that was asked for."""
    lower = text.lower()
    if kind == "time" and not any(hint in lower for hint in _TIME_HINTS):
        return False
    return _TELLS[kind].search(text if kind == "name" else lower) is not None


_ANSWERS = (
    r"\b(?:(?:answer|repl(?:y|ies)|respon[ds]|address|speak|talk|explain|phrase|summari[sz]e)\w*|called)\b"
    r"|\b(?:finish|begin|end|open|close) (?:each|every|any|with|by)\b"
    r"|\bassistant (?:not )?to (?:always |never )?be (?!(?:on|at|in|there|here|ready)\b)\w"
    rf"|\bif {UNSURE}"
    # "Call me Max", not "don't call me" nor "call me at work".
    r"|(?<!not to )(?<!n['’]t )(?<!never )\bcall (?:me|them|him|her|us) "
    r"(?!(?:at|after|before|on|during|in|when|if|about)\b)\w"
)
# "Use metric units" is about every answer; "write my reports in bullet points" is about reports, "write commands
# for yarn" about commands, "use kroner when you name prices" about prices.
_WITH = (
    r"\b(?:write|format|use)\b(?! (?:the|their|his|her|my|our|your|its|an?|all|any|every|code)\b)"
    r"(?! (?:[\w-]+ ){1,3}(?:for|to|when|whenever|if)\b)"
)
MANNER = re.compile(f"{_ANSWERS}|{_WITH}", re.IGNORECASE)
_ON_ANSWERS = re.compile(_ANSWERS, re.IGNORECASE)

# That something was said is so of every turn: "What did Maya say about her manager?" is about the manager.
# "Which language does she speak?" and "Who tells the jokes?" ask for more.
_SAYS = (
    r"says?|said|mention(?:ed)?|discuss(?:ed)?|(?:talk(?:ed)?|speak|spoke|spoken)(?= (?:\w+ ){0,2}?(?:about|of)\b)"
    r"|(?:tell|told)(?= (?:me|you|us|him|her|them)\b)|(?:bring|brought)(?= up\b)"
)
FRAMING = re.compile(
    rf"\b(?:do|does|did|has|have|had|['’]ve|was|were|as) (?:(?!not\b)[\w'’-]+ ){{0,3}}?(?P<said>{_SAYS})\b"
    r"|\b(?:can|could|would|will) you (?:please )?(?P<asked>tell|remind|show|give|walk|list) (?:me|us)\b"
    # When it is asked of is no subject either: "right now", "at the moment".
    r"|\b(?P<right>right) now\b|\bat (?:the )?(?P<moment>moment|present)\b|\bthese (?P<days>days)\b"
    r"|\b(?P<currently>currently|nowadays|presently)\b",
    re.IGNORECASE,
)


# Why it is wanted is another clause.
_CLAUSE = re.compile(
    r"[.;!?](?=[\s”\"]|$)|\n|, (?:and|but) |, (?=(?:only |because |since )?(?:i|i['’]?m|my|we|our|he|she|they|it)\b)"
    r"|\bso (?:that )?(?=(?:i|we)\b)",
    re.IGNORECASE,
)
_ANSWERING = re.compile(r"\b(?:answers?|repl(?:y|ies)|respon[ds]\w*|address|called)\b", re.IGNORECASE)


def tells_manner(instruction: str) -> bool:
    """Whether an instruction is on how to answer at all: a clause of it tells a manner, and names no kind of text that
    it is about alone, and no condition. On how to write code it bears where code is asked for."""
    return any(_is_on_form(clause) and not names_scope(clause) for clause in _manners(instruction))


def tells_some_manner(instruction: str) -> bool:
    """The same, whatever else than a kind of text it names: "books in Spanish only", "tests should use fixtures"."""
    return any(_is_on_form(clause) or names_scope(clause) for clause in _manners(instruction))


def tells_means(instruction: str) -> bool:
    """Whether it tells what is to be used, or not, for what is made: "never use gradients", "use olive oil"."""
    return any(not _is_on_form(clause) for clause in _manners(instruction))


def _manners(instruction: str) -> list[str]:
    is_as_told, clauses = _clauses(instruction)
    return [clause for clause in clauses if _is_on_answers(clause, is_as_told)]


def _clauses(instruction: str) -> tuple[bool, list[str]]:
    """Whether it is kept in the user's own words, and its clauses."""
    as_told = instruction.partition(AS_TOLD)[2]
    return bool(as_told), _CLAUSE.split(as_told or instruction)


def _is_on_answers(clause: str, is_as_told: bool) -> bool:
    general = OF_CODE.sub(" ", clause)
    is_on_a_text = (MADE.search(general) or ON_TEXTS.search(general)) and ON_ANSWERS.search(general) is None
    if is_on_a_text or CONDITION.search(clause):
        return False
    if is_as_told and GENERAL.search(general) or IN_MEASURES.search(general):
        return True
    is_of_code = (len(general) < len(clause) or ON_CODE.search(clause)) and not _ANSWERING.search(general)
    return not is_of_code and MANNER.search(general) is not None


# "Use gender-neutral words there": of what the sentence before it named.
_ELSEWHERE = re.compile(r"(?<!out )\bthere[”\".! ]*$", re.IGNORECASE)


def _is_on_form(clause: str) -> bool:
    """Whether it speaks of answers, or of what every answer is made of. What else is to be used, gradients or a
    database, is for what is made with it."""
    if _ELSEWHERE.search(clause):
        return False
    if any(form.search(clause) is not None for form in (_ON_ANSWERS, GENERAL, IN_MEASURES)):
        return True
    return OF_LANGUAGE.search(clause.partition(",")[0]) is not None  # and not in why it is wanted


# A prompt that asks for what was, and not for how things are: "did we stay", "has she ever", "the first time".
PAST = re.compile(
    r"\b(?:did|was|were|had|wasn['’]?t|weren['’]?t|didn['’]?t|used to|ago|yesterday|ever|originally|back then"
    r"|previous(?:ly)?|earlier|first|former(?:ly)?|before|history|so far|at last)\b",
    re.IGNORECASE,
)

CUES = QuestionCues(
    ASKS, tells, OWN_AFFAIRS, FIRST_PERSON, ASSISTANT_ADDRESSED, MANNER, tells_manner, MUST_KNOWS, asked_for, ANYBODYS,
    CONDITION, SUBJECTS, FRAMING, named_as_known=named_as_known, known_person=KNOWN_PERSON, past=PAST,
    on_texts=ON_TEXTS, asks_for_text=ASKS_FOR_TEXT, urgency=urgency, kin=KIN, needs_nothing=NEEDS_NOTHING,
    written_to=written_to, scope_of=scope_of, tells_some_manner=tells_some_manner, tells_means=tells_means,
    asks_plainly=ASKS_PLAINLY, asks_of_things=ASKS_OF_THINGS, on_instructions=ON_INSTRUCTIONS,
    oneself=ONESELF, with_oneself=WITH_ONESELF, holder=holder, asker=asker, wisher=wisher, is_ones_own=is_ones_own,
    asked_properties=asked_properties,
)  # fmt: skip
