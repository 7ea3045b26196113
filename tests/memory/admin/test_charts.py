"""The pictures' numbers."""

from datetime import UTC, datetime, timedelta

import pytest
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from memory.admin import charts
from memory.services import namespaces
from memory.services.curating import deciding
from memory.services.curating.reliability import Bin
from tests.store import CURATOR

NOW = datetime(2026, 5, 1, tzinfo=UTC)
DAY = timedelta(days=1)


def points(text):
    return [tuple(map(float, pair.split(","))) for pair in text.split()]


@given(
    base=st.floats(0, 1), rate=st.floats(0, 2), age=st.floats(0.01, 800),
    recalls=st.lists(st.floats(0, 800), max_size=5),
)  # fmt: skip
def test_a_curve_stays_in_its_box_and_goes_forward(base, rate, age, recalls):
    anchors = [charts.Anchor(NOW - DAY * age, base)] + [charts.Anchor(NOW - DAY * r, base) for r in recalls if r < age]
    curve = charts.decay_curve(anchors, rate, NOW, 0.05)
    for line in (points(curve.past), points(curve.future)):
        assert all(-0.1 <= x <= curve.width + 0.1 and -0.1 <= y <= curve.height + 0.1 for x, y in line)
        assert [x for x, _ in line] == sorted(x for x, _ in line)
    assert [y for _, y in points(curve.future)] == sorted(y for _, y in points(curve.future))


def test_a_recall_brings_the_curve_back_to_its_base():
    curve = charts.decay_curve([charts.Anchor(NOW - 10 * DAY, 1.0), charts.Anchor(NOW - 2 * DAY, 1.0)], 0.1, NOW, 0.05)
    heights = [y for _, y in points(curve.past)]
    assert heights.count(0.0) == 2


@pytest.mark.parametrize(
    ("base", "rate", "since", "days"),
    [(1.0, 0.1, 0, 29.957), (1.0, 0.1, 10, 19.957), (1.0, 0.0, 0, None), (0.04, 0.1, 0, 0.0), (1.0, 0.1, 90, 0.0)],
)
def test_the_day_on_which_decay_retires_a_fact(base, rate, since, days):
    found = charts.retires_in(base, rate, since, 0.05)
    assert found == (None if days is None else pytest.approx(days, abs=0.001))


def test_bars_are_in_proportion_and_nothing_is_no_error():
    assert [bar.share for bar in charts.bars([("a", 4, ""), ("b", 1, "")])] == [1.0, 0.25]
    assert [bar.share for bar in charts.bars([("a", 0, "")])] == [0.0]
    (bar,) = charts.stacked([("a", {"x": 1, "y": 3}, "")])
    assert bar.parts == (("x", 0.25), ("y", 0.75))


def test_the_scale_tells_the_tallest_bar_its_half_and_nothing():
    def scale(*values):
        return charts.scale(charts.bars([("day", value, "") for value in values]))

    assert scale(3, 4200, 7) == ["4,200", "2,100", "0"]
    assert scale(5) == ["5", "0"]
    assert scale(0, 0) == ["0"]
    assert scale() == ["0"]


def test_what_was_retired_has_no_forecast():
    curve = charts.decay_curve([charts.Anchor(NOW - 10 * DAY, 1.0)], 0.1, NOW, 0.05, ended=True)
    assert (curve.future, curve.end) == ("", NOW)
    assert points(curve.past)[-1][0] == pytest.approx(curve.width)


def test_a_reliability_chart_has_a_dot_a_bin_and_both_axes():
    bins = [Bin(0.2, 0.3, 4, 0.25, 0.0), Bin(0.9, 1.0, 16, 0.95, 1.0)]
    chart = charts.reliability(bins)
    assert [(dot["x"], dot["y"], dot["r"]) for dot in chart.dots] == [(80.0, 320.0, 8.0), (304.0, 0.0, 12.0)]
    assert chart.line == "80.0,320.0 304.0,0.0"
    assert [(mark["x"], mark["y"], mark["label"]) for mark in chart.marks][::4] == [(0, 320, "0.00"), (320, 0, "1.00")]
    assert charts.reliability([]).dots == []


@pytest.mark.django_db
def test_the_page_of_reliability_shows_ones_own_namespaces_alone(desk, sign_in):
    deciding.decide_review(desk.namespace, desk.review.pk, "reject", actor=CURATOR)
    own = sign_in("viewer", "acme/alice").get(reverse("admin:memory_reliability"))
    assert [(one.facts, one.right) for one in own.context["bins"]] == [(1, 0.0)]
    assert "1 decided" in own.content.decode()
    namespaces.ensure("acme/bob")
    for patterns in (("acme/bob",), ()):
        other = sign_in("viewer", *patterns).get(reverse("admin:memory_reliability"))
        assert other.context["bins"] == []
