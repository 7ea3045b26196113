"""Whether words that would keep something from a user only tell of it: `is_described`. Pure; lower case, no accents.

"The app deletes the account without telling the user" is a fault that is reported, in any language. A clause that
begins with an article and a noun is no order, unless it says what must or may be done, or speaks of a model, of
whoever is spoken to, or of what somebody wants.
"""

from __future__ import annotations

import re

REACH = 120  # characters before the words in which their clause begins
WITHOUT = ("without", "ohne", "sans", "sin ", "sem ", "senza", "zonder")

# "Never run a migration without asking the user": what is forbidden is to do it so.
_FORBIDDEN = re.compile(
    r"\b(?:never|not|don['’]?t|mustn['’]?t|shouldn['’]?t|cannot|can['’]?t)"
    r"(?: (?!hesitat|forget|fail|mind|worry|bother|stop|wait)[\w'’-]{1,30}){1,8} $"
)
_ENGLISH_ARTICLES = "the this our an? every each"
_ARTICLES = (
    f"{_ENGLISH_ARTICLES} le la les une? notre nos ce cette el los las una nuestr[oa] o os as um uma il lo gli der "
    "die das ein eine unser\\w{0,2} de het een onze"
)
# What must or may be done, and what joins an order to what stands before it.
_BIDS = (
    "must should shall ought has have needs? will may can could is are be to and then please now always never "
    "following next step\\w? actions? instruct\\w{1,5} doi\\w{1,3} devez faut debe\\w? deve\\w{0,3} devi "
    "dev\\w{3} muss\\w{0,3} sollt?\\w{0,3} darf\\w{0,2} durfen zu moet\\w{0,2} mag mogen peu[xt] pued\\w{1,2} "
    "pode\\w? puo kann\\w{0,2} konnen kan et und y e en suivant\\w{0,2} folgend\\w{0,2} siguientes? "
    "seguint\\w{1,2} seguent\\w volgende"
)
_WANTS = (
    "wants? wishes asks? asked requires? required expects? expected prefers? demands? agree\\w{0,2} allow\\w{0,3} "
    "permit\\w{0,3} authori\\w{1,6} wil veut quiere quer vuole mochte"
)
_OF_THOSE_WHO_READ = (
    "you\\w{0,3} users? owners? operators? customers? developers? humans? person admin\\w{0,9} (?:ai|ki|ia)s? "
    "agents? agent\\w{1,4} assist\\w{1,6} asist\\w{1,6} asyst\\w{1,6} models? modell\\w{0,2} modele?s? modelos? "
    "sprachmodell\\w{0,2} chatbots? bots? llms? gpt claude tu vous toi du dich dir ihr usted voce lei je u jij "
    "utilisat\\w{3,6} usuari\\w{1,2} utente utenti nutzer\\w{0,2} benutzer\\w{0,2} gebruiker\\w?"
)


def _one_of(words: str) -> str:
    return rf"(?:{'|'.join(words.split())})"


_DESCRIBED = re.compile(
    # Where a text, a sentence, a paragraph or an item of a list begins, behind a label ("bug: ") or none.
    r"(?:^|[.!?]\s{1,3}|\n\s{0,3}\n\s{0,3}|\n\s{0,3}(?:[*>•-]|\d{1,2}[.)])\s)(?:\w{2,12}:\s)?"
    rf"(?P<clause>(?:{_one_of(_ARTICLES)}\s|l')"
    rf"(?:(?!{_one_of(f'{_BIDS} {_WANTS} {_OF_THOSE_WHO_READ}')}\b)[^\W\d_][\w'-]{{0,30}}\s){{2,16}})$"
)
_IN_ENGLISH = re.compile(rf"{_one_of(_ENGLISH_ARTICLES)}\s")
# Behind a noun the verb of somebody who does it, or of what was done.
_TOLD = re.compile(r"[\w'-]{1,31}\s(?:[\w'-]{1,31}\s){1,16}?\w{2,30}(?:s|ed)\s")


def is_described(text: str, words: re.Match[str]) -> bool:
    """Whether what is done "without telling the user" is forbidden to be done so, or told as what a thing does."""
    if not words.group().startswith(WITHOUT):
        return False
    start = max(words.start() - REACH, 0)
    before = text[start : words.start()]
    if _FORBIDDEN.search(before):
        return True
    # Where the window begins within a sentence, that is no clause's beginning.
    told = _DESCRIBED.search(f"{'…' if start else ''}{before.rstrip(' ,')} ")
    if told is None:
        return False
    return not _IN_ENGLISH.match(told["clause"]) or _TOLD.match(told["clause"]) is not None
