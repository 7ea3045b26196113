"""Whether a sentence tells that what another one told holds no longer, or never did.

Both must speak of one subject and one property, and the newer must show a sign of change: an ending ("stopped", "no
longer", "cancelled"), a change ("was moved to"), a "now" beside another value, a contrast ("not on Monday", "instead
of"), an opposite state, a plan carried out. Without a sign both hold: most things of which people talk (hobbies, pets,
visits, colleagues) come in many. In doubt there is no verdict.
"""

from __future__ import annotations

import re
from dataclasses import replace

from memory.language.en.change_words import CANCELLING, CHANGING, COUPLING, HAVING, LIVING, SHIFTING, STATES

from ..grammar.alignment import heads, is_when, keys, who
from ..grammar.claims import reading_of
from ..grammar.lexicon import KIN, PEOPLE, PETS
from ..grammar.readings import Reading, Statement
from ..types import Verdict
from . import (
    contrasts,
    duties,
    endings,
    events,
    fulfilments,
    gone,
    hours,
    journeys,
    medication,
    now_otherwise,
    numbered,
    offices,
    one_time,
    one_value,
    outcomes,
    outgrown,
    partings,
    parts,
    programs,
    recovered,
    refinements,
    said_with,
    shifts,
    stages,
    states,
    successions,
    table,
    versions,
)


def judge(new_content: str, old_content: str, talk: str = "") -> Verdict | None:
    """What the new sentence says of the older one: "updates" (it was true), "corrects" (it never was), or None. What
    ends an allergy or a medicine may be limited in the `talk` that it was said in.

    Raises OSError where the parser's package is missing.
    """
    if _are_apart(new_content, old_content):
        return None
    if medication.are_apart(new_content, old_content, talk):
        return Verdict("unrelated", "it leaves the medicine as it is")
    over = (
        outgrown.outgrown(new_content, old_content, talk)
        or recovered.recovered(new_content, old_content, talk)
        or medication.taken_no_more(new_content, old_content, talk)
        or medication.other_dose(new_content, old_content, talk)
        or offices.another_holds_it(new_content, old_content, talk)
    )
    if over is not None:
        return over
    new, old = reading_of(_without_why(new_content)), reading_of(old_content)
    found = _changes(new, old, talk)
    if found is None and (owned := _owned(new, old)) is not None:
        # "The cast came off": whose it is, who has one tells.
        found = _changes(owned, old, talk)
    if found is None and (called := _called(new, old)) is not None:
        # "Nina moved back in with us" beside "the user's daughter Nina lives in Leeds".
        found = _changes(called, old, talk)
    if found is None and (versioned := _versioned(new, old)) is not None:
        found = _changes(versioned, old, talk)
    if found is not None and found.rule in _OF_ANOTHER_VALUE and said_with.is_said_besides(new_content, talk):
        return None
    return found or _so_again(new, old)


_OF_ANOTHER_VALUE = frozenset(
    rule.name
    for rule in (
        table.OTHER_VALUE_NOW,
        table.HELD_ELSEWHERE,
        table.SINCE_A_CHANGE,
        table.ANOTHER_ON_CALL,
        table.USED_OTHERWISE,
    )
)


# Why, or what else, stands behind it in short: "no longer plays squash, shoulder trouble".
_NO_LONGER = re.compile(
    r"^(?P<told>[^,;:]*\bno longer [^,;:]{3,80}), "
    r"(?!(?:only|just|except|but|unless|apart|besides|if|when|while|not|mostly|mainly|usually|at|in|on|during|for|before"
    r"|after|with|from|until|he|she|they|so|apparently|supposedly|maybe|perhaps|probably)\b)[a-z][^,;:]*$"
)


def _without_why(content: str) -> str:
    over = _NO_LONGER.match(content)
    return content if over is None else f"{over['told']}."


def _are_apart(new: str, old: str) -> bool:
    return numbered.are_two_things(new, old) or numbered.tells_what_is_left(new, old)


@table.AGAIN.decides
def _so_again(new: Reading, old: Reading) -> Verdict | None:
    """What ended or changed this, when it was said, holds no longer: "quit smoking", then "smokes again"."""
    again = _AGAIN.search(new.text) and not _AGAIN.search(old.text)
    return Verdict("updates", "it is so again") if again and _changes(old, new, "") else None


