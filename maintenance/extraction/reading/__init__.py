"""Plain sentences, read in order: each clause becomes a fact, with what its pronouns stand for."""
