"""How a new fact stands to an old one: the same, a newer value, a contradiction, or nothing of the kind."""

from __future__ import annotations

import pytest

from maintenance.extraction.judging.verdicts import judge

VERDICTS = (
    ("same", "Sam lives in Oslo.", "Sam lives in Oslo."),
    ("refines", "Sam works for Siemens as an engineer.", "Sam works at Siemens."),
    ("same", "Sam dislikes olives.", "Sam does not like olives."),
    ("refines", "Sam is married to Kim.", "Sam is married."),
    ("updates", "Sam works at Siemens.", "Sam works at Bosch."),
    ("updates", "Sam started a new job at Google on 5 May 2023.", "Sam works at Bosch."),
    ("updates", "Sam moved to Berlin in May 2023.", "Sam lives in Paris."),
    ("updates", "Sam lives in Lyon, France.", "Sam lives in Paris, France."),
    ("updates", "Sam's birthday is on 5 May.", "Sam was born on 6 May."),
    ("updates", "Sam is 31 years old.", "Sam is 30."),
    ("updates", "Sam got married in June 2023.", "Sam is single."),
    ("updates", "Sam's favourite colour is blue.", "Sam's favourite colour is red."),
    ("updates", "The user wants to be called Sam.", "The user wants to be called Max."),
    (
        "updates",
        "The user wants the assistant to always answer in German.",
        "The user wants the assistant to answer in English.",
    ),
    ("updates", "The user's budget is now 600 euros.", "The user's budget is 500 euros."),
    ("updates", "Ann's phone number is 555-1234.", "Ann's phone number is 555-9999."),
    ("updates", "Sam no longer eats meat.", "Sam eats meat."),
    ("updates", "The project deadline is 30 June 2023.", "The project deadline is 5 June 2023."),
    ("contradicts", "Sam hates olives.", "Sam loves olives."),
    ("contradicts", "Sam does not like olives.", "Sam likes olives."),
    ("contradicts", "Ann can swim.", "Ann cannot swim."),
    ("contradicts", "Sam is allergic to nuts.", "Sam isn't allergic to nuts."),
    ("contradicts", "Sam has a dog.", "Sam has no dog."),
    ("contradicts", "Sam has 2 cats.", "Sam has 3 cats."),
    ("unrelated", "Sam's sister Anna works at Siemens.", "Sam works at Bosch."),
    ("unrelated", "Anna works at Siemens.", "Sam works at Bosch."),
    ("unrelated", "Sam likes tea.", "Sam likes coffee."),
    ("unrelated", "Sam is a nurse.", "Sam is a father."),
    ("unrelated", "Sam used to live in Rome.", "Sam lives in Paris."),
    ("unrelated", "Sam ran 5 km on 4 May 2023.", "Sam ran 5 km on 7 May 2023."),
    ("unrelated", "Sam's sister is called Anna.", "Sam's brother is called Tom."),
    ("unrelated", "", "Sam lives in Paris."),
    ("updates", "Sam works at Bosch Labs now, as a design lead.", "Sam works as a product designer at Siemens Maps."),
    ("updates", "Sam left Siemens Maps at the end of March.", "Sam works as a product designer at Siemens Maps."),
    ("unrelated", "Sam left Siemens at the end of March.", "Sam works at Siemens Maps Berlin."),
    ("unrelated", "Sam left Bosch in March.", "Sam works at Siemens."),
    (
        "contradicts",
        "Sam drinks two cups of coffee every morning, no wonder Sam cannot sleep.",
        "Sam does not drink coffee.",
    ),
    ("contradicts", "Sam never eats meat.", "Sam eats meat twice a week."),
    ("unrelated", "Sam eats meat substitutes.", "Sam does not eat meat."),
    ("unrelated", "Sam drinks coffee liqueur at Christmas.", "Sam does not drink coffee."),
    ("unrelated", "Kim drinks coffee every morning.", "Sam does not drink coffee."),
    (
        "updates",
        "The airline changed Sam's booking: their flight to Lisbon leaves on 23 May 2026 now.",
        "Sam's flight to Lisbon leaves on 22 May 2026.",
    ),
    ("unrelated", "Sam's flight to Lisbon leaves on 3 October 2026.", "Sam's flight to Lisbon leaves on 22 May 2026."),
    ("unrelated", "Sam's flight to Rome leaves on 23 May 2026 now.", "Sam's flight to Lisbon leaves on 22 May 2026."),
    ("updates", "Sam's job interview was moved to 9 May 2026.", "Sam's job interview is on 4 May 2026."),
)


@pytest.mark.parametrize(("kind", "new", "old"), VERDICTS)
def test_a_pair_of_facts_is_judged(kind: str, new: str, old: str) -> None:
    verdict = judge(new, old)
    assert verdict.kind == kind, verdict
    assert verdict.reason
