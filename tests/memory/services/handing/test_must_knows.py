"""What must not be forgotten stands in the block for a prompt that shares no word with it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from memory.language import ENGLISH
from memory.models import Origin
from memory.search import Scope
from memory.search.query import understood
from memory.services.actors import Actor
from memory.services.curating import correcting, deciding
from memory.services.handing import context, must_knows
from tests.store import AGENT, CURATOR, DERIVED, embed_all, know, say

IMPORT = Actor("mbox", Origin.IMPORT)


def learnt(namespace, turn, content, **fields):
    """A fact that the nightly work drew from what the user said."""
    (said,) = say(namespace, "before", turn, **fields)
    return know(namespace, content, actor=DERIVED, source_ids=[said.uid])


def others(namespace):
    """Enough else about the same people that nothing is found for lack of better."""
    for content in ("Maya has a red bike.", "Maya plays the cello.", "Theo lives in Ulm.", "Maya works at Tidewater."):
        know(namespace, content)
    say(namespace, "talk", *(f"We talked about boat number {number} in the harbour." for number in range(12)))
    embed_all()


@pytest.mark.parametrize(
    ("prompt", "turn", "fact"),
    [
        ("Plan a dinner for Maya", "I'm allergic to nuts.", "Maya is allergic to nuts."),
        ("Suggest a cake recipe for tomorrow", "I'm allergic to nuts.", "Maya is allergic to nuts."),
        ("What must I not eat?", "I'm allergic to nuts.", "Maya is allergic to nuts."),
        ("Find us a restaurant for Saturday with Theo", "Theo is a vegan.", "Theo is a vegan."),
        ("Which painkiller could I take against this?", "I'm allergic to ibuprofen.", "Maya is allergic to ibuprofen."),
        ("Recommend a museum for Theo", "Theo uses a wheelchair.", "Theo uses a wheelchair."),
        ("Order rubber gloves for cleaning", "I'm allergic to latex.", "Maya is allergic to latex."),
        ("Which pair of earrings should I buy for Theo?", "Theo is allergic to nickel.", "Theo is allergic to nickel."),
        ("Put together a first aid kit", "I get a rash from plasters.", "Maya gets a rash from plasters."),
        ("Make satay", "I'm allergic to nuts.", "Maya is allergic to nuts."),
        ("Order Thai for tonight", "I'm allergic to nuts.", "Maya is allergic to nuts."),
        ("Is pad thai ok for me?", "I react badly to nuts.", "Maya reacts badly to nuts."),
        ("Suggest a curry for tonight", "I've got an EpiPen for nuts.", "Maya has got an EpiPen for nuts."),
        ("Plan drinks for Friday", "Two years sober today!", "Maya has been sober for two years."),
        ("Make me a fruit salad", "I'm off dairy, doctor's orders", "Maya is off dairy, doctor's orders."),
        ("Plan a day out in York", "I use a wheelchair.", "Maya uses a wheelchair."),
        ("Find a flat for me", "I use a wheelchair.", "Maya uses a wheelchair."),
        ("Make me a slide with a chart of the sales", "I'm colour-blind.", "Maya is colour-blind."),
        ("Write subtitles for the launch video", "I'm hard of hearing.", "Maya is hard of hearing."),
        ("Pick a room for the workshop", "I can't manage stairs.", "Maya cannot manage stairs."),
        ("Plan the offsite in June", "I've got a bad back.", "Maya has got a bad back."),
        ("Organise the stand-up", "I can't stand for long.", "Maya cannot stand for long."),
        ("Plan a hike for Sunday", "My knee is bad.", "Maya has a bad knee."),
    ],
)
def test_it_bears_on_a_prompt_without_its_words(namespace, prompt, turn, fact):
    others(namespace)
    known = learnt(namespace, turn, fact)
    embed_all()
    built = context.build(namespace, prompt, max_tokens=300)
    assert built.block.splitlines()[1].endswith(f"] {fact}")
    assert built.marks[known.pk] == "m1"
    assert next(hit for hit in built.hits if hit.memory.pk == known.pk).related


@pytest.mark.parametrize(
    "prompt",
    [
        "How do I remove red wine stains?",
        "how do you get candle wax out of a tablecloth",
        "How do I open a wine bottle without a corkscrew?",
        "Who invented chocolate?",
        "How is ice cream made?",
        "Where do coffee beans grow?",
    ],
)
def test_who_eats_and_takes_nothing_of_what_is_named_is_told_of_no_allergy(namespace, prompt):
    others(namespace)
    learnt(namespace, "I'm allergic to nuts.", "Maya is allergic to nuts.")
    learnt(namespace, "My mum is allergic to latex.", "Maya's mum is allergic to latex.")
    embed_all()
    assert context.build(namespace, prompt, max_tokens=300, include=["instructions"]).block == ""


@pytest.mark.parametrize(
    "prompt",
    [
        "Design a schema for the orders table",
        "Plan the release for Friday",
        "Find the meeting notes of May",
        "Draft a reply to the landlord",
        "Which charts library is fastest?",
        "Book the flight to Ulm",
    ],
)
def test_what_is_planned_for_nobody_needs_no_limit_of_the_body(namespace, prompt):
    others(namespace)
    learnt(namespace, "I'm colour-blind and have a bad back.", "Maya is colour-blind.")
    embed_all()
    assert context.build(namespace, prompt, max_tokens=300, include=["instructions"]).block == ""


@pytest.mark.parametrize(
    ("prompt", "told"),
    [
        ("Get a bottle of wine for the dinner with Maya", True),
        ("Get a cake out of the freezer", True),
        ("How do I make a cake for the party?", True),
        ("Order rubber gloves for cleaning", False),  # nobody wears nuts
        ("Order printer paper", False),
    ],
)
def test_an_allergy_to_a_food_bears_where_somebody_eats(namespace, prompt, told):
    others(namespace)
    learnt(namespace, "I'm allergic to nuts.", "Maya is allergic to nuts.")
    embed_all()
    assert ("Maya is allergic to nuts." in context.build(namespace, prompt, max_tokens=300).block) is told


def test_what_was_said_and_not_learnt_is_quoted(namespace):
    others(namespace)
    say(namespace, "before", "no nuts for Theo please, he is allergic", name="Maya")
    embed_all()
    built = context.build(namespace, "Order a birthday cake for Theo")
    assert 'Maya: "no nuts for Theo please, he is allergic"' in built.block.splitlines()[1]


def test_what_was_said_otherwise_later_is_told_beside_it_and_what_was_said_again_is_not(namespace):
    others(namespace)
    learnt(namespace, "I'm allergic to hazelnuts.", "Maya is allergic to hazelnuts.")
    say(namespace, "again", "Remember that I am allergic to hazelnuts, please.", name="Maya")
    say(namespace, "later", "The test says I'm allergic to walnuts and not to hazelnuts.", name="Maya")
    embed_all()
    told = context.build(namespace, "Plan a dinner for Maya", max_tokens=400, include=["instructions"]).block
    assert [line.split("] ")[1] for line in told.splitlines()[1:]] == [
        "Maya is allergic to hazelnuts. (said later: m2)",
        'Maya: "The test says I\'m allergic to walnuts and not to hazelnuts."',
    ]


def test_a_must_know_names_the_line_that_denies_it_later(namespace):
    others(namespace)
    learnt(namespace, "I'm allergic to nuts.", "Maya is allergic to nuts.", name="Maya")
    learnt(namespace, "I can't eat any shellfish.", "Maya can't eat any shellfish.", name="Maya")
    say(namespace, "later", "Turns out I'm not allergic to nuts after all.", name="Maya")
    embed_all()
    told = context.build(namespace, "Plan a dinner for Maya", max_tokens=400).block.splitlines()
    assert told[1].endswith("Maya can't eat any shellfish.")
    assert told[2].endswith("Maya is allergic to nuts. (said later: m3)")
    assert told[3].endswith('Maya: "Turns out I\'m not allergic to nuts after all."')
    assert not any(line.endswith('"I\'m allergic to nuts."') for line in told)


@pytest.mark.parametrize("prompt", ["How do I fix the printer?", "When is the dinner?", "Plan the site's launch"])
def test_it_stays_away_from_other_prompts(namespace, prompt):
    others(namespace)
    learnt(namespace, "I'm allergic to nuts.", "Maya is allergic to nuts.")
    embed_all()
    # The turn that told it may rank best, with nothing better there. As a must-know it is the fact.
    first = context.build(namespace, prompt).block.splitlines()[1:2]
    assert not any(line.endswith("] Maya is allergic to nuts.") for line in first)


def test_of_somebody_else_it_is_not_told_where_the_prompt_names_whom_it_is_for(namespace):
    others(namespace)
    learnt(namespace, "I'm allergic to nuts.", "Maya is allergic to nuts.")
    learnt(namespace, "Theo is a vegan.", "Theo is a vegan.")
    block = context.build(namespace, "Plan a dinner for Theo", max_tokens=200).block.splitlines()
    assert "vegan" in block[1]
    assert not block[1].endswith("nuts.")


def told(namespace, prompt):
    """The block's must-knows: those lines that `include: ["instructions"]` asks for."""
    block = context.build(namespace, prompt, include=["instructions"]).block
    return [line.split("] ", 1)[1] for line in block.splitlines()[1:]]


