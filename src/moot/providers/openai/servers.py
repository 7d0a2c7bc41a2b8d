"""Fetch what local servers offer besides the standard list: details of models, and token counts of prompts.

LM Studio, llama.cpp's server, vLLM and Ollama are recognised by the format of that list; each receives only its own
requests. Details that do not arrive in time stay unknown. Tests: `tests/providers/local/test_servers.py` and
`test_counting.py`.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Awaitable, Mapping, Sequence
from itertools import pairwise
from typing import Any, Literal, Protocol
from urllib.parse import quote

from msgspec.structs import replace

from moot.providers.models.listings import ListedModel, table, tokens
from moot.providers.provider import Call
from moot.vocabulary.statements import Usage

Server = Literal["ollama", "lmstudio", "llamacpp", "vllm", ""]
TAKES = ("temperature", "response_format", "structured_outputs")
"""Request fields that all these local servers accept: each enforces a JSON schema during generation."""
CUTTING = ("ollama", "lmstudio")
"""Servers that silently cut a prompt that is too long, and answer the rest."""
UNLOADED = 4096
"""Context in tokens that LM Studio gives a model loaded for a request, unless its user set another one.

LM Studio reports the real value only once the model is loaded.
"""
STEP = 1024
"""Servers give models contexts that are whole multiples of this many tokens."""
MOST_ASKED = 8
"""Most models of a local server whose details are fetched; more are hardly ever loaded."""
DOWNLOADING = "downloading"
_CONTEXT_ARGUMENTS = ("-c", "--ctx-size")
_NO_WORDS = ("--embedding", "--embeddings", "--rerank", "--reranking")


class ServerProbe(Protocol):
    """A function that requests a path from the server and returns the JSON there, or `None`."""

    def __call__(self, path: str, body: object = None) -> Awaitable[object]: ...


def server_of(told: object, header: str, row: str) -> Server:
    """Return which local server program (llama.cpp, LM Studio, vLLM, Ollama) sent a model list; empty if it cannot be
    recognised.

    Args:
        told: The model list, as decoded JSON.
        header: The `Server` header of the response.
        row: Name of the endpoint.
    """
    rows = _rows(told)
    owners = {owner for each in rows if isinstance(owner := each.get("owned_by"), str)}
    if header == "llama.cpp" or "llamacpp" in owners:
        return "llamacpp"
    if "organization_owner" in owners or row == "lmstudio":
        return "lmstudio"
    if "vllm" in owners:
        return "vllm"
    return "ollama" if "library" in owners else ""


async def with_more(
    found: Sequence[ListedModel], told: object, server: Server, asked: ServerProbe
) -> list[ListedModel]:
    """Return the listed models with the further details that their local server reports, such as the context size.

    Args:
        found: The models, as read from the list.
        told: The list itself, as decoded JSON.
        server: The server program, from `server_of`.
        asked: Fetches further paths from the server.
    """
    if not server:
        return list(found)
    rows = {str(each.get("id")): each for each in _rows(told)}
    more = [replace(each, takes=each.takes or TAKES) for each in found]
    if server == "lmstudio":
        return _as_lm_studio(more, await asked("/api/v0/models"))
    if server == "llamacpp":
        return await _as_llama_cpp(more, rows, asked)
    return more


# --- LM Studio --------------------------------------------------------------------------------------------------------


def _as_lm_studio(found: Sequence[ListedModel], told: object) -> list[ListedModel]:
    rows = {str(row.get("id")): row for row in _rows(told)}
    return [_lm_studio(each, rows[each.name]) if each.name in rows else each for each in found]


def _lm_studio(listed: ListedModel, row: Mapping[str, Any]) -> ListedModel:
    loaded, most = row.get("state") == "loaded", tokens(row.get("max_context_length"))
    given = tokens(row.get("loaded_context_length")) if loaded else min(most or UNLOADED, UNLOADED)
    kind = row.get("type")
    return replace(
        listed,
        context=given or most,
        speaks=kind in ("llm", "vlm") if isinstance(kind, str) else listed.speaks,
        vision=kind == "vlm" if isinstance(kind, str) else listed.vision,
        loaded=loaded,
    )


# --- llama.cpp --------------------------------------------------------------------------------------------------------


async def _as_llama_cpp(
    found: Sequence[ListedModel], rows: Mapping[str, Mapping[str, Any]], asked: ServerProbe
) -> list[ListedModel]:
    states = {name: table(row["status"]) for name, row in rows.items() if isinstance(row.get("status"), Mapping)}
    if not states:
        props = table(await asked("/props"))
        return [_as_it_runs(replace(each, bytes=_size(rows.get(each.name))), props) for each in found]
    up = [name for name, state in states.items() if state.get("value") == "loaded"][:MOST_ASKED]
    # Without the last part the request alone would reload an unloaded model.
    told = await asyncio.gather(*(asked(f"/props?model={quote(name, safe='')}&autoload=false") for name in up))
    props_of = {name: table(answer) for name, answer in zip(up, told, strict=True)}
    return [_of_router(each, states.get(each.name, {}), props_of.get(each.name, {})) for each in found]


def _as_it_runs(listed: ListedModel, props: Mapping[str, Any]) -> ListedModel:
    """Return the listed model, marked as loaded, with the details that its running process reports."""
    given = tokens(table(props.get("default_generation_settings")).get("n_ctx"))
    vision = table(props.get("modalities")).get("vision")
    return replace(
        listed,
        context=given or listed.context,
        vision=vision if isinstance(vision, bool) else listed.vision,
        loaded=True,
    )


def _of_router(listed: ListedModel, state: Mapping[str, Any], props: Mapping[str, Any]) -> ListedModel:
    told = state.get("args")
    arguments = [each for each in told if isinstance(each, str)] if isinstance(told, list) else []
    given = next((after for each, after in pairwise(arguments) if each in _CONTEXT_ARGUMENTS), "")
    context = tokens(int(given)) if given.isascii() and given.isdigit() and len(given) < 12 else None
    known = replace(
        listed,
        context=listed.context if context is None else context,
        speaks=False if any(each in _NO_WORDS for each in arguments) else listed.speaks,
        loaded=False,
        unfit=_against(state.get("value"), state.get("failed") is True),
    )
    return _as_it_runs(known, props) if state.get("value") == "loaded" else known


def _against(state: object, failed: bool) -> str:
    """Return why a model of a llama.cpp router cannot be called now; empty if it can."""
    if state == DOWNLOADING:
        return "It is still being fetched."
    return "Its server could not load it when it last tried." if failed else ""


def _size(row: Mapping[str, Any] | None) -> int | None:
    size = table((row or {}).get("meta")).get("size")
    return size if isinstance(size, int) and not isinstance(size, bool) and size > 0 else None


# --- prompts that were cut --------------------------------------------------------------------------------------------


def was_cut(call: Call, usage: Usage | None, server: Server) -> bool:
    """Return whether the server certainly read less than the whole prompt, e.g. fewer tokens than the prompt has words.

    Ollama and LM Studio cut prompts that are too long, while llama.cpp and vLLM refuse them. If Ollama cuts a prompt,
    the number of tokens that it reads is its context size, a multiple of 1,024.
    """
    if server not in CUTTING or usage is None or not usage.input or call.texts:
        return False
    if usage.input < words_in(call):
        return True
    letters = sum(len(message.text) for message in call.messages)
    return server == "ollama" and usage.input >= 2 * STEP and usage.input % STEP == 0 and letters > 4 * usage.input


def words_in(call: Call) -> int:
    """Return the number of words in a call's prompt. The prompt has at least as many tokens."""
    return sum(len(message.text.split()) for message in call.messages)


