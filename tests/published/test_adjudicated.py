"""The adjudicated council: the files of a run, what they add up to, and the programs that put runs together."""

from __future__ import annotations

import json
import re
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from published.conftest import SEATS, Installed
from published.provider import CHAIR, REVISED, SAYS

GOLDEN = Path(__file__).parents[1] / "golden" / "aggregate"
RAW = {"run_id", "code_hash", "mode", "domain", "started_at", "questions", "summary", "finished_at", "duration_seconds"}
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
VERDICT = {"verdict", "verdict_type", "confidence", "basis", "reason", "strongest_model", "strongest_score"}
HEADER = {"entry_type", "run_id", "mode", "domain", "adjudicator_model", "council_roster", "started_at"}
CALL = {"entry_type", "timestamp", "call_type", "raw_response", "parsed_ok", "latency_ms", "input_tokens_approx"}
FOOTER = {"entry_type", "run_id", "finished_at", "duration_seconds"}
SUMMARY_OF_MODEL = {"avg_score", "std_score", "n_replies", "flip_rate", "uncited_flip_rate", "avg_conviction_bonus",
                    "strongest_count", "weakest_count", "axes", "flaws", "flip_provenance"}  # fmt: skip
MODES: dict[str, tuple[dict[str, float], float]] = {
    "stress-test": (
        {"structural_comprehension": 1.5, "empirical_grounding": 2.0, "asymmetry_detection": 1.5,
         "rhetorical_resistance": 1.0, "frame_control": 0.5, "institutional_guarding": 0.5}, 0.6,
    ),
    "code-review": (
        {"bug_identification": 2.0, "severity_accuracy": 1.5, "evidence_quality": 2.0, "fix_quality": 1.5,
         "regression_awareness": 1.0, "scope_discipline": 0.5}, 1.0,
    ),
    "research-synthesis": (
        {"evidence_quality": 2.0, "causal_inference": 2.0, "uncertainty_handling": 1.5, "citation_specificity": 1.0,
         "counterargument_strength": 1.5, "synthesis_quality": 1.0}, 1.0,
    ),
    "legal-analysis": (
        {"authority_identification": 2.0, "rule_application": 2.0, "distinction_quality": 1.5,
         "counterargument_awareness": 1.5, "precision": 1.0, "scope_discipline": 0.5}, 1.0,
    ),
    "threat-assessment": (
        {"threat_identification": 2.0, "exploitability_assessment": 2.0, "impact_analysis": 1.5,
         "mitigation_quality": 1.5, "attack_chain_awareness": 1.0, "scope_discipline": 0.5}, 1.0,
    ),
}  # fmt: skip
"""The weight of each axis, and what a reply in the wrong form is multiplied with."""


def run(installed: Installed, rubric: str, name: str, questions: int = 1, **more: str) -> dict[str, Any]:
    """Ask questions under a rubric and read the files back by the last part of their names."""
    file = installed.folder / f"{name}.jsonl"
    lines = [json.dumps({"role": "user", "content": f"Is {90 + at} prime?"}) for at in range(questions)]
    file.write_text("\n".join(lines) + "\n")
    flags = [part for key, value in more.items() for part in (f"--{key.replace('_', '-')}", value)]
    done = installed.moot("run", file.name, "--rubric", rubric, "--artifacts-dir", name, "--json", "-q", *flags)
    assert done.code == 0, done
    told = json.loads(done.out)
    found: dict[str, Any] = {"told": told, "paths": told["artifacts"]}
    for path in told["artifacts"]:
        text = (installed.folder / path).read_text()
        kind = path.rpartition("_")[2].partition(".")[0]
        lined = not path.endswith(".json")
        found[kind] = [json.loads(line) for line in text.splitlines()] if lined else json.loads(text)
    return found


