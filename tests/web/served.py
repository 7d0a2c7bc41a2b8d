"""A server of the installed wheel, in a process of its own: started, killed, started again at the same port.
Its home is empty and no key of this machine is seen, unless the home was furnished before (`world.homes`) or `keys` are
given, as they stand in a user's environment.
"""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from moot.app.examples import ADDED
from rig.commands import run_command

STARTS_WITHIN = 300.0


class Served:
    """One home and the server over it."""

    def __init__(
        self,
        python: Path,
        home: Path,
        *,
        speed: float = 0.0,
        keys: Mapping[str, str] | None = None,
        options: Sequence[str] = (),
        examples: bool = False,
        **settings: str,
    ) -> None:
        self.home, self._python, self._keys = home, python, dict(keys or {})
        self._options = tuple(options)
        self._settings = {"MOOT_DEMO_SPEED": str(speed), **settings}
        self._examples = examples
        self.port = _free_port()
        self.token = ""
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Served:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    @property
    def url(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self.port}"

    def start(self, *, speed: float | None = None) -> None:
        """Starts it, perhaps with quicker voices, and waits until it listens."""
        if speed is not None:
            self._settings["MOOT_DEMO_SPEED"] = str(speed)
        self.home.mkdir(parents=True, exist_ok=True)
        if not self._examples:
            (self.home / ADDED).touch()
        env = self._env()
        place = self.home / "server.log"
        with place.open("a", encoding="utf-8") as log:
            start = log.seek(0, os.SEEK_END)
            self._process = subprocess.Popen(
                [str(self._python), "-m", "moot", "serve", "--port", str(self.port), *self._options],
                env=env, cwd=self.home, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT,
            )  # fmt: skip
        until, said = time.monotonic() + STARTS_WITHIN, ""
        while time.monotonic() < until:
            said = place.read_text(encoding="utf-8")[start:]
            found = re.search(r"token=(\S+)\n", said)
            if found:
                self.token = found[1]
                return
            assert self._process.poll() is None, said
            time.sleep(0.01)
        raise AssertionError(f"The server did not start: {said}")

    def kill(self) -> None:
        """Ends it at once, as a crash would."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """Ends it as a user would."""
        self._end(signal.SIGINT)

    def _end(self, how: signal.Signals) -> None:
        if self._process is None:
            return
        self._process.send_signal(how)
        try:
            self._process.wait(300)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait(300)
        self._process = None

    def api(self, method: str, path: str, body: object | None = None) -> Any:
        """Asks the API; returns what it answers."""
        data = json.dumps(body).encode() if body is not None else None
        request = urllib.request.Request(self.url + path, data, method=method)
        request.add_header("Authorization", f"Bearer {self.token}")
        if data is not None:
            request.add_header("Content-Type", "application/json")
        try:
            with urllib.request.urlopen(request, timeout=300) as answer:
                said = answer.read()
        except urllib.error.HTTPError as error:
            raise AssertionError(f"{method} {path}: {error.code} {error.read().decode()}") from None
        return json.loads(said) if said else None

    def _env(self) -> dict[str, str]:
        """What stands in its environment; no key of this machine does."""
        hidden = ("PYTHONPATH", "_API_KEY", "_API_TOKEN")
        env = {name: value for name, value in os.environ.items() if not name.endswith(hidden)}
        return env | {"MOOT_HOME": str(self.home), "PYTHONUNBUFFERED": "1", **self._settings, **self._keys}

    def command(self, *args: str, codes: tuple[int, ...] = (0,)) -> None:
        """A command of the terminal over the same home, to its end."""
        done = run_command(self._python, "moot", args, self._env(), self.home)
        assert done.returncode in codes, f"{args}: {done.returncode}\n{done.stdout}\n{done.stderr}"

    def studied(self, name: str, arms: str, questions: Sequence[str], *, corpus: str = "two-sided") -> str:
        """A study of scripted voices, asked as `moot study run` asks it, some of whose sessions may fail; its id."""
        file = self.home / f"{name}.toml"
        file.write_text(
            f'name = "{name}"\ncorpus = "{corpus}"\nquestions = {json.dumps(list(questions))}\nseed = "seven"\n{arms}'
        )
        self.command("study", "run", str(file), "-q", codes=(0, 1, 4))
        studies = self.api("GET", "/api/studies")["studies"]
        return str(next(each["id"] for each in studies if each["name"] == name))

    def ask(self, protocol: str, question: str = "Should a small town own its water system?", **more: object) -> str:
        """Opens a session with the rehearsal voices; returns its id."""
        body = {"question": question, "council": "rehearsal", "protocol": protocol, "seed": "seven", **more}
        return str(self.api("POST", "/api/sessions", body)["session"])

    def finished(self, protocol: str, **more: Any) -> str:
        """The same, once it has ended."""
        session = self.ask(protocol, **more)
        while self.api("GET", f"/api/sessions/{session}?wait=20")["outcome"] == "running":
            pass
        return session


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
