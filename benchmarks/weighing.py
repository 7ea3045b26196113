"""Learn weights for `memory.language.weighing` from sentences of many writers: `learnt`, `write`.

It needs scikit-learn, which nothing else does. A logistic regression over the features' ratios (S. Wang and C. Manning,
"Baselines and Bigrams", 2012).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from memory.language.weighing import Weights, features, weights

LEAST_SENTENCES, LEAST_WRITERS = 3, 2  # that a feature stands in, and that used it
SMOOTHING, PENALTY = 1.0, 0.1
LEAST_WEIGHT = 0.02  # logits: what weighs less is left out


class Sentence(NamedTuple):
    """`is_meant`: it is one of those that are looked for."""

    writer: str
    words: list[str]
    is_meant: bool


def learnt(read: Sequence[Sentence], times: Mapping[str, int]) -> Weights:
    """Weights that tell the sentences that are looked for. Those of a writer in `times` count so many times."""
    import numpy as np
    from scipy.sparse import diags
    from sklearn.feature_extraction.text import CountVectorizer
    from sklearn.linear_model import LogisticRegression

    writers: defaultdict[str, set[str]] = defaultdict(set)
    for sentence in read:
        for one in features(sentence.words):
            writers[one].add(sentence.writer)
    known = sorted(one for one, of in writers.items() if len(of) >= LEAST_WRITERS)
    vectors = CountVectorizer(analyzer=features, vocabulary=known, binary=True)
    table = vectors.fit_transform(sentence.words for sentence in read).astype(float)
    told = np.array([sentence.is_meant for sentence in read])
    of_these, of_others = (np.asarray(table[told == side].sum(axis=0)).ravel() for side in (True, False))
    often = of_these + of_others >= LEAST_SENTENCES
    of_these, of_others = (SMOOTHING + counts[often] for counts in (of_these, of_others))
    ratios = np.log((of_these / of_these.sum()) / (of_others / of_others.sum()))
    model: Any = LogisticRegression(C=PENALTY, class_weight="balanced", solver="liblinear", random_state=0)
    model.fit(table[:, often] @ diags(ratios), told, [times.get(sentence.writer, 1) for sentence in read])
    names = [one for one, is_often in zip(known, often, strict=True) if is_often]
    of = dict(zip(names, (model.coef_[0] * ratios).tolist(), strict=True))
    return weights(float(model.intercept_[0]), {name: one for name, one in of.items() if abs(one) >= LEAST_WEIGHT})


def write(path: Path, learnt: Weights) -> None:
    """The heaviest first."""
    rows = sorted(learnt.of.items(), key=lambda row: (-abs(row[1]), row[0]))
    lines = [f"{learnt.bias:.3f}\t", *(f"{weight:.3f}\t{told}" for told, weight in rows)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"{len(rows)} weights in {path}")
