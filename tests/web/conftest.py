from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect, sync_playwright

from rig.chromium import CHROMIUM, FLAGS
from web.installed import python_with_wheel
from web.served import Served
from world.gateway import Gateway
from world.homes import CHAIR, SEATS, furnished
from world.hosting import hosted
from world.offers.tokens import agreed


@pytest.fixture(scope="session")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The interpreter of an environment with the wheel, shared by all workers."""
    base = tmp_path_factory.getbasetemp()
    return python_with_wheel((base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "wheel")


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """One browser for all tests of pages; it is gone afterwards, since no test beside it can run an event loop."""
    if not CHROMIUM:
        pytest.skip("There is no Chromium; install it, or name one in MOOT_CHROMIUM.")
    expect.set_options(timeout=240_000)
    with sync_playwright() as playwright:
        made = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield made
        made.close()


@pytest.fixture(scope="session")
def quick(python: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server whose voices speak at full speed, for everything that looks at sessions that have ended."""
    with Served(python, tmp_path_factory.mktemp("quick")) as served:
        yield served


@contextmanager
def at_gateway(
    python: Path, home: Path, *, council: Sequence[str] = SEATS, **gateway: Any
) -> Iterator[tuple[Served, Gateway]]:
    """A server over a home whose council sits at a gateway, whose members agree unless they are told otherwise."""
    with hosted(Gateway(**{"says": agreed, **gateway})) as up:
        furnished(home, up, council=council, chair=CHAIR if council else None)
        with Served(python, home) as served:
            yield served, up


@pytest.fixture
def paced(python: Path, tmp_path: Path) -> Iterator[Served]:
    """A server of the test's own, whose voices take their time."""
    with Served(python, tmp_path / "home", speed=10.0) as served:
        yield served


@pytest.fixture
def slow(python: Path, tmp_path: Path) -> Iterator[Served]:
    """Voices that are still speaking when a busy machine has drawn the page."""
    with Served(python, tmp_path / "home", speed=3.0) as served:
        yield served


@contextmanager
def profile(
    browser: Browser,
    width: int = 1440,
    height: int = 900,
    *,
    expected: str = "Failed to load resource|dynamically imported module|Unable to preload CSS",
    **more: Any,
) -> Iterator[BrowserContext]:
    """A browser's fresh profile; whatever breaks in a page, even where the rest of it stays, fails the test.

    A browser reports as an error, too, what a server refuses; `expected` tells which reports mean nothing.
    """
    made = browser.new_context(viewport={"width": width, "height": height}, **more)
    made.set_default_timeout(240_000)
    broken: list[str] = []
    made.on("weberror", lambda error: broken.append(str(error.error)))
    made.on("console", lambda said: broken.append(said.text) if said.type == "error" else None)
    yield made
    made.close()
    told = [line for line in broken if not re.search(f"{expected}|WebSocket connection", line)]
    assert not told, told


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    with profile(browser) as made:
        yield made


@pytest.fixture
def page(context: BrowserContext) -> Page:
    return context.new_page()


def session_at(address: str) -> str:
    """The session in a page's address, alone or below its conversation."""
    found = re.search(r"/(?:s|c/[^/]+)/([^/?#]+)", address)
    assert found, address
    return found[1]


FORMLESS = "[dir=auto][aria-busy=true]"
"""A text as it was written, whose form is still to come."""


def formed(place: Page | Locator) -> None:
    """Waits until every text there has its form: read before, it says what its Markdown says, and the same a moment
    later says something else."""
    expect(place.locator(FORMLESS)).to_have_count(0)


SETTLED = """([quiet, most]) => new Promise((done) => {
  const began = performance.now();
  let last = began;
  const watched = new MutationObserver(() => { last = performance.now(); });
  watched.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  const look = () => {
    const now = performance.now();
    if (now - last < quiet && now - began < most) { setTimeout(look, 20); return; }
    watched.disconnect();
    requestAnimationFrame(() => done());
  };
  setTimeout(look, quiet);
})"""


def at_rest(page: Page, quiet: int = 120, most: int = 1500) -> None:
    """Waits until texts have their form and nothing in the document has changed for so many milliseconds, or `most` of
    them have passed."""
    formed(page)
    page.evaluate(SETTLED, [quiet, most])


def entered(page: Page, served: Served, path: str = "/") -> None:
    """Signs in by the address the server printed, and goes to a page; the first page is not drawn for another."""
    address = f"{served.url}/?token={served.token}"
    if path == "/":
        page.goto(address)
    else:
        assert page.context.request.get(address).ok
        page.goto(served.url + path)
