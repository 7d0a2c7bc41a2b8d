"""Are a small model's ballots read where nobody told that its server takes a schema? The engine's own child, added by
hand as an endpoint of which nothing is known but its address."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from local.small_model import HOME, PATIENT, small_model
from moot.engine.process import BATCH
from moot.protocols import registry
from moot.protocols.adjudication.ballots import Rebuttals
from moot.protocols.claim_vote.ballots import ClaimVotes, Reviews
from moot.protocols.consensus.ballots import Pick, Placement
from moot.protocols.debate.ballots import OpinionScores, Stances
from moot.protocols.protocol import Floor, Options, protocol
from moot.protocols.wording import Wording
from moot.providers.adapting import UNTOLD
from moot.providers.directory import Directory
from moot.sessions.opening import Asked
from moot.sessions.runner import HouseRules, Runner
from moot.transcripts.in_memory import MemoryTranscript
from moot.vocabulary.ballots import Ballot, Ranking
from moot.vocabulary.councils import Council
from moot.vocabulary.events import BallotRead, BallotSpoiled, Body, SeatFailed
from moot.vocabulary.statements import Answers, Statement
from moot.vocabulary.verdicts import Verdict

pytestmark = [pytest.mark.local, pytest.mark.slow]
SESSIONS = int(os.environ.get("MOOT_LOCAL_SESSIONS", "3"))
"""Sessions of three seats, each of which gives a ballot of each kind."""
MOST_WRITTEN = 400
"""Tokens of a ballot at the most: its texts are held short enough for that."""
LEAST_READ = 0.95


@pytest.fixture
def served() -> Iterator[str]:
    """The base address of the smallest model, behind no key."""
    if importlib.util.find_spec("xllamacpp") is None:
        pytest.skip("there is no wheel of xllamacpp for this platform")
    small_model()
    told = {
        "parent": os.getpid(),
        "binary": "",
        "model": str(HOME / "models" / "smollm2-135m.gguf"),
        "name": "smollm2",
        "key": "k",
        "port": 0,
        "context": 8192,
        "threads": 1,
        "batch": BATCH,
        "sleep": -1,
    }
    child = subprocess.Popen(
        [sys.executable, "-m", "moot.engine.child"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        assert child.stdin is not None
        assert child.stdout is not None
        child.stdin.write(f"{json.dumps(told)}\n")
        child.stdin.flush()
        yield child.stdout.readline().removeprefix("MOOT ").strip() + "/v1"
    finally:
        child.kill()
        child.communicate()


BALLOT = Wording(
    "ballot",
    """
$ballot

The texts, each between its marks:

$answers

They answer: Why build bridges of stone?
""",
    uses="ballot answers",
)
KINDS: tuple[type[Ballot], ...] = (
    Ranking, OpinionScores, Stances, Reviews, ClaimVotes, Rebuttals, Pick, Placement,
)  # fmt: skip
"""Forms of four protocols: ranks, marks, stances, words on each text, votes, objections, a choice, a placing."""
TEXTS = (
    "A bridge of stone carries carts for three hundred years.",
    "Stone is near the river, and masons know how to lay it.",
    "Wood burns and rots, and iron was dear.",
)


@protocol(name="many-ballots", title="The same three texts on ballots of many kinds", stages=("ballots",))
async def many_ballots(floor: Floor, options: Options) -> Verdict:
    """Each member gives a ballot of each kind on the others' texts."""
    async with floor.stage("ballots"):
        texts = zip(floor.seats, TEXTS, strict=True)
        said = [Statement(key=f"texts/{seat.id}", seat=seat.id, text=text) for seat, text in texts]
        for kind in KINDS:
            name = kind.__struct_config__.tag
            assert isinstance(name, str)
            await floor.poll(floor.deal(Answers(statements=tuple(said)), about=name), BALLOT, read=kind, quorum=0)
    return await floor.withhold("Ballots are counted, and nothing is asked.")


async def test_its_ballots_are_read_by_schema(served: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    find = registry.find
    monkeypatch.setattr(registry, "find", lambda name: many_ballots if name == many_ballots.name else find(name))
    (tmp_path / "endpoints.toml").write_text(f'[mine]\nurl = "{served}"\nprivate = true\nkey_env = ["MINE"]\n')
    directory = Directory(tmp_path, {"MINE": "k"})
    assert directory.abilities_of("mine/smollm2").schema == UNTOLD
    transcript = MemoryTranscript()
    runner = Runner(transcript, directory, HouseRules(door="python", limits=PATIENT))
    bodies: list[Body] = []
    for number in range(SESSIONS):
        council = Council(
            members=("mine/smollm2:3",),
            chair="mine/smollm2",
            protocol=many_ballots.name,
            options={"temperature": 0.7, "max_output": MOST_WRITTEN, "deadline": 7_200.0},
        )
        session = await runner.convene(Asked(question="Which text is best?", council=council, seed=str(number)))
        await runner.ended(session)
        bodies += [event.body for event in await transcript.read(session)]
    await runner.close()
    await directory.close()
    read = [body for body in bodies if isinstance(body, BallotRead)]
    spoiled = [body for body in bodies if isinstance(body, BallotSpoiled)]
    failed = [body.cause for body in bodies if isinstance(body, SeatFailed)]
    repaired = sum(body.repaired for body in read)
    print(f"\n{len(read) - repaired} ballots read at once, {repaired} after repair, {len(spoiled)} spoiled")
    for body in spoiled:
        print(f"  spoiled: {body.why}")
    assert failed == []
    assert len(read) + len(spoiled) == SESSIONS * len(KINDS) * len(TEXTS)
    assert len(read) >= LEAST_READ * (len(read) + len(spoiled))
    assert all(body.how == "schema" for body in read)
