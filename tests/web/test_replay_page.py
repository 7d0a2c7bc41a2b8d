"""Test that a session exported as one file plays from a disk, without any request."""

from __future__ import annotations

import re
import urllib.request
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from cases import slow_except
from web.conftest import profile
from web.served import Served

QUESTION = "Should a small town own its water system?"


def replayed(served: Served, session: str, folder: Path) -> Path:
    """The session's replay page, as a file."""
    request = urllib.request.Request(f"{served.url}/api/sessions/{session}/export?format=replay")
    request.add_header("Authorization", f"Bearer {served.token}")
    with urllib.request.urlopen(request, timeout=300) as answer:
        (folder / "replay.html").write_bytes(answer.read())
    return folder / "replay.html"


@pytest.mark.slow
@pytest.mark.parametrize("protocol", slow_except(["claim-vote", "debate"], "claim-vote"))
def test_a_replay_plays_from_a_disk_and_no_request_leaves(
    page: Page, quick: Served, tmp_path: Path, protocol: str
) -> None:
    file = replayed(quick, quick.finished(protocol, question=QUESTION), tmp_path)
    asked: list[str] = []
    refused: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda said: refused.append(said.text) if said.type == "error" else None)
    page.goto(file.as_uri())
    expect(page.get_by_role("heading", name=QUESTION).first).to_be_visible()
    expect(page.get_by_role("list", name="In short")).to_be_visible()  # what it came to is in the file, too
    for view in ("council", "theatre", "matrix", "verdict", "watch"):
        page.goto(f"{file.as_uri()}#/{view}")
        expect(page.get_by_text(QUESTION).first).to_be_visible()
    session, slider = page.get_by_test_id("session"), page.get_by_role("slider").first
    slider.focus()
    page.keyboard.press("Home")
    expect(session).not_to_have_attribute("data-status", "verdict")
    page.keyboard.press("End")
    expect(session).to_have_attribute("data-status", "verdict")
    fonts = page.evaluate("document.fonts.ready.then(all => [...all].filter(f => f.status === 'loaded').length)")
    assert fonts >= 1
    assert not [address for address in asked if not address.startswith((file.as_uri(), "data:"))]
    assert not refused


@pytest.mark.slow
def test_what_a_replay_page_may_do_is_in_the_page(browser: Browser, quick: Served, tmp_path: Path) -> None:
    file = replayed(quick, quick.finished("debate", question=QUESTION), tmp_path)
    policy = re.search(r'content="(default-src [^"]+)"', file.read_text(encoding="utf-8"))
    assert policy is not None
    assert policy[1].startswith("default-src 'none'")
    assert "connect-src" not in policy[1]
    with profile(browser, expected="Content Security Policy") as context:
        page = context.new_page()
        page.goto(file.as_uri())
        expect(page.get_by_role("heading", name=QUESTION).first).to_be_visible()
        tried = page.evaluate("fetch('https://moot.example/').then(() => 'sent', () => 'refused')")
        assert tried == "refused"
