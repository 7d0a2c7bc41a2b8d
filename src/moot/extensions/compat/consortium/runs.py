"""Implement `llm consortium runs`, `run-info`, `leaderboard`, `export-training`, `export-trace` and `visualize`."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import click
import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from moot.app import Application
from moot.cli.public import count, in_app, json_text, remark, run, say, show_json, table
from moot.errors import BadInput, UnknownName
from moot.exports.public import RunPlaces, board_from, write_export
from moot.extensions.compat.consortium.config import threshold_from
from moot.extensions.compat.consortium.output import Absent, json_flag, pages, vectors_flag
from moot.extensions.compat.consortium.records import RunFilter, RunInfo, StoredRun, info_from, run_called, runs_of
from moot.extensions.compat.consortium.results import RunResult, account_in, missed_threshold, orchestrated_from
from moot.extensions.compat.consortium.seats import shown
from moot.extensions.compat.consortium.training import record_from
from moot.extensions.compat.consortium.visualize import map_page
from moot.transcripts.public import unbroken
from moot.vocabulary.public import SessionState, stage_in_words

T = TypeVar("T")
LONGEST_PROMPT = 80
LONGEST_PREVIEW = 100


@click.command()
@click.option("--limit", default=10, show_default=True, type=click.IntRange(1), help="How many.")
@click.option("--since", default="", metavar="YYYY-MM-DD", help="Only runs of this day (UTC) or later.")
@click.option("--model", default="", metavar="MODEL", help="Only runs this model took part in.")
@json_flag
def runs(limit: int, since: str, model: str, as_json: bool) -> None:
    """List runs, newest first."""
    wanted = RunFilter(limit=limit, since=since, model=model)
    found = _in_house(lambda app: _of_all(app, wanted, lambda kept: kept.run))
    if as_json:
        show_json(found)
        return
    if not found:
        say("No runs were found.")
        return
    for row in found:
        say(
            f"{row.id}  {row.created_at[:19].replace('T', ' ')}  {row.config_name or '(unsaved)'}  {row.status}"
            + ("  (scripted voices)" if row.scripted else "")
        )
        say(
            f"  strategy {row.strategy}, judging {row.judging_method}, iterations {row.iteration_count}/"
            f"{row.max_iterations}, confidence {_figure(row.final_confidence)}"
        )
        say(f"  {pages(row.user_prompt, LONGEST_PROMPT)}")


@click.command("run-info")
@click.argument("run_id")
@click.option("--iteration", type=click.IntRange(1), metavar="N", help="Only this round.")
@vectors_flag
@json_flag
def run_info(run_id: str, iteration: int | None, vectors: bool, as_json: bool) -> None:
    """Show a run: every answer, and what the arbiter made of each round."""
    kept = _in_house(lambda app: _called(app, run_id))
    found = info_from(kept, _result(kept, vectors))
    if iteration is not None:
        if iteration > found.run.iteration_count:
            raise BadInput(f"The run has {count(found.run.iteration_count, 'round')}, not {iteration}.")
        found = replace(
            found,
            members=tuple(each for each in found.members if each.iteration == iteration),
            decisions=tuple(each for each in found.decisions if each.iteration == iteration),
            eliminated=tuple(each for each in found.eliminated if each.iteration == iteration),
        )
    if as_json:
        show_json(found)
    else:
        _show_info(found, kept)


@click.command()
@click.option("--limit", default=10, show_default=True, type=click.IntRange(1), help="How many models.")
@click.option("--since", default="", metavar="YYYY-MM-DD", help="Only runs of this day (UTC) or later.")
@click.option("--model", default="", metavar="MODEL", help="Only this model.")
@json_flag
def leaderboard(limit: int, since: str, model: str, as_json: bool) -> None:
    """Show how often each model's answer was ranked first.

    A run counts for every model that was judged in the best round. The share of first places is shown next to the share
    that random ranking would give.
    """
    wanted = RunFilter(since=since, model=model, finished=True)
    board = board_from(_in_house(lambda app: _of_all(app, wanted, lambda kept: placing_of(kept.state))))
    lines = [line for line in board.lines if not model or line.model in (model, f"llm/{model}")][:limit]
    if as_json:
        show_json({"runs": board.runs, "models": lines, "caution": board.caution})
        return
    if not lines:
        say("No run has a ranking yet.")
        return
    table(
        ["model", "evaluations", "first", "share", "by chance", "95 % interval", "mean rank", "confidence", "tokens"],
        [
            [
                line.model + (" (scripted)" if line.scripted else ""),
                str(line.evaluations),
                str(line.wins),
                f"{line.win_rate:.0%}",
                f"{line.by_chance:.0%}",
                f"{line.low:.0%} to {line.high:.0%}",
                _figure(line.mean_rank),
                _figure(line.average_confidence),
                f"{line.average_tokens:,.0f}" if line.average_tokens is not None else "–",
            ]
            for line in lines
        ],
        right=frozenset(range(1, 9)),
    )
    say(f"Over {count(board.runs, 'run')}.")
    remark(board.caution, err=False)


@click.command("export-training")
@click.argument("output", type=click.Path(path_type=Path, allow_dash=True))
@click.option("--since", default="", metavar="YYYY-MM-DD", help="Only runs of this day (UTC) or later.")
@click.option("--model", default="", metavar="MODEL", help="Only runs this model took part in.")
@click.option("--min-confidence", type=float, metavar="SHARE", help="Only runs at least this sure: 0 to 1, or percent.")
@click.option("--replace", "over", is_flag=True, help="Write over a file that exists.")
@json_flag
def export_training(
    output: Path, since: str, model: str, min_confidence: float | None, over: bool, as_json: bool
) -> None:
    """Write past runs as JSON Lines for training models.

    One record for each run with an answer, oldest first: the conversation as `messages`, the answer, its confidence,
    the candidates in the arbiter's order, and the source. OUTPUT may be `-` for stdout; the summary is then printed on
    stderr.
    """
    least = threshold_from(min_confidence) if min_confidence is not None else None
    wanted = RunFilter(since=since, model=model, finished=True)
    records = _in_house(lambda app: _of_all(app, wanted, lambda kept: record_from(kept, _result(kept))))[::-1]
    if least is not None:
        records = [each for each in records if each.confidence is not None and each.confidence >= least]
    text = "".join(unbroken(msgspec.json.encode(each)) + "\n" for each in records)
    if str(output) == "-":
        click.echo(text, nl=False)
    else:
        write_export(output, text, overwrite=over)
    scripted = sum(each.metadata.scripted for each in records)
    files = sum(bool(each.metadata.attachments) for each in records)
    if as_json:
        counts = {"output": str(output), "records": len(records), "scripted": scripted, "with_attachments": files}
        click.echo(json_text(counts), err=str(output) == "-")
        return
    say(f"Wrote {count(len(records), 'record')} to {output}.", err=str(output) == "-")
    if scripted:
        remark(f"{scripted} of them by scripted voices, not language models: their `metadata.scripted` is true.")
    if files:
        remark(f"{files} of them had files attached, whose text is left out: `metadata.attachments` names them.")


@click.command("export-trace")
@click.argument("run_id")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--replace", "over", is_flag=True, help="Write over a file that exists.")
@vectors_flag
def export_trace(run_id: str, file: Path, over: bool, vectors: bool) -> None:
    """Write a run as one JSON file, in the shape that `orchestrate` returns."""
    kept = _in_house(lambda app: _called(app, run_id))
    write_export(file, json_text(_result(kept, vectors)) + "\n", overwrite=over)
    say(f"Wrote {file}.")


@click.command()
@click.argument("run_id", metavar="RUN")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE.html")
@click.option("--replace", "over", is_flag=True, help="Write over a file that exists.")
def visualize(run_id: str, file: Path, over: bool) -> None:
    """Draw a run's embedded answers as points on one HTML page, which loads nothing from a network."""
    kept = _in_house(lambda app: _called(app, run_id))
    write_export(file, map_page(_result(kept, vectors=True)), overwrite=over)
    say(f"Wrote {file}.")


