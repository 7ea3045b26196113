"""What a consolidation commits: facts that were compared with all that came meanwhile, in parts, up to a turn."""

import pytest

from memory.models import Memory, UnreadTurn
from memory.services.learning import consolidation
from memory.services.learning.consolidation import FACTS_A_COMMIT, Chunk, Unjudged
from memory.services.learning.preparing import MAX_SINCE, Comparisons
from memory.services.learning.saving import FactInput
from memory.services.memories.judgements import Judgement, VerdictKind
from memory.services.talk import sessions
from tests.store import DERIVED, claim, contents, know, say


def newest(namespace) -> int:
    return Memory.objects.within(namespace).order_by("-rowid").values_list("pk", flat=True).first() or 0


def learnt(content: str, upto: int, **fields) -> FactInput:
    return FactInput(content, looked=Comparisons([], upto), **fields)


def always(new, old) -> bool:
    return True


def test_a_fact_that_came_after_the_look_and_that_nobody_judged_holds_the_commit_up(namespace):
    [turn] = say(namespace, "s1", "I moved to Voss.")
    know(namespace, "Ann lives in Bergen.")
    lease, upto = claim(namespace, "s1"), newest(namespace)
    asked = []
    came = know(namespace, "Ann lives in Oslo.")

    def must_judge(new, old):
        asked.append((new.content, old.content))
        return True

    with pytest.raises(Unjudged):
        consolidation.commit(lease, [learnt("Ann lives in Voss.", upto)], turn.pk, actor=DERIVED, must_judge=must_judge)
    assert asked == [("Ann lives in Voss.", came.content)]  # what was there before the look was judged
    assert sessions.watermark(lease) == 0
    assert contents(namespace) == ["Ann lives in Bergen.", "Ann lives in Oslo."]


def test_what_was_judged_or_need_not_be_is_committed(namespace):
    turns = say(namespace, "s1", "I moved to Voss.", "I like tea.", "I play chess.")
    lease, upto = claim(namespace, "s1"), newest(namespace)
    came = know(namespace, "Ann lives in Oslo.")
    judged = learnt("Ann lives in Voss.", upto, verdicts={came.uid: Judgement(VerdictKind.UNRELATED)})

    consolidation.commit(lease, [judged], turns[0].pk, actor=DERIVED, must_judge=always)
    consolidation.commit(
        lease, [learnt("Ann likes tea.", upto)], turns[1].pk, actor=DERIVED, must_judge=lambda new, old: False
    )
    consolidation.commit(lease, [learnt("Ann plays chess.", upto)], turns[2].pk, actor=DERIVED)

    assert contents(namespace) == ["Ann lives in Oslo.", "Ann lives in Voss.", "Ann likes tea.", "Ann plays chess."]
    assert sessions.watermark(lease) == turns[2].pk


def test_facts_that_nobody_looked_for_others_beside_are_not_held_up(namespace):
    [turn] = say(namespace, "s1", "I moved to Voss.")
    lease = claim(namespace, "s1")
    know(namespace, "Ann lives in Oslo.")

    [saved] = consolidation.commit(lease, [FactInput("Ann plays chess.")], turn.pk, actor=DERIVED, must_judge=always)
    assert saved.memory.content == "Ann plays chess."


def test_the_oldest_look_of_several_facts_counts(namespace):
    [turn] = say(namespace, "s1", "I moved to Voss.")
    lease, upto = claim(namespace, "s1"), newest(namespace)
    know(namespace, "Ann lives in Oslo.")
    both = [learnt("Ann plays chess.", newest(namespace)), learnt("Ann lives in Voss.", upto)]

    with pytest.raises(Unjudged):
        consolidation.commit(lease, both, turn.pk, actor=DERIVED, must_judge=always)


def test_of_very_many_that_came_a_bounded_number_is_looked_at(namespace):
    [turn] = say(namespace, "s1", "I moved to Voss.")
    lease, upto = claim(namespace, "s1"), newest(namespace)
    names = [f"{letter}{other}a" for letter in "BDFGHK" for other in "aeiou"][: MAX_SINCE + 4]
    rows = [know(namespace, f"{name} owns a {name}boat.") for name in names]
    asked = []

    def noted(new, old):
        asked.append(old.pk)
        return False

    consolidation.commit(lease, [learnt("Ann plays chess.", upto)], turn.pk, actor=DERIVED, must_judge=noted)
    # Once before the transaction; inside it from there on.
    assert asked == [row.pk for row in rows]


