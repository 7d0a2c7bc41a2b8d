"""Read a study: how far it is, what it found, and from a question to its sessions."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from web.conftest import entered
from web.pictures.states import STUDIED
from web.served import Served

QUESTIONS = ["housing-1", "housing-2", "carbon-1", "privacy-1", "cloud-1"]


@pytest.mark.slow
def test_a_study_is_read_from_its_list_to_its_sessions(python: Path, page: Page, tmp_path: Path) -> None:
    with Served(python, tmp_path / "home") as served:
        entered(page, served, "/usage")
        page.get_by_role("navigation", name="Insights").get_by_role("link", name="Studies").click()
        expect(page.get_by_text("There is no study yet.")).to_be_visible()
        study = served.studied("tried", STUDIED.format(more=""), QUESTIONS)
        page.reload()
        page.get_by_role("main").get_by_role("link", name="tried").click()
        page.wait_for_url(re.compile(f"/studies/{study}$"))
        expect(page.get_by_text("10 of 10 finished")).to_be_visible()
        expect(page.get_by_role("img", name=re.compile("^reversed: .*by Holm"))).to_be_visible()
        parts = page.get_by_role("navigation", name="Parts of the study")
        for part, says in (("Models", "Who moved whom"), ("Stability", "Stability"),
                           ("Judges", "Scores they gave"), ("Order", "reversed against base")):  # fmt: skip
            parts.get_by_role("link", name=part).click()
            expect(page.get_by_role("heading", name=says)).to_be_visible()
        parts.get_by_role("link", name="Questions").click()
        cell = page.get_by_role("link", name=re.compile("^housing-1, reversed, repeat 1: "))
        address = cell.get_attribute("href") or ""
        page.get_by_role("link", name="Compare housing-1 under base and reversed").click()
        page.wait_for_url(re.compile(f"/compare/[^/]+/{address.removeprefix('/s/')}"))
        page.go_back()
        cell.click()
        page.wait_for_url(re.compile(address))
        expect(page.get_by_test_id("session")).to_be_visible()
        twin = served.studied("tried", STUDIED.format(more=""), QUESTIONS[:1])
        page.goto(f"{served.url}/studies")
        for each in (study, twin):  # their name does not tell them apart
            expect(page.get_by_role("listitem").filter(has_text=each[:8])).to_be_visible()
        served.command("study", "view", study, "-o", "sent.html")
        page.set_viewport_size({"width": 390, "height": 844})
        page.goto((served.home / "sent.html").as_uri())
        expect(page.get_by_role("img", name=re.compile("^Differences in Score"))).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, "it is read on a phone, too"
