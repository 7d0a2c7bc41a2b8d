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
    """Error: no consortium or run has the given name. Its exit code is 1, as in llm-consortium's own commands."""

    exit_code = 1


def json_flag(command: F) -> F:
    """Add the flag for output as JSON, under both its names, to a command."""
    return click.option("--json", "--json-output", "as_json", is_flag=True, help="Print JSON.")(command)


def vectors_flag(command: F) -> F:
    """Add to a command the flag that includes the answers' embedding vectors in its output."""
    says = "Include the vectors of measured answers: hundreds of numbers each."
    return click.option("--vectors", is_flag=True, help=says)(command)


def pages(text: str, most: int) -> str:
    """Shorten a text for a table: return it on one line, cut to `most` characters with a mark where it is cut."""
    line = " ".join(text.split())
    return line if len(line) <= most else line[: most - 1].rstrip() + "…"


def models_in_words(models: Mapping[str, int]) -> str:
    """Return model counts as text: `gpt-4o:2, o3-mini:1`."""
    return ", ".join(f"{model}:{count}" for model, count in models.items())
