from __future__ import annotations

import os
from pathlib import Path

import pytest

from extensions.cli_seats.programs import Programs


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Programs:
    """Programs that a test may put on the path, alone there."""
    found = Programs(tmp_path / "bin")
    monkeypatch.setenv("PATH", f"{found.folder}{os.pathsep}/usr/bin{os.pathsep}/bin")
    return found
