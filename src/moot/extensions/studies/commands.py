"""Declare the commands of studies, runs, corpora, trials and upkeep. `moot --help` loads this module alone."""

from __future__ import annotations

import click

from moot.cli.lazy import CommandPath, LazyCommand, LazyGroup

STUDIES = "moot.extensions.studies"
run = LazyCommand(
    "run",
    CommandPath(f"{STUDIES}.runs.run:run_command", "Put every question of a file to a council and keep the results."),
)
calibrate = LazyCommand(
    "calibrate",
    CommandPath(f"{STUDIES}.trials.calibrate:calibrate", "Show where a council's votes should be cut into tiers."),
)


@click.group(
    cls=LazyGroup,
    places={
        "list": CommandPath(f"{STUDIES}.terminal.show:list_command", "List studies, newest first."),
        "new": CommandPath(f"{STUDIES}.terminal.asking:new", "Write a study to begin with, to be edited."),
        "run": CommandPath(f"{STUDIES}.terminal.asking:run_command", "Begin a study, or go on with one."),
        "arm": CommandPath(
            f"{STUDIES}.terminal.arms:arm_command", "Add an arm: a fork of another one, or another council."
        ),
        "rejudge": CommandPath(f"{STUDIES}.terminal.arms:rejudge", "Have every session judged again by somebody else."),
        "retry": CommandPath(f"{STUDIES}.terminal.asking:retry", "Ask again what failed in a study's sessions."),
        "status": CommandPath(f"{STUDIES}.terminal.show:status", "Show how far a study is and what it cost."),
        "report": CommandPath(f"{STUDIES}.terminal.show:report", "Show what a study found, with intervals."),
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
            f"{STUDIES}.published.commands:aggregate_command", "Put the files of many runs together, by mode."
        ),
        "compare": CommandPath(
            f"{STUDIES}.published.commands:compare_command", "Show what differs between two runs' grouped files."
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
            f"{STUDIES}.corpora.commands:check", "Check sets of questions, and whether they are what was frozen."
        ),
        "freeze": CommandPath(
            f"{STUDIES}.corpora.commands:freeze_command", "Write down what a set of questions is, file by file."
        ),
        "new": CommandPath(f"{STUDIES}.corpora.commands:new", "Begin a set of questions of your own, to be edited."),
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
        "report": CommandPath(f"{STUDIES}.upkeep.voters:report", "Show what is known of voters and councils."),
        "voters": CommandPath(f"{STUDIES}.upkeep.voters:voters", "Show every voter, or one with its sessions."),
        "pairs": CommandPath(
            f"{STUDIES}.upkeep.alarms:pairs", "Show which voters vote alike beyond what their skill explains."
        ),
        "tiers": CommandPath(
            f"{STUDIES}.upkeep.tiers:tiers",
            "Show in which tiers claims came out, council by council, and from where their borders are.",
        ),
        "controls": CommandPath(
            f"{STUDIES}.upkeep.alarms:controls",
            "Show the latest control claims: who voted as it should, and who did not.",
        ),
        "acknowledge": CommandPath(
            f"{STUDIES}.upkeep.alarms:acknowledge", "Say that an alarm was seen: it rests until it ends."
        ),
        "snooze": CommandPath(f"{STUDIES}.upkeep.alarms:snooze", "Let an alarm rest for some days."),
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
            f"{STUDIES}.trials.bench_models:models", "Try out models: can their ballots be read, and are they steady?"
        ),
    },
)
def bench() -> None:
    """Test models before you seat them.

    \b
      moot bench models                     members of your default council
      moot bench models -m openai/gpt-5     this one
    """
