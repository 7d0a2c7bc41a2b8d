"""Does a model that runs at home cost nothing, unless somebody says otherwise?"""

from __future__ import annotations

from pathlib import Path

import pytest

from moot.providers.directory import Directory
from moot.providers.models.prices import LOCAL


def directory(home: Path, row: str) -> Directory:
    home.mkdir(exist_ok=True)
    (home / "endpoints.toml").write_text(f"[mine]\n{row}\n", "utf-8")
    return Directory(home, {})


@pytest.mark.parametrize(
    "row",
    [
        'url = "http://127.0.0.1:9999/v1"\nprivate = true',
        'url = "http://192.168.1.20:8000/v1"\nprivate = true',
        'url = "https://gpu.lan:8443/v1"\nprivate = true',
        'url = "https://models.example.org/v1"\nprivate = true',
    ],
)
def test_a_local_address_is_free(tmp_path: Path, row: str) -> None:
    assert directory(tmp_path, row).price_of("mine/llama3") == LOCAL


@pytest.mark.parametrize(
    "row",
    [
        'url = "https://models.example.org/v1"',
        'url = "http://127.0.0.1:9999/v1"\nprivate = true\nprice = "unknown"',
        'url = "http://127.0.0.1:9999/v1"\nprivate = true\nmoot = true',
    ],
)
def test_others_are_unknown(tmp_path: Path, row: str) -> None:
    """A council behind a local address pays for its calls all the same."""
    assert directory(tmp_path, row).price_of("mine/llama3") is None


def test_a_price_that_is_stated_stands(tmp_path: Path) -> None:
    row = 'url = "http://127.0.0.1:9999/v1"\nprivate = true\nprice = { input = 1.0, output = 2.0 }'
    price = directory(tmp_path, row).price_of("mine/llama3")
    assert price is not None
    assert (price.input, price.output, price.source) == (1000, 2000, "row")
    known = directory(tmp_path / "other", 'url = "http://127.0.0.1:9009/v1"\nprivate = true\nprice = "openai"')
    price = known.price_of("mine/gpt-4o")
    assert price is not None
    assert price.output > 0
