"""`moot study`: studies, and what can be done with one. The commands lie in files beside this."""

from __future__ import annotations

import click

from moot.cli.lazy import LazyGroup, Place

PLACE = "moot.cli.studies."
COMMANDS = {
    "list": Place(f"{PLACE}looking:list_command", "List studies, newest first."),
    "new": Place(f"{PLACE}asking:new", "Write a study to begin with, to be edited."),
    "run": Place(f"{PLACE}asking:run_command", "Begin a study, or go on with one."),
    "arm": Place(f"{PLACE}arms:arm_command", "Add an arm: a fork of another one, or another council."),
    "rejudge": Place(f"{PLACE}arms:rejudge", "Have every session judged again by somebody else."),
    "retry": Place(f"{PLACE}asking:retry", "Ask again what failed in a study's sessions."),
    "status": Place(f"{PLACE}looking:status", "Show how far a study is and what it cost."),
    "report": Place(f"{PLACE}looking:report", "Show what a study found, with intervals."),
    "compare": Place(f"{PLACE}looking:compare", "Show how a study's arms differ, question by question."),
    "view": Place(f"{PLACE}looking:view", "Write a study's report as one page."),
    "export": Place(f"{PLACE}looking:export_command", "Write the files of a study."),
    "schema": Place(f"{PLACE}looking:schema", "Print the JSON Schema of a study's files."),
}


@click.group(cls=LazyGroup, places=COMMANDS, default="list")
def study() -> None:
    """Ask many questions under several conditions, and see how their answers differ.

    A study is a TOML file: a corpus, arms, repeats, a budget. `moot study run FILE` begins it; afterwards it is named
    by its name or id. Exit codes: 0 whole, 1 something failed, 3 out of budget, 4 more degraded than tolerated.
    """
