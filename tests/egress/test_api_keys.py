"""Test that keys are stored for their owner and origin only, and appear in no text."""

from __future__ import annotations

import base64
import os
import pickle
import stat
import urllib.parse
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.egress.api_keys import MASK, KeyRing, Secret, assignments_in, is_private, scrub
from moot.errors import BadInput, BadSetting

TEXT = "sk-or-v1-canary/+=0123456789abcdef"
HERE = "https://api.example.com"


def test_a_secret_shows_a_mask() -> None:
    secret = Secret(TEXT)
    for shown in (str(secret), repr(secret), f"{secret}", f"{secret:>80}", f"{[secret]}", f"{secret!s}"):
        assert "canary" not in shown
    with pytest.raises(TypeError):
        pickle.dumps(secret)


@pytest.mark.parametrize("text", ["", " ", "a b", "key\nX-Evil: 1", "kéy", "a\x00b", "x" * 5000])
def test_what_cannot_be_a_key_is_refused_without_repeating_it(text: str) -> None:
    with pytest.raises(BadInput) as caught:
        Secret(text)
    assert not text.strip() or text not in str(caught.value)


def test_scrubbing_takes_out_every_form() -> None:
    secret = Secret(TEXT)
    forms = [
        TEXT,
        urllib.parse.quote(TEXT, safe=""),
        urllib.parse.quote(TEXT),
        TEXT[:12],
        TEXT[:-3],
        base64.b64encode(TEXT.encode()).decode(),
        base64.urlsafe_b64encode(TEXT.encode()).decode(),
        base64.b64encode(b"user:" + TEXT.encode()).decode(),
        base64.b64encode(b"Bearer " + TEXT.encode() + b" and more").decode(),
        TEXT + TEXT,
    ]
    for form in forms:
        clean = scrub(f"before {form} after")
        assert MASK in clean, form
        assert form[5:17] not in clean, form
        assert clean.startswith("before ")
        assert clean.endswith(" after")
    del secret


@given(st.text(max_size=60), st.text(max_size=60), st.integers(12, len(TEXT)))
def test_no_prefix_survives_anywhere(before: str, after: str, size: int) -> None:
    secret = Secret(TEXT)
    assert TEXT[:12] not in scrub(before + TEXT[:size] + after)
    del secret


def test_of_keys_that_begin_alike_each_is_taken_out_whole() -> None:
    """Keys of one service share their first letters."""
    begun = "sk-or-v1-project-"
    secrets = [Secret(f"{begun}{tail}") for tail in ("1111aaaa2222bbbb", "3333cccc4444dddd", "5555eeee6666ffff")]
    for secret in secrets:
        assert scrub(f"before {secret.reveal()} after") == f"before {MASK} after"


def test_short_dummies_are_words() -> None:
    secret = Secret("ollama")
    assert scrub("ask ollama again") == "ask ollama again"
    del secret


def test_a_stored_key_is_private_and_bound_to_its_origin(tmp_path: Path) -> None:
    file = tmp_path / "home" / "keys.toml"
    old = os.umask(0)
    try:
        ring = KeyRing(file, {})
        ring.put("x", HERE, TEXT)
    finally:
        os.umask(old)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert is_private(file)
    found = ring.key_for("x", HERE, ())
    assert found is not None
    assert found.reveal() == TEXT
    assert ring.key_for("x", "https://evil.example.com", ()) is None
    assert ring.key_for("x", "http://api.example.com", ()) is None
    assert ring.key_for("x", HERE + ":8443", ()) is None
    assert list(file.parent.iterdir()) == [file]
    assert ring.remove("x")
    assert not ring.remove("x")
    assert ring.key_for("x", HERE, ()) is None


def test_a_link_in_its_place_is_replaced_not_followed(tmp_path: Path) -> None:
    elsewhere, file = tmp_path / "elsewhere", tmp_path / "keys.toml"
    elsewhere.write_text("")
    file.symlink_to(elsewhere)
    KeyRing(file, {}).put("x", HERE, TEXT)
    assert elsewhere.read_text() == ""
    assert not file.is_symlink()


@pytest.mark.parametrize("name", ['a"b', "a\nb", "a.b", "a = 1", "]\n[b", "ü", "a\x7fb", "a\\"])
def test_no_name_can_become_a_second_line(tmp_path: Path, name: str) -> None:
    ring = KeyRing(tmp_path / "keys.toml", {})
    ring.put(name, HERE, TEXT)
    ring.put("other", HERE, TEXT)
    assert set(ring.names()) == {name, "other"}


def test_the_first_variable_that_is_set_counts() -> None:
    ring = KeyRing(None, {"A_API_KEY": " ", "B_API_KEY": TEXT})
    found = ring.key_for("x", HERE, ("A_API_KEY", "B_API_KEY"))
    assert found is not None
    assert found is ring.key_for("x", HERE, ("B_API_KEY",))
    with pytest.raises(BadInput):
        ring.put("x", HERE, TEXT)


@pytest.mark.parametrize(
    "text",
    [
        f'[x]\nkey = "{TEXT}"\norigin = ',
        f'[x]\nkey = "{TEXT}"',
        "x = 1",
        f'[x]\nkey = "{TEXT}"\norigin = "o"\nmore = 1',
        "\xff",
    ],
)
def test_a_broken_file_is_named_and_not_quoted(tmp_path: Path, text: str) -> None:
    file = tmp_path / "keys.toml"
    file.write_text(text, encoding="latin-1")
    with pytest.raises(BadSetting, match=r"keys\.toml") as caught:
        KeyRing(file, {}).names()
    assert TEXT not in str(caught.value)


def test_reading_a_dot_env_file() -> None:
    good = f"# comment\nexport A_KEY='{TEXT}'\nB_KEY = \"{TEXT}\" # note\nC_KEY={TEXT} # note\n"
    text = good + "not a line\nD-KEY=x\nE_KEY=\nF=a b\n"
    found = {each.name: each.value.reveal() for each in assignments_in(text)}
    assert found == {"A_KEY": TEXT, "B_KEY": TEXT, "C_KEY": TEXT}
