"""Arguments and output formats of the known programs, as their documentation describes them.

Sources: the CLI reference and the Agent SDK reference of Claude Code, `codex-rs/exec/src/exec_events.rs` of Codex, and
`packages/core/src/output/types.ts` of Gemini CLI. All are asked for JSON lines, and for no tools.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from pathlib import PurePath
from typing import Any, ClassVar

from moot.errors import CallFailed
from moot.extensions.cli_seats.running import SYSTEM_FILE
from moot.providers.public import CallReport, Piece, PromptProgress, StreamEnd, Text, ThinkingText, failure_of, shown
from moot.vocabulary.public import Usage

DEFAULT = "default"
"""Model name with which a program chooses the model itself."""


class Dialect(ABC):
    """Reads one run of a program: its lines become pieces of an answer, or an error."""

    system: ClassVar[bool] = False
    """Whether it takes the system prompt in a file; else it is the beginning of the prompt."""
    log_in: ClassVar[str] = ""
    """Command with which a person signs in."""
    status: ClassVar[tuple[str, ...]] = ()
    """Arguments with which it exits 0 if it is signed in, and 1 if not."""
    codes: ClassVar[Mapping[int, str]] = {}
    """Kinds of error by exit code."""

    def __init__(self, model: str) -> None:
        self.model = model
        self.error = ""
        """What went wrong, in the program's words."""
        self.failure: CallFailed | None = None
        """What went wrong, if its kind is known."""
        self.texts = 0
        """Pieces of text so far."""

    @abstractmethod
    def arguments(self, *, system: bool) -> list[str]:
        """Return the arguments with which it answers a prompt from standard input."""

    def variables(self, *, system: bool) -> dict[str, str]:
        """Return the variables that are set for it."""
        return {}

    def read(self, data: Mapping[str, Any]) -> Iterator[Piece]:
        """Convert one object of its output to pieces."""
        for piece in self._read(data):
            self.texts += isinstance(piece, Text)
            yield piece

    @abstractmethod
    def _read(self, data: Mapping[str, Any]) -> Iterator[Piece]: ...

    def fail(self, kind: str, message: str, retry_after: float | None = None) -> None:
        """Note an error whose kind is known."""
        self.error = message
        self.failure = CallFailed("error", shown(message) or kind, error=kind, retry_after=retry_after)

    def answered(self, data: object) -> CallReport:
        """Return the report of the model that answers."""
        named = data if isinstance(data, str) else ""
        if named and (self.model == DEFAULT or self.model in named):
            return CallReport(model=named if named.startswith(self.model) else f"{self.model} ({named})")
        return CallReport(model=named)

    def _choice(self, flag: str) -> list[str]:
        return [] if self.model == DEFAULT else [flag, self.model]


class ClaudeCode(Dialect):
    """`claude -p` with its stream of JSON."""

    system = True
    log_in = "claude auth login"
    status = ("auth", "status")
    kinds: ClassVar[Mapping[str, str]] = {
        "authentication_failed": "auth",
        "oauth_org_not_allowed": "auth",
        "billing_error": "credit",
        "rate_limit": "rate",
        "overloaded": "server",
        "server_error": "server",
        "invalid_request": "bad_request",
        "model_not_found": "not_found",
    }

    def __init__(self, model: str) -> None:
        super().__init__(model)
        self._kind = ""
        self._resets: float | None = None

    def arguments(self, *, system: bool) -> list[str]:
        return [
            *("-p", "--output-format", "stream-json", "--verbose", "--include-partial-messages"),
            *("--tools", "", "--strict-mcp-config", "--setting-sources", "", "--disable-slash-commands"),
            "--no-session-persistence",
            *self._choice("--model"),
            *(("--system-prompt-file", SYSTEM_FILE) if system else ()),
        ]

    def _read(self, data: Mapping[str, Any]) -> Iterator[Piece]:
        kind = data.get("type")
        if kind == "stream_event":
            event = _table(data, "event")
            delta = _table(event, "delta")
            if delta.get("type") == "text_delta":
                yield Text(str(delta.get("text", "")))
            elif delta.get("type") == "thinking_delta":
                yield ThinkingText(str(delta.get("thinking", "")))
            else:
                yield PromptProgress()
        elif kind == "assistant":
            self._kind = self.kinds.get(str(data.get("error")), self._kind)
            if data.get("error") is None:
                yield self.answered(_table(data, "message").get("model"))
        elif kind == "rate_limit_event":
            info = _table(data, "rate_limit_info")
            if info.get("status") == "rejected":
                self._kind = "rate"
                self._resets = _number(info.get("resetsAt"))
        elif kind == "result":
            yield from self._result(data)
        else:
            yield PromptProgress()

    def _result(self, data: Mapping[str, Any]) -> Iterator[Piece]:
        message = str(data.get("result") or " ".join(map(str, data.get("errors") or ())) or data.get("subtype", ""))
        if data.get("is_error") or data.get("subtype") != "success":
            status = data.get("api_error_status")
            wait = max(0.0, self._resets - time.time()) if self._resets is not None else None
            if self._kind:
                self.fail(self._kind, message, wait if self._kind == "rate" else None)
            elif isinstance(status, int):
                self.failure = failure_of(status, message, wait=wait)
            self.error = message
            return
        used = _table(data, "usage")
        cached, stored = _count(used, "cache_read_input_tokens"), _count(used, "cache_creation_input_tokens")
        read, written = _count(used, "input_tokens") + cached + stored, _count(used, "output_tokens")
        yield CallReport(usage=Usage(input=read, output=written, cached=cached, calls=1) if read else None)
        if not self.texts:  # an old version without partial messages
            yield Text(message)
        stopped = str(data.get("stop_reason") or "")
        settled = {"max_tokens": "truncated", "refusal": "refused"}.get(stopped, "ok")
        yield StreamEnd(settled, stopped)  # type: ignore[arg-type]


