"""Test that a conversation is begun, continued and found again in the page, with the prompts it shows."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from rig.script import Asked
from web.conftest import at_gateway, entered, session_at
from web.test_walk import until, view, views
from world.offers.tokens import agreed

SEATS = (
    "openrouter/mistralai/mistral-saba",  # 32,768 tokens
    "openrouter/openai/gpt-4o",
    "openrouter/anthropic/claude-haiku-4.5",
)
OWLS = "Should the owls of our valley be counted at night? " + "We have seen some, and heard more. " * 1_720
SUMMARY = "The owls of the valley: 14 nests of barn owls, and two methods of counting."
LAST = "And in sum, with the new list?"


def says(asked: Asked) -> str:
    return SUMMARY if summarises(asked) else agreed(asked)


def summarises(asked: Asked) -> bool:
    return "Write the summary that stands in its place." in asked.prompt


@pytest.mark.slow
def test_the_tenth_turn_of_a_long_conversation_with_files(python: Path, page: Page, tmp_path: Path) -> None:
    files = {"owls.md": "# Owls\n\nBarn owl: 14 nests.\n", "ways.txt": "Method A: listen. Method B: traps.\n"}
    for name, text in {**files, "new.txt": "Tawny owl: 3 nests."}.items():
        (tmp_path / name).write_text(text)
    with at_gateway(python, tmp_path / "home", council=SEATS, says=says) as (served, up):
        entered(page, served)
        page.get_by_role("textbox", name="Ask a question").fill(OWLS)
        page.locator("input[type=file]").first.set_input_files([tmp_path / name for name in files])
        expect(page.get_by_role("list", name="Files").get_by_text("ways.txt")).to_be_visible()
        page.get_by_role("main").get_by_role("button", name="Ask", exact=True).click()
        page.wait_for_url(re.compile(r"/s/[^/]+"))
        until(page, "verdict")
        followed(page, "And of year 2?")
        earlier(page, "One earlier question")
        expect(view(page).get_by_text("turn 1, summarised")).to_be_visible()
        last = session_at(page.url)
        for turn in range(3, 10):
            body = {"question": f"And of year {turn}?", "follows": last}
            last = served.api("POST", "/api/sessions?wait=60", body)["session"]
        entered(page, served, f"/s/{last}/result")
        until(page, "verdict")
        before = len(up.calls)
        followed(page, LAST, tmp_path / "new.txt")
        sent = [asked.prompt for asked in up.calls[before:] if asked.method == "POST"]
        assert len(sent) >= 7
        earlier(page, "9 earlier questions")
        along = page.get_by_role("region", name="Earlier in this conversation")
        along.get_by_text("A summary of turn 1").click()
        expect(along.get_by_text(SUMMARY)).to_be_visible()
        whole = along.get_by_text(re.compile(r"turn \d+, goes along whole"))
        assert whole.all_inner_texts() == [f"turn {n}, goes along whole" for n in range(2, 10)]
        for prompt in sent:
            assert SUMMARY in prompt
            assert "We have seen some, and heard more." not in prompt
            assert "Method A: listen." not in prompt
            assert all(f"And of year {turn}?" in prompt for turn in range(2, 10))
            assert "Tawny owl: 3 nests." in prompt
        assert len([asked for asked in up.calls if summarises(asked)]) == 1, "the summary is paid for once"
        rail = page.get_by_role("navigation").get_by_text("10 questions")
        expect(rail.first).to_be_attached()
        page.get_by_role("link", name="All sessions").click()
        expect(page.get_by_role("main").get_by_role("checkbox", name=re.compile("^Select “"))).to_have_count(1)
        page.get_by_role("button", name="10 questions").click()
        expect(page.get_by_role("main").get_by_role("link", name="And of year 7?")).to_be_visible()


def followed(page: Page, question: str, *files: Path) -> None:
    """Asks further in the page and waits for the verdict."""
    views(page, "Answer")
    address = page.url
    page.get_by_role("textbox", name="Ask a follow-up").fill(question)
    if files:
        page.get_by_label("Files that go with it").set_input_files(files)
        expect(page.get_by_role("list", name="Files").get_by_text(files[0].name)).to_be_visible()
    page.get_by_role("button", name="Ask the council again").click()
    page.wait_for_url(lambda url: session_at(url) != session_at(address))
    expect(page.get_by_role("heading", name=question).first).to_be_visible()
    until(page, "verdict")


def earlier(page: Page, title: str) -> None:
    """Unfolds what was asked before."""
    views(page, "Answer")
    page.get_by_role("region", name="Earlier in this conversation").get_by_text(title).click()
