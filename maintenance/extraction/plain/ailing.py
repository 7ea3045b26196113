"""What somebody must not have, or what ails them, in everyday words, told plainly: "Nora can't do dairy", "no dairy for
me, it goes straight through me", "two years sober today". Pure, and linear in the sentence.
"""

from __future__ import annotations

import re

from memory.language.en.foods import FOODS, KEPT_FROM, singulars

from ..grammar.health import AILMENTS

NAME = r"(?-i:[A-Z][\w-]{1,20}(?: [A-Z][\w-]{1,20})?)"
_KIN = (
    r"(?:nan|nana|gran|granny|grandma|grandad|grandpa|mum|mom|mama|dad|papa|sis|bro)(?![\w'])"
    r"(?=.{0,80}\b(?:can't|cannot|isn't|is not|in|off|to)\b)"
)
SOMEBODY = rf"(?:{NAME}|(?:my|our) [a-z-]{{2,20}}(?: {NAME})?)"
_WHO = rf"(?P<who>i|we|{SOMEBODY}|{_KIN})"
_THING = r"[a-z][\w'-]{1,20}(?: [a-z][\w'-]{1,20})??"
_THINGS = rf"(?P<what>{_THING}(?:(?: or|,| and)(?: no)? {_THING}){{0,3}}?)"
_ASIDE = (
    r"(?:,? (?:at all|any ?more|i'm afraid|sadly|sorry|unfortunately|though|btw|by the way|remember|ever|really|please"
    r"|pls|either|fyi|you know))*"
)
# What it does to somebody. Who only dislikes it, or goes without tonight, is not kept from it.
_DOES = (
    r"(?:goes|go|went) (?:straight|right) through (?:me|us|him|her|them)"
    r"|(?:makes?|made) (?:me|us|him|her|them) (?:really |so |very )?(?:ill|sick|poorly|vomit|throw up|bloated|wheeze"
    r"|itch|swell"
    r"|come out)\b.{0,40}|(?:doesn't|don't|does not|do not) agree with (?:me|us|him|her|them|my stomach|my tummy|my"
    r" gut)"
    r"|(?:upsets?|wrecks?|plays? havoc with) (?:my|our|his|her|their) (?:stomach|tummy|guts?|belly|ibs)"
    r"|(?:brings?|brought) (?:me|us|him|her|them) out in .{3,30}|(?:gives?|gave) (?:me|us|him|her|them) (?:a rash"
    r"|hives|migraines?"
    r"|cramps|eczema|the runs)"
)
# "Nora can't do dairy": she must not have it. "Can't do Monday" is of something else.
_CANNOT_DO = re.compile(
    rf"^(?:{_WHO} )?(?P<cannot>can't|cannot|can not|mustn't|don't|doesn't) (?:really |actually |even |just )?"
    rf"(?:do|handle|tolerate|stomach|process) (?:any )?{_THINGS}{_ASIDE}$",
    re.I,
)
# "Have lactose" and "or gluten" look like verbs to a parser; "have any lactose" does not.
_LIKE_A_VERB = ("en", "ose")
_CANNOT_HAVE = re.compile(
    rf"^{_WHO} (?P<cannot>can't|cannot|can not|mustn't|must not) (?P<verb>have|eat|take) (?:any )?{_THINGS}{_ASIDE}$",
    re.I,
)
_NONE_FOR_ME = re.compile(
    rf"^(?:absolutely )?no (?:more )?{_THINGS} for (?P<who>me|us|{SOMEBODY}|{_KIN}){_ASIDE}"
    rf"[,:]? (?:because |as |since )?(?P<why>(?P<it>it|they|that) (?:{_DOES}))$",
    re.I,
)
_NEAR_ME = re.compile(
    rf"^(?:absolutely )?no {_THINGS} (?:anywhere )?(?:near|around) (?P<who>me|us|{NAME}){_ASIDE}$", re.I
)
_NUMBER = r"(?:\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty)"
_SOBER = re.compile(
    rf"^(?:(?:just )?(?:celebrated|celebrating|reached|hit|i'm|i am) )?(?P<long>{_NUMBER} (?:whole )?(?:day|week"
    rf"|month|year)s?)"
    r" (?:clean and )?sober(?: (?:today|now|tomorrow|as of today|(?:this|on|since) [\w ]{2,20}))?$",
    re.I,
)
_NO_DRINKING = re.compile(
    r"^i (?:don't|do not) drink(?: (?:at all|any ?more|these days))?"
    r"(?:,? (?:i )?(?:haven't|have not) (?:in|for|since) [\w ]{2,30})?$",
    re.I,
)
# "The results are back, it's coeliac" may be of anybody.
_FOUND = re.compile(
    r"^(?:i )?(?:just |finally )?(?:got|had|have) my (?:\w+ ){0,2}results(?: back| in)?(?: today| yesterday)?,?"
    r" (?:and )?"
    r"(?:turns out )?(?:it's|it is|i have|i've got) (?P<ill>[\w -]{3,40})$",
    re.I,
)
_DIAGNOSED = re.compile(
    rf"^(?P<who>i|we|{SOMEBODY})(?:'s| has|'ve| have)? (?P<been>(?:just |now |recently |finally"
    rf" )?(?:been |got )?"
    r"diagnosed (?:with|as)) (?P<ill>(?:(?:a|an|the|mild|severe) )?[\w' -]{3,40})$",
    re.I,
)
_TYPE = re.compile(r"^type (?:1|2|one|two|i|ii)$", re.I)
_BOTH = re.compile(
    r"^both (?:of )?(?:(?P<whose>my|our) |the )?(?P<who>kids|children|twins|boys|girls|sons|daughters|sisters|brothers"
    r"|parents|cats|dogs|nephews|nieces) (?P<rest>(?:are|have|can't|cannot|mustn't) .{3,80})$",
    re.I,
)
_AILS = re.compile(
    r"\b(?:allergic|intolerant|asthmatic|epileptic|diabetic|coeliac|celiac|vegan|vegetarian|can't|cannot|mustn't)\b"
)
_PEN = re.compile(
    rf"^(?P<told>{_WHO} (?:carry|carries|have|has|'ve got|have got|has got|need|needs) an? epi-?pen),? (?:because )?"
    r"(?:it's|it is|that's) (?P<rest>for .{3,60})$",
    re.I,
)
_COULD_KILL = re.compile(
    rf"^(?P<what>(?:(?:an?|even|one|single|one single|a single|(?:bee|wasp|hornet)) ){{0,3}}{_THING}) (?:could|might"
    rf"|can)"
    rf" (?P<rest>(?:literally |actually )?kill (?:me|us|{SOMEBODY}))(?:,? (?:so )?i carry an?"
    rf" (?P<pen>(?:epi-?)?pen))?$",
    re.I,
)
# "I've been told to lay off salt", "the doctor told me to avoid grapefruit".
_TOLD_TO = re.compile(
    rf"^(?:(?P<who>i|we|{SOMEBODY})(?:'ve| have|'s| has|'m| am| is| was)? (?:just |now |always )?(?:been )?(?:told"
    rf"|advised|warned)"
    r"|the (?:doctor|gp|dietitian|dietician|nurse|consultant|cardiologist|midwife|dentist|specialist) "
    r"(?:has |'s )?(?:just )?(?:told|advised|warned|wants) (?P<whom>me|us))"
    r" (?:by [\w' ]{2,30} )?to (?P<rest>(?:avoid|lay off|cut out|stay off|steer clear of|keep off|cut down on|give up) "
    rf"(?:all )?{_THINGS})$",
    re.I,
)
_DOES_TO = re.compile(rf"^{_THINGS} (?:really |just |always )?(?P<does>{_DOES})$", re.I)
_MILD = re.compile(r"\b(?:agree|through|upsets?|wrecks?|havoc)\b", re.I)
_WHOM = re.compile(r"\b(me|us|my|our)\b", re.I)
_WITH_IN_IT = re.compile(
    rf"^(?P<told>{_WHO} (?:can't|cannot|mustn't|must not|can not) (?:eat|have|drink)) (?:anything|food|stuff) "
    r"(?:with|that has|that's got) (?P<what>[\w' -]{3,40}?) in(?:side)?(?: it)?$",
    re.I,
)
_NOT_TO_HAVE = re.compile(
    rf"^(?P<who>i|we|{SOMEBODY}|{_KIN}) (?P<had>had (?:a |an )?(?:\w+ )?(?:reaction|attack|fit|shock) (?:to|from) "
    r"(?P<what>[\w' -]{3,30}?)(?: once| before| last \w+| as a (?:child|kid))?),? (?:so |and )?"
    r"(?:(?:he|she)(?:'s| is) not (?:to have|allowed)|(?:i|we|he|she) (?:can't|cannot|mustn't|must not) have)"
    r" (?:it|that|any|them)(?: again| any ?more)?$",
    re.I,
)
# "I eat fish now, still no meat or dairy": what is eaten again is one thing, what is not another.
_STILL_NO = re.compile(
    rf"^(?P<told>i (?:eat|have|do|can eat) [^.?!]{{3,80}}?),? (?:but |and )?(?:still )?no {_THINGS}(?: still)?$", re.I
)
_EATEN = "(?:meat|dairy|fish|eggs|gluten|pork|beef|sugar|nuts|seafood|shellfish|alcohol|wheat|lactose|carbs)"
# "Still no coffee or tea" may be of a shop.
_STILL_NEITHER = re.compile(
    rf"^(?:but )?still no (?P<what>{_EATEN}(?:(?:,|,? or|,? and)(?: no)? {_EATEN}){{1,3}})(?: for me)?{_ASIDE}$", re.I
)
# Two of these in one sentence end each for itself: who is not vegan any more is allergic to peanuts still.
_STATE = (
    r"(?:(?:a |strictly |mostly )?(?:vegan|vegetarian|veggie|pescatarian|pescetarian|teetotal)|coeliac|celiac|diabetic"
    r"|asthmatic|epileptic|pregnant|(?:lactose|gluten|dairy)[- ]intolerant)"
)
_HAVING = rf"(?:{_STATE}|(?:severely |very |badly |mildly )?allergic to [\w' -]{{3,40}})"
_TWO_STATES = re.compile(
    rf"^(?P<who>i|we|{SOMEBODY})(?P<be>'m|'re|'s| am| are| is) (?P<first>{_HAVING}?)(?:,? and|,) (?:also )?"
    rf"(?:(?P<second>{_HAVING})|(?P<has>have|has|'ve got|have got|has got) (?P<ill>[\w' -]{{3,40}}))$",
    re.I,
)
_WHO_AILS = re.compile(
    rf"^(?P<told>[^?.!;]{{3,100}}?\b(?P<who>(?:my|our) [a-z-]{{2,20}}(?: {NAME})?)), who"
    rf"(?P<has>'s got| has got|'s| is| has) (?P<ails>[\w' -]{{3,60}})$",
    re.I,
)
_AND = re.compile(r"(?:,? or|,? and|,)(?: no)? ", re.I)
_OBJECTS = {"i": "me", "we": "us"}
_OWN = {"me": "I", "us": "we", "my": "I", "our": "we"}


