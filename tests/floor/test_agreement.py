"""Test that an agreement map is one blind call beside the protocol, within the budget, and never delays the verdict."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from moot.errors import CallFailed
from moot.exports.session_files import export
from moot.floor.agreement import TOO_DEAR
from moot.protocols.agreement.comparing import NO_ANALYSIS, UNREAD
from moot.protocols.agreement.findings import Analysis
from moot.protocols.planned import AGREEMENT
from moot.providers.provider import Call
from moot.sessions.fork import ForkChanges
from moot.vocabulary.events import SeatFailed
from moot.vocabulary.state import SessionState
from sessions.backend import Backend, Said, ranked

SHEET = re.compile(r'<answer label="(\w+)" fence="\w+">\n(.*?)\n</answer \w+>', re.S)
SAYS = {
    "seat-a": "Cut the limit to 60 km/h. Nobody was hurt where it was tried.",
    "seat-b": "Cut the limit to 60 km/h, and paint the kerb first.",
    "seat-c": "Keep the limit. The signs cost 110 crowns each.",
}
ON = {"agreement": True}


def compared(call: Call) -> str:
    """What an analyst writes who quotes one thing as it stands and makes another up."""
    assert call.schema is not None
    texts = dict(SHEET.findall(call.messages[-1].text))
    cut = [{"source": label, "quote": "Cut the limit to 60 km/h"} for label, text in texts.items() if "Cut" in text]
    keep = [{"source": label, "quote": "Keep the limit."} for label, text in texts.items() if "Keep" in text]
    lie = [{"source": label, "quote": "Paint the kerb red."} for label in texts]
    return json.dumps(
        {
            "mark": call.schema["properties"]["mark"]["enum"][0],
            "consensus": [{"text": "Cut it.", "passages": cut}, {"text": "Paint it red.", "passages": lie}],
            "contradictions": [
                {
                    "text": "Whether to cut it.",
                    "sides": [{"text": "Cut it.", **one} for one in cut]
                    + [{"text": "Keep it.", **one} for one in keep],
                }
            ],
            "partial_coverage": [],
            "unique_insights": [],
            "blind_spots": ["Nobody says who measures the speed."],
        }
    )


class Voices:
    """A council that is judged by its peers; `analyst` is what each writer of the map says, the last one again."""

    def __init__(self, *analyst: Said) -> None:
        self.analyst = list(analyst)

    def __call__(self, call: Call) -> Said:
        if call.key.startswith(f"{AGREEMENT}/"):
            if not self.analyst:
                return compared(call)
            return self.analyst.pop(0) if len(self.analyst) > 1 else self.analyst[0]
        if call.schema is not None:
            return ranked(call)
        return SAYS.get(call.seat.id, "It should be cut, says the chair.") if "opinions" in call.key else "It is cut."


def map_of(state: SessionState) -> Analysis:
    (found,) = (view.finding for view in state.findings if isinstance(view.finding, Analysis))
    return found


async def held(backend: Backend, **more: Any) -> str:
    options = {**ON, **more.pop("options", {})}
    return await backend.convene("peer-review", members=3, options=options, **more)


async def test_the_map_is_one_call_more_after_the_answer_and_what_nobody_said_is_struck() -> None:
    async with Backend(Voices()) as backend:
        without = await backend.convene("peer-review", members=3)
        plain = await backend.state(without)
        before = len(backend.asked)
        session = await held(backend)
        assert backend.asked[before:][-2:] == ["synthesis/chair", f"{AGREEMENT}/chair"]
        assert len(backend.asked) == 2 * before + 1
        state = await backend.state(session)
        found = map_of(state)
        assert [(one.text, one.holders) for one in found.consensus] == [("Cut it.", ("seat-a", "seat-b"))]
        assert [[side.holders for side in one.sides] for one in found.contradictions] == [
            [("seat-a", "seat-b"), ("seat-c",)]
        ]
        assert "Paint it red." in [one.text for one in found.struck]
        assert [one.text for one in found.blind_spots] == ["Nobody says who measures the speed."]
        # the verdict is the one there would be without it
        assert state.verdict == plain.verdict
        assert [view for view in state.findings if not isinstance(view.finding, Analysis)] == list(plain.findings)
        assert (await backend.runner.replay(session)).digest == state.digest
        # blind: no seat and no model stands in what the analyst is shown
        prompt = await backend.prompt(session, f"{AGREEMENT}/chair")
        assert not re.search(r"seat-|fake/", prompt)
        assert all(text in prompt for text in SAYS.values())


@pytest.mark.parametrize(
    ("said", "why", "asked"),
    [
        (CallFailed("auth", "The key was refused."), NO_ANALYSIS, {f"{AGREEMENT}/chair", f"{AGREEMENT}/stand-in-1"}),
        ("I would rather not.", UNREAD, {f"{AGREEMENT}/chair", f"{AGREEMENT}/chair+repair"}),
    ],
    ids=["fails", "talks"],
)
async def test_an_analyst_that_fails_is_told_of_and_the_verdict_stands(said: Said, why: str, asked: set[str]) -> None:
    async with Backend(Voices(said)) as backend:
        session = await held(backend, council={"stand_ins": ("fake/other",)})
        state = await backend.state(session)
        assert state.status == "verdict"
        assert state.verdict is not None
        assert (state.verdict.degraded, state.verdict.missing) == ((), ())
        assert (map_of(state).by, map_of(state).reason) == (None, why)
        assert {key for key in backend.asked if AGREEMENT in key} == asked
        assert (await backend.runner.replay(session)).digest == state.digest


async def test_what_cannot_be_paid_is_left_out_and_said_and_a_fork_with_more_money_makes_it() -> None:
    cap = 1_000_000_000
    async with Backend(Voices()) as backend:
        backend.voice.cost = lambda call: cap - 7_000 if call.key.startswith("synthesis") else 1_000
        session = await held(backend, cap=cap)
        state = await backend.state(session)
        assert state.status == "verdict", state.message
        assert state.verdict is not None
        assert state.verdict.degraded == ()
        assert (map_of(state).by, map_of(state).reason) == (None, TOO_DEAR)
        assert f"{AGREEMENT}/chair" not in backend.asked
        left_out = (await backend.bodies(session))[f"{AGREEMENT}/chair"]
        assert isinstance(left_out, SeatFailed)
        assert (left_out.failed, left_out.spent) == ("budget", False)
        balance = await backend.transcript.balance(session)
        assert (balance.spent, balance.reserved) == (cap - 1_000, 0)
        assert TOO_DEAR in export(state, await backend.events(session), "md")
        assert (await backend.runner.replay(session)).digest == state.digest
        fork = await backend.runner.fork(session, ForkChanges(stage=AGREEMENT, cap=cap))
        await backend.runner.ended(fork)
        assert map_of(await backend.state(fork)).by == "chair"


async def test_a_small_cap_is_not_refused_for_the_map() -> None:
    async with Backend(Voices()) as backend:
        lacking = []
        for options in ({}, ON):
            session = await backend.convene("peer-review", members=3, options=options, cap=1_000)
            short = (await backend.state(session)).shortfall
            assert short is not None
            lacking.append(short.needs)
        assert lacking[0] == lacking[1]
