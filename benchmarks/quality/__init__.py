"""How well the memory finds: conversations in LoCoMo's format, their questions, and what the search brings for each.

`make bench-quality`, or `python -m benchmarks.quality --help`. docs/retrieval.md says what was learnt from it.
"""
