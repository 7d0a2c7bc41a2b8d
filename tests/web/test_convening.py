"""Can somebody with a key, a row of their own, a laptop's engine, or nothing at all, put a question from the home page?

Each home is served by the installed wheel, at the width of a desk and of a hand.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from rig.forking import Forking
from rig.upstream import Upstream
from sampled import sampled
from web.conftest import entered, profile
from web.served import Served
from world.gateway import Gateway
from world.homes import furnished
from world.hosting import hosted
from world.laptop import Laptop
from world.offers.tokens import agreed

WITHIN = 20_000
"""Milliseconds that a page may take on a machine that does other things besides."""
SIZES = {"desk": (1440, 900), "hand": (390, 844)}
SHOTS = os.environ.get("MOOT_SHOTS", "")
QUESTION = "How would one find out how much a stone bridge can bear?"
DEMO = "Demo: scripted voices, no language model. They show how a council works; their words mean nothing."


def own_row(home: Path, up: Upstream) -> None:
    home.mkdir(parents=True)
    (home / "endpoints.toml").write_text(f'[lab]\ntitle = "The lab"\nurl = "{up.url}"\nprivate = true\n')


def world_home(home: Path, up: Gateway | Laptop) -> None:
    furnished(home, up)


HOMES: dict[str, tuple[Callable[[], Upstream], Callable[..., None], str]] = {
    "gateway": (lambda: Gateway(says=agreed), world_home, "claude-haiku-5.5, gpt-5.4-mini"),
    "laptop": (lambda: Laptop(says=agreed), world_home, "qwen3:8b"),
    "own row": (lambda: Upstream(models=("alpha", "beta", "gamma")), own_row, "alpha"),
}


CASES = [(kind, size) for kind in HOMES for size in SIZES]


@pytest.mark.parametrize(
    "case", sampled(CASES, ("gateway", "desk"), ("laptop", "hand"), ("own row", "desk")), ids="-".join
)
def test_the_home_page_convenes(browser: Browser, python: Forking, tmp_path: Path, case: tuple[str, str]) -> None:
    kind, size = case
    made, furnish, names = HOMES[kind]
    with hosted(made()) as up:
        furnish(tmp_path / "home", up)
        with Served(python, tmp_path / "home") as served, profile(browser, *SIZES[size]) as context:
            page = context.new_page()
            entered(page, served)
            first = page.get_by_role("radio", name=re.compile("Chosen for you"))
            expect(first).to_be_checked(timeout=WITHIN)
            expect(page.get_by_role("radiogroup", name="Councils").get_by_role("radio").first).to_be_checked()
            card = page.locator("label", has=first)
            expect(card).to_contain_text(names)
            expect(card).to_contain_text("chair")
            if SHOTS:
                page.wait_for_timeout(800)
                page.screenshot(path=f"{SHOTS}/home-{kind.replace(' ', '-')}-{size}.png", full_page=True)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            page.get_by_role("textbox", name=re.compile("should the council")).fill(QUESTION)
            page.get_by_role("button", name="Convene").click()
            page.wait_for_url(re.compile("/s/"))
            session = page.url.rstrip("/").split("/s/")[1].split("/")[0]
            assert served.api("GET", f"/api/sessions/{session}?wait=60")["outcome"] == "verdict"


@pytest.mark.parametrize("size", sampled(SIZES, "hand"))
def test_without_a_key_the_demo_says_what_it_is(browser: Browser, quick: Served, size: str) -> None:
    with profile(browser, *SIZES[size]) as context:
        page = context.new_page()
        entered(page, quick)
        expect(page.get_by_text(DEMO).first).to_be_visible()
        expect(page.get_by_text("ollama pull qwen3:8b").first).to_be_visible()
        expect(page.get_by_role("link", name=re.compile("store a key of OpenRouter"))).to_be_visible()
        if SHOTS:
            page.wait_for_timeout(800)
            page.screenshot(path=f"{SHOTS}/home-empty-{size}.png", full_page=True)
        page.get_by_role("button", name="Choose members").or_(page.get_by_label("Choose members")).first.click()
        expect(page.get_by_role("group", name="Models that can sit")).to_contain_text("ada", timeout=WITHIN)
        for rig in ("silent", "garbled", "slow", "failing"):
            expect(page.get_by_role("button", name=re.compile(f"^{rig}"))).to_have_count(0)
        page.get_by_role("button", name="Convene").click()
        expect(page.get_by_role("alert").first).to_be_visible()


def test_the_default_council_is_set_in_the_settings_and_rows_of_a_terminal_are_seen(
    browser: Browser, python: Forking, tmp_path: Path
) -> None:
    home = tmp_path / "home"
    lab = hosted(Upstream(models=("alpha", "beta", "gamma")))
    with lab as up, Served(python, home) as served, profile(browser) as context:
        page = context.new_page()
        entered(page, served)
        expect(page.get_by_text(DEMO).first).to_be_visible()
        added = ["endpoints", "add", "lab", "--url", up.url, "--private"]
        done = python.run("moot", added, {**os.environ, "MOOT_HOME": str(home)}, tmp_path)
        assert done.returncode == 0, done.stderr
        page.reload()
        expect(page.get_by_role("radio", name=re.compile("Chosen for you"))).to_be_checked(timeout=WITHIN)
        page.goto(served.url + "/settings/councils")
        page.get_by_label("Sits by default").select_option("thrifty")
        expect(page.get_by_text("The council thrifty sits by default.")).to_be_visible()
        if SHOTS:
            page.screenshot(path=f"{SHOTS}/settings-councils.png", full_page=True)
        page.goto(served.url)
        expect(page.get_by_role("radio", name=re.compile("thrifty"))).to_be_checked()
        # Nobody of it has a key: pressing says so, and where it is mended.
        page.get_by_role("textbox", name=re.compile("should the council")).fill(QUESTION)
        page.get_by_role("button", name="Convene").click()
        expect(page.get_by_role("alert").first).to_contain_text("a key is missing for openrouter")
        expect(page.get_by_role("link", name=re.compile("set up OpenRouter"))).to_be_visible()
