"""Turns that lift a standing instruction which holds still, as no fact was learnt of them: `lifting`."""

from __future__ import annotations

from collections.abc import Sequence

from ...language.words import folded_words
from ...models import Kind, Memory, Trust
from ...search import Scope
from ...search.backends import backend
from ...search.composing import Candidate
from ...search.query import Inquiry

FOUND = 40  # by the words of the instructions, the rarest first, of which those that lift one are told


def lifting(scope: Scope, question: Inquiry, instructions: Sequence[Candidate]) -> list[Memory]:
    """What the users said later that lifts one of their `instructions`. No statement where there are none of these,
    else a fixed number."""
    if not instructions:
        return []
    language = question.language
    bare = language.stop_words | language.acknowledging
    told = " ".join(language.cues.asking.sub(" ", one.text) for one in instructions)
    words = [word for word in dict.fromkeys(folded_words(told)) if word not in bare]
    hits = backend().text_arm(scope, words, FOUND).hits
    return [
        turn for turn in backend().memories(scope, [rowid for rowid, _ in hits])
        if turn.kind == Kind.EPISODE and turn.role == "user" and turn.trusted >= Trust.USER
        and any(
            turn.event_time > one.event_time and turn.source_role == one.speaker
            and language.cues.lifts(turn.content, one.text)
            and language.cues.lifts(language.said_oneself(turn.content, turn.source_role), one.text)
            for one in instructions
        )
    ]  # fmt: skip
