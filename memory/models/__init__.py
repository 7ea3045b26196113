"""The tables. Each module holds one subject; this page is the list of what there is."""

from .curation import Conflict, Recall, Review
from .entities import Entity, EntityAlias, EntityType, MemoryEntity, name_key
from .events import Event
from .grants import NamespaceGrant
from .memories import Kind, Memory, MemorySource, Origin, decayed
from .metadata import Metadata
from .namespaces import SCOPES, ApiKey, Namespace, pattern_covers, validate_namespace_name
from .operations import IdempotencyKey, Operation, OperationStatus
from .scoping import ALL, UnscopedQuery
from .sessions import Session, SessionStatus

__all__ = [
    "ALL", "SCOPES", "ApiKey", "Conflict", "Entity", "EntityAlias", "EntityType", "Event", "IdempotencyKey", "Kind",
    "Memory", "MemoryEntity", "MemorySource", "Metadata", "Namespace", "NamespaceGrant", "Operation",
    "OperationStatus", "Origin", "Recall", "Review", "Session", "SessionStatus", "UnscopedQuery", "decayed",
    "name_key", "pattern_covers", "validate_namespace_name",
]  # fmt: skip
