"""Names that may mean one entity: which pairs a curator is shown, and why. Nothing is merged without a curator.

The reasons stand in the order of how sure they are: what a fact says to be another name, one name in two types,
spelling, a nickname, initials, a handle, one letter, what is known of both, a shared first name, a last name alone.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import reduce
from operator import or_

import numpy as np
from django.db.models import Q

from ...language import may_be_short_for, names_of_one, titles_of_people, words_of_calling
from ...models import Entity, EntityProposal, EntityType, Memory, Namespace, ProposalStatus, name_key
from .entities import may_be_one


@dataclass(frozen=True)
class Suggestion:
    """Two entities that may be one, the one to keep second, and why."""

    entity: Entity
    into: Entity
    reason: str


TOLD_ALIKE = 0.8  # cosine of two summaries, names included; chosen, not measured: a person decides
FACTS_OF_NAMES = 500  # the newest that may tell another name; chosen
SUGGESTION_POOL = 2000  # the most spoken of: duplicates among names said once are found when they are said again


def suggest_duplicates(namespace: Namespace, limit: int = 20) -> list[Suggestion]:
    """Pairs of like names, surest first; never of kinds that cannot be one, nor what a curator told apart."""
    known = Entity.objects.within(namespace).exclude(type=EntityType.URL)
    pool = list(known.order_by("-mention_count", "rowid")[:SUGGESTION_POOL])
    found: dict[tuple[int, int], Suggestion] = {}
    told = EntityProposal.objects.within(namespace).filter(status=ProposalStatus.APART)
    apart = {frozenset(pair) for pair in told.values_list("entity", "into")}

    def suggest(other: Entity, keep: Entity, reason: str) -> None:
        if other.pk == keep.pk or frozenset((other.uid, keep.uid)) in apart:
            return
        if (keep.pk, other.pk) not in found and may_be_one(other, keep):
            found.setdefault((other.pk, keep.pk), Suggestion(other, keep, reason))

    for other, keep, reason in _alike(namespace, pool):
        suggest(other, keep, reason)
    return list(found.values())[:limit]


def _alike(namespace: Namespace, pool: list[Entity]) -> Iterator[tuple[Entity, Entity, str]]:
    """(other, keep, reason), surest first."""
    for other, keep in _said_to_be_one(namespace, pool):
        yield other, keep, "a fact tells both names"
    for reason, key_of, same_type in _LIKENESS:
        groups: dict[str, list[Entity]] = {}
        for entity in pool:
            for key in key_of(entity.name_key):
                groups.setdefault(key, []).append(entity)
        for group in groups.values():
            keep = group[0]
            for other in group[1:]:
                if not (same_type and other.type != keep.type):
                    yield other, keep, reason
    people = [entity for entity in pool if entity.type == EntityType.PERSON]
    yield from _people_alike(people, pool)
    for other, keep in _told_alike(pool):
        yield other, keep, "much the same is known of both"
    for first, group in _by_first_name(people).items():
        for other in group[1:]:
            yield other, group[0], f"the same first name, {first.title()}"
    for short, whole in _by_last_name(people):
        yield short, whole, f"the last name of {whole.canonical_name}"


def _said_to_be_one(namespace: Namespace, pool: list[Entity]) -> list[tuple[Entity, Entity]]:
    """(other, keep) of entities that one of the newest facts of this kind gives two names: "Kasia for short"."""
    says = reduce(or_, (Q(content__icontains=word) for word in words_of_calling()))
    facts = Memory.objects.within(namespace).active().facts().holding().filter(says)
    by_name: dict[str, Entity] = {}
    for entity in pool:
        by_name.setdefault(entity.name_key, entity)
    pairs = []
    for fact in facts.order_by("-rowid").values_list("content", flat=True)[:FACTS_OF_NAMES]:
        for short, whole in names_of_one(fact):
            other, keep = by_name.get(name_key(short)), by_name.get(name_key(whole))
            if other is not None and keep is not None:
                pairs.append((other, keep))
    return pairs


def _people_alike(people: list[Entity], pool: list[Entity]) -> list[tuple[Entity, Entity, str]]:
    """(other, keep, reason) of people by nickname ("Mel" and "Melanie"), initials ("K. Holm", "KH") and handles
    ("kholm", "karin.holm@northwind.example")."""
    pairs: list[tuple[Entity, Entity, str]] = []
    whole: dict[str, list[Entity]] = {}
    for person in people:
        whole.setdefault(_words(person)[0], []).append(person)
    for short in people:
        words = _words(short)
        for full in may_be_short_for(words[0]):
            pairs += [
                (short, person, f"{short.canonical_name} is short for {full.title()}")
                for person in whole.get(full, ()) if _same_rest(words, _words(person))
            ]  # fmt: skip
    forms: dict[str, list[Entity]] = {}
    for person in people:
        for form in _shortened(_words(person)):
            forms.setdefault(form, []).append(person)
    for entity in pool:
        name = entity.name_key.partition("@")[0] if entity.type == EntityType.EMAIL else entity.name_key
        bearers = forms.get("".join(c for c in name if c.isalnum()), [])
        # Of two Karin H.s neither is proposed: the initials do not tell which.
        if len(bearers) == 1 and entity.type in (EntityType.PERSON, EntityType.OTHER, EntityType.EMAIL):
            what = "address" if entity.type == EntityType.EMAIL else "initials or handle"
            pairs.append((entity, bearers[0], f"an {what} of {bearers[0].canonical_name}"))
    return pairs


def _words(person: Entity) -> list[str]:
    return person.name_key.split() or [person.name_key]


def _same_rest(short: list[str], whole: list[str]) -> bool:
    return len(short) == 1 or len(whole) == 1 or short[1:] == whole[1:]


def _shortened(words: list[str]) -> set[str]:
    """What somebody with a first and a last name goes by: "kh", "kholm", "karinh", "karinholm", "holmk"."""
    plain = ["".join(c for c in word if c.isalnum()) for word in words]
    plain = [word for word in plain if word]
    if len(plain) < 2:
        return set()
    first, last = plain[0], plain[-1]
    initials = "".join(word[0] for word in plain)
    return {initials, first[0] + last, first + last[0], "".join(plain), last + first[0], last + first}


def _by_first_name(people: list[Entity]) -> dict[str, list[Entity]]:
    """People one of whom is known by the first name alone: two whole names that begin alike are two people."""
    groups: dict[str, list[Entity]] = {}
    for person in people:
        if len(_words(person)[0]) > 2:
            groups.setdefault(_words(person)[0], []).append(person)
    bare = {first for first, group in groups.items() if any(len(_words(person)) == 1 for person in group)}
    return {first: group for first, group in groups.items() if first in bare and len(group) == 2}


def _by_last_name(people: list[Entity]) -> list[tuple[Entity, Entity]]:
    """(other, keep) of who is known by the last name alone, "Holm" or "Frau Holm", and the one whole name that ends in
    it."""
    bearers: dict[str, list[Entity]] = {}
    for person in people:
        if len(words := _untitled(person)) > 1:
            bearers.setdefault(words[-1], []).append(person)
    alone = ((person, words[0]) for person in people if len(words := _untitled(person)) == 1)
    return [(person, bearers[last][0]) for person, last in alone if len(bearers.get(last, ())) == 1]


def _untitled(person: Entity) -> list[str]:
    words = [word.rstrip(".") for word in _words(person)]
    titles = titles_of_people()
    return words[1:] if len(words) > 1 and words[0] in titles else words


def _told_alike(pool: list[Entity]) -> list[tuple[Entity, Entity]]:
    """(other, keep) of entities of one type whose names and summaries mean nearly the same, nearest first."""
    pairs = []
    for kind in EntityType.values:
        told = [entity for entity in pool if entity.type == kind and entity.embedding]
        lengths = Counter(len(entity.embedding or b"") for entity in told)
        told = [entity for entity in told if len(entity.embedding or b"") == lengths.most_common(1)[0][0]]
        if len(told) < 2:
            continue
        vectors = np.stack([np.frombuffer(entity.embedding or b"", dtype=np.float32) for entity in told])
        cosines = np.triu(vectors @ vectors.T, k=1)
        rows, columns = np.nonzero(cosines >= TOLD_ALIKE)
        pairs += [(float(cosines[i, j]), told[j], told[i]) for i, j in zip(rows, columns, strict=True)]
    return [(other, keep) for _, other, keep in sorted(pairs, key=lambda pair: -pair[0])]


def _whole(key: str) -> list[str]:
    return [key]


def _plain(key: str) -> list[str]:
    """Without what spelling varies in: accents, punctuation, white space."""
    folded = unicodedata.normalize("NFKD", key)
    plain = "".join(c for c in folded if c.isalnum())
    return [plain] if plain else []


def _one_letter_less(key: str) -> list[str]:
    """The name, and with each letter left out: two names share one of these when a letter sets them apart."""
    if len(key) < 5 or any(c.isdigit() for c in key):
        return []
    return list({key, *(key[:i] + key[i + 1 :] for i in range(len(key)))})


_LIKENESS: tuple[tuple[str, Callable[[str], list[str]], bool], ...] = (
    ("the same name in two types", _whole, False),
    ("the same but for punctuation or accents", _plain, True),
    ("one letter apart", _one_letter_less, True),
)
