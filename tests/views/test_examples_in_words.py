"""Test the words of each packaged example's result: how sure, who disagrees and why, and what would change it."""

from __future__ import annotations

from pathlib import Path

import pytest

from moot.app import Application
from moot.app.examples import resolve
from moot.views.contract import contract_of
from moot.vocabulary.state import state_of

ALL = "All 4 members answered."
CHAIR = "The chair (model-e) wrote this answer from all of them"
CONFIDENCE = {
    "peer-review": "3 of 4 members ranked model-b's answer first. "
    f"{CHAIR.replace('answer', 'answer afterwards,')}. {ALL}",
    "fusion": f"Nobody voted. The answers agree on three points and contradict each other on one. {ALL}",
    "debate": "model-a's answer has the best marks: 7.7 of 10 on average, from 3 members. model-b wrote this answer "
    f"afterwards, from all of them. {ALL}",
    "consensus": "The arbiter is 90 % sure after 2 rounds and names no objection; nobody voted. "
    f"{CHAIR.replace('chair', 'arbiter')}. {ALL}",
    "claim-vote": "The answer rests on 3 claims: 4 of 4 members voted for each of them. A claim is HIGH if its votes "
    f"average “approve” or better and differ little. {ALL}",
    "adjudication": "The adjudicator scored model-a's answer best, 33.5 of 35; no member voted. Moderate certainty. "
    f"{CHAIR.replace('chair', 'adjudicator')}. {ALL}",
}
DISSENT = {
    "peer-review": ["b: Ranked model-d first. | I thought bullets had to win here."],
    "fusion": [
        "b: Does the shared default list do harm in a nightly job? No, since the process ends each time. | For a",
        "c: Against model-b: It is a fault in any case. | The shared default list is a fault in any case",
    ],
    "debate": ["b: Gave model-a's answer 6 of 10. | Good conditions, but it treats 450 plus a battery as if"],
    "consensus": [],
    "claim-vote": [
        "c: Voted against “The office should move in a single weekend, from Friday afternoon to Sunday”. | Then 40",
        "a, b: Voted against “The office should move in two groups on two weekends”. | For a week, teams would sit",
    ],
    "adjudication": [
        "b: Objected to model-a's first draft. | It rests on Chicago and San Francisco.",
        "d: Objected to model-a's first draft. | The condition at six weeks is sensible.",
    ],
}
"""Members by letter, the text, and the beginning of the passage."""
DISAGREEMENT = {
    "peer-review": "model-b ranked another answer first.",
    "fusion": "model-b and model-c contradict each other.",
    "debate": "model-b gave model-a's answer a lower mark.",
    "consensus": "Members were not asked whether they agree.",
    "claim-vote": "Nobody voted otherwise on these claims; model-a, model-b and model-c did on others.",
    "adjudication": "The replies differ on this: Whether to abolish the fees for good after a month of counting, or as "
    "a trial of one year. model-b and model-d objected to model-a's first draft.",
}
CHANGES = {
    "peer-review": "One different vote would end the winner's lead.",
    "fusion": "Settling this could change it: Does the shared default list do harm in a nightly job?",
    "debate": "One different vote would end the winner's lead.",
    "consensus": "Another arbiter could judge the same answers differently.",
    "claim-vote": "One different vote would take “The internet line at the new building should be ordered in …” out "
    "of HIGH.",
    "adjudication": "4.5 more points would bring model-d level.",
}


@pytest.mark.parametrize("protocol", CONFIDENCE)
async def test_an_example_says_how_sure_it_is_who_disagrees_and_what_would_change_it(
    protocol: str, tmp_path: Path
) -> None:
    app = await Application.opened("server", tmp_path, project=tmp_path / "moot.toml", demo_speed=0)
    try:
        session = await resolve(app, f"{protocol}-example")
        found = contract_of(state_of(await app.transcript.read(session)))
    finally:
        await app.close()
    assert found.confidence == CONFIDENCE[protocol]
    assert found.disagreement == DISAGREEMENT[protocol]
    told = [f"{', '.join(seat[-1] for seat in one.by)}: {one.text} | {one.passage}" for one in found.dissent]
    assert len(told) == len(DISSENT[protocol])
    for line, begins in zip(told, DISSENT[protocol], strict=True):
        assert line.startswith(begins)
    assert found.would_change[0] == CHANGES[protocol]
    assert found.reasons
