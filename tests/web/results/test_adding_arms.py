"""Is a study given another judge from its page, priced by a real gateway's list before anything is asked?"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from web.conftest import entered
from web.served import Served
from world.gateway import Gateway
from world.homes import CHAIR, SEATS, furnished
from world.hosting import hosted
from world.offers.tokens import agreed

PRICE = re.compile(r"^1 session · ~\d+ calls · typically \$[\d.]+, at most \$[\d.]+$")


@pytest.mark.slow
def test_another_judge_comes_from_the_page(python: Path, page: Page, tmp_path: Path) -> None:
    with hosted(Gateway(says=agreed)) as up:
        home = furnished(tmp_path / "home", up, council=SEATS, chair=CHAIR)
        with Served(python, home) as served:
            body = {"corpus": "two-sided", "questions": ["housing-1"], "protocol": "adjudication", "members": [*SEATS],
                    "offices": {"adjudicator": CHAIR}, "budget": 5}  # fmt: skip
            study = served.api("POST", "/api/studies", body)["study"]
            entered(page, served, f"/studies/{study}")
            expect(page.get_by_text(re.compile("^1 of 1 finished"))).to_be_visible(timeout=240_000)
            page.get_by_role("button", name="Add an arm").click()
            arm = page.get_by_role("dialog")
            expect(arm.get_by_text("Choose what it changes: the price is told then.")).to_be_visible()
            judge = arm.get_by_role("combobox", name="Who judges instead")
            judge.fill("claude-sonnet")
            arm.get_by_role("option", name=re.compile("claude-sonnet")).first.click()
            expect(arm.get_by_text(PRICE)).to_be_visible()
            arm.get_by_label("Name of the arm").fill("another-judge")
            arm.get_by_role("button", name="Add it and ask").click()
            expect(page.get_by_text(re.compile("^2 of 2 finished"))).to_be_visible(timeout=240_000)
            expect(page.get_by_role("row", name=re.compile("^another-judge")).first).to_be_visible()
            page.wait_for_function("document.activeElement.tagName === 'BUTTON'")  # the focus did not fall to the page
            arms = {arm["name"]: arm for arm in served.api("GET", f"/api/studies/{study}")["arms"]}
            (by,) = arms["another-judge"]["adjudicators"]
            assert "claude-sonnet" in by
            sessions = served.api("GET", f"/api/sessions?study={study}")["sessions"]
            assert len(sessions) == 2
