"""Memory tests: the list with what came of them, and a correction that becomes one."""

from __future__ import annotations

import difflib
from typing import Any

from django import forms
from django.contrib import messages
from django.db.models import F
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.views.decorators.http import require_POST

from ..models import Memory, MemoryTest, Supersession
from ..services.errors import InvalidInput
from ..services.trying import memory_tests
from ..text import whole_number
from . import base, evidence, one_memory, roles, scope
from .once import SentOnce, changed_once
from .site import page, show

SHOWN = 200
AREA = {"class": "desk-area", "rows": 3}


class TestForm(SentOnce):
    question = forms.CharField(label="What would an agent ask?", widget=forms.TextInput(attrs={"class": "desk-input"}))
    must = forms.CharField(
        label="Words that the answer must hold, a line each", required=False, widget=forms.Textarea(attrs=AREA)
    )
    must_not = forms.CharField(
        label="Words that it must not hold, a line each", required=False, widget=forms.Textarea(attrs=AREA)
    )


@page("tests/", "memory_tests")
def tests(request: HttpRequest) -> HttpResponse:
    """The tests in sight, those that fail first."""
    rows = scope.desk_of(request).rows(MemoryTest).select_related("namespace")
    shown = list(rows.order_by(F("passed").asc(nulls_first=True), "-pk")[:SHOWN])
    return show(
        request, "tests.html", "Memory tests",
        tests=[{"test": test, "changed": _changed(test)} for test in shown], count=rows.count(), most=SHOWN,
    )  # fmt: skip


def _changed(test: MemoryTest) -> list[tuple[str, str]]:
    """The lines in which the last answer differs from the one before, as (sign, line)."""
    if not test.before:
        return []
    lines = difflib.ndiff(test.before.splitlines(), test.answer.splitlines())
    return [(line[0], line[2:]) for line in lines if line[0] in "+-"]


@page("tests/add/", "memory_test_add", roles.CURATE)
def add(request: HttpRequest) -> HttpResponse:
    """A form for one test; `fact` names the one whose correction it is made from. What is refused stays in the form."""
    key = whole_number(request.GET.get("fact", ""))
    fact = one_memory.in_sight(request, key) if key is not None else None
    namespace = fact.namespace if fact is not None else scope.desk_of(request).namespace
    form = TestForm(request.POST or None, initial=_of_correction(fact) if fact is not None else None)
    if namespace is None:
        messages.error(request, "Pick one namespace first: a test is asked in one.")
        return HttpResponseRedirect(reverse("admin:memory_tests"))
    if request.method == "POST" and form.is_valid():
        given, made = form.cleaned_data, []

        def keep() -> None:
            test = memory_tests.add(
                namespace, given["question"], given["must"].splitlines(), given["must_not"].splitlines(),
                actor=base.actor(request), about=fact,
            )  # fmt: skip
            made.append(test)

        try:
            changed_once(request, given["key"], keep)
        except InvalidInput as error:
            form.add_error(error.field if error.field in form.fields else None, f"{error.detail}.")
        else:
            for test in made:
                memory_tests.run(test)
                messages.success(request, "Kept, and asked once: below is what came of it.")
            return HttpResponseRedirect(reverse("admin:memory_tests"))
    return show(request, "test_add.html", "Add a memory test", form=form, fact=fact, namespace=namespace)


def _of_correction(fact: Memory) -> dict[str, str]:
    """What a correction says: the words that came must stand in the answer, those that went must not."""
    link = Supersession.objects.standing().filter(new=fact).select_related("old").defer("old__embedding").last()
    names = " and ".join(entity.canonical_name for entity in fact.entities.order_by("-mention_count")[:2])
    told = {"question": f"What is known about {names}?" if names else "", "must": "", "must_not": ""}
    if link is not None:
        pieces = evidence.difference(link.old.content, fact.content)
        for name, mark in (("must", "new"), ("must_not", "old")):
            told[name] = "\n".join(text.strip(" .,;:") for text, kind in pieces if kind == mark and text.strip(" .,;:"))
    return told


@page("tests/act/", "memory_tests_act", roles.CURATE)
@require_POST
def act(request: HttpRequest) -> HttpResponse:
    """Let a worker run the tests of the picked namespace, or forget one."""
    back = HttpResponseRedirect(reverse("admin:memory_tests"))
    if forget := whole_number(request.POST.get("forget", "")):
        test: Any = get_object_or_404(
            scope.desk_of(request).granted_rows(MemoryTest).select_related("namespace"), pk=forget
        )
        base.attempt(request, lambda: memory_tests.forget(test.namespace, test.uid), "Forgotten.")
        return back
    namespace = scope.desk_of(request).namespace
    if namespace is None:
        messages.error(request, "Pick one namespace first: tests run in one.")
        return back
    operation = memory_tests.request(namespace, requested_by=base.actor(request).name)
    messages.success(request, "They run now; this page of the run shows what comes of it.")
    return HttpResponseRedirect(reverse("admin:memory_operation_change", args=[operation.pk]))
