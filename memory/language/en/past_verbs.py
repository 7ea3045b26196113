"""What was, by the verbs that tell it, and on which side "until May" and "by May" lie behind them. Pure."""

from __future__ import annotations

import re

from ..dates import Direction

# Irregular pasts that no present looks like; the regular ones end in "ed" ("need" is none).
_IRREGULAR = (
    r"was|were|did|didn't|had|went|(?<!'ve )(?<!'s )(?<!have )(?<!has )got|made|took|saw|met|bought|found|ate"
    r"|drank|wrote|ran|won|lost|came|left|spent"
    r"|grew|taught|brought|chose|drove|flew|built|began|felt|kept|sold|gave|sang|swam|slept|rode|wore|paid|sent|knew"
    r"|thought|heard|told|said|spoke|drew|broke|caught|fell|forgot|held|stood|threw|quit|led|fed"
)
BEHIND = re.compile(rf"\b(?:{_IRREGULAR}|[a-z]+[^\We]ed)\b", re.IGNORECASE)

# What is, and what one does for a while, ends where "until" says. What happens at once ends nothing: of "they closed
# the road until Friday" nobody can tell whether that Friday was.
_STATES = "closed|married|employed|used|called|known|based|located|unemployed|retired|engaged|separated|enrolled|named"
_LASTED = (
    rf"used to \w+|(?:was|were|been) (?:\w+ly )?(?:{_STATES})|was|were|had(?! to\b)"
    r"|did(?:n't| not) (?!have|need|want)\w+|did"
    r"|lived|worked|stayed|used|studied|played|managed|owned|attended|coached|trained|volunteered|commuted|shared"
    r"|belonged|smoked|looked after|cared|served|lasted|waited|remained|continued|breastfed|loved|liked|hated|believed"
    r"|ran|led|drove|taught|kept|slept|rode|wore|drank|ate|sang|spoke|swam|felt|knew"
)
# Who did this did it for a day to come.
_SET = (
    r"(?:re)?booked|reserved|(?:re)?scheduled|planned|arranged|signed(?! up)|extended|extension|renewed|postponed"
    r"|delayed|pushed|put (?:\w+ ){0,3}off|(?:was|were|been|got) moved|gave|given|granted|agreed|confirmed|adjourned"
    r"|deferred|(?:said|told|says) (?:\w+ ){0,3}had$|(?:told|asked|advised) (?:\w+ ){0,2}to"
)
_NOW = (
    r"(?:am|is|are)(?: (?:not|now|all|still|already))?(?: [a-z]+ed)?"
    r"|(?:i|we|you|they|s?he|it|that|there|who)'(?:m|re|ve|ll|s)"
    r"|(?<!to )have|has|will|won't|can|can't|must|needs?|wants?|should|(?:(?<=, )|^)(?:closed|paused|suspended)$"
)
# "It wasn't ready until Friday" may be told before that Friday, and so may "it's been off until Friday".
_UNSURE = r"(?:was|were)(?:n't| not)|(?:have|has|'ve|'s) been|had to|going to|supposed|meant"
# A word in "ed" behind one of these is no verb: "the revised plan".
_ED = r"(?<!\bthe )(?<!\bour )(?<!\byour )(?<!\bmy )(?<!\ba )[a-z]+[^\We]ed"
_OTHER = rf"{_IRREGULAR}|lent|rang|sat|lay|hung|hid|rose|fought|woke|stole|shook|dealt|learnt|understood|became|{_ED}"
_VERB = re.compile(
    rf"(?:\b|(?='))(?:(?P<set>{_SET})|(?P<unsure>{_UNSURE})|(?P<now>{_NOW})|(?P<lasted>{_LASTED})|(?P<other>{_OTHER}))"
    r"(?:\b|$)",
    re.IGNORECASE,
)
# What somebody said, thought or wished may be for a day to come.
_SAID = re.compile(
    r"\b(?:said|says|told|thought|promised|hoped|heard|insisted|reckoned|asked|wanted|needed|decided|chose|if|wish|would"
    r"|could|might|had to|supposed|meant|expected|due)\b|\w'd\b",
    re.IGNORECASE,
)
SENTENCE_GAP = re.compile(r"[.!?…]\s|\n")
_NOTE_GAP = re.compile(rf"{SENTENCE_GAP.pattern}|:\s")  # "Noted: he is away until Friday"
_UP_TO = re.compile(r"\b(?:until|till|by)?(?: the)?$", re.IGNORECASE)


def side_of_end(before: str, *, is_by: bool) -> Direction | None:
    """On which side of the moment of speaking the date lies that stands behind `before` and "until", or "by", in a
    sentence that tells what was. None where nobody can know."""
    sentence = _UP_TO.sub("", _NOTE_GAP.split(before.rstrip())[-1]).replace("’", "'").strip()
    *_, verb = [None, *_VERB.finditer(sentence)]
    if verb is None or verb.lastgroup in {"set", "now"}:
        return "future"
    is_said = _SAID.search(sentence) is not None
    if is_by:
        return "future" if is_said else None
    return "past" if verb.lastgroup == "lasted" and not is_said else None
