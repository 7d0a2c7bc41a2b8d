"""Declare the flags that describe a consortium, for all commands that save or run one."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

import click
from msgspec.structs import replace

from moot.app import Application, Ask
from moot.cli.public import FlagSpec, flags_of, remark
from moot.errors import BadInput
from moot.exports.public import ConsensusOptions
from moot.extensions.compat.consortium.config import (
    ConsortiumConfig,
    CouncilDraft,
    ParamValue,
    council_from,
    params_from,
    threshold_from,
)
from moot.extensions.compat.consortium.seats import counted, llm_names
from moot.library.public import holds, refuse_circles

F = TypeVar("F", bound=Callable[..., Any])
NO_FLAG = (
    "strategy_params",
    "embedding_cache_enabled",
    "manual_context",
    "category",
    "expected_agreement",
    "status",
    "created_at",
)
OWN = tuple(name for name in ConsortiumConfig.__struct_fields__ if name not in NO_FLAG)
"""Names of settings that have their own flag."""
CLUSTERING = ("clustering_algorithm", "eps", "min_samples")
"""Names of settings of the semantic strategy that have their own flag."""


def consortium_flags(command: F) -> F:
    """Add the command-line flags for a consortium's settings to a command, and return the command. No flag has a
    default value."""
    flags = [
        flags_of(
            ConsortiumConfig,
            OWN,
            models=FlagSpec("MODEL[:COUNT]", names=("-m", "--model", "--models")),
            arbiter=FlagSpec("MODEL"),
            confidence_threshold=FlagSpec("SHARE"),
            max_iterations=FlagSpec("N"),
            minimum_iterations=FlagSpec("N", names=("--min-iterations", "--minimum-iterations")),
            system_prompt=FlagSpec("TEXT", names=("--system",)),
            judging_method=FlagSpec(type=click.Choice(("default", "rank", "pick-one"), case_sensitive=False)),
            strategy=FlagSpec("NAME"),
            embedding_backend=FlagSpec("NAME"),
            embedding_model=FlagSpec("MODEL"),
        ),
        click.option(
            "-n", "--count", type=click.IntRange(1, 64), metavar="N", help="Instances of a model without a count; 1."
        ),
        click.option(
            "--manual-context/--auto-context",
            default=None,
            help="Whether members see one prompt that says all, or their earlier answers as a conversation.",
        ),
        click.option(
            "--strategy-param",
            "params",
            multiple=True,
            metavar="KEY[=VALUE]",
            help="A setting of the strategy; a repeated key is a list, a bare one is true.",
        ),
        click.option("--strategy-params", "params_json", metavar="JSON", help="Settings as one JSON object."),
        click.option(
            "--quorum", type=click.IntRange(1, 64), metavar="MEMBERS", help="Members that must answer each round; 1."
        ),
        flags_of(
            ConsensusOptions,
            CLUSTERING,
            eps=FlagSpec("DISTANCE", names=("--cluster-eps",)),
            min_samples=FlagSpec("N", names=("--cluster-min-samples",)),
        ),
    ]
    for flag in reversed(flags):
        command = flag(command)
    return command


def config_from(given: Mapping[str, Any], base: ConsortiumConfig | None = None) -> ConsortiumConfig:
    """Return the settings that a command's flags describe. With `base`, flags that were not given keep its values."""
    count = given["count"] or 1
    models = counted(given["models"], count) if given["models"] else {}
    if not models and base is None:
        raise BadInput("A consortium needs members.", "Name them with `-m MODEL` or `-m MODEL:COUNT`.")
    config = base or ConsortiumConfig(models=models)
    if models:
        config = replace(config, models=models)
    elif given["count"] is not None:
        config = replace(config, models=dict.fromkeys(config.models, count))
    changes = {name: given[name] for name in (*OWN, "manual_context") if name != "models" and given[name] is not None}
    if given["confidence_threshold"] is not None:
        changes["confidence_threshold"] = threshold_from(given["confidence_threshold"])
    if params := _params(given):
        changes["strategy_params"] = {**(config.strategy_params or {}), **params}
    return replace(config, **changes)


def prepared(app: Application, config: ConsortiumConfig, name: str = "", quorum: int | None = None) -> CouncilDraft:
    """Convert a consortium's settings to a council, with its models looked up in `llm`. Print warnings, and return the
    council."""
    made = council_from(config, name, llm_names(), app.directory.rows(), quorum=quorum)
    for warning in made.warnings:
        remark(f"note: {warning}")
    return made


async def could_sit(app: Application, made: CouncilDraft) -> None:
    """Raise if no session of this council could be opened, or if the council would contain itself through another
    council.
    """
    council = made.council
    await app.estimate(Ask(question="Could you sit?", council=council))
    others = {name: each.council for name, each in app.shelf.councils().items()}
    known = {**others, council.name: council}
    for other in others.values():
        if council.name and other.name != council.name and holds(other, council.name):
            refuse_circles(other, known.get)


def _params(given: Mapping[str, Any]) -> dict[str, ParamValue]:
    found = params_from(given["params"])
    if given["params_json"]:
        try:
            more = json.loads(given["params_json"])
        except (ValueError, RecursionError) as error:
            raise BadInput(f"`--strategy-params` is no JSON: {error}.") from None
        if not isinstance(more, dict) or not all(_is_param(value) for value in more.values()):
            raise BadInput("`--strategy-params` takes one JSON object of plain values and lists of texts.")
        found = {**more, **found}
    return found | {key: given[key] for key in CLUSTERING if given[key] is not None}


def _is_param(value: object) -> bool:
    texts = isinstance(value, Sequence) and all(isinstance(each, str) for each in value)
    return isinstance(value, str | bool | int | float) or texts
