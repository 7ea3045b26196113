"""What an agent is handed for a prompt, chosen from what a search ranked: `compose`. Pure.

quoting.py turns a turn into the words worth quoting; choosing.py spends the budget, best use of tokens first.
"""

from __future__ import annotations

from ..candidates import Candidate
from .choosing import PARTS, Choice, Item, Part, Replaced, Want, compose

__all__ = ["PARTS", "Candidate", "Choice", "Item", "Part", "Replaced", "Want", "compose"]
