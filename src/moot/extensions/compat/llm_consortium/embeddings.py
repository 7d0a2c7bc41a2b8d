"""`llm_consortium.embeddings` and its modules: three embedding services with one interface, and a cache over them.

A consortium measures through an endpoint of Moot (`--embedding-backend`); these are for programs that call them.
"""

from __future__ import annotations

import os
import threading
from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Sequence
from hashlib import sha256
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

try:
    import openai
except ImportError:
    openai = None  # type: ignore[assignment]

__path__: list[str] = []
"""Set so that Python looks for submodules. Each submodule is this module, under its name in llm_consortium."""
CHUTES = "https://chutes-qwen-qwen3-embedding-8b.chutes.ai/v1/embeddings"
WAIT = 30.0


class BaseEmbeddingBackend(ABC):
    """Base class of a service that turns texts into vectors."""

    @abstractmethod
    def embed(self, text: str) -> NDArray[np.float64]:
        """Return the embedding vector of a text."""

    @abstractmethod
    def dimension(self) -> int:
        """Return the length of the backend's vectors."""


class OpenAIBackend(BaseEmbeddingBackend):
    """Embedding backend: OpenAI's service."""

    SIZES = {"text-embedding-3-small": 1536, "text-embedding-3-large": 3072, "text-embedding-ada-002": 1536}

    def __init__(self, model: str | None = None) -> None:
        self.model = model or "text-embedding-3-small"

    def embed(self, text: str) -> NDArray[np.float64]:
        """Return the embedding vector of a text, from OpenAI's service."""
        if openai is None:
            raise RuntimeError("The openai backend needs the package `openai`.")
        found = openai.embeddings.create(input=text, model=self.model)
        return np.array(found.data[0].embedding, dtype=float)

    def dimension(self) -> int:
        """Return the length of the backend's vectors."""
        return self.SIZES.get(self.model, 1536)


class SentenceTransformerBackend(BaseEmbeddingBackend):
    """Embedding backend: a model that runs on this machine."""

    def __init__(self, model: str | None = None) -> None:
        self.model = model or "all-MiniLM-L6-v2"
        self._loaded: Any = import_module("sentence_transformers").SentenceTransformer(self.model)

    def embed(self, text: str) -> NDArray[np.float64]:
        """Return the embedding vector of a text, from a model on this machine."""
        return np.array(self._loaded.encode(text), dtype=float)

    def dimension(self) -> int:
        """Return the length of the backend's vectors."""
        return int(self._loaded.get_sentence_embedding_dimension())


class ChutesBackend(BaseEmbeddingBackend):
    """Embedding backend that uses the service Chutes. Its key is in the environment variable CHUTES_API_TOKEN."""

    def __init__(self, model: str | None = None, client: Any = None) -> None:
        self.model, self._client = model, client
        self._dimension = 1024

    def embed(self, text: str) -> NDArray[np.float64]:
        """Return the embedding vector of a text, from the service Chutes."""
        client = self._client if self._client is not None else import_module("httpx").Client()
        answer = client.post(
            CHUTES,
            headers={"Authorization": f"Bearer {os.environ.get('CHUTES_API_TOKEN', '')}"},
            json={"input": text, "model": self.model},
            timeout=WAIT,
        )
        answer.raise_for_status()
        vector = np.array(answer.json()["data"][0]["embedding"], dtype=float)
        self._dimension = len(vector)
        return vector

    def dimension(self) -> int:
        """Return the length of the backend's vectors. The length is known only once one text has been embedded."""
        return self._dimension


class EmbeddingService:
    """Embeds texts with a backend and caches the vectors. An error of the backend is raised as RuntimeError."""

    def __init__(self, backend: BaseEmbeddingBackend, cache_enabled: bool = True, cache_size: int = 256) -> None:
        self.backend, self.cache_enabled, self.cache_size = backend, cache_enabled, cache_size
        self._cache: OrderedDict[str, NDArray[np.float64]] = OrderedDict()
        self._alone = threading.Lock()

    def embed(self, text: str) -> NDArray[np.float64]:
        """Return the embedding vector of a text. If no vector is cached, ask the backend for one."""
        key = sha256(text.encode("utf-8")).hexdigest()
        with self._alone:
            if self.cache_enabled and key in self._cache:
                self._cache.move_to_end(key)
                return self._cache[key]
        try:
            vector = self.backend.embed(text)
        except Exception as error:
            raise RuntimeError(f"{type(self.backend).__name__} could not measure a text: {error}") from error
        with self._alone:
            if self.cache_enabled:
                self._cache[key] = vector
                while len(self._cache) > self.cache_size:
                    self._cache.popitem(last=False)
        return vector

    def embed_batch(self, texts: Sequence[str]) -> list[NDArray[np.float64]]:
        """Return one embedding vector for each text, in the order of the texts."""
        return [self.embed(text) for text in texts]
