"""What a language is to this program: one value, made once for English and once for every language not known."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Literal, NamedTuple, Protocol

from .dates import DateReader, StretchReader, announces_nothing, no_stretches
from .must_know import (
    Holder,
    Kin,
    MustKnow,
    Urgency,
    means_nothing,
    most_urgent,
    same_name,
    told_of_speaker,
    wished_by_speaker,
)
from .words import NEVER

ANY = re.compile("")
# A sentence of so many words that has no mark tells something as well: "can you add it, it's on Tuesday at ten".
# With 6 and with 24 the development talks give the same 897 facts.
UNMARKED = 12


class DateAnnotator(Protocol):
    """Writes the date behind each relative expression of a text: "last Friday (5 May 2023)".

    `reference` is the moment of speaking, `offset_minutes` the speaker's distance from UTC. Whole dates, and whatever
    cannot be told, stay as they are.
    """

    def __call__(self, text: str, reference: datetime, offset_minutes: int | None = None) -> str: ...


@dataclass(frozen=True, slots=True)
class Differences:
    """The folded words that decide whether two like sentences state one fact.

    `articles` never count. `light_words` are those without which a sentence says the same. `function_words` say nothing
    of what it is about, though some ("to", "was") turn what it says. `endings` are those of inflection,
    `present_endings` those that tell neither past nor future. `negations` turn a sentence round;
    `negated_endings` do so at a word's end. `auxiliaries` come and go with a negation. `numbers` are the words for
    figures, `dates` those that name a time; beside one of `months` a figure is a date. `numbered` finds such things.
    """

    articles: frozenset[str] = frozenset()
    light_words: frozenset[str] = frozenset()
    endings: re.Pattern[str] = NEVER
    present_endings: re.Pattern[str] = NEVER
    function_words: frozenset[str] = frozenset()
    negations: frozenset[str] = frozenset()
    negated_endings: tuple[str, ...] = ()
    auxiliaries: frozenset[str] = frozenset()
    numbers: Mapping[str, int | None] = field(default_factory=dict)
    dates: frozenset[str] = frozenset()
    months: frozenset[str] = frozenset()
    possessive: str = ""
    numbered: re.Pattern[str] = NEVER


@dataclass(frozen=True, slots=True)
class Detail:
    """Something that is asked of somebody: `asked` finds it in a question, `told` in a text that may tell it."""

    asked: re.Pattern[str]
    told: re.Pattern[str]


class Subject(NamedTuple):
    """What an instruction and a prompt may both be about: each pattern finds it in one of them. What is about one of
    its `kinds` alone bears on that kind. `is_made` is a text or code, which no plain question asks for;
    `is_any` goes with every other subject: what is suggested. `means` tells whether either is about it by a name that
    no pattern has: a dish."""

    told: re.Pattern[str]
    asked: re.Pattern[str]
    kinds: tuple[Subject, ...] = ()
    is_made: bool = False
    is_any: bool = False
    means: Callable[[str], bool] | None = None

    def is_told(self, instruction: str) -> bool:
        """Whether an instruction is about it."""
        return self.told.search(instruction) is not None or (self.means is not None and self.means(instruction))

    def is_asked(self, prompt: str) -> bool:
        """Whether a prompt is about it."""
        return self.asked.search(prompt) is not None or (self.means is not None and self.means(prompt))


@dataclass(frozen=True, slots=True)
class AskedFor:
    """What a short question is after: the `details` that it asks for; the folded words of whose they are, where that is
    neither the asker nor nobody (`owner`); the folded `names` in it; and the folded nouns that it names, with their
    other names (`things`), of which `other_names` are those that only everyday talk has for them."""

    details: tuple[Detail, ...]
    owner: frozenset[str]
    names: frozenset[str]
    things: frozenset[str]
    other_names: frozenset[str] = frozenset()


class AskedProperty(NamedTuple):
    """A property that a question asks for, as facts are kept by it: whose it is, in lower case, empty for who asks; its
    name; and how what is told of it begins, where the name alone says too little ("works at")."""

    owner: str
    name: str
    begins: str = ""


def asks_for_no_property(question: str) -> tuple[AskedProperty, ...]:
    """None: of a language whose questions are not read."""
    return ()


def asks_for_nothing(question: str) -> AskedFor | None:
    """None: of a language whose questions are not read."""


def names_nothing(prompt: str) -> frozenset[str]:
    """Nothing: of a language whose prompts are not read."""
    return frozenset()


def names_no_scope(instruction: str) -> str:
    """Nothing: of a language whose instructions are not read."""
    return ""


def has_no_manner(instruction: str) -> bool:
    """No: of a language whose instructions are not read."""
    return False


def compares_nothing(instruction: str, other: str) -> bool:
    """No: of a language whose instructions are not compared."""
    return False


def asks_once(prompt: str) -> list[str]:
    """No prompt asks for several things, in a language whose questions are not told apart."""
    return []


@dataclass(frozen=True, slots=True)
class QuestionCues:
    """What a question wants, as the search can tell from its words.

    `asks` are patterns by what is asked for: "time", "number", "name", or "preference", where help is wanted with
    something; `tells(kind, text)` says whether a text holds such a thing. `own_affairs` finds speakers who ask about
    themselves, `first_person` any word of theirs, `assistant_addressed` a question about what the assistant did.
    `tells_manner` says whether an instruction is on how to answer at all, which bears on every prompt, `condition`
    finds when another one bears; `manner` finds words that ask for a manner. One on one of `subjects` bears on each
    prompt that is about the same. `must_knows` are what bears on a prompt though it shares no word with it, by their
    `urgency`, and those of the `kin` whom it means before others. `asked_for` reads what a short question is after,
    None of any other prompt.
    `anybodys` finds how a prompt begins in which the first person is nobody in particular ("How do I …?"). `framing`
    finds, in its groups, words that only ask for what was said ("did I *say*", "can you *tell* me"). `asked_apart`
    gives the questions of a prompt that asks for several things, none of any other. Of what one of `one_at_a_time`
    finds an instruction wants one alone, "euros" or "dollars"; `asking` finds the words that only ask for it.
    `named_as_known` gives the nouns of what any prompt speaks of as known ("the dog"), `known_person` finds somebody
    who is only pointed to ("him"). `personal` gives the logits that a prompt needs what is known of who asks; None
    where a language's prompts are not weighed. `past` finds that a prompt asks for what was, in a language that is
    not read whatever it asks. An instruction in which `on_texts` finds something bears where `asks_for_text` does.
    `needs_nothing` finds a prompt that only greets or thanks, or that a calculator answers.
    `lifts(newer, older)` says whether a newer text surely lifts an older instruction. `written_to` gives the words of
    those to whom a text is to be written, as far as they are told by what they are, or by a name. `scope_of` gives the
    words for what an instruction is about alone, and none where it names no such thing; `tells_some_manner` finds a
    manner beside such words, too; `tells_means` finds what is to be used. `asks_plainly` surely finds a prompt that
    asks for no text or code, `asks_of_things` mostly; `on_instructions` finds that a prompt asks what the assistant
    was told to do. `oneself` finds that a prompt means whoever writes it, `with_oneself` that it does beside somebody
    else, `asker` is the person of that name among those of whom `holder` says that a text, a turn or not, tells.
    `wisher(instruction, speaker)` is whose wish an instruction is, as `asker` names them; `is_ones_own(instruction,
    prompt)` says that it is on how they alone are talked to, or what is done for them alone.
    """

    asks: Mapping[str, re.Pattern[str]]
    tells: Callable[[str, str], bool]
    own_affairs: re.Pattern[str]
    first_person: re.Pattern[str]
    assistant_addressed: re.Pattern[str]
    manner: re.Pattern[str]
    tells_manner: Callable[[str], bool]
    must_knows: tuple[MustKnow, ...] = ()
    asked_for: Callable[[str], AskedFor | None] = asks_for_nothing
    anybodys: re.Pattern[str] = NEVER
    condition: re.Pattern[str] = NEVER
    subjects: tuple[Subject, ...] = ()
    framing: re.Pattern[str] = NEVER
    asked_apart: Callable[[str], list[str]] = asks_once
    one_at_a_time: tuple[re.Pattern[str], ...] = ()
    asking: re.Pattern[str] = NEVER
    named_as_known: Callable[[str], frozenset[str]] = names_nothing
    known_person: re.Pattern[str] = NEVER
    personal: Callable[[str], float] | None = None
    past: re.Pattern[str] = ANY
    on_texts: re.Pattern[str] = NEVER
    asks_for_text: re.Pattern[str] = NEVER
    urgency: Callable[[str], Urgency] = most_urgent
    kin: tuple[Kin, ...] = ()
    needs_nothing: re.Pattern[str] = NEVER
    lifts: Callable[[str, str], bool] = compares_nothing
    asked_properties: Callable[[str], tuple[AskedProperty, ...]] = asks_for_no_property
    written_to: Callable[[str], frozenset[str]] = names_nothing
    scope_of: Callable[[str], str] = names_no_scope
    tells_some_manner: Callable[[str], bool] = has_no_manner
    tells_means: Callable[[str], bool] = has_no_manner
    asks_plainly: re.Pattern[str] = NEVER
    asks_of_things: re.Pattern[str] = NEVER
    on_instructions: re.Pattern[str] = ANY
    oneself: re.Pattern[str] = NEVER
    with_oneself: re.Pattern[str] = NEVER
    holder: Callable[[str, str, bool], Holder] = told_of_speaker
    asker: Callable[[str], str] = same_name
    wisher: Callable[[str, str], str] = wished_by_speaker
    is_ones_own: Callable[[str, str], bool] = compares_nothing


Sign = Literal["telling", "hinting"]


class ValueName(StrEnum):
    """What a value that may change is a value of."""

    CLOCK = "clock"
    WEEKDAY = "weekday"
    DATE = "date"
    NUMBER = "number"
    COUNT = "count"  # a number of something, which its kind names
    NAME = "name"
    OFTEN = "often"
    HOUR = "hour"
    CODE = "code"  # a seat, a model


class ValueKind(NamedTuple):
    """Values of one kind may take each other's place; `unit` is the stem of what a COUNT counts."""

    name: ValueName
    unit: str = ""


