"""A computer at home on a real socket: Ollama or llama.cpp's server with a few small models, one call at a time.

async with Laptop() as up:                        # Ollama: tags, /api/tags, /api/show, no key, no price
    up.url                                        # "http://127.0.0.1:PORT/v1"
Laptop("llamacpp")                                # one model, under whatever name it is asked for; /props, /health
Laptop(context=2048)                              # what fits into its memory, whatever the models could do
Laptop(models=("nomic-embed-text:latest",))       # what is installed
Laptop(cuts=True)                                 # an older Ollama: cuts what is too long, and says nothing
Laptop(lacks=("/api/chat",))                      # paths it does not have
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rig import words
from rig.dialects import speak_ollama
from rig.faults.modes import answer
from rig.line import Line
from rig.measuring import MEASURING
from rig.script import Asked, Plan
from rig.upstream import Upstream
from world.gateway import Books, Entry
from world.offers.tokens import cut_to, tokens_of, words_of

CONTEXT = 8192
"""Tokens of prompt and answer that fit into the memory."""
THOUGHT = 60
"""Tokens a model that thinks uses up before it speaks."""


@dataclass(frozen=True)
class Tag:
    """A model that can be installed."""

    family: str
    """Its architecture."""
    size: str
    """Parameters, as Ollama writes them."""
    trained: int
    """Tokens of context it was trained for."""
    does: tuple[str, ...]
    """What it is able to do."""
    bytes: int
    """What it takes on disk."""


TAGS = {
    "qwen3:8b": Tag("qwen3", "8.2B", 40_960, ("completion", "tools", "thinking"), 5_225_388_164),
    "llama3.2:3b": Tag("llama", "3.2B", 131_072, ("completion", "tools"), 2_019_393_189),
    "gemma3:4b": Tag("gemma3", "4.3B", 131_072, ("completion", "vision"), 3_338_801_804),
    "phi4-mini:latest": Tag("phi3", "3.8B", 131_072, ("completion", "tools"), 2_491_876_774),
    "mistral:7b-instruct-q4_K_M": Tag("llama", "7.2B", 32_768, ("completion", "tools"), 4_372_824_384),
    "nomic-embed-text:latest": Tag("nomic-bert", "137M", 2048, ("embedding",), 274_302_450),
}
INSTALLED = tuple(TAGS)
"""What is installed unless a test says otherwise."""
TAGS |= {
    "llama3.3:70b": Tag("llama", "70.6B", 131_072, ("completion", "tools"), 42_520_413_916),
    "qwen3:4b": Tag("qwen3", "4.0B", 40_960, ("completion", "tools", "thinking"), 2_497_293_931),
    "bge-m3:latest": Tag("bert", "567M", 8192, ("embedding",), 1_157_672_605),
}


class Laptop(Upstream):
    """The server."""

    def __init__(
        self,
        as_: str = "ollama",
        *,
        context: int = CONTEXT,
        models: tuple[str, ...] = INSTALLED,
        says: Callable[[Asked], str | None] | None = None,
        cuts: bool = False,
        lacks: tuple[str, ...] = (),
    ) -> None:
        if as_ not in ("ollama", "llamacpp"):
            raise ValueError(f"{as_!r} is no local server; known: ollama, llamacpp")
        super().__init__(models=models)
        self.service, self.context = as_, context
        self.cuts, self.lacks = cuts, lacks
        self.dense = 1
        """Tokens its models make of what is one for others."""
        self.loaded: dict[str, int] = {}
        """Models in its memory, with the context each was given."""
        self.loads = 0
        """How often a model was loaded: a context of another size loads it anew."""
        self.books = Books()
        self._says = says
        self._turn = asyncio.Lock()

    # --- lists --------------------------------------------------------------------------------------------------------

    async def _list(self, line: Line) -> None:
        path = line.asked.path.partition("?")[0]
        ollama = self.service == "ollama"
        if path.endswith("/v1/models"):
            return await line.page(200, self._models())
        pages: dict[str, Any] = {
            "/api/tags": {"models": [self._tag(name) for name in self.models]},
            "/api/version": {"version": "0.12.6"},
            "/api/ps": {"models": [self._tag(name) | {"context_length": n} for name, n in self.loaded.items()]},
        }
        if not ollama:
            pages = {
                "/health": {"status": "ok"},
                "/props": {
                    "default_generation_settings": {"n_ctx": self.context},
                    "total_slots": 1,
                    "model_path": f"/models/{self.models[0]}",
                },
            }
        if path in pages and path not in self.lacks:
            return await line.page(200, pages[path])
        if ollama and path == "/":
            return await line.page(200, b"Ollama is running", "text/plain; charset=utf-8")
        missing = (
            b"404 page not found" if ollama else b'{"error":{"message":"File Not Found","type":"not_found_error"}}'
        )
        await line.page(404, missing, "text/plain" if ollama else "application/json")

    def _models(self) -> dict[str, Any]:
        if self.service == "ollama":
            rows = [
                {"id": name, "object": "model", "created": 1_760_000_000, "owned_by": "library"} for name in self.models
            ]
            return {"object": "list", "data": rows}
        meta = {"n_ctx_train": TAGS[self.models[0]].trained, "n_params": 8_190_735_360}
        one = {"id": self.models[0], "object": "model", "created": 1_760_000_000, "owned_by": "llamacpp", "meta": meta}
        return {"models": [{"name": self.models[0], "model": self.models[0]}], "object": "list", "data": [one]}

    def _tag(self, name: str) -> dict[str, Any]:
        tag = TAGS[name]
        return {
            "name": name,
            "model": name,
            "modified_at": "2026-10-01T08:00:00.000000000+00:00",
            "size": tag.bytes,
            "digest": f"{abs(tag.bytes):064x}",
            "details": self._details(tag),
        }

    def _details(self, tag: Tag) -> dict[str, Any]:
        details: dict[str, Any] = {"parent_model": "", "format": "gguf", "family": tag.family}
        return details | {"families": [tag.family], "parameter_size": tag.size, "quantization_level": "Q4_K_M"}

    def _shown(self, name: str) -> dict[str, Any]:
        tag = TAGS[name]
        info = {"general.architecture": tag.family, f"{tag.family}.context_length": tag.trained}
        known = {"details": self._details(tag), "model_info": info, "capabilities": list(tag.does)}
        return known | {"parameters": f"num_ctx {self.context}", "template": "{{ .Prompt }}"}

    # --- answers ------------------------------------------------------------------------------------------------------

    async def _speak(self, line: Line) -> None:
        asked = line.asked
        if asked.path in self.lacks or (asked.path.startswith("/api/") and self.service != "ollama"):
            return await line.page(404, b"404 page not found", "text/plain")
        if asked.path.endswith("/api/show"):
            name = str(asked.body.get("model") or asked.body.get("name") or "")
            if name not in self.models:
                return await line.page(404, {"error": f"model '{name}' not found"})
            return await line.page(200, self._shown(name))
        async with self._turn:
            if line.writer.transport.is_closing():
                line.late = True
                return
            await self._work(line)

    async def _work(self, line: Line) -> None:
        asked = line.asked
        tag = TAGS.get(self._installed(asked.model))
        if tag is None:
            return await self._refuse(line, 404, "model", f'model "{asked.model}" not found, try pulling it first')
        texts = asked.path.endswith("/embeddings")
        if texts != ("embedding" in tag.does):
            lacks = "embeddings" if texts else "chat"
            return await self._refuse(line, 400, "kind", f'"{asked.model}" does not support {lacks}')
        context = min(self._given(asked), tag.trained)
        sent = self.dense * max(map(tokens_of, asked.body.get("input") or [asked.prompt]))
        if sent >= context and (texts or not self.cuts):
            return await self._too_long(line, sent, context)
        sent = min(sent, context)
        if texts:
            self._book(asked, sent, 0, "stop")
            return await MEASURING["ok"].act(line)
        limit = int(_limit_of(asked) or context)
        limit = limit if self.cuts else min(limit, context - sent)  # an older one forgets its beginning while it writes
        told = self._says(asked) if self._says is not None else None
        text = words_of(asked) if told is None else told
        thought = min(THOUGHT if "thinking" in tag.does else 0, limit)
        said = cut_to(text, limit - thought)
        finish = "length" if len(said) < len(text) else "stop"
        counted = thought + (min(tokens_of(said), limit - thought) if said else 0)
        self._book(asked, sent, counted, finish, said)
        thinking = cut_to(words.words_for(f"thinking: {asked.prompt}", thought), thought)
        usage = {"prompt_tokens": sent, "completion_tokens": counted, "total_tokens": sent + counted}
        header = {"Server": "llama.cpp"} if self.service == "llamacpp" else {}
        line.plan = Plan(text=said, thought=thinking, usage=usage, header=header)
        await (speak_ollama if asked.path.endswith("/api/chat") else answer)(line, finish)

    def _given(self, asked: Asked) -> int:
        """The context a model gets: as much as its own path is told to give, else what the server gives by itself."""
        if not asked.path.endswith("/api/chat"):
            return self.context
        given = int((asked.body.get("options") or {}).get("num_ctx") or self.context)
        name = self._installed(asked.model)
        self.loads += self.loaded.get(name) != given
        self.loaded[name] = given
        return given

    def _installed(self, name: str) -> str:
        """The installed model that a name means: `:latest` may be left out, and llama.cpp has but one."""
        if self.service == "llamacpp":
            return self.models[0]
        return name if name in self.models else f"{name}:latest" if f"{name}:latest" in self.models else ""

    async def _too_long(self, line: Line, sent: int, context: int) -> None:
        if self.service == "ollama":
            return await self._refuse(line, 400, "prompt", "the input length exceeds the context length")
        self._book(line.asked, sent, 0, "refused: prompt")
        said = f"request ({sent} tokens) exceeds the available context size ({context} tokens), try increasing it"
        error = {"code": 400, "message": said, "type": "exceed_context_size_error"}
        await line.page(400, {"error": {**error, "n_prompt_tokens": sent, "n_ctx": context}})

    async def _refuse(self, line: Line, status: int, kind: str, message: str) -> None:
        self._book(line.asked, 0, 0, f"refused: {kind}")
        plain = line.asked.path.startswith("/api/")
        told = {"message": message, "type": "api_error", "param": None, "code": None}
        await line.page(status, {"error": message if plain else told})

    def _book(self, asked: Asked, sent: int, said: int, how: str, text: str = "") -> None:
        limit = _limit_of(asked)
        self.books.entries.append(Entry(asked.number, asked.model, sent, said, limit, 0, how, text))


def _limit_of(asked: Asked) -> int | None:
    """Most tokens that may be written, in whichever way it was said."""
    options = asked.body.get("options") or {}
    return asked.body.get("max_tokens") or asked.body.get("max_completion_tokens") or options.get("num_predict")
