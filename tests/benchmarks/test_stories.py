"""The everyday stories: their files hold together, blocks are checked as the page says, and two of them are told."""

from __future__ import annotations

import subprocess
from collections import Counter
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from benchmarks.stories import __main__ as stories_main
from benchmarks.stories import checking, dataset, report, telling
from benchmarks.stories.checking import check, normal
from benchmarks.stories.dataset import Kind, Question, Story, Wording
from memory.models import Memory

HALVES = {half: dataset.load(half) for half in dataset.HALVES}
UNKNOWN = {half: dataset.load(half) for half in dataset.UNKNOWN}
CHAT = {half: dataset.load(half) for half in dataset.CHAT}
LIVES = [
    story
    for folder in (dataset.LOOKED_INTO, dataset.PUT_ASIDE)
    for path in sorted(folder.iterdir())
    for story in dataset.load_file(path)
]
STORIES = [story for half in HALVES.values() for story in half]
EVERY_STORY = [*STORIES, *(story for halves in (UNKNOWN, CHAT) for half in halves.values() for story in half)]


def own_turns(story: Story) -> dict[str, str]:
    return {turn.id: turn.text for session in story.sessions if not session.is_aside for turn in session.turns}


def wordings(question: Question) -> list[Wording]:
    return [*question.forbidden, *(wording for group in question.expected for wording in group)]


def tells_a_day(wording: Wording) -> bool:
    return any(isinstance(part, date) for part in wording)


# --- The files --------------------------------------------------------------------------------------------------


def test_the_set_is_as_large_as_its_page_says():
    assert len(STORIES) >= 44
    assert sum(len(story.questions) for story in STORIES) >= 220
    assert len({story.id for story in STORIES}) == len(STORIES)


def test_both_halves_hold_every_domain_style_and_kind():
    of = {half: {story.domain for story in stories} for half, stories in HALVES.items()}
    assert of["build"] == of["report"]
    for stories in HALVES.values():
        assert {story.style for story in stories} >= {"elderly", "non-native", "support agent", "terse developer"}
        kinds = Counter(question.kind for story in stories for question in story.questions)
        assert all(kinds[kind] >= 5 for kind in Kind)


@pytest.mark.parametrize("halves", [HALVES, UNKNOWN, CHAT], ids=["stories", "unknown", "chat"])
def test_the_halves_share_no_talk(halves):
    said = [
        {turn.text for story in stories for session in story.sessions for turn in session.turns}
        for stories in halves.values()
    ]
    assert {text for text in said[0] & said[1] if len(text.split()) > 4} == set()


def test_most_is_asked_for_that_nobody_told_in_small_stores_of_other_talk():
    for stories in UNKNOWN.values():
        kinds = Counter(question.kind == Kind.NONE for story in stories for question in story.questions)
        assert kinds[True] >= 30
        assert kinds[False] >= 20
        assert len({story.domain for story in stories}) >= 4
        assert all(question.forbidden for story in stories for question in story.questions if not question.expected)


@pytest.mark.parametrize("story", EVERY_STORY, ids=lambda story: story.id)
def test_a_story_is_of_some_sessions_and_asked_after_them(story):
    own = [session for session in story.sessions if not session.is_aside]
    assert 2 <= len(own) <= 5
    assert all(3 <= len(session.turns) <= 10 for session in own)
    assert all(session.at.utcoffset() is not None for session in story.sessions)
    assert min(question.asked_at for question in story.questions) > story.sessions[-1].at


@pytest.mark.parametrize("story", LIVES, ids=lambda story: story.id)
def test_a_life_is_of_many_sessions_over_a_year_and_asked_after_them(story):
    own = [session for session in story.sessions if not session.is_aside]
    assert len(own) >= 25
    assert len(story.sessions) >= 50
    assert (own[-1].at - own[0].at).days >= 365
    assert len(story.questions) >= 30
    assert sum(question.kind == Kind.CHANGED for question in story.questions) >= 10
    assert min(question.asked_at for question in story.questions) > story.sessions[-1].at


@pytest.mark.parametrize("story", [*EVERY_STORY, *LIVES], ids=lambda story: story.id)
def test_what_is_expected_stands_in_the_evidence(story):
    said = own_turns(story)
    for question in story.questions:
        assert bool(question.expected) == bool(question.evidence) == (question.kind != Kind.NONE), question.id
        evidence = "\n".join(said[turn] for turn in question.evidence)
        for group in question.expected:
            # A day may be told as "last Friday"; the block resolves it.
            assert any(tells_a_day(wording) or checking.stands(wording, normal(evidence)) for wording in group)


@pytest.mark.parametrize("story", [*EVERY_STORY, *LIVES], ids=lambda story: story.id)
def test_what_is_forbidden_was_said_and_not_in_the_evidence(story):
    said = own_turns(story)
    for question in story.questions:
        if question.kind == Kind.CHANGED:
            assert question.forbidden, question.id
        shown = {turn for turn, text in said.items() if check(question, text).stale}
        assert bool(shown) == bool(question.forbidden), question.id
        assert not shown & question.evidence, question.id


