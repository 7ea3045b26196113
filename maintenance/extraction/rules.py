"""Facts from talk without a language model: a dependency parse, a discourse memory and a third-person rewrite.

Each sentence of a user's turn is parsed and split into claims. A claim whose pronouns cannot be traced, that is
not asserted, or that says nothing durable about the speaker's world is dropped; the rest is rewritten.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.conf import settings

from memory.language import AUTO, ENGLISH, chosen
from memory.language.en import lifting
from memory.language.en.manners import AS_TOLD
from memory.language.en.pasted import without_pasted
from memory.language.en.writers import other_writes

from .deadline import Deadline
from .grammar import announced, dates
from .grammar.alignment import BESIDES
from .grammar.claims import language as parser
from .grammar.rewrite import USER, voice
from .judging import changes, named_plans, offices, out_of_work, partings, plans, recalled, redated, table
from .judging.programs import FOR_A_WHILE
from .judging.shapes import has_date
from .judging.verdicts import judge as compare
from .keeping import hanging, soundness
from .keeping.drafts import RULE as SLIGHT
from .keeping.drafts import is_worth_learning
from .plain import corrected, dictated, labels
from .plain.capitals import is_typed, names_in
from .plain.text import prose
from .plain.unsaid import Plain
from .plain.verbless import spent
from .reading import glued, joints, own_name
from .reading.reader import Reader
from .reading.sayings import Sentence
from .types import Background, Claim, Extracted, FactDraft, Judged, Turn, Verdict
from .wishes import wishes
from .wishes.instructions import STANDING

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc


class ExtractorUnavailable(RuntimeError):
    """The language model package that parses English is not installed."""


def _language() -> Language:
    try:
        return parser(settings.MEMORY_SPACY_MODEL)
    except OSError as error:
        raise ExtractorUnavailable(f"the spaCy package {settings.MEMORY_SPACY_MODEL} is not installed") from error


def extract(turns: Sequence[Turn], *, timezone: str = "UTC", background: Background | None = None) -> Extracted:
    """The facts that the user turns state, in order; `timezone` dates turns without an offset. Of what is known already
    the rules take who is a person, and what the user looks for.

    Raises ExtractorUnavailable when the parser's model is missing, TookTooLong after its Deadline.
    """
    language = _language()
    deadline = Deadline("reading the turns")
    turns = _of_the_speakers(turns)
    spoken = labels.by_speaker(turns)
    in_group = spoken != list(turns)
    people = background.people if background else ()
    own = [labels.without_others(turn, people) if turn.role == "user" else turn for turn in spoken]
    turns, taken_back = corrected.settled(own)
    names = names_in(turns, people)
    speakers = list(dict.fromkeys(turn.speaker for turn in turns if turn.role == "user"))
    skipped: dict[str, int] = {}
    unread: list[str] = []
    sentences: list[Sentence] = []
    earlier: list[tuple[str, str]] = []  # who said it, and what
    for index, turn in enumerate(turns):
        if turn.role != "user":
            continue
        if chosen(turn.language, turn.content) is not ENGLISH:
            if not turn.is_context:
                unread.append(turn.id)
            continue
        said_out = dictated.with_stops(turn.content, language)
        before = turns[index - 1].content if index else ""
        told = prose(said_out, _addressees(turn, speakers), names if is_typed(turn.content) else frozenset(), before)
        deadline.check()
        if told.truncated and not turn.is_context:
            skipped["truncated"] = skipped.get("truncated", 0) + 1
        plains = tuple(_with_months(told.sentences, turn, earlier, background, timezone))
        if background is not None and background.facts:
            plains = tuple(_recalled(plains, turn, background.facts, "\n".join(one.content for one in turns[:index])))
        sentences.extend(Sentence(index, number, plain.text, plain.unsaid) for number, plain in enumerate(plains))
    reader = Reader(
        turns,
        timezone,
        language,
        speakers=len(speakers),
        names=names,
        in_group=in_group,
        background=background or Background(),
    )
    stated = [_closed(sentence) for sentence in sentences if not sentence.text.endswith("?")]
    parsed = language.pipe(((sentence.text, sentence) for sentence in stated), as_tuples=True, batch_size=128)
    drafts: list[FactDraft] = []
    seen: set[tuple[int, str]] = set()
    parts: dict[int, int] = {}  # that were read of each turn
    for doc, sentence in _of_oneself(parsed, turns, language):
        deadline.check()
        for part in joints.divided(doc, language):
            at = parts[sentence.turn] = parts.get(sentence.turn, -1) + 1
            for fact in reader.read(part, sentence.saying(part.text, at)):
                key = (sentence.turn, fact.content)
                if key not in seen:
                    seen.add(key)
                    drafts.append(fact)
    for sentence in sentences:
        drafts.extend(reader.introduced(sentence, drafts))
    for index in range(len(turns)):
        if (confirmed := reader.confirmed(index)) is not None:
            drafts.append(confirmed)
    drafts = _with_wishes(drafts, turns, reader.bidden, background.instructions if background else ())
    # The weights were learnt from talk with an assistant.
    contents = {turn.id: turn.content for turn in turns} if reader.to_assistant else None
    facts, left = _learnt(drafts, contents, language)
    reader.left.update(left)
    reader.left[corrected.RULE.name] += taken_back
    return Extracted(facts, skipped, left=dict(+reader.left), unread=tuple(unread))


def _closed(sentence: Sentence) -> Sentence:
    """With its full stop, which many leave out: a parser of written talk misreads a last word that nothing follows."""
    return sentence.saying(f"{sentence.text}.") if sentence.text[-1:].isalnum() else sentence


def _of_oneself(
    parsed: Iterable[tuple[Doc, Sentence]], turns: Sequence[Turn], language: Language
) -> Iterator[tuple[Doc, Sentence]]:
    """The parsed sentences, with what stands beside a speaker's own name told of them, and a time of theirs with which
    a turn begins."""
    for doc, sentence in parsed:
        over = spent(doc.text) if sentence.number == 0 else None
        if over is not None:
            yield language(over), replace(sentence.saying(over), unsaid=True)
            continue
        told = own_name.told_beside(doc, voice(turns[sentence.turn].speaker))
        yield (doc, sentence) if told is None else (language(told), sentence.saying(told))


def _of_the_speakers(turns: Sequence[Turn]) -> list[Turn]:
    """The turns without what others wrote and the speaker only hands on. From where somebody else says that they write
    in the speaker's place nothing is learnt, until the speaker is back."""
    own: list[Turn] = []
    others: dict[str, bool] = {}
    for turn in turns:
        if turn.role == "user" and chosen(turn.language, turn.content) is ENGLISH:
            content = without_pasted(turn.content, turn.speaker)
            writes = other_writes(content, turn.speaker)
            others[turn.speaker] = others.get(turn.speaker, False) if writes is None else writes
            turn = replace(turn, content=content, is_context=turn.is_context or others[turn.speaker])
        own.append(turn)
    return own


