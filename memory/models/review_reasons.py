"""Why a fact waits for a person: what a namespace's policy may name, and what the service adds by itself."""

from __future__ import annotations

from enum import StrEnum

from django.db import models


class ReviewReason(models.TextChoices):
    """Why somebody should look; those that a policy may send, the gravest first, then those that the service sends."""

    CONFLICT = "conflict", "It contradicts another fact"
    UNSUPPORTED = "unsupported", "Its source does not say so"
    SENSITIVE = "sensitive", "It touches a sensitive subject"
    NEW_PERSON = "new_person", "It names a person for the first time"
    LOW_CONFIDENCE = "low_confidence", "The extractor was not sure of it"
    IMPORTED = "imported", "It was imported"
    RESTATED = "restated", "It was said again after a person had replaced it"
    QUARANTINED = "quarantined", "It reads like an order to the assistant, and is kept from every model"
    CONFIRMATION = "confirmation", "An agent asks to keep what no person said"
    FADED = "faded", "It is lasting, and nobody has asked for it in a long time"
    DECAY_STOPPED = "decay_stopped", "Decay would retire too much at once"


POLICY_REASONS = (
    ReviewReason.CONFLICT, ReviewReason.UNSUPPORTED, ReviewReason.SENSITIVE, ReviewReason.NEW_PERSON,
    ReviewReason.LOW_CONFIDENCE, ReviewReason.IMPORTED,
)  # fmt: skip
# While a fact waits for one of these, it is in doubt.
DOUBTS = (*POLICY_REASONS, ReviewReason.RESTATED)


class ReviewStatus(models.TextChoices):
    OPEN = "open"
    ACCEPTED = "accepted"
    CORRECTED = "corrected"
    REJECTED = "rejected"


class ReviewOutcome(StrEnum):
    """What became of the memory that a review was about."""

    DONE = "done"  # it is as the decision says
    RETIRED = "retired"  # accepted, and it stays retired: it was retired meanwhile
    SUPERSEDED = "superseded"  # accepted, and another fact holds in its place, as before
