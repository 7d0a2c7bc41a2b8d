"""The gateway's models and lists in each service's shape: rows of `catalogue.toml`, and the lists of a router, of the
makers' own services, and of those that list only names.
"""

from __future__ import annotations

import datetime
import tomllib
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
DECIMALS = 12
"""A price of one token in dollars is written with so many decimals, zeros at the end left out."""
PERSONAS = {
    "openrouter": "", "openai": "openai", "anthropic": "anthropic", "google": "google", "mistral": "mistralai",
    "xai": "x-ai", "deepseek": "deepseek", "groq": "",
}  # fmt: skip
"""Services the gateway can be, by the name of their row in Moot; beside each the maker whose models it has."""
ON_GROQ = {
    "openai/gpt-oss-120b": ("openai/gpt-oss-120b", 65536, (0.15, 0.6)),
    "openai/gpt-oss-20b": ("openai/gpt-oss-20b", 65536, (0.075, 0.3)),
    "qwen/qwen3-32b": ("qwen/qwen3-32b", 40960, (0.29, 0.59)),
    "llama-3.3-70b-versatile": ("meta-llama/llama-3.3-70b-instruct", 32768, (0.59, 0.79)),
    "llama-3.1-8b-instant": ("meta-llama/llama-3.1-8b-instruct", 131072, (0.05, 0.08)),
    "meta-llama/llama-4-scout-17b-16e-instruct": ("meta-llama/llama-4-scout", 8192, (0.11, 0.34)),
    "moonshotai/kimi-k2-instruct": ("moonshotai/kimi-k2", 16384, (1, 3)),
}
"""What another service has of others' models: the name there, the model, its limit, and the price."""
ANTHROPIC_NAMES = {
    "claude-3-haiku": "claude-3-haiku-20240307", "claude-3-opus": "claude-3-opus-20240229",
    "claude-3.5-sonnet": "claude-3-5-sonnet-20241022", "claude-3.5-haiku": "claude-3-5-haiku-20241022",
}  # fmt: skip
MISTRAL_ALIASES = {
    "mistral-small-latest": ("mistral-small-3.2-24b-instruct", (0.15, 0.6)),
    "mistral-medium-latest": ("mistral-medium-3.1", (1.5, 7.5)),
}
DEEPSEEK_OWN = {"deepseek-chat": "deepseek-chat", "deepseek-reasoner": "deepseek-r1-0528"}
RETIRED = (
    "anthropic/claude-2", "anthropic/claude-3-sonnet", "google/gemini-flash-1.5", "google/gemini-pro-1.5",
    "google/palm-2-chat-bison", "meta-llama/llama-2-70b-chat", "mistralai/mixtral-8x7b-instruct",
    "openai/gpt-4-32k", "openai/gpt-4.5-preview", "openai/o1-mini", "openai/gpt-3.5-turbo-0613", "x-ai/grok-beta",
    "x-ai/grok-2-1212",
)  # fmt: skip
"""Models that were there once: services speak of them in other words than of those nobody ever had."""


@dataclass(frozen=True)
class Row:
    """One model."""

    id: str
    """`maker/model`, as a router names it."""
    context: int
    """Tokens of prompt and answer."""
    output: int | None
    """Most tokens of an answer; none stated where only the context counts."""
    price: tuple[float, ...]
    """Dollars a million tokens at the router: prompt, answer, and perhaps cached prompt."""
    at_maker: tuple[float, ...]
    """The same at the maker's own service."""
    marks: frozenset[str]
    """What it is: thinks, sees, image, audio, embedding, moderation, no-schema, no-effort, no-temperature, …"""
    made: str
    """The day it was added."""
    long: tuple[float, ...] = ()
    """Above how many tokens of prompt every token costs more, and how much: prompt, answer."""
    expires: str = ""
    """The day it will go."""

    @property
    def maker(self) -> str:
        """Who made it."""
        return self.id.partition("/")[0]

    @property
    def bare(self) -> str:
        """Its name without the maker."""
        return self.id.partition("/")[2]

    @property
    def speaks(self) -> bool:
        """Whether it answers in words."""
        return not self.marks & {"embedding"} and self.bare not in ("omni-moderation-latest", "gpt-image-1", "sora-2")