def _recalled(plains: Sequence[Plain], turn: Turn, facts: Sequence[str], earlier: str) -> Iterator[Plain]:
    """The sentences of a turn, made whole where they speak in short of what is known."""
    told = (turn.content, turn.speaker, facts, turn.event_time, earlier)
    for plain in plains:
        whole = [] if plain.unsaid else recalled.whole(plain.text, *told)
        yield from map(Plain, whole) if whole else (plain,)


def _with_months(
    plains: Sequence[Plain], turn: Turn, earlier: list[tuple[str, str]], background: Background | None, timezone: str
) -> Iterator[Plain]:
    """The sentences of a turn, with the month to which something was moved by what is known or was said `earlier`, to
    which each is added."""
    facts = background.facts if background else ()
    today, _ = dates.local_day(turn, timezone)
    for plain in plains:
        told = [*facts, *(text for speaker, text in earlier if speaker == turn.speaker)]
        text = redated.with_its_month(plain.text, told, turn.speaker, today)
        earlier.append((turn.speaker, text))
        yield plain if text == plain.text else replace(plain, text=text)


def _with_wishes(
    drafts: Sequence[FactDraft], turns: Sequence[Turn], bidden: Collection[int], standing: Sequence[str]
) -> list[FactDraft]:
    """The facts with the wishes that the turns numbered in `bidden` tell in the user's own words, in the place of what
    a clause of them was taken for. What lifts a wish, one of theirs or of those that are `standing` before them, is one
    as well."""
    kept = list(drafts)
    for place, (before, turn) in enumerate(zip((None, *turns), turns, strict=False)):
        if place not in bidden or turn.is_context or chosen(turn.language, turn.content) is not ENGLISH:
            continue
        asked = before is not None and before.role == "assistant" and before.content.rstrip().endswith("?")
        kept = [
            one for one in kept
            if one.rule != STANDING or one.source_ids != (turn.id,) or wishes.may_stand(one.content, turn.content)
        ]  # fmt: skip
        known = wishes.still([*standing, *(one.content for one in kept if "instruction" in one.tags)])
        speaker = voice(turn.speaker)
        said = turn.content
        parted = wishes.parted(said, speaker.name, known)
        if parted is not None:
            said = parted.rest
        lifting = wishes.lifting(said, speaker.name, known)
        for one in filter(None, (parted and parted.lifting, lifting)):
            kept = [
                fact
                for fact in kept
                if fact.source_ids != (turn.id,) or not wishes.only_lifts(fact.content, one, known)
            ]
        kept += [_wished(content, turn) for content in (parted.left if parted else ())]
        earlier = " ".join(one.content for one in turns[:place])
        wish = lifting or wishes.wished(said, answers=asked, earlier=earlier)
        own = [one for one in kept if wish and one.source_ids == (turn.id,)]
        told = [one.content for one in own if "instruction" in one.tags]
        if wish is None or wishes.are_told(wish, told):
            continue
        gone = [one for one in own if wishes.is_part(one.content, wish)]
        kept = [one for one in kept if one not in gone]
        kept.append(_wished(f"{speaker.name} {AS_TOLD}“{wish.quote}”", turn))
    return kept


