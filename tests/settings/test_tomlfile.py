"""Test that text that would block the TOML parser, or nests too deep, is refused quickly with a message."""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from moot.egress import signing
from moot.egress.api_keys import KeyRing
from moot.errors import BadSetting, StorageFailed
from moot.server.admission import access
from moot.settings import change_setting
from moot.settings.tomlfile import MOST_PARTS, parsed, write_private


@pytest.mark.parametrize("key", ["a." * 30_000, "1 . " * 30_000, '"a".' * 20_000, "['b'." + "a." * 9_000])
def test_a_key_of_thousands_of_parts(key: str) -> None:
    with pytest.raises(BadSetting, match=f"shelf.toml has a key of more than {MOST_PARTS} parts"):
        parsed(f"{key}a = 1", "shelf.toml")


@pytest.mark.parametrize("value", ["[" * 30_000, "{a=" * 20_000])
def test_nesting_beyond_the_parser(value: str) -> None:
    with pytest.raises(BadSetting, match=r"shelf\.toml is not TOML"):
        parsed(f"a = {value}", "shelf.toml")


def test_what_people_write_is_read() -> None:
    assert parsed('[a.b."c.d"]\ntext = "1.2.3, e.g. example.org, v3.11.4"', "shelf.toml") == {
        "a": {"b": {"c.d": {"text": "1.2.3, e.g. example.org, v3.11.4"}}}
    }


def _full(*_: object) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


WRITERS: dict[str, Callable[[Path], object]] = {
    "a file of ours": lambda home: write_private(home / "file.toml", "new"),
    "keys": lambda home: KeyRing(home / "keys.toml", {}).put("here", "https://here.example", "a-secret-of-some-length"),
    "settings": lambda home: change_setting(home, "backups", "3"),
    "a signing key": signing.signer_made,
    "the server's token": access.token_at,
}


@pytest.mark.parametrize("name", WRITERS)
def test_on_a_full_disk_it_is_the_disk_that_is_told_of(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is left beside, and what was there stands."""
    (tmp_path / "file.toml").write_text("old")
    real = os.fdopen

    def fdopen(handle: int, *words: str, **more: str) -> object:
        file = real(handle, *words, **more)  # type: ignore[call-overload]
        file.write = _full
        return file

    monkeypatch.setattr(os, "fdopen", fdopen)
    with pytest.raises(StorageFailed, match=r"cannot be written.*No space left on device") as told:
        WRITERS[name](tmp_path)
    assert str(tmp_path) in told.value.remedy
    assert [each.name for each in tmp_path.iterdir()] == ["file.toml"]
    assert (tmp_path / "file.toml").read_text() == "old"


@pytest.mark.parametrize("wrong", [errno.EROFS, errno.EACCES, errno.ENOTDIR])
def test_where_nothing_can_be_made_the_reason_is_told(
    wrong: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object, **__: object) -> int:
        raise OSError(wrong, os.strerror(wrong))

    monkeypatch.setattr(os, "open", refused)
    for write in (WRITERS["a file of ours"], WRITERS["the server's token"]):
        with pytest.raises(StorageFailed, match=re.escape(os.strerror(wrong))):
            write(tmp_path / "home")
