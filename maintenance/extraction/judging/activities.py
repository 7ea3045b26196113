"""Whether an activity that was stopped is the one that an older fact tells."""

from __future__ import annotations

import re

from ..grammar.alignment import complements, heads, is_number, keys, who
from ..grammar.lexicon import word_set
from ..grammar.readings import Statement
from ..grammar.roles import MONTHS_AND_SEASONS

# What is run without being led: the book club is not.
_DISTANCES = word_set("kilometre kilometer km mile metre meter lap marathon race parkrun relay sprint 5k 10k")
# "A vitamin D tablet" is vitamin D.
_PIECES = word_set("tablet capsule pill drop spray sachet injection patch supplement")
_FROM_AN_HOUR_ON = re.compile(
    r"\b(?:after|before|past|at|from) (?:about |around )?"
    r"(?:[\w:.]+ ?(?:am|pm|o'? ?clock|in the (?:morning|afternoon|evening))|\d\d?[:.]\d\d|noon|midnight)\b",
    re.I,
)
# Whoever dropped Netflix for January has it again in February.
_FOR_A_MONTH = re.compile(
    rf"\bfor (?:(?:all|most|the (?:rest|whole|month)) of )?(?:{'|'.join(sorted(MONTHS_AND_SEASONS))}|lent|advent)\b",
    re.I,
)
_FOR_ANOTHER = re.compile(r"\bstop(?:s|ped|ping)? to \w")


def is_done_with(new: Statement, old: Statement, rest: frozenset[str]) -> bool:
    """Whether what was done with `rest` is what the older one tells: of "drinks tea with milk" it is the tea that is
    drunk, of "series on Netflix" both are watched. Whoever stopped running runs the book club as before."""
    named = heads(new, "obj")
    # "Gave up smoking", "kicked the habit of smoking" name nothing that is smoked.
    things = named & rest or (named if f"{old.verb.removesuffix('e')}ing" not in new.complements else frozenset())
    if things and {one for one in old.heads("obj") if not is_number(one)}:
        own = old.direct("obj", "of") | old.heads("on", "in")
        if old.heads("obj") & _PIECES:
            own |= {word.lemma for word in old.words if word.role == "obj"}
        return bool(things & keys(own))
    if not rest and old.verb == "run" and old.heads("obj"):
        run = old.heads("obj", "count")
        return all(one in _DISTANCES or is_number(one) for one in run) and not _is_led(run)
    return not rest or bool(rest & complements(old))


def _is_led(run: frozenset[str]) -> bool:
    return not any(one in _DISTANCES or one[-1:] == "k" for one in run)


def ends_nothing(new: Statement, old: Statement) -> bool:
    """Whether what is told as stopped or dropped ends nothing of the older one: "stopped to drink tea", "dropped the
    children at school", "stopped drinking coffee after 4 pm" beside coffee in the morning."""
    if _FOR_ANOTHER.search(new.text) or _FOR_A_MONTH.search(new.text):
        return True
    if new.verb == "drop" and new.heads("at") and heads(new, "obj") <= who(old):
        return True
    hour = _FROM_AN_HOUR_ON.search(new.text)
    return hour is not None and hour[0].lower() not in old.text.lower()
