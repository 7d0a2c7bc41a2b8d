"""Does every prompt fit its reader? Five real engines with random weights and contexts of 2,048 to 8,192 tokens."""

from __future__ import annotations

import importlib.util
import warnings
from pathlib import Path

import pytest

from local.make_gguf import make_gguf
from local.small_model import PATIENT
from moot.providers.directory import Directory
from moot.sessions.opening import Asked
from moot.sessions.runner import HouseRules, Runner
from moot.transcripts.in_memory import MemoryTranscript
from moot.vocabulary.councils import Council
from moot.vocabulary.events import FindingMade, SeatFailed, SeatSpoke, SheetDealt
from moot.vocabulary.state import state_of
from sampled import sampled

pytestmark = pytest.mark.local
CONTEXTS = (2_048, 3_072, 4_096, 6_144, 8_192)
DEBATES = 20
QUESTION = "How strong is a stone bridge, and by which test would one find that out before the first cart crosses it?"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with a model of each context, which Moot's own engine runs."""
    if importlib.util.find_spec("xllamacpp") is None:
        warnings.warn("xllamacpp is not installed: NO REAL ENGINE IS TESTED", pytest.PytestWarning, stacklevel=1)
        pytest.skip("there is no wheel of xllamacpp for this platform")
    folder = tmp_path_factory.mktemp("contexts")
    (folder / "models").mkdir()
    for seed, context in enumerate(CONTEXTS, start=1):
        make_gguf(folder / "models" / f"of-{context}.gguf", seed, context)
    return folder


@pytest.mark.parametrize("number", sampled(range(DEBATES), 0))
async def test_no_seat_of_a_debate_is_lost_to_length(home: Path, number: int) -> None:
    directory, transcript = Directory(home, {}), MemoryTranscript()
    await directory.listed("local")
    runner = Runner(transcript, directory, HouseRules(door="python", limits=PATIENT))
    members = tuple(f"local/of-{context}" for context in CONTEXTS)
    council = Council(members=members, chair=members[-1], protocol="debate", options={"temperature": 1.0})
    session = await runner.convene(Asked(question=QUESTION, council=council, seed=str(number)))
    await runner.ended(session)
    events = await transcript.read(session)
    await runner.close()
    await directory.close()
    state, bodies = state_of(events), [event.body for event in events]
    spoke = [body for body in bodies if isinstance(body, SeatSpoke)]
    failed = [body for body in bodies if isinstance(body, SeatFailed)]
    widest = max(body.usage.input + body.usage.output for body in spoke if body.seat == "seat-a")
    cut = sum(any(entry.cut for entry in body.entries) for body in bodies if isinstance(body, SheetDealt))
    print(f"\n{state.status}: {len(spoke)} answers, {cut} sheets shortened, {widest} of {CONTEXTS[0]} tokens at most")
    assert [f"{body.seat}: {body.cause}" for body in failed] == []
    assert [f"{body.seat}: {body.usage}" for body in spoke if body.settled == "truncated"] == []
    assert state.status in ("verdict", "inconclusive"), (state.reason, state.message)
    roles = next(body.finding for body in bodies if isinstance(body, FindingMade) and body.name == "roles")
    assert roles.chair != "seat-a"  # it could not be shown what the chair of five reads