def _wished(content: str, turn: Turn) -> FactDraft:
    inner = voice(turn.speaker).inner
    return FactDraft(content, (turn.id,), turn.event_time, ("instruction",), 0.9, inner, rule=wishes.RULE.name)


def _learnt(
    drafts: Sequence[FactDraft], contents: Mapping[str, str] | None, language: Language
) -> tuple[list[FactDraft], list[str]]:
    """The drafts that can stand by themselves and are worth it, and for each of the others the rule that leaves it.
    `contents` are of the turns, by id; without these none is weighed."""
    facts: list[FactDraft] = []
    left: list[str] = []
    plain = ((soundness.without_name(draft.content, draft.speaker), draft) for draft in drafts)
    for doc, draft in language.pipe(plain, as_tuples=True, batch_size=128):
        if "instruction" in draft.tags:
            facts.append(draft)
        elif not _can_stand(doc, language):
            left.append("hanging")
        elif contents is not None and not is_worth_learning(
            doc, draft.rule, "\n".join(contents[source] for source in draft.source_ids)
        ):
            left.append(SLIGHT.name)
        else:
            facts.append(draft)
    return facts, left


def _can_stand(doc: Doc, language: Language) -> bool:
    """Whether a rewritten sentence is whole and needs no talk around it."""
    if not soundness.is_whole(doc):
        again = soundness.with_pronoun(doc.text)
        if again is None or not soundness.is_whole(doc := language(again)):
            return False
    return not (glued.is_glued(doc) or hanging.hangs(doc))


def _addressees(turn: Turn, speakers: Sequence[str]) -> tuple[str, ...]:
    names = []
    for name in speakers:
        if name != turn.speaker and name.lower() != "user" and name.strip():
            first = name.split()[0]
            names += [name, first]
            if len(first) > 4:
                names.append(first[:3])
    return tuple(dict.fromkeys(names))


def judge(new: Claim, older: Sequence[Claim]) -> Judged:
    """How a new fact stands to each older one, by the words of both (`verdicts`) and by their parses (`changes`)."""
    verdicts = tuple(_judge(new, one) for one in older)
    left = [verdict for verdict in verdicts if verdict.rule == table.LEFT.name]
    if len(left) > 1 and partings.leaves_open_which(new.content):
        still = Verdict("unrelated", "it leaves open which post")
        verdicts = tuple(still if verdict in left else verdict for verdict in verdicts)
    lost = [one.content for one, verdict in zip(older, verdicts, strict=True) if verdict.rule == table.OUT_OF_WORK.name]
    if lost and out_of_work.leaves_open(new.content, lost, new.talk):
        still = Verdict("unrelated", "it leaves open which job, or they have it again")
        verdicts = tuple(still if one.rule == table.OUT_OF_WORK.name else one for one in verdicts)
    return Judged(verdicts)


# An end that lies further back than this, before what it ends was said to be so, was of another time: pregnant again,
# engaged again, at that firm again.
_LONG_BEFORE = timedelta(days=300)
# Who says that they work somewhere had not lost that job months ago.
_LOST_BEFORE = timedelta(days=45)
_ENDS = frozenset(
    rule.name
    for rule in (
        table.OTHER_STATE, table.BORN, table.LEFT, table.EMPLOYER_LEFT, table.SWITCHED, table.CONTRASTED, table.STOPPED,
        table.RID_OF, table.OUT_OF_WORK, table.PARTED_FROM, table.REPLACED, table.NOW_OTHERWISE,
    )
)  # fmt: skip


