"""What texts of tools and imports ask of a model in seven languages beside English: of what `english`, `planting`,
`carrying` and `tooling` know, the kinds that need few words. Pure; the text is lower case, without accents.

`tongues` has the orders to lay rules aside and to tell a prompt, in these languages and many more.
"""

from __future__ import annotations

import re

from ..models.trust import QuarantineReason, Trust
from .abroad_words import LANGUAGES, OrdersOf
from .disguises import without_accents
from .rules import LazyPattern, ScreeningRule, roots

_WITHIN = r"[^.!?\n]"  # one sentence
_SERVANT = r"(?:assist|asist|asysten)\w{2,8}|chatbot\w{0,2}"
_AWAY = r"(?:\w@\w|https?:|www\.)"
# Who works on models, or with them: "message pour les équipes IA".
_PEOPLE = r"\w{0,3}(?:equip|squadr|team|anbieter|nutzer|entwickl|ontwikkel|aanbieder|zespo|projekt|projet|proye|proget)"
_TONGUE = (
    r"(?:en|in|em|auf|po) (?:het )?(?:angl|angiel|ingl|engl|franc|franz|frans|espa|span|spaans|port|ital|alem|deut|"
    r"duit|allem|tede|niem|neerl|neder|pols|pol)"
)
# "You are free to use the assistant", "you are on your way with an assistant": that is no model's freedom.
_OF_ITS_USE = (
    r"\s(?:libres? d(?:e (?!tou|rest|lim|filt|regl|cens)|')|livres? para|liber[oa] di|vrij om|mit|con|com|avec|met)\b"
)
_OF_TIME = (
    r"\w{0,3}\s?(?:(?:d[eio]|d'|fix\w{1,2}|fij\w{1,2}) ?){0,2}"
    r"(?:temps|duree|heure|tiempo|tempo|h?orario|caracter|tijd|czas)"
)


def _speaks_to_a_model(one: OrdersOf) -> str:
    return (
        rf"\b(?:{one.note})s?\b(?:\W{{1,3}}\w{{1,15}}){{0,3}}?\W{{1,3}}(?:{one.to})\W{{0,2}}"
        rf"(?:(?!{_PEOPLE})\w{{1,8}}\W{{1,2}}){{0,2}}?"
        rf"(?:{one.model})\b(?=\s?[:,!]|\W{{1,3}}(?:{one.reads})\b)"
        rf"|\b(?:{one.if_you})\s(?:\w{{1,8}}['\s]){{0,2}}?(?:{one.model})\b"
        rf"|\b(?:{one.model})\b[ ,]{{1,2}}(?:{one.reads})\b"
    )


def _keeps_from_the_user(one: OrdersOf) -> str:
    return rf"\b(?:{one.untold})\b[^.!?,;\n]{{0,50}}?\b(?:{one.user})\b"


def _claims_consent(one: OrdersOf) -> str:
    return (
        rf"\b(?:{one.user})\b(?:(?={_WITHIN}{{0,140}}?\b(?:{one.unasked}))(?={_WITHIN}{{0,140}}?\b(?:{one.every})\b)"
        rf"{_WITHIN}{{0,100}}?\b(?:{one.grants})\b"
        rf"|{_WITHIN}{{0,10}}?\b(?:{one.wants})\b{_WITHIN}{{0,120}}?\b(?:{one.unasked}|automat\w{{1,12}}))"
    )


def _steers(one: OrdersOf) -> str:
    return (
        rf"\b(?:{one.when_asked})(?:{one.user})\b{_WITHIN}{{0,30}}?\b(?:{one.asks})\b{_WITHIN}{{0,60}}?[,:] ?"
        rf"(?:{one.answer})\b{_WITHIN}{{0,30}}?\b(?:{one.only})\b(?! {_TONGUE})"
    )


def _sends(one: OrdersOf) -> str:
    unless = "".join(rf"(?<!\b{word} )(?<!\b{word} d')" for word in one.never.split("|"))
    return (
        rf"\b{unless}(?<!\bn')(?:{one.send})\b(?!{_WITHIN}{{0,25}}\b(?:{one.never})\b){_WITHIN}{{0,60}}?"
        rf"\b(?:{one.held}|{one.keys})\b[^!?\n]{{0,80}}?{_AWAY}"
    )


def _gives_a_tool(one: OrdersOf) -> str:
    return (
        rf"\b(?:{one.call})\b{_WITHIN}{{0,40}}?\b(?:{one.tool})\b{_WITHIN}{{0,40}}?\b(?:{one.giving})\b"
        rf"{_WITHIN}{{0,40}}?\b(?:{one.held})\b"
    )


def _frees(one: OrdersOf) -> str:
    return (
        rf"\b(?:{one.you_are})\b(?!{_OF_ITS_USE}){_WITHIN}{{0,40}}?\b(?:{one.model}|{_SERVANT})\b{_WITHIN}{{0,30}}?"
        rf"\b(?:{one.unbound})\b(?!{_OF_TIME})"
    )


_OPTIONAL = re.compile(r"(\w*)(\w)\?")
_SHORT = frozenset(("ia", "ki", "ai", "si"))


def _stems(*fields: str) -> frozenset[str]:
    """The words in the alternatives of `fields`, for `ScreeningRule.words`: with and without a letter that may be left
    out, but for those that stand in any sentence."""
    plain = re.sub(r"\\w(?:\{\d,\d\}|[*?+])?|\[[^\]]*\]|\{[^}]*\}|\\.", " ", without_accents("|".join(fields)))
    words = re.findall(r"[^\W\d_]+", _OPTIONAL.sub(r"\1 \1\2", plain))
    return roots(" ".join(word for word in words if len(word) > 2 or word in _SHORT))


def _abroad(
    name: str, one: OrdersOf, pattern: str, words: tuple[frozenset[str], ...], upto: Trust = Trust.AGENT,
    reason: QuarantineReason = QuarantineReason.INSTRUCTION, signs: tuple[str, ...] = (),
) -> ScreeningRule:  # fmt: skip
    found = LazyPattern(without_accents(pattern).replace(r"\w*", r"\w{0,20}"))
    return ScreeningRule(f"{name}, in {one.name}", reason, found, upto, words, signs, told=True)


def _rules_of(one: OrdersOf) -> tuple[ScreeningRule, ...]:
    model, user, held = _stems(one.model), _stems(one.user), _stems(one.held)
    out = QuarantineReason.EXFILTRATION
    return (
        _abroad("speaks to the model that reads it", one, _speaks_to_a_model(one),
                (model, _stems(one.note, one.if_you, one.reads))),
        _abroad("keeps it from the user", one, _keeps_from_the_user(one), (user, _stems(one.untold))),
        _abroad("claims the user's consent", one, _claims_consent(one),
                (user, _stems(one.unasked, "automatisch automaticamente"), _stems(one.grants, one.wants))),
        _abroad("steers later answers", one, _steers(one), (user, _stems(one.asks), _stems(one.answer))),
        _abroad("has secrets sent", one, _sends(one), (held | _stems(one.keys), _stems(one.send)), reason=out,
                signs=("@", "http", "www.")),
        # An assistant tells its user so of their own programs: "call the function save with the user's data".
        _abroad("has a tool given what it holds", one, _gives_a_tool(one), (_stems(one.tool), held, _stems(one.call)),
                Trust.TOOL, out),
        _abroad("frees the model of its rules", one, _frees(one),
                (_stems(one.unbound), model | roots("assistant asistente asystent chatbot")),
                Trust.USER),
    )  # fmt: skip


RULES = tuple(rule for one in LANGUAGES for rule in _rules_of(one))
