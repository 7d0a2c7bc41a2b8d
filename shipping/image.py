"""Do the Dockerfile's steps work? They are run in a clean root, without a container engine: `python -m shipping.image`.

Where mounts are allowed, each stage is a root of its own that holds this machine's /usr, read-only, and what the steps
copy. Elsewhere it is a fresh folder, and the steps' paths lead into it. Weaker than an engine in both: Python, Node and
the network are this machine's, not those of the base image.
"""

from __future__ import annotations

import json
import os
import re
import secrets
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
WELL_WITHIN = 60.0
"""Seconds until the health check has to succeed."""
QUESTION = "Should a small town own its water system?"
_BARE = ("tmp", "var/tmp", "proc", "dev", "usr", "etc", "root", "run", "image/bin")
_MOUNTED = ("usr", "proc", "dev")
_OF_ETC = ("hosts", "resolv.conf", "nsswitch.conf", "ssl", "ca-certificates", "xdg", "pip.conf", "ld.so.cache",
           "ld.so.conf", "ld.so.conf.d", "localtime", "alternatives")  # fmt: skip
_PASSED = re.compile(r"PIP_|UV_|SSL_CERT|REQUESTS_CA|NODE_EXTRA|npm_config_|.*_proxy$", re.I)
"""What says where packages come from, and may be read by the steps."""
STEPS = {"WORKDIR", "COPY", "RUN", "ENV", "USER", "VOLUME", "EXPOSE", "HEALTHCHECK", "ENTRYPOINT", "CMD"}


class Step(NamedTuple):
    """An instruction and what follows it."""

    does: str
    says: str


class Stage(NamedTuple):
    """What begins with FROM."""

    name: str
    base: str
    steps: tuple[Step, ...]

    def last(self, does: str) -> str:
        """What the last such instruction says; empty without one."""
        return next((step.says for step in reversed(self.steps) if step.does == does), "")


def stages_of(text: str) -> list[Stage]:
    """A Dockerfile's stages; refuses what this trial cannot run."""
    stages: list[Stage] = []
    lines = "\n".join(line for line in text.splitlines() if not line.startswith("#"))
    for line in re.sub(r"\\\n\s*", "", lines).splitlines():
        does, _, says = line.strip().partition(" ")
        if does == "FROM":
            base, _, name = says.partition(" AS ")
            stages.append(Stage(name or str(len(stages)), base, ()))
        elif does:
            if does not in STEPS:
                raise ValueError(f"The trial knows no {does}.")
            stages[-1] = stages[-1]._replace(steps=(*stages[-1].steps, Step(does, says.strip())))
    return stages


class Root:
    """A stage's files, and how a command is run among them."""

    def __init__(self, place: Path, *, mounts: bool) -> None:
        self.place, self.mounts = place, mounts
        self.env = {name: value for name, value in os.environ.items() if _PASSED.match(name)}
        self.env |= {"PATH": "/image/bin:/usr/local/bin:/usr/bin:/bin", "HOME": "/root", "LANG": "C.UTF-8"}
        self.user, self.folder = "0:0", "/"
        for name in _BARE:
            (place / name).mkdir(parents=True, exist_ok=True)
        (place / "tmp").chmod(0o1777)
        python = shutil.which("python3", path="/usr/bin:/usr/local/bin") or sys.executable
        (place / "image/bin/python").symlink_to(python)
        if mounts:
            for name in ("bin", "sbin", "lib", "lib64"):
                (place / name).symlink_to(f"usr/{name}")
            for name in _OF_ETC:
                source, target = Path("/etc") / name, place / "etc" / name
                if source.is_dir():
                    shutil.copytree(source, target, symlinks=True)
                elif source.exists():
                    shutil.copy(source, target)

    def inside(self, path: str) -> Path:
        """Where a path of the image lies on this machine."""
        return self.place / os.path.normpath(os.path.join(self.folder, path)).lstrip("/")

    def _led_in(self, text: str) -> str:
        """Without mounts: the text with paths of the image, and its user, as they are here."""
        text = re.sub(r"(?<![\w.:/])/(?=(?:src|opt/moot|data|dist|image|root)\b)", f"{self.place}/", text)
        return text if os.geteuid() == 0 else text.replace("10001", str(os.geteuid()))

    def command(self, words: Sequence[str], more: dict[str, str]) -> tuple[list[str], dict[str, str]]:
        """How a command is started, and in which environment."""
        env = self.env | more
        user, _, group = self.user.partition(":")
        if not self.mounts:
            env = {name: self._led_in(value) for name, value in env.items()}
            led = [self._led_in(word) for word in words]
            drop = ["setpriv", f"--reuid={user}", f"--regid={group}", "--clear-groups"] if os.geteuid() == 0 else []
            return [*drop, "env", "-C", str(self.inside(".")), *led], env
        place = shlex.quote(str(self.place))
        mounts = "; ".join(f"mount --rbind /{name} {place}/{name}" for name in _MOUNTED)
        chroot = shutil.which("chroot", path="/usr/sbin:/usr/bin") or "chroot"
        led = [chroot, f"--userspec={user}:{group}", "--groups=", str(self.place), "env", "-C", self.folder, *words]
        script = f"set -e; {mounts}; mount -o remount,bind,ro {place}/usr; exec {shlex.join(led)}"
        return ["unshare", "--mount", "--propagation", "private", "sh", "-c", script], env

    def start(self, words: Sequence[str], **more: str) -> subprocess.Popen[str]:
        """Starts a command."""
        line, env = self.command(words, more)
        return subprocess.Popen(line, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def run(self, words: Sequence[str], **more: str) -> tuple[int, str]:
        """Runs a command; returns its code and what it printed."""
        process = self.start(words, **more)
        said, _ = process.communicate()
        return process.returncode, said


def can_mount() -> bool:
    """Whether this machine lets us make roots of our own."""
    if os.geteuid() != 0 or shutil.which("unshare") is None or not Path("/bin").is_symlink():
        return False
    probe = ["unshare", "--mount", "--propagation", "private", "sh", "-c", "mount -t tmpfs probe /mnt && chroot / true"]
    return subprocess.run(probe, capture_output=True, check=False).returncode == 0


def tracked() -> list[str]:
    """The source's files, without what is built: what an engine is given by `.dockerignore`."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, check=True
    )
    return [name for name in listed.stdout.decode().split("\0") if name and (ROOT / name).is_file()]


def _copied(root: Root, words: list[str], made: dict[str, Root]) -> None:
    """One COPY: of the source's files, or of a folder of an earlier stage."""
    if words[0].startswith("--from="):
        source, target = made[words[0].removeprefix("--from=")].inside(words[1]), root.inside(words[2])
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copytree(source, target, symlinks=True)
        return
    *sources, last = words
    files = tracked()
    for source in sources:
        found = [name for name in files if name == source or name.startswith(f"{source}/")]
        if not found:
            raise ValueError(f"COPY {source}: there is no such file.")
        for name in found:
            target = root.inside(last) / (name if last == "./" else name.removeprefix(source).lstrip("/"))
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, target)


