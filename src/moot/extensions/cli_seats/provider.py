"""Call models through signed-in command-line programs: one process for each call, without tools and without a shell."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Sequence

from moot.errors import CallFailed
from moot.extensions.cli_seats.dialects import DEFAULT, Dialect, JsonLines, dialect_of
from moot.extensions.cli_seats.running import Program
from moot.extensions.cli_seats.sign_in import is_signed_in
from moot.providers.public import (
    Call,
    CallMessage,
    Endpoint,
    ListedModel,
    Piece,
    Provider,
    Secret,
    StreamEnd,
    malformed,
    shown,
)

UNCLASSIFIED = ("", "server", "bad_request")
"""Kinds of error that may come from a program that is not signed in."""


class CliProvider(Provider):
    """Endpoint whose models are called by running a program, such as `claude`, `codex` or `gemini`."""

    def __init__(self, row: Endpoint, key: Secret | None) -> None:
        self.row = row

    def check_able(self, call: Call) -> None:
        """Refuse to measure texts, and to show pictures."""
        super().check_able(call)
        if any(message.pictures for message in call.messages):
            raise CallFailed("error", f"{call.seat.model} takes no pictures.", error="unsupported")

    async def listed(self) -> list[ListedModel]:
        """Return the program's default model, and the models that the endpoint's row names."""
        return [ListedModel(name=name, vision=False) for name in dict.fromkeys((DEFAULT, *self.row.models))]

    async def stream(self, call: Call) -> AsyncIterator[Piece]:
        """Run the program on the prompt, and yield its answer as it writes it."""
        model = call.seat.model.partition("/")[2]
        dialect = dialect_of(self.row.command)(model)
        system = "\n\n".join(each.text for each in call.messages if each.role == "system") if dialect.system else ""
        given = prompt_text([each for each in call.messages if not (system and each.role == "system")])
        arguments = dialect.arguments(system=bool(system))
        if isinstance(dialect, JsonLines):
            arguments = [each.replace("{model}", model) for each in self.row.command[1:]]
        program = Program(
            self.row,
            arguments,
            given.encode("utf-8", "replace"),
            most=call.limits.most_bytes,
            env=dialect.variables(system=bool(system)),
            system=system,
        )
        noise = b""
        async with program:
            async for line in program.lines():
                if (data := _parsed(line)) is None:
                    noise = noise or line
                    continue
                for piece in dialect.read(data):
                    yield piece
                    if isinstance(piece, StreamEnd):
                        return
                if dialect.failure is not None:
                    break
        if dialect.failure is None and program.code == 0 and not dialect.error:
            if noise and not dialect.texts:
                raise malformed(f"{self.row.name} wrote no JSON", noise)
            if isinstance(dialect, JsonLines):
                yield StreamEnd("ok", "exit 0")
            return  # without an end, the answer is incomplete
        raise await self._failure(dialect, program)

    async def _failure(self, dialect: Dialect, program: Program) -> CallFailed:
        """Return the exception for a run that failed."""
        failure = dialect.failure
        if failure is None:
            message = shown(dialect.error) or program.complaint() or "no further words"
            cause = f"{self.row.name} ended with exit code {program.code}: {message}"
            failure = CallFailed("error", cause, error=dialect.codes.get(program.code or 0, "server"))
        if failure.error in UNCLASSIFIED and await is_signed_in(self.row) is False:
            failure = CallFailed("error", failure.cause, error="auth")
        if failure.error == "auth" and dialect.log_in:
            cause = f"{self.row.name} is not signed in. Run `{dialect.log_in}` in a terminal. It said: {failure.cause}"
            failure = CallFailed("error", cause, error="auth")
        return failure


def prompt_text(messages: Sequence[CallMessage]) -> str:
    """Return messages as one text, because programs take no list of messages: earlier turns get a heading each."""
    opening = [each.text for each in messages if each.role == "system"]
    turns = [each for each in messages if each.role != "system"]
    if len(turns) > 1:
        heads = {"user": "[User]", "assistant": "[You answered]"}
        return "\n\n".join([*opening, *(f"{heads[each.role]}\n{each.text}" for each in turns)])
    return "\n\n".join([*opening, *(each.text for each in turns)])


def _parsed(line: bytes) -> dict[str, object] | None:
    """Parse a line of output; `None` for a line that is no object, such as a warning of the program's runtime.

    Raises:
        CallFailed: It begins like an object and is none.
    """
    if not line.lstrip().startswith(b"{"):
        return None
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        raise malformed("A line of the program's output is no JSON", line) from None
    return data if isinstance(data, dict) else None
