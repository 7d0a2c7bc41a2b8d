"""`moot run`: ask many questions to one council as a study of one arm, and write the files of a run.

Running it again with the same folder asks only what is unfinished. A failed question does not stop the others; exit
codes: 0 all finished, 1 some failed, 3 some ran out of budget, 130 stopped.
"""

from __future__ import annotations

import hashlib
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
    EXIT_CODES,
    OUTCOMES,
    Interrupt,
    RareOption,
    answered_from,
    ask_from,
    count,
    in_app,
    mends,
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
from moot.errors import BadSetting, Conflict
from moot.exports.public import (
    AnsweredQuestion,
    Spoke,
    artifacts_of,
    first_answers,
    grades_in,
    names_of,
    registry,
    write_artifacts,
    write_export,
)
from moot.extensions.studies.asking.causes import CellFate
from moot.extensions.studies.asking.running import StudyRun
from moot.extensions.studies.corpora.corpus import CorpusItem
from moot.extensions.studies.progress import StudyProgress
from moot.extensions.studies.runs.known_answers import KnownAnswers, known_answers
from moot.extensions.studies.runs.questions import KINDS, drawn_from, questions_in
from moot.extensions.studies.service import studies_of
from moot.extensions.studies.stats.standing import FINISHED
from moot.extensions.studies.study import NO_CORPUS, Arm, Study, StudyCell
from moot.extensions.studies.terminal.board import LiveStudyTable
from moot.vocabulary.public import SessionState, degraded_of, dollars, in_names, outcome_of, state_of

FOLDER, FILE = "results/current", "run.json"
ARM = DOOR = "run"
"""Name of the only arm of a run, and of the interface recorded for its sessions."""
MOST_SHOWN = 3
"""Maximum number of degradations listed per question. The files have all."""
SWITCHES = ("rebuttal", "refine", "reverse_rebuttals")
"""Names of options of adjudication that have their own flag here."""
AGAIN = "Run the same command again{}: what was answered is kept and not paid again."
NOT_SETTINGS = frozenset(("folder", "at_once", "new", "as_json", "quiet", "kind", "budget", "domain"))
"""Names of settings that may change when a run continues."""


class RunManifest(Struct, frozen=True, kw_only=True):
    """Contents of the file in a run's folder by which the same command continues the run."""

    run_id: str
    """Name of the run's files."""
    study: str
    """Study of the run."""
    asked_for: str
    """Digest of the settings at the start of the run."""
    domain: str = ""
    """Subject area of the questions."""


class RunAnswer(Struct, frozen=True, kw_only=True):
    """Result of one question of a run: its session, how the session ended, and why there is no result."""

    question: str
    """Text of the question."""
    state: SessionState | None = None
    """State of the question's session; `None` if none could be opened."""
    outcome: str = ""
    """Outcome of the last attempt; empty if none could be opened."""
    trouble: str = ""
    """Why the question has no result, as text."""
    kept: bool = False
    """Whether the question was finished earlier, so that nothing was asked."""

    @property
    def finished(self) -> bool:
        """Return whether the session ended with a result that a judge has scored."""
        return self.outcome in FINISHED and not self.trouble

    @property
    def degraded(self) -> list[str]:
        """Return a line for each way in which the question's result is degraded."""
        names = self.state.names() if self.state is not None else {}
        return [in_names(line, names) for line in degraded_of(self.state)] if self.state is not None else []

    @property
    def remedy(self) -> str:
        """Return what the user can do about a question that is not finished."""
        if self.finished:
            return ""
        lines = [f"{line}." for line in mends(self.state)] if self.state is not None else []
        return " ".join([*lines, AGAIN.format(" with a larger --budget" if self.outcome == "out_of_budget" else "")])


@click.command("run")
@click.argument("files", nargs=-1, required=True, metavar="FILE...",
                type=click.Path(path_type=Path, exists=True, allow_dash=True))  # fmt: skip
@click.option("--input", "kind", type=click.Choice(KINDS), help="What the files hold; else told by their endings.")
@question_flags("conversation")
@click.option(
    "--rebuttal/--no-rebuttal", default=None, cls=RareOption, help="Whether members test each other's answers."
)
@click.option("--refine/--no-refine", default=None, cls=RareOption, help="Whether they then revise or hold their own.")
@click.option(
    "--reverse-rebuttals/--no-reverse-rebuttals", default=None, cls=RareOption, help="Show rebuttals last one first."
)
@click.option("--artifacts-dir", "folder", type=click.Path(path_type=Path, file_okay=False), default=FOLDER,
              show_default=True, metavar="DIR", help="Where the run and its files are kept.")  # fmt: skip
