"""`make bench`: every figure of docs/performance.md, measured beside what SQLite itself needs.

QUICK=1 does all of it at a small size. BENCH_STORES names a folder where the large stores are kept for the next run.
BENCH_OUT is where the table goes (docs/performance/ by default; a quick run only prints it).
"""

from __future__ import annotations

import cProfile
import io
import os
import pstats
import shutil
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

QUICK = os.environ.get("QUICK", "") not in {"", "0"}
_folder = Path(tempfile.mkdtemp(prefix="memory-bench-"))
os.environ.update(
    DJANGO_SETTINGS_MODULE="memoryproj.settings",
    MEMORY_DATA_DIR=str(_folder),
    MEMORY_SECRET_KEY="for benchmarks",  # noqa: S106
    MEMORY_BROKER_URL="memory://",
    MEMORY_BACKGROUND_THREAD="0",
    MEMORY_LOG_LEVEL="ERROR",
)

import django  # noqa: E402

django.setup()

from django.conf import settings  # noqa: E402

from memory import background  # noqa: E402
from memory.search import postings  # noqa: E402

from . import data, footprint, http, ingest, table, upkeep  # noqa: E402
from .clock import Times, timed  # noqa: E402
from .search import UNLIMITED, Asking  # noqa: E402
from .table import Row  # noqa: E402


def main() -> None:
    rows = []
    try:
        for measure in (ingesting, over_http, searching, working, footprints):
            for row in measure():
                print(f"{row.what}: {row.figure}  {row.beside}  {row.ratio}", flush=True)
                rows.append(row)
        profile = hot_path_profile()
    finally:
        shutil.rmtree(_folder, ignore_errors=True)
    print("\n" + table.markdown(rows))
    out = os.environ.get("BENCH_OUT", "" if QUICK else str(settings.BASE_DIR / "docs" / "performance"))
    if out:
        table.write(Path(out), rows, profile)


def ingesting() -> Iterator[Row]:
    rounds = 6 if QUICK else 30
    for synchronous in ("FULL", "NORMAL"):
        found = ingest.one_turn(_folder, synchronous, rounds=rounds)
        product, bare = found["product"], found["raw"]
        yield Row(
            f"one turn, two entities, {synchronous}", str(product), str(bare), product.over(bare),
            "p50 ≤ 1.6 ×",
        )  # fmt: skip
    found = ingest.batches(_folder, rounds=rounds // 3)
    product, bare = found["product"], found["raw"]
    yield Row(
        "100 turns a call", _rate(product, ingest.BATCH), _rate(bare, ingest.BATCH), product.over(bare),
        "≥ 30,000 rows/s",
    )  # fmt: skip
    count = 50 if QUICK else 500
    yield Row("publishing one wake-up to the filesystem broker", str(_publishing(count)), demand="off the request")


def _rate(times: Times, rows: int) -> str:
    worked = rows * len(times.processor) / sum(times.processor)
    return f"{rows * len(times.seconds) / times.total:,.0f} rows/s ({worked:,.0f} a second of the processor)"


def _publishing(count: int) -> Times:
    from kombu import Connection

    folder = _folder / "broker"
    folder.mkdir()
    options = {"data_folder_in": str(folder), "data_folder_out": str(folder), "control_folder": str(folder / "c")}
    with Connection("filesystem://", transport_options=options) as broker:
        queue = broker.SimpleQueue("embed")
        return timed([lambda: queue.put({"task": ingest.SESSION})] * count)


def over_http() -> Iterator[Row]:
    count, rounds = (300, 1) if QUICK else (1_000, 4)
    for synchronous, connections in (("FULL", 1), ("FULL", 8), ("FULL", 32), ("NORMAL", 8)):
        found = http.beside_the_yardstick(_folder, connections, rounds=rounds, count=count, synchronous=synchronous)
        product, bare = found["product"], found["bare"]
        yield Row(
            f"POST messages, {connections} connections, {synchronous}",
            str(product), str(bare),
            f"{product.a_second / bare.a_second:.2f} × as many (processor {bare.processor / product.processor:.2f} ×)",
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
            f"p95 < 10 ms, ≥ 80 % (budget {postings.BUDGET:,})",
        )  # fmt: skip
        yield Row(f"search, all kinds, {name}", str(asking.search().times))
        yield Row(f"context, {name}", str(asking.context().times))
        questions = [(n, q.text) for n, q in zip(asking.namespaces, asking.questions, strict=True)]
        load = http.contexts(path, questions, count)
        demand = "p95 ≤ 25 ms" if memories == 100_000 or namespaces > 1 else ""
        yield Row(f"POST context, {name}", str(load), demand=demand)
        yield Row(f"disk, {name}", f"{footprint.bytes_a_memory(path):,.0f} bytes a memory, vectors included")


def working() -> Iterator[Row]:
    rate = upkeep.drain(_folder, 1_000 if QUICK else 10_000)
    yield Row("embedding backlog", f"{rate:,.0f} memories/s")
    facts = 20_000 if QUICK else 1_000_000
    night = upkeep.decayed(_folder, facts)
    yield Row(
        f"decay of {facts:,} facts",
        f"{night['seconds']:.1f} s, {night['memory']:.0f} MiB more, another writer waited {night['wait']:.0f} ms",
        demand="≤ 30 s, ≤ 300 MiB, ≤ 250 ms",
    )  # fmt: skip
    a_session, enriched = upkeep.consolidated(_folder, 4 if QUICK else 20)
    yield Row("consolidation of 30 turns, offline rules", f"{a_session * 1e3:.0f} ms")
    yield Row("enrichment, offline", f"{enriched:,.0f} memories/s")


def footprints() -> Iterator[Row]:
    for name, (seconds, memory) in footprint.processes().items():
        yield Row(f"process: {name}", f"{seconds:.1f} s to start, {memory:.0f} MiB")


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
