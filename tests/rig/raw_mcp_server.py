"""An MCP server written by hand, of an earlier revision of the protocol, that misbehaves as its argument says.

python -m rig.raw_mcp_server good|chatter|asks|garbage|silent|version|ends|closes|stubborn
"""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from typing import Any

SCHEMA = {"type": "object", "properties": {"word": {"type": "string"}}}
TOOL = {"name": "lookup", "description": "Look up.", "inputSchema": SCHEMA, "annotations": {"readOnlyHint": True}}
ASKS = {
    "sampling/createMessage": {"messages": [], "maxTokens": 10},
    "elicitation/create": {"message": "Your password?", "requestedSchema": {"type": "object", "properties": {}}},
    "roots/list": {},
}


def put(**message: Any) -> None:
    """Write one message."""
    print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)


def get() -> dict[str, Any]:
    """Read one message; end with standard input."""
    line = sys.stdin.readline()
    while not line and signal.getsignal(signal.SIGTERM) is signal.SIG_IGN:
        time.sleep(60)
    if not line:
        sys.exit(0)
    found: dict[str, Any] = json.loads(line)
    return found


def called(mode: str, capabilities: dict[str, Any], word: str) -> str:
    """Return what a call of the tool says."""
    if mode == "asks":
        replies = {}
        for number, (method, params) in enumerate(ASKS.items()):
            put(id=f"ask-{number}", method=method, params=params)
            replies[method] = get().get("error", {}).get("message", "granted")
        return json.dumps({"capabilities": capabilities, "replies": replies})
    if word == "slow":
        time.sleep(600)
    return f"seven {os.getpid()}"


def main() -> None:
    """Serve until standard input ends."""
    mode, capabilities = sys.argv[1], {}
    if mode == "ends":
        sys.exit("It has no licence.\x1b[31m")
    if mode == "closes":
        os.close(1)
    if mode == "stubborn":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if mode == "garbage":
        print("Welcome to the server!", flush=True)
    while mode in ("garbage", "silent", "closes"):
        time.sleep(60)
    while True:
        message = get()
        method, number = message.get("method"), message.get("id")
        if mode == "chatter":
            print("debug: got a message", flush=True)
        if method == "initialize":
            capabilities = message["params"]["capabilities"]
            version = "1999-01-01" if mode == "version" else "2025-06-18"
            result = {"protocolVersion": version, "capabilities": {"tools": {}}}
            put(id=number, result={**result, "serverInfo": {"name": "raw", "version": "1"}})
        elif method == "tools/list":
            put(id=number, result={"tools": [TOOL]})
        elif method == "tools/call":
            text = called(mode, capabilities, message["params"]["arguments"]["word"])
            put(id=number, result={"content": [{"type": "text", "text": text}]})
        elif number is not None:
            put(id=number, error={"code": -32601, "message": "Method not found"})


if __name__ == "__main__":
    main()
