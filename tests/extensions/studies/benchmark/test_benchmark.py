"""Test that a benchmark scores each arm exactly as its judge judged, resumes, and refuses a changed file."""

from __future__ import annotations

import asyncio
import json
import os
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from cli.conftest import Run, command
from extensions.studies.terminal.conftest import configured
from moot.extensions.studies.corpora.corpus import tasks_in
from moot.extensions.studies.policies.comparison import mean_interval
from moot.protocols.grading.by_criteria import Met, rubric_score
from rig.records.ledger import ledger_lines
from rig.script import Asked, Plan
from rig.upstream import Upstream

SAMPLE = Path(__file__).parents[4] / "src/moot/extensions/studies/corpora/packaged/rubric-sample/tasks.jsonl"
TASKS = tasks_in(SAMPLE.read_bytes(), "sample")
CRITERIA = [each for item in TASKS for each in item.criteria]
MODELS = ("alpha", "beta", "judge")
ARMS = {"alone-1", "alone-2", "self-fusion", "fusion", "peer-review", "reader", "first-ranked"}


def verdict(author: str, task: int, criterion: int) -> Met:
    """What the judge says of a criterion of an answer; a table without a pattern, fixed for each author and task."""
    return ("yes", "no", "yes", "unsure", "yes")[(len(author) + 3 * task + criterion * criterion) % 5]  # type: ignore[return-value]


def expected(author: str, task: int) -> float:
    weights = [each.weight for each in TASKS[task].criteria]
    return rubric_score(weights, [verdict(author, task, number) for number in range(len(weights))])


def speaking(asked: Asked) -> Plan | None:
    """Members sign what they write; the judge looks its verdict up."""
    if asked.model != "judge":
        form = asked.schema is not None
        return (
            None
            if form
            else Plan(text=f"An answer.\n\nSIGNED-{asked.model}{'-2' if '<answer' in asked.prompt else ''}")
        )
    if asked.schema is None:
        return None
    shown = asked.prompt.partition("<criterion")[2].partition("</criterion")[0]
    task, criterion = next(
        (at, number) for at, item in enumerate(TASKS) for number, each in enumerate(item.criteria) if each.text in shown
    )
    assert TASKS[task].text.strip() in asked.prompt
    others = [each.text for each in TASKS[task].criteria if each.text not in shown]
    assert not any(text in asked.prompt for text in others), "one criterion at a time"
    author = asked.prompt.partition("SIGNED-")[2].split()[0]
    ballot = {"met": verdict(author, task, criterion), "why": "So it is."}
    mark = asked.schema["properties"].get("mark")
    return Plan(text=json.dumps(({"mark": mark["enum"][0]} if mark else {}) | ballot))


def row(up: Upstream) -> str:
    return f'[lab]\nurl = "{up.url}"\nprivate = true\nprice = {{ input = 1, output = 1 }}\n'


ASKED = ("--judge", "lab/judge", "-m", "lab/alpha", "-m", "lab/beta", "--yes")


def scores(moot: Run, name: str = "benchmark") -> dict[str, Any]:
    found: dict[str, Any] = json.loads(moot("study", "scores", name, "--json").stdout)
    return found


async def asked_of(up: Upstream, home: Path, moot: Run, *args: str) -> Result:
    await asyncio.to_thread(configured, home, row(up))
    return await asyncio.to_thread(moot, "study", "benchmark", *args)


async def test_scores_are_exactly_what_the_judge_said(moot: Run, home: Path, tmp_path: Path) -> None:
    async with Upstream(speaking, models=MODELS) as up:
        estimate = await asked_of(up, home, moot, "--sample", *ASKED, "--estimate", "--json")
        assert (estimate.exit_code, up.calls) == (0, []), estimate.stderr
        assert json.loads(estimate.stdout)["sessions"] == 7 * (6 + 7)
        result = await asked_of(up, home, moot, "--sample", *ASKED, "-q", "--tolerate", "100%")
        assert result.exit_code == 0, result.output
        before = len(up.calls)
        again = await asked_of(up, home, moot, "--sample", *ASKED, "-q", "--tolerate", "100%")
        assert (again.exit_code, len(up.calls)) == (0, before)
        judged = Counter(asked.model for asked in up.calls)["judge"]
    assert judged == 7 * len(CRITERIA)
    await asyncio.to_thread(checked, moot, tmp_path)


