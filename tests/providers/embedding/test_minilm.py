"""Test that the forward pass computes what a BERT computes: tiny random models, against plain loops of Python, and the
whole way from a folder to vectors.
"""

from __future__ import annotations

import json
from math import erf, exp, sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from safetensors.numpy import save_file
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers

from moot.providers.call_outcome import hear
from moot.providers.directory import Directory
from moot.providers.embedding.minilm import Bert, BertConfig, LocalEmbedder, SentenceModel
from moot.providers.provider import Call
from moot.vocabulary.seats import Seat
from moot.vocabulary.vectors import unpacked

WORDS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "two", "and", "is", "four", "ship", "##s", "##ping", "sea", "on", "the"]
CONFIG = {
    "model_type": "bert", "num_hidden_layers": 2, "num_attention_heads": 2, "hidden_size": 8,
    "intermediate_size": 12, "max_position_embeddings": 16, "layer_norm_eps": 1e-12, "hidden_act": "gelu",
    "vocab_size": len(WORDS), "architectures": ["BertModel"],
}  # fmt: skip
Rows = list[list[float]]


def weights(seed: int = 3) -> dict[str, Any]:
    drawn = np.random.default_rng(seed)

    def table(*shape: int) -> Any:
        return drawn.normal(scale=0.7, size=shape).astype(np.float32)

    made = {
        "embeddings.word_embeddings.weight": table(len(WORDS), 8),
        "embeddings.position_embeddings.weight": table(16, 8),
        "embeddings.token_type_embeddings.weight": table(2, 8),
        "embeddings.LayerNorm.weight": table(8),
        "embeddings.LayerNorm.bias": table(8),
    }
    for layer in (0, 1):
        sizes = {"attention.self.query": (8, 8), "attention.self.key": (8, 8), "attention.self.value": (8, 8)}
        sizes |= {"attention.output.dense": (8, 8), "intermediate.dense": (12, 8), "output.dense": (8, 12)}
        for name, (out, into) in sizes.items():
            made[f"encoder.layer.{layer}.{name}.weight"] = table(out, into)
            made[f"encoder.layer.{layer}.{name}.bias"] = table(out)
        for name in ("attention.output.LayerNorm", "output.LayerNorm"):
            made[f"encoder.layer.{layer}.{name}.weight"] = table(8)
            made[f"encoder.layer.{layer}.{name}.bias"] = table(8)
    return made


def by_hand(weight: dict[str, Any], ids: list[int]) -> Rows:
    """The same in double precision, number by number."""
    w = {name: value.astype(float).tolist() for name, value in weight.items()}

    def linear(row: list[float], name: str) -> list[float]:
        matrix, bias = w[name + ".weight"], w[name + ".bias"]
        return [
            sum(a * b for a, b in zip(line, row, strict=True)) + add for line, add in zip(matrix, bias, strict=True)
        ]

    def normal(row: list[float], name: str) -> list[float]:
        mean = sum(row) / len(row)
        spread = sqrt(sum((x - mean) ** 2 for x in row) / len(row) + 1e-12)
        scale, shift = w[name + ".LayerNorm.weight"], w[name + ".LayerNorm.bias"]
        return [(x - mean) / spread * s + b for x, s, b in zip(row, scale, shift, strict=True)]

    def add(one: Rows, other: Rows) -> Rows:
        return [[a + b for a, b in zip(x, y, strict=True)] for x, y in zip(one, other, strict=True)]

    e = "embeddings."
    state = [
        normal(
            [
                w[e + "word_embeddings.weight"][token][i]
                + w[e + "position_embeddings.weight"][place][i]
                + w[e + "token_type_embeddings.weight"][0][i]
                for i in range(8)
            ],
            "embeddings",
        )
        for place, token in enumerate(ids)
    ]
    for layer in (0, 1):
        n = f"encoder.layer.{layer}."
        asked, keys, values = (
            [linear(row, f"{n}attention.self.{part}") for row in state] for part in ("query", "key", "value")
        )
        heard: Rows = []
        for at in range(len(ids)):
            joined: list[float] = []
            for head in (range(0, 4), range(4, 8)):
                scores = [exp(sum(asked[at][i] * keys[to][i] for i in head) / 2.0) for to in range(len(ids))]
                total = sum(scores)
                joined += [sum(score / total * values[to][i] for to, score in enumerate(scores)) for i in head]
            heard.append(linear(joined, n + "attention.output.dense"))
        state = [normal(row, n + "attention.output") for row in add(state, heard)]
        wide = [linear(row, n + "intermediate.dense") for row in state]
        bent = [[x * 0.5 * (1 + erf(x / sqrt(2))) for x in row] for row in wide]
        state = [normal(row, n + "output") for row in add(state, [linear(row, n + "output.dense") for row in bent])]
    return state