def ailing(sentence: str) -> list[str]:
    """The plain statements that a sentence of one of these shapes is, without its full stop; empty for another."""
    for pattern, plainly in _SHAPES:
        if (told := pattern.match(sentence)) is not None and (plain := plainly(told)):
            return [f"{one[0].upper()}{one[1:]}." for one in plain]
    return []


def _who(told: re.Match[str]) -> str:
    who = told["who"] or "I"
    who = _OWN.get(who.lower(), who)
    return f"my {who.lower()}" if re.fullmatch(_KIN.split("(?![")[0], who, re.I) and who.islower() else who


def _within(what: str) -> str:
    """What opened a sentence, inside of one."""
    return what[0].lower() + what[1:]


def _are_kept_from(what: str) -> bool:
    """Whether all of it is something that people must not have: "dairy or nuts"."""
    return all(may_be_kept_from(one) for one in _AND.split(what.lower()))


def may_be_kept_from(thing: str) -> bool:
    """Whether a thing is a food, or a medicine that people most often must not have; `thing` is in lower case."""
    forms = {*singulars(thing.split()[-1]), *singulars(thing)}
    return not forms.isdisjoint(KEPT_FROM | FOODS) or thing.endswith((" food", " foods"))


def _cannot_do(told: re.Match[str]) -> list[str]:
    if not _are_kept_from(told["what"]) or (told["who"] is None and told["cannot"].lower() not in ("can't", "cannot")):
        return []
    return _kept_from(_who(told), "can't", "have", told["what"])


