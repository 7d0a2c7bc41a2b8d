"""How is a model asked that is installed in the `llm` program? As `llm/<model-id>`; async models first, others in a
thread.

Needs the extra `[llm]` and is imported only when such a seat is filled. A synchronous model cannot be interrupted:
when its deadline passes, its thread goes on alone until the plugin returns, and what it says is dropped.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from typing import Any

import llm

from moot.egress.keys import Secret
from moot.egress.outside_words import shown
from moot.errors import CallFailed
from moot.providers.endpoints import Endpoint
from moot.providers.provider import Call, Done, Measured, Piece, Provider, Report, Text
from moot.providers.refusals import failure_of
from moot.vocabulary.statements import Usage

WAITING = 64
"""Pieces a thread may be ahead of its reader."""


class LlmModels(Provider):
    """All models of the `llm` program, those that measure texts too."""

    measures = True

    async def stream(self, call: Call) -> AsyncIterator[Piece]:
        """Asks, and yields what comes."""
        name = call.seat.model.partition("/")[2]
        try:
            if call.texts:
                measurer = llm.get_embedding_model(name)  # type: ignore[no-untyped-call]
                async for piece in self._in_thread(_measure, measurer, call, {}):
                    yield piece
                yield Done("ok", "measured")
                return
            asked = _asked(call)
            try:
                model: Any = llm.get_async_model(name)
            except llm.UnknownModelError:
                async for piece in self._in_thread(_speak, llm.get_model(name), call, asked):
                    yield piece
            else:
                response = model.prompt(**_fitting(model, call, asked))
                async for words in response:
                    yield Text(words)
                usage = await response.usage()
                yield _report(response, usage)
        except CallFailed:
            raise
        except llm.UnknownModelError:
            raise CallFailed("error", f"`llm` knows no model called {name!r}.", error="not_found") from None
        except llm.NeedsKeyException as error:
            raise CallFailed("error", shown(str(error)), error="auth") from None
        except Exception as error:
            status = getattr(error, "status_code", None)
            if isinstance(status, int):
                raise failure_of(status, str(error)) from None
            words = shown(str(error)) or "no further words"
            raise CallFailed("error", f"{type(error).__name__}: {words}", error="server", spent=True) from None
        # `llm` knows no finish reason; a response that was iterated to its end is the only sign of a whole answer.
        yield Done("ok")

    async def models(self) -> list[str]:
        """Every model installed, by its id."""
        names = {model.model_id for model in llm.get_models()} | {model.model_id for model in llm.get_async_models()}
        return sorted(names)

    async def _in_thread(
        self, work: Callable[..., None], model: Any, call: Call, asked: dict[str, Any]
    ) -> AsyncIterator[Piece]:
        loop = asyncio.get_running_loop()
        pieces: asyncio.Queue[Piece | BaseException | None] = asyncio.Queue()
        room, left = threading.Semaphore(WAITING), threading.Event()

        def put(piece: Piece | BaseException | None) -> None:
            if not left.is_set() and not loop.is_closed():
                loop.call_soon_threadsafe(pieces.put_nowait, piece)

        threading.Thread(target=work, args=(model, call, asked, put, room, left), daemon=True).start()
        try:
            while (piece := await pieces.get()) is not None:
                if isinstance(piece, BaseException):
                    raise piece
                room.release()
                yield piece
        finally:
            left.set()
            room.release()


def _speak(
    model: Any,
    call: Call,
    asked: dict[str, Any],
    put: Callable[[Piece | BaseException | None], None],
    room: threading.Semaphore,
    left: threading.Event,
) -> None:
    """Runs a synchronous model to its end, in its own thread."""
    try:
        response = model.prompt(**_fitting(model, call, asked))
        for words in response:
            room.acquire()
            if left.is_set():
                return
            put(Text(words))
        put(_report(response, response.usage()))
        put(None)
    except Exception as error:
        put(error)


def _measure(
    model: Any,
    call: Call,
    asked: dict[str, Any],
    put: Callable[[Piece | BaseException | None], None],
    room: threading.Semaphore,
    left: threading.Event,
) -> None:
    """Has a model measure texts, in its own thread."""
    try:
        rows = [tuple(map(float, row)) for row in model.embed_multi(call.texts)]
        put(Measured(tuple(rows)))
        put(None)
    except Exception as error:
        put(error)


def _asked(call: Call) -> dict[str, Any]:
    """The prompt as `llm` takes it: the system's words, then everything else as one text."""
    system = "\n\n".join(each.text for each in call.messages if each.role == "system")
    rest = [each for each in call.messages if each.role != "system"]
    if len(rest) == 1:
        prompt = rest[0].text
    else:
        prompt = "\n\n".join(f"{'You' if each.role == 'assistant' else 'User'}: {each.text}" for each in rest)
    pictures = [picture for each in rest for picture in each.pictures] if call.seat.abilities.vision else []
    attachments = [llm.Attachment(type=picture.media_type, content=picture.data) for picture in pictures]
    return {"prompt": prompt, "system": system or None, "attachments": attachments or None}


def _fitting(model: Any, call: Call, asked: dict[str, Any]) -> dict[str, Any]:
    """The prompt with the options this model has; each plugin names its own."""
    fields = getattr(model.Options, "model_fields", {})
    options: dict[str, Any] = {}
    for name in ("max_tokens", "max_output_tokens", "num_predict"):
        if call.limited and name in fields:
            options[name] = call.max_output
            break
    if call.seat.temperature is not None and call.seat.abilities.temperature and "temperature" in fields:
        options["temperature"] = max(call.seat.temperature, call.seat.abilities.lowest_temperature)
    if "moot_depth" in fields:  # it is a council of ours
        options["moot_depth"] = call.depth
    schema = call.schema if call.schema is not None and getattr(model, "supports_schema", False) else None
    return {**asked, "schema": schema, "stream": bool(getattr(model, "can_stream", True)), "options": options}


def _report(response: Any, usage: Any) -> Report:
    sent, said = usage.input, usage.output
    told = Usage(input=sent, output=said, calls=1) if type(sent) is int and type(said) is int else None
    return Report(usage=told, model=str(getattr(response, "resolved_model", None) or ""))


def open_llm(row: Endpoint, key: Secret | None) -> LlmModels:
    """Opens the models of `llm`; it keeps its own keys."""
    return LlmModels()
