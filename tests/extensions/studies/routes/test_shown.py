"""Test that pages of studies show what the terminal shows, before and after a run, and nothing more."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import httpx
import msgspec
import pytest

from moot.app import Application
from moot.extensions.studies.asking.running import StudyRun
from moot.extensions.studies.reports.study_report import report_on
from moot.extensions.studies.service import studies_of
from moot.extensions.studies.study import StudyCell, study_from
from server.running import Running

FIVE = ["housing-1", "housing-2", "carbon-1", "privacy-1", "cloud-1"]
STUDY = """
name = "tried"
corpus = "two-sided"
questions = {questions}
seed = "tried"
budget = 1.5

[[arms]]
name = "base"
members = {members}
protocol = "adjudication"

[[arms]]
name = "reversed"
of = "base"
from = "refinement"
[arms.options]
reverse_rebuttals = true
"""
VOICES = ("rehearsal/ada", "rehearsal/bo", "rehearsal/cyn")


async def begun(app: Application, questions: Sequence[str] = FIVE, members: Sequence[str] = VOICES) -> str:
    """A study that nobody has asked yet."""
    text = STUDY.format(questions=json.dumps(list(questions)), members=json.dumps(list(members)))
    return (await studies_of(app).open(study_from(text, "tried"))).id


async def asked(app: Application, study: str, again: Sequence[StudyCell] = ()) -> StudyRun:
    """Asks what is left of it, as `moot study run` does."""
    progress = await studies_of(app).progress(study)
    batch = StudyRun(app, progress, studies_of(app).corpus_of(progress), at_once=4, told=lambda cell: None)
    async with studies_of(app).run_of(progress):
        await batch.run(again)
    return batch


async def figures(client: httpx.AsyncClient, study: str) -> dict[str, Any]:
    found: dict[str, Any] = (await client.get(f"/api/studies/{study}/figures")).json()
    return found


async def test_no_study_is_an_empty_list_and_none_is_no_study(server: Running) -> None:
    async with server.client() as client:
        assert (await client.get("/api/studies")).json() == {"studies": []}
        for part in ("", "/figures", "/matrix", "/report.html"):
            assert (await client.get(f"/api/studies/nothing{part}")).status_code == 404, part


async def test_a_study_is_told_before_it_is_asked(server: Running) -> None:
    study = await begun(server.backend.app, FIVE[:2])
    async with server.client() as client:
        [row] = (await client.get("/api/studies")).json()["studies"]
        assert (row["id"], row["name"], row["corpus"], row["state"]) == (study, "tried", "two-sided", "unfinished")
        assert (row["questions"], row["arms"], row["sessions"], row["left"], row["done"]) == (2, 2, 4, 4, 0)
        assert (row["spent"], row["budget"], row["asked_by"]) == (0.0, 1.5, "")
        page = (await client.get(f"/api/studies/{study}/matrix")).json()
        assert [each["question"] for each in page["rows"]] == FIVE[:2]
        assert {cell["usual"] for each in page["rows"] for cell in each["cells"]} == {""}
        found = await figures(client, study)
        assert (found["sessions"], found["report"]["arms"][0]["finished"]) == (0, 0)


@pytest.mark.slow
async def test_the_pages_of_a_study_tell_what_its_report_tells(server: Running) -> None:
    app = server.backend.app
    study = await begun(app)
    await asked(app, study)
    async with server.client() as client:
        head = (await client.get(f"/api/studies/{study[:8]}")).json()
        assert head["study"] | {"created": ""} == {
            "id": study, "name": "tried", "corpus": "two-sided", "corpus_version": "1", "created": "",
            "state": "whole", "asked_by": "", "questions": 5, "arms": 2, "sessions": 10, "done": 10, "degraded": 0,
            "running": 0, "failed": 0, "left": 0, "spent": 0.0, "pending": 0.0, "scripted": 10,
            "budget": 1.5,
        }  # fmt: skip
        assert [(arm["name"], arm["of"], arm["options"], arm["counts"]["done"]) for arm in head["arms"]] == [
            ("base", "", {}, 5),
            ("reversed", "base", {"reverse_rebuttals": True}, 5),
        ]
        progress = await studies_of(app).progress(study)
        results = await studies_of(app).results(progress)
        whole = msgspec.to_builtins(report_on(progress, results))
        found = await figures(client, study)
        told = found["report"]
        assert found["sessions"] == 10
        for name in ("differences", "classes", "models", "moves", "judging", "order", "primary"):
            assert told[name] == json.loads(json.dumps(whole[name])), name
        assert {each["model"] for each in told["models"] if each["arm"] == "base"} == set(VOICES)
        assert all(each["axes"] for each in told["models"])
        assert [(each["arm"], each["of"]) for each in told["order"]] == [("reversed", "base")]
        assert told["order"][0]["members"] == 15
        assert told["arms"][0]["stability"] == json.loads(json.dumps(whole["arms"][0]["stability"]))
        text = (await client.get(f"/api/studies/{study}/report.html")).text
        assert "reversed" in text
        assert "<script" not in text