def admits_nothing(text: str, words: Collection[str]) -> bool:
    """No: of a language in which nobody's owning up is read."""
    return False


@dataclass(frozen=True, slots=True)
class ChangeSigns:
    """How a sentence shows that something is otherwise than it was.

    `sign(text, words, stems)` is "telling" where it says so ("instead", "moved to", "no longer"), "hinting" where it
    has what comes with a change and as often without one ("new", "only"); `words` are the folded ones of the text in
    order, `stems` those of the telling ones. `values(sentence, words)` gives what may change by kind. `faint` are stems
    that stand in talk about anything. `owns_up(text, words)` says whether a sentence of a text, of these `words`, says
    that something told before was wrong ("I told you the sulfa was 1987"); what is right stands there or behind it.
    `ones_own` finds that it is the speaker's own, `group` the group in which "we" do it, `announced(text)` since when,
    `once_begun(text)` what is so then, `step(text)` the day of a step that somebody takes.
    """

    sign: Callable[[str, Sequence[str], Collection[str]], Sign | None]
    values: Callable[[str, Collection[str]], Mapping[ValueKind, frozenset[str]]]
    faint: frozenset[str]
    owns_up: Callable[[str, Collection[str]], bool] = admits_nothing
    ones_own: re.Pattern[str] = NEVER
    group: re.Pattern[str] = NEVER
    announced: Callable[[str], str | None] = announces_nothing
    once_begun: Callable[[str], str | None] = announces_nothing
    step: Callable[[str], str | None] = announces_nothing


