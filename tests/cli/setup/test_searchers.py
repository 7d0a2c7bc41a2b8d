"""Test that `moot settings searchers` lists and tries searchers, and hides keys."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.conftest import Run
from rig.services import Services
from world.hosting import hosted

CANARY = "tvly-canary-0123456789abcdef"


@pytest.fixture
def services(home: Path) -> Iterator[Services]:
    """Local search services that every packaged searcher is led to."""
    home.mkdir(parents=True, exist_ok=True)
    with hosted(Services()) as made:
        (home / "searchers.toml").write_text(made.rows())
        yield made


def test_nothing_is_in_force_until_somebody_says_so(moot: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def in_force() -> list[str]:
        rows = json.loads(moot("searchers", "--json").stdout)["searchers"]
        return [row["searcher"] for row in rows if row["in_force"]]

    assert in_force() == []
    assert "None is in use" in moot("searchers").stderr
    moot("settings", "set", "searchers", "pubmed, tavily")
    assert in_force() == ["pubmed"]
    assert "no key for it: tavily" in moot("searchers").stderr
    monkeypatch.setenv("TAVILY_API_KEY", CANARY)
    assert in_force() == ["pubmed", "tavily"]
    moot("settings", "unset", "searchers")
    assert in_force() == ["tavily"]
    monkeypatch.setenv("MOOT_SEARCHERS", "none")
    assert in_force() == []


def test_a_stored_key_counts_and_is_never_shown(moot: Run, home: Path) -> None:
    assert moot("keys", "set", "tavily", input=f"{CANARY}\n").exit_code == 0
    outputs = [moot("keys"), moot("keys", "--json"), moot("searchers"), moot("searchers", "--json")]
    assert CANARY not in "".join(each.output for each in outputs)
    keys = {row["endpoint"]: row["key"] for row in json.loads(outputs[1].stdout)["keys"]}
    assert keys["tavily"] == "stored"
    assert 'origin" = "https://api.tavily.com"' in (home / "keys.toml").read_text()


@pytest.mark.parametrize("name", ["pubmed", "arxiv", "hacker-news", "tavily", "brave"])
def test_each_is_tried_for_real(moot: Run, services: Services, name: str) -> None:
    result = moot("searchers", "test", name, "heat", "pump", "costs")
    assert result.exit_code == 0
    assert "[3]" in result.stdout
    assert "found 3" in result.stderr
    found = json.loads(moot("searchers", "test", name, "heat pump", "--json").stdout)
    assert len(found["items"]) == 3


def test_a_fault_is_told_and_hidden_characters_are_shown(moot: Run, services: Services) -> None:
    services.modes["arxiv"] = "500"
    failed = moot("searchers", "test", "arxiv", "x")
    assert failed.exit_code == 1
    assert "HTTP 500" in failed.stderr
    services.titles["tavily"] = ["\x1b]0;owned\x07\u202ereversed"]
    shown = moot("searchers", "test", "tavily", "x")
    assert "\x1b" not in shown.output
    assert "\u202e" not in shown.output
