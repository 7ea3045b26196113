"""Facts from talk without a language model: a dependency parse, a discourse memory and a third-person rewrite.

Each sentence of a user's turn is parsed and split into claims. A claim whose pronouns cannot be traced, that is
not asserted, or that says nothing durable about the speaker's world is dropped; the rest is rewritten.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from datetime import timezone as fixed_offset
from time import monotonic
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from django.conf import settings

from memory.language import ENGLISH, chosen

from . import answers, dates, hanging, soundness
from .clauses import SUBJECTS, Clause, is_past, split
from .instructions import Instruction, instruction, remembered
from .lexicon import OPENING_VERBS, words
from .mentions import THIRD_PERSON, Memory, companions, note_mentions
from .references import POINTING, has_antecedent, trace
from .rewrite import (
    FIRST_PERSON,
    NOMINATIVE,
    OWN,
    POSSESSIVE,
    Voice,
    is_filler,
    render,
    voice,
)
from .slots import judge as compare
from .story import Setting, setting, taken_over
from .text import prose
from .types import Extracted, FactDraft, TookTooLong, Turn, Verdict
from .worth import About, touches_feelings, weigh

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc, Token

    from . import Claim

# What an ordinary chunk takes some fifty times over; every step between two looks at the clock is bounded.
CHUNK_SECONDS = 60.0
MIN_FACT_WORDS = 3
MAX_FACT_CHARACTERS = 400

# "My birthday is on 5 May" is true every year.
_RECURRING = re.compile(r"\b(?:birthday|anniversary|born|every|each|annual|yearly|always|usually)\b", re.I)
_UNDATED_DAY = re.compile(
    r"(?:on |in )?(?:the )?(?:\d|january|february|march|april|may|june|july|august|september|october|november|december|"
    r"monday|tuesday|wednesday|thursday|friday|saturday|sunday)\D{0,40}\d{0,2}(?!\d)(?!.*\d{4})",
    re.I,
)
_SOON = words("tomorrow tonight today monday tuesday wednesday thursday friday saturday sunday")


_CALLED = re.compile(
    r"(?:many )?(?:thanks|thank you|thx|hey|hi|hello|sorry|wow|yeah|yes|no|aww?),? [A-Z]\w*[.!]", re.I
)


class ExtractorUnavailable(RuntimeError):
    """The language model package that parses English is not installed."""


@dataclass(frozen=True, slots=True)
class _Sentence:
    turn: int
    number: int
    text: str
    unsaid: bool


@functools.cache
def _language(model: str) -> Language:
    import spacy

    try:
        return spacy.load(model, exclude=["ner"])
    except OSError as error:
        raise ExtractorUnavailable(f"the spaCy package {model} is not installed") from error


def extract(turns: Sequence[Turn], *, timezone: str = "UTC") -> Extracted:
    """The facts that the user turns state, in order; `timezone` dates turns without an offset.

    Raises ExtractorUnavailable when the parser's model is missing, TookTooLong after CHUNK_SECONDS.
    """
    language = _language(settings.MEMORY_SPACY_MODEL)
    until = monotonic() + CHUNK_SECONDS
    speakers = list(dict.fromkeys(turn.speaker for turn in turns if turn.role == "user"))
    skipped: dict[str, int] = {}
    sentences: list[_Sentence] = []
    for index, turn in enumerate(turns):
        if turn.role != "user":
            continue
        if chosen(turn.language, turn.content) is not ENGLISH:
            if not turn.is_context:
                skipped["language"] = skipped.get("language", 0) + 1
            continue
        told = prose(turn.content, _addressees(turn, speakers))
        _check(until)
        if told.truncated and not turn.is_context:
            skipped["truncated"] = skipped.get("truncated", 0) + 1
        sentences.extend(
            _Sentence(index, number, plain.text, plain.unsaid) for number, plain in enumerate(told.sentences)
        )
    reader = _Reader(turns, timezone, language, to_assistant=len(speakers) < 2)
    stated = [sentence for sentence in sentences if not sentence.text.endswith("?")]
    parsed = language.pipe(((sentence.text, sentence) for sentence in stated), as_tuples=True, batch_size=128)
    drafts: list[FactDraft] = []
    seen: set[tuple[int, str]] = set()
    for doc, sentence in parsed:
        _check(until)
        for fact in reader.read(doc, sentence):
            key = (sentence.turn, fact.content)
            if key not in seen:
                seen.add(key)
                drafts.append(fact)
    plain = ((soundness.without_name(draft.content, draft.speaker), draft) for draft in drafts)
    facts = [
        draft
        for doc, draft in language.pipe(plain, as_tuples=True, batch_size=128)
        if "instruction" in draft.tags or (soundness.is_whole(doc) and not hanging.hangs(doc))
    ]
    return Extracted(facts, skipped)


def _check(until: float) -> None:
    if monotonic() > until:
        raise TookTooLong(f"reading the turns took more than {CHUNK_SECONDS:.0f} s")


def _addressees(turn: Turn, speakers: Sequence[str]) -> tuple[str, ...]:
    names = []
    for name in speakers:
        if name != turn.speaker and name.lower() != "user" and name.strip():
            first = name.split()[0]
            names += [name, first]
            if len(first) > 4:
                names.append(first[:3])
    return tuple(dict.fromkeys(names))


def _local_day(turn: Turn, zone: str) -> tuple[date, datetime]:
    moment = turn.event_time if turn.event_time.tzinfo else turn.event_time.replace(tzinfo=UTC)
    if turn.offset_minutes is not None and abs(turn.offset_minutes) < 24 * 60:
        moment = moment.astimezone(fixed_offset(timedelta(minutes=turn.offset_minutes)))
    else:
        try:
            moment = moment.astimezone(ZoneInfo(zone))
        except (KeyError, ValueError, OSError):
            moment = moment.astimezone(UTC)
    return moment.date(), moment


class _Reader:
    """Reads parsed sentences in order and remembers what each speaker has named so far."""

    def __init__(self, turns: Sequence[Turn], timezone: str, language: Language, *, to_assistant: bool) -> None:
        self.turns = turns
        self.language = language
        self.timezone = timezone
        self.to_assistant = to_assistant
        self.memories: dict[str, Memory] = {}
        self.groups: dict[int, str] = {}
        self.stories: dict[int, Setting] = {}

    def read(self, doc: Doc, sentence: _Sentence) -> Iterator[FactDraft]:
        """The facts of one sentence."""
        turn = self.turns[sentence.turn]
        speaker = voice(turn.speaker)
        memory = self.memories.setdefault(turn.speaker, Memory())
        place = (sentence.turn, sentence.number)
        company = companions(doc)
        if company is not None:
            self.groups[sentence.turn] = company
        note_mentions(doc, place, speaker, memory)
        if turn.is_context or ('"' in sentence.text and _is_speech(doc)):
            return
        today, moment = _local_day(turn, self.timezone)
        if sentence.number == 0 and answers.is_fragment(doc):
            answer = self._answer(doc, sentence, turn, speaker, memory)
            if answer is not None:
                yield answer
            return
        for clause in split(doc):
            clause = remembered(clause) or clause
            told = instruction(clause, sentence.text) if self.to_assistant or _is_naming(clause) else None
            if told is not None:
                fact = self._instruction(told, clause, sentence, turn, speaker, today, moment)
            else:
                fact = self._fact(clause, sentence, turn, speaker, memory, today, moment)
            if fact is not None:
                yield fact
        happened = setting(doc, sentence.text, sentence.number, today)
        if happened is not None:
            self.stories[sentence.turn] = happened

    def _answer(self, doc: Doc, sentence: _Sentence, turn: Turn, speaker: Voice, memory: Memory) -> FactDraft | None:
        """A short answer together with the question that the turn before it ends with."""
        before = self.turns[sentence.turn - 1] if sentence.turn else None
        if _CALLED.match(turn.content.lstrip()):
            return None
        if before is None or (before.speaker == turn.speaker and before.role == turn.role):
            return None
        asked = prose(before.content[-1_000:], ()).sentences
        if not asked or not asked[-1].text.endswith("?"):
            return None
        question = self.language(asked[-1].text)
        content = answers.whole(question, doc, speaker, memory, (sentence.turn, sentence.number))
        if content is None or not _is_sound(content):
            return None
        sources = (turn.id,) if before.is_context else (before.id, turn.id)
        content = content[0].upper() + content[1:]
        return FactDraft(content, sources, turn.event_time, ("biography",), 0.6, speaker.inner)

    def _instruction(
        self,
        told: Instruction,
        clause: Clause,
        sentence: _Sentence,
        turn: Turn,
        speaker: Voice,
        today: date,
        moment: datetime,
    ) -> FactDraft | None:
        said = Clause(clause.head, None, told.words)
        replaced = dict(told.replaced)
        spans = _date_spans(said, sentence.text, today, past=False)
        dated = {index for _, first, rest in spans for index in (first, *rest)}
        for token in told.words:
            if token.i in dated or token.i in replaced or token.dep_ == "mark":
                continue
            if token.lower_ in THIRD_PERSON | POINTING and not has_antecedent(token, said):
                return None
        for match, first, rest in spans:
            replaced[first] = match.replacement
            replaced.update((index, "") for index in rest)
        content = render(told.words, speaker, replaced=replaced, lead=f"{speaker.name} {told.opening} ")
        if not _is_sound(content):
            return None
        when = datetime.combine(spans[0][0].day, time(12), moment.tzinfo) if spans else turn.event_time
        tags = ("instruction", "plan") if "reminded" in told.opening else ("instruction",)
        return FactDraft(content, (turn.id,), when, tags, 0.9, speaker.inner)

    def _fact(
        self,
        clause: Clause,
        sentence: _Sentence,
        turn: Turn,
        speaker: Voice,
        memory: Memory,
        today: date,
        moment: datetime,
    ) -> FactDraft | None:
        opened = _opened(clause)
        hedged = opened is not clause
        clause = _bare(opened)
        if not clause.tokens:
            return None
        if clause.subject is None or (sentence.unsaid and _has_other_verb(clause)):
            return None
        spans = _date_spans(clause, sentence.text, today)
        dated = {index for _, first, rest in spans for index in (first, *rest)}
        traced = trace(clause, (sentence.turn, sentence.number), memory, dated)
        if traced is None:
            return None
        clause, replaced = traced
        about = _about(clause, replaced, memory.names, speaker)
        if about is None:
            return None
        spans = [span for span in spans if any(token.i == span[1] for token in clause.tokens)]
        weight = weigh(
            clause,
            about,
            elided=sentence.unsaid,
            dated=bool(spans),
            ahead=bool(spans) and spans[0][0].day > today,
            text=sentence.text,
        )
        if weight is None:
            return None
        for match, first, rest in spans:
            replaced[first] = match.replacement
            replaced.update((index, "") for index in rest)
        content = render(
            clause.words,
            speaker,
            replaced=replaced,
            group=self._group(clause, sentence),
            head=clause.head,
            subject=clause.subject,
        )
        day = spans[0][0].day if spans else None
        if content and not spans:
            story = self.stories.get(sentence.turn)
            taken = taken_over(clause, sentence.text, sentence.number, story, today)
            if taken is not None:
                day = taken.day
                content = f"{content[:-1]} {taken.words}."
        if not _is_sound(content) or _says_itself(clause, speaker):
            return None
        when = datetime.combine(day, time(12), moment.tzinfo) if day else turn.event_time
        confidence = weight.confidence - (0.2 if hedged else 0)
        return FactDraft(content, (turn.id,), when, weight.tags, round(max(confidence, 0.2), 2), speaker.inner)

    def _group(self, clause: Clause, sentence: _Sentence) -> str | None:
        """Who "we" are besides the speaker, unless the clause itself names them again."""
        group = self.groups.get(sentence.turn)
        if group is None or any(t.lower_ == group.split()[1] for t in clause.words):
            return None
        return group


def _has_other_verb(clause: Clause) -> bool:
    """Whether the "I" put in front of a gerund was wrong: "running every day boosts" has its own finite verb."""
    return (
        clause.words[1:2] != ()
        and clause.words[1].lower_ in ("am", "'m")
        and any(
            t.tag_ == "VBZ"
            and t.dep_ != "relcl"
            and not any(c.dep_ in SUBJECTS for c in t.children)
            and t.pos_ == "VERB"
            for t in clause.words
        )
    )


def _is_naming(clause: Clause) -> bool:
    return (
        clause.subject is None and clause.head.lemma_ == "call" and any(t.lower_ == "me" for t in clause.head.children)
    )


def _opened(clause: Clause) -> Clause:
    """ "I think my sister is moving" is about the sister: the clause that a verb of thinking introduces."""
    head = clause.head
    if clause.subject is None or clause.subject.lower_ not in NOMINATIVE or head.lemma_ not in OPENING_VERBS:
        return clause
    inner = next((c for c in head.children if c.dep_ == "ccomp" and c.i > head.i), None)
    if any(c.lower_ == "you" for c in head.children):
        # "I told you that I smoke": what the other knows already, and it may be over.
        return clause
    if inner is None or (inner.tag_ == "VBG" and not any(c.dep_ == "aux" for c in inner.children)):
        return clause
    subject = next((c for c in inner.children if c.dep_ in SUBJECTS), None)
    if subject is None or any(c.dep_ == "neg" for c in head.children):
        return clause
    kept = set(clause.tokens)
    if head.lemma_ in ("think", "believe") and not any(t.lower_ in FIRST_PERSON for t in subject.subtree):
        # About something else it stays what the speaker thinks.
        return clause
    words = tuple(
        token for token in inner.subtree if token in kept and not (token.head == inner and token.dep_ == "mark")
    )
    return Clause(inner, subject, words)


def _bare(clause: Clause) -> Clause:
    """The clause without interjections, fillers, and remarks about itself (", which was great")."""
    dropped: set[int] = set()
    subject = clause.subject
    for token in clause.tokens:
        if token.dep_ == "intj" or is_filler(token):
            dropped.update(t.i for t in token.subtree)
        if token.dep_ == "advcl" and {"since", "last"} <= {c.lower_ for c in token.children}:
            # "Since I last wrote" dates the claim by the talk itself.
            dropped.update(t.i for t in token.subtree)
        if token.dep_ in ("relcl", "ccomp", "advcl") and any(
            c.lower_ == "which" and c.dep_ in ("nsubj", "nsubjpass", "dobj") for c in token.children
        ):
            start = token.left_edge.i
            if start > 0 and token.doc[start - 1].text in (",", "-", "–", "—"):
                dropped.update(t.i for t in token.subtree)
        if (
            token.head == clause.head
            and clause.head.dep_ == "ROOT"
            and token.i < clause.head.i
            and (
                (token.dep_ == "mark" and token.lower_ not in ("if", "unless", "since"))
                or token.lower_ in ("when", "especially")
            )
        ):
            # "Especially after I failed the test.": half a sentence is still a statement.
            dropped.update(t.i for t in token.subtree)
        if token.head == clause.head and token.dep_ in ("cc", "punct") and token.i < clause.head.left_edge.i + 1:
            dropped.add(token.i)
        if (
            subject is not None
            and token.head == clause.head
            and token.i < subject.left_edge.i
            and _only_leads_in(token)
        ):
            dropped.update(t.i for t in token.subtree)
            if token.right_edge.i + 1 < len(token.doc) and token.doc[token.right_edge.i + 1].is_punct:
                dropped.add(token.right_edge.i + 1)
    return clause.without(frozenset(dropped))


def _only_leads_in(token: Token) -> bool:
    """Whether what stands before the subject only ties the sentence to the talk: "in the meantime"."""
    words_in = {t.lower_ for t in token.subtree}
    if token.dep_ == "prep":
        noun = next((c for c in token.children if c.dep_ == "pobj"), None)
        if noun is None:
            return False
        if token.lower_ in ("after", "since", "before"):
            # "After my last run": which one only the talk tells.
            return "last" in words_in and any(c.lower_ in POSSESSIVE for c in noun.children)
        if token.lower_ == "as":
            return "for" in words_in and bool(words_in & FIRST_PERSON)
        return noun.lemma_ in ("meantime", "meanwhile", "end", "hand", "way", "note", "side", "fact", "honesty")
    if token.dep_ in ("advmod", "npadvmod"):
        if "now" in words_in:
            return True
        return token.lower_ in ("especially", "meanwhile", "also", "overall", "plus", "anyway", "still", "again")
    return False


def _about(clause: Clause, replaced: Mapping[int, str], names: set[str], speaker: Voice) -> About | None:
    """Whose claim it is: the speaker's, something of theirs, or something that only touches them."""
    subject = clause.subject
    assert subject is not None
    if any(token.lower_ in OWN for token in clause.words):
        return None
    if subject.dep_ in ("csubj", "csubjpass"):
        # "Cooking relaxes me" is a taste, "going there taught me ..." a lesson.
        return "other" if touches_feelings(clause) else None
    if subject.lower_ in NOMINATIVE:
        return "speaker"
    span = list(subject.subtree)
    if any(token.lower_ in NOMINATIVE and token.dep_ == "conj" for token in span):
        return "speaker"
    if any(
        token.lower_ in POSSESSIVE and token.dep_ == "poss" and token.head in (subject, subject.head) for token in span
    ):
        return "own"
    if subject.pos_ == "PROPN" and subject.text in names:
        return "known"
    touched = {token.lower_ for token in clause.words} & FIRST_PERSON
    touches = bool(touched)
    if subject.i in replaced:
        if subject.lower_ in ("it", "they") and not touches and speaker.inner not in replaced[subject.i]:
            return None
        if subject.lower_ in ("he", "she"):
            return "own"
        return "resolved" if subject.pos_ == "PRON" else "other"
    if not touches and _is_fixed(clause):
        return "other"
    if subject.pos_ == "PRON" or not touches:
        return None
    everybody = touched <= {"our", "us", "we", "ourselves"} and not is_past(clause.head)
    if everybody and not any(c.dep_ in ("det", "poss") for c in subject.children):
        # "Nature reminds us of ...": everybody.
        return None
    return "other"


