"""`moot study benchmark` and `moot study scores`: run tasks with rubrics, and show what each arm scored."""

from __future__ import annotations

from hashlib import sha256

import click
import msgspec

from moot.app import Application
from moot.cli.public import DOLLARS, count, remark, safe, say, show_json, table
from moot.errors import BadInput
from moot.extensions.studies.asking.checks import looked_ahead
from moot.extensions.studies.benchmark.benchmark_study import SAMPLE, benchmark_study, tasks_from
from moot.extensions.studies.benchmark.scores import ArmScore, BenchmarkScores, benchmark_scores
from moot.extensions.studies.corpora.corpus_shelf import CorpusShelf
from moot.extensions.studies.progress import StudyProgress
from moot.extensions.studies.service import studies_of
from moot.extensions.studies.study import without_budget
from moot.extensions.studies.terminal.asking import in_studies
from moot.extensions.studies.terminal.running import ESTIMATE, JSON, Terms, run_through, show_estimate, with_terms
from moot.settings import home_folder

COLUMNS = ("answers of", "score", "against the best member", "95 %", "unsure", "$ a task", "$ to judge")


@click.command("benchmark")
@click.argument("source", required=False, metavar="[FILE|ADDRESS]")
@click.option("--sample", is_flag=True, help="Use the packaged sample of seven tasks.")
@click.option("--judge", required=True, metavar="MODEL", help="Model that judges every answer by its criteria.")
@click.option(
    "-m",
    "--member",
    "members",
    multiple=True,
    metavar="MODEL",
    help="A model that answers; repeat it. Without it, those of your council.",
)
@click.option(
    "--each",
    type=DOLLARS,
    default=0.5,
    show_default=True,
    metavar="DOLLARS",
    help="Most that each arm may spend on a task.",
)
@click.option(
    "--judging",
    type=DOLLARS,
    default=0.5,
    show_default=True,
    metavar="DOLLARS",
    help="Most that judging one answer may cost.",
)
@click.option("--first", type=click.IntRange(min=0), default=0, metavar="N", help="Only the first N tasks.")
@click.option(
    "--name", default="benchmark", show_default=True, metavar="NAME", help="Name of the study and of the saved tasks."
)
@click.option("-y", "--yes", is_flag=True, help="Do not ask before spending money.")
@ESTIMATE
@with_terms
def benchmark(
    source: str | None,
    sample: bool,
    judge: str,
    members: tuple[str, ...],
    each: float,
    judging: float,
    first: int,
    name: str,
    yes: bool,
    estimate: bool,
    terms: Terms,
) -> int:
    """Compare a council with its best member on tasks with rubrics.

    SOURCE is a file of JSON Lines with `problem` and a rubric in `answer`, as DRACO is published, or its address. It
    is saved with its SHA-256. Run the same command again to continue.

    \b
      moot study benchmark --sample --judge openai/gpt-5.1 --estimate
      moot study benchmark draco.jsonl --judge openai/gpt-5.1 --budget 20
    """
    if (source is None) != sample:
        raise BadInput("Name one file of tasks, or its address.", "Or use the packaged ones: `--sample`.")

    async def work(app: Application) -> int:
        shelf = CorpusShelf(home_folder())
        corpus = shelf.corpus(SAMPLE) if source is None else await tasks_from(shelf, source, name)
        seated = members or [line.model for line in (await app.sits()).council.lines()]
        study = benchmark_study(name, corpus, seated, judge, each=each, judging=judging, questions=first)
        kept = studies_of(app)
        id_ = sha256(msgspec.json.encode(without_budget(study))).hexdigest()[:32]
        progress = await kept.find(id_)
        if progress is None:
            await looked_ahead(app, study, corpus, study.questions)
            progress = kept.planned(study, id_)
        if estimate:
            await show_estimate(app, progress, terms)
            return 0
        code = await run_through(app, progress, terms, yes=yes)
        if not terms.as_json and await kept.find(id_) is not None:
            say()
            show_scores(await scores_of(app, await kept.progress(id_)))
        return code

    return in_studies(work)


@click.command("scores")
@click.argument("study")
@JSON
def scores_command(study: str, as_json: bool) -> int:
    """Show what each arm of a benchmark scored, against the best member alone."""

    async def work(app: Application) -> int:
        found = await scores_of(app, await studies_of(app).named(study))
        if as_json:
            show_json(found)
        else:
            show_scores(found)
        return 0

    return in_studies(work)


async def scores_of(app: Application, progress: StudyProgress) -> BenchmarkScores:
    """Return the scores of a benchmark."""
    results = await studies_of(app).results(progress)
    return benchmark_scores(progress.study, progress.id, len(progress.questions), results)


def show_scores(scores: BenchmarkScores) -> None:
    """Print the scores as a table."""
    table(COLUMNS, [_row(each, scores.best) for each in scores.arms], right=frozenset(range(1, len(COLUMNS))))
    say(f"{count(scores.tasks, 'task')}. A judge's unsure criteria count as not met.")
    for each in scores.arms:
        if each.tasks < scores.tasks:
            remark(f"{safe(each.arm)}: {each.tasks} of {count(scores.tasks, 'task')} have a score.", err=False)


def _row(arm: ArmScore, best: str) -> list[str]:
    name = f"{arm.arm} ({', '.join(arm.models)})" if arm.models else arm.arm
    against = "best member" if arm.arm == best else "" if arm.difference is None else f"{100 * arm.difference:+.1f}"
    interval = "" if arm.low is None or arm.high is None else f"{100 * arm.low:+.1f} to {100 * arm.high:+.1f}"
    return [
        safe(name),
        "" if arm.score is None else f"{100 * arm.score:.1f}",
        against,
        interval,
        f"{arm.unsure:.1f}",
        "" if arm.price is None else f"{arm.price:.4f}",
        "" if arm.judge_price is None else f"{arm.judge_price:.4f}",
    ]
