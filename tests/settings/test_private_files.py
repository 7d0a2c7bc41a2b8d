"""Test that a file with keys is on the disk before it replaces the old one."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from moot.settings.tomlfile import write_private


def test_the_words_and_then_the_name_are_made_to_last(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    sync, replace = os.fsync, os.replace

    def fsync(handle: int) -> None:
        done.append("folder" if os.path.isdir(f"/proc/self/fd/{handle}") else "words")
        sync(handle)

    def replaced(source: Path, target: Path) -> None:
        done.append("name")
        replace(source, target)

    monkeypatch.setattr(os, "fsync", fsync)
    monkeypatch.setattr(os, "replace", replaced)
    write_private(tmp_path / "keys.toml", "[a]\n")
    assert done[:2] == ["words", "name"]
    if os.path.isdir("/proc/self/fd"):
        assert done == ["words", "name", "folder"]
