"""Make a language model of a megabyte with random weights, without a download.

    python make_gguf.py OUT.gguf [SEED]

A byte-level BPE of a few hundred tokens is trained on a paragraph; the network is a `llama` of two blocks whose weights
are drawn at random. Channel 0 of its residual stream is held constant (no block writes to it), so column 0 of the last
matrix acts as a bias for each token. It is set to the logarithm of the token's share in the paragraph: then random
weights speak words, end their turn, and close the strings of a JSON object. Two seeds make two models that differ.
"""

from __future__ import annotations

import sys
from collections import Counter
from itertools import pairwise
from pathlib import Path

import gguf
import numpy as np

WIDTH, BLOCKS, HEADS, INNER, CONTEXT = 128, 2, 4, 256, 16_384
MERGES = 320
STEADY = 16.0
"""What channel 0 holds, beside other channels of about 1."""
NOISE = 1.0
"""How far the network's own opinion moves a token's log-share."""
QUIET = 0.2
"""The part of that which moves the end of a turn."""
END, START = "<|im_end|>", "<|im_start|>"
CHATML = (
    "{% for message in messages %}<|im_start|>{{ message.role }}\n{{ message.content }}<|im_end|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)
PARAGRAPH = """
The load that a stone bridge can bear depends on the arch, on the stones and on the ground under its piers. One would
first measure the arch and look for cracks, then load the bridge step by step and watch how far it gives way. A survey
of the stones says how strong they are; a model says where the thrust line runs. "If the line stays within the arch",
wrote one engineer, "the bridge will stand", and others agree. Old records say what it has carried before. No single
test is enough: a careful answer compares several of them, names what is not known, and keeps a margin. The cost of a
test is small beside the cost of a fall. When two methods differ, the lower figure counts until the reason is found.
"""


def byte_letters() -> dict[int, str]:
    """A printable letter for each byte, as byte-level BPE writes them."""
    plain = [*range(33, 127), *range(161, 173), *range(174, 256)]
    letters = {byte: chr(byte) for byte in plain}
    letters.update({byte: chr(256 + at) for at, byte in enumerate(b for b in range(256) if b not in letters)})
    return letters


def trained(text: str, merges: int) -> tuple[list[tuple[str, str]], Counter[str]]:
    """The merges of a byte-level BPE in order, and how often each token then occurs."""
    letters = byte_letters()
    words = Counter(f" {word}" for word in text.split())
    split = {word: [letters[byte] for byte in word.encode()] for word in words}
    found: list[tuple[str, str]] = []
    for _ in range(merges):
        pairs: Counter[tuple[str, str]] = Counter()
        for word, parts in split.items():
            for pair in pairwise(parts):
                pairs[pair] += words[word]
        if not pairs:
            break
        best = min(pairs, key=lambda pair: (-pairs[pair], pair))
        found.append(best)
        for word, parts in split.items():
            at = 0
            while at < len(parts) - 1:
                if (parts[at], parts[at + 1]) == best:
                    parts[at : at + 2] = ["".join(best)]
                at += 1
            split[word] = parts
    shares: Counter[str] = Counter()
    for word, parts in split.items():
        for part in parts:
            shares[part] += words[word]
    return found, shares


def biases(tokens: list[str], shares: Counter[str]) -> np.ndarray:
    """The logarithm of each token's share."""
    total = sum(shares.values())
    space = byte_letters()[32]
    share = np.full(len(tokens), 1e-5)
    for at, token in enumerate(tokens):
        if token in shares:
            share[at] = shares[token] / total
        if not token.strip(space + "ĊĉčĠ"):
            share[at] = 1e-7  # white space alone goes on for ever
    for at, token in enumerate(tokens):
        if "true".startswith(token):
            share[at] = 1e-6  # these models seldom say yes: a ballot asks whether they abstain
        elif "false".startswith(token):
            share[at] = max(share[at], 2e-3)
    share[tokens.index('"')] = 0.04
    share[tokens.index(END)] = 0.03  # less is often passed over by a sampler
    share[tokens.index(START)] = 1e-9
    return np.asarray(np.log(share))


def make_gguf(path: Path, seed: int, context: int = CONTEXT) -> None:
    """Writes the model of this seed, made to read and write so many tokens."""
    merges, shares = trained(PARAGRAPH, MERGES)
    tokens = [*byte_letters().values(), *("".join(pair) for pair in merges), END, START]
    tokens = list(dict.fromkeys(tokens))
    drawn = np.random.default_rng(seed)

    def matrix(rows: int, columns: int, scale: float, *, steady: bool = False) -> np.ndarray:
        values = drawn.normal(0.0, scale / np.sqrt(columns), (rows, columns))
        if steady:
            values[0] = 0.0  # nothing is added to channel 0
        return np.asarray(values.astype(np.float16))

    embedding = drawn.normal(0.0, 1.0, (len(tokens), WIDTH))
    embedding[:, 0] = STEADY
    # After the last normalisation channel 0 holds about this much.
    scale = STEADY / np.sqrt((STEADY**2 + WIDTH - 1) / WIDTH)
    output = drawn.normal(0.0, NOISE / np.sqrt(WIDTH), (len(tokens), WIDTH))
    output[tokens.index(END)] *= QUIET  # else one of some seeds never ends its turn
    output[:, 0] = biases(tokens, shares) / scale

    writer = gguf.GGUFWriter(str(path), "llama")
    writer.add_name(f"random-{seed}")
    writer.add_context_length(context)
    writer.add_embedding_length(WIDTH)
    writer.add_block_count(BLOCKS)
    writer.add_feed_forward_length(INNER)
    writer.add_head_count(HEADS)
    writer.add_head_count_kv(HEADS)
    writer.add_rope_dimension_count(WIDTH // HEADS)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_vocab_size(len(tokens))
    writer.add_file_type(gguf.LlamaFileType.MOSTLY_F16)
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre("gpt-2")
    writer.add_token_list(tokens)
    kinds = [gguf.TokenType.CONTROL if token in (END, START) else gguf.TokenType.NORMAL for token in tokens]
    writer.add_token_types(kinds)
    writer.add_token_merges([" ".join(pair) for pair in merges])
    writer.add_eos_token_id(tokens.index(END))
    writer.add_bos_token_id(tokens.index(START))
    writer.add_add_bos_token(False)
    writer.add_chat_template(CHATML)

    ones = np.ones(WIDTH, dtype=np.float32)
    writer.add_tensor("token_embd.weight", embedding.astype(np.float16))
    writer.add_tensor("output.weight", output.astype(np.float16))
    writer.add_tensor("output_norm.weight", ones)
    for block in range(BLOCKS):
        name = f"blk.{block}."
        writer.add_tensor(name + "attn_norm.weight", ones)
        writer.add_tensor(name + "ffn_norm.weight", ones)
        for part in ("q", "k", "v"):
            writer.add_tensor(name + f"attn_{part}.weight", matrix(WIDTH, WIDTH, 1.0))
        writer.add_tensor(name + "attn_output.weight", matrix(WIDTH, WIDTH, 1.0, steady=True))
        writer.add_tensor(name + "ffn_gate.weight", matrix(INNER, WIDTH, 1.0))
        writer.add_tensor(name + "ffn_up.weight", matrix(INNER, WIDTH, 1.0))
        writer.add_tensor(name + "ffn_down.weight", matrix(WIDTH, INNER, 1.0, steady=True))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


if __name__ == "__main__":
    make_gguf(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1)
