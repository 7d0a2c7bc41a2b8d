"""Test that a protocol of another package can be installed, used everywhere and removed without a change to Moot.

`examples/jury` is installed from its folder, as anybody would, into a place of its own; processes that see the place
have it, those that do not have lost it.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import metadata
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import httpx
import pytest
from playwright.sync_api import sync_playwright

from moot.vocabulary.seats import SCRIPTED_LABEL
from rig.chromium import CHROMIUM, FLAGS
from rig.commands import run_command

Ran = subprocess.CompletedProcess[str]
ROOT = Path(__file__).parents[2]
JURY = ROOT / "examples" / "jury"
QUESTION = "Should we move our API from REST to GraphQL?"
MEMBERS = [f"rehearsal/{name}" for name in ("ada", "bo", "cyn", "dov", "fay")]
SEATED = [word for member in MEMBERS for word in ("-m", member)] + ["--chair", "rehearsal/hana"]


def install(package: Path, place: Path) -> Path:
    """Install a package into a folder, built by its own backend."""
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", "--no-build-isolation"]
    environment = {**os.environ, "PIP_DISABLE_PIP_VERSION_CHECK": "1", "PIP_ROOT_USER_ACTION": "ignore"}
    installed = subprocess.run(
        [*pip, "--target", str(place), str(package)], capture_output=True, text=True, env=environment, check=False
    )
    assert installed.returncode == 0, installed.stderr
    return place


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the package is installed."""
    return install(JURY, tmp_path_factory.mktemp("site"))


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("jury")


