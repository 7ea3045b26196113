"""Which names are put before a curator as perhaps one entity, and which never are."""

import pytest

from memory.models import Entity
from memory.services.errors import StateConflict
from memory.services.graph import entities, likeness
from tests.store import CURATOR, know


def made(namespace, name, kind="person", mentions=1):
    return Entity.objects.create(namespace=namespace, canonical_name=name, type=kind, mention_count=mentions)


def suggested(namespace):
    return {(s.entity.canonical_name, s.into.canonical_name): s.reason for s in likeness.suggest_duplicates(namespace)}


@pytest.mark.parametrize(
    ("short", "whole", "reason"),
    [
        ("Mel", "Melanie", "Mel is short for Melanie"),
        ("Bob Stone", "Robert Stone", "Bob Stone is short for Robert"),
        ("KH", "Karin Holm", "an initials or handle of Karin Holm"),
        ("kholm", "Karin Holm", "an initials or handle of Karin Holm"),
        ("Karin", "Karin Holm", "the same first name, Karin"),
        ("Holm", "Karin Holm", "the last name of Karin Holm"),
        ("Dr Holm", "Karin Holm", "the last name of Karin Holm"),
    ],
)
def test_a_nickname_initials_and_a_first_name_are_proposed_with_the_reason(namespace, short, whole, reason):
    made(namespace, whole, mentions=5)
    made(namespace, short)
    assert suggested(namespace)[short, whole] == reason


def test_an_address_is_proposed_for_the_one_whose_name_it_spells(namespace):
    made(namespace, "Karin Holm", mentions=5)
    made(namespace, "karin.holm@northwind.example", "email")
    assert suggested(namespace) == {
        ("karin.holm@northwind.example", "Karin Holm"): "an address of Karin Holm",
    }


@pytest.mark.parametrize(
    "names",
    [
        [("Bob Stone", "person"), ("Robert Miller", "person")],
        [("Anna Lee", "person"), ("Anna Moss", "person")],
        [("KH", "person"), ("Karin Holm", "person"), ("Kurt Hansen", "person")],
        [("Paris Hale", "person"), ("Paris", "location")],
        [("Mel", "location"), ("Melanie", "person")],
        [("Holm", "person"), ("Karin Holm", "person"), ("Kurt Holm", "person")],
        [("Holm", "location"), ("Karin Holm", "person")],
    ],
)
def test_other_last_names_shared_initials_and_other_kinds_are_not_proposed(namespace, names):
    for name, kind in names:
        made(namespace, name, kind)
    assert suggested(namespace) == {}


def test_a_person_does_not_merge_into_a_place(namespace):
    florence, city = made(namespace, "Florence Hale"), made(namespace, "Florence", "location")
    with pytest.raises(StateConflict, match="correct the type"):
        entities.merge(namespace, florence.uid, city.uid, actor=CURATOR)


def test_one_name_in_two_types_may_merge_since_one_type_is_a_mistake(namespace):
    wrong, city = made(namespace, "Porto"), made(namespace, "Porto", "location", 4)
    assert suggested(namespace)["Porto", "Porto"] == "the same name in two types"
    assert entities.merge(namespace, wrong.uid, city.uid, actor=CURATOR).type == "location"


@pytest.mark.parametrize(
    ("fact", "short", "whole"),
    [
        ("The user's partner is Katarzyna Nowak, Kasia for short.", "Kasia", "Katarzyna Nowak"),
        ("Seun is short for Oluwaseun.", "Seun", "Oluwaseun"),
        ("Gretl (short for Margarete) sings.", "Gretl", "Margarete"),
        ("Reinhard goes by Bo at work.", "Bo", "Reinhard"),
        ("Ulla is also known as Rocket.", "Rocket", "Ulla"),
    ],
)
def test_two_names_that_a_fact_gives_to_one_are_proposed_without_the_facts_words(namespace, fact, short, whole):
    made(namespace, whole, mentions=5)
    made(namespace, short)
    know(namespace, fact)
    assert suggested(namespace) == {(short, whole): "a fact tells both names"}


@pytest.mark.parametrize(
    "fact", ["Kasia came for Katarzyna.", "Katarzyna is short, and Kasia is not.", "Kasia goes by bus with Katarzyna."]
)
def test_two_names_in_one_fact_are_not_proposed(namespace, fact):
    made(namespace, "Katarzyna")
    made(namespace, "Kasia")
    know(namespace, fact)
    assert suggested(namespace) == {}
