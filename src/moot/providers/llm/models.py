"""Call models installed in the `llm` program, as `llm/<model-id>`; async models first, others in a thread.

Earlier turns are passed as a conversation of the model, so that its service receives each in its role. Needs the extra
`[llm]` and is imported only when such a seat is filled. A synchronous model cannot be interrupted: after its deadline,
its thread runs on until the plugin returns, and the result is dropped.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Sequence
from functools import partial
from typing import Any

import llm
from llm.parts import AttachmentPart, TextPart
from llm.parts import Message as Said
from msgspec.structs import replace

from moot.egress.api_keys import Secret
from moot.egress.untrusted_text import shown
from moot.errors import CallFailed
from moot.providers.adapted_request import AS_IT_IS, AdaptedRequest, SentFields
from moot.providers.endpoints import Endpoint
from moot.providers.llm.loop import lasting_of
from moot.providers.llm.plugins import PLUGINS, InstalledPlugins, apart, aside, why
from moot.providers.models.listings import ListedModel
from moot.providers.provider import Call, CallMessage, CallReport, EmbeddingVectors, Piece, Provider, StreamEnd, Text
from moot.providers.provider_errors import failure_of
from moot.vocabulary.statements import Usage

WAITING = 64
"""Most pieces a thread may be ahead of its reader."""


class LlmModels(Provider):
    """Provider of all models of the `llm` program, embedding models included."""

    measures = True

    def __init__(self, learnt: Callable[[str], AdaptedRequest] | None = None) -> None:
        self._learnt = learnt or (lambda model: AS_IT_IS)
        self._found = InstalledPlugins()

    async def stream(self, call: Call) -> AsyncIterator[Piece]:
        """Call the model and yield its answer."""
        name = call.seat.model.partition("/")[2]
        call = replace(call, adapted=self._learnt(call.seat.model).and_also(call.adapted))
        try:
            if call.texts:
                measurer = (await self._having("measuring", name)).measuring[name]
                async for piece in self._in_thread(_measure, measurer, call):
                    yield piece
                yield StreamEnd("ok", "measured")
                return
            installed = await self._having("awaited", name)
            if name in installed.awaited:
                spoken = self._in_lasting_loop(installed.awaited[name], call)
            else:
                spoken = self._in_thread(_speak, installed.spoken[name], call)
            async for piece in spoken:
                yield piece
        except CallFailed:
            raise
        except llm.NeedsKeyException as error:
            raise CallFailed("error", shown(str(error)), error="auth") from None
        except Exception as error:
            status = getattr(error, "status_code", None)
            if isinstance(status, int):
                raise failure_of(status, str(error), sent=_sent(call)) from None
            words = shown(str(error)) or "no further words"
            raise CallFailed("error", f"{type(error).__name__}: {words}", error="server", spent=True) from None
        # `llm` has no finish reason; a response iterated to its end is the only sign of a complete answer.
        yield StreamEnd("ok")

    async def models(self) -> list[str]:
        """Return the ids of all installed models."""
        self._found = await aside(PLUGINS.look)
        return list(self._found.names)

    async def listed(self) -> list[ListedModel]:
        """Return the models with the key each one lacks: `llm` lists models whether or not it can call them."""
        names = await self.models()
        return await aside(lambda: [_listed(name, self._found) for name in names])

    def troubles(self, *, slow: bool = False) -> tuple[str, ...]:
        """Return the plugins that are broken, or with `slow` still loading."""
        return self._found.slow() if slow else self._found.broken()

    async def _having(self, kind: str, name: str) -> InstalledPlugins:
        """Wait until a plugin offers the model, and return the plugins. Raise `CallFailed` if none does."""
        kinds = (kind, "spoken") if kind == "awaited" else (kind,)
        found = await aside(partial(PLUGINS.having, name, *kinds))
        if any(name in getattr(found, each) for each in kinds):
            return found
        cause = f"`llm` knows no model called {name!r}. {found.without()}".strip()
        raise CallFailed("error", cause, error="not_found")

    async def _in_lasting_loop(self, model: Any, call: Call) -> AsyncIterator[Piece]:
        here = asyncio.get_running_loop()
        pieces: asyncio.Queue[Piece | BaseException | None] = asyncio.Queue()

        def put(piece: Piece | BaseException | None) -> None:
            if not here.is_closed():
                here.call_soon_threadsafe(pieces.put_nowait, piece)

        async def speak() -> None:
            try:
                response = _response_of(model, call)
                async for words in response:
                    put(Text(words))
                put(_report(response, await response.usage()))
                put(None)
            except asyncio.CancelledError as error:
                put(_told(error))  # by its plugin, or by us, who no longer read
                raise
            except BaseException as error:  # a plugin that exits would end its loop
                put(_told(error))

        speaking = lasting_of(model).run(speak)
        try:
            while (piece := await pieces.get()) is not None:
                if isinstance(piece, BaseException):
                    raise piece
                yield piece
        finally:
            speaking.cancel()

    async def _in_thread(self, work: Callable[..., None], model: Any, call: Call) -> AsyncIterator[Piece]:
        loop = asyncio.get_running_loop()
        pieces: asyncio.Queue[Piece | BaseException | None] = asyncio.Queue()
        room, left = threading.Semaphore(WAITING), threading.Event()

        def put(piece: Piece | BaseException | None) -> None:
            if not left.is_set() and not loop.is_closed():
                loop.call_soon_threadsafe(pieces.put_nowait, piece)

        threading.Thread(target=work, args=(model, call, put, room, left), daemon=True).start()
        try:
            while (piece := await pieces.get()) is not None:
                if isinstance(piece, BaseException):
                    raise piece
                room.release()
                yield piece
        finally:
            left.set()
            room.release()


def _listed(name: str, found: InstalledPlugins) -> ListedModel:
    model = found.spoken.get(name) or found.awaited.get(name)
    return ListedModel(name=name, lacks=lacking(model), council=type(model).__module__.startswith("moot."))


def lacking(model: Any) -> str:
    """Return in a sentence which key a model of `llm` lacks; empty if it has one, or needs none."""
    alias, variable = getattr(model, "needs_key", None), getattr(model, "key_env_var", None)
    try:
        if not alias or getattr(model, "key", None) or llm.get_key(alias=alias, env=variable):
            return ""
    except Exception:  # its file of keys cannot be read, which is reported when a model is called
        return ""
    return keyless(alias, variable or "")


def keyless(alias: str, variable: str) -> str:
    """Return the message for a model of `llm` without its key."""
    also = f", or set {variable}" if variable else ""
    return f"The `llm` program has no key for it: run `llm keys set {alias}`{also}."


def _told(error: BaseException) -> BaseException:
    """Return a plugin's exception as one that only ends the call."""
    if isinstance(error, Exception):
        return error
    return CallFailed("error", f"Its `llm` plugin is broken: {why(error)}.", error="server", spent=True)


