"""What else everyday things are called by who tells of them, beside how who asks calls them: "trash day", "the bins go
out". Pure data.

A thing of one kind stands for the kind, "the plumber" for "the handyman"; not for another of its kind.
"""

from __future__ import annotations

_ALIKE = (
    "trash rubbish garbage bins bin recycling refuse",
    "production prod",
    "sofa couch settee",
    "babysitter nanny childminder sitter nursemaid",
    "wifi internet broadband router",
    "vacation holiday trip",
    "inspection mot tüv",
    "landlord landlady letting",
    "fridge freezer refrigerator",
    "telly tv television",
    "medication medicine pills meds",
    "nephews nephew", "nieces niece",
    "lawyer solicitor attorney",
    "therapist counsellor psychologist shrink",
    "rehearse rehearsal practise practice",
    "kindergarten nursery creche crèche kita preschool daycare playgroup",
    "guest guests invited invitees headcount",
    "flatmate roommate housemate",
    "grandmother grandma granny gran nan nana", "grandfather grandpa grandad granddad",
    "soccer football",
    "boss manager supervisor gaffer",
    "physio physiotherapist physiotherapy",
    "luggage suitcase baggage",
    "colleague coworker workmate",
)  # fmt: skip
_KINDS = {
    "handyman": "plumber electrician roofer builder carpenter joiner decorator painter tiler",
    "workman": "plumber electrician roofer builder carpenter joiner decorator painter tiler",
    "vehicle": "car van motorbike scooter truck bike",
    "pet": "dog cat puppy kitten rabbit hamster parrot tortoise",
    "sport": "run running swim swimming tennis football cycling gym yoga climbing rowing golf",
    "exercise": "run running swim swimming tennis football cycling gym yoga climbing rowing",
    "club": "choir team society association group band",
    "painkiller": "ibuprofen paracetamol aspirin codeine naproxen",
    "instrument": "piano guitar violin viola cello flute drums trumpet saxophone clarinet",
}

OTHER_NAMES: dict[str, frozenset[str]] = {
    **{word: frozenset(line.split()) for line in _ALIKE for word in line.split()},
    **{kind: frozenset(words.split()) for kind, words in _KINDS.items()},
}
