"""What somebody may be allergic to and is of no meal, of no medicine, or of no animal. Pure data."""

from __future__ import annotations

import re

from .foods import KEPT_FROM
from .medicines import MEDICINE

# What is breathed in.
_AIR = (
    r"(?:(?:house )?dust(?:[ -]?mites?)?|feathers?|(?:goose |duck )?down|(?:(?:tree|grass|birch|hazel|rye|weed) )?"
    r"pollens?"
    r"|grass(?:es)?|birch(?:es)?|ragweed|hay ?fever"
    r"|(?:(?:pet|animal|cat|dog|horse) )?(?:fur|hair|dander|saliva)|pets|animals|cats?|kittens?|dogs?|pupp(?:y|ies)"
    r"|horses?|rabbits?|bunn(?:y|ies)|hamsters?|guinea pigs?|gerbils?|budgies?|parrots?|birds?)"
)
_STINGS = r"(?:(?:bee|wasp|hornet|insect|mosquito|ant)s?(?:[ -](?:stings?|bites?|venom))?|(?:stings?|insect bites?))"
TOUCHED = (
    "latex rubber nickel wool lanolin cashmere mohair fragrances? perfumes? scent(?:s|ed)? (?:hair\\s)?dyes? henna"
    " plasters? adhesives? feathers? dust bleach chlorine lavender detergents? sun\\s?(?:screen|cream)"
    " oxybenzone soaps? parabens? formaldehyde gold silver metals? leather nylon polyester cosmetics make-?up"
)
_TOUCH = rf"(?:{'|'.join(TOUCHED.split())})"
_EATEN = rf"(?:(?:pea|wal|hazel|tree ?)?nuts?|{'|'.join(sorted(KEPT_FROM, key=len, reverse=True))})(?:e?s)?"
_CLOSE = (
    r"(?=\W*$|[.;!?:]| (?:so|since|because|which|that|from|in|every|as|and (?:is|has|lives|loves|works))\b"
    r"|,? (?:and|but) (?:my|his|her|our|i|we|he|she|they|it)\b"
    r"|, (?:so|my|his|her|our|it|i|he|she|they|the|which|because|since)\b)"
)
# How it shows says no more of what it is to: "…, my eyes swell up".
_SHOWS = (
    r"(?:,? (?:and )?(?:my|his|her|their|the|it|they|i) (?:[\w'’]+ ){1,3}?(?:swells?|itch(?:es|y)?|burns?|streams?"
    r"|waters?|sneez(?:e|es|ing)|wheez(?:e|es|ing)|rash|hives|out)\b(?: (?:up|badly|terribly|in hives|in a rash))?)?"
)


def _allergy_to(*substances: str) -> re.Pattern[str]:
    """A statement of an allergy to some of them and to nothing else: "allergic to cats", "a pollen allergy"."""
    one = rf"(?:(?:all|any|our|the|some|most|certain) )?(?:{'|'.join(substances)})"
    several = rf"{one}(?:(?:, and |, or |, | and | or |/){one}){{0,5}}"
    return re.compile(
        rf"\b(?:(?:\w+ly )?allergic|allerg(?:y|ies)|reacts? \w+ly) to {several}{_CLOSE}{_SHOWS}"
        rf"|\b{several} allerg(?:y|ies)\b(?! to\b)",
        re.IGNORECASE,
    )


NOT_OF_MEALS = _allergy_to(_AIR, _STINGS, _TOUCH, MEDICINE)
NOT_OF_MEDICINE = _allergy_to(_AIR, _STINGS, _TOUCH)
NOT_OF_ANIMALS = _allergy_to(_TOUCH, MEDICINE, _EATEN)