def _speak(
    model: Any,
    call: Call,
    put: Callable[[Piece | BaseException | None], None],
    room: threading.Semaphore,
    left: threading.Event,
) -> None:
    """Run a synchronous model to its end, in its own thread."""
    with apart():
        try:
            response = _response_of(model, call)
            for words in response:
                room.acquire()
                if left.is_set():
                    return
                put(Text(words))
            put(_report(response, response.usage()))
            put(None)
        except BaseException as error:  # an exit ends only this plugin's answer
            put(_told(error))


def _measure(
    model: Any,
    call: Call,
    put: Callable[[Piece | BaseException | None], None],
    room: threading.Semaphore,
    left: threading.Event,
) -> None:
    """Compute embeddings with a model, in its own thread."""
    with apart():
        try:
            rows = [tuple(map(float, row)) for row in model.embed_multi(call.texts)]
            put(EmbeddingVectors(tuple(rows)))
            put(None)
        except BaseException as error:
            put(_told(error))


def _response_of(model: Any, call: Call) -> Any:
    """Return the response to be generated, with earlier turns as the model's own conversation."""
    system = "\n\n".join(each.text for each in call.messages if each.role == "system") or None
    rest = [each for each in call.messages if each.role != "system"]
    sees = call.seat.abilities.vision
    conversation = model.conversation()
    chain = [Said(role="system", parts=[TextPart(text=system)])] if system else []
    for asked, answered in _turns(rest[:-1]):
        files = _attached([asked], sees)
        chain = [*chain, Said(role="user", parts=[TextPart(text=asked.text), *map(_part, files)])]
        earlier = _given_before(model, conversation, asked.text, system, files, chain, answered)
        conversation.responses.append(earlier)
        chain = [*chain, Said(role="assistant", parts=[TextPart(text=answered)])]
    last = rest[-1]
    # In every turn: some plugins read it from the first prompt, others from the current one.
    return conversation.prompt(
        last.text, system=system, attachments=_attached([last], sees) or None, **_fitting(model, call)
    )


