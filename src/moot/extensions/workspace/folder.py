"""Read files below one folder, and nothing else.

A path is opened folder by folder, each relative to the one before and none through a symbolic link. So a link or a
folder that is exchanged while it is read leads nowhere. Files that git ignores, and files whose names mark them as
secrets, are neither listed nor read.
"""

from __future__ import annotations

import os
import re
import shutil
import stat
import subprocess
import time
from fnmatch import translate
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from moot.providers.public import ToolFailed

MOST_FILES = 100_000
"""Files of a folder that are considered."""
MOST_DEPTH = 64
"""Levels of folders that are considered."""
MOST_BYTES = 2_000_000
"""Bytes of a file that is read."""
GIT_SECONDS = 20.0
"""Most seconds for git to list the files."""
SECRETS = (
    ".env*", "*.env", ".envrc", "*.pem", "*.key", "*.p12", "*.pfx", "*.jks", "*.keystore", "*.kdbx", "*.ppk", "id_rsa*",
    "id_dsa*", "id_ecdsa*", "id_ed25519*", ".netrc", "_netrc", ".npmrc", ".pypirc", ".pgpass", ".my.cnf", ".htpasswd",
    ".git-credentials", ".dockercfg", ".dockerconfigjson", "credentials", "credentials.*", "secrets", "secrets.*",
    "service-account*.json", "keys.toml", "*.tfstate", "*.tfstate.*", "*.tfvars", ".git", ".hg", ".svn", ".ssh", ".aws",
    ".azure", ".gnupg", ".kube", ".docker", ".*_history", ".s3cfg", ".boto", ".vault-token", "auth.json", "kubeconfig",
    "*.ovpn",
)  # fmt: skip
"""Names of files and folders that are left out, in lower case."""
_SECRET = re.compile("|".join(map(translate, SECRETS)))
SYSTEM = ("/proc", "/sys", "/dev")
"""Folders of the system, which hold no ordinary files."""


class FolderListing(NamedTuple):
    """The files of a folder that may be read."""

    paths: list[str]
    """Their paths, relative to the folder, in order."""
    complete: bool
    """Whether these are all."""


