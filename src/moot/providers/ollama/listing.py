"""Parse Ollama's model list: a tag for each model, then each one's shape and abilities, then which are loaded.

A model that Ollama forwards to another machine is marked unfit: the user of a local server has not agreed to send a
question elsewhere. Fields: https://docs.ollama.com/api. Tests: `tests/providers/local/test_ollama.py`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from moot.egress.untrusted_text import shown
from moot.providers.models.listings import LONGEST_NAME, MOST_MODELS, ListedModel, table, tokens
from moot.providers.openai.servers import TAKES

MEASURES = ("bert", "nomic-bert", "nomic-bert-moe", "jina-bert-v2", "xlm-roberta", "roberta", "gritlm")
"""Architectures for embeddings only; in the tag itself, if the model's abilities are missing."""
MOST_BYTES = 1 << 50
PASSED_ON = "remote_host"
"""Field with the machine that really runs a model."""


def tags_in(told: object) -> dict[str, Mapping[str, Any]]:
    """Return the tags of a list, by name."""
    rows = table(told).get("models")
    found: dict[str, Mapping[str, Any]] = {}
    for row in rows if isinstance(rows, list) else ():
        name = table(row).get("model") or table(row).get("name")
        if isinstance(name, str) and 0 < len(name) <= LONGEST_NAME and " " not in name and name.isprintable():
            found.setdefault(name, row)
        if len(found) == MOST_MODELS:
            break
    return dict(sorted(found.items()))


def listed_by(name: str, tag: Mapping[str, Any], shown_of: Mapping[str, Any], loaded: bool | None) -> ListedModel:
    """Return a model from its tag and details; missing values stay unknown."""
    family = table(tag.get("details")).get("family") or table(shown_of.get("details")).get("family")
    size = tag.get("size")
    found = ListedModel(
        name=name,
        takes=TAKES,
        bytes=size if isinstance(size, int) and not isinstance(size, bool) and 0 < size < MOST_BYTES else None,
        speaks=False if family in MEASURES else None,
        loaded=loaded,
        unfit=_elsewhere(tag, shown_of),
    )
    able, shape = shown_of.get("capabilities"), table(shown_of.get("model_info"))
    if isinstance(able, list):
        found = replace(found, speaks="completion" in able, vision="vision" in able)
    kind = shape.get("general.architecture")
    if isinstance(kind, str):
        context = tokens(shape.get(f"{kind}.context_length"))
        found = replace(found, context=context, key_values=cached_per_token(shape, kind))
    return found


def thinks(shown_of: Mapping[str, Any]) -> bool:
    """Return whether the model's thinking effort can be set."""
    able = shown_of.get("capabilities")
    return isinstance(able, list) and "thinking" in able


def _elsewhere(tag: Mapping[str, Any], shown_of: Mapping[str, Any]) -> str:
    """Return the warning for a model that really runs on another machine."""
    host = next((host for each in (tag, shown_of) if isinstance(host := each.get(PASSED_ON), str) and host), "")
    return f"Ollama sends what it is asked to {shown(host, 80)}, away from this machine." if host else ""


def cached_per_token(shape: Mapping[str, Any], kind: str) -> int | None:
    """Return the numbers cached per token, from the model's shape; `None` if it is missing."""

    def whole(field: str) -> int:
        told = shape.get(f"{kind}.{field}")
        if isinstance(told, list):  # one value per layer
            told = max((each for each in told if isinstance(each, int)), default=0)
        return told if isinstance(told, int) and not isinstance(told, bool) and 0 < told < 1 << 24 else 0

    layers, heads = whole("block_count"), whole("attention.head_count")
    groups, width = whole("attention.head_count_kv") or heads, whole("embedding_length")
    each = math.ceil(width / heads) if heads else 0
    key, value = whole("attention.key_length") or each, whole("attention.value_length") or each
    return layers * groups * (key + value) or None
