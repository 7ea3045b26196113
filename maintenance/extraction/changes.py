"""Whether a sentence tells that what another one told holds no longer, or never did.

Both must speak of one subject and one property, and the newer must show a sign of change: an ending ("stopped", "no
longer", "cancelled"), a change ("was moved to"), a "now" beside another value, a contrast ("not on Monday", "instead
of"), an opposite state, a plan carried out. Without a sign both hold: most things of which people talk (hobbies, pets,
visits, colleagues) come in many. In doubt there is no verdict.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from memory.language.en.vocabulary import WEEKDAYS

from .claims import MONTHS, TIMES, Reading, Statement, read
from .lexicon import PEOPLE, words
from .types import Verdict

_CHANGING = words(
    "move change switch shift postpone delay reschedule cut reduce lower raise increase extend shorten upgrade "
    "downgrade update rename migrate transfer double halve defer"
) | {"put off", "put back", "bring forward", "push back", "move up"}  # fmt: skip
_STOPPING = words("stop quit cease drop abandon") | {"give up", "leave off", "kick"}
_CANCELLING = words("cancel drop abandon terminate scrap discontinue withdraw") | {"call off"}
_PARTING = words("sell return lose discard donate scrap") | {
    "give",
    "give away",
    "throw away",
    "hand back",
    "give back",
}
_GIVING = words("give donate return") | {"give away", "hand back", "give back"}  # with to whom
# What happens to a thing that somebody has no longer.
_GOING = words("die perish") | {"pass away"}
_TAKEN = words("steal sell lose destroy scrap throw discard") | {"throw away", "throw out", "give away"}
_HAVING = words("have own keep drive ride use rent possess hold wear take")
# Of these, giving up the thing is giving up what one does with it.
_HABITS = words("drink eat smoke take have use do play go attend practise practice train visit study learn watch read")
_PLANNING = words("plan want intend hope mean aim wish")
# What one does, and what shows that it is over.
_SEARCHES = {
    verb: words(ends)
    for verbs, ends in (("look search hunt seek", "find get buy hire book rent"), ("wait await", "receive get"))
    for verb in verbs.split()
}
_PAYING = words("pay repay settle return") | {"pay back", "pay off", "give back"}
_LIVING = words("live reside stay share lodge")
# States of which a thing has one at a time, each with the words that tell it.
_STATES = (
    ("single", "engage engaged", "marry married", "divorce divorced", "separate separated", "widow widowed"),
    ("open reopen", "close closed"),
    ("male", "female"),
    ("alive", "dead die"),
    ("empty", "full"),
    ("employed", "unemployed", "retire retired"),
    ("broken break faulty", "repair repaired fix fixed mend mended"),
    ("pending", "approve approved grant granted", "reject rejected refuse refused decline declined"),
    ("lost missing", "find found recover recovered"),
    ("ill sick", "healthy well recover recovered"),
    ("vacant free", "occupied taken"),
)
_STATE_OF = {
    word: (group, state)
    for group, states in enumerate(_STATES)
    for state, told in enumerate(states)
    for word in told.split()
}
# Of these, somebody has one at a time: a new one takes the place of the old.
_ONE = words(
    "passport vet dentist doctor gp landlord boss manager supervisor employer address phone number password code job "
    "therapist accountant lawyer bank insurer insurance tenant car laptop wifi router flatmate headmaster principal"
)
_MISTAKES = words("mistake error slip typo misunderstanding mix-up mixup misprint")
_MISTAKEN = words("misread mishear misremember misspeak mistake confuse") | {"mix up"}
_BLAME = words("blame reason fault cause")
_MEANS = words("go commute travel cycle walk drive ride take get bike")
_VEHICLES = words("bus train tram car metro subway underground bike bicycle scooter ferry taxi van foot motorbike")
_PLACES = words("in on at by under near inside outside with")


def judge(new_content: str, old_content: str) -> Verdict | None:
    """What the new sentence says of the older one: "updates" (it was true), "corrects" (it never was), or None.

    Raises OSError where the parser's package is missing.
    """
    new, old = read(new_content), read(old_content)
    for told in old.statements:
        for statement in new.statements:
            verdict = _by_statement(statement, told)
            if verdict is not None:
                return verdict
        verdict = _contrasted(new, told) or _mistaken(new, told)
        if verdict is not None:
            return verdict
    return None


def _by_statement(new: Statement, old: Statement) -> Verdict | None:
    if (denied := _denied(new, old)) is not None:
        return denied
    if not new.subject or not old.subject or old.is_negated:
        return None
    if new.subject == old.subject:
        return _ended(new, old) or _fulfilled(new, old) or _other_value(new, old) or _state(new, old)
    if _is_of_one(new, old):
        return Verdict("updates", "a new one took its place")
    if _is_gone(new, old):
        return Verdict("updates", "it is gone")
    return None


def rivals(statement: Statement) -> list[str]:
    """Names under which facts are found that this statement may put out of date, or that may put it out of date,
    though they share no word of the predicate."""
    found = []
    if (state := _state_of(statement)) is not None:
        found.append(f"state: {_STATES[state[0]][0]}")
    if statement.verb in _LIVING or (statement.verb == "move" and not statement.heads("obj")):
        found.append("home")
    if statement.verb in _CHANGING | _CANCELLING | {"be"} or any(_is_when(word.lemma) for word in statement.words):
        found.append("value")
    return found


# --- Signs ------------------------------------------------------------------------------------------------------


def _denied(new: Statement, old: Statement) -> Verdict | None:
    """The same words denied: "did not crash because of an app", "was not to blame for the flood"."""
    if new.is_negated == old.is_negated or not old.told | old.because:
        return None
    new_bag, old_bag = new.bag | new.because, old.bag | old.because
    if not old_bag <= new_bag or not new_bag - old_bag <= _BLAME:
        return None
    if new.is_now or old.is_negated:
        return Verdict("updates", "it holds no longer")
    if new.is_past or new_bag - old_bag:
        return Verdict("corrects", "it was not so")
    return Verdict("contradicts", "the opposite of the same statement")


def _ended(new: Statement, old: Statement) -> Verdict | None:
    """It was stopped, cancelled or given away; or it is done no longer."""
    if old.is_past:
        return None
    about = frozenset(word.lemma for word in new.words if word.role != "do") - _when_it_was(new)
    done = new.heads("do")
    what = "it has ended"
    if about & TIMES and about & TIMES != old.told & TIMES:
        return None  # of Mondays and Fridays, one may have ended
    if new.verb in _STOPPING and about == {f"{old.verb.removesuffix('e')}ing"}:
        return Verdict("updates", what)
    if new.is_negated and new.is_now and old.verb in {new.verb, *done} and about | done <= old.told | {old.verb}:
        return Verdict("updates", what)
    if new.is_negated and new.is_now and new.verb in {"need", "have", "want"} and old.verb in _HAVING:
        return Verdict("updates", what) if about and about <= old.heads("obj") else None
    if new.is_negated:
        return None
    things = new.heads("obj")
    given = new.verb in _GIVING
    parted = frozenset(word.lemma for word in new.words if word.role == "obj" or (not given and word.role != "time"))
    if new.verb in _PARTING and old.verb in _HAVING and things & old.heads("obj") and parted <= old.told:
        return Verdict("updates", "it was given away")
    if not about <= old.told:
        return None
    heads = old.direct("obj", "be", "to", "at", "in", "of", "for")
    if new.verb in _STOPPING and done:
        return Verdict("updates", what) if done == {old.verb} and (not about or about & heads) else None
    if not about & heads:
        return None
    if new.verb in _STOPPING and old.verb in _HABITS and _is_thing(about, old):
        return Verdict("updates", what)
    if new.verb in _CANCELLING and old.verb not in {"like", "love", "know", "be"}:
        return Verdict("updates", "it was cancelled")
    return None


def _fulfilled(new: Statement, old: Statement) -> Verdict | None:
    """A plan was carried out, a search is over, a debt is paid."""
    if old.is_past or new.is_negated or not new.is_past:
        return None
    objects = new.heads("obj", "for", "to")
    planned = old.verb in _PLANNING and new.verb in old.heads("do") and bool(objects)
    if planned and objects <= old.told:
        return Verdict("updates", "the plan was carried out")
    sought = old.heads("obj", "for")
    if new.verb in _SEARCHES.get(old.verb, ()) and sought and sought <= objects:
        return Verdict("updates", "it was found")
    if old.verb == "owe" and new.verb in _PAYING and objects and objects - {"back"} <= old.told:
        return Verdict("updates", "it was paid")
    return None


def _other_value(new: Statement, old: Statement) -> Verdict | None:
    """One value in the same place of the same statement was changed to another, or is another now."""
    if new.is_negated:
        return None
    if new.verb in _CHANGING and old.verb not in _CHANGING:
        return _changed_to(new, old)
    if old.is_past:
        return None
    if old.verb == new.verb == "be" and "back" in new.told and old.heads("in", "at") & new.heads("from"):
        return Verdict("updates", "back from there")
    if new.is_now and not new.is_past and _other_way(new, old):
        return Verdict("updates", "another way there now")
    added, gone = new.told - old.told, old.told - new.told
    if not added or not gone:
        return None
    if new.verb == "turn" and {"year", "old"} <= gone and any(map(_is_number, added)):
        return Verdict("updates", "another age")
    if not new.is_now or new.is_past:
        return None
    if new.verb == old.verb:
        roles = {word.role for word in new.words if word.lemma in added}
        if roles == {word.role for word in old.words if word.lemma in gone} and len(roles) == 1:
            if all(map(_is_number, added | gone)):
                return Verdict("updates", "another number now")
            if roles <= _PLACES | {"time"} and (roles != {"with"} or new.verb in _LIVING):
                return Verdict("updates", "another place or time now")
            # Of colleagues and friends somebody has many.
            if roles == {"be"} and len(new.subject) > 1 and new.subject[-1] not in PEOPLE - _ONE:
                return Verdict("updates", "another value now")
    return None


def _other_way(new: Statement, old: Statement) -> bool:
    """ "Cycles to school now" beside "goes to school by bus"."""
    goals = [one.heads("to", "do") for one in (new, old)]
    ways = [(one.verb, one.heads("obj", "by", "on")) for one in (new, old)]
    return (
        bool(goals[0]) and goals[0] == goals[1] and ways[0] != ways[1]
        and all(verb in _MEANS and things <= _VEHICLES for verb, things in ways)
    )  # fmt: skip


def _changed_to(new: Statement, old: Statement) -> Verdict | None:
    """ "Was moved to 17 June" beside "is planned for 3 June": a value of the same kind."""
    given = [word.lemma for word in new.words if word.role in ("to", "by", "for", "at", "into")]
    if not given or old.is_past or set(given) <= old.told:
        return None
    kept = {lemma for lemma in given if lemma in old.told}
    numbers = any(map(_is_number, given)) and any(_is_number(lemma) for lemma in old.told)
    timed = any(map(_is_when, given)) and any(_is_when(lemma) for lemma in old.told)
    if timed or (numbers and (kept or not _units(given))):
        return Verdict("updates", "it was changed")
    if kept or (old.verb == "be" and new.is_passive and len(old.words) == 1):
        return Verdict("updates", "it was changed")
    elsewhere = new.verb == "move" and not new.is_passive and not new.heads("obj") and _TO_A_PLACE.search(new.text)
    if elsewhere and old.verb in _LIVING:
        return Verdict("updates", "moved away")
    return None


_TO_A_PLACE = re.compile(r"\b(?:to|into) (?:the )?[A-Z]|\baway\b|\bout\b|\binto an? ")


def _on_other_days(new: Statement, old: Statement) -> bool:
    """Whether each is so on days of its own: closed on Mondays, open on Sundays."""
    days, others = ({word for word in one.told if word.removesuffix("s") in WEEKDAYS} for one in (new, old))
    return bool(days and others and not days & others)


def _state(new: Statement, old: Statement) -> Verdict | None:
    """Another one of the states that exclude each other: open and closed, engaged and married."""
    if new.is_negated:
        return None
    now, before = _state_of(new), _state_of(old)
    if not now or not before or now == before or now[0] != before[0] or _on_other_days(new, old):
        return None
    if "turn out" in new.verb:
        return Verdict("corrects", "it turned out otherwise")
    return Verdict("updates", "another state")


def _state_of(statement: Statement) -> tuple[int, int] | None:
    """The state that is told of the subject itself, not of what it has or does: "engaged in politics" is none."""
    dated = (word for word in statement.words if word.role in ("in", "for", "as"))
    if any(not _is_when(word.lemma) and not _is_number(word.lemma) for word in dated):
        return None
    if statement.verb in _STATE_OF:
        # "The pool opens in May" is a timetable; "the shop has closed" is a state.
        came_about = statement.is_passive or (statement.is_past and not statement.heads("obj"))
        return _STATE_OF[statement.verb] if came_about else None
    if statement.verb == "be" and statement.is_past:
        return None  # who was ill on Monday may be well
    if statement.verb in ("be", "become", "get", "turn", "turn out", "stay", "feel") and len(statement.words) <= 4:
        told = [word.lemma for word in statement.words if word.role == "be"]
        return next((_STATE_OF[lemma] for lemma in told if lemma in _STATE_OF), None)
    return None


def _is_of_one(new: Statement, old: Statement) -> bool:
    """ "Yara has a new passport" beside "Yara's passport is valid until May"."""
    is_new = "new" in new.told and new.verb in ("have", "get") and not new.is_negated
    things = new.heads("obj") & _ONE
    return is_new and not old.is_past and any(old.subject == (*new.subject, thing) for thing in things)


def _is_gone(new: Statement, old: Statement) -> bool:
    """ "The user's hamster Nugget died" beside "The user has a hamster called Nugget"."""
    lost = new.verb in _GOING or (new.verb in _TAKEN and new.is_passive)
    length, things = len(old.subject), frozenset(new.subject[len(old.subject) :])
    return (
        lost and not new.is_negated and not old.is_past and old.verb in _HAVING | {"keep"} and bool(things)
        and new.subject[:length] == old.subject and things <= old.told and bool(things & old.heads("obj"))
    )  # fmt: skip


def _contrasted(new: Reading, old: Statement) -> Verdict | None:
    """ "It is in Bern, not in Basel", "has moved from MySQL to PostgreSQL", "takes the bus instead of the car"."""
    same_verb = any(statement.verb == old.verb for statement in new.statements) or old.verb in new.bag
    about = bool(old.subject) and set(old.subject) <= new.bag
    if not about or old.is_negated:
        return None
    for kind, contrasts in (("corrects", new.denied), ("updates", new.left)):
        for contrast in contrasts:
            named = contrast & old.told
            if not named or not contrast <= old.bag or (kind == "corrects" and not same_verb):
                continue
            if kind == "updates" and not same_verb and not _is_change_of(new, old):
                continue
            return (
                Verdict("corrects", "it is said to be otherwise")
                if kind == "corrects"
                else Verdict("updates", "it is another now")
            )
    return None


def _is_change_of(new: Reading, old: Statement) -> bool:
    return any(one.verb in _CHANGING and one.subject == old.subject for one in new.statements) and not old.is_past


def _mistaken(new: Reading, old: Statement) -> Verdict | None:
    """ "It was for 301 euros; 310 was a slip", "… in room 21; he misread the plan"."""
    slips = [one for one in new.statements if one.told & _MISTAKES or one.verb in _MISTAKEN]
    rest = [one for one in new.statements if one not in slips]
    for slip in slips:
        for one in rest:
            if one.subject != old.subject or one.verb != old.verb:
                continue
            changed = one.told - old.told
            gone = old.told - one.told
            named = set(slip.subject) & old.told
            if named or (slip.verb in _MISTAKEN and changed and gone and all(map(_is_number, changed | gone))):
                return Verdict("corrects", "it was a mistake")
    return None


# --- Words ------------------------------------------------------------------------------------------------------


def _is_thing(about: frozenset[str], old: Statement) -> bool:
    """Whether what was given up is what is done, eaten or visited, not a part of its name."""
    return all(word.is_head for word in old.words if word.lemma in about)


def _when_it_was(statement: Statement) -> frozenset[str]:
    """The date of an ending, "on 3 May 2024": a day of the week or an hour may be of what has ended."""
    if not statement.told & MONTHS:
        return frozenset(lemma for lemma in statement.told if lemma.isdigit() and len(lemma) == 4)
    return frozenset(lemma for lemma in statement.told if lemma in MONTHS or lemma.isdigit())


def _is_number(lemma: str) -> bool:
    return lemma[:1].isdigit() or lemma[:1] in "€$£"


def _is_when(lemma: str) -> bool:
    return lemma in TIMES or (lemma[:1].isdigit() and ":" in lemma)


def _units(given: list[str]) -> Iterator[str]:
    return (lemma for lemma in given if not _is_number(lemma))
