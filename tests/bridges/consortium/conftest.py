"""A home of its own for every test of consortia; nothing leaves the machine."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from rig.offline import no_network as no_network


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in list(os.environ):
        if name.endswith("_API_KEY") or name.startswith("MOOT_"):
            monkeypatch.delenv(name)
    folder = tmp_path / "home"
    folder.mkdir(exist_ok=True)
    monkeypatch.setenv("MOOT_HOME", str(folder))
    monkeypatch.setenv("MOOT_DURABILITY", "normal")
    monkeypatch.setenv("LLM_USER_PATH", str(tmp_path / "llm"))
    monkeypatch.chdir(tmp_path)
    return folder
