"""A home of its own for every test: no key and no setting of this machine is seen."""

from __future__ import annotations

import os
from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where a test's home will be; nothing is in it yet."""
    for name in list(os.environ):
        if name.endswith(("_API_KEY", "_API_TOKEN")) or name.startswith(("MOOT_", "LLM_", "XDG_")):
            monkeypatch.delenv(name)
    folder = tmp_path / "home"
    monkeypatch.setenv("MOOT_HOME", str(folder))
    monkeypatch.setenv("LLM_USER_PATH", str(tmp_path / "llm"))
    monkeypatch.chdir(tmp_path)
    return folder