@pytest.fixture(scope="module")
def files(installed: Installed) -> dict[str, Any]:
    """The files of a run of two questions in which beta gives in to an objection and gamma changes without a reason."""
    installed.provider.changing = {"beta": "cited_rebuttal", "gamma": "uncited"}
    installed.provider.flaws = {"gamma": "hedge"}
    found = run(installed, "stress-test", "first", 2, domain="maths")
    installed.provider.reset()
    return found


def test_a_run_leaves_the_published_files_with_the_published_fields(files: dict[str, Any]) -> None:
    number = files["told"]["run"]
    assert files["paths"] == [
        f"first/stress_test_run_{number}_raw.json",
        f"first/stress_test_run_{number}_grouped.json",
        f"first/stress_test_run_{number}_summary.json",
        f"first/stress_test_run_{number}_replies.ndjson",
        f"first/logs/run_{number}_adjudicator.jsonl",
    ]
    raw, grouped, summary, lines = files["raw"], files["grouped"], files["summary"], files["replies"]
    assert raw.keys() >= RAW
    assert grouped.keys() >= GROUPED
    for whole in (raw, grouped):
        assert (whole["run_id"], whole["mode"], whole["domain"]) == (number, "stress_test", "maths")
        assert re.fullmatch(r"[0-9a-f]{12}", whole["code_hash"])
        assert whole["duration_seconds"] == round(whole["duration_seconds"], 3)
    assert raw["summary"] == summary
    assert (len(raw["questions"]), len(grouped["questions"]), len(summary), len(lines)) == (2, 2, 2, 6)
    for at, (question, group, short) in enumerate(
        zip(raw["questions"], grouped["questions"], summary, strict=True), start=1
    ):
        assert question.keys() >= RAW_QUESTION
        assert group.keys() >= GROUPED_QUESTION
        assert short.keys() >= SUMMARY
        assert question["question_index"] == group["index"] == short["question_index"] == at
        assert all(reply.keys() >= RAW_REPLY for reply in question["replies"])
        assert all(reply.keys() >= GROUPED_REPLY for reply in group["replies"])
        assert question["verdict"].keys() >= VERDICT
    for line in lines:
        assert line.keys() >= LINE
        assert (line["_run_id"], line["_code_hash"]) == (number, raw["code_hash"])


def test_what_each_member_said_and_changed_stands_in_every_file(files: dict[str, Any]) -> None:
    alpha, beta, gamma = files["grouped"]["questions"][0]["replies"]
    assert [reply["model"] for reply in (alpha, beta, gamma)] == SEATS
    assert (alpha["original"], alpha["final"]) == (SAYS["alpha"], SAYS["alpha"])
    assert (beta["original"], beta["final"]) == (SAYS["beta"], REVISED.format("Beta"))
    assert [(reply["flip"], reply["flip_reason"]) for reply in (alpha, beta, gamma)] == [
        (False, "no_change"), (True, "cited_rebuttal"), (True, "uncited"),
    ]  # fmt: skip
    assert beta["flip_source"] in {"up/alpha", "up/gamma"}
    assert alpha["flip_source"] is gamma["flip_source"] is None
    assert "The objection of alpha" in alpha["rebuttal"]
    assert alpha["rebuttal_target"] in {"up/beta", "up/gamma"}
    for reply in (alpha, beta, gamma):
        assert (reply["text"], reply["original_text"]) == (reply["final"], reply["original"])
        assert (reply["rebuttal_text"], reply["axis_scores"]) == (reply["rebuttal"], reply["axes"])
    assert [reply["phase1"][0]["flaw_label"] for reply in (alpha, beta, gamma)] == [None, None, "hedge"]
    short = files["summary"][0]
    assert short["flips"]["up/beta"] == {"flipped": True, "reason": "cited_rebuttal", "source": beta["flip_source"]}
    assert short["stances"]["up/beta"] == {"original": SAYS["beta"], "final": REVISED.format("Beta")}
    row = next(line for line in files["replies"] if line["model"] == "up/beta")
    assert (row["original_text"], row["revised_text"], row["text"]) == (
        SAYS["beta"], REVISED.format("Beta"), REVISED.format("Beta"),
    )  # fmt: skip
    assert (row["flip"]["flip"], row["flip"]["flip_reason"], row["flip_source"]) == (
        True, "cited_rebuttal", beta["flip_source"],
    )  # fmt: skip


