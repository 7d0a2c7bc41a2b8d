"""Run a sentence model of the BERT family: its forward pass in numpy, without torch or a GPU.

Follows Devlin et al. 2018: embeddings, layers of attention and a two-step network, each added to its input and
normalised. `tests/providers/embedding/test_minilm.py` compares it with an independent computation.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt

import numpy as np
from msgspec import Struct
from numpy import float32
from numpy.typing import NDArray

from moot.errors import CallFailed

Table = NDArray[float32]


class BertConfig(Struct, frozen=True, kw_only=True):
    """Fields of a model's `config.json`; others are ignored."""

    num_hidden_layers: int
    """Number of layers."""
    num_attention_heads: int
    """Heads per layer."""
    hidden_size: int
    """Width."""
    max_position_embeddings: int = 512
    """Most tokens at once."""
    layer_norm_eps: float = 1e-12
    """Prevents a division by zero."""
    hidden_act: str = "gelu"
    """Activation between the two steps; only `gelu` is supported."""
    model_type: str = "bert"
    """Model family; only `bert` is supported."""
    position_embedding_type: str = "absolute"
    """Position encoding; only `absolute` is supported."""

    def trouble(self) -> str:
        """Return why the model cannot be run here; empty when it can."""
        if self.model_type != "bert" or self.position_embedding_type != "absolute" or self.hidden_act != "gelu":
            return f"a {self.model_type} model with {self.hidden_act} and {self.position_embedding_type} places"
        if self.num_attention_heads < 1 or self.hidden_size % self.num_attention_heads:
            return f"{self.num_attention_heads} heads for a width of {self.hidden_size}"
        return ""


class Bert:
    """A model's weights, and its forward pass."""

    def __init__(self, shape: BertConfig, weights: Mapping[str, NDArray[np.generic]]) -> None:
        self._shape = shape
        prefix = "bert." if any(name.startswith("bert.") for name in weights) else ""
        self._weights = {
            name.removeprefix(prefix): np.ascontiguousarray(value, dtype=float32) for name, value in weights.items()
        }
        missing = [name for name in _names(shape) if name not in self._weights]
        if missing:
            raise CallFailed("error", f"The model's weights lack {missing[0]!r}.", error="unsupported")

    def tokens(self, ids: Sequence[int]) -> Table:
        """Return a vector for each token of one text."""
        weight = self._weights
        words = weight["embeddings.word_embeddings.weight"][np.asarray(ids)]
        places = weight["embeddings.position_embeddings.weight"][: len(ids)]
        state = self._normal(words + places + weight["embeddings.token_type_embeddings.weight"][0], "embeddings.")
        for number in range(self._shape.num_hidden_layers):
            layer = f"encoder.layer.{number}."
            heard = self._linear(self._attention(state, layer + "attention.self."), layer + "attention.output.dense.")
            state = self._normal(state + heard, layer + "attention.output.")
            wide = gelu(self._linear(state, layer + "intermediate.dense."))
            state = self._normal(state + self._linear(wide, layer + "output.dense."), layer + "output.")
        return state

    def _attention(self, state: Table, name: str) -> Table:
        heads, width = self._shape.num_attention_heads, self._shape.hidden_size // self._shape.num_attention_heads

        def split(part: str) -> Table:
            return self._linear(state, f"{name}{part}.").reshape(len(state), heads, width).transpose(1, 0, 2)

        scores = split("query") @ split("key").transpose(0, 2, 1) / float32(sqrt(width))
        scores = np.exp(scores - scores.max(axis=-1, keepdims=True))
        shares = scores / scores.sum(axis=-1, keepdims=True)
        joined: Table = (shares @ split("value")).transpose(1, 0, 2).reshape(len(state), heads * width)
        return joined

    def _linear(self, state: Table, name: str) -> Table:
        done: Table = state @ self._weights[name + "weight"].T + self._weights[name + "bias"]
        return done

    def _normal(self, state: Table, name: str) -> Table:
        centred = state - state.mean(axis=-1, keepdims=True)
        spread = np.sqrt((centred**2).mean(axis=-1, keepdims=True) + float32(self._shape.layer_norm_eps))
        done: Table = centred / spread * self._weights[name + "LayerNorm.weight"]
        return done + self._weights[name + "LayerNorm.bias"]


def gelu(values: Table) -> Table:
    """Multiply each value by the normal distribution's share below it; erf by Abramowitz and Stegun 7.1.26 (1.5e-7)."""
    scaled = np.abs(values) / float32(sqrt(2))
    step = 1 / (1 + 0.3275911 * scaled)
    series = step * (
        0.254829592 + step * (-0.284496736 + step * (1.421413741 + step * (-1.453152027 + step * 1.061405429)))
    )
    erf = np.sign(values) * (1 - series * np.exp(-(scaled**2)))
    done: Table = (values * 0.5 * (1 + erf)).astype(float32)
    return done


def _names(shape: BertConfig) -> list[str]:
    """Return the names of all required weights."""
    dense = [
        "attention.self.query",
        "attention.self.key",
        "attention.self.value",
        "attention.output.dense",
        "attention.output.LayerNorm",
        "intermediate.dense",
        "output.dense",
        "output.LayerNorm",
    ]
    parts = [f"encoder.layer.{number}.{name}" for number in range(shape.num_hidden_layers) for name in dense]
    ends = [f"{part}.{end}" for part in ["embeddings.LayerNorm", *parts] for end in ("weight", "bias")]
    tables = [f"embeddings.{name}_embeddings.weight" for name in ("word", "position", "token_type")]
    return [*tables, *ends]