@click.option("--at-once", type=click.IntRange(1, 64), default=3, show_default=True, metavar="N",
              help="Questions asked at the same time.")  # fmt: skip
@click.option(
    "--preface",
    cls=RareOption,
    default="",
    metavar="TEXT",
    help="Put before every question, e.g. what to look at in code.",
)
@click.option(
    "--domain", cls=RareOption, default="", metavar="TEXT", help="What field the questions are from, for the files."
)
@click.option("--new", is_flag=True, cls=RareOption, help="Begin another run, whatever the folder holds.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("-q", "--quiet", is_flag=True, help="No lines of progress.")
def run_command(files: tuple[Path, ...], **given: Any) -> int:
    """Ask every question of a file to a council and save the results.

    FILE contains one question as text or PDF, JSON Lines with a question a line, a table (CSV) whose first line names
    its columns, such as question and answer, or code: files or a folder, judged as one. The default protocol is
    adjudication. --budget is per question. Running again with the same folder asks only what is not finished.

    A line of JSON Lines has `role`, `content` and, if the right answer is known, `answer` (text, number, true or
    false); choices are part of the content. By 20 known answers `moot ask` chooses whom to ask.

    \b
      {"role": "user", "content": "Is 7 prime? A) no B) yes", "answer": "B"}

    \b
      moot run questions.jsonl --rubric stress-test --artifacts-dir results/today
      moot run src/ --rubric code-review -m openrouter/openai/gpt-5.1:3
    """
    return run(in_app(lambda app: _run(app, files, given), full_speed=True))


async def _run(app: Application, files: Sequence[Path], given: dict[str, Any]) -> int:
    folder, quiet, kept = given["folder"], given["quiet"] or given["as_json"], studies_of(app)
    items = questions_in(files, given["kind"], given["preface"], await drawn_from(files), given["domain"])
    made = await _begun(app, folder, given, items, quiet=quiet)
    progress = await kept.put(made.study, items)
    cells = [StudyCell(ARM, item.id, 1) for item in items]
    again = [cell for cell in cells if await _lacks_result(app, progress, cell)]
    asking = StudyRun(
        app, progress, kept.corpus_of(progress), at_once=given["at_once"], each=given["budget"],
        told=lambda cell: board.told(cell), items=[item.id for item in items],
    )  # fmt: skip
    board = LiveStudyTable(
        progress.study, lambda: asking.fates, lambda: asking.spent, lambda: len(asking.todo), quiet=quiet
    )
    async with kept.run_of(progress, asking.ended):
        with board, Interrupt().listening() as interrupt:
            await asking.run(again, interrupt.asked, rest=True)
    answers = []
    for item, cell in zip(items, cells, strict=True):
        session = asking.progress.cells.get(cell)
        state = state_of(await app.transcript.read(session)) if session else None
        answers.append(answer_from(item.text, state, asking.fates[cell], kept=cell not in asking.todo))
    sessions = dict.fromkeys(each.state.session for each in answers if each.state is not None)
    events = [await app.transcript.read(session) for session in sessions]
    written = write_artifacts(folder, artifacts_of(made.run_id, events, domain=made.domain)) if events else []
    known = _known_in(items, answers)
    if given["as_json"]:
        show_json(
            {
                "run": made.run_id,
                "study": made.study,
                "questions": [_as_json(at, each) for at, each in enumerate(answers, start=1)],
                "known_answers": msgspec.to_builtins(known),
                "artifacts": [str(file) for file in written],
            }
        )
    else:
        _show(answers, written, known, made.study)
    if asking.interrupted:
        return EXIT_CODES["stopped"]
    return exit_code(answers)


def exit_code(answers: Sequence[RunAnswer]) -> int:
    """Return the exit code of a run: 0 if all questions are finished, 3 if the others only lack money, else 1."""
    unfinished = [each for each in answers if not each.finished]
    if not unfinished:
        return 0
    return EXIT_CODES["out_of_budget" if all(each.outcome == "out_of_budget" for each in unfinished) else "failed"]


async def _begun(
    app: Application, folder: Path, given: dict[str, Any], items: Sequence[CorpusItem], *, quiet: bool
) -> RunManifest:
    """Return the run that the folder contains, or start a new one; raises before any call to a model if the run cannot
    start.
    """
    settings = {name: value for name, value in given.items() if name not in NOT_SETTINGS}
    settings = {name: value for name, value in settings.items() if value not in (None, "", ())}
    asked_for = hashlib.sha256(msgspec.json.encode(settings, order="deterministic")).hexdigest()[:32]
    earlier = None if given["new"] else _manifest_in(folder)
    if earlier is not None:
        if earlier.asked_for != asked_for:
            raise Conflict(
                f"{folder} holds the run {earlier.run_id}, which was begun with other settings.",
                "Use those again, name another folder with --artifacts-dir, or begin another run with --new.",
            )
        if not quiet:
            remark(f"The run {earlier.run_id} goes on.")
        return earlier
    request = ask_from(given)
    if request.protocol is None and request.council is None:
        request = replace(request, protocol=registry.JUDGING)
    named = {**{name: given[name] for name in SWITCHES}, "quorum": request.at_least}
    options = {**request.options, **{name: value for name, value in named.items() if value is not None}}
    sitting = await sitting_of(app, request, local=given.get("local", False))
    # Errors that would fail every question are raised once, before any call.
    known = next((item.answer for item in items if item.answer), "")
    cost = await app.estimate(
        Ask(question=items[0].text, council=sitting.council, options=options, budget=request.budget, known=known)
    )
    if not quiet:
        remark(sitting.why)
        say_before(cost, given["budget"], questions=len(items))
    run_id = f"r{uuid.uuid4().hex[:7]}"  # published readers take an id of digits for a number
    arm = Arm(name=ARM, council=sitting.council.name or "", protocol=sitting.council.protocol, options=options)
    study = Study(name=f"run-{run_id}", corpus=NO_CORPUS, arms=(arm,), seed=request.seed or "")
    opened = await studies_of(app).open(study, door=DOOR, council=sitting.council)
    made = RunManifest(run_id=run_id, study=opened.id, asked_for=asked_for, domain=given["domain"])
    _keep(folder, made)
    return made


def _keep(folder: Path, made: RunManifest) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Conflict(f"{folder} cannot be made: {error.strerror}.", "Name another folder.") from None
    text = msgspec.json.format(msgspec.json.encode(made), indent=2).decode() + "\n"
    write_export(folder / FILE, text, overwrite=True)


def _manifest_in(folder: Path) -> RunManifest | None:
    file = folder / FILE
    try:
        return msgspec.json.decode(file.read_bytes(), type=RunManifest)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise BadSetting(f"{file} cannot be read: {error.strerror or error}.") from None
    except (ValueError, RecursionError) as error:
        raise BadSetting(f"{file} is not a run: {error}.", "Name another folder, or add `--new`.") from None


async def _lacks_result(app: Application, progress: StudyProgress, cell: StudyCell) -> bool:
    """Return whether a question's session failed, or ended before any judge scored it."""
    session = progress.cells.get(cell)
    fate = (await app.register.fates([session])).get(session) if session else None
    if session is None or fate is None or fate.state not in ("failed", "inconclusive"):
        return False
    return fate.state == "failed" or _never_judged(state_of(await app.transcript.read(session)))


def _never_judged(state: SessionState) -> bool:
    """Return whether the session ended without a ruling because its judges failed."""
    verdict, offices = state.verdict, {seat.id for seat in state.offices}
    if verdict is None or verdict.outcome != "inconclusive" or verdict.ruling is not None:
        return False
    unjudged = registry.files_of(state.protocol).unjudged
    return unjudged is not None and unjudged(state) and any(lost.seat in offices for lost in verdict.missing)


def answer_from(question: str, state: SessionState | None, fate: CellFate, *, kept: bool = False) -> RunAnswer:
    """Return the result of one question of a run, from its session and its last attempt."""
    if state is None:
        outcome = fate.state if fate.state == "out_of_budget" else ""
        return RunAnswer(question=question, outcome=outcome, trouble=fate.why or "It was not begun.")
    outcome, trouble = outcome_of(state), ""
    if state.verdict is None:
        trouble = state.message or fate.why or f"It is {OUTCOMES.get(outcome, outcome)}."
    elif _never_judged(state):
        again = [f"asking it again came to nothing: {fate.why}"] if fate.tried else []
        lacks = RunAnswer(question=question, state=state).degraded
        trouble = _together([state.verdict.reason or "Nobody judged it.", *lacks, *again])
        outcome = fate.tried if fate.tried in ("stopped", "out_of_budget") else outcome
    return RunAnswer(question=question, state=state, outcome=outcome, trouble=trouble, kept=kept and not trouble)


def outcome_words(answer: RunAnswer) -> str:
    """Return how a question ended, in a word or two."""
    if answer.state is None:
        return OUTCOMES.get(answer.outcome, "not begun")
    verdict, worse = answer.state.verdict, ", degraded" if answer.degraded and answer.outcome in FINISHED else ""
    if verdict is None or verdict.ruling is None:
        return OUTCOMES.get(answer.outcome, answer.outcome) + worse
    certainty = f" ({verdict.ruling.certainty})" if verdict.ruling.certainty else ""
    return f"{verdict.ruling.verdict_class}{certainty}{', withheld' if verdict.text is None else ''}{worse}"


def _show(answers: Sequence[RunAnswer], written: Sequence[Path], known: KnownAnswers | None, study: str) -> None:
    rows = []
    for at, each in enumerate(answers, start=1):
        state = each.state
        cost = money(state.cost, state.cost_known, state.presumed) if state is not None else "–"
        session = state.session[:8] if state is not None else "–"
        rows.append([str(at), session, outcome_words(each), cost, one_line(each.question, 80)])
    table(["", "session", "came to", "cost", "question"], rows, right=frozenset({0}))
    done, kept = sum(each.finished for each in answers), sum(each.kept for each in answers)
    say()
    say(f"{done} of {count(len(answers), 'question')} finished" + (f", {kept} of them earlier." if kept else "."))
    if costs := [each.state for each in answers if each.state is not None]:
        spent = money(sum(s.cost for s in costs), all(s.cost_known for s in costs), sum(s.presumed for s in costs))
        say(f"Together: {spent}.")
    for at, each in enumerate(answers, start=1):
        if each.trouble:
            remark(f"[{at}] {each.trouble}", err=False)
        if each.degraded:
            more = len(each.degraded) - MOST_SHOWN
            lines = [*each.degraded[:MOST_SHOWN], *([f"and {more} more"] if more > 0 else [])]
            label = "Degraded" if each.finished else "Why"
            remark(f"[{at}] {label}: {_together([one_line(line, 200) for line in lines])}", err=False)
    for remedy in dict.fromkeys(each.remedy for each in answers if each.remedy):
        say(safe(remedy))
    if degraded := [each.state.session[:8] for each in answers if each.state and each.degraded and each.finished]:
        failed = f"moot sessions fork {degraded[0]} --retry-failed"
        say(f"{count(len(degraded), 'question')} finished with a degraded result; `{failed}` asks again what failed.")
    if known is not None:
        say(f"Which answers are right: moot study report {study[:8]}")
    for file in written:
        say(f"Wrote {safe(str(file))}.")


def _known_in(puts: Sequence[CorpusItem], asked: Sequence[RunAnswer]) -> KnownAnswers | None:
    """Compare a run's answers with the known ones, and return how many were right; `None` if no question has one."""
    found: list[AnsweredQuestion] = []
    for put, each in zip(puts, asked, strict=True):
        state = each.state
        if state is None or not each.finished or not put.answer:
            continue
        spoken = [Spoke(move.seat, move.stage, move.text) for move in state.moves.values() if move.state == "spoke"]
        grades = grades_in(view.finding for view in state.findings)
        found.append(answered_from(first_answers(spoken, state.seats), names_of(state.seats), grades))
    return known_answers(found)


def _together(lines: Sequence[str]) -> str:
    return "; ".join(line.rstrip(".") for line in lines) + "."


def _as_json(index: int, each: RunAnswer) -> dict[str, Any]:
    state = each.state
    verdict = state.verdict if state is not None else None
    ruling = verdict.ruling if verdict is not None else None
    return {
        "index": index,
        "question": each.question,
        "session": state.session if state is not None else None,
        "outcome": each.outcome or None,
        "verdict": verdict.text if verdict is not None else None,
        "verdict_class": ruling.verdict_class if ruling is not None else None,
        "certainty": ruling.certainty if ruling is not None else None,
        "basis": ruling.basis if ruling is not None else None,
        "winner": verdict.winner if verdict is not None else None,
        "reason": each.trouble or (verdict.reason if verdict is not None else None),
        "remedy": each.remedy or None,
        "degraded": each.degraded,
        "cost": dollars(state.cost) if state is not None and state.cost_known else None,
        "at_most": dollars(state.presumed) if state is not None else None,
        "kept": each.kept,
    }