def _in_house(work: Callable[[Application], Awaitable[T]]) -> T:
    return run(in_app(work))


async def _of_all(app: Application, wanted: RunFilter, taken: Callable[[StoredRun], T | None]) -> list[T]:
    """Apply a function to each run, latest first. Only one transcript is in memory at a time."""
    return [found async for kept in runs_of(app, wanted) if (found := taken(kept)) is not None]


async def _called(app: Application, run_id: str) -> StoredRun:
    try:
        return await run_called(app, run_id)
    except UnknownName as error:
        raise Absent("run", run_id, (), error.remedy if error.kind == "run" else "See `llm consortium runs`.") from None


def _result(kept: StoredRun, vectors: bool = False) -> RunResult:
    return orchestrated_from(kept.events, kept.config, vectors=vectors)


def _show_info(found: RunInfo, kept: StoredRun) -> None:
    row = found.run
    say(f"Run: {row.id}" + ("  (scripted voices, not a language model)" if row.scripted else ""))
    say(f"Created: {row.created_at[:19].replace('T', ' ')}")
    say(f"Consortium: {row.config_name or '(unsaved)'}")
    say(f"Strategy: {row.strategy}, judging {row.judging_method}, threshold {row.confidence_threshold:g}")
    say(f"Iterations: {row.iteration_count}/{row.max_iterations}")
    say(f"Status: {row.status}, final confidence {_figure(row.final_confidence)}")
    say(f"Prompt: {pages(row.user_prompt, LONGEST_PROMPT)}")
    account = account_in(kept.state)
    if account is not None and account.why:
        say(account.why)
    if missed := missed_threshold(kept.state):
        say(missed)
    for decision in found.decisions:
        say()
        best = " (stands)" if account is not None and account.best == decision.iteration and account.stopped else ""
        say(f"Iteration {decision.iteration}{best}")
        for member in found.members:
            if member.iteration != decision.iteration or member.role == "arbiter":
                continue
            if member.response is UNSET:
                say(f"  {member.role}: failed: {pages(member.error or '', LONGEST_PREVIEW)}")
            else:
                aside = "" if member.kept else " [set aside]"
                say(f"  {member.role}{aside}: {pages(member.response, LONGEST_PREVIEW)}")
        if not decision.arbiter:
            say("  Nobody could arbitrate.")
            continue
        say(
            f"  Arbiter {decision.arbiter}: confidence {_figure(decision.confidence)}"
            + ("; asks for another round" if decision.needs_iteration else "")
        )
        if decision.geometric_confidence is not None:
            say(f"  Geometric confidence: {_figure(decision.geometric_confidence)} (agreement of shape, not truth)")
        say(f"  Synthesis: {pages(decision.synthesis, LONGEST_PREVIEW)}")
        for area in decision.refinement_areas:
            say(f"  - {pages(area, LONGEST_PREVIEW)}")
        gone = [f"{each.model} ({each.seat})" for each in found.eliminated if each.iteration == decision.iteration]
        if gone:
            say(f"  Eliminated: {', '.join(gone)}")
    for lost in kept.state.missing:
        if not found.decisions:
            say(f"  {lost.seat} in {stage_in_words(lost.stage)}: {lost.cause or lost.failed}")


def _figure(number: float | None) -> str:
    return "–" if number is None else f"{number:.2f}"


def placing_of(state: SessionState) -> RunPlaces | None:
    """Return how the arbiter ranked the models' answers in a session's best round, for the leaderboard; `None` if it
    ranked no answers, or if the session is a fork.
    """
    if state.fork is not None:
        return None
    account = account_in(state)
    best = next((each for each in account.rounds if each.number == account.best), None) if account else None
    if best is None or not best.ranking:
        return None
    seats = {seat.id: seat for seat in state.seats if seat.id in best.kept}
    tokens: dict[str, int] = {}
    for move in state.moves.values():
        model = next((shown(seat.model) for seat in state.seats if seat.id == move.seat), None)
        if model is not None:
            tokens[model] = tokens.get(model, 0) + move.usage.input + move.usage.output
    return RunPlaces(
        models={seat: shown(each.model) for seat, each in seats.items()},
        ranking=tuple(seat for seat in best.ranking if seat in seats),
        confidence=best.confidence,
        tokens=tokens,
        scripted=tuple(shown(seat.model) for seat in seats.values() if seat.scripted),
    )
