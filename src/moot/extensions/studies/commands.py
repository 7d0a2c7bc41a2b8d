"""Declare the commands of studies, runs, corpora, trials and upkeep. `moot --help` loads this module alone."""

from __future__ import annotations

import click

from moot.cli.lazy import CommandPath, LazyCommand, LazyGroup

STUDIES = "moot.extensions.studies"
run = LazyCommand(
    "run",
    CommandPath(f"{STUDIES}.runs.run:run_command", "Ask every question of a file to a council and save the results."),
)
calibrate = LazyCommand(
    "calibrate",
    CommandPath(f"{STUDIES}.trials.calibrate:calibrate", "Suggest tier borders for a council's votes."),
)


@click.group(
    cls=LazyGroup,
    places={
        "list": CommandPath(f"{STUDIES}.terminal.show:list_command", "List studies, newest first."),
        "new": CommandPath(f"{STUDIES}.terminal.asking:new", "Write a template of a study to edit."),
        "run": CommandPath(f"{STUDIES}.terminal.asking:run_command", "Start a study, or continue one."),
        "arm": CommandPath(
            f"{STUDIES}.terminal.arms:arm_command", "Add an arm: a fork of another one, or another council."
        ),
        "rejudge": CommandPath(f"{STUDIES}.terminal.arms:rejudge", "Have every session judged again by another model."),
        "retry": CommandPath(f"{STUDIES}.terminal.asking:retry", "Ask again what failed in a study's sessions."),
        "status": CommandPath(f"{STUDIES}.terminal.show:status", "Show a study's progress and cost."),
        "report": CommandPath(f"{STUDIES}.terminal.show:report", "Show a study's figures, with intervals."),
        "compare": CommandPath(
            f"{STUDIES}.terminal.show:compare", "Show how a study's arms differ, question by question."
        ),
        "view": CommandPath(f"{STUDIES}.terminal.show:view", "Write a study's report as one page."),
        "export": CommandPath(f"{STUDIES}.terminal.show:export_command", "Write the files of a study."),
        "schema": CommandPath(f"{STUDIES}.terminal.show:schema", "Print the JSON Schema of a study's files."),
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
        "aggregate": CommandPath(
            f"{STUDIES}.published.commands:aggregate_command", "Aggregate the files of many runs, by mode."
        ),
        "compare": CommandPath(
            f"{STUDIES}.published.commands:compare_command", "Show the differences between two runs' grouped files."
        ),
        "report": CommandPath(f"{STUDIES}.published.commands:report_command", "Write an aggregate as one web page."),
        "dashboard": CommandPath(
            f"{STUDIES}.published.commands:dashboard_command", "Print the newest aggregate of a mode as JSON."
        ),
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
        "list": CommandPath(f"{STUDIES}.corpora.commands:list_command", "List sets of questions by name."),
        "show": CommandPath(f"{STUDIES}.corpora.commands:show", "Show a set of questions, or one of them."),
        "check": CommandPath(
            f"{STUDIES}.corpora.commands:check", "Check sets of questions, and compare them with their frozen digests."
        ),
        "freeze": CommandPath(
            f"{STUDIES}.corpora.commands:freeze_command", "Freeze a set of questions: store a digest of each file."
        ),
        "new": CommandPath(f"{STUDIES}.corpora.commands:new", "Create a set of questions of your own to edit."),
    },
    default="list",
)
def corpus() -> None:
    """List, show, check, freeze and create sets of questions.

    A corpus is a folder with corpus.toml and items.jsonl: packaged, or in your folder under corpora. Wherever a
    command takes a corpus, the path of such a folder works too.
    """


@click.group(
    cls=LazyGroup,
    places={
        "report": CommandPath(f"{STUDIES}.voter_quality.voters:report", "Show figures of voters and councils."),
        "voters": CommandPath(f"{STUDIES}.voter_quality.voters:voters", "Show every voter, or one with its sessions."),
        "pairs": CommandPath(
            f"{STUDIES}.voter_quality.alarms:pairs", "Show which voters vote alike beyond what their skill explains."
        ),
        "tiers": CommandPath(
            f"{STUDIES}.voter_quality.tiers:tiers",
            "Show the tiers of claims by council, and the source of their borders.",
        ),
        "controls": CommandPath(
            f"{STUDIES}.voter_quality.alarms:controls",
            "Show the latest control claims, and who voted correctly on them.",
        ),
        "acknowledge": CommandPath(
            f"{STUDIES}.voter_quality.alarms:acknowledge", "Acknowledge an alarm: it is silent until it ends."
        ),
        "snooze": CommandPath(f"{STUDIES}.voter_quality.alarms:snooze", "Snooze an alarm for some days."),
    },
    default="report",
)
def upkeep() -> None:
    """Show how reliable voters and councils are.

    \b
      moot upkeep                  figures of voters and councils
      moot upkeep --check          the same; exits with 1 if there is an alarm
      moot upkeep --json           the same as one JSON object
      moot upkeep voters           every voter with its figures
      moot upkeep voters MODEL     one voter, session by session
      moot upkeep tiers            tiers of claims, session by session
      moot upkeep pairs            voters who vote alike
      moot upkeep controls         who was wrong on which control claim
    """


@click.group(
    cls=LazyGroup,
    places={
        "models": CommandPath(
            f"{STUDIES}.trials.bench_models:models", "Test whether models give readable ballots and vote consistently."
        ),
    },
)
def bench() -> None:
    """Test models before you seat them.

    \b
      moot bench models                     members of your default council
      moot bench models -m openai/gpt-5     this one
    """
