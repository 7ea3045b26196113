"""Spend a budget of tokens on what a search ranked: facts, and quotes of what was said. Pure.

The constants are chosen on LoCoMo's tuned half; docs/context.md has what the whole gives, not each.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from ...context_block import composed, one_line, stated, token_estimate
from ...models import Kind
from ..arranging import repeats, repeats_any
from ..candidates import Candidate, Scored
from ..query import Inquiry
from ..unknown import is_unknown
from .bearing import Bearing
from .going_on import going_on
from .in_time import goes_on
from .instructing import speaks_of, takes_back, tells_later
from .items import Choice, Item, Replaced, insight_within
from .later import ENOUGH, WITH_ROOM, Later
from .layout import Layout
from .matters import Matters
from .quoting import asked_stems, ends_asking, only_asks, stems, telling_stems, told_apart
from .statements import Statements
from .wanted import Want
from .wording import has_words, tells_nothing
from .writing import SHORT_ANSWER

# The best few are quoted in the words that were said, even where a fact drawn from them ranks first: the turn says what
# the fact leaves out. Further down a fact stands for its turn: for the same tokens it tells three times as much.
IN_FULL = 3
# Must-knows and standing instructions take this share of the budget, and are as many of each, at most.
INSTRUCTED = 0.15
INSTRUCTIONS = 3
MUST_KNOWS = 3
OF_EACH = 0.25  # with the first must-know of each further person
# After so many that are too long for what is left, the rest is not looked at. Chosen, as all that follow, on the
# stories' build half and LoCoMo's tuned half, as parts of the block (docs/context.md); no figure of each is kept.
TOO_LONG = 4
FEW_WORDS = 4  # fewer tell nothing of their user
# What goes on with the matter is offered up to this share of the budget: the rest is for notes and the insight.
GOING_ON = 0.75
# After that the best few of what was found, where users tell of themselves there: a new state may share no word with
# anything that stands in the block.
BEST = 5
# What is asked and explained in a session of something else seldom bears on the prompt: of the words that count it has
# to hold this share. Half of the asides of the stories' build half went by it, and no answer.
HELD = 0.6
# A note stands a second time only where as much speaks for it, but for this.
SAID_AGAIN = 2.0
# A turn of the assistant's of up to so many words, of which more than this share stands in the user's before it, says
# nothing. With 15 and .6 seven more of 140 questions of invented users were shown a stale state.
ECHO = 30
ECHOED = 0.5
QUOTED_ROLES = frozenset({"user", "assistant", ""})


def compose(
    question: Inquiry,
    order: Sequence[Scored],
    pool: Sequence[Candidate],
    want: Want,
    *,
    weights: Mapping[str, float],
    replaced: Sequence[Replaced] = (),
    instructions: Sequence[Candidate] = (),
    must_knows: Sequence[Candidate] = (),
    must_be_told: int = 0,
    reflection: str = "",
) -> Choice:
    """The lines of the block: must-knows and instructions, what ranks best, and the insight if room is left.

    `order` is the ranking of `pool`; `weights` what each stem of the question counts for. The budget is never exceeded.
    """
    if is_unknown(question, order, pool):
        order = []
    bearing = Bearing(order, pool, weights)
    parts = {scored.rowid: scored.passage for scored in order if scored.passage is not None}
    later = Later(question, pool, bearing.fitting, weights, parts)
    matters = Matters(question, order, pool, parts)
    statements = Statements(question, order, pool, weights, replaced)
    draft = _Draft(question, pool, weights, replaced, parts, statements, later, want, matters)
    draft.by_chance = {rowid for rowid in parts if bearing.is_part_by_chance(rowid)}
    draft.places = {scored.rowid: place for place, scored in enumerate(order)}
    if "instructions" in want.include:
        draft.musts = {memory.rowid for memory in must_knows}
        for memory in must_knows[:MUST_KNOWS]:
            draft.instruct(memory)
        for fact in instructions[:INSTRUCTIONS]:
            draft.instruct(fact)
        for memory in must_knows[MUST_KNOWS:must_be_told]:
            draft.instruct(memory, OF_EACH)
    for place, scored in enumerate(order):
        if draft.full:
            break
        in_full = place < IN_FULL
        if bearing.is_enough(scored.rowid) and (
            in_full
            or draft.nearness(scored.rowid) > 0
            or (bearing.is_of_its_own(scored.rowid) and draft.tells(scored.rowid))
        ):
            draft.offer(scored.rowid, in_full=in_full)
    insight: list[str] = []
    # It speaks of something that was asked for.
    if order and "reflection" in want.include and not asked_stems(question).isdisjoint(stems(reflection)):
        insight = insight_within(draft.tokens, draft.items(), reflection)
    draft.leave_room(insight)
    draft.go_on([scored.rowid for scored in order[:BEST] if not bearing.is_chance(scored.rowid)])
    draft.put_together()
    return Choice(draft.within(draft.tokens), insight)


@dataclass
class _Draft(Layout):
    """The block while it is chosen. `offer` keeps a memory, drops it, or finds that it is said already."""

    want: Want
    matters: Matters
    too_long: int = 0

    def __post_init__(self) -> None:
        super().__post_init__()
        self.texts: dict[int, str] = {}
        self.musts: set[int] = set()
        self.by_chance: set[int] = set()  # long turns of which the nearest part does not speak of the prompt
        self.tokens = self.want.tokens
        self.learnt = {turn for c in self.pool for turn in c.sources}

    @property
    def full(self) -> bool:
        return self.too_long >= TOO_LONG

    def instruct(self, memory: Candidate, share: float = INSTRUCTED) -> None:
        if any(memory.rowid == told.rowid or repeats(memory.text, told.text) for told in self.instructed):
            return
        self.instructed.append(memory)
        self.changed()
        if self.size().tokens > share * self.tokens:
            self.instructed.pop()
            self.changed()

    def offer(self, rowid: int, *, in_full: bool) -> None:
        c = self.known[rowid]
        if self.is_instructed(c):
            return
        if c.kind == Kind.FACT:
            self._offer_fact(c, in_full)
        elif c.kind == Kind.EPISODE and "turns" in self.want.include:
            self._offer_turn(c)

    def nearness(self, rowid: int) -> float:
        """How near its session is to those that the prompt is about; 1 of what is of no session."""
        c = self.known[rowid]
        turn = c if c.kind == Kind.EPISODE else next((self.known[turn] for turn in c.sources if turn in self.known), c)
        return 1.0 if turn.session_id is None else self.matters.near.get(turn.session_id, 0.0)

    def tells(self, rowid: int) -> bool:
        """Whether it tells of its user, or has a word of the prompt's; what the assistant explains, and what only asks,
        holds most of what the prompt asks for, or answers a question after what the assistant said."""
        if not self.weights or self.tells_of_oneself(rowid):
            return True
        c = self.known[rowid]
        held = sum(self.weights[stem] for stem in self.weights.keys() & stems(self.words(c)))
        explains = c.role == "assistant" and self.question.role != "assistant"
        if explains or only_asks(c.text, self.question.language):
            return held >= HELD * sum(self.weights.values())
        return held > 0

    def tells_of_oneself(self, rowid: int) -> bool:
        c = self.known[rowid]
        if c.kind == Kind.FACT:
            return True
        if c.role not in ("user", "") or not has_words(c.text, FEW_WORDS) or only_asks(c.text, self.question.language):
            return False
        return c.rowid in self.learnt or self.question.language.cues.first_person.search(self.words(c)) is not None

    def leave_room(self, insight: Sequence[str]) -> None:
        """Keep what these lines take of the budget."""
        if insight:
            self.tokens -= token_estimate(composed([], insight)) + 1

    def go_on(self, best: Sequence[int]) -> None:
        """Offer what else users said in the sessions that the prompt is about, and in those linked to them, as far as
        it was found: a new state seldom repeats the words of the old one. Then the `best` in which they tell of
        themselves."""
        if "turns" not in self.want.include or not self.quotes and not self.facts:
            return
        more = going_on(self.matters, self.later, [self.known[turn] for turn in self.quotes], self.facts)
        self.too_long = 0
        more += [self.known[rowid] for rowid in best if self.tells_of_oneself(rowid)]
        for c in more:
            if self.full or self.size().tokens > GOING_ON * self.tokens:
                break
            self._offer_turn(c)

    def put_together(self) -> None:
        """Put what was chosen behind the older statement of which it tells later, where it stands apart from it; and
        into the room that is left, what tells later of what was chosen."""
        drawn = {turn: fact for fact in self.facts if fact not in self.before for turn in self.sources(fact)}
        self.later.hand_out(self.quotes.keys() | drawn.keys())
        for rowid in [rowid for rowid in (*self.facts, *self.quotes) if rowid in self.known]:
            if any(self._puts_behind(rowid, enough) for enough in (WITH_ROOM, ENOUGH)):
                for turn in [one.rowid for one in self.since[rowid] if drawn.get(one.rowid, rowid) != rowid]:
                    if self.facts.pop(drawn[turn], None):
                        self.changed()
                        self.merged.setdefault(turn, []).append(drawn[turn])
        self.say_changes_once()
        self._say_once()
        for c in self.instructed:
            self._tell_after(c)

    def _tell_after(self, instruction: Candidate) -> None:
        """Let an instruction's line name what was said later of the same thing, which stands in a line of its own."""
        said = [self.known[turn] for turn in instruction.sources if turn in self.known] or [instruction]
        found = (one for c in said for one in self._followers(c, self.words(c)) if not self.is_instructed(one))
        newer = {one.rowid: one for one in found if speaks_of(self.question.language, one, instruction)}
        for one in newer.values():
            self._offer_turn(one)
        is_must = instruction.rowid in self.musts
        tells = takes_back if is_must else tells_later
        others = (one for one in self.instructed if (one.rowid in self.musts) == is_must)
        newer |= {one.rowid: one for one in others if tells(self.question.language, one, instruction)}
        drawn = {turn: self.known[fact] for fact in self.facts if fact in self.known for turn in self.sources(fact)}
        self.put_behind(instruction.rowid, [drawn.get(rowid, one) for rowid, one in newer.items()])
        if self.size().tokens > self.tokens:
            self.put_behind(instruction.rowid, [])

    def _say_once(self) -> None:
        """Let a note stand behind what it surely changes, and nowhere behind what it tells of hardly."""
        olders: defaultdict[int, list[int]] = defaultdict(list)
        for older in (*self.facts, *self.quotes):
            for one in self.since.get(older, ()):
                olders[one.rowid].append(older)
        for newer, places in olders.items():
            worths = {older: self.later.worths.get(older, {}).get(newer, 0.0) for older in places}
            least = max(worths.values()) - SAID_AGAIN
            for older in (older for older in places if worths[older] < least):
                self.put_behind(older, [one for one in self.since[older] if one.rowid != newer])

    def _puts_behind(self, rowid: int, enough: float) -> bool:
        """Whether what tells later of this fact or quote stands behind it now, as it fits."""
        if rowid not in self.facts and rowid not in self.quotes:
            return False
        c, older = self.known[rowid], self.since.get(rowid, [])
        text = self.texts[rowid] if rowid in self.facts else self.quotes[rowid]
        newer = self._followers(c, text, enough)
        beside = [one for one in newer if rowid in self.quotes and one.rowid in self.quotes and goes_on(c, one)]
        stayed = len(self.staying)
        self.staying.update(one.rowid for one in beside)
        more = [one for one in newer if one not in older and one not in beside]
        if len(self.staying) > stayed:
            self.changed()
        sized = self.sized()
        if more:
            self.put_behind(rowid, [*older, *more])
        if self.size().tokens <= self.tokens:
            return True
        if more:
            self.put_behind(rowid, older)
            self.restored(sized)
        return False

    def _offer_fact(self, c: Candidate, in_full: bool) -> None:
        if c.superseded:
            for one in self.changes(c.rowid):
                if one.by is not None and one.held_at is not None and one.by not in self.facts:
                    self._keep_fact(one.by, one.now, one.held_at)
            return
        quotable = [] if "turns" not in self.want.include else [self.known[s] for s in c.sources if s in self.known]
        told = self.told_later() | self.quotes.keys()
        already = next((turn for turn in quotable if turn.rowid in told), None)
        if already is None and in_full and c.rowid not in self.before:
            for turn in quotable[:1]:
                self._offer_turn(turn)
                already = turn if turn.rowid in self.quotes else None
        if already is not None and c.rowid not in self.before:
            self.merged.setdefault(already.rowid, []).append(c.rowid)
            return
        self._keep_fact(c.rowid, c.text, c.event_time)

    def _keep_fact(self, rowid: int, text: str, since: datetime) -> None:
        if "facts" not in self.want.include or len(self.facts) >= self.want.facts or rowid in self.facts:
            return
        if repeats_any(text, (self.texts[other] for other in self.facts)):
            return
        before = [told_apart(old, text) for old in self.before.get(rowid, [])]
        self.texts[rowid] = text
        self.facts[rowid] = Item(since.date().isoformat(), stated(text, before) + self._note(rowid, text), (rowid,))
        c = self.known.get(rowid)
        newer = self._followers(c, text) if c else []
        self.put_behind(rowid, newer)
        if not self._fits():
            del self.facts[rowid]
            self.put_behind(rowid, [])
            for one in newer[-1:]:
                self._offer_turn(one)

    def _offer_turn(self, c: Candidate) -> None:
        if not self._quotable(c) or c.rowid in self.quotes or self._is_stood_for(c):
            return
        if tells_nothing(self.question.language, c.text) and not self._asked_before(c):
            return
        if (echoed := self._echoed(c)) is not None:
            self._offer_turn(echoed)
            return
        if c.rowid in self.told_later():
            return
        if any(c.rowid in self.sources(fact) for fact in self.facts):
            return
        if repeats_any(c.text, (self.known[other].text for other in self.quotes)):
            return
        beside = self._understood_with(c)
        if not beside and only_asks(c.text, self.question.language):
            return
        turns = [c, *beside]
        sized, stayed = self.sized(), len(self.staying)
        fresh = [turn for turn in turns if turn.rowid not in self.quotes]
        for turn in fresh:
            self.keep_quote(turn, self.quote(turn))
            newer = self._followers(turn, self.quotes[turn.rowid])
            # What goes on in the same passage needs no note.
            beside = [one for one in newer if goes_on(turn, one)]
            self.staying.update(one.rowid for one in beside)
            self.put_behind(turn.rowid, [one for one in newer if one not in beside])
            fresh += [one for one in beside if one.rowid not in self.quotes and one not in fresh]
        if not one_line(self.quotes[c.rowid]) or not self._fits():
            newest = self.since[c.rowid][-1:]
            for turn in fresh:
                self.drop_quote(turn.rowid)
            if len(self.staying) == stayed:
                self.restored(sized)
            # Where both have no room, the newest statement of the matter stands alone.
            for one in newest:
                self._offer_turn(one)

    def _understood_with(self, c: Candidate) -> list[Candidate]:
        """The turn without which it is not understood: the answer to what it asks, the question that it answers."""
        language = self.question.language
        if only_asks(c.text, language) or (c.role == "assistant" and ends_asking(c.text, language)):
            answer = self._next_to(c, 1)
            return [answer] if answer is not None else []
        return [] if has_words(c.text, SHORT_ANSWER + 1) else self._asked_before(c)

    def _is_stood_for(self, turn: Candidate) -> bool:
        """Whether facts drawn from it tell all of it that bears on the prompt; these are kept."""
        facts = self.statements.standing_for(turn)
        for fact in facts:
            self._keep_fact(fact.rowid, fact.text, fact.event_time)
        return any(fact.rowid in self.facts for fact in facts)

    def _followers(self, c: Candidate, text: str, enough: float = ENOUGH) -> list[Candidate]:
        """What was said later of the same thing, and later of that, by time."""
        if "turns" not in self.want.include:
            return []
        found = self.later.followers_of(c, text, enough)
        own = {*c.sources, *self.by_chance}
        return [newer for newer in found if newer.rowid not in own]

    def _echoed(self, c: Candidate) -> Candidate | None:
        """The user's turn that a short one of the assistant's only repeats: "Aisle seat, got it."."""
        before = self._next_to(c, -1) if c.role == "assistant" and not has_words(c.text, ECHO + 1) else None
        if before is None or any(mark in c.text for mark in self.question.language.question_marks):
            return None
        own = telling_stems(c.text, self.question.language)
        return before if len(own & stems(self.words(before))) > len(own) * ECHOED else None

    def _quotable(self, c: Candidate) -> bool:
        is_turn = c.kind == Kind.EPISODE and c.role in QUOTED_ROLES and c.rowid not in self.by_chance
        return is_turn and c.eligible and not self.is_instructed(c)

    def _next_to(self, c: Candidate, step: int) -> Candidate | None:
        other = None if c.position is None else self.beside.get((c.session_id, c.position + step))
        return other if other is not None and self._quotable(other) else None

    def _asked_before(self, c: Candidate) -> list[Candidate]:
        before, marks = self._next_to(c, -1), self.question.language.question_marks
        return [before] if before is not None and any(mark in before.text for mark in marks) else []

    def _fits(self) -> bool:
        if self.size().tokens <= self.tokens:
            return True
        self.too_long += 1
        return False
