"""Does a long conversation hold what its page says it holds, in every prompt that leaves, whoever reads how much?"""

from __future__ import annotations

import base64
from pathlib import Path
from typing import Any

import httpx
import pytest

from moot.floor.earlier_turns import turns_in_words
from moot.floor.summaries import KEY
from rig.script import Asked
from server.running import running
from world.gateway import Gateway
from world.homes import CHAIR, furnished
from world.offers.tokens import agreed

LARGE = ("openrouter/openai/o4-mini", "openrouter/anthropic/claude-haiku-4.5")
MIXED = (
    "openrouter/openai/gpt-4",  # 8,191 tokens
    "openrouter/mistralai/mistral-saba",  # 32,768
    "openrouter/anthropic/claude-haiku-4.5",  # 200,000
)
OWLS = "Should the owls of our valley be counted at night? " + "We have seen some, and heard more. " * 1_720
FILES = {"owls.md": "# Owls\n\nBarn owl: 14 nests.\n", "ways.txt": "Method A: listen. Method B: traps.\n"}
SUMMARY = "The owls of the valley were discussed; 14 nests of barn owls are in owls.md, and two methods in ways.txt."


def says(asked: Asked) -> str:
    return SUMMARY if summarises(asked) else agreed(asked)


def summarises(asked: Asked) -> bool:
    return "Write the summary that stands in its place." in asked.prompt


def texts(asked: Asked) -> str:
    return asked.prompt


async def put(client: httpx.AsyncClient, question: str, members: tuple[str, ...], **body: Any) -> dict[str, Any]:
    sent = {"question": question, "members": list(members), "chair": CHAIR, **body}
    answer = await client.post("/api/sessions", json=sent, params={"wait": 120})
    assert answer.status_code == 201, answer.text
    result: dict[str, Any] = answer.json()
    assert result["outcome"] == "verdict", (question, result["outcome"], result["message"], result["degraded"])
    return result


async def question_of(client: httpx.AsyncClient, session: str) -> dict[str, Any]:
    """The question as the page has it."""
    state: dict[str, Any] = (await client.get(f"/api/sessions/{session}/state")).json()
    found: dict[str, Any] = state["question"]
    return found


@pytest.mark.slow
async def test_the_tenth_turn_holds_what_its_page_says_for_members_of_8_32_and_200_thousand_tokens(
    home: Path,
) -> None:
    assert len(OWLS) > 60_000
    async with Gateway(says=says) as up:
        furnished(home, up)
        async with running(home) as server, server.client() as client:
            attachments = [
                {"name": name, "data": base64.b64encode(text.encode()).decode()} for name, text in FILES.items()
            ]
            last = await put(client, OWLS, LARGE, conversation="new", attachments=attachments)
            for turn in range(2, 10):
                last = await put(client, f"And what of year {turn}?", LARGE, follows=last["session"])
            before = len(up.calls)
            ninth = await question_of(client, last["session"])
            assert ninth["carried"] is None
            assert [len(turn["question"]) > 60_000 for turn in ninth["history"]] == [True] + [False] * 7
            whole = [asked for asked in up.calls if asked.method == "POST" and "year 9" in asked.prompt]
            assert whole
            for asked in whole:
                assert OWLS.strip() in texts(asked)
                assert all(text.strip() in texts(asked) for text in FILES.values())

            estimate = {"question": "And in sum?", "members": list(MIXED), "chair": CHAIR, "follows": last["session"]}
            told = (await client.post("/api/estimate", json=estimate)).json()
            assert told["stages"][0]["stage"] == "history"
            assert any("summary by the chair" in note for note in told["notes"])

            tenth = await put(client, "And in sum?", MIXED, follows=last["session"])
            asked_now = [asked for asked in up.calls[before:] if asked.method == "POST"]
            summaries = [asked for asked in asked_now if summarises(asked)]
            assert len(summaries) == 1
            assert OWLS.strip() in summaries[0].prompt
            assert "Barn owl: 14 nests." in summaries[0].prompt
            question = await question_of(client, tenth["session"])
            carried = question["carried"]
            assert carried["before"] + len(question["history"]) == 9
            kept = question["history"][carried["summarise"] :]
            assert kept
            others = [asked for asked in asked_now if not summarises(asked)]
            assert len(others) >= 6
            for asked in others:
                assert SUMMARY in texts(asked)
                assert f"Of {turns_in_words(1, carried['summarise'])} you have a summary" in texts(asked)
                assert "We have seen some, and heard more." not in texts(asked)
                assert "Barn owl: 14 nests." not in texts(asked).replace(SUMMARY, "")
                for turn in kept:
                    assert turn["question"] in texts(asked)
                    assert turn["answer"] in texts(asked)
            assert not [each for each in up.books.refused if each.how != "refused: limit"], "nothing was too long"
            state = (await client.get(f"/api/sessions/{tenth['session']}/state")).json()
            assert state["moves"][KEY]["text"] == SUMMARY
            assert state["moves"][KEY]["cost"] > 0
            assert any("openrouter/openai/gpt-4 reads 8,191" in note for note in tenth["notes"])

            again = await put(client, "And after that?", MIXED, follows=tenth["session"])
            held = await question_of(client, again["session"])
            assert (held["carried"]["summary"], held["carried"]["source"]) == (SUMMARY, tenth["session"])
            assert len([asked for asked in up.calls if summarises(asked)]) == 1, "it is paid for once"
            wide = await put(client, "And for those who read more?", LARGE, follows=again["session"])
            assert (await question_of(client, wide["session"]))["carried"] is None
            rows = (await client.get("/api/threads/latest")).json()["conversations"]
            assert [(row["turns"], row["latest"]["session"]) for row in rows] == [(12, wide["session"])]
