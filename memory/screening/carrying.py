"""Text that would carry data away: images and links that a client fetches, orders to send. Pure; lower case."""

from __future__ import annotations

import re

from ..models.trust import QuarantineReason, Trust
from .rules import ScreeningRule, roots

_OUT = QuarantineReason.EXFILTRATION
_TO = (
    r"(?:https?://(?!localhost|127\.)|ftp://|wss?://|www\.|mailto:|(?<![\w.+-])[\w.+-]{1,64}+@[\w-]{1,63}+\.[a-z]|\b(?:this|"
    r"the following|that|our|an?|the|my) (?:\w{1,20} ){0,2}?"
    r"(?:webhook|url|endpoint|server|address|link|site|website|domain|channel|api|ftp)\b|\b\w{1,40}\.(?:com|net|org|"
    r"io|xyz|ru|cn|site|top|info|co|app|dev|tk|ml|me)\b|webhook|telegram|pastebin|ngrok|"
    r"\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3})"
)
_PRIVATE = (
    r"(?:(?:whole |entire |full |complete |all |this |chat |conversation )+(?:conversation|chat|dialogue|"
    r"discussion)s?(?: (?:history|log|transcript)s?)?|chat (?:history|log|transcript)s?|conversation (?:history|log|"
    r"transcript|content)s?|"
    r"transcripts?|(?:all |your |the |stored |saved |user'?s? |of |long-term |these |every )+memor(?:y|ies)|"
    r"passwords?|passphrases?|credentials?|api[ _-]?keys?|access[ _-]?(?:keys?|tokens?)|secret(?:s| keys?| tokens?)?|"
    r"private keys?|tokens?|ssh keys?|cookies|"
    r"session (?:id|token)s?|env(?:ironment)? (?:vars?|variables?)|\.env|system prompt|(?:your|hidden|initial) "
    r"(?:instructions|prompt)|personal (?:data|info\w*|details)|private (?:data|info\w*|messages?|files?|details)|"
    r"sensitive (?:data|info\w*|files?)|confidential \w{1,20}|(?:the |this |all )?(?:user|customer|client|"
    r"owner)(?:'?s'?)? (?:\w{1,20} ){0,2}?(?:data|details|info\w*|address\w*|phone|(?:e-?)?mails?|name|location|"
    r"messages?|files?|history|card|account|contacts?|documents?|inbox|queries|questions?|input|prompts?|responses?|"
    r"profile|answers?|ssn|calendar)|"
    r"credit cards?|card numbers?|bank (?:details|account)|social security|everything (?:you know|the user|i say|"
    r"they say|above|stored|in (?:your|memory|the context))|all (?:of )?(?:the )?(?:user'?s|their|his|her) \w{1,20}|"
    r"contact list|address book|inbox|email archive|context window|all (?:stored |known |saved )?(?:facts|data|files|"
    r"emails|documents))"
)
_SEND = (
    r"(?:send|post|forward|(?:e-?)?mail|upload|transmit|exfiltrate|deliver|submit|bcc|cc|leak|relay|report|dump|sync|"
    r"export|copy|mirror|log|push|publish|message|beacon|smuggle|embed|encode|append|attach|include|add|insert|paste|"
    r"share|put|write|place|pass|ping|request|fetch|make a (?:get|post|http) request)"
)
_ORDERED = re.compile(
    rf"\b{_SEND}(?:ing|s|ting)?\b[^.!?\n]{{0,80}}?\b{_PRIVATE}\b[^!?\n]{{0,80}}?(?:\bto\b|\bat\b|\binto\b|\bin\b|"
    rf"\bvia\b|\bwith\b|\bas\b|\bthrough\b|\busing\b|\bby\b|\bfrom\b|\bon\b|:|=)[^!?\n]{{0,40}}?{_TO}"
)
_ORDERED_AROUND = re.compile(
    rf"(?:\b(?:to|at|into|in|via|with|visit|open|load|render|call|fetch|request|ping|post|get|hit|query|contact|"
    rf"access|use|using|through)\b[^!?\n]{{0,30}}?)(?:https?://|www\.|webhook|"
    rf"(?<![\w.+-])[\w.+-]{{1,64}}+@[\w-]{{1,63}}+\.[a-z])[^\s!?,;]{{0,200}}+[^!?\n]{{0,60}}?\b(?:with|containing|"
    rf"including|and (?:include|append|add|attach|send|put)|followed by|plus|appending|where|replac\w{{1,10}}|"
    rf"carrying|along with|as (?:a|the) (?:query|parameter|body)|:)\b[^!?\n]{{0,60}}?\b{_PRIVATE}\b"
)
_DATA_IN_URL = (
    r"(?:[?&#/][\w.\-]{0,40}=?(?:\{|\[|%7b|%5b|<|\$\{|\$\(|`|%s|__)|[?&](?:data|q|d|c|s|m|p|x|msg|text|secret|key|"
    r"token|info|content|prompt|history|chat|conversation|conv|leak|exfil|payload|memory|mem|user|email|name|pw|"
    r"pass\w{0,6}|cookie|ctx|context|summary|body|log|log_?data|query|value|input|out|output|stolen|ssn|card)="
    r"(?!\d{0,6}[)\s&\"'])|\.(?:oast|burpcollaborator|interact|ngrok|requestbin|webhook)|webhook\.site|requestbin|"
    r"\?[a-z0-9+/_%-]{24,}=*\))"
)
_IMAGE = re.compile(
    rf"!\[[^\]\n]{{0,200}}\]\(\s{{0,3}}<?(?:https?:)?//[^)\s]{{0,300}}?{_DATA_IN_URL}|"
    rf"!\[[^\]\n]{{0,200}}\]\(\s{{0,3}}<?(?:https?:)?//[^)\n]{{0,200}}\b(?:replace|insert|data|secret|conversation|"
    rf"history|user)\b[^)\n]{{0,80}}\)"
)
_HTML = re.compile(
    rf"<(?:img|iframe|script|link|object|embed|video|audio|source|form|svg|body|input)\b[^<>\n]{{0,200}}?(?:src|href|"
    rf"data|action|onerror|onload|background)\s{{0,2}}=\s{{0,2}}[\"']?(?:https?:)?//[^>\n]{{0,300}}?(?:{_DATA_IN_URL}"
    rf"|document\.cookie)"
)
_HTML_ANY = re.compile(
    r"<(?:img|iframe|script|object|embed)\b[^>\n]{0,200}?(?:onerror|onload|document\.cookie|fetch\(|xmlhttprequest|"
    r"navigator\.sendbeacon)|javascript:[^\s)]{0,80}(?:fetch|cookie|location)"
)
_REFERENCE = re.compile(
    r"(?:^|\n|\s)\[[^\]\n]{1,60}\]:\s{0,3}<?https?://[^\s]{0,200}?(?:\{|%7b|<[a-z_ ]{2,30}>|\$\{|\[[a-z_ ]{2,30}\])"
)
_IMAGE_ORDER = re.compile(
    r"\b(?:render|display|show|include|add|insert|output|embed|append|draw|load|generate|produce|print|write|create|"
    r"put|use|respond with|reply with|end (?:each|every|your)(?: \w{1,20}){1,2} with)\b[^.!?\n]{0,60}?\b(?:image|img|"
    r"picture|pixel|markdown|link|iframe|badge|icon|gif|banner)\b"
    r"[^!?\n]{0,120}?(?:https?://|//)[^\s]{0,200}?(?:\?|/)[^\n]{0,120}?(?:\{|\[|<|=\s?(?:the|user|all)|\$|encod|"
    r"replac|append|summary|conversation|history|secret|data\b|memor|user'?s|password|query|base64|name|email|prompt|"
    r"chat|last message)"
)
_LINK = re.compile(
    r"(?<!!)\[[^\]\n]{1,200}\]\(\s{0,3}<?https?://[^)\s]{0,300}?[?&/#][\w.\-]{0,40}=?(?:\{(?!id\}|\w{1,20}id\})|\[|"
    r"%7b|<|\$\{|\$\()[^)]{0,80}?(?:secret|data|history|conversation|memor|user|token|password|prompt|chat|key|"
    r"summary|context|message|email|name|card|ssn)"
)
_SHELL = re.compile(
    r"(?:https?://|@|/dev/tcp/|\b(?:curl|wget|nc|fetch|invoke-webrequest)\b)[^\n]{0,200}?(?:\$\((?:cat|env|printenv|"
    r"whoami|id|base64|hostname|history|ls)\b|`(?:cat|env|printenv|whoami)\b|-d\s?@?(?:~|/etc/|\.env|\$home)|"
    r"--data\S{0,10}\s@|\.ssh/|/etc/passwd|aws/credentials|<\s?(?:~|/etc/))"
)

