"""LM Studio, llama.cpp's server, its router and vLLM on a real socket, with their lists of models.

async with HomeServer(LM_STUDIO) as up: ...
up.loads        # unwanted loads that a question would have caused
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Any

from rig.line import Line
from rig.upstream import Upstream


def _row(name: str, owner: str, **more: Any) -> dict[str, Any]:
    return {"id": name, "object": "model", "created": 1_760_000_000, "owned_by": owner, **more}


def _state(name: str, value: str, *args: str, **more: Any) -> dict[str, Any]:
    arguments = ["llama-server", "--model", f"/models/{name}.gguf", *args]
    return _row(name, "llamacpp", in_cache=True, path="", status={"value": value, "args": arguments, **more})


@dataclass(frozen=True)
class Kind:
    """A program that serves models."""

    models: tuple[dict[str, Any], ...]
    """Its list."""
    pages: dict[str, Any] = field(default_factory=dict)
    """What it answers at other paths."""
    header: dict[str, str] = field(default_factory=dict)
    """Headers it sends."""
    hangs: tuple[str, ...] = ()
    """Paths at which it never answers."""


def _of_lm_studio(name: str, kind: str, state: str, most: int, **more: Any) -> dict[str, Any]:
    return {"id": name, "object": "model", "type": kind, "state": state, "max_context_length": most, **more}


LM_STUDIO = Kind(
    tuple(
        _row(name, "organization_owner")
        for name in ("qwen3-8b", "google/gemma-3-4b", "text-embedding-nomic-embed-text-v1.5", "measures-in-secret")
    ),
    {
        "/api/v0/models": {
            "object": "list",
            "data": [
                _of_lm_studio("qwen3-8b", "llm", "loaded", 40_960, loaded_context_length=12_288),
                _of_lm_studio("google/gemma-3-4b", "vlm", "not-loaded", 131_072),
                _of_lm_studio("text-embedding-nomic-embed-text-v1.5", "embeddings", "not-loaded", 2048),
                _of_lm_studio("measures-in-secret", "embeddings", "not-loaded", 2048),
            ],
        }
    },
)
LLAMA_CPP = Kind(
    (_row("gemma-3-4b-it-Q4_K_M.gguf", "llamacpp", meta={"n_ctx_train": 131_072, "size": 2_489_757_856}),),
    {
        "/props": {
            "default_generation_settings": {"n_ctx": 6144},
            "total_slots": 2,
            "modalities": {"vision": True, "audio": False},
        }
    },
    {"Server": "llama.cpp"},
)
ROUTER = Kind(
    (
        _state("qwen3-8b", "loaded"),
        _state("llama-3.2-3b", "unloaded", "--ctx-size", "8192"),
        _state("granite-measures", "unloaded", "--embeddings"),
        _state("orders-texts", "unloaded", "--reranking"),
        _state("phi-4-mini", "unloaded", failed=True, exit_code=1),
        _state("mistral-7b", "downloading"),
    ),
    {
        "/props?model=qwen3-8b&autoload=false": {
            "default_generation_settings": {"n_ctx": 16_384},
            "modalities": {"vision": False, "audio": False},
        }
    },
    {"Server": "llama.cpp"},
)
VLLM = Kind((_row("Qwen/Qwen3-8B", "vllm", max_model_len=24_576, root="Qwen/Qwen3-8B", parent=None),))


class HomeServer(Upstream):
    """The server."""

    def __init__(self, kind: Kind) -> None:
        super().__init__(listing=list(kind.models))
        self.kind = kind
        self.paths: list[str] = []
        """What it was asked for."""
        self.loads: list[str] = []
        """Paths at which a router would have loaded a model."""

    async def _speak(self, line: Line) -> None:
        """What is posted to other paths than a chat's is answered as what is fetched there."""
        await (super()._speak(line) if line.asked.path.endswith("/chat/completions") else self._list(line))

    async def _list(self, line: Line) -> None:
        path = line.asked.path
        self.paths.append(path)
        if "?model=" in path and "autoload=false" not in path:
            self.loads.append(path)
        if path in self.kind.hangs:
            await asyncio.Event().wait()
        if path in ("/v1/models", "/models"):
            return await line.page(200, {"object": "list", "data": list(self.kind.models)}, **self.kind.header)
        if path in self.kind.pages:
            return await line.page(200, self.kind.pages[path], **self.kind.header)
        await line.page(404, {"error": {"message": "File Not Found", "code": 404}}, **self.kind.header)
