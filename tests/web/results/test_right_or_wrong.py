"""Test that a reader can say whether an answer was right, by keyboard alone, and is told what is refused."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from web.conftest import entered
from web.served import Served

ASKED = "Which city is the capital of Australia?"


def test_an_answer_is_judged_changed_and_judged_no_more(page: Page, quick: Served) -> None:
    session = quick.finished("peer-review", question=ASKED)
    entered(page, quick, f"/s/{session}/result")
    asked = page.get_by_role("region", name="Was this right?")
    right, wrong = asked.get_by_role("button", name="Right", exact=True), asked.get_by_role("button", name="Wrong")

    def stored() -> dict[str, object]:
        found = quick.api("GET", f"/api/sessions/{session}/verdict")
        return {name: found[name] for name in ("right", "right_answer")}

    wrong.focus()
    page.keyboard.press("Enter")
    expect(wrong).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(asked.get_by_label("The right answer", exact=True)).to_be_focused()
    page.keyboard.type("Canberra")
    page.keyboard.press("Enter")
    expect(asked.get_by_text("The right answer, as you said: Canberra")).to_be_visible()
    assert stored() == {"right": False, "right_answer": "Canberra"}
    page.reload()
    expect(wrong).to_have_attribute("aria-pressed", "true")
    right.focus()
    page.keyboard.press("Enter")
    expect(right).to_have_attribute("aria-pressed", "true")
    assert stored() == {"right": True, "right_answer": ""}
    page.keyboard.press("Enter")
    expect(right).to_have_attribute("aria-pressed", "false")
    assert stored() == {"right": None, "right_answer": ""}


def test_what_code_cannot_compare_is_asked_and_a_refusal_is_told(page: Page, quick: Served) -> None:
    session = quick.finished("peer-review", question=ASKED)
    entered(page, quick, f"/s/{session}/result")
    page.get_by_role("button", name="The right answer is…").click()
    page.get_by_label("The right answer", exact=True).fill("Canberra")
    page.get_by_role("button", name="Save").click()
    asked = page.get_by_role("region", name="Was this right?")
    expect(asked.get_by_text("Was the answer above right by that?")).to_be_visible()
    asked.get_by_role("button", name="Right", exact=True).click()
    expect(asked.get_by_text("The right answer, as you said: Canberra")).to_be_visible()
    found = quick.api("GET", f"/api/sessions/{session}/verdict")
    assert (found["right"], found["right_answer"]) == (True, "Canberra")
    quick.api("DELETE", f"/api/sessions/{session}")
    asked.get_by_role("button", name="Wrong").click()
    expect(asked.get_by_role("alert")).to_be_visible()
    expect(asked.get_by_role("button", name="Right", exact=True)).to_have_attribute("aria-pressed", "true")
