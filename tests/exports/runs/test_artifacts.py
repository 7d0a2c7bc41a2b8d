"""Do the files of a run have the published names and fields, filled from the transcript and from nothing else?"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from moot.errors import CallFailed
from moot.exports.run_files import Artifact, artifacts_of, write_artifacts
from moot.vocabulary.events import Event
from protocols.adjudication.panel import Panel, rubric
from sessions.hall import Hall
from sessions.published_aggregate import rows_of_grouped, rows_of_lines, summary_of

RAW = {"run_id", "code_hash", "mode", "domain", "started_at", "questions", "summary", "finished_at", "duration_seconds",
       "artifacts"}  # fmt: skip
RAW_QUESTION = {"question_index", "question_text", "replies", "phase1_raw", "phase1", "phase2_raw", "phase2",
                "strongest_weighted", "weakest_weighted", "verdict", "domain"}  # fmt: skip
RAW_REPLY = {"model", "text", "original_text", "revised_text", "flip", "compliant", "phase1", "rebuttal_text",
             "rebuttal_target", "axis_scores", "conviction_bonus", "weighted_score"}  # fmt: skip
GROUPED = {"run_id", "code_hash", "mode", "domain", "started_at", "finished_at", "duration_seconds", "questions"}
GROUPED_QUESTION = {"index", "text", "domain", "phase2", "consensus", "strongest_weighted", "weakest_weighted",
                    "strongest", "weakest", "verdict", "replies"}  # fmt: skip
GROUPED_REPLY = {"model", "original", "final", "rebuttal", "rebuttal_target", "flip", "flip_reason", "flip_source",
                 "compliant", "conviction_bonus", "weighted_score", "phase1", "axes", "text", "original_text",
                 "rebuttal_text", "axis_scores"}  # fmt: skip
SUMMARY = {"question_index", "question_text", "consensus", "verdict", "verdict_type", "verdict_confidence",
           "verdict_basis", "verdict_reason", "strongest_weighted", "weakest_weighted", "flips", "stances"}  # fmt: skip
LINE = {"question_index", "question_text", "domain", "mode", "model", "text", "original_text", "revised_text",
        "rebuttal_text", "rebuttal_target", "flip", "flip_source", "compliant", "conviction_bonus", "weighted_score",
        "phase1", "axis_scores", "phase2_consensus", "phase2_strongest", "phase2_weakest", "verdict",
        "strongest_weighted", "weakest_weighted", "_run_id", "_code_hash"}  # fmt: skip
HEADER = {"entry_type", "run_id", "mode", "domain", "adjudicator_model", "council_roster", "started_at"}
CALL = {"entry_type", "timestamp", "call_type", "raw_response", "parsed_ok", "latency_ms", "input_tokens_approx",
        "question_index", "model_evaluated", "axis_name", "verdict_type", "confidence"}  # fmt: skip
FOOTER = {"entry_type", "run_id", "finished_at", "duration_seconds"}


async def sat(
    panel: Panel | None = None, *, mode: str = "general", protocol: str = "adjudication", **more: Any
) -> list[Event]:
    """The events of one session."""
    async with Hall(panel or Panel()) as hall:
        more |= {"rubric": rubric(mode)} if protocol == "adjudication" else {}
        return await hall.events(await hall.convene(protocol, members=3, **more))


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


async def test_names_and_fields_are_the_published_ones() -> None:
    artifacts = artifacts_of("7", [await sat(FLIPPED)], domain="law_policy")
    assert [artifact.name for artifact in artifacts] == [
        "general_run_7_raw.json",
        "general_run_7_grouped.json",
        "general_run_7_summary.json",
        "general_run_7_replies.ndjson",
        "logs/run_7_adjudicator.jsonl",
    ]
    files = by_name(artifacts)
    raw, grouped, summary, lines, log = (files[n] for n in ("raw", "grouped", "summary", "replies", "adjudicator"))
    assert set(raw) >= RAW
    assert set(raw["questions"][0]) >= RAW_QUESTION
    assert set(raw["questions"][0]["replies"][0]) >= RAW_REPLY
    assert set(raw["artifacts"]) == {"raw", "grouped", "summary", "ndjson"}
    assert set(grouped) >= GROUPED
    assert set(grouped["questions"][0]) >= GROUPED_QUESTION
    assert set(grouped["questions"][0]["replies"][0]) >= GROUPED_REPLY
    assert set(summary[0]) >= SUMMARY
    assert raw["summary"] == summary
    assert all(set(line) >= LINE for line in lines)
    assert set(log[0]) >= HEADER
    assert set(log[-1]) >= FOOTER
    assert all(set(line) >= CALL for line in log[1:-1])
    assert raw["domain"] == lines[0]["domain"] == "law_policy"


async def test_what_was_found_stands_in_the_fields() -> None:
    files = by_name(artifacts_of("7", [await sat(FLIPPED)]))
    (question,) = files["raw"]["questions"]
    a, b, c = question["replies"]
    assert a["flip"]["flip"] is True
    assert (a["flip"]["flip_reason"], a["flip"]["flip_source"]) == ("cited_rebuttal", "fake/c")
    assert (a["original_text"], a["text"], a["revised_text"]) == (
        "First answer of seat-a: build it of stone.",
        "Build it of wood.",
        "Build it of wood.",
    )
    assert b["flip"]["flip_reason"] == "no_change"
    assert (a["conviction_bonus"], b["conviction_bonus"]) == (0, 2)
    assert b["axis_scores"]["commitment"] == {"axis": "commitment", "score": 5, "reason": "set"}
    assert c["rebuttal_target"] == "fake/a"
    assert "not shown by seat-c" in c["rebuttal_text"]
    assert question["strongest_weighted"] == "fake/b"
    assert question["phase2"]["agreement"] == "agree"
    assert a["phase1"][0]["model"] == "fake/a"
    assert any(name.endswith("_label") for name in a["phase1"][0])
    assert question["verdict"]["verdict"] == "Build it of stone, as the council found."
    assert question["verdict"]["verdict_type"]
    assert question["verdict"]["strongest_score"] == b["weighted_score"]
    assert files["summary"][0]["flips"]["fake/a"] == {"flipped": True, "reason": "cited_rebuttal", "source": "fake/c"}
    assert files["summary"][0]["stances"]["fake/a"]["final"] == "Build it of wood."
    assert files["grouped"]["questions"][0]["replies"][0]["flip"] is True
    assert len(files["replies"]) == 3
    assert len(question["phase1_raw"]) == 3
    assert len(question["phase2_raw"]) == 1


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
    from moot.sessions.fork import Changes

    async with Hall(Panel()) as hall:
        session = await hall.convene("adjudication", members=3, rubric=rubric())
        fork = await hall.runner.fork(session, Changes(stage="verdict"))
        await hall.runner.ended(fork)
        one = by_name(artifacts_of("7", [await hall.events(session)]))
        other = by_name(artifacts_of("7", [await hall.events(fork)]))
    calls, copies = one["adjudicator"][1:-1], other["adjudicator"][1:-1]
    assert [call["key"] for call in copies] == [call["key"] for call in calls]
    assert {call["copied_from"] for call in copies if call["call_type"] != "verdict"} == {session}
    assert other["adjudicator"][-1]["calls"] == 1
    assert other["raw"]["questions"][0]["replies"] == one["raw"]["questions"][0]["replies"]


async def test_a_member_that_failed_is_named_and_has_no_reply() -> None:
    files = by_name(artifacts_of("7", [await sat(Panel({"discovery/seat-b": CallFailed("refused", "no")}))]))
    (question,) = files["raw"]["questions"]
    assert [reply["model"] for reply in question["replies"]] == ["fake/a", "fake/c"]
    assert question["missing"][0]["model"] == "fake/b"


async def test_several_sessions_are_the_questions_of_one_run() -> None:
    sessions = [await sat(question=f"Question {n}?") for n in range(3)]
    files = by_name(artifacts_of("7", sessions))
    assert [each["question_text"] for each in files["raw"]["questions"]] == [f"Question {n}?" for n in range(3)]
    assert [each["index"] for each in files["grouped"]["questions"]] == [1, 2, 3]
    assert {line["question_index"] for line in files["replies"]} == {1, 2, 3}
    assert {call.get("question_index") for call in files["adjudicator"][1:-1]} == {1, 2, 3}


async def test_any_protocol_has_files_and_what_it_lacks_is_null() -> None:
    from sessions.hall import ranked

    async with Hall(ranked) as hall:
        events = await hall.events(await hall.convene("peer-review", members=3))
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


async def test_rounds_have_a_first_and_a_last_answer() -> None:
    from moot.protocols.adjudication.runs.judged import judged_in
    from moot.vocabulary.seats import Seat
    from moot.vocabulary.state import MoveView, SessionState

    said = {("round.1", "seat-a"): "one", ("round.1", "seat-b"): "two", ("round.2", "seat-a"): "three"}
    moves = {
        f"{stage}/{seat}": MoveView(key=f"{stage}/{seat}", stage=stage, seat=seat, state="spoke", text=text)
        for (stage, seat), text in said.items()
    }
    seats = tuple(Seat(id=f"seat-{letter}", model="fake/x") for letter in "abc")
    replies = judged_in(SessionState(seats=seats, moves=moves)).replies
    assert [(reply.model, reply.first, reply.final, reply.revised) for reply in replies] == [
        ("fake/x (seat-a)", "one", "three", True),
        ("fake/x (seat-b)", "two", "two", False),
    ]


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
