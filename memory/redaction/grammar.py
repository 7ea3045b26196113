"""What stands between the name of a secret and the secret itself, in what people say: parts of patterns, in lower case.

"The gate code for the office has changed since Monday. It's now 5678": the name, whose it is (`OF`), words that tell of
a change alone, and last a word that tells the value. A word of any other kind between them has a meaning of its own,
and what follows it may be told of something else: "the gate code is with Ann, the flat is 4821".
"""

from __future__ import annotations

# Whose it is: "for the guest network", "meiner Karte".
OF = (
    r"(?:\s{1,2}(?:for|to|of|at|in|on|von|vom|van|für|fürs|am|im|zu[mr]?|mein\w{0,2}|de[rs]?|del|della|du|do|da|pour)\s"
    r"[^\n.,;:=?!]{1,40}?)?"
)
# … or what else is said of it before it is told: "(the new one)", "that you were given".
OF_TOLD = (
    rf"(?:{OF}|\s?\([^()\n]{{1,40}}\)|\s(?:that\s|which\s)?(?:i|you|we|they)(?:['’][a-z]{{1,2}})?\s"
    r"[^\n.,;:=?!]{1,30}?)"
)
IS = r"\b(?:is now|is|was|will be|reads|ist|war|lautet|heißt|heisst|es|est|era|é|è)\b"
OPEN = r"[\"'`“«„]?"
MARKED = r"[\"'`“«„*_]{0,3}"  # in Markdown, too

_DAY = (
    r"(?:(?:since|from|as of|until|this|last|next|seit|ab|depuis|desde|dès|à partir de)\s(?:the\s)?[^\W\d]{1,12}"
    r"(?:\s(?:morning|night|evening|week|month|year|on))?|today|yesterday|tonight|heute|gestern|hoy|ayer|hier)"
)
# What tells of a change, and of nothing else: "has just been changed since Monday. The new one".
_CHANGE = (
    rf"(?:{_DAY}|is|was|are|has|have|had|been|being|got|gets|just|recently|also|it|its|it['’]s|that['’]s|the|a|new|one|"
    r"now|again|and|so|but|code|number|pin|password|hat|haben|wurde|sich|neue[rsn]?|er|es|sie|jetzt|und|a|ha|été|le|la|"
    r"nouveau|nouvelle|nuev[oa]|ahora|maintenant|y|et|[^\W\d]{0,12}(?:ed|geändert|changé|cambiado|cambió))"
)
_BETWEEN, _WITHIN = r"[\s.,;:!?)–—*_-]{1,4}", r"[\s,:)–—*_-]{1,4}"
# What tells the value: the next word is it. "Send it to Ann" tells none, "changed to" does.
_COPULA = (
    r"(?:\b(?:is|are|now|nw|its|reads|equals|ist|sind|lautet|lauten|jetzt|est|es|ahora|maintenant|är|er|jest|è|é)|"
    r"['’]s|c['’]est|(?:(?<=ed\s)|(?<=set\s)|(?<=geändert\s))(?:to|auf)|(?<=changé\s)en|(?<=cambió\s)a)\b[:,]?"
)
_PAST = r"\b(?:was|were|be|war|era)\b"  # "the password was found"
# "Changed from 1234 to …" tells an old one; "a pin from 1962" tells none.
_FROM = r"\bfrom\b(?:(?<=changed\sfrom)|(?=\s\S{1,80}\s(?:in)?to\b))"
_TELLS = rf"(?:{_COPULA}|{_PAST}|\bto\b|{_FROM}|=|:|->|=>|→|–|—|(?<=\s)-(?=\s))"
# The words of a change, then the one that tells: "changed. It's now …". Between a password, which may be a word, and
# its name stand less: "I changed the password. It's Monday."
TIE, TIE_OF_PASSWORD, TIE_OF_WORD = (
    rf"{OF}(?:{between}{_CHANGE}){{0,8}}(?:{between}|(?=[:='’]))(?:{tells}\s{{0,2}}){{1,3}}"
    for between, tells in ((_BETWEEN, _TELLS), (_BETWEEN, rf"(?:{_COPULA}|{_PAST}|:|->|→)"), (_WITHIN, _COPULA))
)
# As many words of a change, and a comma or nothing: "the gate code changed, …", where something else tells the rest.
BARE = rf"(?:{_BETWEEN}{_CHANGE}){{0,8}},?\s"

# What is counted is no code: "the gate code is 300 lines long".
_MEASURED = (
    r"\s?(?:%|€|\$|£|(?:lines?|bytes?|characters?|chars?|digits?|loc|[kmg]b|m?s|pages?|words?|tokens?|times|steps?|"
    r"numbers?|letters?|zeilen|zeichen|ziffern|stellen|euros?|dollars?|pounds?|bucks|kg|[kcm]?m|[ap]m|ohms?|volts?|"
    r"years?|days?|hours?|minutes?|seconds?|people|users?|pixels?|times?|metres?|meters?|dígitos|chiffres)\b)"
)
# Behind a code that was told: whatever is no part of the number, and no measure of it.
BEHIND = rf"(?![\w%€$]|/\w|[.,:]\d|{_MEASURED})"
# Behind a code that only stands beside its name: the end of the clause, or a word that begins another part of it.
ENDS = (
    r"(?=[\"'`*_”)\]]{0,3}(?:[.,;!?)#]|\s?$|\n|\s[-–—(]|\s(?:and|or|but|to|for|from|at|on|in|as|is|now|today|tonight|"
    r"until|till|if|when|so|because|then|again|instead|with|since|before|after|please|und|oder|für|zum|ist|ab|seit|jetzt|"
    r"bitte|et|pour|est|depuis|dès|y|para|es|desde|ahora|maintenant)\b))"
)
