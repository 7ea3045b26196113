"""A namespace's settings in the admin: a field for each, refused where a request could not read it."""

from dataclasses import fields

import pytest
from django.urls import reverse

from memory.models import POLICY_REASONS, Namespace, NamespaceSettings
from memory.services import namespaces

EMPTY = {
    "timezone": "", "language": "", "ranking": "", "decay_rate": "", "review_confidence": "", "daily_token_budget": "",
    "learn": "", "review_policy": [reason.value for reason in POLICY_REASONS], "hand_out_waiting": "on",
}  # fmt: skip


def address(namespace):
    return reverse("admin:memory_namespace_change", args=[namespace.pk])


def stored(namespace):
    return Namespace.objects.get(pk=namespace.pk).settings


def test_there_is_one_field_for_each_setting_with_its_help(namespace, operator):
    form = operator.get(address(namespace)).context["adminform"].form
    shown = {field.name: field.help_text for field in form.visible_fields()}
    assert list(shown) == [one.name for one in fields(NamespaceSettings)]
    assert all(shown.values())


def test_what_is_sent_is_kept_and_shown_again(namespace, operator):
    sent = EMPTY | {
        "timezone": "Europe/Berlin", "decay_rate": "0.02", "daily_token_budget": "5000", "learn": "preference, plan",
        "review_policy": ["sensitive"], "ranking": "rrf", "language": "de",
        "keep_prompts": "on",
    }  # fmt: skip
    assert operator.post(address(namespace), sent).status_code == 302
    assert stored(namespace) == {
        "timezone": "Europe/Berlin", "decay_rate": 0.02, "daily_token_budget": 5000, "learn": ["preference", "plan"],
        "review_policy": ["sensitive"], "ranking": "rrf", "language": "de",
        "keep_prompts": True,
    }  # fmt: skip
    page = operator.get(address(namespace)).content.decode()
    assert "Europe/Berlin" in page
    assert "preference, plan" in page
    assert operator.post(address(namespace), EMPTY).status_code == 302
    assert stored(namespace) == {}


def test_a_prompt_is_kept_with_its_lines_and_one_that_no_request_could_read_is_not(namespace, operator):
    prompt = "- Doses of medicine.\r\n- Nothing of <b>pets</b>."
    assert operator.post(address(namespace), EMPTY | {"learning_prompt": prompt}).status_code == 302
    kept = prompt.replace("\r\n", "\n")
    assert stored(namespace) == {"learning_prompt": kept}
    page = operator.get(address(namespace))
    assert page.context["adminform"].form.initial["learning_prompt"] == kept
    assert "Nothing of &lt;b&gt;pets" in page.text
    assert "Facts about the user's world" in page.text  # the built-in words
    assert "facts are learnt by rules" in page.text
    answer = operator.post(address(namespace), EMPTY | {"learning_prompt": "x" * 4001})
    assert "learning_prompt" in answer.context["adminform"].form.errors
    assert stored(namespace) == {"learning_prompt": kept}


def test_a_switch_shows_what_holds_and_is_kept_where_it_is_not_usual(namespace, operator):
    form = operator.get(address(namespace)).context["adminform"].form
    assert (form.initial["hand_out_waiting"], form.initial["keep_prompts"]) == (True, False)
    operator.post(address(namespace), {name: value for name, value in EMPTY.items() if name != "hand_out_waiting"})
    assert stored(namespace) == {"hand_out_waiting": False}
    assert operator.get(address(namespace)).context["adminform"].form.initial["hand_out_waiting"] is False


def test_a_policy_without_a_reason_sends_nothing_to_review(namespace, operator):
    operator.post(address(namespace), EMPTY | {"review_policy": []})
    assert stored(namespace) == {"review_policy": []}


@pytest.mark.parametrize(
    "name, value",
    [("timezone", "Mars/Base"), ("decay_rate", "slow"), ("decay_rate", "-1"), ("review_confidence", "2"),
     ("ranking", "x"), ("daily_token_budget", "-5"), ("language", "English, please"), ("review_policy", ["whim"])],
)  # fmt: skip
def test_what_no_request_could_read_is_refused_beside_its_field(namespace, operator, name, value):
    page = operator.post(address(namespace), EMPTY | {name: value})
    assert page.status_code == 200
    assert list(page.context["adminform"].form.errors) == [name]
    assert stored(namespace) == {}


@pytest.mark.parametrize("broken", [{"decay_rate": "slow", "timezone": "Asia/Tokyo"}, [1, 2], {"typo": 1}], ids=repr)
def test_what_cannot_be_read_is_named_on_the_page_and_dropped_when_it_is_saved(namespace, operator, broken):
    Namespace.objects.filter(pk=namespace.pk).update(settings=broken)
    page = operator.get(address(namespace))
    assert page.status_code == 200
    assert "Saving drops what is stored" in page.content.decode()
    operator.post(address(namespace), EMPTY | {"timezone": page.context["adminform"].form.initial.get("timezone", "")})
    assert stored(namespace) == ({"timezone": "Asia/Tokyo"} if "timezone" in broken else {})


def test_the_system_page_names_those_that_the_person_was_granted(namespace, operator):
    bob = namespaces.ensure("acme/bob")
    Namespace.objects.filter(pk__in=[namespace.pk, bob.pk]).update(settings={"decay_rate": "slow"})
    page = operator.get(reverse("admin:memory_system")).content.decode()
    assert "acme/alice</a> cannot be read, and the defaults hold: decay_rate is a number" in page
    assert "acme/bob" not in page