class Codex(Dialect):
    """`codex exec` with its JSON lines. It streams no words, and its errors have a message and no code."""

    log_in = "codex login"
    status = ("login", "status")

    def arguments(self, *, system: bool) -> list[str]:
        return [
            *("exec", "--json", "--sandbox", "read-only", "--skip-git-repo-check", "--ephemeral"),
            *("--ignore-user-config", "--color", "never"),
            *("-c", "features.shell_tool=false", "-c", "features.unified_exec=false", "-c", 'web_search="disabled"'),
            *self._choice("--model"),
            "-",
        ]

    def _read(self, data: Mapping[str, Any]) -> Iterator[Piece]:
        kind, item = data.get("type"), _table(data, "item")
        if kind == "item.completed" and item.get("type") == "agent_message":
            yield Text(("\n\n" if self.texts else "") + str(item.get("text", "")))
        elif kind == "item.completed" and item.get("type") == "reasoning":
            yield ThinkingText(str(item.get("text", "")))
        elif kind == "turn.completed":
            yield _report(_table(data, "usage"), cached="cached_input_tokens")
            yield StreamEnd("ok", "turn.completed")
        elif kind == "turn.failed":
            self.error = str(_table(data, "error").get("message", ""))
        elif kind == "error":  # it may be one that codex retries, so it counts only if nothing follows
            self.error = str(data.get("message", ""))
        else:
            yield PromptProgress()


class GeminiCli(Dialect):
    """`gemini` in headless mode with its stream of JSON."""

    system = True
    log_in = "gemini"
    codes: ClassVar[Mapping[int, str]] = {41: "auth", 42: "bad_request", 52: "bad_request"}
    kinds: ClassVar[Mapping[str, str]] = {
        "FatalAuthenticationError": "auth",
        "UnauthorizedError": "auth",
        "ForbiddenError": "auth",
        "TerminalQuotaError": "rate",
        "RetryableQuotaError": "rate",
        "ModelNotFoundError": "not_found",
    }

    def arguments(self, *, system: bool) -> list[str]:
        return [
            *("--output-format", "stream-json", "--approval-mode", "plan", "--skip-trust", "--extensions", "none"),
            *self._choice("--model"),
            *("--prompt", ""),
        ]

    def variables(self, *, system: bool) -> dict[str, str]:
        return {"GEMINI_SYSTEM_MD": SYSTEM_FILE} if system else {}

    def _read(self, data: Mapping[str, Any]) -> Iterator[Piece]:
        kind = data.get("type")
        if kind == "message" and data.get("role") == "assistant":
            yield Text(str(data.get("content", "")))
        elif kind == "init":
            yield self.answered(data.get("model"))
        elif kind == "error":
            self.error = str(data.get("message", ""))
        elif kind == "result" and data.get("status") == "success":
            yield _report(_table(data, "stats"), cached="cached")
            yield StreamEnd("ok", "success")
        elif kind == "result":
            error = _table(data, "error")
            self.error = str(error.get("message", ""))
            if named := self.kinds.get(str(error.get("type"))):
                self.fail(named, self.error)
        else:
            yield PromptProgress()


class JsonLines(Dialect):
    """A program of the user's own, with the format of `docs/providers.md`. `{model}` in its command is the model."""

    kinds: ClassVar[frozenset[str]] = frozenset(("auth", "credit", "rate", "server", "not_found", "context"))

    def arguments(self, *, system: bool) -> list[str]:
        return []

    def _read(self, data: Mapping[str, Any]) -> Iterator[Piece]:
        if "error" in data:
            kind = str(data.get("kind", "server"))
            self.fail(kind if kind in self.kinds else "server", str(data["error"]), _number(data.get("retry_after")))
        if isinstance(data.get("thinking"), str):
            yield ThinkingText(data["thinking"])
        if isinstance(data.get("text"), str):
            yield Text(data["text"])
        if used := _table(data, "usage"):
            yield CallReport(usage=Usage(input=_count(used, "input"), output=_count(used, "output"), calls=1))
        if data.get("end") in ("ok", "truncated", "refused"):
            yield StreamEnd(data["end"], data["end"])
        if not data:
            yield PromptProgress()


PROGRAMS: Mapping[str, type[Dialect]] = {"claude": ClaudeCode, "codex": Codex, "gemini": GeminiCli}


def dialect_of(command: tuple[str, ...]) -> type[Dialect]:
    """Return how a command is spoken to: a known program without arguments by its name, others in JSON lines."""
    name = PurePath(command[0]).name
    return PROGRAMS.get(name, JsonLines) if len(command) == 1 else JsonLines


def _table(data: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    found = data.get(name)
    return found if isinstance(found, dict) else {}


def _count(data: Mapping[str, Any], name: str) -> int:
    found = data.get(name)
    return found if type(found) is int and found >= 0 else 0


def _report(used: Mapping[str, Any], cached: str) -> CallReport:
    """Return the report of the tokens used; `cached` is the program's field for cached ones."""
    read, written = _count(used, "input_tokens"), _count(used, "output_tokens")
    usage = Usage(input=read, output=written, cached=_count(used, cached), calls=1)
    return CallReport(usage=usage if read else None)


def _number(data: object) -> float | None:
    return float(data) if isinstance(data, int | float) and not isinstance(data, bool) and data >= 0 else None
