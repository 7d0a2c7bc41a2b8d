"""Resolve a model's abilities and wire quirks from patterns over `endpoint/model`, packaged and the user's.

Rows are read from the top, the user's before the packaged ones; for each field the first matching row that sets it
wins, so a narrow row goes above a wide one and need not repeat it. `*` matches any characters, `/` too; case is
ignored.
"""

from __future__ import annotations

import fnmatch
import functools
import re
from collections.abc import Sequence
from importlib import resources
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from moot.errors import BadSetting
from moot.providers.models.listings import ListedModel
from moot.settings.tomlfile import rows_in
from moot.vocabulary.seats import Abilities
from moot.vocabulary.words.context_room import density_of


class Quirks(Struct, frozen=True, kw_only=True):
    """How requests to a model differ; part of the wire, not of the session."""

    max_tokens: str = "max_tokens"
    """The field that limits the output."""
    effort: bool = False
    """Whether `reasoning_effort` may be sent."""
    stream_options: bool = True
    """Whether a stream may request its usage."""
    needs_limit: bool = False
    """Whether a limit is sent even if the session needs none: the service refuses or truncates a call without one."""
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
"""A row: properties of all models its pattern matches. Missing fields are taken from later rows. `sure` says whether
every model it matches has the row's context: prompts that are surely too long are then not sent."""


_PLAIN = re.compile(r"[*?\[]")


@functools.cache
def _packaged() -> tuple[tuple[str, Struct], ...]:
    text = resources.files("moot.providers.models").joinpath("traits.toml").read_text(encoding="utf-8")
    return tuple((pattern.lower(), trait) for pattern, trait in rows_in(text, "traits.toml", Trait).items())


class Traits:
    """All rows, in order of precedence."""

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
        """Return a model's abilities.

        The service's list overrides packaged rows, which become outdated, but not the user's.

        Args:
            model_id: The model, as `endpoint/model`.
            listed: Its entry in the service's list.
            form: How it takes a schema if none of these says so.
        """
        found = {"schema": form, **self._of(model_id), **_as_listed(listed), **self._find(model_id, self._own)}
        return msgspec.convert(_only(found, Abilities), Abilities)

    def context_of(self, model_id: str, listed: ListedModel | None = None) -> int | None:
        """Return the context size if known for this very model: from the user, its service, or a sure row."""
        own, ours = self._find(model_id, self._own), self._of(model_id)
        stated = listed.context if listed is not None else None
        found = own.get("context") or stated or (ours.get("context") if ours.get("sure") else None)
        return found if isinstance(found, int) else None

    def quirks_of(self, model_id: str) -> Quirks:
        """Return how requests to the model differ."""
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
    """Return the fields of a service's list entry as traits."""
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