@pytest.mark.parametrize("story", [*EVERY_STORY, *LIVES], ids=lambda story: story.id)
def test_no_aside_and_no_days_heading_answers(story):
    days = {session.at.date() for session in story.sessions}
    for question in story.questions:
        for wording in wordings(question):
            assert not any(
                checking.stands(wording, normal(turn.text))
                for session in story.sessions if session.is_aside for turn in session.turns
            ), (question.id, wording)  # fmt: skip
            assert not (len(wording) == 1 and wording[0] in days), (question.id, wording)


# --- Stories of one's own ------------------------------------------------------------------------------------------


def test_a_file_of_ones_own_is_read_as_the_halves_are():
    assert dataset.load_file(dataset.DATA / "build.json") == list(HALVES["build"])


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("{", "is no file of stories"),
        ("[]", "is no file of stories"),
        ('{"stories": []}', "lacks 'asides'"),
        ('{"asides": [], "stories": [{"id": "a"}]}', "lacks 'sessions'"),
        (None, "cannot be read"),
    ],
)
def test_a_file_that_holds_no_stories_says_what_is_wrong(tmp_path, text, complaint):
    path = tmp_path / "own.json"
    if text is not None:
        path.write_text(text, encoding="utf-8")
    with pytest.raises(dataset.DataError, match=complaint):
        dataset.load_file(path)


def test_the_command_refuses_a_wrong_file_and_two_sources(tmp_path, monkeypatch, capsys):
    path = tmp_path / "own.json"
    path.write_text("[]", encoding="utf-8")
    for arguments in (["--data", str(path)], ["--data", str(path), "--half", "report"]):
        monkeypatch.setattr("sys.argv", ["stories", *arguments])
        with pytest.raises(SystemExit) as ended:
            stories_main.main()
        assert ended.value.code == 2
    complaints = capsys.readouterr().err
    assert "is no file of stories" in complaints
    assert "not allowed with argument" in complaints


# --- How a block is checked -------------------------------------------------------------------------------------


def question(kind: Kind = Kind.CHANGED) -> Question:
    """Where do I live? In Lund; no longer in Malmö. Or, of the kind "none": nobody said."""
    groups = () if kind == Kind.NONE else ((("Lund",),),)
    asked_at = datetime(2026, 5, 1, tzinfo=UTC)
    return Question("q", "", asked_at, kind, "Where do I live?", groups, (("Malmö",),), frozenset())


@pytest.mark.parametrize(
    ("block", "answered", "stale"),
    [
        ("", False, False),
        ("## Relevant memory\n- [2026-04-02] The user lives in Lund.", True, False),
        ("- [2026-01-02] The user lives in Malmö.", False, True),
        ("- The user lives in Lund.\n- The user lives in Malmö.", True, True),
        ("- We moved from Malmö to Lund.", True, False),
        ("- The user lives in the south (before: Oslo; earlier: Malmö)", False, False),
        ("- The user lives in the south (before: Oslo). Malmö is home.", False, True),
        ('- the user: "I said before: Malmö"', False, True),
        ('- the user: "I live in Malmö" (no longer true: the user lives in the south)', False, False),
        ('- the user: "I live in Malmö"\n  (no longer true: the user lives in the south)', False, False),
        ('- the user: "I live in the south" (no longer true: the north) "Malmö is home"', False, True),
        ('- the user: "I live in Malmö and ski" (no longer true: "lives in Malmö", now "lives in Lund")', True, False),
        ('- "I live in Malmö and ski" (no longer true: "lives in Malmö", it was changed since)', False, False),
        ('- "I live in Oslo" (no longer true: "lives in Oslo", now "lives in Malmö")', False, True),
        ('- m1 the user: "I live in Malmö"\n  - m2 (said later) the user: "I live in Lund"', True, False),
        ('- m1 the user: "Lund it is"\n- m2 the user: "I live in Malmö" (said later: m3, m1)', True, False),
        ('- m1 the user: "Lund it is"\n- m2 the user: "I live in Malmö" (said later: m3)', True, True),
        # What a line names is judged by itself.
        ('- m1 "Hi" (said later: m2)\n- m2 "I live in Malmö" (said later: m3)\n- m3 "Lund it is"', True, False),
        ('- m1 "Hi" (said later: m2)\n- m2 "I live in Malmö"', False, True),
        ('- m1 the user: "Lund it is"\n- m2 the user: "I live in Malmö"', True, True),
        ("- The user lives in Lundby, near Malmöhus.", False, False),
    ],
)
def test_a_block_answers_and_shows_nothing_stale(block, answered, stale):
    verdict = check(question(), block)
    assert (verdict.answered, bool(verdict.stale)) == (answered, stale)


@pytest.mark.parametrize(
    ("block", "leads"),
    [
        ('- m1 the user: "I live in Lund."\n  - m2 (said earlier) the user: "I live in Malmö."', True),
        ('- m1 the user: "I live in Malmö."\n  - m2 (said later) the user: "I live in Lund."', False),
        ("- m1 The user has a cat.\n- m2 The user lives in Lund.", False),
        ("- m1 The user lives in Oslo. (before: Lund)", False),
        ("", False),
    ],
)
def test_what_leads_is_the_first_items_own_words(block, leads):
    assert check(question(), block).leads is leads