@pytest.mark.parametrize("ids", [[2, 4, 5, 4, 6, 7, 3], [2, 3], [2, 8, 9, 3], [*range(14), 2, 3]])
def test_the_forward_pass_is_that_of_a_bert(ids: list[int]) -> None:
    shape = BertConfig(num_hidden_layers=2, num_attention_heads=2, hidden_size=8, max_position_embeddings=16)
    found = Bert(shape, weights()).tokens(ids)
    assert found == pytest.approx(np.array(by_hand(weights(), ids)), abs=2e-4)
    prefixed = {f"bert.{name}": value for name, value in weights().items()}
    assert (Bert(shape, prefixed).tokens(ids) == found).all()


def model_in(folder: Path, **config: Any) -> Path:
    folder.mkdir(parents=True)
    (folder / "config.json").write_text(json.dumps({**CONFIG, **config}))
    tokenizer = Tokenizer(models.WordPiece({word: place for place, word in enumerate(WORDS)}, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer()
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.enable_truncation(4)  # as published files have it, though the model takes more
    tokenizer.enable_padding(length=12)
    tokenizer.save(str(folder / "tokenizer.json"))
    save_file(weights(), folder / "model.safetensors")
    return folder


def pooled(states: Rows) -> list[float]:
    mean = [sum(column) / len(states) for column in zip(*states, strict=True)]
    length = sqrt(sum(x * x for x in mean))
    return [x / length for x in mean]


def test_a_text_is_the_mean_of_its_tokens(tmp_path: Path) -> None:
    model = SentenceModel(model_in(tmp_path / "tiny"))
    row, tokens = model.measure("Two and two is FOUR ships")
    ids = [2, 4, 5, 4, 6, 7, 8, 9, 3]
    assert tokens == len(ids)
    assert row == pytest.approx(pooled(by_hand(weights(), ids)), abs=1e-4)


def test_a_long_text_is_heard_to_its_end(tmp_path: Path) -> None:
    model = SentenceModel(model_in(tmp_path / "tiny"))
    words = "two and two is four on the sea " * 4
    ids = [4, 5, 4, 6, 7, 12, 13, 11] * 4
    states: Rows = []
    for at in range(0, len(ids), 14):
        states += by_hand(weights(), [2, *ids[at : at + 14], 3])
    assert model.measure(words)[0] == pytest.approx(pooled(states), abs=1e-4)
    assert model.measure(words + "shipping")[0] != model.measure(words)[0]


def asking(model: str, *texts: str) -> Call:
    return Call(id="1", key="r/embedder", seat=Seat(id="embedder", model=model), messages=(), texts=texts, max_output=0)


async def test_from_a_folder_of_this_installation(tmp_path: Path) -> None:
    model_in(tmp_path / "embedders" / "tiny")
    (tmp_path / "embedders" / "half").mkdir()
    directory = Directory(tmp_path, {})
    assert await directory.models("minilm") == ["minilm/tiny"]
    assert directory.measures("minilm/tiny") is True
    reply = await hear(directory.provider_for("minilm/tiny"), asking("minilm/tiny", "two and", "the sea", ""))
    assert (reply.settled, reply.text, reply.cost) == ("ok", "3 texts measured in 8 dimensions", None)
    assert unpacked(reply.vectors, 3)[0] == pytest.approx(pooled(by_hand(weights(), [2, 4, 5, 3])), abs=1e-4)
    assert reply.usage.input == 4 + 4 + 2
    await directory.close()


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("../../etc", "not the name"),
        ("..", "not the name"),
        ("absent", "no sentence model 'absent'"),
        ("pytest", "no sentence model 'pytest'"),
    ],
)
async def test_what_is_not_there(tmp_path: Path, name: str, why: str) -> None:
    reply = await hear(LocalEmbedder(tmp_path), asking(f"minilm/{name}", "two"))
    assert (reply.settled, reply.error) == ("error", "not_found")
    assert why in reply.cause


@pytest.mark.parametrize(
    ("config", "why"),
    [
        ({"model_type": "xlm-roberta"}, "xlm-roberta"),
        ({"hidden_act": "relu"}, "relu"),
        ({"position_embedding_type": "relative_key"}, "relative_key"),
        ({"num_attention_heads": 3}, "3 heads"),
        ({"num_hidden_layers": 3}, "lack 'encoder.layer.2"),
        ({"hidden_size": "wide"}, "config.json of tiny"),
    ],
)
async def test_models_that_cannot_be_run_say_why(tmp_path: Path, config: dict[str, Any], why: str) -> None:
    model_in(tmp_path / "tiny", **config)
    reply = await hear(LocalEmbedder(tmp_path), asking("minilm/tiny", "two"))
    assert (reply.settled, reply.error) == ("error", "unsupported")
    assert why in reply.cause