@dataclass(frozen=True, slots=True)
class ReviewWords:
    """`sensitive` finds what touches money, health, faith, law; `frame` are words of which any fact about somebody is
    built, whatever was said."""

    sensitive: re.Pattern[str]
    frame: frozenset[str]


def short_for_none(name: str) -> frozenset[str]:
    """Of a language whose short names are not known."""
    return frozenset()


def called_nothing_else(text: str) -> list[tuple[str, str]]:
    """Of a language in which other names are not read."""
    return []


def never_listed(name: str) -> bool:
    """Of a language without lists of names."""
    return False


@dataclass(frozen=True, slots=True)
class NameWords:
    """The folded words by which names are told from other words. A statistical model takes the `no_names` for names;
    `also_words` are names that are words too ("will"). A name of a project stands behind the word `project`, or between
    `the` and that word; `no_projects` are no such names. `drawn_out` finds exclamations ("aaah"), `leading_article`
    what a name does not begin with. Where somebody is told by what they are, `behind` finds the name after it ("my
    sister Ruth") and `before` the name that stands before it ("Ruth is my sister"). `full_names` are those that a name
    may be short for. `titles` stand before a last name ("Dr"). `is_given` tells somebody's first name, `is_place` a
    town's or a country's: a model misses those that it never saw. `called_so` finds (another name, the name) in a text
    that says so, which holds one of the folded `calling`."""

    no_names: frozenset[str] = frozenset()
    also_words: frozenset[str] = frozenset()
    project: str = ""
    the: str = ""
    no_projects: frozenset[str] = frozenset()
    drawn_out: re.Pattern[str] = NEVER
    leading_article: re.Pattern[str] = NEVER
    behind: re.Pattern[str] = NEVER
    before: re.Pattern[str] = NEVER
    full_names: Callable[[str], frozenset[str]] = short_for_none
    titles: frozenset[str] = frozenset()
    is_given: Callable[[str], bool] = never_listed
    is_place: Callable[[str], bool] = never_listed
    called_so: Callable[[str], list[tuple[str, str]]] = called_nothing_else
    calling: tuple[str, ...] = ()


