"""Test that a system prompt lasts in a conversation until another is given, if `llm` remembers it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import llm
import pytest
from llm.parts import TextPart

from extensions.compat.llm.conftest import HERE, Program
from extensions.compat.llm.test_asking import panel
from moot.extensions.compat.llm.memory import remembered


def test_a_later_system_prompt_takes_the_place_of_the_first(program: Program) -> None:
    panel(program)

    def systems(before: int) -> set[str]:
        return {line["system"].partition("\n")[0] for line in program.asked()[before:]}

    program.run("-m", "panel", "My bridge is of oak.", "-s", "Talk like a pirate.")
    for flags in (("-s", "Be brief."), ("-o", "system_prompt", "Be brief.")):
        before = len(program.asked())
        assert program.run("-c", "What is it made of?", *flags).code == 0
        assert systems(before) == {"Be brief."}
    before = len(program.asked())
    assert program.run("-c", "And now?").code == 0
    assert systems(before) == {"Talk like a pirate."}, "what `llm` logs is the first"


@pytest.mark.skipif(not HERE, reason="another Python's `llm` is tried")
def test_a_system_prompt_holds_until_another_is_given_in_a_program(program: Program) -> None:
    panel(program)
    conversation = llm.get_model("panel").conversation()
    for system, options, holds in (
        ("Talk like a pirate.", {}, "Talk like a pirate."),
        ("Be brief.", {}, "Be brief."),
        (None, {}, "Be brief."),
        (None, {"system_prompt": "Be kind."}, "Be kind."),
        (None, {}, "Be kind."),
    ):
        before = len(program.asked())
        assert conversation.prompt("Well?", system=system, **options).text()
        assert {line["system"].partition("\n")[0] for line in program.asked()[before:]} == {holds}


def test_of_a_conversations_system_prompts_the_latest_holds() -> None:
    def prompt(system: str | None, *said: tuple[str, str]) -> Any:
        messages = [SimpleNamespace(role=role, parts=[TextPart(text=text)]) for role, text in said]
        return SimpleNamespace(system=system, options=SimpleNamespace(), messages=messages, attachments=[])

    earlier: Any = SimpleNamespace(
        responses=[SimpleNamespace(prompt=prompt(each)) for each in ("Talk like a pirate.", "Be brief.", None)]
    )
    first = ("system", "Talk like a pirate.")
    assert remembered(prompt(None, first, ("user", "And now?")), earlier).system == "Be brief."
    assert remembered(prompt("Be kind.", first, ("user", "And now?")), earlier).system == "Be kind."
    assert remembered(prompt(None, first, ("user", "And now?"))).system == "Talk like a pirate."
