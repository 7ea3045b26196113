"""`make torture`: the promises about work that is lost, doubled or half done, with real processes and real kills.

Each module tries one promise and answers an `Outcome`; `quick` is the tier of every test run. `python -m torture`
prints the table. Nothing here is part of the service.
"""
