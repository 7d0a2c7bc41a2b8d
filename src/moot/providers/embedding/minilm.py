"""Compute embeddings with a sentence model on this machine, as `minilm/NAME`, in numpy without torch.

NAME is a folder below `MOOT_HOME/embedders`, or an installed package that contains such a folder (installed without its
dependencies, which these models do not need here). The folder contains `config.json`, `tokenizer.json` and
`model.safetensors` of a BERT, like all-MiniLM-L6-v2. A text longer than the model's limit is processed in windows, and
all of it counts. Needs the extra `[embed]` (tokenizers, safetensors), loaded at the first text.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Mapping, Sequence
from importlib import metadata
from math import sqrt
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from msgspec import Struct
from numpy import float32
from numpy.typing import NDArray

from moot.egress.api_keys import Secret
from moot.errors import CallFailed
from moot.providers.endpoints import Endpoint
from moot.providers.provider import Call, CallReport, EmbeddingVectors, Piece, Provider, StreamEnd
from moot.vocabulary.statements import Usage

FILES = ("config.json", "tokenizer.json", "model.safetensors")
WINDOW = 256
"""Number of tokens read at once if the model states no limit: the window with which these models were trained."""
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")


class LocalEmbedder(Provider):
    """Computes embeddings with sentence models on this machine, without a service."""

    speaks = False
    measures = True

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._models: dict[str, SentenceModel] = {}
        self._turn = asyncio.Lock()

    async def stream(self, call: Call) -> AsyncIterator[Piece]:
        """Yield the embeddings of the call's texts."""
        name = call.seat.model.partition("/")[2]
        async with self._turn:  # one at a time: numpy already uses the whole machine
            if name not in self._models:
                self._models[name] = await asyncio.to_thread(SentenceModel, self._found(name))
            model, rows, tokens = self._models[name], [], 0
            for text in call.texts:
                row, read = await asyncio.to_thread(model.measure, text)
                rows.append(row)
                tokens += read
        yield EmbeddingVectors(tuple(rows))
        yield CallReport(usage=Usage(input=tokens, calls=1), model=name)
        yield StreamEnd("ok", "measured")

    async def models(self) -> list[str]:
        """Return the names of the complete models in the folder."""
        if self._folder is None or not self._folder.is_dir():
            return []
        return sorted(each.name for each in self._folder.iterdir() if _complete(each) and _NAME.fullmatch(each.name))

    def _found(self, name: str) -> Path:
        if not _NAME.fullmatch(name):
            raise CallFailed("error", f"{name[:60]!r} is not the name of a folder or a package.", error="not_found")
        if self._folder is not None and _complete(self._folder / name):
            return self._folder / name
        try:
            files = metadata.files(name) or []
        except metadata.PackageNotFoundError:
            files = []
        for file in files:
            if file.name == FILES[1] and _complete(folder := Path(str(file.locate())).parent):
                return folder
        where = self._folder / name if self._folder is not None else "MOOT_HOME/embedders"
        raise CallFailed(
            "error",
            f"There is no sentence model {name!r}: neither {where} nor an installed package of this name holds "
            f"{', '.join(FILES)}.",
            error="not_found",
        )


class SentenceModel:
    """A sentence model loaded from a folder: its tokenizer and weights, and how the vectors of a text's tokens become
    one vector."""

    def __init__(self, folder: Path) -> None:
        tokenizers, load_file = _extra()

        shape = _read(folder / FILES[0], BertConfig)
        if wrong := shape.trouble():
            raise CallFailed("error", f"{folder.name} is {wrong}, which cannot be run here.", error="unsupported")
        self._first_only = _first_only(folder)
        self._tokenizer = tokenizers.Tokenizer.from_file(str(folder / FILES[1]))
        self._tokenizer.no_truncation()
        self._tokenizer.no_padding()
        self._ends = [self._tokenizer.token_to_id("[CLS]"), self._tokenizer.token_to_id("[SEP]")]
        if None in self._ends:
            raise CallFailed("error", f"{folder.name} has no [CLS] and [SEP].", error="unsupported")
        self._window = min(_window(folder), shape.max_position_embeddings) - 2
        self._bert: Bert = Bert(shape, load_file(str(folder / FILES[2])))

    def measure(self, text: str) -> tuple[tuple[float, ...], int]:
        """Return the embedding of a text, normalised to length 1, and the number of tokens in the text.

        Depending on the model, the embedding is the mean of all tokens' vectors, or of the vectors of the first token
        in each window.
        """
        ids = self._tokenizer.encode(text, add_special_tokens=False).ids
        total, count = None, 0
        for at in range(0, max(1, len(ids)), self._window):
            state = self._bert.tokens([self._ends[0], *ids[at : at + self._window], self._ends[1]])
            taken = state[:1] if self._first_only else state
            summed = taken.sum(axis=0, dtype=np.float64)
            total = summed if total is None else total + summed
            count += len(taken)
        assert total is not None
        mean = total / count
        length = float(np.sqrt((mean**2).sum())) or 1.0
        return tuple((mean / length).tolist()), len(ids) + 2


