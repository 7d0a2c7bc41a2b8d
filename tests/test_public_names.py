"""Test that the public names are sorted, exist, and import nothing heavy."""

from __future__ import annotations

import subprocess
import sys

import pytest

import moot

HEAVY = {
    "openai", "anthropic", "google", "mistralai", "pydantic_ai", "sqlalchemy", "fastapi", "sklearn", "xllamacpp",
    "numpy", "aiohttp", "alembic", "rich", "pydantic",
}  # fmt: skip


def test_the_list_is_sorted_and_true() -> None:
    assert moot.__all__ == sorted(moot.__all__)
    for name in moot.__all__:
        assert getattr(moot, name).__name__ == name or callable(getattr(moot, name))


@pytest.mark.parametrize("module", ["moot", "llm_consortium"])
def test_importing_moot_loads_next_to_nothing(module: str) -> None:
    code = f"import sys; import {module}; print('\\n'.join(sys.modules))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert not HEAVY & {name.partition(".")[0] for name in loaded}
