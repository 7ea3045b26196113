"""What a parse tells of one sentence: its words' roles, clauses, names, dates, and the words in the third person."""
