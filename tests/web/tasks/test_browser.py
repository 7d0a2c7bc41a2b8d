"""Test that each first task takes the documented number of steps in the browser, at a desk and on a phone."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, Page, expect

from cases import slow_except
from web.conftest import entered, profile
from web.served import Served
from web.tasks.hand import Hand
from web.tasks.table import DESK, PHONE, browser_tasks
from world.gateway import Gateway
from world.homes import KEY, furnished
from world.hosting import hosted
from world.offers.tokens import agreed

SHOWN = 30
"""Seconds within which a show is over after the end: 20 for its times, the rest for a machine that draws few frames."""
HIGH = {DESK: 900, PHONE: 844}
REAL = "Add a key and ask real models"


class Walk(NamedTuple):
    """What a walk has at hand."""

    hand: Hand
    served: Served
    python: Path
    name: str
    """The question of the session it is about."""
    place: Path

    @property
    def page(self) -> Page:
        """The page it is walked on."""
        return self.hand.page

    def answered(self) -> None:
        """The answer is read, without a step more."""
        expect(self.page.get_by_test_id("session")).to_have_attribute("data-status", "verdict", timeout=240_000)
        # Who watches a session that took more than a moment is led to the answer when all of it has been shown.
        expect(self.page.get_by_role("region", name="Answer", exact=True)).to_be_visible(timeout=SHOWN * 1000)


def first_answer(walk: Walk) -> None:
    walk.hand.type(walk.page.get_by_role("textbox", name="Ask a question"), walk.name)
    convened(walk)
    walk.answered()
    expect(walk.page.get_by_text("scripted voices, not a language model").first).to_be_visible()


def convened(walk: Walk) -> None:
    """By Enter, or by the button where Enter breaks the line."""
    if walk.page.get_by_text("Enter asks").is_visible():
        walk.hand.press("Enter")
    else:
        walk.hand.click(walk.page.get_by_role("main").get_by_role("button", name="Ask", exact=True))


def real_models(walk: Walk) -> None:
    walk.hand.type(walk.page.get_by_role("textbox", name="API key"), KEY)
    walk.hand.click(walk.page.get_by_role("button", name="Save the key"))
    expect(walk.page.get_by_role("button", name=re.compile("^Who (?!Demo)"))).to_be_visible()
    with hosted(Gateway(says=agreed)) as up, Served(walk.python, furnished(walk.place / "gateway", up)) as served:
        entered(walk.page, served)  # the same page, before models that a test can reach
        question = walk.page.get_by_role("textbox", name="Ask a question")
        walk.hand.type(question, walk.name)
        convened(walk)
        walk.answered()
        expect(walk.page.get_by_text("scripted voices")).to_have_count(0)
        assert served.api("GET", "/api/sessions")["sessions"][0]["cost"] > 0


def why_it_won(walk: Walk) -> None:
    walk.served.finished("peer-review", question=walk.name)
    walk.hand.open(walk.name)
    walk.answered()
    walk.hand.click(walk.page.locator("summary", has_text="How it was decided"))
    votes = walk.page.get_by_role("table", name="Who ranked whom")
    winner = votes.get_by_role("row").nth(1).get_by_role("rowheader").inner_text()
    expect(walk.page.get_by_text(re.compile(rf"\bput {winner} first")).first).to_be_visible()


def agree_and_differ(walk: Walk) -> None:
    walk.served.finished("fusion", question=walk.name)
    walk.hand.open(walk.name)
    walk.answered()
    for title in ("They agree", "They differ"):
        expect(walk.page.get_by_role("heading", name=title)).to_be_visible()


def another_chair(walk: Walk) -> None:
    before = walk.served.finished("peer-review", question=walk.name)
    walk.hand.open(walk.name)
    walk.hand.act("Ask again with …")
    dialog = walk.page.get_by_role("dialog", name="Ask again with …")
    walk.hand.type(dialog.get_by_role("combobox", name="Chair"), "rehearsal/gus")
    walk.hand.click(dialog.get_by_role("button", name="Ask again", exact=True))
    walk.page.wait_for_url(lambda url: "/s/" in url and before not in url)
    walk.answered()
    expect(walk.page.get_by_text(re.compile("Written by gus")).first).to_be_visible()


def compared(walk: Walk) -> None:
    other = f"{walk.name} And why?"
    walk.served.finished("debate", question=other)
    walk.served.finished("peer-review", question=walk.name)
    walk.hand.open(f"{walk.name} now")
    walk.hand.act("Compare with another session")
    walk.hand.click(walk.page.get_by_role("main").get_by_role("button", name=other))
    expect(walk.page.get_by_role("region", name="Members in both sessions")).to_be_visible()


def follow_up(walk: Walk) -> None:
    walk.served.finished("peer-review", question=walk.name)
    walk.hand.open(walk.name)
    walk.answered()
    walk.hand.type(walk.page.get_by_role("textbox", name="Ask a follow-up"), "And in winter?")
    walk.hand.click(walk.page.get_by_role("button", name="The chair answers"))
    expect(walk.page.get_by_role("heading", level=1)).to_have_text("And in winter?")
    walk.answered()


def one_file(walk: Walk) -> None:
    walk.served.finished("peer-review", question=walk.name)
    walk.hand.open(walk.name)
    walk.hand.act("Export")
    replay = walk.page.get_by_role("dialog").get_by_role("button", name="Replay page")
    saved = walk.hand.save(replay, walk.place)
    walk.page.goto(saved.as_uri())  # the other's step
    expect(walk.page.get_by_role("heading", level=1)).to_have_text(walk.name)


WALKS: dict[str, Callable[[Walk], None]] = {
    "Get a first answer without a key": first_answer,
    REAL: real_models,
    "Read why the winner won": why_it_won,
    "See where the answers agree and differ": agree_and_differ,
    "Ask again with another chair": another_chair,
    "Compare two sessions": compared,
    "Ask a follow-up": follow_up,
    "Hand a session to somebody as one file": one_file,
}


CASES = [(task, width) for task in WALKS for width in (DESK, PHONE)]
LIGHT = [
    ("Get a first answer without a key", PHONE),
    ("Ask again with another chair", DESK),
    ("Ask a follow-up", PHONE),
]


def test_every_task_of_the_page_is_walked() -> None:
    assert list(browser_tasks()) == list(WALKS)


@pytest.mark.slow
def test_an_answer_that_takes_its_time_is_led_to_without_a_step(browser: Browser, python: Path, tmp_path: Path) -> None:
    """What takes longer than is worth no watching: the show goes to its end, then the answer stands there."""
    with (
        Served(python, tmp_path / "home", speed=4.0) as served,
        profile(browser, PHONE, HIGH[PHONE], has_touch=True, is_mobile=True) as context,
    ):
        page = context.new_page()
        entered(page, served)
        page.get_by_role("heading", name="Ask a council").wait_for()
        walk = Walk(Hand(page), served, python, "Who mends the pipes?", tmp_path)
        first_answer(walk)
        assert walk.hand.steps == browser_tasks()["Get a first answer without a key"][PHONE]


@pytest.mark.slow
@pytest.mark.parametrize("case", slow_except(CASES, *LIGHT), ids=lambda case: f"{case[0].replace(' ', '-')}-{case[1]}")
def test_a_task_takes_as_many_steps_as_the_page_says(
    browser: Browser, quick: Served, python: Path, tmp_path: Path, case: tuple[str, int]
) -> None:
    task, width = case
    home = Served(python, tmp_path / "home") if task == REAL else nullcontext(quick)
    question = f"Should a town of {len(task)}{width} people own its water?"
    touch = {"has_touch": True, "is_mobile": True} if width == PHONE else {}
    with home as served, profile(browser, width, HIGH[width], **touch) as context:
        page = context.new_page()
        entered(page, served)
        page.get_by_role("heading", name="Ask a council").wait_for()
        walk = Walk(Hand(page), served, python, question, tmp_path)
        WALKS[task](walk)
        assert walk.hand.steps == browser_tasks()[task][width]
