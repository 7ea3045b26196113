"""How two facts stand to each other: the same, a newer value, one that was wrong, or nothing of the kind."""
