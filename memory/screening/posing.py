"""Text that poses as a part of the prompt: chat templates' tokens, role marks, tags of prompts. Pure; lower case.

Underscores are optional in the patterns: a flattened text may have lost them as marks of emphasis.
"""

from __future__ import annotations

import re

from ..models.trust import QuarantineReason, Trust
from .rules import ScreeningRule, roots

_ROLE = QuarantineReason.ROLE
_ROLES = r"(?:system|assistant|user|human|tool|developer|ai|model|function|bot|instructions?|admin)"
_SECOND_PERSON = (
    r"(?:you(?:r|'re|'ve|rs)?|must|never|always|ignore|disregard|obey|override|"
    r"assistant(?! ?[:=])|instructions?|comply|forget|"
    r"reveal|send|approve|"
    r"execute|grant|enable|disable|do not|don'?t|from now|new|respond|answer|reply|pretend|sure|of course|i will|"
    r"understood|okay|ok|yes)"
)
# A token of a template that opens a turn: behind it stands a role, or what that role says.
_MARK = (
    r"<\|(?:im_?start|im_?end|system|user|assistant|tool|endoftext|eot_?id|start_?header_?id|end_?header_?id|"
    r"begin_?of_?text|end_?of_?text|eom_?id|"
    r"end_?of_?turn|start_?of_?role|end_?of_?role|end|message|start|channel|return|call|endofprompt|python_?tag|"
    r"ipython|turn|header)\|>"
    r"|\[/?inst\]|<</?sys>>|<(?:start|end)_?of_?turn>|<\|?(?:eos|bos)\|?>|\[/?(?:system_?prompt|available_?tools|"
    r"tool_?calls|tool_?results)\]"
    r"|<｜[^｜\n]{1,40}｜>|<\|(?:start|end)_?of_?\w{1,20}\|>"
)
_TEMPLATE = re.compile(rf"(?:{_MARK})")
_TEMPLATE_SPEAKS = re.compile(
    rf"(?:^|[\n.!?:;'\"„“)\]}}]|\s)\s{{0,3}}(?:{_MARK})\s{{0,3}}(?:{_ROLES}\b|{_SECOND_PERSON}\b|(?:{_MARK}))"
)
_LINE_ROLE = re.compile(
    rf"(?:^|\n|[.!?;|\"'”)\]}}>]\s{{1,3}}|\[|#{{1,4}}\s?|\*\*|---\s?)[\[(<*#\s]{{0,4"
    rf"}}(?:system|assistant|developer|admin|system (?:message|prompt|notice|note|instruction|alert|update|command)s?)"
    rf"[\])>*\s]{{0,4}}[:：=|\n–—]\s{{0,3}}[\"'*]{{0,2}}(?=.{{0,80}}?\b{_SECOND_PERSON}\b)"
)
_SYSTEM_LINE = re.compile(
    r"(?:^|\n|[.!?;|\"'”)\]}>]\s{1,3}|\[|\*\*|---\s?|<)[\[(<*#\s]{0,4}(?:system(?: (?:message|prompt|notice|note|"
    r"instruction|alert|update|command))?|developer(?: message)?)"
    r"[\])>*\s]{0,4}[:：]\s{0,3}[\"'*]{0,2}(?:you (?:are|must|will|should|shall|have)\b|your (?:new|task|role|"
    r"instruct|rules|guidelines)|ignore|disregard|override|obey|forget|reveal|"
    r"(?:the |all )?(?:previous|prior|earlier|above)\b|new (?:instruction|directive|rule|order|polic|prompt)|"
    r"(?:the |this )?(?:assistant|ai|model)\b|(?:the |all )?(?:safety|content|security) (?:filter|polic|check|"
    r"restrict|mode|guideline)|from now on|do not (?:tell|mention|follow)|always (?:obey|comply|approve)|grant|"
    r"(?:user|admin|root|debug|developer|maintenance) (?:mode|access|has|is (?:now )?(?:authori|an? admin))|comply|"
    r"respond|approve|execute)"
)
_TAGGED = re.compile(
    r"<(?:system|system[-_ ]?(?:prompt|message|reminder|instruction|note|override|update)s?|instructions?|assistant|"
    r"admin|developer|prompt|"
    r"important|secret|override|rules|tool_?(?:result|response|call|output|use)s?|function_?(?:calls?|results?)|"
    r"user_?query|human|context|"
    r"antml:\w{1,20}|priority|directive|command|new_?instructions?|jailbreak|role)(?:\s[^<>\n]{0,80})?>"
    r"(?=\W{0,12}.{0,200}?\b(?:you(?:r|'re)?\b|must|never|always|ignore|disregard|obey|override|assistant|comply|"
    r"forget|reveal|send|approve|execute|grant|disable|do not|don'?t))"
)
_TAGGED_ALL = re.compile(
    r"</?(?:system[-_ ]?(?:prompt|message|reminder|instruction|note|override|update)s?|tool_?(?:result|response|call|"
    r"output|use)s?|function_?(?:calls?|results?)|"
    r"antml:\w{1,20}|user_?query|new_?instructions?|conversation_?history|memory_?context|relevant_?memor(?:y|ies)|"
    r"retrieved_?(?:context|memories))>"
)
_CLOSES = re.compile(
    r"</(?:context|document|data|memory|memories|user|input|tool_?result|function_?results|search_?results?|"
    r"conversation|quote|prompt|instructions?)>"
    r"\W{0,20}(?:<|\[|system|new|ignore|you |assistant|now|important)"
)
_JSON_ROLE = re.compile(
    r"[\"']role[\"']\s{0,2}:\s{0,2}[\"'](?:system|developer|assistant|"
    r"tool)[\"'].{0,40}[\"']content[\"']\s{0,2}:\s{0,2}[\"'].{0,160}?"
    rf"\b{_SECOND_PERSON}\b"
)
_HEADED = re.compile(
    r"(?:^|\n)\s{0,3}(?:#{1,6}|={2,}|-{3,}|\*{2,}|\[{1,3}|>{2,})\s{0,3}(?:begin |end |start of |end of |new "
    r")?(?:system|instruction|response|developer|assistant|admin|human|user input|input)s?"
    r"(?: (?:prompt|message|override|instructions?|notice|update|note))?s?\s{0,3}(?:#{1,6}|={2,}|-{3,}|\*{2,}|"
    r"\]{1,3}|:|\n)(?=.{0,120}?\b(?:you(?:r|'re)?|must|never|always|ignore|disregard|obey|override|comply|forget|"
    r"reveal|"
    r"send|approve|execute|grant|disable|do not|don'?t|assistant)\b)"
)
_OWN_HEADING = re.compile(r"(?:^|\n)\s{0,3}#{1,3} (?:relevant memory|weekly insight)\b")
# What a block begins with where an earlier one was wrong, or something was erased: `context_block`.
_OWN_NOTICE = re.compile(
    r"[(\[]correction[)\]]:? earlier you were told: [\"'“‘]|"
    r"\bof what you were told on \d{4}-\d\d-\d\d, (?:m\d|something in it)[^\n.]{0,40} withdrawn\b"
)

