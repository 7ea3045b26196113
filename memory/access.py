"""The one door: a key opens namespaces, with scopes, in the name of an actor. The API and MCP come in here.

`caller` proves the key, `Caller.require` asks for a scope, `Caller.enter` goes into a namespace. Whoever has no key but
the machine itself (a command without one) is the operator: all scopes, any namespace.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils import timezone

from memoryproj.postgresql import wall

from . import allowances, background, oauth
from .models import SCOPES, ApiKey, Namespace, Origin, validate_namespace_name
from .models.namespaces import LAST_USED_RESOLUTION
from .models.purposes import NOTHING_HIDDEN, Hidden
from .problems import Problem, invalid, needs_scope, unauthorised
from .services import namespaces
from .services.actors import Actor
from .services.namespaces import OfNamespace

RATE_LIMIT, INTAKE_LIMIT = "rate_limit", "intake_limit"  # the codes of these refusals
PURPOSE, ONE_NAMESPACE = "purpose", "one_namespace"
ONE_HEADER = "Send X-Memory-Namespace or X-Memory-Namespaces, not both."
UNAUTHORISED = 401
MAX_SPACES = 8  # namespaces that one request reads: each is a search of its own
KEY, MCP, CLI = "key", "mcp", "cli"  # the doors' names, which history keeps before the key's
# Marks a request that this process makes of its own application. A server makes strings of what a client sends: none of
# them is this object.
_MARK, _PROOF = "rememberd.operator", object()


class Caller(OfNamespace):
    """Who asks: a key, or the operator without one; what it allows; and the namespace that was entered."""

    def __init__(self, key: ApiKey | None, door: str = KEY, granted: frozenset[str] | None = None) -> None:
        """`granted` are the scopes that a token names; None, where nothing narrows the key's."""
        super().__init__("")
        self.key = key
        self.granted = granted
        self.door = door
        self.other_names: tuple[str, ...] = ()

    @property
    def scopes(self) -> Sequence[str]:
        if self.key is None:
            return SCOPES
        return [scope for scope in self.key.scopes if self.granted is None or scope in self.granted]

    @cached_property
    def actor(self) -> Actor:
        """In whose name changes are made."""
        return Actor(self._name, Origin.AGENT)

    @cached_property
    def tool_actor(self) -> Actor:
        """In whose name a tool makes changes: the same name, another origin."""
        return Actor.tool(self._name)

    @property
    def hidden(self) -> Hidden:
        """The kinds and tags of memories that the key never sees."""
        return NOTHING_HIDDEN if self.key is None else self.key.hidden

    @cached_property
    def others(self) -> list[Namespace]:
        """The namespaces that are read beside the one that was entered."""
        return [namespaces.for_reading(name) for name in self.other_names]

    @property
    def read_namespaces(self) -> list[Namespace]:
        return [self.namespace, *self.others]

    @property
    def sees_all(self) -> bool:
        """Whether every namespace is open to who asks: figures of the whole store are."""
        return self.key is None or self.key.namespace_pattern == "*"

    @property
    def _name(self) -> str:
        return self.door if self.key is None else f"{self.door}:{self.key.name}"

    def require(self, scope: str) -> None:
        """Raises Problem 403 for a key, or a token, without that scope."""
        if scope in self.scopes:
            return
        if self.may_ask_for(scope):
            raise needs_scope(scope)
        raise Problem(403, f"The key lacks the scope {scope!r}.")

    def may_ask_for(self, scope: str) -> bool:
        """Whether another token would bring that scope: this one lacks it, and its key does not."""
        return (
            self.granted is not None and scope not in self.granted and self.key is not None and scope in self.key.scopes
        )

    def charge(self, size: int) -> None:
        """Count a body of `size` bytes. Raises Problem 429 beyond what the key may send a minute."""
        if self.key is not None:
            check_intake(self.key.pk, size, settings.MEMORY_INTAKE_MIB << 20)

    def enter(self, name: str | None, *, where: tuple[str, ...] = ("namespace",), heeds_purpose: bool = False) -> None:
        """Work in the namespace `name` from now on, in the key's default one where none is named. `heeds_purpose` says
        that what is asked for shows nothing of what is hidden from the key.

        Raises Problem: 403 outside the key's pattern, whether it exists or not, and for a key with something hidden
        where that is not heeded; 422, at `where`, for what no namespace can be called; 400 where neither caller nor key
        names one.
        """
        if not heeds_purpose:
            self.check_whole()
        self.namespace_name = self._chosen(name, where)
        wall.enclose([self.namespace_name])

    def enter_several(self, names: str, *, where: tuple[str, ...], heeds_purpose: bool = False) -> None:
        """Work in the first of `names`, which commas divide, and read the others as well.

        Raises Problem as `enter` does; 422 for more than MAX_SPACES, and for one that is named twice.
        """
        asked = [name.strip() for name in names.split(",")]
        if len(asked) > MAX_SPACES:
            raise invalid(where, f"at most {MAX_SPACES} namespaces")
        if len(set(asked)) < len(asked):
            raise invalid(where, "names a namespace twice")
        self.enter(asked[0], where=where, heeds_purpose=heeds_purpose)
        self.other_names = tuple(self._chosen(name, where) for name in asked[1:])
        wall.enclose([self.namespace_name, *self.other_names])

    def check_tool(self, *, heeds_purpose: bool, spaces: bool) -> None:
        """Raises Problem: 403 for a key with a purpose that the tool does not keep to, 400 for several namespaces where
        it works in one."""
        if not heeds_purpose:
            self.check_whole()
        if self.other_names and not spaces:
            raise Problem(400, "This tool works in one namespace.", code=ONE_NAMESPACE)

    def check_whole(self) -> None:
        """Raises Problem 403 for a key with a purpose, where what is asked for keeps to none."""
        if self.hidden:
            raise Problem(403, "This key has a purpose, and what is asked for here does not keep to it.", code=PURPOSE)

    def _chosen(self, name: str | None, where: tuple[str, ...]) -> str:
        if name is None:
            if self.key is None:
                raise Problem(400, "Name a namespace.")
            if not self.key.default_namespace:
                raise Problem(400, "This key has no default namespace: name one (X-Memory-Namespace, or --namespace).")
            return self.key.default_namespace
        if self.key is not None and not self.key.covers(name):
            raise Problem(403, "The key is not for this namespace.")
        try:
            validate_namespace_name(name)
        except ValidationError as error:
            raise invalid(where, error.messages[0]) from error
        return name


