"""Orders about the model's tools and files, and words that put themselves above its instructions. Pure; lower case."""

from __future__ import annotations

import re

from ..models.trust import QuarantineReason, Trust
from .rules import ScreeningRule, roots

# What a tool, an agent or a file of keys is told to do by a text that only should have been read.
_BEFORE_TOOLS = re.compile(
    r"\b(?:before|after|instead of|prior to|whenever|each time) (?:you (?:use|call|invoke|run) |"
    r"(?:using|calling|invoking|running) )"
    r"(?:any|every|each|all|this|these|that|other|another|the)(?: \w{1,20}){0,3}? (?:tools?|functions?|plugins?)\b"
    r"(?=.{0,160}\b(?:you must|first|always|read|pass|send|include|call|copy|fetch|put|add)\b)"
)
_KEY_FILES = re.compile(
    r"\b(?:read|open|cat|get|load|copy|include|fetch|print|dump|list)\b[^\n]{0,60}?(?:~/?\.?ssh\b|\bid_(?:rsa|ed25519|"
    r"ecdsa)\b|\.aws/credentials|/etc/(?:passwd|shadow)|\.netrc\b|\.npmrc\b|mcp\.json|(?:^|[\s'\"`/])\.env\b)"
    r"[^\n]{0,100}?\b(?:pass|send|post|upload|include|attach|append|put|return|forward|(?:e-?)?mail|submit|"
    r"as (?:the |a |an )?(?:parameter|argument|body|note|value))\b"
)
_AGENT = r"\b(?:the |this |an? |any |every )?(?:ai |llm |language )*(?:assistant|agent|model|chatbot|llm|ai)s?"
_HELD = (
    r"(?:(?:stored|saved|all|long-term|its|the user'?s?) (?:\w{1,20} )?memor(?:y|ies)|(?:full|whole|entire|complete) "
    r"(?:chat|conversation|history|transcript|context)|(?:chat|conversation) (?:history|log|transcript)|passwords?|"
    r"credentials?|api[ _-]?keys?|access tokens?|private keys?|system prompt|secrets)"
)
_AGENT_GIVES = re.compile(
    rf"{_AGENT} (?:shall|must|should|has to|needs to|is to|will) (?:\w{{1,20}} ){{0,2}}?(?:call|use|send|forward|"
    rf"hand|share|pass|copy|(?:e-?)?mail|upload|give|post|deliver|disclose|obey|comply)\b[^\n]{{0,100}}?"
    rf"(?:\b{_HELD}\b|\b(?:operator|following|new|override|secret) (?:\w{{1,20}} )?(?:directive|instruction|order)s?\b)"
)
_ABOVE = re.compile(
    r"\b(?:(?:stands?|ranks?|is|are|goes|go|comes?|counts?)(?: \w{1,20}){0,2}? (?:above|over|before|higher than|more "
    r"important than)|(?:takes? (?:precedence|priority)|has priority) over|overrides?|outranks?|outweighs?|"
    r"supersedes?) (?:your|the|any|every|all)(?: of)?(?: your)? (?:system|developer|operator|safety|initial|original|"
    r"built-in) (?:prompt|message|instruction|rule|guideline|polic)\w*"
)
_NO_LONGER = re.compile(
    r"\b(?:my|your) (?:\w{1,20} ){0,2}?(?:rules|guidelines|instructions|restrictions|directives|safeguards|guardrails|"
    r"system prompt) (?:(?:no longer|do not|don'?t|does not|doesn'?t) (?:apply|hold|count|bind|matter)|(?:is|are|have "
    r"been|has been) (?:now )?(?:void|lifted|suspended|outdated|obsolete|disabled|cancell?ed|revoked|removed))\b"
)
_MODELS = roots("assistant assistants agent agents model models chatbot llm ai")
_ORDER = QuarantineReason.INSTRUCTION

RULES = (
    ScreeningRule(
        "comes before the model's tools", _ORDER, _BEFORE_TOOLS, Trust.AGENT,
        (roots("tool tools function functions plugin plugins"), roots("before after instead prior whenever each")),
        told=True, ordered=True,
    ),
    ScreeningRule(
        "has a file of keys read", QuarantineReason.EXFILTRATION, _KEY_FILES, Trust.AGENT,
        (roots("ssh id_rsa id_ed25519 id_ecdsa aws etc netrc npmrc mcp env"),
         roots("read open cat get load copy include fetch print dump list")), told=True, ordered=True,
    ),
    ScreeningRule(
        "has the model hand things out", _ORDER, _AGENT_GIVES, Trust.TOOL,
        (_MODELS, roots("shall must should has needs is will")),
    ),
    ScreeningRule(
        "puts itself above the instructions", _ORDER, _ABOVE, Trust.USER,
        (roots("system developer operator safety initial original built"), roots(
            "prompt message instruction rule guideline policy policies"), roots(
            "stand rank is are goes go come comes count take has override outrank outweigh supersede")),
        told=True,
    ),
    ScreeningRule(
        "says that the rules are gone", _ORDER, _NO_LONGER, Trust.AGENT,
        (roots("rules guidelines instructions restrictions directives safeguards guardrails system"), roots("my your")),
        told=True,
    ),
)  # fmt: skip
