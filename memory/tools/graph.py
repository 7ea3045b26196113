"""The tools of the protocol's reference server `server-memory`, by its names: a graph of entities, their observations
and relations, kept as facts. An agent that knows that server finds the same here, and the rest of the memory knows it.

An entity is a fact that says what it is, an observation one that names its entity, a relation one that names both. What
the memory takes for a repetition of a fact is not added; what a later fact replaced, or what faded, is no longer there.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any

from django.conf import settings
from pydantic import BaseModel, ConfigDict, Field

from ..models import Memory, Trust
from ..presentation import MAX_ANSWER_BYTES
from ..redaction import mask
from ..services.errors import InvalidInput, TooLarge
from ..services.learning import saving
from ..services.learning.saving import FactInput, Outcome
from ..services.memories import facts
from . import answers as tool_answers
from .registry import Arguments, Bench, Effect, ToolSet, tool

TAG = "graph"  # the tag of these facts, and the attribute that holds their parts
MOST_SHOWN = 5000  # facts of one answer
# Retiring moves a text from one index to another while other writers wait.
MOST_RETIRED, MOST_RETIRED_BYTES = 100, 128 << 10
Name = Annotated[str, Field(min_length=1, max_length=200)]
Text = Annotated[str, Field(min_length=1, max_length=10_000)]
Names = Annotated[list[Name], Field(max_length=settings.MEMORY_MAX_BATCH)]
Json = dict[str, Any]


class GraphPart(BaseModel):
    model_config = ConfigDict(extra="forbid", populate_by_name=True)


class GraphEntity(GraphPart):
    name: Name
    entityType: Name
    observations: list[Text] = Field(max_length=settings.MEMORY_MAX_BATCH)


class GraphRelation(GraphPart):
    source: Name = Field(alias="from", description="The name of the entity where the relation starts.")
    target: Name = Field(alias="to", description="The name of the entity where the relation ends.")
    relationType: Name = Field(description="In the active voice, as in `works_at`.")


class Observed(GraphPart):
    entityName: Name
    contents: list[Text] = Field(max_length=settings.MEMORY_MAX_BATCH)


class Unobserved(GraphPart):
    entityName: Name
    observations: list[Text] = Field(max_length=settings.MEMORY_MAX_BATCH)


@dataclass
class Node:
    """An entity as the facts tell it: the id of its `own` fact, and those of its observations, by what they say."""

    type: str
    own: str | None = None
    facts: dict[str, str] = field(default_factory=dict)


@dataclass
class Graph:
    nodes: dict[str, Node]
    relations: dict[tuple[str, str, str], str]

    def shown(self, names: Sequence[str]) -> tool_answers.GraphJson:
        """The entities `names`, and the relations that begin or end at them."""
        known = set(names)
        return _bounded({
            "entities": [
                {"name": name, "entityType": self.nodes[name].type, "observations": [*self.nodes[name].facts]}
                for name in names
            ],
            "relations": [_relation(key) for key in self.relations if known & {key[0], key[1]}],
        })  # fmt: skip


def _bounded(answer: tool_answers.GraphJson) -> tool_answers.GraphJson:
    """Raises TooLarge."""
    if len(json.dumps(answer, ensure_ascii=False).encode()) > MAX_ANSWER_BYTES:
        raise TooLarge(f"The answer would have more than {MAX_ANSWER_BYTES:,} bytes: ask for fewer with open_nodes.")
    return answer


def _graph(bench: Bench) -> Graph:
    """All of it, oldest first. Raises TooLarge.

    Whoever may write facts can give one the tag and the attribute: what has not the shape of a part is none.
    """
    rows = Memory.objects.within(bench.namespace).facts().active().readable().tagged([TAG])
    graph = Graph({}, {})
    found = list(rows.order_by("rowid").values_list("uid", "attributes")[: MOST_SHOWN + 1])
    if len(found) > MOST_SHOWN:
        raise TooLarge(f"The graph holds more than {MOST_SHOWN} facts: use search_memory.")
    for uid, attributes in found:
        match attributes.get(TAG):
            case {"from": str(source), "to": str(target), "relationType": str(kind)}:
                graph.relations[source, target, kind] = uid
            case {"name": str(name), "entityType": str(kind), "observation": str(said)}:
                graph.nodes.setdefault(name, Node(kind)).facts[said] = uid
            case {"name": str(name), "entityType": str(kind), **rest} if "observation" not in rest:
                graph.nodes.setdefault(name, Node(kind)).own = uid
    return graph


def _entity_fact(name: str, kind: str) -> FactInput:
    # Each alone: what follows a secret in the sentence may hide it.
    return _fact(f"{mask(name).text} is of the type {mask(kind).text}.", {"name": name, "entityType": kind})


def _observation_fact(name: str, kind: str, said: str) -> FactInput:
    text = said if name in said else f"{mask(name).text}: {said}"
    return _fact(text, {"name": name, "entityType": kind, "observation": said})


def _relation_fact(relation: GraphRelation) -> FactInput:
    # With a blank in the place of "_" nobody would know a token for what it is.
    kind = mask(relation.relationType).text.replace("_", " ")
    text = f"{relation.source} {kind} {relation.target}."
    return _fact(text, _relation((relation.source, relation.target, relation.relationType)))


def _relation(key: tuple[str, str, str]) -> Any:
    return {"from": key[0], "to": key[1], "relationType": key[2]}


def _fact(text: str, part: Any) -> FactInput:
    return FactInput(text, tags=[TAG], attributes={TAG: dict(part)})


def _stated(wanted: list[FactInput]) -> list[FactInput]:
    """Raises TooLarge."""
    if len(wanted) > settings.MEMORY_MAX_BATCH:
        raise TooLarge(f"at most {settings.MEMORY_MAX_BATCH} facts a call")
    return wanted


def _kept(bench: Bench) -> list[Json]:
    """Save what was prepared; answers the parts of what is in the graph now and was not before."""
    added = []
    saved_all = saving.save_batch(bench.written_namespace, bench.prepared, actor=bench.actor)
    for fact, saved in zip(bench.prepared, saved_all, strict=True):
        if saved.outcome is Outcome.REPEATED:
            if TAG in saved.memory.attributes or saved.memory.trusted == Trust.CURATOR:
                continue
            # The memory knew it already, outside of the graph.
            facts.edit(
                bench.namespace, saved.memory.uid, actor=bench.actor, tags=[*saved.memory.tags, TAG],
                attributes={**saved.memory.attributes, **fact.attributes},
            )  # fmt: skip
        if saved.outcome is not Outcome.QUARANTINED:
            added.append(fact.attributes[TAG])
    return added


def _retired(bench: Bench, uids: Collection[str]) -> tool_answers.GraphDoneJson:
    """Raises TooLarge, and nothing is retired."""
    rows = Memory.objects.within(bench.namespace).filter(uid__in=list(uids)[: MOST_RETIRED + 1])
    size = sum(len(content.encode()) for content in rows.values_list("content", flat=True))
    if len(uids) > MOST_RETIRED or size > MOST_RETIRED_BYTES:
        raise TooLarge(
            f"These are more than {MOST_RETIRED} facts or {MOST_RETIRED_BYTES:,} bytes of them, the most that one call "
            "retires: delete some observations or relations first."
        )
    for uid in uids:
        facts.retire(bench.namespace, uid, actor=bench.actor)
    return {"success": True, "message": f"{len(uids)} facts are retired."}


class CreateEntities(Arguments):
    entities: list[GraphEntity] = Field(max_length=settings.MEMORY_MAX_BATCH)


def _entities_stated(bench: Bench, asked: CreateEntities) -> list[FactInput]:
    known = _graph(bench).nodes
    new: dict[str, GraphEntity] = {}
    for one in asked.entities:
        if one.name not in known:
            new.setdefault(one.name, one)
    wanted: list[FactInput] = []
    for one in new.values():
        wanted.append(_entity_fact(one.name, one.entityType))
        wanted += [_observation_fact(one.name, one.entityType, said) for said in dict.fromkeys(one.observations)]
    return _stated(wanted)


@tool(CreateEntities, scope="write", effect=Effect.ADDS, set=ToolSet.GRAPH, states=_entities_stated)
def create_entities(bench: Bench, asked: CreateEntities) -> tool_answers.GraphEntitiesJson:
    """Create new entities in the knowledge graph, each with its observations. Entities that are there already stay as
    they are, and are not answered."""
    _kept(bench)
    graph = _graph(bench)
    new = dict.fromkeys(fact.attributes[TAG]["name"] for fact in bench.prepared)
    return {"entities": graph.shown([name for name in new if name in graph.nodes])["entities"]}


class CreateRelations(Arguments):
    relations: list[GraphRelation] = Field(max_length=settings.MEMORY_MAX_BATCH)


def _relations_stated(bench: Bench, asked: CreateRelations) -> list[FactInput]:
    known = _graph(bench).relations
    new = {(one.source, one.target, one.relationType): one for one in asked.relations}
    return _stated([_relation_fact(one) for key, one in new.items() if key not in known])


@tool(CreateRelations, scope="write", effect=Effect.ADDS, set=ToolSet.GRAPH, states=_relations_stated)
def create_relations(bench: Bench, asked: CreateRelations) -> tool_answers.GraphRelationsJson:
    """Create new relations between entities of the knowledge graph, in the active voice. Both must be there."""
    known = _graph(bench).nodes
    for relation in asked.relations:
        for name in (relation.source, relation.target):
            if name not in known:
                raise InvalidInput(f"Entity with name {name} not found", "relations")
    return {"relations": _kept(bench)}  # type: ignore[typeddict-item]


class AddObservations(Arguments):
    observations: list[Observed] = Field(max_length=settings.MEMORY_MAX_BATCH)


def _observations_stated(bench: Bench, asked: AddObservations) -> list[FactInput]:
    nodes = _graph(bench).nodes
    return _stated([
        _observation_fact(one.entityName, nodes[one.entityName].type, said)
        for one in asked.observations
        if one.entityName in nodes
        for said in dict.fromkeys(one.contents)
        if said not in nodes[one.entityName].facts
    ])  # fmt: skip


@tool(AddObservations, scope="write", effect=Effect.ADDS, set=ToolSet.GRAPH, states=_observations_stated)
def add_observations(bench: Bench, asked: AddObservations) -> tool_answers.GraphAddedJson:
    """Add new observations to entities of the knowledge graph. Those that are there already are not answered."""
    known = _graph(bench).nodes
    for one in asked.observations:
        if one.entityName not in known:
            raise InvalidInput(f"Entity with name {one.entityName} not found", "observations")
    added = _kept(bench)
    return {
        "results": [
            {
                "entityName": one.entityName,
                "addedObservations": [part["observation"] for part in added if part["name"] == one.entityName],
            }
            for one in asked.observations
        ]
    }


class DeleteEntities(Arguments):
    entityNames: Names


@tool(DeleteEntities, scope="write", effect=Effect.REPLACES, set=ToolSet.GRAPH)
def delete_entities(bench: Bench, asked: DeleteEntities) -> tool_answers.GraphDoneJson:
    """Delete entities and their relations from the knowledge graph. A person can restore what was known."""
    graph, gone = _graph(bench), set(asked.entityNames)
    uids = [
        uid
        for name in gone & graph.nodes.keys()
        for uid in (graph.nodes[name].own, *graph.nodes[name].facts.values())
        if uid is not None
    ]
    return _retired(bench, uids + [uid for key, uid in graph.relations.items() if gone & {key[0], key[1]}])


class DeleteObservations(Arguments):
    deletions: list[Unobserved] = Field(max_length=settings.MEMORY_MAX_BATCH)


@tool(DeleteObservations, scope="write", effect=Effect.REPLACES, set=ToolSet.GRAPH)
def delete_observations(bench: Bench, asked: DeleteObservations) -> tool_answers.GraphDoneJson:
    """Delete observations of entities from the knowledge graph. A person can restore them."""
    nodes = _graph(bench).nodes
    return _retired(bench, {
        uid
        for one in asked.deletions
        if one.entityName in nodes
        for said, uid in nodes[one.entityName].facts.items()
        if said in one.observations
    })  # fmt: skip


class DeleteRelations(Arguments):
    relations: list[GraphRelation] = Field(max_length=settings.MEMORY_MAX_BATCH)


@tool(DeleteRelations, scope="write", effect=Effect.REPLACES, set=ToolSet.GRAPH)
def delete_relations(bench: Bench, asked: DeleteRelations) -> tool_answers.GraphDoneJson:
    """Delete relations from the knowledge graph. A person can restore them."""
    wanted = {(one.source, one.target, one.relationType) for one in asked.relations}
    return _retired(bench, [uid for key, uid in _graph(bench).relations.items() if key in wanted])


class ReadGraph(Arguments):
    pass


@tool(ReadGraph, scope="read", effect=Effect.READS, set=ToolSet.GRAPH)
def read_graph(bench: Bench, asked: ReadGraph) -> tool_answers.GraphJson:
    """Read the whole knowledge graph: all entities with their observations, and all relations."""
    graph = _graph(bench)
    shown = graph.shown([*graph.nodes])
    return _bounded({"entities": shown["entities"], "relations": [_relation(key) for key in graph.relations]})


class SearchNodes(Arguments):
    query: Text = Field(description="What stands in an entity's name, its type or an observation.")


@tool(SearchNodes, scope="read", effect=Effect.READS, set=ToolSet.GRAPH)
def search_nodes(bench: Bench, asked: SearchNodes) -> tool_answers.GraphJson:
    """Search the knowledge graph for entities that have these words in their name, their type or an observation."""
    graph, wanted = _graph(bench), asked.query.lower()
    return graph.shown(
        [
            name
            for name, node in graph.nodes.items()
            if any(wanted in text.lower() for text in (name, node.type, *node.facts))
        ]
    )


class OpenNodes(Arguments):
    names: Names


@tool(OpenNodes, scope="read", effect=Effect.READS, set=ToolSet.GRAPH)
def open_nodes(bench: Bench, asked: OpenNodes) -> tool_answers.GraphJson:
    """Open entities of the knowledge graph by their names, with the relations that begin or end at them."""
    graph = _graph(bench)
    return graph.shown([name for name in graph.nodes if name in asked.names])
