"""`moot run`: ask many questions to one council and write the files of a run.

Running it again with the same folder asks only what is unfinished. A failed question does not stop the others; exit
codes: 0 all finished, 1 some failed, 3 some ran out of budget, 130 stopped.
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
import msgspec
from msgspec import Struct
from msgspec.structs import replace

from moot.app import Application, Ask
from moot.cli.public import (
    STOPPED,
    ask_from,
    count,
    in_app,
    money,
    one_line,
    question_flags,
    remark,
    run,
    safe,
    say,
    say_before,
    show_json,
    sitting_of,
    table,
)
from moot.errors import Conflict
from moot.exports.public import Estimate, KnownAnswers, artifacts_of, registry, write_artifacts
from moot.extensions.studies.runs.known_answers import known_in, show_known
from moot.extensions.studies.runs.questions import KINDS, QueuedQuestion, drawn_from, questions_in
from moot.extensions.studies.runs.run_file import RunManifest, keep_run, run_in, settings_digest
from moot.extensions.studies.runs.running import ARM, Batch, QuestionResult, tell_how, told_together
from moot.extensions.studies.service import studies_of
from moot.extensions.studies.study import Arm
from moot.vocabulary.public import SessionState, dollars

FOLDER = "results/current"
MOST_SHOWN = 3
"""Degradations listed per question; the files have all."""
SWITCHES = ("rebuttal", "refine", "reverse_rebuttals")
"""Options of adjudication with a flag of their own here."""


@click.command("run")
@click.argument("files", nargs=-1, required=True, metavar="FILE...",
                type=click.Path(path_type=Path, exists=True, allow_dash=True))  # fmt: skip
@click.option("--input", "kind", type=click.Choice(KINDS), help="What the files hold; else told by their endings.")
@question_flags("conversation")
@click.option("--rebuttal/--no-rebuttal", default=None, help="Whether members test each other's answers.")
@click.option("--refine/--no-refine", default=None, help="Whether they then revise or hold their own.")
@click.option("--reverse-rebuttals/--no-reverse-rebuttals", default=None, help="Show rebuttals last one first.")
@click.option("--artifacts-dir", "folder", type=click.Path(path_type=Path, file_okay=False), default=FOLDER,
              show_default=True, metavar="DIR", help="Where the run and its files are kept.")  # fmt: skip
@click.option("--at-once", type=click.IntRange(1, 64), default=3, show_default=True, metavar="N",
              help="Questions asked at the same time.")  # fmt: skip
@click.option("--preface", default="", metavar="TEXT", help="Put before every question, e.g. what to look at in code.")
@click.option("--domain", default="", metavar="TEXT", help="What field the questions are from, for the files.")
@click.option("--new", is_flag=True, help="Begin another run, whatever the folder holds.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("-q", "--quiet", is_flag=True, help="No lines of progress.")
def run_command(files: tuple[Path, ...], **given: Any) -> int:
    """Ask every question of a file to a council and save the results.

    FILE contains one question as text or PDF, JSON Lines of {"role": "user", "content": "…"} with a question a line, a
    table (CSV) whose first line names its columns, such as question and answer, or code: files or a folder, judged as
    one. The default protocol is adjudication. --budget is per question. Running again with the same folder asks only
    what is not finished.

    \b
      moot run questions.jsonl --rubric stress-test --artifacts-dir results/today
      moot run src/ --rubric code-review -m openrouter/openai/gpt-5.1:3
    """
    return run(in_app(lambda app: _run(app, files, given), full_speed=True))


async def _run(app: Application, files: Sequence[Path], given: dict[str, Any]) -> int:
    folder: Path = given["folder"]
    puts = questions_in(files, given["kind"], given["preface"], await drawn_from(files))
    begun = await _begun(app, folder, given, puts)
    quiet = given["quiet"] or given["as_json"]
    if not quiet:
        remark(begun.why)
        if begun.cost is not None:
            say_before(app, begun.cost, given["budget"], questions=len(puts))
    batch = Batch(app, folder, begun.run, puts, at_once=given["at_once"], budget=given["budget"], quiet=quiet)
    asked = await batch.asked()
    sessions = list(dict.fromkeys(each.session for each in asked if each.session))
    events = [await app.transcript.read(session) for session in sessions]
    written = write_artifacts(folder, artifacts_of(batch.run.run_id, events, domain=batch.run.domain)) if events else []
    told = known_in(puts, asked)
    if given["as_json"]:
        show_json(
            {
                "run": batch.run.run_id,
                "study": batch.run.study or None,
                "questions": [_as_json(each) for each in asked],
                "known_answers": msgspec.to_builtins(told),
                "artifacts": [str(file) for file in written],
            }
        )
    else:
        _show(asked, written, told)
    return _exit_code(asked)


class _RunStart(Struct, frozen=True, kw_only=True):
    """A run about to start or continue."""

    run: RunManifest
    """The run."""
    why: str
    """The seats and the reason for them, or a note that it continues."""
    cost: Estimate | None = None
    """Estimate for its first question; `None` when it continues."""


async def _begun(app: Application, folder: Path, given: dict[str, Any], puts: Sequence[QueuedQuestion]) -> _RunStart:
    """Return the folder's run, or a new one; raises before any call if it cannot start."""
    settings = {name: value for name, value in given.items() if name not in _NOT_SETTINGS}
    asked_for = settings_digest({name: value for name, value in settings.items() if value not in (None, "", ())})
    earlier = None if given["new"] else run_in(folder)
    if earlier is not None:
        if earlier.asked_for != asked_for:
            raise Conflict(
                f"{folder} holds the run {earlier.run_id}, which was begun with other settings.",
                "Use those again, name another folder with --artifacts-dir, or begin another run with --new.",
            )
        return _RunStart(run=earlier, why=f"The run {earlier.run_id} goes on.")
    request = ask_from(given)
    if request.protocol is None and request.council is None:
        request = replace(request, protocol=registry.JUDGING)
    named = {**{name: given[name] for name in SWITCHES}, "quorum": request.at_least}
    options = {**request.options, **{name: value for name, value in named.items() if value is not None}}
    sitting = await sitting_of(app, request, local=given.get("local", False))
    # Errors that would fail every question are raised once, before any call.
    known = next((put.answer for put in puts if put.answer), "")
    cost = await app.estimate(
        Ask(question=puts[0].text, council=sitting.council, options=options, budget=request.budget, known=known)
    )
    run_id = f"r{uuid.uuid4().hex[:7]}"  # published readers take an id of digits for a number
    arm = Arm(name=ARM, council=sitting.council.name or "", protocol=sitting.council.protocol, options=options)
    study = await studies_of(app).open_run(f"run-{run_id}", arm)
    made = RunManifest(
        run_id=run_id,
        study=study.id,
        asked_for=asked_for,
        council=sitting.council,
        options=options,
        seed=request.seed or "",
        domain=given["domain"],
    )
    keep_run(folder, made)
    return _RunStart(run=made, why=sitting.why, cost=cost)


