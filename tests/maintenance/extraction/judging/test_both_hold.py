"""What looks like a change and leaves what was told before: another event, a finished part, one more interest."""

from __future__ import annotations

import pytest

from maintenance.extraction import rules


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("Mel took the kids to the museum on 5 July 2023.", "Mel took the kids to the park on 14 July 2023."),
        ("Mel took the kids to a workshop on 5 July 2023.", "Mel took the kids to a workshop on 14 July 2023."),
        ("The user brought the laptop to the service desk on 3 May 2026.",
         "The user brought the laptop to the office on 9 May 2026."),
    ],
)  # fmt: skip
def test_what_was_done_twice_was_done_twice(older, newer):
    assert rules.judge_pair(newer, older).kind == "unrelated"


def test_what_was_moved_again_has_the_later_date():
    moved = rules.judge_pair("The launch was moved to 9 May 2026.", "The launch was moved to 3 May 2026.")
    assert moved.kind == "updates"


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("Jon is working on their business.", "Jon is wrapping up the business plan."),
        ("Jon is working on their business.", "Jon wrapped up the business plan."),
        ("The team is building the mobile app.", "The team is finishing the mobile app."),
    ],
)
def test_a_finished_part_does_not_finish_the_whole(older, newer):
    assert rules.judge_pair(newer, older).kind == "unrelated"


def test_what_is_finished_whole_is_under_way_no_longer():
    assert rules.judge_pair("Karl finished the mobile app.", "Karl is building the mobile app.").kind == "updates"


@pytest.mark.parametrize(
    ("older", "newer", "talk"),
    [
        ("The user is passionate about dance.", "The user is passionate about design.",
         "I left the dance company. Now I'm passionate about design."),
        ("Lotte is keen on Kotlin.", "Lotte is keen on Rust.",
         "Lotte writes Kotlin all day, and now she's keen on Rust."),
        ("The user's son is into dinosaurs.", "The user's son is into space.",
         "He has all his dinosaurs still, but now he's into space."),
        ("The user's hobby is pottery.", "The user's hobby is chess.",
         "I finished the pottery class, my new hobby is chess."),
    ],
)  # fmt: skip
def test_a_new_interest_leaves_the_others(older, newer, talk):
    assert rules.judge_pair(newer, older, talk).kind == "unrelated"


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("Maya wants to be reminded two weeks before the trip.", "Maya bought a second-hand touring bike in May 2026."),
        ("Ann wants to be called by her first name.", "Ann bought a car."),
        ("Ann needs to vent.", "Ann got a raise."),
        ("Ann has five chapters in mind.", "Ann changed her mind."),
    ],
)
def test_a_wish_for_no_thing_is_not_met_by_getting_one(older, newer):
    assert rules.judge_pair(newer, older).kind == "unrelated"


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("Ann lives in Oslo with her two sons and a cat.", "Ann moved to Oslo in 2015."),
        ("Maya lives in Hamburg with their husband Jonas.", "Maya moved to Hamburg in 2019."),
        ("Ann works at Harbour Maps as a designer.", "Ann works at Harbour Maps in Kiel."),
    ],
)
def test_two_that_tell_more_of_one_value_each_stand_both(older, newer):
    assert rules.judge_pair(newer, older).kind == "unrelated"
    assert rules.judge_pair(older, newer).kind == "unrelated"


def test_a_year_is_no_amount_that_changed():
    assert (
        rules.judge_pair("Ann moved to Oslo in 2015.", "Ann shares a flat with 2 others in Oslo.").kind == "unrelated"
    )


def test_of_what_is_said_to_be_the_favourite_there_is_one():
    talk = "Pottery got boring, my favourite hobby is chess now."
    old, new = "The user's favourite hobby is pottery.", "The user's favourite hobby is chess now."
    assert rules.judge_pair(new, old, talk).kind == "updates"


def test_what_one_has_once_gives_way():
    talk = "Karim left, Elif is my tutor now."
    assert rules.judge_pair("The user's tutor is Elif.", "The user's tutor is Karim.", talk).kind == "updates"


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("The user drinks tea with breakfast.", "The user has stopped drinking tea after dinner."),
        ("The user reads on the train.", "The user stopped reading after midnight."),
        ("The user flies to Malta on 3 June 2026.",
         "The user flies back from Malta on 17 June 2026, a day later than planned."),
        ("The user is working on a quilt.", "The user is working on a novel now."),
        ("The user invests in gold.", "The user invests in bonds now."),
        ("The user is always down to give movie tips.", "The user ran into a nice couple who had a dog."),
        ("The user was down 10 points in the last game.", "The user ran a charity race in May."),
        ("The user is looking for advice on how to make better decisions.",
         "The user is going to correct anyone who says they got storytelling advice."),
        ("The user is looking for sneakers that fit casual meetings and comfort on set.",
         "The user bought a boxed set of novels for a friend."),
    ],
)  # fmt: skip
def test_another_matter_of_the_same_person_leaves_it(older, newer):
    assert rules.judge_pair(newer, older).kind == "unrelated"


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("The user drinks coffee after lunch.", "The user stopped drinking coffee after lunch."),
        ("The user runs every morning.", "The user stopped running after the accident."),
        ("The user's flight leaves on 3 June 2026.", "The user's flight leaves two days later than planned."),
        ("Priya works on search.", "Priya works on billing now."),
        ("The server is down.", "The server is up and running again."),
        ("The user is looking for a flat.", "The user has found a flat."),
    ],
)
def test_the_same_matter_gives_way(older, newer):
    assert rules.judge_pair(newer, older).kind == "updates"


def test_what_is_told_of_somebodys_kin_corrects_nothing_of_theirs():
    newer = "The user's wife is not afraid of anything but moths."
    assert rules.judge_pair(newer, "The user is scared of spiders.").kind == "unrelated"


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("Maya's sister Elin is visiting Maya on the weekend of 7 March 2026.", "Maya moved to Hamburg in 2019."),
        ("Tom is visiting Maya in York.", "Maya moved to Hamburg."),
    ],
)
def test_who_moves_does_not_move_who_visits_them(older, newer):
    assert rules.judge_pair(newer, older).kind == "unrelated"


def test_what_is_seen_moves():
    assert rules.judge_pair("The show was moved to Sunday.", "The user will see the show on Friday.").kind == "updates"