def _called(new: Reading, old: Reading) -> Reading | None:
    """The reading with those whom it calls by name alone as the older one calls them, or the other way round."""
    renamed = []
    for one in new.statements:
        # Who parted from whom is told of both.
        same = (other for other in old.statements if one.verb not in COUPLING and _is_the_same_person(one, other))
        other = next(same, None)
        renamed.append(one if other is None else replace(one, subject=other.subject))
    return None if renamed == [*new.statements] else replace(new, statements=tuple(renamed))


def _versioned(new: Reading, old: Reading) -> Reading | None:
    """The reading with a version called as the older one calls it: "version 4.2" beside "release 4.2"."""
    theirs = {told.subject[-1]: told.subject for told in old.statements if _is_version(told)}
    called = tuple(
        replace(one, subject=theirs[one.subject[-1]]) if _is_version(one) and one.subject[-1] in theirs else one
        for one in new.statements
    )
    return replace(new, statements=called) if called != new.statements else None


def _is_version(one: Statement) -> bool:
    *kind, number = one.subject or ("",)
    return re.fullmatch(r"v?\d+(?:\.\d+)+", number) is not None and kind in ([], *([word] for word in _VERSIONS))


_VERSIONS = ("version", "release", "build", "update")


def _is_the_same_person(one: Statement, other: Statement) -> bool:
    """Whether one is called by name alone and the other as somebody's: Nina, the user's daughter Nina."""
    if one.subject == other.subject or not _names(one.subject) or _names(one.subject) != _names(other.subject):
        return False
    return one.is_name or other.is_name


def _names(subject: tuple[str, ...]) -> tuple[str, ...]:
    """What somebody is called, besides whose sister they are; nothing where that is all that tells who it is."""
    if subject[:1] == ("user",):
        return subject[2:] if len(subject) > 2 and subject[1] in KIN | PEOPLE | PETS else ()
    return subject


def _owned(new: Reading, old: Reading) -> Reading | None:
    """The reading as one of the user's own thing, where the user has it and the older one tells of it."""
    mine = [
        replace(one, subject=("user", *one.subject)) if _is_the_users(one, new, old) else one for one in new.statements
    ]
    return None if mine == [*new.statements] else replace(new, statements=tuple(mine))


def _is_the_users(one: Statement, new: Reading, old: Reading) -> bool:
    things = keys(one.subject)
    if not things or "user" in one.subject or not _is_definite(one.subject[-1], new.text):
        return False
    if one.is_undergone and not _may_do_it(new.statements[0]):
        return False
    return any(_has_it(things, told) for told in old.statements)


def _may_do_it(doer: Statement) -> bool:
    """Whether what they do to "the" thing is done to the user's: the landlord, the user's doctor; "Ben" has his own."""
    own = doer.subject[:1] == ("user",) and not set(doer.subject) & KIN
    return own or doer.subject == ("gp",) or not (doer.is_name or "user" in doer.subject)


def _has_it(things: frozenset[str], old: Statement) -> bool:
    if "user" not in old.subject:
        return False
    taken = old.verb in HAVING and things <= heads(old, "obj")
    # "The user is on 10 mg of lisinopril".
    return (
        who(old) == things | keys(["user"])
        or taken
        or (old.subject == ("user",) and old.verb == "be" and things <= heads(old, "on", "of"))
    )


def _is_definite(thing: str, text: str) -> bool:
    """Whether a thing is told of as one that both know: "the rent", and in front "Standup". "His rent" is another's."""
    return re.search(rf"(?:^|\bthe (?:[\w-]+ ){{0,2}}){re.escape(thing)}", text, re.I) is not None


def tells_of_change(content: str, talk: str) -> bool:
    """Whether a new fact, or the talk that it was said in, has a sign that something is otherwise than it was."""
    return said_with.tells_of_change(talk) or any(one.verb in CHANGING for one in reading_of(content).statements)


def judge_in_talk(new_content: str, old_content: str, talk: str) -> Verdict | None:
    """As `judge`, by the words that the new sentence was said with: `talk` is what was said around it. None where these
    decide nothing.

    Raises OSError where the parser's package is missing.
    """
    if _are_apart(new_content, old_content) or medication.are_apart(new_content, old_content, talk):
        return None
    if (rest := outgrown.rest_holds(new_content, old_content, talk)) is not None:
        return rest
    new, old = reading_of(new_content), reading_of(old_content)
    if parts.is_moved_in_part(new, old, talk):
        return None
    gone_for_another = gone.for_another(new, old, talk)
    return gone_for_another or said_with.judge(new, old, talk) or one_value.judge(new, old, talk)


_AGAIN = re.compile(r"\b(?:again|after all|back|once more|resumed?|reverted|returned)\b", re.I)


