"""What chat front ends ask beside the question: done by one cheap member, counted, listed nowhere."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from extensions.compat.three_stage.test_page import MODELS, with_gateway
from moot.server.openai.chores import is_chore
from rig.script import Asked, Plan
from server.openai.test_chat import ASK, client_of
from server.running import Running

HISTORY = "### Chat History:\n<chat_history>\nUSER: What is a moot?\nASSISTANT: A meeting.\n</chat_history>"
CHORES = {
    "title": f"### Task:\nGenerate a concise, 3-5 word title with an emoji summarizing the chat history.\n{HISTORY}",
    "tags": f"### Task:\nGenerate 1-3 broad tags categorizing the main themes of the chat history\n{HISTORY}",
    "follow-ups": f"### Task:\nSuggest 3-5 relevant follow-up questions or prompts that the user might ask\n{HISTORY}",
    "queries": (
        "### Task:\nAnalyze the chat history to determine the necessity of generating search queries\n"
        f'Answer as {{ "queries": [] }}\n{HISTORY}'
    ),
    "autocomplete": "### Task:\nYou are an autocompletion system. Continue the text\n<text>What is a</text>",
    "emoji": "Your task is to reflect the speaker's likely facial expression with an emoji.\n\nMessage: ```hi```",
}
LIBRECHAT = (
    "Provide a concise, 5-word-or-less title for the conversation, using title case conventions. Only return the title "
    "itself.\n\nConversation:\nUser: What is a moot?\nAI: A meeting.",
    "Analyze this conversation and provide:\n1. The detected language of the conversation\n2. A concise title in the "
    "detected language (5 words or less, no punctuation or quotation)\n\nUser: What is a moot?",
)
QUESTIONS = (
    "What is a moot?",
    "Write a title for my talk on stone bridges.",
    "Generate a concise, 3-5 word title for my essay.",
    "### Task:\nRespond to the user query using the provided context.\n<context>x</context>\nWhat is a moot?",
    "### Task:\nGenerate a concise, 3-5 word title for the report below.\n### Output: a title",
    f"Why does my chat program send this?\n\n{CHORES['title']}",
    "Suggest 3-5 relevant follow-up questions for my interview with a bridge engineer.",
    "Provide a concise, 5-word-or-less title for the conversation between Hamlet and the ghost.",
)


def test_chores_are_known_and_questions_are_not_taken_for_one() -> None:
    for prompt in (*CHORES.values(), *LIBRECHAT):
        assert is_chore(["user"], prompt, files=False)
        assert is_chore(["system", "user"], prompt, files=False)
        assert not is_chore(["user", "assistant", "user"], prompt, files=False), "a chore is asked by itself"
        assert not is_chore(["user"], prompt, files=True)
    for question in QUESTIONS:
        assert not is_chore(["user"], question, files=False), question


async def rows(server: Running, **query: str) -> list[dict[str, Any]]:
    async with server.client() as client:
        found: list[dict[str, Any]] = (await client.get("/api/sessions", params=query)).json()["sessions"]
        return found


@pytest.mark.parametrize("streamed", [False, True])
async def test_a_chore_is_one_call_that_is_paid_and_listed_nowhere(tmp_path: Path, streamed: bool) -> None:
    asked_for: list[Asked] = []

    def script(asked: Asked) -> Plan:
        asked_for.append(asked)
        return Plan(text='{ "title": "Moots" }')

    async with with_gateway(tmp_path, script) as server, client_of(server, max_retries=0) as client:
        answer: Any = await client.chat.completions.create(
            model="four", messages=[{"role": "user", "content": CHORES["title"]}], stream=streamed, max_tokens=100
        )
        if streamed:
            text = "".join([chunk.choices[0].delta.content or "" async for chunk in answer])
        else:
            text = answer.choices[0].message.content
        assert text == '{ "title": "Moots" }'
        (call,) = asked_for
        assert call.model in MODELS
        assert await rows(server) == []
        (chore,) = await rows(server, door="chore")
        assert chore["cost"] > 0
        spent = await server.backend.app.register.spent_today()
        assert spent.spent > 0, "what it cost is in the day's account"
        register = server.backend.app.register
        assert await register.count() == {}, "the doctor counts what the lists show"
        assert await register.count(chores=True) == {"verdict": 1}


async def test_the_cheapest_does_it_and_another_when_that_one_fails(tmp_path: Path) -> None:
    asked_for: list[str] = []

    def script(asked: Asked) -> Plan | str:
        asked_for.append(asked.model)
        return "401" if asked.model == "tiny" else Plan(text="A title")

    async with with_gateway(tmp_path, script) as server, client_of(server, max_retries=0) as client:
        home, app = server.backend.app.home, server.backend.app
        row = (home / "endpoints.toml").read_text()
        cheap = row.replace("[gw]", "[cheap]").replace("input = 1.0, output = 4.0", "input = 0.1, output = 0.2")
        cheap = cheap.replace("[cheap]", '[cheap]\nmodels = ["tiny"]')
        (home / "endpoints.toml").write_text(f"{row}\n{cheap}")
        app.directory.reload()
        (home / "councils" / "mixed.toml").write_text('members = ["gw/openai/gpt-5.1", "cheap/tiny", "person"]\n')
        answer = await client.chat.completions.create(
            model="mixed", messages=[{"role": "user", "content": CHORES["tags"]}]
        )
        assert answer.choices[0].message.content == "A title"
        assert asked_for[0] == "tiny"
        assert asked_for[-1] == "openai/gpt-5.1"


async def test_chores_hold_to_the_budget_and_can_be_turned_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    chore: Any = [{"role": "user", "content": CHORES["title"]}]
    monkeypatch.setenv("MOOT_DAY_BUDGET", "0.0000001")
    async with with_gateway(tmp_path / "poor", lambda asked: None) as server, server.client() as client:
        refused = await client.post("/v1/chat/completions", json={"model": "four", "messages": chore})
        assert refused.status_code == 402, refused.text
    monkeypatch.delenv("MOOT_DAY_BUDGET")
    monkeypatch.setenv("MOOT_CHORES", "false")
    async with with_gateway(tmp_path / "off", lambda asked: None) as server, client_of(server) as client:
        await client.chat.completions.create(model="four", messages=chore)
        assert len(await rows(server)) == 1, "the council answered"
        await client.chat.completions.create(model="four", messages=ASK, extra_body={"moot": {"chore": True}})
        assert len(await rows(server)) == 1, "the request's word goes before the setting's"
