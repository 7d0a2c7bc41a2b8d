"""Compute embeddings with a sentence model on this machine, as `minilm/NAME`, in numpy without torch.

NAME is a folder below `MOOT_HOME/embedders`, or an installed package that contains such a folder (installed without its
dependencies, which these models do not need here). The folder contains `config.json`, `tokenizer.json` and
`model.safetensors` of a BERT, like all-MiniLM-L6-v2. A text longer than the model's limit is processed in windows, and
all of it counts. Needs the extra `[embed]` (tokenizers, safetensors), loaded at the first text.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from moot.egress.api_keys import Secret
from moot.errors import CallFailed
from moot.providers.endpoints import Endpoint
from moot.providers.provider import Call, CallReport, EmbeddingVectors, Piece, Provider, StreamEnd
from moot.vocabulary.statements import Usage

if TYPE_CHECKING:
    from moot.providers.embedding.bert import Bert

FILES = ("config.json", "tokenizer.json", "model.safetensors")
WINDOW = 256
"""Most tokens at once if the model states no limit: the window these models were trained with."""
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")


class LocalEmbedder(Provider):
    """Embedder with sentence models on this machine."""

    speaks = False
    measures = True

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._models: dict[str, SentenceModel] = {}
        self._turn = asyncio.Lock()

    async def stream(self, call: Call) -> AsyncIterator[Piece]:
        """Yield the vectors of the call's texts."""
        name = call.seat.model.partition("/")[2]
        async with self._turn:  # one at a time: numpy already uses the whole machine
            if name not in self._models:
                self._models[name] = await asyncio.to_thread(SentenceModel, self._found(name))
            model, rows, tokens = self._models[name], [], 0
            for text in call.texts:
                measured = await asyncio.to_thread(model.measure, text)
                rows.append(measured.row)
                tokens += measured.tokens
        yield EmbeddingVectors(tuple(rows))
        yield CallReport(usage=Usage(input=tokens, calls=1), model=name)
        yield StreamEnd("ok", "measured")

    async def models(self) -> list[str]:
        """Return the names of the model folders."""
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


class MeasuredText(msgspec.Struct, frozen=True):
    """One text with its embedding."""

    row: tuple[float, ...]
    """The vector, of length 1."""
    tokens: int
    """Number of tokens."""


class SentenceModel:
    """A tokenizer, a model, and the pooling of token vectors into one."""

    def __init__(self, folder: Path) -> None:
        tokenizers, load_file = _extra()
        from moot.providers.embedding.bert import Bert, BertConfig

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

    def measure(self, text: str) -> MeasuredText:
        """Return the embedding of a text: the mean over its tokens' vectors, or over its windows' first ones."""
        import numpy as np

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
        return MeasuredText(tuple((mean / length).tolist()), len(ids) + 2)


class _PoolingConfig(msgspec.Struct, frozen=True):
    """Pooling options in `1_Pooling/config.json`."""

    pooling_mode_cls_token: bool = False
    """Whether to use the first token's vector."""
    pooling_mode_mean_tokens: bool = True
    """Whether to use the mean of all vectors."""


class _Sentence(msgspec.Struct, frozen=True):
    """Fields of `sentence_bert_config.json`."""

    max_seq_length: int = WINDOW
    """Most tokens at once."""


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
    """Open the sentence models of a home."""
    return LocalEmbedder(home / "embedders" if home is not None else None)
