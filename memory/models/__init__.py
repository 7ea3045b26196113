"""The tables. Each module holds one subject; this page is the list of what there is."""

from .bulk import BulkAction, BulkJob
from .changes import UNDONE_WHOLE, Change, ChangeKind
from .curation import (
    Conflict,
    ConflictDecision,
    ConflictKind,
    ConflictStatus,
    EntityProposal,
    ProposalDecision,
    ProposalStatus,
    Recall,
    Review,
    ReviewDecision,
)
from .durability import Durability
from .entities import Entity, EntityAlias, EntityType, MemoryEntity, name_key
from .erasures import ErasedWhat, Erasure, Tombstone
from .events import Event, EventKind, session_key, session_subject
from .grants import CURATE, EVERYTHING, NamespaceGrant, granted, may_curate, patterns_of
from .inbox import InboxNote, InboxView
from .kinds import Kind
from .ledger import CorrectionDue, CorrectionKind, HandedContext, HandedItem, WithdrawnNotice
from .lineage import Supersession, SupersessionKind, SupersessionWay, Validity
from .mail import MailDigest, MailedDecision
from .memories import Memory, MemorySource, Origin, ShownMemory, decayed
from .memory_tests import MemoryTest
from .metadata import Metadata
from .namespace_settings import NamespaceSettings, Ranking
from .namespaces import SCOPES, ApiKey, Namespace, pattern_covers, validate_namespace_name
from .operations import Ending, IdempotencyKey, Operation, OperationKind, OperationStatus, SessionOutcome
from .passages import Passage
from .properties import FactProperty
from .questions import Question, QuestionAnswer
from .review_reasons import POLICY_REASONS, ReviewOutcome, ReviewReason, ReviewStatus
from .scoping import ALL, UnscopedQuery
from .sessions import Session, SessionDecision, SessionStatus, WaitingFor
from .trials import Trial
from .trust import QuarantineReason, Trust
from .unread import UnreadTurn
from .webhooks import WEBHOOK_URL_LENGTH, DeadLetter, Webhook

__all__ = [
    "ALL",
    "CURATE",
    "EVERYTHING",
    "POLICY_REASONS",
    "SCOPES",
    "UNDONE_WHOLE",
    "WEBHOOK_URL_LENGTH",
    "ApiKey",
    "BulkAction",
    "BulkJob",
    "Change",
    "ChangeKind",
    "Conflict",
    "ConflictDecision",
    "ConflictKind",
    "ConflictStatus",
    "CorrectionDue",
    "CorrectionKind",
    "DeadLetter",
    "Durability",
    "Ending",
    "Entity",
    "EntityAlias",
    "EntityProposal",
    "EntityType",
    "ErasedWhat",
    "Erasure",
    "Event",
    "EventKind",
    "FactProperty",
    "HandedContext",
    "HandedItem",
    "IdempotencyKey",
    "InboxNote",
    "InboxView",
    "Kind",
    "MailDigest",
    "MailedDecision",
    "Memory",
    "MemoryEntity",
    "MemorySource",
    "MemoryTest",
    "Metadata",
    "Namespace",
    "NamespaceGrant",
    "NamespaceSettings",
    "Operation",
    "OperationKind",
    "OperationStatus",
    "Origin",
    "Passage",
    "ProposalDecision",
    "ProposalStatus",
    "QuarantineReason",
    "Question",
    "QuestionAnswer",
    "Ranking",
    "Recall",
    "Review",
    "ReviewDecision",
    "ReviewOutcome",
    "ReviewReason",
    "ReviewStatus",
    "Session",
    "SessionDecision",
    "SessionOutcome",
    "SessionStatus",
    "ShownMemory",
    "Supersession",
    "SupersessionKind",
    "SupersessionWay",
    "Tombstone",
    "Trial",
    "Trust",
    "UnreadTurn",
    "UnscopedQuery",
    "Validity",
    "WaitingFor",
    "Webhook",
    "WithdrawnNotice",
    "decayed",
    "granted",
    "may_curate",
    "name_key",
    "pattern_covers",
    "patterns_of",
    "session_key",
    "session_subject",
    "validate_namespace_name",
]  # fmt: skip
