"""Sign exported files with this installation's own ed25519 key, which `moot sessions signer` makes.

The private half is in `MOOT_HOME/signing.key` (0600) and is never shown; the public half is `ed25519:` and base64. The
arithmetic is that of `cryptography`, an optional package: without it nothing can be signed, and an existing signature
counts as unchecked, never as good.
"""

from __future__ import annotations

import base64
import binascii
import os
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path

from moot.errors import BadInput, BadSetting, Conflict
from moot.settings.tomlfile import write_private

FILE = "signing.key"
"""Name of the file in MOOT_HOME with the private key."""
SCHEME = "ed25519:"
MISSING = "Install Moot with its extra `sign` (`pip install 'moot[sign]'`)."


class Signer:
    """The ed25519 key with which this installation signs exported transcripts."""

    def __init__(self, seed: bytes) -> None:
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        self._key = Ed25519PrivateKey.from_private_bytes(seed)
        self.public = SCHEME + _base64(self._key.public_key().public_bytes_raw())
        """The public half, as it is shown and compared."""

    def sign(self, data: bytes) -> str:
        """Return the signature of these bytes, in base64."""
        return _base64(self._key.sign(data))

    def __repr__(self) -> str:
        return f"Signer({self.public})"

    def __reduce__(self) -> str:
        raise TypeError("a signing key is not stored")


def can_sign() -> bool:
    """Return whether the optional package for signing, `cryptography`, is installed."""
    return find_spec("cryptography") is not None


def signer_in(home: Path) -> Signer | None:
    """Return the signing key of the installation in the folder `home`; `None` if it has none."""
    file = home / FILE
    try:
        if not file.is_file():
            return None
        text = file.read_text(encoding="ascii").strip()
    except (OSError, ValueError) as error:
        raise BadSetting(f"{file} cannot be read: {error}.", "Put the file back, or move it away.") from None
    if not can_sign():
        raise BadSetting(f"{file} is there, but nothing can be signed with it here.", MISSING)
    seed = _bytes(text.removeprefix(SCHEME), 32)
    if seed is None or not text.startswith(SCHEME):
        raise BadSetting(
            f"{file} holds no signing key.",
            "Put the file back, or move it away and make a new key with `moot sessions signer --make`.",
        )
    return Signer(seed)


def signer_made(home: Path) -> Signer:
    """Create a signing key for the installation in the folder `home`, and return the key. Raise if there is a key
    already."""
    file = home / FILE
    if file.exists():
        raise Conflict(
            f"{file} is there already.",
            "Show it with `moot sessions signer`. A new key makes every file signed before one of an unknown signer; "
            "to have one all the same, move that file away first.",
        )
    if not can_sign():
        raise BadInput("Nothing can be signed here.", MISSING)
    seed = os.urandom(32)
    signer = Signer(seed)
    write_private(file, SCHEME + _base64(seed) + "\n")
    return signer


def checked_public(text: str) -> str:
    """Return a public key in its usual form; `text` is the key itself, or the name of a file that contains it."""
    given = text.strip()
    if not given.startswith(SCHEME):
        try:
            given = Path(given).expanduser().read_text(encoding="ascii").strip()
        except (OSError, ValueError, RuntimeError):  # the last if `~` names no user
            given = f"{SCHEME}{given}"
    raw = _bytes(given.removeprefix(SCHEME), 32)
    if raw is None:
        raise BadInput(
            f"{text.strip()[:80]!r} is no public key.",
            "It reads `ed25519:` and 44 characters; `moot sessions signer` prints it on the machine that signs.",
        )
    return SCHEME + _base64(raw)


def signature_holds(public: str, signature: str, data: bytes) -> bool | None:
    """Return whether `signature` was made from `data` with the private key that belongs to this public key; `None` if
    the package for checking is not installed."""
    key, raw = _bytes(public.removeprefix(SCHEME), 32), _bytes(signature, 64)
    if key is None or raw is None or not public.startswith(SCHEME):
        return False
    if not can_sign():
        return None
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        Ed25519PublicKey.from_public_bytes(key).verify(raw, data)
    except (InvalidSignature, ValueError):
        return False
    return True


def known_signers(home: Path, given: Iterable[str]) -> dict[str, str]:
    """Return the public keys that are trusted, each with the reason: `own` for this installation's key, `known` for one
    in `given`."""
    known = {checked_public(key): "known" for key in given if key.strip()}
    own = signer_in(home) if can_sign() else None
    return {**known, **({own.public: "own"} if own is not None else {})}


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")


def _bytes(text: str, length: int) -> bytes | None:
    """Decode base64 in its canonical spelling; return `None` for any other text."""
    try:
        raw = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return None
    return raw if len(raw) == length and _base64(raw) == text else None
