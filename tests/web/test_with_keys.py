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

from cases import slow_except
from moot.protocols import registry
from web.conftest import at_rest, entered
from web.pictures.states import PAGES_ALONE, SECTIONS
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


BARE: dict[str, tuple[Callable[[], Up], str]] = {
    "gateway": (lambda: Gateway(says=agreed), ""),
    "maker": (lambda: Gateway("openai", says=agreed), ""),
    "row": (lambda: Gateway(says=agreed), "lab"),
    "ollama": (lambda: Laptop(says=agreed), ""),
    "llamacpp": (lambda: Laptop("llamacpp", says=agreed), ""),
}
"""Homes in which nobody said who is to sit: a key, a row of the user's own, an engine on this machine."""


@contextmanager
def at_home(python: Path, home: Path, world: str, protocol: str = "") -> Iterator[tuple[Served, Up]]:
    """A server over a home whose endpoints lead to that world; with a protocol, our own council is the default one."""
    made, named = (WORLDS[world][0], "") if protocol else BARE[world]
    with hosted(made()) as up:
        if protocol:
            furnished(home, up, council=WORLDS[world][1], chair=WORLDS[world][2], protocol=protocol)
        else:
            furnished(home, up, named=named)
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


@pytest.mark.parametrize("case", slow_except(CASES, ("gateway", "peer-review")), ids="-".join)
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


@pytest.mark.slow
@pytest.mark.parametrize("world", slow_except(BARE, "ollama"))
def test_whoever_sits_by_default_is_named_and_asked_at_one_press(
    python: Path, page: Page, tmp_path: Path, world: str
) -> None:
    with at_home(python, tmp_path / "home", world) as (served, up):
        entered(page, served)
        members = served.api("GET", "/api/councils")["sitting"]["council"]["members"]
        models = [each if isinstance(each, str) else str(each["model"]) for each in members]
        names = {model.rpartition("/")[2] for model in models}
        assert names
        for name in names:
            expect(page.get_by_role("main").get_by_text(name).first).to_be_visible()
        asked(page)
        until(page, "verdict")
        settled(served.home, up, verdict_of(page))
        assert not up.books.refused, up.books.refused
        assert not page.get_by_text("scripted voices, not a language model").count()


@pytest.mark.parametrize("blind", [False, True], ids=["members that moot picks", "a member that cannot see"])
def test_a_picture_is_shown_to_all_who_see_and_the_others_are_named(
    python: Path, page: Page, tmp_path: Path, blind: bool
) -> None:
    picture = tmp_path / "bridge.png"
    picture.write_bytes(PNG)
    with hosted(Gateway(says=agreed)) as up:
        home = furnished(tmp_path / "home", up, council=SEATS[:3] if blind else ())
        with Served(python, home) as served:
            entered(page, served)
            page.get_by_role("main").get_by_role("textbox").first.fill(QUESTION)
            page.locator("input[type=file]").first.set_input_files([picture])
            expect(page.get_by_role("list", name="Files").get_by_text("bridge.png")).to_be_visible()
            expect(page.get_by_text("looking for models that can see")).to_have_count(0)
            page.get_by_role("main").get_by_role("button", name="Convene").click()
            page.wait_for_url(re.compile(r"/s/[^/]+"))
            until(page, "verdict")
            views(page, "Result")
            expect(page.get_by_text("could not be shown the attached picture")).to_have_count(1 if blind else 0)
        unseen = {call.model for call in up.calls if "cannot be shown to you" in call.prompt}
        assert unseen == ({SEATS[2].partition("/")[2]} if blind else set())


# A button nobody can press has its reason beside it, or in a description of its own.
DEAD = """() => [...document.querySelectorAll("main button:disabled, main button[aria-disabled=true]")]
  .filter((node) => node.getClientRects().length > 0)
  .filter((node) => !node.title && !node.getAttribute("aria-describedby"))
  .map((node) => (node.getAttribute("aria-label") ?? node.textContent).trim())"""
PATHS = (*PAGES_ALONE, *(f"/settings/{each}" for each in SECTIONS))


@pytest.mark.slow
@pytest.mark.parametrize("world", slow_except(BARE, "gateway"))
def test_no_page_is_dead_or_breaks_with_a_key_set(python: Path, page: Page, tmp_path: Path, world: str) -> None:
    with at_home(python, tmp_path / "home", world) as (served, _):
        entered(page, served)
        found: dict[str, list[str]] = {}
        for path in PATHS:
            page.goto(served.url + path)
            page.locator("main :is(h1, h2), main p").first.wait_for()
            at_rest(page)
            if dead := page.evaluate(DEAD):
                found[path] = dead
        assert found == {}


@pytest.mark.slow
def test_a_key_of_the_environment_is_enough_to_convene(python: Path, page: Page, tmp_path: Path) -> None:
    """As most people set one; nobody is called, since the service is out of reach here."""
    keys = {"OPENROUTER_API_KEY": "sk-or-v1-of-nobody-0123456789"}
    with Served(python, tmp_path / "home", keys=keys) as served:
        entered(page, served)
        page.get_by_role("textbox", name="What should the council settle?").fill(QUESTION)
        expect(page.get_by_role("main").get_by_role("button", name="Convene")).to_be_enabled()
        assert "sk-or-v1-of-nobody" not in page.content()


def test_each_failure_is_shown_once_with_who_took_over(python: Path, page: Page, tmp_path: Path) -> None:
    gone = [model.partition("/")[2] for model in (SEATS[1], SEATS[3], CHAIR)]
    with hosted(Gateway(says=agreed, behaves=dict.fromkeys(gone, "gone"))) as up:
        home = furnished(tmp_path / "home", up, council=SEATS, chair=CHAIR)
        with Served(python, home) as served:
            entered(page, served)
            asked(page)
            until(page, "verdict")
            lines = page.get_by_role("list", name="What is missing").get_by_role("listitem")
            expect(lines).to_have_count(3)
            expect(lines.filter(has_text="took over")).to_have_count(1)
            expect(lines.filter(has_text="is missing in")).to_have_count(2)
