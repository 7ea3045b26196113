"""That nothing but when it was stands behind something that is over.

"In the morning", "in muffins" or "in theory" behind it leaves the rest as it is. Pure.
"""

from __future__ import annotations

from memory.language.en.vocabulary import MONTH_NAMES, SEASONS, WEEKDAY_NAMES

_WHEN = "|".join((*MONTH_NAMES, *WEEKDAY_NAMES, *SEASONS))
_PART = r"(?:morning|afternoon|evening|night|day|week|weekend|month|year) (?:before |of )?"
_AGES = r"(?:\d{1,2}|two|three|four|five|six|seven|eight|nine|ten|twelve)"
_DAY = rf"(?:\d{{1,4}}(?:st|nd|rd|th)?|{_WHEN})"
DATE = rf"(?:in|on|since|as of) (?:the )?(?:{_PART})?{_DAY}(?: (?:{_DAY}|of|morning|afternoon|evening|night)){{0,4}}"
ONLY_WHEN = (
    r"(?: now| at last| after all| any ?more| too| for good| completely| altogether)*"
    rf"(?: {DATE}| (?:at|by) (?:the age of )?{_AGES}| yesterday| today| last (?:night|week|month|year))?\.?$"
)
