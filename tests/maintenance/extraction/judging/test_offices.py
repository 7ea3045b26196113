"""Who holds an office of which a group has one: another holder ends the last one's term, and nobody else's."""

from __future__ import annotations

import pytest

from maintenance.extraction import Claim, rules
from maintenance.extraction.judging import offices

ENDED = (
    ("Noor is the user's treasurer.", "Piet is treasurer now."),
    ("The treasurer is Noor.", "Piet is the user's treasurer now."),
    ("The user's scrum master is Ines.", "Karl is the scrum master now."),
    ("The user's incident lead is Bram.", "Dana is incident lead now."),
    ("Petra is head of the support team.", "Jonas is head of the support team now."),
    ("Luis is the user's shift coordinator.", "Maja is the user's shift coordinator as of Monday."),
    ("Lotte is the chair of the user's allotment society.", "Henk is chair of the allotment society now."),
    ("Ahmed is the user's union rep.", "The union rep is Sofia now."),
)
HELD = (
    ("Noor is the user's treasurer.", "Piet is treasurer too now."),
    ("Noor is the user's treasurer.", "Piet is deputy treasurer now."),
    ("Noor is the user's treasurer.", "Piet is treasurer of the choir now."),
    ("Noor is treasurer of the chess club.", "Piet is treasurer of the choir now."),
    ("Noor is the user's treasurer.", "Piet was treasurer."),
    ("Noor is the user's treasurer.", "Piet may be treasurer now."),
    ("Noor is the user's treasurer.", "Piet will be treasurer from May."),
    ("Noor is the user's treasurer.", "Piet is the former treasurer now."),
    ("Noor is the user's treasurer.", "The user's sister's treasurer is Piet now."),
    ("Noor is the user's treasurer.", "Noor van Dijk is the user's treasurer now."),
    ("Noor is the user's treasurer.", "Piet is treasurer."),
    ("Noor is the user's neighbour.", "Piet is the user's neighbour now."),
    ("Bram is a nurse.", "Dana is a nurse now."),
    ("Bram is nurse.", "Dana is nurse now."),
    ("Ann is family.", "Jo is family now."),
    ("Marit is the safety officer in Oslo.", "Leif is the safety officer in Bergen now."),
    ("Ahmed is the user's union rep.", "Sofia is the user's union rep now."),
    ("Ana's manager is Bram.", "Cleo's manager is Dana now."),
)


@pytest.mark.parametrize(("older", "newer"), ENDED)
def test_another_holder_ends_the_term_of_the_last(older, newer):
    assert rules.judge_pair(newer, older).kind == "updates"


@pytest.mark.parametrize(("older", "newer"), HELD)
def test_whoever_holds_another_office_ends_nobodys_term(older, newer):
    assert rules.judge_pair(newer, older).kind not in ("updates", "corrects", "contradicts")


def test_from_today_is_now_though_the_fact_names_the_day():
    newer, older = "Piet is the treasurer from 30 March 2026.", "Noor is the user's treasurer."
    assert rules.judge_pair(newer, older, "Piet's the treasurer from today.").kind == "updates"
    assert rules.judge_pair(newer, older, "Piet's the treasurer from 30 March.").kind == "unrelated"


@pytest.mark.parametrize(
    ("said", "older", "kind"),
    [
        ("Our release lead is Dana now.", "Our release lead is Bram.", "updates"),
        ("My release lead is Dana now.", "Our release lead is Bram.", "unrelated"),
        ("Our release lead is Dana now.", "My release lead is Bram.", "unrelated"),
        ("Our dentist is Dana now.", "Our dentist is Bram.", "unrelated"),
    ],
)
def test_where_several_talk_ours_is_the_teams_but_for_what_each_household_has(said, older, kind):
    def claim(name: str, talk: str) -> Claim:
        return Claim(talk.replace("Our ", f"{name}'s ").replace("My ", f"{name}'s "), talk=talk)

    (verdict,) = rules.judge(claim("Cleo", said), [claim("Ana", older)]).verdicts
    assert verdict.kind == kind


def test_whoever_holds_an_office_is_found_under_its_name():
    told = {offices.told_of(text) for text in ("Noor is the user's treasurer.", "The treasurer is Noor.")}
    assert {(one.subject, one.name, one.value) for one in told if one} == {("treasurer", "holder", "Noor")}
    assert offices.told_of("Ann is pregnant.") is None
