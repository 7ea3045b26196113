"""What somebody's body does not stand, in everyday words: "react badly to kiwi", "off dairy", "milk upsets my tummy".
Pure data."""

from __future__ import annotations

from .foods import KEPT_FROM

_MANY = {word: f"{word[:-1]}(?:y|ies)" if word.endswith("ry") else f"{word}(?:e?s)?" for word in KEPT_FROM}
_KEPT = rf"(?:{'|'.join(_MANY[word] for word in sorted(KEPT_FROM, key=len, reverse=True))})"
_WHOSE = r"(?:[\w'’-]{1,20}\s){0,3}?"
# Who reacts to the news is not ill of it.
_OF_AFFAIRS = "the|my|his|her|our|your|their|this|that|it|being|an?|me|us|him|them|what|how"
REACTS = (
    rf"(?:epi-?pens?"
    rf"|(?:react(?:s|ed)?\s(?:badly|severely|terribly|violently|strongly|awfully)|(?:bad|severe|nasty"
    rf"|allergic)\sreactions?)"
    rf"\sto\s(?!(?:{_OF_AFFAIRS})\b|(?-i:[A-Z]))"
    rf"|react(?:s|ed|ion|ions)?\sto\s(?:any\s|all\s)?{_KEPT}"
    rf"|(?:bring|brings|brought)\s{_WHOSE}out\sin\s"
    rf"|(?:upset|upsets)\s{_WHOSE}(?:stomach|tummy|guts?|belly)"
    r"|(?:throat|lips?|face|tongue|eyes?)\s(?:to\s)?swells?"
    rf"|(?:set|sets)\soff\s{_WHOSE}(?:asthma|eczema|migraines?|ibs)"
    rf"|(?:{_KEPT}|stings?|bees?|wasps?)\s(?:can|could|might)\s(?:\w+ly\s)?kill"
    r"|(?:do|does)(?:\snot|n['’]t)\stolerate"
    rf"|(?:not|n['’]t)\sallowed(?:\sto\s(?:have|eat|drink|take))?\s(?:any\s)?{_KEPT}"
    r"|(?:off|avoid|avoids|avoiding|touch|touches|(?:give|gives|gave|given|giving)\sup|(?:cut|cuts|cutting)\s(?:out"
    r"|down\son)"
    rf"|(?:lay|lays|laid|stay|stays)\soff|clear\sof)\s(?:all\s|any\s)?(?:{_KEPT}|drinking)"
    ")"
)
