"""A home of its own for every test: no key and no setting of this machine is seen."""

from __future__ import annotations

import os
from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """MOOT_HOME, which is also the working directory."""
    for name in list(os.environ):
        if name.endswith("_API_KEY") or name.startswith("MOOT_"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("MOOT_HOME", str(tmp_path))
    monkeypatch.setenv("MOOT_DURABILITY", "normal")
    monkeypatch.setenv("MOOT_DEMO_SPEED", "0")
    monkeypatch.setattr("moot.convening.default_council.LOCAL", ())
    monkeypatch.chdir(tmp_path)
    return tmp_path
