"""Test that a watching page misses nothing and shows nothing twice, whatever happens to its connection."""

from __future__ import annotations

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from web.conftest import at_rest, entered, formed
from web.pictures.cutting import cutting
from web.pictures.states import GO, PROTOCOLS
from web.served import Served

QUESTION = "Should a small town own its water system?"


WHOLE = """() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("* { content-visibility: visible !important }");
    document.adoptedStyleSheets = [sheet];
}"""  # the text of a part that is not laid out has no line ends: two pages scrolled differently would tell differently


def shown(page: Page) -> str:
    """What the page says under each of its tabs."""
    page.bring_to_front()  # a page behind others draws less, and tells less of its text
    page.evaluate(WHOLE)
    view, said = page.get_by_test_id("view"), []
    view.get_by_role("tab").first.wait_for()
    at_rest(page)
    for tab in view.get_by_role("tab").all():
        tab.click()
        panel = view.get_by_role("tabpanel").first
        formed(panel)
        said.append(f"{tab.inner_text()}\n{panel.inner_text()}")
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
    expect(page.get_by_test_id("session")).to_have_attribute("data-status", "verdict", timeout=240_000)


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
    """Waits until the page has shown some answers, long before the session ends."""
    page.get_by_test_id("view").get_by_role("article").first.wait_for()
    expect(page.get_by_test_id("session")).to_have_attribute("data-status", "running")


def opened(page: Page, served: Served, protocol: str) -> str:
    """A session that has just begun, on a page whose app was there before."""
    entered(page, served)
    page.get_by_role("main").get_by_role("button", name="Ask", exact=True).wait_for()
    session = served.ask(protocol, QUESTION)
    address = f"{served.url}/s/{session}/transcript"
    page.evaluate(GO, f"/s/{session}/transcript")
    page.get_by_role("heading", name=QUESTION).first.wait_for()
    return address


HIDDEN = "Object.defineProperty(document, 'hidden', {get: () => true});"


@pytest.mark.slow
def test_pages_that_watch_in_any_way_end_alike(context: BrowserContext, page: Page, slow: Served) -> None:
    """One that is loaded anew meanwhile, one that is hidden, and one whose stream breaks off every few events."""
    address = opened(page, slow, "peer-review")
    hidden, cut = context.new_page(), context.new_page()
    hidden.add_init_script(HIDDEN)
    with cutting(slow, 11) as way:
        hidden.goto(address)
        cut.goto(address.replace(slow.url, way))
        some_come(page)
        page.reload()
        for each in (page, hidden, cut):
            until_ended(each)
            at_rest(each)
        wanted = stored(context, address)
        for each in (page, hidden, cut):
            shows(each, wanted)


@pytest.mark.slow
@pytest.mark.parametrize("protocol", [*PROTOCOLS, "fusion"])
def test_live_reloaded_and_stored_pages_end_alike(
    context: BrowserContext, page: Page, paced: Served, protocol: str
) -> None:
    address = opened(page, paced, protocol)
    some_come(page)
    page.reload()
    until_ended(page)
    at_rest(page)
    shows(page, stored(context, address))


def test_a_killed_server_that_comes_back_is_watched_on(context: BrowserContext, page: Page, slow: Served) -> None:
    address = opened(page, slow, "debate")
    some_come(page)
    slow.kill()
    expect(page.get_by_test_id("session")).to_have_attribute("data-connection", "reconnecting", timeout=240_000)
    assert QUESTION in page.inner_text("body")
    slow.start(speed=10.0)
    until_ended(page)
    at_rest(page)
    shows(page, stored(context, address))


@pytest.mark.slow
def test_a_style_sheet_that_did_not_come_is_asked_for_again(page: Page, quick: Served) -> None:
    """As where the server is started anew while a page is on its way: it is never shown without its style."""
    session, tried = quick.finished("debate", question=QUESTION), 0

    def lost(route: Route) -> None:
        nonlocal tried
        tried += 1
        route.abort() if tried <= 2 else route.continue_()

    page.route("**/assets/WatchPage-*.css", lost)
    entered(page, quick, f"/s/{session}/transcript")
    page.get_by_role("tab", name="Synthesis").wait_for()
    at_rest(page)
    assert tried == 3
    assert page.get_by_test_id("view").evaluate("view => view.scrollHeight") < 100_000
    page.get_by_role("tablist", name="Stages").get_by_role("tab").first.click()
