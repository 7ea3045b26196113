"""One run: a plan carried out against one service, what the machine did meanwhile, and what that tells."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from benchmarks.speed.clock import Times, quantile

from .generator import Kind, Outcome, Plan
from .watching import Seen, watching

ROOT = Path(__file__).resolve().parents[2]
PROCESSORS = os.cpu_count() or 1
KEPT_UP = 0.95  # the share of what was due that is answered before the arrivals end
FULL = 0.9  # of the machine's processors
INTERPRETER = 0.8  # of one processor: the threads of a process take turns, and their changes cost the rest
OFTEN = 0.5  # the share of the looks at a lock


@dataclass(frozen=True)
class Target:
    """A service that runs. `roots`: the processes it is made of, as parts; `look` tells of its locks; `idle`: the
    processors that each part uses while nothing comes."""

    database: str
    processes: int
    port: int
    requests: Mapping[str, Sequence[str]]
    roots: Mapping[int, str]
    look: Callable[[], tuple[bool, bool]]
    idle: Mapping[str, float]


@dataclass(frozen=True)
class Run:
    database: str
    processes: int
    rate: float
    outcome: Outcome
    seen: Seen
    idle: Mapping[str, float]

    @property
    def due(self) -> int:
        return sum(kind.due for kind in self.outcome.kinds.values())

    @property
    def in_time(self) -> int:
        return sum(kind.in_time for kind in self.outcome.kinds.values())

    @property
    def refused(self) -> int:
        return sum(sum(kind.refused.values()) for kind in self.outcome.kinds.values())

    @property
    def kept_up(self) -> bool:
        return self.in_time >= KEPT_UP * self.due

    @property
    def a_second(self) -> float:
        return self.in_time / self.outcome.seconds

    def times(self, kind: str) -> Times:
        return Times(self.outcome.kinds[kind].waited)

    @property
    def late(self) -> float:
        """Milliseconds by which the sender itself was late, the 99th of a hundred."""
        return quantile(self.outcome.late, 0.99) * 1e3 if self.outcome.late else 0.0

    def cost(self, part: str) -> float:
        """Milliseconds of the processor that the part used for an answered request, beyond what it uses idle."""
        answered = sum(kind.answered for kind in self.outcome.kinds.values())
        used = (self.seen.parts.get(part, 0.0) - self.idle.get(part, 0.0)) * self.seen.seconds
        return max(used, 0.0) / answered * 1e3 if answered else 0.0

    @property
    def others(self) -> float:
        """Processors that were at work for nobody of this run."""
        return max(self.seen.others - self.outcome.processor / self.seen.seconds, 0.0)

    @property
    def why(self) -> str:
        """What was at its end, where the service did not keep up."""
        if self.kept_up:
            return ""
        parts, locks = self.seen.parts, self.seen.locks
        found = {
            "the machine's processors": sum(parts.values()) + self.seen.others >= FULL * PROCESSORS,
            "the interpreter of each web process": parts["web"] >= INTERPRETER * self.processes,
            "a lock": 0 < OFTEN * locks.looks <= locks.locked,
            "the disk": 0 < OFTEN * locks.looks <= locks.disk,
        }
        return ", ".join(name for name, full in found.items() if full) or "the line for a thread"


def run(target: Target, rate: float, seconds: float, shares: Mapping[str, float], outstanding: int, seed: int) -> Run:
    """Send for `seconds`, and wait as long again at most for the answers that are under way."""
    requests = {kind: target.requests[kind] for kind in shares}
    plan = Plan(target.port, rate, seconds, seconds, outstanding, seed, shares, requests)
    with watching(target.roots, target.look) as seen:
        done = subprocess.run(
            [sys.executable, "-m", "benchmarks.load.generator"], input=json.dumps(asdict(plan)), text=True, check=True,
            stdout=subprocess.PIPE, cwd=ROOT,
        )  # fmt: skip
    told = json.loads(done.stdout)
    outcome = Outcome(**{**told, "kinds": {name: Kind(**kind) for name, kind in told["kinds"].items()}})
    return Run(target.database, target.processes, rate, outcome, seen, target.idle)
