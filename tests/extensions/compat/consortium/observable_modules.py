"""What programs observe of the modules of `llm_consortium`: one small program for each behaviour."""

from __future__ import annotations

import hashlib
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

REPLY = """
<synthesis_output><thinking>Is <synthesis>this</synthesis> it?</thinking>
<synthesis>Build it of steel.</synthesis><confidence>0.85</confidence><analysis>Two say so.</analysis>
<dissent>Oak is cheaper.</dissent><needs_iteration>
true
</needs_iteration><refinement_areas><area>load</area><area>cost</area></refinement_areas>
<ranking><rank position="2">7</rank><rank position="1">9</rank></ranking></synthesis_output>
"""
ALIKE = ["The answer is forty-two", "The answer is forty two!", "Completely different words"]
APART = ["AAAA BBBB CCCC DDDD EEEE", "XXXX YYYY ZZZZ WWWW VVVV", "1111 2222 3333 4444 5555"]


def parsed(text: str = REPLY, **more: Any) -> dict[str, Any]:
    from llm_consortium import ConsortiumConfig, ConsortiumOrchestrator

    judge = ConsortiumOrchestrator(config=ConsortiumConfig(models={"a": 1, "b": 1}, arbiter="c"))
    return judge._parse_arbiter_response(text, **more)


def voting(texts: list[str] | None = None, **params: Any) -> tuple[Any, list[dict[str, Any]]]:
    from llm_consortium.strategies.voting import VotingStrategy

    strategy = VotingStrategy(None, params)
    strategy.initialize_state()
    responses = [{"model": f"m{at}", "response": text} for at, text in enumerate(texts or [])]
    return strategy, strategy.process_responses(responses, 1) if texts else []


def elimination(**params: Any) -> Any:
    from llm_consortium.strategies.elimination import EliminationStrategy

    strategy = EliminationStrategy(None, params)
    strategy.initialize_state()
    return strategy


def after_a_round(strategy: Any, ranking: list[int], models: tuple[str, ...] = ("a", "b", "c")) -> set[str]:
    from llm_consortium import IterationContext

    selected = strategy.select_models(dict.fromkeys(models, 1), "?", 1)
    answers = [{"model": model, "id": at, "response": model} for at, model in enumerate(models, 1)]
    strategy.update_state(
        IterationContext(synthesis={"ranking": ranking}, model_responses=answers, selected_models=selected)
    )
    gone: set[str] = strategy.iteration_state["eliminated_models"]
    return gone


def semantic(vectors: dict[str, list[float]], **params: Any) -> list[dict[str, Any]]:
    from llm_consortium.strategies.base import ConsortiumStrategy
    from llm_consortium.strategies.semantic import SemanticClusteringStrategy

    service = SimpleNamespace(embed_batch=lambda texts: [np.array(vectors[text]) for text in texts])
    strategy = SemanticClusteringStrategy(SimpleNamespace(get_embedding_service=lambda: service), params)
    assert isinstance(strategy, ConsortiumStrategy)
    return strategy.process_responses([{"response": text, "model": text} for text in vectors], 1)


def refused(words: str, work: Any) -> None:
    with pytest.raises(ValueError, match=words):
        work()


def a_backend(fails: bool = False) -> Any:
    from llm_consortium.embeddings.backends import BaseEmbeddingBackend

    class Counting(BaseEmbeddingBackend):
        calls = 0

        def embed(self, text: str) -> Any:
            self.calls += 1
            if fails:
                raise OSError("boom")
            return np.array([float(len(text)), 1.0])

        def dimension(self) -> int:
            return 2

    return Counting()


def once_remembered() -> None:
    from llm_consortium.embeddings.service import EmbeddingService

    backend = a_backend()
    service = EmbeddingService(backend=backend, cache_enabled=True, cache_size=8)
    assert np.allclose(service.embed("twice"), service.embed("twice"))
    assert backend.calls == 1
    assert hashlib.sha256(b"twice").hexdigest() in service._cache


def failing_backend() -> None:
    from llm_consortium.embeddings.service import EmbeddingService

    with pytest.raises(RuntimeError, match="boom"):
        EmbeddingService(backend=a_backend(fails=True), cache_enabled=False).embed("x")


def chutes(monkeypatch: pytest.MonkeyPatch) -> None:
    from llm_consortium.embeddings.backends import ChutesBackend

    sent: list[dict[str, Any]] = []
    answer = SimpleNamespace(raise_for_status=lambda: None, json=lambda: {"data": [{"embedding": [0.7, 0.8]}]})

    def post(url: str, **more: Any) -> Any:
        sent.append({"url": url, **more})
        return answer

    monkeypatch.setenv("CHUTES_API_TOKEN", "token")
    assert np.allclose(ChutesBackend(client=SimpleNamespace(post=post)).embed("hello"), [0.7, 0.8])
    assert sent[0]["url"].endswith("/v1/embeddings")
    assert sent[0]["headers"]["Authorization"] == "Bearer token"
    assert sent[0]["json"]["input"] == "hello"
    assert sent[0]["timeout"] == 30


def openai(monkeypatch: pytest.MonkeyPatch) -> None:
    from llm_consortium.embeddings.backends import OpenAIBackend

    def create(*, input: str, model: str) -> Any:
        assert (input, model) == ("hello", "text-embedding-3-small")
        return SimpleNamespace(data=[SimpleNamespace(embedding=[0.1, 0.2])])

    fake = SimpleNamespace(embeddings=SimpleNamespace(create=create))
    monkeypatch.setattr("llm_consortium.embeddings.backends.openai", fake)
    backend = OpenAIBackend()
    assert np.allclose(backend.embed("hello"), [0.1, 0.2])
    assert backend.dimension() == 1536


def database() -> Any:
    from llm_consortium.db import DatabaseConnection

    if hasattr(DatabaseConnection._thread_local, "db"):
        DatabaseConnection._thread_local.db.conn.close()
        del DatabaseConnection._thread_local.db
    return DatabaseConnection.get_connection()


def closed_after(work: Any) -> None:
    try:
        work(database())
    finally:
        from llm_consortium.db import DatabaseConnection

        DatabaseConnection._thread_local.db.conn.close()
        del DatabaseConnection._thread_local.db


def embedding_kept(db: Any) -> None:
    from llm_consortium.db import get_embeddings_for_run, save_response_embedding

    save_response_embedding(response_id="r", run_id="run", vector=[0.1, 0.2], model="m", embedding_model="e")
    assert db["response_embeddings"].get("r")["embedding_model"] == "e"
    assert np.allclose(get_embeddings_for_run("run"), [[0.1, 0.2]])


def clusters_kept(db: Any) -> None:
    from llm_consortium.db import save_cluster_metadata

    save_cluster_metadata(
        run_id="run", iteration=2, clusters=[{"cluster_id": 7, "centroid": [1.0], "radius": 0.4, "density": 3.5}]
    )
    (row,) = db["consensus_clusters"].rows
    assert (row["iteration"], row["cluster_id"], row["radius"], row["density"]) == (2, 7, 0.4, 3.5)


def older_table(db: Any) -> None:
    from llm_consortium.db import save_response_embedding

    db["response_embeddings"].insert({"response_id": "old", "run_id": "r", "model": "m", "embedding_json": "[0.0]"},
                                     pk="response_id")  # fmt: skip
    save_response_embedding(response_id="old", run_id="r", vector=[0.0], model="m", embedding_model="e")
    assert {"embedding_model", "created_at"} <= {column.name for column in db["response_embeddings"].columns}


def geometry() -> Any:
    from llm_consortium.geometry import GeometricConfidenceCalculator

    return GeometricConfidenceCalculator
