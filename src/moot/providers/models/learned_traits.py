"""Store what errors taught about models, and bills about their services.

This process uses it at once, later ones of this home after it was seen to help. A row of `MOOT_HOME/learnt.toml` is
valid for a model at its address, and for a month: services change. An unreadable file counts as empty, because
everything can be learned again.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from pathlib import Path

from msgspec import structs

from moot.errors import BadSetting, StorageFailed
from moot.providers.adapted_request import AS_IT_IS, AdaptedRequest
from moot.settings.tomlfile import Value, rows_in, table_of, write_private

LASTS = 30 * 86_400
"""Seconds after which what was learned about a service is dropped."""
NONE_LASTS = 86_400
"""Seconds without schema requests after a schema was ignored: the server at an address may be updated."""
MOST_ROWS = 1_000
MOST_BYTES = 1_000_000
"""Most bytes of the file; a larger one was not written by Moot and is ignored."""


class _LearntRow(AdaptedRequest, frozen=True, kw_only=True):
    """A row of the file: how requests to a model are adapted, with its address and time."""

    origin: str
    at: int
    charges: bool = False
    """Whether it charges for calls; in the row of an endpoint, whose name contains no `/`."""

    def adapted(self) -> AdaptedRequest:
        return AdaptedRequest(**{name: getattr(self, name) for name in AdaptedRequest.__struct_fields__})


class LearntTraits:
    """What errors have taught, by model."""

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
        """Return how requests to a model at this address must be adapted."""
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
        """Record what an error demanded; the model's next answer shows whether it was understood."""
        before = self.of(model, origin)
        after = before.and_also(change)
        if after != before:
            self._known[model, origin] = after
            if change.takes:
                self._shown[model, origin] = self._now()
            self._unproven.add((model, origin))

    def doubt(self, model: str, origin: str, *, form: bool = False) -> None:
        """Drop what was learned since a model's last answer, because a call failed anyway.

        With `form`, drop how it takes a schema instead.
        """
        if form:
            self._known[model, origin] = structs.replace(self.of(model, origin), takes="", takes_by="")
            return
        if (model, origin) in self._unproven:
            self._unproven.discard((model, origin))
            self._known.pop((model, origin), None)

    def proven(self, model: str, origin: str) -> None:
        """Save what was learned for later processes, because the model answered an adapted request."""
        if (model, origin) not in self._unproven:
            return
        self._unproven.discard((model, origin))
        said = {name: value for name, value in structs.asdict(self.of(model, origin)).items() if value}
        self._keep(model, _LearntRow(origin=origin, at=int(self._now()), **said))

    def charges(self, endpoint: str, origin: str) -> bool:
        """Return whether the service at this address was seen to charge for calls."""
        row = self._kept.get(endpoint)
        kept = row is not None and row.charges and row.origin == origin and 0 <= self._now() - row.at < LASTS
        return kept or (endpoint, origin) in self._charging

    def charged(self, endpoint: str, origin: str) -> None:
        """Record that its list contains a price, or that a call was billed."""
        if not self.charges(endpoint, origin):
            self._charging.add((endpoint, origin))
            self._keep(endpoint, _LearntRow(origin=origin, at=int(self._now()), charges=True))

    def _keep(self, name: str, row: _LearntRow) -> None:
        """Write a row for later processes."""
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
