"""Parse `model:count`, and find the endpoint of a model: `llm` where `llm` knows the id.

The part after the last colon is a count only if it is all digits, so a tag such as `llama3:8b` survives. A model that
nobody knows yet is taken for one of `llm`: its plugin may be installed later.
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
"""The protocol that a consortium is."""
LLM = "llm/"
"""The endpoint of the models that are installed in `llm`."""
OURS = ("rehearsal", "person", "lexical", "minilm")
"""Endpoints whose models `llm` cannot have."""


class LlmNames(Struct, frozen=True, kw_only=True):
    """What `llm` knows under which name."""

    models: frozenset[str] = frozenset()
    """Ids and aliases of models that others brought in."""
    councils: frozenset[str] = frozenset()
    """Names under which it lists councils of Moot."""


class ModelCount(NamedTuple):
    """A model and how many instances of it."""

    model: str
    """Its id."""
    number: int
    """How many."""


class ModelName(Struct, frozen=True, kw_only=True):
    """A model id as a council writes it."""

    model: str
    """`endpoint/model`."""
    warning: str = ""
    """What is to be said about it."""


def llm_names() -> LlmNames:
    """What `llm` knows here; nothing where it is not installed."""
    if find_spec("llm") is None:
        return LlmNames()
    from moot.providers.public import models_of_llm  # slow, and seldom needed

    known = models_of_llm()
    ours = {name for name, model in known.items() if type(model).__module__.partition(".")[0] == "moot"}
    return LlmNames(models=frozenset(known.keys() - ours), councils=frozenset(ours))


def names_needed(models: Iterable[str]) -> LlmNames:
    """What `llm` knows, if any of these models could be one of its; loading `llm` takes a while."""
    foreign = [each for each in models if each.partition("/")[0] not in OURS]
    return llm_names() if foreign else LlmNames()


def counted(models: Iterable[str] | Mapping[str, int], count: int = 1) -> dict[str, int]:
    """Instances by model id, in the order given; what is named twice adds up. `count` holds where none is written."""
    found: dict[str, int] = {}
    pairs = models.items() if isinstance(models, Mapping) else (_pair(each, count) for each in models)
    for model, number in pairs:
        if not 1 <= number <= MOST_SEATS:
            raise BadInput(f"{model!r} is to have {number} instances.", f"Ask for 1 to {MOST_SEATS}.")
        found[model] = found.get(model, 0) + number
    return found


def resolved(model: str, names: LlmNames, endpoints: Collection[str]) -> ModelName:
    """Whose model it is."""
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
    """A member as a council writes it."""
    digits = model.rpartition(":")[2]
    ambiguous = ":" in model and digits.isascii() and digits.isdecimal()
    return f"{model}:{count}" if count != 1 or ambiguous else model


def shown(model: str) -> str:
    """A model as these commands write it: one of `llm` by the id it has there."""
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
