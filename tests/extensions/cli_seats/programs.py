"""Executables that take the flags and write the output of `claude`, `codex` and `gemini`, as their documents describe.

They are scripted by words in the prompt or by the file `mode` beside them, and record each start in `starts.jsonl`.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

HEAD = """import json, os, re, signal, subprocess, sys, time
HERE = os.path.dirname(os.path.abspath(__file__))
NAME, ARGS = os.path.basename(__file__), sys.argv[1:]
try:
    MODE = open(os.path.join(HERE, "mode")).read().strip()
except OSError:
    MODE = ""


def put(**told):
    print(json.dumps(told), flush=True)


def note(**told):
    with open(os.path.join(HERE, "starts.jsonl"), "a") as file:
        file.write(json.dumps(told) + "\\n")


def flag(name):
    return ARGS[ARGS.index(name) + 1]


if ARGS in (["auth", "status"], ["login", "status"]):
    sys.exit(1 if MODE == "signed-out" else 0)
PROMPT = sys.stdin.read()
SYSTEM = ""
if "--system-prompt-file" in ARGS:
    SYSTEM = open(flag("--system-prompt-file")).read()
if "GEMINI_SYSTEM_MD" in os.environ:
    SYSTEM = open(os.environ["GEMINI_SYSTEM_MD"]).read()
note(name=NAME, pid=os.getpid(), args=ARGS, env=dict(os.environ), cwd=os.getcwd(), files=os.listdir("."),
     prompt=PROMPT, system=SYSTEM)
if MODE in ("hang", "stubborn"):
    if MODE == "stubborn":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    away = "import os, time; os.setsid(); time.sleep(600)"
    children = [subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"], stdin=subprocess.DEVNULL),
                subprocess.Popen([sys.executable, "-c", away], stdin=subprocess.DEVNULL)]
    note(name="children", pids=[each.pid for each in children])
    time.sleep(600)
if MODE == "huge":
    while True:
        put(type="noise", text="x" * 100_000)
if MODE == "malformed":
    print('{"type": "res', flush=True)
    sys.exit(0)
if MODE == "crash":
    print("Segmentation fault", file=sys.stderr)
    sys.exit(7)
if MODE == "silent":
    sys.exit(0)
labels = list(dict.fromkeys(re.findall(r'<answer label="(\\w+)"', PROMPT)))
ANSWER = "From " + NAME + ".\\n"
if "<ballot>" in PROMPT and labels:
    places = {each: place for place, each in enumerate(labels, 1)}
    comments = {each: "It is " + NAME + " who says so." for each in labels}
    ANSWER += "<ballot>" + json.dumps(dict(comments=comments, abstain=False, places=places)) + "</ballot>"
else:
    ANSWER += "It is four."
"""

CLAUDE = """
assert ARGS[:4] == ["-p", "--output-format", "stream-json", "--verbose"], ARGS
assert flag("--tools") == "" and "--strict-mcp-config" in ARGS
model = "claude-sonnet-4-5"
put(type="system", subtype="init", model=model, tools=[], mcp_servers=[])
ids = dict(session_id="s", uuid="u")


def failed(code, said, status):
    text = [dict(type="text", text=said)]
    put(type="assistant", message=dict(model="<synthetic>", role="assistant", content=text), error=code, **ids)
    put(type="result", subtype="success", is_error=True, result=said, api_error_status=status, total_cost_usd=0,
        usage=dict(input_tokens=0, output_tokens=0), **ids)
    sys.exit(1)


if MODE == "signed-out":
    failed("authentication_failed", "Not logged in \\u00b7 Please run /login", None)
if MODE == "rate":
    info = dict(status="rejected", resetsAt=int(time.time()) + 3600, rateLimitType="five_hour")
    put(type="rate_limit_event", rate_limit_info=info, **ids)
    failed("rate_limit", "You've hit your limit", 429)
