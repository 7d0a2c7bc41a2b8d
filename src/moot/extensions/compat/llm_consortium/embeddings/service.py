"""`llm_consortium.embeddings.service`: a backend with a cache of recent vectors."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence
from hashlib import sha256

import numpy as np
from numpy.typing import NDArray

from moot.extensions.compat.llm_consortium.embeddings.backends import BaseEmbeddingBackend


class EmbeddingService:
    """A cache of vectors over a backend; an error of the backend is raised as RuntimeError."""

    def __init__(self, backend: BaseEmbeddingBackend, cache_enabled: bool = True, cache_size: int = 256) -> None:
        self.backend, self.cache_enabled, self.cache_size = backend, cache_enabled, cache_size
        self._cache: OrderedDict[str, NDArray[np.float64]] = OrderedDict()
        self._alone = threading.Lock()

    def embed(self, text: str) -> NDArray[np.float64]:
        """Return the vector of a text."""
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
        """Return the vectors of texts, in order."""
        return [self.embed(text) for text in texts]
