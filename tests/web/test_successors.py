"""See in the page who took over when two members and the chair's model are gone."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page, expect

from web.conftest import entered
from web.served import Served
from web.test_walk import until
from web.test_with_keys import asked
from world.gateway import Gateway
from world.homes import CHAIR, SEATS, furnished
from world.hosting import hosted
from world.offers.tokens import agreed


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