@pytest.mark.parametrize(
    "child", ["Kit is 6 and goes to school.", "My son Kit starts school in May.", "Our kids: Kit, Ada"]
)
def test_those_of_whom_the_prompt_means_stand_first_and_a_wish_last(namespace, child):
    others(namespace)
    say(namespace, "before", child, name="Maya")
    learnt(namespace, "Kit cannot have eggs.", "Kit cannot have eggs.")
    learnt(namespace, "Kit wants to be vegan.", "Kit wants to be vegan like his teacher.")
    learnt(namespace, "My gran is lactose intolerant.", "Maya's gran is lactose intolerant.")
    learnt(namespace, "I'm vegetarian.", "Maya is vegetarian.")
    learnt(namespace, "I'm coeliac.", "Maya has coeliac disease.")
    embed_all()
    assert told(namespace, "Plan a picnic with the kids") == [
        "Kit cannot have eggs.",
        "Maya has coeliac disease.",
        "Maya's gran is lactose intolerant.",
    ]
    assert told(namespace, "Cook something for my gran")[0] == "Maya's gran is lactose intolerant."


def test_what_only_may_be_so_stands_behind_what_is(namespace):
    others(namespace)
    learnt(namespace, "I'm allergic to nuts.", "Maya is allergic to nuts.")
    learnt(namespace, "I might be pregnant.", "Maya might be pregnant.")
    embed_all()
    assert told(namespace, "Plan a dinner for Maya") == ["Maya is allergic to nuts.", "Maya might be pregnant."]


