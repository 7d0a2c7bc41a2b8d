"""Test that a service gives Moot a key when the user signs in there, and that nobody else can end that."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from hashlib import sha256
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
from aiohttp import web

from server.running import Running

KEY = "sk-or-v1-0123456789abcdef0123456789abcdef"


@asynccontextmanager
async def service(codes: dict[str, str]) -> AsyncIterator[str]:
    """A service that gives out a key for a code, to whoever knows the secret behind its challenge."""

    async def keys(request: web.Request) -> web.Response:
        body = await request.json()
        hashed = urlsafe_b64encode(sha256(body["code_verifier"].encode()).digest()).rstrip(b"=").decode()
        if codes.pop(body["code"], "") != hashed or body["code_challenge_method"] != "S256":
            return web.json_response({"error": {"message": "Invalid code"}}, status=403)
        return web.json_response({"key": KEY, "user_id": "user_1"})

    app = web.Application()
    app.add_routes([web.post("/api/v1/auth/keys", keys)])
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    port = site._server.sockets[0].getsockname()[1]  # type: ignore[union-attr]
    try:
        yield f"http://127.0.0.1:{port}/api/v1"
    finally:
        await runner.cleanup()


async def begun(client: httpx.AsyncClient) -> tuple[str, dict[str, str]]:
    """Begin a sign-in; return the page's address and its query."""
    said = await client.post("/api/endpoints/openrouter/sign-in")
    assert said.status_code == 200, said.text
    address = said.json()["url"]
    return address, {name: value for name, (value,) in parse_qs(urlsplit(address).query).items()}


async def row(client: httpx.AsyncClient) -> dict[str, Any]:
    listed = (await client.get("/api/endpoints")).json()["endpoints"]
    return next(each for each in listed if each["endpoint"] == "openrouter")


async def test_signing_in_at_the_service_stores_its_key(server: Running) -> None:
    codes: dict[str, str] = {}
    async with service(codes) as url, server.client() as client, httpx.AsyncClient(base_url=server.url) as browser:
        await client.put("/api/endpoints/openrouter", json={"url": url})
        before = await row(client)
        assert before["signs_in"]
        assert before["key"]["where"] == "", before
        address, query = await begun(client)
        assert address.startswith(f"{url.removesuffix('/api/v1')}/auth?")
        back = urlsplit(query["callback_url"])
        assert (back.scheme, back.hostname, back.port) == ("http", "localhost", urlsplit(server.url).port)
        codes["right"] = query["code_challenge"]
        ended = await browser.get(back.path, params={"code": "right"})
        assert ended.status_code == 303, ended.text
        assert ended.headers["location"] == f"{server.url}/"
        assert (await row(client))["key"]["where"] == "kept"
        assert KEY not in (await client.get("/api/endpoints")).text
        again = await browser.get(back.path, params={"code": "right"})
        assert again.status_code == 422, "a sign-in is used once"


async def test_a_sign_in_that_fails_is_told_on_a_page_and_stores_nothing(server: Running) -> None:
    async with service({}) as url, server.client() as client, httpx.AsyncClient(base_url=server.url) as browser:
        await client.put("/api/endpoints/openrouter", json={"url": url})
        for code, said in (("wrong", "gave no key"), ("", "gave no code")):
            _, query = await begun(client)
            ended = await browser.get(urlsplit(query["callback_url"]).path, params={"code": code})
            assert ended.status_code == 422
            assert ended.headers["content-type"] == "text/html; charset=utf-8"
            assert said in ended.text
            assert f'href="{server.url}"' in ended.text
        assert (await row(client))["key"]["where"] == ""
        assert (await browser.get(f"/signed-in/{'A' * 43}", params={"code": "x"})).status_code == 422
        assert (await browser.post("/api/endpoints/openrouter/sign-in")).status_code == 401
        assert (await client.post("/api/endpoints/openai/sign-in")).status_code == 409
