"""Memory tests: prompts whose context block must hold some words and must not hold others. `run_all` after each change
of embedder, ranking, model or settings; `junit` tells a build server what came of it."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from xml.etree import ElementTree as xml

from django.utils import timezone

from ...context_block import BEFORE_NOTE
from ...models import Memory, MemoryTest, Namespace, Operation, OperationKind
from ...models.ids import new_id
from ...redaction import mask
from ...similarity import compared_words
from ...text import BadText, check_content
from .. import operations
from ..actors import Actor
from ..curating.notes import words_of, words_that_tell
from ..errors import InvalidInput, NotFound
from ..handing import context

# Bounds on what a caller may store; all of a namespace are asked in one run. Chosen, not measured.
MOST = 500  # of one namespace
QUESTION_BYTES = 8 << 10
PHRASES = 20  # of one test
PHRASE_BYTES = 500
_BEFORE = re.compile(rf" ?{re.escape(BEFORE_NOTE)}[^)]*\)")


@dataclass(frozen=True)
class Result:
    """What one run found: words that are `missing` from the block, and words that stand there and must not."""

    test: MemoryTest
    missing: list[str]
    forbidden: list[str]

    @property
    def passed(self) -> bool:
        return not self.missing and not self.forbidden

    @property
    def says(self) -> str:
        """What is wrong, in a sentence; empty where nothing is."""
        told = [f"it does not say {', '.join(self.missing)}"] if self.missing else []
        if self.forbidden:
            told.append(f"it says {', '.join(self.forbidden)}")
        return "; ".join(told)


def add(
    namespace: Namespace, question: str, must: Sequence[str], must_not: Sequence[str], *, actor: Actor,
    about: Memory | None = None,
) -> MemoryTest:  # fmt: skip
    """Keep a test. Raises InvalidInput."""
    wanted, unwanted = _phrases(must, "must"), _phrases(must_not, "must_not")
    if not wanted and not unwanted:
        raise InvalidInput("say what the answer must hold, or must not", "must")
    if shared := set(wanted) & set(unwanted):
        raise InvalidInput(f"the answer cannot hold and not hold {', '.join(sorted(shared))}", "must_not")
    if MemoryTest.objects.within(namespace).count() >= MOST:
        raise InvalidInput(f"a namespace has at most {MOST} memory tests", "question")
    return MemoryTest.objects.create(
        uid=new_id("tst"), namespace=namespace, question=_checked(question, QUESTION_BYTES, "question"),
        must=wanted, must_not=unwanted, about=about, by=actor.name,
    )  # fmt: skip


def _phrases(given: Sequence[str], name: str) -> list[str]:
    found = list(dict.fromkeys(phrase.strip() for phrase in given if phrase.strip()))
    if len(found) > PHRASES:
        raise InvalidInput(f"at most {PHRASES}", name)
    phrases = [_checked(phrase, PHRASE_BYTES, name) for phrase in found]
    if wordless := [phrase for phrase in phrases if not compared_words(phrase)]:
        raise InvalidInput(f"{wordless[0]} has no word to look for", name)
    return phrases


def _checked(text: str, most: int, name: str) -> str:
    try:
        return mask(check_content(text, most)).text
    except BadText as error:
        raise InvalidInput(str(error), name) from None


def forget(namespace: Namespace, uid: str) -> None:
    """Raises NotFound."""
    if not MemoryTest.objects.within(namespace).filter(uid=uid).delete()[0]:
        raise NotFound(f"no memory test {uid}")


def run(test: MemoryTest) -> Result:
    """Ask the question as an agent does, and note what came of it. It hands nothing out."""
    block = context.build(test.namespace, test.question, record=False).block
    # What is told as having been so before is not said to be so.
    said, said_to_be_so = compared_words(block), compared_words(_BEFORE.sub("", block))
    result = Result(
        test, [phrase for phrase in test.must if not _stands(phrase, said)],
        [phrase for phrase in test.must_not if _stands(phrase, said_to_be_so)],
    )  # fmt: skip
    if block != test.answer:
        test.before, test.answer = test.answer, block
    test.passed, test.ran_at = result.passed, timezone.now()
    test.save(update_fields=["before", "answer", "passed", "ran_at"])
    return result


def _stands(phrase: str, said: Sequence[str]) -> bool:
    """Whether the words of `phrase` stand one after the other in `said`: "nuts" is not in "walnuts"."""
    words = compared_words(phrase)
    return any(list(said[start : start + len(words)]) == words for start in range(len(said) - len(words) + 1))


def run_all(namespace: Namespace) -> list[Result]:
    """Run each test of a namespace, the oldest first."""
    tests = MemoryTest.objects.within(namespace).select_related("namespace").order_by("pk")
    return [run(test) for test in list(tests)]


def request(namespace: Namespace, *, requested_by: str) -> Operation:
    """Let a worker run them."""
    return operations.request(OperationKind.CHECK, namespace=namespace, requested_by=requested_by)


def carry_out(operation: Operation) -> None:
    """Do what `request` noted."""
    assert operation.namespace is not None
    results = run_all(operation.namespace)
    passed = sum(result.passed for result in results)
    operations.finish(operation, {"passed": passed, "failed": len(results) - passed})


def junit(results: Sequence[Result]) -> str:
    """The results in the XML that build servers read."""
    failed = sum(not result.passed for result in results)
    suite = xml.Element("testsuite", name="rememberd", tests=str(len(results)), failures=str(failed))
    for result in results:
        case = xml.SubElement(suite, "testcase", classname=result.test.namespace.name, name=_xml(result.test.question))
        if not result.passed:
            failure = xml.SubElement(case, "failure", message=_xml(result.says))
            failure.text = _xml(result.test.answer)
    return xml.tostring(suite, encoding="unicode", xml_declaration=True)


def _xml(text: str) -> str:
    """`text` without the characters that XML cannot hold."""
    return "".join(sign for sign in text if sign in "\t\n\r" or ord(sign) >= 0x20 and ord(sign) not in (0xFFFE, 0xFFFF))


def withdraw(namespace: Namespace, memories: Collection[int]) -> None:
    """Delete the tests that share a telling word with what is erased (rowids), and empty the answers of the others,
    which may hold it. Call it before the memories are deleted, in their transaction."""
    tests = list(MemoryTest.objects.within(namespace).defer("answer", "before"))
    if not tests or not memories:
        return
    erased = words_of(namespace, memories)
    telling = [
        test.pk for test in tests
        if not erased.isdisjoint(words_that_tell(" ".join([test.question, *test.must, *test.must_not])))
    ]  # fmt: skip
    MemoryTest.objects.within(namespace).filter(pk__in=telling).delete()
    MemoryTest.objects.within(namespace).update(answer="", before="")