def test_whom_the_prompt_names_and_means_are_told_of_together(namespace):
    others(namespace)
    learnt(namespace, "Theo is a vegan.", "Theo is a vegan.")
    learnt(namespace, "My gran is lactose intolerant.", "Maya's gran is lactose intolerant.")
    learnt(namespace, "I'm allergic to nuts.", "Maya is allergic to nuts.")
    embed_all()
    assert told(namespace, "Plan a dinner for Theo and my gran") == [
        "Maya's gran is lactose intolerant.",
        "Theo is a vegan.",
    ]


def test_only_a_person_states_one(namespace):
    others(namespace)
    know(namespace, "Maya is allergic to soap.", actor=AGENT)
    know(namespace, "Maya is allergic to glue.", actor=IMPORT)
    say(namespace, "s1", "Maya is allergic to chalk.", role="assistant")
    say(namespace, "s1", "Maya is allergic to paint.", role="tool")
    stated = know(namespace, "Maya is allergic to milk.", actor=CURATOR)
    embed_all()
    first = context.build(namespace, "Plan a dinner", max_tokens=400)
    assert first.block.splitlines()[1].endswith("Maya is allergic to milk.")
    assert first.marks[stated.pk] == "m1"
    assert not any(word in first.block for word in ("soap", "glue", "chalk", "paint"))


