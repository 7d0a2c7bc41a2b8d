"""Does a roster of five come here over all that may go wrong with each, and is half of a file never taken for one?

A host on a real socket breaks off, sends on, lies about a digest, knows no more of what was begun, and meets a full
disk. Whatever broke off goes on when it is asked for again.
"""

from __future__ import annotations

import hashlib
import resource
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.file_host import FileHost
from engine.headers import LLAMA, head, tensor
from moot.engine import downloading
from moot.engine.downloading import PullFailed
from moot.engine.model_files import ModelFiles
from moot.engine.pulling import pulled
from moot.errors import MootError, StorageFailed
from moot.library.model_rosters import named

NAMES = ("breaks", "goes-on", "sent-on", "lied-about", "fills-up")


def whole(number: int) -> bytes:
    """A file that is a model's, as far as its header goes."""
    begins = head(LLAMA, tensors=tensor("w", 8, 8), count=1)
    return begins + bytes(-len(begins) % 32) + bytes([number]) * 200_000


BODIES = {name: whole(number) for number, name in enumerate(NAMES)}


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home whose roster pins five models."""
    monkeypatch.setenv("HOME", str(tmp_path / "user"))
    monkeypatch.setattr(downloading, "PAUSE", 0.001)
    (tmp_path / "rosters").mkdir()
    rows = [
        f'[models.{name}]\nrepo = "o/r"\nfile = "{name}.gguf"\nbytes = {len(body)}\nlicense = "MIT"\n'
        f'port = {8081 + number}\nsha256 = "{hashlib.sha256(body).hexdigest()}"\n'
        for number, (name, body) in enumerate(BODIES.items())
    ]
    (tmp_path / "rosters" / "tiny.toml").write_text('title = "Five"\n\n' + "\n".join(rows))
    return tmp_path


def nothing_is_half_written(home: Path) -> None:
    """What has a model's name is all of that model; what has not come whole has no such name, and no notes."""
    for path in (home / "models").iterdir():
        name = path.name.partition(".")[0]
        if path.suffix == ".gguf":
            assert path.read_bytes() == BODIES[name]
        elif path.suffix == ".toml":
            assert (home / "models" / f"{name}.gguf").exists()
        else:
            assert path.suffix == ".part"
            assert len(path.read_bytes()) <= len(BODIES[name])


async def tried(home: Path, host: FileHost) -> dict[str, MootError]:
    """Pulls all five; what each that failed was told."""
    troubles: dict[str, MootError] = {}
    for model in named(home, "tiny"):
        host.body, host.cut_after, host.sends_to = BODIES[model.id], 0, ""
        host.on_answer = lambda: None
        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        try:
            HINDERED.get(model.id, lambda host: None)(host)
            await pulled(home, model, say=print, environ={"HF_ENDPOINT": host.url})
        except MootError as error:
            troubles[model.id] = error
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
        nothing_is_half_written(home)
    return troubles


def breaks_off(host: FileHost) -> None:
    host.cut_after = 30_000


def sends_on(host: FileHost) -> None:
    asked = len(host.asked)
    host.sends_to = "/elsewhere"
    host.on_answer = lambda: setattr(host, "sends_to", "" if len(host.asked) > asked + 1 else "/elsewhere")


def lies(host: FileHost) -> None:
    host.body = host.body[:-1] + b"!"


def fills_up(host: FileHost) -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (90_000, resource.getrlimit(resource.RLIMIT_FSIZE)[1]))


HINDERED: dict[str, Callable[[FileHost], None]] = {
    "breaks": breaks_off, "sent-on": sends_on, "lied-about": lies, "fills-up": fills_up,
}  # fmt: skip


async def test_a_roster_comes_whole_whatever_happens_on_the_way(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = ModelFiles(home)
    files.folder.mkdir()
    # What an earlier pull left: as long as the file and not what was published, past whose end nothing more comes.
    (files.folder / "goes-on.gguf.part").write_bytes(bytes(len(BODIES["goes-on"])))
    async with FileHost(b"") as host:
        troubles = await tried(home, host)
        assert {name: type(error) for name, error in troubles.items()} == {
            "goes-on": PullFailed,
            "lied-about": PullFailed,
            "fills-up": StorageFailed,
        }
        assert "not the one that was published" in troubles["goes-on"].message
        assert "not the one that was published" in troubles["lied-about"].message
        assert "The disk is full" in troubles["fills-up"].message
        assert "goes on where it stopped" in troubles["fills-up"].remedy
        assert (files.folder / "fills-up.gguf.part").stat().st_size == 90_000
        monkeypatch.delitem(HINDERED, "lied-about")
        monkeypatch.delitem(HINDERED, "fills-up")
        before = host.sent
        assert await tried(home, host) == {}
        # The two that were not right come anew; of the one that met a full disk, the rest.
        assert host.sent - before == 3 * len(BODIES["breaks"]) - 90_000
        before = len(host.asked)
        assert await tried(home, host) == {}
        assert len(host.asked) == before
    assert {each.id for each in files.all()} == set(NAMES)
    assert {(each.pinned, each.port) for each in files.all()} == {(True, 8081 + number) for number in range(5)}
    assert not list(files.folder.glob("*.part"))
