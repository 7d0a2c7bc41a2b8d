"""Does a broken plugin of `llm` take away anything but its own models? All at once, and each at every door."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

from moot.providers.llm.plugins import STILL, Installed
from server.test_serving import SOURCE, served

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
ALL_AT_ONCE = """
import json, time
from moot.providers.llm.plugins import Plugins
plugins = Plugins()
found = plugins.look(within=0.2)
until = time.monotonic() + 300
while "openai" in str(found.troubles) and time.monotonic() < until:  # one that is only slow is there at a later look
    time.sleep(0.1)
    found = plugins.look(within=0.2)
print(json.dumps({"names": found.names, "troubles": dict(found.troubles), "aliases": "fine" in found.spoken}))
"""


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


@pytest.mark.slow
def test_with_every_kind_of_broken_plugin_the_good_ones_are_there(tmp_path: Path) -> None:
    names = {f"bad_{number:02}": how for number, how in enumerate(BROKEN)}
    folder = installed(tmp_path, aa_good=GOOD, **{name: BROKEN[how][0] for name, how in names.items()},
                       zz_last=GOOD.replace("good", "last"))  # fmt: skip
    (tmp_path / "llm").mkdir()
    (tmp_path / "llm/aliases.json").write_text("{half")
    env = {"PYTHONPATH": path_with(folder), "LLM_USER_PATH": str(tmp_path / "llm"), "PATH": "/usr/bin"}
    ran = subprocess.run([sys.executable, "-c", ALL_AT_ONCE], env=env, capture_output=True, text=True, check=False)
    told = json.loads(ran.stdout)  # nothing else was printed there
    assert {"good", "good-too", "last", "last-too", "half", "bad"} <= set(told["names"])
    assert told["aliases"]
    says = {f"llm-{name}": BROKEN[how][1] for name, how in names.items() if BROKEN[how][1]}
    assert told["troubles"].keys() == {*says, "aliases.json"}
    assert [name for name, words in says.items() if words not in told["troubles"][name]] == []


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


SLOW = f"import time; time.sleep(6)\n{GOOD.replace('good', 'late')}"


@pytest.mark.slow
def test_a_plugin_that_takes_long_is_waited_for_and_nothing_is_wrong_with_it(tmp_path: Path) -> None:
    (tmp_path / "packages").mkdir()
    folder = installed(tmp_path / "packages", mm_slow=SLOW)
    env = {"PYTHONPATH": path_with(folder), "MOOT_HOME": str(tmp_path), "PATH": "/usr/bin:/bin",
           "LLM_USER_PATH": str(tmp_path / "llm")}  # fmt: skip
    found = json.loads(moot(env, "doctor", "--json").stdout)["found"]
    assert [row for row in found if "llm-mm_slow" in row["says"]] == []


def test_a_plugin_that_is_still_at_it_is_slow_and_not_broken() -> None:
    found = Installed(troubles={"llm-late": STILL, "llm-bad": "ValueError: no list"})
    assert found.unfinished
    assert found.broken() == ("The `llm` plugin llm-bad is broken: ValueError: no list.",)
    assert found.slow() == (
        "The `llm` plugin llm-late is slow: it has not finished loading; its models are there once it has.",
    )
    assert found.without() == f"{found.broken()[0]} {found.slow()[0]}"


def test_a_server_goes_on(broken: tuple[dict[str, str], str, str]) -> None:
    env, how, says = broken
    variables = {key: value for key, value in env.items() if key not in ("MOOT_HOME", "PYTHONPATH")}
    with served(Path(env["MOOT_HOME"]), **variables, PYTHONPATH=env["PYTHONPATH"]) as (process, client):
        deadline = time.monotonic() + 300
        while True:
            told = client.get("/api/models").json()
            (row,) = (each for each in told["endpoints"] if each["endpoint"] == "llm")
            if "did not answer" not in row["error"] or time.monotonic() > deadline:
                break
        assert set(GOOD_ONES) <= {each["model"] for each in told["models"]}
        assert says in row["error"]
        bad = ["llm/bad"] if "when called" in how else ["llm/half"]
        body = {"question": "What is a moot?", "members": [*GOOD_ONES[:3], *bad], "chair": "llm/last-too"}
        made = client.post("/api/sessions", json=body)
        if made.status_code == 201:
            session = made.json()["session"]
            result = client.get(f"/api/sessions/{session}", params={"wait": 50}).json()
            assert result["outcome"] in ("verdict", "inconclusive"), result
            missing = {each["seat"] for each in result["missing"] if each["stage"] == "opinions"}
            assert missing <= {"seat-d"}
        assert client.get("/api/health").json()["status"] == "ok"
        assert process.poll() is None
        with httpx.Client(base_url=client.base_url, trust_env=False) as stranger:
            assert stranger.get("/api/health").status_code == 401