def test_what_holds_no_longer_is_none(namespace):
    others(namespace)
    old = learnt(namespace, "I'm a vegetarian.", "Maya is a vegetarian.")
    new = learnt(namespace, "I eat meat again.", "Maya eats meat again.")
    deciding.resolve_pair(namespace, new.uid, old.uid, actor=CURATOR)
    embed_all()
    assert "is a vegetarian." not in context.build(namespace, "Plan a dinner for Maya").block


@pytest.mark.parametrize("actor", [CURATOR, AGENT])
def test_what_it_was_corrected_to_stands_in_its_place(namespace, actor):
    others(namespace)
    old = learnt(namespace, "Theo is allergic to bee stings.", "Theo is allergic to bee stings.")
    new = correcting.correct(namespace, old.uid, "Theo is allergic to wasp stings, not to bees.", actor=actor)
    embed_all()
    built = context.build(namespace, "Plan a picnic with Theo")
    assert built.block.splitlines()[1].partition(" (")[0].endswith("Theo is allergic to wasp stings, not to bees.")
    assert built.marks[new.pk] == "m1"
    asked = context.build(namespace, "Plan a picnic with Theo", include=["instructions"]).block
    assert len(asked.splitlines()) == 2


def test_a_turn_of_which_something_else_was_corrected_is_still_quoted(namespace):
    others(namespace)
    (said,) = say(namespace, "before", "no nuts for Theo please, he is allergic, and he swims on Mondays", name="Maya")
    old = know(namespace, "Theo swims on Mondays.", actor=DERIVED, source_ids=[said.uid])
    correcting.correct(namespace, old.uid, "Theo swims on Fridays.", actor=CURATOR)
    embed_all()
    assert "no nuts for Theo" in context.build(namespace, "Order a birthday cake for Theo").block.splitlines()[1]


def test_they_take_a_small_share_of_the_budget(namespace):
    others(namespace)
    for number in range(9):
        learnt(namespace, f"I'm allergic to plant {number}.", f"Maya is allergic to plant {number}.")
    embed_all()
    block = context.build(namespace, "Plan a dinner", max_tokens=800, limit=1).block
    assert 3 <= sum("allergic" in line for line in block.splitlines()) <= 4
    assert context.build(namespace, "Plan a dinner", max_tokens=60, limit=1).block.count("allergic") <= 2
    assert context.build(namespace, "Plan a dinner", include={"facts"}).block == ""


def test_the_statements_are_as_many_whatever_is_found(namespace):
    def count(prompt):
        with CaptureQueriesContext(connection) as queries:
            context.build(namespace, prompt, record=False)
        return len(queries)

    others(namespace)
    learnt(namespace, "I'm allergic to nuts.", "Maya is allergic to nuts.")
    embed_all()
    few = {prompt: count(prompt) for prompt in ("Where does Theo live?", "Plan a dinner for Maya", "Cook for the kids")}
    for number in range(40):
        learnt(namespace, f"I'm allergic to plant {number}.", f"Maya is allergic to plant {number}.")
        know(namespace, f"Theo lives beside house {number} in Ulm.")
    embed_all()
    assert {prompt: count(prompt) for prompt in few} == few


def test_where_no_memory_has_such_a_word_nothing_is_read_of_it(namespace):
    """Nor is it looked for what took its place, nor who the kids are."""

    def count(prompt):
        with CaptureQueriesContext(connection) as queries:
            assert must_knows.bearing_on(Scope(namespace), understood(prompt), prompt, lambda: None) == ([], 0)
        return len(queries)

    others(namespace)
    embed_all()
    looks = 0 if connection.vendor == "sqlite" else 1  # a server is asked which have such a word; a file's are known
    prompts = ("Where does Theo live?", "Cook a meal", "Cook for the kids")
    assert [count(prompt) for prompt in prompts] == [0, looks, looks]