def _kept_from(who: str, cannot: str, verb: str, what: str) -> list[str]:
    things = _AND.split(what)
    if not _misleads(things):
        return [f"{who} {cannot} {verb} {what}"]
    return [f"{who} {cannot} {verb} {'any ' if one.lower().endswith(_LIKE_A_VERB) else ''}{one}" for one in things]


def _misleads(things: list[str]) -> bool:
    """Whether a parser takes one of these for a verb: of one thing alone, "lactose" and not "gluten"."""
    return any(one.lower().endswith("ose" if len(things) == 1 else _LIKE_A_VERB) for one in things)


def _cannot_have(told: re.Match[str]) -> list[str]:
    things = _AND.split(told["what"])
    is_eaten_alone = told["verb"].lower() != "have" and len(things) == 1
    if is_eaten_alone or not _misleads(things) or not _are_kept_from(told["what"]):
        return []
    return _kept_from(_who(told), told["cannot"], told["verb"], told["what"])


def _none_for_me(told: re.Match[str]) -> list[str]:
    if not _are_kept_from(told["what"]):
        return []
    who, why = _who(told), told["why"][len(told["it"]) :]
    if who not in ("I", "we"):
        why = re.sub(r"\b(?:him|her|them)\b", who, why, count=1)
    return [*_kept_from(who, "can't", "have", told["what"]), f"{told['what']}{why}"]


