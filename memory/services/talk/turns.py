"""One turn of a conversation before it is kept: its limits, its secrets, its names, and whether it goes into
quarantine. None of this reads a row, so it is done before the transaction, while no other writer waits."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from django.conf import settings

from ... import measuring
from ...models import Kind, NamespaceSettings, Origin, Trust
from ...models.personal import Personal
from ...redaction import mask, mask_all
from ...redaction.answered import mask_answer, may_answer
from ...screening import Finding
from ...text import ROLES, BadText, Glance, check_characters, check_content, check_session_id, check_tags, glance
from .. import trust
from ..errors import InvalidInput, TooLarge
from ..graph import linking

# What their columns hold.
MAX_NAME_LENGTH = 255
MAX_EXTERNAL_ID_LENGTH = 255
_NONE: Final[Mapping[str, Any]] = MappingProxyType({})


class NewMessage(NamedTuple):
    """One turn as a client sends it. `event_time` is aware; `event_offset` is minutes east of UTC, as sent."""

    role: str
    content: str
    name: str = ""
    event_time: datetime | None = None
    event_offset: int | None = None
    external_id: str | None = None
    attributes: Mapping[str, Any] = _NONE
    tags: Sequence[str] = ()
    remember: bool = True  # one that is not is checked, and not kept

    @property
    def speaker(self) -> str:
        return self.name or self.role


class ReadTurn(NamedTuple):
    """A message without its secrets, how many these were, the names in it, how far it is trusted, and what keeps it in
    quarantine."""

    message: NewMessage
    secrets: int
    names: Mapping[linking.Key, str]
    trust: Trust
    finding: Finding | None


def check(session_id: str, messages: Sequence[NewMessage]) -> None:
    """Raise InvalidInput for a message that cannot be kept, TooLarge for too many."""
    try:
        check_session_id(session_id)
    except BadText as error:
        raise InvalidInput(str(error), "session_id") from error
    if not messages:
        raise InvalidInput("at least one message is needed", "messages")
    if len(messages) > settings.MEMORY_MAX_BATCH:
        raise TooLarge(f"at most {settings.MEMORY_MAX_BATCH} messages a call")
    longest = settings.MEMORY_MAX_CONTENT_BYTES
    for position, message in enumerate(messages):
        if message.role not in ROLES:
            raise InvalidInput(f"role must be one of {', '.join(ROLES)}", f"messages.{position}.role")
        if message.tags:
            try:
                check_tags(message.tags)
            except BadText as error:
                raise InvalidInput(str(error), f"messages.{position}.tags") from error
        try:
            check_content(message.content, longest)
        except BadText as error:
            raise InvalidInput(f"content {error}", f"messages.{position}.content") from error
        if message.name:
            _check_short("name", message.name, MAX_NAME_LENGTH, position)
        if message.external_id:
            _check_short("external_id", message.external_id, MAX_EXTERNAL_ID_LENGTH, position)


def _check_short(name: str, text: str, longest: int, position: int) -> None:
    where = f"messages.{position}.{name}"
    try:
        check_characters(text)
    except BadText as error:
        raise InvalidInput(f"{name} {error}", where) from error
    if len(text) > longest:
        raise InvalidInput(f"{name} is longer than {longest} characters", where)


def read_all(
    messages: Sequence[NewMessage], own: NamespaceSettings, origin: Origin, before: str = ""
) -> list[ReadTurn]:
    """What is to be known of each of `messages` before it is kept in a namespace with these settings; `before` is the
    turn that stands before them in their session, as it was kept."""
    limit = linking.share(len(messages))
    levels = {role: trust.of_turn(origin, role) for role in {message.role for message in messages}}
    clean, secrets, handed = [], [], []
    for message in messages:
        seen = glance(message.content)
        masked, number = _masked(message, own.mask_personal, seen)
        if not number and before and may_answer(message.content):
            masked, number = _without_answer(masked, before)
        before = masked.content
        marks = [masked.name, *masked.tags] if masked.name else masked.tags
        clean.append(masked)
        secrets.append(number)
        handed.append(
            trust.Handed(masked.content, levels[message.role], marks, masked.attributes, None if number else seen)
        )
    # What is in quarantine names nobody: a released turn is linked then.
    return [
        ReadTurn(
            message, number, linking.NO_SPELLINGS if finding else linking.patterns_in(message.content, limit),
            levels[message.role], finding,
        )
        for message, number, finding in zip(clean, secrets, trust.findings(handed), strict=True)
    ]  # fmt: skip


def _without_answer(message: NewMessage, before: str) -> tuple[NewMessage, int]:
    """`message` without the secret that the turn `before` asked for or announced, and how many these are."""
    content, found = mask_answer(message.content, before)
    if found:
        measuring.count(measuring.REDACTIONS, found, kind=Kind.EPISODE)
        message = message._replace(content=content)
    return message, found


def _masked(message: NewMessage, personal: Collection[Personal], seen: Glance) -> tuple[NewMessage, int]:
    """`message` without secrets, and how many these were."""
    content, found = mask(message.content, personal, seen)
    name, attributes, tags = message.name, message.attributes, message.tags
    if name:
        name, in_name = mask(name, personal)
        found += in_name
    if attributes:
        attributes, in_attributes = mask_all(attributes, personal)
        found += in_attributes
    if tags:
        tags, in_tags = mask_all(list(tags), personal)
        found += in_tags
    if not found:
        return message, 0
    measuring.count(measuring.REDACTIONS, found, kind=Kind.EPISODE)
    return message._replace(content=content, name=name, attributes=attributes, tags=tags), found