def test_what_is_looked_for_is_what_is_told():
    """Each word as people say it: "thinner" is of the blood, "penicillin" is what somebody must not be given."""
    said = {"thinner": "blood thinner", "thinners": "blood thinners", "penicillin": "must not be given penicillin",
            "tolerate": "can't tolerate", "stomach": "cannot stomach", "cannot": "cannot have", "mustn": "mustn't have",
            "must": "must not eat", "eat": "can't eat", "allergy": "latex allergy",
            "allergies": "allergies to latex and wool", "allergic": "allergic to latex", "rash": "a rash from latex",
            "hives": "hives from latex", "eczema": "eczema from latex",
            "epi": "an epi-pen", "react": "react to nuts", "reacts": "reacts badly to kiwi",
            "reacted": "reacted to nuts", "reaction": "a reaction to codeine", "swell": "makes my lips swell",
            "swells": "her throat swells", "kill": "nuts can kill me", "allowed": "not allowed salt",
            "avoid": "must avoid salt", "avoids": "avoids nuts", "lay": "lay off salt", "touch": "don't touch alcohol",
            "touches": "never touches alcohol",
            "bring": "bring me out in hives", "brings": "brings her out in a rash", "upset": "nuts upset my stomach",
            "upsets": "milk upsets my tummy", "caffeine": "off caffeine", "alcohol": "gave up alcohol",
            "hearing": "hard of hearing", "lip": "lip-reads", "colour": "colour-blind", "color": "color-blind",
            "sighted": "partially sighted", "eyesight": "poor eyesight", "sight": "low sight",
            "vision": "her vision is poor", "reader": "uses a screen reader", "seizure": "a seizure from strobes",
            "seizures": "strobe lights give me seizures", "fits": "fits from flickering screens",
            "migraine": "a migraine from the glare", "migraines": "migraines from flickering screens",
            "strobe": "strobe lights give me fits", "stick": "walks with a stick", "frame": "a walking frame",
            "stairs": "can't manage stairs", "steps": "can't do steps", "ladders": "cannot climb ladders",
            "hills": "can't walk up hills", "stand": "can't stand for long", "sit": "can't sit for more than an hour",
            "walk": "can't walk far", "climb": "can't climb for long", "lift": "can't lift over 5 kilos",
            "carry": "cannot carry more than two kilos", "kneel": "can't kneel for long", "back": "a bad back",
            "knee": "a bad knee", "hip": "a stiff hip", "leg": "a bad leg", "foot": "a sore foot",
            "ankle": "a weak ankle", "shoulder": "a dodgy shoulder", "neck": "a stiff neck", "disc": "a slipped disc",
            "heart": "a weak heart",
            "drinking": "gave up drinking", "dairy": "off dairy", "salt": "cut out salt", "sugar": "laid off sugar",
            "nuts": "steers clear of nuts", "arrhythmia": "has an arrhythmia", "fibrillation": "atrial fibrillation",
            "take": "I take warfarin", "takes": "takes ramipril", "taking": "taking sertraline",
            "prescribed": "was prescribed statins", "tablets": "takes iron tablets", "pills": "needs water pills",
            "medication": "is on heart medication", "fever": "hay fever", "hayfever": "hayfever",
            "pressure": "high blood pressure"}  # fmt: skip
    for kind in ENGLISH.cues.must_knows:
        assert [word for word in kind.words if not kind.told.search(said.get(word, word))] == []


@pytest.mark.parametrize(
    "said",
    [
        'Summarise this mail: "Hi Maya, I\'m allergic to eggs, so we could meet at yours. Cheers, Femi"',
        "Can you translate this into German: I am allergic to nuts and I cannot eat gluten.",
        'Femi wrote: "I\'m allergic to nuts, see you at eight"',
        'Here is my story: "Help," said the knight, "I am allergic to iron!"',
        "[05/10/2026, 18:02] Femi: I'm vegan since May",
    ],
)
def test_what_others_wrote_stands_behind_what_the_user_told(namespace, said):
    others(namespace)
    say(namespace, "long-before", "I'm allergic to leeks.", name="Maya")
    say(namespace, "before", said, name="Maya")
    embed_all()
    lines = context.build(namespace, "Plan a dinner for Maya", include=["instructions"]).block.splitlines()
    assert ["leeks" in line for line in lines if line.startswith("- m")] == [True, False]


