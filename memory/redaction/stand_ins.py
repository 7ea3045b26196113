"""What stands for a secret in an example, a program or a page of help, and is none: `is_stand_in`. Pure."""

from __future__ import annotations

import re

# In lower case: a variable, a template, a tag of YAML, a reference to where the secret is, a mask.
_REFERS = re.compile(
    r"[$<{(*\[]|%[\w(]|!(?:vault|ref|sub|secret|env|getatt)\b|~?\.{0,2}/|[a-z]:\\|@/|"
    r"(?:file|env|op|vault|ssm|arn|keyring|secretsmanager|secretref|https?):|enc\[|"
    r"(?:os|process|env|environ|settings|config|conf|cfg|self|this|args|opts?|options|var|local|data|secrets?|request|req|"
    r"res|ctx|props|params|import|module|vault|user|form|body|input|app|st|getenv|get)(?:\.|\[|\(|::|->)"
)
_CALL = re.compile(r"[A-Za-z_][\w.]{0,60}(?:\([\w.=\"', \[\]]{0,100}\)?;?|\[)")
_NAME = re.compile(r"[A-Z][A-Z0-9]{0,30}(?:_[A-Z0-9]{1,30}){1,8}")  # of a variable, as in "YOUR_SECRET"
# … "your-api-key-here", "replace_me_123", "xxxx", "..."
_FILLS = re.compile(
    r"(?:(?:your|change|replace|insert|enter|put|fill|add|set|use|paste|generate)(?:[_-]|me\b|this\b|it\b|$)|your|"
    r"changeme|replaceme|(?:placeholder|redacted|dummy|example|sample|todo|tbd|fixme|foo|foobar|x{3,})(?![a-z])|…|\.{2,}|_{3,}|-{3,}|"
    r"#{3,}|abc(?:123)?$|(?:new|old|my|the|some|db|user|test|current|confirm|hashed|encrypted|plain)?[_-]?"
    r"(?:passw(?:or)?d|passwort|passphrase|pass|pwd|pw|secret|token|(?:api)?[_-]?key|credentials?|value|hash)s?\d{0,2}$)"
)
# What a form asks of a value: "required|min:8".
_ASKS = re.compile(
    r"(?=[^|]{1,30}\|)(?:(?:required|nullable|string|sometimes|filled|present|confirmed|bail|min|max|size|between|regex|"
    r"different|same|current_password|hash|alpha_num|in)(?::[\w,./-]{1,40})?(?:\||$)){2,12}",
    re.I,
)
_WORDS = frozenset(
    "true false yes no on off none null nil undefined empty blank string str int integer text varchar bool boolean "
    "number bytes any optional required default hidden masked removed omitted disabled enabled here see same ok".split()
)


def is_stand_in(value: str) -> bool:
    """Whether `value`, which stands where settings or a program give a secret, only stands for one."""
    bare = value.strip("\"'`.,;")
    lower = bare.lower()
    return bool(
        not bare
        or lower in _WORDS
        or _REFERS.match(lower)
        or _FILLS.match(lower)
        or ("|" in bare and _ASKS.fullmatch(bare))
        or ("_" in bare and _NAME.fullmatch(bare))
        or (("(" in bare or "[" in bare) and _CALL.fullmatch(bare))
    )
