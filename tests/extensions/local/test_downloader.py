"""Test that a file arrives whole or not at all, over broken connections and lying hosts. On real sockets."""

from __future__ import annotations

import asyncio
import hashlib
import random
import resource
from collections.abc import Sequence
from pathlib import Path

import pytest

from extensions.local.file_host import FileHost
from moot.egress.addresses import EgressRefused
from moot.errors import Conflict, StorageFailed
from moot.extensions.local import downloader
from moot.extensions.local.downloader import Download, HostUnreachable, PullFailed, download, first_hop, next_hop

BODY = random.Random(3).randbytes(1_000_000)
DIGEST = hashlib.sha256(BODY).hexdigest()
WANTED = Download(path="/o/r/resolve/main/x.gguf", bytes=len(BODY), sha256=DIGEST)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(downloader, "PAUSE", 0.001)


async def fetched(host: FileHost, to: Path, wanted: Download = WANTED, **environ: str) -> str:
    return await download(wanted, to, environ={"HF_ENDPOINT": host.url, **environ})


def left(folder: Path) -> dict[str, int]:
    """What lies in a folder, and how long it is."""
    return {each.name: each.stat().st_size for each in folder.iterdir()}


async def test_a_file_comes_whole_and_under_its_name_only_then(tmp_path: Path) -> None:
    seen: list[dict[str, int]] = []
    async with FileHost(BODY) as host:
        host.on_answer = lambda: seen.append(left(tmp_path))
        assert await fetched(host, tmp_path / "x.gguf") == DIGEST
    assert seen == [{"x.gguf.part": 0}]
    assert left(tmp_path) == {"x.gguf": len(BODY)}
    assert (tmp_path / "x.gguf").read_bytes() == BODY


async def test_a_connection_that_breaks_again_and_again_costs_no_byte_twice(tmp_path: Path) -> None:
    async with FileHost(BODY) as host:
        host.cut_after = 150_000
        assert await fetched(host, tmp_path / "x.gguf") == DIGEST
    assert len(host.asked) == 7
    assert host.sent == len(BODY)
    assert host.asked[1][1]["range"] == "bytes=150000-"


@pytest.mark.parametrize(("how", "value"), [("parts", False), ("shifted", 10)])
async def test_a_host_without_the_wanted_part_sends_all_of_it_again(tmp_path: Path, how: str, value: object) -> None:
    (tmp_path / "x.gguf.part").write_bytes(BODY[:900_000])
    async with FileHost(BODY) as host:
        setattr(host, how, value)
        assert await fetched(host, tmp_path / "x.gguf") == DIGEST
    assert host.sent == len(BODY) if how == "parts" else "range" not in host.asked[-1][1]


async def test_a_part_that_is_too_long_is_begun_anew(tmp_path: Path) -> None:
    (tmp_path / "x.gguf.part").write_bytes(bytes(2 * len(BODY)))
    async with FileHost(BODY) as host:
        with pytest.raises(PullFailed, match="2,000,000 bytes are there instead of 1,000,000"):
            await fetched(host, tmp_path / "x.gguf")
        assert left(tmp_path) == {}
        assert await fetched(host, tmp_path / "x.gguf") == DIGEST


async def test_past_its_end_a_416_is_told_from_a_broken_part(tmp_path: Path) -> None:
    (tmp_path / "x.gguf.part").write_bytes(BODY)
    async with FileHost(BODY) as host:
        wanted = Download(path="/x", sha256=DIGEST)  # of a size nobody knows: the host is asked, and has no more
        assert await fetched(host, tmp_path / "x.gguf", wanted) == DIGEST
        (tmp_path / "y.gguf.part").write_bytes(bytes(len(BODY)))
        with pytest.raises(PullFailed, match="not the one that was published"):
            await fetched(host, tmp_path / "y.gguf", wanted)
    assert left(tmp_path) == {"x.gguf": len(BODY)}


async def test_another_digest_is_no_model_and_is_not_kept(tmp_path: Path) -> None:
    async with FileHost(BODY[:-1] + b"!") as host:
        with pytest.raises(PullFailed, match="not the one that was published") as refused:
            await fetched(host, tmp_path / "x.gguf")
    assert DIGEST in refused.value.message
    assert left(tmp_path) == {}


async def test_another_size_is_refused_before_it_comes(tmp_path: Path) -> None:
    async with FileHost(BODY + b"!") as host:
        with pytest.raises(PullFailed, match=r"offers 1,000,001 bytes; the file has 1,000,000"):
            await fetched(host, tmp_path / "x.gguf")
        host.states_length = False
        with pytest.raises(PullFailed, match=r"More came than the 1,000,000 bytes"):
            await fetched(host, tmp_path / "x.gguf")
    assert left(tmp_path) == {}


async def test_a_host_that_never_goes_on_is_given_up_and_what_came_is_kept(tmp_path: Path) -> None:
    (tmp_path / "x.gguf.part").write_bytes(BODY[:1000])
    async with FileHost(BODY) as host:
        host.status = 503
        with pytest.raises(PullFailed, match=r"HTTP 503 after 1,000 bytes") as refused:
            await fetched(host, tmp_path / "x.gguf")
    assert "goes on where it stopped" in refused.value.remedy
    assert len(host.asked) == downloader.MOST_TRIES
    assert left(tmp_path) == {"x.gguf.part": 1000}


