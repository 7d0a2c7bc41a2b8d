"""Look up endpoints and models: combine rows, traits, keys and prices, and open each endpoint when first used.

No HTTP library is imported here: a wire's module is loaded when its first seat is filled. Packaged wires are in the
table `WIRES` of `endpoints.py`; an installed package adds one by an entry point in the group `moot.providers`. It is
called with the row and the key, and with `home`, `quirks` and `learnt` if it has parameters of these names.
"""

from __future__ import annotations

import asyncio
import importlib
import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, cast

from msgspec import Struct

from moot.egress.api_keys import KeyRing, Secret
from moot.errors import BadInput, BadSetting, CallFailed, MootError, ProtocolWrong, UnknownName
from moot.extension_points import entry_points
from moot.providers.adapted_request import UNTOLD, AdaptedRequest
from moot.providers.demo_voices import EXAMPLE_MODELS, FAULTS
from moot.providers.endpoints import WIRES, Endpoint, EndpointFile, KeyedServices, RowPrice
from moot.providers.models.listings import ListedModel
from moot.providers.models.model_lists import ModelLists
from moot.providers.models.prices import FREE, LOCAL, SUBSCRIBED, published_price, with_tiers, worst_known_price
from moot.providers.models.traits import LearntTraits, Traits
from moot.providers.provider import Provider
from moot.settings.tomlfile import file_stamp
from moot.vocabulary.seats import SUBSCRIPTION, Abilities, Price, ServiceSearch

Factory = Callable[[Endpoint, "Secret | None"], Provider]

GROUP = "moot.providers"


