"""Whether a turn says nothing: thanks, wishes, offers and praise, "Sure, here you go!", "Great quarter!". Pure.

A turn is read clause by clause, and each has to say nothing. Of a form of talk its first words are known, and what may
follow them: "let me know by Friday" tells something, "let me know if you need more" does not.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence

from ..words import folded_words
from .vocabulary import ACKNOWLEDGING, STOP_WORDS, WEEKDAY_NAMES

LONGEST = 200  # characters: what is longer says something
BARE = 9  # words of a clause that is of no form: of more, some say something
PRAISE = 3  # words of an exclamation that tells no name, number or day
LONGEST_HEAD = 3  # words

_SENTENCE_GAP = re.compile(r"(?<=[.!?…])\s+")
_CLAUSE_GAP = re.compile(r"[,;:()]\s*|\s[–—-]\s")
_PRAISE = re.compile(r"\w[^\W\dA-Z]*(?: [^\W\dA-Z]+)*")
_BEFORE = frozenset(
    "oh ah aw aww ha haha well and but so ok okay sure yes yeah great perfect hi hey hello there wow phew then please"
    " just no of course also".split()
)
_SUBJECTS = (("i", "m"), ("i", "am"), ("we", "re"), ("we", "are"))
_STRESS = frozenset("so very really truly quite just always deeply more than".split())
_PRAISING = frozenset(
    "great good nice lovely wonderful perfect cool brilliant amazing awesome super fantastic excellent impressive"
    " exciting interesting congratulations congrats poor thanks cheers welcome sure aww aw wow ooh oh hi hello hey"
    " bye".split()
)
_PEOPLE = frozenset("he she they we".split())
_REPLIES = ACKNOWLEDGING - STOP_WORDS
_OF_THE_MIND = frozenset("know think sure worry worries problem idea hear see remember mind".split())

_LIGHT = (
    "a an the your that this it you all both everyone again too then so very really much and for to of with now today"
)
_OCCASIONS = (
    "day evening night morning afternoon week weekend time trip journey flight drive ride walk run meal dinner lunch"
    " breakfast holiday holidays vacation break rest party show concert game match film movie one fun yourself"
    " yourselves tonight tomorrow there sleep planning space place home"
)  # fmt: skip
_GOOD = (
    "great good nice lovely wonderful amazing awesome fantastic excellent exciting perfect brilliant impressive"
    " beautiful delicious fine fair reasonable sensible manageable fun interesting safe happy restful relaxing pleasant"
    " smart wise thoughtful right true understandable super cool neat sweet delightful promising encouraging"
)
_BAD = (
    "frustrating annoying tough hard rough terrible awful sad disappointing stressful worrying scary unfortunate"
    " painful exhausting upsetting difficult unpleasant"
)
_OF_PRAISE = (
    f"{_LIGHT} {_GOOD} {_BAD} be been have had to hear such pretty news idea plan choice goal step start result"
    " progress question point thing way relief shame pity bummer like deal outcome job work big one all indeed sure"
    " better day week bit little"
)
_OF_HELP = (
    f"{_LIGHT} if when whenever how anything something else need want have there is s i can could may help assist do"
    " more any other further questions question goes went works worked ask time anytime me out be service use in"
    " meantime at ever changes comes up reach contact touch on like another free know let feel would what mind get"
)
# What begins so and goes on in these words alone says nothing.
_FORMS = {
    "let me know|feel free|reach out|ask away|get in touch|how can|how may|what can|what else|how else|is there"
    "|anything else|something else|what s|here to help|ready to help|always here": _OF_HELP,
    "thanks|thank you|thx|ty|cheers|ta|many thanks|tysm": (
        f"{_LIGHT} lot million bunch update updates heads up info information details reminder help tip tips advice"
        " note news correction clarification sharing asking telling letting me know confirming checking clarifying"
        " explaining understanding patience everything quick reply mate team guys us reminding talk soon later bye"
    ),
    "glad|happy|pleased|relieved|delighted": (
        f"{_LIGHT} help hear worked out works i could be service assist know went well like liked do hope any time"
        " anything helped helps s is goes everything things enjoyed feeling feel better sorted see re okay safe"
    ),
    "sorry|apologies|my apologies|my condolences": (
        f"{_LIGHT} {_BAD} hear about loss confusion trouble delay mix up inconvenience wait mistake misunderstanding re"
        " had have going through i can t help more is s happened must be news change"
    ),
    "i hope|hope|hopefully|hoping|here s hoping": (
        f"{_LIGHT} {_GOOD} {_OCCASIONS} s is are re goes go works work worked went well out okay ok better soon feel be"
        " get gets have had helps helped not enjoy everything things stay warm dry turns smoothly"
    ),
    "enjoy|have a|have an|have fun|have yourself|wish you|wishing you|good luck|best of luck|lots of luck|best wishes"
    "|all the best|good|safe|sleep|sweet dreams": (
        f"{_LIGHT} {_GOOD} {_OCCASIONS} luck well travels at rest everybody out"
    ),
    "merry|happy": (
        "birthday new year christmas easter holidays anniversary weekend valentine valentines s day thanksgiving diwali"
        f" eid halloween belated to you all everyone both {' '.join(WEEKDAY_NAMES).lower()}"
    ),
    "get|feel": "well better soon some rest sleep",
    "take": "care it easy your time a break of yourself yourselves",
    "stay": "safe warm dry well strong tuned positive healthy",
    "hang": "in there on",
    "keep": "it that up going the good great work in mind me posted us",
    "fingers": "crossed",
    "here": "you go are it is they we s that",
    "no": "problem problems worries worry rush need bother sweat stress at all idea biggie pressure",
    "not": "a problem to worry at all bad",
    "don t": "worry mention it about that be sorry",
    "see": "you ya then later soon tomorrow there around next week time again",
    "talk|speak|chat|catch": "to you soon later then tomorrow again up",
    "same": "here to you",
    "my": "pleasure bad",
    "one|a": "moment second sec minute please",
    "anytime|any time": "",
    "i appreciate|appreciate|much appreciated": f"{_LIGHT} help",
    "i ll|i will|will|we ll|we will": (
        "keep that it this in mind remember do make a note of bear look into get right on back to you see both them so"
        " try my best you later soon then tomorrow"
    ),
    "i ve noted|i have noted|i ve saved|i have saved|i ve recorded|i ve updated|i ve written|i ve made|noted": (
        f"{_LIGHT} note down them everything"
    ),
    "you re|you are": "welcome very most so right too kind the best a star lifesaver all set",
    "you": "too bet got it this both and",
    "lucky": "you thing",
    "way to": "go",
    "there you": "go are",
    "congratulations|congrats|well done|kudos|bravo|hooray|hurray|woohoo": (
        f"{_LIGHT} whole team family on guys them involved news big from me done well i guess"
    ),
    "thank": "god goodness heavens",
    "bless": "you",
    "nice|lovely|great|pleasure": "to meet hear know you see that it chatting talking with speaking meeting one",
    "that s|that is|that was|that sounds|that must|that would|that ll|that seems|that looks|this is|sounds|looks|seems"
    "|must be|what a|what an|how": _OF_PRAISE,
    "that s it|that is it": "then for now today",
    "welcome": "to the your new home back aboard team club family house neighbourhood world",
    "i guess": "so",
    # How somebody begins, of whose matter nothing is told yet.
    "quick|new|another|next|one more|one last|a new|a quick|different|something|moving": (
        "question questions thing q one topic subject matter else on for you please then"
    ),
    "got|have you got|do you have|have": "a an minute sec second moment min for me",
    "can i ask|may i ask|let me ask": "you something question questions quick another one more a thing please",
    "need|i need|can you|could you|please": "your some a bit of help me with something thing one more please",
    "are you|you|anyone|anybody": "there here around home awake up",
    "back|i m back|i am back": "again here now with you",
    "it s|it is": "me again",
    "hiya|heya|yo|howdy|sup": f"{_LIGHT} mate there folks team",
    "ttyl|brb|np|yw|gn": "",
}  # fmt: skip


_AFTER: defaultdict[str, set[str]] = defaultdict(set)
for _heads, _words in _FORMS.items():
    for _head in _heads.split("|"):
        _AFTER[_head].update(_words.split())
# Of other words no clause of a form is made, nor one that only acknowledges.
_OF_FORMS = frozenset().union(
    *(_head.split() for _head in _AFTER), *_AFTER.values(), *_SUBJECTS, _BEFORE, _STRESS, ACKNOWLEDGING, STOP_WORDS
)


def says_nothing(text: str) -> bool:
    """Whether all of it is small talk, a bare acknowledgement or praise of whatever was told."""
    if len(text) > LONGEST:
        return False
    return all(
        _is_bare(clause.rstrip(" .!?…"), is_exclaimed=sentence.endswith("!"))
        for sentence in _SENTENCE_GAP.split(text.strip())
        for clause in _CLAUSE_GAP.split(sentence)
    )


def _is_bare(clause: str, *, is_exclaimed: bool) -> bool:
    words = folded_words(clause)
    if not is_exclaimed and not _OF_FORMS.issuperset(words):  # as most clauses
        return False
    if _is_of_a_form(words) or (is_exclaimed and _praises(clause, words)):
        return True
    known = all(word in ACKNOWLEDGING or word in STOP_WORDS for word in words)
    return known and len(words) <= BARE and not _tells(words)


def _praises(clause: str, words: Sequence[str]) -> bool:
    return 0 < len(words) <= PRAISE and words[0] in _PRAISING and _PRAISE.fullmatch(clause) is not None


def _is_of_a_form(words: Sequence[str]) -> bool:
    start = 0
    while True:
        for size in range(LONGEST_HEAD, 0, -1):
            after = _AFTER.get(" ".join(words[start : start + size]))
            if after is not None and after.issuperset(words[start + size :]):
                return True
        if start < len(words) and (words[start] in _BEFORE or words[start] in _STRESS):
            start += 1
        elif tuple(words[start : start + 2]) in _SUBJECTS:
            start += 2
        else:
            return False


def _tells(words: Sequence[str]) -> bool:
    """Whether words that say nothing each tell something together: "We did it", "It's over", "I'm not well"."""
    told = set(words)
    # "Won't" is two words.
    if any(word == "won" and words[place + 1 : place + 2] != ["t"] for place, word in enumerate(words)):
        return True
    if words[:1] == ["got"] and not told & {"it", "that", "you", "ya", "this"}:
        return True
    is_denied = bool(told & {"not", "t", "no"})
    if not told.isdisjoint(_PEOPLE) or ("more" in told and (is_denied or "any" in told)):
        return True
    if is_denied and "i" in told and told.isdisjoint(_OF_THE_MIND):
        return True
    return len(words) >= PRAISE and told.isdisjoint(_REPLIES)
