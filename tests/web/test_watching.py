"""Does a page that watches miss nothing and show nothing twice, whatever happens to its connection?"""

from __future__ import annotations

import urllib.request
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from web.conftest import entered
from web.served import Served

QUESTION = "Should a small town own its water system?"


def shown(page: Page) -> str:
    """What the page says under each of its tabs."""
    view, said = page.get_by_test_id("view"), []
    for tab in view.get_by_role("tab").all():
        tab.click()
        said.append(f"{tab.inner_text()}\n{view.get_by_role('tabpanel').first.inner_text()}")
    assert said, "The view has no tabs."
    return "\n\n".join(said)


def until_ended(page: Page) -> None:
    """Waits until the page knows that the session has ended."""
    expect(page.get_by_test_id("session")).to_have_attribute("data-status", "verdict", timeout=60_000)


def stored(context: BrowserContext, address: str) -> str:
    """What a page shows that comes when all is over."""
    late = context.new_page()
    late.goto(address)
    until_ended(late)
    late.get_by_test_id("view").wait_for()
    late.wait_for_timeout(500)
    text = shown(late)
    late.close()
    return text


def opened(page: Page, served: Served, protocol: str) -> str:
    """A session that has just begun, on the page."""
    session = served.ask(protocol, QUESTION)
    address = f"{served.url}/s/{session}/council"
    entered(page, served, f"/s/{session}/council")
    page.get_by_role("heading", name=QUESTION).first.wait_for()
    return address


@pytest.mark.parametrize("protocol", ["peer-review", "consensus", "adjudication", "claim-vote", "debate"])
def test_live_reloaded_and_stored_pages_end_alike(
    context: BrowserContext, page: Page, paced: Served, protocol: str
) -> None:
    address = opened(page, paced, protocol)
    page.wait_for_timeout(1500)
    page.reload()
    until_ended(page)
    page.wait_for_timeout(500)
    assert shown(page) == stored(context, address)


def test_a_killed_server_that_comes_back_is_watched_on(context: BrowserContext, page: Page, paced: Served) -> None:
    address = opened(page, paced, "debate")
    page.wait_for_timeout(2000)
    paced.kill()
    expect(page.get_by_test_id("session")).to_have_attribute("data-connection", "reconnecting", timeout=20_000)
    assert QUESTION in page.inner_text("body")
    paced.start()
    until_ended(page)
    page.wait_for_timeout(500)
    assert shown(page) == stored(context, address)


def test_eight_tabs_watch_at_once(context: BrowserContext, paced: Served) -> None:
    pages = [context.new_page() for _ in range(8)]
    address = opened(pages[0], paced, "peer-review")
    for page in pages[1:]:
        page.goto(address)
    for page in pages:
        until_ended(page)
        page.wait_for_timeout(300)
    first, *others = [shown(page) for page in pages]
    for other in others:
        assert other == first


def test_a_hidden_tab_loses_nothing(context: BrowserContext, page: Page, paced: Served) -> None:
    page.add_init_script("Object.defineProperty(document, 'hidden', {get: () => true});")
    address = opened(page, paced, "peer-review")
    until_ended(page)
    page.wait_for_timeout(600)
    assert shown(page) == stored(context, address)


@pytest.mark.parametrize("every", [7, 23])
def test_streams_that_break_off_every_few_events_are_taken_up(
    context: BrowserContext, page: Page, paced: Served, every: int
) -> None:
    page.route_web_socket("**/ws", lambda socket: socket.close())
    page.route("**/api/sessions/*/events?after=*", _cut_after(every, paced.token))
    address = opened(page, paced, "peer-review")
    until_ended(page)
    page.wait_for_timeout(500)
    assert shown(page) == stored(context, address)


def _cut_after(every: int, token: str) -> Callable[[Route], None]:
    def cut(route: Route) -> None:
        headers = route.request.headers
        if "text/event-stream" not in headers.get("accept", ""):
            route.continue_()
            return
        asked = urllib.request.Request(route.request.url, headers={"accept": "text/event-stream"})
        asked.add_header("authorization", f"Bearer {token}")
        if "last-event-id" in headers:
            asked.add_header("last-event-id", headers["last-event-id"])
        body, events = b"", 0
        with urllib.request.urlopen(asked, timeout=30) as stream:
            for line in stream:
                body += line
                events += line.startswith(b"data:")
                if events >= every and line == b"\n":
                    break
        body = body.replace(b"retry: 1000", b"retry: 50")
        route.fulfill(body=body, headers={"content-type": "text/event-stream", "cache-control": "no-store"})

    return cut
