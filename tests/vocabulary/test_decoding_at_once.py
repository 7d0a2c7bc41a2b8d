"""Test that threads can decode a program's first events at once; concurrent decoder creation once crashed Python."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
TRANSCRIPTS = HERE.parent / "golden" / "transcripts"


@pytest.mark.parametrize("name", ["0.1.0-adjudication", "0.1.0-peer-review-reviews"])
def test_threads_may_decode_their_first_events_at_once(name: str) -> None:
    lines = (TRANSCRIPTS / f"{name}.jsonl").read_bytes()
    ran = subprocess.run(
        [sys.executable, str(HERE / "decoding_at_once.py")],
        input=lines,
        capture_output=True,
        env={"PYTHONPATH": str(HERE.parents[1] / "src")},
        timeout=300,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr.decode()[-500:]
