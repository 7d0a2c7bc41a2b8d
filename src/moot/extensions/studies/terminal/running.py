"""Run a study from the terminal: print the estimate first, then progress, then what is left."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any, TypeVar, cast

import click
import msgspec
from msgspec import Struct

from moot.app import Application
from moot.cli.public import (
    DOLLARS,
    EXIT_CODES,
    Interrupt,
    count,
    is_terminal,
    joined,
    remark,
    safe,
    say,
    show_json,
    table,
)
from moot.errors import BadInput
from moot.exports.public import in_words
from moot.extensions.studies.asking.additions import under_budget, with_arm, written_down
from moot.extensions.studies.asking.causes import causes_of
from moot.extensions.studies.asking.checks import Before, unmeasured
from moot.extensions.studies.asking.remaining import Rest, asked_again, rest_of
from moot.extensions.studies.asking.running import StudyRun
from moot.extensions.studies.corpora.corpus import Corpus
from moot.extensions.studies.progress import LeftCause, StudyProgress
from moot.extensions.studies.reports.report_tables import reach_words
from moot.extensions.studies.service import studies_of
from moot.extensions.studies.stats.distributions import can_compute
from moot.extensions.studies.stats.overview import StudyHead
from moot.extensions.studies.stats.reach import reach_of
from moot.extensions.studies.stats.standing import FINISHED, FailureCause
from moot.extensions.studies.study import NO_CORPUS, Arm, StudyCell, cells_of
from moot.extensions.studies.terminal.board import HEADS, LiveStudyTable, counted, rows_of, scripted_line, spent_line
from moot.vocabulary.public import dollars

JSON = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
ESTIMATE = click.option("--estimate", is_flag=True, help="Print what it may cost, and ask nothing.")
F = TypeVar("F", bound=Callable[..., Any])


class PercentParam(click.ParamType):  # type: ignore[type-arg]  # generic only from click 8.4 on
    """Type of a command's option that is a share, given as `5%` or `0.05`."""

    name = "share"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        text = str(value).strip()
        try:
            share = float(text.rstrip("%")) / (100 if text.endswith("%") else 1)
        except ValueError:
            share = -1.0
        if not 0 <= share <= 1:
            self.fail(f"{value!r} is no share of a whole. Write e.g. 5% or 0.05.", param, ctx)
        return share


class Terms(Struct, frozen=True, kw_only=True):
    """Options of every command that runs a study: budget, number of sessions at once, output."""

    budget: float | None
    """New budget of the study, in dollars; `None` keeps the old budget."""
    at_once: int
    """Maximum number of sessions that run at once."""
    tolerate: float
    """Highest share of degraded results for exit code 0."""
    as_json: bool
    """Whether to print one JSON object."""
    quiet: bool
    """Whether to print no progress."""


def with_terms(command: F) -> F:
    """Add the options of `Terms` to a click command, which gets them as its argument `terms`."""

    @wraps(command)
    def called(**given: Any) -> Any:
        terms = Terms(**{name: given.pop(name) for name in Terms.__struct_fields__})
        return command(**given, terms=terms)

    options = [
        click.option("--budget", type=DOLLARS, metavar="DOLLARS", help="A new budget for the whole study."),
        click.option("--at-once", type=click.IntRange(1, 64), default=3, show_default=True, metavar="N",
                     help="Sessions that run at the same time."),
        click.option("--tolerate", type=PercentParam(), default="0%", show_default=True, metavar="SHARE",
                     help="Share of degraded results up to which the exit code is still 0, e.g. 5%."),
        JSON,
        click.option("-q", "--quiet", is_flag=True, help="No lines of progress."),
    ]  # fmt: skip
    for option in reversed(options):
        called = option(called)
    return cast("F", called)