class Directory(KeyedServices):
    """All endpoints (services that run models) of this installation, with their keys, models, abilities and prices."""

    def __init__(
        self,
        home: Path | None,
        environ: Mapping[str, str],
        *,
        demo_speed: float = 0.0,
    ) -> None:
        self.endpoints = EndpointFile(home / "endpoints.toml" if home is not None else None)
        self.keys = KeyRing(home / "keys.toml" if home is not None else None, environ)
        self.traits = Traits(home / "traits.toml" if home is not None else None)
        self._speed = demo_speed
        self._home = home
        self._stamps = self._stamped()
        self._own, self._rows = self.endpoints.own(), self.endpoints.rows()
        self.keys.names()  # report an unreadable file here, not for every seat of a session
        self._open: dict[str, _OpenEndpoint] = {}
        self._retired: list[Provider] = []
        self._prices: dict[tuple[str, bool], Price | None] = {}
        self.lists = ModelLists(home / "model_lists" if home is not None else None, self)
        """Model lists of the endpoints."""
        self._learnt = LearntTraits(home / "learnt.toml" if home is not None else None)

    def refresh(self) -> None:
        """If a configuration file has changed, read all of them again. For example, a command may have changed one
        while a server is running."""
        if (stamps := self._stamped()) != self._stamps:
            self.reload()
            self._stamps = stamps

    def _stamped(self) -> tuple[tuple[int, int] | None, ...]:
        """Return the modification time and size of each configuration file."""
        if self._home is None:
            return ()
        return tuple(file_stamp(self._home / f"{name}.toml") for name in ("endpoints", "keys", "traits"))

    def reload(self) -> None:
        """Read the configuration files again. Unchanged endpoints stay connected. Other endpoints are opened anew at
        the next call."""
        self._own, self._rows = self.endpoints.own(), self.endpoints.rows()
        self.traits = Traits(self._home / "traits.toml" if self._home is not None else None)
        self._prices.clear()
        self.lists.reload()
        for name, opened in list(self._open.items()):
            if self._rows.get(name) != opened.row or self.key_of(name) is not opened.key:
                # Calls may still be running, so it is closed with the directory, not now.
                self._retired.append(self._open.pop(name).provider)

    def rows(self) -> Mapping[str, Endpoint]:
        """Return the configuration of every endpoint, by name."""
        return self._rows

    def named(self, name: str) -> Sequence[str]:
        """Return the models listed in the user's own configuration of an endpoint."""
        models: Sequence[str] = self._own.get(name, {}).get("models", ())
        return models

    def row(self, name: str) -> Endpoint:
        """Return the configuration of an endpoint; raise if there is none of this name."""
        if name not in self._rows:
            raise UnknownName("endpoint", name, self._rows)
        return self._rows[name]

    def endpoint_of(self, model_id: str) -> Endpoint:
        """Return the configuration of the endpoint in a model id (`endpoint/model`)."""
        name, slash, model = model_id.partition("/")
        if not slash or not model:
            raise BadInput(f"{model_id!r} is not a model id.", "Model ids read `endpoint/model`.")
        return self.row(name)

    def provider_for(self, model_id: str) -> Provider:
        """Return the object through which a model is called. All models of an endpoint share this object."""
        if model_id == "person" or model_id.startswith("person/"):
            raise ProtocolWrong("A person is not called through a provider.", "Ask the session to wait for the person.")
        row = self.endpoint_of(model_id)
        if row.name not in self._open:
            self._open[row.name] = self._opened(row)
        return self._open[row.name].provider

    async def provider_of(self, name: str) -> Provider:
        """Return the object through which an endpoint's models are called. Its libraries are imported in a thread: that
        may take seconds."""
        await asyncio.to_thread(_factory, self.row(name).wire)
        return self.provider_for(f"{name}/any")

    def abilities_of(self, model_id: str) -> Abilities:
        """Return a model's abilities. The user's traits file comes first, then the endpoint's model list, then the
        packaged traits.
        """
        row = self._rows.get(model_id.partition("/")[0])
        tried = row is not None and row.wire == "openai" and not row.moot  # a council needs a session for each attempt
        form = UNTOLD if tried else "none"
        return self.traits.abilities_of(model_id, self.listing_of(model_id), form=form)

    def adapted_to(self, model_id: str) -> AdaptedRequest:
        """Return how requests to a model must differ from the usual form, as learned from its service's errors."""
        return self._learnt.of(model_id, self._origin(model_id))

    def learn(self, model_id: str, change: AdaptedRequest) -> None:
        """Remember how the request to a model had to be changed because of an error. Later requests to that model are
        changed in the same way."""
        self._learnt.learn(model_id, self._origin(model_id), change)

    def answered(self, model_id: str) -> None:
        """Note that a model has answered. This shows that the learned changes work, and saves them for later
        processes.
        """
        self._learnt.proven(model_id, self._origin(model_id))

    def doubt(self, model_id: str, *, form: bool = False) -> None:
        """Forget the learned changes for a model, because a changed request failed, too. With `form`, forget only how
        the model handles a JSON schema.
        """
        self._learnt.doubt(model_id, self._origin(model_id), form=form)

    def _origin(self, model_id: str) -> str:
        """Return the origin (scheme, host, port) of a model's endpoint; empty if the endpoint is not configured any
        more."""
        try:
            return self.endpoint_of(model_id).origin
        except MootError:
            return ""

    def context_of(self, model_id: str) -> int | None:
        """Return a model's context size in tokens; `None` if it is only known for similar models."""
        stated = self.traits.context_of(model_id, self.listing_of(model_id))
        learnt = self.adapted_to(model_id).context
        return learnt if stated is None else stated if learnt is None else min(stated, learnt)

    def measures(self, model_id: str) -> bool | None:
        """Return whether a model computes embeddings, according to its endpoint's configuration; `None` if only a call
        can show it."""
        row = self.endpoint_of(model_id)
        if not row.speaks:
            return True
        wire = WIRES.get(row.wire)
        if wire is not None and wire.may_measure:
            return True if model_id.partition("/")[2] in row.embeddings else None
        return False if wire is not None or row.wire == "local" else None

    def search_of(self, model_id: str) -> ServiceSearch | None:
        """Return the web search that a model's service makes itself; `None` if it has none."""
        name, _, model = model_id.partition("/")
        row = self._rows.get(name)
        rows = row.search if row is not None else ()
        return next((each for each in rows if any(fnmatchcase(model, pattern) for pattern in each.models)), None)

    def price_of(self, model_id: str, *, whole: bool = False) -> Price | None:
        """Return the price of a model's calls, or `None` if it is unknown.

        The price comes from the endpoint's configuration, its model list or genai-prices. If none of them has a price
        and the address is local, the calls are free. With `whole`, prices of long prompts that the list leaves out are
        taken from genai-prices. Set `whole` to reserve money.
        """
        row = self.endpoint_of(model_id)
        if row.price == "free":
            return FREE
        if row.price == SUBSCRIPTION:
            return SUBSCRIBED
        if isinstance(row.price, RowPrice):
            return row.price.a_token
        known = (model_id, whole)
        if known not in self._prices:
            model = model_id.partition("/")[2]
            listing = self.listing_of(model_id)
            listed = listing.price if listing is not None else None
            # The table is slow, so it is not used just to show a list: a router lists hundreds of models.
            asks = row.price and (whole or listed is None)
            published = published_price(row.price, model) if asks else None
            told = with_tiers(listed, published)
            self._prices[known] = LOCAL if told is None and self.costs_nothing(row) else told
        return self._prices[known]

    def costs_nothing(self, row: Endpoint) -> bool:
        """Return whether calls without a known price are free at an endpoint. They are if the endpoint's configuration
        says so, or if the endpoint is local.

        A local endpoint is not free if its model list contains a price or if a call was billed. It is also not free if
        it has a key but its model list is not known.
        """
        if row.price in ("free", SUBSCRIPTION) or not row.local:
            return row.price in ("free", SUBSCRIPTION)
        unseen = self.lists.known(row.name) is None and self.has_key(row.name)
        return not unseen and not self._learnt.charges(row.name, row.origin)

    def charged(self, endpoint: str) -> None:
        """Note that an endpoint bills calls or lists a price, and is therefore not free although its address is
        local."""
        row = self._rows.get(endpoint)
        if row is not None and row.local and self.costs_nothing(row):
            self._learnt.charged(row.name, row.origin)
            self._prices.clear()

    def worst_price(self, model_ids: list[str]) -> Price:
        """Return the price to reserve for calls without a known price: that of the most expensive of these models."""
        prices = [price for model_id in model_ids if (price := self.price_of(model_id, whole=True)) is not None]
        return worst_known_price([price for price in prices if not price.free])

    def has_key(self, name: str) -> bool:
        """Return whether a key for this endpoint is stored or set."""
        return self.key_of(name) is not None

    def configured(self) -> tuple[Endpoint, ...]:
        """Return the endpoints that can be called: with a key, or without need of one."""
        return tuple(row for name, row in self._rows.items() if not row.needs_key or self.has_key(name))

    async def models(self, name: str) -> list[str]:
        """Fetch the model list of an endpoint now and return the ids of its models.

        Raises:
            CallFailed: The endpoint did not return them.
        """
        await self.lists.fetch(name)
        return self.models_of(name)

    def models_of(self, name: str, *, rigs: bool = False) -> list[str]:
        """Return the known model ids of an endpoint. With `rigs`, include demo voices that fail on purpose."""
        # By default not those that fail on purpose, or belong to an example.
        hidden = {"rehearsal": tuple(FAULTS), "example": EXAMPLE_MODELS}.get("" if rigs else self.row(name).wire, ())
        return [f"{name}/{each}" for each in self.offered(name) if each not in hidden]

    def troubles(self, name: str) -> tuple[str, ...]:
        """Return a message for each problem in an endpoint's last model list that did not make the request fail, such
        as a model file that could not be read; empty if there was none."""
        return self._open[name].provider.troubles() if name in self._open else ()

    def on_list(self, name: str) -> None:
        """Process a newly fetched model list: prices are looked up again, and an endpoint that lists a price is not
        free, even with a local address."""
        self._prices.clear()
        found = self.lists.known(name)
        if found is not None and any(row.price is not None and not row.price.free for row in found.models.values()):
            self.charged(name)

    def offered(self, name: str) -> tuple[str, ...]:
        """Return the known model names of an endpoint, without the endpoint's name."""
        found = self.lists.known(name)
        return tuple(found.models) if found is not None else ()

    def listing_of(self, model_id: str) -> ListedModel | None:
        """Return what the endpoint's model list contains about a model; `None` if no list is known, or the model is not
        in it."""
        name, _, model = model_id.partition("/")
        found = self.lists.known(name)
        if found is None:
            return None
        # Ollama lists `llama3:latest` for `llama3`.
        return found.models.get(model) or found.models.get(f"{model}:latest")

    def kept(self) -> Iterator[str]:
        """Yield the names of the model files in Moot's own folder. Moot runs these models itself."""
        found = (self._home / "models").glob("*.gguf") if self._home is not None else ()
        return (path.stem for path in found if path.exists())

    async def close(self) -> None:
        """Close the connections to all endpoints."""
        await self.lists.close()
        closing = [*self._retired, *(opened.provider for opened in self._open.values())]
        self._open, self._retired = {}, []
        for provider in closing:
            await provider.close()

    def _opened(self, row: Endpoint) -> _OpenEndpoint:
        key = self.key_of(row.name)
        if key is None and row.needs_key:
            where = " or ".join(row.key_env) or "it"
            cause = f"There is no key for {row.title or row.name}."
            raise CallFailed("error", f"{cause} Set {where}, or run `moot keys set {row.name}`.", error="auth")
        made = _factory(row.wire)
        known = {
            "home": self._home,
            "quirks": lambda model: self.traits.quirks_of(model),
            "learnt": self.adapted_to,
            "speed": self._speed,
        }
        told = {name: known[name] for name in inspect.signature(made).parameters.keys() & known.keys()}
        provider = made(*(() if row.scripted else (row, key)), **told)
        return _OpenEndpoint(row=row, key=key, provider=provider)


