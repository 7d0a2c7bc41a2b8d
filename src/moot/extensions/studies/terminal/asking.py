"""`moot study new`, `run` and `retry`: create, run and continue a study, and ask again what failed."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from hashlib import sha256
from pathlib import Path

import click
import msgspec
from msgspec.structs import replace

from moot.app import Application
from moot.cli.public import count, in_app, remark, run, safe, say, show_json
from moot.errors import BadInput, Conflict
from moot.exports.public import write_export
from moot.extensions.studies.asking.checks import looked_ahead, measure_for
from moot.extensions.studies.corpora.corpus import Corpus
from moot.extensions.studies.corpora.corpus_shelf import CorpusShelf
from moot.extensions.studies.progress import StudyProgress
from moot.extensions.studies.service import studies_of
from moot.extensions.studies.study import study_from, without_budget
from moot.extensions.studies.terminal.running import ESTIMATE, JSON, Terms, run_through, show_estimate, with_terms
from moot.library.public import checked_name, text_of
from moot.settings import home_folder


@click.command()
@click.argument("name")
@click.option("--corpus", default="known-answers", show_default=True, metavar="NAME", help="Its questions.")
@click.option("-o", "--output", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE",
              help="Where it is written; without it, NAME.toml.")  # fmt: skip
@JSON
def new(name: str, corpus: str, output: Path | None, as_json: bool) -> None:
    """Write a template of a study to edit."""
    text = _template(checked_name(name, "a study"), corpus, CorpusShelf(home_folder()).corpus(corpus))
    study_from(text, name)
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
@click.option("-y", "--yes", is_flag=True, help="Do not ask before spending money.")
@ESTIMATE
@with_terms
def run_command(study: str, yes: bool, estimate: bool, terms: Terms) -> int:
    """Start a study, or continue one.

    A FILE starts a study, or continues the one that was started with the same content. What is finished is not asked
    again. At a terminal you are asked before money is spent; elsewhere it needs a budget, or --yes. The budget of a
    template that was not edited does not count.
    """

    async def work(app: Application) -> int:
        progress = await _planned(app, study)
        if estimate:
            await show_estimate(app, progress, terms)
            return 0
        unedited = study_from(_template("study", "corpus", studies_of(app).corpus_of(progress)), "template")
        unedited = replace(unedited, name=progress.study.name, corpus=progress.study.corpus)
        return await run_through(app, progress, terms, yes=yes, budget_is_theirs=progress.study != unedited)

    return in_studies(work)


@click.command()
@click.argument("study")
@click.option("--degraded", is_flag=True, help="Also those that finished with a degraded result.")
@with_terms
def retry(study: str, degraded: bool, terms: Terms) -> int:
    """Ask again what failed in a study's sessions.

    Each session continues in a fork that keeps valid answers; a later call is repeated only if its request changes.
    The cell then has that fork's result. A fork that ran out of budget continues.
    """

    async def work(app: Application) -> int:
        kept = studies_of(app)
        progress = await kept.named(study)
        again = await kept.to_ask_again(progress, degraded=degraded)
        if not again and degraded:
            raise BadInput("Nothing of this study failed, and no result is degraded.", "There is nothing to ask again.")
        if not again:
            raise BadInput("Nothing of this study failed.", "With --degraded, degraded results are asked again too.")
        found = await kept.askable(progress, again)
        told = [f"{count(each.sessions, 'session')}: {each.why}" for each in found.others]
        if not found.cells:
            raise BadInput(f"Nothing of it can be asked again. {' '.join(told)}", "Every result stands as it is.")
        for words in told if not (terms.quiet or terms.as_json) else ():
            remark(f"Not asked again, {safe(words)}")
        return await run_through(app, progress, terms, again=list(found.cells), degraded=degraded)

    return in_studies(work)


def _template(name: str, corpus: str, questions: Corpus) -> str:
    return NEW.replace("$name", name).replace("$corpus", corpus).replace("$primary", measure_for(questions.items))


async def _planned(app: Application, given: str) -> StudyProgress:
    """Return the study that a file or a name means. For a file it is the stored study with the same content, or else a
    new one that is not stored yet.
    """
    file, kept = Path(given), studies_of(app)
    if not await asyncio.to_thread(file.is_file):
        return await kept.named(given)
    study = study_from(text_of(file), str(file))
    for fact in await kept.studies.opened():
        progress = await kept.progress(fact.study)
        if without_budget(progress.opened.study) == without_budget(study):
            kept.corpus_of(progress)
            if study.budget != progress.opened.study.budget:
                remark("The budget in its file has changed since it began; set another one with --budget.")
            return progress
    corpus = kept.corpus_named(study)
    await looked_ahead(app, study, corpus, kept.questions_of(study, corpus))
    # Two processes that start the same file at once get one study: one of them runs it.
    return kept.planned(study, sha256(msgspec.json.encode(without_budget(study))).hexdigest()[:32])


def in_studies(work: Callable[[Application], Awaitable[int]]) -> int:
    return run(in_app(work, full_speed=True))


NEW = """\
name = "$name"
corpus = "$corpus"
repeats = 2
primary = "$primary"
budget = 5.00  # dollars, for the whole study

[[arms]]
name = "base"

[[arms]]
name = "reversed"
of = "base"
from = "refinement"
[arms.options]
reverse_rebuttals = true
"""
