"""Test that `moot ask --search` is answered with the search of the members' service, and prints its sources."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from floor.test_service_search import PAGES, PLUGIN, QUESTION, row, searches
from rig.upstream import Upstream
from world.hosting import hosted

Run = Callable[..., Any]
MEMBERS = ("-m", "lab/alpha", "-m", "lab/beta", "-m", "lab/gamma", "--search")


def test_sources_and_cost_at_the_terminal(moot: Run, home: Path) -> None:
    up = Upstream(script=searches)
    with hosted(up):
        home.mkdir(exist_ok=True)
        (home / "endpoints.toml").write_text(row(up.url, PLUGIN), encoding="utf-8")
        estimate = json.loads(moot("ask", QUESTION, *MEMBERS, "--estimate", "--json").stdout)["estimate"]
        asked = moot("ask", QUESTION, *MEMBERS, "--json")
        assert asked.exit_code == 0, asked.stderr
        result = json.loads(asked.stdout)
        shown = moot("sessions", "show", "--stats", result["session"])
    assert [(each["url"], each["excerpt"]) for each in result["sources"]] == [(url, text) for url, _, text in PAGES]
    assert 0.06 <= result["cost"] <= estimate["dollars"]
    assert "used the web search of lab" in shown.output
    assert "https://example.org/arch" in shown.output
