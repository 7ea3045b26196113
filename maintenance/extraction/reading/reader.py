"""Parsed sentences, read in order: each clause becomes a fact, or is left with the name of the rule that left it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from ..grammar import dates
from ..grammar.clauses import Clause, is_cut_from_condition, split
from ..grammar.date_spans import date_spans, is_each_week, write_dates
from ..grammar.discourse import Discourse
from ..grammar.mentions import THIRD_PERSON, companions, named_person, note_mentions
from ..grammar.rewrite import render, voice
from ..grammar.statement import Learnable
from ..keeping import soundness
from ..keeping.notes import is_bare, is_known_thing, things_in
from ..keeping.speech import is_speech
from ..keeping.tags import HEALTH
from ..keeping.whose import about_whom, bare, opened, says_itself
from ..keeping.worth import LEAST, weigh
from ..plain.capitals import is_typed, small_words
from ..plain.text import prose
from ..plain.verbless import noted
from ..types import Background, FactDraft, Turn
from ..wishes.instructions import STANDING, Instruction, instruction, is_naming, remembered
from . import answers, asked, impersonal, listed, sought
from .addressed import to_the_assistant
from .antecedents import has_antecedent
from .elided import has_other_verb, is_of_another, is_of_others, lacks_object, names_a_patient
from .introductions import introductions
from .loose_ends import tidied
from .references import POINTING, trace
from .sayings import Said, Sentence
from .story import Setting, setting, taken_over
from .trimming import without_next_doer, without_upshot

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

# A rank as those in `worth`, and measured with them.
HEARSAY = 0.2  # what "I think" takes from the confidence of what is thought

_CALLED = re.compile(r"(?:many )?(?i:thanks|thank you|thx|hey|hi|hello|sorry|wow|yeah|yes|no|aww?),? [A-Z]\w*[.!]")


_AFFIRMED = re.compile(r"(?:yes|yeah|yep|yup|sure|right)\b", re.I)
_POLAR = re.compile(r"(yes|yeah|yep|yup|no|nope|nah)(?:[.!]|$)", re.I)
_YOUR = re.compile(r"\byour\b", re.I)
# "May I have your customer number?", "it's 7740"; not "did you finish your essay?", "it's Sunday".
_REQUEST = re.compile(
    r"(?:may|can|could|would) (?:I|you) (?:please )?(?:have|get|take|ask|give|tell|share|send|confirm)\b", re.I
)
SHORT_ANSWER = "short_answer"
ANSWERED = 0.6  # the confidence of what is put together of two turns: a rank as those in `worth`
_ONES_OWN = frozenset(("mine", "ours", "his", "hers", "theirs"))  # "hers is 3 mg": her what, only the talk tells
_DENIED = re.compile(r"(?:no|nope|nah|not|never|none|neither)\b", re.I)


class Reader:
    """Reads parsed sentences in order and remembers what each speaker has named so far.

    `left` counts the clauses that yielded nothing, by the rule that left them.
    """

    def __init__(
        self,
        turns: Sequence[Turn],
        timezone: str,
        language: Language,
        *,
        speakers: int,
        background: Background,
        names: frozenset[str] = frozenset(),
        in_group: bool = False,
    ) -> None:
        self.turns = turns
        self.language = language
        self.timezone = timezone
        # One alone speaks to an assistant, two to each other; of three and more, "we" are the group.
        self.to_assistant = speakers < 2
        self.bidden = to_the_assistant(turns)
        self.in_group = in_group or speakers > 2
        self.left: Counter[str] = Counter()
        self._names = names
        self._known = {word for person in background.people for word in person.name.split()}
        # By turn, the number of the last sentence that is told of somebody else.
        self._of_others: dict[int, int] = {}
        self._told_of: dict[int, int] = {}  # the same, of the last part that is told of anybody or anything else
        self._things = things_in(turn.content for turn in turns)
        self._sought = sought.newest(background.facts)
        self._discourses: dict[str, Discourse] = {}
        self._groups: dict[int, str] = {}
        self._stories: dict[int, Setting] = {}

    def read(self, doc: Doc, sentence: Sentence) -> Iterator[FactDraft]:
        """The facts of one sentence."""
        turn = self.turns[sentence.turn]
        discourse = self._discourses.setdefault(turn.speaker, Discourse(names={*self._known}, sought=self._sought))
        said = Said(sentence, turn, voice(turn.speaker), discourse, *dates.local_day(turn, self.timezone))
        company = companions(doc)
        if company is not None:
            self._groups[sentence.turn] = company
        if sentence.number == 0:
            self._note_question(said)
        note_mentions(doc, said.place, said.speaker, discourse, small_words(turn.content, self._names))
        if turn.is_context:
            return
        if '"' in sentence.text and is_speech(doc):
            self.left["quoted"] += 1
            return
        if answers.is_fragment(doc) or self._is_list(doc, sentence):
            named = answers.introduced(doc, said.speaker)
            self._go_on(sentence)
            drawn = None
            if named is not None:
                drawn = self._drawn(named, said, None, "introduced")
            elif sentence.number == 0:
                drawn = self._answer(doc, said)
            if drawn is not None:
                yield drawn
            elif (note := noted(doc)) is not None:
                yield from self.read(self.language(note), sentence.saying(note))
            return
        if is_of_another(doc) and not sentence.unsaid:
            self._of_others[sentence.turn] = sentence.number
        if is_of_others(doc) and not sentence.unsaid:
            self._told_of[sentence.turn] = sentence.at
        for clause in split(doc):
            clause = remembered(clause) or clause
            bidden = sentence.turn in self.bidden or is_naming(clause)
            told = instruction(clause, said.with_reason) if bidden else None
            fact = self._told(clause, said) if told is None else _instruction(told, clause, said)
            if isinstance(fact, str):
                self.left[fact] += 1
            else:
                yield fact
        happened = setting(doc, sentence.text, sentence.number, said.today)
        if happened is not None:
            self._stories[sentence.turn] = happened

    def introduced(self, sentence: Sentence, told: Sequence[FactDraft]) -> Iterator[FactDraft]:
        """Who somebody is to the speaker, where the sentence only says so in passing and no fact tells it."""
        turn = self.turns[sentence.turn]
        if turn.is_context:
            return
        said = Said(sentence, turn, voice(turn.speaker), Discourse(), *dates.local_day(turn, self.timezone))
        for one in introductions(sentence.text):
            if any(one.is_told_in(fact.content) for fact in told):
                continue
            drawn = self._drawn(f"{said.speaker.possessive} {one.kind} is {one.name}.", said, None, "introduced")
            if drawn is not None:
                yield drawn

    def confirmed(self, index: int) -> FactDraft | None:
        """What the turn with this number states by a bare "Yes." or "No." to a question; None for any other turn."""
        turn = self.turns[index]
        polar = _POLAR.match(turn.content.strip())
        question = self._question(index) if polar and turn.role == "user" and not turn.is_context else None
        if polar is None or question is None:
            return None
        root = next(reversed(list(question.sents))).root
        speaker = voice(turn.speaker)
        said = Said(
            Sentence(index, 0, turn.content, False), turn, speaker, Discourse(), *dates.local_day(turn, self.timezone)
        )
        yes = polar[1].lower().startswith("y")
        content = answers.yes_or_no(question, root, speaker, yes=yes)
        return None if content is None else self._drawn(content, said, question, SHORT_ANSWER)

    def _question(self, index: int) -> Doc | None:
        """The question that the turn before this one, of somebody else, ends with."""
        turn = self.turns[index]
        before = self.turns[index - 1] if index else None
        if before is None or (before.speaker == turn.speaker and before.role == turn.role):
            return None
        asked = prose(before.content[-1_000:], ()).sentences
        return self.language(asked[-1].text) if asked and asked[-1].text.endswith("?") else None

    def _is_list(self, doc: Doc, sentence: Sentence) -> bool:
        """Whether a turn opens with the several things that it was asked for."""
        if sentence.number or sentence.unsaid or not listed.is_list(doc.text):
            return False
        question = self._question(sentence.turn)
        return question is not None and listed.asks_for_several(question)

    def _note_question(self, said: Said) -> None:
        """Remember whom the other has just asked about: "How is Alfie?", "He starts school"."""
        question = self._question(said.place[0])
        if question is not None and not any(t.lower_ in THIRD_PERSON for t in question):
            # "Your sister" is, to who answers, "my sister".
            turned = self.language(_YOUR.sub("my", question.text))
            place = (said.place[0] - 1, 0)
            note_mentions(turned, place, said.speaker, said.discourse)
            said.discourse.note_asked(place, is_request=_REQUEST.match(question.text) is not None)
            for token in turned[1:]:
                if token.dep_ == "nsubj" and token.text.istitle() and token.pos_ != "PROPN":
                    # "How is Alfie?": a name that the parser does not know.
                    said.discourse.add(named_person(token, place))

    def _answer(self, doc: Doc, said: Said) -> FactDraft | None:
        """A short answer together with the question that the turn before it ends with."""
        opening = said.turn.content.lstrip()
        question = self._question(said.place[0])
        if question is None or _CALLED.match(opening):
            return None
        if (
            still := asked.otherwise(question, doc.text.strip(" .!"), said.speaker, said.discourse, said.place)
        ) is not None:
            return self._drawn(still, said, question, SHORT_ANSWER, doc)
        if _DENIED.match(opening):
            return None
        affirmed = _AFFIRMED.match(opening) is not None
        content = answers.whole(question, doc, said.speaker, said.discourse, said.place, affirmed=affirmed)
        if content is None:
            content = asked.stated(question, doc.text.strip(" .!"), said.speaker, said.discourse, said.place)
            if content is not None and question[0].lower_ == "who":
                said.discourse.add(named_person(doc[0], said.place))
        return None if content is None else self._drawn(content, said, question, SHORT_ANSWER, doc)

    def _drawn(
        self, content: str, said: Said, question: Doc | None, rule: str, answer: Doc | None = None
    ) -> FactDraft | None:
        """The fact that is put together of a question and its answer, with its dates told in full."""
        past = question is not None and any(t.lower_ in ("did", "was", "were") for t in question)
        day = None
        for match in reversed(dates.find(content, said.today, past=past)):
            content = f"{content[: match.start]}{match.replacement}{content[match.end :]}"
            if question is not None and any(t.lower_ == "when" for t in question):
                day = match.day
        content = content[0].upper() + content[1:]
        if not soundness.is_sound(content):
            return None
        before = self.turns[said.place[0] - 1] if question is not None else None
        # What was asked in few words is the answer's own statement; a bare "yes" says what the question says.
        own = before is None or before.is_context or (answer is not None and asked.is_plain(question, before))
        sources = (said.turn.id,) if before is None or own else (before.id, said.turn.id)
        named = {word.lemma_.lower() for talk in (question, answer) if talk is not None for word in talk}
        tag = "relation" if question is None else "health" if named & HEALTH else "biography"
        return FactDraft(content, sources, said.at(day), (tag,), ANSWERED, said.speaker.inner, rule=rule)

    def _told(self, clause: Clause, said: Said) -> FactDraft | str:
        """As `_fact`; of what nobody knows who did it, what became of the thing it was done to."""
        fact = self._fact(clause, said)
        undergone = impersonal.as_passive(clause) if fact == "dangling" else None
        if undergone is None or not (self.to_assistant or self.in_group):
            return fact
        again = replace(said, sentence=said.sentence.saying(undergone))
        return next((self._fact(one, again) for one in split(self.language(undergone))), fact)

    def _fact(self, clause: Clause, said: Said) -> FactDraft | str:
        """The fact that a clause states, or the name of the rule that leaves it."""
        sentence, speaker = said.sentence, said.speaker
        inner = opened(clause)
        hedged = inner is not clause
        clause = without_next_doer(without_upshot(bare(inner)))
        if not clause.tokens or clause.subject is None or (sentence.unsaid and has_other_verb(clause)):
            return "no_statement"
        if sentence.unsaid and (lacks_object(clause) or self._is_of_the_last_one(clause, sentence)):
            return "no_statement"
        if is_cut_from_condition(clause):
            return "conditional"
        if clause.subject.lower_ in _ONES_OWN:
            return "dangling"
        spans = date_spans(clause, sentence.text, said.today, talk=said.turn.content)
        dated = {index for _, first, rest in spans for index in (first, *rest)}
        things = self.to_assistant or self.in_group
        traced = trace(clause, said.place, said.discourse, dated, things=things)
        if traced is None:
            return "dangling"
        clause, replaced = traced
        noted = things and is_typed(said.turn.content) and is_known_thing(clause, self._things)
        whose = about_whom(clause, replaced, said.discourse.names, speaker, things=things, noted=noted)
        if whose is None:
            return "nobodys"
        spans = [span for span in spans if any(token.i == span[1] for token in clause.tokens)]
        statement = Learnable(
            clause, whose, sentence.text,
            dated=bool(spans), ahead=bool(spans) and spans[0][0].day > said.today, elided=sentence.unsaid,
            to_assistant=self.to_assistant,
        )  # fmt: skip
        weight = weigh(statement)
        if not weight.tags:
            return weight.rule
        write_dates(spans, replaced)
        content = render(
            clause.all_tokens,
            speaker,
            replaced=replaced,
            group=self._group(clause, sentence),
            in_group=self.in_group,
            head=clause.head,
            subject=clause.subject,
        )
        if noted and whose == "thing" and content and is_bare(clause):
            content = f"The {content[0].lower()}{content[1:]}"
        content = tidied(content)
        day = next((found.day for found, _, _ in spans if not found.is_owner), None)
        if content and not spans and not soundness.is_broken(content):
            story = self._stories.get(sentence.turn)
            if story is not None and story.number == sentence.number:
                story = None  # named in another part of the same sentence: of this part nobody said it
            taken = taken_over(clause, sentence.text, sentence.number, story, said.today)
            if taken is not None:
                day = taken.day
                content = f"{content[:-1]} {taken.words}."
        if not soundness.is_sound(content) or says_itself(clause, speaker):
            return "unsound"
        confidence = round(max(weight.confidence - (HEARSAY if hedged else 0), LEAST), 2)
        return FactDraft(
            content, (said.turn.id,), said.at(day), weight.tags, confidence, speaker.inner, rule=weight.rule
        )

    def _go_on(self, sentence: Sentence) -> None:
        """ "Olena handed in notice. Last day 27 March. Going to a bank.": without a verb it is told of her, too."""
        if self._of_others.get(sentence.turn) == sentence.number - 1:
            self._of_others[sentence.turn] = sentence.number
        if self._told_of.get(sentence.turn) == sentence.at - 1:
            self._told_of[sentence.turn] = sentence.at

    def _is_of_the_last_one(self, clause: Clause, sentence: Sentence) -> bool:
        """ "My sister's fine. Bought a flat.": who did it may be she, unless the sentence names the speaker."""
        if clause.head.tag_ == "VBG" and self._told_of.get(sentence.turn) == sentence.at - 1:
            return True  # "They settled. Paying by May."
        if clause.head.lemma_ == "take" and names_a_patient(self.turns[sentence.turn].content):
            return True  # "Dad's home. Lantus 14 units at night."
        before = self._of_others.get(sentence.turn)
        if before is None or before not in (sentence.number - 1, sentence.number):
            return False
        self._of_others[sentence.turn] = sentence.number  # "Bought a flat. Changed jobs."
        return not any(token.lower_ in ("my", "our", "me", "us") for token in clause.all_tokens)

    def _group(self, clause: Clause, sentence: Sentence) -> str | None:
        """Who "we" are besides the speaker, unless the clause itself names them again."""
        group = self._groups.get(sentence.turn)
        if group is None or any(t.lower_ == group.split()[1] for t in clause.all_tokens):
            return None
        return group


def _instruction(told: Instruction, clause: Clause, said: Said) -> FactDraft | str:
    wish = Clause(clause.head, None, told.words)
    replaced = dict(told.replaced)
    spans = date_spans(wish, said.sentence.text, said.today, past=False)
    if told.rule == STANDING:
        spans = [span for span in spans if not is_each_week(span, said.with_reason)]
    dated = {index for _, first, rest in spans for index in (first, *rest)}
    for token in told.words:
        if token.i in dated or token.i in replaced or token.dep_ == "mark":
            continue
        if token.lower_ in THIRD_PERSON | POINTING and not has_antecedent(token, wish):
            return "dangling"
    write_dates(spans, replaced)
    content = render(told.words, said.speaker, replaced=replaced, lead=f"{said.speaker.name} {told.opening} ")
    if not soundness.is_sound(content):
        return "unsound"
    tags = ("instruction", "plan") if told.rule == "reminder" else ("instruction",)
    day = spans[0][0].day if spans else None
    return FactDraft(content, (said.turn.id,), said.at(day), tags, 0.9, said.speaker.inner, rule=told.rule)
