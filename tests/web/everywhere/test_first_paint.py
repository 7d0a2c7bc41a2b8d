"""How soon is a page seen that was never opened before, over a phone's network and on a slow processor?

As Lighthouse tries it: 1.6 Mbit/s with 150 ms there and back, a processor four times slower, nothing kept. What
travels is counted, which no busy machine changes. Times are the best of three, under bounds that are far above what was
measured (about 2 and 4 s) on two cores with much else to do: they tell a page that is broken, not one that is busy.
"""

from __future__ import annotations

from typing import NamedTuple

import pytest
from playwright.sync_api import Browser

from cases import slow_except
from web.conftest import profile
from web.served import Served

DOWN, UP, DELAY = 1_600_000 / 8, 750_000 / 8, 150
SLOWER = 4
TRIES = 3
LARGEST = """() => new Promise((done) => {
  let largest = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) largest = Math.max(largest, entry.startTime);
  }).observe({ type: "largest-contentful-paint", buffered: true });
  setTimeout(() => done(largest), 300);
})"""
FIRST = "performance.getEntriesByName('first-contentful-paint')[0].startTime"


class Budget(NamedTuple):
    """What a page may take."""

    kilobytes: int
    """What travels until it stands, as it travels."""
    requests: int
    first_s: float
    """Until anything is seen."""
    largest_s: float
    """Until the largest part of it is seen."""


BUDGETS = {
    "home": Budget(320, 26, 4.0, 8.0),
    "result": Budget(530, 55, 4.0, 8.0),
    "sessions": Budget(330, 38, 4.0, 8.0),
    "settings": Budget(370, 40, 4.0, 8.0),
}


class Seen(NamedTuple):
    """What it took."""

    kilobytes: float
    requests: int
    first_s: float
    largest_s: float


def seen(browser: Browser, served: Served, path: str) -> Seen:
    """Opens a page for the first time, on a bad day."""
    with profile(browser, 390, 844, is_mobile=True) as context:
        page = context.new_page()
        assert context.request.get(f"{served.url}/?token={served.token}").ok
        devtools = context.new_cdp_session(page)
        travelled: list[float] = []
        devtools.on("Network.loadingFinished", lambda told: travelled.append(told["encodedDataLength"]))
        devtools.send("Network.enable")
        conditions = {"offline": False, "latency": DELAY, "downloadThroughput": DOWN, "uploadThroughput": UP}
        devtools.send("Network.emulateNetworkConditions", conditions)
        devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        page.goto(served.url + path)
        page.locator("main :is(h1, h2)").first.wait_for()
        page.wait_for_load_state("networkidle")
        first, largest = page.evaluate(FIRST) / 1000, page.evaluate(LARGEST) / 1000
        return Seen(sum(travelled) / 1000, len(travelled), first, largest)


@pytest.mark.slow
@pytest.mark.parametrize("name", slow_except(BUDGETS, "result"))
def test_a_page_is_seen_soon_over_a_phones_network(browser: Browser, quick: Served, name: str) -> None:
    paths = {"home": "/", "sessions": "/sessions", "settings": "/settings"}
    path = paths.get(name) or f"/s/{quick.finished('peer-review')}"
    budget = BUDGETS[name]
    tried: list[Seen] = []
    for _ in range(TRIES):
        tried.append(seen(browser, quick, path))
        assert tried[-1].kilobytes <= budget.kilobytes, tried
        assert tried[-1].requests <= budget.requests, tried
        if tried[-1].first_s <= budget.first_s and tried[-1].largest_s <= budget.largest_s:
            return
    raise AssertionError(f"{name} is seen too late: {tried}")
