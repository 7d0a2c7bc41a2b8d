"""How fast are answers measured by their words and clustered? A full council of 64, twelve times what is usual.

B13 of `make bench`.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random
from typing import Any

from moot.providers.embedding.lexical import vector_of
from moot.stats.vectors.clusters import dbscan, hdbscan
from moot.stats.vectors.geometry import geometric_confidence

ANSWERS, DIMENSIONS, WORDS = 64, 1536, 500


def council_of_answers() -> dict[str, Any]:
    """Milliseconds of CPU for 64 answers: of 500 words each, or of 1536 dimensions."""
    chance = Random("geometry")
    rows = [tuple(chance.gauss(0, 1) for _ in range(DIMENSIONS)) for _ in range(ANSWERS)]
    vocabulary = ["".join(chance.choices("abcdefghiklmnoprstu", k=chance.randint(2, 10))) for _ in range(3000)]
    texts = [" ".join(chance.choices(vocabulary, k=WORDS)) for _ in range(ANSWERS)]
    return {
        "measured_by_words_ms": _took(lambda: [vector_of(text) for text in texts]),
        "confidence_ms": _took(lambda: geometric_confidence(rows)),
        "dbscan_ms": _took(lambda: dbscan(rows)),
        "hdbscan_ms": _took(lambda: hdbscan(rows)),
    }


def _took(work: Callable[[], object]) -> float:
    work()
    began = time.process_time()
    work()
    return round((time.process_time() - began) * 1000, 1)
