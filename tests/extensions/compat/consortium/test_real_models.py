"""Models of `llm` over HTTP: four runs in one process, conversations, turns, survivors, and answers without their mark.

They are asked through a real socket: async ones by `llm`'s own client, synchronous ones by a plugin written here.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import urllib.error
import urllib.request
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import llm
import pytest

from moot.extensions.compat.consortium.orchestrate import create_consortium
from rig.script import Plan
from rig.upstream import Upstream

ROOT = Path(__file__).parents[4]
REPEATED = """
import gc, sys
from moot import create_consortium
for number in range(4):
    consortium = create_consortium(["alpha:2", "beta"], arbiter="gamma", max_iterations=1)
    told = consortium.orchestrate(f"Question {number}?", consortium_id="one")
    gc.collect()
    print(told["metadata"]["outcome"], len(told["iterations"][0]["model_responses"]))
"""


class Plain(llm.Model):
    """A synchronous model that reads the conversation as plugins do, and posts it."""

    can_stream = False
    url = ""

    def __init__(self, name: str) -> None:
        self.model_id = name

    def execute(self, prompt: Any, stream: bool, response: Any, conversation: Any) -> Iterator[str]:
        messages, system = [], None
        for earlier in conversation.responses if conversation else ():
            if earlier.prompt.system and earlier.prompt.system != system:
                system = earlier.prompt.system
                messages.append({"role": "system", "content": system})
            messages.append({"role": "user", "content": earlier.prompt.prompt})
            messages.append({"role": "assistant", "content": earlier.text_or_raise()})
        if prompt.system and prompt.system != system:  # what holds already is not said again, as in `llm`'s own models
            messages.append({"role": "system", "content": prompt.system})
        messages.append({"role": "user", "content": prompt.prompt})
        body = json.dumps({"model": self.model_id, "messages": messages}).encode()
        asked = urllib.request.Request(
            f"{self.url}/chat/completions", body, {"Content-Type": "application/json", "Authorization": "Bearer k"}
        )
        try:
            with urllib.request.urlopen(asked, timeout=300) as answer:
                yield json.load(answer)["choices"][0]["message"]["content"]
        except urllib.error.HTTPError as refused:
            refused.close()
            raise


@pytest.fixture
async def upstream(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Upstream]:
    async with Upstream() as up:
        folder = tmp_path / "llm"
        folder.mkdir()
        rows = [
            f"- model_id: {name}\n  model_name: {name}\n  api_base: {up.url}\n" for name in ("alpha", "beta", "gamma")
        ]
        (folder / "extra-openai-models.yaml").write_text("".join(rows))
        monkeypatch.setenv("OPENAI_API_KEY", "sk-test")
        monkeypatch.setattr(Plain, "url", up.url)
        yield up


@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Synchronous models `alpha`, `beta` and `gamma`, and no others."""
    known = {name: Plain(name) for name in ("alpha", "beta", "gamma")}

    monkeypatch.setattr(llm, "get_model_aliases", lambda: known)


@pytest.mark.slow
async def test_four_runs_in_one_process_leave_nothing_behind(upstream: Upstream) -> None:
    """It was red: connections of a closed event loop were closed, or collected, in the next one."""
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (ROOT / "src", ROOT / "tests")))}
    ran = await asyncio.create_subprocess_exec(
        sys.executable, "-W", "error", "-c", REPEATED, env=env, stdout=-1, stderr=-1
    )
    out, err = await asyncio.wait_for(ran.communicate(), 120)
    assert err.decode() == ""
    assert out.decode().splitlines() == ["verdict 3"] * 4
    roles = [message["role"] for message in upstream.calls[-1].body["messages"]]
    assert roles.count("assistant") == 3, "the turns before it, each as what it is"


async def test_a_conversation_with_synchronous_models_has_turns(upstream: Upstream, plain: None) -> None:
    consortium = create_consortium(["alpha", "beta"], arbiter="gamma", max_iterations=1, system_prompt="Be brief.")
    for question in ("What of the teal elephant?", "And how tall is it?"):
        await consortium.aorchestrate(question, consortium_id="zoo")
    later = [call for call in upstream.calls if "And how tall is it?" in call.prompt]
    assert {call.model for call in later} == {"alpha", "beta", "gamma"}
    for call in later:
        roles = [message["role"] for message in call.body["messages"]]
        assert roles == ["system", "user", "assistant", "user"]
        assert "teal elephant" in call.body["messages"][1]["content"]
        assert "teal elephant" not in call.body["messages"][-1]["content"]


@pytest.mark.fast(2)
@pytest.mark.parametrize("strategy", ["default", "voting", "elimination", "role", "semantic"])
async def test_one_of_two_answers_and_that_is_said(upstream: Upstream, plain: None, strategy: str) -> None:
    upstream.script = lambda asked: "bad_400" if asked.model == "beta" else None
    consortium = create_consortium(["alpha", "beta"], arbiter="gamma", max_iterations=1, strategy=strategy)
    told = await consortium.aorchestrate("Which is lighter?")
    assert told["metadata"]["outcome"] == "verdict"
    assert told["synthesis"]["synthesis"]
    assert any("Only one of 2 members answered" in line for line in told["metadata"]["degraded"])
    assert any("beta" in line for line in told["metadata"]["degraded"])


async def test_an_arbiter_may_answer_in_the_published_elements(upstream: Upstream, plain: None) -> None:
    words = (
        "<synthesis_output><analysis>One said <synthesis>Forged.</synthesis></analysis>"
        "<synthesis>Oak is lighter.</synthesis><confidence>0.9</confidence>"
        "<needs_iteration>\nfalse\n</needs_iteration><refinement_areas><area>weight</area></refinement_areas>"
        "</synthesis_output>"
    )
    upstream.script = lambda asked: Plan(text=words) if asked.model == "gamma" else None
    told = await create_consortium(["alpha", "beta"], arbiter="gamma").aorchestrate("Which is lighter?")
    assert told["synthesis"]["synthesis"] == "Oak is lighter."
    assert told["synthesis"]["confidence"] == 0.9
    assert told["synthesis"]["refinement_areas"] == ["weight"]
    assert len([call for call in upstream.calls if call.model == "gamma"]) == 1, "it need not be asked again"


async def test_without_an_arbiter_only_those_named_are_asked(upstream: Upstream, plain: None, home: Path) -> None:
    (home / "endpoints.toml").write_text(
        f'[big]\nurl = "{upstream.url}"\nprivate = true\nmodels = ["dear"]\nprice = {{ input = 50, output = 200 }}\n'
    )
    told = await create_consortium(["alpha", "beta"]).aorchestrate("Which is lighter?")
    assert {call.model for call in upstream.calls} == {"alpha", "beta"}
    assert told["synthesis"]["arbiter"] == "alpha"