def _near_me(told: re.Match[str]) -> list[str]:
    return [f"{_who(told)} can't have {told['what']} around"] if _are_kept_from(told["what"]) else []


def _ill(named: str) -> str:
    if _TYPE.match(named):
        return f"{named} diabetes"
    return f"{named} disease" if named.lower() in ("coeliac", "celiac", "crohn's") else named


def _found(told: re.Match[str]) -> list[str]:
    ill = _ill(told["ill"])
    return [f"I have {ill}"] if _is_ailment(ill) else []


def _diagnosed(told: re.Match[str]) -> list[str]:
    ill = _ill(told["ill"])
    if ill.lower() in ("coeliac disease", "celiac disease") and told["been"].lower().endswith("as"):
        ill = told["ill"]
    has = "have" if told["who"].lower() in ("i", "we") else "has"
    been = re.sub(r"\b(?:been|got) ", "", told["been"])
    return [f"{_who(told)} {has} been {been} {ill}".replace("been just", "just been")] if _is_ailment(ill) else []


def _could_kill(told: re.Match[str]) -> list[str]:
    stings = re.search(r"\b(?:stings?|bees?|wasps?|hornets?)\b", told["what"], re.I)
    if not stings and not _are_kept_from(told["what"]):
        return []
    pen = [f"I carry an EpiPen for {_within(told['what'])}"] if told["pen"] else []
    return [f"{told['what']} can {told['rest']}", *pen]


def _told_to(told: re.Match[str]) -> list[str]:
    if not _are_kept_from(told["what"]):
        return []
    who = told["who"] or _OWN[told["whom"].lower()]
    return [f"{who} {'have' if who.lower() in ('i', 'we') else 'has'} to {told['rest']}"]


def _does_to(told: re.Match[str]) -> list[str]:
    """What does not agree with somebody they do not tolerate. Any other harm stands in their own words."""
    whose = _WHOM.search(told["does"])
    if whose is None or not _MILD.search(told["does"]) or not _are_kept_from(told["what"]):
        return []
    return [f"{_OWN[whose[1].lower()]} don't tolerate {_within(told['what'])}"]


def _is_ailment(ill: str) -> bool:
    return any(form in AILMENTS for word in ill.lower().split() for form in singulars(word))


def _both(told: re.Match[str]) -> list[str]:
    rest = told["rest"].lower()
    ails = _AILS.search(rest) is not None or _is_ailment(rest)
    return [f"{told['whose'] or 'my'} {told['who']} {told['rest']}"] if ails else []


def _not_to_have(told: re.Match[str]) -> list[str]:
    return [f"{_who(told)} {told['had']}", *_kept_from(_who(told), "can't", "have", told["what"])]


def _still_no(told: re.Match[str]) -> list[str]:
    return [told["told"], f"I eat no {told['what']}"] if _are_kept_from(told["what"]) else []


def _two_states(told: re.Match[str]) -> list[str]:
    who, be = told["who"], " is" if told["be"] == "'s" else told["be"]
    first = f"{who}{be} {told['first']}"
    if told["second"] is not None:
        return [first, f"{who}{be} {told['second']}"]
    return [first, f"{who} {told['has'].strip()} {told['ill']}"] if _is_ailment(told["ill"]) else []


def _who_ails(told: re.Match[str]) -> list[str]:
    """What is told of somebody beside what may change: "I live in York with my son, who has asthma"."""
    who, has = told["who"], told["has"].strip()
    if has in ("'s", "is") and re.fullmatch(_HAVING, told["ails"], re.I):
        return [told["told"], f"{who} is {told['ails']}"]
    return [told["told"], f"{who} has {told['ails']}"] if has not in ("'s", "is") and _is_ailment(told["ails"]) else []


_SHAPES = (
    (_TWO_STATES, _two_states),
    (_WHO_AILS, _who_ails),
    (_CANNOT_DO, _cannot_do),
    (_CANNOT_HAVE, _cannot_have),
    (_NONE_FOR_ME, _none_for_me),
    (_NEAR_ME, _near_me),
    (_SOBER, lambda told: [f"I have been sober for {told['long'].lower()}"]),
    (_NO_DRINKING, lambda told: ["I don't drink alcohol"]),
    (_FOUND, _found),
    (_DIAGNOSED, _diagnosed),
    (_BOTH, _both),
    (_PEN, lambda told: [f"{told['told']} {told['rest']}"]),
    (_COULD_KILL, _could_kill),
    (_TOLD_TO, _told_to),
    (_DOES_TO, _does_to),
    (_WITH_IN_IT, lambda told: [f"{told['told']} {told['what']} in anything"]),
    (_NOT_TO_HAVE, _not_to_have),
    (_STILL_NO, _still_no),
    (_STILL_NEITHER, lambda told: [f"I still eat no {told['what']}"]),
)