@pytest.mark.parametrize(("status", "says"), [(401, "HF_TOKEN"), (403, "HF_TOKEN"), (404, "name is right")])
async def test_a_refusal_says_what_to_do(tmp_path: Path, status: int, says: str) -> None:
    async with FileHost(BODY) as host:
        host.status = status
        with pytest.raises(PullFailed) as refused:
            await fetched(host, tmp_path / "x.gguf")
    assert says in refused.value.remedy
    assert left(tmp_path) == {}


async def test_a_redirect_at_the_same_host_is_followed_and_the_token_goes_along(tmp_path: Path) -> None:
    async with FileHost(BODY) as host:
        host.sends_to = "/elsewhere?signed=yes"
        host.on_answer = lambda: setattr(host, "sends_to", "") if len(host.asked) == 2 else None
        assert await fetched(host, tmp_path / "x.gguf", HF_TOKEN="hf_canary") == DIGEST
    assert [path for path, _ in host.asked] == [WANTED.path, "/elsewhere?signed=yes"]
    assert all(headers["authorization"] == "Bearer hf_canary" for _, headers in host.asked)


async def test_a_redirect_to_another_address_is_not_followed(tmp_path: Path) -> None:
    async with FileHost(BODY) as sink, FileHost(BODY) as host:
        for there in (sink.url, "https://example.com/x", "http://169.254.169.254/", "https://huggingface.co.evil.com/"):
            host.sends_to = there
            with pytest.raises(PullFailed) as refused:
                await fetched(host, tmp_path / "x.gguf")
            assert "fetched from there" in refused.value.remedy
    assert sink.asked == []
    assert left(tmp_path) == {}


def test_which_hosts_a_file_may_come_from() -> None:
    first = first_hop("/x", {})
    assert first.target.origin == "https://huggingface.co"
    for there in (
        "https://cdn-lfs-us-1.hf.co/a?b=c",
        "https://cas-bridge.xethub.hf.co/a",
        "/again",
        "https://huggingface.co/y",
    ):
        assert not next_hop(first, first, there).private
    for there in (
        "https://hf.co.example.com/", "https://nothf.co/", "https://127.0.0.1/", "http://cdn-lfs.hf.co/", "ftp://hf.co/",
        "https://user@cdn.hf.co/", "https://cdn.hf.co:22/", "//10.0.0.1/x",
    ):  # fmt: skip
        with pytest.raises(EgressRefused):
            next_hop(first, first, there)


@pytest.mark.slow
async def test_no_network_is_told_within_three_seconds(tmp_path: Path) -> None:
    async def dead(host: str, port: int) -> Sequence[str]:
        await asyncio.sleep(60)  # a name server that does not answer
        return []

    with pytest.raises(HostUnreachable, match=r"huggingface.co cannot be reached \(it did not answer within 3 s\)"):
        await download(WANTED, tmp_path / "x.gguf", environ={}, lookup=dead)
    with pytest.raises(HostUnreachable, match="connection refused"):
        await download(WANTED, tmp_path / "x.gguf", environ={"HF_ENDPOINT": "http://127.0.0.1:1029"})
    assert left(tmp_path) == {}


async def test_too_little_room_is_told_before_anything_comes(tmp_path: Path) -> None:
    async with FileHost(BODY) as host:
        wanted = Download(path="/x", bytes=1 << 60)
        host.states_length = False
        with pytest.raises(StorageFailed, match="are still to come"):
            await fetched(host, tmp_path / "x.gguf", wanted)


async def test_a_disk_that_fills_up_keeps_what_came_and_goes_on_later(tmp_path: Path) -> None:
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    async with FileHost(BODY) as host:
        resource.setrlimit(resource.RLIMIT_FSIZE, (600_000, before[1]))  # what a full disk does, without a disk
        try:
            with pytest.raises(StorageFailed, match="The disk is full") as refused:
                await fetched(host, tmp_path / "x.gguf")
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
        assert "goes on where it stopped" in refused.value.remedy
        assert list(left(tmp_path)) == ["x.gguf.part"]
        assert await fetched(host, tmp_path / "x.gguf") == DIGEST
    assert left(tmp_path) == {"x.gguf": len(BODY)}


async def test_two_at_once_do_not_write_into_one_file(tmp_path: Path) -> None:
    async with FileHost(BODY) as host:
        host.cut_after, reached = 100_000, asyncio.Event()
        host.on_answer = reached.set
        first = asyncio.create_task(fetched(host, tmp_path / "x.gguf"))
        await reached.wait()
        with pytest.raises(Conflict, match="Another Moot is fetching"):
            await fetched(host, tmp_path / "x.gguf")
        assert await first == DIGEST


async def test_a_part_that_is_a_link_is_not_written_through(tmp_path: Path) -> None:
    (tmp_path / "victim").write_bytes(b"mine")
    (tmp_path / "x.gguf.part").symlink_to(tmp_path / "victim")
    async with FileHost(BODY) as host:
        with pytest.raises(StorageFailed):
            await fetched(host, tmp_path / "x.gguf")
    assert (tmp_path / "victim").read_bytes() == b"mine"
