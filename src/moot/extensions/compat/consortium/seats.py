"""Parse `model:count`, and find the endpoint of a model: `llm` if `llm` knows the id.

The part after the last colon is a count only if it is all digits, so a tag such as `llama3:8b` survives. An unknown
model is treated as one of `llm`: its plugin may be installed later.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from difflib import get_close_matches
from importlib.util import find_spec
from typing import NamedTuple

from msgspec import Struct

from moot.errors import BadInput
from moot.vocabulary.public import MOST_SEATS, checked_model

PROTOCOL = "consensus"
"""Name of the protocol of a consortium."""
LLM = "llm/"
"""Prefix of models that the program `llm` runs."""
OURS = ("rehearsal", "person", "lexical", "minilm")
"""Names of endpoints whose models `llm` cannot have."""


class LlmNames(Struct, frozen=True, kw_only=True):
    """The names under which the program `llm` knows models of other plugins and councils of Moot."""

    models: frozenset[str] = frozenset()
    """Ids and aliases of models from other plugins."""
    councils: frozenset[str] = frozenset()
    """Names of Moot's councils that `llm` lists as models."""


class ModelCount(NamedTuple):
    """A model and the number of its instances."""

    model: str
    """Id of the model."""
    number: int
    """Number of instances."""


class ModelName(Struct, frozen=True, kw_only=True):
    """A model id in the form that councils use."""

    model: str
    """Id of the model, as `endpoint/model`."""
    warning: str = ""
    """A warning to show; empty for none."""


def llm_names() -> LlmNames:
    """Return the names of models that the program `llm` knows on this machine. If `llm` is not installed, return
    nothing."""
    if find_spec("llm") is None:
        return LlmNames()
    from moot.providers.public import models_of_llm  # slow, and seldom needed

    known = models_of_llm()
    ours = {name for name, model in known.items() if type(model).__module__.partition(".")[0] == "moot"}
    return LlmNames(models=frozenset(known.keys() - ours), councils=frozenset(ours))


def names_needed(models: Iterable[str]) -> LlmNames:
    """Return the names that `llm` knows if any of these models could be one of them. Otherwise return no names without
    loading `llm`, which takes a while.
    """
    foreign = [each for each in models if each.partition("/")[0] not in OURS]
    return llm_names() if foreign else LlmNames()


def counted(models: Iterable[str] | Mapping[str, int], count: int = 1) -> dict[str, int]:
    """Count the instances of each model in a list such as `gpt-4o:2`, and return the counts by model id.

    If a model is listed more than once, its counts are added up. `count` is the number for a model that is given
    without one.
    """
    found: dict[str, int] = {}
    pairs = models.items() if isinstance(models, Mapping) else (_pair(each, count) for each in models)
    for model, number in pairs:
        if not 1 <= number <= MOST_SEATS:
            raise BadInput(f"{model!r} is to have {number} instances.", f"Ask for 1 to {MOST_SEATS}.")
        found[model] = found.get(model, 0) + number
    return found


def resolved(model: str, names: LlmNames, endpoints: Collection[str]) -> ModelName:
    """Look up a model's endpoint and return the id `endpoint/model`, with a warning if nothing here knows the model."""
    if model == "person":
        return ModelName(model=model)
    if model in names.models or model in names.councils:
        return ModelName(model=checked_model(LLM + model))
    endpoint, slash, rest = model.partition("/")
    if endpoint == "llm" and slash and (rest in names.models or rest in names.councils):
        return ModelName(model=checked_model(model))
    if slash and endpoint in endpoints and endpoint != "llm":
        return ModelName(model=checked_model(model))
    name = rest if endpoint == "llm" and slash else model
    near = get_close_matches(name, names.models, n=1, cutoff=0.7)
    advice = f"Did you mean {near[0]}?" if near else "Install its plugin, or add its endpoint, before you ask."
    return ModelName(model=checked_model(LLM + name), warning=f"Nobody here knows a model {name!r} yet. {advice}")


def spelled(model: str, count: int) -> str:
    """Format a model and its number of instances as a council's file has it: `model`, or `model:count` for several."""
    digits = model.rpartition(":")[2]
    ambiguous = ":" in model and digits.isascii() and digits.isdecimal()
    return f"{model}:{count}" if count != 1 or ambiguous else model


def shown(model: str) -> str:
    """Return a model's id as `llm consortium` prints it: without the prefix `llm/`."""
    return model.removeprefix(LLM)


def _pair(text: str, count: int) -> ModelCount:
    text = text.strip()
    name, colon, number = (part.strip() for part in text.rpartition(":"))
    if (colon and number.isascii() and number.isdecimal()) or (colon and number[:1] == "-" and number[1:].isdecimal()):
        pair = ModelCount(name, int(number[:6]))
    else:
        pair = ModelCount(text, count)
    if not pair.model:
        raise BadInput(f"{text!r} names no model.", "Write `model` or `model:count`.")
    return pair
