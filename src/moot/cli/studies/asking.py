"""`moot study new`, `run`, `noise`, `rejudge` and `retry`: whatever makes a study ask."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from hashlib import sha256
from pathlib import Path

import click
import msgspec
from msgspec.structs import replace

from moot.analytics.studies.difference_words import reach_words
from moot.cli.asking.costs import DOLLARS
from moot.cli.screen.terminal import STOPPED, remark, safe, say, show_json, table
from moot.cli.screen.watching import Interrupt, in_house, run
from moot.cli.screen.words import count, money
from moot.cli.studies.board import HEADS, Board, counted, rows_of, scripted_line, spent_line
from moot.errors import BadInput, Conflict, MootError
from moot.exports.export import write_export
from moot.floor.calls.budget import nano_dollars
from moot.house import House
from moot.house.studies.before import Before, alike, asked_again, looked_ahead
from moot.house.studies.running import StudyRun
from moot.library.corpora.corpus import Corpus
from moot.library.corpora.corpus_shelf import CorpusShelf
from moot.library.corpora.studies.progress import ArmAdded, BudgetSet, Progress
from moot.library.corpora.studies.study import NO_CORPUS, Arm, Cell, cells_of, faults_with, study_from
from moot.library.strict import checked_name, text_of
from moot.protocols import registry
from moot.sessions.money.estimate import in_words
from moot.settings import home_folder
from moot.tally.studies.distributions import can_compute
from moot.tally.studies.overview import StudyHead
from moot.tally.studies.reach import reach_of
from moot.tally.studies.standing import FINISHED
from moot.transcripts.sql.studies import StudyCost

DEGRADED = 4
"""Exit code where more cells are degraded than is tolerated."""
NOISE = "noise"
AT_ONCE = click.option("--at-once", type=click.IntRange(1, 64), default=3, show_default=True, metavar="N",
                       help="Sessions that run at the same time.")  # fmt: skip
TOLERATE = click.option("--tolerate", default="0%", show_default=True, metavar="SHARE",
                        help="Share of degraded results up to which the exit code is still 0, e.g. 5%.")  # fmt: skip
BUDGET = click.option("--budget", type=DOLLARS, metavar="DOLLARS", help="A new budget for the whole study.")
JSON = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
QUIET = click.option("-q", "--quiet", is_flag=True, help="No lines of progress.")


@click.command()
@click.argument("name")
@click.option("--corpus", default="known-answers", show_default=True, metavar="NAME", help="Its questions.")
@click.option("-o", "--output", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE",
              help="Where it is written; without it, NAME.toml.")  # fmt: skip
@JSON
def new(name: str, corpus: str, output: Path | None, as_json: bool) -> None:
    """Write a study to begin with, to be edited."""
    text = NEW.replace("$name", checked_name(name, "a study")).replace("$corpus", corpus)
    text = text.replace("$stage", registry.JUDGING)
    study = study_from(text, name)
    CorpusShelf(home_folder()).corpus(study.corpus)
    file = output or Path(f"{name}.toml")
    try:
        write_export(file, text, overwrite=False)
    except Conflict as error:
        raise Conflict(error.message, "Name another file with `-o`, or delete it first.") from None
    if as_json:
        show_json({"file": str(file)})
    else:
        say(f"Wrote {safe(str(file))}. Edit it, then: moot study run {safe(str(file))}")


@click.command("run")
@click.argument("study", metavar="FILE|STUDY")
@BUDGET
@AT_ONCE
@TOLERATE
@JSON
@QUIET
def run_command(study: str, budget: float | None, at_once: int, tolerate: str, as_json: bool, quiet: bool) -> int:
    """Begin a study, or go on with one.

    A FILE begins a study, unless one was begun with what it says: that one goes on. What is finished is not asked
    again.
    """

    async def work(house: House) -> int:
        kept = house.studies
        progress = await _begun(house, study)
        if budget is not None and budget != progress.study.budget:
            await kept.add(progress.id, f"budget/{len(await kept.studies.read(progress.id))}", BudgetSet(budget=budget))
            progress = await kept.progress(progress.id)
        return await _run(house, progress, at_once=at_once, tolerate=tolerate, as_json=as_json, quiet=quiet)

    return _in_studies(work)


@click.command()
@click.argument("study")
@click.option("--repeats", type=click.IntRange(2, 100), default=5, show_default=True, metavar="N",
              help="Forks of each session.")  # fmt: skip
@click.option("--from", "stage", default="", metavar="STAGE", help="From which stage on; without it, the judging.")
@click.option("--name", default=NOISE, show_default=True, metavar="NAME",
              help="What the arm of forks is called: another one for each stage.")  # fmt: skip
@AT_ONCE
@TOLERATE
@JSON
@QUIET
def noise(
    study: str, repeats: int, stage: str, name: str, at_once: int, tolerate: str, as_json: bool, quiet: bool
) -> int:
    """Measure noise: fork each session several times and change nothing.

    What comes out differently is noise; differences between arms are then told as beyond it or not. Everything before
    the stage is kept and costs nothing. Where questions were repeated, each repeat is forked so often.
    """

    async def work(house: House) -> int:
        kept = house.studies
        progress = await kept.named(study)
        base = progress.study.arm(progress.study.base)
        forks = repeats * progress.study.repeats_of(base)
        arm = Arm(
            name=checked_name(name, "an arm"),
            of=base.name,
            stage=stage or registry.JUDGING,
            repeats=forks,
            unchanged=True,
        )
        progress = await _with_arm(house, progress, arm)
        return await _run(house, progress, at_once=at_once, tolerate=tolerate, as_json=as_json, quiet=quiet)

    return _in_studies(work)


@click.command()
@click.argument("study")
@click.option(
    "--adjudicator", "adjudicators", multiple=True, required=True, metavar="MODEL", help="Who judges; repeat."
)
@click.option("--from", "stage", default="", metavar="STAGE", help="From which stage on; without it, the judging.")
@click.option("--name", default="", metavar="NAME", help="What the arm is called.")
@AT_ONCE
@TOLERATE
@JSON
@QUIET
def rejudge(
    study: str, adjudicators: tuple[str, ...], stage: str, name: str, at_once: int, tolerate: str, as_json: bool,
    quiet: bool,
) -> int:  # fmt: skip
    """Have every session judged again by somebody else.

    The baseline's sessions are forked from the judging on, so that members are not asked again: what differs is the
    judge's doing, or noise.
    """

    async def work(house: House) -> int:
        kept = house.studies
        progress = await kept.named(study)
        taken = {arm.name for arm in progress.study.arms}
        free = next(each for each in (f"rejudged-{n}" for n in range(1, len(taken) + 2)) if each not in taken)
        arm = Arm(name=name or free, of=progress.study.base, stage=stage or registry.JUDGING, adjudicators=adjudicators)
        progress = await _with_arm(house, progress, arm)
        return await _run(house, progress, at_once=at_once, tolerate=tolerate, as_json=as_json, quiet=quiet)

    return _in_studies(work)


@click.command()
@click.argument("study")
@click.option("--degraded", is_flag=True, help="Also those that finished with a degraded result.")
@AT_ONCE
@TOLERATE
@JSON
@QUIET
def retry(study: str, degraded: bool, at_once: int, tolerate: str, as_json: bool, quiet: bool) -> int:
    """Ask again what failed in a study's sessions.

    Each goes on in a fork that keeps what came before what failed and what does not rest on it in the same stage; later
    stages are asked anew. The cell has that fork's result from then on.
    """

    async def work(house: House) -> int:
        kept = house.studies
        progress = await kept.named(study)
        again = await kept.to_ask_again(progress, degraded=degraded)
        if not again and degraded:
            raise BadInput("Nothing of this study failed, and no result is degraded.", "There is nothing to ask again.")
        if not again:
            raise BadInput("Nothing of this study failed.", "With --degraded, degraded results are asked again too.")
        return await _run(
            house, progress, at_once=at_once, tolerate=tolerate, as_json=as_json, quiet=quiet, again=again
        )

    return _in_studies(work)


async def _begun(house: House, given: str) -> Progress:
    """The study a file or a name means; of a file, the one that was begun with what it says, or a new one."""
    file, kept = Path(given), house.studies
    if not await asyncio.to_thread(file.is_file):
        return await kept.named(given)
    study = study_from(text_of(file), str(file))
    for fact in await kept.studies.opened():
        progress = await kept.progress(fact.study)
        if progress.opened.study == study:
            kept.corpus_of(progress)
            return progress
    corpus = kept.corpus_named(study)
    await looked_ahead(house, study, corpus, kept.questions_of(study, corpus))
    # Two processes that begin the same file at once begin one study: one of them asks it.
    return await kept.open(study, sha256(msgspec.json.encode(study)).hexdigest()[:32])


async def _with_arm(house: House, progress: Progress, arm: Arm) -> Progress:
    """The study with an arm more; the same arm once more goes on."""
    kept = house.studies
    earlier = next((each for each in progress.study.arms if each.name == arm.name), None)
    if earlier is not None and earlier != arm:
        raise Conflict(f"The study has another arm called {arm.name!r}.", "Give this one another name.")
    if earlier is None:
        grown = replace(progress.study, arms=(*progress.study.arms, arm))
        for fault in faults_with(grown, arm):
            raise BadInput(f"{fault[:1].upper()}{fault[1:]}.")
        corpus = kept.corpus_of(progress)
        await looked_ahead(house, grown, corpus, progress.questions, [arm.name], progress.cells)
        await kept.add(progress.id, f"arm/{arm.name}", ArmAdded(arm=arm))
    return await kept.progress(progress.id)


async def _run(
    house: House,
    progress: Progress,
    *,
    at_once: int,
    tolerate: str,
    as_json: bool,
    quiet: bool,
    again: list[Cell] | None = None,
) -> int:
    kept, tolerated = house.studies, _share(tolerate)
    corpus = kept.corpus_of(progress)
    if progress.study.corpus == NO_CORPUS and again is None and not any(arm.of for arm in progress.study.arms):
        raise BadInput("It was begun by `moot run`.", "Run the same command again: it asks what is not finished.")
    await kept.refuse_another(progress)
    quiet = quiet or as_json
    if not quiet:
        if again:
            remark("What failed is asked again, and everything after it, which rests on what it brings.")
            before = await asked_again(house, [progress.cells[cell] for cell in again])
        else:
            before = await _ahead(house, progress, corpus)
        _say_before(progress, corpus, before, await kept.head(progress.id))
    board = Board(progress.study, lambda: batch.fates, lambda: batch.spent, quiet=quiet)
    batch = StudyRun(house, progress, corpus, at_once=at_once, told=board.told)
    async with kept.run_of(progress):
        with board, Interrupt().listening() as interrupt:
            await batch.run(again or (), interrupt.asked)
    counts = counted(progress.study, batch.fates)
    code = _exit_code(batch, tolerated)
    if as_json:
        show_json({
            "study": progress.id, "name": progress.study.name, "spent": batch.spent / 1e9, "exit_code": code,
            "arms": {c.arm: {head: getattr(c, head) for head in HEADS[1:]} for c in counts},
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
    cost = (await kept.studies.costs(progress.id)).get(progress.id, StudyCost())
    spent = spent_line(batch.progress.study.budget, cost.spent, cost.pending)
    say(f"{done} of {count(len(batch.fates), 'session')} finished. {spent}")
    if cost.scripted:
        say(scripted_line(cost.scripted, cost.sessions))
    for why in dict.fromkeys(fate.why for fate in batch.fates.values() if fate.why):
        remark(why, err=False)
    if any(c.degraded for c in counts):
        say(f"Ask again what failed: moot study retry {progress.id[:8]} --degraded")
    elif any(c.failed for c in counts):
        say(f"Ask again what failed: moot study retry {progress.id[:8]}")
    if any(c.left for c in counts) and not batch.interrupted:
        say(f"Go on with what is left: moot study run {progress.id[:8]}")
    say(f"What was found: moot study report {progress.id[:8]}")
    return code


async def _ahead(house: House, progress: Progress, corpus: Corpus) -> Before:
    """What arms that have not begun would cost. One that cannot be asked any more keeps no other from going on."""
    met = {cell.arm for cell in progress.cells}
    fresh = [arm.name for arm in progress.study.arms if arm.name not in met]
    try:
        return await looked_ahead(house, progress.study, corpus, progress.questions, fresh, progress.cells)
    except MootError as error:
        remark(f"{error.message} {error.remedy}", err=False)
        return Before(arms=())


def _say_before(progress: Progress, corpus: Corpus, before: Before, head: StudyHead) -> None:
    """What is known before anything is spent: what it may cost, and what a study of this size can show."""
    study, n = progress.study, len(progress.questions)
    cells = sum(1 for _ in cells_of(study, progress.questions))
    remark(
        f"Study {progress.id[:8]}: {count(n, 'question')}, {count(len(study.arms), 'arm')}, {count(cells, 'session')}."
    )
    for arm in before.arms:
        if arm.seats:
            remark(f"{arm.arm}: {arm.seats}")
        if arm.why:
            remark(arm.why)
    for words in alike(study, before):
        remark(words)
    if before.calls and before.most != 0:
        cost = in_words(before.typical, before.most) if before.most is not None else "nobody knows what they cost"
        basis = f"an estimate {before.basis}" if before.typical is not None and before.basis else "an estimate"
        remark(f"{count(before.calls, 'call')}, {cost} ({basis}).")
    if head.study.rest:
        remark(f"{count(head.study.left, 'session')} left, about {money(nano_dollars(head.study.rest))} by what the "
               "others cost.")  # fmt: skip
    if before.lacking:
        remark(before.lacking)
    for arm in before.arms:
        if not arm.measured:
            remark(f"{arm.arm}: {arm.protocol} scores no answer, so no figure will compare it with another arm.")
    if not can_compute():
        remark("Its figures take scipy: pip install 'moot[studies]'.")
    compared = sum(not arm.unchanged for arm in study.arms) - 1
    if words := reach_words(reach_of(corpus.clusters(progress.questions, study.clusters), compared)):
        remark(words)


def _exit_code(batch: StudyRun, tolerated: float) -> int:
    fates = batch.fates.values()
    if batch.interrupted:
        return STOPPED
    unfinished = [fate for fate in fates if fate.state not in FINISHED]
    if any(
        fate.state != "out_of_budget" and not fate.why.startswith("The session it is made of") for fate in unfinished
    ):
        return 1
    if unfinished:
        return 3
    return DEGRADED if sum(fate.degraded for fate in fates) > tolerated * len(batch.fates) else 0


def _share(text: str) -> float:
    try:
        value = float(text.strip().rstrip("%")) / (100 if text.strip().endswith("%") else 1)
    except ValueError:
        value = -1.0
    if not 0 <= value <= 1:
        raise BadInput(f"{text!r} is no share.", "Write e.g. `--tolerate 5%`.")
    return value


def _in_studies(work: Callable[[House], Awaitable[int]]) -> int:
    return run(in_house(work, full_speed=True))


NEW = """\
name = "$name"
corpus = "$corpus"
repeats = 2
primary = "score"

[[arms]]
name = "base"

[[arms]]
name = "reversed"
of = "base"
from = "refinement"
[arms.options]
reverse_rebuttals = true
"""
