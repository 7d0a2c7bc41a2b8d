"""Measure B7 (resume), B10 (start of `moot`), B11 (prompt characters) and B24 (start of `llm`)."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from benchmarks.budgets import lines_of
from benchmarks.council import QUESTION, ROOT, Stopwatch, council, deliberated, house_at, median, upstream
from moot.library.shelf import CouncilShelf
from moot.request import Ask
from moot.transcripts.lease import holder_here
from moot.transcripts.log import Log, RunningClock
from moot.vocabulary.events import FindingMade, SeatAsked, SessionResumed, SessionStopped
from moot.vocabulary.findings import Note
from moot.vocabulary.state import state_of

# What the published three-stage council sends around the texts, in characters: its review instructions and its chair's.
REVIEW_WRAPPER = 1_500
CHAIR_WRAPPER = 1_000


async def resume() -> dict[str, Any]:
    """B7: taking up a session of 2,000 events without asking anyone, in a warm process."""
    with upstream([{"words": 60}]) as url:
        async with house_at(url) as app:
            took = []
            for _ in range(5):
                session = await app.convene(
                    Ask(question=QUESTION, council=council(), seed="bench", options={"quorum": 4})
                )
                await app.runner.stop(session)
                lease = await app.transcript.take(session, holder_here("python"))
                events = await app.transcript.read(session)
                log = Log(app.transcript, lease, events, RunningClock(events[-1].t))
                await log.commit(("resumed.1", SessionResumed(door="python", after="stopped")))
                filler = FindingMade(name="filler", finding=Note(title="filler", text="x" * 200))
                await log.commit(*((f"filler/n{n}", filler) for n in range(2_000 - len(events) - 2)))
                await log.commit(("stopped.2", SessionStopped(outcome="stopped", reason="asked", message="Bench.")))
                await app.transcript.release(lease)
                with Stopwatch() as watch:
                    await app.runner.resume(session)
                took.append(watch.wall)
                await app.runner.ended(session)
    return {"ms": round(median(took), 1), "budget_ms": 100}


async def prompts() -> dict[str, Any]:
    """B11: characters of all prompts of one review, against what the published council sends for the same answers."""
    figures = {}
    for words in (200, 500):
        with upstream([{"words": words}]) as url:
            async with house_at(url) as app:
                session = await deliberated(app)
                events = await app.transcript.read(session)
                sent = 0
                for event in events:
                    if isinstance(event.body, SeatAsked):
                        text = await app.transcript.text(event.body.prompt)
                        messages, _ = msgspec.json.decode(text or "[[], null]")
                        sent += sum(len(message[1]) for message in messages)
                moves = state_of(events).moves
        answers = sum(len(move.text) for key, move in moves.items() if key.startswith("opinions/"))
        reviews = sum(len(move.text) for key, move in moves.items() if key.startswith("review/"))
        question = len(QUESTION)
        published = 4 * question + 4 * (REVIEW_WRAPPER + question + answers)
        published += CHAIR_WRAPPER + question + answers + reviews
        figures[f"{words}_words"] = {"ours": sent, "published": published, "ratio": round(sent / published, 2)}
    return {**figures, "budget": 0.75}


def start_up() -> dict[str, Any]:
    """B10: CPU of `moot --help`; wall of `moot ask` with the scripted voices."""
    with tempfile.TemporaryDirectory() as home:
        run = partial(_run, home, "moot")
        run("--help")
        helps = [run("--help") for _ in range(5)]
        first = run("ask", QUESTION)
        asks = [run("ask", QUESTION) for _ in range(5)]
    return {
        "help_cpu_s": round(median([took.cpu for took in helps]), 3),
        "ask_wall_s": round(median([took.wall for took in asks]), 2),
        "first_ask_wall_s": round(first.wall, 2),
        "ask_cpu_s": round(median([took.cpu for took in asks]), 3),
        "budget": "0.25 s CPU, 0.45 s wall",
    }


def beside_llm() -> dict[str, Any]:
    """B24: CPU of `llm` with our plugin, over a start of `llm` without any; in turn."""
    commands: dict[str, tuple[list[str], dict[str, str]]] = {
        "plain": (["--version"], {"LLM_LOAD_PLUGINS": ""}),
        "consortium list": (["consortium", "list"], {}),
        "models list": (["models", "list"], {}),
    }
    with tempfile.TemporaryDirectory() as home:
        CouncilShelf(Path(home)).save(replace(council(protocol="consensus"), name="bench"), replace=True)
        took: dict[str, list[float]] = {name: [] for name in commands}
        for number in range(8):
            for name, (words, environment) in commands.items():
                cpu = _run(home, "llm", *words, LLM_USER_PATH=home, **environment).cpu
                if number:
                    took[name].append(cpu)
    plain = median(took["plain"])
    over = {f"{name} over plain": round(median(took[name]) / plain, 2) for name in commands if name != "plain"}
    return {"plain_cpu_s": round(plain, 3), **over, "budget": 1.1}


class Took(NamedTuple):
    """What a process took, in seconds."""

    wall: float
    cpu: float


def _run(home: str, module: str, *arguments: str, **environment: str) -> Took:
    """Run a module as a program in this home."""
    environment = {**os.environ, "MOOT_HOME": home, "PYTHONPATH": str(ROOT / "src"), **environment}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # whoever installs Moot has its bytecode
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with Stopwatch() as watch:
        command = [sys.executable, "-m", module, *arguments]
        subprocess.run(command, env=environment, cwd=home, check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return Took(watch.wall / 1000, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def write(figures: dict[str, Any], file: Path) -> None:
    """Prints the figures and keeps them."""
    text = json.dumps(figures, indent=2)
    file.write_text(text + "\n")
    sys.stdout.write(text + "\n")
    sys.stderr.write("".join(f"{line}\n" for line in lines_of(figures)))
