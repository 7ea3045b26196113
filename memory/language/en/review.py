"""Words that ask for a person's look at a fact, and those that any fact is built of. Pure data."""

from __future__ import annotations

import re

from ..base import ReviewWords
from .vocabulary import MONTH_NAMES, WEEKDAY_NAMES

_SENSITIVE = re.compile(
    r"\b(?:password|passcode|pin code|social security|passport number|credit card|bank account|iban|salary|debt|"
    r"bankrupt\w*|diagnos\w+|cancer|hiv|aids|depress\w+|suicid\w+|abortion|pregnan\w+|miscarriage|overdose|rehab|addict\w*|"
    r"arrest\w*|convict\w*|lawsuit|divorc\w+|affair|abus\w+|assault\w*|sexual\w*|sexuality|religio\w+|church|"
    r"mosque|synagogue|votes? for|political party|undocumented|visa status)\b",
    re.IGNORECASE,
)
# What a third-person sentence about a user is built of, whatever the user said.
_FRAME = frozenset(
    {
        *"user assistant wants want likes like said says about their them they week weekend month year before after"
        " around".split(),
        *(name.lower() for name in MONTH_NAMES if name != "May"),
        *WEEKDAY_NAMES,
    }
)

WORDS = ReviewWords(_SENSITIVE, _FRAME)
