"""A home of its own for every test of consortia; nothing leaves the machine."""

from __future__ import annotations

from pathlib import Path

import pytest

from extensions.compat.llm.conftest import installed as installed
from extensions.compat.llm.conftest import plugged as plugged
from extensions.compat.llm.conftest import program as program
from extensions.compat.llm.conftest import upstream as upstream
from rig.clean_home import home as home
from rig.offline import no_network as no_network


@pytest.fixture(autouse=True)
def made(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MOOT_DURABILITY", "normal")
    home.mkdir(exist_ok=True)
