"""Test that a session that asked two members first is continued with everyone in the page, and stays one entry."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from moot.protocols.selective import SAME
from web.conftest import Served, entered
from web.test_walk import until, view
from world.homes import CHAIR, SEATS, furnished
from world.hosting import hosted
from world.test_when import AGREES, NO_AUDIT, called, saying

COLOUR = "el => getComputedStyle(el).color"
CLOSED = {"question": "Is 7 prime?", "when": "selective", "choices": ["yes", "no"]}


def test_the_other_two_are_asked_in_the_page(python: Path, page: Page, tmp_path: Path) -> None:
    home = tmp_path / "home"
    with hosted(saying(AGREES)) as up:
        furnished(home, up, council=SEATS, chair=CHAIR, settings=NO_AUDIT)
        with Served(python, home) as served:
            entered(page, served)
            first = served.api("POST", "/api/sessions?wait=60", CLOSED)
            page.goto(f"{served.url}/s/{first['session']}")
            until(page, "verdict")
            told = view(page).get_by_text(f"{SAME} 2 of")
            expect(told).to_be_visible()
            assert told.evaluate(COLOUR) != good(page), "agreement is not shown as what went well"
            expect(told).to_have_text(f"{SAME} 2 of 4 asked, {first['selective']['cost']}.")
            assert "confirmed" not in view(page).inner_text()
            calls = list(called(up))
            price = re.escape(first["selective"]["rest_cost"])
            view(page).get_by_role("button", name=re.compile(rf"^Ask the other two \({price}\)$")).click()
            page.wait_for_url(re.compile(rf"/c/[^/]+/(?!{first['session']})"))
            until(page, "verdict")
            answers = called(up)[len(calls) :]
            assert len(answers) == 7, "two answers, four reviews and the chair"
            expect(page.get_by_role("navigation").locator('[data-state="verdict"]')).to_have_count(1)
            (talk,) = served.api("GET", "/api/threads")["conversations"]
            assert (talk["turns"], talk["latest"]["fork_of"]) == (1, first["session"])


def good(page: Page) -> str:
    """The colour in which the page shows what went well."""
    probe = page.evaluate_handle("() => document.body.appendChild(document.createElement('i'))")
    probe.evaluate("el => { el.style.color = 'var(--good)'; }")
    return str(probe.evaluate(COLOUR))
