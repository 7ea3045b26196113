"""What comes after something: the next stage of a life, the end of a stay, a birth, another thing for the same use.

What came before is not named in the newer sentence; that the one follows the other tells that it is over.
"""

from __future__ import annotations

import re

from memory.language.en.change_words import EXAMINED, FINISHING, PARTING, SHIFTING, STOPPING, SWITCHING

from ..grammar.alignment import (
    BESIDES,
    Sort,
    complements,
    everything,
    heads,
    is_of_something_else,
    key,
    keys,
    sorts,
    when_it_was,
    who,
)
from ..grammar.lexicon import KIN, PEOPLE, word_set
from ..grammar.readings import Reading, Statement
from ..types import Verdict
from . import table
from .only_when import DATE, ONLY_WHEN

# Where children and students go one after the other.
_STAGES = (
    word_set("kindergarten nursery preschool daycare crèche creche playgroup"),
    word_set("school elementary"),
    word_set("university college uni"),
)
_GOING = word_set("go attend start begin join enter be visit leave finish") | {"move up", "get into", "start at"}
_ON = ("on", "in")
# Who "arrived at the station" or "was born with a hole in the heart" may be born long ago.
_BORN = re.compile(
    r"\b(?:(?:(?:was|were|is) born|(?:has|have) been born)(?: (?:at|in) [^,]{2,40} (?=on ))?|arrived"
    rf"|(?:is|are) (?:finally )?here|came)(?: safely)?(?: ?,|{ONLY_WHEN}|(?: {DATE})(?= ?,))",
    re.I,
)
_CHILD = keys(("baby", "child", "twin", "girl", "boy"))
_EXPECTING = word_set("expect pregnant due await carry")
_MATES = word_set("wife partner girlfriend husband boyfriend fiancée fiancee spouse")
_RUNNING = word_set("use run host be keep deploy build live store back do take have play")
_UNDERGOING = word_set(
    "probation trial leave sabbatical treatment therapy dialysis chemo chemotherapy diet course medication"
)


# What is chosen stands behind the verb, or behind its preposition.
_CHOOSING = {
    "choose": "obj", "pick": "obj", "select": "obj", "use": "obj", "go": "with", "decide": "on", "settle": "on",
}  # fmt: skip
_AFTER_ALL = re.compile(r"\b(?:after all|in the end|instead)\b")


def came_after(new: Statement, old: Statement) -> Verdict | None:
    """The verdict where the newer statement tells of the stage that follows on the older one's; else None."""
    if old.is_past or old.is_negated or new.is_negated:
        return None
    return (
        _next_stage(new, old) or _is_through(new, old) or _was_born(new, old)
        or _other_plan(new, old) or _gave_up_hobby(new, old) or _used_otherwise(new, old) or _moved_over(new, old)
    )  # fmt: skip


@table.NEXT_STAGE.decides
def _next_stage(new: Statement, old: Statement) -> Verdict | None:
    """ "Started school" beside "goes to kindergarten"."""
    if who(new) != who(old) or new.verb not in _GOING or old.verb not in _GOING:
        return None
    stages = [
        next((stage for stage, names in enumerate(_STAGES) if names & one.heads("obj", "to", "at", "in")), -1)
        for one in (new, old)
    ]
    now, before = stages
    return Verdict("updates", "the next stage") if now > before >= 0 else None


@table.THROUGH.decides
def _is_through(new: Statement, old: Statement) -> Verdict | None:
    """ "Passed their probation" beside "is on probation until June"."""
    if who(new) != who(old) or old.verb != "be" or not new.is_past:
        return None
    stay = heads(old, *_ON) & keys(_UNDERGOING)
    through = new.verb in EXAMINED | FINISHING | STOPPING | {"complete", "get through", "come off", "end"}
    return Verdict("updates", "it is over") if through and stay and stay & heads(new, "obj") else None


@table.BORN.decides
def _was_born(new: Statement, old: Statement) -> Verdict | None:
    """ "The user's second child was born" beside "the user's wife is expecting their second child"."""
    born = _CHILD | keys(("son", "daughter"))
    if not _BORN.search(new.text) or not who(new) & born or not everything(old) & keys(_EXPECTING):
        return None
    kin = keys(KIN - _MATES)
    if (keys(new.subject[:-1]) - _CHILD) & kin != who(old) & kin:
        return None  # the baby of the user's sister is not the user's
    mother = who(old) - who(new) - keys(KIN)
    told_of = complements(old) & born or "pregnant" in old.complements
    return Verdict("updates", "the child was born") if told_of and not mother - keys(["user"]) else None


@table.HOBBY_GIVEN_UP.decides
def _gave_up_hobby(new: Statement, old: Statement) -> Verdict | None:
    """ "Sold the stamp collection" beside "collects stamps"."""
    if who(new) != who(old) or new.verb not in PARTING or not new.is_past:
        return None
    given = keys(word.lemma for word in new.words if word.role == "obj") - when_it_was(new)
    doing = key(old.verb) in given and bool(given & complements(old))
    return Verdict("updates", "it was given away") if doing and given <= everything(old) else None