async def run_through(
    app: Application,
    progress: StudyProgress,
    terms: Terms,
    *,
    arm: Arm | None = None,
    again: list[StudyCell] | None = None,
    degraded: bool = False,
    yes: bool = True,
    budget_is_theirs: bool = True,
) -> int:
    """Run what is left of a study, print its progress, and return the exit code.

    Args:
        arm: An arm to add first.
        again: Cells (questions under an arm) in which to ask again what failed.
        degraded: Whether `again` also includes cells with a degraded result.
        yes: Spend money without asking.
        budget_is_theirs: Whether the study's budget was set by the user; a template's budget is no consent.
    """
    kept, as_json = studies_of(app), terms.as_json
    before, progress = progress, under_budget(progress, terms.budget)
    if arm is not None:
        progress = await with_arm(app, progress, arm)
    corpus = kept.corpus_of(progress)
    if progress.study.corpus == NO_CORPUS and again is None and not any(arm.of for arm in progress.study.arms):
        raise BadInput("It was begun by `moot run`.", "Run the same command again: it asks what is not finished.")
    await kept.refuse_another(progress)
    quiet = terms.quiet or as_json
    if again and not quiet:
        remark("What failed is asked again." if not degraded else "What failed or is degraded is asked again.")
        remark("A later call is made again only where it would be asked differently now.")
        _say_before(progress, corpus, await asked_again(app, progress, again))
    elif not again and not (yes and quiet):
        rest = await rest_of(app, progress, progress.study.budget)
        if not quiet:
            _say_rest(progress, corpus, rest)
        consented = terms.budget if terms.budget is not None or not budget_is_theirs else progress.study.budget
        if not agreed(rest.before, consented, yes=yes):
            return EXIT_CODES["stopped"]
    await kept.begin(progress)
    board = LiveStudyTable(
        progress.study, lambda: batch.fates, lambda: batch.spent, lambda: len(batch.todo), quiet=quiet
    )
    batch = StudyRun(app, progress, corpus, at_once=terms.at_once, told=board.told)
    async with kept.run_of(progress, batch.ended):
        await written_down(app, before, progress)
        with board, Interrupt().listening() as interrupt:
            await batch.run(again or (), interrupt.asked)
    counts = counted(progress.study, batch.fates)
    code = _exit_code(batch, terms.tolerate, again=bool(again))
    if as_json:
        show_json({
            "study": progress.id, "name": progress.study.name, "spent": batch.spent / 1e9, "exit_code": code,
            "arms": {c.arm: {head: getattr(c, head) for head in HEADS[1:]} for c in counts},
            "left": msgspec.to_builtins(causes_of(batch.fates)),
            "cells": [
                {"arm": cell.arm, "question": cell.item, "repeat": cell.repeat,
                 "session": batch.progress.cells.get(cell), "state": fate.state, "degraded": fate.degraded,
                 "why": fate.why or None}
                for cell, fate in batch.fates.items()
            ],
        })  # fmt: skip
        return code
    table(HEADS, rows_of(counts), right=frozenset(range(1, len(HEADS))))
    say()
    done = sum(c.done for c in counts)
    cost = await kept.cost_of(progress.id)
    spent = spent_line(batch.progress.study.budget, cost.spent, cost.pending)
    say(f"{done} of {count(len(batch.fates), 'session')} finished. {spent}")
    if cost.scripted:
        say(scripted_line(cost.scripted, sum(map(len, batch.progress.had.values()))))
    for each in causes_of({cell: batch.fates[cell] for cell in batch.todo}, failed=True):
        of = of_arms(each.arms, len(batch.progress.study.arms))
        remark(f"{count(each.sessions, 'session')}{of} failed: {safe(each.why)}", err=False)
    causes = causes_of(batch.fates)
    for line in left_lines(causes, len(batch.progress.study.arms)):
        say(line)
    head = await kept.head(progress.id)
    if not batch.todo:
        for line in failed_lines(head):
            say(line)
    for line in (*again_lines(head), *go_on_lines(progress.id, batch.progress.study.budget, causes)):
        say(line)
    say(f"What was found: moot study report {progress.id[:8]}")
    return code


async def show_estimate(app: Application, progress: StudyProgress, terms: Terms) -> None:
    """Print what the rest of a study may cost."""
    progress = under_budget(progress, terms.budget)
    rest = await rest_of(app, progress, progress.study.budget)
    if terms.as_json:
        show_json(estimate_row(rest.before, progress.study.budget))
    else:
        _say_rest(progress, studies_of(app).corpus_of(progress), rest)


def agreed(ahead: Before, budget: float | None, *, yes: bool) -> bool:
    """Return whether money may be spent. At a terminal the user is asked; elsewhere a budget, or `yes`, is required."""
    if yes or not ahead.calls or ahead.most == 0:
        return True
    told = cost_words(ahead)
    if is_terminal(sys.stdin):
        return click.confirm(f"{told} Ask them?", err=True)
    if budget is None:
        raise BadInput(f"{told} You have set no budget.", "Set one with `--budget DOLLARS`, or add `--yes`.")
    return True


def cost_words(before: Before) -> str:
    """Return in words how many sessions and calls there are, and what they may cost."""
    sessions = count(before.sessions, "session")
    return f"{sessions}, {count(before.calls, 'call')}: {_cost(before)} (an estimate)."


def estimate_row(before: Before, budget: float | None) -> dict[str, Any]:
    """Return an estimate as a dictionary for JSON output, in dollars."""
    return {
        "sessions": before.sessions,
        "calls": before.calls,
        "typical": dollars(before.typical),
        "most": dollars(before.bound),
        "budget": budget,
    }


