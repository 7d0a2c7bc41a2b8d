"""Test that the installed wheel serves the whole app, by hashed files, with no request elsewhere."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page

from web.conftest import entered
from web.served import Served


@pytest.mark.slow
def test_the_wheel_serves_the_app_and_nothing_comes_from_elsewhere(page: Page, quick: Served) -> None:
    asked: list[str] = []
    kept: dict[str, str] = {}
    page.on("request", lambda request: asked.append(request.url))
    page.on("response", lambda answer: kept.update({answer.url: answer.headers.get("cache-control", "")}))
    entered(page, quick)
    page.get_by_role("link", name="Ask").first.wait_for()
    hosts = {urlsplit(url).netloc for url in asked if not url.startswith("data:")}
    assert hosts == {f"127.0.0.1:{quick.port}"}
    assets = {url: rule for url, rule in kept.items() if "/assets/" in url}
    assert assets
    assert all("immutable" in rule for rule in assets.values()), assets
    assert "no-cache" in kept[f"{quick.url}/"]


def test_an_address_that_is_nothing_says_so(page: Page, quick: Served) -> None:
    entered(page, quick, "/nowhere/at/all")
    page.get_by_text("There is nothing at this address.").wait_for()
    answer = page.request.get(f"{quick.url}/assets/nothing-12345678.js")
    assert answer.status == 404