_TOKENS = ("<|", "[inst", "[/inst", "<<sys", "turn>", "<｜", "[system", "[tool")
_PARTS = roots("system assistant developer admin instruction response human user input")

RULES = (
    ScreeningRule(
        "a chat template's turn", _ROLE, _TEMPLATE_SPEAKS, Trust.USER, signs=_TOKENS, told=True, ordered=True
    ),
    ScreeningRule("a chat template's token", _ROLE, _TEMPLATE, Trust.TOOL, signs=_TOKENS),
    ScreeningRule(
        "a system message", _ROLE, _SYSTEM_LINE, Trust.USER, (roots("system developer"),),
        (":", "："), told=True, ordered=True,
    ),
    ScreeningRule("a role mark", _ROLE, _LINE_ROLE, Trust.TOOL, (_PARTS,), (":", "：", "=", "|", "–", "—")),
    ScreeningRule("a tag of a prompt", _ROLE, _TAGGED, Trust.AGENT, signs=("<",), told=True, ordered=True),
    ScreeningRule("a reserved tag", _ROLE, _TAGGED_ALL, Trust.TOOL, signs=("<",)),
    ScreeningRule("closes what quotes it", _ROLE, _CLOSES, Trust.AGENT, signs=("</",)),
    ScreeningRule("a message with a role", _ROLE, _JSON_ROLE, Trust.TOOL, (roots("role"),), ("{", ":")),
    ScreeningRule(
        "a heading of a prompt"
    , _ROLE, _HEADED, Trust.AGENT, (_PARTS,), ("#", "==", "--", "**", "[", ">>"), told=True, ordered=True),
    ScreeningRule("this service's own heading", _ROLE, _OWN_HEADING, Trust.TOOL, (roots("memory insight"),), ("#",)),
    ScreeningRule(
        "this service's own notice", _ROLE, _OWN_NOTICE, Trust.TOOL, (roots("told"), roots("correction withdrawn")),
    ),
)  # fmt: skip
