"""Test the messages about two packages with one protocol, and about a protocol no longer installed."""

from __future__ import annotations

import sqlite3
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


def test_help_for_what_is_not_installed_says_what_needs_it(home: Path, moot: Run) -> None:
    plain = moot("help", "jury-gone")
    assert plain.exit_code == 2
    assert "no command or protocol called 'jury-gone'" in plain.stderr
    assert not (home / "moot.db").exists()
    (home / "councils").mkdir(parents=True, exist_ok=True)
    (home / "councils" / "twelve.toml").write_text(
        'protocol = "jury-gone"\nmembers = ["rehearsal/ada", "rehearsal/bo"]\n'
    )
    council = " ".join(moot("help", "jury-gone").stderr.split())
    assert "It is needed by the council 'twelve'. Install the package that brings it again." in council
    assert moot("ask", "--no-live", "Should we?").exit_code == 0
    with sqlite3.connect(home / "moot.db") as store:
        store.execute("UPDATE sessions SET protocol = 'jury-gone'")
    both = " ".join(moot("help", "jury-gone").stderr.split())
    assert "It is needed by the council 'twelve' and sessions that are stored here." in both
    assert "needed" not in moot("help", "jury-lost").stderr