def test_turns_that_were_passed_over_are_noted_as_unread_even_without_facts(namespace):
    first, second = say(namespace, "s1", "Hallo.", "Guten Tag.")
    lease = claim(namespace, "s1")

    assert consolidation.commit(lease, [], second.pk, actor=DERIVED, unread=[first.uid]) == []
    assert list(UnreadTurn.objects.values_list("memory_id", flat=True)) == [first.pk]
    assert sessions.watermark(lease) == second.pk


def test_the_next_chunk_has_thirty_turns(namespace):
    say(namespace, "s1", *[f"turn {number}" for number in range(32)])
    lease = claim(namespace, "s1")
    chunk = consolidation.next_chunk(lease)

    assert len(chunk.episodes) == 30
    sessions.advance(lease, chunk.upto)
    rest = consolidation.next_chunk(lease)
    assert [turn.content for turn in rest.context] == ["turn 26", "turn 27", "turn 28", "turn 29"]
    assert len(rest.episodes) == 2


def test_a_chunk_comes_with_the_turn_by_which_somebody_else_took_over(namespace):
    said = ["Tom here, Ann's brother.", *(f"turn {number}" for number in range(30)), "Ann again.", *["so"] * 30]
    say(namespace, "s1", *said, name="Ann")
    lease = claim(namespace, "s1")
    context = []
    while (chunk := consolidation.next_chunk(lease, 16)) is not None:
        context.append([turn.content for turn in chunk.context])
        sessions.advance(lease, chunk.upto)
    assert [one[0] for one in context if one] == ["Tom here, Ann's brother.", "turn 27", "so"]
    assert [len(one) for one in context] == [0, 5, 4, 4]


def parts_of(turns, *numbers):
    """The parts of a chunk whose turns bring so many facts each: (turns read, positions)."""
    said = [[turns[at].uid] for at, number in enumerate(numbers) for _ in range(number)]
    return [(len(part.episodes), positions) for part, positions in Chunk([], turns).parts(said)]


def test_a_chunk_is_committed_in_parts_of_bounded_size_that_end_with_a_turn(namespace):
    turns = say(namespace, "s1", "one", "two", "three")
    most = FACTS_A_COMMIT

    assert parts_of(turns, 0, 0, 0) == [(3, [])]
    assert parts_of(turns, most - 1, 1, 0) == [(3, list(range(most)))]
    assert parts_of(turns, most - 1, 2, 0) == [(1, list(range(most - 1))), (3, [most - 1, most])]
    assert parts_of(turns, most + 3, 0, 0) == [(3, list(range(most + 3)))]  # the facts of one turn stay together
    assert [read for read, _ in parts_of(turns, most, most, most)] == [1, 2, 3]
    assert most == 25


def test_a_fact_of_no_turn_of_the_chunk_goes_with_the_last_and_one_of_two_with_the_later(namespace):
    turns = say(namespace, "s1", "one", "two", "three")
    many = [[turns[0].uid]] * FACTS_A_COMMIT
    said = [["ep_elsewhere"], *many, [turns[0].uid, turns[1].uid]]

    found = [(len(part.episodes), positions) for part, positions in Chunk([], turns).parts(said)]
    assert found == [(1, list(range(1, FACTS_A_COMMIT + 1))), (3, [0, FACTS_A_COMMIT + 1])]


def test_what_is_related_comes_with_how_far_was_looked(namespace):
    say(namespace, "s1", "hello")
    lease = claim(namespace, "s1")
    assert consolidation.related(lease, "Ann lives in Voss.") == ([], 0)
    old = know(namespace, "Ann lives in Bergen.")
    last = know(namespace, "Bob plays chess.")

    found, upto = consolidation.related(lease, "Ann lives in Voss.")
    assert [one.memory.uid for one in found] == [old.uid]
    assert upto == last.pk
    assert consolidation.related(lease, "...") == ([], last.pk)
