"""What an agent is handed for a prompt, chosen from what a search ranked: `compose`. Pure.

choosing.py spends the budget, best use of tokens first; layout.py lays out what it chose as lines (items.py), and
writing.py writes them.
wanted.py is what may be asked of it, in_time.py puts its lines in the order of time, instructing.py says which standing
instructions bear, and wishers.py whose lead. bearing.py says what has to do with the prompt, matters.py which sessions
speak of the same, by words that beginnings.py finds, going_on.py what of these is offered beside what was chosen,
later.py what was said later of the same thing, statements.py which statements of a turn bear on the prompt, quoting.py
which words of a turn are worth quoting.
"""

from __future__ import annotations

from ..candidates import Candidate
from .choosing import compose
from .instructing import bearing_on, is_on_another, tells_more
from .items import Choice, Item, Replaced
from .wanted import PARTS, Part, Want
from .wishers import for_asker

__all__ = [
    "PARTS", "Candidate", "Choice", "Item", "Part", "Replaced", "Want", "bearing_on", "compose", "for_asker",
    "is_on_another", "tells_more",
]  # fmt: skip