def _is_fixed(clause: Clause) -> bool:
    """ "The project deadline is 30 June": a definite thing with a date or a number set for it."""
    subject = clause.subject
    return (
        subject is not None
        and clause.head.lemma_ in ("be", "move", "start", "begin", "end", "open", "close")
        and subject.pos_ == "NOUN"
        and any(c.dep_ == "det" and c.lower_ == "the" for c in subject.children)
        and any(c.dep_ in ("compound", "amod", "prep") for c in subject.children)
        and any(
            t.ent_type_ or t.like_num or t.lower_ in _SOON
            for t in clause.tokens
            if t.i > clause.head.i and t.head in (clause.head, *clause.head.children)
        )
    )


def _is_speech(doc: Doc) -> bool:
    """Whether the sentence reports words rather than naming a title."""
    if doc.text.count('"') % 2 == 1:
        return True
    for part in re.findall(r'"([^"]*)"', doc.text):
        words = part.split()
        titled = sum(word[:1].isupper() or not word[:1].isalpha() or len(word) <= 4 for word in words) == len(words)
        if len(words) > 8 or (not titled and (len(words) > 4 or part.rstrip().endswith(("!", ",", ".")))):
            return True
    return any(token.lemma_ in ("say", "shout", "reply", "whisper", "yell") for token in doc)


