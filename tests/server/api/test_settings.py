"""Test that settings changed over HTTP are stored where the terminal stores them, and apply at once."""

from __future__ import annotations

import pytest

from moot.settings import settings_from
from server.running import Running


def of(answer: dict[str, list[dict[str, object]]], name: str) -> dict[str, object]:
    return next(row for row in answer["settings"] if row["name"] == name)


async def test_a_setting_is_kept_in_the_file_and_holds_for_the_next_question(server: Running) -> None:
    app = server.backend.app
    async with server.client() as client:
        before = of((await client.get("/api/settings")).json(), "day_budget")
        assert (before["value"], before["default"], before["origin"]) == (None, None, "default")
        after = (await client.put("/api/settings/day_budget", json={"value": 2.5})).json()
        assert (of(after, "day_budget")["value"], of(after, "day_budget")["origin"]) == (2.5, "file")
        assert settings_from(app.home, {}).day_budget == 2.5
        assert app.store.day_cap == 2_500_000_000
        assert app.runner.rules.day_capped
        await client.put("/api/settings/call_timeout", json={"value": 90})
        assert app.runner.rules.limits.total == 90
        await client.put("/api/settings/searchers", json={"value": ["arxiv", "pubmed"]})
        rows = (await client.get("/api/searchers")).json()["searchers"]
        assert {row["name"] for row in rows if row["in_use"]} == {"arxiv", "pubmed"}
        await client.put("/api/settings/chat_progress", json={"value": True})
        assert app.settings.chat_progress is True
        gone = (await client.put("/api/settings/day_budget", json={"value": None})).json()
        assert (of(gone, "day_budget")["value"], of(gone, "day_budget")["origin"]) == (None, "default")
        assert app.store.day_cap is None


@pytest.mark.parametrize(
    ("name", "value", "status"),
    [
        ("budget", -1, 422),
        ("budget", "much", 422),
        ("call_timeout", 0, 422),
        ("searchers", ["none", "arxiv"], 404),
        ("strict_prices", "perhaps", 422),
        ("auth_token", "x" * 20, 404),
        ("host", "0.0.0.0", 404),
        ("allowed_hosts", ["evil.example"], 404),
        ("key_variables", ["HOME"], 404),
        ("repos", ["/"], 404),
        ("nothing", 1, 404),
    ],
)
async def test_what_cannot_be_is_refused_and_nothing_changes(
    server: Running, name: str, value: object, status: int
) -> None:
    async with server.client() as client:
        before = (await client.get("/api/settings")).json()
        answer = await client.put(f"/api/settings/{name}", json={"value": value})
        assert answer.status_code == status
        assert answer.json()["error"]["message"]
        assert (await client.get("/api/settings")).json() == before