def _changes(new: Reading, old: Reading, talk: str) -> Verdict | None:
    for told in old.statements:
        for statement in new.statements:
            verdict = _by_statement(statement, told, talk) or outcomes.is_otherwise_since(statement, told)
            if verdict is not None:
                return verdict
        if parts.is_moved_in_part(new, old, talk):
            continue
        verdict = (
            contrasts.contrasted(new, told) or contrasts.mistaken(new, told)
            or successions.stepped_in(new, told) or stages.chosen_otherwise(new, told)
        )  # fmt: skip
        if verdict is not None:
            return verdict
    return programs.uses_another(new, old, talk)


_MODAL = re.compile(r"\b(?:will|would|can|could|must|should|may|might|(?:has|have) to|going to|wants? to|plans? to)\b")


def tells_of_another_time(new_content: str, old_content: str) -> bool:
    """Whether one tells what was, and the other what is, will or may be: "has to renew", "has renewed"."""
    if _MODAL.findall(new_content) != _MODAL.findall(old_content):
        return True
    mine, theirs = (
        {(one.verb, one.is_past) for one in reading_of(text).statements} for text in (new_content, old_content)
    )
    return any(verb == other and past != was for verb, past in mine for other, was in theirs)


@table.REFINED.decides
def refined(new_content: str, old_content: str) -> Verdict | None:
    """The verdict that the newer sentence tells what the older one tells, and more. None where it does not.

    Raises OSError where the parser's package is missing.
    """
    more = refinements.tells_which_day(new_content, old_content)
    more = more or refinements.refines(reading_of(new_content), reading_of(old_content))
    return Verdict("refines", "it tells the same and more") if more else None


def _by_statement(new: Statement, old: Statement, talk: str) -> Verdict | None:
    if (denied := endings.denied(new, old)) is not None:
        return None if parts.is_of_a_part(new, old) else denied
    if (parted := partings.split_up(new, old)) is not None:
        return parted
    if not new.subject or not old.subject:
        return None
    if one_time.was_off_once(new, old):
        return None
    if not old.is_name and old.subject == new.subject and _is_written_as_a_name(new):
        old = replace(old, is_name=True)
    found = (
        endings.taken_up(new, old) or endings.ended(new, old) or fulfilments.fulfilled(new, old)
        or successions.succeeded(new, old)
        or shifts.changed(new, old) or now_otherwise.is_now_otherwise(new, old) or now_otherwise.turned_round(new, old)
        or now_otherwise.no_longer_alone(new, old, talk) or partings.is_over(new, old)
        or states.other_state(new, old) or states.on_another_shift(new, old, talk) or stages.came_after(new, old)
        or events.befell(new, old) or hours.other_terms(new, old)
        or journeys.ended(new, old) or versions.runs_another(new, old) or duties.another_is_on_call(new, old)
    )  # fmt: skip
    if found is not None and parts.is_of_a_part(new, old):
        return None
    if found is not None or old.is_negated:
        return found
    return now_otherwise.turned_age(new, old) or now_otherwise.is_of_one(new, old) or endings.is_gone(new, old)


_TO_A_NAME = re.compile(r"\bto (?:the )?[A-Z]")


def _is_written_as_a_name(statement: Statement) -> bool:
    """Whether its subject has a capital within the sentence. Where a name that is a noun, too, opens a sentence, the
    parser takes it for a thing: "The doctor moved Olive to 10 mg" beside "Olive lives on Mill Lane"."""
    (name, *others) = statement.subject
    return not others and re.search(rf"\b{re.escape(name.title())}\b", statement.text) is not None


def _moves_home(statement: Statement) -> bool:
    """Whether somebody moves to another place. Whom others move, they may move to another ward, dose or voice: of these
    only a place with a name is one to live in."""
    if statement.verb != "move" or statement.heads("obj"):
        return False
    is_moved = statement.is_undergone or statement.is_passive
    return not is_moved or _TO_A_NAME.search(statement.text) is not None


HOME = "home"


def rivals(statement: Statement) -> list[str]:
    """Names under which facts are found that this statement may put out of date, or that may put it out of date,
    though they share no word of the predicate."""
    found = [f"state: {min(STATES[group][0])}" for group in states.states_of(statement)]
    if statement.verb in LIVING or _moves_home(statement):
        found.append(HOME)
    when = any(is_when(word.lemma) for word in statement.words)
    if when or not statement.is_name or statement.verb in SHIFTING | CANCELLING | {"be"}:
        found.append("value")
    return found
