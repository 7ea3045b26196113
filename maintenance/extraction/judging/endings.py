"""What a sentence ends: it was stopped, cancelled, left, given away, denied."""

from __future__ import annotations

import re

from memory.language.en.change_words import (
    BLAME,
    CANCELLING,
    COMMITTING,
    COUPLING,
    DRESSINGS,
    DYING,
    FINISHING,
    GIVING,
    HABITS,
    HAVING,
    INTENTIONS,
    LEADING,
    LEAVING,
    LIKING,
    LIVING,
    ONE_AT_A_TIME,
    PARTING,
    PAYING,
    PLANNING,
    RELATIONS,
    SEVERAL_AT_ONCE,
    STOPPING,
    TAKEN,
)

from ..grammar.alignment import (
    PLACES,
    Sort,
    about,
    complements,
    everything,
    heads,
    is_anchored,
    is_time,
    is_when,
    key,
    keys,
    meets,
    often,
    sorts,
    weekdays,
    when_it_was,
    who,
)
from ..grammar.lexicon import KIN, PEOPLE, word_set
from ..grammar.readings import Statement
from ..types import Verdict
from . import table
from .activities import ends_nothing, is_done_with

_DIRECT = ("obj", "be", "to", "at", "in", "of", "for", "on", "with", "from", "do", "against", "about")
_ENDED = Verdict("updates", "it has ended")
_GONE = Verdict("updates", "it is gone")


@table.DENIED.decides
def denied(new: Statement, old: Statement) -> Verdict | None:
    """The verdict where the same words are denied: "did not crash because of an app", "was not to blame for the flood".
    None where this rule does not decide."""
    if new.is_negated == old.is_negated:
        return None
    if (parted := _friends_no_more(new, old)) is not None:
        return parted
    if new.is_now and new.is_passive and old.is_passive and new.verb == old.verb and who(new) == who(old):
        return (
            Verdict("updates", "it holds no longer")
            if new.is_negated and complements(new) <= complements(old)
            else None
        )
    if not old.complements | old.because:
        return None
    new_bag, old_bag = keys(new.bag | new.because) - when_it_was(new), keys(old.bag | old.because)
    if not keys(old.bag) <= new_bag | when_it_was(old) or not new_bag - old_bag <= keys(BLAME):
        return _denied_in_part(new, old)
    if not old_bag <= new_bag | when_it_was(old) and not new.is_now:
        return None
    if new.is_now or old.is_negated:
        return Verdict("updates", "it holds no longer")
    if _CANNOT.search(new.text) and not _CANNOT.search(old.text):
        return Verdict("updates", "it will not be so")
    if new.is_past or new_bag - old_bag:
        return Verdict("corrects", "it was not so")
    return Verdict("contradicts", "the opposite of the same statement")


@table.FRIENDS_NO_MORE.decides
def _friends_no_more(new: Statement, old: Statement) -> Verdict | None:
    """ "Kofi and Marek are no longer friends" beside "Kofi's best friend is Marek"."""
    each_other = heads(new, "be") & who(old)
    others = heads(new, "and")
    if not (new.is_negated and new.is_now and each_other and others and who(new) <= who(old)):
        return None
    return Verdict("updates", "no longer") if others <= heads(old, "be") else None


@table.TAKEN_UP.decides
def taken_up(new: Statement, old: Statement) -> Verdict | None:
    """The verdict where what was not done is done, or the other way round: "Has started eating meat again" beside "does
    not eat meat"; "won't run the race" beside "trains for it". None where this rule does not decide."""
    if who(new) != who(old) or old.is_past:
        return None
    if new.is_negated and not old.is_negated:
        goal = heads(old, "for")
        meant = old.verb in _PREPARING and bool(_CANNOT.search(new.text)) and bool(goal)
        same = complements(new) - when_it_was(new) == complements(old) and goal <= heads(new, "obj", "at", "in")
        return Verdict("updates", "it will not be so") if meant and same else None
    begun = new.verb in ("start", "begin", "resume", "take up") and new.is_past and not new.is_negated
    if not begun or not old.is_negated:
        return None
    doing = heads(new, "do") == {key(old.verb)}
    same = complements(new) - heads(new, "do") - when_it_was(new) == complements(old)
    return Verdict("updates", "it is so again") if doing and same else None


_PREPARING = frozenset(("train", "study", "prepare", "practise", "practice", "learn", "save"))
_CANNOT = re.compile(r"\b(?:will|won't|wo|can|can't|cannot|ca|could|going) (?:not|n't|to)?\b", re.I)


