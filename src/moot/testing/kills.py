"""Kill the process that runs a session at each commit and resume it: `python -m moot.testing.kills`.

It runs one session undisturbed, then for each commit forks a process that is killed there with SIGKILL, and one that
resumes the session; and prints the result of each as JSON. It is a process of its own, because only a process without a
second thread may fork.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import tempfile
from itertools import count
from pathlib import Path
from typing import Any

import moot.demo.provider  # noqa: F401  # what every fork needs is loaded once, before the first
from moot.app import Application
from moot.errors import UnknownName
from moot.protocols import registry
from moot.request import Ask
from moot.sessions.opening import SessionOpening
from moot.testing.bench import CHAIR, MEMBERS, listened
from moot.transcripts import crash_points
from moot.vocabulary.councils import Council
from moot.vocabulary.state import state_of

PLACES = ("before", "inside", "after")
MOST = 200
"""Number of commits after which a session that has not ended is considered endless."""
SESSION = "killed"
QUESTION = "Should a small team split its monolith into services?"


async def _live(home: Path, protocol: str) -> None:
    app = await Application.opened("python", home, project=home / "moot.toml", demo_speed=0)
    heard = listened(app, None)
    try:
        begun = bool(await app.transcript.read(SESSION))
    except UnknownName:
        begun = False
    if not begun:
        council = Council(members=MEMBERS, chair=CHAIR, protocol=protocol)
        await app.runner.convene(SessionOpening(ask=Ask(question=QUESTION, council=council, seed="s")), session=SESSION)
    elif state_of(await app.transcript.read(SESSION)).status == "running":
        await app.runner.resume(SESSION, automatic=True)
    await app.runner.ended(SESSION)
    state = state_of(await app.transcript.read(SESSION))
    told: dict[str, Any] = {"status": state.status, "digest": state.digest, "keys": sorted(c.key for c in heard.calls)}
    (home / "told.json").write_text(json.dumps(told))
    await app.close()


def lived(home: Path, protocol: str, order: str = "") -> bool:
    """Run a session of the protocol in a forked process until it ends or is killed. Return whether it was killed.

    `order` says at which point the process kills itself. If `order` is empty, it does not.
    """
    pid = os.fork()
    if pid == 0:
        code = 1
        try:
            crash_points.order(order)
            asyncio.run(_live(home, protocol))
            code = 0
        except BaseException:
            import traceback

            traceback.print_exc()
        finally:
            sys.stderr.flush()
            os._exit(code)
    _, status = os.waitpid(pid, 0)
    if os.WIFSIGNALED(status):
        return True
    if os.WEXITSTATUS(status):
        raise SystemExit(f"A process that held a session of {protocol!r} failed; see above.")
    return False


def tried(protocol: str, step: int) -> dict[str, Any]:
    """Run a session of the protocol without interruption. Then, for every `step`-th commit, run a session that is
    killed there and resumed. Return how each ended."""
    registry.loaded()
    with tempfile.TemporaryDirectory() as folder:
        calm = Path(folder, "calm")
        calm.mkdir()
        lived(calm, protocol)
        kills = {}
        for offset, place in enumerate(PLACES):
            for number in count(1 + offset, step):
                home = Path(folder, f"{place}-{number}")
                home.mkdir()
                if number > MOST:
                    raise SystemExit(f"A session of {protocol!r} is not over after {MOST} commits.")
                if not lived(home, protocol, f"commit:{place}:{number}"):
                    break
                lived(home, protocol)
                kills[home.name] = json.loads((home / "told.json").read_text())
        return {"calm": json.loads((calm / "told.json").read_text()), "kills": kills}


if __name__ == "__main__":
    print(json.dumps(tried(sys.argv[1], int(sys.argv[2]))))
