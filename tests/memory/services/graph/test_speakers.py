"""Who speaks in a session is a person, whatever a small model takes the name for."""

import pytest

from memory.services.graph.speakers import as_people, named_of
from tests.store import say


@pytest.mark.parametrize(
    ("named", "kind"),
    [
        (("Ines", "organization"), "person"),
        (("Karin Holm", "organization"), "person"),
        (("Karin", "location"), "person"),
        (("Holm", "location"), "person"),
        (("Holm", "organization"), "organization"),  # "Acme", of the speaker "Acme Support", is a firm
        (("Porto", "location"), "location"),
        (("Ines", "email"), "email"),
    ],
)
def test_the_name_of_a_speaker_is_a_persons(named, kind):
    assert as_people([named], {"Ines", "Karin Holm"}) == [(named[0], kind)]


def test_the_nameless_user_and_the_assistant_are_no_speakers_with_a_name(namespace):
    turns = [*say(namespace, "s1", "Hi"), *say(namespace, "s1", "Hi", name="Ines")]
    turns += say(namespace, "s1", "Hello", role="assistant", name="Helper")
    assert named_of(turns) == {"Ines"}
