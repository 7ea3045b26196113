"""What a namespace sets for itself: read with care, refused in forms, never a reason for a request to fail."""

from dataclasses import fields

import pytest
from django.core.exceptions import ValidationError
from hypothesis import given
from hypothesis import strategies as st

from memory.checks import namespaces_settings_are_readable
from memory.models import Namespace, NamespaceSettings, Ranking
from memory.models.namespace_settings import HELP, READERS, flaws
from memory.services import namespaces
from tests.conftest import Api

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
NO_TEXT_OF_POSTGRESQL = pytest.param({"timezone": "a\x00"}, marks=pytest.mark.sqlite_alone("PostgreSQL keeps no NUL"))
BROKEN = [
    {"decay_rate": "slow"}, {"decay_rate": -1}, {"decay_rate": True}, {"decay_rate": 10**400},
    {"timezone": "Mars/Base"}, {"timezone": ""}, {"timezone": "Europe"}, {"timezone": "../etc/passwd"},
    {"timezone": ["UTC"]}, NO_TEXT_OF_POSTGRESQL, {"ranking": "best"}, {"ranking": {}}, {"review_policy": "conflict"},
    {"review_policy": ["whim"]}, {"review_policy": [[]]}, {"review_confidence": "0.5"}, {"review_confidence": 2},
    {"daily_token_budget": 1.5}, {"daily_token_budget": -1}, {"daily_token_budget": "many"}, {"learn": "preference"},
    {"max_memories": 10**400}, {"keep_events_days": 7}, {"keep_turns_days": -1}, {"keep_runs_days": 10**9},
    {"max_text_mib": -1},
    {"learn": [1]}, {"language": 7}, {"language": ""}, {"language": "English, please"},
    {"learning_prompt": 1}, {"learning_prompt": " \n"}, {"learning_prompt": "x" * 4001}, {"learning_prompt": ["x"]},
    {"keep_prompts": 1}, {"keep_prompts": "yes"}, {"no_such": 1}, [1, 2], "", "x", 7,
]  # fmt: skip


def test_what_was_not_set_is_the_installations(settings):
    settings.MEMORY_DECAY_RATE, settings.MEMORY_RANKING = 0.2, "rrf"
    own = Namespace(name="acme/a").own
    assert (own.decay_rate, own.ranking, own.timezone, own.language) == (0.2, Ranking.RRF, "UTC", "auto")
    assert Namespace(name="acme/a", settings={"decay_rate": None}).own == own


def test_what_was_set_holds():
    stored = {
        "timezone": "Europe/Berlin", "language": "pt-BR", "ranking": "rrf", "decay_rate": 1,
        "review_policy": ["sensitive"], "review_confidence": 0.3, "daily_token_budget": 500, "learn": ["preference"],
        "max_memories": 1, "max_text_mib": 2, "max_waiting_sessions": 3,
        "keep_turns_days": 30, "keep_events_days": 31, "keep_recalls_days": 1, "keep_contexts_days": 2,
        "keep_runs_days": 365,
        "learning_prompt": "- Diets\n",
        "keep_prompts": True, "memories_in_mail": True, "hand_out_waiting": False, "mask_personal": ["email"],
    }  # fmt: skip
    assert set(stored) == {one.name for one in fields(NamespaceSettings)}
    assert flaws(stored) == {}
    assert NamespaceSettings.of(stored) == NamespaceSettings(
        "Europe/Berlin",
        "pt-BR",
        Ranking.RRF,
        1.0,
        ("sensitive",),
        0.3,
        500,
        1,
        2,
        3,
        ("preference",),
        "- Diets",
        True,
        True,
        False,
        30,
        31,
        1,
        2,
        365,
        ("email",),
    )


@pytest.mark.parametrize("stored", BROKEN, ids=repr)
def test_what_cannot_be_read_is_named_and_the_default_holds(stored):
    assert NamespaceSettings.of(stored) == NamespaceSettings()
    assert list(flaws(stored)) == (list(stored) if isinstance(stored, dict) else [""])
    with pytest.raises(ValidationError) as refused:
        Namespace(name="acme/a", settings=stored).full_clean(validate_unique=False)
    assert "settings" in refused.value.message_dict


def test_one_bad_value_spoils_no_other():
    own = NamespaceSettings.of({"decay_rate": "slow", "timezone": "Asia/Tokyo"})
    assert (own.timezone, own.decay_rate) == ("Asia/Tokyo", NamespaceSettings().decay_rate)


@given(stored=st.dictionaries(st.sampled_from(sorted(READERS)), JSON) | JSON)
def test_any_json_is_read(stored):
    own = NamespaceSettings.of(stored)
    for name in flaws(stored):
        assert name not in READERS or getattr(own, name) == getattr(NamespaceSettings(), name)


def test_each_setting_says_what_it_is_for():
    assert [name for name, text in HELP.items() if not text.endswith(".")] == []


@pytest.mark.parametrize("stored", BROKEN, ids=repr)
def test_no_stored_setting_breaks_a_request(namespace, make_key, stored):
    Namespace.objects.filter(pk=namespace.pk).update(settings=stored)
    api = Api(make_key())
    api.say("s1", "I moved to Berlin.")
    fact = api.remember("Maya lives in Berlin.")
    for method, path, body in (
        ("POST", "/context", {"prompt": "Where does Maya live?"}), ("POST", "/memories/search", {"query": "Berlin"}),
        ("PATCH", f"/memories/{fact['id']}", {"protected": True}),
        ("PATCH", f"/memories/{fact['id']}", {"protected": False}),
        ("GET", "/stats", None), ("GET", "/memories", None),
    ):  # fmt: skip
        assert api.request(method, path, body).status_code == 200, (path, stored)


def test_a_system_check_names_the_namespaces_whose_settings_cannot_be_read(db):
    for number in range(7):
        namespace = namespaces.ensure(f"acme/n{number}")
        namespace.settings = {"decay_rate": "slow"} if number else {"decay_rate": 0.1}
        namespace.save()
    assert namespaces_settings_are_readable(None) == []
    (warning,) = namespaces_settings_are_readable(None, databases=["default"])
    assert warning.id == "memory.W004"
    assert "6 namespace(s)" in warning.msg
    assert "acme/n1: decay_rate is a number from 0 to 100" in warning.msg
    assert "acme/n0" not in warning.msg
