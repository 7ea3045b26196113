"""What the parse of a fact is read into: words with their roles, statements, and the sentence as a whole. Pure."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Word:
    """A telling word and its role: "obj", "be", "time", "do" for a verb that another governs, or a preposition.

    `of` is the noun that the preposition belongs to, as in "keys to the shed"; "" where it is the verb's.
    """

    lemma: str
    role: str
    is_head: bool = True
    of: str = ""


@dataclass(frozen=True, slots=True)
class Statement:
    """One clause. `because` are the words of its reasons, which are not of what it tells; `is_name` is whether its
    subject is somebody or something with a name, not a thing of a kind. `is_undergone` marks what was made of another
    statement, whose object it is about."""

    subject: tuple[str, ...]
    verb: str
    words: tuple[Word, ...]
    because: frozenset[str]
    is_negated: bool
    is_past: bool
    is_passive: bool
    is_now: bool
    is_name: bool
    text: str
    is_undergone: bool = False

    @property
    def complements(self) -> frozenset[str]:
        """All words of the predicate but the verb."""
        return frozenset(word.lemma for word in self.words)

    @property
    def bag(self) -> frozenset[str]:
        """The lemmas of all its words, without the verbs "be" and "have"."""
        return self.complements | frozenset(self.subject) | ({self.verb} - {"be", "have"})

    def heads(self, *roles: str) -> frozenset[str]:
        """The lemmas that lead its phrases: in these roles, or in every one."""
        return frozenset(word.lemma for word in self.words if word.is_head and (not roles or word.role in roles))

    def direct(self, *roles: str) -> frozenset[str]:
        """The heads in these roles that are the verb's own: of "tea with milk", tea; of "a cup of tea", both."""
        own = (word for word in self.words if not word.of or word.role == "of")
        return frozenset(word.lemma for word in own if word.is_head and word.role in roles)


@dataclass(frozen=True, slots=True)
class Reading:
    """A sentence: its statements, what it denies ("not on Monday") or left ("from Basel to …"), its telling words."""

    statements: tuple[Statement, ...]
    denied: tuple[frozenset[str], ...]
    left: tuple[frozenset[str], ...]
    bag: frozenset[str]
    text: str = ""

    @property
    def is_misread(self) -> bool:
        """Whether the parser found no verb with a subject: it took one for the other."""
        return not any(one.subject and not one.is_undergone for one in self.statements)
