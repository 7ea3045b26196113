"""The figures of a run as one JSON value, and that value as Markdown. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .asking import Asked
from .figures import mean, paired_bootstrap, percentiles

Json = dict[str, Any]
BASELINE = "rrf"


def summary(asked: Asked) -> Json:
    """Means overall and by category, and latencies."""
    by_category = {
        category: {"questions": len(rows), **mean(rows)}
        for category in dict.fromkeys(asked.categories)
        if (rows := [row for row, its in zip(asked.rows, asked.categories, strict=True) if its == category])
    }
    times = percentiles(asked.seconds) | percentiles(asked.processor, "processor_")
    result = {"questions": len(asked.rows), **mean(asked.rows), **times, "categories": by_category}
    if asked.sizes:
        result["memories_without_evidence"] = sum(asked.sizes) / len(asked.sizes)
    return result


def compared(asked: Mapping[str, Asked], measure: str) -> Json:
    """Each way against the baseline, paired by question."""
    base = next((way for name, way in asked.items() if name.rstrip("*") == BASELINE), None)
    if base is None or not base.rows:
        return {}
    theirs = [row[measure] for row in base.rows]
    result = {}
    for name, way in asked.items():
        if way is not base:
            difference, low, high = paired_bootstrap([row[measure] for row in way.rows], theirs)
            result[name] = {"measure": measure, "difference": difference, "low": low, "high": high}
    return result


def markdown(report: Json) -> str:
    parts = ["# Retrieval quality", _facts_of(report)]
    for kind, ways in report["kinds"].items():
        parts += [f"## {kind}", _table(ways["ways"]), _by_category(ways["ways"]), _versus(ways.get("versus", {}))]
    if blocks := report.get("blocks"):
        missing = f"- {100 * blocks['nowhere']:.1f} % of the answers stand nowhere in the talk"
        parts += ["## Answer in the block", missing, _table(blocks["ways"]), _by_category(blocks["ways"])]
    return "\n\n".join(part for part in parts if part) + "\n"


def _facts_of(report: Json) -> str:
    share = report.get("evidence_with_a_fact")
    lines = [
        f"- data: {report['data']}; {', '.join(report['conversations'])}",
        f"- embedder: {report['embedder'] or 'none'}",
        f"- {report['turns']} turns, {report['facts']} facts"
        + (f"; {100 * share:.1f} % of the evidence turns are a source of a fact" if share is not None else ""),
    ]
    return "\n".join(lines)


def _table(ways: Json) -> str:
    named = dict.fromkeys(name for values in ways.values() for name in values)
    columns = [name for name in named if name not in {"questions", "categories"}]
    rows = [[name, *(_figure(column, values.get(column)) for column in columns)] for name, values in ways.items()]
    return _grid(["way", *columns], rows)


def _by_category(ways: Json) -> str:
    """One measure alone: recall@10, the context block's share, or the share answered."""
    categories = list(next(iter(ways.values()))["categories"])
    if len(categories) < 2:
        return ""
    rows = []
    for name, values in ways.items():
        measure = next(key for key in values if key in {"recall@10", "context", "answered"})
        rows.append([f"{name} {measure}", *(_figure(measure, values["categories"][c][measure]) for c in categories)])
    counts = [next(iter(ways.values()))["categories"][c]["questions"] for c in categories]
    return _grid(["by category", *(f"{c} ({n})" for c, n in zip(categories, counts, strict=True))], rows)


def _versus(versus: Json) -> str:
    return "\n".join(
        f"- {name} against {BASELINE}: {100 * v['difference']:+.1f} points of {v['measure']} "
        f"(95 %: {100 * v['low']:+.1f} to {100 * v['high']:+.1f})"
        for name, v in versus.items()
    )


def _figure(column: str, value: float | None) -> str:
    if value is None:
        return "–"
    if column.endswith("_ms") or column.startswith("memories") or column == "tokens":
        return f"{value:.1f}"
    return f"{value:.3f}" if column == "mrr" else f"{100 * value:.1f}"


def _grid(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)
