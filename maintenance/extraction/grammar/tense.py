"""The verb that tells when something is: that of the clause a word stands in, whichever clause it is within."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .clauses import SUBJECTS, Clause, finite_verb

if TYPE_CHECKING:
    from spacy.tokens import Token


def verb_above(token: Token, clause: Clause) -> Token:
    """The verb of the clause within the clause that a word stands in, if it tells its own tense."""
    for above in token.ancestors:
        if above == clause.head:
            break
        if above.dep_ in ("ccomp", "relcl") and finite_verb(above).tag_ in ("VBD", "VBP", "VBZ", "MD"):
            return above
        tag = finite_verb(above).tag_
        if above.dep_ == "conj" and (tag in ("VBZ", "MD") or (tag == "VBP" and _has_subject(above))):
            return above  # "they lost a manager, so the audit begins on 16 November"
        if above.dep_ == "advcl" and _is_of_now(above):
            return above  # "we swapped, so I work on Saturday"
        if above.dep_ == "advcl" and above.tag_ == "VBG" and not any(c.dep_ in ("aux", "mark") for c in above.children):
            return above
        if above.dep_ in ("conj", "advcl", "acl", "dep", "parataxis") and finite_verb(above).tag_ in ("VBD", "VBN"):
            return above  # "I'm at number 18 now, moved in April"
    return clause.head


def _is_of_now(verb: Token) -> bool:
    """Whether a verb behind "so" or "because" is in the present; the parser may take its subject for a noun before it,
    "so Cleo works"."""
    finite = finite_verb(verb)
    is_present = finite.tag_ in ("VBP", "VBZ") or finite.lower_ in ("will", "'ll", "wo", "can", "must")
    return is_present and (_has_subject(verb) or any(child.lower_ == "so" for child in verb.children))


def _has_subject(verb: Token) -> bool:
    return any(child.dep_ in SUBJECTS for child in verb.children)
