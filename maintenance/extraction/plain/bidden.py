"""Lasting wishes that are no plain order, as the order that a parser reads: "no jargon please", "from now on answer in
German", "my knees are bad, keep that in mind when you plan". Pure, and linear in the sentence.
"""

from __future__ import annotations

import re

_POLITE = r"(?:please|pls|thanks|thank you)"
_EVER = r"(?:from now on|from here on(?: out)?|going forward|in (?:the )?future|henceforth|by default|as a rule)"
# "From now on answer in German"; what is told of somebody or something has a subject.
_IN_FRONT = re.compile(
    rf"^(?P<when>{_EVER}),? (?P<order>(?!(?i:i|we|you|he|she|it|they|there|this|that|the|my|our|his|her|its|their"
    rf"|an?|all"
    r"|every|each|no|not|i'm|we're|i'll|we'll)\b)[a-z].{2,150})$",
    re.I,
)
_TOLD = re.compile(r"^(?:[\w'-]+ ){1,4}(?:is|are|was|were|has|have|had|will|can|must|goes?|runs?|starts?)\b", re.I)
_PLEASE = re.compile(r"^please |,? (?:please|thanks)$", re.I)
# "Could you use metric units in future?"
_ASKED = re.compile(
    rf"^(?:could|can|would|will) you (?:please |also "
    rf"|just )*(?P<order>[a-z][^?]{{3,150}}?),? (?:please )?(?P<when>{_EVER}"
    r"|every time|each time)(?: please)?\?$",
    re.I,
)
# "No jargon please", "no emojis ever": nothing of the kind in what is written.
_NONE_OF = re.compile(
    rf"^(?:please,? )?no (?!(?:more|one|idea|problem|worries|way|need|doubt|wonder|luck|rush|chance|longer|matter"
    rf"|clue|big"
    rf"|offen[cs]e|hurry|pressure|other|further)\b)(?P<what>[a-z][\w' -]{{2,50}}?),? (?:{_POLITE}|ever)(?:,? ever)?$",
    re.I,
)
_EVER_ALONE = re.compile(r"\b(?P<none>[Nn]o [a-z][a-z -]{2,40})[.!] (?:[Nn]ot )?[Ee]ver\b")
# "Code examples in Python only, thanks": how what the assistant writes is to be. One example is asked for once.
_WRITTEN = re.compile(
    r"^(?!(?:[\w-]+ ){0,3}(?:an?|the|some|more|another|next|two|three|any|other|these|those|what|which|how|my|your"
    r"|our|i|is"
    r"|are|give|keep|use|make|write|send|stop|avoid|no|never|always|don't|do|put|show|list|add|include|explain|shorten"
    r"|check|fix|need|want|have|like|prefer)\b)"
    r"(?P<what>(?=[\w-]+ [\w-]+)(?:[\w-]+ ){0,3}(?:answers|replies|responses|examples|messages|units|prices"
    r"|spelling|bullet points|sentences"
    r"|paragraphs|summaries|explanations|formatting|english(?! (?!only\b)[a-z]))(?: [\w-]+){0,6}),? "
    r"(?:please|pls|thanks)(?:, .*)?$",
    re.I,
)
# "My knees are bad, keep that in mind when you suggest exercises".
_IN_MIND = re.compile(
    r"^(?P<fact>(?:my|our|i|i'm|we|we're)\b.{3,120}?)(?:,| and| so|,? -) (?:so |and |please )*(?:keep|bear) "
    r"(?:that|this|it) in mind(?P<when> (?:when|whenever|while|for) .{3,100}?)?$",
    re.I,
)
# "Don't call me Robert, it's Bob".
_NAMED = re.compile(
    r"^(?P<no>(?i:please )?(?i:don't|do not) (?i:call) me [A-Z][\w'-]+)[,;] (?i:it's|it is|i'm|i am|my name is"
    r"|my name's"
    r"|just|call me|use) (?P<name>[A-Z][\w'-]+)$"
)
# "Please email me, don't ring": how the user wants to be reached.
_REACHED = re.compile(
    r"^(?:please |just )?(?P<so>(?:e-?mail|mail|text|call|ring|phone|message|ping|write to|contact) (?:me|us)\b"
    r"[^,;]{0,40})[,;] "
    r"(?:please |and |but )?(?P<not>(?:don't|do not|never) [a-z][^,;]{2,40})$",
    re.I,
)
# "From now on don't call me, email me": the same the other way round.
_REACH = r"(?:e-?mail|mail|text|call|ring|phone|message|ping|write to|contact) (?:me|us)\b"
_REACHED_INSTEAD = re.compile(
    rf"^{_EVER},? (?:please )?(?P<not>(?:don't|do not|never) {_REACH}(?: (?:at (?:work|home)|any ?more|again))?)"
    rf"(?:,? {_EVER})?[,;] (?:please |just |but |better |rather )?"
    rf"(?P<so>{_REACH}(?! (?:now|today|then|tonight|tomorrow)\b)[^,;]{{0,40}}?)(?: instead)?(?:,? {_EVER})?$",
    re.I,
)


def joined(text: str) -> str:
    """The text with "no emojis. ever." in one sentence."""
    return _EVER_ALONE.sub(r"\g<none> ever", text)


def bidden(sentence: str) -> list[str]:
    """The sentences that say a lasting wish as an order; empty for a sentence that has none of these shapes."""
    plain = sentence.rstrip(".! ")
    if (instead := _REACHED_INSTEAD.match(plain)) is not None:
        return [f"Please {_inside(instead['not'])}.", f"Always {_inside(instead['so'])}."]
    if (asked := _ASKED.match(plain)) is not None:
        return [f"Please {_inside(asked['order'])} {asked['when'].lower()}."]
    if (
        (later := _IN_FRONT.match(plain)) is not None
        and later["order"][0].islower()
        and not _TOLD.match(later["order"])
    ):
        return [f"Please {_inside(_PLEASE.sub('', later['order']))} {later['when'].lower()}."]
    if (reached := _REACHED.match(plain)) is not None:
        return [f"Always {_inside(reached['so'])}.", f"Please {_inside(reached['not'])}."]
    if (none := _NONE_OF.match(plain)) is not None:
        return [f"Never use {none['what']}."]
    if (written := _WRITTEN.match(plain)) is not None:
        return [f"Always give {written['what'][0].lower()}{written['what'][1:]}."]
    if (kept := _IN_MIND.match(plain)) is not None:
        return [f"{kept['fact']}.", f"Keep in mind that {_inside(kept['fact'])}{kept['when'] or ''}."]
    if (named := _NAMED.match(plain)) is not None:
        return [f"{named['no']}.", f"Call me {named['name']}."]
    return []


def _inside(fact: str) -> str:
    return fact if re.match(r"I\b", fact) else fact[0].lower() + fact[1:]
