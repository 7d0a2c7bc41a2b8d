"""Test that members read the files of one folder and nothing else, and are told in words what cannot be read."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import threading
from pathlib import Path
from typing import Any

import pytest

from moot.extensions.workspace import folder as folder_module
from moot.extensions.workspace.folder import ReadableFolder
from moot.extensions.workspace.repo import FolderTool, GrepFiles, ListFiles, ReadFile
from moot.providers.tools.tool import ToolFailed, ToolLimits

OUTSIDE = "planted-outside-Kd83hs"
GIT = shutil.which("git")
needs_git = pytest.mark.skipif(GIT is None, reason="git is not installed")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A folder with a few files, beside one that may not be read."""
    (tmp_path / "outside.txt").write_text(OUTSIDE)
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "b.txt").write_text(OUTSIDE)
    top = tmp_path / "project"
    for name, text in {
        "README.md": "# Shop\nKeeps orders.\n",
        "src/orders.py": "def order(item):\n    return item\n",
        "src/deep/er/est/x.py": "X = 1\n",
        "empty.txt": "",
    }.items():
        (top / name).parent.mkdir(parents=True, exist_ok=True)
        (top / name).write_text(text)
    return top


def checkout(project: Path) -> Path:
    """Make the folder a git checkout."""
    assert GIT is not None
    subprocess.run([GIT, "init", "-q", str(project)], check=True)
    return project


async def used(kind: type[FolderTool], project: Path, limits: ToolLimits = ToolLimits(), **arguments: Any) -> str:
    """The text of a result, or why there is none."""
    try:
        return (await kind(ReadableFolder(str(project)), lambda: "").call(arguments, limits)).text
    except ToolFailed as error:
        return f"FAILED {error}"


async def test_files_are_listed_read_and_searched(project: Path) -> None:
    assert (await used(ListFiles, project)).split("\n") == [
        "README.md", "empty.txt", "src/deep/ (files: 1)", "src/orders.py",
    ]  # fmt: skip
    assert await used(ListFiles, project, path="src/deep", depth=9) == "src/deep/er/est/x.py"
    assert await used(ListFiles, project, path="nothing") == "FAILED There are no files in 'nothing' that you may read."
    assert await used(ReadFile, project, path="README.md") == (
        "README.md, lines 1 to 2 of 2:\n1\t# Shop\n2\tKeeps orders."
    )
    assert await used(ReadFile, project, path="src/orders.py", from_line=1, lines=1) == (
        "src/orders.py, lines 1 to 1 of 2:\n1\tdef order(item):\nGo on with from_line=2."
    )
    assert await used(GrepFiles, project, pattern="item") == (
        "src/orders.py:1: def order(item):\nsrc/orders.py:2:     return item"
    )
    assert await used(GrepFiles, project, pattern="item", path="src/deep") == "Nothing was found."
    result = await ReadFile(ReadableFolder(str(project)), lambda: "").call({"path": "README.md"}, ToolLimits())
    assert [(each.title, each.excerpt) for each in result.sources] == [("project/README.md", "")]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({}, "missing required field `path`"),
        ({"path": 7}, "Expected `str`"),
        ({"path": "README.md", "from_line": 0}, ">= 1"),
        ({"path": "README.md", "from_line": 9}, "has 2 lines only"),
        ({"path": "empty.txt"}, "empty.txt is empty."),
        ({"path": "nothing.txt"}, "There is no file 'nothing.txt' that you may read"),
        ({"path": "src"}, "There is no file 'src' that you may read"),
    ],
)
async def test_wrong_arguments_are_answered_in_words(project: Path, arguments: dict[str, Any], said: str) -> None:
    assert said in await used(ReadFile, project, **arguments)


async def test_what_is_no_plain_text_is_said_in_words(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folder_module, "MOST_BYTES", 5_000)
    (project / "picture.png").write_bytes(b"\x89PNG\0\0")
    (project / "latin.txt").write_bytes("Käse\n".encode("latin-1"))
    (project / "huge.log").write_text("x" * 5_001)
    (project / "line.js").write_text("y" * 4_999)
    (project / "long.txt").write_text("word\n" * 900)
    assert await used(ReadFile, project, path="picture.png") == "FAILED picture.png is a binary file of 6 bytes."
    assert "1\tK\ufffdse\nIt is not all UTF-8" in await used(ReadFile, project, path="latin.txt")
    assert "more than 5,000 bytes" in await used(ReadFile, project, path="huge.log")
    assert "… (4,999 characters)" in await used(ReadFile, project, path="line.js")
    small = ToolLimits(size=1_000)
    part = await used(ReadFile, project, small, path="long.txt", lines=900)
    assert len(part.encode()) <= 1_000
    last = int(part.rpartition("from_line=")[2].rstrip("."))
    assert f"{last - 1}\tword" in part
    assert f"{last}\tword" in await used(ReadFile, project, small, path="long.txt", from_line=last)
    found = await used(GrepFiles, project, small, pattern="word")
    assert "More lines were found: choose a longer text or a `path`." in found
    assert len(found.encode()) <= 1_000
    everything = await used(GrepFiles, project, pattern="x")
    assert "1 files could not be read" in everything


