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
from moot.providers.directory import Directory
from moot.sessions.opening import Asked
from moot.sessions.runner import HouseRules, Runner
from moot.transcripts.in_memory import MemoryTranscript
from moot.vocabulary.councils import Council
from moot.vocabulary.events import BallotRead, BallotSpoiled

pytestmark = [pytest.mark.local, pytest.mark.heavy]
SESSIONS = int(os.environ.get("MOOT_LOCAL_SESSIONS", "7"))
"""Peer reviews of three seats, a ballot each."""
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


async def test_its_ballots_are_read_by_schema(served: str, tmp_path: Path) -> None:
    (tmp_path / "endpoints.toml").write_text(f'[mine]\nurl = "{served}"\nprivate = true\nkey_env = ["MINE"]\n')
    directory = Directory(tmp_path, {"MINE": "k"})
    transcript = MemoryTranscript()
    runner = Runner(transcript, directory, HouseRules(door="python", limits=PATIENT))
    bodies = []
    for number in range(SESSIONS):
        council = Council(
            members=("mine/smollm2:3",),
            chair="mine/smollm2",
            protocol="peer-review",
            options={"quorum": 1, "temperature": 0.7},
        )
        question = "Name one reason to build bridges of stone."
        session = await runner.convene(Asked(question=question, council=council, seed=str(number)))
        await runner.ended(session)
        bodies += [event.body for event in await transcript.read(session)]
    await runner.close()
    await directory.close()
    read = [body for body in bodies if isinstance(body, BallotRead)]
    spoiled = [body for body in bodies if isinstance(body, BallotSpoiled)]
    print(f"\n{len(read)} ballots read, {len(spoiled)} spoiled: {[body.why for body in spoiled]}")
    assert len(read) + len(spoiled) >= 2 * SESSIONS
    assert len(read) >= LEAST_READ * (len(read) + len(spoiled))
    assert all(body.how == "schema" for body in read)
