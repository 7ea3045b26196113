"""The inbox: everything that waits for a person in all that they were granted, one card after the other.

`items` says what waits and in which order, `cards` what of it is shown, `claims` who looks at what, `families` which
cards are decided at once; `pages` are the addresses.
"""
