"""Relative times as people say them at work, on journeys and about their health, in British, American and second-hand
English, at the ends of months and years, on a leap day, and where the speaker's day is another than that of UTC.

A bracket is what the quote adds; a line without one stays as it was said. A wrong date is worse than none.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest

from memory.language import ENGLISH

WEDNESDAY = datetime(2026, 6, 24, 9, tzinfo=UTC), 0
SUNDAY = datetime(2026, 6, 28, 9, tzinfo=UTC), 0
NEW_YEAR = datetime(2026, 12, 31, 22, 30, tzinfo=UTC), 120  # on Friday 1 January 2027, where it is said
LEAP_DAY = datetime(2028, 2, 29, 8, tzinfo=UTC), 0  # a Tuesday
HALLOWEEN = datetime(2026, 11, 1, 6, 45, tzinfo=UTC), -420  # on Saturday 31 October, where it is said
END_OF_MARCH = datetime(2027, 3, 29, 23, 15, tzinfo=UTC), 600  # on Tuesday 30 March, where it is said

TALK = {
    WEDNESDAY: """
        The meeting is next Friday (26 June or 3 July 2026).
        I fly next Thursday (25 June or 2 July 2026).
        I met her last Tuesday (16 or 23 June 2026).
        I worked at Fairlie's until March (March 2026), then at the mill.
        Ruta led the choir until May (May 2026), now it's Piet.
        Dad was in hospital until Monday (22 June 2026).
        The boiler is off until Friday (26 June 2026).
        I'll fly in August (August 2026) and I'll be back on the 9th.
        I'm taking my driving test in August, the 13th (13 August 2026).
        Back in a fortnight (8 July 2026).
        We moved in a fortnight ago (10 June 2026).
        The visa runs out in three weeks (15 July 2026).
        I have an exam in two weeks (8 July 2026), and my driving test's in ten days (4 July 2026).
        The wedding is three weeks on Saturday (18 July 2026).
        See you Thursday week (2 July 2026)!
        The new rota starts on Monday week (6 July 2026).
        The launch is the week after next (the week of 6 July 2026).
        She was ill the week before last (the week of 8 June 2026).
        The plumber is coming the day after tomorrow (26 June 2026).
        The exam is this coming Monday (29 June 2026).
        I called them Monday just gone (22 June 2026).
        It is due end of next month (July 2026).
        I'll do it first thing tomorrow (25 June 2026), we eat out tonight (the evening of 24 June 2026).
        I worked over the weekend (the weekend of 20 June 2026).
        We were in Bath at Easter (Easter 2026).
        We will be in Bath at Easter (Easter 2027).
        Poppy came Sunday (21 June 2026), with cake.
        Poppy came Sunday morning (the morning of 21 June 2026).
        She is coming Thursday (25 June 2026).
        See you Friday (26 June 2026)!
        We were away the last weekend of May (the weekend of 30 May 2026).
        We went there the weekend before last (the weekend of 13 June 2026).
        The Friday before last (12 June 2026) was hectic.
        I’ll be there on Friday (26 June 2026).
        The plumber is coming Thursday week (2 July 2026).
        He's coming Friday fortnight (10 July 2026).
        We're leaving Friday week (3 July 2026).
        I start this Thursday week (2 July 2026).
        The meeting is next Monday (29 June 2026).
        I met him this Monday (22 June 2026).
        The appointment I had on Friday was moved to Monday (29 June 2026).
        A week on Saturday (4 July 2026) we're flying to Rome.
        Mum's coming a week on Saturday (4 July 2026).
        We'll go Saturday (27 June 2026).
        I'm flying to Oslo in two weeks (8 July 2026).
        I'm going to Spain in two weeks (8 July 2026).
        I've got an exam in two weeks (8 July 2026).
        We will be on antibiotics for a week from Monday (29 June 2026).
        We were there the last Sunday in March (29 March 2026).
    """,
    SUNDAY: """
        Next Monday (29 June or 6 July 2026) I start.
        I start next Friday (3 or 10 July 2026).
        It happened last Saturday (20 or 27 June 2026).
        I'll see the dentist a week from Friday (10 July 2026).
        We're seeing the consultant a week on Monday (6 July 2026).
        I'm due 3 weeks on Friday (24 July 2026).
        Deploy went out Thursday (25 June 2026) at 5pm.
        I worked over the weekend (the weekend of 27 June 2026).
        Ordered 2 days ago (26 June 2026), arrived last weekend (the weekend of 20 June 2026).
        The last Friday of this month (26 June 2026) was awful.
    """,
    NEW_YEAR: """
        The invoice is due in a fortnight (15 January 2027).
        My flight was cancelled yesterday (31 December 2026).
        I'm flying tomorrow night (the night of 2 January 2027).
        We shipped it last Wednesday (30 December 2026).
        Hospital rang me Monday just gone (28 December 2026), surgery is Thursday week (14 January 2027).
        I was off sick over Christmas (Christmas 2026).
        Renewal was on 15 December (15 December 2026).
        I'll be back in the office on 4 January.
        The audit is in three weeks (22 January 2027).
    """,
    LEAP_DAY: """
        She's due in three weeks (21 March 2028).
        I had the scan a fortnight ago (15 February 2028).
        The heating engineer came Friday (25 February 2028).
        The retro is this Thursday (2 March 2028).
        I will do it at the weekend (the weekend of 4 March 2028).
        We married four years ago today (29 February 2028).
        Please can you send me the report until Friday (3 March 2028)?
        The ticket expired on 28 February.
    """,
    HALLOWEEN: """
        We're throwing a party tonight (the evening of 31 October 2026).
        My last day is two weeks from today (14 November 2026).
        The lease ends at the end of next month (November 2026).
        We will meet the second Tuesday of November (10 November 2026).
    """,
    END_OF_MARCH: """
        We will fly to Japan in three weeks' time (20 April 2027).
        I lost my card last night (the night of 29 March 2027).
        Yesterday (29 March 2027) I have been at the doctor, he says I must come back in two weeks (13 April 2027).
        The weekend just gone (the weekend of 27 March 2027) was wet.
        We'll have a review Friday next week (9 April 2027).
        They delivered it Tuesday last week (23 March 2027).
        I start the new medicine next month (April 2027).
    """,
}


def lines(talk: str) -> list[str]:
    return [line.strip() for line in talk.strip().splitlines()]


@pytest.mark.parametrize(
    ("now", "told"), [(now, line) for now, talk in TALK.items() for line in lines(talk)], ids=lambda value: str(value)
)
def test_what_is_sure_is_dated(now: tuple[datetime, int], told: str) -> None:
    said = re.sub(r" \([^)]*\)", "", told)
    assert ENGLISH.annotate_dates(said, *now) == told


UNSURE = {
    WEDNESDAY: """
        They closed the bridge until Friday.
        She said he was away until August.
        I saw him the other day.
        You can learn it in two weeks.
        I read it in two days.
        If you pay now it will arrive in three days.
        It heals in three weeks.
        I haven't slept in three weeks.
        It's the third outage in two weeks.
        Half a year ago I quit.
        I moved here over a year ago.
        She is coming the Friday after next.
        In two weeks, on Friday, we fly.
        We moved two weeks ago on Friday.
        It's a week tomorrow.
        It'll be three weeks on Saturday.
        We're away for two weeks on Saturday.
        She gave me two weeks on Monday.
        The puppy is ten weeks on Thursday.
        Last Thursday week I fell.
        Sunday lunch is our habit.
        We play every Sunday, and Sundays are quiet.
        Friday is my cat, I love Friday.
        He named her Sunday.
        Let's call it Friday.
        Was it Friday?
        Good Friday was nice, and Black Friday too.
        We had a lazy Sunday.
        I booked Friday off.
        We moved it Friday.
        They moved class Tuesday to Thursday evenings.
        He was coming Friday.
        He was coming on Friday.
        Good to see you on Friday.
        I've got an exam on Friday.
        We always go at Christmas.
        In 2019 we were in Rome in May.
        We had goose at Christmas when I was a child.
        The party is on 3 October, and I will fly on 3 July.
        I saw him Tuesday and he's fine.
        The landlord called Sunday.
        The dentist gave me Friday at 9 for the crown.
        The clinic offered us Monday.
        The garage promised it Friday.
        They asked us over Saturday.
        He asked me out Saturday.
        My sister wanted us over Sunday.
        I needed it Friday.
        The vet fitted him in Friday.
        The hospital slotted us in Thursday.
        He said he'd be back Friday.
        The landlord told me Saturday.
        I decided to go Saturday.
        I offered to drive her Saturday.
        I forgot to mention I agreed to pick him up Saturday.
        I got tickets to fly Saturday.
        Got the afternoon off to go Friday.
        I thought you left Friday.
        If he came Friday I'd be glad.
        He wasn't coming Thursday.
        My newborn Oscar is two weeks on Friday.
        Anna's four weeks on Saturday.
        Mia is 10 weeks on Monday and smiling.
        It's three weeks on Saturday.
        I am clean two weeks on Friday!
        I have been sober six weeks on Saturday.
        I'm off the cigarettes two weeks on Friday.
        My course runs two weeks from Monday.
        The sale runs a week from Friday.
        I'm fasting two weeks from Sunday.
        I'm on nights two weeks from Monday.
        The cottage is ours a week from Saturday.
        My mum passed away over Christmas when I was nine.
        My dad was born at Christmas.
        My gran was born on the last Sunday in March.
        My gran was born in March.
        Grandpa died at Easter and we still miss him.
        We got engaged at Easter.
        We got married the first Saturday of April.
        We were in Rome in May when I was nine.
        I'm having my second migraine in two weeks.
        This will be my third move in two years.
        We have another manager in two years.
        She's got a second eviction notice in two months.
        You have another outage in two days, is that normal?
        I'm getting the best sleep in two years.
        I'm reading the whole Bible in two years.
        I'm going to read it in two weeks.
        We'll cover all of Japan in two weeks.
        He's cycling Land's End to John o'Groats in ten days.
        They're coming Wednesday.
        I start next Thursday week.
        I had a dentist appointment this Friday but I cancelled.
        My viewing this Saturday got cancelled.
        They cancelled my appointment this Friday.
        The launch got bumped to the first week of July because of the audit.
        They moved the offsite to the end of July.
        Bram is at the village school, last year of primary.
        She was bumped to the last weekend of August.
    """,
    SUNDAY: """
        She is coming the Friday after next.
        We are away the week after next.
        I'll fix it over the weekend.
    """,
    LEAP_DAY: """
        The course starts the first Monday in March.
        In 2024 we went to Rome in March.
    """,
}


@pytest.mark.parametrize(
    ("now", "said"), [(now, line) for now, talk in UNSURE.items() for line in lines(talk)], ids=lambda value: str(value)
)
def test_what_is_not_sure_stays(now: tuple[datetime, int], said: str) -> None:
    assert ENGLISH.annotate_dates(said, *now) == said
