"""Resolve a model's abilities and wire quirks from patterns over `endpoint/model`, packaged and the user's.

Rows are read from the top, the user's before the packaged ones; for each field the first matching row that sets it
wins, so a narrow row goes above a wide one and need not repeat it. `*` matches any characters, `/` too; case is
ignored.
"""

from __future__ import annotations

import contextlib
import fnmatch
import functools
import re
import time
from collections.abc import Callable, Sequence
from importlib import resources
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType, structs

from moot.errors import BadSetting, StorageFailed
from moot.providers.adapted_request import AS_IT_IS, AdaptedRequest
from moot.providers.models.listings import ListedModel
from moot.settings.tomlfile import Value, rows_in, table_of, write_private
from moot.vocabulary.seats import Abilities
from moot.vocabulary.words.context_room import density_of


class Quirks(Struct, frozen=True, kw_only=True):
    """How the format of requests to a model differs from the usual one."""

    max_tokens: str = "max_tokens"
    """Name of the request's field that limits the output."""
    effort: bool = False
    """Whether `reasoning_effort` may be sent."""
    stream_options: bool = True
    """Whether a streaming request may request the token counts."""
    needs_limit: bool = False
    """Whether an output limit is sent even if the session needs none, because the service refuses or truncates a call
    without a limit.
    """
    cache_control: bool = False
    """Whether the part of a prompt to cache is marked with `cache_control`."""


_TOKENS = Annotated[int, Meta(ge=1, le=100_000_000)]
_BOUNDS: dict[str, Any] = {
    "schema": Annotated[str, Meta(pattern="^(json_schema|json_object|none)$")],
    "context": _TOKENS,
    "max_output": _TOKENS,
    "lowest_temperature": Annotated[float, Meta(ge=0, le=2)],
    "reasoning_floor": Annotated[int, Meta(ge=0, le=1_000_000)],
    "max_tokens": Annotated[str, Meta(pattern="^(max_tokens|max_completion_tokens)$")],
}
Trait = msgspec.defstruct(
    "Trait",
    [
        (field.name, _BOUNDS.get(field.name, field.type) | UnsetType, UNSET)
        for kind in (Abilities, Quirks)
        for field in msgspec.structs.fields(kind)
    ]
    + [("sure", bool | UnsetType, UNSET)],
    frozen=True,
)
"""A row of a traits file: properties of all models whose id matches its pattern. Missing fields are taken from later
rows. `sure` says whether every model it matches has the row's context: prompts that are surely too long are then not
sent."""


_PLAIN = re.compile(r"[*?\[]")


@functools.cache
def _packaged() -> tuple[tuple[str, Struct], ...]:
    text = resources.files("moot.providers.models").joinpath("traits.toml").read_text(encoding="utf-8")
    return tuple((pattern.lower(), trait) for pattern, trait in rows_in(text, "traits.toml", Trait).items())


class Traits:
    """What is known in advance about models, by patterns of their ids: abilities and request formats. The user's
    patterns come before the packaged ones."""

    def __init__(self, file: Path | None = None) -> None:
        own: dict[str, Struct] = {}
        if file is not None and file.exists():
            try:
                own = rows_in(file.read_text(encoding="utf-8"), file.name, Trait)
            except (OSError, UnicodeDecodeError) as error:
                raise BadSetting(f"{file.name} cannot be read: {error}.") from None
        self._own = [(pattern.lower(), trait) for pattern, trait in own.items()]
        self._rows = [*self._own, *_packaged()]
        self._of = functools.lru_cache(maxsize=1024)(self._find)

    def abilities_of(self, model_id: str, listed: ListedModel | None = None, *, form: str = "none") -> Abilities:
        """Return what a model can do.

        The service's list overrides the packaged patterns, which may be outdated, but not the user's.

        Args:
            model_id: The model, as `endpoint/model`.
            listed: Its entry in the service's list.
            form: How it takes a JSON schema, if no other source says so.
        """
        found = {"schema": form, **self._of(model_id), **_as_listed(listed), **self._find(model_id, self._own)}
        return msgspec.convert(_only(found, Abilities), Abilities)

    def context_of(self, model_id: str, listed: ListedModel | None = None) -> int | None:
        """Return the context size of exactly this model, if the user, the model's service, or a row marked `sure`
        states one; otherwise `None`."""
        own, ours = self._find(model_id, self._own), self._of(model_id)
        stated = listed.context if listed is not None else None
        found = own.get("context") or stated or (ours.get("context") if ours.get("sure") else None)
        return found if isinstance(found, int) else None

    def quirks_of(self, model_id: str) -> Quirks:
        """Return how the format of requests to this model differs from the usual."""
        return msgspec.convert(_only(self._of(model_id), Quirks), Quirks)

    def _find(self, model_id: str, rows: Sequence[tuple[str, Struct]] | None = None) -> dict[str, object]:
        wanted = model_id.lower()
        found: dict[str, object] = {}
        for pattern, trait in self._rows if rows is None else rows:
            # a pattern is slow to compile the first time, and its literal prefix excludes most
            if wanted.startswith(_plain_part(pattern)) and fnmatch.fnmatchcase(wanted, pattern):
                for name in Trait.__struct_fields__:
                    value = getattr(trait, name)
                    if value is not UNSET:
                        found.setdefault(name, value)
        return found


