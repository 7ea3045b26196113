"""On which prompts a medicine, a weak heart and an allergy bear, by what the allergy is to."""

from __future__ import annotations

import pytest

from memory.services.handing import context
from tests.store import DERIVED, know, say

from .test_must_knows import others

pytestmark = pytest.mark.django_db


def on_health(namespace, fact):
    (said,) = say(namespace, "before", fact)
    return know(namespace, fact, actor=DERIVED, source_ids=[said.uid], tags=["health"])


@pytest.mark.parametrize(
    ("told", "prompt", "bears"),
    [
        ("takes warfarin", "Can you suggest a painkiller?", True),
        ("is on ramipril now", "Is it safe to take potassium supplements?", True),
        ("is on ramipril now", "Which medicine do I take for my blood pressure?", True),
        ("has been taking sertraline for two years", "Is tramadol okay for me?", True),
        ("was put on bisoprolol", "Can I use a nasal spray?", True),
        ("takes iron tablets", "Which vitamins should I get?", True),
        ("takes warfarin", "Plan a dinner", False),
        ("takes warfarin", "How do I bleed a radiator?", False),
        ("took part in the Lisbon half marathon", "Can you suggest a painkiller?", False),
        ("has a heart condition", "Suggest a workout for me", True),
        ("has a pacemaker", "Is an MRI scan possible?", True),
        ("has a heart of gold", "Suggest a workout for me", False),
        ("is allergic to feathers", "Give me a scone recipe", False),
        ("is allergic to feathers, my eyes swell up", "Give me a scone recipe", False),
        ("is allergic to cats and dogs", "Plan a dinner", False),
        ("has a latex allergy", "Plan a dinner", False),
        ("is allergic to penicillin", "Plan a dinner", False),
        ("is allergic to cats and nuts", "Plan a dinner", True),
        ("is allergic to cats and something else", "Plan a dinner", True),
        ("is a vegan and allergic to cats", "Plan a dinner", True),
        ("is allergic to lupins", "Plan a dinner", True),
        ("is allergic to feathers", "Which pillow should I buy?", True),
        ("is allergic to birch pollen", "Plan a walk in the woods", True),
        ("is allergic to cats", "Should I adopt a kitten?", True),
        ("is allergic to bees", "Plan a picnic", True),
        ("is allergic to penicillin", "Should I adopt a kitten?", False),
        ("is allergic to cats", "Can you suggest a painkiller?", False),
        ("is allergic to cats", "Which antihistamine is best?", True),
        ("is allergic to latex", "What should I tell the dentist?", True),
        ("is allergic to penicillin", "Which antibiotic could I have?", True),
    ],
)
def test_it_bears_where_it_matters(namespace, told, prompt, bears):
    others(namespace)
    fact = on_health(namespace, f"Maya {told}.")
    built = context.build(namespace, prompt, include=["instructions"])
    assert (fact.pk in built.marks) is bears


@pytest.mark.parametrize("fact", ["Maya is on ramipril now.", "Maya has been taking sertraline for two years."])
def test_a_fact_on_health_is_found_without_a_word_that_is_looked_for(namespace, fact):
    others(namespace)
    known = on_health(namespace, fact)
    assert known.pk in context.build(namespace, "Can you suggest a painkiller?", include=["instructions"]).marks
