"""Does a package that brings a broken protocol take away anything but its own?"""

from __future__ import annotations

from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from moot.errors import ProtocolWrong
from moot.protocols import installed, registry

BROKEN = {
    "raises": "raise RuntimeError('cannot begin')",
    "leaves": "import sys; sys.exit(3)",
    "lacks": "import no_such_package_here",
    "no-python": "def (",
    "empty": "",
    "other": "THING = 3",
}


@pytest.fixture
def points(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = []
    for name, text in BROKEN.items():
        module = f"broken_{name.replace('-', '_')}"
        (tmp_path / f"{module}.py").write_text(text)
        made.append(EntryPoint(name, f"{module}:THING", "moot.protocols"))
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(installed, "entry_points", lambda group: [p for p in made if p.group == group])


def test_what_is_broken_is_named_and_hides_nothing(points: None) -> None:
    found, troubles = registry.loaded()
    assert [each.name for each in found] == list(registry.OURS)
    assert len(troubles) == len(BROKEN)
    for name in BROKEN:
        with pytest.raises(ProtocolWrong) as told:
            registry.find(name)
        assert told.value.message in troubles
    assert any("cannot begin" in trouble for trouble in troubles)
    assert registry.find("peer-review").name == "peer-review"