_SENDS = roots(
    "send sends sending post forward email mail e upload transmit exfiltrate deliver submit bcc cc leak relay report "
    "dump sync export copy mirror log push "
    "publish message beacon smuggle embed encode append attach include add insert paste share put write place pass "
    "ping request fetch make"
)
_KEPT = roots(
    "conversation conversations chat chats dialogue discussion history transcript transcripts memory memories "
    "password passwords passphrase credential "
    "credentials api key keys access secret secrets private token tokens ssh cookie cookies session environment env "
    "system prompt instructions personal "
    "sensitive confidential user users customer client owner credit card bank account social security everything all "
    "contact address inbox email context"
)
_PLACES = (
    "http",
    "@",
    "www.",
    "ftp",
    "webhook",
    "telegram",
    "pastebin",
    "ngrok",
    " server",
    " endpoint",
    " url",
    " address",
    " link",
    " site",
    "website",
    " domain",
    " channel",
    ".com",
    ".net",
    ".org",
    ".io",
    ".xyz",
    ".ru",
    ".cn",
    ".top",
    ".info",
    ".co",
    ".app",
    ".dev",
    ".tk",
    ".ml",
    ".me",
)

RULES = (
    ScreeningRule("an image that carries data", _OUT, _IMAGE, Trust.USER, signs=("![",)),
    ScreeningRule("a page element that carries data", _OUT, _HTML, Trust.AGENT, signs=("<",)),
    ScreeningRule(
        "a page element that acts", _OUT, _HTML_ANY, Trust.TOOL,
        (roots("onerror onload document fetch xmlhttprequest navigator javascript"),),
    ),
    ScreeningRule("a reference that carries data", _OUT, _REFERENCE, Trust.AGENT, signs=("]:",)),
    ScreeningRule("a link that carries data", _OUT, _LINK, Trust.AGENT, signs=("](",)),
    ScreeningRule("has an image carry data", _OUT, _IMAGE_ORDER, Trust.USER, signs=("//",), told=True, ordered=True),
    ScreeningRule("has secrets sent", _OUT, _ORDERED, Trust.AGENT, (_SENDS, _KEPT), _PLACES, told=True, ordered=True),
    ScreeningRule(
        "has secrets sent along"
    , _OUT, _ORDERED_AROUND, Trust.AGENT, (_KEPT,), ("http", "@", "www.", "webhook"), told=True, ordered=True),
    ScreeningRule("a command that carries data", _OUT, _SHELL, Trust.TOOL, (roots(
        "curl wget dev https http nc fetch invoke"
    ),), ("$(", "`", "-d", ".ssh/", "/etc/", "aws/credentials", "<")),
)  # fmt: skip
