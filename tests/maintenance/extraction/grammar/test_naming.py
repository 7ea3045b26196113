"""The words beside a name tell what it is, against the small model's guess."""

import pytest

from maintenance.extraction.grammar.naming import MOST_LOOKED_AT, kind_by_all, kind_of, kind_told
from tests.test_patterns_are_linear import grows


@pytest.mark.parametrize(
    ("content", "name", "guessed", "kind"),
    [
        ("Ana's brother moved to Porto.", "Porto", "person", "location"),
        ("Ana booked a flight from Porto to Rome.", "Porto", "organization", "location"),
        ("The user uses Redis for the sessions.", "Redis", "person", "other"),
        ("The user's servers run on Nomad.", "Nomad", "person", "other"),
        ("The user's sister Leonie is celiac.", "Leonie", "location", "person"),
        ("The user's tortoise is Balthasar.", "Balthasar", "person", "person"),
        ("The user's colleague, Petra Novakova, has access.", "Petra Novakova", "organization", "person"),
        ("Ana talked to Maria.", "Maria", "person", "person"),
        ("Thiago went home on Friday.", "Thiago", "location", "person"),
        ("The user met Thiago's mother.", "Thiago", "location", "person"),
        ("Thiago lies north of Porto.", "Thiago", "location", "location"),
        ("The jingle files are on the old NAS.", "NAS", "organization", "other"),
        ("NAS died.", "NAS", "organization", "other"),
        ("The user's wife works for the BBC.", "BBC", "organization", "organization"),
        ("Ana works for Siemens.", "Siemens", "organization", "organization"),
        ("The user sold the Golf.", "Golf", "person", "other"),
        ("The Dyson is fine.", "Dyson", "person", "other"),
        ("The user plays Zelda on the Switch.", "Switch", "person", "other"),
        ("Ana settled the Hale account.", "Hale", "person", "person"),
        ("Ana met the dog Rex.", "Rex", "person", "person"),
        ("Chidi uses Neovim.", "Neovim", "location", "other"),
        ("The user switched from Jenkins to Buildkite.", "Jenkins", "location", "other"),
        ("The show runs in Porto.", "Porto", "location", "location"),
        ("The drug is used in Porto.", "Porto", "location", "location"),
        ("Ana wrote to ana@example.org.", "ana@example.org", "email", "email"),
        ("The user's twins Tobi and Ife are four.", "Ife", "organization", "person"),
        ("The user's therapist is Noor.", "Noor", "organization", "person"),
        ("Leocadia is the user's grandmother.", "Leocadia", "location", "person"),
        ("My French teacher is Madame Lefebvre.", "Lefebvre", "location", "person"),
        ("Folake, she is visiting.", "Folake", "organization", "person"),
        ("The user's son is called Cosmo.", "Cosmo", "organization", "person"),
        ("The project is led by Chidi.", "Chidi", "organization", "person"),
        ("Chidi and I met.", "Chidi", "organization", "person"),
        ("Kranz GmbH pays late.", "Kranz GmbH", "person", "organization"),
        ("The user banks with Monzo.", "Monzo", "person", "organization"),
        ("The user got an offer from Tessellate.", "Tessellate", "location", "organization"),
        ("The user's supplier is Nordwind.", "Nordwind", "person", "organization"),
        ("Nordwind is a small shipping firm.", "Nordwind", "person", "organization"),
        ("The user works as a nurse at Millbrook.", "Millbrook", "location", "organization"),
        ("Yuki is from Sapporo.", "Sapporo", "organization", "location"),
        ("The Trondheim office signs.", "Trondheim", "person", "location"),
        ("The app is written in Kotlin.", "Kotlin", "location", "other"),
        ("The user watched Severance.", "Severance", "person", "other"),
        ("The user is reading Middlemarch.", "Middlemarch", "organization", "other"),
        ("The user drives a Skoda.", "Skoda", "location", "other"),
        ("The user uses Jenkins and Prometheus.", "Prometheus", "person", "other"),
    ],
)
def test_the_words_beside_a_name_tell_its_kind(content, name, guessed, kind):
    assert kind_of(content, name, guessed) == kind


