"""Words that English prose has where a name could stand. Pure data."""

from __future__ import annotations

import re

from ..base import NameWords
from .gazetteer import is_given_name, is_place
from .nicknames import TELLING_WORDS, called_so, full_names

# "Project Manager" and "the Friday project" name no project.
_NO_PROJECTS = frozenset(
    """
    art autumn big board coordinator current deadline director engineer final first friday group home
    last lead leader leads management manager managers monday name new next office other owner page pet
    plan planning plans report reports same saturday school science second side sponsor spring status
    summer sunday team teams thursday tuesday update updates wednesday whole winter work
    """.split()
)
# Names that are words too: "will you" is not Will.
_ALSO_WORDS = frozenset(
    """
    amber april art august autumn bill bob brook chase chip christian crystal daisy dawn dean don drew
    faith frank gene glen grace grant guy heath holly hope hunter iris ivy jack jade jean jewel joy june
    lance lily mark mason max may melody mike miles misty nick norm olive parker pat paul pearl peg
    penny pierce piper ray reed rich rob robin rock rod roman rose ruby rusty sage sandy scout sky star
    stone storm sue summer sunny terry violet wade ward will willow wren
    """.split()
)
# What the small model takes for names in chat: greetings, exclamations, contractions, days.
_NO_NAMES = frozenset(
    """
    absolutely agreed aha ahh alright amazing amen anyway aw awesome besides bet bravo bro btw bummer
    bye cheers cherish chill clearly congrats congratulations cool cozy cute damn dang dear definitely
    dude dunno enjoy exactly exciting fab fantastic fingers fri fyi glad gonna good goodbye gosh gotcha
    gotta great greetings haha hello hey hi hiya honestly hooray hopefully hugs huh hurray idk imo
    impressive incredible indeed inspiring jeez jk kinda kudos lemme lmao lol looky lovely luckily
    magical mhm mmm mon nah nice nope nvm oh ok okay omg oops ouch perfect phew please really right rip
    rofl sadly same sat seriously sheesh sorry sorta sounds startin stay sun super sure sweet tbh thank
    thankfully thanks thu thur thurs thx today tomorrow totally truly tue tues tysm ugh uh um wait wanna
    wed whatever whew whoa whoops wish woah wonderful woo woohoo wow xoxo ya yay yea yeah yep yes
    yesterday yikes yo yum yummy yup
    """.split()
)
_DRAWN_OUT = re.compile(r"a+w+|w+[oh]+a*h*|wo{2,}(?:h+o+)*|(?:ha|he|ho){2,}h?|y+[aeiou]+[yhsp]*|[ou]+[hm]+|h+m+|m+")
# English prose takes others' titles over: "Frau Holm".
_TITLES = frozenset("mr mrs ms miss mx dr prof professor doctor sir frau herr madame monsieur".split())
NAME_WORDS = NameWords(
    no_names=_NO_NAMES,
    also_words=_ALSO_WORDS,
    project="project",
    the="the",
    no_projects=_NO_PROJECTS,
    drawn_out=_DRAWN_OUT,
    leading_article=re.compile(r"(?:the|a|an)\s+", re.IGNORECASE),
    behind=re.compile(r",? ([A-Z][^\W\d_]+)"),
    before=re.compile(r"([A-Z][^\W\d_]+),? (?:(?:is|was|[a-z]+['’]s) )?(?:my|our|his|her|their|the) $"),
    full_names=full_names,
    titles=_TITLES,
    is_given=is_given_name,
    is_place=is_place,
    called_so=called_so,
    calling=TELLING_WORDS,
)
