"""Facts that an answer must not forget, though they share no word with the prompt: `bearing_on`.

For "Plan a dinner for Maya" such a fact is "Maya is allergic to nuts". Only a fact that a person or a curator stated
can be one, and what took the place of such a fact.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from itertools import groupby

from django.utils import timezone

from ...language.base import QuestionCues
from ...language.must_know import Holder, Kin, MustKnow, Urgency
from ...language.words import fold
from ...models import Kind, Memory, Namespace, Trust
from ...search import Scope
from ...search.backends import backend
from ...search.query import Inquiry
from ...similarity import difference, says_the_same

# With 20 and with 80 the stories' build halves answer the same 138 of 145.
FOUND = 40  # by their words, the rarest first, of which those that are must-knows are told
LOOKED_AT = 2_000  # newest facts, among which those on health are looked for: their tags have no index
MOST_TURN_WORDS = 40  # a longer turn tells of more
AT_LEAST = 3  # that are told of, whosoever they are
AT_MOST = 8  # where each is of somebody else
# "When is the dinner?" asks for no help with it.
ONLY_ASKS = frozenset({"time", "number"})
_CAPITALISED = re.compile(r"\b[^\W\d_a-z][^\W\d_]+")


def bearing_on(
    scope: Scope, question: Inquiry, prompt: str, asker: Callable[[], str | None]
) -> tuple[list[Memory], int]:
    """The facts, and turns that no such fact was drawn from: those of whom the prompt names or means, of who asks where
    it says "me", the gravest, of each person one before anybody's second, the newest first, then mere wishes, and last
    the turns of which only what they quote or hand on tells it. And how many of them are to be told: the first few,
    and behind them the first of each further person. No statement where the prompt asks for none, else no more than it
    decides, and fewer where nothing is known. `asker` gives the name of who asks, None where nobody knows it."""
    cues = question.language.cues
    kinds = [kind for kind in cues.must_knows if kind.bears_on(prompt)]
    if not kinds or ONLY_ASKS & question.asks:
        return [], 0
    names = _names(prompt)
    words = list(dict.fromkeys([*(word for kind in kinds for word in kind.words), *names]))
    known = _with_words(scope, words)
    if any(kind.is_of_health for kind in kinds):
        known += _on_health(scope, {memory.pk for memory in known})
    stated = [
        memory for memory in known if _is_said_by_a_person(memory) and any(kind.tells(memory.content) for kind in kinds)
    ]
    if not stated:
        return [], 0
    # In the past they still held.
    found = stated if scope.past else _in_force(scope, stated, kinds)
    meant = _meant(scope, [one for one in cues.kin if one.asked.search(prompt)], found)
    named = {memory.pk for memory in found if names & _names_of(memory)}
    who = _who_asks(found, asker(), cues) if cues.oneself.search(prompt) else None
    if who is not None and cues.with_oneself.search(prompt):
        meant |= {memory.pk for memory in found if _holder(memory, cues) == Holder(who)}
    those = [memory for memory in found if memory.pk in named | meant] if named else found
    facts = [memory for memory in those if memory.kind == Kind.FACT]
    turns = [memory for memory in those if memory.kind == Kind.EPISODE and not _is_told(memory, facts)]

    def standing(memory: Memory) -> tuple[bool, bool, bool, int, bool, int]:
        urgency = cues.urgency(memory.content)
        is_turn = memory.kind == Kind.EPISODE
        handed_on = not any(kind.tells(_own(memory, question)) for kind in kinds)
        is_meant = memory.pk in named | meant
        nearness = 0 if who is None or is_meant else _nearness(memory, who, cues)
        return handed_on, urgency == Urgency.WISH, not is_meant, nearness, is_turn, urgency

    in_order = sorted([*facts, *turns], key=lambda memory: (standing(memory), _newest(memory)))
    return _each_told_of(in_order, standing, cues)


def asker_of(namespace: Namespace, session_id: str | None) -> str | None:
    """The name under which a session's user spoke last; None where nobody did."""
    if not session_id or not namespace.pk:
        return None
    spoken = Memory.objects.within(namespace).episodes().filter(session_id=session_id, role="user").order_by("-rowid")
    return spoken.values_list("source_role", flat=True).first()


def _who_asks(found: Sequence[Memory], name: str | None, cues: QuestionCues) -> str | None:
    """Where the session does not tell it, whoever alone told such things is likely to ask."""
    told_by = {memory.source_role and cues.asker(memory.source_role) for memory in found}
    if name is None and len(told_by) == 1:
        (name,) = told_by
    return None if name is None else cues.asker(name)


def _holder(memory: Memory, cues: QuestionCues) -> Holder:
    return cues.holder(memory.content, memory.source_role, memory.kind == Kind.EPISODE)


def _nearness(memory: Memory, who: str, cues: QuestionCues) -> int:
    """Their own stands first, then what is of somebody of theirs, or what they told of others."""
    of = _holder(memory, cues)
    if of.person == who:
        return 1 if of.kin else 0
    return 1 if cues.asker(memory.source_role) == who else 2


