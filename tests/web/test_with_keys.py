"""Is a council convened and read in the page as users have it: with a gateway's key, a row of one's own, or a laptop?

The other tests of pages run without keys; there the first page is another one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from moot.protocols import registry
from sampled import sampled
from web.conftest import entered
from web.served import Served
from web.test_walk import until, verdict_of
from world.accounts import settled
from world.gateway import Gateway
from world.homes import AT_HOME, CHAIR, SEATS, furnished
from world.hosting import hosted
from world.laptop import Laptop
from world.tokens import agreed

QUESTION = "How would one find out how much a stone bridge can bear?"
Up = Gateway | Laptop
WORLDS: dict[str, tuple[Callable[[], Up], tuple[str, ...], str]] = {
    "gateway": (lambda: Gateway(says=agreed), SEATS, CHAIR),
    "laptop": (lambda: Laptop(says=agreed), AT_HOME, AT_HOME[0]),
}


@contextmanager
def at_home(python: Path, home: Path, world: str, protocol: str = "") -> Iterator[tuple[Served, Up]]:
    """A server over a home whose endpoints lead to that world; with a protocol, our own council is the default one."""
    made, seats, chair = WORLDS[world]
    with hosted(made()) as up:
        if protocol:
            furnished(home, up, council=seats, chair=chair, protocol=protocol)
        else:
            furnished(home, up)
        with Served(python, home) as served:
            yield served, up


def asked(page: Page) -> None:
    """Puts the question to whoever sits by default: it is typed, and one button is pressed."""
    page.get_by_role("textbox", name="What should the council settle?").fill(QUESTION)
    convene = page.get_by_role("main").get_by_role("button", name="Convene")
    expect(convene).to_be_enabled()
    convene.click()
    page.wait_for_url(re.compile(r"/s/[^/]+"))


CASES = [(world, protocol) for world in WORLDS for protocol in registry.names()]


@pytest.mark.parametrize("case", sampled(CASES, ("gateway", "peer-review"), ("laptop", "debate")), ids="-".join)
def test_a_verdict_is_read_in_the_page(python: Path, page: Page, tmp_path: Path, case: tuple[str, str]) -> None:
    world, protocol = case
    with at_home(python, tmp_path / "home", world, protocol) as (served, up):
        entered(page, served)
        asked(page)
        until(page, "verdict")
        shown = verdict_of(page)
        settled(served.home, up, shown)
        if world == "gateway":
            spent = served.api("GET", "/api/sessions")["sessions"][0]
            assert spent["cost"] == pytest.approx(up.books.spent / 1e9, abs=1e-9)
