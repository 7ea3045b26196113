"""What a person adds by hand: a fact, and the pairing of two facts that contradict each other."""

from __future__ import annotations

import uuid
from datetime import UTC, datetime, time
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST

from ..models import Conflict, Kind, Memory
from ..search import hybrid_search
from ..services.curating import deciding
from ..services.errors import MemoryServiceError
from ..services.learning import saving
from ..services.learning.saving import Outcome
from ..text import tags_in, whole_number
from . import base, evidence, one_memory, roles, scope
from .site import page, show

LIKE = 10  # facts that are offered to be paired with one
AREA = {"class": "desk-area", "rows": 3}
INPUT = {"class": "desk-input"}

TOLD = {
    Outcome.CREATED: "Added.",
    Outcome.REPEATED: "It is known already: this is the fact.",
    Outcome.SUPERSEDED: "Added; it took the place of an older fact.",
    Outcome.CONFLICT: "Added; it contradicts an older fact, and the inbox asks which of them holds.",
    Outcome.QUARANTINED: "Added, but it reads like an order to the assistant: a curator has to release it.",
}


class FactForm(forms.Form):
    content = forms.CharField(label="The fact, as one sentence", widget=forms.Textarea(attrs=AREA))
    namespace = forms.CharField(
        label="Namespace", max_length=200, widget=forms.TextInput(attrs={**INPUT, "list": "fact-namespaces"})
    )
    day = forms.DateField(
        label="Since when it holds, or when it was said (optional)", required=False,
        widget=forms.DateInput(attrs={**INPUT, "type": "date"}),
    )  # fmt: skip
    tags = forms.CharField(label="Tags, separated by commas (optional)", required=False,
                           widget=forms.TextInput(attrs=INPUT))  # fmt: skip
    # The sender's own name for this fact: sent twice, it is added once.
    key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid.uuid4)


@page("fact/add/", "memory_fact_add", roles.CURATE)
def add(request: HttpRequest) -> HttpResponse:
    """A form for one fact, under the person's name. What is refused stays in the form."""
    desk = scope.desk_of(request)
    form = FactForm(request.POST or None, initial={"namespace": desk.namespace.name if desk.namespace else ""})
    if request.method == "POST" and form.is_valid():
        saved = _save(request, form)
        if saved is not None:
            messages.success(request, TOLD[saved.outcome])
            scope.go_to(request, saved.memory)
            return HttpResponseRedirect(reverse("admin:memory_memory_change", args=[saved.memory.pk]))
    names = desk.namespaces().order_by("name").values_list("name", flat=True)[:100]
    return show(request, "fact_add.html", "Add a fact", form=form, names=names, opts=Memory._meta)


def _save(request: HttpRequest, form: FactForm) -> saving.SavedFact | None:
    given = form.cleaned_data
    namespace = scope.desk_of(request).namespaces().filter(name=given["namespace"]).first()
    if namespace is None:
        form.add_error("namespace", "There is no namespace of this name that you were granted.")
        return None
    day = given["day"]
    try:
        return saving.remember(
            namespace, given["content"], actor=base.actor(request), external_id=f"desk:{given['key'].hex}",
            event_time=datetime.combine(day, time(12), tzinfo=UTC) if day else timezone.now(),
            tags=tags_in(given["tags"]), decay_rate=0.0,
        )  # fmt: skip
    except MemoryServiceError as error:
        form.add_error("content", f"{error.detail[:1].upper()}{error.detail[1:]}.")
        return None


@page("memory/memory/<key:pk>/pair/", "memory_pair", roles.CURATE)
def choose(request: HttpRequest, pk: int) -> HttpResponse:
    """Facts that may contradict this one: those that are most like it, or what a search finds."""
    fact = one_memory.in_sight(request, pk)
    text = request.GET.get("q", "").strip()[:2000]
    rows = Memory.objects.within(fact.namespace_id).facts().active().exclude(pk=pk).defer("embedding")
    found = list(rows.filter(uid=text)) if text else []
    if not found and fact.kind == Kind.FACT:
        hits = hybrid_search(fact.namespace, text or fact.content, kind=Kind.FACT, limit=LIKE + 1).hits
        found = [hit.memory for hit in hits if hit.memory.pk != pk][:LIKE]
    return show(
        request, "pair.html", "Pair with another fact",
        fact=fact, text=text, opts=Memory._meta,
        found=[(one, evidence.marked(one.content, text or fact.content)) for one in found],
    )  # fmt: skip


@page("memory/memory/<key:pk>/pair/with/", "memory_pair_with", roles.CURATE)
@require_POST
def pair(request: HttpRequest, pk: int) -> HttpResponse:
    """Put this fact and the `other` into the inbox as a conflict; the one that is true since later is the new one."""
    fact = one_memory.in_sight(request, pk)
    other = one_memory.in_sight(request, whole_number(request.POST.get("other", "")) or 0)
    new, old = sorted((fact, other), key=lambda one: (one.event_time, one.pk), reverse=True)
    made: Any = base.attempt(
        request,
        lambda: deciding.pair_by_hand(
            fact.namespace, new.uid, old.uid, actor=base.actor(request), reason=request.POST.get("reason", "").strip()
        ),
        "Paired: decide which of them holds.",
    )
    if isinstance(made, Conflict):
        return HttpResponseRedirect(f"{reverse('admin:memory_inbox')}?kind=conflict&first=conflict-{made.pk}")
    return HttpResponseRedirect(reverse("admin:memory_pair", args=[pk]))
