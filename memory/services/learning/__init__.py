"""New facts: what is read for them, what they are worked out to be, one commit for what was learnt."""
