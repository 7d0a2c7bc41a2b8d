"""Test that every result is complete, whatever is missing: in words, JSON, `/v1`, the terminal and files."""

from __future__ import annotations

import asyncio
import html
import json
import re
from collections.abc import Awaitable, Callable
from contextlib import suppress

import msgspec
import pytest

from moot.cli.screen.verdict_view import show_result
from moot.errors import CallFailed, Conflict
from moot.exports.markdown.markdown import markdown_of
from moot.exports.session_files import export
from moot.protocols import registry
from moot.providers.provider import Call
from moot.views.contract import contract_of
from moot.views.result import result_of, summary_of
from moot.vocabulary.state import SessionState
from protocols.claim_vote.claimants import Claimants
from rig.words import answer_for
from sessions.backend import Backend

LOST = CallFailed("error", "503: The model is overloaded.", error="server")
SHORT = "Build the bridge from stone."
CONCLUDING = ("chair", "arbiter", "adjudicator", "stand-in-1", "stand-in-2")
SHARED = "Stone carries the load of a river in flood better than wood."
CASES: dict[str, tuple[tuple[str, ...], int | None]] = {
    "whole": ((), None),
    "one member missing": (("seat-d",), None),
    "chair missing": (CONCLUDING, None),
    "withheld": ((), None),
    "budget spent": ((), 25_000),
    "answer now": ((), None),
}
WITHHELD: dict[str, dict[str, object]] = {
    "consensus": {"strategy": "voting", "require_majority": True, "fallback_to_all": False},
    "fusion": {"analysis_only": True},
    "adjudication": {},
}
"""Options under which a protocol withholds its verdict, if members say nothing alike and no score can be read; the
others never do, but for a vote without claims."""


def voices(failing: tuple[str, ...], *, alike: bool) -> Callable[[Call], str | CallFailed]:
    """Voices that answer every form; whoever concludes writes an answer, the mark, and more."""

    def say(call: Call) -> str | CallFailed:
        concludes = call.schema is None and call.key.partition("/")[0] in ("synthesis", "verdict")
        if call.seat.id in failing and (call.seat.id == "seat-d" or concludes or call.seat.id != "chair"):
            return LOST
        text = answer_for(call.messages[-1].text, call.schema, 60)
        if concludes:
            return f"{SHORT} {SHARED}\n\n---\n\n{text}"
        if call.schema is None and alike:
            return f"{SHARED} {text}"
        if not alike and call.key.startswith("adjudication/"):
            return "No score."
        if not alike and call.key.startswith("analysis/"):
            return re.sub(r'"quote": "[^"]*"', '"quote": "Nobody wrote this anywhere."', text)
        return text

    return say


def claimants(failing: tuple[str, ...], *, drawn: bool) -> Callable[[Call], str | CallFailed]:
    """Voices of a claim vote whose members disagree on the third claim; without `drawn` there are no claims."""
    said = Claimants(None if drawn else [], votes={"claim-03": "2bb2"})
    return lambda call: LOST if call.seat.id in failing else said(call)


def half_silent(say: Callable[[Call], str | CallFailed]) -> Callable[[Call], Awaitable[str | CallFailed]]:
    """The same voices, but that two members never answer the question."""

    async def said(call: Call) -> str | CallFailed:
        if call.seat.id in ("seat-c", "seat-d"):
            await asyncio.Event().wait()
        return say(call)

    return said


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize(
    ("protocol", "check"),
    [*((each, False) for each in registry.OURS), ("peer-review", True), ("adjudication", True)],
)
async def test_the_result_is_complete(
    protocol: str, check: bool, case: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (failing, cap), withheld = CASES[case], case == "withheld"
    if withheld and protocol not in WITHHELD:
        pytest.skip("it never withholds its verdict under any option")
    options = dict(WITHHELD[protocol]) if withheld else {}
    options |= {"agreement": True} if protocol != "claim-vote" and "analysis_only" not in options else {}
    options |= {"check": True} if check else {}
    say = voices(failing, alike=not withheld)
    if protocol == "claim-vote":
        say = claimants(failing, drawn=not withheld)
    async with Backend(say if case != "answer now" else half_silent(say)) as backend:
        session = await backend.convene(protocol, options=options, cap=cap, until_over=case != "answer now")
        while case == "answer now":
            with suppress(Conflict):  # too few have answered yet
                await backend.runner.answer_now(session)
                break
            await asyncio.sleep(0.01)
        await backend.runner.ended(session)
        state, events = await backend.state(session), list(await backend.events(session))
    contract, result, written = contract_of(state), result_of(state), markdown_of(state)
    assert state.status == {"withheld": "inconclusive", "budget spent": "out_of_budget"}.get(case, "verdict"), state

    assert contract.answer
    assert len(contract.answer) < 1_300
    if state.status == "verdict":
        assert contract.body
        assert contract.answer in contract.body
        assert "\n---\n" not in contract.body
        assert contract.confidence
    else:
        assert contract.body is None
        assert contract.answer.startswith("No answer is given.")
    turnout = {"one member missing": "3 of 4 members answered.", "answer now": "2 of 4 members answered."}
    ended = state.status != "out_of_budget"
    assert contract.confidence.endswith(turnout.get(case, "All 4 members answered.") if ended else "")
    assert "answer 1 (" not in contract.confidence
    if case in ("whole", "one member missing"):
        assert contract.would_change
        assert contract.reasons or contract.dissent
    if case == "whole" and protocol in ("peer-review", "fusion", "debate"):
        assert contract.answer == f"{SHORT} {SHARED}"
        assert "".join(sentence.text for sentence in contract.sentences).replace(" ", "") in (
            contract.answer.replace(" ", "")
        )

    known = {seat.id for seat in (*state.seats, *state.offices)}
    for reason in (*contract.reasons, *contract.dissent):
        assert reason.text
        assert {*reason.by} <= known
        assert "{" not in reason.text

    plain = msgspec.to_builtins(contract)
    assert {name: msgspec.to_builtins(result)[name] for name in plain} == plain
    assert {name: summary_of(result)[name] for name in plain} == plain
    for title in ("## Answer", "### Confidence", "### Reasons", "### Dissent", "### What would change it"):
        assert re.search(rf"^{title}\n+(?!#)\S", written, re.MULTILINE), title
    assert written.index("## Answer") < written.index("### Confidence")

    shown, files = terminal_text(state, capsys), {name: export(state, events, name) for name in ("json", "html")}
    whole, page = terminal_text(state, capsys, full=True), html.unescape(re.sub(r"<[^>]*>", "", str(files["html"])))
    data = json.loads(files["json"])["result"]
    assert {name: data[name] for name in plain} == json.loads(msgspec.json.encode(contract))
    lines = [contract.answer, contract.confidence, *(reason.text for reason in (*contract.reasons, *contract.dissent))]
    for line in [*lines, *contract.would_change]:
        if isinstance(line, str):
            assert words(line) in words(whole), line
            assert words(line) in words(page), line
    for line in lines[:2] if state.status == "verdict" else [state.message]:
        assert not isinstance(line, str) or words(line) in words(shown), line


def terminal_text(state: SessionState, capsys: pytest.CaptureFixture[str], *, full: bool = False) -> str:
    """What `moot sessions show` prints of it."""
    show_result(state, hints=False, full=full)
    return capsys.readouterr().out


def words(text: str) -> str:
    """The letters and digits of a text, without marks and line breaks that each door sets otherwise."""
    return re.sub(r"\W+", " ", text).strip()
