"""Read endpoints: packaged rows, overridden by the user's own.

A user's row under a packaged name overrides it field by field; if it changes the origin, the packaged row's key
variables are dropped, and a stored key no longer matches. No row at another origin may name another service's key
variable. Tests: `tests/providers/test_endpoints.py`.
"""

from __future__ import annotations

import functools
import re
import tomllib
from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping
from importlib import resources
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeVar

from msgspec import UNSET, Struct, structs

from moot.egress.addresses import EgressRefused, is_local, target_of
from moot.egress.api_keys import KeyRing, Secret
from moot.errors import BadInput, BadSetting, Conflict, UnknownName
from moot.settings.tomlfile import Value, rows_in, table_of, write_private
from moot.vocabulary.seats import Price, ServiceSearch, Tier


class Wire(Struct, frozen=True, kw_only=True):
    """An API format in which services that run models are called, and its special properties."""

    opens: str
    """Module and class of the provider; the module is imported when a model is first called."""
    has_url: bool = False
    """Whether an endpoint needs an address. Such endpoints can be added at the terminal and in the web app."""
    is_extra: bool = False
    """Whether the requirements of this API format are installed by the package's extra of the same name."""
    may_measure: bool = False
    """Whether services with this API format may offer embedding models, which only the configuration
    or a call shows.
    """


WIRES: Mapping[str, Wire] = {
    "openai": Wire(opens="moot.providers.openai.wire:OpenAIWire", has_url=True, may_measure=True),
    "ollama": Wire(opens="moot.providers.ollama:OllamaWire", has_url=True, may_measure=True),
    **{
        name: Wire(opens="moot.providers.pydantic_ai.wire:NativeWire", has_url=True, is_extra=True)
        for name in ("anthropic", "google", "mistral")
    },
    "lexical": Wire(opens="moot.providers.embedding.lexical:LexicalEmbedder"),
    "minilm": Wire(opens="moot.providers.embedding.minilm:open_minilm"),
    "llm": Wire(opens="moot.providers.llm:LlmModels", is_extra=True, may_measure=True),
    "rehearsal": Wire(opens="moot.demo.provider:DemoProvider"),
    "example": Wire(opens="moot.demo.examples:ExampleProvider"),
}
"""API formats that come with Moot, by name. Packages add more by entry points in `moot.providers`."""
_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,99}")
_OURS = (
    "authorization",
    "host",
    "content-length",
    "content-type",
    "accept-encoding",
    "transfer-encoding",
    "moot-depth",
    "connection",
    "cookie",
    "x-api-key",
    "x-goog-api-key",
    "proxy-authorization",
)


class RowTokens(Struct, frozen=True, kw_only=True):
    """Prices of tokens as configured, in dollars per million."""

    input: float
    """Price of input tokens."""
    output: float
    """Price of output tokens."""
    cached: float | None = None
    """Price of cached input tokens; `None` if they have no price of their own."""


