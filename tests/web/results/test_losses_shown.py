"""Does the page mark every session that lacks something, and no other? Held against the ledger of a gateway where one
reply in twenty declines what was asked.
"""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from rig.script import Asked
from web.conftest import entered
from web.served import Served
from web.test_walk import view
from world.gateway import Gateway
from world.homes import CHAIR, SEATS, furnished
from world.hosting import hosted
from world.offers.tokens import agreed

NUMBER = 8
FAILING = 20
ASKED = re.compile(r"Is bridge (\d+) safe\?")


@pytest.mark.slow
def test_every_session_that_lacks_something_is_marked_and_no_other(python: Path, page: Page, tmp_path: Path) -> None:
    ledger: dict[int, set[str]] = {number: set() for number in range(NUMBER)}

    def says(asked: Asked) -> str | None:
        found = ASKED.search(asked.prompt)
        name = f"{found and found[1]} {asked.model} {'rank them' in asked.prompt}"
        if found is None or CHAIR.endswith(asked.model) or not drawn(name):
            return agreed(asked)
        ledger[int(found[1])].add(asked.model.partition("/")[2])
        return "I'm sorry, but I can't help with that."

    with hosted(Gateway(says=says)) as up:
        home = furnished(tmp_path / "home", up, council=SEATS, chair=CHAIR)
        with Served(python, home) as served:
            sessions = {}
            for number in range(NUMBER):
                body = {"question": f"Is bridge {number} safe?"}
                sessions[number] = served.api("POST", "/api/sessions?wait=60", body)["session"]
                assert served.api("GET", f"/api/sessions/{sessions[number]}?wait=60")["outcome"] == "verdict"
            lacking = {number for number, lost in ledger.items() if lost}
            assert 0 < len(lacking) < NUMBER
            entered(page, served, "/sessions")
            for number in range(NUMBER):
                link = page.get_by_role("main").get_by_role("link", name=f"Is bridge {number} safe?")
                row = link.locator("xpath=ancestor::li[1]")
                expect(row.get_by_text("degraded")).to_have_count(1 if number in lacking else 0)
            for number, session in sessions.items():
                page.goto(f"{served.url}/s/{session}/result")
                expect(view(page).get_by_text("Rests on").first).to_be_visible()
                missing = view(page).get_by_role("list", name="What is missing")
                expect(missing).to_have_count(1 if number in lacking else 0)
                for model in ledger[number]:
                    expect(missing).to_contain_text(model)


def drawn(name: str) -> bool:
    """Whether this reply is one of those that decline."""
    return int(hashlib.sha256(name.encode()).hexdigest(), 16) % FAILING == 0
