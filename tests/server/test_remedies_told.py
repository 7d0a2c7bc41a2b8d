"""Test that errors read away from the terminal leave out sentences about commands, and name the session's page."""

from __future__ import annotations

import re

from server.running import Running


async def test_an_error_leaves_out_commands_and_names_the_page(server: Running) -> None:
    shelf = server.backend.app.home / "councils"
    shelf.mkdir(exist_ok=True)
    (shelf / "mute.toml").write_text('members = ["rehearsal/failing:3"]\nchair = "rehearsal/hana"\n', encoding="utf-8")
    asked = {"model": "mute", "messages": [{"role": "user", "content": "Hm?"}]}
    async with server.client() as client:
        answer = await client.post("/v1/chat/completions", json=asked)
        badly = await client.post("/api/sessions", json={"question": "Hm?", "members": ["nonsense:2"]})
    assert re.search(r"/s/[0-9a-f-]{36}", answer.text), answer.text
    assert "moot models" not in badly.text, badly.text
