"""The quality benchmark's own arithmetic and reading of the data; its runs are measurements, not tests."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks.quality import dataset, report
from benchmarks.quality.answers import held, stands_in, wanted
from benchmarks.quality.asking import Asked
from benchmarks.quality.figures import mean, paired_bootstrap, percentiles, scores

TALK = Path(dataset.__file__).parent / "data" / "assistant_talk.json"

RECORD = {
    "sample_id": "conv-1",
    "conversation": {
        "speaker_a": "Ann",
        "session_2_date_time": "9:05 am on 3 June, 2023",
        "session_2": [{"speaker": "Bob", "dia_id": "D2:1", "text": "It was hot."}],
        "session_1_date_time": "1:56 pm on 8 May, 2023",
        "session_1": [{"speaker": "Ann", "dia_id": "D1:1", "text": "Off to Lisbon!"}],
        "session_10_date_time": "2023-07-01 10:00",
        "session_10": [],
    },
    "qa": [
        {"question": "Where?", "category": 4, "evidence": ["D1:01"]},
        {"question": "How?", "category": 1, "evidence": ["D2:1; D:1:1", "D9:9"]},
        {"question": "Unanswerable?", "category": 5, "evidence": ["D1:1"]},
        {"question": "Nobody says", "category": 3},
    ],
}


def test_a_conversation_is_read_in_order_with_its_evidence():
    read = dataset.conversation(RECORD)
    assert [(s.session_id, s.at.isoformat()) for s in read.sessions] == [
        ("session-1", "2023-05-08T13:56:00+00:00"),
        ("session-2", "2023-06-03T09:05:00+00:00"),
    ]
    assert [(q.text, q.category, sorted(q.evidence)) for q in read.questions] == [
        ("Where?", "single-hop", ["D1:1"]),
        ("How?", "multi-hop", ["D1:1", "D2:1"]),
        ("Nobody says", "open-domain", []),
    ]
    assert read.asked_at.isoformat() == "2023-06-04T09:05:00+00:00"
    assert {turn.role for session in read.sessions for turn in session.turns} == {"user"}


def test_an_unknown_conversation_is_named(tmp_path):
    file = tmp_path / "data.json"
    file.write_text(json.dumps([RECORD]))
    assert [c.name for c in dataset.load(file)] == ["conv-1"]
    with pytest.raises(ValueError, match="conv-9"):
        dataset.load(file, ["conv-9"])


def test_the_projects_own_talk_is_as_large_as_it_says():
    talk = dataset.load(TALK)
    turns = [turn for c in talk for session in c.sessions for turn in session.turns]
    questions = [question for c in talk for question in c.questions]
    assert len(turns) >= 300
    assert len(questions) >= 60
    assert len({question.category for question in questions}) >= 10
    assert {turn.role for turn in turns} == {"user", "assistant"}
    assert any(not question.evidence for question in questions)


@pytest.mark.parametrize(
    "found, recall, all_10, any_10, mrr",
    [
        ([{"a"}, {"b"}], (1, 1, 1), 1, 1, 1),
        ([set(), {"b"}], (0.5, 0.5, 0.5), 0, 1, 0.5),
        ([*[set()] * 7, {"a"}], (0, 0.5, 0.5), 0, 1, 1 / 8),
        ([*[set()] * 14, {"a"}], (0, 0, 0.5), 0, 0, 1 / 15),
        ([{"a", "b"}], (1, 1, 1), 1, 1, 1),
        ([], (0, 0, 0), 0, 0, 0),
    ],
)
def test_the_measures_of_one_question(found, recall, all_10, any_10, mrr):
    measured = scores([frozenset(turns) for turns in found], frozenset({"a", "b"}))
    assert tuple(measured[f"recall@{cut}"] for cut in (5, 10, 20)) == recall
    assert (measured["all@10"], measured["any@10"], measured["mrr"]) == (all_10, any_10, mrr)


def test_a_difference_comes_with_its_interval():
    difference, low, high = paired_bootstrap([1.0] * 60 + [0.0] * 40, [0.0] * 100)
    assert difference == pytest.approx(0.6)
    assert 0.45 < low < 0.6 < high < 0.75
    assert paired_bootstrap([0.5] * 9, [0.5] * 9) == (0.0, 0.0, 0.0)


def test_means_and_percentiles_of_nothing_are_nothing():
    assert mean([]) == {}
    assert percentiles([]) == {}
    assert percentiles([0.001, 0.002, 0.003])["p50_ms"] == pytest.approx(2.0)


def test_the_report_is_a_table_with_each_way_against_the_baseline():
    found = scores([frozenset("a")], frozenset("a"))
    missed = scores([], frozenset("a"))
    times = ([0.002] * 2, [0.001] * 2)
    ways = {
        "rrf": Asked([missed, found], ["x", "y"], *times),
        "weighted*": Asked([found, found], ["x", "y"], *times),
    }
    text = report.markdown(
        {
            "data": "some.json", "conversations": ["conv-1"], "embedder": "", "turns": 2, "facts": 0,
            "kinds": {"episode": {"ways": {name: report.summary(way) for name, way in ways.items()},
                                  "versus": report.compared(ways, "recall@10")}},
        }
    )  # fmt: skip
    assert "| weighted* | 100.0 | 100.0 | 100.0 | 100.0 | 100.0 | 1.000 | 2.0 | 2.0 | 1.0 | 1.0 |" in text
    assert "| rrf recall@10 | 0.0 | 100.0 |" in text
    assert "weighted* against rrf: +50.0 points of recall@10" in text


@pytest.mark.parametrize(
    "answer, text, there",
    [
        ("7 May 2023", "[2023-05-08] Ann: yesterday (7 May 2023)", True),
        ("May 7, 2023", "yesterday (2023-05-07)", True),
        ("2023-05-07", "on 7 May 2023", True),
        ("May, 2023", "on 2023-05-07", True),
        ("2023", "on 2023-05-07", True),
        ("7 May", "on 2023-05-07", True),
        ("7 May 2023", "in May 2023, on the 7th", False),
        ("7 May 2023", "on 2023-05-17", False),
        ("The sunday before 25 May 2023", "last Sunday, said on 25 May 2023", True),
        ("a podengo mix", "My dog is a mix. Podengos bark.", True),
        ("By dancing", "I danced", True),
        ("two cats", "I have cats", False),
        ("2022", "in 2022", True),
        ("The weekend after 3June, 2022.", "that weekend, said on 2022-06-03", True),
        ("The Friday before 23 January, 2022", "[2022-01-23] yesterday but one (2022-01-21)", True),
    ],
)
def test_an_answer_stands_in_a_text_when_all_its_content_words_do(answer, text, there):
    assert stands_in(wanted(answer), held(text)) is there


def test_an_answer_of_stop_words_alone_is_no_answer_to_look_for():
    assert not wanted("It is what it was.")
