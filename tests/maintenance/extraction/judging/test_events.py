"""What happened to a thing ends what was told of it: the thing must be the same, and what was told must need it."""

from __future__ import annotations

import pytest

from maintenance.extraction import rules

VERDICTS = [
    # It is no more.
    ("updates", "The windmill was torn down.", "Ole looks after the windmill."),
    ("updates", "The windmill burned down in May.", "The windmill stands on the dyke."),
    ("unrelated", "The windmill's barn was torn down.", "Ole looks after the windmill."),
    ("unrelated", "The first windmill was torn down.", "The windmill stands on the dyke."),
    ("unrelated", "The oak was cut down.", "The user likes the oak."),
    ("unrelated", "The cat fell off the roof.", "The cat lives in the kitchen."),
    ("unrelated", "The user's aunt collapsed on Monday.", "The user's aunt lives in Kiel."),
    # It is elsewhere, or back.
    ("updates", "The cello was stolen.", "The cello stands in the music room."),
    ("updates", "The portrait was lent to Oslo.", "The portrait hangs in the hall."),
    ("unrelated", "The frame of the portrait was lent to Oslo.", "The portrait hangs in the hall."),
    ("unrelated", "The bakery was sold to two sisters.", "The bakery is in Mill Street."),
    ("updates", "The organ came back in March.", "The organ is in for repair."),
    ("unrelated", "The piano came back in March.", "The organ is in for repair."),
    ("updates", "The organ came back in March.", "The organ is being repaired."),
    ("unrelated", "Ann is to come back in 2027.", "Ann is being passed on to Dr Moe in the same building."),
    ("unrelated", "Ann is to come back in 2027.", "Ann is away in Rome."),
    ("updates", "Ann is back from Rome.", "Ann is in Rome."),
    ("unrelated", "Ann has returned from Kutch.", "For Kutch Ann is now without companion."),
    ("unrelated", "The user's daughter has sent the user brochures.", "The user is at the museum on Mondays."),
    # It is somebody else's.
    ("updates", "Petra sold the bakery to two sisters.", "The bakery is run by Petra."),
    ("unrelated", "Petra sold her van to two sisters.", "The bakery is run by Petra."),
    ("unrelated", "Petra sold the bakery's van.", "Petra runs the bakery."),
    ("updates", "The user passed the Seagull on to Jo.", "The user sails the Seagull."),
    ("updates", "The user bought the orchard from the monastery.", "The orchard is rented from the monastery."),
    ("unrelated", "The user bought a bench from the monastery.", "The orchard is rented from the monastery."),
    ("updates", "The user's sister replaced Mr. Boll with Ms. Dee.", "Mr. Boll teaches the user's sister."),
    ("updates", "Ivo left the zoo and Rosa feeds the seals.", "Ivo feeds the seals."),
    # It was done, or there is more time for it.
    ("updates", "The user paid the toll on 2 May.", "The toll must be paid by 9 May."),
    ("unrelated", "The user paid the court on 2 May.", "The toll must be paid by 9 May."),
    ("updates", "The loan of the drill was extended until 9 May.", "The drill must be returned by 2 May."),
    ("unrelated", "The loan of the saw was extended until 9 May.", "The drill must be returned by 2 May."),
    # Prices and hours.
    ("updates", "The sauna costs 8 euros since May.", "The sauna is free."),
    ("unrelated", "The sauna costs 8 euros on Saturdays.", "The sauna is free on Mondays."),
    ("unrelated", "The towels in the sauna cost 2 euros.", "The sauna is free."),
    ("updates", "The sauna closes at 8 pm from now on.", "The sauna is open until 10 pm."),
    ("unrelated", "The sauna closes at 8 pm on Sundays.", "The sauna is open until 10 pm."),
    ("updates", "The sauna is open every day now.", "The sauna closes on Mondays."),
    ("unrelated", "The sauna is open on Fridays now.", "The sauna closes on Mondays."),
    # The same and more.
    ("refines", "Rosa has a parrot called Coco.", "Rosa has a parrot."),
    ("refines", "Rosa works at Hagen Zoo in Bergen.", "Rosa works in Bergen."),
    ("refines", "Rosa lives in Bergen with her brother.", "Rosa lives in Bergen."),
    ("unrelated", "Rosa has a parrot allergy.", "Rosa has a parrot."),
    ("unrelated", "Rosa has a brother in law in Kiel.", "Rosa has a brother."),
    ("unrelated", "Rosa works in Bergen only on Mondays.", "Rosa works in Bergen."),
    ("unrelated", "Rosa likes dogs with long hair.", "Rosa likes dogs."),
    ("unrelated", "Rosa wants a parrot called Coco.", "Rosa has a parrot."),
    ("unrelated", "The shop opens at 9 on Sundays.", "The shop opens at 9."),
]


@pytest.mark.parametrize(("kind", "new", "old"), VERDICTS)
def test_what_happened_to_a_thing_ends_what_needs_the_thing(kind: str, new: str, old: str) -> None:
    assert rules.judge_pair(new, old).kind == kind