async def test_very_many_files(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folder_module, "MOST_FILES", 500)
    (project / "many").mkdir()
    for number in range(600):
        (project / "many" / f"{number}.txt").touch()
    listed = await used(ListFiles, project, ToolLimits(size=1_000), path="many", depth=1)
    assert "further entries are left out" in listed
    assert "more files than" in listed
    assert len(listed.encode()) <= 1_000
    assert "more files than" in await used(GrepFiles, project, pattern="nowhere")


SECRET_NAMES = [
    ".env", ".env.local", "prod.env", ".ENV", "server.pem", "tls.key", "id_rsa", "id_ed25519.pub", ".netrc", ".npmrc",
    "credentials", "credentials.json", "secrets.yaml", "terraform.tfstate", "keys.toml", ".ssh/config",
    ".aws/credentials", "src/.env", ".git/config", ".envrc",
]  # fmt: skip


@pytest.mark.parametrize("git", [False, pytest.param(True, marks=needs_git)])
async def test_files_with_names_of_secrets_are_neither_listed_nor_read(project: Path, git: bool) -> None:
    if git:
        checkout(project)
    for name in SECRET_NAMES:
        (project / name).parent.mkdir(parents=True, exist_ok=True)
        (project / name).write_text(OUTSIDE)
        assert "that you may read" in await used(ReadFile, project, path=name), name
    assert (await used(ListFiles, project, depth=9)).split("\n") == [
        "README.md", "empty.txt", "src/deep/er/est/x.py", "src/orders.py",
    ]  # fmt: skip
    assert await used(GrepFiles, project, pattern=OUTSIDE) == "Nothing was found."


async def test_moots_own_folder_is_left_out(project: Path) -> None:
    (project / "state" / "deep").mkdir(parents=True)
    (project / "state" / "deep" / "moot.txt").write_text(OUTSIDE)
    own = ReadableFolder(str(project), project / "state")
    assert "state" not in " ".join(own.files().paths)
    for wrong in (project / "state", project / "state" / "deep"):
        assert "Members cannot be given" in ReadableFolder(str(wrong), project / "state").lacks()


@pytest.mark.parametrize("path", ["/", "/proc/self", "/proc", "/sys", "/dev", "relative", "", "/nowhere/x", "/etc\0/x"])
def test_folders_that_are_not_given_to_members(path: str) -> None:
    assert ReadableFolder(path).lacks()


ESCAPES = [
    "../outside.txt", "src/../../outside.txt", "/etc/hostname", "//etc/hostname", "./../outside.txt", "link.txt",
    "up/outside.txt", "etc/hostname", "loop", "loop/loop", "src//orders.py", "src/./orders.py", "fifo", "socket",
    "hanging", "README.md/x", "README.md/", "x\0y", "", ".", "..", "a" * 5_000, "a/" * 3_000, "\ud800", "~/.bashrc",
    "$HOME/x", "/proc/self/environ", "%2e%2e/outside.txt", "..\\outside.txt", "\u2025/outside.txt",
]  # fmt: skip


@pytest.mark.parametrize("git", [False, pytest.param(True, marks=needs_git)])
async def test_no_path_leads_out_of_the_folder(project: Path, git: bool) -> None:
    if git:
        checkout(project)
    (project / "link.txt").symlink_to("../outside.txt")
    (project / "up").symlink_to("..")
    (project / "etc").symlink_to("/etc")
    (project / "loop").symlink_to("loop")
    (project / "hanging").symlink_to("nowhere")
    os.mkfifo(project / "fifo")
    at = os.open(project, os.O_RDONLY)
    listening = socket.socket(socket.AF_UNIX)
    try:
        listening.bind(f"/proc/self/fd/{at}/socket")
    finally:
        os.close(at)
    found = ReadableFolder(str(project))
    for path in ESCAPES:
        text = await used(ReadFile, project, path=path)
        assert text.startswith("FAILED "), (path, text)
        assert OUTSIDE not in text
        with pytest.raises(ToolFailed):
            found.read(path)  # also when it is not compared with the files that are listed
        for kind, more in ((ListFiles, {}), (GrepFiles, {"pattern": OUTSIDE[:7]})):
            assert OUTSIDE not in await used(kind, project, path=path, **more)
    listening.close()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can make devices")
