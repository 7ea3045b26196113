"""Statements in the shape of something else, told plainly: "can you remember that my locker is 14?", "I'm the one with
the nut allergy", "same for Ravi, he's allergic to sesame". Pure, and linear in the sentence.
"""

from __future__ import annotations

import re

from memory.language.en.foods import KEPT_FROM
from memory.language.en.vocabulary import CARDINALS

from ..grammar.health import AILMENTS
from ..grammar.lexicon import LASTING
from .ailing import SOMEBODY as _SOMEBODY
from .ailing import ailing
from .relieved import relieved

_OWN = r"(?:i|we|my|our)\b"
# "Could you note that my locker is 14?", "make a note that the code is 7719": an order to remember it.
_TO_REMEMBER = re.compile(
    r"^(?:please,? )?(?P<asked>(?:(?:can|could|would|will) (?:you|u)|i(?:'d| would) like you to|i (?:need|want) you to)"
    r" )?"
    r"(?:please |also |just |kindly )*"
    r"(?P<order>remember|note|(?:keep|bear) in mind"
    r"|(?P<write>(?:make|take)(?: a)? note|(?:write|jot|note|put) down)"
    r")(?: for (?:me|later|next time))?,?(?: please,?)?"
    rf"(?:(?::| that) (?=\w)|(?= {_OWN}) )"
    r"(?!(?:what|who|whom|whose|where|when|why|how|which|whether|if)\b)(?P<told>[^?]{3,300}?)(?:,? please)?[?.! ]*$",
    re.I,
)
_WHEN = re.compile(r"\b(?:when|whenever|while) you\b", re.I)  # it is an instruction
# "Did you know that I'm allergic to kiwi?": who asks so says that it is so.
_KNOWN = re.compile(
    r"^(?:(?:did|do) (?:you|u) (?:even |already |also )?(?:know|realise|realize)"
    r"|(?:did|have) (?:i|we) (?:ever |already |also )?(?:tell|told|mention(?:ed)?)(?: (?:you|u))?"
    rf"|(?:are|were) you aware)(?: that)? (?P<told>{_OWN}(?![^?]*\bor\b)[^?]{{3,200}})\?+$",
    re.I,
)
# "I'm the one with the nut allergy", "Kit is the one who can't have eggs".
_THE_ONE = re.compile(
    rf"^(?P<who>i|we|{_SOMEBODY})(?:'m| am|'re| are|'s| is) (?:also |actually )?the (?:only )?(?:one|person)"
    r"(?: here)? (?:with (?!(?:[\w-]+ ){0,3}(?:no|not|zero)\b)(?:an? |the )?"
    rf"(?P<has>(?:[\w-]+ ){{0,3}}(?:{'|'.join(sorted(AILMENTS))})\b.{{0,80}})"
    r"|who(?P<verb>'s| is| am| are| has| have| can't| cannot| can not| mustn't| must not| takes?| needs?| doesn't"
    r"| does not| don't| uses?) "
    r"(?P<rest>.{3,150}))$",
    re.I,
)
_OF_I = {"'s": "am", "is": "am", "are": "am", "has": "have", "takes": "take", "needs": "need", "uses": "use",
         "doesn't": "don't", "does not": "do not"}  # fmt: skip
