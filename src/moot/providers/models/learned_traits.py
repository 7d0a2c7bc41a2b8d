"""What has been learnt about models from refusals, and about their services from bills? This process knows it at once,
later ones of this home once it was seen to help.

A row of `MOOT_HOME/learnt.toml` counts for a model at the address it was learnt at, and for a month: services change.
A file that cannot be read is as good as none, because all of it can be learnt again.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta, Struct, structs

from moot.errors import BadSetting, StorageFailed
from moot.providers.adapted_request import AS_IT_IS, AdaptedRequest
from moot.settings.tomlfile import Value, rows_in, table_of, write_private

LASTS = 30 * 86_400
"""Seconds after which a service is asked as if nothing were known."""
NONE_LASTS = 86_400
"""Seconds for which a form is not asked for where one was ignored: the server behind an address may be a newer one."""
MOST_ROWS = 1_000
MOST_BYTES = 1_000_000
"""A file that is larger was not written here; it is not read."""
Tokens = Annotated[int, Meta(ge=16, le=10**10)]
"""A limit that a refusal can name (`providers/parameter_errors.py`)."""


class _LearntRow(Struct, frozen=True, kw_only=True):
    """A row of the file: what is said differently to a model, where it was learnt and when."""

    origin: str
    at: int
    leaves_out: tuple[str, ...] = ()
    limit_field: Literal["", "max_tokens", "max_completion_tokens"] = ""
    needs_limit: bool = False
    schema: Literal["", "json_schema", "json_object", "none"] = ""
    takes: Literal["", "json_schema", "none"] = ""
    takes_by: Annotated[str, Meta(max_length=300)] = ""
    max_output: Tokens | None = None
    context: Tokens | None = None
    text_bytes: Tokens | None = None
    charges: bool = False
    """In the row of an endpoint, which has no `/` in its name: that it asks money for calls."""

    def adapted(self) -> AdaptedRequest:
        return AdaptedRequest(
            leaves_out=self.leaves_out,
            limit_field=self.limit_field,
            needs_limit=self.needs_limit,
            schema=self.schema,
            takes=self.takes,
            takes_by=self.takes_by,
            max_output=self.max_output,
            context=self.context,
            text_bytes=self.text_bytes,
        )


class LearntTraits:
    """What refusals have taught, by model."""

    def __init__(self, file: Path | None, *, now: Callable[[], float] = time.time) -> None:
        self._file = file
        self._now = now
        self._kept = self._read()
        self._known: dict[tuple[str, str], AdaptedRequest] = {}
        self._shown: dict[tuple[str, str], float] = {}
        """When a model showed how it takes a form."""
        self._unproven: set[tuple[str, str]] = set()
        self._charging: set[tuple[str, str]] = set()

    def of(self, model: str, origin: str) -> AdaptedRequest:
        """What must be said differently to a model at this address."""
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
        """A refusal demanded this; whether it was rightly understood shows when the model answers."""
        before = self.of(model, origin)
        after = before.and_also(change)
        if after != before:
            self._known[model, origin] = after
            if change.takes:
                self._shown[model, origin] = self._now()
            self._unproven.add((model, origin))

    def doubt(self, model: str, origin: str, *, form: bool = False) -> None:
        """The model could not be asked even so: what was learnt since it last answered may be a misreading. Or another
        `form` than its last answer showed may be what it takes."""
        if form:
            self._known[model, origin] = structs.replace(self.of(model, origin), takes="", takes_by="")
            return
        if (model, origin) in self._unproven:
            self._unproven.discard((model, origin))
            self._known.pop((model, origin), None)

    def proven(self, model: str, origin: str) -> None:
        """The model answered what was said differently: it is kept for later processes."""
        if (model, origin) not in self._unproven:
            return
        self._unproven.discard((model, origin))
        said = {name: value for name, value in structs.asdict(self.of(model, origin)).items() if value}
        self._keep(model, _LearntRow(origin=origin, at=int(self._now()), **said))

    def charges(self, endpoint: str, origin: str) -> bool:
        """Whether the service at this address was seen to ask money for calls."""
        row = self._kept.get(endpoint)
        kept = row is not None and row.charges and row.origin == origin and 0 <= self._now() - row.at < LASTS
        return kept or (endpoint, origin) in self._charging

    def charged(self, endpoint: str, origin: str) -> None:
        """Its list states a price, or a call was billed."""
        if not self.charges(endpoint, origin):
            self._charging.add((endpoint, origin))
            self._keep(endpoint, _LearntRow(origin=origin, at=int(self._now()), charges=True))

    def _keep(self, name: str, row: _LearntRow) -> None:
        """Writes a row for later processes."""
        if self._file is None:
            return
        kept = self._read()  # another process may have learnt meanwhile
        kept.pop(name, None)
        kept[name] = row
        self._kept = dict(list(kept.items())[-MOST_ROWS:])
        text = "\n".join(table_of((name,), _written(row)) for name, row in self._kept.items())
        with contextlib.suppress(StorageFailed):  # a home that cannot be written to learns anew each time
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
