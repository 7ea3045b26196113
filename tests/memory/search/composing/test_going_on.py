"""Of a session that a prompt is about, what stands beside what was chosen is told, and what may tell a later state."""

from __future__ import annotations

from datetime import timedelta

import numpy as np
import pytest

from memory.language import NEUTRAL
from memory.search.composing.going_on import going_on
from memory.search.composing.later import Later
from memory.search.composing.matters import Matters
from memory.search.query import understood

from .test_choosing import MAY, turn
from .test_matters import PROMPT, ranking

KILN, STABLE = "We ordered a kiln for June.", "It goes to the old stable."
TEXTS = (
    "Ottilie starts school next week.", "The garage leaks a bit.", "We painted our fence.", "I cycled to Bremen alone.",
    "My sister likes her teacher.", KILN, STABLE, "They say rather September now instead.",
)  # fmt: skip
PLACES = (0, 2, 4, 6, 8, 20, 22, 40)
AT_KILN, AT_STABLE, AT_LATER = 5, 6, 7


def vectors(alike):
    """Each turn's, of its own direction but for those that are `alike`."""
    rows = np.eye(len(TEXTS), dtype=np.float32)
    rows[list(alike)] = rows[alike[0]]
    rows[list(alike)] += 0.3 * np.eye(len(TEXTS), dtype=np.float32)[list(alike)]
    return [row.tobytes() for row in rows / np.linalg.norm(rows, axis=1, keepdims=True)]


def offered(*, language=None, alike=(AT_KILN, AT_LATER), texts=TEXTS):
    """The texts that are offered where the kiln is quoted, of one session; without vectors where none are `alike`."""
    stored = vectors(alike) if alike else [None] * len(texts)
    pool = [
        turn(place, text, session="s", position=PLACES[place], at=MAY + timedelta(hours=PLACES[place]))._replace(
            vector=vector
        )
        for place, (text, vector) in enumerate(zip(texts, stored, strict=True))
    ]
    question = understood(PROMPT) if language is None else understood(PROMPT, language=language)
    order = ranking(pool, {AT_KILN: 1.0, AT_LATER: 0.3})
    fitting = {scored.rowid: scored.score for scored in order}
    later = Later(question, pool, fitting, {"kiln": 1.0, "deliv": 1.0})
    later.followers_of(pool[AT_KILN], texts[AT_KILN])
    return [c.text for c in going_on(Matters(question, order, pool, {}), later, [pool[AT_KILN]], ())]


def test_what_stands_beside_what_was_chosen_and_what_may_tell_a_later_state_go_on():
    assert offered() == [TEXTS[AT_LATER], STABLE]


def test_what_was_said_before_and_elsewhere_in_the_session_does_not_go_on():
    assert not set(TEXTS[:5]) & set(offered())


def test_where_no_nearness_is_known_all_that_was_said_later_goes_on():
    texts = (*TEXTS[:AT_LATER], "The neighbours have got a goat.")
    assert offered(texts=texts, alike=(0, 1)) == [STABLE]
    assert offered(texts=texts, alike=()) == [texts[AT_LATER], STABLE]


def test_in_a_language_that_is_not_read_all_of_the_session_goes_on():
    assert set(offered(language=NEUTRAL)) == set(TEXTS) - {KILN}


@pytest.mark.parametrize("text", ["So so.", "When do they say it comes?"])
def test_few_words_and_what_only_asks_do_not_go_on(text):
    texts = (*TEXTS[:AT_STABLE], text, TEXTS[AT_LATER])
    assert text not in offered(texts=texts)
