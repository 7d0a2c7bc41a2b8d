"""Declare the commands of studies, runs, corpora, trials and upkeep. `moot --help` loads this module alone."""

from __future__ import annotations

import click

from moot.cli.lazy import LazyCommand, LazyGroup

STUDIES = "moot.extensions.studies"
run = LazyCommand("run", f"{STUDIES}.runs.run:run_command")
calibrate = LazyCommand("calibrate", f"{STUDIES}.trials.calibrate:calibrate")
evidence = LazyCommand("evidence", f"{STUDIES}.policies.commands:evidence")


@click.group(
    cls=LazyGroup,
    places={
        "list": f"{STUDIES}.terminal.show:list_command",
        "new": f"{STUDIES}.terminal.asking:new",
        "run": f"{STUDIES}.terminal.asking:run_command",
        "benchmark": f"{STUDIES}.terminal.benchmark:benchmark",
        "scores": f"{STUDIES}.terminal.benchmark:scores_command",
        "arm": f"{STUDIES}.terminal.arms:arm_command",
        "rejudge": f"{STUDIES}.terminal.arms:rejudge",
        "retry": f"{STUDIES}.terminal.asking:retry",
        "status": f"{STUDIES}.terminal.show:status",
        "report": f"{STUDIES}.terminal.show:report",
        "compare": f"{STUDIES}.terminal.show:compare",
        "view": f"{STUDIES}.terminal.show:view",
        "export": f"{STUDIES}.terminal.show:export_command",
        "policies": f"{STUDIES}.policies.commands:policies",
    },
    default="list",
)
def study() -> None:
    """Ask many questions under several conditions and compare the answers.

    A study is a TOML file with a corpus, arms, repeats and a budget. `moot study run FILE` starts it; then use its
    name or id. Exit codes: 0 complete, 1 something failed, 3 out of budget, 4 too many degraded results.
    """


@click.group(
    cls=LazyGroup,
    places={
        "aggregate": f"{STUDIES}.published.commands:aggregate_command",
        "compare": f"{STUDIES}.published.commands:compare_command",
        "report": f"{STUDIES}.published.commands:report_command",
        "dashboard": f"{STUDIES}.published.commands:dashboard_command",
    },
)
def runs() -> None:
    """Combine files of finished runs: aggregate, compare, report.

    Reads and writes the files published for adjudicated councils, by the published formulas, without confidence
    intervals. `moot run` asks the questions.
    """


@click.group(
    cls=LazyGroup,
    places={
        "list": f"{STUDIES}.corpora.commands:list_command",
        "show": f"{STUDIES}.corpora.commands:show",
        "check": f"{STUDIES}.corpora.commands:check",
        "new": f"{STUDIES}.corpora.commands:new",
    },
    default="list",
)
def corpus() -> None:
    """List, show, check and create sets of questions.

    A corpus is a folder with corpus.toml and items.jsonl: packaged, or in your folder under corpora. Wherever a
    command takes a corpus, the path of such a folder works too.
    """


@click.group(
    cls=LazyGroup,
    places={
        "report": f"{STUDIES}.voter_quality.upkeep:report",
        "acknowledge": f"{STUDIES}.voter_quality.upkeep:acknowledge",
    },
    default="report",
)
def upkeep() -> None:
    """Show how reliable voters and councils are.

    \b
      moot insights upkeep               figures of voters and councils
      moot insights upkeep --check       exits with 1 if there is an alarm
      moot insights upkeep --json        the same as one JSON object
    """


@click.group(
    cls=LazyGroup,
    places={
        "models": f"{STUDIES}.trials.bench_models:models",
    },
)
def bench() -> None:
    """Test models before you seat them.

    \b
      moot study bench models                  members of your default council
      moot study bench models -m openai/gpt-5  this one
    """
