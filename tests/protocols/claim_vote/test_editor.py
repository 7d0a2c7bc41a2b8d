"""Test which parts of an editor's form the report contains: sentences that name claims, not judged by their words."""

from __future__ import annotations

import json
from typing import Any

import pytest

from moot.errors import CallFailed
from moot.exports.markdown.markdown import markdown_of
from moot.exports.reports import report
from moot.protocols.claim_vote.findings import ClaimList, EditorCheck, Tiers
from moot.protocols.claim_vote.report.text import report_text
from moot.protocols.replies import latest
from moot.sessions.replay import traced
from moot.vocabulary.state import SessionState, state_of
from protocols.claim_vote.claimants import Claimants, Editor, form_said
from sessions.backend import Backend

SPLIT = {"*": "110", "claim-01": "221", "claim-02": "2b2", "claim-03": "aab"}
STONE = {"text": "The council would build of stone.", "claims": ["claim-01"]}
DIVIDED = {"text": "It is divided on the flood, and rejects\n## forty days.", "claims": ["claim-02", "claim-03"]}


async def held(editor: Editor, **more: Any) -> SessionState:
    said = Claimants(votes=SPLIT, editor=editor, **more)
    async with Backend(said) as here:
        session = await here.convene("claim-vote", members=3)
        events = list(await here.events(session))
        assert (await traced(events, here.transcript)).differences == ()
        return state_of(events)


def found(state: SessionState) -> EditorCheck:
    check = latest(state, EditorCheck)
    assert check is not None
    return check


def text_of(state: SessionState) -> str:
    assert state.verdict is not None
    return state.verdict.text or ""


async def test_the_headline_comes_first_and_each_sentence_bears_the_tiers_of_the_claims_it_names() -> None:
    notes = [{"claim": "claim-02", "text": "Seat b fears no water."}]
    state = await held(lambda prompt: form_said(prompt, summary=[STONE, DIVIDED], notes=notes))
    text = text_of(state)
    assert text.startswith(
        "## Summary\n\nThe council would build of stone. [claim-01: HIGH]\n\n"
        "It is divided on the flood, and rejects ## forty days. [claim-02: CONTESTED; claim-03: REJECTED]\n\n"
        "The council voted on 12 claims, by tier: HIGH: 1; MEDIUM: 9; CONTESTED: 1; REJECTED: 1.\n\n"
    )
    assert text.count("Seat b fears no water.") == 1
    assert "\n  Editor's note: Seat b fears no water.\n" in text
    assert "| claim-02 | CONTESTED | 0.67 | 1.89 | 2 | 0 | 0 | 0 | 1 | 1 |" in text
    assert text.endswith("The summary and the notes are the editor's, and nobody checked their words.")
    assert found(state) == EditorCheck(by="editor", sentences=2, notes=1)
    assert state.verdict is not None
    assert (state.verdict.by, state.verdict.reason) == ("editor", "")


async def test_sentences_that_name_no_claim_or_an_unknown_one_are_left_out_and_counted() -> None:
    free = {"text": "All is well.", "claims": []}
    unknown = {"text": "The moon is near.", "claims": ["claim-01", "claim-77"]}
    state = await held(
        lambda prompt: form_said(
            prompt, summary=[free, STONE, unknown, free], notes=[{"claim": "claim-78", "text": "Nowhere."}]
        )
    )
    assert found(state) == EditorCheck(by="editor", sentences=1, unnamed=2, unknown=2)
    for text in (text_of(state), report(state, "md"), json.loads(report(state, "votes"))["narrative"]):
        for gone in ("All is well", "The moon is near", "Nowhere"):
            assert gone not in text
        assert "2 sentences of the editor were left out: they name no claim." in text
        assert "2 sentences of the editor were left out: they name a claim that does not exist." in text
    assert json.loads(report(state, "votes"))["editor"]["unnamed"] == 2
    assert "The council would build of stone." in markdown_of(state)


PROSE = "I would say that all went well, and that nobody disagrees."


@pytest.mark.parametrize(
    ("editor", "asked", "why"),
    [
        (lambda prompt: PROSE, 2, "No editor wrote a form that could be read."),
        (lambda prompt: "{", 2, "No editor wrote a form that could be read."),
        (lambda prompt: form_said(prompt, summary=[], notes=[]), 2, "No editor wrote a form that could be read."),
        (lambda prompt: CallFailed("refused", "no"), None, "No editor wrote a form that could be read."),
        (
            lambda prompt: form_said(prompt, summary=[{"text": PROSE, "claims": []}]),
            1,
            "No sentence of the editor's names a claim.",
        ),
    ],
    ids=["prose", "half a brace", "an empty form", "silence", "no claim named"],
)
async def test_without_a_form_the_report_is_by_code_alone_and_says_so(
    editor: Editor, asked: int | None, why: str
) -> None:
    prompts: list[str] = []

    def counting(prompt: str) -> Any:
        prompts.append(prompt)
        return editor(prompt)

    state = await held(counting)
    assert asked is None or len(prompts) == asked  # once more where the form could not be read
    claims, tiers = latest(state, ClaimList), latest(state, Tiers)
    assert claims is not None
    assert tiers is not None
    assert (found(state).by, found(state).reason) == ("code", why)
    assert state.verdict is not None
    assert state.verdict.by is None
    assert f"The report is by code alone. {why}" in state.verdict.reason
    assert text_of(state).startswith(report_text(claims, tiers))
    assert f"This report is by code alone. {why}" in text_of(state)
    assert PROSE not in text_of(state)
