"""Test that every request is logged once, without a token or a share's address."""

from __future__ import annotations

import logging

import pytest

from server.running import Running

pytestmark = pytest.mark.usefixtures("logged")


@pytest.fixture
def logged(caplog: pytest.LogCaptureFixture) -> None:
    """As with `moot serve --access-log`."""
    caplog.set_level(logging.INFO, "moot.access")


async def test_each_request_is_a_line_without_tokens(server: Running, caplog: pytest.LogCaptureFixture) -> None:
    session = await server.asked()
    async with server.client() as client:
        shared = (await client.post(f"/api/sessions/{session}/shares", json={})).json()
        secret = shared["token"]
        caplog.clear()
        await client.get("/api/health")
        await client.get(f"/?token={server.token}")
        await client.get(f"/api/shared/{secret}")
        await client.get(f"/share/{secret}")
        await client.get("/api/sessions/%0AINFO%20forged")
        await client.get("/api/health", headers={"Authorization": "Bearer wrong"})
    lines = [record.getMessage() for record in caplog.records if record.name == "moot.access"]
    assert len(lines) == 6
    assert [line.split('"')[1] for line in lines] == [
        "GET /api/health",
        "GET /",
        "GET /api/shared/TOKEN",
        "GET /share/TOKEN",
        "GET /api/sessions/%0AINFO%20forged",
        "GET /api/health",
    ]
    assert " 200 " in lines[0]
    assert " 401 " in lines[5]
    assert server.token not in str(lines)
    assert secret not in str(lines)
    assert not any("\n" in line for line in lines)


async def test_nothing_is_logged_unless_it_is_asked_for(server: Running, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING, "moot.access")
    async with server.client() as client:
        await client.get("/api/health")
    assert not [record for record in caplog.records if record.name == "moot.access"]
