"""Promise 12: any text is a valid query.

Most texts are asked of the text arm alone, by the way that a search takes them there; every 25th is a whole search or a
context block, and every 100th is sent over HTTP. A part that was left out because it failed (`degraded`) is an error
too. Words that are stored are found again between whatever stands around them: an arm that answers nothing to all of it
would make no error either.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from datetime import timedelta

from django.test import Client

from maintenance.consolidation import consolidate_pending
from memory import background
from memory.language import of_query
from memory.models import ALL, ApiKey, Memory
from memory.search import ARM_DEPTH, Filters, Scope
from memory.search.backends import backend
from memory.search.query import terms
from memory.services import embeddings
from memory.services.handing import context, retrieval
from memory.services.learning import saving
from memory.services.memories import facts
from memory.services.talk import sessions
from memory.text import cut_query

from . import store
from .outcome import Outcome

WHOLE = 25  # every so many texts one goes through a whole search
BY_HTTP = 100

# What the full-text index, its tokenizer, SQL, JSON and regular expressions read as something else than a word.
PIECES = (
    '"', '""', '"""', "'", "''", "*", "^", ":", "+", "-", "(", ")", "((", "{", "}", "[", "]", ",", ".", ";", "--", "/*",
    "AND", "OR", "NOT", "NEAR", "NEAR(", "NEAR(a b, 2)", "near", "and", "content:", "scope:", "scope : n1", "rowid",
    "- content :", "{content scope} :", "a*", '"a" *', "^a", "a + b", "rank", "MATCH", "memories_fts", "bm25(", "%",
    "%s", "_", "\\", "\\u0000", "\x00", "\ud800", "\udfff", "\ufeff", "\ufffe", "\u200d", "\u200b", "\u00ad", "\u0301",
    "\u0301\u0301\u0301", "\u0345", "\u202e", "\U000e0041", "\U0001f468\u200d\U0001f469\u200d\U0001f467", "\U0001e922",
    "İ", "ı", "ß", "ﬁ", "ſ", "Σς", "K", "Å", "한국", "日本語", "ไทย", "हिन्दी", "العربية", "עברית", "một", "йод", "ǅ",
    "²", "½", "Ⅷ", "①", "٣", "９", "1e999", "NaN", "NULL", "0x1F", "-1", "9223372036854775808", "' OR 1=1 --",
    "); DROP TABLE memories; --", "{{7*7}}", "$x", "a.b", "http://[::1", "@", "@ann", "#", "#p1", "\t", "\n", "\r\n",
    "\x0b", "\x1c", "\x85", "\u2028", "\xa0", "\u3000", "(?:", "(a+)+$", "last Friday", "in June 99999", "31 February",
    "2026-13-45", "who", "when did", "what does Ann", "I", "you", "the", "?",
)  # fmt: skip
WORDS = ("Bson", "Bville", "Ann", "tea", "zanzibar", "hazelnuts", "harbour")


def run(quick: bool) -> Outcome:
    outcome = Outcome()
    chance = random.Random(12)
    with store.fresh():
        _fill()
        asked = _Asked()
        for number in range(2_000 if quick else 100_000):
            text = hostile(chance)
            outcome.cases += 1
            try:
                asked.one(number, text, chance)
            except Exception as error:  # whatever a query raises is what is looked for
                outcome.broken.append(f"{type(error).__name__}: {error} for {text[:200]!r}")
        background.flush()
        outcome.broken += store.unsound()
    told = ", ".join(f"{number:,} × {way}" for way, number in asked.ways.items())
    outcome.note = f"{outcome.cases:,} texts ({told}): {len(outcome.broken)} errors"
    return outcome


def hostile(chance: random.Random) -> str:
    """One text: pieces and any characters, glued or apart; now and then longer than whatever looks at it."""
    dice = chance.random()
    if dice < 0.01:
        return chance.choice(PIECES) * chance.choice([500, 5_000, 20_000])
    parts = []
    for _ in range(chance.choice([0, 1, 2, 3, 5, 8, 30]) if dice < 0.98 else 400):
        kind = chance.random()
        if kind < 0.6:
            parts.append(chance.choice(PIECES))
        elif kind < 0.75:
            parts.append(chance.choice(WORDS))
        else:
            first, last = chance.choice([(0, 0x80), (0x80, 0x3000), (0x3000, 0x20000), (0xD800, 0xE000), (0, 0x110000)])
            parts.append(chr(chance.randrange(first, last)))
    return chance.choice(["", " ", " "]).join(parts)


def _fill() -> None:
    """Facts, turns and a retired fact of two namespaces, some with words that are hostile themselves."""
    for session in range(4):
        store.say(f"s{session}", *[f"{store.claim(session * 5 + n)} Ask @ann about #p{n}" for n in range(5)])
    store.say("odd", *[f"Ann drinks zanzibar tea {piece}" for piece in PIECES if piece.isprintable()][:60])
    store.say("theirs", "I moved to Bville with hazelnuts.", name="acme/bob")
    sessions.complete_all()
    consolidate_pending()
    for text in ("Ann is allergic to hazelnuts.", "Ann sails from the harbour."):
        saving.remember(store.home(), text, actor=store.AGENT)
    retired = Memory.objects.across(ALL).facts().active().filter(content__contains="harbour").get()
    facts.retire(store.home(), retired.uid, actor=store.AGENT)
    while embeddings.drain():
        pass


class _Asked:
    """The ways that a text is asked by, and how often each was."""

    def __init__(self) -> None:
        home = store.home()
        self.scopes = (
            Scope(home), Scope(home, "fact"), Scope(home, "episode"), Scope(home, valid_at=store.START),
            Scope(home, "fact", known_at=store.START + timedelta(days=1)),
            Scope(home, filters=Filters(tags=("biography",), exclude_session_id="s1")),
        )  # fmt: skip
        self.known = [(word, bool(self._found(Scope(home), word))) for word in WORDS]
        _, key = ApiKey.objects.issue("torture", pattern=store.HOME, scopes=["read"])
        headers = {"Authorization": f"Bearer {key}"}
        self.http = Client(raise_request_exception=False, headers=headers, SERVER_NAME="127.0.0.1")
        self.ways = dict.fromkeys(("the text arm", "whole search", "block", "HTTP"), 0)

    def one(self, number: int, text: str, chance: random.Random) -> None:
        way: tuple[str, Callable[[str], None]]
        if number % BY_HTTP == BY_HTTP - 1:
            way = ("HTTP", self._by_http)
        elif number % (2 * WHOLE) == WHOLE:
            way = ("block", self._block)
        elif number % WHOLE == 0:
            way = ("whole search", self._whole)
        else:
            way = ("the text arm", lambda said: self._arm(said, number, chance))
        self.ways[way[0]] += 1
        way[1](text)

    def _arm(self, text: str, number: int, chance: random.Random) -> None:
        found = self._found(self.scopes[number % len(self.scopes)], text)
        assert len(found) <= ARM_DEPTH
        if number % 10 == 0:
            # Where it stands first it is within all limits.
            word, stored = chance.choice(self.known)
            assert stored <= bool(self._found(self.scopes[0], f"{word} {text}")), f"{word} is not found"

    @staticmethod
    def _found(scope: Scope, text: str) -> list[tuple[int, float]]:
        """As `memory.search.look` asks the text arm."""
        said = cut_query(text)
        words = terms(said, of_query(scope.namespace.own.language, said))
        return backend().text_arm(scope, words, ARM_DEPTH).hits

    @staticmethod
    def _whole(text: str) -> None:
        found = retrieval.search(store.home(), text, limit=5, record=False)
        assert not found.degraded, found.degraded

    @staticmethod
    def _block(text: str) -> None:
        made = context.build(store.home(), text, session_id="asking")
        assert not made.degraded, made.degraded

    def _by_http(self, text: str) -> None:
        body = json.dumps({"query": text})
        answer = self.http.post("/api/v1/memories/search", body, content_type="application/json")
        # A text that nobody could have sent as UTF-8, or stored, is refused in words; nothing else is.
        refusable = not text.strip() or any(c == "\x00" or "\ud800" <= c <= "\udfff" for c in text)
        assert answer.status_code == 200 or (refusable and answer.status_code == 422), answer.content
        if answer.status_code == 200:
            assert not answer.json()["degraded"], answer.content
