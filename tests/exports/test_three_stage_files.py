"""Test that conversations of the three-stage council are imported whole and once, and can be continued."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from moot.cli.main import main
from moot.transcripts.sql.repair.rebuild import rebuild
from server.running import running

ID = "0b5e1f9a-3f0c-4a51-9d3e-2f6f8f0f5a11"
MODELS = ("openai/gpt-5.1", "google/gemini-3-pro-preview", "anthropic/claude-sonnet-4.5", "x-ai/grok-4")
ORIGIN = {"Origin": "http://localhost:5173"}


def turn(question: str, *, partial: bool = False) -> list[dict[str, Any]]:
    labels = [f"Response {letter}" for letter in "ABCD"]
    ranking = "\n".join(f"{place}. {label}" for place, label in enumerate(labels, start=1))
    return [
        {"role": "user", "content": question},
        {
            "role": "assistant",
            "stage1": [{"model": model, "response": f"{model} on: {question}"} for model in MODELS],
            "stage2": [
                {
                    "model": model,
                    "ranking": f"All are fair.\n\nFINAL RANKING:\n{ranking}",
                    "parsed_ranking": labels[:1] if partial and model == MODELS[3] else labels,
                }
                for model in MODELS
            ],
            "stage3": {"model": "google/gemini-3-pro-preview", "response": f"In short: {question}"},
        },
    ]


def conversation(*messages: dict[str, Any], title: str = "Stone bridges") -> dict[str, Any]:
    return {"id": ID, "created_at": "2025-11-23T10:11:12.131415", "title": title, "messages": list(messages)}


async def test_a_conversation_comes_in_and_goes_on(tmp_path: Path) -> None:
    given = conversation(*turn("How old?"), *turn("How strong?", partial=True))
    async with (
        running(tmp_path, trust_origins=[ORIGIN["Origin"]]) as server,
        server.client() as client,
        server.client(headers=ORIGIN) as page,
    ):
        came = await client.post("/api/conversations/import", json=given)
        assert came.status_code == 201, came.text
        assert came.json() == {"conversation": ID, "title": "Stone bridges", "turns": 2, "fresh": 2}
        again = await client.post("/api/conversations/import", json=given)
        assert (again.status_code, again.json()["fresh"]) == (200, 0)

        (row,) = (await page.get("/api/conversations")).json()
        assert row == {
            "id": ID, "created_at": given["created_at"], "title": "Stone bridges", "message_count": 4,
        }  # fmt: skip
        there = (await page.get(f"/api/conversations/{ID}")).json()
        for said, kept in zip(given["messages"], there["messages"], strict=True):
            if said["role"] == "user":
                assert kept == said
                continue
            assert kept["stage1"] == said["stage1"]
            assert [(one["model"], one["ranking"]) for one in kept["stage2"]] == [
                (one["model"], one["ranking"]) for one in said["stage2"]
            ]
            assert kept["stage3"]["response"] == said["stage3"]["response"]
            assert kept["stage3"]["model"] == said["stage3"]["model"]
            assert kept["metadata"]["label_to_model"]["Response A"] == MODELS[0]
            first = kept["metadata"]["aggregate_rankings"][0]
            assert (first["model"], first["rankings_count"]) == (
                MODELS[0],
                2 if "strong" in said["stage3"]["response"] else 3,
            )

        threads = (await client.get("/api/threads")).json()["conversations"]
        assert [(one["conversation"], one["title"]) for one in threads] == [(ID, "Stone bridges")]
        listed = (await client.get("/api/sessions")).json()["sessions"]
        assert {(one["door"], one["cost"]) for one in listed} <= {("import", None), ("import", 0.0)}

        went_on = await page.post(f"/api/conversations/{ID}/message", json={"content": "And how heavy?"})
        assert went_on.status_code == 200, went_on.text
        latest = (await client.get("/api/sessions")).json()["sessions"][0]["session"]
        opened: Any = (await server.backend.events(latest))[0].body
        assert [one.question for one in opened.question.history] == ["How old?", "How strong?"]
        assert (await client.post("/api/conversations/import", json=given)).json()["fresh"] == 0
        await rebuild(server.backend.app.store)
        there = (await page.get(f"/api/conversations/{ID}")).json()
        assert len(there["messages"]) == 6, "a rebuilt store has them in their conversation"


async def test_turns_without_an_answer_and_turns_that_failed_say_so(tmp_path: Path) -> None:
    failed = {
        "role": "assistant", "stage1": [], "stage2": [],
        "stage3": {"model": "error", "response": "All models failed to respond. Please try again."},
    }  # fmt: skip
    given = conversation({"role": "user", "content": "Heard?"}, failed, {"role": "user", "content": "Cut off?"})
    async with running(tmp_path) as server, server.client() as client:
        assert (await client.post("/api/conversations/import", json=given)).status_code == 201
        messages = (await client.get(f"/api/conversations/{ID}")).json()["messages"]
        assert [message["role"] for message in messages] == ["user", "assistant"] * 2
        assert "All models failed to respond." in messages[1]["stage3"]["response"]
        assert "holds no answer" in messages[3]["stage3"]["response"]


@pytest.mark.parametrize(
    "change",
    [
        {"id": "../etc/passwd"},
        {"created_at": "yesterday"},
        {"created_at": "0001-01-01T00:00:00+14:00"},
        {"created_at": "9999-12-31T23:59:59.999999"},
        {"messages": "none"},
        {"messages": [{"role": "assistant"}]},
        {"messages": [{"role": "user", "content": "?"}, {"role": "assistant", "stage1": [{"model": 3}]}]},
    ],
)
async def test_what_is_no_such_file_is_refused_in_words(tmp_path: Path, change: dict[str, Any]) -> None:
    async with running(tmp_path) as server, server.client() as client:
        answer = await client.post("/api/conversations/import", json={**conversation(*turn("?")), **change})
        assert answer.status_code == 422, answer.text
        assert isinstance(answer.json()["detail"], str)
        assert (await client.get("/api/threads")).json()["conversations"] == []


async def test_an_answer_without_words_keeps_its_place(tmp_path: Path) -> None:
    given = conversation(*turn("How old?"), title="x" * 5000)
    given["messages"][1]["stage1"][1]["response"] = None  # a model that thought and said nothing
    given["messages"][1]["stage3"]["response"] = None
    async with running(tmp_path) as server, server.client() as client:
        came = await client.post("/api/conversations/import", json=given)
        assert came.status_code == 201, came.text
        kept = (await client.get(f"/api/conversations/{ID}")).json()
        assert len(kept["title"]) <= 200
        said = kept["messages"][1]
        assert [each["model"] for each in said["stage1"]] == list(MODELS)
        assert all(isinstance(each["response"], str) for each in said["stage1"])
        assert said["stage2"][0]["parsed_ranking"] == ["Response A", "Response B", "Response C", "Response D"]
        assert isinstance(said["stage3"]["response"], str)
        assert said["stage3"]["response"].strip()


async def test_what_differs_is_left_as_it_is(tmp_path: Path) -> None:
    async with running(tmp_path) as server, server.client() as client:
        await client.post("/api/conversations/import", json=conversation(*turn("One?")))
        other = await client.post("/api/conversations/import", json=conversation(*turn("Two?")))
        assert other.status_code == 409
        more = await client.post("/api/conversations/import", json=conversation(*turn("One?"), *turn("Then?")))
        assert more.json()["fresh"] == 1
        mine = (await client.post("/api/conversations", json={})).json()["id"]
        clash = await client.post("/api/conversations/import", json={**conversation(*turn("?")), "id": mine})
        assert clash.status_code == 409


def test_a_folder_comes_in_at_the_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MOOT_HOME", str(tmp_path / "home"))
    folder = tmp_path / "conversations"
    folder.mkdir()
    (folder / f"{ID}.json").write_text(json.dumps(conversation(*turn("How old?")), indent=2))
    (folder / "broken.json").write_text("{")
    dated = {**conversation(*turn("?")), "created_at": "0001-01-01T00:00:00+14:00"}
    (folder / "0-early.json").write_text(json.dumps(dated))
    came = CliRunner().invoke(main, ["sessions", "import", str(folder)])
    assert came.exit_code == 1, came.output
    assert "Stone bridges: took in 1 of 1 questions." in came.output
    assert "refused: broken.json" in came.output
    assert "refused: 0-early.json" in came.output, "and what comes after it came in all the same"
    (folder / "broken.json").unlink()
    again = CliRunner().invoke(main, ["sessions", "import", "--json", str(folder / f"{ID}.json")])
    assert again.exit_code == 0, again.output
    assert json.loads(again.stdout)["conversations"][0]["fresh"] == 0
