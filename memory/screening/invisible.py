"""Characters that nobody sees and a model reads. Pure.

Most have a use: joiners in Persian, Hindi and emoji, variation selectors behind emoji and CJK signs, direction marks in
Hebrew and Arabic, tag characters in three flags. A text is suspect where they stand where they have none.
"""

from __future__ import annotations

import re

from ..text import INVISIBLE

_TAGS = re.compile("[\U000e0000-\U000e007f]+")
_FLAG = re.compile("\U0001f3f4[\U000e0061-\U000e007a\U000e0030-\U000e0039]{3,6}\U000e007f")
_BIDI_FORCED = re.compile("[\u202d\u202e]")
_BIDI = re.compile("[\u202a\u202b\u2066-\u2069]")
_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
_SELECTORS = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]")
_SELECTED = re.compile(
    "(?<=[#*0-9\u00a9\u00ae\u2000-\u33ff\U0001f000-\U0001faff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
    "\u1820-\u18aa\u1000-\u109f\u0300-\u036f])[\ufe00-\ufe0f\U000e0100-\U000e01ef]"
)
_FILLERS = re.compile("[\u115f\u1160\u3164\uffa0\u17b4\u17b5\u180e\u2800]")
_CONJOINING = re.compile("[\u1100-\u115e][\u1160-\u11a7]")
_BRAILLE = re.compile("[\u2801-\u28ff]")
_INSIDE_LATIN = re.compile("(?<=[A-Za-z0-9 ])[\u200b-\u200d\u2060-\u2064\u206a-\u206f\ufeff\u034f]+(?=[A-Za-z0-9 ])")
_RUN = re.compile("[\u200b-\u200f\u2060-\u2064\ufeff\u034f\u180e]{4}")
_PRIVATE = re.compile("[\U000f0000-\U0010fffd]{3}")

MOST_INSIDE = 2  # a word or two copied from a page with break marks is no disguise
_FIRST_PRIVATE = "\U000f0000"


def hides(text: str) -> str:
    """What kind of invisible characters stand in `text` without a use; "" for none."""
    if INVISIBLE.isdisjoint(text) and max(text, default="") < _FIRST_PRIVATE:
        return ""  # what the patterns below look for is made of these: most texts have none
    if _TAGS.search(_FLAG.sub("", text)):
        return "tag characters"
    if _BIDI_FORCED.search(text) or (_BIDI.search(text) and not _RIGHT_TO_LEFT.search(text)):
        return "direction overrides"
    if len(_SELECTORS.findall(text)) - len(_SELECTED.findall(text)) > 1:
        return "variation selectors"
    if len(_FILLERS.findall(text)) > 1 and not _CONJOINING.search(text) and not _BRAILLE.search(text):
        return "fillers"
    if _RUN.search(text) or len(_INSIDE_LATIN.findall(text)) > MOST_INSIDE:
        return "zero-width characters"
    return "private characters" if _PRIVATE.search(text) else ""


def revealed(text: str) -> str:
    """`text` with what it hides made visible, "⟨U+202E⟩"; as it is where it hides nothing."""
    if not hides(text):
        return text
    return "".join(f"⟨U+{ord(sign):04X}⟩" if sign in INVISIBLE or sign >= _FIRST_PRIVATE else sign for sign in text)
