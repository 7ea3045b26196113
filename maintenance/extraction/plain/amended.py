"""A slip that the speaker puts right: "Dentist is on 3 March.", "oh wait, no, it's 4 March". Pure.

Such a sentence says nothing by itself. With what was said before it, it says that again with the right value: another
day, dose, number, name or thing in the place of the one that is of its kind.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import NamedTuple

from memory.language.en.vocabulary import CARDINALS, MONTH_NAMES, WEEKDAY_NAMES

# How a correction begins. A weak word alone begins other things as well: "Sorry, mum!", "Oops, Biscuit, get down!",
# "I mean, strictly". "Make it six" is an order.
_STRONG = (
    r"(?:scratch|scrap|strike|delete) (?:that|this)|i meant(?: to (?:say|write))?|correction|no,? wait|wait,? no"
    r"|no,? sorry|sorry,? no|actually,? no|no,? actually|i should say|typo"
)
_WEAK = (
    r"i mean(?: to (?:say|write))?|make that|w?oops(?:ie)?|whoops|excuse me|pardon(?: me)?|my bad|my mistake"
    r"|(?:oh|ah|er|um),? no|hang on|hold on|no|nope|nah|sorry|wait"
)
_OPENER = re.compile(
    rf"(?:(?P<strong>{_STRONG})|(?P<weak>{_WEAK})|(?:oh|ah|er|um|uh|hm+|ugh|haha|lol|actually|well|and|but))"
    r"\b(?P<mark>[,.!:…]*)\s+|(?P<star>\*)(?=\w)",
    re.I,
)
_NEEDS_NO_MARK = re.compile(r"i mean|make that|no wait|wait no|sorry no|no sorry|w?oops|\*", re.I)
_LEAD = re.compile(
    r"(?:(?:it|that|he|she|they|i|we)(?:['’]s|['’]re|['’]m| is| are| was| were| am| should be)"
    r"|should (?:be|have been)|make (?:it|that)|called|named)\s+",
    re.I,
)
# What may stand behind the right value and says nothing more.
_FILLER = re.compile(
    r"(?:sorry|not .{1,30}|instead|i mean(?:t)?|my bad|my mistake|typo|auto-?correct|please|pls|thanks|lol|haha"
    r"|silly me|of course|obviously|oops)[.! ]*$",
    re.I,
)
_REST = re.compile(r"(?:,| [-–—]) ")
_PREPOSITIONS = "in|on|at|to|for|from|with|by|near|of|into"
_MONTH = "|".join(MONTH_NAMES)
_NUMBER_WORDS = "|".join(word for word, number in CARDINALS.items() if number > 1)
_NUMBER = rf"(?:\d[\d.,]{{0,12}}\d|\d|{_NUMBER_WORDS})"
_DATE = re.compile(
    rf"\b(?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?: of)? (?:{_MONTH})\b"
    rf"|\b(?:{_MONTH}) (?P<later>\d{{1,2}})(?:st|nd|rd|th)?\b",
    re.I,
)
_ORDINAL = re.compile(r"(?:the )?(?P<day>\d{1,2})(?:st|nd|rd|th)", re.I)
_MEASURE = re.compile(rf"\b(?P<number>{_NUMBER}) ?(?P<unit>[a-zµ%]{{1,20}})", re.I)
_LABELLED = re.compile(r"\b(?P<label>[a-z]{2,20}) [A-Z]?\d{1,6}[A-Z]?", re.I)  # "platform 9"
_GOES_ON = re.compile(rf" (?:{_PREPOSITIONS}|an?|per|every|once|twice)\b", re.I)
_BARE_NUMBER = re.compile(rf"(?<![\w.,:£$€-])(?:{_NUMBER})(?![\w:%-]|[.,]\d)", re.I)
_KINDS = (
    _DATE,
    re.compile(rf"\b(?:{'|'.join(WEEKDAY_NAMES)})s?\b", re.I),
    re.compile(r"\b\d{1,2}[:.]\d\d(?: ?[ap]m)?\b|\b\d{1,2} ?[ap]m\b", re.I),
    re.compile(r"[£$€]\d[\d.,]{0,12}\d\b|[£$€]\d\b"),
    re.compile(rf"\b(?:{_MONTH})\b"),
    re.compile(r"\+?\d[\d -]{4,16}\d\b"),  # a telephone's
)
_NAME = r"(?:(?:Mr|Mrs|Ms|Dr|Prof|St)\.? )?[A-Z][\w'’&-]*(?: (?:[A-Z][\w'’&-]*|\d+)){0,3}"
_NAMED = re.compile(rf"(?<!^)(?<=[\w,'’] )(?!I\b|I['’]){_NAME}")
_ONE_NAME = re.compile(rf"(?P<article>(?:an?|the|my|our) )?{_NAME}")
_THING = re.compile(r"(?P<article>(?:an?|the|my|our|his|her) )?(?P<words>[a-z][\w'’-]+(?: [a-z][\w'’-]+){0,1})")
_LAST_THING = re.compile(
    rf"(?:\b(?:{_PREPOSITIONS}|is|are|am|was|were|be|called|named|likes?|loves?|hates?|eats?|drinks?|plays?|buy|bought"
    r"|have|has|got|prefers?|takes?|owns?|drives?|speaks?|studies|study|teach|teaches)|['’](?:s|m|re)) "
    r"(?P<thing>(?!called|named)(?:(?P<article>an?|the|my|our|his|her) )?[\w'’-]+(?: [\w'’-]+){0,1})$",
    re.I,
)
# What is called out, or begins something else: no value.
_NO_VALUE = frozenset(
    """i you he she it we they me him her us them this that these those there here what who which why how when where if
    and but or so because not no yes never again really seriously late mate mum mom dad love guys all everyone man dude
    buddy folks honey dear darling problem problems idea worries rush way need thanks please wait matter chance doubt
    just only still also too very much more less already yet now then today tomorrow tonight yesterday is are was were
    be been am have has had do does did don't can can't could will won't would should might may must got get let nothing
    something anything everything nobody somebody anybody everybody bother offence offense pressure excuses joke jokes
    kidding joking sorry well sure okay ok right fine good bad great true wrong theory practice principle general fact
    short claude chatgpt gpt gemini copilot siri alexa assistant""".split()
)
_TYPED_NAME = re.compile(r"\b(?:called|named|name is|name's) [a-z]+$")
_BESIDE = re.compile(r"\b(?:too|also|as well|another)\b", re.I)
_CLAUSE = re.compile(
    r"(?P<who>i|we|he|she|it|they) (?P<verb>[a-z]+) (?P<rest>(?P<first>[\w'’]+)(?: (?P<second>[\w'’]+))?.*)", re.I
)
_FIRST_PERSON = frozenset({"i", "we"})
_NOT_BUT = re.compile(
    r"^(?:no,? |sorry,? |oops,? ){0,3}(?:i mean,? |it's |it is )?not (?P<wrong>[\w'’ -]{2,30}?)(?:, (?:but )?| but )"
    r"(?:it's |it is |in |at |to |on )?(?P<right>[\w'’ -]{2,30}?)[.! ]*$",
    re.I,
)


# "At two no wait three", as it is dictated: the value that is put right stands right before, without any mark.
_SLIP = (
    r"(?:no (?:wait|sorry|hang on|hold on|actually)|(?:sorry|wait|actually) no|sorry i mean|i mean|scratch that"
    r"|make that)"
)
_ORDINAL_WORDS = (
    r"(?:(?:twenty|thirty)[ -])?(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)|tenth|eleventh|twelfth"
    r"|(?:thir|four|fif|six|seven|eigh|nine)teenth|twentieth|thirtieth"
)
_IN_ONE_BREATH = re.compile(
    "|".join(
        rf"\b(?P<wrong{place}>{kind}) {_SLIP} (?:(?:it's|on|at) )?(?P<right{place}>{kind})\b"
        for place, kind in enumerate((
            rf"(?:{'|'.join(WEEKDAY_NAMES)})s?", rf"(?:{_MONTH})", r"(?:the )?\d{1,2}(?:st|nd|rd|th)", _NUMBER,
            rf"(?:the )?(?:{_ORDINAL_WORDS})",
        ))
    ),
    re.I,
)  # fmt: skip


def put_right(text: str) -> str:
    """The text with each value that is corrected in the same breath in the place of the wrong one."""
    while (slip := _IN_ONE_BREATH.search(text)) is not None:  # "at two no wait three no wait four": once for each
        right = next(value for name, value in slip.groupdict().items() if name.startswith("right") and value)
        text = f"{text[: slip.start()]}{right}{text[slip.end() :]}"
    return text


class Amended(NamedTuple):
    """The statement with the right value, and what else the slip says."""

    statement: str
    rest: str


def amended(slip: str, statement: str, speakers: Collection[str] = ()) -> Amended | None:
    """What was said with the value that `slip` puts in its place; None where it is no such slip, or nobody can tell
    which value is meant. Whoever is one of the `speakers` is called, and is no value."""
    statement = statement.rstrip(".!…, ")
    if (contrast := _NOT_BUT.match(slip)) is not None:
        return _contrasted(contrast, statement)
    opened = _opened(slip)
    if opened is None:
        return None
    said, is_strong, is_marked = opened
    if is_strong and (goes_on := _gone_on(said, statement)) is not None:
        return Amended(goes_on, "")
    lead = _LEAD.match(said)
    value, rest = _parted(said[lead.end() :] if lead else said)
    if (put := _of_a_kind(value, statement)) is not None:
        return Amended(put, rest)
    is_called = value.lower() in speakers or (not is_strong and slip.rstrip().endswith("!"))
    if is_marked and not is_called:
        # Whoever is called stands before a comma: "no wait, Biscuit, get down".
        is_sure = is_strong and not rest
        put = _named(value, statement, is_sure=is_sure) or _thing(
            value, statement, is_sure=is_sure, is_told=lead is not None
        )
        if put is not None:
            return Amended(put, rest)
    again = _said_again(value, statement)
    return None if again is None else Amended(again, rest)


def _gone_on(said: str, statement: str) -> str | None:
    """ "It moved from Tuesday to, no wait, to Wednesday": what broke off is said to its end."""
    cut = re.search(rf" (?P<preposition>{_PREPOSITIONS})$", statement, re.I)
    is_again = cut is not None and said.lower().startswith(f"{cut['preposition'].lower()} ")
    return f"{statement[: cut.start()]} {said.rstrip('.!… ')}" if cut is not None and is_again else None


def _opened(slip: str) -> tuple[str, bool, bool] | None:
    """(the slip without its opening words, whether one of them is strong, whether a mark follows the last)."""
    at, strong, admits, marked = 0, False, False, False
    while (opener := _OPENER.match(slip, at)) is not None:
        strong = strong or opener["strong"] is not None or opener["star"] is not None
        admits = admits or strong or opener["weak"] is not None
        marked = bool(opener["mark"]) or _NEEDS_NO_MARK.match(opener.group()) is not None
        at = opener.end()
    return (slip[at:], strong, marked) if admits else None


def _parted(said: str) -> tuple[str, str]:
    """(the value, what the slip goes on with behind a comma)."""
    found = _REST.search(said)
    if found is None:
        return _bare(said), ""
    rest = said[found.end() :]
    return _bare(said[: found.start()]), "" if _FILLER.match(rest) else rest


def _bare(value: str) -> str:
    return re.sub(r"(?: (?:sorry|instead|please|pls|lol))+$", "", value.rstrip(".!… "), flags=re.I)


def _of_a_kind(value: str, statement: str) -> str | None:
    """The statement with a value of the kind that this one is of, where it has one such."""
    value = re.sub(r"^(?:on|at|in|for) ", "", value, flags=re.I)
    dates = list(_DATE.finditer(statement))
    ordinal, days = _ORDINAL.fullmatch(value), [found.span() for found in _ORDINAL.finditer(statement)]
    is_dated = _DATE.fullmatch(value.removeprefix("the ")) is not None
    if (ordinal is not None or is_dated) and not dates and days:
        return _in_place(value, days, statement)  # "it's due the 20th, no wait, the 22nd of November"
    value = value.removeprefix("the ") if is_dated else value
    if ordinal is not None:
        group = "day" if dates and dates[0]["day"] else "later"
        return _in_place(ordinal["day"], [found.span(group) for found in dates], statement)
    for kind in _KINDS:
        if kind.fullmatch(value) is not None:
            return _in_place(value, [found.span() for found in kind.finditer(statement)], statement)
    if _BARE_NUMBER.fullmatch(value) is not None:
        dated = [span for kind in _KINDS for span in (found.span() for found in kind.finditer(statement))]
        free = [
            found.span() for found in _BARE_NUMBER.finditer(statement)
            if not any(start <= found.start() < end for start, end in dated)
        ]  # fmt: skip
        return _in_place(value, free, statement)
    if (labelled := _LABELLED.fullmatch(value)) is not None:
        label = re.compile(rf"\b{re.escape(labelled['label'])} [A-Z]?\d+[A-Z]?\b", re.I)
        return _in_place(value, [found.span() for found in label.finditer(statement)], statement)
    measured = _MEASURE.match(value)
    if measured is None:
        return None
    unit = _unit(measured["unit"])
    same = [found.span() for found in _MEASURE.finditer(statement) if _unit(found["unit"]) == unit]
    put = _in_place(measured.group(), same, statement)
    tail = value[measured.end() :]
    if put is None or not tail or statement[same[0][1] :].startswith(tail):
        return put
    # "20 mg, sorry, 10 mg of citalopram"
    return f"{put}{tail}" if put.endswith(measured.group()) and _GOES_ON.match(tail) else None


def _unit(word: str) -> str:
    return word.lower().removesuffix("s")


def _in_place(value: str, spans: list[tuple[int, int]], statement: str) -> str | None:
    if len(spans) != 1:
        return None
    ((start, end),) = spans
    return f"{statement[:start]}{value}{statement[end:]}"


def _split_off(value: str) -> tuple[str, str]:
    """(its preposition, the rest)."""
    found = re.match(rf"(?P<preposition>{_PREPOSITIONS}) ", value, re.I)
    return (found["preposition"].lower(), value[found.end() :]) if found else ("", value)


def _named(value: str, statement: str, *, is_sure: bool) -> str | None:
    """The statement with this name in the place of its only one. Of a name alone one has to be sure that nobody is
    called so."""
    preposition, name = _split_off(value)
    found = _ONE_NAME.fullmatch(name)
    if found is None or name.lower() in _NO_VALUE or any(kind.fullmatch(name) for kind in _KINDS):
        return None
    spans = [
        one.span() for one in _NAMED.finditer(statement) if not any(kind.fullmatch(one.group()) for kind in _KINDS)
    ]
    if preposition:
        spans = [one for one in spans if statement[: one[0]].lower().endswith(f" {preposition} ")]
    article = found["article"]
    if not (is_sure or preposition or article):
        return None
    if article and len(spans) == 1:
        start, end = spans[0]
        before = re.search(r"\b(?:an?|the|my|our) $", statement[:start], re.I)
        if before is None:
            return None
        spans = [(before.start(), end)]
    return _in_place(name, spans, statement)


def _thing(value: str, statement: str, *, is_sure: bool, is_told: bool) -> str | None:
    """The statement that ends with this thing, in the place of the one that it ends with. What "it was" `is_told` as a
    thing, article or not."""
    preposition, thing = _split_off(value)
    found = _THING.fullmatch(thing)
    if found is None or thing.endswith("ly") or not _NO_VALUE.isdisjoint(thing.lower().split()):
        return None
    last = _LAST_THING.search(statement)
    if last is None or not _NO_VALUE.isdisjoint(last["thing"].lower().split()):
        return None
    if bool(found["article"]) != bool(last["article"]) and not is_told:
        return None
    start = last.start("thing")
    if not (is_sure or preposition or _TYPED_NAME.search(statement)):
        return None
    if last["thing"].split()[-1][:1].isupper():
        return None  # a name gives way to a name
    if preposition and not statement[:start].lower().endswith(f" {preposition} "):
        return None
    generic = (found["article"] or "").lower() == "the " and not last["article"]
    return f"{statement[:start]}{found['words'] if generic else thing}"


def _said_again(clause: str, statement: str) -> str | None:
    """ "She lives in Hull" of "my sister lives in York": the same verb, and a value of the same shape behind it."""
    again = _CLAUSE.match(clause)
    if again is None or again["verb"].lower() in ("am", "is", "are", "was", "were") or _BESIDE.search(clause):
        return None
    verb = re.compile(rf"\b{re.escape(again['verb'])} (?P<first>[\w'’]+)(?: (?P<second>[\w'’]+))?", re.I)
    same = list(verb.finditer(statement))
    if len(same) != 1 or again["first"].lower() in _NO_VALUE:
        return None
    before = statement[: same[0].start()].rstrip().lower().split()
    is_own = bool(before) and before[-1] in _FIRST_PERSON
    if not before or is_own != (again["who"].lower() in _FIRST_PERSON):
        return None
    if not _is_alike(again["first"], same[0]["first"], again["second"] or "", same[0]["second"] or ""):
        return None
    return f"{statement[: same[0].start()]}{again['verb']} {again['rest']}"


def _is_alike(new: str, old: str, behind_new: str, behind_old: str) -> bool:
    """Whether two complements begin alike: with one preposition, article or possessive, or both with a name."""
    if new.lower() == old.lower():
        return behind_new[:1].isupper() == behind_old[:1].isupper()
    return new[:1].isupper() and old[:1].isupper()


def _contrasted(contrast: re.Match[str], statement: str) -> Amended | None:
    """ "Not Oslo, Bergen" of "my brother is moving to Oslo"."""
    wrong = list(re.finditer(rf"\b{re.escape(contrast['wrong'])}\b", statement, re.I))
    if len(wrong) != 1 or not _NO_VALUE.isdisjoint(contrast["right"].lower().split()):
        return None
    start, end = wrong[0].span()
    return Amended(f"{statement[:start]}{contrast['right']}{statement[end:]}", "")
