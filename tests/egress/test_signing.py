"""Test that a key is made once and kept private, and that a signature fits only its key and bytes."""

from __future__ import annotations

import base64
import os
import pickle
from pathlib import Path

import pytest

from moot.egress import signing
from moot.egress.signing import FILE, checked_public, known_signers, signature_holds, signer_in, signer_made
from moot.errors import BadInput, BadSetting, Conflict


def test_a_key_is_made_once_and_is_its_owners(tmp_path: Path) -> None:
    assert signer_in(tmp_path) is None
    made = signer_made(tmp_path)
    file = tmp_path / FILE
    assert file.stat().st_mode & 0o777 == 0o600
    before = file.read_bytes()
    with pytest.raises(Conflict, match="already"):
        signer_made(tmp_path)
    assert file.read_bytes() == before
    again = signer_in(tmp_path)
    assert again is not None
    assert again.public == made.public
    assert before.decode().strip().removeprefix("ed25519:") not in f"{made!r}{vars(made)}"
    with pytest.raises(TypeError):
        pickle.dumps(made)


def test_a_signature_is_good_for_its_key_and_its_bytes(tmp_path: Path) -> None:
    own, other = signer_made(tmp_path / "a"), signer_made(tmp_path / "b")
    signature = own.sign(b"words")
    assert signature_holds(own.public, signature, b"words") is True
    assert signature_holds(own.public, signature, b"Words") is False
    assert signature_holds(other.public, signature, b"words") is False
    raw = bytearray(base64.b64decode(signature))
    for at in (0, 31, 32, 63):
        raw[at] ^= 1
        assert signature_holds(own.public, base64.b64encode(raw).decode(), b"words") is False
        raw[at] ^= 1
    for wrong in ("", "x", signature[:-4], f"{signature}AAAA", f" {signature}", signature.replace("==", "")):
        assert signature_holds(own.public, wrong, b"words") is False
    # the last letter of base64 has bits nobody reads: a second spelling of one signature is none
    spelt = signature[:-3] + chr(ord(signature[-3]) + 1) + "=="
    assert base64.b64decode(spelt) == base64.b64decode(signature) or spelt != signature
    assert signature_holds(own.public, spelt, b"words") is False
    assert signature_holds("rsa:AAAA", signature, b"words") is False


def test_a_published_pair_holds() -> None:
    """The second test vector of RFC 8032."""
    public = bytes.fromhex("3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c")
    signature = bytes.fromhex(
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
        "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
    )
    named = f"ed25519:{base64.b64encode(public).decode()}"
    assert signature_holds(named, base64.b64encode(signature).decode(), b"\x72") is True


def test_without_the_package_nothing_is_signed_and_nothing_counts_as_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = signer_made(tmp_path)
    signature = own.sign(b"words")
    monkeypatch.setattr(signing, "find_spec", lambda name: None)
    assert signature_holds(own.public, signature, b"words") is None
    with pytest.raises(BadSetting, match=r"signing\.key"):
        signer_in(tmp_path)
    with pytest.raises(BadInput, match="Nothing can be signed"):
        signer_made(tmp_path / "new")
    assert known_signers(tmp_path, [own.public]) == {own.public: "known"}


@pytest.mark.parametrize("text", ["", "hello", "ed25519:AAAA", "ed25519:" + "A" * 44, "\xff"])
def test_a_broken_key_file_is_told_and_left(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE).write_text(text, encoding="latin-1")
    with pytest.raises(BadSetting, match=r"signing\.key"):
        signer_in(tmp_path)
    assert (tmp_path / FILE).read_text(encoding="latin-1") == text


def test_a_public_key_is_given_in_three_ways(tmp_path: Path) -> None:
    public = signer_made(tmp_path).public
    file = tmp_path / "friend.pub"
    file.write_text(f"{public}\n")
    assert {checked_public(each) for each in (public, f" {public} ", public.removeprefix("ed25519:"), str(file))} == {
        public
    }
    for wrong in ("", "x", "ed25519:", str(tmp_path), os.fspath(tmp_path / FILE / "x"), "a\x00b"):
        with pytest.raises(BadInput, match="no public key"):
            checked_public(wrong)
