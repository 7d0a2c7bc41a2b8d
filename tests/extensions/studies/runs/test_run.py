"""Test that a run asks every question once, resumes after any interruption, and names the failed questions."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cli.conftest import Run
from moot.errors import BadInput, TooLarge
from moot.extensions.studies.runs.questions import MOST_CODE, Kind, questions_in
from moot.extensions.studies.runs.run import RunAnswer, exit_code
from moot.protocols.adjudication.findings import ReplyScore
from moot.protocols.adjudication.runs.files import strongest
from moot.protocols.adjudication.runs.replies import JudgedReply, JudgedSession
from rig.script import Asked
from world.homes import CHAIR, gateway_at
from world.homes import SEATS as WORLD_SEATS
from world.offers.tokens import agreed

SEATS = ("-m", "rehearsal/ada", "-m", "rehearsal/bo", "-m", "rehearsal/cyn")


def jsonl(path: Path, *contents: str, role: str = "user") -> Path:
    """A file of questions."""
    path.write_text("".join(json.dumps({"role": role, "content": each}) + "\n" for each in contents))
    return path


@pytest.fixture
def ran(moot: Run) -> Callable[..., dict[str, Any]]:
    """Runs with scripted voices and returns what came of it."""

    def run(*args: str) -> dict[str, Any]:
        result = moot("run", *args, *SEATS, "--json")
        found: dict[str, Any] = {**json.loads(result.stdout), "exit": result.exit_code}
        return found

    return run


# --- what is put ------------------------------------------------------------------------------------------------------


def put(tmp_path: Path, text: str, *, name: str = "q.jsonl", kind: Kind | None = None) -> list[Any]:
    file = tmp_path / name
    file.write_text(text)
    return questions_in([file], kind)


def test_a_line_may_give_the_known_answer(tmp_path: Path) -> None:
    lines = [
        {"role": "user", "content": "Is it so?", "answer": True},
        {"role": "user", "content": "How many?", "answer": 42},
        {"role": "user", "content": "Which?", "answer": " b "},
        {"role": "user", "content": "Who knows?"},
    ]
    found = put(tmp_path, "\n".join(map(json.dumps, lines)))
    assert [each.answer for each in found] == ["yes", "42", "b", ""]
    assert found[0].id == put(tmp_path, json.dumps({"role": "user", "content": "Is it so?"}))[0].id


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ({"role": "user", "content": "So?", "answer": " "}, "line 1: `answer` is empty"),
        ({"role": "user", "content": "So?", "answer": "x" * 2_001}, "more than 2,000 characters"),
        ({"role": "system", "content": "Be brief.", "answer": "no"}, "known answer of a `user` line"),
        ({"role": "user", "content": "So?", "answer": ["a"]}, "answer"),
    ],
)
def test_a_known_answer_that_is_none_is_refused_by_line(tmp_path: Path, line: dict[str, Any], says: str) -> None:
    with pytest.raises(BadInput, match=re.escape(says)):
        put(tmp_path, json.dumps(line))


def test_known_answers_are_told_of_a_run_and_shown_to_nobody(
    ran: Callable[..., dict[str, Any]], moot: Run, tmp_path: Path
) -> None:
    secret = "4242424242"
    file = tmp_path / "known.jsonl"
    file.write_text(json.dumps({"role": "user", "content": "How many grains?", "answer": secret}))
    found = ran(str(file), "--protocol", "peer-review")
    known = found["known_answers"]
    assert known["questions"] == 1
    assert [each["right"] + each["wrong"] + each["unread"] for each in known["members"]] == [1, 1, 1]
    session = found["questions"][0]["session"]
    transcript = moot("sessions", "export", session, "--format", "jsonl", "-O", "-").stdout
    told = [json.loads(line) for line in transcript.splitlines() if secret in line]
    assert [each["kind"] for each in told] == ["SessionOpened", "FindingMade"]
    assert told[1]["key"] == "grading/answer-grades", "the answer stands before anybody compares it"
    again = moot("run", str(file), *SEATS, "--protocol", "peer-review", "-q")
    assert "Which answers are right: moot study report " in again.stdout


@pytest.mark.parametrize(
    "text",
    [
        '\ufeff{"role":"user","content":"One?"}\n\n{"role":"user","content":"One?","extra":1}\n',
        '[{"role":"user","content":"One?"}, {"role":"user","content":"One?"}]',
    ],
    ids=["lines", "array"],
)
def test_every_user_line_is_a_question_of_its_own(text: str, tmp_path: Path) -> None:
    found = put(tmp_path, text)
    assert [each.text for each in found] == ["One?"] * 2
    assert len({each.id for each in found}) == 2


def test_an_answered_line_is_an_earlier_turn_and_a_system_line_is_told(tmp_path: Path) -> None:
    lines = [("system", "Be brief."), ("user", "One?"), ("assistant", "Yes."), ("user", "Two?"), ("user", "Three?")]
    found = put(tmp_path, "\n".join(json.dumps({"role": role, "content": content}) for role, content in lines))
    assert [each.text for each in found] == ["Two?", "Three?"]
    assert all((turn.question, turn.answer) == ("One?", "Yes.") for each in found for turn in each.history)
    assert {each.system for each in found} == {"Be brief."}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('{"role":"user","content":"One?"}\n{"role":"user"', "line 2"),
        ('{"role":"user","content":"One?"}\n\nnot json', "line 3"),
        ('{"role":"user"}', "line 1: .*content"),
        ('{"role":"user","content":7}', "line 1: .*content"),
        ('{"role":"robot","content":"x"}', "line 1: the role is 'robot'"),
        ('{"role":"user","content":"  "}', "line 1: `content` is empty"),
        ('"just text"', "line 1"),
        ('{"role":"system","content":"x"}', "no line with the role `user`"),
        ('{"role":"assistant","content":"x"}\n{"role":"user","content":"y"}', "line 1: an `assistant` line"),
        ('{"role":"user","content":"x"}\n{"role":"assistant","content":"y"}', "no question"),
        ("[" * 5000, "line 1|not a JSON array"),
        ("", "no line"),
    ],
)
def test_what_is_not_json_lines_is_refused_by_line(text: str, says: str, tmp_path: Path, moot: Run) -> None:
    with pytest.raises(BadInput, match=says):
        put(tmp_path, text)
    result = moot("run", str(tmp_path / "q.jsonl"), *SEATS)
    assert result.exit_code == 2
    assert not (tmp_path / "results").exists()


def test_text_is_one_question_and_a_folder_is_code(tmp_path: Path) -> None:
    assert [each.text for each in put(tmp_path, " Is it?\nReally? ", name="q.md")] == ["Is it?\nReally?"]
    project = tmp_path / "project"
    for name in ("a.py", "sub/b.rs", ".git/c.py", "node_modules/d.js", "notes.txt", "__pycache__/e.py"):
        file = project / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"# {name}\n```\n")
    (project / "out.py").symlink_to("/etc/passwd")
    (question,) = questions_in([project], None)
    assert "a.py" in question.text
    assert "sub/b.rs" in question.text
    for name in ("c.py", "d.js", "notes.txt", "e.py", "out.py", "root:"):
        assert name not in question.text
    assert "````py" in question.text  # what the file holds cannot close its fence


def test_a_table_is_asked_row_by_row(tmp_path: Path) -> None:
    file = tmp_path / "quiz.csv"
    file.write_text("\ufeffNr;Frage;Quelle;Antwort\r\n1;Ist 7 prim?;S. 4;ja\r\n2;Ist 8 prim?;;nein\r\n")
    assert [(put.text, put.answer) for put in questions_in([file], None)] == [
        ("Ist 7 prim?", "ja"), ("Ist 8 prim?", "nein"),
    ]  # fmt: skip
    file.write_text("nr,title\n1,Is 7 prime?\n")
    with pytest.raises(BadInput, match="The first line is: nr,title"):
        questions_in([file], None)


def test_a_preface_stands_before_every_question(tmp_path: Path) -> None:
    file = tmp_path / "a.py"
    file.write_text("x = 1\n")
    (question,) = questions_in([file], None, "Is it safe? ")
    assert question.text.startswith("Is it safe?\n\n### ")
    assert question.id != questions_in([file], None)[0].id


def test_code_is_bounded(tmp_path: Path) -> None:
    with pytest.raises(TooLarge):
        put(tmp_path, "x" * (MOST_CODE + 1), name="a.py")
    (tmp_path / "b.py").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadInput, match="not UTF-8"):
        questions_in([tmp_path / "b.py"], None)
    (tmp_path / "empty").mkdir()
    with pytest.raises(BadInput, match="no code"):
        questions_in([tmp_path / "empty"], None)


# --- a run ------------------------------------------------------------------------------------------------------------


def test_a_run_leaves_sessions_and_files(ran: Callable[..., dict[str, Any]], tmp_path: Path, moot: Run) -> None:
    file = jsonl(tmp_path / "q.jsonl", "Is stone better than wood?", "Is wood better than stone?")
    found = ran(str(file), "--rubric", "stress-test", "--artifacts-dir", "out", "--seed", "s")
    assert found["exit"] == 0
    assert [each["outcome"] in ("verdict", "inconclusive") for each in found["questions"]] == [True, True]
    assert all(each["verdict_class"] for each in found["questions"])
    names = {Path(name).name for name in found["artifacts"]}
    run = found["run"]
    assert names == {
        *(f"stress_test_run_{run}_{kind}" for kind in ("raw.json", "grouped.json", "summary.json", "replies.ndjson")),
        f"run_{run}_adjudicator.jsonl",
    }
    raw = json.loads((tmp_path / "out" / f"stress_test_run_{run}_raw.json").read_text())
    assert [each["question_text"] for each in raw["questions"]] == ["Is stone better than wood?",
                                                                  "Is wood better than stone?"]  # fmt: skip
    again = ran(str(file), "--rubric", "stress-test", "--artifacts-dir", "out", "--seed", "s")
    assert all(each["kept"] for each in again["questions"])
    assert [each["session"] for each in again["questions"]] == [each["session"] for each in found["questions"]]
    assert len(json.loads(moot("sessions", "--json").stdout)["sessions"]) == 2


def test_more_questions_are_put_and_others_stay(ran: Callable[..., dict[str, Any]], tmp_path: Path) -> None:
    file = jsonl(tmp_path / "q.jsonl", "One?")
    first = ran(str(file))
    more = ran(str(jsonl(file, "Zero?", "One?")))
    assert [each["kept"] for each in more["questions"]] == [False, True]
    assert more["questions"][1]["session"] == first["questions"][0]["session"]
    assert first["run"] == more["run"]


def test_other_settings_are_another_run(ran: Callable[..., dict[str, Any]], tmp_path: Path, moot: Run) -> None:
    file = jsonl(tmp_path / "q.jsonl", "One?")
    first = ran(str(file))
    refused = moot("run", str(file), *SEATS, "--no-rebuttal", "--no-refine")
    assert refused.exit_code == 2
    assert "other settings" in refused.stderr
    other = ran(str(file), "--no-rebuttal", "--no-refine", "--new")
    assert other["run"] != first["run"]
    assert other["questions"][0]["session"] != first["questions"][0]["session"]


def test_flags_reach_the_session(ran: Callable[..., dict[str, Any]], tmp_path: Path, moot: Run) -> None:
    file = jsonl(tmp_path / "q.jsonl", "One?")
    found = ran(str(file), "--reverse-rebuttals", "--adjudicator", "rehearsal/gus", "--domain", "education")
    session = found["questions"][0]["session"]
    state = json.loads(moot("sessions", "export", session, "--format", "jsonl").stdout.splitlines()[0])
    assert state["body"]["options"]["reverse_rebuttals"] is True
    assert state["body"]["rubric"]["name"] == "general"
    assert [seat["model"] for seat in state["body"]["roster"]["offices"] if seat["id"] == "adjudicator"] == [
        "rehearsal/gus"
    ]
    raw = next(name for name in found["artifacts"] if name.endswith("raw.json"))
    assert json.loads((tmp_path / raw).read_text())["domain"] == "education"


@pytest.mark.slow
def test_one_failing_question_stops_no_other(ran: Callable[..., dict[str, Any]], tmp_path: Path, moot: Run) -> None:
    file = jsonl(tmp_path / "q.jsonl", "One?", "x" * 1_000_001, "Three?")
    found = ran(str(file))
    assert found["exit"] == 1
    assert [each["session"] is not None for each in found["questions"]] == [True, False, True]
    assert "1,000,001 characters" in found["questions"][1]["reason"]
    shown = moot("run", str(file), *SEATS)
    assert shown.exit_code == 1
    assert "2 of 3 questions finished, 2 of them earlier" in shown.stdout
    assert "\nTogether: $0.\n" in shown.stdout


def test_what_keeps_every_question_from_being_asked_is_said_once(moot: Run, tmp_path: Path) -> None:
    file = jsonl(tmp_path / "q.jsonl", "One?", "Two?")
    result = moot("run", str(file), "-m", "nowhere/x", "-m", "nowhere/y")
    assert result.exit_code == 2
    assert result.stderr.count("nowhere") <= 2
    assert not (tmp_path / "results" / "current" / "run.json").exists()


def test_a_lost_quorum_is_asked_for_again_without_paying_twice(moot: Run, tmp_path: Path) -> None:
    file = jsonl(tmp_path / "q.jsonl", "One?")
    seats = ("-m", "rehearsal/ada", "-m", "rehearsal/failing", "-m", "rehearsal/failing")
    first = json.loads(moot("run", str(file), *seats, "--json").stdout)
    assert first["questions"][0]["outcome"] == "failed"
    again = json.loads(moot("run", str(file), *seats, "--json").stdout)
    assert again["questions"][0]["session"] != first["questions"][0]["session"]
    listed = json.loads(moot("sessions", "--json").stdout)["sessions"]
    assert [each["fork_of"] for each in listed] == [first["questions"][0]["session"], None]
    assert "[1] Why: answer 2 (rehearsal/failing)" in moot("run", str(file), *seats, "-q").stdout


def test_a_degraded_result_is_marked_in_every_table(moot: Run, tmp_path: Path) -> None:
    file = jsonl(tmp_path / "q.jsonl", "One?")
    seats = [part for voice in ("ada", "bo", "cyn", "failing") for part in ("-m", f"rehearsal/{voice}")]
    shown = moot("run", str(file), *seats)
    assert shown.exit_code == 0, shown.output
    assert ", degraded" in shown.stdout
    assert "[1] Degraded: answer 4 (rehearsal/failing) is missing in discovery" in shown.stdout
    assert "--retry-failed` asks again what failed" in shown.stdout
    assert "degraded" in moot("sessions").stdout
    (listed,) = json.loads(moot("sessions", "--json").stdout)["sessions"]
    assert listed["degraded"] > 0
    whole = json.loads(moot("run", str(file), *seats, "--json").stdout)["questions"][0]
    assert len(whole["degraded"]) == listed["degraded"]
    assert whole["kept"]


def test_a_budget_that_runs_out_has_its_own_code(moot: Run, tmp_path: Path) -> None:
    file = jsonl(tmp_path / "q.jsonl", "One?")
    (tmp_path / "home").mkdir(exist_ok=True)
    (tmp_path / "home" / "endpoints.toml").write_text(
        '[dear]\nurl = "http://127.0.0.1:9999/v1"\nprivate = true\nprice = {input = 1000, output = 1000}\n'
    )
    result = moot("run", str(file), "-m", "dear/a", "-m", "dear/b", "--adjudicator", "dear/c", "--budget", "0.0001")
    assert result.exit_code == 3, result.output
    assert "out of budget" in result.stdout


@pytest.mark.slow
def test_compare_and_artifacts_of_single_sessions(
    ran: Callable[..., dict[str, Any]], tmp_path: Path, moot: Run
) -> None:
    file = jsonl(tmp_path / "q.jsonl", "Is stone better than wood?")
    session = ran(str(file), "--seed", "compared-3")["questions"][0]["session"]  # a lot in which answers come to differ
    forked = moot("sessions", "fork", session, "--from", "refinement", "-o", "reverse_rebuttals=true", "--json")
    fork = json.loads(forked.stdout)["session"]
    found = json.loads(moot("sessions", "compare", session[:8], fork[:8], "--json").stdout)
    assert found["forks"] is True
    shown = moot("sessions", "compare", session, fork)
    assert shown.exit_code == 0
    assert "is a fork of the first from refinement on" in shown.stdout
    assert "seat-" not in shown.stdout
    assert moot("sessions", "compare", session, session).stdout.count("Nothing is different.") == 1
    written = json.loads(moot("sessions", "artifacts", session, fork, "--dir", "files", "--json").stdout)["artifacts"]
    assert len(written) == 5
    assert all((tmp_path / name).exists() for name in written)
    assert moot("sessions", "artifacts", "nosuch", "--dir", "files").exit_code == 2


def test_a_result_that_nobody_judged_stands_until_asking_again_comes_to_something(
    moot: Run, tmp_path: Path, home: Path
) -> None:
    refusing = [True]

    def says(asked: Asked) -> str:
        judging = "claude" in asked.model
        return "I'm sorry, but I can't help with that request." if judging and refusing[0] else agreed(asked)

    def written() -> dict[str, str]:
        return {file.name: file.read_text() for file in (tmp_path / "results" / "current").glob("general_run_*")}

    file = jsonl(tmp_path / "q.jsonl", "Is stone better than wood?")
    with gateway_at(home, says=says) as up:
        seats = [part for seat in WORLD_SEATS[:3] for part in ("-m", seat)]
        args = ("run", str(file), *seats, "--adjudicator", CHAIR, "--rubric", "general", "--seed", "s", "--json")
        first, before = json.loads(moot(*args).stdout)["questions"][0], written()
        up.behaves = {"*": "gone"}  # the adjudicator, and every member that could take over from it
        failed = moot(*args)
        assert failed.exit_code == 1
        told = json.loads(failed.stdout)["questions"][0]
        assert "asking it again came to nothing: " in told["reason"]
        assert (told["session"], told["outcome"]) == (first["session"], "inconclusive")
        assert written() == before
        asked = len(up.books.entries)
        up.behaves, refusing[0] = {}, False
        last = moot(*args)
        assert last.exit_code == 0, last.output
        assert json.loads(last.stdout)["questions"][0]["session"] != first["session"]
        assert {"claude" in each.model for each in up.books.entries[asked:]} == {True}, "members were paid again"
        assert written() != before


def test_no_reply_is_called_the_strongest_by_a_tie_or_while_another_has_no_score() -> None:
    def place(seat: str, score: float | None) -> ReplyScore:
        return ReplyScore(seat=seat, score=score, base=score, penalty=1.0, conviction=0.0, compliant=True)

    names = {"seat-a": "a/one", "seat-b": "b/two"}
    told = [
        strongest(
            JudgedSession(
                names=names,
                replies=tuple(
                    JudgedReply(
                        seat=seat, model=names[seat], first="x", final="x", revised=False, score=place(seat, score)
                    )
                    for seat, score in zip(names, scores, strict=True)
                ),
                strongest=best,
            )
        )
        for scores, best in (
            ((3.0, 2.0), "seat-a"),
            ((3.0, 3.0), "seat-a"),
            ((None, 2.0), "seat-b"),
            ((None, None), None),
        )
    ]
    assert told == ["a/one", "a tie of 2", "not known (1 of 2 without a score)", ""]


@pytest.mark.parametrize(
    ("outcomes", "code"),
    [
        (["verdict", "verdict"], 0),
        (["verdict", "failed"], 1),
        (["verdict", "out_of_budget"], 3),
        (["out_of_budget", "failed"], 1),
    ],
)
def test_the_exit_code_tells_whether_money_alone_was_missing(outcomes: list[str], code: int) -> None:
    assert exit_code([RunAnswer(question="?", outcome=outcome) for outcome in outcomes]) == code
