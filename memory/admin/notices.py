"""Where the desk keeps what it tells a person on the next page."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from django.contrib.messages.storage.base import BaseStorage
from django.contrib.messages.storage.fallback import FallbackStorage
from django.http import HttpRequest


class KeptOnFirstUse(FallbackStorage):
    """Django's own storage: a cookie, and the session for what the cookie cannot hold.

    Django makes both, and what signs the cookie, at every request. The API tells nobody anything on a next page. So
    they are made when a page first asks for them.
    """

    def __init__(self, request: HttpRequest) -> None:
        BaseStorage.__init__(self, request)  # FallbackStorage's own would make both
        self._used_storages: set[BaseStorage] = set()

    @cached_property
    def storages(self) -> list[Any]:
        return [kind(self.request) for kind in self.storage_classes]