def _rows(told: object) -> list[Mapping[str, Any]]:
    rows = told.get("data") if isinstance(told, Mapping) else told
    return [each for each in rows if isinstance(each, Mapping)] if isinstance(rows, list) else []


COUNTING = ("llamacpp", "vllm")
WITHIN = 5.0
"""Seconds a server may take to count a prompt's tokens: it may be busy with an answer."""
LEFT_ALONE = 300.0
"""Seconds for which a server that did not count in time is not asked to count again."""


class Counter:
    """Asks a local server how many tokens a prompt has. A server that does not answer is not asked again for a
    while."""

    def __init__(self, asked: ServerProbe) -> None:
        self._asked = asked
        self._silent_until = -math.inf

    async def count(self, call: Call, model: str, server: Server) -> int | None:
        """Return the number of tokens of the call's prompt; `None` if the server cannot count them or does not
        answer."""
        shows = any(message.pictures for message in call.messages)
        if server not in COUNTING or shows or time.monotonic() < self._silent_until:
            return None
        messages = [{"role": message.role, "content": message.text} for message in call.messages]
        found = await (self._by_llama_cpp if server == "llamacpp" else self._by_vllm)(model, messages)
        if found is None:
            self._silent_until = time.monotonic() + LEFT_ALONE
        return found

    async def _by_llama_cpp(self, model: str, messages: list[dict[str, str]]) -> int | None:
        shown = table(await self._asked("/apply-template", {"model": model, "messages": messages})).get("prompt")
        if not isinstance(shown, str):
            return None
        told = {"model": model, "content": shown, "add_special": True, "parse_special": True}
        found = table(await self._asked("/tokenize", told)).get("tokens")
        return len(found) if isinstance(found, list) else None

    async def _by_vllm(self, model: str, messages: list[dict[str, str]]) -> int | None:
        return tokens(table(await self._asked("/tokenize", {"model": model, "messages": messages})).get("count"))