@pytest.mark.parametrize(
    ("content", "name", "guessed"),
    [
        ("The user watched Arsenal.", "Arsenal", "organization"),
        ("The user crossed the Alps.", "Alps", "location"),
        ("The user's customer is Halvorsen.", "Halvorsen", "organization"),
        ("The user works with Anneliese.", "Anneliese", "person"),
        ("The user got an offer from Marisol.", "Marisol", "person"),
        ("The user met the board of Bosch.", "Bosch", "organization"),
        ("McKay called.", "McKay", "person"),
        ("Rosa Parks Street is long.", "Rosa Parks Street", "location"),
        ("The user is from work late.", "Late", "organization"),
    ],
)
def test_where_nothing_tells_otherwise_a_guess_stands(content, name, guessed):
    assert kind_of(content, name, guessed) == guessed


@pytest.mark.parametrize(
    ("name", "guessed", "kind"),
    [
        ("Kenji", "location", "person"),
        ("Lars Eklund", "location", "person"),
        ("Bremen", "organization", "location"),
        ("MongoDB", "person", "other"),
        ("Neovim", "organization", "other"),
        ("Mum", "organization", "person"),
        ("Grafana", "person", "person"),
        ("Sofia", "organization", "organization"),  # a town and a first name
    ],
)
def test_a_name_of_which_nothing_else_tells_is_what_the_lists_say(name, guessed, kind):
    assert kind_of(f"{name}?", name, guessed) == kind


@pytest.mark.parametrize(
    ("content", "name", "guessed"),
    [
        ("The user opened a shop in Nancy.", "Nancy", "location"),
        ("There is a storm near Alexandra.", "Alexandra", "location"),
        ("The user drives a Camilla.", "Camilla", "other"),
        ("The user's Camilla needs brakes.", "Camilla", "organization"),
        ("The user compared Fedora with Debian.", "Fedora", "other"),
        ("The user is watching Tom play on Saturday.", "Tom", "person"),
        ("The user was reading Sam a story.", "Sam", "person"),
        ("The user watches Leo on Fridays.", "Leo", "person"),
    ],
)  # fmt: skip
def test_a_guess_that_the_words_beside_a_first_name_bear_out_stays(content, name, guessed):
    assert kind_of(content, name, guessed) == guessed


def test_what_a_name_is_is_told_by_all_that_is_said_of_it():
    said = [
        "The user has a lodger, Thiago.",
        "Thiago is in the box room.",
        "Thiago went home on Friday.",
        "Porto is far.",
    ]
    assert kind_by_all(said, "Thiago", "location") == "person"
    assert kind_by_all(said, "Porto", "location") == "location"


def test_a_kind_that_is_known_gives_way_to_two_facts_that_tell_another():
    moved, flew = "Ana moved to Porto.", "The user flies to Porto on 3 May 2026."
    assert kind_told([moved, flew], "Porto", "person") == "location"
    assert kind_told([moved, "Porto is far."], "Porto", "person") == "person"
    assert kind_told([moved, flew, "Ana's son Porto is three.", "The user's cat Porto died."], "Porto", "person") == (
        "person"
    )


@pytest.mark.parametrize("guessed", ["person", "location", "organization", "other"])
@pytest.mark.parametrize("unit", ["We walked around Lisbon and it was sunny. ", "Lisbon ", "live a b Lisbon, "])
def test_a_long_turn_tells_a_kind_in_time_that_grows_with_it_alone(unit, guessed):
    once = unit * (10_000 // len(unit))
    assert not grows(lambda said: kind_of(said, "Lisbon", guessed), once, once * 2)


def test_a_long_turn_tells_a_kind_wherever_its_first_words_for_it_stand():
    said = "Lisbon was sunny. " * (MOST_LOOKED_AT // 2) + "Then we moved to Lisbon. "
    assert kind_of(said, "Lisbon", "person") == "location"