@table.DENIED_IN_PART.decides
def _denied_in_part(new: Statement, old: Statement) -> Verdict | None:
    """What was told with more: "does not want to become a pilot any more", "no longer needs a stick"."""
    if not new.is_negated or old.is_negated or old.is_past:
        return None
    named = about(new) - when_it_was(new)
    shared = (named - who(old)) & heads(old)
    if not shared or not meets(named, old):
        return None
    if weekdays(new) != weekdays(old) and weekdays(new):
        return None
    same_verb = key(new.verb) in everything(old) or (new.verb == "be" == old.verb)
    if new.is_now and (same_verb or new.verb in _WANTING):
        return Verdict("updates", "it holds no longer")
    if same_verb and _CANNOT.search(new.text) and (old.verb in PLANNING or old.verb == new.verb):
        return Verdict("updates", "it will not be so")
    return None


_WANTING = frozenset(("need", "have", "want", "use", "allow", "do", "take", "get", "be"))


def ended(new: Statement, old: Statement) -> Verdict | None:
    """The verdict that what the older one tells was stopped, cancelled, left or given away. None where this rule does
    not decide."""
    if new.is_negated or old.is_negated or (old.is_past and old.verb not in COMMITTING):
        return None
    if not (new.is_past or new.is_passive or new.is_now or new.heads("obj")) and "back" not in new.complements:
        return None  # "the pool closes in September" is a timetable
    named = about(new) - when_it_was(new)
    if not _of_the_same_days(new, old) or ends_nothing(new, old):
        return None
    return (
        _given_away(new, old)
        or _stopped(new, old, named)
        or _was_stopped(new, old)
        or _cancelled(new, old, named)
        or _left(new, old, named)
        or _overcome(new, old, named)
        or _came_off(new, old)
    )


def _of_the_same_days(new: Statement, old: Statement) -> bool:
    """Of Mondays and Fridays, one may have ended; that something ended on a Monday says nothing of its days."""
    days = weekdays(new)
    if not days:
        return True
    if weekdays(old):
        return days == weekdays(old)
    return not any(word.endswith("days") for word in new.complements)


@table.GIVEN_AWAY.decides
def _given_away(new: Statement, old: Statement) -> Verdict | None:
    things = heads(new, "obj", "of")
    held = old.verb in HAVING or (old.verb in LEADING and new.verb in ("hand over", "pass on"))
    if new.verb not in PARTING or not held:
        return None
    given = new.verb in GIVING
    whole = (word for word in new.words if word.role == "obj" or (not given and word.role != "time"))
    parted = keys(word.lemma for word in whole) - when_it_was(new)
    if who(new) == who(old) and things & heads(old, "obj") and parted <= complements(old):
        return Verdict("updates", "it was given away")
    return None


@table.STOPPED.decides
def _stopped(new: Statement, old: Statement, named: frozenset[str]) -> Verdict | None:
    """ "Stopped taking ibuprofen", "gave up the pool", "dropped the idea of a boat", "decided against running"."""
    done = heads(new, "do")
    against = new.verb in ("decide", "choose", "vote") and any(word.role == "against" for word in new.words)
    minds = new.verb == "change" and bool(new.complements & INTENTIONS)
    if not (new.verb in STOPPING | FINISHING or against or minds) or not meets(named, old):
        return None
    rest = named - who(old) - done
    if against or minds:
        planned = old.verb in PLANNING
        told = rest - keys(INTENTIONS)  # "changed my mind" says nothing of what one has in mind
        return Verdict("updates", "it is planned no longer") if planned and told & everything(old) else None
    if done:
        # Whoever stopped doing a thing did that, and not another with it.
        doing = key(old.verb.split()[0]) in done or heads(old, "do") & done
        return _ENDED if doing and is_done_with(new, old, rest) else None
    if {f"{old.verb.removesuffix('e')}ing"} & new.complements:
        return _ENDED if is_done_with(new, old, frozenset()) else None
    if not rest & keys(old.direct(*_DIRECT)) or not _is_whole(new, old):
        return None
    if new.verb in STOPPING and (
        old.verb in HABITS | HAVING or (old.verb in PLANNING and new.complements & INTENTIONS)
    ):
        return _ENDED
    if old.verb in PLANNING and new.verb in ("drop", "abandon", "give up"):
        return Verdict("updates", "it is planned no longer")
    if new.verb in STOPPING and old.verb in LIKING:
        return _ENDED if new.verb == "go off" else None
    return _ENDED if _is_finished(new, old, rest) and _is_under_way(old) else None


@table.STOPPED.decides
def _was_stopped(new: Statement, old: Statement) -> Verdict | None:
    """ "The doctor stopped the apixaban", the user's own, beside "the user takes apixaban twice a day"."""
    if not (new.is_passive and new.is_past and new.verb in STOPPING) or heads(new) - when_it_was(new):
        return None
    thing = who(new) - who(old)
    taken = old.verb in ("take", "use", "inject", "be") and bool(thing) and thing <= heads(old, "obj", "of", "on")
    return _ENDED if taken and who(old) < who(new) and not old.is_undergone else None


