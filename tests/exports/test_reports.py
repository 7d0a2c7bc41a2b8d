"""Test that files of a claim vote contain the votes, under their own names, and overwrite no file."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from moot.errors import BadInput, CallFailed, UnknownName
from moot.exports.reports import report, report_name, write_report
from moot.protocols.claim_vote.findings import Tiers
from moot.protocols.claim_vote.words import tiers_in_words
from moot.vocabulary.state import SessionState
from protocols.claim_vote.claimants import Claimants, draft, form_said, of_everyone, opinion, sentence
from sessions.backend import Backend, ranked

HOSTILE = "</table> <script>alert(1)</script> | ![x](http://evil/x.png) | `~ \u202e and \u2028 more"
SPLIT = {"*": "110", "claim-01": "221", "claim-02": "2b2", "claim-03": "aab"}


async def voted(said: Claimants | None = None) -> SessionState:
    async with Backend(said or Claimants(votes=SPLIT)) as here:
        return await here.state(await here.convene("claim-vote", members=3))


def in_folder(folder: Path) -> list[str]:
    """The names of its files."""
    return sorted(path.name for path in folder.iterdir())


async def test_hostile_words_stay_in_their_place() -> None:
    claims = [*of_everyone(), draft(HOSTILE, "risk", ("seat-a", opinion("seat-a")[:60]))]
    state = await voted(Claimants(claims))
    text = report(state, "md")
    assert "<script>" not in text
    assert "\u202e" not in text
    assert "![x]" not in text
    assert all(line.count("|") - line.count("\\|") == 6 for line in text.splitlines() if line.startswith("| Advisor"))
    json.loads(report(state, "votes"))


async def test_a_pair_takes_the_next_free_number(tmp_path: Path) -> None:
    state = await voted()
    first = write_report(state, tmp_path / "new" / "folder")
    assert [path.name for path in first] == [report_name(state, "md"), report_name(state, "votes")]
    stamp = state.opened_at
    assert first[0].name == f"council-{stamp[:10]}-{stamp[11:13]}{stamp[14:16]}.md"
    assert first[1].name == first[0].name.replace(".md", ".votes.json")
    before = [path.read_bytes() for path in first]
    second = write_report(state, first[0].parent)
    assert [path.name for path in second] == [report_name(state, "md", 2), report_name(state, "votes", 2)]
    second[0].unlink()  # half a pair is not filled up
    third = write_report(state, first[0].parent)
    assert third[0].name.endswith("-3.md")
    assert [path.read_bytes() for path in first] == before


async def test_several_at_once_do_not_write_over_each_other(tmp_path: Path) -> None:
    state = await voted()
    pairs = await asyncio.gather(*(asyncio.to_thread(write_report, state, tmp_path) for _ in range(8)))
    names = [path.name for pair in pairs for path in pair]
    assert len(set(names)) == 16
    assert sorted(names) == in_folder(tmp_path)
    for pair in pairs:
        assert pair[1].name == pair[0].name.replace(".md", ".votes.json")


async def test_a_session_without_a_vote_has_no_report(tmp_path: Path) -> None:
    async with Backend(ranked) as here:
        state = await here.state(await here.convene("peer-review", members=3))
    with pytest.raises(BadInput, match="have no report"):
        write_report(state, tmp_path)
    assert in_folder(tmp_path) == []
    with pytest.raises(BadInput, match="have no report"):
        report(state, "md")
    with pytest.raises(UnknownName):
        report(await voted(), "pdf")


def unnamed_first(prompt: str) -> str:
    """An editor's answer, and a summary whose first sentence names no claim."""
    summary = [sentence("All is well."), sentence("Begin in spring.", "claim-01 HIGH")]
    return form_said(prompt, answer=[sentence("Build of stone.", "claim-01 HIGH")], summary=summary)


async def test_a_mute_seventh_member_and_a_first_sentence_that_names_no_claim_at_every_text_door() -> None:
    mute = {call: CallFailed("empty", "No words.") for call in ("votes/seat-g", "votes/seat-g+repair")}
    said = Claimants(votes={"*": "222222"}, says=mute, editor=unnamed_first)
    async with Backend(said) as here:
        state = await here.state(await here.convene("claim-vote", members=7))
    (tiers,) = [view.finding for view in state.findings if isinstance(view.finding, Tiers)]
    told = "HIGH by 6 of 7 votes (MEDIUM if the missing voter rejects or strongly rejects)"
    assert {(tally.tier, tally.k) for tally in tiers.claims} == {("HIGH", 0)}
    assert state.verdict is not None
    answer = state.verdict.text or ""  # what `moot ask -q` prints
    assert answer.startswith("## Summary\n\nBuild of stone.\n\nBegin in spring.\n\nConfidence: ")
    data = json.loads(report(state, "votes"))
    assert data["claims"][0]["could_be"] == {"MEDIUM": ["reject", "strongly_reject"]}
    assert data["claims"][0]["counts"] == {"opinions": 6, "abstained": 0, "not_read": 0, "silent": 1}
    for text in (answer, report(state, "md"), "\n".join(tiers_in_words(tiers, {}))):
        assert told in text
    assert "All is well" not in answer
    assert "could be MEDIUM" in " ".join(state.verdict.degraded)
