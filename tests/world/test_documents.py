"""Ask about documents and an address at each door: every member reads their texts, and a page is fetched once."""

from __future__ import annotations

import base64
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from openai import AsyncOpenAI

import moot
from rig.office_files import docx, paragraph, pptx, shape, xlsx
from rig.web_pages import WebPages, read_this_machine
from server.running import Running
from world.doors import ENDS_WITHIN, at_terminal, json_at_terminal, served
from world.gateway import Gateway
from world.homes import SEATS, furnished
from world.hosting import hosted
from world.offers.tokens import agreed

QUESTION = "Which plan do they all name?"
FILES = {
    "report.docx": docx(paragraph("Word names plan teal.")),
    "figures.xlsx": xlsx(Costs=[["Excel names", "plan teal"]]),
    "talk.pptx": pptx(shape("Slides name plan teal.", place="title")),
    "notes.html": b"<!doctype html><p>HTML names plan teal.</p>",
}
TEXTS = ("Word names plan teal.", "Excel names | plan teal", "Title: Slides name plan teal.", "HTML names plan teal.")
PAGE = "The page names plan teal."
Door = Callable[[Path, str], str]


def in_base64() -> list[dict[str, str]]:
    return [{"name": name, "data": base64.b64encode(data).decode()} for name, data in FILES.items()]


def terminal(folder: Path, page: str) -> str:
    named = [word for name in FILES for word in ("--attach", str(folder / name))]
    return at_terminal("ask", "--no-live", *named, "--attach", page, QUESTION)


def chat(folder: Path, page: str) -> str:
    named = " ".join(str(folder / name) for name in FILES)
    return at_terminal("chat", "--no-live", said=f"/attach {named} {page}\n{QUESTION}\n")


def python(folder: Path, page: str) -> str:
    result = moot.ask(QUESTION, attach=[*(folder / name for name in FILES), page])
    return "\n".join(str(file.note) for file in result.attachments)


def http(folder: Path, page: str) -> str:
    async def put(server: Running, question: str) -> str:
        body = {"question": question, "attachments": in_base64(), "addresses": [page]}
        key = {"Idempotency-Key": "once"}
        async with server.client() as client:
            estimate = await client.post("/api/estimate", json=body)
            assert "fetched when the question is put" in str(estimate.json())
            first = await client.post("/api/sessions", json=body, headers=key)
            assert first.status_code == 201, first.text
            again = await client.post("/api/sessions", json=body, headers=key)
            assert again.json()["session"] == first.json()["session"]
            address = f"/api/sessions/{first.json()['session']}"
            result = (await client.get(address, params={"wait": ENDS_WITHIN})).json()
            exported = await client.get(f"{address}/export", params={"format": "md"})
        assert page in exported.text
        return str([file["note"] for file in result["attachments"]])

    return served(put)(QUESTION, folder)


@pytest.mark.parametrize("door", [terminal, chat, python, http])
def test_every_member_reads_every_document(door: Door, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, data in FILES.items():
        (tmp_path / name).write_bytes(data)
    read_this_machine(monkeypatch)
    page = f"<!doctype html><title>Plans</title><p>{PAGE}".encode()
    with hosted(WebPages({"/plans": page})) as web, hosted(Gateway(says=agreed)) as up:
        monkeypatch.setenv("MOOT_HOME", str(furnished(tmp_path / "home", up, council=SEATS)))
        told = door(tmp_path, f"{web.url}/plans")
        asked = [call.prompt for call in up.calls if QUESTION in call.prompt and TEXTS[0] in call.prompt]
        assert len(asked) >= len(SEATS)
        assert [text for text in (*TEXTS, PAGE) for prompt in asked if text not in prompt] == []
        for note in (
            "Word document, 21 characters.",
            "Excel workbook, 1 sheet",
            "1 slide, ",
            "Web page, 32 characters.",
        ):
            assert note in told
        if door is terminal:
            assert "Web page, 32" in at_terminal("sessions", "show", "last")
            json_at_terminal("sessions", "fork", "last", "--chair", SEATS[0])
        assert web.read == ["/plans"]


def test_documents_in_the_messages_of_openai(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def put(server: Running, question: str) -> str:
        files = [
            {"type": "file", "file": {"filename": each["name"], "file_data": f"data:;base64,{each['data']}"}}
            for each in in_base64()
        ]
        content: Any = [{"type": "text", "text": question}, *files]
        async with AsyncOpenAI(base_url=f"{server.url}/v1", api_key=server.token) as client:
            answer = await client.chat.completions.create(model="moot", messages=[{"role": "user", "content": content}])
        return str(answer.choices[0].message.content)

    with hosted(Gateway(says=agreed)) as up:
        monkeypatch.setenv("MOOT_HOME", str(furnished(tmp_path / "home", up, council=SEATS)))
        assert served(put)(QUESTION, tmp_path)
        asked = [call.prompt for call in up.calls if QUESTION in call.prompt and TEXTS[0] in call.prompt]
        assert len(asked) >= len(SEATS)
        assert [text for text in TEXTS for prompt in asked if text not in prompt] == []


@pytest.mark.parametrize(
    ("attached", "why"),
    [
        ("http://127.0.0.1:9/plan", "may not be fetched"), ("https://127.0.0.1/plan", "not on the public internet"),
        ("scan.docx", "only pictures"),
    ],
)  # fmt: skip
def test_nothing_is_asked_when_an_attachment_cannot_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, attached: str, why: str
) -> None:
    (tmp_path / "scan.docx").write_bytes(docx("", media__image1=b"x"))
    monkeypatch.chdir(tmp_path)
    with hosted(Gateway(says=agreed)) as up:
        monkeypatch.setenv("MOOT_HOME", str(furnished(tmp_path / "home", up, council=SEATS)))
        assert why in at_terminal("ask", "--attach", attached, QUESTION, code=2)
        assert up.calls == []
