"""Commands of `moot study` that only read: list, status, report, compare, view, export."""

from __future__ import annotations

from pathlib import Path

import click
import msgspec

from moot.app import Application
from moot.cli.public import count, in_app, remark, run, safe, say, show_json, table
from moot.exports.public import nano_dollars, write_artifacts, write_export
from moot.extensions.studies.progress import StudyOpened, StudyProgress, read_fact
from moot.extensions.studies.reports.cells import CellResult
from moot.extensions.studies.reports.report_tables import header_lines, sections_of
from moot.extensions.studies.reports.rows import comparison_of
from moot.extensions.studies.reports.study_files import study_files
from moot.extensions.studies.reports.study_report import report_on
from moot.extensions.studies.service import studies_of
from moot.extensions.studies.stats.report import StudyReport
from moot.extensions.studies.terminal.board import HEADS, rows_of, scripted_line, spent_line
from moot.extensions.studies.terminal.running import again_lines, failed_lines, left_lines
from moot.transcripts.public import BENCH

PRIMARY = click.option("--primary", metavar="NAME", default="", help="Measure by this; else by the study's `primary`.")
JSON = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")


@click.command("list")
@JSON
def list_command(as_json: bool) -> int:
    """List studies, newest first."""

    async def work(app: Application) -> int:
        rows = []
        for fact in await studies_of(app).studies.opened():
            opened = read_fact(fact.kind, fact.body)
            assert isinstance(opened, StudyOpened)
            if opened.door != BENCH:
                rows.append((fact, opened))
        if as_json:
            show_json({"studies": [
                {"id": fact.study, "name": opened.study.name, "corpus": opened.study.corpus or None, "created": fact.at,
                 "questions": len(opened.questions), "digest": opened.digest}
                for fact, opened in rows
            ]})  # fmt: skip
        elif not rows:
            say("There is no study yet. `moot study new NAME` writes one to begin with.")
        else:
            table(
                ["study", "name", "corpus", "questions", "begun"],
                [[fact.study[:8], opened.study.name, opened.study.corpus or "a run",
                  str(len(opened.questions) or ""), fact.at[:16]]
                 for fact, opened in rows],
                right=frozenset({3}),
            )  # fmt: skip
        return 0

    return run(in_app(work))


@click.command()
@click.argument("study")
@JSON
def status(study: str, as_json: bool) -> int:
    """Show a study's progress and cost."""

    async def work(app: Application) -> int:
        kept = studies_of(app)
        head = await kept.head(await kept.id_of(study))
        row, counts, by = head.study, [arm.counts for arm in head.arms], head.study.asked_by
        if as_json:
            show_json({
                "study": row.id, "name": row.name, "spent": row.spent, "budget": row.budget, "digest": head.digest,
                "asked_by": by or None, "pending": row.pending, "scripted": row.scripted,
                "causes": msgspec.to_builtins(head.causes), "left": msgspec.to_builtins(head.left),
                "wants_budget": head.wants_budget, "again": msgspec.to_builtins(head.again),
                "arms": {c.arm: {name: getattr(c, name) for name in HEADS[1:]} for c in counts},
            })  # fmt: skip
            return 0
        of = f" of {safe(row.corpus)}" if row.corpus else ""
        say(f"{safe(row.name)}, {row.id[:8]}: {count(row.questions, 'question')}{of}")
        table(HEADS, rows_of(counts), right=frozenset(range(1, len(HEADS))))
        say()
        say(spent_line(row.budget, nano_dollars(row.spent), nano_dollars(row.pending)))

        if row.scripted:
            say(scripted_line(row.scripted, row.done + row.failed + row.running))
        for line in (*failed_lines(head), *left_lines(head.left, row.arms), *again_lines(head)):
            say(line)
        left = sum(c.left for c in counts)
        if by:
            say(f"It is being asked by {by}.")
        elif left:
            more = " --budget DOLLARS" if head.wants_budget else ""
            say(f"Nobody asks the {count(left, 'session')} left: moot study run {row.id[:8]}{more}")
        return 0

    return run(in_app(work))


@click.command()
@click.argument("study")
@PRIMARY
@JSON
def report(study: str, primary: str, as_json: bool) -> int:
    """Show a study's figures, with intervals.

    Every figure includes its number of questions; with fewer than five it is withheld. Each arm is compared with the
    baseline on the questions of both.
    """

    return _told(study, primary, as_json, whole=True)


@click.command()
@click.argument("study")
@PRIMARY
@JSON
def compare(study: str, primary: str, as_json: bool) -> int:
    """Show how a study's arms differ, question by question."""
    return _told(study, primary, as_json, whole=False)


def _told(study: str, primary: str, as_json: bool, *, whole: bool) -> int:
    async def work(app: Application) -> int:
        progress = await studies_of(app).named(study)
        results, found = await _reported(app, progress, primary)
        if as_json:
            show_json(msgspec.to_builtins(found if whole else comparison_of(found)))
            return 0
        say(safe(f"{found.name} ({found.id[:8]})"))
        for line in header_lines(found, progress.study, results):
            say(safe(line))
        for section in sections_of(found, progress.study, results):
            if whole or section.name in ("differences", "classes", "planted"):
                for each in (each for each in section.tables if each.rows):
                    say()
                    say(safe(each.title))
                    table(each.heads, [list(map(safe, row)) for row in each.rows], wrap=True)
                for line in section.lines:
                    remark(safe(line), err=False)
        return 0

    return run(in_app(work))


@click.command("export")
@click.argument("study")
@click.option("--dir", "folder", type=click.Path(path_type=Path, file_okay=False), metavar="DIR",
              help="Where its files are written; without it, a folder of the study's name.")  # fmt: skip
@PRIMARY
@JSON
def export_command(study: str, folder: Path | None, primary: str, as_json: bool) -> int:
    """Write the files of a study.

    They are made from transcripts alone: tables of cells, replies, scores, flips, findings and calls, the report (also
    as a page), and the files of a run for each arm.
    """

    async def work(app: Application) -> int:
        kept = studies_of(app)
        progress = await kept.named(study)
        results, found = await _reported(app, progress, primary)
        events = {each.session: await app.transcript.read(each.session) for each in results}
        cost = await kept.cost_of(progress.id)
        files = study_files(progress, results, found, events, cost)
        written = write_artifacts(folder or Path(progress.study.name), files)
        if as_json:
            show_json({"files": [str(file) for file in written]})
        else:
            for file in written:
                say(f"Wrote {safe(str(file))}.")
        return 0

    return run(in_app(work))


@click.command()
@click.argument("study")
@click.option("-o", "--output", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE",
              help="Where it is written; without it, the study's name with `.html`.")  # fmt: skip
@PRIMARY
@JSON
def view(study: str, output: Path | None, primary: str, as_json: bool) -> int:
    """Write a study's report as one page.

    The page is self-contained and needs no network: a copy of the study in the web app to keep or send.
    """

    async def work(app: Application) -> int:
        progress = await studies_of(app).named(study)
        text = await studies_of(app).page(progress.id, primary)
        file = output or Path(f"{progress.study.name}.html")
        write_export(file, text, overwrite=True)
        if as_json:
            show_json({"file": str(file)})
        else:
            say(f"Wrote {safe(str(file))}. Open it with a browser.")
        return 0

    return run(in_app(work))


async def _reported(app: Application, progress: StudyProgress, primary: str) -> tuple[list[CellResult], StudyReport]:
    kept = studies_of(app)
    results, spent = await kept.results(progress), await kept.spent_by_arm(progress)
    return results, report_on(progress, results, primary, spent, await kept.older(progress))
