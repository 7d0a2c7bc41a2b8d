"""Sessions whose editor fills in a form: what a reader gets of it as a report, as data, on a page, at a terminal."""

from __future__ import annotations

import csv
import io
import json
import re
import tomllib
from typing import Any

import msgspec
import pytest

from moot.cli.screen.verdict_view import in_short
from moot.errors import CallFailed
from moot.exports.markdown.markdown import markdown_of
from moot.exports.pages.html import html_of
from moot.exports.reports import report
from moot.exports.table import table_of
from moot.protocols.claim_vote.ballots import ReportForm
from moot.protocols.claim_vote.findings import ClaimList, NarrativeAudit, SecondSummary, Tiers
from moot.protocols.replies import latest
from moot.sessions.replay import traced
from moot.vocabulary.events import Event
from moot.vocabulary.state import SessionState, state_of
from protocols.claim_vote.claimants import Claimants, Editor, draft, form_said
from protocols.claim_vote.narrative.form_corpus import Case, by_hand
from protocols.claim_vote.narrative.test_audit import HERE, council
from sessions.hall import Hall

LETTER = {2: "2", 1: "1", 0: "0", -1: "a", -2: "b"}
STRUCK = re.compile(r"Struck: “[^”]*”|<s>.*?</s>", re.S)


async def held(editor: Editor, **more: Any) -> SessionState:
    """The council of the narratives, held again, with this editor."""
    return state_of(await heard(editor, **more))


async def heard(editor: Editor, **more: Any) -> list[Event]:
    """The same, event by event."""
    read = tomllib.loads((HERE / "council.toml").read_text())
    opinion = " ".join(["Seat seat-a would say so.", *(one["text"] for one in read["claims"])])
    claims = [draft(one["text"], one["kind"], ("seat-a", one["text"])) for one in read["claims"]]
    votes = {f"claim-{at:02d}": "".join(LETTER[v] for v in one["votes"]) for at, one in enumerate(read["claims"], 1)}
    said = Claimants(claims, votes=votes, editor=[editor, editor], says={"opinions/seat-a": opinion})
    async with Hall(said) as here:
        session = await here.convene("claim-vote", members=5, question=read["question"], **more)
        state = await here.state(session)
        events = list(await here.events(session))
        assert (await traced(events, here.transcript)).differences == ()
        assert state.status == "verdict", state.message
        return events


def editing(form: ReportForm) -> Editor:
    """An editor that fills it in like that."""
    plain: dict[str, Any] = msgspec.to_builtins(form)
    return lambda prompt: form_said(prompt, summary=plain["summary"], notes=plain["notes"])


def doors(state: SessionState) -> dict[str, str]:
    """What a reader gets, by where."""
    assert state.verdict is not None
    return {
        "verdict": state.verdict.text or "",
        "md": report(state, "md"),
        "votes": report(state, "votes"),
        "markdown": markdown_of(state),
        "html": html_of(state),
        "terminal": "\n".join(line for line, _ in in_short(state, 120)),
    }


@pytest.mark.fast(4)
@pytest.mark.parametrize("case", by_hand("untrue"), ids=lambda case: case.name)
async def test_what_is_untrue_reaches_no_reader_but_as_struck(case: Case) -> None:
    state = await held(editing(case.form))
    audit = latest(state, NarrativeAudit)
    assert audit is not None
    if not case.untrue or case.plain:
        return
    assert audit.faults
    for door, text in doors(state).items():
        if door == "votes":
            for fault in json.loads(text)["audit"]["faults"]:
                text = text.replace(json.dumps(fault["sentence"], ensure_ascii=False), "")
        assert case.untrue not in STRUCK.sub("", text), door


async def test_the_council_is_that_of_the_corpus() -> None:
    state = await held(lambda prompt: form_said(prompt, summary=[{"text": "Five members voted.", "claims": []}]))
    question, claims, tiers = council()
    listed, found = latest(state, ClaimList), latest(state, Tiers)
    assert listed is not None
    assert found is not None
    assert [claim.text for claim in listed.claims] == [claim.text for claim in claims]
    assert [tally.tier for tally in found.claims] == [tally.tier for tally in tiers.claims]
    assert state.question.text == question


PROSE = "I would say that all went well, and that nobody disagrees."


@pytest.mark.parametrize(
    "editor",
    [lambda prompt: PROSE, lambda prompt: CallFailed("refused", "no"), lambda prompt: form_said(prompt), lambda p: "{"],
    ids=["prose", "silence", "an empty form", "half a brace"],
)
async def test_without_a_form_the_report_is_by_template_and_says_so(editor: Editor) -> None:
    state = await held(editor)
    audit = latest(state, NarrativeAudit)
    assert audit is not None
    assert state.verdict is not None
    assert (audit.narrator, audit.drafts) == ("template", 0)
    assert "The report is by template. No editor wrote a form that could be read." in state.verdict.reason
    assert state.verdict.by is None
    assert PROSE not in (state.verdict.text or "")


async def test_half_a_form_is_taken_as_far_as_it_goes() -> None:
    note = [{"claim": "claim-02", "text": "Two strongly approve and two strongly reject."}]
    state = await held(lambda prompt: form_said(prompt, notes=note))
    audit = latest(state, NarrativeAudit)
    assert audit is not None
    assert state.verdict is not None
    assert audit.narrator == "editor"
    assert "\n  Two strongly approve and two strongly reject." in (state.verdict.text or "")
    assert audit.put_in == ("claim-02", "claim-09")


async def test_a_second_editor_sees_nothing_of_the_first_and_the_differences_are_told() -> None:
    whole = "“Split the invoice service out of the monolith first and measure it for one quarter.” [claim-01] is HIGH."
    first = [{"text": whole, "claims": ["claim-01"]}]
    other = [
        {"text": "“Adopt Kafka as the message bus for all billing events” is contested.", "claims": ["claim-02"]},
        {"text": "The council wants a new office.", "claims": []},
    ]
    prompts: list[str] = []

    def editor(prompt: str) -> str:
        prompts.append(prompt)
        return form_said(prompt, summary=first if len(prompts) == 1 else other)

    state = await held(editor, options={"second_editor": True})
    found = latest(state, SecondSummary)
    assert found is not None
    assert state.verdict is not None
    assert len(prompts) == 2
    assert whole not in prompts[1]
    assert (found.first_alone, found.second_alone, found.left_out) == (("claim-01",), ("claim-02",), 1)
    text = state.verdict.text or ""
    assert "## Second summary" in text
    assert "Named by the first summary alone: claim-01." in text
    assert "new office" not in text


async def test_the_table_says_which_of_an_editors_words_were_left_out() -> None:
    summary = [
        {"text": "The council voted on twelve claims.", "claims": []},
        {"text": "The council wants a new office.", "claims": []},
    ]
    state = await held(lambda prompt: form_said(prompt, summary=summary))
    rows = list(csv.DictReader(io.StringIO(table_of(state))))
    told = {row["words"]: row["left_out"] for row in rows if row["stage"] == "narrative" or "council" in row["words"]}
    assert told["The council voted on twelve claims."] == ""
    assert told["The council wants a new office."] == "yes"
