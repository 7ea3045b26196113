"""What somebody else wrote, and whoever else writes from an account, tells nothing of its owner."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from maintenance.extraction import rules
from maintenance.extraction.types import Extracted, Turn

NOW = datetime(2026, 9, 1, 9, tzinfo=UTC)


def read(*said: str, speaker: str = "Nora", context: int = 0) -> Extracted:
    turns = [Turn(f"t{at}", speaker, "user", text, NOW, is_context=at < context) for at, text in enumerate(said)]
    return rules.extract(turns)


def learnt(*said: str, speaker: str = "Nora", context: int = 0) -> list[str]:
    return [fact.content for fact in read(*said, speaker=speaker, context=context).facts]


@pytest.mark.parametrize(
    "said",
    [
        "Look what Piet sent me: Hi Nora, I'm allergic to nuts and I live in Voss. Piet",
        "FYI, forwarded:\n\nHi Nora,\n\nI am allergic to shellfish and I moved to Graz in May.\n\nBest,\nPiet",
        "my brother forwarded me this, what do u make of it\n\nhi sis, i quit the bakery, im moving to Ghent",
        "On Tue, 5 May 2026 at 14:12, Pilar Ruiz <pilar@post.example> wrote:\nI live at 4 Quay Lane now.",
        "[05/10/2026, 18:02] Piet: I'm moving to Oslo",
        "12/04/2026, 21:14 - Piet: I have started at Skoda\n12/04/2026, 21:15 - Nora: congratulations!!",
        "Piet: I'm moving to Oslo\nMe: no way!\nPiet: yes",
        "Piet (12:03 PM)\nI quit my job at Acme\nNora (12:04 PM)\nwow",
        "<raj> i run debian on my laptop\n<mia> nice\n<raj> thx",
        "Interviewer: Where do you live?\nCandidate: I live in Porto and I work at Galp.",
        "Here is his answer: I am allergic to penicillin and I take ramipril every morning.",
        "My son's essay: I have a dog called Max and I hate school.",
        "Here's a review I found: I bought this pram in May. My son is two.",
        "Her dating profile: I'm a vet, I live in Hull and I love climbing.",
        "Transcript: Speaker 1: I'm pregnant.",
        "Fix the grammar: I has a severe nut allergy and I is vegetarian",
        "proofread pls\n\nI am a passionate chef and I have worked in Lyon for ten years.",
        "is this correct english? I am working at the harbour since 2019.",
        "Role play: you are the doctor, I am a patient with diabetes.",
        "For the novel: I am Victor, I live in Geneva",
        "Monologue for the school play: I am king of Norway and I have buried two sons.",
        "you be the interviewer and i'll be a candidate. I have an MBA.",
        "My colleague pasted this in slack: I quit on friday and I move to Malta.",
        "SMS from Jo: I'm in hospital, I broke my hip",
        "Cover letter of a candidate: I have led a team of nine and I live in Graz.",
        "Dear Nora, I have moved to 7 Dock Street. Regards, Mr Osei",
        "Email from Piet: Hi Nora.\n\nI moved to Ghent.\n\nPiet",
        "Message from Piet about the flat: I moved to Ghent.",
        "From: piet@post.example Subject: lunch. Hi Nora, I'm allergic to crab and I'm on leave until Monday. Piet.",
        "Mail from Ida below. Dear Nora, I have a nut allergy and I use a wheelchair. Best, Ida",
        "here's the bio for the programme: I'm Ida, I live in Porto and I love sailing. can you shorten it?",
        "this is the profile text: I'm a keen sailor and I live in Cowes. could you improve it please?",
        "personal statement for my nephew: I have always loved physics and I live in Hull",
        "my wife's cv draft: I am an engineer with ten years at Arup",
        "Ticket text: I moved last month and my address is 9 Dock Street, Ely",
        "the customer says I live at 9 Dock Street and I never got the parcel",
        "the voicemail was: hi it's Ida I'm at the hospital I broke my arm",
        'Ida on Slack: "I\'m out sick today"',
        "Ida in the team chat: I've moved to the night shift",
        "ticket 412: I cannot log in, I moved to Leeds last week",
        "tenant complaint #7: my heating is broken and I have a newborn.",
        "reviews:\n- I bought this kettle in May and it leaks.\n- We have two kids and love it.",
        "Question from a reader: I am 34 and I live in Basel.",
        "from the forum: I run a small café in Lyon and I use a Lelit Bianca.",
        "comment under the article: I have lived in Split for 20 years and I own a boat",
        "the recruiter on linkedin: I work for Hays in Munich",
        "Reply from support below\nI work in the billing team and I live in Dublin.",
        "got this from the landlord – Dear tenant, I am renovating the kitchen in May and I live upstairs.",
        "the tenant emailed me this - I lost my job in March and I have two kids",
        "look what Piet wrote... I quit my job and I live in Rome now",
        "Hi team,\nI am on leave from July. I moved my desk to the third floor.\nBest,\nKarin",
        "Dear Sir or Madam, I bought a washing machine on 3 May and it broke. Yours faithfully, Peter Lang",
        "Interviewer: where do you work? Candidate: I work at Bosch and I have three kids.",
        "«I have been a vegetarian since 2010 and I live in Graz» that's from her profile",
        "» I live near the lake\n» I have a dog called Bruno",
        'He wrote "I moved to Graz".',
        'His status: "I live in Oslo".',
    ],
)  # fmt: skip
def test_what_somebody_else_wrote_is_not_the_speakers(said):
    assert learnt(said) == []
    assert read(said).unread == ()


@pytest.mark.parametrize(
    ("said", "facts"),
    [
        ("Update: I moved to Hull.", ["Nora moved to Hull."]),
        ("Message from Piet: I'm stuck.\n\nI live in Voss.", ["Nora lives in Voss."]),
        ("Can you proofread this? We move to Voss in May.", ["Nora moves to Voss in May 2027."]),
        ("Here's my situation: I live in Leeds.", ["Nora lives in Leeds."]),
        ("Big news from the hospital: I'm pregnant!", ["Nora is pregnant."]),
        ("The letter from the council came: we got the flat in Mill Road.", ["Nora got the flat in Mill Road."]),
        ("Piet sent me these flowers. I'm allergic to lilies.",
         ["Piet sent Nora some flowers.", "Nora is allergic to lilies."]),
        ("Can you check this? I live in Derby.", ["Nora lives in Derby."]),
        ("Can you translate this for me? I don't speak Dutch.", ["Nora does not speak Dutch."]),
        ("I'm writing a novel about a nurse. I work at St Luke's.",
         ["Nora is writing a novel about a nurse.", "Nora works at St Luke's."]),
        ("Dentist (10:30)\nI live in Voss.", ["Nora lives in Voss."]),
        ("Diet: I'm vegan\nHome: I live in Leeds", ["Nora is vegan.", "Nora lives in Leeds."]),
        ("Me: I'm vegan\nTom: he is allergic to nuts", ["Nora is vegan."]),
        ("Poem for my mum: she is 70. I live in Voss.", ["Nora lives in Voss."]),
        ("Hi Juno, I live in Voss. Best, Nora", ["Nora lives in Voss."]),
        ("[05/10/2026, 18:02] Nora: I'm moving to Oslo", ["Nora is moving to Oslo."]),
        ('Can you proofread this? "I am chef since ten years."\n\nI live in Voss.', ["Nora lives in Voss."]),
        ("Look what Piet sent me:\n\nI'm moving to Oslo.\n\nBy the way, I live in Voss.", ["Nora lives in Voss."]),
        ("Piet: I'm moving to Oslo\nMe: what?\nPiet: yes\n\nI live in Voss.", ["Nora lives in Voss."]),
    ],
)  # fmt: skip
def test_what_the_speaker_says_beside_it_or_alike_is_learnt(said, facts):
    assert learnt(said) == facts


@pytest.mark.parametrize(
    "said",
    [
        "Here's my mail: nora@post.example. I live in Voss.",
        "His reply: yes! I live in Voss.",
        "Her answer: no. So I live in Voss.",
        "My kid's status: measles. I live in Voss.",
        "My boss's note: the party is on Monday. I live in Voss.",
        "I got this from my mum: gout. I live in Voss.",
        "I saw this on the packet: contains soy. I live in Voss.",
        "My son's homework: due on Monday. I live in Voss.",
        "My manager's comment: I need to rest more. I live in Voss.",
        "Ticket about invoices: our customer Galp is angry since Monday. I live in Voss.",
        "Here's a text about me:\nI live in Voss.",
        "A statement about my home: I live in Voss.",
        "This is a statement of fact: I live in Voss.",
        "This is a message for you: I live in Voss.",
        "I found this in my diary: I live in Voss.",
        "My doctor's answer: I have gout. I live in Voss.",
        "Got this from work: I am promoted! I live in Voss.",
        "Fix my English: I want a tutor, I live in Voss.",
        "Check my grammar level: I'm B2. I live in Voss.",
        "The role-play group: we meet on Fridays. I live in Voss.",
        "Chapter two: I live in Voss.",
        "Can you translate this? My husband Piet doesn't speak English. I live in Voss.",
        "Aim: I want to swim.\nLimit: I have a bad back.\nAim: I live in Voss.",
        "Patient: me, I live in Voss.\nDoctor: Dr Osei.",
        "Coach: my coach is Piet.\nStudent: I live in Voss.",
        "Agent: I work with Sue from Galp.\nClient: I live in Voss.",
        "Piet: my husband, 34, vegan.\nMe: I live in Voss.",
        "Dentist (10:30)\nI have braces.\nGym (18:00)\nI live in Voss.\nDentist (11:00)\nI need a filling.",
        "Hello Nora here. I live in Voss.",
        "hi nora speaking. I live in Voss.",
        "Dear Nora, note to self: I live in Voss.",
        "Hi Nora, can you send me the plan? I live in Voss.",
        "Status on Slack: I live in Voss.",
        "Note for Ida: I live in Voss.",
        "The customer says I can come on Friday. I live in Voss.",
        "Application for my mum: we need her passport. I live in Voss.",
        "my bio: I live in Voss. can you shorten it?",
        "note: I live in Voss. please correct it in my profile",
        "Email for the team: I live in Voss.",
        "My question 2: I live in Voss, do I need a permit?",
        "My feedback: I live in Voss.",
        "Feedback from my boss: I live in Voss and it is too far.",
        "From the beginning: I live in Voss.",
        "Hi all, I live in Voss. Thanks!",
        "Hi team, I live in Voss. Best, Nora",
        "Hello Priya, I live in Voss. Thanks, Priya",
        "My landlord answered - I live in Voss.",
        "We have a problem... I live in Voss.",
        "Work: I moved to Galp. Home: I live in Voss.",
        "My favourite song is “I Will Always Love You”. I live in Voss.",
        "I bought the “Kallax” shelf. I live in Voss.",
    ],
)
def test_what_only_looks_handed_on_is_learnt(said):
    assert "Nora lives in Voss." in learnt(said)


def test_the_rent_that_a_letter_tells_is_learnt():
    assert learnt("Email from my landlord: the rent goes up to 950 in April.") != []


@pytest.mark.parametrize(
    "said",
    [
        "Tom here, Nora's brother, I'm using her phone. I'm allergic to prawns and I live in Voss.",
        "This is Tom, Nora's husband, writing from her account. I'm diabetic.",
        "Hi, it's Tom on Nora's phone. I take warfarin.",
        "Hello, Nora's mother speaking. I live in Hull.",
        "It's me, Tom, not Nora! I'm vegan.",
        "I'm Tom, her son. I work at Acme.",
        "Not Nora here, it's her husband Piet. I have gout and I take allopurinol.",
        "Good morning. I am writing on behalf of Nora, I am her carer. I work for Sunrise Care in Hull.",
        "its Joe, nora's flatmate, borrowing her account for a sec. i play the drums",
        "You're talking to Tom now, Nora lent me her account. I work at Ikea.",
        "hi this is her daughter typing for her. i live in Ghent",
        "Its her husband again. I am allergic to eggs.",
        "Writing on Nora's behalf, I'm her sister Jill. I live in Bonn.",
        "sorry this is Max not Nora, i use her laptop. i study physics",
    ],
)
def test_whoever_else_writes_and_says_so_is_not_the_owner(said):
    assert learnt(said) == []


@pytest.mark.parametrize(
    ("said", "speaker", "fact"),
    [
        ("Nora here. I live in Voss.", "Nora", "Nora lives in Voss."),
        ("Hi, it's Nora again, I'm on my husband's phone. I moved to Hull.", "Nora", "Nora moved to Hull."),
        ("This is Tom, my brother. I live in Voss.", "Nora", "Nora lives in Voss."),
        ("It's Liz. I work at Acme.", "Elizabeth", "Elizabeth works at Acme."),
        ("Hi, this is Tom. I'm diabetic.", "user", "The user is diabetic."),
        ("Ole here, I live in Hamar.", "Acme Support", "Acme Support lives in Hamar."),
        ("I'm here for you. I live in Voss.", "Nora", "Nora lives in Voss."),
        ("I'm using my sister's phone. I live in Voss.", "Nora", "Nora lives in Voss."),
        ("I'm writing on behalf of my mother. I live in Voss.", "Nora", "Nora lives in Voss."),
        ("It's not Tom's fault. I live in Voss.", "Nora", "Nora lives in Voss."),
        ("I'm Nora, Tom's wife. I live in Voss.", "Nora", "Nora lives in Voss."),
        ("It's not annual leave. I live in Voss.", "Ann", "Ann lives in Voss."),
        ("We met Tom and his wife here. I live in Voss.", "Nora", "Nora lives in Voss."),
        ("Spring here! I moved to Hull.", "Nora", "Nora moved to Hull."),
        ("I'm Tom, Lena's husband. I work at Volvo.", "user", "The user works at Volvo."),
        ("I'm Piet. My daughter is always on her phone. I live in Voss.", "user", "The user lives in Voss."),
        ("I'm Danish, my son is always on his phone. I live in Voss.", "Nora", "Nora lives in Voss."),
        ("Hi, Bergen here. I live in Voss.", "Nora", "Nora lives in Voss."),
        ("Hello, it's Diwali. I live in Voss.", "Nora", "Nora lives in Voss."),
        ("Diabetic here, so no sugar. I live in Voss.", "Nora", "Nora lives in Voss."),
        ("Please call me Norah, not Nora. I live in Voss.", "Nora", "Nora lives in Voss."),
        ("Tom, Nora's brother, is coming on Friday. I live in Voss.", "Nora", "Nora lives in Voss."),
        ("My cousin Nora lent me her laptop. I live in Voss.", "Nora", "Nora lives in Voss."),
    ],
)
def test_who_is_the_owner_or_tells_of_others_is_learnt_from(said, speaker, fact):
    assert fact in learnt(said, speaker=speaker)


def test_who_signs_a_greeting_on_an_account_without_a_name_may_be_its_owner():
    assert learnt("Hi Juno, I live in Voss. Best, Nora", speaker="user") == ["The user lives in Voss."]
    assert learnt("Hi colleagues, I live in Voss. Best, Karin", speaker="user") == []
    assert learnt("Hi Juno,\nI live in Voss.\nBest,\nKarin", speaker="user") == []


def test_somebody_else_writes_until_the_owner_is_back():
    assert learnt("Tom here, Nora's brother.", "I'm vegan.", "Always answer in French.") == []
    assert learnt("Tom here, Nora's brother.", "I'm vegan, Nora.", "Nora again. I live in Voss.") == [
        "Nora lives in Voss."
    ]
    assert learnt("Tom here, Nora's brother.", "I'm vegan.", context=1) == []


def test_what_others_wrote_says_nothing_of_who_writes():
    assert learnt("Look what Tom sent me: Tom here, I'm on Nora's phone.", "I'm vegan.") == ["Nora is vegan."]


@pytest.mark.parametrize(
    ("said", "facts"),
    [
        ("can u check my grammar: I has been in Spain since two years", []),
        ("Check my spelling: I live in Xanten and I recieve mail", []),
        ("Compare these pages: I live in Voss and their taxes differ.", ["Nora lives in Voss."]),
        ("The lawyer's answer: I live in Voss.", ["Nora lives in Voss."]),
        ("The tenant's answer: I live in Voss.", []),
        ("Check my calendar: I live in Voss.", ["Nora lives in Voss."]),
        ("Please improve my English: I want a tutor.", ["Nora wants a tutor."]),
    ],
)
def test_what_has_the_mistakes_that_are_to_be_found_is_a_text(said, facts):
    assert learnt(said) == facts