def _is_finished(new: Statement, old: Statement, rest: frozenset[str]) -> bool:
    """Whether what was finished is all of what is under way: the business plan is a part of the business, and whoever
    is wrapping it up has not finished yet."""
    if new.verb not in FINISHING or not (new.is_past or new.is_passive or new.is_now):
        return False
    return heads(new, *_DIRECT) & rest <= everything(old)


def _is_under_way(old: Statement) -> bool:
    return bool(re.match(r"(?:is|are|am|was|were) (?:\w+ )?\w+ing\b", old.text)) or old.verb in HABITS


def _is_whole(new: Statement, old: Statement) -> bool:
    """Whether what was given up is what is done, eaten or visited, not a part of its name."""
    named = complements(new)
    parts = [word for word in old.words if key(word.lemma) in named]
    return any(word.is_head for word in parts) and (
        all(word.is_head for word in parts) or heads(new) >= {key(word.lemma) for word in parts if word.is_head}
    )


@table.CANCELLED.decides
def _cancelled(new: Statement, old: Statement, named: frozenset[str]) -> Verdict | None:
    if new.verb in CANCELLING and new.is_passive and _was_for(new, old):
        return Verdict("updates", "it was cancelled")
    if new.verb not in CANCELLING or old.verb in LIKING | {"know"} or not meets(named, old):
        return None
    if (new.verb in STOPPING and not new.is_passive) or new.verb == old.verb:
        return None  # a day on which it was closed is one more
    if new.verb in ("end", "close") and not (new.is_past or new.is_passive) and any(map(is_when, new.complements)):
        return None  # the day on which it ends is told beside the one on which it starts
    if new.verb == "skip" and any(map(is_time, new.complements)):
        return None  # "skipped the gym this week"
    if named <= who(old) or not new.heads("obj"):
        # It is said of the thing itself: what it was to be, and when, holds no longer.
        found = sorts(old.words)
        scheduled = set(found) & {Sort.DATE, Sort.HOUR} or old.heads("in", "at", "on")
        if named == who(old) and not scheduled:
            return None
        return Verdict("updates", "it was cancelled") if is_anchored(named, old) else None
    if old.verb == "be" and not old.heads("in", "at", "on", "of", "with", "for") and who(old) != named:
        return None
    rest = named - who(old)
    if old.verb in HAVING and heads(old, "obj") - named - keys(_CONTRACTS):
        return None  # "has a mortgage with Tindale": the account there is another thing
    if rest & keys(old.direct(*_DIRECT)) or (who(old) <= named and not old.is_name) or _is_contract_with(rest, old):
        return Verdict("updates", "it was cancelled")
    return None


def _is_contract_with(named: frozenset[str], old: Statement) -> bool:
    """Whether somebody has a subscription or a membership of what is named: "cancelled Netflix"."""
    return bool(named) and bool(old.heads("obj") & _CONTRACTS) and named <= complements(old) and old.verb in HAVING


_CONTRACTS = word_set("subscription membership account contract")


_GOING_TO = frozenset(("invite", "go", "attend", "come", "plan", "register", "book", "look", "take", "catch", "fly"))


def _was_for(new: Statement, old: Statement) -> bool:
    """Whether the older one tells of somebody who was to go to what was cancelled."""
    if old.verb not in _GOING_TO or new.is_undergone or len(new.subject) < 2:
        return False
    return any(
        keys(word.lemma for word in old.words if word.role == role) == who(new) for role in ("to", "for", "at", "obj")
    )  # fmt: skip


