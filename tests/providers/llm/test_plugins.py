"""Test that a broken plugin of `llm` removes only its own models. Each kind of fault at the terminal."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from server.test_serving import SOURCE

GOOD = """
import llm
from rig.words import answer_for
class Good(llm.Model):
    model_id = "good"
    supports_schema = True
    def execute(self, prompt, stream, response, conversation):
        yield answer_for(f"{self.model_id} {prompt.prompt}", prompt.schema, 40)
class GoodToo(llm.AsyncModel):
    model_id = "good-too"
    supports_schema = True
    async def execute(self, prompt, stream, response, conversation):
        yield answer_for(f"{self.model_id} {prompt.prompt}", prompt.schema, 40)
class Name(Good):
    model_id = "good-too"
@llm.hookimpl
def register_models(register):
    register(Good(), aliases=("fine",))
    register(Name(), GoodToo())
"""
CALLED = """
import asyncio, llm, os, sys, time
class Bad(llm.Model):
    model_id = "bad"
    def execute(self, prompt, stream, response, conversation):
        {says}
        yield "Hm."
class BadToo(llm.AsyncModel):
    model_id = "bad"
    async def execute(self, prompt, stream, response, conversation):
        {says}
        yield "Hm."
class Alone(Bad):
    model_id = "bad-alone"
@llm.hookimpl
def register_models(register):
    register(Bad(), BadToo())
    register(Alone())
"""
LISTED = """
import llm, sys, time
class Half(llm.Model):
    model_id = "half"
    def execute(self, prompt, stream, response, conversation):
        yield "Half."
class Odd(Half):
    @property
    def model_id(self):
        raise ValueError("no id")
@llm.hookimpl
def register_models(register):
    register(Half())
    {says}
"""
BROKEN = {
    "raises at import": ("raise RuntimeError('cannot begin')", "cannot begin"),
    "leaves at import": ("import sys; print('NOISE'); sys.exit(3)", "tried to end the program"),
    "lacks a package": ("import no_such_package_here", "no_such_package_here"),
    "is no Python": ("def (", "SyntaxError"),
    "hangs at import": ("import time; time.sleep(600)", "has not finished loading"),
    "raises when listed": (LISTED.format(says="raise ValueError('no list')"), "no list"),
    "leaves when listed": (LISTED.format(says="print('NOISE'); sys.exit('gone')"), "tried to end the program"),
    "hangs when listed": (LISTED.format(says="time.sleep(600)"), "has not finished loading"),
    "registers what is no model": (LISTED.format(says="register(object())"), "model_id"),
    "has models without an id": (LISTED.format(says="register(Odd())"), "no id"),
    "raises when called": (CALLED.format(says="raise ValueError('no answer')"), ""),
    "leaves when called": (CALLED.format(says="print('NOISE'); sys.exit(3)"), ""),
    "hangs when called": (CALLED.format(says="time.sleep(600)"), ""),
    "prints when called": (CALLED.format(says="print('NOISE')"), ""),
    "closes standard output": (
        LISTED.format(says="sys.stdout.buffer.write(b'NOISE'); sys.stdout.close(); raise ValueError('closed it')"),
        "closed it",
    ),
    "cancels when called": (CALLED.format(says="raise asyncio.CancelledError"), ""),
}


def path_with(folder: Path) -> str:
    return os.pathsep.join(map(str, (SOURCE, SOURCE.with_name("tests"), folder)))


def installed(folder: Path, **modules: str) -> Path:
    """Packages whose one module is a plugin of `llm`."""
    for name, text in modules.items():
        (folder / f"{name}.py").write_text(text)
        records = folder / f"{name}-1.0.dist-info"
        records.mkdir(parents=True)
        (records / "METADATA").write_text(f"Metadata-Version: 2.1\nName: llm-{name}\nVersion: 1.0\n")
        (records / "entry_points.txt").write_text(f"[llm]\n{name} = {name}\n")
    return folder


@pytest.fixture(params=[pytest.param(each, marks=pytest.mark.slow) for each in BROKEN])
def broken(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[dict[str, str], str, str]:
    """An environment with a good plugin and a broken one, how it is broken, and what is said of it."""
    text, says = BROKEN[request.param]
    (tmp_path / "packages").mkdir()
    # their names put the broken one before the good one in one order and after it in the other
    folder = installed(tmp_path / "packages", aa_good=GOOD, mm_bad=text, zz_good=GOOD.replace("good", "last"))
    home = tmp_path / "home"
    home.mkdir()
    (home / "settings.toml").write_text("first_timeout = 5\n")
    env = {"PYTHONPATH": path_with(folder), "MOOT_HOME": str(home), "PATH": "/usr/bin:/bin",
           "LLM_USER_PATH": str(tmp_path / "llm"), "MOOT_DEMO_SPEED": "0"}  # fmt: skip
    return env, request.param, says


def moot(env: dict[str, str], *args: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "moot", *args],
        env=env, capture_output=True, text=True, timeout=300, cwd=env["MOOT_HOME"], stdin=-3, check=False,
    )  # fmt: skip


GOOD_ONES = ["llm/good", "llm/good-too", "llm/last", "llm/last-too"]


def test_nothing_is_lost_but_its_own_models(broken: tuple[dict[str, str], str, str]) -> None:
    env, how, says = broken
    listed = moot(env, "models", "--json")
    told = json.loads(listed.stdout)
    ids = [row["model"] for row in told["models"]]
    assert set(GOOD_ONES) <= set(ids), listed.stderr
    assert ("llm/half" in ids) is ("listed" in how or "closes" in how or "no model" in how or "without an id" in how)
    assert ("llm/bad" in ids) is ("when called" in how)
    if says:
        (why,) = (row["why"] for row in told["unreachable"] if row["endpoint"] == "llm")
        assert "llm-mm_bad" in why
        assert says in why
        doctor = moot(env, "doctor", "--json")
        (about,) = (row for row in json.loads(doctor.stdout)["found"] if "llm-mm_bad" in row["says"])
        slow = "hangs" in how
        assert (about["mark"], says in about["says"]) == ("note" if slow else "trouble", True)
        assert about["remedy"] or slow
        assert ("is slow" in why, "is broken" in why) == (slow, not slow)
    models = [*GOOD_ONES[:2], "rehearsal/ada", *(["llm/bad", "llm/bad-alone"] if "when called" in how else [])]
    members = [part for model in models for part in ("-m", model)]
    asked = moot(env, "ask", "What is a moot?", *members, "--chair", "llm/last", "--json")
    result = json.loads(asked.stdout)
    assert result["outcome"] in ("verdict", "inconclusive"), asked.stdout + asked.stderr
    missing = {each["seat"] for each in result["missing"] if each["stage"] == "opinions"}
    harmless = "prints" in how
    assert missing.isdisjoint({"seat-a", "seat-b", "seat-c"}), result["missing"]
    if "when called" in how and not harmless:
        assert missing == {"seat-d", "seat-e"}
        assert all(each["cause"] for each in result["missing"])
    assert "Traceback" not in listed.stderr + asked.stderr
