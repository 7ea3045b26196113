"""A change told of "the" thing, by its bare name, in the progressive, or with a weekday or a place for another one."""

from __future__ import annotations

import pytest

from maintenance.extraction import rules
from maintenance.extraction.judging import changes

VERDICTS = (
    ("updates", "The landlord put the rent up to 815 euros.", "The user's rent is 780 euros."),
    ("unrelated", "Ben put his rent up to 815 euros.", "The user's rent is 780 euros."),
    ("unrelated", "The landlord put the rent of the shop up to 815 euros.", "The user's rent is 780 euros."),
    ("unrelated", "The landlord put the rent up to 815 euros.", "The user's sister's rent is 780 euros."),
    ("updates", "Rehearsal is at 7 from the week after 9 March 2026 on.", "The user's rehearsal is at 6:30."),
    ("unrelated", "Rehearsal is at 7 from the week after 9 March 2026 on.", "The user's lesson is at 6:30."),
    ("updates", "The user has been walking to school since April 2026.", "The user goes to school by tram."),
    ("unrelated", "The user has been walking to school since April 2026.", "The user goes to work by tram."),
    ("updates", "The tents are in the attic now.", "The user keeps the tents in the garage."),
    ("unrelated", "The skis are in the attic now.", "The user keeps the tents in the garage."),
    ("updates", "The user finished Dune on the night of 29 March 2026.", "The user is reading Dune."),
    ("unrelated", "The user finished Emma on the night of 29 March 2026.", "The user is reading Dune."),
    ("unrelated", "The user stopped working night shifts.", "The user works day shifts."),
    ("updates", "The caterer comes on Fridays now.", "The user's caterer delivers on Mondays."),
    ("unrelated", "The plumber comes on Fridays now.", "The user's gardener works on Mondays."),
    ("updates", "The user's paper comes from Hallmann now.", "The user orders their paper from Brix."),
    ("unrelated", "The user's ink comes from Hallmann now.", "The user orders their paper from Brix."),
    ("updates", "The user's doctor raised the ramipril to 10 mg.", "The user takes 5 mg of ramipril."),
    ("unrelated", "The user's mum's doctor raised the ramipril to 10 mg.", "The user takes 5 mg of ramipril."),
    ("unrelated", "The user's doctor raised the bisoprolol to 10 mg.", "The user takes 5 mg of ramipril."),
    ("updates", "Fencing is on Fridays now.", "The user practises fencing on Mondays."),
    ("unrelated", "Fencing is on Fridays now.", "The user practises archery on Mondays."),
    ("updates", "The exporter is merged.", "The exporter is in review."),
    ("unrelated", "The exporter is merged.", "The importer is in review."),
    (
        "updates",
        "The user wants the assistant to call them on 0788 444 from now on.",
        "The user's phone number is 555-2010.",
    ),
    (
        "unrelated",
        "The user wants the assistant to call their office on 0788 444.",
        "The user's phone number is 555-2010.",
    ),
    (
        "updates",
        "The user wants the assistant to deliver to Elm Road 12 from now on.",
        "The user's delivery address is Birch Lane 4.",
    ),
    ("unrelated", "The user wants the assistant to deliver to Elm Road 12.", "The user's address is Birch Lane 4."),
    ("refines", "The user moved to Kassel in 2019.", "The user lives in Kassel."),
    ("unrelated", "The user's brother moved his shop to Harbour Road.", "The user's shop is on Mill Street."),
    ("updates", "The user moved their desk to the attic.", "The user's desk is in the hall."),
    ("updates", "Mrs. Okoye leads the chorus now.", "The user's chorus is led by Mr. Hale."),
    ("unrelated", "Mrs. Okoye leads the band now.", "The user's chorus is led by Mr. Hale."),
    ("updates", "The user has got a new licence plate, B-XT 991.", "The user's licence plate is B-KL 204."),
    ("updates", "The user's pulse is normal again.", "The user's pulse is too high."),
    ("unrelated", "The user's temperature is normal again.", "The user's pulse is too high."),
    ("updates", "The user cancelled Filmio.", "The user has a Filmio subscription."),
    ("unrelated", "The user cancelled Filmio.", "The user has a Songo subscription."),
    ("unrelated", "The user's colleague Lars is back from holiday.", "The user's colleague Inga is on holiday."),
    ("unrelated", "The caterer also comes on Fridays now.", "The user's caterer delivers on Mondays."),
)


