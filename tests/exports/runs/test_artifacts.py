"""Test that the files of a run have the published names and fields, filled only from the transcript."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from moot.errors import CallFailed
from moot.exports.run_files import Artifact, artifacts_of, write_artifacts
from moot.vocabulary.events import Event
from protocols.adjudication.panel import Panel, rubric
from sessions.backend import Backend
from sessions.published_aggregate import rows_of_grouped, rows_of_lines, summary_of


async def sat(
    panel: Panel | None = None, *, mode: str = "general", protocol: str = "adjudication", **more: Any
) -> list[Event]:
    """The events of one session."""
    async with Backend(panel or Panel()) as backend:
        more |= {"rubric": rubric(mode)} if protocol == "adjudication" else {}
        return await backend.events(await backend.convene(protocol, members=3, **more))


def by_name(artifacts: tuple[Artifact, ...]) -> dict[str, Any]:
    """The files by the last part of their name, read."""
    found: dict[str, Any] = {}
    for artifact in artifacts:
        name = artifact.name.rpartition("_")[2]
        read = json.loads if name.endswith(".json") else lambda text: [json.loads(line) for line in text.splitlines()]
        found[name.partition(".")[0]] = read(artifact.text)
    return found


FLIPPED = Panel(
    {"flip.seat-a": {"change": "cited_rebuttal", "words": "The load is not shown by seat-c"}, "axis-1.seat-b": 5},
    final={"seat-a": "Build it of wood."},
)


@pytest.mark.parametrize("mode", ["code-review", "threat-assessment"])
async def test_merged_findings_are_counted(mode: str) -> None:
    def merged(call: Any) -> dict[str, Any]:
        item = call.schema["properties"]["findings"]["items"]["properties"]
        labels = item["agree"]["items"]["enum"] if "items" in item["agree"] else []
        return {
            "findings": [
                {"finding": "A race.", "status": "confirmed", "severity": "high", "agree": labels[:2], "denials": []},
                {
                    "finding": "A leak.",
                    "status": "disputed",
                    "severity": "low",
                    "agree": labels[1:2],
                    "denials": [{"by": label, "words": "build it of stone"} for label in labels[:1]],
                },
            ]
        }

    files = by_name(artifacts_of("7", [await sat(Panel({"replies": merged}), mode=mode)]))
    (question,) = files["raw"]["questions"]
    assert files["raw"]["mode"] == mode.replace("-", "_")
    verdict = question["verdict"]
    assert (verdict["findings_count"], verdict["confirmed_bugs"], verdict["disputed"]) == (2, 1, 1)
    found = question["phase2"]["merged_findings"][0]
    assert found["finding"] == "A race."
    assert all(model.startswith("fake/") for model in found["models_agree"])
    assert ("attack_chains" in question["phase2"]) == (mode == "threat-assessment")


async def test_the_log_holds_every_call_with_real_figures() -> None:
    panel = Panel({"axis-1.seat-b": "I would rather not."}, final={"seat-a": "Build it of wood."})
    events = await sat(panel)
    header, *calls, footer = by_name(artifacts_of("7", [events]))["adjudicator"]
    asked = [call for call in panel.calls if call.key.partition("/")[2].startswith("adjudicator")]
    assert sorted(call["key"] for call in calls) == sorted(call.key for call in asked)
    assert len(calls) == len(asked) == footer["calls"]
    kinds = {call["call_type"] for call in calls}
    assert kinds == {"phase1", "phase2", "axis_scoring", "verdict", "flip_detection"}
    assert all((call["input_tokens"], call["output_tokens"]) == (10, 5) for call in calls)
    assert footer["input_tokens"] == 10 * len(calls)
    unread = [call for call in calls if not call["parsed_ok"]]
    assert {(call["axis_name"], call["model_evaluated"]) for call in unread} == {("commitment", "fake/b")}
    assert [call["repair"] for call in unread] == [False, True]
    assert unread[0]["raw_response"] == "I would rather not."
    assert header["adjudicator_model"] == "fake/chair"
    assert header["council_roster"] == ["fake/a", "fake/b", "fake/c"]
    verdict = next(call for call in calls if call["call_type"] == "verdict")
    assert verdict["verdict_type"]


async def test_failed_attempts_are_lines_too_and_never_scores() -> None:
    panel = Panel({"labels.seat-a": CallFailed("refused", "no")})
    _, *calls, _ = by_name(artifacts_of("7", [await sat(panel)]))["adjudicator"]
    failed = [call for call in calls if call["settled"] == "refused"]
    assert [call["adjudicator_model"] for call in failed] == ["fake/chair", "fake/a", "fake/b", "fake/c"]
    assert {(call["parsed_ok"], call["cause"], call["call_type"]) for call in failed} == {(False, "no", "phase1")}


async def test_copies_in_a_fork_are_lines_and_no_cost() -> None:
    from moot.sessions.fork import ForkChanges

    async with Backend(Panel()) as backend:
        session = await backend.convene("adjudication", members=3, rubric=rubric())
        fork = await backend.runner.fork(session, ForkChanges(stage="verdict"))
        await backend.runner.ended(fork)
        one = by_name(artifacts_of("7", [await backend.events(session)]))
        other = by_name(artifacts_of("7", [await backend.events(fork)]))
    calls, copies = one["adjudicator"][1:-1], other["adjudicator"][1:-1]
    assert [call["key"] for call in copies] == [call["key"] for call in calls]
    assert {call["copied_from"] for call in copies if call["call_type"] != "verdict"} == {session}
    assert other["adjudicator"][-1]["calls"] == 1
    assert other["raw"]["questions"][0]["replies"] == one["raw"]["questions"][0]["replies"]


async def test_any_protocol_has_files_and_what_it_lacks_is_null() -> None:
    from sessions.backend import ranked

    async with Backend(ranked) as backend:
        events = await backend.events(await backend.convene("peer-review", members=3))
    files = by_name(artifacts_of("7", [events]))
    assert files["raw"]["mode"] == "peer_review"
    (question,) = files["raw"]["questions"]
    assert len(question["replies"]) == 3
    assert question["replies"][0]["weighted_score"] is None
    assert question["verdict"]["verdict"]
    assert [call["call_type"] for call in files["adjudicator"][1:-1]] == ["verdict"]


async def test_an_unfinished_session_has_files_as_far_as_it_goes() -> None:
    events = await sat()
    for until in range(1, len(events) + 1):
        files = by_name(artifacts_of("7", [events[:until]]))
        assert len(files["raw"]["questions"]) == 1
    cut = by_name(artifacts_of("7", [events[: len(events) - 1]]))
    assert cut["raw"]["questions"][0]["verdict"]["verdict"] is None


async def test_the_same_transcript_gives_the_same_bytes_and_files_are_written_whole(tmp_path: Path) -> None:
    events = await sat(FLIPPED)
    assert artifacts_of("7", [events]) == artifacts_of("7", [events])
    written = write_artifacts(tmp_path / "out", artifacts_of("7", [events]))
    assert len(written) == 5
    assert all(file.stat().st_mode & 0o077 == 0 for file in written)
    assert write_artifacts(tmp_path / "out", artifacts_of("7", [events])) == written


async def test_hostile_words_break_no_line() -> None:
    hostile = 'x\u2028y\r\n"\\\u0085 \x7f end'
    events = await sat(Panel({"discovery": hostile, "refinement": hostile}))
    for artifact in artifacts_of("7", [events]):
        if artifact.name.endswith(("ndjson", "jsonl")):
            lines = artifact.text.splitlines()
            assert all(isinstance(json.loads(line), dict) for line in lines)
            assert len(lines) == artifact.text.count("\n")


GOLDEN = Path(__file__).parents[2] / "golden" / "aggregate"


@pytest.mark.parametrize("mode", ["sistm_stress", "code_review"])
def test_the_published_reader_gives_the_published_numbers(mode: str) -> None:
    """So that what it makes of our files, below, is what others' programs make of them."""
    files = [json.loads(file.read_text()) for file in sorted(GOLDEN.glob(f"{mode}_run_*_grouped.json"))]
    golden = json.loads((GOLDEN / f"council_aggregate_{mode}.json").read_text())["summary"]
    assert summary_of(rows_of_grouped(files)) == golden


