"""Is a member that refused, wrote what nobody can read, or fell silent named at every door where the result is read?"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cases import slow_except
from moot.protocols import registry
from moot.server.openai.shapes import Said, asking_from
from moot.server.openai.stream import LESS
from rig.script import Asked
from world.accounts import sessions_in
from world.doors import DOORS, ONLY_PEER_REVIEW
from world.gateway import Gateway
from world.homes import CHAIR, SEATS, furnished
from world.hosting import hosted
from world.offers.tokens import agreed

QUESTION = "How would one find out how much a stone bridge can bear?"
ILL = SEATS[1]
LOSSES: dict[str, str] = {
    "a refusal": "I'm sorry, but I can't help with that.",
    "an error in words": "Error: 429 Too Many Requests",
    "nothing to be seen": "\u200b\u200b",
}
CASES = [
    (protocol, door, loss)
    for protocol in registry.names()
    for door in DOORS
    if protocol == "peer-review" or door not in ONLY_PEER_REVIEW
    for loss in LOSSES
]
SAMPLE = (
    ("peer-review", "ask", "a refusal"), ("claim-vote", "openai", "a refusal"),
    ("debate", "chat", "nothing to be seen"), ("consensus", "llm", "an error in words"),
    ("peer-review", "three-stage", "a refusal"), ("adjudication", "run", "an error in words"),
    ("peer-review", "openai", "nothing to be seen"),
)  # fmt: skip
SAID_APART = ("api", "python", "convene")
"""Doors for programs: these return the verdict's words, and what is missing beside them."""


@pytest.mark.fast(2)
@pytest.mark.parametrize("case", slow_except(CASES, *SAMPLE), ids="-".join)
def test_who_is_not_in_a_result_is_named_where_it_is_read(
    home: Path, tmp_path: Path, case: tuple[str, str, str]
) -> None:
    protocol, door, loss = case

    def says(asked: Asked) -> str | None:
        return LOSSES[loss] if ILL.endswith(asked.model) else agreed(asked)

    with hosted(Gateway(says=says)) as up:
        furnished(home, up, council=SEATS, chair=CHAIR, protocol=protocol)
        shown = DOORS[door](QUESTION, tmp_path)
    ((_, state),) = sessions_in(home)
    assert state.verdict is not None
    assert state.verdict.degraded
    assert "seat-b" in json.dumps([each.seat for each in state.missing])
    if door not in SAID_APART:
        assert ILL.partition("/")[2] in shown or "seat-b" in shown, shown


def test_a_setting_leaves_the_line_out_for_chat_programs(home: Path, tmp_path: Path) -> None:
    def says(asked: Asked) -> str | None:
        return LOSSES["a refusal"] if ILL.endswith(asked.model) else agreed(asked)

    with hosted(Gateway(says=says)) as up:
        furnished(home, up, council=SEATS, chair=CHAIR, settings={"chat_degraded": False})
        shown = DOORS["openai"](QUESTION, tmp_path)
    assert shown
    assert LESS not in shown


async def test_the_line_is_no_part_of_an_earlier_answer_that_is_sent_back() -> None:
    line = f"\n\n{LESS}google/gemini-2.5-flash is missing from opinions: it declined."
    messages = [("user", "Two and two?"), ("assistant", f"Four.{line}"), ("user", f"And this?{line}"), ("user", "Why?")]
    asking = await asking_from([Said(role=role, content=text) for role, text in messages])
    assert asking.history[0].answer == "Four."
    assert line.strip() in asking.history[1].question, "a user's own words stay"