class _PoolingConfig(msgspec.Struct, frozen=True):
    """Pooling options in `1_Pooling/config.json`."""

    pooling_mode_cls_token: bool = False
    """Whether to use the first token's vector."""
    pooling_mode_mean_tokens: bool = True
    """Whether to use the mean of all vectors."""


class _Sentence(msgspec.Struct, frozen=True):
    """Fields of `sentence_bert_config.json`."""

    max_seq_length: int = WINDOW
    """Maximum number of tokens read at once."""


def _first_only(folder: Path) -> bool:
    file = folder / "1_Pooling" / "config.json"
    pooling = _read(file, _PoolingConfig) if file.is_file() else _PoolingConfig()
    if not pooling.pooling_mode_mean_tokens and not pooling.pooling_mode_cls_token:
        raise CallFailed(
            "error", f"{folder.name} pools neither by the mean nor by the first token.", error="unsupported"
        )
    return not pooling.pooling_mode_mean_tokens


def _window(folder: Path) -> int:
    file = folder / "sentence_bert_config.json"
    return max(8, _read(file, _Sentence).max_seq_length) if file.is_file() else WINDOW


def _read(file: Path, kind: type[Any]) -> Any:
    try:
        return msgspec.json.decode(file.read_bytes(), type=kind)
    except (OSError, ValueError, msgspec.MsgspecError) as error:
        raise CallFailed("error", f"{file.name} of {file.parent.name}: {error}.", error="unsupported") from None


def _complete(folder: Path) -> bool:
    return all((folder / name).is_file() for name in FILES)


def _extra() -> tuple[Any, Any]:
    try:
        import tokenizers
        from safetensors.numpy import load_file
    except ImportError:
        raise CallFailed(
            "error", "Sentence models need two packages: pip install 'moot[embed]'.", error="unsupported"
        ) from None
    return tokenizers, load_file


def open_minilm(row: Endpoint, key: Secret | None, *, home: Path | None) -> LocalEmbedder:
    """Return a provider for the sentence models in Moot's home."""
    return LocalEmbedder(home / "embedders" if home is not None else None)


Table = NDArray[float32]


class BertConfig(Struct, frozen=True, kw_only=True):
    """The fields of a sentence model's `config.json` that are used here."""

    num_hidden_layers: int
    """Number of layers."""
    num_attention_heads: int
    """Number of attention heads per layer."""
    hidden_size: int
    """Number of values in each token's vector."""
    max_position_embeddings: int = 512
    """Maximum number of tokens that can be read at once."""
    layer_norm_eps: float = 1e-12
    """Small number in normalisations that prevents a division by zero."""
    hidden_act: str = "gelu"
    """Name of the activation function between the two steps; only `gelu` is supported."""
    model_type: str = "bert"
    """Model family; only `bert` is supported."""
    position_embedding_type: str = "absolute"
    """Position encoding; only `absolute` is supported."""

    def trouble(self) -> str:
        """Return why a model with this configuration cannot be run here; empty if it can."""
        if self.model_type != "bert" or self.position_embedding_type != "absolute" or self.hidden_act != "gelu":
            return f"a {self.model_type} model with {self.hidden_act} and {self.position_embedding_type} places"
        if self.num_attention_heads < 1 or self.hidden_size % self.num_attention_heads:
            return f"{self.num_attention_heads} heads for a width of {self.hidden_size}"
        return ""


class Bert:
    """The weights of a BERT model, with which numpy computes the vectors of a text's tokens."""

    def __init__(self, shape: BertConfig, weights: Mapping[str, NDArray[np.generic]]) -> None:
        self._shape = shape
        prefix = "bert." if any(name.startswith("bert.") for name in weights) else ""
        self._weights = {
            name.removeprefix(prefix): np.ascontiguousarray(value, dtype=float32) for name, value in weights.items()
        }
        try:
            self.tokens([0])
        except KeyError as missing:
            raise CallFailed("error", f"The model's weights lack {missing}.", error="unsupported") from None

    def tokens(self, ids: Sequence[int]) -> Table:
        """Return a vector for each token of a text, given as token ids."""
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
    """Apply the activation function GELU to each value: the value times the normal distribution function at it. erf is
    computed by Abramowitz and Stegun 7.1.26 (error 1.5e-7)."""
    scaled = np.abs(values) / float32(sqrt(2))
    step = 1 / (1 + 0.3275911 * scaled)
    series = step * (
        0.254829592 + step * (-0.284496736 + step * (1.421413741 + step * (-1.453152027 + step * 1.061405429)))
    )
    erf = np.sign(values) * (1 - series * np.exp(-(scaled**2)))
    done: Table = (values * 0.5 * (1 + erf)).astype(float32)
    return done
