"""Test that every protocol runs from the terminal with scripted voices, and its session verifies and exports."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from moot.protocols import registry
from moot.vocabulary.seats import SCRIPTED_LABEL

from .conftest import Run

QUESTION = "Should a small team split its monolith into services?"


@pytest.mark.fast(2)
@pytest.mark.parametrize("protocol", registry.names())
def test_asked_shown_verified_and_exported(moot: Run, tmp_path: Path, protocol: str) -> None:
    asked = moot("ask", "--protocol", protocol, "--seed", "x", QUESTION, "--json")
    assert asked.exit_code == 0, asked.output
    result = json.loads(asked.stdout)
    assert result["protocol"] == protocol
    assert result["outcome"] == "verdict"
    assert result["body"]
    assert result["findings"]
    assert result["label"] == SCRIPTED_LABEL
    session = result["session"]
    full = moot("sessions", "show", session, "--full").stdout
    for found in result["told"]:
        assert f"### {found['title']}" in full or found["kind"] == "standing"
    assert json.loads(moot("sessions", "replay", session, "--json").stdout)["digest"] == result["digest"]
    for form in ("md", "html", "json", "jsonl"):
        file = tmp_path / f"session.{form}"
        assert moot("sessions", "export", session, "--output", str(file)).exit_code == 0
        text = file.read_text()
        assert session in text
        assert "Struct(" not in text


@pytest.mark.fast(3)
@pytest.mark.parametrize("voice", ["garbled", "silent"])
@pytest.mark.parametrize("protocol", registry.names())
def test_a_result_speaks_of_answers_and_never_of_seat_ids(moot: Run, protocol: str, voice: str) -> None:
    """A voice in trouble makes the result say much about seats: who is missing, whose ballot is spoiled."""
    flags = [word for name in ("ada", "bo", "cyn", voice) for word in ("-m", f"rehearsal/{name}")]
    asked = moot("ask", *flags, "--protocol", protocol, "--seed", "x", "--no-live", QUESTION)
    assert asked.exit_code == 0, asked.output
    fills_no_form = (protocol, voice) == ("fusion", "garbled")  # nothing of its members' texts is garbled then
    assert (f"answer 4 (rehearsal/{voice})" in asked.stderr) != fills_no_form
    assert "seat-" not in asked.output
    lost = [line for line in asked.stderr.splitlines() if line.startswith("! ") and " in round " in line]
    assert bool(lost) == (protocol == "consensus"), asked.stderr
    assert len(set(lost)) == len(lost), "said once"