def environment_of(home: Path, site: Path | None, **more: str) -> dict[str, str]:
    """A process's environment, with the package or without."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("MOOT_", "PYTHONDONT"))}
    path = [str(ROOT / "src"), *([str(site)] if site is not None else [])]
    return {
        **{name: value for name, value in kept.items() if not name.endswith("_API_KEY")},
        "PYTHONPATH": os.pathsep.join(path), "MOOT_HOME": str(home / "home"),
        "MOOT_DEMO_SPEED": "0", "MOOT_COUNCIL": "rehearsal", "MOOT_DURABILITY": "normal", **more,
    }  # fmt: skip


def moot(home: Path, site: Path | None, *words: str) -> Ran:
    """A command."""
    return run_command(Path(sys.executable), "moot", words, environment_of(home, site), home)


@pytest.fixture(scope="module")
def asked(home: Path, site: Path) -> dict[str, Any]:
    """A session of it, put in a terminal."""
    told = moot(home, site, "ask", "--protocol", "jury", "--seed", "x", *SEATED, QUESTION, "--json")
    assert told.returncode == 0, told.stdout + told.stderr
    result: dict[str, Any] = json.loads(told.stdout)
    return result


def test_a_terminal_asks_shows_exports_verifies_and_forks(home: Path, site: Path, asked: dict[str, Any]) -> None:
    assert (asked["protocol"], asked["outcome"], asked["label"]) == ("jury", "verdict", SCRIPTED_LABEL)
    assert [found["finding"]["type"] for found in asked["findings"]] == ["jury-poll", "jury-poll", "jury-changes"]
    session = asked["session"]
    shown = moot(home, site, "sessions", "show", session, "--full").stdout
    for words in ("Poll of the jury", "Round 2: ", "Changes of mind", "Strongest point: ", "held their verdict"):
        assert words in shown
    assert "rule 0" not in shown
    assert "as data" not in shown
    forked = moot(home, site, "sessions", "fork", session, "--from", "statement", "--chair", "rehearsal/gus", "--json")
    assert forked.returncode == 0, forked.stderr
    assert json.loads(forked.stdout)["protocol"] == "jury"
    for form in ("md", "jsonl"):
        file = home / f"jury.{form}"
        assert moot(home, site, "sessions", "export", session, "--output", str(file)).returncode == 0
        assert "Struct(" not in file.read_text()
    assert "Poll of the jury" in (home / "jury.md").read_text()
    verified = moot(home, site, "sessions", "verify", str(home / "jury.jsonl"))
    assert verified.returncode == 0, verified.stdout + verified.stderr


@pytest.mark.slow
def test_a_session_outlives_its_package(home: Path, site: Path, asked: dict[str, Any]) -> None:
    session = asked["session"]
    command = [sys.executable, "-m", "moot", "ask", "--protocol", "jury", "--seed", "x", *SEATED, QUESTION]
    environment = environment_of(home, site, MOOT_KILL_AT="commit:after:4")  # read when Moot is
    stopped = subprocess.run(command, capture_output=True, env=environment, cwd=home, check=False)
    assert stopped.returncode == -signal.SIGKILL
    listed = json.loads(moot(home, None, "sessions", "list", "--json").stdout)
    rows = listed["sessions"] if isinstance(listed, dict) else listed
    left = next(row for row in rows if row.get("outcome", row.get("status")) not in ("verdict", "inconclusive"))
    left_id = left.get("session", left.get("id"))
    shown = moot(home, None, "sessions", "show", session, "--full")
    assert shown.returncode == 0, shown.stderr
    assert "moot sessions fork" not in shown.stdout + shown.stderr, "nobody could follow that"
    assert "Install the package that brings the protocol 'jury'" in moot(home, None, "sessions", "show", left_id).stdout
    assert "Jury poll (as data: its protocol is not installed)" in shown.stdout
    assert asked["body"] in shown.stdout or asked["body"][:40] in shown.stdout
    for form in ("md", "html", "json", "jsonl"):
        file = home / f"gone.{form}"
        assert moot(home, None, "sessions", "export", session, "--output", str(file)).returncode == 0
        assert "GraphQL" in file.read_text()
    with_it = [json.loads(line) for line in (home / "gone.jsonl").read_text().splitlines()]
    assert any('"jury-changes"' in json.dumps(line).replace(" ", "") for line in with_it)
    checked = moot(home, None, "sessions", "verify", str(home / "gone.jsonl"))
    assert "Traceback" not in checked.stderr
    said = re.sub(r"\s+", " ", checked.stdout + checked.stderr)
    assert "Unchanged since it was exported" in said
    assert "It cannot be replayed here. This session was held by the protocol 'jury', which is not installed" in said
    assert "does not follow" not in said, "that is what is said of a forgery"
    assert ".." not in said
    for words in (("resume", left_id), ("fork", session, "--from", "statement"), ("replay", session)):
        refused = moot(home, None, "sessions", *words)
        said = re.sub(r"\s+", " ", refused.stdout + refused.stderr)
        assert refused.returncode not in (0, 1), (words, said)
        assert "protocol 'jury', which is not installed" in said, (words, said)
        assert "Install the package" in said
        assert "Traceback" not in said
    resumed = moot(home, site, "sessions", "resume", left_id, "--json")
    assert resumed.returncode == 0, resumed.stdout + resumed.stderr
    assert json.loads(resumed.stdout)["outcome"] == "verdict"


@contextmanager
def serving(home: Path, site: Path | None) -> Iterator[httpx.Client]:
    """A server in a process of its own, and a client with its token, which the address keeps as well."""
    command = [sys.executable, "-m", "moot", "serve", "--port", "0"]
    environment = environment_of(home, site, PYTHONUNBUFFERED="1")
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment, cwd=home) as process:
        try:
            assert process.stdout is not None
            said = ""
            while not (found := re.search(r"(http://127[.]0[.]0[.]1:\d+)\S*token=([\w-]+)", said)):
                line = process.stdout.readline()
                assert line, said
                said += line
            bearer = {"Authorization": f"Bearer {found[2]}"}
            with httpx.Client(base_url=found[1], headers=bearer, timeout=300, trust_env=False) as client:
                yield client
        finally:
            process.kill()


@pytest.mark.slow
def test_a_server_asks_it_at_every_door(tmp_path: Path, site: Path) -> None:
    with serving(tmp_path, site) as client:
        assert "jury" in {row["protocol"] for row in client.get("/api/protocols").json()["protocols"]}
        body = {"question": QUESTION, "members": MEMBERS, "chair": "rehearsal/hana", "protocol": "jury", "seed": "b"}
        session = client.post("/api/sessions", json=body).json()["session"]
        result = client.get(f"/api/sessions/{session}", params={"wait": 60}).json()
        assert result["outcome"] == "verdict"
        for form in ("md", "html", "json", "jsonl"):
            file = client.get(f"/api/sessions/{session}/export", params={"format": form})
            assert (file.status_code, "Struct(" in file.text) == (200, False)
        council = {"members": MEMBERS, "chair": "rehearsal/hana", "protocol": "jury"}
        assert client.put("/api/councils/twelve", json=council).status_code == 200
        chat = {"model": "twelve", "messages": [{"role": "user", "content": QUESTION}]}
        said = client.post("/v1/chat/completions", json=chat).json()
        assert said["choices"][0]["message"]["content"]
        assert said["moot"]["reason"].startswith("The jury ")
        assert "twelve" in {model["id"] for model in client.get("/v1/models").json()["data"]}
    with serving(tmp_path, None) as client:  # the same home, without the package
        state = client.get(f"/api/sessions/{session}").json()
        assert [found["finding"]["type"] for found in state["findings"]] == [
            f["finding"]["type"] for f in result["findings"]
        ]
        assert "as data" in client.get(f"/api/sessions/{session}/export", params={"format": "md"}).text
        refused = client.post(f"/api/sessions/{session}/fork", json={"stage": "statement"})
        assert refused.status_code == 409, refused.text
        assert "not installed" in refused.text


@pytest.mark.slow
@pytest.mark.parametrize("installed", [True, False])
def test_the_page_shows_what_nobody_drew(tmp_path: Path, site: Path, installed: bool) -> None:
    if not CHROMIUM or not (ROOT / "src" / "moot" / "server" / "app" / "index.html").exists():
        pytest.skip("There is no Chromium, or the page was not built (`make web`).")
    told = moot(tmp_path, site, "ask", "--protocol", "jury", "--seed", "x", *SEATED, QUESTION, "--json")
    session = json.loads(told.stdout)["session"]
    with serving(tmp_path, site if installed else None) as client, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = browser.new_page()
        broken: list[str] = []
        page.on("pageerror", lambda error: broken.append(str(error)))
        page.goto(f"{client.base_url}/?{urlencode({'token': client.headers['Authorization'].split()[1]})}")
        page.goto(f"{client.base_url}/s/{session}/transcript")
        page.get_by_role("tab", name=re.compile("Vote 2")).click()
        page.get_by_text("Jury poll").first.wait_for(timeout=240_000)
        page.get_by_text("Jury changes").first.wait_for(timeout=240_000)
        words = page.locator("body").inner_text()
        browser.close()
    assert not broken
    assert not re.search(r"seat-[a-e]\b|undefined|\[object", words)


@pytest.mark.slow
def test_it_keeps_all_that_is_promised_of_a_protocol(home: Path, site: Path, tmp_path: Path) -> None:
    """Its own tests, run as its author runs them."""
    known = any(point.value == "moot.testing.plugin" for point in metadata.entry_points(group="pytest11"))
    plugin = [] if known else ["-p", "moot.testing.plugin"]  # where Moot is installed pytest finds it by itself
    command = [sys.executable, "-m", "pytest", "-q", *plugin, "-p", "no:cacheprovider"]
    ran = subprocess.run(
        [*command, "-c", str(JURY / "pyproject.toml"), "--rootdir", str(JURY), str(JURY / "tests")],
        capture_output=True, text=True, env=environment_of(home, site), cwd=tmp_path, check=False,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert " passed" in ran.stdout