def checked(moot: Run, tmp_path: Path) -> None:
    """Every score is the one its judge's verdicts imply, no arm saw a criterion, and transcripts verify."""
    found = scores(moot)
    authors = {each["arm"]: set[str]() for each in found["answers"]}
    for each in found["answers"]:
        events = moot("sessions", "export", each["answered"], "--format", "jsonl").stdout
        assert not any(criterion.text in events for criterion in CRITERIA)
        opened = json.loads(moot("sessions", "export", each["session"], "--format", "jsonl").stdout.splitlines()[0])
        author = opened["body"]["options"]["answer"].partition("SIGNED-")[2].split()[0]
        task = next(at for at, item in enumerate(TASKS) if item.id == each["item"])
        assert each["score"] == expected(author, task), each
        said = [verdict(author, task, number) for number in range(len(TASKS[task].criteria))]
        assert each["unsure"] == said.count("unsure")
        authors[each["arm"]].add(author)
    assert authors["score-alone-1"] == {"alpha"}
    assert authors["score-alone-2"] == {"beta"}
    arms = {each["arm"]: each for each in found["arms"]}
    assert arms.keys() == ARMS
    means = {author: sum(expected(author, at) for at in range(7)) / 7 for author in ("alpha", "beta")}
    assert {arm: arms[arm]["score"] for arm in ("alone-1", "alone-2")} == pytest.approx(
        {"alone-1": means["alpha"], "alone-2": means["beta"]}
    )
    assert found["best"] == ("alone-1" if means["alpha"] >= means["beta"] else "alone-2")
    by_item = {(each["arm"], each["item"]): each["score"] for each in found["answers"]}
    differences = [
        by_item["score-fusion", item] - by_item[f"score-{found['best']}", item]
        for item in sorted(item.id for item in TASKS)
    ]
    assert (arms["fusion"]["low"], arms["fusion"]["high"]) == pytest.approx(mean_interval(differences))
    assert all(each["price"] > 0 and each["judge_price"] > 0 for each in arms.values())
    shown = moot("study", "scores", "benchmark")
    assert "best member" in shown.stdout
    for session in {found["answers"][0]["session"], found["answers"][-1]["answered"]}:
        file = tmp_path / "one.jsonl"
        file.write_text(moot("sessions", "export", session, "--format", "jsonl").stdout)
        assert moot("sessions", "verify", str(file)).exit_code == 0


async def test_a_killed_benchmark_pays_nothing_twice(moot: Run, home: Path, tmp_path: Path) -> None:
    ledger = tmp_path / "ledger"
    async with Upstream(speaking, ledger=ledger, models=MODELS) as up:
        await asyncio.to_thread(configured, home, row(up))
        for kill in (15, 25, 0):
            more = {"MOOT_KILL_AT": f"commit:after:{kill}"} if kill else {}
            process = await asyncio.create_subprocess_exec(
                *command("study", "benchmark", "--sample", *ASKED, "--first", "1", "-q", "--json"),
                env={**os.environ, **more}, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
            )  # fmt: skip
            said, _ = await process.communicate()
            assert process.returncode == (-9 if kill else 0), said.decode()[-2000:]
        bodies = Counter(call["sha"] for call in ledger_lines(ledger) if call.get("mode") == "ok")
    found = await asyncio.to_thread(scores, moot)
    settled, lost = Counter[str](), 0
    for session in {each[kind] for each in found["answers"] for kind in ("session", "answered")}:
        exported = await asyncio.to_thread(moot, "sessions", "export", session, "--format", "jsonl")
        for event in map(json.loads, exported.stdout.splitlines()):
            settled[session] += event.get("kind") == "SeatSpoke"
            lost += len(event["body"]["orphans"]) if event.get("kind") == "SessionResumed" else 0
    assert settled.total() <= bodies.total() <= settled.total() + lost
    assert {each["item"] for each in found["answers"]} == {TASKS[0].id}


async def test_each_arm_has_the_same_limit(moot: Run, home: Path) -> None:
    """Every answering session may spend the same, also under a budget of the study that would give more."""
    limits = ("--each", "0.25", "--judging", "0.125", "--first", "1", "-q", "--json", "--tolerate", "100%")
    async with Upstream(speaking, models=MODELS) as up:
        result = await asked_of(up, home, moot, "--sample", *ASKED, *limits, "--budget", "90")
    assert result.exit_code == 0, result.output
    cells = json.loads(result.stdout)["cells"]
    assert len(cells) == 13
    for cell in cells:
        lines = await asyncio.to_thread(moot, "sessions", "export", cell["session"], "--format", "jsonl")
        cap = json.loads(lines.stdout.splitlines()[0])["body"]["cap"]
        assert cap == (125_000_000 if cell["arm"].startswith("score-") else 250_000_000), cell


async def test_an_arm_that_used_up_its_limit_gets_no_more(moot: Run, home: Path) -> None:
    dear = "price = { input = 1000, output = 1000 }"
    async with Upstream(speaking, models=MODELS) as up:
        await asyncio.to_thread(configured, home, row(up).replace("price = { input = 1, output = 1 }", dear))
        limits = ("--each", "0.9", "--first", "1", "-q", "--json", "--budget", "500")
        result = await asyncio.to_thread(moot, "study", "benchmark", "--sample", *ASKED, *limits)
    told = json.loads(result.stdout)
    assert told["exit_code"] == result.exit_code != 0, "some arms cannot be paid from this"
    spent = await asyncio.to_thread(scores, moot)
    assert spent["tasks"] == 1
    assert all((arm["price"] or 0) <= 0.9 for arm in spent["arms"])
    assert any(cell["state"] == "out_of_budget" for cell in told["cells"]), told["cells"]