for part in re.findall(r".{1,9}", ANSWER, re.S):
    delta = dict(type="text_delta", text=part)
    put(type="stream_event", event=dict(type="content_block_delta", index=0, delta=delta), **ids)
put(type="assistant", message=dict(model=model, role="assistant", content=[dict(type="text", text=ANSWER)]), **ids)
put(type="result", subtype="success", is_error=False, result=ANSWER, stop_reason="end_turn", total_cost_usd=0.25,
    usage=dict(input_tokens=3, cache_read_input_tokens=20, cache_creation_input_tokens=7, output_tokens=9), **ids)
"""

CODEX = """
assert ARGS[:4] == ["exec", "--json", "--sandbox", "read-only"] and ARGS[-1] == "-", ARGS
assert "features.shell_tool=false" in ARGS
put(type="thread.started", thread_id="t")
put(type="turn.started")


def failed(said):
    put(type="error", message=said)
    put(type="turn.failed", error=dict(message=said))
    sys.exit(1)


if MODE == "signed-out":
    failed("unexpected: no credentials")
if MODE == "rate":
    failed("You've hit your usage limit. Upgrade to Pro, or try again later.")
if MODE == "status":
    failed("exceeded retry limit, last status: 429 Too Many Requests")
put(type="error", message="Reconnecting... 1/5")
put(type="item.completed", item=dict(id="i0", type="reasoning", text="**Thinking**"))
put(type="item.completed", item=dict(id="i1", type="agent_message", text=ANSWER))
put(type="turn.completed", usage=dict(input_tokens=30, cached_input_tokens=20, output_tokens=9))
"""

GEMINI = """
assert flag("--output-format") == "stream-json" and flag("--prompt") == "", ARGS
if MODE == "signed-out":
    print("Please set an Auth method", file=sys.stderr)
    sys.exit(41)
now = "2026-01-01T00:00:00.000Z"
print("Loaded cached credentials.", flush=True)
put(type="init", timestamp=now, session_id="s", model="gemini-3-pro")
put(type="message", timestamp=now, role="user", content=PROMPT)
if MODE == "rate":
    error = dict(type="TerminalQuotaError", message="You have exhausted your capacity")
    put(type="result", timestamp=now, status="error", error=error)
    sys.exit(1)
for part in re.findall(r".{1,9}", ANSWER, re.S):
    put(type="message", timestamp=now, role="assistant", content=part, delta=True)
stats = dict(total_tokens=39, input_tokens=30, output_tokens=9, cached=20, input=10, duration_ms=5, tool_calls=0)
put(type="result", timestamp=now, status="success", stats=stats)
"""

CUSTOM = """
if MODE == "rate":
    put(error="Slow down", kind="rate", retry_after=30)
    sys.exit(1)
put(thinking="Hm.")
put(text="By " + " ".join(ARGS) + ": ")
put(text=ANSWER, usage=dict(input=30, output=9))
"""


class Programs:
    """A folder of programs, to be put on the PATH."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir()
        for name, body in (("claude", CLAUDE), ("codex", CODEX), ("gemini", GEMINI), ("custom", CUSTOM)):
            file = folder / name
            file.write_text(f"#!{sys.executable} -IS\n{HEAD}{body}")
            file.chmod(0o755)

    def behave(self, mode: str) -> None:
        """Make every program behave in this way from now on."""
        (self.folder / "mode").write_text(mode)

    @property
    def records(self) -> list[dict[str, Any]]:
        """Return what the programs recorded: their starts, and the children of those that hang."""
        file = self.folder / "starts.jsonl"
        return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []

    @property
    def starts(self) -> list[dict[str, Any]]:
        """Return the starts: arguments, environment, folder and prompt of each."""
        return [each for each in self.records if each["name"] != "children"]

    @property
    def pids(self) -> list[int]:
        """Return all processes, once a hanging program and its children have recorded themselves."""
        return [pid for each in self.records for pid in each.get("pids", (each.get("pid"),))]


def alive(pid: int) -> bool:
    """Return whether a process runs; one that has ended and waits to be reaped does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
