"""The tables. Each module holds one subject; this page is the list of what there is."""

from .changes import UNDONE_WHOLE, Change, ChangeKind
from .curation import Conflict, ConflictDecision, ConflictKind, Recall, Review, ReviewDecision
from .durability import Durability
from .entities import Entity, EntityAlias, EntityType, MemoryEntity, name_key
from .events import Event, EventKind
from .grants import NamespaceGrant
from .ledger import CorrectionDue, CorrectionKind, HandedContext, HandedItem
from .lineage import Supersession, SupersessionKind, SupersessionWay, Validity
from .memories import Kind, Memory, MemorySource, Origin, decayed
from .metadata import Metadata
from .namespace_settings import NamespaceSettings, Ranking
from .namespaces import SCOPES, ApiKey, Namespace, pattern_covers, validate_namespace_name
from .operations import Ending, IdempotencyKey, Operation, OperationKind, OperationStatus, SessionOutcome
from .properties import FactProperty
from .review_reasons import POLICY_REASONS, ReviewReason
from .scoping import ALL, UnscopedQuery
from .sessions import Session, SessionStatus

__all__ = [
    "ALL",
    "POLICY_REASONS",
    "SCOPES",
    "UNDONE_WHOLE",
    "ApiKey",
    "Change",
    "ChangeKind",
    "Conflict",
    "ConflictDecision",
    "ConflictKind",
    "CorrectionDue",
    "CorrectionKind",
    "Durability",
    "Ending",
    "Entity",
    "EntityAlias",
    "EntityType",
    "Event",
    "EventKind",
    "FactProperty",
    "HandedContext",
    "HandedItem",
    "IdempotencyKey",
    "Kind",
    "Memory",
    "MemoryEntity",
    "MemorySource",
    "Metadata",
    "Namespace",
    "NamespaceGrant",
    "NamespaceSettings",
    "Operation",
    "OperationKind",
    "OperationStatus",
    "Origin",
    "Ranking",
    "Recall",
    "Review",
    "ReviewDecision",
    "ReviewReason",
    "Session",
    "SessionOutcome",
    "SessionStatus",
    "Supersession",
    "SupersessionKind",
    "SupersessionWay",
    "UnscopedQuery",
    "Validity",
    "decayed",
    "name_key",
    "pattern_covers",
    "validate_namespace_name",
]  # fmt: skip
