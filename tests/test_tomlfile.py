"""Is a text that would hold the TOML parser, or go deeper than it can, refused in a moment and in words?"""

from __future__ import annotations

import pytest

from moot.errors import BadSetting
from moot.tomlfile import MOST_PARTS, parsed


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
