"""Test that the web app is served at all its addresses, its files without a token, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from app_build import INDEX, SCRIPT, built
from moot.server import app_files
from server.running import Running

HTML = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


@pytest.fixture
def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = built(tmp_path / "app")
    monkeypatch.setattr(app_files, "FOLDER", folder)
    return folder


async def test_every_address_of_the_app_is_its_page(server: Running, app: Path) -> None:
    async with server.client() as client:
        for path in ("/", "/s/1234", "/sessions", "/settings/endpoints", "/apiary", "/anything.html"):
            answer = await client.get(path, headers=HTML)
            assert (answer.status_code, answer.text) == (200, INDEX), path
            assert answer.headers["cache-control"] == "no-cache"
            assert "script-src 'self';" in answer.headers["content-security-policy"]
        for path in ("/api/nothing", "/v1/nothing", "/assets/nothing", "/api", "/ws"):
            assert (await client.get(path, headers=HTML)).status_code in (404, 405), path
        assert (await client.get("/s/1234")).status_code == 404
        assert (await client.get("/")).json()["status"] == "ok"


async def test_files_of_the_app_need_no_token(server: Running, app: Path) -> None:
    async with server.client(headers={}) as client:
        script = await client.get("/assets/index-Ab3dE9_x.js")
        assert script.text == SCRIPT
        assert script.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert script.headers["content-type"] == "text/javascript; charset=utf-8"
        assert (await client.get("/assets/plain.css")).headers["cache-control"] == "no-cache"
        assert (await client.get("/licences.txt")).text == "A library: its licence."
        assert (await client.get("/mark.svg")).text.startswith("<svg")
        evil = await client.get("/assets/index-Ab3dE9_x.js", headers={"Origin": "http://evil.example"})
        assert evil.status_code == 403
        assert (await client.get("/", headers=HTML)).status_code == 401
        assert (await client.post("/assets/index-Ab3dE9_x.js", json={})).status_code == 401


async def test_nothing_beside_them_is_served(server: Running, app: Path) -> None:
    (app / "secret.txt").write_text("no")
    async with server.client(headers={}) as client:
        for name in (
            "../secret.txt",
            "..%2fsecret.txt",
            "%2e%2e/secret.txt",
            "tool.exe",
            ".hidden.js",
            "x/../y.js",
            "",
        ):
            answer = await client.get(f"/assets/{name}")
            assert answer.status_code in (401, 404), name
            assert answer.text != "no"


async def test_without_a_build_the_page_says_how_to_make_one(
    server: Running, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app_files, "FOLDER", tmp_path / "none")
    async with server.client() as client:
        page = await client.get("/", headers=HTML)
        assert page.status_code == 200
        assert "make web" in page.text
        assert (await client.get("/licences.txt")).status_code == 404
