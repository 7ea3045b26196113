"""Conversations as they come in: turns, their sessions, who speaks in them."""