async def test_readers_of_the_files_count_uncited_changes_as_uncited() -> None:
    says = {
        "flip.seat-a": {"change": "cited_rebuttal", "words": "The load is not shown by seat-c"},
        "flip.seat-b": {"change": "uncited", "source": None},
        "flip.seat-c": {"change": "uncited"},
    }
    final = {seat: f"Another thing altogether, says {seat}." for seat in ("seat-a", "seat-b", "seat-c")}
    files = by_name(artifacts_of("7", [await sat(Panel(says, final=final), mode="stress-test")]))
    assert [line["flip"]["flip_reason"] for line in files["replies"]] == ["cited_rebuttal", "uncited", "uncited"]
    assert all(set(line["flip"]) >= {"flip", "flip_reason", "flip_source"} for line in files["replies"])
    told = summary_of(rows_of_lines(files["replies"]))
    assert {model: row["uncited_flip_rate"] for model, row in told.items()} == {"a": 0.0, "b": 1.0, "c": 1.0}
    assert told == summary_of(rows_of_grouped([files["grouped"]]))
    earlier = [{**line, "flip": line["flip"]["flip"]} for line in files["replies"]]
    assert {row["flip_rate"] for row in summary_of(rows_of_lines(earlier)).values()} == {1.0}


async def test_several_judges_keep_their_own_numbers_in_every_file() -> None:
    says: dict[str, Any] = {
        "adjudicator:axis-1.seat-a": 1,
        "adjudicator-2:axis-1.seat-a": 4,
        "adjudicator-2:axis-2.seat-a": "I would rather not.",
        "adjudicator-2:labels.seat-a": {"label": "generic"},
        "adjudicator-2:flip.seat-a": {"change": "uncited"},
    }
    panel = Panel(says, final={"seat-a": "Build it of wood."})
    judges = {"offices": {"adjudicator": ["fake/x", "fake/y"]}}
    files = by_name(artifacts_of("7", [await sat(panel, council=judges)]))
    rows = [
        files["raw"]["questions"][0]["replies"][0],
        files["grouped"]["questions"][0]["replies"][0],
        files["replies"][0],
    ]
    for row in rows:
        x, y = row["judges"]
        assert (x["judge"], y["judge"]) == ("fake/x", "fake/y")
        assert (x["axis_scores"]["commitment"]["score"], y["axis_scores"]["commitment"]["score"]) == (1, 4)
        assert row["axis_scores"]["commitment"]["score"] == 2.5
        assert "mechanism" in x["axis_scores"]
        assert "mechanism" not in y["axis_scores"]
        assert (x["labels"], y["labels"]) == (["sound"], ["generic"])
        assert (x["flip"], y["flip"]) == ("no_change", "uncited")
        (line,) = row["degraded"]
        assert line.startswith("What fake/y was asked, its score on mechanism, could not be read")
    for holder in (files["raw"], files["grouped"], files["summary"][0], files["replies"][0]):
        assert holder["adjudicators"] == ["fake/x", "fake/y"]
    question = files["raw"]["questions"][0]
    assert question["adjudicator_agreement"]["adjudicators"] == ["adjudicator", "adjudicator-2"]
    assert question["phase2"]["judges"] == {"fake/x": "agree", "fake/y": "agree"}
    assert files["adjudicator"][0]["adjudicator_model"] == "fake/x, fake/y"


async def test_who_judges_is_in_the_hash_and_who_sits_and_how_is_not() -> None:
    def hash_of(events: list[Event]) -> str:
        found: str = by_name(artifacts_of("7", [events]))["raw"]["code_hash"]
        return found

    plain = hash_of(await sat())
    assert hash_of(await sat(council={"offices": {"adjudicator": "fake/y"}})) != plain
    assert hash_of(await sat(mode="stress-test")) != plain
    assert hash_of(await sat(options={"reverse_rebuttals": True})) == plain
    assert hash_of(await sat(question="Another?")) == plain
