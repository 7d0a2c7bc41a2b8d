"""Record requests: one JSON line each, on disk before a byte of the answer leaves, so that it survives any crash.

A line is `{"number", "model", "sha", "mode"}`.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from rig.script import Asked


class Ledger:
    """An append-only file of what was asked."""

    def __init__(self, path: Path | str | None) -> None:
        self._file = os.open(path, os.O_APPEND | os.O_CREAT | os.O_WRONLY, 0o600) if path is not None else -1

    def asked(self, asked: Asked, mode: str) -> None:
        """Writes a request down."""
        if self._file < 0:
            return
        line = {"number": asked.number, "model": asked.model, "sha": asked.sha, "mode": mode}
        os.write(self._file, json.dumps(line).encode() + b"\n")

    def close(self) -> None:
        """Closes the file."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1


def ledger_lines(path: Path | str) -> list[dict[str, Any]]:
    """What a ledger holds; a line cut by a kill is left out."""
    lines = Path(path).read_text(encoding="utf-8").splitlines() if Path(path).exists() else []
    found = []
    for line in lines:
        try:
            found.append(json.loads(line))
        except ValueError:
            continue
    return found