def _date_spans(
    clause: Clause, text: str, today: date, *, past: bool | None = None
) -> list[tuple[dates.DateMatch, int, list[int]]]:
    """The dates named within a clause, each with the first word it replaces and the words it removes."""
    found: list[tuple[dates.DateMatch, int, list[int]]] = []
    for match in dates.find(text, today, past=is_past(clause.head) if past is None else past):
        covered = [
            token.i for token in clause.tokens if match.start <= token.idx and token.idx + len(token) <= match.end
        ]
        if covered and not (_RECURRING.search(text) and _UNDATED_DAY.match(text[match.start : match.end])):
            found.append((match, covered[0], covered[1:]))
    return found


def _says_itself(clause: Clause, speaker: Voice) -> bool:
    """ "I'm Maya" makes "Maya is Maya", and "I do" nothing at all."""
    head = clause.head
    if head.lemma_ == "do" and not any(c.dep_ in ("dobj", "xcomp", "ccomp") for c in head.children):
        return not any(c.dep_ == "advmod" for c in head.children)
    if head.lemma_ != "be" or clause.subject is None or clause.subject.lower_ not in NOMINATIVE:
        return False
    said = next((c for c in head.children if c.dep_ in ("attr", "acomp")), None)
    return said is not None and said.lower_ in speaker.inner.lower().split()


def _is_sound(content: str) -> bool:
    """A last look at the rewritten sentence: long enough, short enough, and nobody speaks in the first person."""
    if not content or len(content) > MAX_FACT_CHARACTERS or len(content.split()) < MIN_FACT_WORDS:
        return False
    outside = re.sub(r'"[^"]*"', "", content)
    if soundness.is_broken(outside):
        return False
    return not re.search(r"\b(?:I|me(?!-)|my|mine|myself|we|our|ours|ourselves|you|your|yours)\b|\bus\b", outside)


def judge(new: Claim, old: Claim) -> Verdict:
    """How a new fact stands to an old one, by the words of both: see `slots`."""
    return compare(new.content, old.content)