@table.LEFT.decides
def _left(new: Statement, old: Statement, named: frozenset[str]) -> Verdict | None:
    """ "Left Madrid", "retired from Falk", "split up with Maja", "is back from Lisbon"."""
    if "back" in new.complements or new.verb in ("come back", "get back", "return"):
        there = (heads(new, "from") | keys(new.because)) & heads(old, "in", "at", "on")
        return Verdict("updates", "back from there") if there and who(new) == who(old) and old.verb == "be" else None
    if new.is_past and _is_away(new, old, named):
        return Verdict("updates", "there no longer")
    if new.verb not in LEAVING or (often(old) and Sort.DATE in sorts(new.words)):
        return None  # whoever left Berlin on Friday goes there every month
    close = who(old) - who(new) <= keys(RELATIONS | {"friend", "good", "best"})
    if who(new) < who(old) and close:
        others = heads(new, "with", "and")
        return Verdict("updates", "they have parted") if others and others <= heads(old, "be") else None
    if who(new) != who(old) and not old.is_past:
        # Whoever has retired is nobody's vet any more.
        job = new.verb in ("retire", "resign", "quit") and old.subject[-1] in PEOPLE - KIN
        role = old.verb == "be" and (job or set(old.subject) & (ONE_AT_A_TIME | RELATIONS)) and len(old.subject) > 1
        alone = complements(new) <= when_it_was(new)
        gone = role and who(new) == complements(old) and new.verb in LEAVING | DYING and alone
        return Verdict("updates", "who it was has left") if gone else None
    left = heads(new, "obj", "from", "of", "with", "as", "and", "at", "for")
    for_a_while = any(is_time(word.lemma) for word in new.words if word.role == "for")
    if who(new) != who(old) or not left or for_a_while or not meets(named - _gone_over_to(new, old), old):
        return None
    roles = (*PLACES, "of", "as", "be", "obj", "to", *(() if new.verb == "move off" else ("for",)))
    # Who has a friend in the dorm need not live there.
    there = keys(old.direct(*roles)) if old.verb in SEVERAL_AT_ONCE else heads(old, *roles)
    if new.verb in COUPLING and old.verb not in LIVING | {"be", "date", "love", "engage", "marry", "play", "sing"}:
        return None  # whoever has split up with Maja may still work with her
    return Verdict("updates", "left") if left & there and old.verb not in LIKING | {"know", "visit"} else None


def _gone_over_to(new: Statement, old: Statement) -> frozenset[str]:
    """What has a name and somebody left it for: "left Falk for Bell". Whoever left a town for another may be back
    tomorrow, and whoever left for lunch is."""
    if old.verb in LIVING or old.heads("in"):
        return frozenset()
    named = {word.lower() for word in re.findall(r"\b[A-Z][\w-]*", new.text)}
    goal = [word.lemma for word in new.words if word.role in ("for", "to", "onto")]
    return frozenset() if named.isdisjoint(goal) else keys(goal)


def _is_away(new: Statement, old: Statement, named: frozenset[str]) -> bool:
    """ "Came home from hospital", "has picked up the package from the post office"."""
    there = heads(new, "from") & heads(old, "in", "at", "on")
    home = named - keys(("home", "house", "back"))
    return bool(there) and old.verb == "be" and meets(home, old) and who(old) <= home


@table.OVERCOME.decides
def _overcome(new: Statement, old: Statement, named: frozenset[str]) -> Verdict | None:
    """ "Has lost his fear of the lift", "has paid off the loan", "gave the camera back"."""
    things = heads(new, "obj")
    if not things or not meets(named, old):
        return None
    if new.verb in ("lose", "overcome", "conquer") and things & heads(old, "be"):
        return Verdict("updates", "it was overcome")
    if new.verb in PAYING and old.verb in ("have", "owe", "pay", "repay") and things & heads(old, "obj"):
        return Verdict("updates", "it was paid")
    lent = old.verb in ("lend", "borrow") and new.verb in GIVING | {"get back", "bring back", "take back"}
    return Verdict("updates", "it was given back") if lent and things & (who(old) | heads(old, "obj")) else None


@table.CAME_OFF.decides
def _came_off(new: Statement, old: Statement) -> Verdict | None:
    """ "Ina's cast came off", "got his cast off" beside "wears a cast", "his leg is in a cast"."""
    if new.verb not in ("come off", "get off", "take off", "remove"):
        return None
    things = (heads(new, "obj") | who(new)) & keys(DRESSINGS)
    worn = heads(old, "obj", "in") if old.verb in HAVING | {"be"} else frozenset()
    mine = (who(new) | keys(word for word in new.complements if not is_when(word))) - things - when_it_was(new)
    same = bool(mine & who(old)) and mine <= everything(old)
    return Verdict("updates", "it came off") if things & worn and same else None


@table.GONE.decides
def is_gone(new: Statement, old: Statement) -> Verdict | None:
    """The verdict on "The user's hamster Nugget died" beside "The user has a hamster called Nugget". None where this
    rule does not decide."""
    lost = new.verb in DYING or (new.verb in TAKEN and new.is_passive)
    owned = heads(old, "obj")
    apart = keys(word.lemma for word in new.words if word.role in ("in", "of", "with") and not is_when(word.lemma))
    if new.verb in TAKEN and apart - when_it_was(new) - everything(old):
        return None  # shares in one firm were sold, those in another are had
    if lost and new.is_passive and not new.is_negated and not old.is_past and old.verb in HAVING:
        theirs = bool(owned) and owned <= who(new) and who(old) <= who(new) <= who(old) | complements(old)
        return _GONE if theirs else None
    length, things = len(old.subject), keys(new.subject[len(old.subject) :])
    theirs = (
        lost and not new.is_negated and not old.is_past and old.verb in HAVING and bool(things)
        and new.subject[:length] == old.subject and things <= complements(old) and bool(things & heads(old, "obj"))
    )  # fmt: skip
    return _GONE if theirs else None
