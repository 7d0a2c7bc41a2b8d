"""Ways to run an installed package, and a check that each gives an answer."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import urllib.request
from pathlib import Path

from web.installed import ROOT
from web.served import Served

QUESTION = "Should a small town own its water system?"


def run(command: list[str | Path], folder: Path, **more: str) -> str:
    """What a command printed; it has to end well. It sees no source and no key."""
    hidden = ("PYTHONPATH", "_API_KEY", "_API_TOKEN")
    env = {name: value for name, value in os.environ.items() if not name.endswith(hidden)} | more
    done = subprocess.run([*map(str, command)], cwd=folder, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def asks(python: Path, folder: Path) -> None:
    """The terminal and Python answer."""
    home = {"MOOT_HOME": str(folder / "home"), "MOOT_DEMO_SPEED": "0"}
    told = json.loads(run([python, "-m", "moot", "ask", QUESTION, "--json"], folder, **home))
    assert told["outcome"] == "verdict", told
    code = f"import moot; r = moot.ask({QUESTION!r}); print(r.outcome, moot.__file__)"
    outcome, place = run([python, "-c", code], folder, **home).split()
    assert outcome == "verdict"
    assert not Path(place).is_relative_to(ROOT), "the source was used, not what is installed"
    listed = run([python, "-m", "moot", "sessions", "list"], folder, **home)
    assert listed.count("water system") == 2


def serves(python: Path, folder: Path) -> None:
    """The pages, the API and the OpenAI-compatible API answer."""
    with Served(python, folder / "served") as served:
        assert served.api("GET", "/api/health")["status"] == "ok"
        browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
        browser.addheaders = [("Accept", "text/html")]
        with browser.open(f"{served.url}/?token={served.token}") as page:
            said = page.read().decode()
        scripts = re.findall(r'<script type="module" [^>]*src="(/assets/[^"]+\.js)"', said)
        assert scripts, said
        for script in scripts:
            with browser.open(served.url + script) as file:
                assert "javascript" in file.headers["content-type"], script
        body = {"model": "rehearsal", "messages": [{"role": "user", "content": QUESTION}]}
        assert served.api("POST", "/v1/chat/completions", body)["choices"][0]["message"]["content"]


def build(target: str, source: Path, folder: Path) -> Path:
    """A package of a source, built without leaving this machine."""
    run([sys.executable, "-m", "hatchling", "build", "-t", target, "-d", folder], source)
    (made,) = folder.glob("*.whl" if target == "wheel" else "*.tar.gz")
    return made