def _turns(messages: Sequence[CallMessage]) -> list[tuple[CallMessage, str]]:
    """Return questions and answers in turn; consecutive messages of one role are joined."""
    turns: list[tuple[CallMessage, str]] = []
    for message in messages:
        if message.role == "user":
            turns.append((message, ""))
        elif turns:
            asked, answered = turns[-1]
            turns[-1] = (asked, "\n\n".join(filter(None, (answered, message.text))))
    return turns


def _given_before(
    model: Any, conversation: Any, text: str, system: str | None, files: list[Any], chain: list[Any], answered: str
) -> Any:
    """Return an earlier response: plugins read earlier turns from those, or from the prompt's messages."""
    prompt = llm.Prompt(text, model=model, system=system, attachments=files, messages=chain)  # type: ignore[no-untyped-call]
    kind = llm.AsyncResponse if isinstance(model, llm.AsyncModel) else llm.Response
    given = kind(prompt, model, False, conversation=conversation)
    given._done, given._chunks = True, [answered]
    # there is no public way to set an earlier answer: tests check this with the installed `llm`
    setattr(given, "_loaded_messages", [Said(role="assistant", parts=[TextPart(text=answered)])])  # noqa: B010
    return given


def _attached(messages: Sequence[CallMessage], sees: bool) -> list[Any]:
    pictures = [picture for each in messages for picture in each.pictures] if sees else []
    return [llm.Attachment(type=picture.media_type, content=picture.data) for picture in pictures]


def _part(attachment: Any) -> Any:
    return AttachmentPart(attachment=attachment)


def _fitting(model: Any, call: Call) -> dict[str, Any]:
    """Return the options this model has; option names differ by plugin."""
    fields = getattr(model.Options, "model_fields", {})
    options: dict[str, Any] = {}
    for name in ("max_tokens", "max_output_tokens", "num_predict"):
        if (call.limited or call.adapted.needs_limit) and name in fields:
            options[name] = call.adapted.limit_of(call.max_output)
            break
    if _is_warm(call) and call.seat.temperature is not None and "temperature" in fields:
        options["temperature"] = max(call.seat.temperature, call.seat.abilities.lowest_temperature)
    if "moot_depth" in fields:  # it is a council of Moot
        options["moot_depth"] = call.depth
    takes = getattr(model, "supports_schema", False) and call.adapted.schema_of("json_schema") == "json_schema"
    schema = call.schema if takes else None
    return {"schema": schema, "stream": bool(getattr(model, "can_stream", True)), "options": options}


def _is_warm(call: Call) -> bool:
    """Return whether a temperature is set that the model accepts."""
    taken = call.seat.abilities.temperature and "temperature" not in call.adapted.leaves_out
    return taken and call.seat.temperature is not None


def _sent(call: Call) -> SentFields:
    """Return what could be refused in a call; what a plugin really sends is unknown."""
    form = call.adapted.schema_of("json_schema") if call.schema is not None else "none"
    fields = {"temperature": _is_warm(call), "response_format": form == "json_schema"}
    return SentFields(
        fields=tuple(field for field, is_sent in fields.items() if is_sent),
        limit=call.adapted.limit_of(call.max_output) if call.limited else None,
        schema=form,
    )


def _report(response: Any, usage: Any) -> CallReport:
    sent, said = usage.input, usage.output
    told = Usage(input=sent, output=said, calls=1) if type(sent) is int and type(said) is int else None
    return CallReport(usage=told, model=str(getattr(response, "resolved_model", None) or ""))


def open_llm(row: Endpoint, key: Secret | None, *, learnt: Callable[[str], AdaptedRequest] | None = None) -> LlmModels:
    """Open the models of `llm`, which has its own keys."""
    return LlmModels(learnt)
