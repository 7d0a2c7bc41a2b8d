"""Test that a model's file is parsed, and a hostile one is refused with little read and stored."""

from __future__ import annotations

import random
import struct
import tracemalloc
from contextlib import suppress
from pathlib import Path

import gguf
import pytest

from extensions.local.headers import LLAMA, head, text
from extensions.local.weights.make_gguf import CONTEXT, make_gguf
from moot.extensions.local.gguf_header import BadModelFile, header_of
from moot.library.model_memory import BESIDE, free_memory, memory_of


def written(folder: Path, data: bytes) -> Path:
    file = folder / "model.gguf"
    file.write_bytes(data)
    return file


def test_a_real_file_says_what_it_is(tmp_path: Path) -> None:
    make_gguf(tmp_path / "random.gguf", 1)
    found = header_of(tmp_path / "random.gguf")
    assert (found.architecture, found.name) == ("llama", "random-1")
    assert (found.context, found.bytes) == (CONTEXT, (tmp_path / "random.gguf").stat().st_size)
    assert found.template.startswith("{% for message in messages %}")
    theirs = gguf.GGUFReader(tmp_path / "random.gguf")
    assert found.tokens == len(theirs.fields["tokenizer.ggml.tokens"].data)
    assert found.key_values == 2 * 4 * (32 + 32)  # layers, heads, keys and values of a head


def test_what_it_needs_in_memory_follows_from_its_header(tmp_path: Path) -> None:
    found = header_of(written(tmp_path, head(LLAMA)))
    assert found.key_values == 2 * 4 * 16
    assert memory_of(found.bytes, found.key_values, 1000) == found.bytes + 1000 * 128 * 2 + BESIDE
    free = free_memory()
    assert free is None or free > 0


HUGE = 10**18
LIES = {
    "nothing": (b"", "is no GGUF file: it holds nothing"),
    "page": (b"<html>404", "it holds a web page"),
    "pointer": (b"version https://git-lfs.github.com/spec/v1", "a Git LFS pointer"),
    "others": (b"PK\3\4" + bytes(100), "other data"),
    "cut-at-once": (b"GGUF\3\0", "ends in the middle of its header"),
    "version-1": (head(LLAMA, version=1), "GGUF version 1"),
    "version-9": (head(LLAMA, version=9), "GGUF version 9"),
    "big-endian": (b"GGUF" + struct.pack(">IQQ", 3, 0, 0), "big-endian"),
    "big-endian-1": (b"GGUF" + struct.pack(">III", 1, 0, 0), "is GGUF version 16777216"),
    "entries": (b"GGUF" + struct.pack("<IQQ", 3, 0, HUGE), "1,000,000,000,000,000,000 entries"),
    "key": (b"GGUF" + struct.pack("<IQQ", 3, 0, 1) + struct.pack("<Q", HUGE) + bytes(99), "bytes in a text, which"),
    "words": (b"GGUF" + struct.pack("<IQQ", 3, 0, 1) + text("k") + struct.pack("<IIQ", 9, 8, HUGE), "texts, which"),
    "numbers": (b"GGUF" + struct.pack("<IQQ", 3, 0, 1) + text("k") + struct.pack("<IIQ", 9, 6, HUGE), "in the middle"),
    "nested": (b"GGUF" + struct.pack("<IQQ", 3, 0, 1) + text("k") + struct.pack("<IIQ", 9, 9, 1), "of an unknown"),
    "kind": (b"GGUF" + struct.pack("<IQQ", 3, 0, 1) + text("k") + struct.pack("<I", 77), "an unknown kind (77)"),
    "no-kind": (head({"general.name": "x"}), "does not say what kind of network"),
    "part": (head({**LLAMA, "split.count": 3}), "is one of 3 parts"),
}  # fmt: skip


@pytest.mark.parametrize("lie", LIES)
def test_a_file_that_lies_is_refused_with_a_sentence(tmp_path: Path, lie: str) -> None:
    data, says = LIES[lie]
    file = written(tmp_path, data)
    with file.open("ab") as grown:  # lengths are believed up to the file's own: a hole of 64 GB makes them long
        grown.truncate(len(data) if lie == "nothing" or "cut" in lie else 1 << 36)
    tracemalloc.start()
    with pytest.raises(BadModelFile) as refused:
        header_of(file)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert says in refused.value.message or "which cannot be" in refused.value.message
    assert refused.value.message.startswith("model.gguf ")
    assert refused.value.message.endswith(".")
    assert "moot models pull" in refused.value.remedy
    assert peak < 4_000_000


def test_no_spoiled_byte_ends_in_anything_but_a_sentence(tmp_path: Path) -> None:
    drawn, whole = random.Random(7), head(LLAMA) + bytes(600)
    for _ in range(400):
        data = bytearray(whole)
        for _ in range(drawn.randint(1, 4)):
            data[drawn.randrange(4, len(data))] = drawn.choice((0, 1, 255, drawn.randrange(256)))
        with suppress(BadModelFile):
            header_of(written(tmp_path, bytes(data)))


def test_words_of_a_file_are_fit_to_be_shown(tmp_path: Path) -> None:
    found = header_of(written(tmp_path, head({**LLAMA, "general.name": "x\x1b[2J\n" + "y" * 5000})))
    assert found.name.isprintable()
    assert len(found.name) <= 120