_COUNTED = re.compile(r"\b(?:allergy|intolerance|condition|disorder|phobia)\b", re.I)
_AMONG = re.compile(
    r",? (?:in|of|at) (?:our|the|my|this) (?:house|household|family|office|team|group|class|flat)(?=[.!]*$)"
)
# "We're vegetarian, Tom and I": who "we" are, said last.
_WHO_WE_ARE = re.compile(
    rf"^we(?P<verb>'re| are|'ve| have)?(?: both| all)? (?P<told>[^,?]{{3,100}}), (?:(?P<who>{_SOMEBODY}) and (?:i|me)"
    rf"|(?:i|me) and (?P<other>{_SOMEBODY}))$",
    re.I,
)
# "Same for Ravi, he's just told me he's allergic to sesame".
_SAME_FOR = re.compile(
    rf"^(?:the )?(?:same|likewise|ditto)(?: (?:goes|applies|thing|is true|here))? (?:for|with) (?P<who>{_SOMEBODY})"
    r"(?:,| -| because| as| since) (?:because |as |since )?(?:he|she)(?P<rest>(?:'s|\b).{3,200})$",
    re.I,
)
# "Ravi has just told me that he's allergic to sesame". Only behind "same for" it is plain that he means himself.
_TOLD = re.compile(
    rf"^(?P<who>{_SOMEBODY})(?: has|'s)? (?:just |only |also )?(?:(?:told|tells) (?:me|us)|says|said|mentioned)"
    r"(?: (?:just now|today|yesterday|earlier))?(?: that)? (?:he|she)(?P<rest>(?:'s|\b).{3,200})$",
    re.I,
)
_ILL = re.compile(
    rf"\b(?:{'|'.join(sorted(AILMENTS | LASTING))}|allergic|intolerant|(?:can't|cannot|mustn't) (?:have|eat))\b", re.I
)
# "No nuts for Leo, he ended up in A&E": for good, as what it did to him tells. Who is merely ill, or drives, goes
# without for a day.
_FOOD = rf"(?:{'|'.join(sorted(KEPT_FROM - {'alcohol', 'wine', 'beer'}, key=len, reverse=True))})(?:e?s)?"
_NONE_FOR = re.compile(
    rf"^no (?:more )?(?P<what>{_FOOD}(?:(?: or|,| and)(?: no)? {_FOOD}){{0,3}}) for (?P<who>{_SOMEBODY})(?: ever)?"
    r"(?: please)?,? (?:because |as |since )?(?:he|she|it|they)\b(?=.{0,100}\b(?:ended up in (?:a&e|the er|hospital)"
    r"|hives|rash|reacts?|reaction|reacted|swells?|swelled|swollen|allerg\w+|intoleran\w+|coeliac|celiac|epipen"
    r"|itch\w*)\b)",
    re.I,
)
# "Kit saw the allergist, turns out it's wasps, not bees". It may be no allergy: "it's stress, not asthma".
_ALLERGEN = (
    rf"(?:{_FOOD}|(?:wasp|bee|hornet|mite|cat|dog|horse|feather)s?|dust|pollen|grass|birch|mould|mold|fur|nickel)"
)
_TESTED = re.compile(
    rf"^(?P<who>i|we|{_SOMEBODY}) (?:saw|had|got|did|went to|has (?:seen|had)) (?:(?:the|an|his|her|my|a) )?"
    r"(?:allergist|allergy (?:test|tests|clinic|doctor|results))\b[^,]{0,40},? (?:and )?(?:it )?turns out (?:that )?"
    rf"(?:it's|it is|it was) (?P<what>{_ALLERGEN}, (?:and )?not {_ALLERGEN})[.!]*$",
    re.I,
)
# "I'm vegan so please no more ham", "I'm vegan no ham please": together with what is bidden behind it, it would be
# learnt as "vegan no more".
_BID = r"(?:please (?:no|less|more|fewer)\b.{2,100}|(?:no|less|more|fewer) .{2,100}?,? (?:please|thanks|thank you))"
_STATE = "|".join(sorted({*LASTING, "intolerant"}))
_WITH_BID = re.compile(
    rf"^(?!(?:if|when|unless)\b)(?P<told>[^?]{{2,150}}?"
    rf"(?:(?=,)|(?= so\b| therefore\b| hence\b| thus\b)|\b(?:{_STATE})\b))"
    rf"(?:,? (?:and )?(?:so|therefore|hence|thus),?|,)? (?P<bid>{_BID})$",
    re.I,
)

# "I work nights so please nothing before one": what is so, and what is bidden because of it.
_SO_PLEASE = re.compile(
    rf"^(?P<told>(?:i['’]m|i['’]ve|we['’]re|we['’]ve|{_OWN})(?:(?!\b(?:if|when|unless|whether|that)\b)[^?,]){{5,100}}?)"
    r",? so (?:(?:please|pls),? (?P<bid>[a-z][^?]{4,100})"
    r"|(?:just )?(?:text|call|ring|phone|message|mail|ping)(?: me)? (?:whenever|any ?time)(?: you (?:like|want))?)$",
    re.I,
)

# "I'm twice a week at the pool", "I'm a lot at my mum's": the parser takes how often for what somebody is.
_HOW_OFTEN_FIRST = re.compile(
    rf"^(?P<who>(?:i|we|{_SOMEBODY})(?:'m| am|'re| are|'s| is)) "
    r"(?P<often>a lot|(?:once|twice|(?:two|three|four|five|\d) "
    r"(?:times|days|nights|mornings|evenings|afternoons)) (?:a|per|every) (?:week|month|year|day))"
    r" (?P<where>(?:at|in|on) (?:the |my |our |his |her )?[\w' -]{2,40})$",
    re.I,
)


