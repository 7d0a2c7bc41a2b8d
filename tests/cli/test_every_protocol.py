"""Does every protocol run from the terminal with scripted voices, and can its session be read, verified, taken away?"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from moot.protocols import registry
from moot.vocabulary.seats import SCRIPTED_LABEL

from .conftest import Run

QUESTION = "Should a small team split its monolith into services?"


@pytest.mark.parametrize("protocol", registry.names())
def test_asked_shown_verified_and_exported(moot: Run, tmp_path: Path, protocol: str) -> None:
    asked = moot("ask", "--protocol", protocol, "--seed", "x", QUESTION, "--json")
    assert asked.exit_code == 0, asked.output
    result = json.loads(asked.stdout)
    assert result["protocol"] == protocol
    assert result["outcome"] == "verdict"
    assert result["verdict"]
    assert result["findings"]
    assert result["label"] == SCRIPTED_LABEL
    session = result["session"]
    full = moot("sessions", "show", session, "--full").stdout
    for stage in {finding["stage"] for finding in result["findings"]}:
        assert stage in full
    assert json.loads(moot("sessions", "replay", session, "--json").stdout)["digest"] == result["digest"]
    for form in ("md", "html", "json", "jsonl"):
        file = tmp_path / f"session.{form}"
        assert moot("sessions", "export", session, "--output", str(file)).exit_code == 0
        text = file.read_text()
        assert session in text
        assert "Struct(" not in text


@pytest.mark.parametrize("protocol", registry.names())
def test_estimated_explained_and_saved(moot: Run, protocol: str) -> None:
    estimate = json.loads(moot("ask", "--protocol", protocol, QUESTION, "--estimate", "--json").stdout)["estimate"]
    asked = json.loads(moot("ask", "--protocol", protocol, QUESTION, "--json").stdout)
    measured = asked["usage"]["calls"]
    assert estimate["most"] == 0
    assert 0 < measured <= 3 * estimate["calls"]
    assert moot("help", protocol).exit_code == 0
    models = [f"rehearsal/{name}" for name in ("ada", "bo", "cyn")]
    flags = [word for model in models for word in ("-m", model)]
    assert moot("councils", "save", "mine", *flags, "--chair", "rehearsal/hana", "--protocol", protocol).exit_code == 0
    assert json.loads(moot("ask", "--council", "mine", QUESTION, "--json").stdout)["protocol"] == protocol
