"""Test what Moot adds to `llm`, and that it stays fast and in order."""

from __future__ import annotations

import json
import re
import subprocess

import pytest
from click.testing import CliRunner

from extensions.compat.llm.conftest import PYTHON, ROOT, Program
from moot.cli.main import main

HEAVY = ("numpy", "sqlalchemy", "aiohttp", "fastapi", "rich", "pydantic_ai", "moot.app", "moot.protocols.registry")


def python(program: Program, code: str, **env: str) -> str:
    done = subprocess.run(
        [str(PYTHON), "-c", code],
        env={**program.env, **env},
        cwd=program.folder,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.slow
def test_councils_are_models_and_commands_are_there(program: Program) -> None:
    program.saves("mine", "rehearsal/ada", "rehearsal/bo")
    (program.folder / "moot.toml").write_text('[councils.ours]\nmembers = ["rehearsal/ada", "rehearsal/bo"]\n')
    listed = program.run("models").out
    for name in ("rehearsal", "mine", "ours"):
        assert f"Moot: {name}\n" in listed
    assert "moot" in {plugin["name"] for plugin in json.loads(program.run_apart("plugins").out)}
    assert "All commands of Moot" in program.run("--help").out
    assert "Moot: mine\n" in program.run("models", "--async").out


@pytest.mark.slow
def test_nothing_heavy_is_loaded_to_help_and_to_list(program: Program) -> None:
    program.saves("mine", "rehearsal/ada", "rehearsal/bo", protocol="consensus")
    code = f"""
import sys, llm.cli
from click.testing import CliRunner
loaded = lambda: {{name for name in {HEAVY!r} if name in sys.modules}}
helped = CliRunner().invoke(llm.cli.cli, ["--help"])
at_help = loaded()
listed = CliRunner().invoke(llm.cli.cli, ["models"])
print(sorted(at_help), sorted(loaded()), "All commands of Moot" in helped.output, "Moot: mine" in listed.output)
"""
    without = python(program, code, LLM_LOAD_PLUGINS="")  # what `llm` loads by itself
    assert without.endswith("False False")
    assert python(program, code) == without.replace("False", "True")


@pytest.mark.slow
def test_a_taken_name_is_not_registered_over(program: Program) -> None:
    for name in ("scripted-a", "short", "free"):
        program.saves(name, "rehearsal/ada", "rehearsal/bo")
    program.run("aliases", "set", "short", "scripted-b")
    listed = program.run("models")
    assert "Scripted: scripted-a" in listed.out.replace("Sync", "Scripted")
    assert "Moot: scripted-a" not in listed.out
    assert "Moot: short" not in listed.out
    assert "Moot: free" in listed.out
    assert "'scripted-a' is not listed, because `llm` has another model of this name." in listed.err
    assert "scripted" not in program.run("-m", "free", "Yes?").err.replace("scripted voices", "")
    code = (
        "from moot.extensions.compat.llm.names import taken_by_llm as t\n"
        "print(t('scripted-a'), '|', t('short'), '|', t('free'))"
    )
    assert python(program, code) == "Sync: scripted-a | Sync: scripted-b | None"


def test_broken_files_are_in_nobodys_way(program: Program) -> None:
    program.saves("good", "rehearsal/ada", "rehearsal/bo")
    (program.home / "councils" / "bad.toml").write_text("members = 3\n")
    listed = program.run("models")
    assert listed.code == 0
    assert "Moot: good" in listed.out
    assert "'bad' is not listed" in listed.err
    (program.folder / "moot.toml").write_text("this is no TOML")
    listed = program.run("models")
    assert listed.code == 0
    assert "Moot: good" not in listed.out
    assert "is not TOML" in listed.err
    assert program.run("-m", "scripted-a", "Hello?").code == 0


@pytest.mark.slow
def test_the_mirror_says_what_moot_says(program: Program) -> None:
    asking = ["ask", "--seed", "s", "--quiet", "--council", "rehearsal", "Is it so?"]
    done = subprocess.run(
        [str(PYTHON), "-m", "moot", *asking], env=program.env, cwd=program.folder, capture_output=True, text=True
    )
    apart = program.run_apart("moot", *asking)
    assert (apart.code, apart.out, apart.err) == (done.returncode, done.stdout, done.stderr)
    for args in (
        ["--version"],
        ["councils"],
        ["councils", "show", "rehearsal"],
        asking,
        ["sessions", "show", "nothing"],
        ["nothing"],
        ["help", "consensus"],
        ["ask", "--council", "rehearsal", "--json", ""],
    ):
        own = CliRunner().invoke(main, args)
        through = program.run("moot", *args)
        told = re.sub(r"(python -m )?llm moot", "moot", through.err)
        assert (through.code, through.out, told) == (own.exit_code, own.stdout, own.stderr), args
    helped = program.run("moot", "sessions", "--help").out
    assert "llm moot sessions [OPTIONS]" in helped
    assert "resume" in helped
    wrong = program.run("moot", "ask", "--nothing")
    assert wrong.code == 2
    assert "llm moot ask --help" in wrong.err
    assert program.run("moot", "serve", "--help").code == 0


PAGE = (ROOT / "docs" / "bridges.md").read_text()
FIRST, OWN, *REST = re.findall(r"```sh\n(.*?)```", PAGE, re.S)


@pytest.mark.slow
@pytest.mark.parametrize("pages", [[FIRST, *REST], [OWN]], ids=["first", "own"])  # a council of one's own needs no more
def test_every_command_runs(program: Program, pages: list[str]) -> None:
    lines = [line for block in pages for line in block.splitlines()]
    assert len(lines) > 6
    for line in lines:
        script = f'llm() {{ "{PYTHON}" -m llm "$@"; }}\ngit() {{ echo "commit 1: a bridge"; }}\n{line}\n'
        done = subprocess.run(
            ["sh", "-c", script], env=program.env, cwd=program.folder, capture_output=True, text=True, timeout=300
        )
        assert done.returncode == 0, f"{line}\n{done.stderr}"
        assert done.stdout.strip() or "aliases" in line, line
        assert "Traceback" not in done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("block", re.findall(r"```python\n(.*?)```", PAGE, re.S))
def test_every_program_runs(program: Program, block: str) -> None:
    done = subprocess.run(
        [str(PYTHON), "-c", block], env=program.env, cwd=program.folder, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stderr
    assert len(done.stdout) > 500


CODE = """
import asyncio, json, sys
import llm

model = llm.get_model("panel")
response = model.prompt("Which bridge?", max_iterations=1)
pieces = list(response)
assert "".join(pieces) == response.text() != ""
told = response.json()
assert told["outcome"] == "verdict", told
assert response.usage().output > 0

conversation = model.conversation()
first = conversation.prompt("It is of oak.").text()
second = conversation.prompt("What is it of?")
assert [each.role for each in second.prompt.messages] == ["user", "assistant", "user"]
second.text()

try:
    model.prompt("Which?", max_iterations=0)
except ValueError as error:
    assert "lies between 1 and 20" in str(error), error
else:
    raise AssertionError

async def main():
    other = llm.get_async_model("panel")
    said = [piece async for piece in other.prompt("Which bridge?")]
    assert "".join(said), said
    inside = model.prompt("And in a notebook?").text()  # the synchronous one where a loop runs
    assert inside
    answers = await asyncio.gather(*(other.prompt(f"Question {n}?").text() for n in range(20)))
    assert len([answer for answer in answers if answer]) == 20
    left = other.prompt("Who leaves?")
    task = asyncio.ensure_future(left.text())
    await asyncio.sleep(0.05)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    return await other.prompt("And after that?").text()

assert asyncio.run(main())

try:
    llm.get_model("lost").prompt("Well?").text()
except llm.ModelError as error:
    assert "out of order" in str(error), error
else:
    raise AssertionError
print("done")
"""


@pytest.mark.slow
def test_from_python(program: Program) -> None:
    members = ("llm/scripted-a", "llm/scripted-b")
    offices = {"arbiter": "llm/scripted-arbiter"}
    program.saves("panel", *members, protocol="consensus", offices=offices, options={"max_iterations": 1})
    program.saves("lost", "llm/scripted-c", "llm/scripted-c", chair="llm/scripted-arbiter")
    program.behave(scripted_c="fail")
    done = subprocess.run(
        [str(PYTHON), "-W", "error", "-c", CODE], env=program.env, cwd=program.folder, capture_output=True,
        text=True, timeout=300,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "done"
    assert done.stderr == ""
