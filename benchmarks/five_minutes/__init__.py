"""From nothing to a memory that works, in each host's own library, timed: docs/five-minutes.md."""