def expected_score(reply: dict[str, Any], mode: str) -> float:
    """The published weighted score: axes by their weights, times the penalty, plus conviction."""
    weights, penalty = MODES[mode]
    base = sum(weight * reply["axes"][axis]["score"] for axis, weight in weights.items())
    if not reply["compliant"]:
        base *= penalty
    flawed = any(item.get("flaw_label") not in (None, "", "none") for item in reply["phase1"])
    if reply["flip"]:
        return base + (-1 if reply["flip_reason"] == "uncited" else 0)
    return base + (0 if flawed else 2)


def test_scores_are_the_published_arithmetic(files: dict[str, Any]) -> None:
    for question in files["grouped"]["questions"]:
        replies = question["replies"]
        for reply in replies:
            assert reply["axes"].keys() == MODES["stress-test"][0].keys()
            assert all(axis == score["axis"] and 1 <= score["score"] <= 5 for axis, score in reply["axes"].items())
            assert reply["weighted_score"] == pytest.approx(expected_score(reply, "stress-test"))
        assert [reply["conviction_bonus"] for reply in replies] == [2, 0, -1]
        assert replies[0]["weighted_score"] == 37, "all fives, in form, steady and without a flaw"
        assert (question["strongest_weighted"], question["weakest_weighted"]) == ("up/alpha", "up/gamma")
        verdict = question["verdict"]
        assert (verdict["verdict"], verdict["verdict_type"], verdict["confidence"], verdict["basis"]) == (
            SAYS[CHAIR], "majority", "high", "weighted_majority",
        )  # fmt: skip
        assert (verdict["strongest_model"], verdict["strongest_score"]) == ("up/alpha", 37)


def test_the_log_holds_every_call_of_the_adjudicator(files: dict[str, Any]) -> None:
    header, *calls, footer = files["adjudicator"]
    assert (header["entry_type"], footer["entry_type"]) == ("run_header", "run_footer")
    assert header.keys() >= HEADER
    assert footer.keys() >= FOOTER
    assert (header["adjudicator_model"], header["council_roster"]) == (f"up/{CHAIR}", SEATS)
    assert all(call.keys() >= CALL and call["entry_type"] == "adjudication_call" for call in calls)
    kinds = [call["call_type"] for call in calls]
    assert {kind: kinds.count(kind) for kind in sorted(set(kinds))} == {
        "axis_scoring": 2 * 3 * 6, "flip_detection": 2 * 2, "phase1": 2 * 3, "phase2": 2, "verdict": 2,
    }  # fmt: skip
    assert all(call["parsed_ok"] is True and len(call["raw_response"]) <= 2000 for call in calls)
    scored = {(call["question_index"], call["model_evaluated"], call["axis_name"])
              for call in calls if call["call_type"] == "axis_scoring"}  # fmt: skip
    assert len(scored) == 36


def test_a_verdict_on_shifting_ground_is_withheld(installed: Installed) -> None:
    installed.provider.changing = {"beta": "uncited", "gamma": "uncited"}
    found = run(installed, "stress-test", "withheld")
    verdict = found["grouped"]["questions"][0]["verdict"]
    assert (verdict["verdict"], verdict["verdict_type"], verdict["confidence"], verdict["basis"]) == (
        None, "unstable", "low", "high_flip_instability",
    )  # fmt: skip
    assert verdict["reason"]
    assert found["summary"][0]["verdict"] is None
    assert found["told"]["questions"][0]["outcome"] == "inconclusive"


def test_a_member_that_fails_is_no_reply_and_gets_no_score(installed: Installed) -> None:
    installed.provider.failing = {"beta"}
    found = run(installed, "stress-test", "absent")
    assert [reply["model"] for reply in found["grouped"]["questions"][0]["replies"]] == ["up/alpha", "up/gamma"]
    assert found["told"]["questions"][0]["degraded"], "and it is said who is missing"
    assert "up/beta" in json.dumps(found["told"]["questions"][0]["degraded"])