def caller(token: str, door: str = KEY) -> Caller:
    """Who holds `token`, a key or an access token. Raises Problem: 401 for one that is not usable, 429 beyond the rate
    limit, 503 where the issuer of tokens cannot be asked."""
    key, granted = _proved(token)
    check_rate(key.pk, settings.MEMORY_RATE_LIMIT)
    if key.last_used_at is None or timezone.now() - key.last_used_at > LAST_USED_RESOLUTION:
        background.touch_key(key.pk)
    return Caller(key, door, granted)


def still_opens(token: str) -> bool:
    """Whether `token`, which was proved before, is not revoked or expired since. No use is counted."""
    try:
        _proved(token)
    except Problem as problem:
        return problem.status != UNAUTHORISED
    return True


def _proved(token: str) -> tuple[ApiKey, frozenset[str] | None]:
    """The key that `token` is, or that its subject has, and the scopes that it is narrowed to."""
    if oauth.is_token(token):
        said = oauth.read_token(token)
        if (key := ApiKey.objects.of_subject(said.subject)) is None:
            raise oauth.refused()
        return key, said.scopes
    if (key := ApiKey.objects.authenticate(token)) is None:
        raise unauthorised("The key is unknown, revoked or expired.")
    return key, None


def operator(door: str) -> Caller:
    """Who has the machine, and can read the database anyway."""
    return Caller(None, door)


def marked_as_operators(environ: Mapping[str, Any]) -> dict[str, Any]:
    """A WSGI request of the operator's own command, which asks the application inside its own process."""
    return {**environ, _MARK: _PROOF}


def is_operators(environ: Mapping[str, Any]) -> bool:
    return environ.get(_MARK) is _PROOF


def check_rate(key: int, limit: int, now: float | None = None) -> None:
    """Refuse the request with a 429 when `key` made `limit` of them in the last minute; 0 is no limit."""
    if limit > 0 and (wait := allowances.request(key, limit, now)):
        again = {"Retry-After": str(wait)}
        raise Problem(429, f"At most {limit} requests a minute.", code=RATE_LIMIT, headers=again)


def check_intake(key: int, size: int, limit: int, now: float | None = None) -> None:
    """Refuse a body of `size` bytes with a 429 when `key` sent more than `limit` within a minute; 0 is no limit."""
    if limit > 0 and (wait := allowances.body(key, size, limit, now)):
        again = {"Retry-After": str(wait)}
        raise Problem(429, f"At most {limit >> 20} MiB a minute.", code=INTAKE_LIMIT, headers=again)
