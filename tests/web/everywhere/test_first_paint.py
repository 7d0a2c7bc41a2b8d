"""Check how much a page loads that was never opened before. `make bench ONLY=W` measures how soon it is seen."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from playwright.sync_api import Browser

from web.conftest import profile
from web.served import Served


class Loaded(NamedTuple):
    """What travels until a page stands, as it travels."""

    kilobytes: float
    requests: int


BUDGETS = {
    "home": Loaded(320, 26), "result": Loaded(530, 55), "sessions": Loaded(330, 38), "settings": Loaded(370, 40),
}  # fmt: skip


def loaded(browser: Browser, served: Served, path: str) -> Loaded:
    """Open a page for the first time."""
    with profile(browser, 390, 844, is_mobile=True) as context:
        page = context.new_page()
        assert context.request.get(f"{served.url}/?token={served.token}").ok
        devtools = context.new_cdp_session(page)
        travelled: list[float] = []
        devtools.on("Network.loadingFinished", lambda told: travelled.append(told["encodedDataLength"]))
        devtools.send("Network.enable")
        page.goto(served.url + path)
        page.locator("main :is(h1, h2)").first.wait_for()
        page.wait_for_load_state("networkidle")
        return Loaded(sum(travelled) / 1000, len(travelled))


@pytest.mark.slow
@pytest.mark.parametrize("name", BUDGETS)
def test_a_page_loads_little(browser: Browser, quick: Served, name: str) -> None:
    paths = {"home": "/", "sessions": "/sessions", "settings": "/settings"}
    path = paths.get(name) or f"/s/{quick.finished('peer-review')}"
    found, most = loaded(browser, quick, path), BUDGETS[name]
    assert found.kilobytes <= most.kilobytes
    assert found.requests <= most.requests
