"""Two values of a slot take each other's place only where they are of one sort: whatever else is told stands beside."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from maintenance.extraction import rules

BESIDE = (
    ("Ana's flight to Rome leaves at nine.", "Ana's flight to Oslo leaves at six."),
    ("The deadline of the grant is 3 May.", "The deadline of the visa is 9 June."),
    ("Omar has an appointment with the dentist on 3 May.", "Omar has an appointment with the barber on 4 May."),
    ("The user's appointment at the bank is on Monday.", "The user's appointment at the clinic is on Tuesday."),
    ("Ivo works at the harbour.", "Ivo works at the market on Saturdays."),
    ("Ivo works with children.", "Ivo works at a kindergarten."),
    ("Ivo works with Petra.", "Ivo works with Carlo."),
    ("Ivo lives in Bergen.", "Ivo lives with two friends."),
    ("Ivo lives in Bergen.", "Ivo lives in a yellow house."),
    ("Ivo lives in Norway.", "Ivo lives in Bergen."),
    ("Ivo's number is 12.", "Ivo's phone number is 555 123."),
    ("The user's manager is Dana.", "The user's manager is very patient."),
    ("The user's boss is Dana.", "The user's boss is on holiday."),
    ("Mia's favourite colour is green.", "Mia's favourite band is Abba."),
    ("Mia's favourite food is pizza.", "Mia's favourite food for breakfast is porridge."),
    ("The user was born in Split.", "The user was born in 1980."),
    ("The user's rent is 900 euros.", "The user's rent is due on the first."),
    ("The user's budget is 500 euros.", "The user's budget for books is 50 euros."),
    ("Kim's son is five years old.", "Kim's daughter is nine years old."),
    ("Kim's address is Park Street 3.", "Kim's email address is kim@example.org."),
    ("Kim's partner is Jo.", "Kim's partner is a nurse."),
    ("Kim's role is lead designer.", "Kim's role in the play is the witch."),
    ("Kim moved to Leeds in 2015.", "Kim moved to the front row."),
    ("Kim has moved to a new team.", "Kim lives in Leeds."),
    ("Kim moved to the marketing team.", "Kim lives in Leeds."),
    ("Kim moved to electric cars.", "Kim lives in Leeds."),
    ("Lea is single.", "Lea is engaged in local politics."),
    ("The wedding is on 3 June.", "The wedding is in Rome."),
    ("The meeting is at nine.", "The meeting is on Monday."),
    ("The meeting is in room 4.", "The meeting is with the auditors."),
    ("The dose of aspirin is 100 mg.", "The dose of iron is 50 mg."),
    ("Tom takes 5 mg in the morning.", "Tom takes 10 mg in the evening."),
    ("The team has five developers.", "The team has two testers."),
    ("Pia's exam in biology is on Friday.", "Pia's exam in physics is on Monday."),
    ("Pia has an exam on Friday.", "Pia has a concert on Monday."),
    ("Pia speaks French.", "Pia speaks Dutch."),
    ("The blue car has 90,000 km.", "The red car has 20,000 km."),
    ("Ben is 40 years old.", "Ben is 180 cm tall."),
    ("Ben drinks two cups of coffee.", "Ben drinks one cup of tea."),
    ("Ben paid 20 euros for the book.", "Ben paid 30 euros for the lamp."),
    ("The project lead is Ada.", "The project is led from Berlin."),
    ("Mr. Ek teaches maths.", "Mr. Ek teaches in Lund."),
    ("Ben's dog is three.", "Ben's dog is brown."),
    ("Ben was promoted to manager.", "Ben's manager is Ida."),
    ("Eva works as a nurse.", "Eva works as a volunteer at weekends."),
    ("Eva works at a clinic.", "Eva volunteers at a shelter."),
    ("Eva goes to yoga on Mondays.", "Eva goes to choir on Tuesdays."),
    ("The train leaves at 8:15.", "The bus leaves at 8:20."),
    ("The kitchen is painted white.", "The hall is painted green."),
    ("Eva is afraid of dogs.", "Eva is not afraid of cats."),
    ("Eva does not eat fish.", "Eva eats eggs."),
    ("Eva never drinks wine at home.", "Eva drinks wine at parties."),
    ("Eva can't drive trucks.", "Eva can drive a car."),
    ("Eva is allergic to nuts.", "Eva is no longer allergic to milk."),
    ("Tim's first shift is on Monday.", "Tim's last shift is on Friday."),
    ("Tim's phone is a Nokia.", "Tim's phone is broken."),
    ("Tim's old phone number was 5551.", "Tim's phone number is 5559."),
    ("Tim stayed in Paris for a week.", "Tim lives in Metz."),
    ("Tim is based in Metz.", "Tim is based in Metz on weekdays."),
    ("Tim is a vegetarian.", "Tim is a teacher."),
    ("The office moved to the third floor.", "The office is closed on Fridays."),
    ("The shop opens at nine.", "The shop opens at ten on Sundays."),
    ("The gym is closed on Mondays.", "The gym is open on Sundays."),
    ("The ticket is open.", "The ticket is about billing."),
    ("Server A runs Debian 11.", "Server B runs Debian 12."),
)
INSTEAD = (
    ("Ivo lives in Bergen.", "Ivo lives in Voss."),
    ("Ivo lives in Norway.", "Ivo lives in Sweden."),
    ("Ivo lives in Bergen.", "Ivo moved to Voss."),
    ("Ivo works at the harbour.", "Ivo works at the market."),
    ("Ivo works for Globex.", "Ivo works for Initech."),
    ("The user's manager is Dana.", "The user's manager is Olga."),
    ("The user's rent is 900 euros.", "The user's rent is 950 euros."),
    ("The wedding is on 3 June.", "The wedding is on 10 June."),
    ("The meeting is at nine.", "The meeting is at ten."),
    ("Mia's favourite colour is green.", "Mia's favourite colour is blue."),
    ("Lea is engaged.", "Lea is married."),
    ("Kim's phone number is 555 123.", "Kim's phone number is 555 999."),
)


def judged(old: str, new: str) -> str:
    fact, older = (SimpleNamespace(content=text, event_time=None) for text in (new, old))
    return rules.judge(fact, older).kind


@pytest.mark.parametrize(("one", "other"), BESIDE)
def test_what_is_of_another_sort_stands_beside_it(one: str, other: str) -> None:
    assert {judged(one, other), judged(other, one)} <= {"unrelated", "same"}


@pytest.mark.parametrize(("old", "new"), INSTEAD)
def test_a_value_of_the_same_sort_takes_its_place(old: str, new: str) -> None:
    assert judged(old, new) in {"updates", "contradicts"}
