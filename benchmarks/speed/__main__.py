"""`make bench`: every figure of docs/performance.md, measured beside what SQLite itself needs.

QUICK=1 does all of it at a small size. BENCH_STORES names a folder where the large stores are kept for the next run.
BENCH_OUT is where the table goes (docs/performance/ by default; a quick run only prints it).
"""

from __future__ import annotations

import argparse
import cProfile
import io
import os
import pstats
import shutil
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from memoryproj import throwaway

QUICK = os.environ.get("QUICK", "") not in {"", "0"}
_folder = Path(tempfile.mkdtemp(prefix="memory-bench-"))
# Figures are those of a store that survives a power cut, as by default; `data.use` chooses otherwise where told.
os.environ |= throwaway.environment(_folder) | {"MEMORY_LOG_LEVEL": "ERROR", "MEMORY_SQLITE_SYNCHRONOUS": "FULL"}

import django  # noqa: E402

django.setup()

from django.conf import settings  # noqa: E402

from memory import background  # noqa: E402
from memory.search.backends import backend  # noqa: E402
from memory.services.talk.episodes import EMBED_TASK  # noqa: E402

from . import age, data, desk, flush, footprint, http, ingest, past, streaming, table, upkeep  # noqa: E402
from .apart import apart  # noqa: E402
from .clock import Times, interleaved, quantile  # noqa: E402
from .search import UNLIMITED, Asking  # noqa: E402
from .table import Row  # noqa: E402


def main() -> None:
    argparse.ArgumentParser(prog="python -m benchmarks.speed", description=__doc__).parse_args()
    started = time.perf_counter()
    rows = []
    try:
        for measure in (
            ingesting, publishing, over_http, searching, searching_the_past, curating, working, starting, listening,
            aging, left_out,
        ):  # fmt: skip
            for row in measure():
                print(f"{row.what}: {row.figure}  {row.beside}  {row.ratio}", flush=True)
                rows.append(row)
        profile = hot_path_profile()
    finally:
        shutil.rmtree(_folder, ignore_errors=True)
    print(f"\n{profile}\n{table.page(rows)}\nTook {time.perf_counter() - started:.0f} s.")
    out = os.environ.get("BENCH_OUT", "" if QUICK else str(settings.BASE_DIR / "docs" / "performance"))
    if out:
        table.write(Path(out), rows, profile)


GUARDS = {"product": "", "unguarded": ", not screened and not masked"}


