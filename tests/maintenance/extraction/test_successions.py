"""Another takes somebody's place, another value takes a value's place: each beside what it leaves alone."""

from __future__ import annotations

import pytest

from maintenance.extraction import rules

VERDICTS = (
    ("updates", "Lena gets home at 7 pm now.", "Lena gets home at 6 pm on weekdays."),
    ("updates", "The pool opens at 6 now.", "The pool opens at 7."),
    ("unrelated", "Lena gets up at 7 am now.", "Lena gets home at 6 pm on weekdays."),
    ("unrelated", "Ben gets home at 8 pm on Fridays now.", "Ben gets home at 6 pm on Mondays."),
    ("updates", "The service starts at 9:30 from Advent on.", "The service starts at 10:00."),
    ("updates", "The user switched from soprano to alto.", "The user sings soprano."),
    ("updates", "The guild switched from Discord to TeamSpeak.", "The guild meets on Discord."),
    ("unrelated", "Ayla switched from German to English in the meeting.", "Ayla speaks German."),
    ("unrelated", "Ayla switched from biology to chemistry.", "Ayla likes biology."),
    ("updates", "Mr. Okoro took over the choir from Mrs. Dahl.", "Mrs. Dahl conducts the choir."),
    ("unrelated", "Mr. Okoro took over the orchestra from Mrs. Dahl.", "Mrs. Dahl conducts the choir."),
    ("unrelated", "Ada took over the search service from Leo.", "Leo owns the billing service."),
    ("updates", "Dirk handed the escalation to Anke.", "The escalation is handled by Dirk."),
    ("unrelated", "Dirk handed the keys to Anke.", "The escalation is handled by Dirk."),
    ("updates", "Emil runs the mass spectrometer now.", "Hana runs the mass spectrometer."),
    ("unrelated", "Emil runs the electron microscope now.", "Hana runs the mass spectrometer."),
    ("updates", "The user's cousin runs the farm now.", "The user's uncle runs the farm."),
    ("unrelated", "Ada leads a team now.", "Leo leads a team."),
    ("unrelated", "Ann waters the garden now and then.", "Ben waters the garden."),
    ("updates", "The foundation was poured.", "The foundation will be poured on 9 March 2026."),
    ("unrelated", "Ann planted tulips.", "Ann will plant roses."),
    ("updates", "The workshop will take place in Nantes instead.", "The workshop is in Lyon."),
    ("unrelated", "The exhibition will take place in Nantes instead.", "The workshop is in Lyon."),
    ("updates", "Ina's cast came off.", "Ina wears a cast on the left arm."),
    ("updates", "Tom got his cast off.", "Tom's arm is in a cast."),
    ("unrelated", "Omar took off his coat.", "Omar wears a brace on the knee."),
    ("updates", "Omar was taken off metformin.", "Omar takes metformin twice a day."),
    ("unrelated", "Omar was taken off the waiting list.", "Omar takes metformin twice a day."),
    ("updates", "Kurt is back at work.", "Kurt is on sick leave."),
    ("unrelated", "Kira is back at work.", "Kurt is on sick leave."),
    ("unrelated", "Ayla moved out of the dorm.", "Ayla has a friend in the dorm."),
    ("updates", "There is a new janitor, Mr. Falk.", "Uwe is the janitor."),
    ("unrelated", "There is a new janitor's flat in the cellar.", "Uwe is the janitor."),
    ("unrelated", "There is a new nurse on the ward.", "Uwe is a nurse."),
    ("updates", "The newspaper has gone up to 17 euros.", "The user pays 14 euros for the newspaper."),
    ("unrelated", "The magazine has gone up to 17 euros.", "The user pays 14 euros for the newspaper."),
    ("updates", "The user uses LockBox as password manager now.", "The user's password manager is KeyVault."),
    ("unrelated", "The user uses LockBox as a diary now.", "The user's password manager is KeyVault."),
    ("updates", "The report is due on 10 April instead.", "The deadline for the report is 3 April."),
    ("unrelated", "The rent is due on 10 April.", "The deadline for the report is 3 April."),
    ("updates", "The user found a flatmate, Timo.", "The user is looking for a flatmate."),
    ("updates", "The kitten weighs 1.4 kilos now.", "The kitten weighs 800 grams."),
    ("unrelated", "The kitten eats 80 grams a day now.", "The kitten weighs 800 grams."),
    ("updates", "The user has decided to study medicine instead of law.", "The user plans to study law."),
    ("unrelated", "The user has decided to study medicine instead of law.", "The user knows law."),
    ("updates", "The project is running again.", "The project is on hold."),
    ("updates", "Edda graduated in July.", "Edda is a student."),
    ("unrelated", "Edda's sister graduated in July.", "Edda is a student."),
    ("updates", "The backup was rescheduled to 4 am.", "The backup runs at 2 am."),
    ("updates", "Lena is home at 7 pm now.", "Lena is home at 18:00."),
    ("unrelated", "Ben feeds the cat at 7 am now too.", "Ben feeds the cat at 6 pm."),
    ("unrelated", "The workshop is in Lyon now.", "The workshop is in May."),
    ("updates", "The user prefers to be called Kati from now on.", "The user wants to be called Katharina."),
    ("updates", "Ann works at Kessler again.", "Ann left Kessler."),
    ("unrelated", "Ann works in the garden again.", "Ann left Kessler."),
    ("updates", "Leo runs the choir again.", "Ada took over the choir from Leo."),
    ("updates", "The user plays chess again.", "The user no longer plays chess."),
    ("unrelated", "The user plays the flute again.", "The user no longer plays chess."),
    ("unrelated", "Rosa works with Henning again.", "Rosa broke up with Henning."),
    ("unrelated", "The fee is 800 euros again.", "The rent went up to 900 euros."),
    ("unrelated", "It turns out that the bathroom will cost 17,500 euros.", "The kitchen will cost 14,000 euros."),
    ("corrects", "It turns out that the kitchen will cost 17,500 euros.", "The kitchen will cost 14,000 euros."),
)


@pytest.mark.parametrize(("kind", "new", "old"), VERDICTS)
def test_what_takes_the_place_of_an_older_fact(kind: str, new: str, old: str) -> None:
    assert rules.judge_pair(new, old).kind == kind
