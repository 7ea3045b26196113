"""Which statements are kept, of what kind they are, and what makes a sentence no fact."""
