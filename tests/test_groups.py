"""Tests that would take the machine from each other are one group, which one process runs. It is a release of pytest
that pytest-xdist does not know yet that lets the groups count for nothing, without a word."""

from __future__ import annotations

import pytest


@pytest.mark.xdist_group("grouped")
def test_what_is_marked_as_a_group_is_given_out_as_one(request):
    if not getattr(request.config.option, "loadgroup", False):
        pytest.skip("it runs in one process, or without --dist loadgroup")
    assert request.node.nodeid.endswith("@grouped")
    assert not request.config.option.loadscopereorder, "a group with real transactions would come first"