def test_a_question_without_an_answer_is_answered_by_a_block_that_does_not_mislead():
    unknown = question(Kind.NONE)
    assert check(unknown, "").answered
    assert check(unknown, "- The user has a cat.").answered
    assert not check(unknown, "- The user lives in Malmö.").answered


@pytest.mark.parametrize(
    ("wording", "text", "stands"),
    [
        (("5",), "2.5 mg", False),
        (("5",), "15 mg or 5,5", False),
        (("23",), "[2026-03-23] on 23 April we are many", False),
        (("23",), "[2026-03-23] we are 23", True),
        (("5 mg",), "take 5 mg.", True),
        (("1,200",), "it costs 1200 euros", True),
        (("does not eat fish",), "Rui doesn’t eat  fish", True),
        (("can not stand",), "she can't stand it", True),
        (("post", "key"), "the key is at the post office", True),
        (("post", "key"), "the key is at home", False),
        ((date(2026, 3, 14),), "on 14 March", True),
        ((date(2026, 3, 14),), "on the 14th of March 2026", True),
        ((date(2026, 3, 14),), "Mar 14th, 2026", True),
        ((date(2026, 3, 14),), "[2026-03-14] said", True),
        ((date(2026, 3, 14),), "14 March 2025", False),
        ((date(2026, 3, 14),), "4 March", False),
    ],
)
def test_a_wording_stands_as_whole_words_and_a_day_in_any_form(wording, text, stands):
    assert checking.stands(wording, normal(text)) is stands


# --- Told -------------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_two_stories_are_told_and_asked():
    answers, tellings = [], []
    for story in HALVES["build"][:2]:
        told = telling.tell(story)
        turns = Memory.objects.within(told.namespace).episodes()
        assert turns.count() == sum(len(session.turns) for session in story.sessions)
        assert told.learnt <= {turn.id for session in story.sessions for turn in session.turns}
        assert told.learnt
        answers += telling.ask(told, max_tokens=800)
        tellings.append(told)
    assert [one.question.id for one in answers] == [q.id for story in HALVES["build"][:2] for q in story.questions]
    assert any(one.verdict.answered for one in answers)
    assert all((one.reason is None) == one.verdict.answered for one in answers)
    assert all(one.padding <= one.handed for one in answers)
    assert any(one.padding < one.handed for one in answers)
    assert f"| **all** | {sum(one.question.kind != Kind.NONE for one in answers)} |" in report.markdown(answers)
    prompts = dataset.unrelated()
    assert len(set(prompts)) == 60
    items = telling.ask_unrelated(tellings, prompts, max_tokens=800)
    filled = sum(map(bool, items))
    assert filled < len(prompts) / 3
    assert f"60 prompts, {filled} blocks with something" in report.markdown(answers, items)


def test_stories_together_hold_all_of_each_by_time_and_no_id_twice():
    stories = CHAT["chat-build"]
    one = dataset.together(stories)
    ids = [session.id for session in one.sessions]
    assert len(set(ids)) == len(ids) == sum(len(story.sessions) for story in stories)
    assert [session.at for session in one.sessions] == sorted(session.at for session in one.sessions)
    turns = {turn.id: turn.text for session in one.sessions for turn in session.turns}
    assert len(turns) == sum(len(session.turns) for story in stories for session in story.sessions)
    asked = [question for story in stories for question in story.questions]
    for before, after in zip(asked, one.questions, strict=True):
        alone = next(story for story in stories if story.id == before.story)
        assert {own_turns(alone)[turn] for turn in before.evidence} == {turns[turn] for turn in after.evidence}


@pytest.mark.django_db
def test_what_is_of_another_story_is_padding():
    first, second = (replace(story, sessions=story.sessions[:1]) for story in CHAT["chat-build"][:2])
    one = dataset.together([first, second])
    told = telling.tell(one)
    prompt = second.sessions[0].turns[0].text
    of_its_own, of_another = (
        replace(question(), id=name, story=story.id, text=prompt) for name, story in (("a", second), ("b", first))
    )
    own, other = telling.ask(replace(told, story=replace(one, questions=(of_its_own, of_another))), 800)
    assert own.handed == other.handed > 0
    assert own.padding + other.padding == own.handed
    assert own.padding < other.padding


@pytest.mark.parametrize(
    ("said", "asked"),
    [([], '--half "build"'), (["HALF=chat-build"], '--half "chat-build"'), (["STORIES=own.json"], '--data "own.json"')],
)
def test_make_asks_for_the_stories_that_are_named(said, asked):
    shown = subprocess.run(
        ["make", "-n", "-o", ".venv/.run", "bench-stories", *said],
        cwd=Path(__file__).parents[2], capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert f"-m benchmarks.stories {asked}" in shown.stdout