def _each_told_of(
    in_order: Sequence[Memory], standing: Callable[[Memory], tuple[object, ...]], cues: QuestionCues
) -> tuple[list[Memory], int]:
    """Among those that stand alike, of each person the first, then the second; and behind the first few those who are
    not yet told of."""
    fair: list[Memory] = []
    for _, alike in groupby(in_order, key=standing):
        count: Counter[Holder] = Counter()
        places: list[tuple[int, Memory]] = []
        for memory in alike:
            of = _holder(memory, cues)
            places.append((count[of], memory))
            count[of] += 1
        fair += [memory for _, memory in sorted(places, key=lambda place: place[0])]
    first, rest = fair[:AT_LEAST], fair[AT_LEAST:]
    told_of = {_holder(memory, cues) for memory in first}
    further: list[Memory] = []
    others: list[Memory] = []
    for memory in rest:
        of = _holder(memory, cues)
        is_new = of not in told_of and memory.kind == Kind.FACT
        (further if is_new else others).append(memory)
        told_of.add(of)
    return [*first, *further, *others], min(len(first) + len(further), AT_MOST)


def _with_words(scope: Scope, words: Sequence[str]) -> list[Memory]:
    return backend().memories(scope, [rowid for rowid, _ in backend().text_arm(scope, words, FOUND).hits])


def _on_health(scope: Scope, known: Collection[int]) -> list[Memory]:
    """The newest facts on somebody's health beside those that are `known`: no list has every medicine's name."""
    newest = scope.candidates.filter(kind=Kind.FACT).order_by("-rowid").values("pk")[:LOOKED_AT]
    facts = scope.candidates.filter(pk__in=newest, tags__has_item="health").exclude(pk__in=known)
    return list(facts.defer("embedding").order_by("-rowid")[:FOUND])


def _meant(scope: Scope, kin: Sequence[Kin], found: Sequence[Memory]) -> set[int]:
    """The keys of those of `found` that are of whom the prompt means, "the kids": by what they are, or by a name that
    anything known tells to be theirs."""
    if not kin:
        return set()
    of = {memory.pk: _names(memory.content) for memory in found}
    words = [*(word for one in kin for word in one.words), *sorted(set().union(*of.values()))]
    known = [memory.content for memory in _with_words(scope, list(dict.fromkeys(words)))]
    names = {name for one in kin for content in known for name in one.names(content)}
    told = {memory.pk for memory in found if any(one.told.search(memory.content) for one in kin)}
    return told | {pk for pk, named in of.items() if named & names}


def _in_force(scope: Scope, stated: list[Memory], kinds: Sequence[MustKnow]) -> list[Memory]:
    """Those of which nothing was replaced, and in the place of each other one what holds now. A turn goes only where
    all was replaced for which it bears on the prompt."""

    def told(text: str) -> frozenset[str]:
        return frozenset().union(*(kind.tells(text) for kind in kinds))

    replaced = [one for one in backend().replaced(scope, [memory.pk for memory in stated]) if told(one.was)]
    was: dict[int, set[str]] = {}
    ended = [one for one in replaced if one.until <= timezone.now().timestamp()]  # others hold beside what is announced
    for one in ended:
        was.setdefault(one.rowid, set()).update(told(one.was))
    gone = {memory.pk for memory in stated if memory.pk in was and told(memory.content) <= was[memory.pk]}
    kept = [memory for memory in stated if memory.pk not in gone and not memory.gave_way]
    known = {memory.pk for memory in kept}
    now = backend().memories(scope, list(dict.fromkeys(one.by for one in replaced if one.by not in known)))
    # An agent may correct what a person said; what it says by itself is no must-know.
    return kept + [memory for memory in now if memory.trusted >= Trust.AGENT and told(memory.content)]


def _own(memory: Memory, question: Inquiry) -> str:
    """What a memory tells of its speaker's own: a fact is whole."""
    if memory.kind == Kind.FACT:
        return memory.content
    return question.language.said_oneself(memory.content, memory.source_role)


def _is_told(turn: Memory, facts: list[Memory]) -> bool:
    return any(says_the_same(fact.content, turn.content) and not _takes_back(turn, fact) for fact in facts)


def _takes_back(turn: Memory, fact: Memory) -> bool:
    """Whether the turn denies, later, what the fact says: "allergic to walnuts, not hazelnuts"."""
    return turn.event_time > fact.event_time and difference(fact.content, turn.content) == "negation"


def _is_said_by_a_person(memory: Memory) -> bool:
    if memory.trusted < Trust.USER:
        return False
    if memory.kind == Kind.FACT:
        return True
    asks = memory.content.rstrip().endswith("?")
    return memory.role == "user" and memory.content.count(" ") < MOST_TURN_WORDS and not asks


def _names(text: str) -> set[str]:
    return {fold(name) for name in _CAPITALISED.findall(text)}


def _names_of(memory: Memory) -> set[str]:
    return _names(memory.content) | _names(memory.source_role)


def _newest(memory: Memory) -> tuple[float, int]:
    return (-memory.event_time.timestamp(), -memory.pk)