def _cost(before: Before) -> str:
    if before.most is not None:
        return in_words(before.usual, before.bound)
    known = Before(arms=tuple(arm for arm in before.arms if arm.most is not None))
    others = f"; arms without it: {in_words(known.typical, known.most)}" if known.most else ""
    return f"unknown price of {safe(joined(before.unknown))}{others}" if before.unknown else "price unknown"


def _say_rest(progress: StudyProgress, corpus: Corpus, rest: Rest) -> None:
    for words in rest.untold:  # sessions that cannot be asked again stop nothing else
        remark(words, err=False)
    ended = sum(1 for _ in cells_of(progress.study, progress.questions)) - rest.sessions
    _say_before(progress, corpus, rest.before, ended)


def _say_before(progress: StudyProgress, corpus: Corpus, before: Before, ended: int = 0) -> None:
    """Print the estimate before anything is spent: the cost, and what a study of this size can show."""
    study, n = progress.study, len(progress.questions)
    cells = sum(1 for _ in cells_of(study, progress.questions))
    remark(
        f"Study {progress.id[:8]}: {count(n, 'question')}, {count(len(study.arms), 'arm')}, {count(cells, 'session')}."
    )
    if ended:
        remark(f"{ended} of them have ended and are not asked again.")
    for arm in before.arms:
        if arm.seats:
            remark(f"{arm.arm}: {arm.seats}")
        if arm.why:
            remark(arm.why)
    for arm in before.arms:
        if arm.untold:
            remark(f"What it costs cannot be told: {arm.untold}")
    if before.calls:
        basis = f"an estimate {before.basis}" if before.typical is not None and before.basis else "an estimate"
        looked = next((arm for arm in before.arms if arm.looked is not None), None)
        calls = count(before.calls, "call") if looked is None else f"At most {count(before.calls, 'call')}"
        remark(f"{calls}, {_cost(before)}{f' ({basis})' if before.most else ''}.")
        if looked is not None and looked.looked != looked.sessions:
            sessions = count(looked.sessions, "session")
            told = f"{looked.looked} of {sessions} were looked at"
            remark(f"{told}; the others are taken for the dearest of them, and may cost more.")
    if before.lacking or before.short:
        remark(before.lacking or before.short)
    for words in unmeasured(before):
        remark(words)
    if not can_compute():
        remark("Its figures take scipy: pip install 'moot[studies]'.")
    compared = len(study.arms) - 1
    if words := reach_words(reach_of(corpus.clusters(progress.questions, study.clusters), compared)):
        remark(words)


def _exit_code(batch: StudyRun, tolerated: float, *, again: bool) -> int:
    fates = [batch.fates[cell] for cell in batch.todo] if again else list(batch.fates.values())
    if batch.interrupted:
        return EXIT_CODES["stopped"]
    unfinished = [fate for fate in fates if (fate.tried or fate.state) not in FINISHED]
    if any((fate.tried or fate.state) != "out_of_budget" and not fate.waits for fate in unfinished):
        return EXIT_CODES["failed"]
    if unfinished:
        return EXIT_CODES["out_of_budget"]
    return EXIT_CODES["degraded"] if sum(fate.degraded for fate in fates) > tolerated * len(fates) else 0


def left_lines(causes: Sequence[FailureCause], arms: int) -> list[str]:
    """Return a line for each reason why questions are left. If the study has several arms (`arms` is their number), the
    line names the arms concerned.
    """
    return [f"{count(each.sessions, 'session')}{of_arms(each.arms, arms)} left: {safe(each.why)}" for each in causes]


def of_arms(named: Sequence[str], arms: int) -> str:
    """Return a phrase that names the arms to which sessions belong; empty if the study has only one arm."""
    return f" of {safe(joined(named))}" if named and arms > 1 else ""


def failed_lines(head: StudyHead) -> list[str]:
    """Return a line for each reason why sessions of a study failed."""
    return [
        f"{count(each.sessions, 'session')}{of_arms(each.arms, head.study.arms)} failed: {safe(each.why)}"
        for each in head.causes
    ]


def again_lines(head: StudyHead) -> list[str]:
    """Return lines that say which sessions can be asked again, by which command, and why others cannot."""
    id_, again = head.study.id[:8], head.again
    lines = [f"{count(each.sessions, 'session')} cannot be asked again: {safe(each.why)}" for each in again.cannot]
    if again.degraded:
        lines.append(f"Ask again what failed, and what degraded results lack: moot study retry {id_} --degraded")
    elif again.failed:
        lines.append(f"Ask again what failed: moot study retry {id_}")
    return lines


def go_on_lines(study: str, budget: float | None, causes: Sequence[LeftCause]) -> list[str]:
    """Return a line with the command that continues a study; empty if nothing is left."""
    if not causes:
        return []
    larger = " --budget DOLLARS" if budget is not None and any(each.budget for each in causes) else ""
    return [f"Go on with what is left: moot study run {study[:8]}{larger}"]
