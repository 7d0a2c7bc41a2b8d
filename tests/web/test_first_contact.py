"""What does somebody with a key read in the page when things are as they are: a model gone, a server killed, reviews of
several paragraphs, a seat of their own?
"""

from __future__ import annotations

import json
import re
import time
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from rig.script import Asked
from web.conftest import entered, formed
from web.served import Served
from web.test_walk import part, until, view, views
from world.gateway import Gateway
from world.homes import CHAIR, SEATS, furnished
from world.hosting import hosted
from world.offers.tokens import agreed

QUESTION = "Should a small town own its water system?"
GONE = "openrouter/openai/gpt-4-mini"
PRAISE = "It weighs the debt of the town first.\n\nIt forgets who mends the pipes in winter, though."


def asked(page: Page) -> None:
    page.get_by_role("textbox", name="What should the council settle?").fill(QUESTION)
    page.get_by_role("main").get_by_role("button", name="Convene").click()


@pytest.mark.slow
def test_a_model_that_is_gone_is_named_with_what_follows_it_and_nothing_is_spent(
    python: Path, page: Page, tmp_path: Path
) -> None:
    with hosted(Gateway(says=agreed)) as up:
        home = furnished(tmp_path / "home", up, council=(*SEATS[1:], GONE), chair=CHAIR)
        with Served(python, home) as served:
            entered(page, served)
            asked(page)
            told = page.get_by_role("alert").filter(has_text="gpt-4-mini").first
            expect(told).to_contain_text("Its successor is most likely openrouter/openai/gpt-5")
            assert not up.books.answered
            assert served.api("GET", "/api/sessions")["sessions"] == []


@pytest.mark.slow
def test_calls_that_a_killed_server_left_behind_are_at_most_and_never_a_price(
    python: Path, page: Page, tmp_path: Path
) -> None:
    with hosted(Gateway(behaves={"*": "silent"})) as up:
        home = furnished(tmp_path / "home", up, council=SEATS, chair=CHAIR)
        with Served(python, home) as served:
            entered(page, served)
            asked(page)
            page.wait_for_url(re.compile(r"/s/[^/]+"))
            while len([call for call in up.calls if call.method == "POST"]) < len(SEATS):
                time.sleep(0.05)
            served.kill()
            served.start()
            entered(page, served, "/sessions")
            row = page.get_by_role("main").get_by_role("link", name=QUESTION).locator("xpath=ancestor::li[1]")
            expect(row).to_contain_text(re.compile(r"≤ \$\d"))
            expect(row).to_contain_text("not all billed")
            expect(row).not_to_contain_text("free")


def says(call: Asked) -> str:
    """Whoever votes in a form reviews in paragraphs; all else as the gateway says it."""
    said = agreed(call)
    if said and said.lstrip().startswith("{") and '"comments"' in said:
        ballot = json.loads(said)
        ballot["comments"] = dict.fromkeys(ballot["comments"], PRAISE)
        return json.dumps(ballot)
    return said


@pytest.mark.slow
def test_reviews_are_read_as_prose_by_people_and_by_the_chair(python: Path, page: Page, tmp_path: Path) -> None:
    with hosted(Gateway(says=says)) as up:
        home = furnished(tmp_path / "home", up, council=SEATS, chair=CHAIR)
        with Served(python, home) as served:
            entered(page, served)
            asked(page)
            page.wait_for_url(re.compile(r"/s/[^/]+"))
            until(page, "verdict")
            views(page, "Watch")
            part(page, "transcript").scroll_into_view_if_needed()
            page.get_by_role("tab", name=re.compile("^Peer review")).click()
            expect(view(page).get_by_text("It forgets who mends the pipes in winter").first).to_be_visible()
            formed(view(page))
            assert '"comments"' not in view(page).inner_text()
            last = [call.prompt for call in up.calls if "You chair a council." in call.prompt][-1]
            written = [
                call for call in up.calls if call.method == "POST" and PRAISE.split("\n")[0] in (says(call) or "")
            ]
            assert last.count("It forgets who mends the pipes in winter") == len(written) * (len(SEATS) - 1) > 0
            assert not any(model.partition("/")[2] in last for model in SEATS), "the chair reads them blind"


@pytest.mark.slow
def test_a_person_answers_first_and_ranks_by_hand(python: Path, page: Page, tmp_path: Path) -> None:
    with hosted(Gateway(says=agreed)) as up:
        home = furnished(tmp_path / "home", up, council=("person", *SEATS[:2]), chair=CHAIR)
        with Served(python, home) as served:
            entered(page, served)
            asked(page)
            page.wait_for_url(re.compile(r"/s/[^/]+"))
            answer = page.get_by_role("textbox", name="The answer")
            answer.fill("Only where it can pay for the pipes.")
            assert not [call for call in up.calls if call.method == "POST"], "nobody else is asked before"
            page.get_by_role("button", name="Hand in the answer").click()
            form = page.get_by_role("form", name="Your ballot")
            expect(form).to_be_visible()
            form.get_by_role("button", name="Hand in the ballot").click()
            expect(form.get_by_role("alert").last).to_contain_text("not filled in yet")
            rows = form.get_by_role("listitem").filter(has=page.get_by_role("button", name=re.compile("^Move .* up$")))
            first = rows.nth(0).locator("b").inner_text()
            rows.nth(1).get_by_role("button", name=re.compile("^Move .* up$")).click()
            expect(rows.nth(1).locator("b")).to_have_text(first)
            for box in form.get_by_role("textbox").all():
                box.fill("Plain, and it says what it would cost.")
            form.get_by_role("button", name="Hand in the ballot").click()
            until(page, "verdict")
            session = page.url.split("/s/")[1].split("/")[0].split("?")[0]
            state = served.api("GET", f"/api/sessions/{session}")
            assert state["missing"] == []
            assert state["degraded"] == []


@pytest.mark.slow
def test_the_token_is_entered_on_the_sign_in_page(page: Page, quick: Served) -> None:
    """Its form is sent with the browser's own headers, which the guard must take for those of our own page."""
    page.goto(f"{quick.url}/settings")
    token = page.get_by_label("Token")
    token.fill("a wrong one")
    page.get_by_role("button", name="Open").click()
    expect(page.get_by_role("alert")).to_contain_text("does not open this server")
    assert "wrong" not in page.url
    token.fill(quick.token)
    page.get_by_role("button", name="Open").click()
    page.wait_for_url(f"{quick.url}/settings")
    expect(page.get_by_role("link", name="Settings")).to_be_visible()
