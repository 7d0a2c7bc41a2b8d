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
from typing import Any

import msgspec
from msgspec import UNSET, Struct, UnsetType

from moot.errors import BadSetting
from moot.providers.models.listings import ListedModel
from moot.settings.tomlfile import rows_in
from moot.vocabulary.seats import Abilities
from moot.vocabulary.words.context_room import density_of

SCHEMAS = ("json_schema", "json_object", "none")


class Trait(Struct, frozen=True, kw_only=True):
    """A row: properties of all models its pattern matches. Missing fields are taken from later rows."""

    schema: str | UnsetType = UNSET
    """How a schema is accepted: `json_schema`, `json_object` or `none`."""
    vision: bool | UnsetType = UNSET
    """Whether it accepts pictures."""
    context: int | UnsetType = UNSET
    """Context size in tokens, for input and output."""
    max_output: int | UnsetType = UNSET
    """Most output tokens, thinking included."""
    temperature: bool | UnsetType = UNSET
    """Whether it accepts a temperature."""
    lowest_temperature: float | UnsetType = UNSET
    """A lower temperature is raised to this."""
    reasoning_floor: int | UnsetType = UNSET
    """Output tokens added for thinking before the answer."""
    family: str | UnsetType = UNSET
    """Model family."""
    max_tokens: str | UnsetType = UNSET
    """The field that limits the output: `max_tokens` or `max_completion_tokens`."""
    effort: bool | UnsetType = UNSET
    """Whether it accepts `reasoning_effort`."""
    stream_options: bool | UnsetType = UNSET
    """Whether it accepts `stream_options`."""
    sure: bool | UnsetType = UNSET
    """Whether every model it matches has the row's context: prompts that are surely too long are then not sent."""
    needs_limit: bool | UnsetType = UNSET
    """Whether a call without a limit is refused, or truncated by a small default of the service."""
    cache_control: bool | UnsetType = UNSET
    """Whether the part of a prompt to cache is marked with `cache_control`."""


class Quirks(Struct, frozen=True, kw_only=True):
    """How requests to a model differ; part of the wire, not of the session."""

    max_tokens: str = "max_tokens"
    """The field that limits the output."""
    effort: bool = False
    """Whether `reasoning_effort` may be sent."""
    stream_options: bool = True
    """Whether a stream may request its usage."""
    needs_limit: bool = False
    """Whether a limit is sent even if the session needs none."""
    cache_control: bool = False
    """Whether the part of a prompt to cache is marked with `cache_control`."""


_PLAIN = re.compile(r"[*?\[]")


@functools.cache
def _packaged() -> tuple[tuple[str, Trait], ...]:
    text = resources.files("moot.providers.models").joinpath("traits.toml").read_text(encoding="utf-8")
    return tuple((pattern.lower(), trait) for pattern, trait in rows_in(text, "traits.toml", Trait).items())


class Traits:
    """All rows, in order of precedence."""

    def __init__(self, file: Path | None = None) -> None:
        own: dict[str, Trait] = {}
        if file is not None and file.exists():
            try:
                own = rows_in(file.read_text(encoding="utf-8"), file.name, Trait)
            except (OSError, UnicodeDecodeError) as error:
                raise BadSetting(f"{file.name} cannot be read: {error}.") from None
            for pattern, trait in own.items():
                _check(trait, f"{file.name}, [{pattern}]")
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

    def _find(self, model_id: str, rows: Sequence[tuple[str, Trait]] | None = None) -> dict[str, object]:
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


def _check(trait: Trait, where: str) -> None:
    if trait.schema is not UNSET and trait.schema not in SCHEMAS:
        raise BadSetting(f"{where}: `schema` is {trait.schema!r}.", f"Use one of {', '.join(SCHEMAS)}.")
    for name in ("context", "max_output"):
        value = getattr(trait, name)
        if value is not UNSET and not 1 <= value <= 100_000_000:
            raise BadSetting(f"{where}: `{name}` must be a positive number of tokens.")
    if trait.reasoning_floor is not UNSET and not 0 <= trait.reasoning_floor <= 1_000_000:
        raise BadSetting(f"{where}: `reasoning_floor` must be 0 to 1000000.")
    if trait.lowest_temperature is not UNSET and not 0 <= trait.lowest_temperature <= 2:
        raise BadSetting(f"{where}: `lowest_temperature` must be 0 to 2.")
    if trait.max_tokens is not UNSET and trait.max_tokens not in ("max_tokens", "max_completion_tokens"):
        raise BadSetting(f"{where}: `max_tokens` names a field.", "Use max_tokens or max_completion_tokens.")