def all_of_it(text: str, speaker: str) -> str:
    """The whole text: of a language in which what is pasted is not told apart."""
    return text


def nobody_says(text: str, speaker: str) -> bool | None:
    """None: of a language in which nobody knows who says that they write."""


@dataclass(frozen=True, slots=True, eq=False)
class Language:
    """A language, by its ISO 639-1 `code`; "" for any that is not known.

    `stem` cuts a folded word to what its inflections share. `sentence_marks` end a sentence, `sentence_gap` lies
    between two, `question_marks` end a question. `opening_words` of a sentence are no names. `relative_days` are
    another day each day, words of `counting_time` in a date only say which one is meant, "two weeks ago", and what is
    `beside_a_time` is at another, "before June". `stretches` are the times that a question is about. `lasting` finds
    what stays true for years. A reply of `acknowledging` words says nothing, nor does what else `says_nothing`.
    `says_which` finds what tells which June a date means, `unmarked_question` how a question without a mark begins.
    With a `joining` word a clause goes on. `said_oneself` is a text without what it hands on of others. `other_writes`
    tells whether a turn says that somebody else writes it.
    """

    code: str
    stop_words: frozenset[str]
    relative_days: frozenset[str]
    counting_time: frozenset[str]
    stem: Callable[[str], str]
    sentence_marks: tuple[str, ...]
    sentence_gap: re.Pattern[str]
    question_marks: tuple[str, ...]
    opening_words: frozenset[str]
    resolve_dates: DateReader
    annotate_dates: DateAnnotator
    differences: Differences
    cues: QuestionCues
    changes: ChangeSigns
    review: ReviewWords
    lasting: re.Pattern[str]
    names: NameWords
    acknowledging: frozenset[str] = frozenset()
    beside_a_time: frozenset[str] = frozenset()
    stretches: StretchReader = no_stretches
    says_which: re.Pattern[str] = NEVER
    unmarked_question: re.Pattern[str] = NEVER
    joining: frozenset[str] = frozenset()
    said_oneself: Callable[[str, str], str] = all_of_it
    other_writes: Callable[[str, str], bool | None] = nobody_says
    says_nothing: Callable[[str], bool] = means_nothing

    def asks(self, sentence: str) -> bool:
        """Whether a sentence does nothing but ask. Whoever types in haste leaves its mark out."""
        sentence = sentence.strip()
        if sentence.endswith(self.question_marks):
            return True
        return (
            not sentence.endswith(self.sentence_marks)
            and sentence.count(" ") < UNMARKED
            and self.unmarked_question.match(sentence) is not None
        )
