"""Test by hand everything that a session's pages offer, in every protocol."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from cases import slow_except
from web.conftest import entered, formed, profile, session_at
from web.served import Served

QUESTION = "Should a small town own its water system, as seen by {protocol}?"
FURTHER = "And what if the town is poor?"

SPEEDS = {"peer-review": 1.2, "debate": 1.0, "adjudication": 1.7, "consensus": 2.0, "claim-vote": 1.5}
"""How fast the voices are: each session is to last long enough to be looked back at while it runs, whose first words
come at the pace of somebody who reads."""

SLOW = 0.25
"""How fast they are where a session is to be stopped: it takes minutes, so it cannot have ended before the press."""

SLIDER = "document.querySelector('[role=slider]')"
COUNT = f"Number(/event ([\\d,]+)$/.exec({SLIDER}?.ariaValueText ?? '')?.[1].replace(/,/g, '') ?? 0)"
SECOND = f"Number({SLIDER}?.ariaValueNow ?? 0)"


@pytest.fixture
def spoken(python: Path, tmp_path: Path, protocol: str) -> Iterator[Served]:
    """A server whose voices are slow enough to be watched, and quick enough to be waited for."""
    with Served(python, tmp_path / "home", speed=SPEEDS[protocol]) as served:
        yield served


@pytest.mark.slow
@pytest.mark.parametrize("protocol", slow_except(SPEEDS, "debate"))
def test_a_session_is_walked_through_by_hand(page: Page, spoken: Served, tmp_path: Path, protocol: str) -> None:
    question = QUESTION.format(protocol=protocol)
    entered(page, spoken)
    convened(page, protocol, question)
    words_come(page)
    views(page, "Watch")
    reloaded_while_it_runs(page, question)
    looked_back_while_it_runs(page)
    until(page, "verdict")
    replayed_at_double_speed(page)
    events = events_of(page)
    verdict = verdict_of(page)
    files = taken_out(page, tmp_path)
    whole(files, question, events)
    deleted_and_taken_in_again(page, question, files["Transcript"])
    assert verdict_of(page) == verdict
    spoken.stop()
    spoken.start(speed=SLOW)
    followed_up(page, question)
    stopped_and_taken_up(page, spoken)


def convened(page: Page, protocol: str, question: str) -> None:
    """Chooses how and who on the first page, and asks."""
    for opens, group, name in (("How", "Protocols", protocol.replace("-", ".")), ("Who", "Councils", "rehearsal")):
        page.get_by_role("button", name=re.compile(f"^{opens}")).click()
        choice = page.get_by_role("radiogroup", name=group).get_by_role("radio", name=re.compile(f"^{name}", re.I))
        choice.check()
    box = page.get_by_role("textbox", name="Ask a question")
    box.fill(question)
    page.locator("summary", has_text="More").first.click()
    page.get_by_role("textbox", name="Seed").fill("bridge")  # by other lots a council may withhold its verdict
    page.get_by_role("main").get_by_role("button", name="Ask", exact=True).click()
    page.wait_for_url(re.compile(r"/s/[^/]+"))
    expect(page.get_by_role("heading", name=question).first).to_be_visible()


def words_come(page: Page) -> None:
    """What is on the screen grows while the session runs, from its least: a stage that begins has little to show."""
    page.wait_for_function("""() => {
        const said = document.querySelector('[data-testid=view]').innerText.length;
        window.least = Math.min(window.least ?? said, said);
        return said > window.least + 80;
    }""")
    assert status(page) == "running"


def reloaded_while_it_runs(page: Page, question: str) -> None:
    """The page loaded anew shows the same session, no less of it, and goes on."""
    address, before = page.url, events_of(page)
    page.reload()
    expect(page.get_by_role("heading", name=question).first).to_be_visible()
    assert page.url.split("?")[0] == address.split("?")[0]
    page.wait_for_function("before => " + COUNT + " > before", arg=before)
    assert status(page) == "running"


def looked_back_while_it_runs(page: Page) -> None:
    """Paused, moved by keys and by the pointer, it stands while the session goes on; then back to what happens now."""
    line = page.get_by_role("region", name="Timeline")
    live, slider = line.get_by_role("button", name=re.compile("^Live")), line.get_by_role("slider", name="Time")
    line.get_by_role("button", name="Pause").click()
    expect(live).to_have_attribute("aria-pressed", "false")
    paused = events_of(page)
    expect(slider).to_have_attribute("aria-valuemax", re.compile(r"^\d\d"))  # a tenth of less is told as 0:00
    slider.focus()
    page.keyboard.press("Home")
    expect(slider).to_have_attribute("aria-valuetext", re.compile(r"event 1$"))
    page.keyboard.press("Shift+ArrowRight")
    expect(slider).not_to_have_attribute("aria-valuetext", re.compile(r"^0:00"))
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(slider).to_have_attribute("aria-valuetext", re.compile(r"^0:00"))
    box = slider.locator("..").bounding_box()
    assert box is not None
    middle = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + box["width"] * 0.2, middle)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * 0.6, middle, steps=5)
    page.mouse.up()
    there = events_of(page)
    assert there > 1
    expect(live).to_have_text(re.compile(r"Live \+\d"))
    waiting = behind(live)
    page.wait_for_function(
        "([line, waiting]) => Number(line.textContent.replace(/\\D/g, '')) > waiting",
        arg=[live.element_handle(), waiting],
    )
    assert events_of(page) == there
    live.click()
    expect(live).to_have_attribute("aria-pressed", "true")
    assert events_of(page) > max(there, paused)


def replayed_at_double_speed(page: Page) -> None:
    """From its beginning a session that has ended plays, two seconds in one; its end is one press away."""
    line = page.get_by_role("region", name="Timeline")
    line.get_by_role("combobox", name="Speed").select_option("2")
    line.get_by_role("button", name="From the beginning").click()
    expect(page.get_by_test_id("session")).not_to_have_attribute("data-status", "verdict")
    expect(line.get_by_role("button", name="Pause")).to_be_visible()
    page.wait_for_function("() => " + SECOND + " >= 1")
    from_ = second(page)
    page.wait_for_function("from => " + SECOND + " >= from + 3", arg=from_)
    line.get_by_role("button", name="End").click()
    until(page, "verdict")


def taken_out(page: Page, folder: Path) -> dict[str, Path]:
    """The session in each form, saved by the menu."""
    page.get_by_role("button", name="Export", exact=True).click()
    menu, files = page.get_by_role("dialog", name="Export this session"), {}
    for form in ("Markdown", "Session as data", "Transcript", "Table", "Replay page"):
        with page.expect_download() as taken:
            menu.get_by_role("button", name=re.compile(f"^{form}")).click()
        files[form] = folder / taken.value.suggested_filename
        taken.value.save_as(files[form])
    page.keyboard.press("Escape")
    expect(menu).to_have_count(0)
    return files


def whole(files: dict[str, Path], question: str, events: int) -> None:
    """Nothing is cut off, and each is of its kind."""
    assert len(set(files.values())) == len(files)
    texts = {form: path.read_text(encoding="utf-8") for form, path in files.items()}
    assert question in texts["Markdown"]
    assert "erdict" in texts["Markdown"]
    assert question in json.dumps(json.loads(texts["Session as data"]))
    lines = [json.loads(line) for line in texts["Transcript"].splitlines()]
    assert len([line for line in lines if "seq" in line]) == events
    assert set(lines[-1]) == {"seal"}
    rows = list(csv.reader(io.StringIO(texts["Table"])))
    assert len(rows) > 3
    assert {len(row) for row in rows} == {len(rows[0])}
    assert texts["Replay page"].rstrip().endswith("</html>")
    assert question in texts["Replay page"]


def deleted_and_taken_in_again(page: Page, question: str, transcript: Path) -> None:
    """Gone from the list, and back in it from the file."""
    page.get_by_role("link", name="All sessions").click()
    page.get_by_role("checkbox", name=re.compile("^Select “")).first.check()  # under whatever title the chair gave it
    page.get_by_role("button", name="Delete", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="Delete this conversation").click()
    expect(page.get_by_text("No council has met yet.")).to_be_visible()
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Import a transcript").click()
    chooser.value.set_files(transcript)
    page.wait_for_url(re.compile(r"/s/[^/]+"))
    until(page, "verdict")
    page.get_by_role("link", name="All sessions").click()
    page.get_by_role("main").get_by_role("link", name=question).click()
    until(page, "verdict")


def followed_up(page: Page, question: str) -> None:
    """The next question goes to the same council, and what was asked before goes along."""
    page.reload()
    views(page, "Answer")
    address = page.url
    page.get_by_role("textbox", name="Ask a follow-up").fill(FURTHER)
    page.get_by_role("button", name="Ask the council again").click()
    page.wait_for_url(lambda url: url != address)
    page.wait_for_url(re.compile("/c/"))
    assert session_at(page.url) != session_at(address)
    views(page, "Answer")  # a debate opens where it is watched
    view(page).get_by_text("One earlier question").click()
    expect(view(page).get_by_text("turn 1, goes along whole")).to_be_visible()


def stopped_and_taken_up(page: Page, served: Served) -> None:
    """It stops at a press, says what is kept, and comes to its verdict after all, from a server started since."""
    views(page, "Watch")
    session = session_at(page.url)
    while not served.api("GET", f"/api/sessions/{session}")["usage"]["output"]:  # the page shows it at a reader's pace
        page.wait_for_timeout(200)
    page.get_by_role("button", name="Stop", exact=True).click()
    page.get_by_role("button", name="Stop the whole council").click()
    expect(page.get_by_text("What was said is kept.").first).to_be_visible()
    until(page, "stopped")
    views(page, "Answer")
    notice = page.get_by_role("status", name="How it goes on")
    expect(notice).to_contain_text("Stopped at")
    expect(notice).to_contain_text("kept")
    served.stop()
    served.start(speed=0.0)  # nothing more is looked at before the end
    page.reload()
    notice.get_by_role("button", name="Resume").click()
    until(page, "verdict", "inconclusive")  # by the lots it drew


def test_a_new_home_shows_written_examples_that_open(page: Page, python: Path, tmp_path: Path) -> None:
    with Served(python, tmp_path / "home", examples=True) as served:
        entered(page, served)
        examples = page.get_by_role("main").get_by_role("region", name="Examples")
        expect(examples.get_by_role("link")).to_have_count(7)
        examples.get_by_role("link", name="Debate").click()
        page.wait_for_url(re.compile(r"/s/debate-example$"))
        expect(page.get_by_text("Written example").first).to_be_visible()
        expect(page.get_by_text("Buy the refurbished business laptop").first).to_be_visible()


@pytest.mark.slow
def test_a_question_sent_twice_at_once_opens_one_session(page: Page, paced: Served) -> None:
    entered(page, paced)
    page.get_by_role("textbox", name="Ask a question").fill(FURTHER)
    page.get_by_role("main").get_by_role("button", name="Ask", exact=True).dblclick()
    page.wait_for_url(re.compile(r"/s/[^/]+"))
    expect(page.get_by_role("heading", name=FURTHER).first).to_be_visible()
    page.wait_for_timeout(300)
    assert len(paced.api("GET", "/api/sessions")["sessions"]) == 1


@pytest.mark.slow
def test_a_link_that_was_made_is_read_by_anybody_until_it_is_revoked(
    browser: Browser, page: Page, quick: Served
) -> None:
    session = quick.finished("debate", question=FURTHER)
    entered(page, quick, f"/s/{session}/result")
    page.get_by_role("button", name="Share", exact=True).click()
    dialog = page.get_by_role("dialog", name="Share this session")
    dialog.get_by_role("button", name="Make a link").click()
    link = dialog.get_by_role("textbox", name="The link is shown only now").input_value()
    with profile(browser) as other:
        reader = other.new_page()
        reader.goto(link)
        expect(reader.get_by_text("Read-only.")).to_be_visible()
        expect(reader.get_by_role("heading", name=FURTHER).first).to_be_visible()
        expect(reader.get_by_role("article", name="Result")).to_be_visible()
        views(reader, "Watch")
        expect(reader.get_by_role("region", name="Timeline")).to_be_visible()
        for name in ("Share", "Export", "Stop", "Ask", "Resume", "Start over"):
            expect(reader.get_by_role("button", name=name, exact=True)).to_have_count(0)
        assert other.request.get(f"{quick.url}/api/sessions/{session}").status == 401
        assert other.request.delete(f"{quick.url}/api/sessions/{session}").status == 401
        dialog.get_by_role("button", name="Revoke").click()
        expect(dialog.get_by_text("Nobody has a link to it.")).to_be_visible()
        reader.goto(link)
        expect(reader.get_by_role("heading", name="This link works no more.")).to_be_visible()
        expect(reader.get_by_text(FURTHER)).to_have_count(0)


@pytest.mark.slow
def test_a_key_that_was_entered_is_never_shown_again(page: Page, paced: Served) -> None:
    first, second = "sk-not-a-real-key-of-anybody-7Q4x", "sk-another-that-is-none-either-9Zt2"
    entered(page, paced, "/settings/endpoints")
    page.get_by_role("link", name="Add one").click()
    page.get_by_role("textbox", name="Name").fill("mine")
    page.get_by_role("textbox", name="Address").fill("http://127.0.0.1:9009/v1")
    page.get_by_label("Key", exact=True).fill(first)
    page.get_by_role("button", name="Add it").click()
    page.wait_for_url("**/settings/endpoints/mine")
    main = page.get_by_role("main")
    expect(main.get_by_text(first[-4:])).to_be_visible()
    page.get_by_label("Another key").fill(second)
    page.get_by_role("button", name="Keep it").click()
    expect(main.get_by_text(second[-4:])).to_be_visible()
    for _ in range(2):
        expect(page.get_by_label("Another key")).to_have_value("")
        for key in (first, second):
            assert key[:-4] not in page.content()
        page.reload()
        expect(main.get_by_text(second[-4:])).to_be_visible()
    kept = page.evaluate("JSON.stringify([{...localStorage}, {...sessionStorage}])")
    said = kept + json.dumps(paced.api("GET", "/api/endpoints"))
    assert second[-4:] in said
    assert first[:-4] not in said
    assert second[:-4] not in said
    page.get_by_role("button", name="Forget the key").click()
    page.get_by_role("dialog").get_by_role("button", name="Forget it").click()
    expect(main.get_by_text(second[-4:])).to_have_count(0)


def events_of(page: Page) -> int:
    """How many events lie before the moment shown, as the slider says it."""
    return int(page.evaluate(COUNT))


def second(page: Page) -> int:
    """Where the slider stands."""
    return int(page.evaluate(SECOND))


def behind(live: Locator) -> int:
    """How much has come since, as the way back says it."""
    return int(re.sub(r"\D", "", live.inner_text()) or 0)


def view(page: Page) -> Locator:
    """What lies between the header and the timeline."""
    return page.get_by_test_id("view")


def views(page: Page, name: str) -> None:
    """Goes to a view by its link."""
    page.get_by_role("navigation", name="Views").get_by_role("link", name=name, exact=True).click()


def status(page: Page) -> str | None:
    """How the session stands at the moment shown."""
    return page.get_by_test_id("session").get_attribute("data-status")


def until(page: Page, *outcomes: str) -> None:
    """Waits until the page shows one of these ends."""
    ends = re.compile(f"^({'|'.join(outcomes)})$")
    expect(page.get_by_test_id("session")).to_have_attribute("data-status", ends, timeout=240_000)


def verdict_of(page: Page) -> str:
    """The verdict as it is read."""
    views(page, "Answer")
    verdict = page.get_by_role("article", name="Result")
    expect(verdict.get_by_role("region", name="Answer")).to_be_visible()
    formed(verdict)
    return verdict.inner_text()
