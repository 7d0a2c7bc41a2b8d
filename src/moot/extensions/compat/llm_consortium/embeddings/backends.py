"""`llm_consortium.embeddings.backends`: three embedding services with one interface.

A consortium measures through an endpoint of Moot (`--embedding-backend`); these are for programs that call them.
"""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

try:
    import openai
except ImportError:
    openai = None  # type: ignore[assignment]

CHUTES = "https://chutes-qwen-qwen3-embedding-8b.chutes.ai/v1/embeddings"
WAIT = 30.0


class BaseEmbeddingBackend(ABC):
    """An embedding backend."""

    @abstractmethod
    def embed(self, text: str) -> NDArray[np.float64]:
        """Return the vector of a text."""

    @abstractmethod
    def dimension(self) -> int:
        """Return the length of its vectors."""


class OpenAIBackend(BaseEmbeddingBackend):
    """OpenAI's embeddings."""

    SIZES = {"text-embedding-3-small": 1536, "text-embedding-3-large": 3072, "text-embedding-ada-002": 1536}

    def __init__(self, model: str | None = None) -> None:
        self.model = model or "text-embedding-3-small"

    def embed(self, text: str) -> NDArray[np.float64]:
        """Return the vector of a text."""
        if openai is None:
            raise RuntimeError("The openai backend needs the package `openai`.")
        found = openai.embeddings.create(input=text, model=self.model)
        return np.array(found.data[0].embedding, dtype=float)

    def dimension(self) -> int:
        """Return the length of its vectors."""
        return self.SIZES.get(self.model, 1536)


class SentenceTransformerBackend(BaseEmbeddingBackend):
    """A model on this machine."""

    def __init__(self, model: str | None = None) -> None:
        self.model = model or "all-MiniLM-L6-v2"
        self._loaded: Any = import_module("sentence_transformers").SentenceTransformer(self.model)

    def embed(self, text: str) -> NDArray[np.float64]:
        """Return the vector of a text."""
        return np.array(self._loaded.encode(text), dtype=float)

    def dimension(self) -> int:
        """Return the length of its vectors."""
        return int(self._loaded.get_sentence_embedding_dimension())


class ChutesBackend(BaseEmbeddingBackend):
    """The chutes service; its key is CHUTES_API_TOKEN."""

    def __init__(self, model: str | None = None, client: Any = None) -> None:
        self.model, self._client = model, client
        self._dimension = 1024

    def embed(self, text: str) -> NDArray[np.float64]:
        """Return the vector of a text."""
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
        """Return the length of its vectors, once it has measured one."""
        return self._dimension