def _judge(new: Claim, older: Claim) -> Verdict:
    verdict = judge_pair(*_alike(new, older), new.talk, new.said_at)
    before = _LOST_BEFORE if verdict.rule == table.OUT_OF_WORK.name else _LONG_BEFORE
    if verdict.rule in _ENDS and new.event_time and older.event_time and new.event_time < older.event_time - before:
        return Verdict("unrelated", "it was so long before")
    return verdict


def _alike(new: Claim, older: Claim) -> tuple[str, str]:
    """The words of both. Who talks with the assistant is the user, whatever their name: "the spare key" is theirs.
    Where several talk, what each calls "our treasurer" is the treasurer of all."""
    if not (new.speaker or older.speaker):
        return _of_the_team(new), _of_the_team(older)
    if new.speaker != older.speaker or new.speaker in ("", USER.inner):
        return new.content, older.content
    return _of_the_user(new.content, new.speaker), _of_the_user(older.content, new.speaker)


def _of_the_team(one: Claim) -> str:
    owner = offices.owner_for_the_team(one.content, one.talk) if one.talk else None
    return one.content if owner is None else _of_the_user(one.content, owner)


def _of_the_user(content: str, name: str) -> str:
    said = re.sub(rf"(?<!\w){re.escape(name)}(?!\w| [A-Z])", USER.inner, content)
    return USER.name + said.removeprefix(USER.inner) if said.startswith(USER.inner) else said


@table.LIFTED.decides
def _lifted(new: str, old: str) -> Verdict | None:
    """ "You can phone me again" beside "never phone me"."""
    is_told = lifting.is_instruction(new) and chosen(AUTO, new, old) is ENGLISH
    return Verdict("updates", "it is lifted") if is_told and lifting.lifts(new, old) else None


@table.NEWER_VALUE.decides
def _replaced(new: str, old: str) -> Verdict | None:
    """ "Use American spelling" beside "use British spelling"."""
    is_told = chosen(AUTO, new, old) is ENGLISH and lifting.replaces(new, old)
    return Verdict("updates", "another is wanted in its place") if is_told else None


_RETIRING = frozenset(("updates", "contradicts", "corrects"))
# "May have found a job", "can cancel it": nothing holds no longer for what may be.
_MAY_BE = re.compile(r"\b(?:may|might|could|can(?! no(?:t| longer)\b))\b")
# Who could not and can now is able; who could not come on one day can on another.
_UNABLE = re.compile(r"\bcan(?:not|'t| not)\b", re.I)
_ABLE_NOW = re.compile(r"\bcan (?:now|finally|again)\b|\bcan\b.* (?:now|again|finally|at last)\W*$", re.I)


def _is_beside(new: str, talk: str) -> bool:
    """Whether what is to come is told to hold for a while, or beside what holds: "from May I teach Year 5 as well"."""
    return BESIDES.search(f"{new} {talk}") is not None or FOR_A_WHILE.search(new) is not None


def judge_pair(new: str, old: str, talk: str = "", said: datetime | None = None) -> Verdict:
    """How one new sentence, said in this talk and then, stands to one older one. A wish in the user's own words stands
    for itself: it is no statement whose words could be compared."""
    if (lifted := _lifted(new, old)) is not None:
        return lifted
    if (replaced := _replaced(new, old)) is not None:
        return replaced
    if AS_TOLD in new or AS_TOLD in old:
        return Verdict("same", "the same words") if new == old else Verdict("unrelated", "in the user's own words")
    verdict = compare(new, old)
    if new == old or chosen(AUTO, new, old) is not ENGLISH:
        return verdict
    if (replanned := plans.judge(new, old, said)) is not None:
        return replanned
    _language()
    found = changes.judge(new, old, talk) or verdict
    if talk and found.kind in ("unrelated", "contradicts"):
        found = changes.judge_in_talk(new, old, talk) or found
    if found.kind in ("unrelated", "contradicts"):
        found = named_plans.judge(new, old, said) or found
    if found.kind == "unrelated" and not _is_beside(new, talk) and (now := announced.as_now(new)) is not None:
        when_it_holds = judge_pair(now, old, talk, said)
        if when_it_holds.kind == "updates":
            return when_it_holds
    # Who "can eat eggs again" may, and is allergic no more.
    if (
        found.kind in _RETIRING
        and found.rule != table.OUTGROWN.name
        and _MAY_BE.search(new)
        and not _MAY_BE.search(old)
        and not (_ABLE_NOW.search(new) and _UNABLE.search(old) and not has_date(old))
    ):
        return Verdict("unrelated", "it only may be so")
    if found.kind == "same" and changes.tells_of_another_time(new, old):
        return Verdict("unrelated", "the same at another time")
    return changes.refined(new, old) or found if found.kind == "unrelated" else found