@cache
def rows() -> dict[str, Row]:
    """All models by the router's name."""
    with (HERE / "catalogue.toml").open("rb") as file:
        makers = tomllib.load(file)
    found = {}
    for maker, models in makers.items():
        for bare, told in models.items():
            price = tuple(told["price"])
            found[f"{maker}/{bare}"] = Row(
                f"{maker}/{bare}", told["context"], told.get("output"), price, tuple(told.get("at_maker", price)),
                frozenset(told.get("is", ())), told["made"], tuple(told.get("long", ())), told.get("expires", ""),
            )  # fmt: skip
    return found


@cache
def offered(persona: str) -> dict[str, Row]:
    """What a service has, by the name it goes by there."""
    if persona == "openrouter":
        return rows()
    if persona == "groq":
        return {
            name: replace(rows()[model], context=131072, output=output, at_maker=price)
            for name, (model, output, price) in ON_GROQ.items()
        }
    own = {row.bare: row for row in rows().values() if row.maker == PERSONAS[persona] and ":" not in row.bare}
    if persona == "anthropic":
        return {ANTHROPIC_NAMES.get(bare, bare.replace(".", "-")): row for bare, row in own.items()}
    if persona == "mistral":
        return own | {alias: replace(own[bare], at_maker=price) for alias, (bare, price) in MISTRAL_ALIASES.items()}
    if persona == "deepseek":
        return {alias: own[bare] for alias, bare in DEEPSEEK_OWN.items()}
    return own


def listed(persona: str) -> dict[str, Any]:
    """The answer to `GET /v1/models`."""
    shape = {"openrouter": _for_router, "google": _for_google}.get(persona, _for_others)
    data = [shape(name, row) for name, row in offered(persona).items()]
    if persona == "openrouter":
        return {"data": data}
    return {"object": "list", "data": data}


def dollars(a_million: float) -> str:
    """A price of a million tokens as one of a token, in the way a router writes it."""
    if a_million < 0:
        return "-1"
    return f"{a_million / 1_000_000:.{DECIMALS}f}".rstrip("0").rstrip(".") or "0"


def _for_router(name: str, row: Row) -> dict[str, Any]:
    sees, says = ["text"], ["text"]
    if "sees" in row.marks:
        sees.append("image")
    if "audio" in row.marks:
        sees.append("audio")
    if "image" in row.marks:
        says.append("image")
    if "embedding" in row.marks:
        says = ["embeddings"]
    asked = ["max_tokens", "temperature", "top_p", "stop", "seed"]
    if "no-temperature" in row.marks:
        asked = ["max_tokens", "seed"]
    if "no-schema" not in row.marks:
        asked += ["response_format", "structured_outputs"]
    if "thinks" in row.marks:
        asked += ["reasoning", "include_reasoning"]
    cached = {"input_cache_read": dollars(row.price[2])} if len(row.price) > 2 else {}
    longer: dict[str, Any] = {}
    if row.long:
        above, read, written = row.long
        told = {"min_prompt_tokens": int(above) + 1, "prompt": dollars(read), "completion": dollars(written)}
        longer = {"overrides": [told]}
    return {
        "id": name,
        "canonical_slug": f"{name.partition(':')[0]}-{row.made.replace('-', '')}",
        "hugging_face_id": None,
        "name": f"{row.maker.title()}: {row.bare.replace('-', ' ').title()}",
        "created": int(datetime.datetime.fromisoformat(f"{row.made}T00:00:00+00:00").timestamp()),
        "description": f"{row.bare} by {row.maker}.",
        "context_length": row.context,
        "architecture": {
            "modality": f"{'+'.join(sees)}->{'+'.join(says)}",
            "input_modalities": sees,
            "output_modalities": says,
            "tokenizer": "Other",
            "instruct_type": None,
        },
        "pricing": {
            "prompt": dollars(row.price[0]),
            "completion": dollars(row.price[1]),
            "request": "0",
            "image": dollars(row.price[0] * 1000) if "sees" in row.marks else "0",
            "web_search": "0",
            "internal_reasoning": "0",
            **cached,
            **longer,
        },
        "top_provider": {
            "context_length": row.context,
            "max_completion_tokens": row.output,
            "is_moderated": row.maker == "openai",
        },
        "per_request_limits": None,
        "supported_parameters": sorted(asked),
        "default_parameters": {},
        "expiration_date": row.expires or None,
    }


def _for_google(name: str, row: Row) -> dict[str, Any]:
    return {"id": f"models/{name}", "object": "model", "owned_by": "google", "display_name": name}


def _for_others(name: str, row: Row) -> dict[str, Any]:
    created = int(datetime.datetime.fromisoformat(f"{row.made}T00:00:00+00:00").timestamp())
    return {"id": name, "object": "model", "created": created, "owned_by": row.maker}
