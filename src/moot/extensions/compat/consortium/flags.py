"""Declare the flags that describe a consortium, for all commands that save or run one."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

import click
from msgspec.structs import replace

from moot.app import Application, Ask
from moot.cli.public import remark
from moot.errors import BadInput, UnknownName
from moot.extensions.compat.consortium.config import (
    BACKENDS,
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
JUDGING = ("default", "rank", "pick-one")
ALGORITHMS = ("dbscan", "hdbscan", "tropical")
SEMANTIC = "semantic"


class Absent(UnknownName):
    """An unknown consortium or run; exit code 1, as in the published commands."""

    exit_code = 1


def consortium_flags(command: F) -> F:
    """Add the flags of a consortium's settings; none has a default value."""
    flags = [
        click.option(
            "-m",
            "--model",
            "--models",
            "models",
            multiple=True,
            metavar="MODEL[:COUNT]",
            help="Seat a model, by the id `llm` knows or as ENDPOINT/MODEL; repeat it.",
        ),
        click.option(
            "-n",
            "--count",
            type=click.IntRange(1, 64),
            metavar="N",
            help="Instances of every model without a count of its own.  [default: 1]",
        ),
        click.option("--arbiter", metavar="MODEL", help="Who judges the answers."),
        click.option(
            "--confidence-threshold",
            type=float,
            metavar="SHARE",
            help="Confidence at which the rounds may end: 0 to 1, or a percentage.  [default: 0.8]",
        ),
        click.option("--max-iterations", type=int, metavar="N", help="Most rounds.  [default: 3]"),
        click.option(
            "--min-iterations", "--minimum-iterations", type=int, metavar="N", help="Fewest rounds.  [default: 1]"
        ),
        click.option("--system", metavar="TEXT", help="What every seat is told before everything else."),
        click.option(
            "--judging-method",
            type=click.Choice(JUDGING, case_sensitive=False),
            help="What the arbiter does: writes a synthesis, ranks, or picks one.  [default: default]",
        ),
        click.option(
            "--manual-context/--auto-context",
            default=None,
            help="Whether members see one prompt that says all, or their earlier answers as a conversation.  "
            "[default: auto-context]",
        ),
        click.option(
            "--strategy",
            metavar="NAME",
            help="Whom to ask and which answers to keep; see `strategies`.  [default: default]",
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
            "--quorum",
            type=click.IntRange(1, 64),
            metavar="MEMBERS",
            help="Members that must answer in every round.  [default: 1]",
        ),
        click.option(
            "--embedding-backend", metavar="NAME", help=f"Who measures answers: {', '.join(BACKENDS)}, or an endpoint."
        ),
        click.option("--embedding-model", metavar="MODEL", help="Its model."),
        click.option(
            "--clustering-algorithm",
            type=click.Choice(ALGORITHMS, case_sensitive=False),
            help="How the semantic strategy clusters.  [default: dbscan]",
        ),
        click.option(
            "--cluster-eps",
            type=float,
            metavar="DISTANCE",
            help="Cosine distance of neighbours (dbscan).  [default: 0.5]",
        ),
        click.option("--cluster-min-samples", type=int, metavar="N", help="Answers that make a cluster.  [default: 2]"),
    ]
    for flag in reversed(flags):
        command = flag(command)
    return command


def json_flag(command: F) -> F:
    """Add the flag for JSON, under both its names."""
    return click.option("--json", "--json-output", "as_json", is_flag=True, help="Print JSON.")(command)


def vectors_flag(command: F) -> F:
    """Add the flag for the vectors of measured texts."""
    says = "Include the vectors of measured answers: hundreds of numbers each."
    return click.option("--vectors", is_flag=True, help=says)(command)


def config_from(given: Mapping[str, Any], base: ConsortiumConfig | None = None) -> ConsortiumConfig:
    """Return the consortium that the flags describe, or `base` as they change it."""
    count = given["count"] or 1
    models = counted(given["models"], count) if given["models"] else {}
    if not models and base is None:
        raise BadInput("A consortium needs members.", "Name them with `-m MODEL` or `-m MODEL:COUNT`.")
    config = base or ConsortiumConfig(models=models)
    if models:
        config = replace(config, models=models)
    elif given["count"] is not None:
        config = replace(config, models=dict.fromkeys(config.models, count))
    named = {
        "arbiter": "arbiter",
        "max_iterations": "max_iterations",
        "min_iterations": "minimum_iterations",
        "system": "system_prompt",
        "judging_method": "judging_method",
        "manual_context": "manual_context",
        "strategy": "strategy",
        "embedding_backend": "embedding_backend",
        "embedding_model": "embedding_model",
    }
    changes = {field: given[flag] for flag, field in named.items() if given[flag] is not None}
    if given["confidence_threshold"] is not None:
        changes["confidence_threshold"] = threshold_from(given["confidence_threshold"])
    if params := _params(given):
        changes["strategy_params"] = {**(config.strategy_params or {}), **params}
    return replace(config, **changes)


def prepared(app: Application, config: ConsortiumConfig, name: str = "", quorum: int | None = None) -> CouncilDraft:
    """Return the council, resolved with the models `llm` knows here; print its warnings."""
    made = council_from(config, name, llm_names(), app.directory.rows(), quorum=quorum)
    for warning in made.warnings:
        remark(f"note: {warning}")
    return made


async def could_sit(app: Application, made: CouncilDraft) -> None:
    """Raise if a session of this council, or of a council that it sits in, could not be opened."""
    council = made.council
    await app.estimate(Ask(question="Could you sit?", council=council))
    others = {name: each.council for name, each in app.shelf.councils().items()}
    known = {**others, council.name: council}
    for other in others.values():
        if council.name and other.name != council.name and holds(other, council.name):
            refuse_circles(other, known.get)


def pages(text: str, most: int) -> str:
    """Return a text on one line, cut with a mark."""
    line = " ".join(text.split())
    return line if len(line) <= most else line[: most - 1].rstrip() + "…"


def models_in_words(models: Mapping[str, int]) -> str:
    """Format models: `gpt-4o:2, o3-mini:1`."""
    return ", ".join(f"{model}:{count}" for model, count in models.items())


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
    for flag, key in (
        ("clustering_algorithm", "clustering_algorithm"),
        ("cluster_eps", "eps"),
        ("cluster_min_samples", "min_samples"),
    ):
        if given[flag] is not None:
            found[key] = given[flag]
    return found


def _is_param(value: object) -> bool:
    texts = isinstance(value, Sequence) and all(isinstance(each, str) for each in value)
    return isinstance(value, str | bool | int | float) or texts