@table.USED_OTHERWISE.decides
def _used_otherwise(new: Statement, old: Statement) -> Verdict | None:
    """Of one use there is one thing at a time: "uses Zed for writing code now", "uses spelt flour for baking now"."""
    if not new.is_now or new.is_past or who(new) != who(old) or new.verb != "use":
        return None
    use = heads(new, "for")
    same_verb = old.verb == "use" and use == heads(old, "for")
    done_with = use == {key(old.verb)} and heads(new, "obj") & heads(old, "with")
    mine, theirs = heads(new, "obj"), heads(old, "obj") if same_verb else heads(old, "with")
    differ = keys(new.complements) - keys(old.complements) - when_it_was(new)
    if not use or not differ or not theirs or not (same_verb or done_with):
        return None
    return Verdict("updates", "another one for it now") if same_verb and mine != theirs or done_with else None


@table.USED_OTHERWISE.decides
def chosen_otherwise(new: Reading, old: Statement) -> Verdict | None:
    """The verdict on "went with Adyen for payments in the end" beside "chose Stripe for payments". None where this rule
    does not decide."""
    before, use = _chosen(old), heads(old, "for")
    if not (before and use) or BESIDES.search(new.text):
        return None
    for one in new.statements:
        of_it = who(one) == who(old) and heads(one, "for") == use
        now = _chosen(one)  # as a whole: the blue tiles are not the green ones
        other = now - before and before - now
        if of_it and other and (one.is_now or _AFTER_ALL.search(new.text)):
            return Verdict("updates", "another one for it now")
    return None


def _chosen(one: Statement) -> frozenset[str]:
    """What somebody chose."""
    if one.is_negated or one.is_undergone or one.verb not in _CHOOSING:
        return frozenset()
    return keys(word.lemma for word in one.words if word.role == _CHOOSING[one.verb])


_PLANS = word_set("plan tariff tier subscription edition version model contract package level")


@table.OTHER_PLAN.decides
def _other_plan(new: Statement, old: Statement) -> Verdict | None:
    """ "Is on the premium plan since Monday" beside "has the basic plan"."""
    if not new.is_now or new.is_past or who(new) != who(old):
        return None
    plan = new.heads("on", "obj") & old.heads("on", "obj", "for") & _PLANS  # of subscribers there are many
    differ = complements(new) - complements(old) - when_it_was(new), complements(old) - complements(new)
    return Verdict("updates", "another one now") if plan and all(differ) else None


@table.MOVED_OVER.decides
def _moved_over(new: Statement, old: Statement) -> Verdict | None:
    """ "Moved CI over to Buildkite" beside "uses Jenkins for CI"; "upgraded staging to Postgres 17" beside "staging
    runs Postgres 15"; "the course moved from Moodle to Canvas" beside "uses Moodle for the course"."""
    if new.verb not in SHIFTING | SWITCHING | {"move", "move over", "migrate", "transfer"} or not new.is_past:
        return None
    to, gone = keys(new.heads("to", "onto")), keys(new.heads("from"))
    if not to or set(sorts(word for word in new.words if word.role == "to")) & {Sort.DATE, Sort.HOUR, Sort.NUMBER}:
        return None
    done_to = keys(word.lemma for word in new.words if word.role == "obj")
    thing = done_to if done_to and not new.is_passive else who(new)
    value = heads(old, "obj", "be", "on", "with")
    if old.verb not in _RUNNING or not value or to & complements(old) or thing & value or thing & keys(PEOPLE):
        return None
    use = keys(word.lemma for word in old.words if word.role == "for")
    # Who goes by a name alone is mostly somebody: of a person that was moved to a team, their home holds still.
    about_it = thing <= use or (thing <= who(old) and not old.is_name)
    for_it = thing - keys(["user"]) and (done_to or not new.is_name) and about_it
    if (
        who(old) - thing - keys(["user"])
        and new.heads("in", "at")
        and heads(new, "in", "at").isdisjoint(everything(old))
    ):
        return None  # the site in Oslo is not the site in Bergen
    theirs = who(old) - who(new) - thing
    if theirs & keys(KIN) or is_of_something_else(new, old, gone):
        return None  # the wife's contract is not the user's, and the browser at home is not the one at work
    if done_to and theirs and done_to.isdisjoint(everything(old)):
        return None
    # What one migrated from is of a thing of one's own: "the user's database is MySQL".
    left = gone and gone <= value and who(new) <= who(old) and not who(old) & keys(KIN)
    mine = who(new) <= who(old) | use | keys(["user"])
    if for_it and (not gone or gone <= value) and mine:
        return Verdict("updates", "it was moved over")
    named = bool(re.search(r"\bfrom [A-Z]", new.text)) and old.verb in ("be", "use", "run")
    return Verdict("updates", "it was moved over") if left and named and new.verb != "move" else None
