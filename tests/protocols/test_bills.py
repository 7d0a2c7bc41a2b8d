"""Test that a session's upper cost is never below the bill, however its calls end.

The upstream bills as services do: a refused call costs nothing; any other costs its whole prompt and all output, also
if the client has left. The bill is computed from the requests alone.
"""

from __future__ import annotations

import asyncio

import pytest

from moot.floor.calls.retry import Pace
from moot.protocols import registry
from moot.request import Ask
from moot.sessions.budget.estimate import estimate_of
from moot.sessions.opening import SessionOpening
from moot.sessions.runner import Runner, RunnerRules
from moot.sessions.session_attempt import options_of
from moot.vocabulary import event_keys
from moot.vocabulary.events import SeatAsked, SessionOpened
from moot.vocabulary.state import state_of
from rig.backend import Backend, Sitting, council_of, seat_in
from rig.faults.broken import MODES
from rig.script import Asked, Plan

SAID = "Two and two is four, as far as anybody has found out. " * 6
IN, OUT = 3, 15
"""Dollars a million tokens, which is a thousand nano-dollars a token each."""
UNBILLED = frozenset(
    ["401", "402", "403", "404", "410", "413", "418", "425", "429", "451", "499", "bad_400", "echo_key"]
    + ["500", "500_page", "502", "503", "504", "529", "599", "799"]
    + ["redirect", "filter_400", "filter_403", "unsupported_400", "402_retry_after", "429_no_quota", "flap"]
    + [name for name in MODES if name.startswith(("429_", "context_400"))]
)
"""Refused before anything was written; one that flaps refuses, or answers in full. No service charges for an error in
place of an answer (`docs/why/budgets.md`)."""
HONEST = frozenset(["ok", "whole"])
"""Whatever is told of these calls is true."""
QUICK = (
    "ok",
    "whole",
    "cut_json",
    "error_frame",
    "no_usage",
    "zero_usage",
    "neg_usage",
    "eof_midstream",
    "500",
    "504",
    "500_page",
)

PROMISED = ["502", "reset_before_headers", "reset_midstream", "eof_midstream", "empty", "html", "no_usage", "silent"]


def billed(asked: Asked, mode: str) -> int:
    """What a service charges for a request, in nano-dollars."""
    if mode in UNBILLED:
        return 0
    return 1000 * (IN * (len(asked.prompt) // 4 + 1) + OUT * (len(SAID) // 4 + 1))


async def sat(modes: list[str], seats: str = "b", **options: object) -> dict[str, Sitting]:
    """A session for every mode, in which these members meet it at every call in the first stage."""
    by_number: dict[int, str] = {}

    def script(asked: Asked, key: str) -> Plan:
        mode = by_number.get(int(asked.model.partition("-")[0][1:]), "ok")
        if seat_in(key) not in [f"seat-{letter}" for letter in seats] or event_keys.stage_of(key) != "opinions":
            return Plan(text=SAID)
        if mode == "zero_usage":
            return Plan(text=SAID, usage={"prompt_tokens": 0, "completion_tokens": 0, "total_tokens": 0})
        return Plan(mode=mode, text=SAID, chunks=8)

    async with Backend(script, row={"price": {"input": IN, "output": OUT}}, at_once=20) as backend:

        async def one(mode: str) -> Sitting:
            return await backend.sit(
                3,
                note=lambda number: by_number.__setitem__(number, mode),
                deadline=20.0,
                **{"quorum": 1, "max_output": 4_000, **options},
            )

        found = await asyncio.gather(*map(one, modes))
        backend.sort_calls(found)
        for sitting in found:
            balance = await backend.transcript.balance(sitting.session)
            assert balance.reserved == 0, "nothing runs any more"
            assert balance.spent == sitting.state.cost + sitting.state.on_top, "the account and the record agree"
    return dict(zip(modes, found, strict=True))


def holds(mode: str, sitting: Sitting) -> None:
    """What is said against what was billed, and against what had been set aside."""
    met = [
        asked
        for asked in sitting.calls
        if asked.model.endswith(("-b", "-stand-in-1", "-stand-in-2")) and SAID not in asked.prompt
    ]
    bill = sum(billed(asked, mode if asked in met else "ok") for asked in sitting.calls)
    said = sitting.state.cost + sitting.state.on_top
    worst = sum(event.body.reserved or 0 for event in sitting.events if isinstance(event.body, SeatAsked))
    assert met, "the fault did not happen"
    assert bill <= said <= worst, (mode, bill, said, worst)
    if mode in HONEST:
        assert (sitting.state.cost, sitting.state.on_top) == (bill, 0), mode


async def test_no_bill_is_above_what_is_said() -> None:
    for mode, sitting in (await sat(list(QUICK))).items():
        holds(mode, sitting)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
async def test_no_bill_is_above_what_is_said_in_any_mode(part: int) -> None:
    lies = {
        "neg_cost",
        "cost",
        "absurd_cost",
        "two_usage",
        "flap",
    }  # a service that tells its price itself is taken at its word
    modes = sorted(set(MODES) - lies)[part::4]
    for mode, sitting in (await sat(modes)).items():
        holds(mode, sitting)


def keeps_its_promise(mode: str, sitting: Sitting) -> None:
    """What was charged and what is held, against what was said to be the most before the first call."""
    opened = sitting.events[0].body
    assert isinstance(opened, SessionOpened)
    most = estimate_of(opened, registry.find(opened.protocol), options_of(opened)).most
    assert most is not None
    assert sitting.state.cost + sitting.state.on_top <= most, mode


@pytest.mark.parametrize("max_output", [4_000, None])
async def test_no_session_exceeds_what_was_said_to_be_the_most(max_output: int | None) -> None:
    for mode, sitting in (await sat(PROMISED, "abc", max_output=max_output)).items():
        keeps_its_promise(mode, sitting)


@pytest.mark.slow
@pytest.mark.parametrize("seats", ["b", "ab", "abc"])
async def test_no_session_exceeds_what_was_said_to_be_the_most_in_any_mode(seats: str) -> None:
    for mode, sitting in (await sat(sorted(set(MODES) - {"absurd_cost"}), seats)).items():
        keeps_its_promise(mode, sitting)


async def test_a_session_that_is_cut_off_and_resumed_keeps_within_what_was_said_to_be_the_most() -> None:
    """The calls that were cut off may be charged in full, so the output limits of those after them are lowered."""
    cuts = 5

    def script(asked: Asked, key: str) -> Plan:
        first = event_keys.stage_of(key) == "opinions"
        return Plan(text=SAID, delay=30.0 if first and len(backend.upstream.calls) <= 3 * cuts else 0.0)

    async with Backend(script, row={"price": {"input": IN, "output": OUT}}) as backend:
        runner = Runner(backend.transcript, backend.directory, RunnerRules(door="python"), Pace())
        council = council_of(3, prefix=f"m{backend.next_number()}-")
        ask = Ask(question="Two and two?", council=council, options={"max_output": 4_000}, seed="seed")
        session = await runner.convene(SessionOpening(ask=ask))
        for cut in range(1, cuts + 1):
            while len(backend.upstream.calls) < 3 * cut:
                await asyncio.sleep(0.01)
            await runner.stop(session)
            await runner.ended(session)
            await runner.resume(session)
        await runner.ended(session)
        await runner.close()
        sitting = Sitting(1, session, runner, 0.0)
        sitting.events = await backend.transcript.read(session)
        sitting.state = state_of(sitting.events)
    assert sitting.state.status == "verdict"
    assert len(sitting.state.orphans) == 3 * cuts
    keeps_its_promise("cut off", sitting)