def ingesting() -> Iterator[Row]:
    rounds = 6 if QUICK else 30
    for synchronous in ("FULL", "NORMAL"):
        found = ingest.one_turn(_folder, synchronous, rounds=rounds)
        for way, what in GUARDS.items():
            product, bare = found[way], found["raw"]
            yield Row(
                f"one turn, two entities, {synchronous}{what}", str(product), str(bare), product.over(bare),
                "p50 ≤ 1.6 ×",
            )  # fmt: skip
    found = ingest.batches(_folder, rounds=rounds // 3)
    for way, what in GUARDS.items():
        product, bare = found[way], found["raw"]
        yield Row(
            f"100 turns a call{what}", _rate(product, ingest.BATCH), _rate(bare, ingest.BATCH), product.over(bare),
            "≥ 30,000 rows/s",
        )  # fmt: skip
    inside, before = ingest.facts(_folder, calls=5 if QUICK else 30)
    yield Row(
        "100 facts a call, while other writers wait", str(inside), f"what is done before: {before}", demand="≤ 250 ms"
    )


def _rate(times: Times, rows: int) -> str:
    worked = rows * len(times.processor) / sum(times.processor)
    return f"{rows * len(times.seconds) / times.total:,.0f} rows/s ({worked:,.0f} a second of the processor)"


def publishing() -> Iterator[Row]:
    """What a wake-up costs the request (a flag), and the thread that sends it; beside the bare file."""
    sender, folder = footprint.broker(_folder / "broker"), _folder / "broker" / "bare"
    folder.mkdir()
    letter = "x" * 900  # bytes: about as long as the message

    def write(number: int) -> None:
        aside = folder / f"{number}.part"
        aside.write_text(letter)
        aside.replace(folder / f"{number}.msg")

    found = interleaved(
        {
            "flag": lambda number: background.wake(EMBED_TASK),
            "sent": lambda number: sender.send_task(EMBED_TASK, retry=False, ignore_result=True),
            "file": write,
        },
        rounds=2 if QUICK else 10,
        calls=50,
    )
    background._tasks.clear()
    flag, sent, file = found["flag"], found["sent"], found["file"]
    yield Row("waking a worker, in the request", str(flag), str(file), flag.over(file), "off the request")
    yield Row(
        "publishing to the broker of files, in the thread: at most one a task in 100 ms", str(sent),
        f"a file, renamed: {file}", sent.over(file),
    )  # fmt: skip


def over_http() -> Iterator[Row]:
    count, rounds = (250, 1) if QUICK else (1_000, 4)
    for synchronous in ("FULL", "NORMAL"):
        found = http.beside_the_yardstick(_folder, (1, 8, 32), rounds=rounds, count=count, synchronous=synchronous)
        for connections, loads in found.items():
            product, bare = loads["product"], loads["bare"]
            yield Row(
                f"POST messages, {connections} connections, {synchronous}",
                str(product), str(bare),
                f"{product.a_second / bare.a_second:.2f} × as many "
                f"(processor {bare.processor / product.processor:.2f} ×)",
                "≥ 0.85 ×, p99 ≤ 15 ms" if connections == 8 else "",
            )  # fmt: skip


STORES = {
    "10,000 memories": (10_000, 1),
    "100,000 memories": (100_000, 1),
    "1,000,000 memories": (1_000_000, 1),
    "1,000,000 memories, 1,000 namespaces": (1_000_000, 1_000),
}
QUICK_STORES = {"5,000 memories": (5_000, 1), "20,000 memories, 100 namespaces": (20_000, 100)}


def searching() -> Iterator[Row]:
    kept = Path(os.environ.get("BENCH_STORES", _folder))
    count = 20 if QUICK else 100
    for name, (memories, namespaces) in (QUICK_STORES if QUICK else STORES).items():
        path = data.store(kept, f"{memories}-{namespaces}")
        if not path.exists():
            started = time.perf_counter()
            data.fill(path, memories, namespaces)
            print(f"  ({name}: built in {time.perf_counter() - started:.0f} s)", flush=True)
        asking = Asking(path, count)
        limited, all_of_it = asking.text(), Asking(path, min(count, 40)).text(UNLIMITED)
        share = limited.hits / max(all_of_it.hits, 1e-9)
        yield Row(
            f"text arm, facts, {name}", f"{limited.times}, hit@5 {limited.hits:.2f}",
            f"unlimited: {all_of_it.times}, hit@5 {all_of_it.hits:.2f}", f"hit@5 {share:.0%}",
            f"p95 < 10 ms, ≥ 80 % (budget {backend().budget:,})",
        )  # fmt: skip
        searched, built = asking.search(), asking.context()
        for what, found in (("search, all kinds", searched), ("context", built)):
            yield Row(f"{what}, {name}", str(found.times), f"bare arms: {found.bare}", found.times.over(found.bare))
        composed, looked = asking.both()
        p95 = quantile(composed.processor, 0.95) / quantile(looked.processor, 0.95)
        yield Row(
            f"context beside a search of all kinds, {name}",
            str(composed),
            f"search: {looked}",
            f"{composed.over(looked)}, p95 of the processor {p95:.2f} ×",
            "p95 of the processor ≤ 1.3 ×" if memories == 100_000 else "",
        )
        questions = [(n, q.text) for n, q in zip(asking.namespaces, asking.questions, strict=True)]
        load = http.contexts(path, questions, count)
        demand = "p95 ≤ 25 ms" if memories == 100_000 or namespaces > 1 else ""
        yield Row(
            f"POST context, {name}", str(load), f"the service alone: {built.times}",
            f"{load.times.p50 / built.times.p50:.2f} ×, {load.times.p50 / built.bare.p50:.2f} × the bare arms", demand,
        )  # fmt: skip
        size, content = footprint.disk(path)
        yield Row(
            f"disk, {name}", f"{size:,.0f} bytes a memory", f"text and vector alone: {content:,.0f} bytes",
            f"{size / content:.2f} ×",
        )  # fmt: skip


def searching_the_past() -> Iterator[Row]:
    memories, namespaces, count = (10_000, 1, 20) if QUICK else (100_000, 1, 100)
    found = past.measure(data.store(_folder, "past"), memories, namespaces, count)
    yield Row(
        f"search of another time, {memories:,} memories, each fifth fact retired",
        str(found.then),
        f"about now, same store: {found.now}", found.then.over(found.now),
    )  # fmt: skip


def curating() -> Iterator[Row]:
    memories, rounds, calls = (5_000, 2, 6) if QUICK else (100_000, 5, 10)
    for page in desk.pages(_folder, memories, rounds=rounds, calls=calls):
        yield Row(
            f"desk, {page.name}, {memories:,} memories", f"{page.product}, {page.queries} queries",
            f"its rows by plain SQL: {page.bare}", page.product.over(page.bare),
        )  # fmt: skip


def working() -> Iterator[Row]:
    drained = upkeep.drain(_folder, *((4, 4) if QUICK else (9, 16)))
    yield Row(
        f"embedding backlog, {drained.before:,} before, {drained.after:,} after",
        _rate(drained.product, upkeep.BATCH), f"ready vectors into rows and vec0: {_rate(drained.bare, upkeep.BATCH)}",
        drained.product.over(drained.bare),
    )  # fmt: skip
    facts = 20_000 if QUICK else 1_000_000
    night = upkeep.decayed(_folder, facts)
    yield Row(
        f"decay of {facts:,} facts",
        f"{night['seconds']:.1f} s, {night['memory']:.0f} MiB more, another writer waited {night['wait']:.0f} ms",
        f"one statement, everybody waits: {night['bare']:.1f} s", f"{night['seconds'] / night['bare']:.2f} ×",
        "≤ 30 s, ≤ 300 MiB, ≤ 250 ms",
    )  # fmt: skip
    learnt = upkeep.consolidated(_folder, 4 if QUICK else 20)
    without = learnt.sessions.total / len(learnt.sessions.seconds) - learnt.thinking
    yield Row(
        f"consolidation of {upkeep.TURNS} turns, offline rules",
        f"{without * 1e3:.0f} ms without the extractor's, the judge's and the names' {learnt.thinking * 1e3:.0f} ms",
        f"its {learnt.saved / len(learnt.sessions.seconds):.0f} facts and links: {learnt.bare}",
        f"{without * 1e3 / learnt.bare.p50:.0f} ×",
    )  # fmt: skip
    rate, share = upkeep.enriched(2 if QUICK else 20)
    yield Row("enrichment, offline", f"{rate:,.0f} memories/s, {share:.0%} of the time in the extractors")


def starting() -> Iterator[Row]:
    alone = footprint.django_alone()
    for process in footprint.processes(_folder):
        yield Row(
            f"process: {process.name} ({process.count})",
            f"{process.seconds:.1f} s until its first work is done, {process.memory:.0f} MiB resident then",
            f"Django set up alone: {alone.seconds:.1f} s, {alone.memory:.0f} MiB",
            f"{process.memory / alone.memory:.1f} × the memory",
        )  # fmt: skip
    ready = min(footprint.mcp_ready(data.store(_folder, "processes")) for _ in range(3))
    yield Row(
        "process: mcp, for one host", f"{ready:.1f} s until it answers the host",
        f"Django set up alone: {alone.seconds:.1f} s", f"{ready / alone.seconds:.1f} ×", "ready in 2 s",
    )  # fmt: skip


def listening() -> Iterator[Row]:
    streams, rounds, count = 200, (2 if QUICK else 6), (100 if QUICK else 300)
    alone, beside = streaming.contexts_beside(_folder, streams, rounds=rounds, count=count)
    yield Row(
        f"POST /context beside {streams} idle streams", str(beside), f"nobody listens: {alone}",
        f"p95 {beside.p95 / alone.p95:.2f} ×", "p95 < 1.2 ×",
    )  # fmt: skip


def aging() -> Iterator[Row]:
    turns, searches = (3_000, 300) if QUICK else (100_000, 10_000)
    lived = age.in_a_process(_folder / "age", turns, searches)
    yield Row(
        f"one process, {turns:,} turns and {searches:,} searches",
        f"{lived['start']:.0f} MiB of its own at the start, {lived['warm']:.0f} after {age.WARM:.0%} of it, "
        f"{lived['end']:.0f} at the end; Python holds {lived['objects']:,.0f} objects more than once warm",
        ratio=f"{lived['end'] / lived['warm']:.2f} × from warm to the end", demand="flat",
    )  # fmt: skip
    yield Row("its longest WAL", f"{lived['wal']:.0f} MiB", demand="bounded")
    talks = 100 if QUICK else 1_000
    learnt = age.learning_in_a_process(_folder / "learning", talks)
    yield Row(
        f"one worker's process, {talks:,} sessions with words of their own",
        f"{learnt['start']:.0f} MiB of its own at the start, {learnt['warm']:.0f} after a tenth, {learnt['end']:.0f} "
        f"at the end, {learnt['seconds'] / talks * 1e3:.0f} ms a session",
        ratio=f"{learnt['end'] / learnt['warm']:.2f} × from warm to the end",
        demand=f"a process is replaced at {settings.CELERY_WORKER_MAX_MEMORY_PER_CHILD / 1024:.0f} MiB",
    )  # fmt: skip


def left_out() -> Iterator[Row]:
    """What was tried and not taken: the figures behind the decisions."""
    for took in (0.005, 0.0002):
        found = flush.side_by_side(_folder, took, 0.3 if QUICK else 3.0)
        for threads, (single, grouped) in found.items():
            yield Row(
                f"group commit, a flush of {took * 1e3:g} ms, {threads} threads", f"in groups: {grouped:,.0f} turns/s",
                f"one by one: {single:,.0f} turns/s", f"{grouped / single:.1f} × as many", "left out",
            )  # fmt: skip
    for vectors in (5_000,) if QUICK else (100_000, 200_000):
        one = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")
        spike = apart("nearest", "beside_vec0", str(_folder), vectors, **one)
        yield Row(
            f"nearest 50 of {vectors:,} vectors, a matrix in memory",
            f"p50 {spike['matrix']:.2f} ms, recall {spike['recall']:.3f}, {spike['memory']:.0f} MiB, "
            f"loaded in {spike['load']:.1f} s",
            f"vec0: p50 {spike['vec0']:.2f} ms", f"{spike['matrix'] / spike['vec0']:.2f} ×", "left out",
        )  # fmt: skip


def hot_path_profile() -> str:
    """The functions in which a turn's processor time goes."""
    texts = data.texts(500)
    ingest.prepare(data.store(_folder, "profile"), "FULL")
    profiler = cProfile.Profile(time.thread_time)
    profiler.enable()
    for text in texts * (1 if QUICK else 4):
        ingest.take_in(f"{text} {ingest.MENTIONS}")
    profiler.disable()
    background.flush()
    out = io.StringIO()
    pstats.Stats(profiler, stream=out).strip_dirs().sort_stats("tottime").print_stats(25)
    return out.getvalue()


if __name__ == "__main__":
    main()