def test_when_all_fail_the_run_fails(installed: Installed) -> None:
    installed.provider.failing = {"alpha", "beta", "gamma"}
    (installed.folder / "q.jsonl").write_text('{"role": "user", "content": "Is 91 prime?"}\n')
    done = installed.moot("run", "q.jsonl", "--artifacts-dir", "none", "-q")
    assert done.code == 1
    (raw,) = (installed.folder / "none").glob("*_raw.json")
    (question,) = json.loads(raw.read_text())["questions"]
    assert (question["replies"], question["verdict"]["verdict"]) == ([], None), "an error is never a reply"


@pytest.mark.fast(2)
@pytest.mark.parametrize("rubric", [each for each in MODES if each != "stress-test"])
def test_every_mode_scores_its_own_axes(installed: Installed, rubric: str) -> None:
    found = run(installed, rubric, f"mode-{rubric}")
    mode = rubric.replace("-", "_")
    assert found["raw"]["mode"] == mode
    assert found["paths"][0].startswith(f"mode-{rubric}/{mode}_run_")
    (question,) = found["grouped"]["questions"]
    best = question["replies"][0]
    assert best["axes"].keys() == MODES[rubric][0].keys()
    assert best["weighted_score"] == pytest.approx(sum(MODES[rubric][0].values()) * 5 + best["conviction_bonus"])
    if rubric in ("code-review", "threat-assessment"):
        finding = question["phase2"]["merged_findings"][0]
        assert finding.keys() >= {"finding", "status", "models_agree", "models_disagree", "severity"}
        assert question["consensus"] is None, "these modes have none"
        assert question["verdict"].keys() >= VERDICT | {"findings_count", "confirmed_bugs", "disputed"}
        assert best["phase1"][0].keys() >= {"model", "finding", "label", "reason"}
    else:
        assert question["consensus"]
        kind = {"research-synthesis": "evidence", "legal-analysis": "legal"}[rubric]
        assert best["phase1"][0].keys() >= {"model", f"{kind}_label", f"{kind}_reason"}


def test_without_rebuttal_and_refine_nothing_changes(installed: Installed) -> None:
    file = installed.folder / "plain.jsonl"
    file.write_text('{"role": "user", "content": "Is 91 prime?"}\n')
    flags = ("--rubric", "stress-test", "--no-rebuttal", "--no-refine", "--artifacts-dir", "plain", "-q")
    assert installed.moot("run", file.name, *flags).code == 0
    (grouped,) = (installed.folder / "plain").glob("*_grouped.json")
    for reply in json.loads(grouped.read_text())["questions"][0]["replies"]:
        assert (reply["rebuttal"], reply["rebuttal_target"], bool(reply["flip"])) == (None, None, False)
        assert reply["original"] == reply["final"]


# --- putting runs together --------------------------------------------------------------------------------------------


@pytest.fixture
def golden(tmp_path: Path) -> Path:
    """The published programs' inputs, in a folder of their own."""
    folder = tmp_path / "in"
    folder.mkdir()
    for file in [*GOLDEN.glob("*grouped.json"), *(GOLDEN / "compared").glob("*grouped.json")]:
        shutil.copy(file, tmp_path if "reversed" in file.name else folder)
    return tmp_path


def plain(text: str) -> str:
    """A JSON text with its whole numbers written without `.0`."""
    return re.sub(r"(\d)\.0\b", r"\1", text).rstrip("\n")


