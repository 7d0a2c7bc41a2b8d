"""Show consortia and runs on the terminal: flags for JSON and vectors, short texts, and an error with exit code 1.

Every command imports this module, so it imports nothing heavy.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import click

from moot.errors import UnknownName

F = TypeVar("F", bound=Callable[..., Any])


class Absent(UnknownName):
    """An unknown consortium or run; exit code 1, as in the published commands."""

    exit_code = 1


def json_flag(command: F) -> F:
    """Add the flag for JSON, under both its names."""
    return click.option("--json", "--json-output", "as_json", is_flag=True, help="Print JSON.")(command)


def vectors_flag(command: F) -> F:
    """Add the flag for the vectors of measured texts."""
    says = "Include the vectors of measured answers: hundreds of numbers each."
    return click.option("--vectors", is_flag=True, help=says)(command)


def pages(text: str, most: int) -> str:
    """Return a text on one line, cut with a mark."""
    line = " ".join(text.split())
    return line if len(line) <= most else line[: most - 1].rstrip() + "…"


def models_in_words(models: Mapping[str, int]) -> str:
    """Format models: `gpt-4o:2, o3-mini:1`."""
    return ", ".join(f"{model}:{count}" for model, count in models.items())
