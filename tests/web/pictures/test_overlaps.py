"""Test that nothing overlaps or exceeds the edge, on any page at any width, with few members or many."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from web.conftest import at_rest, entered, profile
from web.pictures.overlaps import overlaps
from web.pictures.states import PAGES_ALONE, SECTIONS
from web.served import Served

WIDTHS = (360, 390, 430, 768, 1440, 1920)
PAGES = (*PAGES_ALONE, *(f"/settings/{name}" for name in SECTIONS))
VIEWS = ("council", "theatre", "theatre?t=0.01", "matrix", "verdict")
VOICES = ("rehearsal/ada", "rehearsal/bo", "rehearsal/cyn", "rehearsal/dov")


def lying_over(browser: Browser, served: Served, width: int, paths: list[str]) -> list[str]:
    """What is wrong on these pages, each with its address."""
    found: list[str] = []
    narrow = width < 500
    with profile(browser, width, 844 if narrow else 1000, has_touch=narrow, reduced_motion="reduce") as context:
        page = context.new_page()
        entered(page, served, paths[0])
        for path in paths:
            page.goto(served.url + path)
            page.locator("main :is(h1, h2), main p").first.wait_for()
            at_rest(page, 250, 4000)
            found += [f"{width} px, {path}: {said}" for said in overlaps(page)]
    return found


def test_every_page_is_among_those_that_are_looked_at() -> None:
    app = (Path(__file__).parents[3] / "web" / "src" / "pages" / "Pages.tsx").read_text(encoding="utf-8")
    routes = {f"/{route.split('/')[1].split(':')[0]}" for route in re.findall(r'<Route path="([^"]*)"', app)}
    of_sessions = {"/s", "/share"}
    assert len(routes) > 8
    assert routes - of_sessions - {"/settings"} == set(PAGES_ALONE) - {"/nowhere"}


@pytest.mark.slow
@pytest.mark.parametrize("width", WIDTHS)
def test_nothing_lies_over_anything_on_a_page(browser: Browser, quick: Served, width: int) -> None:
    assert lying_over(browser, quick, width, list(PAGES)) == []


@pytest.mark.slow
@pytest.mark.parametrize("members", [2, 4, 9])
def test_nothing_lies_over_anything_in_a_session(browser: Browser, quick: Served, members: int) -> None:
    seats = [VOICES[at % len(VOICES)] for at in range(members)]
    made = [quick.finished(protocol, council=None, members=seats) for protocol in ("peer-review", "debate")]
    paths = [f"/s/{session}/{view}" for session in made for view in VIEWS]
    assert [said for width in WIDTHS for said in lying_over(browser, quick, width, paths)] == []


def test_what_lies_over_another_is_found(browser: Browser) -> None:
    with profile(browser, 390, 600) as context:
        page = context.new_page()
        page.set_content(
            "<style>* { position: absolute; width: 90px }</style><button>a</button>"
            "<button style='left: 40px'>b</button><p style='left: 360px; top: 200px'>beyond the edge</p>"
        )
        assert len(overlaps(page)) >= 2
