"""The context block: what an agent is handed for a prompt, within a budget. It never fails for a missing part."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import cache

from django.conf import settings
from django.db import Error
from django.utils import timezone

from ...context_block import FACTS_HEADING, Size, corrected, marked, render, withdrawn
from ...language.dates import fixed_zone, in_zone
from ...models import Kind, Memory, Namespace, WithdrawnNotice
from ...models.purposes import NOTHING_HIDDEN, Hidden
from ...search import ARM_DEPTH, Filters, Hit, Scope, Search, arranged, as_hits, look
from ...search.apart import apart
from ...search.backends import backend
from ...search.backends.base import Replacement
from ...search.composing import (
    PARTS,
    Candidate,
    Choice,
    Item,
    Part,
    Replaced,
    Want,
    bearing_on,
    compose,
    for_asker,
    is_on_another,
    tells_more,
)
from ...search.pool import MAX_SOURCES
from ...search.steps import Step
from ...search.why import WhyNot, why_not_in
from ...text import encodable
from .. import reflections
from ..beginnings import zone_of
from ..errors import InvalidInput
from . import corrections, ledger, must_knows, recalls, withdrawals
from .corrections import Notice
from .lifted import lifting

DEFAULT_TOKENS = 800  # the budget that the stories' figures are of (docs/context.md)
NOT_COMPOSED = (
    "The search found it. The block has room for what bears most on the prompt, and says nothing twice; this was left "
    "out."
)
# The latest, of which those that bear on the prompt are handed out. With 10 and with 40 the stories answer the same.
MOST_INSTRUCTIONS = 20
# An instruction on something else stays in the ranking where it means the prompt by this share of what the nearest
# does. With .8 and .95 the same are found on half of forty small stores, and with .8 two more on something else.
NEAR = 0.95


@dataclass(frozen=True)
class Context:
    """`search` is what the block was made from; `marks` says which line of it a memory stands in, by rowid; none in
    the specification's block. `corrections` are the notices at its top, `id` is the ledger's, of a block that was
    recorded as handed out."""

    block: str
    hits: list[Hit]
    reflection: Memory | None
    search: Search
    degraded: list[str] = field(default_factory=list)
    marks: dict[int, str] = field(default_factory=dict)
    id: str | None = None
    corrections: list[Notice] = field(default_factory=list)


def build(
    namespace: Namespace,
    prompt: str,
    *,
    session_id: str | None = None,
    limit: int = 5,
    max_tokens: int | None = None,
    include: Collection[Part] = PARTS,
    include_current: bool = False,
    as_of: datetime | None = None,
    valid_at: datetime | None = None,
    known_at: datetime | None = None,
    explain: bool = False,
    record: bool = True,
    hidden: Hidden = NOTHING_HIDDEN,
    others: Sequence[Namespace] = (),
) -> Context:
    """What to put before the model's next answer: `include`'s parts in `max_tokens`, at most `limit` facts among them.

    For a prompt that nothing ties to what is known there is nothing: none is better than any. What the session
    `session_id` said itself is left out, unless `include_current`. `MEMORY_CONTEXT=facts` makes the specification's
    block of facts and the latest reflection instead. With `record`, and without `explain`, the block counts as handed
    out: the ledger keeps it, the facts in it are recalled, and it starts with what an earlier block told this session
    and was wrong. With `valid_at` or `known_at` it is the block of another time (see `Scope`), which nobody is handed.

    `hidden` is what the asker's key never sees. `others` are namespaces that are read as well; each keeps its own lines
    of the block in its own ledger. The reflection is the first one's. Raises InvalidInput for several in the
    specification's block, whose lines have no marks to tell them apart by.
    """
    prompt = encodable(prompt)  # the ledger keeps it, or its hash
    filters = Filters(exclude_session_id=None if include_current else session_id)
    facts_alone = settings.MEMORY_CONTEXT == "facts"
    if facts_alone and others:
        raise InvalidInput("with MEMORY_CONTEXT=facts a block is of one namespace", "namespaces")
    scope = Scope(
        namespace, Kind.FACT if facts_alone else None, filters, valid_at, known_at, hidden=hidden,
        others=tuple(others),
    )  # fmt: skip
    record = record and not explain and not scope.past
    want = Want(DEFAULT_TOKENS if max_tokens is None else max_tokens, limit, frozenset(include))
    notices: list[Notice] = []
    gone: list[WithdrawnNotice] = []
    degraded: list[str] = []
    if record and session_id:
        notices, gone, degraded = _notices(scope, session_id, prompt, max_tokens if facts_alone else want.tokens)
    first = _lines(notices, gone)
    if facts_alone:
        built = apart(lambda: _facts_alone(scope, prompt, limit, max_tokens, as_of, explain, first))
    else:
        notices = [replace(notice, mark=f"m{place}") for place, notice in enumerate(notices, 1)]
        built = apart(lambda: _composed(scope, prompt, session_id, want, as_of, explain, first))
    built = replace(built, corrections=notices, degraded=[*built.degraded, *degraded])
    if not record or not built.block:
        return built
    recalls.record((hit.memory for hit in built.hits if hit.related), session_id=session_id, via="context")
    shown = [ledger.shown(hit.memory, built.marks.get(hit.memory.pk, "")) for hit in built.hits]
    if built.reflection is not None:
        shown.append(ledger.shown(built.reflection))
    notes = {notice.mark: notice.memory.namespace_id for notice in notices}
    notes |= {f"m{place}": notice.namespace_id for place, notice in enumerate(gone, len(notices) + 1)}
    uid = ledger.record(
        [one.namespace for one in scope.each], prompt, built.block, shown, notes, session_id=session_id,
        at=datetime.now(UTC),
    )  # fmt: skip
    return replace(built, id=uid)


def why_not(built: Context, prompt: str, uid: str, *, limit: int) -> WhyNot:
    """At which step the memory `uid` fell out of the block that `build` made with the same arguments, if it did.

    The steps are those of the search behind the block, and NOT_COMPOSED.
    """
    fate = why_not_in(built.search, prompt, uid, limit=limit, only_related=True)
    shown = {hit.memory.uid for hit in built.hits}
    if uid in shown:
        return replace(fate, step=Step.SHOWN, detail="It is in the block.", by=None, score_needed=None)
    if fate.step in {Step.SHOWN, Step.LIMIT} or (fate.step in {Step.MERGED, Step.REPEATS} and fate.by not in shown):
        return replace(fate, step=Step.NOT_COMPOSED, detail=NOT_COMPOSED, by=None, score_needed=None)
    return fate


def _notices(
    scope: Scope, session_id: str, prompt: str, max_tokens: int | None
) -> tuple[list[Notice], list[WithdrawnNotice], list[str]]:
    """What the block tells of earlier ones, as far as it fits, and why it tells nothing of it. What does not fit, or
    cannot be noted as told, is told by a later block."""
    moment = datetime.now(UTC)
    told: list[Notice] = []
    gone: list[WithdrawnNotice] = []

    def fits(*more: Notice, erased: Sequence[WithdrawnNotice] = ()) -> bool:
        return max_tokens is None or _size(_lines([*told, *more], [*gone, *erased])).tokens <= max_tokens

    for one in scope.each:
        if not one.namespace.pk:
            continue
        hashed = ledger.prompt_hash(one.namespace.pk, prompt)
        fitting: list[Notice] = []
        for notice in corrections.due(one.namespace, session_id, hashed, moment, scope.hidden):
            if fits(*fitting, notice):
                fitting.append(notice)
        erased: list[WithdrawnNotice] = []
        for withdrawn_notice in withdrawals.due(one.namespace, session_id, hashed, moment):
            if fits(*fitting, erased=[*erased, withdrawn_notice]):
                erased.append(withdrawn_notice)
        try:
            told += corrections.claim(fitting, hashed, moment)
            gone += withdrawals.claim(erased, hashed, moment)
        except Error as error:
            return told, gone, [f"corrections: {error}"]
    return told, gone, []


def _lines(notices: Sequence[Notice], gone: Sequence[WithdrawnNotice]) -> list[Item]:
    return [*map(_line, notices), *map(_withdrawn_line, gone)]


def _withdrawn_line(notice: WithdrawnNotice) -> Item:
    return Item(notice.at.date().isoformat(), withdrawn(notice.marks, notice.handed_at.date().isoformat()), ())


def _line(notice: Notice) -> Item:
    told = () if notice.by is None else (notice.by[0],)
    return Item(notice.at.date().isoformat(), corrected(notice.memory.content, notice.now), told)


def _size(first: Sequence[Item]) -> Size:
    lines = [marked(number, item.date, item.content) for number, item in enumerate(first, 1)]
    return Size.of_line(FACTS_HEADING).plus(*map(Size.of_line, lines))


def _composed(
    scope: Scope,
    prompt: str,
    session_id: str | None,
    want: Want,
    as_of: datetime | None,
    explain: bool,
    first: list[Item],
) -> Context:
    done = look(scope, prompt, ARM_DEPTH, as_of)
    musts: list[Candidate] = []
    must_be_told = 0
    instructions: list[Candidate] = []
    aside: set[int] = set()
    if "instructions" in want.include:
        asker = cache(lambda: must_knows.asker_of(scope.namespace, session_id))
        bearing = [must_knows.bearing_on(one, done.question, prompt, asker) for one in scope.each]
        must_be_told = sum(told for _, told in bearing)
        # The same of each namespace first.
        parts = [(space, memories[:told]) for space, (memories, told) in enumerate(bearing)]
        parts += [(space, memories[told:]) for space, (memories, told) in enumerate(bearing)]
        known = [_candidate(memory)._replace(space=space) for space, part in parts for memory in part]
        musts = _with_sources(scope, known)
        stated = [
            _candidate(fact)._replace(space=space)
            for space, one in enumerate(scope.each)
            for fact in backend().instructions(one, MOST_INSTRUCTIONS)
        ]
        bearing_first = bearing_on(done.question, stated)
        lifted = [
            _candidate(turn)._replace(space=space)
            for space, one in enumerate(scope.each)
            for turn in lifting(one, done.question, [told for told in bearing_first if told.space == space])
        ]
        told = for_asker(done.question, bearing_on(done.question, [*bearing_first, *lifted]), prompt, asker)
        instructions = _with_sources(scope, told)
        if not done.question.language.cues.on_instructions.search(prompt):
            others = [one for one in stated if one not in bearing_first and is_on_another(done.question, one)]
            aside = _not_asked_for(done, _with_sources(scope, others))
    if not done.related and not musts and not instructions:
        return _as_context(done, Choice(first, []), None, (), explain)
    if first:
        want = replace(want, tokens=max(want.tokens - _size(first).tokens, 0))
    reflection = _reflection(scope) if "reflection" in want.include else None
    said = [*(c.rowid for c in done.pool if c.kind in (Kind.FACT, Kind.EPISODE)), *(one.rowid for one in musts)]
    # In the past nothing was replaced yet: all that is found held then.
    found = [] if scope.past else [(one, row) for one in scope.each for row in backend().replaced(one, said)]
    replaced = [_replaced(row, one) for one, row in found]
    choice = compose(
        done.question,
        [scored for scored in done.order if scored.rowid not in aside] if done.related else [],
        done.pool,
        want,
        weights=done.weights,
        replaced=replaced,
        instructions=instructions,
        must_knows=musts,
        must_be_told=must_be_told,
        reflection=reflection.content if reflection else "",
    )
    # Chosen for what is asked, whatever the arms brought.
    chosen = {*(one.rowid for one in instructions), *(one.rowid for one in musts), *(one.by for one in replaced)}
    said_first = {rowid for item in first for rowid in item.rowids}
    rest = choice.without(said_first).items
    return _as_context(done, Choice([*first, *rest], choice.reflection), reflection, chosen, explain)


def _not_asked_for(done: Search, instructions: Sequence[Candidate]) -> set[int]:
    """The rowids of `instructions` on something else, and of the turns that tell nothing beside them, where these hold
    no word of the prompt and mean it less than the best does. In a small store the arms bring them for any prompt."""
    if not instructions:
        return set()
    nearest = max((scored.parts.get("cosine", 0.0) for scored in done.order), default=0.0)
    speaking = {
        scored.rowid
        for scored in done.order
        if scored.parts.get("coverage", 0.0) > 0 or scored.parts.get("cosine", 0.0) >= NEAR * nearest > 0
    }
    wishes: dict[int, list[str]] = {}
    for one in instructions:
        for rowid in one.sources:
            wishes.setdefault(rowid, []).append(one.text)
    language = done.question.language
    turned = (turn for turn in done.pool if turn.rowid in wishes)
    turns = {turn.rowid for turn in turned if not tells_more(language, turn.text, wishes[turn.rowid])}
    return ({one.rowid for one in instructions} | turns) - speaking


def _reflection(scope: Scope) -> Memory | None:
    """The latest one; of another time, the latest that there was."""
    if not scope.past and not scope.hidden:
        return reflections.latest(scope.namespace)
    there = replace(scope, kind=Kind.REFLECTION, filters=Filters(), others=()).candidates
    return there.defer("embedding").order_by("-rowid").first()


def _as_context(
    done: Search, choice: Choice, reflection: Memory | None, bearing: Collection[int | None], explain: bool
) -> Context:
    marks: dict[int, str] = {}
    for number, item in enumerate(choice.items, 1):
        for rowid in item.rowids:
            marks.setdefault(rowid, f"m{number}")
    found = as_hits(done, list(marks), explain=explain)
    hits = [replace(hit, related=True) if hit.memory.pk in bearing else hit for hit in found]
    return Context(choice.block, hits, reflection if choice.reflection else None, done, done.degraded, marks)


def _replaced(row: Replacement, scope: Scope) -> Replaced:
    """Of a successor that the current session stated itself only the words are told: it is not handed out again."""
    excluded = scope.filters.exclude_session_id
    by = None if excluded and row.session_id == excluded else row.by
    until = datetime.fromtimestamp(row.until, UTC)
    is_ahead = until > timezone.now()
    day = in_zone(until, zone_of(scope.namespace, row.offset)).date().isoformat() if is_ahead else ""
    return Replaced(row.rowid, row.was, by, row.now, datetime.fromtimestamp(row.held_at, UTC), day)


def _candidate(fact: Memory) -> Candidate:
    at = in_zone(fact.event_time, fixed_zone(fact.event_offset) or UTC)
    return Candidate(fact.pk, fact.content, at, kind=fact.kind, speaker=fact.source_role, role=fact.role)


def _with_sources(scope: Scope, facts: Sequence[Candidate]) -> list[Candidate]:
    """These facts, which no arm of the search brought, with the turns that they were drawn from."""
    found: dict[int, tuple[int, ...]] = {}
    for space, one in enumerate(scope.each):
        if rowids := [fact.rowid for fact in facts if fact.space == space]:
            found |= backend().sources(one, rowids, MAX_SOURCES)
    return [fact._replace(sources=found.get(fact.rowid, ())) for fact in facts]


def _facts_alone(
    scope: Scope,
    prompt: str,
    limit: int,
    max_tokens: int | None,
    as_of: datetime | None,
    explain: bool,
    first: Sequence[Item],
) -> Context:
    """The specification's block."""
    done = look(scope, prompt, max(ARM_DEPTH, limit), as_of)
    kept = [scored.rowid for scored in arranged(done, limit)[0]] if done.related else []
    hits = as_hits(done, kept, explain=explain)
    reflection = _reflection(scope)
    block, fitted, has_reflection = render(
        [(_candidate(hit.memory).event_time.date().isoformat(), hit.memory.content) for hit in hits],
        reflection.content if reflection else "",
        max_tokens,
        [item[:2] for item in first],
    )
    return Context(block, hits[:fitted], reflection if has_reflection else None, done, done.degraded)
