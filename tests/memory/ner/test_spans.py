from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.ner.spans import NameSpan, resolve


def span(start: int, end: int, confidence: float, provider: str = "regex") -> NameSpan:
    return NameSpan(start, end, "x" * (end - start), "other", "x", confidence, provider)


@pytest.mark.parametrize(
    "spans, kept",
    [
        ([span(0, 5, 0.9), span(3, 9, 0.8)], [(0, 5)]),
        ([span(0, 5, 0.8), span(3, 9, 0.9)], [(3, 9)]),
        ([span(0, 5, 0.9), span(0, 9, 0.9)], [(0, 9)]),
        ([span(0, 5, 0.9), span(5, 9, 0.1)], [(0, 5), (5, 9)]),
        ([span(6, 9, 0.9), span(0, 3, 0.9), span(2, 7, 0.95)], [(2, 7)]),
        ([span(4, 4, 1.0)], []),
        ([], []),
    ],
)
def test_the_more_confident_then_the_longer_span_stays(spans, kept):
    assert [(s.start, s.end) for s in resolve(spans)] == kept


def test_a_tie_goes_to_the_first_given():
    assert resolve([span(0, 3, 0.9, "regex"), span(0, 3, 0.9, "llm")])[0].provider == "regex"


spans = st.builds(
    lambda start, length, confidence: span(start, start + length, confidence),
    st.integers(0, 50), st.integers(0, 10), st.sampled_from([0.5, 0.75, 0.9]),
)  # fmt: skip


@given(st.lists(spans))
def test_what_is_kept_does_not_overlap_and_what_goes_lost_to_a_better_one(given_spans):
    kept = resolve(given_spans)
    assert all(a.end <= b.start for a, b in pairwise(kept))
    for lost in set(given_spans) - set(kept):
        rivals = [k for k in kept if k.start < lost.end and lost.start < k.end]
        better = [(k.confidence, k.end - k.start) >= (lost.confidence, lost.end - lost.start) for k in rivals]
        assert lost.start == lost.end or any(better)


@given(st.lists(spans))
def test_resolving_twice_changes_nothing(given_spans):
    assert resolve(resolve(given_spans)) == resolve(given_spans)
