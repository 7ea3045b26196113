"""An announced change that is announced for another day, or called off, before it came true.

What an announcement says once it is so ("the user works at Ikea") is taken apart into who, what they are in, and the
value. Called off it is by what says, of the same one and the same value, that they do not come into that ("is not
starting at Ikea after all"). A word more about when, with whom or which, and there is no verdict. Pure, and without a
parser: facts are third-person sentences of one claim.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timedelta

from memory.language import ENGLISH
from memory.language.en.announcing import STEP, TIME, announced_time, once_begun, step_time
from memory.language.en.vocabulary import MONTH_NAMES
from memory.language.porter import stem

from ..types import Verdict
from . import table
from .shapes import even


@dataclass(frozen=True, slots=True)
class _EnteredState:
    """Something that one is in, as `first` says it before the value. `told` are all the words between who is in it and
    the value, as a pattern; `entered` those by which one comes into it, with a bare verb; `nouns` what coming into it
    is called, with the word in front of the value; `home` is whether "the move" alone is it."""

    first: str
    told: str
    entered: str
    nouns: str
    home: bool = False


_JOB = r"(?:new )?(?:job|position|role|post|offer)"
_STATES = (
    _EnteredState(
        "works at", r"works (?:at|for|with)",
        rf"(?:(?:start|begin)(?: work(?:ing)?)? (?:at|for|with)|join|(?:take|accept) (?:the|that|a) {_JOB} (?:at"
        rf"|with|from)|(?:move|switch|transfer|change) to)",
        rf"{_JOB} (?:at|with|from)|(?:move|switch|transfer) to|start (?:at|with)",
    ),
    _EnteredState(
        "lives in", r"lives (?:in|at)", r"(?:move|relocate)(?: back)? (?:in)?to", r"(?:move|relocation) to",
        home=True,
    ),
    _EnteredState(
        "goes to", r"(?:goes to|attends)", r"(?:(?:start|begin) (?:school )?at|(?:switch|change|move|transfer) to)",
        r"(?:move|switch|transfer|change) to",
    ),
    _EnteredState(
        "uses", r"uses", r"(?:(?:switch|move|migrate|change)(?: over)? to|adopt)",
        r"(?:switch|move|migration|change) to",
    ),
    _EnteredState(
        "takes", r"takes",
        r"(?:(?:go|move|step)(?: up| down| over)? to|(?:increase|raise|lower|switch|change) to|start(?: on)?)",
        r"(?:increase|switch|change) to",
    ),
    _EnteredState(
        "is on", r"is on", r"(?:(?:switch|upgrade|downgrade|move|change)(?: over)? to|go (?:on|onto))",
        r"(?:switch|upgrade|downgrade|move|change) to",
    ),
    _EnteredState("leads", r"(?:leads|runs|heads|manages)", r"take over", r"(?!)"),
)  # fmt: skip
_BARE = re.compile(r"^(?P<verb>\w+) (?P<rest>.+)$")
# Who will not, or has decided not to. "Is not starting" tells of what is ahead, as one comes into something at one
# time; "is not working there" may tell of today, and needs the "after all".
_NOT = re.compile(
    r"^(?P<who>[^,;]{1,60}?) (?:(?P<now>is not|is no longer|are not|are no longer) (?:going to (?P<ahead>(?=\w)))?"
    r"|will not(?: be)? |will no longer(?: be)? |has decided (?:not to|against) |decided (?:not to|against) )"
    r"(?P<told>[^,;]+?)(?P<after> after all)?$",
    re.I,
)
_OFF = (
    r"(?:(?:is|was|has been|got) (?:off|called off|cancelled|canceled|scrapped|dropped|abandoned|withdrawn)"
    r"|(?:fell|has fallen) through|is not (?:happening|going ahead)|will not (?:happen|go ahead)|did not (?:happen"
    r"|work out|come off)|came to nothing)(?: after all)?"
)
_BY_OFF = re.compile(rf"^(?:the (?!user\b))?(?P<what>[^,;]{{1,80}}?) {_OFF}$", re.I)
# When it is to be then, a later sentence may tell; until then what holds holds on. "Moved by a van" is no time.
_SEASON = r"spring|summer|autumn|fall|winter|new year"
_MONTH = "|".join(MONTH_NAMES)
_PUT_OFF = re.compile(
    r"^(?:the (?!user\b))?(?P<what>[^,;]{1,80}?) (?:has been|was|is|got) (?:pushed|moved|postponed|delayed|put off"
    r"|deferred|shifted|rescheduled)(?: back| out)?"
    rf"(?: (?:(?:to|until|till) (?P<time>{TIME}|\d[\w ]*|(?:the )?(?:{_SEASON}|{_MONTH})[\w ]*|later|further notice)"
    r"|(?:by|for) (?:now|[\w ]{1,20} (?:days?|weeks?|fortnight|months?|quarters?|terms?|years?|while|bit))))?$",
    re.I,
)
_DECLINED = re.compile(
    r"^(?P<who>[^,;]{1,60}?) (?:has )?(?:turned down|declined|rejected|cancelled|canceled|called off) (?:the|their) "
    r"(?P<what>[^,;]{1,80})$",
    re.I,
)
_WITHDREW = re.compile(
    r"^(?P<value>[^,;]{1,60}?) (?:has )?(?:withdrew|withdrawn|rescinded|revoked|pulled) (?:its|their|the) "
    r"(?:job )?offer(?: to the user)?$",
    re.I,
)
_OWNERS = re.compile(r"^the user(?:'s (?:group|team|family|household))?$", re.I)


def judge(new: str, old: str, said: datetime | None = None) -> Verdict | None:
    """What the new sentence, which was `said` then, makes of a plan; None where the older one tells of none, stays, or
    came true by then: "the move is off" is of another move, years later."""
    told = _told(old)
    if not told or (said is not None and _has_begun(old, said)):
        return None
    return _on_another_day(new, old, told) or _called_off(new, old, told)


def _has_begun(plan: str, said: datetime) -> bool:
    when = _day(plan) or ""
    named = next((one.value for one in ENGLISH.resolve_dates(when) if one.value is not None), None)
    if named is None:
        return True
    # The week after a day begins on the next Monday.
    day = named + timedelta(days=7 - named.weekday()) if when.lower().startswith("the week after ") else named
    return day.date() <= said.date()


# Of what lasts there is one beginning; a holiday, a closed office and what one takes or leads in turns begin again.
_IN_TURNS = frozenset(("is on", "takes", "leads"))
_LASTS = re.compile(
    rf".+? (?:{'|'.join(state.told for state in _STATES if state.first not in _IN_TURNS)}|is on (?:the|an?)"
    r"|takes(?= \d)|(?:is|are|costs?)(?: at)?(?= \d)) ",
    re.I,
)
_MOVES = re.compile(r" (?:mov(?:e|es|ing)|relocat(?:e|es|ing)) ", re.I)
_INSTEAD = re.compile(r" instead\b|, not ", re.I)


def _told(plan: str) -> list[str]:
    """What a plan says once it has come true: that of what is announced, and of a step what may follow from it."""
    if (begun := once_begun(plan)) is not None:
        return [_plain(begun)]
    step = STEP.match(even(plan))
    if step is None:
        return []
    taken = _bare(f"{step['verb'].lower()} {step['to'] or ''}".strip())
    who, value = step["who"].lower(), step["value"].lower()
    return [f"{who} {state.first} {value}" for state in _STATES if re.fullmatch(state.entered, taken)]


@table.REPLANNED.decides
def _on_another_day(new: str, old: str, told: list[str]) -> Verdict | None:
    same = any(one in told and _LASTS.match(one) for one in _told(new)) and _day(new) != _day(old)
    # Whom one joins, or at what hour one starts, is so on the one day and on the other.
    both_steps = once_begun(new) is None and once_begun(old) is None
    if both_steps and not _MOVES.search(new) and not _INSTEAD.search(new):
        return None
    return Verdict("corrects", "it is for another day") if same else None


def _day(plan: str) -> str | None:
    return announced_time(plan) or step_time(even(plan))


@table.CALLED_OFF.decides
def _called_off(new: str, old: str, told: list[str]) -> Verdict | None:
    new = _plain(new)
    put_off = _PUT_OFF.match(new)
    if put_off and put_off["time"] and (_day(old) or "").lower().startswith(put_off["time"]):
        return None  # that day is the one that is announced
    off = any(_denies(new, one) or any(_takes_back(state, new, one) for state in _STATES) for one in told)
    return Verdict("corrects", "the plan was called off") if off else None


def _plain(text: str) -> str:
    return re.sub(r"[.!]+$", "", even(text)).strip().lower().replace("’", "'")


def _denies(new: str, told: str) -> bool:
    """Whether the same is denied of what is ahead: "will not be the user's manager", "is not deploying on Mondays
    after all"."""
    found = _NOT.match(new)
    if found is None or (found["now"] and found["ahead"] is None and not found["after"]):
        return False
    is_one = found["told"].removeprefix("be ")
    if told in {f"{found['who']} is {is_one}", f"{is_one} is {found['who']}"}:
        return True  # "Ines will not be the user's manager" beside "the user's manager is Ines"
    said = _BARE.match(told.removeprefix(f"{found['who']} ")) if told.startswith(f"{found['who']} ") else None
    # "Is not going to Elm School after all": where one goes.
    goes = [f"going to {found['told']}"] if found["ahead"] is not None and found["after"] else []
    denied = [one for one in map(_BARE.match, (found["told"], *goes)) if one is not None]
    return said is not None and any(
        one["rest"] == said["rest"] and _base(one["verb"]) == _base(said["verb"]) for one in denied
    )


