"""Which backend searches: the one for the database in use, or a plain refusal."""

from types import SimpleNamespace

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import connection
from django.utils.module_loading import import_string

from memory.search import backends


def test_the_database_decides(db):
    assert isinstance(backends.backend(), import_string(backends.BACKENDS[connection.vendor]))
    assert backends.backend() is backends.backend()


def test_a_database_without_a_backend_is_named_with_those_that_have_one(monkeypatch):
    with monkeypatch.context() as elsewhere:
        elsewhere.setattr(backends, "connection", SimpleNamespace(vendor="oracle"))
        with pytest.raises(ImproperlyConfigured, match=r"no search backend for oracle: .* sqlite"):
            backends.backend()