@pytest.mark.parametrize(
    "said",
    [
        'My GP said "you\'re severely allergic to peanuts".',
        "Improve my meal plan: I'm allergic to nuts and Tom is diabetic.",
        "Hi, it's Ramadan! My nephew Leo is allergic to peanuts.",
    ],
)
def test_what_may_be_the_users_own_is_told(namespace, said):
    others(namespace)
    say(namespace, "before", said, name="Maya")
    embed_all()
    assert (
        "allergic to" in context.build(namespace, "Plan a dinner for Friday's guests", include=["instructions"]).block
    )


@pytest.mark.parametrize(
    "prompt",
    [
        "Dinner for Friday's guests, please no sauce that stains.",
        "I spilled the milk, what can I cook for breakfast instead?",
        "Take the cake off the couch table: what else can we eat?",
    ],
)
def test_a_stain_beside_a_dinner_takes_no_must_know_away(namespace, prompt):
    say(namespace, "before", "My nephew Leo is allergic to peanuts.", name="Maya")
    embed_all()
    assert "peanuts" in context.build(namespace, prompt, include=["instructions"]).block


def test_an_allergy_stays_where_the_diet_of_the_same_sentence_was_replaced(namespace):
    old = learnt(namespace, "I'm vegetarian, and watch out: peanuts make Tom anaphylactic.", "Maya is vegetarian.")
    new = learnt(namespace, "I eat meat again.", "Maya eats meat again.")
    deciding.resolve_pair(namespace, new.uid, old.uid, actor=CURATOR)
    embed_all()
    assert "anaphylactic" in context.build(namespace, "Plan a dinner for us", include=["instructions"]).block


@pytest.mark.parametrize(
    "said",
    ["The recipe Femi sent me has nuts in it, and I'm allergic to nuts.", 'I told them: "I am coeliac, so no gluten"'],
)
def test_what_one_says_oneself_stays_one(namespace, said):
    others(namespace)
    say(namespace, "before", said, name="Maya")
    embed_all()
    assert said[:12] in context.build(namespace, "Plan a dinner for Maya", include=["instructions"]).block


def flat(namespace):
    """Five people of one account, each with something of their own, told one after the other."""
    others(namespace)
    for day, (name, turn, fact) in enumerate(
        (
            ("Joss", "I'm allergic to peanuts", "Joss is allergic to peanuts."),
            ("Priya", "I'm vegetarian", "Priya is vegetarian."),
            ("Marek", "my mum is diabetic", "Marek's mum is diabetic."),
            ("Ines", "I have coeliac disease", "Ines has coeliac disease."),
            ("Kim", "my son is lactose intolerant", "Kim's son is lactose intolerant."),
        )
    ):
        (said,) = say(namespace, f"of-{name}", turn, name=name)
        know(namespace, fact, actor=DERIVED, source_ids=[said.uid], event_time=said.event_time + timedelta(days=day))
    embed_all()


@pytest.mark.parametrize(
    ("name", "first"),
    [
        ("Joss", "Joss is allergic to peanuts."),
        ("Priya", "Priya is vegetarian."),
        ("Marek", "Marek's mum is diabetic."),
        ("Ines", "Ines has coeliac disease."),
    ],
)
@pytest.mark.parametrize("prompt", ["What can I cook for myself tonight?", "Plan a dinner for me", "Order me a curry"])
def test_whoever_asks_for_themselves_is_told_of_their_own_first(namespace, name, first, prompt):
    flat(namespace)
    say(namespace, "now", prompt, name=name)
    block = context.build(namespace, prompt, session_id="now").block.splitlines()
    assert block[1].endswith(f"] {first}")


@pytest.mark.parametrize("prompt", ["Plan a dinner for all of us", "Plan a dinner", "Plan a dinner for me"])
def test_where_nobody_knows_who_asks_each_is_told_of(namespace, prompt):
    flat(namespace)
    block = context.build(namespace, prompt, session_id="new").block
    told_of = ("peanuts", "vegetarian", "diabetic", "coeliac", "lactose")
    assert [word for word in told_of if word in block] == list(told_of)


