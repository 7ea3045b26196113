"""What the memory tells others about: `memory` imports neither maintenance nor reflection; they listen here."""

from django.dispatch import Signal

# Sent after the commit of the outermost transaction, with namespace_id and session_id: this conversation is over and
# waits for consolidation.
session_completed = Signal()
