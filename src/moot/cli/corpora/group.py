"""`moot corpus`: which sets of questions there are, and how one is begun, checked and frozen."""

from __future__ import annotations

import click

from moot.cli.lazy import LazyGroup, Place

COMMANDS = {
    "list": Place("moot.cli.corpora.shelf:list_command", "List sets of questions by name."),
    "show": Place("moot.cli.corpora.shelf:show", "Show a set of questions, or one of them."),
    "check": Place("moot.cli.corpora.shelf:check", "Check sets of questions, and whether they are what was frozen."),
    "freeze": Place("moot.cli.corpora.shelf:freeze_command", "Write down what a set of questions is, file by file."),
    "new": Place("moot.cli.corpora.shelf:new", "Begin a set of questions of your own, to be edited."),
}


@click.group(cls=LazyGroup, places=COMMANDS, default="list")
def corpus() -> None:
    """List, show, check, freeze, begin sets of questions.

    A corpus is a folder with corpus.toml and items.jsonl: packaged, or in your folder under corpora. Wherever a corpus
    is named, the path of such a folder will do.
    """