async def test_a_file_is_loaded_once_and_refused_when_changed(moot: Run, home: Path, tmp_path: Path) -> None:
    file = tmp_path / "draco.jsonl"
    file.write_bytes(SAMPLE.read_bytes())
    async with Upstream(speaking, models=MODELS) as up:
        first = await asked_of(up, home, moot, str(file), *ASKED, "--first", "1", "--estimate")
        assert first.exit_code == 0, first.output
        saved = home / "corpora" / "benchmark"
        assert "sha256" in (saved / "corpus.toml").read_text()
        assert (saved / "tasks.jsonl").read_bytes() == file.read_bytes()
        file.write_text(file.read_text().replace("paracetamol", "ibuprofen"))
        other = await asked_of(up, home, moot, str(file), *ASKED, "--estimate")
        assert (other.exit_code, "is another file than the one saved as 'benchmark'" in other.stderr) == (2, True)
        (saved / "tasks.jsonl").write_bytes(file.read_bytes())
        changed = await asked_of(up, home, moot, str(file), *ASKED, "--estimate")
        assert (changed.exit_code, "was changed: its SHA-256 is" in changed.stderr) == (2, True)
        assert up.calls == []


async def test_an_address_is_asked_once(moot: Run, home: Path) -> None:
    asked = list[str]()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked.append((await reader.readuntil(b"\r\n\r\n")).decode().split()[1])
        data = SAMPLE.read_bytes() if asked[-1] == "/test.jsonl" else b""
        status = "200 OK" if data else "404 Not Found"
        writer.write(f"HTTP/1.1 {status}\r\nContent-Length: {len(data)}\r\nConnection: close\r\n\r\n".encode() + data)
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    async with Upstream(speaking, models=MODELS) as up, server:
        for _ in range(2):
            found = await asked_of(up, home, moot, f"{address}/test.jsonl", *ASKED, "--estimate")
            assert found.exit_code == 0, found.output
        assert asked == ["/test.jsonl"]
        missing = await asked_of(up, home, moot, f"{address}/none.jsonl", *ASKED, "--estimate", "--name", "other")
        assert (missing.exit_code, "HTTP 404" in missing.stderr) == (2, True)
        refused = await asked_of(up, home, moot, "http://example.org/a.jsonl", *ASKED, "--name", "third")
        assert (refused.exit_code, "unencrypted" in refused.stderr) == (2, True)


def task(weight: float, problem: str = "Why?") -> str:
    criteria = [{"id": "a", "weight": weight, "requirement": "It says why."}]
    return json.dumps({"problem": problem, "answer": {"sections": [{"criteria": criteria}]}})


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("nonsense", "line 1"),
        ('{"problem": "Why?", "answer": "{}"}', "sections"),
        (task(1, " "), "`problem` is empty"),
        (task(-1), "no criterion has a weight above zero"),
        ("", "has no task"),
    ],
)
def test_a_bad_file_is_told_with_its_line(moot: Run, tmp_path: Path, line: str, says: str) -> None:
    (tmp_path / "bad.jsonl").write_text(line + "\n")
    result = moot("study", "benchmark", "bad.jsonl", "--judge", "lab/judge", "-m", "a/b", "-m", "a/c")
    assert (result.exit_code, says in result.stderr, "Traceback" in result.output) == (2, True, False), result.stderr


def test_without_a_key_nothing_is_asked(moot: Run) -> None:
    models = ("-m", "openai/gpt-4o", "-m", "openai/gpt-4o-mini", "--judge", "openai/gpt-4.1")
    result = moot("study", "benchmark", "--sample", *models, "--yes")
    assert result.exit_code == 2, result.output
    assert "key" in result.stderr
    assert json.loads(moot("study", "--json").stdout)["studies"] == []


@pytest.mark.parametrize(
    ("weights", "met", "score"),
    [
        ([3, 1, -2], ["yes", "unsure", "yes"], 0.25),
        ([3, 1, -2], ["no", "yes", "yes"], 0.0),
        ([3, 1, -2], ["yes", "yes", "no"], 1.0),
        ([0.5, 0.25], ["no", "yes"], 1 / 3),
    ],
)
def test_a_score_is_the_share_of_weights_met(weights: list[float], met: list[Met], score: float) -> None:
    assert rubric_score(weights, met) == pytest.approx(score)


async def test_an_estimate_has_calls_and_known_prices(moot: Run, home: Path) -> None:
    async with Upstream(models=MODELS) as up:
        await asyncio.to_thread(configured, home, row(up) + '[acme]\nurl = "https://llm.acme.example/v1"\n')

        async def told(*members: str) -> str:
            chosen = [part for member in members for part in ("-m", member)]
            sample = ("study", "benchmark", "--sample", "--estimate", "--judge", "rehearsal/ada")
            return (await asyncio.to_thread(moot, *sample, *chosen)).stderr

        assert "calls, free." in await told("rehearsal/bo", "rehearsal/cyn")
        priced = await told("lab/alpha", "acme/one")
        assert "calls, unknown price of acme/one; arms without it: typically $" in priced, priced
        assert "`-m MODEL" in await told("rehearsal/ada", "rehearsal/bo"), "a judge that is a member"
        assert "`-m MODEL" in await told("rehearsal/ada")