# "What I need most is a quiet room", "the thing my son likes best is drawing horses": what it is, said last.
_SAID_LAST = re.compile(
    rf"^(?:what|the (?:one )?thing(?: that)?) (?P<who>i|we|{_SOMEBODY}) "
    r"(?:really |always )?(?P<verb>needs?|wants?|likes?|loves?|hates?|misses|miss|enjoys?|fears?|dislikes?|dreads?) "
    r"(?P<how>(?:the )?(?:most|best|least))(?P<about> (?:about|in|of|at) [\w' -]{2,40}?)? (?:is|are) "
    r"(?!(?:that|when|how|if|whether|what|who|where|why|to|not|for|it|this)\b)(?P<told>[^,;:?]{3,100})$",
    re.I,
)

# "There are seven of us in the team": how many we are.
_OF_US = re.compile(
    rf"^there(?:'s| is| are|'re)(?: now| still)? (?P<many>\d{{1,4}}|{'|'.join(CARDINALS)}) of us"
    r" (?P<where>(?:in|on|at) [\w' -]{2,60})$",
    re.I,
)


def recast(sentence: str) -> list[str]:
    """The plain statements, or the order to remember, that a sentence of one of these shapes is; empty for another."""
    plain = sentence.rstrip(".! ")
    if (asked := _TO_REMEMBER.match(plain)) and (asked["asked"] or asked["write"]):
        if not _WHEN.search(asked["told"]):
            return [f"{_opened(asked['told'])}."]
        return [f"Please remember that {asked['told']}."]
    if known := _KNOWN.match(sentence):
        return [_opened(known["told"])]
    if (one := _THE_ONE.match(plain)) is not None:
        return [f"{_opened(one['who'])} {_of_the_one(one)}."]
    if last := _SAID_LAST.match(plain):
        how = last["how"].lower().removeprefix("the ")
        return [f"{_opened(last['who'])} {last['verb']} {last['told']} {how}{last['about'] or ''}."]
    if same := _SAME_FOR.match(plain):
        return [_whole(_TOLD.match(f"{same['who']}{same['rest']}") or same)]
    if we := _WHO_WE_ARE.match(plain):
        verb = {"'re": " are", "'ve": " have"}.get((we["verb"] or "").lower(), we["verb"] or "")
        return [f"{_opened(we['who'] or we['other'])} and I{verb} {we['told']}."]
    if none := _NONE_FOR.match(plain):
        return [f"{_opened(none['who'])} must not have {none['what'].lower()}."]
    if tested := _TESTED.match(plain):
        am = "am" if tested["who"].lower() == "i" else "are" if tested["who"].lower() == "we" else "is"
        return [f"{_opened(tested['who'])} {am} allergic to {tested['what']}."]
    if (bids := _WITH_BID.match(plain)) and _ILL.search(bids["told"]):
        return [f"{bids['told']}.", f"{_opened(bids['bid'])}."]
    if (so := _SO_PLEASE.match(plain)) is not None:
        return [f"{_opened(so['told'])}.", *([f"Please {so['bid']}."] if so["bid"] else [])]
    if (where := _HOW_OFTEN_FIRST.match(plain)) is not None:
        if where["often"].lower() == "a lot":
            return [f"{_opened(where['who'])} often {where['where']}."]
        return [f"{_opened(where['who'])} {where['where']} {where['often']}."]
    if (count := _OF_US.match(plain)) is not None:
        return [f"We are {count['many']} {count['where']}."]
    return ailing(plain) or relieved(plain)


def _of_the_one(one: re.Match[str]) -> str:
    is_i = one["who"].lower() in ("i", "we")
    if one["has"]:
        has = _AMONG.sub("", one["has"])
        return f"{'have' if is_i else 'has'} {'a ' if _COUNTED.search(has) else ''}{has}"
    verb = one["verb"].strip().lower()
    said = _OF_I.get(verb, verb) if is_i else verb.replace("'s", "is")
    return f"{said} {_AMONG.sub('', one['rest'])}"


_HAS, _IS = re.compile(r"^'s (?=(?:got|been|had)\b)"), re.compile(r"^'s ")


def _whole(told: re.Match[str]) -> str:
    """ "Ravi is allergic to sesame": who it is, and the rest, "'s allergic to sesame"."""
    return f"{_opened(told['who'])}{_IS.sub(' is ', _HAS.sub(' has ', told['rest']))}."


def _opened(told: str) -> str:
    return told[0].upper() + told[1:]
