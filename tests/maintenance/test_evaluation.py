"""The judged dialogues: what a provider makes of them is counted, marked and priced."""

import json

import pytest
from django.core.management import CommandError, call_command

from maintenance import evaluation
from tests.openai_server import chat, error, openai_server

__all__ = ["openai_server"]


@pytest.mark.parametrize("half", evaluation.HALVES)
def test_every_dialogue_has_turns_of_a_user_and_its_expectations_lie_within_it(half):
    dialogues = evaluation.load(half)
    kinds = {dialogue.kind for dialogue in dialogues}
    assert kinds == {"typed"} if half.startswith(("typed", "loose")) else len(kinds) == 6
    for dialogue in dialogues:
        ids = {turn.id for turn in dialogue.turns if turn.role == "user"}
        assert ids
        assert {turn for turn, _ in dialogue.expected} <= ids


def test_every_mark_is_on_a_dialogue_that_is_there():
    names = {dialogue.name for half in evaluation.HALVES for dialogue in evaluation.load(half)}
    assert {name for name, _ in evaluation.marks()} <= names
    assert len(evaluation.marks()) >= 100


def test_the_rules_hold_what_was_judged_true_of_the_fresh_dialogues(settings):
    settings.MEMORY_FACTS_PROVIDER = "rules"
    found = evaluation.figures_by_kind("fresh")
    facts, marked = sum(one.facts for one in found.values()), sum(one.marked for one in found.values())
    assert marked >= 0.9 * facts  # else the marks are old: judge the new facts
    assert sum(one.marks["true"] for one in found.values()) >= 0.97 * marked
    assert sum(one.found for one in found.values()) >= 0.7 * sum(one.expected for one in found.values())


def test_a_model_is_counted_with_its_tokens_and_price_and_its_failures(openai_server, settings, capsys):
    settings.MEMORY_LLM_PRICE_PER_MTOK = (1.0, 5.0)
    fact = {
        "content": "The user's wife is Ilse Maes.", "source_ids": ["support-7:1"], "confidence": 0.9,
        "event_time": None, "tags": ["relation"],
    }  # fmt: skip

    def answer(request):
        rows = [json.loads(line) for line in request.body["messages"][1]["content"].splitlines() if line[:1] == "{"]
        first = rows[0]["id"]
        if first.startswith("support-8"):
            return error(500)
        return chat({"facts": [fact] if first == "support-7:1" else []})

    openai_server.otherwise = answer
    call_command("extraction_eval", "--provider", "openai")
    rows = {line.split("|")[1].strip(): [cell.strip() for cell in line.split("|")[2:-1]]
            for line in capsys.readouterr().out.splitlines()[2:]}  # fmt: skip
    facts, marked, *_, found, failed, tokens, dollars = rows["support"]
    assert (facts, marked, found.split()[0], failed) == ("1", "0", "1", "1")
    assert (tokens, dollars) == ("240", "0.0004")
    assert rows["all"][-2] == str(17 * 120)


def test_a_provider_that_cannot_work_is_named(settings):
    with pytest.raises(CommandError, match="nowhere"):
        call_command("extraction_eval", "--provider", "nowhere.at.all")


@pytest.mark.parametrize(("yes", "of", "told"), [(0, 0, ""), (10, 10, "100% [72%–100%]"), (5, 10, "50% [24%–76%]")])
def test_a_share_comes_with_its_interval(yes, of, told):
    assert evaluation.share(yes, of) == told
