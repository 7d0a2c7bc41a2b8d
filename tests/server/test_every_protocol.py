"""Does every protocol run through every HTTP door, and is what it found told in plain words at each?"""

from __future__ import annotations

import pytest

from moot.protocols import registry
from server.openai.test_chat import client_of
from server.running import MEMBERS, Running

QUESTION = "Should a small team split its monolith into services?"


@pytest.mark.fast(2)
@pytest.mark.parametrize("protocol", registry.names())
async def test_the_native_api(server: Running, protocol: str) -> None:
    session = await server.asked(QUESTION, protocol=protocol)
    async with server.client() as client:
        result = (await client.get(f"/api/sessions/{session}", params={"wait": 60})).json()
        assert result["outcome"] == "verdict", result
        assert result["protocol"] == protocol
        assert result["findings"]
        for form in ("md", "html", "json", "jsonl"):
            file = await client.get(f"/api/sessions/{session}/export", params={"format": form})
            assert file.status_code == 200
            assert session in file.text
        rows = (await client.get("/api/protocols")).json()["protocols"]
        assert protocol in {row["protocol"] for row in rows}


@pytest.mark.fast(2)
@pytest.mark.parametrize("protocol", registry.names())
async def test_the_openai_door(server: Running, protocol: str) -> None:
    body = {"members": MEMBERS, "chair": "rehearsal/hana", "protocol": protocol}
    async with server.client() as client:
        saved = await client.put("/api/councils/mine", json=body)
        assert saved.status_code == 200, saved.text
    async with client_of(server) as openai:
        asked = {"model": "mine", "messages": [{"role": "user", "content": QUESTION}]}
        whole = await openai.chat.completions.create(**asked)  # type: ignore[call-overload]
        assert whole.choices[0].message.content
        pieces = [
            chunk.choices[0].delta.content or ""
            async for chunk in await openai.chat.completions.create(**asked, stream=True)  # type: ignore[call-overload]
            if chunk.choices
        ]
        assert "".join(pieces).strip()