class ReadableFolder:
    """The files of one folder that members may read.

    Example:
        folder = ReadableFolder("/home/ann/shop")
        folder.read("src/orders.py")
    """

    def __init__(self, path: str, private: Path | None = None) -> None:
        """Keep the folder's path.

        Args:
            path: Its absolute path; `~` is the home folder.
            private: A folder whose files are left out.
        """
        named = os.path.expanduser(path)
        self.root = os.path.realpath(named) if os.path.isabs(named) and "\0" not in named else ""
        self._private = os.path.realpath(private) if private is not None else ""

    def lacks(self) -> str:
        """Return why the folder cannot be read; empty if it can."""
        if not self.root:
            return "Write the folder's absolute path, as in `repo:/path/to/folder`."
        if not os.path.isdir(self.root):
            return f"{self.root} is no folder."
        if self.root == "/" or any(f"{self.root}/".startswith(f"{each}/") for each in (*SYSTEM, self._private) if each):
            return f"Members cannot be given {self.root}. Name a folder with files of a project."
        return "" if os.open in os.supports_dir_fd else "Files cannot be read safely on this system."

    def files(self) -> FolderListing:
        """Return the files that may be read.

        Raises:
            ToolFailed: Git did not list them.
        """
        found = self._listed_by_git() or self._walked()
        return FolderListing(sorted(filter(self._is_open, found.paths[:MOST_FILES])), found.complete)

    def read(self, path: str) -> bytes:
        """Return the content of a file, which need not be one of `files`.

        Raises:
            ToolFailed: It cannot be read, in words.
        """
        *folders, name = path.split("/")
        if not {"", ".", ".."}.isdisjoint((*folders, name)) or not path.isprintable():
            raise ToolFailed("A path is relative to the folder and has no `..`, as `list_files` shows it.")
        try:
            return self._content(folders, name)
        except OSError as error:
            raise ToolFailed(f"{path} cannot be read: {error.strerror}.") from None

    def _content(self, folders: list[str], name: str) -> bytes:
        into = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
        at = os.open(self.root, into)
        try:
            device = os.fstat(at).st_dev
            for each in folders:
                above, at = at, os.open(each, into, dir_fd=at)
                os.close(above)
                if os.fstat(at).st_dev != device:
                    raise ToolFailed(f"{each} is on another file system, which is not read.")
            # Checked before it is opened, because opening a device can have an effect, and again when it is open.
            _check(os.stat(name, dir_fd=at, follow_symlinks=False), name)
            opened = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, dir_fd=at)
        finally:
            os.close(at)
        with open(opened, "rb") as file:
            _check(os.fstat(opened), name)
            data = file.read(MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            raise ToolFailed(f"{name} has more than {MOST_BYTES:,} bytes; such files are not read.")
        return data

    def _is_open(self, path: str) -> bool:
        """Return whether a file has no name of a secret, is not in the private folder, and can be written in a line."""
        secret = any(map(_SECRET.match, path.lower().split("/")))
        private = self._private and f"{self.root}/{path}".startswith(f"{self._private}/")
        return path.isprintable() and not secret and not private

    def _listed_by_git(self) -> FolderListing | None:
        """Return the files that no `.gitignore` names, tracked or not; `None` without git or outside of a checkout.

        Git works with an empty repository of our own, so that settings, hooks and index of the checkout are not read.
        """
        git = shutil.which("git")
        top = next((each for each in (Path(self.root), *Path(self.root).parents) if (each / ".git").exists()), None)
        if git is None or top is None:
            return None
        kept = ("PATH", "HOME", "XDG_CONFIG_HOME")
        exclude = top / ".git" / "info" / "exclude"
        with TemporaryDirectory(prefix="moot-git-") as empty:
            for name in ("objects", "refs"):
                Path(empty, name).mkdir()
            Path(empty, "HEAD").write_text("ref: refs/heads/none\n", encoding="utf-8")
            command = [git, f"--git-dir={empty}", f"--work-tree={top}", "-c", "core.fsmonitor=false"]
            command += ["ls-files", "-z", "--others", "--exclude-standard"]
            command += [f"--exclude-from={exclude}"] if exclude.is_file() else []
            try:
                done = subprocess.run(
                    command,
                    cwd=self.root,
                    env={name: os.environ[name] for name in kept if name in os.environ},
                    stdin=subprocess.DEVNULL,
                    capture_output=True,
                    timeout=GIT_SECONDS,
                )
            except (OSError, subprocess.TimeoutExpired):
                raise ToolFailed("Git did not list the files of this folder, so none can be read.") from None
        if done.returncode:
            raise ToolFailed("Git could not list the files of this folder, so none can be read.")
        names = [name for name in map(os.fsdecode, done.stdout.split(b"\0")) if name and not name.endswith("/")]
        return FolderListing(names, len(names) <= MOST_FILES)

    def _walked(self) -> FolderListing:
        """Return the files of the folder, without those in hidden folders."""
        found: list[str] = []
        root, ends = os.open(self.root, os.O_RDONLY | os.O_DIRECTORY), time.monotonic() + GIT_SECONDS
        try:
            for place, folders, names, _ in os.fwalk(".", dir_fd=root):
                folders[:] = [each for each in folders if not each.startswith(".") and place.count("/") < MOST_DEPTH]
                found += [os.path.normpath(os.path.join(place, name)) for name in names]
                if len(found) > MOST_FILES or time.monotonic() > ends:
                    return FolderListing(found, False)
        finally:
            os.close(root)
        return FolderListing(found, True)


def _check(info: os.stat_result, name: str) -> None:
    """Raise `ToolFailed` if this is no ordinary file."""
    if stat.S_ISLNK(info.st_mode):
        raise ToolFailed(f"{name} is a symbolic link, which is not followed.")
    if not stat.S_ISREG(info.st_mode):
        raise ToolFailed(f"{name} is not an ordinary file.")
