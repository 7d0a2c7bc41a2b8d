"""Test that a person with a key, an endpoint row, a local engine, or nothing can ask from the home page, and reach a
command and one of four hundred models by keyboard alone.

Each home is served by the installed wheel, at the width of a desk and of a hand.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from cases import slow_except
from rig.upstream import Upstream
from web.conftest import at_gateway, entered, profile
from web.served import Served
from world.gateway import Gateway
from world.homes import furnished, gateway_at
from world.hosting import hosted
from world.laptop import Laptop
from world.offers.tokens import agreed

WITHIN = 240_000
"""Milliseconds that a page may take on a machine that does other things besides."""
SIZES = {"desk": (1440, 900), "hand": (390, 844)}
HOSTILE = '<img src=x onerror="alert(1)">\u202e & a bridge of stone'
QUESTION = "How would one find out how much a stone bridge can bear?"
DEMO = "Demo: scripted voices, no language model. They play every stage of a council; their words mean nothing."


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


@pytest.mark.parametrize("case", slow_except(CASES, ("gateway", "desk"), ("laptop", "hand")), ids="-".join)
def test_the_home_page_convenes(browser: Browser, python: Path, tmp_path: Path, case: tuple[str, str]) -> None:
    kind, size = case
    made, furnish, names = HOMES[kind]
    with hosted(made()) as up:
        furnish(tmp_path / "home", up)
        with Served(python, tmp_path / "home") as served, profile(browser, *SIZES[size]) as context:
            page = context.new_page()
            entered(page, served)
            expect(page.get_by_role("textbox", name=re.compile("^Ask a question"))).to_be_focused(timeout=WITHIN)
            who = page.get_by_role("button", name=re.compile("^Who"))
            expect(who).to_contain_text(names)
            who.press("Enter")
            first = page.get_by_role("radio", name=re.compile("Chosen for you"))
            expect(first).to_be_checked(timeout=WITHIN)
            expect(page.get_by_role("radiogroup", name="Councils").get_by_role("radio").first).to_be_checked()
            card = page.locator("label", has=first)
            expect(card).to_contain_text(names)
            expect(card).to_contain_text("chair")
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            page.get_by_role("textbox", name=re.compile("^Ask a question")).fill(QUESTION)
            page.get_by_role("button", name="Ask", exact=True).click()
            page.wait_for_url(re.compile("/s/"))
            session = page.url.rstrip("/").split("/s/")[1].split("/")[0]
            assert served.api("GET", f"/api/sessions/{session}?wait=60")["outcome"] == "verdict"


@pytest.mark.slow
@pytest.mark.parametrize("size", slow_except(SIZES, "hand"))
def test_without_a_key_the_demo_says_what_it_is(browser: Browser, quick: Served, size: str) -> None:
    with profile(browser, *SIZES[size]) as context:
        page = context.new_page()
        entered(page, quick)
        expect(page.get_by_text(DEMO).first).to_be_visible()
        expect(page.get_by_text("ollama pull qwen3:8b").first).to_be_visible()
        expect(page.get_by_role("textbox", name="API key")).to_be_visible()
        expect(page.get_by_role("combobox", name="Service")).to_contain_text("OpenRouter")
        page.get_by_role("button", name=re.compile("^Who")).click()
        page.get_by_label("Choose members").first.click()
        expect(page.get_by_role("listbox", name="Models that can be asked")).to_contain_text("ada", timeout=WITHIN)
        for rig in ("silent", "garbled", "slow", "failing"):
            expect(page.get_by_role("option", name=re.compile(f"^{rig}"))).to_have_count(0)
        page.get_by_role("button", name="Ask", exact=True).click()
        expect(page.get_by_role("alert").first).to_be_visible()


@pytest.mark.parametrize(("delay", "status"), [(600.0, 200), (0.0, 503)])
def test_a_list_that_does_not_come_is_shown_as_the_reason_and_can_be_asked_for_again(
    browser: Browser, python: Path, tmp_path: Path, delay: float, status: int
) -> None:
    home = tmp_path / "home"
    with gateway_at(home, says=agreed) as up:
        up.list_delay, up.list_status = delay, status
        with Served(python, home) as served, profile(browser) as context:
            page = context.new_page()
            entered(page, served)
            if delay:
                expect(page.get_by_text("Waiting for the model lists")).to_be_visible()
            reason = page.get_by_role("alert")
            expect(reason).to_contain_text("No model can be seated (openrouter: ", timeout=60_000)
            expect(page.get_by_text("No model is set up yet")).to_have_count(0)
            expect(page.get_by_text(DEMO)).to_have_count(0)
            page.get_by_role("textbox", name=re.compile("^Ask a question")).fill(QUESTION)
            up.list_delay, up.list_status = 0.0, 200
            page.get_by_role("button", name="Try again").click()
            who = page.get_by_role("button", name=re.compile("^Who"))
            expect(who).to_contain_text(HOMES["gateway"][2], timeout=60_000)
            expect(reason).to_have_count(0)
            expect(page.get_by_role("textbox", name=re.compile("^Ask a question"))).to_have_value(QUESTION)


@contextmanager
def opened(browser: Browser, served: Served, size: str) -> Iterator[Page]:
    with profile(browser, *SIZES[size]) as context:
        page = context.new_page()
        entered(page, served)
        yield page
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.slow
@pytest.mark.parametrize("size", slow_except(SIZES, "hand"))
def test_a_question_a_chair_and_a_command_by_keys(browser: Browser, python: Path, tmp_path: Path, size: str) -> None:
    with at_gateway(python, tmp_path / "home", council=()) as (served, _), opened(browser, served, size) as page:
        box = page.get_by_role("textbox", name=re.compile("^Ask a question"))
        expect(box).to_be_focused(timeout=WITHIN)
        page.keyboard.press("Control+k")
        expect(page.get_by_role("combobox", name="Search sessions and commands")).to_be_focused()
        page.keyboard.type("Should a bridge be of stone?")
        expect(page.get_by_role("option", name="Ask: “Should a bridge be of stone?”")).to_be_visible()
        page.keyboard.press("Enter")
        expect(box).to_have_value("Should a bridge be of stone?", timeout=WITHIN)
        expect(page.get_by_text(re.compile("may fit this question better"))).to_be_visible()
        page.locator("summary", has_text="More").first.press("Enter")
        chair = page.get_by_role("combobox", name="Chair")
        chair.focus()
        models = page.get_by_role("listbox", name="Models for Chair")
        expect(models.get_by_role("option").first).to_be_visible(timeout=WITHIN)
        page.keyboard.type("claude haiku")
        page.keyboard.press("ArrowDown")
        chosen = models.get_by_role("option", selected=True)
        expect(chosen).to_contain_text("claude")
        expect(chosen).to_contain_text(re.compile(r"\$[0-9.]+ in, \$[0-9.]+ out"))
        page.keyboard.press("Enter")
        expect(chair).to_have_value(re.compile("^openrouter/anthropic/claude.*haiku"))
        box.focus()
        page.keyboard.press("Enter")
        page.wait_for_url(re.compile("/s/"))
        session = page.url.rstrip("/").split("/s/")[1].split("/")[0]
        assert served.api("GET", f"/api/sessions/{session}?wait=60")["outcome"] == "verdict"
        assert served.api("GET", "/api/sessions?source=browser")["sessions"][0]["winner"]
        with page.expect_download() as saved:
            page.keyboard.press("Control+k")
            page.keyboard.type("export mark")
            expect(page.get_by_role("dialog").get_by_role("option", selected=True)).to_contain_text("Markdown")
            page.keyboard.press("Enter")
        assert saved.value.suggested_filename.endswith(".md")


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
def test_many_questions_are_looked_at_asked_and_found_again(browser: Browser, quick: Served, size: str) -> None:
    """Lines that are none keep the rest from being asked; a study begins, and its page has it."""
    with profile(browser, *SIZES[size]) as context:
        page = context.new_page()
        entered(page, quick)
        page.get_by_role("radio", name="Many questions").check(force=True)
        many = page.get_by_role("region", name="Many questions")
        ask = many.get_by_role("button", name="Ask all of them")
        expect(ask).to_be_disabled()
        lines = many.get_by_label("The questions", exact=True)
        room = lines.bounding_box()
        assert room is not None
        assert room["height"] > 8 * 20, "there is room for several before any is written"
        lines.fill(f'Is water wet?\n{{"text": 7}}\n{HOSTILE}')
        expect(many.get_by_text("1 line is no question:")).to_be_visible(timeout=WITHIN)
        expect(many.get_by_text("Line 2:")).to_be_visible()
        expect(ask).to_be_disabled()
        lines.fill("Is water wet?\nIs 7 prime?")
        expect(many.get_by_text("2 sessions")).to_be_visible(timeout=WITHIN)
        expect(many.get_by_text("Deliberating like this scores no answer")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        ask.click()
        expect(page).to_have_url(re.compile("/studies/"), timeout=WITHIN)
        expect(page.get_by_role("heading", level=1)).to_contain_text("questions")