def test_aggregates_are_the_published_ones_byte_for_byte(installed: Installed, golden: Path) -> None:
    here = replace(installed, folder=golden)
    done = here.moot("runs", "aggregate", "in")
    assert (done.code, done.out) == (0, (GOLDEN / "aggregate.txt").read_text())
    for mode in ("code_review", "sistm_stress"):
        name = f"council_aggregate_{mode}.json"
        assert plain((golden / name).read_text()) == plain((GOLDEN / name).read_text())
    last = (golden / "council_aggregate.json").read_text()
    assert last == (golden / "council_aggregate_sistm_stress.json").read_text(), "the alphabetically last mode"
    assert json.loads(here.moot("runs", "aggregate", "in", "--json").out).keys() == {"code_review", "sistm_stress"}


def test_a_comparison_and_a_report_are_the_published_ones(installed: Installed, golden: Path) -> None:
    here = replace(installed, folder=golden)
    pair = ("in/sistm_stress_run_1_grouped.json", "reversed_run_5_grouped.json")
    done = here.moot("runs", "compare", *pair, "--output", "compare.json")
    assert (done.code, done.out) == (0, (GOLDEN / "compared" / "compare.txt").read_text())
    assert plain((golden / "compare.json").read_text()) == plain((GOLDEN / "compared" / "compare.json").read_text())
    here.moot("runs", "aggregate", "in")
    done = here.moot("runs", "report", "council_aggregate.json", "--compare", "compare.json")
    assert (done.code, done.out) == (0, "Wrote council_report.html.\n")
    page = (golden / "council_report.html").read_text()
    heads = ["Overall scores", "By domain", "Flip behaviour", "Flip provenance", "Axis scores",
             "Strongest and weakest", "Flaw frequency", "Discriminative power", "Consensus stability",
             "Order-sensitive questions"]  # fmt: skip
    places = [page.index(f">{head}") for head in heads]
    assert places == sorted(places)
    assert "1 domain · 15 scored replies" in page
    assert "Caused by gamma" in page
    assert not re.search(r"<script|<link|src=", page), "one page that needs nothing else"
    assert here.moot("runs", "report", "council_aggregate.json", "-o", "other.html").code == 0
    assert (golden / "other.html").exists()


def test_lines_are_read_where_no_grouped_file_is(installed: Installed, files: dict[str, Any], tmp_path: Path) -> None:
    here = replace(installed, folder=tmp_path)
    both = installed.folder / "first"
    assert here.moot("runs", "aggregate", str(both)).code == 0
    (tmp_path / "council_aggregate_stress_test.json").rename(tmp_path / "grouped.out")
    (lines,) = both.glob("*replies.ndjson")
    (tmp_path / "deep").mkdir()
    shutil.copy(lines, tmp_path / "deep")
    assert here.moot("runs", "aggregate", "deep").code == 0
    by_lines = json.loads((tmp_path / "council_aggregate_stress_test.json").read_text())
    assert by_lines == json.loads((tmp_path / "grouped.out").read_text())
    summary = by_lines["summary"]
    assert summary.keys() == {"alpha", "beta", "gamma"}, "the last part of a model's name"
    assert all(row.keys() >= SUMMARY_OF_MODEL for row in summary.values())
    assert (summary["beta"]["flip_rate"], summary["beta"]["uncited_flip_rate"]) == (1.0, 0.0)
    assert (summary["gamma"]["flip_rate"], summary["gamma"]["uncited_flip_rate"]) == (1.0, 1.0)
    assert summary["gamma"]["flaws"] == {"hedge": 2}
    assert (summary["alpha"]["avg_score"], summary["alpha"]["strongest_count"]) == (37, 2)
    assert sum(summary["beta"]["flip_provenance"].values()) == 2
    assert {each["run_id"] for each in by_lines["run_stats"]} == {files["told"]["run"]}


def test_what_cannot_be_put_together_is_an_error(installed: Installed, tmp_path: Path) -> None:
    here = replace(installed, folder=tmp_path)
    (tmp_path / "a.json").write_text("[]")
    for words, said in (
        (("aggregate", "."), "no files of runs"),
        (("compare", "a.json"), "Missing argument"),
        (("report", "a.json"), "is not an aggregate"),
    ):
        done = here.moot("runs", *words)
        assert done.code != 0
        assert said in done.err