class _OpenEndpoint(Struct, frozen=True, kw_only=True):
    """A connected endpoint with its configuration, its key, and the provider for its calls."""

    row: Endpoint
    """The row of the endpoint table from which the endpoint was opened."""
    key: Secret | None
    """The key with which the endpoint was opened."""
    provider: Provider
    """The provider through which the endpoint's models are called."""


def _factory(wire: str) -> Callable[..., Any]:
    """Return the function that creates the provider for an API format. Packaged formats are searched before installed
    packages."""
    if wire in WIRES:
        module, _, name = WIRES[wire].opens.partition(":")
        try:
            return cast(Callable[..., Any], getattr(importlib.import_module(module), name))
        except ImportError as error:
            if WIRES[wire].is_extra and not (error.name or "").startswith("moot"):
                raise BadInput(
                    f"The API format `{wire}` needs packages that are not installed.",
                    f"Run: pip install 'moot[{wire}]'",
                ) from error
            raise
    installed = {point.name: point.value for point in entry_points(GROUP)}
    if wire not in installed:
        raise UnknownName("API format", wire, {*WIRES, *installed})
    module, _, name = installed[wire].partition(":")
    try:
        return cast(Factory, getattr(importlib.import_module(module), name))
    except (Exception, SystemExit) as error:
        raise BadSetting(f"The installed API format `{wire}` cannot be loaded: {type(error).__name__}.") from error
