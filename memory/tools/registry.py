"""What a tool is: a name, a description, a pydantic model of its arguments, and a function from a bench (whose memory,
and who asks) and the arguments to a JSON object."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, StrEnum
from functools import cached_property, partial
from typing import Annotated, Any, get_type_hints

from pydantic import AliasChoices, BaseModel, ConfigDict, Field, TypeAdapter, model_validator

from .. import answers, presentation
from ..fields import Uid
from ..models import Memory, Namespace
from ..models.purposes import NOTHING_HIDDEN, Hidden
from ..services.actors import Actor
from ..services.curating.correcting import ReadCorrection
from ..services.errors import NotFound, NotFoundByTool
from ..services.learning.preparing import FactInput, prepare
from ..services.namespaces import OfNamespace
from . import answers as tool_answers

Json = dict[str, Any]
Answer = Mapping[str, Any]  # one of the shapes in `answers`


class ToolSet(StrEnum):
    ORCHESTRATOR = "orchestrator"
    CONSOLIDATOR = "consolidator"
    GRAPH = "graph"  # by the names of the reference server `server-memory`


class Effect(Enum):
    """What a call does to the memory. `REPLACES`: something that held before holds no longer; history keeps it."""

    READS = "reads"
    ADDS = "adds"
    REPLACES = "replaces"


class Bench(OfNamespace):
    """Where a tool works: one namespace, in the name of one actor. `hidden` is what the actor's key never sees,
    `others` are namespaces that are read as well."""

    def __init__(
        self, namespace_name: str, actor: Actor, hidden: Hidden = NOTHING_HIDDEN, others: Sequence[Namespace] = ()
    ) -> None:
        super().__init__(namespace_name)
        self.actor = actor
        self.hidden = hidden
        self.others = others
        # Read before any transaction: the facts that are to be saved, and what takes a fact's place.
        self.prepared: list[FactInput] = []
        self.correction: ReadCorrection | None = None

    def show(self, memory: Memory) -> answers.MemoryJson:
        return presentation.memory_json([memory], Namespace(name=self.namespace_name))[0]


@dataclass(frozen=True)
class Tool:
    """`scope` is what an API key needs for it; `repeatable`: the same call again changes nothing more."""

    name: str
    set: ToolSet
    scope: str
    effect: Effect
    repeatable: bool
    description: str
    arguments: type[BaseModel]
    function: Callable[[Bench, Any], Answer]
    states: Callable[[Bench, Any], list[FactInput]] | None = None  # the facts that are to be saved
    corrects: Callable[[Bench, Any], ReadCorrection] | None = None  # what takes a fact's place
    heeds_purpose: bool = False  # it shows nothing of what is hidden from the key
    spaces: bool = False  # it reads several namespaces at once

    @property
    def writes(self) -> bool:
        return self.effect is not Effect.READS

    @property
    def title(self) -> str:
        """The name for people."""
        return self.name.replace("_", " ").capitalize()

    def parameters(self) -> Json:
        """The arguments as JSON Schema."""
        return _plain(self.arguments.model_json_schema())

    @cached_property
    def result(self) -> Json:
        """The answer as JSON Schema."""
        shape = get_type_hints(self.function, include_extras=True)["return"]
        return _plain(TypeAdapter(shape).json_schema(mode="serialization"))

    def schema(self) -> tool_answers.ToolSchemaJson:
        """The function-calling format."""
        return {
            "type": "function",
            "function": {"name": self.name, "description": self.description, "parameters": self.parameters()},
        }

    def call(self, bench: Bench, arguments: Json) -> Answer:
        """Raises pydantic's ValidationError for arguments that do not fit, and the services' errors."""
        return self.ready(bench, arguments)()

    def ready(self, bench: Bench, arguments: Json) -> Callable[[], Answer]:
        """What is left to do, perhaps in a transaction for which other writers wait; what takes time is done."""
        asked = self.arguments.model_validate(arguments)
        if self.states is not None:
            bench.prepared = prepare(bench.namespace, self.states(bench, asked), bench.actor)
        if self.corrects is not None:
            bench.correction = self.corrects(bench, asked)
        return partial(self._done, bench, asked)

    def _done(self, bench: Bench, asked: BaseModel) -> Answer:
        try:
            return self.function(bench, asked)
        except NotFound as error:
            # The same words whatever was asked for: they tell nothing of another namespace.
            raise NotFoundByTool("Take ids and names as the other tools answer them.") from error


def _plain(schema: Json) -> Json:
    plain: Json = in_place(schema, schema.pop("$defs", {}))
    return plain


def in_place(schema: Any, definitions: Json) -> Any:
    """A JSON Schema with each definition where it is used, which some models' interfaces need, and without pydantic's
    titles and the document's examples, which only cost a model tokens. Properties of these names stay."""
    if isinstance(schema, list):
        return [in_place(part, definitions) for part in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        schema = definitions[schema["$ref"].rpartition("/")[2]] | {k: v for k, v in schema.items() if k != "$ref"}
    return {
        key: {name: in_place(part, definitions) for name, part in value.items()}
        if key == "properties"
        else in_place(value, definitions)
        for key, value in schema.items()
        if key not in {"title", "examples"}
    }


REGISTRY: dict[str, Tool] = {}


def tool(
    arguments: type[BaseModel],
    *,
    scope: str,
    effect: Effect,
    repeatable: bool = True,
    set: ToolSet = ToolSet.ORCHESTRATOR,
    states: Callable[[Bench, Any], list[FactInput]] | None = None,
    corrects: Callable[[Bench, Any], ReadCorrection] | None = None,
    heeds_purpose: bool = False,
    spaces: bool = False,
) -> Callable[[Callable[[Bench, Any], Answer]], Callable[[Bench, Any], Answer]]:
    """Register a function as the tool of its name; its docstring is what the model reads."""

    def register(function: Callable[[Bench, Any], Answer]) -> Callable[[Bench, Any], Answer]:
        description = " ".join((function.__doc__ or "").split())
        name = function.__name__
        REGISTRY[name] = Tool(
            name,
            set,
            scope,
            effect,
            repeatable,
            description,
            arguments,
            function,
            states,
            corrects,
            heeds_purpose,
            spaces,
        )
        return function

    return register


def of_set(name: ToolSet) -> list[Tool]:
    return [tool for tool in REGISTRY.values() if tool.set == name]


class Arguments(BaseModel):
    """A null is an argument that was left out: many models write one for each that they do not use."""

    model_config = ConfigDict(extra="forbid")

    @model_validator(mode="before")
    @classmethod
    def _without_nulls(cls, given: Any) -> Any:
        if not isinstance(given, dict):
            return given
        optional = {name for name, field in cls.model_fields.items() if not field.is_required()}
        return {name: value for name, value in given.items() if value is not None or name not in optional}


FactId = Annotated[
    Uid,
    Field(validation_alias=AliasChoices("fact_id", "memory_id", "id"), description="The fact's id, as in `fact_…`."),
]
