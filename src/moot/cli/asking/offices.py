"""How are the holders of a protocol's offices named on a command line? By `--role`, or by the office's own flag."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import click

from moot.cli.completion import model_names
from moot.errors import BadInput

F = TypeVar("F", bound=Callable[..., Any])

OWN = {
    "arbiter": "Who judges the rounds of a consensus and writes each synthesis.",
    "adjudicator": "Who judges an adjudication from outside; several may sit.",
}
"""Offices with a flag of their own."""


def office_flags() -> list[Callable[[F], F]]:
    """The flags that name who holds which office."""
    own = [
        click.option(f"--{office}", office, multiple=True, metavar="MODEL", shell_complete=model_names, help=says)
        for office, says in OWN.items()
    ]
    return [
        *own,
        click.option(
            "--role",
            "--office",
            "offices",
            multiple=True,
            metavar="ROLE=MODEL",
            help="Who has another role in the protocol, e.g. `editor`, `extractor`, `embedder`; repeat.",
        ),
    ]


def stand_in_flag(says: str = "Who takes over if a role fails; repeat, in order.") -> Callable[[F], F]:
    """The flag that names who takes over from the chair."""
    return click.option(
        "--stand-in", "stand_ins", multiple=True, metavar="MODEL", shell_complete=model_names, help=says
    )


def stand_ins_from(given: Mapping[str, Any]) -> tuple[str, ...] | None:
    """Who the flag names, in that order; nothing where it is not there, which leaves them as they are."""
    return tuple(given["stand_ins"]) or None


def with_offices(command: F) -> F:
    """A command that takes the flags."""
    for flag in reversed(office_flags()):
        command = flag(command)
    return command


def offices_from(given: Mapping[str, Any]) -> dict[str, str | list[str]]:
    """Who the flags name; an office named more than once has several holders."""
    held: dict[str, list[str]] = {office: list(given[office]) for office in OWN if given[office]}
    for pair in given["offices"]:
        office, equals, model = (part.strip() for part in pair.partition("="))
        if not equals or not office or not model:
            raise BadInput(f"{pair!r} is not ROLE=MODEL.", "Write e.g. `--role editor=ollama/qwen3`.")
        held.setdefault(office, []).append(model)
    return {office: models[0] if len(models) == 1 else models for office, models in held.items()}
