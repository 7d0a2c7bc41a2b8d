"""What came of the last test of each service, and when? Kept until the next one, for every door alike.

A test holds for the address it was made at, and is forgotten when the key changes: what was found with another key at
another address says nothing of this one. The file is Moot's own and may be deleted; then nothing counts as tested.
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

from moot.egress.keys import scrub
from moot.settings.tomlfile import table_of, write_private

FILE = "tested.toml"
LOOK = "Look at its address, and whether it is up."
"""What to do in place of a remedy that is to test it: that was done."""
LONGEST = 500
"""Characters of an error that are kept."""

Kind = Literal["endpoints", "searchers"]
Proved = Literal["answer", "listing", "search", ""]


class LastTest(Struct, frozen=True, kw_only=True):
    """What came of a test."""

    at: str
    """When it was made, in UTC."""
    ms: int
    """Milliseconds it took."""
    proved: Proved
    """`answer`: a model answered. `listing`: models were listed, and nothing was asked. `search`: something was looked
    up. Empty when it failed."""
    asked: str = ""
    """The model that was asked, or what was looked up."""
    found: int = 0
    """Models that were listed, or things that were found."""
    error: str = ""
    """What went wrong; empty when nothing did."""
    remedy: str = ""
    """What to do about it."""
    origin: str = ""
    """The address it was made at."""


def what_came(
    began: float, origin: str, proved: Proved, *, asked: str = "", found: int = 0, error: str = "", remedy: str = ""
) -> LastTest:
    """What came of a test that began then, by the steady clock, and has ended now. What failed proves nothing."""
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
        """The last test of a service at this address; `None` where it was never tested there."""
        test = self.every().get(kind, {}).get(name)
        return test if test is not None and test.origin == origin else None

    def keep(self, kind: Kind, name: str, test: LastTest) -> None:
        """Keeps a test in place of the one before."""
        every = self.every()
        self._write({**every, kind: {**every.get(kind, {}), name: test}})

    def forget(self, name: str) -> None:
        """Forgets what was found of a service, when its key or its address changes."""
        every = self.every()
        left = {kind: {each: test for each, test in tests.items() if each != name} for kind, tests in every.items()}
        if left != every:
            self._write(left)

    def every(self) -> Mapping[str, Mapping[str, LastTest]]:
        """All of them, by kind and name; a file that cannot be read holds none."""
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
