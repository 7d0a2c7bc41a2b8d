"""Test what Moot adds to `llm`, and that it stays fast and in order."""

from __future__ import annotations

import json
import re
import subprocess

import pytest
from click.testing import CliRunner

from moot.cli.main import main

from .conftest import PYTHON, Program

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
