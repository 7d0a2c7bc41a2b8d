"""Test that the state files for the app's fold still equal the server's fold."""

from __future__ import annotations

from pathlib import Path

import pytest

from golden.states import TRANSCRIPTS, changes_of, place_of


@pytest.mark.parametrize("transcript", TRANSCRIPTS, ids=lambda path: path.stem)
def test_the_files_are_fresh(transcript: Path) -> None:
    kept = place_of(transcript).read_text(encoding="utf-8")
    assert kept == changes_of(transcript), "stale: run `python -m golden.states` in tests/"
