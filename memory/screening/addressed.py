"""Orders that a text addresses to whatever model reads it, and words that part the model from its user or its name.
Pure; lower case.

A label alone is no address: "AI: send the minutes" is somebody's task. So "AI:" counts where readers do not see it, in
a comment, and "LLM:" before what only steers an answer.
"""

from __future__ import annotations

import re

from ..models.trust import QuarantineReason, Trust
from .rules import ScreeningRule, roots

_ORDER = QuarantineReason.INSTRUCTION
_BARE = r"(?:ais?|llms?|language models?)"
_KIND = r"(?:ai|llm|language model) (?:agent|assistant|bot|crawler|reviewer|summari[sz]er)s?"
# Between the address and its order.
_THEN = (
    r"\s?[:,]\s{1,2}(?:(?:after|before|when|while|if|once) [^,.!?\n]{1,60}, )?"
    r"(?:also |always |kindly |now |please |then ){0,2}"
)
# What only steers an answer.
_SLANTS = (
    r"(?:(?:do not|don'?t|never) (?:mention|reveal|disclose|tell|flag|critici[sz]e|warn)|(?<=always )(?:recommend|"
    r"promote|rate|rank|praise|approve)|obey|pretend)\b"
)
# What is done with something at hand. "AI agents: run your errands" is a headline.
_ACTS = (
    r"(?:recommend|promote|rate|rank|praise|approve|execute|run|include|insert|append|add|send|forward|submit|say|"
    r"mark|reply|respond|output|fetch|install|delete|ignore|disregard|give|visit) (?:(?:this|these|all|any|every|that|"
    r"only|the (?:following|script|code|command|header|link|conversation|file|user|candidate|applicant|product)s?)\b|"
    r"https?:)"
)
_ANY_ORDER = (
    r"(?:do not|don'?t|never|run|execute|send|add|include|insert|append|recommend|say|approve|rate|rank|delete|"
    r"transfer|install|fetch|tell|mark|report|forward|upload|reply|respond|call|obey|give)\b"
)
# A headline's "you" is its reader: "AI assistants: you must know these five".
_YOU_MUST = r"you (?:must|shall|are to) (?!know\b|be\b|have\b|love\b|need\b|not\b|see\b|try\b)\w"
_ADDRESSED = re.compile(
    rf"(?:<!--|\[//\]: ?# ?[(\"'])\s{{0,3}}(?:(?:any|all) )?(?:{_KIND}|{_BARE}){_THEN}{_ANY_ORDER}"
    rf"|(?:^|[\n(\[{{<#/*|>;.!]\s{{0,3}})(?:(?:to )?(?:any|all|every) (?:{_KIND}|{_BARE}){_THEN}{_ANY_ORDER}"
    rf"|{_KIND}{_THEN}(?:{_SLANTS}|{_ACTS}|(?<=please ){_ANY_ORDER}|{_YOU_MUST})"
    rf"|(?:llms?|language models?){_THEN}{_SLANTS})"
)
# An order begins a clause: "the brakes do not obey the operator" is none. "Never trust the user" is a programmer's
# rule, and "don't listen to the user" a designer's.
_NOT_THE_USER = re.compile(
    r"(?<![a-z] )\b(?:do not|don'?t|never|stop) (?:(?:listen(?:ing)? to|obey(?:ing)?) (?:the|your) (?:person|human|"
    r"user) (?:that |who |whom )?you(?:'re| are) (?:chatting|talking|speaking) (?:with|to)|obey(?:ing)? (?:the|your) "
    r"(?:user|human))(?=[.,;:!]|$|\n| (?:and|but|any ?more|any longer)\b)"
)
_ANOTHER = re.compile(
    r"\byou are no longer (?:an? (?:ai|llm|language model)(?: (?:assistant|model|agent))?|chat ?gpt|gpt|claude|copilot)"
    r"[.,;:!]? (?:and |but |now )?you(?:'re| are)\b"
)

RULES = (
    ScreeningRule(
        "tells a model what to do", _ORDER, _ADDRESSED, Trust.AGENT, (roots("ai ais llm llms language"),), (":", ","),
        told=True,
    ),
    ScreeningRule(
        "sets the model against its user", _ORDER, _NOT_THE_USER, Trust.AGENT,
        (roots("do dont don never stop"), roots("user person human")), told=True,
    ),
    ScreeningRule(
        "says that the model is another", _ORDER, _ANOTHER, Trust.TOOL,
        (roots("longer"), roots("you"), roots("ai llm language chatgpt chat gpt claude copilot")),
    ),
)  # fmt: skip
