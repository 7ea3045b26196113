"""What people eat and drink, by name, and whether a prompt is of such a thing: `names_food`. Pure.

"Make satay" and "Ramen tonight?" say no word of eating. The names come from a file of dishes, drinks, ingredients and
cuisines; "orange" is one of them, and "orange paint" is none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources import files

from .vocabulary import RELATIVE_DAYS, SEASONS, STOP_WORDS, WEEKDAYS

_FILE = "data/foods.tsv"
MOST_WORDS = 3  # of one name
MOST_CHARACTERS = 1_000  # of a prompt: what follows is mostly a text to be worked on


def _read() -> dict[str, frozenset[str]]:
    kinds: dict[str, set[str]] = {}
    for line in files(__package__).joinpath(_FILE).read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            kind, name = line.split("\t")
            kinds.setdefault(kind, set()).add(name)
    return {kind: frozenset(names) for kind, names in kinds.items()}


_KINDS = _read()
FOODS = _KINDS["food"]
_MAYBE = _KINDS["maybe"]
_CUISINES = _KINDS["cuisine"]
_NAMES = frozenset().union(*_KINDS.values())
_BEGINNINGS = frozenset(name.partition(" ")[0] for name in _NAMES if " " in name)
# What people most often must not have. "Python can't have two of these" is of nobody's health.
KEPT_FROM = frozenset(
    """
    nut peanut almond cashew hazelnut walnut pistachio pecan dairy milk cheese butter cream yoghurt yogurt lactose
    egg gluten wheat bread flour pasta soy soya tofu sesame mustard celery lupin fish seafood shellfish prawn shrimp
    crab lobster mussel oyster squid meat pork beef lamb chicken ham bacon sausage gelatine gelatin sugar salt honey
    chocolate sweet strawberry kiwi banana pineapple mango apple peach tomato garlic onion mushroom grapefruit
    coconut corn caffeine coffee tea alcohol wine beer aspirin ibuprofen paracetamol codeine morphine penicillin
    amoxicillin antibiotic anaesthetic anesthetic latex
    """.split()
)
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*|\d+|[^\w\s]")

# Behind what is eaten: "satay tonight", "curry for six", "granola recipe". Behind a word that only says what kind of
# other thing it is stands that thing: "orange paint".
_BEHIND = (
    STOP_WORDS | RELATIVE_DAYS | frozenset(WEEKDAYS) | frozenset(SEASONS) | frozenset(
        "please pls recipe recipes idea ideas dish dishes tips sauce night party starter main side sides portion"
        " portions"
        " delivery delivered place takeaway order instead again asap now later quickly properly near round around"
        " via like"
        " without vs versus ingredients filling fillings topping toppings marinade dressing dough mix mixture bar"
        " bars box"
        " this next made thanks lover lovers stall counter kit bowl plate platter ok okay safe suitable off".split()
    )
)  # fmt: skip
_HOLDERS = frozenset(("box", "boxes", "bar", "bars", "kit", "counter", "stall"))
# Before what has another meaning too: "order us a curry", "how do I make toast". "Make a date" names no food.
_GETTING = frozenset(
    "order make get grab buy cook fix book fancy fetch bring prepare serve have want crave craving eat drink bake roast"
    " fry grill suggest recommend which ordering making getting buying cooking having serving baking reheat freeze need"
    " pick try heat add contain contains taste into toast mix brew pour".split()
)
_BETWEEN = 4  # words between both
_MOMENTS = RELATIVE_DAYS | frozenset(WEEKDAYS) | frozenset(("for", "ideas", "idea", "recipe", "recipes", "ingredients"))
# Which of it, and how many: "in German" and "a French teacher" are of no meal.
_A_MEAL = frozenset(
    "order get fancy have book grab eat craving want try do find recommend suggest pick up reserve feel like good nice"
    " decent some a an the any local for cheap nearest best me us i we let's shall could should".split()
)
_OF_A_MEAL = _MOMENTS | frozenset(
    "place places takeaway food restaurant delivery on near in round at by instead again please or and night"
    " somewhere".split()
)
# Who draws, writes of, translates or grows it eats nothing of it.
_NOT_EATEN = re.compile(
    r"\b(?:draw|drawing|paint|sketch|colou?r|translate|translation|spell|pronounce|define|grow|growing|plant"
    r"|planting|prune"
    r"|water|watering|harvest|sow|seeds?|compost|poems?|story|song|essay|paragraph|article|logo|icon|emoji|picture"
    r"|photo"
    r"|image|wallpaper|costume|history|etymology|stock|shares?|price|import|export|trade|farm\w*|garden\w*|tree|species"
    r"|latin|genus|joke|riddle|script|function|class|variable|database|server|deploy\w*|code|repo\w*|api|library"
    r"|framework|emails?|clean|stains?)\b",
    re.IGNORECASE,
)


def names_food(clause: str) -> bool:
    """Whether a clause of a prompt is of something that is eaten or drunk, or of a meal by where its dishes are"
    " from."""
    clause = clause[:MOST_CHARACTERS]
    if _NOT_EATEN.search(clause) is not None:
        return False
    words = _WORD.findall(clause)
    folded = [word.lower().replace("’", "'") for word in words]
    return any(_is_of_it(words, folded, start, end, known) for start, end, known in _named(folded))


def singulars(name: str) -> tuple[str, ...]:
    """The forms that one of what is named may be called by: "cherries", "cherry"."""
    return (name, name.removesuffix("s"), name.removesuffix("es"), f"{name.removesuffix('ies')}y")


def _named(folded: list[str]) -> Iterator[tuple[int, int, str]]:
    """(start, end, kind) of the names of food among the words, the longest first where they begin."""
    start = 0
    while start < len(folded):
        if folded[start] not in _BEGINNINGS and _NAMES.isdisjoint(singulars(folded[start])):  # as most words
            start += 1
            continue
        for length in range(MOST_WORDS, 0, -1):
            name = " ".join(folded[start : start + length])
            forms = singulars(name)
            kind = next(
                (kind for kind in ("food", "maybe", "cuisine") if any(form in _KINDS[kind] for form in forms)), None
            )
            if kind is not None and start + length <= len(folded):
                yield start, start + length, kind
                start += length
                break
        else:
            start += 1


def _is_of_it(words: list[str], folded: list[str], start: int, end: int, kind: str) -> bool:
    behind = folded[end] if end < len(folded) else ""
    before = folded[max(start - _BETWEEN, 0) : start]
    ends = not behind or not behind[0].isalnum()
    if kind == "cuisine":
        is_asked = bool(before) and _A_MEAL.issuperset(before) and not {"do", "in"} & set(before[-1:])
        return (is_asked and (ends or behind in _OF_A_MEAL)) or (
            not before and behind in _OF_A_MEAL - {"on", "in", "at"}
        )
    if not ends and behind not in _BEHIND and not behind.isdigit():
        return False
    # "Cancel the pizza box collection": another thing is behind what only holds it.
    if (
        behind in _HOLDERS
        and folded[end + 1 : end + 2]
        and folded[end + 1][0].isalnum()
        and folded[end + 1] not in _BEHIND
    ):
        return False
    # In the midst of a sentence a capital begins somebody's name.
    if end - start == 1 and start > 0 and words[start][0].isupper() and words[start - 1] not in ".!?":
        return False
    if start == 0 and behind in ("is", "'s", "was", "will", "has", "can", "said", "says", "wants"):
        return False
    if kind == "food":
        return True
    opens = start == 0 and (ends or behind in _MOMENTS)
    return opens or not _GETTING.isdisjoint(before) or behind in ("recipe", "recipes", "ideas")