def _as_listed(listed: ListedModel | None) -> dict[str, object]:
    """Convert an entry of a service's model list to fields of `Traits` rows."""
    if listed is None:
        return {}
    said: dict[str, Any] = {"context": listed.context, "max_output": listed.max_output, "vision": listed.vision}
    said["density"] = density_of(listed.vocabulary) if listed.vocabulary is not None else None
    if listed.takes is not None:
        said["temperature"] = "temperature" in listed.takes
        by_schema = "structured_outputs" in listed.takes
        plain = "json_object" if "response_format" in listed.takes else "none"
        return {**_known(said), "schema": "json_schema" if by_schema else plain}
    return _known(said)


def _known(said: dict[str, Any]) -> dict[str, object]:
    return {name: value for name, value in said.items() if value is not None}


@functools.cache
def _plain_part(pattern: str) -> str:
    return _PLAIN.split(pattern, 1)[0]


def _only(found: dict[str, object], kind: type[Struct]) -> dict[str, object]:
    return {name: value for name, value in found.items() if name in kind.__struct_fields__}


LASTS = 30 * 86_400
"""Number of seconds after which learned properties of a service are forgotten."""
NONE_LASTS = 86_400
"""Number of seconds for which no JSON schema is sent after a model ignored one, because its server may be updated."""
MOST_ROWS = 1_000
MOST_BYTES = 1_000_000
"""Maximum size in bytes of the file of learned properties. A larger file was not written by Moot and is ignored."""


class _LearntRow(AdaptedRequest, frozen=True, kw_only=True):
    """An entry of the file of learned traits: how requests to one model are changed, with its address and the time."""

    origin: str
    at: int
    charges: bool = False
    """Whether the endpoint charges for calls; only in the row of an endpoint, whose name contains no `/`."""

    def adapted(self) -> AdaptedRequest:
        return AdaptedRequest(**{name: getattr(self, name) for name in AdaptedRequest.__struct_fields__})


class LearntTraits:
    """Properties of models that were learned from errors, in memory and in a file."""

    def __init__(self, file: Path | None, *, now: Callable[[], float] = time.time) -> None:
        self._file = file
        self._now = now
        self._kept = self._read()
        self._known: dict[tuple[str, str], AdaptedRequest] = {}
        self._shown: dict[tuple[str, str], float] = {}
        """When a model showed how it takes a schema."""
        self._unproven: set[tuple[str, str]] = set()
        self._charging: set[tuple[str, str]] = set()

    def of(self, model: str, origin: str) -> AdaptedRequest:
        """Return how requests to a model at this address must differ from the usual form."""
        known = self._known.get((model, origin))
        if known is None:
            row = self._kept.get(model)
            fresh = row is not None and row.origin == origin and 0 <= self._now() - row.at < LASTS
            known = self._known[model, origin] = row.adapted() if row is not None and fresh else AS_IT_IS
            self._shown[model, origin] = row.at if row is not None else 0
        if known.takes == "none" and self._now() - self._shown[model, origin] >= NONE_LASTS:
            known = self._known[model, origin] = structs.replace(known, takes="", takes_by="")
        return known

    def learn(self, model: str, origin: str, change: AdaptedRequest) -> None:
        """Remember a change of requests that an error demanded. The model's next answer shows whether it helps."""
        before = self.of(model, origin)
        after = before.and_also(change)
        if after != before:
            self._known[model, origin] = after
            if change.takes:
                self._shown[model, origin] = self._now()
            self._unproven.add((model, origin))

    def doubt(self, model: str, origin: str, *, form: bool = False) -> None:
        """Forget the learned changes for a model if no answer has confirmed them yet, because a call failed
        nevertheless.

        With `form`, forget instead how the model accepts a JSON schema.
        """
        if form:
            self._known[model, origin] = structs.replace(self.of(model, origin), takes="", takes_by="")
            return
        if (model, origin) in self._unproven:
            self._unproven.discard((model, origin))
            self._known.pop((model, origin), None)

    def proven(self, model: str, origin: str) -> None:
        """Save the learned changes for a model for later processes, because the model answered a changed request."""
        if (model, origin) not in self._unproven:
            return
        self._unproven.discard((model, origin))
        said = {name: value for name, value in structs.asdict(self.of(model, origin)).items() if value}
        self._keep(model, _LearntRow(origin=origin, at=int(self._now()), **said))

    def charges(self, endpoint: str, origin: str) -> bool:
        """Return whether the service at this address is known to charge for calls."""
        row = self._kept.get(endpoint)
        kept = row is not None and row.charges and row.origin == origin and 0 <= self._now() - row.at < LASTS
        return kept or (endpoint, origin) in self._charging

    def charged(self, endpoint: str, origin: str) -> None:
        """Remember that the service at this address charges for calls: its list contains a price, or it billed a
        call."""
        if not self.charges(endpoint, origin):
            self._charging.add((endpoint, origin))
            self._keep(endpoint, _LearntRow(origin=origin, at=int(self._now()), charges=True))

    def _keep(self, name: str, row: _LearntRow) -> None:
        """Write an entry to the file, for later processes."""
        if self._file is None:
            return
        kept = self._read()  # another process may have written meanwhile
        kept.pop(name, None)
        kept[name] = row
        self._kept = dict(list(kept.items())[-MOST_ROWS:])
        text = "\n".join(table_of((name,), _written(row)) for name, row in self._kept.items())
        with contextlib.suppress(StorageFailed):  # with a home that is not writable, each process learns again
            write_private(self._file, text)

    def _read(self) -> dict[str, _LearntRow]:
        if self._file is None:
            return {}
        try:
            if self._file.stat().st_size > MOST_BYTES:
                return {}
            return rows_in(self._file.read_text(encoding="utf-8"), self._file.name, _LearntRow)
        except (OSError, ValueError, BadSetting):
            return {}


def _written(row: _LearntRow) -> dict[str, Value]:
    return {name: value for name, value in structs.asdict(row).items() if value}
