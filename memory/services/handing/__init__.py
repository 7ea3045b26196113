"""What agents get: the context block, what search finds, and the ledger of what was handed to whom."""