def test_of_many_told_of_one_person_another_s_is_not_left_out(namespace):
    others(namespace)
    learnt(namespace, "I'm allergic to sesame.", "Theo is allergic to sesame.")
    for number in range(9):
        learnt(namespace, f"I'm allergic to plant {number}.", f"Maya is allergic to plant {number}.")
    embed_all()
    assert "Theo is allergic to sesame." in told(namespace, "Plan a dinner")[:3]


def test_for_somebody_else_than_oneself_who_asks_stands_not_first(namespace):
    flat(namespace)
    say(namespace, "now", "Plan a dinner for Ines", name="Joss")
    assert told(namespace, "Plan a dinner for Ines") == ["Ines has coeliac disease."]
    block = context.build(namespace, "Cook something for my mum", session_id="now", include=["instructions"]).block
    assert block.splitlines()[1].endswith("Marek's mum is diabetic.")


@pytest.mark.parametrize("prompt", ["Order pizza for Ines and me", "Where can Ines and I have lunch on Sunday?"])
def test_for_somebody_else_and_oneself_both_are_told_of(namespace, prompt):
    learnt(namespace, "Ines has coeliac disease.", "Ines has coeliac disease.", name="Joss")
    learnt(namespace, "I'm lactose intolerant.", "Joss is lactose intolerant.", name="Joss")
    learnt(namespace, "Marek is a vegan.", "Marek is a vegan.", name="Joss")
    say(namespace, "now", prompt, name="Joss")
    built = context.build(namespace, prompt, session_id="now", include=["instructions"])
    assert "Ines has coeliac disease." in built.block
    assert "Joss is lactose intolerant." in built.block
    assert "Marek" not in built.block


@pytest.mark.parametrize(
    ("told", "bears"),
    [
        ("I had the allergy clinic on Monday, nothing new", False),
        ("Theo has an allergy appointment on 9 March 2026.", False),
        ("I had the allergy clinic. It's only crab and prawns", True),
        ("The allergy clinic says no more kiwi", True),
        ("I had an allergy test with kiwi", True),
        ("I was at the allergy clinic on Monday about my kiwi reaction", True),
        ("Theo saw the allergy nurse about his egg allergy", True),
    ],
)
def test_a_visit_that_tells_of_no_allergy_bears_on_nothing(told, bears):
    meals = next(kind for kind in ENGLISH.cues.must_knows if kind.bears_on("Plan a dinner"))
    assert (meals.told.search(told) is not None) is bears


@pytest.mark.parametrize(
    ("told", "bears"),
    [
        ("Callum is allergic to doing admin, so it'll be me", False),
        ("My brother's allergic to hard work", False),
        ("I'm allergic to Mondays", False),
        ("She is allergic to paying full price", False),
        ("I'm allergic to small talk", False),
        ("Callum is allergic to doing admin and to peanuts, he has an EpiPen", True),
        ("I'm allergic to taking penicillin", True),
        ("I'm allergic to work gloves of latex", True),
        ("I'm allergic to morphine", True),
        ("He is allergic to all nuts", True),
        ("I'm allergic to talc", True),
        ("The user is allergic to mornings and penicillin.", True),
        ("The user is allergic to work and nuts.", True),
        ("The user is allergic to mornings, penicillin and fun.", True),
        ("Ben is allergic to homework, and to bee stings.", True),
        ("Ben is allergic to politics or bees.", True),
        ("The user is allergic to working dogs.", True),
        ("The user is allergic to waiting room plants.", True),
        ("The user is allergic to shopping bags made of latex.", True),
        ("The user is allergic to change in the pollen season.", True),
        ("Ana is allergic to paying guests with cats.", True),
        ("Ana is allergic to work, so she takes pills and nuts.", True),
        ("Ana is allergic to doing laundry with enzymes.", True),
        ("Ben is allergic to meetings!", False),
        ("Ben is allergic to shopping", False),
    ],
)
def test_who_only_dislikes_to_do_a_thing_is_not_allergic(told, bears):
    meals = next(kind for kind in ENGLISH.cues.must_knows if kind.bears_on("Plan a dinner"))
    assert (meals.told.search(told) is not None) is bears
