"""Record requests: one JSON line each, on disk before a byte of the answer leaves, so that it survives any crash.

`{"at", "number", "model", "nth", "attempt", "sha", "prompt_chars", "path", "mode", "auth", "depth"}`; a later line
`{"number", "late": true}` says that the client was gone when an answer was ready. `auth` is a digest, never the key.
"""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from typing import Any

from rig.script import Asked


class Ledger:
    """An append-only file of what was asked."""

    def __init__(self, path: Path | str | None) -> None:
        self.path = Path(path) if path is not None else None
        self._file = os.open(path, os.O_APPEND | os.O_CREAT | os.O_WRONLY, 0o600) if path is not None else -1

    def asked(self, asked: Asked, mode: str) -> None:
        """Writes a request down."""
        if self._file < 0:
            return
        sent = asked.headers.get("authorization") or asked.headers.get("x-api-key") or ""
        line = {
            "at": asked.at,
            "number": asked.number,
            "model": asked.model,
            "nth": asked.nth,
            "attempt": asked.attempt,
            "sha": asked.sha,
            "prompt_chars": len(asked.prompt),
            "path": asked.path,
            "mode": mode,
            "auth": hashlib.sha256(sent.encode()).hexdigest()[:12] if sent else "",
            "depth": asked.headers.get("moot-depth", ""),
        }
        self._append(line)

    def late(self, asked: Asked) -> None:
        """Writes down that an answer was ready after the client had gone."""
        if self._file >= 0:
            self._append({"number": asked.number, "late": True})

    def close(self) -> None:
        """Closes the file."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1

    def _append(self, line: dict[str, Any]) -> None:
        os.write(self._file, json.dumps(line, separators=(",", ":")).encode() + b"\n")


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
