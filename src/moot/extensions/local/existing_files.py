"""Find a model's file that another program has downloaded, to link it instead of downloading it again.

Searched are the cache of Hugging Face's programs, Ollama's blobs, LM Studio's folder, and a package that is installed
beside Moot. A file must have the expected digest or, without one, the exact name.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from msgspec import Struct

from moot.extensions.local.downloader import digest_of
from moot.library.public import ModelFile


class LocalFile(Struct, frozen=True, kw_only=True):
    """A file that exists already."""

    path: Path
    """Its path."""
    whose: str
    """The program that downloaded it."""
    sha256: str
    """Its digest."""


def already_here(model: ModelFile, environ: Mapping[str, str], user: Path | None = None) -> LocalFile | None:
    """Return the first file that is the model's, if there is one."""
    for path, whose in _places(model, environ, user or Path.home()):
        try:
            real = path.resolve(strict=True)
            if not real.is_file() or (model.bytes and real.stat().st_size != model.bytes):
                continue
            found = digest_of(real)
        except OSError:
            continue
        if not model.sha256 or found == model.sha256:
            return LocalFile(path=real, whose=whose, sha256=found)
    return None


def _places(model: ModelFile, environ: Mapping[str, str], user: Path) -> Iterator[tuple[Path, str]]:
    cache = Path(environ.get("XDG_CACHE_HOME") or user / ".cache")
    hub = Path(environ.get("HF_HUB_CACHE") or Path(environ.get("HF_HOME") or cache / "huggingface") / "hub")
    copies = hub / f"models--{model.repo.replace('/', '--')}" / "snapshots"
    yield from ((path, "Hugging Face's cache") for path in sorted(copies.glob(f"*/{model.file}")))
    for studio in (user / ".lmstudio" / "models", cache / "lm-studio" / "models"):
        yield studio / model.repo / model.file, "LM Studio"
    if model.sha256:
        blobs = Path(environ.get("OLLAMA_MODELS") or user / ".ollama" / "models") / "blobs"
        yield blobs / f"sha256-{model.sha256}", "Ollama"
    if model.package:
        folder = model.package.partition("==")[0].replace("-", "_")
        yield from ((Path(each) / folder / model.file, f"the package {folder}") for each in sys.path if each)
