"""Merges, splits, renamings, types and names of entities in any order, with undos in odd orders between them. After
each undo the store is as the changes that hold make it by themselves, and a refusal changes nothing."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.db import transaction

from memory.models import Entity, EntityAlias, Event, EventKind, Memory, MemoryEntity, Namespace
from memory.services.errors import MemoryServiceError, StateConflict
from memory.services.graph import entities, entity_undoing, linking
from tests.store import CURATOR, know

# Of these any two may be one.
KINDS = ("person", "project", "other")
# (name, type, aliases, numbers of the memories that speak of it)
WORLD = (
    ("ann", "person", ("al", "acme"), (0, 1, 2)), ("bob", "person", ("bobby",), (2, 3)),
    ("lab", "project", ("acme", "al"), (0, 3, 4)), ("rex", "other", ("rx", "bobby"), (1, 4, 5)),
    ("bob", "other", (), (2, 5)),
)  # fmt: skip
NAMES = ("ann", "al", "acme", "bobby", "rex", "mia", "kit")
STEPS = 30

Act = tuple[Any, ...]  # a verb, the label of an entity, and what more the verb needs


@dataclass
class Story:
    """The changes in their order, which of them hold, and which change an event makes hold or not."""

    acts: list[Act] = field(default_factory=list)
    holds: list[bool] = field(default_factory=list)
    told: dict[int, tuple[int, bool]] = field(default_factory=dict)  # seq: (number of the act, whether it holds by it)

    def first_told(self, number: int) -> int:
        return min(seq for seq, (act, _) in self.told.items() if act == number)


@pytest.fixture
def memories(namespace: Namespace) -> list[Memory]:
    said = ("a boat", "the roof", "two lamps", "some tea", "an oar", "old maps")
    return [know(namespace, f"There was talk of {what}.") for what in said]


def settle(namespace: Namespace, memories: list[Memory]) -> dict[str, str]:
    """The first state; answers the public id of each entity by its label."""
    labels = {}
    for number, (name, kind, aliases, spoken) in enumerate(WORLD):
        entity = Entity.objects.create(namespace=namespace, canonical_name=name, type=kind)
        for alias in aliases:
            EntityAlias.objects.create(entity=entity, alias=alias, origin="agent")
        MemoryEntity.objects.bulk_create([MemoryEntity(memory=memories[at], entity=entity) for at in spoken])
        linking.recount([entity.pk])
        labels[f"{number}"] = entity.uid
    return labels


def state(namespace: Namespace) -> dict[tuple[str, str], Any]:
    return {
        (one.canonical_name, one.type): (
            sorted(one.aliases.values_list("alias", "type", "origin")),
            sorted(one.memories.values_list("pk", flat=True)), one.mention_count,
        )
        for one in Entity.objects.within(namespace)
    }  # fmt: skip


def do(namespace: Namespace, number: int, act: Act, labels: dict[str, str]) -> None:
    verb, uid = act[0], labels[act[1]]
    if verb == "merge":
        one, into = (entities.get_entity(namespace, uid) for uid in (uid, labels[act[2]]))
        names = [one.name_key, *one.aliases.values_list("alias_key", flat=True)]
        with_third = [entities.holder(namespace, [name], into.type, but=one) for name in names]
        if any(found is not None and found[1] != into for found in with_third):
            raise StateConflict("the name stays with a third: whether it does is more than one change's matter")
        entities.merge(namespace, uid, into.uid, actor=CURATOR)
    elif verb == "split":
        aliases, spoken, name, kind = act[2:]
        made = entities.split(namespace, uid, list(aliases), list(spoken), actor=CURATOR, name=name, kind=kind)
        labels[f"made {number}"] = made.uid
    elif verb == "alias":
        entities.add_alias(namespace, uid, act[2], actor=CURATOR)
    elif verb == "unalias":
        entities.remove_alias(namespace, uid, act[2], actor=CURATOR)
    else:
        name, kind = act[2:]
        called = name or entities.get_entity(namespace, uid).canonical_name
        entities.rename(namespace, uid, called, kind=kind, actor=CURATOR)


def any_act(chance: random.Random, namespace: Namespace, labels: dict[str, str]) -> Act:
    alive = {label: one for label, uid in labels.items() if (one := Entity.everything.filter(uid=uid).first())}
    label = chance.choice(sorted(alive))
    one = alive[label]
    aliases = sorted(one.aliases.values_list("alias", flat=True))
    verb = chance.choice(("merge", "merge", "split", "split", "rename", "retype", "alias", "unalias"))
    if verb == "merge":
        return verb, label, chance.choice(sorted(alive))
    if verb == "split":
        spoken = sorted(one.memories.values_list("uid", flat=True))
        taken = tuple(chance.sample(aliases, chance.randint(0, len(aliases))))
        moved = tuple(chance.sample(spoken, chance.randint(0, len(spoken))))
        return verb, label, taken, moved, chance.choice((*NAMES, *aliases)), chance.choice(KINDS)
    others = [kind for kind in KINDS if kind != one.type]
    if verb == "rename":
        names = [name for name in (*NAMES, *aliases) if name != one.canonical_name]
        return verb, label, chance.choice(names), chance.choice((None, *others))
    if verb == "retype":
        return verb, label, None, chance.choice(others)
    return verb, label, chance.choice((*NAMES, *aliases))


def held_alone(namespace: Namespace, memories: list[Memory], story: Story) -> dict[tuple[str, str], Any]:
    """What the changes that hold make of the first state by themselves; nothing where one of them needs a name that was
    free for a time only, by one that does not hold."""
    with transaction.atomic():
        Entity.objects.within(namespace).delete()
        labels = settle(namespace, memories)
        try:
            for number, act in enumerate(story.acts):
                if story.holds[number]:
                    do(namespace, number, act, labels)
        except StateConflict:
            made = {}
        else:
            made = state(namespace)
        transaction.set_rollback(True)
    return made


def newest(namespace: Namespace) -> Event:
    return Event.objects.within(namespace).order_by("-seq").first() or Event(seq=0)


@pytest.mark.parametrize("seed", range(12))
def test_an_undo_leaves_what_the_other_changes_make_alone(namespace, memories, seed):
    chance, story = random.Random(seed), Story()
    labels = settle(namespace, memories)
    first = state(namespace)
    done = refused = 0
    tangled = False
    for _ in range(STEPS):
        before, upto = state(namespace), newest(namespace).seq
        undoes = story.told and chance.random() < 0.5
        try:
            if undoes:
                seq = chance.choice(sorted(story.told))
                entity_undoing.undo(namespace, seq, actor=CURATOR)
            else:
                act = any_act(chance, namespace, labels)
                do(namespace, len(story.acts), act, labels)
        except MemoryServiceError:
            assert (state(namespace), newest(namespace).seq) == (before, upto)
            refused += 1
            continue
        event = newest(namespace)
        if undoes:
            number, held = story.told[seq]
            story.holds[number] = not held
            if event.kind not in (EventKind.UNMERGED, EventKind.UNSPLIT):
                story.told[event.seq] = number, not held
            alone = held_alone(namespace, memories, story)
            assert not alone or state(namespace) == alone, (story, seq)
            tangled = tangled or not alone
            done += 1
        elif event.seq > upto:
            story.told[event.seq] = len(story.acts), True
            story.acts.append(act)
            story.holds.append(True)
        assert not linking.miscounted().exists()
    assert done
    assert refused

    assert {memory for _, spoken, _ in state(namespace).values() for memory in spoken} == {one.pk for one in memories}
    if tangled:
        return
    for number in reversed(range(len(story.acts))):
        if story.holds[number]:
            entity_undoing.undo(namespace, story.first_told(number), actor=CURATOR)
    assert state(namespace) == first