class RowTier(RowTokens, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Higher prices for long prompts, as configured, in dollars per million tokens."""

    above: int
    """Number of prompt tokens above which these prices apply to the whole call."""

    @property
    def a_token(self) -> Tier:
        """Return the tier with its prices converted to nano-dollars per token."""
        return Tier(above=self.above, input=_nano(self.input), output=_nano(self.output), cached=_cached(self.cached))


class RowPrice(RowTokens, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Prices of an endpoint's models as configured, in dollars per million tokens."""

    tiers: tuple[RowTier, ...] = ()
    """Prices of longer prompts, shortest first."""

    @property
    def a_token(self) -> Price:
        """Return the price with its parts converted to nano-dollars per token."""
        return Price(
            input=_nano(self.input),
            output=_nano(self.output),
            cached=_cached(self.cached),
            source="row",
            tiers=tuple(tier.a_token for tier in self.tiers) or UNSET,
        )

    @property
    def parts(self) -> tuple[float, ...]:
        """Return all prices as a flat list: input, output and cached, of the base price and of each tier."""
        every: tuple[RowPrice | RowTier, ...] = (self, *self.tiers)
        return tuple(part for each in every for part in (each.input, each.output, each.cached or 0))

    @property
    def in_order(self) -> bool:
        """Return whether the tiers are in ascending order of prompt size, as they must be."""
        return all(before < start for before, start in pairwise((0, *(tier.above for tier in self.tiers))))


def _nano(dollars: float) -> int:
    return round(dollars * 1000)


def _cached(dollars: float | None) -> int | None:
    return None if dollars is None else _nano(dollars)


SEARCH_FORMS = {"openai": ("plugins", "web_search_options"), "anthropic": ("web_search",)}
"""Ways to request a service's own search, by API format."""
MOST_A_MILLION = 10_000
"""Highest plausible price in dollars per million tokens. A higher price is taken for a typing error."""


class ServiceRow(Struct, frozen=True, kw_only=True):
    """Configuration of a service that runs models or searches. Each service is a table in a TOML file."""

    name: str
    """Name of the service in settings and sessions."""
    title: str = ""
    """Display name."""
    url: str = ""
    """Base address of the service; empty if it has none or a fixed address."""
    key_env: tuple[str, ...] = ()
    """Environment variables that may contain the service's key. The first that is set is used."""
    private: bool = False
    """Whether the service may be on this machine or in the local network."""
    docs: str = ""
    """URL of the service's documentation."""

    @property
    def origin(self) -> str:
        """Return the origin to which the service's key is bound: scheme, host and port of its address, or a substitute
        if it has no address."""
        return target_of(self.url, private=self.private).origin if self.url else self.builtin_origin

    @property
    def builtin_origin(self) -> str:
        """Return the substitute for an origin to which the key is bound if the service has no address."""
        return f"service:{self.name}"


Service = TypeVar("Service", bound=ServiceRow)


def overridden(packaged: Service, row: Service, given: Collection[str]) -> Service:
    """Return a packaged configuration in which the fields that the user has set (their names are in `given`) are
    replaced by those of `row`. If the address changes, the packaged key variables, headers and `private` are
    dropped."""
    joined = structs.replace(packaged, **{key: getattr(row, key) for key in given})
    if "url" in given and _origin_or_none(joined) != packaged.origin:
        left = {key: value for key, value in _DEFAULTS.items() if key in row.__struct_fields__ and key not in given}
        joined = structs.replace(joined, **left)
    return joined


_DEFAULTS: dict[str, Any] = {"key_env": (), "headers": {}, "private": False}


def _origin_or_none(row: ServiceRow) -> str | None:
    try:
        return row.origin
    except EgressRefused:
        return None


def check_service(row: ServiceRow, file: str, reserved: str, packaged: Mapping[str, ServiceRow]) -> None:
    """Raise `BadSetting` if a configuration has an invalid name or address, or names a key variable that belongs to a
    service at another address.

    Args:
        row: The configuration to check.
        file: Name of the file it is from, for errors.
        reserved: A name that no service may have.
        packaged: Configurations that come with Moot, whose key variables are protected.
    """
    where = f"{file}, [{row.name}]"
    if not _NAME.fullmatch(row.name) or row.name == reserved:
        raise BadSetting(f"{where}: the name must be 1 to 40 of a-z, 0-9 and -, and not `{reserved}`.")
    if row.url:
        try:
            target_of(row.url, private=row.private)
        except EgressRefused as error:
            raise BadSetting(f"{where}: {error.message}", error.remedy) from None
    for variable in row.key_env:
        if not _VARIABLE.fullmatch(variable):
            raise BadSetting(f"{where}: {variable!r} is not the name of a variable.")
        for other in packaged.values():
            if variable in other.key_env and other.url and other.origin != row.origin:
                raise BadSetting(
                    f"{where}: {variable} holds the key for {other.title or other.name}, which must not go to "
                    f"{row.origin}.",
                    "Name another variable, or store a key for this service.",
                )


class KeyedServices(ABC):
    """Base class for collections of configured services, which run models or search. It finds the API key of each
    service.
    """

    keys: KeyRing

    @abstractmethod
    def row(self, name: str) -> ServiceRow:
        """Return the configuration of a service; raise `UnknownName` if there is none of this name."""

    def key_of(self, name: str) -> Secret | None:
        """Return the key of a service; `None` if none is set for its present address."""
        row = self.row(name)
        return self.keys.key_for(name, row.origin, row.key_env)

    def key_source(self, name: str) -> str:
        """Return where the key of a service comes from: `stored`, the name of an environment variable, or empty if
        there is none."""
        row = self.row(name)
        return self.keys.source_for(name, row.origin, row.key_env)


class Endpoint(ServiceRow, frozen=True, kw_only=True):
    """Configuration of an endpoint: a service that runs models. Its name is the first part of its models' ids."""

    wire: str = "openai"
    """Protocol: `openai`, `ollama`, `anthropic`, `google`, `mistral`, `llm`, `local`, `cli`, `rehearsal`, `example`,
    `lexical`, `minilm`, or an installed one.
    """
    concurrency: int | None = None
    """Maximum number of calls at once; unset adapts to the service."""
    price: str | RowPrice = ""
    """Price of calls: `free`, `subscription` (included in the user's plan), the service's name in genai-prices, or
    dollars per million tokens. Empty means free at a local address, unless its list or a bill contains a price, and
    unknown elsewhere; `unknown` is always unknown.
    """
    headers: dict[str, str] = {}
    """Headers sent with every request."""
    moot: bool = False
    """Whether the endpoint is a Moot server, which receives the nesting depth."""
    models: tuple[str, ...] = ()
    """Models to consider first when Moot chooses a council; empty uses the service's list."""
    embeddings: tuple[str, ...] = ()
    """Models to consider first for embeddings; values for `offices.embedder`."""
    speaks: bool = True
    """Whether the endpoint's models answer in text; false if they only compute embeddings."""
    sign_in: str = ""
    """Path of the page at the endpoint's origin where a user allows Moot to get a key (OAuth with PKCE); empty if
    there is none.
    """
    command: tuple[str, ...] = ()
    """Program that answers, with its arguments, for the API format `cli`. Only the file sets it: it runs code."""
    env: tuple[str, ...] = ()
    """Additional environment variables that this program may see."""
    folder: str = ""
    """Folder in which this program runs; empty: a new, empty folder for each call."""
    search: tuple[ServiceSearch, ...] = ()
    """Web search that the service makes itself while a model answers; the first that fits the model."""
    twin: bool = False
    """Whether another endpoint calls the same service with the same key, and is preferred by default."""

    @property
    def builtin_origin(self) -> str:
        """Return the substitute for an origin to which the key is bound if the endpoint has no address: the name of its
        API format."""
        return f"wire:{self.wire}"

    @property
    def scripted(self) -> bool:
        """Return whether the endpoint's answers come from a script or a file instead of a model."""
        return self.wire in ("rehearsal", "example")

    @property
    def local(self) -> bool:
        """Return whether the endpoint's address is local and no price is configured. Calls to such an endpoint are free
        unless something shows otherwise."""
        return self.price == "" and bool(self.url) and self.at_home

    @property
    def at_home(self) -> bool:
        """Return whether the endpoint's models run on this machine or in the local network."""
        return self.wire == "local" or (bool(self.url) and not self.moot and (self.private or is_local(self.url)))

    @property
    def needs_key(self) -> bool:
        """Return whether the endpoint's models can be called only with a key."""
        return bool(self.key_env) and not self.private


def packaged_rows() -> dict[str, Endpoint]:
    """Return the configurations of the endpoints that come with Moot, by name."""
    return dict(_packaged())


@functools.cache
def _packaged() -> dict[str, Endpoint]:
    text = resources.files("moot.providers").joinpath("endpoints.toml").read_text(encoding="utf-8")
    return rows_in(text, "endpoints.toml", Endpoint)


class EndpointFile:
    """Reads and changes the configuration of endpoints: the packaged ones, and the user's file, which overrides
    them."""

    def __init__(self, file: Path | None) -> None:
        self.file = file
        self._packaged = packaged_rows()
        self._read: tuple[tuple[int, int, int], dict[str, dict[str, Any]]] | None = None

    def own(self) -> dict[str, dict[str, Any]]:
        """Return the endpoints in the user's file as written there, by name."""
        if self.file is None:
            return {}
        try:
            stat = self.file.stat()
            stamp = (stat.st_ino, stat.st_mtime_ns, stat.st_size)
            if self._read is None or self._read[0] != stamp:
                text = self.file.read_text(encoding="utf-8")
                rows_in(text, self.file.name, Endpoint)
                self._read = (stamp, tomllib.loads(text))
        except FileNotFoundError:
            return {}
        except (OSError, ValueError) as error:
            raise BadSetting(f"{self.file.name} cannot be read: {error}.") from None
        return {name: dict(row) for name, row in self._read[1].items()}

    def rows(self) -> dict[str, Endpoint]:
        """Return the configuration of every endpoint, packaged or the user's, by name."""
        return self._joined(self.own())

    def tried(self, name: str, values: Mapping[str, Value]) -> Endpoint:
        """Check these values, and return the configuration that an endpoint with these values would have. Nothing is
        written."""
        return self._joined({**self.own(), name: dict(values)})[name]

    def add(self, name: str, values: Mapping[str, Value], keys: KeyRing | None = None) -> Endpoint:
        """Add an endpoint to the user's file, or replace it there, and return its configuration. Its stored key is
        deleted if the address changes."""
        row = {key: value for key, value in values.items() if value is not None and (value != "" or key == "price")}
        own = self.own()
        before = self._joined(own).get(name)
        own[name] = row
        after = self._joined(own)[name]
        # Remove the key first: a crash leaves a row without a key, never a key for another address.
        if keys is not None and (before is None or before.origin != after.origin):
            keys.remove(name)
        self._write(own)
        return after

    def remove(self, name: str, keys: KeyRing | None = None) -> None:
        """Remove an endpoint from the user's file, and delete its stored key."""
        own = self.own()
        if name not in own:
            if name in self._packaged:
                raise Conflict(f"{name!r} comes with Moot.", "It is not used unless a key for it is set.")
            raise UnknownName("endpoint", name, own)
        del own[name]
        if keys is not None:
            keys.remove(name)
        self._write(own)

    def _joined(self, own: Mapping[str, Mapping[str, Any]]) -> dict[str, Endpoint]:
        file = self.file.name if self.file is not None else "endpoints.toml"
        rows = dict(self._packaged)
        for name, table in own.items():
            row = rows_in(table_of((name,), table), file, Endpoint)[name]
            before = self._packaged.get(name)
            if before is not None:
                row = overridden(before, row, table)
            rows[name] = row
            if row.wire == "cli" and row.concurrency is None:
                rows[name] = structs.replace(rows[name], concurrency=1)
        for name in own:
            _check(rows[name], file, self._packaged)
        return rows

    def _write(self, own: Mapping[str, Mapping[str, Any]]) -> None:
        if self.file is None:
            raise BadInput("This Moot has no folder to keep endpoints in.", "Set MOOT_HOME.")
        write_private(self.file, "\n".join(table_of((name,), row) for name, row in own.items()))


def _check(row: Endpoint, file: str, packaged: Mapping[str, Endpoint]) -> None:
    """Raise `BadSetting` if an endpoint in the user's file is configured wrongly."""

    def wrong(what: str, advice: str = "") -> BadSetting:
        return BadSetting(f"{file}, [{row.name}]: {what}", advice)

    check_service(row, file, "person", packaged)
    if row.wire in WIRES and WIRES[row.wire].has_url and not row.url:
        raise wrong(f"the API format `{row.wire}` needs a `url`.")
    if row.wire == "cli" and not row.command:
        raise wrong("the API format `cli` needs a `command`.", 'For example `command = ["prog", "--json"]`.')
    if any(each.form not in SEARCH_FORMS.get(row.wire, ()) for each in row.search):
        has = ", ".join(SEARCH_FORMS.get(row.wire, ())) or "none"
        raise wrong(f"the API format `{row.wire}` has no such form of `search`.", f"Its forms: {has}.")
    if any(not _VARIABLE.fullmatch(name) or name.startswith("MOOT_") for name in row.env):
        raise wrong("`env` lists names of variables, and none of Moot's own.")
    if row.concurrency is not None and not 1 <= row.concurrency <= 1024:
        raise wrong("`concurrency` must be 1 to 1024.")
    for header, value in row.headers.items():
        if header.lower() in _OURS or not re.fullmatch(r"[A-Za-z0-9-]{1,64}", header):
            raise wrong(f"`headers` may not set {header!r}.")
        if not value.isprintable() or not value.isascii() or len(value) > 1000:
            raise wrong(f"the header {header!r} must be one line of printable ASCII.")
    if isinstance(row.price, RowPrice) and not all(0 <= part <= MOST_A_MILLION for part in row.price.parts):
        raise wrong("`price` is dollars a million tokens, 0 to 10000.")
    if isinstance(row.price, RowPrice) and not row.price.in_order:
        raise wrong("`tiers` of a `price` are listed shortest first, each `above` another number of tokens.")