@pytest.mark.parametrize(("kind", "new", "old"), VERDICTS)
def test_what_a_sentence_says_of_ones_own_thing(kind: str, new: str, old: str) -> None:
    found = rules.judge_pair(new, old, new)
    assert found.kind == kind, found


@pytest.mark.parametrize(
    ("content", "talk", "tells"),
    [
        ("The launch slipped to 26 May.", "The launch slipped to 26 May.", True),
        ("The cast came off.", "The cast came off!", True),
        ("The user has a boat.", "I have a boat.", False),
    ],
)
def test_a_verb_of_change_is_a_sign_of_it(content: str, talk: str, tells: bool) -> None:
    assert changes.tells_of_change(content, talk) is tells


@pytest.mark.parametrize(
    ("kind", "older", "newer"),
    [
        ("updates", "The user's email is ana@old.example.", "The user changed their mail to ana@new.example."),
        ("updates", "Ola's e-mail address is ola@old.example.", "Ola changed her email to ola@new.example."),
        ("unrelated", "The user's email is ana@old.example.", "Ola changed her email to ola@new.example."),
        ("unrelated", "The user's email is ana@old.example.", "The user changed their newsletter to weekly."),
        ("unrelated", "The user's work mail is ana@old.example.", "The user changed their mail to ana@new.example."),
        ("updates", "The user's son Emil is allergic to nuts.", "Emil can eat nuts again."),
        ("updates", "Emil is allergic to nuts.", "The user's son Emil can eat nuts again."),
        ("unrelated", "The user's nephew Emil is allergic to nuts.", "The user's son Emil can eat nuts again."),
        ("unrelated", "The user's son Emil is allergic to nuts.", "Emil Berg can eat nuts again."),
        ("unrelated", "The user's son Emil is allergic to nuts.", "Emil can eat eggs again."),
    ],
)
def test_what_is_told_of_one_under_two_names_is_ended_by_the_others_change(kind, older, newer):
    assert rules.judge_pair(newer, older).kind == kind


def test_anothers_number_is_not_ended_by_ones_new_number():
    talk = "Got a new number, it's 0151 5550199."
    newer = "The user's new number is 0151 5550199."
    assert rules.judge_pair(newer, "Ola's number is 0160 5550101.", talk).kind == "unrelated"
    assert rules.judge_pair(newer, "The user's number is 0160 5550101.", talk).kind == "updates"


@pytest.mark.parametrize(
    ("kind", "older", "newer"),
    [
        ("updates", "The user chose Stripe for payments.", "The user went with Adyen for payments in the end."),
        ("updates", "The user has decided on the blue tiles for the bathroom.",
         "The user is going with the green tiles for the bathroom after all."),
        ("updates", "The user uses Postgres for the ledger.", "The user is going with MySQL for the ledger now."),
        ("unrelated", "The user chose Stripe for payments.", "The user went with Adyen for payouts in the end."),
        ("unrelated", "The user chose Stripe for payments.", "The user chose Adyen for payments."),
        ("unrelated", "The user chose Stripe for payments.", "The user also went with Adyen for payments in the end."),
        ("unrelated", "The user chose Stripe for payments.", "The user might go with Adyen for payments after all."),
        ("unrelated", "The user chose Stripe for payments.",
         "The user's brother went with Adyen for payments in the end."),
        ("unrelated", "The user has decided on the blue tiles for the bathroom.",
         "The user is going with the tiles for the bathroom after all."),
    ],
)  # fmt: skip
def test_a_choice_ends_with_another_for_the_same_use(kind, older, newer):
    assert rules.judge_pair(newer, older).kind == kind
