"""What was measured, as tables."""

from __future__ import annotations

from collections.abc import Sequence

from .runs import PROCESSORS, Run


def alone(runs: Sequence[Run]) -> str:
    """What one request of each kind costs, from runs of one kind each at a rate that leaves the service time."""
    said = [
        "| request | store | a second | p50 · p95 · p99 ms | web ms | server ms | workers ms | writer's lock ms |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for one in runs:
        (kind,) = one.outcome.kinds
        workers = sum(one.cost(part) for part in ("embed", "llm", "beat"))
        said.append(
            f"| {kind} | {one.database} | {one.a_second:.1f} | {_times(one, kind)} | {one.cost('web'):.1f} | "
            f"{_of_server(one)} | {workers:.1f} | {_of_lock(one)} |"
        )
    return "\n".join(said)


def mixed(runs: Sequence[Run]) -> str:
    """Each rate that was tried: what was answered in time, how long each kind took, whose the processors were."""
    kinds = list(runs[0].outcome.kinds)
    times = "".join(f" {kind} p50 · p95 · p99 ms |" for kind in kinds)
    said = [
        f"| store | processes | due a second | answered in time |{times} web · workers · server · others, of "
        f"{PROCESSORS} processors | lock · disk | at its end |",
        f"|---|---|---|---|{'---|' * len(kinds)}---|---|---|",
    ]
    said += [
        f"| {one.database} | {one.processes} | {one.due / one.outcome.seconds:.1f} | {_in_time(one)} | "
        f"{' | '.join(_times(one, kind) for kind in kinds)} | {_processors(one)} | {_locks(one)} | {one.why} |"
        for one in runs
    ]
    return "\n".join(said)


def summary(runs: Sequence[Run]) -> str:
    """For each store and number of processes the highest rate that it kept up with, and the lowest it did not."""
    said = [
        "| store | processes | kept up with, a second | no longer with | answered a second then | at its end |",
        "|---|---|---|---|---|---|",
    ]
    for database, processes in dict.fromkeys((one.database, one.processes) for one in runs):
        own = [one for one in runs if (one.database, one.processes) == (database, processes)]
        good = max((one.due / one.outcome.seconds for one in own if one.kept_up), default=0.0)
        bad = min((one for one in own if not one.kept_up), key=lambda one: one.rate, default=None)
        said.append(
            f"| {database} | {processes} | {good:.1f} | "
            + (
                f"{bad.due / bad.outcome.seconds:.1f} | {bad.a_second:.1f} | {bad.why} |"
                if bad
                else "not reached | | |"
            )
        )
    return "\n".join(said)


def _times(one: Run, kind: str) -> str:
    """With a sign where requests without an answer are among them: they would have taken longer still."""
    times, unanswered = one.times(kind), one.outcome.kinds[kind].unanswered
    if not times.seconds:
        return "none"
    return f"{'≥ ' if unanswered else ''}{times.p50:,.0f} · {times.p95:,.0f} · {times.p99:,.0f}"


def _in_time(one: Run) -> str:
    told = f"{one.a_second:.1f} ({one.in_time / max(one.due, 1):.0%})"
    return f"{told}, {one.refused} refused" if one.refused else told


def _processors(one: Run) -> str:
    parts = one.seen.parts
    workers = sum(parts.get(part, 0.0) for part in ("embed", "llm", "beat"))
    return f"{parts['web']:.2f} · {workers:.2f} · {_of_server_cores(one)} · {one.others:.2f}"


def _of_server(one: Run) -> str:
    return f"{one.cost('server'):.1f}" if "server" in one.seen.parts else "–"


def _of_lock(one: Run) -> str:
    """How long a request keeps SQLite's one writer busy. A server has as many writers as namespaces."""
    locks = one.seen.locks
    if one.database != "SQLite" or not one.a_second or not locks.looks:
        return "–"
    return f"{1e3 * locks.locked / locks.looks / one.a_second:.1f}"


def _of_server_cores(one: Run) -> str:
    return f"{one.seen.parts['server']:.2f}" if "server" in one.seen.parts else "–"


def _locks(one: Run) -> str:
    locks = one.seen.locks
    return f"{locks.locked / max(locks.looks, 1):.0%} · {locks.disk / max(locks.looks, 1):.0%}"