def built(stage: Stage, root: Root, made: dict[str, Root]) -> None:
    """Runs a stage's steps."""
    for does, says in stage.steps:
        words = shlex.split(says) if does in ("COPY", "ENV") else []
        if does == "WORKDIR":
            root.folder = says
            root.inside(".").mkdir(parents=True, exist_ok=True)
        elif does == "COPY":
            _copied(root, words, made)
        elif does == "ENV":
            for word in words:
                name, _, value = word.partition("=")
                root.env[name] = value.replace("$PATH", root.env["PATH"])
        elif does == "USER":
            root.user = says
        elif does == "RUN":
            sys.stdout.write(f"RUN {says}\n")
            sys.stdout.flush()
            code, said = root.run(["sh", "-c", says])
            if code:
                raise ValueError(f"It ended with {code}:\n{said}")


def tried(stage: Stage, root: Root) -> None:
    """Starts what the image starts, and uses it: health, a question, an end, and another start over the same data."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        env = {"MOOT_PORT": str(probe.getsockname()[1]), "MOOT_AUTH_TOKEN": secrets.token_hex(24)}
    serve = [*json.loads(stage.last("ENTRYPOINT")), *json.loads(stage.last("CMD"))]
    health = json.loads(stage.last("HEALTHCHECK").partition("CMD ")[2])
    _hold(root.user.partition(":")[0] not in ("", "0", "root"), "the image's user has no rights")
    code, said = root.run(serve, MOOT_PORT=env["MOOT_PORT"])
    _hold(code != 0 and "MOOT_AUTH_TOKEN" in said, "without a token it does not start, and says why", said)
    for nth in ("first", "second"):
        server = root.start(serve, **env)
        try:
            until = time.monotonic() + WELL_WITHIN
            while (code := root.run(health, **env)[0]) and server.poll() is None and time.monotonic() < until:
                time.sleep(0.2)
            _hold(code == 0, f"the health check succeeds after the {nth} start")
            owner = next(iter(root.inside("/data").glob("*"))).stat().st_uid
            _hold(owner == (10001 if os.geteuid() == 0 else os.geteuid()), "its data belong to that user")
            if nth == "first":
                code, said = root.run(["moot", "ask", QUESTION], MOOT_REHEARSAL_SPEED="0")
                _hold(code == 0, "a question is answered", said)
            code, said = root.run(["moot", "sessions", "list"])
            _hold(code == 0 and "water system" in said, f"the session is there after the {nth} start", said)
        finally:
            server.send_signal(signal.SIGTERM)
            said, _ = server.communicate(timeout=30)
        _hold(server.returncode == 0, "it ends well when it is told to", said)
    code, said = root.run(["sh", "-c", "touch /opt/moot/bin/new"])
    _hold(code != 0 or os.geteuid() != 0, "the program cannot be changed by that user", said)


def _hold(holds: bool, what: str, said: str = "") -> None:
    sys.stdout.write(f"{'ok  ' if holds else 'FAIL'} {what}\n")
    if not holds:
        raise ValueError(said or what)


def main() -> None:
    """Builds every stage, then tries the last."""
    stages = stages_of((ROOT / "Dockerfile").read_text(encoding="utf-8"))
    mounts = can_mount()
    how = "a root of its own for each stage" if mounts else "a fresh folder, since mounts are not allowed here"
    sys.stdout.write(f"No container engine is used: {how}.\n")
    with tempfile.TemporaryDirectory(prefix="image-") as folder:
        Path(folder).chmod(0o755)
        made: dict[str, Root] = {}
        for stage in stages:
            place = Path(folder) / (stage.name if mounts else "root")
            if not mounts and place.exists():  # an environment knows its own path, so every stage has the same one
                earlier = next(reversed(made.values()))
                earlier.place = place.rename(Path(folder) / f"after-{next(reversed(made))}")
            made[stage.name] = root = Root(place, mounts=mounts)
            built(stage, root, made)
        tried(stages[-1], made[stages[-1].name])


if __name__ == "__main__":
    try:
        main()
    except ValueError as error:
        sys.exit(str(error))
