"""Who wrote a session's turns, where somebody else than the account's owner says so: what they tell is not the owner's.

Nothing of it is stored: the turns tell it each time they are read.
"""

from __future__ import annotations

from ...language import Language, chosen
from ...models import Memory, Namespace

# The latest turns among which whoever took over is looked for. Chosen: hardly a session is as long.
LOOKED_BACK = 500


def takeovers(namespace: Namespace, session_id: str, upto: int) -> list[Memory]:
    """The turns up to the rowid `upto` by which somebody else took over who still writes then, oldest first; one a
    speaker."""
    last: dict[str, Memory | None] = {}
    for turn in _users_turns(namespace, session_id, upto):
        if turn.source_role not in last and (writes := _other_writes(turn, namespace.own.language)) is not None:
            last[turn.source_role] = turn if writes else None
    return sorted((turn for turn in last.values() if turn), key=lambda turn: turn.pk)


def _users_turns(namespace: Namespace, session_id: str, upto: int) -> list[Memory]:
    """Newest first."""
    turns = Memory.objects.within(namespace).episodes().active().filter(session_id=session_id, role="user")
    return list(turns.filter(pk__lte=upto).defer("embedding").order_by("-rowid")[:LOOKED_BACK])


def _other_writes(turn: Memory, setting: str) -> bool | None:
    language: Language = chosen(setting, turn.content)
    own = language.said_oneself(turn.content, turn.source_role)
    return language.other_writes(own, turn.source_role)
