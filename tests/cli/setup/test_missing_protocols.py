"""Test the messages about two packages with one protocol."""

from __future__ import annotations

from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from cli.conftest import Run
from moot.protocols import installed, registry
from moot.protocols.kinds import Kinds

TWICE = '''
from moot.protocols.public import Floor, Options, Verdict, protocol

@protocol(name="twice", title="{title}", stages=("one",))
async def twice(floor: Floor, options: Options) -> Verdict:
    """Says nothing."""
    async with floor.stage("one"):
        return await floor.withhold("nothing")
'''


def test_of_two_packages_with_one_name_it_is_said_which_is_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moot: Run
) -> None:
    monkeypatch.setattr(registry, "JOINED", Kinds())
    for title in ("one", "other"):
        (tmp_path / f"twice_named_{title}.py").write_text(TWICE.format(title=title))
    monkeypatch.syspath_prepend(tmp_path)
    points = [EntryPoint("twice", f"twice_named_{title}:twice", registry.GROUP) for title in ("one", "other")]
    monkeypatch.setattr(installed, "entry_points", lambda group: [each for each in points if each.group == group])
    told = "twice_named_other:twice is not used: the name 'twice' is that of twice_named_one:twice."
    for words in (("protocols",), ("help", "twice"), ("ask", "--protocol", "twice", "--no-live", "Should we?")):
        result = moot(*words)
        assert result.exit_code == 0, result.stderr
        assert " ".join(result.stderr.split()).count(told) == 1, words
    points.pop()
    for words in (("protocols",), ("help", "twice")):
        assert "is not used" not in moot(*words).stderr
