"""Test that foreign XML is parsed as a tree only: no entities, no files, limited depth."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest

from moot.providers.searchers.packaged import DEEPEST, BadXml, tree_of
from rig.growth import assert_linear_in


@pytest.mark.parametrize(
    "data",
    [
        b"", b" ", b"not xml", b"<a>", b"<a></b>", b"<a/><b/>", b"<a>\xff</a>", b"<a>&nbsp;</a>" + b"<", b"\x00",
        b'<?xml version="1.0" encoding="utf-99"?><a/>',
        b'<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>',
        b'<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>',
        b'<!DOCTYPE a [<!ENTITY % x SYSTEM "http://127.0.0.1:1/x.dtd">%x;]><a/>',
        b'<!DOCTYPE a [<!ATTLIST a b CDATA "c">]><a/>',
        b"<a>&undefined;</a>",
        b"<a>" * (DEEPEST + 1) + b"</a>" * (DEEPEST + 1),
    ],
)  # fmt: skip
def test_what_is_refused(data: bytes) -> None:
    with pytest.raises(BadXml):
        tree_of(data)


def test_a_file_is_never_read(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("canary")
    data = f'<!DOCTYPE a [<!ENTITY x SYSTEM "file://{secret}">]><a>&x;</a>'.encode()
    with pytest.raises(BadXml) as refused:
        tree_of(data)
    assert "canary" not in str(refused.value)


def test_billions_of_laughs_cost_nothing() -> None:
    lines = ['<!ENTITY a0 "lol">'] + [f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 12)]
    with pytest.raises(BadXml):
        tree_of(f"<!DOCTYPE z [{''.join(lines)}]><z>&a11;</z>".encode())


@pytest.mark.parametrize("piece", ["<a>", "<a b='c'/>", "<!--x-->", "<?p x?>", "&lt;", "x" * 50])
def test_size_costs_linear_time(piece: str) -> None:
    def read(text: str) -> None:
        with contextlib.suppress(BadXml):
            tree_of(b"<r>" + text.encode() + b"</r>")

    assert_linear_in(read, piece, 200_000)