def _base(verb: str) -> str:
    return {"is": "be", "goes": "go"}.get(verb, stem(verb))


def _takes_back(state: _EnteredState, new: str, told: str) -> bool:
    """Whether `new` says that one does not come into the state that is `told`."""
    found = re.fullmatch(rf"(?P<who>.+?) {state.told} (?P<value>.+)", told)
    if found is None:
        return False
    who, value = found["who"], re.escape(re.sub(r"^(?:the|a|an) ", "", found["value"]))
    value = rf"(?:the |a |an )?{value}"
    if denied := _NOT.match(new):
        return denied["who"] == who and bool(re.fullmatch(rf"{state.entered} {value}", _bare(denied["told"])))
    if declined := _DECLINED.match(new):
        return declined["who"] == who and bool(re.fullmatch(rf"(?:{state.nouns}) {value}", declined["what"]))
    whose = rf"(?:{re.escape(who)}'s )" + ("?" if _OWNERS.match(who) else "")
    if off := _BY_OFF.match(new) or _PUT_OFF.match(new):
        named = rf"{whose}(?:(?:{state.nouns}) {value}|{value} (?:thing|plan|{_JOB}|move|switch))"
        bare = rf"|{whose}(?:move|relocation)" if state.home else ""
        return bool(re.fullmatch(f"(?:{named}{bare})", off["what"]))
    withdrew = _WITHDREW.match(new)
    return withdrew is not None and "work" in state.told and bool(re.fullmatch(value, withdrew["value"]))


def _bare(told: str) -> str:
    """ "Start at Ikea" of "starting at Ikea" and "starts at Ikea"."""
    verb, _, rest = told.partition(" ")
    return f"{_BASES.get(verb, verb)} {rest}".strip()


_VERBS = (
    "start begin join take accept move switch transfer change relocate go migrate adopt step increase raise lower"
    " upgrade downgrade"
).split()
_IRREGULAR = {"begin": "beginning"}
_BASES = {_IRREGULAR.get(verb, f"{verb.removesuffix('e')}ing"): verb for verb in _VERBS}
_BASES |= {f"{verb}{'es' if verb.endswith('ch') else 's'}": verb for verb in _VERBS}
