"""Words of what stays true of somebody for years. Pure data."""

from __future__ import annotations

import re

_KIN = "mother|father|mum|mom|dad|sister|brother|wife|husband|son|daughter|spouse|fiancee?|grandmother|grandfather"

LASTING = re.compile(
    r"\b(?:allerg(?:y|ies|ic)|anaphyla\w+|intoleran\w+|coeliac|celiac|diabet\w+|asthma\w*|epilep\w+|dementia|"
    r"pacemaker|insulin|haemophilia|hemophilia|(?:is|was|were|been|got) diagnosed|blood (?:type|group)|"
    r"chronic (?:pain|illness|disease|condition)|wheelchair|vegan|vegetarian|"
    r"birthday (?:is|falls)|(?:was|were) born|pronouns (?:are|is)|(?:is|are|got) (?:married|divorced|widowed) |"
    rf"(?:{_KIN}) is (?:called |named )?(?-i:[A-Z])|(?:is|are) (?-i:[A-Z]\w+)'s (?:{_KIN}))",
    re.IGNORECASE,
)
