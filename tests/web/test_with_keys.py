"""Test that a council is convened and read in the page with a gateway's key, an own row, or a laptop.

The other tests of pages run without keys; there the first page is another one.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from cases import slow_except
from moot.protocols import registry
from web.conftest import at_gateway, entered
from web.served import Served
from web.test_walk import until, verdict_of, views
from world.accounts import settled
from world.gateway import Gateway
from world.homes import AT_HOME, CHAIR, SEATS, furnished
from world.hosting import hosted
from world.laptop import Laptop
from world.offers.tokens import agreed
from world.test_pictures import PNG

QUESTION = "How would one find out how much a stone bridge can bear?"
Up = Gateway | Laptop
WORLDS: dict[str, tuple[Callable[[], Up], tuple[str, ...], str]] = {
    "gateway": (lambda: Gateway(says=agreed), SEATS, CHAIR),
    "laptop": (lambda: Laptop(says=agreed), AT_HOME, AT_HOME[0]),
}


def asked(page: Page) -> None:
    """Puts the question to whoever sits by default: it is typed, and one button is pressed."""
    page.get_by_role("textbox", name="Ask a question").fill(QUESTION)
    convene = page.get_by_role("main").get_by_role("button", name="Ask", exact=True)
    expect(convene).to_be_enabled()
    convene.click()
    page.wait_for_url(re.compile(r"/s/[^/]+"))


CASES = [(world, protocol) for world in WORLDS for protocol in registry.names()]


@pytest.mark.parametrize("case", slow_except(CASES, ("gateway", "peer-review")), ids="-".join)
def test_a_verdict_is_read_in_the_page(python: Path, page: Page, tmp_path: Path, case: tuple[str, str]) -> None:
    world, protocol = case
    made, council, chair = WORLDS[world]
    with hosted(made()) as up:
        home = furnished(tmp_path / "home", up, council=council, chair=chair, protocol=protocol)
        with Served(python, home) as served:
            entered(page, served)
            asked(page)
            until(page, "verdict")
            shown = verdict_of(page)
            settled(served.home, up, shown)
            if world == "gateway":
                spent = served.api("GET", "/api/sessions")["sessions"][0]
                assert spent["cost"] == pytest.approx(up.books.spent / 1e9, abs=1e-9)


@pytest.mark.parametrize("blind", [False, True], ids=["members that moot picks", "a member that cannot see"])
def test_a_picture_is_shown_to_all_who_see_and_the_others_are_named(
    python: Path, page: Page, tmp_path: Path, blind: bool
) -> None:
    picture = tmp_path / "bridge.png"
    picture.write_bytes(PNG)
    with at_gateway(python, tmp_path / "home", council=SEATS[:3] if blind else ()) as (served, up):
        entered(page, served)
        page.get_by_role("main").get_by_role("textbox").first.fill(QUESTION)
        page.locator("input[type=file]").first.set_input_files([picture])
        expect(page.get_by_role("list", name="Files").get_by_text("bridge.png")).to_be_visible()
        expect(page.get_by_text("looking for models that can see")).to_have_count(0)
        page.get_by_role("main").get_by_role("button", name="Ask", exact=True).click()
        page.wait_for_url(re.compile(r"/s/[^/]+"))
        until(page, "verdict")
        views(page, "Answer")
        expect(page.get_by_text("could not be shown the attached picture")).to_have_count(1 if blind else 0)
    unseen = {call.model for call in up.calls if "cannot be shown to you" in call.prompt}
    assert unseen == ({SEATS[2].partition("/")[2]} if blind else set())


@pytest.mark.slow
def test_a_key_of_the_environment_is_enough_to_convene(python: Path, page: Page, tmp_path: Path) -> None:
    """As most people set one; nobody is called, since the service is out of reach here."""
    keys = {"OPENROUTER_API_KEY": "sk-or-v1-of-nobody-0123456789"}
    with Served(python, tmp_path / "home", keys=keys) as served:
        entered(page, served)
        page.get_by_role("textbox", name="Ask a question").fill(QUESTION)
        expect(page.get_by_role("main").get_by_role("button", name="Ask", exact=True)).to_be_enabled()
        assert "sk-or-v1-of-nobody" not in page.content()


def test_each_failure_is_shown_once_with_who_took_over(python: Path, page: Page, tmp_path: Path) -> None:
    gone = [model.partition("/")[2] for model in (SEATS[1], SEATS[3], CHAIR)]
    with at_gateway(python, tmp_path / "home", behaves=dict.fromkeys(gone, "gone")) as (served, _):
        entered(page, served)
        asked(page)
        until(page, "verdict")
        page.locator("summary", has_text="missing").click()
        lines = page.get_by_role("list", name="What is missing").get_by_role("listitem")
        expect(lines).to_have_count(3)
        expect(lines.filter(has_text="took over")).to_have_count(1)
        expect(lines.filter(has_text="is missing in")).to_have_count(2)
