"""How far a confidence can be trusted: what facts were given when they were learnt, against what curators decided."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse

from ..services.curating import reliability as decided
from . import charts, scope
from .site import page, show

RULES_LISTED = 50  # the most decided first
FEW = 5  # decided facts, below which a share says little


@page("reliability/", "memory_reliability")
def reliability(request: HttpRequest) -> HttpResponse:
    """A point for each tenth of confidence; on the line, confidence means what it says."""
    desk = scope.desk_of(request)
    seen = None if desk.all else [desk.namespace.pk] if desk.namespace else []
    bins, by_rule = desk.kept("decided", lambda: (decided.bins(seen), decided.by_rule(seen)))
    rules = sorted(by_rule.items(), key=lambda one: -(one[1].right + one[1].wrong))[:RULES_LISTED]
    return show(
        request, "reliability.html", "Confidence against decisions",
        bins=bins, points=charts.reliability(bins), side=charts.SIDE, total=sum(one.facts for one in bins), few=FEW,
        rules=[(name, one.right + one.wrong, one.right / (one.right + one.wrong)) for name, one in rules],
    )  # fmt: skip
