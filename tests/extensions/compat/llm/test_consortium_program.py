"""Test a consortium in the program `llm` itself: saved, asked, continued, listed, many at once."""

from __future__ import annotations

import asyncio
import json

from rig.script import Asked
from rig.upstream import Upstream

from .conftest import Program

MEMBERS = ("-m", "scripted-a", "-m", "scripted-b:2", "--arbiter", "scripted-arbiter", "--max-iterations", "1")


def test_consortia_of_the_published_package_are_imported_beside_it(program: Program) -> None:
    settings = {
        "models": {"scripted-a": 1, "scripted-b": 1}, "arbiter": "scripted-arbiter", "max_iterations": 1,
        "strategy": "voting", "strategy_params": {"temperament": "calm"},
    }  # fmt: skip
    file = program.folder / "exported.json"
    file.write_text(json.dumps([{"name": name, **settings} for name in ("one", "two", "three")]))
    published = {"PUBLISHED_CONSORTIA": "one two three other"}
    before = program.run_apart("-m", "one", "Well?", **published)
    assert before.out.strip() == "from the published package", before.err
    came = program.run_apart("moot", "consortium", "import", str(file), **published)
    assert came.code == 0, came.out
    assert "3 of 3 consortia taken over" in came.out
    assert "has no setting `temperament`; it is ignored" in came.out
    asked = program.run_apart("-m", "one", "Which bridge is better?", **published)
    assert (asked.code, asked.err) == (0, "")
    (run,) = json.loads(program.run_apart("consortium", "runs", "--json").out)
    told = json.loads(program.run_apart("consortium", "run-info", run["id"], "--json").out)
    assert asked.out.strip() == told["decisions"][0]["synthesis"].strip(), "and nothing else is printed"
    refused = program.run_apart("moot", "consortium", "save", "other", *MEMBERS, **published)
    assert refused.code == 2
    assert "already" in refused.err


async def test_a_file_that_cannot_be_written_any_more_costs_no_answer(program: Program, upstream: Upstream) -> None:
    folder = program.folder / "out"
    folder.mkdir()

    def removes(asked: Asked) -> None:
        if folder.exists():
            folder.rmdir()

    upstream.script = removes
    program.seats(upstream)
    members = ("-m", "up/alpha:2", "--arbiter", "up/gamma")
    ran = await program.ran("consortium", "run", *members, "Well?", "--output", "out/run.json", "-q")
    assert ran.code == 2
    assert ran.out.strip(), "the answer is there all the same"
    assert "Nothing can be written in out" in ran.err
    (session,) = await asyncio.to_thread(program.sessions)
    assert f"export-trace {session['session'][:8]}" in ran.err
