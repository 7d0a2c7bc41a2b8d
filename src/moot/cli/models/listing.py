"""Implement `moot models list`: list the models of every endpoint that can be reached."""

from __future__ import annotations

import asyncio

import click

from moot.cli.screen.terminal import say, show_json, table
from moot.cli.screen.watching import run
from moot.cli.setup.keys import directory_here
from moot.convening.council_choice import PANEL
from moot.convening.default_council import GatheredModels, gathered
from moot.errors import MootError
from moot.library.default_models import ModelEligibility
from moot.providers.directory import Directory
from moot.providers.endpoint_check import EndpointOffer, offered
from moot.vocabulary.seats import SCRIPTED_LABEL, SUBSCRIPTION, Price, Tier, dollars
from moot.vocabulary.words.sums import money


@click.command("list")
@click.argument("words", nargs=-1)
@click.option("--endpoint", "names", multiple=True, metavar="NAME", help="Only this endpoint's; repeat it.")
@click.option("--rigs", is_flag=True, help="Also scripted voices that fail on purpose, for trying faults.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def list_command(words: tuple[str, ...], names: tuple[str, ...], rigs: bool, as_json: bool) -> int:
    """List the models that can be seated.

    With words, only those whose id contains all of them. Endpoints that cannot be reached are named. The last column
    shows whether a model sits in a council that Moot puts together, and why.
    """
    directory = directory_here()
    chosen = list(names) or [
        row.name for row in directory.configured() if not row.needs_key or directory.has_key(row.name)
    ]
    for name in chosen:
        directory.row(name)

    async def work() -> tuple[list[EndpointOffer], GatheredModels]:
        try:
            listed = await asyncio.gather(*(offered(directory, name, rigs=rigs) for name in chosen))
            return list(listed), await gathered(directory, PANEL + 1)
        finally:
            await directory.close()

    found, council = run(work())
    ids = [model for each in found for model in each.models if all(word.lower() in model.lower() for word in words)]
    silent = [each for each in found if each.trouble]
    if as_json:
        show_json(
            {
                "models": [_as_json(directory, model, council.of(directory, model)) for model in ids],
                "unreachable": [{"endpoint": each.endpoint, "why": each.trouble} for each in silent],
            }
        )
    else:
        table(
            ["model", "context", "dollars a million tokens", "sits unasked"],
            [
                [
                    model,
                    f"{directory.abilities_of(model).context:,}",
                    price_of(directory, model),
                    _standing(council.of(directory, model)),
                ]
                for model in ids
            ],
            right=frozenset({1}),
        )
        for each in silent:
            say(f"{each.endpoint}: {each.trouble}", err=True)
        say("person: a human, who answers in the terminal or the browser", err=True)
    return 1 if names and not any(each.models for each in found) else 0


def price_of(directory: Directory, model: str) -> str:
    """Return a model's price in words, in dollars per million tokens, as `moot models list` shows it."""
    row = directory.endpoint_of(model)
    if row.scripted:
        return SCRIPTED_LABEL
    price = _known(directory, model)
    about = "" if row.speaks else "; measures texts, for --role embedder=…"
    if price is None:
        return "unknown" + about
    if price.free:
        return ("included in your subscription" if price.source == SUBSCRIPTION else "free") + about
    longer = [f"; {_tokens(tier)} above {tier.above:,} tokens of prompt" for tier in price.tiers or ()]
    a_call = f"; {money(price.call)} a call" if price.call else ""
    return "".join([_tokens(price), *longer, a_call, about])


def _tokens(price: Price | Tier) -> str:
    """Format the price of input and output tokens, in dollars per million tokens."""
    return f"{price.input / 1000:g} in, {price.output / 1000:g} out"


def _known(directory: Directory, model: str) -> Price | None:
    try:
        return directory.price_of(model)
    except MootError:
        return None


def _standing(standing: ModelEligibility) -> str:
    return f"{'yes' if standing.sits else 'no'}: {standing.why}"


def _as_json(directory: Directory, model: str, standing: ModelEligibility) -> dict[str, object]:
    price, abilities = _known(directory, model), directory.abilities_of(model)
    row = directory.endpoint_of(model)
    return {
        "model": model,
        "endpoint": row.name,
        "scripted": row.scripted,
        "speaks": row.speaks,
        "context": abilities.context,
        "vision": abilities.vision,
        "sits": standing.sits,
        "why": standing.why,
        "input_price": price.input / 1000 if price is not None else None,
        "output_price": price.output / 1000 if price is not None else None,
        "call_price": dollars(price.call or 0) if price is not None else None,
        "long_prompts": [
            {"above": tier.above, "input_price": tier.input / 1000, "output_price": tier.output / 1000}
            for tier in (price.tiers or () if price is not None else ())
        ],
    }