async def test_devices_are_not_opened(project: Path) -> None:
    try:
        os.mknod(project / "zero", 0o20666, os.makedev(1, 5))
    except OSError:
        pytest.skip("devices cannot be made here")
    with pytest.raises(ToolFailed, match="not an ordinary file"):
        ReadableFolder(str(project)).read("zero")


def test_a_folder_that_is_exchanged_while_it_is_read_leads_nowhere(project: Path) -> None:
    """One thread replaces a folder by a link to another and back, while this one reads through it."""
    (project / "b").mkdir()
    (project / "b" / "b.txt").write_text("inside")
    over = threading.Event()

    def exchange() -> None:
        (project / "link").symlink_to("../elsewhere")
        while not over.is_set():
            os.rename(project / "b", project / "kept")
            os.rename(project / "link", project / "b")
            os.rename(project / "b", project / "link")
            os.rename(project / "kept", project / "b")

    thread = threading.Thread(target=exchange)
    thread.start()
    found, failed, readable = 0, 0, ReadableFolder(str(project))
    try:
        for _ in range(200_000):
            if found > 300 and failed > 300:
                break
            try:
                assert readable.read("b/b.txt") == b"inside"
                found += 1
            except ToolFailed:
                failed += 1
    finally:
        over.set()
        thread.join()
    assert found
    assert failed


@needs_git
async def test_files_that_git_ignores_are_left_out(project: Path) -> None:
    checkout(project)
    (project / ".gitignore").write_text("build/\n*.log\n")
    (project / "src" / ".gitignore").write_text("local.py\n")
    (project / ".git" / "info" / "exclude").write_text("mine.txt\n")
    for name in ("build/out.js", "x.log", "src/local.py", "mine.txt", "local.py"):
        (project / name).parent.mkdir(exist_ok=True)
        (project / name).write_text("needle\n")
    assert await used(GrepFiles, project, pattern="needle") == "local.py:1: needle"
    assert "that you may read" in await used(ReadFile, project, path="build/out.js")
    assert (await used(ListFiles, project / "src", depth=1)).split("\n") == [
        ".gitignore", "deep/ (files: 1)", "orders.py",
    ]  # fmt: skip


@needs_git
def test_nothing_that_a_checkout_configures_is_run(project: Path, tmp_path: Path) -> None:
    checkout(project)
    marker, program = tmp_path / "ran", tmp_path / "evil"
    program.write_text(f"#!/bin/sh\ntouch {marker}\n")
    program.chmod(0o755)
    (project / ".git" / "config").write_text(
        f"[core]\n\tfsmonitor = {program}\n\thooksPath = {tmp_path}\n\tworktree = {tmp_path}\n"
        f"\tsshCommand = {program}\n\texcludesFile = /dev/zero\n"
        f'[filter "x"]\n\tclean = {program}\n\tsmudge = {program}\n\tprocess = {program}\n'
        f"[alias]\n\tls-files = !{program}\n"
    )
    (project / ".gitattributes").write_text("* filter=x\n")
    for hook in ("post-index-change", "fsmonitor-watchman"):
        shutil.copy(program, project / ".git" / "hooks" / hook)
    paths = ReadableFolder(str(project)).files().paths
    assert "src/orders.py" in paths
    assert not [path for path in paths if ".git/" in path or ".." in path]
    assert not marker.exists()
    subprocess.run([str(program)], check=True)
    assert marker.exists(), "the program would have left its mark"


@needs_git
async def test_a_git_that_hangs_or_fails_lists_nothing(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Then no file is read: without git it is not known which are ignored."""
    monkeypatch.setattr(folder_module, "GIT_SECONDS", 0.5)
    checkout(project)
    programs = project.parent / "bin"
    programs.mkdir()
    for script in ("exec sleep 20", "exit 128"):
        (programs / "git").write_text(f"#!/bin/sh\n{script}\n")
        (programs / "git").chmod(0o755)
        monkeypatch.setenv("PATH", f"{programs}:{os.environ['PATH']}")
        assert "so none can be read" in await used(ReadFile, project, path="README.md")
