"""No request of the largest size takes the processor for long: texts drawn at random from what patterns look for.

`BODIES=200 pytest tests/memory/api/test_drawn_bodies.py` tries more, and SEED=7 others.
"""

from __future__ import annotations

import json
import os
import random

import pytest

from tests.pace import is_brief, undisturbed

LONGEST = 2.0  # seconds of the processor
SIZES = (700, 6_000, 34_000)
BODY = 3_400_000  # bytes of a call's texts
FIRST, BODIES = int(os.environ.get("SEED", "0")) * 10_000, int(os.environ.get("BODIES", "5"))
PIECES = [
    # of secrets, addresses and numbers
    "password", "token:", "secret=", "sk-", "ghp_", "AKIA", "eyJhbGciOi", ".eyJ", "-----BEGIN", "KEY-----",
    "4111", "1111 ", "DE89 3704 ", "0044 ", "+49 ", "(0)", "192.168.", "::1", "user@", "example.com", "www.",
    "http://", "https://x.co/", "%20",
    # of orders and of markup
    "ignore", "previous", "instructions", "you ", "must ", "always ", "tell ", "him ", "assistant:", "User: ",
    "system\n", "<|im_start|>", "[INST]", "![", "](", "data:image/", ";base64,", "curl ", "| sh", "rm -rf ",
    "DROP TABLE ", "aGVsbG8=", "QUJD", "deadbeef", "\\u0041", "\\x41", "&amp;", "</", "/>", "<", ">", "{", "}",
    "[", "]", "(", ")", "`", "```", "**", "__", "~~", "|", "||", "---", "===", "# ", "1. ", "- ",
    # of talk
    "I ", "my ", "Maya ", "Porto ", "on ", "2 March ", "next ", "Friday ", "yesterday ", "moved ", "to ",
    "not ", "n't ", "said ", "that ", "0", "12", "x", "A", "ab" * 20, "@", "#", "-", "_", ".", ",", ";", ":",
    "!", "?", "\n", "\t", " ", "  ", "'", '"',
    # of other scripts
    "ä", "é", "ß", "Ж", "д", "中", "文", "あ", "ท", "हि", "א", "ع", "\u200b", "\u202e", "\u0301", "🧠", "🇩🇪",
]  # fmt: skip


def drawn(random_: random.Random) -> str:
    """A text of a few pieces, again and again or in any order; some with a number behind each."""
    size, unit = random_.choice(SIZES), random_.choices(PIECES, k=random_.randint(1, 7))
    in_order, numbered = random_.random() < 0.5, random_.random() < 0.5
    parts: list[str] = []
    length = 0
    while length < size:
        part = "".join(unit if in_order else random_.choices(unit, k=6)) + (str(len(parts)) if numbered else "")
        parts.append(part)
        length += len(part.encode())
    return "".join(parts).encode()[:size].decode(errors="ignore").strip() or "x"


@pytest.mark.timed
@pytest.mark.parametrize("seed", range(FIRST, FIRST + BODIES))
def test_texts_drawn_at_random_take_two_seconds_of_the_processor_at_most(api, seed):
    random_ = random.Random(seed)
    text, role = drawn(random_), random_.choice(["user", "assistant", "tool"])
    count = min(100, BODY // len(json.dumps(text, ensure_ascii=False).encode()))
    (turn,) = api.say("s0", "so it is")
    calls = iter(range(1_000))
    turns = [{"role": role, "content": f"{number} {text}"} for number in range(count)]
    many, page, long = (text * 10)[:8_000], (text * 10)[:60_000], (text * 8)[:200_000]

    def sent(path, body, *others):
        raw = json.dumps(body, ensure_ascii=False).encode()
        assert len(raw) < 4 << 20
        assert api.post(path, raw).status_code in {200, 201, *others}

    def facts():
        call = next(calls)
        told = [{"content": f"{call} {number:03} {text}", "source_ids": [turn]} for number in range(count)]
        sent("/tools/save_facts_batch", {"session_id": "s0", "facts": told})

    asked = {
        "turns": lambda: sent(f"/sessions/t{next(calls)}/messages", {"messages": turns}),
        "facts": facts,
        "a long fact": lambda: sent("/memories", {"content": f"{next(calls)} {long}"}, 409, 422),
        "a search": lambda: sent("/memories/search", {"query": many}),
        "a context": lambda: sent("/context", {"prompt": page}),
    }
    with undisturbed():
        slow = [name for name, send in asked.items() if not is_brief(send, LONGEST)]
    assert not slow, (slow, text[:80])
