"""The tables. Each module holds one subject; this page is the list of what there is."""

from .changes import UNDONE_WHOLE, Change, ChangeKind
from .curation import Conflict, ConflictDecision, ConflictKind, Recall, Review, ReviewDecision, ReviewReason
from .entities import Entity, EntityAlias, EntityType, MemoryEntity, name_key
from .events import Event, EventKind
from .grants import NamespaceGrant
from .lineage import Supersession, SupersessionKind, SupersessionWay, Validity
from .memories import Kind, Memory, MemorySource, Origin, decayed
from .metadata import Metadata
from .namespaces import SCOPES, ApiKey, Namespace, pattern_covers, validate_namespace_name
from .operations import IdempotencyKey, Operation, OperationStatus
from .scoping import ALL, UnscopedQuery
from .sessions import Session, SessionStatus

__all__ = [
    "ALL", "SCOPES", "UNDONE_WHOLE", "ApiKey", "Change", "ChangeKind", "Conflict", "ConflictDecision", "ConflictKind",
    "Entity", "EntityAlias", "EntityType", "Event", "EventKind", "IdempotencyKey", "Kind", "Memory", "MemoryEntity",
    "MemorySource", "Metadata", "Namespace", "NamespaceGrant", "Operation", "OperationStatus", "Origin", "Recall",
    "Review", "ReviewDecision", "ReviewReason", "Session", "SessionStatus", "Supersession", "SupersessionKind",
    "SupersessionWay", "UnscopedQuery", "Validity", "decayed", "name_key", "pattern_covers", "validate_namespace_name",
]  # fmt: skip
