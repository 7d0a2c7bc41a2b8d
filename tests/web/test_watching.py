"""Does a page that watches miss nothing and show nothing twice, whatever happens to its connection?"""

from __future__ import annotations

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from sampled import sampled
from web.conftest import at_rest, entered
from web.pictures.cutting import cutting
from web.pictures.states import PROTOCOLS
from web.served import Served
from web.test_walk import COUNT

QUESTION = "Should a small town own its water system?"


def shown(page: Page) -> str:
    """What the page says under each of its tabs."""
    page.bring_to_front()  # a page behind others draws less, and tells less of its text
    view, said = page.get_by_test_id("view"), []
    view.get_by_role("tab").first.wait_for()
    at_rest(page)
    for tab in view.get_by_role("tab").all():
        tab.click()
        said.append(f"{tab.inner_text()}\n{view.get_by_role('tabpanel').first.inner_text()}")
    assert said, "The view has no tabs."
    return "\n\n".join(said)


def shows(page: Page, wanted: str) -> None:
    """The page says this, and nothing else; what a busy machine has not drawn yet is waited for."""
    for _ in range(6):
        if shown(page) == wanted:
            return
        page.wait_for_timeout(400)
    assert shown(page) == wanted


def until_ended(page: Page) -> None:
    """Waits until the page knows that the session has ended."""
    expect(page.get_by_test_id("session")).to_have_attribute("data-status", "verdict", timeout=60_000)


def stored(context: BrowserContext, address: str) -> str:
    """What a page shows that comes when all is over."""
    late = context.new_page()
    late.goto(address)
    until_ended(late)
    late.get_by_test_id("view").wait_for()
    at_rest(late)
    text = shown(late)
    late.close()
    return text


def some_come(page: Page) -> None:
    """Waits until the page has shown some events, long before the session ends."""
    page.wait_for_function("() => " + COUNT + " >= 6")
    expect(page.get_by_test_id("session")).to_have_attribute("data-status", "running")


def opened(page: Page, served: Served, protocol: str) -> str:
    """A session that has just begun, on the page."""
    session = served.ask(protocol, QUESTION)
    address = f"{served.url}/s/{session}/council"
    entered(page, served, f"/s/{session}/council")
    page.get_by_role("heading", name=QUESTION).first.wait_for()
    return address


@pytest.mark.parametrize("protocol", sampled((*PROTOCOLS, "fusion"), "debate"))
def test_live_reloaded_and_stored_pages_end_alike(
    context: BrowserContext, page: Page, paced: Served, protocol: str
) -> None:
    address = opened(page, paced, protocol)
    some_come(page)
    page.reload()
    until_ended(page)
    at_rest(page)
    shows(page, stored(context, address))


def test_a_killed_server_that_comes_back_is_watched_on(context: BrowserContext, page: Page, paced: Served) -> None:
    address = opened(page, paced, "debate")
    some_come(page)
    paced.kill()
    expect(page.get_by_test_id("session")).to_have_attribute("data-connection", "reconnecting", timeout=20_000)
    assert QUESTION in page.inner_text("body")
    paced.start()
    until_ended(page)
    at_rest(page)
    shows(page, stored(context, address))


@pytest.mark.parametrize("tabs", sampled((3, 8), 3))
def test_tabs_watch_at_once(context: BrowserContext, paced: Served, tabs: int) -> None:
    pages = [context.new_page() for _ in range(tabs)]
    address = opened(pages[0], paced, "peer-review")
    for page in pages[1:]:
        page.goto(address)
    for page in pages:
        until_ended(page)
        at_rest(page)
    first, *others = pages
    for other in others:
        shows(other, shown(first))


def test_a_hidden_tab_loses_nothing(context: BrowserContext, page: Page, paced: Served) -> None:
    page.add_init_script("Object.defineProperty(document, 'hidden', {get: () => true});")
    address = opened(page, paced, "peer-review")
    until_ended(page)
    at_rest(page)
    shows(page, stored(context, address))


@pytest.mark.parametrize("every", sampled((3, 11), 11))
def test_streams_that_break_off_every_few_events_are_taken_up(
    context: BrowserContext, page: Page, paced: Served, every: int
) -> None:
    session = paced.ask("peer-review", QUESTION)
    with cutting(paced, every) as way:
        page.goto(f"{way}/?token={paced.token}")
        page.goto(f"{way}/s/{session}/council")
        until_ended(page)
        at_rest(page)
        shows(page, stored(context, f"{way}/s/{session}/council"))
