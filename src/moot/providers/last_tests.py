"""Store the result and time of the last test of each service, for every interface.

A test is valid for its address, and is removed when the key changes, because a result with another key or address
proves nothing. The file is Moot's own and may be deleted; then nothing counts as tested.
"""

from __future__ import annotations

import time
import tomllib
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct

from moot.egress.api_keys import scrub
from moot.settings.tomlfile import table_of, write_private

FILE = "tested.toml"
LOOK = "Look at its address, and whether it is up."
"""Advice in place of a remedy that suggests the test just made."""
LONGEST = 500
"""Characters of an error that are stored."""

Kind = Literal["endpoints", "searchers"]
Proved = Literal["answer", "listing", "search", ""]


class LastTest(Struct, frozen=True, kw_only=True):
    """Result of the last test of a service."""

    at: str
    """Time of the test, in UTC."""
    ms: int
    """Duration in milliseconds."""
    proved: Proved
    """`answer`: a model answered. `listing`: models were listed, none was asked. `search`: a search was made.
    Empty when it failed."""
    asked: str = ""
    """The model called, or the search query."""
    found: int = 0
    """Number of models listed or items found."""
    error: str = ""
    """The error; empty when there is none."""
    remedy: str = ""
    """What to do about it."""
    origin: str = ""
    """The address tested."""


def what_came(
    began: float, origin: str, proved: Proved, *, asked: str = "", found: int = 0, error: str = "", remedy: str = ""
) -> LastTest:
    """Return the result of a test that began at `began` (monotonic clock) and ends now; a failed one proves nothing."""
    return LastTest(
        at=datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z"),
        ms=round((time.monotonic() - began) * 1000),
        proved="" if error else proved,
        asked=asked,
        found=found,
        error=scrub(error)[:LONGEST],
        remedy=LOOK if " test`" in remedy else remedy[:LONGEST],
        origin=origin,
    )


class LastTests:
    """The last test of each service of an installation."""

    def __init__(self, home: Path | None) -> None:
        self._file = home / FILE if home is not None else None

    def of(self, kind: Kind, name: str, origin: str) -> LastTest | None:
        """Return the last test of a service at this address; `None` if it was never tested there."""
        test = self.every().get(kind, {}).get(name)
        return test if test is not None and test.origin == origin else None

    def keep(self, kind: Kind, name: str, test: LastTest) -> None:
        """Store a test in place of the previous one."""
        every = self.every()
        self._write({**every, kind: {**every.get(kind, {}), name: test}})

    def forget(self, name: str) -> None:
        """Remove the test of a service when its key or its address changes."""
        every = self.every()
        left = {kind: {each: test for each, test in tests.items() if each != name} for kind, tests in every.items()}
        if left != every:
            self._write(left)

    def every(self) -> Mapping[str, Mapping[str, LastTest]]:
        """Return all tests, by kind and name; none if the file cannot be read."""
        try:
            text = self._file.read_text(encoding="utf-8") if self._file is not None else ""
            return msgspec.convert(tomllib.loads(text), dict[str, dict[str, LastTest]])
        except (OSError, ValueError, msgspec.ValidationError):
            return {}

    def _write(self, every: Mapping[str, Mapping[str, LastTest]]) -> None:
        tables = [
            table_of((kind, name), msgspec.structs.asdict(test))
            for kind, tests in every.items()
            for name, test in sorted(tests.items())
        ]
        if self._file is not None:
            write_private(self._file, "\n".join(tables))