_NOT_SETTINGS = frozenset(("folder", "at_once", "new", "as_json", "quiet", "kind", "budget", "domain"))
"""Settings that may change when a run continues."""


def _show(asked: Sequence[QuestionResult], written: Sequence[Path], told: KnownAnswers | None) -> None:
    rows = []
    for each in asked:
        best = _strongest(each.state) if each.state is not None and each.finished else ""
        cost = money(each.state.cost, each.state.cost_known, each.state.presumed) if each.state is not None else "–"
        rows.append([str(each.index), each.session[:8] or "–", tell_how(each), best, cost, one_line(each.question, 80)])
    table(["", "session", "came to", "strongest", "cost", "question"], rows, right=frozenset({0}))
    done = sum(each.finished for each in asked)
    kept = sum(each.kept for each in asked)
    say()
    say(f"{done} of {count(len(asked), 'question')} finished" + (f", {kept} of them earlier." if kept else "."))
    if costs := [each.state for each in asked if each.state is not None]:
        spent = money(sum(s.cost for s in costs), all(s.cost_known for s in costs), sum(s.presumed for s in costs))
        say(f"Together: {spent}.")
    for each in asked:
        if each.trouble:
            remark(f"[{each.index}] {each.trouble}", err=False)
        if each.degraded:
            more = len(each.degraded) - MOST_SHOWN
            lines = [*each.degraded[:MOST_SHOWN], *([f"and {more} more"] if more > 0 else [])]
            label = "Degraded" if each.finished else "Why"
            remark(f"[{each.index}] {label}: {told_together([one_line(line, 200) for line in lines])}", err=False)
    for remedy in dict.fromkeys(each.remedy for each in asked if each.remedy):
        say(safe(remedy))
    if degraded := [each.session[:8] for each in asked if each.degraded and each.finished]:
        failed = f"moot sessions fork {degraded[0]} --retry-failed"
        say(f"{count(len(degraded), 'question')} finished with a degraded result; `{failed}` asks again what failed.")
    show_known(told)
    for file in written:
        say(f"Wrote {safe(str(file))}.")


def _strongest(state: SessionState) -> str:
    told = registry.files_of(state.protocol).strongest
    return told(state) if told is not None else ""


def _as_json(each: QuestionResult) -> dict[str, Any]:
    state = each.state
    verdict = state.verdict if state is not None else None
    ruling = verdict.ruling if verdict is not None else None
    return {
        "index": each.index,
        "question": each.question,
        "session": each.session or None,
        "outcome": each.outcome or None,
        "verdict": verdict.text if verdict is not None else None,
        "verdict_class": ruling.verdict_class if ruling is not None else None,
        "certainty": ruling.certainty if ruling is not None else None,
        "basis": ruling.basis if ruling is not None else None,
        "winner": verdict.winner if verdict is not None else None,
        "reason": each.trouble or (verdict.reason if verdict is not None else None),
        "remedy": each.remedy or None,
        "degraded": list(each.degraded),
        "cost": dollars(state.cost) if state is not None and state.cost_known else None,
        "at_most": dollars(state.presumed) if state is not None else None,
        "kept": each.kept,
    }


def _exit_code(asked: Sequence[QuestionResult]) -> int:
    unfinished = [each for each in asked if not each.finished]
    if not unfinished:
        return 0
    if any(each.outcome == "stopped" or each.trouble == "It was not begun." for each in unfinished):
        return STOPPED
    return 3 if all(each.outcome == "out_of_budget" for each in unfinished) else 1
