"""Test a council as a model for Python programs that use `llm`, sync and async, and inside an event loop."""

from __future__ import annotations

import subprocess

import pytest

from .conftest import PYTHON, Program

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
