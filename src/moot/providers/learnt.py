"""What has been learnt about models from refusals? This process knows it at once, later ones of this home once it
was seen to help.

A row of `MOOT_HOME/learnt.toml` counts for a model at the address it was learnt at, and for a month: services change.
A file that cannot be read is as good as none, because all of it can be learnt again.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from pathlib import Path

from msgspec import Struct, structs

from moot.errors import BadSetting
from moot.providers.adapting import AS_IT_IS, Adapted
from moot.tomlfile import Value, rows_in, table_of, write_private

LASTS = 30 * 86_400
"""Seconds after which a service is asked as if nothing were known."""
MOST_ROWS = 1_000


class _Row(Struct, frozen=True, kw_only=True):
    """A row of the file: what is said differently to a model, where it was learnt and when."""

    origin: str
    at: int
    leaves_out: tuple[str, ...] = ()
    limit_field: str = ""
    needs_limit: bool = False
    schema: str = ""
    max_output: int | None = None
    context: int | None = None
    text_bytes: int | None = None

    def adapted(self) -> Adapted:
        return Adapted(**{name: getattr(self, name) for name in Adapted.__struct_fields__})


class Learnt:
    """What refusals have taught, by model."""

    def __init__(self, file: Path | None, *, now: Callable[[], float] = time.time) -> None:
        self._file = file
        self._now = now
        self._kept = self._read()
        self._known: dict[tuple[str, str], Adapted] = {}
        self._unproven: set[tuple[str, str]] = set()

    def of(self, model: str, origin: str) -> Adapted:
        """What must be said differently to a model at this address."""
        known = self._known.get((model, origin))
        if known is None:
            row = self._kept.get(model)
            fresh = row is not None and row.origin == origin and self._now() - row.at < LASTS
            known = self._known[model, origin] = row.adapted() if row is not None and fresh else AS_IT_IS
        return known

    def learn(self, model: str, origin: str, change: Adapted) -> None:
        """A refusal demanded this; whether it was rightly understood shows when the model answers."""
        before = self.of(model, origin)
        after = before.and_also(change)
        if after != before:
            self._known[model, origin] = after
            self._unproven.add((model, origin))

    def proven(self, model: str, origin: str) -> None:
        """The model answered what was said differently: it is kept for later processes."""
        if (model, origin) not in self._unproven:
            return
        self._unproven.discard((model, origin))
        if self._file is None:
            return
        kept = self._read()  # another process may have learnt meanwhile
        said = {name: value for name, value in structs.asdict(self.of(model, origin)).items() if value}
        kept.pop(model, None)
        kept[model] = _Row(origin=origin, at=int(self._now()), **said)
        self._kept = dict(list(kept.items())[-MOST_ROWS:])
        text = "\n".join(table_of((name,), _written(row)) for name, row in self._kept.items())
        with contextlib.suppress(OSError):  # a home that cannot be written to learns anew each time
            write_private(self._file, text)

    def _read(self) -> dict[str, _Row]:
        if self._file is None:
            return {}
        try:
            return rows_in(self._file.read_text(encoding="utf-8"), self._file.name, _Row)
        except (OSError, ValueError, BadSetting):
            return {}


def _written(row: _Row) -> dict[str, Value]:
    return {name: value for name, value in structs.asdict(row).items() if value}
