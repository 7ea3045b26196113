"""A new job ends the one before it; a job beside it, another person's and one of long ago end nothing."""

from __future__ import annotations

import pytest

from maintenance.extraction import rules


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("The user works as a baker at Crumb.", "The user has got a new job at the library."),
        ("The user works as a baker at Crumb.", "The user got a job at the library."),
        ("The user works nights as a paramedic at St Luke's.",
         "The user has got a day job at the ambulance control room in Nottingham."),
        ("The user works as a waiter at the Golden Lion.", "The user has started a new job at a call centre."),
        ("The user is a nurse at Queen's Hospital.", "The user got a new job at a GP practice in Leeds."),
        ("The user works for Bosch as an engineer.", "The user has a new job at Siemens."),
        ("The user's brother works at Tesco.", "The user's brother got a new job at the post office."),
        ("The user works at the bakery on Elm Street.", "The user changed jobs."),
        ("The user is cleaner in the Hotel Astra.", "The user has found a new job in a school kitchen."),
        ("The user works as a cook.", "The user has got a new job as a gardener."),
        ("Priya works for Deloitte.", "Priya has a new job with KPMG."),
    ],
)  # fmt: skip
def test_a_new_job_takes_the_place_of_the_old_one(older, newer):
    assert rules.judge_pair(newer, older, newer).kind in ("updates", "corrects")


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("The user works as a nurse.", "The user has got a new job at the Royal."),
        ("The user works as a nurse at the Royal.", "The user has got a new job."),
        ("The user works for Bosch.", "The user has got a new role as team lead."),
        ("The user is a student at Leeds University.", "The user got a job at the library."),
        ("The user is a member at the gym.", "The user got a new job at the library."),
        ("The user works from home.", "The user got a new job at the library on Saturdays."),
        ("The user works as a baker at Crumb.", "The user has got a new job for the assistant."),
        ("The user works at Crumb on Saturdays.", "The user has got a new job at the library."),
        ("The user volunteers at the shelter.", "The user has got a new job at the library."),
        ("The user works as a baker at Crumb.", "The user has got a small job at the library."),
        ("The user works as a baker at Crumb.", "The user has got a cleaning job at the library."),
        ("The user works as a baker at Crumb.", "The user has started a new course at the library."),
        ("The user works as a baker at Crumb.", "The user's wife has got a new job at the library."),
        ("The user works as a baker at Crumb.", "The user is looking for a new job at the library."),
        ("The user works as a baker at Crumb.", "The user might have a new job at the library."),
        ("The user works as a baker at Crumb.", "The user had a new job at the library."),
        ("The user is a good listener at parties.", "The user got a new job at the library."),
        ("The user works as a baker at Crumb.", "The user did not get a new job at the library."),
        ("The user works as a baker at Crumb.", "The user got a job at the library for the summer."),
        ("The user works as a baker at Crumb.", "The user has got a job at the library as well."),
        ("The user works at Crumb.", "The user got their first job at the age of 15."),
        ("The user works in the garden every evening.", "The user got a new job at the library."),
        ("The user works for Bosch as an engineer.", "The user has a new job at Siemens, starting in April 2026."),
        ("The user works at the bakery on Elm Street.", "The user changed jobs, starting at Arup in January 2027."),
        ("The user works at Crumb.", "The user has got a job interview at the library on 6 March 2026."),
        ("The user works at Crumb.", "The user has a new job offer at the library."),
        ("The user works at Crumb.", "The user has a new job in mind at the library."),
        ("The user works at Crumb.", "The user has a new job to finish at Crumb."),
        ("The user works at Crumb.", "The user starts a new job at the library on 5 June 2026."),
        ("The user works at Crumb.", "The user got a new job title at Crumb."),
        ("The user works at Crumb.", "The user got a permanent position at Crumb."),
        ("The user works at Crumb.", "The user started a new print job at the office printer."),
        ("The user works at Crumb.", "The user started a new cron job at midnight."),
        ("The user works at Crumb.", "The user has a new job in the finance team."),
        ("The user works at Crumb.", "The user has a new job with more money."),
        ("The user works at Crumb.", "The user has a new post with 40 likes."),
        ("The user works at Crumb.", "The user has a new role with admin rights."),
        ("The user works at Crumb.", "The user switched companies for electricity."),
        ("The user works at Crumb.", "The user has changed jobs twice in the last ten years."),
        ("The user works at Crumb.", "The user took a job with their client Bosch until June 2026."),
        ("The user is a nurse at St Luke's.", "The user has a new role at St Luke's as a ward manager."),
        ("The user works as a nurse.", "The user has a new job as a nurse at St Luke's."),
        ("The user works as a nurse.", "The user has a new job as a charge nurse."),
        ("The user works as a nurse at St Luke's.", "The user has a new job as a ward manager."),
        ("The user's wife works at Crumb.", "The user's wife got a job interview at the library."),
    ],
)  # fmt: skip
def test_a_job_beside_it_leaves_it(older, newer):
    assert rules.judge_pair(newer, older, newer).kind == "unrelated"
