"""Test a real engine in a council: two llama.cpp servers with random weights, called over HTTP like any other endpoint,
vote by their ballot's schema. Whatever the weights produce, every ballot is valid.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from cases import slow_except
from extensions.local.weights.engines import engine, needs_engine
from moot.protocols import registry
from moot.providers.directory import Directory
from moot.providers.provider import CallLimits
from moot.request import Ask
from moot.sessions.opening import SessionOpening
from moot.sessions.runner import Runner, RunnerRules
from moot.transcripts.in_memory import MemoryTranscript
from moot.vocabulary.councils import Council
from moot.vocabulary.events import BallotRead, BallotSpoiled, SeatSpoke
from moot.vocabulary.state import state_of

pytestmark = pytest.mark.local
PATIENT = CallLimits(connect=10, first=60, between=60, total=120)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A home with two endpoints, a random model behind each."""
    needs_engine()
    folder = tmp_path_factory.mktemp("engines")
    (folder / "traits.toml").write_text('["engine-*"]\nschema = "json_schema"\ncontext = 16384\nmax_output = 6000\n')
    with engine(folder, 1) as one, engine(folder, 2) as two:
        directory = Directory(folder, {})
        for name, url in (("engine-one", one), ("engine-two", two)):
            directory.endpoints.add(name, {"url": url, "private": True, "price": "free", "concurrency": 1})
        yield folder


@pytest.mark.slow
@pytest.mark.fast(1)
@pytest.mark.parametrize("protocol", slow_except(registry.names(), "peer-review", "consensus"))
async def test_a_council_of_real_engines_comes_to_an_end_by_schema(home: Path, protocol: str) -> None:
    directory, transcript = Directory(home, {}), MemoryTranscript()
    runner = Runner(transcript, directory, RunnerRules(door="python", limits=PATIENT))
    council = Council(
        members=("engine-one/random-1:2", "engine-two/random-2:2"),
        chair="engine-one/outsider",
        protocol=protocol,
        options={"max_output": 6000, "temperature": 1.0},
    )
    session = await runner.convene(
        SessionOpening(ask=Ask(question="How strong is a stone bridge?", council=council, seed="local"))
    )
    await runner.ended(session)
    events = await transcript.read(session)
    state = state_of(events)
    await runner.close()
    await directory.close()
    assert state.status in ("verdict", "inconclusive"), state.message
    assert state.verdict is not None
    assert state.verdict.text or state.verdict.reason
    said = [event.body for event in events if isinstance(event.body, SeatSpoke)]
    # By chance such an engine writes until its limit, and half a form is no ballot; to abstain is theirs to do.
    cut = {body.seat for body in said if body.settled == "truncated"}
    assert {gone.seat for gone in state.verdict.missing if gone.failed != "abstained"} <= cut
    ballots = [event.body for event in events if event.key.endswith(":ballot")]
    kind = registry.find(protocol)
    later = [planned for planned in kind.planned(2, kind.options(), {}) if planned.stage != kind.stages[0].name]
    assert len(ballots) >= min(4, max(1, sum(planned.calls for planned in later) - 1))  # the last call is the verdict's
    for ballot in ballots:
        assert isinstance(ballot, (BallotRead, BallotSpoiled))
        assert (isinstance(ballot, BallotRead) and ballot.how == "schema") or ballot.reader in cut
    # A text of blanks meets the schema and says nothing: by chance such an engine writes one, and is asked again.
    assert sum(ballot.repaired for ballot in ballots if isinstance(ballot, BallotRead) and ballot.reader not in cut) < 2
    assert all(body.settled in ("ok", "truncated") for body in said)
    print(f"{protocol}: {state.status}, {len(said)} calls, {len(ballots)} ballots by schema")
